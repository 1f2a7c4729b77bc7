//! What fuses: counted in kernels launched, arrays read and buffers allocated.

// `x = x + 1` makes a new array of the old one; `x += 1` is another operation.
#![allow(clippy::assign_op_pattern)]

use crate::compare::assert_close;
use xparray::backend::Stats;
use xparray::prelude::*;

/// What happens on the device while a function runs.
pub(crate) fn during<B: Backend, R>(xp: &B, f: impl FnOnce() -> R) -> (R, Stats) {
    let before = xp.stats();
    let result = f();
    (result, xp.stats() - before)
}

fn data<B: Backend>(xp: &B, n: usize, scale: f32) -> (Array<f32, B>, Vec<f32>) {
    let host: Vec<f32> = (0..n).map(|i| (i % 97) as f32 * scale + 0.5).collect();
    (xp.from_slice(&host, n).unwrap(), host)
}

/// `(x*2 + y*3) / (x + y + 1)` reads each operand once and writes once.
pub fn rational_is_one_kernel_and_one_allocation<B: Backend>(xp: &B) {
    let ((x, hx), (y, hy)) = (data(xp, 1000, 0.25), data(xp, 1000, 0.5));
    let (z, stats) = during(xp, || {
        let z = (&x * 2.0 + &y * 3.0) / (&x + &y + 1.0);
        z.eval().unwrap();
        z
    });
    assert_eq!(stats, Stats { kernels: 1, allocations: 1, bytes_allocated: 4000, operands_read: 2 });
    let expected: Vec<f32> = hx.iter().zip(&hy).map(|(x, y)| (x * 2.0 + y * 3.0) / (x + y + 1.0)).collect();
    assert_close(&z.to_vec().unwrap(), &expected, 0.0, "rational");
}

/// `sum((arange(n) % 10) * 2 + 1)` reads no memory at all.
pub fn generated_sum_reads_no_array<B: Backend>(xp: &B) {
    let (sum, stats) = during(xp, || {
        let i = xp.arange((0, 100_003, 1)).unwrap();
        ((i % 10) * 2 + 1).sum(..).unwrap().item().unwrap()
    });
    assert_eq!(sum, (0..100_003i64).map(|i| (i % 10) * 2 + 1).sum::<i64>());
    assert_eq!((stats.kernels, stats.operands_read, stats.allocations), (1, 0, 1));
}

/// `sum(x, axis=1) > t` is one kernel.
pub fn reduction_with_epilogue_is_one_kernel<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0], [2, 3]).unwrap();
    let t = xp.from_slice(&[6.0, 7.0], 2).unwrap();
    let (over, stats) = during(xp, || {
        let over = x.sum(1).unwrap().greater(&t).unwrap();
        over.eval().unwrap();
        over
    });
    assert_eq!((stats.kernels, stats.allocations), (1, 1));
    assert_eq!(over.to_vec().unwrap(), [false, true]);
    // Also when the reduced axis stays, and when the epilogue has the reduction twice.
    let (scaled, stats) = during(xp, || {
        let sum = x.sum(keepdims(1)).unwrap();
        (&sum * &sum + 1.0).to_vec().unwrap()
    });
    assert_eq!((scaled, stats.kernels), (vec![37.0, 226.0], 1));
}

/// `x - mean(x, 0)` is two kernels.
pub fn centering_is_two_kernels<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1.0f32, 2.0, 3.0, 4.0, 5.0, 9.0], [2, 3]).unwrap();
    let (centred, stats) = during(xp, || (&x - x.mean(0).unwrap()).to_vec().unwrap());
    assert_eq!(stats.kernels, 2);
    assert_eq!(centred, [-1.5, -1.5, -3.0, 1.5, 1.5, 3.0]);
}

/// Mean and deviation come from one pass, and one kernel writes.
pub fn standardizing_is_two_kernels<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1.0f64, 2.0, 3.0, 4.0, 5.0, 9.0], [2, 3]).unwrap();
    let (z, stats) = during(xp, || ((&x - x.mean(0).unwrap()) / x.std(0).unwrap()).to_vec().unwrap());
    assert_eq!(stats.kernels, 2);
    assert_close(&z, &[-1.0, -1.0, -1.0, 1.0, 1.0, 1.0], 2.0, "standardized");
}

