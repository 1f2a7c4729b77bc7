//! Division, which AMD's compilers put together: operands are scaled (`v_div_scale`) so that neither the reciprocal nor
//! the quotient leaves the range, refined by fused multiplications, scaled back (`v_div_fmas`) and set right where an
//! operand is special (`v_div_fixup`).
//!
//! The manuals' pseudocode scales back by 2^32 and scales a denominator with subnormal reciprocal up; neither could give
//! a quotient. Here they are what the sequence needs: back by 2^64 in the direction that the quotient's exponent says,
//! and down.

use super::Function::{self, Flagged, Mixed};
use super::Type::{B32, F32, F64};
use super::{Type, f32_of, ldexp, of_f32};

/// What the sequence knows of a float type.
struct Format {
    mantissa: u32,
    /// The exponent of all ones.
    special: u64,
    /// A quotient whose exponents are so far apart may overflow where it is refined.
    far: i64,
    /// A numerator of such an exponent leaves no room for the remainder.
    tiny: u64,
    /// What scaling multiplies by, as an exponent of two.
    scale: i32,
    /// Where exponents are so far apart, the quotient is below every subnormal number.
    underflow: i64,
}

const SINGLE: Format = Format { mantissa: 23, special: 0xff, far: 96, tiny: 23, scale: 64, underflow: -150 };
const DOUBLE: Format = Format { mantissa: 52, special: 0x7ff, far: 768, tiny: 53, scale: 128, underflow: -1075 };

impl Format {
    fn exponent(&self, bits: u64) -> u64 {
        bits >> self.mantissa & self.special
    }

    /// The largest exponent whose reciprocal is subnormal begins here.
    fn reciprocal_is_subnormal(&self, bits: u64) -> bool {
        let exponent = self.exponent(bits);
        let mantissa = bits & ((1 << self.mantissa) - 1);
        exponent < self.special && (exponent >= self.special - 1 || exponent == self.special - 2 && mantissa != 0)
    }
}

/// Scales one of two operands, `x`, of a quotient; whether the quotient is to be scaled back.
fn scaled(
    format: &Format,
    [x, denominator, numerator]: [u64; 3],
    quotient_is_subnormal: bool,
    zero: bool,
    scale: impl Fn(u64, i32) -> u64,
    nan: u64,
) -> (u64, bool) {
    let (up, down) = (format.scale, -format.scale);
    let (n, d) = (format.exponent(numerator), format.exponent(denominator));
    let subnormal = d == 0;
    let tiny_reciprocal = format.reciprocal_is_subnormal(denominator);
    match () {
        () if zero => (nan, false),
        () if n as i64 - d as i64 >= format.far => (if x == denominator { scale(x, up) } else { x }, true),
        () if subnormal => (scale(x, up), false),
        () if tiny_reciprocal && quotient_is_subnormal => (if x == denominator { scale(x, down) } else { x }, true),
        () if tiny_reciprocal => (scale(x, down), false),
        () if quotient_is_subnormal => (if x == numerator { scale(x, up) } else { x }, true),
        () if n <= format.tiny => (scale(x, up), false),
        () => (x, false),
    }
}

fn scale_single(operands: [u64; 3]) -> (u64, bool) {
    let [_, denominator, numerator] = operands.map(f32_of);
    let quotient = numerator / denominator;
    let scale = |x: u64, by: i32| of_f32(ldexp(f32_of(x).into(), by) as f32);
    let zero = numerator == 0.0 || denominator == 0.0;
    scaled(&SINGLE, operands, quotient.is_subnormal(), zero, scale, of_f32(f32::NAN))
}

fn scale_double(operands: [u64; 3]) -> (u64, bool) {
    let [_, denominator, numerator] = operands.map(f64::from_bits);
    let quotient = numerator / denominator;
    let scale = |x: u64, by: i32| ldexp(f64::from_bits(x), by).to_bits();
    let zero = numerator == 0.0 || denominator == 0.0;
    scaled(&DOUBLE, operands, quotient.is_subnormal(), zero, scale, f64::NAN.to_bits())
}

