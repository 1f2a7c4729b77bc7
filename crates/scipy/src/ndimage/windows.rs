//! Arrays continued beyond their ends, and the windows about their elements.

use super::options::Along;
use xparray_core::prelude::*;
use xparray_core::{Error, Result, Scalar, SliceItem};

/// The most elements of a window along an axis.
const LONGEST: usize = 1 << 24;
/// Elements of windows that are copied at once.
const AT_ONCE: usize = 1 << 22;

/// An array continued so that each of its elements has a window, and the places in these.
pub(super) struct Windows<B: Backend> {
    extended: DynArray<B>,
    shape: Vec<usize>,
    axes: Vec<usize>,
    sizes: Vec<usize>,
}

/// Continues an array beyond both ends of an axis.
pub(super) fn extend<B: Backend>(x: &DynArray<B>, along: Along, before: usize, after: usize) -> Result<DynArray<B>> {
    let Along { axis, mode, .. } = along;
    if before == 0 && after == 0 {
        return Ok(x.clone());
    }
    if let Some(value) = mode.value() {
        let mut widths = vec![(0, 0); x.ndim()];
        widths[axis] = (before, after);
        return x.pad_with(widths, PadMode::Constant(Scalar::new(value).astype(x.dtype())));
    }
    let n = x.shape()[axis];
    let places = (0..before + n + after).map(|place| mode.element(place as isize - before as isize, n) as i64);
    let places = places.collect::<Vec<_>>();
    x.take(&x.xp().from_slice(&places, places.len())?, axis as isize)
}

/// The array in a type that has the constants beyond its ends.
fn with_constants<B: Backend>(x: &DynArray<B>, along: &[Along]) -> Result<DynArray<B>> {
    let has = |value: f64| {
        let kept = Scalar::new(value).astype(x.dtype()).get::<f64>();
        kept == value || (kept.is_nan() && value.is_nan())
    };
    match along.iter().filter_map(|along| along.mode.value()).all(has) {
        true => Ok(x.clone()),
        false => x.astype(x.dtype().promote(DType::F64)),
    }
}

/// How many places of a window come before its element.
fn before(op: &'static str, size: usize, origin: isize) -> Result<usize> {
    if size > LONGEST {
        return Err(Error::value(op, format!("a window of {size} elements along an axis")));
    }
    let before = (size / 2).checked_add_signed(origin).filter(|&before| before < size);
    before.ok_or_else(|| Error::value(op, format!("a window of {size} cannot be moved by {origin}")))
}

impl<B: Backend> Windows<B> {
    /// Windows of these sizes along these axes of an array that has elements.
    pub fn new(op: &'static str, x: &DynArray<B>, along: &[Along], sizes: &[usize]) -> Result<Self> {
        if sizes.len() != along.len() {
            return Err(Error::shape(op, x.shape(), sizes));
        }
        let mut extended = with_constants(x, along)?;
        for (&along, &size) in along.iter().zip(sizes) {
            let before = before(op, size, along.origin)?;
            extended = extend(&extended, along, before, size - 1 - before)?;
        }
        let axes = along.iter().map(|along| along.axis).collect();
        Ok(Self { extended, shape: x.shape().to_vec(), axes, sizes: sizes.to_vec() })
    }

    /// The same windows of the array in another type.
    pub fn astype(self, dtype: DType) -> Result<Self> {
        Ok(Self { extended: self.extended.astype(dtype)?, ..self })
    }

    /// The continued array.
    pub fn whole(self) -> DynArray<B> {
        self.extended
    }

    /// What all windows have at a place.
    pub fn at(&self, place: &[usize]) -> Result<DynArray<B>> {
        let mut items = vec![SliceItem::from(..); self.shape.len()];
        for (&axis, &start) in self.axes.iter().zip(place) {
            items[axis] = SliceItem::from(start as isize..(start + self.shape[axis]) as isize);
        }
        self.extended.slice(&items)
    }

