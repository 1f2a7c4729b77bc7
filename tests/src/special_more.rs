//! Special functions beyond CuPy's, against mpmath's values and SciPy's.

use crate::compare::ulp;
use crate::data::npz;
use xparray::prelude::*;
use xparray::scipy::special;
use xparray::{Error, Result};

pub(crate) type Call<B> = fn(&[DynArray<B>]) -> Result<DynArray<B>>;

/// The file of points.
pub(crate) const POINTS: &str = "special_more.npz";

pub(crate) type Functions<B> = Vec<(&'static str, f64, Call<B>)>;

macro_rules! list {
    ($B:ident: $($name:ident($($k:tt),+): $bound:literal)+) => {
        vec![$((stringify!($name), $bound, (|x: &[DynArray<$B>]| special::$name($(&x[$k]),+)) as Call<$B>)),+]
    };
}
pub(crate) use list;

/// Functions, and how large their errors may be, in units in the last place; those of values may be as large as SciPy's.
pub(crate) fn functions<B: Backend>() -> Functions<B> {
    [airy(), polynomials(), bessel()].concat()
}

fn airy<B: Backend>() -> Functions<B> {
    let mut functions: Functions<B> = vec![
        ("airy_ai", 128.0, |x| Ok(special::airy(&x[0])?[0].clone())),
        ("airy_aip", 128.0, |x| Ok(special::airy(&x[0])?[1].clone())),
        ("airy_bi", 128.0, |x| Ok(special::airy(&x[0])?[2].clone())),
        ("airy_bip", 128.0, |x| Ok(special::airy(&x[0])?[3].clone())),
        ("airye_ai", 16.0, |x| Ok(special::airye(&x[0])?[0].clone())),
        ("airye_aip", 16.0, |x| Ok(special::airye(&x[0])?[1].clone())),
        ("airye_bi", 16.0, |x| Ok(special::airye(&x[0])?[2].clone())),
        ("airye_bip", 16.0, |x| Ok(special::airye(&x[0])?[3].clone())),
    ];
    functions.extend::<Functions<B>>(list! { B: stdtr(0, 1): 64.0 stdtrit(0, 1): 64.0 });
    functions
}

fn polynomials<B: Backend>() -> Functions<B> {
    list! { B:
        eval_legendre(0, 1): 64.0 eval_sh_legendre(0, 1): 64.0 eval_chebyt(0, 1): 16.0 eval_chebyu(0, 1): 16.0
        eval_gegenbauer(0, 1, 2): 64.0 eval_jacobi(0, 1, 2, 3): 64.0
        eval_laguerre(0, 1): 32.0 eval_genlaguerre(0, 1, 2): 32.0 eval_hermite(0, 1): 32.0 eval_hermitenorm(0, 1): 32.0
    }
}

fn bessel<B: Backend>() -> Functions<B> {
    list! { B:
        jv(0, 1): 128.0 yv(0, 1): 128.0 spherical_jn(0, 1): 64.0
        iv(0, 1): 128.0 ive(0, 1): 128.0 kv(0, 1): 128.0 kve(0, 1): 128.0 spherical_in(0, 1): 64.0 spherical_kn(0, 1): 64.0
    }
}

fn numbers<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap()
}

