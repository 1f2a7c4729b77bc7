//! What becomes of a QR factorisation: products with its first factor, and factorisations of a matrix that changes a little.

mod change;
mod space;

pub use change::{Lines, qr_delete, qr_insert, qr_update};

use super::pivoting::qr_pivoting;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// On which side of a product a factor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QrSide {
    /// `q c`.
    Left,
    /// `c q`.
    Right,
}

/// `(product, r)` of the reduced factorisation `a = q r` and a matrix or a vector `c`, or stacks of them: `q c` or `c q`.
///
/// `q` is formed on the device, where the factorisation is.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{QrSide, qr_multiply};
/// let (a, c) = (xp.array([[3.0, 1.0], [4.0, 2.0]])?, xp.array([[1.0, 2.0]])?);
/// let (product, r) = qr_multiply(&a, &c, QrSide::Right)?;
/// assert!(product.matmul(&r)?.allclose(&c.matmul(&a)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) if they do not fit; [`Error::DType`](xparray_core::Error::DType) for other types than those of `qr`.
pub fn qr_multiply<B: Backend>(
    a: &impl AnyArray<B>,
    c: &impl AnyArray<B>,
    side: QrSide,
) -> Result<(DynArray<B>, DynArray<B>)> {
    let (a, c) = (a.as_dyn(), c.as_dyn());
    let (q, r) = crate::field(a)?.qr()?;
    let product = match side {
        QrSide::Left => q.matmul(c)?,
        QrSide::Right => c.matmul(&q)?,
    };
    Ok((product, r))
}

/// `(product, r, order)` as of [`qr_multiply`], of columns in an order in which the diagonal of `r` falls, as [`qr_pivoting`] finds it: `a[:, order] = q r`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{QrSide, qr_multiply_pivoting};
/// let (a, c) = (xp.array([[3.0, 5.0], [4.0, 2.0]])?, xp.array([[1.0, 2.0]])?);
/// let (product, r, order) = qr_multiply_pivoting(&a, &c, QrSide::Right)?;
/// assert_eq!(order.to_string(), "[1 0]");
/// assert!(product.matmul(&r)?.allclose(&c.matmul(&a.flip(1)?)?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) if they do not fit; those of [`qr_pivoting`].
pub fn qr_multiply_pivoting<B: Backend>(
    a: &impl AnyArray<B>,
    c: &impl AnyArray<B>,
    side: QrSide,
) -> Result<(DynArray<B>, DynArray<B>, DynArray<B>)> {
    let (q, r, order) = qr_pivoting(a, QrMode::Reduced)?;
    let product = match side {
        QrSide::Left => q.matmul(c.as_dyn())?,
        QrSide::Right => c.as_dyn().matmul(&q)?,
    };
    Ok((product, r, order))
}
