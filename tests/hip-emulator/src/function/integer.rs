//! Arithmetic of integers, shifts and bits.

use super::Function::{self, Flagged, I16, I64, Mixed};
use super::Type::{B16, B32, B64};
use super::rows::words;

fn bits(count: u32) -> u32 {
    if count >= 32 { u32::MAX } else { (1 << count) - 1 }
}

fn signed_field(x: u32, offset: u32, width: u32) -> u32 {
    let (offset, width) = (offset & 31, width & 31);
    match width {
        0 => 0,
        // Beyond the top, the field is what is left.
        _ if offset + width >= 32 => ((x as i32) >> offset) as u32,
        _ => ((x << (32 - offset - width)) as i32 >> (32 - width)) as u32,
    }
}

/// Bytes of two words, each chosen by a byte of a third one.
fn permuted(high: u32, low: u32, selectors: u32) -> u32 {
    let bytes = (u64::from(high) << 32 | u64::from(low)).to_le_bytes();
    let sign = |byte: u8| if byte & 0x80 != 0 { 0xff } else { 0 };
    let chosen = selectors.to_le_bytes().map(|selector| match selector {
        0..=7 => bytes[usize::from(selector)],
        8..=11 => sign(bytes[usize::from(selector - 8) * 2 + 1]),
        12 => 0,
        _ => 0xff,
    });
    u32::from_le_bytes(chosen)
}

fn low24(x: u32) -> u32 {
    x & 0xff_ffff
}

fn signed24(x: u32) -> i32 {
    (x << 8) as i32 >> 8
}

fn med<T: Ord>(a: T, b: T, c: T) -> T {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    low.max(high.min(c))
}

fn min_signed(a: u32, b: u32) -> u32 {
    (a as i32).min(b as i32) as u32
}

fn max_signed(a: u32, b: u32) -> u32 {
    (a as i32).max(b as i32) as u32
}

/// The sum of the products of bytes.
fn products(a: u32, b: u32, byte: fn(u8) -> i32) -> i32 {
    a.to_le_bytes().into_iter().zip(b.to_le_bytes()).map(|(a, b)| byte(a) * byte(b)).sum()
}

/// Sums and differences with a carry in and out.
fn sum(a: u64, b: u64, carry: u64) -> (u64, bool) {
    let sum = (a & 0xffff_ffff) + (b & 0xffff_ffff) + carry;
    (sum & 0xffff_ffff, sum >> 32 != 0)
}

fn difference(a: u64, b: u64, borrow: u64) -> (u64, bool) {
    let (a, b) = (a & 0xffff_ffff, b & 0xffff_ffff);
    (a.wrapping_sub(b).wrapping_sub(borrow) & 0xffff_ffff, a < b + borrow)
}

