//! Sparse matrices on a device, against sums over maps. Entries are small integers, so that all is exact.

use super::harness::{download, upload};
use crate::backend::{Buffer, Native, Xp};
use std::collections::BTreeMap;
use xparray_ir::backend::{Csr, Sparse, View};
use xparray_ir::{DType, Error, Layout};

tests!(
    coordinates_to_rows_and_back,
    parts_are_checked_sorted_and_unique,
    dense_matrices,
    products_with_dense_operands,
    sums_and_products_of_sparse_matrices,
    nothing_in_them,
    what_is_no_matrix,
    products_of_many_rows
);

type C = [i64; 2];
type Matrix = Csr<Buffer<Native>>;
type Entries = BTreeMap<(i64, i64), C>;

const TYPES: [DType; 4] = [DType::F32, DType::F64, DType::Complex64, DType::Complex128];

/// Numbers below `bound` without a pattern.
fn numbers(len: usize, bound: u64, seed: u64) -> Vec<i64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 8) % bound) as i64
    };
    (0..len).map(|_| next()).collect()
}

/// Small numbers that an element type has.
fn entries(len: usize, dtype: DType, seed: u64) -> Vec<C> {
    let imaginary = if dtype.is_complex() { 1 } else { 0 };
    let (re, im) = (numbers(len, 9, seed), numbers(len, 7, seed + 77));
    re.iter().zip(&im).map(|(re, im)| [re - 4, (im - 3) * imaginary]).collect()
}

fn ints(xp: &Xp, values: &[i64]) -> Buffer<Native> {
    upload(xp, &values.iter().flat_map(|value| value.to_ne_bytes()).collect::<Vec<_>>())
}

fn encoded(values: &[C], dtype: DType) -> Vec<u8> {
    let part = |x: i64| match dtype {
        DType::F32 | DType::Complex64 => (x as f32).to_ne_bytes().to_vec(),
        _ => (x as f64).to_ne_bytes().to_vec(),
    };
    let parts = if dtype.is_complex() { 2 } else { 1 };
    values.iter().flat_map(|value| value[..parts].iter().flat_map(|&x| part(x)).collect::<Vec<_>>()).collect()
}

fn decoded(bytes: &[u8], dtype: DType) -> Vec<C> {
    let parts: Vec<i64> = match dtype {
        DType::F32 | DType::Complex64 => {
            bytes.chunks_exact(4).map(|word| f32::from_ne_bytes(word.try_into().unwrap()) as i64).collect()
        }
        _ => bytes.chunks_exact(8).map(|word| f64::from_ne_bytes(word.try_into().unwrap()) as i64).collect(),
    };
    if dtype.is_complex() {
        parts.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
    } else {
        parts.into_iter().map(|re| [re, 0]).collect()
    }
}

fn values(xp: &Xp, buffer: &Buffer<Native>, len: usize, dtype: DType) -> Vec<C> {
    decoded(&download(xp, buffer, len * dtype.size()), dtype)
}

fn i64s(xp: &Xp, buffer: &Buffer<Native>, len: usize, dtype: DType) -> Vec<i64> {
    let bytes = download(xp, buffer, len * dtype.size());
    match dtype {
        DType::I32 => bytes.chunks_exact(4).map(|word| i32::from_ne_bytes(word.try_into().unwrap()).into()).collect(),
        _ => bytes.chunks_exact(8).map(|word| i64::from_ne_bytes(word.try_into().unwrap())).collect(),
    }
}

fn view<'a>(buffer: &'a Buffer<Native>, dtype: DType, layout: &'a Layout) -> View<'a, Buffer<Native>> {
    View::new(buffer, dtype, layout).unwrap()
}

fn line(len: usize) -> Layout {
    Layout::row_major(&[len])
}

fn plus(x: C, y: C) -> C {
    [x[0] + y[0], x[1] + y[1]]
}

fn times(x: C, y: C) -> C {
    [x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]]
}

fn add(entries: &mut Entries, place: (i64, i64), value: C) {
    let entry = entries.entry(place).or_default();
    *entry = plus(*entry, value);
}

/// A matrix, and what it holds: `n` entries anywhere, some in one place.
fn scattered(xp: &Xp, shape: [usize; 2], n: usize, dtype: DType, seed: u64) -> (Matrix, Entries) {
    let row = numbers(n, shape[0] as u64, seed);
    let col = numbers(n, shape[1] as u64, seed + 1);
    coo(xp, shape, &row, &col, dtype, seed)
}

