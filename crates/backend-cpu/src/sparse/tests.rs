use num_complex::Complex;
use num_traits::NumAssign;

use super::*;

type Complex128 = Complex<f64>;

/// Small whole numbers, whose products and sums are exact in every type: SplitMix64's bits.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z >> 33) as usize % below
    }
}

trait Entry: Value + NumAssign + std::fmt::Debug {
    /// From small numbers; the second is the imaginary part, where there is one.
    fn new(re: i32, im: i32) -> Self;
}

macro_rules! entries {
    ($($type:ty, $re:ident, $im:pat => $new:expr;)*) => {$(
        impl Entry for $type {
            fn new($re: i32, $im: i32) -> $type {
                $new
            }
        }
    )*};
}

entries! {
    f32, re, _ => re as f32;
    f64, re, _ => re.into();
    Complex<f32>, re, im => Complex::new(re as f32, im as f32);
    Complex128, re, im => Complex::new(re.into(), im.into());
}

fn written<T: Copy>(n: usize, write: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
    let mut out = vec![MaybeUninit::uninit(); n];
    write(&mut out);
    // SAFETY: the functions under test write all.
    out.into_iter().map(|x| unsafe { x.assume_init() }).collect()
}

/// A row-major matrix, as the reference.
#[derive(Clone, Debug, PartialEq)]
struct Dense<T> {
    shape: [usize; 2],
    data: Vec<T>,
}

impl<T: Entry> Dense<T> {
    fn from_fn(shape: [usize; 2], f: impl Fn(usize, usize) -> T) -> Self {
        let data = (0..shape[0] * shape[1]).map(|i| f(i / shape[1], i % shape[1])).collect();
        Dense { shape, data }
    }

    /// About one entry in `one_in` places; some rows have none and one has many.
    fn random(shape: [usize; 2], one_in: usize, seed: u64) -> Self {
        let mut numbers = Numbers(seed);
        let mut dense = Self::from_fn(shape, |_, _| T::zero());
        for (i, x) in dense.data.iter_mut().enumerate() {
            let row = i / shape[1];
            let dense_row = row == shape[0] / 2;
            if row % 5 != 3 && numbers.next(if dense_row { 2 } else { one_in }) == 0 {
                *x = T::new(numbers.next(9) as i32 + 1, numbers.next(9) as i32 - 4);
            }
        }
        dense
    }

    fn at(&self, row: usize, col: usize) -> T {
        self.data[row * self.shape[1] + col]
    }

    fn transpose(&self) -> Self {
        Self::from_fn([self.shape[1], self.shape[0]], |i, j| self.at(j, i))
    }

    fn matmul(&self, other: &Self) -> Self {
        Self::from_fn([self.shape[0], other.shape[1]], |i, j| {
            (0..self.shape[1]).fold(T::zero(), |sum, k| sum + self.at(i, k) * other.at(k, j))
        })
    }

    fn sparse<I: Index>(&self, pool: &Pool) -> Matrix<T, I> {
        dense_to_csr(pool, self.shape[0], self.shape[1], &self.data).unwrap()
    }
}

/// Asserts what the loops rely on.
fn check_structure<T: Entry, I: Index>(a: Csr<'_, T, I>) {
    check_row_starts(a.rows, a.indptr, a.nnz()).unwrap();
    check_columns(a.cols, a.indptr, a.indices).unwrap();
    assert!((0..a.rows).all(|row| a.row(row).0.is_sorted_by(|left, right| left < right)));
}

/// The dense matrix of a sparse one, which is also checked.
fn dense<T: Entry, I: Index>(a: &Matrix<T, I>) -> Dense<T> {
    let a = a.as_csr();
    let [rows, cols] = a.shape();
    check_structure(a);
    Dense { shape: a.shape(), data: written(rows * cols, |out| to_dense(a, out).unwrap()) }
}

const SHAPES: [[usize; 2]; 8] = [[0, 0], [0, 5], [5, 0], [1, 1], [1, 70], [70, 1], [37, 53], [300, 400]];

/// Runs a generic check for every type of values and of indices.
macro_rules! for_types {
    ($check:ident) => {
        $check::<f32, i32>();
        $check::<f64, i64>();
        $check::<Complex<f32>, i64>();
        $check::<Complex128, i32>();
    };
}

