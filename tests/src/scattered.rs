//! Interpolation between scattered points, against SciPy's values.

use crate::data::{Stored, npz};
use crate::for_types;
use crate::scipy::{array, numbers};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::interpolate::{CloughTocher2DInterpolator, LinearNDInterpolator, NearestNDInterpolator, Scattered};
use xparray::{Error, Result, s};

type Data = BTreeMap<String, Stored>;
type Kind<B> = fn(&DynArray<B>, &DynArray<B>, Scattered, &DynArray<B>) -> Result<DynArray<B>>;

fn kinds<B: Backend>() -> [(&'static str, Kind<B>, f64); 3] {
    [
        ("linear", |points, values, options, x| LinearNDInterpolator::new(points, values, options)?.evaluate(x), 1e-13),
        ("nearest", |points, values, options, x| NearestNDInterpolator::new(points, values, options)?.evaluate(x), 0.0),
        // Gradients are found until they change by 1e-6, in another order of neighbours.
        (
            "smooth",
            |points, values, options, x| CloughTocher2DInterpolator::new(points, values, options)?.evaluate(x),
            1e-11,
        ),
    ]
}

fn same<B: Backend>(actual: &DynArray<B>, data: &Data, name: &str, bound: f64) {
    let stored = &data[name];
    assert_eq!(actual.shape(), &stored.shape[..], "{name}");
    let expected = stored.cast::<Complex<f64>>();
    for (a, e) in numbers(actual).iter().zip(&expected) {
        assert!(a == e || (a.re.is_nan() && e.re.is_nan()) || (a - e).norm() <= bound, "{name}: {a}, not {e}");
    }
}

/// `LinearNDInterpolator`, `NearestNDInterpolator`, `CloughTocher2DInterpolator`.
pub fn interpolated<B: Backend>(xp: &B) {
    let data = npz("scattered.npz");
    for d in [2, 3] {
        let of = |name: &str| array(xp, &data, &format!("{d}/{name}"));
        let [points, x, values, several, wide] = ["points", "x", "values", "several", "wide"].map(of);
        for (name, kind, bound) in kinds::<B>().into_iter().filter(|kind| d == 2 || kind.0 != "smooth") {
            let key = format!("{d}/{name}");
            let new = Scattered::new();
            same(&kind(&points, &values, new, &x).unwrap(), &data, &key, bound);
            let strided = points.t().copy().unwrap().t();
            let backwards = x.flip(..).unwrap().copy().unwrap().flip(..).unwrap();
            same(&kind(&strided, &several, new, &backwards).unwrap(), &data, &format!("{key}/several"), 8.0 * bound);
            let imaginary = several.slice(s![.., 1]).unwrap().multiply(Complex::new(0.0, 1.0)).unwrap();
            let complex = values.add(&imaginary).unwrap();
            same(&kind(&points, &complex, new, &x).unwrap(), &data, &format!("{key}/complex"), 2.0 * bound);
            let ratio = wide.slice(s![0]).unwrap().divide(points.slice(s![0]).unwrap()).unwrap();
            let far = kind(&wide, &values, new.rescale(true), &x.multiply(&ratio).unwrap()).unwrap();
            same(&far, &data, &format!("{key}/rescaled"), 4.0 * bound);
            if name != "nearest" {
                let filled = kind(&points, &values, new.fill_value(-2.5), &x).unwrap();
                same(&filled, &data, &format!("{key}/filled"), bound);
            }
            // At the points are their values.
            let there = kind(&points, &several, new, &points).unwrap();
            assert!(there.allclose(&several).unwrap(), "{key}");
            let one = kind(&points, &values, new, &x.slice(s![2, 3]).unwrap()).unwrap();
            assert_eq!(one.ndim(), 0, "{key}");
            let none = kind(&points, &several, new, xp.zeros::<f64>([4, 0, d]).unwrap().as_dyn()).unwrap();
            assert_eq!(none.shape(), [4, 0, 3], "{key}");
        }
    }
}

/// Each element type; bad arguments.
pub fn scattered_edges<B: Backend>(xp: &B) {
    for (name, kind, _) in kinds::<B>() {
        for_types!(real, T => {
            let points = xp.array(&[[0i8, 0], [1, 0], [0, 1], [1, 1]]).unwrap().astype::<T>().into_dyn();
            let values = points.slice(s![.., 0]).unwrap();
            let at = kind(&points, &values, Scattered::new(), &points).unwrap();
            assert_eq!(at.to_string(), "[0. 1. 0. 1.]", "{name} of {}", T::DTYPE);
        });
        let points = xp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap().into_dyn();
        let values = xp.array([1.0, 2.0, 3.0]).unwrap().into_dyn();
        let new = Scattered::new();
        let refused =
            |points: &DynArray<B>, values: &DynArray<B>, x: &DynArray<B>| kind(points, values, new, x).unwrap_err();
        assert!(matches!(refused(&points, &values.slice(s![..2]).unwrap(), &points), Error::Shape { .. }), "{name}");
        assert!(matches!(refused(&points, &values, &values), Error::Shape { .. }), "{name}");
        assert!(matches!(refused(&values, &values, &points), Error::Value { .. }), "{name}");
        let nan = points.multiply(f64::NAN).unwrap();
        assert!(matches!(refused(&nan, &values, &points), Error::Value { .. }), "{name}");
        let complex = points.multiply(Complex::new(1.0, 1.0)).unwrap();
        assert!(matches!(refused(&complex, &values, &points), Error::DType { .. }), "{name}");
        assert!(matches!(refused(&points, &values, &complex), Error::DType { .. }), "{name}");
        let wide = kind(&points, &values.slice(s![..1]).unwrap().broadcast_to([3]).unwrap(), new, &points).unwrap();
        assert_eq!(wide.to_string(), "[1. 1. 1.]", "{name}");
    }
    let solid = xp.eye::<f64>(3).unwrap().into_dyn();
    let error = CloughTocher2DInterpolator::new(&solid, &solid, Scattered::new()).err().unwrap();
    assert!(matches!(error, Error::Value { .. }));
}
