//! Assignments to parts of arrays: values are computed right where they are written, and those that go to places of one array
//! that do not overlap are one kernel.
//!
//! An assignment that cannot fail half-way waits in its node ([`State::Assigned`]) until somebody needs the array, or the
//! thread computes or assigns anything else. So another one may join it, and what it reads is let go no later than the
//! thread looks for arrays to overwrite. An array that is dropped before was not needed.

use super::eval::{Running, evaluate_all, evaluate_cuts, references};
use super::lower::{Job, Level, Lowered, Operand, Recipe, lower_into};
use super::node::{Edge, Expr, MAX_LEAVES, MAX_OPS, Node, State};
use super::record;
use super::remember::{recall, remember};
use super::table::{Table, Walk};
use crate::backend::{Backend, DeviceBuffer, Memory};
use crate::error::{Error, Result};
use crate::ir::{Inst, Kernel, Op, SharedKernel, Value};
use crate::layout::Layout;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::cell::{Cell, RefCell};
use std::sync::{Arc, Weak};

/// A node that something waits to be assigned to, whatever its backend.
trait Waiting {
    fn launch(self: Arc<Self>);
}

impl<B: Backend> Waiting for Node<B> {
    fn launch(self: Arc<Self>) {
        // What fails stays with the node, for whoever reads it.
        let _ = run(&self);
    }
}

thread_local! {
    /// Whether an assignment of this thread may wait.
    static WAITS: Cell<bool> = const { Cell::new(false) };
    /// Its node.
    static NODE: RefCell<Option<Weak<dyn Waiting>>> = const { RefCell::new(None) };
}

/// Launches the assignment of this thread that waits, if one does.
#[inline]
pub(crate) fn settle() {
    if WAITS.get() {
        launch_waiting();
    }
}

#[cold]
fn launch_waiting() {
    WAITS.set(false);
    // A thread that ends has forgotten it: the node has it still.
    if let Ok(Some(node)) = NODE.try_with(|node| node.take().and_then(|node| node.upgrade())) {
        node.launch();
    }
}

/// Whether an assignment of this thread waits.
#[inline]
pub(super) fn waits() -> bool {
    WAITS.get()
}

/// Whether the assignment of this thread that waits is one to this node.
fn waits_for<B: Backend>(node: &Arc<Node<B>>) -> bool {
    let is_node = |waiting: &Weak<dyn Waiting>| std::ptr::addr_eq(waiting.as_ptr(), Arc::as_ptr(node));
    WAITS.get() && NODE.try_with(|waiting| waiting.borrow().as_ref().is_some_and(is_node)).unwrap_or(false)
}

/// Launches what was assigned to a node.
pub(super) fn run<B: Backend>(node: &Arc<Node<B>>) -> Result<()> {
    loop {
        let turn = node.xp.evaluation().turn();
        if node.is_ready() {
            return Ok(());
        }
        if node.is_running() {
            turn.wait();
            continue;
        }
        let Some((buffer, Some(mut job))) = take(node) else {
            return Err(Error::value("assign", "the array is being read by another thread"));
        };
        job.targets.push(node.clone());
        // What was assigned before a trace is no step of it.
        let _pause = record::pause_for(job.made);
        let mut running = Running::start_into(*job, buffer, true);
        drop(turn);
        return running.run();
    }
}

/// A buffer that is about to be written into, and where it was.
type Taken<B> = (<B as Memory>::Buffer, usize);

/// Takes the buffer of a node, with what waits to be assigned to it; `None` if somebody reads it.
fn take<B: Backend>(node: &Node<B>) -> Option<(Taken<B>, Option<Box<Job<B>>>)> {
    let mut state = node.state();
    let (shared, waiting) = match std::mem::replace(&mut *state, State::Taken) {
        State::Ready(shared) => (shared, None),
        State::Assigned(shared, job) => (shared, Some(job)),
        other => {
            *state = other;
            return None;
        }
    };
    let before = B::Buffer::identity(&shared);
    match Arc::try_unwrap(shared) {
        Ok(buffer) => Some(((buffer, before), waiting)),
        Err(shared) => {
            *state = match waiting {
                None => State::Ready(shared),
                Some(job) => State::Assigned(shared, job),
            };
            None
        }
    }
}

