//! Splines, against SciPy's values.

use crate::data::npz;
use crate::for_types;
use crate::interpolate::layouts;
use crate::scipy::{array, numbers, same};
use xparray::prelude::*;
use xparray::scipy::interpolate::{
    BSpline, BoundaryCondition, Evaluate, Extrapolate, InterpSpline, InterpolatedUnivariateSpline, LSQUnivariateSpline,
    LsqSpline, Outside, PPoly, SmoothingSpline, UnivariateSpline, make_interp_spline, make_interp_spline_with,
    make_lsq_spline, make_lsq_spline_with, make_smoothing_spline, make_smoothing_spline_with, splantider, splder,
};
use xparray::{Error, s};

const RULES: [(&str, Extrapolate); 3] =
    [("yes", Extrapolate::Yes), ("no", Extrapolate::No), ("periodic", Extrapolate::Periodic)];

/// `BSpline`.
pub fn bsplines<B: Backend>(xp: &B) {
    let data = npz("interpolate_splines.npz");
    let (q, inside) = (array(xp, &data, "q"), array(xp, &data, "inside"));
    for (name, k) in ["uneven", "even", "repeated"].into_iter().flat_map(|name| [0, 1, 2, 3, 5].map(|k| (name, k))) {
        let t = array(xp, &data, &format!("bspline/{name}/{k}/t"));
        let matrix = BSpline::design_matrix(&inside, &t, k).unwrap().to_dense().unwrap().into_dyn();
        same(&matrix, &data, &format!("bspline/{name}/{k}/design"), 8.0);
        for trailing in ["plain", "matrix", "complex"] {
            let key = format!("bspline/{name}/{k}/{trailing}");
            let c = array(xp, &data, &format!("{key}/c"));
            let b = BSpline::new(&t, &c, k).unwrap();
            same(&b.c().unwrap(), &data, &format!("{key}/c"), 0.0);
            assert_eq!((b.t().len(), b.k(), b.axis()), (t.len(), k, 0));
            for (name, rule) in RULES {
                let options = Evaluate::new().extrapolate(rule);
                layouts(&q, &data, &format!("{key}/{name}"), 64.0, &|q| b.evaluate_with(q, options));
                same(&b.clone().extrapolate(rule).evaluate(&q).unwrap(), &data, &format!("{key}/{name}"), 64.0);
                same(&b.integrate_with(0.3, 3.1, options).unwrap(), &data, &format!("{key}/integral/{name}"), 256.0);
                same(&b.integrate_with(6.2, -0.3, options).unwrap(), &data, &format!("{key}/back/{name}"), 256.0);
            }
            if k > 1 {
                let slope = b.evaluate_with(&q, Evaluate::new().nu(k - 1)).unwrap();
                same(&slope, &data, &format!("{key}/nu"), 64.0);
                same(&splder(&b, 1).unwrap().evaluate(&q).unwrap(), &data, &format!("{key}/derivative"), 64.0);
            }
            let sum = splantider(&b, 2).unwrap();
            same(&sum.evaluate(&q).unwrap(), &data, &format!("{key}/antiderivative"), 64.0);
            // Steps at knots that repeat have no first derivative.
            if (name, k) != ("repeated", 0) {
                let back = sum.derivative(2).unwrap().evaluate(&q).unwrap();
                same(&back, &data, &format!("{key}/yes"), 512.0);
            }
            // Between the knots of the base interval the polynomials are the same.
            let (p, within) = (PPoly::from_spline(&b).unwrap(), Evaluate::new().extrapolate(Extrapolate::No));
            let q = inside.slice(s![..-1]).unwrap();
            let (values, expected) = (p.evaluate_with(&q, within).unwrap(), b.evaluate(&q).unwrap());
            assert!(values.allclose(&expected).unwrap(), "{key}: {values}, not {expected}");
        }
    }
    let line = BSpline::new(&xp.array(&[0, 0, 2, 2]).unwrap(), &xp.array(&[1i8, 5]).unwrap(), 1).unwrap();
    for_types!(real, T => {
        let places = xp.array(&[0i8, 1]).unwrap().astype::<T>();
        assert_eq!(line.evaluate(&places).unwrap().to_string(), "[1. 3.]");
    });
    assert_eq!(line.integrate(0.0, 2.0).unwrap().to_string(), "6.0");
    assert_eq!(line.evaluate(&xp.full([], 2.0).unwrap()).unwrap().to_string(), "5.0");
    assert_eq!(line.evaluate(&xp.zeros::<f32>([2, 0]).unwrap()).unwrap().shape(), [2, 0]);
    assert_eq!(line.evaluate_with(&xp.array([1.0]).unwrap(), Evaluate::new().nu(2)).unwrap().to_string(), "[0.]");
    let step = BSpline::basis_element(&xp.array([0.0, 2.0]).unwrap()).unwrap();
    assert_eq!(step.evaluate(&xp.array([0.0, 1.0]).unwrap()).unwrap().to_string(), "[1. 1.]");
    let none = BSpline::new(&xp.array(&[0, 0, 2, 2]).unwrap(), &xp.zeros::<f64>([2, 0]).unwrap(), 1).unwrap();
    assert_eq!(none.evaluate(&xp.zeros::<f64>(4).unwrap()).unwrap().shape(), [4, 0]);
    let c = xp.ones::<f64>(4).unwrap();
    for t in [&[0.0, 0.0, 2.0, 1.0][..], &[0.0, 1.0, 2.0], &[0.0, 1.0, 1.0, 2.0], &[0.0, 0.0, f64::NAN, 2.0]] {
        assert!(matches!(BSpline::new(&xp.array(t).unwrap(), &c, 1), Err(Error::Value { .. })), "{t:?}");
    }
    let t = xp.array([0.0, 0.0, 1.0, 2.0, 2.0]).unwrap();
    assert!(matches!(BSpline::new(&t, &c.slice(s![..2]).unwrap(), 1), Err(Error::Value { .. })));
    assert!(matches!(BSpline::new(&t, &c, usize::MAX), Err(Error::Value { .. })));
    assert!(matches!(BSpline::new(&t, &xp.full([], 1.0).unwrap(), 1), Err(Error::Axis { .. })));
    assert!(matches!(BSpline::new(&t.astype::<Complex<f64>>(), &c, 1), Err(Error::DType { .. })));
    assert!(matches!(splder(&line, 2), Err(Error::Value { .. })));
    let jumps = BSpline::new(&xp.array([0.0, 0.0, 1.0, 1.0, 2.0, 2.0]).unwrap(), &c, 1).unwrap();
    assert!(matches!(jumps.derivative(1), Err(Error::Value { .. })));
    assert!(matches!(BSpline::basis_element(&xp.array([0.0]).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(BSpline::design_matrix(&xp.array([3.0]).unwrap(), &t, 1), Err(Error::Value { .. })));
}

/// `make_interp_spline`.
pub fn interpolating<B: Backend>(xp: &B) {
    let data = npz("interpolate_splines.npz");
    let q = array(xp, &data, "q");
    let [x, y, z, first, second] =
        ["x", "y", "z", "first", "second"].map(|name| array(xp, &data, &format!("points/{name}")));
    let given = |values: &[(usize, &DynArray<B>)]| {
        BoundaryCondition::Derivatives(values.iter().map(|&(order, value)| (order, value.clone())).collect())
    };
    type Condition<B> = (BoundaryCondition<B>, BoundaryCondition<B>);
    let both = |condition: BoundaryCondition<B>| (condition.clone(), condition);
    let conditions: Vec<(&str, Condition<B>, &[usize])> = vec![
        ("not-a-knot", both(BoundaryCondition::NotAKnot), &[0, 1, 2, 3, 4, 5]),
        ("clamped", both(BoundaryCondition::Clamped), &[3]),
        ("natural", both(BoundaryCondition::Natural), &[3]),
        ("mixed", (given(&[(1, &first), (2, &second)]), BoundaryCondition::NotAKnot), &[3]),
        ("given", (given(&[(1, &first), (2, &second)]), given(&[(1, &second), (3, &first)])), &[5]),
        ("quadratic", (given(&[(1, &first)]), BoundaryCondition::NotAKnot), &[2]),
    ];
    for (name, (start, end), degrees) in &conditions {
        for &k in *degrees {
            for (of, values) in [("y", &y), ("z", &z)] {
                let options = InterpSpline::new().k(k).axis(1).bc_types(start.clone(), end.clone());
                layouts(values, &data, &format!("interp/{name}/{k}/{of}"), 4096.0, &|y| {
                    make_interp_spline_with(&x, y, options.clone())?.evaluate(&q)
                });
            }
            let options = InterpSpline::new().k(k).axis(1).bc_types(start.clone(), end.clone());
            let spline = make_interp_spline_with(&x, &y, options).unwrap();
            same(&spline.t().clone().into_dyn(), &data, &format!("interp/{name}/{k}/t"), 4.0);
        }
    }
    for k in [1, 2, 3, 4, 5] {
        for n in [4, 10] {
            let ends = z.slice(s![.., ..n - 1]).unwrap();
            let closed = xp.concatenate(&[&ends, &z.slice(s![.., ..1]).unwrap()], 1).unwrap();
            let options = InterpSpline::new().k(k).axis(1).bc_type(BoundaryCondition::Periodic);
            let spline = make_interp_spline_with(&x.slice(s![..n]).unwrap(), &closed, options).unwrap();
            let values = spline.evaluate_with(&q, Evaluate::new().extrapolate(Extrapolate::Periodic)).unwrap();
            same(&values, &data, &format!("interp/periodic/{k}/{n}"), 4096.0);
        }
    }
    let t = array(xp, &data, "interp/t");
    let own = make_interp_spline_with(&x, &y, InterpSpline::new().axis(1).t(&t)).unwrap();
    same(&own.evaluate(&q).unwrap(), &data, "interp/own", 4096.0);
    for_types!(real, T => {
        let y = xp.array(&[1i8, 0, 1, 1]).unwrap().astype::<T>();
        let spline = make_interp_spline(&xp.array(&[0i8, 1, 2, 3]).unwrap(), &y).unwrap();
        assert!((numbers(&spline.evaluate(&xp.array([1.0]).unwrap()).unwrap())[0].re).abs() < 1e-15, "{}", T::DTYPE);
    });
    let empty = make_interp_spline(&x, &xp.zeros::<f64>([10, 0]).unwrap()).unwrap();
    assert_eq!(empty.evaluate(&q).unwrap().shape(), [3, 4, 0]);
    // What does not fit.
    let options = || InterpSpline::new().axis(1);
    let of = |options| make_interp_spline_with(&x, &y, options);
    assert!(matches!(of(options().k(10)), Err(Error::Value { .. })));
    assert!(matches!(of(options().t(&x)), Err(Error::Value { .. })));
    assert!(matches!(of(options().t(&t.subtract(1.0).unwrap())), Err(Error::Value { .. })));
    assert!(matches!(of(options().k(2).bc_type(BoundaryCondition::Natural)), Err(Error::Value { .. })));
    assert!(matches!(of(options().k(1).bc_type(BoundaryCondition::Natural)), Err(Error::Value { .. })));
    assert!(matches!(of(options().bc_type(BoundaryCondition::Periodic)), Err(Error::Value { .. })));
    assert!(matches!(of(options().bc_type(given(&[(1, &x)]))), Err(Error::Shape { .. })));
    assert!(matches!(of(options().axis(0)), Err(Error::Shape { .. })));
    assert!(matches!(make_interp_spline(&x.flip(0).unwrap(), &x), Err(Error::Value { .. })));
    // No abscissa in the support of the last B-spline.
    let late = xp.array([0.0, 0.0, 0.0, 0.0, 3.5, 3.6, 3.7, 3.9, 3.95, 3.97, 4.0, 4.0, 4.0, 4.0]).unwrap();
    assert!(matches!(of(options().t(&late)), Err(Error::Singular { .. })));
}

/// `make_lsq_spline` and `make_smoothing_spline`.
pub fn approximating<B: Backend>(xp: &B) {
    let data = npz("interpolate_splines.npz");
    let [q, between] = ["q", "between"].map(|name| array(xp, &data, name));
    let [x, y, w, z] = ["x", "y", "w", "z"].map(|name| array(xp, &data, &format!("noisy/{name}")));
    for k in [1, 2, 3, 4] {
        let t = array(xp, &data, &format!("lsq/{k}/t"));
        layouts(&y, &data, &format!("lsq/{k}"), 2048.0, &|y| {
            make_lsq_spline_with(&x, y, &t, LsqSpline::new().k(k).w(&w))?.evaluate(&q)
        });
        layouts(&y.t(), &data, &format!("lsq/{k}"), 2048.0, &|y| {
            let spline = make_lsq_spline_with(&x, y, &t, LsqSpline::new().k(k).w(&w).axis(1))?;
            spline.evaluate(&q)?.moveaxis(0, -1)
        });
        let complex = make_lsq_spline_with(&x, &z, &t, LsqSpline::new().k(k)).unwrap();
        same(&complex.evaluate(&q).unwrap(), &data, &format!("lsq/{k}/complex"), 2048.0);
    }
    let t = array(xp, &data, "lsq/3/t");
    assert_eq!(make_lsq_spline(&x, &y, &t).unwrap().evaluate(&q).unwrap().shape(), [3, 4, 2]);
    assert!(matches!(make_lsq_spline(&x.flip(0).unwrap(), &y, &t), Err(Error::Value { .. })));
    assert!(matches!(make_lsq_spline(&x, &y, &t.add(1.0).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(make_lsq_spline(&x, &y.t(), &t), Err(Error::Shape { .. })));
    assert!(matches!(make_lsq_spline_with(&x, &y, &t, LsqSpline::new().w(&q)), Err(Error::Shape { .. })));
    assert!(matches!(make_lsq_spline_with(&x, &y, &t, LsqSpline::new().k(usize::MAX)), Err(Error::Value { .. })));
    assert!(matches!(make_lsq_spline(&x, &y.divide(0.0).unwrap(), &t), Err(Error::Value { .. })));
    let idle = w.multiply(0.0).unwrap();
    assert!(matches!(make_lsq_spline_with(&x, &y, &t, LsqSpline::new().w(&idle)), Err(Error::Singular { .. })));

    for lam in ["0.0", "0.001", "0.3", "50.0"] {
        layouts(&y, &data, &format!("smoothing/{lam}"), 65536.0, &|y| {
            let options = SmoothingSpline::new().w(&w).lam(lam.parse::<f64>().unwrap());
            make_smoothing_spline_with(&x, y, options)?.evaluate(&between)
        });
    }
    // The minimum of the cross-validation is known to 1e-5.
    let chosen = make_smoothing_spline_with(&x, &y, SmoothingSpline::new().w(&w)).unwrap();
    same(&chosen.evaluate(&between).unwrap(), &data, "smoothing/gcv", 1e9);
    let (five, values) = (x.slice(s![..5]).unwrap(), y.slice(s![..5]).unwrap().t());
    let options = SmoothingSpline::new().lam(0.01).axis(1);
    let few = make_smoothing_spline_with(&five, &values, options.clone()).unwrap().evaluate(&between).unwrap();
    same(&few.t(), &data, "smoothing/five", 65536.0);
    assert_eq!(make_smoothing_spline(&x, &y).unwrap().evaluate(&q).unwrap().shape(), [3, 4, 2]);
    let wrong = |options| make_smoothing_spline_with(&x, &y, options);
    assert!(matches!(wrong(SmoothingSpline::new().lam(-1.0)), Err(Error::Value { .. })));
    assert!(matches!(wrong(SmoothingSpline::new().w(&idle)), Err(Error::Value { .. })));
    assert!(matches!(wrong(SmoothingSpline::new().w(&q)), Err(Error::Shape { .. })));
    assert!(matches!(make_smoothing_spline(&x, &z), Err(Error::DType { .. })));
    assert!(matches!(
        make_smoothing_spline(&five.slice(s![..4]).unwrap(), &five.slice(s![..4]).unwrap()),
        Err(Error::Value { .. })
    ));
}

/// `UnivariateSpline`, `InterpolatedUnivariateSpline` and `LSQUnivariateSpline`.
pub fn univariate<B: Backend>(xp: &B) {
    let data = npz("interpolate_splines.npz");
    let between = array(xp, &data, "between");
    let [x, y, w] = ["x", "y", "w"].map(|name| array(xp, &data, &format!("noisy/{name}")));
    let [first, second] = [0, 1].map(|column| y.slice(s![.., column]).unwrap());
    let number = |value: f64| xp.full([], value).unwrap().into_dyn();
    for k in [1, 2, 3, 4, 5] {
        for s in ["0.0", "0.05", "0.3", "2.0", "30.0"] {
            let key = format!("univariate/{k}/{s}");
            let options = UnivariateSpline::new().k(k).s(s.parse::<f64>().unwrap()).bbox(-0.1, None);
            let options = if s == "0.0" { options } else { options.w(&w) };
            let spline = options.fit(&x, &first).unwrap();
            // The smoothness is the result of a search, whose steps are SciPy's.
            same(&spline.knots().unwrap().into_dyn(), &data, &format!("{key}/knots"), 2.0);
            same(&spline.coeffs().unwrap(), &data, &format!("{key}/coeffs"), 1e6);
            if s != "0.0" {
                same(&number(spline.residual()), &data, &format!("{key}/residual"), 1e6);
            }
            for (name, ext) in
                [("extrapolate", Outside::Extrapolate), ("zeros", Outside::Zeros), ("const", Outside::Const)]
            {
                let values = spline.evaluate_with(&between, 0, ext).unwrap();
                same(&values, &data, &format!("{key}/{name}"), 1e6);
            }
            let slope = spline.evaluate_with(&between, 1, Outside::Extrapolate).unwrap();
            same(&slope, &data, &format!("{key}/slope"), 1e6);
            same(&number(spline.integral(-0.5, 3.0).unwrap()), &data, &format!("{key}/integral"), 1e6);
            same(&spline.derivatives(1.3).unwrap(), &data, &format!("{key}/derivatives"), 1e6);
            let sum = spline.antiderivative(1).unwrap();
            same(&sum.evaluate(&between).unwrap(), &data, &format!("{key}/antiderivative"), 1e6);
            if k == 3 {
                let roots = xp.array(spline.roots().unwrap()).unwrap().into_dyn();
                same(&roots, &data, &format!("{key}/roots"), 1e6);
            }
            assert_eq!((spline.spline().k(), spline.derivative(1).unwrap().spline().k()), (k, k - 1));
        }
        let spline = InterpolatedUnivariateSpline::new().k(k);
        layouts(&second, &data, &format!("interpolated/{k}"), 1e6, &|y| spline.clone().fit(&x, y)?.evaluate(&between));
        let (lsq, t) = (LSQUnivariateSpline::new().k(k).w(&w), xp.array([1.0, 1.5, 3.0]).unwrap());
        layouts(&second, &data, &format!("lsq_univariate/{k}"), 4096.0, &|y| {
            lsq.clone().fit(&x, y, &t)?.evaluate(&between)
        });
        let residual = lsq.fit(&x, &second, &t).unwrap().residual();
        same(&number(residual), &data, &format!("lsq_univariate/{k}/residual"), 4096.0);
    }
    let default = UnivariateSpline::new().fit(&x, &first.multiply(30.0).unwrap()).unwrap();
    same(&default.evaluate(&between).unwrap(), &data, "univariate/default", 1e6);
    let [long, values] = ["long/x", "long/y"].map(|name| array(xp, &data, name));
    for s in ["0.8", "0.5"] {
        let spline = UnivariateSpline::new().s(s.parse::<f64>().unwrap()).fit(&long, &values).unwrap();
        same(&spline.knots().unwrap().into_dyn(), &data, &format!("long/{s}/knots"), 2.0);
        same(&spline.evaluate(&between).unwrap(), &data, &format!("long/{s}"), 1e6);
    }
    assert!(default.evaluate_with(&x, 0, Outside::Raise).is_ok());
    assert!(matches!(default.evaluate_with(&between, 0, Outside::Raise), Err(Error::Value { .. })));
    let options = UnivariateSpline::new;
    assert!(matches!(options().k(0).fit(&x, &first), Err(Error::Value { .. })));
    assert!(matches!(options().s(-1.0).fit(&x, &first), Err(Error::Value { .. })));
    assert!(matches!(options().s(f64::NAN).fit(&x, &first), Err(Error::Value { .. })));
    assert!(matches!(options().bbox(1.0, None).fit(&x, &first), Err(Error::Value { .. })));
    assert!(matches!(options().w(&between).fit(&x, &first), Err(Error::Shape { .. })));
    assert!(matches!(options().fit(&x, &y), Err(Error::Shape { .. })));
    assert!(matches!(options().fit(&x.flip(0).unwrap(), &first), Err(Error::Value { .. })));
    assert!(matches!(
        options().fit(&x.slice(s![..3]).unwrap(), &first.slice(s![..3]).unwrap()),
        Err(Error::Value { .. })
    ));
    let lsq = LSQUnivariateSpline::new().fit(&x, &first, &xp.array([3.0, 1.0]).unwrap());
    assert!(matches!(lsq, Err(Error::Value { .. })));
    let twice = xp.concatenate(&[&x, &x.slice(s![-1..]).unwrap()], 0).unwrap();
    assert!(matches!(InterpolatedUnivariateSpline::new().fit(&twice, &twice), Err(Error::Value { .. })));
}
