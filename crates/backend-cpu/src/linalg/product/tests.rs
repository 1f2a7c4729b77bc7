use super::blocks::{DEPTH, Part, Product};
use super::{Accum, Conj, Factor, SMALLEST, add_lower, matmul, matmul_with_conj};
use crate::linalg::tests::{Mat, ORDERS, Order, Rng, Sample};
use crate::linalg::{MatMut, MatRef, Scalar, Workspace};
use crate::pool::Pool;
use crate::simd::{Level, level};
use num_complex::Complex;
use num_traits::FromPrimitive;
use std::fmt::Debug;

/// Rows, columns and terms: less than a tile, tiles that are cut off, several blocks, and slabs, the last one short.
fn shapes<T>() -> [(usize, usize, usize); 7] {
    let slab = DEPTH / size_of::<T>();
    [(1, 1, 1), (5, 3, 2), (16, 12, 33), (17, 125, 40), (131, 7, 338), (100, 250, slab + 1), (200, 121, 2 * slab + 56)]
}

/// A small integer.
fn of<T: FromPrimitive>(x: i8) -> T {
    T::from_i8(x).unwrap()
}

/// Sums of small integers are exact, in any order.
fn integers<T: Factor + FromPrimitive>(shape: (usize, usize), order: Order, rng: &mut Rng) -> Mat<T> {
    Mat::from_fn(shape, order, |_, _| of(rng.below(9) as i8 - 4))
}

