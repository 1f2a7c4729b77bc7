//! Measurements of labelled parts of images, against SciPy's values.

use crate::data::{Stored, npz};
use crate::ndimage_filters::{load, same, strided};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::ndimage::*;
use xparray::{Error, Result};

const SHAPES: [(&str, usize); 4] = [("line", 1), ("image", 2), ("volume", 3), ("flat", 3)];

/// Connected parts, of all kinds of neighbours, and their boxes.
pub fn labels<B: Backend>(xp: &B) {
    let data = npz("ndimage_parts.npz");
    for (name, ndim) in SHAPES {
        let x = strided(&load(xp, &data, &format!("label/{name}/x")));
        for connectivity in 1..=ndim {
            let key = format!("label/{name}/{connectivity}");
            let structure = generate_binary_structure(xp, ndim, connectivity).unwrap().into_dyn();
            for x in [x.clone(), x.astype(DType::F64).unwrap().multiply(-0.5).unwrap()] {
                let (found, count) = label(&x, Some(&structure)).unwrap();
                assert_eq!(count, data[&key].to_vec::<i32>().into_iter().max().unwrap_or(0) as usize);
                same(&Ok(found.into_dyn()), &data, &key);
            }
        }
        let nearest = label(&x, None::<&DynArray<B>>).unwrap().0;
        same(&Ok(nearest.into_dyn()), &data, &format!("label/{name}/1"));
        let labels = load(xp, &data, &format!("label/{name}/labels"));
        let objects = find_objects(&labels, None).unwrap();
        let stored = &data[&format!("label/{name}/objects")];
        let ends = objects.iter().flat_map(|object| match object {
            None => vec![-1; 2 * ndim],
            Some(ranges) => ranges.iter().flat_map(|range| [range.start as i64, range.end as i64]).collect(),
        });
        assert_eq!(ends.collect::<Vec<_>>(), stored.to_vec::<i64>());
        assert_eq!(find_objects(&labels.astype(DType::U8).unwrap(), 2).unwrap(), objects[..2]);
        assert!(find_objects(&labels, objects.len() + 3).unwrap()[objects.len()..].iter().all(Option::is_none));
    }
}

/// Arrays of many rows: parts that are connected have one number, and there are as many along other axes.
pub fn large<B: Backend>(xp: &B) {
    for shape in [&[900, 500][..], &[3, 200_000], &[70, 60, 80]] {
        let x = xp.rng(7).random::<f32>(shape).unwrap().less(0.45).unwrap();
        for connectivity in [1, shape.len()] {
            let structure = generate_binary_structure(xp, shape.len(), connectivity).unwrap();
            let (labels, count) = label(&x, Some(&structure)).unwrap();
            assert_eq!(label(&x.t(), Some(&structure)).unwrap().1, count);
            let numbers = labels.to_vec().unwrap();
            let mut next = 1;
            for &number in numbers.iter().filter(|&&number| number > 0) {
                assert!(number <= next);
                next += i32::from(number == next);
            }
            assert_eq!(next as usize, count + 1);
            assert!(labels.not_equal(0).unwrap().array_equal(&x).unwrap());
            for axis in 0..shape.len() {
                let labels = labels.moveaxis(axis as isize, 0).unwrap();
                let (a, b) = (labels.slice(s![1..]).unwrap(), labels.slice(s![..-1]).unwrap());
                let apart = a.equal(0).unwrap().logical_or(b.equal(0).unwrap()).unwrap();
                assert!(apart.logical_or(a.equal(&b).unwrap()).unwrap().all(..).unwrap().item().unwrap());
            }
        }
    }
}

/// That values are those that are stored, whatever the types: means are in double precision here.
fn close<B: Backend>(found: Result<DynArray<B>>, data: &BTreeMap<String, Stored>, key: &str, single: bool) {
    let found = found.unwrap_or_else(|error| panic!("{key}: {error}"));
    let stored = data.get(key).unwrap_or_else(|| panic!("no {key}"));
    assert_eq!(found.shape(), &stored.shape[..], "{key}");
    let values = found.astype(DType::Complex128).unwrap().typed::<Complex<f64>>().unwrap().to_vec().unwrap();
    let bound = if single { 1e-5 } else { 1e-12 };
    for (x, y) in values.iter().zip(stored.cast::<Complex<f64>>()) {
        assert!(
            (x - y).norm() <= bound * y.norm() || *x == y || (x.is_nan() && y.is_nan()),
            "{key}: {x} instead of {y}"
        );
    }
}

