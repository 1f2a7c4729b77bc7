//! Arrays continued beyond their ends, and the windows about their elements.

use super::options::Along;
use xparray_core::prelude::*;
use xparray_core::{Error, Result, Scalar, SliceItem};

/// The most elements of a window along an axis.
const LONGEST: usize = 1 << 24;
/// Bytes that lie in one line of a cache, and how far apart bytes are that compete for one in the nearest cache.
const LINE: usize = 64;
const PAGE: usize = 4096;
/// Bytes that a thread of a device moves at once.
const VECTOR: usize = 16;
/// Longer windows are doubled so often that what half of one has in common is written.
pub(super) const DOUBLED: usize = 7;
/// Of boxes of so few elements, it takes less to compute again what is between two passes than to write it.
const SHORT: usize = 9;
/// Elements of windows that are copied at once.
const AT_ONCE: usize = 1 << 22;

/// An array continued so that each of its elements has a window, and the places in these.
pub(super) struct Windows<B: Backend> {
    extended: DynArray<B>,
    shape: Vec<usize>,
    axes: Vec<usize>,
    sizes: Vec<usize>,
}

/// Continues an array beyond both ends of axes, one after the other, by so many elements.
pub(super) fn extend<B: Backend>(x: &DynArray<B>, along: &[Along], widths: &[(usize, usize)]) -> Result<DynArray<B>> {
    let mut x = x.clone();
    let each = along.iter().zip(widths).collect::<Vec<_>>();
    // Neighbouring axes of one mode at once.
    for axes in each.chunk_by(|(a, _), (b, _)| a.mode == b.mode) {
        let mut all = vec![(0, 0); x.ndim()];
        axes.iter().for_each(|(along, width)| all[along.axis] = **width);
        x = x.pad_with(all, axes[0].0.mode.pad(x.dtype()))?;
    }
    Ok(x)
}

