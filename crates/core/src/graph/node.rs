//! Nodes of the expression graph.

use super::call::CallExpr;
use super::eval::{evaluate, evaluate_apart};
use super::lower::Job;
use super::record;
use crate::backend::{Backend, CutReason, Padding};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::functions::FunctionId;
use crate::ir::{BinaryOp, Distribution, Op, ReduceOp, SharedLoop, UnaryOp};
use crate::layout::Layout;
use rustc_hash::{FxBuildHasher, FxHashSet};
use smallvec::SmallVec;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Graphs with more operations are computed in parts, so that kernels stay of a bounded size.
pub(super) const MAX_OPS: u32 = 64;
/// Likewise for arrays read.
pub(super) const MAX_LEAVES: u32 = 20;

/// A closure that does no more, each number in it counting as well, is one kernel with what it reads: it was written as one.
pub(super) const MOST_OPS_OF_CLOSURE: u32 = 1024;
/// Bytes of the numbers in it, which are arguments of the launch: CUDA's have 4 KiB in all.
const MOST_NUMBERS_OF_CLOSURE: usize = 2 << 10;

/// So many operations may be repeated for views that see different parts of what they compute.
const MOST_REPEATED: usize = 48;

/// So many operations are computed again rather than stored in passing.
const MOST_PASSING: u32 = 16;
/// Of so many arrays: storing takes as long as reading one, and so does reading what was stored.
const MOST_READ_AGAIN: usize = 3;

/// So many kernels compute parts of what is held, and cheap, rather than have the whole of it stored.
const MOST_PASSED: u8 = 2;

/// What computing an element takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// A cycle or so: computing it twice is cheaper than storing and reading it.
    Plain,
    /// No longer than storing and reading it.
    Light,
    Heavy,
}

/// An array in row-major order: a buffer, or how to compute it.
pub(crate) struct Node<B: Backend> {
    pub xp: B,
    pub dtype: DType,
    /// The elements in their order.
    layout: Layout,
    /// Deferred operations at or below this node, none once it is computed; an upper bound.
    ops: AtomicU32,
    /// Buffers read below this node; an upper bound.
    leaves: u32,
    /// Computed from scalars and indices alone: cheaper to compute again than to store.
    free: bool,
    /// The heaviest of the operations that it was made of, if it was not a buffer then.
    weight: Weight,
    /// How many kernels have computed it, or a part of it, in passing, and not stored it.
    passed: AtomicU8,
    /// Whether there was a reduction at or below this node.
    reduction: bool,
    /// When it was made; see [`record`].
    pub made: usize,
    /// Being computed by some thread; changed under the lock of evaluation.
    running: AtomicBool,
    /// Why there is nothing to compute: the node stands for what failed when it was made, and no other node reads it.
    failure: Option<Box<Error>>,
    state: Mutex<State<B>>,
}

pub(super) enum State<B: Backend> {
    Ready(Arc<B::Buffer>),
    /// A buffer that this has yet to write into.
    Assigned(Arc<B::Buffer>, Box<Job<B>>),
    Deferred(Expr<B>),
    /// The buffer went to a kernel that overwrites it: nobody can see this node any more.
    Taken,
}

/// How to compute a node.
pub(crate) enum Expr<B: Backend> {
    /// One value everywhere.
    Const(Scalar),
    /// The row-major index (`i64`).
    Iota,
    /// A function of elements; the edges have this node's shape.
    Map(MapOp, SmallVec<[Edge<B>; 2]>),
    /// An array with zeros around it, or continued.
    Pad(PadExpr<B>),
    /// A reduction; the edges' shape is this node's, then the reduced axes.
    Reduce(ReduceExpr<B>),
    /// An operation of the backend, which makes a row-major buffer of the whole.
    Call(Arc<CallExpr<B>>),
}

pub(crate) struct PadExpr<B: Backend> {
    /// The array.
    pub edge: Edge<B>,
    /// Where it begins along each axis of the node, and what is around it.
    pub padding: Padding,
}

pub(crate) struct ReduceExpr<B: Backend> {
    pub op: ReduceOp,
    /// Which part of the operation's result this node is.
    pub part: u16,
    /// The type of the accumulator.
    pub dtype: DType,
    pub args: SmallVec<[Edge<B>; 1]>,
    /// For a custom operation.
    pub identity: Option<Scalar>,
}

