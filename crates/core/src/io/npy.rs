//! NumPy's `.npy` files.

use super::header::Header;
use super::replace::Replacement;
use crate::array::Array;
use crate::array::raw::{Computed, Raw};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::checked_len;
use half::f16;
use num_complex::Complex;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

/// The element types that `.npy` files hold: all but `bf16`, for which NumPy has no type.
pub trait NpyElement: Element {}

macro_rules! npy_elements {
    ($($T:ty),*) => { $(impl NpyElement for $T {})* };
}
npy_elements!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64, Complex<f32>, Complex<f64>);

/// Elements go between a file and the device in parts of so many bytes, a multiple of every element's.
const PART: usize = 16 << 20;

/// An [`Error::Io`].
pub(super) fn failed(path: impl Display) -> impl Fn(io::Error) -> Error {
    let path = path.to_string();
    move |error| Error::Io { path: path.clone(), message: error.to_string() }
}

/// NumPy's description of a type, without the byte order.
fn descr(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "b1",
        DType::I8 => "i1",
        DType::I16 => "i2",
        DType::I32 => "i4",
        DType::I64 => "i8",
        DType::U8 => "u1",
        DType::U16 => "u2",
        DType::U32 => "u4",
        DType::U64 => "u8",
        DType::F16 => "f2",
        DType::BF16 => "bf16",
        DType::F32 => "f4",
        DType::F64 => "f8",
        DType::C32 => "c8",
        DType::C64 => "c16",
    }
}

/// Loading `.npy` files, as methods of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// # let path = std::env::temp_dir().join(format!("xparray-npy-{}.npy", std::process::id()));
/// xp.arange(0.0, 3.0, 1.0)?.save_npy(&path)?;
/// assert_eq!(xp.load_npy::<f64>(&path)?.to_string(), "[0. 1. 2.]");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait LoadNpy: Backend {
    /// The array of a `.npy` file, in C or Fortran order and either byte order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-load-{}.npy", std::process::id()));
    /// xp.arange(0.0, 3.0, 1.0)?.save_npy(&path)?;
    /// assert_eq!(xp.load_npy::<f64>(&path)?.to_string(), "[0. 1. 2.]");
    /// assert!(matches!(xp.load_npy::<f32>(&path), Err(xparray::Error::DType { .. })));
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`] if the file is missing, malformed or ends early; [`Error::DType`] if it holds another type.
    fn load_npy<T: NpyElement>(&self, path: impl AsRef<Path>) -> Result<Array<T, Self>> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let file = File::open(path).map_err(failed(&name))?;
        let size = file.metadata().map_err(failed(&name))?.len();
        read_npy(self, &name, BufReader::new(file), size)
    }
}

impl<B: Backend> LoadNpy for B {}

impl<T: NpyElement, B: Backend> Array<T, B> {
    /// Writes the array to a `.npy` file. A file that is there already stays as it is until the new one is complete.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-save-{}.npy", std::process::id()));
    /// xp.array(&[1, 2, 3, 4], [2, 2])?.save_npy(&path)?; // numpy.load reads it
    /// assert_eq!(xp.load_npy::<i32>(&path)?.shape(), [2, 2]);
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`] if the file cannot be written; those of [`Array::eval`].
    pub fn save_npy(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let elements = Elements::of(self)?;
        let mut out = Replacement::create(path).map_err(failed(&name))?;
        elements.write(&name, &mut out)?;
        out.commit().map_err(failed(&name))
    }
}

/// Reads an array; `size` bounds what the source can hold, so that a wrong header allocates nothing.
pub(super) fn read_npy<T: NpyElement, B: Backend>(
    xp: &B,
    name: &str,
    mut source: impl Read,
    size: u64,
) -> Result<Array<T, B>> {
    let malformed = |message: String| Error::Io { path: name.to_owned(), message };
    let header = Header::read(&mut source).map_err(failed(name))?;
    let (order, kind) = header.descr.split_at_checked(1).unwrap_or(("", &header.descr));
    if kind != descr(T::DTYPE) {
        let expected = format!("{} ({})", T::DTYPE, descr(T::DTYPE));
        let structured = if header.descr.starts_with(['[', '(']) { "structured elements " } else { "" };
        let found = format!("{structured}{} in {name}", header.descr);
        return Err(Error::DType { op: "load_npy", expected, found });
    }
    let shape = header.shape;
    let bytes = checked_len(&shape)? * size_of::<T>();
    if bytes as u64 > size {
        return Err(malformed(format!("the file ends early: {bytes} bytes of elements do not fit into its {size}")));
    }
    let mut data = vec![0; bytes];
    source.read_exact(&mut data).map_err(|error| malformed(format!("the file ends early: {error}")))?;
    // At its end an archive compares the checksum.
    io::copy(&mut source, &mut io::sink()).map_err(failed(name))?;
    let foreign = if cfg!(target_endian = "little") { ">" } else { "<" };
    if order == foreign {
        let part = if T::DTYPE.is_complex() { size_of::<T>() / 2 } else { size_of::<T>() };
        data.chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    if T::DTYPE == DType::Bool {
        data.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
    }
    if header.fortran_order {
        let reversed: Vec<usize> = shape.iter().rev().copied().collect();
        let raw = Raw::from_bytes(xp, T::DTYPE, &reversed, &data)?;
        let axes: Vec<usize> = (0..shape.len()).rev().collect();
        return Ok(Array::from_raw(raw.with_layout(raw.layout().permute(&axes))?));
    }
    Ok(Array::from_raw(Raw::from_bytes(xp, T::DTYPE, &shape, &data)?))
}

/// The elements of an array, computed and in C order: what can still fail is the file.
pub(super) struct Elements<B: Backend> {
    xp: B,
    computed: Computed<B>,
}

impl<B: Backend> Elements<B> {
    pub fn of<T: NpyElement>(array: &Array<T, B>) -> Result<Self> {
        let mut computed = array.raw.computed()?;
        if !computed.layout.is_contiguous() {
            computed = array.raw.copy()?.computed()?;
        }
        Ok(Self { xp: array.raw.xp().clone(), computed })
    }

    pub fn write(&self, name: &str, out: &mut impl Write) -> Result<()> {
        let Computed { buffer, dtype, layout } = &self.computed;
        let size = dtype.size();
        let order = match (size, cfg!(target_endian = "little")) {
            (1, _) => '|',
            (_, true) => '<',
            (_, false) => '>',
        };
        let header =
            Header { descr: format!("{order}{}", descr(*dtype)), fortran_order: false, shape: layout.shape().to_vec() };
        out.write_all(&header.to_bytes().map_err(failed(name))?).map_err(failed(name))?;
        let bytes = layout.len() * size;
        let mut part = vec![0; bytes.min(PART)];
        for start in (0..bytes).step_by(PART) {
            let part = &mut part[..PART.min(bytes - start)];
            self.xp.download(buffer, layout.offset() * size + start, part)?;
            out.write_all(part).map_err(failed(name))?;
        }
        Ok(())
    }
}
