//! Floats: the shortest digits that identify each, aligned at the point, at most 8 after it.

use super::digits::{Cut, Digits, digits};
use crate::dtype::DType;
use half::{bf16, f16};

/// At most this many digits after the point.
const PRECISION: usize = 8;

/// When a sign is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Minus,
    Always,
}

impl Sign {
    fn of(self, x: f64) -> &'static str {
        match (x.is_sign_negative(), self) {
            (true, _) => "-",
            (false, Sign::Always) => "+",
            (false, Sign::Minus) => "",
        }
    }

    /// `nan`, whose sign is not shown, or `inf`.
    fn of_word(self, x: f64) -> String {
        if x.is_nan() { format!("{}nan", self.of(1.0)) } else { format!("{}inf", self.of(x)) }
    }
}

/// How the floats of one array are printed.
pub(super) struct FloatFormat {
    dtype: DType,
    sign: Sign,
    /// Digits of the exponent, if there is one.
    exponent: Option<usize>,
    /// Characters before the point, sign included.
    left: usize,
    /// Digits after the point; in scientific notation all are shown.
    right: usize,
    /// Characters after the point, exponent included.
    tail: usize,
}

impl FloatFormat {
    pub fn new(values: &[f64], dtype: DType, sign: Sign) -> Self {
        let finite: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
        let magnitudes = || finite.iter().map(|x| x.abs()).filter(|&x| x != 0.0);
        let max = magnitudes().fold(0.0, f64::max);
        let min = magnitudes().fold(f64::INFINITY, f64::min);
        // NumPy divides in the element type.
        let scientific = max > 0.0
            && (max >= decimals(dtype).min(1e8) || min < rounded(1e-4, dtype) || rounded(max / min, dtype) > 1000.0);
        let mut format = Self { dtype, sign, exponent: None, left: 0, right: 0, tail: 0 };
        for &x in &finite {
            let (integer, fraction) = if scientific {
                let digits = digits(x, dtype, Cut::Significant(PRECISION + 1));
                format.exponent = format.exponent.max(Some(exponent_len(digits.exponent)));
                digits.mantissa()
            } else {
                digits(x, dtype, Cut::Places(PRECISION)).positional()
            };
            format.left = format.left.max(sign.of(x).len() + integer.len());
            format.right = format.right.max(fraction.len());
        }
        format.tail = format.right + format.exponent.map_or(0, |digits| digits + 2);
        if finite.len() < values.len() {
            let negative = sign == Sign::Always || values.contains(&f64::NEG_INFINITY);
            let word = 3 + usize::from(negative);
            format.left = format.left.max(word.saturating_sub(format.tail + 1));
        }
        format
    }

    pub fn format(&self, x: f64) -> String {
        let &Self { dtype, sign, exponent, left, right, tail } = self;
        if !x.is_finite() {
            let width = left + tail + 1;
            return format!("{:>width$}", sign.of_word(x));
        }
        let sign = sign.of(x);
        match exponent {
            Some(len) => {
                // Digits after those that identify the number are its own, not zeros.
                let digits = digits(x, dtype, Cut::Exactly(right + 1));
                let (integer, fraction) = digits.mantissa();
                format!("{:>left$}.{fraction:0<right$}{}", format!("{sign}{integer}"), digits.exponent(len))
            }
            None => {
                let (integer, fraction) = digits(x, dtype, Cut::Places(PRECISION)).positional();
                format!("{:>left$}.{fraction:<right$}", format!("{sign}{integer}"))
            }
        }
    }
}

impl Digits {
    /// What is before the point and after it, beside an exponent.
    fn mantissa(&self) -> (String, String) {
        let (integer, fraction) = self.text.split_at(1);
        (integer.to_owned(), fraction.to_owned())
    }

    /// What is before the point and after it, without an exponent.
    fn positional(&self) -> (String, String) {
        let Self { text, exponent } = self;
        let before = usize::try_from(exponent + 1).unwrap_or(0);
        if before == 0 {
            return ("0".to_owned(), format!("{}{text}", "0".repeat(exponent.unsigned_abs() as usize - 1)));
        }
        let (integer, fraction) = text.split_at(before.min(text.len()));
        (format!("{integer:0<before$}"), fraction.to_owned())
    }

    fn exponent(&self, len: usize) -> String {
        let sign = if self.exponent < 0 { '-' } else { '+' };
        format!("e{sign}{:0>len$}", self.exponent.unsigned_abs())
    }
}

/// Digits of an exponent, at least two.
fn exponent_len(exponent: i32) -> usize {
    exponent.unsigned_abs().to_string().len().max(2)
}

/// The power of ten up to which a type tells all integers of as many digits apart.
fn decimals(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => 1e3,
        DType::BF16 => 1e2,
        DType::F32 => 1e6,
        _ => 1e16,
    }
}

/// The nearest number of a type.
fn rounded(x: f64, dtype: DType) -> f64 {
    match dtype {
        DType::F16 => f16::from_f64(x).to_f64(),
        DType::BF16 => bf16::from_f64(x).to_f64(),
        DType::F32 => f64::from(x as f32),
        _ => x,
    }
}

/// A single number as Python prints it.
pub(super) fn scalar(x: f64, dtype: DType, sign: Sign) -> String {
    if !x.is_finite() {
        return sign.of_word(x);
    }
    let (sign, digits) = (sign.of(x), digits(x, dtype, Cut::Shortest));
    if x == 0.0 || (1e-4..decimals(dtype)).contains(&x.abs()) {
        let (integer, fraction) = digits.positional();
        return format!("{sign}{integer}.{fraction:0<1}");
    }
    let (integer, fraction) = digits.mantissa();
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{integer}{point}{fraction}{}", digits.exponent(exponent_len(digits.exponent)))
}