/// What a map node computes from its edges.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MapOp {
    Unary(UnaryOp),
    Binary(BinaryOp),
    Call(FunctionId),
    Select,
    Cast,
    Complex,
    /// Edges: index, seed, stream, and the range of integers.
    Random(Distribution),
    /// Edges: index; then the one-dimensional array that is indexed, which keeps its own shape.
    Gather,
    /// A part of the state that a loop ends with. Edges: the first state, and what else the loop reads.
    Loop(SharedLoop, u16),
}

impl MapOp {
    /// The instruction, for what is one by itself.
    pub fn inst(&self) -> Option<Op> {
        Some(match self {
            MapOp::Unary(op) => Op::Unary(*op),
            MapOp::Binary(op) => Op::Binary(*op),
            MapOp::Call(function) => Op::Call(*function),
            MapOp::Select => Op::Select,
            MapOp::Cast => Op::Cast,
            MapOp::Complex => Op::Complex,
            MapOp::Loop(body, part) => Op::Loop { body: body.clone(), part: *part },
            MapOp::Random(_) | MapOp::Gather => return None,
        })
    }
}

/// A node seen through a view of its row-major elements.
pub(crate) struct Edge<B: Backend> {
    pub node: Arc<Node<B>>,
    /// None for the node as it is: most are seen so, and edges are small then.
    pub(super) view: Option<Arc<Layout>>,
}

impl<B: Backend> Clone for Edge<B> {
    fn clone(&self) -> Self {
        Self { node: self.node.clone(), view: self.view.clone() }
    }
}

impl<B: Backend> Edge<B> {
    pub fn new(node: Arc<Node<B>>, layout: Layout) -> Self {
        let view = if layout == node.layout { None } else { Some(Arc::new(layout)) };
        Self { node, view }
    }

    pub fn whole(node: Arc<Node<B>>) -> Self {
        Self { node, view: None }
    }

    pub fn layout(&self) -> &Layout {
        self.view.as_deref().unwrap_or(&self.node.layout)
    }

    /// Whether it is the node as it is.
    pub fn is_whole(&self) -> bool {
        self.view.is_none()
    }

    /// Another node, seen alike.
    pub fn with_node(&self, node: Arc<Node<B>>) -> Self {
        Self { node, view: self.view.clone() }
    }
}

impl<B: Backend> Expr<B> {
    pub fn edges(&self) -> &[Edge<B>] {
        match self {
            Expr::Const(_) | Expr::Iota => &[],
            Expr::Map(_, edges) => edges,
            Expr::Pad(pad) => std::slice::from_ref(&pad.edge),
            Expr::Reduce(reduce) => &reduce.args,
            Expr::Call(call) => &call.args,
        }
    }

    fn is_free(&self) -> bool {
        match self {
            Expr::Const(_) | Expr::Iota => true,
            Expr::Map(MapOp::Random(_) | MapOp::Gather | MapOp::Loop(..), _) => false,
            Expr::Pad(_) | Expr::Reduce(_) | Expr::Call(_) => false,
            Expr::Map(_, edges) => edges.iter().all(|edge| edge.node.free && !edge.node.is_stored()),
        }
    }

    fn weight(&self) -> Weight {
        use BinaryOp::{Add, And, Div, Max, Min, Mul, Or, Sub, Xor};
        use UnaryOp::{
            Abs, Conj, Exp, Exp2, Imag, IsFinite, IsInf, IsNan, Log, Log2, Neg, Not, Real, Reciprocal, Sign, Sqrt,
            Square,
        };
        let own = match self {
            // What is padded is computed before.
            Expr::Const(_) | Expr::Iota | Expr::Pad(_) => return Weight::Plain,
            Expr::Map(MapOp::Select | MapOp::Cast, _) => Weight::Plain,
            Expr::Map(MapOp::Unary(Neg | Abs | Square | Not), _) => Weight::Plain,
            Expr::Map(MapOp::Binary(Add | Sub | Mul | Min | Max | And | Or | Xor), _) => Weight::Plain,
            Expr::Map(MapOp::Binary(op), _) if op.is_comparison() => Weight::Plain,
            Expr::Map(MapOp::Binary(Div) | MapOp::Complex, _) => Weight::Light,
            Expr::Map(MapOp::Unary(Conj | Real | Imag | Sign | IsNan | IsInf | IsFinite), _) => Weight::Light,
            Expr::Map(MapOp::Unary(Sqrt | Reciprocal | Exp | Exp2 | Log | Log2), _) => Weight::Light,
            _ => return Weight::Heavy,
        };
        let below = |edge: &Edge<B>| {
            let node = &edge.node;
            if node.weight == Weight::Plain || node.is_stored() { Weight::Plain } else { node.weight }
        };
        self.edges().iter().map(below).fold(own, Weight::max)
    }

