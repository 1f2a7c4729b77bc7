//! Writing into arrays, which no clone and no view sees.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::compare::{assert_refused, parts, ulp};
use crate::{every_size, every_type, for_types};
use xparray::prelude::*;
use xparray::{Array, Error, SliceItem};

/// Writes to slices.
pub fn slices<B: Backend>(xp: &B) {
    every_size!(slices_of(xp));
}

fn slices_of<T: Element, B: Backend>(xp: &B) {
    let one = true.cast::<T>();
    for mut x in layouts::<T, B>(xp, &[3, 4]) {
        let (before, row) = (x.clone(), x.slice(s![1]).unwrap());
        x.assign(s![1, ..;2], one).unwrap();
        check(&x, &[3, 4], &[0, 1, 2, 3, 1, 5, 1, 7, 8, 9, 10, 11]);
        check(&before, &[3, 4], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        check(&row, &[4], &[4, 5, 6, 7]);
        x.assign(s![.., ..;-1], x.clone()).unwrap();
        check(&x, &[3, 4], &[3, 2, 1, 0, 7, 1, 5, 1, 11, 10, 9, 8]);
        x.assign(s![.., 1..3], from_numbers::<i64, B>(xp, &[5, 6, 7], &[3, 1])).unwrap();
        check(&x, &[3, 4], &[3, 5, 5, 0, 7, 6, 6, 1, 11, 7, 7, 8]);
        x.assign(s![-1], from_numbers::<T, B>(xp, &[8, 9, 10, 11], &[1, 4])).unwrap();
        check(&x, &[3, 4], &[3, 5, 5, 0, 7, 6, 6, 1, 8, 9, 10, 11]);
        x.assign(s![1..], x.slice(s![..-1]).unwrap()).unwrap();
        check(&x, &[3, 4], &[3, 5, 5, 0, 3, 5, 5, 0, 7, 6, 6, 1]);
        x.assign(s![0, 3..1], one).unwrap();
        x.assign(s![2, 3], T::default()).unwrap();
        check(&x, &[3, 4], &[3, 5, 5, 0, 3, 5, 5, 0, 7, 6, 6, 0]);
        assert!(matches!(x.assign(s![3], one), Err(Error::Index { .. })));
        assert!(matches!(x.assign(s![0], row.slice(s![..2]).unwrap()), Err(Error::Shape { .. })));
        assert!(matches!(x.assign(s![0], &before), Err(Error::Shape { .. })));
        check(&x, &[3, 4], &[3, 5, 5, 0, 3, 5, 5, 0, 7, 6, 6, 0]);
        x.fill(one);
        check(&x, &[3, 4], &[1; 12]);
    }
    // A view is a value, too, and so is what is broadcast.
    let x = counting::<T, B>(xp, &[3]);
    let mut rows = x.broadcast_to([2, 3]).unwrap();
    rows.assign(s![0, 1], T::default()).unwrap();
    check(&rows, &[2, 3], &[0, 0, 2, 0, 1, 2]);
    let mut part = x.slice(s![1..]).unwrap();
    part.assign(s![0], T::default()).unwrap();
    check(&part, &[2], &[0, 2]);
    check(&x, &[3], &[0, 1, 2]);
    let mut scalar = counting::<T, B>(xp, &[]);
    scalar.assign(s![], one).unwrap();
    check(&scalar, &[], &[1]);
}

/// What is deferred reads the elements as they were.
pub fn deferred_readers<B: Backend>(xp: &B) {
    let mut x = counting::<f64, B>(xp, &[4]);
    let later = &x + 10.0;
    let sum = x.sum(..).unwrap();
    x.assign(s![1..], 7.0).unwrap();
    assert_eq!(later.to_vec().unwrap(), [10.0, 11.0, 12.0, 13.0]);
    assert_eq!(sum.item().unwrap(), 6.0);
    let later = &x * 2.0;
    x.put(from_numbers::<i64, B>(xp, &[0], &[1]), 1.0).unwrap();
    x.copyto(-1.0, &x.equal(7.0).unwrap()).unwrap();
    assert_eq!(later.to_vec().unwrap(), [0.0, 14.0, 14.0, 14.0]);
    assert_eq!(x.to_vec().unwrap(), [1.0, -1.0, -1.0, -1.0]);
}

/// Nothing is copied when nobody else sees the array.
pub fn unshared_is_in_place<B: Backend>(xp: &B) {
    let mut x = counting::<f32, B>(xp, &[1000]);
    let before = xp.stats();
    x.assign(s![..;2], 1.0).unwrap();
    x.put(from_numbers::<i64, B>(xp, &[1], &[1]), 5.0).unwrap();
    let mut half = x.slice(s![..500]).unwrap();
    drop(x);
    half.assign(s![3], 9.0).unwrap();
    let allocated = (xp.stats() - before).bytes_allocated;
    assert!(allocated < 100, "{allocated} bytes");
    assert_eq!(half.slice(s![..4]).unwrap().to_vec().unwrap(), [1.0, 5.0, 1.0, 9.0]);
}

/// Writes where a mask is true.
pub fn masks<B: Backend>(xp: &B) {
    every_size!(masks_of(xp));
}

fn masks_of<T: Element, B: Backend>(xp: &B) {
    let m = from_numbers::<bool, B>(xp, &[1, 0, 1, 0, 0, 1], &[2, 3]);
    let column = m.slice(s![.., 1..2]).unwrap();
    let (one, three) = (true.cast::<T>(), from_numbers::<T, B>(xp, &[7, 8, 9], &[3]));
    for base in layouts::<T, B>(xp, &[2, 3]) {
        let after = |f: &dyn Fn(&mut Array<T, B>)| {
            let mut x = base.clone();
            f(&mut x);
            x
        };
        check(&after(&|x| x.assign_mask(&m, one).unwrap()), &[2, 3], &[1, 1, 1, 3, 4, 1]);
        check(&after(&|x| x.assign_mask(&m, &three).unwrap()), &[2, 3], &[7, 1, 8, 3, 4, 9]);
        check(&after(&|x| x.assign_mask(&m.slice(s![.., 0]).unwrap(), &three).unwrap()), &[2, 3], &[7, 8, 9, 3, 4, 5]);
        check(&after(&|x| x.assign_mask(&m.slice(s![.., 0]).unwrap(), one).unwrap()), &[2, 3], &[1, 1, 1, 3, 4, 5]);
        check(&after(&|x| x.put_mask(&m, three.slice(s![..2]).unwrap()).unwrap()), &[2, 3], &[7, 1, 7, 3, 4, 8]);
        check(
            &after(&|x| x.put_mask(&m, from_numbers::<i8, B>(xp, &[6, 5, 4, 9, 8, 7], &[2, 3])).unwrap()),
            &[2, 3],
            &[6, 1, 4, 3, 4, 7],
        );
        check(&after(&|x| x.copyto(&three, &!&m).unwrap()), &[2, 3], &[0, 8, 2, 7, 8, 5]);
        check(&after(&|x| x.copyto(one, &!&column).unwrap()), &[2, 3], &[1, 1, 1, 1, 1, 1]);
        let mut x = base.clone();
        assert!(matches!(x.assign_mask(&m, three.slice(s![..2]).unwrap()), Err(Error::Shape { .. })));
        assert!(matches!(x.assign_mask(&m.t(), one), Err(Error::Shape { .. })));
        assert!(matches!(x.put_mask(&column, one), Err(Error::Shape { .. })));
        assert!(matches!(x.put_mask(&m, three.slice(s![..0]).unwrap()), Err(Error::Value { .. })));
        assert!(matches!(x.copyto(m.t(), &m), Err(Error::Shape { .. })));
        check(&x, &[2, 3], &[0, 1, 2, 3, 4, 5]);
    }
}

/// Writes at indices.
pub fn indices<B: Backend>(xp: &B) {
    every_size!(indices_of(xp));
}

fn indices_of<T: Element, B: Backend>(xp: &B) {
    let of = |numbers: &[i64]| from_numbers::<i64, B>(xp, numbers, &[numbers.len()]);
    let values = |numbers: &[i64]| from_numbers::<T, B>(xp, numbers, &[numbers.len()]);
    let one = true.cast::<T>();
    for base in layouts::<T, B>(xp, &[3, 4]) {
        let after = |f: &dyn Fn(&mut Array<T, B>)| {
            let mut x = base.clone();
            f(&mut x);
            x
        };
        check(
            &after(&|x| x.put(of(&[0, -1, 5, 0]), values(&[7, 8])).unwrap()),
            &[3, 4],
            &[8, 1, 2, 3, 4, 7, 6, 7, 8, 9, 10, 8],
        );
        check(
            &after(&|x| x.put(of(&[2, 3]).astype::<u16>(), one).unwrap()),
            &[3, 4],
            &[0, 1, 1, 1, 4, 5, 6, 7, 8, 9, 10, 11],
        );
        check(
            &after(&|x| x.put_at([&of(&[0, -1])], values(&[7, 8, 9, 10])).unwrap()),
            &[3, 4],
            &[7, 8, 9, 10, 4, 5, 6, 7, 7, 8, 9, 10],
        );
        check(
            &after(&|x| x.put_at([&of(&[0, -1]), &of(&[1, 2])], values(&[7, 8])).unwrap()),
            &[3, 4],
            &[0, 7, 2, 3, 4, 5, 6, 7, 8, 9, 8, 11],
        );
        let open = xp.ix([&of(&[0, 2]), &of(&[3, 1, 0])]).unwrap();
        check(
            &after(&|x| x.put_at([&open[0], &open[1]], values(&[7, 8, 9])).unwrap()),
            &[3, 4],
            &[9, 8, 2, 7, 4, 5, 6, 7, 9, 8, 10, 7],
        );
        check(
            &after(&|x| x.index_put(of(&[1, -1]), values(&[7, 8, 9]).reshape([3, 1]).unwrap(), 1).unwrap()),
            &[3, 4],
            &[0, 7, 2, 7, 4, 8, 6, 8, 8, 9, 10, 9],
        );
        check(
            &after(&|x| x.put_along_axis(of(&[1, 0, -1]).reshape([3, 1]).unwrap(), one, 1).unwrap()),
            &[3, 4],
            &[0, 1, 2, 3, 1, 5, 6, 7, 8, 9, 10, 1],
        );
        check(
            &after(&|x| {
                x.put_along_axis(of(&[1, 0, 0, 3, 2, -2]).reshape([3, 2]).unwrap(), values(&[7, 8]), 1).unwrap()
            }),
            &[3, 4],
            &[8, 7, 2, 3, 7, 5, 6, 8, 8, 9, 8, 11],
        );
        check(
            &after(&|x| {
                x.put_along_axis(of(&[1, 2, 0, -1]).reshape([1, 4]).unwrap(), values(&[7, 8, 9, 10]), 0).unwrap()
            }),
            &[3, 4],
            &[0, 1, 9, 3, 7, 5, 6, 7, 8, 8, 10, 10],
        );
        check(&after(&|x| x.put(of(&[]), one).unwrap()), &[3, 4], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        check(&base, &[3, 4], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    }
    let mut x = counting::<T, B>(xp, &[2, 3, 2]);
    x.index_put(of(&[2, 0]), values(&[7, 8]), 1).unwrap();
    check(&x, &[2, 3, 2], &[7, 8, 2, 3, 7, 8, 7, 8, 8, 9, 7, 8]);
    x.put_at([&of(&[1]), &of(&[0, 1])], values(&[1, 0]).reshape([2, 1]).unwrap()).unwrap();
    check(&x, &[2, 3, 2], &[7, 8, 2, 3, 7, 8, 1, 1, 0, 0, 7, 8]);
}

/// Sums at indices, as often as they are named.
pub fn sums<B: Backend>(xp: &B) {
    every_type!(sums_of(xp));
}

fn sums_of<T: Element, B: Backend>(xp: &B) {
    let of = |numbers: &[i64]| from_numbers::<i64, B>(xp, numbers, &[numbers.len()]);
    let values = |numbers: &[i64]| from_numbers::<T, B>(xp, numbers, &[numbers.len()]);
    let mut x = counting::<T, B>(xp, &[2, 3]);
    x.add_at([&of(&[0, 1, 0]), &of(&[1, -1, 1])], values(&[7, 8, 9])).unwrap();
    check(&x, &[2, 3], &[0, 17, 2, 3, 4, 13]);
    x.add_at([&of(&[1, 1])], values(&[1, 0, 2])).unwrap();
    check(&x, &[2, 3], &[0, 17, 2, 5, 4, 17]);
    x.index_add(of(&[0, 0, 2]), true.cast::<T>(), 1).unwrap();
    check(&x, &[2, 3], &[2, 17, 3, 7, 4, 18]);
    x.index_add(of(&[0, -1, 0]), values(&[1, 0, 1, 2, 2, 2, 3, 0, 0]).reshape([3, 3]).unwrap(), 0).unwrap();
    check(&x, &[2, 3], &[6, 17, 4, 9, 6, 20]);
}

/// More indices than one thread looks at, negative ones among them; one that is out of bounds, and nothing is written.
pub fn many_sums<B: Backend>(xp: &B) {
    let (n, m) = (1000i64, 100_000i64);
    let all = xp.arange((0i64, m, 1)).unwrap();
    let index = &all * 7919 % (2 * n) - n;
    let mut x = xp.zeros::<f64>(n as usize).unwrap();
    x.add_at([&index], all.astype::<f64>()).unwrap();
    let mut expected = vec![0.0; n as usize];
    (0..m).for_each(|i| expected[(i * 7919 % (2 * n)) as usize % n as usize] += i as f64);
    assert_eq!(x.to_vec().unwrap(), expected);
    let wrong = &index - index.equal(n - 1).unwrap().astype::<i64>() * -1;
    assert_refused(xp, x.add_at([&wrong], 1.0), "add_at", n, n as usize);
}

/// Numbers of many sizes at few and at many places, as near as one number after the other; what is not finite; zeros with signs.
pub fn sums_of_floats<B: Backend>(xp: &B) {
    for_types!(inexact, T => sums_of_floats_of::<T, B>(xp));
}

fn sums_of_floats_of<T: Element, B: Backend>(xp: &B) {
    let n = 3000i64;
    let value = |k: i64| ((k * 7919 % 1009) as f64 - 504.0) * f64::exp2((k % 11) as f64 - 9.0);
    let values: Vec<T> = (0..n).map(|k| value(k).cast::<T>()).collect();
    let value_array = xp.from_slice(&values, n as usize).unwrap();
    for len in [7i64, 20_000] {
        let at = |k: i64| (k * 7907 + k / 64 % 3) % len;
        let places = xp.from_slice(&(0..n).map(|k| at(k) - k % 2 * len).collect::<Vec<_>>(), n as usize).unwrap();
        let mut x = xp.full(len as usize, true.cast::<T>()).unwrap();
        x.add_at([&places], &value_array).unwrap();
        let mut expected = vec![(1.0, 1.0, 1); len as usize];
        for (k, value) in values.iter().enumerate() {
            let ([value, _], (sum, sizes, count)) = (parts(*value), &mut expected[at(k as i64) as usize]);
            *sum += value;
            *sizes += value.abs();
            *count += 1;
        }
        for (k, (x, (sum, sizes, count))) in x.to_vec().unwrap().into_iter().zip(expected).enumerate() {
            let [re, im] = parts(x);
            assert!(
                (re - sum).abs() <= f64::from(count) * ulp::<T>(sizes) && im == 0.0,
                "{} place {k}: {re} for {sum}",
                T::DTYPE
            );
        }
    }
    let special: [(i64, f64); 10] = [
        (0, -0.0),
        (0, -0.0),
        (2, f64::INFINITY),
        (2, f64::NEG_INFINITY),
        (3, f64::INFINITY),
        (3, -4.0),
        (4, f64::NAN),
        (5, f64::NEG_INFINITY),
        (6, 0.0),
        (7, 1.0),
    ];
    let (places, values): (Vec<i64>, Vec<T>) = special.into_iter().map(|(at, x)| (at, x.cast::<T>())).unzip();
    let mut x = xp.full(8, (-0.0f64).cast::<T>()).unwrap();
    let (places, values) = (xp.from_slice(&places, 10).unwrap(), xp.from_slice(&values, 10).unwrap());
    x.add_at([&places], &values).unwrap();
    let expected = [-0.0, -0.0, f64::NAN, f64::INFINITY, f64::NAN, f64::NEG_INFINITY, 0.0, 1.0];
    for (k, (x, expected)) in x.to_vec().unwrap().into_iter().zip(expected).enumerate() {
        let [re, _] = parts(x);
        let same = re.to_bits() == expected.to_bits() || re.is_nan() && expected.is_nan();
        assert!(same, "{} place {k}: {re} for {expected}", T::DTYPE);
    }
}

/// Products and extrema at indices, as often as they are named.
pub fn joins<B: Backend>(xp: &B) {
    every_type!(joins_of(xp));
    // NaN stays, wherever it was; infinities and zeros are numbers.
    let of = |values: &[f64]| xp.from_slice(values, values.len()).unwrap();
    let (nan, inf) = (f64::NAN, f64::INFINITY);
    let places = from_numbers::<i64, B>(xp, &[0, 0, 1, 2, 3, 3, 4], &[7]);
    let values = of(&[nan, 1.0, 5.0, -inf, 2.0, inf, -0.5]);
    let joined = |join: &dyn Fn(&mut Array<f64, B>)| {
        let mut x = of(&[0.0, nan, 3.0, 1.0, -1.0]);
        join(&mut x);
        x.to_vec().unwrap()
    };
    let same = |found: Vec<f64>, expected: [f64; 5]| {
        assert!(
            found.iter().zip(expected).all(|(a, e)| *a == e || (a.is_nan() && e.is_nan())),
            "{found:?} {expected:?}"
        );
    };
    same(joined(&|x| x.maximum_at([&places], &values).unwrap()), [nan, nan, 3.0, inf, -0.5]);
    same(joined(&|x| x.minimum_at([&places], &values).unwrap()), [nan, nan, -inf, 1.0, -1.0]);
    same(joined(&|x| x.multiply_at([&places], &values).unwrap()), [nan, nan, -inf, inf, 0.5]);
}

fn joins_of<T: Element, B: Backend>(xp: &B) {
    let places = from_numbers::<i64, B>(xp, &[1, -1, 1, 3, 1, 0], &[6]);
    let values = from_numbers::<T, B>(xp, &[3, 9, 2, 4, 3, 0], &[6]);
    for x in layouts::<T, B>(xp, &[5]) {
        let joined = |join: &dyn Fn(&mut Array<T, B>) -> xparray::Result<()>| {
            let mut x = x.clone();
            join(&mut x).map(|()| x)
        };
        // np.multiply.at, np.maximum.at, np.minimum.at on arange(5)
        check(&joined(&|x| x.multiply_at([&places], &values)).unwrap(), &[5], &[0, 18, 2, 12, 36]);
        check(&joined(&|x| x.maximum_at([&places], &values)).unwrap(), &[5], &[0, 3, 2, 4, 9]);
        check(&joined(&|x| x.minimum_at([&places], &values)).unwrap(), &[5], &[0, 1, 2, 3, 4]);
        check(
            &joined(&|x| x.minimum_at([&(&places + 1).slice(s![2..4]).unwrap()], false.cast::<T>())).unwrap(),
            &[5],
            &[0, 1, 0, 3, 0],
        );
        check(
            &joined(&|x| x.maximum_at([&places.slice(s![..0]).unwrap()], true.cast::<T>())).unwrap(),
            &[5],
            &[0, 1, 2, 3, 4],
        );
        assert_refused(xp, joined(&|x| x.maximum_at([&(&places + 2)], &values)), "maximum_at", 5, 5);
    }
    let mut table = counting::<T, B>(xp, &[2, 2]);
    table
        .maximum_at([&from_numbers::<i64, B>(xp, &[0, 0], &[2])], from_numbers::<T, B>(xp, &[1, 0, 0, 5], &[2, 2]))
        .unwrap();
    check(&table, &[2, 2], &[1, 5, 2, 3]);
}

/// Indices out of bounds are errors, and nothing is written.
pub fn out_of_bounds<B: Backend>(xp: &B) {
    let mut x = counting::<f32, B>(xp, &[2, 3]);
    let of = |numbers: &[i64]| from_numbers::<i64, B>(xp, numbers, &[numbers.len()]);
    let one = |index: i64| of(&[0, index]);
    assert_refused(xp, x.put(one(6), 9.0), "put", 6, 6);
    assert_refused(xp, x.put(one(-7), 9.0), "put", -7, 6);
    assert_refused(xp, x.put_at([&one(1), &one(3)], 9.0), "put_at", 3, 3);
    assert_refused(xp, x.put_at([&one(-3)], 9.0), "put_at", -3, 2);
    assert_refused(xp, x.add_at([&one(2)], 9.0), "add_at", 2, 2);
    assert_refused(xp, x.index_add(one(3), 9.0, 1), "index_add", 3, 3);
    assert_refused(xp, x.index_put(of(&[-1, -3]), 9.0, 0), "index_put", -3, 2);
    assert_refused(xp, x.put_along_axis(one(5).reshape([2, 1]).unwrap(), 9.0, 1), "put_along_axis", 5, 3);
    assert_refused(xp, x.put(xp.from_slice(&[u64::MAX], 1).unwrap(), 9.0), "put", i64::MAX, 6);
    assert!(matches!(x.put(of(&[0]), counting::<f32, B>(xp, &[0])), Err(Error::Value { .. })));
    assert!(matches!(x.put_at([&of(&[0])], counting::<f32, B>(xp, &[2])), Err(Error::Shape { .. })));
    assert!(matches!(x.index_add(of(&[0]), counting::<f32, B>(xp, &[4]), 0), Err(Error::Shape { .. })));
    assert!(matches!(x.index_add(of(&[0]).reshape([1, 1]).unwrap(), 1.0, 0), Err(Error::Shape { .. })));
    assert!(matches!(x.put_along_axis(of(&[0]), 9.0, 0), Err(Error::Shape { .. })));
    assert!(matches!(x.put_along_axis(of(&[0; 3]).reshape([3, 1]).unwrap(), 9.0, 1), Err(Error::Shape { .. })));
    check(&x, &[2, 3], &[0, 1, 2, 3, 4, 5]);
}

/// What is deferred is computed where it is written: in one kernel, without memory of its own.
pub fn expressions_are_computed_in_place<B: Backend>(xp: &B) {
    every_size!(expressions_of(xp));
    let x = from_numbers::<f32, B>(xp, &(0..1000).collect::<Vec<_>>(), &[1000]);
    let mut y = x.copy();
    y.eval().unwrap();
    let cost = |f: &mut dyn FnMut()| {
        let before = xp.stats();
        f();
        let used = xp.stats() - before;
        (used.kernels, used.bytes_allocated)
    };
    // Of one element, which its own sum has not the shape of.
    let one = xp.full(1, 4.0f64).unwrap();
    let mut rows = xp.zeros::<f64>([2, 1]).unwrap();
    rows.assign(s![1], &(&one / one.sum(..).unwrap())).unwrap();
    assert_eq!(rows.to_vec().unwrap(), [0.0, 1.0]);
    // A step of a stencil.
    let mut step = || {
        let inner = |items: &[_]| x.slice(items).unwrap();
        y.assign(s![1..-1], 0.5 * (inner(s![..-2]) + inner(s![2..]))).unwrap();
    };
    assert_eq!(cost(&mut step), (1, 0));
    assert_eq!(y.slice(s![..4]).unwrap().to_vec().unwrap(), [0.0, 1.0, 2.0, 3.0]);
    // Elements that are not written, and those that are, at their own places.
    let mut boundary = || y.assign(s![0], y.slice(s![1]).unwrap()).unwrap();
    assert_eq!(cost(&mut boundary), (1, 0));
    let mut scaled = || y.assign(s![..;2], y.slice(s![..;2]).unwrap() * 2.0 + y.slice(s![1..;2]).unwrap()).unwrap();
    assert_eq!(cost(&mut scaled), (1, 0));
    assert_eq!(y.slice(s![..4]).unwrap().to_vec().unwrap(), [3.0, 1.0, 7.0, 3.0]);
    // A row's sum, and a reduction's epilogue.
    let table = from_numbers::<f32, B>(xp, &[1, 2, 3, 4, 5, 6], &[2, 3]);
    let mut sums = || y.assign(s![2..4], table.sum(1).unwrap() + 1.0).unwrap();
    assert_eq!(cost(&mut sums), (1, 0));
    assert_eq!(y.slice(s![..4]).unwrap().to_vec().unwrap(), [3.0, 1.0, 7.0, 16.0]);
    // What somebody else has is of use to them as well: one kernel writes both.
    let lent = &x + 1.0;
    let mut lend = || y.assign(s![10..20], lent.slice(s![10..20]).unwrap()).unwrap();
    lend();
    assert_eq!(y.slice(s![10]).unwrap().item().unwrap(), 11.0);
    let lent = x.slice(s![..10]).unwrap() * 3.0;
    assert_eq!(cost(&mut || y.assign(s![..10], &lent).unwrap()).0, 1);
    assert_eq!(cost(&mut || assert_eq!(lent.to_vec().unwrap()[9], 27.0)).0, 0);
}

fn expressions_of<T: Element, B: Backend>(xp: &B) {
    let at = |x: &Array<T, B>, items: &[SliceItem]| x.slice(items).unwrap();
    for mut x in layouts::<T, B>(xp, &[3, 4]) {
        let before = x.clone();
        // Neighbours that overlap what is written: as if all had been read before.
        let shifted = at(&x, s![.., ..-1]);
        x.assign(s![.., 1..], shifted).unwrap();
        check(&x, &[3, 4], &[0, 0, 1, 2, 4, 4, 5, 6, 8, 8, 9, 10]);
        drop(before);
        let (above, mask) = (at(&x, s![..-1]), xp.zeros::<bool>([2, 4]).unwrap());
        x.assign(s![1..], mask.where_(T::default(), above).unwrap()).unwrap();
        check(&x, &[3, 4], &[0, 0, 1, 2, 0, 0, 1, 2, 4, 4, 5, 6]);
        // Rows that are not written, one of them turned and one broadcast.
        x.assign(s![0], at(&x, s![2, ..;-1])).unwrap();
        check(&x, &[3, 4], &[6, 5, 4, 4, 0, 0, 1, 2, 4, 4, 5, 6]);
        x.assign(s![.., ..2], at(&x, s![1.., 3]).slice(s![0]).unwrap()).unwrap();
        check(&x, &[3, 4], &[2, 2, 4, 4, 2, 2, 1, 2, 2, 2, 5, 6]);
        // An array that sees the part that is read, or the one that is written, sees what it saw.
        let row = at(&x, s![1]);
        x.assign(s![2], &row).unwrap();
        x.assign(s![1], at(&x, s![0])).unwrap();
        check(&row, &[4], &[2, 2, 1, 2]);
        check(&x, &[3, 4], &[2, 2, 4, 4, 2, 2, 4, 4, 2, 2, 1, 2]);
    }
}

/// An expression with an index out of bounds is refused; where that is known at once, the array is as it was.
pub fn refused_expressions_write_nothing<B: Backend>(xp: &B) {
    let mut x = counting::<f64, B>(xp, &[4]);
    let places = from_numbers::<i64, B>(xp, &[0, 9], &[2]);
    let result = x.take(&places, 0).and_then(|found| x.assign(s![..2], found + 1.0));
    let at_once = result.is_err();
    assert_refused(xp, result, "take", 9, 4);
    if at_once {
        check(&x, &[4], &[0, 1, 2, 3]);
    }
    assert!(matches!(x.assign(s![..2], counting::<f64, B>(xp, &[3]) * 2.0), Err(Error::Shape { .. })));
}

/// Indices out of bounds that count, values that start again, diagonals that go on.
pub fn places<B: Backend>(xp: &B) {
    every_size!(places_of(xp));
}

fn places_of<T: Element, B: Backend>(xp: &B) {
    let values = from_numbers::<T, B>(xp, &[7, 8, 9], &[3]);
    for x in layouts::<T, B>(xp, &[2, 3]) {
        let changed = |change: &dyn Fn(&mut Array<T, B>) -> xparray::Result<()>| {
            let mut x = x.clone();
            change(&mut x).map(|()| x)
        };
        let put = |mode| changed(&|x| x.put_with([-8, 6, 2], &values, mode));
        check(&put(IndexMode::Wrap).unwrap(), &[2, 3], &[8, 1, 9, 3, 7, 5]);
        check(&put(IndexMode::Clip).unwrap(), &[2, 3], &[7, 1, 9, 3, 4, 8]);
        assert_refused(xp, changed(&|x| x.put_with([0, 6, 2], &values, IndexMode::Raise)), "put", 6, 6);
        let mask = xp.array([[true, true, false], [true, true, true]]).unwrap();
        check(&changed(&|x| x.place(&mask, &values)).unwrap(), &[2, 3], &[7, 8, 2, 9, 7, 8]);
        check(&changed(&|x| x.place(&mask.t(), &values)).unwrap(), &[2, 3], &[7, 8, 9, 7, 4, 8]);
        check(&changed(&|x| x.place(&!&mask, true.cast::<T>())).unwrap(), &[2, 3], &[0, 1, 1, 3, 4, 5]);
        let none = values.slice(s![..0]).unwrap();
        assert!(matches!(changed(&|x| x.place(&mask, &none)), Err(Error::Value { .. })));
        assert!(matches!(changed(&|x| x.place(&mask.slice(s![0]).unwrap(), &values)), Err(Error::Shape { .. })));
        check(&changed(&|x| x.fill_diagonal_wrapping(true.cast::<T>())).unwrap(), &[2, 3], &[1, 1, 2, 3, 1, 5]);
    }
    for x in layouts::<T, B>(xp, &[5, 2]) {
        // np.fill_diagonal(x, [7, 8, 9, 7], wrap=True)
        let mut x = x;
        x.fill_diagonal_wrapping(values.resize(4).unwrap()).unwrap();
        check(&x, &[5, 2], &[7, 1, 2, 8, 4, 5, 9, 7, 8, 7]);
        assert!(matches!(x.fill_diagonal_wrapping(&values), Err(Error::Shape { .. })));
    }
    let mut empty = counting::<T, B>(xp, &[4, 0]);
    empty.fill_diagonal_wrapping(true.cast::<T>()).unwrap();
    assert!(matches!(counting::<T, B>(xp, &[4]).fill_diagonal_wrapping(true.cast::<T>()), Err(Error::Value { .. })));
}
