//! Piecewise polynomials, against SciPy's values.

use crate::data::{Stored, npz};
use crate::for_types;
use crate::scipy::{array, numbers, same};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::interpolate::{
    Akima1DInterpolator, AkimaMethod, BPoly, BoundaryCondition, CubicHermiteSpline, CubicSpline, Evaluate, Extrapolate,
    PPoly, PchipInterpolator, Solve, pchip_interpolate,
};
use xparray::{Error, Result, s};

type Data = BTreeMap<String, Stored>;

const RULES: [(&str, Extrapolate); 3] =
    [("yes", Extrapolate::Yes), ("no", Extrapolate::No), ("periodic", Extrapolate::Periodic)];

/// A function of each layout of an array.
pub(crate) fn layouts<B: Backend>(
    x: &DynArray<B>,
    data: &Data,
    name: &str,
    bound: f64,
    f: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
) {
    let reversed = x.flip(..).unwrap().copy().unwrap().flip(..).unwrap();
    for x in [x.clone(), reversed, x.t().copy().unwrap().t()] {
        let y = f(&x).unwrap_or_else(|error| panic!("{name}: {error}"));
        same(&y, data, name, bound);
    }
}

/// The groups of the data: the name, of how many coefficients, and of which breakpoints.
fn groups(kind: &str) -> Vec<(String, usize, &'static str)> {
    let mut groups = Vec::new();
    for breaks in ["uneven", "even", "falling", "single"] {
        for trailing in ["plain", "matrix", "complex"] {
            groups.extend([1, 2, 5].map(|k| (format!("{kind}/{breaks}/{trailing}/{k}"), k, breaks)));
        }
    }
    groups
}