    fn has_reduction(&self) -> bool {
        match self {
            // What is padded, and operations of the backend, are computed before.
            Expr::Call(_) | Expr::Pad(_) => false,
            Expr::Reduce(_) => true,
            expr => expr.edges().iter().any(|edge| edge.node.reduction),
        }
    }
}

impl<B: Backend> Node<B> {
    /// A node that holds a buffer.
    pub fn ready(xp: &B, dtype: DType, shape: &[usize], buffer: B::Buffer) -> Arc<Self> {
        Self::shared(xp, dtype, shape, Arc::new(buffer))
    }

    /// A node of a buffer that others may hold.
    pub fn shared(xp: &B, dtype: DType, shape: &[usize], buffer: Arc<B::Buffer>) -> Arc<Self> {
        Arc::new(Self {
            xp: xp.clone(),
            dtype,
            layout: Layout::row_major(shape),
            ops: AtomicU32::new(0),
            leaves: 1,
            free: false,
            weight: Weight::Plain,
            passed: AtomicU8::new(0),
            reduction: false,
            made: record::epoch(),
            running: AtomicBool::new(false),
            failure: None,
            state: Mutex::new(State::Ready(buffer)),
        })
    }

    /// A node to be computed; parts of its graph are computed now if it would grow too large.
    #[inline]
    pub fn deferred(xp: B, dtype: DType, shape: &[usize], expr: Expr<B>) -> Result<Arc<Self>> {
        let size = bounded_size(&expr)?;
        Ok(Self::sized(xp, dtype, shape, expr, size))
    }

    /// A node to be computed, of a graph of so many operations and arrays, or fewer.
    #[inline]
    pub fn sized(xp: B, dtype: DType, shape: &[usize], expr: Expr<B>, (ops, leaves): (u32, u32)) -> Arc<Self> {
        Arc::new(Self {
            xp,
            dtype,
            layout: Layout::row_major(shape),
            ops: AtomicU32::new(ops),
            leaves: if matches!(expr, Expr::Call(_)) { 1 } else { leaves },
            free: expr.is_free(),
            weight: expr.weight(),
            passed: AtomicU8::new(0),
            reduction: expr.has_reduction(),
            made: record::epoch(),
            running: AtomicBool::new(false),
            failure: None,
            state: Mutex::new(State::Deferred(expr)),
        })
    }

    /// Whether it had better be computed for each of so many views than be stored for them.
    pub fn is_cheap_for(&self, views: usize) -> bool {
        self.weight == Weight::Plain && self.ops.load(Relaxed) as usize * views <= MOST_REPEATED
    }

    /// Whether it had better be computed again, once, than be stored by a reduction that computes it in passing, if it is made of
    /// so many arrays as large: most are temporaries that nobody will read.
    pub fn is_passing(&self, arrays: impl FnOnce() -> usize) -> bool {
        self.is_light() && !self.is_passed() && arrays() <= MOST_READ_AGAIN
    }

    /// Whether all of it is quickly computed.
    pub fn is_light(&self) -> bool {
        self.weight <= Weight::Light && self.ops() <= MOST_PASSING
    }

    /// Whether it was computed in passing before.
    pub fn is_passed(&self) -> bool {
        self.passed.load(Relaxed) != 0
    }

    /// Whether it was so often enough that it had better be stored now: who needed parts of it will need more of them.
    pub fn is_passed_often(&self) -> bool {
        self.passed.load(Relaxed) >= MOST_PASSED
    }

    /// It is computed in passing once more.
    pub fn set_passed(&self) {
        let _ = self.passed.fetch_update(Relaxed, Relaxed, |times| times.checked_add(1));
    }

    /// What [`is_cheap_for`](Self::is_cheap_for) depends on, as a number below 64.
    pub fn repeats(&self) -> u64 {
        if self.weight == Weight::Plain { 1 + self.ops().min(62) as u64 } else { 0 }
    }

