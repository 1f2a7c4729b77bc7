//! [`Blas`] and [`Solver`].

use super::V;
use crate::buffer::Buffer;
use crate::check::same_type;
use crate::cholesky::cholesky;
use crate::device::Wgpu;
use crate::matmul::Sizes;
use crate::triangular::solve_triangular;
use crate::vectors::is_by_sums;
use xparray_ir::backend::{
    Blas, EigFactors, EighFactors, HostBlas, LuFactors, Output, QrFactors, QrReflections, Solver, SvdFactors,
    sums_of_products,
};
use xparray_ir::{Error, Result, Scalar};

impl Blas for Wgpu {
    fn matmul(&self, a: V<'_>, b: V<'_>) -> Result<Buffer> {
        let sizes = Sizes::new(a, b)?;
        if is_by_sums(&sizes) { self.product_by_sums(&sizes, a, b) } else { self.product(a, b) }
    }

    fn gemm(&self, alpha: Scalar, a: V<'_>, b: V<'_>, beta: Scalar, out: Output<'_, Buffer>) -> Result<()> {
        self.scaled_product([alpha, beta], a, b, out)
    }

    fn dot(&self, a: V<'_>, b: V<'_>, conjugate: bool) -> Result<Buffer> {
        same_type("dot", a.dtype(), b.dtype())?;
        match (a.shape(), b.shape()) {
            ([m], [n]) if m == n => sums_of_products(self, a, b, conjugate),
            (left, right) => Err(Error::shape("dot", left, right)),
        }
    }
}

impl Solver for Wgpu {
    fn cholesky(&self, a: V<'_>) -> Result<Buffer> {
        cholesky(self, a)
    }

    fn lu(&self, a: V<'_>) -> Result<LuFactors<Buffer>> {
        let LuFactors { factors, pivots } = self.host().lu(self.fetched(a)?.view()?)?;
        Ok(LuFactors { factors: self.stored(factors)?, pivots: self.stored(pivots)? })
    }

    fn solve(&self, a: V<'_>, b: V<'_>) -> Result<Buffer> {
        self.two(a, b, |cpu, a, b| cpu.solve(a, b))
    }

    fn inv(&self, a: V<'_>) -> Result<Buffer> {
        self.one(a, |cpu, a| cpu.inv(a))
    }

    fn solve_triangular(&self, a: V<'_>, b: V<'_>, lower: bool, unit_diagonal: bool) -> Result<Buffer> {
        solve_triangular(self, a, b, lower, unit_diagonal)
    }

    fn qr(&self, a: V<'_>, complete: bool) -> Result<QrFactors<Buffer>> {
        let QrFactors { q, r } = self.host().qr(self.fetched(a)?.view()?, complete)?;
        Ok(QrFactors { q: self.stored(q)?, r: self.stored(r)? })
    }

    fn qr_reflections(&self, a: V<'_>) -> Result<QrReflections<Buffer>> {
        let QrReflections { h, tau } = self.host().qr_reflections(self.fetched(a)?.view()?)?;
        Ok(QrReflections { h: self.stored(h)?, tau: self.stored(tau)? })
    }

    fn svd(&self, a: V<'_>, vectors: bool, full: bool) -> Result<SvdFactors<Buffer>> {
        let SvdFactors { u, s, vt } = self.host().svd(self.fetched(a)?.view()?, vectors, full)?;
        let [u, vt] = [u, vt].map(|factor| factor.map(|factor| self.stored(factor)).transpose());
        Ok(SvdFactors { u: u?, s: self.stored(s)?, vt: vt? })
    }

    fn eigh(&self, a: V<'_>, vectors: bool) -> Result<EighFactors<Buffer>> {
        let EighFactors { values, vectors } = self.host().eigh(self.fetched(a)?.view()?, vectors)?;
        let vectors = vectors.map(|vectors| self.stored(vectors)).transpose()?;
        Ok(EighFactors { values: self.stored(values)?, vectors })
    }

    fn host_blas(&self) -> &dyn HostBlas {
        self.host().host_blas()
    }

    fn eig_from(&self) -> Result<Option<usize>> {
        self.host().eig_from()
    }

    fn eig(&self, a: V<'_>, vectors: bool) -> Result<EigFactors<Buffer>> {
        let EigFactors { values, vectors } = self.host().eig(self.fetched(a)?.view()?, vectors)?;
        let vectors = vectors.map(|vectors| self.stored(vectors)).transpose()?;
        Ok(EigFactors { values: self.stored(values)?, vectors })
    }
}
