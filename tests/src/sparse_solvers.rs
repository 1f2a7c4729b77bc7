//! Solvers, norms and exponentials of sparse matrices, against dense ones and SciPy's.

use crate::data::npz;
use crate::for_types;
use crate::sparse_direct::{dense, elements, matrix, norm};
use std::cell::RefCell;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{
    Arnoldi, ExpmMultiply, Krylov, Lanczos, LinearOperator, Lobpcg, Operator, Ordering, Solution, Spilu, bicg, cg,
    cholesky, eigs, eigsh, expm, expm_multiply, expm_multiply_interval, gcrotmk, gmres, ichol, inv, is_sptriangular,
    lgmres, lobpcg, onenormest, qmr, smoothed_aggregation, spbandwidth, spilu, tfqmr,
};
use xparray::sparse::Csr;
use xparray::{Error, Profiled, Result};

type Z = Complex<f64>;
type Solver<B> = for<'a> fn(&'a dyn LinearOperator<B>, &DynArray<B>, Krylov<'a, B>) -> Result<Solution<B>>;

fn precision(dtype: DType) -> f64 {
    if dtype.real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON }
}

fn solvers<B: Backend>() -> [(&'static str, Solver<B>); 5] {
    [
        ("qmr", |a, b, o| qmr(a, b, o)),
        ("tfqmr", |a, b, o| tfqmr(a, b, o)),
        ("bicg", |a, b, o| bicg(a, b, o)),
        ("lgmres", |a, b, o| lgmres(a, b, o)),
        ("gcrotmk", |a, b, o| gcrotmk(a, b, o)),
    ]
}

/// A step writes its vector into the basis of a restart where that lies: copying the whole for each would take longer than the step.
pub fn bases_stay_where_they_lie<B: Backend>(xp: &B) {
    const N: usize = 3000;
    const SIZE: usize = 20;
    type Run<B> = fn(&Profiled<B>, &Csr<f32, Profiled<B>>, &DynArray<Profiled<B>>) -> Result<()>;
    fn options<'a, B: Backend>() -> Krylov<'a, B> {
        Krylov::new().rtol(0.0).restart(SIZE).maxiter(2)
    }
    let (gmres, lgmres): (Run<B>, Run<B>) =
        (|_, a, b| gmres(a, b, options()).map(drop), |_, a, b| lgmres(a, b, options()).map(drop));
    let gcrotmk: Run<B> = |_, a, b| gcrotmk(a, b, options()).map(drop);
    let eigsh: Run<B> = |xp, a, _| eigsh(xp, a, 4, Lanczos::new().ncv(SIZE).maxiter(2)).map(drop);
    let eigs: Run<B> = |xp, a, _| eigs(xp, a, 4, Arnoldi::new().ncv(SIZE).maxiter(2)).map(drop);
    let runs = [("gmres", gmres), ("lgmres", lgmres), ("gcrotmk", gcrotmk), ("eigsh", eigsh), ("eigs", eigs)];
    for (name, run) in runs {
        let xp = Profiled::new(xp.clone());
        let (main, beside) = (xp.arange(N as f32).unwrap() * 0.001 + 4.0, -xp.ones::<f32>(N - 1).unwrap());
        let a = Csr::diags(&[&main, &beside, &beside], &[0, 1, -1], [N, N]).unwrap();
        let b = xp.rng(1).uniform::<f32>(0.0, 1.0, N).unwrap().into_dyn();
        // So that what is counted has this name.
        b.eval().unwrap();
        b.copy().unwrap().eval().unwrap();
        let before = xp.profile().unwrap().rows;
        assert!(before["copy"].bytes >= (2 * N * size_of::<f32>()) as u64);
        run(&xp, &a, &b).unwrap();
        let after = xp.profile().unwrap().rows;
        // Complex vectors are twice as long, and take a product for each part.
        let bases = (after["spmv"].calls as usize * SIZE * N * size_of::<f32>()) as f64;
        let copied = (after["copy"].bytes - before["copy"].bytes) as f64 / bases;
        // A basis that is copied is read and written.
        assert!(copied < 1.0, "{name} copies {copied} bases a step");
    }
}

/// Iterative solvers: the solution, with a preconditioner in fewer steps.
pub fn iterative<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => for (solver, solve) in solvers::<B>() {
        let goal = if T::DTYPE.real() == DType::F32 { 1e-4 } else { 1e-9 };
        for name in ["grid", "complex", "one"] {
            if name == "complex" && !T::DTYPE.is_complex() {
                continue;
            }
            let mut a = matrix::<T, B>(xp, &data, &format!("direct/{name}"));
            if name == "complex" {
                // So that it can be solved without a preconditioner.
                let n = a.shape()[0];
                a = a.add(&Csr::eye(xp, n).unwrap().multiply(8).unwrap()).unwrap();
            }
            let n = a.shape()[0];
            let b = xp.arange((1.0, n as f64 + 1.0, 1.0)).unwrap().into_dyn().astype(T::DTYPE).unwrap();
            let solved = |found: &Solution<B>| {
                let rest = norm(&b.subtract(a.matvec(&found.x).unwrap()).unwrap());
                assert!(found.converged && found.x.dtype() == T::DTYPE, "{solver} {name}");
                assert!(rest <= 1.5 * goal * norm(&b) && (found.residual - rest).abs() <= goal * norm(&b), "{solver} {name} {rest}");
            };
            let plain = solve(&a, &b, Krylov::new().rtol(goal)).unwrap();
            solved(&plain);
            let m = spilu(&a, Spilu::new().drop_tol(0.02)).unwrap();
            let better = solve(&a, &b, Krylov::new().rtol(goal).m(&m)).unwrap();
            solved(&better);
            assert!(n == 1 || better.iterations < plain.iterations, "{solver} {name}");
            solved(&solve(&a.to_dense().unwrap(), &b, Krylov::new().rtol(goal)).unwrap());
            let again = solve(&a, &b, Krylov::new().rtol(10.0 * goal).x0(&plain.x)).unwrap();
            assert!(again.converged && again.iterations == 0);
            let cut = solve(&a, &b, Krylov::new().rtol(1e-14).maxiter(0)).unwrap();
            assert!(!cut.converged && norm(&cut.x) == 0.0);
        }
        let empty = solve(&xp.zeros::<T>([0, 0]).unwrap(), &xp.zeros_of(T::DTYPE, 0).unwrap(), Krylov::new()).unwrap();
        assert!(empty.converged && empty.x.shape() == [0]);
        let zeros = solve(&xp.zeros::<T>([3, 3]).unwrap(), &xp.ones_of(T::DTYPE, 3).unwrap(), Krylov::new()).unwrap();
        assert!(!zeros.converged && norm(&zeros.x) == 0.0, "{solver}");
        let wide = xp.ones::<T>([3, 4]).unwrap();
        assert!(matches!(solve(&wide, &xp.ones_of(T::DTYPE, 3).unwrap(), Krylov::new()), Err(Error::Shape { .. })));
    });
    let blind = Operator::new([3, 3], DType::F64, |x: &DynArray<B>| Ok(x.clone()));
    let b = xp.ones::<f64>(3).unwrap();
    assert!(matches!(qmr(&blind, &b, Krylov::new()), Err(Error::Value { .. })));
    assert!(matches!(bicg(&blind, &b, Krylov::new()), Err(Error::Value { .. })));
    assert!(tfqmr(&blind, &b, Krylov::new()).unwrap().converged);
    assert!(matches!(lgmres(&blind, &b, Krylov::new().restart(0)), Err(Error::Value { .. })));
    assert!(matches!(gcrotmk(&blind, &b, Krylov::new().restart(0)), Err(Error::Value { .. })));
    // Short restarts that know what came before need fewer steps than those that do not.
    let a = matrix::<f64, B>(xp, &data, "direct/grid");
    let b = xp.arange((1.0, 145.0, 1.0)).unwrap();
    let seen = RefCell::new(0);
    let see = |_: &DynArray<B>| *seen.borrow_mut() += 1;
    let options = Krylov::new().rtol(1e-9).restart(5);
    let forgetful = gmres(&a, &b, options.clone().maxiter(1000)).unwrap();
    for (name, solve) in &solvers::<B>()[3..] {
        let found = solve(&a, b.as_dyn(), options.clone().callback(&see)).unwrap();
        assert!(found.converged && 3 * found.iterations < 2 * forgetful.iterations, "{name} {}", found.iterations);
        assert!(found.iterations.div_ceil(8) <= seen.take(), "{name}");
    }
}

