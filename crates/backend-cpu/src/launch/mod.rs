//! Fused kernels, interpreted over tiles that stay in the L1 cache.
//!
//! A kernel is compiled once to steps, each a SIMD loop over a tile ([`program`], [`lower`], [`ops`]). A launch merges
//! and sorts its axes and cuts them into tiles ([`space`]), which [`map`] and [`fold`] run on all threads:
//! operands are read and results written in place where they are contiguous ([`tile`]).

mod ahead;
mod arithmetic;
mod copy;
mod fold;
#[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
mod jit;
mod lower;
mod map;
mod ops;
mod padded;
mod program;
mod random;
mod reduce;
mod repeat;
mod space;
mod staged;
#[cfg(test)]
mod tests;
mod tile;

use crate::parallel::Order;
use crate::pool::{Block, Pool};
use ahead::Ahead;
use program::{Program, Section, invalid};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use space::{Access, Shape, Space, Tile};
pub use staged::pays as stages_pay;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tile::{Context, Frame, Source, UNIT};
use xparray_ir::backend::{Input, LaunchArgs, Output, Prepared, Stage};
use xparray_ir::ir::SharedKernel;
use xparray_ir::layout::{few, len};
use xparray_ir::{Error, Layout, Result};

/// So many kernels are kept compiled; a program that makes more starts again.
const CACHED: usize = 4096;
/// What the values of a tile may take of the L1 cache, in bytes.
const CACHE: usize = 24 << 10;
/// Loops move their elements around, and in the end compute few of them: that pays off for many.
const LEAST_LOOPED: usize = 16 * UNIT;
/// Longer tiles spare no more overhead.
const LONGEST: usize = 4096;
/// What is summed as it is computed takes no room.
const LONGEST_SUMMED: usize = 8192;
/// Likewise for operands that are reduced as they are, where they lie.
const LONGEST_READ: usize = 32768;
/// Launches that touch less find everything in the caches, in any order.
const NEAR: usize = 1 << 20;
/// Launches that touch more than this many bytes leave no results in the caches anyway.
const CACHES: usize = 64 << 20;

/// Runs fused kernels, and keeps them compiled.
#[derive(Default)]
pub struct Executor {
    pool: Pool,
    programs: RwLock<FxHashMap<SharedKernel, Arc<Program>>>,
    /// Whether the next large launch begins at the end.
    backwards: AtomicBool,
    /// What becomes machine code.
    #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    native: jit::Settings,
}

/// A section with the memory that it works on.
struct Part<'a> {
    section: &'a Section,
    stores: &'a [Access],
    loads: &'a [Access],
    flags: &'a Flags,
}

/// What a section has to take care of because an output is an operand as well.
#[derive(Clone, Default)]
struct Flags {
    /// For each store, whether an operand is the output's old contents.
    aliased: SmallVec<[bool; 4]>,
    /// For each load, whether it is stored as it is while another output may overwrite it.
    early: SmallVec<[bool; 4]>,
}

/// A launch, planned.
struct Job<'a> {
    program: &'a Program,
    context: &'a Context<'a>,
    space: &'a Space,
    body: Part<'a>,
    epilogue: Part<'a>,
    pool: &'a Pool,
    /// What runs the body's steps, if not the loops do.
    code: Option<&'a RunTile>,
    /// Whether sums are added in the order of machine code.
    in_lanes: bool,
    /// What adds up the body's values as it computes them, if there is machine code for that.
    sums: Option<&'a RunSums>,
}

