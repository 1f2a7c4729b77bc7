//! NumPy's `.npz` files: zip archives of `.npy` files.

use super::elements::{Elements, read_npy};
use super::failed;
use super::header::Header;
use super::npy::NpyElement;
use super::replace::Replacement;
use crate::array::{AnyArray, Array, DynArray};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::error::{Error, Result};
use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// No byte of a compressed entry stands for more: deflate's longest match is 258 bytes, and takes two bits.
const EXPANSION: u64 = 1032;

fn zip_failed(name: &str) -> impl Fn(ZipError) -> Error + '_ {
    move |error| Error::Io { path: name.to_owned(), message: error.to_string() }
}

/// An `.npz` file opened to read arrays by name.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::{NpzReader, NpzWriter};
/// # let path = std::env::temp_dir().join(format!("xparray-read-{}.npz", std::process::id()));
/// # let mut file = NpzWriter::create(&path)?;
/// # file.add("x", &xp.array([1, 2, 3])?)?;
/// # file.finish()?;
/// let mut file = NpzReader::open(&path)?;
/// assert_eq!(file.names()?, ["x"]);
/// assert_eq!(file.load::<i32, _>(&xp, "x")?.to_string(), "[1 2 3]");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
pub struct NpzReader {
    /// The path as messages show it, which may not be what it is.
    name: String,
    /// The bytes of the file.
    size: u64,
    archive: ZipArchive<BufReader<File>>,
}

