//! From the arguments of a launch to a variant, its words and its grid.

use crate::shared;
use crate::sites::{Site, Touch, gathers, is_random, sites};
use crate::source::{accumulator_size, going, resident, uneven};
use crate::space::Space;
use crate::variant::{Access, Form, Variant};
use crate::windows::Maps;
use crate::words::{BACKWARDS, DIMS, FAULT, ITEMS, LENGTH, PIECES, SCRATCH, Words, write_param};
use crate::{BLOCK, Call, Limits, Memory, RESIDENT_SMALL, TILE, folded, invalid, most_blocks};
use smallvec::{SmallVec, smallvec};
use xparray_ir::backend::{Input, LaunchArgs};
use xparray_ir::ir::{Inst, Kernel, Op, ReduceOp};
use xparray_ir::layout::Strides;
use xparray_ir::space::{Border, Span};
use xparray_ir::{Layout, Result};

/// More blocks than this for each multiprocessor take several places each.
const BLOCKS: usize = 512;
/// Likewise where random numbers are made: a thread has to prepare for them.
const BLOCKS_RANDOM: usize = 32;
/// Where a loop goes on from element to element, threads take many, so that the lanes of a warp end together.
const BLOCKS_GOING: usize = 8;
/// Reads at run-time places that a thread does together: of more, what is read and where that was takes more registers than there are.
const MOST_READS: usize = 48;
/// A thread reduces at least so many vectors of a piece.
const WORTH: usize = 8;
/// Threads that a multiprocessor has at a time, on most devices.
const THREADS: usize = 2048;
/// Bytes of tiles that a block may have, of the 48 KiB that every device gives it.
const SHARED: usize = 40 << 10;
/// Bytes that groups share at least on every device that wgpu finds, with elements in words.
const SHARED_BY_ALL: usize = 1 << 14;
/// At most so many pieces of a row, which one block puts together.
const MOST_PIECES: usize = 1024;

/// The buffer whose address a word is relative to.
#[derive(Clone, Copy, Debug)]
enum Base {
    Input(usize),
    Output(usize),
}

/// How to run a launch: it depends on the kernel and on layouts, not on addresses and parameters.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which source it needs.
    pub variant: Variant,
    /// Bytes of temporary memory.
    pub scratch: usize,
    /// Whether a launch may go through its operands backwards. Results of maps do not depend on the order; where random
    /// numbers are made, the arithmetic takes the time, not the memory.
    pub turns: bool,
    words: SmallVec<[u64; 32]>,
    /// Words to which addresses are added.
    bases: SmallVec<[(usize, Base); 8]>,
    /// The first word of each parameter.
    params: SmallVec<[usize; 4]>,
    /// The word of the counters' address, if there are any.
    counters: Option<usize>,
    grid: u32,
}

