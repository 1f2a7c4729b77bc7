//! One operation on computed arrays: nothing to search, fuse or cut. Programs that compute small arrays step by step
//! consist of these, and spend more time here than in their kernels.

use super::lower::{Job, Operand, References};
use super::node::{Expr, MapOp, Node, State};
use crate::backend::Backend;
use crate::dtype::Scalar;
use crate::ir::{Inst, Kernel, Op, Value};
use crate::layout::{Dims, Layout};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The kernel of a node that is one elementwise operation on whole arrays of its shape, and scalars.
pub(super) fn lower<B: Backend>(root: &Arc<Node<B>>) -> Option<Box<Job<B>>> {
    let state = root.state();
    let State::Deferred(Expr::Map(op, edges)) = &*state else { return None };
    if *op == MapOp::Cast && edges[0].node.dtype == root.dtype {
        return None;
    }
    let inst = op.inst()?;
    let mut insts = Vec::with_capacity(edges.len() + 1);
    let mut operands = Vec::with_capacity(edges.len());
    let mut params = Vec::new();
    // An array that is used twice is loaded once.
    let mut loaded = SmallVec::<[(*const Node<B>, Value); 4]>::new();
    let mut references = References(SmallVec::new());
    let mut args = SmallVec::<[Value; 4]>::new();
    for edge in edges {
        let op = match &*edge.node.state() {
            State::Ready(buffer) => {
                let pointer = Arc::as_ptr(&edge.node);
                if !edge.layout.is_identity() || edge.layout.shape() != &root.shape[..] {
                    return None;
                }
                if let Some(k) = loaded.iter().position(|(other, _)| *other == pointer) {
                    references.0[k].1 += 1;
                    args.push(loaded[k].1);
                    continue;
                }
                loaded.push((pointer, insts.len() as Value));
                references.0.push((pointer, 1));
                operands.push(Operand::Buffer(edge.node.clone(), buffer.clone(), edge.layout.clone()));
                Op::Load(operands.len() as u16 - 1)
            }
            State::Deferred(Expr::Const(scalar)) => {
                params.push(*scalar);
                Op::Param(params.len() as u16 - 1)
            }
            _ => return None,
        };
        args.push(insts.len() as Value);
        insts.push(Inst { op, dtype: edge.node.dtype, args: smallvec![] });
    }
    let result = insts.len() as Value;
    insts.push(Inst { op: inst, dtype: root.dtype, args });
    let kernel = Kernel {
        body: insts.len(),
        insts,
        reductions: Vec::new(),
        outputs: vec![result],
        operands: operands.len(),
        params: params.iter().map(Scalar::dtype).collect(),
    };
    Some(Box::new(Job {
        kernel,
        shape: Dims::from_slice(&root.shape),
        kept: root.shape.len(),
        operands,
        params,
        targets: smallvec![(root.clone(), Layout::row_major(&root.shape))],
        references,
    }))
}
