//! Elements without a header, as bytes or as text.

use super::elements::{Elements, read_elements};
use super::failed;
use super::replace::Replacement;
use super::text::{parse, separated};
use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Options of [`RawFiles::fromfile_with`]: those of NumPy's `fromfile`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::FromFile;
/// # let path = std::env::temp_dir().join(format!("xparray-count-{}.bin", std::process::id()));
/// xp.array([1, 2, 3, 4])?.tofile(&path)?;
/// let part = FromFile::new().offset(4).count(2);
/// assert_eq!(xp.fromfile_with::<i32>(&path, &part)?.to_string(), "[2 3]");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FromFile {
    count: Option<usize>,
    offset: u64,
    sep: Option<String>,
}

impl FromFile {
    /// The defaults: all bytes of the file are elements.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many elements are read.
    pub fn count(self, count: usize) -> Self {
        Self { count: Some(count), ..self }
    }

    /// How many bytes are skipped first; of a file of text none.
    pub fn offset(self, offset: u64) -> Self {
        Self { offset, ..self }
    }

    /// The file is text, with this between numbers; spaces in it stand for any number of spaces.
    pub fn sep(self, sep: impl Into<String>) -> Self {
        Self { sep: Some(sep.into()), ..self }
    }
}

/// Reading elements that have no header, as methods of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// assert_eq!(xp.fromstring::<f64>("1, 2.5, 3", ",")?.to_string(), "[1.  2.5 3. ]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait RawFiles: Backend {
    /// A vector of the elements whose bytes a file holds, as this machine orders them. Bytes of truth values other than 0 are true.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-fromfile-{}.bin", std::process::id()));
    /// std::fs::write(&path, [1, 0, 2, 1]).unwrap();
    /// assert_eq!(xp.fromfile::<u8>(&path)?.to_string(), "[1 0 2 1]");
    /// assert!(xp.fromfile::<f64>(&path).is_err());
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`fromfile_with`](RawFiles::fromfile_with).
    fn fromfile<T: Element>(&self, path: impl AsRef<Path>) -> Result<Array<T, Self>> {
        self.fromfile_with(path, &FromFile::new())
    }

    /// [`fromfile`](RawFiles::fromfile) of a part of a file, or of numbers as text.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::io::FromFile;
    /// # let path = std::env::temp_dir().join(format!("xparray-fromfile-with-{}.txt", std::process::id()));
    /// std::fs::write(&path, "1 2\n 3").unwrap();
    /// assert_eq!(xp.fromfile_with::<u8>(&path, &FromFile::new().sep(" "))?.to_string(), "[1 2 3]");
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be read, has fewer elements than `count`, or ends within one (NumPy returns what there is);
    /// [`Error::Value`] for an offset into text, an empty separator, or text that is no number, which names line and column;
    /// [`Error::OutOfMemory`].
    fn fromfile_with<T: Element>(&self, path: impl AsRef<Path>, options: &FromFile) -> Result<Array<T, Self>> {
        self.fromfile_of(T::DTYPE, path, options).map(Array::from_dyn)
    }

    /// [`fromfile_with`](RawFiles::fromfile_with) of an element type that is a value.
    ///
    /// # Errors
    /// Those of [`fromfile_with`](RawFiles::fromfile_with).
    fn fromfile_of(&self, dtype: DType, path: impl AsRef<Path>, options: &FromFile) -> Result<DynArray<Self>> {
        fromfile(self, dtype, path.as_ref(), options)
    }

    /// A vector of the numbers in a text, with `sep` between them; spaces in it stand for any number of spaces, and there may be
    /// one after the last.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.fromstring::<i32>("1 2\n3", " ")?.to_string(), "[1 2 3]");
    /// let error = xp.fromstring::<i32>("1,2\n,x", ",").unwrap_err();
    /// assert_eq!(error.to_string(), "fromstring: line 2, column 2: `x` is not a number of type i32");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for an empty separator, or for what is no number, which names line and column; [`Error::OutOfMemory`].
    fn fromstring<T: Element>(&self, text: &str, sep: &str) -> Result<Array<T, Self>> {
        self.fromstring_of(T::DTYPE, text, sep).map(Array::from_dyn)
    }

    /// [`fromstring`](RawFiles::fromstring) of an element type that is a value.
    ///
    /// # Errors
    /// Those of [`fromstring`](RawFiles::fromstring).
    fn fromstring_of(&self, dtype: DType, text: &str, sep: &str) -> Result<DynArray<Self>> {
        let (bytes, len) = numbers("fromstring", dtype, text, sep, usize::MAX)?;
        DynArray::from_bytes(self, dtype, &[len], &bytes)
    }
}

impl<B: Backend> RawFiles for B {}

