//! What a graph becomes: a kernel with places of its arguments, and with the arguments themselves.

use crate::backend::{Backend, Padding};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::graph::call::CallExpr;
use crate::graph::node::{Expr, Node, State};
use crate::graph::table::Table;
use crate::graph::{epilogue, record};
use crate::ir::{Inst, Kernel, Op, SharedKernel, Value};
use crate::layout::{Dims, Layout};
use smallvec::{SmallVec, smallvec};
use std::sync::{Arc, OnceLock};

/// An operand of a kernel, of which places in the graph's table say where it is.
#[derive(Clone)]
pub(in crate::graph) enum Slot {
    /// The buffer of a node; with how many references the graph holds to it, if it is read once.
    Buffer(usize, Option<usize>),
    /// Elements of a node's buffer, in a box of the space, and what is around it.
    Padded(usize, Arc<Padding>),
    Index,
    /// What an earlier stage stores for the row, in this target.
    Earlier(usize),
    /// The product of matrices that a node is.
    Product(usize),
}

impl Slot {
    /// Whether it is of the buffer of a node.
    pub(super) fn reads(&self, place: usize) -> bool {
        matches!(self, Slot::Buffer(node, _) | Slot::Padded(node, _) if *node == place)
    }
}

/// How to make a kernel's arguments from a graph.
#[derive(Clone)]
pub(in crate::graph) struct Recipe {
    pub kernel: SharedKernel,
    /// If the kernel is the last of several stages: the others, with how many of the targets each has.
    pub before: Vec<(SharedKernel, usize)>,
    pub shape: Dims,
    pub kept: usize,
    /// Each with the view through which it is read.
    pub operands: Vec<(Slot, Layout)>,
    /// The nodes that have the parameters.
    pub params: SmallVec<[usize; 4]>,
    /// The nodes that the outputs become, [`WRITTEN`] for what is written elsewhere, and the outputs' layouts.
    pub targets: SmallVec<[(usize, Layout); 2]>,
    /// The nodes that are computed in passing: see [`Node::is_passing`].
    pub passed: SmallVec<[usize; 2]>,
    /// Where further outputs go, in the buffer of the only target.
    pub parts: Vec<Layout>,
}

/// The place of what is not in the table: the first target, if it is written into.
pub(super) const WRITTEN: usize = usize::MAX;

impl Recipe {
    /// Of a kernel that moves elements that have a layout, or one number, to other places. It is made without a graph.
    pub fn moving(dtype: DType, from: Option<&Layout>, places: &Layout) -> Result<Self> {
        Ok(Self {
            kernel: moving(dtype, from.is_none())?,
            before: Vec::new(),
            shape: places.shape().into(),
            kept: places.ndim(),
            operands: from.iter().map(|&layout| (Slot::Buffer(WRITTEN, None), layout.clone())).collect(),
            params: if from.is_none() { smallvec![WRITTEN] } else { SmallVec::new() },
            targets: smallvec![(WRITTEN, places.clone())],
            passed: SmallVec::new(),
            parts: Vec::new(),
        })
    }

    /// The first target of the last stage.
    pub fn first_target(&self) -> usize {
        first_target(&self.before)
    }

    /// Where the outputs go.
    pub fn places(&self) -> impl Iterator<Item = &Layout> {
        self.targets.iter().map(|(_, layout)| layout).chain(&self.parts)
    }

    /// Whether it reads at run-time places, which may be out of bounds.
    pub fn gathers(&self) -> bool {
        self.kernel.insts.iter().any(|inst| matches!(inst.op, Op::Gather(_)))
    }
}

/// The kernel that stores its only operand, or its only parameter.
pub(crate) fn moving(dtype: DType, number: bool) -> Result<SharedKernel> {
    static KERNELS: [[OnceLock<SharedKernel>; DType::ALL.len()]; 2] =
        [const { [const { OnceLock::new() }; DType::ALL.len()] }; 2];
    let make = || Kernel {
        insts: vec![Inst { op: if number { Op::Param(0) } else { Op::Load(0) }, dtype, args: smallvec![] }],
        body: 1,
        outputs: vec![0],
        operands: usize::from(!number),
        params: if number { vec![dtype] } else { Vec::new() },
        ..Kernel::default()
    };
    SharedKernel::once(&KERNELS[usize::from(number)][dtype as usize], make).cloned()
}

/// So many operands are stored by one kernel at most.
pub(crate) const MOST_MOVED: usize = 8;

/// The kernel that stores each of so many operands, up to [`MOST_MOVED`].
pub(crate) fn moving_several(dtype: DType, operands: usize) -> Result<SharedKernel> {
    static KERNELS: [[OnceLock<SharedKernel>; DType::ALL.len()]; MOST_MOVED + 1] =
        [const { [const { OnceLock::new() }; DType::ALL.len()] }; MOST_MOVED + 1];
    let make = || Kernel {
        insts: (0..operands).map(|k| Inst { op: Op::Load(k as u16), dtype, args: smallvec![] }).collect(),
        body: operands,
        outputs: (0..operands as Value).collect(),
        operands,
        ..Kernel::default()
    };
    SharedKernel::once(&KERNELS[operands][dtype as usize], make).cloned()
}

