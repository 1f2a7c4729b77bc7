use super::divide::divide_and_conquer;
use super::eigh;
use super::hermitian::Parts;
use crate::linalg::merge::Real;
use crate::linalg::tests::{Mat, Order, Rng, Wide};
use crate::linalg::{MatMut, MatRef, Workspace};
use crate::pool::Pool;
use num_complex::Complex;
use num_traits::{Float, ToPrimitive};

fn real(shape: (usize, usize), f: impl Fn(usize, usize) -> f64) -> Wide {
    Mat::from_fn(shape, Order::Rows, |i, j| f(i, j).into())
}

/// The largest absolute value of an element.
fn largest(a: &Wide) -> f64 {
    a.data.iter().fold(0.0, |most, x| x.norm().max(most))
}

/// The largest errors of the solution, in units of the machine epsilon and the matrix's size: of `T q = q d`, and of the
/// vectors' products.
fn errors<R: Real>(d: &[f64], e: &[f64], parallel: bool) -> (f64, f64, Vec<f64>) {
    let pool = Pool::default();
    let ws = Workspace::new(&pool);
    let ws = if parallel { ws } else { ws.sequential() };
    let n = d.len();
    let narrow = |x: &f64| <R as num_traits::NumCast>::from(*x).unwrap();
    let mut values: Vec<R> = d.iter().map(narrow).collect();
    let below: Vec<R> = e.iter().map(narrow).collect();
    let (d, e) = (values.clone(), below.clone());
    let mut q = Mat::from_fn((n, n), Order::Columns, |_, _| R::zero());
    let mut work = vec![R::zero(); 2 * n * n];
    divide_and_conquer(&mut values, &below, q.view_mut(), &mut work, ws).unwrap();
    let wide = |x: R| ToPrimitive::to_f64(&x).unwrap();
    let q = real((n, n), |i, j| wide(q.at(i, j)));
    let t = real((n, n), |i, j| match i.abs_diff(j) {
        0 => wide(d[i]),
        1 => wide(e[i.min(j)]),
        _ => 0.0,
    });
    let scaled = real((n, n), |i, j| q.at(i, j).re * wide(values[j]));
    let unit = wide(<R as Float>::epsilon()) * (n as f64).sqrt();
    let residual = largest(&t.times(&q).minus(&scaled)) / largest(&t).max(f64::MIN_POSITIVE);
    let products = largest(&q.adjoint().times(&q).minus(&Wide::identity(n)));
    let mut values: Vec<f64> = values.into_iter().map(wide).collect();
    values.sort_by(f64::total_cmp);
    (residual / unit, products / unit, values)
}

fn check<R: Real>(name: &str, d: &[f64], e: &[f64]) {
    for parallel in [false, true] {
        let (residual, products, _) = errors::<R>(d, e, parallel);
        assert!(residual < 8.0 && products < 8.0, "{name} of {}: {residual}, {products}", d.len());
    }
}