    /// A node that reports an error to whoever reads it.
    pub fn failed(xp: &B, dtype: DType, shape: &[usize], error: Error) -> Arc<Self> {
        Arc::new(Self {
            xp: xp.clone(),
            dtype,
            layout: Layout::row_major(shape),
            ops: AtomicU32::new(0),
            leaves: 0,
            free: false,
            weight: Weight::Heavy,
            passed: AtomicU8::new(0),
            reduction: false,
            made: record::epoch(),
            running: AtomicBool::new(false),
            failure: Some(Box::new(error)),
            state: Mutex::new(State::Taken),
        })
    }

    /// The error of a node that stands for one.
    #[inline]
    pub fn check(&self) -> Result<()> {
        match &self.failure {
            None => Ok(()),
            Some(error) => Err((**error).clone()),
        }
    }

    /// Its row-major layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    pub fn len(&self) -> usize {
        self.layout.len()
    }

    pub fn is_free(&self) -> bool {
        self.free
    }

    pub fn has_reduction(&self) -> bool {
        self.reduction
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State<B>> {
        // Every change of a state is one assignment, so a panic elsewhere leaves it whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deferred operations at or below this node; an upper bound.
    pub(super) fn ops(&self) -> u32 {
        self.ops.load(Relaxed)
    }

    /// Gives the node its buffer.
    pub fn set_ready(&self, buffer: Arc<B::Buffer>) {
        *self.state() = State::Ready(buffer);
        self.ops.store(0, Relaxed);
    }

    /// Marks the node as being computed, or no longer so; under the lock of evaluation.
    pub fn set_running(&self, running: bool) {
        self.running.store(running, Relaxed);
    }

    pub fn is_running(&self) -> bool {
        self.running.load(Relaxed)
    }

    pub fn is_ready(&self) -> bool {
        matches!(*self.state(), State::Ready(_))
    }

    /// Whether nothing is left to be computed, as far as that is seen without a lock.
    pub fn is_computed(&self) -> bool {
        self.ops() == 0 && self.failure.is_none()
    }

    /// Whether it has a buffer, also if something has yet to be written into that.
    pub fn is_stored(&self) -> bool {
        self.is_computed() || matches!(*self.state(), State::Ready(_) | State::Assigned(..))
    }

    /// Whether it is to be computed by a kernel, which could as well compute a part of it.
    pub fn is_expression(&self) -> bool {
        self.ops() != 0 && matches!(&*self.state(), State::Deferred(expr) if !matches!(expr, Expr::Call(_)))
    }

    /// What lies in a node of an array with something around it. That is computed; what is around it need not be written.
    pub(super) fn padded(&self) -> Option<Arc<Self>> {
        match &*self.state() {
            State::Deferred(Expr::Pad(pad)) => Some(pad.edge.node.clone()),
            _ => None,
        }
    }

    /// The one value of a node that has just one and is not computed.
    pub fn constant(&self) -> Option<Scalar> {
        if self.ops() == 0 {
            return None;
        }
        match &*self.state() {
            State::Deferred(Expr::Const(value)) => Some(*value),
            _ => None,
        }
    }

    /// The buffer, computed if need be.
    pub fn buffer(self: &Arc<Self>) -> Result<Arc<B::Buffer>> {
        if let State::Ready(buffer) = &*self.state() {
            return Ok(buffer.clone());
        }
        evaluate(self)?;
        match &*self.state() {
            State::Ready(buffer) => Ok(buffer.clone()),
            _ => Err(Error::value("eval", "the array was taken while it was being read")),
        }
    }

    /// The buffer of a node that nobody else holds, to write to; `None` if somebody does.
    pub fn unique_buffer(self: &mut Arc<Self>) -> Option<&mut B::Buffer> {
        let node = Arc::get_mut(self)?;
        match node.state.get_mut().unwrap_or_else(PoisonError::into_inner) {
            State::Ready(buffer) => Arc::get_mut(buffer),
            _ => None,
        }
    }

    /// What is done to the buffer of a node, which is the same but for what a trace knows of it; `None` if somebody else holds it.
    pub fn with_unique_buffer<R>(self: &mut Arc<Self>, write: impl FnOnce(&mut B::Buffer) -> R) -> Option<R> {
        let node = Arc::get_mut(self)?;
        let state = node.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        let shared = match std::mem::replace(state, State::Taken) {
            State::Ready(shared) => shared,
            other => {
                *state = other;
                return None;
            }
        };
        match Arc::try_unwrap(shared) {
            Ok(mut buffer) => {
                let written = write(&mut buffer);
                *state = State::Ready(Arc::new(buffer));
                Some(written)
            }
            Err(shared) => {
                *state = State::Ready(shared);
                None
            }
        }
    }
}

/// The size of an expression, of which parts are computed if it is too large.
fn bounded_size<B: Backend>(expr: &Expr<B>) -> Result<(u32, u32)> {
    expr.edges().iter().try_for_each(|edge| edge.node.check())?;
    let large = |(ops, leaves): (u32, u32)| ops > MAX_OPS || leaves > MAX_LEAVES;
    let size = tree_size(expr);
    if !large(size) {
        return Ok(size);
    }
    let size = graph_size(expr);
    if !large(size) {
        return Ok(size);
    }
    for edge in expr.edges().iter().filter(|edge| edge.node.ops() > 1) {
        let inner = edge.node.padded();
        evaluate_apart(inner.as_ref().unwrap_or(&edge.node), CutReason::Size)?;
    }
    Ok(graph_size(expr))
}

/// Whether a closure over arrays, of so many steps, numbers among them, and bytes of numbers, has more operations than other graphs and is one kernel nevertheless. Then its nodes'
/// sizes are known, which are too many to be counted for each: operations and arrays of what it reads. What that does is computed if it does not fit in.
pub(crate) fn closure_size<'a, B: Backend>(
    inputs: impl Iterator<Item = &'a Arc<Node<B>>> + Clone,
    steps: usize,
    numbers: usize,
) -> Result<Option<(u32, u32)>> {
    inputs.clone().try_for_each(|node| node.check())?;
    let size = || {
        inputs.clone().fold((steps as u32, 0u32), |(ops, leaves), node| {
            (ops.saturating_add(node.ops()), leaves.saturating_add(if node.ops() == 0 { 1 } else { node.leaves }))
        })
    };
    let (ops, leaves) = size();
    if (ops <= MAX_OPS && leaves <= MAX_LEAVES)
        || steps as u32 > MOST_OPS_OF_CLOSURE
        || numbers > MOST_NUMBERS_OF_CLOSURE
    {
        return Ok(None);
    }
    if ops > MOST_OPS_OF_CLOSURE || leaves > MAX_LEAVES {
        for node in inputs.clone().filter(|node| node.ops() > 1) {
            evaluate_apart(node, CutReason::Size)?;
        }
    }
    Ok(Some(size()).filter(|&(_, leaves)| leaves <= MAX_LEAVES))
}

