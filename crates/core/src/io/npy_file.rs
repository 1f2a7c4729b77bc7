//! Parts of `.npy` files.

use super::elements::{Described, early, from_fortran, normalize, read_elements};
use super::failed;
use super::npy::NpyElement;
use crate::array::{Array, DynArray};
use crate::backend::{Backend, DlDevice};
use crate::dtype::DType;
use crate::error::{Error, Result};
use memmap2::MmapOptions;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::{Bound, RangeBounds};
use std::path::Path;

/// An open `.npy` file, of which parts can be loaded: what NumPy's `load` does with `mmap_mode`.
///
/// [`load`](NpyFile::load) reads the file where a part of it lies. [`map`](NpyFile::map) makes the file's own pages the array's memory on a
/// CPU, which is unsafe: a mapped file changes when another process writes to it, and memory that a program sees as values must
/// not.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::io::NpyFile;
/// # let path = std::env::temp_dir().join(format!("xparray-part-{}.npy", std::process::id()));
/// xp.arange(1000)?.reshape([500, 2])?.save_npy(&path)?;
/// let mut file = NpyFile::open(&path)?;
/// assert_eq!((file.dtype(), file.shape()), (DType::I64, &[500, 2][..]));
/// assert_eq!(file.load::<i64, _>(&xp, 498..)?.to_string(), "[[996 997]\n [998 999]]"); // reads 32 bytes
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
#[doc(alias = "memmap")]
#[derive(Debug)]
pub struct NpyFile {
    /// The path as messages show it.
    name: String,
    file: File,
    dtype: DType,
    foreign: bool,
    fortran_order: bool,
    shape: Vec<usize>,
    /// The place of the first element in the file.
    start: u64,
}

impl NpyFile {
    /// Opens a file and reads what it says about its elements.
    ///
    /// # Errors
    /// [`Error::Io`] if it is missing, malformed, or too short for its elements; [`Error::DType`] if their type is none of [`DType`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let mut file = BufReader::new(File::open(path).map_err(failed(&name))?);
        let size = file.get_ref().metadata().map_err(failed(&name))?.len();
        let Described { dtype, foreign, fortran_order, shape, len } = Described::read(&name, &mut file, size, None)?;
        let start = file.stream_position().map_err(failed(&name))?;
        let bytes = (len * dtype.size()) as u64;
        if size.saturating_sub(start) < bytes {
            return Err(early(&name, &format!("{bytes} bytes of elements do not fit into its {size}")));
        }
        Ok(Self { name, file: file.into_inner(), dtype, foreign, fortran_order, shape, start })
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The shape of the whole array.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Loads a range of the first axis to a device. Of a file in Fortran order, where these are in as many pieces as there are
    /// columns, each piece is read by itself.
    ///
    /// # Errors
    /// [`Error::DType`] if the elements are of another type; [`Error::Index`] if the range goes beyond the axis;
    /// [`Error::Value`] if it ends before it begins; [`Error::Axis`] for a part of an array without dimensions; [`Error::Io`] if
    /// the file cannot be read; [`Error::OutOfMemory`].
    pub fn load<T: NpyElement, B: Backend>(&mut self, xp: &B, range: impl RangeBounds<usize>) -> Result<Array<T, B>> {
        if T::DTYPE != self.dtype {
            let found = format!("{} in {}", self.dtype, self.name);
            return Err(Error::DType { op: "load", expected: T::DTYPE.to_string(), found });
        }
        self.load_any(xp, range).map(Array::from_dyn)
    }

    /// Loads a range of the first axis to a device, of whatever type the file holds.
    ///
    /// # Errors
    /// Those of [`load`](NpyFile::load).
    pub fn load_any<B: Backend>(&mut self, xp: &B, range: impl RangeBounds<usize>) -> Result<DynArray<B>> {
        let (first, rows) = self.checked(range)?;
        let mut shape = self.shape.clone();
        if let Some(len) = shape.first_mut() {
            *len = rows;
        }
        let below: usize = self.shape.iter().skip(1).product();
        let size = self.dtype.size();
        let (dtype, foreign, name) = (self.dtype, self.foreign, &self.name);
        if self.fortran_order && rows < self.shape.first().copied().unwrap_or(1) {
            let mut bytes = crate::host::zeros(rows * below * size)?;
            for (column, piece) in bytes.chunks_exact_mut((rows * size).max(1)).enumerate() {
                let place = (column * self.shape[0] + first) * size;
                self.file.seek(SeekFrom::Start(self.start + place as u64)).map_err(failed(name))?;
                self.file.read_exact(piece).map_err(|error| early(name, &error.to_string()))?;
            }
            normalize(&mut bytes, dtype, foreign);
            return from_fortran(&DynArray::from_bytes(xp, dtype, &[rows * below], &bytes)?, &shape);
        }
        let place = self.start + (first * below * size) as u64;
        self.file.seek(SeekFrom::Start(place)).map_err(failed(name))?;
        let raw = read_elements(xp, name, &mut self.file, dtype, rows * below, foreign)?;
        if self.fortran_order { from_fortran(&raw, &shape) } else { raw.reshaped(&shape) }
    }

