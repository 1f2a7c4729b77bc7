//! Associated Legendre functions of integer degree and order, with derivatives, of real and of complex numbers.

use super::complex::Z;
use super::elementwise::{F, alternating, is_integer, with_parameters};
use super::legendre::{factorials, normalized};
use xparray_core::kernel::while_;
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, DynArray, Result};

/// How associated Legendre functions are given: [`assoc_legendre_p_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::{AssocLegendre, assoc_legendre_p_with};
/// let p = assoc_legendre_p_with(1, 1, &xp.array([0.5])?, AssocLegendre::new().normalized(true))?;
/// assert_eq!(p.to_string(), "[-0.75]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AssocLegendre {
    outside: bool,
    normalized: bool,
}

impl AssocLegendre {
    /// On the interval from -1 to 1, beyond which there are the branch cuts, with Condon's and Shortley's sign, not normalized.
    pub fn new() -> Self {
        Self::default()
    }

    /// For real numbers from 1 on, with the branch cut from 1 to the left and without the sign, SciPy's `branch_cut=3` (DLMF 14.7.11).
    pub fn outside(self, outside: bool) -> Self {
        Self { outside, ..self }
    }

    /// Whether functions have norm 1 on the interval from -1 to 1: times the root of `(n + 1/2) (n - m)! / (n + m)!`.
    pub fn normalized(self, normalized: bool) -> Self {
        Self { normalized, ..self }
    }
}

/// The associated Legendre polynomial of degree `n` and order `m`, integers, for real `z` from -1 to 1 (DLMF 14.7.10) and over the complex plane; 0 for an
/// order above the degree in magnitude, and for negative degrees; NaN for other real `z`.
///
/// Arguments are arrays of any real type, the last one also complex, one of them at least, or numbers; they broadcast. The result has their common type,
/// as a float.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::assoc_legendre_p;
/// assert_eq!(assoc_legendre_p(3, 1, &xp.array([0.0, 0.5])?)?.to_string(), "[ 1.5        -0.32475953]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`](xparray_core::Error::Shape) if shapes do not broadcast, [`Error::DType`](xparray_core::Error::DType) for complex degrees and
/// orders.
pub fn assoc_legendre_p<B: Backend>(
    n: impl ArrayLike<B>,
    m: impl ArrayLike<B>,
    z: impl ArrayLike<B>,
) -> Result<DynArray<B>> {
    assoc_legendre_p_with(n, m, z, AssocLegendre::new())
}

/// [`assoc_legendre_p`], normalized or outside of the interval.
///
/// # Errors
/// Those of [`assoc_legendre_p`].
pub fn assoc_legendre_p_with<B: Backend>(
    n: impl ArrayLike<B>,
    m: impl ArrayLike<B>,
    z: impl ArrayLike<B>,
    options: AssocLegendre,
) -> Result<DynArray<B>> {
    let operands = [n.operand(), m.operand(), z.operand()];
    let real = |[n, m, x]: [F; 3]| on_the_axis(n, m, x, options);
    with_parameters("assoc_legendre_p", operands, Some(real), |[n, m, _], z| derivatives(n, m, z, options)[0])
}

/// [`assoc_legendre_p_with`] and its first and second derivatives, SciPy's `diff_n=2`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::{AssocLegendre, assoc_legendre_p_derivatives};
/// let all = assoc_legendre_p_derivatives(2, 0, &xp.array([0.0, 1.0])?, AssocLegendre::new())?; // (3 x^2 - 1) / 2
/// assert_eq!(all.map(|p| p.to_string()), ["[-0.5  1. ]", "[0. 3.]", "[3. 3.]"]);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`assoc_legendre_p`].
pub fn assoc_legendre_p_derivatives<B: Backend>(
    n: impl ArrayLike<B>,
    m: impl ArrayLike<B>,
    z: impl ArrayLike<B>,
    options: AssocLegendre,
) -> Result<[DynArray<B>; 3]> {
    let one = |k: usize| {
        let operands = [n.operand(), m.operand(), z.operand()];
        let real = move |[n, m, x]: [F; 3]| {
            let there = (if options.outside { x.ge(1.0) } else { x.abs().le(1.0) }) | m.eq(0.0);
            let value = derivatives(n, m, Z::new(there.select(x, 1.0), x * 0.0), options)[k].re;
            (there | (x.eq(x) & m.abs().gt(n))).select(value, f64::NAN)
        };
        with_parameters("assoc_legendre_p", operands, Some(real), move |[n, m, _], z| derivatives(n, m, z, options)[k])
    };
    Ok([one(0)?, one(1)?, one(2)?])
}

