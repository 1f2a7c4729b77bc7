//! Factors of matrices on the device, of which the product is the matrix.

mod both;

use both::{device, downloaded, uploaded};
use xparray_ir::backend::{Backend, Solver, View};
use xparray_ir::{DType, Error, Layout};
use xparray_wgpu::Wgpu;

/// A stack of Hermitian matrices whose diagonals dominate, with numbers above it that are not to be read; as (real, imaginary).
fn matrices(count: usize, n: usize, is_complex: bool) -> Vec<[f64; 2]> {
    let mut all = Vec::new();
    for (matrix, i, j) in (0..count).flat_map(|m| (0..n).flat_map(move |i| (0..n).map(move |j| (m, i, j)))) {
        let small = |k: usize| ((i * 7 + j * 11 + k * 5 + matrix) % 13) as f64 / 13.0 - 0.5;
        all.push(match i.cmp(&j) {
            std::cmp::Ordering::Equal => [n as f64 + small(1), 0.0],
            std::cmp::Ordering::Greater => [small(0), if is_complex { small(2) } else { 0.0 }],
            std::cmp::Ordering::Less => [9.0, if is_complex { 9.0 } else { 0.0 }],
        });
    }
    all
}

fn bytes(dtype: DType, numbers: &[[f64; 2]]) -> Vec<u8> {
    let parts = if dtype.is_complex() { 2 } else { 1 };
    let single = matches!(dtype, DType::F32 | DType::Complex64);
    let all = numbers.iter().flat_map(|number| &number[..parts]);
    match single {
        true => all.flat_map(|&x| (x as f32).to_ne_bytes()).collect(),
        false => all.flat_map(|x| x.to_ne_bytes()).collect(),
    }
}

fn numbers(dtype: DType, bytes: &[u8]) -> Vec<[f64; 2]> {
    let single = matches!(dtype, DType::F32 | DType::Complex64);
    let all: Vec<f64> = match single {
        true => bytes.as_chunks().0.iter().map(|x| f32::from_ne_bytes(*x).into()).collect(),
        false => bytes.as_chunks().0.iter().map(|x| f64::from_ne_bytes(*x)).collect(),
    };
    match dtype.is_complex() {
        true => all.as_chunks().0.to_vec(),
        false => all.into_iter().map(|x| [x, 0.0]).collect(),
    }
}

#[test]
fn cholesky_factors() {
    let Some(device) = device() else { return };
    let types = [DType::F32, DType::F64, DType::Complex64, DType::Complex128];
    for dtype in types.into_iter().filter(|&dtype| device.supports(dtype)) {
        for (count, n) in [(1, 1), (3, 2), (2, 31), (1, 32), (3, 33), (2, 64), (1, 100), (1, 400)] {
            let a = matrices(count, n, dtype.is_complex());
            let buffer = uploaded(&device, &bytes(dtype, &a));
            let layout = Layout::row_major(&[count, n, n]);
            let factor = device.cholesky(View::new(&buffer, dtype, &layout).unwrap()).unwrap();
            let l = numbers(dtype, &downloaded(&device, &factor, a.len() * dtype.size()));
            let epsilon = if dtype.size() / if dtype.is_complex() { 2 } else { 1 } == 4 { 1.2e-7 } else { 2.3e-16 };
            for (k, (expected, found)) in a.iter().zip(&l).enumerate() {
                let (matrix, i, j) = (k / n / n, k / n % n, k % n);
                if j > i {
                    assert_eq!(*found, [0.0; 2], "{dtype} {n}: above the diagonal");
                    continue;
                }
                let at = |row: usize, column: usize| l[(matrix * n + row) * n + column];
                let product = (0..=j).fold([0.0; 2], |[re, im], k| {
                    let ([a, b], [c, d]) = (at(i, k), at(j, k));
                    [re + a * c + b * d, im + b * c - a * d]
                });
                let off = (product[0] - expected[0]).hypot(product[1] - expected[1]);
                // Twice what the theory of rounding allows: a factor for each term of the sum, of numbers as large as the diagonal's.
                assert!(off <= (n + 3) as f64 * epsilon * (n + 1) as f64, "{dtype} {n}: ({i}, {j}) is off by {off}");
            }
        }
    }
}

