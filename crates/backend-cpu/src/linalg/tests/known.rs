//! Results from NumPy 2.4, SciPy 1.17 and mpmath, and from formulas.

// The digits stand as they were published.
#![allow(clippy::excessive_precision)]

use super::*;
use crate::pool::Pool;

#[track_caller]
fn assert_values(found: &[f64], expected: &[f64], bound: f64) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= bound, "{found:?} {expected:?}");
    }
}

fn c(re: f64, im: f64) -> Complex64 {
    Complex::new(re, im)
}

fn complex_example() -> Mat<Complex64> {
    let rows = [
        [c(1., 2.), c(3., -1.), c(0., 0.5)],
        [c(2., -1.), c(-1., 1.), c(4., 0.)],
        [c(0., 0.), c(0., 1.), c(-2., -2.)],
        [c(1., 0.), c(1., 0.), c(1., 0.)],
    ];
    Mat::rows(rows.as_flattened(), 4, 3)
}

fn hilbert(n: usize) -> Mat<f64> {
    Mat::from_fn((n, n), Order::Rows, |i, j| 1.0 / (i + j + 1) as f64)
}

/// mpmath, 60 digits.
#[test]
fn hilbert_matrix() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let expected = [
        1.618899858924339097,
        0.24236087057520955214,
        0.016321521319875822124,
        0.00061574835418265769765,
        0.000012570757122625194923,
        1.0827994845655497685e-7,
    ];
    let h = hilbert(6);
    let mut s = [0.0; 6];
    svd(h.view(), None, &mut s, None, ws).unwrap();
    let bound = 12.0 * f64::EPSILON * expected[0];
    assert_values(&s, &expected, bound);
    eigh(h.view(), &mut s, None, ws).unwrap();
    s.reverse();
    assert_values(&s, &expected, bound);
}

/// The second difference matrix has the eigenvalues 2 - 2 cos(k pi / (n + 1)).
#[test]
fn laplacian_eigenvalues() {
    let pool = Pool::default();
    for n in [5usize, 50, 150] {
        let a = Mat::from_fn((n, n), Order::Columns, |i, j| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        let expected: Vec<f64> =
            (1..=n).map(|k| 2.0 - 2.0 * (k as f64 * std::f64::consts::PI / (n + 1) as f64).cos()).collect();
        let mut values = vec![0.0; n];
        let mut vectors = Mat::filled((n, n), 0.0);
        eigh(a.view(), &mut values, Some(vectors.view_mut()), Workspace::new(&pool)).unwrap();
        let bound = n as f64 * f64::EPSILON * 4.0;
        assert_values(&values, &expected, bound);
        eigh(a.view(), &mut values, None, Workspace::new(&pool)).unwrap();
        assert_values(&values, &expected, bound);
    }
}

#[test]
fn hermitian_eigenvalues() {
    let pool = Pool::default();
    let rows = [c(2., 0.), c(9., 9.), c(9., 9.), c(1., 1.), c(3., 0.), c(9., 9.), c(0., 0.), c(0., -1.), c(1., 0.)];
    let a = Mat::rows(&rows, 3, 3);
    let mut values = [0.0; 3];
    eigh(a.view(), &mut values, None, Workspace::new(&pool)).unwrap();
    assert_values(&values, &[0.32486912943335366, 1.4608111271891109, 4.214319743377535], 1e-14);
}

/// The example of Wikipedia's article on the Cholesky decomposition, and a complex one of NumPy.
#[test]
fn cholesky_factors() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let a = Mat::rows(&[4., 12., -16., 12., 37., -43., -16., -43., 98.], 3, 3);
    let mut l = Mat::filled((3, 3), 9.0);
    cholesky(a.view(), l.view_mut(), ws).unwrap();
    assert_values(&l.data, &[2., 0., 0., 6., 1., 0., -8., 5., 3.], 1e-14);
    let a = Mat::rows(&[c(4., 0.), c(0., 2.), c(0., -2.), c(5., 0.)], 2, 2);
    let mut l = Mat::filled((2, 2), c(9., 9.));
    cholesky(a.view(), l.view_mut(), ws).unwrap();
    assert_eq!(l.data, [c(2., 0.), c(0., 0.), c(0., -1.), c(2., 0.)]);
}

