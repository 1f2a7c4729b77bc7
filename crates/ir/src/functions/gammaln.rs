super::function! {
    /// The logarithm of the magnitude of the gamma function: infinite at zero and the negative integers.
    gammaln: "[1.0, 0.5, 100.0]" => "[  0.           0.57236494 359.13420537]";
    value: gammaln,
    single: None,
    derivative: Some(|x| x.call(FunctionId::digamma)),
    reference: "log(abs(gamma(x))) if abs(x) < 100 else re(loggamma(x))",
    scipy: "special.gammaln(x)",
    terms: Some("re(loggamma(1 - x)) if x < -1 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 10.0), Uniform(0.0, 200.0), Positive(1e-300, 1e300), Uniform(-10.0, 0.0), Uniform(-200.0, 0.0),
        Near(1.0), Near(2.0), Near(8.0), Near(0.5), Near(-2.457024738220801), Near(-2.747682646727413), Near(-3.0), Near(-3.14358088834998),
    ],
    special: &[
        (0.0, INFINITY), (-0.0, INFINITY), (1.0, 0.0), (2.0, 0.0), (-1.0, INFINITY), (-3.0, INFINITY),
        (INFINITY, INFINITY), (-INFINITY, -INFINITY),
    ],
}

use super::Sample::{Near, Positive, Uniform};
use super::{FunctionId, INFINITY, X};
use std::f64::consts::PI;

/// Below -8 by reflection at 1/2, below 1/2 by recurrence, from 8 on by Stirling's series.
fn gammaln(x: X<'_>) -> X<'_> {
    let below = x.lt(-8.0);
    let a = below.select(1.0 - x, x);
    // The factors are exact. So the product is nearly so, where its logarithm is nearly that of the last gamma function.
    let (mut y, mut product) = (a, a.constant(1.0));
    for _ in 0..9 {
        let small = y.lt(0.5);
        product = small.select(product * y, product);
        y = small.select(y + 1.0, y);
    }
    let value = y.lt(8.0).select(medium(y.min(8.0)) - product.abs().log(), large(y.max(8.0)));
    let sine = (PI * (x - x.rint())).sin().abs();
    let reflected = -(sine / PI).log() - value;
    // The limit of neither side, but SciPy's.
    let reflected = x.eq(-INFINITY).select(x, reflected);
    below.select(reflected, value)
}

/// From 1/2 to 8, where 1 and 2 are the zeros.
fn medium(y: X<'_>) -> X<'_> {
    // The zeros are positive.
    0.0 + ((y - 1.0) * (y - 2.0)) * ((y - 2.0) / (y + 2.0)).poly(MEDIUM)
}

fn large(y: X<'_>) -> X<'_> {
    let inverse = 1.0 / y;
    (y - 0.5) * (y.log() - 1.0) + (0.418_938_533_204_672_7 + inverse * (inverse * inverse).poly(STIRLING))
}

// let factor = lambda y: loggamma(y) / ((y - 1) * (y - 2))
// fit(lambda q: factor(2 * (1 + q) / (1 - q)), mpf(-3) / 5, mpf(3) / 5, 35)
const MEDIUM: &[f64] = &[
    0.4516238678221528,
    -0.47375646307684294,
    -0.949338913277284,
    0.9946368607023063,
    1.0548830712568427,
    -1.1054404814803873,
    -0.681726811992191,
    0.7135888573347686,
    0.33970739710895714,
    -0.35632793642833205,
    -0.087412128007028,
    0.09076877331867979,
    0.04687117336905386,
    -0.05007067188673715,
    0.017992527301795843,
    -0.02015193167880875,
    0.025641959601214532,
    -0.028598960619118576,
    0.027711983088114622,
    -0.031393171004566955,
    0.03125049684075231,
    -0.03603069360450723,
    0.03570342541534013,
    -0.04215550925144073,
    0.04164055322482576,
    -0.0508338477938527,
    0.049933393577543124,
    -0.06410725833279528,
    0.06232322455763607,
    -0.0871563905212047,
    0.08293806015327128,
    -0.1389774871961761,
    0.12617080324107754,
    -0.4012692066974157,
    0.42278433509846713,
];
// let stirling = lambda y: (loggamma(y) - (y - 0.5) * log(y) + y - log(2 * pi) / 2) * y
// fit(lambda w: stirling(1 / sqrt(w)), 0, mpf(1) / 64, 10)
const STIRLING: &[f64] = &[
    -0.7175427743737874,
    0.1605536324956056,
    -0.029226212203187326,
    0.006406810782592037,
    -0.0019175038854238183,
    0.0008417507471113035,
    -0.0005952380950133329,
    0.0007936507936505214,
    -0.0027777777777777775,
    0.08333333333333333,
];
