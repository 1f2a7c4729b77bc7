//! Sorting, searching, sets, against NumPy's results.

use crate::arrays::{check, from_numbers};
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
    let both = keys.partition_with([0, -1], Sort::new().axis(1)).unwrap();
    assert_eq!(both.slice(s![.., -1]).unwrap().to_vec().unwrap(), keys.max(1).unwrap().to_vec().unwrap());
    assert!(matches!(
        keys.argpartition_with([0, -8], Sort::new().axis(1)),
        Err(Error::Index { index: -8, len: 7, .. })
    ));
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

/// Rows that are too long to be sorted whole: places have their elements, and the others are on their side.
pub fn partitions<B: Backend>(xp: &B) {
    for n in [300i64, 60_000, 280_000] {
        let mixed = xp.arange((0i64, 3 * n, 1)).unwrap() * 7919 % n;
        for_types!([i16 i32 f32 f64] T => {
            let x = (mixed.astype::<T>() - 100i8.cast::<T>()).reshape([3, n as usize]).unwrap();
            let sorted = x.sort().unwrap();
            for kth in [vec![0], vec![n as isize / 2], vec![-1, 5, n as isize / 3, 5]] {
                let part = x.partition(kth.clone()).unwrap();
                assert!(part.sort().unwrap().array_equal(&sorted).unwrap(), "{} {kth:?}", T::DTYPE);
                for k in kth {
                    let at = part.slice(s![.., k]).unwrap();
                    assert!(at.array_equal(&sorted.slice(s![.., k]).unwrap()).unwrap(), "{} {k}", T::DTYPE);
                    let at = at.expand_dims(1).unwrap();
                    let k = k.rem_euclid(n as isize);
                    assert!(part.slice(s![.., ..k]).unwrap().less_equal(&at).unwrap().all(..).unwrap().item().unwrap());
                    assert!(part.slice(s![.., k..]).unwrap().greater_equal(&at).unwrap().all(..).unwrap().item().unwrap());
                }
            }
        });
        // NaN go last.
        let mut x = mixed.astype::<f64>();
        x.assign_mask(&mixed.equal(3i64).unwrap(), f64::NAN).unwrap();
        let part = x.partition([0, -4]).unwrap();
        assert_eq!(part.isnan().slice(s![-3..]).unwrap().to_vec().unwrap(), [true; 3]);
        assert_eq!(part.slice(s![-4]).unwrap().item().unwrap(), (n - 1) as f64);
        assert_eq!(part.slice(s![0]).unwrap().item().unwrap(), 0.0);
    }
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
    // np.interp's example of a period
    let at = xp.array([-180, -170, -185, 185, -10, -5, 0, 365]).unwrap();
    let (angles, values) =
        (xp.array([190.0, -190.0, 350.0, -350.0]).unwrap(), xp.array([5.0, 10.0, 3.0, 4.0]).unwrap());
    let y = at.interp_with(&angles, &values, Interp::new().period(-360.0)).unwrap().to_vec().unwrap();
    assert_close(&y, &[7.5, 5.0, 8.75, 6.25, 3.0, 3.25, 3.5, 3.75], 1.0, "interp");
    assert!(matches!(at.interp_with(&angles, &values, Interp::new().period(0.0)), Err(Error::Value { .. })));
    assert!(matches!(at.interp_with(&angles, &values, Interp::new().period(1.0).left(0.0)), Err(Error::Value { .. })));
    // Of other types, and complex values
    let half = xp.array(&[0.25f32, 1.0, 9.0]).unwrap();
    let (px2, py2) = (xp.array(&[0u8, 1]).unwrap(), xp.array(&[2i16, -2]).unwrap());
    assert_eq!(half.interp(&px2, &py2).unwrap().to_vec().unwrap(), [1.0, -2.0, -2.0]);
    let z = Complex::new(1.0f32, -2.0);
    let found = half.interp(&px2, &xp.array(&[z, z * 3.0]).unwrap()).unwrap().to_vec().unwrap();
    assert_eq!(found, [1.5, 3.0, 3.0].map(|c| Complex::new(c, -2.0 * c)));
    let y = x.interp_with(&px, &py, Interp::new().left(-1.0).right(-99.0)).unwrap().to_vec().unwrap();
    assert_close(&y, &[-1.0, 3.0, 2.5, 0.5, 0.0, -99.0, f64::NAN], 0.0, "interp");
    let one = xp.from_slice(&[2.0], 1).unwrap();
    assert_eq!(x.slice(s![..3]).unwrap().interp(&one, &one).unwrap().to_vec().unwrap(), [2.0; 3]);
    assert!(matches!(x.interp(&px, &one), Err(Error::Shape { .. })));
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(x.interp(&none, &none), Err(Error::Value { .. })));
}

/// Vectors that indices sort.
pub fn sorters<B: Backend>(xp: &B) {
    for_types!([i8 u16 i32 i64 xparray::f16 f32 f64] T => {
        let x = from_numbers::<T, B>(xp, &[3, 1, 2, 2], &[4]);
        let order = x.argsort().unwrap();
        let needles = from_numbers::<T, B>(xp, &[2, 0, 9, 3], &[2, 2]);
        let left = x.searchsorted_with(&needles, SearchSorted::new().sorter(&order)).unwrap();
        let right = x.searchsorted_with(&needles, SearchSorted::new().sorter(&order).side(Side::Right)).unwrap();
        check(&left, &[2, 2], &[1, 0, 4, 3]);
        check(&right, &[2, 2], &[3, 0, 4, 4]);
        let short = order.slice(s![1..]).unwrap();
        assert!(matches!(x.searchsorted_with(&needles, SearchSorted::new().sorter(&short)), Err(Error::Shape { .. })));
    });
    let none = xp.zeros::<f32>(0).unwrap();
    let order = none.argsort().unwrap();
    assert_eq!(none.searchsorted_with(1, SearchSorted::new().sorter(&order)).unwrap().item().unwrap(), 0);
}

