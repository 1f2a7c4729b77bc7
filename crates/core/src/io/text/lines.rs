//! Lines of a text file, and the fields of a line.

use super::super::failed;
use crate::error::{Error, Result};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The lines of a file with their numbers, from 1. They end as on any system.
pub(super) struct Lines {
    /// The path as messages show it.
    pub name: String,
    file: BufReader<File>,
    /// Lines that were read with one before, as they end with a carriage return.
    ahead: VecDeque<String>,
    /// The number of the last line.
    number: usize,
}

impl Lines {
    pub fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = BufReader::new(File::open(path).map_err(failed(&name))?);
        Ok(Self { name, file, ahead: VecDeque::new(), number: 0 })
    }

    pub fn next(&mut self) -> Result<Option<(usize, String)>> {
        if self.ahead.is_empty() {
            let mut bytes = Vec::new();
            if self.file.read_until(b'\n', &mut bytes).map_err(failed(&self.name))? == 0 {
                return Ok(None);
            }
            let Ok(text) = String::from_utf8(bytes) else {
                return Err(self.error(self.number + 1, "not valid text (UTF-8)"));
            };
            let text = text.strip_suffix('\n').unwrap_or(&text);
            let text = text.strip_suffix('\r').unwrap_or(text);
            self.ahead = text.split('\r').map(str::to_owned).collect();
        }
        self.number += 1;
        Ok(self.ahead.pop_front().map(|line| (self.number, line)))
    }

    /// What is wrong with a line.
    pub fn error(&self, line: usize, message: &str) -> Error {
        Error::Io { path: self.name.clone(), message: format!("line {line}: {message}") }
    }
}

/// How lines are split into fields.
#[derive(Clone, Debug)]
pub(super) struct Fields {
    /// What stands between fields; none for spaces.
    pub delimiter: Option<String>,
    /// What begins a comment.
    pub comments: Vec<String>,
}

impl Fields {
    pub fn new() -> Self {
        Self { delimiter: None, comments: vec!["#".to_owned()] }
    }

    pub fn check(&self, op: &'static str) -> Result<()> {
        if self.delimiter.as_deref() == Some("") || self.comments.iter().any(String::is_empty) {
            return Err(Error::value(op, "delimiters and marks of comments have at least one character"));
        }
        Ok(())
    }

    /// A line without its comment.
    pub fn uncommented<'a>(&self, line: &'a str) -> &'a str {
        self.comments.iter().fold(line, |line, mark| line.split(mark.as_str()).next().unwrap_or(line))
    }

    /// The fields of a line without spaces around them; of an empty line none.
    pub fn split<'a>(&self, line: &'a str) -> Vec<&'a str> {
        let line = self.uncommented(line);
        match &self.delimiter {
            _ if line.trim().is_empty() => Vec::new(),
            Some(delimiter) => line.split(delimiter.as_str()).map(str::trim).collect(),
            None => line.split_whitespace().collect(),
        }
    }
}

/// The columns that are taken of so many, by numbers that are negative from the end.
pub(super) fn columns(op: &'static str, usecols: Option<&[isize]>, len: usize) -> Result<Vec<usize>> {
    let Some(usecols) = usecols else {
        return Ok((0..len).collect());
    };
    let place = |&column: &isize| {
        let place = if column < 0 { len.checked_sub(column.unsigned_abs()) } else { Some(column as usize) };
        place.filter(|&place| place < len).ok_or(Error::Index { op, index: column as i64, len })
    };
    usecols.iter().map(place).collect()
}

/// The shape of a table as NumPy's functions return it: axes of one element are left out down to `ndmin` axes.
pub(super) fn squeezed(rows: usize, columns: usize, ndmin: usize) -> Vec<usize> {
    match (rows, columns) {
        _ if ndmin >= 2 => vec![rows, columns],
        (1, 1) if ndmin == 0 => Vec::new(),
        (1, _) => vec![columns],
        (_, 1) => vec![rows],
        _ => vec![rows, columns],
    }
}
