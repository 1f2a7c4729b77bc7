super::function! {
    /// The cosine of an angle in degrees, exact at multiples of 30 and of any size; NaN for infinity.
    cosdg: "[0.0, 60.0, 180.0]" => "[ 1.   0.5 -1. ]";
    value: |x| Angle::of_degrees(x).cosine(),
    single: None,
    derivative: Some(|x| x.call(FunctionId::sindg) * -RADIANS),
    reference: "cospi(fmod(x, 360) / 180)",
    scipy: "special.cosdg(x)",
    terms: None,
    bound: [1.0, 2.0],
    samples: &[
        Uniform(-45.0, 45.0), Uniform(-720.0, 720.0), Wide(1e-300, 1e300), Uniform(-1e6, 1e6), Near(60.0), Near(-45.0), Near(90.0),
        Near(270.0), Near(-1.8e9),
    ],
    special: &[(0.0, 1.0), (-0.0, 1.0), (60.0, 0.5), (120.0, -0.5), (180.0, -1.0), (270.0, 0.0), (-300.0, 0.5), (360.0, 1.0)],
}

use super::FunctionId;
use super::Sample::{Near, Uniform, Wide};
use super::angle::Angle;

/// A degree.
const RADIANS: f64 = std::f64::consts::PI / 180.0;
