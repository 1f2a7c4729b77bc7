//! Dependent reductions along the same rows, as the stages of one launch: of `exp(x - max(x)) / sum(..)`, the largest
//! of a row is one, the sum the next, the quotients the last. Each stage is lowered as a kernel of its own, which
//! computes again what it has in common with others but the reductions: these it reads where an earlier stage has
//! stored them.

use super::{Level, Lowering, Recipe, Slot, Space, Stage, reduction_space};
use crate::backend::{Backend, CutReason};
use crate::dtype::DType;
use crate::error::Result;
use crate::graph::node::Node;
use crate::graph::table::Table;
use crate::ir::{Kernel, Op, SharedKernel, Value};
use crate::layout::{Layout, len, row_major_strides};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// More stages would need more operands and registers than they save.
const MOST_STAGES: usize = 5;

/// A node that was cut for these, lowered to stages; `None` if they are not all reductions along its rows, or the
/// backend had rather have kernels.
pub(super) fn lower<B: Backend>(
    root: &Arc<Node<B>>,
    table: &mut Table<B>,
    cuts: &[Level<usize>],
) -> Result<Option<Recipe>> {
    let Some(space) = cuts.first().and_then(|level| reduction_space(table.node(*level.nodes.first()?))) else {
        return Ok(None);
    };
    let whole = *root.shape() == space.shape[..];
    if !space.pays(root) || !(whole || reduction_space(root).as_ref() == Some(&space)) {
        return Ok(None);
    }
    Lowering::new(table, Some(space)).stages(root, cuts, whole)
}

/// Whether what was cut is better computed with the one node that is next, as earlier stages of that.
pub(crate) fn are_stages<B: Backend>(cut: &[Arc<Node<B>>], next: &[Arc<Node<B>>]) -> bool {
    let [root] = next else { return false };
    let Some(space) = reduction_space(root) else { return false };
    space.pays(root) && cut.iter().all(|node| reduction_space(node).as_ref() == Some(&space))
}

impl Space {
    /// Whether its rows are worth stages, as far as is known before those are lowered.
    fn pays<B: Backend>(&self, root: &Node<B>) -> bool {
        let (kept, reduced) = self.shape.split_at(self.kept);
        let (rows, row) = (len(kept), len(reduced));
        rows > 0 && row >= 2 && root.xp.prefers_stages(rows, row * root.dtype.size())
    }
}

/// Places of nodes.
type Places = SmallVec<[usize; 4]>;

