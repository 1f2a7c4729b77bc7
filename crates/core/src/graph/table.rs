//! What one lowering knows of each node of its graph.

use super::node::{Edge, Expr, Node, State};
use super::structure::Structure;
use crate::backend::Backend;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::Hash;
use std::sync::Arc;

/// So many things are found faster by a look at each of them than by a hash.
const FEW: usize = 16;

/// Distinct things, numbered as they come.
pub(super) struct Distinct<T> {
    things: Vec<T>,
    /// Their numbers, once they are more than a few.
    numbers: FxHashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Distinct<T> {
    pub fn new() -> Self {
        Self { things: Vec::new(), numbers: FxHashMap::default() }
    }

    pub fn find(&self, thing: &T) -> Option<usize> {
        match self.things.len() {
            ..=FEW => self.things.iter().position(|other| other == thing),
            _ => self.numbers.get(thing).copied(),
        }
    }

    /// Adds what is not there yet.
    pub fn add(&mut self, thing: T) -> usize {
        let number = self.things.len();
        if number == FEW {
            self.numbers.extend(self.things.iter().cloned().zip(0..));
        }
        if number >= FEW {
            self.numbers.insert(thing.clone(), number);
        }
        if number == 0 {
            self.things.reserve(8);
        }
        self.things.push(thing);
        number
    }

    pub fn len(&self) -> usize {
        self.things.len()
    }

    pub fn into_list(self) -> Vec<T> {
        self.things
    }
}

/// What a walk of a graph finds.
pub(super) enum Walk<B: Backend> {
    /// Another thread is computing a part.
    Busy,
    /// Operations of the backend and what is assigned to, which have to be computed before anything is lowered.
    Calls(SmallVec<[Arc<Node<B>>; 1]>),
    /// All that is to be lowered.
    Done,
}

/// The nodes of a graph, in the order in which they are met from its roots: their places.
pub(super) struct Table<B: Backend> {
    entries: SmallVec<[Entry<B>; FEW]>,
    /// The places of nodes, once they are more than a few.
    places: FxHashMap<*const Node<B>, usize>,
    /// What lowering notes of each node; nothing before it begins.
    facts: Vec<Facts>,
    /// The stream of the kernels to be.
    stream: u64,
    /// What they write into, whose buffer is read as it is.
    written: Option<*const Node<B>>,
    structure: Structure,
    /// The places of operations of the backend, and of what is assigned to.
    calls: SmallVec<[usize; 1]>,
}

struct Entry<B: Backend> {
    node: Arc<Node<B>>,
    /// References that the graph itself holds.
    inside: usize,
    /// All there were when it was met.
    references: usize,
    /// Whether it is to be computed.
    root: bool,
}

/// What lowering notes of a node.
#[derive(Clone, Default)]
pub(super) struct Facts {
    /// Whether it is an output already.
    pub stored: bool,
    /// Whether it has to be computed before.
    pub cut: bool,
    /// How many operands read its buffer.
    pub operands: usize,
    /// The last view through which it was seen.
    pub seen: Option<usize>,
    level: Option<usize>,
    level_above: Option<usize>,
}

impl<B: Backend> Table<B> {
    /// No node yet, to be computed on a device and stream.
    #[inline]
    pub fn new(xp: &B) -> Self {
        Self {
            entries: SmallVec::new(),
            places: FxHashMap::default(),
            facts: Vec::new(),
            stream: xp.stream_id(),
            written: None,
            structure: Structure::new(xp),
            calls: SmallVec::new(),
        }
    }

    /// No node yet, to be written into the buffer of one.
    pub fn writing(target: &Arc<Node<B>>) -> Self {
        Self { written: Some(Arc::as_ptr(target)), ..Self::new(&target.xp) }
    }

    /// Takes the graph of roots.
    pub fn walk(&mut self, roots: &[Arc<Node<B>>]) -> Walk<B> {
        for root in roots {
            // It may have been met below another root.
            let known = self.find(root);
            self.structure.root(known);
            let Some(place) = known.or_else(|| self.visit(root)) else { return Walk::Busy };
            self.entries[place].root = true;
        }
        self.structure.end();
        match self.calls.is_empty() {
            true => Walk::Done,
            false => Walk::Calls(self.calls.iter().map(|&place| self.node(place).clone()).collect()),
        }
    }

    /// Counts the references below a node that was not met yet; its place, or `None` if another thread is computing it.
    fn visit(&mut self, node: &Arc<Node<B>>) -> Option<usize> {
        let place = self.add(node);
        match &*node.state() {
            State::Assigned(..) if self.written != Some(Arc::as_ptr(node)) => self.calls.push(place),
            State::Ready(_) | State::Assigned(..) => self.structure.ready(node),
            State::Taken => return None,
            State::Deferred(_) if node.is_running() => return None,
            // What is below, it computes itself.
            State::Deferred(expr @ Expr::Call(_)) => {
                self.structure.deferred(node, expr, self.is_elsewhere(node));
                self.calls.push(place);
            }
            State::Deferred(expr) => {
                self.structure.deferred(node, expr, self.is_elsewhere(node));
                for edge in expr.edges() {
                    let known = self.find(&edge.node);
                    self.structure.edge(expr, edge, known);
                    let place = match known {
                        Some(place) => place,
                        None => self.visit(&edge.node)?,
                    };
                    self.entries[place].inside += 1;
                }
            }
        }
        Some(place)
    }

