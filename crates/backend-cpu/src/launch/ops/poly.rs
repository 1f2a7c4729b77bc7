//! What functions of the table consist of besides operations of kernels.

use super::Code;
use super::maps::Call;
use super::math::{out, run_binary};
use crate::vmath::{Binary, VectorMath};
use xparray_ir::DType;

/// A polynomial: its coefficients in the type of its tiles, the highest first.
pub enum Poly {
    /// Of `f32`.
    F32(Box<[f32]>),
    /// Of `f64`.
    F64(&'static [f64]),
}

impl Poly {
    /// The polynomial of tiles of `f32` or `f64`.
    pub fn new(dtype: DType, coefficients: &'static [f64]) -> Self {
        match dtype {
            DType::F32 => Self::F32(coefficients.iter().map(|&c| c as f32).collect()),
            _ => Self::F64(coefficients),
        }
    }

    /// Computes a tile.
    ///
    /// # Safety
    /// As [`super::maps::TileFn`], with one argument of the type.
    pub unsafe fn run(&self, call: Call) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::F32(coefficients) => f32::polynomial(coefficients, call.arg(0), out(call)),
                Self::F64(coefficients) => f64::polynomial(coefficients, call.arg(0), out(call)),
            }
        }
    }
}

/// What the product of two tiles of `f32` or `f64` loses by rounding.
pub fn product_error(dtype: DType) -> Code {
    match dtype {
        DType::F32 => Code::Math2(run_binary::<f32>, Binary::ProductError),
        _ => Code::Math2(run_binary::<f64>, Binary::ProductError),
    }
}