/// Chooses how to run. There is no plan if there is nothing to do.
///
/// # Errors
/// More elements than a grid has places for.
pub fn plan<Buf>(args: &LaunchArgs<'_, Buf>, limits: &Limits) -> Result<Option<Plan>> {
    if args.is_empty() {
        return Ok(None);
    }
    let kernel: &Kernel = args.kernel();
    let (shape, kept) = (args.shape(), args.kept());
    let sites = sites(kernel);
    let mut places: SmallVec<[(Option<Base>, &Layout); 8]> = SmallVec::new();
    for site in &sites {
        places.push(place(args, site)?);
    }
    let mut sources: SmallVec<[(usize, &Layout, usize); 2]> = SmallVec::new();
    for (operand, size) in gathers(kernel) {
        let Input::Buffer(view) = &args.inputs()[operand as usize] else {
            return Err(invalid("what is indexed must be a buffer"));
        };
        sources.push((operand as usize, view.layout(), size));
    }
    let reduces = !kernel.reductions.is_empty();
    let count = xparray_ir::layout::checked_len(shape)?;
    let ordered = kernel.reductions.iter().any(|reduction| matches!(reduction.op, ReduceOp::Custom(_)));
    let strides: SmallVec<[Strides; 8]> = places.iter().map(|(_, layout)| full(layout, shape.len())).collect();
    let spans = spans(args, &sites);
    let padded = !spans.is_empty();
    let mut space = Space::padded(shape, kept, ordered, &strides, &spans);
    let columns = reduces && (space.kept_inside() || repeated(&space, &sites));
    // Where the element would lie that has the first index: of what is padded, it may be none of the array's.
    let first = |(k, (_, layout)): (usize, &(_, &Layout))| {
        let along = spans.get(k).into_iter().flatten().zip(layout.strides());
        let before: isize = along.map(|(span, stride)| span.first.wrapping_mul(*stride)).sum();
        layout.offset().wrapping_add_signed(before.wrapping_neg())
    };
    let offsets: SmallVec<[usize; 8]> = places.iter().enumerate().map(first).collect();
    let tiled = if reduces || padded { None } else { tiled_axis(&space, &sites, limits.plain) };
    let going = going(kernel).is_some() && tiled.is_none() && !limits.plain;
    // Neighbouring elements go round about as often: they are for neighbouring lanes. Random numbers do not.
    let together = going || (uneven(kernel).is_some() && !is_random(kernel));
    let mut vector = if columns || ordered || tiled.is_some() || together {
        1
    } else {
        vector(reduces, drawn(kernel), &space, &sites, &offsets).min(limits.vector)
    };
    let reads = kernel.insts.iter().filter(|inst| matches!(inst.op, Op::Gather(_))).count();
    while vector > 1 && vector * reads > MOST_READS {
        vector /= 2;
    }
    let zeros = padded && (0..sites.len()).any(|k| space.bounded(k) != 0 && space.border(k) == Border::Zero);
    let windows = if reduces || tiled.is_some() || together || zeros || limits.plain || is_random(kernel) {
        None
    } else {
        Maps { args, sites: &sites, offsets: &offsets }.windows(&space, vector, limits)
    };
    let mut neighbours = 1;
    if let Some(windows) = &windows {
        (space, vector, neighbours) = (windows.space.clone(), windows.vector, windows.neighbours);
    }
    let outputs: usize = space.dims[..space.kept].iter().product();
    let mut apart = 0;
    if reduces && !columns && !ordered && !padded && reads == 0 && !limits.plain && !is_random(kernel) {
        (neighbours, apart) = shared::rows(kernel, &space, &sites, limits);
    }
    let length = if reduces { space.dims[space.kept..].iter().product::<usize>() / vector } else { 0 };
    let groups = if reduces { outputs / neighbours } else { outputs };
    let form = match (reduces, columns) {
        (false, _) => match (tiled, &windows) {
            (Some(axis), _) => Form::Tiles(axis),
            (_, Some(windows)) => Form::Windows(windows.axis),
            _ => Form::Map,
        },
        (_, true) => Form::Columns(countable(column_lanes(outputs, length, limits.units as usize), outputs)),
        _ => Form::Rows(countable(row_lanes(groups, length, limits.units as usize), groups)),
    };
    let indices = sites.iter().zip(&offsets).filter(|(site, _)| !site.in_memory());
    let index = indices.map(|(_, &offset)| offset as u128).max().unwrap_or_default();
    let (blocks, pieces) = match apart {
        0 => cut(form, outputs, length, limits.units as usize * resident(kernel, columns)),
        _ => (cut(form, groups, length, 0).0, 1),
    };
    let variant = Variant {
        form,
        split: pieces > 1,
        kept: space.kept,
        reduced: space.dims.len() - space.kept,
        wide: (if reduces { outputs.max(length * vector) } else { count }) >= 1 << 31
            || index + space.reach() >= 1 << 31,
        vector,
        aligned: draws(kernel).next().is_some() && aligned(&space, &sites, &offsets, vector),
        accesses: sites
            .iter()
            .zip(&space.strides)
            .map(|(site, strides)| access(site, strides, &space, tiled))
            .collect(),
        bounded: if padded {
            (0..sites.len()).map(|k| (space.bounded(k), space.border(k))).collect()
        } else {
            SmallVec::new()
        },
        neighbours,
        apart,
        readings: windows.map(|windows| windows.readings).unwrap_or_default(),
    };
    let at = Words::new(kernel, &variant);
    let mut words: SmallVec<[u64; 32]> = smallvec![0; at.len];
    let mut bases = SmallVec::new();
    let dims = space.dims.iter().enumerate().map(|(k, &dim)| match form {
        Form::Windows(axis) if k == axis => dim.div_ceil(neighbours),
        _ if k + 1 == space.dims.len() => dim / vector,
        _ => dim,
    });
    let numbers = match form {
        Form::Windows(axis) => [dims.clone().product(), space.dims[axis], count],
        _ if reduces => [outputs, length, pieces],
        _ => [count / vector, count - count % vector, count],
    };
    for (word, number) in [ITEMS, LENGTH, PIECES].into_iter().zip(numbers) {
        words[word] = number as u64;
    }
    for (k, dim) in dims.enumerate() {
        words[DIMS + k] = dim as u64;
    }
    for (k, (site, (base, _))) in sites.iter().zip(&places).enumerate() {
        let word = at.site(k);
        words[word] = offsets[k].wrapping_mul(if site.in_memory() { site.dtype.size() } else { 1 }) as u64;
        bases.extend(base.map(|base| (word, base)));
        let bounded = variant.bounded(k);
        for (axis, &stride) in space.strides[k][..at.axes(site.body)].iter().enumerate() {
            words[word + 1 + axis] = stride as u64;
            if bounded >> axis & 1 == 1 {
                let (span, at) = (space.spans[k][axis], at.span(k, site.body, bounded, axis));
                words[at..at + 2].copy_from_slice(&[span.first as u64, span.len as u64]);
            }
        }
    }
    for (operand, layout, size) in sources {
        let word = at.gather(operand as u16);
        let numbers = [(layout.offset() * size) as u64, layout.strides()[0] as u64, layout.len() as u64];
        words[word..word + 3].copy_from_slice(&numbers);
        bases.push((word, Base::Input(operand)));
    }
    let params = (0..args.params().len()).map(|k| at.param(k as u16)).collect();
    let mut scratch = 0;
    if variant.split {
        for (k, reduction) in kernel.reductions.iter().enumerate() {
            words[at.offsets + k] = scratch as u64;
            let size = accumulator_size(kernel, reduction) * outputs * pieces;
            scratch += size.next_multiple_of(16);
        }
    }
    let grid = match form {
        Form::Map | Form::Windows(_) => {
            let most = match is_random(kernel) {
                _ if going => BLOCKS_GOING,
                true => BLOCKS_RANDOM,
                false => BLOCKS,
            };
            numbers[0].div_ceil(BLOCK).clamp(1, limits.units.max(1) as usize * most)
        }
        Form::Tiles(axis) => tiles(&space, axis).min(most_blocks(BLOCK)),
        _ => blocks * pieces,
    };
    let grid = i32::try_from(grid).map_err(|_| invalid("too many elements to keep"))?;
    let counters = variant.split.then_some(at.counters);
    let turns = matches!(form, Form::Map | Form::Windows(_)) && !is_random(kernel);
    Ok(Some(Plan { variant, scratch, turns, words, bases, params, counters, grid: grid.unsigned_abs() }))
}

