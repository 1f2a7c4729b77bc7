//! Files in the Matrix Market format: lines of text, with the entries by row and column, or all elements by column.

use crate::sparse::host::Z;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use xparray_core::io::replace_file;
use xparray_core::prelude::*;
use xparray_core::sparse::{Coo, Csr};
use xparray_core::{Error, Result};

/// Writes a matrix as a Matrix Market file of coordinates. A file that is there stays until this one is complete.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::mmwrite;
/// use xparray::sparse::Csr;
/// # let path = std::env::temp_dir().join(format!("xparray-write-{}.mtx", std::process::id()));
/// mmwrite(&path, &Csr::from_dense(&xp.array([[0.0, 0.5]])?)?)?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 2 0.5\n");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if the file cannot be written.
pub fn mmwrite<T: Field, B: Backend>(path: impl AsRef<Path>, matrix: &Csr<T, B>) -> Result<()> {
    let entries = matrix.to_coo()?;
    let (row, col) = (entries.row().to_vec()?, entries.col().to_vec()?);
    let values = entries.values().astype::<Z>().to_vec()?;
    let [rows, columns] = matrix.shape();
    let (complex, single) = (T::DTYPE.is_complex(), T::DTYPE.real() == DType::F32);
    // As few digits as name the number in its type.
    let text = |x: f64| if single { format!("{:?}", x as f32) } else { format!("{x:?}") };
    replace_file(path, |out| {
        let kind = if complex { "complex" } else { "real" };
        writeln!(out, "%%MatrixMarket matrix coordinate {kind} general\n{rows} {columns} {}", values.len())?;
        for ((i, j), value) in row.iter().zip(&col).zip(&values) {
            match complex {
                true => writeln!(out, "{} {} {} {}", i + 1, j + 1, text(value.re), text(value.im))?,
                false => writeln!(out, "{} {} {}", i + 1, j + 1, text(value.re))?,
            }
        }
        Ok(())
    })
}

/// Reads a Matrix Market file: of coordinates, whose duplicates add up, or of all elements, without those that are zero; of real
/// numbers, complex ones, integers, or places of ones (`pattern`); of a whole matrix or of a triangle that stands for both.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::mmread;
/// # let path = std::env::temp_dir().join(format!("xparray-read-{}.mtx", std::process::id()));
/// std::fs::write(&path, "%%MatrixMarket matrix coordinate integer symmetric\n% a comment\n2 2 2\n1 1 5\n2 1 -3\n").unwrap();
/// assert_eq!(mmread::<f64, _>(&xp, &path)?.to_dense()?.to_string(), "[[ 5. -3.]\n [-3.  0.]]");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if the file is missing or malformed; [`Error::DType`] for complex numbers if real ones are asked for;
/// [`Error::OutOfMemory`].
pub fn mmread<T: Field, B: Backend>(xp: &B, path: impl AsRef<Path>) -> Result<Csr<T, B>> {
    let path = path.as_ref();
    let failed = |message: String| Error::Io { path: path.display().to_string(), message };
    let file = File::open(path).map_err(|error| failed(error.to_string()))?;
    let mut lines = Lines { file: BufReader::new(file), number: 0, text: String::new() };
    let read = Entries::read(&mut lines).map_err(|message| failed(format!("line {}: {message}", lines.number)))?;
    if read.complex && !T::DTYPE.is_complex() {
        return Err(Error::DType { op: "mmread", expected: "complex numbers".into(), found: T::DTYPE.to_string() });
    }
    let values: Vec<T> = read.values.iter().map(|value| value.cast()).collect();
    let n = values.len();
    Coo::new(read.shape, &xp.from_slice(&read.row, n)?, &xp.from_slice(&read.col, n)?, &xp.from_slice(&values, n)?)?
        .to_csr()
}

/// The lines of a file that are not empty, and the number of the last one.
struct Lines<R> {
    file: R,
    number: usize,
    text: String,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Option<&str>, String> {
        /// No line that makes sense is longer.
        const LONGEST: u64 = 1 << 16;
        loop {
            self.text.clear();
            self.number += 1;
            let read = std::io::Read::take(&mut self.file, LONGEST).read_line(&mut self.text);
            match read.map_err(|error| error.to_string())? {
                0 => return Ok(None),
                _ if self.text.len() as u64 == LONGEST => return Err("the line is too long".into()),
                _ if self.text.trim().is_empty() => {}
                _ => return Ok(Some(self.text.trim())),
            }
        }
    }

    /// The next line that is no comment.
    fn after_comments(&mut self) -> Result<Vec<String>, String> {
        while let Some(line) = self.next()? {
            if !line.starts_with('%') {
                return Ok(line.split_ascii_whitespace().map(str::to_owned).collect());
            }
        }
        Err("the file ends early".into())
    }
}

