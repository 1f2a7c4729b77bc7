//! Arrays with zeros around them, which are read where they lie.

use super::{Lowering, Slot, Stage};
use crate::backend::{Backend, CutReason};
use crate::dtype::{DType, Scalar};
use crate::graph::node::{Edge, Expr, MapOp, Node, PadExpr, State};
use crate::ir::{Op, Value};
use crate::layout::{Dims, Layout, Strides, row_major_strides};
use smallvec::smallvec;
use std::sync::Arc;

/// Of what is seen through more views, the padded array is made: reading it takes no look at where it ends.
const MOST_VIEWS: usize = 6;

/// A kernel has so many ends of axes: they are arguments, of which CUDA has had 4 KiB for long.
const MOST_ENDS: usize = 64;

/// What a view shows of a padded array.
enum Shown {
    /// Zeros alone.
    Nothing,
    /// This part of the array, everywhere in the space or, with an origin, in a box of it.
    Part(Layout, Option<Dims>),
}

impl<B: Backend> Lowering<'_, B> {
    /// The value of an array with zeros around it, which was seen through so many views before.
    pub(super) fn lower_padded(
        &mut self,
        (place, node): (usize, &Arc<Node<B>>),
        pad: &PadExpr<B>,
        (view, stage): (&Layout, Stage),
        views: usize,
    ) -> Option<Value> {
        if views >= MOST_VIEWS {
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
                Slot::Padded(source_place, Arc::new(origin))
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

/// What a view of the elements of an array of `shape` shows of what lies in it; `None` where that is no box of the view.
fn shown<B: Backend>(view: &Layout, shape: &[usize], pad: &PadExpr<B>) -> Option<Shown> {
    if view.len() == 0 {
        return Some(Shown::Nothing);
    }
    let inner = pad.edge.layout().shape();
    let rows = row_major_strides(inner);
    let (mut offset, mut rest, mut nothing) = (0isize, view.offset(), false);
    // Of each axis of the view its part, and how that lies in the array.
    let mut dims = Dims::from_slice(view.shape());
    let mut origin: Dims = smallvec![0; dims.len()];
    let mut strides: Strides = smallvec![0; dims.len()];
    // How much of each axis' steps is left for the axes of the array inside of this one.
    let mut left: Strides =
        view.shape().iter().zip(view.strides()).map(|(&d, &s)| if d == 1 { 0 } else { s }).collect();
    for (axis, row) in row_major_strides(shape).into_iter().enumerate() {
        let (start, first, n) = (rest as isize / row, pad.origin[axis] as isize, inner[axis] as isize);
        rest %= row as usize;
        let mut along = None;
        for (k, left) in left.iter_mut().enumerate() {
            let step = *left / row;
            *left %= row;
            if step != 0 && along.replace((k, step)).is_some() {
                return None;
            }
        }
        let Some((k, step)) = along else {
            nothing |= !(first..first + n).contains(&start);
            offset += (start - first) * rows[axis];
            continue;
        };
        let last = start + step * (view.shape()[k] as isize - 1);
        // A diagonal, or steps that run over the end of a row.
        if strides[k] != 0 || last < 0 || last >= shape[axis] as isize {
            return None;
        }
        // The indices `i` of the view with `first <= start + step * i < first + n`.
        let (before, until) = match step > 0 {
            true => (first - start, first + n - 1 - start),
            false => (start - (first + n - 1), start - first),
        };
        let from = before.max(0).unsigned_abs().div_ceil(step.unsigned_abs()) as isize;
        let to = until.div_euclid(step.abs()).min(view.shape()[k] as isize - 1);
        nothing |= to < from;
        if nothing {
            continue;
        }
        offset += (start + step * from - first) * rows[axis];
        strides[k] = step * rows[axis];
        (origin[k], dims[k]) = (from as usize, (to - from + 1) as usize);
    }
    if left.iter().any(|&left| left != 0) {
        return None;
    }
    if nothing {
        return Some(Shown::Nothing);
    }
    let everywhere = dims[..] == *view.shape();
    let part = Layout::new(dims, strides, usize::try_from(offset).ok()?).ok()?;
    Some(Shown::Part(part, (!everywhere).then_some(origin)))
}
