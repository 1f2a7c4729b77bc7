//! Fusion: from a graph of nodes to one kernel and its arguments.
//!
//! Everything that feeds a root elementwise goes into one kernel, with these exceptions, which
//! are *cut*, that is, computed by kernels of their own first:
//! - a reduction, unless the root is reached from it elementwise (then the root is its epilogue);
//! - what is broadcast to more elements, or seen through two different views: it would be computed
//!   more than once, and what it is made of twice as often at every step. A few plain operations are repeated for
//!   several views all the same, so that a stencil of stencils is one kernel;
//! - what is seen through a view that strides cannot compose with its operands, or that picks
//!   a part of something that is needed whole elsewhere;
//! - what somebody holds for another stream: work there would not wait for this kernel.
//!
//! Expressions of scalars and indices alone are cut when they are seen through many views only: computing them reads
//! nothing.
//!
//! A part of a small array that is there, or is computed anyway, is read where it lies, through however many views.
//!
//! Every node is looked at once for each view, so lowering is linear in the graph. What is cut is computed
//! level by level, from below, so that no kernel finds again what another one has found.

mod padded;
mod recipe;
mod staged;

use super::epilogue;
use super::node::{Edge, Expr, MapOp, Node, ReduceExpr, State};
use super::structure::remembered;
use super::table::{Distinct, Table};
use crate::backend::{Backend, CutReason};
use crate::dtype::DType;
use crate::error::Result;
use crate::ir::{Inst, Kernel, Op, Reduction, SharedKernel, Value};
use crate::layout::{Dims, Layout};
use recipe::WRITTEN;
pub(super) use recipe::{Job, Operand, Recipe, Slot, first_target, stage_of};
pub(crate) use recipe::{MOST_MOVED, moving, moving_several};
use smallvec::{SmallVec, smallvec};
pub(super) use staged::are_stages;
use std::sync::Arc;

/// Marks values of the epilogue until the body's length is known.
const EPILOGUE: Value = 1 << 15;
/// Kernels with so many instructions repeat nothing more.
const LONG: usize = 128;
/// Arrays of so many elements stay in a cache while they are read again and again.
pub(super) const SMALL: usize = 4096;
/// Through so many views what is read is converted again and again.
const MOST_CONVERSIONS: usize = 40;
/// Through how many views expressions of scalars and indices are computed again.
const MOST_VIEWS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Body,
    Epilogue,
}

/// What becomes of a graph, whatever buffers it is of.
#[derive(Clone)]
pub(super) enum Outline {
    Job(Arc<Recipe>),
    Cut(Arc<Vec<Level<usize>>>),
    Apart,
}

/// What can be computed at once of what was cut, and why each was.
pub(super) struct Level<T> {
    pub nodes: SmallVec<[T; 4]>,
    pub reasons: SmallVec<[CutReason; 4]>,
}

impl<T> Default for Level<T> {
    fn default() -> Self {
        Self { nodes: SmallVec::new(), reasons: SmallVec::new() }
    }
}

pub(super) enum Lowered<B: Backend> {
    Job(Job<B>),
    /// These have to be computed first, level by level.
    Cut(Vec<Level<Arc<Node<B>>>>),
    /// A root cannot be an epilogue of the reduction that it seems to be one of.
    Apart,
}

impl<B: Backend> Lowered<B> {
    /// What an outline is for a graph.
    fn new(outline: &Outline, table: &Table<B>, written: Option<&Arc<Node<B>>>) -> Result<Self> {
        Ok(match outline {
            Outline::Job(recipe) => Lowered::Job(Job::new(recipe, table, written)?),
            Outline::Cut(levels) => Lowered::Cut(levels.iter().map(|level| level.of(table)).collect()),
            Outline::Apart => Lowered::Apart,
        })
    }
}

impl Level<usize> {
    /// The nodes of places.
    fn of<B: Backend>(&self, table: &Table<B>) -> Level<Arc<Node<B>>> {
        let nodes = self.nodes.iter().map(|&place| table.node(place).clone()).collect();
        Level { nodes, reasons: self.reasons.clone() }
    }
}

/// The space of a reduction: kept axes and reduced axes.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Space {
    shape: Dims,
    kept: usize,
}

