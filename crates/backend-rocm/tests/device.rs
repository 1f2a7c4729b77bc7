//! What needs an AMD GPU, and what the backend says without one.

mod backend;
#[macro_use]
#[path = "../../gpu/tests/on_device/mod.rs"]
mod on_device;
// Uses the macro of the module above.
mod absent;

use std::process::ExitCode;

fn main() -> ExitCode {
    on_device::run([rocm::tests(), absent::tests()].into_iter().flatten().collect())
}

/// What ROCm alone has.
mod rocm {
    use crate::backend::Xp;
    use xparray_core::backend::{Memory, Solver, View};
    use xparray_core::{DType, Error, Layout};

    tests!(a_workspace_that_hipsolver_cannot_count_is_an_error);

    fn a_workspace_that_hipsolver_cannot_count_is_an_error(xp: &Xp) {
        let n = 17_000;
        let mut x = xp.alloc(n * n * 8).unwrap();
        xp.fill_bytes(&mut x, 0, n * n * 8).unwrap();
        let layout = Layout::row_major(&[n, n]);
        match xp.eigh(View::new(&x, DType::F64, &layout).unwrap(), true) {
            Err(Error::Value { op: "eigh", message }) => assert!(message.contains("2 GiB"), "{message}"),
            other => panic!("{:?}", other.map(drop)),
        }
        // It goes on.
        let layout = Layout::row_major(&[100, 100]);
        xp.eigh(View::new(&x, DType::F64, &layout).unwrap(), true).unwrap();
    }
}
