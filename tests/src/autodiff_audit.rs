//! Derivatives where formulas end or cancel: of singular determinants, of special functions at integers and at ends, of equations of matrices, and
//! of splines.

use xparray::autodiff::{Autodiff, grad, hessian, hvp, jvp, vjp, vmap};
use xparray::prelude::*;
use xparray::{Result, jit, s};

type A<B> = Array<f64, Autodiff<B>>;

#[track_caller]
fn near<B: Backend>(actual: &A<B>, expected: &A<B>, tolerance: f64) {
    let options = Tolerance::new().rtol(tolerance).atol(tolerance);
    assert_eq!(actual.shape(), expected.shape());
    assert!(actual.allclose_with(expected, options).unwrap(), "{actual} is not {expected}");
}

/// A program's derivatives along a direction: of both modes, of batches and of a replay against each other, and against differences; the second
/// derivatives against differences of the first ones.
#[track_caller]
fn checked<B: Backend>(name: &str, f: impl Fn(A<B>) -> Result<A<B>> + Clone + 'static, x: &A<B>, traced: bool) {
    let (value, pull) = vjp(f.clone(), x.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
    near(&value, &f(x.clone()).unwrap(), 1e-12);
    let (v, t) = ((&value * 1.3).cos(), (x * 1.7).sin());
    let along = jvp(f.clone(), x.clone(), t.clone()).unwrap().1;
    let [pushed, pulled] = [&along * &v, pull.call(v.clone()).unwrap() * &t].map(|x| x.sum(..).unwrap());
    near(&pushed, &pulled, 1e-9);
    let at = |h: f64| f(x + &t * h).unwrap();
    near(&((at(1e-5) - at(-1e-5)) / 2e-5), &along, 1e-6);
    let weighted = {
        let f = f.clone();
        move |x: A<B>| (f(x)? * &v).sum(..)
    };
    let slope = grad(weighted.clone());
    let second = hvp(weighted.clone(), x.clone(), t.clone()).unwrap();
    let change = (slope(x + &t * 1e-5).unwrap() - slope(x - &t * 1e-5).unwrap()) / 2e-5;
    near(&change, &second, 2e-6);
    if traced {
        let xp = x.xp();
        let rows = xp.stack(&[x, &(x + &t * 0.01)], 0).unwrap();
        let both = vmap(grad(weighted.clone()))(rows).unwrap();
        near(&both.slice(s![0]).unwrap(), &slope(x.clone()).unwrap(), 1e-9);
        near(&both.slice(s![1]).unwrap(), &slope(x + &t * 0.01).unwrap(), 1e-9);
    }
    let replayed = jit(grad(weighted));
    for k in 0..3 {
        let x = x + &t * (0.001 * f64::from(k));
        near(&replayed.call(x.clone()).unwrap(), &slope(x).unwrap(), 1e-9);
    }
}

/// The cofactors, which JAX has too, of matrices that are singular: in one element, in rank, and in a pivot.
pub fn determinants<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let array = |rows: [[f64; 4]; 4]| xp.array(rows).unwrap();
    let a = array([[1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, 8.0], [1.0, 0.0, 2.0, -1.0], [0.0, 1.0, 1.0, 3.0]]);
    let cofactors = array([[6.0, -4.0, -2.0, 2.0], [-3.0, 2.0, 1.0, -1.0], [0.0; 4], [0.0; 4]]);
    let det = |x: A<B>| x.det();
    near(&grad(det)(a.clone()).unwrap(), &cofactors, 1e-12);
    let b = xp.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]).unwrap();
    let expected = xp.array([[-3.0, 6.0, -3.0], [6.0, -12.0, 6.0], [-3.0, 6.0, -3.0]]).unwrap();
    near(&grad(det)(b).unwrap(), &expected, 1e-12);
    // A pivot of zero that is not the last one.
    let c = array([[0.0, 1.0, 0.0, 2.0], [0.0, 3.0, 0.0, 1.0], [0.0, 0.0, 5.0, 1.0], [0.0, 2.0, 1.0, 1.0]]);
    let regular = &c + &xp.eye::<f64>(4).unwrap();
    let both = vmap(grad(det))(xp.stack(&[&c, &regular, &a], 0).unwrap()).unwrap();
    near(&both.slice(s![0]).unwrap(), &grad(det)(c.clone()).unwrap(), 1e-12);
    near(&both.slice(s![1]).unwrap(), &(regular.inv().unwrap().t() * regular.det().unwrap()), 1e-12);
    near(&both.slice(s![2]).unwrap(), &cofactors, 1e-12);
    // The determinant is linear in each column, so differences are exact.
    for x in [&a, &c] {
        let t = (x * 1.7 + 0.3).sin();
        let column = |k: usize| {
            let mut t = t.copy();
            (0..4).filter(|&j| j != k).for_each(|j| t.assign(s![.., j], 0.0).unwrap());
            (x + t).det().unwrap() - x.det().unwrap()
        };
        let expected = column(0) + column(1) + column(2) + column(3);
        near(&jvp(det, x.clone(), t.clone()).unwrap().1, &expected, 1e-12);
        let step = |h: f64| grad(det)(x + &t * h).unwrap();
        near(&hvp(det, x.clone(), t.clone()).unwrap(), &((step(1e-4) - step(-1e-4)) / 2e-4), 1e-6);
        let replayed = jit(grad(det));
        for _ in 0..3 {
            near(&replayed.call(x.clone()).unwrap(), &grad(det)(x.clone()).unwrap(), 1e-12);
        }
    }
    // Two ranks lost: first derivatives are zero, second ones are minors.
    let d = xp.eye::<f64>(5).unwrap() * xp.array([2.0, 0.0, 3.0, 0.0, 5.0]).unwrap();
    assert!(grad(det)(d.clone()).unwrap().allclose(0.0).unwrap());
    let second = hessian(det)(d).unwrap();
    near(&second.slice(s![1, 1, 3, 3]).unwrap(), &xp.full([], 30.0).unwrap(), 1e-12);
    near(&second.slice(s![1, 3, 3, 1]).unwrap(), &xp.full([], -30.0).unwrap(), 1e-12);
    let zero = hessian(det)(xp.zeros([2, 2]).unwrap()).unwrap();
    assert_eq!(zero.slice(s![0, 0, 1, 1]).unwrap().item().unwrap(), 1.0);
    // Complex ones, by the cofactors again.
    let z = a.astype::<Complex<f64>>() * Complex::new(0.0, 1.0);
    let slope = grad(|z: Array<Complex<f64>, Autodiff<B>>| z.det()?.real().sum(..))(z).unwrap();
    near(&slope.imag(), &(-&cofactors), 1e-12);
    near(&slope.real(), &cofactors.zeros_like(), 1e-12);
}