/// The example of SciPy's `lu_factor`.
#[test]
fn lu_factors_and_pivots() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let a = Mat::rows(&[2., 5., 8., 7., 5., 2., 2., 8., 7., 5., 6., 6., 5., 4., 4., 8.], 4, 4);
    let mut packed = Mat::filled((4, 4), 0.0);
    let mut pivots = [0; 4];
    lu_factor(a.view(), packed.view_mut(), &mut pivots, ws).unwrap();
    let expected = [
        [7., 5., 6., 6.],
        [0.2857142857142857, 3.5714285714285716, 6.285714285714286, 5.285714285714286],
        [0.7142857142857142, 0.12, -1.04, 3.08],
        [0.7142857142857142, -0.44, -0.4615384615384621, 7.461538461538464],
    ];
    assert_values(&packed.data, expected.as_flattened(), 1e-14);
    assert_eq!(pivots, [2, 2, 3, 3]);
}

/// NumPy gives R's diagonal the sign opposite to what the reflections meet.
#[test]
fn qr_has_lapacks_signs() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let a = Mat::rows(&[12., -51., 4., 6., 167., -68., -4., 24., -41.], 3, 3);
    let (mut q, mut r) = (Mat::filled((3, 3), 0.0), Mat::filled((3, 3), 0.0));
    qr(a.view(), Some(q.view_mut()), r.view_mut(), ws).unwrap();
    assert_values(&r.data, &[-14., -21., 14., 0., -175., 70., 0., 0., -35.], 1e-12);
    let expected =
        [-6. / 7., 69. / 175., 58. / 175., -3. / 7., -158. / 175., -6. / 175., 2. / 7., -6. / 35., 33. / 35.];
    assert_values(&q.data, &expected, 1e-14);

    let a = Mat::rows(&[0., 0., 1., 0., 0., 2., 0., 3., 4.], 3, 3);
    qr(a.view(), Some(q.view_mut()), r.view_mut(), ws).unwrap();
    assert_values(&r.data, &[0., 0., 1., 0., -3., -4., 0., 0., -2.], 1e-14);
    assert_values(&q.data, &[1., 0., 0., 0., 0., -1., 0., -1., 0.], 1e-14);
}

#[test]
fn complex_qr_has_lapacks_signs() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let a = complex_example();
    let mut r = Mat::filled((3, 3), c(9., 9.));
    qr(a.view(), None, r.view_mut(), ws).unwrap();
    let expected = Mat::rows(
        &[
            c(-3.3166247903554, 0.),
            c(0.30151134457776374, 1.809068067466582),
            c(-3.0151134457776365, -1.3568010505999364),
            c(0., 0.),
            c(3.261343839027654, 0.),
            c(-0.6550562411722205, -1.7003587536810836),
            c(0., 0.),
            c(0., 0.),
            c(3.316302647205657, 0.),
        ],
        3,
        3,
    );
    assert_near(&r, &expected, 1e-14);
    let mut r = Mat::filled((3, 4), c(9., 9.));
    qr(a.view().t(), None, r.view_mut(), ws).unwrap();
    let expected = [
        c(-3.905124837953327, 0.),
        c(1.0242950394631678, 1.2803687993289596),
        c(0.512147519731584, -1.0242950394631678),
        c(-1.0242950394631682, 0.384110639798688),
        c(0., 0.),
        c(4.5068254248235604, 0.),
        c(-1.3786011590057541, -1.618674184056888),
        c(1.2331023559444609, -0.37829688795936267),
        c(0., 0.),
        c(0., 0.),
        c(1.779853173837576, 0.),
        c(0.0031742604374173644, -0.37365580006169746),
    ];
    assert_near(&r, &Mat::rows(&expected, 3, 4), 1e-14);
}

/// The example of NumPy's `solve`.
#[test]
fn solution() {
    let pool = Pool::default();
    let a = Mat::rows(&[1., 2., 3., 5.], 2, 2);
    let b = Mat::rows(&[1., 2.], 2, 1);
    let mut x = Mat::filled((2, 1), 0.0);
    solve(a.view(), b.view(), x.view_mut(), Workspace::new(&pool)).unwrap();
    assert_values(&x.data, &[-1.0, 1.0], 1e-15);
}