/// `PPoly`.
pub fn polynomials<B: Backend>(xp: &B) {
    let data = npz("interpolate.npz");
    let q = array(xp, &data, "q");
    for (key, k, breaks) in groups("ppoly") {
        let (c, x) = (array(xp, &data, &format!("{key}/c")), array(xp, &data, &format!("breaks/{breaks}")));
        let p = PPoly::new(&c, &x).unwrap();
        same(&p.c().unwrap(), &data, &format!("{key}/c"), 0.0);
        same(&p.x().clone().into_dyn(), &data, &format!("breaks/{breaks}"), 0.0);
        for (name, rule) in RULES {
            let options = Evaluate::new().extrapolate(rule);
            layouts(&q, &data, &format!("{key}/{name}"), 32.0, &|q| p.evaluate_with(q, options));
            same(&p.clone().extrapolate(rule).evaluate(&q).unwrap(), &data, &format!("{key}/{name}"), 32.0);
            if breaks != "falling" || rule != Extrapolate::Periodic {
                same(&p.integrate_with(0.3, 3.1, options).unwrap(), &data, &format!("{key}/integral/{name}"), 64.0);
                same(&p.integrate_with(6.2, -1.3, options).unwrap(), &data, &format!("{key}/back/{name}"), 256.0);
            }
        }
        for nu in [1, 2].into_iter().filter(|&nu| nu < k) {
            let slope = p.evaluate_with(&q, Evaluate::new().nu(nu)).unwrap();
            same(&slope, &data, &format!("{key}/nu{nu}"), 32.0);
            same(&p.derivative(nu).unwrap().evaluate(&q).unwrap(), &data, &format!("{key}/nu{nu}"), 32.0);
            let inside = Evaluate::new().extrapolate(Extrapolate::No);
            let sum = p.antiderivative(nu).unwrap().evaluate_with(&q, inside).unwrap();
            same(&sum, &data, &format!("{key}/antiderivative{nu}"), 32.0);
        }
        let other = BPoly::from_power_basis(&p).unwrap();
        same(&other.c().unwrap(), &data, &format!("{key}/other"), 64.0);
    }
    // Of every type, of a number, of broadcast and of no places.
    let constant = PPoly::new(&xp.ones::<f32>([1, 1]).unwrap(), &xp.array(&[0, 2]).unwrap()).unwrap();
    let line = PPoly::new(&xp.array(&[[2i8], [1]]).unwrap(), &xp.array(&[false, true]).unwrap()).unwrap();
    for_types!(real, T => {
        let places = xp.array(&[0i8, 1, 2]).unwrap().astype::<T>();
        assert_eq!(line.evaluate(&places).unwrap().to_string(), if T::DTYPE == DType::Bool { "[1. 3. 3.]" } else { "[1. 3. 5.]" });
    });
    assert_eq!(constant.evaluate(&xp.array([f64::NAN, 9.0]).unwrap()).unwrap().to_string(), "[nan  1.]");
    assert_eq!(constant.derivative(3).unwrap().evaluate(&xp.full([], 0.5).unwrap()).unwrap().to_string(), "0.0");
    assert_eq!(line.evaluate(&xp.zeros::<f64>([0, 3]).unwrap()).unwrap().shape(), [0, 3]);
    let wide = xp.full([], 0.5).unwrap().broadcast_to([2, 2]).unwrap();
    assert_eq!(line.evaluate(&wide).unwrap().to_string(), "[[2. 2.]\n [2. 2.]]");
    let none = PPoly::new(&xp.zeros::<f64>([2, 1, 0]).unwrap(), &xp.array([0.0, 1.0]).unwrap()).unwrap();
    assert_eq!(none.evaluate(&wide).unwrap().shape(), [2, 2, 0]);
    assert_eq!(none.integrate(0.0, 1.0).unwrap().shape(), [0]);
    // Breakpoints that repeat: the piece behind them counts.
    let jump = PPoly::new(&xp.array([[1.0, 2.0, 3.0]]).unwrap(), &xp.array([0.0, 1.0, 1.0, 2.0]).unwrap()).unwrap();
    assert_eq!(jump.evaluate(&xp.array([0.9, 1.0, 1.1]).unwrap()).unwrap().to_string(), "[1. 3. 3.]");
    let c = xp.ones::<f64>([2, 3]).unwrap();
    let wrong = |x: &[f64]| PPoly::new(&c, &xp.array(x).unwrap());
    for x in [&[0.0, 1.0, 3.0, 2.0][..], &[0.0, f64::NAN, 1.0, 2.0], &[0.0, 1.0, 2.0], &[0.0]] {
        assert!(matches!(wrong(x), Err(Error::Value { .. })), "{x:?}");
    }
    let z = xp.ones::<Complex<f64>>(4).unwrap();
    assert!(matches!(PPoly::new(&c, &z), Err(Error::DType { .. })));
    assert!(matches!(line.evaluate(&z), Err(Error::DType { .. })));
    assert!(matches!(PPoly::new(&xp.ones::<f64>(3).unwrap(), &xp.ones::<f64>(4).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(line.integrate(0.0, f64::NAN), Err(Error::Value { .. })));
}

/// `BPoly`.
pub fn bernstein<B: Backend>(xp: &B) {
    let data = npz("interpolate.npz");
    let q = array(xp, &data, "q");
    for (key, k, breaks) in groups("bpoly") {
        let (c, x) = (array(xp, &data, &format!("{key}/c")), array(xp, &data, &format!("breaks/{breaks}")));
        let p = BPoly::new(&c, &x).unwrap();
        same(&p.c().unwrap(), &data, &format!("{key}/c"), 0.0);
        assert_eq!(p.x().len(), x.len());
        for (name, rule) in RULES {
            let options = Evaluate::new().extrapolate(rule);
            layouts(&q, &data, &format!("{key}/{name}"), 32.0, &|q| p.evaluate_with(q, options));
            same(&p.clone().extrapolate(rule).evaluate(&q).unwrap(), &data, &format!("{key}/{name}"), 32.0);
            if breaks != "falling" || rule != Extrapolate::Periodic {
                same(&p.integrate_with(0.3, 3.1, options).unwrap(), &data, &format!("{key}/integral/{name}"), 64.0);
                same(&p.integrate_with(6.2, -1.3, options).unwrap(), &data, &format!("{key}/back/{name}"), 512.0);
            }
        }
        for nu in [1, 2].into_iter().filter(|&nu| nu < k) {
            same(&p.derivative(nu).unwrap().evaluate(&q).unwrap(), &data, &format!("{key}/nu{nu}"), 64.0);
            let inside = Evaluate::new().extrapolate(Extrapolate::No);
            let sum = p.antiderivative(nu).unwrap().evaluate_with(&q, inside).unwrap();
            same(&sum, &data, &format!("{key}/antiderivative{nu}"), 64.0);
        }
        let other = PPoly::from_bernstein_basis(&p).unwrap();
        same(&other.c().unwrap(), &data, &format!("{key}/other"), 64.0);
    }
    let yi: Vec<_> = (0..4).map(|i| array(xp, &data, &format!("derivatives/{i}"))).collect();
    let xi = array(xp, &data, "derivatives/x");
    let p = BPoly::from_derivatives(&xi, &yi, None).unwrap();
    same(&p.c().unwrap(), &data, "derivatives/c", 64.0);
    let some = BPoly::from_derivatives(&xi, &yi, Some(&[1, 2, 3])).unwrap();
    same(&some.c().unwrap(), &data, "derivatives/orders", 64.0);
    assert_eq!(p.integrate(0.0, 1.0).unwrap().shape(), [2]);
    assert!(matches!(BPoly::from_derivatives(&xi, &yi[..3], None), Err(Error::Value { .. })));
    assert!(matches!(BPoly::from_derivatives(&xi, &yi, Some(&[9, 2, 3])), Err(Error::Value { .. })));
    assert!(matches!(BPoly::from_derivatives(&xi.flip(0).unwrap(), &yi, None), Err(Error::Value { .. })));
    let odd = [&yi[..3], &[xp.zeros::<f64>([1, 5]).unwrap().into_dyn()]].concat();
    assert!(matches!(BPoly::from_derivatives(&xi, &odd, None), Err(Error::Shape { .. })));
}

/// Cubic polynomials through points.
pub fn cubics<B: Backend>(xp: &B) {
    let data = npz("interpolate.npz");
    let [q, x, y, z] = ["q", "points/x", "points/y", "points/z"].map(|name| array(xp, &data, name));
    let [slopes, first, second] = ["points/slopes", "points/first", "points/second"].map(|name| array(xp, &data, name));
    let hermite = CubicHermiteSpline::new().axis(1);
    let at = |p: Result<PPoly<B>>| p?.evaluate(&q);
    layouts(&y, &data, "hermite/out", 64.0, &|y| at(hermite.interpolate(&x, y, &slopes)));
    layouts(&slopes, &data, "hermite/complex", 64.0, &|slopes| at(hermite.interpolate(&x, &z, slopes)));
    for n in [2, 3, 4, 8] {
        let x = x.slice(s![..n]).unwrap();
        let [y, z] = [&y, &z].map(|y| y.slice(s![.., ..n]).unwrap());
        let pchip = PchipInterpolator::new().axis(-2);
        layouts(&y, &data, &format!("pchip/{n}"), 64.0, &|y| at(pchip.interpolate(&x, y)));
        let slope = pchip_interpolate(&x, &y, &q, 1, 1).unwrap();
        same(&slope, &data, &format!("pchip/{n}/slope"), 64.0);
        for (name, method) in [("akima", AkimaMethod::Akima), ("makima", AkimaMethod::Makima)] {
            let akima = Akima1DInterpolator::new().axis(1).method(method).extrapolate(Extrapolate::Yes);
            layouts(&y, &data, &format!("{name}/{n}"), 64.0, &|y| at(akima.interpolate(&x, y)));
        }
        let given =
            [(1, &first), (2, &second)].map(|(order, v)| BoundaryCondition::Derivatives(vec![(order, v.clone())]));
        let [given_first, given_second] = given;
        let conditions = [
            ("not-a-knot", BoundaryCondition::NotAKnot, BoundaryCondition::NotAKnot),
            ("clamped", BoundaryCondition::Clamped, BoundaryCondition::Clamped),
            ("natural", BoundaryCondition::Natural, BoundaryCondition::Natural),
            ("mixed", BoundaryCondition::Clamped, BoundaryCondition::NotAKnot),
            ("given", given_first, given_second),
        ];
        for (of, values) in [("y", &y), ("z", &z)] {
            for (name, first, last) in &conditions {
                let spline = CubicSpline::new().axis(1).bc_types(first.clone(), last.clone());
                let name = format!("spline/{n}/{name}/{of}");
                layouts(values, &data, &name, 512.0, &|y| at(spline.clone().interpolate(&x, y)));
            }
            let ends = values.slice(s![.., ..n - 1]).unwrap();
            let closed = xp.concatenate(&[&ends, &values.slice(s![.., ..1]).unwrap()], 1).unwrap();
            let periodic = CubicSpline::new().axis(1).bc_type(BoundaryCondition::Periodic);
            same(&at(periodic.interpolate(&x, &closed)).unwrap(), &data, &format!("spline/{n}/periodic/{of}"), 512.0);
        }
    }
    same(&at(Akima1DInterpolator::new().axis(1).interpolate(&x, &y)).unwrap(), &data, "akima/outside", 64.0);
    // Vectors, numbers of every type, nothing.
    for_types!(real, T => {
        let y = xp.array(&[0i8, 1, 0]).unwrap().astype::<T>();
        let x = xp.array(&[0i8, 1, 2]).unwrap();
        let p = CubicSpline::new().interpolate(&x, &y).unwrap();
        assert_eq!((p.axis(), numbers(&p.evaluate(&xp.array([0.5]).unwrap()).unwrap())[0].re), (0, 0.75), "{}", T::DTYPE);
    });
    let empty = xp.zeros::<f64>([8, 0]).unwrap();
    assert_eq!(CubicSpline::new().interpolate(&x, &empty).unwrap().evaluate(&q).unwrap().shape(), [3, 4, 0]);
    assert_eq!(Akima1DInterpolator::new().interpolate(&x, &empty).unwrap().evaluate(&q).unwrap().shape(), [3, 4, 0]);
    // What does not fit.
    let (spline, pchip, akima) = (CubicSpline::new().axis(1), PchipInterpolator::new(), Akima1DInterpolator::new());
    let down = x.flip(0).unwrap();
    assert!(matches!(spline.clone().interpolate(&down, &y), Err(Error::Value { .. })));
    assert!(matches!(spline.clone().axis(0).interpolate(&x, &y), Err(Error::Shape { .. })));
    assert!(matches!(spline.clone().axis(3).interpolate(&x, &y), Err(Error::Axis { .. })));
    assert!(matches!(spline.clone().interpolate(&x, &y.divide(0.0).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(spline.clone().interpolate(&z.slice(s![0, .., 0]).unwrap(), &y), Err(Error::DType { .. })));
    let periodic = spline.clone().bc_type(BoundaryCondition::Periodic);
    assert!(matches!(periodic.interpolate(&x, &y), Err(Error::Value { .. })));
    let half = spline.clone().bc_types(BoundaryCondition::Periodic, BoundaryCondition::Natural);
    assert!(matches!(half.interpolate(&x, &y), Err(Error::Value { .. })));
    let of = |order, value: &DynArray<B>| BoundaryCondition::Derivatives(vec![(order, value.clone())]);
    assert!(matches!(spline.clone().bc_type(of(3, &first)).interpolate(&x, &y), Err(Error::Value { .. })));
    assert!(matches!(spline.bc_type(of(1, &x)).interpolate(&x, &y), Err(Error::Shape { .. })));
    assert!(matches!(pchip.axis(1).interpolate(&x, &z), Err(Error::DType { .. })));
    assert!(matches!(akima.axis(1).interpolate(&x, &z), Err(Error::DType { .. })));
    assert!(matches!(
        akima.interpolate(&x.slice(s![..1]).unwrap(), &xp.zeros::<f64>(1).unwrap()),
        Err(Error::Value { .. })
    ));
    assert!(matches!(hermite.interpolate(&x, &y, &x), Err(Error::Shape { .. })));
}

/// `PPoly::solve` and `PPoly::roots`.
pub fn roots<B: Backend>(xp: &B) {
    let data = npz("interpolate.npz");
    let (c, x) = (array(xp, &data, "roots/c"), array(xp, &data, "roots/x"));
    let p = PPoly::new(&c, &x).unwrap();
    let rules = [
        ("default", Solve::new()),
        ("inside", Solve::new().extrapolate(Extrapolate::No)),
        ("smooth", Solve::new().discontinuity(false)),
    ];
    for (name, options) in rules {
        for (name, found) in [
            (format!("roots/{name}"), p.roots(options).unwrap()),
            (format!("roots/{name}/half"), p.solve(0.5, options).unwrap()),
        ] {
            assert_eq!(found.len(), 1);
            same(&xp.array(&found[0][..]).unwrap().into_dyn(), &data, &name, 16.0);
        }
    }
    // Columns, falling breakpoints, a double root, one of the highest power 0.
    let c = xp.array([[[0.0, 1.0]], [[1.0, -2.0]], [[-1.0, 1.0]]]).unwrap();
    let p = PPoly::new(&c, &xp.array([0.0, 3.0]).unwrap()).unwrap();
    assert_eq!(p.roots(Solve::new()).unwrap(), [[1.0], [1.0]]);
    let falls =
        PPoly::new(&xp.array([[1.0, 1.0], [0.0, -1.0], [-0.25, 0.0]]).unwrap(), &xp.array([1.0, 0.0, -1.0]).unwrap());
    let inside = falls.unwrap().roots(Solve::new().extrapolate(Extrapolate::No)).unwrap();
    assert_eq!(inside, [[0.5, 0.0]]);
    let z = PPoly::new(&c.astype::<Complex<f64>>(), &xp.array([0.0, 3.0]).unwrap()).unwrap();
    assert!(matches!(z.roots(Solve::new()), Err(Error::DType { .. })));
    assert!(matches!(p.solve(f64::NAN, Solve::new()), Err(Error::Value { .. })));
}
