//! What the methods take as shapes.

use super::integers::{PlainInteger, for_integers, for_lists, for_tuples};
use crate::error::{Error, Result};
use crate::layout::{Dims, Strides, checked_len};

/// Anything that names a shape: a number, an array, tuple, slice or vector of numbers, or `()` for no axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// assert_eq!(xp.zeros::<f32>(3)?.shape(), [3]);
/// assert_eq!(xp.zeros::<f32>([2, 3])?.shape(), [2, 3]);
/// assert_eq!(xp.zeros::<f32>((2, 3))?.shape(), [2, 3]);
/// assert_eq!(xp.zeros::<f32>(())?.ndim(), 0);
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "expected `usize`, or several",
    note = "write a length `n`, lengths `[2, 3]` or `(2, 3)`, a slice as `x.shape()`, a vector, or `()` for no axes",
    note = "lengths are `usize`: convert others, `n as usize`"
)]
pub trait IntoShape {
    /// The lengths of the axes.
    fn into_shape(self) -> Dims;
}

impl IntoShape for () {
    fn into_shape(self) -> Dims {
        Dims::new()
    }
}
impl IntoShape for usize {
    fn into_shape(self) -> Dims {
        Dims::from_slice(&[self])
    }
}
impl<const N: usize> IntoShape for [usize; N] {
    fn into_shape(self) -> Dims {
        Dims::from_slice(&self)
    }
}
impl<const N: usize> IntoShape for &[usize; N] {
    fn into_shape(self) -> Dims {
        Dims::from_slice(self)
    }
}
impl IntoShape for &[usize] {
    fn into_shape(self) -> Dims {
        Dims::from_slice(self)
    }
}
impl IntoShape for Vec<usize> {
    fn into_shape(self) -> Dims {
        Dims::from_vec(self)
    }
}
impl IntoShape for &Vec<usize> {
    fn into_shape(self) -> Dims {
        Dims::from_slice(self)
    }
}
impl IntoShape for Dims {
    fn into_shape(self) -> Dims {
        self
    }
}

macro_rules! tuples {
    ($($n:ident: $usize:ty),*) => {
        impl IntoShape for ($($usize,)*) {
            fn into_shape(self) -> Dims {
                let ($($n,)*) = self;
                Dims::from_slice(&[$($n),*])
            }
        }
    };
}
tuples!(a: usize);
tuples!(a: usize, b: usize);
tuples!(a: usize, b: usize, c: usize);
tuples!(a: usize, b: usize, c: usize, d: usize);
tuples!(a: usize, b: usize, c: usize, d: usize, e: usize);
tuples!(a: usize, b: usize, c: usize, d: usize, e: usize, f: usize);

/// Anything that names a shape of an array that there is: as [`IntoShape`], of any plain integers, with one length
/// possibly -1, which stands for what is left.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.arange((0, 6, 1))?;
/// assert_eq!(x.reshape([2, -1])?.shape(), [2, 3]);
/// assert_eq!(x.reshape((-1, 2))?.shape(), [3, 2]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "expected an integer, or several",
    note = "write a length `n`, lengths `[2, -1]` or `(2, -1)`, a slice as `x.shape()`, a vector, or `()` for no axes"
)]
pub trait IntoNewShape {
    /// The lengths of the axes.
    fn into_new_shape(self) -> Strides;
}

impl IntoNewShape for () {
    fn into_new_shape(self) -> Strides {
        Strides::new()
    }
}
for_integers!(IntoNewShape; fn into_new_shape(n) -> Strides { [n].into_new_shape() });
for_lists!(IntoNewShape; fn into_new_shape(lengths) -> Strides { lengths.collect() });
for_tuples!(IntoNewShape; into_new_shape -> Strides);

/// The shape of `len` elements that `lengths` name, one of them possibly -1.
pub(super) fn resolve_shape(op: &'static str, lengths: &[isize], len: usize) -> Result<Dims> {
    let open = lengths.iter().filter(|&&d| d == -1).count();
    if open > 1 || lengths.iter().any(|&d| d < -1) {
        return Err(Error::value(op, format!("{lengths:?} is not a shape: one length may be -1")));
    }
    let known: Dims = lengths.iter().filter(|&&d| d >= 0).map(|&d| d as usize).collect();
    let product = checked_len(&known)?;
    let rest = len.checked_div(product).unwrap_or(0);
    let shape: Dims = lengths.iter().map(|&d| if d < 0 { rest } else { d as usize }).collect();
    // With no elements, -1 could be anything.
    let fits = if open == 1 { product != 0 && rest * product == len } else { product == len };
    if fits { Ok(shape) } else { Err(Error::shape(op, &[len], &known)) }
}
