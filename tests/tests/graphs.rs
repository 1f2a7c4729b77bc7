//! Traced programs as graphs, with values but without a GPU: the CPU, made to capture what is queued and to do it
//! when the graph is launched.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, ThreadId};
use xparray::backend::*;
use xparray::ir::{Distribution, SharedKernel};
use xparray::prelude::*;
use xparray::{DType, Error, Layout, Result, Scalar};
use xparray_tests::{assigning, jit};

type Buf = <Cpu as Memory>::Buffer;

/// A buffer that graphs hold, too: they write it when they are launched, between its own uses.
struct Block(Arc<Shared>);

struct Shared(UnsafeCell<Buf>);

// SAFETY: a graph uses it while it is launched, and then nobody else does: that is what these tests are about.
unsafe impl Sync for Shared {}

// SAFETY: the length is the buffer's; memory that a graph writes is not read meanwhile.
unsafe impl DeviceBuffer for Block {
    fn bytes(&self) -> usize {
        self.get().bytes()
    }
}

impl Block {
    fn new(buffer: Buf) -> Self {
        Self(Arc::new(Shared(UnsafeCell::new(buffer))))
    }

    fn get(&self) -> &Buf {
        // SAFETY: nobody writes it meanwhile.
        unsafe { &*self.0.0.get() }
    }

    fn get_mut(&mut self) -> &mut Buf {
        // SAFETY: nobody else uses it meanwhile.
        unsafe { &mut *self.0.0.get() }
    }

    /// For a graph.
    fn held(&self) -> Self {
        Self(self.0.clone())
    }
}

type Work = Box<dyn FnMut(&Cpu) -> Result<()> + Send>;

/// What is captured, and by whom.
#[derive(Default)]
struct Capture {
    by: Option<ThreadId>,
    work: Vec<Work>,
}

#[derive(Clone)]
struct Graphs {
    cpu: Cpu,
    capture: Arc<(Mutex<Capture>, Condvar)>,
    /// How many graphs were launched.
    launched: Arc<AtomicUsize>,
}

struct Graph {
    xp: Graphs,
    work: Mutex<Vec<Work>>,
}

impl Replay for Graph {
    fn replay(&self) -> Result<()> {
        self.xp.launched.fetch_add(1, SeqCst);
        self.work.lock().unwrap().iter_mut().try_for_each(|work| work(&self.xp.cpu))
    }
}

/// A view that owns its parts.
struct Held {
    block: Block,
    dtype: DType,
    layout: Layout,
}

impl Held {
    fn new(x: &View<'_, Block>) -> Self {
        Self { block: x.buffer().held(), dtype: x.dtype(), layout: x.layout().clone() }
    }

    fn view(&self) -> Result<View<'_, Buf>> {
        View::new(self.block.get(), self.dtype, &self.layout)
    }

    fn output(&mut self) -> Result<Output<'_, Buf>> {
        Output::new(self.block.get_mut(), self.dtype, &self.layout)
    }
}

/// An operand of a captured launch.
enum Operand {
    Buffer(Held),
    Padded(Held, Padding),
    Output(usize),
    Part(usize, Layout),
    Index(Layout),
}

/// A captured launch.
struct Launched {
    kernel: SharedKernel,
    shape: Vec<usize>,
    kept: usize,
    inputs: Vec<Operand>,
    outputs: Vec<Held>,
    parts: Vec<Layout>,
    params: Vec<Scalar>,
}

