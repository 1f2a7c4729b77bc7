//! Inclusive scans: of rows by tiles, whose totals are scanned in turn; of many or short columns by a thread each.

use crate::buffer::Buffer;
use crate::check::same_type;
use crate::device::{UNITS, Wgpu};
use crate::rows::{Packed, along_rows, check_axis, packed};
use crate::run::Access::{Read, Write};
use crate::scan_op::Operation;
use xparray_ir::backend::{Backend, Memory, ScanOp, View};
use xparray_ir::{DType, Error, Result};

type V<'a> = View<'a, Buffer>;

/// With so many columns, or columns as short as this, a thread takes one.
const COLUMNS: usize = 128 * UNITS as usize;
const SHORT: usize = 64;

pub(crate) fn inclusive(xp: &Wgpu, op: &ScanOp, x: V<'_>, axis: usize) -> Result<Buffer> {
    check_axis("scan", &x, axis)?;
    let dtype = x.dtype();
    match op {
        ScanOp::Custom(combine, identity) => {
            combine.check(dtype)?;
            same_type("scan", dtype, identity.dtype())?;
        }
        _ if dtype == DType::Bool => return Err(Error::Unsupported { backend: Wgpu::NAME, op: "scan", dtype }),
        _ => {}
    }
    let operation = Operation::new(xp, op, dtype)?;
    let shape = x.shape();
    let [len, inner]: [usize; 2] = [shape[axis], shape[axis + 1..].iter().product()];
    if x.len() > 0 && inner > 1 && (x.len() / len >= COLUMNS || len <= SHORT) {
        return columns(xp, &operation, &packed(xp, "scan", x)?, [x.len() / len, len, inner]);
    }
    along_rows(xp, "scan", x, axis, dtype, |x, [count, len]| {
        if len <= SHORT { columns(xp, &operation, x, [count, len, 1]) } else { rows(xp, &operation, x, [count, len]) }
    })
}

/// Running sums of counts, of rows of them.
pub(crate) fn running_counts(xp: &Wgpu, counts: Buffer, size: [usize; 2]) -> Result<Buffer> {
    let operation = Operation::new(xp, &ScanOp::Sum, DType::U32)?;
    rows(xp, &operation, &Packed::Copy(counts), size)
}

/// So many columns, of elements that are `inner` apart.
fn columns(xp: &Wgpu, operation: &Operation, x: &Packed<'_>, [count, len, inner]: [usize; 3]) -> Result<Buffer> {
    let out = xp.alloc(count * len * operation.element_size())?;
    let words = [0, 0, 0, len as u32, inner as u32, count as u32, x.start()];
    let name = format!("scan columns {}", operation.name());
    xp.run(&name, || operation.columns(), &[Read(x), Write(&out)], &words, count.div_ceil(256))?;
    Ok(out)
}

fn rows(xp: &Wgpu, operation: &Operation, x: &Packed<'_>, [count, len]: [usize; 2]) -> Result<Buffer> {
    let tiles = len.div_ceil(operation.tile());
    let groups = count * tiles;
    let words = [0, 0, 0, len as u32, tiles as u32, groups as u32, x.start()];
    let name = |what: &str| format!("scan {what} {}", operation.name());
    let out = xp.alloc(count * len * operation.element_size())?;
    if tiles == 1 {
        xp.run(&name("rows"), || operation.rows(), &[Read(x), Write(&out)], &words, groups)?;
        return Ok(out);
    }
    let totals = xp.alloc(groups * operation.total_size())?;
    xp.run(&name("totals"), || operation.totals(), &[Read(x), Write(&totals)], &words, groups)?;
    let before = rows(xp, &operation.of_totals(), &Packed::Copy(totals), [count, tiles])?;
    xp.run(&name("tiles"), || operation.tiles(), &[Read(x), Write(&out), Read(&before)], &words, groups)?;
    Ok(out)
}