/// The reduction space that a root is an epilogue of, if any.
pub(super) fn reduction_space<B: Backend>(root: &Arc<Node<B>>) -> Option<Space> {
    fn find<B: Backend>(node: &Arc<Node<B>>, seen: &mut SmallVec<[*const Node<B>; 16]>) -> Option<Space> {
        if !node.has_reduction() || seen.contains(&Arc::as_ptr(node)) {
            return None;
        }
        seen.push(Arc::as_ptr(node));
        match &*node.state() {
            State::Deferred(Expr::Reduce(reduce)) => {
                Some(Space { shape: reduce.args[0].layout().shape().into(), kept: node.shape().len() })
            }
            State::Deferred(Expr::Map(_, edges)) => edges
                .iter()
                .filter(|edge| edge.layout().is_identity() && edge.layout().len() == edge.node.len())
                .find_map(|edge| find(&edge.node, seen)),
            _ => None,
        }
    }
    find(root, &mut SmallVec::new())
}

/// Lowers roots of one shape (and one reduction space) to a kernel that computes them all.
pub(super) fn lower<B: Backend>(roots: &[Arc<Node<B>>], table: &mut Table<B>) -> Result<Lowered<B>> {
    let outline =
        remembered(table.structure(), || match (Lowering::run(roots, table, reduction_space(&roots[0]))?, roots) {
            (Outline::Apart, [_]) => {
                table.forget_all();
                Lowering::run(roots, table, None)
            }
            (Outline::Cut(levels), [root]) => {
                table.forget_all();
                let staged = staged::lower(root, table, &levels)?;
                Ok(staged.map_or(Outline::Cut(levels), |recipe| Outline::Job(Arc::new(recipe))))
            }
            (done, _) => Ok(done),
        })?;
    Lowered::new(&outline, table, None)
}

/// Lowers a node, seen through a view, to a kernel that writes it to places of the buffer of `target`, the first of its
/// targets. What nobody refers to but the caller is not stored elsewhere.
pub(super) fn lower_into<B: Backend>(
    values: &Edge<B>,
    target: &Arc<Node<B>>,
    places: &Layout,
    table: &mut Table<B>,
) -> Result<Lowered<B>> {
    let node = &values.node;
    if let Some(place) = table.find(node) {
        // The reference is the caller's.
        table.set_root(place, !table.is_wanted(place, 1));
    }
    let mut structure = table.structure();
    structure.written(values.layout(), places);
    let outline = remembered(structure, || {
        // The values' shape is that of the places, also where a reduction keeps fewer axes, as of one element.
        let fits = |space: &Space| space.shape[..space.kept] == *node.shape();
        let space = if values.is_whole() { reduction_space(node).filter(fits) } else { None };
        let stage = if space.is_some() { Stage::Epilogue } else { Stage::Body };
        let mut this = Lowering::new(table, space);
        if let Some(value) = this.lower(node, values.layout().clone(), stage) {
            this.outputs.insert(0, value);
            this.targets.insert(0, (WRITTEN, places.clone()));
        }
        this.done(values.layout().shape().into())
    })?;
    Lowered::new(&outline, table, Some(target))
}

/// How many computed arrays are read below edges, of an element for each of what these lead to.
pub(super) fn arrays_below<B: Backend>(edges: &[Edge<B>]) -> usize {
    fn count<B: Backend>(edges: &[Edge<B>], seen: &mut SmallVec<[*const Node<B>; 16]>) -> usize {
        let mut arrays = 0;
        for edge in edges.iter().filter(|edge| !edge.layout().overlaps()) {
            if !seen.contains(&Arc::as_ptr(&edge.node)) {
                seen.push(Arc::as_ptr(&edge.node));
                arrays += match &*edge.node.state() {
                    State::Deferred(expr) => count(expr.edges(), seen),
                    _ => 1,
                };
            }
        }
        arrays
    }
    count(edges, &mut SmallVec::new())
}

