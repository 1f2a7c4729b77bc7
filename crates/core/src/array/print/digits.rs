//! Decimal digits of floats, as NumPy's Dragon4 finds them (Steele and White, 1990).
//!
//! All that rounds to a number lies between two bounds, halfway to its neighbours. Written out exactly, the number and the
//! bounds begin with the same digits; the first digit in which one of them differs is the last that is needed.

use crate::dtype::DType;
use half::{bf16, f16};
use std::cmp::Ordering;

/// Where the digits end, unless they are exact before.
#[derive(Clone, Copy)]
pub(super) enum Cut {
    /// As soon as they identify the number among those of its type.
    Shortest,
    /// Likewise, but after so many at the latest.
    Significant(usize),
    /// Likewise, but so many places after the point at the latest.
    Places(usize),
    /// After so many, whether or not fewer would do.
    Exactly(usize),
    /// So many places after the point, whether or not fewer would do.
    ExactlyPlaces(usize),
    /// After so many, of which the number is rounded rather than identified.
    Rounded(usize),
    /// Likewise, so many places after the point.
    RoundedPlaces(usize),
}

/// `d.ddd` times ten to the `exponent`, without trailing zeros.
pub(super) struct Digits {
    pub text: String,
    pub exponent: i32,
}

/// The digits of a finite number, without its sign.
pub(super) fn digits(x: f64, dtype: DType, cut: Cut) -> Digits {
    let Parts { significand, exponent, lowest } = Parts::of(x, dtype);
    if significand == 0 {
        return Digits { text: "0".to_owned(), exponent: 0 };
    }
    // In quarters of the last place, with which both bounds are integers.
    let (quarters, exponent) = (4 * significand, exponent - 2);
    // A power of two is twice as near to the number below it.
    let power_of_two = significand.is_power_of_two() && !lowest;
    // An even significand wins ties, so that its bounds round to it too.
    let even = significand % 2 == 0;
    let unit = Decimal::power(if exponent < 0 { 5 } else { 2 }, exponent.unsigned_abs());
    let exact = unit.times(quarters).to_string();
    let below = unit.times(quarters - if power_of_two { 1 } else { 2 });
    let above = unit.times(quarters + 2);
    let below = if even { below.minus_one() } else { below };
    let above = if even { above } else { above.minus_one() };

    let last = exact.len() - 1;
    let exponent = last as i32 + exponent.min(0);
    if let Cut::Places(places) | Cut::ExactlyPlaces(places) | Cut::RoundedPlaces(places) = cut
        && (places as i64) < -i64::from(exponent)
    {
        return below_places(&exact, exponent, places);
    }
    let (low, high) = (first_difference(&exact, &below.to_string()), first_difference(&exact, &above.to_string()));
    let enough = low.min(high);
    // Not negative, by what was asked before.
    let place = |places: usize| usize::try_from(i64::from(exponent) + places as i64).unwrap_or(0);
    let stop = match cut {
        Cut::Shortest => enough,
        Cut::Significant(most) => enough.min(most - 1),
        Cut::Places(most) => enough.min(place(most)),
        Cut::Exactly(count) | Cut::Rounded(count) => count - 1,
        Cut::ExactlyPlaces(count) | Cut::RoundedPlaces(count) => place(count),
    }
    .min(last);
    let (kept, rest) = exact.split_at(stop + 1);
    let identified = !matches!(cut, Cut::Rounded(_) | Cut::RoundedPlaces(_));
    let up = match (identified && low <= stop, identified && high <= stop) {
        (true, false) => false,
        (false, true) => true,
        _ => match halves(rest) {
            Ordering::Equal => !kept.ends_with(['0', '2', '4', '6', '8']),
            order => order == Ordering::Greater,
        },
    };
    round(kept, exponent, up)
}

/// A number whose digits begin behind the last place that is kept: 0, or 1 in that place.
fn below_places(exact: &str, exponent: i32, places: usize) -> Digits {
    let next = places as i64 + 1 == -i64::from(exponent);
    match next && halves(exact) == Ordering::Greater {
        true => Digits { text: "1".to_owned(), exponent: exponent + 1 },
        false => Digits { text: "0".to_owned(), exponent: 0 },
    }
}

/// Digits, the last of which may be one more.
fn round(kept: &str, exponent: i32, up: bool) -> Digits {
    if !up {
        return Digits { text: kept.trim_end_matches('0').to_owned(), exponent };
    }
    let kept = kept.trim_end_matches('9');
    match kept.as_bytes().split_last() {
        Some((last, first)) => {
            let first: String = first.iter().map(|&digit| char::from(digit)).collect();
            Digits { text: first + char::from(last + 1).encode_utf8(&mut [0; 4]), exponent }
        }
        None => Digits { text: "1".to_owned(), exponent: exponent + 1 },
    }
}

/// Digits after the point compared with one half.
fn halves(rest: &str) -> Ordering {
    let more = rest.get(1..).is_some_and(|rest| rest.contains(|digit| digit != '0'));
    match rest.chars().next().unwrap_or('0').cmp(&'5') {
        Ordering::Equal if more => Ordering::Greater,
        order => order,
    }
}

/// The place of the first digit in which two integers differ.
fn first_difference(a: &str, b: &str) -> usize {
    if a.len() != b.len() {
        return 0;
    }
    a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(a.len())
}

/// A number as an integer times a power of two.
struct Parts {
    significand: u64,
    exponent: i32,
    /// Whether the numbers below it are as far apart as those above: the exponent is the type's least.
    lowest: bool,
}

