//! Cholesky factorisations in blocks of 32 columns: a group factorises the block on the diagonal, threads divide the rows below it, and
//! tiles take their products off the rest.

use crate::buffer::Buffer;
use crate::check::counted;
use crate::device::Wgpu;
use crate::rows::packed;
use crate::run::Access::{Read, Write};
use xparray_ir::backend::{Backend, Memory, View};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::wgsl::call;
use xparray_kernels::wgsl::types::{part, register};

/// Rows and columns of a block.
const BLOCK: usize = 32;
/// What is in the place of a minor where all are positive.
const NONE: u32 = u32::MAX;

const SHARED: &str = include_str!("kernels/cholesky.wgsl");
const START: &str = include_str!("kernels/cholesky_start.wgsl");
const DIAGONAL: &str = include_str!("kernels/cholesky_block.wgsl");
const ROWS: &str = include_str!("kernels/cholesky_rows.wgsl");
const REST: &str = include_str!("kernels/cholesky_rest.wgsl");

pub(crate) fn cholesky(xp: &Wgpu, a: View<'_, Buffer>) -> Result<Buffer> {
    const OP: &str = "cholesky";
    let (dtype, shape) = (a.dtype(), a.shape());
    if !matches!(dtype, DType::F32 | DType::F64 | DType::Complex64 | DType::Complex128) {
        return Err(Error::Unsupported { backend: Wgpu::NAME, op: OP, dtype });
    }
    let (leading, n) = match shape {
        [leading @ .., n, columns] if n == columns => (leading, *n),
        _ => return Err(Error::value(OP, format!("{shape:?} is no shape of square matrices"))),
    };
    let count: usize = leading.iter().product();
    let l = xp.alloc(a.len() * dtype.size())?;
    if a.len() == 0 {
        return Ok(l);
    }
    counted(OP, a.len())?;
    let x = packed(xp, OP, a)?;
    let minors = xp.alloc(count * size_of::<u32>())?;
    let words = |begin: usize, groups: usize| [n as u32, begin as u32, 0, count as u32, groups as u32, x.start()];
    let name = |what: &str| format!("cholesky {what} {dtype}");
    let buffers = [Read(&x), Write(&l), Write(&minors)];
    xp.run(&name("start"), || functions(dtype, true) + START, &buffers, &words(0, 0), a.len().div_ceil(256))?;
    for begin in (0..n).step_by(BLOCK) {
        let text = |kernel: &str| functions(dtype, false) + SHARED + kernel;
        let buffers = [Write(&l), Write(&minors)];
        xp.run(&name("block"), || text(DIAGONAL), &buffers, &words(begin, 1), count)?;
        let below = n.saturating_sub(begin + BLOCK);
        let rows = below.div_ceil(256);
        xp.run(&name("rows"), || text(ROWS), &buffers, &words(begin, rows), count * rows)?;
        let side = below.div_ceil(BLOCK);
        let tiles = side * (side + 1) / 2;
        xp.run(&name("rest"), || text(REST), &buffers, &words(begin, tiles), count * tiles)?;
    }
    let mut bytes = vec![0; count * size_of::<u32>()];
    xp.download(&minors, 0, &mut bytes)?;
    let mut found = bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    match found.find(|&minor| minor != NONE) {
        Some(minor) => Err(Error::NotPositiveDefinite { op: OP, minor: minor as usize }),
        None => Ok(l),
    }
}

/// The bindings, and what kernels compute with: `less(s, a, b)` is `s` less `a` times the conjugate of `b`.
fn functions(dtype: DType, reads: bool) -> String {
    let is_complex = dtype.is_complex();
    let real = if is_complex { part(dtype) } else { dtype };
    let mut text = format!("alias R = {};\nalias C = {};\n", register(real), register(dtype));
    let mut bindings = vec![("read_write", "l", "C"), ("read_write", "minors", "u32")];
    if reads {
        bindings.insert(0, ("read", "x", "C"));
    }
    for (k, (access, name, class)) in bindings.into_iter().enumerate() {
        text += &format!("@group(0) @binding({}) var<storage, {access}> {name}: array<{class}>;\n", k + 2);
    }
    let (root, quotient) = (call("sqrt", real, "x"), |x: &str| call("div", real, &format!("{x}, d")));
    text += &format!("fn root_of(x: R) -> R {{ return {root}; }}\n");
    text + &match is_complex {
        false => format!(
            "fn real_of(x: C) -> R {{ return x; }}\n\
             fn of_real(x: R) -> C {{ return x; }}\n\
             fn over(x: C, d: R) -> C {{ return {}; }}\n\
             fn less(s: C, a: C, b: C) -> C {{ return fma(-a, b, s); }}\n",
            quotient("x")
        ),
        true => format!(
            "fn real_of(x: C) -> R {{ return x.x; }}\n\
             fn of_real(x: R) -> C {{ return C(x, R(0)); }}\n\
             fn over(x: C, d: R) -> C {{ return C({}, {}); }}\n\
             fn less(s: C, a: C, b: C) -> C {{\n\
             return C(fma(-a.x, b.x, fma(-a.y, b.y, s.x)), fma(-a.y, b.x, fma(a.x, b.y, s.y)));\n}}\n",
            quotient("x.x"),
            quotient("x.y")
        ),
    }
}
