super::function! {
    /// The tangent of an angle in degrees, exact at multiples of 45 and of any size: infinity at its poles; NaN for infinity.
    tandg: "[0.0, 45.0, 90.0]" => "[ 0.  1. inf]";
    value: |x| Angle::of_degrees(x).tangent(),
    single: None,
    derivative: Some(|x| {
        let y = x.call(FunctionId::tandg);
        (1.0 + y * y) * RADIANS
    }),
    reference: "(lambda t: sinpi(t) / cospi(t))((fmod(x, 360) if abs(x) > 360 else x) / 180)",
    scipy: "special.tandg(x)",
    terms: None,
    bound: [1.0, 3.0],
    samples: &[
        Uniform(-45.0, 45.0), Uniform(-720.0, 720.0), Wide(1e-300, 1e300), Uniform(-1e6, 1e6), Near(30.0), Near(-45.0), Near(180.0),
        Near(-1.8e9),
    ],
    special: &[
        (0.0, 0.0), (45.0, 1.0), (-45.0, -1.0), (90.0, INFINITY), (-90.0, INFINITY), (135.0, -1.0), (180.0, 0.0), (225.0, 1.0),
        (-180.0, 0.0), (270.0, INFINITY),
    ],
}


use super::Sample::{Near, Uniform, Wide};
use super::angle::Angle;
use super::{FunctionId, INFINITY};

/// A degree.
const RADIANS: f64 = std::f64::consts::PI / 180.0;
