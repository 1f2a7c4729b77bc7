use super::bidiagonal::{Reduced, bidiagonalize};
use super::divide::divide_and_conquer;
use super::{reflect, svd};
use crate::linalg::merge::Real;
use crate::linalg::tests::{
    Mat as Matrix, ORDERS, Order, Rng, Sample, SampleField, assert_near, assert_orthonormal, for_fields,
};
use crate::linalg::{Scalar, Workspace};
use crate::pool::Pool;
use faer::{Mat, Par};
use num_traits::{Float, ToPrimitive};

/// The largest errors of the solution, in units of the machine epsilon and the matrix's size: of `B v = u d`, and of the
/// vectors' products.
fn errors<R: Real>(d: &[f64], e: &[f64], parallel: bool) -> (f64, f64, Vec<f64>) {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let ws = if parallel { ws } else { ws.sequential() };
    let n = d.len();
    let narrow = |x: &f64| <R as num_traits::NumCast>::from(*x).unwrap();
    let wide = |x: R| ToPrimitive::to_f64(&x).unwrap();
    let mut values: Vec<R> = d.iter().map(narrow).collect();
    let above: Vec<R> = e.iter().map(narrow).collect();
    let b = Mat::from_fn(n, n + 1, |i, j| match j.wrapping_sub(i) {
        0 => wide(values[i]),
        1 => wide(above[i]),
        _ => 0.0,
    });
    let (mut u, mut v) = (Mat::<R>::zeros(n, n), Mat::<R>::zeros(n + 1, n + 1));
    let mut work = vec![R::zero(); 3 * (n + 1) * (n + 1)];
    divide_and_conquer(&mut values, &above, u.as_mut(), v.as_mut(), &mut work, ws);
    let u = Mat::from_fn(n, n, |i, j| wide(u[(i, j)]));
    let v = Mat::from_fn(n + 1, n + 1, |i, j| wide(v[(i, j)]));
    let scaled = Mat::from_fn(n, n + 1, |i, j| if j < n { u[(i, j)] * wide(values[j]) } else { 0.0 });
    let unit = wide(<R as Float>::epsilon()) * (n as f64 + 1.0).sqrt();
    let residual = (&b * &v - scaled).norm_max() / b.norm_max().max(f64::MIN_POSITIVE);
    let product = |q: &Mat<f64>| (q.transpose() * q - Mat::<f64>::identity(q.ncols(), q.ncols())).norm_max();
    let mut values: Vec<f64> = values.into_iter().map(wide).collect();
    values.sort_by(f64::total_cmp);
    (residual / unit, product(&u).max(product(&v)) / unit, values)
}

fn check<R: Real>(name: &str, d: &[f64], e: &[f64]) {
    for parallel in [false, true] {
        let (residual, products, values) = errors::<R>(d, e, parallel);
        assert!(residual < 8.0 && products < 8.0, "{name} of {}: {residual}, {products}", d.len());
        assert!(values.first().is_none_or(|&least| least >= 0.0), "{name} of {}", d.len());
    }
}

fn hard_matrices<R: Real>() {
    let mut rng = Rng(5);
    for n in [0, 1, 2, 3, 4, 5, 6, 7, 20, 49, 97, 200] {
        let mut random = |n: usize| -> Vec<f64> { (0..n).map(|_| rng.unit()).collect() };
        let (d, e) = (random(n), random(n));
        let (ones, zeros) = (vec![1.0; n], vec![0.0; n]);
        check::<R>("random", &d, &e);
        check::<R>("no diagonal", &zeros, &e);
        check::<R>("no superdiagonal", &d, &zeros);
        check::<R>("constant diagonal", &ones, &e);
        check::<R>("constant", &ones, &ones);
        check::<R>("identity", &ones, &zeros);
        check::<R>("zero", &zeros, &zeros);
        let tiny: Vec<f64> = e.iter().map(|e| e * 1e-14).collect();
        let steps: Vec<f64> = (0..n).map(|i| (i % 7) as f64).collect();
        check::<R>("hardly coupled", &steps, &tiny);
        check::<R>(
            "one large",
            &tiny.iter().enumerate().map(|(i, &x)| if i == n / 3 { 1.0 } else { x }).collect::<Vec<_>>(),
            &tiny,
        );
        let ranks: Vec<f64> = d.iter().enumerate().map(|(i, &d)| if i % 3 == 0 { 0.0 } else { d }).collect();
        check::<R>("zeros on the diagonal", &ranks, &e);
        // Pairs of close values, and many of them.
        let wilkinson: Vec<f64> = (0..n).map(|i| (i as f64 - n as f64 / 2.0).abs()).collect();
        check::<R>("Wilkinson", &wilkinson, &ones);
        let pieces: Vec<f64> = (0..n).map(|i| ((i % 21) as f64 - 10.0).abs()).collect();
        let glue: Vec<f64> = (0..n).map(|i| if i % 21 == 20 { 1e-8 } else { 1.0 }).collect();
        check::<R>("glued Wilkinson", &pieces, &glue);
        let graded: Vec<f64> = (0..n).map(|i| 10f64.powf(-0.15 * i as f64)).collect();
        check::<R>("graded", &graded, &graded);
        let reversed: Vec<f64> = graded.iter().rev().copied().collect();
        check::<R>("graded upwards", &reversed, &reversed);
    }
}

