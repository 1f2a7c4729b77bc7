//! Tables in which values are missing, or columns are of several types.

use super::lines::{Fields, Lines, columns, squeezed};
use super::names::valid;
use super::number::{parse, truth};
use crate::array::DynArray;
use crate::backend::Backend;
use crate::dtype::{DType, Kind, Scalar};
use crate::error::{Error, Result};
use std::collections::VecDeque;
use std::path::Path;

const OP: &str = "genfromtxt";

/// Options of [`LoadText::genfromtxt_with`](super::LoadText::genfromtxt_with) and
/// [`LoadText::genfromtxt_columns`](super::LoadText::genfromtxt_columns): those of NumPy's `genfromtxt`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::GenFromTxt;
/// # let path = std::env::temp_dir().join(format!("xparray-gen-{}.csv", std::process::id()));
/// std::fs::write(&path, "n,height,tall\n1,1.5,False\n2,N/A,True\n").unwrap();
/// let options = GenFromTxt::new().delimiter(",").names_in_first_line(true).missing_values(["N/A"]);
/// let columns = xp.genfromtxt_columns(&path, &options)?;
/// let texts: Vec<_> = columns.iter().map(|(name, x)| format!("{name} {} {x}", x.dtype())).collect();
/// assert_eq!(texts, ["n i64 [1 2]", "height f64 [1.5 nan]", "tall bool [False  True]"]);
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GenFromTxt {
    fields: Fields,
    skip_header: usize,
    skip_footer: usize,
    max_rows: Option<usize>,
    usecols: Option<Vec<isize>>,
    missing_values: Vec<String>,
    filling_values: Vec<Scalar>,
    names: Vec<String>,
    names_in_first_line: bool,
    loose: bool,
}

impl Default for GenFromTxt {
    fn default() -> Self {
        Self {
            fields: Fields::new(),
            skip_header: 0,
            skip_footer: 0,
            max_rows: None,
            usecols: None,
            missing_values: Vec::new(),
            filling_values: Vec::new(),
            names: Vec::new(),
            names_in_first_line: false,
            loose: true,
        }
    }
}

impl GenFromTxt {
    /// The defaults: all fields, with spaces between them and comments after `#`.
    pub fn new() -> Self {
        Self::default()
    }

    /// What stands between fields, instead of spaces.
    pub fn delimiter(mut self, delimiter: impl Into<String>) -> Self {
        self.fields.delimiter = Some(delimiter.into());
        self
    }

    /// What comments begin with; of an empty list there are none.
    pub fn comments<S: Into<String>>(mut self, comments: impl IntoIterator<Item = S>) -> Self {
        self.fields.comments = comments.into_iter().map(Into::into).collect();
        self
    }

    /// How many lines are skipped first.
    pub fn skip_header(self, skip_header: usize) -> Self {
        Self { skip_header, ..self }
    }

    /// How many rows are skipped last, whatever they hold.
    pub fn skip_footer(self, skip_footer: usize) -> Self {
        Self { skip_footer, ..self }
    }

    /// How many rows are read at most; not beside `skip_footer`.
    pub fn max_rows(self, max_rows: usize) -> Self {
        Self { max_rows: Some(max_rows), ..self }
    }

    /// The columns that are taken, negative from the end.
    pub fn usecols(self, usecols: impl IntoIterator<Item = isize>) -> Self {
        Self { usecols: Some(usecols.into_iter().collect()), ..self }
    }

    /// What stands for a missing value, besides nothing between two delimiters.
    pub fn missing_values<S: Into<String>>(self, missing_values: impl IntoIterator<Item = S>) -> Self {
        Self { missing_values: missing_values.into_iter().map(Into::into).collect(), ..self }
    }

    /// What takes the place of missing values: one number for all columns, or one for each that is taken. Without these it is NaN, -1
    /// for integers, and false.
    pub fn filling_values<S: Into<Scalar>>(self, filling_values: impl IntoIterator<Item = S>) -> Self {
        Self { filling_values: filling_values.into_iter().map(Into::into).collect(), ..self }
    }

