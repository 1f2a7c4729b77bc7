//! Sparse matrices on the device: products with dense ones, transposes, coordinates.

use crate::buffer::Buffer;
use crate::check::{checked, counted, same_type};
use crate::device::Wgpu;
use crate::matmul::{class, loaded, term};
use crate::run::Access::{self, Read, Write};
use crate::take::bits;
use xparray_ir::backend::{Backend, Csr, Memory, Primitives, Side, View};
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Error, Layout, Result};
use xparray_kernels::wgsl::types::{load, narrowed, store, stored};

type V<'a> = View<'a, Buffer>;
type Matrix<'a> = Csr<&'a Buffer>;

const PRODUCT: &str = include_str!("kernels/sparse_product.wgsl");
const ROWS: &str = include_str!("kernels/sparse_rows.wgsl");
/// Bytes of the products that a group has in its memory.
const PRODUCTS: usize = 8 << 10;
const ENTRIES: &str = include_str!("kernels/sparse_entries.wgsl");
const EACH: &str = include_str!("kernels/each.wgsl");
/// The matrix' starts of rows and columns.
const MATRIX: &str = "@group(0) @binding(2) var<storage, read> starts: array<vec2<u32>>;\n\
                      @group(0) @binding(3) var<storage, read> columns: array<u32>;\n";

/// Whether kernels can name rows, columns and entries of a matrix.
pub(crate) fn is_native(a: &Matrix<'_>) -> bool {
    a.shape().into_iter().chain([a.nnz()]).all(|len| len < i32::MAX as usize)
}

/// The product with a dense matrix `[cols, k]`.
pub(crate) fn product(xp: &Wgpu, op: &'static str, a: &Matrix<'_>, x: V<'_>) -> Result<Buffer> {
    let dtype = a.dtype();
    same_type(op, dtype, x.dtype())?;
    if matches!(dtype, DType::F16 | DType::BF16) {
        return Err(Error::Unsupported { backend: Wgpu::NAME, op, dtype });
    }
    let [rows, cols] = a.shape();
    let &[height, k] = x.shape() else {
        return Err(Error::value(op, "the dense operand is no matrix"));
    };
    if height != cols {
        return Err(Error::shape(op, &a.shape(), x.shape()));
    }
    checked(op, x.layout())?;
    let len = checked_len(&[rows, k])?;
    counted(op, len)?;
    let out = xp.alloc(len * dtype.size())?;
    let lanes = lanes(a, k);
    let by_rows = k == 1 && (2..=32).contains(&lanes);
    // Along an axis of one element, the stride may be anything.
    let step = |axis: usize| if x.shape()[axis] < 2 { 0 } else { x.layout().strides()[axis] as i32 as u32 };
    let words = [rows as u32, k as u32, 0, step(0), step(1), x.layout().offset() as u32];
    let buffers = [Read(a.indptr()), Read(a.indices()), Read(a.values()), Read(x.buffer()), Write(&out)];
    if by_rows {
        xp.run(&format!("sparse rows {dtype}"), || rows_text(dtype), &buffers, &words, rows.div_ceil(256))?;
        return Ok(out);
    }
    xp.run(
        &format!("sparse product {dtype} {lanes}"),
        || text(dtype, lanes),
        &buffers,
        &words,
        (len * lanes).div_ceil(256),
    )?;
    Ok(out)
}

/// How many threads share an element: as many as a row has entries, unless neighbours read the same entries for other columns.
fn lanes(a: &Matrix<'_>, k: usize) -> usize {
    let mean = a.nnz() / a.shape()[0].max(1);
    let most = if k < 8 { 32 } else { 1 };
    mean.clamp(1, most).next_power_of_two()
}

/// The buffers of a product.
fn declared(dtype: DType) -> String {
    let mut text = MATRIX.to_owned();
    for (binding, name) in [(4, "entries"), (5, "x")] {
        let class = stored(dtype, false);
        text += &format!("@group(0) @binding({binding}) var<storage, read> {name}: array<{class}>;\n");
    }
    let written = stored(dtype, true);
    text + &format!("@group(0) @binding(6) var<storage, read_write> out: array<{written}>;\n")
}

/// The operator that joins products.
fn joined(dtype: DType) -> &'static str {
    if dtype == DType::Bool { "|" } else { "+" }
}

/// A sum as the result has it.
fn result(dtype: DType) -> String {
    if dtype == DType::Bool { "(sum != 0u)".to_owned() } else { format!("({})", narrowed(dtype, "sum".to_owned())) }
}

fn rows_text(dtype: DType) -> String {
    let class = class(dtype);
    let chunk = PRODUCTS / dtype.size().max(4);
    declared(dtype)
        + &ROWS
            .replace("LOAD_DENSE", &loaded(dtype, "x"))
            .replace("LOAD_ENTRY", &loaded(dtype, "entries"))
            .replace("TERM", &term(dtype, "none", "x", "y"))
            .replace("JOINED", joined(dtype))
            .replace("STORE", &store(dtype, "out", "at", &result(dtype)))
            .replace("CHUNK", &chunk.to_string())
            .replace("CLASS", class)
}

