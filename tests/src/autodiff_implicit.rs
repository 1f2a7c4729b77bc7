//! Derivatives of what is solved for, against those of dense systems, differences, and the formulas of roots.

use xparray::autodiff::{
    Autodiff, checkpoint, custom_linear_solve, custom_root, fori_loop, grad, hessian, jacfwd, jacrev, jvp,
    stop_gradient, vmap,
};
use xparray::prelude::*;
use xparray::{Error, Result, jit, s};

type A<B> = Array<f64, Autodiff<B>>;
/// A function of arrays, as solvers take it.
type Function<'a, X> = &'a dyn Fn(X) -> Result<X>;

/// Biconjugate gradients need no symmetry, but of the products alone (van der Vorst, 1992); until nothing is left.
fn bicgstab<B: Backend>(a: Function<A<B>>, b: A<B>) -> Result<A<B>> {
    let mut x = b.zeros_like();
    let (mut r, mut p) = (b.clone(), b.clone());
    let goal = b.norm(..)?.item()? * 1e-15;
    for _ in 0..50 {
        if r.norm(..)?.item()? <= goal {
            break;
        }
        let v = a(p.clone())?;
        let rho = r.dot(&b)?;
        let alpha = &rho / v.dot(&b)?;
        let half = &r - &v * &alpha;
        let t = a(half.clone())?;
        let square = t.dot(&t)?;
        let omega = square.greater(0.0)?.where_(t.dot(&half)? / &square, &square)?;
        x += &p * &alpha + &half * &omega;
        r = half - t * &omega;
        if omega.item()? == 0.0 {
            break;
        }
        let beta = r.dot(&b)? / rho * alpha / &omega;
        p = &r + (p - v * omega) * beta;
    }
    Ok(x)
}

/// A solver that reads nothing: so many steps of Richardson's iteration.
fn richardson<B: Backend>(a: Function<A<B>>, b: A<B>) -> Result<A<B>> {
    fori_loop(0..60, |_, x: A<B>| Ok(&x + (&b - a(x.clone())?) * 0.25), b.zeros_like())
}

/// A matrix that is not symmetric, of a parameter: its rows go to 5 or less in sum.
fn matrix<B: Backend>(k: &A<B>) -> Result<A<B>> {
    let n = k.len();
    let xp = k.xp();
    let ones = xp.eye::<f64>(n - 1)?;
    let near = ones.pad([(0, 1), (1, 0)])? - ones.pad([(1, 0), (0, 1)])? * 0.5;
    Ok((k.sin() * 0.5 + 3.0).diagflat()? + near * k)
}

fn right<B: Backend>(k: &A<B>) -> Result<A<B>> {
    Ok(k.square() + 1.0)
}

/// What is solved for, and what stands for it.
fn solution<B: Backend>(k: A<B>) -> Result<A<B>> {
    let a = matrix(&k)?;
    custom_linear_solve(|x: A<B>| a.matmul(&x), right(&k)?, bicgstab, bicgstab)
}

fn dense<B: Backend>(k: A<B>) -> Result<A<B>> {
    matrix(&k)?.solve(&right(&k)?)
}

#[track_caller]
fn near<B: Backend>(actual: &A<B>, expected: &A<B>, tolerance: f64) {
    assert_eq!(actual.shape(), expected.shape());
    let error = (actual - expected).abs().max(..).unwrap().item().unwrap();
    assert!(error <= tolerance, "{error}: {actual}\nexpected\n{expected}");
}

fn parameters<B: Backend>(xp: &Autodiff<B>) -> A<B> {
    xp.array([0.3, -0.7, 1.1, 0.2]).unwrap()
}

