//! `Rng`.

use super::view::{bytes_of, fresh, room};
use crate::device::Cpu;
use crate::pool::Block;
use crate::random::{self, Stream};
use half::{bf16, f16};
use std::mem::MaybeUninit;
use xparray_ir::backend::{Backend, Memory, Rng};
use xparray_ir::ir::Distribution;
use xparray_ir::{DType, Element, Error, Result, Scalar};

/// Fills of one element type.
macro_rules! fill {
    ($cpu:expr, $dtype:expr, $len:expr, |$out:ident| $fill:expr, $op:literal, [$($variant:ident $T:ty),*]) => {
        match $dtype {
            $(DType::$variant => fresh::<$T>($cpu, $len, |$out| $fill),)*
            dtype => Err(Error::Unsupported { backend: Cpu::NAME, op: $op, dtype }),
        }
    };
}

fn integers<T: random::Integer + Element>(
    stream: Stream,
    range: Option<(Scalar, Scalar)>,
    out: &mut [MaybeUninit<T>],
) -> Result<()> {
    let (low, last) = range.ok_or_else(|| Error::value("integers", "no range was given"))?;
    random::integers_inclusive(stream, low.get::<T>(), last.get::<T>(), out)
        .map_err(|error| Error::value("integers", error.to_string()))
}

impl Rng for Cpu {
    fn random(
        &self,
        distribution: Distribution,
        dtype: DType,
        seed: u64,
        stream: u64,
        offset: u64,
        len: usize,
        range: Option<(Scalar, Scalar)>,
    ) -> Result<Block> {
        let stream = Stream { seed, id: stream, offset };
        match distribution {
            Distribution::Bits => {
                fill!(self, dtype, len, |out| { random::bits(stream, out); Ok(()) }, "bits", [U32 u32, U64 u64])
            }
            Distribution::Uniform => fill!(self, dtype, len, |out| { random::uniform(stream, out); Ok(()) }, "uniform",
                [F16 f16, BF16 bf16, F32 f32, F64 f64]),
            Distribution::Normal => {
                fill!(self, dtype, len, |out| { random::standard_normal(stream, out); Ok(()) }, "normal",
                [F16 f16, BF16 bf16, F32 f32, F64 f64])
            }
            Distribution::Exponential => {
                fill!(self, dtype, len, |out| { random::standard_exponential(stream, out); Ok(()) },
                "exponential", [F16 f16, BF16 bf16, F32 f32, F64 f64])
            }
            Distribution::Integers => fill!(self, dtype, len, |out| integers(stream, range, out), "integers",
                [I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64]),
        }
    }

    fn permutation(&self, seed: u64, stream: u64, len: usize) -> Result<Block> {
        let mut block = self.alloc(bytes_of::<i64>(len)?)?;
        let stream = Stream { seed, id: stream, offset: 0 };
        random::permutation(stream, len as u64, room::<i64>(&mut block, len))
            .map_err(|error| Error::value("permutation", error.to_string()))?;
        Ok(block)
    }
}
