//! Systems of first order equations.

use crate::linalg::Matrix;
use crate::signal::design::{C, Coefficient};
use xparray_core::{Error, Result};

/// `x' = a x + b u`, `y = c x + d u`, of states `x`, inputs `u` and outputs `y`, of real or complex matrices; of a discrete system `x'` is the next state.
///
/// ```
/// use xparray::scipy::signal::StateSpace;
/// let spring = StateSpace::new(&[&[0.0, 1.0], &[-4.0, -0.5]], &[&[0.0], &[1.0]], &[&[1.0, 0.0]], &[])?;
/// assert_eq!((spring.states(), spring.inputs(), spring.outputs(), spring.d()), (2, 1, 1, &[0.0][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StateSpace<T = f64> {
    pub(super) a: Matrix<T>,
    pub(super) b: Matrix<T>,
    pub(super) c: Matrix<T>,
    pub(super) d: Matrix<T>,
}

impl StateSpace {
    /// Of these matrices, as rows; one without rows is of zeros, if the others say its shape.
    ///
    /// # Errors
    /// [`Error::Shape`] for shapes that do not go together, or rows of several lengths; [`Error::Value`] if there are no inputs or no outputs, and for
    /// NaN and infinities.
    #[doc(alias = "abcd_normalize")]
    pub fn new(a: &[&[f64]], b: &[&[f64]], c: &[&[f64]], d: &[&[f64]]) -> Result<Self> {
        Self::of_rows(a, b, c, d)
    }
}

impl StateSpace<C> {
    /// Of these complex matrices, as rows; one without rows is of zeros, if the others say its shape.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// use xparray::scipy::signal::{StateSpace, ss2zpk};
    /// let one = Complex::new(1.0, 0.0);
    /// let turning = StateSpace::complex(&[&[Complex::new(-0.5, 2.0)]], &[&[one]], &[&[one]], &[])?;
    /// assert_eq!(ss2zpk(&turning, 0)?.p(), [Complex::new(-0.5, 2.0)]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`StateSpace::new`].
    pub fn complex(a: &[&[C]], b: &[&[C]], c: &[&[C]], d: &[&[C]]) -> Result<Self> {
        Self::of_rows(a, b, c, d)
    }
}

impl<T: Coefficient> StateSpace<T> {
    fn of_rows(a: &[&[T]], b: &[&[T]], c: &[&[T]], d: &[&[T]]) -> Result<Self> {
        let width = |rows: &[&[T]]| rows.first().map(|row| row.len());
        let states = [a.len(), b.len(), width(c).unwrap_or(0)].into_iter().find(|&n| n > 0).unwrap_or(0);
        let inputs = width(b).or(width(d)).unwrap_or(0);
        let outputs = [c.len(), d.len()].into_iter().find(|&n| n > 0).unwrap_or(0);
        Self::of(
            matrix(a, states, states)?,
            matrix(b, states, inputs)?,
            matrix(c, outputs, states)?,
            matrix(d, outputs, inputs)?,
        )
    }

    /// Of matrices that go together.
    pub(super) fn of(a: Matrix<T>, b: Matrix<T>, c: Matrix<T>, d: Matrix<T>) -> Result<Self> {
        const OP: &str = "StateSpace::new";
        if d.rows() == 0 || d.columns() == 0 {
            return Err(Error::value(OP, "no inputs or no outputs"));
        }
        match [&a, &b, &c, &d].iter().all(|matrix| matrix.entries().iter().all(|x| x.is_finite())) {
            true => Ok(Self { a, b, c, d }),
            false => Err(Error::value(OP, "a matrix holds NaN or infinity")),
        }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.a.rows()
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.d.columns()
    }

    /// How many outputs there are.
    pub fn outputs(&self) -> usize {
        self.d.rows()
    }

    /// What states make of states: `[states, states]`, row by row.
    pub fn a(&self) -> &[T] {
        self.a.entries()
    }

    /// What inputs make of states: `[states, inputs]`, row by row.
    pub fn b(&self) -> &[T] {
        self.b.entries()
    }

    /// What states make of outputs: `[outputs, states]`, row by row.
    pub fn c(&self) -> &[T] {
        self.c.entries()
    }

    /// What inputs make of outputs: `[outputs, inputs]`, row by row.
    pub fn d(&self) -> &[T] {
        self.d.entries()
    }
}

fn matrix<T: Coefficient>(rows: &[&[T]], m: usize, n: usize) -> Result<Matrix<T>> {
    if rows.is_empty() {
        return Ok(Matrix::zeros(m, n));
    }
    match rows.len() == m && rows.iter().all(|row| row.len() == n) {
        true => Ok(Matrix::new(m, n, rows.concat())),
        false => Err(Error::shape("StateSpace::new", &[rows.len(), rows[0].len()], &[m, n])),
    }
}
