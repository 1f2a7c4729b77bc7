//! Parameters of normal distributions from their quantiles, and Owen's function.

use super::elementwise::{F, functions, magnitude};
use super::exact::product_error;
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// Positive nodes and the weights of Gauss's and Legendre's quadrature with 20 nodes.
pub(crate) const NODES: [(f64, f64); 10] = [
    (0.07652652113349734, 0.15275338713072584),
    (0.22778585114164507, 0.14917298647260374),
    (0.37370608871541955, 0.14209610931838204),
    (0.5108670019508271, 0.13168863844917664),
    (0.636053680726515, 0.11819453196151841),
    (0.7463319064601508, 0.10193011981724044),
    (0.8391169718222188, 0.08327674157670475),
    (0.912234428251326, 0.06267204833410907),
    (0.9639719272779138, 0.04060142980038694),
    (0.9931285991850949, 0.017614007139152118),
];

/// For `h` of at least 0 and `a` from 0 to 1: the integral over the part where the integrand counts, in two parts. All terms are positive.
fn integral(h: F, a: F) -> F {
    // Of larger ones the value is 0.
    let h = h.minimum(1e2);
    let quarter = 0.25 * a.minimum(8.8 / h.maximum(1.0));
    let term = |part: f64, node: f64| {
        let t = quarter * (part + node);
        (-0.5 * (h * t) * (h * t)).exp() / (1.0 + t * t)
    };
    let part = |part: f64| {
        NODES.iter().fold(h * 0.0, |sum, &(node, weight)| sum + weight * (term(part, node) + term(part, -node)))
    };
    // Of the square, what rounding it loses counts as a factor.
    let size = (-0.5 * (h * h)).exp() * (1.0 - 0.5 * product_error(h, h));
    size * quarter * (part(1.0) + part(3.0)) / TAU
}

/// Of larger `a` by the reciprocal one and what lies above (Patefield, Tandy, Fast and accurate calculation of Owen's T function, 2000).
pub(crate) fn owen(h: F, a: F) -> F {
    // Magnitudes with a slope at 0; what is beyond the largest numbers is as steep as there.
    let (size, slope) = (magnitude(h), magnitude(a).minimum(1e100));
    let steep = slope.gt(1.0);
    let product = size * slope;
    let above = |x: F| 0.5 * (x * FRAC_1_SQRT_2).erfc();
    let value = integral(steep.select(product, size), steep.select(1.0 / slope, slope));
    let (p, q) = (above(size), above(product));
    let value = steep.select(0.5 * (p + q) - p * q - value, value);
    let sign = a.lt(0.0).select(-1.0, 1.0);
    (h.eq(h) & a.eq(a)).select(size.eq(f64::INFINITY).select(0.0, sign * value), f64::NAN)
}

functions! {
    /// Owen's function, of `exp(-h^2 (1 + x^2) / 2) / (1 + x^2) / (2 pi)` the integral over `x` from 0 to `a`: the probability that one standard normal number is above `h` and
    /// another one between 0 and `a` times it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::owens_t;
    /// assert_eq!(owens_t(&xp.array([0.0, 1.0])?, 1.0)?.to_string(), "[0.125      0.06674188]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    owens_t(h, a) = owen;
    /// The mean of the normal distribution of standard deviation `std` whose quantile of `p` is `x`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::nrdtrimn;
    /// assert_eq!(nrdtrimn(&xp.array([0.25, 0.5])?, 2.0, 1.0)?.to_string(), "[2.3489795 1.       ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    nrdtrimn(p, std, x) = |p, std, x| x - std * p.ndtri();
    /// The standard deviation of the normal distribution of mean `mn` whose quantile of `p` is `x`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::nrdtrisd;
    /// assert_eq!(nrdtrisd(1.0, &xp.array([0.25])?, 0.5)?.to_string(), "[0.74130111]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    nrdtrisd(mn, p, x) = |mn, p, x| (x - mn) / p.ndtri();
}
