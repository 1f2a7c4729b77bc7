//! What a kernel computed, as deferred operations of arrays.

use super::launched::{Part, launched};
use super::{Fused, Source, binary, function, unary};
use crate::Autodiff;
use crate::batch::{Batch, with_first};
use crate::rule::{At, Values, missing};
use xparray_core::backend::Backend;
use xparray_core::ir::{Inst, Kernel, Op, Read, ReduceOp, SharedKernel, Value};
use xparray_core::layout::Dims;
use xparray_core::{Create, Layout, Result};

/// Where a kernel's operands come from.
pub(super) trait Operands<B: Backend> {
    fn xp(&self) -> &Autodiff<B>;

    /// An operand of the step, in its shape.
    fn operand(&self, k: usize) -> Result<Values<B>>;

    /// Places as they are read over a space.
    fn places(&self, layout: &Layout) -> Result<Layout> {
        Ok(layout.clone())
    }

    /// The elements of an operand, a vector, at places.
    fn gathered(&self, k: usize, places: &Values<B>) -> Result<Values<B>> {
        self.operand(k)?.take(places, 0)
    }
}

impl<B: Backend> Operands<B> for At<'_, B> {
    fn xp(&self) -> &Autodiff<B> {
        self.xp
    }

    fn operand(&self, k: usize) -> Result<Values<B>> {
        At::operand(self, k)
    }
}

impl<B: Backend> Operands<B> for Batch<'_, B> {
    fn xp(&self) -> &Autodiff<B> {
        self.xp
    }

    /// With a first axis.
    fn operand(&self, k: usize) -> Result<Values<B>> {
        Batch::operand(self, k)
    }

    fn places(&self, layout: &Layout) -> Result<Layout> {
        with_first(layout, self.n, 0)
    }

    fn gathered(&self, k: usize, places: &Values<B>) -> Result<Values<B>> {
        if !self.differs(k) {
            return self.same(k)?.take(places, 0);
        }
        let rows = Batch::operand(self, k)?;
        // A number is the same place for all.
        let places = if places.ndim() == 0 { &places.broadcast_to([self.n])? } else { places };
        let flat = places.reshape([self.n, places.len() / self.n.max(1)])?;
        rows.take_along_axis(&flat, 1)?.reshape(places.shape())
    }
}

/// The values of a kernel's instructions, each made when it is first asked for.
pub(super) struct Primal<'a, B: Backend> {
    fused: &'a Fused,
    at: &'a dyn Operands<B>,
    known: Vec<Option<Values<B>>>,
}

impl<'a, B: Backend> Primal<'a, B> {
    pub fn new(fused: &'a Fused, at: &'a dyn Operands<B>) -> Self {
        Self { fused, at, known: vec![None; fused.kernel.insts.len()] }
    }

    pub fn inst(&self, value: Value) -> &Inst {
        self.fused.inst(value)
    }

    /// A value, of the shape of its space, or without axes if it is the same everywhere.
    pub fn value(&mut self, value: Value) -> Result<Values<B>> {
        if let Some(known) = &self.known[value as usize] {
            return Ok(known.clone());
        }
        let inst = self.fused.inst(value);
        let made = match &inst.op {
            Op::Load(operand) => match &self.fused.sources[*operand as usize] {
                Source::Index(_) => self.launched(value)?,
                source @ (Source::Operand(k) | Source::Padded(k, _)) => {
                    source.seen(self.at.operand(*k)?, self.fused.space(value))?
                }
            },
            Op::Gather(operand) => match self.fused.sources[*operand as usize].operand() {
                Some(k) => self.at.gathered(k, &self.value(inst.args[0])?)?,
                None => self.launched(value)?,
            },
            Op::Param(k) => self.at.xp().full_of(inst.dtype, (), self.fused.params[*k as usize])?,
            Op::Const(scalar) => self.at.xp().full_of(inst.dtype, (), *scalar)?,
            Op::Reduced { index, part } => self.reduced(value, *index, *part)?,
            Op::Unary(op) => unary::apply(*op, &self.value(inst.args[0])?)?,
            Op::Binary(op) => binary::apply(*op, &self.value(inst.args[0])?, &self.value(inst.args[1])?)?,
            Op::Call(id) => function::apply(*id, &self.value(inst.args[0])?)?,
            Op::Select => self.value(inst.args[0])?.where_(self.value(inst.args[1])?, self.value(inst.args[2])?)?,
            Op::Cast => self.value(inst.args[0])?.astype(inst.dtype)?,
            Op::Complex => complex(&self.value(inst.args[0])?, &self.value(inst.args[1])?)?,
            Op::Index(k) => match &self.fused.sources[*k as usize] {
                Source::Index(layout) => self.indices(layout, inst)?,
                _ => self.launched(value)?,
            },
            Op::Random(_) | Op::Arg(_) | Op::Poly(_) | Op::ProductError | Op::Loop { .. } => self.launched(value)?,
        };
        self.known[value as usize] = Some(made.clone());
        Ok(made)
    }

