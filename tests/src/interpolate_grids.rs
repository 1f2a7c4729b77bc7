//! Interpolation on grids, of points and by one polynomial, against SciPy's values.

use crate::data::npz;
use crate::for_types;
use crate::interpolate::layouts;
use crate::scipy::{array, numbers, same};
use xparray::prelude::*;
use xparray::scipy::interpolate::{
    BarycentricInterpolator, Fill, GridMethod, Interp1d, Interp1dKind, KroghInterpolator, NdBSpline, NdPPoly,
    RBFInterpolator, RbfKernel, RegularGridInterpolator, barycentric_interpolate, interpn, krogh_interpolate,
};
use xparray::{Error, s};

const METHODS: [(&str, GridMethod); 6] = [
    ("linear", GridMethod::Linear),
    ("nearest", GridMethod::Nearest),
    ("slinear", GridMethod::Slinear),
    ("cubic", GridMethod::Cubic),
    ("quintic", GridMethod::Quintic),
    ("pchip", GridMethod::Pchip),
];

/// `RegularGridInterpolator` and `interpn`.
pub fn grids<B: Backend>(xp: &B) {
    let data = npz("interpolate_grids.npz");
    for d in 1..=3 {
        let axes: Vec<_> = (0..d).map(|dim| array(xp, &data, &format!("grid/{d}/{dim}"))).collect();
        let axes: Vec<_> = axes.iter().collect();
        let [inside, outside] = ["inside", "outside"].map(|name| array(xp, &data, &format!("grid/{d}/{name}")));
        for trailing in ["plain", "more", "complex"] {
            let key = format!("grid/{d}/{trailing}");
            let values = array(xp, &data, &format!("{key}/values"));
            for (name, method) in METHODS {
                let options = RegularGridInterpolator::new().method(method);
                if trailing == "complex" && method == GridMethod::Pchip {
                    assert!(matches!(options.interpolate(&axes, &values), Err(Error::DType { .. })));
                    continue;
                }
                let bound = if method == GridMethod::Quintic { 65536.0 } else { 1024.0 };
                layouts(&values, &data, &format!("{key}/{name}/inside"), bound, &|values| {
                    options.interpolate(&axes, values)?.evaluate(&inside)
                });
                layouts(&inside, &data, &format!("{key}/{name}/inside"), bound, &|xi| {
                    interpn(&axes, &values, xi, options)
                });
                let fill = options.bounds_error(false).fill_value(-2.5);
                same(&interpn(&axes, &values, &outside, fill).unwrap(), &data, &format!("{key}/{name}/fill"), bound);
                let on = options.bounds_error(false).extrapolate();
                same(
                    &interpn(&axes, &values, &outside, on).unwrap(),
                    &data,
                    &format!("{key}/{name}/extrapolate"),
                    bound,
                );
                assert!(matches!(interpn(&axes, &values, &outside, options), Err(Error::Value { .. })));
            }
        }
    }
    let (x, y) = (xp.array(&[0, 1, 2]).unwrap(), xp.array(&[0, 2]).unwrap());
    for_types!(real, T => {
        let values = xp.array(&[[0i8, 1], [0, 1], [1, 0]]).unwrap().astype::<T>();
        let found = interpn(&[&x, &y], &values, &xp.array([0.5, 1.0]).unwrap(), RegularGridInterpolator::new()).unwrap();
        assert_eq!(found.to_string(), "[0.5]", "{}", T::DTYPE);
    });
    let values = xp.zeros::<f64>([3, 2]).unwrap();
    let options = RegularGridInterpolator::new();
    let grid = options.interpolate(&[&x, &y], &values).unwrap();
    assert_eq!(grid.evaluate(&xp.zeros::<f64>([0, 2]).unwrap()).unwrap().shape(), [0]);
    assert_eq!(grid.evaluate(&xp.zeros::<f64>([3, 0, 2]).unwrap()).unwrap().shape(), [3, 0]);
    assert_eq!(grid.evaluate(&xp.full([], 0.5).unwrap().broadcast_to([4, 2]).unwrap()).unwrap().shape(), [4]);
    let filled = options.bounds_error(false).fill_value(Complex::new(1.0, -1.0));
    assert!(matches!(filled.interpolate(&[&x, &y], &values), Err(Error::Value { .. })));
    let complex = filled.interpolate(&[&x, &y], &values.astype::<Complex<f64>>()).unwrap();
    assert_eq!(numbers(&complex.evaluate(&xp.array([9.0, 0.0]).unwrap()).unwrap()), [Complex::new(1.0, -1.0)]);
    for wrong in [&[&x, &x][..], &[&x], &[&x, &y, &x], &[]] {
        assert!(matches!(options.interpolate(wrong, &values.t()), Err(Error::Value { .. })));
    }
    let twice = xp.array(&[0, 1, 1]).unwrap();
    assert!(matches!(options.interpolate(&[&twice, &y], &values), Err(Error::Value { .. })));
    assert!(matches!(options.method(GridMethod::Cubic).interpolate(&[&x, &y], &values), Err(Error::Value { .. })));
    assert!(matches!(grid.evaluate(&xp.zeros::<f64>([4, 3]).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(grid.evaluate(&xp.zeros::<f64>([]).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(grid.evaluate(&xp.zeros::<Complex<f64>>([4, 2]).unwrap()), Err(Error::DType { .. })));
}

/// `NdPPoly` and `NdBSpline`.
pub fn products<B: Backend>(xp: &B) {
    let data = npz("interpolate_grids.npz");
    let [x, y, q, t0, t1] = ["x", "y", "q", "t0", "t1"].map(|name| array(xp, &data, &format!("nd/{name}")));
    for trailing in ["plain", "complex"] {
        let key = format!("nd/{trailing}");
        let c = array(xp, &data, &format!("{key}/c"));
        let p = NdPPoly::new(&c, &[&x, &y]).unwrap();
        assert_eq!((p.c().shape(), p.x()[1].len()), (c.shape(), y.len()));
        layouts(&q, &data, &format!("{key}/values"), 64.0, &|q| p.evaluate(q));
        same(&p.clone().extrapolate(false).evaluate(&q).unwrap(), &data, &format!("{key}/inside"), 64.0);
        let slope = p.derivative(&[1, 1]).unwrap();
        same(&slope.evaluate(&q).unwrap(), &data, &format!("{key}/derivative"), 64.0);
        let sum = p.antiderivative(&[1, 2]).unwrap();
        same(&sum.evaluate(&q).unwrap(), &data, &format!("{key}/antiderivative"), 256.0);
        same(p.integrate_1d(0.3, 2.0, 0).unwrap().c(), &data, &format!("{key}/along"), 256.0);
        same(&p.integrate(&[(0.3, 2.0), (-0.5, 0.9)]).unwrap(), &data, &format!("{key}/integral"), 1024.0);
        let c = array(xp, &data, &format!("{key}/spline/c"));
        let b = NdBSpline::new(&[&t0, &t1], &c, &[2, 1]).unwrap();
        assert_eq!((b.k(), b.t()[0].len(), b.c().shape()), (vec![2, 1], t0.len(), c.shape()));
        layouts(&q, &data, &format!("{key}/spline"), 64.0, &|q| b.evaluate(q));
        same(&b.clone().extrapolate(false).evaluate(&q).unwrap(), &data, &format!("{key}/spline/inside"), 64.0);
        same(&b.evaluate_with(&q, &[1, 1]).unwrap(), &data, &format!("{key}/spline/slope"), 64.0);
        let nothing = b.evaluate_with(&q.slice(s![..2]).unwrap(), &[3, 0]).unwrap();
        assert!(numbers(&nothing).iter().all(|z| z.norm() == 0.0));
        assert!(matches!(b.evaluate_with(&q, &[1]), Err(Error::Value { .. })));
        assert!(matches!(p.derivative(&[1]), Err(Error::Value { .. })));
        assert!(matches!(p.integrate(&[(0.0, 1.0)]), Err(Error::Value { .. })));
        assert!(matches!(p.integrate_1d(0.0, 1.0, 2), Err(Error::Axis { .. })));
        assert!(matches!(p.evaluate(&x), Err(Error::Value { .. })));
        assert!(matches!(NdPPoly::new(&c, &[&x, &y]), Err(Error::Value { .. })));
        assert!(matches!(NdPPoly::new(p.c(), &[&x.flip(0).unwrap(), &y]), Err(Error::Value { .. })));
        assert!(matches!(NdBSpline::new(&[&t0, &t1], &c, &[2]), Err(Error::Value { .. })));
        assert!(matches!(NdBSpline::new(&[&t0, &t0], &c, &[2, 2]), Err(Error::Value { .. })));
    }
    let none: [&DynArray<B>; 0] = [];
    assert!(matches!(NdPPoly::new(&x, &none), Err(Error::Value { .. })));
    assert!(matches!(NdBSpline::new(&none, &x, &[]), Err(Error::Value { .. })));
}

/// `interp1d`.
pub fn lines<B: Backend>(xp: &B) {
    let data = npz("interpolate_grids.npz");
    let [x, y, z] = ["x", "y", "z"].map(|name| array(xp, &data, &format!("interp1d/{name}")));
    let [inside, outside] = ["inside", "outside"].map(|name| array(xp, &data, &format!("interp1d/{name}")));
    let kinds = [
        ("linear", Interp1dKind::Linear),
        ("nearest", Interp1dKind::Nearest),
        ("nearest-up", Interp1dKind::NearestUp),
        ("previous", Interp1dKind::Previous),
        ("next", Interp1dKind::Next),
        ("zero", Interp1dKind::Spline(0)),
        ("slinear", Interp1dKind::Spline(1)),
        ("quadratic", Interp1dKind::Spline(2)),
        ("cubic", Interp1dKind::Spline(3)),
    ];
    for (name, kind) in kinds {
        let options = Interp1d::new().kind(kind).axis(1);
        for (of, values) in [("y", &y), ("z", &z)] {
            layouts(values, &data, &format!("interp1d/{name}/{of}"), 256.0, &|y| {
                options.interpolate(&x, y)?.evaluate(&inside)
            });
        }
        let fill = options.fill(Fill::Values(-7.0, 8.0)).interpolate(&x, &y).unwrap();
        same(&fill.evaluate(&outside).unwrap(), &data, &format!("interp1d/{name}/fill"), 256.0);
        let on = options.fill(Fill::Extrapolate).interpolate(&x, &y).unwrap();
        same(&on.evaluate(&outside).unwrap(), &data, &format!("interp1d/{name}/extrapolate"), 1024.0);
        let unknown = on.evaluate(&xp.array([f64::NAN]).unwrap()).unwrap();
        assert!(numbers(&unknown).iter().all(|z| z.re.is_nan()), "{name}");
        assert!(matches!(options.interpolate(&x, &y).unwrap().evaluate(&outside), Err(Error::Value { .. })));
    }
    for_types!(real, T => {
        let y = xp.array(&[0i8, 1, 1]).unwrap().astype::<T>();
        let line = Interp1d::new().interpolate(&xp.array(&[0i8, 1, 2]).unwrap(), &y).unwrap();
        assert_eq!(line.evaluate(&xp.full([], 0.5).unwrap()).unwrap().to_string(), "0.5", "{}", T::DTYPE);
    });
    let one = Interp1d::new().interpolate(&xp.array([1.0]).unwrap(), &xp.array([4.0]).unwrap()).unwrap();
    assert_eq!(one.evaluate(&xp.array([1.0]).unwrap()).unwrap().to_string(), "[4.]");
    assert_eq!(one.evaluate(&xp.zeros::<f64>([0, 2]).unwrap()).unwrap().shape(), [0, 2]);
    let options = Interp1d::new();
    assert!(matches!(options.interpolate(&x, &y), Err(Error::Shape { .. })));
    assert!(matches!(options.axis(3).interpolate(&x, &y), Err(Error::Axis { .. })));
    let twice = xp.array([0.0, 1.0, 1.0]).unwrap();
    assert!(matches!(options.interpolate(&twice, &twice), Err(Error::Value { .. })));
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(options.interpolate(&none, &none), Err(Error::Value { .. })));
    assert!(matches!(options.kind(Interp1dKind::Spline(9)).axis(1).interpolate(&x, &y), Err(Error::Value { .. })));
}

/// `KroghInterpolator` and `BarycentricInterpolator`.
pub fn polynomials<B: Backend>(xp: &B) {
    let data = npz("interpolate_grids.npz");
    let of = |name: &str| array(xp, &data, &format!("polynomial/{name}"));
    let (x, y, q) = (of("x"), of("y"), of("q"));
    let i = Complex::new(0.0, 1.0);
    let complex = |y: &DynArray<B>| y.add(y.flip(0).unwrap().multiply(i).unwrap()).unwrap();
    layouts(&y, &data, "polynomial/krogh", 256.0, &|y| KroghInterpolator::new(&x, y, 1)?.evaluate(&q));
    let krogh = KroghInterpolator::new(&x, &y, 1).unwrap();
    let all = xp.stack(&[0, 1, 2, 3].map(|der| krogh.derivative(&q, der).unwrap()).iter().collect::<Vec<_>>(), 0);
    same(&all.unwrap(), &data, "polynomial/krogh/all", 256.0);
    assert_eq!(krogh.derivatives(&q, 4).unwrap().shape(), [4, 2, 2, 3, 2]);
    let z = krogh_interpolate(&x, &complex(&y), &q, 0, 1).unwrap();
    same(&z, &data, "polynomial/krogh/complex", 256.0);
    assert!(numbers(&krogh.derivative(&q, 7).unwrap()).iter().all(|z| z.norm() == 0.0));
    let (few, some) = (of("few"), y.slice(s![.., ..4]).unwrap());
    layouts(&some, &data, "polynomial/barycentric", 256.0, &|y| BarycentricInterpolator::new(&few, y, 1)?.evaluate(&q));
    let z = barycentric_interpolate(&few, &complex(&some), &q, 0, 1).unwrap();
    same(&z, &data, "polynomial/barycentric/complex", 256.0);
    let p = BarycentricInterpolator::new(&few, &some, 1).unwrap();
    for der in [1, 2, 4] {
        same(&p.derivative(&q, der).unwrap(), &data, &format!("polynomial/barycentric/{der}"), 1024.0);
    }
    assert_eq!(p.derivatives(&q, 2).unwrap().shape(), [2, 2, 2, 3, 2]);
    let many = BarycentricInterpolator::new(&of("nodes"), &of("values"), 0).unwrap();
    same(&many.evaluate(&of("between")).unwrap(), &data, "polynomial/many/values", 256.0);
    same(&many.evaluate(&of("nodes")).unwrap(), &data, "polynomial/many", 0.0);
    for_types!(real, T => {
        let (x, y) = (xp.array(&[0i8, 1, 2]).unwrap(), xp.array(&[0i8, 1, 0]).unwrap().astype::<T>());
        let q = xp.array([0.5]).unwrap();
        assert_eq!(krogh_interpolate(&x, &y, &q, 0, 0).unwrap().to_string(), "[0.75]", "{}", T::DTYPE);
        assert_eq!(barycentric_interpolate(&x, &y, &q, 0, 0).unwrap().to_string(), "[0.75]", "{}", T::DTYPE);
    });
    let none = xp.zeros::<f64>([3, 0]).unwrap();
    let empty = (krogh.evaluate(&none).unwrap(), p.evaluate(&none).unwrap());
    assert_eq!((empty.0.shape(), empty.1.shape()), (&[2, 3, 0, 2][..], &[2, 3, 0, 2][..]));
    let apart = xp.array([0.0, 1.0, 0.0]).unwrap();
    assert!(matches!(KroghInterpolator::new(&apart, &apart, 0), Err(Error::Value { .. })));
    assert!(matches!(BarycentricInterpolator::new(&apart, &apart, 0), Err(Error::Value { .. })));
    assert!(matches!(KroghInterpolator::new(&apart, &x, 0), Err(Error::Shape { .. })));
    assert!(matches!(BarycentricInterpolator::new(&apart, &x, 1), Err(Error::Axis { .. })));
    assert!(matches!(krogh.derivatives(&q, 0), Err(Error::Value { .. })));
    assert!(matches!(p.evaluate(&complex(&y)), Err(Error::DType { .. })));
}

/// `RBFInterpolator`.
pub fn radial<B: Backend>(xp: &B) {
    let data = npz("interpolate_grids.npz");
    let of = |name: &str| array(xp, &data, &format!("points/{name}"));
    let (x, y, q, z, smooth) = (of("x"), of("y"), of("q"), of("z"), of("smooth"));
    let scale = xp.array([1.0, 0.02]).unwrap();
    let (scaled, places) = (x.multiply(&scale).unwrap(), q.multiply(&scale).unwrap());
    let kernels = [
        ("linear", RbfKernel::Linear),
        ("thin_plate_spline", RbfKernel::ThinPlateSpline),
        ("cubic", RbfKernel::Cubic),
        ("quintic", RbfKernel::Quintic),
        ("multiquadric", RbfKernel::Multiquadric),
        ("inverse_multiquadric", RbfKernel::InverseMultiquadric),
        ("inverse_quadratic", RbfKernel::InverseQuadratic),
        ("gaussian", RbfKernel::Gaussian),
    ];
    for (name, kernel) in kernels {
        for (degree_name, degree) in [("None", None), ("-1", Some(-1)), ("2", Some(2))] {
            let options = RBFInterpolator::new().kernel(kernel).epsilon(1.5).degree(degree).smoothing(&smooth);
            layouts(&y, &data, &format!("points/{name}/{degree_name}"), 65536.0, &|y| {
                options.clone().interpolate(&scaled, y)?.evaluate(&places)
            });
        }
    }
    let complex = RBFInterpolator::new().interpolate(&scaled, &z).unwrap();
    layouts(&places, &data, "points/rbf/complex", 65536.0, &|places| complex.evaluate(places));
    assert_eq!(complex.evaluate(&xp.zeros::<f64>([0, 2]).unwrap()).unwrap().shape(), [0, 3]);
    for (name, kernel, neighbors) in [
        ("thin_plate_spline", RbfKernel::ThinPlateSpline, 6),
        ("gaussian", RbfKernel::Gaussian, 9),
        ("linear", RbfKernel::Linear, 50),
    ] {
        let options = RBFInterpolator::new().kernel(kernel).epsilon(1.5).neighbors(neighbors).smoothing(&smooth);
        layouts(&places, &data, &format!("points/local/{name}"), 65536.0, &|places| {
            options.clone().interpolate(&scaled, &y)?.evaluate(places)
        });
    }
    let options = RBFInterpolator::new;
    assert!(matches!(options().neighbors(0).interpolate(&x, &y), Err(Error::Value { .. })));
    assert!(matches!(options().neighbors(2).interpolate(&x, &y), Err(Error::Value { .. })));
    assert!(matches!(options().kernel(RbfKernel::Gaussian).interpolate(&x, &y), Err(Error::Value { .. })));
    assert!(matches!(options().degree(-2).interpolate(&x, &y), Err(Error::Value { .. })));
    assert!(matches!(options().degree(9).interpolate(&x, &y), Err(Error::Value { .. })));
    assert!(matches!(options().smoothing(&q).interpolate(&x, &y), Err(Error::Shape { .. })));
    assert!(matches!(options().interpolate(&x, &q), Err(Error::Shape { .. })));
    assert!(matches!(options().interpolate(&smooth, &smooth), Err(Error::Value { .. })));
    assert!(matches!(options().interpolate(&x.divide(0.0).unwrap(), &y), Err(Error::Value { .. })));
    let line = x.multiply(0.0).unwrap();
    assert!(matches!(options().interpolate(&line, &y), Err(Error::Singular { .. })));
    assert!(matches!(complex.evaluate(&smooth), Err(Error::Value { .. })));
}