/// Powers to the power of zero.
pub fn powers<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let b = xp.zeros::<f64>(2).unwrap();
    let a = xp.array([2.0, 0.25]).unwrap();
    let mixed = grad(|b: A<B>| grad(|a: A<B>| a.power(&b)?.sum(..))(a.clone())?.sum(..))(b).unwrap();
    near(&mixed, &xp.array([0.5, 4.0]).unwrap(), 1e-14);
}

/// Values of mpmath: the first and the second derivative by an argument.
#[cfg(feature = "scipy")]
pub fn special_values<B: Backend>(xp: &B) {
    use xparray::scipy::special as of;
    let xp = &Autodiff::new(xp.clone());
    type F<B> = fn(&[A<B>]) -> Result<A<B>>;
    let functions: [(&str, F<B>); 30] = [
        ("gammainc", |x| of::gammainc(&x[0], &x[1])?.typed()),
        ("gammaincc", |x| of::gammaincc(&x[0], &x[1])?.typed()),
        ("gammaincinv", |x| of::gammaincinv(&x[0], &x[1])?.typed()),
        ("gammainccinv", |x| of::gammainccinv(&x[0], &x[1])?.typed()),
        ("betainc", |x| of::betainc(&x[0], &x[1], &x[2])?.typed()),
        ("betaincc", |x| of::betaincc(&x[0], &x[1], &x[2])?.typed()),
        ("betaincinv", |x| of::betaincinv(&x[0], &x[1], &x[2])?.typed()),
        ("betainccinv", |x| of::betainccinv(&x[0], &x[1], &x[2])?.typed()),
        ("stdtr", |x| of::stdtr(&x[0], &x[1])?.typed()),
        ("stdtrit", |x| of::stdtrit(&x[0], &x[1])?.typed()),
        ("struve", |x| of::struve(&x[0], &x[1])?.typed()),
        ("jv", |x| of::jv(&x[0], &x[1])?.typed()),
        ("yv", |x| of::yv(&x[0], &x[1])?.typed()),
        ("iv", |x| of::iv(&x[0], &x[1])?.typed()),
        ("kv", |x| of::kv(&x[0], &x[1])?.typed()),
        ("kl_div", |x| of::kl_div(&x[0], &x[1])?.typed()),
        ("pseudo_huber", |x| of::pseudo_huber(&x[0], &x[1])?.typed()),
        ("owens_t", |x| of::owens_t(&x[0], &x[1])?.typed()),
        ("voigt_profile", |x| of::voigt_profile(&x[0], &x[1], &x[2])?.typed()),
        ("xlog1py", |x| of::xlog1py(&x[0], &x[1])?.typed()),
        ("spherical_jn", |x| of::spherical_jn(&x[0], &x[1])?.typed()),
        ("bei", |x| of::bei(&x[0])?.typed()),
        ("log_ndtr", |x| Ok(x[0].log_ndtr())),
        ("spence", |x| Ok(x[0].spence())),
        ("j1", |x| Ok(x[0].j1())),
        ("i1", |x| Ok(x[0].i1())),
        ("si", |x| Ok(x[0].si())),
        ("shi", |x| Ok(x[0].shi())),
        ("erfcx", |x| Ok(x[0].erfcx())),
        ("dawsn", |x| Ok(x[0].dawsn())),
    ];
    for &(name, place, at, first, second) in VALUES {
        let function = functions.iter().find(|(known, _)| *known == name).unwrap().1;
        let args: Vec<A<B>> = at.iter().map(|&x| xp.array([x]).unwrap()).collect();
        let program = |x: A<B>| {
            let mut args = args.clone();
            args[place] = x;
            function(&args)
        };
        let sum = |x: A<B>| program(x)?.sum(..);
        let x = args[place].clone();
        let results = [
            (jvp(program, x.clone(), x.ones_like()).unwrap().1, first, 1e-8),
            (grad(sum)(x.clone()).unwrap(), first, 1e-8),
            (hvp(sum, x.clone(), x.ones_like()).unwrap(), second, 1e-6),
            (jvp(grad(sum), x.clone(), x.ones_like()).unwrap().1, second, 1e-6),
        ];
        for (actual, expected, tolerance) in results {
            let actual = actual.slice(s![0]).unwrap().item().unwrap();
            let scale = if expected == 0.0 { 1e-4 } else { expected.abs() };
            assert!(
                (actual - expected).abs() <= tolerance * scale,
                "{name}{at:?} by {place}: {actual}, not {expected}"
            );
        }
    }
}

