//! Binary search, and counting of values in bins.

use crate::buffer::Buffer;
use crate::check::{counted, same_type};
use crate::device::{UNITS, Wgpu};
use crate::keys::{key_type, ranks};
use crate::rows::packed;
use crate::run::Access::{Read, Write};
use xparray_ir::backend::{Memory, Side, View};
use xparray_ir::{DType, Error, Kind, Result};
use xparray_kernels::FaultOp;
use xparray_kernels::wgsl::types::{ending, load, register, stored};

type V<'a> = View<'a, Buffer>;

const SEARCH: &str = include_str!("kernels/search.wgsl");
const COUNT: &str = include_str!("kernels/count.wgsl");
const EACH: &str = include_str!("kernels/each.wgsl");

/// Bins that are counted in the memory of each group.
const TABLE: usize = 2048;
/// Values that a group counts at least, so that its table is worth it.
const WORTH: usize = 1 << 13;

/// The function `rank_in`: how many of the first `len` elements of the vector come before a key, or are equal to it as well.
const RANK: &str = "fn rank_in(key: KEY, len: u32, equal: bool) -> u32 {
    var low = 0u;
    var high = len;
    while (low < high) {
        let middle = (low + high) / 2u;
        let other = key_of(in_order(args[4] + middle));
        let behind = select(precedes(other, key), !precedes(key, other), equal);
        if (behind) { low = middle + 1u; } else { high = middle; }
    }
    return low;
}
";

/// The bin of a value that is not above the last edge; what is below the first one is in no bin.
const SEARCHED: &str = "let above = rank_in(key, bins + 1u, true);
    return select(above - 1u, bins - 1u, above > bins);";
/// Likewise, from where it would be if the edges were exact: it is a step or none from there, however long it takes otherwise.
const NEAR: &str = "if (precedes(key, key_of(in_order(args[4])))) { return 0xffffffffu; }
    let low = f32(in_order(args[4]));
    let width = f32(in_order(args[4] + bins)) - low;
    var bin = min(u32(clamp((f32(x) - low) / width, 0.0, 1.0) * f32(bins)), bins - 1u);
    while (bin > 0u && precedes(key, key_of(in_order(args[4] + bin)))) { bin -= 1u; }
    while (bin + 1u < bins && !precedes(key, key_of(in_order(args[4] + bin + 1u)))) { bin += 1u; }
    return bin;";

/// A buffer of elements, and the function that reads one.
fn elements(dtype: DType, binding: usize, buffer: &str, function: &str) -> String {
    format!(
        "@group(0) @binding({binding}) var<storage, read> {buffer}: array<{}>;\n\
         fn {function}(at: u32) -> {} {{ return {}; }}\n",
        stored(dtype, false),
        register(dtype),
        load(dtype, buffer, "at", false)
    )
}

/// What reads an ascending vector and values, and searches.
fn searching(dtype: DType) -> String {
    elements(dtype, 2, "vector", "in_order")
        + &elements(dtype, 3, "values", "element")
        + &ranks(dtype)
        + &RANK.replace("KEY", key_type(dtype))
}

pub(crate) fn search(xp: &Wgpu, sorted: V<'_>, values: V<'_>, side: Side) -> Result<Buffer> {
    same_type("searchsorted", sorted.dtype(), values.dtype())?;
    let (dtype, len, n) = (values.dtype(), sorted.len(), values.len());
    let (sorted, values) = (packed(xp, "searchsorted", sorted)?, packed(xp, "searchsorted", values)?);
    let out = xp.alloc(n * size_of::<i64>())?;
    let right = u32::from(side == Side::Right);
    let words = [0, 0, 0, len as u32, sorted.start(), n as u32, values.start(), right];
    let text = || searching(dtype) + "@group(0) @binding(4) var<storage, read_write> out: array<i64>;\n" + SEARCH;
    let buffers = [Read(&sorted), Read(&values), Write(&out)];
    xp.run(&format!("search {dtype}"), text, &buffers, &words, n.div_ceil(256))?;
    Ok(out)
}