/// What the user still holds is a second output, never a second computation; also of an expression that was lowered when
/// nobody held anything.
pub fn held_intermediates_are_outputs<B: Backend>(xp: &B) {
    let (x, hx) = data(xp, 100, 1.0);
    let unheld = || {
        let (_, stats) = during(xp, || {
            let values = &x * 2.0 + 1.0;
            values.eval().unwrap();
        });
        stats
    };
    let stats = unheld();
    assert_eq!((stats.kernels, stats.allocations), (1, 1));
    let doubled = &x * 2.0;
    let (values, stats) = during(xp, || (&doubled + 1.0).to_vec().unwrap());
    assert_eq!((stats.kernels, stats.allocations), (1, 2));
    assert_eq!(values, hx.iter().map(|x| x * 2.0 + 1.0).collect::<Vec<_>>());
    let (values, stats) = during(xp, || doubled.to_vec().unwrap());
    assert_eq!(stats.kernels, 0, "it was stored by the first kernel");
    assert_eq!(values, hx.iter().map(|x| x * 2.0).collect::<Vec<_>>());
    assert_eq!(unheld().allocations, 1);
}

/// Parts of what the user holds are computed by themselves, until so many were that the whole is stored; what needs all of it
/// stores it at once, however it is put together.
pub fn parts_of_what_is_held_store_it_in_the_end<B: Backend>(xp: &B) {
    let (x, hx) = data(xp, 10_000, 0.125);
    let held = || &x * 2.0 + 1.0;
    let whole: Vec<f32> = hx.iter().map(|x| x * 2.0 + 1.0).collect();
    let y = held();
    for start in 0..5 {
        let part = y.slice(s![start..start + 5000]).unwrap();
        assert_eq!(part.to_vec().unwrap(), whole[start..start + 5000]);
    }
    let (values, stats) = during(xp, || y.to_vec().unwrap());
    assert_eq!((values, stats.kernels), (whole.clone(), 0), "it was stored for the third part");

    let y = held();
    let first = y.slice(s![..5000]).unwrap().to_vec().unwrap();
    let (values, stats) = during(xp, || y.to_vec().unwrap());
    assert_eq!((&values[..5000], stats.kernels), (&first[..], 1), "one part needs no more than itself");

    let turned: Vec<f32> = whole[1..].iter().chain(&whole[..1]).copied().collect();
    let (y, z) = (held(), held());
    assert_eq!(y.roll(-1, 0).unwrap().to_vec().unwrap(), turned);
    let padded = z.pad_with(1, PadMode::Wrap).unwrap().to_vec().unwrap();
    assert_eq!((&padded[2..], padded[0]), (&turned[..], whole[9999]));
    let (_, stats) = during(xp, || (y.to_vec().unwrap(), z.to_vec().unwrap()));
    assert_eq!(stats.kernels, 0, "both were stored");
}

