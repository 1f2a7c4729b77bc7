//! The instructions of a kernel, from a tree of operations on computed arrays.

use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::graph::eval::references;
use crate::graph::lower::arrays_below;
use crate::graph::node::{Edge, Expr, MapOp, Node, State};
use crate::graph::structure::{code, operation};
use crate::ir::{Inst, Op, ReduceOp, Value};
use crate::layout::Layout;
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// A computed array that is read.
pub(super) struct Load<B: Backend> {
    pub dtype: DType,
    /// None once it is the result's.
    pub buffer: Option<Arc<B::Buffer>>,
    /// The view through which it is read, if it is not the node's own.
    pub view: Option<Arc<Layout>>,
    /// Its node, if nobody will see that any more and the result fits there.
    pub dying: Option<Arc<Node<B>>>,
    /// Which node it is, how many references that has, and how many edges lead here.
    node: *const Node<B>,
    references: usize,
    edges: usize,
    value: Value,
}

/// What a kernel's structure depends on.
#[derive(Default, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// Each instruction as a number: the operation, its type, its arguments.
    words: SmallVec<[u64; 8]>,
    /// What is reduced, with the part of its result, and the types of the accumulator and the result.
    pub reduced: Option<(ReduceOp, u16, [DType; 2])>,
}

/// A kernel's instructions and operands.
pub(super) struct Body<B: Backend> {
    pub key: Key,
    pub loads: SmallVec<[Load<B>; 3]>,
    pub params: SmallVec<[Scalar; 2]>,
    /// What is computed in passing: see [`Node::is_passing`].
    pub passed: SmallVec<[Arc<Node<B>>; 1]>,
    /// Whether what it computes is reduced.
    pub reduces: bool,
    /// Other streams, which may be at work on what is read.
    others: SmallVec<[B; 1]>,
}

/// Operations of instructions that no node has.
const LOAD: u64 = 10 << 16;
const PARAM: u64 = 11 << 16;

/// An instruction as a number. There are at most three arguments, of a few dozen values.
fn word(op: u64, dtype: DType, args: &[Value]) -> u64 {
    let args = args.iter().rev().fold(0, |args, &arg| (args << 8) | (u64::from(arg) + 1));
    op | (dtype as u64) << 24 | args << 32
}

impl Key {
    /// The instructions.
    pub fn instructions(&self) -> Option<Vec<Inst>> {
        let inst = |&word: &u64| {
            let (code, number) = (word & 0xFF_FFFF, (word & 0xFFFF) as u16);
            let op = match code & !0xFFFF {
                LOAD => Op::Load(number),
                PARAM => Op::Param(number),
                _ => operation(code)?,
            };
            let args = (0..3).map(|k| word >> (32 + 8 * k) & 0xFF).filter(|&arg| arg != 0);
            let dtype = DType::ALL.into_iter().find(|&dtype| dtype as u64 == word >> 24 & 0xFF)?;
            Some(Inst { op, dtype, args: args.map(|arg| arg as Value - 1).collect() })
        };
        self.words.iter().map(inst).collect()
    }
}

impl<B: Backend> Body<B> {
    /// Nothing yet. It is large enough for copies to show.
    #[inline(always)]
    pub fn new() -> Self {
        Self {
            key: Key::default(),
            loads: SmallVec::new(),
            params: SmallVec::new(),
            passed: SmallVec::new(),
            others: SmallVec::new(),
            reduces: false,
        }
    }

    /// The value of an operation of a node, which is what a node of `root` needs; `None` if more is to be found out than that.
    pub fn apply(&mut self, root: &Node<B>, node: &Node<B>, op: &MapOp, edges: &[Edge<B>]) -> Option<Value> {
        let one = match op {
            // A conversion to the same type only gives a view a node of its own.
            MapOp::Cast => edges[0].node.dtype != node.dtype,
            MapOp::Random(_) | MapOp::Gather | MapOp::Loop(..) => false,
            _ => true,
        };
        if !one {
            return None;
        }
        let mut args: SmallVec<[Value; 3]> = smallvec![];
        for edge in edges {
            args.push(self.value(root, edge)?);
        }
        Some(self.emit(word(code(op), node.dtype, &args)))
    }

