//! Elementwise functions against NumPy's results, in every element type and several layouts.

use crate::compare::{close, flushes, is_subnormal, parts};
use crate::data::{Stored, npz};
use crate::for_types;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::{Complex, Result, s};

type Data = BTreeMap<String, Stored>;

/// How far results may be from the expected ones.
#[derive(Clone, Copy)]
struct Bound {
    /// Units in the last place, of real and of complex results.
    ulps: [f64; 2],
    /// Epsilons, where results come from cancellation.
    absolute: f64,
}

const EXACT: Bound = Bound { ulps: [0.0; 2], absolute: 0.0 };
/// What the kernels' functions promise.
const ROUNDED: Bound = Bound { ulps: [2.0, 4.0], absolute: 0.0 };

impl Bound {
    fn holds<T: Element>(&self, actual: T, expected: T) -> bool {
        let epsilon = match T::DTYPE {
            DType::F16 => 2f64.powi(-10),
            DType::BF16 => 2f64.powi(-7),
            DType::F32 => f32::EPSILON as f64,
            _ => f64::EPSILON,
        };
        let ulps = self.ulps[T::DTYPE.is_complex() as usize];
        close(actual, expected, ulps) || (parts(actual)[0] - parts(expected)[0]).abs() <= self.absolute * epsilon
    }

    #[track_caller]
    fn check<T: Element, B: Backend>(&self, actual: &Array<T, B>, expected: &[T], input: impl Fn(usize) -> String) {
        self.check_but(actual, expected, input, |_| false);
    }

    /// But for elements whose operands the device takes for zeros, and for results that it does.
    #[track_caller]
    fn check_but<T: Element, B: Backend>(
        &self,
        actual: &Array<T, B>,
        expected: &[T],
        input: impl Fn(usize) -> String,
        tiny: impl Fn(usize) -> bool,
    ) {
        let flushes = flushes::<T, B>(actual.xp());
        let actual = actual.to_vec().unwrap();
        assert_eq!(actual.len(), expected.len(), "{}", input(0));
        for (i, (&a, &e)) in actual.iter().zip(expected).enumerate() {
            if tiny(i) || flushes && is_subnormal(e) {
                continue;
            }
            assert!(self.holds(a, e), "{}: got {a:?}, expected {e:?}", input(i));
        }
    }
}

/// A vector as it is, with gaps, and backwards in memory.
pub fn layouts<T: Element, B: Backend>(x: &Array<T, B>) -> [Array<T, B>; 3] {
    let (xp, values) = (x.xp(), x.to_vec().unwrap());
    let doubled: Vec<T> = values.iter().flat_map(|&v| [v, T::default()]).collect();
    let reversed: Vec<T> = values.iter().rev().copied().collect();
    let gaps = xp.from_slice(&doubled, doubled.len()).unwrap().slice(s![..;2]).unwrap();
    let backwards = xp.from_slice(&reversed, reversed.len()).unwrap().slice(s![..;-1]).unwrap();
    [x.clone(), gaps, backwards]
}

fn stored<'a>(data: &'a Data, name: &str, dtype: DType, part: &str) -> &'a Stored {
    data.get(&format!("{dtype}/{part}")).unwrap_or_else(|| panic!("{name} of {dtype}: no {part} in the data"))
}

