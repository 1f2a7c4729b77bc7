//! Running a section over one tile: operands that are contiguous there are read in place, and
//! results are written in place where the output is contiguous; all else lives in scratch memory.

use super::ahead::Ahead;
use super::copy::copy_box;
use super::ops::Call;
use super::program::{Action, Constant, Id, Section};
use super::repeat::Going;
use super::space::{Access, Tile, is_row_major};
use crate::parallel::{Order, for_ranges};
use smallvec::{SmallVec, smallvec};
use std::cell::Cell;
use std::ops::Range;
use std::ptr;
use std::sync::Mutex;
use xparray_ir::ir::Op;
use xparray_ir::layout::{Dims, row_major_strides};
use xparray_ir::{DType, Error, Scalar};

/// A multiple of this many elements keeps every slot aligned to a cache line.
pub const UNIT: usize = 64;

/// Scratch memory of a thread, kept between launches.
#[derive(Default)]
struct Scratch(Vec<Line>);

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line {
    _bytes: [u64; 8],
}

thread_local! {
    static SCRATCH: Cell<Scratch> = const { Cell::new(Scratch(Vec::new())) };
}

/// Calls a function with `bytes` bytes of scratch memory, aligned to a cache line.
pub fn with_scratch<R>(bytes: usize, f: impl FnOnce(*mut u8) -> R) -> R {
    SCRATCH.with(|cell| {
        // Taken out for the time, so that a nested use gets memory of its own.
        let mut scratch = cell.take();
        let lines = bytes.div_ceil(size_of::<Line>());
        if scratch.0.len() < lines {
            scratch.0 = vec![Line::default(); lines];
        }
        let result = f(scratch.0.as_mut_ptr().cast());
        cell.set(scratch);
        result
    })
}

/// An operand that is read at run-time places.
#[derive(Clone, Copy)]
pub struct Source {
    /// Element 0.
    pub base: *const u8,
    /// Distance of neighbours in elements.
    pub stride: isize,
    /// The number of elements.
    pub len: usize,
}

/// What all tiles of a launch share.
pub struct Context<'a> {
    /// The scalar arguments.
    pub params: &'a [Scalar],
    /// For each operand, if it is read at run-time places.
    pub sources: SmallVec<[Option<Source>; 2]>,
    /// Whether results go past the caches, which they would not fit in.
    pub streams: bool,
    /// The order of the tiles.
    pub order: Order,
    /// Whether other threads are at work on other parts of the same launch.
    pub shared: bool,
    /// The first index that was out of bounds, and of how many.
    pub out_of_bounds: Mutex<Option<(i64, usize)>>,
}

impl<'a> Context<'a> {
    /// Of a launch that reads at no run-time places, and does what it does forwards.
    pub fn new(params: &'a [Scalar]) -> Self {
        Self {
            params,
            sources: SmallVec::new(),
            streams: false,
            order: Order::Forwards,
            shared: false,
            out_of_bounds: Mutex::new(None),
        }
    }

    /// Shares tasks among the threads, as [`for_ranges`] does, unless these are busy with the launch already.
    pub fn for_ranges(&self, tasks: usize, cost: usize, order: Order, run: &(dyn Fn(Range<usize>) + Sync)) {
        if self.shared { run(0..tasks) } else { for_ranges(tasks, cost, order, run) }
    }

    /// The error of the launch, if there was one.
    pub fn result(self) -> xparray_ir::Result<()> {
        let found = self.out_of_bounds.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.map_or(Ok(()), |(index, len)| Err(Error::Index { op: "take", index, len }))
    }

    #[cold]
    fn report(&self, index: i64, len: usize) {
        let mut found = self.out_of_bounds.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        found.get_or_insert((index, len));
    }
}

/// The values of an index over a tile.
#[derive(Clone, Copy)]
pub enum Index<'a> {
    /// They lie here, row-major.
    Values(*const i64),
    /// They are a value plus the place in the tile times strides.
    Affine {
        /// The first value.
        start: i64,
        /// The tile.
        dims: &'a [usize],
        /// The distances along its axes.
        strides: &'a [isize],
    },
}

impl Index<'_> {
    /// The value of element `k` in row-major order.
    ///
    /// # Safety
    /// The tile must have that element.
    pub unsafe fn at(&self, mut k: usize) -> i64 {
        match *self {
            // SAFETY: the caller's promise.
            Index::Values(values) => unsafe { *values.add(k) },
            Index::Affine { mut start, dims, strides } => {
                for (&d, &s) in dims.iter().zip(strides).rev() {
                    start += (k % d) as i64 * s as i64;
                    k /= d;
                }
                start
            }
        }
    }

    /// Whether the values are known to increase with the place.
    pub fn increases(&self) -> bool {
        matches!(self, Index::Affine { strides, .. } if strides.iter().all(|&s| s >= 0) && is_sorted(strides))
    }
}

