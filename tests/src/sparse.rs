//! Sparse matrices against dense ones. Entries are small integers, so that products are exact.

use crate::compare::assert_array;
use crate::for_types;
use xparray::prelude::*;
use xparray::sparse::{Coo, Csc, Csr};
use xparray::{Error, s};

/// A matrix of small integers, about one in `every` of them not zero.
fn scattered<T: Element>(shape: [usize; 2], every: u64, seed: u64) -> Vec<T> {
    let hash = |i: u64| (i + seed * 1_000_003).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let value = |h: u64| if h.is_multiple_of(every) { (h / every % 9) as i64 - 4 } else { 0 };
    (0..(shape[0] * shape[1]) as u64).map(|i| value(hash(i)).cast()).collect()
}

/// The product of dense matrices, through `f64` complex numbers, which are exact here.
fn product<T: Element>(a: &[T], b: &[T], [m, k, n]: [usize; 3]) -> Vec<T> {
    let wide = |x: &[T]| x.iter().map(|x| x.cast()).collect::<Vec<Complex<f64>>>();
    let (a, b) = (wide(a), wide(b));
    (0..m * n).map(|i| (0..k).map(|j| a[i / n * k + j] * b[j * n + i % n]).sum::<Complex<f64>>().cast()).collect()
}

macro_rules! fields {
    ($T:ident => $body:expr) => {
        for_types!([f32 f64 Complex<f32> Complex<f64>] $T => $body)
    };
}

/// Each form holds the matrix that it was made of.
pub fn conversions<B: Backend>(xp: &B) {
    fields!(T => for (shape, every) in [([30, 45], 5), ([1, 7], 2), ([200, 3], 3), ([3, 3], 100), ([4, 4], 1)] {
        let host = scattered::<T>(shape, every, 1);
        let dense = xp.from_slice(&host, shape).unwrap();
        let count = host.iter().filter(|&&x| x != T::default()).count();
        let csr = Csr::from_dense(&dense).unwrap();
        assert_eq!((csr.shape(), csr.nnz()), (shape, count));
        assert_array(&csr.to_dense().unwrap(), &shape, &host, 0.0);
        let csc = csr.to_csc().unwrap();
        assert_eq!((csc.shape(), csc.nnz()), (shape, count));
        assert_array(&csc.to_dense().unwrap(), &shape, &host, 0.0);
        assert_array(&csc.to_csr().unwrap().to_dense().unwrap(), &shape, &host, 0.0);
        let coo = csr.to_coo().unwrap();
        assert_array(&coo.to_csr().unwrap().to_dense().unwrap(), &shape, &host, 0.0);
        assert_array(&coo.to_csc().unwrap().to_dense().unwrap(), &shape, &host, 0.0);
        let turned = dense.permute_dims([1, 0]).unwrap();
        let expected = turned.to_vec().unwrap();
        let back = [shape[1], shape[0]];
        assert_array(&csr.transpose().unwrap().to_dense().unwrap(), &back, &expected, 0.0);
        assert_array(&csc.transpose().to_dense().unwrap(), &back, &expected, 0.0);
        assert_array(&coo.transpose().to_csr().unwrap().to_dense().unwrap(), &back, &expected, 0.0);
        // Of a view, and of an expression.
        assert_array(&Csr::from_dense(&turned).unwrap().to_dense().unwrap(), &back, &expected, 0.0);
        assert_array(&Csr::from_dense(&(&dense + T::default())).unwrap().to_dense().unwrap(), &shape, &host, 0.0);
        let copy = Csr::from_parts(shape, csr.indptr().unwrap(), csr.indices().unwrap(), &csr.values().unwrap());
        assert_array(&copy.unwrap().to_dense().unwrap(), &shape, &host, 0.0);
        let copy = Csc::from_parts(shape, csc.indptr().unwrap(), csc.indices().unwrap(), &csc.values().unwrap());
        assert_array(&copy.unwrap().to_dense().unwrap(), &shape, &host, 0.0);
    });
}

