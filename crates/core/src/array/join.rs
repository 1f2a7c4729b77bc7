//! Several arrays as one.

use super::{AnyArray, DynArray, IntoAxis, IntoOptionalAxis};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::error::{Error, Result};
use crate::ir::BinaryOp;
use crate::layout::{Dims, Layout, broadcast_shapes, checked_len, normalize_axis};

/// So many arrays are chosen from by one kernel at most.
const FEW: usize = 16;
/// A kernel that makes so many choices takes no longer than a launch or two.
const CHOICES: usize = 1 << 16;

impl<B: Backend> DynArray<B> {
    /// Arrays one after another along an axis.
    pub(crate) fn concatenate(op: &'static str, arrays: &[&Self], axis: usize) -> Result<Self> {
        let first = arrays.first().ok_or_else(|| Error::value(op, "no arrays"))?;
        let mut shape = Dims::from_slice(first.shape());
        for array in &arrays[1..] {
            let others = |shape: &[usize]| shape.iter().enumerate().all(|(k, &d)| k == axis || first.shape()[k] == d);
            if array.shape().len() != shape.len() || !others(array.shape()) {
                return Err(Error::shape(op, first.shape(), array.shape()));
            }
            shape[axis] = shape[axis].saturating_add(array.shape()[axis]);
        }
        checked_len(&shape)?;
        let whole = Layout::row_major(&shape);
        let placed = |at: usize, array: Self| {
            let place = whole.sliced(axis, at, 1, array.shape()[axis])?;
            Ok((array, place))
        };
        // For each element of a result a kernel looks at all that it chooses from.
        let together = (CHOICES / first.len().max(1)).isqrt().min(FEW);
        if together > 1 && arrays.iter().all(|array| array.shape()[axis] == 1) {
            Self::common_device(op, arrays)?;
            Self::eval_all(&Self::unsettled(arrays.iter().copied()))?;
            if arrays.len() <= together {
                return Self::chosen(op, arrays, axis);
            }
            let chosen = |(k, arrays)| placed(k * together, Self::chosen(op, arrays, axis)?);
            let parts = arrays.chunks(together).enumerate().map(chosen).collect::<Result<_>>()?;
            return Self::written(op, first, &shape, parts);
        }
        let mut at = 0;
        let after = |array: &&Self| {
            let start = at;
            at += array.shape()[axis];
            placed(start, Self::clone(array))
        };
        let parts = arrays.iter().map(after).collect::<Result<_>>()?;
        Self::assemble(op, first, &shape, parts)
    }

    /// Arrays of length 1 along an axis, one after another along it; deferred.
    fn chosen(op: &'static str, arrays: &[&Self], axis: usize) -> Result<Self> {
        let [others @ .., last] = arrays else { return Err(Error::value(op, "no arrays")) };
        let (mut shape, mut along) = (Dims::from_slice(last.shape()), Dims::from_elem(1, last.ndim()));
        (shape[axis], along[axis]) = (arrays.len(), arrays.len());
        let index = Self::iota(last.xp(), &along)?;
        let mut joined = last.broadcast(op, &shape)?;
        for (k, array) in others.iter().enumerate().rev() {
            let here = index.binary_scalar(BinaryOp::Le, Scalar::new(k as i64), false)?;
            joined = Self::selected(&here, array, &joined)?;
        }
        Ok(joined)
    }
}

/// Joins arrays along an axis that they have; their types are promoted.
fn joined<B: Backend>(op: &'static str, arrays: &[&DynArray<B>], axis: isize) -> Result<DynArray<B>> {
    let first = arrays.first().ok_or_else(|| Error::value(op, "no arrays"))?;
    let axis = normalize_axis(op, axis, first.ndim())?;
    if arrays.iter().all(|array| array.dtype() == first.dtype()) {
        return DynArray::concatenate(op, arrays, axis);
    }
    let dtype = arrays.iter().fold(first.dtype(), |dtype, array| dtype.promote(array.dtype()));
    let arrays = arrays.iter().map(|array| array.astype(dtype)).collect::<Result<Vec<_>>>()?;
    DynArray::concatenate(op, &arrays.iter().collect::<Vec<_>>(), axis)
}

fn join<B: Backend, A: AnyArray<B>>(op: &'static str, arrays: &[DynArray<B>], axis: isize) -> Result<A> {
    A::of(joined(op, &arrays.iter().collect::<Vec<_>>(), axis)?)
}

