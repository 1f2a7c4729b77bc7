//! Eigenvalues of matrices that need not be symmetric, and the roots of polynomials.

use crate::arrays::from_numbers;
use crate::for_types;
use crate::layouts::relaid;
use crate::linalg::epsilon;
use xparray::Error;
use xparray::prelude::*;

type C = Complex<f64>;

/// A generic function for each type that solvers take.
/// The elements in double precision.
fn wide<T: Element, B: Backend>(x: &Array<T, B>) -> Vec<C> {
    x.astype::<C>().to_vec().unwrap()
}

/// Panics unless these are the expected numbers in any order, within so much.
#[track_caller]
fn assert_same_set<T: Element, B: Backend>(actual: &Array<T, B>, expected: &[C], tolerance: f64) {
    let mut left = wide(actual);
    assert_eq!(left.len(), expected.len());
    for e in expected {
        let nearest = (0..left.len()).min_by(|&i, &j| (left[i] - e).norm().total_cmp(&(left[j] - e).norm())).unwrap();
        let found = left.swap_remove(nearest);
        assert!((found - e).norm() <= tolerance, "{found} is not near {e}");
    }
}

/// Panics unless `A V = V diag(w)` within rounding, each column of `V` has the norm 1, and `eigvals` finds the same values.
fn assert_diagonalises<T: Field, B: Backend>(a: &Array<T, B>, what: &str) {
    let (values, vectors) = a.eig().unwrap_or_else(|error| panic!("{what}: {error}"));
    let n = a.shape()[a.ndim() - 1];
    assert_eq!((values.shape(), vectors.shape()), (&a.shape()[..a.ndim() - 1], a.shape()), "{what}");
    let (all, w, v) = (wide(a), wide(&values), wide(&vectors));
    let allowed = 10.0 * n as f64 * epsilon::<T>();
    for (m, matrix) in all.chunks_exact(n * n).enumerate() {
        let largest = matrix.iter().map(|x| x.norm()).fold(f64::MIN_POSITIVE, f64::max);
        for j in 0..n {
            let vector: Vec<C> = (0..n).map(|i| v[m * n * n + i * n + j]).collect();
            let norm = vector.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt();
            assert!((norm - 1.0).abs() <= allowed, "{what}: norm {norm} of vector {j}");
            for i in 0..n {
                // Divided first, so that no product overflows.
                let product: C = (0..n).map(|k| matrix[i * n + k] / largest * vector[k]).sum();
                let error = (product - w[m * n + j] / largest * vector[i]).norm();
                assert!(error <= allowed, "{what}: row {i} of vector {j} is wrong by {error}");
            }
        }
        let single = a.reshape([all.len() / (n * n), n, n]).unwrap().slice(s![m as isize]).unwrap();
        // Of a matrix without all eigenvectors, eigenvalues are as uncertain as the root of a rounding error.
        let uncertain = largest * if what.contains("defective") { 1e-2 } else { 1e3 * allowed };
        assert_same_set(&single.eigvals().unwrap(), &w[m * n..][..n], uncertain);
    }
}

/// Matrices whose eigenvalues are known.
pub fn known_eigenvalues<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let small = epsilon::<T>() * 1e3;
        let of = |numbers: &[i64], n: usize| from_numbers::<T, B>(xp, numbers, &[n, n]);
        // A rotation by a quarter.
        assert_same_set(&of(&[0, -1, 1, 0], 2).eigvals().unwrap(), &[C::I, -C::I], 4.0 * epsilon::<T>());
        // Triangles of both kinds are found exactly by balancing.
        for a in relaid(&of(&[3, 7, -2, 0, -5, 9, 0, 0, 4], 3)) {
            assert_same_set(&a.eigvals().unwrap(), &[C::from(3.0), C::from(-5.0), C::from(4.0)], 0.0);
            assert_same_set(&a.matrix_transpose().unwrap().eigvals().unwrap(), &[C::from(3.0), C::from(-5.0), C::from(4.0)], 0.0);
            assert_diagonalises(&a, "triangle");
        }
        // A circulant matrix has the discrete Fourier transform of its first column.
        for n in [1usize, 2, 3, 4, 7, 16, 33] {
            let column: Vec<f64> = (0..n).map(|i| ((i * i) % 7) as f64 - 2.0).collect();
            let elements: Vec<T> = (0..n * n).map(|p| column[(p / n + n - p % n) % n].cast()).collect();
            let a = xp.from_slice(&elements, [n, n]).unwrap();
            let turn = |k: usize| -2.0 * std::f64::consts::PI * k as f64 / n as f64;
            let transform = |k: usize| (0..n).map(|j| C::from_polar(column[j], turn(j * k % n))).sum::<C>();
            let expected: Vec<C> = (0..n).map(transform).collect();
            assert_same_set(&a.eigvals().unwrap(), &expected, small * 10.0);
            assert_diagonalises(&a, "circulant");
        }
        // Frank's matrix of 8: eigenvalues come in pairs of reciprocals (mpmath, 30 digits).
        let frank: Vec<i64> = (0..64i64).map(|p| if p % 8 >= p / 8 { 8 - p % 8 } else if p % 8 + 1 == p / 8 { 8 - p / 8 } else { 0 }).collect();
        let expected = FRANK.map(C::from);
        assert_same_set(&of(&frank, 8).eigvals().unwrap(), &expected, if small < 1e-9 { 1e-10 } else { 1e-4 });
    });
}