/// An operand of a kernel about to run.
pub(in crate::graph) enum Operand<B: Backend> {
    /// As in [`Slot`].
    Buffer(Arc<Node<B>>, Arc<B::Buffer>, Option<usize>),
    /// As in [`Slot`].
    Padded(Arc<Node<B>>, Arc<B::Buffer>, Arc<Padding>),
    Index,
    /// The old contents of an output, whose buffer was this operand's.
    Output(usize),
    /// Elements of an output's buffer that are not written.
    Part(usize),
    /// What an earlier stage stores for the row, in this target.
    Earlier(usize),
    /// The product of two arrays, with their buffers.
    Product(Arc<CallExpr<B>>, [Arc<B::Buffer>; 2]),
}

/// A kernel with its arguments.
pub(in crate::graph) struct Job<B: Backend> {
    pub recipe: Arc<Recipe>,
    pub operands: SmallVec<[Operand<B>; 4]>,
    pub params: SmallVec<[Scalar; 2]>,
    pub targets: SmallVec<[Arc<Node<B>>; 2]>,
    /// When it was made; see [`record`].
    pub made: usize,
}

impl<B: Backend> Job<B> {
    /// The arguments of a recipe for a graph, with what it writes into, if that is elsewhere.
    pub(super) fn new(recipe: &Arc<Recipe>, table: &Table<B>, written: Option<&Arc<Node<B>>>) -> Result<Self> {
        // Nodes are what they were when the graph was walked: changes wait for the lock that evaluation holds.
        Self::made(recipe, table, written).ok_or_else(|| Error::value("eval", "an array changed while it was lowered"))
    }

    fn made(recipe: &Arc<Recipe>, table: &Table<B>, written: Option<&Arc<Node<B>>>) -> Option<Self> {
        let stored = |place: usize| {
            let node = table.node(place);
            let (State::Ready(buffer) | State::Assigned(buffer, _)) = &*node.state() else { return None };
            Some((node.clone(), buffer.clone()))
        };
        let operand = |slot: &Slot| match slot {
            Slot::Buffer(place, reader) => stored(*place).map(|(node, buffer)| Operand::Buffer(node, buffer, *reader)),
            Slot::Padded(place, padding) => {
                stored(*place).map(|(node, buffer)| Operand::Padded(node, buffer, padding.clone()))
            }
            Slot::Index => Some(Operand::Index),
            Slot::Earlier(target) => Some(Operand::Earlier(*target)),
            Slot::Product(place) => epilogue::operand(table.node(*place)),
        };
        let param = |&place: &usize| match &*table.node(place).state() {
            State::Deferred(Expr::Const(scalar)) => Some(*scalar),
            State::Deferred(Expr::Reduce(reduce)) => reduce.identity,
            _ => None,
        };
        recipe.passed.iter().for_each(|&place| table.node(place).set_passed());
        let target = |place: usize| if place == WRITTEN { written } else { Some(table.node(place)) }.cloned();
        Some(Self {
            operands: recipe.operands.iter().map(|(slot, _)| operand(slot)).collect::<Option<_>>()?,
            params: recipe.params.iter().map(param).collect::<Option<_>>()?,
            targets: recipe.targets.iter().map(|&(place, _)| target(place)).collect::<Option<_>>()?,
            recipe: recipe.clone(),
            made: record::epoch(),
        })
    }

    /// What is left of a job that writes into one node's buffer for that node to keep.
    pub fn without_targets(&mut self) -> Self {
        Self {
            recipe: self.recipe.clone(),
            operands: std::mem::take(&mut self.operands),
            params: std::mem::take(&mut self.params),
            targets: SmallVec::new(),
            made: self.made,
        }
    }

    /// The parts of its outputs' buffers that it reads and does not write.
    pub fn parts_read(&self) -> impl Iterator<Item = &Layout> {
        let is_part = |operand: &Operand<B>| matches!(operand, Operand::Part(_));
        let operands = self.operands.iter().zip(&self.recipe.operands);
        operands.filter(move |(operand, _)| is_part(operand)).map(|(_, (_, layout))| layout)
    }
}

/// How many targets come before those of the last stage.
pub(in crate::graph) fn first_target(before: &[(SharedKernel, usize)]) -> usize {
    before.iter().map(|(_, targets)| targets).sum()
}

/// Which stage has a target, as which of its outputs, if the earlier stages have so many targets each.
pub(in crate::graph) fn stage_of(before: &[(SharedKernel, usize)], target: usize) -> (usize, usize) {
    let (mut stage, mut output) = (0, target);
    while let Some(&(_, targets)) = before.get(stage).filter(|&&(_, targets)| output >= targets) {
        (stage, output) = (stage + 1, output - targets);
    }
    (stage, output)
}
