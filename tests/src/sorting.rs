//! Sorting, searching, sets, against NumPy's results.

use crate::compare::assert_close;
use crate::data::{Stored, npz};
use crate::for_types;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::{DType, Error, Side, s};

/// The cases of one operation in one type, and the stored arrays of each.
fn cases<'a>(
    data: &'a BTreeMap<String, Stored>,
    op: &'a str,
    dtype: DType,
) -> impl Iterator<Item = (String, impl Fn(&str, &str) -> Option<&'a Stored>)> {
    let prefix = format!("{op}/{dtype}/");
    let names: Vec<String> =
        data.keys().filter_map(|key| key.strip_prefix(&prefix)?.strip_suffix("/in0").map(str::to_owned)).collect();
    assert!(!names.is_empty(), "{prefix}");
    names.into_iter().map(move |case| {
        let at = format!("{dtype}/{case}");
        (case, move |op: &str, part: &str| data.get(&format!("{op}/{at}/{part}")))
    })
}

/// Sorted elements and the stable order.
pub fn sorted<B: Backend>(xp: &B) {
    let data = npz("sorting.npz");
    for_types!(all, T => for (case, at) in cases(&data, "sort", T::DTYPE) {
        let what = format!("{} {case}", T::DTYPE);
        let axis = if case == "axis0" { 0 } else { -1 };
        let x = at("sort", "in0").unwrap().array::<T, B>(xp);
        let expected = at("sort", "out0").unwrap().to_vec::<T>();
        let order = at("argsort", "out0").unwrap().to_vec::<i64>();
        let before = x.to_vec().unwrap();
        assert_close(&x.sort_with(Sort::new().axis(axis)).unwrap().to_vec().unwrap(), &expected, 0.0, &what);
        assert_eq!(x.argsort_with(Sort::new().axis(axis)).unwrap().to_vec().unwrap(), order, "{what}");
        assert_close(&x.to_vec().unwrap(), &before, 0.0, &what);
        // The same from a view of other strides.
        if x.ndim() > 1 {
            let y = x.t();
            let back = if axis == 0 { -1 } else { 0 };
            assert_close(&y.sort_with(Sort::new().axis(back)).unwrap().t().to_vec().unwrap(), &expected, 0.0, &what);
            assert_eq!(y.argsort_with(Sort::new().axis(back)).unwrap().t().to_vec().unwrap(), order, "{what}");
        }
    });
}

/// Distinct elements with their places and counts; searching.
pub fn distinct_and_searched<B: Backend>(xp: &B) {
    let data = npz("sorting.npz");
    for_types!(all, T => for (case, at) in cases(&data, "sort", T::DTYPE) {
        let what = format!("{} {case}", T::DTYPE);
        let Some(values) = at("unique", "out0") else { continue };
        let values = values.to_vec::<T>();
        let x = at("sort", "in0").unwrap().array::<T, B>(xp);
        assert_close(&x.unique().unwrap().to_vec().unwrap(), &values, 0.0, &what);
        let all = x.unique_all_with(Unique::new().equal_nan(true)).unwrap();
        assert_close(&all.values.to_vec().unwrap(), &values, 0.0, &what);
        let parts = [("index", all.indices), ("inverse", all.inverse_indices), ("counts", all.counts)];
        for (name, part) in parts {
            assert_eq!(part.to_vec().unwrap(), at("unique", name).unwrap().to_vec::<i64>(), "{name} of {what}");
        }
        let sorted = x.sort().unwrap();
        let needles = at("searchsorted", "in1").unwrap().array::<T, B>(xp);
        for (name, side) in [("left", Side::Left), ("right", Side::Right)] {
            let expected = at("searchsorted", name).unwrap().to_vec::<i64>();
            assert_eq!(sorted.searchsorted_with(&needles, side).unwrap().to_vec().unwrap(), expected, "{name} of {what}");
        }
    });
}

