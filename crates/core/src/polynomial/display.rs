//! Polynomials as text.

use super::Poly1d;
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::error::Result;
use crate::io::general;
use num_complex::Complex;
use std::fmt;

/// Lines are broken before they are longer.
const WIDTH: usize = 70;

/// NumPy's `str(p)`: a line of powers above one of coefficients with four digits.
impl<B: Backend> fmt::Display for Poly1d<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            Ok(text) => f.write_str(&text),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}

/// NumPy's `repr(p)`: `poly1d([1, 2])`, with the element type as of arrays.
impl<B: Backend> fmt::Debug for Poly1d<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:?}", self.coefficients);
        let inner = text.strip_prefix("array(").and_then(|text| text.strip_suffix(')'));
        write!(f, "poly1d({})", inner.unwrap_or(&text))
    }
}

impl<B: Backend> Poly1d<B> {
    fn text(&self) -> Result<String> {
        let dtype = self.coefficients.dtype();
        let bytes = self.coefficients.to_bytes()?;
        let mut terms: Vec<(String, usize)> = Vec::new();
        for (place, bytes) in bytes.chunks_exact(dtype.size()).enumerate() {
            let power = self.order() - place;
            let coefficient = coefficient(Scalar::from_bytes(dtype, bytes).get());
            // A term of 0 is left out, unless it is the only one.
            if coefficient != "0" || self.order() == 0 {
                terms.push((coefficient, power));
            }
        }
        Ok(two_lines(&terms))
    }
}

fn coefficient(z: Complex<f64>) -> String {
    let text = |x| general(x, 4);
    match (z.re, z.im) {
        (re, 0.0) => text(re),
        (0.0, im) => format!("{}j", text(im)),
        (re, im) => format!("({} + {}j)", text(re), text(im)),
    }
}

/// Terms in a line, their powers in the line above.
fn two_lines(terms: &[(String, usize)]) -> String {
    // What stands before each power, and behind the last.
    let (mut raised, mut rest) = (Vec::new(), String::new());
    for (i, (coefficient, power)) in terms.iter().enumerate() {
        rest += &match (i, coefficient.strip_prefix('-')) {
            (0, _) => coefficient.clone(),
            (_, Some(size)) => format!(" - {size}"),
            (_, None) => format!(" + {coefficient}"),
        };
        if *power > 0 {
            rest += " x";
        }
        if *power > 1 {
            raised.push((std::mem::take(&mut rest), power.to_string()));
        }
    }
    let (mut above, mut below, mut text) = (String::new(), String::new(), " ".to_owned());
    for (base, power) in raised {
        let more_above = format!("{}{power}", " ".repeat(base.len() - 1));
        let more_below = format!("{base}{}", " ".repeat(power.len() - 1));
        if below.len() + more_below.len() > WIDTH || above.len() + more_above.len() > WIDTH {
            text += &format!("{above}\n{below}\n ");
            above.clear();
            below.clear();
        }
        above += &more_above;
        below += &more_below;
    }
    text + &above + "\n" + &below + &rest
}