/// The arrays of the formats, as SciPy has them; duplicates add up, columns are sorted.
pub fn parts_are_sorted_and_unique<B: Backend>(xp: &B) {
    let ints = |values: &[i64]| xp.from_slice(values, values.len()).unwrap();
    let (row, col) = (ints(&[2, 0, 2, 0, 2, 2]), ints(&[3, 1, 0, 1, 3, 3]));
    let values = xp.from_slice(&[1.0f32, 2.0, 3.0, 4.0, 5.0, -6.0], 6).unwrap();
    let coo = Coo::new([3, 4], &row, &col, &values).unwrap();
    assert_eq!((coo.shape(), coo.nnz()), ([3, 4], 6));
    let csr = coo.to_csr().unwrap();
    assert_eq!(csr.indptr().unwrap().to_vec().unwrap(), [0, 1, 1, 3]);
    assert_eq!(csr.indices().unwrap().to_vec().unwrap(), [1, 0, 3]);
    // A sum of zero stays, as in SciPy.
    assert_eq!(csr.values().unwrap().to_vec().unwrap(), [6.0, 3.0, 0.0]);
    let csc = coo.to_csc().unwrap();
    assert_eq!(csc.indptr().unwrap().to_vec().unwrap(), [0, 1, 2, 2, 3]);
    assert_eq!(csc.indices().unwrap().to_vec().unwrap(), [2, 0, 2]);
    let again = csr.to_coo().unwrap();
    assert_eq!(again.row().to_vec().unwrap(), [0, 2, 2]);
    assert_eq!(again.col().to_vec().unwrap(), [1, 0, 3]);
    assert_eq!(again.values().to_vec().unwrap(), [6.0, 3.0, 0.0]);
    let unsorted =
        Csr::from_parts([2, 3], ints(&[0, 3, 4]), ints(&[2, 0, 2, 1]), &values.slice(s![..4]).unwrap()).unwrap();
    assert_eq!(unsorted.indices().unwrap().to_vec().unwrap(), [0, 2, 1]);
    assert_eq!(unsorted.values().unwrap().to_vec().unwrap(), [2.0, 4.0, 4.0]);
    // Strided parts.
    let coo = Coo::new(
        [3, 4],
        row.slice(s![..;-2]).unwrap(),
        col.slice(s![..;-2]).unwrap(),
        &values.slice(s![..;-2]).unwrap(),
    );
    let csr = coo.unwrap().to_csr().unwrap();
    assert_eq!(
        csr.to_dense().unwrap().to_vec().unwrap(),
        [0.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -6.0]
    );
}

