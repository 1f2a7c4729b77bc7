//! Arrays with something around them that are read where they lie: through views, in reductions, in programs.

use crate::arrays::{counting, layouts};
use crate::compare::assert_close;
use crate::every_size;
use xparray::prelude::*;
use xparray::{SliceItem, SliceRange, jit, s};

/// A stream of numbers that is the same everywhere.
struct Numbers(u64);

impl Numbers {
    /// A number below `n`.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }

    fn widths(&mut self, ndim: usize) -> Vec<(usize, usize)> {
        (0..ndim).map(|_| (self.below(4), self.below(4))).collect()
    }

    /// A part of each axis, forwards or backwards, at most `most` apart.
    fn slices(&mut self, shape: &[usize], most: usize) -> Vec<SliceItem> {
        let part = |d: &usize| {
            let (a, b) = (self.below(*d), self.below(*d));
            let range = SliceRange::from(a.min(b)..a.max(b) + 1);
            let step = 1 + self.below(most) as isize;
            match self.below(3) {
                0 => SliceRange::from(..).step(-step).into(),
                1 => range.step(step).into(),
                _ => range.into(),
            }
        };
        shape.iter().map(part).collect()
    }
}

/// The same array, its padding written out.
fn written_out<T: Element, B: Backend>(x: &Array<T, B>, widths: &[(usize, usize)]) -> Array<T, B> {
    let mut whole: Array<T, B> =
        x.xp().zeros(x.shape().iter().zip(widths).map(|(d, (a, b))| a + d + b).collect::<Vec<_>>()).unwrap();
    let middle = x.shape().iter().zip(widths).map(|(&d, &(a, _))| SliceItem::from(a..a + d));
    whole.assign(&middle.collect::<Vec<_>>(), x).unwrap();
    whole
}

/// All that is read where it lies, and a value.
fn modes<T: Element>() -> [PadMode<T>; 6] {
    use PadMode::{Constant, Edge, Reflect, Symmetric, Wrap};
    [Constant(false.cast()), Edge, Reflect, Symmetric, Wrap, Constant(true.cast())]
}

/// Which of `d` elements `numpy.pad` puts at an index outside.
fn place<T>(mode: &PadMode<T>, index: i64, d: i64) -> i64 {
    let back_and_forth = |period: i64, turn: i64| {
        let at = index.rem_euclid(2 * period);
        if at < period { at } else { period + turn - at }
    };
    match mode {
        PadMode::Reflect if d > 1 => back_and_forth(d - 1, d - 1),
        PadMode::Symmetric => back_and_forth(d, d - 1),
        PadMode::Wrap => index.rem_euclid(d),
        _ => index.clamp(0, d - 1),
    }
}

/// The padded array, made of elements at places.
fn made<T: Element, B: Backend>(x: &Array<T, B>, widths: &[(usize, usize)], mode: &PadMode<T>) -> Array<T, B> {
    let PadMode::Constant(value) = mode else {
        return widths.iter().enumerate().fold(x.copy(), |made, (axis, &(before, after))| {
            let d = x.shape()[axis] as i64;
            let places: Vec<i64> = (-(before as i64)..d + after as i64).map(|index| place(mode, index, d)).collect();
            made.take(x.xp().array(&places[..]).unwrap(), axis as isize).unwrap().copy()
        });
    };
    let inside = written_out(&x.xp().ones::<bool>(x.shape()).unwrap(), widths);
    inside.where_(written_out(x, widths), x.xp().full((), *value).unwrap()).unwrap().copy()
}

fn same<T: Element, B: Backend>(found: &Array<T, B>, expected: &Array<T, B>, what: &dyn Fn() -> String) {
    assert_eq!(found.shape(), expected.shape());
    assert!(found.to_vec().unwrap() == expected.to_vec().unwrap(), "{}: {found}, not {expected}", what());
}

/// Views of padded arrays, alone and with what lies elsewhere.
pub fn views<B: Backend>(xp: &B) {
    every_size!(views_of(xp));
}

