//! Sine and cosine transforms along one axis, by Fourier transforms of no more than their length where there is such a way.

use super::{Kind, Trig};
use crate::{SliceLast, field};
use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Whether sines or cosines.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Waves {
    Sines,
    Cosines,
}

macro_rules! transforms {
    ($($name:ident, $name_with:ident, $inverse:ident, $inverse_with:ident: $waves:ident, $op:literal, $formula:literal, $first:literal;)*) => {$(
        #[doc = concat!("The ", $op, " transform of the second type along the last axis, ", $formula, " (Rao and Yip, Discrete Cosine")]
        /// Transform, 1990). Integers become `f64`; complex numbers are transformed part by part.
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        #[doc = concat!("use xparray::scipy::fft::", stringify!($name), ";")]
        #[doc = concat!("assert_eq!(", stringify!($name), "(&xp.array([1.0, 2.0])?)?.to_string(), \"", $first, "\");")]
        /// # Ok::<(), xparray::Error>(())
        /// ```
        ///
        /// # Errors
        /// [`Error::Axis`] if the axis is not there, [`Error::Value`] if it has no elements.
        pub fn $name<B: Backend>(x: &impl AnyArray<B>) -> Result<DynArray<B>> {
            $name_with(x, Trig::new())
        }

        #[doc = concat!("[`", stringify!($name), "`] with options.")]
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        #[doc = concat!("use xparray::scipy::fft::{Kind, Trig, ", stringify!($name_with), ", ", stringify!($inverse_with), "};")]
        /// let (x, options) = (xp.array([1.0, 2.0, 5.0])?, Trig::new().kind(Kind::I));
        #[doc = concat!("let back = ", stringify!($inverse_with), "(&", stringify!($name_with), "(&x, options)?, options)?;")]
        /// assert_eq!(back.to_string(), "[1. 2. 5.]");
        /// # Ok::<(), xparray::Error>(())
        /// ```
        ///
        /// # Errors
        #[doc = concat!("Those of [`", stringify!($name), "`]; [`Error::Value`] for one element and cosines of the first type.")]
        pub fn $name_with<B: Backend>(x: &impl AnyArray<B>, options: Trig) -> Result<DynArray<B>> {
            along(stringify!($name), x.as_dyn(), Waves::$waves, options)
        }

        #[doc = concat!("The inverse of [`", stringify!($name), "`].")]
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        #[doc = concat!("use xparray::scipy::fft::{", stringify!($name), ", ", stringify!($inverse), "};")]
        #[doc = concat!("assert_eq!(", stringify!($inverse), "(&", stringify!($name), "(&xp.array([1.0, 2.0])?)?)?.to_string(), \"[1. 2.]\");")]
        /// # Ok::<(), xparray::Error>(())
        /// ```
        ///
        /// # Errors
        #[doc = concat!("Those of [`", stringify!($name), "`].")]
        pub fn $inverse<B: Backend>(x: &impl AnyArray<B>) -> Result<DynArray<B>> {
            $inverse_with(x, Trig::new())
        }

        #[doc = concat!("[`", stringify!($inverse), "`] with options.")]
        ///
        /// ```
        /// # use xparray::prelude::*; let xp = Cpu::new();
        #[doc = concat!("use xparray::scipy::fft::{Trig, ", stringify!($inverse_with), "};")]
        #[doc = concat!("assert_eq!(", stringify!($inverse_with), "(&xp.ones::<f32>([2, 3])?, Trig::new().axis(0).n(4))?.shape(), [4, 3]);")]
        /// # Ok::<(), xparray::Error>(())
        /// ```
        ///
        /// # Errors
        #[doc = concat!("Those of [`", stringify!($name_with), "`].")]
        pub fn $inverse_with<B: Backend>(x: &impl AnyArray<B>, options: Trig) -> Result<DynArray<B>> {
            along(stringify!($inverse), x.as_dyn(), Waves::$waves, options.inverse())
        }
    )*};
}

transforms! {
    dct, dct_with, idct, idct_with: Cosines, "discrete cosine", "`y[k] = 2 sum(x[j] cos(pi k (2 j + 1) / (2 n)))`",
        "[ 6.         -1.41421356]";
    dst, dst_with, idst, idst_with: Sines, "discrete sine", "`y[k] = 2 sum(x[j] sin(pi (k + 1) (2 j + 1) / (2 n)))`",
        "[ 4.24264069 -2.        ]";
}