    fn add(&mut self, node: &Arc<Node<B>>) -> usize {
        let place = self.entries.len();
        if place == FEW {
            self.places.reserve(4 * FEW);
            self.places.extend(self.entries.iter().map(|entry| Arc::as_ptr(&entry.node)).zip(0..));
        }
        if place >= FEW {
            self.places.insert(Arc::as_ptr(node), place);
        }
        let references = Arc::strong_count(node);
        self.entries.push(Entry { node: node.clone(), inside: 0, references, root: false });
        place
    }

    pub fn find(&self, node: &Arc<Node<B>>) -> Option<usize> {
        match self.entries.len() {
            ..=FEW => self.entries.iter().position(|entry| Arc::ptr_eq(&entry.node, node)),
            _ => self.places.get(&Arc::as_ptr(node)).copied(),
        }
    }

    pub fn node(&self, place: usize) -> &Arc<Node<B>> {
        &self.entries[place].node
    }

    /// Forgets what was lowered, but not what is stored.
    pub fn forget(&mut self) {
        for facts in &mut self.facts {
            *facts = Facts { stored: facts.stored, ..Facts::default() };
        }
    }

    /// Forgets what was lowered.
    pub fn forget_all(&mut self) {
        self.facts.clear();
    }

    pub fn facts(&mut self, place: usize) -> &mut Facts {
        if self.facts.is_empty() {
            self.facts.resize(self.entries.len(), Facts::default());
        }
        &mut self.facts[place]
    }

    pub fn is_root(&self, place: usize) -> bool {
        self.entries[place].root
    }

    /// Whether it is to be computed, whoever asks for it.
    pub fn set_root(&mut self, place: usize, root: bool) {
        self.entries[place].root = root;
    }

    /// Whether somebody outside the graph refers to a node, given `ours` references of the caller.
    pub fn is_wanted(&self, place: usize, ours: usize) -> bool {
        let Entry { references, inside, .. } = self.entries[place];
        references > inside + ours
    }

    /// Whether a node's array is of another stream, so that work there would not wait for a kernel.
    pub fn is_elsewhere(&self, node: &Node<B>) -> bool {
        node.xp.stream_id() != self.stream
    }

    /// References that the graph holds to a node that one operand reads.
    pub fn reader(&mut self, place: usize) -> Option<usize> {
        (self.facts(place).operands <= 1).then_some(self.entries[place].inside)
    }

    /// The nodes that will be read once more, because somebody holds what is made of them and is not among the targets. Empty if
    /// there are none.
    pub fn read_later(&self, is_target: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let held = |&place: &usize| !self.is_root(place) && !is_target(place) && self.is_wanted(place, 0);
        let mut below: Vec<usize> =
            (0..self.entries.len()).filter(held).filter(|&place| !self.node(place).is_stored()).collect();
        if below.is_empty() {
            return Vec::new();
        }
        let mut read = vec![false; self.entries.len()];
        while let Some(place) = below.pop() {
            if std::mem::replace(&mut read[place], true) {
                continue;
            }
            if let State::Deferred(expr) = &*self.node(place).state() {
                let places = expr.edges().iter().filter_map(|edge| self.find(&edge.node));
                below.extend(places.filter(|&place| !is_target(place)));
            }
        }
        read
    }

    /// What its lowering depends on, once the roots are known.
    pub fn structure(&mut self) -> Structure {
        let mut structure = self.structure.take();
        for (place, entry) in self.entries.iter().enumerate() {
            structure.fate(place, entry.root, entry.references > entry.inside);
        }
        structure
    }

    /// Which cuts have to be computed before a node: those of lower levels. One level may need another of its own
    /// elementwise, as they can share a kernel then.
    pub fn level(&mut self, place: usize) -> usize {
        if let Some(level) = self.facts(place).level {
            return level;
        }
        let node = self.node(place).clone();
        let level = match &*node.state() {
            State::Deferred(Expr::Map(_, edges)) => edges.iter().map(|edge| self.level_below(&node, edge)).max(),
            State::Deferred(expr) => expr.edges().iter().map(|edge| self.level_above(&edge.node)).max(),
            State::Ready(_) | State::Assigned(..) | State::Taken => None,
        };
        let level = level.unwrap_or(0);
        self.facts(place).level = Some(level);
        level
    }

    /// The level of what needs an edge elementwise.
    fn level_below(&mut self, node: &Arc<Node<B>>, edge: &Edge<B>) -> usize {
        let whole = edge.is_whole() && edge.node.shape() == node.shape();
        match self.find(&edge.node) {
            Some(place) if whole => self.level(place),
            _ => self.level_above(&edge.node),
        }
    }

    /// The level of what needs a node otherwise.
    fn level_above(&mut self, node: &Arc<Node<B>>) -> usize {
        let Some(place) = self.find(node) else { return 0 };
        if self.facts(place).cut {
            return self.level(place) + 1;
        }
        if let Some(level) = self.facts(place).level_above {
            return level;
        }
        let level = match &*node.state() {
            State::Deferred(expr) => expr.edges().iter().map(|edge| self.level_above(&edge.node)).max(),
            State::Ready(_) | State::Assigned(..) | State::Taken => None,
        };
        let level = level.unwrap_or(0);
        self.facts(place).level_above = Some(level);
        level
    }
}

#[cfg(test)]
mod tests {
    use super::{Distinct, FEW};

    #[test]
    fn things_keep_their_numbers() {
        let mut distinct = Distinct::new();
        for k in 0..3 * FEW {
            assert_eq!(distinct.find(&(7 * k)), None);
            assert_eq!(distinct.add(7 * k), k);
            assert!((0..=k).all(|k| distinct.find(&(7 * k)) == Some(k)));
        }
        let list = distinct.into_list();
        assert_eq!((list.len(), &list[..3]), (3 * FEW, &[0, 7, 14][..]));
    }
}
