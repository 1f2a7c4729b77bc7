//! SciPy's `.npz` files of sparse matrices.

use std::path::Path;
use xparray_core::io::{NpyElement, NpzReader, NpzWriter};
use xparray_core::prelude::*;
use xparray_core::sparse::{Bsr, Coo, Csc, Csr, Dia};
use xparray_core::{Error, Result};

/// Writes a matrix as `scipy.sparse.load_npz` reads it. A file that is there stays until this one is complete.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::{load_npz, save_npz};
/// use xparray::sparse::Csr;
/// # let path = std::env::temp_dir().join(format!("xparray-save-{}.npz", std::process::id()));
/// save_npz(&path, &Csr::<f64, _>::eye(&xp, 2)?)?;
/// assert_eq!(load_npz::<f64, _>(&xp, &path)?.to_dense()?.to_string(), "[[1. 0.]\n [0. 1.]]");
/// # std::fs::remove_file(path).ok();
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if the file cannot be written.
pub fn save_npz<T: SparseElement, B: Backend>(path: impl AsRef<Path>, matrix: &Csr<T, B>) -> Result<()> {
    let mut file = NpzWriter::create(path)?.compressed();
    file.add("indices", &matrix.indices()?)?;
    file.add("indptr", &matrix.indptr()?)?;
    file.add_text("format", "csr")?;
    file.add("shape", &matrix.xp().array(&matrix.shape().map(|n| n as i64))?)?;
    file.add("data", &matrix.values()?)?;
    file.add("_is_array", &matrix.xp().full([], true)?)?;
    file.finish()
}

/// Reads a matrix that `scipy.sparse.save_npz` wrote, in any of its formats: CSR, CSC, COO, DIA or BSR.
///
/// # Errors
/// [`Error::Io`] if the file is missing or malformed; [`Error::DType`] if its elements do not promote to the type that is asked for;
/// [`Error::Value`], [`Error::Shape`] and [`Error::Index`] if its parts are no matrix.
pub fn load_npz<T: SparseElement + NpyElement, B: Backend>(xp: &B, path: impl AsRef<Path>) -> Result<Csr<T, B>> {
    const OP: &str = "load_npz";
    let mut file = NpzReader::open(path)?;
    let format = file.load_text("format")?;
    let shape = integers(&mut file, xp, "shape")?.to_vec()?;
    let shape: [usize; 2] = match shape[..] {
        [rows, columns] if rows >= 0 && columns >= 0 => [rows as usize, columns as usize],
        _ => return Err(Error::value(OP, format!("the file holds a matrix of shape {shape:?}"))),
    };
    let data = file.load_any(xp, "data")?;
    if data.dtype().promote(T::DTYPE) != T::DTYPE {
        return Err(Error::DType { op: OP, expected: T::DTYPE.to_string(), found: data.dtype().to_string() });
    }
    let values = data.astype(T::DTYPE)?.typed::<T>()?;
    let mut part = |name: &str| integers(&mut file, xp, name);
    match format.as_str() {
        "csr" => Csr::from_parts(shape, &part("indptr")?, &part("indices")?, &values),
        "csc" => Csc::from_parts(shape, &part("indptr")?, &part("indices")?, &values)?.to_csr(),
        "coo" => Coo::new(shape, &part("row")?, &part("col")?, &values)?.to_csr(),
        "dia" => {
            let offsets: Vec<isize> = part("offsets")?.to_vec()?.into_iter().map(|k| k as isize).collect();
            Dia::new(shape, &values, &offsets)?.to_csr()
        }
        "bsr" => Bsr::from_parts(shape, &part("indptr")?, &part("indices")?, &values)?.to_csr(),
        _ => Err(Error::value(OP, format!("the file holds a matrix of the format {format:?}"))),
    }
}

fn integers<B: Backend>(file: &mut NpzReader, xp: &B, name: &str) -> Result<Array<i64, B>> {
    let array = file.load_any(xp, name)?;
    match array.dtype() {
        DType::I32 | DType::I64 => array.astype(DType::I64)?.typed(),
        other => Err(Error::DType { op: "load_npz", expected: "i32 or i64".into(), found: other.to_string() }),
    }
}