/// Derivatives of first order, both ways, are those of a dense system, and differences.
pub fn systems<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let k = parameters(xp);
    near(&solution(k.clone()).unwrap(), &dense(k.clone()).unwrap(), 1e-13);
    let expected = jacrev(dense)(k.clone()).unwrap();
    near(&jacrev(solution)(k.clone()).unwrap(), &expected, 1e-12);
    near(&jacfwd(solution)(k.clone()).unwrap(), &expected, 1e-12);
    let direction = xp.array([1.0, -2.0, 0.5, 1.0]).unwrap();
    let tangent = jvp(solution, k.clone(), direction.clone()).unwrap().1;
    let moved = |h: f64| solution(&k + &direction * h).unwrap();
    near(&tangent, &((moved(1e-5) - moved(-1e-5)) / 2e-5), 1e-8);
    // By the right-hand side alone, by the matrix alone, and by a number among several arguments.
    let (a, b) = (matrix(&k).unwrap(), right(&k).unwrap());
    let of_b = jacrev(|b: A<B>| custom_linear_solve(|x: A<B>| a.matmul(&x), b, bicgstab, bicgstab));
    near(&of_b(b.clone()).unwrap(), &a.inv().unwrap(), 1e-13);
    let of_a = grad(|a: A<B>| custom_linear_solve(|x: A<B>| a.matmul(&x), b.clone(), bicgstab, bicgstab)?.sum(..));
    near(&of_a(a.clone()).unwrap(), &grad(|a: A<B>| a.solve(&b)?.sum(..))(a.clone()).unwrap(), 1e-13);
    let both = |(scale, b): (A<B>, A<B>)| {
        custom_linear_solve(|x: A<B>| Ok(a.matmul(&x)? * &scale), b, bicgstab, bicgstab)?.sum(..)
    };
    let (of_scale, of_b) = grad(both)((xp.scalar(2.0), b.clone())).unwrap();
    near(&of_scale, &(a.solve(&b).unwrap().sum(..).unwrap() * -0.25), 1e-13);
    near(&of_b, &(a.inv().unwrap().sum(0).unwrap() * 0.5), 1e-13);
    // What does not depend on the argument is a constant, also of a checkpoint.
    let layer = checkpoint(|k: A<B>| {
        let fixed = solution(k.ones_like())?;
        Ok(solution(k)? * fixed)
    });
    let expected = grad(|k: A<B>| (dense(k.clone())? * dense(k.ones_like())?).sum(..))(k.clone()).unwrap();
    near(&grad(|k: A<B>| layer(k)?.sum(..))(k).unwrap(), &expected, 1e-12);
}

/// Complex systems, and those of several arrays.
pub fn kinds_of_systems<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    type C<B> = Array<Complex<f64>, Autodiff<B>>;
    let diagonal = xp.array([Complex::new(2.0, 1.0), Complex::new(1.0, -3.0)]).unwrap();
    let b = xp.array([Complex::new(1.0, 1.0), Complex::new(0.0, 2.0)]).unwrap();
    fn solve<B: Backend>(a: Function<C<B>>, b: C<B>) -> Result<C<B>> {
        Ok(&b / a(b.ones_like())?)
    }
    let quotient =
        |d: C<B>| custom_linear_solve(|x: C<B>| Ok(&d * x), b.clone(), solve, solve)?.real().square().sum(..);
    let expected = grad(|d: C<B>| (&b / d).real().square().sum(..))(diagonal.clone()).unwrap();
    assert!(grad(quotient)(diagonal).unwrap().allclose(&expected).unwrap());
    // Two unknowns: x + k y = 1, 2 y - k x = 0.
    type Two<B> = (A<B>, A<B>);
    fn fixed<B: Backend>(a: Function<Two<B>>, b: Two<B>) -> Result<Two<B>> {
        let mut state = (b.0.zeros_like(), b.1.zeros_like());
        for _ in 0..200 {
            let (p, q) = a(state.clone())?;
            state = (&state.0 + (&b.0 - p) * 0.5, &state.1 + (&b.1 - q) * 0.5);
        }
        Ok(state)
    }
    let program = |k: A<B>| {
        let pair = |(x, y): Two<B>| Ok((&x + &k * &y, y * 2.0 - &k * x));
        let b = (xp.ones::<f64>(1)?, xp.zeros::<f64>(1)?);
        let (x, y) = custom_linear_solve(pair, b, fixed, fixed)?;
        (x + y * 3.0).sum(..)
    };
    // x = 2 / (2 + k²), y = k / (2 + k²).
    let k = xp.array([0.5]).unwrap();
    let exact = |k: A<B>| ((&k * 3.0 + 2.0) / (k.square() + 2.0)).sum(..);
    near(&grad(program)(k.clone()).unwrap(), &grad(exact)(k.clone()).unwrap(), 1e-13);
    near(&hessian(program)(k.clone()).unwrap(), &hessian(exact)(k).unwrap(), 1e-12);
}