/// Multigrid: as many steps for large grids as for small ones.
pub fn multigrid<B: Backend>(xp: &B) {
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let mut counts = Vec::new();
        for n in [12, 30, 60] {
            let side = |x: f64| xp.array(&[Z::new(x, 0.0).cast::<T>()]).unwrap();
            let line = Csr::diags(&[&side(2.0), &side(-1.0), &side(-1.0)], &[0, 1, -1], [n, n]).unwrap();
            let grid = Csr::kronsum(&line, &line).unwrap();
            let m = smoothed_aggregation(&grid).unwrap();
            let shapes = m.shapes();
            assert!(shapes[0] == [n * n, n * n] && shapes[shapes.len() - 1][0] <= 100);
            assert!(shapes.windows(2).all(|pair| 4 * pair[1][0] < pair[0][0]));
            let b = xp.arange((1.0, (n * n) as f64 + 1.0, 1.0)).unwrap().into_dyn().astype(T::DTYPE).unwrap();
            let goal = if T::DTYPE.real() == DType::F32 { 1e-4 } else { 1e-8 };
            let found = cg(&grid, &b, Krylov::new().rtol(goal).m(&m)).unwrap();
            assert!(found.converged && found.x.dtype() == T::DTYPE, "{n}");
            counts.push(found.iterations);
            // Hermitian, so that `cg` may use it.
            let (x, y) = (b.flip(0).unwrap(), b.square().unwrap());
            let left: Z = x.vdot(&m.matvec(&y).unwrap()).unwrap().item().unwrap().get();
            let right: Z = m.matvec(&x).unwrap().vdot(&y).unwrap().item().unwrap().get();
            assert!((left - right).norm() <= 1e3 * precision(T::DTYPE) * left.norm(), "{left} {right}");
        }
        assert!(counts[2] <= counts[1] + 4 && counts[2] <= 25, "{counts:?}");
        let few = Csr::<T, B>::eye(xp, 3).unwrap();
        let m = smoothed_aggregation(&few).unwrap();
        assert_eq!(m.shapes(), [[3, 3]]);
        assert!(m.matvec(&xp.ones_of(T::DTYPE, 3).unwrap()).unwrap().array_equal(xp.ones::<T>(3).unwrap().as_dyn()).unwrap());
        assert!(matches!(m.matvec(&xp.ones_of(T::DTYPE, 2).unwrap()), Err(Error::Shape { .. })));
        assert!(matches!(m.adjoint().err(), Some(Error::Value { .. })));
        let diagonal = smoothed_aggregation(&Csr::<T, B>::eye(xp, 300).unwrap()).unwrap();
        assert_eq!(diagonal.shapes(), [[300, 300]]);
        assert!(matches!(smoothed_aggregation(&Csr::<T, B>::zeros(xp, [2, 3]).unwrap()).err(), Some(Error::Shape { .. })));
        for n in [3, 300] {
            let mut hole = Csr::<T, B>::eye(xp, n).unwrap();
            hole.setdiag(0, 0).unwrap();
            assert!(matches!(smoothed_aggregation(&hole).err(), Some(Error::Singular { pivot: 0, .. })));
            let not = Csr::<T, B>::eye(xp, n).unwrap().multiply(f64::NAN).unwrap();
            assert!(matches!(smoothed_aggregation(&not).err(), Some(Error::Value { .. })));
        }
        assert_eq!(smoothed_aggregation(&Csr::<T, B>::zeros(xp, [0, 0]).unwrap()).unwrap().shapes(), [[0, 0]]);
    });
}