    /// Places as numbers.
    fn indices(&self, layout: &Layout, inst: &Inst) -> Result<Values<B>> {
        let places = self.at.places(layout)?;
        let shape = Dims::from_slice(places.shape());
        let insts = vec![Inst { op: Op::Index(0), ..inst.clone() }];
        let kernel = SharedKernel::new(Kernel { insts, body: 1, outputs: vec![0], operands: 1, ..Kernel::default() })?;
        let (space, kinds) = ((shape.clone(), shape.len()), vec![(inst.dtype, shape)]);
        let made = launched(self.at.xp(), (kernel, &[]), space, vec![Part::Places(places)], kinds)?;
        made.into_iter().next().ok_or_else(|| missing("kernel"))
    }

    /// A value of the body, of the shape of the space.
    pub fn whole(&mut self, value: Value) -> Result<Values<B>> {
        self.value(value)?.broadcast_to(&self.fused.shape[..])
    }

    /// A part of a reduction's result.
    fn reduced(&mut self, value: Value, index: u16, part: u16) -> Result<Values<B>> {
        let reduction = &self.fused.kernel.reductions[index as usize];
        let axes = &self.fused.reduced_axes()[..];
        let x = self.whole(reduction.args[0])?;
        let made = match &reduction.op {
            ReduceOp::Sum => x.astype(reduction.dtype)?.sum(axes)?,
            ReduceOp::Prod => x.astype(reduction.dtype)?.prod(axes)?,
            ReduceOp::Min => x.min(axes)?,
            ReduceOp::Max => x.max(axes)?,
            ReduceOp::Any => x.any(axes)?,
            ReduceOp::All => x.all(axes)?,
            ReduceOp::Moments if part == 0 => x.astype(reduction.dtype)?.mean(axes)?,
            ReduceOp::Moments => {
                let count = self.fused.shape[self.fused.kept..].iter().product::<usize>();
                x.astype(reduction.dtype)?.var(axes)?.multiply(count as f64)?
            }
            ReduceOp::ArgMin | ReduceOp::ArgMax | ReduceOp::Custom(_) => self.launched(value)?,
        };
        made.astype(self.fused.inst(value).dtype)
    }

    /// A value that no operation of arrays gives: the instructions up to it as a kernel of their own.
    fn launched(&self, value: Value) -> Result<Values<B>> {
        self.instead(value, vec![self.fused.inst(value).clone()])
    }

    /// What the last of some instructions gives where they stand instead of a value's, after all before it.
    pub fn instead(&self, value: Value, last: Vec<Inst>) -> Result<Values<B>> {
        let (fused, xp) = (self.fused, self.at.xp());
        let in_body = fused.kernel.in_body(value);
        let kernel = &*fused.kernel;
        let insts: Vec<Inst> = kernel.insts[..value as usize].iter().cloned().chain(last).collect();
        let (result, dtype) = (insts.len() - 1, insts[insts.len() - 1].dtype);
        let kernel = SharedKernel::new(Kernel {
            body: if in_body { insts.len() } else { kernel.body },
            insts,
            reductions: if in_body { Vec::new() } else { kernel.reductions.clone() },
            outputs: vec![result as Value],
            ..kernel.clone()
        })?;
        let part = |(source, &read): (&Source, &Read)| {
            Ok(match source {
                Source::Operand(k) | Source::Padded(k, _) => {
                    Part::Elements(source.seen(self.at.operand(*k)?, fused.space_of(read))?)
                }
                Source::Index(layout) => Part::Places(layout.clone()),
            })
        };
        let parts = fused.sources.iter().zip(fused.kernel.reads()).map(part).collect::<Result<_>>()?;
        let kept = if in_body { fused.shape.len() } else { fused.kept };
        let kinds = vec![(dtype, Dims::from_slice(fused.space(value)))];
        let made = launched(xp, (kernel, &fused.params), (fused.shape.clone(), kept), parts, kinds)?;
        made.into_iter().next().ok_or_else(|| missing("kernel"))
    }
}

/// The complex numbers of these parts.
pub(super) fn complex<B: Backend>(re: &Values<B>, im: &Values<B>) -> Result<Values<B>> {
    let dtype = re.dtype().promote(xparray_core::DType::Complex64);
    let unit = re.xp().full_of(dtype, (), xparray_core::Scalar::new(xparray_core::Complex::new(0.0f64, 1.0)))?;
    let (re, im) = (re.astype(dtype)?, im.astype(dtype)?);
    re.add(&im.multiply(&unit)?)
}
