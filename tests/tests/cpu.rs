//! The conformance suite on the CPU.

use rayon::ThreadPoolBuilder;
use std::fmt::Debug;
use xparray::prelude::*;

xparray_tests::conformance!(xparray::Cpu::new());

/// Panics unless a computation gives the same bits on one thread and on three.
fn assert_same_on_any_number_of_threads<R: PartialEq + Debug + Send>(compute: impl Fn(&Cpu) -> R + Sync) {
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| compute(&Cpu::new()))
    };
    assert!(on(1) == on(3));
}

#[test]
fn random_numbers_are_the_same_on_any_number_of_threads() {
    let n = 300_001;
    let bits = |x: Array<f64, Cpu>| x.to_vec().unwrap().into_iter().map(f64::to_bits).collect::<Vec<_>>();
    assert_same_on_any_number_of_threads(|xp| {
        let mut rng = xp.rng(17);
        let alone = [rng.random(n), rng.normal(n), rng.exponential(2.0, n)].map(|x| bits(x.unwrap()));
        let fused = bits(rng.normal(n).unwrap() * 3.0 + rng.random::<f64>(n).unwrap());
        (alone, fused)
    });
    assert_same_on_any_number_of_threads(|xp| {
        let mut rng = xp.rng(18);
        let dice = rng.integers(0u64, 3 << 62, n).unwrap().to_vec().unwrap();
        (dice, rng.permutation(n).unwrap().to_vec().unwrap())
    });
}

#[test]
fn sums_are_the_same_on_any_number_of_threads() {
    assert_same_on_any_number_of_threads(|xp| {
        let x = xp.rng(19).normal::<f32>([1201, 801]).unwrap();
        x.eval().unwrap();
        let over = |axis: isize| x.sum(axis).unwrap().to_vec().unwrap();
        let all =
            [x.sum(..), x.var(..), x.prod(..), x.norm(..), x.mean(..)].map(|x| x.unwrap().item().unwrap().to_bits());
        (all, over(0), over(1), x.cumsum(0).unwrap().to_vec().unwrap())
    });
}
