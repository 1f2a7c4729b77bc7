//! The exponential of a matrix times vectors.

use super::{LinearOperator, Operator, onenormest};
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result};

/// By the number of terms of the series, the norm up to which they are enough in double precision (Al-Mohy and Higham, table
/// A.3).
const ENOUGH: [(usize, f64); 35] = [
    (1, 2.29e-16),
    (2, 2.58e-8),
    (3, 1.39e-5),
    (4, 3.4e-4),
    (5, 2.4e-3),
    (6, 9.07e-3),
    (7, 2.38e-2),
    (8, 5.0e-2),
    (9, 8.96e-2),
    (10, 0.144),
    (11, 0.214),
    (12, 0.3),
    (13, 0.4),
    (14, 0.514),
    (15, 0.641),
    (16, 0.781),
    (17, 0.931),
    (18, 1.09),
    (19, 1.26),
    (20, 1.44),
    (21, 1.62),
    (22, 1.82),
    (23, 2.01),
    (24, 2.22),
    (25, 2.43),
    (26, 2.64),
    (27, 2.86),
    (28, 3.08),
    (29, 3.31),
    (30, 3.54),
    (35, 4.7),
    (40, 6.0),
    (45, 7.2),
    (50, 8.5),
    (55, 9.9),
];

/// The largest power of the matrix whose norm is asked for.
const POWERS: u32 = 8;

/// Options of [`expm_multiply`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{ExpmMultiply, expm_multiply};
/// let a = xp.array([1.0, 2.0])?.diag()?;
/// let y = expm_multiply(&a, &xp.array([1.0, 1.0])?, ExpmMultiply::new().t(-1.0).trace_a(3.0))?;
/// assert!(y.allclose(&xp.array([-1.0, -2.0])?.exp())?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExpmMultiply {
    t: f64,
    trace_a: Complex<f64>,
}

impl Default for ExpmMultiply {
    fn default() -> Self {
        Self { t: 1.0, trace_a: Complex::new(0.0, 0.0) }
    }
}

impl ExpmMultiply {
    /// The exponential of the matrix itself.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number that the matrix is multiplied by.
    pub fn t(self, t: f64) -> Self {
        Self { t, ..self }
    }

    /// The sum of the matrix' diagonal, about: the mean is taken off first, so that fewer products are needed. By default
    /// nothing is.
    pub fn trace_a(self, trace_a: impl Into<Complex<f64>>) -> Self {
        Self { trace_a: trace_a.into(), ..self }
    }
}

/// The exponential of a matrix times a vector `[n]` or the columns of a matrix `[n, k]`, by products with the matrix alone: terms
/// of the series, in steps (Al-Mohy and Higham, Computing the action of the matrix exponential, SIAM J. Sci. Comput. 33, 2011).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{ExpmMultiply, expm_multiply};
/// use xparray::sparse::Csr;
/// let turn = Csr::from_dense(&xp.array([[0.0, -1.0], [1.0, 0.0]])?)?;
/// let y = expm_multiply(&turn, &xp.array([1.0, 0.0])?, ExpmMultiply::new())?;
/// assert!(y.allclose(&xp.array([1.0f64.cos(), 1.0f64.sin()])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the operator is square and there is an element of `b` for each row; [`Error::Value`] if it does not know
/// its adjoint, if the norm is not finite or asks for more than a billion steps, and for a complex trace of a real matrix.
pub fn expm_multiply<B: Backend>(
    a: &dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    options: ExpmMultiply,
) -> Result<DynArray<B>> {
    let b = b.as_dyn();
    Exponential::new(a, b, options)?.times(b, options.t)
}

/// The exponentials of `t` times a matrix for `num` numbers `t` from `start` to `stop`, times a vector or matrix: `[num, n]` or
/// `[num, n, k]`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{ExpmMultiply, expm_multiply_interval};
/// let decay = xp.array([[-1.0]])?;
/// let y = expm_multiply_interval(&decay, &xp.array([1.0])?, (0.0, 2.0, 3), ExpmMultiply::new())?;
/// assert!(y.allclose(&xp.array([[0.0], [-1.0], [-2.0]])?.exp())?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`expm_multiply`]; [`Error::Value`] for no times.
pub fn expm_multiply_interval<B: Backend>(
    a: &dyn LinearOperator<B>,
    b: &impl AnyArray<B>,
    (start, stop, num): (f64, f64, usize),
    options: ExpmMultiply,
) -> Result<DynArray<B>> {
    let b = b.as_dyn();
    if num == 0 {
        return Err(Error::value("expm_multiply_interval", "no times"));
    }
    let exponential = Exponential::new(a, b, options)?;
    let step = if num > 1 { (stop - start) / (num - 1) as f64 } else { 0.0 };
    let mut all = vec![exponential.times(b, start)?];
    for _ in 1..num {
        all.push(exponential.times(&all[all.len() - 1], step)?);
    }
    b.xp().stack(&all.iter().collect::<Vec<_>>(), 0)
}

/// The matrix less the mean of its diagonal, and what is known of its norms.
struct Exponential<'a, B: Backend> {
    shifted: Operator<'a, B>,
    mean: Complex<f64>,
    dtype: DType,
    norm: f64,
    /// The roots of the norms of powers, from the second on; none if the norm alone decides.
    roots: Vec<f64>,
}

