//! Systems of diagonals and of constant diagonals, equations of matrices, and factors of indefinite ones.

use crate::data::npz;
use crate::for_types;
use crate::scipy::{array, each, same};
use crate::scipy_linalg::{close, largest, unitary};
use xparray::prelude::*;
use xparray::scipy::linalg::{self, Eigh, Riccati};
use xparray::{Error, s};

/// Systems and eigenvalues of matrices of diagonals.
pub fn banded<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    for kind in ["real", "complex"] {
        for (l, u) in [(1, 1), (2, 0), (0, 1), (1, 3), (0, 0)] {
            let name = |part: &str| format!("banded/{kind}/{l}_{u}/{part}");
            let [ab, b] = ["ab", "b"].map(|part| array(xp, &data, &name(part)));
            each(&b, &data, &name("x"), 4096.0, &|b| linalg::solve_banded((l, u), &ab.astype(b.dtype())?, b));
            let vector = linalg::solve_banded((l, u), &ab, &b.slice(s![.., 1]).unwrap()).unwrap();
            let x = array(xp, &data, &name("x"));
            close(&vector, &x.slice(s![.., 1]).unwrap(), 4096.0, "a vector");
            let stack = xp.stack(&[&b, &b.multiply(2.0).unwrap()], 0).unwrap();
            let twice = linalg::solve_banded((l, u), &ab, &stack).unwrap().slice(s![1]).unwrap();
            close(&twice, &x.multiply(2.0).unwrap(), 4096.0, "a stack");
        }
        let name = |part: &str| format!("definite/{kind}/{part}");
        let b = array(xp, &data, &name("b"));
        for (order, lower) in [("lower", true), ("upper", false)] {
            let ab = array(xp, &data, &name(order));
            each(&ab, &data, &name("x"), 64.0, &|ab| linalg::solveh_banded(ab, lower, &b.astype(ab.dtype())?));
            each(&ab, &data, &name("values"), 32.0, &|ab| linalg::eigvals_banded(ab, lower, Eigh::new()));
            let factor = linalg::cholesky_banded(&ab, lower).unwrap();
            let x = linalg::cho_solve_banded(&factor, lower, &b).unwrap();
            same(&x, &data, &name("x"), 64.0);
            let line = linalg::cho_solve_banded(&factor, lower, &b.slice(s![.., 0]).unwrap()).unwrap();
            close(&line, &x.slice(s![.., 0]).unwrap(), 0.0, "a vector");
            // What is outside of the matrix is anything.
            let expected = array(xp, &data, &name(&format!("factor_{order}")));
            for k in 0..3 {
                let row = |x: &DynArray<B>| match lower {
                    true => x.slice(s![k, ..6 - k]).unwrap(),
                    false => x.slice(s![2 - k, k..]).unwrap(),
                };
                close(&row(&factor), &row(&expected), 16.0, "a diagonal");
            }
            let (w, v) = linalg::eig_banded(&ab, lower, Eigh::new().subset_by_index(2..5)).unwrap();
            close(&w, &array(xp, &data, &name("values")).slice(s![2..5]).unwrap(), 32.0, "values");
            assert_eq!(v.shape(), [6, 3]);
            unitary(&v, "vectors");
        }
    }
    let [d, e] = ["d", "e"].map(|part| array(xp, &data, &format!("tridiagonal/{part}")));
    each(&d, &data, "tridiagonal/values", 32.0, &|d| {
        linalg::eigvalsh_tridiagonal(d, &e.astype(d.dtype())?, Eigh::new())
    });
    let (w, v) = linalg::eigh_tridiagonal(&d, &e, Eigh::new()).unwrap();
    let dense = d.diag().unwrap().add(e.diag_with(1).unwrap()).unwrap().add(e.diag_with(-1).unwrap()).unwrap();
    close(&dense.matmul(&v).unwrap(), &v.multiply(&w).unwrap(), 64.0, "vectors");
    for_types!(numbers, T => {
        let of = |values: &[i8]| xp.array(values).unwrap().astype::<T>();
        let (ab, b) = (of(&[4, 5, 2, 0]).reshape([2, 2]).unwrap(), of(&[8, 8]));
        let expected = xp.array([1.5, 1.0]).unwrap().into_dyn();
        close(&linalg::solveh_banded(&ab, true, &b).unwrap(), &expected, 4.0, &T::DTYPE.to_string());
        let factor = linalg::cholesky_banded(&ab, true).unwrap();
        close(&linalg::cho_solve_banded(&factor, true, &b.as_dyn().astype(factor.dtype()).unwrap()).unwrap(), &expected, 4.0, "factored");
        let general = of(&[0, 2, 4, 5, 2, 0]).reshape([3, 2]).unwrap();
        close(&linalg::solve_banded((1, 1), &general, &b).unwrap(), &expected, 4.0, &T::DTYPE.to_string());
        let values = linalg::eigvals_banded(&ab, true, Eigh::new()).unwrap();
        assert!((largest(&values) - (4.5 + 4.25f64.sqrt())).abs() < 1e-5, "{}", T::DTYPE);
    });
    // A pivot of zero in the first place, and numbers of any size.
    for scale in [1.0, 1e300, 1e-300] {
        let ab = xp.array([[0.0, 1.0, 2.0], [0.0, 1.0, 1.0], [3.0, 1.0, 0.0]]).unwrap().multiply(scale).unwrap();
        let dense = xp.array([[0.0, 1.0, 0.0], [3.0, 1.0, 2.0], [0.0, 1.0, 1.0]]).unwrap().into_dyn();
        let x = linalg::solve_banded((1, 1), &ab, &xp.ones::<f64>(3).unwrap().multiply(scale).unwrap()).unwrap();
        close(&dense.matmul(&x).unwrap(), &xp.ones::<f64>(3).unwrap().into_dyn(), 8.0, "a pivot of zero");
    }
    let ones = |shape: &[usize]| xp.ones::<f64>(shape).unwrap();
    let (ab, b) = (ones(&[3, 4]), ones(&[4]));
    assert!(matches!(linalg::solve_banded((1, 0), &ab, &b), Err(Error::Shape { .. })));
    assert!(matches!(linalg::solve_banded((usize::MAX, usize::MAX), &ab, &b), Err(Error::Shape { .. })));
    assert!(matches!(linalg::solve_banded((1, 1), &b, &b), Err(Error::Shape { .. })));
    assert!(matches!(linalg::solve_banded((1, 1), &ab, &ones(&[3])), Err(Error::Shape { .. })));
    assert!(matches!(linalg::solve_banded((1, 1), &xp.zeros::<f64>([3, 4]).unwrap(), &b), Err(Error::Singular { .. })));
    assert!(matches!(
        linalg::solveh_banded(&ab.negative(), true, &b),
        Err(Error::NotPositiveDefinite { minor: 1, .. })
    ));
    assert!(matches!(linalg::cholesky_banded(&xp.full([1, 2], f64::NAN).unwrap(), true), Err(Error::Value { .. })));
    assert!(matches!(linalg::cholesky_banded(&ones(&[0, 4]), true), Err(Error::Shape { .. })));
    assert!(matches!(
        linalg::cho_solve_banded(&xp.zeros::<f64>([2, 4]).unwrap(), true, &b),
        Err(Error::Singular { .. })
    ));
    assert!(matches!(linalg::eigvals_banded(&ab, true, Eigh::new().b(&ab)), Err(Error::Value { .. })));
    assert!(matches!(linalg::eigh_tridiagonal(&b, &b, Eigh::new()), Err(Error::Shape { .. })));
    let none = ones(&[2, 0]);
    assert_eq!(linalg::solveh_banded(&none, true, &ones(&[0])).unwrap().shape(), [0]);
    assert_eq!(linalg::solve_banded((1, 0), &none, &ones(&[0, 3])).unwrap().shape(), [0, 3]);
    assert_eq!(linalg::eig_banded(&none, true, Eigh::new()).unwrap().1.shape(), [0, 0]);
    assert_eq!(linalg::eigvalsh_tridiagonal(&ones(&[1]), &ones(&[0]), Eigh::new()).unwrap().to_string(), "[1.]");
    // More diagonals than there are rows.
    assert_eq!(linalg::solveh_banded(&ones(&[5, 1]), true, &ones(&[1])).unwrap().to_string(), "[1.]");
    assert_eq!(linalg::solveh_banded(&ones(&[5, 1]), false, &ones(&[1])).unwrap().to_string(), "[1.]");
}

