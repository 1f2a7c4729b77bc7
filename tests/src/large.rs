//! Reductions of arrays so large that backends split them: exact for integers, accurate for floats.

use xparray::prelude::*;
use xparray::s;

/// Beyond every threshold, and a multiple of nothing.
const N: i64 = 1_000_003;

/// A hash of an index, in `0..modulus`.
fn scrambled(i: i64, modulus: i64) -> i64 {
    i * 7919 % 1_000_033 % modulus
}

/// `scrambled` of all indices, on the device and here.
fn noise<B: Backend>(xp: &B, modulus: i64) -> (Array<i64, B>, Vec<i64>) {
    let host: Vec<i64> = (0..N).map(|i| scrambled(i, modulus)).collect();
    (xp.from_slice(&host, N as usize).unwrap(), host)
}

/// Integer sums, counts and extrema of every width, forwards and backwards.
pub fn integers_are_exact<B: Backend>(xp: &B) {
    let (x, host) = noise(xp, 1009);
    let sum: i64 = host.iter().sum();
    let largest = host.iter().max().unwrap();
    let backwards = x.slice(s![..;-1]).unwrap();
    for x in [&x, &backwards] {
        assert_eq!(x.sum(..).unwrap().item().unwrap(), sum);
        assert_eq!(x.astype::<i16>().sum(..).unwrap().item().unwrap(), sum);
        assert_eq!(x.astype::<u32>().sum(..).unwrap().item().unwrap(), sum as u64);
        assert_eq!(
            x.greater(500).unwrap().sum(..).unwrap().item().unwrap(),
            host.iter().filter(|&&x| x > 500).count() as i64
        );
        assert_eq!(x.max(..).unwrap().item().unwrap(), *largest);
        assert_eq!(x.astype::<f32>().min(..).unwrap().item().unwrap(), 0.0);
        assert_eq!(x.mean(..).unwrap().item().unwrap(), sum as f64 / N as f64);
    }
    let gaps = x.slice(s![1..;3]).unwrap();
    assert_eq!(gaps.sum(..).unwrap().item().unwrap(), host.iter().skip(1).step_by(3).sum::<i64>());
    // Sums of i8 wrap at 64 bits only; products wrap.
    let signs = (&x % 2 * 2 - 1).astype::<i8>();
    let expected = if host.iter().filter(|&&x| x % 2 == 0).count() % 2 == 0 { 1 } else { -1 };
    assert_eq!(signs.prod(..).unwrap().item().unwrap(), expected);
}

/// The first of equal extrema, wherever they lie.
pub fn first_extremum_of_many<B: Backend>(xp: &B) {
    let (x, host) = noise(xp, 50_021);
    let (least, largest) = (host.iter().min().unwrap(), host.iter().max().unwrap());
    let first = |value: &i64| host.iter().position(|x| x == value).unwrap() as i64;
    assert_eq!(x.argmin(..).unwrap().item().unwrap(), first(least));
    assert_eq!(x.argmax(..).unwrap().item().unwrap(), first(largest));
    let mut floats = x.astype::<f32>();
    assert_eq!(floats.argmax(..).unwrap().item().unwrap(), first(largest));
    floats.assign(s![N - 1], f32::NAN).unwrap();
    assert_eq!(floats.argmax(..).unwrap().item().unwrap(), N - 1);
    assert!(floats.min(..).unwrap().item().unwrap().is_nan());
    assert_eq!(floats.nanargmax(..).unwrap().item().unwrap(), first(largest));
    let one = xp.zeros::<bool>(N as usize).unwrap();
    assert!(!one.any(..).unwrap().item().unwrap());
    let mut one = one;
    one.assign(s![N - 2], true).unwrap();
    assert!(one.any(..).unwrap().item().unwrap());
    assert!(!one.all(..).unwrap().item().unwrap());
    assert_eq!(one.argmax(..).unwrap().item().unwrap(), N - 2);
}