/// What is quickly computed is not stored by the first reduction that needs it, as temporaries live until their statement ends; by the
/// second one it is. What takes longer is stored by the first.
pub fn reductions_store_what_is_used_again<B: Backend>(xp: &B) {
    let (x, hx) = data(xp, 100, 0.125);
    let y = x.reshape([20, 5]).unwrap();
    y.eval().unwrap();
    let expected: f32 = hx.iter().map(|x| (x - 1.0).abs()).fold(0.0, f32::max);
    let (max, stats) = during(xp, || (&x - 1.0).abs().max(..).unwrap().item().unwrap());
    assert_eq!((stats.kernels, stats.allocations), (1, 1), "of one statement");
    assert_eq!(max, expected);
    let rows = |row: usize| (0..5).map(|k| hx[5 * row + k] - hx[k]).sum::<f32>();
    for axis in [1, 0] {
        let apart = &y - y.slice(s![..1]).unwrap();
        let (sums, stats) = during(xp, || apart.sum(axis).unwrap().to_vec().unwrap());
        assert_eq!((stats.kernels, stats.allocations), (1, 1));
        if axis == 1 {
            assert_eq!(sums, (0..20).map(rows).collect::<Vec<_>>());
        }
        let (again, stats) = during(xp, || apart.sum(axis).unwrap().to_vec().unwrap());
        assert_eq!((stats.kernels, stats.allocations), (1, 2), "it is held and used again");
        assert_eq!(again, sums);
        let ((), stats) = during(xp, || apart.eval().unwrap());
        assert_eq!(stats.kernels, 0, "the second reduction has stored it");
    }
    let exponent = (&x * 0.01).exp();
    let (_, stats) = during(xp, || (&exponent * &exponent).sum(..).unwrap().item().unwrap());
    assert_eq!((stats.kernels, stats.allocations), (1, 1), "however often it is used there");
    let long = (&x * 0.01).tan();
    let (_, stats) = during(xp, || long.sum(..).unwrap().item().unwrap());
    assert_eq!((stats.kernels, stats.allocations), (1, 2), "a tangent takes longer than storing it");
    let many = &x + &hold(xp, 1) + &hold(xp, 2) + &hold(xp, 3);
    let (_, stats) = during(xp, || many.sum(..).unwrap().item().unwrap());
    assert_eq!((stats.kernels, stats.allocations), (1, 2), "to read four arrays takes longer than storing one");
}

/// A computed array of 100 numbers.
fn hold<B: Backend>(xp: &B, number: u32) -> Array<f32, B> {
    let x = xp.full(100, number as f32).unwrap();
    x.eval().unwrap();
    x
}

/// The same expression written twice is computed once, and an operand used twice is read once.
pub fn common_subexpressions_are_computed_once<B: Backend>(xp: &B) {
    let (x, hx) = data(xp, 50, 0.125);
    let (y, stats) = during(xp, || (&x * &x + &x * &x).to_vec().unwrap());
    assert_eq!((stats.kernels, stats.operands_read), (1, 1));
    assert_eq!(y, hx.iter().map(|x| x * x + x * x).collect::<Vec<_>>());
}

/// A kernel writes into an operand that nobody else can see, and only then.
pub fn dying_operands_are_overwritten<B: Backend>(xp: &B) {
    let (x, hx) = data(xp, 1000, 1.0);
    let keep = x.clone();
    let (y, stats) = during(xp, || {
        let y = x * 3.0;
        y.eval().unwrap();
        y
    });
    assert_eq!(stats.allocations, 1, "a clone is still there");
    assert_eq!(keep.to_vec().unwrap(), hx);
    let (z, stats) = during(xp, || (y + 1.0).to_vec().unwrap());
    assert_eq!(stats.allocations, 0, "the buffer of the operand is used again");
    assert_eq!(z, hx.iter().map(|x| x * 3.0 + 1.0).collect::<Vec<_>>());
}

/// A buffer that somebody still sees is never overwritten, even if the arrays computed from it are computed together
/// and one of them feeds another.
pub fn shared_operands_survive<B: Backend>(xp: &B) {
    let (x, hx) = data(xp, 3, 1.0);
    let held = &x + 1.0;
    held.eval().unwrap();
    let first = &held * 2.0;
    let second = &first + 3.0;
    let product = first.broadcast_to([4, 3]).unwrap() * second.broadcast_to([4, 3]).unwrap();
    drop((first, second));
    let expected: Vec<f32> = hx.iter().map(|x| (x + 1.0) * 2.0 * ((x + 1.0) * 2.0 + 3.0)).collect();
    assert_eq!(product.to_vec().unwrap(), expected.repeat(4));
    assert_eq!(held.to_vec().unwrap(), hx.iter().map(|x| x + 1.0).collect::<Vec<_>>());
}

