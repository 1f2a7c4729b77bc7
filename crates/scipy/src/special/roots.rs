//! Nodes and weights of Gauss's quadratures: eigenvalues of the matrix of a recurrence (Golub and Welsch, 1969), each improved by a step of
//! Newton's on the host, where the weights are computed.

use xparray_core::prelude::*;
use xparray_core::{Create, Error, Result};

/// The orthonormal polynomials of a weight: `x p(k) = b(k + 1) p(k + 1) + a(k) p(k) + b(k) p(k - 1)`.
struct Recurrence {
    a: Vec<f64>,
    b: Vec<f64>,
    /// The integral of the weight.
    total: f64,
    /// Whether the weight is even, so nodes are symmetric.
    even: bool,
}

impl Recurrence {
    fn of(n: usize, total: f64, even: bool, a: impl Fn(f64) -> f64, square_of_b: impl Fn(f64) -> f64) -> Self {
        let a = (0..n).map(|k| a(k as f64)).collect();
        Self { a, b: (1..=n).map(|k| square_of_b(k as f64).sqrt()).collect(), total, even }
    }

    /// The polynomial of degree `n` over its derivative, and the sum of squares of those below: with a common factor, so that none overflows.
    fn step_and_size(&self, x: f64) -> (f64, f64, f64) {
        let (mut before, mut value, mut slope_before, mut slope) = (0.0, 1.0, 0.0, 0.0);
        let (mut size, mut log_scale) = (0.0, 0.0);
        for (k, &b) in self.b.iter().enumerate() {
            size += value * value;
            let b_before = if k == 0 { 0.0 } else { self.b[k - 1] };
            let next = ((x - self.a[k]) * value - b_before * before) / b;
            let next_slope = ((x - self.a[k]) * slope + value - b_before * slope_before) / b;
            (before, value, slope_before, slope) = (value, next, slope, next_slope);
            if value.abs() > 1e100 || slope.abs() > 1e100 {
                let s = 1e-100;
                [&mut before, &mut value, &mut slope_before, &mut slope].into_iter().for_each(|v| *v *= s);
                size *= s * s;
                log_scale += 200.0 * std::f64::consts::LN_10;
            }
        }
        (value / slope, size, log_scale)
    }

    fn nodes<B: Backend>(&self, op: &'static str, xp: &B) -> Result<(DynArray<B>, DynArray<B>)> {
        let n = self.a.len();
        if n == 0 || n > 10_000 {
            return Err(Error::value(op, format!("{n} nodes, not from 1 to 10,000")));
        }
        let mut matrix = vec![0.0; n * n];
        for k in 0..n {
            matrix[k * n + k] = self.a[k];
            if k + 1 < n {
                matrix[k * n + k + 1] = self.b[k];
                matrix[(k + 1) * n + k] = self.b[k];
            }
        }
        let mut x = xp.from_slice(&matrix, [n, n])?.eigvalsh()?.to_vec()?;
        for x in &mut x {
            for _ in 0..2 {
                let step = self.step_and_size(*x).0;
                *x -= if step.is_finite() { step } else { 0.0 };
            }
        }
        if self.even {
            let mirrored: Vec<f64> = x.iter().rev().copied().collect();
            x.iter_mut().zip(mirrored).for_each(|(x, y)| *x = 0.5 * (*x - y));
        }
        let weight = |&x: &f64| {
            let (_, size, log_scale) = self.step_and_size(x);
            self.total * (-log_scale).exp() / size
        };
        let w: Vec<f64> = x.iter().map(weight).collect();
        Ok((xp.from_slice(&x, n)?.into_dyn(), xp.from_slice(&w, n)?.into_dyn()))
    }
}

/// A function of one number that arrays have, of a number.
fn at<B: Backend>(xp: &B, x: f64, f: impl Fn(&DynArray<B>) -> Result<DynArray<B>>) -> Result<f64> {
    Ok(f(&xp.full([], x)?.into_dyn())?.item()?.get::<f64>())
}

/// Nodes and weights for the weight `(1 - x)^alpha (1 + x)^beta` from -1 to 1, for `alpha` and `beta` above -1, in ascending order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_jacobi;
/// let (x, w) = roots_jacobi(&xp, 1, 1.0, 0.0)?;
/// assert_eq!((x.to_string(), w.to_string()), ("[-0.33333333]".into(), "[2.]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there are from 1 to 10,000 nodes, and for parameters that are not above -1.
pub fn roots_jacobi<B: Backend>(xp: &B, n: usize, alpha: f64, beta: f64) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "roots_jacobi";
    if !(alpha > -1.0 && beta > -1.0 && alpha.is_finite() && beta.is_finite()) {
        return Err(Error::value(OP, format!("the parameters {alpha} and {beta}")));
    }
    let sum = alpha + beta;
    let log = (sum + 1.0) * std::f64::consts::LN_2 + at(xp, beta + 1.0, |b| super::betaln(alpha + 1.0, b))?;
    let diagonal = |k: f64| match k {
        0.0 => (beta - alpha) / (sum + 2.0),
        _ => (beta - alpha) * sum / ((2.0 * k + sum) * (2.0 * k + sum + 2.0)),
    };
    let square = |k: f64| {
        let twice = 2.0 * k + sum;
        match k {
            // The factor of `sum + 1` cancels, which may be 0.
            1.0 => 4.0 * (1.0 + alpha) * (1.0 + beta) / (twice * twice * (twice + 1.0)),
            _ => 4.0 * k * (k + alpha) * (k + beta) * (k + sum) / (twice * twice * (twice * twice - 1.0)),
        }
    };
    Recurrence::of(n.min(10_001), log.exp(), alpha == beta, diagonal, square).nodes(OP, xp)
}

