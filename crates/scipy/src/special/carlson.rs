//! Carlson's symmetric elliptic integrals by duplication, of real numbers and over the complex plane.

use super::complex::Z;
use super::elementwise::{F, anywhere};
use std::ops::{Add, Div, Mul, Neg, Sub};
use xparray_core::Var;
use xparray_core::kernel::{IntoState, State, while_};

/// A real number or a complex one.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// What loops take.
    type Held: State + IntoState<State = Self::Held>;

    fn hold(self) -> Self::Held;
    fn of(held: Self::Held) -> Self;
    fn real(x: F) -> Self;
    fn re(self) -> F;
    fn im(self) -> F;
    fn size(self) -> F;
    fn times(self, by: F) -> Self;
    fn sqrt(self) -> Self;
    fn when(self, condition: Var<bool>, other: Self) -> Self;
}

impl Number for F {
    type Held = F;

    fn hold(self) -> F {
        self
    }
    fn of(held: F) -> F {
        held
    }
    fn real(x: F) -> F {
        x
    }
    fn re(self) -> F {
        self
    }
    fn im(self) -> F {
        constant(0.0)
    }
    fn size(self) -> F {
        self.abs()
    }
    fn times(self, by: F) -> F {
        self * by
    }
    fn sqrt(self) -> F {
        Var::sqrt(self)
    }
    fn when(self, condition: Var<bool>, other: F) -> F {
        condition.select(self, other)
    }
}

impl Number for Z {
    type Held = (F, F);

    fn hold(self) -> (F, F) {
        (self.re, self.im)
    }
    fn of((re, im): (F, F)) -> Z {
        Z::new(re, im)
    }
    fn real(x: F) -> Z {
        Z::new(x, constant(0.0))
    }
    fn re(self) -> F {
        self.re
    }
    fn im(self) -> F {
        self.im
    }
    fn size(self) -> F {
        self.abs()
    }
    fn times(self, by: F) -> Z {
        self.scale(by)
    }
    fn sqrt(self) -> Z {
        Z::sqrt(self)
    }
    fn when(self, condition: Var<bool>, other: Z) -> Z {
        Z::when(self, condition, other)
    }
}

fn constant(value: f64) -> F {
    value.into_state()
}

fn number<N: Number>(value: f64) -> N {
    N::real(constant(value))
}

fn negative<N: Number>(x: N) -> Var<bool> {
    x.re().lt(0.0) & x.im().eq(0.0)
}

fn zero<N: Number>(x: N) -> Var<bool> {
    x.re().eq(0.0) & x.im().eq(0.0)
}

fn infinite<N: Number>(x: N) -> Var<bool> {
    x.re().abs().eq(f64::INFINITY) | x.im().abs().eq(f64::INFINITY)
}

fn unknown<N: Number>(x: N) -> Var<bool> {
    x.re().ne(x.re()) | x.im().ne(x.im())
}

/// Whether two of three are zero, where integrals diverge.
fn singular<N: Number>([x, y, z]: [N; 3]) -> Var<bool> {
    (zero(x) & (zero(y) | zero(z))) | (zero(y) & zero(z))
}

/// `R_F(x, y, z)` (DLMF 19.36.1).
pub fn rf<N: Number>(x: N, y: N, z: N) -> N {
    let quarter = constant(0.25);
    let mean_of = |x: N, y: N, z: N| (x + y + z).times(quarter * 4.0 / 3.0);
    let next = |(x, y, z): (N::Held, N::Held, N::Held)| {
        let (x, y, z) = (N::of(x), N::of(y), N::of(z));
        let (a, b, c) = (x.sqrt(), y.sqrt(), z.sqrt());
        let lambda = a * b + b * c + c * a;
        let part = |x: N| (x + lambda).times(quarter).hold();
        (part(x), part(y), part(z))
    };
    let apart = |(x, y, z): (N::Held, N::Held, N::Held)| {
        let (x, y, z) = (N::of(x), N::of(y), N::of(z));
        let mean = mean_of(x, y, z);
        let most = (x - mean).size().maximum((y - mean).size()).maximum((z - mean).size());
        most.gt(0.0014 * mean.size())
    };
    let (x, y, z) = while_((x.hold(), y.hold(), z.hold()), apart, next);
    let (x, y, z) = (N::of(x), N::of(y), N::of(z));
    let mean = mean_of(x, y, z);
    let (u, v) = ((mean - x) / mean, (mean - y) / mean);
    let w = -(u + v);
    let (e2, e3) = (u * v - w * w, u * v * w);
    let of = number::<N>;
    let inner = of(0.1) - e2 * of(1.0 / 24.0) + e3 * of(3.0 / 44.0) + e2 * e2 * of(5.0 / 208.0);
    let series = of(1.0) + e3 * of(1.0 / 14.0) - e2 * inner + e3 * e3 * of(3.0 / 104.0) + e2 * e2 * e3 * of(1.0 / 16.0);
    series / mean.sqrt()
}

