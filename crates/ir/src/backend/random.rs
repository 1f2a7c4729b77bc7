use super::{Input, Launch, LaunchArgs, Output};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::{Distribution, Inst, Kernel, Op, SharedKernel};
use crate::layout::{Layout, checked_len};
use smallvec::{SmallVec, smallvec};

/// Counter-based random streams: Philox4x32-10.
pub trait Rng: Launch {
    /// Numbers `offset..offset + len` of the stream, as a fresh buffer.
    ///
    /// `range` is the lowest and highest value for [`Distribution::Integers`]. The same numbers
    /// come out of [`Op::Random`] in a fused kernel, by which they are made by default.
    ///
    /// # Errors
    /// [`Error::DType`] for a type that the distribution does not have; [`Error::Value`] without a range that it needs.
    fn random(
        &self,
        distribution: Distribution,
        dtype: DType,
        seed: u64,
        stream: u64,
        offset: u64,
        len: usize,
        range: Option<(Scalar, Scalar)>,
    ) -> Result<Self::Buffer> {
        let op = distribution.name();
        if !distribution.accepts(dtype) {
            return Err(Error::DType { op, expected: "a type that it has".to_owned(), found: dtype.to_string() });
        }
        let mut params: SmallVec<[Scalar; 4]> = [seed, stream].into_iter().map(Scalar::new).collect();
        if distribution == Distribution::Integers {
            let (low, last) = range.ok_or_else(|| Error::value(op, "no range was given"))?;
            params.extend([low, last]);
        }
        let mut out = self.alloc(checked_len(&[len])?.saturating_mul(dtype.size()))?;
        let layout = Layout::row_major(&[len]);
        let places = Layout::new(smallvec![len], smallvec![1], offset as usize)?;
        let (inputs, outputs) = ([Input::Index(&places)], smallvec![Output::new(&mut out, dtype, &layout)?]);
        self.launch(LaunchArgs::new(&fill(distribution, dtype)?, &[len], 1, &inputs, outputs, &params)?)?;
        Ok(out)
    }

    /// A random permutation of `0..len` (`i64`), by the bijection that the CPU backend's `random` module defines.
    fn permutation(&self, seed: u64, stream: u64, len: usize) -> Result<Self::Buffer>;
}

/// The kernel that writes a stream's numbers.
fn fill(distribution: Distribution, dtype: DType) -> Result<SharedKernel> {
    let inst = |op, dtype, args: &[u16]| Inst { op, dtype, args: args.into() };
    let mut params = vec![DType::U64; 2];
    let mut insts = vec![
        inst(Op::Index(0), DType::I64, &[]),
        inst(Op::Cast, DType::U64, &[0]),
        inst(Op::Param(0), DType::U64, &[]),
        inst(Op::Param(1), DType::U64, &[]),
    ];
    let mut args = vec![1, 2, 3];
    if distribution == Distribution::Integers {
        params.extend([dtype; 2]);
        insts.extend([inst(Op::Param(2), dtype, &[]), inst(Op::Param(3), dtype, &[])]);
        args.extend([4, 5]);
    }
    insts.push(inst(Op::Random(distribution), dtype, &args));
    let body = insts.len();
    SharedKernel::new(Kernel { insts, body, outputs: vec![body as u16 - 1], operands: 1, params, ..Kernel::default() })
}
