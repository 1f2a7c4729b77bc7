//! Few operations on computed arrays, or a reduction of what they give: nothing to search, share or cut. Programs on small arrays consist
//! of these, and would spend more time in lowering than in their kernels.

mod body;

use super::lower::moving;
use super::node::{Expr, Node, ReduceExpr, State};
use super::record;
use super::remember::{recall, remember};
use crate::backend::{Backend, Input, LaunchArgs, Output, Turn, View};
use crate::dtype::Scalar;
use crate::error::{Error, Result};
use crate::ir::{Inst, Kernel, Op, Reduction, SharedKernel, Value};
use crate::layout::Layout;
use body::{Body, Key, Load};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Graphs of more operations, constants among them, are lowered.
const MOST: u32 = 24;
/// So many bytes of one number are written without a kernel.
const FILLED: usize = 512;

thread_local! {
    /// The kernels made so far. Whoever runs one holds it in this thread.
    static KERNELS: RefCell<FxHashMap<Key, Rc<SharedKernel>>> = RefCell::default();
}

/// A node that is being computed, until this is dropped: it has the result then, or is deferred as before.
pub(super) struct Running<'a, B: Backend> {
    pub node: &'a Node<B>,
    pub result: Option<Arc<B::Buffer>>,
}

/// Where a kernel writes. If it is not done, what was taken from a node goes back there.
struct Target<B: Backend> {
    buffer: Option<Arc<B::Buffer>>,
    origin: Option<Arc<Node<B>>>,
}

/// Computes a node that is one number everywhere, few elementwise operations on arrays and numbers, or one reduction of
/// these; `None` for any other.
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
    !record::is_on() && (1..=MOST).contains(&node.ops())
}

fn compute<B: Backend>(node: &Arc<Node<B>>, turn: Turn<'_>) -> Option<Result<()>> {
    let state = node.state();
    if node.is_running() {
        return None;
    }
    // Filled where it is: it is large enough for copies to show.
    let mut body = Body::new();
    let mut space = Cow::Borrowed(node.layout());
    let kernel = match &*state {
        State::Deferred(Expr::Map(op, edges)) => {
            let value = body.apply(node, node, op, edges)?;
            kernel(&mut body, value)?
        }
        State::Deferred(Expr::Reduce(reduce)) => {
            let (kernel, layout) = reduction(node, reduce, &mut body)?;
            space = Cow::Owned(layout);
            kernel
        }
        State::Deferred(Expr::Const(number)) => {
            let is_few = (1..=FILLED).contains(&(node.len() * node.dtype.size()));
            if is_few && number.dtype() == node.dtype && node.xp.runs_at_once(node.len()) {
                let number = *number;
                drop(state);
                return Some(filled(node, number).map(|buffer| node.set_ready(buffer)));
            }
            body.params.push(*number);
            Rc::new(moving(node.dtype, true).ok()?)
        }
        _ => return None,
    };
    drop(state);
    body.passed.drain(..).for_each(|passed| passed.set_passed());
    let target = Target::taken(&mut body);
    if !body.is_elsewhere() && node.xp.runs_at_once(space.len().max(node.len())) {
        // Sooner done than marked for other threads.
        return Some(launch(node, &kernel, &space, &body, target).map(|buffer| node.set_ready(buffer)));
    }
    node.set_running(true);
    drop(turn);
    let mut running = Running { node, result: None };
    let result = body.wait(&node.xp).and_then(|()| launch(node, &kernel, &space, &body, target));
    Some(result.map(|buffer| running.result = Some(buffer)))
}

/// A number everywhere, in so few bytes that a kernel would take longer.
fn filled<B: Backend>(node: &Node<B>, number: Scalar) -> Result<Arc<B::Buffer>> {
    let (size, len) = (node.dtype.size(), node.len() * node.dtype.size());
    let mut bytes = [0; FILLED];
    bytes[..len].chunks_exact_mut(size).for_each(|element| element.copy_from_slice(number.bytes()));
    let mut buffer = node.xp.alloc(len)?;
    node.xp.upload(&bytes[..len], &mut buffer)?;
    node.xp.counters().count_operation(0, len);
    Ok(Arc::new(buffer))
}

