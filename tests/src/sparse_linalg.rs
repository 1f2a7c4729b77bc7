//! Sparse linear algebra, against dense solutions and SciPy's counts of steps.

use crate::for_types;
use crate::sparse_direct::norm;
use crate::sparse_matrices::*;
use std::cell::RefCell;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{
    Fit, Krylov, LeastSquares, LinearOperator, Operator, Product, Scaled, Solution, Sum, Triangular, bicgstab, cg, cgs,
    gmres, lsmr, lsqr, matrix_power, minres, norm as sparse_norm, spsolve_triangular,
};
use xparray::sparse::Csr;
use xparray::{Error, Result};

/// A found solution is that of the dense system.
fn solved<T: Field, B: Backend>(found: &Solution<B>, a: &Csr<T, B>, b: &Array<T, B>, goal: f64, what: &str) {
    assert!(found.converged, "{what}: {found:?}");
    let residual = norm(&b.as_dyn().subtract(a.matmul(&found.x.clone().typed().unwrap()).unwrap()).unwrap());
    let rounding = 100.0 * if single(T::DTYPE) { f64::from(f32::EPSILON) } else { f64::EPSILON } * norm(b.as_dyn());
    assert!((found.residual - residual).abs() <= rounding, "{what}: {} {residual}", found.residual);
    assert!(residual <= goal * norm(b.as_dyn()) + rounding, "{what}: {residual}");
    // The smallest singular value of these matrices is above 1.
    let exact = a.to_dense().unwrap().solve(b).unwrap();
    assert!(norm(&found.x.subtract(&exact).unwrap()) <= residual + 10.0 * rounding, "{what}");
}

type Solver<B> = for<'a> fn(&'a dyn LinearOperator<B>, &DynArray<B>, Krylov<'a, B>) -> Result<Solution<B>>;

fn solvers<B: Backend>() -> [(&'static str, Solver<B>); 5] {
    [
        ("cg", |a, b, o| cg(a, b, o)),
        ("minres", |a, b, o| minres(a, b, o)),
        ("cgs", |a, b, o| cgs(a, b, o)),
        ("bicgstab", |a, b, o| bicgstab(a, b, o)),
        ("gmres", |a, b, o| gmres(a, b, o)),
    ]
}

/// Every solver, element type and kind of operator; preconditioned or not.
pub fn systems<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let goal = if single(T::DTYPE) { 1e-4 } else { 1e-10 };
        for (kind, a) in [definite::<T, B>(xp), general(xp), indefinite(xp)].iter().enumerate() {
            let (b, m) = (right::<T, B>(xp), jacobi(a));
            let product = |x: &DynArray<B>| a.matvec(x);
            let (dense, csc, dia) = (a.to_dense().unwrap(), a.to_csc().unwrap(), a.to_dia().unwrap());
            let closure = Operator::new([N, N], T::DTYPE, product);
            for (k, (name, solve)) in solvers::<B>().into_iter().enumerate() {
                if (k == 0 && kind != 0) || (k == 1 && kind == 1) || (k == 2 && kind == 2) {
                    continue; // Not for such matrices.
                }
                let options = Krylov::new().rtol(goal).maxiter(300);
                solved(&solve(a, b.as_dyn(), options.clone()).unwrap(), a, &b, goal, name);
                if kind == 0 || k > 1 {
                    let found = solve(a, b.as_dyn(), options.clone().m(&m)).unwrap();
                    solved(&found, a, &b, goal, name);
                }
                let near = solve(a, b.as_dyn(), options.clone().rtol(1e-2)).unwrap();
                let all = solve(a, b.as_dyn(), options.clone()).unwrap();
                let rest = solve(a, b.as_dyn(), options.clone().x0(&near.x)).unwrap();
                solved(&rest, a, &b, goal, name);
                assert!(near.iterations < all.iterations && rest.iterations < all.iterations, "{name}");
                if kind == 0 {
                    for other in [&dense as &dyn LinearOperator<B>, &csc, &dia, &closure] {
                        let found = solve(other, b.as_dyn(), options.clone()).unwrap();
                        solved(&found, a, &b, goal, name);
                    }
                }
                // From the solution, and of nothing.
                let again = solve(a, b.as_dyn(), options.clone().rtol(10.0 * goal).x0(&all.x)).unwrap();
                assert!(again.converged && again.iterations == 0);
                let nothing = solve(a, &b.as_dyn().multiply(0).unwrap(), options.x0(&all.x)).unwrap();
                assert!(nothing.converged && nothing.iterations == 0 && norm(&nothing.x) == 0.0);
            }
        }
    });
    // A real matrix and complex numbers on the right; integers; half precision.
    let (a, z) = (definite::<f64, B>(xp), xp.full(N, Z::new(1.0, 2.0)).unwrap());
    for (name, solve) in solvers::<B>() {
        let found = solve(&a, z.as_dyn(), Krylov::new().rtol(1e-10)).unwrap();
        assert!(found.converged && found.x.dtype() == DType::Complex128, "{name}");
        let real = solve(&a, &xp.ones::<i32>(N).unwrap().into_dyn(), Krylov::new().rtol(1e-10)).unwrap();
        assert_eq!(real.x.dtype(), DType::F64);
        let expected = real.x.multiply(Z::new(1.0, 2.0)).unwrap();
        assert!(norm(&found.x.subtract(&expected).unwrap()) < 1e-8, "{name}");
        let half =
            solve(&definite::<f32, B>(xp), &xp.ones_of(DType::F16, N).unwrap(), Krylov::new().rtol(1e-4)).unwrap();
        assert!(half.converged && half.x.dtype() == DType::F32, "{name}");
    }
}

