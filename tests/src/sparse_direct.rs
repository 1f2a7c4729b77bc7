//! Direct solvers of sparse systems: the triangles multiply to the matrix, and solutions are SciPy's.

use crate::data::{Stored, npz};
use crate::for_types;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{
    Krylov, LinearOperator, Ordering, Spilu, Splu, Trans, factorized, gmres, spilu, splu, spsolve, spsolve_sparse,
};
use xparray::sparse::{Coo, Csr};
use xparray::{Error, Result};

type Z = Complex<f64>;
type Data = BTreeMap<String, Stored>;

const ORDERINGS: [Ordering; 4] =
    [Ordering::Natural, Ordering::Colamd, Ordering::MmdAtPlusA, Ordering::ReverseCuthillMckee];

/// The elements of the data, as a type.
pub fn elements<T: Element>(data: &Data, name: &str) -> Vec<T> {
    data.get(name).unwrap_or_else(|| panic!("{name} is not there")).cast()
}

/// A dense array of the data.
pub fn dense<T: Element, B: Backend>(xp: &B, data: &Data, name: &str) -> Array<T, B> {
    xp.from_slice(&elements::<T>(data, name), &data[name].shape[..]).unwrap()
}

/// A sparse matrix of the data.
pub fn matrix<T: Field, B: Backend>(xp: &B, data: &Data, name: &str) -> Csr<T, B> {
    let shape = elements::<i64>(data, &format!("{name}/shape"));
    let [row, col] = ["row", "col"].map(|part| dense::<i64, B>(xp, data, &format!("{name}/{part}")));
    let values = dense::<T, B>(xp, data, &format!("{name}/values"));
    Coo::new([shape[0] as usize, shape[1] as usize], &row, &col, &values).unwrap().to_csr().unwrap()
}

/// The norm of all elements.
pub fn norm<B: Backend>(x: &DynArray<B>) -> f64 {
    x.norm(..).unwrap().item().unwrap().get()
}

fn precision(dtype: DType) -> f64 {
    if dtype.real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON }
}

fn ones<T: Field, B: Backend>(xp: &B, n: usize) -> Array<T, B> {
    xp.ones(n).unwrap()
}

/// Solutions of SciPy's systems, of every type, order of columns, and kind of right-hand side.
pub fn systems<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!(fields, T => for name in ["chance", "complex", "grid", "scaled", "one"] {
        if name == "complex" && !T::DTYPE.is_complex() {
            continue;
        }
        let prefix = format!("direct/{name}");
        let a = matrix::<T, B>(xp, &data, &prefix);
        let b = dense::<T, B>(xp, &data, &format!("{prefix}/b")).into_dyn();
        let whole = a.to_dense().unwrap().into_dyn();
        let size = norm(&whole);
        let eps = precision(T::DTYPE);
        for ordering in ORDERINGS {
            for threshold in [1.0, 0.1] {
                let lu = splu(&a, Splu::new().permc_spec(ordering).diag_pivot_thresh(threshold)).unwrap();
                assert_eq!(lu.shape(), a.shape());
                for (trans, of) in [(Trans::Plain, "N"), (Trans::Transpose, "T"), (Trans::Adjoint, "H")] {
                    let x = lu.solve_with(&b, trans).unwrap();
                    assert_eq!((x.shape(), x.dtype()), (b.shape(), T::DTYPE));
                    let matrix = match trans {
                        Trans::Plain => whole.clone(),
                        Trans::Transpose => whole.t(),
                        Trans::Adjoint => whole.adjoint().unwrap(),
                    };
                    // What exchanges of rows promise: the solution of nearly this system.
                    let rest = norm(&matrix.matmul(&x).unwrap().subtract(&b).unwrap());
                    assert!(rest <= 100.0 * eps * (size * norm(&x) + norm(&b)), "{name} {of} {ordering:?}: {rest}");
                    if T::DTYPE.real() == DType::F64 && trans == Trans::Plain {
                        let expected = dense::<T, B>(xp, &data, &format!("{prefix}/{of}")).into_dyn();
                        assert!(norm(&x.subtract(&expected).unwrap()) <= 1e-10 * norm(&expected), "{name} {of}");
                    }
                }
            }
        }
        // Vectors, views, one right-hand side in several, none at all.
        let lu = splu(&a, Splu::new()).unwrap();
        let x = lu.solve(&b).unwrap();
        let column = |k: isize| b.slice(s![.., k]).unwrap();
        // Of more sparse columns than are solved together, every third one is a column of these.
        let many = Csr::from_dense(&b.clone().typed::<T>().unwrap()).unwrap();
        let none = Csr::zeros(xp, b.shape().try_into().unwrap()).unwrap();
        let wide = Csr::hstack(&[&[&none; 25][..], &[&many], &[&none; 2]].concat()).unwrap();
        let sparse = spsolve_sparse(&a, &wide).unwrap();
        assert_eq!((sparse.shape(), sparse.slice(s![.., ..75]).unwrap().nnz()), (wide.shape(), 0));
        let solved = sparse.slice(s![.., 75..78]).unwrap().to_dense().unwrap().into_dyn();
        assert!(norm(&solved.subtract(&x).unwrap()) <= norm(&x) * if T::DTYPE.real() == DType::F64 { 1e-9 } else { 1e-2 });
        for k in 0..3 {
            let expected = x.slice(s![.., k]).unwrap();
            for solved in [lu.solve(&column(k)), spsolve(&a, &column(k).copy().unwrap()), factorized(&a).unwrap()(&column(k)), lu.matvec(&column(k))] {
                assert!(solved.unwrap().array_equal(&expected).unwrap());
            }
        }
        let turned = b.flip(..).unwrap().copy().unwrap().flip(..).unwrap();
        assert!(lu.solve(&turned).unwrap().array_equal(&x).unwrap());
        assert!(lu.matmat(&b.t().copy().unwrap().t()).unwrap().array_equal(&x).unwrap());
        let same = column(0).expand_dims(1).unwrap().broadcast_to([b.shape()[0], 2]).unwrap();
        assert!(lu.solve(&same).unwrap().slice(s![.., 1]).unwrap().array_equal(&x.slice(s![.., 0]).unwrap()).unwrap());
        assert_eq!(lu.solve(&b.slice(s![.., ..0]).unwrap()).unwrap().shape(), [b.shape()[0], 0]);
        assert!(lu.rmatvec(&column(1)).unwrap().array_equal(&lu.solve_with(&column(1), Trans::Adjoint).unwrap()).unwrap());
    });
}

