//! The marks of nodes, as `crates/core/src/graph/eval.rs` sets them in turns: who finds a node deferred marks it and computes it, who
//! finds it marked waits, and who could not compute it takes the mark away.

use crate::evaluation::Evaluation;
use crate::sync::Arc;
use crate::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use loom::cell::UnsafeCell;
use loom::thread;

const DEFERRED: usize = 0;
const RUNNING: usize = 1;
const READY: usize = 2;

/// A node and its device.
struct Node {
    evaluation: Evaluation,
    mark: AtomicUsize,
    /// How often it was computed: written by who set the mark alone, so loom sees two writers at once.
    computed: UnsafeCell<usize>,
}

impl Node {
    fn new() -> Arc<Self> {
        let (mark, computed) = (AtomicUsize::new(DEFERRED), UnsafeCell::new(0));
        Arc::new(Self { evaluation: Evaluation::default(), mark, computed })
    }

    /// As `evaluate_together`; computing it fails the first `failures` times.
    fn evaluate(&self, failures: usize) -> Result<(), ()> {
        loop {
            let turn = self.evaluation.turn();
            match self.mark.load(Relaxed) {
                READY => return Ok(()),
                RUNNING => turn.wait(),
                _ => {
                    self.mark.store(RUNNING, Relaxed);
                    drop(turn);
                    // SAFETY: the mark is ours, so nobody else is here.
                    let times = self.computed.with_mut(|times| unsafe {
                        *times += 1;
                        *times
                    });
                    let turn = self.evaluation.turn();
                    let failed = times <= failures;
                    self.mark.store(if failed { DEFERRED } else { READY }, Relaxed);
                    turn.announce();
                    return if failed { Err(()) } else { Ok(()) };
                }
            }
        }
    }

    fn computed(&self) -> usize {
        // SAFETY: all threads are done.
        self.computed.with(|times| unsafe { *times })
    }
}

#[test]
fn two_threads_compute_a_node_once() {
    loom::model(|| {
        let node = Node::new();
        let other = node.clone();
        let thread = thread::spawn(move || other.evaluate(0));
        assert_eq!(node.evaluate(0), Ok(()));
        assert_eq!(thread.join().unwrap(), Ok(()));
        assert_eq!(node.computed(), 1);
    });
}

#[test]
fn three_threads_wait_for_one() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(|| {
        let node = Node::new();
        let threads = [node.clone(), node.clone()].map(|node| thread::spawn(move || node.evaluate(0)));
        assert_eq!(node.evaluate(0), Ok(()));
        assert!(threads.into_iter().all(|thread| thread.join().unwrap().is_ok()));
        assert_eq!(node.computed(), 1);
    });
}

#[test]
fn who_waits_for_a_failure_computes_it_again() {
    loom::model(|| {
        let node = Node::new();
        let other = node.clone();
        let thread = thread::spawn(move || other.evaluate(1));
        let outcomes = [node.evaluate(1), thread.join().unwrap()];
        // One of them fails, the other one tries again.
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
        assert_eq!(node.computed(), 2);
    });
}
