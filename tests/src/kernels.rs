//! User kernels.

use crate::for_types;
use xparray::kernel::{index, index_along, raw};
use xparray::prelude::*;
use xparray::{Error, Var};

/// One input and output; several of mixed types; broadcasting.
pub fn map_of_one_and_several<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[0.25f32, 1.0, 3.0], 3).unwrap();
    let before = xp.stats();
    let y = xp.map(&x, |x| x.gt(0.5).select(x * 2.0, x / 2.0)).unwrap() + 1.0;
    assert_eq!(y.to_vec().unwrap(), [1.125, 3.0, 7.0]);
    assert_eq!((xp.stats() - before).kernels, 1, "it fuses with what follows");

    let n = xp.from_slice(&[1i64, 2], [2, 1]).unwrap();
    let before = xp.stats();
    let (sum, larger, root, i) =
        xp.map((&x, &n), |(x, n)| (x + n, x.cast::<f64>().gt(n.cast::<f64>()), x.sqrt(), index())).unwrap();
    assert_eq!((xp.stats() - before).kernels, 1, "four outputs, one kernel");
    assert_eq!(sum.shape(), [2, 3]);
    assert_eq!(sum.to_vec().unwrap(), [1.25, 2.0, 4.0, 2.25, 3.0, 5.0]);
    assert_eq!(larger.to_vec().unwrap(), [false, false, true, false, false, true]);
    assert_eq!(root.to_vec().unwrap()[4], 1.0);
    assert_eq!(i.to_vec().unwrap(), [0, 1, 2, 3, 4, 5]);

    let eight = [1i32; 2].map(|_| xp.from_slice(&[1i32, 2], 2).unwrap());
    let [a, b] = &eight;
    let total = xp.map((a, b, a, b, a, b, a, b), |(a, b, c, d, e, f, g, h)| a + b + c + d + e + f + g + h).unwrap();
    assert_eq!(total.to_vec().unwrap(), [8, 16]);

    let grid = xp.map_to_shape([2, 3], (), |()| index_along(0) * 10 + index_along(1)).unwrap();
    assert_eq!(grid.to_vec().unwrap(), [0, 1, 2, 10, 11, 12]);
}

/// A closure of many operations is one kernel, with what it reads and all that it returns; more than a kernel takes are computed all the same.
pub fn long_closures<B: Backend>(xp: &B) {
    let x = xp.linspace::<f64>(0.5, 2.0, 300).unwrap().reshape([20, 15]).unwrap();
    let host = x.t().to_vec().unwrap();
    // Of each step a product, a sum and a root; the numbers of the last one are more than a launch has room for.
    for (steps, kernels) in [(20, Some(1)), (150, Some(1)), (300, None)] {
        let deferred = x.t() + 1.0;
        let before = xp.stats();
        let (y, rest) = xp
            .map(&deferred, |x| {
                let y = (0..steps).fold(x, |y, k| (y * x + k as f64).sqrt());
                (y, y - x)
            })
            .unwrap();
        let launched = (xp.stats() - before).kernels;
        assert!(kernels.is_none_or(|kernels| launched == kernels), "{steps} steps: {launched} kernels");
        let (y, rest) = (y.to_vec().unwrap(), rest.to_vec().unwrap());
        for (k, x) in host.iter().map(|x| x + 1.0).enumerate() {
            let expected = (0..steps).fold(x, |y, k| (y * x + k as f64).sqrt());
            assert!((y[k] - expected).abs() <= 1e-14 * expected, "{steps} steps: {}, not {expected}", y[k]);
            assert!((rest[k] - (expected - x)).abs() <= 1e-14 * expected, "{steps} steps");
        }
    }
}

/// The same number is one argument of the launch wherever it stands, so three hundred of four numbers are as few; a chain of a thousand
/// operations is computed without as deep a stack.
pub fn closures_with_few_numbers<B: Backend>(xp: &B) {
    let chain = |x: Var<f64>| (0..150).fold(x, |y, k| (y * x + (k % 4) as f64).sqrt());
    let x = xp.linspace::<f64>(0.5, 2.0, 300).unwrap();
    let before = xp.stats();
    let y = xp.map(&x, |x| chain(x) * chain(x + 1.0)).unwrap().to_vec().unwrap();
    assert_eq!((xp.stats() - before).kernels, 1);
    let expected = |x: f64| (0..150).fold(x, |y, k| (y * x + (k % 4) as f64).sqrt());
    for (x, y) in x.to_vec().unwrap().into_iter().zip(y) {
        let expected = expected(x) * expected(x + 1.0);
        assert!((y - expected).abs() <= 1e-14 * expected, "{y}, not {expected}");
    }

    let y = xp.map(&x, |x| (0..330).fold(x, |y, _| (y * x + x).sqrt())).unwrap().to_vec().unwrap();
    for (x, y) in x.to_vec().unwrap().into_iter().zip(y) {
        let expected = (0..330).fold(x, |y, _| (y * x + x).sqrt());
        assert!((y - expected).abs() <= 1e-14 * expected, "{y}, not {expected}");
    }
}