const FRANK: [f64; 8] = [
    19.12498375190253,
    9.751377387388041,
    4.453660156267221,
    1.7036225668240898,
    0.5869844761825643,
    0.22453441998550185,
    0.10254961532861333,
    0.05228762612152164,
];

/// Random matrices, stacks, layouts, and matrices that are hard for algorithms.
pub fn eigenvectors<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        for n in [1usize, 2, 3, 5, 10, 40] {
            let random = |seed: u64| {
                let parts = [0, 1].map(|k| xp.rng(seed + k).normal::<f64>([2, n, n]).unwrap().to_vec().unwrap());
                let elements: Vec<T> = parts[0].iter().zip(&parts[1]).map(|(&re, &im)| C::new(re, im).cast()).collect();
                xp.from_slice(&elements, [2, n, n]).unwrap()
            };
            for a in relaid(&random(7)) {
                assert_diagonalises(&a, "random");
            }
            // Repeated values and a rank of 1; symmetric.
            let a = random(20).slice(s![0]).unwrap();
            let outer = a.slice(s![.., ..1]).unwrap().matmul(&a.slice(s![..1, ..]).unwrap()).unwrap();
            assert_diagonalises(&outer, "defective: rank 1");
            assert_diagonalises(&(&a + &a.matrix_transpose().unwrap()), "symmetric");
            assert_diagonalises(&xp.eye::<T>(n).unwrap(), "identity");
            assert_diagonalises(&xp.zeros::<T>([n, n]).unwrap().astype::<T>(), "zero, defective");
            // A Jordan block has a single eigenvector.
            let jordan = xp.eye::<T>(n).unwrap() + xp.eye_with::<T>(n, Eye::new().diagonal(1)).unwrap();
            assert_diagonalises(&jordan, "defective: Jordan");
            assert_diagonalises(&jordan.matrix_transpose().unwrap(), "defective: Jordan");
            // A cycle: all eigenvalues are of one size.
            assert_diagonalises(&xp.eye::<T>(n).unwrap().roll(1, 0).unwrap(), "cycle");
        }
    });
    // Large ones, real and complex, symmetric, and with rows and columns of very different sizes.
    let n = 150;
    let real = xp.rng(5).normal::<f64>([n, n]).unwrap();
    let complex = (real.astype::<C>() + xp.rng(6).normal::<f64>([n, n]).unwrap().astype::<C>() * C::I).copy();
    assert_diagonalises(&real, "large");
    assert_diagonalises(&real.astype::<f32>(), "large");
    assert_diagonalises(&complex, "large");
    assert_diagonalises(&(&real + &real.matrix_transpose().unwrap()), "large, symmetric");
    assert_diagonalises(&xp.eye::<f64>(n).unwrap().roll(1, 0).unwrap(), "large cycle");
    let sizes = (xp.arange(n as i64).unwrap().astype::<f64>() * 0.5).exp2();
    let graded = &real * sizes.expand_dims(-1).unwrap() / &sizes;
    let (found, expected) = (graded.eigvals().unwrap(), wide(&real.eigvals().unwrap()));
    assert_same_set(&found, &expected, 1e-9);
    // Far from 1, and badly scaled.
    let a = xp.rng(3).normal::<f64>([6, 6]).unwrap();
    for scale in [1e300, 1e-300, 1e-308] {
        assert_diagonalises(&(&a * scale), "scaled");
        assert_diagonalises(&(&a * scale).astype::<C>(), "scaled");
    }
    // All but nothing is left of it when it is balanced.
    let thin = xp.array([[0.0, 1.0], [1e-300, 0.0]]).unwrap();
    for thin in [thin.clone(), &thin * 1e300, &thin * 1e-8] {
        assert_diagonalises(&thin, "thin");
        assert_diagonalises(&thin.astype::<C>(), "thin");
    }
    let bad = xp.array([[1.0, 1e10, 1e-12], [1e-10, 2.0, 1e-20], [1e12, 1e21, 3.0]]).unwrap();
    // mpmath.eig with 40 digits.
    let pair = C::new(-0.8381460998144204, 3.341439787228766);
    assert_same_set(&bad.eigvals().unwrap(), &[C::from(7.676292199628841), pair, pair.conj()], 1e-13);
}

