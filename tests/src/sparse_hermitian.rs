//! Eigenvalues of Hermitian sparse matrices and singular values, against the dense decompositions.

use crate::for_types;
use crate::sparse_direct::norm;
use crate::sparse_matrices::{N, definite, indefinite, jacobi, right, single, tall};
use xparray::Error;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{Lanczos, Lobpcg, Operator, Which, eigsh, lobpcg, svds};
use xparray::sparse::Csr;

/// `eigsh` and `svds`, against the dense decompositions.
pub fn spectra<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let tolerance = if single(T::DTYPE) { 1e-5 } else { 1e-12 };
        for a in [definite::<T, B>(xp), indefinite(xp)] {
            let dense = a.to_dense().unwrap().into_dyn();
            let all: Vec<f64> = dense.eigvalsh().unwrap().astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
            for (which, k, ncv) in [
                (Which::LargestMagnitude, 1, None), (Which::LargestMagnitude, 4, None), (Which::Largest, 3, Some(12)),
                (Which::Smallest, 3, None), (Which::Largest, 60, None), (Which::Smallest, 58, None), (Which::LargestMagnitude, 2, Some(60)),
                (Which::SmallestMagnitude, 2, Some(60)), (Which::SmallestMagnitude, 58, None),
            ] {
                let mut expected = all.clone();
                match which {
                    Which::LargestMagnitude => expected.sort_by(|x, y| y.abs().total_cmp(&x.abs())),
                    Which::Largest => expected.reverse(),
                    Which::Smallest => {}
                    Which::SmallestMagnitude => expected.sort_by(|x, y| x.abs().total_cmp(&y.abs())),
                }
                expected.truncate(k);
                expected.sort_by(f64::total_cmp);
                let options = Lanczos::new().which(which);
                let options = ncv.map_or(options.clone(), |ncv| options.ncv(ncv));
                let found = eigsh(xp, &a, k, options).unwrap();
                assert!(found.converged, "{which:?} {k}");
                assert_eq!((found.values.dtype(), found.vectors.dtype()), (T::DTYPE.real(), T::DTYPE));
                let values: Vec<f64> = found.values.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
                for (value, expected) in values.iter().zip(&expected) {
                    assert!((value - expected).abs() <= tolerance * 12.0, "{which:?} {k}: {values:?} {expected:?}");
                }
                let v = &found.vectors;
                assert_eq!(v.shape(), [N, k]);
                let gram = v.adjoint().unwrap().matmul(v).unwrap().subtract(xp.eye::<T>(k).unwrap()).unwrap();
                assert!(norm(&gram) <= 20.0 * tolerance, "{}", norm(&gram));
                let rest = dense.matmul(v).unwrap().subtract(v.multiply(&found.values).unwrap()).unwrap();
                assert!(norm(&rest) <= 100.0 * tolerance, "{which:?} {k} {}", norm(&rest));
            }
        }
        for a in [tall::<T, B>(xp), tall(xp).transpose().unwrap()] {
            let dense = a.to_dense().unwrap().into_dyn();
            let all: Vec<f64> = dense.svdvals().unwrap().astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
            for k in [1, 5, 40] {
                let found = svds(xp, &a, k, Lanczos::new()).unwrap();
                assert!(found.converged);
                assert_eq!((found.u.shape(), found.vt.shape()), (&[a.shape()[0], k][..], &[k, a.shape()[1]][..]));
                let values: Vec<f64> = found.s.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
                for (value, expected) in values.iter().rev().zip(&all) {
                    assert!((value - expected).abs() <= tolerance * 30.0, "{values:?} {all:?}");
                }
                let eye = xp.eye::<T>(k).unwrap();
                for side in [found.u.adjoint().unwrap().matmul(&found.u), found.vt.matmul(&found.vt.adjoint().unwrap())] {
                    assert!(norm(&side.unwrap().subtract(&eye).unwrap()) <= 20.0 * tolerance);
                }
                let rest = dense.matmul(&found.vt.adjoint().unwrap()).unwrap().subtract(found.u.multiply(&found.s).unwrap()).unwrap();
                assert!(norm(&rest) <= 200.0 * tolerance, "{}", norm(&rest));
            }
        }
        // Eigenvalues of many vectors, no eigenvalue but zero, one row.
        let many = Csr::<T, B>::eye(xp, 30).unwrap();
        for a in [many.clone(), many.multiply(0).unwrap()] {
            let found = eigsh(xp, &a, 3, Lanczos::new()).unwrap();
            let gram = found.vectors.adjoint().unwrap().matmul(&found.vectors).unwrap();
            assert!(norm(&gram.subtract(xp.eye::<T>(3).unwrap()).unwrap()) <= 20.0 * tolerance);
            let expected = a.diagonal(0).unwrap().into_dyn().abs().unwrap().slice(s![..3]).unwrap();
            assert!(found.converged && norm(&found.values.subtract(&expected).unwrap()) <= tolerance);
        }
        let one = eigsh(xp, &Csr::<T, B>::eye(xp, 1).unwrap().negative().unwrap(), 1, Lanczos::new()).unwrap();
        assert!((one.values.item().unwrap().get::<f64>() + 1.0).abs() <= tolerance);
    });
    let a = definite::<f64, B>(xp);
    let start = right::<f64, B>(xp);
    let [x, y] = [0, 1].map(|_| eigsh(xp, &a, 2, Lanczos::new().v0(&start).maxiter(50)).unwrap().vectors.to_string());
    assert_eq!(x, y);
    let rough = eigsh(xp, &a, 2, Lanczos::new().which(Which::Smallest).ncv(4).maxiter(1)).unwrap();
    assert!(!rough.converged && rough.values.shape() == [2]);
    let loose = eigsh(xp, &a, 2, Lanczos::new().tol(1e-2)).unwrap();
    assert!(loose.converged);
    let mean = eigsh(xp, &xp.array([[2, 1], [1, 2]]).unwrap(), 1, Lanczos::new()).unwrap();
    assert!((mean.values.item().unwrap().get::<f64>() - 3.0).abs() < 1e-12);
    for k in [0, 61] {
        assert!(matches!(eigsh(xp, &a, k, Lanczos::new()), Err(Error::Value { .. })));
        assert!(matches!(svds(xp, &a, k, Lanczos::new()), Err(Error::Value { .. })));
    }
    for tol in [-1.0, f64::NAN] {
        assert!(matches!(eigsh(xp, &a, 1, Lanczos::new().tol(tol)), Err(Error::Value { .. })));
    }
    assert!(matches!(eigsh(xp, &tall::<f64, B>(xp), 1, Lanczos::new()), Err(Error::Shape { .. })));
    assert!(matches!(eigsh(xp, &a, 1, Lanczos::new().v0(&xp.ones::<f64>(3).unwrap())), Err(Error::Shape { .. })));
    assert!(matches!(eigsh(xp, &a.multiply(f64::NAN).unwrap(), 1, Lanczos::new()), Err(Error::Value { .. })));
    let blind = Operator::new([3, 3], DType::F64, |x: &DynArray<B>| Ok(x.clone()));
    assert!(matches!(svds(xp, &blind, 1, Lanczos::new()), Err(Error::Value { .. })));
}

