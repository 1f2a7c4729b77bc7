//! Bessel functions of real order, of real and of complex numbers.

use super::complex::Z;
use super::cylinder::{first_kind, second_kind};
use super::elementwise::{F, alternating, is_integer, over_plane};
use super::modified::{first, second};
use super::plane::{Cylinder, cylinder, inside, modified};

/// What a function is where it is not computed: at 0, and of what is no number.
fn ends(v: F, z: Z, zero: Z, f: impl FnOnce(F, Z) -> Z) -> Z {
    let known = inside(v, z);
    let one = Z::new(v * 0.0 + 1.0, v * 0.0);
    let value = f(known.select(v, 0.0), z.when(known, one));
    let (nan, real) = (v * f64::NAN, z.re.eq(0.0) & z.im.eq(0.0) & v.eq(v));
    let end = zero.when(real, Z::new(nan, nan));
    value.when(known, end)
}

/// The value at 0 of the first kind.
fn at_zero(v: F) -> Z {
    let value = v.eq(0.0).select(1.0, (v.gt(0.0) | is_integer(v)).select(0.0, f64::NAN));
    Z::new(value, value * 0.0)
}

fn j(v: F, z: Z, growth: F) -> Z {
    ends(v, z, at_zero(v), |v, z| cylinder(v, z, real(growth)).j)
}

fn y(v: F, z: Z, growth: F) -> Z {
    ends(v, z, real(v * 0.0 + f64::NEG_INFINITY), |v, z| cylinder(v, z, real(growth)).y)
}

fn i(v: F, z: Z, growth: F) -> Z {
    ends(v, z, at_zero(v), |v, z| modified(v, z, real(growth))[0])
}

fn k(v: F, z: Z, growth: Z) -> Z {
    ends(v, z, Z::new(v * 0.0 + f64::INFINITY, v * f64::NAN), |v, z| modified(v, z, growth)[1])
}

fn hankel(v: F, z: Z, growth: Z, which: fn(Cylinder) -> Z) -> Z {
    ends(v, z, Z::new(v * f64::NAN, v * f64::NAN), |v, z| which(cylinder(v, z, growth)))
}

fn real(x: F) -> Z {
    Z::new(x, x.eq(x).select(0.0, x))
}

over_plane! {
    /// The Bessel function of the first kind and real order `v` (DLMF 10.2.2); of real negative numbers for integer orders, over the complex plane on its
    /// principal branch. Orders are below 1e5. The error is some units in the last place of the size of the wave, and grows as the order, to some 1e-13
    /// for 100 where the function falls below all its waves.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::jv;
    /// assert_eq!(jv(0.5, &xp.array([0.0, 1.0, 100.0])?)?.to_string(), "[ 0.          0.67139671 -0.04040213]");
    /// assert_eq!(jv(0.5, &xp.array([Complex::new(-1.0, 0.0)])?)?.imag()?.to_string(), "[0.67139671]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    jv(v; z) = Some(first_kind), |v, z| j(v, z, z.im.abs());
    /// [`jv`] times `exp(-abs(im(z)))`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::jve;
    /// assert_eq!(jve(0.0, &xp.array([Complex::new(0.0, 1e3)])?)?.to_string(), "[0.01261724+0.j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    jve(v; z) = Some(first_kind), |v, z| j(v, z, v * 0.0);
    /// The Bessel function of the second kind and real order `v` (DLMF 10.2.3): of real numbers of at least 0, and over the complex plane. Orders
    /// are below 1e5. The error is as that of [`jv`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::yv;
    /// assert_eq!(yv(0.5, &xp.array([0.0, 1.0, 100.0])?)?.to_string(), "[       -inf -0.43109887 -0.06880309]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    yv(v; z) = Some(second_kind), |v, z| y(v, z, z.im.abs());
    /// [`yv`] times `exp(-abs(im(z)))`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::yve;
    /// assert_eq!(yve(0.5, &xp.array([1.0])?)?.to_string(), "[-0.43109887]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    yve(v; z) = Some(second_kind), |v, z| y(v, z, v * 0.0);
    /// The modified Bessel function of the first kind and real order `v` (DLMF 10.25.2); of real negative numbers for integer orders, over the complex plane on
    /// its principal branch. Orders are below 1e5; the relative error grows as the order, to some 4e-14 for 100.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::iv;
    /// assert_eq!(iv(0.5, &xp.array([0.0, 1.0, 2.0])?)?.to_string(), "[0.         0.93767489 2.04623686]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    iv(v; z) = Some(|v, x| {
        let infinite = x.gt(0.0).select(f64::INFINITY, alternating(v) * f64::INFINITY);
        x.abs().eq(f64::INFINITY).select(infinite, first(v, x, x.abs()))
    }), |v, z| i(v, z, z.re.abs());
    /// [`iv`] times `exp(-abs(re(z)))`, also where that is no number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::ive;
    /// assert_eq!(ive(0.5, &xp.array([1.0, 1e4])?)?.to_string(), "[0.34495131 0.00398942]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ive(v; z) = Some(|v, x| first(v, x, x * 0.0)), |v, z| i(v, z, v * 0.0);
    /// The modified Bessel function of the second kind and real order `v` (DLMF 10.27.4): of real numbers of at least 0, and over the complex plane. Orders are
    /// below 1e5; the relative error grows as the order, to some 4e-14 for 100.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::kv;
    /// assert_eq!(kv(0.5, &xp.array([0.0, 1.0, 2.0])?)?.to_string(), "[       inf 0.4610685  0.11993777]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    kv(v; z) = Some(|v, x| second(v, x, -x)), |v, z| k(v, z, -z);
    /// [`kv`] times `exp(z)`, also where that is no number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::kve;
    /// assert_eq!(kve(0.5, &xp.array([1.0, 1e4])?)?.to_string(), "[1.25331414 0.01253314]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    kve(v; z) = Some(|v, x| second(v, x, x * 0.0)), |v, z| k(v, z, real(v * 0.0));
    /// Hankel's function of the first kind and real order `v`, `J + i Y` (DLMF 10.4.3), complex; NaN at 0. Orders are below 1e5.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::hankel1;
    /// assert_eq!(hankel1(0.5, &xp.array([1.0])?)?.to_string(), "[0.67139671-0.43109887j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hankel1(v; z) = None, |v, z| hankel(v, z, z.quarter(), |all| all.h1);
    /// Hankel's function of the second kind and real order `v`, `J - i Y` (DLMF 10.4.3), complex; NaN at 0. Orders are below 1e5.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::hankel2;
    /// assert_eq!(hankel2(0.5, &xp.array([1.0])?)?.to_string(), "[0.67139671+0.43109887j]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hankel2(v; z) = None, |v, z| hankel(v, z, -z.quarter(), |all| all.h2);
    /// [`hankel1`] times `exp(-i z)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::hankel1e;
    /// assert_eq!(hankel1e(0.5, &xp.array([4.0])?)?.imag()?.to_string(), "[-0.39894228]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hankel1e(v; z) = None, |v, z| hankel(v, z, real(v * 0.0), |all| all.h1);
    /// [`hankel2`] times `exp(i z)`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::special::hankel2e;
    /// assert_eq!(hankel2e(0.5, &xp.array([4.0])?)?.imag()?.to_string(), "[0.39894228]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    hankel2e(v; z) = None, |v, z| hankel(v, z, real(v * 0.0), |all| all.h2);
}
