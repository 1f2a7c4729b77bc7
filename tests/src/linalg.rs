//! Factorisations and what is made of them, against LAPACK in double precision.
//!
//! An algorithm that is backward stable finds the solution of a matrix that differs by a few
//! epsilons; the solution differs by as many times the matrix' condition number.

use crate::compare::{assert_array, parts};
use crate::data::{Stored, npz};
use crate::for_types;
use crate::layouts::relaid;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::{Error, s};

type Data = BTreeMap<String, Stored>;

pub(crate) fn epsilon<T: Element>() -> f64 {
    if matches!(T::DTYPE, DType::F32 | DType::Complex64) { f32::EPSILON as f64 } else { f64::EPSILON }
}

/// Panics if elements differ by more than `factor` epsilons of the largest one expected.
#[track_caller]
pub(crate) fn assert_near<T: Element, B: Backend>(actual: &Array<T, B>, expected: &[T], factor: f64, what: &str) {
    let actual = actual.to_vec().unwrap();
    assert_eq!(actual.len(), expected.len(), "{what}");
    let magnitude = |x: T| parts(x)[0].hypot(parts(x)[1]);
    let largest = expected.iter().map(|&x| magnitude(x)).fold(0.0, f64::max);
    for (i, (&a, &e)) in actual.iter().zip(expected).enumerate() {
        let ([re, im], [x, y]) = (parts(a), parts(e));
        let error = (re - x).hypot(im - y);
        assert!(error <= factor * epsilon::<T>() * largest, "{what}, element {i}: {a:?} is not near {e:?}");
    }
}

/// The cases of an operation for a type, with the shape of the first input.
fn cases<T: Element>(data: &Data, op: &str) -> Vec<String> {
    let prefix = format!("{op}/{}/", T::DTYPE);
    let cases: Vec<String> = data
        .keys()
        .filter(|key| key.starts_with(&prefix))
        .filter_map(|key| key.strip_suffix("/in0"))
        .map(str::to_owned)
        .collect();
    assert!(!cases.is_empty(), "{prefix}");
    cases
}

/// Epsilons allowed for a case: the condition numbers of the square matrices of the data are below 20.
fn allowed(input: &Stored) -> f64 {
    20.0 * (input.shape[input.shape.len() - 2..].iter().max().unwrap() + 3) as f64
}

/// Checks a function of one matrix, in every layout, against output `out`.
fn unary<T: Element, R: Element, B: Backend>(
    xp: &B,
    data: &Data,
    (op, out): (&str, usize),
    f: impl Fn(&Array<T, B>, &str) -> xparray::Result<Array<R, B>>,
) {
    for case in cases::<T>(data, op) {
        let input = &data[&format!("{case}/in0")];
        let expected = &data[&format!("{case}/out{out}")];
        for x in relaid(&input.array::<T, B>(xp)) {
            let result = f(&x, &case).unwrap_or_else(|error| panic!("{case}: {error}"));
            assert_eq!(result.shape(), expected.shape, "{case}");
            assert_near(&result, &expected.to_vec::<R>(), allowed(input), &case);
        }
    }
}

/// A generic function for each type that solvers take.
/// Determinants, with their logarithms, and inverses.
pub fn determinants_and_inverses<B: Backend>(xp: &B) {
    let data = npz("linalg.npz");
    for_types!(fields, T => {
        unary::<T, _, B>(xp, &data, ("det", 0), |x, _| x.det());
        unary::<T, _, B>(xp, &data, ("slogdet", 0), |x, _| Ok(x.slogdet()?.0));
        unary::<T, _, B>(xp, &data, ("slogdet", 1), |x, _| Ok(x.slogdet()?.1));
        unary::<T, _, B>(xp, &data, ("inv", 0), |x, _| x.inv());
        unary::<T, _, B>(xp, &data, ("cholesky", 0), |x, _| x.cholesky());
    });
}

