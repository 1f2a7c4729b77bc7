//! Special functions beyond CuPy's, whose errors are as promised also where SciPy's are larger: hypergeometric ones, Struve's and Kelvin's,
//! Legendre's and orthogonal polynomials of real degree.

use crate::functions::rounded_up;
use crate::special_more::{Call, Functions, POINTS, forms, list, measure};
use xparray::prelude::*;
use xparray::scipy::special::{self, AssocLegendre, assoc_legendre_p_with};
use xparray::{DynArray, Result};

fn hypergeometric<B: Backend>() -> Functions<B> {
    list! { B: hyp0f1(0, 1): 256.0 hyp1f1(0, 1, 2): 8.0 hyp2f1(0, 1, 2, 3): 512.0 hyperu(0, 1, 2): 256.0 }
}

fn orders<B: Backend>() -> Functions<B> {
    list! { B:
        struve(0, 1): 64.0 modstruve(0, 1): 64.0
        voigt_profile(0, 1, 2): 64.0 erfi(0): 8.0
        owens_t(0, 1): 64.0 nrdtrimn(0, 1, 2): 8.0 nrdtrisd(0, 1, 2): 64.0
        spherical_jn_derivative(0, 1): 64.0 spherical_in_derivative(0, 1): 64.0 spherical_kn_derivative(0, 1): 64.0
    }
}

fn kelvin<B: Backend>() -> Functions<B> {
    list! { B:
        ber(0): 128.0 bei(0): 128.0 ker(0): 64.0 kei(0): 64.0 berp(0): 128.0 beip(0): 128.0 kerp(0): 64.0 keip(0): 128.0
    }
}

fn polynomials<B: Backend>() -> Functions<B> {
    list! { B:
        eval_legendre(0, 1): 128.0 eval_sh_legendre(0, 1): 64.0 eval_chebyt(0, 1): 64.0 eval_chebyu(0, 1): 64.0
        eval_sh_chebyt(0, 1): 16.0 eval_sh_chebyu(0, 1): 16.0 eval_chebyc(0, 1): 16.0 eval_chebys(0, 1): 16.0
    }
}

fn degrees<B: Backend>() -> Functions<B> {
    let mut functions: Functions<B> = list! { B:
        eval_gegenbauer(0, 1, 2): 64.0 eval_jacobi(0, 1, 2, 3): 256.0 eval_sh_jacobi(0, 1, 2, 3): 64.0
        eval_laguerre(0, 1): 16.0 eval_genlaguerre(0, 1, 2): 512.0
        lpmv(0, 1, 2): 512.0 assoc_legendre_p(0, 1, 2): 32.0
    };
    functions.extend([
        ("assoc_legendre_p_normalized", 64.0, (|x| legendre(x, AssocLegendre::new().normalized(true))) as Call<B>),
        ("assoc_legendre_p_outside", 32.0, |x| legendre(x, AssocLegendre::new().outside(true))),
        ("assoc_legendre_p_outside_normalized", 32.0, |x| {
            legendre(x, AssocLegendre::new().outside(true).normalized(true))
        }),
    ]);
    functions
}

fn legendre<B: Backend>(x: &[DynArray<B>], options: AssocLegendre) -> Result<DynArray<B>> {
    assoc_legendre_p_with(&x[0], &x[1], &x[2], options)
}

// The files of points.
const HYPERGEOMETRIC: &str = "special_hypergeometric.npz";
const ORDERS: &str = "special_orders.npz";
const DEGREES: &str = "special_degrees.npz";