fn coo(xp: &Xp, shape: [usize; 2], row: &[i64], col: &[i64], dtype: DType, seed: u64) -> (Matrix, Entries) {
    let n = row.len();
    let host = entries(n, dtype, seed + 2);
    let mut expected = Entries::new();
    for (place, &value) in row.iter().zip(col).zip(&host) {
        add(&mut expected, (*place.0, *place.1), value);
    }
    let (r, c, x) = (ints(xp, row), ints(xp, col), upload(xp, &encoded(&host, dtype)));
    let line = line(n);
    let (r, c) = (view(&r, DType::I64, &line), view(&c, DType::I64, &line));
    let matrix = xp.coo_to_csr(shape[0], shape[1], r, c, view(&x, dtype, &line)).unwrap();
    (matrix, expected)
}

fn check(xp: &Xp, found: &Matrix, shape: [usize; 2], expected: &Entries, what: &str) {
    assert_eq!((found.shape(), found.nnz()), (shape, expected.len()), "{what}");
    let mut starts = vec![0i64; shape[0] + 1];
    for &(row, _) in expected.keys() {
        starts[row as usize + 1] += 1;
    }
    (0..shape[0]).for_each(|row| starts[row + 1] += starts[row]);
    assert!(i64s(xp, found.indptr(), shape[0] + 1, DType::I64) == starts, "{what}: row starts");
    let columns: Vec<i64> = expected.keys().map(|place| place.1).collect();
    assert!(i64s(xp, found.indices(), found.nnz(), Matrix::index_type(shape[1])) == columns, "{what}: columns");
    let entries: Vec<C> = expected.values().copied().collect();
    assert!(values(xp, found.values(), found.nnz(), found.dtype()) == entries, "{what}: entries");
}

const SHAPES: [([usize; 2], usize); 7] = [
    ([30, 45], 400),
    ([1, 7], 5),
    ([7, 1], 5),
    ([200, 3], 1000),
    ([70_000, 70_000], 300_000),
    ([3000, 5000], 20_000),
    ([3, 1 << 33], 1000),
];

fn coordinates_to_rows_and_back(xp: &Xp) {
    for ((shape, n), dtype) in SHAPES.into_iter().flat_map(|case| TYPES.map(|dtype| (case, dtype))) {
        let what = format!("{shape:?} of {dtype}");
        let (matrix, expected) = scattered(xp, shape, n, dtype, 1);
        check(xp, &matrix, shape, &expected, &what);
        let (row, col) = xp.csr_coordinates(&matrix.borrowed()).unwrap();
        let row = i64s(xp, &row, matrix.nnz(), DType::I64);
        let col = i64s(xp, &col, matrix.nnz(), DType::I64);
        assert!(row.into_iter().zip(col).eq(expected.keys().copied()), "{what}");
        if shape[1] > 1 << 32 {
            continue;
        }
        let turned: Entries = expected.iter().map(|(&(row, col), &value)| ((col, row), value)).collect();
        let transpose = xp.csr_transpose(&matrix.borrowed()).unwrap();
        check(xp, &transpose, [shape[1], shape[0]], &turned, &format!("transpose of {what}"));
        check(xp, &xp.csr_transpose(&transpose.borrowed()).unwrap(), shape, &expected, &what);
    }
    // Strided coordinates: every other one, backwards.
    let (row, col) = (numbers(200, 9, 5), numbers(200, 11, 6));
    let host = entries(200, DType::F32, 7);
    let (r, c, x) = (ints(xp, &row), ints(xp, &col), upload(xp, &encoded(&host, DType::F32)));
    let cut = line(200).sliced(0, 199, -2, 100).unwrap();
    let (r, c) = (view(&r, DType::I64, &cut), view(&c, DType::I64, &cut));
    let matrix = xp.coo_to_csr(9, 11, r, c, view(&x, DType::F32, &cut)).unwrap();
    let mut expected = Entries::new();
    (0..200).rev().step_by(2).for_each(|k| add(&mut expected, (row[k], col[k]), host[k]));
    check(xp, &matrix, [9, 11], &expected, "strided");
}

