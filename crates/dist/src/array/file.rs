//! `.npy` files, of which each process reads and writes its part.

use super::DistArray;
use crate::mesh::{Region, Sharding, region_shape, slice_items};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use xparray_core::io::{NpyElement, NpyFile};
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Kind, Result};

/// Bytes that are read at once where only some of them are kept.
const READ_AT_ONCE: usize = 1 << 26;

impl Sharding {
    /// The array of a `.npy` file, of which each process reads its part, to the device of `xp`. All processes see the file.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// # let path = std::env::temp_dir().join(format!("xparray-dist-load-{}.npy", std::process::id()));
    /// let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
    /// rows.shard(&xp.arange(6)?.reshape([3, 2])?)?.save_npy(&path)?;
    /// assert_eq!(rows.load_npy::<i64, _>(&xp, &path)?.sum(0)?.all_gather()?.to_vec()?, [6, 9]);
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::DType`] if the file holds another type, where it is found, elsewhere [`Error::Value`] with
    /// the message; [`Error::Value`] for another number of axes; [`Error::Library`].
    pub fn load_npy<T: NpyElement, B: Backend>(&self, xp: &B, path: impl AsRef<Path>) -> Result<DistArray<T, B>> {
        self.mesh().comm().together("load_npy", self.part_of_file(xp, path.as_ref()))
    }

    fn part_of_file<T: NpyElement, B: Backend>(&self, xp: &B, path: &Path) -> Result<DistArray<T, B>> {
        let mut file = NpyFile::open(path)?;
        let shape = file.shape().to_vec();
        self.check("load_npy", &shape)?;
        let region = self.own_part(&shape);
        let Some((rows, rest)) = region.split_first() else {
            return Ok(DistArray::new(file.load(xp, ..)?, shape, self.clone()));
        };
        let row = shape[1..].iter().product::<usize>() * T::DTYPE.size();
        let at_once = (READ_AT_ONCE / row.max(1)).max(1);
        let mut pieces = Vec::new();
        let mut start = rows.start;
        while start < rows.end || pieces.is_empty() {
            let end = rows.end.min(start.saturating_add(at_once));
            let piece: Array<T, B> = file.load(xp, start..end)?;
            let kept = std::iter::once(0..end - start).chain(rest.iter().cloned()).collect();
            // Without a copy, a piece would keep all that was read.
            pieces.push(piece.slice(&slice_items(&kept))?.copy());
            start = end;
        }
        let local = xp.concatenate(&pieces.iter().collect::<Vec<_>>(), 0)?;
        Ok(DistArray::new(local, shape, self.clone()))
    }
}

impl<T: NpyElement, B: Backend> DistArray<T, B> {
    /// Writes the array to a `.npy` file, each process its part. A file that is there already stays as it is until the new one
    /// is complete. All processes see the folder, and one file system holds it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// # let path = std::env::temp_dir().join(format!("xparray-dist-save-{}.npy", std::process::id()));
    /// let columns = world.mesh(world.size())?.sharding([None, Some(0)])?;
    /// columns.shard(&xp.array([[1, 2], [3, 4]])?)?.save_npy(&path)?; // numpy.load reads it
    /// assert_eq!(xp.load_npy::<i32>(&path)?.to_vec()?, [1, 2, 3, 4]);
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`] where the file cannot be written, elsewhere [`Error::Value`] with the message; those of the deferred
    /// work; [`Error::Library`].
    pub fn save_npy(&self, path: impl AsRef<Path>) -> Result<()> {
        const OP: &str = "save_npy";
        let (path, comm) = (path.as_ref(), self.sharding.mesh().comm());
        let failed = |error: io::Error| Error::Io { path: path.display().to_string(), message: error.to_string() };
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        let header = header(T::DTYPE, &self.shape);
        let bytes = header.len() + self.shape.iter().product::<usize>() * T::DTYPE.size();
        let create = || {
            let mut file = File::create(&part)?;
            file.write_all(&header)?;
            file.set_len(bytes as u64)
        };
        let created = if comm.rank() == 0 { create().map_err(failed) } else { Ok(()) };
        comm.together(OP, created)?;
        let written = self
            .local
            .to_vec()
            .and_then(|elements| self.write_part(&part, header.len(), T::as_bytes(&elements)).map_err(failed));
        let written = comm.together(OP, written);
        if written.is_err() && comm.rank() == 0 {
            // What was written is of no use, and its removal is not what failed.
            let _ = fs::remove_file(&part);
        }
        written?;
        let renamed = if comm.rank() == 0 { fs::rename(&part, path).map_err(failed) } else { Ok(()) };
        comm.together(OP, renamed)
    }

    /// Writes the elements of this process at their places after a header of so many bytes.
    fn write_part(&self, path: &Path, header: usize, bytes: &[u8]) -> io::Result<()> {
        let mesh = self.sharding.mesh();
        // Of processes that have the same part, the first one writes.
        let is_first = |(axis, &at): (usize, &usize)| at == 0 || self.sharding.axes().contains(&Some(axis));
        if bytes.is_empty() || !mesh.coords().iter().enumerate().all(is_first) {
            return Ok(());
        }
        let mut file = BufWriter::new(OpenOptions::new().write(true).open(path)?);
        let region = self.sharding.own_part(&self.shape);
        let runs = Runs::of(&self.shape, &region);
        for (run, bytes) in bytes.chunks_exact(runs.len * T::DTYPE.size()).enumerate() {
            file.seek(SeekFrom::Start((header + runs.start(run) * T::DTYPE.size()) as u64))?;
            file.write_all(bytes)?;
        }
        file.into_inner()?.sync_all()
    }
}