    /// Of windows of one axis, what two elements have together, of all: `of` joins those of twice as many elements again and again, then
    /// those of what the size is made of, or two that overlap.
    pub fn doubled(
        self,
        overlap: bool,
        of: impl Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>,
    ) -> Result<DynArray<B>> {
        let (axis, size, n) = (self.axes[0], self.sizes[0], self.shape[self.axes[0]]);
        let part = |x: &DynArray<B>, start: usize, len: usize| {
            let mut items = vec![SliceItem::from(..); x.ndim()];
            items[axis] = SliceItem::from(start as isize..(start + len) as isize);
            x.slice(&items)
        };
        let (mut windows, mut covered, mut done) = (self.extended.clone(), 1, 0);
        let mut joined: Option<DynArray<B>> = None;
        loop {
            if !overlap && size & covered != 0 {
                let next = part(&windows, done, n)?;
                joined = Some(joined.map_or(Ok(next.clone()), |joined| of(&joined, &next))?);
                done += covered;
            }
            if 2 * covered > size {
                break;
            }
            let len = windows.shape()[axis] - covered;
            windows = of(&part(&windows, 0, len)?, &part(&windows, covered, len)?)?;
            covered *= 2;
        }
        match joined {
            Some(joined) => Ok(joined),
            None => of(&part(&windows, 0, n)?, &part(&windows, size - covered, n)?),
        }
    }

    /// The places in a window, in row-major order.
    pub fn places(&self) -> impl Iterator<Item = Vec<usize>> {
        places(&self.sizes)
    }

    /// Calls a function with arrays whose last axis has the elements of windows, or of a mask in them, and joins the results, which
    /// lack it.
    pub fn reduced(
        &self,
        mask: Option<&[bool]>,
        mut f: impl FnMut(&DynArray<B>) -> Result<DynArray<B>>,
    ) -> Result<DynArray<B>> {
        let xp = self.extended.xp();
        let count = self.sizes.iter().product::<usize>();
        let taken = mask.map(|mask| {
            let taken = mask.iter().enumerate().filter(|(_, inside)| **inside).map(|(k, _)| k as i64);
            let taken = taken.collect::<Vec<_>>();
            xp.from_slice(&taken, taken.len())
        });
        let taken = taken.transpose()?;
        let axes: Vec<isize> = self.axes.iter().map(|&axis| axis as isize).collect();
        let windows = self.extended.sliding_window_view(&self.sizes[..], &axes[..])?;
        let mut of = |windows: &DynArray<B>| {
            let shape = windows.shape()[..self.shape.len()].to_vec();
            let flat = windows.reshape([&shape[..], &[count]].concat())?;
            let reduced = f(&taken.as_ref().map_or(Ok(flat.clone()), |taken| flat.take(taken, -1))?)?;
            match reduced.shape() == shape {
                true => Ok(reduced),
                false => Err(Error::shape("filter", &shape, reduced.shape())),
            }
        };
        let Some(&rows) = self.shape.first() else {
            return of(&windows);
        };
        let row = self.shape[1..].iter().product::<usize>().saturating_mul(count).max(1);
        let step = (AT_ONCE / row).max(1);
        if step >= rows {
            return of(&windows);
        }
        let parts = (0..rows).step_by(step).map(|first| {
            let part = of(&windows.slice(&[SliceItem::from(first as isize..rows.min(first + step) as isize)])?)?;
            part.eval()?;
            Ok(part)
        });
        let parts = parts.collect::<Result<Vec<_>>>()?;
        xp.concatenate(&parts.iter().collect::<Vec<_>>(), 0)
    }
}

/// All places of a box, in row-major order.
pub(super) fn places(sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let sizes = sizes.to_vec();
    (0..sizes.iter().product::<usize>()).map(move |number| {
        let mut rest = number;
        let mut place = vec![0; sizes.len()];
        for (part, &size) in place.iter_mut().zip(&sizes).rev() {
            (*part, rest) = (rest % size, rest / size);
        }
        place
    })
}

/// Numbers as elements of a type: integers as C casts them, so that negative ones wrap to unsigned ones.
pub(super) fn converted<B: Backend>(x: &DynArray<B>, dtype: DType) -> Result<DynArray<B>> {
    let x_type = x.dtype();
    if x_type == dtype || !(x_type.is_float() || x_type.is_complex()) {
        return x.astype(dtype);
    }
    match dtype {
        DType::Bool => x.astype(DType::I64)?.not_equal(0),
        DType::U64 => x.astype(DType::F64)?.less(0.0)?.where_(&x.astype(DType::I64)?.astype(dtype)?, &x.astype(dtype)?),
        _ if dtype.is_integer() => x.astype(DType::I64)?.astype(dtype),
        _ => x.astype(dtype),
    }
}
