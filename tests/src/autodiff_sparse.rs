//! Derivatives by the entries of sparse matrices, and of eigenvalues of any matrix, against JAX's of dense ones (`autodiff_values.py`).

use crate::autodiff_programs::{D, check_with, near};
use xparray::autodiff::{Autodiff, jvp, vjp, vmap};
use xparray::prelude::*;
use xparray::sparse::{Coo, Csr};
use xparray::{Complex, Result, s};

type Matrix<B> = Csr<f64, Autodiff<B>>;

const ROW: [i64; 6] = [2, 0, 1, 0, 2, 1];
const COL: [i64; 6] = [3, 1, 0, 1, 0, 2];

/// The matrix of these entries, two of which are at one place.
fn matrix<B: Backend>(entries: &D<B>) -> Result<Matrix<B>> {
    let xp = entries.xp();
    Coo::new([3, 4], &xp.array(&ROW)?, &xp.array(&COL)?, &entries.clone().typed()?)?.to_csr()
}

/// The product with a dense vector or matrix.
fn product<B: Backend>(a: &Matrix<B>, x: &D<B>) -> Result<D<B>> {
    Ok(a.matmul(&x.clone().typed()?)?.into_dyn())
}

/// What makes matrices, changes, multiplies and adds them.
pub fn matrices<B: Backend>(xp: &B) {
    check_with(
        xp,
        "sparse",
        &[
            ("matvec", |x, y| product(&matrix(x)?, y)),
            ("matmat", |x, y| product(&matrix(x)?, y)),
            ("transposed", |x, y| Ok(matrix(x)?.to_csc()?.transpose().matmul(&y.clone().typed()?)?.into_dyn())),
            ("transposed_matmat", |x, y| product(&matrix(x)?.transpose()?, y)),
            ("dense", |x, y| matrix(x)?.to_dense()?.into_dyn().multiply(y)),
            ("of_dense", |x, y| product(&Csr::from_dense(&x.multiply(x)?.typed()?)?, y)),
            ("sum", |x, y| {
                let flipped = Coo::new(
                    [3, 4],
                    &x.xp().array(&ROW.map(|row| 2 - row))?,
                    &x.xp().array(&COL)?,
                    &y.clone().typed()?,
                )?;
                let sum = matrix(x)?.add(&flipped.to_csr()?)?;
                product(&sum, x.xp().arange((0.0, 4.0, 1.0))?.as_dyn())
            }),
            ("product", |x, y| Ok(matrix(x)?.matmul_sparse(&matrix(y)?.transpose()?)?.to_dense()?.into_dyn())),
            ("elementwise", |x, y| Ok(matrix(&x.sin()?)?.multiply_sparse(&matrix(y)?)?.to_dense()?.into_dyn())),
            ("rows", |x, y| product(&matrix(x)?.take_rows([2, 0])?, y)),
            ("sums", |x, y| matrix(x)?.sum(0)?.into_dyn().multiply(y)),
            ("quadratic", |x, y| {
                let a = matrix(x)?;
                y.dot(&product(&a, &product(&a.transpose()?, y)?)?)
            }),
        ],
        false,
    );
}

/// Products for batches of entries, of vectors, and of both.
pub fn batches<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let values = |shape: &[usize]| {
        let len = shape.iter().product::<usize>() as f64;
        xp.arange((0.0, len, 1.0)).unwrap().sin().reshape(shape).unwrap().into_dyn()
    };
    let by_both = |[x, y]: [D<B>; 2]| product(&matrix(&x)?, &y);
    let turned = |[x, y]: [D<B>; 2]| Ok(matrix(&x)?.to_csc()?.transpose().matmul(&y.clone().typed()?)?.into_dyn());
    let (x, y, z) = (values(&[5, 6]), values(&[5, 4]), values(&[5, 3]));
    let row = |x: &D<B>, k: i64| x.take(k, 0).unwrap();
    let (all, all_turned) =
        (vmap(by_both)([x.clone(), y.clone()]).unwrap(), vmap(turned)([x.clone(), z.clone()]).unwrap());
    let fixed = row(&x, 1);
    let of_vectors = vmap(|y: D<B>| by_both([fixed.clone(), y]))(y.clone()).unwrap();
    let of_matrices = vmap(|y: D<B>| by_both([fixed.clone(), y]))(values(&[5, 4, 2])).unwrap();
    let of_pairs = vmap(by_both)([x.clone(), values(&[5, 4, 2])]).unwrap();
    for k in 0..5 {
        let what = format!("{k}");
        near(&row(&all, k), &by_both([row(&x, k), row(&y, k)]).unwrap(), 1e-14, &what);
        near(&row(&all_turned, k), &turned([row(&x, k), row(&z, k)]).unwrap(), 1e-14, &what);
        near(&row(&of_vectors, k), &by_both([fixed.clone(), row(&y, k)]).unwrap(), 1e-14, &what);
        near(&row(&of_matrices, k), &by_both([fixed.clone(), row(&values(&[5, 4, 2]), k)]).unwrap(), 1e-14, &what);
        near(&row(&of_pairs, k), &by_both([row(&x, k), row(&values(&[5, 4, 2]), k)]).unwrap(), 1e-14, &what);
    }
    // Of no elements; and matrices of other places for each element are not one.
    let none = vmap(by_both)([values(&[0, 6]), values(&[0, 4])]).unwrap();
    assert_eq!(none.shape(), [0, 3]);
    let (entries, places) = (row(&x, 0), xp.array([[0, 1], [1, 0]]).unwrap());
    let of_places = |row: Array<i64, Autodiff<B>>| {
        let col = xp.array(&[0i64, 1])?;
        Coo::new([2, 2], &row, &col, &entries.slice(s![..2])?.typed::<f64>()?)?.to_csr()?.to_dense()
    };
    assert!(vmap(of_places)(places.astype::<i64>()).is_err());
    let csr = matrix(&entries).unwrap();
    let of_rows = |row: Array<i64, Autodiff<B>>| csr.take_rows(&row)?.to_dense();
    assert!(vmap(of_rows)(places.astype::<i64>()).is_err());
    let dense = vmap(|x: D<B>| Ok(matrix(&x)?.to_dense()?.into_dyn()))(x.clone()).unwrap();
    near(&row(&dense, 3), matrix(&row(&x, 3)).unwrap().to_dense().unwrap().as_dyn(), 0.0, "dense");
}