fn fmas_single([a, b, c, scaled]: [u64; 4]) -> u64 {
    let [x, y, z] = [a, b, c].map(f32_of);
    let sum = x.mul_add(y, z);
    let by = if SINGLE.exponent(c) > 127 { 64 } else { -64 };
    of_f32(if scaled != 0 { ldexp(sum.into(), by) as f32 } else { sum })
}

fn fmas_double([a, b, c, scaled]: [u64; 4]) -> u64 {
    let [x, y, z] = [a, b, c].map(f64::from_bits);
    let sum = x.mul_add(y, z);
    let by = if DOUBLE.exponent(c) > 1023 { 128 } else { -128 };
    (if scaled != 0 { ldexp(sum, by) } else { sum }).to_bits()
}

/// The quotient where operands are special, else the computed one with the right sign.
fn fixed(format: &Format, [quotient, denominator, numerator]: [u64; 3]) -> u64 {
    let sign_bit = 1 << (format.mantissa + format.special.count_ones());
    let magnitude = |x: u64| x & (sign_bit - 1);
    let infinity = format.special << format.mantissa;
    let quiet = 1 << (format.mantissa - 1);
    let sign = (denominator ^ numerator) & sign_bit;
    let (d, n) = (magnitude(denominator), magnitude(numerator));
    let apart = format.exponent(numerator) as i64 - format.exponent(denominator) as i64;
    match () {
        () if n > infinity => numerator | quiet,
        () if d > infinity => denominator | quiet,
        () if (n == 0 && d == 0) || (n == infinity && d == infinity) => sign_bit | infinity | quiet,
        () if d == 0 || n == infinity => sign | infinity,
        () if d == infinity || n == 0 => sign,
        () if apart < format.underflow => sign,
        // Where the quotient is beyond the largest number, what refines it is no number.
        () if magnitude(quotient) > infinity => sign | infinity,
        () => sign | magnitude(quotient),
    }
}

/// 2 / pi, the first bits after the point.
const TWO_OVER_PI: [u64; 19] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
];

/// Bits of 2 / pi that matter for the angle's exponent, 53 of them in one of several parts.
fn trig_preop([angle, part, ..]: [u64; 4]) -> u64 {
    let exponent = DOUBLE.exponent(angle) as i32;
    let shift = (part & 31) as i32 * 53 + (exponent - 1077).max(0);
    let word = |k: usize| TWO_OVER_PI.get(k).copied().unwrap_or(0);
    let (first, bit) = (shift as usize / 64, shift as u32 % 64);
    let window = (u128::from(word(first)) << 64 | u128::from(word(first + 1))) << bit;
    let bits = (window >> (128 - 53)) as u64;
    let scale = -53 - shift + if exponent >= 1968 { 128 } else { 0 };
    ldexp(bits as f64, scale).to_bits()
}

