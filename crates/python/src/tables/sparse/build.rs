//! Sparse matrices of their parts, of other matrices, and of files.

use super::{Matrix, Solvable, Sparse, elements, of_type, solvable};
use crate::convert::Input;
use crate::device::DeviceArg;
use crate::dtype::DTypeArg;
use crate::functions::Generator;
use crate::tables::functions;
use num_complex::Complex;
use pyo3::prelude::*;
use std::path::PathBuf;
use xparray::io::NpzWriter;
use xparray::scipy::sparse as files;
use xparray::sparse::{Bsr, Coo, Csc, Csr, Dia};
use xparray::{DType, Device, Eye, Result, SparseElement};

/// The type to which the elements of all promote.
fn common<'a>(matrices: impl IntoIterator<Item = &'a Sparse>) -> DType {
    matrices.into_iter().map(|matrix| matrix.0.dtype()).reduce(DType::promote).unwrap_or(DType::F64)
}

/// Matrices with elements of one type.
fn typed<T: SparseElement>(matrices: &[Sparse]) -> Result<Vec<Csr<T, Device>>> {
    matrices.iter().map(|matrix| matrix.0.typed()).collect()
}

/// What several matrices of one type make.
macro_rules! joined {
    ($matrices:ident, $join:ident) => {
        of_type!(common(&$matrices), T => {
            let matrices = typed::<T>(&$matrices)?;
            Csr::$join(&matrices.iter().collect::<Vec<_>>()).map(Matrix::from)
        })
    };
}

fn diagonals<T: SparseElement>(
    given: &[Input],
    offsets: &[isize],
    shape: Option<[usize; 2]>,
) -> Result<Csr<T, Device>> {
    let diagonals = given.iter().map(|each| elements::<T>(&each.0)).collect::<Result<Vec<_>>>()?;
    Csr::diags(&diagonals.iter().collect::<Vec<_>>(), offsets, shape)
}

fn blocks<T: SparseElement>(rows: &[Vec<Option<Sparse>>]) -> Result<Csr<T, Device>> {
    let of_row = |row: &Vec<Option<Sparse>>| -> Result<Vec<Option<Csr<T, Device>>>> {
        row.iter().map(|block| block.as_ref().map(|block| block.0.typed()).transpose()).collect()
    };
    let rows = rows.iter().map(of_row).collect::<Result<Vec<_>>>()?;
    let rows: Vec<Vec<_>> = rows.iter().map(|row| row.iter().map(Option::as_ref).collect()).collect();
    Csr::block(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

functions! {
    block(rows: Vec<Vec<Option<Sparse>>>) = {
        of_type!(common(rows.iter().flatten().flatten()), T => blocks::<T>(&rows).map(Matrix::from))
    };
    block_diag(matrices: Vec<Sparse>) = joined!(matrices, block_diag);
    bsr(shape: [usize; 2], indptr: Input, indices: Input, data: Input) = of_type!(data.0.dtype(), T => {
        Bsr::from_parts(shape, &indptr.0, &indices.0, &elements::<T>(&data.0)?)?.to_csr().map(Matrix::from)
    });
    coo(shape: [usize; 2], row: Input, col: Input, data: Input) = of_type!(data.0.dtype(), T => {
        Coo::new(shape, &row.0, &col.0, &elements::<T>(&data.0)?)?.to_csr().map(Matrix::from)
    });
    csc(shape: [usize; 2], indptr: Input, indices: Input, data: Input) = of_type!(data.0.dtype(), T => {
        Csc::from_parts(shape, &indptr.0, &indices.0, &elements::<T>(&data.0)?)?.to_csr().map(Matrix::from)
    });
    csr(shape: [usize; 2], indptr: Input, indices: Input, data: Input) = of_type!(data.0.dtype(), T => {
        Csr::from_parts(shape, &indptr.0, &indices.0, &elements::<T>(&data.0)?).map(Matrix::from)
    });
    dense(x: Input) = of_type!(x.0.dtype(), T => Csr::from_dense(&elements::<T>(&x.0)?).map(Matrix::from));
    dia(shape: [usize; 2], data: Input, offsets: Vec<isize>) = of_type!(data.0.dtype(), T => {
        Dia::new(shape, &elements::<T>(&data.0)?, &offsets)?.to_csr().map(Matrix::from)
    });
    diags(given: Vec<Input>, offsets: Vec<isize>, shape: Option<[usize; 2]>, dtype: Option<DTypeArg>) = {
        let found = given.iter().map(|each| each.0.dtype()).reduce(DType::promote).unwrap_or(DType::F64);
        let dtype = dtype.map_or(found, |dtype| dtype.0);
        of_type!(dtype, T => diagonals::<T>(&given, &offsets, shape).map(Matrix::from))
    };
    eye(m: usize, n: usize, k: isize, dtype: DTypeArg, device: DeviceArg) = {
        let options = Eye::new().columns(n).diagonal(k);
        of_type!(dtype.0, T => Csr::<T, _>::eye_with(&device.0, m, options).map(Matrix::from))
    };
    hstack(matrices: Vec<Sparse>) = joined!(matrices, hstack);
    kron(a: Sparse, b: Sparse) = {
        let dtype = a.0.dtype().promote(b.0.dtype());
        of_type!(dtype, T => a.0.typed::<T>()?.kron(&b.0.typed()?).map(Matrix::from))
    };
    kronsum(a: Sparse, b: Sparse) = {
        let dtype = a.0.dtype().promote(b.0.dtype());
        of_type!(dtype, T => a.0.typed::<T>()?.kronsum(&b.0.typed()?).map(Matrix::from))
    };
    load_npz(path: PathBuf, device: DeviceArg) = {
        let of_complex = || files::load_npz::<Complex<f64>, _>(&device.0, &path).map(Matrix::from);
        files::load_npz::<f64, _>(&device.0, &path).map(Matrix::from).or_else(|_| of_complex())
    };
    mmread(path: PathBuf, device: DeviceArg) = {
        let of_complex = || files::mmread::<Complex<f64>, _>(&device.0, &path).map(Matrix::from);
        files::mmread::<f64, _>(&device.0, &path).map(Matrix::from).or_else(|_| of_complex())
    };
    mmwrite(path: PathBuf, a: Solvable) = solvable!(&a, a => files::mmwrite(&path, a));
    random(rng: Py<Generator>, shape: [usize; 2], density: f64) =
        rng.get().with(|rng| Csr::<f64, _>::random(rng, shape, density)).map(Matrix::from);
    save_npz(path: PathBuf, format: String, parts: Vec<(String, Input)>, compressed: bool) = {
        let file = NpzWriter::create(path)?;
        let mut file = if compressed { file.compressed() } else { file };
        file.add_text("format", &format)?;
        for (name, part) in &parts {
            file.add(name, &part.0)?;
        }
        file.finish()
    };
    vstack(matrices: Vec<Sparse>) = joined!(matrices, vstack);
    zeros(shape: [usize; 2], dtype: DTypeArg, device: DeviceArg) =
        of_type!(dtype.0, T => Csr::<T, _>::zeros(&device.0, shape).map(Matrix::from));
}