/// A function of one array: contiguous, strided, backwards, without dimensions, broadcast, empty.
fn unary<T: Element, R: Element, B: Backend>(
    xp: &B,
    data: &Data,
    (name, part, bound): (&str, &str, Bound),
    f: &dyn Fn(&Array<T, B>) -> Array<R, B>,
) {
    let input = stored(data, name, T::DTYPE, &part.replace("out0", "in0").replace("out1", "in0"));
    let expected = stored(data, name, T::DTYPE, part).to_vec::<R>();
    let values = input.to_vec::<T>();
    let x = input.array::<T, B>(xp);
    let describe = |i: usize| format!("{name}({:?}) of {}", values.get(i), T::DTYPE);
    let flushes = flushes::<T, B>(xp);
    let tiny = |i: usize| flushes && is_subnormal(values[i]);
    for x in layouts(&x) {
        bound.check_but(&f(&x), &expected, describe, tiny);
    }
    let scalar = x.slice(s![0]).unwrap();
    let y = f(&scalar);
    assert_eq!(y.shape(), [0usize; 0], "{name}");
    bound.check_but(&y, &expected[..1], describe, tiny);
    let wide = f(&scalar.broadcast_to([2, 3]).unwrap());
    assert_eq!(wide.shape(), [2, 3], "{name}");
    bound.check_but(&wide, &[expected[0]; 6], |_| describe(0), |_| tiny(0));
    assert_eq!(f(&x.slice(s![..0]).unwrap()).shape(), [0], "{name}");
}

/// A function of two arrays: of one shape in several layouts, broadcast, empty.
fn binary<T: Element, R: Element, B: Backend>(
    xp: &B,
    data: &Data,
    (name, part, bound): (&str, &str, Bound),
    f: &dyn Fn(&Array<T, B>, &Array<T, B>) -> Result<Array<R, B>>,
) {
    let [in0, in1] = ["in0", "in1"].map(|part| stored(data, name, T::DTYPE, part));
    let expected = stored(data, name, T::DTYPE, part).to_vec::<R>();
    let (left, right) = (in0.to_vec::<T>(), in1.to_vec::<T>());
    let (x, y) = (in0.array::<T, B>(xp), in1.array::<T, B>(xp));
    let describe = |i: usize| format!("{name}({:?}, {:?}) of {}", left.get(i), right.get(i), T::DTYPE);
    let flushes = flushes::<T, B>(xp);
    let tiny = |i: usize| flushes && (is_subnormal(left[i]) || is_subnormal(right[i]));
    for (x, y) in layouts(&x).iter().zip(layouts(&y).iter().rev()) {
        bound.check_but(&f(x, y).unwrap(), &expected, describe, tiny);
    }
    let n = left.len();
    let table = f(&x.reshape([n, 1]).unwrap(), &y).unwrap();
    assert_eq!(table.shape(), [n, n], "{name}");
    bound.check_but(&table.diagonal().unwrap(), &expected, describe, tiny);
    let none = x.slice(s![..0]).unwrap();
    assert_eq!(f(&none, &none).unwrap().shape(), [0], "{name}");
    assert!(f(&x.slice(s![..2]).unwrap(), &y.slice(s![..3]).unwrap()).is_err(), "{name}: shapes that do not match");
}

/// Checks methods of the names of the data; `name: method` for others.
macro_rules! unaries {
    ($xp:expr, $types:ident, $bound:expr; $($name:ident $(: $method:ident)?)*) => {$(
        let data = npz(concat!("ufuncs/", stringify!($name), ".npz"));
        let case = (stringify!($name), "out0", $bound);
        for_types!($types, T => unary::<T, _, _>($xp, &data, case, &|x| unaries!(@ x $name $($method)?)));
    )*};
    (@ $x:ident $name:ident) => { $x.$name() };
    (@ $x:ident $name:ident $method:ident) => { $x.$method() };
}

macro_rules! binaries {
    ($xp:expr, $types:ident, $bound:expr; $($name:ident $(: $method:ident)?)*) => {$(
        let data = npz(concat!("ufuncs/", stringify!($name), ".npz"));
        let case = (stringify!($name), "out0", $bound);
        for_types!($types, T => binary::<T, _, _>($xp, &data, case, &|x, y| binaries!(@ x y $name $($method)?)));
    )*};
    (@ $x:ident $y:ident $name:ident) => { $x.$name($y) };
    (@ $x:ident $y:ident $name:ident $method:ident) => { $x.$method($y) };
}