struct Lowering<'t, B: Backend> {
    table: &'t mut Table<B>,
    space: Option<Space>,
    body: Distinct<Inst>,
    epilogue: Distinct<Inst>,
    reductions: Vec<Reduction>,
    outputs: Vec<Value>,
    /// Of [`Slot::Buffer`] the readers are not known yet.
    operands: Vec<(Slot, Layout)>,
    params: SmallVec<[usize; 4]>,
    param_types: Vec<DType>,
    targets: SmallVec<[(usize, Layout); 2]>,
    seen: Vec<Seen>,
    cuts: Vec<(usize, CutReason)>,
    apart: bool,
    /// What earlier stages have stored for each row: nodes, and their places among the targets.
    rows: Vec<(usize, usize)>,
    /// The nodes that are padded, where they are read so.
    padded: SmallVec<[usize; 2]>,
    /// Whether what is computed is reduced: the whole of it is not to be stored by the way.
    reducing: bool,
    /// The nodes that are held and not stored.
    passed: SmallVec<[usize; 2]>,
}

/// What a node became under a view.
struct Seen {
    view: Layout,
    stage: Stage,
    /// None if something has to be computed first.
    value: Option<Value>,
    /// Another view of the same node.
    previous: Option<usize>,
}

impl<'t, B: Backend> Lowering<'t, B> {
    fn run(roots: &[Arc<Node<B>>], table: &'t mut Table<B>, space: Option<Space>) -> Result<Outline> {
        let root_shape: Dims = match &space {
            Some(space) => space.shape[..space.kept].into(),
            None => Dims::from_slice(roots[0].shape()),
        };
        let stage = if space.is_some() { Stage::Epilogue } else { Stage::Body };
        let mut this = Self::new(table, space);
        let view = Layout::row_major(&root_shape);
        for root in roots {
            if let (Some(value), Some(place)) = (this.lower(root, view.clone(), stage), this.table.find(root)) {
                this.store(place, value, view.clone());
            }
        }
        this.done(root_shape)
    }

    fn new(table: &'t mut Table<B>, space: Option<Space>) -> Self {
        Self {
            table,
            reducing: space.is_some(),
            space,
            body: Distinct::new(),
            epilogue: Distinct::new(),
            reductions: Vec::new(),
            outputs: Vec::with_capacity(1),
            operands: Vec::with_capacity(4),
            params: SmallVec::new(),
            param_types: Vec::new(),
            targets: SmallVec::new(),
            seen: Vec::with_capacity(4),
            cuts: Vec::new(),
            apart: false,
            rows: Vec::new(),
            padded: SmallVec::new(),
            passed: SmallVec::new(),
        }
    }

    fn done(mut self, root_shape: Dims) -> Result<Outline> {
        if self.apart {
            return Ok(Outline::Apart);
        }
        // What is behind a product reads whole arrays.
        if self.operands.iter().any(|(slot, _)| matches!(slot, Slot::Product(_))) {
            for place in std::mem::take(&mut self.padded) {
                self.cut(place, CutReason::Padded);
            }
        }
        if !self.cuts.is_empty() {
            return Ok(Outline::Cut(Arc::new(self.levels())));
        }
        Ok(Outline::Job(Arc::new(self.finish(root_shape)?)))
    }

    /// What was cut, in the order in which it has to be computed.
    fn levels(self) -> Vec<Level<usize>> {
        let Self { table, cuts, .. } = self;
        let mut levels: Vec<Level<usize>> = Vec::new();
        let single = cuts.len() == 1;
        for (cut, reason) in cuts {
            let number = if single { 0 } else { table.level(cut) };
            if levels.len() <= number {
                levels.resize_with(number + 1, Level::default);
            }
            let level = &mut levels[number];
            level.reasons.push(reason);
            level.nodes.push(cut);
        }
        levels
    }

    fn finish(mut self, root_shape: Dims) -> Result<Recipe> {
        let kernel = self.take_kernel();
        let (shape, kept) = match self.space.take() {
            Some(space) => (space.shape, space.kept),
            None => {
                let kept = root_shape.len();
                (root_shape, kept)
            }
        };
        self.recipe(Vec::new(), kernel, (shape, kept))
    }