fn parts_are_checked_sorted_and_unique(xp: &Xp) {
    for dtype in TYPES {
        for (shape, n) in SHAPES.into_iter().filter(|(shape, _)| shape[1] <= 1 << 32) {
            let (matrix, expected) = scattered(xp, shape, n, dtype, 3);
            let (rows, nnz) = (line(shape[0] + 1), line(matrix.nnz()));
            let (_, col) = xp.csr_coordinates(&matrix.borrowed()).unwrap();
            let parts = (view(matrix.indptr(), DType::I64, &rows), view(&col, DType::I64, &nnz));
            let copy = xp.csr_from_parts(shape[0], shape[1], parts.0, parts.1, view(matrix.values(), dtype, &nnz));
            check(xp, &copy.unwrap(), shape, &expected, &format!("copy of {shape:?} of {dtype}"));
        }
        // Rows in any order, with the same column often.
        let lengths = numbers(500, 40, 4);
        let starts: Vec<i64> = [0]
            .into_iter()
            .chain(lengths.iter().scan(0, |sum, len| {
                *sum += len;
                Some(*sum)
            }))
            .collect();
        let n = starts[500] as usize;
        let (col, host) = (numbers(n, 20, 5), entries(n, dtype, 6));
        let mut expected = Entries::new();
        for row in 0..500 {
            for k in starts[row] as usize..starts[row + 1] as usize {
                add(&mut expected, (row as i64, col[k]), host[k]);
            }
        }
        let (r, c, x) = (ints(xp, &starts), ints(xp, &col), upload(xp, &encoded(&host, dtype)));
        let (rows, nnz) = (line(501), line(n));
        let parts = (view(&r, DType::I64, &rows), view(&c, DType::I64, &nnz), view(&x, dtype, &nnz));
        let matrix = xp.csr_from_parts(500, 20, parts.0, parts.1, parts.2).unwrap();
        check(xp, &matrix, [500, 20], &expected, "unsorted");
    }
}

fn dense_matrices(xp: &Xp) {
    for dtype in TYPES {
        for (shape, every) in [([30, 45], 5), ([1, 7], 2), ([200, 3], 3), ([3, 3], 100), ([4, 4], 1), ([1500, 1200], 7)]
        {
            let n = shape[0] * shape[1];
            let mut host = entries(n, dtype, 1);
            let keep = numbers(n, every, 2);
            host.iter_mut().zip(keep).filter(|(_, k)| *k != 0).for_each(|(x, _)| *x = [0, 0]);
            let x = upload(xp, &encoded(&host, dtype));
            let layout = Layout::row_major(&shape);
            for (layout, turned) in [(layout.clone(), false), (layout.permute(&[1, 0]).unwrap(), true)] {
                let place = |k: usize| ((k / shape[1]) as i64, (k % shape[1]) as i64);
                let nonzero = host.iter().enumerate().filter(|(_, x)| **x != [0, 0]);
                let place = |k| if turned { (place(k).1, place(k).0) } else { place(k) };
                let expected: Entries = nonzero.map(|(k, &x)| (place(k), x)).collect();
                let matrix = xp.dense_to_csr(view(&x, dtype, &layout)).unwrap();
                let shape = [layout.shape()[0], layout.shape()[1]];
                check(xp, &matrix, shape, &expected, &format!("{shape:?} of {dtype}"));
                let back = values(xp, &xp.csr_to_dense(&matrix.borrowed()).unwrap(), n, dtype);
                let at = |k: usize| ((k / shape[1]) as i64, (k % shape[1]) as i64);
                assert!((0..n).all(|k| back[k] == expected.get(&at(k)).copied().unwrap_or_default()));
            }
        }
    }
}

/// Rows of about this length, and a few that are much longer; every fifth is empty.
fn uneven(xp: &Xp, rows: usize, cols: usize, mean: u64, long: usize, dtype: DType) -> (Matrix, Entries) {
    let mut row = Vec::new();
    for (k, len) in numbers(rows, 2 * mean + 1, 8).into_iter().enumerate() {
        let len = if k % 5 == 4 { 0 } else { len as usize };
        row.extend(std::iter::repeat_n(k as i64, if k == rows / 2 { long } else { len }));
    }
    let col = numbers(row.len(), cols as u64, 9);
    coo(xp, [rows, cols], &row, &col, dtype, 10)
}

