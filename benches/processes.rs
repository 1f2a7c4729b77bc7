//! The same work on one process of many threads and on many processes of one thread each:
//!
//! ```sh
//! cargo build --release --package xparray-bench --features dist --bin processes
//! RAYON_NUM_THREADS=2 target/release/processes
//! RAYON_NUM_THREADS=1 mpiexec -n 2 --bind-to core target/release/processes
//! ```

use std::time::{Duration, Instant};
use xparray::Result;
use xparray::dist::{self, Comm, DistArray, DistCsr, Mesh, Op};
use xparray::prelude::*;
use xparray::sparse::Csr;

/// How long a workload is repeated.
const LONG: Duration = Duration::from_secs(1);

type Matrix = DistArray<f32, Cpu>;

/// What is worked on: vectors of 4 million elements, matrices of 2000 by 2000.
struct Data {
    mesh: Mesh,
    vector: Matrix,
    matrix: Matrix,
    columns: Matrix,
    waves: DistArray<Complex<f32>, Cpu>,
    points: Matrix,
    centres: Array<f32>,
    chain: DistCsr<f64, Cpu>,
}

type Array<T> = xparray::Array<T, Cpu>;

/// A workload, and its name.
type Workload = (&'static str, fn(&Data) -> Result<()>);

const WORKLOADS: &[Workload] = &[
    ("exp(sin(x) * cos(x))", |data| data.vector.map(|x| Ok((x.sin() * x.cos()).exp()))?.local().eval()),
    ("sum", |data| data.vector.sum(..)?.local().eval()),
    ("standardize", |data| ((&data.matrix - &data.matrix.mean(0)?) / &data.matrix.std(0)?).local().eval()),
    ("stencil", |data| stencil(&data.matrix)),
    ("matmul", |data| data.matrix.matmul(&data.columns)?.local().eval()),
    ("fft2", |data| data.waves.fftn()?.local().eval()),
    ("sort", |data| data.vector.sort()?.local().eval()),
    ("cg, 20 steps", |data| {
        let ones = data.mesh.sharding([Some(0)])?.shard(&data.vector.local().xp().ones(1_000_000)?)?;
        data.chain.cg(&ones, 1e-30, 20)?.x.local().eval()
    }),
    ("k-means, 10 steps", |data| data.points.k_means(&data.centres, 10)?.0.eval()),
];

fn main() -> Result<()> {
    let world = dist::init()?;
    let data = data(&world, &Cpu::new())?;
    for (name, workload) in WORKLOADS {
        let seconds = seconds(&world, || workload(&data))?;
        if world.rank() == 0 {
            println!("{name:<22} {:9.2} ms", seconds * 1e3);
        }
    }
    Ok(())
}

fn data(world: &Comm, xp: &Cpu) -> Result<Data> {
    let mesh = world.mesh(world.size())?;
    let (vectors, rows) = (mesh.sharding([Some(0)])?, mesh.sharding([Some(0), None])?);
    let mut rng = xp.rng(1);
    let matrix = rows.shard(&rng.normal([2000, 2000])?)?;
    let points = rng.normal([200_000, 8])?;
    let n = 1_000_000;
    let diagonal = |value: f64, len: usize| xp.full(len, value);
    let (middle, beside) = (diagonal(2.0, n)?, diagonal(-1.0, n - 1)?);
    let chain = Csr::diags(&[&beside, &middle, &beside], &[-1, 0, 1], [n, n])?;
    Ok(Data {
        vector: vectors.shard(&rng.normal(4_000_000)?)?,
        columns: mesh.sharding([None, None])?.shard(&rng.normal([2000, 2000])?)?,
        waves: matrix.map(|x| Ok(x.astype()))?,
        centres: points.slice(s![..16])?.copy(),
        points: rows.shard(&points)?,
        chain: DistCsr::shard(&chain, &vectors)?,
        matrix,
        mesh,
    })
}

/// Five points, written as slices.
fn stencil(x: &Matrix) -> Result<()> {
    let [n, m] = x.shape() else { return Ok(()) };
    let part = |up: usize, left: usize| x.slice(s![up..n - 2 + up, left..m - 2 + left]);
    let sum = part(0, 1)? + part(2, 1)? + part(1, 0)? + part(1, 2)? - part(1, 1)? * 4.0;
    sum.local().eval()
}

/// The least time of the slowest process.
fn seconds(world: &Comm, work: impl Fn() -> Result<()>) -> Result<f64> {
    work()?;
    let (xp, begin) = (Cpu::new(), Instant::now());
    let mut least = f64::INFINITY;
    loop {
        world.barrier()?;
        let start = Instant::now();
        work()?;
        let own = xp.array([start.elapsed().as_secs_f64(), begin.elapsed().as_secs_f64()])?;
        let slowest = world.all_reduce(&own, Op::Max)?.to_vec()?;
        least = least.min(slowest[0]);
        if slowest[1] > LONG.as_secs_f64() {
            return Ok(least);
        }
    }
}