    /// The value that is reduced to `root`, seen through an edge of which the shape is the space.
    pub fn reduced(&mut self, root: &Node<B>, edge: &Edge<B>) -> Option<Value> {
        self.reduces = true;
        match &*edge.node.state() {
            // Its view is that of the space.
            State::Ready(buffer) => return Some(self.load(root, &Edge::whole(edge.node.clone()), buffer)),
            _ if !edge.is_whole() => return None,
            _ => {}
        }
        self.value(root, edge)
    }

    fn value(&mut self, root: &Node<B>, edge: &Edge<B>) -> Option<Value> {
        let node = &edge.node;
        match &*node.state() {
            State::Ready(buffer) => Some(self.load(root, edge, buffer)),
            State::Deferred(Expr::Const(scalar)) => {
                self.params.push(*scalar);
                Some(self.emit(word(PARAM | (self.params.len() as u64 - 1), node.dtype, &[])))
            }
            State::Deferred(Expr::Map(op, edges)) if edge.is_whole() && !node.is_running() => {
                // Somebody else refers to it.
                if Arc::strong_count(node) > 1 {
                    if !self.reduces || !node.is_passing(|| arrays_below(edges)) {
                        return None;
                    }
                    self.passed.push(node.clone());
                }
                self.apply(root, node, op, edges)
            }
            _ => None,
        }
    }

    /// The element of a computed array. One that is used twice is loaded once.
    fn load(&mut self, root: &Node<B>, edge: &Edge<B>, buffer: &Arc<B::Buffer>) -> Value {
        let (node, view) = (Arc::as_ptr(&edge.node), || edge.view.as_deref());
        let same_view = |other: &Load<B>| match (other.view.as_deref(), view()) {
            (None, None) => true,
            (Some(a), Some(b)) => a == b,
            _ => false,
        };
        if let Some(load) = self.loads.iter_mut().find(|load| load.node == node && same_view(load)) {
            load.edges += 1;
            return load.value;
        }
        let source = &edge.node;
        if source.xp.stream_id() != root.xp.stream_id() {
            self.others.push(source.xp.clone());
        }
        let references = references(source);
        let fits = !self.reduces && edge.is_whole() && source.dtype == root.dtype && source.len() == root.len();
        let value = self.emit(word(LOAD | self.loads.len() as u64, source.dtype, &[]));
        self.loads.push(Load {
            dtype: source.dtype,
            // Nobody reads it, if only its node has it.
            dying: (fits && references == 1 && Arc::strong_count(buffer) == 1).then(|| source.clone()),
            buffer: Some(buffer.clone()),
            view: edge.view.clone(),
            node,
            references,
            edges: 1,
            value,
        });
        value
    }

    /// Adds an instruction, or finds the same one.
    fn emit(&mut self, word: u64) -> Value {
        let place = self.key.words.iter().position(|&other| other == word).unwrap_or_else(|| {
            self.key.words.push(word);
            self.key.words.len() - 1
        });
        place as Value
    }

    /// Whether something that several edges lead to could be overwritten.
    pub fn is_tangled(&self) -> bool {
        let edges = |node| self.loads.iter().filter(|load| load.node == node).map(|load| load.edges).sum::<usize>();
        !self.reduces && self.loads.iter().any(|load| load.references > 1 && load.references == edges(load.node))
    }

    /// Whether other streams may be at work on what is read.
    pub fn is_elsewhere(&self) -> bool {
        !self.others.is_empty()
    }

    /// Lets a stream wait for those.
    pub fn wait(&self, xp: &B) -> Result<()> {
        self.others.iter().try_for_each(|other| xp.wait(&other.record()?))
    }
}