/// Functions, the number of an argument, all arguments, and both derivatives.
#[cfg(feature = "scipy")]
const VALUES: &[(&str, usize, &[f64], f64, f64)] = &[
    ("gammainc", 0, &[2.0, 3.0], -0.19742541957920248, -0.07930861629645541),
    ("gammainc", 0, &[5.0, 5.0], -0.18141910926729707, 0.0006181964770242311),
    ("gammaincc", 0, &[10.0, 20.0], 0.004098523101719286, 0.0028612796088381778),
    ("betainc", 1, &[1.0, 1.0, 0.5], 0.34657359027997264, -0.24022650695910072),
    ("betainc", 0, &[2.0, 3.0, 0.8], -0.025074046718463236, -0.011648450021751971),
    ("betaincc", 1, &[1.0, 2.0, 0.25], -0.16182116575412678, 0.04655304833071035),
    ("gammaincinv", 0, &[3.0, 0.9], 1.3887084049820546, -0.07104129107219526),
    ("gammainccinv", 0, &[2.0, 0.1], 1.4874769491817152, -0.1388192560890043),
    ("betaincinv", 1, &[1.0, 1.0, 0.5], -0.34657359027997264, 0.4529206736008446),
    ("betainccinv", 2, &[2.0, 3.0, 0.3], -0.6782562479973507, 0.9667336635107093),
    ("stdtr", 0, &[2.0, -1.0], -0.02250874882826573, 0.018945897566440204),
    ("stdtr", 1, &[3.0, 0.0], 0.36755259694786135, 0.0),
    ("stdtrit", 0, &[2.0, 0.75], -0.08069606834175687, 0.09077451670664874),
    ("stdtrit", 1, &[4.0, 0.5], 2.6666666666666665, 0.0),
    ("struve", 1, &[1.0, 29.9], -0.11152503507987173, -0.09217435275224212),
    ("struve", 1, &[2.0, 40.0], 0.2123242755609807, 0.125917698620591),
    ("struve", 0, &[1.0, 35.5], 1.844902297451798, 4.233763099374972),
    ("jv", 1, &[0.0, 1.0], -0.4400505857449335, -0.32514710081303305),
    ("jv", 0, &[0.0, 1.0], 0.138633715204054, -1.7484515579225308),
    ("jv", 1, &[2.5, 10.0], 0.1488178718604385, -0.1992491155439986),
    ("jv", 0, &[2.5, 10.0], -0.21409175953946324, -0.33012392283153263),
    ("jv", 1, &[-0.5, 1.0], -0.8869461411509911, 0.563621990137209),
    ("jv", 1, &[20.0, 3.0], 8.09584809519983e-15, 5.0633552574436254e-14),
    ("jv", 0, &[3.0, 100.0], 0.03613656556321033, -0.18132196661519825),
    ("yv", 1, &[1.0, 2.0], 0.5638918884202139, -0.2016716205544038),
    ("yv", 0, &[2.5, 10.0], -0.26166374703273165, 0.29829961697985163),
    ("yv", 0, &[0.0, 0.5], -1.4741449260217836, 2.001060612840168),
    ("yv", 1, &[-2.5, 1.5], 0.1797316176120881, 0.10141689456685256),
    ("iv", 0, &[0.0, 1.0], -0.42102443824070834, -1.4452143424810813),
    ("iv", 0, &[-1.0, 2.0], 1.279658532984556, -0.3426393172396712),
    ("kv", 0, &[0.0, 1.0], 0.0, 0.3078110430921127),
    ("kl_div", 0, &[1.0, 1.0], 0.0, 1.0),
    ("kl_div", 1, &[0.5, 0.5], 0.0, 2.0),
    ("pseudo_huber", 1, &[1.0, 0.0], 0.0, 1.0),
    ("owens_t", 0, &[0.0, 1.0], 0.0, -0.15915494309189535),
    ("owens_t", 1, &[1.0, 0.0], 0.09653235263005391, 0.0),
    ("voigt_profile", 0, &[0.0, 1.0, 0.5], 0.0, -0.18953939489472266),
    ("voigt_profile", 2, &[1.0, 1.0, 0.25], -0.08419701605866557, 0.023705635412429076),
    ("xlog1py", 0, &[0.0, 1.0], std::f64::consts::LN_2, 0.0),
    ("log_ndtr", 0, &[-1000.0], 1000.000999998, -0.999999000006),
    ("spence", 0, &[1.001], -0.9995003330835333, 0.4993340825341659),
    ("j1", 0, &[0.001], 0.499999812500013, -0.000374999947916669),
    ("i1", 0, &[0.001], 0.5000001875000131, 0.00037500005208333564),
    ("si", 0, &[0.001], 0.9999998333333416, -0.0003333333000000012),
    ("shi", 0, &[0.001], 1.000000166666675, 0.00033333336666666784),
    ("erfcx", 0, &[100.0], -5.6410497625993184e-05, 1.1280407802288335e-06),
    ("dawsn", 0, &[30.0], -0.000556484063550548, 3.716101091452277e-05),
    ("spherical_jn", 1, &[1.0, 0.0], 0.3333333333333333, 0.0),
    ("bei", 0, &[0.0], 0.0, 0.5),
    ("iv", 1, &[1.0, 0.0], 0.5, 0.0),
    ("gammaincc", 1, &[1.0, 0.0], -1.0, 1.0),
    ("betainc", 2, &[1.0, 3.0, 0.0], 3.0, -6.0),
];

