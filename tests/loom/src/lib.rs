//! What threads share, run in every order that they can take: the turns at a device's expressions, the pool, and the steps of a crew.
//!
//! The files are those of the crates. They take locks and counters from `super::sync`, which are loom's here: it runs a model once
//! for each order of what its threads do with them, and fails if they wait for each other for ever.

#![cfg(test)]
#![allow(dead_code)]

#[path = "../../../crates/ir/src/backend/evaluation.rs"]
mod evaluation;
#[path = "../../../crates/backend-cpu/src/pool.rs"]
mod pool;
mod parallel;
mod turns;

/// As `sync` of the crates.
mod sync {
    pub use loom::sync::atomic;
    pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
    pub use loom::{hint, thread};
    pub use std::sync::PoisonError;
}

mod blocks {
    use crate::pool::Pool;
    use loom::thread;

    /// Threads that ask at once do not take more than the limit together, and who is refused sees a pool that is whole.
    #[test]
    fn threads_do_not_pass_the_limit_together() {
        loom::model(|| {
            let pool = Pool::default();
            pool.set_limit(Some(64));
            let other = pool.clone();
            let thread = thread::spawn(move || other.alloc(64).map(drop).is_ok());
            let block = pool.alloc(64);
            assert!(pool.total_bytes() <= 64);
            let here = block.is_ok();
            drop(block);
            let there = thread.join().unwrap();
            assert!(here || there, "nobody got a block");
            assert_eq!(pool.used_bytes(), 0);
            assert!(pool.total_bytes() <= 64);
            assert!(pool.alloc(64).is_ok(), "what is given back can be had again");
            pool.free_all_blocks();
            assert_eq!(pool.total_bytes(), 0);
        });
    }

    /// A block belongs to one thread.
    #[test]
    fn no_block_is_given_twice() {
        loom::model(|| {
            let pool = Pool::default();
            drop(pool.alloc(64));
            let other = pool.clone();
            let thread = thread::spawn(move || other.alloc(64).unwrap());
            let here = pool.alloc(64).unwrap();
            let there = thread.join().unwrap();
            assert_ne!(here.as_ptr(), there.as_ptr());
            assert_eq!(pool.used_bytes(), 128);
        });
    }
}