/// As many steps as SciPy 1.17's functions take.
pub fn steps<B: Backend>(xp: &B) {
    let (b, zb) = (right::<f64, B>(xp), right::<Z, B>(xp));
    let (real, complex) = (definite::<f64, B>(xp), definite::<Z, B>(xp));
    let (nonsymmetric, both) = (general::<f64, B>(xp), general::<Z, B>(xp));
    let preconditioners = [jacobi(&real), jacobi(&nonsymmetric)];
    for (rtol, counts) in
        [(1e-5, [10, 9, 11, 6, 7, 7, 8, 10, 13, 13]), (1e-10, [18, 17, 20, 11, 10, 16, 13, 18, 25, 25])]
    {
        let options = Krylov::new().rtol(rtol);
        let found = [
            cg(&real, &b, options.clone()),
            cg(&real, &b, options.clone().m(&preconditioners[0])),
            cg(&complex, &zb, options.clone()),
            cgs(&real, &b, options.clone()),
            cgs(&real, &b, options.clone().m(&preconditioners[0])),
            cgs(&nonsymmetric, &b, options.clone()),
            cgs(&both, &zb, options.clone()),
            gmres(&real, &b, options.clone()),
            gmres(&nonsymmetric, &b, options.clone()),
            gmres(&both, &zb, options.clone()),
        ];
        assert_eq!(found.map(|found| found.unwrap().iterations), counts);
        // SciPy does not count half a step.
        let halves = if rtol == 1e-5 { [6, 7, 6, 7] } else { [10, 14, 13, 13] };
        let found = [
            bicgstab(&real, &b, options.clone()),
            bicgstab(&nonsymmetric, &b, options.clone()),
            bicgstab(&nonsymmetric, &b, options.clone().m(&preconditioners[1])),
            bicgstab(&both, &zb, options.clone()),
        ];
        for (found, steps) in found.map(|found| found.unwrap().iterations).into_iter().zip(halves) {
            assert!(found == steps || found == steps + 1, "{found} {steps}");
        }
    }
    // Exactly as many as are asked for; each is seen.
    for (name, solve) in solvers::<B>() {
        for maxiter in [0, 1, 3, 8, 9] {
            let seen = RefCell::new(Vec::new());
            let see = |x: &DynArray<B>| seen.borrow_mut().push(x.clone());
            let options = Krylov::new().rtol(1e-14).restart(1).maxiter(maxiter);
            let found = solve(&real, b.as_dyn(), options.clone().callback(&see)).unwrap();
            assert_eq!((found.iterations, seen.borrow().len()), (maxiter, maxiter), "{name}");
            assert!(!found.converged && found.residual > 0.0);
            let last = seen.borrow().last().cloned().unwrap_or(found.x.zeros_like().unwrap());
            assert!(last.array_equal(&found.x).unwrap());
            // Without anybody who looks, the same.
            assert!(solve(&real, b.as_dyn(), options).unwrap().x.array_equal(&found.x).unwrap());
        }
    }
}