fn fromfile<B: Backend>(xp: &B, dtype: DType, path: &Path, options: &FromFile) -> Result<DynArray<B>> {
    const OP: &str = "fromfile";
    let name = path.display().to_string();
    let short = |found: u64, unit: &str| {
        let asked = options.count.unwrap_or(0);
        Error::Io {
            path: name.clone(),
            message: format!("{asked} elements are asked for, but there are {found} {unit}"),
        }
    };
    let mut file = File::open(path).map_err(failed(&name))?;
    if let Some(sep) = &options.sep {
        if options.offset > 0 {
            return Err(Error::value(OP, "only bytes can be skipped, not text"));
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed(&name))?;
        let (bytes, len) = numbers(OP, dtype, &text, sep, options.count.unwrap_or(usize::MAX))?;
        return match options.count {
            Some(count) if len < count => Err(short(len as u64, "numbers")),
            _ => DynArray::from_bytes(xp, dtype, &[len], &bytes),
        };
    }
    let size = dtype.size() as u64;
    let bytes = file.metadata().map_err(failed(&name))?.len().checked_sub(options.offset);
    let bytes =
        bytes.ok_or_else(|| Error::Io { path: name.clone(), message: "the file ends before the offset".into() })?;
    let len = match options.count {
        Some(count) if count as u64 > bytes / size => return Err(short(bytes, "bytes")),
        Some(count) => count,
        None if bytes % size != 0 => {
            let message = format!("{bytes} bytes are not a whole number of elements of {size}");
            return Err(Error::Io { path: name, message });
        }
        None => usize::try_from(bytes / size).map_err(|_| Error::value(OP, "more elements than an array has"))?,
    };
    file.seek(SeekFrom::Start(options.offset)).map_err(failed(&name))?;
    read_elements(xp, &name, &mut BufReader::new(file), dtype, len, false)
}

/// The bytes of up to `most` numbers in a text, and how many there are.
fn numbers(op: &'static str, dtype: DType, text: &str, sep: &str, most: usize) -> Result<(Vec<u8>, usize)> {
    if sep.is_empty() {
        return Err(Error::value(op, "a separator has at least one character"));
    }
    let mark = sep.trim();
    let fields: Box<dyn Iterator<Item = &str>> = match mark {
        "" => Box::new(text.split_whitespace()),
        _ => Box::new(text.split(mark)),
    };
    let (mut bytes, mut len) = (Vec::new(), 0);
    let mut fields = fields.peekable();
    while let Some(field) = fields.next() {
        let trimmed = field.trim();
        // After the last separator there may be nothing.
        if len == most || (trimmed.is_empty() && fields.peek().is_none()) {
            break;
        }
        let Some(value) = parse(dtype, trimmed) else {
            // Fields are parts of the text.
            let at = trimmed.as_ptr() as usize - text.as_ptr() as usize;
            let before = &text[..at];
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
            let message = format!("line {line}, column {column}: `{trimmed}` is not a number of type {dtype}");
            return Err(Error::value(op, message));
        };
        bytes.extend_from_slice(value.bytes());
        len += 1;
    }
    Ok((bytes, len))
}

impl<B: Backend> DynArray<B> {
    /// [`Array::tofile`].
    ///
    /// # Errors
    /// Those of [`Array::tofile`].
    pub fn tofile(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let elements = Elements::of(self)?;
        let mut out = Replacement::create(path).map_err(failed(&name))?;
        elements.write_bytes(&name, &mut out)?;
        out.commit().map_err(failed(&name))
    }

    /// [`Array::tofile_text`].
    ///
    /// # Errors
    /// Those of [`Array::tofile_text`].
    pub fn tofile_text(&self, path: impl AsRef<Path>, sep: &str, format: &str) -> Result<()> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let (dtype, bytes) = (self.dtype(), self.to_bytes()?);
        let elements = bytes.chunks_exact(dtype.size()).map(|bytes| Scalar::from_bytes(dtype, bytes));
        let mut out = Replacement::create(path).map_err(failed(&name))?;
        let mut write = |text: &str| out.write_all(text.as_bytes()).map_err(failed(&name));
        separated(elements, sep, format, &mut write)?;
        out.commit().map_err(failed(&name))
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Writes the bytes of the elements in row-major order to a file, as this machine orders them, without type and shape. A file that is
    /// there already stays as it is until the new one is complete.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-tofile-{}.bin", std::process::id()));
    /// xp.array(&[[1u8, 2], [3, 4]])?.t().tofile(&path)?;
    /// assert_eq!(std::fs::read(&path).unwrap(), [1, 3, 2, 4]);
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written; those of [`Array::eval`].
    pub fn tofile(&self, path: impl AsRef<Path>) -> Result<()> {
        self.array.tofile(path)
    }

    /// Writes the elements in row-major order as text, with `sep` between them, in a format as those of
    /// [`SaveTxt::fmt`](super::SaveTxt::fmt). `%s` is the shortest text that identifies each among those of its type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-tofile-{}.txt", std::process::id()));
    /// xp.array([[1.0, 0.1], [2.0, 1e20]])?.tofile_text(&path, ", ", "%s")?;
    /// assert_eq!(std::fs::read_to_string(&path).unwrap(), "1.0, 0.1, 2.0, 1e+20");
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for a format that does not have one conversion; [`Error::DType`] for complex numbers in another than `%s`;
    /// those of [`tofile`](Array::tofile).
    #[doc(alias = "tofile")]
    pub fn tofile_text(&self, path: impl AsRef<Path>, sep: &str, format: &str) -> Result<()> {
        self.array.tofile_text(path, sep, format)
    }
}
