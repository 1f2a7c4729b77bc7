//! Expressions as text, for whoever looks for what defeats fusion.

use super::node::{Expr, MapOp, Node, State};
use crate::backend::Backend;
use crate::ir::{BinaryOp, Op};

/// So many operations deep; what is below is left out.
const DEPTH: usize = 4;

/// The expression of a node.
pub(super) fn describe<B: Backend>(node: &Node<B>) -> String {
    text(node, DEPTH)
}

fn text<B: Backend>(node: &Node<B>, depth: usize) -> String {
    match &*node.state() {
        State::Ready(_) | State::Assigned(..) | State::Taken => format!("{}{:?}", node.dtype, node.shape()),
        State::Deferred(Expr::Const(scalar)) => scalar.to_string(),
        State::Deferred(Expr::Iota) => "index".to_owned(),
        State::Deferred(_) if depth == 0 => "..".to_owned(),
        State::Deferred(expr) => {
            let arguments: Vec<String> = expr.edges().iter().map(|edge| text(&edge.node, depth - 1)).collect();
            let sign = if let Expr::Map(MapOp::Binary(op), _) = expr { sign(*op) } else { None };
            match (sign, &arguments[..]) {
                (Some(sign), [x, y]) => format!("({x} {sign} {y})"),
                _ => format!("{}({})", name(expr), arguments.join(", ")),
            }
        }
    }
}

fn sign(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        _ => return None,
    })
}

fn name<B: Backend>(expr: &Expr<B>) -> String {
    let op = match expr {
        Expr::Reduce(reduce) => return reduce.op.name(),
        Expr::Map(MapOp::Random(distribution), _) => Op::Random(*distribution),
        Expr::Map(MapOp::Gather, _) => Op::Gather(0),
        Expr::Map(op, _) => op.inst().unwrap_or(Op::Complex),
        Expr::Call(call) => return call.name.to_owned(),
        Expr::Pad(_) => return "pad".to_owned(),
        Expr::Const(_) | Expr::Iota => return String::new(),
    };
    op.name().unwrap_or_else(|| "complex".to_owned())
}
