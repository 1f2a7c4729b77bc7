//! One operation or reduction of computed arrays: nothing to search, fuse or cut. Programs that compute small arrays step by step
//! consist of these, and would spend more time in lowering than in their kernels.

use super::lower::moving;
use super::node::{Edge, Expr, MapOp, Node, ReduceExpr, State};
use super::record;
use crate::backend::{Backend, Input, LaunchArgs, Output, Turn, View};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::ir::{Inst, Kernel, Op, ReduceOp, Reduction, SharedKernel, Value};
use crate::layout::Layout;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What the structure of a kernel of one operation depends on.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    op: KeyOp,
    /// The type of the result, then the arguments: 16 bits each.
    types: u64,
}

#[derive(PartialEq, Eq, Hash)]
enum KeyOp {
    Map(MapOp),
    /// With the part of its result and the accumulator's type.
    Reduce(ReduceOp, u16, DType),
}

impl Key {
    fn new(op: KeyOp, dtype: DType, args: &[Arg]) -> Self {
        let pack = |types: u64, arg: &Arg| {
            let (kind, k, dtype) = match *arg {
                Arg::Load(k, dtype) => (1, k, dtype),
                Arg::Param(k, dtype) => (2, k, dtype),
            };
            types << 16 | kind << 12 | u64::from(k) << 8 | dtype as u64
        };
        Self { op, types: args.iter().fold(dtype as u64, pack) }
    }
}

/// An argument of the operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Arg {
    Load(u8, DType),
    Param(u8, DType),
}

thread_local! {
    /// The kernels made so far: a few for each operation and type that the program uses. Whoever runs one holds it in this thread.
    static KERNELS: RefCell<FxHashMap<Key, Rc<SharedKernel>>> = RefCell::default();
}

/// A kernel's operands.
struct Arguments<'a, B: Backend> {
    /// Each with the view through which it is read, if it has one of its own.
    buffers: SmallVec<[(Arc<B::Buffer>, DType, Option<Arc<Layout>>); 3]>,
    /// That of all other buffers.
    layout: Cow<'a, Layout>,
    /// The handles of buffers that other streams may be at work on.
    others: SmallVec<[B; 1]>,
    params: SmallVec<[Scalar; 2]>,
    args: SmallVec<[Arg; 3]>,
}

/// A node that is being computed, until this is dropped: it has the result then, or is deferred as before.
pub(super) struct Running<'a, B: Backend> {
    pub node: &'a Node<B>,
    pub result: Option<Arc<B::Buffer>>,
}

/// Computes a node that is one number everywhere, one elementwise operation on arrays and numbers, or one reduction of an
/// array; `None` for any other.
pub(super) fn run<B: Backend>(node: &Arc<Node<B>>) -> Option<Result<()>> {
    if is_direct(node) { compute(node, node.xp.evaluation().turn()) } else { None }
}

/// As [`run`], of a small node and if no other thread is to be waited for.
pub(super) fn try_run<B: Backend>(node: &Arc<Node<B>>) -> Option<Result<()>> {
    match is_direct(node) && node.xp.runs_at_once(node.len()) {
        true => compute(node, node.xp.evaluation().try_turn()?),
        false => None,
    }
}

fn is_direct<B: Backend>(node: &Node<B>) -> bool {
    // What is traced is recorded in one place.
    !record::is_on() && !node.has_many_ops() && node.ops() != 0
}

fn compute<B: Backend>(node: &Arc<Node<B>>, turn: Turn<'_>) -> Option<Result<()>> {
    let state = node.state();
    if node.is_running() {
        return None;
    }
    // Filled where it is: it is large enough for copies to show.
    let mut operands = Arguments::none(node.layout());
    let kernel = match &*state {
        State::Deferred(Expr::Map(op, edges)) => map(node, op, edges, &mut operands)?,
        State::Deferred(Expr::Reduce(reduce)) => reduction(node, reduce, &mut operands)?,
        State::Deferred(Expr::Const(number)) => {
            operands.params.push(*number);
            Rc::new(moving(node.dtype, true).ok()?)
        }
        _ => return None,
    };
    drop(state);
    let elements = operands.layout.len().max(node.len());
    if operands.others.is_empty() && node.xp.runs_at_once(elements) {
        // Sooner done than marked for other threads.
        return Some(launch(node, &kernel, &operands).map(|buffer| node.set_ready(buffer)));
    }
    node.set_running(true);
    drop(turn);
    Some(Running { node, result: None }.run(&kernel, &operands))
}