/// `inv`, `expm`, `spbandwidth` and `is_sptriangular`.
pub fn functions<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        for name in ["grid", "complex"] {
            if name == "complex" && !T::DTYPE.is_complex() {
                continue;
            }
            let whole = dense::<T, B>(xp, &data, &format!("expm/{name}/a"));
            let n = whole.shape()[0];
            let a = Csr::from_dense(&whole).unwrap();
            // So that there is an inverse.
            let moved = a.add(&Csr::eye(xp, n).unwrap().multiply(4).unwrap()).unwrap();
            let inverse = inv(&moved).unwrap();
            let back = moved.matmul_sparse(&inverse).unwrap().to_dense().unwrap();
            let rest = norm(&back.as_dyn().subtract(xp.eye::<T>(n).unwrap()).unwrap());
            let sizes = norm(inverse.to_dense().unwrap().as_dyn()) * norm(moved.to_dense().unwrap().as_dyn());
            assert!(rest <= 20.0 * precision(T::DTYPE) * sizes, "{name} {rest}");
            let t = if name == "grid" { -1.0 } else { 0.3 };
            let exponential = expm(&a.multiply(t).unwrap()).unwrap().to_dense().unwrap();
            let b = dense::<T, B>(xp, &data, &format!("expm/{name}/b"));
            let exact = dense::<T, B>(xp, &data, &format!("expm/{name}/1")).into_dyn();
            let rest = norm(&exponential.matmul(&b).unwrap().as_dyn().subtract(&exact).unwrap());
            assert!(rest <= 100.0 * precision(T::DTYPE) * norm(&exact), "{name} {rest}");
        }
        assert_eq!(expm(&Csr::<T, B>::zeros(xp, [2, 2]).unwrap()).unwrap().nnz(), 2);
        for shape in [[0, 0], [0, 4]] {
            assert_eq!(spbandwidth(&Csr::<T, B>::zeros(xp, shape).unwrap()).unwrap(), (0, 0));
        }
        assert_eq!(inv(&Csr::<T, B>::zeros(xp, [0, 0]).unwrap()).unwrap().shape(), [0, 0]);
        assert!(matches!(inv(&Csr::<T, B>::zeros(xp, [2, 2]).unwrap()).err(), Some(Error::Singular { .. })));
        let wide = Csr::<T, B>::zeros(xp, [2, 3]).unwrap();
        assert!(matches!(inv(&wide).err(), Some(Error::Shape { .. })));
        assert!(matches!(expm(&wide).err(), Some(Error::Shape { .. })));
        let ones = xp.ones::<T>(1).unwrap();
        for (offsets, band, triangles) in [([0, 0], (0, 0), (true, true)), ([-2, 0], (2, 0), (true, false)), ([0, 3], (0, 3), (false, true)), ([-1, 2], (1, 2), (false, false))] {
            let list = if offsets == [0, 0] { &offsets[..1] } else { &offsets[..] };
            let a = Csr::diags(&vec![&ones; list.len()], list, [5, 5]).unwrap();
            assert_eq!((spbandwidth(&a).unwrap(), is_sptriangular(&a).unwrap()), (band, triangles));
        }
    });
}