    /// A kernel, behind earlier stages if it has any, with its arguments.
    fn recipe(
        self,
        before: Vec<(SharedKernel, usize)>,
        kernel: Kernel,
        (shape, kept): (Dims, usize),
    ) -> Result<Recipe> {
        let Self { table, mut operands, params, param_types, targets, passed, .. } = self;
        let kernel = SharedKernel::new(Kernel { operands: operands.len(), params: param_types, ..kernel })?;
        let later = table.read_later(&|place| targets.iter().any(|&(target, _)| target == place));
        let later = |place: usize| later.get(place) == Some(&true);
        for k in 0..operands.len() {
            if let Slot::Buffer(place, _) = operands[k].0 {
                let once = operands.iter().filter(|(slot, _)| slot.reads(place));
                let reader = if once.count() == 1 && !later(place) { table.reader(place) } else { None };
                operands[k].0 = Slot::Buffer(place, reader);
            }
        }
        Ok(Recipe { kernel, before, shape, kept, operands, params, targets, passed, parts: Vec::new() })
    }

    /// The kernel of what was lowered, without its operands and parameters.
    fn take_kernel(&mut self) -> Kernel {
        let take = |insts: &mut Distinct<Inst>| std::mem::replace(insts, Distinct::new()).into_list();
        let (mut insts, epilogue) = (take(&mut self.body), take(&mut self.epilogue));
        let body = insts.len();
        let place = |v: &mut Value| {
            if *v & EPILOGUE != 0 {
                *v = (*v & !EPILOGUE) + body as Value;
            }
        };
        insts.extend(epilogue.into_iter().map(|mut inst| {
            inst.args.iter_mut().for_each(place);
            inst
        }));
        let mut outputs = std::mem::take(&mut self.outputs);
        outputs.iter_mut().for_each(place);
        Kernel { insts, body, reductions: std::mem::take(&mut self.reductions), outputs, ..Kernel::default() }
    }

    /// The value of a node seen through `view`; `None` if something has to be computed first.
    fn lower(&mut self, node: &Arc<Node<B>>, view: Layout, stage: Stage) -> Option<Value> {
        // Every node of the graph is in the table.
        let place = self.table.find(node)?;
        let (mut views, mut next) = (0, self.table.facts(place).seen);
        while let Some(seen) = next.map(|k| &self.seen[k]) {
            if seen.stage == stage && seen.view == view {
                return seen.value;
            }
            (views, next) = (views + 1, seen.previous);
        }
        if self.table.facts(place).cut {
            return None;
        }
        if let Some(target) = self.earlier(place) {
            return self.load_earlier(place, node.dtype, target, view, stage);
        }
        let value = match &*node.state() {
            // Only that of the target has something assigned to it here, at other places.
            State::Ready(_) | State::Assigned(..) => {
                self.table.facts(place).operands += 1;
                let operand = self.operand(Slot::Buffer(place, None), view.clone());
                Some(self.emit(stage, Op::Load(operand), node.dtype, smallvec![]))
            }
            State::Deferred(Expr::Const(scalar)) => Some(self.param(stage, place, scalar.dtype())),
            State::Deferred(Expr::Iota) => {
                let operand = self.operand(Slot::Index, view.clone());
                Some(self.emit(stage, Op::Index(operand), DType::I64, smallvec![]))
            }
            State::Deferred(Expr::Reduce(reduce)) => {
                let wanted = self.is_wanted(place);
                let fits = stage == Stage::Epilogue
                    && view.is_identity()
                    && view.len() == node.len()
                    && self.space.as_ref().is_some_and(|space| {
                        space.kept == node.shape().len() && space.shape[..] == *reduce.args[0].layout().shape()
                    });
                if !fits {
                    return self.cut(place, CutReason::Reduction);
                }
                if wanted && self.table.is_elsewhere(node) {
                    return self.cut(place, CutReason::Stream);
                }
                let value = self.reduce(place, reduce, node.dtype);
                self.store_if(wanted, place, value, &view)
            }
            State::Deferred(Expr::Map(op, edges)) => {
                let wanted = !node.is_free() && self.is_wanted(place) && !self.passes(place, node, edges, stage);
                let repeated =
                    (view.len() > node.len() || view.overlaps()) && (wanted || !self.is_shared(node, &view, stage));
                let part = wanted && view.len() < node.len();
                let costly = || node.is_passed_often() || !node.is_cheap_for(views + 1);
                let again = match () {
                    () if node.is_free() => (views == MOST_VIEWS).then_some(CutReason::Views),
                    () if !wanted && self.is_small_part(node, op, edges) => None,
                    () if repeated => Some(CutReason::Broadcast),
                    () if !self.repeats(node, op, edges, views) => Some(CutReason::Views),
                    () if part && costly() => Some(CutReason::Held),
                    () if wanted && self.table.is_elsewhere(node) => Some(CutReason::Stream),
                    () => None,
                };
                if let Some(reason) = again {
                    return self.cut(place, reason);
                }
                if part && !self.passed.contains(&place) {
                    self.passed.push(place);
                }
                let value = self.map(place, node, op, edges, &view, stage);
                // Of what a part is needed, the rest is computed when somebody asks for it.
                self.store_if(wanted && view.len() == node.len(), place, value, &view)
            }
            State::Deferred(Expr::Pad(pad)) => Some(self.lower_padded((place, node), pad, (&view, stage), views)?),
            State::Deferred(Expr::Call(_)) => {
                if stage != Stage::Body || !epilogue::fits(&view, node) {
                    return self.cut(place, CutReason::Views);
                }
                let operand = self.operand(Slot::Product(place), view.clone());
                Some(self.emit(stage, Op::Load(operand), node.dtype, smallvec![]))
            }
            // Ruled out by the table, under the lock that evaluation holds.
            State::Taken => None,
        };
        let facts = self.table.facts(place);
        let previous = facts.seen.replace(self.seen.len());
        self.seen.push(Seen { view, stage, value, previous });
        value
    }

