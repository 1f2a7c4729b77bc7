//! Deferred evaluation: expression nodes, their fusion into kernels, and running these.

mod assign;
mod batch;
pub(crate) mod call;
mod captured;
mod describe;
mod direct;
mod epilogue;
mod eval;
mod lower;
mod node;
mod products;
pub(crate) mod record;
mod remember;
mod replay;
mod structure;
mod table;

pub(crate) use assign::{Written, settle, write};
pub(crate) use call::CallExpr;
pub(crate) use captured::Program;
pub(crate) use eval::{alloc, evaluate, evaluate_all, evaluate_apart, try_evaluate};
pub(crate) use lower::{MOST_MOVED, moving, moving_several};
pub(crate) use node::{Edge, Expr, MapOp, Node, PadExpr, ReduceExpr, closure_size};
pub(crate) use replay::{Call, Sink};