/// Whether outer axes, those that count, have the larger strides.
fn is_sorted(strides: &[isize]) -> bool {
    strides.iter().filter(|&&s| s != 0).is_sorted_by(|a, b| a >= b)
}

/// What the slot of a load holds.
#[derive(Default)]
struct Loaded {
    source: Option<usize>,
    dims: Dims,
}

/// A section's values over the current tile.
pub struct Frame<'a> {
    section: &'a Section,
    memory: *mut u8,
    capacity: usize,
    values: SmallVec<[*mut u8; 16]>,
    /// For each load that was ever copied.
    loaded: SmallVec<[Loaded; 2]>,
    /// The first value of each index over the current tile that counts up from there, and was not written out.
    counts: SmallVec<[(Id, u64); 1]>,
    /// Loops that have run, each by its step.
    loops: Vec<(usize, Going<'a>)>,
}

impl<'a> Frame<'a> {
    /// The bytes of memory that a frame needs for tiles of up to `capacity` elements.
    pub fn bytes(section: &Section, capacity: usize) -> usize {
        section.width * capacity
    }

    /// A frame in `memory` for tiles of up to `n` elements; `capacity` is `n` rounded up to [`UNIT`].
    ///
    /// # Safety
    /// `memory` must be [`Frame::bytes`] bytes, aligned to a cache line, that live and are this
    /// frame's alone as long as it does.
    #[inline(always)]
    pub unsafe fn new(section: &'a Section, memory: *mut u8, n: usize, params: &[Scalar]) -> Self {
        let capacity = n.next_multiple_of(UNIT);
        let (loaded, counts) = (SmallVec::new(), SmallVec::new());
        let values = SmallVec::new();
        let mut frame = Self { section, memory, capacity, values, loaded, counts, loops: Vec::new() };
        frame.values.extend(section.slots.iter().map(|slot| memory.wrapping_add(slot * capacity)));
        for (id, constant, dtype) in &section.constants {
            let scalar = match constant {
                Constant::Param(k) => params[*k as usize],
                Constant::Scalar(scalar) => *scalar,
            };
            // SAFETY: the slot has room for `n` values of its type.
            unsafe { fill(frame.slot(*id), n, in_type(scalar, *dtype)) };
        }
        frame
    }

    fn slot(&self, id: u16) -> *mut u8 {
        self.memory.wrapping_add(self.section.slots[id as usize] * self.capacity)
    }

    /// Where a value of the current tile lies.
    #[inline]
    pub fn value(&self, id: u16) -> *mut u8 {
        self.values[id as usize]
    }

    /// Where an input has to be written before [`Frame::run`], with its instruction.
    pub fn inputs(&self) -> impl Iterator<Item = (*mut u8, &'a Op)> {
        let section = self.section;
        section.inputs.iter().map(|(id, op)| (self.value(*id), op))
    }

    /// Reads or writes a value elsewhere.
    pub fn set_place(&mut self, id: u16, at: *mut u8) {
        self.values[id as usize] = at;
    }

    /// Makes the operands of a tile available; `axes` says which axes of the accesses it has. Those
    /// that are `early` are read now, because their memory is written before they are used.
    ///
    /// # Safety
    /// The accesses must be valid for every element of the tile.
    pub unsafe fn load(&mut self, accesses: &[Access], early: &[bool], tile: &Tile, axes: Range<usize>) {
        self.counts.clear();
        for (k, load) in self.section.loads.iter().enumerate() {
            if load.counted && is_row_major(&tile.dims, &accesses[k].strides[axes.clone()]) {
                self.counts.push((load.value, accesses[k].at(&tile.start, axes.clone()).addr() as u64));
                continue;
            }
            if load.lazy || (!load.computed_with && !load.index && !early[k]) {
                continue;
            }
            // SAFETY: the caller's promise.
            unsafe { self.read(k, &accesses[k], early[k], tile, axes.clone()) };
        }
    }

    /// The values of an index over a tile.
    pub fn index<'t>(&self, id: u16, accesses: &'t [Access], tile: &'t Tile, axes: Range<usize>) -> Index<'t> {
        let lazy = self.section.loads.iter().position(|load| load.lazy && load.value == id);
        match lazy {
            Some(k) => Index::Affine {
                start: accesses[k].at(&tile.start, axes.clone()).addr() as i64,
                dims: &tile.dims,
                strides: &accesses[k].strides[axes],
            },
            None => Index::Values(self.value(id).cast()),
        }
    }

