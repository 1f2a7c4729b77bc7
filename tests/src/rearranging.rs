//! Joining, splitting, repeating, shifting, inserting, removing, grids.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::every_size;
use xparray::prelude::*;
use xparray::{Error, SliceRange, ndindex};

/// Several arrays as one.
pub fn joining<B: Backend>(xp: &B) {
    every_size!(joining_of(xp));
}

fn joining_of<T: Element, B: Backend>(xp: &B) {
    let row = counting::<T, B>(xp, &[1, 3]);
    let y = counting::<T, B>(xp, &[3]);
    for x in layouts::<T, B>(xp, &[2, 3]) {
        check(&xp.concatenate(&[&x, &row, &x], 0).unwrap(), &[5, 3], &[0, 1, 2, 3, 4, 5, 0, 1, 2, 0, 1, 2, 3, 4, 5]);
        check(
            &xp.concatenate(&[&x, &x.flip(..).unwrap()], -1).unwrap(),
            &[2, 6],
            &[0, 1, 2, 5, 4, 3, 3, 4, 5, 2, 1, 0],
        );
        check(&xp.concatenate(&[&x, &y], None).unwrap(), &[9], &[0, 1, 2, 3, 4, 5, 0, 1, 2]);
        check(
            &xp.concatenate(&[&x.slice(s![0..0]).unwrap(), &row.broadcast_to([2, 3]).unwrap()], 0).unwrap(),
            &[2, 3],
            &[0, 1, 2, 0, 1, 2],
        );
        check(&xp.stack(&[&x, &x.flip(0).unwrap()], 0).unwrap(), &[2, 2, 3], &[0, 1, 2, 3, 4, 5, 3, 4, 5, 0, 1, 2]);
        check(&xp.stack(&[&x, &x.flip(0).unwrap()], 1).unwrap(), &[2, 2, 3], &[0, 1, 2, 3, 4, 5, 3, 4, 5, 0, 1, 2]);
        check(&xp.stack(&[&x, &x.flip(0).unwrap()], -1).unwrap(), &[2, 3, 2], &[0, 3, 1, 4, 2, 5, 3, 0, 4, 1, 5, 2]);
        check(&xp.vstack(&[&x, &y]).unwrap(), &[3, 3], &[0, 1, 2, 3, 4, 5, 0, 1, 2]);
        check(&xp.hstack(&[&x, &x]).unwrap(), &[2, 6], &[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5]);
        check(&xp.dstack(&[&x, &x]).unwrap(), &[2, 3, 2], &[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        check(&xp.column_stack(&[&x.t(), &y]).unwrap(), &[3, 3], &[0, 3, 0, 1, 4, 1, 2, 5, 2]);
        check(
            &xp.block(&[&[&x, &x], &[&y, &y]]).unwrap(),
            &[3, 6],
            &[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 0, 1, 2, 0, 1, 2],
        );
        check(&x.append(&row, 0).unwrap(), &[3, 3], &[0, 1, 2, 3, 4, 5, 0, 1, 2]);
        check(&x.append(&y, None).unwrap(), &[9], &[0, 1, 2, 3, 4, 5, 0, 1, 2]);
    }
    check(&xp.hstack(&[&y, &y]).unwrap(), &[6], &[0, 1, 2, 0, 1, 2]);
    check(&xp.dstack(&[&y, &y]).unwrap(), &[1, 3, 2], &[0, 0, 1, 1, 2, 2]);
    let scalar = counting::<T, B>(xp, &[]);
    check(&xp.hstack(&[&scalar, &scalar]).unwrap(), &[2], &[0, 0]);
    check(&xp.stack(&[&scalar, &scalar], 0).unwrap(), &[2], &[0, 0]);
    let empty = counting::<T, B>(xp, &[0, 3]);
    check(&xp.concatenate(&[&empty, &empty], 1).unwrap(), &[0, 6], &[]);
}

/// Parts of expressions are computed together, and written once; few small ones by one kernel.
pub fn joining_is_few_kernels<B: Backend>(xp: &B) {
    let x = counting::<f32, B>(xp, &[100]);
    let kernels = |join: &dyn Fn() -> Array<f32, B>| {
        let before = xp.stats();
        let z = join();
        z.eval().unwrap();
        ((xp.stats() - before).kernels, z)
    };
    let (count, z) = kernels(&|| xp.stack(&[&(&x + 1.0), &(&x * 2.0)], 0).unwrap());
    assert_eq!(count, 2);
    assert_eq!(z.slice(xparray::s![.., -1]).unwrap().to_vec().unwrap(), [100.0, 198.0]);
    let (count, z) = kernels(&|| xp.concatenate(&[&(&x + 1.0), &(&x * 2.0)], 0).unwrap());
    assert_eq!(count, 2);
    assert_eq!(z.slice(xparray::s![99..;100]).unwrap().to_vec().unwrap(), [100.0, 198.0]);
    // What is joined goes into what is made of it.
    let (count, z) = kernels(&|| xp.stack(&[&x, &(&x * 2.0), &(&x * 3.0)], 1).unwrap() + 1.0);
    assert_eq!(count, 2);
    assert_eq!(z.slice(xparray::s![-1]).unwrap().to_vec().unwrap(), [100.0, 199.0, 298.0]);
}

/// Many deferred arrays make many kernels, of a bounded size each.
pub fn joining_many_deferred_arrays<B: Backend>(xp: &B) {
    let n = 5600;
    let x = counting::<f32, B>(xp, &[n, 3]);
    let rows = |step: &dyn Fn(Array<f32, B>) -> Array<f32, B>| {
        let row = |i: usize| step(x.slice(xparray::s![i]).unwrap());
        (0..n).map(row).collect::<Vec<_>>()
    };
    let host = x.to_vec().unwrap();
    // The kernels that copy rows to their places, several each, come last.
    let negative = rows(&|row| (0..11).fold(row, |row, _| row.negative()));
    let before = xp.stats();
    let joined = xp.stack(&negative.iter().collect::<Vec<_>>(), 0).unwrap();
    let kernels = (xp.stats() - before).kernels as usize;
    assert!(kernels <= n / 8 + n / 16, "{kernels}");
    assert_eq!(joined.to_vec().unwrap(), host.iter().map(|x| -x).collect::<Vec<_>>());
    // Nothing in common but the shape, and each array twice.
    let doubled = rows(&|row| row.copy() * 2.0);
    let twice: Vec<_> = doubled.iter().chain(&doubled).collect();
    let expected: Vec<_> = host.iter().map(|x| x * 2.0).collect();
    assert_eq!(xp.concatenate(&twice, 0).unwrap().to_vec().unwrap(), expected.repeat(2));
}

/// Shapes that do not go together.
pub fn joining_errors<B: Backend>(xp: &B) {
    let (x, y) = (counting::<f32, B>(xp, &[2, 3]), counting::<f32, B>(xp, &[3]));
    assert!(matches!(xp.concatenate::<Array<f32, B>>(&[], 0), Err(Error::Value { .. })));
    assert!(matches!(xp.stack::<Array<f32, B>>(&[], 0), Err(Error::Value { .. })));
    assert!(matches!(xp.concatenate(&[&x, &y], 0), Err(Error::Shape { .. })));
    assert!(matches!(xp.concatenate(&[&x, &x.t()], 0), Err(Error::Shape { .. })));
    assert!(matches!(xp.concatenate(&[&x], 2), Err(Error::Axis { .. })));
    assert!(matches!(xp.stack(&[&x, &x.t()], 0), Err(Error::Shape { .. })));
    assert!(matches!(xp.stack(&[&x], 3), Err(Error::Axis { .. })));
}

/// One array as several.
pub fn splitting<B: Backend>(xp: &B) {
    let x = counting::<i16, B>(xp, &[4, 5, 2]);
    let shapes = |parts: Vec<Array<i16, B>>| parts.iter().map(|part| part.shape().to_vec()).collect::<Vec<_>>();
    let firsts = |parts: Vec<Array<i16, B>>| {
        parts.iter().map(|part| part.ravel().to_vec().unwrap().first().copied()).collect::<Vec<_>>()
    };
    assert_eq!(firsts(x.split(2, 0).unwrap()), [Some(0), Some(20)]);
    assert_eq!(firsts(x.vsplit(4).unwrap()), [Some(0), Some(10), Some(20), Some(30)]);
    assert_eq!(firsts(x.hsplit([1, -1]).unwrap()), [Some(0), Some(2), Some(8)]);
    assert_eq!(firsts(x.dsplit(2).unwrap()), [Some(0), Some(1)]);
    assert_eq!(firsts(x.split([2, 1, 9], 0).unwrap()), [Some(0), None, Some(10), None]);
    assert_eq!(shapes(x.array_split(3, 1).unwrap()), [[4, 2, 2], [4, 2, 2], [4, 1, 2]]);
    assert_eq!(
        shapes(x.array_split(6, 0).unwrap()),
        [[1, 5, 2], [1, 5, 2], [1, 5, 2], [1, 5, 2], [0, 5, 2], [0, 5, 2]]
    );
    assert_eq!(shapes(counting(xp, &[6]).hsplit(3).unwrap()), [[2], [2], [2]]);
    let rows = x.unstack(1).unwrap();
    assert_eq!((rows.len(), rows[3].shape()), (5, &[4, 2][..]));
    assert_eq!(xp.stack(&rows.iter().collect::<Vec<_>>(), 1).unwrap().to_vec().unwrap(), x.to_vec().unwrap());
    assert!(matches!(x.unstack(3), Err(Error::Axis { .. })));
    assert!(matches!(x.split(3, 0), Err(Error::Value { .. })));
    assert!(matches!(x.array_split(0, 0), Err(Error::Value { .. })));
    assert!(matches!(x.split(2, 3), Err(Error::Axis { .. })));
    assert!(matches!(counting::<i16, B>(xp, &[6]).vsplit(2), Err(Error::Axis { .. })));
}

/// Tiles, repeats, shifts, new sizes.
pub fn repeating<B: Backend>(xp: &B) {
    every_size!(repeating_of(xp));
}

fn repeating_of<T: Element, B: Backend>(xp: &B) {
    for x in layouts::<T, B>(xp, &[2, 3]) {
        check(&x.tile(2).unwrap(), &[2, 6], &[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5]);
        check(&x.tile([2, 1]).unwrap(), &[4, 3], &[0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
        check(
            &x.tile([2, 1, 2]).unwrap(),
            &[2, 2, 6],
            &[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5],
        );
        check(&x.tile([0, 2]).unwrap(), &[0, 6], &[]);
        check(&x.tile(()).unwrap(), &[2, 3], &[0, 1, 2, 3, 4, 5]);
        check(&x.repeat(2, 1).unwrap(), &[2, 6], &[0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        check(&x.repeat(2, 0).unwrap(), &[4, 3], &[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5]);
        check(&x.repeat(3, None).unwrap(), &[18], &[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5]);
        check(&x.repeat(0, 0).unwrap(), &[0, 3], &[]);
        check(&x.repeat([2, 0, 1], -1).unwrap(), &[2, 3], &[0, 0, 2, 3, 3, 5]);
        check(&x.repeat([0, 1, 2, 0, 0, 3], None).unwrap(), &[6], &[1, 2, 2, 5, 5, 5]);
        check(&x.roll(2, None).unwrap(), &[2, 3], &[4, 5, 0, 1, 2, 3]);
        check(&x.roll(-1, 1).unwrap(), &[2, 3], &[1, 2, 0, 4, 5, 3]);
        check(&x.roll(7, 0).unwrap(), &[2, 3], &[3, 4, 5, 0, 1, 2]);
        check(&x.roll(isize::MIN, 0).unwrap(), &[2, 3], &[0, 1, 2, 3, 4, 5]);
        check(&x.roll((1, -1), (0, 1)).unwrap(), &[2, 3], &[4, 5, 3, 1, 2, 0]);
        check(&x.roll(1, [0, -1]).unwrap(), &[2, 3], &[5, 3, 4, 2, 0, 1]);
        check(&x.roll([1, 1, 2], 1).unwrap(), &[2, 3], &[2, 0, 1, 5, 3, 4]);
        check(&x.roll([1, 3], [1, 1]).unwrap(), &[2, 3], &[2, 0, 1, 5, 3, 4]);
        check(&x.roll([0; 0], 1).unwrap(), &[2, 3], &[0, 1, 2, 3, 4, 5]);
        assert!(matches!(x.roll([1, 2], [0, 1, 0]), Err(Error::Shape { .. })));
        assert!(matches!(x.roll([1, 2], [0, 2]), Err(Error::Axis { .. })));
        check(&x.resize([2, 2]).unwrap(), &[2, 2], &[0, 1, 2, 3]);
        check(&x.resize([4, 4]).unwrap(), &[4, 4], &[0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3]);
        check(&x.resize(0).unwrap(), &[0], &[]);
    }
    let empty = counting::<T, B>(xp, &[0]);
    check(&empty.resize([2]).unwrap(), &[2], &[0, 0]);
    check(&empty.roll(3, 0).unwrap(), &[0], &[]);
    check(&counting::<T, B>(xp, &[]).roll(3, None).unwrap(), &[], &[0]);
    // Four axes: the last one in a copy of its own.
    let x = counting::<T, B>(xp, &[2, 2, 2, 3]);
    let rolled = x.roll([1, 1, 1, 1], [0, 1, 2, 3]).unwrap();
    let same = (0..4).fold(x.clone(), |x, k| x.roll(1, k).unwrap());
    assert_eq!(rolled.to_vec().unwrap(), same.to_vec().unwrap());
    check(&rolled.slice(s![0, 0, 0]).unwrap(), &[3], &[23, 21, 22]);
    check(&counting::<T, B>(xp, &[]).repeat(2, None).unwrap(), &[2], &[0, 0]);
    check(&counting::<T, B>(xp, &[]).tile([2, 2]).unwrap(), &[2, 2], &[0; 4]);
}

/// Elements inserted, deleted, trimmed.
pub fn inserting<B: Backend>(xp: &B) {
    every_size!(inserting_of(xp));
}

fn inserting_of<T: Element, B: Backend>(xp: &B) {
    let (y, z) = (counting::<T, B>(xp, &[3]), counting::<T, B>(xp, &[2]));
    let one = true.cast::<T>();
    for x in layouts::<T, B>(xp, &[2, 3]) {
        check(&x.insert(1, one, None).unwrap(), &[7], &[0, 1, 1, 2, 3, 4, 5]);
        check(&x.insert(1, &y, 0).unwrap(), &[3, 3], &[0, 1, 2, 0, 1, 2, 3, 4, 5]);
        check(&x.insert(-1, &z, 1).unwrap(), &[2, 4], &[0, 1, 0, 2, 3, 4, 1, 5]);
        check(&x.insert(3, one, 1).unwrap(), &[2, 4], &[0, 1, 2, 1, 3, 4, 5, 1]);
        check(&x.insert([1], &x, 0).unwrap(), &[4, 3], &[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5]);
        check(&x.insert([2, 0, 2, 3], one, 1).unwrap(), &[2, 7], &[1, 0, 1, 1, 1, 2, 1, 1, 3, 4, 1, 1, 5, 1]);
        check(&x.insert([2, 0, -1], &y, 1).unwrap(), &[2, 6], &[1, 0, 1, 0, 2, 2, 1, 3, 4, 0, 2, 5]);
        check(&x.insert([3, 0, 3], &y, None).unwrap(), &[9], &[1, 0, 1, 2, 0, 2, 3, 4, 5]);
        check(&x.delete(1, 1).unwrap(), &[2, 2], &[0, 2, 3, 5]);
        check(&x.delete([0, -1, 0], 1).unwrap(), &[2, 1], &[1, 4]);
        check(&x.delete([1, 4], None).unwrap(), &[4], &[0, 2, 3, 5]);
        check(&x.delete([0, 1], 0).unwrap(), &[0, 3], &[]);
        check(&x.delete([0; 0], 0).unwrap(), &[2, 3], &[0, 1, 2, 3, 4, 5]);
        // Ranges, masks, arrays of indices.
        check(&x.delete(1.., 1).unwrap(), &[2, 1], &[0, 3]);
        check(&x.delete(-2..9, None).unwrap(), &[4], &[0, 1, 2, 3]);
        check(&x.delete(SliceRange::from(..).step(-2), None).unwrap(), &[3], &[0, 2, 4]);
        check(&x.delete(&xp.array([true, false, true]).unwrap(), 1).unwrap(), &[2, 1], &[1, 4]);
        check(&x.delete(&from_numbers::<i8, B>(xp, &[-1, 0, -1], &[3]), 1).unwrap(), &[2, 1], &[1, 4]);
        check(&x.delete(&xp.zeros::<u64>(0).unwrap(), 0).unwrap(), &[2, 3], &[0, 1, 2, 3, 4, 5]);
        check(&x.insert(1..3, one, 1).unwrap(), &[2, 5], &[0, 1, 1, 1, 2, 3, 1, 4, 1, 5]);
        check(
            &x.insert(&xp.array([true, false, true]).unwrap(), z.reshape([2, 1]).unwrap(), 1).unwrap(),
            &[2, 5],
            &[0, 0, 1, 0, 2, 1, 3, 4, 1, 5],
        );
        check(
            &x.insert(&from_numbers::<i16, B>(xp, &[3, 0, -1], &[3]), &y, 1).unwrap(),
            &[2, 6],
            &[1, 0, 1, 2, 2, 0, 1, 3, 4, 2, 5, 0],
        );
        check(&x.insert(2..2, one, 1).unwrap(), &[2, 3], &[0, 1, 2, 3, 4, 5]);
        assert!(matches!(x.delete(&xp.array([true, false]).unwrap(), 1), Err(Error::Shape { .. })));
        assert!(matches!(x.delete(&xp.array([3]).unwrap(), 1), Err(Error::Index { .. })));
        assert!(matches!(x.insert(&xp.array([4]).unwrap(), one, 1), Err(Error::Index { .. })));
        assert!(matches!(x.insert(4, one, 1), Err(Error::Index { .. })));
        assert!(matches!(x.insert([0, -4], one, 1), Err(Error::Index { .. })));
        assert!(matches!(x.insert([0, 1], &y, 0).unwrap().shape(), [4, 3]));
        assert!(matches!(x.insert([0, 1], y.reshape([3, 1]).unwrap(), 1), Err(Error::Shape { .. })));
        assert!(matches!(x.delete(3, 1), Err(Error::Index { .. })));
        assert!(matches!(x.delete([0, -3], 0), Err(Error::Index { .. })));
    }
    // More runs than are copied one by one.
    let x = counting::<T, B>(xp, &[100]);
    let odd: Vec<isize> = (0..50).map(|i| 2 * i + 1).collect();
    check(&x.delete(&odd[..], 0).unwrap(), &[50], &(0..50).map(|i| 2 * i).collect::<Vec<_>>());
    check(
        &x.slice(s![1..]).unwrap().delete(&odd[..49], 0).unwrap(),
        &[50],
        &(0..50).map(|i| 2 * i + 1).collect::<Vec<_>>(),
    );
    let x = from_numbers::<T, B>(xp, &[0, 0, 1, 0, 2, 0], &[6]);
    check(&x.trim_zeros().unwrap(), &[3], &[1, 0, 2]);
    check(&x.trim_zeros_with(Trim::Front).unwrap(), &[4], &[1, 0, 2, 0]);
    check(&x.trim_zeros_with(Trim::Back).unwrap(), &[5], &[0, 0, 1, 0, 2]);
    check(&x.slice(s![..2]).unwrap().trim_zeros().unwrap(), &[0], &[]);
    check(&x.reshape([3, 2]).unwrap().trim_zeros().unwrap(), &[2, 1], &[1, 2]);
}

/// Coordinates and indices.
pub fn grids<B: Backend>(xp: &B) {
    let (x, y) = (counting::<f64, B>(xp, &[3]), counting::<f64, B>(xp, &[2]));
    let z = counting::<f64, B>(xp, &[2]);
    let xy = xp.meshgrid(&[&x, &y, &z]).unwrap();
    let ij = xp.meshgrid_with(&[&x, &y, &z], Meshgrid::new().indexing(Indexing::Ij)).unwrap();
    check(&xy[0], &[2, 3, 2], &[0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2]);
    check(&xy[1], &[2, 3, 2], &[0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    check(&xy[2], &[2, 3, 2], &[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    check(&ij[0], &[3, 2, 2], &[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
    check(&ij[1], &[3, 2, 2], &[0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]);
    check(&ij[2], &[3, 2, 2], &[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    check(&xp.meshgrid(&[&x]).unwrap()[0], &[3], &[0, 1, 2]);
    let open = xp.meshgrid_with(&[&x, &y, &z], Meshgrid::new().sparse(true)).unwrap();
    assert_eq!([open[0].shape(), open[1].shape(), open[2].shape()], [[1, 3, 1], [2, 1, 1], [1, 1, 2]]);
    let open = xp.meshgrid_with(&[&x, &y], Meshgrid::new().indexing(Indexing::Ij).sparse(true)).unwrap();
    check(&open[0], &[3, 1], &[0, 1, 2]);
    check(&open[1], &[1, 2], &[0, 1]);
    check(&xp.mgrid([(1u8, 3, 1), (0, 5, 2)]).unwrap(), &[2, 2, 3], &[1, 1, 1, 2, 2, 2, 0, 2, 4, 0, 2, 4]);
    check(&xp.mgrid([(1, 3, 1)]).unwrap(), &[1, 2], &[1, 2]);
    check(&xp.mgrid([0..0, 0..2]).unwrap(), &[2, 0, 2], &[]);
    check(&xp.ogrid([2, 3]).unwrap()[1], &[1, 3], &[0, 1, 2]);
    assert!(matches!(xp.mgrid([0..1; 0]), Err(Error::Value { .. })));
    let above = xp.mask_indices(3, |ones| ones.triu_with(1)).unwrap();
    check(&above[0], &[3], &[0, 0, 1]);
    check(&above[1], &[3], &[1, 2, 2]);
    assert_eq!(xp.mask_indices(0, |ones| ones.tril()).unwrap()[0].shape(), [0]);
    check(&xp.indices([2, 3]).unwrap(), &[2, 2, 3], &[0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2]);
    check(&xp.indices(2).unwrap(), &[1, 2], &[0, 1]);
    check(&xp.indices([0, 2]).unwrap(), &[2, 0, 2], &[]);
    check(&xp.indices(()).unwrap(), &[0], &[]);
    let [lower, upper] = [xp.tril_indices(2, -1, 3), xp.triu_indices(2, 1, 3)].map(Result::unwrap);
    check(&xp.stack(&[&lower[0], &lower[1]], 0).unwrap(), &[2, 1], &[1, 0]);
    check(&xp.stack(&[&upper[0], &upper[1]], 0).unwrap(), &[2, 3], &[0, 0, 1, 1, 2, 2]);
    check(&xp.diag_indices(3, 2).unwrap()[1], &[3], &[0, 1, 2]);
    let flat = from_numbers::<i32, B>(xp, &[22, 41, 37, 0], &[2, 2]);
    let places = flat.unravel_index([7, 6]).unwrap();
    check(&places[0], &[2, 2], &[3, 6, 6, 0]);
    check(&places[1], &[2, 2], &[4, 5, 1, 0]);
    check(&xp.ravel_multi_index([&places[0], &places[1]], [7, 6]).unwrap(), &[2, 2], &[22, 41, 37, 0]);
    let [i, j] = [[1, 2], [0, 1]].map(|n| from_numbers::<u8, B>(xp, &n, &[2]));
    let open = xp.ix([&i, &j]).unwrap();
    check(&open[0], &[2, 1], &[1, 2]);
    check(&open[1], &[1, 2], &[0, 1]);
    check(&xp.ravel_multi_index([&open[0], &open[1]], [3, 4]).unwrap(), &[2, 2], &[4, 5, 8, 9]);
    let (rows, columns) = ([-1, 7, 2], [4, -9, 3]);
    check(&xp.ravel_multi_index_with((rows, columns), [3, 4], IndexMode::Wrap).unwrap(), &[3], &[8, 7, 11]);
    check(&xp.ravel_multi_index_with((rows, columns), [3, 4], IndexMode::Clip).unwrap(), &[3], &[3, 8, 11]);
    assert!(matches!(xp.ravel_multi_index_with((rows, columns), [0, 4], IndexMode::Clip), Err(Error::Index { .. })));
    assert_eq!(flat.unravel_index([7, 5]).err(), Some(Error::Index { op: "unravel_index", index: 41, len: 35 }));
    assert!(matches!((-&flat).unravel_index([7, 6]), Err(Error::Index { index: -41, .. })));
    assert!(matches!(xp.ravel_multi_index([&i, &i], [3, 2]), Err(Error::Index { index: 2, .. })));
    assert!(matches!(xp.ravel_multi_index([&i], [3, 2]), Err(Error::Value { .. })));
    let big = xp.from_slice(&[u64::MAX, 1], 2).unwrap();
    assert!(matches!(big.unravel_index(5), Err(Error::Index { .. })));
}

/// The indices of a shape, one after another.
pub fn indices_in_turn<B: Backend>(xp: &B) {
    for shape in [&[2, 3][..], &[4], &[], &[2, 0, 3], &[1, 2, 2]] {
        let places = xp.indices(shape).unwrap();
        let all: Vec<Vec<i64>> = ndindex(shape).map(|index| index.iter().map(|&k| k as i64).collect()).collect();
        let turned = places.moveaxis(0, -1).unwrap().to_vec().unwrap();
        assert_eq!(all.concat(), turned, "{shape:?}");
        assert_eq!(all.len(), shape.iter().product::<usize>(), "{shape:?}");
    }
}
