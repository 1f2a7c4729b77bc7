//! Sparse linear algebra, against dense solutions and SciPy's counts of steps.

use crate::for_types;
use std::cell::RefCell;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{Krylov, LinearOperator, Operator, Solution, bicgstab, cg, cgs, gmres, minres};
use xparray::sparse::Csr;
use xparray::{Error, Result};

type Z = Complex<f64>;

/// So many unknowns.
const N: usize = 60;

macro_rules! fields {
    ($T:ident => $body:expr) => {
        for_types!([f32 f64 Complex<f32> Complex<f64>] $T => $body)
    };
}

fn single(dtype: DType) -> bool {
    dtype.real() == DType::F32
}

/// A matrix of these diagonals: numbers of which the imaginary parts count if the type is complex.
fn banded<T: Field, B: Backend>(xp: &B, diagonals: &[(isize, &dyn Fn(usize) -> Z)]) -> Csr<T, B> {
    let vectors: Vec<Array<T, B>> = diagonals
        .iter()
        .map(|(offset, f)| {
            let values: Vec<T> = (0..N - offset.unsigned_abs()).map(|i| f(i).cast()).collect();
            xp.from_slice(&values, values.len()).unwrap()
        })
        .collect();
    let offsets: Vec<isize> = diagonals.iter().map(|(offset, _)| *offset).collect();
    Csr::diags(&vectors.iter().collect::<Vec<_>>(), &offsets, [N, N]).unwrap()
}

fn z(re: f64, im: f64) -> Z {
    Z::new(re, im)
}

fn main_diagonal(i: usize) -> Z {
    z(4.0 + (i % 5) as f64, 0.0)
}

/// Hermitian and positive definite.
fn definite<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let far: &dyn Fn(usize) -> Z = &|_| z(-0.5, 0.0);
    banded(xp, &[(0, &main_diagonal), (-1, &|_| z(-1.0, -0.5)), (1, &|_| z(-1.0, 0.5)), (7, far), (-7, far)])
}

/// Neither Hermitian nor normal.
fn general<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let main: &dyn Fn(usize) -> Z = &|i| main_diagonal(i) + z(0.0, (i % 3) as f64);
    banded(xp, &[(0, main), (-1, &|_| z(-2.0, 0.0)), (1, &|_| z(-0.5, 0.5)), (7, &|_| z(-0.5, 0.0))])
}

/// Hermitian, with eigenvalues of both signs.
fn indefinite<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let main: &dyn Fn(usize) -> Z = &|i| z(if i % 3 == 0 { -5.0 } else { 4.0 + (i % 5) as f64 }, 0.0);
    banded(xp, &[(0, main), (-1, &|_| z(-1.0, -0.5)), (1, &|_| z(-1.0, 0.5))])
}

fn right<T: Field, B: Backend>(xp: &B) -> Array<T, B> {
    let values: Vec<T> = (0..N).map(|i| ((i * i + 3 * i) as i64 % 7 + 1).cast()).collect();
    xp.from_slice(&values, N).unwrap()
}

/// One over the diagonal.
fn jacobi<T: Field, B: Backend>(a: &Csr<T, B>) -> Csr<T, B> {
    let ones = a.diagonal(0).unwrap().ones_like();
    let inverse = ones.as_dyn().divide(&a.diagonal(0).unwrap()).unwrap().typed::<T>().unwrap();
    Csr::diags(&[&inverse], &[0], None).unwrap()
}

fn norm<B: Backend>(x: &DynArray<B>) -> f64 {
    x.norm(..).unwrap().item().unwrap().get()
}

/// A found solution is that of the dense system.
fn solved<T: Field, B: Backend>(found: &Solution<B>, a: &Csr<T, B>, b: &Array<T, B>, goal: f64, what: &str) {
    assert!(found.converged, "{what}: {found:?}");
    let residual = norm(&b.as_dyn().subtract(&a.matmul(&found.x.clone().typed().unwrap()).unwrap()).unwrap());
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
    fields!(T => {
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
    fields!(T => for (name, solve) in solvers::<B>() {
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
    fields!(T => {
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
    let blind = Operator::new([3, 3], DType::F64, |x: &DynArray<B>| Ok(x.clone()));
    assert!(matches!(blind.rmatvec(&xp.ones_of(DType::F64, 3).unwrap()), Err(Error::Value { .. })));
}
