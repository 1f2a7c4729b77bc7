//! What threads share the pool and steps by: the standard library's, and loom's in the models of `tests/loom`.

pub use std::sync::{Arc, Mutex, MutexGuard, PoisonError, atomic};
pub use std::{hint, thread};
