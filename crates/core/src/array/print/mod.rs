//! `Display` and `Debug`, as NumPy prints arrays: `str(a)` and `repr(a)`.

mod digits;
mod float;
mod nested;

use super::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::{DType, Kind, Scalar};
use crate::element::Element;
use crate::error::Result;
use crate::layout::Dims;
use float::{FloatFormat, Sign};
use std::fmt;

/// Arrays with more elements are summarised.
const THRESHOLD: usize = 1000;
/// How many items of each end of an axis a summary shows.
const EDGE_ITEMS: usize = 3;
/// The width of a line.
const LINE_WIDTH: usize = 75;

/// The elements to print: all of them, or the corners.
struct Shown {
    /// The array's shape.
    shape: Dims,
    /// The shape of `elements`.
    kept: Dims,
    elements: Vec<Scalar>,
    summary: bool,
}

impl<B: Backend> DynArray<B> {
    fn shown(&self) -> Result<Shown> {
        let shape: Dims = self.shape().into();
        let summary = self.len() > THRESHOLD;
        let mut array = self.clone();
        if summary {
            for axis in 0..shape.len() {
                if shape[axis] > 2 * EDGE_ITEMS {
                    array = array.edges(axis)?;
                }
            }
        }
        let (dtype, bytes) = (self.dtype(), array.to_bytes()?);
        let elements = bytes.chunks_exact(dtype.size()).map(|bytes| Scalar::from_bytes(dtype, bytes)).collect();
        Ok(Shown { kept: array.shape().into(), elements, shape, summary })
    }

    /// The first and last items along an axis.
    fn edges(&self, axis: usize) -> Result<Self> {
        let [head, tail] = [0, self.shape()[axis] - EDGE_ITEMS].map(|start| self.narrow(axis, start, EDGE_ITEMS));
        Self::concatenate("print", &[&head?, &tail?], axis)
    }
}

/// Each element as a string, padded as the others need.
fn words(dtype: DType, elements: &[Scalar], zero_dimensional: bool) -> Vec<String> {
    let reals = || elements.iter().map(|x| x.get::<f64>()).collect::<Vec<_>>();
    match dtype.kind() {
        Kind::Bool => {
            let padded = if zero_dimensional { "True" } else { " True" };
            elements.iter().map(|x| if x.get::<bool>() { padded } else { "False" }.to_owned()).collect()
        }
        Kind::Signed => pad(elements.iter().map(|x| x.get::<i64>().to_string()).collect()),
        Kind::Unsigned => pad(elements.iter().map(|x| x.get::<u64>().to_string()).collect()),
        Kind::Float => {
            let reals = reals();
            let format = FloatFormat::new(&reals, dtype, Sign::Minus);
            reals.iter().map(|&x| format.format(x)).collect()
        }
        Kind::Complex => {
            let part = if dtype == DType::Complex64 { DType::F32 } else { DType::F64 };
            let z: Vec<num_complex::Complex<f64>> = elements.iter().map(|x| x.get()).collect();
            let [re, im] = [z.iter().map(|z| z.re).collect::<Vec<_>>(), z.iter().map(|z| z.im).collect()];
            let (real, imag) = (FloatFormat::new(&re, part, Sign::Minus), FloatFormat::new(&im, part, Sign::Always));
            z.iter()
                .map(|z| {
                    let imag = imag.format(z.im);
                    let digits = imag.trim_end();
                    format!("{}{digits}j{}", real.format(z.re), &imag[digits.len()..])
                })
                .collect()
        }
    }
}

fn pad(words: Vec<String>) -> Vec<String> {
    let width = words.iter().map(String::len).max().unwrap_or(0);
    words.into_iter().map(|word| format!("{word:>width$}")).collect()
}

/// A zero-dimensional array's element, as Python prints a scalar.
fn scalar(x: Scalar) -> String {
    match x.dtype() {
        DType::Complex64 | DType::Complex128 => {
            let part = if x.dtype() == DType::Complex64 { DType::F32 } else { DType::F64 };
            let z: num_complex::Complex<f64> = x.get();
            let integral = |x: f64| float::scalar(x, part, Sign::Minus).trim_end_matches(".0").to_owned();
            let imag = float::scalar(z.im, part, Sign::Always);
            let imag = imag.strip_suffix(".0").unwrap_or(&imag);
            // Python leaves out a positive zero real part.
            if z.re == 0.0 && z.re.is_sign_positive() {
                return format!("{}j", imag.trim_start_matches('+'));
            }
            format!("({}{imag}j)", integral(z.re))
        }
        dtype if dtype.is_float() => float::scalar(x.get(), dtype, Sign::Minus),
        dtype => words(dtype, &[x], true).remove(0),
    }
}

/// NumPy's `str(a)`: `[1. 2. 3.]`.
impl<B: Backend> fmt::Display for DynArray<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = match self.shown() {
            Ok(shown) => shown,
            Err(error) => return write!(f, "<{error}>"),
        };
        match (&shown.shape[..], &shown.elements[..]) {
            ([], [x]) => f.write_str(&scalar(*x)),
            (_, []) => f.write_str("[]"),
            _ => {
                f.write_str(&nested::format(&shown, &words(self.dtype(), &shown.elements, false), " ", "", LINE_WIDTH))
            }
        }
    }
}

/// NumPy's `repr(a)` with Rust's type names: `array([1., 2., 3.], dtype=f32)`. The types that NumPy
/// takes for granted (`bool`, `i64`, `f64`, `Complex<f64>`) are left out.
impl<B: Backend> fmt::Debug for DynArray<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PREFIX: &str = "array(";
        let shown = match self.shown() {
            Ok(shown) => shown,
            Err(error) => return write!(f, "<{error}>"),
        };
        let body = match (&shown.shape[..], &shown.elements[..]) {
            ([], elements) => words(self.dtype(), elements, true).concat(),
            (_, []) => "[]".to_owned(),
            _ => nested::format(&shown, &words(self.dtype(), &shown.elements, false), ", ", PREFIX, LINE_WIDTH - 1),
        };
        let mut extras = Vec::new();
        let empty = shown.elements.is_empty();
        if (empty && shown.shape[..] != [0]) || shown.summary {
            let lengths: Vec<String> = shown.shape.iter().map(usize::to_string).collect();
            let comma = if lengths.len() == 1 { "," } else { "" };
            extras.push(format!("shape=({}{comma})", lengths.join(", ")));
        }
        if empty || !matches!(self.dtype(), DType::Bool | DType::I64 | DType::F64 | DType::Complex128) {
            extras.push(format!("dtype={}", self.dtype()));
        }
        if extras.is_empty() {
            return write!(f, "{PREFIX}{body})");
        }
        let (text, extras) = (format!("{PREFIX}{body},"), extras.join(", ") + ")");
        let last_line = text.len() - text.rfind('\n').map_or(0, |at| at + 1);
        let fits = last_line + extras.len() < LINE_WIDTH;
        let spacer = if fits { " ".to_owned() } else { format!("\n{}", " ".repeat(PREFIX.len())) };
        write!(f, "{text}{spacer}{extras}")
    }
}

/// As a [`DynArray`] prints.
impl<T: Element, B: Backend> fmt::Display for Array<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.array, f)
    }
}

/// As a [`DynArray`] prints.
impl<T: Element, B: Backend> fmt::Debug for Array<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.array, f)
    }
}