/// Equations of matrices.
pub fn equations<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    for kind in ["real", "complex"] {
        let name = |part: &str| format!("equations/{kind}/{part}");
        let [a, b, q, h, r] = ["a", "b", "q", "h", "r"].map(|part| array(xp, &data, &name(part)));
        each(&a, &data, &name("sylvester"), 512.0, &|a| {
            linalg::solve_sylvester(a, &b.astype(a.dtype())?, &q.astype(a.dtype())?)
        });
        let of_both = |x: &DynArray<B>, y: &DynArray<B>| y.astype(x.dtype());
        each(&a, &data, &name("continuous_lyapunov"), 2048.0, &|a| {
            linalg::solve_continuous_lyapunov(a, &of_both(a, &h)?)
        });
        each(&a, &data, &name("discrete_lyapunov"), 2048.0, &|a| linalg::solve_discrete_lyapunov(a, &of_both(a, &h)?));
        each(&a, &data, &name("continuous_are"), 512.0, &|a| {
            linalg::solve_continuous_are(a, &of_both(a, &q)?, &h, &r)?.astype(a.dtype())
        });
        each(&a, &data, &name("discrete_are"), 512.0, &|a| {
            linalg::solve_discrete_are(a, &of_both(a, &q)?, &h, &r)?.astype(a.dtype())
        });
        let x = linalg::solve_discrete_are(&a.triu_with(1).unwrap(), &q, &h, &r).unwrap();
        same(&x, &data, &name("discrete_are_singular"), 512.0);
        let [e, s] = ["e", "s"].map(|part| array(xp, &data, &name(part)));
        let options = || Riccati::new().e(&e).s(&s);
        let x = linalg::solve_continuous_are_with(&a, &q, &h, &r, options()).unwrap();
        same(&x, &data, &name("continuous_are_with"), 4096.0);
        let x = linalg::solve_discrete_are_with(&a, &q, &h, &r, options()).unwrap();
        same(&x, &data, &name("discrete_are_with"), 4096.0);
        let flat = xp.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]).unwrap();
        same(&linalg::solve_discrete_are(&a, &q, &h, &flat).unwrap(), &data, &name("discrete_are_flat"), 1024.0);
        let stack = xp.stack(&[&a, &a.multiply(0.5).unwrap()], 0).unwrap();
        let found = [
            linalg::solve_sylvester(&stack, &b, &q).unwrap(),
            linalg::solve_continuous_lyapunov(&stack, &h).unwrap(),
            linalg::solve_discrete_lyapunov(&stack, &h).unwrap(),
            linalg::solve_continuous_are(&stack, &q, &h, &r).unwrap(),
            linalg::solve_discrete_are(&stack, &q, &h, &r).unwrap(),
        ];
        let parts = ["sylvester", "continuous_lyapunov", "discrete_lyapunov", "continuous_are", "discrete_are"];
        for (x, part) in found.iter().zip(parts) {
            same(&x.slice(s![0]).unwrap(), &data, &name(part), 512.0);
        }
    }
    let of = |rows: [[f64; 2]; 2]| xp.array(rows).unwrap().into_dyn();
    let (unit, zero) = (of([[1.0, 0.0], [0.0, 1.0]]), of([[0.0, 0.0], [0.0, 0.0]]));
    for scale in [1e200, 1e-200] {
        let (a, q) = (of([[1.0, 2.0], [0.5, 3.0]]).multiply(scale).unwrap(), of([[2.0, 1.0], [1.0, 1.0]]));
        let x = linalg::solve_continuous_lyapunov(&a, &q).unwrap();
        let left = a.matmul(&x).unwrap().add(x.matmul(&a.t()).unwrap()).unwrap();
        close(&left, &q, 16.0, "Lyapunov's");
    }
    // A cheap and a dear regulator.
    let (a, b) = (of([[0.0, 1.0], [0.0, 0.0]]), xp.array([[0.0], [1.0]]).unwrap().into_dyn());
    for weight in [1e-8f64, 1e8] {
        let r = xp.array([[weight]]).unwrap().into_dyn();
        let x = linalg::solve_continuous_are(&a, &b, &unit, &r).unwrap();
        // Of a double integrator: x12 = sqrt(r), x22² = r (1 + 2 x12), x11 = x12 x22 / r.
        let x12 = weight.sqrt();
        let x22 = (weight * (1.0 + 2.0 * x12)).sqrt();
        let expected = of([[x12 * x22 / weight, x12], [x12, x22]]);
        let error = x.subtract(&expected).unwrap().divide(&expected).unwrap();
        assert!(largest(&error) < 1e-10, "{weight}: {x} {expected}");
    }
    let singular = [
        linalg::solve_sylvester(&unit, &unit.negative().unwrap(), &unit),
        linalg::solve_continuous_lyapunov(&zero, &unit),
        linalg::solve_discrete_lyapunov(&unit, &unit),
        linalg::solve_continuous_are(&unit, &unit, &unit, &zero),
    ];
    assert!(singular.iter().all(|x| matches!(x, Err(Error::Singular { .. }))));
    let refused = [
        // What nobody steers does not become stable.
        linalg::solve_continuous_are(&unit, &zero, &unit, &unit),
        linalg::solve_discrete_are(&unit.multiply(2.0).unwrap(), &zero, &unit, &unit),
        linalg::solve_continuous_are(&unit, &unit, &of([[1.0, 1.0], [0.0, 1.0]]), &unit),
        linalg::solve_discrete_are(&unit, &unit, &unit, &of([[1.0, 1.0], [0.0, 1.0]])),
        linalg::solve_sylvester(&unit.multiply(f64::NAN).unwrap(), &unit, &unit),
        linalg::solve_discrete_are(&unit.multiply(f64::INFINITY).unwrap(), &unit, &unit, &unit),
    ];
    for (k, x) in refused.iter().enumerate() {
        assert!(matches!(x, Err(Error::Value { .. })), "{k}");
    }
    let wide = xp.ones::<f64>([2, 3]).unwrap().into_dyn();
    let refused = [
        linalg::solve_sylvester(&wide, &unit, &unit),
        linalg::solve_sylvester(&unit, &unit, &wide),
        linalg::solve_continuous_lyapunov(&unit, &wide),
        linalg::solve_discrete_lyapunov(&wide, &unit),
        linalg::solve_continuous_are(&unit, &wide, &unit, &unit),
        linalg::solve_discrete_are(&unit, &unit, &wide, &unit),
    ];
    assert!(refused.iter().all(|x| matches!(x, Err(Error::Shape { .. }))));
    let none = xp.zeros::<f32>([0, 0]).unwrap().into_dyn();
    let empty = [
        linalg::solve_sylvester(&none, &none, &none),
        linalg::solve_continuous_lyapunov(&none, &none),
        linalg::solve_discrete_lyapunov(&none, &none),
        linalg::solve_continuous_are(&none, &none, &none, &none),
        linalg::solve_discrete_are(&none, &none, &none, &none),
    ];
    for x in empty {
        let x = x.unwrap();
        assert_eq!((x.shape(), x.dtype()), (&[0, 0][..], DType::F32));
    }
    for_types!(numbers, T => {
        let of = |values: &[i8]| xp.array(values).unwrap().astype::<T>().reshape([1, 1]).unwrap();
        let (one, two) = (of(&[1]), of(&[2]));
        let found = [
            linalg::solve_sylvester(&one, &two, &two).unwrap(),
            linalg::solve_continuous_lyapunov(&one, &two).unwrap(),
            linalg::solve_discrete_lyapunov(&two, &one).unwrap(),
            linalg::solve_continuous_are(&one, &one, &one, &one).unwrap(),
            linalg::solve_discrete_are(&one, &one, &one, &one).unwrap(),
        ];
        let expected = [2.0 / 3.0, 1.0, 1.0 / 3.0, 1.0 + 2f64.sqrt(), (1.0 + 5f64.sqrt()) / 2.0];
        for (x, e) in found.iter().zip(expected) {
            assert!((largest(x) - e).abs() < 1e-6, "{x} of {}", T::DTYPE);
        }
    });
}