/// Singular matrices, breakdowns, no unknowns, one unknown, wrong operands.
pub fn breakdowns<B: Backend>(xp: &B) {
    for_types!(fields, T => for (name, solve) in solvers::<B>() {
        let zeros = xp.zeros::<T>([3, 3]).unwrap();
        let found = solve(&zeros, &xp.ones_of(T::DTYPE, 3).unwrap(), Krylov::new()).unwrap();
        assert!(!found.converged && norm(&found.x).is_finite(), "{name}: {found:?}");
        // Singular, and nothing solves it.
        let half = Csr::diags(&[&xp.array(&[true.cast::<T>(), T::default(), true.cast::<T>()]).unwrap()], &[0], None).unwrap();
        let found = solve(&half, &xp.ones_of(T::DTYPE, 3).unwrap(), Krylov::new()).unwrap();
        assert!(!found.converged && norm(&found.x).is_finite(), "{name}: {found:?}");
        // Turned by a right angle: what is orthogonal to what it was breaks methods down.
        let turn = xp.from_slice(&[T::default(), true.cast(), true.cast(), T::default()], [2, 2]).unwrap();
        let found = solve(&turn, xp.from_slice(&[true.cast::<T>(), T::default()], 2).unwrap().as_dyn(), Krylov::new()).unwrap();
        assert!(norm(&found.x).is_finite(), "{name}");
        assert_eq!(found.converged, found.residual < 1e-5, "{name}: {found:?}");
        let found = solve(&xp.zeros::<T>([0, 0]).unwrap(), &xp.zeros_of(T::DTYPE, 0).unwrap(), Krylov::new()).unwrap();
        assert!(found.converged && found.x.shape() == [0] && found.iterations == 0);
        let one = solve(&xp.full([1, 1], 4.cast::<T>()).unwrap(), &xp.ones_of(T::DTYPE, 1).unwrap(), Krylov::new()).unwrap();
        assert!(one.converged && one.iterations == 1 && (one.residual) < 1e-6, "{name}: {one:?}");
    });
    for (name, solve) in solvers::<B>() {
        let (a, b) = (xp.eye::<f64>(3).unwrap(), xp.ones_of(DType::F64, 3).unwrap());
        let fails =
            |a: &dyn LinearOperator<B>, b: &DynArray<B>, options: Krylov<'_, B>| solve_with(solve, a, b, options);
        let wide = xp.ones::<f64>([3, 4]).unwrap();
        assert!(matches!(fails(&wide, &b, Krylov::new()), Err(Error::Shape { .. })), "{name}");
        assert!(matches!(fails(&b, &b, Krylov::new()), Err(Error::Shape { .. })), "{name}");
        assert!(matches!(fails(&a, &b.slice(s![1..]).unwrap(), Krylov::new()), Err(Error::Shape { .. })));
        assert!(matches!(fails(&a, &a.clone().into_dyn(), Krylov::new()), Err(Error::Shape { .. })));
        assert!(matches!(fails(&a, &b, Krylov::new().x0(&b.slice(s![1..]).unwrap())), Err(Error::Shape { .. })));
        assert!(matches!(fails(&a, &b, Krylov::new().m(&wide)), Err(Error::Shape { .. })));
        for tolerance in [-1.0, f64::NAN] {
            assert!(matches!(fails(&a, &b, Krylov::new().rtol(tolerance)), Err(Error::Value { .. })));
            assert!(matches!(fails(&a, &b, Krylov::new().atol(tolerance)), Err(Error::Value { .. })));
        }
        let short = Operator::new([3, 3], DType::F64, |x: &DynArray<B>| x.slice(s![1..]));
        assert!(matches!(fails(&short, &b, Krylov::new()), Err(Error::Shape { .. })));
        let failing = Operator::new([3, 3], DType::F64, |_: &DynArray<B>| Err(Error::value("mine", "no")));
        assert!(matches!(fails(&failing, &b, Krylov::new()), Err(Error::Value { op: "mine", .. })));
        let not = b.multiply(f64::NAN).unwrap();
        assert!(!fails(&a, &not, Krylov::new()).unwrap().converged, "{name}");
        assert!(fails(&a, &b, Krylov::new().atol(2.0).rtol(0.0)).unwrap().iterations == 0);
    }
    let a = xp.eye::<f64>(3).unwrap();
    assert!(matches!(gmres(&a, &xp.ones::<f64>(3).unwrap(), Krylov::new().restart(0)), Err(Error::Value { .. })));
}