#[test]
fn hard_matrices_in_double_precision() {
    hard_matrices::<f64>();
}

#[test]
fn hard_matrices_in_single_precision() {
    hard_matrices::<f32>();
}

/// The singular values of the difference matrix are `2 sin(k pi / (2 (n + 1)))`.
#[test]
fn first_difference() {
    let n = 300;
    let (.., values) = errors::<f64>(&vec![1.0; n], &vec![-1.0; n], true);
    for (k, value) in values.into_iter().enumerate() {
        let exact = 2.0 * ((k + 1) as f64 * std::f64::consts::PI / (2 * n + 2) as f64).sin();
        assert!((value - exact).abs() < 1e-14, "{k}: {value} {exact}");
    }
}

/// The reflectors rebuild the matrix, whether its products are shared or not.
fn reduction_rebuilds<T: SampleField>() {
    let mut rng = Rng(7);
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    for (m, n) in [(2, 2), (9, 4), (33, 33), (40, 39), (70, 66), (310, 230)] {
        for threads in [1, 3] {
            let par = Par::rayon(threads);
            let full = Matrix::<T>::random((m, n), Order::Columns, &mut rng);
            let mut a = Mat::from_fn(m, n, |i, j| full.at(i, j));
            let (mut left, mut rows, mut right) = (Mat::zeros(8, n), Mat::zeros(n, n), Mat::zeros(8, n - 1));
            let (mut diagonal, mut above) = (vec![T::ZERO; n], vec![T::ZERO; n - 1]);
            let reduced = Reduced {
                diagonal: &mut diagonal,
                above: &mut above,
                right: rows.as_mut(),
                left_blocks: left.as_mut(),
                right_blocks: right.as_mut(),
            };
            bidiagonalize(a.as_mut(), reduced, ws, par).unwrap();
            let b = |i: usize, j: usize| match j.wrapping_sub(i) {
                0 => diagonal[i],
                1 => above[i],
                _ => T::ZERO,
            };
            // `L B`, then `R (L B)^H`.
            let mut product = Mat::from_fn(m, n, b);
            reflect(a.as_ref(), left.as_ref(), product.as_mut(), ws, par).unwrap();
            let mut product = product.adjoint().to_owned();
            let rows = rows.as_ref().submatrix(1, 0, n - 1, n - 1);
            reflect(rows, right.as_ref(), product.as_mut().subrows_mut(1, n - 1), ws, par).unwrap();
            let found = Matrix::from_fn((m, n), Order::Rows, |i, j| product[(j, i)].conj());
            let exact = full.wide();
            assert_near(&found.wide(), &exact, 4.0 * (m as f64).sqrt() * T::EPS * exact.norm());
        }
    }
}

/// Large enough for the products to be shared, and for several panels; at the ends of the range of exponents.
fn large_matrices<T: SampleField>() {
    let mut rng = Rng(9);
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let two = T::R::ONE + T::R::ONE;
    let (max, min) = (T::R::max_value(), T::R::min_positive_value());
    // The last but one has products of small elements that are not normal.
    let ends =
        [Float::recip(Float::powi(two, 12)) * max, min, Float::sqrt(min) / T::R::epsilon() * two * two, T::R::ONE];
    for (case, (m, n)) in [(220, 200), (100, 190), (90, 90)].into_iter().enumerate() {
        let a = Matrix::<T>::random((m, n), ORDERS[case], &mut rng);
        // Half the rank.
        let a = Matrix::from_fn((m, n), ORDERS[case], |i, j| a.at(i, j / 2 * 2));
        let k = m.min(n);
        let mut before: Option<Vec<f64>> = None;
        for factor in ends {
            let a = Matrix::from_fn((m, n), ORDERS[case], |i, j| a.at(i, j).scale(factor));
            let (mut u, mut vt) = (Matrix::filled((m, k), T::ZERO), Matrix::filled((k, n), T::ZERO));
            let mut s = vec![T::R::ZERO; k];
            svd(a.view(), Some(u.view_mut()), &mut s, Some(vt.view_mut()), ws).unwrap();
            let (u, vt) = (u.wide(), vt.wide());
            assert_orthonormal(&u, T::EPS);
            assert_orthonormal(&vt.adjoint(), T::EPS);
            let values: Vec<f64> = s.iter().map(|&s| (s / factor).wide().re).collect();
            let unscaled = Matrix::from_fn((m, n), Order::Rows, |i, j| (a.at(i, j).over(factor)).wide());
            let scaled = Matrix::from_fn((k, n), Order::Rows, |i, j| vt.at(i, j) * values[i]);
            // The least numbers are not normal.
            let eps = if factor == min { 2.0 * T::EPS } else { T::EPS };
            let bound = 4.0 * (n as f64).sqrt() * eps * unscaled.norm();
            assert_near(&u.times(&scaled), &unscaled, bound);
            if let Some(before) = before.replace(values.clone()) {
                assert!(before.iter().zip(&values).all(|(a, b)| (a - b).abs() <= bound));
            }
        }
    }
}

for_fields! {
    reduction_rebuilds
    large_matrices
}