/// The triangles: what they multiply to, in which order, and how many entries they have.
pub fn triangles<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!(fields, T => for name in ["chance", "complex", "grid", "one"] {
        if name == "complex" && !T::DTYPE.is_complex() {
            continue;
        }
        let a = matrix::<T, B>(xp, &data, &format!("direct/{name}"));
        let [n, _] = a.shape();
        let whole = a.to_dense().unwrap();
        for ordering in ORDERINGS {
            let lu = splu(&a, Splu::new().permc_spec(ordering)).unwrap();
            let (l, u) = (lu.l().unwrap().to_dense().unwrap(), lu.u().unwrap().to_dense().unwrap());
            assert_eq!(lu.nnz().unwrap(), lu.l().unwrap().nnz() + lu.u().unwrap().nnz());
            assert!(l.array_equal(&l.tril().unwrap()).unwrap() && u.array_equal(&u.triu().unwrap()).unwrap());
            assert!(l.diagonal().unwrap().array_equal(&ones::<T, B>(xp, n)).unwrap());
            // No factor is above 1.
            assert!(l.as_dyn().abs().unwrap().max(..).unwrap().item().unwrap().get::<f64>() <= 1.0 + 1e-6);
            let mut places = [lu.perm_r().unwrap().to_vec().unwrap(), lu.perm_c().unwrap().to_vec().unwrap()];
            let product = l.matmul(&u).unwrap();
            // `Pr A Pc` back in the order of the matrix.
            let back = product.as_dyn().take(lu.perm_r().unwrap(), 0).unwrap().take(lu.perm_c().unwrap(), 1).unwrap();
            assert!(norm(&back.subtract(&whole).unwrap()) <= 50.0 * precision(T::DTYPE) * norm(whole.as_dyn()), "{name} {ordering:?}");
            for places in &mut places {
                places.sort_unstable();
                assert!(places.iter().copied().eq(0..n as i64));
            }
        }
    });
    // A good order leaves few entries: of a grid of n nodes, about n log n, and not n^1.5.
    let line = |n: usize| {
        let (main, side) = (xp.array([2.0]).unwrap(), xp.array([-1.0]).unwrap());
        Csr::diags(&[&main, &side, &side], &[0, 1, -1], [n, n]).unwrap()
    };
    let grid = Csr::kronsum(&line(40), &line(40)).unwrap();
    let entries =
        |ordering| splu(&grid, Splu::new().permc_spec(ordering).diag_pivot_thresh(0.0)).unwrap().nnz().unwrap();
    let [natural, colamd, amd, rcm] = ORDERINGS.map(entries);
    assert!(amd < 60_000 && colamd < 80_000 && rcm <= 110_000 && natural > 120_000, "{natural} {colamd} {amd} {rcm}");
    // An arrow to the first unknown: eliminated first it fills all, last nothing.
    let n = 300;
    let mut arrow = xp.eye::<f64>(n).unwrap() * 1000.0;
    arrow.assign(s![0], ones::<f64, B>(xp, n)).unwrap();
    arrow.assign(s![.., 0], ones::<f64, B>(xp, n)).unwrap();
    arrow.assign(s![0, 0], 1000.0).unwrap();
    let arrow = Csr::from_dense(&arrow).unwrap();
    for ordering in [Ordering::MmdAtPlusA, Ordering::Colamd] {
        let lu = splu(&arrow, Splu::new().permc_spec(ordering).diag_pivot_thresh(0.0)).unwrap();
        assert_eq!(lu.nnz().unwrap(), arrow.nnz() + n, "{ordering:?}");
    }
}

