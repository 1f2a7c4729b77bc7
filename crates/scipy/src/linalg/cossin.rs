//! The cosine-sine decomposition.

use super::{block_diag, square};
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// What [`cossin`] finds.
#[derive(Clone, Debug)]
pub struct CosSin<B: Backend> {
    /// Unitary, `[p, p]`.
    pub u1: DynArray<B>,
    /// Unitary, `[m - p, m - p]`.
    pub u2: DynArray<B>,
    /// The angles in radians, the smallest first: `[min(p, m - p, q, m - q)]`.
    pub theta: DynArray<B>,
    /// Unitary, `[q, q]`.
    pub v1h: DynArray<B>,
    /// Unitary, `[m - q, m - q]`.
    pub v2h: DynArray<B>,
    /// What sines to the right of the cosines have for a sign.
    sign: f64,
}

impl<B: Backend> CosSin<B> {
    /// `u1` and `u2` along a diagonal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::linalg::cossin;
    /// assert_eq!(cossin(&xp.eye::<f64>(3)?, 1, 2)?.u()?.shape(), [3, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the operations, such as too little memory.
    pub fn u(&self) -> Result<DynArray<B>> {
        block_diag(&[&self.u1, &self.u2])
    }

    /// `v1h` and `v2h` along a diagonal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::linalg::cossin;
    /// assert_eq!(cossin(&xp.eye::<f64>(3)?, 1, 2)?.vh()?.shape(), [3, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the operations, such as too little memory.
    pub fn vh(&self) -> Result<DynArray<B>> {
        block_diag(&[&self.v1h, &self.v2h])
    }

    /// The real matrix between: `[[I, 0, 0, 0, 0, 0], [0, C, 0, 0, -S, 0], [0, 0, 0, 0, 0, -I], [0, 0, 0, I, 0, 0], [0, S, 0, 0, C, 0],
    /// [0, 0, I, 0, 0, 0]]` with the cosines and the sines of the angles on the diagonals of `C` and `S`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::linalg::cossin;
    /// let found = cossin(&xp.array([[0.0, 1.0], [-1.0, 0.0]])?, 1, 1)?;
    /// assert!(found.cs()?.allclose(&xp.array([[0.0, -1.0], [1.0, 0.0]])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the operations, such as too little memory.
    pub fn cs(&self) -> Result<DynArray<B>> {
        let sizes = [&self.u1, &self.u2, &self.v1h].map(|x| x.shape()[0]);
        middle(&self.theta, sizes, self.sign)
    }

    /// With the minus at the other sines, those under the cosines.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::linalg::cossin;
    /// let found = cossin(&xp.array([[0.0, 1.0], [-1.0, 0.0]])?, 1, 1)?.swap_sign()?;
    /// assert!(found.cs()?.allclose(&xp.array([[0.0, 1.0], [-1.0, 0.0]])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the operations, such as too little memory.
    pub fn swap_sign(self) -> Result<Self> {
        Ok(Self { u2: self.u2.negative()?, v2h: self.v2h.negative()?, sign: -self.sign, ..self })
    }
}

/// The cosine-sine decomposition `x = u cs vh` of a unitary matrix `[m, m]` of blocks, the first one of which is `[p, q]`.
///
/// By singular values and a QR factorisation, where columns of small sines are turned once more (C. F. Van Loan, *Computing the CS and the
/// generalized singular value decompositions*, Numerische Mathematik 46, 1985). It waits for the angles.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::cossin;
/// let x = xp.array([[0.8, -0.6], [0.6, 0.8]])?;
/// let found = cossin(&x, 1, 1)?;
/// assert!(found.theta.tan()?.allclose(&xp.array([0.75])?)?);
/// assert!(found.u()?.matmul(&found.cs()?)?.matmul(&found.vh()?)?.allclose(x.as_dyn())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless it is a square matrix; [`Error::Value`] unless `p` and `q` are between 0 and `m`, both excluded, and for NaN or
/// infinities; [`Error::DType`] for truth values. What is not unitary is not found out.
pub fn cossin<B: Backend>(x: &impl AnyArray<B>, p: usize, q: usize) -> Result<CosSin<B>> {
    const OP: &str = "cossin";
    let x = x.as_dyn();
    TypeClass::Number.check(OP, x.dtype())?;
    if x.ndim() != 2 {
        return Err(Error::shape(OP, x.shape(), &[]));
    }
    let m = square(OP, x)?;
    if !(1..m).contains(&p) || !(1..m).contains(&q) {
        return Err(Error::value(OP, format!("blocks of {p} rows and {q} columns of {m}")));
    }
    let x = field(x)?;
    let Halves { u1, u2, theta, v1h } = halves(&x.slice(s![..p, ..q])?, &x.slice(s![p.., ..q])?)?;
    // The other columns: `(u cs)ᴴ x` is `vh`.
    let cs = middle(&theta, [p, m - p, q], -1.0)?.slice(s![.., q..])?;
    let (above, below) = (x.slice(s![..p, q..])?, x.slice(s![p.., q..])?);
    let turned = x.xp().concatenate(&[&u1.adjoint()?.matmul(&above)?, &u2.adjoint()?.matmul(&below)?], 0)?;
    let v2h = cs.t().astype(x.dtype())?.matmul(&turned)?;
    Ok(CosSin { u1, u2, theta, v1h, v2h, sign: -1.0 })
}

