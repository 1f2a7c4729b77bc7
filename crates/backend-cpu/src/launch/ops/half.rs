//! `f16` and `bf16`. In tiles they are `f32`, rounded after each operation to what the type can
//! hold; memory holds their 16 bits. All conversions are without branches, so that they vectorise.

use super::maps::{TileFn, map1, map2};
use crate::simd::{Cold, Warm};
use xparray_ir::DType;

const MAGNITUDE: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;
/// 2^-14, the least normal `f16`.
const LEAST_NORMAL: u32 = 113 << 23;
/// 65520, from which on numbers round to infinity.
const OVERFLOW: u32 = 0x477f_f000;

#[inline(always)]
fn f16_to_f32(bits: u16) -> f32 {
    let magnitude = u32::from(bits & 0x7fff);
    // The bias of the exponent differs by 112; multiplying also normalises subnormals.
    let finite = (f32::from_bits(magnitude << 13) * f32::from_bits((112 + 127) << 23)).to_bits();
    let value = if magnitude >= 0x7c00 { magnitude << 13 | INFINITY } else { finite };
    f32::from_bits(value | u32::from(bits & 0x8000) << 16)
}

/// The magnitude of a subnormal `f16` as a multiple of its unit, 2^-24: the spacing of `f32`
/// between a half and one.
#[inline(always)]
fn subnormal(magnitude: u32) -> f32 {
    f32::from_bits(magnitude) + 0.5
}

#[inline(always)]
fn f32_to_f16(x: f32) -> u16 {
    let magnitude = x.to_bits() & MAGNITUDE;
    let normal = magnitude.wrapping_add(0xfff + (magnitude >> 13 & 1)).wrapping_sub(112 << 23) >> 13;
    let tiny = subnormal(magnitude).to_bits().wrapping_sub(0.5f32.to_bits());
    let finite = if magnitude < LEAST_NORMAL { tiny } else { normal };
    let value = if magnitude >= OVERFLOW { 0x7c00 } else { finite };
    let value = if magnitude > INFINITY { 0x7e00 | (magnitude >> 13 & 0x3ff) } else { value };
    (value | (x.to_bits() >> 16 & 0x8000)) as u16
}

#[inline(always)]
fn round_f16(x: f32) -> f32 {
    let magnitude = x.to_bits() & MAGNITUDE;
    let normal = magnitude.wrapping_add(0xfff + (magnitude >> 13 & 1)) & !0x1fff;
    let tiny = (subnormal(magnitude) - 0.5).to_bits();
    let finite = if magnitude < LEAST_NORMAL { tiny } else { normal };
    let value = if magnitude >= OVERFLOW { INFINITY } else { finite };
    let value = if magnitude > INFINITY { magnitude } else { value };
    f32::from_bits(value | x.to_bits() & !MAGNITUDE)
}

#[inline(always)]
fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

#[inline(always)]
fn round_bf16(x: f32) -> f32 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) & 0xffff_0000;
    f32::from_bits(if bits & MAGNITUDE > INFINITY { bits | 0x40_0000 } else { rounded })
}

#[inline(always)]
fn f32_to_bf16(x: f32) -> u16 {
    (round_bf16(x).to_bits() >> 16) as u16
}

/// To `f32`, so that rounding further to a half type rounds only once: towards zero, with the last
/// bit set if that was not exact.
#[inline(always)]
fn round_to_odd(x: f64) -> f32 {
    let near = x as f32;
    let bits = near.to_bits();
    let back = near as f64;
    let truncated = bits.wrapping_sub((back.abs() > x.abs()) as u32);
    f32::from_bits(if back == x || x.is_nan() { bits } else { truncated | 1 })
}

/// `f64` to an `f32` that [`round`] makes the nearest half.
pub fn narrow() -> TileFn {
    map1(Warm, round_to_odd)
}

/// Rounding of an `f32` tile to a half type; `None` for other types.
pub fn round(dtype: DType) -> Option<TileFn> {
    match dtype {
        DType::F16 => Some(map1(Warm, round_f16)),
        DType::BF16 => Some(map1(Warm, round_bf16)),
        _ => None,
    }
}

/// From memory to an `f32` tile; `None` for other types.
pub fn unpack(dtype: DType) -> Option<TileFn> {
    match dtype {
        DType::F16 => Some(map1(Warm, f16_to_f32)),
        DType::BF16 => Some(map1(Warm, bf16_to_f32)),
        _ => None,
    }
}