/// The rest of sorting.
pub fn other_orders<B: Backend>(xp: &B) {
    // np.lexsort(([9, 4, 0, 4, 0, 2, 1], [1, 5, 1, 4, 3, 4, 4])) = [2, 0, 4, 6, 5, 3, 1]
    let keys = xp.from_slice(&[9i32, 4, 0, 4, 0, 2, 1, 1, 5, 1, 4, 3, 4, 4], [2, 7]).unwrap();
    assert_eq!(keys.lexsort().unwrap().to_vec().unwrap(), [2, 0, 4, 6, 5, 3, 1]);
    assert_eq!(keys.slice(s![..1]).unwrap().lexsort().unwrap().to_vec().unwrap(), [2, 4, 6, 5, 1, 3, 0]);
    assert!(matches!(keys.slice(s![0]).unwrap().lexsort(), Err(Error::Value { .. })));
    assert!(matches!(keys.slice(s![..0]).unwrap().lexsort(), Err(Error::Value { .. })));
    assert_eq!(keys.slice(s![.., ..0]).unwrap().lexsort().unwrap().shape(), [0]);
    let part = keys.partition_with(3, Sort::new().axis(1)).unwrap().to_vec().unwrap();
    assert_eq!(part[3], 2);
    assert!(part[..3].iter().all(|&x| x <= 2) && part[4..7].iter().all(|&x| x >= 2));
    let order = keys.argpartition_with(-1, Sort::new().axis(1)).unwrap();
    assert_eq!(keys.take_along_axis(&order, 1).unwrap().slice(s![.., -1]).unwrap().to_vec().unwrap(), [9, 5]);
    assert!(matches!(keys.partition_with(7, Sort::new().axis(1)), Err(Error::Index { index: 7, len: 7, .. })));
    assert_eq!(keys.msort().unwrap().to_vec().unwrap()[..7], [1, 4, 0, 4, 0, 2, 1]);
    let complex = xp.from_slice(&[3.0f64, -1.0], 2).unwrap().sort_complex().unwrap();
    assert_eq!(complex.to_vec().unwrap(), [Complex::new(-1.0, 0.0), Complex::new(3.0, 0.0)]);
    assert!(matches!(xp.scalar(1.0).sort(), Err(Error::Axis { .. })));
    assert_eq!(xp.zeros::<f32>([0, 3]).unwrap().argsort_with(Sort::new().axis(1)).unwrap().shape(), [0, 3]);
    // More elements than one block of any backend, deferred.
    let n = 200_000;
    let mixed = xp.arange((0i64, n, 1)).unwrap() * 7919 % n;
    assert!(mixed.sort().unwrap().array_equal(&xp.arange((0i64, n, 1)).unwrap()).unwrap());
}

/// Arrays as sets.
pub fn sets<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[3i32, 1, 2, 3, 1], 5).unwrap();
    let y = xp.from_slice(&[3.0f32, 5.0, 1.0], 3).unwrap();
    let none = xp.zeros::<f32>(0).unwrap();
    assert_eq!(x.isin(&y).unwrap().to_vec().unwrap(), [true, true, false, true, true]);
    assert_eq!(x.reshape([5, 1]).unwrap().isin(&y).unwrap().shape(), [5, 1]);
    assert_eq!(x.reshape([5, 1]).unwrap().in1d(&y).unwrap().shape(), [5]);
    assert_eq!(x.isin(&none).unwrap().to_vec().unwrap(), [false; 5]);
    assert_eq!(none.isin(&x).unwrap().shape(), [0]);
    assert_eq!(x.intersect1d(&y).unwrap().to_vec().unwrap(), [1.0, 3.0]);
    assert_eq!(x.setdiff1d(&y).unwrap().to_vec().unwrap(), [2]);
    assert_eq!(x.union1d(&y).unwrap().to_vec().unwrap(), [1.0, 2.0, 3.0, 5.0]);
    assert_eq!(x.setxor1d(&y).unwrap().to_vec().unwrap(), [2.0, 5.0]);
    assert_eq!(x.intersect1d(&none).unwrap().shape(), [0]);
    assert_eq!(none.union1d(&none).unwrap().shape(), [0]);
    assert_eq!(x.setdiff1d(&none).unwrap().to_vec().unwrap(), [1, 2, 3]);
    let nan = f64::NAN;
    let z = xp.from_slice(&[nan, 1.0, nan, -0.0, 0.0], 5).unwrap();
    assert_close(&z.unique().unwrap().to_vec().unwrap(), &[0.0, 1.0, nan], 0.0, "NaN once");
    assert_close(&z.unique_values().unwrap().to_vec().unwrap(), &[0.0, 1.0, nan, nan], 0.0, "each NaN");
    let (values, counts) = z.unique_counts().unwrap();
    assert_eq!((values.len(), counts.to_vec().unwrap()), (4, vec![2, 1, 1, 1]));
    let (_, inverse) = z.reshape([1, 5]).unwrap().unique_inverse().unwrap();
    assert_eq!((inverse.shape(), inverse.to_vec().unwrap()), (&[1, 5][..], vec![2, 1, 3, 0, 0]));
    assert_eq!(z.isin(&z).unwrap().to_vec().unwrap(), [false, true, false, true, true]);
    assert_eq!(z.setxor1d(&none).unwrap().len(), 3);
}

