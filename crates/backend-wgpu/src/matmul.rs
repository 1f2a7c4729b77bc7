//! Products of matrices: tiles in workgroup memory, of which each thread multiplies a few rows and columns.

use crate::axes::{Axes, word};
use crate::buffer::Buffer;
use crate::check::{checked, counted, same_type};
use crate::device::{UNITS, Wgpu};
use crate::run::Access;
use xparray_ir::backend::{Backend, Memory, Output, View};
use xparray_ir::layout::{Dims, checked_len};
use xparray_ir::{DType, Error, Kind, Layout, Result, Scalar};
use xparray_kernels::wgsl::call;
use xparray_kernels::wgsl::types::{load, narrowed, param, register, store, stored};

type V<'a> = View<'a, Buffer>;

/// Rows and columns of threads in a group.
const SIDE: usize = 16;
/// Terms of the sums whose factors are in workgroup memory at a time.
const DEPTH: usize = 16;
/// The first word of the leading axes.
const AXES: usize = 21;
/// What is to be done: multiply, and add the old result.
const MULTIPLY: u32 = 1;
const ADD: u32 = 2;

/// Lengths of a product: leading axes, rows, columns, terms.
pub(crate) struct Sizes<'a> {
    pub leading: &'a [usize],
    pub m: usize,
    pub n: usize,
    pub k: usize,
}

impl<'a> Sizes<'a> {
    /// Those of two operands, which fit each other.
    pub fn new(a: V<'a>, b: V<'_>) -> Result<Self> {
        same_type("matmul", a.dtype(), b.dtype())?;
        match (a.shape(), b.shape()) {
            ([leading @ .., m, k], [others @ .., l, n]) if k == l && leading == others => {
                Ok(Self { leading, m: *m, n: *n, k: *k })
            }
            (left, right) => Err(Error::shape("matmul", left, right)),
        }
    }

    /// How many elements the product has.
    pub fn len(&self) -> Result<usize> {
        checked_len(&self.leading.iter().copied().chain([self.m, self.n]).collect::<Dims>())
    }

    /// How many matrices there are.
    pub fn count(&self) -> usize {
        self.leading.iter().product()
    }
}

/// Factors of a product and of what was there before.
#[derive(Clone, Copy)]
struct Scale {
    alpha: Scalar,
    beta: Scalar,
}

impl Wgpu {
    /// The product of two stacks of matrices.
    pub(crate) fn product(&self, a: V<'_>, b: V<'_>) -> Result<Buffer> {
        let sizes = Sizes::new(a, b)?;
        let len = sizes.len()?;
        let out = self.alloc(len * a.dtype().size())?;
        if len > 0 {
            self.multiply(&sizes, a, b, None, (&out, 0))?;
        }
        Ok(out)
    }

    /// `out = alpha a b + beta out`.
    pub(crate) fn scaled_product(
        &self,
        [alpha, beta]: [Scalar; 2],
        a: V<'_>,
        b: V<'_>,
        out: Output<'_, Buffer>,
    ) -> Result<()> {
        let (sizes, dtype) = (Sizes::new(a, b)?, a.dtype());
        if !matches!(dtype.kind(), Kind::Float | Kind::Complex) {
            return Err(Error::Unsupported { backend: Self::NAME, op: "gemm", dtype });
        }
        same_type("gemm", dtype, out.dtype())?;
        let len = sizes.len()?;
        if out.layout().len() != len || !out.layout().is_contiguous() {
            return Err(Error::value("gemm", format!("the result is no row-major array of {len} elements")));
        }
        if len == 0 {
            return Ok(());
        }
        let [alpha, beta] = [alpha, beta].map(|factor| factor.astype(wide(dtype)));
        checked("gemm", out.layout())?;
        self.multiply(&sizes, a, b, Some(Scale { alpha, beta }), (out.buffer(), out.layout().offset()))
    }

