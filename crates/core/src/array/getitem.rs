//! Selection by slices, index arrays and masks at once: NumPy's `x[1:, rows, ..., mask]`.

use super::index::{MultiIndex, row_strides};
use super::slice::normalize_index;
use super::{Array, ArrayLike, DynArray, Ellipsis, NewAxis, SliceItem, SliceRange};
use crate::backend::{Backend, ScatterOp};
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::{Dims, checked_len};
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

/// What [`ix!`](crate::ix) selects.
#[derive(Clone, Debug)]
pub enum IndexItem<B: Backend> {
    /// What [`s!`](crate::s) takes too: an index, a range, a new axis, an ellipsis.
    Slice(SliceItem),
    /// Indices of an axis (integers), or a mask (truth values) of as many axes as it has.
    Array(DynArray<B>),
    /// Indices of an axis.
    List(Vec<i64>),
}

/// Items for [`Array::getitem`] and [`Array::setitem`]: those of [`s!`](crate::s), and arrays or lists of indices, and masks.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.arange((0, 12, 1))?.reshape([3, 4])?;
/// let columns = xp.array([0, 3])?;
/// assert_eq!(x.getitem(ix![1.., &columns])?.to_string(), "[[ 4  7]\n [ 8 11]]");
/// assert_eq!(x.getitem(ix![..;-1, [0, 0]])?.shape(), [3, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[macro_export]
macro_rules! ix {
    ($($item:expr $(; $step:expr)?),* $(,)?) => {
        &[$($crate::ix!(@item $item $(; $step)?)),*] as &[$crate::IndexItem<_>]
    };
    (@item $item:expr; $step:expr) => {
        $crate::IndexItem::from($crate::SliceRange::from($item).step($step))
    };
    (@item $item:expr) => {
        $crate::IndexItem::from($item)
    };
}

macro_rules! slices {
    ($($Item:ty),*) => {$(
        impl<B: Backend> From<$Item> for IndexItem<B> {
            fn from(item: $Item) -> Self {
                Self::Slice(item.into())
            }
        }
    )*};
}
slices!(SliceItem, SliceRange, RangeFull, NewAxis, Ellipsis);

macro_rules! integers {
    ($($T:ty),*) => {$(
        slices!($T, Range<$T>, RangeInclusive<$T>, RangeFrom<$T>, RangeTo<$T>, RangeToInclusive<$T>);
    )*};
}
integers!(i32, i64, isize, usize);

impl<T: Element, B: Backend> From<&Array<T, B>> for IndexItem<B> {
    fn from(array: &Array<T, B>) -> Self {
        Self::Array(array.array.clone())
    }
}
impl<T: Element, B: Backend> From<Array<T, B>> for IndexItem<B> {
    fn from(array: Array<T, B>) -> Self {
        Self::Array(array.array)
    }
}
impl<B: Backend> From<&DynArray<B>> for IndexItem<B> {
    fn from(array: &DynArray<B>) -> Self {
        Self::Array(array.clone())
    }
}
impl<B: Backend> From<DynArray<B>> for IndexItem<B> {
    fn from(array: DynArray<B>) -> Self {
        Self::Array(array)
    }
}
impl<B: Backend, const N: usize> From<[i32; N]> for IndexItem<B> {
    fn from(indices: [i32; N]) -> Self {
        Self::List(indices.into_iter().map(i64::from).collect())
    }
}
impl<B: Backend, const N: usize> From<[i64; N]> for IndexItem<B> {
    fn from(indices: [i64; N]) -> Self {
        Self::List(indices.into())
    }
}
impl<B: Backend> From<Vec<i64>> for IndexItem<B> {
    fn from(indices: Vec<i64>) -> Self {
        Self::List(indices)
    }
}
impl<B: Backend> From<&[i64]> for IndexItem<B> {
    fn from(indices: &[i64]) -> Self {
        Self::List(indices.into())
    }
}