/// Linear systems with several right-hand sides, or one vector.
pub fn systems<B: Backend>(xp: &B) {
    let data = npz("linalg.npz");
    for_types!(fields, T => for case in cases::<T>(&data, "solve") {
        let [a, b, x] = ["in0", "in1", "out0"].map(|part| &data[&format!("{case}/{part}")]);
        let (a_dense, b_dense) = (a.array::<T, B>(xp), b.array::<T, B>(xp));
        for (a_view, b_view) in relaid(&a_dense).iter().zip(relaid(&b_dense).iter().rev()) {
            let result = a_view.solve(b_view).unwrap();
            assert_eq!(result.shape(), x.shape, "{case}");
            assert_near(&result, &x.to_vec::<T>(), allowed(a), &case);
        }
    });
}

/// Spectra: eigenvalues, singular values, and what they tell.
pub fn spectra<B: Backend>(xp: &B) {
    let data = npz("linalg.npz");
    for_types!(fields, T => {
        unary::<T, _, B>(xp, &data, ("eigvalsh", 0), |x, _| x.eigvalsh());
        unary::<T, _, B>(xp, &data, ("eigvalsh", 0), |x, _| Ok(x.eigh()?.0));
        unary::<T, _, B>(xp, &data, ("svdvals", 0), |x, _| x.svdvals());
        unary::<T, _, B>(xp, &data, ("svdvals", 0), |x, _| Ok(x.svd_with(Svd::new().full_matrices(true))?.1));
        unary::<T, _, B>(xp, &data, ("cond", 0), |x, _| x.cond());
        let cutoff = |case: &str| if case.contains("rank2") { Cutoff::new().rcond(1e-3) } else { Cutoff::new() };
        let rank = |case: &str| if case.contains("rank2") { MatrixRank::new().rtol(1e-3) } else { MatrixRank::new() };
        unary::<T, _, B>(xp, &data, ("matrix_rank", 0), |x, case| x.matrix_rank_with(rank(case)));
        unary::<T, _, B>(xp, &data, ("pinv", 0), |x, case| x.pinv_with(cutoff(case)));
        unary::<T, _, B>(xp, &data, ("qr_abs_r", 0), |x, _| Ok(x.qr()?.1.abs()));
        unary::<T, _, B>(xp, &data, ("qr_abs_r", 0), |x, _| Ok(x.qr_r()?.abs()));
    });
}

/// Least squares: solutions, residuals, ranks, singular values.
pub fn least_squares<B: Backend>(xp: &B) {
    let data = npz("linalg.npz");
    for_types!(fields, T => for case in cases::<T>(&data, "lstsq") {
        let part = |name: &str| &data[&format!("{case}/{name}")];
        let (a, b) = (part("in0").array::<T, B>(xp), part("in1").array::<T, B>(xp));
        let factor = allowed(part("in0"));
        for (a, b) in relaid(&a).iter().zip(relaid(&b).iter().rev()) {
            let solution = a.lstsq(b).unwrap();
            assert_near(&solution.x, &part("out0").to_vec::<T>(), factor, &case);
            let residuals: Vec<_> = part("out1").cast();
            assert_near(&solution.residuals, &residuals, factor, &case);
            assert_eq!(solution.rank as i64, part("out2").cast::<i64>()[0], "{case}");
            assert_near(&solution.singular_values, &part("out3").to_vec(), factor, &case);
        }
    });
}

/// A matrix of reproducible noise.
fn noise<T: Field, B: Backend>(xp: &B, shape: [usize; 3]) -> Array<T, B> {
    let mut rng = xp.rng(shape.iter().sum::<usize>() as u64);
    let mut part = || rng.uniform(-1.0f64, 1.0, shape).unwrap().astype::<Complex<f64>>();
    (part() + part() * Complex::new(0.0, 1.0)).astype()
}

/// Panics if a stack of matrices is not the identity but for rounding.
#[track_caller]
fn assert_identity<T: Field, B: Backend>(x: &Array<T, B>, factor: f64, what: &str) {
    let n = *x.shape().last().unwrap();
    let expected: Vec<T> = (0..x.len()).map(|i| (i % (n * n)).is_multiple_of(n + 1).cast()).collect();
    assert_near(x, &expected, factor, what);
}