    /// The whole array over the file's own pages, which the system reads when they are used: NumPy's `mmap_mode="c"`. What is written to
    /// the array stays in memory. On a device with other memory, or where the file has another order of bytes or axes, the
    /// elements are [loaded](NpyFile::load).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::io::NpyFile;
    /// # let path = std::env::temp_dir().join(format!("xparray-map-{}.npy", std::process::id()));
    /// xp.arange(1000)?.save_npy(&path)?;
    /// // SAFETY: nobody writes to the file.
    /// let mut x = unsafe { NpyFile::open(&path)?.map::<i64, _>(&xp)? };
    /// x += 1;
    /// assert_eq!(x.slice(s![-1])?.item()?, 1000);
    /// assert_eq!(NpyFile::open(&path)?.load::<i64, _>(&xp, 999..)?.item()?, 999);
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`load`](NpyFile::load).
    ///
    /// # Safety
    /// Nobody changes or shortens the file as long as anybody has the array, or one that shares its memory.
    #[doc(alias("memmap", "mmap_mode"))]
    pub unsafe fn map<T: NpyElement, B: Backend>(&mut self, xp: &B) -> Result<Array<T, B>> {
        if T::DTYPE != self.dtype {
            return self.load(xp, ..);
        }
        // SAFETY: the caller's promise.
        unsafe { self.map_any(xp) }.map(Array::from_dyn)
    }

    /// As [`map`](NpyFile::map), of whatever type the file holds.
    ///
    /// # Errors
    /// Those of [`load`](NpyFile::load).
    ///
    /// # Safety
    /// That of [`map`](NpyFile::map).
    pub unsafe fn map_any<B: Backend>(&mut self, xp: &B) -> Result<DynArray<B>> {
        let bytes = self.shape.iter().product::<usize>() * self.dtype.size();
        let on_host = xp.dlpack_device().is_some_and(|device| device.device_type == DlDevice::CPU);
        let start = usize::try_from(self.start).ok().filter(|_| on_host && !self.foreign && bytes > 0);
        if let Some(start) = start {
            DynArray::check_supported(xp, self.dtype)?;
            // SAFETY: the caller promises that the file stays as it is; what is written goes to pages of our own.
            let mut pages =
                unsafe { MmapOptions::new().len(start + bytes).map_copy(&self.file) }.map_err(failed(&self.name))?;
            let first = pages[start..].as_mut_ptr().expose_provenance() as u64;
            // SAFETY: the pages are ours alone and stay where they are until they are dropped.
            if let Some(buffer) = unsafe { xp.adopt(first, bytes, Box::new(pages))? } {
                let len = bytes / self.dtype.size();
                let raw = DynArray::from_buffer(xp, self.dtype, &[len], buffer);
                return if self.fortran_order { from_fortran(&raw, &self.shape) } else { raw.reshaped(&self.shape) };
            }
        }
        self.load_any(xp, ..)
    }

    /// The first item of a range and how many there are.
    fn checked(&self, range: impl RangeBounds<usize>) -> Result<(usize, usize)> {
        const OP: &str = "load";
        let Some(&len) = self.shape.first() else {
            return match (range.start_bound(), range.end_bound()) {
                (Bound::Unbounded, Bound::Unbounded) => Ok((0, 1)),
                _ => Err(Error::Axis { op: OP, axis: 0, ndim: 0 }),
            };
        };
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&start) => start.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&end) => end.saturating_add(1),
            Bound::Excluded(&end) => end,
            Bound::Unbounded => len,
        };
        if let Some(index) = [start, end].into_iter().find(|&index| index > len) {
            return Err(Error::Index { op: OP, index: i64::try_from(index).unwrap_or(i64::MAX), len });
        }
        let rows = end.checked_sub(start);
        rows.map(|rows| (start, rows)).ok_or_else(|| Error::value(OP, format!("a range from {start} to {end}")))
    }
}