/// An axis of the result that no index array makes.
#[derive(Clone, Copy)]
enum Kept {
    /// Of length 1.
    New,
    /// Part of an axis of the operand.
    Part { axis: usize, range: SliceRange },
}

/// What the items select: parts of axes in their order, and axes with their indices.
struct Selection<B: Backend> {
    kept: Vec<Kept>,
    indices: Vec<(usize, DynArray<B>)>,
    /// Where in `kept` the axes of the broadcast indices go.
    place: usize,
}

impl<B: Backend> Selection<B> {
    fn new(op: &'static str, x: &DynArray<B>, items: &[IndexItem<B>]) -> Result<Self> {
        let ndim = x.ndim();
        let named = |item: &IndexItem<B>| match item {
            IndexItem::Slice(SliceItem::NewAxis | SliceItem::Ellipsis) => 0,
            IndexItem::Array(mask) if mask.dtype() == DType::Bool => mask.ndim(),
            _ => 1,
        };
        let is_ellipsis = |item: &IndexItem<B>| matches!(item, IndexItem::Slice(SliceItem::Ellipsis));
        let total: usize = items.iter().map(named).sum();
        if total > ndim {
            return Err(Error::Axis { op, axis: total as isize - 1, ndim });
        }
        if items.iter().filter(|item| is_ellipsis(item)).count() > 1 {
            return Err(Error::value(op, "more than one ellipsis"));
        }
        let rest = IndexItem::Slice(SliceItem::Ellipsis);
        let rest = (!items.iter().any(is_ellipsis)).then_some(&rest);
        let mut selection = Self { kept: Vec::new(), indices: Vec::new(), place: 0 };
        // In how many groups the indices stand: in one, the result has their axes at its place, else first.
        let (mut groups, mut in_group, mut axis) = (0, false, 0);
        for item in items.iter().chain(rest) {
            if let IndexItem::Slice(item @ (SliceItem::Range(_) | SliceItem::NewAxis | SliceItem::Ellipsis)) = item {
                in_group = false;
                let (axes, range) = match item {
                    SliceItem::Ellipsis => (ndim - total, SliceRange::from(..)),
                    SliceItem::Range(range) => (1, *range),
                    _ => {
                        selection.kept.push(Kept::New);
                        continue;
                    }
                };
                selection.kept.extend((axis..axis + axes).map(|axis| Kept::Part { axis, range }));
                axis += axes;
                continue;
            }
            if !in_group {
                (in_group, groups) = (true, groups + 1);
                selection.place = if groups == 1 { selection.kept.len() } else { 0 };
            }
            for index in indices_of(op, x, axis, item)? {
                selection.indices.push((axis, index));
                axis += 1;
            }
        }
        Ok(selection)
    }

    /// The operand's axes that have indices, then the kept ones, of the view that has only what is kept of those.
    fn view(&self, x: &DynArray<B>) -> Result<DynArray<B>> {
        let mut layout = x.layout().clone();
        for kept in &self.kept {
            if let Kept::Part { axis, range } = kept {
                let (start, step, n) = range.indices(layout.shape()[*axis])?;
                layout = layout.sliced(*axis, start, step, n)?;
            }
        }
        let parts = self.kept.iter().filter_map(|kept| match kept {
            Kept::New => None,
            Kept::Part { axis, .. } => Some(*axis),
        });
        let order: Dims = self.indices.iter().map(|(axis, _)| *axis).chain(parts).collect();
        let view = x.with_layout(layout)?.permuted(&order)?;
        let n = self.indices.len();
        let mut shape: Dims = view.shape()[..n].into();
        let mut lengths = view.shape()[n..].iter();
        shape.extend(self.kept.iter().map(|kept| match kept {
            Kept::New => 1,
            Kept::Part { .. } => lengths.next().copied().unwrap_or(1),
        }));
        view.reshaped(&shape)
    }