/// `searchsorted` with other types and shapes, `digitize`, `interp`.
pub fn searching<B: Backend>(xp: &B) {
    let edges = xp.from_slice(&[0.0f64, 1.0, 2.5, 4.0, 10.0], 5).unwrap();
    assert_eq!(edges.searchsorted(1.0).unwrap().item().unwrap(), 1);
    assert_eq!(edges.searchsorted_with(1.0, Side::Right).unwrap().item().unwrap(), 2);
    let grid = xp.from_slice(&[-1i32, 4, 11, 2], [2, 2]).unwrap();
    let places = edges.searchsorted(&grid).unwrap();
    assert_eq!((places.shape(), places.to_vec().unwrap()), (&[2, 2][..], vec![0, 3, 5, 2]));
    assert!(matches!(grid.searchsorted(1), Err(Error::Value { .. })));
    // np.digitize's examples
    let x = xp.from_slice(&[0.2, 6.4, 3.0, 1.6], 4).unwrap();
    assert_eq!(x.digitize(&edges).unwrap().to_vec().unwrap(), [1, 4, 3, 2]);
    let x = xp.from_slice(&[1.2, 10.0, 12.4, 15.5, 20.0], 5).unwrap();
    let bins = xp.from_slice(&[0i32, 5, 10, 15, 20], 5).unwrap();
    assert_eq!(x.digitize_with(&bins, Digitize::new().right(true)).unwrap().to_vec().unwrap(), [1, 2, 3, 4, 4]);
    assert_eq!(x.digitize(&bins).unwrap().to_vec().unwrap(), [1, 3, 3, 4, 5]);
    let falling = bins.flip(0).unwrap();
    // np.digitize(x, bins[::-1], right) for right in (True, False)
    assert_eq!(x.digitize_with(&falling, Digitize::new().right(true)).unwrap().to_vec().unwrap(), [4, 3, 2, 1, 1]);
    assert_eq!(x.digitize(&falling).unwrap().to_vec().unwrap(), [4, 2, 2, 1, 0]);
    assert!(matches!(x.digitize(&grid.ravel()), Err(Error::Value { .. })));

    let (px, py) = (xp.from_slice(&[1.0, 2.0, 3.0], 3).unwrap(), xp.from_slice(&[3.0, 2.0, 0.0], 3).unwrap());
    let x = xp.from_slice(&[0.0f32, 1.0, 1.5, 2.75, 3.0, 3.25, f32::NAN], 7).unwrap();
    let y = x.interp(&px, &py).unwrap().to_vec().unwrap();
    assert_close(&y, &[3.0, 3.0, 2.5, 0.5, 0.0, 0.0, f64::NAN], 0.0, "interp");
    let y = x.interp_with(&px, &py, Interp::new().left(-1.0).right(-99.0)).unwrap().to_vec().unwrap();
    assert_close(&y, &[-1.0, 3.0, 2.5, 0.5, 0.0, -99.0, f64::NAN], 0.0, "interp");
    let one = xp.from_slice(&[2.0], 1).unwrap();
    assert_eq!(x.slice(s![..3]).unwrap().interp(&one, &one).unwrap().to_vec().unwrap(), [2.0; 3]);
    assert!(matches!(x.interp(&px, &one), Err(Error::Shape { .. })));
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(x.interp(&none, &none), Err(Error::Value { .. })));
}
