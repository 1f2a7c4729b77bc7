//! Solutions of triangular equations in blocks of 32 unknowns: threads solve for them, a right-hand side each, and tiles take their
//! products off what is left.

use crate::buffer::Buffer;
use crate::check::{counted, same_type};
use crate::device::Wgpu;
use crate::rows::packed;
use crate::run::Access::{Read, Write};
use xparray_ir::backend::{Backend, Memory, View};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::wgsl::call;
use xparray_kernels::wgsl::types::register;

/// Unknowns of a block.
const BLOCK: usize = 32;
/// What is in the place of a pivot where none is zero.
const NONE: u32 = u32::MAX;

const SHARED: &str = include_str!("kernels/triangular.wgsl");
const START: &str = include_str!("kernels/triangular_start.wgsl");
const DIAGONAL: &str = include_str!("kernels/triangular_block.wgsl");
const REST: &str = include_str!("kernels/triangular_rest.wgsl");

pub(crate) fn solve_triangular(
    xp: &Wgpu,
    a: View<'_, Buffer>,
    b: View<'_, Buffer>,
    lower: bool,
    unit: bool,
) -> Result<Buffer> {
    const OP: &str = "solve_triangular";
    let dtype = a.dtype();
    same_type(OP, dtype, b.dtype())?;
    if !matches!(dtype, DType::F32 | DType::F64 | DType::Complex64 | DType::Complex128) {
        return Err(Error::Unsupported { backend: Wgpu::NAME, op: OP, dtype });
    }
    let (count, n, k) = match (a.shape(), b.shape()) {
        ([stack @ .., n, columns], [other @ .., rows, k]) if n == columns && n == rows && stack == other => {
            (stack.iter().product::<usize>(), *n, *k)
        }
        (left, right) => return Err(Error::shape(OP, left, right)),
    };
    for len in [a.len(), b.len()] {
        counted(OP, len)?;
    }
    let x = xp.alloc(b.len() * dtype.size())?;
    if a.len() == 0 {
        return Ok(x);
    }
    let (a, b) = (packed(xp, OP, a)?, packed(xp, OP, b)?);
    let pivots = xp.alloc(count * size_of::<u32>())?;
    let words = |begin: usize, groups: usize, [first, rows]: [usize; 2]| {
        let sizes = [n, begin, 0, count, groups].map(|word| word as u32);
        let rest = [a.start(), b.start(), k as u32, u32::from(lower), u32::from(unit), first as u32, rows as u32];
        [&sizes[..], &rest].concat()
    };
    let name = |what: &str| format!("triangular {what} {dtype}");
    let start = || text(dtype, &[("read", "b", "C"), ("read_write", "pivots", "u32")], START);
    let buffers = [Read(&a), Write(&x), Read(&b), Write(&pivots)];
    let groups = (count * n * k).max(count).div_ceil(256);
    xp.run(&name("start"), start, &buffers, &words(0, 0, [0; 2]), groups)?;
    let blocks = n.div_ceil(BLOCK);
    for number in 0..blocks {
        let begin = BLOCK * if lower { number } else { blocks - 1 - number };
        let buffers = [Read(&a), Write(&x)];
        let sides = k.div_ceil(256);
        xp.run(&name("block"), || text(dtype, &[], DIAGONAL), &buffers, &words(begin, sides, [0; 2]), count * sides)?;
        let end = (begin + BLOCK).min(n);
        let left = if lower { [end, n - end] } else { [0, begin] };
        let tiles = left[1].div_ceil(BLOCK) * k.div_ceil(BLOCK);
        xp.run(&name("rest"), || text(dtype, &[], REST), &buffers, &words(begin, tiles, left), count * tiles)?;
    }
    // A triangle with ones has no zeros to look for.
    if unit {
        return Ok(x);
    }
    let mut bytes = vec![0; count * size_of::<u32>()];
    xp.download(&pivots, 0, &mut bytes)?;
    let mut found = bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    match found.find(|&pivot| pivot != NONE) {
        Some(pivot) => Err(Error::Singular { op: OP, pivot: pivot as usize }),
        None => Ok(x),
    }
}

/// A kernel with its bindings, and what it computes with: `less(s, a, b)` is `s` less `a` times `b`.
fn text(dtype: DType, more: &[(&str, &str, &str)], kernel: &str) -> String {
    let mut text = format!("alias C = {};\n", register(dtype));
    let bindings = [("read", "a", "C"), ("read_write", "x", "C")];
    for (k, (access, name, class)) in bindings.iter().chain(more).enumerate() {
        text += &format!("@group(0) @binding({}) var<storage, {access}> {name}: array<{class}>;\n", k + 2);
    }
    let (zero, less) = match dtype.is_complex() {
        false => ("z == C(0)", "fma(-a, b, s)"),
        true => ("all(z == C())", "C(fma(-a.x, b.x, fma(a.y, b.y, s.x)), fma(-a.x, b.y, fma(-a.y, b.x, s.y)))"),
    };
    text += &format!(
        "fn is_zero(z: C) -> bool {{ return {zero}; }}\n\
         fn quotient(s: C, d: C) -> C {{ return {}; }}\n\
         fn less(s: C, a: C, b: C) -> C {{ return {less}; }}\n",
        call("div", dtype, "s, d")
    );
    text + SHARED + kernel
}
