//! Derivatives at the edges: of branches that are not taken, of places that are written more than once, of views as another type, and
//! where a program reads integers.

use xparray::autodiff::{Autodiff, grad, hvp, jvp, vjp, vmap};
use xparray::prelude::*;
use xparray::{Result, s};

type A<B> = Array<f64, Autodiff<B>>;

#[track_caller]
fn near<B: Backend>(actual: &A<B>, expected: &A<B>) {
    let options = Tolerance::new().rtol(1e-10).atol(1e-12);
    assert_eq!(actual.shape(), expected.shape());
    assert!(actual.allclose_with(expected, options).unwrap(), "{actual} is not {expected}");
}

/// What is infinite or no number in the other branch of a kernel is no part of the derivative, of first and second order.
pub fn chosen<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([-1.0, 0.0, 4.0]).unwrap();
    let root = |x: A<B>| xp.map(&x, |x| x.gt(0.0).select(x.sqrt(), x * 3.0))?.sum(..);
    near(&grad(root)(x.clone()).unwrap(), &xp.array([3.0, 3.0, 0.25]).unwrap());
    let second = grad(|x: A<B>| grad(root)(x)?.sum(..))(x.clone()).unwrap();
    near(&second, &xp.array([0.0, 0.0, -1.0 / 32.0]).unwrap());
    near(&hvp(root, x.clone(), x.ones_like()).unwrap(), &second);
    // One in the other, and what both branches read.
    let nested = |x: A<B>| {
        let f = |x: Var<f64>| {
            let log = x.log();
            let inner = x.gt(1.0).select(log * log, x.gt(-0.5).select(x * 2.0, log));
            x.lt(-0.5).select(x * x, inner)
        };
        xp.map(&x, f)?.sum(..)
    };
    let expected = xp.array([-2.0, 2.0, 2.0 * 4f64.ln() / 4.0]).unwrap();
    near(&grad(nested)(x.clone()).unwrap(), &expected);
    near(&vmap(grad(nested))(x.expand_dims(1).unwrap()).unwrap().squeeze(1).unwrap(), &expected);
}

/// Functions of several arguments, whose kernels choose between expansions: JAX's derivatives, and each mode against the other one.
#[cfg(feature = "scipy")]
pub fn special_functions<B: Backend>(xp: &B) {
    use xparray::scipy::special::{binom, boxcox, ellipkinc, gammainc, gammaincc, inv_boxcox, poch, struve};
    let xp = &Autodiff::new(xp.clone());
    let (a, x) = (xp.array([0.5, 2.5, 30.5]).unwrap(), xp.array([1.0, 3.0, 25.0]).unwrap());
    let by_both =
        grad(|(a, x): (A<B>, A<B>)| gammainc(&a, &x)?.typed::<f64>()?.sum(..))((a.clone(), x.clone())).unwrap();
    near(&by_both.0, &xp.array([-0.38983726432851057, -0.22754855127826082, -0.045399746920218004]).unwrap());
    near(&by_both.1, &xp.array([0.2075537487102973, 0.19460869331856576, 0.049954916487283216]).unwrap());
    type Function<B> = fn(&A<B>, &A<B>) -> Result<A<B>>;
    let functions: [(&str, Function<B>); 7] = [
        ("gammaincc", |x, y| gammaincc(x, y)?.typed()),
        ("ellipkinc", |x, y| ellipkinc(x, &(y * 0.25))?.typed()),
        ("boxcox", |x, y| boxcox(x, &(y - 1.0))?.typed()),
        ("inv_boxcox", |x, y| inv_boxcox(x, &(y - 1.0))?.typed()),
        ("binom", |x, y| binom(&(x * 4.0 + 4.0), &(y * 4.0))?.typed()),
        ("poch", |x, y| poch(x, &(y * 4.0))?.typed()),
        ("struve", |x, y| struve(x, y)?.typed()),
    ];
    let (x, y) = (xp.array([0.5, 1.25, 2.5]).unwrap(), xp.array([1.0, 0.75, 2.0]).unwrap());
    for (name, function) in functions {
        let f = |(x, y): (A<B>, A<B>)| function(&x, &y);
        let (value, pull) = vjp(f, (x.clone(), y.clone())).unwrap();
        let (v, tangents) = (value.cos(), (x.sin(), y.sin()));
        let along = jvp(f, (x.clone(), y.clone()), tangents.clone()).unwrap().1;
        let (of_x, of_y) = pull.call(v.clone()).unwrap();
        let pulled = (of_x * tangents.0 + of_y * tangents.1).sum(..).unwrap();
        near(&(v * &along).sum(..).unwrap(), &pulled);
        let step = |h: f64| function(&(&x + x.sin() * h), &(&y + y.sin() * h)).unwrap();
        let slope = (step(1e-5) - step(-1e-5)) / 2e-5;
        // What differences are off by is in proportion to the slope.
        let error = ((slope - &along) / (along.abs() + 1.0)).abs().max(..).unwrap().item().unwrap();
        assert!(error < 1e-8, "{name}: {error}");
    }
}