fn text(dtype: DType, lanes: usize) -> String {
    let joined = joined(dtype);
    let join = format!(
        "sums[thread] = sum;\n\
         for (var by = {lanes}u / 2u; by > 0u; by /= 2u) {{\n\
         workgroupBarrier();\n\
         if (lane < by) {{ sum = sum {joined} sums[thread + by]; sums[thread] = sum; }}\n}}"
    );
    declared(dtype)
        + &PRODUCT
            .replace("LOAD_DENSE", &loaded(dtype, "x"))
            .replace("LOAD_ENTRY", &loaded(dtype, "entries"))
            .replace("TERM", &term(dtype, "sum", "x", "y"))
            .replace("JOIN", if lanes > 1 { &join } else { "" })
            .replace("STORE", &store(dtype, "out", "at", &result(dtype)))
            .replace("LANES", &lanes.to_string())
            .replace("CLASS", class(dtype))
}

/// Runs something for each entry: its number `k`, its `row` and `column`.
fn each_entry(xp: &Wgpu, name: &str, a: &Matrix<'_>, declared: &str, each: &str, more: &[Access<'_>]) -> Result<()> {
    let [rows, cols] = a.shape();
    let words = [a.nnz() as u32, rows as u32, 0, cols as u32];
    let mut buffers = vec![Read(a.indptr()), Read(a.indices())];
    buffers.extend(more);
    let text = || format!("{MATRIX}{declared}{}", ENTRIES.replace("EACH", each));
    xp.run(name, text, &buffers, &words, a.nnz().div_ceil(256))
}

/// Runs something for each word `at` of a buffer, `out`.
fn each_word(xp: &Wgpu, name: &str, each: &str, out: &Buffer, count: usize) -> Result<()> {
    let declared = "@group(0) @binding(2) var<storage, read_write> out: array<u32>;\n";
    let text = || format!("{declared}{}", EACH.replace("EACH", each));
    xp.run(name, text, &[Write(out)], &[0, 0, 0, count as u32], count.div_ceil(256))
}

/// The row and the column of each entry.
pub(crate) fn coordinates(xp: &Wgpu, a: &Matrix<'_>) -> Result<(Buffer, Buffer)> {
    let [row, col] = [0; 2].map(|_| xp.alloc(a.nnz() * size_of::<i64>()));
    let (row, col) = (row?, col?);
    let declared = "@group(0) @binding(4) var<storage, read_write> row_of: array<vec2<u32>>;\n\
                    @group(0) @binding(5) var<storage, read_write> column_of: array<vec2<u32>>;\n";
    let each = "row_of[k] = vec2<u32>(row, 0u);\ncolumn_of[k] = vec2<u32>(column, 0u);";
    each_entry(xp, "sparse coordinates", a, declared, each, &[Write(&row), Write(&col)])?;
    Ok((row, col))
}

/// The transpose: entries in the stable order of their columns.
pub(crate) fn transpose(xp: &Wgpu, a: &Matrix<'_>) -> Result<Csr<Buffer>> {
    let ([rows, cols], nnz, dtype) = (a.shape(), a.nnz(), a.dtype());
    let entries = Layout::row_major(&[nnz]);
    let columns = View::new(*a.indices(), DType::I32, &entries)?;
    let order = xp.argsort(columns, 0)?;
    let order = View::new(&order, DType::I64, &entries)?;
    let row_of = xp.alloc(nnz * size_of::<u32>())?;
    let declared = "@group(0) @binding(4) var<storage, read_write> row_of: array<u32>;\n";
    each_entry(xp, "sparse rows", a, declared, "row_of[k] = row;", &[Write(&row_of)])?;
    let indices = xp.take(View::new(&row_of, DType::I32, &entries)?, 0, order)?;
    let values = xp.take(View::new(*a.values(), dtype, &entries)?, 0, order)?;
    let sorted = xp.take(columns, 0, order)?;
    let starts = Layout::row_major(&[cols + 1]);
    let numbers = xp.alloc((cols + 1) * size_of::<u32>())?;
    each_word(xp, "sparse numbers", "out[at] = at;", &numbers, cols + 1)?;
    let numbers = View::new(&numbers, DType::I32, &starts)?;
    let indptr = xp.searchsorted(View::new(&sorted, DType::I32, &entries)?, numbers, Side::Left)?;
    // SAFETY: entries ascend by column, and by row within one, each once, as they did by row and column; the starts are where columns
    // begin among them.
    Ok(unsafe { Csr::new_unchecked([cols, rows], nnz, dtype, indptr, indices, values) })
}

/// The dense matrix.
pub(crate) fn dense(xp: &Wgpu, a: &Matrix<'_>) -> Result<Buffer> {
    let [rows, cols] = a.shape();
    let len = checked_len(&[rows, cols])?;
    let values = View::new(*a.values(), a.dtype(), &Layout::row_major(&[a.nnz()]))?.as_bits().dtype();
    let bytes = len * values.size();
    counted("csr_to_dense", bytes.div_ceil(4))?;
    counted("csr_to_dense", len)?;
    let out = xp.alloc(bytes)?;
    each_word(xp, "sparse zeros", "out[at] = 0u;", &out, bytes.div_ceil(4))?;
    let of_buffer = |written| if values.size() < 4 { stored(values, written) } else { bits(values) };
    let declared = format!(
        "@group(0) @binding(4) var<storage, read> values: array<{}>;\n\
         @group(0) @binding(5) var<storage, read_write> out: array<{}>;\n",
        of_buffer(false),
        of_buffer(true)
    );
    let value = load(values, "values", "k", false);
    let each = store(values, "out", "(row * args[3] + column)", &value);
    let name = format!("sparse dense {}", values.size());
    each_entry(xp, &name, a, &declared, &each, &[Read(a.values()), Write(&out)])?;
    Ok(out)
}