    fn multiply(
        &self,
        sizes: &Sizes<'_>,
        a: V<'_>,
        b: V<'_>,
        scale: Option<Scale>,
        (out, start): (&Buffer, usize),
    ) -> Result<()> {
        [a.layout(), b.layout()].into_iter().try_for_each(|layout| checked("matmul", layout))?;
        counted("matmul", sizes.len()?)?;
        let last = sizes.leading.len();
        let axes = Axes::new(sizes.leading, [a.layout().strides(), b.layout().strides()].map(|steps| &steps[..last]));
        let per = self.rows_per_thread(a.dtype(), sizes);
        let edge = per * SIDE;
        let groups = sizes.count() * sizes.m.div_ceil(edge) * sizes.n.div_ceil(edge);
        counted("matmul", groups)?;
        let name = format!("matmul {} {per} {} {}", a.dtype(), axes.count(), scale.is_some());
        let words = words(sizes, a.layout(), b.layout(), scale, start, &axes);
        let text = || text(a.dtype(), per, &axes, scale.is_some());
        self.run(&name, text, &[Access::Read(a.buffer()), Access::Read(b.buffer()), Access::Write(out)], &words, groups)
    }

    /// Large tiles read less, as long as there are enough of them for the device, and they fit its workgroup memory.
    fn rows_per_thread(&self, dtype: DType, sizes: &Sizes<'_>) -> usize {
        let room = self.device.gpu.limits().max_compute_workgroup_storage_size as usize;
        let fits = |per: usize| 2 * DEPTH * (per * SIDE + 4) * size_of_class(dtype) <= room;
        let tiles = |edge: usize| sizes.m.div_ceil(edge).saturating_mul(sizes.n.div_ceil(edge));
        let fills = |per: usize| tiles(per * SIDE).saturating_mul(sizes.count()) >= UNITS as usize;
        let short = sizes.m.max(sizes.n).div_ceil(SIDE).next_power_of_two();
        // Sums of more bytes would take more registers than there are.
        let most = if size_of_class(dtype) > 4 { 4 } else { 8 };
        [8, 4, 2]
            .into_iter()
            .filter(|&per| per <= most)
            .find(|&per| per <= short && fits(per) && fills(per))
            .unwrap_or(1)
    }
}

/// Bytes of a sum.
fn size_of_class(dtype: DType) -> usize {
    dtype.size().max(4)
}

/// The type that sums are in.
fn wide(dtype: DType) -> DType {
    if matches!(dtype, DType::F16 | DType::BF16) { DType::F32 } else { dtype }
}

/// The words of a kernel's arguments: see the text.
fn words(sizes: &Sizes<'_>, a: &Layout, b: &Layout, scale: Option<Scale>, start: usize, axes: &Axes<2>) -> Vec<u32> {
    let last = sizes.leading.len();
    // What is never stepped along may have any stride.
    let step = |layout: &Layout, axis: usize| match layout.shape()[axis] {
        0 | 1 => 0,
        _ => word(layout.strides()[axis]),
    };
    let is_zero = |factor: Scalar| factor == Scalar::from_f64(factor.dtype(), 0.0);
    let todo = scale.map_or(MULTIPLY, |Scale { alpha, beta }| {
        let multiply = if is_zero(alpha) || sizes.k == 0 { 0 } else { MULTIPLY };
        multiply | if is_zero(beta) { 0 } else { ADD }
    });
    let k = if todo & MULTIPLY == 0 { 0 } else { sizes.k };
    let mut words = vec![sizes.m as u32, sizes.n as u32, 0, k as u32, sizes.count() as u32, todo];
    words.extend([step(a, last), step(a, last + 1), step(b, last), step(b, last + 1)]);
    words.extend([a.offset() as u32, b.offset() as u32]);
    words.extend(scale.into_iter().flat_map(|Scale { alpha, beta }| [alpha, beta]).flat_map(bits));
    words.resize(AXES - 1, 0);
    words.push(start as u32);
    words.extend(axes.words());
    words
}

/// The bits of a factor, as four words.
fn bits(factor: Scalar) -> [u32; 4] {
    let mut words = [0; 4];
    let (whole, _) = factor.bytes().as_chunks();
    words.iter_mut().zip(whole).for_each(|(word, bytes)| *word = u32::from_le_bytes(*bytes));
    words
}

/// What a kernel computes with: truth values, which workgroups do not share, are words of one bit.
pub(crate) fn class(dtype: DType) -> &'static str {
    if dtype == DType::Bool { "u32" } else { register(dtype) }
}

/// Element `at` of a buffer, in that type.
pub(crate) fn loaded(dtype: DType, buffer: &str) -> String {
    let value = load(dtype, buffer, "at", false);
    if dtype == DType::Bool { format!("select(0u, 1u, {value})") } else { value }
}