fn on_the_axis(n: F, m: F, x: F, options: AssocLegendre) -> F {
    let known = is_integer(m) & is_integer(n) & n.abs().lt(1e6) & x.eq(x);
    let inside = known & m.abs().le(n);
    let of = |value: F, other: f64| inside.select(value, other);
    let (order, degree) = (of(m.abs(), 0.0), of(n, 0.0));
    let there = if options.outside { x.ge(1.0) } else { x.abs().le(1.0) };
    // The polynomial without a root is the same everywhere.
    let there = there | m.eq(0.0);
    let y = there.select(x, 1.0);
    let (below, above) = (1.0 - y, 1.0 + y);
    let sine = if options.outside { -(-below * above).sqrt() } else { (below * above).sqrt() };
    let value = normalized(order, degree, y, order.eq(0.0).select(0.0, sine));
    let root = factorials(order, degree).sqrt();
    let sign = if options.outside { order * 0.0 + 1.0 } else { m.lt(0.0).select(alternating(order), 1.0) };
    let value = sign
        * if options.normalized { value * (degree + 0.5).sqrt() } else { m.lt(0.0).select(value / root, value * root) };
    known.select(inside.select(there.select(value, f64::NAN), 0.0), f64::NAN)
}

type Parts = (F, F);
type Jet = (Parts, Parts, Parts);

fn parts(z: Z) -> Parts {
    (z.re, z.im)
}

fn of((re, im): Parts) -> Z {
    Z::new(re, im)
}

/// The polynomial by which the function of order `m` is a multiple of `w^(abs(m) / 2)`, and its derivatives: upwards in the degree (DLMF 14.10.3); of a
/// function normalized but for the root of `n + 1/2` with roots.
fn polynomial(m: F, n: F, z: Z, normalized: bool) -> [Z; 3] {
    let zero = m * 0.0;
    let order = m.abs();
    let step = |(value, k): (F, F)| {
        let next = match normalized {
            true => value * ((2.0 * k - 1.0) / (2.0 * k)).sqrt(),
            false => m.lt(0.0).select(value / (2.0 * k), value * (2.0 * k - 1.0)),
        };
        (next, k + 1.0)
    };
    let first = while_((zero + 1.0, zero + 1.0), |(_, k): (F, F)| k.le(order), step).0;
    let next = |((p_0, p_1, p_2), (q_0, q_1, q_2), k): (Jet, Jet, F)| {
        let (below, above) = match normalized {
            true => (((k - 1.0) * (k - 1.0) - m * m).sqrt(), (k * k - m * m).sqrt()),
            false => (k - 1.0 + m, k - m),
        };
        let next = |product: Z, before: Parts| {
            let value = product.scale(2.0 * k - 1.0) - of(before).scale(below);
            (value.re / above, value.im / above)
        };
        let value = next(z * of(q_0), p_0);
        let slope = next(of(q_0) + z * of(q_1), p_1);
        let curvature = next(of(q_1).scale(zero + 2.0) + z * of(q_2), p_2);
        ((q_0, q_1, q_2), (value, slope, curvature), k + 1.0)
    };
    let nothing = (zero, zero);
    let start = ((nothing, nothing, nothing), ((first, zero), nothing, nothing), order + 1.0);
    let (_, (value, slope, curvature), _) = while_(start, |(_, _, k): (Jet, Jet, F)| k.le(n), next);
    [of(value), of(slope), of(curvature)]
}

