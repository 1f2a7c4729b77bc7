use super::*;
use crate::pool::Pool;
use std::fmt::Debug;

const SHAPES: [(usize, usize, usize); 14] = [
    (1, 1, 1),
    (2, 3, 4),
    (4, 4, 4),
    (1, 7, 5),
    (5, 7, 1),
    (6, 1, 9),
    (16, 16, 16),
    (17, 33, 19),
    (64, 64, 64),
    (3, 300, 70),
    (65, 9, 130),
    (130, 31, 3),
    (0, 3, 2),
    (3, 0, 2),
];

/// A product in `f64`, and the sums of its terms' sizes.
fn sums<T: Sample>(a: &Mat<T>, b: &Mat<T>) -> [Wide; 2] {
    let sizes = |x: &Mat<T>| Mat::from_fn(x.view().shape(), Order::Rows, |i, j| x.at(i, j).wide().norm().into());
    [a.wide().times(&b.wide()), sizes(a).times(&sizes(b))]
}

/// Compares with sums of `depth` terms, within the rounding of so many additions in the type of sums.
fn check_float<T: Sample>(alpha: T, [sums, sizes]: &[Wide; 2], beta: T, depth: usize, before: &Mat<T>, after: &Mat<T>)
where
    T::Acc: Sample,
{
    let (m, n) = sums.view().shape();
    for i in 0..m {
        for j in 0..n {
            let mut expected = alpha.wide() * sums.at(i, j);
            let mut size = alpha.wide().norm() * sizes.at(i, j).re;
            if beta != T::ZERO {
                let term = beta.wide() * before.at(i, j).wide();
                expected += term;
                size += term.norm();
            }
            let bound = (depth as f64 + 4.0) * T::Acc::EPS * size + T::EPS * expected.norm() + T::TINY;
            let error = (after.at(i, j).wide() - expected).norm();
            assert!(error <= bound, "({i}, {j}) of {m} x {depth}: {error:e} > {bound:e}");
        }
    }
}

fn gemm_matches_sums<T: Sample>()
where
    T::Acc: Sample,
{
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(7);
    for (m, k, n) in SHAPES {
        for (i, order) in ORDERS.into_iter().enumerate() {
            let a = Mat::<T>::random((m, k), order, &mut rng);
            let b = Mat::<T>::random((k, n), ORDERS[(i + 2) % 5], &mut rng);
            let before = Mat::<T>::random((m, n), ORDERS[(i * 2) % 5], &mut rng);
            let sums = sums(&a, &b);
            for beta in [T::ZERO, T::ONE, T::sample(&mut rng)] {
                for alpha in [T::ONE, T::sample(&mut rng)] {
                    let mut c = before.clone();
                    gemm(alpha, a.view(), b.view(), beta, c.view_mut(), ws).unwrap();
                    check_float(alpha, &sums, beta, k, &before, &c);
                }
            }
        }
    }
}

#[test]
fn gemm_f32() {
    gemm_matches_sums::<f32>();
}
#[test]
fn gemm_f64() {
    gemm_matches_sums::<f64>();
}
#[test]
fn gemm_c64() {
    gemm_matches_sums::<Complex<f32>>();
}
#[test]
fn gemm_c128() {
    gemm_matches_sums::<Complex<f64>>();
}
#[test]
fn gemm_f16() {
    gemm_matches_sums::<f16>();
}
#[test]
fn gemm_bf16() {
    gemm_matches_sums::<bf16>();
}

/// Integers against sums in `i128`, whose low bits are the wrapped result.
fn gemm_wraps<T: Scalar + Debug>(make: impl Fn(u64) -> T, wide: impl Fn(T) -> i128) {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(11);
    for (m, k, n) in SHAPES {
        for (i, order) in ORDERS.into_iter().enumerate() {
            let a = Mat::from_fn((m, k), order, |_, _| make(rng.bits()));
            let b = Mat::from_fn((k, n), ORDERS[(i + 2) % 5], |_, _| make(rng.bits()));
            let before = Mat::from_fn((m, n), ORDERS[(i * 2) % 5], |_, _| make(rng.bits()));
            let alpha = make(rng.bits());
            for beta in [T::ZERO, make(rng.bits())] {
                let mut c = before.clone();
                gemm(alpha, a.view(), b.view(), beta, c.view_mut(), ws).unwrap();
                for i in 0..m {
                    for j in 0..n {
                        let mut sum = 0i128;
                        for l in 0..k {
                            sum = sum.wrapping_add(wide(a.at(i, l)).wrapping_mul(wide(b.at(l, j))));
                        }
                        let old = wide(beta).wrapping_mul(wide(before.at(i, j)));
                        let expected = wide(alpha).wrapping_mul(sum).wrapping_add(old);
                        assert_eq!(c.at(i, j), make(expected as u64), "({i}, {j}) of {m} {k} {n}");
                    }
                }
            }
        }
    }
}