    /// Makes the operand of load `k` available.
    ///
    /// # Safety
    /// As [`Frame::load`].
    unsafe fn read(&mut self, k: usize, access: &Access, early: bool, tile: &Tile, axes: Range<usize>) {
        let load = &self.section.loads[k];
        let source = access.at(&tile.start, axes.clone());
        let strides = &access.strides[axes.clone()];
        let value = &mut self.values[load.value as usize];
        let covers = access.covers(tile, axes.clone());
        let in_place = !early || access.spans.is_some();
        if !load.index && in_place && covers && is_row_major(&tile.dims, strides) {
            *value = source;
            return;
        }
        let slot = self.memory.wrapping_add(self.section.slots[load.value as usize] * self.capacity);
        *value = slot;
        if self.loaded.len() <= k {
            self.loaded.resize_with(k + 1, Loaded::default);
        }
        let loaded = &mut self.loaded[k];
        if !covers {
            *loaded = Loaded::default();
            // SAFETY: the slot has room for a tile; the rest is the caller's promise.
            unsafe { access.copy_padded(slot, tile, axes) };
            return;
        }
        // What is broadcast along the tiles is read once.
        if loaded.source == Some(source.addr()) && loaded.dims == tile.dims {
            return;
        }
        *loaded = Loaded { source: Some(source.addr()), dims: tile.dims.clone() };
        // SAFETY: the slot has room for a tile; the rest is the caller's promise.
        unsafe {
            if load.index {
                write_index(slot.cast(), source.addr() as i64, &tile.dims, strides);
            } else {
                let rows = row_major_strides(&tile.dims);
                copy_box(load.size, &tile.dims, (slot, &rows), (source, strides));
            }
        }
    }

    /// Chooses where stored values are computed: in the output, where it is contiguous.
    pub fn place(&mut self, accesses: &[Access], aliased: &[bool], tile: &Tile, axes: Range<usize>) {
        for (k, store) in self.section.stores.iter().enumerate().filter(|(_, store)| store.in_place) {
            let direct = !aliased[k] && is_row_major(&tile.dims, &accesses[k].strides[axes.clone()]);
            self.values[store.value as usize] =
                if direct { accesses[k].at(&tile.start, axes.clone()) } else { self.slot(store.value) };
        }
    }

    /// Writes the stored values to the outputs, where they are not there already.
    ///
    /// # Safety
    /// The accesses must be valid for every element of the tile, and writable. They must be those of
    /// [`Frame::place`].
    pub unsafe fn store(
        &mut self,
        accesses: &[Access],
        (loads, early): (&[Access], &[bool]),
        tile: &Tile,
        axes: Range<usize>,
    ) {
        for (k, store) in self.section.stores.iter().enumerate() {
            let target = accesses[k].at(&tile.start, axes.clone());
            let to = &accesses[k].strides[axes.clone()];
            let copied = store.load.filter(|&load| !self.section.loads[load].computed_with && !early[load]);
            // SAFETY: the caller's promise; a slot holds a row-major tile. An output that overlaps
            // its source is the same elements, which need no copy.
            unsafe {
                if let Some(load) = copied {
                    let source = loads[load].at(&tile.start, axes.clone());
                    let from = &loads[load].strides[axes.clone()];
                    if source != target {
                        copy_box(store.size, &tile.dims, (target, to), (source, from));
                    }
                } else if self.value(store.value) != target {
                    let rows = row_major_strides(&tile.dims);
                    copy_box(store.size, &tile.dims, (target, to), (self.value(store.value), &rows));
                }
            }
        }
    }