fn solve_with<'a, B: Backend>(
    solve: Solver<B>,
    a: &'a dyn LinearOperator<B>,
    b: &DynArray<B>,
    options: Krylov<'a, B>,
) -> Result<Solution<B>> {
    solve(a, b, options)
}

/// Products of each kind of operator are those of dense arrays.
pub fn operators<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let host: Vec<T> = (0..15).map(|i| z(f64::from(i * i % 7 - 3), f64::from(i % 3)).cast()).collect();
        let dense = xp.from_slice(&host, [3, 5]).unwrap();
        let csr = Csr::from_dense(&dense).unwrap();
        let (csc, dia) = (csr.to_csc().unwrap(), csr.to_dia().unwrap());
        let operator = Operator::new([3, 5], T::DTYPE, |x: &DynArray<B>| dense.as_dyn().matmul(x))
            .with_adjoint(|x| dense.as_dyn().adjoint()?.matmul(x));
        for (k, a) in [&csr as &dyn LinearOperator<B>, &csc, &dia, &dense, dense.as_dyn(), &operator].into_iter().enumerate() {
            assert_eq!((a.shape(), a.dtype()), ([3, 5], T::DTYPE));
            for dtype in [DType::F32, DType::F64, DType::Complex64, DType::Complex128, DType::I32] {
                let x = xp.arange((-2, 3, 1)).unwrap().into_dyn().astype(dtype).unwrap();
                let y = x.slice(s![..3]).unwrap();
                let x = if dtype.is_complex() { x.multiply(Complex::new(1.0, 2.0)).unwrap() } else { x };
                let same = |actual: DynArray<B>, expected: DynArray<B>| {
                    assert_eq!(actual.dtype(), T::DTYPE.promote(dtype), "{k}");
                    assert!(actual.array_equal(&expected).unwrap(), "{k} {dtype} {actual} {expected}");
                };
                same(a.matvec(&x).unwrap(), dense.as_dyn().matmul(&x).unwrap());
                same(a.rmatvec(&y).unwrap(), dense.as_dyn().adjoint().unwrap().matmul(&y).unwrap());
                let columns = xp.stack(&[&x, &x.multiply(2).unwrap()], 1).unwrap();
                same(a.matmat(&columns).unwrap(), dense.as_dyn().matmul(&columns).unwrap());
            }
            for wrong in [xp.ones_of(T::DTYPE, 3).unwrap(), xp.ones_of(T::DTYPE, [5, 1]).unwrap(), xp.ones_of(T::DTYPE, []).unwrap()] {
                assert!(matches!(a.matvec(&wrong), Err(Error::Shape { .. })), "{k}");
            }
            assert!(a.rmatvec(&xp.ones_of(T::DTYPE, 5).unwrap()).is_err(), "{k}");
            assert!(a.matmat(&xp.ones_of(T::DTYPE, [3, 2]).unwrap()).is_err(), "{k}");
        }
    });
    // Sums, products and multiples, of each other too.
    let (a, b) = (tall::<Z, B>(xp), general::<Z, B>(xp));
    let (x, y) = (a.to_dense().unwrap().into_dyn(), b.to_dense().unwrap().into_dyn());
    let (product, scaled) = (Product::new(&b, &a).unwrap(), Scaled::new(&a, -2.5));
    let all = Sum::new(&product, &scaled).unwrap();
    let dense = y.matmul(&x).unwrap().subtract(x.multiply(2.5).unwrap()).unwrap();
    assert_eq!((all.shape(), all.dtype()), ([60, 40], DType::Complex128));
    let (v, w) = (right::<Z, B>(xp).into_dyn(), right::<Z, B>(xp).slice(s![..40]).unwrap().into_dyn());
    assert!(all.matvec(&w).unwrap().allclose(dense.matmul(&w).unwrap()).unwrap());
    assert!(all.rmatvec(&v).unwrap().allclose(dense.adjoint().unwrap().matmul(&v).unwrap()).unwrap());
    let columns = w.reshape([40, 1]).unwrap().multiply(xp.array([1.0, 2.0]).unwrap()).unwrap();
    assert!(all.matmat(&columns).unwrap().allclose(dense.matmul(&columns).unwrap()).unwrap());
    let ints = xp.ones::<i32>([2, 2]).unwrap();
    let half = Scaled::new(&ints, 0.5);
    let halves = half.matvec(&xp.ones_of(DType::I32, 2).unwrap()).unwrap();
    assert_eq!((half.dtype(), halves.dtype(), norm(&halves)), (DType::F64, DType::F64, 2.0f64.sqrt()));
    assert_eq!(Scaled::new(&Csr::<f32, B>::eye(xp, 2).unwrap(), 0.5).dtype(), DType::F32);
    assert!(matches!(Sum::new(&a, &b), Err(Error::Shape { .. })));
    assert!(matches!(Product::new(&a, &b), Err(Error::Shape { .. })));
    let blind = Operator::new([3, 3], DType::F64, |x: &DynArray<B>| Ok(x.clone()));
    assert!(matches!(Sum::new(&blind, &blind).unwrap().adjoint().err(), Some(Error::Value { .. })));
    assert!(matches!(blind.rmatvec(&xp.ones_of(DType::F64, 3).unwrap()), Err(Error::Value { .. })));
}

