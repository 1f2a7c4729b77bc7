//! The executor against an independent evaluation, one element at a time.

mod arrays;
mod layouts;
mod ops;
mod programs;
mod reductions;
mod reference;
mod refusals;
pub mod values;