/// `cholesky` and `ichol`.
pub fn halves<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let eps = precision(T::DTYPE);
        for name in ["grid", "complex", "chance", "one"] {
            if name == "complex" && !T::DTYPE.is_complex() {
                continue;
            }
            // Definite: the matrix times its adjoint, and a little more.
            let a = matrix::<T, B>(xp, &data, &format!("direct/{name}"));
            let n = a.shape()[0];
            let a = match name {
                "grid" => a,
                _ => a.matmul_sparse(&a.transpose().unwrap().conj().unwrap()).unwrap().add(&Csr::eye(xp, n).unwrap()).unwrap(),
            };
            let whole = a.to_dense().unwrap().into_dyn();
            let b = dense::<T, B>(xp, &data, &format!("direct/{name}/b")).into_dyn();
            for ordering in [Ordering::Natural, Ordering::Colamd, Ordering::MmdAtPlusA, Ordering::ReverseCuthillMckee] {
                let half = cholesky(&a, ordering).unwrap();
                let l = half.l().unwrap().to_dense().unwrap().into_dyn();
                assert!(l.array_equal(&l.tril().unwrap()).unwrap());
                let p = half.p().unwrap();
                let moved = whole.take(&p, 0).unwrap().take(&p, 1).unwrap();
                let product = l.matmul(&l.adjoint().unwrap()).unwrap();
                assert!(norm(&product.subtract(&moved).unwrap()) <= 20.0 * eps * norm(&whole), "{name} {ordering:?}");
                let x = half.solve(&b).unwrap();
                assert_eq!((x.dtype(), x.shape()), (T::DTYPE, b.shape()));
                let rest = whole.matmul(&x).unwrap().subtract(&b).unwrap();
                assert!(norm(&rest) <= 50.0 * eps * (norm(&whole) * norm(&x) + norm(&b)), "{name} {ordering:?}");
                let (_, logdet) = whole.slogdet().unwrap();
                let logdet: f64 = logdet.item().unwrap().get();
                assert!((half.logdet().unwrap() - logdet).abs() <= 1e3 * eps * logdet.abs().max(n as f64), "{} {logdet}", half.logdet().unwrap());
                for k in 0..3 {
                    let column = b.slice(s![.., k]).unwrap();
                    let expected = x.slice(s![.., k]).unwrap();
                    assert!(half.matvec(&column).unwrap().array_equal(&expected).unwrap());
                    assert!(half.rmatvec(&column).unwrap().array_equal(&expected).unwrap());
                }
                assert!(half.matmat(&b.flip(0).unwrap().copy().unwrap().flip(0).unwrap()).unwrap().array_equal(&x).unwrap());
            }
            if name == "grid" {
                let rough = ichol(&a).unwrap();
                assert_eq!(rough.l().unwrap().nnz(), a.tril(0).unwrap().nnz());
                let goal = if T::DTYPE.real() == DType::F32 { 1e-4 } else { 1e-9 };
                let b = b.slice(s![.., 0]).unwrap();
                let with = cg(&a, &b, Krylov::new().rtol(goal).m(&rough)).unwrap();
                let without = cg(&a, &b, Krylov::new().rtol(goal)).unwrap();
                assert!(with.converged && 3 * with.iterations < 2 * without.iterations, "{} {}", with.iterations, without.iterations);
                let z = half_of(&a, &b);
                assert_eq!(z.dtype(), T::DTYPE.complex());
            }
        }
        let empty = cholesky(&Csr::<T, B>::zeros(xp, [0, 0]).unwrap(), Ordering::default()).unwrap();
        assert_eq!((empty.solve(&xp.zeros::<T>(0).unwrap()).unwrap().shape(), empty.logdet().unwrap()), (&[0][..], 0.0));
        let eye = Csr::<T, B>::eye(xp, 3).unwrap();
        for half in [cholesky(&eye.negative().unwrap(), Ordering::Natural), ichol(&eye.negative().unwrap()), ichol(&Csr::zeros(xp, [2, 2]).unwrap())] {
            assert!(matches!(half.err(), Some(Error::NotPositiveDefinite { minor: 1, .. })));
        }
        assert!(matches!(cholesky(&Csr::<T, B>::zeros(xp, [2, 3]).unwrap(), Ordering::Natural).err(), Some(Error::Shape { .. })));
        assert!(matches!(ichol(&eye.multiply(f64::NAN).unwrap()).err(), Some(Error::Value { .. })));
        let half = cholesky(&eye, Ordering::Natural).unwrap();
        assert!(matches!(half.solve(&xp.ones::<T>(2).unwrap()), Err(Error::Shape { .. })));
        assert!(matches!(half.matvec(&xp.ones_of(T::DTYPE, [3, 1]).unwrap()), Err(Error::Shape { .. })));
        assert!(matches!(half.matmat(&xp.ones_of(T::DTYPE, 3).unwrap()), Err(Error::Shape { .. })));
    });
}