/// `w^(m / 2)` and its derivatives, of `w` that is `1 - z^2`, or outside `z^2 - 1`.
fn power(m: F, z: Z, outside: bool) -> [Z; 3] {
    let zero = m * 0.0;
    let one = Z::new(zero + 1.0, zero);
    // A real number has the zero that SciPy's has, which decides about the side of a cut.
    let w = Z::new((1.0 - z.re) * (1.0 + z.re) + z.im * z.im, 0.0 - 2.0 * z.re * z.im);
    let (w, root, sign) = match outside {
        true => (-w, (z - one).sqrt() * (z + one).sqrt(), 1.0),
        false => (w, w.sqrt(), -1.0),
    };
    let at_end = w.re.eq(0.0) & w.im.eq(0.0);
    let half = (0.5 * m).floor();
    let odd = half.ne(0.5 * m);
    let inverse = one / one.when(at_end, w);
    let next = |(product, k): (Parts, F)| (parts(of(product) * w), k + 1.0);
    let base = of(while_((parts(one), zero + 2.0), |(_, k): (Parts, F)| k.lt(half), next).0);
    let base = base * root.when(odd, one);
    // The powers half, half - 1 and half - 2 of `w`.
    let (low, middle) = (half.lt(1.0), half.lt(2.0));
    let powers = [
        base.when(low, (base * w).when(middle, base * w * w)),
        (base * inverse).when(low, base.when(middle, base * w)),
        (base * inverse * inverse).when(low, (base * inverse).when(middle, base)),
    ];
    let slope = (z * powers[1]).scale(sign * m);
    let curvature = powers[1].scale(sign * m) + (z * z * powers[2]).scale(m * (m - 2.0));
    let real = |x: F| Z::new(x, zero);
    // At the ends some are infinite.
    let infinite = real(sign * z.re * f64::INFINITY);
    let bent = real(m.eq(1.0).select(f64::NEG_INFINITY, f64::INFINITY));
    [powers[0], infinite.when(at_end & m.eq(1.0), slope), bent.when(at_end & (m.eq(1.0) | m.eq(3.0)), curvature)]
}

/// The function and its derivatives.
fn derivatives(n: F, m: F, z: Z, options: AssocLegendre) -> [Z; 3] {
    let zero = n * 0.0;
    let known = is_integer(m) & is_integer(n) & n.abs().lt(1e6) & z.re.eq(z.re) & z.im.eq(z.im);
    let inside = known & m.abs().le(n);
    let of = |value: F, other: f64| inside.select(value, other);
    let (signed, degree) = (of(m, 0.0), of(n, 0.0));
    let order = signed.abs();
    let [q, q_1, q_2] = polynomial(signed, degree, z, options.normalized);
    let [w, w_1, w_2] = power(order, z, options.outside);
    let two = zero + 2.0;
    // An infinite curvature outweighs a slope that is infinite as well.
    let steep = w_1.re.abs().eq(f64::INFINITY);
    let mixed = Z::new(zero, zero).when(steep, w_1 * q_1).scale(two);
    let all = [w * q, w * q_1 + w_1 * q, w * q_2 + mixed + w_2 * q];
    let sign = match options.outside {
        true => zero + 1.0,
        false => m.lt(0.0).select(1.0, alternating(order)),
    };
    let scale = if options.normalized { sign * (degree + 0.5).sqrt() } else { sign };
    let at_end = z.re.abs().eq(1.0) & z.im.eq(0.0);
    all.map(|value| {
        let value = Z::new(value.re * scale, at_end.select(0.0, value.im * scale));
        let value = value.when(inside, Z::new(zero, zero));
        value.when(known, Z::new(zero + f64::NAN, zero + f64::NAN))
    })
}