/// `lobpcg`, of both ends of the spectrum, against the dense decomposition.
pub fn blocks<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let tolerance = if single(T::DTYPE) { 1e-4 } else { 1e-9 };
        let a = definite::<T, B>(xp);
        let dense = a.to_dense().unwrap().into_dyn();
        let all: Vec<f64> = dense.eigvalsh().unwrap().astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
        let m = jacobi(&a);
        for (k, largest) in [(1, true), (3, true), (1, false), (4, false), (30, true), (60, false)] {
            let x = xp.rng(3).random_of(T::DTYPE.real(), [N, k]).unwrap().subtract(0.5).unwrap();
            for preconditioned in [false, true] {
                let options = Lobpcg::new().largest(largest).tol(tolerance).maxiter(200);
                let options = if preconditioned { options.m(&m) } else { options };
                let found = lobpcg(&a, &x, options).unwrap();
                assert!(found.converged, "{k} {largest}");
                assert_eq!((found.values.dtype(), found.vectors.shape()), (T::DTYPE.real(), &[N, k][..]));
                let values: Vec<f64> = found.values.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
                let expected = if largest { &all[N - k..] } else { &all[..k] };
                for (value, expected) in values.iter().zip(expected) {
                    assert!((value - expected).abs() <= tolerance, "{k} {largest}: {values:?} {expected:?}");
                }
                let v = &found.vectors;
                let gram = v.adjoint().unwrap().matmul(v).unwrap().subtract(xp.eye::<T>(k).unwrap()).unwrap();
                assert!(norm(&gram) <= tolerance);
                let rest = dense.matmul(v).unwrap().subtract(v.multiply(&found.values).unwrap()).unwrap();
                assert!(norm(&rest) <= 2.0 * tolerance * (k as f64).sqrt());
                if k > 4 {
                    continue;
                }
                // Beside these, the next ones.
                let beside = Lobpcg::new().largest(largest).tol(tolerance).maxiter(200).y(v);
                let next = lobpcg(&a, &x, beside).unwrap();
                let values: Vec<f64> = next.values.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap();
                let expected = if largest { &all[N - 2 * k..N - k] } else { &all[k..2 * k] };
                for (value, expected) in values.iter().zip(expected) {
                    assert!((value - expected).abs() <= 10.0 * tolerance, "{k} {largest}: {values:?} {expected:?}");
                }
            }
        }
    });
    let (a, x) = (definite::<f64, B>(xp), xp.rng(3).normal::<f64>([N, 2]).unwrap());
    let rough = lobpcg(&a, &x, Lobpcg::new().maxiter(1).tol(1e-10)).unwrap();
    assert!(!rough.converged && rough.vectors.isfinite().unwrap().all(..).unwrap().item().unwrap().get::<bool>());
    let ones = xp.ones::<f64>([N, N]).unwrap();
    assert!(matches!(lobpcg(&a, &x.slice(s![1..]).unwrap(), Lobpcg::new()), Err(Error::Shape { .. })));
    assert!(matches!(lobpcg(&a, &x.slice(s![.., 0]).unwrap(), Lobpcg::new()), Err(Error::Shape { .. })));
    assert!(matches!(lobpcg(&tall::<f64, B>(xp), &x, Lobpcg::new()), Err(Error::Shape { .. })));
    assert!(matches!(lobpcg(&a, &x, Lobpcg::new().m(&ones.slice(s![1..]).unwrap())), Err(Error::Shape { .. })));
    assert!(matches!(lobpcg(&a, &x.slice(s![.., ..0]).unwrap(), Lobpcg::new()), Err(Error::Value { .. })));
    assert!(matches!(lobpcg(&a, &x, Lobpcg::new().y(&ones)), Err(Error::Value { .. })));
    assert!(matches!(lobpcg(&a, &x, Lobpcg::new().tol(-1.0)), Err(Error::Value { .. })));
    assert!(matches!(lobpcg(&a.multiply(f64::NAN).unwrap(), &x, Lobpcg::new()), Err(Error::Value { .. })));
}