fn views_of<T: Element, B: Backend>(xp: &B) {
    let mut numbers = Numbers(1);
    for round in 0..24 {
        let shape = [vec![5], vec![3, 4], vec![2, 3, 4], vec![1, 6], vec![4, 1, 3]][round % 5].clone();
        let mut all = layouts::<T, B>(xp, &shape);
        // One row again and again.
        all.push(counting::<T, B>(xp, &shape[1..]).broadcast_to(&shape[..]).unwrap());
        for x in all {
            let widths = numbers.widths(shape.len());
            let mode = modes()[numbers.below(6)];
            let (padded, expected) = (x.pad_with(&widths[..], mode).unwrap(), made(&x, &widths, &mode));
            let (mut p, mut e) = (padded, expected);
            for _ in 0..2 {
                let items = numbers.slices(p.shape(), 3);
                (p, e) = (p.slice(&items).unwrap(), e.slice(&items).unwrap());
                if numbers.below(2) == 0 {
                    (p, e) = (p.t(), e.t());
                }
                if numbers.below(3) == 0 {
                    let longer = [&[2], p.shape()].concat();
                    (p, e) = (p.broadcast_to(&longer[..]).unwrap(), e.broadcast_to(&longer[..]).unwrap());
                }
            }
            let what = || format!("{} {shape:?} {widths:?} {mode:?}", T::DTYPE);
            let other = counting::<T, B>(xp, p.shape());
            let (a, b) = (p.maximum(&other), e.maximum(&other));
            match (a, b) {
                (Ok(a), Ok(b)) => same(&a, &b, &what),
                (a, b) => assert!(a.is_err() && b.is_err(), "one type has no order, whatever it lies in"),
            }
            let (flat, flat_expected) = (p.reshape(-1).unwrap(), e.reshape(-1).unwrap());
            same(&flat, &flat_expected, &what);
            same(&p, &e, &what);
        }
    }
    for mode in modes::<T>() {
        // Nothing to repeat, nothing to pad, and one number.
        let empty = counting::<T, B>(xp, &[0, 3]);
        assert_eq!(empty.pad_with([(0, 0), (1, 2)], mode).unwrap().shape(), [0, 6]);
        let repeats = !matches!(mode, PadMode::Constant(_));
        assert_eq!(empty.pad_with([(1, 0), (0, 0)], mode).is_err(), repeats, "{mode:?}");
        let number = counting::<T, B>(xp, &[]);
        same(&number.pad_with(2, mode).unwrap(), &number, &|| format!("{mode:?}"));
    }
}

/// Windows of large arrays, which a GPU reads together: along rows, along columns and of both, forwards and backwards.
pub fn windows<B: Backend>(xp: &B) {
    for shape in [[1030, 1056], [1056, 1027], [150_000, 8]] {
        let x: Array<f32, B> = counting::<i32, B>(xp, &shape).remainder(1009).unwrap().astype::<f32>().copy();
        for mode in modes::<f32>() {
            for (rows, columns) in [(5, 1), (1, 5), (3, 3), (13, 1), (1, 7)] {
                if columns > shape[1] {
                    continue;
                }
                let widths = [(rows / 2, rows / 2), (columns / 2, columns / 2)];
                // Integers, so that the order of sums does not count.
                let sum = |p: &Array<f32, B>| {
                    let places = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
                    let part = |(i, j)| p.slice(s![i..i + shape[0], j..j + shape[1]]).unwrap() * (1 + i + 2 * j) as f32;
                    places.map(part).reduce(|a, b| a + b).unwrap()
                };
                let what = || format!("{shape:?} {mode:?} {rows} x {columns}");
                let (p, e) = (x.pad_with(widths, mode).unwrap(), made(&x, &widths, &mode));
                same(&sum(&p), &sum(&e), &what);
                let turned = s![..;-1, ..;-1];
                same(&sum(&p.slice(turned).unwrap()), &sum(&e.slice(turned).unwrap()), &what);
            }
        }
    }
}

/// Neighbours of large arrays, of which regions are computed apart, and their reductions.
pub fn neighbours<B: Backend>(xp: &B) {
    for shape in [[300, 257], [40_000, 3], [3, 40_000]] {
        let x: Array<f64, B> = (counting::<f64, B>(xp, &shape) * 0.37).sin().copy();
        for mode in modes() {
            let around = |p: &Array<f64, B>| {
                let part = |items: &[SliceItem]| p.slice(items).unwrap();
                let (up, down) = (part(s![..-2, 1..-1]), part(s![2.., 1..-1]));
                let (left, right) = (part(s![1..-1, ..-2]), part(s![1..-1, 2..]));
                &x * 4.0 - up - down - left * 0.5 - right
            };
            let padded = || x.pad_with(1, mode).unwrap();
            let (found, expected) = (around(&padded()), around(&made(&x, &[(1, 1), (1, 1)], &mode)));
            same(&found, &expected, &|| format!("{shape:?} {mode:?}"));
            let found = around(&padded());
            for axis in 0..2 {
                let (a, b) = (found.sum(axis).unwrap(), expected.sum(axis).unwrap());
                assert!(((&a - &b).abs()).max(..).unwrap().item().unwrap() < 1e-10, "{shape:?} {axis}");
            }
            let (a, b) = (&x * &found, &x * &expected);
            let difference = a.sum(..).unwrap().item().unwrap() - b.sum(..).unwrap().item().unwrap();
            assert!(difference.abs() < 1e-8, "{shape:?}: {difference}");
            // The largest element is at the same place.
            assert_eq!(found.argmax(..).unwrap().item().unwrap(), expected.argmax(..).unwrap().item().unwrap());
        }
    }
}