/// Functions of several arrays, as methods of every handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (x, y) = (xp.array([1, 2])?, xp.array([3, 4])?);
/// assert_eq!(xp.vstack(&[&x, &y])?.to_string(), "[[1 2]\n [3 4]]");
/// assert_eq!(xp.hstack(&[&x, &y])?.to_string(), "[1 2 3 4]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Join: Backend {
    /// Arrays one after another along an axis that they have; `None`: flattened.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([[1, 2], [3, 4]])?, xp.array([[5, 6]])?);
    /// assert_eq!(xp.concatenate(&[&x, &y], 0)?.to_string(), "[[1 2]\n [3 4]\n [5 6]]");
    /// assert_eq!(xp.concatenate(&[&x, &y], None)?.to_string(), "[1 2 3 4 5 6]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the other axes differ, [`Error::Axis`] for an axis that is not there, [`Error::Value`]
    /// for no arrays.
    #[doc(alias = "concat")]
    fn concatenate<A: AnyArray<Self>>(&self, arrays: &[&A], axis: impl IntoOptionalAxis) -> Result<A> {
        match axis.into_optional_axis() {
            Some(axis) => {
                let arrays: Vec<_> = arrays.iter().map(|x| x.as_dyn()).collect();
                A::of(joined("concatenate", &arrays, axis)?)
            }
            None => join("concatenate", &map(arrays, DynArray::ravel)?, 0),
        }
    }

    /// Arrays of one shape along a new axis, which is axis `axis` of the result.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3])?, xp.array([4, 5, 6])?);
    /// assert_eq!(xp.stack(&[&x, &y], 1)?.to_string(), "[[1 4]\n [2 5]\n [3 6]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the shapes differ, [`Error::Axis`] if the result has no such axis, [`Error::Value`]
    /// for no arrays.
    fn stack<A: AnyArray<Self>>(&self, arrays: &[&A], axis: impl IntoAxis) -> Result<A> {
        let axis = axis.into_axis();
        let shapes = || arrays.iter().map(|x| x.as_dyn().shape());
        if let Some((first, other)) = shapes().next().and_then(|first| Some((first, shapes().find(|&x| x != first)?))) {
            return Err(Error::shape("stack", first, other));
        }
        join("stack", &map(arrays, |x| x.expand_dims(axis))?, axis)
    }

    /// Arrays on top of each other, along axis 0; vectors are rows.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2])?, xp.array([3, 4])?);
    /// assert_eq!(xp.vstack(&[&x, &y])?.to_string(), "[[1 2]\n [3 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`concatenate`](Join::concatenate).
    fn vstack<A: AnyArray<Self>>(&self, arrays: &[&A]) -> Result<A> {
        join("vstack", &map(arrays, DynArray::atleast_2d)?, 0)
    }

    /// Arrays side by side: along axis 1, vectors along axis 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([[1], [2]])?, xp.array([[3], [4]])?);
    /// assert_eq!(xp.hstack(&[&x, &y])?.to_string(), "[[1 3]\n [2 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`concatenate`](Join::concatenate).
    fn hstack<A: AnyArray<Self>>(&self, arrays: &[&A]) -> Result<A> {
        let arrays = map(arrays, DynArray::atleast_1d)?;
        let axis = if arrays.first().is_some_and(|x| x.ndim() > 1) { 1 } else { 0 };
        join("hstack", &arrays, axis)
    }

    /// Arrays behind each other, along axis 2.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2])?, xp.array([3, 4])?);
    /// assert_eq!(xp.dstack(&[&x, &y])?.to_string(), "[[[1 3]\n  [2 4]]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`concatenate`](Join::concatenate).
    fn dstack<A: AnyArray<Self>>(&self, arrays: &[&A]) -> Result<A> {
        join("dstack", &map(arrays, DynArray::atleast_3d)?, 2)
    }

    /// Vectors as the columns of a matrix; matrices side by side.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2])?, xp.array([3, 4])?);
    /// assert_eq!(xp.column_stack(&[&x, &y])?.to_string(), "[[1 3]\n [2 4]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`concatenate`](Join::concatenate).
    fn column_stack<A: AnyArray<Self>>(&self, arrays: &[&A]) -> Result<A> {
        let columns = map(arrays, |x| if x.ndim() < 2 { Ok(x.atleast_2d()?.t()) } else { Ok(x.clone()) })?;
        join("column_stack", &columns, 1)
    }

    /// A matrix of blocks, given by rows: each row side by side, the rows on top of each other.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (one, zero) = (xp.eye::<i32>(2)?, xp.zeros::<i32>([2, 1])?);
    /// assert_eq!(xp.block(&[&[&one, &zero], &[&zero, &one]])?.shape(), [4, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`concatenate`](Join::concatenate).
    fn block<A: AnyArray<Self>>(&self, rows: &[&[&A]]) -> Result<A> {
        let rows = rows
            .iter()
            .map(|row| join("block", &map(row, DynArray::atleast_2d)?, -1))
            .collect::<Result<Vec<DynArray<_>>>>()?;
        join("block", &rows, -2)
    }

    /// The arrays, broadcast to their common shape.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([[1], [2]])?, xp.array([3, 4, 5])?);
    /// let both = xp.broadcast_arrays(&[&x, &y])?;
    /// assert_eq!(both[0].to_string(), "[[1 1 1]\n [2 2 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if there is none.
    fn broadcast_arrays<A: AnyArray<Self>>(&self, arrays: &[&A]) -> Result<Vec<A>> {
        let shape = common_shape("broadcast_arrays", arrays.iter().map(|x| x.as_dyn().shape()))?;
        arrays.iter().map(|x| A::of(x.as_dyn().broadcast_to(shape.clone())?)).collect()
    }
}

impl<B: Backend> Join for B {}

fn map<B: Backend, A: AnyArray<B>>(
    arrays: &[&A],
    f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<Vec<DynArray<B>>> {
    arrays.iter().map(|x| f(x.as_dyn())).collect()
}

/// The shape that all of these broadcast to.
pub(super) fn common_shape<'a>(op: &'static str, shapes: impl Iterator<Item = &'a [usize]>) -> Result<Dims> {
    let mut common = Dims::new();
    for shape in shapes {
        common = broadcast_shapes(op, &common, shape)?;
    }
    Ok(common)
}