/// Equations of matrices, and functions that are solutions of them.
#[cfg(feature = "scipy")]
pub fn equations<B: Backend>(xp: &B) {
    use xparray::scipy::linalg as of;
    let xp = &Autodiff::new(xp.clone());
    let a = (xp.arange((0.0, 9.0, 1.0)).unwrap().square() * 0.37).sin().reshape([3, 3]).unwrap();
    let unit = xp.eye::<f64>(3).unwrap();
    let (b, q) = (a.t() * 0.5 + &unit * 3.0, a.cos());
    {
        let (b, q) = (b.clone(), q.clone());
        checked("solve_sylvester", move |x: A<B>| of::solve_sylvester(&(&x * &x), &b, &(&q + &x))?.typed(), &a, true);
    }
    let program = |x: A<B>| of::solve_continuous_lyapunov(&(&x - &x.xp().eye::<f64>(3)? * 4.0), &x)?.typed();
    checked("solve_continuous_lyapunov", program, &a, true);
    let program = |x: A<B>| of::solve_discrete_lyapunov(&(&x * 0.4), &x.cos())?.typed();
    checked("solve_discrete_lyapunov", program, &a, true);
    let program = |x: A<B>| of::solve_toeplitz(&x, &x.sin())?.typed();
    checked("solve_toeplitz", program, &xp.array([3.0, 1.0, -0.5, 0.25]).unwrap(), true);
    let positive = a.matmul(&a.t()).unwrap() + &unit * 0.5 + &a * 0.1;
    checked("sqrtm", |x: A<B>| of::sqrtm(&x)?.typed(), &positive, false);
    checked("sqrtm", |x: A<B>| of::sqrtm(&x)?.typed(), &unit, false);
    checked("logm", |x: A<B>| of::logm(&x)?.typed(), &positive, false);
    // The logarithm undoes the exponential, in derivatives too.
    let there = |x: A<B>| of::logm(&of::expm(&x)?)?.typed::<f64>();
    let along = jvp(there, &a * 0.3, q.clone()).unwrap().1;
    near(&along, &q, 1e-9);
    // What is solved in a batch, without derivatives.
    let rows = xp.stack(&[&a, &(&a * 0.5)], 0).unwrap();
    let batch = vmap(move |x: A<B>| of::solve_sylvester(&x, &b, &q)?.typed::<f64>())(rows.clone()).unwrap();
    assert_eq!(batch.shape(), [2, 3, 3]);
}

