//! Arithmetic of floats. What the hardware approximates is rounded correctly here; where it gives few bits, as the
//! reciprocals of `f64`, so few are given, so that what refines them has to.

use super::Function::{self, F16, F64, Mixed};
use super::Type;
use super::rows::singles;
use super::{f16_of, f32_of, ldexp, nearest16, of_f32};
use half::f16;

/// `minNum` of IEEE 754-2008, where -0 is less than 0.
fn least<T: PartialOrd + Copy>(a: T, b: T, negative: impl Fn(T) -> bool) -> T {
    match () {
        () if a.partial_cmp(&a).is_none() => b,
        () if b.partial_cmp(&b).is_none() => a,
        () if a < b || (a == b && negative(a)) => a,
        () => b,
    }
}

fn most<T: PartialOrd + Copy>(a: T, b: T, negative: impl Fn(T) -> bool) -> T {
    match () {
        () if a.partial_cmp(&a).is_none() => b,
        () if b.partial_cmp(&b).is_none() => a,
        () if a > b || (a == b && negative(b)) => a,
        () => b,
    }
}

pub fn min32(a: f32, b: f32) -> f32 {
    least(a, b, f32::is_sign_negative)
}

pub fn max32(a: f32, b: f32) -> f32 {
    most(a, b, f32::is_sign_negative)
}

pub fn min64(a: f64, b: f64) -> f64 {
    least(a, b, f64::is_sign_negative)
}

pub fn max64(a: f64, b: f64) -> f64 {
    most(a, b, f64::is_sign_negative)
}

fn min16(a: f16, b: f16) -> f16 {
    least(a, b, f16::is_sign_negative)
}

fn max16(a: f16, b: f16) -> f16 {
    most(a, b, f16::is_sign_negative)
}

/// The one in the middle; the least if one is not a number.
fn med32(a: f32, b: f32, c: f32) -> f32 {
    match a.is_nan() || b.is_nan() || c.is_nan() {
        true => min32(min32(a, b), c),
        false => max32(min32(a, b), min32(max32(a, b), c)),
    }
}

fn med16(a: f16, b: f16, c: f16) -> f16 {
    match a.is_nan() || b.is_nan() || c.is_nan() {
        true => min16(min16(a, b), c),
        false => max16(min16(a, b), min16(max16(a, b), c)),
    }
}

/// An `f16` function by way of `f64`, where sums and products of two are exact enough to be rounded once.
fn half(x: f64) -> f16 {
    nearest16(x)
}

fn wide(x: f16) -> f64 {
    x.to_f64()
}

/// `a * b + c` in one rounding: the product is exact in `f64`, and what rounding the sum to odd keeps lets the second
/// rounding be right.
fn fma16(a: f16, b: f16, c: f16) -> f16 {
    let (product, c) = (wide(a) * wide(b), wide(c));
    let sum = product + c;
    let error = if product.abs() > c.abs() { c - (sum - product) } else { product - (sum - c) };
    match sum.is_finite() && error != 0.0 && sum.to_bits() & 1 == 0 {
        false => half(sum),
        true => {
            let away = (error > 0.0) == (sum > 0.0);
            half(f64::from_bits(if away { sum.to_bits() | 1 } else { sum.to_bits() - 1 }))
        }
    }
}

/// Without the bits that the hardware's approximation does not have.
fn coarse(x: f64) -> f64 {
    match x.is_finite() {
        true => f64::from_bits(x.to_bits() & !((1 << 28) - 1)),
        false => x,
    }
}

/// Subnormal numbers are zeros to the approximations of exponentials and logarithms.
fn flushed(x: f32) -> f32 {
    if x.is_subnormal() { 0f32.copysign(x) } else { x }
}

/// The sine of turns, or the cosine.
fn turns(x: f32, function: fn(f64) -> f64) -> f32 {
    let x = f64::from(x);
    function((x - x.trunc()) * std::f64::consts::TAU) as f32
}

fn fract32(x: f32) -> f32 {
    if x.is_finite() { (x - x.floor()).min(f32::from_bits(0x3f7f_ffff)) } else { f32::NAN }
}

fn fract64(x: f64) -> f64 {
    if x.is_finite() { (x - x.floor()).min(f64::from_bits(0x3fef_ffff_ffff_ffff)) } else { f64::NAN }
}

/// The significand in [0.5, 1) and the exponent.
pub fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (x, by) = if x.is_subnormal() { (x * 2f64.powi(64), 64) } else { (x, 0) };
    let exponent = (x.to_bits() >> 52 & 0x7ff) as i32 - 1022;
    (ldexp(x, -exponent), exponent - by)
}

