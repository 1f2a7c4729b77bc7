//! Reading at indices and masks, and choosing.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::compare::assert_refused;
use crate::fusion::during;
use crate::{every_size, every_type, for_types};
use xparray::Error;
use xparray::prelude::*;

/// One index is no copy, and is checked.
pub fn taking_one<B: Backend>(xp: &B) {
    let x = xp.arange(24i64).unwrap().reshape([2, 3, 4]).unwrap();
    x.eval().unwrap();
    let (parts, stats) = during(xp, || {
        [x.take(1, 0).unwrap(), x.take(-1, 1).unwrap(), x.take(2usize, 2).unwrap(), x.take(7, None).unwrap()]
    });
    assert_eq!((stats.kernels, stats.allocations), (0, 0));
    let [first, second, third, flat] = parts;
    check(&first, &[3, 4], &(12..24).collect::<Vec<_>>());
    check(&second, &[2, 4], &[8, 9, 10, 11, 20, 21, 22, 23]);
    check(&third, &[2, 3], &[2, 6, 10, 14, 18, 22]);
    check(&flat, &[], &[7]);
    assert!(matches!(x.take(2, 0), Err(Error::Index { op: "take", index: 2, len: 2 })));
    assert!(matches!(x.take(-4, 1), Err(Error::Index { op: "take", index: -4, len: 3 })));
    assert!(matches!(xp.zeros::<f32>([0, 3]).unwrap().take(0, 0), Err(Error::Index { op: "take", index: 0, len: 0 })));
    check(&xp.zeros::<i64>([0, 3]).unwrap().take(1, 1).unwrap(), &[0], &[]);
}

/// `take` and its relatives.
pub fn taking<B: Backend>(xp: &B) {
    every_size!(taking_of(xp));
}

