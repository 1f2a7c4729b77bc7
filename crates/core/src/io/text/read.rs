//! Reading text, as methods of every backend's handle.

use super::genfromtxt::{GenFromTxt, Table};
use super::loadtxt::{LoadTxt, loadtxt};
use crate::array::{Array, DynArray};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::Result;
use std::path::Path;

/// Reading tables of numbers from text files, as methods of every backend's handle. The text is read on the host.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// # let path = std::env::temp_dir().join(format!("xparray-text-{}.txt", std::process::id()));
/// std::fs::write(&path, "# x y\n1 2.5\n3 4\n").unwrap();
/// let x = xp.loadtxt::<f64>(&path)?;
/// assert_eq!(x.to_string(), "[[1.  2.5]\n [3.  4. ]]");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait LoadText: Backend {
    /// The table of a text file: numbers with spaces between them, a line for each row. A row or column alone is a vector, one number
    /// an array without dimensions. NumPy's names of infinity and NaN, and Python's complex numbers, are read too.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-loadtxt-{}.txt", std::process::id()));
    /// std::fs::write(&path, "1\n2\nx\n").unwrap();
    /// let error = xp.loadtxt::<i32>(&path).unwrap_err();
    /// assert!(error.to_string().ends_with("line 3: column 1: `x` is not a number of type i32"));
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`loadtxt_with`](LoadText::loadtxt_with).
    fn loadtxt<T: Element>(&self, path: impl AsRef<Path>) -> Result<Array<T, Self>> {
        self.loadtxt_with(path, &LoadTxt::new())
    }

    /// [`loadtxt`](LoadText::loadtxt) of other forms of files, or of a part of one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::io::LoadTxt;
    /// # let path = std::env::temp_dir().join(format!("xparray-loadtxt-with-{}.csv", std::process::id()));
    /// std::fs::write(&path, "x,y\n1,2\n3,4\n").unwrap();
    /// let last = LoadTxt::new().delimiter(",").skiprows(1).usecols([-1]);
    /// assert_eq!(xp.loadtxt_with::<i64>(&path, &last)?.to_string(), "[2 4]");
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) if the file cannot be read, a field is no number of the type, which names line and column, or rows
    /// have different lengths; [`Error::Index`](crate::Error::Index) for a column that is not there; [`Error::Value`](crate::Error::Value)
    /// for an empty delimiter or mark of comments, or a `ndmin` above two; [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    fn loadtxt_with<T: Element>(&self, path: impl AsRef<Path>, options: &LoadTxt) -> Result<Array<T, Self>> {
        self.loadtxt_of(T::DTYPE, path, options).map(Array::from_dyn)
    }

    /// [`loadtxt_with`](LoadText::loadtxt_with) of an element type that is a value.
    ///
    /// # Errors
    /// Those of [`loadtxt_with`](LoadText::loadtxt_with).
    fn loadtxt_of(&self, dtype: DType, path: impl AsRef<Path>, options: &LoadTxt) -> Result<DynArray<Self>> {
        loadtxt(self, dtype, path.as_ref(), options)
    }

    /// The table of a text file in which values may be missing, or be no numbers: these are NaN, -1 for integers, and false.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # let path = std::env::temp_dir().join(format!("xparray-genfromtxt-{}.txt", std::process::id()));
    /// std::fs::write(&path, "1 ? 3\n4 5 6\n").unwrap();
    /// assert_eq!(xp.genfromtxt::<f64>(&path)?.to_string(), "[[ 1. nan  3.]\n [ 4.  5.  6.]]");
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`genfromtxt_with`](LoadText::genfromtxt_with).
    fn genfromtxt<T: Element>(&self, path: impl AsRef<Path>) -> Result<Array<T, Self>> {
        self.genfromtxt_with(path, &GenFromTxt::new())
    }

    /// [`genfromtxt`](LoadText::genfromtxt) of other forms of files, or of a part of one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::io::GenFromTxt;
    /// # let path = std::env::temp_dir().join(format!("xparray-genfromtxt-with-{}.csv", std::process::id()));
    /// std::fs::write(&path, "1,,3\n4,x,6\n").unwrap();
    /// let x = xp.genfromtxt_with::<f64>(&path, &GenFromTxt::new().delimiter(","))?;
    /// assert_eq!(x.to_string(), "[[ 1. nan  3.]\n [ 4. nan  6.]]");
    /// let x = xp.genfromtxt_with::<u8>(&path, &GenFromTxt::new().delimiter(",").filling_values([0]))?;
    /// assert_eq!(x.to_string(), "[[1 0 3]\n [4 0 6]]");
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Io`](crate::Error::Io) if the file cannot be read, rows have different lengths, or a field is no number and may not be
    /// missing, which names line and column: with `loose(false)`, and for unsigned integers without `filling_values`;
    /// [`Error::Index`](crate::Error::Index) for a column that is not there; [`Error::Value`](crate::Error::Value) for options that do
    /// not go together or not with the number of columns; [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    fn genfromtxt_with<T: Element>(&self, path: impl AsRef<Path>, options: &GenFromTxt) -> Result<Array<T, Self>> {
        self.genfromtxt_of(T::DTYPE, path, options).map(Array::from_dyn)
    }

    /// [`genfromtxt_with`](LoadText::genfromtxt_with) of an element type that is a value.
    ///
    /// # Errors
    /// Those of [`genfromtxt_with`](LoadText::genfromtxt_with).
    fn genfromtxt_of(&self, dtype: DType, path: impl AsRef<Path>, options: &GenFromTxt) -> Result<DynArray<Self>> {
        Table::read(path.as_ref(), options)?.array(self, dtype, options)
    }

    /// The columns of a text file with their names, each a vector of the first type that has all its values: truth values, which are
    /// `True` and `False`, `i64`, `f64` or `Complex<f64>`. This is NumPy's `genfromtxt` with `dtype=None`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::io::GenFromTxt;
    /// # let path = std::env::temp_dir().join(format!("xparray-columns-{}.txt", std::process::id()));
    /// std::fs::write(&path, "# n mass\n1 0.5\n2 1\n").unwrap();
    /// let columns = xp.genfromtxt_columns(&path, &GenFromTxt::new().names_in_first_line(true))?;
    /// assert_eq!((&*columns[1].0, columns[1].1.to_string()), ("mass", "[0.5 1. ]".into()));
    /// # std::fs::remove_file(path).ok();
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`genfromtxt_with`](LoadText::genfromtxt_with); [`Error::DType`](crate::Error::DType) for a column that holds words, which names the
    /// first one.
    fn genfromtxt_columns(
        &self,
        path: impl AsRef<Path>,
        options: &GenFromTxt,
    ) -> Result<Vec<(String, DynArray<Self>)>> {
        Table::read(path.as_ref(), options)?.columns(self, options)
    }
}

impl<B: Backend> LoadText for B {}