/// As [`extend`]; with something behind rows that lie a large power of two apart, as columns of these share a few lines of a
/// processor's cache.
fn extend_apart<B: Backend>(x: &DynArray<B>, along: &[Along], widths: &[(usize, usize)]) -> Result<DynArray<B>> {
    let (last, size) = (x.ndim().saturating_sub(1), x.dtype().size());
    let (mut along, mut widths) = (along.to_vec(), widths.to_vec());
    let own = along.iter().position(|along| along.axis == last);
    let n = x.shape().last().map_or(0, |n| n + own.map_or(0, |own| widths[own].0 + widths[own].1));
    let apart = x.xp().name() == "cpu" && (n * size).is_multiple_of(PAGE);
    if !apart || along.iter().all(|along| along.axis == last) {
        return extend(x, &along, &widths);
    }
    let spare = LINE / size;
    match own {
        Some(own) => widths[own].1 += spare,
        None => {
            along.push(Along { axis: last, ..along[0] });
            widths.push((0, spare));
        }
    }
    let mut items = vec![SliceItem::from(..); x.ndim()];
    items[last] = SliceItem::from(..n as isize);
    extend(x, &along, &widths)?.slice(&items)
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

/// Filters along axes, one after the other, by windows of these sizes: `f` has the number of the axis, and its windows; those of up
/// to `longest` elements are filtered by one kernel.
pub(super) fn one_by_one<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    (passes, longest): (&[(Along, usize)], usize),
    f: impl Fn(usize, Windows<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let width = |&(along, size): &(Along, usize)| {
        let before = before(op, size, along.origin)?;
        Ok((before, size - 1 - before))
    };
    let mut widths = passes.iter().map(width).collect::<Result<Vec<_>>>()?;
    let mut shape = x.shape().to_vec();
    passes.iter().for_each(|(along, size)| shape[along.axis] += size - 1);
    let most = passes.iter().map(|(along, _)| x.xp().reads_padded(along.mode.border())).min().unwrap_or_default();
    let most = most.min(longest);
    let count = passes.iter().try_fold(1, |count: usize, (_, size)| count.checked_mul(*size)).unwrap_or(usize::MAX);
    let alike = passes.windows(2).all(|two| two[0].0.mode == two[1].0.mode);
    let (short, written) = (alike && count <= most.min(SHORT), passes.iter().any(|(_, size)| *size > most));
    // If there are elements beyond the ends, it is the same to continue the array before all filters as between them; a constant
    // would be filtered. A CPU takes longer over rows that are continued as well. It is of use where what is beyond the ends is
    // written, or all filters are one kernel.
    let at_once = x.xp().name() != "cpu"
        && (short || written)
        && passes.iter().all(|(along, _)| along.mode.value().is_none())
        && shape.iter().try_fold(1, |count: usize, &n| count.checked_mul(n)).is_some_and(|count| count / 2 <= x.len());
    if !at_once {
        let pass = |x: DynArray<B>, (k, &(along, size))| {
            // What is between two passes is written before it is continued.
            x.eval()?;
            f(k, Windows::new(op, &x, &[along], &[size])?)
        };
        return passes.iter().enumerate().try_fold(x.clone(), pass);
    }
    let along: Vec<Along> = passes.iter().map(|&(along, _)| along).collect();
    let (last, mut early) = (x.ndim().saturating_sub(1), 0);
    if let Some(own) = along.iter().position(|along| along.axis == last).filter(|_| written) {
        // Rows of whole vectors, and the array's own elements as well: nobody looks at what is too much.
        let elements = (VECTOR / x.dtype().size()).max(1);
        early = widths[own].0.next_multiple_of(elements) - widths[own].0;
        let n = shape[last] + early;
        widths[own].0 += early;
        widths[own].1 += n.next_multiple_of(elements) - n;
    }
    let mut result = extend(x, &along, &widths)?;
    if written {
        result.eval()?;
    }
    for (k, &(along, size)) in passes.iter().enumerate() {
        if along.axis == last {
            let mut items = vec![SliceItem::from(..); x.ndim()];
            items[last] = SliceItem::from(early as isize..);
            result = result.slice(&items)?;
        }
        let mut shape = result.shape().to_vec();
        shape[along.axis] = x.shape()[along.axis];
        result = f(k, Windows { extended: result, shape, axes: vec![along.axis], sizes: vec![size] })?;
        // The next filter reads each of these elements again and again.
        if !short {
            result.eval()?;
        }
    }
    Ok(result)
}

impl<B: Backend> Windows<B> {
    /// Windows of these sizes along these axes of an array that has elements.
    pub fn new(op: &'static str, x: &DynArray<B>, along: &[Along], sizes: &[usize]) -> Result<Self> {
        if sizes.len() != along.len() {
            return Err(Error::shape(op, x.shape(), sizes));
        }
        let widths = along.iter().zip(sizes).map(|(along, &size)| {
            let before = before(op, size, along.origin)?;
            Ok((before, size - 1 - before))
        });
        let extended = extend_apart(&with_constants(x, along)?, along, &widths.collect::<Result<Vec<_>>>()?)?;
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

    /// The continued array.
    pub fn extended(&self) -> &DynArray<B> {
        &self.extended
    }

    /// The shape of the array before it was continued.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The axes of windows, and their sizes along these.
    pub fn sizes(&self) -> impl Iterator<Item = (usize, usize)> {
        self.axes.iter().copied().zip(self.sizes.iter().copied())
    }

    /// Calls a function with the windows of some rows at a time, so few that their elements are not too many, and joins the results.
    pub fn in_parts(&self, mut f: impl FnMut(&Self) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
        let Some(&rows) = self.shape.first() else {
            return f(self);
        };
        let row = self.shape[1..].iter().chain(&self.sizes).fold(1, |n: usize, &size| n.saturating_mul(size)).max(1);
        let step = (AT_ONCE / row).max(1);
        if step >= rows {
            return f(self);
        }
        let more = self.sizes().find(|&(axis, _)| axis == 0).map_or(0, |(_, size)| size - 1);
        let parts = (0..rows).step_by(step).map(|first| {
            let mut shape = self.shape.clone();
            shape[0] = step.min(rows - first);
            let extended =
                self.extended.slice(&[SliceItem::from(first as isize..(first + shape[0] + more) as isize)])?;
            let part = f(&Self { extended, shape, axes: self.axes.clone(), sizes: self.sizes.clone() })?;
            part.eval()?;
            Ok(part)
        });
        let parts = parts.collect::<Result<Vec<_>>>()?;
        self.extended.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 0)
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
        self.in_parts(|part| {
            let windows = part.extended.sliding_window_view(&part.sizes[..], &axes[..])?;
            let flat = windows.reshape([&part.shape[..], &[count]].concat())?;
            let reduced = f(&taken.as_ref().map_or(Ok(flat.clone()), |taken| flat.take(taken, -1))?)?;
            match reduced.shape() == part.shape {
                true => Ok(reduced),
                false => Err(Error::shape("filter", &part.shape, reduced.shape())),
            }
        })
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
