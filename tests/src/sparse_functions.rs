//! Functions of matrices times vectors, and Laplacians of grids, against SciPy's values.

use crate::data::npz;
use crate::scipy::{array, same};
use crate::scipy_linalg::{close, unitary};
use xparray::prelude::*;
use xparray::scipy::linalg::{expm, sqrtm};
use xparray::scipy::sparse::linalg::{Boundary, FunmKrylov, LaplacianNd, LinearOperator, funm_multiply_krylov};
use xparray::sparse::Csr;
use xparray::{Error, Result};

/// By spaces of several sizes, restarted or not.
pub fn krylov<B: Backend>(xp: &B) {
    let data = npz("sparse_functions.npz");
    for kind in ["real", "complex"] {
        let [a, b] = ["a", "b"].map(|part| array(xp, &data, &format!("{kind}/{part}")));
        for size in [7, 20, 30, 50] {
            let options = FunmKrylov::new().restart_every(size).rtol(1e-13);
            let y = funm_multiply_krylov(|h| expm(h), &a, &b, options.t(-0.7)).unwrap();
            same(&y, &data, &format!("{kind}/expm"), 4096.0);
            let strided = b.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
            let y = funm_multiply_krylov(|h| sqrtm(h), &a, &strided, options).unwrap();
            same(&y, &data, &format!("{kind}/sqrtm"), 65536.0);
        }
        let single = if kind == "real" { DType::F32 } else { DType::Complex64 };
        let [a, b] = [a, b].map(|x| x.astype(single).unwrap());
        let y = funm_multiply_krylov(|h| expm(h), &a, &b, FunmKrylov::new().t(-0.7)).unwrap();
        assert_eq!(y.dtype(), single);
        same(&y, &data, &format!("{kind}/expm"), 512.0);
    }
    let a = Csr::from_dense(&xp.array([[2.0, 0.0, 0.0], [0.0, 3.0, 1.0], [0.0, 1.0, 3.0]]).unwrap()).unwrap();
    // One vector, and two, are the whole space.
    let options = FunmKrylov::new();
    let first = funm_multiply_krylov(|h| sqrtm(h), &a, &xp.array([1.0, 0.0, 0.0]).unwrap(), options).unwrap();
    close(&first, &xp.array([2.0f64.sqrt(), 0.0, 0.0]).unwrap().into_dyn(), 4.0, "one");
    let inverse = funm_multiply_krylov(|h| h.inv(), &a, &xp.array([0.0, 1.0, 0.0]).unwrap(), options).unwrap();
    close(&inverse, &xp.array([0.0, 0.375, -0.125]).unwrap().into_dyn(), 8.0, "two");
    let ones = xp.ones::<f64>(3).unwrap();
    let identity = |h: &DynArray<B>| Ok(h.clone());
    let zero = funm_multiply_krylov(identity, &a, &xp.zeros::<i32>(3).unwrap(), options).unwrap();
    assert_eq!(zero.to_string(), "[0. 0. 0.]");
    assert!(matches!(
        funm_multiply_krylov(identity, &a, &xp.ones::<f64>(2).unwrap(), options),
        Err(Error::Shape { .. })
    ));
    assert!(matches!(funm_multiply_krylov(|h| h.sum(0), &a, &ones, options), Err(Error::Shape { .. })));
    assert!(matches!(funm_multiply_krylov(identity, &a, &ones, options.restart_every(0)), Err(Error::Value { .. })));
    let hasty = options.restart_every(1).max_restarts(1).rtol(0.0);
    assert!(matches!(funm_multiply_krylov(|h| expm(h), &a, &ones, hasty), Err(Error::Value { .. })));
}

/// Products, matrices, eigenvalues and eigenvectors.
pub fn grids<B: Backend>(xp: &B) {
    let data = npz("sparse_functions.npz");
    let boundaries =
        [("dirichlet", Boundary::Dirichlet), ("neumann", Boundary::Neumann), ("periodic", Boundary::Periodic)];
    for (name, boundary) in boundaries {
        for shape in [&[1usize][..], &[2], &[5], &[2, 3], &[1, 4], &[3, 2, 4]] {
            let axes: Vec<String> = shape.iter().map(ToString::to_string).collect();
            let place = format!("{name}/{}", axes.join("x"));
            let a = LaplacianNd::new(shape, boundary).unwrap();
            let n = LinearOperator::<B>::shape(&a)[0];
            let eye = xp.eye::<f64>(n).unwrap().into_dyn();
            same(&a.matmat(&eye).unwrap(), &data, &format!("{place}/matrix"), 0.0);
            same(a.to_csr::<f64, B>(xp).unwrap().to_dense().unwrap().as_dyn(), &data, &format!("{place}/matrix"), 0.0);
            let (w, v) = (a.eigenvalues(xp, None).unwrap(), a.eigenvectors(xp, None).unwrap());
            let shifted = w.as_dyn().subtract(10.0).unwrap();
            let expected = array(xp, &data, &format!("{place}/values")).subtract(10.0).unwrap();
            close(&shifted, &expected, 8.0, &place);
            unitary(v.as_dyn(), &place);
            let image = a.matmat(v.as_dyn()).unwrap().add(v.as_dyn()).unwrap();
            close(&image, v.multiply(&(&w + 1.0)).unwrap().as_dyn(), 64.0, &place);
            if shape.len() != 2 && n > 2 {
                let few = a.eigenvectors(xp, 1).unwrap();
                close(few.as_dyn(), &v.as_dyn().slice(xparray::s![.., -1..]).unwrap(), 0.0, &place);
                if shape.len() == 1 && boundary != Boundary::Periodic {
                    same(&v.abs().into_dyn(), &data, &format!("{place}/vectors"), 8.0);
                }
            }
        }
    }
    let a = LaplacianNd::new(&[4], Boundary::Neumann).unwrap();
    let x = xp.array([1, 2, 4, 8]).unwrap();
    let int = a.matvec(&x.as_dyn().astype(DType::I16).unwrap()).unwrap();
    assert_eq!((int.dtype(), int.to_string()), (DType::I16, "[ 1  1  2 -4]".into()));
    let strided = x.as_dyn().flip(0).unwrap();
    assert_eq!(a.rmatvec(&strided).unwrap().to_string(), "[-4  2  1  1]");
    let wrong: [Result<DynArray<B>>; 2] =
        [a.matvec(&strided.slice(xparray::s![1..]).unwrap()), a.eigenvalues(xp, 5).map(Array::into_dyn)];
    assert!(matches!(wrong, [Err(Error::Shape { .. }), Err(Error::Value { .. })]));
    for shape in [&[][..], &[3, 0], &[usize::MAX, 2]] {
        assert!(matches!(LaplacianNd::new(shape, Boundary::Neumann).map(drop), Err(Error::Value { .. })));
    }
}