/// Second and third derivatives, in each order of the modes.
pub fn orders<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let k = parameters(xp);
    let weights = xp.array([1.0, -2.0, 0.5, 3.0]).unwrap();
    let of = |solution: fn(A<B>) -> Result<A<B>>| {
        let weights = weights.clone();
        move |k: A<B>| (solution(k)?.square() * &weights).sum(..)
    };
    let expected = hessian(of(dense))(k.clone()).unwrap();
    near(&hessian(of(solution))(k.clone()).unwrap(), &expected, 1e-11);
    near(&jacrev(grad(of(solution)))(k.clone()).unwrap(), &expected, 1e-11);
    let forward = jacfwd(jacfwd(of(solution)))(k.clone()).unwrap();
    near(&forward, &expected, 1e-11);
    let slope = |k: A<B>| hessian(of(solution))(k)?.slice(s![0, 1]);
    let exact = grad(|k: A<B>| hessian(of(dense))(k)?.slice(s![0, 1]))(k.clone()).unwrap();
    near(&grad(slope)(k).unwrap(), &exact, 1e-10);
}

/// Roots of several equations, whose derivatives are those of their inverse.
pub fn roots<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    // x exp(x) = k, by Newton's method: Lambert's function, with the derivative x / (k (1 + x)).
    let lambert = |k: A<B>| {
        let solve = |f: Function<A<B>>, mut x: A<B>| {
            for _ in 0..20 {
                let (value, slope) = jvp(f, x.clone(), x.ones_like())?;
                x -= value / slope;
            }
            Ok(x)
        };
        let divide = |slope: Function<A<B>>, y: A<B>| y.divide(slope(y.ones_like())?);
        custom_root(|x: A<B>| Ok(x.exp() * &x - &k), k.ones_like(), solve, divide)
    };
    let k = xp.array([0.5, 1.0, 4.0]).unwrap();
    let x = lambert(k.clone()).unwrap();
    near(&(x.exp() * &x), &k, 1e-14);
    let first = &x / (&k * (&x + 1.0));
    near(&grad(|k: A<B>| lambert(k)?.sum(..))(k.clone()).unwrap(), &first, 1e-14);
    near(&jvp(lambert, k.clone(), k.ones_like()).unwrap().1, &first, 1e-14);
    let second = grad(|k: A<B>| grad(|k: A<B>| lambert(k)?.sum(..))(k)?.sum(..))(k.clone()).unwrap();
    let exact = -((&x * -2.0).exp() * (&x + 2.0)) / (&x + 1.0).power(3).unwrap();
    near(&second, &exact, 1e-13);
    // Equations that go into each other: x + sin(A x) / 4 = k.
    let a = xp.array([[0.5, -1.0, 0.25], [1.0, 0.0, 0.5], [0.0, 0.75, -0.5]]).unwrap();
    let function = |x: &A<B>, a: &A<B>, k: &A<B>| Ok::<_, Error>(x + a.matmul(x)?.sin() * 0.25 - k);
    let root = |(a, k): (A<B>, A<B>)| {
        let solve = |f: Function<A<B>>, x: A<B>| fori_loop(0..60, |_, x: A<B>| Ok(&x - f(x.clone())?), x);
        let direct = |slope: Function<A<B>>, y: A<B>| jacfwd(slope)(y.zeros_like())?.solve(&y);
        custom_root(|x: A<B>| function(&x, &a, &k), k.zeros_like(), solve, direct)
    };
    let x = root((a.clone(), k.clone())).unwrap();
    let inverse = jacrev(|x: A<B>| function(&x, &a, &k))(x.clone()).unwrap().inv().unwrap();
    near(&jacrev(|k: A<B>| root((a.clone(), k)))(k.clone()).unwrap(), &inverse, 1e-13);
    near(&jacfwd(|k: A<B>| root((a.clone(), k)))(k.clone()).unwrap(), &inverse, 1e-13);
    let of_a = jacfwd(|a: A<B>| function(&x, &a, &k))(a.clone()).unwrap().reshape([3, 9]).unwrap();
    let expected = -inverse.matmul(&of_a).unwrap().reshape([3, 3, 3]).unwrap();
    near(&jacrev(|a: A<B>| root((a, k.clone())))(a.clone()).unwrap(), &expected, 1e-13);
    // By the guess there is none.
    let of_guess = |guess: A<B>| {
        let solve = |f: Function<A<B>>, x: A<B>| fori_loop(0..60, |_, x: A<B>| Ok(&x - f(x.clone())?), x);
        custom_root(|x: A<B>| function(&x, &a, &k), guess, solve, bicgstab)?.sum(..)
    };
    near(&grad(of_guess)(k.clone()).unwrap(), &k.zeros_like(), 0.0);
}

