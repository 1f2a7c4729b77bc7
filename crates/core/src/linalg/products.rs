//! Products.

use crate::array::elementwise::dyn_doc;
use crate::array::{Array, ArrayLike, DynArray};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::Scalar;
use crate::element::{Element, Number};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, UnaryOp};
use crate::layout::{Dims, broadcast_shapes, checked_len, normalize_axis};
use crate::promote::Promote;

type Common<T, U> = <T as Promote<U>>::Output;

/// Products of two arrays.
macro_rules! products {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        impl<T: Element, B: Backend> Array<T, B> {$(
            $(#[$doc])*
            pub fn $name<U: Element>(&self, other: &Array<U, B>) -> Result<Array<Common<T, U>, B>>
            where
                T: Promote<U>,
            {
                self.array.$name(&other.array).map(Array::from_dyn)
            }
        )*}
    };
}

products! {
    /// The matrix product, as NumPy's `@`: `[..., m, k]` times `[..., k, n]` is `[..., m, n]`; vectors count as a row or a
    /// column, stacks broadcast.
    ///
    /// Transposed and strided operands are not copied. `f16` and `bf16` accumulate in `f32`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, b) = (xp.array([[1, 2], [3, 4]])?, xp.array([[1, 0], [1, 1]])?);
    /// assert_eq!(a.matmul(&b)?.to_string(), "[[3 2]\n [7 4]]");
    /// assert_eq!(a.matmul(&xp.array([1, 1])?)?.to_string(), "[3 7]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the inner lengths differ or the stacks do not broadcast; [`Error::Value`] for a
    /// zero-dimensional operand.
    matmul;

    /// NumPy's `dot`: the product with a scalar, the inner product of vectors, the matrix product, and for
    /// more axes the sum over the last axis of the first and the last but one of the second.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2, 3])?, xp.array([4, 5, 6])?);
    /// assert_eq!(x.dot(&y)?.item()?, 32);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the lengths that are summed over differ.
    dot;

    /// The sum of products of all elements, the first operand conjugated.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.array([Complex::new(3.0, 4.0)])?;
    /// assert_eq!(z.vdot(&z)?.item()?, Complex::new(25.0, 0.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the numbers of elements differ.
    vdot;

    /// The sums of products over the last axes. The result has the other axes of the first, then those of the second.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, x) = (xp.array([[1, 2], [3, 4]])?, xp.array([1, 10])?);
    /// assert_eq!(a.inner(&x)?.to_string(), "[21 43]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the last lengths differ.
    inner;

    /// The products of all pairs of elements: shape `[m, n]` for `m` elements and `n` others. Deferred.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1, 2])?, xp.array([3, 4, 5])?);
    /// assert_eq!(x.outer(&y)?.to_string(), "[[ 3  4  5]\n [ 6  8 10]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    outer;

    /// The inner products of the vectors along the last axes, the first operand conjugated: `[..., n]` with `[..., n]` gives
    /// `[...]`; the other axes broadcast. Deferred, and fuses.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, b) = (xp.array([[1, 2], [3, 4]])?, xp.array([10, 1])?);
    /// assert_eq!(a.vecdot(&b)?.to_string(), "[12 34]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the lengths differ or the other axes do not broadcast; [`Error::Value`] for a zero-dimensional operand.
    vecdot;

    /// The products of matrices and vectors: `[..., m, n]` times `[..., n]` is `[..., m]`; stacks broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, x) = (xp.array([[1, 2], [3, 4]])?, xp.array([[1, 0], [0, 1], [1, 1]])?);
    /// assert_eq!(a.matvec(&x)?.to_string(), "[[1 3]\n [2 4]\n [3 7]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`matmul`](Array::matmul); [`Error::Value`] for a first operand without two dimensions.
    matvec;

    /// The products of vectors, conjugated, and matrices: `[..., m]` times `[..., m, n]` is `[..., n]`; stacks broadcast.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, a) = (xp.array([1, 10])?, xp.array([[1, 2], [3, 4]])?);
    /// assert_eq!(x.vecmat(&a)?.to_string(), "[31 42]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`matmul`](Array::matmul); [`Error::Value`] for a second operand without two dimensions.
    vecmat;

    /// The Kronecker product: every element of the first times the second. Each axis has the product of both lengths.
    /// Deferred.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, b) = (xp.array([1, 10])?, xp.array([5, 6, 7])?);
    /// assert_eq!(a.kron(&b)?.to_string(), "[ 5  6  7 50 60 70]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for too many elements.
    kron;
}