/// `[x11; x21] = [u1 c; u2 s] v1h`.
struct Halves<B: Backend> {
    u1: DynArray<B>,
    u2: DynArray<B>,
    theta: DynArray<B>,
    v1h: DynArray<B>,
}

fn halves<B: Backend>(above: &DynArray<B>, below: &DynArray<B>) -> Result<Halves<B>> {
    let xp = above.xp();
    let (p, q, rest) = (above.shape()[0], above.shape()[1], below.shape()[0]);
    let complete = |x: &DynArray<B>| x.qr_with(Qr::new().mode(QrMode::Complete));
    let (u1, cosines, v1h) = above.svd_with(Svd::new().full_matrices(true))?;
    // The largest sine first.
    let v1 = v1h.adjoint()?.flip(1)?;
    let (u2, r) = complete(&below.matmul(&v1)?)?;
    // Columns of `below v1` are orthogonal as far as their sines are not small: so many.
    let small =
        cosines.astype(DType::F64)?.typed::<f64>()?.to_vec()?.into_iter().filter(|c| *c > 0.5f64.sqrt()).count();
    let count = (q - small).min(rest);
    let diagonal = r.diagonal()?.slice(s![..count])?;
    let sines = diagonal.abs()?;
    let turned = u2.slice(s![.., ..count])?.multiply(&diagonal.divide(&sines)?)?;
    let none = xp.zeros_of(cosines.dtype(), q - cosines.len())?;
    let cosines = xp.concatenate(&[&cosines, &none], 0)?.flip(0)?;
    if small == 0 || count == rest {
        // Nothing else, or sines of zero alone.
        let sines = xp.concatenate(&[&sines, &xp.zeros_of(sines.dtype(), q - count)?], 0)?;
        let u2 = xp.concatenate(&[&turned, &u2.slice(s![.., count..])?], 1)?.flip(1)?;
        return Ok(Halves { theta: angles(&sines, &cosines, [p, rest])?, u1, u2, v1h });
    }
    // The others: singular vectors of what is left, and the columns of `u1` after them.
    let (w, others, turn) = r.slice(s![count.., count..])?.svd_with(Svd::new().full_matrices(true))?;
    let turn = turn.adjoint()?;
    let none = xp.zeros_of(sines.dtype(), q - count - others.len())?;
    let sines = xp.concatenate(&[&sines, &others, &none], 0)?;
    let u2 = xp.concatenate(&[&turned, &u2.slice(s![.., count..])?.matmul(&w)?], 1)?.flip(1)?;
    let scaled = turn.multiply(&cosines.slice(s![count..])?.expand_dims(1)?)?;
    let (of_u1, r) = complete(&scaled)?;
    let diagonal = r.diagonal()?;
    let lengths = diagonal.abs()?;
    let cosines = xp.concatenate(&[&cosines.slice(s![..count])?, &lengths], 0)?;
    let of_u1 = of_u1.multiply(&diagonal.divide(&lengths)?)?;
    let first = u1.slice(s![.., ..q - count])?.flip(1)?.matmul(&of_u1)?.flip(1)?;
    let u1 = xp.concatenate(&[&first, &u1.slice(s![.., q - count..])?], 1)?;
    let v1 = xp.concatenate(&[&v1.slice(s![.., ..count])?, &v1.slice(s![.., count..])?.matmul(&turn)?], 1)?;
    Ok(Halves { theta: angles(&sines, &cosines, [p, rest])?, u1, u2, v1h: v1.flip(1)?.adjoint()? })
}

/// The angles, the smallest first, without those that the shapes make 0 or a right angle; sines have the largest first.
fn angles<B: Backend>(sines: &DynArray<B>, cosines: &DynArray<B>, [p, rest]: [usize; 2]) -> Result<DynArray<B>> {
    let q = sines.len();
    let least = p.min(rest).min(q).min(p + rest - q);
    let first = p.min(q) - least;
    sines.arctan2(cosines)?.flip(0)?.slice(s![first..first + least])
}

/// The matrix of cosines and sines: [`CosSin::cs`].
fn middle<B: Backend>(theta: &DynArray<B>, [p, rest, q]: [usize; 3], sign: f64) -> Result<DynArray<B>> {
    let (m, r) = (p + rest, theta.len());
    let angles = theta.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
    let [ones, right, under, last] = [p.min(q), p.min(m - q), rest.min(q), rest.min(m - q)].map(|size| size - r);
    let mut entries = vec![0.0; m * m];
    let mut set = |row: usize, column: usize, x: f64| entries[row * m + column] = x;
    (0..ones).for_each(|i| set(i, i, 1.0));
    (0..last).for_each(|i| set(p + i, q + i, 1.0));
    (0..right).for_each(|i| set(ones + r + i, q + last + r + i, sign));
    (0..under).for_each(|i| set(p + last + r + i, ones + r + i, -sign));
    for (i, (sine, cosine)) in angles.into_iter().map(f64::sin_cos).enumerate() {
        set(ones + i, ones + i, cosine);
        set(p + last + i, q + last + i, cosine);
        set(ones + i, q + last + i, sign * sine);
        set(p + last + i, ones + i, -sign * sine);
    }
    theta.xp().from_slice(&entries, [m, m])?.into_dyn().astype(theta.dtype())
}