impl NpzReader {
    /// Opens a file.
    ///
    /// # Errors
    /// [`Error::Io`] if it is missing or not a zip archive.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let file = File::open(path).map_err(failed(&name))?;
        let size = file.metadata().map_err(failed(&name))?.len();
        let archive = ZipArchive::new(BufReader::new(file)).map_err(zip_failed(&name))?;
        Ok(Self { name, size, archive })
    }

    /// The names of the arrays.
    ///
    /// # Errors
    /// [`Error::Io`] if a name is not valid text.
    pub fn names(&self) -> Result<Vec<String>> {
        let bare = |name: std::borrow::Cow<'_, str>| name.strip_suffix(".npy").unwrap_or(&name).to_owned();
        self.archive.file_names().map(|name| Ok(bare(name.map_err(zip_failed(&self.name))?))).collect()
    }

    /// Loads an array to a device.
    ///
    /// # Errors
    /// [`Error::Io`] if there is none of this name or it is malformed; [`Error::DType`] if it holds another type;
    /// [`Error::OutOfMemory`].
    pub fn load<T: NpyElement, B: Backend>(&mut self, xp: &B, name: &str) -> Result<Array<T, B>> {
        self.read(xp, name, Some(T::DTYPE)).map(Array::from_dyn)
    }

    /// Loads an array of whatever type the file holds to a device.
    ///
    /// # Errors
    /// Those of [`load`](NpzReader::load); [`Error::DType`] if its type is none of [`DType`].
    pub fn load_any<B: Backend>(&mut self, xp: &B, name: &str) -> Result<DynArray<B>> {
        self.read(xp, name, None)
    }

    /// Reads a text: an array of bytes or of characters without dimensions, as SciPy's files of sparse matrices hold one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::io::{NpzReader, NpzWriter};
    /// # let path = std::env::temp_dir().join(format!("xparray-text-{}.npz", std::process::id()));
    /// let mut file = NpzWriter::create(&path)?;
    /// file.add_text("format", "csr")?;
    /// file.finish()?;
    /// assert_eq!(NpzReader::open(&path)?.load_text("format")?, "csr");
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`] if there is none of this name, it is malformed, longer than 4096 bytes, or no text.
    pub fn load_text(&mut self, name: &str) -> Result<String> {
        const LONGEST: usize = 4096;
        let mut entry = self.archive.by_name(&format!("{name}.npy")).map_err(zip_failed(&self.name))?;
        let name = format!("{}: {name}", self.name);
        let wrong = || Error::Io { path: name.clone(), message: "this is no text".to_owned() };
        let header = Header::read(&mut entry).map_err(failed(&name))?;
        let (kind, count) = header.descr.split_at_checked(2).ok_or_else(wrong)?;
        let wide = match kind {
            "|S" => 1,
            "<U" => 4,
            _ => return Err(wrong()),
        };
        let count: usize = count.parse().ok().filter(|count| *count <= LONGEST / wide).ok_or_else(wrong)?;
        if !header.shape.is_empty() {
            return Err(wrong());
        }
        let mut bytes = vec![0; count * wide];
        entry.read_exact(&mut bytes).map_err(failed(&name))?;
        let text = match bytes.as_chunks::<4>() {
            (chars, []) if wide == 4 => chars
                .iter()
                .map(|c| char::from_u32(u32::from_le_bytes(*c)))
                .collect::<Option<String>>()
                .ok_or_else(wrong)?,
            _ => String::from_utf8(bytes).map_err(|_| wrong())?,
        };
        // Shorter texts are filled up.
        Ok(text.trim_end_matches('\0').to_owned())
    }

    fn read<B: Backend>(&mut self, xp: &B, name: &str, expected: Option<DType>) -> Result<DynArray<B>> {
        let mut entry = self.archive.by_name(&format!("{name}.npy")).map_err(zip_failed(&self.name))?;
        let name = format!("{}: {name}", self.name);
        // An entry's lengths are claims too, but the file's is not, and neither is what a byte can become.
        let expansion = if entry.compression() == CompressionMethod::Stored { 1 } else { EXPANSION };
        let size = entry.size().min(entry.compressed_size().min(self.size).saturating_mul(expansion));
        let array = read_npy(xp, &name, &mut entry, size, expected)?;
        // At its end the checksum is compared.
        match entry.read(&mut [0]).map_err(failed(&name))? {
            0 => Ok(array),
            _ => Err(Error::Io { path: name, message: "the archive holds more than the array".to_owned() }),
        }
    }
}

/// An `.npz` file being written. It takes its place when it is finished; a file that is there already stays until then.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::NpzWriter;
/// # let path = std::env::temp_dir().join(format!("xparray-write-{}.npz", std::process::id()));
/// let mut file = NpzWriter::create(&path)?.compressed();
/// file.add("x", &xp.array([1, 2, 3])?)?;
/// file.add("y", &xp.zeros::<f32>([2, 2])?)?;
/// file.finish()?; // numpy.load reads it
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
#[doc(alias = "savez")]
pub struct NpzWriter {
    /// The path as messages show it, which may not be what it is.
    name: String,
    archive: ZipWriter<Replacement>,
    compressed: bool,
}

impl NpzWriter {
    /// Creates a file of uncompressed arrays, as `numpy.savez`.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be created.
    pub fn create(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let file = Replacement::create(path).map_err(failed(&name))?;
        Ok(Self { name, archive: ZipWriter::new(file), compressed: false })
    }

    /// Compresses what is added from now on, as `numpy.savez_compressed`.
    #[doc(alias = "savez_compressed")]
    pub fn compressed(mut self) -> Self {
        self.compressed = true;
        self
    }

    /// Adds an array, or nothing if this fails.
    ///
    /// # Errors
    /// [`Error::Io`] if the name is taken or the file cannot be written; [`Error::DType`] for `bf16`, which NumPy does not have;
    /// those of [`Array::eval`].
    pub fn add<B: Backend, A: AnyArray<B>>(&mut self, name: &str, array: &A) -> Result<()> {
        let array = array.as_dyn();
        let method = if self.compressed { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let large = array.len() * array.dtype().size() > u32::MAX as usize / 2;
        let options = SimpleFileOptions::default().compression_method(method).large_file(large);
        let elements = Elements::of(array)?;
        self.archive.start_file(format!("{name}.npy"), options).map_err(zip_failed(&self.name))?;
        elements.write(&self.name, &mut self.archive).inspect_err(|_| {
            // If not even this can be done, finishing the file fails.
            let _ = self.archive.abort_file();
        })
    }

    /// Adds a text, as an array of bytes without dimensions.
    ///
    /// # Errors
    /// [`Error::Io`] if the name is taken or the file cannot be written.
    pub fn add_text(&mut self, name: &str, text: &str) -> Result<()> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        // NumPy has no type of no bytes.
        let descr = format!("|S{}", text.len().max(1));
        let header =
            Header { descr, fortran_order: false, shape: Vec::new() }.to_bytes().map_err(failed(&self.name))?;
        self.archive.start_file(format!("{name}.npy"), options).map_err(zip_failed(&self.name))?;
        let text = if text.is_empty() { b"\0" } else { text.as_bytes() };
        self.archive.write_all(&header).and_then(|()| self.archive.write_all(text)).map_err(failed(&self.name))
    }

    /// Completes the file and puts it in its place. Dropped without this, nothing is written.
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written.
    pub fn finish(self) -> Result<()> {
        let file = self.archive.finish().map_err(zip_failed(&self.name))?;
        file.commit().map_err(failed(&self.name))
    }
}
