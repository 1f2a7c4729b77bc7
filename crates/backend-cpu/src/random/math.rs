//! The functions of the exponential and normal distributions, straight from random words: an argument that is
//! already a fraction of a whole number of bits needs no reduction and no special cases.

use num_traits::Float as Arithmetic;

/// `a * b + c`, in one rounding where that is one instruction.
#[inline(always)]
fn multiply_add<const FMA: bool, T: Arithmetic>(a: T, b: T, c: T) -> T {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// The polynomial with these coefficients, the highest power first.
#[inline(always)]
fn horner<const FMA: bool, T: Arithmetic, const N: usize>(x: T, coefficients: [T; N]) -> T {
    let (first, rest) = (coefficients[0], &coefficients[1..]);
    rest.iter().fold(first, |y, &c| multiply_add::<FMA, T>(y, x, c))
}

/// A float with the functions that the distributions need.
pub(super) trait Float: Copy + Send + Sync {
    /// An unsigned integer of the same width.
    type Word: Copy;

    /// `-log1p(-word / 2^bits)`: exponentially distributed, finite and not negative.
    fn exponential<const FMA: bool>(word: Self::Word) -> Self;

    /// Sine and cosine of `word / 2^bits` turns.
    fn sin_cos_turns<const FMA: bool>(word: Self::Word) -> (Self, Self);

    /// Two independent standard normal values (Box-Muller).
    fn normal<const FMA: bool>(radius: Self::Word, angle: Self::Word) -> [Self; 2];
}

// Coefficients are Chebyshev fits on the reduced ranges, computed with 60 digits.
impl Float for f32 {
    type Word = u32;

    #[inline(always)]
    fn exponential<const FMA: bool>(word: u32) -> f32 {
        const SCALE: f32 = 1.0 / 4_294_967_296.0;
        const SQRT_HALF: u32 = std::f32::consts::FRAC_1_SQRT_2.to_bits();
        // 1 - u = m 2^k with m in [sqrt(1/2), sqrt(2)).
        let v = word.wrapping_neg() as f32 * SCALE;
        let shifted = v.to_bits().wrapping_sub(SQRT_HALF) as i32;
        let k = (shifted >> 23) as f32;
        let m = f32::from_bits((shifted as u32 & 0x7f_ffff) + SQRT_HALF);
        // Where k is 0, -u itself has digits that 1 - u lost. A word of 0 is such a case, too.
        let small = word < 0x4AFB_0CCC;
        let f = if small { -(word as f32 * SCALE) } else { m - 1.0 };
        let k = if small { 0.0 } else { k };
        let p = horner::<FMA, _, _>(
            f,
            [
                0.069_716_11,
                -0.114_797_34,
                0.116_854_2,
                -0.124_256_87,
                0.142_490_58,
                -0.166_678_02,
                0.200_007_16,
                -0.249_999_97,
                0.333_333_3,
            ],
        );
        let square = f * f;
        let tail = multiply_add::<FMA, _>(f * p, square, -0.5 * square);
        multiply_add::<FMA, _>(k, std::f32::consts::LN_2, f + tail).abs()
    }

    #[inline(always)]
    fn sin_cos_turns<const FMA: bool>(word: u32) -> (f32, f32) {
        // The nearest quarter turn, and what is left of it: at most half in size.
        let quarter = word.wrapping_add(1 << 29) >> 30;
        let y = word.wrapping_sub(quarter << 30) as i32 as f32 * (1.0 / 1_073_741_824.0);
        let z = y * y;
        // pi/2 in two parts, so that only the last sum rounds.
        let low = horner::<FMA, _, _>(z, [-0.004_602_149, 0.079_680_22, -0.645_963_5, -4.855_305e-8]);
        let sin = multiply_add::<FMA, _>(y, std::f32::consts::FRAC_PI_2, y * low);
        let cos = horner::<FMA, _, _>(z, [0.000_906_739_9, -0.020_861_529, 0.253_669_4, -1.233_700_5, 1.0]);
        let (s, c) = if quarter & 1 == 0 { (sin, cos) } else { (cos, sin) };
        // Sine is negative in the quarters 2 and 3, cosine in 1 and 2.
        let s = f32::from_bits(s.to_bits() ^ (quarter >> 1) << 31);
        let c = f32::from_bits(c.to_bits() ^ (quarter.wrapping_add(1) >> 1) << 31);
        (s, c)
    }

    #[inline(always)]
    fn normal<const FMA: bool>(radius: u32, angle: u32) -> [f32; 2] {
        let r = (2.0 * f32::exponential::<FMA>(radius)).sqrt();
        let (sin, cos) = f32::sin_cos_turns::<FMA>(angle);
        [r * cos, r * sin]
    }
}

impl Float for f64 {
    type Word = u64;

    #[inline(always)]
    fn exponential<const FMA: bool>(word: u64) -> f64 {
        const SCALE: f64 = 1.0 / 18_446_744_073_709_551_616.0;
        // ln 2 in two parts: k times the first is exact.
        const LN_2_HIGH: f64 = f64::from_bits(0x3FE6_2E42_FEE0_0000);
        const LN_2_LOW: f64 = 1.908_214_929_270_587_8e-10;
        const SQRT_HALF: u64 = std::f64::consts::FRAC_1_SQRT_2.to_bits();
        let v = word.wrapping_neg() as f64 * SCALE;
        let shifted = v.to_bits().wrapping_sub(SQRT_HALF) as i64;
        let k = (shifted >> 52) as f64;
        let m = f64::from_bits((shifted as u64 & 0xf_ffff_ffff_ffff) + SQRT_HALF);
        let small = word < 0x4AFB_0CCC_0621_9B7B;
        let f = if small { -(word as f64 * SCALE) } else { m - 1.0 };
        let k = if small { 0.0 } else { k };
        // With s = f / (2 + f), log(1 + f) = 2 s + s^3 R(s^2); 2 s = f - s f keeps the digits of f.
        let s = f / (2.0 + f);
        let z = s * s;
        let r = z * horner::<FMA, _, _>(
            z,
            [
                0.146_164_496_850_434_06,
                0.153_317_216_005_560_41,
                0.181_828_891_252_617_22,
                0.222_222_111_347_950_8,
                0.285_714_286_259_754_85,
                0.399_999_999_998_995_04,
                0.666_666_666_666_667,
            ],
        );
        let low = multiply_add::<FMA, _>(k, LN_2_LOW, s * (r - f));
        multiply_add::<FMA, _>(k, LN_2_HIGH, f + low).abs()
    }

    #[inline(always)]
    fn sin_cos_turns<const FMA: bool>(word: u64) -> (f64, f64) {
        let quarter = word.wrapping_add(1 << 61) >> 62;
        let y = word.wrapping_sub(quarter << 62) as i64 as f64 * (1.0 / 4_611_686_018_427_387_904.0);
        let z = y * y;
        let low = horner::<FMA, _, _>(
            z,
            [
                5.633_933_781_537_854e-8,
                -3.598_643_352_982_31e-6,
                0.000_160_441_150_742_190_9,
                -0.004_681_754_132_340_976,
                0.079_692_626_246_043,
                -0.645_964_097_506_244_3,
                5.630_102e-17,
            ],
        );
        let sin = multiply_add::<FMA, _>(y, std::f64::consts::FRAC_PI_2, y * low);
        let cos = horner::<FMA, _, _>(
            z,
            [
                -6.329_396_344_967_424e-9,
                4.710_678_405_405_227e-7,
                -0.000_025_202_039_028_029_176,
                0.000_919_260_274_546_844_6,
                -0.020_863_480_763_340_773,
                0.253_669_507_901_047_8,
                -1.233_700_550_136_169_8,
                1.0,
            ],
        );
        let (s, c) = if quarter & 1 == 0 { (sin, cos) } else { (cos, sin) };
        let s = f64::from_bits(s.to_bits() ^ (quarter >> 1) << 63);
        let c = f64::from_bits(c.to_bits() ^ (quarter.wrapping_add(1) >> 1) << 63);
        (s, c)
    }

    #[inline(always)]
    fn normal<const FMA: bool>(radius: u64, angle: u64) -> [f64; 2] {
        let r = (2.0 * f64::exponential::<FMA>(radius)).sqrt();
        let (sin, cos) = f64::sin_cos_turns::<FMA>(angle);
        [r * cos, r * sin]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance of two floats of the same sign, in units in the last place.
    fn ulps(a: f64, b: f64) -> u64 {
        a.to_bits().abs_diff(b.to_bits())
    }

    /// The error in units in the last place that `f32` has at the expected value.
    fn ulps_f32(x: f32, expected: f64) -> f64 {
        let near = expected.abs() as f32;
        (f64::from(x) - expected).abs() / f64::from(near.next_up() - near)
    }

    /// `sin(2 pi u)`, reduced so that the argument is exact where the sine is small.
    fn sin_turns(u: f64) -> f64 {
        let y = if u < 0.25 {
            u
        } else if u < 0.75 {
            0.5 - u
        } else {
            u - 1.0
        };
        (std::f64::consts::TAU * y).sin()
    }

    /// Words of every size, dense where the functions have zeros or change their method.
    fn words() -> impl Iterator<Item = u32> {
        let spread = (0..300_000u32).map(|i| i.wrapping_mul(0x9E37_79B9));
        let sizes = (0..32).flat_map(|shift| (0..500u32).map(move |i| (!i << 12) >> shift));
        let edges = [0, 1 << 29, 1 << 30, 3 << 29, 1 << 31, 3 << 30, 0x4AFB_0CCC];
        let near = edges.into_iter().flat_map(|edge| (0..1000u32).map(move |i| edge + i));
        spread.chain(sizes).chain(near).flat_map(|word| [word, word.wrapping_neg()])
    }

    fn check_f32<const FMA: bool>() {
        for word in words() {
            let u = f64::from(word) / 2f64.powi(32);
            let exponential = ulps_f32(f32::exponential::<FMA>(word), -(-u).ln_1p());
            assert!(exponential < 2.5, "{word:#x} {exponential}");
            let (sin, cos) = f32::sin_cos_turns::<FMA>(word);
            let error = ulps_f32(sin, sin_turns(u)).max(ulps_f32(cos, sin_turns((u + 0.25).fract())));
            assert!(error < 2.5, "{word:#x} {error}");
        }
        assert!(f32::exponential::<FMA>(0).is_sign_positive());
    }

    #[test]
    fn f32_functions_are_accurate() {
        check_f32::<true>();
        check_f32::<false>();
    }

    /// A word, the exponential and the sine, from mpmath with 60 digits.
    const TABLE: &[(u64, f64, f64)] = &[
        (0x0000000000000001, 5.421010862427522e-20, 3.4061215800865545e-19),
        (0x0000000000000801, 1.1107651257113993e-16, 6.97914311759735e-16),
        (0x0000000100000000, 2.328306436809747e-10, 1.4629180792671596e-09),
        (0x0003fffffffffff9, 6.103701897094354e-05, 0.0003834951875713932),
        (0x4afb0ccc06219b7a, 0.34657359027997264, 0.9639025328498774),
        (0x4afb0ccc06219b7b, 0.34657359027997264, 0.9639025328498774),
        (0x1fffe00000000000, 0.13352921279988952, 0.707098307009072),
        (0x2000200000000000, 0.13353357245390737, 0.7071152552624672),
        (0x3fffffffffffffff, 0.2876820724517809, 1.0),
        (0x4000000000000003, 0.2876820724517809, 1.0),
        (0x7ffc000000000000, 0.6930251176974196, 0.00038349518757139556),
        (0x8000000000100001, 0.693147180560059, -3.5715807480824194e-13),
        (0xbfffffffffffffff, 1.3862943611198906, -1.0),
        (0xc000000000000009, 1.3862943611198906, -1.0),
        (0xffffff0000000000, 16.635532333438686, -3.7450702829238413e-07),
        (0xffffffffffffffff, 44.3614195558365, -3.4061215800865545e-19),
        (0x91b7584a2265b1f5, 0.8421203190418721, -0.42124783327870813),
        (0xcd613e30d8f16adf, 1.6208278289647753, -0.9465624867497592),
        (0x1027c4d1c386bbc4, 0.06518600977790383, 0.38620319940976966),
        (0x1e2feb89414c343c, 0.1254710527726344, 0.6749559912854483),
        (0xc2ce6f447ed4d57b, 1.4311345955063977, -0.9976287753718395),
        (0x78e510617311d8a3, 0.6391235710890102, 0.17350575389009368),
        (0x612e7696a6cecc1b, 0.47741538492673663, 0.6863074778464795),
        (0x35bf992dc9e9c616, 0.23566513121108493, 0.9685125080416047),
        (0x7ce42c8218072e8c, 0.6691507259395217, 0.07622486789836538),
        (0xe4b06ce60741c7a8, 2.237893812283724, -0.6212280180384582),
        (0x63ca828dd5f4b3b2, 0.4939829398062783, 0.6383491478636774),
        (0x9b810e766ec9d286, 0.9350607818254707, -0.6249385659317721),
        (0xc4647159c324c985, 1.4573936000012468, -0.9941947096171995),
        (0xb2221a58008a05a6, 1.1901779557459198, -0.9426405172898986),
        (0x442e3d437204e52d, 0.3096967004202183, 0.9947404255253794),
    ];

    fn check_f64<const FMA: bool>() {
        for &(word, exponential, sin) in TABLE {
            let x = f64::exponential::<FMA>(word);
            assert!(ulps(x, exponential) <= 2, "{word:#x} {x} {exponential}");
            let y = f64::sin_cos_turns::<FMA>(word).0;
            assert!(ulps(y, sin) <= 2, "{word:#x} {y} {sin}");
            let y = f64::sin_cos_turns::<FMA>(word.wrapping_sub(1 << 62)).1;
            assert!(ulps(y, sin) <= 2, "{word:#x} {y} {sin}");
        }
        assert!(f64::exponential::<FMA>(0).is_sign_positive());
    }

    #[test]
    fn f64_functions_are_accurate() {
        check_f64::<true>();
        check_f64::<false>();
    }

    #[test]
    fn normals_are_finite_at_both_ends() {
        for word in [0, 1, u32::MAX] {
            assert!(f32::normal::<false>(word, word).iter().all(|x| x.is_finite()));
        }
        for word in [0, 1, u64::MAX] {
            assert!(f64::normal::<false>(word, word).iter().all(|x| x.is_finite()));
        }
        // The largest: sqrt(2 n ln 2) for n bits, at an angle of 0.
        assert!((f32::normal::<false>(u32::MAX, 0)[0] - 6.660_436_8).abs() < 1e-6);
        assert!((f64::normal::<false>(u64::MAX, 0)[0] - 9.419_280_180_123_797).abs() < 1e-14);
    }
}
