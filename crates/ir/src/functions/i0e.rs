super::function! {
    /// The modified Bessel function of the first kind and order 0, scaled: [`i0`](Array::i0) times `exp(-abs(x))`.
    i0e: "[0.0, 1.0, -1e6]" => "[1.00000000e+00 4.65759608e-01 3.98942330e-04]";
    value: i0e,
    single: None,
    derivative: Some(|x| x.call(FunctionId::i1e) - x.sign() * x.call(FunctionId::i0e)),
    reference: "exp(-abs(x)) * besseli(0, x) if abs(x) < 1e4 \
        else (1 + sum(mp.rf(mpf(1) / 2, k)**2 / (fac(k) * (2 * abs(x))**k) for k in range(1, 30))) / sqrt(2 * pi * abs(x))",
    scipy: "special.i0e(x)",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-10.0, 10.0), Uniform(-100.0, 100.0), Wide(1e-300, 1e300), Near(10.0)],
    special: &[(0.0, 1.0), (-0.0, 1.0), (INFINITY, 0.0), (-INFINITY, 0.0)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{FunctionId, INFINITY, X};

/// Up to 10 the series, which is a polynomial of the square; from there on the function is nearly an inverse square root.
fn i0e(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let b = a.min(10.0);
    let square = b * b;
    let near = 1.0 + square * square.poly(NEAR);
    // What the square loses, times the logarithmic derivative by it, nearly.
    let near = (-b).exp() * (near + near * (0.5 * b.product_error(b) / (b + 1.0)));
    let c = a.max(10.0).min(1e17);
    let far = ((c - 20.0) / (c + 20.0)).poly(FAR) / a.max(10.0).sqrt();
    a.lt(10.0).select(near, far)
}

// fit(lambda z: (besseli(0, sqrt(z)) - 1) / z, mpf(10)**-12, 100, 17)
const NEAR: &[f64] = &[
    8.82150610412997e-40,
    3.511717287319661e-37,
    5.890030785641247e-34,
    4.829713476178032e-31,
    3.851123083380941e-28,
    2.5971183859852264e-25,
    1.4963766396906334e-22,
    7.24223903998029e-20,
    2.8969040569222245e-17,
    9.38596682335721e-15,
    2.402807552538073e-12,
    4.709502796690148e-10,
    6.781684027808978e-08,
    6.7816840277762155e-06,
    0.0004340277777777819,
    0.015624999999999997,
    0.25,
];
// let scaled = lambda x: exp(-x) * besseli(0, x) * sqrt(x)
// fit(lambda q: scaled(20 * (1 + q) / (1 - q)), mpf(-1) / 3, 1 - mpf(10)**-6, 29)
const FAR: &[f64] = &[
    -0.00023032740716296828,
    0.0023679230037828448,
    -0.01105745116308452,
    0.03079298083199178,
    -0.0561074675062139,
    0.06791958506841174,
    -0.049651079805223784,
    0.007793659194892639,
    0.032299403950650674,
    -0.05150612438148407,
    0.05060953430655947,
    -0.04110560439211002,
    0.031651814930917295,
    -0.024727383296554217,
    0.019922571393717833,
    -0.016534129029558028,
    0.01409597363052468,
    -0.012288066803392991,
    0.010893725410814408,
    -0.0097802699380832,
    0.008867922896090792,
    -0.008105723207073763,
    0.0074590581935108854,
    -0.006903411049102301,
    0.006420846034061322,
    -0.00599789438720049,
    0.005624225024916164,
    -0.005291771934372108,
    0.4015097608312065,
];