/// The transform, along any axis and of any type.
pub(super) fn along<B: Backend>(op: &'static str, x: &DynArray<B>, waves: Waves, options: Trig) -> Result<DynArray<B>> {
    TypeClass::Element.check(op, x.dtype())?;
    let x = field(x)?;
    if x.dtype().is_complex() {
        let [re, im] = [x.real()?, x.imag()?].map(|part| along(op, &part, waves, options));
        let i = x.xp().full_of(x.dtype(), [], Complex::new(0.0, 1.0))?;
        return re?.astype(x.dtype())?.add(&im?.multiply(&i)?);
    }
    let ndim = x.ndim() as isize;
    if options.axis >= ndim || options.axis < -ndim {
        return Err(Error::Axis { op, axis: options.axis, ndim: x.ndim() });
    }
    let mut x = x.moveaxis(options.axis, -1)?;
    let len = x.shape().last().copied().unwrap_or(0);
    let n = options.n.unwrap_or(len);
    if n < len {
        x = x.slice_last(s![..n])?;
    } else if n > len {
        let mut width = vec![(0, 0); x.ndim()];
        width[x.ndim() - 1].1 = n - len;
        x = x.pad(width)?;
    }
    if n == 0 || (n == 1 && waves == Waves::Cosines && options.kind == Kind::I) {
        return Err(Error::value(op, format!("a transform of {n} elements")));
    }
    if x.is_empty() {
        return x.moveaxis(-1, options.axis);
    }
    transform(&x, n, waves, options)?.moveaxis(-1, options.axis)
}

/// Along the last axis, with the norm.
fn transform<B: Backend>(x: &DynArray<B>, n: usize, waves: Waves, options: Trig) -> Result<DynArray<B>> {
    use Waves::{Cosines, Sines};
    let orthogonalize = options.orthogonalize.unwrap_or(options.norm == FftNorm::Ortho);
    // The elements that count twice as much as others, of input and output.
    let (before, after) = match (waves, options.kind) {
        _ if !orthogonalize => (vec![], vec![]),
        (Cosines, Kind::I) => (vec![0, n - 1], vec![0, n - 1]),
        (Cosines, Kind::II) => (vec![], vec![0]),
        (Cosines, Kind::III) => (vec![0], vec![]),
        (Sines, Kind::II) => (vec![], vec![n - 1]),
        (Sines, Kind::III) => (vec![n - 1], vec![]),
        _ => (vec![], vec![]),
    };
    let x = scaled(x, n, &before, SQRT_2)?;
    let y = match (waves, options.kind) {
        (Cosines, Kind::I) => even(&x)?,
        (Sines, Kind::I) => odd(&x, n)?,
        (Cosines, Kind::II) => second(&x, n)?,
        (Sines, Kind::II) => second(&x.multiply(&signs(&x, n)?)?, n)?.flip(-1)?,
        (Cosines, Kind::III) => third(&x, n)?,
        (Sines, Kind::III) => third(&x.flip(-1)?, n)?.multiply(&signs(&x, n)?)?,
        (Cosines, Kind::IV) => fourth(&x, n)?,
        (Sines, Kind::IV) => fourth(&x.flip(-1)?, n)?.multiply(&signs(&x, n)?)?,
    };
    let period = match (waves, options.kind) {
        (Cosines, Kind::I) => 2 * (n - 1),
        (Sines, Kind::I) => 2 * (n + 1),
        _ => 2 * n,
    } as f64;
    let y = scaled(&y, n, &after, FRAC_1_SQRT_2)?;
    match options.norm {
        FftNorm::Backward => Ok(y),
        FftNorm::Ortho => y.multiply(1.0 / period.sqrt()),
        FftNorm::Forward => y.multiply(1.0 / period),
    }
}

/// With some elements of each row multiplied.
fn scaled<B: Backend>(x: &DynArray<B>, n: usize, places: &[usize], factor: f64) -> Result<DynArray<B>> {
    let Some(&first) = places.first() else {
        return Ok(x.clone());
    };
    let k = places_of(x, n)?;
    let last = places.last().copied().unwrap_or(first);
    let chosen = k.equal(first as i64)?.logical_or(&k.equal(last as i64)?)?;
    chosen.where_(&x.multiply(factor)?, x)
}

fn places_of<B: Backend>(x: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    x.xp().arange_of(DType::I64, 0..n as i64)
}

/// 1, -1, 1, .. of the type of `x`.
fn signs<B: Backend>(x: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    places_of(x, n)?.remainder(2)?.multiply(-2)?.add(1)?.astype(x.dtype())
}

/// `exp(-i pi (a k + b) / c)` for `k` below `count`, of the precision of `x`.
fn turns<B: Backend>(x: &DynArray<B>, count: usize, [a, b, c]: [f64; 3]) -> Result<DynArray<B>> {
    let angle = x.xp().arange_of(DType::F64, 0..count as i64)?.multiply(a)?.add(b)?.multiply(-PI / c)?;
    let i = x.xp().full_of(DType::Complex128, [], Complex::new(0.0, 1.0))?;
    angle.cos()?.add(&angle.sin()?.multiply(&i)?)?.astype(x.dtype().complex())
}