/// The series of both integrals of the third kind, of the symmetric functions of what differs from the mean (DLMF 19.36.2).
fn third<N: Number>([e2, e3, e4, e5]: [N; 4]) -> N {
    let of = number::<N>;
    of(1.0) - e2 * of(3.0 / 14.0) + e3 * of(1.0 / 6.0) + e2 * e2 * of(9.0 / 88.0)
        - e4 * of(3.0 / 22.0)
        - e2 * e3 * of(9.0 / 52.0)
        + e5 * of(3.0 / 26.0)
        - e2 * e2 * e2 * of(1.0 / 16.0)
        + e3 * e3 * of(3.0 / 40.0)
        + e2 * e4 * of(3.0 / 20.0)
}

/// `R_J(x, y, z, p)` without principal values (Carlson, Numerical computation of real or complex elliptic integrals, 1995).
fn rj<N: Number>(x: N, y: N, z: N, p: N) -> N {
    let one = constant(1.0);
    let mean_of = |x: N, y: N, z: N, p: N| (x + y + z + p + p).times(one * 0.2);
    type State<N> = (Held<N>, Held<N>, Held<N>, Held<N>, Held<N>, F);
    let next = |(x, y, z, p, sum, power): State<N>| {
        let (x, y, z, p) = (N::of(x), N::of(y), N::of(z), N::of(p));
        let (a, b, c, d) = (x.sqrt(), y.sqrt(), z.sqrt(), p.sqrt());
        let lambda = a * b + b * c + c * a;
        // What is beside 1 in the elementary integral, without the difference that it is in the paper.
        let other = ((d + d) / (d + a)) * ((p + lambda) / (d + b) / (d + c));
        let sum = N::of(sum) + rf(N::real(one), other, other).times(power) / (d + a) / (d + b) / (d + c);
        let part = |x: N| (x + lambda).times(one * 0.25).hold();
        (part(x), part(y), part(z), part(p), sum.hold(), power * 0.25)
    };
    let apart = |(x, y, z, p, _, _): State<N>| {
        let (x, y, z, p) = (N::of(x), N::of(y), N::of(z), N::of(p));
        let mean = mean_of(x, y, z, p);
        let most = [x, y, z, p].map(|x| (x - mean).size()).into_iter().reduce(F::maximum);
        most.unwrap_or(one).gt(0.001 * mean.size())
    };
    let start = (x.hold(), y.hold(), z.hold(), p.hold(), N::real(one * 0.0).hold(), one);
    let (x, y, z, p, sum, power) = while_(start, apart, next);
    let (x, y, z, p) = (N::of(x), N::of(y), N::of(z), N::of(p));
    let mean = mean_of(x, y, z, p);
    let [u, v, w] = [x, y, z].map(|x| (mean - x) / mean);
    let q = -(u + v + w).times(one * 0.5);
    let (uvw, qq) = (u * v * w, q * q);
    let e2 = u * v + u * w + v * w - qq.times(one * 3.0);
    let e3 = uvw + (e2 * q).times(one * 2.0) + (qq * q).times(one * 4.0);
    let e4 = (uvw.times(one * 2.0) + e2 * q + (qq * q).times(one * 3.0)) * q;
    let series = third([e2, e3, e4, uvw * qq]);
    N::of(sum).times(one * 6.0) + (series / (mean * mean.sqrt())).times(power)
}

type Held<N> = <N as Number>::Held;