/// Built-in and custom reductions, over all axes and some; scans.
pub fn map_reduce_and_scan<B: Backend>(xp: &B) {
    let n = 10_000;
    let x = xp.arange((0i64, n, 1)).unwrap();
    let before = xp.stats();
    let squares = xp.map_reduce(&x, |x| x * x, Reduce::sum()).unwrap();
    assert_eq!(squares.item().unwrap(), (0..n).map(|x| x * x).sum::<i64>());
    assert_eq!((xp.stats() - before).kernels, 1);

    let m = x.reshape([100, 100]).unwrap();
    let gcd = xp.map_reduce(&m, |x| x % 97, Reduce::custom(0, |a: Var<i64>, b| a.maximum(b)).over(1)).unwrap();
    let expected: Vec<i64> = (0..100).map(|i| (0..100).map(|j| (i * 100 + j) % 97).max().unwrap()).collect();
    assert_eq!(gcd.to_vec().unwrap(), expected);

    let far = xp.map_reduce((&x, &x), |(x, y)| (x - 5000) * y, Reduce::argmin()).unwrap();
    assert_eq!(far.item().unwrap(), 2500);

    let noisy = &x * 7919 % 1009;
    let running = xp.scan(&noisy, 0, i64::MIN, |a, b| a.maximum(b)).unwrap().to_vec().unwrap();
    let mut top = i64::MIN;
    assert!((0..n).zip(&running).all(|(i, &r)| {
        top = top.max(i * 7919 % 1009);
        r == top
    }));
    let sums = xp.scan(&m, 1, 0, |a, b| a + b).unwrap().to_vec().unwrap();
    assert_eq!((sums[99], sums[100], sums[199]), (4950, 100, 14950));
}

/// `raw` inputs are read at computed indices; one out of bounds is an error.
pub fn raw_inputs_are_indexed<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[10.0f64, 20.0, 30.0, 40.0], [2, 2]).unwrap();
    let i = xp.from_slice(&[3i32, 0, -1], 3).unwrap();
    let picked = xp.map((&i, raw(&x)), |(i, x)| x.at(i) + 1.0).unwrap();
    assert_eq!(picked.to_vec().unwrap(), [41.0, 11.0, 41.0]);
    let stencil = xp.map_to_shape(2, raw(&x), |x| x.at(index() + 1) - x.at(index())).unwrap();
    assert_eq!(stencil.to_vec().unwrap(), [10.0, 10.0]);
    // Reductions that need each other, of what is read so and of a copy.
    let below = |x: &Array<f64, B>, axis: usize, shape: [usize; 2]| {
        let most = x.max(axis as isize).unwrap().reshape(shape).unwrap();
        let place = x.argmin(axis as isize).unwrap().reshape(shape).unwrap();
        (x - &most - &place.astype::<f64>()).sum(axis as isize).unwrap()
    };
    let read = || xp.map_to_shape([300, 200], raw(&x), |x| x.at(index() * index() % 7 % 4)).unwrap();
    let copy = xp.from_slice(&read().to_vec().unwrap(), [300, 200]).unwrap();
    for (axis, shape) in [(0, [1, 200]), (1, [300, 1])] {
        assert!(below(&read(), axis, shape).array_equal(&below(&copy, axis, shape)).unwrap());
    }
    let beyond = xp.map((&i, raw(&x)), |(i, x)| x.at(i + 1)).unwrap();
    assert!(matches!(beyond.to_vec(), Err(Error::Index { index: 4, len: 4, .. })));
    for_types!(integers, T => {
        let i = xp.from_slice(&[3u8, 0, 1].map(|i| i.cast::<T>()), 3).unwrap();
        let picked = xp.map((&i, raw(&x)), |(i, x)| x.at(i)).unwrap();
        assert_eq!(picked.to_vec().unwrap(), [40.0, 10.0, 20.0]);
    });
    // As `i64` these would count from the end.
    for wide in [u64::MAX, u64::MAX - 3, 1 << 63, i64::MAX as u64, 4] {
        let i = xp.from_slice(&[wide], 1).unwrap();
        let beyond = xp.map((&i, raw(&x)), |(i, x)| x.at(i)).unwrap();
        assert!(matches!(beyond.to_vec(), Err(Error::Index { len: 4, .. })), "{wide}");
    }
}

