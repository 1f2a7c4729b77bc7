//! Elements made of their indices.

use crate::element::Element;
use crate::error::Result;
use crate::layout::{Dims, checked_len};

/// A shape whose indices a function takes: a length, or an array of one to four.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// assert_eq!(xp.from_fn([2, 2], |i, j| i == j)?.to_vec()?, [true, false, false, true]);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait FromFn<F, T: Element> {
    /// What the function makes of each index, in row-major order, and the shape.
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) for too many elements; [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    fn elements(self, f: F) -> Result<(Vec<T>, Dims)>;
}

impl<F: FnMut(usize) -> T, T: Element> FromFn<F, T> for usize {
    fn elements(self, f: F) -> Result<(Vec<T>, Dims)> {
        [self].elements(f)
    }
}

/// The shape with room for its elements.
fn room<T>(shape: &[usize]) -> Result<(Vec<T>, Dims)> {
    Ok((crate::host::room(checked_len(shape)?)?, shape.into()))
}

macro_rules! from_fn {
    ($n:literal; $($index:ident)*; $($Index:ty),*) => {
        impl<F: FnMut($($Index),*) -> T, T: Element> FromFn<F, T> for [usize; $n] {
            fn elements(self, mut f: F) -> Result<(Vec<T>, Dims)> {
                let (mut elements, shape) = room(&self)?;
                let [$($index),*] = self;
                from_fn!(@loop elements f ($($index)*) $($index)*);
                Ok((elements, shape))
            }
        }
    };
    (@loop $elements:ident $f:ident ($($all:ident)*) $first:ident $($rest:ident)*) => {
        for $first in 0..$first {
            from_fn!(@loop $elements $f ($($all)*) $($rest)*);
        }
    };
    (@loop $elements:ident $f:ident ($($all:ident)*)) => {
        $elements.push($f($($all),*))
    };
}
from_fn!(1; i; usize);
from_fn!(2; i j; usize, usize);
from_fn!(3; i j k; usize, usize, usize);
from_fn!(4; i j k l; usize, usize, usize, usize);