/// Sums over the eigenvalues of any matrix.
pub fn eigenvalues<B: Backend>(xp: &B) {
    check_with(
        xp,
        "eig",
        &[
            ("powers", |x, _| x.eigvals()?.power(3)?.sum(..)?.real()),
            ("moduli", |x, _| x.eigvals()?.abs()?.sum(..)),
            ("exponentials", |x, _| x.eigvals()?.divide(4)?.exp()?.sum(-1)?.real()),
            ("complex", |x, _| x.eigvals()?.sqrt()?.sum(..)?.imag()),
        ],
        false,
    );
}

/// Eigenvectors, which JAX does not differentiate: against differences, and both directions against each other.
pub fn eigenvectors<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let a = xp.array([[1.0, 2.0, 0.5], [-1.5, 0.5, 1.0], [0.25, -0.75, 3.0]]).unwrap().into_dyn();
    let turn = Complex::new(0.5, 1.0);
    for a in [a.clone(), a.multiply(turn).unwrap().add(a.t()).unwrap(), xp.stack(&[&a, &a.t()], 0).unwrap()] {
        // Neither the order nor the phases of the vectors count.
        let program = |a: D<B>| {
            let (values, vectors) = a.eig()?;
            let weights = values.multiply(Complex::new(0.25, 0.125))?.exp()?.expand_dims(-2)?;
            vectors.multiply(&vectors.conj()?)?.multiply(&weights)?.sum(-1)?.imag()
        };
        let t = a.cos().unwrap();
        let (value, tangent) = jvp(program, a.clone(), t.clone()).unwrap();
        let slope = |h: f64| {
            let at = |h: f64| program(a.add(t.multiply(h).unwrap()).unwrap()).unwrap();
            at(h).subtract(at(-h)).unwrap().multiply(0.5 / h).unwrap()
        };
        let limit = slope(1e-4).multiply(4).unwrap().subtract(slope(2e-4)).unwrap().divide(3).unwrap();
        near(&tangent, &limit, 1e-9, "differences");
        let v = value.cos().unwrap();
        let pulled = vjp(program, a.clone()).unwrap().1.call(v.clone()).unwrap();
        let pairing = |x: &D<B>, y: &D<B>| x.multiply(y).unwrap().sum(..).unwrap().real().unwrap();
        near(&pairing(&pulled, &t), &pairing(&v, &tangent), 1e-12, "pairing");
        // Of second order.
        let sum = |a: D<B>| program(a)?.sum(..);
        let gradient = |a: D<B>| vjp(sum, a)?.1.call(xp.ones(()).map(|x: Array<f64, _>| x.into_dyn())?);
        let (_, twice) = jvp(gradient, a.clone(), t.clone()).unwrap();
        let at = |h: f64| gradient(a.add(t.multiply(h).unwrap()).unwrap()).unwrap();
        let limit = at(1e-5).subtract(at(-1e-5)).unwrap().multiply(0.5e5).unwrap();
        near(&twice, &limit, 1e-7, "second differences");
    }
    // One after the other.
    let stack = xp.stack(&[&a, &a.t()], 0).unwrap();
    let values = vmap(|a: D<B>| a.eigvals()?.square()?.sum(..)?.real())(stack.clone()).unwrap();
    near(&values, &stack.eigvals().unwrap().square().unwrap().sum(-1).unwrap().real().unwrap(), 1e-14, "batch");
}