/// Axes of every shape: long and short ones kept, reduced, between others, transposed.
pub fn axes_of_large_arrays<B: Backend>(xp: &B) {
    for shape in [[2, 400, 500], [500, 400, 2], [1, 400_000, 1], [70, 70, 80], [400_000, 1, 1], [3, 3, 44_444]] {
        let n: usize = shape.iter().product();
        let host: Vec<i64> = (0..n as i64).map(|i| scrambled(i, 1009) - 500).collect();
        let x = xp.from_slice(&host, shape).unwrap();
        for dtype_is_float in [false, true] {
            for axes in [&[0isize][..], &[1], &[2], &[0, 1], &[0, 2], &[1, 2]] {
                let kept: Vec<usize> = (0..3).filter(|k| !axes.contains(&(*k as isize))).collect();
                let len: usize = kept.iter().map(|&k| shape[k]).product();
                let (mut sums, mut largest) = (vec![0; len], vec![i64::MIN; len]);
                for (i, &value) in host.iter().enumerate() {
                    let index = [i / (shape[1] * shape[2]), i / shape[2] % shape[1], i % shape[2]];
                    let place = kept.iter().fold(0, |place, &k| place * shape[k] + index[k]);
                    sums[place] += value;
                    largest[place] = largest[place].max(value);
                }
                let what = format!("{shape:?} over {axes:?}");
                if dtype_is_float {
                    // All partial sums are below 2^53.
                    let floats = x.astype::<f64>();
                    let result = floats.sum(axes).unwrap().astype::<i64>();
                    assert_eq!(result.to_vec().unwrap(), sums, "sum of {what}");
                    continue;
                }
                assert_eq!(x.sum(axes).unwrap().to_vec().unwrap(), sums, "sum of {what}");
                assert_eq!(x.max(axes).unwrap().to_vec().unwrap(), largest, "max of {what}");
                // The same through a transposed array.
                let order: Vec<isize> = vec![2, 0, 1];
                let moved = x.permute_dims(&order).unwrap().ascontiguousarray();
                moved.eval().unwrap();
                let back = moved.permute_dims([1, 2, 0]).unwrap();
                assert_eq!(back.sum(axes).unwrap().to_vec().unwrap(), sums, "sum of transposed {what}");
            }
        }
    }
}

/// Sums of floats are as accurate as pairwise summation; a running sum of these would lose three digits.
pub fn sums_are_accurate<B: Backend>(xp: &B) {
    let (noise, host) = noise(xp, 1_000_003);
    let x = noise.astype::<f32>() / 1_000_003.0 + 1.0;
    let exact: f64 = x.to_vec().unwrap().iter().map(|&x| x as f64).sum();
    assert!(host.len() == x.len());
    let relative = |sum: f32, exact: f64| (sum as f64 - exact).abs() / exact;
    // 2^-24 for each of the additions that an element goes through: a block's, and a tree's over the blocks.
    let bound = 2f64.powi(-24) * 24.0;
    assert!(relative(x.sum(..).unwrap().item().unwrap(), exact) < bound);
    assert!(relative(x.mean(..).unwrap().item().unwrap(), exact / N as f64) < bound);
    let norm = x.norm(..).unwrap().item().unwrap();
    let squares: f64 = x.to_vec().unwrap().iter().map(|&x| (x as f64).powi(2)).sum();
    assert!(relative(norm, squares.sqrt()) < bound);
    let tenth = xp.full(N as usize, 0.1f32).unwrap();
    assert!(relative(tenth.sum(..).unwrap().item().unwrap(), 0.1f32 as f64 * N as f64) < bound);
    // Columns, which no pairwise order falls out of.
    let columns = x.slice(s![..1_000_000]).unwrap().reshape([500_000, 2]).unwrap();
    let exact: f64 = x.to_vec().unwrap()[..1_000_000].iter().step_by(2).map(|&x| x as f64).sum();
    assert!(relative(columns.sum(0).unwrap().to_vec().unwrap()[0], exact) < bound);
}

/// Half-precision types accumulate in `f32`: in themselves the sums would stop at 2048 and 256.
pub fn half_precision_accumulates_in_single<B: Backend>(xp: &B) {
    let ones = xp.ones::<f16>(60_000).unwrap();
    assert_eq!(ones.sum(..).unwrap().item().unwrap(), f16::from_f32(60_000.0));
    let many = xp.ones::<f16>(N as usize).unwrap();
    assert_eq!(many.mean(..).unwrap().item().unwrap(), f16::ONE);
    assert_eq!(many.var(..).unwrap().item().unwrap(), f16::ZERO);
    let halves = xp.full(1 << 20, bf16::from_f32(0.5)).unwrap();
    assert_eq!(halves.sum(..).unwrap().item().unwrap(), bf16::from_f32((1 << 19) as f32));
    assert_eq!(halves.norm(..).unwrap().item().unwrap(), bf16::from_f32(512.0));
}

/// Far from zero the mean of squares less the square of the mean would have no digit left.
pub fn variances_do_not_cancel<B: Backend>(xp: &B) {
    let i = xp.arange((0i64, 1_000_000, 1)).unwrap();
    let x = (i % 2).astype::<f64>() + 1e9;
    assert!((x.var(..).unwrap().item().unwrap() - 0.25).abs() < 1e-9);
    assert!((x.std(..).unwrap().item().unwrap() - 0.5).abs() < 1e-9);
    let rows = x.reshape([1000, 1000]).unwrap();
    assert!(rows.var(1).unwrap().to_vec().unwrap().iter().all(|v| (v - 0.25).abs() < 1e-9));
    assert!(rows.var(0).unwrap().to_vec().unwrap().iter().all(|&v| v == 0.0));
    let single = x.astype::<f32>() - 1e9 + 4096.0;
    let exact = single.astype::<f64>().var(..).unwrap().item().unwrap();
    assert!((single.var(..).unwrap().item().unwrap() as f64 - exact).abs() <= 1e-3 * exact.max(0.25));
}
