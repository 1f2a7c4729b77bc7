//! Matrices from coordinates and from the arrays of the format, which are checked.

use super::{Matrix, V, blocks, check_entries, check_len, convert, index_type, lanes};
use crate::args::Arg;
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use crate::packed::Packed;
use xparray_ir::backend::{Csr, Memory, Primitives, View};
use xparray_ir::{DType, Error, Layout, Result};
use xparray_kernels::Routine;

/// The type of keys, the entries' places in a dense matrix.
///
/// # Errors
/// `Error::Value` if there are too many places.
pub fn key_type(op: &'static str, [rows, cols]: [usize; 2]) -> Result<DType> {
    match rows.checked_mul(cols) {
        Some(places) if places <= 1 << 32 => Ok(DType::U32),
        Some(places) if places <= i64::MAX as usize => Ok(DType::I64),
        _ => Err(Error::value(op, format!("a matrix of shape {:?} has too many places to sort by", [rows, cols]))),
    }
}

/// Places of the first of what is wrong, in memory of the device.
struct Wrong<D: Driver>(Buffer<D>);

impl<D: Driver> Wrong<D> {
    fn new(gpu: &Gpu<D>, count: usize) -> Result<Self> {
        let mut buffer = gpu.alloc_buffer(count * 8)?;
        gpu.fill_bytes(&mut buffer, 0xff, count * 8)?;
        Ok(Self(buffer))
    }

    /// The address of a place.
    fn at(&self, number: usize) -> u64 {
        self.0.address() + number as u64 * 8
    }

    fn found<const N: usize>(&self, gpu: &Gpu<D>) -> Result<[Option<usize>; N]> {
        let mut bytes = [[0; 8]; N];
        gpu.download(&self.0, 0, bytes.as_flattened_mut())?;
        Ok(bytes.map(|bytes| usize::try_from(u64::from_ne_bytes(bytes)).ok().filter(|&place| place != usize::MAX)))
    }
}

/// An element of `i64`s.
fn element<D: Driver>(gpu: &Gpu<D>, x: &Packed<'_, D>, place: usize) -> Result<i64> {
    let (buffer, start) = x.buffer();
    let mut bytes = [0; 8];
    gpu.download(buffer, start + place * 8, &mut bytes)?;
    Ok(i64::from_ne_bytes(bytes))
}

fn outside<D: Driver, R>(op: &'static str, gpu: &Gpu<D>, x: &Packed<'_, D>, place: usize, len: usize) -> Result<R> {
    Err(Error::Index { op, index: element(gpu, x, place)?, len })
}

pub fn from_coordinates<D: Driver>(
    gpu: &Gpu<D>,
    [rows, cols]: [usize; 2],
    row: V<'_, D>,
    col: V<'_, D>,
    x: V<'_, D>,
) -> Result<Matrix<D>> {
    const OP: &str = "coo_to_csr";
    check_entries::<D>(OP, x.dtype())?;
    let n = x.layout().len();
    check_len(OP, "row", row.layout().len(), n)?;
    check_len(OP, "col", col.layout().len(), n)?;
    let dtype = x.dtype();
    let (row, col, x) = (gpu.elements(OP, row, DType::I64)?, gpu.elements(OP, col, DType::I64)?, gpu.packed(x)?);
    if n == 0 {
        return gpu.without_entries([rows, cols], dtype);
    }
    let key = key_type(OP, [rows, cols])?;
    let keys = keys(gpu, [rows, cols], &row, &col, n, key)?;
    let order = gpu.argsort(View::new(&keys, key, &Layout::row_major(&[n]))?, 0)?;
    let sorted = sorted(gpu, &keys, key, &order, n)?;
    let entries = Entries { keys: sorted, key, order, n };
    compress(gpu, [rows, cols], dtype, &entries, &x, n, &x)
}

/// Keys of coordinates, which are checked.
fn keys<D: Driver>(
    gpu: &Gpu<D>,
    [rows, cols]: [usize; 2],
    row: &Packed<'_, D>,
    col: &Packed<'_, D>,
    n: usize,
    key: DType,
) -> Result<Buffer<D>> {
    const OP: &str = "coo_to_csr";
    let mut keys = gpu.array(n, key)?;
    let wrong = Wrong::new(gpu, 2)?;
    let routine = form(DType::F32, cols, cols, key);
    let args = (row, col, &mut keys, n as u64, rows as u64, cols as u64, wrong.at(0), wrong.at(1));
    // SAFETY: the kernel declares these, for `n` elements.
    unsafe { gpu.run_folded(&routine, "xp_keys", blocks(n), args)? };
    match wrong.found(gpu)? {
        [Some(place), _] => outside(OP, gpu, row, place, rows),
        [_, Some(place)] => outside(OP, gpu, col, place, cols),
        _ => Ok(keys),
    }
}

/// The kernels for a matrix of so many columns, and one of other columns.
pub fn form(dtype: DType, cols: usize, other: usize, key: DType) -> Routine {
    Routine::sparse_form(dtype, index_type(cols), index_type(other), key)
}

pub fn sorted<D: Driver>(gpu: &Gpu<D>, keys: &Buffer<D>, key: DType, order: &Buffer<D>, n: usize) -> Result<Buffer<D>> {
    let layout = Layout::row_major(&[n]);
    let order = View::new(order, DType::I64, &layout)?;
    gpu.take(View::new(keys, key, &layout)?, 0, order)
}

/// Entries by ascending keys, maybe several of one.
pub struct Entries<D: Driver> {
    pub keys: Buffer<D>,
    pub key: DType,
    /// Which entry each is.
    pub order: Buffer<D>,
    pub n: usize,
}

