//! Programs over arrays on many devices.

use std::time::{Duration, Instant};
use xparray::Result;
use xparray::dist::{Comm, DistArray, DistCsr, Mesh, Op};
use xparray::prelude::*;
use xparray::sparse::Csr;

/// How long a workload is repeated.
const LONG: Duration = Duration::from_secs(1);

type Matrix<B> = DistArray<f32, B>;

/// How large the data are: elements of a vector, rows and columns of the matrix, points, unknowns.
pub struct Sizes {
    pub vector: usize,
    pub matrix: [usize; 2],
    pub points: usize,
    pub unknowns: usize,
}

/// What is worked on, rows divided among the processes; `right` is the matrix that the first is multiplied with.
pub struct Data<B: Backend> {
    vector: Matrix<B>,
    matrix: Matrix<B>,
    right: Matrix<B>,
    waves: DistArray<Complex<f32>, B>,
    points: Matrix<B>,
    centres: Array<f32, B>,
    ones: DistArray<f64, B>,
    chain: DistCsr<f64, B>,
}

/// A workload, and its name.
pub type Workload<B> = (&'static str, fn(&Data<B>) -> Result<()>);

/// All of them.
pub fn workloads<B: Backend>() -> [Workload<B>; 9] {
    [
        ("exp(sin(x) * cos(x))", |data| data.vector.map(|x| Ok((x.sin() * x.cos()).exp()))?.local().eval()),
        ("sum", |data| data.vector.sum(..)?.local().eval()),
        ("standardize", |data| ((&data.matrix - &data.matrix.mean(0)?) / &data.matrix.std(0)?).local().eval()),
        ("stencil", |data| stencil(&data.matrix)),
        ("matmul", |data| data.matrix.matmul(&data.right)?.local().eval()),
        ("fft2", |data| data.waves.fftn()?.local().eval()),
        ("sort", |data| data.vector.sort()?.local().eval()),
        ("cg, 20 steps", |data| data.chain.cg(&data.ones, 1e-30, 20)?.x.local().eval()),
        ("k-means, 10 steps", |data| data.points.k_means(&data.centres, 10)?.0.eval()),
    ]
}

impl<B: Backend> Data<B> {
    /// The same on every process, of which each keeps its part. The right factor is there as a whole, or divided as the left one.
    pub fn new(world: &Comm, xp: &B, sizes: &Sizes, whole: bool) -> Result<Self> {
        let mesh: Mesh = world.mesh(world.size())?;
        let (vectors, rows) = (mesh.sharding([Some(0)])?, mesh.sharding([Some(0), None])?);
        let right = if whole { mesh.sharding([None, None])? } else { rows.clone() };
        let mut rng = xp.rng(1);
        let matrix = rows.shard(&rng.normal(sizes.matrix)?)?;
        let points = rng.normal([sizes.points, 8])?;
        let n = sizes.unknowns;
        let (middle, beside) = (xp.full(n, 2.0)?, xp.full(n - 1, -1.0)?);
        let chain = Csr::diags(&[&beside, &middle, &beside], &[-1, 0, 1], [n, n])?;
        Ok(Self {
            vector: vectors.shard(&rng.normal(sizes.vector)?)?,
            right: right.shard(&rng.normal([sizes.matrix[1]; 2])?)?,
            waves: matrix.map(|x| Ok(x.astype()))?,
            centres: points.slice(s![..16])?.copy(),
            points: rows.shard(&points)?,
            ones: vectors.shard(&xp.ones(n)?)?,
            chain: DistCsr::shard(&chain, &vectors)?,
            matrix,
        })
    }
}

/// Five points, written as slices.
fn stencil<B: Backend>(x: &Matrix<B>) -> Result<()> {
    let [n, m] = x.shape() else { return Ok(()) };
    let part = |up: usize, left: usize| x.slice(s![up..n - 2 + up, left..m - 2 + left]);
    let sum = part(0, 1)? + part(2, 1)? + part(1, 0)? + part(1, 2)? - part(1, 1)? * 4.0;
    sum.local().eval()
}

/// The least time of the slowest process.
pub fn seconds<B: Backend>(world: &Comm, xp: &B, work: impl Fn() -> Result<()>) -> Result<f64> {
    work()?;
    let (host, begin) = (Cpu::new(), Instant::now());
    let mut least = f64::INFINITY;
    loop {
        xp.synchronize()?;
        world.barrier()?;
        let start = Instant::now();
        work()?;
        xp.synchronize()?;
        let own = host.array([start.elapsed().as_secs_f64(), begin.elapsed().as_secs_f64()])?;
        let slowest = world.all_reduce(&own, Op::Max)?.to_vec()?;
        least = least.min(slowest[0]);
        if slowest[1] > LONG.as_secs_f64() {
            return Ok(least);
        }
    }
}