/// Sums, moments, extrema, histograms and functions of all elements, of those with labels, and of those of each label.
pub fn values<B: Backend>(xp: &B) {
    let data = npz("ndimage_parts.npz");
    type Measure<B> = fn(&DynArray<B>, &Labels<B>) -> Result<DynArray<B>>;
    let moments: [(&str, Measure<B>); 5] = [
        ("sum_labels", sum_labels),
        ("mean", mean),
        ("variance", variance),
        ("standard_deviation", standard_deviation),
        ("center_of_mass", center_of_mass),
    ];
    let ordered: [(&str, Measure<B>); 5] = [
        ("minimum", minimum),
        ("maximum", maximum),
        ("median", median),
        ("minimum_position", minimum_position),
        ("maximum_position", maximum_position),
    ];
    for (name, _) in SHAPES {
        let labels = strided(&load(xp, &data, &format!("label/{name}/labels")));
        for dtype in ["u8", "i32", "f32", "f64", "complex128"] {
            let key = format!("measure/{name}/{dtype}");
            let x = strided(&load(xp, &data, &format!("{key}/x")));
            let real = dtype != "complex128";
            let measures = moments.iter().chain(ordered.iter().filter(|_| real));
            let positive = || Labels::of(&labels);
            for (what, f) in measures {
                let single = dtype == "f32";
                close(f(&x, &Labels::all()), &data, &format!("{key}/{what}/all"), single);
                close(f(&x, &positive()), &data, &format!("{key}/{what}/positive"), single);
                if real {
                    let there = ["median", "minimum_position", "maximum_position"].contains(what);
                    let index = match there {
                        true => data[&format!("label/{name}/there")].to_vec::<i64>(),
                        false => vec![2, 1, 4, 3, 1],
                    };
                    close(f(&x, &positive().index(index)), &data, &format!("{key}/{what}/index"), single);
                }
            }
            if !real {
                continue;
            }
            let each = positive().index([2, 1, 4, 3, 1]);
            same(&histogram(&x, 10.0, 200.0, 7, &Labels::all()), &data, &format!("{key}/histogram/all"));
            same(&histogram(&x, 10.0, 200.0, 7, &each), &data, &format!("{key}/histogram/index"));
            let last = |values: &DynArray<B>, places: &DynArray<B>| {
                Ok(values.max(..)?.item()?.get::<f64>() * 2.0 + places.min(..)?.item()?.get::<f64>())
            };
            same(&labeled_comprehension(&x, &each, last, -7.0), &data, &format!("{key}/comprehension"));
            let all = extrema(&x, &each).unwrap();
            assert!(all.minimum.array_equal(&minimum(&x, &each).unwrap()).unwrap());
            assert!(all.maximum.array_equal(&maximum(&x, &each).unwrap()).unwrap());
            assert!(all.minimum_position.array_equal(&minimum_position(&x, &each).unwrap()).unwrap());
            assert!(all.maximum_position.array_equal(&maximum_position(&x, &each).unwrap()).unwrap());
        }
    }
}

/// Parts that grow from markers of objects and of the background, with plateaus where several are equally far.
pub fn watersheds<B: Backend>(xp: &B) {
    let data = npz("ndimage_parts.npz");
    for (label, ndim) in [("line", 1), ("image", 2), ("volume", 3)] {
        for image in ["uint8", "uint16"] {
            let key = format!("watershed/{label}/{image}");
            let x = strided(&load(xp, &data, &format!("{key}/x")));
            let markers = load(xp, &data, &format!("{key}/markers"));
            for connectivity in 1..=ndim {
                let structure = generate_binary_structure(xp, ndim, connectivity).unwrap();
                for dtype in [DType::I64, DType::I32, DType::I16, DType::I8] {
                    let grown = watershed_ift(&x, &markers.astype(dtype).unwrap(), Some(&structure)).unwrap();
                    assert_eq!(grown.dtype(), dtype);
                    same(&grown.astype(DType::I64), &data, &format!("{key}/{connectivity}"));
                }
            }
            let nearest = watershed_ift(&x, &markers, None::<&DynArray<B>>);
            same(&nearest, &data, &format!("{key}/1"));
        }
    }
    let plain = None::<&DynArray<B>>;
    let (none, no_markers) = (xp.zeros::<u8>([0, 3]).unwrap(), xp.zeros::<i32>([0, 3]).unwrap());
    assert_eq!(watershed_ift(&none, &no_markers, plain).unwrap().shape(), [0, 3]);
    let row = xp.array([1, 1, 9]).unwrap().astype::<u8>().broadcast_to([2, 3]).unwrap();
    let markers = xp.array([[4, 0, 0], [0, 0, -2]]).unwrap();
    assert_eq!(watershed_ift(&row, &markers, plain).unwrap().to_string(), "[[ 4  4 -2]\n [ 4  4 -2]]");
    let (number, marker) = (xp.full([], 3u16).unwrap(), xp.full([], 7i8).unwrap());
    assert_eq!(watershed_ift(&number, &marker, plain).unwrap().to_string(), "7");
    let refused = |found: Result<DynArray<B>>| assert!(matches!(found, Err(Error::Value { .. })));
    refused(watershed_ift(&row.astype::<i32>(), &markers, plain));
    refused(watershed_ift(&row, &markers.astype::<f64>(), plain));
    refused(watershed_ift(&row, &markers.astype::<u8>(), plain));
    let lopsided = xp.array([[1, 0, 0], [1, 1, 0], [0, 0, 0]]).unwrap();
    refused(watershed_ift(&row, &markers, Some(&lopsided)));
    assert!(matches!(watershed_ift(&row, &no_markers, plain), Err(Error::Shape { .. })));
    assert!(matches!(watershed_ift(&row, &markers, Some(&row)), Err(Error::Shape { .. })));
}

