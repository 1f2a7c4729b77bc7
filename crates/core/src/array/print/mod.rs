//! `Display` and `Debug`, as NumPy prints arrays: `str(a)` and `repr(a)`.

mod digits;
mod float;
mod nested;
mod options;

pub use options::{FloatMode, PrintOptions, PrintSign};

use super::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::{DType, Kind, Scalar};
use crate::element::Element;
use crate::error::Result;
use crate::layout::Dims;
use float::FloatFormat;
use std::fmt;

/// The elements to print: all of them, or the corners.
struct Shown {
    /// The array's shape.
    shape: Dims,
    /// The shape of `elements`.
    kept: Dims,
    elements: Vec<Scalar>,
}

impl<B: Backend> DynArray<B> {
    fn shown(&self, options: &PrintOptions) -> Result<Shown> {
        let shape: Dims = self.shape().into();
        let summary = self.len() > options.threshold;
        let mut array = self.clone();
        if summary {
            for axis in 0..shape.len() {
                if shape[axis] > options.edgeitems.saturating_mul(2) {
                    array = array.edges(axis, options.edgeitems)?;
                }
            }
        }
        let (dtype, bytes) = (self.dtype(), array.to_bytes()?);
        let elements = bytes.chunks_exact(dtype.size()).map(|bytes| Scalar::from_bytes(dtype, bytes)).collect();
        Ok(Shown { kept: array.shape().into(), elements, shape })
    }

    /// The first and last items along an axis: so many of each, but the last one in any case.
    fn edges(&self, axis: usize, items: usize) -> Result<Self> {
        let last = items.max(1);
        let (head, tail) = (self.narrow(axis, 0, items)?, self.narrow(axis, self.shape()[axis] - last, last)?);
        Self::concatenate("print", &[&head, &tail], axis)
    }

    /// [`Array::to_string_with`].
    ///
    /// # Errors
    /// Those of [`Array::to_string_with`].
    #[doc(alias = "array2string")]
    #[doc(alias = "array_str")]
    pub fn to_string_with(&self, options: &PrintOptions) -> Result<String> {
        options.check()?;
        if self.is_empty() {
            return Ok("[]".to_owned());
        }
        let shown = self.shown(options)?;
        let words = words(self.dtype(), &shown.elements, shown.shape.is_empty(), options);
        Ok(nested::format(&shown, &words, options))
    }