/// Angles and their functions.
pub fn trigonometric<B: Backend>(xp: &B) {
    unaries!(xp, all, ROUNDED; sin cos tan arcsin arcsin: asin arccos arccos: acos arctan arctan: atan);
    unaries!(xp, all, ROUNDED; sinh cosh tanh arcsinh arcsinh: asinh arccosh arccosh: acosh arctanh arctanh: atanh);
    unaries!(xp, real, ROUNDED; degrees radians deg2rad rad2deg);
    binaries!(xp, real, ROUNDED; arctan2 arctan2: atan2 hypot);
}

/// At infinities and what is no number complex functions are C's (its standard, annex G), where NumPy's are not.
pub fn complex_limits<B: Backend>(xp: &B) {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let z = [inf, -inf, nan].map(|angle| Complex::new(-inf, angle));
    let least = xp.from_slice(&z, 3).unwrap().expm1().to_vec().unwrap();
    assert!(least.iter().all(|z| z.re == -1.0 && z.im == 0.0), "{least:?}");
    let z = [1.0, -1e300].map(|y| Complex::new(nan, y));
    let unknown = xp.from_slice(&z, 2).unwrap().atanh().to_vec().unwrap();
    assert!(unknown.iter().all(|z| z.re.is_nan() && z.im.is_nan()), "{unknown:?}");
}

/// Exponents, logarithms, powers.
pub fn exponential<B: Backend>(xp: &B) {
    let cancelling = Bound { absolute: 2.0, ..ROUNDED };
    unaries!(xp, all, ROUNDED; exp expm1 exp2 log log2 log10 log1p sqrt);
    unaries!(xp, real, ROUNDED; cbrt);
    unaries!(xp, real, cancelling; i0 sinc);
    binaries!(xp, real, cancelling; logaddexp logaddexp2);
    for_types!(floats, T => {
        let x = xp.arange(((-20f64).cast::<T>(), 20f64.cast(), 1f64.cast())).unwrap();
        assert_eq!(x.logaddexp2(&x).unwrap().to_vec().unwrap(), x.add(1f64.cast::<T>()).unwrap().to_vec().unwrap());
    });
    let half = xp.from_slice(&[-std::f64::consts::LN_2], 1).unwrap();
    let rest = half.logaddexp(&half).unwrap().item().unwrap();
    assert!((rest - 2.3190468138462996e-17).abs() < 1e-24, "{rest:e}");
    binaries!(xp, integers, EXACT; power);
    // The logarithm's rounding errors are multiplied by the exponent: |y ln x| is up to 10 in the data.
    let powers = Bound { ulps: [2.0, 14.0], ..ROUNDED };
    binaries!(xp, inexact, powers; power power: pow);
    binaries!(xp, all, powers; float_power);
}

/// Arithmetic that is exact, or rounded once.
pub fn arithmetic<B: Backend>(xp: &B) {
    let complex = Bound { ulps: [0.0, 2.0], ..EXACT };
    binaries!(xp, all, complex; add multiply true_divide: divide true_divide);
    binaries!(xp, numbers, complex; subtract);
    binaries!(xp, real_numbers, EXACT; floor_divide remainder remainder: mod_ fmod);
    binaries!(xp, integers, EXACT; gcd lcm);
    binaries!(xp, real, EXACT; heaviside);
    unaries!(xp, numbers, complex; square reciprocal sign positive negative);
    unaries!(xp, all, complex; absolute absolute: abs);
    unaries!(xp, real, EXACT; fabs);
    let data = npz("ufuncs/divmod.npz");
    for_types!(real_numbers, T => {
        binary::<T, _, _>(xp, &data, ("divmod", "out0", EXACT), &|x, y| Ok(x.divmod(y)?.0));
        binary::<T, _, _>(xp, &data, ("divmod", "out1", EXACT), &|x, y| Ok(x.divmod(y)?.1));
    });
}