/// Misuse that the compiler cannot see is a clear error.
pub fn wrong_use_is_an_error<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1.0f32, 2.0], 2).unwrap();
    let mut stray = None;
    let _ = xp.map(&x, |x| *stray.insert(x)).unwrap();
    let stray = stray.unwrap();
    assert!(matches!(xp.map(&x, |x| x + stray), Err(Error::Value { .. })));
    assert!(matches!(xp.map(&x, |_| stray), Err(Error::Value { .. })));
    let mut stray_index = None;
    let _ = xp.map_to_shape(2, (), |()| *stray_index.insert(index())).unwrap();
    assert!(matches!(xp.map(&x, |x| x * stray_index.unwrap().cast::<f32>()), Err(Error::Value { .. })));
    assert!(matches!(xp.map(&x, |x| x * index_outside().cast::<f32>()), Err(Error::Value { .. })));
    assert!(matches!(xp.map(raw(&x), |x| x.at(index())), Err(Error::Value { .. })));
    let y = xp.from_slice(&[1.0f32, 2.0, 3.0], 3).unwrap();
    assert!(matches!(xp.map((&x, &y), |(x, y)| x + y), Err(Error::Shape { .. })));
    let bad = Reduce::custom(0i64, |a: Var<i64>, b| a + b * index());
    let i = xp.arange((0i64, 4, 1)).unwrap();
    assert!(matches!(xp.map_reduce(&i, |x| x, bad), Err(Error::Value { .. })));
}

/// A variable made where no kernel is traced.
fn index_outside() -> Var<i64> {
    std::thread::spawn(index).join().unwrap()
}

/// A raw input belongs to its closure as every variable does, also where closures are nested or of one type.
pub fn raw_inputs_stay_in_their_closure<B: Backend>(xp: &B) {
    let (x, y) = (xp.from_slice(&[1.0f32, 2.0], 2).unwrap(), xp.from_slice(&[10.0f32, 20.0], 2).unwrap());
    let mut stray = None;
    let _ = xp.map_to_shape(2, raw(&x), |x| stray.insert(x).at(index())).unwrap();
    let stray = stray.unwrap();
    let misused = [
        xp.map_to_shape(2, raw(&y), |_| stray.at(index())),
        xp.map_to_shape(2, raw(&y), |y| y.at(index()) + stray.at(index())),
        xp.map(&y, |y| y + stray.at(index())),
    ];
    assert!(misused.iter().all(|result| matches!(result, Err(Error::Value { .. }))));
    // Of another type, and more of them than the other closure has inputs.
    let n = xp.from_slice(&[1u8, 2], 2).unwrap();
    let mut last = None;
    let _ = xp.map_to_shape(2, (raw(&x), raw(&x)), |(x, y)| (x.at(index()), last.insert(y).at(index()))).unwrap();
    assert!(matches!(xp.map(&n, |n| last.unwrap().at(n)), Err(Error::Value { .. })));

    // A closure that starts another kernel may not lend it its variables, nor take its.
    let mut inner = None;
    let outer = xp.map((raw(&x), &x), |(whole, x)| {
        inner = Some([xp.map_to_shape(2, raw(&y), |y| y.at(index()) + whole.at(index())), xp.map(&y, |y| y + x)]);
        x + 1.0
    });
    let [first, second] = inner.unwrap();
    assert!(matches!(first, Err(Error::Value { .. })) && matches!(second, Err(Error::Value { .. })));
    assert_eq!(outer.unwrap().to_vec().unwrap(), [2.0, 3.0]);
    let outer = xp.map(&x, |x| {
        let mut inner = None;
        let _ = xp.map_to_shape(2, raw(&y), |y| inner.insert(y).at(index())).unwrap();
        x + inner.unwrap().at(index())
    });
    assert!(matches!(outer, Err(Error::Value { .. })));
}