fn products_with_dense_operands(xp: &Xp) {
    let cases =
        [(1000, 700, 1, 0), (3000, 40_000, 5, 30_000), (500, 9000, 60, 3000), (40, 3000, 900, 2500), (7, 5, 2, 9)];
    for ((rows, cols, mean, long), dtype) in cases.into_iter().flat_map(|case| TYPES.map(|dtype| (case, dtype))) {
        let (matrix, expected) = uneven(xp, rows, cols, mean, long, dtype);
        for k in [0, 1, 2, 3, 4, 8, 33, 64, 150] {
            if k > 8 && cols > 3000 {
                continue;
            }
            let what = format!("{rows} x {cols}, {mean} a row, of {dtype}, with {k} columns");
            let width = k.max(1);
            let host = entries(cols * width, dtype, 11);
            let x = upload(xp, &encoded(&host, dtype));
            let mut product = vec![C::default(); rows * width];
            for (&(row, col), &value) in &expected {
                for j in 0..width {
                    let place = &mut product[row as usize * width + j];
                    *place = plus(*place, times(value, host[col as usize * width + j]));
                }
            }
            if k == 0 {
                let vector = xp.spmv(&matrix.borrowed(), view(&x, dtype, &line(cols))).unwrap();
                assert!(values(xp, &vector, rows, dtype) == product, "{what}");
                continue;
            }
            let layout = Layout::row_major(&[cols, k]);
            let found = xp.spmm(&matrix.borrowed(), view(&x, dtype, &layout)).unwrap();
            assert!(values(xp, &found, rows * k, dtype) == product, "{what}");
            // The same numbers by columns.
            let by_columns: Vec<C> = (0..cols * k).map(|at| host[at % cols * k + at / cols]).collect();
            let x = upload(xp, &encoded(&by_columns, dtype));
            let layout = Layout::row_major(&[k, cols]).permute(&[1, 0]).unwrap();
            let found = xp.spmm(&matrix.borrowed(), view(&x, dtype, &layout)).unwrap();
            assert!(values(xp, &found, rows * k, dtype) == product, "{what}, by columns");
        }
    }
}

fn sums_and_products_of_sparse_matrices(xp: &Xp) {
    for dtype in TYPES {
        for ([m, k, n], count) in [
            ([30, 45, 6], 300),
            ([1, 50, 1], 20),
            ([3000, 2000, 4000], 20_000),
            ([90_000, 500, 80_000], 5000),
            // Few products in a row, some, and more than are sorted in one place.
            ([50, 60, 3000], 20_000),
        ] {
            let what = format!("{m} x {k} x {n} of {dtype}");
            let (a, x) = scattered(xp, [m, k], count, dtype, 20);
            let (b, y) = scattered(xp, [k, n], count, dtype, 30);
            let (c, z) = scattered(xp, [m, k], count / 2, dtype, 40);
            let mut product = Entries::new();
            for (&(row, middle), &left) in &x {
                for (&(_, col), &right) in y.range((middle, 0)..(middle + 1, 0)) {
                    add(&mut product, (row, col), times(left, right));
                }
            }
            check(xp, &xp.spgemm(&a.borrowed(), &b.borrowed()).unwrap(), [m, n], &product, &what);
            let mut sum = x.clone();
            z.iter().for_each(|(&place, &value)| add(&mut sum, place, value));
            check(xp, &xp.sparse_add(&a.borrowed(), &c.borrowed()).unwrap(), [m, k], &sum, &what);
            check(xp, &xp.sparse_add(&c.borrowed(), &a.borrowed()).unwrap(), [m, k], &sum, &what);
        }
    }
}

fn nothing_in_them(xp: &Xp) {
    let x = ints(xp, &[0; 64]);
    for shape in [[0, 0], [0, 5], [5, 0], [3, 4]] {
        let none = Entries::new();
        let layout = Layout::row_major(&shape);
        let matrix = xp.dense_to_csr(view(&x, DType::F64, &layout)).unwrap();
        check(xp, &matrix, shape, &none, "dense");
        let (empty, starts) = (line(0), line(shape[0] + 1));
        let coordinates = || view(&x, DType::I64, &empty);
        let values_of = || view(&x, DType::F64, &empty);
        check(
            xp,
            &xp.coo_to_csr(shape[0], shape[1], coordinates(), coordinates(), values_of()).unwrap(),
            shape,
            &none,
            "coo",
        );
        let starts = view(&x, DType::I64, &starts);
        let parts = xp.csr_from_parts(shape[0], shape[1], starts, coordinates(), values_of());
        check(xp, &parts.unwrap(), shape, &none, "parts");
        let turned = xp.csr_transpose(&matrix.borrowed()).unwrap();
        check(xp, &turned, [shape[1], shape[0]], &none, "transpose");
        check(xp, &xp.spgemm(&matrix.borrowed(), &turned.borrowed()).unwrap(), [shape[0]; 2], &none, "product");
        check(xp, &xp.sparse_add(&matrix.borrowed(), &matrix.borrowed()).unwrap(), shape, &none, "sum");
        let dense = values(xp, &xp.csr_to_dense(&matrix.borrowed()).unwrap(), shape[0] * shape[1], DType::F64);
        assert!(dense.iter().all(|x| *x == [0, 0]));
        let vector = xp.spmv(&matrix.borrowed(), view(&x, DType::F64, &line(shape[1]))).unwrap();
        assert!(values(xp, &vector, shape[0], DType::F64).iter().all(|x| *x == [0, 0]));
        xp.spmm(&matrix.borrowed(), view(&x, DType::F64, &Layout::row_major(&[shape[1], 0]))).unwrap();
        xp.csr_coordinates(&matrix.borrowed()).unwrap();
    }
}