/// Incomplete triangles: as close as is asked for, in as much memory.
pub fn incomplete<B: Backend>(xp: &B) {
    let data = npz("sparse.npz");
    for_types!(fields, T => for name in ["chance", "complex", "grid", "one"] {
        if name == "complex" && !T::DTYPE.is_complex() {
            continue;
        }
        let a = matrix::<T, B>(xp, &data, &format!("direct/{name}"));
        let [n, _] = a.shape();
        let b = ones::<T, B>(xp, n);
        // Without dropping these are the triangles.
        let exact = splu(&a, Splu::new().diag_pivot_thresh(0.1)).unwrap();
        let all = spilu(&a, Spilu::new().drop_tol(0.0).fill_factor(1e6)).unwrap();
        let (x, whole) = (all.solve(&b).unwrap(), a.to_dense().unwrap().into_dyn());
        let rest = norm(&whole.matmul(&x).unwrap().subtract(&b).unwrap());
        assert!(rest <= 10.0 * precision(T::DTYPE) * (norm(&whole) * norm(&x) + norm(b.as_dyn())), "{name} {rest:e}");
        assert_eq!(all.nnz(), exact.nnz(), "{name}");
        let rough = spilu(&a, Spilu::new().drop_tol(0.02)).unwrap();
        assert!(rough.nnz().unwrap() <= exact.nnz().unwrap() && (n == 1 || rough.nnz().unwrap() < exact.nnz().unwrap()), "{name}");
        let goal = if T::DTYPE.real() == DType::F32 { 1e-4 } else { 1e-9 };
        let with = gmres(&a, &b, Krylov::new().rtol(goal).m(&rough)).unwrap();
        let without = gmres(&a, &b, Krylov::new().rtol(goal)).unwrap();
        assert!(with.converged && (n == 1 || 2 * with.iterations < without.iterations), "{name} {} {}", with.iterations, without.iterations);
        let least = spilu(&a, Spilu::new().drop_tol(0.0).fill_factor(1.0)).unwrap();
        assert!(least.nnz().unwrap() <= a.nnz() + 4 * n, "{name} {} {}", least.nnz().unwrap(), a.nnz());
    });
    let turn = Csr::from_dense(&xp.array([[1.0, 1.0], [1.0, 1.0]]).unwrap()).unwrap();
    assert!(matches!(spilu(&turn, Spilu::new()).err(), Some(Error::Singular { pivot: 1, .. })));
    assert!(matches!(splu(&turn, Splu::new()).err(), Some(Error::Singular { pivot: 1, .. })));
}

