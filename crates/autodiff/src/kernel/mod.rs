//! Fused kernels: their instructions are differentiated one by one, over the arrays that they were traced from.
//!
//! Of a kernel only what it read is remembered. What it computed on the way is written down again as deferred operations, which the
//! derivative fuses with its own.

mod batch;
mod binary;
mod forward;
mod function;
mod launched;
mod live;
mod local;
mod loops;
mod number;
mod partial;
mod reduce;
mod reverse;
mod symbol;
mod unary;
mod values;

use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values};
use crate::view::within;
pub(crate) use number::combined;
pub(crate) use reverse::add;
use xparray_core::backend::Backend;
use xparray_core::ir::{Inst, Read, SharedKernel, Value};
use xparray_core::layout::Dims;
use xparray_core::{Layout, Result, Scalar, SliceItem};

/// Where an operand of a kernel comes from.
pub(crate) enum Source {
    /// The operand of the step of this number.
    Operand(usize),
    /// Its elements in a box of the space that begins here, and zeros around it.
    Padded(usize, Dims),
    /// The places themselves.
    Index(Layout),
}

impl Source {
    /// The number of the operand.
    pub fn operand(&self) -> Option<usize> {
        match self {
            Source::Operand(k) | Source::Padded(k, _) => Some(*k),
            Source::Index(_) => None,
        }
    }

    /// An array that lies as the operand does, as the kernel sees it over a space; both may have a first axis besides.
    fn seen<B: Backend>(&self, x: Values<B>, space: &[usize]) -> Result<Values<B>> {
        if let Source::Padded(_, origin) = self { within(&x, origin, space) } else { Ok(x) }
    }

    /// What of an array over a space is of the operand's elements, of this shape.
    fn part<B: Backend>(&self, x: Values<B>, shape: &[usize]) -> Result<Values<B>> {
        let Source::Padded(_, origin) = self else { return Ok(x) };
        let ranges = origin.iter().zip(shape).map(|(&first, &d)| SliceItem::from(first..first + d));
        x.slice(&ranges.collect::<Vec<_>>()[..])
    }
}

/// Where a kernel wrote a result.
pub(crate) struct Written {
    pub layout: Layout,
    /// The operand that is all that the buffer had before, if the kernel wrote a part of it.
    pub before: Option<usize>,
}

/// A launch.
pub(crate) struct Fused {
    pub kernel: SharedKernel,
    pub shape: Dims,
    pub kept: usize,
    pub params: Vec<Scalar>,
    pub sources: Vec<Source>,
    pub written: Vec<Written>,
}

impl Fused {
    fn inst(&self, value: Value) -> &Inst {
        &self.kernel.insts[value as usize]
    }

    /// Which outputs change with these operands.
    pub fn depends(&self, operands: &[bool]) -> Vec<bool> {
        let depends = local::dependent(self, operands);
        let outputs = self.written.iter().zip(&self.kernel.outputs);
        let before = |written: &Written| written.before.is_some_and(|k| operands[k]);
        outputs.map(|(written, &value)| before(written) || depends[value as usize]).collect()
    }

    /// The shape of a value.
    fn space(&self, value: Value) -> &[usize] {
        if self.kernel.in_body(value) { &self.shape } else { &self.shape[..self.kept] }
    }

    /// The space over which an operand is read.
    fn space_of(&self, read: Read) -> &[usize] {
        if matches!(read, Read::Element { body: false, .. }) { &self.shape[..self.kept] } else { &self.shape }
    }

    /// The kept axes and an axis of one element for each that is reduced.
    fn kept_axes(&self) -> Dims {
        let kept = self.shape[..self.kept].iter().copied();
        kept.chain(std::iter::repeat_n(1, self.shape.len() - self.kept)).collect()
    }

    /// The reduced axes.
    fn reduced_axes(&self) -> Vec<usize> {
        (self.kept..self.shape.len()).collect()
    }
}

impl<B: Backend> Rule<B> for Fused {
    fn name(&self) -> &'static str {
        "kernel"
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        forward::push(self, at, tangents)
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        reverse::pull(self, at, cotangents)
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        batch::launch(self, at)
    }
}
