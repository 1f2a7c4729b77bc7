//! Linear algebra at its edges: singular, indefinite, empty and wrong matrices; powers; norms.

use crate::arrays::from_numbers;
use crate::compare::assert_array;
use crate::for_types;
use crate::linalg::assert_near;
use xparray::Error;
use xparray::prelude::*;

/// A singular matrix has determinant 0 and neither inverse nor solution.
pub fn singular_matrices<B: Backend>(xp: &B) {
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let cast = |values: &[f64]| values.iter().map(|v| v.cast::<T>()).collect::<Vec<_>>();
        let singular = xp.from_slice(&cast(&[1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 1.0, 0.0, 1.0]), [3, 3]).unwrap();
        let b = xp.ones::<T>(3).unwrap();
        assert!(matches!(singular.solve(&b), Err(Error::Singular { .. })));
        assert!(matches!(singular.inv(), Err(Error::Singular { .. })));
        assert!(matches!(singular.matrix_power(-2), Err(Error::Singular { .. })));
        assert_eq!(singular.det().unwrap().item().unwrap(), T::default());
        let (sign, log) = singular.slogdet().unwrap();
        assert_eq!(sign.item().unwrap(), T::default());
        assert_eq!(log.item().unwrap().cast::<f64>(), f64::NEG_INFINITY);
        // Neither overflow nor underflow on the way.
        let large = 2f64.powi(100);
        let scales = xp.from_slice(&cast(&[large, large, 1.0 / large, 3.0 / large]), 4).unwrap();
        let det = scales.diag().unwrap().det().unwrap().item().unwrap();
        assert!((det.cast::<Complex<f64>>() - 3.0).norm() < 1e-4, "{} {det:?}", T::DTYPE);
        let zero = xp.zeros::<T>([2, 2]).unwrap();
        assert_eq!(zero.inv().err(), Some(Error::Singular { op: "inv", pivot: 0 }));
        let triangle = xp.from_slice(&cast(&[1.0, 5.0, 0.0, 0.0]), [2, 2]).unwrap();
        let b = xp.ones::<T>([2, 1]).unwrap();
        assert!(matches!(triangle.solve_triangular(&b), Err(Error::Singular { pivot: 1, .. })));
        // One singular matrix of a stack is enough.
        let stack = xp.from_slice(&cast(&[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]), [2, 2, 2]).unwrap();
        assert!(matches!(stack.inv(), Err(Error::Singular { .. })));
    });
}

/// Only positive definite matrices have a Cholesky factor.
pub fn indefinite_matrices<B: Backend>(xp: &B) {
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let of = |values: [f64; 4]| xp.from_slice(&values.map(|v| v.cast::<T>()), [2, 2]).unwrap();
        assert!(matches!(of([1.0, 2.0, 2.0, 1.0]).cholesky(), Err(Error::NotPositiveDefinite { minor: 2, .. })));
        assert!(matches!(of([-1.0, 0.0, 0.0, 1.0]).cholesky(), Err(Error::NotPositiveDefinite { minor: 1, .. })));
        assert!(matches!(of([0.0, 0.0, 0.0, 1.0]).cholesky(), Err(Error::NotPositiveDefinite { minor: 1, .. })));
        assert!(of([f64::NAN, 0.0, 0.0, 1.0]).cholesky().is_err());
    });
}

/// No decomposition converges on NaN or infinity.
pub fn not_a_number<B: Backend>(xp: &B) {
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => for bad in [f64::NAN, f64::INFINITY] {
        let x = xp.from_slice(&[1.0, 2.0, bad, 4.0].map(|v| v.cast::<T>()), [2, 2]).unwrap();
        assert!(matches!(x.svd(), Err(Error::Value { .. })));
        assert!(matches!(x.svdvals(), Err(Error::Value { .. })));
        assert!(matches!(x.eigh(), Err(Error::Value { .. })));
        assert!(matches!(x.eigvalsh(), Err(Error::Value { .. })));
        assert!(matches!(x.pinv(), Err(Error::Value { .. })));
        assert!(matches!(x.lstsq(&x), Err(Error::Value { .. })));
        assert!(matches!(x.matrix_rank(), Err(Error::Value { .. })));
    });
}