/// Without SciPy's modules there are none.
#[cfg(not(feature = "scipy"))]
pub fn special_functions<B: Backend>(_: &B) {}

/// Of several values that are written to one place the last one stays; products there, also of zeros.
pub fn written_places<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let (x, v) = (xp.array([2.0, 3.0, 5.0]).unwrap(), xp.array([0.0, 7.0, 11.0]).unwrap());
    let weights = xp.array([1.0, 10.0, 100.0]).unwrap();
    let put = |(mut x, v): (A<B>, A<B>)| {
        x.put([1, -1, 1], &v)?;
        (x * &weights).sum(..)
    };
    let (of_x, of_v) = grad(put)((x.clone(), v.clone())).unwrap();
    assert_eq!(of_x.to_vec().unwrap(), [1.0, 0.0, 0.0]);
    assert_eq!(of_v.to_vec().unwrap(), [0.0, 100.0, 10.0]);
    let product = |(mut x, v): (A<B>, A<B>)| {
        x.multiply_at([[1, -2, 1]], &v)?;
        Ok(x * &weights)
    };
    let (_, pull) = vjp(product, (x.clone(), v.clone())).unwrap();
    let (of_x, of_v) = pull.call(x.ones_like()).unwrap();
    assert_eq!(of_x.to_vec().unwrap(), [1.0, 0.0, 100.0]);
    assert_eq!(of_v.to_vec().unwrap(), [2310.0, 0.0, 0.0]);
    let along = jvp(product, (x.clone(), v.clone()), (x.ones_like(), v.ones_like())).unwrap().1;
    assert_eq!(along.to_vec().unwrap(), [1.0, 2310.0, 100.0]);
    // By the second value of the slope by the first one, which is zero: 10 times 3 times 11.
    let slope = |v: A<B>| grad(|v: A<B>| product((x.clone(), v))?.sum(..))(v)?.slice(s![0]);
    assert_eq!(grad(slope)(v.clone()).unwrap().to_vec().unwrap(), [0.0, 330.0, 210.0]);
    let rows = xp.stack(&[&v, &(&v + 1.0)], 0).unwrap();
    let slopes = vmap(|v: A<B>| grad(|v: A<B>| product((x.clone(), v))?.sum(..))(v))(rows).unwrap();
    assert_eq!(slopes.to_vec().unwrap(), [2310.0, 0.0, 0.0, 2880.0, 360.0, 240.0]);
}

