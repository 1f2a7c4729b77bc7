//! Arrays with zeros around them, or continued beyond their ends, which are read where they lie.

use super::{Lowering, Slot, Stage};
use crate::backend::{Backend, Border, CutReason, Padding};
use crate::dtype::{DType, Scalar};
use crate::graph::node::{Edge, Expr, MapOp, Node, PadExpr, State};
use crate::ir::{Op, Value};
use crate::layout::{Dims, Layout, Strides, row_major_strides};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// A kernel has so many ends of axes: they are arguments, of which CUDA has had 4 KiB for long.
const MOST_ENDS: usize = 64;

/// What a view shows of a padded array.
enum Shown {
    /// Zeros alone.
    Nothing,
    /// This part of the array, everywhere in the space or, with an origin, in a box of it.
    Part(Layout, Option<Strides>),
}

impl<B: Backend> Lowering<'_, B> {
    /// The value of an array with something around it, which was seen through so many views before.
    pub(super) fn lower_padded(
        &mut self,
        (place, node): (usize, &Arc<Node<B>>),
        pad: &PadExpr<B>,
        (view, stage): (&Layout, Stage),
        views: usize,
    ) -> Option<Value> {
        let border = pad.padding.border;
        // Reading the whole takes no look at where the array ends.
        if views >= node.xp.reads_padded(border) {
            return self.cut(place, CutReason::Views);
        }
        if (1 + self.padded.len()) * view.ndim() > MOST_ENDS {
            return self.cut(place, CutReason::Size);
        }
        let Some(shown) = shown(view, node.shape(), pad) else { return self.cut(place, CutReason::Strides) };
        let Shown::Part(part, origin) = shown else {
            return Some(self.emit(stage, Op::Const(zero(node.dtype)), node.dtype, smallvec![]));
        };
        let source = whole(&pad.edge);
        let source_place = self.table.find(&source.node)?;
        if !source.node.is_stored() {
            return self.cut(source_place, CutReason::Padded);
        }
        let Some(layout) = source.layout().compose(&part) else { return self.cut(place, CutReason::Strides) };
        self.table.facts(source_place).operands += 1;
        let slot = match origin {
            None => Slot::Buffer(source_place, None),
            Some(origin) => {
                self.padded.push(place);
                Slot::Padded(source_place, Arc::new(Padding { origin, border }))
            }
        };
        let operand = self.operand(slot, layout);
        Some(self.emit(stage, Op::Load(operand), node.dtype, smallvec![]))
    }
}

/// An edge of a node that is there, or to be computed: what is a view of another one is seen through.
fn whole<B: Backend>(edge: &Edge<B>) -> Edge<B> {
    let mut edge = edge.clone();
    loop {
        let inner = match &*edge.node.state() {
            State::Deferred(Expr::Map(MapOp::Cast, edges)) if edges[0].node.dtype == edge.node.dtype => {
                let layout = edges[0].layout().compose(edge.layout());
                layout.map(|layout| Edge::new(edges[0].node.clone(), layout))
            }
            _ => None,
        };
        match inner {
            Some(inner) => edge = inner,
            None => return edge,
        }
    }
}

fn zero(dtype: DType) -> Scalar {
    Scalar::new(false).astype(dtype)
}

/// Where a view begins along an axis of a padded array, in elements of what lies in it, and how it goes on: the axis of the view and
/// its steps.
struct Along {
    first: isize,
    view: Option<(usize, isize)>,
}

impl Along {
    /// The element at which the view ends.
    fn last(&self, view: &Layout) -> isize {
        self.first + self.view.map_or(0, |(k, step)| step * (view.shape()[k] as isize - 1))
    }
}

