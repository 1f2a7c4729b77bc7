//! Random orders.

use super::Generator;
use crate::array::{AnyArray, Array, DynArray};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::checked_len;

impl<B: Backend> Generator<B> {
    /// A random permutation of `0..n`: a Feistel network with cycle walking (Black and Rogaway, CT-RSA 2002).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let order = xp.rng(1).permutation(5)?;
    /// assert_eq!(order.sort()?.to_string(), "[0 1 2 3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if memory runs out.
    pub fn permutation(&mut self, n: usize) -> Result<Array<i64, B>> {
        checked_len(&[n])?;
        let stream = self.next_stream();
        let buffer = self.xp.permutation(self.seed, stream, n)?;
        Ok(Array::from_dyn(DynArray::from_buffer(&self.xp, i64::DTYPE, &[n], buffer)))
    }

    /// The array with its items along the first axis in random order.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([10, 20, 30])?;
    /// assert_eq!(xp.rng(1).permuted(&x)?.sort()?.to_string(), "[10 20 30]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for a zero-dimensional array.
    #[doc(alias = "shuffle")]
    pub fn permuted<A: AnyArray<B>>(&mut self, x: &A) -> Result<A> {
        let x = x.as_dyn();
        let Some(&n) = x.shape().first() else {
            return Err(Error::Axis { op: "permuted", axis: 0, ndim: 0 });
        };
        let order = self.permutation(n)?.array.computed()?;
        let items = x.computed_for("permuted", &self.xp)?;
        let buffer = self.xp.take(items.view()?, 0, order.view()?)?;
        A::of(DynArray::from_buffer(&self.xp, x.dtype(), x.shape(), buffer))
    }
}
