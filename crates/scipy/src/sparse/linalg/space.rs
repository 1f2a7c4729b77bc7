//! The space of Arnoldi's method: an orthonormal basis, and in it the solution with the smallest residual.

use super::basis::{epsilon, parts as along};
use xparray_core::Result;
use xparray_core::prelude::*;

type Z = Complex<f64>;

/// A Krylov space in the making.
pub(super) struct Space<B: Backend> {
    /// The vectors, each a row.
    basis: DynArray<B>,
    /// What makes each image of the vectors: a row for each image.
    hessenberg: DynArray<B>,
    /// The norm of the residual, the first vector's direction.
    beta: f64,
}

impl<B: Backend> Space<B> {
    /// From a residual and its norm, for so many images.
    pub fn new(r: &DynArray<B>, beta: f64, size: usize) -> Result<Self> {
        let mut basis = r.xp().zeros_of(r.dtype(), [size + 1, r.len()])?;
        basis.assign(s![0], &r.divide(beta)?)?;
        let hessenberg = r.xp().zeros_of(r.dtype(), [size, size + 1])?;
        Ok(Self { basis, hessenberg, beta })
    }

    /// A vector of the basis.
    pub fn vector(&self, j: usize) -> Result<DynArray<B>> {
        self.basis.take(j, 0)
    }

    /// Takes up image `j`, whose part outside of the space is the next vector.
    pub fn extend(&mut self, j: usize, image: DynArray<B>) -> Result<()> {
        let [column, norm, direction] = self.parts(j, image)?;
        self.hessenberg.assign(s![j, ..j + 1], &column)?;
        self.hessenberg.assign(s![j, j + 1], &norm)?;
        // They refer to the basis, which is written where it lies if nothing else does.
        drop((column, norm));
        self.basis.assign(s![j + 1], &direction)
    }

    /// An image's parts along the vectors, and the norm and the direction of the rest.
    fn parts(&self, j: usize, mut w: DynArray<B>) -> Result<[DynArray<B>; 3]> {
        let (all, dtype) = (self.basis.slice(s![..j + 1])?, w.dtype());
        let before = w.norm(..)?;
        let mut column = w.xp().zeros_of(dtype, j + 1)?;
        // Twice is enough (Giraud, Langou and Rozloznik, 2005).
        for _ in 0..2 {
            let part = along(&w, &all)?;
            w = w.subtract(&part.matmul(&all)?)?;
            column = column.add(&part)?;
        }
        let norm = w.norm(..)?;
        // What rounding leaves of a vector of the space is no direction.
        let new = norm.greater(&before.multiply(4.0 * epsilon(dtype))?)?;
        let norm = new.where_(&norm, &norm.zeros_like()?)?;
        let direction = new.where_(&w.divide(&norm)?, &w.zeros_like()?)?;
        Ok([column, norm, direction])
    }

    /// The operator in the basis, and how long each image is outside of the vectors before it.
    pub fn projection(&self) -> Result<(DynArray<B>, Vec<f64>)> {
        let size = self.hessenberg.shape()[0];
        let rests =
            self.hessenberg.slice(s![.., 1..])?.diagonal()?.real()?.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
        Ok((self.hessenberg.slice(s![.., ..size])?.t(), rests))
    }

    /// How much of each vector makes the residual smallest, for as many vectors as it takes to get below the goal; and whether it
    /// got there; and the norm of the residual for each number of vectors. The host reads the small matrix.
    pub fn smallest(&self, goal: f64) -> Result<(DynArray<B>, bool, Vec<f64>)> {
        let (xp, dtype) = (self.basis.xp(), self.basis.dtype());
        let entries = self.hessenberg.astype(DType::Complex128)?.typed::<Z>()?.to_vec()?;
        let (y, small, norms) = least_squares(&entries, self.hessenberg.shape()[0], self.beta, goal);
        let y = xp.from_slice(&y, y.len())?.into_dyn();
        Ok((if dtype.is_complex() { y.astype(dtype)? } else { y.real()?.astype(dtype)? }, small, norms))
    }

    /// So much of each vector.
    pub fn combined(&self, y: &DynArray<B>) -> Result<DynArray<B>> {
        y.matmul(&self.basis.slice(s![..y.len()])?)
    }
}

/// The `y` for which `beta e1 - H y` is smallest, by rotations, for as many columns as it takes to get it below the goal; and
/// whether it got there; and the norm that each column leaves. The columns of `H` lie one after the other.
fn least_squares(columns: &[Z], restart: usize, beta: f64, goal: f64) -> (Vec<Z>, bool, Vec<f64>) {
    let mut h: Vec<Vec<Z>> = columns.chunks(restart + 1).map(<[Z]>::to_vec).collect();
    let mut g = vec![Z::default(); restart + 1];
    g[0] = beta.into();
    let mut rotations: Vec<(f64, Z)> = Vec::new();
    let (mut small, mut norms) = (false, Vec::new());
    for j in 0..restart {
        for (i, &(c, s)) in rotations.iter().enumerate() {
            let (a, b) = (h[j][i], h[j][i + 1]);
            (h[j][i], h[j][i + 1]) = (a * c + s * b, -s.conj() * a + b * c);
        }
        let (a, b) = (h[j][j], h[j][j + 1]);
        let r = a.norm().hypot(b.norm());
        if r == 0.0 || !r.is_finite() {
            break; // A direction that the matrix maps to nothing new, and a singular system.
        }
        let phase = if a.norm() == 0.0 { Z::new(1.0, 0.0) } else { a / a.norm() };
        let (c, s) = (a.norm() / r, phase * b.conj() / r);
        rotations.push((c, s));
        h[j][j] = phase * r;
        (g[j], g[j + 1]) = (g[j] * c, -s.conj() * g[j]);
        norms.push(g[j + 1].norm());
        small = g[j + 1].norm() <= goal;
        if small || b.norm() == 0.0 {
            break;
        }
    }
    let steps = rotations.len();
    let mut y = g[..steps].to_vec();
    for i in (0..steps).rev() {
        for k in i + 1..steps {
            let known = h[k][i] * y[k];
            y[i] -= known;
        }
        y[i] /= h[i][i];
    }
    (y, small, norms)
}