/// Shapes that are no matrices, not square, or do not match.
pub fn wrong_shapes<B: Backend>(xp: &B) {
    let (flat, vector) = (xp.ones::<f64>([2, 3]).unwrap(), xp.ones::<f64>(3).unwrap());
    for result in [flat.inv(), flat.det(), flat.cholesky(), flat.matrix_power(2), vector.inv(), vector.pinv()] {
        assert!(matches!(result, Err(Error::Value { .. })));
    }
    assert!(matches!(flat.solve(&vector), Err(Error::Value { .. })));
    assert!(matches!(flat.eigvalsh(), Err(Error::Value { .. })));
    assert!(matches!(vector.svdvals(), Err(Error::Value { .. })));
    assert!(matches!(vector.qr(), Err(Error::Value { .. })));
    let square = xp.ones::<f64>([2, 2]).unwrap();
    assert!(matches!(square.solve(&vector), Err(Error::Shape { op: "solve", .. })));
    assert!(matches!(square.lstsq(&vector), Err(Error::Shape { op: "lstsq", .. })));
    let stacks = [[2, 2, 2], [3, 2, 2]].map(|shape| xp.ones::<f64>(shape).unwrap());
    assert!(matches!(stacks[0].solve(&stacks[1]), Err(Error::Shape { .. })));
}

/// Matrices and stacks without elements.
pub fn empty_matrices<B: Backend>(xp: &B) {
    let none = xp.zeros::<f32>([0, 0]).unwrap();
    assert_eq!(none.det().unwrap().item().unwrap(), 1.0);
    assert_eq!(none.inv().unwrap().shape(), [0, 0]);
    assert_eq!(none.solve(&xp.zeros::<f32>([0, 2]).unwrap()).unwrap().shape(), [0, 2]);
    assert_eq!(none.cholesky().unwrap().shape(), [0, 0]);
    assert_eq!(none.eigh().unwrap().1.shape(), [0, 0]);
    let flat = xp.zeros::<f32>([0, 3]).unwrap();
    assert_eq!(flat.svdvals().unwrap().shape(), [0]);
    assert_eq!(flat.pinv().unwrap().shape(), [3, 0]);
    assert_eq!(flat.matrix_rank().unwrap().item().unwrap(), 0);
    let (q, r) = flat.qr().unwrap();
    assert_eq!((q.shape(), r.shape()), (&[0, 0][..], &[0, 3][..]));
    let (u, _, vt) = flat.svd_with(Svd::new().full_matrices(true)).unwrap();
    assert_eq!((u.shape(), vt.shape()), (&[0, 0][..], &[3, 3][..]));
    assert_array(&vt, &[3, 3], &[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], 0.0);
    let stack = xp.zeros::<f32>([0, 3, 3]).unwrap();
    assert_eq!(stack.det().unwrap().shape(), [0]);
    assert_eq!(stack.inv().unwrap().shape(), [0, 3, 3]);
    assert_eq!(stack.svdvals().unwrap().shape(), [0, 3]);
}

/// Powers of matrices, also negative ones.
pub fn powers_of_matrices<B: Backend>(xp: &B) {
    let fibonacci = xp.from_slice(&[1.0f64, 1.0, 1.0, 0.0], [2, 2]).unwrap();
    assert_array(&fibonacci.matrix_power(30).unwrap(), &[2, 2], &[1346269.0, 832040.0, 832040.0, 514229.0], 0.0);
    assert_array(&fibonacci.matrix_power(1).unwrap(), &[2, 2], &[1.0, 1.0, 1.0, 0.0], 0.0);
    assert_array(&fibonacci.matrix_power(0).unwrap(), &[2, 2], &[1.0, 0.0, 0.0, 1.0], 0.0);
    for_types!([bool i32 i64 u64 f16 Complex<f32>] T => {
        let lower = from_numbers::<T, B>(xp, &[1, 0, 1, 1], &[2, 2]);
        let five = if T::DTYPE == DType::Bool { 1 } else { 5 };
        assert_array(&lower.matrix_power(5).unwrap(), &[2, 2], &[1, 0, five, 1].map(|n: i64| n.cast()), 0.0);
        assert_array(&lower.matrix_power(0).unwrap(), &[2, 2], &[1, 0, 0, 1].map(|n: i64| n.cast()), 0.0);
    });
    assert!(matches!(xp.eye::<i32>(2).unwrap().matrix_power(-1), Err(Error::DType { .. })));
    assert_near(&fibonacci.matrix_power(-3).unwrap(), &[-1.0, 2.0, 2.0, -3.0], 8.0, "to the power of -3");
}

