//! Generators made of others, and kept.

use super::{Generator, Random};
use crate::backend::Backend;

/// All that a generator's numbers depend on, to be kept and gone on from.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let mut rng = xp.rng(42);
/// rng.normal::<f64>(5)?;
/// let state = rng.state();
/// let (x, y) = (rng.normal::<f64>(5)?, xp.rng_from(state).normal::<f64>(5)?);
/// assert!(x.array_equal(&y)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GeneratorState {
    /// The seed.
    pub seed: u64,
    /// The stream of the next array.
    pub stream: u64,
    /// How many generators were made of this one.
    pub spawned: u64,
}

impl<B: Backend> Generator<B> {
    /// What the next numbers depend on.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.rng(42).state().seed, 42);
    /// ```
    pub fn state(&self) -> GeneratorState {
        GeneratorState { seed: self.seed, stream: self.stream, spawned: self.spawned }
    }

    /// Generators of seeds of their own, other ones each time.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let mut children = xp.rng(42).spawn(2);
    /// let (x, y) = (children[0].normal::<f64>(3)?, children[1].normal::<f64>(3)?);
    /// assert!(!x.array_equal(&y)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn spawn(&mut self, n: usize) -> Vec<Self> {
        let first = self.spawned;
        self.spawned = first.wrapping_add(n as u64);
        (0..n as u64).map(|k| self.xp.rng(mixed(mixed(self.seed).wrapping_add(first.wrapping_add(k))))).collect()
    }

    /// The generator as if it had made 2^20 arrays more, so many times: for parts of a program that each make fewer.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (mut rng, mut far) = (xp.rng(42), xp.rng(42).jumped(1));
    /// assert!(!rng.normal::<f64>(3)?.array_equal(&far.normal::<f64>(3)?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn jumped(&self, jumps: u64) -> Self {
        Self { stream: self.stream.wrapping_add(jumps << 20), ..self.clone() }
    }
}

/// The mixing function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), one to one.
fn mixed(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
