//! Numbers as text.

use crate::dtype::{DType, Kind, Scalar};
use num_complex::Complex;

/// The number that a field holds, if it is one of the type: without spaces around it.
pub(in super::super) fn parse(dtype: DType, text: &str) -> Option<Scalar> {
    match dtype.kind() {
        Kind::Bool => truth(text).or_else(|| text.parse::<i64>().ok().map(|x| x != 0)).map(Scalar::new),
        Kind::Signed => {
            let number: i64 = text.parse().ok()?;
            let scalar = Scalar::new(number).astype(dtype);
            (scalar.get::<i64>() == number).then_some(scalar)
        }
        Kind::Unsigned => {
            let number: u64 = text.parse().ok()?;
            let scalar = Scalar::new(number).astype(dtype);
            (scalar.get::<u64>() == number).then_some(scalar)
        }
        Kind::Float => text.parse::<f64>().ok().map(|x| Scalar::new(x).astype(dtype)),
        Kind::Complex => complex(text).map(|z| Scalar::new(z).astype(dtype)),
    }
}

/// `True` or `False`, in any case.
pub(super) fn truth(text: &str) -> Option<bool> {
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    is("true").then_some(true).or_else(|| is("false").then_some(false))
}

/// A complex number as Python writes it, with brackets or without: `1.5`, `2j`, `(1e-3-2j)`.
fn complex(text: &str) -> Option<Complex<f64>> {
    let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).map_or(text, str::trim);
    let Some(parts) = bare.strip_suffix('j') else {
        return Some(Complex::new(bare.parse().ok()?, 0.0));
    };
    // The imaginary part begins at the last sign that is not an exponent's.
    let bytes = parts.as_bytes();
    let is_sign = |&at: &usize| matches!(bytes[at], b'+' | b'-') && !matches!(bytes[at - 1], b'e' | b'E');
    match (1..bytes.len()).rev().find(is_sign) {
        Some(at) => Some(Complex::new(parts[..at].parse().ok()?, parts[at..].parse().ok()?)),
        None => Some(Complex::new(0.0, parts.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_python_writes_them() {
        let z = |text: &str| parse(DType::Complex128, text).map(|z| z.get::<Complex<f64>>());
        assert_eq!(z("(1e-3-2j)"), Some(Complex::new(1e-3, -2.0)));
        assert_eq!(z("-1e+3+2e-1j"), Some(Complex::new(-1e3, 0.2)));
        assert_eq!([z("2j"), z("-2j"), z("1.5")].map(|z| z.unwrap().im), [2.0, -2.0, 0.0]);
        assert!(z("nan-infj").is_some_and(|z| z.re.is_nan() && z.im == f64::NEG_INFINITY));
        assert_eq!([z("j"), z("1+j"), z("(1+2j"), z("1+2i"), z(""), z("é+1j")], [None; 6]);
        let i = |dtype, text: &str| parse(dtype, text).map(|x| x.get::<i64>());
        assert_eq!([i(DType::I8, "-128"), i(DType::I8, "+7"), i(DType::U8, "255")], [Some(-128), Some(7), Some(255)]);
        assert_eq!([i(DType::I8, "128"), i(DType::U8, "-1"), i(DType::I32, "1.0"), i(DType::I64, "")], [None; 4]);
        assert_eq!(parse(DType::U64, "18446744073709551615").map(|x| x.get::<u64>()), Some(u64::MAX));
        let b = |text| parse(DType::Bool, text).map(|x| x.get::<bool>());
        assert_eq!(
            [b("True"), b("false"), b("2"), b("0"), b("yes")],
            [Some(true), Some(false), Some(true), Some(false), None]
        );
    }
}