    /// The names of the columns that are taken; those without one are `f0`, `f1` and so on.
    pub fn names<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Self {
        Self { names: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// Whether the first line that is not skipped holds the names of all columns, perhaps as a comment.
    pub fn names_in_first_line(self, names_in_first_line: bool) -> Self {
        Self { names_in_first_line, ..self }
    }

    /// Whether what is no number counts as missing, which it does by default; if not, it is an error.
    pub fn loose(self, loose: bool) -> Self {
        Self { loose, ..self }
    }

    fn is_missing(&self, text: &str) -> bool {
        text.is_empty() || self.missing_values.iter().any(|missing| missing == text)
    }

    /// What takes the place of a missing value in the column with this place among those that are taken.
    fn filling(&self, dtype: DType, place: usize) -> Option<Scalar> {
        match (&self.filling_values[..], dtype.kind()) {
            ([one], _) => Some(one.astype(dtype)),
            ([], Kind::Bool) => Some(Scalar::new(false)),
            ([], Kind::Signed) => Some(Scalar::new(-1i64).astype(dtype)),
            // It has no number that is none of the others'.
            ([], Kind::Unsigned) => None,
            ([], Kind::Float | Kind::Complex) => Some(Scalar::from_f64(dtype, f64::NAN)),
            (each, _) => each.get(place).map(|value| value.astype(dtype)),
        }
    }
}

/// A row of a file: the number of its line, and the fields that are taken.
struct Row {
    line: usize,
    fields: Vec<String>,
}

/// What a file holds, as text.
pub(super) struct Table {
    lines: Lines,
    names: Vec<String>,
    /// The numbers of the columns in the file.
    columns: Vec<usize>,
    rows: VecDeque<Row>,
}

impl Table {
    pub fn read(path: &Path, options: &GenFromTxt) -> Result<Self> {
        options.fields.check(OP)?;
        if options.skip_footer > 0 && options.max_rows.is_some() {
            return Err(Error::value(OP, "skip_footer and max_rows do not go together"));
        }
        let mut lines = Lines::open(path)?;
        let mut header = None;
        let mut rows = VecDeque::new();
        while options.max_rows.is_none_or(|most| rows.len() < most)
            && let Some((line, text)) = lines.next()?
        {
            if line <= options.skip_header {
                continue;
            }
            if options.names_in_first_line && header.is_none() {
                let bare = Fields { comments: Vec::new(), ..options.fields.clone() };
                let marks = &options.fields.comments;
                let text =
                    marks.iter().find_map(|mark| text.split_once(mark.as_str())).map_or(&*text, |(_, text)| text);
                header = Some(owned(bare.split(text))).filter(|names| !names.is_empty());
                continue;
            }
            let fields = owned(options.fields.split(&text));
            if !fields.is_empty() {
                rows.push_back(Row { line, fields });
            }
        }
        rows.truncate(rows.len().saturating_sub(options.skip_footer));
        let width = header.as_ref().or(rows.front().map(|row| &row.fields)).map(Vec::len);
        if let Some(row) = rows.iter().find(|row| Some(row.fields.len()) != width) {
            let message = format!("{} columns instead of {}", row.fields.len(), width.unwrap_or(0));
            return Err(lines.error(row.line, &message));
        }
        let columns = match width {
            Some(width) => columns(OP, options.usecols.as_deref(), width)?,
            None => (0..options.names.len()).collect(),
        };
        let names = match &header {
            Some(names) if options.names.is_empty() => {
                let names = valid(names, names.len());
                columns.iter().map(|&column| names[column].clone()).collect()
            }
            _ if options.names.len() > columns.len() => {
                return Err(Error::value(OP, format!("{} names of {} columns", options.names.len(), columns.len())));
            }
            _ => valid(&options.names, columns.len()),
        };
        let fillings = options.filling_values.len();
        if fillings > 1 && fillings != columns.len() {
            return Err(Error::value(OP, format!("{fillings} filling values for {} columns", columns.len())));
        }
        Ok(Self { lines, names, columns, rows })
    }

    /// The value of a field, for the column with this place among those that are taken.
    fn value(&self, row: &Row, place: usize, dtype: DType, options: &GenFromTxt) -> Result<Scalar> {
        let column = self.columns[place];
        let text = &row.fields[column];
        let missing = options.is_missing(text);
        if !missing && let Some(value) = number(dtype, text) {
            return Ok(value);
        }
        let filling = if missing || options.loose { options.filling(dtype, place) } else { None };
        filling.ok_or_else(|| {
            let what = if missing { "is missing" } else { "is not a number" };
            self.lines.error(row.line, &format!("column {}: `{text}` {what} of type {dtype}", column + 1))
        })
    }

    /// All columns as one array.
    pub fn array<B: Backend>(&self, xp: &B, dtype: DType, options: &GenFromTxt) -> Result<DynArray<B>> {
        let mut bytes = Vec::new();
        for row in &self.rows {
            for place in 0..self.columns.len() {
                bytes.extend_from_slice(self.value(row, place, dtype, options)?.bytes());
            }
        }
        let shape = if self.rows.is_empty() { vec![0] } else { squeezed(self.rows.len(), self.columns.len(), 0) };
        DynArray::from_bytes(xp, dtype, &shape, &bytes)
    }

    /// The first type that has all values of a column.
    fn inferred(&self, place: usize, options: &GenFromTxt) -> Result<DType> {
        let column = self.columns[place];
        let fits =
            |row: &Row, dtype| options.is_missing(&row.fields[column]) || number(dtype, &row.fields[column]).is_some();
        let types = [DType::Bool, DType::I64, DType::F64, DType::Complex128];
        if let Some(dtype) = types.into_iter().find(|&dtype| self.rows.iter().all(|row| fits(row, dtype))) {
            return Ok(dtype);
        }
        // Words beside numbers: the word is what is wrong.
        let Some(row) = self.rows.iter().find(|row| !fits(row, DType::Complex128)) else {
            return Ok(DType::Complex128);
        };
        let found =
            format!("`{}` in line {}, column {} of {}", row.fields[column], row.line, column + 1, self.lines.name);
        Err(Error::DType { op: OP, expected: "numbers or truth values".to_owned(), found })
    }

    /// Each column with its name, in a type of its own.
    pub fn columns<B: Backend>(self, xp: &B, options: &GenFromTxt) -> Result<Vec<(String, DynArray<B>)>> {
        let column = |place: usize| {
            let dtype = self.inferred(place, options)?;
            let mut bytes = Vec::new();
            for row in &self.rows {
                bytes.extend_from_slice(self.value(row, place, dtype, options)?.bytes());
            }
            Ok((self.names[place].clone(), DynArray::from_bytes(xp, dtype, &[self.rows.len()], &bytes)?))
        };
        (0..self.columns.len()).map(column).collect()
    }
}

fn owned(fields: Vec<&str>) -> Vec<String> {
    fields.into_iter().map(str::to_owned).collect()
}

/// The number that a field holds; truth values are words here.
fn number(dtype: DType, text: &str) -> Option<Scalar> {
    if dtype == DType::Bool { truth(text).map(Scalar::new) } else { parse(dtype, text) }
}
