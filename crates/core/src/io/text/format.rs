//! Numbers in formats of C and Python: `%.18e`, `%5d`, `%g`.

use crate::array::scalar_text;
use crate::dtype::{Kind, Scalar};
use crate::error::{Error, Result};

const OP: &str = "savetxt";
/// No number has more digits, and no field needs more characters.
const LONGEST: usize = 16_384;

/// What stands in a format.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Text(String),
    Number(Spec),
}

/// How one number is written.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    left: bool,
    zeros: bool,
    alternate: bool,
    /// What stands in front of a number that is not negative.
    plus: &'static str,
    width: usize,
    precision: Option<usize>,
    conversion: char,
}

/// The pieces of a format.
pub(super) fn parse(format: &str) -> Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while let Some((text, after)) = rest.split_once('%') {
        pieces.push(Piece::Text(text.to_owned()));
        if let Some(after) = after.strip_prefix('%') {
            pieces.push(Piece::Text("%".to_owned()));
            rest = after;
            continue;
        }
        let (spec, after) = Spec::parse(after).ok_or_else(|| {
            let known = "conversions are d, i, u, x, X, o, e, E, f, F, g, G and s";
            Error::value(OP, format!("`{format}` is no format: {known}, with at most {LONGEST} characters"))
        })?;
        pieces.push(Piece::Number(spec));
        rest = after;
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Ok(pieces)
}

/// A number of digits at the beginning of a text, and what follows.
fn count(text: &str) -> Option<(Option<usize>, &str)> {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(len);
    match len {
        0 => Some((None, rest)),
        _ => digits.parse().ok().filter(|&n| n <= LONGEST).map(|n| (Some(n), rest)),
    }
}

