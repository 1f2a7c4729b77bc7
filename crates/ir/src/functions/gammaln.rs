super::function! {
    /// The logarithm of the magnitude of the gamma function: infinite at zero and the negative integers.
    gammaln: "[1.0, 0.5, 100.0]" => "[  0.           0.57236494 359.13420537]";
    value: gammaln,
    single: None,
    derivative: Some(|x| x.call(FunctionId::digamma)),
    reference: "log(abs(gamma(x))) if abs(x) < 100 else re(loggamma(x))",
    scipy: "special.gammaln(x)",
    terms: Some("re(loggamma(1 - x)) / 32 if x < -2 else 0"),
    bound: [1.0, 4.0],
    samples: &[
        Uniform(0.0, 10.0), Uniform(0.0, 200.0), Positive(1e-300, 1e300), Uniform(-10.0, 0.0), Uniform(-200.0, 0.0),
        Near(1.0), Near(2.0), Near(3.0), Near(0.5), Near(-0.5), Near(-3.0), Near(-2.4570247382208006),
        Near(-2.7476826467274127), Near(-3.14358088834998), Near(-3.955294284858598), Near(-4.039361839740537),
        Near(-4.991544640560048), Near(-8.000024800270682), Near(-8.999997244250977), Near(-13.99999999998853),
    ],
    special: &[
        (0.0, INFINITY), (-0.0, INFINITY), (1.0, 0.0), (2.0, 0.0), (-1.0, INFINITY), (-3.0, INFINITY),
        (INFINITY, INFINITY), (-INFINITY, -INFINITY),
    ],
}

use super::Sample::{Near, Positive, Uniform};
use super::double::Double;
use super::{FunctionId, INFINITY, X};

/// From 3 on by Stirling's formula, below 1/2 by recurrence, below -1/2 by reflection at 1/2. There are zeros, so the terms
/// have twice the precision.
fn gammaln(x: X<'_>) -> X<'_> {
    let below = x.lt(-0.5);
    let b = Double::sum(x, x.constant(-0.5));
    let large = large(b.0.abs().max(1.0), below.select(-b.1, b.1));
    // What the logarithm of the magnitude of the sine of pi x consists of.
    let rest = x - x.rint();
    let pole = Double::log(rest.abs());
    let square = Double::product(rest, rest);
    let series = square.1 * SIXTH[0] + square.0 * square.0 * square.0.poly(SINE);
    let sine = (Double::constant(x, SIXTH) * square.0).with_rest(series);
    let reflected = (sine - pole - large).value();

    let small = x.lt(0.5);
    let medium = medium(small.select(x + 1.0, x).max(0.5).min(3.0));
    let medium = small.select((medium - pole.0) - pole.1, medium);
    let value = x.lt(3.0).select(below.select(reflected, medium), large.value());
    let value = rest.eq(0.0).select(small.select(INFINITY, value), value);
    // Of negative infinity, the limit of neither side, but SciPy's.
    x.abs().eq(INFINITY).select(x, value)
}

/// The function of `1/2 + b + rest`, for `b` from 1 on.
pub(super) fn large<'e>(b: X<'e>, rest: X<'e>) -> Double<'e> {
    let log = Double::log(b);
    let less = Double::sum(log.0, b.constant(-1.0)).with_rest(log.1);
    let series = rest * log.0 + ((b - 2.0) / (b + 2.0)).poly(LARGE) / b;
    let value = (less * b + Double::constant(b, HALF_LOG_TAU)).with_rest(series);
    // Before the product is infinite, so that there is nothing to lose.
    let huge = b.gt(1e290);
    Double(huge.select(less.value() * b, value.0), huge.select(0.0, value.1))
}

/// From 1/2 to 3, where 1 and 2 are the zeros.
fn medium(y: X<'_>) -> X<'_> {
    // The zeros are positive.
    0.0 + ((y - 1.0) * (y - 2.0)) * ((y - 1.25) / (y + 1.25)).poly(MEDIUM)
}

// let factor = lambda y: loggamma(y) / ((y - 1) * (y - 2))
// fit(lambda q: factor(1.25 * (1 + q) / (1 - q)), mpf(-3) / 7, mpf(7) / 17, 25)
const MEDIUM: &[f64] = &[
    0.07347457845579543,
    -0.06385410023726414,
    -0.017018885781886317,
    0.0009047534567268214,
    0.0367875165646995,
    -0.033651458298175875,
    0.022272015290453088,
    -0.02772610619129748,
    0.028620733708916567,
    -0.03318383898318937,
    0.03171174430900448,
    -0.03800713663816965,
    0.036372599967277056,
    -0.04483772097381402,
    0.04254998572539691,
    -0.054626756084094126,
    0.051249655878642754,
    -0.06988500361517655,
    0.06438030153980581,
    -0.09697900090022875,
    0.08634870698270797,
    -0.15859622433235987,
    0.12963990161427658,
    -0.46139596109204023,
    0.5241164609163369,
];
/// Half the logarithm of two pi.
const HALF_LOG_TAU: [f64; 2] = [0.918_938_533_204_672_8, -3.878_294_158_067_241_4e-17];
// let stirling = lambda b: loggamma(b + 0.5) - b * (log(b) - 1) - log(2 * pi) / 2
// let large = lambda b: b * stirling(b) if b < 1e6 else -mpf(1) / 24 + mpf(7) / 2880 / b**2
// fit(lambda q: large(2 * (1 + q) / (1 - q)), mpf(-1) / 3, 1 - mpf(10)**-12, 24)
const LARGE: &[f64] = &[
    -1.348889916862279e-06,
    1.236176978119723e-05,
    -5.217630625626498e-05,
    0.0001356315710822565,
    -0.00024744740390590447,
    0.00034909392296041347,
    -0.000421720776144291,
    0.0004851357196586508,
    -0.0005693645247364275,
    0.0006876328600454975,
    -0.0008418204318306267,
    0.0010373757204605483,
    -0.0012864268095723326,
    0.0016041954003386536,
    -0.002006235560018042,
    0.0025046829208955936,
    -0.0030983995832783145,
    0.0037520786380119023,
    -0.004363907571314891,
    0.004739147453379128,
    -0.004611736603161604,
    0.0037510442443372326,
    -0.002124414724193774,
    -0.04110004770328841,
];
/// A sixth of the square of pi.
const SIXTH: [f64; 2] = [1.644_934_066_848_226_4, 3.040_672_350_398_476e-17];
// fit(lambda w: -(log(sin(pi * sqrt(w)) / (pi * sqrt(w))) + pi**2 / 6 * w) / w**2, mpf(10)**-12, 0.25, 14)
const SINE: &[f64] = &[
    0.4094616072299338,
    -0.2813014598517495,
    0.26266557314223654,
    0.02272162799468779,
    0.10412662445701963,
    0.09800984418861144,
    0.11132044292237485,
    0.12498674116055906,
    0.14286663614020614,
    0.16670765758077194,
    0.2001989154693564,
    0.2510193390451278,
    0.3391143539948332,
    0.5411616168555691,
];
