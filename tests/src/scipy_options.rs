//! Options of SciPy's functions: conditions for each sample, factors in parts, eigenvalues of two matrices; against SciPy's values.

use crate::for_types;
use xparray::Error;
use xparray::prelude::*;
use xparray::scipy::linalg::{self, Balance, QrSide};
use xparray::scipy::signal::{self, FindPeaks, PeakProperty};
use xparray::scipy::sparse::linalg::{
    Arnoldi, Lanczos, eigs_sigma_generalized, eigsh_generalized, eigsh_sigma_generalized,
};
use xparray::scipy::special::binom;
use xparray::sparse::Csr;

type Z = Complex<f64>;

fn host<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap()
}

fn near<B: Backend>(x: &DynArray<B>, expected: &[f64], tolerance: f64) {
    let x = host(x);
    assert!(
        x.len() == expected.len() && x.iter().zip(expected).all(|(x, y)| (x - y).abs() <= tolerance * y.abs().max(1.0)),
        "{x:?}, not {expected:?}"
    );
}

/// Conditions of `find_peaks` for each sample.
pub fn peaks<B: Backend>(xp: &B) {
    let x = xp.array([0.0, 2.0, 0.0, 5.0, 0.0, 3.0, 0.0, 4.0, 4.0, 0.0, 1.0, 0.0]).unwrap().into_dyn();
    let least = xp.arange(0.0..12.0).unwrap() * 0.25 + 1.0;
    let less = &least - 1.0;
    let more = &least + 2.0;
    let cases: [(FindPeaks<B>, &[i64]); 6] = [
        (FindPeaks::new().each(PeakProperty::Height, Some(&least), None), &[1, 3, 5, 7]),
        (FindPeaks::new().each(PeakProperty::Height, Some(&least), Some(&(&least * 2.0))), &[1, 5, 7]),
        (FindPeaks::new().each(PeakProperty::Threshold, Some(&least), Some(&more)), &[1, 5]),
        (FindPeaks::new().each(PeakProperty::Prominence, None, Some(&least)), &[10]),
        (FindPeaks::new().each(PeakProperty::Width, Some(&less), None), &[1, 3, 7]),
        (FindPeaks::new().each(PeakProperty::PlateauSize, Some(&least), None), &[]),
    ];
    let reversed = x.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
    for (conditions, expected) in cases {
        for x in [&x, &reversed] {
            assert_eq!(signal::find_peaks(x, conditions.clone()).unwrap().peaks.to_vec().unwrap(), expected);
        }
    }
    for_types!([f32 f64 i32] T => {
        let least = xp.array(&[3i8, 9, 9, 6, 9, 3, 9, 9, 9, 9, 9, 9]).unwrap().astype::<T>();
        let conditions = FindPeaks::new().each(PeakProperty::Height, Some(&least), None);
        assert_eq!(signal::find_peaks(&x.astype(T::DTYPE).unwrap(), conditions).unwrap().peaks.to_vec().unwrap(), [5]);
    });
    let short = FindPeaks::new().each(PeakProperty::Width, Some(&less.slice(s![1..]).unwrap()), None);
    assert!(matches!(signal::find_peaks(&x, short), Err(Error::Shape { .. })));
    let complex = FindPeaks::new().each(PeakProperty::Height, None, Some(&least.astype::<Z>()));
    assert!(matches!(signal::find_peaks(&x, complex), Err(Error::DType { .. })));
}