/// Norms of a matrix, a stack, and one without elements.
pub fn norms_of_matrices<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[3.0f32, -4.0, 0.0, 1.0, 2.0, -2.0], [2, 3]).unwrap();
    let norm = |ord: NormOrd| x.norm_with(.., Norm::new().ord(ord)).unwrap().item().unwrap();
    assert_eq!((norm(1.into()), norm((-1).into())), (6.0, 2.0));
    assert_eq!((norm(f64::INFINITY.into()), norm(f64::NEG_INFINITY.into())), (7.0, 5.0));
    assert!((norm(NormOrd::Frobenius) - 34f32.sqrt()).abs() < 1e-6);
    // The Gram matrix [[25, -5], [-5, 9]] has the eigenvalues 17 +- sqrt(89).
    let (largest, least) = ((17.0 + 89f32.sqrt()).sqrt(), (17.0 - 89f32.sqrt()).sqrt());
    assert!((norm(2.into()) - largest).abs() < 1e-5 && (norm((-2).into()) - least).abs() < 1e-5);
    assert!((norm(NormOrd::Nuclear) - largest - least).abs() < 1e-5);
    let [one, inf, least] = [1.0, f64::INFINITY, f64::NEG_INFINITY].map(|p| Norm::new().ord(p));
    let stack = x.reshape([3, 1, 2]).unwrap();
    assert_array(&stack.norm_with([-2, -1], inf).unwrap(), &[3], &[7.0, 1.0, 4.0], 0.0);
    // Axes are those of rows and of columns, in this order.
    assert_array(&stack.norm_with([-1, -2], one).unwrap(), &[3], &[7.0, 1.0, 4.0], 0.0);
    assert_array(&stack.norm_with(keepdims([0, 2]), one).unwrap(), &[1, 1, 1], &[7.0], 0.0);
    assert_array(&xp.array([[1, -2], [3, 4]]).unwrap().norm_with(.., inf).unwrap(), &[], &[7.0f64], 0.0);
    let empty = xp.zeros::<f32>([0, 2]).unwrap();
    assert_eq!(empty.norm_with(.., one).unwrap().item().unwrap(), 0.0);
    assert_eq!(empty.norm_with(.., inf).unwrap().item().unwrap(), 0.0);
    assert!(matches!(empty.norm_with(.., least), Err(Error::Value { .. })));
    assert!(matches!(stack.norm_with(.., one), Err(Error::Value { .. })));
    assert!(matches!(x.norm_with(.., Norm::new().ord(3)), Err(Error::Value { .. })));
    assert!(matches!(x.norm_with(0, Norm::new().ord(NormOrd::Nuclear)), Err(Error::Value { .. })));
    assert!(matches!(x.norm_with([0, 2], one), Err(Error::Axis { .. })));
}

/// Absolute tolerances, Hermitian matrices, vectors.
pub fn ranks<B: Backend>(xp: &B) {
    let a = xp.array([[2.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, -0.01]]).unwrap();
    for hermitian in [false, true] {
        let rank = |options: MatrixRank| a.matrix_rank_with(options.hermitian(hermitian)).unwrap().item().unwrap();
        assert_eq!(
            (rank(MatrixRank::new()), rank(MatrixRank::new().tol(0.02)), rank(MatrixRank::new().tol(1.0))),
            (3, 2, 1)
        );
        assert_eq!((rank(MatrixRank::new().rtol(0.004)), rank(MatrixRank::new().rtol(0.3))), (3, 1));
    }
    let stack = xp.stack(&[&a, &a.zeros_like()], 0).unwrap();
    assert_eq!(stack.matrix_rank().unwrap().to_vec().unwrap(), [3, 0]);
    assert_eq!(xp.array([0.0, 3.0]).unwrap().matrix_rank().unwrap().item().unwrap(), 1);
    assert_eq!(xp.zeros::<f32>(3).unwrap().matrix_rank().unwrap().item().unwrap(), 0);
    assert_eq!(xp.scalar(2.0).matrix_rank().unwrap().item().unwrap(), 1);
    let wide = xp.ones::<f32>([2, 3]).unwrap();
    assert!(matches!(wide.matrix_rank_with(MatrixRank::new().hermitian(true)), Err(Error::Value { .. })));
}