/// The elements of a region of an array that lie one after the other in it.
struct Runs<'a> {
    shape: &'a [usize],
    region: &'a [Range<usize>],
    /// The first axis that a run has all of the region's elements of.
    first: usize,
    /// The elements of a run.
    len: usize,
}

impl<'a> Runs<'a> {
    fn of(shape: &'a [usize], region: &'a Region) -> Self {
        // The last axis of which the region has a part ends a run.
        let divided = (0..shape.len()).rfind(|&axis| region[axis].len() < shape[axis]);
        let first = divided.unwrap_or(0);
        Self { shape, region, first, len: region_shape(&region[first..].to_vec()).iter().product() }
    }

    /// The place in the array where a run starts, of those in row-major order.
    fn start(&self, run: usize) -> usize {
        let (mut rest, mut place, mut stride) = (run, 0, 1);
        for axis in (0..self.shape.len()).rev() {
            let mut at = self.region[axis].start;
            if axis < self.first {
                at += rest % self.region[axis].len();
                rest /= self.region[axis].len();
            }
            place += at * stride;
            stride *= self.shape[axis];
        }
        place
    }
}

/// What a `.npy` file begins with, elements in this machine's order: as NumPy writes it, to a multiple of 64 bytes.
fn header(dtype: DType, shape: &[usize]) -> Vec<u8> {
    let kind = match dtype.kind() {
        Kind::Bool => 'b',
        Kind::Signed => 'i',
        Kind::Unsigned => 'u',
        Kind::Float => 'f',
        Kind::Complex => 'c',
    };
    let order = match dtype.size() {
        1 => '|',
        _ if cfg!(target_endian = "little") => '<',
        _ => '>',
    };
    let lens: Vec<String> = shape.iter().map(|len| format!("{len},")).collect();
    let (size, lens) = (dtype.size(), lens.join(" "));
    let text = format!("{{'descr': '{order}{kind}{size}', 'fortran_order': False, 'shape': ({lens}), }}");
    // Version 2 has four bytes for the length, so any number of axes fits.
    let len = (text.len() + 13).next_multiple_of(64) - 12;
    let line = format!("{text:<width$}\n", width = len - 1);
    [b"\x93NUMPY\x02\0", &(len as u32).to_le_bytes()[..], line.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_start_where_they_lie() {
        let region = vec![1..3, 2..4, 0..5];
        let runs = Runs::of(&[3, 4, 5], &region);
        assert_eq!((runs.len, runs.start(0), runs.start(1)), (10, 30, 50));
        let whole = vec![0..3, 0..4];
        assert_eq!((Runs::of(&[3, 4], &whole).len, Runs::of(&[3, 4], &whole).start(0)), (12, 0));
    }

    #[test]
    fn headers_end_where_elements_may_start() {
        for shape in [&[][..], &[3], &[1000; 9]] {
            let header = header(DType::F32, shape);
            assert!(header.len().is_multiple_of(64) && header.ends_with(b"\n"));
        }
    }
}