/// Extrema at places share their derivative, as JAX has it for other extrema.
pub fn extrema_at_places<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let (x, v) = (xp.array([1.0, 2.0, 1.0]).unwrap(), xp.array([1.0, 1.0, 3.0]).unwrap());
    let smallest = |(mut x, v): (A<B>, A<B>)| {
        x.minimum_at([[0, 0, 2]], &v)?;
        x.square().sum(..)
    };
    let (of_x, of_v) = grad(smallest)((x.clone(), v.clone())).unwrap();
    near(&of_x, &xp.array([2.0 / 3.0, 4.0, 2.0]).unwrap());
    near(&of_v, &xp.array([2.0 / 3.0, 2.0 / 3.0, 0.0]).unwrap());
    let greatest = |(mut x, v): (A<B>, A<B>)| {
        x.maximum_at([[0, 1, 2]], &v)?;
        Ok(x)
    };
    let along = jvp(greatest, (x.clone(), v), (x.ones_like(), &x.ones_like() * 3.0)).unwrap().1;
    near(&along, &xp.array([2.0, 1.0, 3.0]).unwrap());
}

/// Complex numbers as pairs of real ones, and back.
pub fn other_types<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    type C<B> = Array<Complex<f64>, Autodiff<B>>;
    let z = xp.array([Complex::new(1.0, 2.0), Complex::new(-3.0, 0.5)]).unwrap();
    let weights = xp.array([1.0, 10.0, 100.0, 1000.0]).unwrap();
    let parts = |z: C<B>| (z.view::<f64>()?.square() * &weights).sum(..);
    let slope = grad(parts)(z.clone()).unwrap();
    // Of x^2 + 10 y^2: 2 x - 20 i y.
    let expected = [Complex::new(2.0, -40.0), Complex::new(-600.0, -1000.0)];
    assert_eq!(slope.to_vec().unwrap(), expected);
    let along = jvp(parts, z.clone(), z.clone()).unwrap().1;
    assert_eq!(along.item().unwrap(), 2.0 * (1.0 + 40.0 + 900.0 + 250.0));
    assert_eq!(
        vmap(grad(parts))(xp.stack(&[&z, &z], 0).unwrap()).unwrap().slice(s![1]).unwrap().to_vec().unwrap(),
        expected
    );
    let x = xp.array([1.0, 2.0, -3.0, 0.5]).unwrap();
    // Of the real part of z^2, x^2 - y^2, of parts of a reversed array.
    let numbers = |x: A<B>| x.view::<Complex<f64>>()?.slice(s![..;-1])?.square().real().sum(..);
    assert_eq!(grad(numbers)(x.clone()).unwrap().to_vec().unwrap(), [2.0, -4.0, -6.0, -1.0]);
    assert_eq!(jvp(numbers, x.clone(), x.clone()).unwrap().1.item().unwrap(), 2.0 * (1.0 - 4.0 + 9.0 - 0.25));
    let error = grad(|x: A<B>| x.view::<f32>()?.astype::<f64>().sum(..))(x).unwrap_err().to_string();
    assert!(error.starts_with("view: there is no rule"), "{error}");
}

/// Integers and truth values have no derivatives: a program may read them, but in a batch, where they are several.
pub fn integers<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([0.5, 3.0, -1.0]).unwrap();
    let program = |x: A<B>| {
        let place = x.argmax(..)?.item()?;
        if x.sum(..)?.greater(0.0)?.item()? { x.take(place, 0)?.square().sum(..) } else { x.sum(..) }
    };
    assert_eq!(grad(program)(x.clone()).unwrap().to_vec().unwrap(), [0.0, 6.0, 0.0]);
    let error = vmap(program)(x.expand_dims(0).unwrap()).unwrap_err().to_string();
    assert!(error.starts_with("item: ") && error.contains("batch"), "{error}");
    let counted = |(n, x): (Array<i64, Autodiff<B>>, A<B>)| n.bincount_with(xparray::Bincount::new().weights(&x));
    let n = xp.array(&[2i64, 0, 2]).unwrap();
    let (sums, pull) = vjp(counted, (n, x.clone())).unwrap();
    assert_eq!(sums.to_vec().unwrap(), [3.0, 0.0, -0.5]);
    assert_eq!(pull.call(xp.array([1.0, 2.0, 4.0]).unwrap()).unwrap().1.to_vec().unwrap(), [4.0, 1.0, 4.0]);
}