/// Factors multiply to the matrix, and are orthogonal or triangular.
pub fn factors_multiply_to_the_matrix<B: Backend>(xp: &B) {
    for_types!(fields, T => for shape in [[2, 5, 5], [3, 7, 4], [1, 4, 7], [1, 60, 60], [1, 90, 33], [21, 6, 6], [9, 12, 5]] {
        let x = noise::<T, B>(xp, shape);
        x.eval().unwrap();
        let [_, m, n] = shape;
        let (original, k) = (x.to_vec().unwrap(), m.min(n));
        let factor = 10.0 * (m.max(n) as f64);
        let what = format!("{} {shape:?}", T::DTYPE);
        for x in relaid(&x) {
            for (mode, q_cols) in [(QrMode::Reduced, k), (QrMode::Complete, m)] {
                let (q, r) = x.qr_with(Qr::new().mode(mode)).unwrap();
                assert_eq!((q.shape(), r.shape()), (&[shape[0], m, q_cols][..], &[shape[0], q_cols, n][..]));
                assert_near(&q.matmul(&r).unwrap(), &original, factor, &format!("QR of {what}"));
                assert_identity(&q.adjoint().unwrap().matmul(&q).unwrap(), factor, &format!("Q of {what}"));
                assert_eq!(r.triu().unwrap().to_vec().unwrap(), r.to_vec().unwrap(), "R of {what}");
            }
            let (u, s, vt) = x.svd().unwrap();
            let scaled = &u * s.astype::<T>().expand_dims(-2).unwrap();
            assert_near(&scaled.matmul(&vt).unwrap(), &original, factor, &format!("SVD of {what}"));
            let (u, _, vt) = x.svd_with(Svd::new().full_matrices(true)).unwrap();
            assert_eq!((u.shape(), vt.shape()), (&[shape[0], m, m][..], &[shape[0], n, n][..]));
            assert_identity(&u.adjoint().unwrap().matmul(&u).unwrap(), factor, &format!("U of {what}"));
            assert_identity(&vt.matmul(&vt.adjoint().unwrap()).unwrap(), factor, &format!("V of {what}"));
            let (p, l, u) = x.lu().unwrap();
            assert_near(&p.matmul(&l).unwrap().matmul(&u).unwrap(), &original, factor, &format!("LU of {what}"));
            assert_eq!(l.tril().unwrap().to_vec().unwrap(), l.to_vec().unwrap(), "L of {what}");
            let (packed, exchanged) = x.lu_factor().unwrap();
            let unit = xp.eye_with::<T>(m, Eye::new().columns(k)).unwrap();
            let lower = packed.slice(s![.., .., ..k]).unwrap().tril_with(-1).unwrap() + unit;
            assert_eq!(lower.to_vec().unwrap(), l.to_vec().unwrap(), "packed L of {what}");
            let upper = packed.slice(s![.., ..k, ..]).unwrap().triu().unwrap();
            assert_eq!(upper.to_vec().unwrap(), u.to_vec().unwrap(), "packed U of {what}");
            assert_eq!(exchanged.shape(), [shape[0], k]);
        }
    });
}