/// The solution for complex numbers, which is that of both parts.
fn half_of<T: Field, B: Backend>(a: &Csr<T, B>, b: &DynArray<B>) -> DynArray<B> {
    let half = cholesky(a, Ordering::MmdAtPlusA).unwrap();
    let i = b.xp().full([], Z::new(0.0, 1.0)).unwrap().into_dyn().astype(T::DTYPE.complex()).unwrap();
    let z = half.solve(&b.multiply(&i).unwrap()).unwrap();
    let expected = half.solve(b).unwrap().multiply(&i).unwrap();
    assert!(norm(&z.subtract(&expected).unwrap()) <= 10.0 * precision(T::DTYPE) * norm(&expected));
    z
}

/// `onenormest`: exact for what is not negative, at least a third for others, and never too large.
pub fn norms<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        for name in ["chance", "complex", "grid", "scaled", "one"] {
            let a = matrix::<T, B>(xp, &data, &format!("direct/{}", if T::DTYPE.is_complex() || name != "complex" { name } else { "one" }));
            let exact: f64 = a.to_dense().unwrap().as_dyn().norm_with(.., Norm::new().ord(1)).unwrap().item().unwrap().get();
            let found = onenormest(xp, &a).unwrap();
            assert!(found <= exact * (1.0 + 1e-5) && found >= exact / 3.0, "{name} {found} {exact}");
            let positive = onenormest(xp, &a.map_values(|x| x.as_dyn().abs()?.astype(T::DTYPE)?.typed::<T>()).unwrap()).unwrap();
            assert!((positive - exact).abs() <= 1e-5 * exact, "{name}");
        }
        assert_eq!(onenormest(xp, &Csr::<T, B>::zeros(xp, [0, 0]).unwrap()).unwrap(), 0.0);
        assert_eq!(onenormest(xp, &Csr::<T, B>::zeros(xp, [5, 5]).unwrap()).unwrap(), 0.0);
        assert!(onenormest(xp, &Csr::<T, B>::eye(xp, 5).unwrap().multiply(f64::NAN).unwrap()).unwrap().is_nan());
        assert!(matches!(onenormest(xp, &Csr::<T, B>::zeros(xp, [2, 3]).unwrap()), Err(Error::Shape { .. })));
    });
    let blind = Operator::new([3, 3], DType::F64, |x: &DynArray<B>| Ok(x.clone()));
    assert!(matches!(onenormest(xp, &blind), Err(Error::Value { .. })));
}