fn check_conversions<T: Entry, I: Index>() {
    let pool = Pool::default();
    for shape in SHAPES {
        let expected = Dense::<T>::random(shape, 6, 1);
        let a = expected.sparse::<I>(&pool);
        assert_eq!(a.as_csr().nnz(), expected.data.iter().filter(|x| !x.is_zero()).count());
        assert_eq!(dense(&a), expected);
        assert_eq!(dense(&transpose::<T, I, I>(&pool, a.as_csr()).unwrap()), expected.transpose());

        let mut col = Vec::new();
        let row = written(a.as_csr().nnz(), |row| {
            col = written(row.len(), |col| coordinates(a.as_csr(), row, col).unwrap());
        });
        let values = a.as_csr().values;
        let again: Matrix<T, I> = coo_to_csr(&pool, shape[0], shape[1], &row, &col, values).unwrap();
        assert_eq!(dense(&again), expected);
        let reversed = |x: &[i64]| x.iter().rev().copied().collect::<Vec<_>>();
        let backwards: Vec<T> = values.iter().rev().copied().collect();
        let again: Matrix<T, I> =
            coo_to_csr(&pool, shape[0], shape[1], &reversed(&row), &reversed(&col), &backwards).unwrap();
        assert_eq!(dense(&again), expected);
    }
}

#[test]
fn conversions_keep_the_matrix() {
    for_types!(check_conversions);
}

fn check_duplicates<T: Entry, I: Index>() {
    let pool = Pool::default();
    // Rows for insertion and for a long sort, each place about twice.
    for (rows, cols, n) in [(40, 10, 800), (3, 500, 3000), (50, 2000, 90_000)] {
        let mut numbers = Numbers(2);
        let mut expected = Dense::from_fn([rows, cols], |_, _| T::zero());
        let mut entries: Vec<(i64, i64, T)> = Vec::new();
        for _ in 0..n {
            let (i, j) = (numbers.next(rows), numbers.next(cols));
            let value = T::new(numbers.next(9) as i32 + 1, numbers.next(9) as i32);
            expected.data[i * cols + j] += value;
            entries.push((i as i64, j as i64, value));
        }
        let parts = |entries: &[(i64, i64, T)]| -> (Vec<i64>, Vec<i64>, Vec<T>) {
            let (places, values) = entries.iter().map(|e| ((e.0, e.1), e.2)).unzip::<_, _, Vec<_>, _>();
            let (row, col) = places.into_iter().unzip();
            (row, col, values)
        };
        let (row, col, values) = parts(&entries);
        let a: Matrix<T, I> = coo_to_csr(&pool, rows, cols, &row, &col, &values).unwrap();
        assert_eq!(dense(&a), expected);

        entries.sort_by_key(|entry| entry.0);
        let (row, col, values) = parts(&entries);
        let indptr: Vec<i64> = (0..=rows as i64).map(|r| row.partition_point(|&x| x < r) as i64).collect();
        let a: Matrix<T, I> = csr_from_parts(&pool, rows, cols, &indptr, &col, &values).unwrap();
        assert_eq!(dense(&a), expected);
    }
}

#[test]
fn duplicates_are_added_up() {
    for_types!(check_duplicates);
}

fn check_products<T: Entry, I: Index>() {
    let pool = Pool::default();
    let alpha = T::new(2, 1);
    for shape in SHAPES {
        let expected = Dense::<T>::random(shape, 6, 3);
        let a = expected.sparse::<I>(&pool);
        for k in [0, 1, 3, 32, 77, 300] {
            let x = Dense::<T>::random([shape[1], k], 2, 4);
            let product = expected.matmul(&x).data;
            let scaled: Vec<T> = product.iter().map(|&x| alpha * x).collect();
            let n = shape[0] * k;
            assert_eq!(written(n, |out| spmm(alpha, a.as_csr(), &x.data, k, out).unwrap()), scaled);
            if k == 1 {
                assert_eq!(written(n, |out| spmv(alpha, a.as_csr(), &x.data, out).unwrap()), scaled);
            }
        }
        let x = Dense::<T>::random([shape[0], 1], 2, 4);
        let product = written(shape[1], |out| spmv_transposed(a.as_csr(), &x.data, out).unwrap());
        assert_eq!(product, expected.transpose().matmul(&x).data);
        let numbers: Vec<i64> = (0..2 * shape[0] as i64).map(|k| k * k % shape[0] as i64).collect();
        let rows = take_rows(&pool, a.as_csr(), &numbers).unwrap();
        let cells = numbers.iter().flat_map(|&k| &expected.data[k as usize * shape[1]..(k as usize + 1) * shape[1]]);
        assert_eq!(dense(&rows).data, cells.copied().collect::<Vec<_>>());
    }
}

