//! What threads wait with: the standard library's, and loom's in the models of `tests/loom`.

pub use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, atomic};
