//! Systems, eigenvalues and functions of sparse matrices and operators.

use super::factors::{self, Factors};
use super::operator::{Operator, called};
use super::{Matrix, Solvable, Sparse, solvable};
use crate::DynArray;
use crate::convert::Input;
use crate::device::current;
use crate::error::raised;
use crate::tables::functions;
use crate::tables::kept::{Kept, keep};
use crate::tables::words::{Columns, Grid, Side, Spectral, System};
use num_complex::Complex;
use pyo3::prelude::*;
use std::cell::RefCell;
use xparray::scipy::sparse::linalg::{
    self, Arnoldi, ExpmMultiply, Fit, Krylov, Lanczos, LaplacianNd, LeastSquares, LinearOperator, Lobpcg, Solution,
    Spilu, Splu, Stop, Triangular,
};
use xparray::{Device, Result};

/// Options of solvers by steps: `x0`, the tolerances, the numbers of steps and of those until a restart, a preconditioner, and what is
/// called with each solution so far, or if so said with the norm of its residual.
type Given = (Option<Input>, f64, f64, Option<usize>, Option<usize>, Option<Operator>, (Option<Py<PyAny>>, bool));

type Method = for<'a> fn(&'a dyn LinearOperator<Device>, &DynArray, Krylov<'a, Device>) -> Result<Solution<Device>>;

/// The solution, whether it was found, and the steps.
fn steps(method: Method, a: &Operator, b: &DynArray, given: &Given) -> Result<(DynArray, bool, usize)> {
    let (x0, rtol, atol, maxiter, restart, m, (callback, of_norms)) = given;
    let failed = RefCell::new(None);
    let call = |x: &DynArray| {
        let called = Python::attach(|py| {
            callback.as_ref().map(|callback| callback.call1(py, (crate::array::NdArray::new(x.clone()),))).transpose()
        });
        if let Err(error) = called {
            failed.borrow_mut().get_or_insert(error);
        }
    };
    let tell = |norm: f64| {
        let told = Python::attach(|py| callback.as_ref().map(|callback| callback.call1(py, (norm,))).transpose());
        if let Err(error) = told {
            failed.borrow_mut().get_or_insert(error);
        }
    };
    let options = Krylov::new().rtol(*rtol).atol(*atol);
    let options = x0.iter().fold(options, |options, x0| options.x0(&x0.0));
    let options = maxiter.iter().fold(options, |options, &maxiter| options.maxiter(maxiter));
    let options = restart.iter().fold(options, |options, &restart| options.restart(restart));
    let options = m.iter().fold(options, |options, m| options.m(m.borrowed()));
    let options = match (callback, of_norms) {
        (None, _) => options,
        (Some(_), true) => options.pr_norm(&tell),
        (Some(_), false) => options.callback(&call),
    };
    let found = method(a.borrowed(), b, options)?;
    match failed.into_inner() {
        Some(error) => Err(raised(error)),
        None => Ok((found.x, found.converged, found.iterations)),
    }
}

/// Options of least squares: `x0`, `damp`, `atol`, `btol`, `conlim`, and the most steps.
type Fitting = (Option<Input>, f64, f64, f64, f64, Option<usize>);

fn fitting((x0, damp, atol, btol, conlim, maxiter): &Fitting) -> LeastSquares<Device> {
    let conlim = if *conlim == 0.0 { f64::INFINITY } else { *conlim };
    let options = LeastSquares::new().damp(*damp).atol(*atol).btol(*btol).conlim(conlim);
    let options = x0.iter().fold(options, |options, x0| options.x0(&x0.0));
    maxiter.iter().fold(options, |options, &maxiter| options.maxiter(maxiter))
}

/// The solution, SciPy's number of why it ended, the steps; the norms of the residual, the gradient and the matrix, and its condition number;
/// the variances.
type Fitted = (DynArray, usize, usize, (f64, f64, f64, f64), Option<DynArray>);

fn fitted(found: Fit<Device>) -> Fitted {
    let reason = match found.stop {
        Stop::Start => 0,
        Stop::System => 1,
        Stop::LeastSquares => 2,
        Stop::Condition => 3,
        Stop::Steps => 7,
    };
    let norms = (found.residual, found.gradient, found.matrix, found.condition);
    (found.x, reason, found.iterations, norms, found.var)
}

/// Options of searches for eigenvalues: the basis, the restarts, the tolerance, and the first vector.
type Searched = (Option<usize>, Option<usize>, f64, Option<Input>);

/// What holds of two matrices of one type.
macro_rules! alike {
    ($a:expr, $m:expr, ($x:ident, $y:ident) => $value:expr) => {
        match (&$a, &$m) {
            (Solvable::F32($x), Solvable::F32($y)) => $value,
            (Solvable::F64($x), Solvable::F64($y)) => $value,
            (Solvable::Complex64($x), Solvable::Complex64($y)) => $value,
            (Solvable::Complex128($x), Solvable::Complex128($y)) => $value,
            _ => Err(xparray::Error::value("sigma", "the matrices are of two types")),
        }
    };
}