/// `hilbert2` of even lengths, eigenvectors of `place_poles`, and `binom` of negative integers.
pub fn values<B: Backend>(xp: &B) {
    let x = xp.arange(0.0..8.0).unwrap().power(1.5).unwrap().reshape([2, 4]).unwrap();
    let y = signal::hilbert2(&x).unwrap();
    let row = [5.29642324, 4.79374671, 10.05910603, 10.56178256];
    near(&y.real().unwrap().reshape(8).unwrap(), &[row, row].concat(), 1e-8);
    let row = [2.88401793, -2.3813414, -2.88401793, 2.3813414];
    near(&y.imag().unwrap().reshape(8).unwrap(), &[row, row].concat(), 1e-8);

    let (a, b): ([&[f64]; 3], [&[f64]; 3]) =
        ([&[0.0, 1.0, 0.0], &[2.0, -1.0, 1.0], &[0.5, 0.0, 0.3]], [&[0.0, 1.0], &[1.0, 0.0], &[0.0, 2.0]]);
    let placed = signal::place_poles(&a, &b, &[Z::new(-1.0, 2.0), Z::new(-3.0, 0.0), Z::new(-1.0, -2.0)]).unwrap();
    assert_eq!(placed.requested_poles(), [Z::new(-3.0, 0.0), Z::new(-1.0, -2.0), Z::new(-1.0, 2.0)]);
    let (k, v) = (placed.gain_matrix(), placed.vectors());
    for (j, pole) in placed.requested_poles().iter().enumerate() {
        let closed = |i: usize, l: usize| a[i][l] - (0..2).map(|m| b[i][m] * k[3 * m + l]).sum::<f64>();
        for i in 0..3 {
            let turned: Z = (0..3).map(|l| v[3 * l + j] * closed(i, l)).sum();
            assert!((turned - pole * v[3 * i + j]).norm() < 1e-12, "{turned}");
        }
    }

    for_types!([f32 f64] T => {
        let n = xp.array([-3.0, -1.0, -2.5, 5.0, 0.0]).unwrap().astype::<T>();
        let found = host(&binom(&n, 2.0).unwrap());
        assert!(found[0].is_nan() && found[1].is_nan() && found[2..] == [4.375, 10.0, 0.0], "{found:?}");
    });
}

/// `matrix_balance` and `qr_multiply` in parts.
pub fn factors<B: Backend>(xp: &B) {
    let a =
        xp.array([[1.0, 64.0, 0.0, 0.0], [0.25, 2.0, 0.0, 0.0], [3.0, 1.0, 5.0, 0.0], [7.0, 100.0, 9.0, 6.0]]).unwrap();
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let a = a.astype::<T>().into_dyn();
        for a in [&a, &a.t().copy().unwrap().t()] {
            let (b, scale, order) = linalg::matrix_balance_separate(a, Balance::new()).unwrap();
            assert_eq!(order.to_string(), "[3 2 1 0]");
            let scales = host(&scale);
            // SciPy has 1/4 and 4 for the block in the middle: their quotient is what counts.
            assert!(scales[..2] == [1.0, 1.0] && scales[3] == 16.0 * scales[2], "{scales:?}");
            let moved = a.take(order.clone().typed::<i64>().unwrap(), 0).unwrap();
            let moved = moved.take(order.typed::<i64>().unwrap(), 1).unwrap();
            let scale = scale.astype(T::DTYPE).unwrap();
            let expected = moved.multiply(&scale).unwrap().divide(scale.expand_dims(1).unwrap()).unwrap();
            assert!(b.allclose(&expected).unwrap());
        }
        let c = xp.array([[1.0, -2.0, 0.5, 3.0], [0.0, 1.0, 2.0, 1.0]]).unwrap().astype::<T>().into_dyn();
        let a = a.slice(s![.., ..3]).unwrap();
        let (q, r, order) = linalg::qr_pivoting(&a, QrMode::Reduced).unwrap();
        let (right, r2, order2) = linalg::qr_multiply_pivoting(&a, &c, QrSide::Right).unwrap();
        assert!(right.allclose(c.matmul(&q).unwrap()).unwrap() && r.allclose(&r2).unwrap());
        assert_eq!(order.to_string(), order2.to_string());
        assert_eq!(order.to_string(), "[1 2 0]");
        let (left, _, _) = linalg::qr_multiply_pivoting(&a, &c.slice(s![.., ..3]).unwrap().t(), QrSide::Left).unwrap();
        assert!(left.allclose(q.matmul(&c.slice(s![.., ..3]).unwrap().t()).unwrap()).unwrap());
        assert!(linalg::qr_multiply_pivoting(&a, &c, QrSide::Left).is_err());
    });
    assert!(matches!(
        linalg::matrix_balance_separate(&xp.ones::<f64>([2, 3]).unwrap(), Balance::new()),
        Err(Error::Shape { .. })
    ));
}

