//! SciPy's functions of matrices, images and spectra where rounding, NaN, or what lies beyond the ends matters: against SciPy 1.17.

use crate::for_types;
use crate::sparse_linalg::fitters;
use crate::sparse_matrices::single;
use xparray::Error;
use xparray::prelude::*;
use xparray::scipy::linalg::{coshm, cosm, expm, sinhm, sinm};
use xparray::scipy::ndimage::{Mode, Spline, map_coordinates, shift};
use xparray::scipy::signal::{Savgol, SavgolMode, Spectral, csd, savgol_filter_with};
use xparray::scipy::sparse::linalg::{
    Arnoldi, Krylov, Lanczos, LeastSquares, Spilu, Stop, Wanted, Which, eigs, eigsh, gmres, lsqr, spilu, svds,
};
use xparray::scipy::spatial::transform::Rotation;
use xparray::sparse::Csr;

fn numbers<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.astype(DType::F64).unwrap().typed().unwrap().to_vec().unwrap()
}

#[track_caller]
fn near<B: Backend>(found: &DynArray<B>, expected: &[f64], tolerance: f64) {
    let found = numbers(found);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= tolerance, "{found:e}, not {expected:e}");
    }
}

/// The smallest eigenvalues, whose errors go by the largest ones, and the smallest singular values.
pub fn spectra<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let tolerance = if single(T::DTYPE) { 1e-5 } else { 1e-12 };
        for n in [25, 40, 60] {
            let of = |value: f64| xp.full(1, value).unwrap().astype::<T>();
            let sides = [&of(2.0), &of(-1.0), &of(-1.0)];
            let a = Csr::<T, B>::diags(&sides, &[0, -1, 1], [n, n]).unwrap();
            let exact = |k: usize| 2.0 - 2.0 * (k as f64 * std::f64::consts::PI / (n as f64 + 1.0)).cos();
            let smallest: Vec<f64> = (1..=4).map(exact).collect();
            for k in [1, 4] {
                let found = eigsh(xp, &a, k, Lanczos::new().which(Which::Smallest)).unwrap();
                assert!(found.converged, "{n} {k}");
                near(&found.values, &smallest[..k], tolerance);
            }
            let found = eigs(xp, &a, 1, Arnoldi::new().which(Wanted::SmallestReal).maxiter(2000)).unwrap();
            assert!(found.converged, "{n}");
            near(&found.values.real().unwrap(), &smallest[..1], 10.0 * tolerance);
        }
    });
    let a = xp.rng(7).normal::<f64>([120, 120]).unwrap();
    for which in [Wanted::LargestMagnitude, Wanted::LargestReal, Wanted::SmallestReal] {
        let found = eigs(xp, &a, 4, Arnoldi::new().which(which)).unwrap();
        let rest = a.astype::<Complex<f64>>().into_dyn().matmul(&found.vectors).unwrap();
        let rest =
            rest.subtract(found.vectors.multiply(&found.values).unwrap()).unwrap().abs().unwrap().max(..).unwrap();
        assert!(found.converged && rest.item().unwrap().get::<f64>() < 1e-11, "{which:?}");
    }
    let tall = xp.arange((1.0, 31.0, 1.0)).unwrap().diag().unwrap().slice(s![.., ..25]).unwrap();
    for a in [tall.clone(), tall.t()] {
        let found = svds(xp, &a, 3, Lanczos::new().which(Which::Smallest)).unwrap();
        assert!(found.converged);
        near(&found.s, &[1.0, 2.0, 3.0], 1e-9);
    }
}

/// Functions of matrices that are not known, or too large; singular ones.
pub fn matrices<B: Backend>(xp: &B) {
    for f in [sinm, cosm, sinhm, coshm, expm] {
        for bad in [f64::NAN, f64::INFINITY] {
            let y = f(&xp.array([[bad, 1.0], [0.0, 1.0]]).unwrap()).unwrap();
            assert!(numbers(&y).iter().all(|x| x.is_nan()));
        }
    }
    let large = expm(&xp.array([800.0, 1.0, -800.0]).unwrap().diag().unwrap()).unwrap();
    let expected = [f64::INFINITY, 0.0, 0.0, 0.0, 1f64.exp(), 0.0, 0.0, 0.0, 0.0];
    assert!(numbers(&large).iter().zip(expected).all(|(x, y)| *x == y || (x - y).abs() < 1e-15), "{large}");
    for rows in [[[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 1.0]]] {
        let a = Csr::from_dense(&xp.array(rows).unwrap()).unwrap();
        assert!(matches!(spilu(&a, Spilu::new()).err(), Some(Error::Singular { .. })));
    }
}

