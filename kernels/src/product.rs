//! Launches of kernels of which a product of matrices is an operand: whether one kernel computes both, and its arguments.

use crate::plan::full;
use crate::sites::{Site, Touch, gathers, is_random, sites};
use crate::variant::{Access, Form, Variant};
use crate::words::{FAULT, Words, write_param};
use smallvec::{SmallVec, smallvec};
use xparray_ir::DType;
use xparray_ir::Layout;
use xparray_ir::backend::{Input, LaunchArgs, View};
use xparray_ir::ir::{Kernel, Op};

/// Rows and columns of a tile, and how far sums go at once.
const TILE: [usize; 3] = [128, 256, 64];
/// Shared memory of a block: three tiles of each operand, the results of one, and what aligns them.
const SHARED: usize = 3 * (TILE[0] + TILE[1]) * TILE[2] * 2 + TILE[0] * (TILE[1] + 8) * 2 + 1024;
/// Elements that are loaded and stored at once.
const VECTOR: usize = 8;
/// Pairs of rows of tiles whose operands stay in the cache.
const GROUP: usize = 8;

// As measured on an H100, in microseconds.
/// A step of the sums of a tile.
const STEP: f64 = 0.75;
/// By how much a step takes longer if rows begin anywhere in lines of the cache.
const CROSSING: f64 = 1.3;
/// What comes before the first step and after the last one.
const ENDS: f64 = 8.0;
/// What the library's product and another kernel take besides their work.
const OTHER_ENDS: f64 = 4.0;
/// How many operations the library does in a microsecond, and how many bytes a kernel moves.
const OPERATIONS: f64 = 680e6;
const BYTES: f64 = 2.5e6;
/// Cycles of a step, and those that a warp takes for each instruction for a row, eight elements of each lane.
const STEP_CYCLES: usize = 1060;
const ROW_CYCLES: usize = 16;

/// The source of a kernel with its product for a class of layouts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProductVariant {
    pub(crate) variant: Variant,
    /// Of each site, whether it is the same in all rows.
    pub(crate) fixed: SmallVec<[bool; 8]>,
    /// Which operand the product is.
    pub(crate) operand: u16,
    /// The type of the matrices.
    pub(crate) dtype: DType,
    /// Whether the left matrix lies by columns, and the right one likewise: contiguous along the sum is the left by rows, and the
    /// right by columns.
    pub(crate) turned: [bool; 2],
}

/// A matrix in memory as tiles of it are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiled {
    /// The type of its elements, a half type.
    pub dtype: DType,
    /// Its address.
    pub address: u64,
    /// Elements along the contiguous axis, and along the other one.
    pub shape: [u64; 2],
    /// Bytes from one to the next along the other axis.
    pub pitch: u64,
    /// Elements of a tile along both.
    pub tile: [u32; 2],
}

/// How to run a kernel along with the product of which it is the epilogue.
#[derive(Clone, Debug)]
pub struct ProductPlan {
    /// Which source it needs.
    pub variant: ProductVariant,
    words: SmallVec<[u64; 32]>,
    /// Words to which the addresses of inputs are added, and of outputs.
    inputs: SmallVec<[(usize, usize); 4]>,
    outputs: SmallVec<[(usize, usize); 2]>,
    params: SmallVec<[usize; 4]>,
    shape: [i32; 5],
    blocks: u32,
}

/// How to launch the function `xp_product` of a plan. Its arguments are a struct of the words, by value, the tensor maps of both
/// matrices, and the shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductCall {
    /// Blocks of [`ProductCall::THREADS`].
    pub blocks: u32,
    /// The first argument.
    pub words: SmallVec<[u64; 32]>,
    /// What the second and third are made of.
    pub matrices: [Tiled; 2],
    /// The last: rows, columns, the length of the sums, how the tiles are ordered and shared.
    pub shape: [i32; 5],
}

impl ProductCall {
    /// Threads of a block.
    pub const THREADS: u32 = 384;
    /// Bytes of dynamic shared memory of a block.
    pub const SHARED: u32 = SHARED as u32;
}

/// A matrix whose rows, or columns if it is turned, lie in memory one after the other, each at a multiple of 16 bytes.
fn lies(layout: &Layout) -> Option<(bool, usize)> {
    let (&[rows, columns], &[down, along]) = (layout.shape(), layout.strides()) else { return None };
    let aligned = |pitch: isize, length: usize| {
        let pitch = usize::try_from(pitch).ok()?;
        (pitch >= length && pitch.is_multiple_of(VECTOR) && layout.offset().is_multiple_of(VECTOR)).then_some(pitch)
    };
    match (down, along) {
        (pitch, 1) => aligned(pitch, columns).map(|pitch| (false, pitch)),
        (1, pitch) => aligned(pitch, rows).map(|pitch| (true, pitch)),
        _ => None,
    }
}

