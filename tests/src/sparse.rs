//! Sparse matrices against dense ones. Entries are small integers, so that products are exact.

use crate::compare::assert_array;
use crate::for_types;
use xparray::prelude::*;
use xparray::sparse::{Coo, Csc, Csr, Dia};
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

/// Each form holds the matrix that it was made of.
pub fn conversions<B: Backend>(xp: &B) {
    for_types!(fields, T => for (shape, every) in [([30, 45], 5), ([1, 7], 2), ([200, 3], 3), ([3, 3], 100), ([4, 4], 1)] {
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
    for_types!(fields, T => for ([m, k, n], every) in [([30, 45, 6], 5), ([1, 50, 1], 4), ([400, 300, 3], 20), ([5, 1, 33], 2)] {
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

/// A sparse matrix, and its elements as a dense one.
fn pair<T: Element + xparray::Field, B: Backend>(
    xp: &B,
    shape: [usize; 2],
    every: u64,
    seed: u64,
) -> (Csr<T, B>, DynArray<B>) {
    let dense = xp.from_slice(&scattered::<T>(shape, every, seed), shape).unwrap();
    (Csr::from_dense(&dense).unwrap(), dense.into_dyn())
}

/// The matrix is this dense one, its indices ascend, and they lie in it.
fn is<T: Element + xparray::Field, B: Backend>(matrix: &Csr<T, B>, dense: &DynArray<B>, what: &str) {
    assert_eq!(matrix.shape()[..], *dense.shape(), "{what}");
    assert_eq!(
        matrix.to_dense().unwrap().to_vec().unwrap(),
        dense.clone().typed::<T>().unwrap().to_vec().unwrap(),
        "{what}"
    );
    let (starts, indices) = (matrix.indptr().unwrap().to_vec().unwrap(), matrix.indices().unwrap().to_vec().unwrap());
    let ascending = |row: &[i64]| indices[row[0] as usize..row[1] as usize].is_sorted_by(|a, b| a < b);
    assert!(starts.windows(2).all(ascending), "{what}");
    assert!(indices.iter().all(|&index| (0..matrix.shape()[1] as i64).contains(&index)), "{what}");
}

const SHAPES: [([usize; 2], u64); 7] =
    [([9, 14], 3), ([14, 9], 2), ([1, 1], 1), ([1, 6], 2), ([5, 1], 2), ([4, 4], 100), ([70, 60], 9)];

/// Functions of the elements, and of two matrices.
pub fn arithmetic<B: Backend>(xp: &B) {
    for_types!(fields, T => for (shape, every) in SHAPES {
        let ((a, dense), (b, other)) = (pair::<T, B>(xp, shape, every, 6), pair::<T, B>(xp, shape, every, 7));
        is(&a.negative().unwrap(), &dense.multiply(-1).unwrap().add(0).unwrap(), "negative");
        is(&a.conj().unwrap(), &dense.conj().unwrap(), "conj");
        is(&a.abs().unwrap(), &dense.abs().unwrap(), "abs");
        is(&a.power(2.0).unwrap(), &dense.multiply(&dense).unwrap(), "power");
        is(&a.astype::<Complex<f64>>().unwrap(), &dense.astype(DType::Complex128).unwrap(), "astype");
        is(&a.map_values(|x| Ok(x.square())).unwrap(), &dense.square().unwrap(), "square");
        is(&a.multiply(3).unwrap(), &dense.multiply(3).unwrap(), "scaled");
        is(&a.divide(2).unwrap(), &dense.divide(2).unwrap(), "divided");
        is(&a.subtract(&b).unwrap(), &dense.subtract(&other).unwrap(), "subtract");
        is(&a.multiply_sparse(&b).unwrap(), &dense.multiply(&other).unwrap(), "product");
        let common = dense.multiply(&other).unwrap().count_nonzero(..).unwrap().item().unwrap().get::<i64>();
        assert_eq!(a.multiply_sparse(&b).unwrap().nnz() as i64, common);
        // A row, a column, a matrix, a number without dimensions; of any layout.
        let [rows, cols] = shape;
        let factors = pair::<T, B>(xp, [cols, rows], 1, 8).1.add(5).unwrap().t();
        for part in [s![..], s![..1], s![.., ..1], s![0], s![0, 0]] {
            let factors = factors.slice(part).unwrap();
            is(&a.multiply(&factors).unwrap(), &dense.multiply(&factors).unwrap(), "by a dense one");
            let (quotient, expected) = (a.divide(&factors).unwrap(), dense.divide(&factors).unwrap());
            let expected = dense.equal(0).unwrap().where_(&dense, &expected).unwrap();
            is(&quotient, &expected, "quotient");
        }
        assert!(a.array_equal(&a.transpose().unwrap().transpose().unwrap()).unwrap());
        assert!(a.nnz() == 0 || !a.array_equal(&a.multiply(2).unwrap()).unwrap());
        assert_eq!(a.array_equal(&a.transpose().unwrap()).unwrap(), shape == [1, 1] || shape == [4, 4]);
        let zeros = a.multiply(0).unwrap();
        assert_eq!((zeros.nnz(), zeros.eliminate_zeros().unwrap().nnz()), (a.nnz(), 0));
        assert!(zeros.array_equal(&Csr::zeros(xp, shape).unwrap()).unwrap());
        let values = a.values().unwrap();
        is(&a.with_values(&values.flip(0).unwrap().flip(0).unwrap()).unwrap(), &dense, "other values");
        let product = dense.matmul(&dense.t()).unwrap();
        let csc = a.transpose().unwrap().to_csc().unwrap();
        assert_array(&a.matmul(&csc.to_dense().unwrap()).unwrap(), &[rows, rows], &product.clone().typed::<T>().unwrap().to_vec().unwrap(), 0.0);
        let by_columns = a.to_csc().unwrap().matmul(&csc.to_dense().unwrap()).unwrap();
        assert_array(&by_columns, &[rows, rows], &product.typed::<T>().unwrap().to_vec().unwrap(), 0.0);
    });
    for_types!([f32 f64] T => for (shape, every) in SHAPES {
        let ((a, dense), (b, other)) = (pair::<T, B>(xp, shape, every, 6), pair::<T, B>(xp, shape, every, 7));
        is(&a.maximum(&b).unwrap(), &dense.maximum(&other).unwrap(), "maximum");
        is(&a.minimum(&b).unwrap(), &dense.minimum(&other).unwrap(), "minimum");
        let entries = dense.maximum(&other).unwrap().count_nonzero(..).unwrap().item().unwrap().get::<i64>();
        assert_eq!(a.maximum(&b).unwrap().nnz() as i64, entries);
    });
    // Where only one has an entry, the other's element is zero, whatever the entry.
    let a = Csr::from_dense(&xp.array([[f64::NAN, 1.0, f64::INFINITY]]).unwrap()).unwrap();
    let b = Csr::from_dense(&xp.array([[0.0, 2.0, 0.0]]).unwrap()).unwrap();
    assert_eq!(a.multiply_sparse(&b).unwrap().to_dense().unwrap().to_vec().unwrap(), [0.0, 2.0, 0.0]);
    assert_eq!(a.multiply(2.0).unwrap().values().unwrap().to_string(), "[nan  2. inf]");

    let a = Csr::from_dense(&xp.ones::<f32>([2, 3]).unwrap()).unwrap();
    let turned = a.transpose().unwrap();
    assert!(matches!(a.subtract(&turned), Err(Error::Shape { .. })));
    assert!(matches!(a.multiply_sparse(&turned), Err(Error::Shape { .. })));
    assert!(matches!(a.maximum(&turned), Err(Error::Shape { .. })));
    assert!(matches!(a.minimum(&turned), Err(Error::Shape { .. })));
    for shape in [&[2][..], &[3, 3], &[2, 2], &[3, 1], &[1, 2, 3], &[0]] {
        let dense = xp.ones::<f32>(shape).unwrap();
        assert!(matches!(a.multiply(&dense), Err(Error::Shape { .. })), "{shape:?}");
        assert!(matches!(a.divide(&dense), Err(Error::Shape { .. })), "{shape:?}");
    }
    assert!(matches!(a.multiply(xp.ones::<f64>(3).unwrap()), Err(Error::DType { .. })));
    assert!(matches!(a.multiply(Complex::new(0.0, 1.0)), Err(Error::DType { .. })));
    assert!(matches!(a.with_values(&xp.ones::<f32>(5).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(a.map_values(|x| x.reshape([2, 3])), Err(Error::Shape { .. })));
    for exponent in [0.0, -1.0, f64::NAN] {
        assert!(matches!(a.power(exponent), Err(Error::Value { .. })));
    }
}

/// Sums, means, counts and extrema, with what is not stored.
pub fn reductions<B: Backend>(xp: &B) {
    for_types!(fields, T => for (shape, every) in SHAPES {
        let (a, dense) = pair::<T, B>(xp, shape, every, 9);
        for axis in [None, Some(0), Some(1), Some(-1), Some(-2)] {
            let same = |actual: DynArray<B>, expected: DynArray<B>| {
                assert_eq!((actual.shape(), actual.dtype()), (expected.shape(), expected.dtype()));
                assert!(actual.allclose(&expected).unwrap(), "{axis:?} {actual} {expected}");
            };
            let axes = axis.map_or(vec![0, 1], |axis| vec![axis]);
            same(a.sum(axis).unwrap().into_dyn(), dense.sum(&axes).unwrap());
            same(a.mean(axis).unwrap().into_dyn(), dense.mean(&axes).unwrap());
            let counts = a.multiply(0).unwrap().add(&a).unwrap().count_nonzero(axis).unwrap();
            same(counts.into_dyn(), dense.count_nonzero(&axes).unwrap());
        }
        for k in [0, 1, -1, 3, -5, 40, -90] {
            let expected = dense.trace_with(Diagonal::new().offset(k)).unwrap();
            assert!(a.trace(k).unwrap().into_dyn().array_equal(&expected).unwrap());
        }
    });
    for_types!([f32 f64] T => for (shape, every) in SHAPES {
        for seed in 10..13 {
            let (a, dense) = pair::<T, B>(xp, shape, every, seed);
            // Of positive and of negative numbers alone, so that zeros count.
            for (a, dense) in [
                (a.clone(), dense.clone()),
                (a.abs().unwrap(), dense.abs().unwrap()),
                (a.abs().unwrap().negative().unwrap(), dense.abs().unwrap().negative().unwrap()),
            ] {
                for axis in [None, Some(0), Some(1)] {
                    let axes = axis.map_or(vec![0, 1], |axis| vec![axis]);
                    assert!(a.max(axis).unwrap().into_dyn().array_equal(&dense.max(&axes).unwrap()).unwrap());
                    assert!(a.min(axis).unwrap().into_dyn().array_equal(&dense.min(&axes).unwrap()).unwrap());
                }
            }
        }
    });
    let full = Csr::from_dense(&xp.array([[-1.0, -2.0], [3.0, f64::NAN]]).unwrap()).unwrap();
    assert_eq!(full.max(0).unwrap().to_string(), "[ 3. nan]");
    assert_eq!(full.max(1).unwrap().to_string(), "[-1. nan]");
    assert!(full.min(..).unwrap().item().unwrap().is_nan());
    // No zero has a sign.
    assert_eq!(Csr::<f64, B>::eye(xp, 2).unwrap().min(0).unwrap().to_string(), "[0. 0.]");
    assert!(matches!(full.sum(2), Err(Error::Axis { .. })));
    assert!(matches!(full.mean(-3), Err(Error::Axis { .. })));
    assert!(matches!(full.count_nonzero(2), Err(Error::Axis { .. })));
    assert!(matches!(full.max(2), Err(Error::Axis { .. })));
    let empty = Csr::<f64, B>::zeros(xp, [0, 3]).unwrap();
    assert_eq!(empty.sum(0).unwrap().to_vec().unwrap(), [0.0; 3]);
    assert_eq!(empty.sum(..).unwrap().item().unwrap(), 0.0);
    assert_eq!(empty.max(1).unwrap().shape(), [0]);
    assert!(matches!(empty.max(0), Err(Error::Value { .. })));
    assert!(matches!(empty.min(..), Err(Error::Value { .. })));
}

/// Rows, columns, elements, diagonals, triangles.
pub fn parts<B: Backend>(xp: &B) {
    for_types!(fields, T => for (shape, every) in SHAPES {
        let (a, dense) = pair::<T, B>(xp, shape, every, 14);
        for items in [
            s![..], s![1..], s![..-1], s![..;2], s![..;-1], s![-1], s![..0], s![.., 1..], s![.., ..;-2], s![0, ..], s![.., -1],
            s![1..;2, ..-1], s![0, 0],
        ] {
            let expected = dense.slice(items).unwrap();
            let lengths = [0, 1].map(|axis| match items.get(axis) {
                Some(xparray::SliceItem::Index(_)) => 1,
                Some(item) => xp.arange(shape[axis]).unwrap().slice(&[*item]).unwrap().len(),
                None => shape[axis],
            });
            is(&a.slice(items).unwrap(), &expected.reshape(lengths).unwrap(), "slice");
        }
        let [rows, cols] = shape.map(|n| n as i64);
        let (some, others) = ([rows - 1, 0, -1, 0, -rows], [0, -cols, cols - 1, -1]);
        is(&a.take_rows(some).unwrap(), &dense.take(some, 0).unwrap(), "rows");
        is(&a.take_columns(others).unwrap(), &dense.take(others, 1).unwrap(), "columns");
        is(&a.take_rows(xp.zeros::<i32>(0).unwrap()).unwrap(), &dense.slice(s![..0]).unwrap(), "no rows");
        for (row, col) in [(0, 0), (-1, -1), (rows - 1, 0), (rows / 2, cols / 2)] {
            let expected = dense.take_at(([row], [col])).unwrap().typed::<T>().unwrap().item().unwrap();
            assert_eq!(a.element(row, col).unwrap(), expected);
        }
        for k in [0, 1, -1, 3, -5, 40, -90] {
            let expected = dense.diagonal_with(Diagonal::new().offset(k)).unwrap();
            assert!(a.diagonal(k).unwrap().into_dyn().array_equal(&expected).unwrap(), "{k}");
            is(&a.tril(k).unwrap(), &dense.tril_with(k).unwrap(), "tril");
            is(&a.triu(k).unwrap(), &dense.triu_with(k).unwrap(), "triu");
            let mut changed = a.clone();
            if expected.is_empty() {
                assert!(matches!(changed.setdiag(1, k), Err(Error::Value { .. })));
                continue;
            }
            let rest = dense.tril_with(k - 1).unwrap().add(dense.triu_with(k + 1).unwrap()).unwrap();
            let on = xp.eye_with::<T>(shape[0], Eye::new().columns(shape[1]).diagonal(k)).unwrap();
            changed.setdiag(2, k).unwrap();
            is(&changed, &rest.add(on.as_dyn().multiply(2).unwrap()).unwrap(), "a number");
            changed.setdiag(&expected, k).unwrap();
            is(&changed, &dense, "back");
        }
        let (row, col) = a.nonzero().unwrap();
        let expected = dense.nonzero().unwrap();
        assert!(row.into_dyn().array_equal(&expected[0]).unwrap() && col.into_dyn().array_equal(&expected[1]).unwrap());
    });
    let mut a = Csr::from_dense(&xp.ones::<f32>([2, 3]).unwrap()).unwrap();
    for outside in [2, -3, i64::MAX, i64::MIN] {
        assert!(matches!(a.take_rows([outside]), Err(Error::Index { .. })), "{outside}");
        assert!(matches!(a.element(outside, 0), Err(Error::Index { .. })), "{outside}");
    }
    assert!(matches!(a.take_columns([3]), Err(Error::Index { .. })));
    assert!(matches!(a.take_rows([[0, 1]]), Err(Error::Shape { .. })));
    assert!(matches!(a.slice(s![2]), Err(Error::Index { .. })));
    assert!(matches!(a.slice(s![0, 0, 0]), Err(Error::Value { .. })));
    assert!(matches!(a.slice(s![xparray::NewAxis]), Err(Error::Value { .. })));
    assert!(matches!(a.slice(s![xparray::Ellipsis]), Err(Error::Value { .. })));
    assert!(matches!(a.setdiag(xp.ones::<f32>(3).unwrap(), 0), Err(Error::Shape { .. })));
    for k in [isize::MAX, isize::MIN] {
        assert_eq!(a.diagonal(k).unwrap().len(), 0);
        assert_eq!(a.tril(k).unwrap().nnz(), if k > 0 { 6 } else { 0 });
        assert_eq!(a.triu(k).unwrap().nnz(), if k > 0 { 0 } else { 6 });
        assert!(matches!(a.setdiag(1, k), Err(Error::Value { .. })));
    }
    assert!(matches!(Csr::<f64, B>::zeros(xp, [0, 2]).unwrap().take_rows([0]), Err(Error::Index { .. })));
}

/// Matrices of diagonals, blocks and products.
pub fn building<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        for (n, m, k) in [(3, 3, 0), (3, 5, 2), (5, 3, -1), (2, 2, 2), (0, 3, 0), (3, 3, -9)] {
            let options = Eye::new().columns(m).diagonal(k);
            is(&Csr::<T, B>::eye_with(xp, n, options).unwrap(), xp.eye_with::<T>(n, options).unwrap().as_dyn(), "eye");
        }
        let numbers = |n: usize, seed: u64| xp.from_slice(&scattered::<T>([1, n], 1, seed), n).unwrap();
        // Diagonals: dense ones add up to the same.
        let (main, above, one) = (numbers(4, 20), numbers(2, 21), numbers(1, 22));
        let diagonal = |x: &Array<T, B>, k: i64| x.as_dyn().diag_with(k).unwrap();
        let expected = diagonal(&main, 0).add(diagonal(&above, 2)).unwrap();
        is(&Csr::diags(&[&main, &above], &[0, 2], None).unwrap(), &expected, "diags");
        let expected = diagonal(&above, 2).add(diagonal(&main, 0)).unwrap();
        is(&Csr::diags(&[&above, &main], &[2, 0], None).unwrap(), &expected, "diags in another order");
        let band = xp.eye_with::<T>(3, Eye::new().columns(6).diagonal(-1)).unwrap();
        is(&Csr::diags(&[&one], &[-1], [3, 6]).unwrap(), &band.as_dyn().multiply(&one).unwrap(), "repeated");

        // Data of diagonals, wider and narrower than the matrix.
        let offsets = [0, -2, 3, 1, 40, -40];
        for (shape, width) in [([4, 6], 6), ([6, 4], 4), ([4, 6], 3), ([3, 3], 9), ([1, 1], 2), ([0, 3], 3), ([3, 0], 2)] {
            let host = scattered::<T>([6, width], 1, 23);
            let data = xp.from_slice(&host, [6, width]).unwrap();
            let mut dense = vec![T::default(); shape[0] * shape[1]];
            for (k, offset) in offsets.iter().enumerate() {
                for j in 0..width.min(shape[1]) {
                    let row = j as isize - offset;
                    if (0..shape[0] as isize).contains(&row) {
                        dense[row as usize * shape[1] + j] = host[k * width + j];
                    }
                }
            }
            let dia = Dia::new(shape, &data, &offsets).unwrap();
            assert_eq!((dia.shape(), dia.offsets(), dia.data().shape()), (shape, &offsets[..], &[6, width][..]));
            let expected = xp.from_slice(&dense, shape).unwrap();
            is(&dia.to_csr().unwrap(), expected.as_dyn(), "dia");
            is(&Csr::spdiags(&data, &offsets, shape).unwrap(), expected.as_dyn(), "spdiags");
            assert_array(&dia.clone().to_dense().unwrap(), &shape, &dense, 0.0);
            let x = scattered::<T>([1, shape[1]], 1, 24);
            let product = product(&dense, &x, [shape[0], shape[1], 1]);
            assert_array(&dia.matmul(&xp.from_slice(&x, shape[1]).unwrap()).unwrap(), &[shape[0]], &product, 0.0);
        }
        for (shape, every) in SHAPES {
            let (a, dense) = pair::<T, B>(xp, shape, every, 25);
            let dia = a.to_dia().unwrap();
            assert!(dia.offsets().is_sorted_by(|a, b| a < b));
            is(&dia.to_csr().unwrap(), &dense, "to dia and back");
        }

        let ((a, x), (b, y)) = (pair::<T, B>(xp, [3, 4], 2, 26), pair::<T, B>(xp, [3, 2], 2, 27));
        let ((c, z), (d, w)) = (pair::<T, B>(xp, [1, 4], 1, 28), pair::<T, B>(xp, [1, 2], 1, 29));
        let all = xp.block(&[&[&x, &y], &[&z, &w]]).unwrap();
        is(&Csr::block(&[&[Some(&a), Some(&b)], &[Some(&c), Some(&d)]]).unwrap(), &all, "block");
        let zeros = y.multiply(0).unwrap();
        is(&Csr::block(&[&[Some(&a), None], &[Some(&c), Some(&d)]]).unwrap(), &xp.block(&[&[&x, &zeros], &[&z, &w]]).unwrap(), "none");
        is(&Csr::hstack(&[&a, &b, &a]).unwrap(), &xp.hstack(&[&x, &y, &x]).unwrap(), "hstack");
        is(&Csr::vstack(&[&a, &c]).unwrap(), &xp.vstack(&[&x, &z]).unwrap(), "vstack");
        let corners = [[1usize, 4], [3, 2]].map(|shape| xp.zeros::<T>(shape).unwrap().into_dyn());
        let expected = xp.block(&[&[&z, &corners[0].slice(s![.., ..2]).unwrap()], &[&xp.zeros::<T>([3, 4]).unwrap().into_dyn(), &y]]);
        is(&Csr::block_diag(&[&c, &b]).unwrap(), &expected.unwrap(), "block_diag");
        is(&a.kron(&b).unwrap(), &x.kron(&y).unwrap(), "kron");
        is(&d.kron(&a).unwrap(), &w.kron(&x).unwrap(), "kron");
        let ((p, u), (q, v)) = (pair::<T, B>(xp, [3, 3], 2, 30), pair::<T, B>(xp, [4, 4], 2, 31));
        let eye = |n: usize| xp.eye::<T>(n).unwrap().into_dyn();
        let expected = eye(4).kron(&u).unwrap().add(v.kron(&eye(3)).unwrap()).unwrap();
        is(&p.kronsum(&q).unwrap(), &expected, "kronsum");
    });
    for_types!([f32 f64] T => for (shape, density, count) in
        [([40, 50], 0.01, 20), ([40, 50], 0.5, 1000), ([7, 9], 1.0, 63), ([7, 9], 0.0, 0), ([0, 4], 0.5, 0), ([100_000, 300_000], 1e-8, 300)]
    {
        let a = Csr::<T, B>::random(&mut xp.rng(5), shape, density).unwrap();
        // Distinct places: none was added to another.
        assert_eq!((a.shape(), a.nnz()), (shape, count));
        let values = a.values().unwrap();
        assert!(values.is_empty() || values.as_dyn().max(..).unwrap().item().unwrap().get::<f64>() < 1.0);
        assert!(a.array_equal(&Csr::random(&mut xp.rng(5), shape, density).unwrap()).unwrap());
    });
    // Places are everywhere alike: the mean row and column are in the middle, within five standard deviations.
    let entries = Csr::<f64, B>::random(&mut xp.rng(6), [2000, 2000], 0.01).unwrap().to_coo().unwrap();
    for place in [entries.row(), entries.col()] {
        assert!((place.mean(..).unwrap().item().unwrap() - 999.5).abs() < 5.0 * 2000.0 / (12.0f64 * 40_000.0).sqrt());
    }

    let (a, b) = (Csr::<f64, B>::eye(xp, 2).unwrap(), Csr::<f64, B>::eye(xp, 3).unwrap());
    assert!(matches!(Csr::hstack(&[&a, &b]), Err(Error::Shape { .. })));
    assert!(matches!(Csr::vstack(&[&a, &b]), Err(Error::Shape { .. })));
    assert!(matches!(Csr::<f64, B>::hstack(&[]), Err(Error::Value { .. })));
    assert!(matches!(Csr::<f64, B>::block_diag(&[]), Err(Error::Value { .. })));
    assert!(matches!(Csr::block(&[&[Some(&a), Some(&a)], &[Some(&a)]]), Err(Error::Shape { .. })));
    assert!(matches!(Csr::block(&[&[Some(&a), None]]), Err(Error::Value { .. })));
    assert!(matches!(a.kronsum(&Csr::zeros(xp, [2, 3]).unwrap()), Err(Error::Shape { .. })));
    let wide = Csr::<f64, B>::zeros(xp, [1, 1 << 40]).unwrap_or(a.clone());
    assert!(wide.shape() == [2, 2] || matches!(wide.kron(&wide), Err(Error::Shape { .. } | Error::Value { .. })));
    let ones = xp.ones::<f64>(2).unwrap();
    assert!(matches!(Csr::diags(&[&ones], &[0, 1], None), Err(Error::Shape { .. })));
    assert!(matches!(Csr::diags(&[&ones], &[0], [3, 3]), Err(Error::Shape { .. })));
    assert!(matches!(Csr::diags(&[&ones, &ones], &[1, 1], None), Err(Error::Value { .. })));
    assert!(matches!(Csr::<f64, B>::diags(&[], &[], None), Err(Error::Value { .. })));
    assert!(Csr::diags(&[&ones], &[isize::MAX], None).is_err());
    assert!(matches!(Dia::new([2, 2], &ones, &[0]), Err(Error::Shape { .. })));
    let data = xp.ones::<f64>([2, 2]).unwrap();
    assert!(matches!(Dia::new([2, 2], &data, &[0]), Err(Error::Shape { .. })));
    assert!(matches!(Dia::new([2, 2], &data, &[3, 3]), Err(Error::Value { .. })));
    let extreme = Dia::new([2, 2], &data, &[isize::MIN, isize::MAX]).unwrap();
    assert_eq!(extreme.to_csr().unwrap().nnz(), 0);
    assert_eq!(extreme.matmul(&ones).unwrap().to_vec().unwrap(), [0.0, 0.0]);
    assert!(matches!(extreme.matmul(&xp.ones::<f64>(3).unwrap()), Err(Error::Shape { .. })));
    for density in [-0.1, 1.1, f64::NAN] {
        assert!(matches!(Csr::<f64, B>::random(&mut xp.rng(1), [2, 2], density), Err(Error::Value { .. })));
    }
    assert!(Csr::<f64, B>::random(&mut xp.rng(1), [1 << 40, 1 << 40], 0.1).is_err());
}

/// A matrix and the arrays that it was made of or gives are values: writing to one changes no other.
pub fn arrays_are_values<B: Backend>(xp: &B) {
    let a = Csr::from_parts([2, 3], [0, 2, 3], [0, 2, 1], &xp.from_slice(&[1.0f32, 2.0, 3.0], 3).unwrap()).unwrap();
    let rows = |a: &Csr<f32, B>| a.to_dense().unwrap().to_vec().unwrap();
    let mut values = a.values().unwrap();
    values.assign(s![0], 9.0).unwrap();
    values.add_at([&xp.from_slice(&[1i64], 1).unwrap()], 10.0).unwrap();
    values += 1.0;
    assert_eq!((values.to_vec().unwrap(), rows(&a)), (vec![10.0, 13.0, 4.0], vec![1.0, 0.0, 2.0, 0.0, 3.0, 0.0]));
    let mut given = xp.from_slice(&[4.0f32, 5.0, 6.0, 7.0], 4).unwrap();
    let b = a.with_values(&given.slice(s![1..]).unwrap()).unwrap();
    let c = a.with_values(&given.slice(s![3..0;-1]).unwrap()).unwrap();
    given.assign(s![], 0.0).unwrap();
    let mut taken = xp.from_slice(&[1.0f32, 1.0, 1.0], 3).unwrap();
    let d = a.with_values(&taken).unwrap();
    taken.assign(s![1], 8.0).unwrap();
    taken *= 2.0;
    assert_eq!((rows(&b), rows(&c)), (vec![5.0, 0.0, 6.0, 0.0, 7.0, 0.0], vec![7.0, 0.0, 6.0, 0.0, 5.0, 0.0]));
    assert_eq!((rows(&d), taken.to_vec().unwrap()), (vec![1.0, 0.0, 1.0, 0.0, 1.0, 0.0], vec![2.0, 16.0, 2.0]));
    let mut starts = a.indptr().unwrap();
    starts.assign(s![1..], 7).unwrap();
    let mut columns = a.indices().unwrap();
    columns.assign(s![], 0).unwrap();
    assert_eq!(rows(&a.negative().unwrap()), [-1.0, 0.0, -2.0, 0.0, -3.0, 0.0]);
    assert!(matches!(a.with_values(&values.slice(s![..2]).unwrap()), Err(Error::Shape { .. })));
    let empty = Csr::<f32, B>::from_parts([2, 2], [0, 0, 0], [0i64; 0], &xp.zeros::<f32>(0).unwrap()).unwrap();
    assert_eq!(rows(&empty.negative().unwrap()), [0.0; 4]);
}
