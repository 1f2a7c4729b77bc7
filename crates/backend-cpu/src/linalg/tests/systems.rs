//! Cholesky, LU, triangular systems, and what is built from them.

use super::*;
use crate::pool::Pool;
use num_traits::Float;

const SIZES: [usize; 9] = [0, 1, 2, 3, 8, 17, 33, 64, 101];
/// Factored by panels, several of which are whole, and the last narrow.
const PANELS: [usize; 2] = [256, 341];

/// A Hermitian positive definite matrix, with garbage above the diagonal.
fn positive<T: SampleField>(n: usize, order: Order, rng: &mut Rng) -> (Mat<T>, Wide) {
    let b = Mat::<T>::random((n, n), Order::Rows, rng).wide();
    let full = b.times(&b.adjoint());
    let exact = |i: usize, j: usize| full.at(i, j) + if i == j { n as f64 } else { 0.0 };
    let a = Mat::from_fn((n, n), order, |i, j| match i >= j {
        true => from_wide::<T>(exact(i, j)),
        false => T::sample(rng),
    });
    let hermitian = Mat::from_fn((n, n), Order::Rows, |i, j| match i >= j {
        true => a.at(i, j).wide(),
        false => a.at(j, i).wide().conj(),
    });
    (a, hermitian)
}

/// The nearest value of a type; the imaginary part is dropped if it has none.
fn from_wide<T: SampleField>(x: Complex64) -> T {
    let part = |x: f64| T::from_real(<T::R as num_traits::NumCast>::from(x).unwrap());
    let imaginary = (-T::ONE).sqrt();
    part(x.re) + if imaginary.im() != T::R::ZERO { part(x.im) * imaginary } else { T::ZERO }
}

fn cholesky_rebuilds<T: SampleField>() {
    let pool = Pool::default();
    let mut rng = Rng(1);
    for (k, n) in SIZES.into_iter().chain(PANELS).enumerate() {
        let (a, exact) = positive::<T>(n, ORDERS[k % 5], &mut rng);
        let mut l = Mat::from_fn((n, n), ORDERS[(k + 1) % 5], |_, _| T::sample(&mut rng));
        cholesky(a.view(), l.view_mut(), Workspace::new(&pool)).unwrap();
        for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
            assert_eq!(l.at(i, j), T::ZERO);
        }
        assert!((0..n).all(|i| l.at(i, i).wide().re > 0.0 && l.at(i, i).wide().im == 0.0));
        let l = l.wide();
        assert_near(&l.times(&l.adjoint()), &exact, n as f64 * T::EPS * exact.norm());
    }
}

/// `l`, `u` and `rows` with `a[rows] = l u`, from the packed factors and the pivots.
fn unpack<T: SampleField>(packed: &Mat<T>, pivots: &[usize]) -> (Wide, Wide, Vec<usize>) {
    let (m, n) = packed.view().shape();
    let k = m.min(n);
    let at = |i: usize, j: usize| packed.at(i, j).wide();
    let l = Mat::from_fn((m, k), Order::Rows, |i, j| match i.cmp(&j) {
        std::cmp::Ordering::Equal => Complex64::ONE,
        std::cmp::Ordering::Greater => at(i, j),
        std::cmp::Ordering::Less => Complex64::ZERO,
    });
    let u = Mat::from_fn((k, n), Order::Rows, |i, j| if i <= j { at(i, j) } else { Complex64::ZERO });
    let mut rows: Vec<usize> = (0..m).collect();
    pivots.iter().enumerate().for_each(|(i, &p)| rows.swap(i, p));
    (l, u, rows)
}

fn lu_rebuilds<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(2);
    let shapes = [(40, 90), (90, 40), (1, 9), (9, 1), (0, 3), (3, 0), (300, 390), (400, 270)];
    for (case, (m, n)) in SIZES.into_iter().chain(PANELS).map(|n| (n, n)).chain(shapes).enumerate() {
        let a = Mat::<T>::random((m, n), ORDERS[case % 5], &mut rng);
        let mut packed = Mat::from_fn((m, n), ORDERS[(case + 2) % 5], |_, _| T::sample(&mut rng));
        let mut pivots = vec![0; m.min(n)];
        lu_factor(a.view(), packed.view_mut(), &mut pivots, ws).unwrap();
        let (l, u, rows) = unpack(&packed, &pivots);
        let permuted = Mat::from_fn((m, n), Order::Rows, |i, j| a.at(rows[i], j).wide());
        let bound = 4.0 * (m.max(n) as f64) * T::EPS * permuted.norm();
        assert_near(&l.times(&u), &permuted, bound);
        // Partial pivoting bounds the multipliers, by the sum of the parts if they are complex.
        assert!(l.data.iter().all(|x| x.norm() <= 1.415));

        let mut alone = vec![0; m.min(n)];
        lu_factor(a.view(), packed.view_mut(), &mut alone, ws.sequential()).unwrap();
        assert_eq!(alone, pivots);
    }
}

