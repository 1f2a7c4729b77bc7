//! What a mask selects: counted by tiles, whose running counts say where each writes.

use crate::buffer::Buffer;
use crate::check::same_type;
use crate::device::Wgpu;
use crate::rows::{Packed, packed};
use crate::run::Access::{Read, Write};
use crate::scan::running_counts;
use xparray_ir::backend::{Memory, View};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::wgsl::types::{load, store, stored};

type V<'a> = View<'a, Buffer>;

const TEXT: &str = include_str!("kernels/select.wgsl");
const UP_TO: &str = include_str!("kernels/up_to.wgsl");
/// Places of a tile: so many that the counts of most arrays' tiles are one group's work.
const TILE: usize = 8192;

/// Counts what is selected in a tile.
const COUNT: &str = "var count = 0u;
    for (var part = tile; part < tile + 8192u; part += 2048u) { count += countOneBits(selected(part + lane * 8u)); }
    let all = up_to(count, lane);
    if (lane == 255u) { out[group] = all; }";

/// Writes what is selected, given how much there is before the tile. The places are put side by side first, so that neighbouring threads
/// read and write neighbours.
const PLACES: &str = "var to = 0u;
    if (group > 0u) { to = ends[group - 1u]; }
    for (var part = tile; part < tile + 8192u; part += 2048u) {
        let bits = selected(part + lane * 8u);
        var at = up_to(countOneBits(bits), lane) - countOneBits(bits);
        for (var k = 0u; k < 8u; k += 1u) {
            if ((bits >> k & 1u) == 1u) { places[at] = part + lane * 8u + k; at += 1u; }
        }
        let count = group_sum;
        workgroupBarrier();
        for (var k = lane; k < count; k += 256u) { put(to + k, places[k]); }
        to += count;
    }";

pub(crate) fn nonzero(xp: &Wgpu, mask: V<'_>) -> Result<(Buffer, usize)> {
    let Some(found) = Selected::new(xp, "nonzero", mask)? else { return Ok((xp.alloc(0)?, 0)) };
    let out = xp.alloc(found.count * size_of::<i64>())?;
    let text = || {
        "@group(0) @binding(4) var<storage, read_write> out: array<i64>;\n\
         fn put(to: u32, source: u32) { out[to] = i64(source); }\n"
            .to_owned()
    };
    found.write(xp, "nonzero", text, None, &out)?;
    Ok((out, found.count))
}

pub(crate) fn compact(xp: &Wgpu, x: V<'_>, mask: V<'_>) -> Result<(Buffer, usize)> {
    if x.shape() != mask.shape() {
        return Err(Error::shape("compact", x.shape(), mask.shape()));
    }
    let x = x.as_bits();
    let Some(found) = Selected::new(xp, "compact", mask)? else { return Ok((xp.alloc(0)?, 0)) };
    let dtype = x.dtype();
    let (x, out) = (packed(xp, "compact", x)?, xp.alloc(found.count * dtype.size())?);
    let text = || {
        let element = load(dtype, "x", "(args[5] + source)", false);
        format!(
            "@group(0) @binding(4) var<storage, read_write> out: array<{}>;\n\
             @group(0) @binding(5) var<storage, read> x: array<{}>;\n\
             fn put(to: u32, source: u32) {{ {} }}\n",
            stored(dtype, true),
            stored(dtype, false),
            store(dtype, "out", "to", &element)
        )
    };
    found.write(xp, &format!("compact {dtype}"), text, Some(&x), &out)?;
    Ok((out, found.count))
}

/// A mask of which it is known how much it selects.
struct Selected<'a> {
    mask: Packed<'a>,
    len: usize,
    /// How many up to the end of each tile.
    ends: Buffer,
    count: usize,
}

impl<'a> Selected<'a> {
    /// `None` if nothing is selected.
    fn new(xp: &Wgpu, op: &'static str, mask: V<'a>) -> Result<Option<Self>> {
        same_type(op, DType::Bool, mask.dtype())?;
        let len = mask.len();
        if len == 0 {
            return Ok(None);
        }
        let (mask, tiles) = (packed(xp, op, mask)?, len.div_ceil(TILE));
        let counts = xp.alloc(tiles * size_of::<u32>())?;
        let text = || {
            let out = "@group(0) @binding(3) var<storage, read_write> out: array<u32>;\n".to_owned();
            out + &text(COUNT)
        };
        let words = words(len, &mask, 0);
        xp.run("select counts", text, &[Read(&mask), Write(&counts)], &words, tiles)?;
        let ends = running_counts(xp, counts, [1, tiles])?;
        let mut last = [0; size_of::<u32>()];
        xp.download(&ends, (tiles - 1) * size_of::<u32>(), &mut last)?;
        let count = u32::from_le_bytes(last) as usize;
        Ok((count > 0).then_some(Self { mask, len, ends, count }))
    }

    fn write(
        &self,
        xp: &Wgpu,
        name: &str,
        put: impl FnOnce() -> String,
        x: Option<&Packed<'_>>,
        out: &Buffer,
    ) -> Result<()> {
        let text = || {
            let ends = "@group(0) @binding(3) var<storage, read> ends: array<u32>;\n";
            put() + "var<workgroup> places: array<u32, 2048>;\n" + ends + &text(PLACES)
        };
        let mut buffers = vec![Read(&self.mask), Read(&self.ends), Write(out)];
        buffers.extend(x.map(|x| Read(x)));
        let words = words(self.len, &self.mask, x.map_or(0, Packed::start));
        xp.run(&format!("select {name}"), text, &buffers, &words, self.len.div_ceil(TILE))
    }
}

fn words(len: usize, mask: &Packed<'_>, start: u32) -> [u32; 6] {
    [0, 0, 0, len as u32, mask.start(), start]
}

fn text(finish: &str) -> String {
    format!(
        "@group(0) @binding(2) var<storage, read> mask: array<u32>;\n\
         fn chosen(at: u32) -> bool {{ return {}; }}\n{UP_TO}{}",
        load(DType::Bool, "mask", "at", false),
        TEXT.replace("FINISH", finish)
    )
}