pub(crate) type Fitter<B> = fn(&dyn LinearOperator<B>, &DynArray<B>, LeastSquares<B>) -> Result<Fit<B>>;

pub(crate) fn fitters<B: Backend>() -> [(&'static str, Fitter<B>); 2] {
    [("lsqr", |a, b, o| lsqr(a, b, o)), ("lsmr", |a, b, o| lsmr(a, b, o))]
}

/// The steps of SciPy 1.17, by weight and tolerance: of `lsqr` and `lsmr`, with more equations than unknowns and the other way.
const COUNTS: [(f64, f64, [usize; 4]); 4] = [
    (0.0, 1e-6, [17, 17, 16, 16]),
    (0.0, 1e-10, [27, 27, 26, 27]),
    (1.5, 1e-6, [15, 15, 16, 16]),
    (1.5, 1e-10, [25, 25, 26, 26]),
];

/// `lsqr` and `lsmr`: the solutions of the normal equations, and SciPy's counts of steps.
pub fn least_squares<B: Backend>(xp: &B) {
    for_types!(fields, T => for (name, fit) in fitters::<B>() {
        let tol = if single(T::DTYPE) { 1e-6 } else { 1e-13 };
        for (a, damp) in [(tall::<T, B>(xp), 0.0), (tall(xp), 1.5), (tall(xp).transpose().unwrap(), 0.0), (tall(xp).transpose().unwrap(), 1.5)] {
            let [rows, columns] = a.shape();
            let b = right::<T, B>(xp).slice(s![..rows]).unwrap().into_dyn();
            let dense = a.to_dense().unwrap().into_dyn();
            let adjoint = dense.adjoint().unwrap();
            // The least of all solutions, by the equations of the smaller side.
            let exact = |b: &DynArray<B>| {
                let wide = rows < columns;
                let gram = if wide { dense.matmul(&adjoint) } else { adjoint.matmul(&dense) }.unwrap();
                let n = rows.min(columns);
                let gram = gram.add(xp.eye::<T>(n).unwrap().as_dyn().multiply(damp * damp).unwrap()).unwrap();
                match wide {
                    true => adjoint.matmul(&gram.solve(b).unwrap()).unwrap(),
                    false => gram.solve(&adjoint.matmul(b).unwrap()).unwrap(),
                }
            };
            let options = LeastSquares::new().damp(damp).atol(tol).btol(tol);
            let found = fit(&a, &b, options.clone()).unwrap();
            let expected = exact(&b);
            let close = if single(T::DTYPE) { 3e-5 } else { 1e-11 } * norm(&expected);
            assert!(found.converged, "{name} {damp} {found:?}");
            assert!(norm(&found.x.subtract(&expected).unwrap()) <= close, "{name} {damp}");
            let rest = b.subtract(dense.matmul(&found.x).unwrap()).unwrap();
            assert!((found.residual - norm(&rest)).abs() <= close, "{name}");
            assert!(found.gradient <= 20.0 * close, "{name} {}", found.gradient);
            // From elsewhere: the least correction.
            let x0 = xp.ones_of(T::DTYPE, columns).unwrap();
            let moved = fit(&a, &b, options.clone().x0(&x0)).unwrap();
            let expected = x0.add(exact(&b.subtract(dense.matmul(&x0).unwrap()).unwrap())).unwrap();
            assert!(moved.converged && norm(&moved.x.subtract(&expected).unwrap()) <= close, "{name} {damp}");
            assert!(moved.gradient <= 20.0 * close);
            let cut = fit(&a, &b, options.clone().maxiter(3)).unwrap();
            assert!(!cut.converged && cut.iterations == 3 && cut.residual < norm(&b), "{name}");
            let nothing = fit(&a, &b.multiply(0).unwrap(), options).unwrap();
            assert!(nothing.converged && nothing.iterations == 0 && norm(&nothing.x) == 0.0);
        }
        // Nothing to be learnt, one number, no numbers, a matrix of one rank.
        let zeros = fit(&xp.zeros::<T>([3, 2]).unwrap(), &xp.ones_of(T::DTYPE, 3).unwrap(), LeastSquares::new()).unwrap();
        assert!(zeros.converged && norm(&zeros.x) == 0.0 && zeros.iterations == 0);
        let one = fit(&xp.full([1, 1], 4.cast::<T>()).unwrap(), &xp.ones_of(T::DTYPE, 1).unwrap(), LeastSquares::new()).unwrap();
        assert!(one.converged && (norm(&one.x) - 0.25).abs() < 1e-6, "{name} {one:?}");
        for shape in [[0, 0], [0, 3], [3, 0]] {
            let a = xp.zeros::<T>(shape).unwrap();
            let found = fit(&a, &xp.ones_of(T::DTYPE, shape[0]).unwrap(), LeastSquares::new()).unwrap();
            assert!(found.converged && found.x.shape() == [shape[1]] && norm(&found.x) == 0.0);
        }
        let flat = fit(&xp.ones::<T>([4, 3]).unwrap(), &right::<T, B>(xp).slice(s![..4]).unwrap().into_dyn(), LeastSquares::new()).unwrap();
        let mean = norm(&right::<T, B>(xp).slice(s![..4]).unwrap().as_dyn().mean(keepdims(0)).unwrap());
        assert!(flat.converged && (norm(&flat.x) - mean / 3.0f64.sqrt()).abs() < 1e-4, "{name} {flat:?}");
    });
    let a = tall::<f64, B>(xp);
    let b = right::<f64, B>(xp).into_dyn();
    for (damp, tol, counts) in COUNTS {
        let options = LeastSquares::new().damp(damp).atol(tol).btol(tol).maxiter(500);
        let wide = a.transpose().unwrap();
        let short = b.slice(s![..40]).unwrap();
        let found = [
            lsqr(&a, &b, options.clone()),
            lsmr(&a, &b, options.clone()),
            lsqr(&wide, &short, options.clone()),
            lsmr(&wide, &short, options),
        ];
        assert_eq!(found.map(|fit| fit.unwrap().iterations), counts, "{damp} {tol}");
    }
    for (name, fit) in fitters::<B>() {
        let options = LeastSquares::new;
        assert!(matches!(fit(&a, &b.slice(s![1..]).unwrap(), options()), Err(Error::Shape { .. })), "{name}");
        assert!(matches!(fit(&a, &b, options().x0(&b)), Err(Error::Shape { .. })));
        for number in [-1.0, f64::NAN, f64::INFINITY] {
            for options in [options().damp(number), options().atol(number), options().btol(number)] {
                assert!(matches!(fit(&a, &b, options), Err(Error::Value { .. })));
            }
        }
        let blind = Operator::new([60, 60], DType::F64, |x: &DynArray<B>| Ok(x.clone()));
        assert!(matches!(fit(&blind, &b, options()), Err(Error::Value { .. })));
        let not = fit(&a, &b.multiply(f64::NAN).unwrap(), options()).unwrap();
        assert!(!not.converged && norm(&not.x) == 0.0);
    }
}

/// `norm`, `matrix_power` and `spsolve_triangular`.
pub fn functions<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let one = Csr::from_dense(&xp.full([1, 1], 3.cast::<T>()).unwrap()).unwrap();
        for a in [definite::<T, B>(xp), general(xp), tall(xp), tall(xp).transpose().unwrap(), one, Csr::zeros(xp, [3, 2]).unwrap()] {
            let dense = a.to_dense().unwrap().into_dyn();
            for ord in [NormOrd::Frobenius, 1.into(), (-1).into(), f64::INFINITY.into(), f64::NEG_INFINITY.into()] {
                let (actual, expected) = (sparse_norm(&a, ord).unwrap(), dense.norm_with(.., Norm::new().ord(ord)).unwrap());
                assert_eq!((actual.dtype(), actual.shape()), (T::DTYPE.real(), &[][..]));
                assert!(actual.allclose(&expected).unwrap(), "{ord:?} {actual} {expected}");
            }
            assert!(matches!(sparse_norm(&a, 2), Err(Error::Value { .. })));
            assert!(matches!(sparse_norm(&a, NormOrd::Nuclear), Err(Error::Value { .. })));
        }
        let small = definite::<T, B>(xp).slice(s![..6, ..6]).unwrap();
        for power in 0..8 {
            let expected = small.to_dense().unwrap().matrix_power(power).unwrap();
            let actual = matrix_power(&small, power as u32).unwrap().to_dense().unwrap();
            let largest = norm(expected.as_dyn());
            assert!(norm(&actual.as_dyn().subtract(&expected).unwrap()) <= 1e-6 * largest, "{power}");
        }
        assert!(matches!(matrix_power(&tall::<T, B>(xp), 2), Err(Error::Shape { .. })));

        let a = general::<T, B>(xp);
        let b = right::<T, B>(xp);
        let columns = xp.stack(&[b.as_dyn(), &b.as_dyn().flip(0).unwrap()], 1).unwrap();
        for lower in [true, false] {
            let triangle = if lower { a.tril(0) } else { a.triu(0) }.unwrap();
            for unit in [true, false] {
                let options = Triangular::new().lower(lower).unit_diagonal(unit);
                let mut whole = triangle.clone();
                if unit {
                    whole.setdiag(1, 0).unwrap();
                }
                for b in [b.as_dyn(), &columns] {
                    let x = spsolve_triangular(&triangle, b, options).unwrap();
                    assert_eq!((x.shape(), x.dtype()), (b.shape(), T::DTYPE));
                    let back = LinearOperator::matmat(&whole, &x.reshape([60, x.len() / 60]).unwrap()).unwrap();
                    // Rounding of a product, against what goes into it.
                    let bound = if single(T::DTYPE) { 1e-6 } else { 1e-15 } * 60.0 * (norm(b) + 8.0 * norm(&x));
                    assert!(norm(&back.subtract(b.reshape([60, b.len() / 60]).unwrap()).unwrap()) <= bound, "{lower} {unit}");
                }
            }
        }
        assert!(matches!(spsolve_triangular(&a, &b, Triangular::new()), Err(Error::Value { .. })));
        assert!(matches!(spsolve_triangular(&a.tril(0).unwrap(), &b.slice(s![1..]).unwrap(), Triangular::new()), Err(Error::Shape { .. })));
        assert!(matches!(spsolve_triangular(&tall::<T, B>(xp), &b, Triangular::new()), Err(Error::Shape { .. })));
        let mut hole = a.tril(0).unwrap();
        hole.setdiag(0, 0).unwrap();
        assert!(matches!(spsolve_triangular(&hole, &b, Triangular::new()), Err(Error::Singular { pivot: 0, .. })));
        assert!(spsolve_triangular(&hole, &b, Triangular::new().unit_diagonal(true)).is_ok());
        let none = spsolve_triangular(&Csr::<T, B>::zeros(xp, [0, 0]).unwrap(), &b.slice(s![..0]).unwrap(), Triangular::new());
        assert_eq!(none.unwrap().shape(), [0]);
    });
    // A chain of all unknowns, each of which is the one before: the last one comes after as many steps.
    let ones = xp.ones::<f64>(1).unwrap();
    let chain = Csr::diags(&[&ones, &ones.negative()], &[0, -1], [333, 333]).unwrap();
    let first = xp.eye::<f64>(333).unwrap().slice(s![0]).unwrap();
    let x = spsolve_triangular(&chain, &first, Triangular::new()).unwrap();
    assert!(x.equal(1).unwrap().all(..).unwrap().item().unwrap().get::<bool>());
}
