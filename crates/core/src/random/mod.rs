//! Random numbers: reproducible streams, equal on every backend.

mod choice;
mod continuous;
mod discrete;
mod draw;
mod floats;
mod gamma;
mod integers;
mod parameter;
mod permutations;
mod state;
mod table;

pub use choice::Choice;
pub use floats::Normal;
pub use parameter::Parameter;
pub use state::GeneratorState;

use crate::array::{DynArray, IntoShape};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::graph::{MapOp, record};
use crate::ir::Distribution;

/// Making generators, as a method of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (mut a, mut b) = (xp.rng(42), xp.rng(42));
/// let x = a.normal::<f64>([2, 3])?;
/// assert!(x.array_equal(&b.normal::<f64>([2, 3])?)?); // the same seed and calls: the same numbers
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Random: Backend {
    /// A generator of the streams of a seed.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut rng = xp.rng(42);
    /// assert_eq!(rng.random::<f32>([2, 3])?.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[doc(alias = "default_rng")]
    fn rng(&self, seed: u64) -> Generator<Self> {
        self.rng_from(GeneratorState { seed, stream: 0, spawned: 0 })
    }

    /// A generator that goes on from a state.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let rng = xp.rng(42);
    /// assert_eq!(xp.rng_from(rng.state()).state(), rng.state());
    /// ```
    fn rng_from(&self, state: GeneratorState) -> Generator<Self> {
        let GeneratorState { seed, stream, spawned } = state;
        Generator { xp: self.clone(), seed, stream, spawned }
    }
}

impl<B: Backend> Random for B {}

/// A generator of random arrays: Philox4x32-10 (Salmon et al., SC 2011).
///
/// Each array comes from a stream of its own, and each element depends on the seed, the number of the
/// stream and its place only. So the same calls give the same arrays, on any backend and for any number
/// of threads: equal bits for integers and uniforms, equal up to rounding for the others. Fills are
/// deferred, and fuse with what uses them.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let mut rng = xp.rng(1);
/// let (x, y) = (rng.random::<f64>(4)?, rng.random::<f64>(4)?);
/// assert!(!x.array_equal(&y)?); // every call has a stream of its own
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone)]
pub struct Generator<B: Backend> {
    xp: B,
    seed: u64,
    stream: u64,
    spawned: u64,
}

impl<B: Backend> Generator<B> {
    fn next_stream(&mut self) -> u64 {
        let stream = self.stream;
        self.stream = stream.wrapping_add(1);
        stream
    }

    fn fill(
        &mut self,
        distribution: Distribution,
        dtype: DType,
        shape: impl IntoShape,
        range: Option<(Scalar, Scalar)>,
    ) -> Result<DynArray<B>> {
        let shape = shape.into_shape();
        let constant = |value: Scalar| DynArray::full(&self.xp, value, &[]);
        let index = DynArray::iota(&self.xp, &shape)?.astype(DType::U64)?;
        let mut args = vec![index, constant(Scalar::new(self.seed))?, constant(Scalar::new(self.stream))?];
        if let Some((low, high)) = range {
            args.extend([constant(low)?, constant(high)?]);
        }
        self.next_stream();
        // Each time other ones.
        record::obstacle("random numbers");
        DynArray::map(MapOp::Random(distribution), dtype, shape, args)
    }
}
