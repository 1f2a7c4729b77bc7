//! Operations of the backend as parts of an expression: products, transforms, sorting. They are computed when somebody reads
//! what they give.

use crate::arrays::from_numbers;
use crate::every_type;
use crate::fusion::during;
use xparray::prelude::*;
use xparray::{Profiled, jit, s};

/// A matrix of small integers, so that sums are exact.
fn matrix<B: Backend>(xp: &B, n: i32) -> Array<f64, B> {
    let x = (xp.arange((0, n * n, 1)).unwrap() % 7 - 3).astype().reshape([n as usize, n as usize]).unwrap();
    x.eval().unwrap();
    x
}

/// The product, element by element on the host.
fn product(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    (0..n * n).map(|at| (0..n).map(|k| a[at / n * n + k] * b[k * n + at % n]).sum()).collect()
}

/// How often operations of these names ran.
fn calls<B: Backend>(xp: &Profiled<B>, names: &[&str]) -> Vec<u64> {
    let profile = xp.profile().unwrap();
    names.iter().map(|name| profile.rows.get(*name).map_or(0, |row| row.calls)).collect()
}

/// What nobody reads is not computed, and what many read is computed once.
pub fn unread_operations_do_not_run<B: Backend>(xp: &B) {
    let xp = Profiled::new(xp.clone());
    let x = matrix(&xp, 8);
    let unread = x.matmul(&x).unwrap() + x.sort().unwrap() + x.cumsum(0).unwrap();
    drop(unread);
    let names = ["matmul", "sort", "inclusive_scan"];
    assert_eq!(calls(&xp, &names), [0, 0, 0]);
    let y = x.matmul(&x).unwrap();
    let expected = product(&x.to_vec().unwrap(), &x.to_vec().unwrap(), 8);
    assert_eq!((&y + 1.0).to_vec().unwrap(), expected.iter().map(|y| y + 1.0).collect::<Vec<_>>());
    assert_eq!((&y * 2.0).sum(..).unwrap().item().unwrap(), expected.iter().sum::<f64>() * 2.0);
    assert_eq!(y.to_vec().unwrap(), expected);
    (x.sort().unwrap() + x.cumsum(0).unwrap()).eval().unwrap();
    assert_eq!(calls(&xp, &names), [1, 1, 1]);
}

/// What an operation reads stays what it was when it was called.
pub fn operands_may_change_afterwards<B: Backend>(xp: &B) {
    let mut x = matrix(xp, 5);
    let before = x.to_vec().unwrap();
    let (y, sorted) = (x.matmul(&x).unwrap(), x.sort().unwrap());
    x.assign(s![1], 100.0).unwrap();
    x += 1.0;
    assert_eq!(y.to_vec().unwrap(), product(&before, &before, 5));
    let mut expected = before.clone();
    expected.chunks_mut(5).for_each(|row| row.sort_by(f64::total_cmp));
    assert_eq!(sorted.to_vec().unwrap(), expected);
    // A product of what it is written to.
    let mut z = matrix(xp, 5);
    let value = z.matmul(&z).unwrap().slice(s![2]).unwrap() + z.slice(s![0]).unwrap();
    z.assign(s![0], value).unwrap();
    let row: Vec<f64> = product(&before, &before, 5)[10..15].iter().zip(&before).map(|(y, x)| y + x).collect();
    assert_eq!(z.slice(s![0]).unwrap().to_vec().unwrap(), row);
    assert_eq!(z.slice(s![1..]).unwrap().to_vec().unwrap(), before[5..]);
}

/// Parts of a result share it, and nothing is copied.
pub fn parts_share_a_result<B: Backend>(xp: &B) {
    let x = matrix(xp, 6);
    let host = x.to_vec().unwrap();
    let y = x.matmul(&x).unwrap();
    let parts = [y.slice(s![2]).unwrap(), y.slice(s![.., 3]).unwrap(), y.transpose().slice(s![4, 1..]).unwrap()];
    drop(y);
    let (values, stats) = during(xp, || parts.map(|part| part.to_vec().unwrap()));
    assert!(stats.kernels <= 2, "{stats:?}");
    let expected = product(&host, &host, 6);
    let at = |i: usize, j: usize| expected[i * 6 + j];
    assert_eq!(values[0], (0..6).map(|j| at(2, j)).collect::<Vec<_>>());
    assert_eq!(values[1], (0..6).map(|i| at(i, 3)).collect::<Vec<_>>());
    assert_eq!(values[2], (1..6).map(|i| at(i, 4)).collect::<Vec<_>>());
}