/// Thousands of operations do not make one kernel, nor overflow the stack.
pub fn long_chains_are_bounded<B: Backend>(xp: &B) {
    let mut x = xp.zeros::<f64>(10).unwrap();
    let mut doubled = xp.ones::<f64>(3).unwrap();
    for i in 0..5000 {
        x = x + 1.0;
        if i < 1000 {
            doubled = &doubled + &doubled;
        }
    }
    assert_eq!(x.to_vec().unwrap(), [5000.0; 10]);
    assert_eq!(doubled.to_vec().unwrap(), [2f64.powi(1000); 3]);
    let mut sum = xp.zeros::<f64>(4).unwrap();
    for i in 0..100 {
        sum = sum + xp.from_slice(&[i as f64; 4], 4).unwrap();
    }
    assert_eq!(sum.to_vec().unwrap(), [4950.0; 4]);
}

/// Transposing and slicing something deferred costs no kernel of its own.
pub fn views_compose<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1i32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
    let (y, stats) = during(xp, || {
        let y = (&x + 1).permute_dims([1, 0]).unwrap() * 10 + xp.from_slice(&[1, 2], 2).unwrap();
        y.to_vec().unwrap()
    });
    assert_eq!(stats.kernels, 1);
    assert_eq!(y, [21, 52, 31, 62, 41, 72]);
}

/// Weighted sums of the elements about each one: views are no operations, however many there are.
pub fn windows_are_one_kernel<B: Backend>(xp: &B) {
    let (x, host) = data(xp, 400, 0.25);
    let n = 400 - 24;
    let sum = || {
        let wide = x.as_dyn().astype(DType::F64).unwrap();
        let part = |k: isize| wide.slice(s![k..k + n as isize]).unwrap();
        let pairs = (0..12).map(|k| (part(k) + part(24 - k)) * (k as f64 + 0.5));
        pairs.fold(part(12) * 1.5, |sum, pair| sum + pair)
    };
    let (y, stats) = during(xp, || {
        let y = sum();
        y.eval().unwrap();
        y
    });
    assert_eq!((stats.kernels, stats.allocations), (1, 1));
    let expected: Vec<f64> = (0..n)
        .map(|i| {
            let at = |k: usize| f64::from(host[i + k]);
            (0..12).fold(1.5 * at(12), |sum, k| sum + (at(k) + at(24 - k)) * (k as f64 + 0.5))
        })
        .collect();
    // All of these numbers are exact.
    assert_eq!(y.typed::<f64>().unwrap().to_vec().unwrap(), expected);
}

/// So many elements that a thread of a GPU has several neighbours.
pub fn neighbours_of_windows<B: Backend>(xp: &B) {
    for (dtype, turned) in [(DType::F32, false), (DType::F64, true), (DType::I16, false), (DType::U8, true)] {
        weighted_windows(xp, [1603, 1108], dtype, turned, true);
    }
    weighted_windows(xp, [1603, 1108], DType::F32, true, false);
}

/// So many that it has on a small GPU.
pub fn neighbours_of_few_windows<B: Backend>(xp: &B) {
    for (dtype, turned, placed) in [(DType::F32, false, false), (DType::U8, true, false), (DType::F64, false, true)] {
        weighted_windows(xp, [355, 116], dtype, turned, placed);
    }
}

