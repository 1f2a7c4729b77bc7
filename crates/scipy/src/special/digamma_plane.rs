//! The digamma function over the complex plane.

use super::complex::Z;
use super::elementwise::F;
use std::f64::consts::PI;
use xparray_core::kernel::while_;

/// Steps of the recurrence from a root to where Taylor's series converges fast.
const STEPS: usize = 10;

/// A root as the sum of two numbers, and Taylor's coefficients so many steps to the right of it.
struct Root {
    high: f64,
    low: f64,
    taylor: [f64; 15],
}

/// Of the difference to the value at a root, each term of the recurrence (DLMF 5.5.2) and the series after it have the distance as a factor.
fn beside(z: Z, root: &Root) -> Z {
    let distance = Z::new(z.re - root.high - root.low, z.im);
    let terms = (0..STEPS).map(|k| Z::constant(1.0 / (root.high + k as f64), 0.0) / (z + k as f64));
    distance * terms.fold(distance.poly(&root.taylor), |sum, term| sum + term)
}

/// By the asymptotic series (DLMF 5.11.2), after steps up to where it converges.
fn right(z: Z) -> Z {
    let one = Z::constant(1.0, 0.0);
    let next = |(re, im, sum_re, sum_im): (F, F, F, F)| {
        let sum = Z::new(sum_re, sum_im) - one / Z::new(re, im);
        (re + 1.0, im, sum.re, sum.im)
    };
    let more = |(re, im, ..): (F, F, F, F)| (re * re + im * im).lt(100.0);
    let (re, im, sum_re, sum_im) = while_((z.re, z.im, 0.0, 0.0), more, next);
    let far = Z::new(re, im);
    let inverse = one / far;
    let square = inverse * inverse;
    far.log() + (Z::new(sum_re, sum_im) - inverse.scale(0.5) + square * square.poly(&ASYMPTOTIC))
}

/// The cotangent of `pi z`, with whole turns left out.
fn cot_pi(z: Z) -> Z {
    let rest = (z.re - z.re.rint()) * PI;
    // Farther from the axis it is as there.
    let y = (z.im * PI).minimum(20.0).maximum(-20.0);
    let (sin, sinh) = (rest.sin(), y.sinh());
    let square = sin * sin + sinh * sinh;
    Z::new(sin * rest.cos() / square, -sinh * y.cosh() / square)
}

/// Of any complex number; NaN at its poles.
pub fn digamma(z: Z) -> Z {
    let left = z.re.lt(0.0);
    let pole = z.im.eq(0.0) & z.re.le(0.0) & z.re.floor().eq(z.re);
    let infinite = z.abs().eq(f64::INFINITY);
    let known = !pole & !infinite;
    let x = z.when(known, Z::constant(0.5, 0.0));
    let mirrored = Z::new(1.0 - x.re, -x.im).when(left, x);
    let value = right(mirrored);
    // The reflection (DLMF 5.5.4).
    let value = (value - cot_pi(x).scale(PI)).when(left, value);
    let value = ROOTS.iter().fold(value, |value, root| {
        let near = (x - Z::constant(root.high, 0.0)).abs().lt(0.3);
        beside(x.when(near, Z::constant(root.high, 0.0)), root).when(near, value)
    });
    let undefined = pole | z.re.eq(f64::NEG_INFINITY);
    value.when(known, Z::constant(f64::NAN, f64::NAN).when(undefined, z.log()))
}

const ROOTS: [Root; 2] = [
    Root {
        high: 1.4616321449683622,
        low: 9.549995429965697e-17,
        taylor: [
            1.551461348095618e-17,
            -1.840238399340721e-16,
            2.1926130852128613e-15,
            -2.6263777785064125e-14,
            3.1659595110667095e-13,
            -3.845749059377406e-12,
            4.715650012501417e-11,
            -5.850790322485546e-10,
            7.369558839131585e-09,
            -9.46967933612916e-08,
            1.2507574550602629e-06,
            -1.7196777808126642e-05,
            0.0002520317000676907,
            -0.0041525930844309175,
            0.09116420428337027,
        ],
    },
    Root {
        high: -0.5040830082644554,
        low: -8.15428206243813e-18,
        taylor: [
            2.896844351036693e-16,
            -2.8324916717540453e-15,
            2.7813667068139523e-14,
            -2.7450044584464956e-13,
            2.725620336652509e-12,
            -2.7264424188006947e-11,
            2.7522657496939875e-10,
            -2.8104229305015232e-09,
            2.9125872452404798e-08,
            -3.0783795741049004e-07,
            3.3433043445428574e-06,
            -3.7785902760772907e-05,
            0.00045507136951053066,
            -0.006159493307054136,
            0.1110475642441125,
        ],
    },
];

/// Bernoulli's numbers over `-2 k`.
const ASYMPTOTIC: [f64; 10] = [
    174_611.0 / 6600.0,
    -43_867.0 / 14_364.0,
    3617.0 / 8160.0,
    -1.0 / 12.0,
    691.0 / 32_760.0,
    -1.0 / 132.0,
    1.0 / 240.0,
    -1.0 / 252.0,
    1.0 / 120.0,
    -1.0 / 12.0,
];
