//! Scalars of any element type, as the reference computes with them.

use half::{bf16, f16};
use num_complex::Complex;
use xparray_ir::{DType, Element, Kind, Scalar};

/// A value: exact for integers, in double precision for floats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum V {
    I(i128),
    F(f64),
    C(Complex<f64>),
}

impl V {
    /// A value of a type from its scalar.
    pub fn of(scalar: Scalar) -> V {
        match scalar.dtype().kind() {
            Kind::Bool | Kind::Unsigned => V::I(scalar.get::<u64>().into()),
            Kind::Signed => V::I(scalar.get::<i64>().into()),
            Kind::Float => V::F(scalar.get()),
            Kind::Complex => V::C(scalar.get()),
        }
    }

    /// The scalar of a value; the value is first rounded or wrapped to the type.
    pub fn scalar(self, dtype: DType) -> Scalar {
        fn make<T: Element>(v: V) -> Scalar {
            Scalar::new(match v {
                V::I(x) if T::DTYPE.kind() == Kind::Unsigned => (x as u64).cast::<T>(),
                V::I(x) => (x as i64).cast::<T>(),
                V::F(x) if T::DTYPE == DType::F16 => return Scalar::new(f16::from_bits(nearest_half(x, DType::F16))),
                V::F(x) if T::DTYPE == DType::BF16 => {
                    return Scalar::new(bf16::from_bits(nearest_half(x, DType::BF16)));
                }
                V::F(x) => x.cast::<T>(),
                V::C(x) => x.cast::<T>(),
            })
        }
        xparray_ir::dispatch_dtype!(dtype, T => make::<T>(self))
    }

    /// As a value of the type.
    pub fn rounded(self, dtype: DType) -> V {
        V::of(self.scalar(dtype))
    }

    pub fn i(self) -> i128 {
        match self {
            V::I(x) => x,
            other => panic!("{other:?} is no integer"),
        }
    }

    pub fn f(self) -> f64 {
        match self {
            V::F(x) => x,
            other => panic!("{other:?} is no float"),
        }
    }

    pub fn c(self) -> Complex<f64> {
        match self {
            V::C(x) => x,
            other => panic!("{other:?} is not complex"),
        }
    }

    pub fn is_nan(self) -> bool {
        match self {
            V::I(_) => false,
            V::F(x) => x.is_nan(),
            V::C(x) => x.re.is_nan() || x.im.is_nan(),
        }
    }
}

/// The bits of the nearest `f16` or `bf16`, ties to even. (The `half` crate's conversions from
/// `f64` do not round all digits at once.)
pub fn nearest_half(x: f64, dtype: DType) -> u16 {
    let (infinity, value): (u16, fn(u16) -> f64) = match dtype {
        DType::F16 => (0x7c00, |bits| f16::from_bits(bits).to_f64()),
        _ => (0x7f80, |bits| bf16::from_bits(bits).to_f64()),
    };
    if x.is_nan() {
        return infinity + 1;
    }
    // Magnitudes rise with their bits.
    let (mut low, mut high) = (0, infinity);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if value(middle) <= x.abs() { low = middle } else { high = middle }
    }
    // Infinity stands where the next finite number would be.
    let limit = 2.0 * value(infinity - 1) - value(infinity - 2);
    let high_value = if high == infinity { limit } else { value(high) };
    let (below, above) = (x.abs() - value(low), high_value - x.abs());
    let nearest = if below < above || (below == above && low % 2 == 0) { low } else { high };
    nearest | (x.is_sign_negative() as u16) << 15
}

/// The distance from 1 to the next value.
pub fn epsilon(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => f16::EPSILON.to_f64(),
        DType::BF16 => bf16::EPSILON.to_f64(),
        DType::F32 | DType::Complex64 => f32::EPSILON.into(),
        DType::F64 | DType::Complex128 => f64::EPSILON,
        _ => 0.0,
    }
}

fn least_normal(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => f16::MIN_POSITIVE.to_f64(),
        DType::F64 | DType::Complex128 => f64::MIN_POSITIVE,
        _ => f32::MIN_POSITIVE.into(),
    }
}

/// Whether `found` is `expected` within so many units in the last place; NaN is NaN, and zeros
/// have signs if `ulps` is 0.
pub fn near(found: V, expected: V, dtype: DType, ulps: f64) -> bool {
    let close = |a: f64, b: f64, size: f64| {
        if a.is_nan() || b.is_nan() || a.is_infinite() || b.is_infinite() {
            return (a.is_nan() && b.is_nan()) || a == b;
        }
        if ulps == 0.0 {
            return a == b && a.is_sign_negative() == b.is_sign_negative();
        }
        (a - b).abs() <= ulps * epsilon(dtype) * size.max(least_normal(dtype))
    };
    match (found, expected) {
        (V::I(a), V::I(b)) => a == b,
        (V::F(a), V::F(b)) => close(a, b, b.abs()),
        // Errors of one part are relative to the whole number.
        (V::C(a), V::C(b)) => {
            let size = if b.norm().is_finite() { b.norm() } else { 1.0 };
            close(a.re, b.re, size) && close(a.im, b.im, size)
        }
        _ => false,
    }
}

/// Values of a type with its limits and special values.
pub fn samples(dtype: DType) -> Vec<V> {
    let values: Vec<V> = match dtype.kind() {
        Kind::Bool => vec![V::I(0), V::I(1)],
        Kind::Signed | Kind::Unsigned => {
            let bits = 8 * dtype.size() as i128;
            let low = if dtype.kind() == Kind::Signed { -(1 << (bits - 1)) } else { 0 };
            let high = low + (1i128 << bits) - 1;
            let small = [0, 1, 2, 3, 5, 7, 8, 12, 31, 64, 100, -1, -2, -3, -7, -50, low, low + 1, high, high - 1];
            small.into_iter().filter(|x| (low..=high).contains(x)).map(V::I).collect()
        }
        Kind::Float => floats().into_iter().map(V::F).collect(),
        Kind::Complex => {
            let parts = [0.0, -0.0, 1.0, -1.0, 0.5, 2.25, -3.5, f64::INFINITY, f64::NAN];
            parts.iter().flat_map(|&re| parts.iter().map(move |&im| V::C(Complex::new(re, im)))).collect()
        }
    };
    values.into_iter().map(|v| v.rounded(dtype)).collect()
}

fn floats() -> Vec<f64> {
    let mut values =
        vec![0.0, 1.0, 0.5, 1.5, 2.5, 3.5, 0.1, 0.7, 3.0, 10.0, 57.25, 1e4, 1e-3, 1e-7, 1e30, 1e-40, 1e300];
    values.extend([2.0, 0.999, 1.001, 100.0, f64::INFINITY]);
    let negative: Vec<f64> = values.iter().map(|x| -x).collect();
    values.extend(negative);
    values.push(f64::NAN);
    values
}