impl Plan {
    /// The name of the function to launch.
    pub fn entry(&self) -> &'static str {
        if matches!(self.variant.form, Form::Map | Form::Tiles(_) | Form::Windows(_)) { "xp_map" } else { "xp_reduce" }
    }

    /// The launch; `backwards` is for plans that turn. `address` gives a buffer's device address.
    pub fn call<Buf>(
        &self,
        args: &LaunchArgs<'_, Buf>,
        address: impl Fn(&Buf) -> u64,
        memory: &Memory,
        backwards: bool,
    ) -> Call {
        let mut call = Call {
            grid: folded(self.grid as usize, BLOCK),
            block: [BLOCK as u32, 1, 1],
            shared: 0,
            // Copies bytes; a clone goes word by word.
            words: SmallVec::from_slice(&self.words),
        };
        let words = &mut call.words[..];
        words[BACKWARDS] = u64::from(backwards);
        words[FAULT] = memory.fault;
        words[SCRATCH] = memory.scratch;
        if let Some(at) = self.counters {
            words[at] = memory.counters;
        }
        for (param, &at) in args.params().iter().zip(&self.params) {
            write_param(&mut words[at..], param);
        }
        for &(word, base) in &self.bases {
            let address = match base {
                Base::Input(k) => match &args.inputs()[k] {
                    Input::Buffer(view) | Input::Padded { view, .. } => address(view.buffer()),
                    _ => 0,
                },
                Base::Output(k) => address(args.target(k).0),
            };
            words[word] = words[word].wrapping_add(address);
        }
        call
    }
}