/// What became of values that were to be written into a buffer.
pub(crate) enum Written {
    /// They are there, or will be for whoever reads it.
    Done,
    /// They have to be computed first: their kernel could fail half-way, or read what it has overwritten.
    Apart,
    /// Nothing was done, as others refer to the buffer.
    Shared,
}

/// Computes values right where they are written: `places` in the buffer of `target`, which has one, and which only the
/// caller's array refers to; also the caller's edge, and the array that it came from if this is `lent`.
pub(crate) fn write<B: Backend>(
    values: &Edge<B>,
    lent: bool,
    target: &Arc<Node<B>>,
    places: &Layout,
) -> Result<Written> {
    values.node.check()?;
    let lenders = if Arc::ptr_eq(&values.node, target) { 1 + usize::from(lent) } else { 0 };
    loop {
        launch_others(target, places)?;
        let turn = target.xp.evaluation().turn();
        // Before a job refers to it.
        let shared = Arc::strong_count(target) > 1 + lenders;
        let job = match plain(values, target, places)? {
            Some(_) if shared => return Ok(Written::Shared),
            Some(job) => job,
            None => match lowered(values, lenders, target, places)? {
                Writing::Job(job) => job,
                Writing::Not(written) => return Ok(written),
                Writing::Busy => {
                    turn.wait();
                    continue;
                }
                Writing::Calls(calls) => {
                    drop(turn);
                    evaluate_all(&calls)?;
                    continue;
                }
                Writing::Cut(levels) => {
                    drop(turn);
                    evaluate_cuts(&target.xp, levels)?;
                    continue;
                }
            },
        };
        let Some(job) = reading_itself(job, target) else { return Ok(Written::Apart) };
        let Some(job) = wait(target, job) else { return Ok(Written::Done) };
        if !target.is_ready() {
            drop((job, turn));
            settle();
            continue;
        }
        let Some((buffer, _)) = take(target) else { return Ok(Written::Shared) };
        let mut running = Running::start_into(job, buffer, false);
        drop(turn);
        return running.run().map(|()| Written::Done);
    }
}

/// A kernel that moves elements that are there, or one number, to places of a buffer; `None` for what is to be lowered.
fn plain<B: Backend>(values: &Edge<B>, target: &Arc<Node<B>>, places: &Layout) -> Result<Option<Job<B>>> {
    let (node, layout) = (&values.node, values.layout());
    let (mut operands, mut params) = (SmallVec::new(), SmallVec::new());
    match &*node.state() {
        State::Ready(buffer) => operands.push(Operand::Buffer(node.clone(), buffer.clone(), None)),
        State::Assigned(buffer, _) if Arc::ptr_eq(node, target) => {
            operands.push(Operand::Buffer(node.clone(), buffer.clone(), None));
        }
        State::Deferred(Expr::Const(scalar)) => params.push(*scalar),
        _ => return Ok(None),
    }
    let recipe = Recipe::moving(node.dtype, params.is_empty().then_some(layout), places)?;
    let targets = smallvec![target.clone()];
    Ok(Some(Job { recipe: Arc::new(recipe), operands, params, targets, made: record::epoch() }))
}

/// What is to be done to write values.
enum Writing<B: Backend> {
    /// This kernel does it.
    Job(Job<B>),
    /// Nothing: it has become of them what this says.
    Not(Written),
    /// To wait for another thread.
    Busy,
    /// To compute these first.
    Calls(SmallVec<[Arc<Node<B>>; 1]>),
    /// Likewise, level by level.
    Cut(Vec<Level<Arc<Node<B>>>>),
}

