//! QR, singular values and eigenvalues.

use super::*;
use crate::pool::Pool;
use num_traits::Float;

const SHAPES: [(usize, usize); 17] = [
    (0, 0),
    (0, 3),
    (3, 0),
    (1, 1),
    (1, 6),
    (6, 1),
    (2, 2),
    (9, 9),
    (20, 7),
    (7, 20),
    (65, 65),
    (90, 30),
    (30, 90),
    (130, 100),
    (129, 140),
    (150, 60),
    (60, 150),
];

/// Factored by panels, several of which are whole, and the last narrow.
const PANELS: [(usize, usize); 3] = [(300, 300), (400, 270), (270, 400)];

fn reals<R: Sample>(values: &[R]) -> Vec<f64> {
    values.iter().map(|x| x.wide().re).collect()
}

fn qr_rebuilds<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(1);
    for (case, (m, n)) in SHAPES.into_iter().chain(PANELS).enumerate() {
        let a = Mat::<T>::random((m, n), ORDERS[case % 5], &mut rng);
        let exact = a.wide();
        let bound = 4.0 * (m.max(n) as f64) * T::EPS * exact.norm();
        let k = m.min(n);
        for inner in [k, m] {
            let mut q = Mat::from_fn((m, inner), ORDERS[(case + 1) % 5], |_, _| T::ZERO);
            let mut r = Mat::from_fn((inner, n), ORDERS[(case + 2) % 5], |_, _| T::sample(&mut rng));
            qr(a.view(), Some(q.view_mut()), r.view_mut(), ws).unwrap();
            assert!((0..inner).all(|i| (0..i.min(n)).all(|j| r.at(i, j) == T::ZERO)));
            let diagonal = (0..k).map(|i| r.at(i, i).wide());
            assert!(diagonal.take(m.saturating_sub(1)).all(|x| x.im == 0.0));
            assert_near(&q.wide().times(&r.wide()), &exact, bound);
            assert_orthonormal(&q.wide(), T::EPS);
            let mut only = Mat::filled((k, n), T::ZERO);
            qr(a.view(), None, only.view_mut(), ws).unwrap();
            assert!((0..k).all(|i| (0..n).all(|j| only.at(i, j) == r.at(i, j))));
        }
    }
    // Rank-deficient matrices, of which hardly anything is left after a few columns.
    for kind in 0..KINDS {
        let (m, n) = (120, 50);
        let a = special::<T>(kind, (m, n), &mut rng);
        let (mut q, mut r) = (Mat::filled((m, n), T::ZERO), Mat::filled((n, n), T::ZERO));
        qr(a.view(), Some(q.view_mut()), r.view_mut(), ws).unwrap();
        assert_orthonormal(&q.wide(), T::EPS);
        let exact = a.wide();
        assert_near(&q.wide().times(&r.wide()), &exact, 4.0 * m as f64 * T::EPS * exact.norm());
    }
}

/// Matrices that are hard on the iterations: repeated, graded and zero values.
fn special<T: SampleField>(kind: usize, (m, n): (usize, usize), rng: &mut Rng) -> Mat<T> {
    let real = |x: f64| T::from_real(<T::R as num_traits::NumCast>::from(x).unwrap());
    let u: Vec<f64> = (0..m).map(|_| rng.unit()).collect();
    let v: Vec<f64> = (0..n).map(|_| rng.unit()).collect();
    Mat::from_fn((m, n), Order::Rows, |i, j| {
        real(match kind {
            0 => 0.0,
            1 => f64::from(i == j),
            2 => 1.0,
            3 => u[i] * v[j],
            4 => 0.7f64.powi((i + j) as i32 % 60) / (1.0 + i.abs_diff(j) as f64),
            5 => 1.0 / (i + j + 1) as f64,
            _ => f64::from(u8::from(i.abs_diff(j) == 1)) * 2.0 - f64::from(u8::from(i == j)),
        })
    })
}
const KINDS: usize = 7;

fn check_svd<T: SampleField>(a: &Mat<T>, case: usize, full: bool, ws: Workspace<'_>) {
    let (m, n) = a.view().shape();
    let k = m.min(n);
    let exact = a.wide();
    let scale = (m.max(n) as f64 + 1.0) * T::EPS * exact.norm();
    let mut u = Mat::from_fn((m, if full { m } else { k }), ORDERS[(case + 1) % 5], |_, _| T::ZERO);
    let mut vt = Mat::from_fn((if full { n } else { k }, n), ORDERS[(case + 2) % 5], |_, _| T::ZERO);
    let mut s = vec![T::R::ZERO; k];
    svd(a.view(), Some(u.view_mut()), &mut s, Some(vt.view_mut()), ws).unwrap();
    let values = reals(&s);
    assert!(values.windows(2).all(|s| s[0] >= s[1]) && values.iter().all(|&s| s >= 0.0));
    let (u, vt) = (u.wide(), vt.wide());
    assert_orthonormal(&u, 4.0 * T::EPS);
    assert_orthonormal(&vt.adjoint(), 4.0 * T::EPS);
    let scaled = Mat::from_fn((k, n), Order::Rows, |i, j| vt.at(i, j) * values[i]);
    let left = Mat::from_fn((m, k), Order::Rows, |i, j| u.at(i, j));
    assert_near(&left.times(&scaled), &exact, 8.0 * scale);
    // One side, and none, have the same values.
    let mut same = |u: Option<MatMut<'_, T>>, vt: Option<MatMut<'_, T>>| {
        svd(a.view(), u, &mut s, vt, ws).unwrap();
        let error = reals(&s).iter().zip(&values).fold(0.0f64, |e, (a, b)| e.max((a - b).abs()));
        assert!(error <= 8.0 * scale, "{error:e} {scale:e}");
    };
    same(None, None);
    same(Some(Mat::filled((m, k), T::ZERO).view_mut()), None);
    same(None, Some(Mat::filled((n, n), T::ZERO).view_mut()));
}