/// Machine code in place of a section's steps, over so many elements of a frame.
type RunTile = dyn Fn(&Frame<'_>, usize) + Send + Sync;

/// Machine code that adds up what it computes of a tile, in lanes, of each sum here: of rows the elements in a range, of columns all,
/// to what the lanes hold.
/// It is safe to call if the accesses are valid for the tile.
type RunSums = dyn Fn(&[Access], &Tile, Range<usize>, &[*mut u8]) + Send + Sync;

/// Shares a job with other threads.
struct Shared<'a>(&'a Job<'a>);

// SAFETY: a job's pointers are only used for elements that its tiles divide among the threads.
unsafe impl Sync for Shared<'_> {}
// SAFETY: as above.
unsafe impl Send for Shared<'_> {}

impl<'a> Shared<'a> {
    fn get(&self) -> &'a Job<'a> {
        self.0
    }
}

impl Executor {
    /// An executor that takes its memory from `pool`.
    pub fn new(pool: Pool) -> Self {
        Self {
            pool,
            programs: RwLock::default(),
            backwards: AtomicBool::default(),
            #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
            native: jit::Settings::default(),
        }
    }

    /// An executor that makes machine code as `native` says.
    #[cfg(all(test, unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn with_native(native: jit::Settings) -> Self {
        Self { native, ..Self::default() }
    }

    /// How many kernels became machine code.
    #[cfg(all(test, unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn compiled(&self) -> usize {
        let programs = self.programs.read().unwrap_or_else(PoisonError::into_inner);
        programs.values().filter(|program| program.natives.any()).count()
    }

    /// How many became machine code that adds up what it computes.
    #[cfg(all(test, unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn adding(&self) -> usize {
        let programs = self.programs.read().unwrap_or_else(PoisonError::into_inner);
        programs.values().filter(|program| program.natives.adds()).count()
    }

    fn program(&self, kernel: &SharedKernel) -> Result<Arc<Program>> {
        let programs = self.programs.read().unwrap_or_else(PoisonError::into_inner);
        let found = programs.get(kernel).cloned();
        drop(programs);
        if let Some(program) = found {
            kernel.keep(program.clone());
            return Ok(program);
        }
        let program = Arc::new(Program::new(kernel)?);
        kernel.keep(program.clone());
        let mut programs = self.programs.write().unwrap_or_else(PoisonError::into_inner);
        if programs.len() >= CACHED {
            programs.clear();
        }
        programs.insert(kernel.clone(), program.clone());
        Ok(program)
    }

    /// Runs a kernel. If it is refused, nothing was written; an index out of bounds is reported after
    /// the rest was computed.
    pub fn launch(&self, args: LaunchArgs<'_, Block>) -> Result<()> {
        // What is left with the kernel needs no lock.
        match args.kernel().kept() {
            Some(program) => self.run(program, &args),
            None => self.run(&*self.program(args.kernel())?, &args),
        }
    }

    /// The order for a large launch, the reverse of the last one's: it begins with what is still in the caches.
    fn turn(&self) -> Order {
        if self.backwards.fetch_not(Relaxed) { Order::Backwards } else { Order::Forwards }
    }

    fn run(&self, program: &Program, args: &LaunchArgs<'_, Block>) -> Result<()> {
        if args.is_empty() {
            return Ok(());
        }
        let (shape, kept) = (args.shape(), args.kept());
        let mut context = Context {
            params: args.params(),
            sources: sources(program, args.inputs())?,
            streams: false,
            order: Order::Forwards,
            shared: false,
            out_of_bounds: Mutex::new(None),
        };
        let n = len(shape);
        let alone = program.reducers.is_empty() && n <= program.longest() && program.body.plain;
        if alone && is_whole(args) && !self.prefers_native(program, n) {
            map::run_at_once(&program.body, n, args, &context);
            return context.result();
        }
        let mut operands = Operands::default();
        operands.find(program, args.inputs(), (args.outputs(), args.parts()), shape.len(), &[])?;
        let bytes = touched(n, &operands.accesses);
        context.streams = program.reducers.is_empty() && bytes > self.caches();
        if bytes > NEAR {
            context.order = self.turn();
        }
        let regions = if program.reducers.is_empty() { padded::regions(shape, &operands) } else { None };
        match regions {
            Some(regions) => regions.into_iter().try_for_each(|region| {
                let mut part = operands.over(&region);
                self.run_on(program, (&region.dims, region.dims.len()), &mut part, &context)
            })?,
            None => self.run_on(program, (shape, kept), &mut operands, &context)?,
        }
        context.result()
    }

    /// Prepares a launch that takes no longer than what is spared by that: one part for one thread, of machine code.
    #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub fn prepare(&self, args: &LaunchArgs<'_, Block>) -> Option<Box<dyn Prepared<Block>>> {
        let program = self.program(args.kernel()).ok()?;
        let padded = args.inputs().iter().any(|input| matches!(input, Input::Padded { .. }));
        if args.is_empty() || padded || !program.reducers.is_empty() || !program.gathers.is_empty() {
            return None;
        }
        let (shape, outputs) = (args.shape(), (args.outputs(), args.parts()));
        let mut operands = Operands::default();
        operands.find(&program, args.inputs(), outputs, shape.len(), &[]).ok()?;
        if touched(len(shape), &operands.accesses) > NEAR {
            return None;
        }
        let (space, context) = ((shape, args.kept()), Context::new(args.params()));
        self.with_job(&program, space, &mut operands, &context, |job| jit::prepare(&job, args, self.native))
    }

    /// Without machine code, a launch is the same each time.
    #[cfg(not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))))]
    pub fn prepare(&self, _: &LaunchArgs<'_, Block>) -> Option<Box<dyn Prepared<Block>>> {
        None
    }

    /// Runs a kernel over operands that are known to fit it.
    fn run_on(
        &self,
        program: &Program,
        space: (&[usize], usize),
        operands: &mut Operands,
        context: &Context<'_>,
    ) -> Result<()> {
        self.with_job(program, space, operands, context, |job| {
            let reduces = !program.reducers.is_empty();
            let padded = || job.body.loads.iter().any(|access| access.spans.is_some());
            if !reduces && !padded() && self.run_native(&job) {
                return Ok(());
            }
            let sums = if job.in_lanes { self.sum_code(&job) } else { None };
            // Tiles are for what is not added up as it is computed.
            let code = if sums.is_some() { None } else { self.tile_code(&job) };
            let job = Job { code: code.as_deref(), sums: sums.as_deref(), ..job };
            if reduces {
                return fold::run(&job);
            }
            map::run(&job);
            Ok(())
        })
    }

    /// Plans a kernel over operands that are known to fit it.
    #[inline]
    fn with_job<R>(
        &self,
        program: &Program,
        (shape, kept): (&[usize], usize),
        operands: &mut Operands,
        context: &Context<'_>,
        f: impl FnOnce(Job<'_>) -> R,
    ) -> R {
        let reduces = !program.reducers.is_empty();
        let accesses = &mut operands.accesses;
        let tile = Shape { limit: program.longest(), body: operands.body_end, reduces, ordered: program.ordered };
        let space = Space::new(shape, kept, accesses, tile);
        let (first, second) = accesses.split_at(operands.body_end);
        f(Job {
            program,
            context,
            space: &space,
            body: Part::new(&program.body, first, &operands.body),
            epilogue: Part::new(&program.epilogue, second, &operands.epilogue),
            pool: &self.pool,
            code: None,
            in_lanes: in_lanes(&program.body, kept),
            sums: None,
        })
    }
}