impl<'a, B: Backend> Exponential<'a, B> {
    fn new(a: &'a dyn LinearOperator<B>, b: &DynArray<B>, options: ExpmMultiply) -> Result<Self> {
        const OP: &str = "expm_multiply";
        let [n, columns] = a.shape();
        if n != columns || !(1..=2).contains(&b.ndim()) || b.shape()[0] != n {
            return Err(Error::shape(OP, &a.shape(), b.shape()));
        }
        let xp = b.xp();
        let dtype = field(b)?.dtype().promote(field(&xp.zeros_of(a.dtype(), 0)?)?.dtype());
        let mean = options.trace_a / n.max(1) as f64;
        if mean.im != 0.0 && !a.dtype().is_complex() {
            return Err(Error::value(OP, "a complex trace of a real matrix"));
        }
        let of_type = move |x: &DynArray<B>, mean: Complex<f64>| match x.dtype().is_complex() {
            true => x.multiply(&x.xp().full([], mean)?.into_dyn().astype(x.dtype())?),
            false => x.multiply(mean.re),
        };
        let adjoint = a.adjoint()?;
        let shifted = Operator::new([n, n], a.dtype(), move |x| a.matvec(x)?.subtract(&of_type(x, mean)?))
            .with_adjoint(move |x| adjoint(x)?.subtract(&of_type(x, mean.conj())?));
        let norm = onenormest(xp, &shifted)?;
        if !norm.is_finite() || !options.t.is_finite() {
            return Err(Error::value(OP, format!("{} times a matrix of norm {norm}", options.t)));
        }
        let (most, enough) = ENOUGH[ENOUGH.len() - 1];
        let right = b.shape().get(1).copied().unwrap_or(1).max(1);
        let cost = f64::from(4 * POWERS * (POWERS + 3)) * enough / (right * most) as f64;
        let mut roots = Vec::new();
        if norm * options.t.abs() > cost {
            // Powers may be much smaller than the norm says.
            for power in 2..=POWERS + 1 {
                let estimate = onenormest(xp, &power_of(&shifted, power)?)?;
                // A power that overflows says nothing.
                roots.push(if estimate.is_finite() { estimate.powf(1.0 / f64::from(power)) } else { norm });
            }
        }
        Ok(Self { shifted, mean, dtype, norm, roots })
    }

    /// How many terms of the series, and how many steps.
    fn plan(&self, t: f64) -> Result<(usize, usize)> {
        let t = t.abs();
        if self.norm * t == 0.0 {
            return Ok((0, 1));
        }
        let mut best = (0, f64::INFINITY);
        let mut consider = |terms: usize, enough: f64, norm: f64| {
            let steps = (norm * t / enough).ceil().max(1.0);
            if terms as f64 * steps < best.0 as f64 * best.1 || best.1.is_infinite() {
                best = (terms, steps);
            }
        };
        if self.roots.is_empty() {
            ENOUGH.iter().for_each(|&(terms, enough)| consider(terms, enough, self.norm));
        }
        for (k, pair) in self.roots.windows(2).enumerate() {
            let power = k + 2;
            for &(terms, enough) in ENOUGH.iter().filter(|(terms, _)| *terms + 1 >= power * (power - 1)) {
                consider(terms, enough, pair[0].max(pair[1]));
            }
        }
        match best.1 <= 1e9 {
            true => Ok((best.0, best.1 as usize)),
            false => Err(Error::value("expm_multiply", format!("{} steps for a norm of {}", best.1, self.norm * t))),
        }
    }

    fn times(&self, b: &DynArray<B>, t: f64) -> Result<DynArray<B>> {
        let single = self.dtype.real() == DType::F32;
        let tol = if single { f64::from(f32::EPSILON) / 2.0 } else { f64::EPSILON / 2.0 };
        let (terms, steps) = self.plan(t)?;
        let size = |x: &DynArray<B>| -> Result<f64> { Ok(x.abs()?.max(..)?.item()?.get()) };
        let mut sum = b.astype(self.dtype)?;
        if sum.is_empty() {
            return Ok(sum);
        }
        let factor = (self.mean * (t / steps as f64)).exp();
        let factor = b.xp().full([], factor)?.into_dyn();
        let factor = if self.dtype.is_complex() { factor } else { factor.real()? }.astype(self.dtype)?;
        for _ in 0..steps {
            let mut term = sum.clone();
            let mut before = size(&term)?;
            for k in 1..=terms {
                let image = if b.ndim() == 1 { self.shifted.matvec(&term) } else { self.shifted.matmat(&term) };
                term = image?.multiply(t / (steps as f64 * k as f64))?;
                sum = sum.add(&term)?;
                let now = size(&term)?;
                if before + now <= tol * size(&sum)? {
                    break;
                }
                before = now;
            }
            sum = sum.multiply(&factor)?;
            sum.eval()?;
        }
        Ok(sum)
    }
}

/// The power of an operator.
fn power_of<'a, B: Backend>(a: &'a Operator<'_, B>, power: u32) -> Result<Operator<'a, B>> {
    let adjoint = a.adjoint()?;
    let product = move |x: &DynArray<B>| (0..power).try_fold(x.clone(), |x, _| a.matvec(&x));
    Ok(Operator::new(a.shape(), a.dtype(), product)
        .with_adjoint(move |x| (0..power).try_fold(x.clone(), |x, _| adjoint(&x))))
}