/// The first type of cosines: the transform of the even sequence of twice the length.
fn even<B: Backend>(x: &DynArray<B>) -> Result<DynArray<B>> {
    let inner = x.slice_last(s![1..-1])?.flip(-1)?;
    x.xp().concatenate(&[x, &inner], -1)?.rfft()?.real()
}

/// The first type of sines: that of the odd one.
fn odd<B: Backend>(x: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    let zero = x.slice_last(s![..1])?.multiply(0)?;
    let whole = x.xp().concatenate(&[&zero, x, &zero, &x.flip(-1)?.negative()?], -1)?;
    whole.rfft()?.imag()?.slice_last(s![1..=n as isize])?.negative()
}

/// The second type of cosines, by a real transform of the elements at even places, followed by those at odd ones backwards (Makhoul, IEEE
/// Trans. ASSP 28, 1980). With `a[k] = exp(-i pi k / (2 n)) v[k]`, `y[k] = 2 Re(a[k])` and `y[n - k] = -2 Im(a[k])`.
fn second<B: Backend>(x: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    let (front, back) = (x.slice_last(s![..;2])?, x.slice_last(s![1..;2])?.flip(-1)?);
    let spectrum = x.xp().concatenate(&[&front, &back], -1)?.rfft()?;
    let a = spectrum.multiply(&turns(x, n / 2 + 1, [1.0, 0.0, 2.0 * n as f64])?)?;
    let high = a.imag()?.slice_last(s![1..n.div_ceil(2) as isize])?.multiply(-2)?.flip(-1)?;
    x.xp().concatenate(&[&a.real()?.multiply(2)?, &high], -1)
}

/// The third type of cosines: the steps of the second backwards.
fn third<B: Backend>(x: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    let half = n / 2 + 1;
    // x[n - k], and 0 for k of 0.
    let zero = x.slice_last(s![..1])?.multiply(0)?;
    let mirrored = x.xp().concatenate(&[&zero, &x.slice_last(s![1..])?.flip(-1)?], -1)?.slice_last(s![..half])?;
    let i = x.xp().full_of(x.dtype().complex(), [], Complex::new(0.0, 1.0))?;
    let a = x.slice_last(s![..half])?.subtract(&mirrored.multiply(&i)?)?;
    let spectrum = a.multiply(&turns(x, half, [1.0, 0.0, 2.0 * n as f64])?.conj()?)?;
    let v = spectrum.irfft_with(Fft::new().n(n).norm(FftNorm::Forward))?;
    interleaved(&v.slice_last(s![..n.div_ceil(2)])?, &v.slice_last(s![n.div_ceil(2)..])?.flip(-1)?, n)
}

/// `even[0], odd[0], even[1], ..` of `n` elements.
pub(super) fn interleaved<B: Backend>(even: &DynArray<B>, odd: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    let (evens, odds) = (n.div_ceil(2), n / 2);
    let mut odd = odd.clone();
    if odds < evens {
        let mut width = vec![(0, 0); odd.ndim()];
        width[odd.ndim() - 1].1 = 1;
        odd = odd.pad(width)?;
    }
    let pairs = even.xp().stack(&[even, &odd], -1)?;
    let mut shape = even.shape().to_vec();
    shape[even.ndim() - 1] = 2 * evens;
    pairs.reshape(&shape[..])?.slice_last(s![..n])
}

/// The fourth type of cosines: of an even length by a complex transform of half of it, of an odd one by one of twice as many elements.
fn fourth<B: Backend>(x: &DynArray<B>, n: usize) -> Result<DynArray<B>> {
    let length = n as f64;
    if n % 2 == 1 {
        let turned = x.multiply(&turns(x, n, [1.0, 0.0, 2.0 * length])?)?;
        let spectrum = turned.fft_with(Fft::new().n(2 * n))?.slice_last(s![..n])?;
        return spectrum.multiply(&turns(x, n, [2.0, 1.0, 4.0 * length])?)?.real()?.multiply(2);
    }
    let i = x.xp().full_of(x.dtype().complex(), [], Complex::new(0.0, 1.0))?;
    let pairs = x.slice_last(s![..;2])?.add(&x.flip(-1)?.slice_last(s![..;2])?.multiply(&i)?)?;
    let turn = turns(x, n / 2, [4.0, 1.0, 4.0 * length])?;
    let c = pairs.multiply(&turn)?.fft()?.multiply(&turns(x, n / 2, [4.0, 0.0, 4.0 * length])?)?;
    let (even, odd) = (c.real()?.multiply(2)?, c.imag()?.multiply(-2)?.flip(-1)?);
    interleaved(&even, &odd, n)
}