/// Stacks of small matrices of every side, also far from 1 and singular ones, by all factorisations.
pub fn stacks_of_small_matrices<B: Backend>(xp: &B) {
    for_types!(fields, T => for n in [1usize, 2, 3, 8, 9, 15, 16, 17, 31, 32, 33] {
        let (shape, factor, what) = ([5, n, n], 20.0 * (n + 3) as f64, format!("{} of {n}", T::DTYPE));
        let x = noise::<T, B>(xp, shape);
        let original = x.to_vec().unwrap();
        let near = |product: Array<T, B>, expected: &[T], op: &str| assert_near(&product, expected, factor, &format!("{op} of {what}"));
        // Positive definite, with a condition number near 10.
        let positive = (x.matmul(&x.adjoint().unwrap()).unwrap() * (1.0f32 / n as f32).cast::<T>()
            + xp.eye::<T>(n).unwrap() * 0.5f32.cast::<T>()).copy();
        let expected = positive.to_vec().unwrap();
        let l = positive.cholesky().unwrap();
        near(l.matmul(&l.adjoint().unwrap()).unwrap(), &expected, "Cholesky");
        assert_eq!(l.tril().unwrap().to_vec().unwrap(), l.to_vec().unwrap(), "{what}");
        // Rows in another order, so that pivots are looked for.
        let turned = positive.roll(1, -2).unwrap();
        assert_identity(&turned.matmul(&turned.inv().unwrap()).unwrap(), factor, &format!("inverse of {what}"));
        for columns in [1, 2] {
            let b = noise::<T, B>(xp, [5, n, columns]);
            near(turned.matmul(&turned.solve(&b).unwrap()).unwrap(), &b.to_vec().unwrap(), "solution");
        }
        let far = if epsilon::<T>() < 1e-9 { 1e200 } else { 1e30 };
        for scale in [1.0, far, 1.0 / far] {
            let x = &x * scale.cast::<T>();
            let back = |product: Array<T, B>| product * (1.0 / scale).cast::<T>();
            let (q, r) = x.qr().unwrap();
            near(back(q.matmul(&r).unwrap()), &original, "QR");
            assert_identity(&q.adjoint().unwrap().matmul(&q).unwrap(), factor, &format!("Q of {what}"));
            let (u, s, vt) = x.svd().unwrap();
            assert!(s.diff().unwrap().to_vec().unwrap().iter().all(|&d| parts(d)[0] <= 0.0), "{what}: not descending");
            near(back((&u * s.astype::<T>().expand_dims(-2).unwrap()).matmul(&vt).unwrap()), &original, "SVD");
            assert_identity(&u.adjoint().unwrap().matmul(&u).unwrap(), factor, &format!("U of {what}"));
            assert_identity(&vt.matmul(&vt.adjoint().unwrap()).unwrap(), factor, &format!("V of {what}"));
            let alone = s.to_vec().unwrap();
            assert_near(&x.svdvals().unwrap(), &alone, factor, &what);
            let hermitian = &x + x.adjoint().unwrap();
            let (w, v) = hermitian.eigh().unwrap();
            let product = (&v * w.astype::<T>().expand_dims(-2).unwrap()).matmul(&v.adjoint().unwrap()).unwrap();
            near(back(product), &back(hermitian).to_vec().unwrap(), "eigenvectors");
            assert_identity(&v.adjoint().unwrap().matmul(&v).unwrap(), factor, &format!("eigenvectors of {what}"));
            assert!(w.diff().unwrap().to_vec().unwrap().iter().all(|&d| parts(d)[0] >= 0.0), "{what}: not ascending");
        }
        // Of rank 1, and zero: there is a basis all the same.
        let flat = x.slice(s![.., .., ..1]).unwrap().matmul(&x.slice(s![.., ..1, ..]).unwrap()).unwrap();
        for low in [flat, &x * 0i8.cast::<T>()] {
            let (u, s, vt) = low.svd().unwrap();
            let largest = low.to_vec().unwrap();
            near((&u * s.astype::<T>().expand_dims(-2).unwrap()).matmul(&vt).unwrap(), &largest, "SVD of low rank");
            assert_identity(&u.adjoint().unwrap().matmul(&u).unwrap(), factor, &format!("U of low rank of {what}"));
            let hermitian = low.matmul(&low.adjoint().unwrap()).unwrap();
            let (w, v) = hermitian.eigh().unwrap();
            let product = (&v * w.astype::<T>().expand_dims(-2).unwrap()).matmul(&v.adjoint().unwrap()).unwrap();
            near(product, &hermitian.to_vec().unwrap(), "eigenvectors of low rank");
            assert_identity(&v.adjoint().unwrap().matmul(&v).unwrap(), factor, &format!("low rank of {what}"));
        }
    });
}

/// Eigenvectors and Cholesky factors of Hermitian matrices; only the lower triangle is read.
pub fn hermitian_factors<B: Backend>(xp: &B) {
    for_types!(fields, T => for shape in [[2, 5, 5], [1, 40, 40], [21, 6, 6]] {
        let x = noise::<T, B>(xp, shape);
        let n = shape[1];
        let what = format!("{} {shape:?}", T::DTYPE);
        let hermitian = &x + x.adjoint().unwrap();
        let garbage = xp.full(shape, 77i8.cast::<T>()).unwrap().triu_with(1).unwrap();
        let lower = hermitian.tril().unwrap() + &garbage;
        let (values, vectors) = lower.eigh().unwrap();
        let scaled = &vectors * values.astype::<T>().expand_dims(-2).unwrap();
        let factor = 10.0 * n as f64;
        let product = scaled.matmul(&vectors.adjoint().unwrap()).unwrap();
        assert_near(&product, &hermitian.to_vec().unwrap(), factor, &what);
        assert_identity(&vectors.adjoint().unwrap().matmul(&vectors).unwrap(), factor, &what);
        assert!(values.diff().unwrap().to_vec().unwrap().iter().all(|&d| parts(d)[0] >= 0.0), "{what}: not ascending");

        let positive = x.matmul(&x.adjoint().unwrap()).unwrap();
        let l = (positive.tril().unwrap() + &garbage).cholesky().unwrap();
        let product = l.matmul(&l.adjoint().unwrap()).unwrap();
        assert_near(&product, &positive.to_vec().unwrap(), factor, &what);
        assert_eq!(l.tril().unwrap().to_vec().unwrap(), l.to_vec().unwrap(), "{what}: L is not lower triangular");
    });
}