/// What has no eigenvalues, and nothing.
pub fn refused<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        for bad in [f64::NAN, f64::INFINITY] {
            let x = xp.from_slice(&[1.0, 2.0, bad, 4.0].map(|v| v.cast::<T>()), [2, 2]).unwrap();
            assert!(matches!(x.eig(), Err(Error::Value { .. })));
            assert!(matches!(x.eigvals(), Err(Error::Value { .. })));
        }
        assert!(matches!(xp.ones::<T>([2, 3]).unwrap().eig(), Err(Error::Value { .. })));
        assert!(matches!(xp.ones::<T>(4).unwrap().eigvals(), Err(Error::Value { .. })));
        let (values, vectors) = xp.zeros::<T>([3, 0, 0]).unwrap().eig().unwrap();
        assert_eq!((values.shape(), vectors.shape()), (&[3, 0][..], &[3, 0, 0][..]));
        assert_eq!(xp.zeros::<T>([0, 2, 2]).unwrap().eigvals().unwrap().shape(), [0, 2]);
        assert_diagonalises(&xp.ones::<T>([1, 1]).unwrap().broadcast_to([3, 1, 1]).unwrap(), "broadcast");
    });
    assert!(matches!(xp.ones::<i32>([2, 2]).unwrap().into_dyn().eig(), Err(Error::DType { .. })));
}

/// np.roots, and np.poly of a matrix.
pub fn roots<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let of = |numbers: &[i64]| from_numbers::<T, B>(xp, numbers, &[numbers.len()]);
        let tolerance = if epsilon::<T>() < 1e-9 { 1e-9 } else { 2e-3 };
        // (x - 1) (x - 2) (x - 3) (x - 4), with zeros at both ends.
        for p in relaid(&of(&[0, 0, 1, -10, 35, -50, 24, 0, 0])) {
            assert_same_set(&p.roots().unwrap(), &[0.0, 0.0, 1.0, 2.0, 3.0, 4.0].map(C::from), tolerance);
        }
        assert_same_set(&of(&[2, 0, 8]).roots().unwrap(), &[C::new(0.0, 2.0), C::new(0.0, -2.0)], tolerance);
        for (numbers, n) in [(&[][..], 0), (&[0, 0], 0), (&[5], 0), (&[3, 0, 0], 2)] {
            assert_eq!(wide(&of(numbers).roots().unwrap()), vec![C::ZERO; n]);
        }
        assert!(matches!(from_numbers::<T, B>(xp, &[1, 2, 3, 4], &[2, 2]).roots(), Err(Error::Value { .. })));
        // np.poly([[2, 1, 0], [0, 3, 1], [1, 0, 4]]): x³ - 9 x² + 26 x - 25.
        let a = from_numbers::<T, B>(xp, &[2, 1, 0, 0, 3, 1, 1, 0, 4], &[3, 3]);
        let expected = [1.0, -9.0, 26.0, -25.0].map(C::from);
        for a in relaid(&a) {
            for (found, e) in wide(&a.poly().unwrap()).into_iter().zip(expected) {
                assert!((found - e).norm() <= tolerance, "{found} is not near {e}");
            }
        }
        assert!(matches!(xp.ones::<T>([2, 3]).unwrap().poly(), Err(Error::Value { .. })));
    });
    assert!(matches!(xp.ones::<i32>([2, 2]).unwrap().poly(), Err(Error::DType { .. })));
    let p = xparray::polynomial::Poly1d::new(&xp.array([2, -6, 4]).unwrap()).unwrap();
    assert_same_set(&p.roots().unwrap().typed::<C>().unwrap(), &[1.0, 2.0].map(C::from), 1e-12);
    let nan = xp.array([1.0, f64::NAN]).unwrap();
    assert!(matches!(nan.roots(), Err(Error::Value { .. })));
}