impl<B: Backend> Lowering<'_, B> {
    fn stages(mut self, root: &Arc<Node<B>>, cuts: &[Level<usize>], whole: bool) -> Result<Option<Recipe>> {
        let Some(root) = self.table.find(root) else { return Ok(None) };
        if !cuts.iter().flat_map(|level| &level.nodes).all(|&cut| self.is_new_row(cut, &[])) {
            return Ok(None);
        }
        let mut stages: Vec<(Kernel, usize)> = Vec::new();
        // The last is next. What is found to come before something is put behind it.
        let mut todo: Vec<Places> = vec![smallvec![root]];
        todo.extend(cuts.iter().rev().map(|level| level.nodes.clone()));
        while let Some(nodes) = todo.last().cloned() {
            let last = todo.len() == 1;
            let mark = (self.operands.len(), self.params.len(), self.targets.len());
            let kernel = self.stage(&nodes, last && whole);
            if self.apart {
                return Ok(None);
            }
            // Neither zeros around an array nor what is read at run-time places are a part of rows.
            let elsewhere = kernel.insts.iter().any(|inst| matches!(inst.op, Op::Gather(_)));
            if elsewhere || !self.padded.is_empty() {
                return Ok(None);
            }
            if self.cuts.is_empty() {
                // What needs nothing but earlier stages' reductions has no rows to go over.
                if kernel.reductions.is_empty() && !(last && whole) {
                    return Ok(None);
                }
                stages.push((kernel, self.targets.len() - mark.2));
                todo.pop();
                self.rows.extend(nodes.into_iter().filter_map(|node| {
                    let target = self.targets.iter().position(|&(target, _)| target == node)?;
                    Some((node, target))
                }));
                continue;
            }
            let cuts: Places = std::mem::take(&mut self.cuts).into_iter().map(|(cut, _)| cut).collect();
            if stages.len() + todo.len() >= MOST_STAGES || !cuts.iter().all(|&cut| self.is_new_row(cut, &todo)) {
                return Ok(None);
            }
            for (target, _) in self.targets.drain(mark.2..) {
                self.table.facts(target).stored = false;
            }
            self.operands.truncate(mark.0);
            self.params.truncate(mark.1);
            self.param_types.truncate(mark.1);
            todo.push(cuts);
        }
        self.staged(stages)
    }

    /// Lowers nodes of one stage.
    fn stage(&mut self, nodes: &[usize], whole: bool) -> Kernel {
        self.table.forget();
        self.seen.clear();
        self.reducing = !whole;
        let Some(space) = &self.space else { return Kernel::default() };
        let (view, stage) = match whole {
            true => (Layout::row_major(&space.shape), Stage::Body),
            false => (Layout::row_major(&space.shape[..space.kept]), Stage::Epilogue),
        };
        for &place in nodes {
            self.table.set_root(place, true);
            let node = self.table.node(place).clone();
            match self.lower(&node, view.clone(), stage) {
                Some(value) => self.store(place, value, view.clone()),
                // Nothing else says so of a node that cannot be an epilogue.
                None => self.apart |= self.cuts.is_empty(),
            }
        }
        self.take_kernel()
    }

    /// Whether a cut can be an earlier stage, on this stream.
    fn is_new_row(&self, cut: usize, todo: &[Places]) -> bool {
        let node = self.table.node(cut);
        reduction_space(node) == self.space
            && !self.table.is_elsewhere(node)
            && self.earlier(cut).is_none()
            && !todo.iter().flatten().any(|&node| node == cut)
    }

    fn staged(mut self, stages: Vec<(Kernel, usize)>) -> Result<Option<Recipe>> {
        let (Some(Space { shape, kept }), Some(&(root, _))) = (self.space.take(), self.targets.last()) else {
            return Ok(None);
        };
        let bytes = |(slot, _): &(Slot, Layout)| match *slot {
            Slot::Buffer(place, _) => self.table.node(place).dtype.size(),
            _ => 0,
        };
        let bytes: usize = self.operands.iter().map(bytes).sum();
        if !self.table.node(root).xp.prefers_stages(len(&shape[..kept]), len(&shape[kept..]) * bytes) {
            return Ok(None);
        }
        let mut before = Vec::new();
        let mut stages = stages.into_iter();
        let Some((last, _)) = stages.next_back() else { return Ok(None) };
        for (kernel, targets) in stages {
            let params = self.param_types.clone();
            before.push((SharedKernel::new(Kernel { operands: self.operands.len(), params, ..kernel })?, targets));
        }
        self.recipe(before, last, (shape, kept)).map(Some)
    }

    /// The target in which an earlier stage has stored a node.
    pub(super) fn earlier(&self, place: usize) -> Option<usize> {
        self.rows.iter().find(|&&(row, _)| row == place).map(|&(_, target)| target)
    }

    /// What an earlier stage has stored for the row. Of any other row, it may not be there yet.
    pub(super) fn load_earlier(
        &mut self,
        place: usize,
        dtype: DType,
        target: usize,
        view: Layout,
        stage: Stage,
    ) -> Option<Value> {
        let Some(space) = self.space.as_ref().filter(|space| is_of_rows(&view, space)) else {
            return self.cut(place, CutReason::Reduction);
        };
        debug_assert!(view.ndim() == space.kept || stage == Stage::Body);
        let operand = self.operand(Slot::Earlier(target), view);
        Some(self.emit(stage, Op::Load(operand), dtype, smallvec![]))
    }

    /// An operand that is the same as this, if stages share them.
    pub(super) fn same_operand(&self, new: &Slot, view: &Layout) -> Option<usize> {
        if self.rows.is_empty() {
            return None;
        }
        let same = |old: &Slot| match (old, new) {
            (Slot::Buffer(old, _), Slot::Buffer(new, _)) | (Slot::Earlier(old), Slot::Earlier(new)) => old == new,
            (Slot::Index, Slot::Index) => true,
            _ => false,
        };
        self.operands.iter().position(|(old, at)| same(old) && at == view)
    }
}

/// Whether each row sees its own element of an array with one for each.
fn is_of_rows(view: &Layout, space: &Space) -> bool {
    let strides = row_major_strides(&space.shape[..space.kept]);
    let wanted = strides.into_iter().chain(std::iter::repeat(0));
    view.offset() == 0 && view.shape().iter().zip(view.strides()).zip(wanted).all(|((&d, &s), w)| d <= 1 || s == w)
}
