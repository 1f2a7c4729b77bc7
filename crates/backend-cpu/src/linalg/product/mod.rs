//! Matrix products of floating-point types: our kernels for real numbers where there are some for the machine, faer's
//! for the others.

mod blocks;
mod microkernel;
mod pack;
#[cfg(test)]
mod tests;

pub use microkernel::Microkernel;

use crate::linalg::{Scalar, Workspace};
use crate::parallel::threads;
use crate::simd::{Level, level};
use blocks::{Part, Product};
use faer::linalg::matmul::triangular::{self, BlockStructure};
use faer::{Accum, Conj, MatMut, MatRef, Par};
use num_complex::Complex;

/// An element type of products.
pub trait Factor: Scalar + faer::traits::ComplexField {
    /// What multiplies its matrices with these instructions, if there is a kernel of ours.
    fn microkernel(_: Level) -> Option<&'static Microkernel<Self>> {
        None
    }
}
impl Factor for Complex<f32> {}
impl Factor for Complex<f64> {}
#[cfg(not(target_arch = "x86_64"))]
impl Factor for f32 {}
#[cfg(not(target_arch = "x86_64"))]
impl Factor for f64 {}

/// With fewer rows, columns or terms, products on many threads are left to the library.
const SMALLEST: usize = 64;

/// `c = alpha a b`, or that added to `c`. The result does not depend on the number of threads.
pub(super) fn matmul<T: Factor>(
    c: MatMut<'_, T>,
    accum: Accum,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    alpha: T,
    ws: Workspace<'_>,
) {
    multiply(c, accum, (a, Conj::No), (b, Conj::No), alpha, Part::All, ws);
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

/// Adds `alpha a a^H` to the lower triangle of a column-major matrix. What is above the diagonal may become anything.
pub(super) fn add_square<T: Factor>(c: MatMut<'_, T>, a: MatRef<'_, T>, alpha: T, ws: Workspace<'_>) {
    multiply(c, Accum::Add, (a, Conj::No), (a.transpose(), Conj::Yes), alpha, Part::Lower, ws);
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
    let (m, n, k) = (c.nrows(), c.ncols(), a.ncols());
    let par = ws.par(m.saturating_mul(n).saturating_mul(k));
    let (parallel, smallest) = (par != Par::Seq, m.min(n).min(k));
    match T::microkernel(level()) {
        Some(kernel) if smallest >= if parallel { SMALLEST } else { kernel.smallest } => {
            // There are kernels for real numbers only, which are their own conjugates.
            let threads = if parallel { threads() } else { 1 };
            Product { kernel, c, accum, a, b, alpha, part }.run(ws, threads);
        }
        _ if part == Part::Lower => library_lower(c, accum, (a, conj_a), (b, conj_b), alpha, par),
        _ => faer::linalg::matmul::matmul_with_conj(c, accum, a, conj_a, b, conj_b, alpha, par),
    }
}

/// The lower triangle of a product, by the library.
fn library_lower<T: Factor>(
    c: MatMut<'_, T>,
    accum: Accum,
    (a, conj_a): (MatRef<'_, T>, Conj),
    (b, conj_b): (MatRef<'_, T>, Conj),
    alpha: T,
    par: Par,
) {
    let (lower, full) = (BlockStructure::TriangularLower, BlockStructure::Rectangular);
    triangular::matmul_with_conj(c, lower, accum, a, full, conj_a, b, full, conj_b, alpha, par);
}