/// Eigenvalues of two matrices.
pub fn generalized<B: Backend>(xp: &B) {
    let exact = [0.26830454, 0.47957184, 0.62818405, 0.7437313, 0.83798529];
    let top = [3.95965553, 4.2560811, 4.68820684, 5.42753975];
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let tolerance = if T::DTYPE.real() == DType::F32 { 1e-4 } else { 1e-8 };
        let band = |beside: f64, start: f64, step: f64| {
            let diagonal = xp.arange(0.0..30.0).unwrap() * step + start;
            let beside = xp.full(29, beside).unwrap();
            let (diagonal, beside) = (diagonal.astype::<T>(), beside.astype::<T>());
            Csr::diags(&[&beside, &diagonal, &beside], &[-1, 0, 1], None).unwrap()
        };
        let (a, m) = (band(-1.0, 2.0, 0.1), band(0.2, 1.0, 0.05));
        let check = |values: &DynArray<B>, vectors: &DynArray<B>, expected: &[f64]| {
            near(values, expected, tolerance);
            let dense = |x: &Csr<T, B>| x.to_dense().unwrap().into_dyn();
            let (a, m) = (dense(&a), dense(&m));
            let rest = a.matmul(vectors).unwrap().subtract(m.matmul(vectors).unwrap().multiply(values).unwrap()).unwrap();
            assert!(host(&rest.abs().unwrap().max(..).unwrap())[0] < 20.0 * tolerance);
            let gram = vectors.adjoint().unwrap().matmul(&m.matmul(vectors).unwrap()).unwrap();
            let one = xp.eye::<f64>(expected.len()).unwrap().into_dyn();
            let rest = gram.subtract(one.astype(gram.dtype()).unwrap()).unwrap();
            assert!(host(&rest.abs().unwrap().max(..).unwrap())[0] < 20.0 * tolerance);
        };
        let found = eigsh_generalized(&a, &m, 4, Lanczos::new()).unwrap();
        check(&found.values, &found.vectors, &top);
        let found = eigsh_sigma_generalized(&a, &m, 2, 0.6, Lanczos::new()).unwrap();
        check(&found.values, &found.vectors, &exact[1..3]);
        let found = eigs_sigma_generalized(&a, &m, 1, Z::new(0.6, 0.0), Arnoldi::new()).unwrap();
        near(&found.values.real().unwrap(), &exact[2..3], tolerance);
        let around = Z::new(0.84, 0.3);
        if T::DTYPE.is_complex() {
            let found = eigs_sigma_generalized(&a, &m, 1, around, Arnoldi::new()).unwrap();
            near(&found.values.real().unwrap(), &exact[4..], tolerance);
        } else {
            assert!(matches!(eigs_sigma_generalized(&a, &m, 1, around, Arnoldi::new()), Err(Error::Value { .. })));
        }
        let small = Csr::<T, B>::eye(xp, 4).unwrap();
        assert!(matches!(eigsh_generalized(&a, &small, 1, Lanczos::new()), Err(Error::Shape { .. })));
        assert!(matches!(eigsh_sigma_generalized(&a, &small, 1, 0.0, Lanczos::new()), Err(Error::Shape { .. })));
        assert!(matches!(eigsh_generalized(&m, &band(-2.0, 0.5, 0.0), 1, Lanczos::new()), Err(Error::NotPositiveDefinite { .. })));
    });
}