    /// The row-major places of the result's elements in the operand.
    fn places(&self, op: &'static str, x: &DynArray<B>) -> Result<MultiIndex<B>> {
        let n = self.indices.iter().map(|(_, index)| index.ndim()).max().unwrap_or(0);
        let after = self.kept.len() - self.place;
        let mut all: Vec<Option<DynArray<B>>> = vec![None; x.ndim()];
        for (axis, index) in &self.indices {
            all[*axis] = Some(index.trailed_by(after)?);
        }
        for (i, kept) in self.kept.iter().enumerate() {
            if let Kept::Part { axis, range } = *kept {
                let (start, step, len) = range.indices(x.shape()[axis])?;
                let step = DynArray::full(x.xp(), Scalar::new(step as i64), &[])?;
                let index = DynArray::iota(x.xp(), &[len])?.binary(BinaryOp::Mul, op, &step)?;
                let trailing = self.kept.len() - 1 - i + if i < self.place { n } else { 0 };
                all[axis] = Some(index.with_count(BinaryOp::Add, start)?.trailed_by(trailing)?);
            }
        }
        // Every axis is kept or has indices.
        MultiIndex::new(op, all.into_iter().flatten().collect(), x.shape())
    }
}

/// The indices for an axis, or, of a mask, for several.
fn indices_of<B: Backend>(
    op: &'static str,
    x: &DynArray<B>,
    axis: usize,
    item: &IndexItem<B>,
) -> Result<Vec<DynArray<B>>> {
    let list = |indices: &[i64], shape: &[usize]| -> Result<DynArray<B>> {
        let xp = x.xp();
        Ok(crate::array::Create::from_slice(xp, indices, shape)?.array)
    };
    match item {
        IndexItem::Slice(SliceItem::Index(index)) => {
            let place = normalize_index(op, *index, x.shape()[axis])?;
            Ok(vec![list(&[place as i64], &[])?])
        }
        IndexItem::List(indices) => Ok(vec![list(indices, &[indices.len()])?]),
        IndexItem::Array(mask) if mask.dtype() == DType::Bool => {
            if mask.ndim() == 0 {
                return Err(Error::value(op, "a mask without axes"));
            }
            let masked = &x.shape()[axis..axis + mask.ndim()];
            if masked != mask.shape() {
                return Err(Error::shape(op, masked, mask.shape()));
            }
            mask.nonzero()
        }
        IndexItem::Array(indices) => {
            TypeClass::Integer.check(op, indices.dtype())?;
            Ok(vec![indices.to_indices()?])
        }
        // The caller sorted the other items out.
        IndexItem::Slice(_) => Ok(Vec::new()),
    }
}

/// The items of `s!`, if there are no others.
fn slices_only<B: Backend>(items: &[IndexItem<B>]) -> Option<Vec<SliceItem>> {
    let slice = |item: &IndexItem<B>| match item {
        IndexItem::Slice(item) => Some(*item),
        _ => None,
    };
    items.iter().map(slice).collect()
}