/// Whether the product of two matrices had better be computed by a kernel of ours along with what is made of it than by the vendor's
/// library, on a device of compute capability 9.0 with so many multiprocessors.
pub fn prefers_epilogue(dtype: DType, left: &Layout, right: &Layout, units: u32) -> bool {
    let (&[m, k], &[_, n]) = (left.shape(), right.shape()) else { return false };
    let (Some((_, pitch)), Some((_, other))) = (lies(left), lies(right)) else { return false };
    let countable = [m, n, k].iter().all(|&d| d > 0 && d < 1 << 30) && units >= 2;
    if !matches!(dtype, DType::F16 | DType::BF16) || !countable || !n.is_multiple_of(VECTOR) {
        return false;
    }
    let tiles = m.div_ceil(2 * TILE[0]) * n.div_ceil(TILE[1]);
    let turns = tiles.div_ceil(units as usize / 2) * k.div_ceil(TILE[2]);
    let step = if pitch.is_multiple_of(64) && other.is_multiple_of(64) { STEP } else { STEP * CROSSING };
    let [m, n, k] = [m, n, k].map(|d| d as f64);
    tiles < 1 << 30 && turns as f64 * step + ENDS < 2.0 * m * n * k / OPERATIONS + 4.0 * m * n / BYTES + OTHER_ENDS
}

/// About how many instructions a warp needs for an element of each of its lanes.
fn operations(kernel: &Kernel) -> usize {
    let cost = |op: &Op| match op {
        Op::Call(_) | Op::Poly(_) | Op::Loop { .. } => 30,
        Op::Unary(_) | Op::Binary(_) => 4,
        _ => 1,
    };
    kernel.insts.iter().map(|inst| cost(&inst.op)).sum()
}

/// Strides over rows and columns of what has the shape of the space: all axes but the last one are one.
fn as_matrix(layout: &Layout, shape: &[usize]) -> Option<[isize; 2]> {
    let strides = full(layout, shape.len());
    let (&along, leading) = strides.split_last()?;
    let mut down = None;
    for (&stride, &d) in leading.iter().zip(shape).rev().filter(|&(_, &d)| d != 1) {
        match down {
            None => down = Some((stride, d)),
            Some((inner, count)) if stride == inner * count as isize => down = Some((inner, count * d)),
            Some(_) => return None,
        }
    }
    Some([down.map_or(0, |(stride, _)| stride), if shape.last() == Some(&1) { 0 } else { along }])
}

