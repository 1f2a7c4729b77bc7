//! Eigenvalues of two matrices, spaces of matrices, and matrices of binomial coefficients.

use crate::data::npz;
use crate::for_types;
use crate::scipy::{array, each, same};
use crate::scipy_linalg::{close, largest, unitary};
use xparray::prelude::*;
use xparray::scipy::linalg::{self, Eigh, Problem, SchurOutput, Side, Symmetry};
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

/// `qz` in its complex form, and generalised eigenvalues.
pub fn quotients<B: Backend>(xp: &B) {
    let data = npz("scipy_linalg.npz");
    let qz = |a: &DynArray<B>, b: &DynArray<B>| linalg::qz_with(a, b, SchurOutput::Complex).unwrap();
    let check = |a: &DynArray<B>, b: &DynArray<B>, what: &str| {
        let (s, t, q, z) = qz(a, b);
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
        let (s, t, q, z, count) = linalg::ordqz_with(a, b, SchurOutput::Complex, chosen).unwrap();
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
        let (s, t, _, _) = qz(a, b);
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
            let keys = w.astype(DType::Complex128)?;
            let rounded = keys.multiply(1e3)?.real()?.round(0)?.add(&keys.imag()?.multiply(1e-9)?)?;
            w.take(&rounded.argsort()?, 0)
        });
        for scale in [1e100, 1e-100] {
            check(&a.multiply(scale).unwrap(), &b, "scaled");
        }
        check(&a, &b.triu().unwrap(), "a triangle");
        let stack = xp.stack(&[&a, &b], 0).unwrap();
        let (s, _, _, _) = qz(&stack, &b);
        close(&s.slice(s![0]).unwrap(), &qz(&a, &b).0, 0.0, "a stack");
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
        assert_eq!(linalg::eig(&a, &b).unwrap().1.dtype(), qz(a.as_dyn(), b.as_dyn()).0.dtype());
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