impl Program {
    /// The most elements of a tile.
    fn longest(&self) -> usize {
        match self.reads_once {
            true => LONGEST_READ / self.body.loads.len().next_power_of_two(),
            false if !self.body.sums.is_empty() && self.body.stores.is_empty() => LONGEST_SUMMED,
            false => {
                let least = if self.body.has_loops() { LEAST_LOOPED } else { 4 * UNIT };
                (CACHE / self.body.width.max(1) / UNIT * UNIT).clamp(least, LONGEST)
            }
        }
    }
}

/// Where a kernel's sections have their operands and outputs.
#[derive(Clone, Default)]
struct Operands {
    /// Of the body, then of the epilogue, over all axes.
    accesses: SmallVec<[Access; 4]>,
    body_end: usize,
    body: Flags,
    epilogue: Flags,
}

impl Operands {
    /// Finds them; of a stage, `stages` are all of them. They are written where they stay: moving so many words is seen
    /// in the time of a small launch.
    fn find<'a>(
        &mut self,
        program: &Program,
        inputs: &[Input<'_, Block>],
        outputs: (&[Output<'a, Block>], &[Layout]),
        rank: usize,
        stages: &[Stage<'a, Block>],
    ) -> Result<()> {
        let Self { accesses, body_end, body, epilogue } = self;
        collect(&program.body, inputs, outputs, stages, accesses, body)?;
        *body_end = accesses.len();
        collect(&program.epilogue, inputs, outputs, stages, accesses, epilogue)?;
        for access in &mut accesses[*body_end..] {
            access.strides.resize(rank, 0);
            access.widen(rank);
        }
        Ok(())
    }
}

impl Executor {
    /// Launches that touch more than this many bytes leave no results in the caches anyway.
    fn caches(&self) -> usize {
        #[cfg(all(test, unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
        if self.native.streams {
            return 0;
        }
        CACHES
    }

    /// Whether a launch on whole arrays that takes a single tile had better become machine code.
    #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn prefers_native(&self, program: &Program, n: usize) -> bool {
        program.natives.prefers(&program.body, n, self.native)
    }

    #[cfg(not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))))]
    fn prefers_native(&self, _: &Program, _: usize) -> bool {
        false
    }

    /// Runs a launch without reductions as machine code, if there is some for it, and says whether.
    #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn run_native(&self, job: &Job<'_>) -> bool {
        jit::run(job, self.native)
    }

    #[cfg(not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))))]
    fn run_native(&self, _: &Job<'_>) -> bool {
        false
    }

    /// Machine code for the tiles of a launch, if there is some.
    #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn tile_code(&self, job: &Job<'_>) -> Option<Box<RunTile>> {
        let n = job.space.dims.iter().product();
        // The loops also fetch ahead, and stream.
        if job.context.streams { None } else { jit::tiles(job.program, n, job.context.params, self.native) }
    }