/// Why methods of least squares end, and what they say of the matrix; the norms of `gmres`.
pub fn steps<B: Backend>(xp: &B) {
    let a = xp.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]).unwrap();
    let (exact, b) = (xp.array([1.0, 0.0, -1.0]).unwrap().into_dyn(), xp.array([1.0, 2.0, 4.0]).unwrap().into_dyn());
    let uneven = xp.array([1.0, 10.0, 100.0]).unwrap().diag().unwrap();
    for (name, fit) in fitters() {
        let options = || LeastSquares::new().atol(1e-12).btol(1e-12);
        assert_eq!(fit(&a, &exact, options()).unwrap().stop, Stop::System, "{name}");
        assert_eq!(fit(&a, &exact.multiply(0.0).unwrap(), options()).unwrap().stop, Stop::Start, "{name}");
        assert_eq!(fit(&a, &b, options().maxiter(1)).unwrap().stop, Stop::Steps, "{name}");
        let wide = fit(&uneven, &b, options().conlim(2.0)).unwrap();
        assert!(wide.stop == Stop::Condition && !wide.converged, "{name}");
        let found = fit(&a, &b, options()).unwrap();
        assert!(found.stop == Stop::LeastSquares && found.converged, "{name}");
        assert!((found.matrix - 2.0).abs() < 1e-12 && found.condition > 1.0, "{name} {}", found.matrix);
    }
    let found = lsqr(&a, &b, LeastSquares::new().atol(1e-12).btol(1e-12)).unwrap();
    // The diagonal of the inverse of [[2, 1], [1, 2]].
    near(&found.var.unwrap(), &[2.0 / 3.0, 2.0 / 3.0], 1e-12);
    let norms = std::cell::RefCell::new(Vec::new());
    let tell = |norm: f64| norms.borrow_mut().push(norm);
    let square = xp.array([[4.0, 1.0], [-1.0, 3.0]]).unwrap();
    gmres(&square, &xp.array([6.0, 5.0]).unwrap(), Krylov::new().restart(2).pr_norm(&tell)).unwrap();
    assert!(norms.borrow().len() == 2 && norms.borrow()[0] > 0.1 && norms.borrow()[1] < 1e-12);
}

/// What continues images and signals, and vectors one of a kind.
pub fn beyond<B: Backend>(xp: &B) {
    let x = xp.array([1.0, 5.0, 2.0, 7.0, 3.0, 9.0]).unwrap();
    let places = xp.array([[-20.0, -0.7, -0.5, -0.2, 0.0, 0.3, 5.4, 5.5, 8.0]]).unwrap();
    let cubic = Spline::new().order(3).mode(Mode::Nearest).prefilter(false);
    let expected =
        [1.0, 1.018, 1.0833333333333333, 1.3413333333333333, 1.6666666666666667, 2.3971666666666667, 8.784, 8.875, 9.0];
    near(&map_coordinates(&x, &places, cubic).unwrap(), &expected, 1e-14);
    let moved = shift(&x, 0.7, cubic).unwrap();
    assert!((numbers(&moved)[0] - 1.018).abs() < 1e-14);
    let squares = xp.array([0.0, 1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0]).unwrap();
    let smooth = savgol_filter_with(&squares, 4, 1, Savgol::new()).unwrap();
    near(&smooth, &[-1.0, 2.0, 7.5, 13.5, 21.5, 31.5, 37.0, 48.0], 1e-12);
    let mode = Savgol::new().mode(SavgolMode::Constant(0.0));
    near(&savgol_filter_with(&squares.slice(s![..3]).unwrap(), 2, 0, mode).unwrap(), &[0.5, 2.5, 2.0], 1e-14);
    let (long, short) = (xp.arange(8).unwrap().astype::<f64>(), xp.arange(6).unwrap().astype::<f64>());
    let padded = short.pad([(0, 2)]).unwrap();
    let options = Spectral::new().nperseg(4);
    let (found, expected) = (csd(&long, &short, &options).unwrap().1, csd(&long, &padded, &options).unwrap().1);
    assert!(found.allclose(&expected).unwrap());
    let (turn, left) =
        Rotation::align_vectors(&xp.array([[0.0, 3.0, 0.0]]).unwrap(), &xp.array([[1.0, 1.0, 0.0]]).unwrap(), None)
            .unwrap();
    near(&turn.as_quat(false).unwrap(), &[0.0, 0.0, 0.3826834323650898, 0.9238795325112867], 1e-14);
    assert!((left - 1.585786437626905).abs() < 1e-14);
}
