//! Products.

use crate::array::Array;
use crate::array::DynArray;
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::{Element, Number};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::layout::{Dims, broadcast_shapes, checked_len};
use crate::promote::Promote;

type Common<T, U> = <T as Promote<U>>::Output;

/// The matrix product, as NumPy's `@`: `[..., m, k]` times `[..., k, n]` is `[..., m, n]`; vectors count as a row or a
/// column, stacks broadcast.
///
/// Transposed and strided operands are not copied. `f16` and `bf16` accumulate in `f32`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::matmul;
/// let (a, b) = (xp.array(&[1, 2, 3, 4], [2, 2])?, xp.array(&[1, 0, 1, 1], [2, 2])?);
/// assert_eq!(matmul(&a, &b)?.to_string(), "[[3 2]\n [7 4]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if the inner lengths differ or the stacks do not broadcast; [`Error::Value`] for a
/// zero-dimensional operand.
pub fn matmul<T, U, B>(a: &Array<T, B>, b: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
where
    T: Element + Promote<U>,
    U: Element,
    B: Backend,
{
    let dtype = Common::<T, U>::DTYPE;
    Ok(Array::from_dyn(raw_matmul(&a.array.astype(dtype)?, &b.array.astype(dtype)?)?))
}

/// As [`matmul`], of operands of one type.
pub(super) fn raw_matmul<B: Backend>(a: &DynArray<B>, b: &DynArray<B>) -> Result<DynArray<B>> {
    let mismatch = || Error::shape("matmul", a.shape(), b.shape());
    let xp = a.xp();
    match (a.shape(), b.shape()) {
        ([], _) | (_, []) => Err(Error::value("matmul", "an operand has no dimensions; multiply instead")),
        ([n], [m]) if n == m => {
            let buffer = xp.dot(a.computed()?.view()?, b.computed_for("matmul", xp)?.view()?, false)?;
            Ok(DynArray::from_buffer(xp, a.dtype(), &[], buffer))
        }
        ([m, k], [n]) if k == n => {
            checked_len(&[*m])?;
            let buffer = xp.gemv(a.computed()?.view()?, b.computed_for("matmul", xp)?.view()?)?;
            Ok(DynArray::from_buffer(xp, a.dtype(), &[*m], buffer))
        }
        ([n], [k, m]) if k == n => {
            checked_len(&[*m])?;
            let matrix = b.matrix_transpose()?.computed_for("matmul", xp)?;
            let buffer = xp.gemv(matrix.view()?, a.computed()?.view()?)?;
            Ok(DynArray::from_buffer(xp, a.dtype(), &[*m], buffer))
        }
        ([n], [.., k, m]) if k == n => {
            let row = a.reshaped(&[1, *n])?;
            let mut shape: Dims = b.shape()[..b.shape().len() - 2].into();
            shape.push(*m);
            raw_matmul(&row, b)?.reshaped(&shape)
        }
        ([.., _, k], [n]) if k == n => {
            let column = b.reshaped(&[*n, 1])?;
            let shape: Dims = a.shape()[..a.shape().len() - 1].into();
            raw_matmul(a, &column)?.reshaped(&shape)
        }
        ([stack_a @ .., m, k], [stack_b @ .., n, p]) if k == n => {
            let stack = broadcast_shapes("matmul", stack_a, stack_b).map_err(|_| mismatch())?;
            let with = |last: [usize; 2]| stack.iter().copied().chain(last).collect::<Dims>();
            if checked_len(&with([*m, *p]))? == 0 {
                return DynArray::full(xp, Scalar::from_f64(a.dtype(), 0.0), &with([*m, *p]));
            }
            let (left, right) = (a.broadcast("matmul", &with([*m, *k]))?, b.broadcast("matmul", &with([*n, *p]))?);
            let buffer = xp.matmul(left.computed()?.view()?, right.computed_for("matmul", xp)?.view()?)?;
            Ok(DynArray::from_buffer(xp, a.dtype(), &with([*m, *p]), buffer))
        }
        _ => Err(mismatch()),
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// [`matmul`] with this array on the left.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, x) = (xp.array(&[1, 2, 3, 4], [2, 2])?, xp.array(&[1, 1], 2)?);
    /// assert_eq!(a.matmul(&x)?.to_string(), "[3 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`matmul`].
    pub fn matmul<U: Element>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        matmul(self, other)
    }

    /// NumPy's `dot`: the product with a scalar, the inner product of vectors, the matrix product, and for
    /// more axes the sum over the last axis of the first and the last but one of the second.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array(&[1i32, 2, 3], 3)?, xp.array(&[4i32, 5, 6], 3)?);
    /// assert_eq!(x.dot(&y)?.item()?, 32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the lengths that are summed over differ.
    pub fn dot<U: Element>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        if self.ndim() == 0 || other.ndim() == 0 {
            return self.combine::<Common<T, U>, Common<T, U>, _>(BinaryOp::Mul, "dot", &other);
        }
        if self.ndim() <= 2 && other.ndim() <= 2 {
            return matmul(self, other);
        }
        let axis = other.ndim() as isize - 2;
        tensordot(self, other, &[-1], &[axis.max(0)])
    }
}