fn map<B: Backend>(
    node: &Node<B>,
    op: &MapOp,
    edges: &[Edge<B>],
    operands: &mut Arguments<'_, B>,
) -> Option<Rc<SharedKernel>> {
    let inst = op.inst()?;
    // A loop has more arguments than a key has room for.
    if matches!(op, MapOp::Loop(..)) || (*op == MapOp::Cast && edges[0].node.dtype == node.dtype) {
        return None;
    }
    operands.fill(node, edges)?;
    let key = Key::new(KeyOp::Map(op.clone()), node.dtype, &operands.args);
    kernel(key, || build(inst, node.dtype, &operands.args))
}

/// `None` if it reduces something that is not computed, several arrays, or nothing: such outputs could be in place.
fn reduction<B: Backend>(
    node: &Node<B>,
    reduce: &ReduceExpr<B>,
    operands: &mut Arguments<'_, B>,
) -> Option<Rc<SharedKernel>> {
    let ([edge], None) = (&reduce.args[..], reduce.identity) else { return None };
    if edge.layout().ndim() == node.shape().len() {
        return None;
    }
    let State::Ready(buffer) = &*edge.node.state() else { return None };
    operands.layout = Cow::Owned(edge.layout().clone());
    operands.push(node, &edge.node, buffer, None);
    operands.args.push(Arg::Load(0, edge.node.dtype));
    let key = Key::new(KeyOp::Reduce(reduce.op.clone(), reduce.part, reduce.dtype), node.dtype, &operands.args);
    let build = || {
        let load = Inst { op: Op::Load(0), dtype: edge.node.dtype, args: smallvec![] };
        let result = Inst { op: Op::Reduced { index: 0, part: reduce.part }, dtype: node.dtype, args: smallvec![] };
        let reduction = Reduction { op: reduce.op.clone(), args: smallvec![0], dtype: reduce.dtype };
        let (insts, reductions) = (vec![load, result], vec![reduction]);
        Kernel { insts, body: 1, reductions, outputs: vec![1], operands: 1, params: Vec::new() }
    };
    kernel(key, build)
}

impl<'a, B: Backend> Arguments<'a, B> {
    /// None yet, of arrays of a layout.
    fn none(layout: &'a Layout) -> Self {
        let (buffers, others, params, args) = Default::default();
        Self { buffers, layout: Cow::Borrowed(layout), others, params, args }
    }

    /// Adds the buffer of a source of the node, and how that is seen.
    fn push(&mut self, node: &Node<B>, source: &Node<B>, buffer: &Arc<B::Buffer>, view: Option<Arc<Layout>>) {
        self.buffers.push((buffer.clone(), source.dtype, view));
        if source.xp.stream_id() != node.xp.stream_id() {
            self.others.push(source.xp.clone());
        }
    }

    /// `None` if an operand is not computed yet, or could be overwritten.
    fn fill(&mut self, node: &Node<B>, edges: &[Edge<B>]) -> Option<()> {
        for (k, edge) in edges.iter().enumerate() {
            let source = &edge.node;
            if let Some(same) = edges[..k].iter().position(|other| same_view(other, edge)) {
                // An array that is used twice is loaded once.
                self.args.push(self.args[same]);
                continue;
            }
            let arg = match &*source.state() {
                State::Ready(buffer) => {
                    let ours = edges.iter().filter(|other| Arc::ptr_eq(&other.node, source)).count();
                    if Arc::strong_count(source) == ours {
                        return None;
                    }
                    self.push(node, source, buffer, edge.view.clone());
                    Arg::Load(self.buffers.len() as u8 - 1, source.dtype)
                }
                State::Deferred(Expr::Const(scalar)) => {
                    self.params.push(*scalar);
                    Arg::Param(self.params.len() as u8 - 1, source.dtype)
                }
                _ => return None,
            };
            self.args.push(arg);
        }
        Some(())
    }
}

