//! Several threads that evaluate graphs with common parts.

// `x = x + 1` makes a new array of the old one; `x += 1` is another operation.
#![allow(clippy::assign_op_pattern)]

use std::sync::Barrier;
use xparray::prelude::*;
use xparray::s;

const THREADS: usize = 6;

/// Runs a function on several threads at once.
fn at_once<R: Send>(f: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let barrier = Barrier::new(THREADS);
    std::thread::scope(|scope| {
        let spawn = |k| {
            let (f, barrier) = (&f, &barrier);
            scope.spawn(move || {
                barrier.wait();
                f(k)
            })
        };
        let threads: Vec<_> = (0..THREADS).map(spawn).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Everyone needs the same deferred arrays, each for something of its own.
pub fn shared_parts_are_computed_once<B: Backend>(xp: &B) {
    for round in 0..40i64 {
        let n = if round % 2 == 0 { 100 } else { 40_000 };
        let x = xp.arange((0i64, n, 1)).unwrap();
        let base = &x * 3 + round;
        let square = &base * &base;
        let total = square.sum(..).unwrap();
        let host: Vec<i64> = (0..n).map(|i| 3 * i + round).collect();
        let sum: i64 = host.iter().map(|x| x * x).sum();
        let results = at_once(|k| match k % 3 {
            0 => (&square - &total).to_vec().unwrap()[n as usize / 2],
            1 => (&base + k as i64).slice(s![..;-1]).unwrap().to_vec().unwrap()[0],
            _ => (&total + &base.max(..).unwrap()).item().unwrap(),
        });
        for (k, result) in results.into_iter().enumerate() {
            let last = host[n as usize - 1];
            let expected = [host[n as usize / 2].pow(2) - sum, last + k as i64, sum + last][k % 3];
            assert_eq!(result, expected, "round {round}, thread {k}");
        }
        assert_eq!(base.to_vec().unwrap(), host);
    }
}

/// One owner overwrites what was shared a moment ago while others still read it.
pub fn readers_and_an_owner<B: Backend>(xp: &B) {
    for round in 0..40i32 {
        let n = 20_000;
        let x = xp.arange((0i32, n, 1)).unwrap() + round;
        x.eval().unwrap();
        let copies: Vec<_> = (0..THREADS).map(|_| std::sync::Mutex::new(Some(x.clone()))).collect();
        drop(x);
        let sums = at_once(|k| {
            let mut x = copies[k].lock().unwrap().take().unwrap();
            for step in 0..4 {
                if step % 2 == 0 {
                    x = x + k as i32;
                    x.eval().unwrap();
                } else {
                    x.assign(s![..10], 0).unwrap();
                }
            }
            x.sum(..).unwrap().item().unwrap()
        });
        for (k, sum) in sums.into_iter().enumerate() {
            let expected: i64 = (10..n as i64).map(|i| i + round as i64 + 2 * k as i64).sum();
            assert_eq!(sum, expected, "round {round}, thread {k}");
        }
    }
}

/// Different work at the same time: everything that keeps a cache or a pool.
pub fn unrelated_work<B: Backend>(xp: &B) {
    let results = at_once(|k| {
        let n = 64 + k;
        let x = xp.rng(k as u64).uniform(-1.0f64, 1.0, [n, n]).unwrap();
        let product = x.matmul(&x.inv().unwrap()).unwrap();
        let error = (product - xp.eye::<f64>(n).unwrap()).abs().max(..).unwrap().item().unwrap();
        let spectrum = x.fft2().unwrap();
        let back = spectrum.ifft2().unwrap();
        let shift = (back - &x).abs().max(..).unwrap().item().unwrap();
        let sorted = x.ravel().sort().unwrap();
        let ascending = sorted.diff_with(Diff::new().axis(0)).unwrap().min(..).unwrap().item().unwrap() >= 0.0;
        (error, shift, ascending)
    });
    for (k, (error, shift, ascending)) in results.into_iter().enumerate() {
        assert!(error < 1e-9 && shift < 1e-13 && ascending, "thread {k}: {error} {shift} {ascending}");
    }
}