/// `expm_multiply`, by mpmath's values.
pub fn exponentials<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => for (name, t) in [("grid", -1.0), ("shear", 0.5), ("complex", 0.3)] {
        if name == "complex" && !T::DTYPE.is_complex() {
            continue;
        }
        let whole = dense::<T, B>(xp, &data, &format!("expm/{name}/a"));
        let a = Csr::from_dense(&whole).unwrap();
        let b = dense::<T, B>(xp, &data, &format!("expm/{name}/b")).into_dyn();
        let trace = elements::<Z>(&data, &format!("expm/{name}/a")).iter().step_by(a.shape()[0] + 1).sum::<Z>();
        let trace = if T::DTYPE.is_complex() { trace } else { Z::new(trace.re, 0.0) };
        let close = |y: &DynArray<B>, k: usize, column: Option<isize>, tolerance: f64| {
            let exact = dense::<T, B>(xp, &data, &format!("expm/{name}/{k}")).into_dyn();
            let exact = column.map_or(exact.clone(), |column| exact.slice(s![.., column]).unwrap());
            assert_eq!((y.shape(), y.dtype()), (exact.shape(), T::DTYPE));
            let rest = norm(&y.subtract(&exact).unwrap());
            assert!(rest <= tolerance * norm(&exact), "{name} {k}: {} {tolerance}", rest / norm(&exact));
        };
        for (options, rounding) in [(ExpmMultiply::new(), 1e4), (ExpmMultiply::new().trace_a(trace), 100.0)] {
            // Terms are up to exp(9.9) times what is left of them, and without the diagonal's mean they cancel.
            let tolerance = precision(T::DTYPE) * if name == "shear" { 1e4 } else { rounding };
            for k in 0..3 {
                let options = options.t(t * k as f64);
                close(&expm_multiply(&a, &b, options).unwrap(), k, None, tolerance);
                close(&expm_multiply(&whole, &b.t().copy().unwrap().t(), options).unwrap(), k, None, tolerance);
                close(&expm_multiply(&a, &b.slice(s![.., 1]).unwrap(), options).unwrap(), k, Some(1), tolerance);
            }
            let all = expm_multiply_interval(&a, &b, (0.0, 2.0 * t, 3), options).unwrap();
            (0..3).for_each(|k| close(&all.take(k, 0).unwrap(), k, None, tolerance));
        }
    });
    let a = xp.eye::<f64>(3).unwrap();
    let b = xp.ones::<f64>(3).unwrap();
    assert_eq!(expm_multiply(&a, &xp.ones::<Z>(3).unwrap(), ExpmMultiply::new()).unwrap().dtype(), DType::Complex128);
    let empty = expm_multiply(&xp.zeros::<f64>([0, 0]).unwrap(), &xp.zeros::<f64>(0).unwrap(), ExpmMultiply::new());
    assert_eq!(empty.unwrap().shape(), [0]);
    assert_eq!(expm_multiply_interval(&a, &b, (1.0, 1.0, 1), ExpmMultiply::new()).unwrap().shape(), [1, 3]);
    let wrong = |outcome: Result<DynArray<B>>| matches!(outcome, Err(Error::Value { .. }));
    assert!(wrong(expm_multiply_interval(&a, &b, (0.0, 1.0, 0), ExpmMultiply::new())));
    assert!(wrong(expm_multiply(&a, &b, ExpmMultiply::new().t(f64::NAN))));
    assert!(wrong(expm_multiply(&(&a * f64::INFINITY), &b, ExpmMultiply::new())));
    assert!(wrong(expm_multiply(&(&a * 1e300), &b, ExpmMultiply::new())));
    assert!(wrong(expm_multiply(&a, &b, ExpmMultiply::new().trace_a(Z::new(0.0, 1.0)))));
    for b in [xp.ones::<f64>(2).unwrap(), xp.ones([]).unwrap(), xp.ones([3, 1, 1]).unwrap()] {
        assert!(matches!(expm_multiply(&a, &b, ExpmMultiply::new()), Err(Error::Shape { .. })));
    }
}