fn svd_rebuilds<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(2);
    for (case, shape) in SHAPES.into_iter().chain([(600, 260)]).enumerate() {
        let a = Mat::<T>::random(shape, ORDERS[case % 5], &mut rng);
        check_svd(&a, case, true, ws);
        check_svd(&a, case, false, ws);
    }
    for kind in 0..KINDS {
        for shape in [(10, 10), (100, 100), (120, 50), (130, 110), (60, 70)] {
            check_svd(&special::<T>(kind, shape, &mut rng), kind, false, ws);
        }
    }
}

fn check_eigh<T: SampleField>(a: &Mat<T>, case: usize, ws: Workspace<'_>) {
    let n = a.view().rows();
    let exact = Mat::from_fn((n, n), Order::Rows, |i, j| match i.cmp(&j) {
        std::cmp::Ordering::Equal => a.at(i, i).wide().re.into(),
        std::cmp::Ordering::Greater => a.at(i, j).wide(),
        std::cmp::Ordering::Less => a.at(j, i).wide().conj(),
    });
    let scale = (n as f64 + 1.0) * T::EPS * exact.norm();
    let mut values = vec![T::R::ZERO; n];
    let mut v = Mat::from_fn((n, n), ORDERS[(case + 2) % 5], |_, _| T::ZERO);
    eigh(a.view(), &mut values, Some(v.view_mut()), ws).unwrap();
    let wide = reals(&values);
    assert!(wide.windows(2).all(|w| w[0] <= w[1]));
    let v = v.wide();
    assert_orthonormal(&v, 4.0 * T::EPS);
    assert_near(&exact.times(&v), &v.times(&Wide::diagonal(&wide)), 8.0 * scale);
    eigh(a.view(), &mut values, None, ws).unwrap();
    let only = reals(&values);
    assert!(only.windows(2).all(|w| w[0] <= w[1]));
    assert!(only.iter().zip(&wide).all(|(a, b)| (a - b).abs() <= 8.0 * scale));
}

fn eigh_diagonalises<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(3);
    for (case, n) in [0, 1, 2, 3, 10, 63, 65, 130, 300].into_iter().enumerate() {
        // The upper triangle is not used, nor the imaginary part of the diagonal.
        check_eigh(&Mat::<T>::random((n, n), ORDERS[case % 5], &mut rng), case, ws);
    }
    for kind in 0..KINDS {
        for n in [7, 100] {
            check_eigh(&special::<T>(kind, (n, n), &mut rng), kind, ws);
        }
    }
}

fn extreme_values_neither_overflow_nor_vanish<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(4);
    let two = T::R::ONE + T::R::ONE;
    let (max, min) = (T::R::max_value(), T::R::min_positive_value());
    let n = 12;
    for factor in [max / Float::powi(two, 8), min * Float::powi(two, 4), T::R::ONE] {
        let base = Mat::<T>::random((n, n), Order::Rows, &mut rng);
        let a = Mat::from_fn((n, n), Order::Rows, |i, j| base.at(i, j).scale(factor));
        let (mut s, mut expected) = (vec![T::R::ZERO; n], vec![T::R::ZERO; n]);
        svd(base.view(), None, &mut expected, None, ws).unwrap();
        svd(a.view(), None, &mut s, None, ws).unwrap();
        let close = |s: &[T::R], expected: &[T::R]| {
            s.iter().zip(expected).all(|(&s, &e)| {
                let (s, e) = ((s / factor).wide().re, e.wide().re);
                (s - e).abs() <= 1e3 * T::EPS
            })
        };
        assert!(close(&s, &expected), "{s:?} {expected:?}");
        eigh(base.view(), &mut expected, None, ws).unwrap();
        eigh(a.view(), &mut s, None, ws).unwrap();
        assert!(close(&s, &expected), "{s:?} {expected:?}");
        // Householder vectors, whose norms are taken without squares that overflow.
        let mut q = Mat::filled((n, n), T::ZERO);
        let mut r = Mat::filled((n, n), T::ZERO);
        qr(a.view(), Some(q.view_mut()), r.view_mut(), ws).unwrap();
        assert_orthonormal(&q.wide(), 8.0 * T::EPS);
    }
}

fn values_that_are_not_finite_are_errors<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    for n in [1usize, 10, 80] {
        for value in [T::R::nan(), T::R::infinity(), -T::R::infinity()] {
            for place in [0, n * (n - 1), n * n - 1] {
                let mut a = Mat::filled((n, n), T::ONE);
                a.data[place] = T::from_real(value);
                let mut s = vec![T::R::ZERO; n];
                let mut x = Mat::filled((n, n), T::ZERO);
                let bad = Err(SolverError::NonFinite);
                assert_eq!(svd(a.view(), None, &mut s, None, ws), bad);
                assert_eq!(svd(a.view(), Some(x.view_mut()), &mut s, None, ws), bad);
                assert_eq!(eigh(a.view(), &mut s, Some(x.view_mut()), ws), bad);
            }
        }
    }
}

for_fields! {
    qr_rebuilds
    svd_rebuilds
    eigh_diagonalises
    extreme_values_neither_overflow_nor_vanish
    values_that_are_not_finite_are_errors
}
