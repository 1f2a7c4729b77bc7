//! What the lowering of a graph depends on, as a key: programs repeat their steps, and a graph that has the structure of one
//! that was lowered before becomes the same kernel, over other buffers.
//!
//! Nodes are written down as they are met, depth first, each with its edges: a code from which the graph could be read
//! again, so that two graphs have the same words only if they have the same structure.

use super::lower::{Outline, SMALL};
use super::node::{Edge, Expr, MapOp, Node};
use super::remember::{recall, remember};
use crate::backend::Backend;
use crate::error::Result;
use crate::functions::FunctionId;
use crate::ir::{BinaryOp, Op, ReduceOp, SharedLoop, UnaryOp};
use crate::layout::Layout;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::any::TypeId;
use std::cell::{Cell, RefCell};

/// Ranks from here on have a word of their own.
const MANY: usize = 0xFFFF;

/// The structure of a graph and of what is asked of it.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Structure {
    backend: TypeId,
    words: Vec<u64>,
    reductions: SmallVec<[ReduceOp; 1]>,
    loops: Vec<SharedLoop>,
}

impl Structure {
    /// Of no node yet, to be computed on a device.
    pub fn new<B: Backend>(xp: &B) -> Self {
        let mut words = SPARE.try_with(Cell::take).unwrap_or_default();
        words.clear();
        words.push(xp.device_id());
        Self { backend: TypeId::of::<B>(), words, reductions: SmallVec::new(), loops: Vec::new() }
    }

    /// Hands over what was written down.
    pub fn take(&mut self) -> Self {
        let Self { backend, words, reductions, loops } = self;
        let (words, reductions, loops) = (std::mem::take(words), std::mem::take(reductions), std::mem::take(loops));
        Self { backend: *backend, words, reductions, loops }
    }

    /// The next node is computed.
    pub fn ready<B: Backend>(&mut self, node: &Node<B>) {
        self.words.push((node.dtype as u64) << 8 | u64::from(node.len() <= SMALL) << 3);
    }

    /// The next node is an expression, its edges to follow.
    pub fn deferred<B: Backend>(&mut self, node: &Node<B>, expr: &Expr<B>, elsewhere: bool) {
        let (kind, code) = match expr {
            Expr::Const(_) => (1, 0),
            Expr::Iota => (2, 0),
            Expr::Map(op, _) => (3, code(op)),
            Expr::Reduce(_) => (4, 0),
            // Computed before, but for the product of which the rest is an epilogue.
            Expr::Call(_) => (5, 0),
            Expr::Pad(_) => (6, 0),
        };
        let flags = u64::from(elsewhere) << 3 | u64::from(node.is_free()) << 4;
        let flags = flags | u64::from(node.is_passed()) << 5 | u64::from(node.is_light()) << 6;
        let flags = flags | u64::from(node.is_passed_often()) << 7;
        let dtype = (node.dtype as u64) << 8;
        let rank = node.shape().len().min(MANY);
        self.words.push(kind | flags | dtype | node.repeats() << 16 | code << 24 | (rank as u64) << 48);
        if rank == MANY {
            self.words.push(node.shape().len() as u64);
        }
        self.words.extend(node.shape().iter().map(|&d| d as u64));
        if let Expr::Pad(pad) = expr {
            self.words.push(pad.padding.border as u64);
            self.words.extend(pad.padding.origin.iter().map(|&first| first as u64));
        }
        if let Expr::Reduce(reduce) = expr {
            let identity = reduce.identity.map_or(0xFF, |identity| identity.dtype() as u64);
            let dtypes = (reduce.dtype as u64) << 8 | identity;
            self.words.push(dtypes | u64::from(reduce.part) << 16 | (reduce.args.len() as u64) << 32);
            self.reductions.push(reduce.op.clone());
        }
        if let Expr::Map(MapOp::Loop(body, _), _) = expr {
            self.loops.push(body.clone());
        }
    }

    /// The next edge of an expression leads to the node of this place, or to one that comes next.
    pub fn edge<B: Backend>(&mut self, expr: &Expr<B>, edge: &Edge<B>, known: Option<usize>) {
        self.words.push(known.map_or(0, |place| place as u64 + 1) << 1 | u64::from(edge.is_whole()));
        let layout = edge.layout();
        // The edges of a function have its shape; that of a computed node is written nowhere else.
        if !matches!(expr, Expr::Map(op, _) if *op != MapOp::Gather) {
            self.words.push(layout.ndim() as u64);
            self.words.extend(layout.shape().iter().map(|&d| d as u64));
        }
        if !edge.is_whole() {
            self.places(layout);
        }
    }

    /// The next root is the node of this place, or one that comes next.
    pub fn root(&mut self, known: Option<usize>) {
        self.words.push(known.map_or(1, |place| place as u64 + 2));
    }

    /// There are no more roots.
    pub fn end(&mut self) {
        self.words.push(0);
    }

    /// What becomes of a node: whether it is asked for, and whether somebody outside holds it.
    pub fn fate(&mut self, place: usize, root: bool, wanted: bool) {
        let bits = u64::from(root) << 1 | u64::from(wanted);
        match (place % 32, self.words.last_mut()) {
            (at @ 1.., Some(word)) => *word |= bits << (2 * at),
            _ => self.words.push(bits),
        }
    }

    /// What is asked for, seen through a view, is to be written to these places.
    pub fn written(&mut self, view: &Layout, places: &Layout) {
        for layout in [view, places] {
            self.words.push(layout.ndim() as u64);
            self.words.extend(layout.shape().iter().map(|&d| d as u64));
            self.places(layout);
        }
    }

    fn places(&mut self, layout: &Layout) {
        self.words.push(layout.offset() as u64);
        self.words.extend(layout.strides().iter().map(|&stride| stride as u64));
    }
}

thread_local! {
    static OUTLINES: RefCell<FxHashMap<Structure, Outline>> = RefCell::default();
    /// The memory of a structure that was known.
    static SPARE: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

/// What becomes of a graph of this structure: as it was found before, or else as `lower` finds it.
pub(super) fn remembered(structure: Structure, lower: impl FnOnce() -> Result<Outline>) -> Result<Outline> {
    if let Some(outline) = recall(&OUTLINES, &structure) {
        let _ = SPARE.try_with(|spare| spare.set(structure.words));
        return Ok(outline);
    }
    let outline = lower()?;
    remember(&OUTLINES, structure, outline.clone());
    Ok(outline)
}

/// A function of elements as a number below 2^20.
pub(super) fn code(op: &MapOp) -> u64 {
    let (kind, number) = match op {
        MapOp::Unary(op) => (0, *op as u64),
        MapOp::Binary(op) => (1, *op as u64),
        MapOp::Call(function) => (2, *function as u64),
        MapOp::Random(distribution) => (3, *distribution as u64),
        MapOp::Select => (4, 0),
        MapOp::Cast => (5, 0),
        MapOp::Complex => (6, 0),
        MapOp::Gather => (7, 0),
        MapOp::Loop(_, part) => (8, u64::from(*part)),
    };
    kind << 16 | number
}

/// The operation of such a number, of what is one by itself.
pub(super) fn operation(code: u64) -> Option<Op> {
    let unary = UnaryOp::ALL.into_iter().map(MapOp::Unary);
    let binary = BinaryOp::ALL.into_iter().map(MapOp::Binary);
    let calls = FunctionId::ALL.iter().copied().map(MapOp::Call);
    let others = [MapOp::Select, MapOp::Cast, MapOp::Complex];
    unary.chain(binary).chain(calls).chain(others).find(|op| self::code(op) == code)?.inst()
}