/// Systems and products of Toeplitz' and circulant matrices.
pub fn shifted<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    for kind in ["real", "complex"] {
        let name = |part: &str| format!("toeplitz/{kind}/{part}");
        let [c, r, b] = ["c", "r", "b"].map(|part| array(xp, &data, &name(part)));
        let like = |x: &DynArray<B>, y: &DynArray<B>| x.astype(y.dtype());
        each(&b, &data, &name("x"), 512.0, &|b| linalg::solve_toeplitz(&like(&c, b)?, b));
        each(&b, &data, &name("x_with"), 512.0, &|b| linalg::solve_toeplitz_with(&like(&c, b)?, &like(&r, b)?, b));
        each(&b, &data, &name("circulant"), 64.0, &|b| linalg::solve_circulant(&like(&c, b)?, b));
        let short = c.slice(s![..4]).unwrap();
        each(&b, &data, &name("product"), 32.0, &|b| linalg::matmul_toeplitz(&like(&short, b)?, &like(&r, b)?, b));
        let vector = b.slice(s![.., 1]).unwrap();
        for (y, part) in [
            (linalg::solve_toeplitz(&c, &vector), "x"),
            (linalg::solve_toeplitz_with(&c, &r, &vector), "x_with"),
            (linalg::solve_circulant(&c, &vector), "circulant"),
            (linalg::matmul_toeplitz(&short, &r, &vector), "product"),
        ] {
            close(&y.unwrap(), &array(xp, &data, &name(part)).slice(s![.., 1]).unwrap(), 512.0, part);
        }
    }
    let of = |values: &[f64]| xp.array(values).unwrap().into_dyn();
    // The leading part is zero, the matrix is not singular.
    let x = linalg::solve_toeplitz(&of(&[0.0, 1.0]), &of(&[2.0, 3.0])).unwrap();
    assert_eq!(x.to_string(), "[3. 2.]");
    let x = linalg::solve_toeplitz(&of(&[1.0, 1.0, 0.0]), &of(&[2.0, 3.0, 2.0])).unwrap();
    close(&x, &of(&[1.0, 1.0, 1.0]), 4.0, "a leading part that is singular");
    assert!(matches!(linalg::solve_toeplitz(&of(&[1.0, 1.0]), &of(&[2.0, 3.0])), Err(Error::Singular { .. })));
    assert!(matches!(linalg::solve_circulant(&of(&[1.0, 1.0]), &of(&[2.0, 3.0])), Err(Error::Singular { .. })));
    assert!(matches!(linalg::solve_toeplitz(&of(&[f64::NAN]), &of(&[2.0])), Err(Error::Value { .. })));
    let (one, two) = (of(&[1.0]), of(&[1.0, 2.0]));
    let matrix = xp.ones::<f64>([2, 2]).unwrap().into_dyn();
    let refused = [
        linalg::solve_toeplitz(&one, &two),
        linalg::solve_toeplitz(&matrix, &two),
        linalg::solve_toeplitz_with(&one, &two, &two),
        linalg::solve_circulant(&matrix, &two),
        linalg::solve_circulant(&two, &one),
        linalg::matmul_toeplitz(&one, &two, &one),
        linalg::matmul_toeplitz(&matrix, &two, &one),
        linalg::matmul_toeplitz(&one, &two, &matrix.expand_dims(0).unwrap()),
    ];
    assert!(refused.iter().all(|x| matches!(x, Err(Error::Shape { .. }))));
    let none = of(&[]);
    assert_eq!(linalg::solve_toeplitz(&none, &none).unwrap().shape(), [0]);
    assert_eq!(linalg::solve_circulant(&none, &none).unwrap().shape(), [0]);
    assert_eq!(linalg::matmul_toeplitz(&two, &none, &none).unwrap().to_string(), "[0. 0.]");
    for_types!(numbers, T => {
        let of = |values: &[i8]| xp.array(values).unwrap().astype::<T>();
        let (c, r, b) = (of(&[2, 1]), of(&[2, 3]), of(&[8, 5]));
        let expected = xp.array([1.0, 2.0]).unwrap().into_dyn();
        close(&linalg::solve_toeplitz_with(&c, &r, &b).unwrap(), &expected, 8.0, &T::DTYPE.to_string());
        close(&linalg::matmul_toeplitz(&c, &r, &of(&[1, 2])).unwrap(), &xp.array([8.0, 5.0]).unwrap().into_dyn(), 8.0, "a product");
        close(&linalg::solve_circulant(&c, &of(&[4, 5])).unwrap(), &expected, 8.0, "a circulant matrix");
        close(&linalg::solve_toeplitz(&c, &of(&[4, 5])).unwrap(), &expected, 8.0, "a symmetric matrix");
    });
}