/// Over batches, replayed, and both of a derivative.
pub fn batches<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let rows = xp.rng(11).normal::<f64>([3, 4]).unwrap() * 0.5;
    let each = |f: &dyn Fn(A<B>) -> A<B>| {
        let parts: Vec<A<B>> = (0..3).map(|k| f(rows.slice(s![k]).unwrap())).collect();
        xp.stack(&parts.iter().collect::<Vec<_>>(), 0).unwrap()
    };
    near(&vmap(solution)(rows.clone()).unwrap(), &each(&|k| dense(k).unwrap()), 1e-13);
    let slope = |solution: fn(A<B>) -> Result<A<B>>| grad(move |k: A<B>| solution(k)?.square().sum(..));
    let slopes = each(&|k| slope(dense)(k).unwrap());
    near(&vmap(slope(solution))(rows.clone()).unwrap(), &slopes, 1e-12);
    near(&grad(|rows: A<B>| vmap(solution)(rows)?.square().sum(..))(rows.clone()).unwrap(), &slopes, 1e-12);
    let nested = vmap(vmap(solution))(rows.expand_dims(0).unwrap()).unwrap();
    near(&nested.slice(s![0]).unwrap(), &each(&|k| dense(k).unwrap()), 1e-13);
    assert_eq!(vmap(solution)(xp.zeros([0, 4]).unwrap()).unwrap().shape(), [0, 4]);
    // One matrix for all.
    let a = matrix(&parameters(xp)).unwrap();
    let same = vmap(|b: A<B>| custom_linear_solve(|x: A<B>| a.matmul(&x), b, bicgstab, bicgstab));
    near(&same(rows.clone()).unwrap(), &rows.matmul(&a.inv().unwrap().t()).unwrap(), 1e-13);
    // A solver that reads nothing is replayed; another one runs each time.
    let replayed = |solve: fn(Function<A<B>>, A<B>) -> Result<A<B>>| {
        jit(grad(move |k: A<B>| {
            let a = matrix(&k)?;
            custom_linear_solve(|x: A<B>| a.matmul(&x), right(&k)?, solve, solve)?.square().sum(..)
        }))
    };
    let (steady, reading) = (replayed(richardson), replayed(bicgstab));
    for k in 0..3 {
        let k = rows.slice(s![k]).unwrap();
        let expected = slope(dense)(k.clone()).unwrap();
        for _ in 0..2 {
            near(&reading.call(k.clone()).unwrap(), &expected, 1e-12);
            assert!(steady.call(k.clone()).unwrap().allclose(&expected).unwrap());
        }
    }
    assert_eq!(steady.obstacle(), None);
    assert!(reading.obstacle().is_some());
}