/// The functions, with their files.
fn all<B: Backend>() -> [(&'static str, Functions<B>); 5] {
    [
        (HYPERGEOMETRIC, hypergeometric()),
        (ORDERS, orders()),
        (ORDERS, kelvin()),
        (DEGREES, polynomials()),
        (DEGREES, degrees()),
    ]
}

/// Errors are within the bounds.
pub fn errors<B: Backend>(xp: &B) {
    let measured: Vec<_> = all().into_iter().flat_map(|(file, functions)| measure(xp, file, functions)).collect();
    let wrong = measured.iter().filter(|error| error.worst > error.bound);
    let wrong: Vec<&str> = wrong.map(|error| error.text.as_str()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A row of the tables of `docs/functions.md` for each function of several arguments.
pub fn document<B: Backend>(xp: &B) -> String {
    let more = [(POINTS, crate::special_more::functions())];
    let measured = more.into_iter().chain(all()).flat_map(|(file, functions)| measure(xp, file, functions));
    let rows = measured.map(|error| {
        let [worst, theirs] = [error.worst, error.theirs].map(rounded_up);
        format!("| `{}` | {} | {worst} | {theirs} |\n", error.name, error.bound)
    });
    format!(
        "\n# Functions of several arguments, and sets of them\n\n\
        Largest errors in `f64` at the points of the tests (`tests/special.py`, `tests/special_more.py`, `tests/special_values.py`), in ulp of the value, or of\n\
        the terms of which it is a small difference: what is promised, what the CPU gives, what SciPy gives.\n\n\
        | function | promised | largest error | SciPy's |\n| --- | --- | --- | --- |\n{}",
        rows.collect::<String>()
    )
}

/// Types, layouts and shapes: one case for each kind, as a device compiles many kernels.
pub fn hypergeometric_arguments<B: Backend>(xp: &B) {
    forms(xp, HYPERGEOMETRIC, hypergeometric());
}

/// Likewise.
pub fn order_arguments<B: Backend>(xp: &B) {
    forms(xp, ORDERS, orders());
}

/// Likewise.
pub fn kelvin_arguments<B: Backend>(xp: &B) {
    forms(xp, ORDERS, kelvin());
}

/// Likewise.
pub fn polynomial_arguments<B: Backend>(xp: &B) {
    forms(xp, DEGREES, polynomials());
}

/// Likewise.
pub fn degree_arguments<B: Backend>(xp: &B) {
    forms(xp, DEGREES, degrees());
}

/// Poles, ends, and what is no argument.
pub fn ends<B: Backend>(xp: &B) {
    let text = |y: Result<DynArray<B>>| y.unwrap().to_string();
    let inf = f64::INFINITY;
    let ends = xp.array([0.0, inf, -inf, f64::NAN]).unwrap();
    assert_eq!(text(special::hyp0f1(2.0, &ends)), "[ 1. inf nan nan]");
    assert_eq!(text(special::hyp1f1(1.0, 2.0, &ends)), "[ 1. inf  0. nan]");
    assert_eq!(text(special::hyp2f1(0.5, 1.0, 1.5, &ends)), "[ 1. inf  0. nan]");
    assert_eq!(text(special::hyperu(1.0, 1.5, &ends)), "[inf nan nan nan]");
    // With b near to 2 a.
    let near = xp.array([0.265_752_934_464_800_97]).unwrap();
    assert_eq!(text(special::hyperu(0.168_519_333_714_899_5, 0.338_720_978_413_500_6, &near)), "[1.03834382]");
    let poles = xp.array([0.0, -1.0, -2.0, 2.0]).unwrap();
    assert_eq!(text(special::hyp0f1(&poles, 0.0)), "[nan nan nan  1.]");
    assert_eq!(text(special::hyp1f1(1.0, &poles, 0.5)), "[       inf        inf        inf 1.29744254]");
    assert_eq!(text(special::hyp1f1(-1.0, &poles, 0.5)), "[ inf 1.5  1.25 0.75]");
    assert_eq!(text(special::hyp1f1(-1.0, &poles, -0.5)), "[ inf 0.5  0.75 1.25]");
    assert_eq!(text(special::hyp2f1(-1.0, 1.0, &poles, 0.5)), "[ inf 1.5  1.25 0.75]");
    assert_eq!(text(special::hyp2f1(1.0, 1.0, &poles, 0.5)), "[       inf        inf        inf 1.38629436]");
    // At 1 by Gauss's sum, and infinite; beyond it a polynomial, and what is not one.
    let one = xp.array([1.0, 3.0]).unwrap();
    assert_eq!(text(special::hyp2f1(0.5, 0.5, 2.0, &one)), "[1.27323954        inf]");
    assert_eq!(text(special::hyp2f1(1.0, 1.0, 2.0, &one)), "[inf inf]");
    assert_eq!(text(special::hyp2f1(1.0, 1.0, 1.5, &one)), "[inf inf]");
    assert_eq!(text(special::hyp2f1(-2.0, 1.0, 1.5, &one)), "[0.2 1.8]");
    // Large numbers.
    let x = xp.array([-800.0, 800.0]).unwrap();
    assert_eq!(text(special::hyp1f1(1.0, 2.0, &x)), "[0.00125     inf]");
    // Where the asymptotic series has its least term next to the rounding error.
    let y = special::hyp1f1(-0.63, 2.947, xp.array([50.5, 52.0, 55.0]).unwrap()).unwrap();
    let expected = xp.array([-3902384566449658.5, -1.5690793720808944e16, -2.560782753556512e17]).unwrap();
    assert!(
        y.subtract(&expected)
            .unwrap()
            .divide(&expected)
            .unwrap()
            .abs()
            .unwrap()
            .less(1e-14)
            .unwrap()
            .all(..)
            .unwrap()
            .typed::<bool>()
            .unwrap()
            .item()
            .unwrap()
    );
    // Polynomials at 0, and where other solutions have poles.
    let a = xp.array([0.0, -1.0, -2.0, 2.0]).unwrap();
    assert_eq!(text(special::hyperu(&a, 0.5, 0.0)), "[ 1.         -0.5         0.75        1.33333333]");
    assert_eq!(text(special::hyperu(&a, 1.5, 0.0)), "[ 1.   -1.5   3.75   inf]");
    assert_eq!(text(special::hyperu(&a, 1.5, -1.0)), "[nan nan nan nan]");

    let x = xp.array([0.0, -1.0, inf, f64::NAN]).unwrap();
    assert_eq!(text(special::struve(1.0, &x)), "[0.         0.19845734        nan        nan]");
    assert_eq!(text(special::struve(0.5, &x)), "[ 0. nan nan nan]");
    assert_eq!(text(special::struve(-1.0, &x)), "[0.63661977 0.43816244        nan        nan]");
    assert_eq!(text(special::struve(-2.3, &x)), "[-inf  nan  nan  nan]");
    assert_eq!(text(special::modstruve(1.0, &x)), "[0.         0.22676438        nan        nan]");
    assert_eq!(text(special::modstruve(-1.0, &x)), "[0.63661977 0.86338415        nan        nan]");
    assert_eq!(text(special::modstruve(0.0, xp.array([1e3, -1e3]).unwrap())), "[ inf -inf]");
    assert_eq!(text(special::ber(&x)), "[1.         0.98438178        nan        nan]");
    assert_eq!(text(special::ker(&x)), "[inf nan nan nan]");
    assert_eq!(text(special::kei(&x)), "[-0.78539816         nan         nan         nan]");
    assert_eq!(text(special::kerp(&x)), "[-inf  nan  nan  nan]");
    let all = special::kelvin(xp.array(&[2.0f32]).unwrap()).unwrap();
    assert!(all.iter().all(|part| part.dtype() == DType::Complex64));
    let expected = [
        "[0.7517342+0.97229165j]",
        "[-0.04166451-0.20240007j]",
        "[-0.49306712+0.9170136j]",
        "[-0.10660096+0.21980791j]",
    ];
    assert_eq!(all.map(|part| part.to_string()), expected);

    let (h, a) = (xp.array([0.0, 1.0, inf, f64::NAN, 1.0]).unwrap(), xp.array([1.0, inf, 1.0, 1.0, -1.0]).unwrap());
    assert_eq!(text(special::owens_t(&h, &a)), "[ 0.125       0.07932763  0.                 nan -0.06674188]");

    let orders = xp.array([0.0, 1.0, -1.0, 0.5]).unwrap();
    assert_eq!(text(special::lpmv(&orders, 0.5, 1.0)), "[ 1. -0.  0. nan]");
    assert_eq!(text(special::lpmv(&orders, 0.5, -1.0)), "[-inf  inf  inf  nan]");
    assert_eq!(text(special::lpmv(&orders, 0.5, 1.5)), "[nan nan nan nan]");
    let x = xp.array([-2.0, -1.0, 0.5, 1.0, 2.0]).unwrap();
    let of = |m: i64, options| text(assoc_legendre_p_with(3, m, &x, options));
    assert_eq!(of(1, AssocLegendre::new()), "[        nan  0.         -0.32475953  0.                 nan]");
    assert_eq!(of(0, AssocLegendre::new()), "[-17.      -1.      -0.4375   1.      17.    ]");
    assert_eq!(
        of(1, AssocLegendre::new().outside(true)),
        "[        nan         nan         nan  0.         49.36344802]"
    );
    assert_eq!(of(4, AssocLegendre::new()), "[0. 0. 0. 0. 0.]");
    assert_eq!(text(special::assoc_legendre_p(-3, 1, &x)), "[0. 0. 0. 0. 0.]");
    assert_eq!(text(special::eval_legendre(0.5, &x)), "[       inf       -inf 0.79524891 1.         1.32913816]");
    assert_eq!(text(special::eval_chebyt(0.5, &x)), "[       inf 0.         0.8660254  1.         1.22474487]");
    assert_eq!(text(special::eval_chebyu(2.5, &x)), "[        inf         inf -0.57735027  3.5        28.98562862]");
    let negative = xp.array([-3.0, -0.5]).unwrap();
    assert_eq!(text(special::eval_legendre(&negative, 0.5)), "[-0.125       1.07318201]");
    assert_eq!(text(special::eval_chebyt(&negative, 0.5)), "[-1.         0.8660254]");
}