/// Broadcast, empty and 0-d arrays, labels that are not there, and what is refused.
pub fn edges<B: Backend>(xp: &B) {
    let none = xp.zeros::<f64>([0, 3]).unwrap();
    let no_labels = xp.zeros::<i32>([0, 3]).unwrap();
    let plain = None::<&Array<bool, B>>;
    assert_eq!((label(&none, plain).unwrap().0.shape(), label(&none, plain).unwrap().1), (&[0, 3][..], 0));
    assert!(find_objects(&no_labels, None).unwrap().is_empty());
    assert_eq!(value_indices(&no_labels, None).unwrap().len(), 0);
    let of_none = Labels::of(&no_labels).index([1, 5]);
    assert_eq!(sum_labels(&none, &of_none).unwrap().to_string(), "[0. 0.]");
    assert_eq!(maximum(&none, &of_none).unwrap().to_string(), "[0. 0.]");
    assert_eq!(median(&none, &of_none).unwrap().to_string(), "[0. 0.]");
    assert_eq!(mean(&none, &of_none).unwrap().to_string(), "[nan nan]");
    assert_eq!(sum_labels(&none, &Labels::of(&no_labels).index([])).unwrap().shape(), [0]);
    assert!(matches!(minimum(&none, &Labels::all()), Err(Error::Value { .. })));
    let number = xp.full([], 3).unwrap();
    assert_eq!(label(&number, plain).unwrap().1, 1);
    assert_eq!(find_objects(&number, None).unwrap(), [None, None, Some(Vec::new())]);
    assert_eq!(sum_labels(&number, &Labels::of(&number).index([3, 4])).unwrap().to_string(), "[3. 0.]");
    assert_eq!(maximum_position(&number, &Labels::all()).unwrap().shape(), [0]);
    let x = xp.array([5, 2, 2, 9]).unwrap();
    let labels = xp.array([[1, 1, 2, -3]]).unwrap().broadcast_to([2, 4]).unwrap();
    let rows = x.broadcast_to([2, 4]).unwrap();
    let each = Labels::of(&labels).index([-3, 7, 2, 1]);
    assert_eq!(sum_labels(&rows, &each).unwrap().to_string(), "[18.  0.  4. 14.]");
    assert_eq!(minimum_position(&rows, &each).unwrap().to_string(), "[[0 3]\n [0 0]\n [0 2]\n [0 1]]");
    assert_eq!(median(&rows, &each).unwrap().to_string(), "[9.  0.  2.  3.5]");
    let found = value_indices(&rows, 9).unwrap();
    assert_eq!(found.iter().map(|(value, _)| *value).collect::<Vec<_>>(), [2, 5]);
    assert_eq!(found[0].1[1].to_string(), "[1 2 1 2]");
    let floats = xp.ones::<f64>(4).unwrap();
    assert!(matches!(sum_labels(&x, &Labels::of(&floats)), Err(Error::DType { .. })));
    assert!(sum_labels(&x, &Labels::of(&xp.ones::<i32>(3).unwrap())).is_err());
    assert!(matches!(sum_labels(&x, &Labels::all().index([1])), Err(Error::Value { .. })));
    assert!(matches!(find_objects(&floats, None), Err(Error::DType { .. })));
    assert!(matches!(value_indices(&floats, None), Err(Error::DType { .. })));
    assert!(matches!(histogram(&x, 1.0, 1.0, 3, &Labels::all()), Err(Error::Value { .. })));
    assert!(matches!(histogram(&x, 0.0, 1.0, 0, &Labels::all()), Err(Error::Value { .. })));
    assert!(matches!(label(&x, Some(&xp.ones::<bool>([3, 3]).unwrap())), Err(Error::Shape { .. })));
    assert!(matches!(label(&x, Some(&xp.array([true, true, false]).unwrap())), Err(Error::Value { .. })));
    let complex = xp.ones::<Complex<f64>>(2).unwrap();
    assert!(matches!(label(&complex, plain), Err(Error::DType { .. })));
    assert!(matches!(maximum(&complex, &Labels::all()), Err(Error::DType { .. })));
}