/// np.unique(x, axis=k, return_index=True, return_inverse=True, return_counts=True)
pub fn distinct_slices<B: Backend>(xp: &B) {
    let numbers = [1, 2, 1, 0, 0, 2, 0, 1, 1, 2, 1, 0, 1, 1, 9, 9, 0, 2, 0, 1];
    for_types!([i8 u64 xparray::bf16 f32 f64 Complex<f32> Complex<f64>] T => {
        let x = from_numbers::<T, B>(xp, &numbers, &[5, 4]);
        for x in [x.clone(), x.t().copy().t(), x.flip(0).unwrap().copy().flip(0).unwrap()] {
            let rows = x.unique_all_with(Unique::new().axis(0)).unwrap();
            check(&rows.values, &[3, 4], &[0, 2, 0, 1, 1, 1, 9, 9, 1, 2, 1, 0]);
            check(&rows.indices, &[3], &[1, 3, 0]);
            check(&rows.inverse_indices, &[5], &[2, 0, 2, 1, 0]);
            check(&rows.counts, &[3], &[2, 1, 2]);
            let columns = x.unique_all_with(Unique::new().axis(-1)).unwrap();
            check(&columns.indices, &[4], &[3, 0, 2, 1]);
            check(&columns.inverse_indices, &[4], &[1, 3, 2, 0]);
            // Pieces of three dimensions, compared in row-major order.
            let blocks = x.reshape([5, 2, 2]).unwrap();
            check(&blocks.unique_with(Unique::new().axis(0)).unwrap(), &[3, 2, 2], &[0, 2, 0, 1, 1, 1, 9, 9, 1, 2, 1, 0]);
            check(&blocks.unique_with(Unique::new().axis(2)).unwrap(), &[5, 2, 2], &numbers);
        }
    });
    let flags = xp.array([[true, false, true], [true, false, true]]).unwrap();
    check(&flags.unique_with(Unique::new().axis(0)).unwrap(), &[1, 3], &[1, 0, 1]);
    check(&flags.unique_with(Unique::new().axis(1)).unwrap(), &[2, 2], &[0, 1, 0, 1]);
    // Each NaN is another one, unless they count as equal.
    let nan = xp.array([[f64::NAN, 1.0], [f64::NAN, 1.0], [0.0, 1.0], [-0.0, 1.0]]).unwrap();
    assert_eq!(nan.unique_with(Unique::new().axis(0)).unwrap().shape(), [3, 2]);
    assert_eq!(nan.unique_with(Unique::new().axis(0).equal_nan(true)).unwrap().shape(), [2, 2]);
    assert_eq!(nan.unique_with(Unique::new().equal_nan(true)).unwrap().to_vec().unwrap()[..2], [0.0, 1.0]);
    assert_eq!(xp.zeros::<i32>([3, 0]).unwrap().unique_with(Unique::new().axis(0)).unwrap().shape(), [1, 0]);
    assert_eq!(xp.zeros::<i32>([0, 3]).unwrap().unique_with(Unique::new().axis(0)).unwrap().shape(), [0, 3]);
    assert!(matches!(nan.unique_with(Unique::new().axis(2)), Err(Error::Axis { .. })));
    // Many columns, in several rounds.
    let wide = xp.rng(7).integers(0, 2, [500, 7]).unwrap();
    let found = wide.unique_all_with(Unique::new().axis(0)).unwrap();
    let mut rows: Vec<_> = wide.to_vec().unwrap().chunks(7).map(<[_]>::to_vec).collect();
    rows.sort();
    rows.dedup();
    assert_eq!(found.values.to_vec().unwrap(), rows.concat());
    assert_eq!(found.counts.sum(..).unwrap().item().unwrap(), 500);
    assert!(found.values.take(&found.inverse_indices, 0).unwrap().array_equal(&wide).unwrap());
}

/// np.intersect1d(x, y, return_indices=True)
pub fn common_elements<B: Backend>(xp: &B) {
    for_types!(all, T => {
        let x = from_numbers::<T, B>(xp, &[1, 0, 1, 1], &[2, 2]);
        let y = from_numbers::<T, B>(xp, &[1, 1], &[2]);
        let (values, of_x, of_y) = x.intersect1d_indices(&y).unwrap();
        check(&values, &[1], &[1]);
        check(&of_x, &[1], &[0]);
        check(&of_y, &[1], &[0]);
    });
    let (x, y) = (xp.array([[5, 3, 9], [3, 7, 2]]).unwrap(), xp.array(&[7.0f32, 0.5, 2.0, 7.0, 3.0]).unwrap());
    let (values, of_x, of_y) = x.intersect1d_indices(&y).unwrap();
    check(&values, &[3], &[2, 3, 7]);
    check(&of_x, &[3], &[5, 1, 4]);
    check(&of_y, &[3], &[2, 4, 0]);
    let (values, of_x, _) = x.intersect1d_indices(&xp.zeros::<i8>(0).unwrap()).unwrap();
    assert_eq!((values.shape(), of_x.shape()), (&[0][..], &[0][..]));
}