impl Parts {
    fn of(x: f64, dtype: DType) -> Self {
        let (bits, fraction_bits, bias) = match dtype {
            DType::F16 => (f16::from_f64(x).to_bits().into(), 10, 15),
            DType::BF16 => (bf16::from_f64(x).to_bits().into(), 7, 127),
            DType::F32 => ((x as f32).to_bits().into(), 23, 127),
            _ => (x.to_bits(), 52, 1023),
        };
        let fraction = bits & ((1 << fraction_bits) - 1);
        let biased = (bits >> fraction_bits) as i32 & (2 * bias + 1);
        let significand = if biased == 0 { fraction } else { fraction | 1 << fraction_bits };
        Self { significand, exponent: biased.max(1) - bias - fraction_bits, lowest: biased <= 1 }
    }
}

/// A large natural number, in groups of nine decimal digits, the lowest first.
struct Decimal(Vec<u32>);

const GROUP: u64 = 1_000_000_000;

impl Decimal {
    fn power(base: u64, exponent: u32) -> Self {
        // As many factors at once as fit into 32 bits.
        let at_once = if base == 5 { 13 } else { 31 };
        let mut power = Self(vec![1]);
        for _ in 0..exponent / at_once {
            power = power.times(base.pow(at_once));
        }
        power.times(base.pow(exponent % at_once))
    }

    fn times(&self, factor: u64) -> Self {
        let mut carry = 0;
        let mut groups = Vec::with_capacity(self.0.len() + 3);
        for &group in &self.0 {
            let product = u128::from(group) * u128::from(factor) + u128::from(carry);
            groups.push((product % u128::from(GROUP)) as u32);
            // Below the factor, as a group is below the divisor.
            carry = (product / u128::from(GROUP)) as u64;
        }
        while carry > 0 {
            groups.push((carry % GROUP) as u32);
            carry /= GROUP;
        }
        Self(groups)
    }

    /// One less; the number is not 0.
    fn minus_one(mut self) -> Self {
        for group in &mut self.0 {
            match group.checked_sub(1) {
                Some(less) => {
                    *group = less;
                    break;
                }
                None => *group = (GROUP - 1) as u32,
            }
        }
        self
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut groups = self.0.iter().rev().skip_while(|group| **group == 0);
        write!(f, "{}", groups.next().unwrap_or(&0))?;
        groups.try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(x: f64, dtype: DType, cut: Cut) -> String {
        let Digits { text, exponent } = digits(x, dtype, cut);
        format!("{text}e{exponent}")
    }

    #[test]
    fn shortest_digits_identify_a_number() {
        let shortest = |x: f64| text(x, DType::F64, Cut::Shortest);
        assert_eq!([1.0, 0.1, 1e23, 9.5e200, 123.456].map(shortest), ["1e0", "1e-1", "1e23", "95e200", "123456e2"]);
        assert_eq!(shortest(f64::from_bits(1)), "5e-324");
        assert_eq!([f64::MAX, f64::MIN_POSITIVE].map(shortest), ["17976931348623157e308", "22250738585072014e-308"]);
        for (x, bits) in
            (0..2000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).map(|bits| (f64::from_bits(bits), bits))
        {
            if x.is_finite() && x != 0.0 {
                let Digits { text, exponent } = digits(x, DType::F64, Cut::Shortest);
                let back: f64 = format!("{text}e{}", exponent + 1 - text.len() as i32).parse().unwrap();
                assert_eq!(back, x.abs(), "{bits:x}");
                assert_eq!(
                    text.len(),
                    format!("{x:e}").bytes().take_while(|&c| c != b'e').filter(u8::is_ascii_digit).count()
                );
            }
        }
    }

    #[test]
    fn types_have_their_own_neighbours() {
        assert_eq!(text(f64::from(0.7f32), DType::F32, Cut::Shortest), "7e-1");
        assert_eq!(text(f64::from(0.7f32), DType::F32, Cut::Exactly(8)), "69999999e-1");
        assert_eq!(text(f64::from(0.7f32), DType::F64, Cut::Shortest), "699999988079071e-1");
        // Half-way between two digits, either of which would do: the even one.
        assert_eq!(text(2_097_152.25, DType::F32, Cut::Shortest), "20971522e6");
        assert_eq!(text(f16::MAX.to_f64(), DType::F16, Cut::Shortest), "655e4");
        assert_eq!(text(bf16::from_f32(0.1).to_f64(), DType::BF16, Cut::Shortest), "1e-1");
    }

    #[test]
    fn cut_digits_are_rounded() {
        assert_eq!(text(9.999_999_999, DType::F64, Cut::Places(8)), "1e1");
        assert_eq!(text(0.125, DType::F64, Cut::Places(2)), "12e-1");
        assert_eq!(text(2.0 / 3.0, DType::F64, Cut::Significant(3)), "667e-1");
        assert_eq!(text(0.0, DType::F64, Cut::Exactly(3)), "0e0");
        assert_eq!(text(0.1, DType::F64, Cut::RoundedPlaces(20)), "10000000000000000555e-1");
        assert_eq!(text(0.5, DType::F64, Cut::RoundedPlaces(0)), "0e0");
        assert_eq!(text(1.5, DType::F64, Cut::RoundedPlaces(0)), "2e0");
        assert_eq!(text(0.06, DType::F64, Cut::Places(1)), "1e-1");
        assert_eq!(text(0.004, DType::F64, Cut::Places(1)), "0e0");
        assert_eq!(text(1e-300, DType::F64, Cut::RoundedPlaces(16_384)), text(1e-300, DType::F64, Cut::Exactly(2000)));
    }
}