macro_rules! search {
    ($Kind:ident, $which:expr, $searched:expr) => {{
        let (ncv, maxiter, tol, v0) = $searched;
        let options = $Kind::new().which($which).tol(tol);
        let options = ncv.into_iter().fold(options, |options, ncv| options.ncv(ncv));
        let options = maxiter.into_iter().fold(options, |options, maxiter| options.maxiter(maxiter));
        v0.iter().fold(options, |options, v0| options.v0(&v0.0))
    }};
}

fn device(a: &Operator, v0: &Option<Input>) -> Result<Device> {
    match (a.device(), v0) {
        (Some(device), _) => Ok(device),
        (None, Some(v0)) => Ok(v0.0.xp().clone()),
        (None, None) => current().map_err(raised),
    }
}

fn exponential(t: f64, trace: Option<Complex<f64>>) -> ExpmMultiply {
    trace.into_iter().fold(ExpmMultiply::new().t(t), |options, trace| options.trace_a(trace))
}

/// Names of solvers by steps, all called alike.
macro_rules! methods {
    ($($name:ident)+; $($rest:tt)+) => {
        functions! {
            $($name(a: Operator, b: Input, given: Given) =
                steps(|a, b, options| linalg::$name(a, b, options), &a, &b.0, &given);)+
            $($rest)+
        }
    };
}

