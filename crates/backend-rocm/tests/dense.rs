//! Dense linear algebra on AMD GPUs.

mod backend;
#[path = "../../gpu/tests/on_device/common.rs"]
mod common;
#[path = "../../gpu/tests/on_device/dense.rs"]
mod dense;
#[path = "../../gpu/tests/on_device/matrices.rs"]
mod matrices;

use xparray_ir::backend::{Memory, Solver, View};
use xparray_ir::{DType, Error, Layout};

#[test]
fn a_workspace_that_hipsolver_cannot_count_is_an_error() {
    let Some((xp, _turn)) = common::device() else { return };
    let n = 17_000;
    let mut x = xp.alloc(n * n * 8).unwrap();
    xp.fill_bytes(&mut x, 0, n * n * 8).unwrap();
    let layout = Layout::row_major(&[n, n]);
    match xp.eigh(View { buffer: &x, dtype: DType::F64, layout: &layout }, true) {
        Err(Error::Value { op: "eigh", message }) => assert!(message.contains("2 GiB"), "{message}"),
        other => panic!("{:?}", other.map(drop)),
    }
    // It goes on.
    let layout = Layout::row_major(&[100, 100]);
    xp.eigh(View { buffer: &x, dtype: DType::F64, layout: &layout }, true).unwrap();
}