/// A matrix of entries: those of `a`, of which there are `len_a`, then of `b`. Those of one key are added up in order.
pub fn compress<D: Driver, A: Arg<D> + Copy>(
    gpu: &Gpu<D>,
    [rows, cols]: [usize; 2],
    dtype: DType,
    entries: &Entries<D>,
    a: A,
    len_a: usize,
    b: A,
) -> Result<Matrix<D>> {
    let Entries { keys, key, order, n } = entries;
    let routine = form(dtype, cols, cols, *key);
    let mut heads = gpu.array(*n, DType::Bool)?;
    // SAFETY: the kernel declares these, for `n` elements.
    unsafe { gpu.run_folded(&routine, "xp_heads", blocks(*n), (keys, &mut heads, *n as u64))? };
    let (starts, nnz) = gpu.nonzero(View::new(&heads, DType::Bool, &Layout::row_major(&[*n]))?)?;
    let (mut indptr, mut indices) = (gpu.array(rows.saturating_add(1), DType::I64)?, gpu.array(nnz, index_type(cols))?);
    let mut values = gpu.array(nnz, dtype)?;
    let sizes = (*n as u64, nnz as u64, len_a as u64, cols as u64);
    // SAFETY: the kernels declare these; keys are below rows times cols, and `order` names entries of `a` and `b`.
    unsafe {
        let args = (keys, order, &starts, a, b, &mut indices, &mut values, sizes.0, sizes.1, sizes.2, sizes.3);
        gpu.run_folded(&routine, "xp_sums", blocks(nnz), args)?;
        let args = (keys, &starts, &mut indptr, sizes.1, rows as u64, sizes.3);
        gpu.run_folded(&routine, "xp_row_starts", blocks(rows + 1), args)?;
        Ok(Csr::new_unchecked([rows, cols], nnz, dtype, indptr, indices, values))
    }
}

pub fn from_parts<D: Driver>(
    gpu: &Gpu<D>,
    [rows, cols]: [usize; 2],
    indptr: V<'_, D>,
    indices: V<'_, D>,
    x: V<'_, D>,
) -> Result<Matrix<D>> {
    const OP: &str = "csr_from_parts";
    check_entries::<D>(OP, x.dtype())?;
    let (dtype, n) = (x.dtype(), indices.layout().len());
    check_len(OP, "values", x.layout().len(), n)?;
    check_len(OP, "indptr", indptr.layout().len(), rows.saturating_add(1))?;
    let starts = gpu.elements(OP, indptr, DType::I64)?;
    let (columns, x) = (gpu.elements(OP, indices, DType::I64)?, gpu.packed(x)?);
    let routine = form(dtype, cols, cols, DType::I64);
    let mut indices = gpu.array(n, index_type(cols))?;
    let wrong = Wrong::new(gpu, 3)?;
    let (r, nnz, c) = (rows as u64, n as u64, cols as u64);
    // SAFETY: the kernels declare these; entries are looked for only below `n`, whatever the row starts are.
    unsafe {
        let args = (&starts, r, nnz, wrong.at(0));
        gpu.run_folded(&routine, "xp_check_starts", blocks(rows + 1), args)?;
        if n > 0 && rows > 0 {
            let lanes = lanes(rows, n);
            let args = (&starts, &columns, &mut indices, r, nnz, c, lanes, wrong.at(1), wrong.at(2));
            gpu.run_folded(&routine, "xp_check_columns", blocks(rows * lanes as usize), args)?;
        }
    }
    match wrong.found::<3>(gpu)? {
        [Some(row), ..] => {
            let start = element(gpu, &starts, row)?;
            Err(Error::value(OP, format!("row starts must rise from 0 to {n}, but number {row} is {start}")))
        }
        [_, Some(place), _] => outside(OP, gpu, &columns, place, cols),
        [.., unsorted] => {
            let matrix = Parts { shape: [rows, cols], dtype, n, starts, x };
            matrix.canonical(gpu, indices, unsorted.is_some())
        }
    }
}

/// Checked arrays of a matrix, without its columns.
struct Parts<'a, D: Driver> {
    shape: [usize; 2],
    dtype: DType,
    n: usize,
    starts: Packed<'a, D>,
    x: Packed<'a, D>,
}

impl<D: Driver> Parts<'_, D> {
    /// The matrix, its columns sorted if they are not, and duplicates added up.
    fn canonical(self, gpu: &Gpu<D>, indices: Buffer<D>, unsorted: bool) -> Result<Matrix<D>> {
        let Self { shape, dtype, n, starts, x } = self;
        if !unsorted {
            let (indptr, values) = (starts.into_owned(gpu, DType::I64, shape[0] + 1)?, x.into_owned(gpu, dtype, n)?);
            // SAFETY: all were checked.
            return Ok(unsafe { Csr::new_unchecked(shape, n, dtype, indptr, indices, values) });
        }
        let key = key_type("csr_from_parts", shape)?;
        let (row, col) = convert::expanded(gpu, shape, dtype, &starts, &indices, n)?;
        let line = Layout::row_major(&[n]);
        let packed = |buffer| gpu.packed(View::new(buffer, DType::I64, &line)?);
        let keys = keys(gpu, shape, &packed(&row)?, &packed(&col)?, n, key)?;
        let order = gpu.argsort(View::new(&keys, key, &line)?, 0)?;
        let sorted = sorted(gpu, &keys, key, &order, n)?;
        compress(gpu, shape, dtype, &Entries { keys: sorted, key, order, n }, &x, n, &x)
    }
}