/// How many values are in each bin. Of bins that are told to be of one width, a value's is computed, and then held to its edges.
pub(crate) fn histogram(xp: &Wgpu, x: V<'_>, edges: V<'_>, uniform: bool) -> Result<Buffer> {
    same_type("histogram", x.dtype(), edges.dtype())?;
    let (dtype, n) = (x.dtype(), x.len());
    let bins = edges.len().checked_sub(1).filter(|&bins| bins > 0);
    let bins = bins.ok_or_else(|| Error::value("histogram", "there are no bins"))?;
    let (x, edges) = (packed(xp, "histogram", x)?, packed(xp, "histogram", edges)?);
    let nan = match dtype.kind() {
        Kind::Float => format!("is_nan_{}(x)", ending(dtype)),
        Kind::Complex => format!("z_isnan_{}(x)", ending(dtype)),
        _ => "false".to_owned(),
    };
    let uniform = uniform && dtype.kind() != Kind::Complex && dtype != DType::Bool;
    // The last bin is closed.
    let found = if uniform { NEAR } else { SEARCHED };
    let text = || {
        format!(
            "{}fn bin_of(at: u32) -> u32 {{
                let x = element(at);
                let bins = args[3];
                let key = key_of(x);
                if ({nan} || precedes(key_of(in_order(args[4] + bins)), key)) {{ return 0xffffffffu; }}
                {found}
            }}\n{}",
            searching(dtype),
            counting(4)
        )
    };
    let counts = zeros(xp, bins)?;
    let groups = groups(n);
    let words = [0, 0, 0, bins as u32, edges.start(), n as u32, x.start(), groups as u32];
    let buffers = [Read(&edges), Read(&x), Write(&counts)];
    xp.run(&format!("histogram {dtype} {uniform}"), text, &buffers, &words, groups)?;
    widened(xp, &counts, bins)
}

/// How often each of `0..len` occurs.
pub(crate) fn count(xp: &Wgpu, x: V<'_>, len: usize) -> Result<Buffer> {
    same_type("bincount", DType::I64, x.dtype())?;
    counted("bincount", len)?;
    let n = x.len();
    let x = packed(xp, "bincount", x)?;
    let text = || {
        format!(
            "{}fn bin_of(at: u32) -> u32 {{
                let index = element(at);
                if (index >= 0li && index < i64(args[3])) {{ return u32(index); }}
                keep_fault({}u, index, i32(args[3]));
                return 0xffffffffu;
            }}\n{}",
            elements(DType::I64, 2, "values", "element"),
            FaultOp::Bincount as u32,
            counting(3)
        )
    };
    let counts = zeros(xp, len)?;
    let groups = groups(n);
    let words = [0, 0, 0, len as u32, 0, n as u32, x.start(), groups as u32];
    xp.run("bincount", text, &[Read(&x), Write(&counts)], &words, groups)?;
    widened(xp, &counts, len)
}

fn counting(binding: usize) -> String {
    let counts = format!("@group(0) @binding({binding}) var<storage, read_write> counts: array<atomic<u32>>;\n");
    counts + &COUNT.replace("TABLE", &TABLE.to_string())
}

fn groups(n: usize) -> usize {
    n.div_ceil(WORTH).min(UNITS as usize * 4)
}

/// Counters at zero.
fn zeros(xp: &Wgpu, n: usize) -> Result<Buffer> {
    let counts = xp.alloc(n * size_of::<u32>())?;
    let text = || {
        "@group(0) @binding(2) var<storage, read_write> counts: array<u32>;\n".to_owned()
            + &EACH.replace("EACH", "counts[at] = 0u;")
    };
    xp.run("zero counts", text, &[Write(&counts)], &[0, 0, 0, n as u32], n.div_ceil(256))?;
    Ok(counts)
}

/// Counts in 64 bits.
fn widened(xp: &Wgpu, counts: &Buffer, n: usize) -> Result<Buffer> {
    let out = xp.alloc(n * size_of::<i64>())?;
    let text = || {
        "@group(0) @binding(2) var<storage, read> counts: array<u32>;\n\
         @group(0) @binding(3) var<storage, read_write> out: array<i64>;\n"
            .to_owned()
            + &EACH.replace("EACH", "out[at] = i64(counts[at]);")
    };
    xp.run("widen counts", text, &[Read(counts), Write(&out)], &[0, 0, 0, n as u32], n.div_ceil(256))?;
    Ok(out)
}