/// np.linalg.tensorsolve, tensorinv
pub fn tensors<B: Backend>(xp: &B) {
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        // 3 I + [0, 1, 2, 3, 4, 0, 1, ...], as a tensor
        let place = xp.arange(36).unwrap();
        let a = (place.remainder(5).unwrap().reshape([6, 6]).unwrap() + xp.eye::<i64>(6).unwrap() * 3).astype::<T>();
        let b = xp.arange(6).unwrap().astype::<T>();
        let (a, b) = (a.reshape([2, 3, 6]).unwrap(), b.reshape([2, 3]).unwrap());
        let close = |x: &Array<T, B>, y: &Array<T, B>| {
            assert_eq!(x.shape(), y.shape());
            assert!(x.allclose_with(y, Tolerance::new().rtol(1e-4).atol(1e-4)).unwrap(), "{x} {y}");
        };
        let x = a.tensorsolve(&b).unwrap();
        close(&a.tensordot(&x, 1).unwrap(), &b);
        let inverse = a.tensorinv(2).unwrap();
        assert_eq!(inverse.shape(), [6, 2, 3]);
        close(&inverse.tensordot(&b, 2).unwrap(), &x);
        let turned = a.moveaxis(2, 0).unwrap();
        close(&turned.tensorsolve_with(&b, 0).unwrap(), &x);
        assert!(matches!(turned.tensorsolve(&b), Err(Error::Shape { .. })));
        assert!(matches!(a.tensorinv(1), Err(Error::Value { .. })));
        assert!(matches!(a.tensorinv(0), Err(Error::Value { .. })));
        assert!(matches!(a.tensorinv(4), Err(Error::Value { .. })));
        assert!(a.zeros_like().tensorsolve(&b).is_err());
    });
    assert_eq!(
        xp.zeros::<f64>([0, 2, 0]).unwrap().tensorsolve(&xp.zeros::<f64>([0, 2]).unwrap()).unwrap().shape(),
        [0]
    );
}

/// `qr(mode="raw")`: NumPy's numbers, and reflections whose product is Q.
pub fn reflections<B: Backend>(xp: &B) {
    let a = xp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]).unwrap();
    for a in crate::layouts::relaid(&a) {
        let (h, tau) = a.qr_raw().unwrap();
        let expected = [-5.916_079_78, 0.433_771_75, 0.722_952_91, -7.437_357_44, 0.828_078_67, 0.892_623_83];
        assert_eq!(h.shape(), [2, 3]);
        assert!(h.to_vec().unwrap().iter().zip(expected).all(|(h, e)| (h - e).abs() < 1e-8), "{h}");
        assert!(
            tau.to_vec().unwrap().iter().zip([1.169_030_85, 1.113_104]).all(|(t, e)| (t - e).abs() < 1e-8),
            "{tau}"
        );
    }
    let i = |re: f64, im: f64| Complex::new(re, im);
    let z = [i(1.0, 0.0), i(0.0, 2.0), i(1.0, 0.0), i(3.0, 0.0), i(4.0, 0.0), i(2.0, -1.0)];
    let (_, tau) = xp.from_slice(&z, [2, 3]).unwrap().qr_raw().unwrap();
    let tau = tau.to_vec().unwrap();
    assert!(
        (tau[0] - i(1.316_227_77, 0.0)).norm() < 1e-8 && (tau[1] - i(1.554_700_2, -0.832_050_29)).norm() < 1e-7,
        "{tau:?}"
    );
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => for [count, m, n] in [[1, 1, 1], [3, 5, 4], [2, 4, 6], [1, 150, 130]] {
        let numbers: Vec<i64> = (0..(count * m * n) as i64).map(|k| (k * 7919 + 13) % 101 - 50).collect();
        let a = from_numbers::<T, B>(xp, &numbers, &[count, m, n]);
        let (h, tau) = a.qr_raw().unwrap();
        assert_eq!((h.shape(), tau.shape()), (&[count, n, m][..], &[count, m.min(n)][..]));
        let r = a.qr_r().unwrap();
        let packed = h.matrix_transpose().unwrap();
        assert_near(&packed.triu().unwrap().slice(s![.., ..m.min(n), ..]).unwrap(), &r.to_vec().unwrap(), 1e3, "R");
        if m.max(n) > 10 {
            continue;
        }
        // Q R, by the reflections from the last to the first.
        let mut product = packed.triu().unwrap();
        let rows = xp.arange(m as i64).unwrap().reshape([m, 1]).unwrap();
        for k in (0..m.min(n)).rev() {
            let below = packed.slice(s![.., .., k..k + 1]).unwrap();
            let zero = xp.zeros::<T>(()).unwrap();
            let one = xp.ones::<T>(()).unwrap();
            let v = rows.greater(k as i64).unwrap().where_(&below, &zero).unwrap();
            let v = rows.equal(k as i64).unwrap().where_(&one, &v).unwrap();
            let factor = tau.slice(s![.., k]).unwrap().reshape([count, 1, 1]).unwrap();
            let projected = v.adjoint().unwrap().matmul(&product).unwrap();
            product = &product - &(&v * &factor).matmul(&projected).unwrap();
        }
        assert_near(&product, &a.to_vec().unwrap(), 1e3, "Q R");
    });
    let none = xp.zeros::<f64>([2, 0, 3]).unwrap().qr_raw().unwrap();
    assert_eq!((none.0.shape(), none.1.shape()), (&[2, 3, 0][..], &[2, 0][..]));
    assert!(matches!(xp.zeros::<f64>(3).unwrap().qr_raw(), Err(Error::Value { .. })));
}