    #[cfg(not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))))]
    fn tile_code(&self, _: &Job<'_>) -> Option<Box<RunTile>> {
        None
    }

    /// Machine code that adds up what it computes, if there is some.
    #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn sum_code(&self, job: &Job<'_>) -> Option<Box<RunSums>> {
        jit::sums(job, self.native)
    }

    #[cfg(not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))))]
    fn sum_code(&self, _: &Job<'_>) -> Option<Box<RunSums>> {
        None
    }
}

/// Whether a launch's sums are added in the order of machine code: all of what is computed, and products of several rows. A single sum
/// of products has loops of its own, which read at four places at a time.
fn in_lanes(body: &Section, kept: usize) -> bool {
    let products = body.sums.iter().all(|sum| sum.y.is_some());
    !body.sums.is_empty() && (!body.steps.is_empty() || (products && kept > 0))
}

impl<'a> Part<'a> {
    fn new(section: &'a Section, accesses: &'a [Access], flags: &'a Flags) -> Self {
        let (stores, loads) = accesses.split_at(section.stores.len());
        Self { section, stores, loads, flags }
    }

    /// Runs the section over a tile; `axes` says which axes of the space it has.
    ///
    /// # Safety
    /// The tile must be in the space, no other thread may write its elements, and the frame's inputs
    /// must be there.
    unsafe fn run(
        &self,
        frame: &mut Frame<'_>,
        tile: &Tile,
        axes: Range<usize>,
        context: &Context<'_>,
        (code, ahead): (Option<&RunTile>, &Ahead),
    ) {
        let Self { stores, loads, flags, .. } = *self;
        // SAFETY: the caller's promise; bounds were checked before the launch.
        unsafe {
            frame.load(loads, &flags.early, tile, axes.clone());
            frame.place(stores, &flags.aliased, tile, axes.clone());
            match code {
                Some(code) => code(frame, tile.len()),
                None => frame.run(tile.len(), context, ahead),
            }
            frame.store(stores, (loads, &flags.early), tile, axes);
        }
    }
}

/// Whether operands and outputs are apart, and all of them whole arrays without gaps.
fn is_whole(args: &LaunchArgs<'_, Block>) -> bool {
    args.outputs().iter().map(Output::layout).chain(args.parts()).all(Layout::is_contiguous)
        && args.inputs().iter().all(|input| matches!(input, Input::Buffer(view) if view.layout().is_contiguous()))
}

/// The bytes that a launch over `n` elements reads and writes.
fn touched(n: usize, accesses: &[Access]) -> usize {
    let varies = |access: &&Access| access.strides.iter().any(|&stride| stride != 0);
    n * accesses.iter().filter(varies).map(|access| access.size).sum::<usize>()
}