fn exact_sums<T: Factor + FromPrimitive + Debug>() {
    let pool = Pool::default();
    let mut rng = Rng(3);
    for (case, (m, n, k)) in shapes::<T>().into_iter().enumerate() {
        let a = integers::<T>((m, k), ORDERS[case % 5], &mut rng);
        let b = integers::<T>((k, n), ORDERS[(case + 2) % 5], &mut rng);
        let dot = |i, j| (0..k).fold(T::ZERO, |sum, p| sum.plus(a.at(i, p).times(b.at(p, j))));
        let products = Mat::from_fn((m, n), Order::Rows, dot);
        let before = integers::<T>((m, n), Order::Rows, &mut rng);
        for level in [Level::Baseline, Level::Avx2, Level::Avx512].into_iter().filter(|&l| l <= level()) {
            let kernel = T::microkernel(level);
            // Slabs and blocks are the same in every order.
            let orders = if m * n * k < 1 << 20 { ORDERS.len() } else { 2 };
            let orders = ORDERS.into_iter().take(orders);
            for (order, accum) in orders.zip([Accum::Add, Accum::Replace].into_iter().cycle()) {
                for (alpha, threads) in [(T::ONE, 1), (of(-2), 3)] {
                    for packed in [false, true] {
                        let mut c = Mat::from_fn((m, n), order, |i, j| before.at(i, j));
                        let (a, b) = (a.view(), b.view());
                        let conj = (false, false);
                        let product = Product { kernel, c: c.view_mut(), accum, a, b, conj, alpha, part: Part::All };
                        match packed {
                            true => product.by_columns().packed(Workspace::new(&pool), threads),
                            false => product.by_columns().direct(threads),
                        }
                        for i in 0..m {
                            for j in 0..n {
                                let added = if accum == Accum::Add { before.at(i, j) } else { T::ZERO };
                                let expected = products.at(i, j).times(alpha).plus(added);
                                assert_eq!(c.at(i, j), expected, "{level:?} {m} x {n} x {k} {order:?} ({i}, {j})");
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn exact_sums_f32() {
    exact_sums::<f32>();
}
#[test]
fn exact_sums_f64() {
    exact_sums::<f64>();
}
#[test]
fn exact_sums_c64() {
    exact_sums::<Complex<f32>>();
}
#[test]
fn exact_sums_c128() {
    exact_sums::<Complex<f64>>();
}

/// Few columns or rows beside a matrix that does not stay in the caches: exact, and the same bits on any number of threads.
fn few_columns<T: Factor + Sample + FromPrimitive + Debug>() {
    let mut rng = Rng(9);
    let kernel = T::microkernel(level());
    let mut streamed = 0;
    for (m, n, k) in [(513, 5, 130), (63, 700, 260), (1, 4096, 128), (9000, 33, 129), (520, 64, 140)] {
        for orders in [[Order::Rows; 3], [Order::Columns; 3], [Order::Columns, Order::Rows, Order::Columns]] {
            let (a, b) = (integers::<T>((m, k), orders[0], &mut rng), integers::<T>((k, n), orders[1], &mut rng));
            let (x, y) = (Mat::<T>::random((m, k), orders[0], &mut rng), Mat::<T>::random((k, n), orders[1], &mut rng));
            let multiply = |accum, a: &Mat<T>, b: &Mat<T>, threads| {
                let mut c = Mat::from_fn((m, n), orders[2], |_, _| T::ONE);
                let (conj, part) = ((false, false), Part::All);
                let (a, b, alpha) = (a.view(), b.view(), of(3));
                let product = Product { kernel, c: c.view_mut(), accum, a, b, conj, alpha, part }.by_columns();
                let streams = product.streams();
                product.direct(threads);
                (c, streams)
            };
            let (c, streams) = multiply(Accum::Add, &a, &b, 3);
            let [replaced, one, three] = [(&a, &b, 3), (&x, &y, 1), (&x, &y, 3)]
                .map(|(a, b, threads)| multiply(Accum::Replace, a, b, threads).0);
            streamed += usize::from(streams);
            for i in (0..m).step_by(7) {
                for j in (0..n).step_by(5) {
                    let sum = (0..k).fold(T::ZERO, |sum, p| sum.plus(a.at(i, p).times(b.at(p, j))));
                    assert_eq!(c.at(i, j), sum.times(of(3)).plus(T::ONE), "{m} x {n} x {k} {orders:?} ({i}, {j})");
                    assert_eq!(replaced.at(i, j).plus(T::ONE), c.at(i, j), "{m} x {n} x {k} {orders:?} ({i}, {j})");
                    assert_eq!(one.at(i, j), three.at(i, j), "{m} x {n} x {k} {orders:?} ({i}, {j})");
                }
            }
        }
    }
    assert!(streamed >= 5, "{streamed} of the cases read whole columns");
}

#[test]
fn few_columns_f32() {
    few_columns::<f32>();
}
#[test]
fn few_columns_c128() {
    few_columns::<Complex<f64>>();
}

/// Conjugates of either operand, and factors that are not real.
fn conjugates<R: num_traits::Float + FromPrimitive + Debug>()
where
    Complex<R>: Factor + FromPrimitive,
{
    let pool = Pool::default();
    let mut rng = Rng(8);
    let mut number = |_, _| Complex::new(of::<R>(rng.below(9) as i8 - 4), of::<R>(rng.below(9) as i8 - 4));
    for (m, n, k) in [(3, 2, 5), (50, 70, 20), (130, 100, 120)] {
        for order in ORDERS {
            let (a, b) = (Mat::from_fn((m, k), order, &mut number), Mat::from_fn((k, n), order, &mut number));
            for (conj_a, conj_b) in
                [(Conj::No, Conj::No), (Conj::Yes, Conj::No), (Conj::No, Conj::Yes), (Conj::Yes, Conj::Yes)]
            {
                let mut c = Mat::filled((m, n), Complex::<R>::ZERO);
                let alpha = Complex::new(of::<R>(2), of::<R>(-1));
                let seen = |x: Complex<R>, conj| if conj == Conj::Yes { x.conj() } else { x };
                let ws = Workspace::new(&pool);
                matmul_with_conj(c.view_mut(), Accum::Replace, (a.view(), conj_a), (b.view(), conj_b), alpha, ws);
                for i in 0..m {
                    for j in 0..n {
                        let zero = Complex::<R>::ZERO;
                        let sum = (0..k)
                            .fold(zero, |sum, p| sum.plus(seen(a.at(i, p), conj_a).times(seen(b.at(p, j), conj_b))));
                        assert_eq!(c.at(i, j), alpha.times(sum), "{m} x {n} x {k} {order:?} ({i}, {j})");
                    }
                }
            }
        }
    }
}

#[test]
fn conjugates_c64() {
    conjugates::<f32>();
}
#[test]
fn conjugates_c128() {
    conjugates::<f64>();
}

fn lower_triangles<T: Factor + FromPrimitive + Debug>() {
    let pool = Pool::default();
    let mut rng = Rng(6);
    for (n, k) in [(5, 3), (97, 40), (250, 130), (500, 64)] {
        let a = integers::<T>((n, k), ORDERS[n % 5], &mut rng);
        let before = integers::<T>((n, n), Order::Columns, &mut rng);
        for ws in [Workspace::new(&pool), Workspace::new(&pool).sequential()] {
            let mut c = before.clone();
            add_lower(c.view_mut(), a.view(), a.view(), of(-1), ws);
            for i in 0..n {
                for j in 0..=i {
                    let product = (0..k).fold(T::ZERO, |sum, p| sum.plus(a.at(i, p).times(a.at(j, p))));
                    assert_eq!(c.at(i, j), before.at(i, j).plus(of::<T>(-1).times(product)), "{n} x {k} ({i}, {j})");
                }
            }
        }
    }
}

#[test]
fn lower_triangles_f32() {
    lower_triangles::<f32>();
}
#[test]
fn lower_triangles_f64() {
    lower_triangles::<f64>();
}

#[test]
fn what_replaces_is_not_read() {
    let pool = Pool::default();
    let mut rng = Rng(4);
    let n = 2 * SMALLEST + 3;
    let a = integers::<f64>((n, n), Order::Rows, &mut rng);
    let mut c = Mat::filled((n, n), f64::NAN);
    matmul(c.view_mut(), Accum::Replace, a.view(), a.view(), 1.0, Workspace::new(&pool));
    assert!(c.data.iter().all(|x| x.is_finite()));
}

#[test]
fn broadcast_operands() {
    let pool = Pool::default();
    let n = 3 * SMALLEST;
    let row: Vec<f32> = (0..n).map(|i| (i % 7) as f32).collect();
    // SAFETY: every row is the one of `n` elements.
    let a = unsafe { MatRef::from_raw(row.as_ptr(), (n, n), (0, 1)) };
    let mut c = vec![0.0f32; n * n];
    // SAFETY: there are `n` rows of `n`.
    let view = unsafe { MatMut::from_raw(c.as_mut_ptr(), (n, n), (n as isize, 1)) };
    matmul(view, Accum::Replace, a, a.t(), 1.0, Workspace::new(&pool));
    let expected: f32 = row.iter().map(|x| x * x).sum();
    assert!(c.iter().all(|&x| x == expected));
}

/// Half of a product with the transpose, mirrored, has the bits of the whole.
fn symmetric_products<T: Factor + Sample + FromPrimitive>() {
    let pool = Pool::default();
    let mut rng = Rng(7);
    for (case, (n, k)) in [(128, 64), (131, 700), (300, 101), (520, 64)].into_iter().enumerate() {
        let a = Mat::<T>::random((n, k), ORDERS[case], &mut rng);
        let copy = a.clone();
        for ws in [Workspace::new(&pool), Workspace::new(&pool).sequential()] {
            for order in ORDERS {
                let [mut c, mut whole] = [(); 2].map(|()| Mat::from_fn((n, n), order, |_, _| T::ONE));
                matmul(c.view_mut(), Accum::Replace, a.view(), a.view().t(), of(3), ws);
                matmul(whole.view_mut(), Accum::Replace, a.view(), copy.view().t(), of(3), ws);
                for i in 0..n {
                    for j in 0..n {
                        assert_eq!(c.at(i, j), whole.at(i, j), "{n} x {k} {order:?} ({i}, {j})");
                    }
                }
            }
        }
    }
}

#[test]
fn symmetric_products_f32() {
    symmetric_products::<f32>();
}
#[test]
fn symmetric_products_c128() {
    symmetric_products::<Complex<f64>>();
}

#[test]
fn products_need_no_memory() {
    let pool = Pool::default();
    pool.set_limit(Some(1));
    let n = 2 * SMALLEST;
    let one = Mat::from_fn((n, n), Order::Rows, |i, j| f64::from(u8::from(i == j)));
    let a = integers::<f64>((n, n), Order::Columns, &mut Rng(5));
    let mut c = Mat::filled((n, n), 0.0);
    matmul(c.view_mut(), Accum::Replace, a.view(), one.view(), 3.0, Workspace::new(&pool));
    assert!((0..n * n).all(|i| c.at(i / n, i % n) == 3.0 * a.at(i / n, i % n)));
}
