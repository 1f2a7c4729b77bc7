//! Fusion: from a graph of nodes to one kernel and its arguments.
//!
//! Everything that feeds a root elementwise goes into one kernel, with these exceptions, which
//! are *cut*, that is, computed by kernels of their own first:
//! - a reduction, unless the root is reached from it elementwise (then the root is its epilogue);
//! - what is broadcast to more elements, or seen through two different views: it would be computed
//!   more than once;
//! - what is seen through a view that strides cannot compose with its operands, or that picks
//!   a part of something that is needed whole elsewhere.
//!
//! Expressions of scalars and indices alone are never cut: computing them reads nothing.

use super::node::{Edge, Expr, MapOp, Node, ReduceExpr, State};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::ir::{Inst, Kernel, Op, Reduction, SharedKernel, Value};
use crate::layout::{Dims, Layout};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// Marks values of the epilogue until the body's length is known.
const EPILOGUE: Value = 1 << 15;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Body,
    Epilogue,
}

/// An operand of the kernel.
pub(super) enum Operand<B: Backend> {
    Buffer(Arc<Node<B>>, Arc<B::Buffer>, Layout),
    Index(Layout),
    /// The old contents of an output, whose buffer was this operand's.
    Output(usize),
}

/// A kernel with its arguments.
pub(super) struct Job<B: Backend> {
    pub kernel: SharedKernel,
    pub shape: Dims,
    pub kept: usize,
    pub operands: Vec<Operand<B>>,
    pub params: Vec<Scalar>,
    /// The nodes that the outputs become, and the outputs' layouts.
    pub targets: SmallVec<[(Arc<Node<B>>, Layout); 2]>,
    /// How many references to each node the graph itself holds.
    pub references: References<B>,
}

pub(super) enum Lowered<B: Backend> {
    Job(Box<Job<B>>),
    /// These have to be computed first.
    Cut(Vec<Arc<Node<B>>>),
    /// Some other thread is computing a part.
    Busy,
}

/// The references to each node that come from the graph of the roots. Few nodes: a list is fastest.
pub(super) struct References<B: Backend>(pub SmallVec<[(*const Node<B>, usize); 4]>);

impl<B: Backend> References<B> {
    fn count(roots: &[Arc<Node<B>>]) -> Option<Self> {
        let mut references = Self(SmallVec::new());
        for root in roots {
            // One that was met below another root has been counted.
            let ptr = Arc::as_ptr(root);
            if !references.0.iter().any(|(p, _)| *p == ptr) {
                references.0.push((ptr, 0));
                references.visit(root)?;
            }
        }
        Some(references)
    }

    /// Counts the references below a node; `None` if another thread is computing a part of it.
    fn visit(&mut self, node: &Arc<Node<B>>) -> Option<()> {
        match &*node.state() {
            State::Ready(_) => Some(()),
            State::Taken => None,
            State::Deferred(_) if node.is_running() => None,
            State::Deferred(expr) => expr.edges().iter().try_for_each(|edge| {
                let ptr = Arc::as_ptr(&edge.node);
                match self.0.iter_mut().find(|(p, _)| *p == ptr) {
                    Some((_, n)) => {
                        *n += 1;
                        Some(())
                    }
                    None => {
                        self.0.push((ptr, 1));
                        self.visit(&edge.node)
                    }
                }
            }),
        }
    }

    /// Whether somebody outside the graph refers to a node, given `ours` references of the caller.
    pub fn held(&self, node: &Arc<Node<B>>, ours: usize) -> bool {
        let ptr = Arc::as_ptr(node);
        let inside = self.0.iter().find(|(p, _)| *p == ptr).map_or(0, |&(_, n)| n);
        Arc::strong_count(node) > inside + ours
    }
}

/// The space of a reduction: kept axes and reduced axes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Space {
    shape: Dims,
    kept: usize,
}

/// The reduction space that a root is an epilogue of, if any.
pub(super) fn reduction_space<B: Backend>(root: &Arc<Node<B>>) -> Option<Space> {
    fn find<B: Backend>(node: &Arc<Node<B>>, seen: &mut SmallVec<[*const Node<B>; 16]>) -> Option<Space> {
        if !node.has_reduction() || seen.contains(&Arc::as_ptr(node)) {
            return None;
        }
        seen.push(Arc::as_ptr(node));
        match &*node.state() {
            State::Deferred(Expr::Reduce(reduce)) => {
                Some(Space { shape: reduce.args[0].layout.shape().into(), kept: node.shape.len() })
            }
            State::Deferred(Expr::Map(_, edges)) => edges
                .iter()
                .filter(|edge| edge.layout.is_identity() && edge.layout.len() == edge.node.len())
                .find_map(|edge| find(&edge.node, seen)),
            _ => None,
        }
    }
    find(root, &mut SmallVec::new())
}

