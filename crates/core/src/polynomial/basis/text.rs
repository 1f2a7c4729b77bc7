//! Series as text.

use super::{Basis, Coefficient, Series};
use num_complex::Complex;
use std::fmt;

/// Lines are broken before they are longer.
const WIDTH: usize = 75;

/// NumPy's `str(series)` with Unicode: `1.0 + 2.0·T₁(x)`.
impl<T: Coefficient> fmt::Display for Series<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = match self.mapparms() {
            (0.0, 1.0) => "x".into(),
            (offset, 1.0) => format!("({} + x)", number(offset)),
            (0.0, scale) => format!("({}x)", number(scale)),
            (offset, scale) => format!("({} + {}x)", number(offset), number(scale)),
        };
        let (first, rest) = self.coefficients.split_first().ok_or(fmt::Error)?;
        let mut text = plain(*first);
        for (k, &coefficient) in rest.iter().enumerate() {
            // NaN, which is not at least 0, is subtracted.
            let (sign, size) = if is_positive(coefficient) { ('+', coefficient) } else { ('-', -coefficient) };
            let size = if is_real::<T>() { parenthesized(size.cast()) } else { plain(size) };
            let term = format!("{sign} {size}{}", self.basis.term(k + 1, &symbol));
            let line = text.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1 + term.chars().count();
            let more = if k + 1 < rest.len() { 2 } else { 0 };
            // The break is between sign and number.
            let term = if line + more >= WIDTH { term.replacen(' ', "\n", 1) } else { term };
            text = text + " " + &term;
        }
        f.write_str(&text)
    }
}

impl Basis {
    fn term(self, degree: usize, symbol: &str) -> String {
        let name = match self {
            Self::Power if degree == 1 => return format!("·{symbol}"),
            Self::Power => {
                return format!("·{symbol}{}", digits(degree, &['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹']));
            }
            Self::Chebyshev => "T",
            Self::Legendre => "P",
            Self::Hermite => "H",
            Self::HermiteE => "He",
            Self::Laguerre => "L",
        };
        format!("·{name}{}({symbol})", digits(degree, &['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉']))
    }
}

fn digits(number: usize, digits: &[char; 10]) -> String {
    number.to_string().bytes().map(|digit| digits[usize::from(digit - b'0')]).collect()
}

fn is_real<T: Coefficient>() -> bool {
    !T::DTYPE.is_complex()
}

/// Whether a number is at least 0, complex ones by their real parts, then their imaginary ones.
fn is_positive<T: Coefficient>(value: T) -> bool {
    let z: Complex<f64> = value.cast();
    z.re > 0.0 || (z.re == 0.0 && z.im >= 0.0)
}

/// The number as it is.
fn plain<T: Coefficient>(value: T) -> String {
    let z: Complex<f64> = value.cast();
    if is_real::<T>() {
        return number(z.re);
    }
    // As Python writes complex numbers.
    let part = |x: f64| if x == x.trunc() && x.abs() < 1e16 { format!("{x:.0}") } else { format!("{x}") };
    match z.re == 0.0 && z.re.is_sign_positive() {
        true => format!("{}j", part(z.im)),
        false if z.im.is_sign_negative() => format!("({}{}j)", part(z.re), part(z.im)),
        false => format!("({}+{}j)", part(z.re), part(z.im)),
    }
}

fn parenthesized(x: f64) -> String {
    let text = number(x);
    if text.contains('e') { format!("({text})") } else { text }
}

/// A number with 8 digits after the point at most, as NumPy's `format_float`.
fn number(x: f64) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf".into() } else { "-inf".into() };
    }
    if x != 0.0 && !(1e-4..1e8).contains(&x.abs()) {
        let shortest = format!("{x:e}");
        let rounded = if shortest.len() > 12 { format!("{x:.8e}") } else { shortest };
        let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
        let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
        return format!("{}e{sign}{exponent:0>2}", pointed(mantissa));
    }
    let shortest = format!("{x}");
    match shortest.split_once('.') {
        Some((_, fraction)) if fraction.len() > 8 => pointed(&format!("{x:.8}")),
        _ => pointed(&shortest),
    }
}

/// With a point, and one digit behind it at least; no more zeros at the end.
fn pointed(digits: &str) -> String {
    match digits.split_once('.') {
        None => format!("{digits}.0"),
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            "" => format!("{whole}.0"),
            fraction => format!("{whole}.{fraction}"),
        },
    }
}