/// Rounding, and the parts of floats.
pub fn rounding_and_parts<B: Backend>(xp: &B) {
    unaries!(xp, all, EXACT; rint);
    unaries!(xp, real, EXACT; floor ceil trunc fix);
    let data = npz("ufuncs/round.npz");
    for decimals in [0, 2, -1] {
        let part = format!("decimals={decimals}/out0");
        for_types!(inexact, T => {
            unary::<T, _, _>(xp, &data, ("round", &part, EXACT), &|x| x.round(decimals));
            unary::<T, _, _>(xp, &data, ("around", &part, EXACT), &|x| x.around(decimals))
        });
    }
    for decimals in [0, 2] {
        let part = format!("decimals={decimals}/out0");
        for_types!(integers, T => unary::<T, _, _>(xp, &data, ("round", &part, EXACT), &|x| x.round(decimals)));
    }
    // NumPy's results beyond the type depend on the machine.
    for_types!(integers, T => {
        let x = xp.from_slice(&[0, 4, 5, 15, 25, 26, 99, 104].map(|i: i32| i.cast::<T>()), 8).unwrap();
        let tens = [0, 0, 0, 20, 20, 30, 100, 100].map(|i: i32| i.cast::<T>());
        assert_eq!(x.round(-1).to_vec().unwrap(), tens);
        for decimals in [-20, -400, i32::MIN] {
            assert_eq!(x.round(decimals).to_vec().unwrap(), [T::default(); 8]);
        }
        assert_eq!(x.round(i32::MAX).to_vec().unwrap(), x.to_vec().unwrap());
    });
    // Integers that `f64` does not hold, ties, and what does not fit and wraps.
    let rounded = |x: &[i64], decimals| xp.from_slice(x, x.len()).unwrap().round(decimals).to_vec().unwrap();
    let large = (1i64 << 53) + 1; // ends in 993
    assert_eq!(rounded(&[large, -large, large + 2, large + 12], -1), [large - 3, 3 - large, large + 7, large + 7]);
    assert_eq!(rounded(&[-5, -15, -25, -26, i64::MAX], -1), [0, -20, -20, -30, i64::MIN + 2]);
    assert_eq!(
        rounded(&[i64::MIN + 1, i64::MAX, 4_500_000_000_000_000_000], -18),
        [-9, 9, 4].map(|x| x * 10i64.pow(18))
    );
    assert_eq!(rounded(&[5_000_000_000_000_000_000, -4_999_999_999_999_999_999, 7], -19), [0; 3]);
    let x = xp.from_slice(&[(1u64 << 63) + 7, (1 << 63) + 15, u64::MAX - 20, u64::MAX], 4).unwrap();
    let tens = [(1u64 << 63) + 12, (1 << 63) + 12, u64::MAX - 15, 4];
    assert_eq!(x.round(-1).to_vec().unwrap(), tens);
    let x = xp
        .from_slice(&[15_000_000_000_000_000_000u64, 14_999_999_999_999_999_999, 5_000_000_000_000_000_000], 3)
        .unwrap();
    let nineteen = 10u64.pow(19);
    assert_eq!(x.round(-19).to_vec().unwrap(), [nineteen.wrapping_mul(2), nineteen, 0]);
    assert_eq!(xp.from_slice(&[255u8, 254, 5], 3).unwrap().round(-1).to_vec().unwrap(), [4, 250, 0]);
    assert_eq!(xp.from_slice(&[i8::MIN, 127], 2).unwrap().round(-1).to_vec().unwrap(), [126, -126]);
    assert_eq!(xp.from_slice(&[1.5, f64::INFINITY], 2).unwrap().round(i32::MIN).to_string(), "[nan nan]");
    unaries!(xp, real, EXACT; signbit spacing);
    binaries!(xp, real, EXACT; copysign nextafter);
    let [modf, frexp] = ["modf", "frexp"].map(|name| npz(&format!("ufuncs/{name}.npz")));
    for_types!(real, T => {
        unary::<T, _, _>(xp, &modf, ("modf", "out0", EXACT), &|x| x.modf().0);
        unary::<T, _, _>(xp, &modf, ("modf", "out1", EXACT), &|x| x.modf().1);
        unary::<T, _, _>(xp, &frexp, ("frexp", "out0", EXACT), &|x| x.frexp().0);
        unary::<T, _, _>(xp, &frexp, ("frexp", "out1", EXACT), &|x| x.frexp().1)
    });
    let ldexp = npz("ufuncs/ldexp.npz");
    for_types!(floats, T => {
        let [x, e, expected] = ["in0", "in1", "out0"].map(|part| stored(&ldexp, "ldexp", T::DTYPE, part));
        let y = x.array::<T, B>(xp).ldexp(&e.array(xp)).unwrap();
        let (values, flushes) = (x.to_vec::<T>(), flushes::<T, B>(xp));
        let tiny = |i: usize| flushes && is_subnormal(values[i]);
        EXACT.check_but(&y, &expected.to_vec(), |i| format!("ldexp of {}, element {i}", T::DTYPE), tiny);
    });
}