/// Weighted sums of the elements about each one: along both axes, with rows that lie side by side or apart, turned about, of numbers of
/// elements that are no multiples of those of a thread, with or without reading their places. Some sums are looked at, and the last ones.
fn weighted_windows<B: Backend>(xp: &B, [rows, columns]: [usize; 2], dtype: DType, turned: bool, placed: bool) {
    let host: Vec<i32> = (0..rows * columns).map(|k| (k * 7919 % 251) as i32 - 125).collect();
    let x = xp.from_slice(&host, [rows, columns]).unwrap().into_dyn().astype(dtype).unwrap();
    x.eval().unwrap();
    let x = if turned { x.slice(s![..;-1, ..;-1]).unwrap() } else { x };
    let at = |i: usize, j: usize| {
        let k = i * columns + j;
        i64::from(if turned { host[rows * columns - 1 - k] } else { host[k] })
    };
    let windows: [Vec<(usize, usize)>; 9] = [
        (0..3).map(|k| (k, 0)).collect(),
        (0..26).map(|k| (k, 0)).collect(),
        (0..5).map(|k| (0, k)).collect(),
        (0..25).map(|k| (0, k)).collect(),
        (3..8).map(|k| (1, k)).collect(),
        (1..4).map(|k| (0, k)).collect(),
        vec![(1, 1), (0, 1), (2, 1), (1, 0), (1, 2), (3, 1), (4, 1)],
        (0..9).map(|k| (k / 3, k % 3)).collect(),
        vec![(0, 0), (5, 0), (10, 0), (10, 3)],
    ];
    for window in &windows {
        let (down, along) = window.iter().fold((0, 0), |(i, j), &(k, l)| (i.max(k), j.max(l)));
        // Where windows lie along rows, results are whole vectors.
        let (m, n) = (rows - down, (columns - along) / 4 * 4);
        let part = |&(i, j): &(usize, usize)| x.slice(s![i..i + m, j..j + n]).unwrap();
        let terms = window.iter().enumerate().map(|(k, place)| part(place).multiply(k as i32 % 3 + 1).unwrap());
        let mut sum = terms.reduce(|sum, term| sum.add(&term).unwrap()).unwrap();
        if placed {
            let place = xp.arange((m * n) as i64).unwrap().reshape([m, n]).unwrap().into_dyn();
            sum = sum.astype(DType::I64).unwrap().add(place.remainder(5i64).unwrap()).unwrap();
        }
        sum.eval().unwrap();
        let found = sum.astype(DType::I64).unwrap().typed::<i64>().unwrap().to_vec().unwrap();
        // Integers wrap.
        let rounded = |sum: i64| match dtype {
            DType::I16 => i64::from(sum as i16),
            DType::U8 => i64::from(sum as u8),
            _ => sum,
        };
        for (k, &found) in found.iter().enumerate() {
            let (i, j) = (k / n, k % n);
            if i + 8 < m && j + 8 < n && k % 19 != 0 {
                continue;
            }
            let terms = window.iter().enumerate().map(|(k, &(di, dj))| at(i + di, j + dj) * (k as i64 % 3 + 1));
            let place = if placed { k as i64 % 5 } else { 0 };
            assert_eq!(found, rounded(terms.sum()) + place, "{dtype} {window:?} at {i}, {j}");
        }
    }
}

/// Only the part that is asked for is computed.
pub fn slices_of_deferred_arrays<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1i64, 2, 3, 4, 5, 6], 6).unwrap();
    let (y, stats) = during(xp, || {
        let y = (&x * 2).slice(xparray::s![1..4]).unwrap();
        y.to_vec().unwrap()
    });
    assert_eq!((y, stats.bytes_allocated), (vec![4, 6, 8], 24));
}

/// What is seen through two views is computed once, and looked at once: the work doubles at no step.
pub fn arrays_seen_twice_are_computed_once<B: Backend>(xp: &B) {
    let n = 8;
    let host: Vec<i64> = (0..n * n).map(|i| (i * i) % 7).collect();
    let x = xp.from_slice(&host, [n as usize, n as usize]).unwrap();
    let steps = 40;
    let (z, stats) = during(xp, || (0..steps).fold(x, |z, _| z.t() + &z).to_vec().unwrap());
    assert!(stats.kernels <= steps, "{stats:?}");
    let transposed = (0..n * n).map(|i| host[(i % n * n + i / n) as usize]);
    assert_eq!(z, host.iter().zip(transposed).map(|(x, t)| (x + t) << (steps - 1)).collect::<Vec<_>>());

    let host: Vec<i64> = (0..100).map(|i| (i * i * 31) % 101).collect();
    let x = xp.from_slice(&host, 100).unwrap();
    let (y, stats) = during(xp, || x.diff_with(Diff::new().n(24).axis(0)).unwrap().to_vec().unwrap());
    assert!(stats.kernels <= 24, "{stats:?}");
    let expected = (0..24).fold(host, |x, _| x.windows(2).map(|pair| pair[1] - pair[0]).collect());
    assert_eq!(y, expected);
}

