use super::Memory;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::ir::Distribution;

/// Counter-based random streams: Philox4x32-10.
pub trait Rng: Memory {
    /// Numbers `offset..offset + len` of the stream, as a fresh buffer.
    ///
    /// `range` is the lowest and highest value for [`Distribution::Integers`]. The same numbers
    /// come out of [`Op::Random`](crate::ir::Op::Random) in a fused kernel.
    fn random(
        &self,
        distribution: Distribution,
        dtype: DType,
        seed: u64,
        stream: u64,
        offset: u64,
        len: usize,
        range: Option<(Scalar, Scalar)>,
    ) -> Result<Self::Buffer>;

    /// A random permutation of `0..len` (`i64`), by the bijection that the CPU backend's `random` module defines.
    fn permutation(&self, seed: u64, stream: u64, len: usize) -> Result<Self::Buffer>;
}
