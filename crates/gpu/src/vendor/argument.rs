//! Arguments as the libraries' routines take them.

use std::ffi::{c_int, c_schar};
use xparray_ir::{DType, Error, Result, Scalar};

/// A scalar, aligned as libraries read it.
#[repr(align(16))]
pub struct Number([u8; 16]);

impl Number {
    /// That of an element type.
    pub fn of(scalar: &Scalar) -> Self {
        let (mut number, bytes) = ([0; 16], scalar.bytes());
        number[..bytes.len()].copy_from_slice(bytes);
        Self(number)
    }

    /// One.
    pub fn one(dtype: DType) -> Self {
        Self::of(&Scalar::from_f64(dtype, 1.0))
    }

    /// Where it is, as long as `self` lives.
    pub fn as_ptr<T>(&self) -> *const T {
        self.0.as_ptr().cast()
    }
}

/// A length as routines of 32 bits take it.
///
/// # Errors
/// `Error::Value` beyond 32 bits.
pub fn int(op: &'static str, x: i64) -> Result<c_int> {
    c_int::try_from(x).map_err(|_| Error::value(op, format!("a length of {x} is beyond 32 bits")))
}

/// LAPACK's letter for which singular vectors are wanted: all, as many as there are values, or none.
pub fn singular_job(vectors: bool, full: bool) -> c_schar {
    (match (vectors, full) {
        (false, _) => b'N',
        (true, false) => b'S',
        (true, true) => b'A',
    }) as c_schar
}