fn solutions_solve<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(3);
    for (case, n) in SIZES.into_iter().enumerate() {
        for columns in [0, 1, 7] {
            let a = Mat::<T>::random((n, n), ORDERS[case % 5], &mut rng);
            let b = Mat::<T>::random((n, columns), ORDERS[(case + 3) % 5], &mut rng);
            let mut x = Mat::from_fn((n, columns), ORDERS[(case + 1) % 5], |_, _| T::ZERO);
            solve(a.view(), b.view(), x.view_mut(), ws).unwrap();
            let (exact, found) = (a.wide(), x.wide());
            let bound = 4.0 * (n as f64 + 1.0) * T::EPS * exact.norm() * found.norm();
            assert_near(&exact.times(&found), &b.wide(), bound);
        }
    }
}

fn inverses_invert<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(4);
    for (case, n) in SIZES.into_iter().enumerate() {
        let (a, exact) = positive::<T>(n, Order::Rows, &mut rng);
        let full =
            Mat::from_fn((n, n), ORDERS[case % 5], |i, j| if i >= j { a.at(i, j) } else { a.at(j, i).conjugate() });
        let mut inverse = Mat::from_fn((n, n), ORDERS[(case + 2) % 5], |_, _| T::ZERO);
        inv(full.view(), inverse.view_mut(), ws).unwrap();
        let inverse = inverse.wide();
        let bound = 4.0 * (n as f64 + 1.0) * T::EPS * exact.norm() * inverse.norm();
        assert_near(&exact.times(&inverse), &Wide::identity(n), bound);
    }
}

fn triangles_solve<T: SampleField>() {
    let pool = Pool::default();
    let mut rng = Rng(5);
    for (case, n) in [0usize, 1, 5, 40, 100].into_iter().enumerate() {
        let bools = [false, true];
        for (upper, unit) in bools.into_iter().flat_map(|a| bools.map(|b| (a, b))) {
            // A heavy diagonal; small values beside it keep the unit case well-conditioned.
            let scale = T::from_real(<T::R as num_traits::NumCast>::from(0.1).unwrap());
            let a = Mat::from_fn((n, n), ORDERS[case % 5], |i, j| {
                let x = T::sample(&mut rng) * scale;
                if i == j { x + T::ONE } else { x }
            });
            let b = Mat::<T>::random((n, 3), ORDERS[(case + 1) % 5], &mut rng);
            let mut x = Mat::filled((n, 3), T::ZERO);
            let triangle = Triangle { upper, unit };
            solve_triangular(a.view(), triangle, b.view(), x.view_mut(), Workspace::new(&pool)).unwrap();
            let used = Mat::from_fn((n, n), Order::Rows, |i, j| match i.cmp(&j) {
                std::cmp::Ordering::Equal if unit => Complex64::ONE,
                std::cmp::Ordering::Less if !upper => Complex64::ZERO,
                std::cmp::Ordering::Greater if upper => Complex64::ZERO,
                _ => a.at(i, j).wide(),
            });
            let found = x.wide();
            let bound = 4.0 * (n as f64 + 1.0) * T::EPS * used.norm() * found.norm();
            assert_near(&used.times(&found), &b.wide(), bound);
        }
    }
}

fn singular_matrices_are_errors<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    // The third row is the sum of the others; every step is exact.
    let two = T::ONE + T::ONE;
    let a = Mat::rows(&[two, T::ONE, T::ONE, T::ONE, T::ONE, T::ONE, two + T::ONE, two, two], 3, 3);
    let b = Mat::filled((3, 1), T::ONE);
    let mut x = Mat::filled((3, 3), T::ZERO);
    let mut y = Mat::filled((3, 1), T::ZERO);
    let zero = Mat::filled((3, 3), T::ZERO);
    assert_eq!(solve(zero.view(), b.view(), y.view_mut(), ws), Err(SolverError::Singular { pivot: 0 }));
    assert_eq!(inv(zero.view(), x.view_mut(), ws), Err(SolverError::Singular { pivot: 0 }));
    let mut column = Mat::filled((20, 20), T::ZERO);
    for i in (0..20).filter(|&i| i != 13) {
        // SAFETY: inside.
        unsafe { column.view_mut().put(i, i, T::ONE) };
    }
    let mut x = Mat::filled((20, 20), T::ZERO);
    assert_eq!(inv(column.view(), x.view_mut(), ws), Err(SolverError::Singular { pivot: 13 }));
    let unit = Triangle { unit: true, ..Triangle::default() };
    let ones = Mat::filled((20, 1), T::ONE);
    let mut y = Mat::filled((20, 1), T::ZERO);
    let solved = solve_triangular(column.view(), Triangle::default(), ones.view(), y.view_mut(), ws);
    assert_eq!(solved, Err(SolverError::Singular { pivot: 13 }));
    assert_eq!(solve_triangular(column.view(), unit, ones.view(), y.view_mut(), ws), Ok(()));

    // A singular matrix still has factors.
    for (matrix, bound) in [(&a, 16.0 * T::EPS), (&zero, 0.0)] {
        let mut packed = Mat::filled((3, 3), T::ZERO);
        let mut pivots = [0; 3];
        lu_factor(matrix.view(), packed.view_mut(), &mut pivots, ws).unwrap();
        let (l, u, rows) = unpack(&packed, &pivots);
        let permuted = Mat::from_fn((3, 3), Order::Rows, |i, j| matrix.at(rows[i], j).wide());
        assert_near(&l.times(&u), &permuted, bound);
    }
}

