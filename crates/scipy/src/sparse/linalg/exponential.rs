//! Steps and terms of the exponential of a matrix.

use super::{ExpmMultiply, LinearOperator, Operator, onenormest};
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

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

/// The matrix less the mean of its diagonal, and what is known of its norms.
pub(super) struct Exponential<'a, B: Backend> {
    shifted: Operator<'a, B>,
    mean: Complex<f64>,
    dtype: DType,
    norm: f64,
    /// The roots of the norms of powers, from the second on; none if the norm alone decides.
    roots: Vec<f64>,
}

impl<'a, B: Backend> Exponential<'a, B> {
    pub fn new(a: &'a dyn LinearOperator<B>, b: &DynArray<B>, options: ExpmMultiply) -> Result<Self> {
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

    pub fn times(&self, b: &DynArray<B>, t: f64) -> Result<DynArray<B>> {
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
