//! What one lowering knows of each node of its graph.

use super::node::{Edge, Expr, Node, State};
use crate::backend::Backend;
use rustc_hash::FxHashMap;
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

/// The nodes of a graph.
pub(super) struct Table<B: Backend> {
    nodes: Distinct<*const Node<B>>,
    /// Not in place: the table moves a few times.
    facts: Vec<Facts>,
}

/// What is known of a node.
#[derive(Default)]
pub(super) struct Facts {
    /// References that the graph itself holds.
    inside: usize,
    /// Whether it is to be computed.
    pub root: bool,
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
    /// The graph of roots; `None` if another thread is computing a part of it.
    pub fn new(roots: &[Arc<Node<B>>]) -> Option<Self> {
        let mut table = Self { nodes: Distinct::new(), facts: Vec::with_capacity(8) };
        for root in roots {
            let place = match table.find(root) {
                // One that was met below another root has been visited.
                Some(place) => place,
                None => {
                    let place = table.add(root);
                    table.visit(root)?;
                    place
                }
            };
            table.facts[place].root = true;
        }
        Some(table)
    }

    /// Counts the references below a node.
    fn visit(&mut self, node: &Arc<Node<B>>) -> Option<()> {
        match &*node.state() {
            State::Ready(_) => Some(()),
            State::Taken => None,
            State::Deferred(_) if node.is_running() => None,
            State::Deferred(expr) => expr.edges().iter().try_for_each(|edge| match self.find(&edge.node) {
                Some(place) => {
                    self.facts[place].inside += 1;
                    Some(())
                }
                None => {
                    let place = self.add(&edge.node);
                    self.facts[place].inside = 1;
                    self.visit(&edge.node)
                }
            }),
        }
    }

    fn add(&mut self, node: &Arc<Node<B>>) -> usize {
        self.facts.push(Facts::default());
        self.nodes.add(Arc::as_ptr(node))
    }

    pub fn find(&self, node: &Arc<Node<B>>) -> Option<usize> {
        self.nodes.find(&Arc::as_ptr(node))
    }

    /// Forgets what was lowered, but not what is stored.
    pub fn forget(&mut self) {
        for facts in &mut self.facts {
            *facts = Facts { inside: facts.inside, root: facts.root, stored: facts.stored, ..Facts::default() };
        }
    }

    pub fn facts(&mut self, place: usize) -> &mut Facts {
        &mut self.facts[place]
    }

    /// Whether somebody outside the graph refers to a node, given `ours` references of the caller.
    pub fn is_wanted(&self, node: &Arc<Node<B>>, ours: usize) -> bool {
        let inside = self.find(node).map_or(0, |place| self.facts[place].inside);
        Arc::strong_count(node) > inside + ours
    }

    /// How many operands read the buffer of a node.
    pub fn operands(&self, node: &Arc<Node<B>>) -> usize {
        self.find(node).map_or(0, |place| self.facts[place].operands)
    }

    /// Which cuts have to be computed before a node: those of lower levels. One level may need another of its own
    /// elementwise, as they can share a kernel then.
    pub fn level(&mut self, node: &Arc<Node<B>>) -> usize {
        let Some(place) = self.find(node) else { return 0 };
        if let Some(level) = self.facts[place].level {
            return level;
        }
        let level = match &*node.state() {
            State::Deferred(Expr::Map(_, edges)) => edges.iter().map(|edge| self.level_below(node, edge)).max(),
            State::Deferred(expr) => expr.edges().iter().map(|edge| self.level_above(&edge.node)).max(),
            State::Ready(_) | State::Taken => None,
        };
        let level = level.unwrap_or(0);
        self.facts[place].level = Some(level);
        level
    }

    /// The level of what needs an edge elementwise.
    fn level_below(&mut self, node: &Arc<Node<B>>, edge: &Edge<B>) -> usize {
        let whole =
            edge.layout.is_identity() && edge.node.shape == node.shape && *edge.layout.shape() == node.shape[..];
        if whole { self.level(&edge.node) } else { self.level_above(&edge.node) }
    }

    /// The level of what needs a node otherwise.
    fn level_above(&mut self, node: &Arc<Node<B>>) -> usize {
        let Some(place) = self.find(node) else { return 0 };
        if self.facts[place].cut {
            return self.level(node) + 1;
        }
        if let Some(level) = self.facts[place].level_above {
            return level;
        }
        let level = match &*node.state() {
            State::Deferred(expr) => expr.edges().iter().map(|edge| self.level_above(&edge.node)).max(),
            State::Ready(_) | State::Taken => None,
        };
        let level = level.unwrap_or(0);
        self.facts[place].level_above = Some(level);
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