/// The axes of both operands that [`tensordot`](Array::tensordot) sums over: so many, the last ones of the first and the first
/// ones of the second, or a list for each, paired in order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (a, b) = (xp.ones::<f64>([2, 3, 4])?, xp.ones::<f64>([4, 3, 5])?);
/// assert_eq!(a.tensordot(&b, 1)?.shape(), [2, 3, 3, 5]);
/// assert_eq!(a.tensordot(&b, ([1, 2], [1, 0]))?.shape(), [2, 5]);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoAxisPairs {
    /// The axes of the first, and those of the second.
    fn into_axis_pairs(self) -> (Vec<isize>, Vec<isize>);
}

impl IntoAxisPairs for u16 {
    fn into_axis_pairs(self) -> (Vec<isize>, Vec<isize>) {
        let n = self as isize;
        ((-n..0).collect(), (0..n).collect())
    }
}

impl<const N: usize> IntoAxisPairs for ([isize; N], [isize; N]) {
    fn into_axis_pairs(self) -> (Vec<isize>, Vec<isize>) {
        (self.0.into(), self.1.into())
    }
}

impl IntoAxisPairs for (&[isize], &[isize]) {
    fn into_axis_pairs(self) -> (Vec<isize>, Vec<isize>) {
        (self.0.into(), self.1.into())
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The sums of products over axes of both operands. The result has the other axes of the first, then those of the second.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, b) = (xp.ones::<f64>([2, 3, 4])?, xp.ones::<f64>([3, 4, 5])?);
    /// assert_eq!(a.tensordot(&b, 2)?.shape(), [2, 5]);
    /// assert_eq!(a.tensordot(&b, ([1], [0]))?.shape(), [2, 4, 4, 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there or repeated; [`Error::Shape`] if paired lengths differ.
    pub fn tensordot<U: Element>(&self, other: &Array<U, B>, axes: impl IntoAxisPairs) -> Result<Array<Common<T, U>, B>>
    where
        T: Promote<U>,
    {
        self.array.tensordot(&other.array, axes).map(Array::from_dyn)
    }
}