impl Launched {
    fn new(args: &LaunchArgs<'_, Block>) -> Self {
        let operand = |input: &Input<'_, Block>| match input {
            Input::Buffer(view) => Operand::Buffer(Held::new(view)),
            Input::Padded { view, padding } => Operand::Padded(Held::new(view), (*padding).clone()),
            Input::Output(k) => Operand::Output(*k),
            Input::Part { output, layout } => Operand::Part(*output, (*layout).clone()),
            Input::Index(layout) => Operand::Index((*layout).clone()),
            Input::Earlier { .. } => unreachable!("stages are launched one after the other"),
            Input::Product { .. } => unreachable!("it does not prefer epilogues"),
        };
        Self {
            kernel: args.kernel().clone(),
            shape: args.shape().to_vec(),
            kept: args.kept(),
            inputs: args.inputs().iter().map(operand).collect(),
            outputs: args.outputs().iter().map(|output| Held::new(&output.as_view())).collect(),
            parts: args.parts().to_vec(),
            params: args.params().to_vec(),
        }
    }

    fn launch(&mut self, cpu: &Cpu) -> Result<()> {
        let mut inputs = Vec::new();
        for operand in &self.inputs {
            inputs.push(match operand {
                Operand::Buffer(held) => Input::Buffer(held.view()?),
                Operand::Padded(held, padding) => Input::Padded { view: held.view()?, padding },
                Operand::Output(k) => Input::Output(*k),
                Operand::Part(output, layout) => Input::Part { output: *output, layout },
                Operand::Index(layout) => Input::Index(layout),
            });
        }
        let outputs = self.outputs.iter_mut().map(Held::output).collect::<Result<_>>()?;
        let outputs = (outputs, &self.parts[..]);
        cpu.launch(LaunchArgs::with_parts(&self.kernel, &self.shape, self.kept, &inputs, outputs, &self.params)?)
    }
}

impl Graphs {
    fn new() -> Self {
        Self { cpu: Cpu::new(), capture: Arc::default(), launched: Arc::default() }
    }