pub fn named(name: &str) -> Option<Function> {
    use Type::{B32, F16 as Half, F32 as Single, F64 as Double};
    const SCALED: [Type; 4] = [Single, B32, B32, B32];
    Some(match name {
        "add_f32" => singles!(|a, b, _| a + b),
        "sub_f32" => singles!(|a, b, _| a - b),
        "subrev_f32" => singles!(|a, b, _| b - a),
        "mul_f32" => singles!(|a, b, _| a * b),
        "fma_f32" | "fmac_f32" | "fmaak_f32" => singles!(f32::mul_add),
        "mad_f32" | "mac_f32" | "madak_f32" => {
            singles!(|a, b, c| flushed(flushed(flushed(a) * flushed(b)) + flushed(c)))
        }
        "fmamk_f32" => singles!(|a, k, c| a.mul_add(k, c)),
        "madmk_f32" => singles!(|a, k, c| flushed(flushed(flushed(a) * flushed(k)) + flushed(c))),
        "min_f32" | "min_num_f32" => singles!(|a, b, _| min32(a, b)),
        "max_f32" | "max_num_f32" => singles!(|a, b, _| max32(a, b)),
        "min3_f32" | "min3_num_f32" => singles!(|a, b, c| min32(min32(a, b), c)),
        "max3_f32" | "max3_num_f32" => singles!(|a, b, c| max32(max32(a, b), c)),
        "minmax_f32" | "minmax_num_f32" => singles!(|a, b, c| max32(min32(a, b), c)),
        "maxmin_f32" | "maxmin_num_f32" => singles!(|a, b, c| min32(max32(a, b), c)),
        "med3_f32" | "med3_num_f32" => singles!(med32),
        "trunc_f32" => singles!(|a, _, _| a.trunc()),
        "ceil_f32" => singles!(|a, _, _| a.ceil()),
        "floor_f32" => singles!(|a, _, _| a.floor()),
        "rndne_f32" => singles!(|a, _, _| a.round_ties_even()),
        "fract_f32" => singles!(|a, _, _| fract32(a)),
        "rcp_f32" | "rcp_iflag_f32" | "s_rcp_f32" => singles!(|a, _, _| (1.0 / f64::from(a)) as f32),
        "rsq_f32" | "s_rsq_f32" => singles!(|a, _, _| (1.0 / f64::from(a).sqrt()) as f32),
        "sqrt_f32" | "s_sqrt_f32" => singles!(|a, _, _| a.sqrt()),
        "exp_f32" | "s_exp_f32" => singles!(|a, _, _| flushed(f64::from(flushed(a)).exp2() as f32)),
        "log_f32" | "s_log_f32" => singles!(|a, _, _| f64::from(flushed(a)).log2() as f32),
        "sin_f32" => singles!(|a, _, _| turns(a, f64::sin)),
        "cos_f32" => singles!(|a, _, _| turns(a, f64::cos)),
        "ldexp_f32" => Mixed(Single, SCALED, |[a, b, ..]| of_f32(ldexp(f32_of(a).into(), b as i32) as f32)),
        "frexp_mant_f32" => singles!(|a, _, _| frexp(a.into()).0 as f32),
        "frexp_exp_i32_f32" => Mixed(B32, [Single; 4], |[a, ..]| frexp(f32_of(a).into()).1 as u32 as u64),
        "add_f64" => F64(|a, b, _| a + b),
        "mul_f64" => F64(|a, b, _| a * b),
        "fma_f64" | "fmac_f64" => F64(f64::mul_add),
        "min_f64" | "min_num_f64" => F64(|a, b, _| min64(a, b)),
        "max_f64" | "max_num_f64" => F64(|a, b, _| max64(a, b)),
        "trunc_f64" => F64(|a, _, _| a.trunc()),
        "ceil_f64" => F64(|a, _, _| a.ceil()),
        "floor_f64" => F64(|a, _, _| a.floor()),
        "rndne_f64" => F64(|a, _, _| a.round_ties_even()),
        "fract_f64" => F64(|a, _, _| fract64(a)),
        "rcp_f64" => F64(|a, _, _| coarse(1.0 / a)),
        "rsq_f64" => F64(|a, _, _| coarse(1.0 / a.sqrt())),
        "sqrt_f64" => F64(|a, _, _| coarse(a.sqrt())),
        "ldexp_f64" => {
            Mixed(Double, [Double, B32, B32, B32], |[a, b, ..]| ldexp(f64::from_bits(a), b as i32).to_bits())
        }
        "frexp_mant_f64" => F64(|a, _, _| frexp(a).0),
        "frexp_exp_i32_f64" => Mixed(B32, [Double; 4], |[a, ..]| frexp(f64::from_bits(a)).1 as u32 as u64),
        "add_f16" => F16(|a, b, _| half(wide(a) + wide(b))),
        "sub_f16" => F16(|a, b, _| half(wide(a) - wide(b))),
        "subrev_f16" => F16(|a, b, _| half(wide(b) - wide(a))),
        "mul_f16" => F16(|a, b, _| half(wide(a) * wide(b))),
        "fma_f16" | "fmac_f16" | "fmaak_f16" | "fmamk_f16" => F16(fma16),
        "mad_f16" | "mac_f16" => F16(|a, b, c| half(wide(half(wide(a) * wide(b))) + wide(c))),
        "min_f16" | "min_num_f16" => F16(|a, b, _| min16(a, b)),
        "max_f16" | "max_num_f16" => F16(|a, b, _| max16(a, b)),
        "min3_f16" | "min3_num_f16" => F16(|a, b, c| min16(min16(a, b), c)),
        "max3_f16" | "max3_num_f16" => F16(|a, b, c| max16(max16(a, b), c)),
        "med3_f16" | "med3_num_f16" => F16(med16),
        "trunc_f16" => F16(|a, _, _| half(wide(a).trunc())),
        "ceil_f16" => F16(|a, _, _| half(wide(a).ceil())),
        "floor_f16" => F16(|a, _, _| half(wide(a).floor())),
        "rndne_f16" => F16(|a, _, _| half(wide(a).round_ties_even())),
        "rcp_f16" => F16(|a, _, _| half(1.0 / wide(a))),
        "rsq_f16" => F16(|a, _, _| half(1.0 / wide(a).sqrt())),
        "sqrt_f16" => F16(|a, _, _| half(wide(a).sqrt())),
        "exp_f16" => F16(|a, _, _| half(wide(a).exp2())),
        "log_f16" => F16(|a, _, _| half(wide(a).log2())),
        "ldexp_f16" => Mixed(Half, [Half, Type::B16, B32, B32], |[a, b, ..]| {
            half(ldexp(wide(f16_of(a)), i32::from(b as i16))).to_bits().into()
        }),
        "frexp_mant_f16" => F16(|a, _, _| half(frexp(wide(a)).0)),
        "frexp_exp_i16_f16" => Mixed(Type::B16, [Half; 4], |[a, ..]| frexp(wide(f16_of(a))).1 as u16 as u64),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32s(name: &str, a: f32, b: f32) -> f32 {
        let (result, _) = named(name).unwrap().call([of_f32(a), of_f32(b), 0, 0]);
        f32_of(result)
    }

    #[test]
    fn extrema_of_zeros_and_of_what_is_no_number() {
        assert!(f32s("min_f32", 0.0, -0.0).is_sign_negative() && f32s("min_f32", -0.0, 0.0).is_sign_negative());
        assert!(f32s("max_f32", 0.0, -0.0).is_sign_positive() && f32s("max_f32", -0.0, 0.0).is_sign_positive());
        assert_eq!(f32s("min_f32", f32::NAN, 2.0), 2.0);
        assert_eq!(f32s("max_f32", 2.0, f32::NAN), 2.0);
    }

    #[test]
    fn approximations_are_as_coarse_as_the_hardware_s() {
        let (bits, _) = named("rcp_f64").unwrap().call([3f64.to_bits(), 0, 0, 0]);
        let error = (f64::from_bits(bits) * 3.0 - 1.0).abs();
        assert!(error > 1e-10 && error < 1e-7, "{error}");
        assert_eq!(f32s("log_f32", f32::from_bits(1), 0.0), f32::NEG_INFINITY);
        assert_eq!(f32s("exp_f32", -140.0, 0.0), 0.0);
    }

    #[test]
    fn significands_and_exponents() {
        for x in [1.0, 0.75, -3.0e300, 1e-310, f64::from_bits(1)] {
            let (m, e) = frexp(x);
            assert!((0.5..1.0).contains(&m.abs()) && ldexp(m, e) == x, "{x}: {m} {e}");
        }
    }

    #[test]
    fn a_fused_product_of_halves_rounds_once() {
        // 1 + 2^-11 is a tie, which 2^-24 decides.
        let [one, tie, little] = [1.0, 2f64.powi(-11), 2f64.powi(-24)].map(f16::from_f64);
        assert_eq!(fma16(one, tie, one), one);
        let above = f16::from_bits(tie.to_bits() + 1);
        assert!(fma16(one, above, one) > one);
        // The product is inexact in f16 but not lost: (1 + 2^-10)^2 - (1 + 2^-9) = 2^-20.
        let a = f16::from_f64(1.0 + 2f64.powi(-10));
        let c = f16::from_f64(-(1.0 + 2f64.powi(-9)));
        assert_eq!(fma16(a, a, c).to_f64(), 2f64.powi(-20));
        assert!(little.to_f64() > 0.0);
    }
}
