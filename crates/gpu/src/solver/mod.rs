//! [`Solver`] of a GPU: the vendors' routines, which are column-major, and own kernels for what they lack.

mod eig;
mod eigh;
mod elimination;
mod qr;
mod range;
mod reflections;
mod small;
mod stack;
mod svd;
mod systems;

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::vendor::SolverLibrary;
use xparray_ir::backend::{EigFactors, EighFactors, LuFactors, QrFactors, QrReflections, Solver, SvdFactors, View};
use xparray_ir::{Error, Result};

fn no_convergence(op: &'static str) -> Error {
    Error::value(op, "the iteration did not converge")
}

impl<D: SolverLibrary> Solver for Gpu<D> {
    fn cholesky(&self, a: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        self.cholesky_of(a)
    }

    fn lu(&self, a: View<'_, Buffer<D>>) -> Result<LuFactors<Buffer<D>>> {
        self.lu_of(a)
    }

    fn solve(&self, a: View<'_, Buffer<D>>, b: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        self.solve_of(a, b)
    }

    fn inv(&self, a: View<'_, Buffer<D>>) -> Result<Buffer<D>> {
        self.inv_of(a)
    }

    fn solve_triangular(
        &self,
        a: View<'_, Buffer<D>>,
        b: View<'_, Buffer<D>>,
        lower: bool,
        unit_diagonal: bool,
    ) -> Result<Buffer<D>> {
        self.solve_triangular_of(a, b, lower, unit_diagonal)
    }

    fn qr(&self, a: View<'_, Buffer<D>>, complete: bool) -> Result<QrFactors<Buffer<D>>> {
        self.qr_of(a, complete)
    }

    fn qr_reflections(&self, a: View<'_, Buffer<D>>) -> Result<QrReflections<Buffer<D>>> {
        self.reflections_of(a)
    }

    fn svd(&self, a: View<'_, Buffer<D>>, vectors: bool, full: bool) -> Result<SvdFactors<Buffer<D>>> {
        self.svd_of(a, vectors, full)
    }

    fn eigh(&self, a: View<'_, Buffer<D>>, vectors: bool) -> Result<EighFactors<Buffer<D>>> {
        self.eigh_of(a, vectors)
    }

    fn eig_from(&self) -> Result<Option<usize>> {
        self.eig_from_side()
    }

    fn eig(&self, a: View<'_, Buffer<D>>, vectors: bool) -> Result<EigFactors<Buffer<D>>> {
        self.eig_of(a, vectors)
    }
}
