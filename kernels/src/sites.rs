//! Where a kernel touches operands and outputs: the order in which plans and sources speak of them.

use smallvec::SmallVec;
use xparray_ir::DType;
use xparray_ir::ir::{Inst, Kernel, Op, ReduceOp, Reduction};

/// What a site touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Load(u16),
    Index(u16),
    Store(u16),
}

/// A load or store of one section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    pub touch: Touch,
    pub dtype: DType,
    /// Whether it is over the whole space, not over the kept axes.
    pub body: bool,
}

impl Site {
    /// The site of an instruction that has one.
    pub fn of(inst: &Inst, body: bool) -> Option<Self> {
        let touch = match inst.op {
            Op::Load(operand) => Touch::Load(operand),
            Op::Index(operand) => Touch::Index(operand),
            _ => return None,
        };
        Some(Self { touch, dtype: inst.dtype, body })
    }

    /// Whether it stores.
    pub fn stores(&self) -> bool {
        matches!(self.touch, Touch::Store(_))
    }

    /// Whether it touches memory.
    pub fn in_memory(&self) -> bool {
        !matches!(self.touch, Touch::Index(_))
    }
}

/// All sites: loads in the order of the instructions, each once, then stores.
pub(crate) fn sites(kernel: &Kernel) -> SmallVec<[Site; 8]> {
    let mut sites: SmallVec<[Site; 8]> = SmallVec::new();
    for (place, inst) in kernel.insts.iter().enumerate() {
        if let Some(site) = Site::of(inst, place < kernel.body).filter(|site| !sites.contains(site)) {
            sites.push(site);
        }
    }
    for (k, &value) in kernel.outputs.iter().enumerate() {
        let body = kernel.in_body(value);
        sites.push(Site { touch: Touch::Store(k as u16), dtype: kernel.dtype(value), body });
    }
    sites
}

/// Operands that are read at run-time places, each once, with the size of an element.
pub(crate) fn gathers(kernel: &Kernel) -> SmallVec<[(u16, usize); 2]> {
    let mut gathers: SmallVec<[(u16, usize); 2]> = SmallVec::new();
    for inst in &kernel.insts {
        if let Op::Gather(operand) = inst.op
            && !gathers.iter().any(|&(other, _)| other == operand)
        {
            gathers.push((operand, inst.dtype.size()));
        }
    }
    gathers
}

/// Whether a kernel draws random numbers.
pub(crate) fn is_random(kernel: &Kernel) -> bool {
    kernel.insts.iter().any(|inst| match &inst.op {
        Op::Random(_) => true,
        Op::Loop { body, .. } => body.is_random(),
        _ => false,
    })
}

/// Whether a kernel computes complex numbers.
pub(crate) fn has_complex(kernel: &Kernel) -> bool {
    let any = |insts: &[Inst]| {
        insts.iter().any(|inst| match &inst.op {
            Op::Loop { body, .. } => inst.dtype.is_complex() || body.has_complex(),
            _ => inst.dtype.is_complex(),
        })
    };
    let combines = |reduction: &Reduction| matches!(&reduction.op, ReduceOp::Custom(combine) if any(&combine.insts));
    any(&kernel.insts) || kernel.reductions.iter().any(combines)
}