/// What programs do with padded arrays: many views, products, stages, indices, assignments to what is read, loops.
pub fn programs<B: Backend>(xp: &B) {
    modes().into_iter().for_each(|mode| programs_of(xp, mode));
}

fn programs_of<B: Backend>(xp: &B, mode: PadMode<f64>) {
    let x = counting::<f64, B>(xp, &[6, 5]);
    let (widths, what) = ([(1, 2), (2, 1)], || format!("{mode:?}"));
    let written_out = |x: &Array<f64, B>, widths: &[(usize, usize)]| made(x, widths, &mode);
    let padded = |x: &Array<f64, B>, widths: &[(usize, usize)]| x.pad_with(widths, mode).unwrap();
    let whole = written_out(&x, &widths);
    let p = || padded(&x, &widths);
    // Views that are more than are read where they lie.
    let windows = |p: &Array<f64, B>| {
        let mut sum = p.slice(s![..7, ..6]).unwrap().copy();
        for (k, (i, j)) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).enumerate() {
            sum += p.slice(s![i..i + 7, j..j + 6]).unwrap() * k as f64;
        }
        sum
    };
    same(&windows(&p()), &windows(&whole), &what);
    // Replayed with other arrays.
    let traced = jit(|x: Array<f64, B>| {
        Ok(windows(&x.pad_with(widths, mode)?) + x.pad_with([(1, 0); 2], mode)?.slice(s![1, 1])?)
    });
    for k in 0..3 {
        let x = &x + k as f64;
        let expected = windows(&written_out(&x, &widths)) + x.slice(s![0, 0]).unwrap();
        same(&traced.call(x.clone()).unwrap(), &expected, &what);
    }
    // Of what is padded itself, and of a part of that.
    let twice = p().slice(s![1.., ..-1]).unwrap();
    let twice = padded(&twice, &[(0, 1), (3, 0)]);
    same(&twice, &written_out(&whole.slice(s![1.., ..-1]).unwrap().copy(), &[(0, 1), (3, 0)]), &what);
    // Of an expression, of a reduction, behind a product.
    same(&(padded(&(&x + 1.0), &widths) * 2.0), &(written_out(&(&x + 1.0).copy(), &widths) * 2.0), &what);
    let sums = x.sum(1).unwrap();
    same(&(padded(&sums, &[(1, 1)]) + 1.0), &(written_out(&sums.copy(), &[(1, 1)]) + 1.0), &what);
    let product = x.matmul(&x.t()).unwrap() + p().slice(s![..6, ..6]).unwrap();
    same(&product, &(x.matmul(&x.t()).unwrap().copy() + whole.slice(s![..6, ..6]).unwrap()), &what);
    // Rows in stages.
    let softmax = |p: &Array<f64, B>| {
        let e = (p - p.max(1).unwrap().reshape([-1, 1]).unwrap()).exp();
        let sums = e.sum(1).unwrap().reshape([-1, 1]).unwrap();
        e / sums
    };
    // Their sums may be of another order.
    assert_close(&softmax(&p()).to_vec().unwrap(), &softmax(&whole).to_vec().unwrap(), 8.0, "softmax");
    // Of many axes, more than a kernel has ends for.
    let many: Vec<Array<f64, B>> = (0..12).map(|k| counting::<f64, B>(xp, &[2, 1, 2, 1, 2, 1, 2]) + k as f64).collect();
    let sum = |pad: &dyn Fn(&Array<f64, B>, usize) -> Array<f64, B>| {
        many.iter().enumerate().map(|(k, x)| pad(x, k)).reduce(|sum, x| sum + x).unwrap()
    };
    let ends =
        |k: usize| (0..7).map(|axis| if (k + axis).is_multiple_of(2) { (1, 0) } else { (0, 1) }).collect::<Vec<_>>();
    let (found, expected) = (sum(&|x, k| padded(x, &ends(k))), sum(&|x, k| written_out(x, &ends(k))));
    same(&found, &expected, &what);
    // At indices, and as indices.
    let rows = xp.array(&[0i64, 3, 8]).unwrap();
    same(&p().take(&rows, 0).unwrap(), &whole.take(&rows, 0).unwrap(), &what);
    let padded_rows = rows.pad((1, 0)).unwrap();
    same(&whole.take(&padded_rows, 0).unwrap(), &whole.take(xp.array(&[0i64, 0, 3, 8]).unwrap(), 0).unwrap(), &what);
    // An array that is assigned what its padding shows.
    let (mut y, mut z) = (x.copy(), x.copy());
    for _ in 0..3 {
        let shifted = padded(&y, &[(1, 1), (1, 1)]).slice(s![..-2, 2..]).unwrap() + &y;
        y.assign(s![.., ..], &shifted).unwrap();
        let shifted = written_out(&z, &[(1, 1), (1, 1)]).slice(s![..-2, 2..]).unwrap() + &z;
        z.assign(s![.., ..], shifted.copy()).unwrap();
        let inner = padded(&y, &[(1, 1), (1, 1)]).slice(s![2..-2, ..-4]).unwrap() * 0.5;
        y.assign(s![1..-1, 1..-1], &inner).unwrap();
        let inner = written_out(&z, &[(1, 1), (1, 1)]).slice(s![2..-2, ..-4]).unwrap() * 0.5;
        z.assign(s![1..-1, 1..-1], inner.copy()).unwrap();
    }
    same(&y, &z, &what);
    // A padded array that is kept, also while what it is made of changes.
    let mut first = x.copy();
    let kept = padded(&first, &[(1, 1), (1, 1)]);
    let expected = written_out(&first, &[(1, 1), (1, 1)]);
    first += 1.0;
    same(&first, &(&x + 1.0), &what);
    same(&kept, &expected, &what);
}