/// A sum with one more product.
pub(crate) fn term(dtype: DType, sum: &str, x: &str, y: &str) -> String {
    match dtype.kind() {
        Kind::Bool => format!("{sum} | ({x} & {y})"),
        Kind::Complex => call("add", dtype, &format!("{sum}, {}", call("mul", dtype, &format!("{x}, {y}")))),
        // Rounded once or twice, as the device has it: the order of the terms matters more.
        Kind::Float => format!("fma({x}, {y}, {sum})"),
        _ => format!("{sum} + {x} * {y}"),
    }
}

/// The statements that scale a result.
fn scaling(dtype: DType) -> String {
    let wide = wide(dtype);
    let times = |word: usize, value: &str| call("mul", wide, &format!("{}, {value}", param(wide, word)));
    let (product, old) = (times(6, "sum"), times(8, &load(dtype, "out", "at", true)));
    let both = call("add", wide, "result, old");
    // What counts for nothing is not read: it may be anything.
    format!(
        "let is_product = (args[5] & {MULTIPLY}u) != 0u;\n\
         if (is_product) {{ result = {product}; }}\n\
         if ((args[5] & {ADD}u) != 0u) {{ let old = {old}; if (is_product) {{ result = {both}; }} else {{ result = old; }} }}"
    )
}

fn text(dtype: DType, per: usize, axes: &Axes<2>, scaled: bool) -> String {
    let pairs = || (0..per).flat_map(|i| (0..per).map(move |j| (i, j)));
    let edge = per * SIDE;
    let class = class(dtype);
    // Rows and columns of a thread are 16 apart, or vectors of four neighbours are: each is one load of workgroup memory.
    let wide = if size_of_class(dtype) == 4 && per.is_multiple_of(4) { 4 } else { 1 };
    let (held, slot) = match wide {
        4 => (format!("vec4<{class}>"), "inner * STRIDEu + PLACE / 4u][PLACE % 4u"),
        _ => (class.to_owned(), "inner * STRIDEu + PLACE"),
    };
    let factors = (0..per / wide).map(|i| {
        let by = i * SIDE;
        format!("let x{i} = left_tile[at + row + {by}u];\nlet y{i} = right_tile[at + column + {by}u];\n")
    });
    let factor = |name: &str, k: usize| match wide {
        4 => format!("{name}{}[{}]", k / 4, k % 4),
        _ => format!("{name}{k}"),
    };
    let terms = pairs().map(|(i, j)| {
        let sum = format!("sum{i}_{j}");
        format!("{sum} = {};\n", term(dtype, &sum, &factor("x", i), &factor("y", j)))
    });
    let put = |(i, j): (usize, usize)| {
        let [down, across] = [i, j].map(|k| k / wide * wide * SIDE + k % wide);
        format!(
            "put(start, first_row + row * {wide}u + {down}u, first_column + column * {wide}u + {across}u, sum{i}_{j});\n"
        )
    };
    let result = if dtype == DType::Bool { "result != 0u".to_owned() } else { narrowed(dtype, "result".to_owned()) };
    include_str!("kernels/matmul.wgsl")
        .replace("LOAD_LEFT", &loaded(dtype, "left"))
        .replace("LOAD_RIGHT", &loaded(dtype, "right"))
        .replace("STORED", stored(dtype, false))
        .replace("WRITTEN", stored(dtype, true))
        .replace("STORE", &store(dtype, "out", "at", &format!("({result})")))
        .replace("SCALE", &if scaled { scaling(dtype) } else { String::new() })
        .replace("START", &pairs().map(|(i, j)| format!("var sum{i}_{j} = {class}();\n")).collect::<String>())
        .replace("MULTIPLY", &factors.chain(terms).collect::<String>())
        .replace("FINISH", &pairs().map(put).collect::<String>())
        .replace("PLACES", &axes.text(AXES))
        .replace("SLOT_LEFT", &slot.replace("PLACE", "row"))
        .replace("SLOT_RIGHT", &slot.replace("PLACE", "column"))
        .replace("STRIDE", &(edge / wide + 1).to_string())
        .replace("HELD", &held)
        .replace("CLASS", class)
        .replace("DEPTH", &DEPTH.to_string())
        .replace("EDGE", &edge.to_string())
}