    fn map(
        &mut self,
        place: usize,
        node: &Arc<Node<B>>,
        op: &MapOp,
        edges: &[Edge<B>],
        view: &Layout,
        stage: Stage,
    ) -> Option<Value> {
        let mut args = SmallVec::<[Value; 4]>::new();
        let mut complete = true;
        for edge in edges {
            if *op == MapOp::Gather && !args.is_empty() {
                break;
            }
            let Some(inner) = edge.layout().compose(view) else {
                self.apart |= self.space.is_some() && self.table.is_root(place);
                return self.cut(place, CutReason::Strides);
            };
            match self.lower(&edge.node, inner, stage) {
                Some(value) => args.push(value),
                // Go on, to find all that has to be computed first at once.
                None => complete = false,
            }
        }
        if *op == MapOp::Gather {
            let source = &edges[1];
            let source_place = self.table.find(&source.node)?;
            if !source.node.is_stored() {
                return self.cut(source_place, CutReason::Indexed);
            }
            self.table.facts(source_place).operands += 1;
            let operand = self.operand(Slot::Buffer(source_place, None), source.layout().clone());
            return complete.then(|| self.emit(stage, Op::Gather(operand), node.dtype, args));
        }
        // A conversion to the same type only gives a view a node of its own.
        if *op == MapOp::Cast && edges[0].node.dtype == node.dtype {
            return args.first().copied();
        }
        let op = match op {
            MapOp::Random(distribution) => Op::Random(*distribution),
            op => op.inst()?,
        };
        complete.then(|| self.emit(stage, op, node.dtype, args))
    }

    /// Whether a node is a part of a small array that is there, or computed anyway: it is read where it lies, as often as
    /// need be, which costs less than a kernel that copies it.
    fn is_small_part(&self, node: &Node<B>, op: &MapOp, edges: &[Edge<B>]) -> bool {
        let whole = &edges[0].node;
        let held = || !whole.is_free() && self.table.find(whole).is_some_and(|place| self.is_wanted(place));
        *op == MapOp::Cast && whole.dtype == node.dtype && whole.len() <= SMALL && (whole.is_stored() || held())
    }

    /// Whether a node that is broadcast is computed once all the same: a reduction goes over it for each of a few columns, and the backend
    /// reduces these together.
    fn is_shared(&self, node: &Node<B>, view: &Layout, stage: Stage) -> bool {
        let Some(space) = self.space.as_ref().filter(|_| stage == Stage::Body) else { return false };
        let Some(axis) = space.kept.checked_sub(1).filter(|&axis| view.strides().get(axis) == Some(&0)) else {
            return false;
        };
        let once = view.sliced(axis, 0, 1, 1).is_ok_and(|one| one.len() <= node.len() && !one.overlaps());
        once && node.xp.fuses_product(node.dtype, space.shape[..axis].iter().product(), space.shape[axis])
    }

