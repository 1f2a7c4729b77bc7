//! Schur forms and functions of matrices.

use crate::data::npz;
use crate::for_types;
use crate::scipy::{array, each, numbers, same};
use xparray::prelude::*;
use xparray::scipy::linalg::{self, RandomizedSvd, SchurOutput};
use xparray::{Error, Result, s};

type Z = Complex<f64>;

/// The largest magnitude.
pub(crate) fn largest<B: Backend>(x: &DynArray<B>) -> f64 {
    numbers(x).iter().fold(0.0, |worst, z| if z.norm() > worst || z.is_nan() { z.norm() } else { worst })
}

/// Equal but for roundings of the second one's largest number.
pub(crate) fn close<B: Backend>(x: &DynArray<B>, y: &DynArray<B>, bound: f64, what: &str) {
    assert_eq!(x.shape(), y.shape(), "{what}");
    let single = x.dtype().real() == DType::F32;
    let eps = if single { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let [x, y] = [x, y].map(|x| x.astype(DType::Complex128).unwrap());
    let difference = if x.is_empty() { 0.0 } else { largest(&x.subtract(&y).unwrap()) };
    assert!(difference <= bound * eps * largest(&y).max(f64::MIN_POSITIVE), "{what}: {difference}");
}

pub(crate) fn unitary<B: Backend>(z: &DynArray<B>, what: &str) {
    let n = z.shape()[z.ndim() - 1];
    let unit = z.xp().eye_of(z.dtype(), n, Eye::new()).unwrap();
    let product = z.adjoint().unwrap().matmul(z).unwrap();
    // As LAPACK's tests do, for large ones; SciPy's own form of 300 rows is 102 away.
    close(&product, &unit.broadcast_to(product.shape()).unwrap(), (n as f64).max(64.0), what);
}

/// `a = z t zᴴ`, with zeros in `t` that many diagonals below the main one.
pub(crate) fn factors<B: Backend>(a: &DynArray<B>, t: &DynArray<B>, z: &DynArray<B>, below: i64, what: &str) {
    unitary(z, what);
    let back = z.matmul(t).unwrap().matmul(&z.adjoint().unwrap()).unwrap();
    close(&back, a, 256.0, what);
    assert!(t.is_empty() || largest(&t.tril_with(-1 - below).unwrap()) == 0.0, "{what}");
}

/// Blocks of two rows do not touch, and have equal diagonals and elements of opposite signs beside it.
pub(crate) fn standard<B: Backend>(t: &DynArray<B>, what: &str) {
    let (n, t) = (t.shape()[0], numbers(t));
    let at = |i: usize, j: usize| t[i * n + j].re;
    for i in (1..n).filter(|&i| at(i, i - 1) != 0.0) {
        assert!(i < 2 || at(i - 1, i - 2) == 0.0, "{what}");
        assert!(at(i, i) == at(i - 1, i - 1) && at(i, i - 1).signum() != at(i - 1, i).signum(), "{what}");
    }
}

fn matrices<B: Backend>(xp: &B) -> Vec<(String, DynArray<B>)> {
    let data = npz("scipy_linalg.npz");
    let mut all: Vec<_> = ["positive", "turning", "negative", "triangle", "complex"]
        .map(|name| (name.to_owned(), array(xp, &data, &format!("functions/{name}/in"))))
        .into();
    let of = |f: &dyn Fn(usize, usize) -> f64, n: usize| {
        let entries: Vec<f64> = (0..n * n).map(|k| f(k / n, k % n)).collect();
        xp.from_slice(&entries, [n, n]).unwrap().into_dyn()
    };
    let wild = |i: usize, j: usize| ((i * 37 + j * 91 + i * i * j * 5) % 101) as f64 / 50.0 - 1.0;
    for n in [1, 2, 3, 5, 12, 40] {
        all.push((format!("{n} rows"), of(&wild, n)));
    }
    all.push(("zeros".into(), of(&|_, _| 0.0, 4)));
    all.push(("ones".into(), of(&|_, _| 1.0, 5)));
    all.push(("a cycle".into(), of(&|i, j| f64::from((i + 1) % 6 == j), 6)));
    all.push(("a block of Jordan's".into(), of(&|i, j| f64::from(i == j || j == i + 1), 6).t()));
    all.push(("graded".into(), of(&|i, j| wild(i, j) * 10f64.powi(-3 * (i + j) as i32), 6)));
    for scale in [1e300, 1e-300] {
        let scaled = of(&|i, j| wild(i, j) * scale, 5);
        all.push((format!("times {scale}"), scaled.clone()));
        all.push((format!("complex, times {scale}"), scaled.multiply(Z::new(0.5, 0.25)).unwrap()));
    }
    all
}

/// `hessenberg`, `schur` and `rsf2csf`.
pub fn schur_forms<B: Backend>(xp: &B) {
    for (name, a) in matrices(xp) {
        for a in [a.clone(), a.flip(..).unwrap(), a.t()] {
            let (h, q) = linalg::hessenberg(&a).unwrap();
            factors(&a, &h, &q, 1, &format!("hessenberg, {name}"));
            let (t, z) = linalg::schur(&a).unwrap();
            let real = !a.dtype().is_complex();
            factors(&a, &t, &z, i64::from(real), &format!("schur, {name}"));
            if real {
                standard(&t, &name);
            }
            assert_eq!((t.dtype(), z.dtype()), (a.dtype(), a.dtype()));
            let (c, y) = linalg::rsf2csf(&t, &z).unwrap();
            let complex = a.astype(DType::Complex128).unwrap();
            factors(&complex, &c, &y, 0, &format!("rsf2csf, {name}"));
            let (c, y) = linalg::schur_with(&a, SchurOutput::Complex).unwrap();
            factors(&complex, &c, &y, 0, &format!("complex schur, {name}"));
        }
    }
    for_types!(numbers, T => {
        let a = xp.array(&[3i8, 1, 2, 1, 0, 2, 2, 1, 1]).unwrap().astype::<T>().reshape([3, 3]).unwrap();
        let (t, z) = linalg::schur(&a).unwrap();
        let back = z.matmul(&t).unwrap().matmul(&z.adjoint().unwrap()).unwrap();
        let exact = a.as_dyn().astype(t.dtype()).unwrap();
        close(&back, &exact, 64.0, &T::DTYPE.to_string());
    });
    let a = matrices(xp).remove(1).1;
    let stack = xp.stack(&[&a, &a.t(), &a.multiply(1e200).unwrap()], 0).unwrap();
    let (t, z) = linalg::schur(&stack).unwrap();
    for k in 0..3 {
        let one = stack.slice(s![k]).unwrap();
        factors(&one, &t.slice(s![k]).unwrap(), &z.slice(s![k]).unwrap(), 1, "a stack");
    }
    let (t, z) = linalg::schur(&a.broadcast_to([2, 4, 4]).unwrap()).unwrap();
    assert_eq!((t.shape(), z.shape()), (&[2, 4, 4][..], &[2, 4, 4][..]));
    for shape in [&[0, 0][..], &[0, 3, 3], &[2, 0, 0]] {
        let none = xp.zeros::<f32>(shape).unwrap();
        for (t, z) in [linalg::schur(&none).unwrap(), linalg::hessenberg(&none).unwrap()] {
            assert_eq!((t.shape(), z.shape(), t.dtype()), (shape, shape, DType::F32));
        }
        assert_eq!(linalg::schur_with(&none, SchurOutput::Complex).unwrap().0.dtype(), DType::Complex64);
    }
    let (wide, vector) = (xp.ones::<f64>([2, 3]).unwrap(), xp.ones::<f64>(3).unwrap());
    assert!(matches!(linalg::schur(&wide), Err(Error::Shape { .. })));
    assert!(matches!(linalg::hessenberg(&vector), Err(Error::Shape { .. })));
    let square = xp.ones::<f64>([3, 3]).unwrap();
    assert!(matches!(linalg::rsf2csf(&square, &xp.ones::<f64>([2, 2]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(linalg::rsf2csf(&square, &square), Err(Error::Value { .. })));
    for wrong in [f64::NAN, f64::INFINITY] {
        assert!(matches!(linalg::schur(&xp.full([2, 2], wrong).unwrap()), Err(Error::Value { .. })));
    }
    assert!(matches!(linalg::schur(&xp.array([[true]]).unwrap()), Err(Error::DType { .. })));
}

type Function<B> = fn(&DynArray<B>) -> Result<DynArray<B>>;

fn functions_of<B: Backend>() -> [(&'static str, Function<B>); 12] {
    [
        ("sqrtm", |a| linalg::sqrtm(a)),
        ("logm", |a| linalg::logm(a)),
        ("signm", |a| linalg::signm(a)),
        ("cosm", |a| linalg::cosm(a)),
        ("sinm", |a| linalg::sinm(a)),
        ("tanm", |a| linalg::tanm(a)),
        ("coshm", |a| linalg::coshm(a)),
        ("sinhm", |a| linalg::sinhm(a)),
        ("tanhm", |a| linalg::tanhm(a)),
        ("power_0.3", |a| linalg::fractional_matrix_power(a, 0.3)),
        ("power_-1.6", |a| linalg::fractional_matrix_power(a, -1.6)),
        ("power_2.5", |a| linalg::fractional_matrix_power(a, 2.5)),
    ]
}

/// Functions of matrices with different eigenvalues.
pub fn functions<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    for name in ["positive", "turning", "negative", "complex", "triangle", "small"] {
        let a = array(xp, &data, &format!("functions/{name}/in"));
        for (of, f) in functions_of() {
            each(&a, &data, &format!("functions/{name}/{of}"), 64.0, &f);
        }
    }
    let a = array(xp, &data, "functions/positive/in");
    for (of, f) in [("sqrtm", f64::sqrt as fn(f64) -> f64), ("cosm", f64::cos), ("tanhm", f64::tanh)] {
        let found = linalg::funm(&a, |z| f(z.re).into()).unwrap();
        close(&found.f, &array(xp, &data, &format!("functions/positive/{of}")), 64.0, of);
        assert!(largest(&found.error) < 1e-14);
    }
    for_types!(numbers, T => {
        let a = xp.array(&[4i8, 1, 0, 9]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        let root = linalg::sqrtm(&a).unwrap();
        let eps = if root.dtype().real() == DType::F64 { 1e-14 } else { 1e-6 };
        for (x, e) in numbers(&root).iter().zip([2.0, 0.2, 0.0, 3.0]) {
            assert!((x - e).norm() < eps, "{} of {}", x, T::DTYPE);
        }
        for (of, f) in functions_of() {
            assert_eq!(f(a.as_dyn()).unwrap().dtype(), root.dtype(), "{of} of {}", T::DTYPE);
        }
    });
}

/// Functions that are not there or hard to find.
pub fn awkward_functions<B: Backend>(xp: &B) {
    let of = |rows: [[f64; 2]; 2]| xp.array(rows).unwrap().into_dyn();
    for (name, f) in functions_of() {
        let none = xp.zeros::<f64>([0, 0]).unwrap().into_dyn();
        assert_eq!(f(&none).unwrap().shape(), [0, 0], "{name}");
        assert_eq!(f(&xp.zeros::<f32>([0, 2, 2]).unwrap().into_dyn()).unwrap().shape(), [0, 2, 2], "{name}");
        assert!(matches!(f(&xp.ones::<f64>([2, 3]).unwrap().into_dyn()), Err(Error::Shape { .. })), "{name}");
        assert!(matches!(f(&xp.ones::<f64>(2).unwrap().into_dyn()), Err(Error::Shape { .. })), "{name}");
        assert!(matches!(f(&xp.array([[true]]).unwrap().into_dyn()), Err(Error::DType { .. })), "{name}");
        let (a, b) = (of([[2.0, 0.5], [0.25, 0.5]]), of([[0.1, 0.0], [0.2, 3.0]]));
        let stack = xp.stack(&[&a, &b], 0).unwrap();
        let found = f(&stack).unwrap();
        close(&found.slice(s![0]).unwrap(), &f(&a).unwrap(), 16.0, name);
        close(&found.slice(s![1]).unwrap(), &f(&b).unwrap(), 16.0, name);
    }
    let (nilpotent, zero, unit) =
        (of([[0.0, 1.0], [0.0, 0.0]]), of([[0.0, 0.0], [0.0, 0.0]]), of([[1.0, 0.0], [0.0, 1.0]]));
    assert!(matches!(linalg::sqrtm(&nilpotent), Err(Error::Value { .. })));
    assert!(matches!(linalg::fractional_matrix_power(&nilpotent, 0.5), Err(Error::Value { .. })));
    assert_eq!(linalg::sqrtm(&zero).unwrap().to_string(), "[[0. 0.]\n [0. 0.]]");
    assert_eq!(linalg::fractional_matrix_power(&zero, 0.5).unwrap().to_string(), "[[0. 0.]\n [0. 0.]]");
    assert!(matches!(linalg::logm(&zero), Err(Error::Singular { .. })));
    assert!(matches!(linalg::fractional_matrix_power(&zero, -0.5), Err(Error::Singular { .. })));
    assert!(matches!(linalg::fractional_matrix_power(&unit, f64::NAN), Err(Error::Value { .. })));
    assert!(matches!(linalg::fractional_matrix_power(&unit, 1e10), Err(Error::Value { .. })));
    assert_eq!(
        linalg::fractional_matrix_power(&of([[1.0, 1.0], [0.0, 1.0]]), 3.0).unwrap().to_string(),
        "[[1. 3.]\n [0. 1.]]"
    );
    for wrong in [zero.clone(), of([[0.0, 1.0], [-1.0, 0.0]])] {
        assert!(matches!(linalg::signm(&wrong), Err(Error::Value { .. })));
    }
    for (name, f) in &functions_of()[..3] {
        assert!(matches!(f(&of([[f64::NAN, 0.0], [0.0, 1.0]])), Err(Error::Value { .. })), "{name}");
    }
    // Blocks of Jordan's, whose logarithms and roots are known.
    let block = of([[4.0, 1.0], [0.0, 4.0]]);
    close(&linalg::logm(&block).unwrap(), &of([[4f64.ln(), 0.25], [0.0, 4f64.ln()]]), 4.0, "log");
    close(&linalg::sqrtm(&block).unwrap(), &of([[2.0, 0.25], [0.0, 2.0]]), 4.0, "root");
    close(&linalg::fractional_matrix_power(&block, 1.5).unwrap(), &of([[8.0, 3.0], [0.0, 8.0]]), 4.0, "power");
    assert_eq!(largest(&linalg::funm(&block, |z| z.exp()).unwrap().error), 1.0);
    assert!(largest(&linalg::funm(&unit, |z| z.exp()).unwrap().error) < 1e-15);
    // Hermitian ones, and singular.
    for n in 2..12 {
        let v = xp.arange_of(DType::F64, 0..n).unwrap().multiply(1.7).unwrap().sin().unwrap().expand_dims(1).unwrap();
        let a = v.matmul(&v.t()).unwrap();
        let root = linalg::sqrtm(&a).unwrap();
        // The eigenvalues that should be 0 are roundings, whose signs are what they are.
        close(&root.matmul(&root).unwrap().astype(DType::Complex128).unwrap(), &a, 16.0, "a singular matrix");
        let phase = Z::new(0.6, 0.8);
        let w = v.multiply(xp.full([], phase).unwrap()).unwrap().add(v.flip(0).unwrap()).unwrap();
        let b = w.matmul(&w.adjoint().unwrap()).unwrap();
        let power = linalg::fractional_matrix_power(&b, 0.5).unwrap();
        close(&power.matmul(&power).unwrap(), &b, 64.0, "a power of a singular matrix");
    }
    // Far from one.
    for scale in [1e300f64, 1e-300] {
        let a = of([[5.0, 1.0], [2.0, 3.0]]).multiply(scale).unwrap();
        let root = linalg::sqrtm(&a).unwrap();
        close(&root.matmul(&root).unwrap(), &a, 8.0, "root");
        let log = linalg::logm(&a).unwrap();
        let plain = linalg::logm(&of([[5.0, 1.0], [2.0, 3.0]])).unwrap();
        close(&log, &plain.add(unit.multiply(scale.ln()).unwrap()).unwrap(), 8.0, "log");
        let power = linalg::fractional_matrix_power(&a, 0.25).unwrap();
        let plain = linalg::fractional_matrix_power(&of([[5.0, 1.0], [2.0, 3.0]]), 0.25).unwrap();
        close(&power, &plain.multiply(scale.powf(0.25)).unwrap(), 8.0, "power");
    }
    // The sine of a small matrix is the matrix.
    let tiny = of([[1.0, 2.0], [3.0, 4.0]]).multiply(1e-20).unwrap();
    for (_, f) in functions_of().into_iter().filter(|(name, _)| ["sinm", "sinhm", "tanm", "tanhm"].contains(name)) {
        close(&f(&tiny).unwrap(), &tiny, 2.0, "a small matrix");
    }
}

/// Exponentials of matrices that are far from normal.
pub fn exponentials<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    let names = ["far_from_normal", "nilpotent", "lower", "near", "full", "badly_scaled", "turning", "complex"];
    for name in names {
        let a = array(xp, &data, &format!("expm/{name}/in"));
        let expected = array(xp, &data, &format!("expm/{name}/out"));
        let bound = if name == "full" || name == "turning" { 4096.0 } else { 32.0 };
        close(&linalg::expm(&a).unwrap(), &expected, bound, name);
        if ["far_from_normal", "nilpotent", "lower", "near", "complex"].contains(&name) {
            // Each element of a triangle, however small beside others.
            let error = linalg::expm(&a).unwrap().subtract(&expected).unwrap();
            let relative = expected.equal(0).unwrap().where_(&error, error.divide(&expected).unwrap()).unwrap();
            assert!(largest(&relative) < 1e-13, "{name}: {relative}");
        }
    }
    let of = |rows: [[f64; 2]; 2]| xp.array(rows).unwrap().into_dyn();
    for scale in [1e200, 1e300] {
        let nilpotent = of([[0.0, scale], [0.0, 0.0]]);
        close(&linalg::expm(&nilpotent).unwrap(), &of([[1.0, scale], [0.0, 1.0]]), 4.0, "a large nilpotent matrix");
        let decay = of([[-scale, 0.0], [scale, -scale]]);
        assert_eq!(linalg::expm(&decay).unwrap().to_string(), "[[0. 0.]\n [0. 0.]]");
    }
    let (large, small) = (of([[1.0, 1e6], [0.0, -1.0]]), of([[0.0, 1e-3], [-1e-3, 0.0]]));
    let stack = xp.stack(&[&large, &small, &large.t()], 0).unwrap();
    let found = linalg::expm(&stack).unwrap();
    for (k, one) in [&large, &small, &large.t()].into_iter().enumerate() {
        close(&found.slice(s![k]).unwrap(), &linalg::expm(one).unwrap(), 64.0, "a stack");
    }
    let single = linalg::expm(&large.astype(DType::F32).unwrap()).unwrap();
    close(&single, &linalg::expm(&large).unwrap(), 16.0, "single precision");
}

/// `expm_frechet`, `expm_cond` and `matrix_balance`.
pub fn derivatives<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    for kind in ["real", "complex"] {
        let [a, e] = ["a", "e"].map(|part| array(xp, &data, &format!("frechet/{kind}/{part}")));
        let name = format!("frechet/{kind}/change");
        each(&a, &data, &name, 128.0, &|a| Ok(linalg::expm_frechet(a, &e.astype(a.dtype())?)?.1));
        for scale in [1e-200, 1e200] {
            let (value, change) = linalg::expm_frechet(&a, &e.multiply(scale).unwrap()).unwrap();
            same(&change.divide(scale).unwrap(), &data, &name, 128.0);
            close(&value, &linalg::expm(&a).unwrap(), 128.0, "the value");
        }
        let stack = xp.stack(&[&e, &e.multiply(2.0).unwrap()], 0).unwrap();
        let (value, change) = linalg::expm_frechet(&a, &stack).unwrap();
        assert_eq!(value.shape(), [2, 4, 4]);
        same(&change.slice(s![1]).unwrap().multiply(0.5).unwrap(), &data, &name, 128.0);
    }
    let a = array(xp, &data, "frechet/real/a");
    each(&a, &data, "frechet/real/cond", 256.0, &|a| linalg::expm_cond(a));
    let zero = xp.zeros::<f64>([2, 2]).unwrap();
    let unit = xp.eye::<f64>(2).unwrap();
    close(&linalg::expm_frechet(&zero, &unit).unwrap().1, unit.as_dyn(), 4.0, "at zero");
    assert_eq!(linalg::expm_frechet(&unit, &zero).unwrap().1.to_string(), "[[0. 0.]\n [0. 0.]]");
    let none = xp.zeros::<f64>([0, 0]).unwrap();
    assert_eq!(linalg::expm_frechet(&none, &none).unwrap().1.shape(), [0, 0]);
    assert!(matches!(linalg::expm_frechet(&unit, &none), Err(Error::Shape { .. })));
    assert!(matches!(linalg::expm_cond(&none), Err(Error::Shape { .. })));
    assert!(matches!(linalg::expm_cond(&unit.multiply(f64::NAN).unwrap()), Err(Error::Value { .. })));

    for scale in [1.0, 1e250, 1e-250] {
        let rows = xp.array([[1.0, 1e5, 0.0], [1e-7, 3.0, 1e-3], [2.0, 1e8, 5.0]]).unwrap().multiply(scale).unwrap();
        let rows = rows.as_dyn().clone();
        for a in [rows.clone(), rows.t(), rows.multiply(Z::new(0.5, 0.5)).unwrap()] {
            let (b, t) = linalg::matrix_balance(&a).unwrap();
            let exact = t.matmul(&b).unwrap().equal(a.matmul(&t).unwrap()).unwrap();
            assert!(exact.all(..).unwrap().typed::<bool>().unwrap().item().unwrap());
            let norms = |axis: isize| numbers(&b.divide(scale).unwrap().norm(axis).unwrap());
            for (row, column) in norms(1).iter().zip(norms(0)) {
                assert!(row.re / column.re < 4.0 && column.re / row.re < 4.0, "{row} {column}");
            }
        }
    }
    assert_eq!(linalg::matrix_balance(&zero).unwrap().1.to_string(), unit.to_string());
    assert_eq!(linalg::matrix_balance(&none).unwrap().0.shape(), [0, 0]);
    assert!(matches!(linalg::matrix_balance(&xp.ones::<f64>(2).unwrap()), Err(Error::Shape { .. })));
    for_types!(numbers, T => {
        let a = xp.array(&[1i8, 16, 1, 1]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        let (b, t) = linalg::matrix_balance(&a).unwrap();
        assert_eq!((largest(&b), b.dtype()), (4.0, t.dtype()), "{}", T::DTYPE);
        let one = xp.ones::<T>([1, 1]).unwrap();
        let (value, change) = linalg::expm_frechet(&one, &one).unwrap();
        assert!((largest(&value) - 1f64.exp()).abs() < 1e-5 && (largest(&change) - 1f64.exp()).abs() < 1e-5);
        assert!((largest(&linalg::expm_cond(&one).unwrap()) - 1.0).abs() < 1e-5, "{}", T::DTYPE);
    });
}

/// `qr_pivoting`, `randomized_svd` and `interp_decomp`.
pub fn low_ranks<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    for kind in ["real", "complex"] {
        let wide = array(xp, &data, &format!("pivoting/{kind}/a"));
        for (a, name) in [(wide.clone(), "order"), (wide.adjoint().unwrap(), "tall_order")] {
            for mode in [QrMode::Reduced, QrMode::Complete] {
                let (q, r, order) = linalg::qr_pivoting(&a, mode).unwrap();
                same(&order, &data, &format!("pivoting/{kind}/{name}"), 0.0);
                unitary(&q, "q");
                assert_eq!(largest(&r.tril_with(-1).unwrap()), 0.0);
                close(&q.matmul(&r).unwrap(), &a.take(&order, 1).unwrap(), 32.0, "q r");
                let diagonal = numbers(&r.diagonal().unwrap());
                assert!(diagonal.windows(2).all(|pair| pair[0].norm() >= pair[1].norm() * (1.0 - 1e-12)));
            }
        }
        let stack = xp.stack(&[&wide, &wide.flip(1).unwrap()], 0).unwrap();
        let (q, r, order) = linalg::qr_pivoting(&stack, QrMode::Reduced).unwrap();
        assert_eq!((q.shape(), r.shape(), order.shape()), (&[2, 5, 5][..], &[2, 5, 7][..], &[2, 7][..]));
        let a = array(xp, &data, &format!("low_rank/{kind}/a"));
        each(&a, &data, &format!("low_rank/{kind}/s"), 64.0, &|a| Ok(linalg::randomized_svd(a, 3)?.1));
        let (u, s, vh) =
            linalg::randomized_svd_with(&a, 3, RandomizedSvd::new().oversamples(0).power_iterations(1).seed(5))
                .unwrap();
        unitary(&u, "u");
        unitary(&vh.adjoint().unwrap(), "v");
        close(&u.multiply(&s).unwrap().matmul(&vh).unwrap(), &a, 256.0, "u s vᴴ");
        let (order, p) = linalg::interp_decomp(&a, 3).unwrap();
        let columns = a.take(&order, 1).unwrap();
        let rest = columns.slice(s![.., ..3]).unwrap().matmul(&p).unwrap();
        close(&rest, &columns.slice(s![.., 3..]).unwrap(), 1024.0, "columns");
        assert_eq!(p.shape(), [3, 3]);
        // Nearly of low rank: what is left is about as large as the next singular value.
        let noisy = wide.matmul(&wide.adjoint().unwrap()).unwrap();
        let all = numbers(&noisy.svdvals().unwrap());
        let (u, s, vh) = linalg::randomized_svd(&noisy, 2).unwrap();
        let left = noisy.subtract(u.multiply(&s).unwrap().matmul(&vh).unwrap()).unwrap();
        assert!(numbers(&left.svdvals().unwrap())[0].re < 1.01 * all[2].re);
    }
    for scale in [1e300, 1e-300] {
        let a = xp.array([[1.0, 2.0, 2.0], [3.0, 1.0, 5.0]]).unwrap().multiply(scale).unwrap().as_dyn().clone();
        let (q, r, order) = linalg::qr_pivoting(&a, QrMode::Reduced).unwrap();
        close(&q.matmul(&r).unwrap(), &a.take(&order, 1).unwrap(), 8.0, "scaled");
    }
    let ones = xp.ones::<f64>([3, 3]).unwrap();
    let (_, r, _) = linalg::qr_pivoting(&ones, QrMode::Reduced).unwrap();
    assert!(largest(&r.slice(s![1..]).unwrap()) < 1e-15);
    assert!(matches!(linalg::interp_decomp(&xp.zeros::<f64>([3, 3]).unwrap(), 1), Err(Error::Singular { .. })));
    assert!(matches!(linalg::interp_decomp(&ones, 4), Err(Error::Value { .. })));
    assert!(matches!(linalg::randomized_svd(&ones, 4), Err(Error::Value { .. })));
    assert!(matches!(linalg::randomized_svd(&xp.ones::<f64>(3).unwrap(), 1), Err(Error::Shape { .. })));
    assert!(matches!(linalg::qr_pivoting(&xp.ones::<f64>(3).unwrap(), QrMode::Reduced), Err(Error::Shape { .. })));
    let none = xp.zeros::<f32>([0, 3]).unwrap();
    let (q, r, order) = linalg::qr_pivoting(&none, QrMode::Complete).unwrap();
    assert_eq!((q.shape(), r.shape(), order.to_string()), (&[0, 0][..], &[0, 3][..], "[0 1 2]".to_string()));
    assert_eq!(linalg::randomized_svd(&none, 0).unwrap().2.shape(), [0, 3]);
    assert_eq!(linalg::interp_decomp(&ones, 0).unwrap().1.shape(), [0, 3]);
    for_types!(numbers, T => {
        let a = xp.array(&[1i8, 2, 3, 6]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        assert_eq!(linalg::qr_pivoting(&a, QrMode::Reduced).unwrap().2.to_string(), "[1 0]", "{}", T::DTYPE);
        let (order, p) = linalg::interp_decomp(&a, 1).unwrap();
        assert!(order.to_string() == "[1 0]" && (largest(&p) - 0.5).abs() < 1e-6);
        assert!((largest(&linalg::randomized_svd(&a, 1).unwrap().1) - 50f64.sqrt()).abs() < 1e-5);
    });
}

/// Schur forms with eigenvalues in an order, and `diagsvd`.
pub fn orders<B: Backend>(xp: &B) {
    let rules: [(&str, fn(Z) -> bool); 4] = [
        ("left", |value| value.re < 0.0),
        ("right", |value| value.re >= 0.0),
        ("inside", |value| value.norm() < 1.0),
        ("real", |value| value.im == 0.0),
    ];
    for (name, a) in matrices(xp) {
        for (rule, chosen) in rules {
            let what = format!("{name}, {rule}");
            let (t, z, count) = linalg::schur_sorted(&a, SchurOutput::Real, chosen).unwrap();
            let real = !a.dtype().is_complex();
            factors(&a, &t, &z, i64::from(real), &what);
            if real {
                standard(&t, &what);
            }
            let (c, y, of_complex) = linalg::schur_sorted(&a, SchurOutput::Complex, chosen).unwrap();
            factors(&a.astype(DType::Complex128).unwrap(), &c, &y, 0, &what);
            let values = numbers(&c.diagonal().unwrap());
            let number = |count: &DynArray<B>| count.item().unwrap().get::<i64>() as usize;
            // Eigenvalues that are there more than once, or on the border, may fall on either side of it.
            let sharp = ["positive", "turning", "negative", "complex", "12 rows", "40 rows"].contains(&&*name)
                && rule != "real";
            if sharp {
                assert_eq!(number(&of_complex), number(&count), "{what}");
                assert!(
                    values.iter().enumerate().all(|(k, &value)| chosen(value) == (k < number(&of_complex))),
                    "{what}"
                );
                let both = linalg::rsf2csf(&t, &z).unwrap().0;
                let values = numbers(&both.diagonal().unwrap());
                assert!(values.iter().enumerate().all(|(k, &value)| chosen(value) == (k < number(&count))), "{what}");
            }
            let sum = |values: &[Z]| values.iter().sum::<Z>();
            let trace = sum(&numbers(&a.diagonal().unwrap()));
            assert!((sum(&values) - trace).norm() <= 1e-13 * 40.0 * largest(&a), "{what}");
        }
    }
    let a = matrices(xp).remove(1).1;
    let stack = xp.stack(&[&a, &a.t()], 0).unwrap();
    assert_eq!(linalg::schur_sorted(&stack, SchurOutput::Real, |z| z.re > 2.0).unwrap().2.to_string(), "[2 2]");
    assert!(matches!(
        linalg::schur_sorted(&xp.ones::<f64>(2).unwrap(), SchurOutput::Real, |_| true),
        Err(Error::Shape { .. })
    ));
    for_types!(all, T => {
        let s = xp.array(&[1i8, 1]).unwrap().astype::<T>();
        let wide = linalg::diagsvd(&s, 2, 3).unwrap();
        assert_eq!((wide.dtype(), wide.shape()), (T::DTYPE, &[2, 3][..]));
        assert_eq!(numbers(&linalg::diagsvd(&s, 3, 2).unwrap()), [1.0, 0.0, 0.0, 1.0, 0.0, 0.0].map(Z::from));
    });
    let s = xp.array([1.0, 2.0]).unwrap();
    assert!(matches!(linalg::diagsvd(&s, 3, 3), Err(Error::Shape { .. })));
    assert_eq!(linalg::diagsvd(&s.slice(s![..0]).unwrap(), 0, 3).unwrap().shape(), [0, 3]);
}