impl Spec {
    /// What follows a percent sign, and the rest of the text.
    fn parse(text: &str) -> Option<(Self, &str)> {
        let (mut left, mut zeros, mut alternate, mut plus) = (false, false, false, "");
        let flags = text.bytes().take_while(|flag| b"-+ 0#".contains(flag)).count();
        for flag in text[..flags].chars() {
            match flag {
                '-' => left = true,
                '0' => zeros = true,
                '#' => alternate = true,
                '+' => plus = "+",
                _ if plus.is_empty() => plus = " ",
                _ => {}
            }
        }
        let (width, rest) = count(&text[flags..])?;
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) => count(rest).map(|(precision, rest)| (Some(precision.unwrap_or(0)), rest))?,
            None => (None, rest),
        };
        let conversion = rest.chars().next().filter(|&c| "diuxXoeEfFgGs".contains(c))?;
        let spec = Self { left, zeros, alternate, plus, width: width.unwrap_or(0), precision, conversion };
        Some((spec, &rest[1..]))
    }

    /// A number that is not complex.
    pub fn format(&self, x: Scalar) -> Result<String> {
        if self.conversion == 's' {
            let text = scalar_text(x);
            let text: String = text.chars().take(self.precision.unwrap_or(usize::MAX)).collect();
            return Ok(self.padded("", text, false));
        }
        let (negative, digits) = match self.conversion {
            'd' | 'i' | 'u' => self.integer(x)?,
            'x' | 'X' | 'o' => self.based(x)?,
            _ => self.float(x.get()),
        };
        let sign = if negative { "-" } else { self.plus };
        let upper = self.conversion.is_ascii_uppercase();
        let finite = digits.starts_with(|c: char| c.is_ascii_hexdigit()) && !digits.starts_with("inf");
        let digits = if upper { digits.to_uppercase() } else { digits };
        // Python pads words with zeros too, but for integers there are none.
        Ok(self.padded(sign, digits, self.zeros && (finite || !x.dtype().is_integer())))
    }

    fn padded(&self, sign: &str, digits: String, zeros: bool) -> String {
        let used = sign.len() + digits.chars().count();
        let fill = self.width.saturating_sub(used);
        match (self.left, zeros) {
            (true, _) => format!("{sign}{digits}{}", " ".repeat(fill)),
            (false, true) => format!("{sign}{}{digits}", "0".repeat(fill)),
            (false, false) => format!("{}{sign}{digits}", " ".repeat(fill)),
        }
    }

    /// Whether a number is negative, and its digits without what is after the point.
    fn integer(&self, x: Scalar) -> Result<(bool, String)> {
        let (negative, digits) = match x.dtype().kind() {
            Kind::Float | Kind::Complex => {
                let x: f64 = x.get();
                if !x.is_finite() {
                    return Err(Error::value(OP, format!("{x} is no integer, as `%{}` asks for", self.conversion)));
                }
                // What is cut off to 0 has no sign.
                (x <= -1.0, format!("{:.0}", x.trunc().abs()))
            }
            Kind::Signed => (x.get::<i64>() < 0, x.get::<i64>().unsigned_abs().to_string()),
            Kind::Bool | Kind::Unsigned => (false, x.get::<u64>().to_string()),
        };
        let least = self.precision.unwrap_or(0);
        Ok((negative, format!("{digits:0>least$}")))
    }

    /// An integer in base 8 or 16.
    fn based(&self, x: Scalar) -> Result<(bool, String)> {
        let (negative, size) = match x.dtype().kind() {
            Kind::Float | Kind::Complex => {
                let expected = format!("integers for `%{}`", self.conversion);
                return Err(Error::DType { op: OP, expected, found: x.dtype().to_string() });
            }
            Kind::Signed => (x.get::<i64>() < 0, x.get::<i64>().unsigned_abs()),
            Kind::Bool | Kind::Unsigned => (false, x.get::<u64>()),
        };
        let (prefix, digits) = match self.conversion {
            'o' => ("0o", format!("{size:o}")),
            _ => ("0x", format!("{size:x}")),
        };
        let least = self.precision.unwrap_or(0);
        Ok((negative, format!("{}{digits:0>least$}", if self.alternate { prefix } else { "" })))
    }

    fn float(&self, x: f64) -> (bool, String) {
        if x.is_nan() {
            return (false, "nan".to_owned());
        }
        let (negative, x) = (x.is_sign_negative(), x.abs());
        if x.is_infinite() {
            return (negative, "inf".to_owned());
        }
        let precision = self.precision.unwrap_or(6);
        let point = |digits: String| if self.alternate && precision == 0 { digits + "." } else { digits };
        let digits = match self.conversion {
            'f' | 'F' => point(format!("{x:.precision$}")),
            'e' | 'E' => {
                let (mantissa, exponent) = scientific(x, precision);
                format!("{}{}", point(mantissa), exponent_text(exponent))
            }
            _ => self.general(x, precision.max(1)),
        };
        (negative, digits)
    }

    /// So many significant digits, with an exponent if that is shorter.
    fn general(&self, x: f64, significant: usize) -> String {
        let (mantissa, exponent) = scientific(x, significant - 1);
        let trimmed = |digits: String| match (self.alternate, digits.contains('.')) {
            (true, true) => digits,
            (true, false) => digits + ".",
            (false, true) => digits.trim_end_matches('0').trim_end_matches('.').to_owned(),
            (false, false) => digits,
        };
        match usize::try_from(significant as i64 - 1 - i64::from(exponent)) {
            Ok(places) if exponent >= -4 => trimmed(format!("{x:.places$}")),
            _ => trimmed(mantissa) + &exponent_text(exponent),
        }
    }
}

/// A number with so many significant digits: `%.4g`.
pub(crate) fn general(x: f64, significant: usize) -> String {
    let precision = Some(significant);
    let spec = Spec { left: false, zeros: false, alternate: false, plus: "", width: 0, precision, conversion: 'g' };
    let (negative, digits) = spec.float(x);
    format!("{}{digits}", if negative { "-" } else { "" })
}

