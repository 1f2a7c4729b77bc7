use super::bidiagonal::{Reduced, bidiagonalize};
use super::divide::divide_and_conquer;
use super::implicit::implicit_qr;
use super::svd;
use crate::linalg::merge::Real;
use crate::linalg::qr::apply_reflections;
use crate::linalg::reflect::{LARGEST, block_factors};
use crate::linalg::tests::{
    Mat, ORDERS, Order, Rng, Sample, SampleField, Wide, assert_near, assert_orthonormal, for_fields,
};
use crate::linalg::{Scalar, Workspace};
use crate::pool::Pool;
use num_traits::{Float, ToPrimitive};

fn real(shape: (usize, usize), f: impl Fn(usize, usize) -> f64) -> Wide {
    Mat::from_fn(shape, Order::Rows, |i, j| f(i, j).into())
}

/// The largest absolute value of an element.
fn largest(a: &Wide) -> f64 {
    a.data.iter().fold(0.0, |most, x| x.norm().max(most))
}

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
    let b = real((n, n + 1), |i, j| match j.wrapping_sub(i) {
        0 => wide(values[i]),
        1 => wide(above[i]),
        _ => 0.0,
    });
    let zeros = |n: usize| Mat::from_fn((n, n), Order::Columns, |_, _| R::zero());
    let (mut u, mut v) = (zeros(n), zeros(n + 1));
    let mut work = vec![R::zero(); 3 * (n + 1) * (n + 1)];
    divide_and_conquer(&mut values, &above, u.view_mut(), v.view_mut(), &mut work, ws);
    let u = real((n, n), |i, j| wide(u.at(i, j)));
    let v = real((n + 1, n + 1), |i, j| wide(v.at(i, j)));
    let scaled = real((n, n + 1), |i, j| if j < n { u.at(i, j).re * wide(values[j]) } else { 0.0 });
    let unit = wide(<R as Float>::epsilon()) * (n as f64 + 1.0).sqrt();
    let residual = largest(&b.times(&v).minus(&scaled)) / largest(&b).max(f64::MIN_POSITIVE);
    let product = |q: &Wide| largest(&q.adjoint().times(q).minus(&Wide::identity(q.view().cols())));
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
            let full = Mat::<T>::random((m, n), Order::Columns, &mut rng);
            let mut a = full.clone();
            let zeros = |m, n| Mat::from_fn((m, n), Order::Columns, |_, _| T::ZERO);
            let mut rows = zeros(n, n);
            let (mut diagonal, mut above) = (vec![T::ZERO; n], vec![T::ZERO; n - 1]);
            let (mut left_taus, mut right_taus) = (vec![T::R::ZERO; n], vec![T::R::ZERO; n - 1]);
            let reduced = Reduced {
                diagonal: &mut diagonal,
                above: &mut above,
                right: rows.view_mut(),
                left_taus: &mut left_taus,
                right_taus: &mut right_taus,
            };
            let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            threads.install(|| bidiagonalize(a.view_mut(), reduced, ws)).unwrap();
            let b = |i: usize, j: usize| match j.wrapping_sub(i) {
                0 => diagonal[i],
                1 => above[i],
                _ => T::ZERO,
            };
            // `L B`, then `R (L B)^H`.
            let mut blocks = zeros(LARGEST, n);
            let mut product = Mat::from_fn((m, n), Order::Columns, b);
            block_factors(a.view(), &left_taus, blocks.view_mut(), ws);
            apply_reflections::<T, false>(a.view(), blocks.view(), product.view_mut(), ws).unwrap();
            let mut product = Mat::from_fn((n, m), Order::Columns, |i, j| product.at(j, i).conjugate());
            let rows = rows.view().submatrix(1, 0, n - 1, n - 1);
            let mut blocks = zeros(LARGEST, n - 1);
            block_factors(rows, &right_taus, blocks.view_mut(), ws);
            let below = product.view_mut().subrows(1, n - 1);
            apply_reflections::<T, false>(rows, blocks.view(), below, ws).unwrap();
            let found = Mat::from_fn((m, n), Order::Rows, |i, j| product.at(j, i).conjugate());
            let exact = full.wide();
            assert_near(&found.wide(), &exact, 4.0 * (m as f64).sqrt() * T::EPS * exact.norm());
        }
    }
}

/// The values of matrices that the algorithm could stumble over are those that come with the vectors.
#[test]
fn values_alone() {
    let mut rng = Rng(11);
    for n in [1, 2, 3, 10, 60] {
        let mut random = |n: usize| -> Vec<f64> { (0..n).map(|_| rng.unit().abs()).collect() };
        let (d, e, zeros, ones) = (random(n), random(n - 1), vec![0.0; n], vec![1.0; n]);
        let ranks: Vec<f64> = d.iter().enumerate().map(|(i, &d)| if i % 3 == 0 { 0.0 } else { d }).collect();
        let last: Vec<f64> = d.iter().enumerate().map(|(i, &d)| if i + 1 == n { 0.0 } else { d }).collect();
        let graded: Vec<f64> = (0..n).map(|i| 10f64.powf(-0.15 * i as f64)).collect();
        for d in [&d, &zeros, &ones, &ranks, &last, &graded] {
            for e in [&e[..], &zeros[1..], &ones[1..], &graded[1..]] {
                let (mut values, mut above) = (d.clone(), e.to_vec());
                implicit_qr(&mut values, &mut above).unwrap();
                values.sort_by(f64::total_cmp);
                let padded: Vec<f64> = e.iter().copied().chain([0.0]).collect();
                let (.., expected) = errors::<f64>(d, &padded, false);
                let near = |(x, y): (&f64, &f64)| (x - y).abs() <= 1e-15 * 4.0 * (n as f64).sqrt() * 2.0;
                assert!(values.iter().zip(&expected).all(near), "{n}: {values:?} {expected:?}");
            }
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
        let a = Mat::<T>::random((m, n), ORDERS[case], &mut rng);
        // Half the rank.
        let a = Mat::from_fn((m, n), ORDERS[case], |i, j| a.at(i, j / 2 * 2));
        let k = m.min(n);
        let mut before: Option<Vec<f64>> = None;
        for factor in ends {
            let a = Mat::from_fn((m, n), ORDERS[case], |i, j| a.at(i, j).scale(factor));
            let (mut u, mut vt) = (Mat::filled((m, k), T::ZERO), Mat::filled((k, n), T::ZERO));
            let mut s = vec![T::R::ZERO; k];
            svd(a.view(), Some(u.view_mut()), &mut s, Some(vt.view_mut()), ws).unwrap();
            let (u, vt) = (u.wide(), vt.wide());
            assert_orthonormal(&u, T::EPS);
            assert_orthonormal(&vt.adjoint(), T::EPS);
            let values: Vec<f64> = s.iter().map(|&s| (s / factor).wide().re).collect();
            let unscaled = Mat::from_fn((m, n), Order::Rows, |i, j| (a.at(i, j).over(factor)).wide());
            let scaled = Mat::from_fn((k, n), Order::Rows, |i, j| vt.at(i, j) * values[i]);
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