pub fn named(name: &str) -> Option<Function> {
    Some(match name {
        "div_scale_f32" => Flagged(F32, [F32; 3], scale_single),
        "div_scale_f64" => Flagged(F64, [F64; 3], scale_double),
        "div_fmas_f32" => Mixed(F32, [F32, F32, F32, B32], fmas_single),
        "div_fmas_f64" => Mixed(F64, [F64, F64, F64, B32], fmas_double),
        "div_fixup_f32" => Mixed(F32, [F32; 4], |[a, b, c, _]| fixed(&SINGLE, [a, b, c])),
        "div_fixup_f64" => Mixed(F64, [F64; 4], |[a, b, c, _]| fixed(&DOUBLE, [a, b, c])),
        "div_fixup_f16" => Mixed(Type::F16, [Type::F16; 4], |[a, b, c, _]| {
            const HALF: Format = Format { mantissa: 10, special: 0x1f, far: 0, tiny: 0, scale: 0, underflow: i64::MIN };
            fixed(&HALF, [a, b, c])
        }),
        "trig_preop_f64" => Mixed(F64, [F64, B32, B32, B32], trig_preop),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sequence of AMD's compilers.
    fn divide_single(n: f32, d: f32) -> f32 {
        let [n_bits, d_bits] = [n, d].map(of_f32);
        let ((ds, _), (ns, flag)) = (scale_single([d_bits, d_bits, n_bits]), scale_single([n_bits, d_bits, n_bits]));
        let [ds, ns] = [ds, ns].map(f32_of);
        let r = 1.0 / ds;
        let r = (-ds).mul_add(r, 1.0).mul_add(r, r);
        let q = ns * r;
        let q = (-ds).mul_add(q, ns).mul_add(r, q);
        let error = (-ds).mul_add(q, ns);
        let q = fmas_single([of_f32(error), of_f32(r), of_f32(q), flag.into()]);
        f32_of(fixed(&SINGLE, [q, d_bits, n_bits]))
    }

    fn divide_double(n: f64, d: f64) -> f64 {
        let [n_bits, d_bits] = [n, d].map(f64::to_bits);
        let ((ds, _), (ns, flag)) = (scale_double([d_bits, d_bits, n_bits]), scale_double([n_bits, d_bits, n_bits]));
        let [ds, ns] = [ds, ns].map(f64::from_bits);
        let mut r = f64::from_bits((1.0 / ds).to_bits() & !0xfff_ffff);
        for _ in 0..2 {
            r = (-ds).mul_add(r, 1.0).mul_add(r, r);
        }
        let q = ns * r;
        let error = (-ds).mul_add(q, ns);
        let q = fmas_double([error.to_bits(), r.to_bits(), q.to_bits(), flag.into()]);
        f64::from_bits(fixed(&DOUBLE, [q, d_bits, n_bits]))
    }

    #[test]
    fn quotients_are_those_of_the_host() {
        let singles = [0u32, 1, 0x3f_ffff, 0x80_0000, 0x0c00_0001, 0x3f80_0000, 0x4049_0fdb, 0x7e80_0001, 0x7f7f_ffff];
        let specials = [0x7f80_0000, 0x8000_0000, 0xc000_0000, 0x7fc0_0000, 0x7f00_0000];
        for n in singles.iter().chain(&specials).map(|&x| f32::from_bits(x)) {
            for d in singles.iter().chain(&specials).map(|&x| f32::from_bits(x)) {
                let (found, expected) = (divide_single(n, d), n / d);
                // Scaling back a subnormal quotient rounds a second time, on the device as well.
                let close = found.to_bits().abs_diff(expected.to_bits()) <= u32::from(expected.is_subnormal());
                assert!(close || (found.is_nan() && expected.is_nan()), "{n:e} / {d:e}: {found:e} {expected:e}");
            }
        }
    }

    #[test]
    fn random_quotients_are_those_of_the_host() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ state >> 29
        };
        for _ in 0..100_000 {
            let (n, d) = (f64::from_bits(next()), f64::from_bits(next()));
            let (found, expected) = (divide_double(n, d), n / d);
            let close = found.to_bits().abs_diff(expected.to_bits()) <= u64::from(expected.is_subnormal());
            assert!(close || (found.is_nan() && expected.is_nan()), "{n:e} / {d:e}: {found:e} {expected:e}");
            let (n, d) = (f32::from_bits(next() as u32), f32::from_bits(next() as u32));
            let (found, expected) = (divide_single(n, d), n / d);
            let close = found.to_bits().abs_diff(expected.to_bits()) <= u32::from(expected.is_subnormal());
            assert!(close || (found.is_nan() && expected.is_nan()), "{n:e} / {d:e}: {found:e} {expected:e}");
        }
    }

    #[test]
    fn bits_of_two_over_pi() {
        let part = |k: u64| f64::from_bits(trig_preop([1f64.to_bits(), k, 0, 0]));
        let sum = part(0) + part(1);
        assert_eq!(sum, std::f64::consts::FRAC_2_PI);
        assert!(part(1) < part(0) * 2f64.powi(-50) && part(2) < part(1) * 2f64.powi(-50));
        // A large angle: whole turns are left out.
        let far = f64::from_bits(trig_preop([2f64.powi(100).to_bits(), 0, 0, 0]));
        assert!(far * 2f64.powi(100) < 2f64.powi(54));
    }
}
