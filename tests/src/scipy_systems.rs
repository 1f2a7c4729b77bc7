//! Eigenvalues of two matrices, spaces, systems of diagonals and equations of matrices.

use crate::data::npz;
use crate::for_types;
use crate::scipy::{array, each, same};
use crate::scipy_linalg::{close, largest, unitary};
use xparray::prelude::*;
use xparray::scipy::linalg::{self, Eigh, Problem, Side, Symmetry};
use xparray::{Error, Result, s};

/// `eigh`, `eigvalsh` and parts of the spectrum.
pub fn pencils<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    for kind in ["real", "complex"] {
        let [a, b] = ["a", "b"].map(|name| array(xp, &data, &format!("eigh/{kind}/{name}")));
        let problems = [(1, Problem::AvBv), (2, Problem::AbvV), (3, Problem::BavV)];
        for (number, problem) in problems {
            let name = format!("eigh/{kind}/{number}");
            each(&a, &data, &name, 256.0, &|a| {
                linalg::eigvalsh_with(a, Eigh::new().b(&b.astype(a.dtype())?).problem(problem))
            });
            let (w, v) = linalg::eigh_with(&a, Eigh::new().b(&b).problem(problem)).unwrap();
            same(&w, &data, &name, 64.0);
            let product = |x: &DynArray<B>, y: &DynArray<B>| x.matmul(y).unwrap();
            let (left, right) = match problem {
                Problem::AvBv => (product(&a, &v), product(&b, &v)),
                Problem::AbvV => (product(&a, &product(&b, &v)), v.clone()),
                Problem::BavV => (product(&b, &product(&a, &v)), v.clone()),
            };
            close(&left, &right.multiply(&w).unwrap(), 512.0, &name);
            let metric = if problem == Problem::BavV { b.inv().unwrap() } else { b.clone() };
            let norms = product(&v.adjoint().unwrap(), &product(&metric, &v));
            close(&norms, &xp.eye_of(a.dtype(), 4, Eye::new()).unwrap(), 64.0, &name);
        }
        let (w, v) = linalg::eigh(&a, &b).unwrap();
        let low = linalg::eigh_with(&a.tril().unwrap(), Eigh::new().b(&b.tril().unwrap())).unwrap().0;
        let up = Eigh::new().lower(false);
        let high = linalg::eigh_with(&a.triu().unwrap(), up.b(&b.triu().unwrap())).unwrap().0;
        close(&low, &w, 0.0, "the lower triangle");
        close(&high, &w, 64.0, "the upper triangle");
        let (some, vectors) = linalg::eigh_with(&a, Eigh::new().b(&b).subset_by_index(1..3)).unwrap();
        close(&some, &w.slice(s![1..3]).unwrap(), 0.0, "by index");
        close(&vectors, &v.slice(s![.., 1..3]).unwrap(), 0.0, "by index");
        let values = linalg::eigvalsh(&a, &b).unwrap().typed::<f64>().unwrap().to_vec().unwrap();
        let between = Eigh::new().b(&b).subset_by_value(values[0], (values[2] + values[3]) / 2.0);
        let (some, vectors) = linalg::eigh_with(&a, between).unwrap();
        close(&some, &w.slice(s![1..3]).unwrap(), 0.0, "by value");
        assert_eq!(vectors.shape(), [4, 2]);
        let none = linalg::eigh_with(&a, Eigh::new().subset_by_value(1e9, 2e9)).unwrap();
        assert_eq!((none.0.shape(), none.1.shape()), (&[0][..], &[4, 0][..]));
        let stack = xp.stack(&[&a, &b], 0).unwrap();
        let (w, v) = linalg::eigh_with(&stack, Eigh::new().b(&b).subset_by_index(0..2)).unwrap();
        assert_eq!((w.shape(), v.shape()), (&[2, 2][..], &[2, 4, 2][..]));
        close(&w.slice(s![1]).unwrap(), &xp.ones_of(DType::F64, 2).unwrap(), 64.0, "b of itself");
        let indefinite = b.negative().unwrap();
        assert!(matches!(linalg::eigh(&a, &indefinite), Err(Error::NotPositiveDefinite { .. })));
        assert!(matches!(linalg::eigvalsh_with(&a, Eigh::new().subset_by_index(2..9)), Err(Error::Value { .. })));
        assert!(matches!(linalg::eigh(&a, &b.slice(s![..2, ..2]).unwrap()), Err(Error::Shape { .. })));
        let of_stack = linalg::eigvalsh_with(&stack, Eigh::new().subset_by_value(0.0, 1.0));
        assert!(matches!(of_stack, Err(Error::Value { .. })));
    }
    for_types!(numbers, T => {
        let a = xp.array(&[2i8, 0, 0, 3]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        let b = xp.array(&[1i8, 0, 0, 3]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        let values = linalg::eigvalsh(&a, &b).unwrap();
        close(&values, &xp.array([1.0, 2.0]).unwrap().into_dyn(), 4.0, &T::DTYPE.to_string());
    });
    let none = xp.zeros::<f64>([0, 0]).unwrap();
    assert_eq!(linalg::eigh(&none, &none).unwrap().1.shape(), [0, 0]);
    let truth = xp.array([[true]]).unwrap();
    assert!(matches!(linalg::eigvalsh(&truth, &truth), Err(Error::DType { .. })));
}

/// Bases, angles, polar factors, `pinvh` and `rq`.
pub fn spaces<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    for kind in ["real", "complex"] {
        let name = |part: &str| format!("spaces/{kind}/{part}");
        let [a, b, third] = ["a", "b", "third"].map(|part| array(xp, &data, &name(part)));
        each(&a, &data, &name("angles"), 32.0, &|a| linalg::subspace_angles(a, &b.astype(a.dtype())?));
        same(&linalg::subspace_angles(&b, &a).unwrap(), &data, &name("angles"), 32.0);
        let near = array(xp, &data, &name("near"));
        let angles = linalg::subspace_angles(&a, &near).unwrap();
        let expected = array(xp, &data, &name("near_angles"));
        let small = angles.subtract(&expected).unwrap().slice(s![0]).unwrap();
        assert!(largest(&small) < 1e-15 && largest(&expected.slice(s![0]).unwrap()) > 1e-10);
        each(&a, &data, &name("procrustes"), 64.0, &|a| {
            Ok(linalg::orthogonal_procrustes(a, &third.astype(a.dtype())?)?.0)
        });
        each(&a, &data, &name("procrustes_scale"), 64.0, &|a| {
            Ok(linalg::orthogonal_procrustes(a, &third.astype(a.dtype())?)?.1)
        });
        each(&a, &data, &name("polar_u"), 32.0, &|a| Ok(linalg::polar(a)?.0));
        each(&a, &data, &name("polar_right"), 32.0, &|a| Ok(linalg::polar(a)?.1));
        each(&a, &data, &name("polar_left"), 32.0, &|a| Ok(linalg::polar_with(a, Side::Left)?.1));
        let gram = a.matmul(&a.adjoint().unwrap()).unwrap();
        same(&linalg::pinvh(&gram, None).unwrap(), &data, &name("pinvh"), 4096.0);
        same(&linalg::pinvh(&gram.tril().unwrap(), Some(1e-10)).unwrap(), &data, &name("pinvh"), 4096.0);
        for a in [a.clone(), a.t(), a.flip(..).unwrap()] {
            let basis = linalg::orth(&a, None).unwrap();
            unitary(&basis, "orth");
            let projected = basis.matmul(&basis.adjoint().unwrap().matmul(&a).unwrap()).unwrap();
            close(&projected, &a, 64.0, "orth");
            for mode in [QrMode::Reduced, QrMode::Complete] {
                let (r, q) = linalg::rq_with(&a, mode).unwrap();
                close(&r.matmul(&q).unwrap(), &a, 32.0, "rq");
                let (m, k) = (r.shape()[0] as i64, r.shape()[1] as i64);
                assert_eq!(k as usize, if mode == QrMode::Complete { a.shape()[1] } else { 3 });
                assert_eq!(largest(&r.tril_with(k - m - 1).unwrap()), 0.0);
                unitary(&q.adjoint().unwrap(), "rq");
            }
        }
        let wide = a.adjoint().unwrap();
        let space = linalg::null_space(&wide, None).unwrap();
        assert_eq!(space.shape(), [5, 2]);
        unitary(&space, "null_space");
        assert!(largest(&wide.matmul(&space).unwrap()) < 1e-14);
        assert_eq!(linalg::null_space(&wide, Some(10.0)).unwrap().shape(), [5, 5]);
        assert_eq!(linalg::orth(&gram, None).unwrap().shape(), [5, 3]);
        let stack = xp.stack(&[&a, &third], 0).unwrap();
        let (u, p) = linalg::polar(&stack).unwrap();
        close(&u.matmul(&p).unwrap(), &stack, 32.0, "polar of a stack");
        let (r, q) = linalg::rq(&stack).unwrap();
        close(&r.matmul(&q).unwrap(), &stack, 32.0, "rq of a stack");
    }
    for_types!(numbers, T => {
        let a = xp.array(&[2i8, 0, 0, 0]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        assert_eq!(linalg::orth(&a, None).unwrap().shape(), [2, 1]);
        assert_eq!(linalg::null_space(&a, None).unwrap().shape(), [2, 1]);
        assert_eq!(linalg::subspace_angles(&a, &a).unwrap().shape(), [1]);
        assert!((largest(&linalg::pinvh(&a, None).unwrap()) - 0.5).abs() < 1e-6);
        assert!((largest(&linalg::polar(&a).unwrap().1) - 2.0).abs() < 1e-6);
        assert!((largest(&linalg::rq(&a).unwrap().0) - 2.0).abs() < 1e-6);
        assert!((largest(&linalg::orthogonal_procrustes(&a, &a).unwrap().1) - 4.0).abs() < 1e-5);
        let b = xp.array(&[1i8, 2, 2, 1]).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        assert!(linalg::issymmetric(&b, Symmetry::new()).unwrap() && linalg::ishermitian(&b, Symmetry::new()).unwrap());
        assert!(!linalg::issymmetric(&b.cumsum(0).unwrap(), Symmetry::new()).unwrap());
    });
    let none = xp.zeros::<f64>([0, 3]).unwrap();
    assert_eq!(linalg::null_space(&none, None).unwrap().shape(), [3, 3]);
    assert_eq!(linalg::orth(&none, None).unwrap().shape(), [0, 0]);
    assert_eq!(linalg::polar(&none).unwrap().1.shape(), [3, 3]);
    assert_eq!(linalg::rq(&none).unwrap().1.shape(), [0, 3]);
    assert_eq!(linalg::pinvh(&xp.zeros::<f64>([0, 0]).unwrap(), None).unwrap().shape(), [0, 0]);
    let (vector, square) = (xp.ones::<f64>(3).unwrap(), xp.ones::<f64>([3, 3]).unwrap());
    let refused: [Result<DynArray<B>>; 8] = [
        linalg::orth(&vector, None),
        linalg::null_space(&vector, None),
        linalg::subspace_angles(&square, &none),
        linalg::orthogonal_procrustes(&square, &none).map(|found| found.0),
        linalg::polar(&vector).map(|found| found.0),
        linalg::rq(&vector).map(|found| found.0),
        linalg::pinvh(&none, None),
        linalg::issymmetric(&none, Symmetry::new()).map(|_| square.as_dyn().clone()),
    ];
    assert!(refused.iter().all(|found| matches!(found, Err(Error::Shape { .. }))));
    let z = xp
        .array([[Complex::new(1.0, 0.0), Complex::new(0.0, 1.0)], [Complex::new(0.0, 1.0), Complex::new(1.0, 0.0)]])
        .unwrap();
    assert!(linalg::issymmetric(&z, Symmetry::new()).unwrap() && !linalg::ishermitian(&z, Symmetry::new()).unwrap());
    let nearly = xp.array([[1.0, 2.0], [2.5, f64::NAN]]).unwrap();
    let part = nearly.slice(s![.., ..]).unwrap();
    assert!(!linalg::issymmetric(&part, Symmetry::new().atol(1.0)).unwrap());
    let part = xp.array([[1.0, 2.0], [2.5, 1.0]]).unwrap();
    assert!(linalg::issymmetric(&part, Symmetry::new().atol(0.5)).unwrap());
    assert!(!linalg::ishermitian(&part, Symmetry::new().rtol(0.1)).unwrap());
}

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
    let dense = d.diag().unwrap().add(&e.diag_with(1).unwrap()).unwrap().add(&e.diag_with(-1).unwrap()).unwrap();
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
        let left = a.matmul(&x).unwrap().add(&x.matmul(&a.t()).unwrap()).unwrap();
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
        linalg::solve_discrete_are(&unit, &unit, &unit, &zero),
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
        let beside = d.tril_with(-2).unwrap().add(&d.triu_with(2).unwrap()).unwrap();
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

/// `qz` and generalised eigenvalues.
pub fn quotients<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    let check = |a: &DynArray<B>, b: &DynArray<B>, what: &str| {
        let (s, t, q, z) = linalg::qz(a, b).unwrap();
        unitary(&q, what);
        unitary(&z, what);
        for (x, triangle) in [(a, &s), (b, &t)] {
            let back = q.matmul(triangle).unwrap().matmul(&z.adjoint().unwrap()).unwrap();
            close(&back, &x.astype(DType::Complex128).unwrap(), 256.0, what);
            assert_eq!(largest(&triangle.tril_with(-1).unwrap()), 0.0, "{what}");
        }
        let diagonal = crate::scipy::numbers(&t.diagonal().unwrap());
        assert!(diagonal.iter().all(|x| x.im == 0.0 && x.re >= 0.0), "{what}");
        let chosen = |alpha: Complex<f64>, beta: f64| alpha.re < 0.0 && beta > 0.0;
        let (s, t, q, z, count) = linalg::ordqz(a, b, chosen).unwrap();
        unitary(&q, what);
        unitary(&z, what);
        for (x, triangle) in [(a, &s), (b, &t)] {
            let back = q.matmul(triangle).unwrap().matmul(&z.adjoint().unwrap()).unwrap();
            close(&back, &x.astype(DType::Complex128).unwrap(), 512.0, what);
            assert_eq!(largest(&triangle.tril_with(-1).unwrap()), 0.0, "{what}");
        }
        if ["real", "complex", "scaled", "a triangle"].contains(&what) {
            let [s, t] = [&s, &t].map(|x| crate::scipy::numbers(&x.diagonal().unwrap()));
            let count = count.item().unwrap().get::<i64>() as usize;
            assert!((0..5).all(|k| chosen(s[k], t[k].re) == (k < count)), "{what}");
        }
        let (s, t, _, _) = linalg::qz(a, b).unwrap();
        let (w, v) = linalg::eig(a, b).unwrap();
        assert_eq!(w.to_string(), linalg::eigvals(a, b).unwrap().to_string());
        let complex = |x: &DynArray<B>| x.astype(DType::Complex128).unwrap();
        // a v beta = b v alpha, which holds for infinite eigenvalues too.
        let (alpha, beta) = (s.diagonal().unwrap(), t.diagonal().unwrap());
        let left = complex(a).matmul(&v).unwrap().multiply(&beta).unwrap();
        let right = complex(b).matmul(&v).unwrap().multiply(&alpha).unwrap();
        let bound = 1e-12 * largest(a) * largest(b).max(f64::MIN_POSITIVE);
        assert!(largest(&left.subtract(&right).unwrap()) <= bound, "{what}");
        let norms = v.norm(0).unwrap();
        close(&norms, &norms.ones_like().unwrap(), 8.0, what);
    };
    for kind in ["real", "complex"] {
        let [a, b] = ["a", "b"].map(|part| array(xp, &data, &format!("pencil/{kind}/{part}")));
        check(&a, &b, kind);
        each(&a, &data, &format!("pencil/{kind}/w"), 4096.0, &|a| {
            let w = linalg::eigvals(a, &b.astype(a.dtype())?)?;
            let rounded = w.multiply(1e6)?.real()?.round(0)?.add(&w.imag()?.multiply(1e-9)?)?;
            w.take(&rounded.argsort()?, 0)
        });
        for scale in [1e100, 1e-100] {
            check(&a.multiply(scale).unwrap(), &b, "scaled");
        }
        check(&a, &b.triu().unwrap(), "a triangle");
        let stack = xp.stack(&[&a, &b], 0).unwrap();
        let (s, _, _, _) = linalg::qz(&stack, &b).unwrap();
        close(&s.slice(s![0]).unwrap(), &linalg::qz(&a, &b).unwrap().0, 0.0, "a stack");
        // Two infinite eigenvalues, in different places.
        let mut singular = b.clone();
        singular.assign(s![1], 0.0).unwrap();
        singular.assign(s![.., 3], 0.0).unwrap();
        check(&a, &singular, "a singular matrix");
        let infinite = linalg::eigvals(&a, &singular).unwrap().isinf().unwrap().sum(..).unwrap();
        assert!(infinite.item().unwrap().get::<i64>() >= 1);
        let (diagonal, mut holes) =
            (a.diagonal().unwrap().diag().unwrap(), xp.eye_of(a.dtype(), 5, Eye::new()).unwrap());
        holes.assign(s![0, 0], 0.0).unwrap();
        holes.assign(s![2, 2], 0.0).unwrap();
        check(&diagonal, &holes, "diagonals");
        check(&a, &holes, "holes");
        assert_eq!(
            linalg::eigvals(&a, &holes).unwrap().isinf().unwrap().sum(..).unwrap().item().unwrap().get::<i64>(),
            2
        );
        check(&a, &b.zeros_like().unwrap(), "zeros");
        check(&a.zeros_like().unwrap(), &b, "zeros");
    }
    for n in [1, 2, 3, 20, 40] {
        let of = |f: &dyn Fn(usize) -> f64| {
            let entries: Vec<f64> = (0..n * n).map(f).collect();
            xp.from_slice(&entries, [n, n]).unwrap().into_dyn()
        };
        check(
            &of(&|k| ((k * k * 7 + 3 * k) % 101) as f64 - 50.0),
            &of(&|k| ((k * k * 5 + 11 * k) % 97) as f64 - 48.0),
            "rows",
        );
    }
    for_types!(numbers, T => {
        let of = |values: &[i8]| xp.array(values).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        let (a, b) = (of(&[2, 0, 0, 3]), of(&[1, 0, 0, 3]));
        let w = linalg::eigvals(&a, &b).unwrap().real().unwrap();
        close(&w.sort().unwrap(), &xp.array([1.0, 2.0]).unwrap().into_dyn(), 4.0, &T::DTYPE.to_string());
        assert_eq!(linalg::eig(&a, &b).unwrap().1.dtype(), linalg::qz(&a, &b).unwrap().0.dtype());
    });
    let zero = xp.zeros::<f64>([1, 1]).unwrap();
    assert!(
        linalg::eigvals(&zero, &zero)
            .unwrap()
            .isnan()
            .unwrap()
            .all(..)
            .unwrap()
            .typed::<bool>()
            .unwrap()
            .item()
            .unwrap()
    );
    let none = xp.zeros::<f32>([0, 0]).unwrap();
    assert_eq!(linalg::eig(&none, &none).unwrap().0.shape(), [0]);
    let (one, two) = (xp.ones::<f64>([1, 1]).unwrap(), xp.ones::<f64>([2, 2]).unwrap());
    assert!(matches!(linalg::eig(&one, &two), Err(Error::Shape { .. })));
    assert!(matches!(linalg::qz(&xp.ones::<f64>(2).unwrap(), &two), Err(Error::Shape { .. })));
    assert!(matches!(linalg::eigvals(&two.multiply(f64::NAN).unwrap(), &two), Err(Error::Value { .. })));
}

