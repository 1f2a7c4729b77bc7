//! [`Rng`] of a GPU.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use smallvec::{SmallVec, smallvec};
use xparray_ir::backend::{Input, Launch, LaunchArgs, Output, Rng};
use xparray_ir::ir::{Distribution, Inst, Kernel, Op, SharedKernel};
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Error, Layout, Result, Scalar};
use xparray_kernels::Routine;

impl<D: Driver> Rng for Gpu<D> {
    fn random(
        &self,
        distribution: Distribution,
        dtype: DType,
        seed: u64,
        stream: u64,
        offset: u64,
        len: usize,
        range: Option<(Scalar, Scalar)>,
    ) -> Result<Buffer<D>> {
        if !distribution.accepts(dtype) {
            return Err(Error::Unsupported { backend: D::NAME, op: distribution.name(), dtype });
        }
        let mut params: SmallVec<[Scalar; 4]> = [seed, stream].into_iter().map(Scalar::new).collect();
        if distribution == Distribution::Integers {
            let (low, last) = range.ok_or_else(|| Error::value("integers", "no range was given"))?;
            params.extend([low, last]);
        }
        let mut out = self.alloc_buffer(checked_len(&[len])? * dtype.size())?;
        let layout = Layout::row_major(&[len]);
        let places = Layout::new(smallvec![len], smallvec![1], offset as usize)?;
        self.launch(LaunchArgs::new(
            &fill(distribution, dtype)?,
            &[len],
            1,
            &[Input::Index(&places)],
            smallvec![Output::new(&mut out, dtype, &layout)?],
            &params,
        )?)?;
        Ok(out)
    }

    fn permutation(&self, seed: u64, stream: u64, len: usize) -> Result<Buffer<D>> {
        let mut out = self.alloc_buffer(checked_len(&[len])? * size_of::<i64>())?;
        if len == 0 {
            return Ok(out);
        }
        // The sides of a grid that has room for all, as the CPU backend's `random` module defines it.
        let side = ((len as u64 - 1).isqrt() + 1).next_multiple_of(2);
        let other = (len as u64).div_ceil(side);
        // SAFETY: the kernel declares these, and writes `len` elements.
        unsafe {
            let args = (&mut out, len as u64, side, other, seed, stream);
            self.run(&Routine::permutation(), "xp_permutation", len.div_ceil(256).min(1 << 16), 256, args)?;
        }
        Ok(out)
    }
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
