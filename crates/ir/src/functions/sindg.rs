super::function! {
    /// The sine of an angle in degrees, exact at multiples of 30 and of any size; NaN for infinity.
    sindg: "[0.0, 30.0, 270.0]" => "[ 0.   0.5 -1. ]";
    value: |x| Angle::of_degrees(x).sine(),
    single: None,
    derivative: Some(|x| x.call(FunctionId::cosdg) * RADIANS),
    reference: "sinpi((fmod(x, 360) if abs(x) > 360 else x) / 180)",
    scipy: "special.sindg(x)",
    terms: None,
    bound: [1.0, 2.0],
    samples: &[
        Uniform(-45.0, 45.0), Uniform(-720.0, 720.0), Wide(1e-300, 1e300), Uniform(-1e6, 1e6), Near(30.0), Near(-45.0), Near(180.0),
        Near(360.0), Near(-1.8e9),
    ],
    special: &[(0.0, 0.0), (30.0, 0.5), (90.0, 1.0), (150.0, 0.5), (210.0, -0.5), (-90.0, -1.0), (360.0, 0.0), (390.0, 0.5)],
}

use super::FunctionId;
use super::Sample::{Near, Uniform, Wide};
use super::angle::Angle;

/// A degree.
const RADIANS: f64 = std::f64::consts::PI / 180.0;