/// Stacks of many small matrices: solutions and inverses, also of views; one bad matrix is the error of all.
pub fn many_small_matrices<B: Backend>(xp: &B) {
    for_types!(fields, T => for shape in [[8, 1, 1], [21, 6, 6], [35, 3, 3]] {
        let what = format!("{} {shape:?}", T::DTYPE);
        let n = shape[1];
        let a = noise::<T, B>(xp, shape) + xp.eye::<T>(n).unwrap() * (3 * n as i8).cast::<T>();
        let b = noise::<T, B>(xp, [shape[0], n, 2]);
        let expected = b.to_vec().unwrap();
        for a in relaid(&a) {
            let solved = a.matmul(&a.solve(&b).unwrap()).unwrap();
            assert_near(&solved, &expected, 10.0 * n as f64, &what);
            assert_identity(&a.matmul(&a.inv().unwrap()).unwrap(), 10.0 * n as f64, &what);
            let vector = b.slice(s![0, .., ..1]).unwrap();
            let solved = a.matmul(&a.solve(&vector).unwrap()).unwrap();
            let repeated = vector.broadcast_to([shape[0], n, 1]).unwrap().to_vec().unwrap();
            assert_near(&solved, &repeated, 10.0 * n as f64, &what);
        }
        let first = xp.arange((0i64, shape[0] as i64, 1)).unwrap().not_equal(5i64).unwrap();
        let zeroed = &a * first.astype::<T>().reshape([shape[0], 1, 1]).unwrap();
        assert!(matches!(zeroed.inv(), Err(Error::Singular { pivot: 0, .. })), "{what}");
        assert!(matches!(zeroed.solve(&b), Err(Error::Singular { pivot: 0, .. })), "{what}");
        assert!(matches!(zeroed.cholesky(), Err(Error::NotPositiveDefinite { minor: 1, .. })), "{what}");
    });
}

/// Systems with triangular matrices, of which the other triangle is not read. The error of substitution is at most
/// `3u |T^-1| |T| |x|` (Higham, Accuracy and Stability of Numerical Algorithms, theorem 8.5): here 8 units.
pub fn triangular_systems<B: Backend>(xp: &B) {
    let options = SolveTriangular::new();
    let (nan, a) = (f64::NAN, [2.0, 1.0, 3.0, -1.0, 4.0, 5.0]);
    let lower = xp.from_slice(&[a[0], nan, nan, a[1], a[2], nan, a[3], a[4], a[5]], [3, 3]).unwrap();
    let b = xp.from_slice(&[2.0, 7.0, 12.0], 3).unwrap();
    assert_array(&lower.solve_triangular_with(&b, options.lower(true)).unwrap(), &[3], &[1.0, 2.0, 1.0], 8.0);
    assert_array(
        &lower.solve_triangular_with(&b, options.lower(true).unit_diagonal(true)).unwrap(),
        &[3],
        &[2.0, 5.0, -6.0],
        8.0,
    );
    let upper = lower.flip(..).unwrap();
    let b = xp.from_slice(&[12.0, 7.0, 2.0], [3, 1]).unwrap();
    assert_array(&upper.solve_triangular(&b).unwrap(), &[3, 1], &[1.0, 2.0, 1.0], 8.0);
    let transposed = lower.matrix_transpose().unwrap();
    let b = xp.from_slice(&[3.0, 10.0, 5.0], 3).unwrap();
    assert_array(&transposed.solve_triangular(&b).unwrap(), &[3], &[1.0, 2.0, 1.0], 8.0);
}