/// At a point of an interpolation the slope is that of the line which begins there.
pub fn interpolation_at_points<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let array = |values: [f64; 3]| xp.array(values).unwrap();
    let program = |(x, y): (A<B>, A<B>)| (x.interp(&array([0.0, 1.0, 3.0]), &y)? * array([1.0, 2.0, 4.0])).sum(..);
    let (by_x, by_y) = grad(program)((array([0.0, 1.0, 2.0]), array([0.0, 2.0, 1.0]))).unwrap();
    assert_eq!(by_x.to_vec().unwrap(), [2.0, -1.0, -2.0]);
    assert_eq!(by_y.to_vec().unwrap(), [1.0, 4.0, 2.0]);
}

/// Least squares, whose rank is read, against the normal equations; functions of matrices.
pub fn matrices<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let tall = (xp.arange((0.0, 12.0, 1.0)).unwrap().square() * 0.37).sin().reshape([4, 3]).unwrap();
    let (wide, b) = (tall.t(), xp.array([1.0, -0.5, 2.0, 0.25]).unwrap());
    let sum = |x: A<B>| (x.cos() * &x).sum(..);
    let solved = |(a, b): (A<B>, A<B>)| sum(a.lstsq(&b)?.x);
    let normal = |(a, b): (A<B>, A<B>)| sum(a.t().matmul(&a)?.solve(&a.t().matmul(&b)?)?);
    let least = |(a, b): (A<B>, A<B>)| sum(a.t().matmul(&a.matmul(&a.t())?.solve(&b)?)?);
    let same = |(a, b): (A<B>, A<B>), (c, d): (A<B>, A<B>)| {
        near(&a, &c);
        near(&b, &d);
    };
    let at = || (tall.clone(), b.clone());
    same(grad(solved)(at()).unwrap(), grad(normal)(at()).unwrap());
    let at = || (wide.copy(), b.slice(s![..3]).unwrap());
    same(grad(solved)(at()).unwrap(), grad(least)(at()).unwrap());
    #[cfg(feature = "scipy")]
    of_scipy(xp, &tall.slice(s![..3]).unwrap());
}

/// Exponentials, tridiagonal matrices, and distances of pairs.
#[cfg(feature = "scipy")]
fn of_scipy<B: Backend>(xp: &Autodiff<B>, a: &A<B>) {
    use xparray::scipy::linalg::{Eigh, eigvalsh_tridiagonal, expm};
    use xparray::scipy::spatial::distance::{Metric, pdist};
    // The trace of the exponential has the derivative of a power series: the exponential's transpose.
    let exponential = |a: &A<B>| expm(a)?.typed::<f64>();
    let traced = grad(|a: A<B>| exponential(&a)?.trace());
    for factor in [0.01, 0.5, 1.0, 12.0] {
        for a in [a * factor, a.triu().unwrap() * factor] {
            let slope = traced(a.clone()).unwrap();
            let scale = exponential(&a).unwrap().abs().max(..).unwrap();
            near(&(slope / &scale), &(exponential(&a).unwrap().t() / &scale));
        }
    }
    // The sum of squares of eigenvalues is that of the elements.
    let squares = |(d, e): (A<B>, A<B>)| eigvalsh_tridiagonal(&d, &e, Eigh::new())?.typed::<f64>()?.square().sum(..);
    let (d, e) = (xp.array([1.0, -2.0, 0.5]).unwrap(), xp.array([0.75, -0.25]).unwrap());
    let (of_d, of_e) = grad(squares)((d.clone(), e.clone())).unwrap();
    near(&of_d, &(d * 2.0));
    near(&of_e, &(e * 4.0));
    let points = xp.array([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]]).unwrap();
    let slope = grad(|x: A<B>| pdist(&x, Metric::Euclidean)?.typed::<f64>()?.slice(s![..2])?.sum(..))(points).unwrap();
    near(&slope, &xp.array([[-0.6, -1.8], [0.6, 0.8], [0.0, 1.0]]).unwrap());
}