    /// [`Array::to_repr_with`].
    ///
    /// # Errors
    /// Those of [`Array::to_repr_with`].
    #[doc(alias = "array_repr")]
    pub fn to_repr_with(&self, options: &PrintOptions) -> Result<String> {
        const PREFIX: &str = "array(";
        let options = options.clone().separator(", ").prefix(PREFIX).suffix(")");
        let (empty, summary) = (self.is_empty(), self.len() > options.threshold);
        let body = self.to_string_with(&options)?;
        let mut extras = Vec::new();
        if (empty && self.shape() != [0]) || summary {
            let lengths: Vec<String> = self.shape().iter().map(usize::to_string).collect();
            let comma = if lengths.len() == 1 { "," } else { "" };
            extras.push(format!("shape=({}{comma})", lengths.join(", ")));
        }
        if empty || !matches!(self.dtype(), DType::Bool | DType::I64 | DType::F64 | DType::Complex128) {
            extras.push(format!("dtype={}", self.dtype()));
        }
        if extras.is_empty() {
            return Ok(format!("{PREFIX}{body})"));
        }
        let (text, extras) = (format!("{PREFIX}{body},"), extras.join(", ") + ")");
        let last_line = text.rsplit('\n').next().unwrap_or(&text).chars().count();
        let fits = last_line + extras.len() < options.linewidth;
        let spacer = if fits { " ".to_owned() } else { format!("\n{}", " ".repeat(PREFIX.len())) };
        Ok(format!("{text}{spacer}{extras}"))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The array as text: NumPy's `array2string`. With the defaults it is what `Display` writes, but for an array without
    /// dimensions, whose element `Display` writes as Python does a number.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::PrintOptions;
    /// let x = xp.linspace(0.0, 1.0, 7)?;
    /// let options = PrintOptions::new().precision(2).separator("; ").linewidth(20);
    /// assert_eq!(x.to_string_with(&options)?, "[0.  ; 0.17; 0.33;\n 0.5 ; 0.67; 0.83;\n 1.  ]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) for more than 16384 digits; those of [`Array::eval`].
    #[doc(alias = "array2string")]
    #[doc(alias = "array_str")]
    pub fn to_string_with(&self, options: &PrintOptions) -> Result<String> {
        self.array.to_string_with(options)
    }

    /// The array as text that says what it is: NumPy's `array_repr`. Separator, prefix and suffix are not taken from the
    /// options. With the defaults it is what `Debug` writes.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::PrintOptions;
    /// let x = xp.array(&[1.0f32, 0.0625])?;
    /// let text = x.to_repr_with(&PrintOptions::new().precision(3))?;
    /// assert_eq!(text, "array([1.   , 0.062], dtype=f32)");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`to_string_with`](Array::to_string_with).
    #[doc(alias = "array_repr")]
    pub fn to_repr_with(&self, options: &PrintOptions) -> Result<String> {
        self.array.to_repr_with(options)
    }
}

/// Each element as a string, padded as the others need.
fn words(dtype: DType, elements: &[Scalar], zero_dimensional: bool, options: &PrintOptions) -> Vec<String> {
    if let Some(formatter) = &options.formatter {
        return elements.iter().map(|x| formatter(*x)).collect();
    }
    match dtype.kind() {
        Kind::Bool => {
            let padded = if zero_dimensional { "True" } else { " True" };
            elements.iter().map(|x| if x.get::<bool>() { padded } else { "False" }.to_owned()).collect()
        }
        Kind::Signed => pad(elements.iter().map(|x| x.get::<i64>().to_string()).collect(), options.sign),
        Kind::Unsigned => pad(elements.iter().map(|x| x.get::<u64>().to_string()).collect(), options.sign),
        Kind::Float => {
            let reals: Vec<f64> = elements.iter().map(|x| x.get()).collect();
            let format = FloatFormat::new(&reals, dtype, options.sign, options);
            reals.iter().map(|&x| format.format(x)).collect()
        }
        Kind::Complex => {
            let part = if dtype == DType::Complex64 { DType::F32 } else { DType::F64 };
            let z: Vec<num_complex::Complex<f64>> = elements.iter().map(|x| x.get()).collect();
            let [re, im] = [z.iter().map(|z| z.re).collect::<Vec<_>>(), z.iter().map(|z| z.im).collect()];
            let real = FloatFormat::new(&re, part, options.sign, options);
            let imag = FloatFormat::new(&im, part, PrintSign::Plus, options);
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

/// Integers of one width, with what stands in front of those that are not negative.
fn pad(words: Vec<String>, sign: PrintSign) -> Vec<String> {
    let negative = words.iter().any(|word| word.starts_with('-'));
    let sign = match sign {
        PrintSign::Plus => "+",
        PrintSign::Space if !negative => " ",
        PrintSign::Space | PrintSign::Minus => "",
    };
    let signed = |word: String| if word.starts_with('-') { word } else { format!("{sign}{word}") };
    let words: Vec<String> = words.into_iter().map(signed).collect();
    let width = words.iter().map(String::len).max().unwrap_or(0);
    words.into_iter().map(|word| format!("{word:>width$}")).collect()
}

/// A zero-dimensional array's element, as Python prints a scalar.
pub(crate) fn scalar(x: Scalar) -> String {
    match x.dtype() {
        DType::Complex64 | DType::Complex128 => {
            let part = if x.dtype() == DType::Complex64 { DType::F32 } else { DType::F64 };
            let z: num_complex::Complex<f64> = x.get();
            let integral = |x: f64| float::scalar(x, part, PrintSign::Minus).trim_end_matches(".0").to_owned();
            let imag = float::scalar(z.im, part, PrintSign::Plus);
            let imag = imag.strip_suffix(".0").unwrap_or(&imag);
            // Python leaves out a positive zero real part.
            if z.re == 0.0 && z.re.is_sign_positive() {
                return format!("{}j", imag.trim_start_matches('+'));
            }
            format!("({}{imag}j)", integral(z.re))
        }
        dtype if dtype.is_float() => float::scalar(x.get(), dtype, PrintSign::Minus),
        dtype => words(dtype, &[x], true, &PrintOptions::new()).concat(),
    }
}

/// NumPy's `str(a)`: `[1. 2. 3.]`.
impl<B: Backend> fmt::Display for DynArray<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.ndim() {
            0 => self.item().map(scalar),
            _ => self.to_string_with(&PrintOptions::new()),
        };
        write_or_error(f, text)
    }
}

/// NumPy's `repr(a)` with Rust's type names: `array([1., 2., 3.], dtype=f32)`. The types that NumPy
/// takes for granted (`bool`, `i64`, `f64`, `Complex<f64>`) are left out.
impl<B: Backend> fmt::Debug for DynArray<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_or_error(f, self.to_repr_with(&PrintOptions::new()))
    }
}

/// What cannot be read is printed as why.
fn write_or_error(f: &mut fmt::Formatter<'_>, text: Result<String>) -> fmt::Result {
    match text {
        Ok(text) => f.write_str(&text),
        Err(error) => write!(f, "<{error}>"),
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