/// What cannot be solved or differentiated says so.
pub fn refused<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let k = parameters(xp);
    let message = |result: Result<A<B>>| result.err().unwrap().to_string();
    let captured = |k: A<B>| {
        let a = matrix(&k)?;
        let (matrix, b) = (a.clone(), right(&k)?);
        custom_linear_solve(|x: A<B>| a.matmul(&x), b, move |_, b: A<B>| matrix.solve(&b), bicgstab)?.sum(..)
    };
    assert!((captured(k.clone()).unwrap() - dense(k.clone()).unwrap().sum(..).unwrap()).abs().item().unwrap() < 1e-13);
    let error = message(grad(captured)(k.clone()));
    assert!(
        error.starts_with("custom_linear_solve: the solver captures") && error.contains("stop_gradient"),
        "{error}"
    );
    // As a constant it may: a factorisation is a solver, too.
    let direct = |k: A<B>| {
        let a = matrix(&k)?;
        let fixed = stop_gradient(a.clone())?;
        let (straight, turned) = (fixed.clone(), fixed.t());
        let (solve, transposed) =
            (move |_: Function<A<B>>, b: A<B>| straight.solve(&b), move |_: Function<A<B>>, b: A<B>| turned.solve(&b));
        custom_linear_solve(|x: A<B>| a.matmul(&x), right(&k)?, solve, transposed)?.sum(..)
    };
    let expected = grad(|k: A<B>| dense(k)?.sum(..))(k.clone()).unwrap();
    near(&grad(direct)(k.clone()).unwrap(), &expected, 1e-13);
    let expected = hessian(|k: A<B>| dense(k)?.sum(..))(k.clone()).unwrap();
    near(&hessian(direct)(k.clone()).unwrap(), &expected, 1e-12);
    near(&jacrev(grad(direct))(k.clone()).unwrap(), &expected, 1e-12);
    // Over batches it is the constant of one of them.
    assert!(vmap(direct)(k.reshape([1, 4]).unwrap()).is_err());
    let nothing = custom_root::<_, [A<B>; 0], _, _, B>(Ok, [], |_, x| Ok(x), |_, x| Ok(x));
    assert!(nothing.err().unwrap().to_string().ends_with("there is nothing to be solved for"));
    let shorter = |k: A<B>| custom_linear_solve(|x: A<B>| x.slice(s![..-1]), k, |_, b: A<B>| Ok(b), |_, b: A<B>| Ok(b));
    assert!(matches!(grad(|k: A<B>| shorter(k)?.sum(..))(k.clone()), Err(Error::Shape { .. })));
    let longer = |k: A<B>| custom_root(|x: A<B>| Ok(x), k, |_, x: A<B>| x.slice(s![..2]), |_, b: A<B>| Ok(b));
    assert!(matches!(longer(k.clone()), Err(Error::Shape { .. })));
    let none =
        |k: A<B>| custom_root(|x: A<B>| Ok(x.zetac() - &k), k.ones_like(), |_, x: A<B>| Ok(x), |_, b: A<B>| Ok(b));
    assert!(jvp(none, k.clone(), k.clone()).is_ok());
    let rule =
        |k: A<B>| custom_root(|x: A<B>| Ok(x.zetac() - &k), k.ones_like(), |_, x: A<B>| Ok(x), |f, b: A<B>| f(b));
    let error = message(jvp(rule, k.clone(), k.clone()).map(|(_, tangent)| tangent));
    assert!(error.starts_with("zetac: there is no rule"), "{error}");
}