/// Complex numbers, special values, extrema.
pub fn parts_and_extrema<B: Backend>(xp: &B) {
    unaries!(xp, numbers, EXACT; conj conj: conjugate);
    unaries!(xp, all, EXACT; real imag);
    unaries!(xp, numbers, ROUNDED; angle);
    binaries!(xp, all, EXACT; maximum minimum fmax fmin);
    let clip = npz("ufuncs/clip.npz");
    let nan_to_num = npz("ufuncs/nan_to_num.npz");
    for_types!(all, T => {
        let [x, low, high, expected] = ["in0", "in1", "in2", "out0"].map(|part| stored(&clip, "clip", T::DTYPE, part));
        let (x, expected) = (x.array::<T, B>(xp), expected.to_vec::<T>());
        let (low, high) = (low.array::<T, B>(xp), high.array::<T, B>(xp));
        let describe = |i| format!("clip of {}, element {i}", T::DTYPE);
        EXACT.check(&x.clip(&low, &high).unwrap(), &expected, describe);
        let [low, high] = [low, high].map(|limit| limit.slice(s![0]).unwrap().item().unwrap());
        EXACT.check(&x.clip(low, high).unwrap(), &expected, describe);
        unary::<T, _, _>(xp, &nan_to_num, ("nan_to_num", "out0", EXACT), &|x| x.nan_to_num())
    });
    let x = xp.from_slice(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5], 4).unwrap();
    assert_eq!(
        x.nan_to_num_with(NanToNum::new().nan(1.0).posinf(2.0).neginf(3.0)).to_vec().unwrap(),
        [1.0, 2.0, 3.0, 1.5]
    );
}

/// Logic, comparison, bits.
pub fn logic_and_bits<B: Backend>(xp: &B) {
    unaries!(xp, all, EXACT; isfinite isinf isnan iscomplex isreal logical_not);
    unaries!(xp, real, EXACT; isneginf isposinf);
    binaries!(xp, all, EXACT; logical_and logical_or logical_xor);
    binaries!(xp, all, EXACT; equal not_equal less less_equal greater greater_equal);
    unaries!(xp, bits, EXACT; invert invert: bitwise_not invert: bitwise_invert bitwise_count);
    binaries!(xp, bits, EXACT; bitwise_and bitwise_or bitwise_xor);
    binaries!(xp, integers, EXACT; left_shift left_shift: bitwise_left_shift);
    binaries!(xp, integers, EXACT; right_shift right_shift: bitwise_right_shift);
    let data = npz("ufuncs/isclose.npz");
    for_types!(all, T => {
        binary::<T, _, _>(xp, &data, ("isclose", "out0", EXACT), &|x, y| x.isclose(y))
    });
}
