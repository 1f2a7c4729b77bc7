//! Conversions. Integers of floats that they cannot hold are the nearest ones, and 0 of what is no number, as in Rust.

use super::Function::{self, Mixed};
use super::Type::{B16, B32, F16, F32, F64};
use super::{f16_of, f32_of, of_f32};
use half::f16;

fn of_f16(x: f16) -> u64 {
    x.to_bits().into()
}

fn of_f64(x: f64) -> u64 {
    x.to_bits()
}

/// Towards zero.
fn truncated16(x: f32) -> f16 {
    let nearest = f16::from_f32(x);
    match x.is_finite() && nearest.to_f32().abs() > x.abs() {
        true => f16::from_bits(nearest.to_bits() - 1),
        false => nearest,
    }
}

fn pair(low: u16, high: u16) -> u64 {
    u64::from(high) << 16 | u64::from(low)
}

fn byte(x: u64, k: u32) -> u64 {
    of_f32((x as u32 >> (8 * k) & 0xff) as f32)
}

/// Rounds to the nearest of so many levels.
fn levels(x: f32, low: f32, levels: f32) -> f32 {
    (x.clamp(low, 1.0) * levels).round_ties_even()
}

pub fn named(name: &str) -> Option<Function> {
    let (to, from, function): (_, _, fn([u64; 4]) -> u64) = match name {
        "cvt_f32_i32" => (F32, B32, |[a, ..]| of_f32(a as i32 as f32)),
        "cvt_f32_u32" => (F32, B32, |[a, ..]| of_f32(a as u32 as f32)),
        "cvt_i32_f32" => (B32, F32, |[a, ..]| (f32_of(a) as i32 as u32).into()),
        "cvt_u32_f32" => (B32, F32, |[a, ..]| (f32_of(a) as u32).into()),
        "cvt_f64_i32" => (F64, B32, |[a, ..]| of_f64((a as i32).into())),
        "cvt_f64_u32" => (F64, B32, |[a, ..]| of_f64((a as u32).into())),
        "cvt_i32_f64" => (B32, F64, |[a, ..]| (f64::from_bits(a) as i32 as u32).into()),
        "cvt_u32_f64" => (B32, F64, |[a, ..]| (f64::from_bits(a) as u32).into()),
        "cvt_f64_f32" => (F64, F32, |[a, ..]| of_f64(f32_of(a).into())),
        "cvt_f32_f64" => (F32, F64, |[a, ..]| of_f32(f64::from_bits(a) as f32)),
        "cvt_f32_f16" => (F32, F16, |[a, ..]| of_f32(f16_of(a).to_f32())),
        "cvt_f16_f32" => (F16, F32, |[a, ..]| of_f16(f16::from_f32(f32_of(a)))),
        "cvt_f16_i16" => (F16, B16, |[a, ..]| of_f16(f16::from_f32((a as i16).into()))),
        "cvt_f16_u16" => (F16, B16, |[a, ..]| of_f16(f16::from_f32((a as u16).into()))),
        "cvt_i16_f16" => (B16, F16, |[a, ..]| (f16_of(a).to_f32() as i16 as u16).into()),
        "cvt_u16_f16" => (B16, F16, |[a, ..]| (f16_of(a).to_f32() as u16).into()),
        "cvt_f32_ubyte0" => (F32, B32, |[a, ..]| byte(a, 0)),
        "cvt_f32_ubyte1" => (F32, B32, |[a, ..]| byte(a, 1)),
        "cvt_f32_ubyte2" => (F32, B32, |[a, ..]| byte(a, 2)),
        "cvt_f32_ubyte3" => (F32, B32, |[a, ..]| byte(a, 3)),
        "cvt_i32_i16" => (B32, B16, |[a, ..]| (i32::from(a as i16) as u32).into()),
        "cvt_u32_u16" => (B32, B16, |[a, ..]| (a as u16).into()),
        "cvt_rpi_i32_f32" | "cvt_nearest_i32_f32" => {
            // The sum is not rounded.
            (B32, F32, |[a, ..]| ((f64::from(f32_of(a)) + 0.5).floor() as i32 as u32).into())
        }
        "cvt_flr_i32_f32" | "cvt_floor_i32_f32" => (B32, F32, |[a, ..]| (f32_of(a).floor() as i32 as u32).into()),
        "cvt_pkrtz_f16_f32" | "cvt_pk_rtz_f16_f32" => {
            (B32, F32, |[a, b, ..]| pair(truncated16(f32_of(a)).to_bits(), truncated16(f32_of(b)).to_bits()))
        }
        "cvt_pk_f16_f32" => {
            (B32, F32, |[a, b, ..]| pair(f16::from_f32(f32_of(a)).to_bits(), f16::from_f32(f32_of(b)).to_bits()))
        }
        "cvt_pk_i16_i32" => (B32, B32, |[a, b, ..]| {
            let clamped = |x: u64| (x as i32).clamp(-0x8000, 0x7fff) as u16;
            pair(clamped(a), clamped(b))
        }),
        "cvt_pk_u16_u32" => (B32, B32, |[a, b, ..]| pair((a as u32).min(0xffff) as u16, (b as u32).min(0xffff) as u16)),
        "cvt_pknorm_i16_f32" | "cvt_pk_norm_i16_f32" => (B32, F32, |[a, b, ..]| {
            let level = |x: u64| levels(f32_of(x), -1.0, 32767.0) as i16 as u16;
            pair(level(a), level(b))
        }),
        "cvt_pknorm_u16_f32" | "cvt_pk_norm_u16_f32" => (B32, F32, |[a, b, ..]| {
            let level = |x: u64| levels(f32_of(x), 0.0, 65535.0) as u16;
            pair(level(a), level(b))
        }),
        "pack_b32_f16" => (B32, F16, |[a, b, ..]| pair(a as u16, b as u16)),
        _ => return None,
    };
    Some(Mixed(to, [from; 4], function))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, a: u64) -> u64 {
        named(name).unwrap().call([a, a, 0, 0]).0
    }

    #[test]
    fn integers_of_floats_saturate() {
        assert_eq!(of("cvt_i32_f32", of_f32(-3e9)), u64::from(i32::MIN as u32));
        assert_eq!(of("cvt_u32_f32", of_f32(-1.0)), 0);
        assert_eq!(of("cvt_u32_f64", of_f64(f64::NAN)), 0);
        assert_eq!(of("cvt_u32_f64", of_f64(5e9)), u64::from(u32::MAX));
    }

    #[test]
    fn halves_towards_zero() {
        let above = 1.0 + 1.9 * 2f32.powi(-11);
        assert_eq!(of("cvt_pkrtz_f16_f32", of_f32(above)), 0x3c00_3c00);
        assert_eq!(of("cvt_f16_f32", of_f32(above)), 0x3c01);
        assert_eq!(of("cvt_pkrtz_f16_f32", of_f32(1e6)), 0x7bff_7bff);
        assert_eq!(of("cvt_pkrtz_f16_f32", of_f32(f32::INFINITY)), 0x7c00_7c00);
    }
}