/// `d.ddd` and the power of ten.
fn scientific(x: f64, precision: usize) -> (String, i32) {
    let text = format!("{x:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    (mantissa.to_owned(), exponent.parse().unwrap_or(0))
}

fn exponent_text(exponent: i32) -> String {
    format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(format: &str, x: impl Into<Scalar>) -> Result<String> {
        let x = x.into();
        let pieces = parse(format)?.into_iter().map(|piece| match piece {
            Piece::Text(text) => Ok(text),
            Piece::Number(spec) => spec.format(x),
        });
        pieces.collect()
    }

    // Python's `format % x`.
    #[rustfmt::skip]
    const CASES: [(&str, f64, &str); 261] = [
        ("%.18e", 0.0, "0.000000000000000000e+00"),
        ("%.18e", -0.0, "-0.000000000000000000e+00"),
        ("%.18e", 1.0, "1.000000000000000000e+00"),
        ("%.18e", 2.5, "2.500000000000000000e+00"),
        ("%.18e", -0.5, "-5.000000000000000000e-01"),
        ("%.18e", 0.125, "1.250000000000000000e-01"),
        ("%.18e", 1e-05, "1.000000000000000082e-05"),
        ("%.18e", 123456.789, "1.234567890000000043e+05"),
        ("%.18e", 1234567.0, "1.234567000000000000e+06"),
        ("%.18e", 9.9999995, "9.999999499999999486e+00"),
        ("%.18e", 1e+22, "1.000000000000000000e+22"),
        ("%.18e", -1e+100, "-1.000000000000000016e+100"),
        ("%.18e", 5e-324, "4.940656458412465442e-324"),
        ("%.18e", f64::INFINITY, "inf"),
        ("%.18e", f64::NEG_INFINITY, "-inf"),
        ("%.18e", f64::NAN, "nan"),
        ("%e", 0.0, "0.000000e+00"),
        ("%e", -0.0, "-0.000000e+00"),
        ("%e", 1.0, "1.000000e+00"),
        ("%e", 2.5, "2.500000e+00"),
        ("%e", 0.125, "1.250000e-01"),
        ("%e", 123456.789, "1.234568e+05"),
        ("%e", 9.9999995, "9.999999e+00"),
        ("%e", -1e+100, "-1.000000e+100"),
        ("%e", f64::INFINITY, "inf"),
        ("%e", f64::NAN, "nan"),
        ("%.0e", 0.0, "0e+00"),
        ("%.0e", -0.0, "-0e+00"),
        ("%.0e", 1.0, "1e+00"),
        ("%.0e", -0.5, "-5e-01"),
        ("%.0e", 1e-05, "1e-05"),
        ("%.0e", 1234567.0, "1e+06"),
        ("%.0e", 1e+22, "1e+22"),
        ("%.0e", 5e-324, "5e-324"),
        ("%.0e", f64::NEG_INFINITY, "-inf"),
        ("%#.0e", 0.0, "0.e+00"),
        ("%#.0e", -0.0, "-0.e+00"),
        ("%#.0e", 1.0, "1.e+00"),
        ("%#.0e", 2.5, "2.e+00"),
        ("%#.0e", 0.125, "1.e-01"),
        ("%#.0e", 123456.789, "1.e+05"),
        ("%#.0e", 9.9999995, "1.e+01"),
        ("%#.0e", -1e+100, "-1.e+100"),
        ("%#.0e", f64::INFINITY, "inf"),
        ("%#.0e", f64::NAN, "nan"),
        ("%E", 0.0, "0.000000E+00"),
        ("%E", -0.0, "-0.000000E+00"),
        ("%E", 1.0, "1.000000E+00"),
        ("%E", -0.5, "-5.000000E-01"),
        ("%E", 1e-05, "1.000000E-05"),
        ("%E", 1234567.0, "1.234567E+06"),
        ("%E", 1e+22, "1.000000E+22"),
        ("%E", 5e-324, "4.940656E-324"),
        ("%E", f64::NEG_INFINITY, "-INF"),
        ("%f", 0.0, "0.000000"),
        ("%f", -0.0, "-0.000000"),
        ("%f", 1.0, "1.000000"),
        ("%f", 2.5, "2.500000"),
        ("%f", 0.125, "0.125000"),
        ("%f", 123456.789, "123456.789000"),
        ("%f", 9.9999995, "9.999999"),
        ("%f", -1e+100, "-10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104.000000"),
        ("%f", f64::INFINITY, "inf"),
        ("%f", f64::NAN, "nan"),
        ("%.0f", 0.0, "0"),
        ("%.0f", -0.0, "-0"),
        ("%.0f", 1.0, "1"),
        ("%.0f", -0.5, "-0"),
        ("%.0f", 1e-05, "0"),
        ("%.0f", 1234567.0, "1234567"),
        ("%.0f", 1e+22, "10000000000000000000000"),
        ("%.0f", 5e-324, "0"),
        ("%.0f", f64::NEG_INFINITY, "-inf"),
        ("%#.0f", 0.0, "0."),
        ("%#.0f", -0.0, "-0."),
        ("%#.0f", 1.0, "1."),
        ("%#.0f", 2.5, "2."),
        ("%#.0f", 0.125, "0."),
        ("%#.0f", 123456.789, "123457."),
        ("%#.0f", 9.9999995, "10."),
        ("%#.0f", -1e+100, "-10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104."),
        ("%#.0f", f64::INFINITY, "inf"),
        ("%#.0f", f64::NAN, "nan"),
        ("%10.3f", 0.0, "     0.000"),
        ("%10.3f", -0.0, "    -0.000"),
        ("%10.3f", 1.0, "     1.000"),
        ("%10.3f", -0.5, "    -0.500"),
        ("%10.3f", 1e-05, "     0.000"),
        ("%10.3f", 1234567.0, "1234567.000"),
        ("%10.3f", 1e+22, "10000000000000000000000.000"),
        ("%10.3f", 5e-324, "     0.000"),
        ("%10.3f", f64::NEG_INFINITY, "      -inf"),
        ("%-10.3f|", 0.0, "0.000     |"),
        ("%-10.3f|", -0.0, "-0.000    |"),
        ("%-10.3f|", 1.0, "1.000     |"),
        ("%-10.3f|", 2.5, "2.500     |"),
        ("%-10.3f|", 0.125, "0.125     |"),
        ("%-10.3f|", 123456.789, "123456.789|"),
        ("%-10.3f|", 9.9999995, "10.000    |"),
        ("%-10.3f|", -1e+100, "-10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104.000|"),
        ("%-10.3f|", f64::INFINITY, "inf       |"),
        ("%-10.3f|", f64::NAN, "nan       |"),
        ("%010.3f", 0.0, "000000.000"),
        ("%010.3f", -0.0, "-00000.000"),
        ("%010.3f", 1.0, "000001.000"),
        ("%010.3f", -0.5, "-00000.500"),
        ("%010.3f", 1e-05, "000000.000"),
        ("%010.3f", 1234567.0, "1234567.000"),
        ("%010.3f", 1e+22, "10000000000000000000000.000"),
        ("%010.3f", 5e-324, "000000.000"),
        ("%010.3f", f64::NEG_INFINITY, "-000000inf"),
        ("%+.2f", 0.0, "+0.00"),
        ("%+.2f", -0.0, "-0.00"),
        ("%+.2f", 1.0, "+1.00"),
        ("%+.2f", 2.5, "+2.50"),
        ("%+.2f", 0.125, "+0.12"),
        ("%+.2f", 123456.789, "+123456.79"),
        ("%+.2f", 9.9999995, "+10.00"),
        ("%+.2f", -1e+100, "-10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104.00"),
        ("%+.2f", f64::INFINITY, "+inf"),
        ("%+.2f", f64::NAN, "+nan"),
        ("% .2f", 0.0, " 0.00"),
        ("% .2f", -0.0, "-0.00"),
        ("% .2f", 1.0, " 1.00"),
        ("% .2f", -0.5, "-0.50"),
        ("% .2f", 1e-05, " 0.00"),
        ("% .2f", 1234567.0, " 1234567.00"),
        ("% .2f", 1e+22, " 10000000000000000000000.00"),
        ("% .2f", 5e-324, " 0.00"),
        ("% .2f", f64::NEG_INFINITY, "-inf"),
        ("%+8.2e", 0.0, "+0.00e+00"),
        ("%+8.2e", -0.0, "-0.00e+00"),
        ("%+8.2e", 1.0, "+1.00e+00"),
        ("%+8.2e", 2.5, "+2.50e+00"),
        ("%+8.2e", 0.125, "+1.25e-01"),
        ("%+8.2e", 123456.789, "+1.23e+05"),
        ("%+8.2e", 9.9999995, "+1.00e+01"),
        ("%+8.2e", -1e+100, "-1.00e+100"),
        ("%+8.2e", f64::INFINITY, "    +inf"),
        ("%+8.2e", f64::NAN, "    +nan"),
        ("%g", 0.0, "0"),
        ("%g", -0.0, "-0"),
        ("%g", 1.0, "1"),
        ("%g", 2.5, "2.5"),
        ("%g", -0.5, "-0.5"),
        ("%g", 0.125, "0.125"),
        ("%g", 1e-05, "1e-05"),
        ("%g", 123456.789, "123457"),
        ("%g", 1234567.0, "1.23457e+06"),
        ("%g", 9.9999995, "10"),
        ("%g", 1e+22, "1e+22"),
        ("%g", -1e+100, "-1e+100"),
        ("%g", 5e-324, "4.94066e-324"),
        ("%g", f64::INFINITY, "inf"),
        ("%g", f64::NEG_INFINITY, "-inf"),
        ("%g", f64::NAN, "nan"),
        ("%.3g", 0.0, "0"),
        ("%.3g", -0.0, "-0"),
        ("%.3g", 1.0, "1"),
        ("%.3g", 2.5, "2.5"),
        ("%.3g", 0.125, "0.125"),
        ("%.3g", 123456.789, "1.23e+05"),
        ("%.3g", 9.9999995, "10"),
        ("%.3g", -1e+100, "-1e+100"),
        ("%.3g", f64::INFINITY, "inf"),
        ("%.3g", f64::NAN, "nan"),
        ("%#.3g", 0.0, "0.00"),
        ("%#.3g", -0.0, "-0.00"),
        ("%#.3g", 1.0, "1.00"),
        ("%#.3g", -0.5, "-0.500"),
        ("%#.3g", 1e-05, "1.00e-05"),
        ("%#.3g", 1234567.0, "1.23e+06"),
        ("%#.3g", 1e+22, "1.00e+22"),
        ("%#.3g", 5e-324, "4.94e-324"),
        ("%#.3g", f64::NEG_INFINITY, "-inf"),
        ("%G", 0.0, "0"),
        ("%G", -0.0, "-0"),
        ("%G", 1.0, "1"),
        ("%G", 2.5, "2.5"),
        ("%G", 0.125, "0.125"),
        ("%G", 123456.789, "123457"),
        ("%G", 9.9999995, "10"),
        ("%G", -1e+100, "-1E+100"),
        ("%G", f64::INFINITY, "INF"),
        ("%G", f64::NAN, "NAN"),
        ("%.0g", 0.0, "0"),
        ("%.0g", -0.0, "-0"),
        ("%.0g", 1.0, "1"),
        ("%.0g", -0.5, "-0.5"),
        ("%.0g", 1e-05, "1e-05"),
        ("%.0g", 1234567.0, "1e+06"),
        ("%.0g", 1e+22, "1e+22"),
        ("%.0g", 5e-324, "5e-324"),
        ("%.0g", f64::NEG_INFINITY, "-inf"),
        ("%.17g", 0.0, "0"),
        ("%.17g", -0.0, "-0"),
        ("%.17g", 1.0, "1"),
        ("%.17g", 2.5, "2.5"),
        ("%.17g", 0.125, "0.125"),
        ("%.17g", 123456.789, "123456.789"),
        ("%.17g", 9.9999995, "9.9999994999999995"),
        ("%.17g", -1e+100, "-1e+100"),
        ("%.17g", f64::INFINITY, "inf"),
        ("%.17g", f64::NAN, "nan"),
        ("%d", 0.0, "0"),
        ("%d", -0.0, "0"),
        ("%d", 1.0, "1"),
        ("%d", -0.5, "0"),
        ("%d", 1e-05, "0"),
        ("%d", 1234567.0, "1234567"),
        ("%d", 1e+22, "10000000000000000000000"),
        ("%d", 5e-324, "0"),
        ("%6d", 0.0, "     0"),
        ("%6d", -0.0, "     0"),
        ("%6d", 1.0, "     1"),
        ("%6d", 2.5, "     2"),
        ("%6d", 0.125, "     0"),
        ("%6d", 123456.789, "123456"),
        ("%6d", 9.9999995, "     9"),
        ("%6d", -1e+100, "-10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104"),
        ("%-6d|", 0.0, "0     |"),
        ("%-6d|", -0.0, "0     |"),
        ("%-6d|", 1.0, "1     |"),
        ("%-6d|", -0.5, "0     |"),
        ("%-6d|", 1e-05, "0     |"),
        ("%-6d|", 1234567.0, "1234567|"),
        ("%-6d|", 1e+22, "10000000000000000000000|"),
        ("%-6d|", 5e-324, "0     |"),
        ("%06d", 0.0, "000000"),
        ("%06d", -0.0, "000000"),
        ("%06d", 1.0, "000001"),
        ("%06d", 2.5, "000002"),
        ("%06d", 0.125, "000000"),
        ("%06d", 123456.789, "123456"),
        ("%06d", 9.9999995, "000009"),
        ("%06d", -1e+100, "-10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104"),
        ("%.3d", 0.0, "000"),
        ("%.3d", -0.0, "000"),
        ("%.3d", 1.0, "001"),
        ("%.3d", -0.5, "000"),
        ("%.3d", 1e-05, "000"),
        ("%.3d", 1234567.0, "1234567"),
        ("%.3d", 1e+22, "10000000000000000000000"),
        ("%.3d", 5e-324, "000"),
        ("%+d", 0.0, "+0"),
        ("%+d", -0.0, "+0"),
        ("%+d", 1.0, "+1"),
        ("%+d", 2.5, "+2"),
        ("%+d", 0.125, "+0"),
        ("%+d", 123456.789, "+123456"),
        ("%+d", 9.9999995, "+9"),
        ("%+d", -1e+100, "-10000000000000000159028911097599180468360808563945281389781327557747838772170381060813469985856815104"),
        ("%s", 0.0, "0.0"),
        ("%s", -0.0, "-0.0"),
        ("%s", 1.0, "1.0"),
        ("%s", -0.5, "-0.5"),
        ("%s", 1e-05, "1e-05"),
        ("%s", 1234567.0, "1234567.0"),
        ("%s", 1e+22, "1e+22"),
        ("%s", 5e-324, "5e-324"),
        ("%s", f64::NEG_INFINITY, "-inf"),
    ];
    #[rustfmt::skip]
    const INTEGERS: [(&str, i64, &str); 68] = [
        ("%d", 0, "0"),
        ("%d", 7, "7"),
        ("%d", -42, "-42"),
        ("%d", 255, "255"),
        ("%5d", 0, "    0"),
        ("%5d", 7, "    7"),
        ("%5d", -42, "  -42"),
        ("%5d", 255, "  255"),
        ("%-5d|", 0, "0    |"),
        ("%-5d|", 7, "7    |"),
        ("%-5d|", -42, "-42  |"),
        ("%-5d|", 255, "255  |"),
        ("%05d", 0, "00000"),
        ("%05d", 7, "00007"),
        ("%05d", -42, "-0042"),
        ("%05d", 255, "00255"),
        ("%+d", 0, "+0"),
        ("%+d", 7, "+7"),
        ("%+d", -42, "-42"),
        ("%+d", 255, "+255"),
        ("% d", 0, " 0"),
        ("% d", 7, " 7"),
        ("% d", -42, "-42"),
        ("% d", 255, " 255"),
        ("%x", 0, "0"),
        ("%x", 7, "7"),
        ("%x", -42, "-2a"),
        ("%x", 255, "ff"),
        ("%#x", 0, "0x0"),
        ("%#x", 7, "0x7"),
        ("%#x", -42, "-0x2a"),
        ("%#x", 255, "0xff"),
        ("%X", 0, "0"),
        ("%X", 7, "7"),
        ("%X", -42, "-2A"),
        ("%X", 255, "FF"),
        ("%o", 0, "0"),
        ("%o", 7, "7"),
        ("%o", -42, "-52"),
        ("%o", 255, "377"),
        ("%#o", 0, "0o0"),
        ("%#o", 7, "0o7"),
        ("%#o", -42, "-0o52"),
        ("%#o", 255, "0o377"),
        ("%.3d", 0, "000"),
        ("%.3d", 7, "007"),
        ("%.3d", -42, "-042"),
        ("%.3d", 255, "255"),
        ("%08.3f", 0, "0000.000"),
        ("%08.3f", 7, "0007.000"),
        ("%08.3f", -42, "-042.000"),
        ("%08.3f", 255, "0255.000"),
        ("%e", 0, "0.000000e+00"),
        ("%e", 7, "7.000000e+00"),
        ("%e", -42, "-4.200000e+01"),
        ("%e", 255, "2.550000e+02"),
        ("%s", 0, "0"),
        ("%s", 7, "7"),
        ("%s", -42, "-42"),
        ("%s", 255, "255"),
        ("%5s", 0, "    0"),
        ("%5s", 7, "    7"),
        ("%5s", -42, "  -42"),
        ("%5s", 255, "  255"),
        ("%u", 0, "0"),
        ("%u", 7, "7"),
        ("%u", -42, "-42"),
        ("%u", 255, "255"),
    ];

    #[test]
    fn formats_are_pythons() {
        for (format, x, expected) in CASES {
            assert_eq!(text(format, x).as_deref(), Ok(expected), "{format} of {x:?}");
        }
        for (format, x, expected) in INTEGERS {
            assert_eq!(text(format, x).as_deref(), Ok(expected), "{format} of {x:?}");
        }
        assert_eq!(text("%d", u64::MAX).as_deref(), Ok("18446744073709551615"));
        assert_eq!(text("%s and 5%%", true).as_deref(), Ok("True and 5%"));
        assert_eq!(text("%s", 0.1f32).as_deref(), Ok("0.1"));
    }

    #[test]
    fn other_formats_are_refused() {
        for format in ["%", "%y", "%5", "%.", "%*d", "%99999d", "%.99999999999999999999f", "%é", "a%b%d"] {
            assert!(matches!(text(format, 1.0), Err(Error::Value { .. })), "{format}");
        }
        assert!(matches!(text("%d", f64::NAN), Err(Error::Value { .. })));
        assert!(matches!(text("%x", 1.5), Err(Error::DType { .. })));
    }
}