/// Conjugate gradients and others of SciPy's modules.
#[cfg(feature = "scipy")]
pub fn krylov<B: Backend>(xp: &B) {
    use xparray::scipy::sparse::linalg::{Krylov, Operator, bicgstab, cg, gmres, minres};
    use xparray::sparse::Csr;
    let xp = &Autodiff::new(xp.clone());
    type D<B> = DynArray<Autodiff<B>>;
    macro_rules! solver {
        ($name:ident) => {
            |a: Function<A<B>>, b: A<B>| -> Result<A<B>> {
                let n = b.len();
                let a = Operator::new([n, n], DType::F64, |x: &D<B>| Ok(a(x.clone().typed()?)?.into_dyn()));
                $name(&a, &b, Krylov::new().rtol(1e-13))?.x.typed()
            }
        };
    }
    // Twice each element times its conductivity, less the neighbours'.
    let stiffness = |k: &A<B>, x: A<B>| {
        let flow = (x.pad((1, 0))? - x.pad((0, 1))?) * k;
        Ok::<_, Error>(flow.slice(s![..-1])? - flow.slice(s![1..])?)
    };
    let k = xp.linspace(1.0, 2.0, 9).unwrap();
    let matrix = |k: A<B>| jacfwd(|x: A<B>| stiffness(&k, x))(xp.zeros(8)?);
    let expected = grad(|k: A<B>| matrix(k)?.solve(&xp.ones(8)?)?.sum(..))(k.clone()).unwrap();
    let curvature = hessian(|k: A<B>| matrix(k)?.solve(&xp.ones(8)?)?.sum(..))(k.clone()).unwrap();
    macro_rules! check {
        ($($name:ident)*) => {$(
            let energy = |k: A<B>| {
                custom_linear_solve(|x: A<B>| stiffness(&k, x), xp.ones(8)?, solver!($name), solver!($name))?.sum(..)
            };
            near(&grad(energy)(k.clone()).unwrap(), &expected, 1e-10);
            near(&hessian(energy)(k.clone()).unwrap(), &curvature, 1e-9);
        )*};
    }
    check!(cg minres gmres bicgstab);
    // By the right-hand side and by the entries of a sparse matrix.
    let dense = matrix(k.clone()).unwrap();
    let sparse = Csr::from_dense(&dense).unwrap();
    let of_b =
        |b: A<B>| custom_linear_solve(|x: A<B>| sparse.matmul(&x), b, solver!(cg), solver!(cg))?.square().sum(..);
    let b = xp.linspace(-1.0, 1.0, 8).unwrap();
    let expected = grad(|b: A<B>| dense.solve(&b)?.square().sum(..))(b.clone()).unwrap();
    near(&grad(of_b)(b.clone()).unwrap(), &expected, 1e-10);
    let of_entries = |entries: A<B>| {
        let a = sparse.with_values(&entries)?;
        custom_linear_solve(|x: A<B>| a.matmul(&x), b.clone(), solver!(cg), solver!(cg))?.square().sum(..)
    };
    let of_dense = |entries: A<B>| sparse.with_values(&entries)?.to_dense()?.solve(&b)?.square().sum(..);
    let entries = sparse.values().unwrap();
    let expected = grad(of_dense)(entries.clone()).unwrap();
    near(&grad(of_entries)(entries).unwrap(), &expected, 1e-9);
    // Without it, the steps would be differentiated, but cannot be: they read their residual.
    let steps = |k: A<B>| solver!(cg)(&|x| stiffness(&k, x), xp.ones(8)?)?.sum(..);
    assert!(grad(steps)(k).err().unwrap().to_string().starts_with("item: an element is read"));
}

/// Without SciPy's modules there are none.
#[cfg(not(feature = "scipy"))]
pub fn krylov<B: Backend>(_: &B) {}
