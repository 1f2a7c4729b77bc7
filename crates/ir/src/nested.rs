//! Arrays, slices and vectors of Rust, nested as the axes of an array are.

use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::Dims;
use num_complex::Complex;
use std::borrow::Cow;

/// The types of Rust's literals: `i32`, `f64`, `bool`, and `Complex<f64>`.
///
/// Arrays by value are of these. As no other integer or float type is among them, the compiler knows that `[1, 2]` is of `i32` and
/// `[0.5, 1.0]` of `f64` before it knows what becomes of them.
pub trait Literal: Element {}
impl Literal for bool {}
impl Literal for i32 {}
impl Literal for f64 {}
impl Literal for Complex<f64> {}

/// Elements in the nested form that shows their axes.
///
/// By value, arrays of the types of literals; borrowed, arrays and slices of all element types; vectors, also of vectors
/// or arrays.
///
/// ```
/// use xparray::NestedArray;
/// let (elements, shape) = (&[[1u8, 2, 3], [4, 5, 6]]).elements()?;
/// assert_eq!((&elements[..], &shape[..]), (&[1, 2, 3, 4, 5, 6][..], &[2, 3][..]));
/// assert!(vec![vec![1], vec![2, 3]].elements().is_err());
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a nested array of elements",
    note = "by value, arrays are of `i32`, `f64`, `bool` or `Complex<f64>`, as literals are",
    note = "borrow an array of other elements: `xp.array(&[1u8, 2])`"
)]
pub trait NestedArray {
    /// The type of the elements.
    type Element: Element;
    /// The elements in row-major order, and their shape.
    ///
    /// # Errors
    /// [`Error::Shape`] for vectors of different lengths.
    fn elements(&self) -> Result<(Cow<'_, [Self::Element]>, Dims)>;
}

/// One depth of arrays: by value, borrowed, and as the elements of slices and vectors.
macro_rules! nested {
    ($($flat:ident)*; $Row:ty; $($n:ident)*) => {
        impl<T: Literal, $(const $n: usize,)* const N: usize> NestedArray for [$Row; N] {
            type Element = T;
            fn elements(&self) -> Result<(Cow<'_, [T]>, Dims)> {
                Ok((Cow::Borrowed((&self[..])$(.$flat())*), Dims::from_slice(&[N, $($n),*])))
            }
        }

        impl<T: Element, $(const $n: usize,)* const N: usize> NestedArray for &[$Row; N] {
            type Element = T;
            fn elements(&self) -> Result<(Cow<'_, [T]>, Dims)> {
                Ok((Cow::Borrowed((&self[..])$(.$flat())*), Dims::from_slice(&[N, $($n),*])))
            }
        }

        impl<T: Element, $(const $n: usize),*> NestedArray for &[$Row] {
            type Element = T;
            fn elements(&self) -> Result<(Cow<'_, [T]>, Dims)> {
                Ok((Cow::Borrowed((&self[..])$(.$flat())*), Dims::from_slice(&[self.len(), $($n),*])))
            }
        }

        impl<T: Element, $(const $n: usize),*> NestedArray for &Vec<$Row> {
            type Element = T;
            fn elements(&self) -> Result<(Cow<'_, [T]>, Dims)> {
                Ok((Cow::Borrowed((&self[..])$(.$flat())*), Dims::from_slice(&[self.len(), $($n),*])))
            }
        }

        impl<T: Element, $(const $n: usize),*> NestedArray for Vec<$Row> {
            type Element = T;
            fn elements(&self) -> Result<(Cow<'_, [T]>, Dims)> {
                Ok((Cow::Borrowed((&self[..])$(.$flat())*), Dims::from_slice(&[self.len(), $($n),*])))
            }
        }
    };
}
nested!(; T;);
nested!(as_flattened; [T; A]; A);
nested!(as_flattened as_flattened; [[T; B]; A]; A B);
nested!(as_flattened as_flattened as_flattened; [[[T; C]; B]; A]; A B C);

impl<T: Element> NestedArray for &[Vec<T>] {
    type Element = T;
    fn elements(&self) -> Result<(Cow<'_, [T]>, Dims)> {
        let columns = self.first().map_or(0, Vec::len);
        if let Some(other) = self.iter().find(|row| row.len() != columns) {
            return Err(Error::shape("array", &[columns], &[other.len()]));
        }
        Ok((Cow::Owned(self.concat()), Dims::from_slice(&[self.len(), columns])))
    }
}

impl<T: Element> NestedArray for Vec<Vec<T>> {
    type Element = T;
    fn elements(&self) -> Result<(Cow<'_, [T]>, Dims)> {
        let rows = self.as_slice();
        let (elements, shape) = rows.elements()?;
        Ok((Cow::Owned(elements.into_owned()), shape))
    }
}

impl<T: Element> NestedArray for &Vec<Vec<T>> {
    type Element = T;
    fn elements(&self) -> Result<(Cow<'_, [T]>, Dims)> {
        (**self).elements()
    }
}