/// The kernel of a reduction, and the layout through which it reads arrays; `None` of several arrays, or of nothing: such outputs
/// could be in place.
fn reduction<B: Backend>(
    node: &Node<B>,
    reduce: &ReduceExpr<B>,
    body: &mut Body<B>,
) -> Option<(Rc<SharedKernel>, Layout)> {
    let ([edge], None) = (&reduce.args[..], reduce.identity) else { return None };
    if edge.layout().ndim() == node.shape().len() {
        return None;
    }
    let value = body.reduced(node, edge)?;
    body.key.reduced = Some((reduce.op.clone(), reduce.part, [reduce.dtype, node.dtype]));
    Some((kernel(body, value)?, edge.layout().clone()))
}

/// The kernel of a body that ends with a value; `None` if there is none, which whoever evaluates the whole graph will say.
fn kernel<B: Backend>(body: &mut Body<B>, value: Value) -> Option<Rc<SharedKernel>> {
    if body.is_tangled() {
        return None;
    }
    if let Some(kernel) = recall(&KERNELS, &body.key) {
        return Some(kernel);
    }
    let key = std::mem::take(&mut body.key);
    let params = body.params.iter().map(|param| param.dtype()).collect();
    let (insts, operands) = (key.instructions()?, body.loads.len());
    let mut made = Kernel { insts, operands, params, ..Kernel::default() };
    made.body = made.insts.len();
    made.outputs.push(value);
    if let Some((op, part, [accumulator, dtype])) = &key.reduced {
        made.outputs[0] = made.body as Value;
        made.insts.push(Inst { op: Op::Reduced { index: 0, part: *part }, dtype: *dtype, args: smallvec![] });
        made.reductions.push(Reduction { op: op.clone(), args: smallvec![value], dtype: *accumulator });
    }
    let kernel = Rc::new(SharedKernel::new(made).ok()?);
    remember(&KERNELS, key, kernel.clone());
    Some(kernel)
}

/// What a kernel makes of its operands, which the stream of the node has, read through a layout if they have none of their own.
fn launch<B: Backend>(
    node: &Node<B>,
    kernel: &SharedKernel,
    space: &Layout,
    body: &Body<B>,
    mut target: Target<B>,
) -> Result<Arc<B::Buffer>> {
    let xp = &node.xp;
    let mut inputs: SmallVec<[Input<'_, B::Buffer>; 4]> = SmallVec::new();
    for Load { dtype, buffer, view, .. } in &body.loads {
        inputs.push(match buffer {
            Some(buffer) => Input::Buffer(View::new(&**buffer, *dtype, view.as_deref().unwrap_or(space))?),
            None => Input::Output(0),
        });
    }
    if target.buffer.is_some() {
        xp.counters().count_launch(inputs.len());
    } else {
        let bytes = node.len() * node.dtype.size();
        target.buffer = Some(Arc::new(xp.alloc(bytes)?));
        xp.counters().count_operation(inputs.len(), bytes);
    }
    let buffer = target.buffer.as_mut().and_then(Arc::get_mut).ok_or_else(seen)?;
    // An operation's operands have the layout of its result.
    let layout = if space.ndim() == node.shape().len() { space } else { node.layout() };
    let outputs = smallvec![Output::new(buffer, node.dtype, layout)?];
    xp.launch(LaunchArgs::new(kernel, space.shape(), node.shape().len(), &inputs, outputs, &body.params)?)?;
    target.buffer.take().ok_or_else(seen)
}

#[cold]
fn seen() -> Error {
    Error::value("eval", "an array that is computed was seen by somebody")
}

impl<B: Backend> Target<B> {
    /// The buffer of what is read that nobody will see any more, if there is such.
    fn taken(body: &mut Body<B>) -> Self {
        let dying = body.loads.iter_mut().find_map(|load| Some((load.dying.take()?, load.buffer.take())));
        let (origin, buffer) = dying.map_or((None, None), |(node, buffer)| (Some(node), buffer));
        if let Some(origin) = &origin {
            *origin.state() = State::Taken;
        }
        Self { buffer, origin }
    }
}

impl<B: Backend> Drop for Target<B> {
    fn drop(&mut self) {
        if let (Some(buffer), Some(origin)) = (self.buffer.take(), &self.origin) {
            origin.set_ready(buffer);
        }
    }
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
