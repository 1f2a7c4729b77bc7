//! The conformance suite on the CPU.

use rayon::ThreadPoolBuilder;
use std::fmt::Debug;
use xparray::prelude::*;

xparray_tests::conformance!(xparray::Device::cpu().unwrap());

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
        let fused = bits(rng.normal::<f64>(n).unwrap() * 3.0 + rng.random::<f64>(n).unwrap());
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

/// A thread of the pool that waits for a launch of its own takes up no task that needs what it computes.
#[test]
fn tasks_of_a_pool_evaluate_one_array() {
    let pool = ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let xp = Cpu::new();
    for round in 0..40 {
        let n = 200_000;
        let x = xp.arange((0i64, n, 1)).unwrap() % 1000 + round;
        let roots = x.astype::<f64>().sqrt().sin();
        let sum = (&roots * 2.0).sum(..).unwrap();
        pool.scope(|scope| {
            for task in 0..16 {
                let (roots, sum) = (&roots, &sum);
                scope.spawn(move |_| if task % 2 == 0 { roots.eval().unwrap() } else { sum.eval().unwrap() });
            }
        });
        let expected: f64 = (0..n).map(|i| ((i % 1000 + round) as f64).sqrt().sin() * 2.0).sum();
        assert!((sum.item().unwrap() - expected).abs() < 1e-6);
    }
}
