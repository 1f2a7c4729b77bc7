//! A forked child has one thread of its parent's. Alone in its file, as no other thread may hold a lock meanwhile.
#![cfg(unix)]

use std::time::{Duration, Instant};
use xparray_core::Result;
use xparray_core::prelude::*;
use xparray_cpu::Cpu;

/// A reduction, a sort, a product and a factorisation, each large enough for many threads.
fn compute(xp: &Cpu) -> Result<f64> {
    let x = xp.arange((0.0f64, 1_048_576.0, 1.0))?;
    let sums = x.sum(..)?.item()? + x.sort()?.sum(..)?.item()?;
    let a = xp.ones::<f64>([400, 400])?;
    let solution = xp.eye::<f64>(400)?.solve(&a.matmul(&a)?)?;
    Ok(sums + solution.sum(..)?.item()?)
}

#[test]
fn a_child_computes_what_its_parent_does() {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(4).build_global();
    threads.expect("nothing has used the pool");
    let xp = Cpu::new();
    let expected = compute(&xp).expect("computed");
    // SAFETY: the child only computes and ends; no other thread of this process holds a lock.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let same = compute(&xp).is_ok_and(|sum| sum == expected);
        // SAFETY: ends the child, without what the test harness does at the end.
        unsafe { libc::_exit(i32::from(!same)) };
    }
    let start = Instant::now();
    let mut status = 0;
    // SAFETY: a child of ours.
    while unsafe { libc::waitpid(child, &mut status, libc::WNOHANG) } == 0 {
        if start.elapsed() > Duration::from_secs(60) {
            // SAFETY: as above.
            unsafe { libc::kill(child, libc::SIGKILL) };
            panic!("the child hangs");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(status, 0, "the child computes the same");
    assert_eq!(compute(&xp).expect("computed"), expected);
}