/// Errors are within the bounds or SciPy's.
pub fn errors<B: Backend>(xp: &B) {
    let measured = measure(xp, POINTS, functions());
    let wrong = measured.iter().filter(|error| error.worst > error.bound.max(error.theirs));
    let wrong: Vec<&str> = wrong.map(|error| error.text.as_str()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The largest error of a function, what is promised, and SciPy's.
pub(crate) struct Measured {
    pub name: &'static str,
    pub worst: f64,
    pub bound: f64,
    pub theirs: f64,
    pub text: String,
}

/// Errors of functions on the points of a file.
pub(crate) fn measure<B: Backend>(xp: &B, file: &str, functions: Functions<B>) -> Vec<Measured> {
    let data = npz(file);
    let one = |(name, bound, call): (&'static str, f64, Call<B>)| {
        let part = |part: &str| data[&format!("{name}/{part}")].cast::<f64>();
        let (rows, out, scipy, terms) = (part("in"), part("out"), part("scipy"), part("terms"));
        let points: Vec<DynArray<B>> =
            rows.chunks(out.len()).map(|row| xp.from_slice(row, row.len()).unwrap().into_dyn()).collect();
        let error = |y: f64, i: usize| {
            let error = (y - out[i]).abs() / ulp::<f64>(out[i].abs().max(terms[i]));
            if error.is_nan() { f64::INFINITY } else { error }
        };
        let largest = |values: &[f64]| {
            let errors = values.iter().enumerate().map(|(i, &y)| (error(y, i), i));
            errors.fold((0.0, 0), |worst, error| if error.0 > worst.0 { error } else { worst })
        };
        let results = numbers(&call(&points).unwrap());
        let ((worst, at), (theirs, _)) = (largest(&results), largest(&scipy));
        let place: Vec<f64> = points.iter().map(|x| numbers(x)[at]).collect();
        let (y, expected) = (results[at], out[at]);
        let text = format!("{name}: {worst:.2} ulp at {place:?}: {y:e}, not {expected:e}, SciPy {theirs:.2}");
        println!("{text}");
        Measured { name, worst, bound, theirs, text }
    };
    functions.into_iter().map(one).collect()
}

/// Every real type, layouts and shapes: one case for each kind, as a device compiles many kernels.
pub fn airy_arguments<B: Backend>(xp: &B) {
    forms(xp, POINTS, airy());
}

/// Likewise.
pub fn polynomial_arguments<B: Backend>(xp: &B) {
    forms(xp, POINTS, polynomials());
}

/// Likewise.
pub fn bessel_arguments<B: Backend>(xp: &B) {
    forms(xp, POINTS, bessel());
}

/// Ends, and what is no argument.
pub fn ends<B: Backend>(xp: &B) {
    let text = |y: Result<DynArray<B>>| y.unwrap().to_string();
    let t = xp.array([f64::NEG_INFINITY, -1e300, 0.0, 1e300, f64::INFINITY]).unwrap();
    assert_eq!(text(special::stdtr(2.0, &t)), "[0.  0.  0.5 1.  1. ]");
    assert_eq!(text(special::stdtr(f64::INFINITY, &t)), "[0.  0.  0.5 1.  1. ]");
    assert_eq!(text(special::stdtr(0.0, &t)), "[nan nan nan nan nan]");
    let p = xp.array([0.0, 0.5, 1.0, 1.5]).unwrap();
    assert_eq!(text(special::stdtrit(3.0, &p)), "[-inf   0.  inf  nan]");
    let x = xp.array([0.0, f64::INFINITY, -1.0]).unwrap();
    assert_eq!(text(special::iv(2.0, &x)), "[0.                inf 0.13574767]");
    assert_eq!(text(special::iv(0.5, &x)), "[ 0. inf nan]");
    assert_eq!(text(special::kv(0.5, &x)), "[inf  0. nan]");
    assert_eq!(text(special::spherical_in(1.0, &x)), "[ 0.                 inf -0.36787944]");
    assert_eq!(text(special::spherical_kn(0.0, &x)), "[        inf  0.         -4.26986711]");
    assert_eq!(text(special::jv(2.0, &x)), "[0.         0.         0.11490348]");
    assert_eq!(text(special::jv(0.5, &x)), "[ 0.  0. nan]");
    assert_eq!(text(special::yv(0.5, &x)), "[-inf   0.  nan]");
    assert_eq!(text(special::spherical_jn(1.0, &x)), "[ 0.          0.         -0.30116868]");
    let x = xp.array([0.0, f64::INFINITY, f64::NEG_INFINITY]).unwrap();
    let all = |y: Result<[DynArray<B>; 4]>| y.unwrap().map(|y| y.to_string());
    let expected = ["[0.35502805 0.                nan]", "[-0.2588194  0.               nan]"];
    assert_eq!(all(special::airy(&x))[..2], expected.map(|text| text.to_owned()));
    assert_eq!(all(special::airye(&x))[2], "[0.61492663 0.                nan]");
    assert!(matches!(special::airy(1.0).map(|y: [DynArray<B>; 4]| drop(y)), Err(Error::Value { .. })));
    let degrees = xp.array([0.5, -1.0, 0.0]).unwrap();
    assert_eq!(text(special::eval_legendre(&degrees, 0.3)), "[0.70093853 1.         1.        ]");
    assert_eq!(text(special::eval_hermite(&degrees, 0.3)), "[nan nan  1.]");
}

/// Every type, layouts, shapes.
pub(crate) fn forms<B: Backend>(xp: &B, file: &str, functions: Vec<(&str, f64, Call<B>)>) {
    let data = npz(file);
    for (name, _, call) in functions {
        let count = data[&format!("{name}/out")].shape[0];
        let rows = data[&format!("{name}/in")].cast::<f64>();
        let n = rows.len() / count;
        let column = |k: usize| -> Vec<f64> { rows[k * count..][..8].to_vec() };
        let points: Vec<DynArray<B>> = (0..n).map(|k| xp.from_slice(&column(k), [2, 4]).unwrap().into_dyn()).collect();
        let expected = call(&points).unwrap();
        let of = |f: &dyn Fn(&DynArray<B>) -> DynArray<B>| call(&points.iter().map(f).collect::<Vec<_>>()).unwrap();
        for y in [of(&|x| x.t().copy().unwrap().t()), of(&|x| x.flip(..).unwrap().copy().unwrap().flip(..).unwrap())] {
            assert_eq!(y.to_string(), expected.to_string(), "{name}");
        }
        for dtype in DType::ALL {
            let all: Vec<_> = points.iter().map(|x| x.astype(dtype).unwrap()).collect();
            if dtype.is_complex() {
                // Of the plane, or of real numbers alone.
                match call(&all) {
                    Err(error) => assert!(matches!(error, Error::DType { .. }), "{name}: {error}"),
                    Ok(y) => assert_eq!(y.dtype(), dtype, "{name}"),
                }
                continue;
            }
            // As of the same numbers in f64, rounded.
            let exact = call(&all.iter().map(|x| x.astype(DType::F64).unwrap()).collect::<Vec<_>>()).unwrap();
            let y = call(&all).unwrap();
            assert_eq!(y.dtype(), dtype.float(), "{name}");
            assert_eq!(y.to_string(), exact.astype(dtype.float()).unwrap().to_string(), "{name} of {dtype}");
        }
        let none: Vec<_> = points.iter().map(|_| xp.zeros::<f64>([0, 3]).unwrap().into_dyn()).collect();
        assert_eq!(call(&none).unwrap().shape(), [0, 3], "{name}");
        let single: Vec<_> = points.iter().map(|x| x.max(..).unwrap().multiply(f64::NAN).unwrap()).collect();
        let nan = call(&single).unwrap();
        assert!(nan.shape().is_empty() && numbers(&nan)[0].is_nan(), "{name}");
    }
}

/// Nodes and weights.
pub fn quadratures<B: Backend>(xp: &B) {
    let data = npz(POINTS);
    type Pair<B> = Result<(DynArray<B>, DynArray<B>)>;
    let kinds: [(&str, fn(&B, usize) -> Pair<B>); 9] = [
        ("legendre", |xp, n| special::roots_legendre(xp, n)),
        ("jacobi", |xp, n| special::roots_jacobi(xp, n, 1.5, -0.25)),
        ("gegenbauer", |xp, n| special::roots_gegenbauer(xp, n, 0.75)),
        ("chebyt", |xp, n| special::roots_chebyt(xp, n)),
        ("chebyu", |xp, n| special::roots_chebyu(xp, n)),
        ("laguerre", |xp, n| special::roots_laguerre(xp, n)),
        ("genlaguerre", |xp, n| special::roots_genlaguerre(xp, n, 2.5)),
        ("hermite", |xp, n| special::roots_hermite(xp, n)),
        ("hermitenorm", |xp, n| special::roots_hermitenorm(xp, n)),
    ];
    for (name, roots) in kinds {
        for n in [1, 2, 3, 10, 41] {
            let (x, w) = roots(xp, n).unwrap();
            let expected = data[&format!("roots_{name}/{n}")].cast::<f64>();
            let largest = expected[..n].iter().fold(0.0f64, |m, x| m.max(x.abs()));
            for (k, (x, w)) in numbers(&x).into_iter().zip(numbers(&w)).enumerate() {
                let (node, weight) = (expected[k], expected[n + k]);
                assert!((x - node).abs() <= 4e-16 * largest.max(1e-3), "{name} {n}: node {k} {x}, not {node}");
                assert!((w - weight).abs() <= 2e-13 * weight, "{name} {n}: weight {k} {w:e}, not {weight:e}");
            }
        }
        assert!(matches!(roots(xp, 0), Err(Error::Value { .. })), "{name}");
    }
    // Of many nodes, the squares of polynomials are no numbers.
    let (x, w) = special::roots_hermite(xp, 400).unwrap();
    let second = x.square().unwrap().multiply(&w).unwrap().sum(0).unwrap();
    assert!((numbers(&second)[0] / (0.5 * std::f64::consts::PI.sqrt()) - 1.0).abs() < 1e-12);
    for wrong in [
        special::roots_jacobi(xp, 3, -1.0, 0.0),
        special::roots_gegenbauer(xp, 3, -0.5),
        special::roots_genlaguerre(xp, 3, f64::NAN),
        special::roots_legendre(xp, usize::MAX),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
}