impl<T: Number, B: Backend> Array<T, B> {
    /// The conjugate transpose of the matrices on the last two axes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let z = xp.from_slice(&[Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)], [1, 2])?;
    /// assert_eq!(z.adjoint()?.to_string(), "[[1.-2.j]\n [3.-4.j]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for fewer than two dimensions.
    #[doc(alias = "H")]
    #[doc(alias = "mH")]
    pub fn adjoint(&self) -> Result<Self> {
        self.array.adjoint().map(Self::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(matmul)]
    pub fn matmul(&self, other: &Self) -> Result<Self> {
        const OP: &str = "matmul";
        let dtype = self.dtype().promote(other.dtype());
        let (a, b) = (&self.astype(dtype)?, &other.astype(dtype)?);
        let mismatch = || Error::shape(OP, a.shape(), b.shape());
        let xp = a.xp();
        match (a.shape(), b.shape()) {
            ([], _) | (_, []) => Err(Error::value(OP, "an operand has no dimensions; multiply instead")),
            ([n], [m]) if n == m && (a.is_read_with(1) || b.is_read_with(1)) => a.sums_of_products(OP, b),
            ([n], [m]) if n == m => Self::operation(OP, &[a, b], dtype, &[], |xp, x| xp.dot(x[0], x[1], false)),
            ([_, k], [n]) if k == n && a.is_read_with(1) => a.sums_of_products(OP, b),
            ([m, k], [n]) if k == n => {
                checked_len(&[*m])?;
                Self::operation(OP, &[a, b], dtype, &[*m], |xp, x| xp.gemv(x[0], x[1]))
            }
            ([n], [k, _]) if k == n && b.is_read_with(1) => b.matrix_transpose()?.sums_of_products(OP, a),
            ([n], [k, m]) if k == n => {
                checked_len(&[*m])?;
                Self::operation(OP, &[a, &b.matrix_transpose()?], dtype, &[*m], |xp, x| xp.gemv(x[1], x[0]))
            }
            ([n], [.., k, m]) if k == n => {
                let row = a.reshaped(&[1, *n])?;
                let mut shape: Dims = b.shape()[..b.shape().len() - 2].into();
                shape.push(*m);
                row.matmul(b)?.reshaped(&shape)
            }
            ([.., k], [n, p]) if k == n && a.is_read_with(*p) => a.with_few_columns(OP, b),
            ([m, k], [n, _]) if k == n && b.matrix_transpose()?.is_read_with(*m) => {
                b.matrix_transpose()?.with_few_columns(OP, &a.matrix_transpose()?)?.matrix_transpose()
            }
            ([.., _, k], [n]) if k == n => {
                let column = b.reshaped(&[*n, 1])?;
                let shape: Dims = a.shape()[..a.shape().len() - 1].into();
                a.matmul(&column)?.reshaped(&shape)
            }
            ([stack_a @ .., m, k], [stack_b @ .., n, p]) if k == n => {
                let stack = broadcast_shapes(OP, stack_a, stack_b).map_err(|_| mismatch())?;
                let with = |last: [usize; 2]| stack.iter().copied().chain(last).collect::<Dims>();
                if checked_len(&with([*m, *p]))? == 0 {
                    return Self::full(xp, Scalar::from_f64(dtype, 0.0), &with([*m, *p]));
                }
                let (left, right) = (a.broadcast(OP, &with([*m, *k]))?, b.broadcast(OP, &with([*n, *p]))?);
                Self::product(OP, [&left, &right], dtype, &with([*m, *p]))
            }
            _ => Err(mismatch()),
        }
    }

    #[doc = dyn_doc!(dot)]
    pub fn dot(&self, other: &Self) -> Result<Self> {
        if self.ndim() == 0 || other.ndim() == 0 {
            return self.combine(BinaryOp::Mul, "dot", &other.operand(), self.dtype().promote(other.dtype()));
        }
        if self.ndim() <= 2 && other.ndim() <= 2 {
            return self.matmul(other);
        }
        let axis = other.ndim() as isize - 2;
        self.tensordot(other, ([-1], [axis.max(0)]))
    }

    #[doc = dyn_doc!(vdot)]
    pub fn vdot(&self, other: &Self) -> Result<Self> {
        const OP: &str = "vdot";
        if self.len() != other.len() {
            return Err(Error::shape(OP, self.shape(), other.shape()));
        }
        let dtype = self.dtype().promote(other.dtype());
        let (left, right) =
            (self.astype(dtype)?.reshaped(&[self.len()])?, other.astype(dtype)?.reshaped(&[other.len()])?);
        if left.is_read_with(1) || right.is_read_with(1) {
            return left.conjugated()?.sums_of_products(OP, &right);
        }
        Self::operation(OP, &[&left, &right], dtype, &[], |xp, x| xp.dot(x[0], x[1], true))
    }

    #[doc = dyn_doc!(outer)]
    pub fn outer(&self, other: &Self) -> Result<Self> {
        const OP: &str = "outer";
        let dtype = self.dtype().promote(other.dtype());
        let (column, row) =
            (self.astype(dtype)?.reshaped(&[self.len(), 1])?, other.astype(dtype)?.reshaped(&[1, other.len()])?);
        column.binary(BinaryOp::Mul, OP, &row)
    }

    #[doc = dyn_doc!(inner)]
    pub fn inner(&self, other: &Self) -> Result<Self> {
        self.tensordot(other, ([-1], [-1]))
    }

    #[doc = dyn_doc!(tensordot)]
    pub fn tensordot(&self, other: &Self, axes: impl IntoAxisPairs) -> Result<Self> {
        const OP: &str = "tensordot";
        let (axes, other_axes) = axes.into_axis_pairs();
        let dtype = self.dtype().promote(other.dtype());
        let resolve = |axes: &[isize], ndim: usize| -> Result<Dims> {
            let mut resolved = Dims::new();
            for &axis in axes {
                let k = normalize_axis(OP, axis, ndim)?;
                if resolved.contains(&k) {
                    return Err(Error::Axis { op: OP, axis, ndim });
                }
                resolved.push(k);
            }
            Ok(resolved)
        };
        let (sum_a, sum_b) = (resolve(&axes, self.ndim())?, resolve(&other_axes, other.ndim())?);
        let lengths = |shape: &[usize], axes: &Dims| axes.iter().map(|&k| shape[k]).collect::<Dims>();
        let summed = lengths(self.shape(), &sum_a);
        if summed != lengths(other.shape(), &sum_b) {
            return Err(Error::shape(OP, self.shape(), other.shape()));
        }
        let free = |ndim: usize, axes: &Dims| (0..ndim).filter(|k| !axes.contains(k)).collect::<Dims>();
        let (free_a, free_b) = (free(self.ndim(), &sum_a), free(other.ndim(), &sum_b));
        let order = |first: &Dims, second: &Dims| first.iter().chain(second).copied().collect::<Dims>();
        let (shape_a, shape_b) = (lengths(self.shape(), &free_a), lengths(other.shape(), &free_b));
        let [m, k, n] = [&shape_a, &summed, &shape_b].map(|shape| checked_len(shape));
        let (m, k, n) = (m?, k?, n?);
        let matrix = |raw: &Self, axes: Dims, shape: [usize; 2]| {
            let raw = raw.astype(dtype)?;
            raw.with_layout(raw.layout().permute(&axes)?)?.reshaped(&shape)
        };
        let left = matrix(self, order(&free_a, &sum_a), [m, k])?;
        let right = matrix(other, order(&sum_b, &free_b), [k, n])?;
        left.matmul(&right)?.reshaped(&order(&shape_a, &shape_b))
    }

    #[doc = dyn_doc!(kron)]
    pub fn kron(&self, other: &Self) -> Result<Self> {
        const OP: &str = "kron";
        let dtype = self.dtype().promote(other.dtype());
        let ndim = self.ndim().max(other.ndim());
        let padded =
            |shape: &[usize]| std::iter::repeat_n(1, ndim - shape.len()).chain(shape.iter().copied()).collect::<Dims>();
        let (shape_a, shape_b) = (padded(self.shape()), padded(other.shape()));
        // Axes of the first and of the second alternate, and are merged in pairs.
        let spread_a: Dims = shape_a.iter().flat_map(|&d| [d, 1]).collect();
        let spread_b: Dims = shape_b.iter().flat_map(|&d| [1, d]).collect();
        let lengths = shape_a.iter().zip(&shape_b).map(|(p, q)| p.checked_mul(*q));
        let merged = lengths.collect::<Option<Dims>>().ok_or_else(|| Error::value(OP, "too many elements"))?;
        let (left, right) = (self.astype(dtype)?.reshaped(&spread_a)?, other.astype(dtype)?.reshaped(&spread_b)?);
        left.binary(BinaryOp::Mul, OP, &right)?.reshaped(&merged)
    }

    #[doc = dyn_doc!(adjoint)]
    pub fn adjoint(&self) -> Result<Self> {
        const OP: &str = "adjoint";
        TypeClass::Number.check(OP, self.dtype())?;
        self.matrix_shape(OP)?;
        let transposed = self.matrix_transpose()?;
        if self.dtype().is_complex() { transposed.unary(UnaryOp::Conj) } else { Ok(transposed) }
    }
}
