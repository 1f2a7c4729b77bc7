//! Elementwise functions and reductions.

use super::super::{Bsr, Coo, Csc, Csr, Dia};
use super::{Compressed, example};
use crate::array::{Array, ArrayLike, IntoOptionalAxis};
use crate::backend::Backend;
use crate::element::{RealElement, SparseElement};
use crate::error::Result;

/// Methods of a format; of functions of two matrices, `$Both` is the format.
macro_rules! elementwise {
    ($Format:ident, $to:literal, $Both:ident) => {
        impl<T: SparseElement, B: Backend> $Format<T, B> {
            /// The entries as another type.
            ///
            #[doc = example!($to, "assert_eq!(a.astype::<f32>()?.to_dense()?.dtype(), DType::F32);")]
            pub fn astype<U: SparseElement>(&self) -> Result<$Format<U, B>> {
                self.by(Csr::astype)
            }

            /// A function of the entries, of which there is one for each place, as [`Csr::map_values`].
            ///
            #[doc = example!($to, "assert_eq!(a.map_values(|x| Ok(x * x))?.to_dense()?.to_string(), \"[[0. 1.]\\n [4. 9.]]\");")]
            ///
            /// # Errors
            /// Those of [`Csr::map_values`].
            pub fn map_values<U: SparseElement>(
                &self,
                f: impl FnOnce(&Array<T, B>) -> Result<Array<U, B>>,
            ) -> Result<$Format<U, B>> {
                self.by(|rows| rows.map_values(f))
            }

            /// `-a`.
            ///
            #[doc = example!($to, "assert!(a.negative()?.array_equal(&a.multiply(-1.0)?)?);")]
            pub fn negative(&self) -> Result<Self> {
                self.by(Csr::negative)
            }

            /// The complex conjugate.
            ///
            #[doc = example!($to, "assert!(a.conj()?.array_equal(&a)?);")]
            pub fn conj(&self) -> Result<Self> {
                self.by(Csr::conj)
            }

            /// Magnitudes.
            ///
            #[doc = example!($to, "assert_eq!(a.abs()?.to_dense()?.to_string(), \"[[0. 1.]\\n [2. 3.]]\");")]
            #[doc(alias = "absolute")]
            pub fn abs(&self) -> Result<$Format<T::Real, B>>
            where
                T::Real: SparseElement,
            {
                self.by(Csr::abs)
            }

            /// Each entry to a power.
            ///
            #[doc = example!($to, "assert_eq!(a.power(2.0)?.to_dense()?.to_string(), \"[[0. 1.]\\n [4. 9.]]\");")]
            ///
            /// # Errors
            /// Those of [`Csr::power`].
            pub fn power(&self, exponent: f64) -> Result<Self> {
                self.by(|rows| rows.power(exponent))
            }

            /// The product with a number, or elementwise with a dense array, as [`Csr::multiply`].
            ///
            #[doc = example!($to, "assert_eq!(a.multiply(&xp.array([10.0, 1.0])?)?.to_dense()?.to_string(), \"[[ 0. -1.]\\n [20.  3.]]\");")]
            ///
            /// # Errors
            /// Those of [`Csr::multiply`].
            pub fn multiply(&self, other: impl ArrayLike<B>) -> Result<Self> {
                Self::beside(&other.operand(), |other| self.by(|rows| rows.multiply(other)))
            }

            /// The quotient by a number, or elementwise by a dense array, as [`Csr::divide`].
            ///
            #[doc = example!($to, "assert_eq!(a.divide(2.0)?.to_dense()?.to_string(), \"[[ 0.  -0.5]\\n [ 1.   1.5]]\");")]
            ///
            /// # Errors
            /// Those of [`Csr::divide`].
            pub fn divide(&self, other: impl ArrayLike<B>) -> Result<$Format<T::Quotient, B>>
            where
                T::Quotient: SparseElement,
            {
                Self::beside(&other.operand(), |other| self.by(|rows| rows.divide(other)))
            }

            /// A function of two matrices.
            fn both(
                &self,
                other: &Self,
                f: impl FnOnce(&Csr<T, B>, &Csr<T, B>) -> Result<Csr<T, B>>,
            ) -> Result<$Both<T, B>> {
                self.of_both(f(&self.compressed()?, &other.compressed()?)?)
            }

            /// The sum.
            ///
            #[doc = example!($to, "assert_eq!(a.add(&a)?.to_dense()?.to_string(), \"[[ 0. -2.]\\n [ 4.  6.]]\");")]
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
            pub fn add(&self, other: &Self) -> Result<$Both<T, B>> {
                self.both(other, Csr::add)
            }

            /// The difference.
            ///
            #[doc = example!($to, "assert_eq!(a.subtract(&a)?.to_dense()?.to_string(), \"[[0. 0.]\\n [0. 0.]]\");")]
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
            pub fn subtract(&self, other: &Self) -> Result<$Both<T, B>> {
                self.both(other, Csr::subtract)
            }

            /// The elementwise product.
            ///
            #[doc = example!($to, "assert_eq!(a.multiply_sparse(&a)?.to_dense()?.to_string(), \"[[0. 1.]\\n [4. 9.]]\");")]
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
            pub fn multiply_sparse(&self, other: &Self) -> Result<$Both<T, B>> {
                self.both(other, Csr::multiply_sparse)
            }

            /// The product of two matrices.
            ///
            #[doc = example!($to, "assert_eq!(a.matmul_sparse(&a)?.to_dense()?.to_string(), \"[[-2. -3.]\\n [ 6.  7.]]\");")]
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the inner lengths differ.
            pub fn matmul_sparse(&self, other: &Self) -> Result<$Both<T, B>> {
                match Self::TURNED {
                    true => self.both(other, |x, y| y.matmul_sparse(x)),
                    false => self.both(other, Csr::matmul_sparse),
                }
            }

            /// Whether both have the same shape and elements; a stored zero is a zero.
            ///
            #[doc = example!($to, "assert!(a.array_equal(&a)?);")]
            pub fn array_equal(&self, other: &Self) -> Result<bool> {
                self.compressed()?.array_equal(&other.compressed()?)
            }

            /// Sums along an axis, or of all elements, as [`Csr::sum`].
            ///
            #[doc = example!($to, "assert_eq!(a.sum(0)?.to_string(), \"[2. 2.]\");")]
            ///
            /// # Errors
            /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
            pub fn sum(&self, axis: impl IntoOptionalAxis) -> Result<Array<T::Sum, B>>
            where
                T::Sum: SparseElement,
            {
                self.compressed()?.sum(Self::axis(axis.into_optional_axis()))
            }

            /// Means along an axis, or of all elements, as [`Csr::mean`].
            ///
            #[doc = example!($to, "assert_eq!(a.mean(1)?.to_string(), \"[-0.5  2.5]\");")]
            ///
            /// # Errors
            /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
            pub fn mean(&self, axis: impl IntoOptionalAxis) -> Result<Array<T::Quotient, B>>
            where
                T::Quotient: SparseElement,
            {
                self.compressed()?.mean(Self::axis(axis.into_optional_axis()))
            }

            /// The numbers of elements along an axis that are not zero, or how many there are, as [`Csr::count_nonzero`].
            ///
            #[doc = example!($to, "assert_eq!(a.count_nonzero(1)?.to_string(), \"[1 2]\");")]
            ///
            /// # Errors
            /// [`Error::Axis`](crate::Error::Axis) for an axis that is not there.
            pub fn count_nonzero(&self, axis: impl IntoOptionalAxis) -> Result<Array<i64, B>> {
                self.compressed()?.count_nonzero(Self::axis(axis.into_optional_axis()))
            }
        }

        impl<T: SparseElement + RealElement, B: Backend> $Format<T, B> {
            /// The largest elements along an axis, or of all, as [`Csr::max`].
            ///
            #[doc = example!($to, "assert_eq!(a.max(1)?.to_string(), \"[0. 3.]\");")]
            ///
            /// # Errors
            /// Those of [`Csr::max`].
            pub fn max(&self, axis: impl IntoOptionalAxis) -> Result<Array<T, B>> {
                self.compressed()?.max(Self::axis(axis.into_optional_axis()))
            }

            /// The smallest elements along an axis, or of all, as [`Csr::min`].
            ///
            #[doc = example!($to, "assert_eq!(a.min(0)?.to_string(), \"[ 0. -1.]\");")]
            ///
            /// # Errors
            /// Those of [`Csr::max`].
            pub fn min(&self, axis: impl IntoOptionalAxis) -> Result<Array<T, B>> {
                self.compressed()?.min(Self::axis(axis.into_optional_axis()))
            }

            /// The larger of each two elements.
            ///
            #[doc = example!($to, "assert!(a.maximum(&a)?.array_equal(&a.minimum(&a)?)?);")]
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
            pub fn maximum(&self, other: &Self) -> Result<$Both<T, B>> {
                self.both(other, |x, y| x.maximum(y))
            }

            /// The smaller of each two elements.
            ///
            #[doc = example!($to, "assert!(a.minimum(&a)?.array_equal(&a.maximum(&a)?)?);")]
            ///
            /// # Errors
            /// [`Error::Shape`](crate::Error::Shape) if the shapes differ.
            pub fn minimum(&self, other: &Self) -> Result<$Both<T, B>> {
                self.both(other, |x, y| x.minimum(y))
            }
        }
    };
}

elementwise!(Csc, "to_csc()", Csc);
elementwise!(Coo, "to_coo()", Csr);
elementwise!(Dia, "to_dia()", Dia);
elementwise!(Bsr, "to_bsr([1, 2])", Bsr);