/// A chain without an end in sight is computed on the way.
pub fn chains_are_bounded<B: Backend>(xp: &B) {
    let x = matrix(xp, 4);
    let step = |y: Array<f64, B>| (y.matmul(&x).unwrap() + &y) % 11.0;
    let once = (0..3000).fold(x.clone(), |y, _| step(y));
    let eager = (0..3000).fold(x.clone(), |y, _| {
        let y = step(y);
        y.eval().unwrap();
        y
    });
    assert_eq!(once.to_vec().unwrap(), eager.to_vec().unwrap());
    // Nothing but operations, dropped before anything is computed.
    drop((0..100_000).fold(x.clone(), |y, _| y.matmul(&x).unwrap()));
}

/// What follows and what comes before is fused as if the result had been there.
pub fn the_rest_fuses<B: Backend>(xp: &B) {
    let x = matrix(xp, 32);
    let layer = |y: &Array<f64, B>| {
        let y = y + 0.5;
        let e = (&y - &y.max(keepdims(1)).unwrap()).exp();
        &e / &e.sum(keepdims(1)).unwrap()
    };
    let there = x.matmul(&x).unwrap();
    there.eval().unwrap();
    let (expected, with) = during(xp, || layer(&there).to_vec().unwrap());
    drop(there);
    let (found, without) = during(xp, || layer(&x.matmul(&x).unwrap()).to_vec().unwrap());
    assert_eq!(found, expected);
    assert_eq!(without.kernels, with.kernels);
    // Both operands in one kernel.
    let y = matrix(xp, 32);
    let (_, stats) = during(xp, || (&x + 1.0).matmul(&(&y * 2.0)).unwrap().eval().unwrap());
    assert_eq!(stats.kernels, 1);
}

/// Threads that need one result wait for it.
pub fn threads_share_a_result<B: Backend>(xp: &B) {
    let xp = Profiled::new(xp.clone());
    let x = matrix(&xp, 40);
    let host = x.to_vec().unwrap();
    let expected = product(&host, &host, 40);
    for round in 1..=20 {
        let y = x.matmul(&x).unwrap();
        let z = &y + 1.0;
        let total = expected.iter().sum::<f64>();
        std::thread::scope(|scope| {
            for k in 0..4 {
                let (y, z, expected) = (&y, &z, &expected);
                scope.spawn(move || match k % 2 {
                    0 => assert_eq!(y.to_vec().unwrap(), *expected),
                    _ => assert_eq!(z.sum(..).unwrap().item().unwrap(), total + 1600.0),
                });
            }
        });
        assert_eq!(calls(&xp, &["matmul"]), [round]);
    }
}

/// A traced program runs what it reads, and nothing else.
pub fn traces<B: Backend>(xp: &B) {
    let xp = Profiled::new(xp.clone());
    let program = jit(|x: Array<f64, Profiled<B>>| {
        let unread = x.sort()?;
        let y = x.matmul(&x)?;
        drop(unread);
        Ok(&y + &y.matmul(&x)?)
    });
    for scale in [1.0, 2.0, 3.0, 4.0] {
        let x = matrix(&xp, 6) * scale;
        let host = x.to_vec().unwrap();
        let square = product(&host, &host, 6);
        let cube = product(&square, &host, 6);
        let expected: Vec<f64> = square.iter().zip(&cube).map(|(a, b)| a + b).collect();
        assert_eq!(program.call(x).unwrap().to_vec().unwrap(), expected);
    }
    assert_eq!(calls(&xp, &["matmul", "sort"]), [8, 0]);
}