#[cfg(feature = "wgsl")]
impl Plan {
    /// Blocks of the grid.
    pub(crate) fn blocks(&self) -> usize {
        self.grid as usize
    }

    /// Of a reduction, the kept elements, how many are reduced for each, and in how many pieces.
    pub(crate) fn numbers(&self) -> [usize; 3] {
        [ITEMS, LENGTH, PIECES].map(|word| self.words[word] as usize)
    }

    /// Reduces each kept element by a thread of its own, which needs no memory of a group.
    pub(crate) fn keep_apart(&mut self) {
        let [outputs, ..] = self.numbers();
        self.variant.form = match self.variant.form {
            Form::Rows(_) => Form::Rows(1),
            Form::Columns(_) => Form::Columns(1),
            form => form,
        };
        self.variant.split = false;
        self.words[PIECES] = 1;
        self.grid = outputs.div_ceil(BLOCK) as u32;
    }

    /// How many words there are.
    pub(crate) fn word_count(&self) -> usize {
        self.words.len()
    }

    /// The words without addresses and parameters, and where parameters go.
    pub(crate) fn words(&self) -> (SmallVec<[u64; 32]>, &[usize]) {
        (self.words.clone(), &self.params)
    }
}

impl Limits {
    /// Bytes of the counters of any plan's reductions, one for each block's kept elements.
    pub fn counter_bytes(&self) -> usize {
        (self.units as usize * RESIDENT_SMALL).max(1) * size_of::<u32>()
    }
}

/// The layout of a site, and the buffer it is in. That they fit was checked when the arguments were made.
fn place<'a, Buf>(args: &'a LaunchArgs<'_, Buf>, site: &Site) -> Result<(Option<Base>, &'a Layout)> {
    let output = |k: usize| (Some(Base::Output(k)), args.target(k).1);
    let (Touch::Load(k) | Touch::Index(k) | Touch::Store(k)) = site.touch;
    let k = k as usize;
    Ok(match (site.touch, args.inputs().get(k)) {
        (Touch::Store(_), _) => output(k),
        (Touch::Load(_), Some(Input::Buffer(view) | Input::Padded { view, .. })) => {
            (Some(Base::Input(k)), view.layout())
        }
        (Touch::Load(_), Some(Input::Output(k))) => output(*k),
        (Touch::Load(_), Some(Input::Part { output, layout })) => (Some(Base::Output(*output)), layout),
        (Touch::Index(_), Some(Input::Index(layout))) => (None, layout),
        _ => return Err(invalid("an index operand has no buffer, and any other has one")),
    })
}

/// Of each site that is padded, where its elements are along all axes. Empty if none is.
fn spans<Buf>(args: &LaunchArgs<'_, Buf>, sites: &[Site]) -> SmallVec<[Vec<Span>; 2]> {
    let of_site = |site: &Site| {
        let Touch::Load(k) = site.touch else { return Vec::new() };
        let Some(Input::Padded { view, padding }) = args.inputs().get(usize::from(k)) else { return Vec::new() };
        let border = padding.border;
        let along = padding.origin.iter().zip(view.shape());
        let mut spans: Vec<Span> = along.map(|(&first, &len)| Span { first, len, border }).collect();
        spans.resize(args.shape().len(), Span { border, ..Span::WHOLE });
        spans
    };
    let spans: SmallVec<[Vec<Span>; 2]> = sites.iter().map(of_site).collect();
    if spans.iter().all(Vec::is_empty) { SmallVec::new() } else { spans }
}

