//! Sparse matrices: of any element type, one object; in compressed rows, from which the other formats are made.

pub mod arrays;
pub mod build;
mod factors;
pub mod graphs;
mod operator;
pub mod solvers;

pub use operator::{called, called_with};

use super::given::Given;
use super::kept::{Kept, keep};
use crate::DynArray;
use num_complex::Complex;
use pyo3::prelude::*;
use std::sync::Arc;
use xparray::sparse::Csr;
use xparray::{DType, Device, Result, SparseElement};

/// The variants: a name, and the type of the elements.
macro_rules! matrices {
    ($($Name:ident: $T:ty),+) => {
        /// A matrix of some element type.
        pub enum Matrix {
            $($Name(Csr<$T, Device>)),+
        }

        $(impl From<Csr<$T, Device>> for Matrix {
            fn from(matrix: Csr<$T, Device>) -> Self {
                Self::$Name(matrix)
            }
        })+

        impl Matrix {
            /// The type of the elements.
            pub fn dtype(&self) -> DType {
                match self {
                    $(Self::$Name(_) => DType::$Name),+
                }
            }

            /// The matrix with elements of a type.
            pub fn typed<T: SparseElement>(&self) -> Result<Csr<T, Device>> {
                match self {
                    $(Self::$Name(matrix) => matrix.astype()),+
                }
            }
        }
    };
}
matrices! {
    Bool: bool, I8: i8, I16: i16, I32: i32, I64: i64, U8: u8, U16: u16, U32: u32, U64: u64, F32: f32, F64: f64,
    Complex64: Complex<f32>, Complex128: Complex<f64>
}

/// What holds of a matrix of every element type.
macro_rules! each {
    ($matrix:expr, $x:ident => $value:expr) => {
        match $matrix {
            Matrix::Bool($x) => $value,
            Matrix::I8($x) => $value,
            Matrix::I16($x) => $value,
            Matrix::I32($x) => $value,
            Matrix::I64($x) => $value,
            Matrix::U8($x) => $value,
            Matrix::U16($x) => $value,
            Matrix::U32($x) => $value,
            Matrix::U64($x) => $value,
            Matrix::F32($x) => $value,
            Matrix::F64($x) => $value,
            Matrix::Complex64($x) => $value,
            Matrix::Complex128($x) => $value,
        }
    };
}

/// What holds of a matrix of elements that are ordered.
macro_rules! ordered {
    ($op:expr, $matrix:expr, $x:ident => $value:expr) => {
        match $matrix {
            Matrix::Bool($x) => $value,
            Matrix::I8($x) => $value,
            Matrix::I16($x) => $value,
            Matrix::I32($x) => $value,
            Matrix::I64($x) => $value,
            Matrix::U8($x) => $value,
            Matrix::U16($x) => $value,
            Matrix::U32($x) => $value,
            Matrix::U64($x) => $value,
            Matrix::F32($x) => $value,
            Matrix::F64($x) => $value,
            Matrix::Complex64(_) | Matrix::Complex128(_) => {
                Err(xparray::Error::value($op, "complex numbers have no order"))
            }
        }
    };
}
use {each, ordered};

/// What makes matrices of arrays: for the type of the elements, in single precision for half floats.
macro_rules! of_type {
    ($dtype:expr, $T:ident => $value:expr) => {{
        use xparray::DType as D;
        match $dtype {
            D::Bool => {
                type $T = bool;
                $value
            }
            D::I8 => {
                type $T = i8;
                $value
            }
            D::I16 => {
                type $T = i16;
                $value
            }
            D::I32 => {
                type $T = i32;
                $value
            }
            D::I64 => {
                type $T = i64;
                $value
            }
            D::U8 => {
                type $T = u8;
                $value
            }
            D::U16 => {
                type $T = u16;
                $value
            }
            D::U32 => {
                type $T = u32;
                $value
            }
            D::U64 => {
                type $T = u64;
                $value
            }
            D::F16 | D::BF16 | D::F32 => {
                type $T = f32;
                $value
            }
            D::F64 => {
                type $T = f64;
                $value
            }
            D::Complex64 => {
                type $T = num_complex::Complex<f32>;
                $value
            }
            D::Complex128 => {
                type $T = num_complex::Complex<f64>;
                $value
            }
        }
    }};
}
use of_type;

/// An array of a type that matrices have.
fn elements<T: SparseElement>(x: &DynArray) -> Result<xparray::Array<T, Device>> {
    x.astype(T::DTYPE)?.typed()
}

impl Matrix {
    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        each!(self, a => a.shape())
    }

    /// The matrix with elements of a type; half floats become single ones.
    pub fn astype(&self, dtype: DType) -> Result<Self> {
        of_type!(dtype, T => self.typed::<T>().map(Self::from))
    }
}

/// A matrix as an argument.
pub struct Sparse(pub Arc<Matrix>);

impl<'py> FromPyObject<'_, 'py> for Sparse {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract::<Kept<Matrix>>().map(|kept| Self(kept.0))
    }
}

impl Given for Matrix {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        keep(self).into_python(py)
    }
}

impl<T: SparseElement> Given for Csr<T, Device>
where
    Matrix: From<Csr<T, Device>>,
{
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Matrix::from(self).into_python(py)
    }
}

/// A matrix of elements in which systems are solved: integers and truth values become double floats.
pub enum Solvable {
    F32(Csr<f32, Device>),
    F64(Csr<f64, Device>),
    Complex64(Csr<Complex<f32>, Device>),
    Complex128(Csr<Complex<f64>, Device>),
}

/// What holds of each of these.
macro_rules! solvable {
    ($matrix:expr, $x:ident => $value:expr) => {
        match $matrix {
            Solvable::F32($x) => $value,
            Solvable::F64($x) => $value,
            Solvable::Complex64($x) => $value,
            Solvable::Complex128($x) => $value,
        }
    };
}
use solvable;

impl Solvable {
    pub fn of(matrix: &Matrix) -> Result<Self> {
        Ok(match matrix {
            Matrix::F32(a) => Self::F32(a.clone()),
            Matrix::Complex64(a) => Self::Complex64(a.clone()),
            Matrix::Complex128(a) => Self::Complex128(a.clone()),
            other => Self::F64(other.typed()?),
        })
    }

    pub fn device(&self) -> Device {
        solvable!(self, a => a.xp().clone())
    }
}

/// Such a matrix as an argument.
impl<'py> FromPyObject<'_, 'py> for Solvable {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Sparse(matrix) = object.extract()?;
        crate::error::run(object.py(), || Self::of(&matrix))
    }
}
