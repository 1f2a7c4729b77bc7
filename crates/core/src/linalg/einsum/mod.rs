//! Sums of products by Einstein's convention.

mod contract;
mod path;
mod subscripts;

use crate::array::{AnyArray, DynArray};
use crate::backend::Backend;
use crate::error::{Error, Result};
use contract::Term;
pub use path::{EinsumPath, Optimize};
use subscripts::Subscripts;

const OP: &str = "einsum";

/// Sums of products over several arrays, as methods of every handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let a = xp.arange((0, 6, 1))?.reshape([2, 3])?;
/// assert_eq!(xp.einsum("ij->ji", &[&a])?.to_string(), "[[0 3]\n [1 4]\n [2 5]]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Einsum: Backend {
    /// The sums of products that subscripts describe: a letter for each axis of each operand, with commas between the operands,
    /// and after `->` the letters of the result. Axes of one letter have one length, or 1; they are multiplied, and summed over unless
    /// the result has the letter. A letter twice in an operand takes the diagonal. `...` stands for all other axes, which broadcast.
    /// Without `->` the result has the letters that come once, in alphabetical order.
    ///
    /// Several operands are contracted in pairs in a greedy order, as products of matrices where they can be;
    /// [`einsum_with`](Einsum::einsum_with) takes another order. Elements of several types are promoted if their types are values.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.arange((0, 9, 1))?.reshape([3, 3])?;
    /// let (x, y) = (xp.array([1, 0, 2])?, xp.array([1, 1, 1])?);
    /// assert_eq!(xp.einsum("ii", &[&a])?.item()?, 12); // the trace
    /// assert_eq!(xp.einsum("i,ij,j", &[&x, &a, &y])?.item()?, 45);
    /// assert_eq!(xp.einsum("...j,j->...", &[&a, &x])?.to_string(), "[ 4 13 22]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for subscripts that cannot be read, that do not fit the operands, or whose result has a letter that no operand
    /// has or has one twice; [`Error::Shape`] for axes of one letter and different lengths.
    fn einsum<A: AnyArray<Self>>(&self, subscripts: &str, operands: &[&A]) -> Result<A> {
        self.einsum_with(subscripts, operands, Optimize::Greedy)
    }

    /// [`einsum`](Einsum::einsum) in an order that is searched for in another way, or known.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, b) = (xp.ones::<f64>([2, 50])?, xp.ones::<f64>([50, 50])?);
    /// let product = xp.einsum_with("ij,jk,kl->il", &[&a, &b, &b], Optimize::Optimal)?;
    /// assert!(product.equal(2500.0)?.all(..)?.item()?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`einsum`](Einsum::einsum); [`Error::Value`] for a path that does not fit the operands.
    fn einsum_with<A: AnyArray<Self>>(&self, subscripts: &str, operands: &[&A], optimize: Optimize<'_>) -> Result<A> {
        let operands: Vec<&DynArray<Self>> = operands.iter().map(|operand| operand.as_dyn()).collect();
        let shapes: Vec<&[usize]> = operands.iter().map(|operand| operand.shape()).collect();
        let subscripts = Subscripts::new(subscripts, &shapes)?;
        let path = path::find(&subscripts, optimize)?;
        let first = operands.first().ok_or_else(|| Error::value(OP, "no operands"))?;
        let dtype = operands.iter().fold(first.dtype(), |dtype, operand| dtype.promote(operand.dtype()));
        DynArray::common_device(OP, &operands)?;
        let mut terms = Vec::with_capacity(operands.len());
        for (operand, labels) in operands.iter().zip(&subscripts.inputs) {
            terms.push(Term::new(&operand.astype(dtype)?, labels, &subscripts)?);
        }
        for (first, second) in path.steps() {
            let later = terms.remove(first.max(second));
            let earlier = terms.remove(first.min(second));
            let kept = |label| subscripts.output.contains(&label) || terms.iter().any(|term| term.has(label));
            let term = earlier.contracted(&later, &kept)?;
            terms.push(term);
        }
        let last = terms.pop().ok_or_else(|| Error::value(OP, "no operands"))?;
        A::of(last.into_result(&subscripts)?)
    }

    /// The order in which [`einsum_with`](Einsum::einsum_with) would contract operands of these shapes, and what it costs.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let path = xp.einsum_path("ij,jk,kl->il", &[&[2, 50], &[50, 50], &[50, 3]], Optimize::Optimal)?;
    /// assert_eq!(path.steps().collect::<Vec<_>>(), [(0, 1), (0, 1)]);
    /// assert_eq!((path.operations(), path.naive_operations()), (5300.0, 30_000.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`einsum_with`](Einsum::einsum_with).
    fn einsum_path(&self, subscripts: &str, shapes: &[&[usize]], optimize: Optimize<'_>) -> Result<EinsumPath> {
        path::find(&Subscripts::new(subscripts, shapes)?, optimize)
    }
}

impl<B: Backend> Einsum for B {}
