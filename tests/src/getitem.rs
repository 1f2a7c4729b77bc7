//! Slices, index arrays and masks in one selection.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::compare::assert_refused;
use crate::every_size;
use xparray::prelude::*;
use xparray::{Ellipsis, Error, IndexItem};

/// Every way to mix them, read and written, in every layout.
pub fn mixed<B: Backend>(xp: &B) {
    every_size!(mixed_of(xp));
}

fn mixed_of<T: Element, B: Backend>(xp: &B) {
    let i = &from_numbers::<i64, B>(xp, &[0, 1, -1, 0], &[2, 2]);
    let j = &from_numbers::<u8, B>(xp, &[2, 0], &[2]);
    let m = &xp.arange((0, 12, 1)).unwrap().reshape([3, 4]).unwrap().remainder(5).unwrap().equal(1).unwrap();
    let r = &xp.array([true, false, true]).unwrap();
    for x in layouts::<T, B>(xp, &[2, 3, 4]) {
        mixed_in(xp, &x, [i, &j.astype()], [m, r]);
    }
}

/// x[..] and x[..] = np.arange(100, ..) % 97 of x = np.arange(24).reshape(2, 3, 4)
#[rustfmt::skip]
fn mixed_in<T: Element, B: Backend>(xp: &B, x: &Array<T, B>, [i, j]: [&Array<i64, B>; 2], [m, r]: [&Array<bool, B>; 2]) {
    let get = |items: &[IndexItem<B>]| x.getitem(items).unwrap();
    let set = |items: &[IndexItem<B>], expected: &[i64]| {
        let mut y = x.clone();
        let shape = x.getitem(items).unwrap().shape().to_vec();
        let n: usize = shape.iter().product();
        let values: Vec<i64> = (100..100 + n as i64).map(|v| v % 97).collect();
        y.setitem(items, from_numbers::<T, B>(xp, &values, &shape)).unwrap();
        check(&y, &[2, 3, 4], expected);
    };
    check(&get(ix![.., j, 1]), &[2, 2], &[9, 1, 21, 13]);
    set(ix![.., j, 1], &[0, 4, 2, 3, 4, 5, 6, 7, 8, 3, 10, 11, 12, 6, 14, 15, 16, 17, 18, 19, 20, 5, 22, 23]);
    check(&get(ix![0, .., j]), &[2, 3], &[2, 6, 10, 0, 4, 8]);
    set(ix![0, .., j], &[6, 1, 3, 3, 7, 5, 4, 7, 8, 9, 5, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
    check(&get(ix![i, 1.., j]), &[2, 2, 2], &[6, 10, 16, 20, 18, 22, 4, 8]);
    set(ix![i, 1.., j], &[0, 1, 2, 3, 9, 5, 3, 7, 10, 9, 4, 11, 12, 13, 14, 15, 5, 17, 7, 19, 6, 21, 8, 23]);
    check(&get(ix![i, j]), &[2, 2, 4], &[8, 9, 10, 11, 12, 13, 14, 15, 20, 21, 22, 23, 0, 1, 2, 3]);
    set(ix![i, j], &[15, 16, 17, 18, 4, 5, 6, 7, 3, 4, 5, 6, 7, 8, 9, 10, 16, 17, 18, 19, 11, 12, 13, 14]);
    check(&get(ix![.., m]), &[2, 3], &[1, 6, 11, 13, 18, 23]);
    set(ix![.., m], &[0, 3, 2, 3, 4, 5, 4, 7, 8, 9, 10, 5, 12, 6, 14, 15, 16, 17, 7, 19, 20, 21, 22, 8]);
    check(&get(ix![1, m]), &[3], &[13, 18, 23]);
    set(ix![1, m], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 3, 14, 15, 16, 17, 4, 19, 20, 21, 22, 5]);
    check(&get(ix![.., r, ..;-2]), &[2, 2, 2], &[3, 1, 11, 9, 15, 13, 23, 21]);
    set(ix![.., r, ..;-2], &[0, 4, 2, 3, 4, 5, 6, 7, 8, 6, 10, 5, 12, 8, 14, 7, 16, 17, 18, 19, 20, 10, 22, 9]);
    check(&get(ix![NewAxis, .., j, 1..3]), &[1, 2, 2, 2], &[9, 10, 1, 2, 21, 22, 13, 14]);
    set(ix![NewAxis, .., j, 1..3], &[0, 5, 6, 3, 4, 5, 6, 7, 8, 3, 4, 11, 12, 9, 10, 15, 16, 17, 18, 19, 20, 7, 8, 23]);
    check(&get(ix![Ellipsis, i]), &[2, 3, 2, 2], &[0, 1, 3, 0, 4, 5, 7, 4, 8, 9, 11, 8, 12, 13, 15, 12, 16, 17, 19, 16, 20, 21, 23, 20]);
    set(ix![Ellipsis, i], &[6, 4, 2, 5, 10, 8, 6, 9, 14, 12, 10, 13, 18, 16, 14, 17, 22, 20, 18, 21, 26, 24, 22, 25]);
    check(&get(ix![[1, 0], Ellipsis, [0, 3]]), &[2, 3], &[12, 16, 20, 3, 7, 11]);
    set(ix![[1, 0], Ellipsis, [0, 3]], &[0, 1, 2, 6, 4, 5, 6, 7, 8, 9, 10, 8, 3, 13, 14, 15, 4, 17, 18, 19, 5, 21, 22, 23]);
    check(&get(ix![.., 0, Ellipsis, [1, 3]]), &[2, 2], &[1, 13, 3, 15]);
    set(ix![.., 0, Ellipsis, [1, 3]], &[0, 3, 2, 5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 4, 14, 6, 16, 17, 18, 19, 20, 21, 22, 23]);
    check(&get(ix![..;-1, j, NewAxis]), &[2, 2, 1, 4], &[20, 21, 22, 23, 12, 13, 14, 15, 8, 9, 10, 11, 0, 1, 2, 3]);
    set(ix![..;-1, j, NewAxis], &[15, 16, 17, 18, 4, 5, 6, 7, 11, 12, 13, 14, 7, 8, 9, 10, 16, 17, 18, 19, 3, 4, 5, 6]);
    check(&get(ix![1, r, -1]), &[2], &[15, 23]);
    set(ix![1, r, -1], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 3, 16, 17, 18, 19, 20, 21, 22, 4]);
    check(&get(ix![.., 3..1, j]), &[2, 0, 2], &[]);
    set(ix![.., 3..1, j], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
    check(&get(ix![i, i, i]), &[2, 2], &[0, 17, 23, 0]);
    set(ix![i, i, i], &[6, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 4, 18, 19, 20, 21, 22, 5]);
}

/// Values that broadcast, nothing selected, arrays without axes.
pub fn values_broadcast<B: Backend>(xp: &B) {
    let x = counting::<f32, B>(xp, &[3, 4]);
    let (rows, none) = (xp.array([0, 2]).unwrap(), xp.zeros::<i64>(0).unwrap());
    let set = |items: &[IndexItem<B>], values: Array<f32, B>| {
        let mut x = x.clone();
        x.setitem(items, values).map(|()| x)
    };
    let row = from_numbers::<f32, B>(xp, &[7, 8], &[1, 1, 2]);
    check(&set(ix![&rows, 1..3], row).unwrap(), &[3, 4], &[0, 7, 8, 3, 4, 5, 6, 7, 8, 7, 8, 11]);
    check(
        &set(ix![&none, ..], xp.zeros::<f32>([0, 4]).unwrap()).unwrap(),
        &[3, 4],
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    );
    assert_eq!(x.getitem(ix![&none, 1..]).unwrap().shape(), [0, 3]);
    assert_eq!(x.getitem(ix![1, xp.scalar(2i64)]).unwrap().item().unwrap(), 6.0);
    assert_eq!(x.getitem(ix![Vec::<i64>::new()]).unwrap().shape(), [0, 4]);
    assert_eq!(xp.zeros::<f32>([0, 2]).unwrap().getitem(ix![.., [1, 0, 1]]).unwrap().shape(), [0, 3]);
    check(&x.getitem(ix![1.., ..;3]).unwrap(), &[2, 2], &[4, 7, 8, 11]);
    // Of several values at one place the last stays.
    check(
        &set(ix![[1, 1], 0], from_numbers(xp, &[5, 6], &[2])).unwrap(),
        &[3, 4],
        &[0, 1, 2, 3, 6, 5, 6, 7, 8, 9, 10, 11],
    );
    // The operand may be a source.
    let mut y = x.clone();
    y.setitem(ix![.., [0, 3]], y.getitem(ix![.., [3, 0]]).unwrap()).unwrap();
    check(&y, &[3, 4], &[3, 1, 2, 0, 7, 5, 6, 4, 11, 9, 10, 8]);
    let wide = from_numbers::<f32, B>(xp, &[1], &[1]).broadcast_to([3]).unwrap();
    check(&wide.getitem(ix![[2, 0]]).unwrap(), &[2], &[1, 1]);
}

/// What selects nothing that there is.
pub fn refused<B: Backend>(xp: &B) {
    let x = counting::<f32, B>(xp, &[2, 3]);
    let mask = xp.array([true, false]).unwrap();
    assert_refused(xp, x.getitem(ix![.., [0, 3]]), "getitem", 3, 3);
    assert_refused(xp, x.getitem(ix![[0, -3], 1..]), "getitem", -3, 2);
    assert!(matches!(x.getitem(ix![2, [0, 1]]), Err(Error::Index { index: 2, len: 2, .. })));
    let mut y = x.clone();
    assert_refused(xp, y.setitem(ix![.., [0, 3]], 9.0), "setitem", 3, 3);
    check(&y, &[2, 3], &[0, 1, 2, 3, 4, 5]);
    assert!(matches!(x.getitem(ix![0, [0], 0]), Err(Error::Axis { .. })));
    assert!(matches!(x.getitem(ix![&mask, &mask]), Err(Error::Shape { .. })));
    assert!(matches!(x.getitem(ix![[0, 1], [0, 1, 2]]), Err(Error::Shape { .. })));
    assert!(matches!(x.getitem(ix![Ellipsis, [0], Ellipsis]), Err(Error::Value { .. })));
    assert!(matches!(x.getitem(ix![xp.scalar(true)]), Err(Error::Value { .. })));
    assert!(matches!(x.getitem(ix![&x]), Err(Error::DType { .. })));
    assert!(matches!(x.getitem(ix![[0], ..;0]), Err(Error::Value { .. })));
    let mut y = x.clone();
    assert!(matches!(y.setitem(ix![.., [0, 1]], counting::<f32, B>(xp, &[3])), Err(Error::Shape { .. })));
    check(&y, &[2, 3], &[0, 1, 2, 3, 4, 5]);
}
