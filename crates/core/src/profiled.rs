//! A backend that records what another one does.

use crate::backend::*;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::graph;
use crate::ir::{Distribution, Inst, Kernel, Op};
use crate::layout::Layout;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A backend that records every operation of another one: name, device time, bytes.
///
/// Arrays made through it are its own; whatever runs on the inner backend runs on it. A bracket of
/// events measures the time, so that it is the device's, not the caller's. Each operation is launched on its own to be
/// measured, also those of a program that [`jit`](crate::jit) would replay as one graph.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Profiled;
/// let xp = Profiled::new(Cpu::new());
/// xp.rng(1).normal::<f64>([64, 64])?.matmul(&xp.eye::<f64>(64)?)?.eval()?;
/// let profile = xp.profile()?;
/// assert_eq!(profile.rows["matmul"].calls, 1);
/// println!("{profile}"); // calls, time, bytes and bandwidth of each operation
/// // What keeps an expression from being one kernel:
/// let x = xp.rng(1).normal::<f64>([3, 50_000])?;
/// (&x - x.mean(0)?).sum(..)?.eval()?;
/// for ((expression, reason), totals) in xp.profile()?.cuts {
///     println!("{expression}: {reason}, {} bytes", totals.bytes); // moments(normal(..)): a reduction that other elements need
/// }
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Profiled<B: Backend> {
    inner: B,
    records: Arc<Mutex<Vec<Record<B>>>>,
    cuts: Arc<Mutex<Vec<CutRecord<B>>>>,
}

/// Parts of an expression that were computed together.
struct CutRecord<B: Backend> {
    cuts: Vec<Cut>,
    start: B::Event,
    end: B::Event,
}

struct Record<B: Backend> {
    name: String,
    bytes: u64,
    start: B::Event,
    end: B::Event,
}

/// What was recorded, summed by name; displays as a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Totals by name of the operation or fused kernel.
    pub rows: BTreeMap<String, Totals>,
    /// What could not be fused with the expression that it is a part of, why not, and what computing it cost: the
    /// time is a part of that of the rows, the bytes are those written. Of parts that were computed together, each
    /// has an equal share of the time.
    pub cuts: BTreeMap<(String, CutReason), Totals>,
}

/// Totals of one operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How often it ran.
    pub calls: u64,
    /// Device time of all calls.
    pub time: Duration,
    /// Bytes read and written, counting each operand and result once.
    pub bytes: u64,
}

impl<B: Backend> Profiled<B> {
    /// Records what is done through the new handle and its clones.
    pub fn new(inner: B) -> Self {
        Self { inner, records: Arc::default(), cuts: Arc::default() }
    }

    /// The handle inside.
    pub fn inner(&self) -> &B {
        &self.inner
    }

    /// What was recorded so far; waits for it to finish.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Profiled;
    /// let xp = Profiled::new(Cpu::new());
    /// xp.array([3.0, 1.0])?.sort()?.eval()?;
    /// assert_eq!((xp.profile()?.rows["sort"].calls, xp.profile()?.rows["upload"].bytes), (1, 16));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// What went wrong in the work that was waited for.
    pub fn profile(&self) -> Result<Profile> {
        graph::settle();
        let mut profile = Profile::default();
        for record in self.records.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            record.end.synchronize()?;
            let row = profile.rows.entry(record.name.clone()).or_default();
            row.calls += 1;
            row.time += record.end.elapsed_since(&record.start)?;
            row.bytes += record.bytes;
        }
        for record in self.cuts.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            record.end.synchronize()?;
            let time = record.end.elapsed_since(&record.start)? / record.cuts.len().max(1) as u32;
            for Cut { expression, reason, bytes } in &record.cuts {
                let cut = profile.cuts.entry((expression.clone(), *reason)).or_default();
                cut.calls += 1;
                cut.time += time;
                cut.bytes += *bytes as u64;
            }
        }
        Ok(profile)
    }

    fn record<R>(&self, name: impl Into<String>, bytes: usize, f: impl FnOnce(&B) -> Result<R>) -> Result<R> {
        let start = self.inner.record()?;
        let result = f(&self.inner)?;
        let record = Record { name: name.into(), bytes: bytes as u64, start, end: self.inner.record()? };
        self.records.lock().unwrap_or_else(PoisonError::into_inner).push(record);
        Ok(result)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:>8} {:>14} {:>14} {:>9}  operation", "calls", "time [us]", "bytes", "GB/s")?;
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by_key(|(_, totals)| std::cmp::Reverse(totals.time));
        for (name, Totals { calls, time, bytes }) in rows {
            let seconds = time.as_secs_f64();
            let rate = if seconds > 0.0 { *bytes as f64 / seconds / 1e9 } else { 0.0 };
            writeln!(f, "{calls:>8} {:>14.1} {bytes:>14} {rate:>9.2}  {name}", seconds * 1e6)?;
        }
        if self.cuts.is_empty() {
            return Ok(());
        }
        writeln!(f, "{:>8} {:>14} {:>14}  not fused, and why", "times", "time [us]", "bytes written")?;
        let mut cuts: Vec<_> = self.cuts.iter().collect();
        cuts.sort_by_key(|(_, totals)| std::cmp::Reverse(totals.time));
        for ((expression, reason), Totals { calls, time, bytes }) in cuts {
            writeln!(f, "{calls:>8} {:>14.1} {bytes:>14}  {expression}: {reason}", time.as_secs_f64() * 1e6)?;
        }
        Ok(())
    }
}