impl<B: Backend> DynArray<B> {
    /// A mask by itself, of the first axes: it needs no places.
    fn mask_only<'i>(&self, items: &'i [IndexItem<B>]) -> Option<&'i Self> {
        match items {
            [IndexItem::Array(mask)]
                if mask.dtype() == DType::Bool && mask.ndim() > 0 && self.shape().starts_with(mask.shape()) =>
            {
                Some(mask)
            }
            _ => None,
        }
    }

    /// [`Array::getitem`].
    ///
    /// # Errors
    /// Those of [`Array::getitem`].
    pub fn getitem(&self, items: &[IndexItem<B>]) -> Result<Self> {
        const OP: &str = "getitem";
        if let Some(items) = slices_only(items) {
            return self.slice(&items);
        }
        // Its elements are packed as they are met.
        if let Some(mask) = self.mask_only(items) {
            return self.mask(mask);
        }
        let selection = Selection::new(OP, self, items)?;
        let indices: Vec<Self> = selection.indices.iter().map(|(_, index)| index.clone()).collect();
        let (view, n) = (selection.view(self)?, indices.len());
        let (leading, rest) = view.shape().split_at(n);
        let places = MultiIndex::new(OP, indices, leading)?;
        let flat = places.flatten(&row_strides(leading), None)?;
        let place = selection.place;
        if n == 1 {
            // One array of indices takes the place of its axis: nothing moves.
            let order: Dims = (1..=place).chain([0]).chain(place + 1..view.ndim()).collect();
            let taken = view.permuted(&order)?.taken(OP, place, &flat);
            return taken.map_err(|error| places.explain(error));
        }
        let merged: Dims = [checked_len(leading)?].iter().chain(rest).copied().collect();
        let taken = view.reshaped(&merged)?.taken(OP, 0, &flat).map_err(|error| places.explain(error))?;
        // From the front to their place.
        let (before, kept) = (flat.ndim(), taken.ndim() - flat.ndim());
        let order: Dims = (before..before + place).chain(0..before).chain(before + place..before + kept).collect();
        taken.permuted(&order)
    }

    /// [`Array::setitem`].
    ///
    /// # Errors
    /// Those of [`Array::setitem`]; [`Error::DType`] for a number of a kind that the array's type lacks.
    pub fn setitem(&mut self, items: &[IndexItem<B>], values: impl ArrayLike<B>) -> Result<()> {
        const OP: &str = "setitem";
        if let Some(items) = slices_only(items) {
            return self.assign(&items, values);
        }
        if let Some(mask) = self.mask_only(items) {
            return self.put_masked(OP, mask, values);
        }
        let selection = Selection::new(OP, self, items)?;
        let values = values.operand().written_to(OP, self)?;
        let places = selection.places(OP, self)?;
        let flat = places.flatten(&row_strides(self.shape()), None)?;
        let values = values.without_leading_ones(flat.ndim())?;
        self.scatter(OP, ScatterOp::Put, &flat, &values).map_err(|error| places.explain(error))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The elements that [`ix!`](crate::ix) selects by slices, index arrays and masks at once, as NumPy's `x[..]`.
    ///
    /// The index arrays (an index beside them counts as one, a mask as several) broadcast together. If they stand side by side,
    /// their axes take their place in the result; if something stands between them, they are its first axes. With slices alone
    /// the result is a view, as that of [`slice`](Array::slice), otherwise a copy.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 24, 1))?.reshape([2, 3, 4])?;
    /// let rows = xp.array([[0, 1], [2, 2]])?;
    /// assert_eq!(x.getitem(ix![.., &rows, 1])?.shape(), [2, 2, 2]);
    /// assert_eq!(x.getitem(ix![0, .., [1, 3, 1]])?.shape(), [3, 3]);
    /// let mask = x.slice(s![0])?.greater(6)?;
    /// assert_eq!(x.getitem(ix![1, &mask])?.to_string(), "[19 20 21 22 23]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for an index out of bounds, [`Error::Axis`] for more items than axes, [`Error::Shape`] for indices that
    /// do not broadcast and a mask of another shape than its axes, [`Error::DType`] for an array of other types,
    /// [`Error::Value`] for a step of zero, a second ellipsis, or a mask without axes.
    pub fn getitem(&self, items: &[IndexItem<B>]) -> Result<Self> {
        self.array.getitem(items).map(Self::from_dyn)
    }

    /// Writes values, broadcast, to the elements that [`getitem`](Array::getitem) selects: NumPy's `x[..] = values`. Of several
    /// values at one place the last stays.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut x = xp.zeros::<i32>([2, 3])?;
    /// x.setitem(ix![1.., [0, 2]], &xp.array([7, 8])?)?;
    /// assert_eq!(x.to_string(), "[[0 0 0]\n [7 0 8]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`getitem`](Array::getitem), and [`Error::Shape`] if the values do not broadcast. Nothing is written then.
    pub fn setitem(&mut self, items: &[IndexItem<B>], values: impl ArrayLike<B>) -> Result<()> {
        self.array.setitem(items, values)
    }
}