    /// Whether a node is computed here that so many other views have been seen through.
    fn repeats(&self, node: &Node<B>, op: &MapOp, edges: &[Edge<B>], views: usize) -> bool {
        // To read a padded array in another type is one operation, whether the array is made or not.
        let converts = || *op == MapOp::Cast && views < MOST_CONVERSIONS && padded::is_read(&edges[0]);
        views == 0 || ((node.is_cheap_for(views + 1) || converts()) && self.body.len() < LONG)
    }

    fn reduce(&mut self, place: usize, reduce: &ReduceExpr<B>, dtype: DType) -> Option<Value> {
        let args = reduce.args.iter().map(|edge| self.lower(&edge.node, edge.layout().clone(), Stage::Body));
        // All of them, to find what has to be computed first at once.
        let args: SmallVec<[Option<Value>; 2]> = args.collect();
        let mut args = args.into_iter().collect::<Option<SmallVec<[Value; 2]>>>()?;
        if let Some(identity) = reduce.identity {
            args.push(self.param(Stage::Body, place, identity.dtype()));
        }
        let reduction = Reduction { op: reduce.op.clone(), args, dtype: reduce.dtype };
        let index = self.reductions.iter().position(|r| *r == reduction).unwrap_or_else(|| {
            self.reductions.push(reduction);
            self.reductions.len() - 1
        });
        let op = Op::Reduced { index: index as u16, part: reduce.part };
        Some(self.emit(Stage::Epilogue, op, dtype, smallvec![]))
    }

    fn is_wanted(&self, place: usize) -> bool {
        // A root is referred to by whoever asked for it, and is stored anyway.
        !self.table.is_root(place) && self.table.is_wanted(place, 0)
    }

    /// Whether a node that somebody holds is computed for a reduction and not stored: most likely it is a temporary, which lives
    /// until the statement ends.
    fn passes(&mut self, place: usize, node: &Node<B>, edges: &[Edge<B>], stage: Stage) -> bool {
        let passes = self.reducing && stage == Stage::Body && node.is_passing(|| arrays_below(edges));
        if passes && !self.passed.contains(&place) {
            self.passed.push(place);
        }
        passes
    }

    fn store_if(&mut self, wanted: bool, place: usize, value: Option<Value>, view: &Layout) -> Option<Value> {
        if let Some(value) = value
            && wanted
        {
            self.store(place, value, view.clone());
        }
        value
    }

    fn store(&mut self, place: usize, value: Value, layout: Layout) {
        if !std::mem::replace(&mut self.table.facts(place).stored, true) {
            self.outputs.push(value);
            self.targets.push((place, layout));
        }
    }

    fn cut(&mut self, place: usize, reason: CutReason) -> Option<Value> {
        if !std::mem::replace(&mut self.table.facts(place).cut, true) {
            self.cuts.push((place, reason));
        }
        None
    }

    /// A parameter that the node of this place has.
    fn param(&mut self, stage: Stage, place: usize, dtype: DType) -> Value {
        // It is the same one through all views.
        let number = self.params.iter().position(|&other| other == place).unwrap_or_else(|| {
            self.params.push(place);
            self.param_types.push(dtype);
            self.params.len() - 1
        });
        self.emit(stage, Op::Param(number as u16), dtype, smallvec![])
    }

    fn operand(&mut self, slot: Slot, view: Layout) -> u16 {
        if let Some(same) = self.same_operand(&slot, &view) {
            return same as u16;
        }
        self.operands.push((slot, view));
        self.operands.len() as u16 - 1
    }

    /// Adds an instruction, or finds the same one.
    fn emit(&mut self, stage: Stage, op: Op, dtype: DType, args: SmallVec<[Value; 4]>) -> Value {
        let (insts, mark) = match stage {
            Stage::Body => (&mut self.body, 0),
            Stage::Epilogue => (&mut self.epilogue, EPILOGUE),
        };
        let inst = Inst { op, dtype, args };
        let place = insts.find(&inst).unwrap_or_else(|| insts.add(inst));
        place as Value | mark
    }
}