/// So is what reads no memory, if it is seen through many views.
pub fn generated_arrays_are_not_computed_too_often<B: Backend>(xp: &B) {
    let n = 1i64 << 16;
    let (sum, stats) = during(xp, || {
        let halved = |x: Array<i64, B>, _| {
            let half = x.len() / 2;
            &x.slice(xparray::s![..half]).unwrap() + &x.slice(xparray::s![half..]).unwrap()
        };
        (0..16).fold(xp.arange((0i64, n, 1)).unwrap() * 3, halved).to_vec().unwrap()
    });
    assert_eq!(sum, [3 * n * (n - 1) / 2]);
    assert!(stats.kernels <= 16, "{stats:?}");
}

/// Rows and columns of what is still deferred, at every step: the shortest paths between all nodes of a graph.
pub fn shortest_paths<B: Backend>(xp: &B) {
    let n = 20;
    let mut host: Vec<i32> = (0..n * n).map(|i| if i % (n + 1) == 0 { 0 } else { (i * i * 7) % 83 + 1 }).collect();
    let n = n as usize;
    let mut path = xp.from_slice(&host, [n, n]).unwrap();
    let (_, stats) = during(xp, || {
        for k in 0..n {
            let column = path.slice(xparray::s![.., k..k + 1]).unwrap();
            let row = path.slice(xparray::s![k..k + 1]).unwrap();
            path = path.minimum(&(column + row)).unwrap();
        }
        path.eval().unwrap();
    });
    for k in 0..n {
        let before = host.clone();
        host.iter_mut().enumerate().for_each(|(i, x)| *x = (*x).min(before[i / n * n + k] + before[k * n + i % n]));
    }
    assert_eq!(path.to_vec().unwrap(), host);
    assert!(stats.kernels <= 3 * n as u64, "{stats:?}");
}

/// Of an array that somebody holds, a part is computed: what the rest will read is not overwritten meanwhile.
pub fn operands_of_held_arrays_survive<B: Backend>(xp: &B) {
    let y = xp.arange((0i64, 15, 1)).unwrap().reshape([3, 5]).unwrap().copy();
    y.eval().unwrap();
    let make = |k: i64| {
        let x = xp.from_slice(&[k, 2 * k, 3 * k, 4 * k, 5 * k], 5).unwrap();
        // Nothing but the sum refers to the row any more.
        &x + &y
    };
    for k in 1..4 {
        let held = make(k);
        let part = held.slice(s![0]).unwrap() * 10;
        assert_eq!(
            part.to_vec().unwrap(),
            [10 * k, 10 * (2 * k + 1), 10 * (3 * k + 2), 10 * (4 * k + 3), 10 * (5 * k + 4)]
        );
        let expected: Vec<i64> = (0..15).map(|i| (i % 5 + 1) * k + i).collect();
        assert_eq!(held.to_vec().unwrap(), expected);
        // Through another array that nobody holds.
        let held = make(k).maximum(7).unwrap();
        let other = held.slice(s![1]).unwrap() + 1;
        let mut target = xp.zeros::<i64>(5).unwrap();
        target.assign(s![..], &other).unwrap();
        drop(other);
        assert_eq!(target.to_vec().unwrap(), expected[5..10].iter().map(|&x| x.max(7) + 1).collect::<Vec<_>>());
        assert_eq!(held.to_vec().unwrap(), expected.iter().map(|&x| x.max(7)).collect::<Vec<_>>());
    } // The array that is written is one that they read.
    for (row, from) in [(0, 1), (0, 0), (2, 1)] {
        let mut x = xp.arange((0i64, 15, 1)).unwrap().reshape([3, 5]).unwrap().copy();
        x.eval().unwrap();
        let held = &x + 100;
        let values = held.slice(s![from]).unwrap() * 2;
        x.assign(s![row], &values).unwrap();
        drop(values);
        let expected: Vec<i64> = (0..15).map(|i| i + 100).collect();
        let written: Vec<i64> =
            (0..15).map(|i| if i / 5 == row { 2 * expected[(from * 5 + i % 5) as usize] } else { i }).collect();
        assert_eq!(x.to_vec().unwrap(), written, "row {from} to {row}");
        assert_eq!(held.to_vec().unwrap(), expected, "row {from} to {row}");
    }
}
