//! Matrices whose rows are shifts of one sequence: views of it.

use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// Toeplitz' matrix of a first column, and its conjugate as the first row: Hermitian if the first element is real.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::toeplitz;
/// assert_eq!(toeplitz(&xp.array([1, 2])?)?.to_string(), "[[1 2]\n [2 1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector.
pub fn toeplitz<B: Backend>(c: &impl AnyArray<B>) -> Result<DynArray<B>> {
    toeplitz_with(c, &c.as_dyn().conj()?)
}

/// Toeplitz' matrix of a first column `c` and a first row `r`, whose first element is that of `c`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::toeplitz_with;
/// let t = toeplitz_with(&xp.array([1, 2])?, &xp.array([0, 3, 4])?)?;
/// assert_eq!(t.to_string(), "[[1 3 4]\n [2 1 3]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both are vectors.
pub fn toeplitz_with<B: Backend>(c: &impl AnyArray<B>, r: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let (c, r) = (vector("toeplitz", c.as_dyn())?, vector("toeplitz", r.as_dyn())?);
    rows(&c.flip(0)?, c, r)?.flip(0)
}

/// Hankel's matrix of a first column, with zeros below its second diagonal.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::hankel;
/// assert_eq!(hankel(&xp.array([1, 2, 3])?)?.to_string(), "[[1 2 3]\n [2 3 0]\n [3 0 0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector.
pub fn hankel<B: Backend>(c: &impl AnyArray<B>) -> Result<DynArray<B>> {
    hankel_with(c, &c.as_dyn().zeros_like()?)
}

/// Hankel's matrix of a first column `c` and a last row `r`, whose first element is the last of `c`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::hankel_with;
/// let h = hankel_with(&xp.array([1, 2])?, &xp.array([0, 3, 4])?)?;
/// assert_eq!(h.to_string(), "[[1 2 3]\n [2 3 4]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless both are vectors.
pub fn hankel_with<B: Backend>(c: &impl AnyArray<B>, r: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let (c, r) = (vector("hankel", c.as_dyn())?, vector("hankel", r.as_dyn())?);
    rows(c, c, r)
}

/// The matrix whose columns are the shifts of one, round its end.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::circulant;
/// assert_eq!(circulant(&xp.array([1, 2, 3])?)?.to_string(), "[[1 3 2]\n [2 1 3]\n [3 2 1]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector.
pub fn circulant<B: Backend>(c: &impl AnyArray<B>) -> Result<DynArray<B>> {
    let c = vector("circulant", c.as_dyn())?;
    let row = c.xp().concatenate(&[&c.slice(s![..1])?, &c.slice(s![1..])?.flip(0)?], 0)?;
    toeplitz_with(c, &row)
}

/// Which part of a convolution there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConvolutionMode {
    /// All of it.
    #[default]
    Full,
    /// As many elements as the longer one of both has, in the middle.
    Same,
    /// Where both overlap wholly.
    Valid,
}

/// The matrix whose product with a vector of length `n` is the convolution of `a` with it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{ConvolutionMode, convolution_matrix};
/// let a = convolution_matrix(&xp.array([1, 4, 2])?, 2, ConvolutionMode::Full)?;
/// assert_eq!(a.to_string(), "[[1 0]\n [4 1]\n [2 4]\n [0 2]]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a vector; [`Error::Value`] if it has no elements or `n` is 0.
pub fn convolution_matrix<B: Backend>(a: &impl AnyArray<B>, n: usize, mode: ConvolutionMode) -> Result<DynArray<B>> {
    const OP: &str = "convolution_matrix";
    let a = vector(OP, a.as_dyn())?;
    let len = a.len();
    if n == 0 || len == 0 {
        return Err(Error::value(OP, format!("a convolution of {len} and {n} elements")));
    }
    let (shorter, longer) = (n.min(len), n.max(len));
    let (start, count) = match mode {
        ConvolutionMode::Full => (0, len + n - 1),
        ConvolutionMode::Same => ((shorter - 1) / 2, longer),
        ConvolutionMode::Valid => (shorter - 1, longer - shorter + 1),
    };
    // Row i of the whole is the sequence backwards from i on, with zeros beside it.
    let padded = a.flip(0)?.pad([(n - 1, n - 1)])?;
    padded.sliding_window_view(n, 0)?.flip(0)?.slice(s![start..start + count])
}

/// Rows of the length of `r` of `front` followed by `r` without its first element, as many as `c` has elements.
fn rows<B: Backend>(front: &DynArray<B>, c: &DynArray<B>, r: &DynArray<B>) -> Result<DynArray<B>> {
    let (m, n) = (c.len(), r.len());
    let dtype = c.dtype().promote(r.dtype());
    if m == 0 || n == 0 {
        return c.xp().zeros_of(dtype, [m, n]);
    }
    let sequence = c.xp().concatenate(&[front, &r.slice(s![1..])?], 0)?;
    sequence.sliding_window_view(n, 0)
}

/// It, if it is a vector.
fn vector<'a, B: Backend>(op: &'static str, x: &'a DynArray<B>) -> Result<&'a DynArray<B>> {
    if x.ndim() == 1 { Ok(x) } else { Err(Error::shape(op, x.shape(), &[])) }
}
