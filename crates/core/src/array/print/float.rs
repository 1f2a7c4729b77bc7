//! Floats, aligned at the point: the shortest digits that identify each, or as many as there are to be.

use super::digits::{Cut, Digits, digits};
use super::options::{FloatMode, PrintOptions, PrintSign};
use crate::dtype::DType;
use half::{bf16, f16};

/// What stands before a number: its sign, or that it has none.
fn sign_of(sign: PrintSign, x: f64) -> &'static str {
    match (x.is_sign_negative(), sign) {
        (true, _) => "-",
        (false, PrintSign::Plus) => "+",
        (false, PrintSign::Minus | PrintSign::Space) => "",
    }
}

/// What is not finite; the sign of NaN is not shown.
fn word(x: f64, sign: PrintSign, nanstr: &str, infstr: &str) -> String {
    if x.is_nan() { format!("{}{nanstr}", sign_of(sign, 1.0)) } else { format!("{}{infstr}", sign_of(sign, x)) }
}

/// How the floats of one array are printed.
pub(super) struct FloatFormat<'a> {
    dtype: DType,
    sign: PrintSign,
    options: &'a PrintOptions,
    /// Digits of the exponent, if there is one.
    exponent: Option<usize>,
    /// Characters before the point, sign included.
    left: usize,
    /// Digits after the point; in scientific notation all are shown.
    right: usize,
    /// Characters after the point, exponent included.
    tail: usize,
}

impl<'a> FloatFormat<'a> {
    pub fn new(values: &[f64], dtype: DType, sign: PrintSign, options: &'a PrintOptions) -> Self {
        let finite: Vec<f64> = values.iter().copied().filter(|x| x.is_finite()).collect();
        let magnitudes = || finite.iter().map(|x| x.abs()).filter(|&x| x != 0.0);
        let max = magnitudes().fold(0.0, f64::max);
        let min = magnitudes().fold(f64::INFINITY, f64::min);
        // NumPy divides in the element type.
        let far_apart = || min < rounded(1e-4, dtype) || rounded(max / min, dtype) > 1000.0;
        let large = max >= decimals(dtype).min(1e8);
        let scientific = max > 0.0 && (large || (!options.suppress_small && far_apart()));
        let mut format = Self { dtype, sign, options, exponent: None, left: 0, right: 0, tail: 0 };
        let precision = options.precision;
        let fixed = options.floatmode == FloatMode::Fixed;
        for &x in &finite {
            let (integer, fraction) = if scientific {
                let digits = digits(
                    x,
                    dtype,
                    match options.floatmode {
                        FloatMode::Fixed => Cut::Rounded(precision + 1),
                        FloatMode::Unique => Cut::Shortest,
                        FloatMode::MaxPrec | FloatMode::MaxPrecEqual => Cut::Significant(precision + 1),
                    },
                );
                format.exponent = format.exponent.max(Some(exponent_len(digits.exponent)));
                digits.mantissa()
            } else {
                digits(x, dtype, format.places()).positional()
            };
            format.left = format.left.max(sign_of(sign, x).len() + integer.len());
            format.right = format.right.max(if fixed { precision } else { fraction.len() });
        }
        if sign == PrintSign::Space && !finite.iter().any(|x| x.is_sign_negative()) {
            format.left += 1;
        }
        format.tail = format.right + format.exponent.map_or(0, |digits| digits + 2);
        if finite.len() < values.len() {
            let negative = sign != PrintSign::Minus || values.contains(&f64::NEG_INFINITY);
            let nan = options.nanstr.chars().count();
            let longest = nan.max(options.infstr.chars().count() + usize::from(negative));
            format.left = format.left.max(longest.saturating_sub(format.tail + 1));
        }
        format
    }

    /// Where digits of a number without an exponent end, before it is known how many others have.
    fn places(&self) -> Cut {
        match self.options.floatmode {
            FloatMode::Fixed => Cut::RoundedPlaces(self.options.precision),
            FloatMode::Unique => Cut::Shortest,
            FloatMode::MaxPrec | FloatMode::MaxPrecEqual => Cut::Places(self.options.precision),
        }
    }

    pub fn format(&self, x: f64) -> String {
        let &Self { dtype, sign, options, exponent, left, right, tail } = self;
        if !x.is_finite() {
            let width = left + tail + 1;
            return format!("{:>width$}", word(x, sign, &options.nanstr, &options.infstr));
        }
        let sign = sign_of(sign, x);
        let mode = options.floatmode;
        if let Some(len) = exponent {
            // Digits after those that identify the number are its own, not zeros.
            let cut = if mode == FloatMode::Fixed { Cut::Rounded(right + 1) } else { Cut::Exactly(right + 1) };
            let digits = digits(x, dtype, cut);
            let (integer, fraction) = digits.mantissa();
            return format!("{:>left$}.{fraction:0<right$}{}", format!("{sign}{integer}"), digits.exponent(len));
        }
        let cut = if mode == FloatMode::MaxPrecEqual { Cut::ExactlyPlaces(right) } else { self.places() };
        let (integer, fraction) = digits(x, dtype, cut).positional();
        let integer = format!("{sign}{integer}");
        match mode {
            FloatMode::Fixed | FloatMode::MaxPrecEqual => format!("{integer:>left$}.{fraction:0<right$}"),
            FloatMode::Unique | FloatMode::MaxPrec => format!("{integer:>left$}.{fraction:<right$}"),
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
pub(super) fn scalar(x: f64, dtype: DType, sign: PrintSign) -> String {
    if !x.is_finite() {
        return word(x, sign, "nan", "inf");
    }
    let (sign, digits) = (sign_of(sign, x), digits(x, dtype, Cut::Shortest));
    if x == 0.0 || (1e-4..decimals(dtype)).contains(&x.abs()) {
        let (integer, fraction) = digits.positional();
        return format!("{sign}{integer}.{fraction:0<1}");
    }
    let (integer, fraction) = digits.mantissa();
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{integer}{point}{fraction}{}", digits.exponent(exponent_len(digits.exponent)))
}