fn taking_of<T: Element, B: Backend>(xp: &B) {
    let i = from_numbers::<i64, B>(xp, &[2, 0, -1, 1], &[2, 2]);
    let j = from_numbers::<i16, B>(xp, &[3, -4], &[2]);
    let k = from_numbers::<i32, B>(xp, &[2, -3], &[2, 1, 1]);
    let none = from_numbers::<i64, B>(xp, &[], &[0]);
    for x in layouts::<T, B>(xp, &[2, 3, 4]) {
        check(
            &x.take(&i, 1).unwrap(),
            &[2, 2, 2, 4],
            &[
                8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 20, 21, 22, 23, 16,
                17, 18, 19,
            ],
        );
        check(
            &x.take(i.t(), -1).unwrap(),
            &[2, 3, 2, 2],
            &[2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13, 18, 19, 16, 17, 22, 23, 20, 21],
        );
        check(&x.take(&j, None).unwrap(), &[2], &[3, 20]);
        check(&x.take(&none, 0).unwrap(), &[0, 3, 4], &[]);
        check(
            &x.take(from_numbers::<u8, B>(xp, &[1], &[]), 0).unwrap(),
            &[3, 4],
            &[12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        );
        check(
            &x.take_at([&j.slice(s![..;-1]).unwrap().remainder(2).unwrap(), &j.remainder(3).unwrap()]).unwrap(),
            &[2, 4],
            &[0, 1, 2, 3, 20, 21, 22, 23],
        );
        check(
            &x.take_at([&i.remainder(2).unwrap()]).unwrap(),
            &[2, 2, 3, 4],
            &[
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                19, 20, 21, 22, 23, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
            ],
        );
        check(&x.take_at([&i.remainder(2).unwrap(), &i, &i]).unwrap(), &[2, 2], &[10, 0, 23, 17]);
        check(&x.take_along_axis(&k, 1).unwrap(), &[2, 1, 4], &[8, 9, 10, 11, 12, 13, 14, 15]);
        check(
            &x.take_along_axis(k.moveaxis(0, 2).unwrap(), 2).unwrap(),
            &[2, 3, 2],
            &[2, 1, 6, 5, 10, 9, 14, 13, 18, 17, 22, 21],
        );
    }
    let x = counting::<T, B>(xp, &[3, 4]);
    let open = xp.ix([&from_numbers::<i64, B>(xp, &[0, 2], &[2]), &from_numbers(xp, &[3, 1, 1], &[3])]).unwrap();
    check(&x.take_at([&open[0], &open[1]]).unwrap(), &[2, 3], &[3, 1, 1, 11, 9, 9]);
}

/// Every element type is moved as it is.
pub fn every_element_type<B: Backend>(xp: &B) {
    every_type!(moving_of(xp));
}

fn moving_of<T: Element, B: Backend>(xp: &B) {
    let i = from_numbers::<i64, B>(xp, &[2, -3, 1], &[3]);
    let m = from_numbers::<bool, B>(xp, &[1, 0, 1], &[3]);
    for x in layouts::<T, B>(xp, &[2, 3]) {
        check(&x.slice(s![.., ..;-2]).unwrap(), &[2, 2], &[2, 0, 5, 3]);
        check(&x.take(&i, 1).unwrap(), &[2, 3], &[2, 0, 1, 5, 3, 4]);
        check(&x.t().mask(&m).unwrap(), &[2, 2], &[0, 3, 2, 5]);
        check(&x.slice(s![1]).unwrap().mask(&m).unwrap(), &[2], &[3, 5]);
        check(&xp.concatenate(&[&x, &x], 0).unwrap().t(), &[3, 4], &[0, 3, 0, 3, 1, 4, 1, 4, 2, 5, 2, 5]);
        check(
            &x.pad_with((1, 0), PadMode::Constant(true.cast())).unwrap(),
            &[3, 4],
            &[1, 1, 1, 1, 1, 0, 1, 2, 1, 3, 4, 5],
        );
        let mut y = x.clone();
        y.assign(s![0], x.slice(s![1]).unwrap()).unwrap();
        y.put(from_numbers::<i64, B>(xp, &[-1, 0], &[2]), from_numbers::<T, B>(xp, &[7, 8], &[2])).unwrap();
        check(&y, &[2, 3], &[8, 4, 5, 3, 4, 7]);
        check(&x, &[2, 3], &[0, 1, 2, 3, 4, 5]);
    }
}

/// Indices out of bounds are errors, with the index as it was given.
pub fn taking_out_of_bounds<B: Backend>(xp: &B) {
    let x = counting::<f32, B>(xp, &[2, 3]);
    let of = |numbers: &[i64]| from_numbers::<i64, B>(xp, numbers, &[numbers.len()]);
    assert_refused(xp, x.take(of(&[0, 3]), 1), "take", 3, 3);
    assert_refused(xp, x.take(of(&[0, -3]), 0), "take", -3, 2);
    assert_refused(xp, x.take(of(&[6]), None), "take", 6, 6);
    assert_refused(xp, x.take_at([&of(&[0, 1]), &of(&[-4, 0])]), "take_at", -4, 3);
    assert_refused(xp, x.take_at([&of(&[0, 2])]), "take_at", 2, 2);
    assert_refused(xp, x.take_along_axis(of(&[3]).reshape([1, 1]).unwrap(), 1), "take_along_axis", 3, 3);
    assert_refused(xp, x.take(xp.from_slice(&[u64::MAX], 1).unwrap(), 0), "take", i64::MAX, 2);
    assert_refused(xp, counting::<f32, B>(xp, &[0]).take(of(&[0]), 0), "take", 0, 0);
    assert!(matches!(x.take(of(&[0]), 2), Err(Error::Axis { .. })));
    assert!(matches!(x.take_at([&of(&[0]), &of(&[0]), &of(&[0])]), Err(Error::Axis { .. })));
    assert!(matches!(x.take_at([0; 0]), Err(Error::Value { .. })));
    assert!(matches!(x.take_at([&of(&[0, 1]), &of(&[0, 1, 0])]), Err(Error::Shape { .. })));
    assert!(matches!(x.take_along_axis(of(&[0]), 1), Err(Error::Shape { .. })));
    assert!(matches!(x.take_along_axis(of(&[0; 9]).reshape([3, 3]).unwrap(), 1), Err(Error::Shape { .. })));
}

/// Masks and conditions.
pub fn masking<B: Backend>(xp: &B) {
    every_size!(masking_of(xp));
}

fn masking_of<T: Element, B: Backend>(xp: &B) {
    let m = from_numbers::<bool, B>(xp, &[1, 0, 1, 0, 0, 1], &[2, 3]);
    for x in layouts::<T, B>(xp, &[2, 3]) {
        check(&x.mask(&m).unwrap(), &[3], &[0, 2, 5]);
        check(&x.t().mask(&m.t()).unwrap(), &[3], &[0, 2, 5]);
        check(&x.mask(&!&m).unwrap(), &[3], &[1, 3, 4]);
        check(&x.mask(&m.slice(s![.., 0]).unwrap()).unwrap(), &[1, 3], &[0, 1, 2]);
        check(&x.extract(&m.reshape([3, 2]).unwrap()).unwrap(), &[3], &[0, 2, 5]);
        check(&x.compress(&m.slice(s![0]).unwrap(), 1).unwrap(), &[2, 2], &[0, 2, 3, 5]);
        check(&x.compress(&m.slice(s![.., 1]).unwrap(), 0).unwrap(), &[0, 3], &[]);
        check(&x.compress(&m.slice(s![0, ..1]).unwrap(), None).unwrap(), &[1], &[0]);
        let nonzero = x.nonzero().unwrap();
        check(&nonzero[0], &[5], &[0, 0, 1, 1, 1]);
        check(&nonzero[1], &[5], &[1, 2, 0, 1, 2]);
        check(&x.argwhere().unwrap(), &[5, 2], &[0, 1, 0, 2, 1, 0, 1, 1, 1, 2]);
        check(&x.t().flatnonzero().unwrap(), &[5], &[1, 2, 3, 4, 5]);
        assert!(matches!(x.mask(&m.t()), Err(Error::Shape { .. })));
        assert!(matches!(x.extract(&m.slice(s![0]).unwrap()), Err(Error::Shape { .. })));
        assert_refused(xp, x.compress(&m.slice(s![0]).unwrap(), 0), "compress", 2, 2);
        assert!(matches!(x.compress(&m, 0), Err(Error::Shape { .. })));
    }
    let scalar = from_numbers::<T, B>(xp, &[1], &[]);
    check(&scalar.mask(&from_numbers(xp, &[1], &[])).unwrap(), &[1], &[1]);
    assert_eq!(scalar.argwhere().unwrap().shape(), [1, 0]);
    assert!(matches!(scalar.nonzero(), Err(Error::Axis { .. })));
    let empty = counting::<T, B>(xp, &[0, 2]);
    check(&empty.mask(&from_numbers(xp, &[], &[0, 2])).unwrap(), &[0], &[]);
    check(&empty.argwhere().unwrap(), &[0, 2], &[]);
}

/// `where`, `select` and `choose`.
pub fn choosing<B: Backend>(xp: &B) {
    every_type!(choosing_of(xp));
}

fn choosing_of<T: Element, B: Backend>(xp: &B) {
    let m = from_numbers::<bool, B>(xp, &[1, 0, 1], &[3]);
    let one = true.cast::<T>();
    for x in layouts::<T, B>(xp, &[2, 3]) {
        check(&m.where_(&x, &x.flip(..).unwrap()).unwrap(), &[2, 3], &[0, 4, 2, 3, 1, 5]);
        check(&m.where_(&x, one).unwrap(), &[2, 3], &[0, 1, 2, 3, 1, 5]);
        check(&m.where_(one, &x).unwrap(), &[2, 3], &[1, 1, 1, 1, 4, 1]);
        check(&m.where_(one, T::default()).unwrap(), &[3], &[1, 0, 1]);
        let row = x.slice(s![1]).unwrap();
        check(&xp.select(&[&m, &!&m], &[&x, &row], one).unwrap(), &[2, 3], &[0, 4, 2, 3, 4, 5]);
        check(&xp.select(&[&m], &[&x], one).unwrap(), &[2, 3], &[0, 1, 2, 3, 1, 5]);
        let index = from_numbers::<u8, B>(xp, &[2, 0, 1], &[3]);
        check(&index.choose(&[&x, &row, &x.flip(0).unwrap()]).unwrap(), &[2, 3], &[3, 1, 5, 0, 4, 5]);
        assert_eq!(index.choose(&[&x, &row]).err(), Some(Error::Index { op: "choose", index: 2, len: 2 }));
        assert!(matches!((&index.astype::<i8>() - 1).choose(&[&x, &row]), Err(Error::Index { index: -1, .. })));
        assert!(matches!(index.choose::<T>(&[]), Err(Error::Value { .. })));
        assert!(matches!(xp.select(&[&m], &[&x, &x], one), Err(Error::Value { .. })));
        assert!(matches!(m.slice(s![..2]).unwrap().where_(&x, one), Err(Error::Shape { .. })));
    }
    let promoted: Array<f64, B> = m.where_(&counting::<i32, B>(xp, &[3]), &counting::<f32, B>(xp, &[3])).unwrap();
    check(&promoted, &[3], &[0, 1, 2]);
}

/// Indices out of bounds that count: `take`, `choose`.
pub fn modes<B: Backend>(xp: &B) {
    for_types!([i8 i32 i64 u8 u64] I => {
        let x = xp.array([[10, 20, 30], [40, 50, 60]]).unwrap();
        let far = from_numbers::<I, B>(xp, &[4, 100], &[2]);
        check(&x.take_with(&far, 1, IndexMode::Wrap).unwrap(), &[2, 2], &[20, 20, 50, 50]);
        check(&x.take_with(&far, None, IndexMode::Clip).unwrap(), &[2], &[50, 60]);
        let (a, b) = (xp.array([1, 2]).unwrap(), xp.array([[3, 4], [5, 6]]).unwrap());
        check(&far.choose_with(&[&a, &a, &a], IndexMode::Wrap).unwrap(), &[2], &[1, 2]);
        check(&far.t().choose_with(&[&a, &b], IndexMode::Clip).unwrap(), &[2, 2], &[3, 4, 5, 6]);
    });
    let x = xp.array([10, 20, 30]).unwrap();
    check(&x.take_with([-1, -7, 2], 0, IndexMode::Clip).unwrap(), &[3], &[10, 10, 30]);
    check(&x.take_with([-1, -7, 2], 0, IndexMode::Wrap).unwrap(), &[3], &[30, 30, 30]);
    check(&x.take_with(xp.array(&[u64::MAX, 1 << 63]).unwrap(), 0, IndexMode::Wrap).unwrap(), &[2], &[10, 30]);
    check(&x.take_with(xp.array(&[u64::MAX]).unwrap(), 0, IndexMode::Clip).unwrap(), &[1], &[30]);
    check(&x.take_with(xp.zeros::<i64>(0).unwrap(), 0, IndexMode::Wrap).unwrap(), &[0], &[]);
    let empty = xp.zeros::<i32>(0).unwrap();
    assert!(matches!(empty.take_with([1], 0, IndexMode::Clip), Err(Error::Index { .. })));
    assert!(matches!(x.choose_with(&[&x], IndexMode::Raise), Err(Error::Index { .. })));
    assert!(matches!(x.choose_with::<i32>(&[], IndexMode::Wrap), Err(Error::Value { .. })));
}