#[test]
fn products_with_dense_matrices() {
    for_types!(check_products);
}

fn check_spgemm<T: Entry, I: Index>() {
    let pool = Pool::default();
    for shape in SHAPES {
        for n in [0, 1, 60] {
            let (a, b) = (Dense::<T>::random(shape, 8, 5), Dense::<T>::random([shape[1], n], 8, 6));
            let product = spgemm(&pool, a.sparse::<I>(&pool).as_csr(), b.sparse::<I>(&pool).as_csr()).unwrap();
            assert_eq!(dense(&product), a.matmul(&b));
        }
    }
    // Few entries in many columns: hashed.
    let n = 100_000;
    let places: Vec<i64> = (0..n as i64).map(|i| i * 7919 % n as i64).collect();
    let rows: Vec<i64> = (0..n as i64).collect();
    let values: Vec<T> = (0..n as i32).map(|i| T::new(i % 5 + 1, i % 3)).collect();
    let permutation: Matrix<T, I> = coo_to_csr(&pool, n, n, &rows, &places, &values).unwrap();
    let square = spgemm(&pool, permutation.as_csr(), permutation.as_csr()).unwrap();
    let a = square.as_csr();
    check_structure(a);
    assert_eq!(a.nnz(), n);
    for i in 0..n {
        let middle = places[i] as usize;
        let column: i64 = a.indices[i].as_();
        assert_eq!((column, a.values[i]), (places[middle], values[i] * values[middle]));
    }
}

#[test]
fn products_of_sparse_matrices() {
    for_types!(check_spgemm);
}

fn check_sums<T: Entry, I: Index>() {
    let pool = Pool::default();
    let (alpha, beta) = (T::new(2, 1), T::new(-3, 2));
    for shape in SHAPES {
        let (a, b) = (Dense::<T>::random(shape, 4, 7), Dense::<T>::random(shape, 5, 8));
        let sum = add(&pool, alpha, a.sparse::<I>(&pool).as_csr(), beta, b.sparse::<I>(&pool).as_csr()).unwrap();
        assert_eq!(dense(&sum), Dense::from_fn(shape, |i, j| alpha * a.at(i, j) + beta * b.at(i, j)));
    }
    // Only what both have is multiplied by both factors.
    let infinite = T::one() / T::zero();
    let (a, b) = (Dense::<T>::from_fn([1, 1], |_, _| T::one()), Dense::<T>::from_fn([1, 1], |_, _| T::zero()));
    let sum = add(&pool, T::one(), a.sparse::<I>(&pool).as_csr(), infinite, b.sparse::<I>(&pool).as_csr()).unwrap();
    assert_eq!(dense(&sum), a);
}

#[test]
fn sums_of_sparse_matrices() {
    for_types!(check_sums);
}

/// The matrix of a grid of `n` by `n` points: 4 on the diagonal, -1 between neighbours.
fn laplacian(pool: &Pool, n: usize) -> Matrix<f64, i32> {
    let (mut row, mut col, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..n * n {
        let neighbours = [(i >= n, i.wrapping_sub(n)), (i % n > 0, i.wrapping_sub(1)), (true, i)];
        let more = [(i % n + 1 < n, i + 1), (i + n < n * n, i + n)];
        for (_, j) in neighbours.into_iter().chain(more).filter(|place| place.0) {
            row.push(i as i64);
            col.push(j as i64);
            values.push(if i == j { 4.0 } else { -1.0 });
        }
    }
    coo_to_csr(pool, n * n, n * n, &row, &col, &values).unwrap()
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let results = [1, 3].map(|threads| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        threads.install(|| {
            let pool = Pool::default();
            let a = laplacian(&pool, 200);
            let a = a.as_csr();
            let x: Vec<f64> = (0..40_000).map(|i| (i as f64 * 0.37).sin()).collect();
            let y = written(40_000, |out| spmv(0.1, a, &x, out).unwrap());
            let square = spgemm(&pool, a, a).unwrap();
            let sum = add(&pool, 0.3, square.as_csr(), 0.7, a).unwrap();
            let turned: Matrix<f64, i64> = transpose(&pool, sum.as_csr()).unwrap();
            let turned = turned.as_csr();
            let z = written(40_000, |out| spmv_transposed(square.as_csr(), &x, out).unwrap());
            let y = [y, z].concat();
            (y, turned.indptr.to_vec(), turned.indices.to_vec(), turned.values.to_vec())
        })
    });
    assert_eq!(results[0], results[1]);
    let (y, indptr, _, values) = &results[0];
    // The square of the five-point stencil has 13 points, and 4 * 4 + 4 in the middle.
    let middle = 100 * 200 + 100;
    let (start, end) = (indptr[middle] as usize, indptr[middle + 1] as usize);
    assert_eq!(end - start, 13);
    assert_eq!(values[start + 6], 0.3 * 20.0 + 0.7 * 4.0);
    let sine = |i: usize| (i as f64 * 0.37).sin();
    let expected: f64 = [middle - 200, middle - 1, middle + 1, middle + 200].into_iter().map(sine).sum();
    assert!((y[middle] - 0.1 * (4.0 * sine(middle) - expected)).abs() < 1e-14);
}