/// Bytes of the elements of a view.
fn size<Buf>(view: &View<'_, Buf>) -> usize {
    view.layout().len() * view.dtype().size()
}

impl<B: Backend> Backend for Profiled<B> {
    const NAME: &'static str = B::NAME;

    fn name(&self) -> &'static str {
        self.inner.name()
    }

    fn device_name(&self) -> String {
        self.inner.device_name()
    }

    fn supports(&self, dtype: DType) -> bool {
        self.inner.supports(dtype)
    }

    fn info(&self) -> DeviceInfo {
        self.inner.info()
    }

    fn device_id(&self) -> u64 {
        self.inner.device_id()
    }

    fn counters(&self) -> &Counters {
        self.inner.counters()
    }

    fn evaluation(&self) -> &Evaluation {
        self.inner.evaluation()
    }

    fn compute_cuts(&self, cuts: &dyn Fn() -> Vec<Cut>, compute: &mut dyn FnMut() -> Result<()>) -> Result<()> {
        let (cuts, start) = (cuts(), self.inner.record()?);
        compute()?;
        let end = self.inner.record()?;
        self.cuts.lock().unwrap_or_else(PoisonError::into_inner).push(CutRecord { cuts, start, end });
        Ok(())
    }
}

impl<B: Backend> Memory for Profiled<B> {
    type Buffer = B::Buffer;

    fn remembers(&self) -> bool {
        self.inner.remembers()
    }

    fn check_native(&self, buffer: &B::Buffer) -> Result<()> {
        self.inner.check_native(buffer)
    }

    fn alloc(&self, bytes: usize) -> Result<B::Buffer> {
        self.inner.alloc(bytes)
    }

    unsafe fn adopt(&self, address: u64, bytes: usize, owner: Owner) -> Result<Option<B::Buffer>> {
        // SAFETY: the caller's promise.
        unsafe { self.inner.adopt(address, bytes, owner) }
    }

    fn dlpack_device(&self) -> Option<DlDevice> {
        self.inner.dlpack_device()
    }

    fn upload(&self, src: &[u8], dst: &mut B::Buffer) -> Result<()> {
        self.record("upload", src.len(), |xp| xp.upload(src, dst))
    }

    fn download(&self, src: &B::Buffer, start: usize, dst: &mut [u8]) -> Result<()> {
        self.record("download", dst.len(), |xp| xp.download(src, start, dst))
    }

    fn readback(&self, src: &B::Buffer, start: usize, bytes: usize) -> Download {
        self.inner.readback(src, start, bytes)
    }

    fn copy(&self, src: &B::Buffer, dst: &mut B::Buffer, bytes: usize) -> Result<()> {
        self.record("copy", 2 * bytes, |xp| xp.copy(src, dst, bytes))
    }

    fn copy_all(&self, copies: &mut [(&B::Buffer, &mut B::Buffer)]) -> Result<()> {
        let bytes = copies.iter().map(|(_, dst)| 2 * dst.bytes()).sum();
        self.record("copy", bytes, |xp| xp.copy_all(copies))
    }

