//! Arrays of the `ndarray` crate.

use crate::compare::assert_array;
use crate::for_types;
use crate::layouts::relaid;
use ndarray::{Array0, Array1, Array2, ArrayD, IxDyn, ShapeBuilder, s};
use xparray::prelude::*;

/// There and back, of every type, shape and layout.
pub fn ndarray_round_trips<B: Backend>(xp: &B) {
    for_types!(all, T => for shape in [&[][..], &[5], &[0, 2], &[2, 3, 4]] {
        let n = shape.iter().product::<usize>();
        let values: Vec<T> = (0..n as i64).map(|i| (i % 5 - 2).cast()).collect();
        for x in relaid(&xp.from_slice(&values, shape).unwrap()) {
            let theirs: ArrayD<T> = x.to_ndarray().unwrap();
            assert_eq!(theirs, ArrayD::from_shape_vec(IxDyn(shape), values.clone()).unwrap());
            assert_array(&xp.from_ndarray(&theirs).unwrap(), shape, &values, 0.0);
        }
    });
}

/// Views of any layout, and arrays with a static number of dimensions.
pub fn ndarray_views<B: Backend>(xp: &B) {
    let grid = Array2::from_shape_fn((3, 4), |(i, j)| (10 * i + j) as i32);
    assert_array(&xp.from_ndarray(&grid).unwrap(), &[3, 4], &[0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23], 0.0);
    assert_array(&xp.from_ndarray(&grid.slice(s![..;-2, 1..3])).unwrap(), &[2, 2], &[21, 22, 1, 2], 0.0);
    assert_array(&xp.from_ndarray(&grid.t()).unwrap(), &[4, 3], &[0, 10, 20, 1, 11, 21, 2, 12, 22, 3, 13, 23], 0.0);
    let fortran = Array2::from_shape_vec((2, 2).f(), vec![1.0f64, 2.0, 3.0, 4.0]).unwrap();
    assert_array(&xp.from_ndarray(&fortran).unwrap(), &[2, 2], &[1.0, 3.0, 2.0, 4.0], 0.0);
    let row = Array1::from_vec(vec![1u8, 2]);
    assert_array(&xp.from_ndarray(&row.broadcast((2, 2)).unwrap()).unwrap(), &[2, 2], &[1, 2, 1, 2], 0.0);
    assert_array(&xp.from_ndarray(&Array0::from_elem((), true)).unwrap(), &[], &[true], 0.0);
}
