//! Writing tables.

use super::super::failed;
use super::super::replace::Replacement;
use super::format::{Piece, Spec, parse};
use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use num_complex::Complex;
use std::io::Write;
use std::path::Path;

const OP: &str = "savetxt";

/// Options of [`Array::savetxt_with`](crate::Array::savetxt_with): those of NumPy's `savetxt`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::SaveTxt;
/// # let path = std::env::temp_dir().join(format!("xparray-fmt-{}.txt", std::process::id()));
/// let options = SaveTxt::new().fmt(["%d", "%8.3f"]).delimiter(";").header("n x");
/// xp.array([[1.0, 0.5], [2.0, 0.25]])?.savetxt_with(&path, &options)?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "# n x\n1;   0.500\n2;   0.250\n");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SaveTxt {
    fmt: Vec<String>,
    delimiter: String,
    newline: String,
    header: String,
    footer: String,
    comments: String,
}

impl Default for SaveTxt {
    fn default() -> Self {
        Self {
            fmt: vec!["%.18e".to_owned()],
            delimiter: " ".to_owned(),
            newline: "\n".to_owned(),
            header: String::new(),
            footer: String::new(),
            comments: "# ".to_owned(),
        }
    }
}

impl SaveTxt {
    /// The defaults: `%.18e`, with spaces between fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// How numbers are written, as in C and Python: one format for all (`["%.6g"]`), or one for each column, or one with as many
    /// conversions as there are columns (`["%d: %f"]`). Conversions are `d`, `i`, `u`, `x`, `X`, `o`, `e`, `E`, `f`, `F`, `g`, `G`, and
    /// `s` for the shortest text that identifies a number. Complex numbers have a conversion for each part, or one for both.
    pub fn fmt<S: Into<String>>(self, fmt: impl IntoIterator<Item = S>) -> Self {
        Self { fmt: fmt.into_iter().map(Into::into).collect(), ..self }
    }

    /// What stands between columns.
    pub fn delimiter(self, delimiter: impl Into<String>) -> Self {
        Self { delimiter: delimiter.into(), ..self }
    }

    /// What ends a row.
    pub fn newline(self, newline: impl Into<String>) -> Self {
        Self { newline: newline.into(), ..self }
    }

    /// A comment before the first row, of one or more lines.
    pub fn header(self, header: impl Into<String>) -> Self {
        Self { header: header.into(), ..self }
    }

    /// A comment after the last row, of one or more lines.
    pub fn footer(self, footer: impl Into<String>) -> Self {
        Self { footer: footer.into(), ..self }
    }

    /// What begins each line of header and footer.
    pub fn comments(self, comments: impl Into<String>) -> Self {
        Self { comments: comments.into(), ..self }
    }

    /// How a row of so many numbers, or pairs of numbers, is written.
    fn row(&self, columns: usize, complex: bool) -> Result<Row> {
        let count = |pieces: &[Piece]| pieces.iter().filter(|piece| matches!(piece, Piece::Number(_))).count();
        // One conversion writes a complex number as two, in brackets.
        let column = |format: &String| match parse(format)? {
            pieces if complex && count(&pieces) == 1 => parse(&format!(" ({format}+{format}j)")),
            pieces => Ok(pieces),
        };
        let parts = if complex { 2 } else { 1 };
        let formats = self.fmt.iter().map(column).collect::<Result<Vec<_>>>()?;
        match &formats[..] {
            [one] if count(one) == parts => return Ok(Row::Columns(formats)),
            [whole] if columns.checked_mul(parts) == Some(count(whole)) => return Ok(Row::Whole(whole.clone())),
            each if each.len() == columns && each.iter().all(|format| count(format) == parts) => {
                return Ok(Row::Columns(formats));
            }
            _ => {}
        }
        let found: usize = formats.iter().map(|format| count(format)).sum();
        let numbers = if complex { "complex numbers" } else { "numbers" };
        Err(Error::value(OP, format!("{found} conversions for {columns} {numbers} in a row: {:?}", self.fmt)))
    }

    fn comment(&self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let Self { comments, newline, .. } = self;
        format!("{comments}{}{newline}", text.replace('\n', &format!("\n{comments}")))
    }
}

/// How a row is written.
enum Row {
    /// All numbers in one format.
    Whole(Vec<Piece>),
    /// A format for each column, or one for all.
    Columns(Vec<Vec<Piece>>),
}

impl Row {
    fn text(&self, row: impl Iterator<Item = Scalar>, delimiter: &str, complex: bool) -> Result<String> {
        let text = match self {
            Self::Whole(pieces) => written(pieces, row)?,
            Self::Columns(formats) => {
                let mut text = String::new();
                for (i, (x, pieces)) in row.zip(formats.iter().cycle()).enumerate() {
                    if i > 0 {
                        text += delimiter;
                    }
                    text += &written(pieces, std::iter::once(x))?;
                }
                text
            }
        };
        Ok(if complex { text.replace("+-", "-") } else { text })
    }
}