/// By ordinates and by places.
#[cfg(feature = "scipy")]
pub fn splines<B: Backend>(xp: &B) {
    use xparray::scipy::interpolate::{
        Akima1DInterpolator, AkimaMethod, BoundaryCondition, CubicSpline, InterpSpline, PchipInterpolator,
        make_interp_spline_with,
    };
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([0.0, 0.7, 1.5, 2.0, 3.1, 4.0]).unwrap();
    let y = (&x * 1.9).sin() + &x * 0.2;
    let places = xp.array([-0.3, 0.2, 1.1, 2.9, 3.6, 4.4]).unwrap();
    let value = xp.full([], 0.25).unwrap().into_dyn();
    let ends = [
        BoundaryCondition::NotAKnot,
        BoundaryCondition::Clamped,
        BoundaryCondition::Natural,
        BoundaryCondition::Derivatives(vec![(1, value)]),
    ];
    for condition in ends {
        let spline = {
            let condition = condition.clone();
            move |x: &A<B>, y: &A<B>, at: &A<B>| {
                CubicSpline::new().bc_type(condition.clone()).interpolate(x, y)?.evaluate(at)?.typed::<f64>()
            }
        };
        let expected = spline(&x, &y, &places).unwrap();
        let bspline = move |x: &A<B>, y: &A<B>, at: &A<B>| {
            let options = InterpSpline::new().bc_type(condition.clone());
            make_interp_spline_with(x, y, options)?.evaluate(at)?.typed::<f64>()
        };
        near(&bspline(&x, &y, &places).unwrap(), &expected, 1e-10);
        by_both("CubicSpline", spline, &x, &y, &places);
        by_both("make_interp_spline", bspline, &x, &y, &places);
    }
    let repeating = xp.array([1.0, 0.5, -0.25, 0.75, 0.0, 1.0]).unwrap();
    let spline = |x: &A<B>, y: &A<B>, at: &A<B>| {
        // The last ordinate is the first.
        let y = x.xp().concatenate(&[y, &y.slice(s![..1])?], 0)?;
        CubicSpline::new().bc_type(BoundaryCondition::Periodic).interpolate(x, &y)?.evaluate(at)?.typed::<f64>()
    };
    by_both("CubicSpline", spline, &x, &repeating.slice(s![..-1]).unwrap(), &places);
    let pchip = |x: &A<B>, y: &A<B>, at: &A<B>| PchipInterpolator::new().interpolate(x, y)?.evaluate(at)?.typed();
    by_both("PchipInterpolator", pchip, &x, &y, &places.slice(s![1..-1]).unwrap());
    for method in [AkimaMethod::Akima, AkimaMethod::Makima] {
        let akima = move |x: &A<B>, y: &A<B>, at: &A<B>| {
            Akima1DInterpolator::new().method(method).interpolate(x, y)?.evaluate(at)?.typed()
        };
        by_both("Akima1DInterpolator", akima, &x, &y, &places.slice(s![1..-1]).unwrap());
    }
}

#[cfg(feature = "scipy")]
#[track_caller]
fn by_both<B: Backend>(
    name: &str,
    f: impl Fn(&A<B>, &A<B>, &A<B>) -> Result<A<B>> + Clone + 'static,
    x: &A<B>,
    y: &A<B>,
    places: &A<B>,
) {
    let (g, knots, at) = (f.clone(), x.clone(), places.clone());
    checked(name, move |y: A<B>| g(&knots, &y, &at), y, true);
    let (knots, y) = (x.clone(), y.clone());
    checked(name, move |at: A<B>| f(&knots, &y, &at), places, true);
}

/// Without SciPy's modules there are none.
#[cfg(not(feature = "scipy"))]
pub fn special_values<B: Backend>(_: &B) {}

/// Without SciPy's modules there are none.
#[cfg(not(feature = "scipy"))]
pub fn equations<B: Backend>(_: &B) {}

/// Without SciPy's modules there are none.
#[cfg(not(feature = "scipy"))]
pub fn splines<B: Backend>(_: &B) {}