/// From an `f32` tile to memory, rounding; `None` for other types.
pub fn pack(dtype: DType) -> Option<TileFn> {
    match dtype {
        DType::F16 => Some(map1(Warm, f32_to_f16)),
        DType::BF16 => Some(map1(Warm, f32_to_bf16)),
        _ => None,
    }
}

/// The next value of magnitude bits towards another, both as sign and magnitude.
fn step(x: u16, up: bool) -> u16 {
    match x {
        0 | 0x8000 => 1 | (!up as u16) << 15,
        _ if (x & 0x8000 == 0) == up => x + 1,
        _ => x - 1,
    }
}

/// `nextafter` in the steps of a half type; `None` for other types.
pub fn next_after(dtype: DType) -> Option<TileFn> {
    fn next(x: f32, y: f32, pack: fn(f32) -> u16, unpack: fn(u16) -> f32) -> f32 {
        if x.is_nan() || y.is_nan() {
            x + y
        } else if x == y {
            y
        } else {
            unpack(step(pack(x), x < y))
        }
    }
    match dtype {
        DType::F16 => Some(map2(Cold, |x: f32, y: f32| next(x, y, f32_to_f16, f16_to_f32))),
        DType::BF16 => Some(map2(Cold, |x: f32, y: f32| next(x, y, f32_to_bf16, bf16_to_f32))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::values::nearest_half;
    use super::*;
    use half::{bf16, f16};

    #[test]
    fn every_half_survives() {
        for bits in 0..=u16::MAX {
            let (x, y) = (f16::from_bits(bits), bf16::from_bits(bits));
            if x.is_nan() {
                assert!(f16_to_f32(bits).is_nan() && f16::from_bits(f32_to_f16(f16_to_f32(bits))).is_nan());
            } else {
                assert_eq!(f16_to_f32(bits).to_bits(), x.to_f32().to_bits());
                assert_eq!(f32_to_f16(x.to_f32()), bits);
                assert_eq!(round_f16(x.to_f32()).to_bits(), x.to_f32().to_bits());
            }
            if y.is_nan() {
                assert!(bf16_to_f32(bits).is_nan() && bf16::from_bits(f32_to_bf16(bf16_to_f32(bits))).is_nan());
            } else {
                assert_eq!(bf16_to_f32(bits), y.to_f32());
                assert_eq!(f32_to_bf16(y.to_f32()), bits);
            }
        }
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        for i in 0..4_000_000u32 {
            let x = f32::from_bits(i.wrapping_mul(1073));
            let (a, b) = (f16::from_f32(x), bf16::from_f32(x));
            if x.is_nan() {
                assert!(round_f16(x).is_nan() && round_bf16(x).is_nan());
                continue;
            }
            assert_eq!(f32_to_f16(x), a.to_bits(), "{x}");
            assert_eq!(f32_to_bf16(x), b.to_bits(), "{x}");
            assert_eq!(round_f16(x).to_bits(), a.to_f32().to_bits(), "{x}");
            assert_eq!(round_bf16(x).to_bits(), b.to_f32().to_bits(), "{x}");
        }
        for tie in [65519.996f32, 65520.0, 1.5 / 16_777_216.0, 0.5 / 16_777_216.0, 1.0 + 1.0 / 2048.0] {
            assert_eq!(f32_to_f16(tie), f16::from_f32(tie).to_bits());
        }
    }

    #[test]
    fn narrowing_through_odd_rounds_once() {
        let mut x = 1.0f64;
        for i in 0..100_000u64 {
            // Near ties of both types: a half step and a little, at many magnitudes.
            x = f64::from_bits(x.to_bits().wrapping_mul(6364136223846793005).wrapping_add(i));
            if x.is_nan() {
                x = 1.25;
            }
            let scale = 2f64.powi((i % 60) as i32 - 30);
            for tie in [1.0 + 1.0 / 2048.0, 1.0 + 3.0 / 2048.0, 1.0 + 1.0 / 256.0, 1.5] {
                let x = scale * tie * (1.0 + (x % 1.0) * 1e-12);
                assert_eq!(f32_to_f16(round_to_odd(x)), nearest_half(x, DType::F16), "{x}");
                assert_eq!(f32_to_bf16(round_to_odd(x)), nearest_half(x, DType::BF16), "{x}");
            }
        }
        for x in [0.0, -0.0, 1e300, -1e300, 1e-300, f64::INFINITY, f64::MAX] {
            assert_eq!(f32_to_f16(round_to_odd(x)), nearest_half(x, DType::F16), "{x}");
            assert_eq!(f32_to_bf16(round_to_odd(x)), nearest_half(x, DType::BF16), "{x}");
        }
    }
}