/// Random programs of sums, products, parts, zeros around and assignments, whose values stay deferred.
pub fn random_programs<B: Backend>(xp: &B) {
    for seed in 0..150 {
        let mut numbers = Numbers(seed);
        let start: Array<f64, B> = counting::<f64, B>(xp, &[4, 3]) + 1.0;
        let mut arrays = vec![(start.clone(), start.clone())];
        let mut steps = Vec::new();
        for _ in 0..12 {
            let (k, other, op) = (numbers.below(arrays.len()), numbers.below(arrays.len()), numbers.below(6));
            let (p, e) = arrays[k].clone();
            let (rows, columns) = (numbers.below(3), numbers.below(3));
            let part = s![rows..4, columns..3];
            let made = match op {
                0 => (&p + &arrays[other].0, (&e + &arrays[other].1).copy()),
                5 => {
                    // As rows of other lengths.
                    let other = arrays[other].clone();
                    let sum = |x: &Array<f64, B>, y: &Array<f64, B>| {
                        let flat = x.reshape(-1).unwrap() + y.reshape(-1).unwrap();
                        flat.reshape([4, 3]).unwrap()
                    };
                    (sum(&p, &other.0), sum(&e, &other.1).copy())
                }
                1 => (&p * 0.5, (&e * 0.5).copy()),
                2 | 3 => {
                    // Shifted by some rows and columns.
                    let widths = if op == 2 { [(rows, 0), (columns, 0)] } else { [(0, rows), (0, columns)] };
                    let of = |x: &Array<f64, B>| match op {
                        2 => x.slice(s![..4 - rows, ..3 - columns]).unwrap(),
                        _ => x.slice(part).unwrap(),
                    };
                    let mode = modes()[numbers.below(6)];
                    (of(&p).pad_with(widths, mode).unwrap(), made(&of(&e).copy(), &widths, &mode))
                }
                _ => {
                    let (mut a, mut b) = (p.copy(), e.copy());
                    let values = |x: &Array<f64, B>| x.slice(part).unwrap() * 2.0;
                    a.assign(part, values(&arrays[other].0)).unwrap();
                    b.assign(part, values(&arrays[other].1).copy()).unwrap();
                    (a, b)
                }
            };
            made.1.eval().unwrap();
            steps.push((op, k, other, rows, columns));
            if numbers.below(3) == 0 {
                drop(arrays.remove(k));
            }
            arrays.push(made);
        }
        for (p, e) in &arrays {
            same(p, e, &|| format!("program {seed}: {steps:?}"));
        }
    }
}