/// Chooses how to run a kernel along with its product. `None` for what the product had better be computed before: operands that lie
/// otherwise than by rows, random numbers, indices.
pub fn plan_product<Buf>(args: &LaunchArgs<'_, Buf>, units: u32) -> Option<ProductPlan> {
    let kernel: &Kernel = args.kernel();
    let mut products = args.inputs().iter().enumerate().filter_map(|(k, input)| match input {
        Input::Product { left, right } => Some((k, left, right)),
        _ => None,
    });
    let (operand, left, right) = products.next()?;
    // A cluster has two blocks.
    let refused = units < 2 || products.next().is_some() || !args.parts().is_empty();
    if refused || is_random(kernel) || !gathers(kernel).is_empty() {
        return None;
    }
    let (&[m, k], &[_, n]) = (left.layout().shape(), right.layout().shape()) else { return None };
    let ((left_turned, _), (right_turned, _)) = (lies(left.layout())?, lies(right.layout())?);
    let sites = sites(kernel);
    let (mut accesses, mut fixed) = (SmallVec::new(), SmallVec::new());
    let mut places: SmallVec<[Option<(&Layout, [isize; 2])>; 8]> = SmallVec::new();
    let mut reach = m as u128 * n as u128;
    for site in &sites {
        let layout = match (site.touch, args.inputs()) {
            (Touch::Store(k), _) => args.outputs().get(k as usize)?.layout(),
            (Touch::Load(k) | Touch::Index(k), inputs) => match inputs.get(k as usize)? {
                Input::Buffer(view) => view.layout(),
                Input::Output(k) => args.outputs().get(*k)?.layout(),
                Input::Index(layout) => layout,
                Input::Product { .. } => {
                    accesses.push(Access::Contiguous);
                    fixed.push(false);
                    places.push(None);
                    continue;
                }
                _ => return None,
            },
        };
        let [down, along] = as_matrix(layout, args.shape())?;
        accesses.push(access(site, layout, [down, along])?);
        fixed.push(down == 0);
        reach = reach.max(layout.offset() as u128 + m as u128 * down.unsigned_abs() as u128 + n as u128);
        places.push(Some((layout, [down, along])));
    }
    let wide = reach >= 1 << 31;
    let (form, split, kept, reduced, aligned) = (Form::Map, false, 2, 0, false);
    let variant = Variant {
        form,
        split,
        kept,
        reduced,
        wide,
        vector: VECTOR,
        aligned,
        accesses,
        bounded: SmallVec::new(),
        neighbours: 1,
        apart: 0,
        readings: SmallVec::new(),
    };
    let at = Words::new(kernel, &variant);
    let mut words: SmallVec<[u64; 32]> = smallvec![0; at.len];
    let (mut inputs, mut outputs) = (SmallVec::new(), SmallVec::new());
    for (number, (site, place)) in sites.iter().zip(&places).enumerate() {
        let (word, Some((layout, strides))) = (at.site(number), place) else { continue };
        words[word] = (layout.offset() * if site.in_memory() { site.dtype.size() } else { 1 }) as u64;
        (words[word + 1], words[word + 2]) = (strides[0] as u64, strides[1] as u64);
        match (site.touch, args.inputs()) {
            (Touch::Store(k), _) => outputs.push((word, k as usize)),
            (Touch::Load(k), inputs_of) => match inputs_of.get(k as usize) {
                Some(Input::Output(k)) => outputs.push((word, *k)),
                _ => inputs.push((word, k as usize)),
            },
            _ => {}
        }
    }
    let params = (0..args.params().len()).map(|k| at.param(k as u16)).collect();
    let steps = k.div_ceil(TILE[2]);
    // What three warps do of the rows while the next tile is multiplied.
    let own = (3 * steps * STEP_CYCLES / (ROW_CYCLES * operations(kernel)).max(1)).min(TILE[0]);
    let shape = [m, n, k, GROUP, own].map(|d| i32::try_from(d).unwrap_or(i32::MAX));
    let dtype = left.dtype();
    let turned = [left_turned, right_turned];
    let variant = ProductVariant { variant, fixed, operand: operand as u16, dtype, turned };
    Some(ProductPlan { variant, words, inputs, outputs, params, shape, blocks: units / 2 * 2 })
}

/// How a site is accessed, eight elements at once; `None` if it cannot be.
fn access(site: &Site, layout: &Layout, [down, along]: [isize; 2]) -> Option<Access> {
    match along {
        0 if !site.stores() => Some(Access::Scalar),
        1 if !site.in_memory() => Some(Access::Contiguous),
        1 if down % VECTOR as isize == 0 && layout.offset().is_multiple_of(VECTOR) => Some(Access::Contiguous),
        _ => None,
    }
}

impl ProductPlan {
    /// The launch; `None` if a buffer's address, which `address` gives, is not a multiple of what vectors and tiles need.
    pub fn call<Buf>(
        &self,
        args: &LaunchArgs<'_, Buf>,
        address: impl Fn(&Buf) -> u64,
        fault: u64,
    ) -> Option<ProductCall> {
        let Some(Input::Product { left, right }) = args.inputs().get(self.variant.operand as usize) else {
            return None;
        };
        let mut words: SmallVec<[u64; 32]> = SmallVec::from_slice(&self.words);
        words[FAULT] = fault;
        for (param, &at) in args.params().iter().zip(&self.params) {
            write_param(&mut words[at..], param);
        }
        let aligned = |address: u64| address.is_multiple_of(64).then_some(address);
        for &(word, k) in &self.inputs {
            if let Input::Buffer(view) = &args.inputs()[k] {
                words[word] = words[word].wrapping_add(aligned(address(view.buffer()))?);
            }
        }
        for &(word, k) in &self.outputs {
            words[word] = words[word].wrapping_add(aligned(address(args.outputs()[k].buffer()))?);
        }
        let [rows, columns, depth] = TILE.map(|d| d as u32);
        let matrix = |view: &View<'_, Buf>, along_sum: bool, across: u32| {
            let (turned, pitch) = lies(view.layout())?;
            let &[down, along] = view.layout().shape() else { return None };
            let (inner, outer) = if turned { (down, along) } else { (along, down) };
            let size = view.dtype().size() as u64;
            Some(Tiled {
                dtype: view.dtype(),
                address: aligned(address(view.buffer()))? + view.layout().offset() as u64 * size,
                shape: [inner as u64, outer as u64],
                pitch: pitch as u64 * size,
                tile: if along_sum { [depth, across] } else { [64, depth] },
            })
        };
        let [left_turned, right_turned] = self.variant.turned;
        let matrices = [matrix(left, !left_turned, rows)?, matrix(right, right_turned, columns / 2)?];
        Some(ProductCall { blocks: self.blocks, words, matrices, shape: self.shape })
    }
}