/// Other types on the right; singular matrices, no unknowns, wrong operands.
pub fn refused<B: Backend>(xp: &B) {
    let a = matrix::<f64, B>(xp, &npz("sparse.npz"), "direct/chance");
    let lu = splu(&a, Splu::new()).unwrap();
    let z = xp.full(80, Z::new(1.0, 2.0)).unwrap();
    let x = lu.solve(&z).unwrap();
    let real = lu.solve(&xp.ones::<i32>(80).unwrap()).unwrap();
    assert_eq!((x.dtype(), real.dtype()), (DType::Complex128, DType::F64));
    assert!(norm(&x.subtract(real.multiply(Z::new(1.0, 2.0)).unwrap()).unwrap()) <= 1e-13 * norm(&x));
    let single = splu(&a.astype::<f32>().unwrap(), Splu::new()).unwrap();
    assert_eq!(single.solve(&xp.ones_of(DType::F16, 80).unwrap()).unwrap().dtype(), DType::F32);
    assert_eq!(single.solve(&xp.ones::<f64>(80).unwrap()).unwrap().dtype(), DType::F64);

    for_types!(fields, T => {
        let empty = Csr::<T, B>::zeros(xp, [0, 0]).unwrap();
        assert_eq!(spsolve(&empty, &xp.zeros::<T>(0).unwrap()).unwrap().shape(), [0]);
        assert_eq!(splu(&empty, Splu::new()).unwrap().solve(&xp.zeros::<T>([0, 2]).unwrap()).unwrap().shape(), [0, 2]);
        assert_eq!(spilu(&empty, Spilu::new()).unwrap().nnz().unwrap(), 0);
        let zeros = Csr::<T, B>::zeros(xp, [3, 3]).unwrap();
        let b = ones::<T, B>(xp, 3);
        assert!(matches!(spsolve(&zeros, &b), Err(Error::Singular { pivot: 0, .. })));
        assert!(matches!(factorized(&zeros).err(), Some(Error::Singular { .. })));
        assert!(matches!(spilu(&zeros, Spilu::new()).err(), Some(Error::Singular { .. })));
        // Two rows that are the same; a column of a stored zero.
        let twice = Csr::from_dense(&xp.from_slice(&[1, 2, 3, 1, 2, 3, 0, 1, 1].map(|x: i32| x.cast::<T>()), [3, 3]).unwrap()).unwrap();
        assert!(matches!(spsolve(&twice, &b), Err(Error::Singular { .. })));
        let stored = Csr::<T, B>::eye(xp, 3).unwrap().multiply(xp.array([1.0, 0.0, 1.0]).unwrap().astype::<T>()).unwrap();
        assert!(matches!(spsolve(&stored, &b), Err(Error::Singular { .. })));
        let wide = Csr::<T, B>::zeros(xp, [3, 4]).unwrap();
        assert!(matches!(spsolve_sparse(&wide.transpose().unwrap(), &wide).err(), Some(Error::Shape { .. })));
        assert_eq!(spsolve_sparse(&Csr::eye(xp, 3).unwrap(), &wide.slice(s![.., ..0]).unwrap()).unwrap().shape(), [3, 0]);
        assert!(matches!(splu(&wide, Splu::new()).err(), Some(Error::Shape { .. })));
        assert!(matches!(spilu(&wide, Spilu::new()).err(), Some(Error::Shape { .. })));
        let eye = splu(&Csr::<T, B>::eye(xp, 3).unwrap(), Splu::new()).unwrap();
        for wrong in [xp.ones::<T>(2).unwrap(), xp.ones([]).unwrap(), xp.ones([2, 3]).unwrap(), xp.ones([3, 1, 1]).unwrap()] {
            assert!(matches!(eye.solve(&wrong), Err(Error::Shape { .. })));
            assert!(matches!(spsolve(&Csr::<T, B>::eye(xp, 3).unwrap(), &wrong), Err(Error::Shape { .. })));
        }
        assert!(matches!(eye.matvec(&xp.ones_of(T::DTYPE, [3, 1]).unwrap()), Err(Error::Shape { .. })));
        assert!(matches!(eye.matmat(&xp.ones_of(T::DTYPE, 3).unwrap()), Err(Error::Shape { .. })));
        for number in [f64::NAN, f64::INFINITY] {
            let not = Csr::<T, B>::eye(xp, 3).unwrap().multiply(xp.array([1.0, number, 1.0]).unwrap().astype::<T>()).unwrap();
            assert!(matches!(splu(&not, Splu::new()).err(), Some(Error::Value { .. })));
        }
    });
    for number in [-0.1, 1.1, f64::NAN] {
        assert!(matches!(splu(&a, Splu::new().diag_pivot_thresh(number)).err(), Some(Error::Value { .. })));
        assert!(matches!(spilu(&a, Spilu::new().diag_pivot_thresh(number)).err(), Some(Error::Value { .. })));
    }
    for options in [Spilu::new().drop_tol(-1.0), Spilu::new().drop_tol(f64::NAN), Spilu::new().fill_factor(0.5)] {
        assert!(matches!(spilu(&a, options).err(), Some(Error::Value { .. })));
    }
    // Sizes from one end of the numbers to the other.
    let far =
        Csr::diags(&[&xp.array([1e-300, 1e300, 1.0, -1e-308]).unwrap(), &xp.array([1e-300]).unwrap()], &[0, 1], [4, 4])
            .unwrap();
    let x: Result<DynArray<B>> = spsolve(&far, &far.matmul(&ones(xp, 4)).unwrap());
    assert!(x.unwrap().allclose(ones::<f64, B>(xp, 4)).unwrap());
}