#[test]
fn structure_is_checked() {
    let pool = Pool::default();
    let new = |indptr: &[i64], indices: &[i32]| {
        let values = vec![1f32; indices.len()];
        csr_from_parts::<_, _, i32>(&pool, 2, 3, indptr, indices, &values).map(|a| a.as_csr().nnz())
    };
    assert_eq!(new(&[0, 2, 3], &[0, 2, 1]), Ok(3));
    assert_eq!(new(&[0, 3], &[0, 2, 1]), Err(Error::Length { name: "indptr", expected: 3, found: 2 }));
    assert_eq!(new(&[1, 2, 3], &[0, 2, 1]), Err(Error::RowStart { row: 0, start: 1, nnz: 3 }));
    assert_eq!(new(&[0, 4, 3], &[0, 2, 1]), Err(Error::RowStart { row: 2, start: 3, nnz: 3 }));
    assert_eq!(new(&[0, 2, 2], &[0, 2, 1]), Err(Error::RowStart { row: 2, start: 2, nnz: 3 }));
    let outside = |index| Err(Error::OutOfBounds { entry: 1, axis: "column", index, len: 3 });
    assert_eq!(new(&[0, 2, 3], &[0, 3, 1]), outside(3));
    assert_eq!(new(&[0, 2, 3], &[0, -1, 1]), outside(-1));

    let error = new(&[0, 2, 3], &[0, 3, 1]).unwrap_err();
    assert_eq!(error.to_string(), "entry 1: column 3 is out of bounds for 3");
}

#[test]
fn bad_input_is_an_error() {
    let pool = Pool::default();
    let coo = |row: &[i64], col: &[i64]| {
        coo_to_csr::<f64, i64, i32>(&pool, 2, 3, row, col, &[1.0, 2.0]).map(|a| a.as_csr().nnz())
    };
    assert_eq!(coo(&[0, 1], &[2, 2]), Ok(2));
    assert_eq!(coo(&[0, 2], &[2, 2]), Err(Error::OutOfBounds { entry: 1, axis: "row", index: 2, len: 2 }));
    assert_eq!(coo(&[0, 1], &[-1, 2]), Err(Error::OutOfBounds { entry: 0, axis: "column", index: -1, len: 3 }));
    assert_eq!(coo(&[0], &[2, 2]), Err(Error::Length { name: "row", expected: 2, found: 1 }));
    let wide = coo_to_csr::<f64, i64, i32>(&pool, 2, (1 << 31) + 1, &[], &[], &[]).err();
    assert_eq!(wide, Some(Error::IndexType { len: (1 << 31) + 1 }));

    let a = Dense::<f64>::random([4, 6], 2, 9).sparse::<i32>(&pool);
    let a = a.as_csr();
    let mut y = [MaybeUninit::uninit(); 4];
    assert_eq!(spmv(1.0, a, &[0.0; 5], &mut y), Err(Error::Length { name: "x", expected: 6, found: 5 }));
    let short = Err(Error::Length { name: "y", expected: 4, found: 3 });
    assert_eq!(spmv(1.0, a, &[0.0; 6], &mut y[..3]), short);
    let shapes = |op| Some(Error::Shape { op, left: [4, 6], right: [4, 6] });
    assert_eq!(spgemm(&pool, a, a).err(), shapes("spgemm"));
    let turned = transpose::<_, _, i32>(&pool, a).unwrap();
    assert!(add(&pool, 1.0, a, 1.0, turned.as_csr()).is_err());

    pool.set_limit(Some(1));
    pool.free_all_blocks();
    assert!(matches!(spgemm(&pool, a, turned.as_csr()), Err(Error::Memory(_))));
}