    /// Runs the steps over `n` elements, and meanwhile fetches what comes next.
    ///
    /// # Safety
    /// Loads and inputs must be there, and the values placed, for `n` elements.
    pub unsafe fn run(&mut self, n: usize, context: &Context<'_>, ahead: &Ahead) {
        let section = self.section;
        let steps = &section.steps;
        for (k, step) in steps.iter().enumerate() {
            ahead.part(k, steps.len());
            let [x, y, z] = step.args;
            let args = [self.value(x).cast_const(), self.value(y), self.value(z)];
            let out = self.value(step.out);
            let streamed = step.stream.filter(|_| context.streams && out != self.slot(step.out));
            // SAFETY: values have the types and room that the section was compiled for.
            unsafe {
                if let Some(stream) = streamed {
                    stream(Call { n, args, out });
                    continue;
                }
                match &step.action {
                    Action::Code(code) => code.run(Call { n, args, out }),
                    Action::Gather { operand, size } => {
                        gather(
                            *size,
                            context.sources.get(*operand as usize).copied().flatten(),
                            args[0].cast(),
                            out,
                            n,
                            context,
                        );
                    }
                    Action::Poly(poly) => poly.run(Call { n, args, out }),
                    Action::Loop(looping) => {
                        let places = |ids: &[Id]| ids.iter().map(|&id| self.value(id)).collect::<SmallVec<[_; 8]>>();
                        let (args, outs) = (places(&looping.args), places(&looping.outs));
                        let (memory, capacity) = (self.slot(looping.memory), self.capacity);
                        let known = self.loops.iter().position(|&(step, _)| step == k);
                        let place = known.unwrap_or_else(|| {
                            self.loops.push((k, looping.repeat.going(memory, capacity)));
                            self.loops.len() - 1
                        });
                        self.loops[place].1.run(n, &args, &outs, context);
                    }
                    Action::Random(random) => {
                        let range = random.range().unwrap_or_default().map(|id| self.value(id).cast_const());
                        let first = self.counts.iter().find(|(id, _)| *id == x).map(|&(_, first)| first);
                        random.run(first, args, range, out, n);
                    }
                }
            }
        }
    }
}

/// A scalar's bytes in another type.
pub fn in_type(scalar: Scalar, dtype: DType) -> Scalar {
    if scalar.dtype() == dtype {
        return scalar;
    }
    xparray_ir::dispatch_dtype!(dtype, T => Scalar::new(scalar.get::<T>()))
}

/// Fills a slot with a scalar.
///
/// # Safety
/// `out` must be room for `n` values of the scalar's type, aligned.
pub unsafe fn fill(out: *mut u8, n: usize, scalar: Scalar) {
    let bytes = scalar.bytes();
    // SAFETY: the caller's promise; the first element is written before it is repeated.
    unsafe {
        ptr::copy_nonoverlapping(bytes.as_ptr(), out, bytes.len());
        copy_box(bytes.len(), &[n], (out, &[1]), (out, &[0]));
    }
}

/// Writes the values of an index operand: `start` plus index times strides.
///
/// # Safety
/// `out` must be room for the box.
unsafe fn write_index(out: *mut i64, start: i64, dims: &[usize], strides: &[isize]) {
    let Some((&n, outer)) = dims.split_last() else {
        // SAFETY: the caller's promise.
        return unsafe { *out = start };
    };
    let stride = strides[outer.len()] as i64;
    let mut index: SmallVec<[usize; 4]> = smallvec![0; outer.len()];
    for row in 0..outer.iter().product() {
        let base: i64 = start + index.iter().zip(strides).map(|(&i, &s)| i as i64 * s as i64).sum::<i64>();
        for i in 0..n {
            // SAFETY: the caller's promise.
            unsafe { *out.add(row * n + i) = base + i as i64 * stride };
        }
        for (i, &d) in index.iter_mut().zip(outer).rev() {
            *i += 1;
            if *i < d {
                break;
            }
            *i = 0;
        }
    }
}

/// Reads elements at run-time places; zero, and a report, where the index is out of bounds.
///
/// # Safety
/// `source` must be valid, `index` be `n` values and `out` room for `n` elements of `size` bytes.
unsafe fn gather(
    size: usize,
    source: Option<Source>,
    index: *const i64,
    out: *mut u8,
    n: usize,
    context: &Context<'_>,
) {
    let Some(source) = source else { return };
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => gather_as::<u8>(source, index, out, n, context),
            2 => gather_as::<u16>(source, index, out, n, context),
            4 => gather_as::<u32>(source, index, out, n, context),
            8 => gather_as::<u64>(source, index, out, n, context),
            _ => gather_as::<[u64; 2]>(source, index, out, n, context),
        }
    }
}

/// # Safety
/// As [`gather`].
unsafe fn gather_as<T: Copy + Default>(
    source: Source,
    index: *const i64,
    out: *mut u8,
    n: usize,
    context: &Context<'_>,
) {
    let (base, len) = (source.base.cast::<T>(), source.len as i64);
    for i in 0..n {
        // SAFETY: the caller's promise; the place is inside the source.
        unsafe {
            let given = *index.add(i);
            let place = if given < 0 { given.wrapping_add(len) } else { given };
            let value = if (0..len).contains(&place) {
                *base.offset(place as isize * source.stride)
            } else {
                context.report(given, source.len);
                T::default()
            };
            *out.cast::<T>().add(i) = value;
        }
    }
}
