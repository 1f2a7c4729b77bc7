super::function! {
    /// Fresnel's cosine integral: of `cos(pi t^2 / 2)` from 0 to `x`.
    fresnel_c: "[0.0, 1.0, -10.0]" => "[ 0.          0.7798934  -0.49989869]";
    value: fresnel_c,
    single: None,
    derivative: Some(|x| (std::f64::consts::FRAC_PI_2 * (x * x)).cos()),
    reference: "fresnelc(x)",
    scipy: "special.fresnel(x)[1]",
    terms: None,
    bound: [1.0, 4.0],
    samples: &[Uniform(-1.25, 1.25), Uniform(-10.0, 10.0), Uniform(0.0, 1e3), Wide(1e-100, 1e10), Near(1.25)],
    special: &[(0.0, 0.0), (-0.0, -0.0), (INFINITY, 0.5), (-INFINITY, -0.5)],
}

use super::Sample::{Near, Uniform, Wide};
use super::{INFINITY, X, fresnel};

fn fresnel_c(x: X<'_>) -> X<'_> {
    let a = x.abs();
    let b = a.min(1.25);
    let square = b * b;
    let fourth = square * square;
    let near = b + b * fourth * fourth.poly(NEAR);
    let (f, g, angle) = fresnel::auxiliary(a.max(1.25));
    let far = 0.5 + (f * angle.sine() - g * angle.cosine());
    a.lt(1.25).select(near, far).copysign(x)
}

// fit(lambda z: (fresnelc(z**0.25) / z**0.25 - 1) / z, mpf(10)**-12, 1.25**4, 10)
const NEAR: &[f64] = &[
    7.900771756725332e-17,
    -1.4284320954181095e-14,
    1.9896146982157835e-12,
    -2.2022756948443216e-10,
    1.8843498983308795e-08,
    -1.2000972557738305e-06,
    5.4074133814051566e-05,
    -0.0016048831356425292,
    0.028185500877894225,
    -0.24674011002723398,
];
