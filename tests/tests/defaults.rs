//! A backend that has only what it must: the default methods do the rest, and its element types are all but one.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use xparray::backend::*;
use xparray::ir::Distribution;
use xparray::prelude::*;
use xparray::sparse;
use xparray::{Complex, DType, Error, Profiled, Result, Scalar, s};

/// The CPU without its own ways of what has a default, and without arrays of one element type. It can be told to launch nothing.
#[derive(Clone)]
struct Plain {
    cpu: Cpu,
    lacks: DType,
    refuses: Arc<AtomicBool>,
}

type Buf = <Cpu as Memory>::Buffer;
type V<'a> = View<'a, Buf>;

impl Backend for Plain {
    const NAME: &'static str = "plain";

    fn supports(&self, dtype: DType) -> bool {
        dtype != self.lacks
    }

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

/// Methods that the CPU does.
macro_rules! pass_on {
    ($($name:ident($($arg:ident: $T:ty),*) -> $R:ty;)*) => {
        $(fn $name(&self, $($arg: $T),*) -> $R {
            self.cpu.$name($($arg),*)
        })*
    };
}

impl Memory for Plain {
    type Buffer = Buf;

    pass_on! {
        alloc(bytes: usize) -> Result<Buf>;
        upload(src: &[u8], dst: &mut Buf) -> Result<()>;
        download(src: &Buf, start: usize, dst: &mut [u8]) -> Result<()>;
        copy(src: &Buf, dst: &mut Buf, bytes: usize) -> Result<()>;
        memory_stats() -> MemoryStats;
        set_memory_limit(bytes: Option<usize>) -> ();
        free_all_blocks() -> ();
    }
}

impl Launch for Plain {
    fn launch(&self, args: LaunchArgs<'_, Buf>) -> Result<()> {
        if self.refuses.load(Relaxed) { Err(Error::value("launch", "refused")) } else { self.cpu.launch(args) }
    }
}

impl Streams for Plain {
    type Event = <Cpu as Streams>::Event;

    fn on_new_stream(&self) -> Result<Self> {
        Ok(Self { cpu: self.cpu.on_new_stream()?, ..self.clone() })
    }