/// `R_D(x, y, z)` (DLMF 19.36.2).
pub fn rd<N: Number>(x: N, y: N, z: N) -> N {
    let one = constant(1.0);
    let mean_of = |x: N, y: N, z: N| (x + y + z.times(one * 3.0)).times(one * 0.2);
    type State<N> = (Held<N>, Held<N>, Held<N>, Held<N>, F);
    let next = |(x, y, z, sum, power): State<N>| {
        let (x, y, z) = (N::of(x), N::of(y), N::of(z));
        let (a, b, c) = (x.sqrt(), y.sqrt(), z.sqrt());
        let lambda = a * b + b * c + c * a;
        let sum = N::of(sum) + N::real(power) / (c * (z + lambda));
        let part = |x: N| (x + lambda).times(one * 0.25).hold();
        (part(x), part(y), part(z), sum.hold(), power * 0.25)
    };
    let apart = |(x, y, z, _, _): State<N>| {
        let (x, y, z) = (N::of(x), N::of(y), N::of(z));
        let mean = mean_of(x, y, z);
        let most = (x - mean).size().maximum((y - mean).size()).maximum((z - mean).size());
        most.gt(0.001 * mean.size())
    };
    let start = (x.hold(), y.hold(), z.hold(), N::real(one * 0.0).hold(), one);
    let (x, y, z, sum, power) = while_(start, apart, next);
    let (x, y, z) = (N::of(x), N::of(y), N::of(z));
    let mean = mean_of(x, y, z);
    let (u, v) = ((mean - x) / mean, (mean - y) / mean);
    let w = -(u + v).times(one / 3.0);
    let (uv, ww) = (u * v, w * w);
    let e2 = uv - ww.times(one * 6.0);
    let e3 = (uv.times(one * 3.0) - ww.times(one * 8.0)) * w;
    let e4 = ((uv - ww) * ww).times(one * 3.0);
    let series = third([e2, e3, e4, uv * ww * w]);
    N::of(sum).times(one * 3.0) + (series / (mean * mean.sqrt())).times(power)
}

/// The integral of numbers none of which is negative: `value` of finite ones for which it does not diverge, 1 each where it is not known; else 0 for
/// infinite ones.
fn integral<N: Number, const K: usize>(x: [N; K], diverges: Var<bool>, value: impl FnOnce([N; K]) -> N) -> N {
    let any = |of: fn(N) -> Var<bool>| x.map(of).into_iter().reduce(|a, b| a | b).unwrap_or(diverges);
    let (unknown, ends) = (any(|x| negative(x) | unknown(x)), any(infinite));
    let known = !(unknown | ends | diverges);
    let found = value(x.map(|each| each.when(known, number(1.0))));
    let other = number::<N>(f64::INFINITY).when(diverges, number(0.0));
    found.when(known, number::<N>(f64::NAN).when(unknown, other))
}

fn elementary<N: Number>([x, y]: [N; 2]) -> N {
    let turned = negative(y);
    // The principal value (DLMF 19.2.20).
    let (p, q) = ((x - y).when(turned, x), (-y).when(turned, y));
    let ends = infinite(x) | infinite(y);
    let value = integral([p.when(!negative(x), x), q], zero(y) & !ends, |[x, y]| rf(x, y, y));
    let factor = (x / (x - y)).sqrt().when(turned & !ends, number(1.0));
    number::<N>(f64::NAN).when(zero(y) & !ends, value * factor)
}

fn of_three<N: Number>([x, y, z]: [N; 3]) -> N {
    let ends = infinite(x) | infinite(y) | infinite(z);
    integral([x, y, z], singular([x, y, z]) & !ends, |[x, y, z]| rf(x, y, z))
}

fn of_second<N: Number>([x, y, z]: [N; 3]) -> N {
    integral([x, y, z], (zero(x) & zero(y)) | zero(z), |[x, y, z]| rd(x, y, z))
}

/// The sum of three of the second kind (DLMF 19.21.11), of numbers over the largest one.
fn symmetric<N: Number>(x: [N; 3]) -> N {
    let any = |of: fn(N) -> Var<bool>| x.map(of).into_iter().fold(of(x[0]), |a, b| a | b);
    let (undefined, ends) = (any(|x| negative(x) | unknown(x)), any(infinite));
    let most = x.map(N::size).into_iter().fold(x[0].size(), F::maximum);
    let most = (most.gt(0.0) & !ends & !undefined).select(most, 1.0);
    let [x, y, z] = x.map(|x| x.times(1.0 / most));
    let few = singular([x, y, z]);
    let value = integral([x, y, z], few, |[x, y, z]| {
        let part = |x: N, y: N, z: N| {
            let none = zero(x);
            let of = |value: N| number::<N>(1.0).when(none, value);
            number::<N>(0.0).when(none, x * (y + z) * rd(of(y), of(z), of(x)))
        };
        (part(x, y, z) + part(y, z, x) + part(z, x, y)).times(constant(1.0 / 6.0))
    });
    // With two zeros half a root.
    let one = (x + y + z).sqrt().times(constant(0.5));
    let found = one.when(few & !undefined, value).times(most.sqrt());
    number::<N>(f64::INFINITY).when(ends & !undefined, found)
}