/// Adds the accesses of a section to `all`: of its stores, then of its loads.
fn collect<'a>(
    section: &Section,
    inputs: &[Input<'_, Block>],
    (outputs, parts): (&[Output<'a, Block>], &[Layout]),
    stages: &[Stage<'a, Block>],
    all: &mut SmallVec<[Access; 4]>,
    flags: &mut Flags,
) -> Result<()> {
    // Parts are in the buffer of the only output.
    let access = |outputs: &[Output<'_, Block>], k: usize, size| match outputs.get(k) {
        Some(output) => access(output.buffer(), output.layout(), size),
        None => access(outputs[0].buffer(), &parts[k - outputs.len()], size),
    };
    // The last of several stages is the one that overwrites.
    let overwritten = stages.last().map_or(outputs, Stage::outputs);
    let overwrites = std::ptr::eq(overwritten, outputs);
    for store in &section.stores {
        all.push(access(outputs, store.output as usize, store.size));
        let reads = |input: &Input<'_, Block>| matches!(input, Input::Output(k) if *k == store.output as usize);
        flags.aliased.push(overwrites && inputs.iter().any(reads));
    }
    for (k, load) in section.loads.iter().enumerate() {
        let input = &inputs[load.operand as usize];
        let stored = section.stores.iter().any(|store| store.load == Some(k));
        // What is padded goes through the tile where it begins or ends.
        let padded = matches!(input, Input::Padded { .. });
        flags.early.push(padded || (stored && overwrites && matches!(input, Input::Output(_))));
        all.push(match (input, load.index) {
            (Input::Buffer(view), false) => self::access(view.buffer(), view.layout(), load.size),
            (Input::Padded { view, padding }, false) => {
                self::access(view.buffer(), view.layout(), load.size).padded(view.shape(), padding)
            }
            (Input::Output(k), false) => access(overwritten, *k, load.size),
            (Input::Part { output, layout }, false) => self::access(outputs[*output].buffer(), layout, load.size),
            (Input::Earlier { stage, output, layout }, false) => {
                let stored = stages.get(*stage).and_then(|stage| stage.outputs().get(*output));
                self::access(stored.ok_or_else(|| invalid("no such stage"))?.buffer(), layout, load.size)
            }
            (Input::Index(layout), true) => {
                let base = std::ptr::without_provenance_mut(layout.offset());
                Access::new(base, 1, few(layout.strides()))
            }
            _ => return Err(invalid("an index operand has no buffer, and any other has one")),
        });
    }
    Ok(())
}

/// Where elements of `size` bytes lie.
fn access(buffer: &Block, layout: &Layout, size: usize) -> Access {
    Access::new(first(buffer, layout, size), size, few(layout.strides()))
}

/// Where the first of elements of `size` bytes lies.
fn first(buffer: &Block, layout: &Layout, size: usize) -> *mut u8 {
    buffer.as_ptr().wrapping_add(layout.offset() * size)
}

/// The operands that are read at run-time places.
fn sources(program: &Program, inputs: &[Input<'_, Block>]) -> Result<SmallVec<[Option<Source>; 2]>> {
    let mut sources = SmallVec::new();
    for &(operand, size) in &program.gathers {
        sources.resize(inputs.len(), None);
        sources[operand as usize] = Some(source(&inputs[operand as usize], size)?);
    }
    Ok(sources)
}

/// An operand that is read at run-time places.
fn source(input: &Input<'_, Block>, size: usize) -> Result<Source> {
    let one_axis = || invalid("what is indexed must be a buffer of one axis");
    let Input::Buffer(view) = input else { return Err(one_axis()) };
    let (&[len], &[stride]) = (view.shape(), view.layout().strides()) else { return Err(one_axis()) };
    Ok(Source { base: first(view.buffer(), view.layout(), size), stride, len })
}

impl Job<'_> {
    /// Runs the body over a tile.
    ///
    /// # Safety
    /// As [`Part::run`].
    unsafe fn run_body(&self, frame: &mut Frame<'_>, tile: &Tile, ahead: &Ahead) {
        // SAFETY: the caller's promise.
        unsafe { self.body.run(frame, tile, 0..self.space.dims.len(), self.context, (self.code, ahead)) }
    }

    /// Runs the epilogue over a box of the kept axes.
    ///
    /// # Safety
    /// As [`Part::run`].
    unsafe fn run_epilogue(&self, frame: &mut Frame<'_>, tile: &Tile) {
        // SAFETY: the caller's promise.
        unsafe { self.epilogue.run(frame, tile, self.space.kept.clone(), self.context, (None, &Ahead::default())) }
    }

    /// Memory for partial results.
    fn partials(&self, bytes: usize) -> Result<Block> {
        self.pool.alloc(bytes).map_err(|error| Error::OutOfMemory {
            asked: error.asked,
            used: error.used,
            limit: error.limit,
            device: "cpu".to_owned(),
        })
    }
}