fn hard_matrices<R: Real>() {
    let mut rng = Rng(5);
    for n in [49, 50, 97, 200] {
        let mut random = |n: usize| -> Vec<f64> { (0..n).map(|_| rng.unit()).collect() };
        let (d, e) = (random(n), random(n - 1));
        check::<R>("random", &d, &e);
        check::<R>("constant diagonal", &vec![1.0; n], &e);
        let tiny: Vec<f64> = e.iter().map(|e| e * 1e-14).collect();
        let steps: Vec<f64> = (0..n).map(|i| (i % 7) as f64).collect();
        check::<R>("hardly coupled", &steps, &tiny);
        check::<R>("identity", &vec![1.0; n], &vec![0.0; n - 1]);
        check::<R>("zero", &vec![0.0; n], &vec![0.0; n - 1]);
        // Pairs of close eigenvalues, and many of them.
        let wilkinson: Vec<f64> = (0..n).map(|i| (i as f64 - n as f64 / 2.0).abs()).collect();
        check::<R>("Wilkinson", &wilkinson, &vec![1.0; n - 1]);
        let pieces: Vec<f64> = (0..n).map(|i| ((i % 21) as f64 - 10.0).abs()).collect();
        let glue: Vec<f64> = (1..n).map(|i| if i % 21 == 0 { 1e-8 } else { 1.0 }).collect();
        check::<R>("glued Wilkinson", &pieces, &glue);
        let graded: Vec<f64> = (0..n).map(|i| 10f64.powf(-0.1 * i as f64)).collect();
        check::<R>("graded", &graded, &graded[1..]);
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

/// The eigenvalues of the second difference are `2 - 2 cos(k pi / (n + 1))`.
#[test]
fn second_difference() {
    let n = 300;
    let (.., values) = errors::<f64>(&vec![2.0; n], &vec![-1.0; n - 1], true);
    for (k, value) in values.into_iter().enumerate() {
        let exact = 2.0 - 2.0 * ((k + 1) as f64 * std::f64::consts::PI / (n + 1) as f64).cos();
        assert!((value - exact).abs() < 1e-14, "{k}: {value} {exact}");
    }
}

/// Products with a stored triangle are those with the whole matrix, on any number of threads.
#[test]
fn hermitian_products() {
    let mut rng = Rng(7);
    let mut number = || Complex::new(rng.unit(), rng.unit());
    for n in [1, 3, 4, 5, 20, 77, 400] {
        let mut a = Wide::from_fn((n, n), Order::Columns, |_, _| number());
        let x: Vec<Complex<f64>> = (0..n).map(|_| number()).collect();
        (0..n).for_each(|i| a.view_mut()[(i, i)].im = 0.0);
        let whole = |i: usize, j: usize| if i >= j { a.at(i, j) } else { a.at(j, i).conj() };
        for threads in [1, 2, 3] {
            let mut work = vec![Complex::new(f64::NAN, 0.0); n * threads];
            let parts = Parts::new(a.view(), threads);
            work.chunks_exact_mut(n).take(parts.count).enumerate().for_each(|(k, y)| parts.multiply(k, &x, y));
            let (y, others) = work.split_at_mut(n);
            y.chunks_mut(16).enumerate().for_each(|(k, y)| parts.add(others, 16 * k, y));
            for (i, &found) in y.iter().enumerate() {
                let exact: Complex<f64> = (0..n).map(|j| whole(i, j) * x[j]).sum();
                assert!((found - exact).norm() < 1e-15 * n as f64, "{i} of {n}: {found} {exact}");
            }
        }
    }
}

/// Large enough for the products to be shared, and for several panels.
#[test]
fn large_matrix() {
    let n = 400;
    let mut rng = Rng(9);
    let pool = Pool::default();
    let mut elements = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let x = rng.unit();
            (elements[i * n + j], elements[j * n + i]) = (x, x);
        }
    }
    let (mut values, mut vectors) = (vec![0.0; n], vec![0.0; n * n]);
    // SAFETY: both are `n` times `n` elements, row after row.
    let (a, v) = unsafe {
        let strides = (n as isize, 1);
        (MatRef::from_raw(elements.as_ptr(), (n, n), strides), MatMut::from_raw(vectors.as_mut_ptr(), (n, n), strides))
    };
    eigh(a, &mut values, Some(v), Workspace::new(&pool)).unwrap();
    let a = real((n, n), |i, j| elements[i * n + j]);
    let v = real((n, n), |i, j| vectors[i * n + j]);
    let scaled = real((n, n), |i, j| vectors[i * n + j] * values[j]);
    assert!(largest(&a.times(&v).minus(&scaled)) < 1e-13 * n as f64);
    assert!(largest(&v.adjoint().times(&v).minus(&Wide::identity(n))) < 1e-14 * n as f64);
    assert!(values.is_sorted());
}
