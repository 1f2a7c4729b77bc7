//! Eigenvalues of sparse matrices that need not be Hermitian, and those around a number: against the dense decompositions.

use crate::data::npz;
use crate::for_types;
use crate::sparse_direct::{matrix, norm};
use xparray::Error;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{
    Arnoldi, Lanczos, LinearOperator, Operator, Product, Spectrum, Splu, Wanted, eigs, eigs_sigma, eigsh_sigma, splu,
};
use xparray::sparse::Csr;

type Z = Complex<f64>;

fn complex<B: Backend>(x: &DynArray<B>) -> Vec<Z> {
    x.astype(DType::Complex128).unwrap().typed::<Z>().unwrap().to_vec().unwrap()
}

/// Vectors of norm 1 that the matrix only multiplies by the values, which are the first of all by a key.
fn found<B: Backend>(found: &Spectrum<B>, dense: &DynArray<B>, key: impl Fn(Z) -> f64, tolerance: f64, what: &str) {
    assert!(found.converged, "{what}");
    let (values, vectors) = (&found.values, &found.vectors);
    assert_eq!(vectors.shape(), [dense.shape()[0], values.len()], "{what}");
    let mut all = complex(&dense.eigvals().unwrap());
    all.sort_by(|x, y| key(*x).total_cmp(&key(*y)));
    for (value, expected) in complex(values).iter().zip(&all) {
        // Of a pair either comes first.
        let near = all.iter().map(|other| (value - other).norm()).fold(f64::INFINITY, f64::min);
        assert!(
            (key(*value) - key(*expected)).abs() <= tolerance && near <= tolerance,
            "{what}: {value}, not {expected}"
        );
    }
    let norms = vectors.norm(0).unwrap().subtract(1.0).unwrap();
    assert!(norm(&norms) <= tolerance, "{what}");
    let rest = dense.astype(vectors.dtype()).unwrap().matmul(vectors).unwrap();
    let rest = rest.subtract(vectors.multiply(values).unwrap()).unwrap();
    assert!(norm(&rest) <= tolerance * (values.len() as f64), "{what}: {}", norm(&rest));
}

/// `eigs`, from all ends of the spectrum.
pub fn general<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        for name in ["chance", "complex", "grid", "one"] {
            if name == "complex" && !T::DTYPE.is_complex() {
                continue;
            }
            let a = matrix::<T, B>(xp, &data, &format!("direct/{name}"));
            let n = a.shape()[0];
            let dense = a.to_dense().unwrap().into_dyn();
            let tolerance = if T::DTYPE.real() == DType::F32 { 2e-3 } else { 1e-8 };
            for (which, key) in [
                (Wanted::LargestMagnitude, (|z| -z.norm()) as fn(Z) -> f64),
                (Wanted::LargestReal, |z| -z.re),
                (Wanted::SmallestReal, |z| z.re),
                (Wanted::LargestImaginary, |z| -z.im.abs()),
            ] {
                if name == "grid" && which != Wanted::LargestMagnitude {
                    continue; // All are real and positive.
                }
                for k in [1, 2, n] {
                    // Copies of a multiple eigenvalue need not be found.
                    if k > n || (name == "grid" && k > 1) {
                        continue;
                    }
                    let spectrum = eigs(xp, &a, k, Arnoldi::new().which(which)).unwrap();
                    assert_eq!(spectrum.values.dtype(), T::DTYPE.complex());
                    found(&spectrum, &dense, key, tolerance, &format!("{name} {which:?} {k}"));
                }
                let n = n as isize;
                let closure = Operator::new(a.shape(), T::DTYPE, |x: &DynArray<B>| LinearOperator::matvec(&a, x));
                let start = xp.arange((1.0, n as f64 + 1.0, 1.0)).unwrap().into_dyn().astype(T::DTYPE).unwrap();
                let spectrum = eigs(xp, &closure, 1, Arnoldi::new().which(which).v0(&start).ncv(30)).unwrap();
                found(&spectrum, &dense, key, tolerance, &format!("{name} {which:?} from a vector"));
            }
            for (which, key) in [(Wanted::SmallestMagnitude, (|z| z.norm()) as fn(Z) -> f64), (Wanted::SmallestImaginary, |z| z.im.abs())] {
                // With all vectors nothing is left out.
                let spectrum = eigs(xp, &a, 1, Arnoldi::new().which(which).ncv(n)).unwrap();
                found(&spectrum, &dense, key, tolerance, &format!("{name} {which:?}"));
            }
        }
        // Nothing but zeros, one value of all vectors, one that has too few vectors.
        for a in [Csr::<T, B>::zeros(xp, [30, 30]).unwrap(), Csr::eye(xp, 30).unwrap()] {
            let spectrum = eigs(xp, &a, 2, Arnoldi::new()).unwrap();
            found(&spectrum, &a.to_dense().unwrap().into_dyn(), |z| -z.norm(), 1e-5, "multiple");
        }
        let ones = xp.ones::<T>(1).unwrap();
        let block = Csr::diags(&[&ones, &ones], &[0, 1], [3, 3]).unwrap();
        let spectrum = eigs(xp, &block, 1, Arnoldi::new()).unwrap();
        assert!((complex(&spectrum.values)[0] - 1.0).norm() < if T::DTYPE.real() == DType::F32 { 2e-2 } else { 1e-4 });
    });
    let a = matrix::<f64, B>(xp, &data, "direct/chance");
    let rough = eigs(xp, &a, 2, Arnoldi::new().ncv(4).maxiter(1)).unwrap();
    assert!(!rough.converged && rough.vectors.shape() == [80, 2]);
    assert!(eigs(xp, &a, 2, Arnoldi::new().tol(1e-2)).unwrap().converged);
    let ints = eigs(xp, &xp.array([[0, 1], [-1, 0]]).unwrap(), 2, Arnoldi::new()).unwrap();
    assert!(complex(&ints.values).iter().all(|z| z.re.abs() < 1e-12 && (z.im.abs() - 1.0).abs() < 1e-12));
    for k in [0, 81] {
        assert!(matches!(eigs(xp, &a, k, Arnoldi::new()), Err(Error::Value { .. })));
    }
    for tol in [-1.0, f64::NAN] {
        assert!(matches!(eigs(xp, &a, 1, Arnoldi::new().tol(tol)), Err(Error::Value { .. })));
    }
    assert!(matches!(eigs(xp, &xp.ones::<f64>([3, 4]).unwrap(), 1, Arnoldi::new()), Err(Error::Shape { .. })));
    assert!(matches!(eigs(xp, &a, 1, Arnoldi::new().v0(&xp.ones::<f64>(3).unwrap())), Err(Error::Shape { .. })));
    assert!(matches!(eigs(xp, &a, 1, Arnoldi::new().v0(&xp.zeros::<f64>(80).unwrap())), Err(Error::Value { .. })));
    assert!(matches!(eigs(xp, &a.multiply(f64::NAN).unwrap(), 1, Arnoldi::new()), Err(Error::Value { .. })));
}