/// How the other triangle follows from the one that is there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
    Hermitian,
}

/// What a file holds.
#[derive(Default)]
struct Entries {
    shape: [usize; 2],
    complex: bool,
    row: Vec<i64>,
    col: Vec<i64>,
    values: Vec<Z>,
}

impl Entries {
    fn read(lines: &mut Lines<impl BufRead>) -> Result<Self, String> {
        let first = lines.next()?.unwrap_or_default().to_ascii_lowercase();
        let words: Vec<&str> = first.split_ascii_whitespace().collect();
        let &["%%matrixmarket", "matrix", format, kind, symmetry] = &words[..] else {
            return Err("this is no Matrix Market file of a matrix".into());
        };
        let symmetry = match symmetry {
            "general" => Symmetry::General,
            "symmetric" => Symmetry::Symmetric,
            "skew-symmetric" => Symmetry::Skew,
            "hermitian" => Symmetry::Hermitian,
            other => return Err(format!("a matrix that is {other}")),
        };
        let numbers = match (kind, format) {
            ("real" | "double" | "integer" | "unsigned-integer", _) => 1,
            ("complex", _) => 2,
            ("pattern", "coordinate") => 0,
            _ => return Err(format!("elements that are {kind}")),
        };
        let sizes = lines.after_comments()?;
        let sizes: Vec<usize> =
            sizes.iter().map(|size| size.parse().map_err(|_| wrong(size))).collect::<Result<_, _>>()?;
        let mut entries = Self { complex: numbers == 2, ..Self::default() };
        match (format, &sizes[..]) {
            ("coordinate", &[rows, columns, count]) => {
                entries.shape = [rows, columns];
                entries.check(symmetry)?;
                for _ in 0..count {
                    let words = lines.after_comments()?;
                    let [row, col, rest @ ..] = &words[..] else { return Err("an entry without a place".into()) };
                    let (i, j) = (place(row, rows)?, place(col, columns)?);
                    entries.push(i, j, number(rest, numbers)?, symmetry);
                }
            }
            ("array", &[rows, columns]) => {
                entries.shape = [rows, columns];
                entries.check(symmetry)?;
                // Of no elements there is nothing to read, however many lines they are in.
                for j in 0..if rows == 0 { 0 } else { columns } {
                    let first = match symmetry {
                        Symmetry::General => 0,
                        Symmetry::Symmetric | Symmetry::Hermitian => j,
                        Symmetry::Skew => j + 1,
                    };
                    for i in first..rows {
                        let value = number(&lines.after_comments()?, numbers)?;
                        if value != Z::default() {
                            entries.push(i, j, value, symmetry);
                        }
                    }
                }
            }
            _ => return Err(format!("sizes of a matrix as {format}")),
        }
        match lines.next()? {
            Some(_) => Err("the file holds more than the matrix".into()),
            None => Ok(entries),
        }
    }

    fn check(&self, symmetry: Symmetry) -> Result<(), String> {
        let [rows, columns] = self.shape;
        if i64::try_from(rows).is_err() || i64::try_from(columns).is_err() {
            return Err(format!("a matrix of shape {:?}", self.shape));
        }
        match symmetry == Symmetry::General || rows == columns {
            true => Ok(()),
            false => Err("a triangle of a matrix that is not square".into()),
        }
    }

    /// Adds an entry, and the one across the diagonal.
    fn push(&mut self, i: usize, j: usize, value: Z, symmetry: Symmetry) {
        let mut add = |i: usize, j: usize, value: Z| {
            self.row.push(i as i64);
            self.col.push(j as i64);
            self.values.push(value);
        };
        add(i, j, value);
        if i != j {
            match symmetry {
                Symmetry::General => {}
                Symmetry::Symmetric => add(j, i, value),
                Symmetry::Skew => add(j, i, -value),
                Symmetry::Hermitian => add(j, i, value.conj()),
            }
        }
    }
}

fn wrong(word: &str) -> String {
    format!("{word:?} is not what stands here")
}

/// A row or column, counted from 1.
fn place(word: &str, count: usize) -> Result<usize, String> {
    match word.parse::<usize>() {
        Ok(place) if (1..=count).contains(&place) => Ok(place - 1),
        _ => Err(wrong(word)),
    }
}

/// So many numbers: none for 1, a real part, or both parts.
fn number(words: &[String], count: usize) -> Result<Z, String> {
    if words.len() != count {
        return Err(format!("{} numbers of an element", words.len()));
    }
    let parts: Vec<f64> = words.iter().map(|word| word.parse().map_err(|_| wrong(word))).collect::<Result<_, _>>()?;
    Ok(match parts[..] {
        [] => Z::new(1.0, 0.0),
        [re] => Z::new(re, 0.0),
        [re, im, ..] => Z::new(re, im),
    })
}
