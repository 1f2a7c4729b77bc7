super::function! {
    /// Fresnel's sine integral: of `sin(pi t^2 / 2)` from 0 to `x`.
    fresnel_s: "[0.0, 1.0, -10.0]" => "[ 0.          0.43825915 -0.46816998]";
    value: fresnel_s,
    single: None,
    derivative: Some(|x| (std::f64::consts::FRAC_PI_2 * (x * x)).sin()),
    reference: "fresnels(x)",
    scipy: "special.fresnel(x)[0]",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-1.25, 1.25), Uniform(-10.0, 10.0), Uniform(0.0, 1e3), Wide(1e-100, 1e10), Near(1.25)],
    special: &[(0.0, 0.0), (-0.0, -0.0), (INFINITY, 0.5), (-INFINITY, -0.5)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, X, fresnel};

fn fresnel_s(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let b = a.min(1.25);
    let square = b * b;
    let fourth = square * square;
    let near = b * square * fourth.poly(NEAR);
    let (f, g, angle) = fresnel::auxiliary(a.max(1.25));
    let far = 0.5 - (f * angle.cosine() + g * angle.sine());
    a.lt(1.25).select(near, far).copysign(x)
}

// fit(lambda z: fresnels(z**0.25) / z**0.75, mpf(10)**-12, 1.25**4, 10)
const NEAR: &[f64] = &[
    -1.0515663421996942e-15,
    1.7297772560374141e-13,
    -2.1573268655129784e-11,
    2.1082103967718365e-09,
    -1.564714430829796e-07,
    8.444272882287168e-06,
    -0.00031211694235410705,
    0.007244784204196914,
    -0.09228058535803517,
    0.5235987755982989,
];