#[test]
fn gemm_integers() {
    gemm_wraps(|x| x as u8, i128::from);
    gemm_wraps(|x| x as u16, i128::from);
    gemm_wraps(|x| x as u32, i128::from);
    gemm_wraps(|x| x, i128::from);
}

#[test]
fn gemm_bool_is_or_of_ands() {
    let pool = Pool::default();
    let mut rng = Rng(3);
    let (m, k, n) = (37, 300, 150);
    let a = Mat::from_fn((m, k), Order::Rows, |_, _| rng.below(20) == 0);
    let b = Mat::from_fn((k, n), Order::Columns, |_, _| rng.below(20) == 0);
    let mut c = Mat::filled((m, n), true);
    gemm(true, a.view(), b.view(), false, c.view_mut(), Workspace::new(&pool)).unwrap();
    let mut ones = 0;
    for i in 0..m {
        for j in 0..n {
            let any = (0..k).any(|l| a.at(i, l) && b.at(l, j));
            assert_eq!(c.at(i, j), any);
            ones += usize::from(any);
        }
    }
    assert!(ones > 0 && ones < m * n);
}

#[test]
fn broadcast_operands_are_read_in_place() {
    let pool = Pool::default();
    let (row, one) = ([1.0, 2.0, 3.0], [2.0]);
    // SAFETY: every row is the three elements, and every element of `b` the one.
    let (a, b) =
        unsafe { (MatRef::from_raw(row.as_ptr(), (40, 3), (0, 1)), MatRef::from_raw(one.as_ptr(), (3, 50), (0, 0))) };
    let mut c = Mat::filled((40, 50), f64::NAN);
    gemm(1.0, a, b, 0.0, c.view_mut(), Workspace::new(&pool)).unwrap();
    assert!(c.data.iter().all(|&x| x == 12.0));
}

#[test]
fn elements_between_strides_are_not_written() {
    let pool = Pool::default();
    let mut rng = Rng(5);
    let a = Mat::<f32>::random((50, 60), Order::Rows, &mut rng);
    let mut c = Mat::from_fn((50, 60), Order::Spread, |_, _| 0.0f32);
    let ones = c.data.iter().filter(|&&x| x == 1.0).count();
    let mut square = Mat::filled((60, 60), 0.0);
    for i in 0..60 {
        // SAFETY: inside.
        unsafe { square.view_mut().put(i, i, 3.0) };
    }
    gemm(1.0, a.view(), square.view(), 0.0, c.view_mut(), Workspace::new(&pool)).unwrap();
    assert_eq!(c.data.iter().filter(|&&x| x == 1.0).count(), ones);
    assert_eq!(c.at(49, 59), 3.0 * a.at(49, 59));
}

#[test]
fn shapes_that_do_not_fit_are_errors() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let a = Mat::filled((3, 4), 1.0f64);
    let mut c = Mat::filled((3, 3), 7.0);
    assert_eq!(gemm(1.0, a.view(), a.view(), 0.0, c.view_mut(), ws), Err(SolverError::Shape));
    assert_eq!(gemm(1.0, a.view().t(), a.view(), 0.0, c.view_mut(), ws), Err(SolverError::Shape));
    assert_eq!(dot(a.view(), a.view(), ws), Err(SolverError::Shape));
    assert!(gemv(1.0, a.view(), c.clone().view(), 0.0, c.view_mut(), ws).is_err());
    assert!(c.data.iter().all(|&x| x == 7.0));
}

#[test]
fn results_do_not_depend_on_threads() {
    let pool = Pool::default();
    let mut rng = Rng(9);
    let a = Mat::<f64>::random((301, 700), Order::Rows, &mut rng);
    let b = Mat::<f64>::random((700, 203), Order::Columns, &mut rng);
    let x = Mat::<f64>::random((1, 301 * 700), Order::Rows, &mut rng);
    let run = |threads| {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        threads.install(|| {
            let ws = Workspace::new(&pool);
            let mut c = Mat::filled((301, 203), 0.0);
            gemm(1.5, a.view(), b.view(), 0.0, c.view_mut(), ws).unwrap();
            let mut by_rows = Mat::filled((301, 1), 0.0);
            let column = b.view().block((0, 1), (700, 1)).unwrap();
            gemm(1.0, a.view(), column, 0.0, by_rows.view_mut(), ws).unwrap();
            let mut by_columns = Mat::filled((700, 1), 0.0);
            let column = a.view().block((0, 3), (301, 1)).unwrap();
            gemm(1.0, a.view().t(), column, 0.0, by_columns.view_mut(), ws).unwrap();
            let sum = dot(x.view(), x.view(), ws).unwrap();
            (c.data, by_rows.data, by_columns.data, sum)
        })
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(3));
}