fn matrices_that_are_not_positive_are_errors<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    for n in [1usize, 5, 70, 200, 341] {
        for bad in [0, n / 2, n - 1] {
            for value in [T::ZERO, -T::ONE, T::from_real(T::R::nan())] {
                let a = Mat::from_fn((n, n), Order::Rows, |i, j| match i == j {
                    true if i == bad => value,
                    true => T::ONE,
                    false => T::ZERO,
                });
                let mut l = Mat::filled((n, n), T::ZERO);
                let error = SolverError::NotPositiveDefinite { minor: bad + 1 };
                assert_eq!(cholesky(a.view(), l.view_mut(), ws), Err(error), "{n}");
            }
        }
    }
}

fn nan_passes_through_direct_solvers<T: SampleField>() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(6);
    for n in [1usize, 4, 40] {
        for value in [T::R::nan(), T::R::infinity()] {
            let mut a = Mat::<T>::random((n, n), Order::Rows, &mut rng);
            a.data[n / 2] = T::from_real(value);
            let b = Mat::filled((n, 2), T::ONE);
            let mut x = Mat::filled((n, 2), T::ZERO);
            let _ = solve(a.view(), b.view(), x.view_mut(), ws);
            let mut inverse = Mat::filled((n, n), T::ZERO);
            let _ = inv(a.view(), inverse.view_mut(), ws);
            let mut r = Mat::filled((n, n), T::ZERO);
            qr(a.view(), Some(inverse.view_mut()), r.view_mut(), ws).unwrap();
            assert!(r.data.iter().any(|x| !num_complex::ComplexFloat::is_finite(*x)));
        }
    }
}

for_fields! {
    cholesky_rebuilds
    lu_rebuilds
    solutions_solve
    inverses_invert
    triangles_solve
    singular_matrices_are_errors
    matrices_that_are_not_positive_are_errors
    nan_passes_through_direct_solvers
}

#[test]
fn shapes_that_do_not_fit_are_errors() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let a = Mat::filled((3, 2), 1.0f64);
    let square = Mat::filled((3, 3), 1.0);
    let mut x = Mat::filled((3, 2), 0.0);
    let mut s = [0.0; 2];
    let bad = Err(SolverError::Shape);
    assert_eq!(cholesky(a.view(), x.view_mut(), ws), bad);
    assert_eq!(solve(a.view(), a.view(), x.view_mut(), ws), bad);
    assert_eq!(solve(square.view(), a.view().t(), x.view_mut(), ws), bad);
    assert_eq!(inv(a.view(), x.view_mut(), ws), bad);
    assert_eq!(qr(a.view(), None, x.view_mut(), ws), bad);
    assert_eq!(svd(a.view(), None, &mut [0.0], None, ws), bad);
    assert_eq!(svd(a.view(), Some(x.view_mut().t()), &mut s, None, ws), bad);
    assert_eq!(eigh(a.view(), &mut s, None, ws), bad);
    assert_eq!(lu_factor(a.view(), x.view_mut(), &mut [0; 3], ws), bad);
}

#[test]
fn too_little_memory_is_an_error() {
    let pool = Pool::default();
    pool.set_limit(Some(1 << 10));
    let ws = Workspace::new(&pool);
    let a = Mat::from_fn((64, 64), Order::Rows, |i, j| f64::from(i == j));
    let mut x = a.clone();
    let mut s = vec![0.0; 64];
    assert!(matches!(inv(a.view(), x.view_mut(), ws), Err(SolverError::OutOfMemory(_))));
    assert!(matches!(cholesky(a.view(), x.view_mut(), ws), Err(SolverError::OutOfMemory(_))));
    assert!(matches!(qr(a.view(), None, x.view_mut(), ws), Err(SolverError::OutOfMemory(_))));
    assert!(matches!(svd(a.view(), None, &mut s, None, ws), Err(SolverError::OutOfMemory(_))));
    assert!(matches!(eigh(a.view(), &mut s, None, ws), Err(SolverError::OutOfMemory(_))));
}