/// `lobpcg` with a matrix on the right.
pub fn generalised<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let a = matrix::<T, B>(xp, &data, "direct/grid");
        let n = a.shape()[0];
        let ones = xp.ones::<T>(1).unwrap();
        let main = xp.arange((3.0, n as f64 + 3.0, 1.0)).unwrap().astype::<T>();
        let b = Csr::diags(&[&main, &ones, &ones], &[0, 1, -1], [n, n]).unwrap();
        let (da, db) = (a.to_dense().unwrap().into_dyn(), b.to_dense().unwrap().into_dyn());
        let lower = db.cholesky().unwrap();
        let solve = SolveTriangular::new().lower(true);
        let half = lower.solve_triangular_with(&da, solve).unwrap();
        let all = lower.solve_triangular_with(&half.adjoint().unwrap(), solve).unwrap().eigvalsh().unwrap();
        let all: Vec<f64> = all.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
        let tolerance = if T::DTYPE.real() == DType::F32 { 1e-4 } else { 1e-8 };
        let m = cholesky(&a, Ordering::MmdAtPlusA).unwrap();
        for (k, largest) in [(2, true), (3, false)] {
            let x = xp.rng(3).random_of(T::DTYPE.real(), [n, k]).unwrap().subtract(0.5).unwrap();
            let options = Lobpcg::new().largest(largest).tol(tolerance).maxiter(300).b(&b);
            let options = if largest { options } else { options.m(&m) };
            let found = lobpcg(&a, &x, options.clone()).unwrap();
            assert!(found.converged, "{k} {largest}");
            let values: Vec<f64> = found.values.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
            let expected = if largest { &all[n - k..] } else { &all[..k] };
            for (value, expected) in values.iter().zip(expected) {
                assert!((value - expected).abs() <= tolerance, "{values:?} {expected:?}");
            }
            let v = &found.vectors;
            let gram = v.adjoint().unwrap().matmul(&db.matmul(v).unwrap()).unwrap();
            assert!(norm(&gram.subtract(xp.eye::<T>(k).unwrap()).unwrap()) <= tolerance);
            let next = lobpcg(&a, &x.slice(s![.., ..1]).unwrap(), options.y(v)).unwrap();
            let value: f64 = next.values.item().unwrap().get();
            let expected = if largest { all[n - k - 1] } else { all[k] };
            assert!(next.converged && (value - expected).abs() <= 10.0 * tolerance, "{value} {expected}");
            let across = v.adjoint().unwrap().matmul(&db.matmul(&next.vectors).unwrap()).unwrap();
            assert!(norm(&across) <= 10.0 * tolerance);
        }
        let x = xp.ones::<T>([n, 1]).unwrap();
        let minus = b.negative().unwrap();
        assert!(matches!(lobpcg(&a, &x, Lobpcg::new().b(&minus)), Err(Error::NotPositiveDefinite { .. })));
        let small = Csr::<T, B>::eye(xp, 2).unwrap();
        assert!(matches!(lobpcg(&a, &x, Lobpcg::new().b(&small)), Err(Error::Shape { .. })));
    });
}