fn of_third<N: Number>([x, y, z, p]: [N; 4]) -> N {
    let ends = infinite(x) | infinite(y) | infinite(z) | infinite(p);
    let turned = negative(p);
    let apart = [x, y, z].map(|x| x.im().ne(0.0)).into_iter().reduce(|a, b| a | b).unwrap_or(turned);
    let unknown = (zero(p) | (turned & apart)) & !ends;
    // In their order, for the principal value of negative p (DLMF 19.20.14).
    let (a, b, c) = (x.re(), y.re(), z.re());
    let (low, high) = (a.minimum(b), a.maximum(b));
    let (first, middle, last) = (low.minimum(c), low.maximum(high.minimum(c)), high.maximum(c));
    let q = turned.select(-p.re(), 1.0);
    let other = (last * (first + middle + q) - first * middle) / (last + q);
    let is_turned = turned & !ends & !unknown;
    let at = N::real(other).when(is_turned, (-p).when(turned, p));
    let at = number::<N>(1.0).when(unknown, at);
    let value = integral([x, y, z, at], singular([x, y, z]), |[x, y, z, p]| rj(x, y, z, p));
    let principal = integral([x, y, z], singular([x, y, z]), |[x, y, z]| {
        let of = |value: F| N::real(is_turned.select(value, 1.0));
        let (xy, pq) = (of(first * middle), of(other * q));
        let third = of_three([x, y, z]);
        let sum = xy + pq;
        let extra = (xy * of(last) / sum).sqrt() * elementary([sum, pq]);
        let (value, factor) = ((value * of(other - last)), number::<N>(3.0));
        (value - factor * third + factor * extra) / of(last + q)
    });
    number::<N>(f64::NAN).when(unknown, principal.when(is_turned, value))
}

/// Functions of numbers that may all be complex.
macro_rules! symmetric {
    ($($(#[$doc:meta])* $name:ident($($x:ident),+) = $f:ident;)+) => {$(
        $(#[$doc])*
        ///
        /// Arguments are arrays of any type, one of them at least, or numbers; they broadcast. The result has their common type, as a float.
        ///
        /// # Errors
        /// [`Error::Shape`](xparray_core::Error::Shape) if shapes do not broadcast.
        pub fn $name<B: xparray_core::prelude::Backend>(
            $($x: impl xparray_core::ArrayLike<B>),+
        ) -> xparray_core::Result<xparray_core::prelude::DynArray<B>> {
            anywhere(stringify!($name), [$($x.operand()),+], $f, $f)
        }
    )+};
}

symmetric! {
    /// Carlson's degenerate elliptic integral `R_C(x, y)`: half the integral of `1 / (sqrt(t + x) (t + y))` over `t` from 0 on, its principal
    /// value for negative `y`; NaN for negative `x`, and for `y` of 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::elliprc;
    /// assert_eq!(elliprc(&xp.array([0.0, 1.0])?, 2.0)?.to_string(), "[1.11072073 0.78539816]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    elliprc(x, y) = elementary;
    /// Carlson's elliptic integral of the second kind `R_D(x, y, z)`: 3/2 of that of `1 / (sqrt((t + x) (t + y)) (t + z)^(3/2))` over `t` from 0
    /// on; infinite for `z` of 0 and if `x` and `y` are, NaN for negative numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::elliprd;
    /// assert_eq!(elliprd(&xp.array([0.0, 1.0])?, 1.0, 2.0)?.to_string(), "[1.06793799 0.52280042]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    elliprd(x, y, z) = of_second;
    /// Carlson's elliptic integral of the first kind `R_F(x, y, z)`: half that of `1 / sqrt((t + x) (t + y) (t + z))` over `t` from 0 on;
    /// infinite if two numbers are 0, NaN for negative ones.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::elliprf;
    /// assert_eq!(elliprf(&xp.array([0.0, 1.0])?, 1.0, 2.0)?.to_string(), "[1.31102878 0.88137359]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    elliprf(x, y, z) = of_three;
    /// Carlson's symmetric elliptic integral of the second kind `R_G(x, y, z)`: the mean over a sphere of
    /// `sqrt(x a^2 + y b^2 + z c^2)`, half of it; NaN for negative numbers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::elliprg;
    /// assert_eq!(elliprg(&xp.array([0.0, 1.0])?, 1.0, 2.0)?.to_string(), "[0.95504945 1.14779357]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    elliprg(x, y, z) = symmetric;
    /// Carlson's elliptic integral of the third kind `R_J(x, y, z, p)`: 3/2 of that of `1 / (sqrt((t + x) (t + y) (t + z)) (t + p))` over `t`
    /// from 0 on, its principal value for negative `p`; infinite if two of the others are 0, NaN for negative ones and for `p` of 0.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::elliprj;
    /// assert_eq!(elliprj(&xp.array([0.0, 1.0])?, 1.0, 2.0, 3.0)?.to_string(), "[0.77688624 0.39884082]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    elliprj(x, y, z, p) = of_third;
}
