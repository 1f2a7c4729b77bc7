//! What the methods take as indices.

use super::integers::{PlainInteger, for_integers};
use super::{Array, Create, DynArray, IntoShape};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::element::Integer;
use crate::error::Result;
use std::ops::Range;

/// Anything that gives indices of places (negative ones count from the end): an array of any integer type, an array, slice or
/// vector of Rust's, a range, or one index, which has no axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([10, 20, 30])?;
/// assert_eq!(x.take([2, 0], 0)?.to_string(), "[30 10]");
/// assert_eq!(x.take([[2, 0], [1, -1]], 0)?.to_string(), "[[30 10]\n [20 30]]");
/// assert_eq!(x.take(0..2, 0)?.to_string(), "[10 20]");
/// assert_eq!(x.take(1, 0)?.item()?, 20);
/// assert_eq!(x.take(&x.argsort()?, 0)?.to_string(), "[10 20 30]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give indices",
    label = "expected integers",
    note = "write `[2, 0]`, a slice or vector of `i32`, `i64`, `isize` or `usize`, a range `0..n`, or an array of integers on the \
            same device: `&indices`",
    note = "floats become indices by `&x.astype::<i64>()`; where a mask holds, `x.mask(&mask)` reads"
)]
pub trait IntoIndices<B: Backend> {
    /// The indices as an array of an integer type.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    fn into_indices(self, xp: &B) -> Result<DynArray<B>>;
}

impl<B: Backend> IntoIndices<B> for DynArray<B> {
    fn into_indices(self, _: &B) -> Result<DynArray<B>> {
        Ok(self)
    }
}
impl<B: Backend> IntoIndices<B> for &DynArray<B> {
    fn into_indices(self, _: &B) -> Result<DynArray<B>> {
        Ok(self.clone())
    }
}
impl<I: Integer, B: Backend> IntoIndices<B> for Array<I, B> {
    fn into_indices(self, _: &B) -> Result<DynArray<B>> {
        Ok(self.array)
    }
}
impl<I: Integer, B: Backend> IntoIndices<B> for &Array<I, B> {
    fn into_indices(self, _: &B) -> Result<DynArray<B>> {
        Ok(self.array.clone())
    }
}
for_integers!(IntoIndices<B>; fn into_indices(index, xp: &B) -> Result<DynArray<B>> {
    DynArray::full(xp, Scalar::new(index.to_isize() as i64), &[])
});
impl<I: PlainInteger, B: Backend> IntoIndices<B> for Range<I> {
    fn into_indices(self, xp: &B) -> Result<DynArray<B>> {
        Ok(xp.arange(self.start.to_isize()..self.end.to_isize())?.array)
    }
}

/// An array of one axis or two.
fn listed<I: PlainInteger, B: Backend>(
    xp: &B,
    indices: impl Iterator<Item = I>,
    shape: impl IntoShape,
) -> Result<DynArray<B>> {
    let indices: Vec<i64> = indices.map(|index| index.to_isize() as i64).collect();
    Ok(xp.from_slice(&indices, shape)?.array)
}

impl<I: PlainInteger, B: Backend> IntoIndices<B> for &[I] {
    fn into_indices(self, xp: &B) -> Result<DynArray<B>> {
        listed(xp, self.iter().copied(), self.len())
    }
}
impl<I: PlainInteger, B: Backend, const N: usize> IntoIndices<B> for [I; N] {
    fn into_indices(self, xp: &B) -> Result<DynArray<B>> {
        self[..].into_indices(xp)
    }
}
impl<I: PlainInteger, B: Backend, const N: usize> IntoIndices<B> for &[I; N] {
    fn into_indices(self, xp: &B) -> Result<DynArray<B>> {
        self[..].into_indices(xp)
    }
}
impl<I: PlainInteger, B: Backend> IntoIndices<B> for Vec<I> {
    fn into_indices(self, xp: &B) -> Result<DynArray<B>> {
        self[..].into_indices(xp)
    }
}
impl<I: PlainInteger, B: Backend> IntoIndices<B> for &Vec<I> {
    fn into_indices(self, xp: &B) -> Result<DynArray<B>> {
        self[..].into_indices(xp)
    }
}
impl<I: PlainInteger, B: Backend, const M: usize, const N: usize> IntoIndices<B> for [[I; N]; M] {
    fn into_indices(self, xp: &B) -> Result<DynArray<B>> {
        listed(xp, self.into_iter().flatten(), [M, N])
    }
}

/// Anything that gives indices for several axes, which name places together: an array, tuple, slice or vector of
/// [`IntoIndices`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.arange(12)?.reshape([3, 4])?;
/// assert_eq!(x.take_at([[0, 2], [1, -1]])?.to_string(), "[ 1 11]");
/// let rows = xp.array([0, 2])?;
/// assert_eq!(x.take_at((&rows, 3))?.to_string(), "[ 3 11]");
/// assert_eq!(x.take_at(&[&rows, &rows])?.to_string(), "[ 0 10]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not give indices for several axes",
    label = "expected indices for each axis",
    note = "write `(rows, columns)` or `[&rows, &columns]`, where each is what `take` takes: an array of integers, `[0, 2]`, a range"
)]
pub trait IntoIndexArrays<B: Backend> {
    /// An array of an integer type for each axis.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    fn into_index_arrays(self, xp: &B) -> Result<Vec<DynArray<B>>>;
}

impl<X: IntoIndices<B>, B: Backend, const N: usize> IntoIndexArrays<B> for [X; N] {
    fn into_index_arrays(self, xp: &B) -> Result<Vec<DynArray<B>>> {
        self.into_iter().map(|indices| indices.into_indices(xp)).collect()
    }
}
impl<X: IntoIndices<B>, B: Backend> IntoIndexArrays<B> for Vec<X> {
    fn into_index_arrays(self, xp: &B) -> Result<Vec<DynArray<B>>> {
        self.into_iter().map(|indices| indices.into_indices(xp)).collect()
    }
}
impl<X: IntoIndices<B> + Clone, B: Backend> IntoIndexArrays<B> for &[X] {
    fn into_index_arrays(self, xp: &B) -> Result<Vec<DynArray<B>>> {
        self.iter().map(|indices| indices.clone().into_indices(xp)).collect()
    }
}
impl<X: IntoIndices<B> + Clone, B: Backend, const N: usize> IntoIndexArrays<B> for &[X; N] {
    fn into_index_arrays(self, xp: &B) -> Result<Vec<DynArray<B>>> {
        self[..].into_index_arrays(xp)
    }
}
impl<X: IntoIndices<B> + Clone, B: Backend> IntoIndexArrays<B> for &Vec<X> {
    fn into_index_arrays(self, xp: &B) -> Result<Vec<DynArray<B>>> {
        self[..].into_index_arrays(xp)
    }
}

macro_rules! tuples {
    ($($X:ident)*) => {
        impl<$($X: IntoIndices<Backing>,)* Backing: Backend> IntoIndexArrays<Backing> for ($($X,)*) {
            fn into_index_arrays(self, xp: &Backing) -> Result<Vec<DynArray<Backing>>> {
                #[allow(non_snake_case)] // named as their types
                let ($($X,)*) = self;
                Ok(vec![$($X.into_indices(xp)?),*])
            }
        }
    };
}
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