/// Matrices of binomial coefficients.
pub fn binomials<B: Backend>(xp: &B) {
    use linalg::PascalKind::{Lower, Symmetric, Upper};
    let data = npz("scipy_linalg.npz");
    for n in [0, 1, 2, 5, 9] {
        for (name, kind) in [("symmetric", Symmetric), ("lower", Lower), ("upper", Upper)] {
            same(&linalg::pascal(xp, n, kind).unwrap(), &data, &format!("pascal/{n}/{name}"), 0.0);
            same(&linalg::invpascal(xp, n, kind).unwrap(), &data, &format!("invpascal/{n}/{name}"), 0.0);
        }
        same(&linalg::invhilbert(xp, n).unwrap(), &data, &format!("invhilbert/{n}"), 0.0);
    }
    let product = linalg::pascal(xp, 12, Symmetric).unwrap().matmul(&linalg::invpascal(xp, 12, Symmetric).unwrap());
    assert_eq!(product.unwrap().to_string(), xp.eye::<i64>(12).unwrap().to_string());
    assert_eq!(linalg::invhilbert(xp, 40).unwrap().shape(), [40, 40]);
    let refused = [
        linalg::pascal(xp, 100, Symmetric),
        linalg::pascal(xp, usize::MAX, Lower),
        linalg::invpascal(xp, 60, Symmetric),
        linalg::invpascal(xp, 100, Upper),
        linalg::invhilbert(xp, 500),
    ];
    assert!(refused.iter().all(|x| matches!(x, Err(Error::Value { .. }))));
}
