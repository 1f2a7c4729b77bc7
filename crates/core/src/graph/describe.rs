//! Expressions as text, for whoever looks for what defeats fusion.

use super::node::{Expr, MapOp, Node, State};
use crate::backend::Backend;
use crate::ir::{BinaryOp, ReduceOp};

/// So many operations deep; what is below is left out.
const DEPTH: usize = 4;

/// The expression of a node.
pub(super) fn describe<B: Backend>(node: &Node<B>) -> String {
    text(node, DEPTH)
}

fn text<B: Backend>(node: &Node<B>, depth: usize) -> String {
    match &*node.state() {
        State::Ready(_) | State::Taken => format!("{}{:?}", node.dtype, &node.shape[..]),
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
    match expr {
        Expr::Map(MapOp::Unary(op), _) => format!("{op:?}").to_lowercase(),
        Expr::Map(MapOp::Binary(op), _) => format!("{op:?}").to_lowercase(),
        Expr::Map(MapOp::Call(function), _) => function.function().name.to_owned(),
        Expr::Map(MapOp::Random(distribution), _) => format!("{distribution:?}").to_lowercase(),
        Expr::Map(MapOp::Select, _) => "where".to_owned(),
        Expr::Map(MapOp::Cast, _) => "astype".to_owned(),
        Expr::Map(MapOp::Complex, _) => "complex".to_owned(),
        Expr::Map(MapOp::Gather, _) => "take".to_owned(),
        Expr::Reduce(reduce) => match &reduce.op {
            ReduceOp::Custom(_) => "reduce".to_owned(),
            op => format!("{op:?}").to_lowercase(),
        },
        Expr::Const(_) | Expr::Iota => String::new(),
    }
}
