//! Floats: the shortest digits that identify each, aligned at the point, at most 8 after it.

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
        // NumPy divides in the element type, so that a quotient beyond its range is infinite.
        let scientific =
            max > 0.0 && (max >= decimals(dtype).min(1e8) || min < rounded(1e-4, dtype) || max / min > 1000.0);
        let mut format = Self { dtype, sign, exponent: None, left: 0, right: 0, tail: 0 };
        for &x in &finite {
            let (integer, fraction, exponent) = format.pieces(x, scientific);
            format.left = format.left.max(integer.len());
            format.right = format.right.max(fraction.len());
            format.exponent = format.exponent.max(exponent.map(|e| digits(e).max(2)));
        }
        format.tail = format.right + format.exponent.map_or(0, |digits| digits + 2);
        if finite.len() < values.len() {
            let negative = sign == Sign::Always || values.contains(&f64::NEG_INFINITY);
            let word = 3 + usize::from(negative);
            format.left =
                format.left.max(word.saturating_sub(format.tail + 1)).max(3usize.saturating_sub(format.tail + 1));
        }
        format
    }

    /// Sign and integer part, fraction without trailing zeros, exponent.
    fn pieces(&self, x: f64, scientific: bool) -> (String, String, Option<i32>) {
        let text = if scientific { self.scientific(x, PRECISION) } else { self.positional(x) };
        let (mantissa, exponent) = match text.split_once('e') {
            Some((mantissa, exponent)) => (mantissa, exponent.parse().ok()),
            None => (&text[..], None),
        };
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let plus = if self.sign == Sign::Always && !x.is_sign_negative() { "+" } else { "" };
        (format!("{plus}{integer}"), fraction.trim_end_matches('0').to_owned(), exponent)
    }

    fn scientific(&self, x: f64, precision: usize) -> String {
        let shortest = shortest(x, self.dtype);
        let fraction =
            shortest.split_once('e').map_or(0, |(mantissa, _)| mantissa.split_once('.').map_or(0, |p| p.1.len()));
        if fraction > precision { format!("{x:.precision$e}") } else { shortest }
    }

    fn positional(&self, x: f64) -> String {
        let text = positional(&shortest(x, self.dtype));
        let fraction = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        if fraction > PRECISION { format!("{x:.PRECISION$}") } else { text }
    }

    pub fn format(&self, x: f64) -> String {
        if !x.is_finite() {
            let sign = match (x.is_nan(), x < 0.0, self.sign) {
                (false, true, _) => "-",
                (_, _, Sign::Always) => "+",
                _ => "",
            };
            let word = if x.is_nan() { "nan" } else { "inf" };
            let width = self.left + self.tail + 1;
            return format!("{:>width$}", format!("{sign}{word}"));
        }
        let (integer, mut fraction, exponent) = self.pieces(x, self.exponent.is_some());
        let (left, right) = (self.left, self.right);
        match (exponent, self.exponent) {
            (Some(e), Some(digits)) => {
                // Digits after those that identify the number are its own, not zeros.
                let exact = format!("{x:.right$e}");
                if let Some((_, more)) = exact.split_once('e').and_then(|(mantissa, _)| mantissa.split_once('.')) {
                    fraction = more.to_owned();
                }
                let sign = if e < 0 { '-' } else { '+' };
                format!("{integer:>left$}.{fraction}e{sign}{:0>digits$}", e.unsigned_abs())
            }
            _ => format!("{integer:>left$}.{fraction:<right$}"),
        }
    }
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
        DType::F32 | DType::C32 => f64::from(x as f32),
        _ => x,
    }
}

fn digits(exponent: i32) -> usize {
    exponent.unsigned_abs().to_string().len()
}

/// The shortest digits that identify `x` among the values of its type, as `d.ddde±x`.
fn shortest(x: f64, dtype: DType) -> String {
    let round_trips = |text: &str| {
        let y: f64 = text.parse().unwrap_or(f64::NAN);
        match dtype {
            DType::F16 => f16::from_f64(y) == f16::from_f64(x),
            _ => bf16::from_f64(y) == bf16::from_f64(x),
        }
    };
    match dtype {
        DType::F64 => format!("{x:e}"),
        DType::F32 => format!("{:e}", x as f32),
        _ => (0..17).map(|digits| format!("{x:.digits$e}")).find(|text| round_trips(text)).unwrap_or_default(),
    }
}

/// `d.ddde±x` without the exponent.
fn positional(scientific: &str) -> String {
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", mantissa),
    };
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    if point <= 0 {
        return format!("{sign}0.{}{digits}", "0".repeat(point.unsigned_abs() as usize));
    }
    let point = point as usize;
    if digits.len() <= point {
        return format!("{sign}{digits}{}.", "0".repeat(point - digits.len()));
    }
    format!("{sign}{}.{}", &digits[..point], &digits[point..])
}

/// A single number as Python prints it.
pub(super) fn scalar(x: f64, dtype: DType, sign: Sign) -> String {
    let plus = if sign == Sign::Always && !x.is_sign_negative() { "+" } else { "" };
    if x.is_nan() {
        return format!("{}nan", if sign == Sign::Always { "+" } else { "" });
    }
    if x.is_infinite() {
        return format!("{}{plus}inf", if x < 0.0 { "-" } else { "" });
    }
    let shortest = shortest(x, dtype);
    if x == 0.0 || (1e-4..decimals(dtype)).contains(&x.abs()) {
        let text = positional(&shortest);
        return format!("{plus}{text}{}", if text.ends_with('.') { "0" } else { "" });
    }
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{plus}{mantissa}e{}{:0>2}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}
