//! Eigenvectors from both sides.

use crate::layouts::relaid;
use crate::scipy_linalg::close;
use xparray::prelude::*;
use xparray::scipy::linalg::{Eig, eig_with};
use xparray::{Error, s};

type Z = Complex<f64>;

/// Checks the vectors of a matrix or of a stack, and of two of them.
#[track_caller]
fn check<B: Backend>(a: &DynArray<B>, b: Option<&DynArray<B>>, what: &str) {
    let (w, vl, vr) = eig_with(a, b.map_or_else(Eig::new, |b| Eig::new().b(b))).unwrap();
    let n = a.shape()[a.ndim() - 1];
    assert_eq!((w.shape(), vl.shape(), vr.shape()), (&a.shape()[..a.ndim() - 1], a.shape(), a.shape()), "{what}");
    let expected = if a.dtype().real() == DType::F32 { DType::Complex64 } else { DType::Complex128 };
    assert_eq!([w.dtype(), vl.dtype(), vr.dtype()], [expected; 3], "{what}");
    let a = a.astype(expected).unwrap();
    let b = match b {
        Some(b) => b.astype(expected).unwrap(),
        None => a.xp().eye_of(expected, n, Eye::new()).unwrap(),
    };
    let column = w.expand_dims(-2).unwrap();
    close(&a.matmul(&vr).unwrap(), &b.matmul(&vr).unwrap().multiply(&column).unwrap(), 512.0, what);
    let vl_h = vl.adjoint().unwrap();
    let row = w.expand_dims(-1).unwrap();
    close(
        &vl_h.matmul(&a).unwrap(),
        &vl_h.matmul(&b).unwrap().multiply(&row).unwrap(),
        512.0,
        &format!("left, {what}"),
    );
    for v in [&vl, &vr] {
        let norms = v.abs().unwrap().square().unwrap().sum(-2).unwrap();
        close(&norms, &norms.xp().ones_of(norms.dtype(), norms.shape()).unwrap(), 64.0, what);
    }
}

/// `eig_with` of every type, layout and size.
pub fn both_sides<B: Backend>(xp: &B) {
    for n in [1usize, 2, 3, 8, 40, 90] {
        let normal = |seed: u64| xp.rng(seed).normal::<f64>([2, n, n]).unwrap().into_dyn();
        let (a, b) = (normal(1), normal(2));
        let complex = a.add(b.multiply(Z::I).unwrap()).unwrap();
        for (dtype, from) in
            [(DType::F32, &a), (DType::F64, &a), (DType::Complex64, &complex), (DType::Complex128, &complex)]
        {
            check(&from.astype(dtype).unwrap(), None, &format!("{n} rows of {dtype}"));
        }
        check(&a.swapaxes(-2, -1).unwrap(), None, "turned");
        check(&a.flip(-1).unwrap(), None, "backwards");
        check(&a.slice(s![..1]).unwrap().broadcast_to([3, n, n]).unwrap(), None, "repeated");
        if n <= 8 {
            check(&a, Some(&b), "of two");
            check(&complex, Some(&a), "of two, complex");
        }
    }
    // Rows and columns of different sizes, which are balanced; isolated eigenvalues; whole numbers.
    let sizes = xp.from_slice(&[0, 9, 3, 12, 5, 1].map(|k| 2f64.powi(k)), [6, 1]).unwrap().into_dyn();
    let graded = xp.rng(4).normal::<f64>([6, 6]).unwrap().into_dyn().multiply(&sizes).unwrap();
    check(&graded.divide(sizes.t()).unwrap(), None, "graded");
    let triangle = xp.array([[3.0, 7.0, -2.0], [0.0, -5.0, 9.0], [0.0, 0.0, 4.0]]).unwrap();
    for a in relaid(&triangle) {
        check(a.as_dyn(), None, "a triangle");
    }
    check(&xp.array([[1, 2], [3, 4]]).unwrap().into_dyn(), None, "whole numbers");
    // SciPy's left vector of this matrix for the eigenvalue 2, up to its sign.
    let (w, vl, _) = eig_with(&xp.array([[1.0, 1.0], [0.0, 2.0]]).unwrap(), Eig::new()).unwrap();
    let at = w.real().unwrap().argmax(..).unwrap().item().unwrap().get::<i64>() as isize;
    assert!(vl.slice(s![0, at]).unwrap().abs().unwrap().item().unwrap().get::<f64>() < 1e-15);
    let none = xp.zeros::<f32>([0, 3, 3]).unwrap();
    let (w, vl, vr) = eig_with(&none, Eig::new()).unwrap();
    assert_eq!((w.shape(), vl.shape(), vr.shape()), (&[0, 3][..], &[0, 3, 3][..], &[0, 3, 3][..]));
    let (w, vl, _) = eig_with(&xp.zeros::<f64>([0, 0]).unwrap(), Eig::new()).unwrap();
    assert_eq!((w.shape(), vl.shape()), (&[0][..], &[0, 0][..]));
}

/// What has no eigenvectors.
pub fn refused<B: Backend>(xp: &B) {
    let of = |a: &Array<f64, B>| eig_with(a, Eig::new()).map(|_| ());
    assert!(matches!(of(&xp.ones([2, 3]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(of(&xp.ones(3).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(of(&xp.full((), 1.0).unwrap()), Err(Error::Shape { .. })));
    for wrong in [f64::NAN, f64::INFINITY] {
        assert!(matches!(of(&xp.full([2, 2], wrong).unwrap()), Err(Error::Value { .. })));
    }
    let (a, small) = (xp.ones::<f64>([2, 2]).unwrap(), xp.ones::<f64>([1, 1]).unwrap());
    assert!(matches!(eig_with(&a, Eig::new().b(&small)), Err(Error::Shape { .. })));
    assert!(matches!(eig_with(&xp.array([[true]]).unwrap(), Eig::new()), Err(Error::DType { .. })));
}