/// Lowers values that are written to places of a buffer; under the lock.
fn lowered<B: Backend>(values: &Edge<B>, lenders: usize, target: &Arc<Node<B>>, places: &Layout) -> Result<Writing<B>> {
    let mut table = Table::writing(target);
    match table.walk(std::slice::from_ref(&values.node)) {
        Walk::Done => {}
        Walk::Busy => return Ok(Writing::Busy),
        Walk::Calls(calls) => return Ok(Writing::Calls(calls)),
    }
    let shared = match table.find(target) {
        Some(place) => table.is_wanted(place, 1 + lenders),
        None => Arc::strong_count(target) > 1 + lenders,
    };
    if shared {
        return Ok(Writing::Not(Written::Shared));
    }
    Ok(match lower_into(values, target, places, &mut table)? {
        Lowered::Cut(levels) => Writing::Cut(levels),
        Lowered::Apart => Writing::Not(Written::Apart),
        Lowered::Job(job) => {
            let is_target = |place| job.recipe.targets.iter().any(|&(target, _)| target == place);
            let later = table.read_later(&is_target);
            match table.find(target).is_some_and(|place| later.get(place) == Some(&true)) {
                true => Writing::Not(Written::Shared),
                false => Writing::Job(job),
            }
        }
    })
}

/// Launches what waits, unless it was assigned to the target by this thread, and values for these places could join it.
fn launch_others<B: Backend>(target: &Arc<Node<B>>, places: &Layout) -> Result<()> {
    if !waits_for(target) || !matches!(&*target.state(), State::Assigned(_, first) if is_apart_from(first, places)) {
        settle();
        let waits = matches!(&*target.state(), State::Assigned(..));
        return if waits { run(target) } else { Ok(()) };
    }
    Ok(())
}

/// Makes operands that are in the target's buffer its own: read where they are overwritten, or elsewhere. `None` if
/// the kernel could read what it has overwritten, or fail after it has overwritten something.
fn reading_itself<B: Backend>(mut job: Job<B>, target: &Arc<Node<B>>) -> Option<Job<B>> {
    if job.recipe.gathers() {
        return None;
    }
    let Job { recipe, operands, .. } = &mut job;
    let (_, places) = recipe.targets.first()?;
    for (operand, (_, layout)) in operands.iter_mut().zip(&recipe.operands) {
        // What is padded is read around the places, too.
        if matches!(operand, Operand::Padded(node, ..) if Arc::ptr_eq(node, target)) {
            return None;
        }
        if let Operand::Buffer(node, ..) = operand
            && Arc::ptr_eq(node, target)
        {
            *operand = match () {
                () if recipe.kernel.reductions.is_empty() && layout == places => Operand::Output(0),
                () if layout.is_apart_from(places) => Operand::Part(0),
                () => return None,
            };
        }
    }
    Some(job)
}

/// Leaves a kernel with the node that it writes into, together with the one that waits there. Gives it back if it is to be
/// launched at once, or the other one has to be before.
fn wait<B: Backend>(target: &Arc<Node<B>>, mut job: Job<B>) -> Option<Job<B>> {
    if !can_wait(&job) {
        return Some(job);
    }
    let mut state = target.state();
    if let State::Assigned(_, first) = &mut *state {
        return join(first, job);
    }
    match std::mem::replace(&mut *state, State::Taken) {
        State::Ready(buffer) if references(&buffer) == 1 => {
            // The node does not hold itself.
            job.targets.clear();
            *state = State::Assigned(buffer, Box::new(job));
        }
        other => {
            *state = other;
            return Some(job);
        }
    }
    drop(state);
    let node: Weak<Node<B>> = Arc::downgrade(target);
    WAITS.set(NODE.try_with(|waiting| waiting.replace(Some(node))).is_ok());
    None
}

