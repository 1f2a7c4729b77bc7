//! One operation on computed arrays: nothing to search, fuse or cut. Programs that compute small arrays step by step
//! consist of these, and would spend more time in lowering than in their kernels.

use super::eval::{alloc, lock, notify};
use super::node::{Edge, Expr, MapOp, Node, State};
use crate::backend::{Backend, Input, LaunchArgs, Output};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::ir::{Inst, Kernel, Op, SharedKernel, Value};
use crate::layout::Layout;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::cell::RefCell;
use std::sync::Arc;

/// What the structure of a kernel of one operation depends on.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    op: MapOp,
    /// The type of the result, then the arguments: 16 bits each.
    types: u64,
}

impl Key {
    fn new(op: &MapOp, dtype: DType, args: &[Arg]) -> Self {
        let pack = |types: u64, arg: &Arg| {
            let (kind, k, dtype) = match *arg {
                Arg::Load(k, dtype) => (1, k, dtype),
                Arg::Param(k, dtype) => (2, k, dtype),
            };
            types << 16 | kind << 12 | u64::from(k) << 8 | dtype as u64
        };
        Self { op: op.clone(), types: args.iter().fold(dtype as u64, pack) }
    }
}

/// An argument of the operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Arg {
    Load(u8, DType),
    Param(u8, DType),
}

thread_local! {
    /// The kernels made so far: a few for each operation and type that the program uses.
    static KERNELS: RefCell<FxHashMap<Key, SharedKernel>> = RefCell::default();
}

/// A kernel's operands, whole arrays of the result's shape.
struct Operands<B: Backend> {
    buffers: SmallVec<[Arc<B::Buffer>; 3]>,
    /// Where arrays of other streams come from.
    others: SmallVec<[B; 1]>,
    params: SmallVec<[Scalar; 2]>,
    args: SmallVec<[Arg; 3]>,
}

/// A node that is being computed, until this is dropped; it has the result then, or is deferred as before.
struct Running<'a, B: Backend> {
    node: &'a Node<B>,
    result: Option<Arc<B::Buffer>>,
}

/// Computes a node that is one elementwise operation on whole arrays of its shape, and scalars; `None` for any other.
pub(super) fn run<B: Backend>(node: &Arc<Node<B>>) -> Option<Result<()>> {
    let guard = lock();
    let state = node.state();
    let State::Deferred(Expr::Map(op, edges)) = &*state else { return None };
    if node.is_running() {
        return None;
    }
    let inst = op.inst()?;
    if *op == MapOp::Cast && edges[0].node.dtype == node.dtype {
        return None;
    }
    let operands = Operands::new(node, edges)?;
    let kernel = kernel(op, inst, node.dtype, &operands.args);
    drop(state);
    node.set_running(true);
    drop(guard);
    Some(Running { node, result: None }.run(&kernel, &operands))
}

impl<B: Backend> Operands<B> {
    /// `None` if an operand is not computed yet, is seen through a view, or could be overwritten.
    fn new(node: &Arc<Node<B>>, edges: &[Edge<B>]) -> Option<Self> {
        let (buffers, others, params, args) = Default::default();
        let mut operands = Self { buffers, others, params, args };
        for (k, edge) in edges.iter().enumerate() {
            let source = &edge.node;
            if let Some(same) = edges[..k].iter().position(|other| same_view(other, edge)) {
                // An array that is used twice is loaded once.
                operands.args.push(operands.args[same]);
                continue;
            }
            let arg = match &*source.state() {
                State::Ready(buffer) => {
                    let ours = edges.iter().filter(|other| Arc::ptr_eq(&other.node, source)).count();
                    let whole = edge.layout.is_identity() && edge.layout.shape() == &node.shape[..];
                    if !whole || Arc::strong_count(source) == ours {
                        return None;
                    }
                    operands.buffers.push(buffer.clone());
                    if source.xp.stream_id() != node.xp.stream_id() {
                        operands.others.push(source.xp.clone());
                    }
                    Arg::Load(operands.buffers.len() as u8 - 1, source.dtype)
                }
                State::Deferred(Expr::Const(scalar)) => {
                    operands.params.push(*scalar);
                    Arg::Param(operands.params.len() as u8 - 1, source.dtype)
                }
                _ => return None,
            };
            operands.args.push(arg);
        }
        Some(operands)
    }
}

/// Whether two edges are one.
fn same_view<B: Backend>(a: &Edge<B>, b: &Edge<B>) -> bool {
    Arc::ptr_eq(&a.node, &b.node) && a.layout == b.layout
}

/// The kernel of one operation.
fn kernel(op: &MapOp, inst: Op, dtype: DType, args: &[Arg]) -> SharedKernel {
    let key = Key::new(op, dtype, args);
    KERNELS.with_borrow_mut(|kernels| {
        kernels.entry(key).or_insert_with(|| SharedKernel::new(build(inst, dtype, args))).clone()
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
    fn run(mut self, kernel: &SharedKernel, operands: &Operands<B>) -> Result<()> {
        let (node, xp) = (self.node, &self.node.xp);
        for other in &operands.others {
            xp.wait(&other.record()?)?;
        }
        let layout = Layout::row_major(&node.shape);
        let inputs: SmallVec<[Input<'_, B::Buffer>; 3]> =
            operands.buffers.iter().map(|buffer| Input::Buffer(&**buffer, &layout)).collect();
        let mut buffer = alloc(xp, node.len() * node.dtype.size())?;
        xp.counters().count_launch(inputs.len());
        xp.launch(LaunchArgs {
            kernel,
            shape: &node.shape,
            kept: node.shape.len(),
            inputs: &inputs,
            outputs: smallvec![Output { buffer: &mut buffer, layout: &layout }],
            params: &operands.params,
        })?;
        self.result = Some(Arc::new(buffer));
        Ok(())
    }
}

impl<B: Backend> Drop for Running<'_, B> {
    fn drop(&mut self) {
        let guard = lock();
        if let Some(buffer) = self.result.take() {
            *self.node.state() = State::Ready(buffer);
        }
        self.node.set_running(false);
        notify(guard);
    }
}