/// Eigenvalues around a number.
pub fn shifted<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let tolerance = if T::DTYPE.real() == DType::F32 { 2e-3 } else { 1e-8 };
        let grid = matrix::<T, B>(xp, &data, "direct/grid");
        let dense = grid.to_dense().unwrap().into_dyn();
        let exact: Vec<f64> = dense.eigvalsh().unwrap().astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
        for (sigma, k) in [(0.0, 4), (3.3, 5), (9.0, 2)] {
            let pairs = eigsh_sigma(&grid, k, sigma, Lanczos::new()).unwrap();
            assert!(pairs.converged);
            let mut expected = exact.clone();
            expected.sort_by(|x, y| (x - sigma).abs().total_cmp(&(y - sigma).abs()));
            expected.truncate(k);
            expected.sort_by(f64::total_cmp);
            let values: Vec<f64> = pairs.values.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
            for (value, expected) in values.iter().zip(&expected) {
                assert!((value - expected).abs() <= tolerance, "{sigma}: {values:?} {expected:?}");
            }
            let v = &pairs.vectors;
            let rest = dense.matmul(v).unwrap().subtract(v.multiply(&pairs.values).unwrap()).unwrap();
            assert!(norm(&rest) <= tolerance, "{}", norm(&rest));
        }
        for name in ["chance", "complex", "one"] {
            if name == "complex" && !T::DTYPE.is_complex() {
                continue;
            }
            let a = matrix::<T, B>(xp, &data, &format!("direct/{name}"));
            let dense = a.to_dense().unwrap().into_dyn();
            for sigma in [Z::new(0.1, 0.0), Z::new(0.5, 0.8)] {
                let k = a.shape()[0].min(3);
                let spectrum = eigs_sigma(&a, k, sigma, Arnoldi::new()).unwrap();
                found(&spectrum, &dense, |z| (z - sigma).norm(), tolerance, &format!("{name} {sigma}"));
            }
        }
        // With a matrix on the right.
        let a = matrix::<T, B>(xp, &data, "direct/chance");
        let inverse = splu(&grid.slice(s![..80, ..80]).unwrap(), Splu::new()).unwrap();
        let both = Product::new(&inverse, &a).unwrap();
        let dense = inverse.solve(&a.to_dense().unwrap()).unwrap();
        let spectrum = eigs(xp, &both, 2, Arnoldi::new()).unwrap();
        found(&spectrum, &dense, |z| -z.norm(), 2.0 * tolerance, "of two matrices");
        let eye = Csr::<T, B>::eye(xp, 4).unwrap();
        assert!(matches!(eigsh_sigma(&eye, 1, 1.0, Lanczos::new()), Err(Error::Singular { .. })));
        assert!(matches!(eigs_sigma(&eye, 1, Z::new(1.0, 0.0), Arnoldi::new()), Err(Error::Singular { .. })));
        assert!(matches!(eigs_sigma(&eye, 1, Z::new(f64::NAN, 0.0), Arnoldi::new()), Err(Error::Value { .. })));
        let wide = Csr::<T, B>::zeros(xp, [2, 3]).unwrap();
        assert!(matches!(eigsh_sigma(&wide, 1, 1.0, Lanczos::new()), Err(Error::Shape { .. })));
        assert!(matches!(eigs_sigma(&wide, 1, Z::new(0.0, 1.0), Arnoldi::new()), Err(Error::Shape { .. })));
    });
}