/// Whether a kernel writes elements into one buffer, and does nothing else. Those with loops take their time alone.
fn can_wait<B: Backend>(job: &Job<B>) -> bool {
    let Recipe { kernel, before, targets, .. } = &*job.recipe;
    let loops = || kernel.insts.iter().any(|inst| matches!(inst.op, Op::Loop { .. }));
    before.is_empty() && kernel.reductions.is_empty() && targets.len() == 1 && !loops()
}

/// Whether other places of the same shape are neither written nor read by an assignment that waits.
fn is_apart_from<B: Backend>(first: &Job<B>, places: &Layout) -> bool {
    places.has_shape(&first.recipe.shape)
        && first.recipe.places().all(|place| place.is_apart_from(places))
        && first.parts_read().all(|part| part.is_apart_from(places))
}

/// Makes two assignments to a buffer one kernel. The second one's places are apart from what the first one writes and reads. It is
/// given back if it reads what the first one writes, or the kernel would grow too large.
fn join<B: Backend>(first: &mut Job<B>, next: Job<B>) -> Option<Job<B>> {
    let (a, b) = (&first.recipe, next.recipe.clone());
    let reads = |part: &Layout| !a.places().all(|place| place.is_apart_from(part));
    let insts = a.kernel.insts.len() + b.kernel.insts.len();
    let arrays = a.operands.len() + b.operands.len() + a.kernel.outputs.len() + 1;
    if insts > MAX_OPS as usize || arrays > MAX_LEAVES as usize || next.parts_read().any(reads) {
        return Some(next);
    }
    let Ok(kernel) = joined_kernel(&a.kernel, &b.kernel) else { return Some(next) };
    let number = a.kernel.outputs.len();
    let moved = |operand| if matches!(operand, Operand::Output(_)) { Operand::Output(number) } else { operand };
    first.operands.extend(next.operands.into_iter().map(moved));
    first.params.extend(next.params);
    let recipe = Arc::make_mut(&mut first.recipe);
    recipe.kernel = kernel;
    recipe.operands.extend_from_slice(&b.operands);
    recipe.params.extend_from_slice(&b.params);
    recipe.parts.extend(b.places().cloned());
    None
}

thread_local! {
    static JOINED: RefCell<FxHashMap<[SharedKernel; 2], SharedKernel>> = RefCell::default();
}

/// What computes the values of two kernels, as it was made before, or is made now.
fn joined_kernel(a: &SharedKernel, b: &SharedKernel) -> Result<SharedKernel> {
    let pair = [a.clone(), b.clone()];
    if let Some(known) = recall(&JOINED, &pair) {
        return Ok(known);
    }
    let kernel = SharedKernel::new(side_by_side(a, b))?;
    remember(&JOINED, pair, kernel.clone());
    Ok(kernel)
}

/// The instructions of two kernels without reductions, the second one's operands, parameters and values behind the first one's.
fn side_by_side(a: &Kernel, b: &Kernel) -> Kernel {
    let (values, operands, params) = (a.insts.len() as Value, a.operands as u16, a.params.len() as u16);
    let moved = |inst: &Inst| Inst {
        op: match &inst.op {
            Op::Load(k) => Op::Load(k + operands),
            Op::Index(k) => Op::Index(k + operands),
            Op::Param(k) => Op::Param(k + params),
            op => op.clone(),
        },
        dtype: inst.dtype,
        args: inst.args.iter().map(|value| value + values).collect(),
    };
    let insts: Vec<Inst> = a.insts.iter().cloned().chain(b.insts.iter().map(moved)).collect();
    Kernel {
        body: insts.len(),
        insts,
        reductions: Vec::new(),
        outputs: a.outputs.iter().copied().chain(b.outputs.iter().map(|value| value + values)).collect(),
        operands: a.operands + b.operands,
        params: a.params.iter().chain(&b.params).copied().collect(),
    }
}
