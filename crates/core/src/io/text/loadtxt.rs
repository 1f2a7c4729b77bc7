//! Tables of one type, in which nothing is missing.

use super::lines::{Fields, Lines, columns, squeezed};
use super::number::parse;
use crate::array::DynArray;
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

const OP: &str = "loadtxt";

type Converter = Arc<dyn Fn(&str) -> Option<Scalar> + Send + Sync>;

/// Options of [`LoadText::loadtxt_with`](super::LoadText::loadtxt_with): those of NumPy's `loadtxt`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::LoadTxt;
/// # let path = std::env::temp_dir().join(format!("xparray-options-{}.csv", std::process::id()));
/// std::fs::write(&path, "name,height,share\na,1.5,20%\nb,2.5,30%\n").unwrap();
/// let options = LoadTxt::new().delimiter(",").skiprows(1).usecols([1, 2]).converter(2, |text| {
///     text.strip_suffix('%')?.parse::<f64>().ok().map(|x| (x / 100.0).into())
/// });
/// let x = xp.loadtxt_with::<f64>(&path, &options)?;
/// assert_eq!(x.to_string(), "[[1.5 0.2]\n [2.5 0.3]]");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct LoadTxt {
    fields: Fields,
    skiprows: usize,
    usecols: Option<Vec<isize>>,
    max_rows: usize,
    ndmin: usize,
    converters: Vec<(isize, Converter)>,
}

impl Default for LoadTxt {
    fn default() -> Self {
        let (fields, converters) = (Fields::new(), Vec::new());
        Self { fields, skiprows: 0, usecols: None, max_rows: usize::MAX, ndmin: 0, converters }
    }
}

impl fmt::Debug for LoadTxt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let converted: Vec<isize> = self.converters.iter().map(|(column, _)| *column).collect();
        f.debug_struct("LoadTxt")
            .field("fields", &self.fields)
            .field("skiprows", &self.skiprows)
            .field("usecols", &self.usecols)
            .field("max_rows", &self.max_rows)
            .field("ndmin", &self.ndmin)
            .field("converters", &converted)
            .finish()
    }
}

impl LoadTxt {
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

    /// How many lines are skipped first, those of comments among them.
    pub fn skiprows(self, skiprows: usize) -> Self {
        Self { skiprows, ..self }
    }

    /// The columns that are taken, negative from the end.
    pub fn usecols(self, usecols: impl IntoIterator<Item = isize>) -> Self {
        Self { usecols: Some(usecols.into_iter().collect()), ..self }
    }

    /// How many rows are read at most; lines without fields are none.
    pub fn max_rows(self, max_rows: usize) -> Self {
        Self { max_rows, ..self }
    }

    /// How many axes the array has at least, up to two; axes of one element are left out otherwise.
    pub fn ndmin(self, ndmin: usize) -> Self {
        Self { ndmin, ..self }
    }

    /// A function that reads the fields of a column of the file, negative from the end; `None` is an error.
    pub fn converter(
        mut self,
        column: isize,
        convert: impl Fn(&str) -> Option<Scalar> + Send + Sync + 'static,
    ) -> Self {
        self.converters.push((column, Arc::new(convert)));
        self
    }

    /// The converter of each column that is taken, if it has one.
    fn converters_of(&self, columns: &[usize], len: usize) -> Result<Vec<Option<&Converter>>> {
        let mut found = vec![None; columns.len()];
        for (column, converter) in &self.converters {
            let place = super::lines::columns(OP, Some(&[*column]), len)?[0];
            columns.iter().zip(&mut found).filter(|(c, _)| **c == place).for_each(|(_, f)| *f = Some(converter));
        }
        Ok(found)
    }
}

pub(super) fn loadtxt<B: Backend>(xp: &B, dtype: DType, path: &Path, options: &LoadTxt) -> Result<DynArray<B>> {
    options.fields.check(OP)?;
    if options.ndmin > 2 {
        return Err(Error::value(OP, format!("a table has two axes, not {}", options.ndmin)));
    }
    let mut lines = Lines::open(path)?;
    let (mut bytes, mut rows) = (Vec::new(), 0);
    // The columns of rows so far, and those that are taken with their converters.
    let mut table: Option<(usize, Vec<usize>, Vec<Option<&Converter>>)> = None;
    while rows < options.max_rows
        && let Some((number, line)) = lines.next()?
    {
        let fields = if number <= options.skiprows { Vec::new() } else { options.fields.split(&line) };
        if fields.is_empty() {
            continue;
        }
        // Of columns that are named, rows may have more.
        if let Some((len, ..)) = &table
            && *len != fields.len()
        {
            if options.usecols.is_none() {
                let message = format!("{} columns, where rows before have {len}", fields.len());
                return Err(lines.error(number, &message));
            }
            table = None;
        }
        let (_, columns, converters) = match &table {
            Some(table) => table,
            None => {
                let taken = columns(OP, options.usecols.as_deref(), fields.len())?;
                let converters = options.converters_of(&taken, fields.len())?;
                table.insert((fields.len(), taken, converters))
            }
        };
        for (&column, converter) in columns.iter().zip(converters) {
            let text = fields[column];
            let value = match converter {
                Some(convert) => convert(text).map(|x| x.astype(dtype)),
                None => parse(dtype, text),
            };
            let Some(value) = value else {
                let message = format!("column {}: `{text}` is not a number of type {dtype}", column + 1);
                return Err(lines.error(number, &message));
            };
            bytes.extend_from_slice(value.bytes());
        }
        rows += 1;
    }
    let shape = match table {
        Some((_, columns, _)) => squeezed(rows, columns.len(), options.ndmin),
        None if options.ndmin == 2 => vec![0, options.usecols.as_ref().map_or(1, Vec::len)],
        None => vec![0],
    };
    DynArray::from_bytes(xp, dtype, &shape, &bytes)
}