    pass_on! {
        stream_id() -> u64;
        record() -> Result<Self::Event>;
        wait(event: &Self::Event) -> Result<()>;
        synchronize() -> Result<()>;
    }
}

impl Primitives for Plain {
    pass_on! {
        inclusive_scan(op: &ScanOp, x: V<'_>, axis: usize) -> Result<Buf>;
        argsort(x: V<'_>, axis: usize) -> Result<Buf>;
        nonzero(mask: V<'_>) -> Result<(Buf, usize)>;
        take(x: V<'_>, axis: usize, indices: V<'_>) -> Result<Buf>;
        take_along_axis(x: V<'_>, axis: usize, indices: V<'_>) -> Result<Buf>;
        scatter(op: ScatterOp, target: Output<'_, Buf>, indices: V<'_>, values: V<'_>) -> Result<()>;
        searchsorted(sorted: V<'_>, values: V<'_>, side: Side) -> Result<Buf>;
    }
}

impl Blas for Plain {
    pass_on! {
        matmul(a: V<'_>, b: V<'_>) -> Result<Buf>;
        gemm(alpha: Scalar, a: V<'_>, b: V<'_>, beta: Scalar, out: Output<'_, Buf>) -> Result<()>;
    }
}

impl Solver for Plain {
    pass_on! {
        cholesky(a: V<'_>) -> Result<Buf>;
        lu(a: V<'_>) -> Result<LuFactors<Buf>>;
        solve(a: V<'_>, b: V<'_>) -> Result<Buf>;
        solve_triangular(a: V<'_>, b: V<'_>, lower: bool, unit_diagonal: bool) -> Result<Buf>;
        qr(a: V<'_>, complete: bool) -> Result<QrFactors<Buf>>;
        svd(a: V<'_>, vectors: bool, full: bool) -> Result<SvdFactors<Buf>>;
        eigh(a: V<'_>, vectors: bool) -> Result<EighFactors<Buf>>;
    }
}

impl Transform for Plain {
    pass_on! {
        c2c(x: V<'_>, axes: &[usize], direction: FftDirection, scale: f64) -> Result<Buf>;
        r2c(x: V<'_>, axes: &[usize], scale: f64) -> Result<Buf>;
        c2r(x: V<'_>, axes: &[usize], n: usize, scale: f64) -> Result<Buf>;
    }
}

impl Rng for Plain {
    pass_on! {
        random(distribution: Distribution, dtype: DType, seed: u64, stream: u64, offset: u64, len: usize,
            range: Option<(Scalar, Scalar)>) -> Result<Buf>;
        permutation(seed: u64, stream: u64, len: usize) -> Result<Buf>;
    }
}

impl Sparse for Plain {
    pass_on! {
        coo_to_csr(rows: usize, cols: usize, row: V<'_>, col: V<'_>, values: V<'_>) -> Result<Csr<Buf>>;
        csr_from_parts(rows: usize, cols: usize, indptr: V<'_>, indices: V<'_>, values: V<'_>) -> Result<Csr<Buf>>;
        csr_coordinates(a: &Csr<&Buf>) -> Result<(Buf, Buf)>;
        dense_to_csr(x: V<'_>) -> Result<Csr<Buf>>;
        csr_to_dense(a: &Csr<&Buf>) -> Result<Buf>;
        spmm(a: &Csr<&Buf>, x: V<'_>) -> Result<Buf>;
        spgemm(a: &Csr<&Buf>, b: &Csr<&Buf>) -> Result<Csr<Buf>>;
        sparse_add(a: &Csr<&Buf>, b: &Csr<&Buf>) -> Result<Csr<Buf>>;
    }
}

fn without(lacks: DType) -> Plain {
    Plain { cpu: Cpu::new(), lacks, refuses: Arc::default() }
}

/// Checks that something prints the same on the CPU and by the default methods.
macro_rules! same {
    ($xp:ident => $compute:expr) => {{
        let compute = |$xp: &Plain| -> Result<_> { Ok(format!("{:?}", $compute)) };
        let expected = |$xp: &Cpu| -> Result<_> { Ok(format!("{:?}", $compute)) };
        let expected: String = expected(&Cpu::new()).unwrap();
        assert_eq!(compute(&without(DType::BF16)).unwrap(), expected);
    }};
}

#[test]
fn sorting_and_selecting() {
    let nan = f64::NAN;
    same!(xp => xp.from_slice(&[3.0, nan, -1.0, 2.0, 0.5, 2.0], [2, 3])?.sort()?.to_vec()?);
    same!(xp => xp.from_slice(&[3i8, 1, 2, 9, 7, 8], [2, 3])?.transpose().sort()?.to_vec()?);
    same!(xp => {
        // Neither is a vector in place.
        let x = xp.rng(5).normal::<f64>([40, 7])?.transpose().slice(s![1..6, ..;3])?;
        x.mask(&x.greater(0.0)?)?.to_vec()?
    });
}

#[test]
fn counting() {
    same!(xp => xp.from_slice(&[4, 0, 1, 1, 4, 4], 6)?.bincount_with(Bincount::new().minlength(7))?.to_vec()?);
    same!(xp => xp.zeros::<i32>(0)?.bincount_with(Bincount::new().minlength(3))?.to_vec()?);
    same!(xp => {
        let weights = xp.from_slice(&[0.5, 2.0, 0.25], 3)?;
        xp.from_slice(&[2u8, 0, 2], 3)?.bincount_with(Bincount::new().weights(&weights))?.to_vec()?
    });
    same!(xp => {
        let x = xp.from_slice(&[1.0, f64::NAN, 0.0, 3.0, 2.0, 3.5, -1.0, 1.0], [2, 4])?.transpose();
        let edges = xp.from_slice(&[0.0, 1.0, 2.5, 3.0], 4)?;
        x.histogram(&edges)?.0.to_vec()?
    });
    same!(xp => xp.rng(6).random::<f32>(1000)?.histogram(10)?.0.to_vec()?);
    same!(xp => xp.zeros::<f64>(0)?.histogram(4)?.0.to_vec()?);
}

#[test]
fn products() {
    same!(xp => {
        let (a, x) = (xp.arange((0.0f32, 12.0, 1.0))?.reshape([3, 4])?, xp.arange((1.0f32, 5.0, 1.0))?);
        let y = a.matmul(&x)?;
        (y.to_vec()?, y.matmul(&a)?.to_vec()?, x.slice(s![..;-1])?.matmul(&x)?.item()?)
    });
    same!(xp => {
        let x = xp.from_slice(&[true, false, true], 3)?;
        (x.matmul(&x)?.item()?, xp.zeros::<u16>(0)?.matmul(&xp.zeros::<u16>(0)?)?.item()?)
    });
    same!(xp => {
        let (re, im) = (xp.arange((0.0, 5.0, 1.0))?, xp.arange((3.0, -2.0, -1.0))?);
        let z = re.astype::<Complex<f64>>() + im.astype::<Complex<f64>>() * Complex::new(0.0, 1.0);
        (z.vdot(&z.slice(s![..;-1])?)?.item()?, z.matmul(&z)?.item()?)
    });
    same!(xp => {
        let a = sparse::Csr::from_dense(&xp.from_slice(&[0.0, 2.0, 0.0, 1.0, 0.0, 3.0], [2, 3])?)?;
        let y = a.matmul(&xp.from_slice(&[1.0, 2.0, 3.0], 3)?)?;
        (y.to_vec()?, a.transpose()?.to_dense()?.to_vec()?)
    });
}

#[test]
fn inverses() {
    let xp = without(DType::BF16);
    let a = xp.rng(7).normal::<f64>([3, 5, 5]).unwrap();
    let product = a.matmul(&a.inv().unwrap()).unwrap();
    assert!(product.allclose_with(xp.eye::<f64>(5).unwrap(), Tolerance::new().rtol(0.0).atol(1e-12)).unwrap());
    let singular = xp.ones::<f64>([2, 2]).unwrap().inv();
    assert!(matches!(singular, Err(Error::Singular { op: "inv", pivot: 1 })));
}

#[test]
fn eigenvalues() {
    // So many rows that they go through products in the host's memory, real and complex.
    let (xp, n) = (without(DType::BF16), 90);
    let real = xp.rng(8).normal::<f64>([n, n]).unwrap().into_dyn();
    for a in [real.astype(DType::Complex128).unwrap(), real.multiply(Complex::new(1.0, 0.5)).unwrap(), real] {
        let (w, v) = a.eig().unwrap();
        let product = a.matmul(&v).unwrap();
        let close = Tolerance::new().rtol(0.0).atol(1e-11);
        assert!(product.allclose_with(v.multiply(&w).unwrap(), close).unwrap());
    }
}

fn assert_lacks<R>(result: Result<R>, lacks: DType) {
    match result {
        Err(Error::Unsupported { backend: "plain", dtype, .. }) => assert_eq!(dtype, lacks),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("an array of {lacks}"),
    }
}

#[test]
fn arrays_of_what_is_not_supported() {
    let lacks = DType::F64;
    let xp = without(lacks);
    assert_lacks(xp.from_slice(&[1.0f64], 1), lacks);
    assert_lacks(xp.zeros::<f64>(3), lacks);
    assert_lacks(xp.rng(1).normal::<f64>(3), lacks);
    let (x, n) = (xp.ones::<f32>(3).unwrap(), xp.ones::<i32>(3).unwrap());
    assert_lacks(x.astype::<f64>().eval(), lacks);
    assert_lacks((x.astype::<f64>().sin() * 2).sum(..).and_then(|sum| sum.item()), lacks);
    assert_lacks(x.add(&n), lacks);
    assert_lacks(n.mean(..), lacks);
    assert_lacks(x.into_dyn().astype(lacks), lacks);
    let profiled = Profiled::new(xp);
    assert!(!profiled.supports(lacks) && profiled.supports(DType::F32));
}

#[test]
fn programs_without_doubles() {
    let xp = without(DType::F64);
    let x = xp.rng(1).normal::<f32>([20, 20]).unwrap();
    let y = ((&x - x.mean(..).unwrap()) / x.std(..).unwrap() * 2.0).sort().unwrap();
    let z = y.matmul(&y.inv().unwrap()).unwrap();
    assert!(z.allclose_with(xp.eye::<f32>(20).unwrap(), Tolerance::new().rtol(1e-2).atol(1e-2)).unwrap());
}

/// What was to be assigned by a launch that is refused stays with its array, for whoever reads that.
#[test]
fn assignments_that_are_refused() {
    let xp = without(DType::BF16);
    let (mut x, other) = (xp.zeros::<f32>(4).unwrap(), xp.ones::<f32>(2).unwrap().copy());
    x.eval().unwrap();
    other.eval().unwrap();
    x.assign(s![..2], &other).unwrap();
    x.assign(s![2..], &other * 2).unwrap();
    let seen = x.clone();
    xp.refuses.store(true, Relaxed);
    // Not who computes something else has the error.
    other.eval().unwrap();
    for _ in 0..2 {
        assert!(x.eval().is_err() && (&seen + 1).eval().is_err());
        assert!(x.assign(s![0], 7).is_err());
    }
    xp.refuses.store(false, Relaxed);
    x.assign(s![0], 7).unwrap();
    assert_eq!(x.to_vec().unwrap(), [7.0, 1.0, 2.0, 2.0]);
    assert_eq!(seen.to_vec().unwrap(), [1.0, 1.0, 2.0, 2.0]);
}

/// A device that is not the host compares elements of an image at once, where the host goes along lines.
#[cfg(feature = "scipy")]
#[test]
fn distances_in_images() {
    xparray_tests::ndimage_spectra::distances(&without(DType::BF16));
}

/// A device joins runs of elements and nodes of graphs at once, where the host joins one after the other.
#[cfg(feature = "scipy")]
#[test]
fn connected_parts() {
    let xp = without(DType::BF16);
    xparray_tests::ndimage_measurements::labels(&xp);
    xparray_tests::ndimage_measurements::large(&xp);
    xparray_tests::sparse_components::graphs(&xp);
}

/// A device partitions the elements of windows, where the host merges sorted lists.
#[cfg(feature = "scipy")]
#[test]
fn ranks_in_images() {
    xparray_tests::ndimage_filters::ranks(&without(DType::BF16));
}
