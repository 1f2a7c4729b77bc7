//! Special and random operands.

/// Pseudorandom bits.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

fn with_random(mut special: Vec<u64>, count: usize, mask: u64) -> Vec<u64> {
    let mut random = Random::new(special.len() as u64);
    special.extend((0..count).map(|_| random.next() & mask));
    special
}

pub fn words() -> Vec<u64> {
    let special =
        [0, 1, 2, 7, 31, 32, 0x7f, 0xff, 0x7fff, 0x8000, 0xffff, 0xff_ffff, 0x80_0000, 0x7fff_ffff, 0x8000_0000];
    with_random([&special[..], &[0xffff_fffe, 0xffff_ffff]].concat(), 23, 0xffff_ffff)
}

pub fn few_words() -> Vec<u64> {
    with_random(vec![0, 1, 5, 31, 0x8000_0000, 0xffff_ffff], 6, 0xffff_ffff)
}

pub fn longs() -> Vec<u64> {
    with_random(vec![0, 1, 0xffff_ffff, 1 << 32, i64::MAX as u64, 1 << 63, u64::MAX], 21, u64::MAX)
}

/// The upper half of their register holds other bits, which must not matter.
pub fn halves() -> Vec<u64> {
    let special =
        [0u64, 1, 0x3ff, 0x400, 0x3555, 0x3800, 0x3bff, 0x3c00, 0x3c01, 0x4248, 0x5640, 0x6400, 0x7bff, 0x7c00, 0x7e00];
    let signed = special.iter().flat_map(|&x| [x, x | 0x8000]);
    with_random(signed.map(|x| x | 0xabcd_0000).collect(), 22, 0xffff_ffff)
}

pub fn singles() -> Vec<u64> {
    let special = [
        0u64,
        1,
        0x7f_ffff,
        0x80_0000,
        0x0c00_0001,
        0x3300_0000,
        0x3f00_0000,
        0x3f7f_ffff,
        0x3f80_0000,
        0x3fc0_0000,
        0x4049_0fdb,
        0x4b00_0001,
        0x4eff_ffff,
        0x4f00_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7fc0_0000,
    ];
    let signed = special.iter().flat_map(|&x| [x, x | 0x8000_0000]);
    with_random(signed.collect(), 22, 0xffff_ffff)
}

pub fn doubles() -> Vec<u64> {
    let special = [
        0.0,
        f64::from_bits(1),
        2.2e-308,
        f64::MIN_POSITIVE,
        0.5,
        1.0,
        1.5,
        3.0,
        1e10,
        2147483647.5,
        4294967295.5,
        1e300,
    ];
    let more = [f64::MAX, f64::INFINITY, f64::NAN];
    let signed = special.iter().chain(&more).flat_map(|&x: &f64| [x.to_bits(), (-x).to_bits()]);
    with_random(signed.collect(), 20, u64::MAX)
}

pub fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

pub fn f64_of(bits: u64) -> f64 {
    f64::from_bits(bits)
}

pub fn same16(a: u64, b: u64) -> bool {
    let nan = |x: u64| x & 0x7fff > 0x7c00;
    a == b || (nan(a) && nan(b))
}

pub fn same32(a: u64, b: u64) -> bool {
    a == b || (f32_of(a).is_nan() && f32_of(b).is_nan())
}

pub fn same64(a: u64, b: u64) -> bool {
    a == b || (f64_of(a).is_nan() && f64_of(b).is_nan())
}

/// The value of 16 bits: by their fields.
pub fn f16_of(bits: u64) -> f64 {
    let (exponent, fraction) = ((bits >> 10 & 31) as i32, (bits & 0x3ff) as f64);
    let magnitude = match exponent {
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        0 => fraction * 2f64.powi(-24),
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits & 0x8000 != 0 { -magnitude } else { magnitude }
}

/// The nearest of 16 bits, of a tie the even one: by multiples of the last place.
pub fn to_f16(x: f64) -> u64 {
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let x = x.abs();
    if x.is_nan() {
        return 0x7e00;
    }
    if x >= 65520.0 {
        return sign | 0x7c00;
    }
    let exponent = if x < 2f64.powi(-14) { -14 } else { (x.to_bits() >> 52) as i32 - 1023 };
    // The quotient is exact.
    let places = (x / 2f64.powi(exponent - 10)).round_ties_even() as u64;
    // A carry out of the fraction goes to the exponent.
    sign | (((exponent + 14) as u64) << 10).wrapping_add(places)
}

#[test]
fn halves_and_back() {
    for bits in 0..0x1_0000u64 {
        assert!(same16(to_f16(f16_of(bits)), bits), "{bits:#x}: {:#x}", to_f16(f16_of(bits)));
    }
    assert_eq!(
        [to_f16(65519.9), to_f16(65520.0), to_f16(2f64.powi(-25)), to_f16(1.5 * 2f64.powi(-25))],
        [0x7bff, 0x7c00, 0, 1]
    );
}