/// The sum of products of all elements, the first operand conjugated.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::vdot;
/// let z = xp.array(&[Complex::new(3.0f64, 4.0)], 1)?;
/// assert_eq!(vdot(&z, &z)?.item()?, Complex::new(25.0, 0.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if the numbers of elements differ.
pub fn vdot<T, U, B>(a: &Array<T, B>, b: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
where
    T: Element + Promote<U>,
    U: Element,
    B: Backend,
{
    if a.len() != b.len() {
        return Err(Error::shape("vdot", a.shape(), b.shape()));
    }
    let dtype = Common::<T, U>::DTYPE;
    let (left, right) = (a.array.astype(dtype)?.reshaped(&[a.len()])?, b.array.astype(dtype)?.reshaped(&[b.len()])?);
    let buffer = a.xp().dot(left.computed()?.view()?, right.computed_for("vdot", a.xp())?.view()?, true)?;
    Ok(Array::from_dyn(DynArray::from_buffer(a.xp(), dtype, &[], buffer)))
}

/// The products of all pairs of elements: shape `[a.len(), b.len()]`. Deferred.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::outer;
/// let (x, y) = (xp.array(&[1, 2], 2)?, xp.array(&[3, 4, 5], 3)?);
/// assert_eq!(outer(&x, &y)?.to_string(), "[[ 3  4  5]\n [ 6  8 10]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for too many elements.
pub fn outer<T, U, B>(a: &Array<T, B>, b: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
where
    T: Element + Promote<U>,
    U: Element,
    B: Backend,
{
    let dtype = Common::<T, U>::DTYPE;
    let (column, row) =
        (a.array.astype(dtype)?.reshaped(&[a.len(), 1])?, b.array.astype(dtype)?.reshaped(&[1, b.len()])?);
    Ok(Array::from_dyn(column.binary(BinaryOp::Mul, "outer", &row)?))
}

/// The sums of products over the last axes. The result has the other axes of the first, then those of the second.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::inner;
/// let (a, x) = (xp.array(&[1, 2, 3, 4], [2, 2])?, xp.array(&[1, 10], 2)?);
/// assert_eq!(inner(&a, &x)?.to_string(), "[21 43]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] if the last lengths differ.
pub fn inner<T, U, B>(a: &Array<T, B>, b: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
where
    T: Element + Promote<U>,
    U: Element,
    B: Backend,
{
    tensordot(a, b, &[-1], &[-1])
}

/// The sums of products over axes of both operands, paired in order. The result has the other axes
/// of the first, then those of the second.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::tensordot;
/// let (a, b) = (xp.ones::<f64>([2, 3, 4])?, xp.ones::<f64>([4, 3, 5])?);
/// let c = tensordot(&a, &b, &[1, 2], &[1, 0])?;
/// assert_eq!((c.shape(), c.slice(s![0, 0])?.item()?), (&[2, 5][..], 12.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Axis`] for an axis that is not there or repeated; [`Error::Shape`] if paired lengths differ.
pub fn tensordot<T, U, B>(
    a: &Array<T, B>,
    b: &Array<U, B>,
    axes_a: &[isize],
    axes_b: &[isize],
) -> Result<Array<Common<T, U>, B>>
where
    T: Element + Promote<U>,
    U: Element,
    B: Backend,
{
    let dtype = Common::<T, U>::DTYPE;
    let resolve = |axes: &[isize], ndim: usize| -> Result<Dims> {
        let mut resolved = Dims::new();
        for &axis in axes {
            let k = crate::layout::normalize_axis("tensordot", axis, ndim)?;
            if resolved.contains(&k) {
                return Err(Error::Axis { op: "tensordot", axis, ndim });
            }
            resolved.push(k);
        }
        Ok(resolved)
    };
    let (sum_a, sum_b) = (resolve(axes_a, a.ndim())?, resolve(axes_b, b.ndim())?);
    let lengths = |shape: &[usize], axes: &Dims| axes.iter().map(|&k| shape[k]).collect::<Dims>();
    let summed = lengths(a.shape(), &sum_a);
    if summed != lengths(b.shape(), &sum_b) {
        return Err(Error::shape("tensordot", a.shape(), b.shape()));
    }
    let free = |ndim: usize, axes: &Dims| (0..ndim).filter(|k| !axes.contains(k)).collect::<Dims>();
    let (free_a, free_b) = (free(a.ndim(), &sum_a), free(b.ndim(), &sum_b));
    let order = |first: &Dims, second: &Dims| first.iter().chain(second).copied().collect::<Dims>();
    let (shape_a, shape_b) = (lengths(a.shape(), &free_a), lengths(b.shape(), &free_b));
    let [m, k, n] = [&shape_a, &summed, &shape_b].map(|shape| checked_len(shape));
    let (m, k, n) = (m?, k?, n?);
    let matrix = |raw: &DynArray<B>, axes: Dims, shape: [usize; 2]| {
        let raw = raw.astype(dtype)?;
        raw.with_layout(raw.layout().permute(&axes)?)?.reshaped(&shape)
    };
    let left = matrix(&a.array, order(&free_a, &sum_a), [m, k])?;
    let right = matrix(&b.array, order(&sum_b, &free_b), [k, n])?;
    Ok(Array::from_dyn(raw_matmul(&left, &right)?.reshaped(&order(&shape_a, &shape_b))?))
}

/// The Kronecker product: every element of the first times the second. Each axis has the product of both lengths.
/// Deferred.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::kron;
/// let (a, b) = (xp.array(&[1, 10], 2)?, xp.array(&[5, 6, 7], 3)?);
/// assert_eq!(kron(&a, &b)?.to_string(), "[ 5  6  7 50 60 70]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Only if something had to be computed first, and that failed.
pub fn kron<T, U, B>(a: &Array<T, B>, b: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
where
    T: Element + Promote<U>,
    U: Element,
    B: Backend,
{
    let dtype = Common::<T, U>::DTYPE;
    let ndim = a.ndim().max(b.ndim());
    let padded =
        |shape: &[usize]| std::iter::repeat_n(1, ndim - shape.len()).chain(shape.iter().copied()).collect::<Dims>();
    let (shape_a, shape_b) = (padded(a.shape()), padded(b.shape()));
    // Axes of the first and of the second alternate, and are merged in pairs.
    let spread_a: Dims = shape_a.iter().flat_map(|&d| [d, 1]).collect();
    let spread_b: Dims = shape_b.iter().flat_map(|&d| [1, d]).collect();
    let lengths = shape_a.iter().zip(&shape_b).map(|(p, q)| p.checked_mul(*q));
    let merged = lengths.collect::<Option<Dims>>().ok_or_else(|| Error::value("kron", "too many elements"))?;
    let (left, right) = (a.array.astype(dtype)?.reshaped(&spread_a)?, b.array.astype(dtype)?.reshaped(&spread_b)?);
    Ok(Array::from_dyn(left.binary(BinaryOp::Mul, "kron", &right)?.reshaped(&merged)?))
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The conjugate transpose of the matrices on the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array(&[Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)], [1, 2])?;
    /// assert_eq!(z.adjoint()?.to_string(), "[[1.-2.j]\n [3.-4.j]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for fewer than two dimensions.
    pub fn adjoint(&self) -> Result<Self> {
        self.array.matrix_shape("adjoint")?;
        let transposed = self.array.matrix_transpose()?;
        Ok(Self::from_dyn(if T::DTYPE.is_complex() { transposed.unary(UnaryOp::Conj)? } else { transposed }))
    }
}