/// What is older than a trace is computed once, and not by each replay.
pub fn traces_keep_constants<B: Backend>(xp: &B) {
    let xp = Profiled::new(xp.clone());
    let x = matrix(&xp, 6);
    let square = x.matmul(&x).unwrap();
    let shifted = &x + 1.0;
    let program = jit(|y: Array<f64, Profiled<B>>| Ok(y.matmul(&square)? + shifted.sort()?));
    let mut counted = Vec::new();
    for scale in [1.0, 2.0, 3.0, 4.0] {
        let y = &x * scale;
        y.eval().unwrap();
        let before = xp.stats().kernels;
        let found = program.call(y.clone()).unwrap().to_vec().unwrap();
        counted.push((calls(&xp, &["matmul"])[0], xp.stats().kernels - before));
        let expected = y.matmul(&x.matmul(&x).unwrap()).unwrap() + (&x + 1.0).sort().unwrap();
        assert_eq!(found, expected.to_vec().unwrap());
    }
    // Of each round, one product of the program and two for comparison; and the square.
    assert_eq!(counted.iter().map(|&(products, _)| products).collect::<Vec<_>>(), [2, 5, 8, 11]);
    // The sum behind both operations is left.
    assert!(counted[1..].iter().all(|&(_, kernels)| kernels == 1), "{counted:?}");
}

/// Wrong operands are errors where the operation is called, as are matrices that it cannot take; so are wrong indices, or
/// where the result is read.
pub fn errors_come_at_once<B: Backend>(xp: &B) {
    let x = matrix(xp, 4);
    assert!(x.matmul(&xp.ones::<f64>([5, 4]).unwrap()).is_err());
    assert!((&x * 0.0).inv().is_err());
    assert!((&x * 0.0).solve(&x).is_err());
    assert!(x.take(xp.array([4]).unwrap(), 0).and_then(|taken| taken.to_vec()).is_err());
}

/// Small products that do not need each other are one operation, also in a trace; others are not.
pub fn small_products_at_once<B: Backend>(xp: &B) {
    every_type!(small_products_of(xp));
    let xp = Profiled::new(xp.clone());
    let [a, b, c] = [8, 8, 6].map(|n| matrix(&xp, n));
    let names = ["matmul_many", "matmul"];
    let before = calls(&xp, &names);
    let whole = a.matmul(&b).unwrap()
        + b.matmul(&a).unwrap()
        + c.matmul(&c).unwrap().sum(..).unwrap()
        + a.matmul(&a.t()).unwrap();
    whole.eval().unwrap();
    let after = calls(&xp, &names);
    assert_eq!([after[0] - before[0], after[1] - before[1]], [1, 1]);
    let traced = jit(|(x, y): (Array<f64, _>, Array<f64, _>)| Ok(x.matmul(&y)? + y.matmul(&x)? * 2.0));
    let expected = (a.matmul(&b).unwrap() + b.matmul(&a).unwrap() * 2.0).to_vec().unwrap();
    for _ in 0..3 {
        assert_eq!(traced.call((a.clone(), b.clone())).unwrap().to_vec().unwrap(), expected);
    }
    assert!(traced.obstacle().is_none());
    // Long enough for a device with graphs to replay it as one.
    let program = |(mut x, y): (Array<f64, _>, Array<f64, _>)| {
        for _ in 0..20 {
            x = (x.matmul(&y)? + y.matmul(&x)?) % 5.0;
        }
        Ok(x)
    };
    let expected = program((a.clone(), b.clone())).unwrap().to_vec().unwrap();
    let traced = jit(program);
    for _ in 0..4 {
        assert_eq!(traced.call((a.clone(), b.clone())).unwrap().to_vec().unwrap(), expected);
    }
}

fn small_products_of<T: Element, B: Backend>(xp: &B) {
    let numbers: Vec<i64> = (0..12).map(|k| k % 3).collect();
    let x = from_numbers::<T, B>(xp, &numbers, &[3, 4]).into_dyn();
    let y = from_numbers::<T, B>(xp, &numbers, &[4, 3]).into_dyn();
    let turned = from_numbers::<T, B>(xp, &numbers, &[3, 4]).t().into_dyn();
    let singly = [&y, &turned, &y].map(|right| {
        let product = x.matmul(right).unwrap();
        product.eval().unwrap();
        product
    });
    let expected = singly[0].add(&singly[1]).unwrap().add(&singly[2]).unwrap().to_string();
    let products = [&y, &turned, &y].map(|right| x.matmul(right).unwrap());
    let sum = products[0].add(&products[1]).unwrap().add(&products[2]).unwrap();
    drop(products);
    assert_eq!(sum.to_string(), expected, "{}", T::DTYPE);
}