/// Strides over all axes: an epilogue does not move along the reduced ones.
pub(crate) fn full(layout: &Layout, rank: usize) -> Strides {
    let mut strides = Strides::from_slice(layout.strides());
    strides.resize(rank, 0);
    strides
}

/// The axis along which neighbours of a load lie, while stores go along the innermost one: tiles of both axes turn in
/// shared memory what else would be read in far too many pieces.
fn tiled_axis(space: &Space, sites: &[Site], plain: bool) -> Option<usize> {
    let inner = space.dims.len().checked_sub(1).filter(|&inner| space.dims[inner] >= TILE / 2)?;
    let with = |store: bool| sites.iter().zip(&space.strides).filter(move |(site, _)| site.stores() == store);
    if with(true).any(|(_, strides)| strides[inner] != 1) {
        return None;
    }
    let axis = with(false).filter(|(site, _)| site.in_memory()).find_map(|(_, strides)| {
        let turned = !matches!(strides[inner], 0 | 1);
        (0..inner).find(|&axis| turned && strides[axis] == 1 && space.dims[axis] >= TILE / 2)
    })?;
    let staged = with(false).filter(|(site, strides)| is_staged(site, strides, inner, axis));
    let (least, most) = if plain { (size_of::<u32>(), SHARED_BY_ALL) } else { (1, SHARED) };
    let shared: usize = staged.map(|(site, _)| TILE * (TILE + 1) * site.dtype.size().max(least)).sum();
    (shared <= most).then_some(axis)
}

fn is_staged(site: &Site, strides: &Strides, inner: usize, axis: usize) -> bool {
    site.in_memory() && !site.stores() && !matches!(strides[inner], 0 | 1) && strides[axis] == 1
}

/// How many tiles there are.
fn tiles(space: &Space, axis: usize) -> usize {
    let inner = space.dims.len() - 1;
    let along = |(k, &dim): (usize, &usize)| if k == axis || k == inner { dim.div_ceil(TILE) } else { dim };
    space.dims.iter().enumerate().map(along).product()
}

pub(crate) fn access(site: &Site, strides: &Strides, space: &Space, tiled: Option<usize>) -> Access {
    let rank = if site.body { space.dims.len() } else { space.kept };
    if tiled.is_some_and(|axis| is_staged(site, strides, rank - 1, axis)) {
        return Access::Staged;
    }
    match strides[..rank].last() {
        None | Some(0) => Access::Scalar,
        Some(1) => Access::Contiguous,
        _ => Access::Strided,
    }
}

/// How many elements fit into 16 bytes of every operand of the body that is contiguous, if all begin at multiples.
/// Without such, how many random numbers do.
pub(crate) fn vector(reduces: bool, drawn: Option<usize>, space: &Space, sites: &[Site], offsets: &[usize]) -> usize {
    let Some(inner) = space.dims.len().checked_sub(1) else { return 1 };
    if reduces && inner < space.kept {
        return 1;
    }
    let body = || (0..sites.len()).filter(|&k| sites[k].body && sites[k].in_memory());
    if body().any(|k| !matches!(space.strides[k][inner], 0 | 1)) {
        return 1;
    }
    let widest = body().filter(|&k| space.strides[k][inner] == 1).map(|k| sites[k].dtype.size()).max();
    let mut vector = widest.or(drawn).map_or(1, |size| 16 / size);
    let fits = |vector: usize| {
        let tail = !reduces && inner == 0;
        (tail || space.dims[inner].is_multiple_of(vector))
            && body().all(|k| {
                space.strides[k][inner] == 0
                    || space.bounded(k) >> inner & 1 == 1
                    || divides(vector, &space.strides[k][..inner], offsets[k])
            })
    };
    while vector > 1 && !fits(vector) {
        vector /= 2;
    }
    vector
}