methods! {
    bicg bicgstab cg cgs gcrotmk gmres lgmres minres qmr tfqmr;
    eigs(a: Operator, k: usize, which: Spectral, searched: Searched) = {
        let device = device(&a, &searched.3)?;
        let found = linalg::eigs(&device, a.borrowed(), k, search!(Arnoldi, which.0, searched))?;
        Ok((found.values, found.vectors, found.converged))
    };
    eigs_sigma(a: Solvable, k: usize, sigma: Complex<f64>, which: Spectral, searched: Searched) = {
        let found = solvable!(&a, a => linalg::eigs_sigma(a, k, sigma, search!(Arnoldi, which.0, searched)))?;
        Ok((found.values, found.vectors, found.converged))
    };
    eigsh(a: Operator, k: usize, which: Side, searched: Searched) = {
        let device = device(&a, &searched.3)?;
        let found = linalg::eigsh(&device, a.borrowed(), k, search!(Lanczos, which.0, searched))?;
        Ok((found.values, found.vectors, found.converged))
    };
    eigsh_sigma(a: Solvable, k: usize, sigma: f64, which: Side, searched: Searched) = {
        let found = solvable!(&a, a => linalg::eigsh_sigma(a, k, sigma, search!(Lanczos, which.0, searched)))?;
        Ok((found.values, found.vectors, found.converged))
    };
    eigs_generalized(a: Operator, m: Solvable, k: usize, which: Spectral, searched: Searched) = {
        let device = m.device();
        let found = solvable!(&m, m => {
            let inverse = linalg::splu(m, linalg::Splu::new())?;
            linalg::eigs(&device, &linalg::Product::new(&inverse, a.borrowed())?, k, search!(Arnoldi, which.0, searched))
        })?;
        Ok((found.values, found.vectors, found.converged))
    };
    eigs_sigma_generalized(
        a: Solvable, m: Solvable, k: usize, sigma: Complex<f64>, which: Spectral, searched: Searched
    ) = {
        let options = search!(Arnoldi, which.0, searched);
        let found = alike!(a, m, (a, m) => linalg::eigs_sigma_generalized(a, m, k, sigma, options))?;
        Ok((found.values, found.vectors, found.converged))
    };
    eigsh_generalized(a: Operator, m: Solvable, k: usize, which: Side, searched: Searched) = {
        let options = search!(Lanczos, which.0, searched);
        let found = solvable!(&m, m => linalg::eigsh_generalized(a.borrowed(), m, k, options))?;
        Ok((found.values, found.vectors, found.converged))
    };
    eigsh_sigma_generalized(a: Solvable, m: Solvable, k: usize, sigma: f64, which: Side, searched: Searched) = {
        let options = search!(Lanczos, which.0, searched);
        let found = alike!(a, m, (a, m) => linalg::eigsh_sigma_generalized(a, m, k, sigma, options))?;
        Ok((found.values, found.vectors, found.converged))
    };
    expm(a: Solvable) = solvable!(&a, a => linalg::expm(a).map(Matrix::from));
    expm_multiply(a: Operator, b: Input, t: f64, trace: Option<Complex<f64>>) =
        linalg::expm_multiply(a.borrowed(), &b.0, exponential(t, trace));
    expm_multiply_interval(a: Operator, b: Input, times: (f64, f64, usize), trace: Option<Complex<f64>>) =
        linalg::expm_multiply_interval(a.borrowed(), &b.0, times, exponential(1.0, trace));
    funm_multiply_krylov(f: Py<PyAny>, a: Operator, b: Input, t: f64, rtol: f64, atol: f64) = {
        let options = linalg::FunmKrylov::new().t(t).rtol(rtol).atol(atol);
        linalg::funm_multiply_krylov(|h| called(&f, h), a.borrowed(), &b.0, options)
    };
    inv(a: Solvable) = solvable!(&a, a => linalg::inv(a).map(Matrix::from));
    is_sptriangular(a: Solvable) = solvable!(&a, a => linalg::is_sptriangular(a));
    laplacian(shape: Vec<usize>, boundary: Grid, device: crate::device::DeviceArg) =
        LaplacianNd::new(&shape, boundary.0)?.to_csr::<f64, _>(&device.0);
    laplacian_eigenvalues(shape: Vec<usize>, boundary: Grid, m: Option<usize>, device: crate::device::DeviceArg) =
        LaplacianNd::new(&shape, boundary.0)?.eigenvalues(&device.0, m);
    laplacian_eigenvectors(shape: Vec<usize>, boundary: Grid, m: Option<usize>, device: crate::device::DeviceArg) =
        LaplacianNd::new(&shape, boundary.0)?.eigenvectors(&device.0, m);
    lobpcg(
        a: Operator, x: Input, b: Option<Operator>, m: Option<Operator>, y: Option<Input>, tol: Option<f64>, maxiter: usize,
        largest: bool
    ) = {
        let options = Lobpcg::new().maxiter(maxiter).largest(largest);
        let options = b.iter().fold(options, |options, b| options.b(b.borrowed()));
        let options = m.iter().fold(options, |options, m| options.m(m.borrowed()));
        let options = y.iter().fold(options, |options, y| options.y(&y.0));
        let options = tol.into_iter().fold(options, |options, tol| options.tol(tol));
        let found = linalg::lobpcg(a.borrowed(), &x.0, options)?;
        Ok((found.values, found.vectors, found.converged))
    };
    lsmr(a: Operator, b: Input, given: Fitting) = linalg::lsmr(a.borrowed(), &b.0, fitting(&given)).map(fitted);
    lsqr(a: Operator, b: Input, given: Fitting) = linalg::lsqr(a.borrowed(), &b.0, fitting(&given)).map(fitted);
    matrix_power(a: Solvable, power: u32) = solvable!(&a, a => linalg::matrix_power(a, power).map(Matrix::from));
    norm(a: Solvable, ord: Option<f64>) = solvable!(&a, a => match ord {
        Some(p) => linalg::norm(a, p),
        None => linalg::norm(a, xparray::NormOrd::Frobenius),
    });
    onenormest(a: Operator) = linalg::onenormest(&device(&a, &None)?, a.borrowed());
    spbandwidth(a: Solvable) = solvable!(&a, a => linalg::spbandwidth(a));
    spilu(a: Solvable, drop_tol: f64, fill_factor: f64, order: Columns, threshold: f64) = {
        let options = Spilu::new().drop_tol(drop_tol).fill_factor(fill_factor).permc_spec(order.0);
        Factors::incomplete(&a, options.diag_pivot_thresh(threshold)).map(keep)
    };
    splu(a: Solvable, order: Columns, threshold: f64) =
        Factors::complete(&a, Splu::new().permc_spec(order.0).diag_pivot_thresh(threshold)).map(keep);
    splu_parts(factors: Kept<Factors>) = factors.0.parts();
    splu_solve(factors: Kept<Factors>, b: Input, trans: System) = factors.0.solve(&b.0, trans.0);
    spsolve(a: Solvable, b: Input) = factors::solve(&a, &b.0);
    spsolve_sparse(a: Sparse, b: Sparse) = {
        let a = Solvable::of(&a.0.astype(a.0.dtype().promote(b.0.dtype()))?)?;
        solvable!(&a, a => linalg::spsolve_sparse(a, &b.0.typed()?).map(Matrix::from))
    };
    spsolve_triangular(a: Solvable, b: Input, lower: bool, unit_diagonal: bool) = {
        let options = Triangular::new().lower(lower).unit_diagonal(unit_diagonal);
        solvable!(&a, a => linalg::spsolve_triangular(a, &b.0, options))
    };
    svds(a: Operator, k: usize, which: Side, searched: Searched) = {
        let device = device(&a, &searched.3)?;
        let found = linalg::svds(&device, a.borrowed(), k, search!(Lanczos, which.0, searched))?;
        Ok((found.u, found.s, found.vt, found.converged))
    };
}