#[test]
fn what_is_not_positive_definite_is_an_error() {
    let Some(device) = device() else { return };
    for (n, wrong) in [(1, 0), (40, 5), (40, 35), (100, 99)] {
        let mut a = matrices(2, n, false);
        a[(n + wrong) * n + wrong] = [-1.0, 0.0];
        let buffer = uploaded(&device, &bytes(DType::F32, &a));
        let layout = Layout::row_major(&[2, n, n]);
        let found = device.cholesky(View::new(&buffer, DType::F32, &layout).unwrap());
        assert!(
            matches!(found, Err(Error::NotPositiveDefinite { minor, .. }) if minor == wrong + 1),
            "minor {wrong} of {n}: {:?}",
            found.err()
        );
    }
    let buffer = uploaded(&device, &[0; 64]);
    let layout = Layout::row_major(&[3, 4]);
    assert!(device.cholesky(View::new(&buffer, DType::F32, &layout).unwrap()).is_err());
    let layout = Layout::row_major(&[2, 0, 0]);
    assert!(device.cholesky(View::new(&buffer, DType::F32, &layout).unwrap()).is_ok());
    let layout = Layout::row_major(&[4, 4]);
    let found = device.cholesky(View::new(&buffer, DType::I32, &layout).unwrap());
    assert!(matches!(found, Err(Error::Unsupported { .. })));
}

#[test]
fn triangular_solutions() {
    let Some(device) = device() else { return };
    let types = [DType::F32, DType::F64, DType::Complex64, DType::Complex128];
    for dtype in types.into_iter().filter(|&dtype| device.supports(dtype)) {
        for (count, n, k) in [(1, 1, 1), (3, 2, 5), (2, 31, 1), (1, 32, 40), (3, 33, 2), (1, 100, 300), (1, 200, 0)] {
            for (lower, unit) in [(true, false), (true, true), (false, false), (false, true)] {
                solve(&device, dtype, [count, n, k], lower, unit);
            }
        }
    }
}

/// Solves, and holds the product with the triangle to the right-hand sides.
fn solve(device: &Wgpu, dtype: DType, [count, n, k]: [usize; 3], lower: bool, unit: bool) {
    let is_complex = dtype.is_complex();
    // Small beside the diagonal, also where that is ones.
    let scaled = |number: [f64; 2]| number.map(|x| if unit { x / 16.0 / n as f64 } else { x });
    let a: Vec<_> = matrices(count, n, is_complex).into_iter().map(scaled).collect();
    let b: Vec<[f64; 2]> = (0..count * n * k)
        .map(|i| [(i % 17) as f64 / 16.0 - 0.5, if is_complex { (i % 11) as f64 / 16.0 } else { 0.0 }])
        .collect();
    let (left, right) = (uploaded(device, &bytes(dtype, &a)), uploaded(device, &bytes(dtype, &b)));
    let (of_a, of_b) = (Layout::row_major(&[count, n, n]), Layout::row_major(&[count, n, k]));
    let (left, right) = (View::new(&left, dtype, &of_a).unwrap(), View::new(&right, dtype, &of_b).unwrap());
    let x = device.solve_triangular(left, right, lower, unit).unwrap();
    let x = numbers(dtype, &downloaded(device, &x, b.len() * dtype.size()));
    let epsilon = if dtype.size() / if is_complex { 2 } else { 1 } == 4 { 1.2e-7 } else { 2.3e-16 };
    for (at, expected) in b.iter().enumerate() {
        let (matrix, i, column) = (at / n / k, at / k % n, at % k);
        let columns = if lower { 0..i + 1 } else { i..n };
        let (mut product, mut size) = ([0.0; 2], 0.0);
        for j in columns {
            let [p, q] = if unit && i == j { [1.0, 0.0] } else { a[(matrix * n + i) * n + j] };
            let [r, s] = x[(matrix * n + j) * k + column];
            product = [product[0] + p * r - q * s, product[1] + p * s + q * r];
            size += p.hypot(q) * r.hypot(s);
        }
        let off = (product[0] - expected[0]).hypot(product[1] - expected[1]);
        // The theory's bound, of which a complex quotient takes a few more roundings.
        assert!(off <= (n + 7) as f64 * epsilon * size, "{dtype} {n} {k} {lower} {unit}: {at} is off by {off}");
    }
}

#[test]
fn zeros_on_a_diagonal_are_errors() {
    let Some(device) = device() else { return };
    for (n, zero) in [(1, 0), (40, 35), (100, 2)] {
        let mut a = matrices(2, n, false);
        a[(n + zero) * n + zero] = [0.0, 0.0];
        let buffer = uploaded(&device, &bytes(DType::F32, &a));
        let layout = Layout::row_major(&[2, n, n]);
        let view = View::new(&buffer, DType::F32, &layout).unwrap();
        let found = device.solve_triangular(view, view, true, false);
        assert!(matches!(found, Err(Error::Singular { pivot, .. }) if pivot == zero), "{:?}", found.err());
        assert!(device.solve_triangular(view, view, true, true).is_ok());
    }
}
