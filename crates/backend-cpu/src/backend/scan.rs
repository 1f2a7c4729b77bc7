//! Scans by a user's operation, out of fused kernels.
//!
//! The axis is cut into about as many blocks as each has items. Step `j` combines item `j - 1` with item `j`
//! of all blocks at once, which is an elementwise kernel; then the blocks' totals are scanned in turn, and
//! each block is combined with the total before it.

use super::view::V;
use crate::device::Cpu;
use crate::pool::Block;
use smallvec::smallvec;
use xparray_ir::backend::{Input, Launch, LaunchArgs, Memory, Output, View};
use xparray_ir::ir::{Combine, Inst, Kernel, Op, SharedKernel};
use xparray_ir::layout::Dims;
use xparray_ir::{DType, Error, Layout, Result, Scalar};

/// So many blocks that a cache line of each stays in the L2 cache.
const MOST_BLOCKS: usize = 4096;

/// The operation as an elementwise kernel of two operands.
struct PairKernel {
    both: SharedKernel,
    copy: SharedKernel,
    params: Vec<Scalar>,
    dtype: DType,
}

impl PairKernel {
    fn new(combine: &Combine, dtype: DType) -> Result<Self> {
        combine.check(dtype)?;
        let mut params = Vec::new();
        let insts: Vec<Inst> = combine
            .insts
            .iter()
            .map(|inst| {
                let op = match inst.op {
                    Op::Arg(k) => Op::Load(k),
                    Op::Const(scalar) => {
                        params.push(scalar);
                        Op::Param(params.len() as u16 - 1)
                    }
                    ref op => op.clone(),
                };
                Inst { op, ..inst.clone() }
            })
            .collect();
        let load = Inst { op: Op::Load(0), dtype, args: smallvec![] };
        Ok(Self {
            both: SharedKernel::new(Kernel {
                body: insts.len(),
                insts,
                outputs: vec![combine.result],
                operands: 2,
                params: params.iter().map(Scalar::dtype).collect(),
                ..Kernel::default()
            })?,
            copy: SharedKernel::new(Kernel {
                insts: vec![load],
                body: 1,
                outputs: vec![0],
                operands: 1,
                ..Kernel::default()
            })?,
            params,
            dtype,
        })
    }

    /// `out = left op right`, or a copy of `right`.
    fn run(
        &self,
        cpu: &Cpu,
        left: Option<(&Block, Layout)>,
        right: (&Block, Layout),
        out: (&mut Block, Layout),
    ) -> Result<()> {
        let shape: Dims = out.1.shape().into();
        let view = |buffer, layout| Ok::<_, Error>(Input::Buffer(View::new(buffer, self.dtype, layout)?));
        let right = view(right.0, &right.1)?;
        let (kernel, inputs, params) = match &left {
            Some((buffer, layout)) => (&self.both, vec![view(*buffer, layout)?, right], &self.params[..]),
            None => (&self.copy, vec![right], &[][..]),
        };
        let outputs = smallvec![Output::new(out.0, self.dtype, &out.1)?];
        cpu.launch(LaunchArgs::new(kernel, &shape, shape.len(), &inputs, outputs, params)?)
    }
}

/// The inclusive scan along an axis.
pub(super) fn custom(cpu: &Cpu, combine: &Combine, x: V<'_>, axis: usize) -> Result<Block> {
    let mut out = cpu.alloc(x.layout().len() * x.dtype().size())?;
    let place = Layout::row_major(x.layout().shape());
    let step = PairKernel::new(combine, x.dtype())?;
    scan(cpu, &step, (x.buffer(), x.layout()), (&mut out, &place), axis)?;
    Ok(out)
}

/// The items at `first`, `first + step`, ... of an axis: `n` of them.
fn every(layout: &Layout, axis: usize, first: usize, step: usize, n: usize) -> Result<Layout> {
    layout.sliced(axis, first, step as isize, n)
}

fn scan(cpu: &Cpu, step: &PairKernel, x: (&Block, &Layout), out: (&mut Block, &Layout), axis: usize) -> Result<()> {
    let n = x.1.shape()[axis];
    if x.1.len() == 0 {
        return Ok(());
    }
    let blocks = n.isqrt().min(MOST_BLOCKS);
    let len = n.div_ceil(blocks);
    let blocks = n.div_ceil(len);
    // Item j of each block; the last block may be shorter.
    let with_item = |j: usize| if (blocks - 1) * len + j < n { blocks } else { blocks - 1 };
    let mut shape: Dims = x.1.shape().into();
    let mut items: Vec<Block> = Vec::with_capacity(len);
    for j in 0..len {
        shape[axis] = with_item(j);
        let own = Layout::row_major(&shape);
        let mut item = cpu.alloc(own.len() * step.dtype.size())?;
        let left = match j {
            0 => None,
            _ => {
                let mut before: Dims = shape.clone();
                before[axis] = with_item(j - 1);
                let before = Layout::row_major(&before);
                Some((&items[j - 1], every(&before, axis, 0, 1, with_item(j))?))
            }
        };
        step.run(cpu, left, (x.0, every(x.1, axis, j, len, with_item(j))?), (&mut item, own))?;
        items.push(item);
    }
    // The totals of all blocks but the last, scanned: what comes before each of the others.
    let mut before = None;
    if blocks > 1 {
        shape[axis] = with_item(len - 1);
        let all = Layout::row_major(&shape);
        let totals = every(&all, axis, 0, 1, blocks - 1)?;
        let own = Layout::row_major(totals.shape());
        let mut scanned = cpu.alloc(own.len() * step.dtype.size())?;
        scan(cpu, step, (&items[len - 1], &totals), (&mut scanned, &own), axis)?;
        before = Some((scanned, own));
    }
    for (j, item) in items.iter().enumerate() {
        shape[axis] = with_item(j);
        let own = Layout::row_major(&shape);
        step.run(cpu, None, (item, every(&own, axis, 0, 1, 1)?), (&mut *out.0, every(out.1, axis, j, len, 1)?))?;
        if let Some((scanned, totals)) = &before {
            let later = with_item(j) - 1;
            let totals = every(totals, axis, 0, 1, later)?;
            let (item, place) = (every(&own, axis, 1, 1, later)?, every(out.1, axis, len + j, len, later)?);
            step.run(cpu, Some((scanned, totals)), (&items[j], item), (&mut *out.0, place))?;
        }
    }
    Ok(())
}