/// Lowers roots of one shape (and one reduction space) to a kernel that computes them all.
pub(super) fn lower<B: Backend>(roots: &[Arc<Node<B>>]) -> Lowered<B> {
    let Some(references) = References::count(roots) else {
        return Lowered::Busy;
    };
    let space = reduction_space(&roots[0]);
    if let Some(space) = space {
        match Lowering::run(roots, references, Some(space)) {
            // The epilogue's operands cannot be seen in the reduction's shape: no epilogue, then.
            Lowered::Cut(cuts) if cuts.iter().any(|cut| roots.iter().any(|root| Arc::ptr_eq(cut, root))) => {}
            done => return done,
        }
        return match References::count(roots) {
            Some(references) => Lowering::run(roots, references, None),
            None => Lowered::Busy,
        };
    }
    Lowering::run(roots, references, None)
}

struct Lowering<'a, B: Backend> {
    roots: &'a [Arc<Node<B>>],
    references: References<B>,
    space: Option<Space>,
    body: Vec<Inst>,
    epilogue: Vec<Inst>,
    reductions: Vec<Reduction>,
    outputs: Vec<Value>,
    operands: Vec<Operand<B>>,
    params: Vec<Scalar>,
    targets: SmallVec<[(Arc<Node<B>>, Layout); 2]>,
    /// What each node became, under which view.
    values: Vec<(*const Node<B>, Layout, Value)>,
    cuts: Vec<Arc<Node<B>>>,
}

impl<'a, B: Backend> Lowering<'a, B> {
    fn run(roots: &'a [Arc<Node<B>>], references: References<B>, space: Option<Space>) -> Lowered<B> {
        let root_shape: Dims = match &space {
            Some(space) => space.shape[..space.kept].into(),
            None => Dims::from_slice(&roots[0].shape),
        };
        let stage = if space.is_some() { Stage::Epilogue } else { Stage::Body };
        let mut this = Lowering {
            roots,
            references,
            space,
            body: Vec::with_capacity(8),
            epilogue: Vec::new(),
            reductions: Vec::new(),
            outputs: Vec::with_capacity(1),
            operands: Vec::with_capacity(4),
            params: Vec::new(),
            targets: SmallVec::new(),
            values: Vec::with_capacity(4),
            cuts: Vec::new(),
        };
        let view = Layout::row_major(&root_shape);
        for root in roots {
            if let Some(value) = this.lower(root, view.clone(), stage) {
                this.store(root, value, view.clone());
            }
        }
        if this.cuts.is_empty() { Lowered::Job(Box::new(this.finish(root_shape))) } else { Lowered::Cut(this.cuts) }
    }

    fn finish(self, root_shape: Dims) -> Job<B> {
        let body = self.body.len();
        let place = |v: &mut Value| {
            if *v & EPILOGUE != 0 {
                *v = (*v & !EPILOGUE) + body as Value;
            }
        };
        let mut insts = self.body;
        insts.extend(self.epilogue.into_iter().map(|mut inst| {
            inst.args.iter_mut().for_each(place);
            inst
        }));
        let mut outputs = self.outputs;
        outputs.iter_mut().for_each(place);
        let (shape, kept) = match self.space {
            Some(space) => (space.shape, space.kept),
            None => {
                let kept = root_shape.len();
                (root_shape, kept)
            }
        };
        Job {
            kernel: SharedKernel::new(Kernel {
                insts,
                body,
                reductions: self.reductions,
                outputs,
                operands: self.operands.len(),
                params: self.params.iter().map(Scalar::dtype).collect(),
            }),
            shape,
            kept,
            operands: self.operands,
            params: self.params,
            targets: self.targets,
            references: self.references,
        }
    }

    /// The value of a node seen through `view`; `None` if something has to be computed first.
    fn lower(&mut self, node: &Arc<Node<B>>, view: Layout, stage: Stage) -> Option<Value> {
        let ptr = Arc::as_ptr(node);
        let in_stage = |value: Value| (value & EPILOGUE != 0) == (stage == Stage::Epilogue);
        let same = |(p, v, value): &&(*const Node<B>, Layout, Value)| *p == ptr && *v == view && in_stage(*value);
        if let Some((_, _, value)) = self.values.iter().find(same) {
            return Some(*value);
        }
        let state = node.state();
        let expr = match &*state {
            State::Ready(buffer) => {
                let operand = self.operand(Operand::Buffer(node.clone(), buffer.clone(), view.clone()));
                let value = self.emit(stage, Op::Load(operand), node.dtype, smallvec![]);
                self.values.push((ptr, view, value));
                return Some(value);
            }
            State::Deferred(expr) => expr,
            // Ruled out by the count of references, under the lock that evaluation holds.
            State::Taken => return None,
        };
        let value = match expr {
            Expr::Const(scalar) => self.param(stage, *scalar),
            Expr::Iota => {
                let operand = self.operand(Operand::Index(view.clone()));
                self.emit(stage, Op::Index(operand), DType::I64, smallvec![])
            }
            Expr::Reduce(reduce) => {
                let fits = stage == Stage::Epilogue
                    && view.is_identity()
                    && view.len() == node.len()
                    && self.space.as_ref().is_some_and(|space| {
                        space.kept == node.shape.len() && space.shape[..] == *reduce.args[0].layout.shape()
                    });
                if !fits {
                    return self.cut(node);
                }
                let value = self.reduce(reduce, node.dtype)?;
                self.store_if_held(node, value, &view);
                value
            }
            Expr::Map(op, edges) => {
                if !node.is_free() {
                    let bijective = view.len() == node.len() && !view.overlaps();
                    let repeated = view.len() > node.len() || view.overlaps();
                    let seen_otherwise = self.values.iter().any(|(p, ..)| *p == ptr);
                    let held = self.is_held(node);
                    if repeated || seen_otherwise || (held && !bijective) {
                        return self.cut(node);
                    }
                }
                let value = self.map(node, op, edges, &view, stage)?;
                self.store_if_held(node, value, &view);
                value
            }
        };
        self.values.push((ptr, view, value));
        Some(value)
    }