/// Nodes and weights for the weight 1 from -1 to 1, in ascending order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_legendre;
/// let (x, w) = roots_legendre(&xp, 3)?;
/// assert_eq!((x.to_string(), w.to_string()), ("[-0.77459667  0.          0.77459667]".into(), "[0.55555556 0.88888889 0.55555556]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there are from 1 to 10,000 nodes.
pub fn roots_legendre<B: Backend>(xp: &B, n: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    let square = |k: f64| k * k / ((2.0 * k - 1.0) * (2.0 * k + 1.0));
    Recurrence::of(n.min(10_001), 2.0, true, |_| 0.0, square).nodes("roots_legendre", xp)
}

/// Nodes and weights for the weight `1 / sqrt(1 - x^2)` from -1 to 1, in ascending order, by their formula.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_chebyt;
/// let (x, w) = roots_chebyt(&xp, 2)?;
/// assert_eq!((x.to_string(), w.to_string()), ("[-0.70710678  0.70710678]".into(), "[1.57079633 1.57079633]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no nodes.
pub fn roots_chebyt<B: Backend>(xp: &B, n: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    let step = std::f64::consts::PI / (2.0 * n as f64);
    let angles = half_steps("roots_chebyt", xp, n, 1 - n as i64, 2)?.multiply(step)?;
    let weights = xp.full([n], 2.0 * step)?.into_dyn();
    Ok((angles.sin()?, weights))
}

/// Nodes and weights for the weight `sqrt(1 - x^2)` from -1 to 1, in ascending order, by their formula.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_chebyu;
/// let (x, w) = roots_chebyu(&xp, 1)?;
/// assert_eq!((x.to_string(), w.to_string()), ("[0.]".into(), "[1.57079633]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no nodes.
pub fn roots_chebyu<B: Backend>(xp: &B, n: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    let step = std::f64::consts::PI / (2.0 * (n as f64 + 1.0));
    let angles = half_steps("roots_chebyu", xp, n, 1 - n as i64, 2)?.multiply(step)?;
    let weights = angles.cos()?.square()?.multiply(2.0 * step)?;
    Ok((angles.sin()?, weights))
}

/// `n` numbers from `start` on by `step`, in `f64`: multiples of an angle, symmetric about 0, so that sines near 0 are precise.
fn half_steps<B: Backend>(op: &'static str, xp: &B, n: usize, start: i64, step: i64) -> Result<DynArray<B>> {
    if n == 0 {
        return Err(Error::value(op, "no nodes"));
    }
    xp.arange(0..n as i64)?.into_dyn().multiply(step)?.add(start)?.astype(DType::F64)
}

/// Nodes and weights for the weight `(1 - x^2)^(alpha - 1 / 2)` from -1 to 1, for `alpha` above -1/2, in ascending order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_gegenbauer;
/// assert_eq!(roots_gegenbauer(&xp, 2, 1.0)?.0.to_string(), "[-0.5  0.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`roots_jacobi`].
pub fn roots_gegenbauer<B: Backend>(xp: &B, n: usize, alpha: f64) -> Result<(DynArray<B>, DynArray<B>)> {
    roots_jacobi(xp, n, alpha - 0.5, alpha - 0.5)
}

/// Nodes and weights for the weight `x^alpha exp(-x)` from 0 on, for `alpha` above -1, in ascending order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_genlaguerre;
/// assert_eq!(roots_genlaguerre(&xp, 1, 2.0)?.0.to_string(), "[3.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there are from 1 to 10,000 nodes, and for a parameter that is not above -1.
pub fn roots_genlaguerre<B: Backend>(xp: &B, n: usize, alpha: f64) -> Result<(DynArray<B>, DynArray<B>)> {
    const OP: &str = "roots_genlaguerre";
    if !(alpha > -1.0 && alpha.is_finite()) {
        return Err(Error::value(OP, format!("the parameter {alpha}")));
    }
    let total = at(xp, alpha + 1.0, |x| x.gamma())?;
    Recurrence::of(n.min(10_001), total, false, |k| 2.0 * k + alpha + 1.0, |k| k * (k + alpha)).nodes(OP, xp)
}

/// Nodes and weights for the weight `exp(-x)` from 0 on, in ascending order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_laguerre;
/// assert_eq!(roots_laguerre(&xp, 2)?.0.to_string(), "[0.58578644 3.41421356]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`roots_genlaguerre`].
pub fn roots_laguerre<B: Backend>(xp: &B, n: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    roots_genlaguerre(xp, n, 0.0)
}

/// Nodes and weights for the weight `exp(-x^2)`, in ascending order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_hermite;
/// assert_eq!(roots_hermite(&xp, 2)?.0.to_string(), "[-0.70710678  0.70710678]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there are from 1 to 10,000 nodes.
pub fn roots_hermite<B: Backend>(xp: &B, n: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    let total = std::f64::consts::PI.sqrt();
    Recurrence::of(n.min(10_001), total, true, |_| 0.0, |k| 0.5 * k).nodes("roots_hermite", xp)
}

/// Nodes and weights for the weight `exp(-x^2 / 2)`, in ascending order.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::special::roots_hermitenorm;
/// assert_eq!(roots_hermitenorm(&xp, 2)?.0.to_string(), "[-1.  1.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] unless there are from 1 to 10,000 nodes.
pub fn roots_hermitenorm<B: Backend>(xp: &B, n: usize) -> Result<(DynArray<B>, DynArray<B>)> {
    let total = std::f64::consts::TAU.sqrt();
    Recurrence::of(n.min(10_001), total, true, |_| 0.0, |k| k).nodes("roots_hermitenorm", xp)
}