fn what_is_no_matrix(xp: &Xp) {
    let x = ints(xp, &[0; 64]);
    let one = line(1);
    for (row, col, index, len) in
        [(3, 0, 3, 3), (0, 4, 4, 4), (-1, 0, -1, 3), (0, -1, -1, 4), (i64::MAX, 9, i64::MAX, 3)]
    {
        let (r, c) = (ints(xp, &[row]), ints(xp, &[col]));
        let (r, c) = (view(&r, DType::I64, &one), view(&c, DType::I64, &one));
        let error = xp.coo_to_csr(3, 4, r, c, view(&x, DType::F32, &one)).unwrap_err();
        assert_eq!(error, Error::Index { op: "coo_to_csr", index, len });
    }
    for starts in [[0, 1, 2], [1, 1, 1], [0, 2, 1], [0, -1, 1], [0, i64::MAX, 1], [i64::MIN, 0, 1]] {
        let (r, rows) = (ints(xp, &starts), line(3));
        let (r, c) = (view(&r, DType::I64, &rows), view(&x, DType::I64, &one));
        let error = xp.csr_from_parts(2, 3, r, c, view(&x, DType::F32, &one)).unwrap_err();
        assert!(matches!(error, Error::Value { op: "csr_from_parts", .. }), "{starts:?}: {error}");
    }
    for index in [-1, 3, i64::MIN] {
        let (r, c, rows) = (ints(xp, &[0, 1, 1]), ints(xp, &[index]), line(3));
        let (r, c) = (view(&r, DType::I64, &rows), view(&c, DType::I64, &one));
        let error = xp.csr_from_parts(2, 3, r, c, view(&x, DType::F32, &one)).unwrap_err();
        assert_eq!(error, Error::Index { op: "csr_from_parts", index, len: 3 });
    }
    let (a, _) = scattered(xp, [3, 4], 5, DType::F32, 1);
    let (b, _) = scattered(xp, [3, 4], 5, DType::F64, 1);
    assert!(matches!(xp.spmv(&a.borrowed(), view(&x, DType::F32, &line(3))), Err(Error::Value { op: "spmv", .. })));
    assert!(matches!(xp.spmv(&a.borrowed(), view(&x, DType::F64, &line(4))), Err(Error::DType { op: "spmv", .. })));
    assert!(matches!(xp.spgemm(&a.borrowed(), &a.borrowed()), Err(Error::Shape { op: "spgemm", .. })));
    assert!(matches!(xp.sparse_add(&a.borrowed(), &b.borrowed()), Err(Error::DType { op: "sparse_add", .. })));
    let line = line(4);
    assert!(matches!(xp.dense_to_csr(view(&x, DType::F32, &line)), Err(Error::Value { op: "dense_to_csr", .. })));
    let square = Layout::row_major(&[2, 2]);
    let unsupported = xp.dense_to_csr(view(&x, DType::F16, &square));
    assert!(matches!(unsupported, Err(Error::Unsupported { op: "dense_to_csr", .. })));
    // Too many places for keys.
    let (r, c) = (view(&x, DType::I64, &line), view(&x, DType::I64, &line));
    let huge = xp.coo_to_csr(1 << 40, 1 << 40, r, c, view(&x, DType::F32, &line));
    assert!(matches!(huge, Err(Error::Value { op: "coo_to_csr", .. })));
}

/// More rows than HIP's launches have blocks of 256 threads along an axis.
fn products_of_many_rows(xp: &Xp) {
    let (rows, dtype) = ((1 << 24) + 1000, DType::F32);
    // Two products of rows are told apart: of up to 32 products, and of more.
    let (row, col): (Vec<i64>, Vec<i64>) = (0..1000).map(|k| (rows as i64 - 1 - k * 7000, k % 2)).unzip();
    let (a, left) = coo(xp, [rows, 2], &row, &col, dtype, 3);
    let (row, col): (Vec<i64>, Vec<i64>) = (0..44).map(|k| (i64::from(k >= 40), k % 40)).unzip();
    let (b, right) = coo(xp, [2, 64], &row, &col, dtype, 4);
    let mut expected = Entries::new();
    for ((row, middle), x) in &left {
        for ((_, col), y) in right.range((*middle, 0)..(*middle + 1, 0)) {
            add(&mut expected, (*row, *col), times(*x, *y));
        }
    }
    check(xp, &xp.spgemm(&a.borrowed(), &b.borrowed()).unwrap(), [rows, 64], &expected, "a tall product");
}