    fn map(
        &mut self,
        node: &Arc<Node<B>>,
        op: &MapOp,
        edges: &[Edge<B>],
        view: &Layout,
        stage: Stage,
    ) -> Option<Value> {
        let mut args = SmallVec::<[Value; 4]>::new();
        let mut complete = true;
        for edge in edges {
            if *op == MapOp::Gather && !args.is_empty() {
                break;
            }
            let Some(inner) = edge.layout.compose(view) else {
                return self.cut(node);
            };
            match self.lower(&edge.node, inner, stage) {
                Some(value) => args.push(value),
                // Go on, to find all that has to be computed first at once.
                None => complete = false,
            }
        }
        if *op == MapOp::Gather {
            let source = &edges[1];
            let state = source.node.state();
            let State::Ready(buffer) = &*state else {
                return self.cut(&source.node);
            };
            let operand = self.operand(Operand::Buffer(source.node.clone(), buffer.clone(), source.layout.clone()));
            return complete.then(|| self.emit(stage, Op::Gather(operand), node.dtype, args));
        }
        // A conversion to the same type only gives a view a node of its own.
        if *op == MapOp::Cast && edges[0].node.dtype == node.dtype {
            return args.first().copied();
        }
        let op = match op {
            MapOp::Random(distribution) => Op::Random(*distribution),
            op => op.inst()?,
        };
        complete.then(|| self.emit(stage, op, node.dtype, args))
    }

    fn reduce(&mut self, reduce: &ReduceExpr<B>, dtype: DType) -> Option<Value> {
        let mut args = SmallVec::<[Value; 2]>::new();
        for edge in &reduce.args {
            args.push(self.lower(&edge.node, edge.layout.clone(), Stage::Body)?);
        }
        if let Some(identity) = reduce.identity {
            args.push(self.param(Stage::Body, identity));
        }
        let reduction = Reduction { op: reduce.op.clone(), args, dtype: reduce.dtype };
        let index = self.reductions.iter().position(|r| *r == reduction).unwrap_or_else(|| {
            self.reductions.push(reduction);
            self.reductions.len() - 1
        });
        let op = Op::Reduced { index: index as u16, part: reduce.part };
        Some(self.emit(Stage::Epilogue, op, dtype, smallvec![]))
    }

    fn is_held(&self, node: &Arc<Node<B>>) -> bool {
        // A root is referred to by whoever asked for it, and is stored anyway.
        !self.roots.iter().any(|root| Arc::ptr_eq(root, node)) && self.references.held(node, 0)
    }

    fn store_if_held(&mut self, node: &Arc<Node<B>>, value: Value, view: &Layout) {
        if !node.is_free() && self.is_held(node) {
            self.store(node, value, view.clone());
        }
    }

    fn store(&mut self, node: &Arc<Node<B>>, value: Value, layout: Layout) {
        if !self.targets.iter().any(|(target, _)| Arc::ptr_eq(target, node)) {
            self.outputs.push(value);
            self.targets.push((node.clone(), layout));
        }
    }

    fn cut(&mut self, node: &Arc<Node<B>>) -> Option<Value> {
        if !self.cuts.iter().any(|cut| Arc::ptr_eq(cut, node)) {
            self.cuts.push(node.clone());
        }
        None
    }

    fn param(&mut self, stage: Stage, scalar: Scalar) -> Value {
        self.params.push(scalar);
        self.emit(stage, Op::Param(self.params.len() as u16 - 1), scalar.dtype(), smallvec![])
    }

    fn operand(&mut self, operand: Operand<B>) -> u16 {
        self.operands.push(operand);
        self.operands.len() as u16 - 1
    }

    /// Adds an instruction, or finds the same one.
    fn emit(&mut self, stage: Stage, op: Op, dtype: DType, args: SmallVec<[Value; 4]>) -> Value {
        let (insts, mark) = match stage {
            Stage::Body => (&mut self.body, 0),
            Stage::Epilogue => (&mut self.epilogue, EPILOGUE),
        };
        let inst = Inst { op, dtype, args };
        let place = insts.iter().position(|other| *other == inst).unwrap_or_else(|| {
            insts.push(inst);
            insts.len() - 1
        });
        place as Value | mark
    }
}