/// Products with vectors and matrices, of any layout; sums.
pub fn products_are_those_of_dense_matrices<B: Backend>(xp: &B) {
    fields!(T => for ([m, k, n], every) in [([30, 45, 6], 5), ([1, 50, 1], 4), ([400, 300, 3], 20), ([5, 1, 33], 2)] {
        let (a, b) = (scattered::<T>([m, k], every, 2), scattered::<T>([k, n], 1, 3));
        let csr = Csr::from_dense(&xp.from_slice(&a, [m, k]).unwrap()).unwrap();
        let dense = xp.from_slice(&b, [k, n]).unwrap();
        let expected = product(&a, &b, [m, k, n]);
        assert_array(&csr.matmul(&dense).unwrap(), &[m, n], &expected, 0.0);
        let columns = dense.permute_dims([1, 0]).unwrap().ascontiguousarray();
        columns.eval().unwrap();
        assert_array(&csr.matmul(&columns.permute_dims([1, 0]).unwrap()).unwrap(), &[m, n], &expected, 0.0);
        let last: Vec<T> = expected.iter().skip(n - 1).step_by(n).copied().collect();
        assert_array(&csr.matmul(&dense.slice(s![.., -1]).unwrap()).unwrap(), &[m], &last, 0.0);

        let sparse = scattered::<T>([k, n], every, 4);
        let other = Csr::from_dense(&xp.from_slice(&sparse, [k, n]).unwrap()).unwrap();
        let both = csr.matmul_sparse(&other).unwrap();
        assert_array(&both.to_dense().unwrap(), &[m, n], &product(&a, &sparse, [m, k, n]), 0.0);
        let indices = both.indices().unwrap().to_vec().unwrap();
        let starts = both.indptr().unwrap().to_vec().unwrap();
        let ascending = |row: &[i64]| indices[row[0] as usize..row[1] as usize].is_sorted_by(|a, b| a < b);
        assert!(starts.windows(2).all(ascending));

        let addend = scattered::<T>([m, k], every, 5);
        let sum = csr.add(&Csr::from_dense(&xp.from_slice(&addend, [m, k]).unwrap()).unwrap()).unwrap();
        let expected = (xp.from_slice(&a, [m, k]).unwrap() + xp.from_slice(&addend, [m, k]).unwrap()).to_vec().unwrap();
        assert_array(&sum.to_dense().unwrap(), &[m, k], &expected, 0.0);
    });
    let identity = Csr::<f64, B>::eye(xp, 4).unwrap();
    assert_eq!(identity.matmul(&xp.arange((0.0, 4.0, 1.0)).unwrap()).unwrap().to_vec().unwrap(), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(identity.indptr().unwrap().to_vec().unwrap(), [0, 1, 2, 3, 4]);
}

/// Neither rows, nor columns, nor entries.
pub fn empty_matrices<B: Backend>(xp: &B) {
    for shape in [[0, 0], [0, 5], [5, 0], [3, 4]] {
        let dense = xp.zeros::<f64>(shape).unwrap();
        let csr = Csr::from_dense(&dense).unwrap();
        assert_eq!((csr.shape(), csr.nnz()), (shape, 0));
        assert_eq!(csr.indptr().unwrap().to_vec().unwrap(), vec![0; shape[0] + 1]);
        assert_array(&csr.to_dense().unwrap(), &shape, &vec![0.0; shape[0] * shape[1]], 0.0);
        assert_array(&csr.matmul(&xp.ones::<f64>(shape[1]).unwrap()).unwrap(), &[shape[0]], &vec![0.0; shape[0]], 0.0);
        assert_eq!(csr.matmul(&xp.ones::<f64>([shape[1], 0]).unwrap()).unwrap().shape(), [shape[0], 0]);
        assert_eq!(csr.transpose().unwrap().shape(), [shape[1], shape[0]]);
        assert_eq!(csr.matmul_sparse(&csr.transpose().unwrap()).unwrap().nnz(), 0);
        assert_eq!(csr.add(&csr).unwrap().nnz(), 0);
        assert_eq!(csr.to_coo().unwrap().to_csc().unwrap().shape(), shape);
    }
}

/// Indices outside, arrays of wrong lengths, shapes that do not match.
pub fn wrong_matrices<B: Backend>(xp: &B) {
    let ints = |values: &[i64]| xp.from_slice(values, values.len()).unwrap();
    let one = xp.ones::<f32>(1).unwrap();
    for (row, col) in [(3, 0), (0, 4), (-1, 0), (0, -1), (i64::MAX, 0)] {
        let coo = Coo::new([3, 4], ints(&[row]), ints(&[col]), &one).unwrap();
        assert!(matches!(coo.to_csr(), Err(Error::Index { .. })), "row {row}, column {col}");
        assert!(matches!(coo.to_csc(), Err(Error::Index { .. })), "row {row}, column {col}");
    }
    assert!(matches!(Coo::new([3, 4], ints(&[1, 2]), ints(&[0]), &one), Err(Error::Shape { .. })));
    assert!(matches!(Coo::new([3, 4], ints(&[1, 2]), ints(&[0, 0]), &one), Err(Error::Shape { .. })));
    for indptr in [[0, 1, 2], [1, 1, 1], [0, 2, 1], [0, -1, 1], [0, i64::MAX, 1]] {
        let result = Csr::from_parts([2, 3], ints(&indptr), ints(&[0]), &one);
        assert!(matches!(result, Err(Error::Value { .. })), "{indptr:?}");
    }
    for index in [-1, 3, i64::MIN] {
        let result = Csr::from_parts([2, 3], ints(&[0, 1, 1]), ints(&[index]), &one);
        assert!(matches!(result, Err(Error::Index { .. })), "{index}");
    }
    assert!(matches!(Csr::from_parts([2, 3], ints(&[0, 1]), ints(&[0]), &one), Err(Error::Shape { .. })));
    assert!(matches!(Csr::from_dense(&one), Err(Error::Value { .. })));
    let a = Csr::from_dense(&xp.ones::<f32>([2, 3]).unwrap()).unwrap();
    assert!(matches!(a.matmul(&xp.ones::<f32>(2).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(a.matmul(&xp.ones::<f32>([2, 3]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(a.matmul_sparse(&a), Err(Error::Shape { .. })));
    assert!(matches!(a.add(&a.transpose().unwrap()), Err(Error::Shape { .. })));
}