pub fn named(name: &str) -> Option<Function> {
    const WORDS: [super::Type; 3] = [B32; 3];
    const WIDENING: [super::Type; 3] = [B32, B32, B64];
    Some(match name {
        "mov_b32" | "accvgpr_read_b32" | "accvgpr_write_b32" | "accvgpr_mov_b32" => words!(|a, _, _| a),
        "mov_b16" => I16(|a, _, _| a),
        "mov_b64" => I64(|a, _, _| a),
        "not_b32" => words!(|a, _, _| !a),
        "not_b16" => I16(|a, _, _| !a),
        "and_b32" => words!(|a, b, _| a & b),
        "or_b32" => words!(|a, b, _| a | b),
        "xor_b32" => words!(|a, b, _| a ^ b),
        "xnor_b32" => words!(|a, b, _| !(a ^ b)),
        "and_b16" => I16(|a, b, _| a & b),
        "or_b16" => I16(|a, b, _| a | b),
        "xor_b16" => I16(|a, b, _| a ^ b),
        "and_or_b32" => words!(|a, b, c| a & b | c),
        "or3_b32" => words!(|a, b, c| a | b | c),
        "xor3_b32" => words!(|a, b, c| a ^ b ^ c),
        "xad_u32" => words!(|a, b, c| (a ^ b).wrapping_add(c)),
        "bfi_b32" => words!(|a, b, c| a & b | !a & c),
        "bfe_u32" => words!(|a, b, c| a >> (b & 31) & bits(c & 31)),
        "bfe_i32" => words!(signed_field),
        "bfm_b32" => words!(|a, b, _| bits(a & 31) << (b & 31)),
        "bfrev_b32" => words!(|a, _, _| a.reverse_bits()),
        "bcnt_u32_b32" => words!(|a, b, _| a.count_ones().wrapping_add(b)),
        "ffbh_u32" | "clz_i32_u32" => words!(|a, _, _| if a == 0 { u32::MAX } else { a.leading_zeros() }),
        "ffbl_b32" | "ctz_i32_b32" => words!(|a, _, _| if a == 0 { u32::MAX } else { a.trailing_zeros() }),
        "ffbh_i32" | "cls_i32" => words!(|a, _, _| match a {
            0 | u32::MAX => u32::MAX,
            _ => (a ^ ((a as i32) >> 31) as u32).leading_zeros(),
        }),
        "perm_b32" => words!(permuted),
        "alignbit_b32" => words!(|a, b, c| ((u64::from(a) << 32 | u64::from(b)) >> (c & 31)) as u32),
        "alignbyte_b32" => words!(|a, b, c| ((u64::from(a) << 32 | u64::from(b)) >> (8 * (c & 3))) as u32),
        "lshlrev_b32" => words!(|a, b, _| b << (a & 31)),
        "lshrrev_b32" => words!(|a, b, _| b >> (a & 31)),
        "ashrrev_i32" => words!(|a, b, _| ((b as i32) >> (a & 31)) as u32),
        "lshl_b32" => words!(|a, b, _| a << (b & 31)),
        "lshlrev_b16" => I16(|a, b, _| b << (a & 15)),
        "lshrrev_b16" => I16(|a, b, _| b >> (a & 15)),
        "ashrrev_i16" => I16(|a, b, _| ((b as i16) >> (a & 15)) as u16),
        "lshlrev_b64" => Mixed(B64, [B32, B64, B32, B32], |[a, b, ..]| b << (a & 63)),
        "lshrrev_b64" => Mixed(B64, [B32, B64, B32, B32], |[a, b, ..]| b >> (a & 63)),
        "ashrrev_i64" => Mixed(B64, [B32, B64, B32, B32], |[a, b, ..]| ((b as i64) >> (a & 63)) as u64),
        "lshl_add_u32" => words!(|a, b, c| (a << (b & 31)).wrapping_add(c)),
        "lshl_add_u64" => Mixed(B64, [B64, B32, B64, B32], |[a, b, c, _]| (a << (b & 7)).wrapping_add(c)),
        "lshl_or_b32" => words!(|a, b, c| a << (b & 31) | c),
        "add_lshl_u32" => words!(|a, b, c| a.wrapping_add(b) << (c & 31)),
        "add_u32" | "add_nc_u32" | "add_i32" | "add_nc_i32" => words!(|a, b, _| a.wrapping_add(b)),
        "sub_u32" | "sub_nc_u32" | "sub_i32" | "sub_nc_i32" => words!(|a, b, _| a.wrapping_sub(b)),
        "subrev_u32" | "subrev_nc_u32" => words!(|a, b, _| b.wrapping_sub(a)),
        "add3_u32" => words!(|a, b, c| a.wrapping_add(b).wrapping_add(c)),
        "add_nc_u64" | "add_u64" => I64(|a, b, _| a.wrapping_add(b)),
        "add_u16" | "add_nc_u16" | "add_i16" | "add_nc_i16" => I16(|a, b, _| a.wrapping_add(b)),
        "sub_u16" | "sub_nc_u16" | "sub_i16" | "sub_nc_i16" => I16(|a, b, _| a.wrapping_sub(b)),
        "subrev_u16" => I16(|a, b, _| b.wrapping_sub(a)),
        "mul_lo_u32" => words!(|a, b, _| a.wrapping_mul(b)),
        "mul_hi_u32" => words!(|a, b, _| ((u64::from(a) * u64::from(b)) >> 32) as u32),
        "mul_hi_i32" => words!(|a, b, _| ((i64::from(a as i32) * i64::from(b as i32)) >> 32) as u32),
        "mul_lo_u16" => I16(|a, b, _| a.wrapping_mul(b)),
        "mad_u16" | "mad_i16" | "mad_legacy_u16" => I16(|a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        "mad_u32_u16" => Mixed(B32, [B16, B16, B32, B32], |[a, b, c, _]| {
            u64::from((a as u16 as u32 * b as u16 as u32).wrapping_add(c as u32))
        }),
        "mad_i32_i16" => Mixed(B32, [B16, B16, B32, B32], |[a, b, c, _]| {
            u64::from((i32::from(a as i16) * i32::from(b as i16)).wrapping_add(c as i32) as u32)
        }),
        "mul_u32_u24" => words!(|a, b, _| low24(a).wrapping_mul(low24(b))),
        "mul_i32_i24" => words!(|a, b, _| signed24(a).wrapping_mul(signed24(b)) as u32),
        "mul_hi_u32_u24" => words!(|a, b, _| ((u64::from(low24(a)) * u64::from(low24(b))) >> 32) as u32),
        "mul_hi_i32_i24" => words!(|a, b, _| ((i64::from(signed24(a)) * i64::from(signed24(b))) >> 32) as u32),
        "mad_u32_u24" => words!(|a, b, c| low24(a).wrapping_mul(low24(b)).wrapping_add(c)),
        "mad_i32_i24" => words!(|a, b, c| (signed24(a).wrapping_mul(signed24(b)) as u32).wrapping_add(c)),
        "min_u32" => words!(|a, b, _| a.min(b)),
        "max_u32" => words!(|a, b, _| a.max(b)),
        "min_i32" => words!(|a, b, _| min_signed(a, b)),
        "max_i32" => words!(|a, b, _| max_signed(a, b)),
        "min3_u32" => words!(|a, b, c| a.min(b).min(c)),
        "max3_u32" => words!(|a, b, c| a.max(b).max(c)),
        "min3_i32" => words!(|a, b, c| min_signed(min_signed(a, b), c)),
        "max3_i32" => words!(|a, b, c| max_signed(max_signed(a, b), c)),
        "med3_u32" => words!(med),
        "med3_i32" => words!(|a, b, c| med(a as i32, b as i32, c as i32) as u32),
        "minmax_u32" => words!(|a, b, c| a.min(b).max(c)),
        "maxmin_u32" => words!(|a, b, c| a.max(b).min(c)),
        "minmax_i32" => words!(|a, b, c| max_signed(min_signed(a, b), c)),
        "maxmin_i32" => words!(|a, b, c| min_signed(max_signed(a, b), c)),
        "min_u16" => I16(|a, b, _| a.min(b)),
        "max_u16" => I16(|a, b, _| a.max(b)),
        "min_i16" => I16(|a, b, _| (a as i16).min(b as i16) as u16),
        "max_i16" => I16(|a, b, _| (a as i16).max(b as i16) as u16),
        "min3_u16" => I16(|a, b, c| a.min(b).min(c)),
        "max3_u16" => I16(|a, b, c| a.max(b).max(c)),
        "min3_i16" => I16(|a, b, c| (a as i16).min(b as i16).min(c as i16) as u16),
        "max3_i16" => I16(|a, b, c| (a as i16).max(b as i16).max(c as i16) as u16),
        "med3_u16" => I16(med),
        "med3_i16" => I16(|a, b, c| med(a as i16, b as i16, c as i16) as u16),
        "dot4_u32_u8" => words!(|a, b, c| products(a, b, u8::into).wrapping_add(c as i32) as u32),
        "dot4_i32_i8" | "dot4c_i32_i8" => {
            words!(|a, b, c| products(a, b, |byte| (byte as i8).into()).wrapping_add(c as i32) as u32)
        }
        "add_co_u32" => Flagged(B32, WORDS, |[a, b, _]| sum(a, b, 0)),
        "sub_co_u32" => Flagged(B32, WORDS, |[a, b, _]| difference(a, b, 0)),
        "subrev_co_u32" => Flagged(B32, WORDS, |[a, b, _]| difference(b, a, 0)),
        "addc_co_u32" | "add_co_ci_u32" => Flagged(B32, WORDS, |[a, b, c]| sum(a, b, c)),
        "subb_co_u32" | "sub_co_ci_u32" => Flagged(B32, WORDS, |[a, b, c]| difference(a, b, c)),
        "subbrev_co_u32" | "subrev_co_ci_u32" => Flagged(B32, WORDS, |[a, b, c]| difference(b, a, c)),
        "mad_u64_u32" | "mad_co_u64_u32" => {
            Flagged(B64, WIDENING, |[a, b, c]| (u64::from(a as u32) * u64::from(b as u32)).overflowing_add(c))
        }
        "mad_i64_i32" | "mad_co_i64_i32" => Flagged(B64, WIDENING, |[a, b, c]| {
            let (sum, over) = (i64::from(a as i32) * i64::from(b as i32)).overflowing_add(c as i64);
            (sum as u64, over)
        }),
        _ => return None,
    })
}

/// The function of a name where results that do not fit are the nearest ones that do.
pub fn saturating(name: &str) -> Option<Function> {
    Some(match name {
        "add_u32" | "add_nc_u32" => words!(|a, b, _| a.saturating_add(b)),
        "sub_u32" | "sub_nc_u32" => words!(|a, b, _| a.saturating_sub(b)),
        "add_i32" | "add_nc_i32" => words!(|a, b, _| (a as i32).saturating_add(b as i32) as u32),
        "sub_i32" | "sub_nc_i32" => words!(|a, b, _| (a as i32).saturating_sub(b as i32) as u32),
        "add_u16" | "add_nc_u16" => I16(|a, b, _| a.saturating_add(b)),
        "sub_u16" | "sub_nc_u16" => I16(|a, b, _| a.saturating_sub(b)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str, a: u32, b: u32, c: u32) -> (u32, bool) {
        let (result, flag) = named(name).unwrap().call([a.into(), b.into(), c.into(), 0]);
        (result as u32, flag)
    }

    #[test]
    fn fields_of_bits() {
        assert_eq!(words("bfe_i32", 0xf0, 4, 4).0, u32::MAX);
        assert_eq!(words("bfe_i32", 0x70, 4, 4).0, 7);
        assert_eq!(words("bfe_i32", 0x8000_0000, 28, 8).0, 0xffff_fff8);
        assert_eq!(words("bfe_u32", 0xabcd, 4, 8).0, 0xbc);
        assert_eq!(words("bfi_b32", 0xff00, 0x1234, 0x5678).0, 0x1278);
        assert_eq!(words("perm_b32", 0x8899_aabb, 0x0011_2233, 0x0c0d_0704).0, 0x00ff_88bb);
        assert_eq!(words("alignbit_b32", 1, 0x8000_0000, 31).0, 3);
    }

    #[test]
    fn products_of_bytes() {
        assert_eq!(words("dot4_u32_u8", 0xff02_0301, 0xff02_0301, 7).0, 65025 + 4 + 9 + 1 + 7);
        assert_eq!(words("dot4_i32_i8", 0xff02_0301, 0x0102_0301, 0).0, 13);
    }

    #[test]
    fn saturation() {
        let of = |name: &str, a: u64, b: u64| saturating(name).unwrap().call([a, b, 0, 0]).0;
        assert_eq!(of("sub_u32", 0, 1), 0);
        assert_eq!(of("add_nc_u32", 0xffff_ffff, 1), 0xffff_ffff);
        assert_eq!(of("add_i32", 0x7fff_ffff, 1), 0x7fff_ffff);
    }

    #[test]
    fn carries() {
        assert_eq!(words("add_co_u32", u32::MAX, 1, 0), (0, true));
        assert_eq!(words("addc_co_u32", u32::MAX, 0, 1), (0, true));
        assert_eq!(words("sub_co_ci_u32", 0, u32::MAX, 1), (0, true));
        assert_eq!(words("sub_co_ci_u32", 5, 4, 1), (0, false));
        assert_eq!(words("subrev_co_u32", 1, 0, 0), (u32::MAX, true));
    }
}
