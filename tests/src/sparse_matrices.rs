//! Matrices of diagonals, for the tests of what computes with them.

use xparray::prelude::*;
use xparray::sparse::Csr;

pub(crate) type Z = Complex<f64>;

/// So many unknowns.
pub(crate) const N: usize = 60;

pub(crate) fn single(dtype: DType) -> bool {
    dtype.real() == DType::F32
}

/// A matrix of these diagonals: numbers of which the imaginary parts count if the type is complex.
pub(crate) fn banded<T: Field, B: Backend>(xp: &B, diagonals: &[(isize, &dyn Fn(usize) -> Z)]) -> Csr<T, B> {
    let vectors: Vec<Array<T, B>> = diagonals
        .iter()
        .map(|(offset, f)| {
            let values: Vec<T> = (0..N - offset.unsigned_abs()).map(|i| f(i).cast()).collect();
            xp.from_slice(&values, values.len()).unwrap()
        })
        .collect();
    let offsets: Vec<isize> = diagonals.iter().map(|(offset, _)| *offset).collect();
    Csr::diags(&vectors.iter().collect::<Vec<_>>(), &offsets, [N, N]).unwrap()
}

pub(crate) fn z(re: f64, im: f64) -> Z {
    Z::new(re, im)
}

pub(crate) fn main_diagonal(i: usize) -> Z {
    z(4.0 + (i % 5) as f64, 0.0)
}

/// Hermitian and positive definite.
pub(crate) fn definite<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let far: &dyn Fn(usize) -> Z = &|_| z(-0.5, 0.0);
    banded(xp, &[(0, &main_diagonal), (-1, &|_| z(-1.0, -0.5)), (1, &|_| z(-1.0, 0.5)), (7, far), (-7, far)])
}

/// Neither Hermitian nor normal.
pub(crate) fn general<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let main: &dyn Fn(usize) -> Z = &|i| main_diagonal(i) + z(0.0, (i % 3) as f64);
    banded(xp, &[(0, main), (-1, &|_| z(-2.0, 0.0)), (1, &|_| z(-0.5, 0.5)), (7, &|_| z(-0.5, 0.0))])
}

/// Hermitian, with eigenvalues of both signs.
pub(crate) fn indefinite<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let main: &dyn Fn(usize) -> Z = &|i| z(if i % 3 == 0 { -5.0 } else { 4.0 + (i % 5) as f64 }, 0.0);
    banded(xp, &[(0, main), (-1, &|_| z(-1.0, -0.5)), (1, &|_| z(-1.0, 0.5))])
}

pub(crate) fn right<T: Field, B: Backend>(xp: &B) -> Array<T, B> {
    let values: Vec<T> = (0..N).map(|i| ((i * i + 3 * i) as i64 % 7 + 1).cast()).collect();
    xp.from_slice(&values, N).unwrap()
}

/// One over the diagonal.
pub(crate) fn jacobi<T: Field, B: Backend>(a: &Csr<T, B>) -> Csr<T, B> {
    let ones = a.diagonal(0).unwrap().ones_like();
    let inverse = ones.as_dyn().divide(a.diagonal(0).unwrap()).unwrap().typed::<T>().unwrap();
    Csr::diags(&[&inverse], &[0], None).unwrap()
}

/// Diagonals of a matrix of 60 rows and 40 columns.
pub(crate) fn tall<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let vector = |f: &dyn Fn(usize) -> Z| {
        let values: Vec<T> = (0..40).map(|i| f(i).cast()).collect();
        xp.from_slice(&values, 40).unwrap()
    };
    let (main, below, far) = (vector(&main_diagonal), vector(&|_| z(-2.0, 0.5)), vector(&|i| z(0.5, (i % 2) as f64)));
    Csr::diags(&[&main, &below, &far], &[0, -1, -20], [60, 40]).unwrap()
}