/// Factors of symmetric matrices.
pub fn indefinite<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    let check = |a: &DynArray<B>, whole: &DynArray<B>, options: linalg::Ldl, upper: bool, hermitian: bool| {
        let (l, d, order) = linalg::ldl_with(a, options).unwrap();
        let turned = if hermitian { l.adjoint().unwrap() } else { l.swapaxes(0, 1).unwrap() };
        close(&l.matmul(&d).unwrap().matmul(&turned).unwrap(), whole, 64.0, "l d lᴴ");
        let rows = l.take(&order, 0).unwrap();
        let (above, below) = (largest(&rows.triu_with(1).unwrap()), largest(&rows.tril_with(-1).unwrap()));
        assert_eq!(if upper { below } else { above }, 0.0);
        assert!(rows.diagonal().unwrap().equal(1).unwrap().all(..).unwrap().typed::<bool>().unwrap().item().unwrap());
        let beside = d.tril_with(-2).unwrap().add(d.triu_with(2).unwrap()).unwrap();
        assert_eq!(largest(&beside), 0.0);
        let blocks = crate::scipy::numbers(&d.diagonal_with(Diagonal::new().offset(-1)).unwrap());
        assert!(blocks.windows(2).all(|pair| pair[0].norm() == 0.0 || pair[1].norm() == 0.0));
        assert!(largest(&l) < 10.0);
    };
    for kind in ["real", "complex"] {
        let a = array(xp, &data, &format!("ldl/{kind}/a"));
        for (name, hermitian) in [("hermitian", true), ("symmetric", false)] {
            let whole = array(xp, &data, &format!("ldl/{kind}/{name}"));
            let options = linalg::Ldl::new().hermitian(hermitian);
            check(&a, &whole, options, false, hermitian);
            check(&a.flip(..).unwrap().copy().unwrap().flip(..).unwrap(), &whole, options, false, hermitian);
            check(&whole.triu().unwrap(), &whole, options.lower(false), true, hermitian);
        }
    }
    let of = |rows: [[f64; 3]; 3]| xp.array(rows).unwrap().into_dyn();
    for a in [
        of([[0.0, 1.0, 2.0], [1.0, 0.0, 3.0], [2.0, 3.0, 0.0]]),
        of([[0.0; 3]; 3]),
        of([[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]),
        of([[1.0; 3]; 3]),
    ] {
        for scale in [1.0, 1e300, 1e-300] {
            let a = a.multiply(scale).unwrap();
            check(&a, &a, linalg::Ldl::new(), false, true);
            check(&a, &a, linalg::Ldl::new().lower(false), true, true);
        }
    }
    // Of rank one, so that all but a row is roundings.
    for n in 2..14 {
        let v = xp.arange_of(DType::F64, 0..n).unwrap().multiply(1.7).unwrap().sin().unwrap().expand_dims(1).unwrap();
        let a = v.matmul(&v.t()).unwrap();
        check(&a, &a, linalg::Ldl::new(), false, true);
    }
    for_types!(numbers, T => {
        let a = xp.array(&[4i8, 2, 2, 0]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        let (l, d, order) = linalg::ldl(&a).unwrap();
        let exact = a.as_dyn().astype(l.dtype()).unwrap();
        close(&l.matmul(&d).unwrap().matmul(&l.adjoint().unwrap()).unwrap(), &exact, 8.0, &T::DTYPE.to_string());
        assert_eq!(order.dtype(), DType::I64);
    });
    let none = xp.zeros::<f32>([2, 0, 0]).unwrap();
    assert_eq!(linalg::ldl(&none).unwrap().2.shape(), [2, 0]);
    assert!(matches!(linalg::ldl(&xp.ones::<f64>([2, 3]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(linalg::ldl(&xp.full([2, 2], f64::NAN).unwrap()), Err(Error::Value { .. })));
}
