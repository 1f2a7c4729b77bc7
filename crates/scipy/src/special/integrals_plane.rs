//! Sine and cosine integrals over the complex plane, by exponential integrals (DLMF 6.5.5, 6.5.6): of the first quadrant, the others by symmetry.

use super::complex::{Z, flat};
use super::elementwise::{F, magnitude};
use super::exponential_plane::{GAMMA, Root, scaled};
use std::f64::consts::{FRAC_PI_2, PI};
use xparray_core::kernel::{if_, while_};

type Parts = (F, F);

fn of((re, im): Parts) -> Z {
    Z::new(re, im)
}

/// Of `square^k / (2 k + 1)! / (2 k + 1)` the sum, and of `square^k / (2 k)! / (2 k)` that from 1 on (DLMF 6.6.5, 6.6.6).
fn series(square: Z) -> (Z, Z) {
    let next = |(odd, even, term, k): (Parts, Parts, Parts, F)| {
        let below = (of(term) * square).scale(1.0 / ((k - 1.0) * k));
        let above = below.scale(1.0 / (k + 1.0));
        let (odd, even) = (of(odd) + above.scale(1.0 / (k + 1.0)), of(even) + below.scale(1.0 / k));
        ((odd.re, odd.im), (even.re, even.im), (below.re, below.im), k + 2.0)
    };
    let more = |(_, _, term, k): (Parts, Parts, Parts, F)| (term.0.abs() + term.1.abs()).gt(1e-18) & k.lt(60.0);
    let zero = square.re * 0.0;
    let one = (zero + 1.0, zero);
    let (odd, even, ..) = while_((one, (zero, zero), one, 2.0), more, next);
    (of(odd), of(even))
}

/// Both integrals of the first quadrant, circular or hyperbolic: near 0 by series of `square`, else by `E1` of `a` and `-a`, which is on the left.
fn quadrant(u: Z, circular: bool) -> (Z, Z) {
    let square = u * u;
    let near = || {
        let (odd, even) = series(if circular { -square } else { square });
        let (sine, cosine) = (odd * u, even + u.log() + GAMMA);
        (sine.re, sine.im, cosine.re, cosine.im)
    };
    let beyond = || {
        let a = if circular { -u.quarter() } else { u };
        let (ahead, back) = (scaled(a).times_exp(-a), scaled(-a).times_exp(a));
        let quarter = Z::constant(0.0, FRAC_PI_2);
        let (difference, sum) = ((ahead - back).scale(0.5), (ahead + back).scale(-0.5));
        let (sine, cosine) = if circular {
            // Shi(-i u) = -i Si(u).
            ((difference - quarter).quarter(), sum)
        } else {
            (difference + quarter, sum + quarter)
        };
        (sine.re, sine.im, cosine.re, cosine.im)
    };
    let (a, b, c, d) = if_(u.abs().lt(2.0), near, beyond);
    (of((a, b)), of((c, d)))
}

/// Of any number, of what they are in the first quadrant; the second one with a cut along the negative axis, on which it is that from above.
fn everywhere(z: Z, circular: bool, root: &Root) -> (Z, Z) {
    // Without signs of zeros.
    let u = Z::new(magnitude(z.re) + 0.0, magnitude(z.im) + 0.0);
    let size = u.abs();
    let known = size.gt(0.0) & size.lt(f64::INFINITY);
    let x = u.when(known, Z::constant(1.0, 1.0));
    let (sine, cosine) = quadrant(x, circular);
    let near = root.is_near(x);
    let cosine = root.value(x.when(near, Z::constant(root.high, 0.0))).when(near, cosine);
    let (real, imaginary) = (z.im.eq(0.0), z.re.eq(0.0));
    // Both are real on the axis; the first one is odd.
    let sine = Z::new(imaginary.select(flat(sine.re), sine.re), real.select(flat(sine.im), sine.im));
    let cosine = Z::new(cosine.re, real.select(flat(cosine.im), cosine.im));
    let nan = Z::constant(f64::NAN, f64::NAN);
    let origin = size.eq(0.0);
    // The limits along the axis, and of circular ones near it.
    let end = u.re.eq(f64::INFINITY) & if circular { u.im.lt(f64::INFINITY) } else { real };
    let limits = if circular { (FRAC_PI_2, 0.0) } else { (f64::INFINITY, f64::INFINITY) };
    let (sine_end, cosine_end) = (Z::constant(limits.0, 0.0), Z::constant(limits.1, 0.0));
    let sine = sine.when(known, Z::constant(0.0, 0.0).when(origin, sine_end.when(end, nan)));
    let cosine = cosine.when(known, Z::constant(f64::NEG_INFINITY, f64::NAN).when(origin, cosine_end.when(end, nan)));
    let (left, below) = (z.re.lt(0.0), z.im.lt(0.0));
    let sine = Z::new(left.select(-sine.re, sine.re), below.select(-sine.im, sine.im));
    let cosine = cosine.conj().when(left ^ below, cosine);
    let half = below.select(-PI, PI);
    (sine, Z::new(cosine.re, left.select(cosine.im + half, cosine.im)))
}

pub fn sici(z: Z) -> (Z, Z) {
    everywhere(z, true, &CI)
}

pub fn shichi(z: Z) -> (Z, Z) {
    everywhere(z, false, &CHI)
}

const CI: Root = Root {
    high: 0.6165054856207163,
    low: -4.209920321433186e-17,
    taylor: [
        1.464109307617176e-10,
        1.2183325845983518e-09,
        -2.3310344342202557e-08,
        -1.6106891368632237e-07,
        2.641176386642424e-06,
        1.452762084801825e-05,
        -0.0001993157321559763,
        -0.000816190757083458,
        0.009127981753681921,
        0.02461826049418107,
        -0.22674191867837337,
        -0.29861223529546926,
    ],
};

const CHI: Root = Root {
    high: 0.5238225713898644,
    low: -2.6671382575502846e-17,
    taylor: [
        1.948441254975068e-10,
        1.1369557046697e-09,
        3.077017155393151e-08,
        1.4991771665578155e-07,
        3.4469986592734117e-06,
        1.3472399180039064e-05,
        0.0002557391058231072,
        0.0007527601476915339,
        0.01138586902280247,
        0.02249824797836253,
        0.26741260407167805,
        0.26795515237353545,
    ],
};