    fn copies_at_once(&self) -> usize {
        self.inner.copies_at_once()
    }

    fn copy_from(&self, other: &Self, src: &B::Buffer, dst: &mut B::Buffer, bytes: usize) -> Result<()> {
        self.record("copy", 2 * bytes, |xp| xp.copy_from(&other.inner, src, dst, bytes))
    }

    fn memory_stats(&self) -> MemoryStats {
        self.inner.memory_stats()
    }

    fn set_memory_limit(&self, bytes: Option<usize>) {
        self.inner.set_memory_limit(bytes);
    }

    fn free_all_blocks(&self) {
        self.inner.free_all_blocks();
    }
}

impl<B: Backend> Launch for Profiled<B> {
    fn launch(&self, args: LaunchArgs<'_, B::Buffer>) -> Result<()> {
        let [space, kept] = [true, false].map(|body| args.space(body).iter().product::<usize>());
        let kernel = args.kernel();
        // Each operand once, as often as its layout has elements; each output likewise.
        let bytes = loaded(kernel, |_| true, (space, kept)) + stored(kernel, (space, kept));
        self.record(kernel.name(), bytes, |xp| xp.launch(args))
    }

    fn launch_stages(&self, args: StagedArgs<'_, B::Buffer>) -> Result<()> {
        let space = args.shape().iter().product::<usize>();
        let kept = args.shape()[..args.kept()].iter().product::<usize>();
        let mut seen = vec![false; args.inputs().len()];
        let mut bytes = 0;
        for stage in args.stages() {
            let kernel = stage.kernel();
            // What several stages read counts once.
            let first = |operand: u16| !std::mem::replace(&mut seen[operand as usize], true);
            bytes += loaded(kernel, first, (space, kept)) + stored(kernel, (space, kept));
        }
        let names: Vec<String> = args.stages().iter().map(|stage| stage.kernel().name()).collect();
        self.record(names.join(" then "), bytes, |xp| xp.launch_stages(args))
    }

    fn reads_padded(&self, border: Border) -> usize {
        self.inner.reads_padded(border)
    }

    fn prefers_stages(&self, rows: usize, bytes: usize) -> bool {
        self.inner.prefers_stages(rows, bytes)
    }
}

/// The bytes that a kernel reads of the operands that `counts` names.
fn loaded(kernel: &Kernel, mut counts: impl FnMut(u16) -> bool, (space, kept): (usize, usize)) -> usize {
    let bytes = |(v, inst): (usize, &Inst)| match inst.op {
        Op::Load(operand) if counts(operand) => inst.dtype.size() * if v < kernel.body { space } else { kept },
        _ => 0,
    };
    kernel.insts.iter().enumerate().map(bytes).sum()
}

/// The bytes that a kernel writes.
fn stored(kernel: &Kernel, (space, kept): (usize, usize)) -> usize {
    kernel.outputs.iter().map(|&v| kernel.dtype(v).size() * if kernel.in_body(v) { space } else { kept }).sum()
}

impl<B: Backend> Streams for Profiled<B> {
    type Event = B::Event;

    fn stream_id(&self) -> u64 {
        self.inner.stream_id()
    }

    fn on_new_stream(&self) -> Result<Self> {
        Ok(Self { inner: self.inner.on_new_stream()?, records: self.records.clone(), cuts: self.cuts.clone() })
    }

    fn record(&self) -> Result<B::Event> {
        self.inner.record()
    }

    fn wait(&self, event: &B::Event) -> Result<()> {
        self.inner.wait(event)
    }

    fn synchronize(&self) -> Result<()> {
        self.inner.synchronize()
    }

