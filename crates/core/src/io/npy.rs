//! NumPy's `.npy` files.

use super::elements::{Elements, read_npy};
use super::failed;
use super::replace::Replacement;
use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::Result;
use half::f16;
use num_complex::Complex;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The element types that `.npy` files hold: all but `bf16`, for which NumPy has no type.
pub trait NpyElement: Element {}

macro_rules! npy_elements {
    ($($T:ty),*) => { $(impl NpyElement for $T {})* };
}
npy_elements!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64, Complex<f32>, Complex<f64>);

/// Loading `.npy` files, as methods of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// # let path = std::env::temp_dir().join(format!("xparray-npy-{}.npy", std::process::id()));
/// xp.arange((0.0, 3.0, 1.0))?.save_npy(&path)?;
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
    /// xp.arange((0.0, 3.0, 1.0))?.save_npy(&path)?;
    /// assert_eq!(xp.load_npy::<f64>(&path)?.to_string(), "[0. 1. 2.]");
    /// assert!(matches!(xp.load_npy::<f32>(&path), Err(xparray::Error::DType { .. })));
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) if the file is missing, malformed or ends early; [`Error::DType`](crate::Error::DType) if it holds another type;
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    #[doc(alias = "load")]
    fn load_npy<T: NpyElement>(&self, path: impl AsRef<Path>) -> Result<Array<T, Self>> {
        load(self, path.as_ref(), Some(T::DTYPE)).map(Array::from_dyn)
    }

    /// The array of a `.npy` file whose bytes are in memory, as where there are no files.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-bytes-{}.npy", std::process::id()));
    /// xp.arange((0.0, 3.0, 1.0))?.save_npy(&path)?;
    /// let bytes = std::fs::read(&path).unwrap();
    /// assert_eq!(xp.read_npy::<f64>(&bytes)?.to_string(), "[0. 1. 2.]");
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`load_npy`](LoadNpy::load_npy).
    #[doc(alias = "load")]
    fn read_npy<T: NpyElement>(&self, mut bytes: &[u8]) -> Result<Array<T, Self>> {
        let size = bytes.len() as u64;
        read_npy(self, "the bytes of a .npy file", &mut bytes, size, Some(T::DTYPE)).map(Array::from_dyn)
    }

    /// Loads an array of whatever type the file holds.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-any-{}.npy", std::process::id()));
    /// xp.array(&[1i16, 2])?.save_npy(&path)?;
    /// let x = xp.load_npy_any(&path)?;
    /// assert_eq!((x.dtype(), x.to_string()), (DType::I16, "[1 2]".into()));
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) if the file is missing or malformed; [`Error::DType`](crate::Error::DType) if its type is none of
    /// [`DType`]; [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    #[doc(alias = "load")]
    fn load_npy_any(&self, path: impl AsRef<Path>) -> Result<DynArray<Self>> {
        load(self, path.as_ref(), None)
    }
}

impl<B: Backend> LoadNpy for B {}

fn load<B: Backend>(xp: &B, path: &Path, expected: Option<DType>) -> Result<DynArray<B>> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(failed(&name))?;
    let size = file.metadata().map_err(failed(&name))?.len();
    read_npy(xp, &name, &mut BufReader::new(file), size, expected)
}

impl<B: Backend> DynArray<B> {
    /// [`Array::save_npy`].
    ///
    /// # Errors
    /// Those of [`Array::save_npy`]; [`Error::DType`](crate::Error::DType) for `bf16`, which NumPy does not have.
    #[doc(alias = "save")]
    pub fn save_npy(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let elements = Elements::of(self)?;
        let mut out = Replacement::create(path).map_err(failed(&name))?;
        elements.write(&name, &mut out)?;
        out.commit().map_err(failed(&name))
    }
}

impl<T: NpyElement, B: Backend> Array<T, B> {
    /// Writes the array to a `.npy` file. A file that is there already stays as it is until the new one is complete.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-save-{}.npy", std::process::id()));
    /// xp.array([[1, 2], [3, 4]])?.save_npy(&path)?; // numpy.load reads it
    /// assert_eq!(xp.load_npy::<i32>(&path)?.shape(), [2, 2]);
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) if the file cannot be written; those of [`Array::eval`].
    #[doc(alias = "save")]
    pub fn save_npy(&self, path: impl AsRef<Path>) -> Result<()> {
        self.array.save_npy(path)
    }
}