/// Bytes of the largest random number of the body.
fn drawn(kernel: &Kernel) -> Option<usize> {
    draws(kernel).map(|inst| inst.dtype.size()).max()
}

/// Whether a vector's length divides all places at which vectors begin, given how far these are apart.
pub(crate) fn divides(vector: usize, strides: &[isize], offset: usize) -> bool {
    offset.is_multiple_of(vector) && strides.iter().all(|&stride| stride % vector as isize == 0)
}

/// Likewise for the indices that the body takes, where they go along a vector.
fn aligned(space: &Space, sites: &[Site], offsets: &[usize], vector: usize) -> bool {
    let Some(inner) = space.dims.len().checked_sub(1) else { return true };
    (0..sites.len()).filter(|&k| sites[k].body && !sites[k].in_memory()).all(|k| {
        let strides = &space.strides[k];
        strides[inner] != 1 || divides(vector, &strides[..inner], offsets[k])
    })
}

/// The random numbers of the body.
fn draws(kernel: &Kernel) -> impl Iterator<Item = &Inst> {
    kernel.insts[..kernel.body].iter().filter(|inst| matches!(inst.op, Op::Random(_)))
}

/// Threads for each row: neighbours of a warp, or a block if there are few and long ones.
fn row_lanes(outputs: usize, length: usize, units: usize) -> usize {
    let lanes = length.div_ceil(4).next_power_of_two().clamp(1, 32);
    if length > 2 * BLOCK && outputs.saturating_mul(lanes) < units * 1024 { BLOCK } else { lanes }
}

/// Whether all that is reduced is read of neighbours along the innermost kept axis, again and again along the reduced ones: what is read at run-time
/// places, as often as not, then has neighbours there too.
fn repeated(space: &Space, sites: &[Site]) -> bool {
    let (kept, mut along) = (space.kept, false);
    let reads = sites.iter().zip(&space.strides).filter(|(site, _)| site.body && matches!(site.touch, Touch::Load(_)));
    let all = reads.map(|(_, strides)| strides).all(|strides| {
        let apart = if kept > 0 { strides[kept - 1].unsigned_abs() } else { 0 };
        along |= apart == 1;
        apart <= 1 && strides[kept..].iter().all(|&stride| stride == 0)
    });
    all && along
}

/// Threads for each column: the others of a block have its neighbours. Of columns enough for all threads, or of short ones, each is a thread's own:
/// to merge what several have takes as long as some values do.
fn column_lanes(outputs: usize, length: usize, units: usize) -> usize {
    let neighbours = if length < 16 || outputs >= units * THREADS { BLOCK } else { 32 };
    BLOCK / outputs.next_power_of_two().min(neighbours)
}

/// So many threads, or fewer where there would be too many blocks.
fn countable(mut lanes: usize, outputs: usize) -> usize {
    while lanes > 1 && outputs.div_ceil(BLOCK / lanes) > most_blocks(BLOCK) {
        lanes /= 2;
    }
    lanes
}

/// Blocks for all kept elements, and into how many pieces each one's values are cut, for so many blocks at a time.
fn cut(form: Form, outputs: usize, length: usize, resident: usize) -> (usize, usize) {
    let lanes = match form {
        Form::Map | Form::Tiles(_) | Form::Windows(_) => return (1, 1),
        Form::Rows(lanes) | Form::Columns(lanes) => lanes,
    };
    let blocks = outputs.div_ceil(BLOCK / lanes).max(1);
    // Few pieces of many blocks could leave multiprocessors idle: twice as many blocks are shared out better.
    let wanted = if 4 * blocks > resident { 2 * resident } else { resident } / blocks;
    (blocks, wanted.min(length / (lanes * WORTH)).clamp(1, MOST_PIECES))
}