#[test]
fn batches_of_any_size_are_all_computed() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(2);
    for (count, m, k, n) in [(0, 3, 3, 3), (1, 5, 4, 3), (200, 8, 9, 10), (3, 150, 140, 130)] {
        let a: Vec<_> = (0..count).map(|_| Mat::<f32>::random((m, k), Order::Columns, &mut rng)).collect();
        let b: Vec<_> = (0..count).map(|_| Mat::<f32>::random((k, n), Order::Rows, &mut rng)).collect();
        let mut c = vec![f32::NAN; count * m * n];
        let start = c.as_mut_ptr() as usize;
        ws.batch(count, m * k * n, |i, ws| {
            let c = (start as *mut f32).wrapping_add(i * m * n);
            // SAFETY: each index has its own part of the result.
            let c = unsafe { MatMut::from_raw(c, (m, n), (n as isize, 1)) };
            gemm(1.0, a[i].view(), b[i].view(), 0.0, c, ws)
        })
        .unwrap();
        for i in 0..count {
            let after = Mat::rows(&c[i * m * n..(i + 1) * m * n], m, n);
            check_float(1.0, &sums(&a[i], &b[i]), 0.0, k, &after, &after);
        }
    }
}

#[test]
fn the_first_error_of_a_batch_is_reported() {
    let pool = Pool::default();
    let failed = Workspace::new(&pool).batch(1000, 1 << 20, |i, _| match i {
        0..100 => Ok(()),
        _ => Err(SolverError::Singular { pivot: i }),
    });
    assert_eq!(failed, Err(SolverError::Singular { pivot: 100 }));
}

#[test]
fn vdot_conjugates_its_first_operand() {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    // NumPy's documentation of vdot.
    let a = Mat::rows(&[Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)], 1, 2);
    let b = Mat::rows(&[Complex::new(5.0, 6.0), Complex::new(7.0, 8.0)], 1, 2);
    assert_eq!(vdot(a.view(), b.view(), ws), Ok(Complex::new(70.0, -8.0)));
    assert_eq!(vdot(b.view(), a.view(), ws), Ok(Complex::new(70.0, 8.0)));
    assert_eq!(dot(a.view(), b.view(), ws), Ok(Complex::new(-18.0, 68.0)));
}

/// Matrices of more than one tile, in either direction.
#[test]
fn gemv_of_many_tiles() {
    let pool = Pool::default();
    let mut rng = Rng(33);
    for (m, n) in [(4099, 70), (3, 70_001), (2500, 523)] {
        let x = Mat::<f64>::random((n, 1), Order::Spread, &mut rng);
        for order in ORDERS {
            let a = Mat::<f64>::random((m, n), order, &mut rng);
            let before = Mat::random((m, 1), Order::Rows, &mut rng);
            let run = |threads| {
                let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                threads.install(|| {
                    let mut y = before.clone();
                    gemv(2.0, a.view(), x.view(), -1.0, y.view_mut(), Workspace::new(&pool)).unwrap();
                    y
                })
            };
            let y = run(1);
            check_float(2.0, &sums(&a, &x), -1.0, n, &before, &y);
            assert_eq!(y.data, run(3).data, "{m} {n} {order:?}");
        }
    }
}

fn dot_matches_sums<T: Sample>()
where
    T::Acc: Sample,
{
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let mut rng = Rng(21);
    for n in [0, 1, 31, 32, 33, 1000, 200_001] {
        let x = Mat::<T>::random((1, n), Order::Rows, &mut rng);
        for order in [Order::Rows, Order::Spread, Order::Reversed] {
            let y = Mat::<T>::random((1, n), order, &mut rng);
            let sum = dot(x.view(), y.view(), ws).unwrap().wide();
            let terms = (0..n).map(|i| x.at(0, i).wide() * y.at(0, i).wide());
            let (exact, size) = terms.fold((Complex64::ZERO, 0.0), |(s, z), t| (s + t, z + t.norm()));
            let bound = 1100.0 * T::Acc::EPS * size + T::EPS * exact.norm() + T::TINY;
            assert!((sum - exact).norm() <= bound, "{n} {order:?}: {sum} {exact}");
        }
    }
}

#[test]
fn dot_of_every_float() {
    dot_matches_sums::<f32>();
    dot_matches_sums::<f64>();
    dot_matches_sums::<Complex<f32>>();
    dot_matches_sums::<Complex<f64>>();
    dot_matches_sums::<f16>();
    dot_matches_sums::<bf16>();
}