/// The numbers that are written of an element: one, or two of a complex number.
fn numbers(x: Scalar) -> (Scalar, Option<Scalar>) {
    let part = match x.dtype() {
        DType::Complex64 => DType::F32,
        DType::Complex128 => DType::F64,
        _ => return (x, None),
    };
    let z: Complex<f64> = x.get();
    (Scalar::from_f64(part, z.re), Some(Scalar::from_f64(part, z.im)))
}

/// The text of as many numbers as there are conversions.
fn written(pieces: &[Piece], row: impl Iterator<Item = Scalar>) -> Result<String> {
    let mut left = row.flat_map(|x| {
        let (first, second) = numbers(x);
        [Some(first), second].into_iter().flatten()
    });
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(part) => text += part,
            Piece::Number(spec) => {
                // There are as many as numbers.
                let Some(x) = left.next() else { break };
                text += &spec.format(x)?;
            }
        }
    }
    Ok(text)
}

/// Elements as text with something between them.
pub(in super::super) fn separated(
    elements: impl Iterator<Item = Scalar>,
    separator: &str,
    format: &str,
    out: &mut impl FnMut(&str) -> Result<()>,
) -> Result<()> {
    let pieces = parse(format)?;
    let specs: Vec<&Spec> =
        pieces.iter().filter_map(|piece| if let Piece::Number(spec) = piece { Some(spec) } else { None }).collect();
    if specs.len() != 1 {
        return Err(Error::value("tofile", format!("`{format}` does not have one conversion")));
    }
    for (i, x) in elements.enumerate() {
        let text = match x.dtype().is_complex() {
            // As Python writes it, which a format of one number cannot.
            true if format == "%s" => crate::array::scalar_text(x),
            true => {
                return Err(Error::DType {
                    op: "tofile",
                    expected: "real numbers".into(),
                    found: x.dtype().to_string(),
                });
            }
            false => written(&pieces, std::iter::once(x))?,
        };
        if i > 0 {
            out(separator)?;
        }
        out(&text)?;
    }
    Ok(())
}

impl<B: Backend> DynArray<B> {
    /// [`Array::savetxt`].
    ///
    /// # Errors
    /// Those of [`Array::savetxt_with`].
    pub fn savetxt(&self, path: impl AsRef<Path>) -> Result<()> {
        self.savetxt_with(path, &SaveTxt::new())
    }

    /// [`Array::savetxt_with`].
    ///
    /// # Errors
    /// Those of [`Array::savetxt_with`].
    pub fn savetxt_with(&self, path: impl AsRef<Path>, options: &SaveTxt) -> Result<()> {
        let columns = match self.shape() {
            [_] => 1,
            [_, columns] => *columns,
            shape => return Err(Error::value(OP, format!("a table has one or two axes, not {}", shape.len()))),
        };
        let (path, complex) = (path.as_ref(), self.dtype().is_complex());
        let name = path.display().to_string();
        let format = options.row(columns, complex)?;
        let bytes = self.to_bytes()?;
        let size = self.dtype().size();
        let mut out = Replacement::create(path).map_err(failed(&name))?;
        let mut write = |text: String| out.write_all(text.as_bytes()).map_err(failed(&name));
        write(options.comment(&options.header))?;
        for row in 0..self.shape()[0] {
            let row = bytes[row * columns * size..][..columns * size].chunks_exact(size);
            let row = row.map(|bytes| Scalar::from_bytes(self.dtype(), bytes));
            write(format.text(row, &options.delimiter, complex)? + &options.newline)?;
        }
        write(options.comment(&options.footer))?;
        out.commit().map_err(failed(&name))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Writes a vector or matrix as text, one line for each element or row. A file that is there already stays as it is until the new
    /// one is complete.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-savetxt-{}.txt", std::process::id()));
    /// let x = xp.array([[1.0, 0.1], [2.0, -3.0]])?;
    /// x.savetxt(&path)?;
    /// assert!(xp.loadtxt::<f64>(&path)?.array_equal(&x)?);
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`savetxt_with`](Array::savetxt_with).
    pub fn savetxt(&self, path: impl AsRef<Path>) -> Result<()> {
        self.array.savetxt(path)
    }

    /// [`savetxt`](Array::savetxt) in other formats, or with comments.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::io::SaveTxt;
    /// # let path = std::env::temp_dir().join(format!("xparray-savetxt-with-{}.txt", std::process::id()));
    /// xp.array([[1, 2], [3, 4]])?.savetxt_with(&path, &SaveTxt::new().fmt(["%d"]).delimiter(","))?;
    /// assert_eq!(std::fs::read_to_string(&path).unwrap(), "1,2\n3,4\n");
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for an array without dimensions or of more than two, for a format that is none or has another
    /// number of conversions than a row has numbers, and for a float that is no integer's, as NaN, where an integer is asked for;
    /// [`Error::DType`] for a float in base 8 or 16; [`Error::Io`] if the file cannot be written; those of [`Array::eval`].
    pub fn savetxt_with(&self, path: impl AsRef<Path>, options: &SaveTxt) -> Result<()> {
        self.array.savetxt_with(path, options)
    }
}