    /// The capture, without one of another thread.
    fn capture(&self) -> MutexGuard<'_, Capture> {
        let (capture, ended) = &*self.capture;
        let elsewhere = |capture: &mut Capture| capture.by.is_some_and(|by| by != thread::current().id());
        ended.wait_while(capture.lock().unwrap(), elsewhere).unwrap()
    }

    /// The work that is captured, to be added to.
    fn captures(&self) -> Option<MutexGuard<'_, Capture>> {
        Some(self.capture()).filter(|capture| capture.by.is_some())
    }

    fn refuse(&self, op: &'static str) -> Result<()> {
        if self.captures().is_some() { Err(Error::value(op, "cannot be captured")) } else { Ok(()) }
    }

    /// A block that an operation makes.
    fn made(
        &self,
        x: &[View<'_, Block>],
        make: impl Fn(&Cpu, &[View<'_, Buf>]) -> Result<Buf> + Send + 'static,
    ) -> Result<Block> {
        let held: Vec<Held> = x.iter().map(Held::new).collect();
        let make = move |cpu: &Cpu| make(cpu, &held.iter().map(Held::view).collect::<Result<Vec<_>>>()?);
        let Some(mut capture) = self.captures() else { return make(&self.cpu).map(Block::new) };
        // It is made of anything now, for its length.
        let block = Block::new(make(&self.cpu)?);
        let mut out = block.held();
        capture.work.push(Box::new(move |cpu| {
            let made = make(cpu)?;
            cpu.copy(&made, out.get_mut(), made.bytes())
        }));
        Ok(block)
    }
}

impl Backend for Graphs {
    const NAME: &'static str = "graphs";

    fn info(&self) -> DeviceInfo {
        self.cpu.info()
    }

    fn device_id(&self) -> u64 {
        self.cpu.device_id()
    }

    fn counters(&self) -> &Counters {
        self.cpu.counters()
    }

    fn evaluation(&self) -> &Evaluation {
        self.cpu.evaluation()
    }
}

impl Memory for Graphs {
    type Buffer = Block;

    fn alloc(&self, bytes: usize) -> Result<Block> {
        let mut block = Block::new(self.cpu.alloc(bytes)?);
        // What is read before it is written shows.
        self.cpu.upload(&vec![0xa5; bytes], block.get_mut())?;
        Ok(block)
    }

    fn upload(&self, src: &[u8], dst: &mut Block) -> Result<()> {
        self.refuse("upload")?;
        self.cpu.upload(src, dst.get_mut())
    }

    fn download(&self, src: &Block, start: usize, dst: &mut [u8]) -> Result<()> {
        self.refuse("download")?;
        self.cpu.download(src.get(), start, dst)
    }

    fn copy(&self, src: &Block, dst: &mut Block, bytes: usize) -> Result<()> {
        let Some(mut capture) = self.captures() else { return self.cpu.copy(src.get(), dst.get_mut(), bytes) };
        let (src, mut dst) = (src.held(), dst.held());
        capture.work.push(Box::new(move |cpu| cpu.copy(src.get(), dst.get_mut(), bytes)));
        Ok(())
    }

    fn memory_stats(&self) -> MemoryStats {
        self.cpu.memory_stats()
    }

    fn set_memory_limit(&self, bytes: Option<usize>) {
        self.cpu.set_memory_limit(bytes);
    }

    fn free_all_blocks(&self) {
        self.cpu.free_all_blocks();
    }
}

impl Launch for Graphs {
    fn launch(&self, args: LaunchArgs<'_, Block>) -> Result<()> {
        match self.captures() {
            None => args.map_buffers(|x| Ok(x.get()), |x| Ok(x.get_mut()), |args| self.cpu.launch(args)),
            Some(mut capture) => {
                let mut launched = Launched::new(&args);
                capture.work.push(Box::new(move |cpu| launched.launch(cpu)));
                Ok(())
            }
        }
    }

    fn reads_padded(&self, border: Border) -> usize {
        self.cpu.reads_padded(border)
    }
}

impl Streams for Graphs {
    type Event = <Cpu as Streams>::Event;

    fn stream_id(&self) -> u64 {
        self.cpu.stream_id()
    }

    fn on_new_stream(&self) -> Result<Self> {
        Ok(Self { cpu: self.cpu.on_new_stream()?, ..Self::new() })
    }

    fn record(&self) -> Result<Self::Event> {
        self.cpu.record()
    }

    fn wait(&self, event: &Self::Event) -> Result<()> {
        self.cpu.wait(event)
    }

    fn synchronize(&self) -> Result<()> {
        self.refuse("synchronize")
    }

    fn can_capture(&self) -> bool {
        self.captures().is_none()
    }

    fn captured(&self, work: &mut dyn FnMut() -> Result<()>) -> Result<Box<dyn Replay>> {
        self.capture().by = Some(thread::current().id());
        let done = work();
        let Capture { work, .. } = std::mem::take(&mut *self.capture());
        self.capture.1.notify_all();
        let graph = Graph { xp: self.clone(), work: Mutex::new(work) };
        done.and(graph.replay())?;
        Ok(Box::new(graph))
    }
}

type V<'a> = View<'a, Block>;

/// Operations that make a block.
macro_rules! made {
    ($($name:ident($x:ident $(, $more:ident)* $(; $($arg:ident: $T:ty),*)?);)*) => {
        $(fn $name(&self, $x: V<'_> $(, $more: V<'_>)* $($(, $arg: $T)*)?) -> Result<Block> {
            self.made(&[$x $(, $more)*], move |cpu, x| {
                let [$x $(, $more)*] = x else { return lacks(stringify!($name)) };
                cpu.$name(*$x $(, *$more)* $($(, $arg)*)?)
            })
        })*
    };
}

fn lacks<R>(op: &'static str) -> Result<R> {
    Err(Error::Unsupported { backend: "graphs", op, dtype: DType::F32 })
}

/// Operations that no traced program has.
macro_rules! lacks {
    ($($name:ident($($T:ty),*) -> $R:ty;)*) => {
        $(fn $name(&self, $(_: $T),*) -> Result<$R> {
            lacks(stringify!($name))
        })*
    };
}

impl Primitives for Graphs {
    fn inclusive_scan(&self, op: &ScanOp, x: V<'_>, axis: usize) -> Result<Block> {
        let op = op.clone();
        self.made(&[x], move |cpu, x| cpu.inclusive_scan(&op, x[0], axis))
    }

    made! {
        sort(x; axis: usize);
        argsort(x; axis: usize);
        searchsorted(sorted, values; side: Side);
    }

    fn take_along_axis(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<Block> {
        self.made(&[x, indices], move |cpu, x| cpu.take_along_axis(x[0], axis, x[1]))
    }

    fn take(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<Block> {
        self.made(&[x, indices], move |cpu, x| cpu.take(x[0], axis, x[1]))
    }

    lacks! {
        nonzero(V<'_>) -> (Block, usize);
        scatter(ScatterOp, Output<'_, Block>, V<'_>, V<'_>) -> ();
    }
}

impl Blas for Graphs {
    made! {
        matmul(a, b);
        dot(a, b; conjugate: bool);
        gemv(a, x);
    }

    lacks! { gemm(Scalar, V<'_>, V<'_>, Scalar, Output<'_, Block>) -> (); }
}

impl Solver for Graphs {
    /// It waits, to see whether the matrix is singular.
    fn inv(&self, a: V<'_>) -> Result<Block> {
        self.refuse("inv")?;
        self.made(&[a], |cpu, x| cpu.inv(x[0]))
    }

    /// So does this, as the matrix may be indefinite.
    fn cholesky(&self, a: V<'_>) -> Result<Block> {
        self.refuse("cholesky")?;
        self.made(&[a], |cpu, x| cpu.cholesky(x[0]))
    }

    lacks! {
        lu(V<'_>) -> LuFactors<Block>;
        solve(V<'_>, V<'_>) -> Block;
        solve_triangular(V<'_>, V<'_>, bool, bool) -> Block;
        qr(V<'_>, bool) -> QrFactors<Block>;
        svd(V<'_>, bool, bool) -> SvdFactors<Block>;
        eigh(V<'_>, bool) -> EighFactors<Block>;
    }
}

impl Transform for Graphs {
    fn c2c(&self, x: V<'_>, axes: &[usize], direction: FftDirection, scale: f64) -> Result<Block> {
        let axes = axes.to_vec();
        self.made(&[x], move |cpu, x| cpu.c2c(x[0], &axes, direction, scale))
    }

    fn r2c(&self, x: V<'_>, axes: &[usize], scale: f64) -> Result<Block> {
        let axes = axes.to_vec();
        self.made(&[x], move |cpu, x| cpu.r2c(x[0], &axes, scale))
    }

    fn c2r(&self, x: V<'_>, axes: &[usize], n: usize, scale: f64) -> Result<Block> {
        let axes = axes.to_vec();
        self.made(&[x], move |cpu, x| cpu.c2r(x[0], &axes, n, scale))
    }
}

impl Rng for Graphs {
    lacks! {
        random(Distribution, DType, u64, u64, u64, usize, Option<(Scalar, Scalar)>) -> Block;
        permutation(u64, u64, usize) -> Block;
    }
}

impl Sparse for Graphs {
    lacks! {
        coo_to_csr(usize, usize, V<'_>, V<'_>, V<'_>) -> Csr<Block>;
        csr_from_parts(usize, usize, V<'_>, V<'_>, V<'_>) -> Csr<Block>;
        csr_coordinates(&Csr<&Block>) -> (Block, Block);
        dense_to_csr(V<'_>) -> Csr<Block>;
        csr_to_dense(&Csr<&Block>) -> Block;
        spmm(&Csr<&Block>, V<'_>) -> Block;
        spgemm(&Csr<&Block>, &Csr<&Block>) -> Csr<Block>;
        sparse_add(&Csr<&Block>, &Csr<&Block>) -> Csr<Block>;
    }
}

/// Runs a case of the suite; how many graphs were launched in it.
fn graphs(case: impl Fn(&Graphs)) -> usize {
    let xp = Graphs::new();
    case(&xp);
    xp.launched.load(SeqCst)
}

#[test]
fn short_programs() {
    assert_eq!(graphs(jit::replays_are_calls), 0);
    assert_eq!(graphs(jit::loops), 0);
    // What was captured until the Cholesky factor refused is done, and no more is.
    assert_eq!(graphs(jit::operations), 1);
    assert_eq!(graphs(jit::arguments), 0);
}

#[test]
fn loops() {
    assert_eq!(graphs(jit::long_loops), 12);
    assert_eq!(graphs(assigning::traced), 2);
}

#[test]
fn results() {
    assert_eq!(graphs(jit::results_of_long_loops), 4);
}

#[test]
fn faults() {
    // What is out of bounds is an error of the launch here, so that the steps are launched from then on.
    assert_eq!(graphs(jit::faults_in_long_loops), 4);
}

#[test]
fn operations() {
    // What waits is captured in vain once, up to there.
    assert_eq!(graphs(jit::operations_in_long_loops), 5);
}

#[test]
fn threads() {
    assert!(graphs(jit::long_loops_in_threads) > 50);
}

#[test]
fn captures() {
    assert!(graphs(jit::long_loops_in_graphs) > 10);
}