/// The size of an expression, counting shared parts as often as they are used.
fn tree_size<B: Backend>(expr: &Expr<B>) -> (u32, u32) {
    expr.edges().iter().fold((1, 0), |(ops, leaves), edge| {
        let (o, l) = match edge.node.ops() {
            0 => (0, 1),
            // What is padded is read where it lies.
            1 if !edge.node.free && edge.node.padded().is_some() => (0, 1),
            ops => (ops, edge.node.leaves),
        };
        (ops.saturating_add(o), leaves.saturating_add(l))
    })
}

/// The size of an expression, counting shared parts once.
fn graph_size<B: Backend>(expr: &Expr<B>) -> (u32, u32) {
    let seen = FxHashSet::with_capacity_and_hasher(MAX_OPS as usize, FxBuildHasher);
    let mut size = Size { seen, ..Size::default() };
    size.add_expr(expr);
    (size.ops, size.leaves)
}

/// The size of graphs, counting shared parts once.
pub(super) struct Size<B: Backend> {
    pub ops: u32,
    /// Buffers read.
    pub leaves: u32,
    seen: FxHashSet<*const Node<B>>,
}

impl<B: Backend> Default for Size<B> {
    fn default() -> Self {
        Self { ops: 0, leaves: 0, seen: FxHashSet::default() }
    }
}

impl<B: Backend> Size<B> {
    /// Adds what is at and below a node.
    pub fn add(&mut self, node: &Arc<Node<B>>) {
        if !self.seen.insert(Arc::as_ptr(node)) {
            return;
        }
        match &*node.state() {
            // A view has a node of its own, but computes nothing.
            State::Deferred(Expr::Map(MapOp::Cast, edges)) if edges[0].node.dtype == node.dtype => {
                self.add(&edges[0].node)
            }
            State::Deferred(expr) => self.add_expr(expr),
            State::Ready(_) | State::Assigned(..) | State::Taken => self.leaves += 1,
        }
    }

    fn add_expr(&mut self, expr: &Expr<B>) {
        self.ops += 1;
        expr.edges().iter().for_each(|edge| self.add(&edge.node));
    }
}
