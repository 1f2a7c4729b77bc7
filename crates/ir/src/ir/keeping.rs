//! Kernels without some of their outputs.

use super::{Inst, Kernel, Op, Value};

/// A kernel with what it still has of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The kernel.
    pub kernel: Kernel,
    /// Which operands of the other one its operands are.
    pub operands: Vec<usize>,
    /// Which parameters its parameters are.
    pub params: Vec<usize>,
}

impl Kernel {
    /// The kernel with only these of its outputs, of a well-formed one: nothing is computed or read for the others.
    ///
    /// ```
    /// use xparray::DType;
    /// use xparray::ir::{BinaryOp, Inst, Kernel, Op};
    /// let load = |k| Inst { op: Op::Load(k), dtype: DType::F32, args: Default::default() };
    /// let sum = Inst { op: Op::Binary(BinaryOp::Add), dtype: DType::F32, args: [0, 1].into_iter().collect() };
    /// let insts = vec![load(0), load(1), sum];
    /// let kernel = Kernel { insts, body: 3, outputs: vec![2, 1], operands: 2, ..Kernel::default() };
    /// let kept = kernel.keeping(&[1]);
    /// assert_eq!((kept.kernel.insts, kept.kernel.outputs, kept.operands), (vec![load(0)], vec![0], vec![1]));
    /// ```
    pub fn keeping(&self, outputs: &[usize]) -> Kept {
        let outputs: Vec<Value> = outputs.iter().map(|&k| self.outputs[k]).collect();
        let needed = self.needed(&outputs);
        let (mut operands, mut params, mut reductions) = (Vec::new(), Vec::new(), Vec::new());
        let mut insts = Vec::new();
        let mut places = vec![0; self.insts.len()];
        for (at, inst) in self.insts.iter().enumerate().filter(|&(at, _)| needed[at]) {
            let op = match inst.op.clone() {
                Op::Load(k) => Op::Load(number(&mut operands, k)),
                Op::Index(k) => Op::Index(number(&mut operands, k)),
                Op::Gather(k) => Op::Gather(number(&mut operands, k)),
                Op::Param(k) => Op::Param(number(&mut params, k)),
                Op::Reduced { index, part } => Op::Reduced { index: number(&mut reductions, index), part },
                op => op,
            };
            places[at] = insts.len() as Value;
            insts.push(Inst { op, dtype: inst.dtype, args: inst.args.iter().map(|&v| places[v as usize]).collect() });
        }
        let reductions = reductions.into_iter().map(|k| {
            let mut reduction = self.reductions[k].clone();
            reduction.args.iter_mut().for_each(|v| *v = places[*v as usize]);
            reduction
        });
        let kernel = Kernel {
            body: needed[..self.body].iter().filter(|&&needed| needed).count(),
            insts,
            reductions: reductions.collect(),
            outputs: outputs.iter().map(|&v| places[v as usize]).collect(),
            operands: operands.len(),
            params: params.iter().map(|&k| self.params[k]).collect(),
        };
        Kept { kernel, operands, params }
    }

    /// Which instructions outputs depend on.
    fn needed(&self, outputs: &[Value]) -> Vec<bool> {
        let mut needed = vec![false; self.insts.len()];
        outputs.iter().for_each(|&v| needed[v as usize] = true);
        for (at, inst) in self.insts.iter().enumerate().rev() {
            if !needed[at] {
                continue;
            }
            inst.args.iter().for_each(|&v| needed[v as usize] = true);
            if let Op::Reduced { index, .. } = inst.op {
                self.reductions[index as usize].args.iter().for_each(|&v| needed[v as usize] = true);
            }
        }
        needed
    }
}

/// The number of something that is kept, a new one if it was not met before.
fn number(kept: &mut Vec<usize>, k: u16) -> u16 {
    let known = kept.iter().position(|&other| other == k as usize);
    known.unwrap_or_else(|| {
        kept.push(k as usize);
        kept.len() - 1
    }) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::DType;
    use crate::ir::{BinaryOp, ReduceOp, Reduction, SharedKernel};

    fn inst(op: Op, args: &[Value]) -> Inst {
        Inst { op, dtype: DType::F64, args: args.iter().copied().collect() }
    }

    /// Two sums and an elementwise output, each of operands and a parameter of its own.
    fn kernel() -> Kernel {
        let sum = |v| Reduction { op: ReduceOp::Sum, args: [v].into_iter().collect(), dtype: DType::F64 };
        let insts = vec![
            inst(Op::Load(0), &[]),
            inst(Op::Param(0), &[]),
            inst(Op::Binary(BinaryOp::Mul), &[0, 1]),
            inst(Op::Load(1), &[]),
            inst(Op::Param(1), &[]),
            inst(Op::Binary(BinaryOp::Mul), &[3, 4]),
            inst(Op::Reduced { index: 0, part: 0 }, &[]),
            inst(Op::Reduced { index: 1, part: 0 }, &[]),
        ];
        let (reductions, params) = (vec![sum(2), sum(5)], vec![DType::F64; 2]);
        Kernel { insts, body: 6, reductions, outputs: vec![6, 7, 2], operands: 2, params }
    }

    #[test]
    fn what_is_kept_is_numbered_anew() {
        let kernel = kernel();
        let all = kernel.keeping(&[0, 1, 2]);
        assert_eq!((&all.kernel, &all.operands[..], &all.params[..]), (&kernel, &[0, 1][..], &[0, 1][..]));

        let second = kernel.keeping(&[1]);
        let insts = vec![
            inst(Op::Load(0), &[]),
            inst(Op::Param(0), &[]),
            inst(Op::Binary(BinaryOp::Mul), &[0, 1]),
            inst(Op::Reduced { index: 0, part: 0 }, &[]),
        ];
        assert_eq!((&second.kernel.insts, second.kernel.body, &second.kernel.outputs[..]), (&insts, 3, &[3][..]));
        assert_eq!((&second.kernel.reductions[0].args[..], second.kernel.reductions.len()), (&[2][..], 1));
        assert_eq!((&second.operands[..], &second.params[..]), (&[1][..], &[1][..]));

        let elementwise = kernel.keeping(&[2]).kernel;
        assert!(elementwise.reductions.is_empty() && elementwise.body == elementwise.insts.len());
        for kept in [all.kernel, second.kernel, elementwise] {
            assert!(SharedKernel::new(kept).is_ok());
        }
    }
}