    fn queue_on_stream(
        &self,
        reads: &[&B::Buffer],
        writes: &mut B::Buffer,
        queue: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<bool> {
        let bytes = reads.iter().map(|buffer| buffer.bytes()).sum();
        self.record("native work", bytes, |xp| xp.queue_on_stream(reads, writes, queue))
    }
}

/// Methods that only record and pass on; `$bytes` are those of the operands.
macro_rules! pass_on {
    ($($name:ident($($arg:ident: $T:ty),*) -> $R:ty, $bytes:expr;)*) => {
        $(fn $name(&self, $($arg: $T),*) -> Result<$R> {
            self.record(stringify!($name), $bytes, |xp| xp.$name($($arg),*))
        })*
    };
}

type V<'a, B> = View<'a, <B as Memory>::Buffer>;
type Buf<B> = <B as Memory>::Buffer;

impl<B: Backend> Primitives for Profiled<B> {
    pass_on! {
        inclusive_scan(op: &ScanOp, x: V<'_, B>, axis: usize) -> Buf<B>, 2 * size(&x);
        sort(x: V<'_, B>, axis: usize) -> Buf<B>, 2 * size(&x);
        argsort(x: V<'_, B>, axis: usize) -> Buf<B>, size(&x) + 8 * x.layout().len();
        partition(x: V<'_, B>, axis: usize, kth: &[usize]) -> Buf<B>, 2 * size(&x);
        compact(x: V<'_, B>, mask: V<'_, B>) -> (Buf<B>, usize), size(&x) + size(&mask);
        nonzero(mask: V<'_, B>) -> (Buf<B>, usize), size(&mask);
        take(x: V<'_, B>, axis: usize, indices: V<'_, B>) -> Buf<B>, size(&x) + size(&indices);
        take_along_axis(x: V<'_, B>, axis: usize, indices: V<'_, B>) -> Buf<B>, size(&x) + size(&indices);
        scatter(op: ScatterOp, target: Output<'_, Buf<B>>, indices: V<'_, B>, values: V<'_, B>) -> (),
            size(&indices) + 2 * size(&values);
        searchsorted(sorted: V<'_, B>, values: V<'_, B>, side: Side) -> Buf<B>, size(&sorted) + size(&values);
        histogram(x: V<'_, B>, edges: V<'_, B>, uniform: bool) -> Buf<B>, size(&x) + 2 * size(&edges);
        bincount(x: V<'_, B>, weights: Option<V<'_, B>>, len: usize) -> Buf<B>, size(&x) + 8 * len;
    }
}

impl<B: Backend> Blas for Profiled<B> {
    pass_on! {
        matmul(a: V<'_, B>, b: V<'_, B>) -> Buf<B>, size(&a) + size(&b);
        gemm(alpha: Scalar, a: V<'_, B>, b: V<'_, B>, beta: Scalar, out: Output<'_, Buf<B>>) -> (), size(&a) + size(&b);
        dot(a: V<'_, B>, b: V<'_, B>, conjugate: bool) -> Buf<B>, size(&a) + size(&b);
        gemv(a: V<'_, B>, x: V<'_, B>) -> Buf<B>, size(&a) + size(&x);
    }

    fn matmul_many(&self, pairs: &[[V<'_, B>; 2]]) -> Result<Vec<Buf<B>>> {
        let bytes = pairs.iter().flatten().map(size).sum();
        self.record("matmul_many", bytes, |xp| xp.matmul_many(pairs))
    }

    fn launch_epilogue(&self, args: LaunchArgs<'_, B::Buffer>) -> Result<()> {
        let (kernel, len) = (args.kernel(), args.shape().iter().product::<usize>());
        let of_products = |operand: u16| matches!(args.inputs()[operand as usize], Input::Product { .. });
        let matrices = args.inputs().iter().map(|input| match input {
            Input::Product { left, right } => size(left) + size(right),
            _ => 0,
        });
        let bytes =
            matrices.sum::<usize>() + loaded(kernel, |k| !of_products(k), (len, len)) + stored(kernel, (len, len));
        self.record(format!("matmul then {}", kernel.name()), bytes, |xp| xp.launch_epilogue(args))
    }

    fn fuses_product(&self, dtype: DType, rows: usize, columns: usize) -> bool {
        self.inner.fuses_product(dtype, rows, columns)
    }

    fn prefers_epilogue(&self, dtype: DType, left: &Layout, right: &Layout) -> bool {
        self.inner.prefers_epilogue(dtype, left, right)
    }
}

impl<B: Backend> Solver for Profiled<B> {
    fn host_blas(&self) -> &dyn HostBlas {
        self.inner.host_blas()
    }

    fn eig_from(&self) -> Result<Option<usize>> {
        self.inner.eig_from()
    }

    pass_on! {
        cholesky(a: V<'_, B>) -> Buf<B>, 2 * size(&a);
        lu(a: V<'_, B>) -> LuFactors<Buf<B>>, 2 * size(&a);
        solve(a: V<'_, B>, b: V<'_, B>) -> Buf<B>, size(&a) + 2 * size(&b);
        inv(a: V<'_, B>) -> Buf<B>, 2 * size(&a);
        solve_triangular(a: V<'_, B>, b: V<'_, B>, lower: bool, unit_diagonal: bool) -> Buf<B>, size(&a) + 2 * size(&b);
        qr(a: V<'_, B>, complete: bool) -> QrFactors<Buf<B>>, size(&a);
        qr_reflections(a: V<'_, B>) -> QrReflections<Buf<B>>, 2 * size(&a);
        svd(a: V<'_, B>, vectors: bool, full: bool) -> SvdFactors<Buf<B>>, size(&a);
        eigh(a: V<'_, B>, vectors: bool) -> EighFactors<Buf<B>>, size(&a);
        eig(a: V<'_, B>, vectors: bool) -> EigFactors<Buf<B>>, size(&a);
    }
}

impl<B: Backend> Transform for Profiled<B> {
    pass_on! {
        c2c(x: V<'_, B>, axes: &[usize], direction: FftDirection, scale: f64) -> Buf<B>, 2 * size(&x);
        r2c(x: V<'_, B>, axes: &[usize], scale: f64) -> Buf<B>, 2 * size(&x);
        c2r(x: V<'_, B>, axes: &[usize], n: usize, scale: f64) -> Buf<B>, 2 * size(&x);
    }
}

impl<B: Backend> Rng for Profiled<B> {
    pass_on! {
        random(distribution: Distribution, dtype: DType, seed: u64, stream: u64, offset: u64, len: usize,
            range: Option<(Scalar, Scalar)>) -> Buf<B>, len * dtype.size();
        permutation(seed: u64, stream: u64, len: usize) -> Buf<B>, 8 * len;
    }
}

/// Bytes of a sparse matrix.
fn sparse_size<Buf>(a: &Csr<Buf>) -> usize {
    let [rows, cols] = a.shape();
    a.nnz() * (a.dtype().size() + Csr::<Buf>::index_type(cols).size()) + 8 * (rows + 1)
}

impl<B: Backend> Sparse for Profiled<B> {
    pass_on! {
        coo_to_csr(rows: usize, cols: usize, row: V<'_, B>, col: V<'_, B>, values: V<'_, B>) -> Csr<Buf<B>>,
            size(&row) + size(&col) + size(&values);
        csr_from_parts(rows: usize, cols: usize, indptr: V<'_, B>, indices: V<'_, B>, values: V<'_, B>)
            -> Csr<Buf<B>>, size(&indptr) + size(&indices) + size(&values);
        csr_coordinates(a: &Csr<&Buf<B>>) -> (Buf<B>, Buf<B>), sparse_size(a);
        dense_to_csr(x: V<'_, B>) -> Csr<Buf<B>>, size(&x);
        csr_to_dense(a: &Csr<&Buf<B>>) -> Buf<B>, sparse_size(a) + a.shape().iter().product::<usize>() * a.dtype().size();
        csr_transpose(a: &Csr<&Buf<B>>) -> Csr<Buf<B>>, 2 * sparse_size(a);
        spmv(a: &Csr<&Buf<B>>, x: V<'_, B>) -> Buf<B>, sparse_size(a) + size(&x);
        spmv_transposed(a: &Csr<&Buf<B>>, x: V<'_, B>) -> Buf<B>, sparse_size(a) + size(&x);
        csr_take_rows(a: &Csr<&Buf<B>>, rows: V<'_, B>) -> Option<Csr<Buf<B>>>, 2 * sparse_size(a) + size(&rows);
        spmm(a: &Csr<&Buf<B>>, x: V<'_, B>) -> Buf<B>, sparse_size(a) + size(&x);
        spgemm(a: &Csr<&Buf<B>>, b: &Csr<&Buf<B>>) -> Csr<Buf<B>>, sparse_size(a) + sparse_size(b);
        sparse_add(a: &Csr<&Buf<B>>, b: &Csr<&Buf<B>>) -> Csr<Buf<B>>, sparse_size(a) + sparse_size(b);
        factor_csr(a: &Csr<&Buf<B>>, definite: bool) -> Option<Box<dyn SparseFactors<Buf<B>>>>, sparse_size(a);
    }
}
