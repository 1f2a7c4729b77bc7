//! Matrix products of floating-point types. Large operands are packed ([`blocks`]), small ones are read where they are
//! ([`direct`]).

mod blocks;
mod direct;
mod microkernel;
mod pack;
#[cfg(test)]
mod tests;
mod vector;

pub use microkernel::Microkernel;

use crate::linalg::copy::mirror_lower;
use crate::linalg::{MatMut, MatRef, Scalar, Workspace};
use crate::simd::{Level, level};
use blocks::{Part, Product};

/// An element type of products.
pub trait Factor: Scalar {
    /// What multiplies its matrices with these instructions.
    fn microkernel(_: Level) -> &'static Microkernel<Self>;
}

/// Whether a product replaces its result's values or is added to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accum {
    Replace,
    Add,
}

/// Whether an operand's complex conjugate is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conj {
    No,
    Yes,
}

/// With fewer rows, columns or terms, products on many threads do not pack their operands either.
const SMALLEST: usize = 64;
/// The rows of a matrix whose product with its transpose is worth computing by halves.
const SYMMETRIC: usize = 2 * SMALLEST;

/// `c = alpha a b`, or that added to `c`. The result does not depend on the number of threads.
pub(super) fn matmul<T: Factor>(
    c: MatMut<'_, T>,
    accum: Accum,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    alpha: T,
    ws: Workspace<'_>,
) {
    let large = a.rows() >= SYMMETRIC && a.cols() >= SMALLEST;
    if accum == Accum::Replace && large && a.is_same(&b.t()) {
        return symmetric(c, a, alpha, ws);
    }
    multiply(c, accum, (a, Conj::No), (b, Conj::No), alpha, Part::All, ws);
}

/// `c = alpha a a^T`: half of it, mirrored, which has the bits that the other half would have.
fn symmetric<T: Factor>(c: MatMut<'_, T>, a: MatRef<'_, T>, alpha: T, ws: Workspace<'_>) {
    // The transpose is the same matrix.
    let (c, _) = c.row_major();
    let mut c = c.t();
    if c.row_stride() != 1 {
        return multiply(c, Accum::Replace, (a, Conj::No), (a.t(), Conj::No), alpha, Part::All, ws);
    }
    multiply(c.rb_mut(), Accum::Replace, (a, Conj::No), (a.t(), Conj::No), alpha, Part::Lower, ws);
    mirror_lower(c, ws);
}

/// The same, of the operands or their complex conjugates.
pub(super) fn matmul_with_conj<T: Factor>(
    c: MatMut<'_, T>,
    accum: Accum,
    a: (MatRef<'_, T>, Conj),
    b: (MatRef<'_, T>, Conj),
    alpha: T,
    ws: Workspace<'_>,
) {
    multiply(c, accum, a, b, alpha, Part::All, ws);
}

/// The same on one thread, without memory.
pub(super) fn small_product<T: Factor>(
    c: MatMut<'_, T>,
    accum: Accum,
    (a, conj_a): (MatRef<'_, T>, Conj),
    (b, conj_b): (MatRef<'_, T>, Conj),
    alpha: T,
) {
    let conj = (conj_a == Conj::Yes, conj_b == Conj::Yes);
    let kernel = T::microkernel(level());
    Product { kernel, c, accum, a, b, conj, alpha, part: Part::All }.by_columns().direct(1);
}

/// Adds `alpha a b^H` to the lower triangle of a column-major matrix. What is above the diagonal may become anything.
pub(super) fn add_lower<T: Factor>(c: MatMut<'_, T>, a: MatRef<'_, T>, b: MatRef<'_, T>, alpha: T, ws: Workspace<'_>) {
    multiply(c, Accum::Add, (a, Conj::No), (b.t(), Conj::Yes), alpha, Part::Lower, ws);
}

fn multiply<T: Factor>(
    c: MatMut<'_, T>,
    accum: Accum,
    (a, conj_a): (MatRef<'_, T>, Conj),
    (b, conj_b): (MatRef<'_, T>, Conj),
    alpha: T,
    part: Part,
    ws: Workspace<'_>,
) {
    let ((m, n), k) = (c.shape(), a.cols());
    assert!(a.shape() == (m, k) && b.shape() == (k, n), "the shapes fit");
    let threads = ws.threads(m.saturating_mul(n).saturating_mul(k));
    let kernel = T::microkernel(level());
    let conj = (conj_a == Conj::Yes, conj_b == Conj::Yes);
    let product = Product { kernel, c, accum, a, b, conj, alpha, part }.by_columns();
    if m.min(n).min(k) >= if threads > 1 { SMALLEST } else { kernel.smallest } {
        product.packed(ws, threads);
    } else {
        product.direct(threads);
    }
}