/// How a view that has elements lies along the axes of a padded array; `None` where it is not made of steps along these.
fn along<B: Backend>(view: &Layout, shape: &[usize], pad: &PadExpr<B>) -> Option<SmallVec<[Along; 4]>> {
    let (mut rest, mut all) = (view.offset(), SmallVec::new());
    // How much of each axis' steps is left for the axes of the array inside of this one.
    let mut left: Strides =
        view.shape().iter().zip(view.strides()).map(|(&d, &s)| if d == 1 { 0 } else { s }).collect();
    let mut taken: SmallVec<[bool; 4]> = smallvec![false; left.len()];
    for (axis, row) in row_major_strides(shape).into_iter().enumerate() {
        let start = rest as isize / row;
        rest %= row as usize;
        let mut found = None;
        for (k, left) in left.iter_mut().enumerate() {
            let step = *left / row;
            *left %= row;
            if step != 0 && found.replace((k, step)).is_some() {
                return None;
            }
        }
        let this = Along { first: start - pad.padding.origin[axis], view: found };
        let ends = this.last(view) + pad.padding.origin[axis];
        // A diagonal, or steps that run over the end of a row.
        if found.is_some_and(|(k, _)| std::mem::replace(&mut taken[k], true))
            || ends < 0
            || ends >= shape[axis] as isize
        {
            return None;
        }
        all.push(this);
    }
    left.iter().all(|&left| left == 0).then_some(all)
}

/// Whether what an edge leads to is there, or padded, however it is seen.
pub(super) fn is_read<B: Backend>(edge: &Edge<B>) -> bool {
    let node = whole(edge).node;
    node.is_stored() || node.padded().is_some()
}

/// What a view of the elements of an array of `shape` shows of what lies in it; `None` where that is no box of the view.
fn shown<B: Backend>(view: &Layout, shape: &[usize], pad: &PadExpr<B>) -> Option<Shown> {
    if view.len() == 0 {
        return Some(Shown::Nothing);
    }
    let inner = pad.edge.layout().shape();
    // Of each axis of the view its part, and how that lies in the array.
    let mut dims = Dims::from_slice(view.shape());
    let mut origin: Strides = smallvec![0; dims.len()];
    let mut strides: Strides = smallvec![0; dims.len()];
    let mut offset = 0;
    for ((along, row), &n) in along(view, shape, pad)?.iter().zip(row_major_strides(inner)).zip(inner) {
        let (first, last, within) = (along.first, along.last(view), |index| (0..n as isize).contains(&index));
        let Some((k, step)) = along.view else {
            let Some(place) = pad.padding.border.place(first, n) else { return Some(Shown::Nothing) };
            offset += place * row;
            continue;
        };
        strides[k] = step * row;
        if within(first) && within(last) {
            offset += first * row;
        } else if pad.padding.border == Border::Zero {
            let Some((from, to)) = indices_within(first, step, dims[k], n) else { return Some(Shown::Nothing) };
            offset += (first + step * from) * row;
            (origin[k], dims[k]) = (from, (to - from + 1) as usize);
        } else if step.abs() == 1 {
            // All of the axis, as its elements may be seen beyond its ends as well.
            let begin = if step > 0 { 0 } else { n as isize - 1 };
            offset += begin * row;
            (origin[k], dims[k]) = ((begin - first) * step, n);
        } else {
            return None;
        }
    }
    let everywhere = dims[..] == *view.shape() && origin.iter().all(|&first| first == 0);
    let part = Layout::new(dims, strides, usize::try_from(offset).ok()?).ok()?;
    Some(Shown::Part(part, (!everywhere).then_some(origin)))
}

/// The first and the last of `len` indices `i` with `0 <= first + step * i < n`, if there are any.
fn indices_within(first: isize, step: isize, len: usize, n: usize) -> Option<(isize, isize)> {
    let (before, until) = match step > 0 {
        true => (-first, n as isize - 1 - first),
        false => (first - (n as isize - 1), first),
    };
    let from = before.max(0).unsigned_abs().div_ceil(step.unsigned_abs()) as isize;
    let to = until.div_euclid(step.abs()).min(len as isize - 1);
    (from <= to).then_some((from, to))
}
