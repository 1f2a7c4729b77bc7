//! Newton's form of the polynomial through points.

use super::{points, stacked};
use crate::interpolate::columns::Columns;
use xparray_core::kernel::{Var, raw};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Create, Error, IntoAxis, Result, TypeClass};

const OP: &str = "KroghInterpolator";

/// The polynomial through points, by divided differences: SciPy's `KroghInterpolator` (Krogh, Efficient algorithms for polynomial interpolation
/// and numerical differentiation, 1970). An abscissa that comes several times in a row has derivatives of rising order as ordinates. Above some
/// thirty points the form loses digits.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::KroghInterpolator;
/// // 0 at 0 and 1, with the slope 2 at 0
/// let p = KroghInterpolator::new(&xp.array([0.0, 0.0, 1.0])?, &xp.array([0.0, 2.0, 0.0])?, 0)?;
/// assert_eq!(p.evaluate(&xp.array([0.5, 2.0])?)?.to_string(), "[ 0.5 -4. ]"); // 2 x - 2 x^2
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct KroghInterpolator<B: Backend> {
    x: Vec<f64>,
    /// `[n, columns]`: divided differences.
    differences: Array<f64, B>,
    columns: Columns,
}

impl<B: Backend> KroghInterpolator<B> {
    /// Of abscissae and of ordinates along an axis.
    ///
    /// # Errors
    /// [`Error::Value`] for an abscissa that comes again elsewhere, and NaN among them; [`Error::Shape`] for another number of ordinates, and
    /// for none; [`Error::DType`] for complex abscissae; [`Error::Axis`] if the axis is not there.
    pub fn new(xi: &impl AnyArray<B>, yi: &impl AnyArray<B>, axis: impl IntoAxis) -> Result<Self> {
        let (x, columns, y) = points(OP, xi.as_dyn(), yi.as_dyn(), axis.into_axis())?;
        let (n, count, values) = (x.len(), columns.count(), y.to_vec()?);
        if let Some(k) = (1..n).find(|&k| x[k - 1] != x[k] && x[..k].contains(&x[k])) {
            return Err(Error::value(OP, format!("the abscissa {} comes again, but not in a row", x[k])));
        }
        // Where a row of equal abscissae begins.
        let starts: Vec<usize> = (0..n).map(|k| x.iter().position(|&x0| x0 == x[k]).unwrap_or(k)).collect();
        let mut differences = vec![0.0; n * count];
        for j in 0..count {
            // That of the abscissae `i` to `i + order`, for each `i`.
            let mut row: Vec<f64> = (0..n).map(|i| values[starts[i] * count + j]).collect();
            differences[j] = row[0];
            let mut factorial = 1.0;
            for order in 1..n {
                factorial *= order as f64;
                for i in 0..n - order {
                    row[i] = match x[i] == x[i + order] {
                        true => values[(starts[i] + order) * count + j] / factorial,
                        false => (row[i + 1] - row[i]) / (x[i + order] - x[i]),
                    };
                }
                differences[order * count + j] = row[0];
            }
        }
        let differences = y.xp().from_slice(&differences, [n, count])?;
        Ok(Self { x, differences, columns })
    }

    /// The values at places of any shape, whose axes are where that of the points was.
    ///
    /// # Errors
    /// [`Error::DType`] for complex places.
    pub fn evaluate(&self, x: &impl AnyArray<B>) -> Result<DynArray<B>> {
        self.derivative(x, 0)
    }

    /// The derivative of order `der` at places.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate).
    pub fn derivative(&self, x: &impl AnyArray<B>, der: usize) -> Result<DynArray<B>> {
        let x = x.as_dyn();
        TypeClass::RealElement.check(OP, x.dtype())?;
        let (n, count, xp) = (self.x.len(), self.columns.count(), x.xp());
        let places = x.astype(DType::F64)?.reshape([x.len(), 1])?.typed::<f64>()?;
        let column = xp.arange((0i64, count as i64, 1))?;
        if places.is_empty() || count == 0 || der >= n {
            // Derivatives of orders from the number of points on are 0.
            let zeros = places.multiply(0.0)?.broadcast_to([x.len(), count])?;
            return self.columns.restore(&zeros, x.shape());
        }
        let factorial: f64 = (1..=der).map(|k| k as f64).product();
        let values = xp.map((&places, &column, raw(&self.differences)), |(q, column, c)| {
            // Horner's scheme for the value and all derivatives up to this one, over factorials.
            let zero = q * 0.0;
            let mut all: Vec<Var<f64>> = vec![zero; der + 1];
            for k in (0..n).rev() {
                let step = q - self.x[k];
                for d in (1..all.len()).rev() {
                    all[d] = all[d] * step + all[d - 1];
                }
                all[0] = all[0] * step + c.at(column + (k * count) as i64);
            }
            all[der] * factorial
        })?;
        self.columns.restore(&values, x.shape())
    }

    /// The derivatives of order 0 to `count - 1` at places, along a new first axis.
    ///
    /// # Errors
    /// Those of [`evaluate`](Self::evaluate); [`Error::Value`] for none.
    pub fn derivatives(&self, x: &impl AnyArray<B>, count: usize) -> Result<DynArray<B>> {
        stacked(x.as_dyn().xp(), count, |der| self.derivative(x, der))
    }
}

/// The values at `x` of the polynomial through the points `(xi, yi)`, or its derivative of order `der`: SciPy's `krogh_interpolate`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::krogh_interpolate;
/// let (xi, yi) = (xp.array([0.0, 1.0, 2.0])?, xp.array([0.0, 1.0, 4.0])?);
/// assert_eq!(krogh_interpolate(&xi, &yi, &xp.array([3.0])?, 1, 0)?.to_string(), "[6.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`KroghInterpolator::new`] and [`KroghInterpolator::evaluate`].
pub fn krogh_interpolate<B: Backend>(
    xi: &impl AnyArray<B>,
    yi: &impl AnyArray<B>,
    x: &impl AnyArray<B>,
    der: usize,
    axis: impl IntoAxis,
) -> Result<DynArray<B>> {
    KroghInterpolator::new(xi, yi, axis)?.derivative(x, der)
}