/// Whether two edges are one.
fn same_view<B: Backend>(a: &Edge<B>, b: &Edge<B>) -> bool {
    Arc::ptr_eq(&a.node, &b.node) && a.layout() == b.layout()
}

/// The kernel of one operation; `None` if there is none, which whoever evaluates the whole graph will say.
fn kernel(key: Key, build: impl FnOnce() -> Kernel) -> Option<Rc<SharedKernel>> {
    KERNELS.with_borrow_mut(|kernels| {
        if let Some(kernel) = kernels.get(&key) {
            return Some(kernel.clone());
        }
        let kernel = Rc::new(SharedKernel::new(build()).ok()?);
        kernels.insert(key, kernel.clone());
        Some(kernel)
    })
}

fn build(op: Op, dtype: DType, args: &[Arg]) -> Kernel {
    let mut kernel = Kernel::default();
    let mut values: SmallVec<[(Arg, Value); 3]> = SmallVec::new();
    for &arg in args {
        if values.iter().any(|(other, _)| *other == arg) {
            continue;
        }
        values.push((arg, kernel.insts.len() as Value));
        let (op, dtype) = match arg {
            Arg::Load(k, dtype) => {
                kernel.operands += 1;
                (Op::Load(k.into()), dtype)
            }
            Arg::Param(k, dtype) => {
                kernel.params.push(dtype);
                (Op::Param(k.into()), dtype)
            }
        };
        kernel.insts.push(Inst { op, dtype, args: smallvec![] });
    }
    let place = |arg: &Arg| values.iter().find(|(other, _)| other == arg).map(|&(_, value)| value);
    kernel.outputs.push(kernel.insts.len() as Value);
    kernel.insts.push(Inst { op, dtype, args: args.iter().filter_map(place).collect() });
    kernel.body = kernel.insts.len();
    kernel
}

impl<B: Backend> Running<'_, B> {
    fn run(mut self, kernel: &SharedKernel, operands: &Arguments<'_, B>) -> Result<()> {
        for other in &operands.others {
            self.node.xp.wait(&other.record()?)?;
        }
        self.result = Some(launch(self.node, kernel, operands)?);
        Ok(())
    }
}

/// What a kernel makes of its operands, which the stream of the node has.
fn launch<B: Backend>(node: &Node<B>, kernel: &SharedKernel, operands: &Arguments<'_, B>) -> Result<Arc<B::Buffer>> {
    let xp = &node.xp;
    let Arguments { buffers, params, .. } = operands;
    let from: &Layout = &operands.layout;
    let mut inputs: SmallVec<[Input<'_, B::Buffer>; 3]> = SmallVec::new();
    for (buffer, dtype, view) in buffers {
        inputs.push(Input::Buffer(View::new(&**buffer, *dtype, view.as_deref().unwrap_or(from))?));
    }
    let bytes = node.len() * node.dtype.size();
    let mut buffer = xp.alloc(bytes)?;
    xp.counters().count_operation(inputs.len(), bytes);
    // An operation's operands have the layout of its result.
    let layout = if from.ndim() == node.shape().len() { from } else { node.layout() };
    let outputs = smallvec![Output::new(&mut buffer, node.dtype, layout)?];
    xp.launch(LaunchArgs::new(kernel, from.shape(), node.shape().len(), &inputs, outputs, params)?)?;
    Ok(Arc::new(buffer))
}

impl<B: Backend> Drop for Running<'_, B> {
    fn drop(&mut self) {
        let turn = self.node.xp.evaluation().turn();
        if let Some(buffer) = self.result.take() {
            self.node.set_ready(buffer);
        }
        self.node.set_running(false);
        turn.announce();
    }
}
