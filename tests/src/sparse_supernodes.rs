//! Direct solvers where many columns have the same rows: in groups that go on from one panel to the next, and are wider than any block.

use crate::for_types;
use crate::sparse_direct::norm;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{LinearOperator, Ordering, Splu, Trans, splu};
use xparray::sparse::Csr;

/// A grid, of which all points are tied to the points of a dense block, whose rows have the largest entries.
fn bordered<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let line = Csr::diags(
        &[&xp.array([2.0]).unwrap(), &xp.array([-1.5]).unwrap(), &xp.array([-0.5]).unwrap()],
        &[0, -1, 1],
        [13, 13],
    );
    let grid = Csr::kronsum(line.as_ref().unwrap(), line.as_ref().unwrap()).unwrap();
    let mut rng = xp.rng(5);
    let [right, below] = [[169, 83], [83, 169]].map(|shape| Csr::random(&mut rng, shape, 0.1).unwrap());
    let corner = Csr::from_dense(&(rng.random::<f64>([83, 83]).unwrap() - 0.5)).unwrap();
    let rows = [[Some(&grid), Some(&right)], [Some(&below), Some(&corner)]];
    let whole = Csr::block(&rows.iter().map(|row| &row[..]).collect::<Vec<_>>()).unwrap();
    whole
        .map_values(|values| {
            let turn = xp.full_of(T::DTYPE.complex(), [], Complex::new(0.8, 0.6)).unwrap();
            match T::DTYPE.is_complex() {
                true => values.as_dyn().multiply(&turn)?.astype(T::DTYPE)?.typed(),
                false => values.as_dyn().astype(T::DTYPE)?.typed(),
            }
        })
        .unwrap()
}

/// Solutions, and what the triangles multiply to, in each order and with pivots on the diagonal or not.
pub fn wide<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let a = bordered::<T, B>(xp);
        let (n, whole) = (a.shape()[0], a.to_dense().unwrap().into_dyn());
        let precision = if T::DTYPE.real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
        let b = xp.rng(6).random::<f64>([n, 2]).unwrap().into_dyn().astype(T::DTYPE).unwrap();
        for ordering in [Ordering::Natural, Ordering::Colamd, Ordering::MmdAtPlusA] {
            for threshold in [1.0, 0.1] {
                let lu = splu(&a, Splu::new().permc_spec(ordering).diag_pivot_thresh(threshold)).unwrap();
                let (l, u) = (lu.l().unwrap().to_dense().unwrap(), lu.u().unwrap().to_dense().unwrap());
                assert!(l.array_equal(&l.tril().unwrap()).unwrap() && u.array_equal(&u.triu().unwrap()).unwrap());
                let product = l.matmul(&u).unwrap().into_dyn();
                let back = product.take(lu.perm_r().unwrap(), 0).unwrap().take(lu.perm_c().unwrap(), 1).unwrap();
                let error = norm(&back.subtract(&whole).unwrap());
                assert!(error <= 200.0 * precision * norm(&whole), "{ordering:?} {threshold} {error:e}");
                for (trans, matrix) in [
                    (Trans::Plain, whole.clone()),
                    (Trans::Transpose, whole.t()),
                    (Trans::Adjoint, whole.adjoint().unwrap()),
                ] {
                    let x = lu.solve_with(&b, trans).unwrap();
                    let rest = norm(&matrix.matmul(&x).unwrap().subtract(&b).unwrap());
                    let scale = norm(&matrix) * norm(&x) + norm(&b);
                    assert!(rest <= 200.0 * precision * scale, "{ordering:?} {threshold} {trans:?} {rest:e}");
                }
                assert!(lu.rmatvec(&b.take(0, 1).unwrap()).is_ok());
            }
        }
    });
}

/// A matrix of one number, of none, and those that have no inverse: a column of zeros, two equal columns.
pub fn small<B: Backend>(xp: &B) {
    for ordering in [Ordering::Natural, Ordering::Colamd, Ordering::MmdAtPlusA] {
        let options = Splu::new().permc_spec(ordering);
        let of = |x: &Array<f64, B>| splu(&Csr::from_dense(x).unwrap(), options);
        let none = of(&xp.zeros([0, 0]).unwrap()).unwrap();
        assert_eq!(none.solve(&xp.zeros::<f64>(0).unwrap()).unwrap().shape(), [0]);
        let one = of(&xp.array([[4.0]]).unwrap()).unwrap();
        assert_eq!(one.solve(&xp.array([2.0]).unwrap()).unwrap().to_string(), "[0.5]");
        let singular = |x: &Array<f64, B>| matches!(of(x), Err(xparray::Error::Singular { .. }));
        assert!(singular(&xp.array([[1.0, 0.0], [2.0, 0.0]]).unwrap()));
        assert!(singular(&xp.array([[1.0, 1.0], [2.0, 2.0]]).unwrap()));
        // A factor that is infinite is no pivot's.
        let tiny = xp.array([[1e-300, 1.0], [1e300, 1.0]]).unwrap();
        let lu = splu(&Csr::from_dense(&tiny).unwrap(), options.diag_pivot_thresh(0.0));
        assert!(matches!(lu, Err(xparray::Error::Singular { .. })) || ordering != Ordering::Natural);
    }
}
