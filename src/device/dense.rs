//! Dense algebra and transforms.

use super::buffer::{Compiled, DeviceMemory};
use super::{Device, on_backend};
use xparray_core::backend::{
    Blas, EigFactors, EighFactors, FftDirection, HostBlas, LaunchArgs, LuFactors, Output, QrFactors, QrReflections,
    Solver, SvdFactors, Transform, View,
};
use xparray_core::{DType, Layout, Result, Scalar};

type V<'a> = View<'a, DeviceMemory>;

impl Blas for Device {
    fn matmul(&self, a: V<'_>, b: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.matmul(xp.view(a)?, xp.view(b)?)?)))
    }

    fn gemm(&self, alpha: Scalar, a: V<'_>, b: V<'_>, beta: Scalar, out: Output<'_, DeviceMemory>) -> Result<()> {
        on_backend!(self, xp => xp.gemm(alpha, xp.view(a)?, xp.view(b)?, beta, xp.output(out)?))
    }

    fn dot(&self, a: V<'_>, b: V<'_>, conjugate: bool) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.dot(xp.view(a)?, xp.view(b)?, conjugate)?)))
    }

    fn gemv(&self, a: V<'_>, x: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.gemv(xp.view(a)?, xp.view(x)?)?)))
    }

    fn matmul_many(&self, pairs: &[[V<'_>; 2]]) -> Result<Vec<DeviceMemory>> {
        on_backend!(self, xp => {
            let mut inner = Vec::with_capacity(pairs.len());
            for &[left, right] in pairs {
                inner.push([xp.view(left)?, xp.view(right)?]);
            }
            Ok(xp.matmul_many(&inner)?.into_iter().map(|buffer| xp.wrap(buffer)).collect())
        })
    }

    fn launch_epilogue(&self, args: LaunchArgs<'_, DeviceMemory>) -> Result<()> {
        on_backend!(self, xp => {
            args.map_buffers(|buffer| xp.buffer(buffer), |buffer| xp.buffer_mut(buffer), |args| xp.launch_epilogue(args))
        })
    }

    fn fuses_product(&self, dtype: DType, rows: usize, columns: usize) -> bool {
        on_backend!(self, xp => xp.fuses_product(dtype, rows, columns))
    }

    fn prefers_epilogue(&self, dtype: DType, left: &Layout, right: &Layout) -> bool {
        on_backend!(self, xp => xp.prefers_epilogue(dtype, left, right))
    }
}

impl Solver for Device {
    fn cholesky(&self, a: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.cholesky(xp.view(a)?)?)))
    }

    fn lu(&self, a: V<'_>) -> Result<LuFactors<DeviceMemory>> {
        on_backend!(self, xp => {
            let LuFactors { factors, pivots } = xp.lu(xp.view(a)?)?;
            Ok(LuFactors { factors: xp.wrap(factors), pivots: xp.wrap(pivots) })
        })
    }

    fn solve(&self, a: V<'_>, b: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.solve(xp.view(a)?, xp.view(b)?)?)))
    }

    fn inv(&self, a: V<'_>) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.inv(xp.view(a)?)?)))
    }

    fn solve_triangular(&self, a: V<'_>, b: V<'_>, lower: bool, unit_diagonal: bool) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.solve_triangular(xp.view(a)?, xp.view(b)?, lower, unit_diagonal)?)))
    }

    fn qr(&self, a: V<'_>, complete: bool) -> Result<QrFactors<DeviceMemory>> {
        on_backend!(self, xp => {
            let QrFactors { q, r } = xp.qr(xp.view(a)?, complete)?;
            Ok(QrFactors { q: xp.wrap(q), r: xp.wrap(r) })
        })
    }

    fn qr_reflections(&self, a: V<'_>) -> Result<QrReflections<DeviceMemory>> {
        on_backend!(self, xp => {
            let QrReflections { h, tau } = xp.qr_reflections(xp.view(a)?)?;
            Ok(QrReflections { h: xp.wrap(h), tau: xp.wrap(tau) })
        })
    }

    fn svd(&self, a: V<'_>, vectors: bool, full: bool) -> Result<SvdFactors<DeviceMemory>> {
        on_backend!(self, xp => {
            let SvdFactors { u, s, vt } = xp.svd(xp.view(a)?, vectors, full)?;
            Ok(SvdFactors { u: u.map(|u| xp.wrap(u)), s: xp.wrap(s), vt: vt.map(|vt| xp.wrap(vt)) })
        })
    }

    fn eigh(&self, a: V<'_>, vectors: bool) -> Result<EighFactors<DeviceMemory>> {
        on_backend!(self, xp => {
            let EighFactors { values, vectors } = xp.eigh(xp.view(a)?, vectors)?;
            Ok(EighFactors { values: xp.wrap(values), vectors: vectors.map(|vectors| xp.wrap(vectors)) })
        })
    }

    fn host_blas(&self) -> &dyn HostBlas {
        on_backend!(self, xp => xp.host_blas())
    }

    fn eig_from(&self) -> Result<Option<usize>> {
        on_backend!(self, xp => xp.eig_from())
    }

    fn eig(&self, a: V<'_>, vectors: bool) -> Result<EigFactors<DeviceMemory>> {
        on_backend!(self, xp => {
            let EigFactors { values, vectors } = xp.eig(xp.view(a)?, vectors)?;
            Ok(EigFactors { values: xp.wrap(values), vectors: vectors.map(|vectors| xp.wrap(vectors)) })
        })
    }
}

impl Transform for Device {
    fn c2c(&self, x: V<'_>, axes: &[usize], direction: FftDirection, scale: f64) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.c2c(xp.view(x)?, axes, direction, scale)?)))
    }

    fn r2c(&self, x: V<'_>, axes: &[usize], scale: f64) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.r2c(xp.view(x)?, axes, scale)?)))
    }

    fn c2r(&self, x: V<'_>, axes: &[usize], n: usize, scale: f64) -> Result<DeviceMemory> {
        on_backend!(self, xp => Ok(xp.wrap(xp.c2r(xp.view(x)?, axes, n, scale)?)))
    }
}
