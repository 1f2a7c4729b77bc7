//! Updates of elements at indices, which may repeat.

use super::Ufunc;
use crate::Casting;
use crate::array::{AnyArray, ArrayLike, ArrayOrNumber, DynArray, IntoIndexArrays};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::ir::BinaryOp;

impl Ufunc {
    /// Replaces elements by the function of them and values, broadcast, at places that several index arrays name together, one
    /// for each leading axis; a place that is named several times is updated as often, in order: NumPy's `ufunc.at`.
    ///
    /// Sums, products, maxima and minima are one pass. Others take as many as the place that is named most often.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Ufunc;
    /// let mut x = xp.array([2.0, 3.0, 5.0])?;
    /// Ufunc::Power.at(&mut x, [[0, 1, 1]], 2)?;
    /// assert_eq!(x.to_string(), "[ 4. 81.  5.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`put_at`](crate::Array::put_at); [`Error::DType`](crate::Error::DType) if the function's values are of a
    /// greater kind than the elements. Nothing is written then.
    pub fn at<B: Backend, A: AnyArray<B>>(
        self,
        x: &mut A,
        indices: impl IntoIndexArrays<B>,
        values: impl ArrayLike<B>,
    ) -> Result<()> {
        self.at_with(x, indices, values, Casting::SameKind)
    }

    /// [`at`](Ufunc::at), of which each result becomes an element by a rule: by [`Casting::Unsafe`] floats are cut to integers.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::{Casting, Ufunc};
    /// let mut x = xp.array([2, 3, 5])?.into_dyn();
    /// Ufunc::Divide.at_with(&mut x, [[0, 1, 1]], 2, Casting::Unsafe)?;
    /// assert_eq!(x.to_string(), "[1 0 5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`at`](Ufunc::at).
    pub fn at_with<B: Backend, A: AnyArray<B>>(
        self,
        x: &mut A,
        indices: impl IntoIndexArrays<B>,
        values: impl ArrayLike<B>,
        casting: Casting,
    ) -> Result<()> {
        let mut result = x.as_dyn().clone();
        let dtype = result.dtype();
        // The function is of a type then that the elements are not of.
        let is_beyond = match values.operand() {
            ArrayOrNumber::Array(values) => values.dtype().promote(dtype) != dtype,
            _ => false,
        };
        match self {
            _ if is_beyond && casting == Casting::Unsafe => self.update(&mut result, indices, values, casting)?,
            Ufunc::Add => result.add_at(indices, values)?,
            Ufunc::Multiply => result.multiply_at(indices, values)?,
            Ufunc::Maximum => result.maximum_at(indices, values)?,
            Ufunc::Minimum => result.minimum_at(indices, values)?,
            _ => self.update(&mut result, indices, values, casting)?,
        }
        *x = A::of(result)?;
        Ok(())
    }

    fn update<B: Backend>(
        self,
        x: &mut DynArray<B>,
        indices: impl IntoIndexArrays<B>,
        values: impl ArrayLike<B>,
        casting: Casting,
    ) -> Result<()> {
        let name = self.name();
        let written = |values: DynArray<B>, dtype| match casting {
            Casting::Unsafe => values.astype(dtype),
            _ => self.written(&values, dtype),
        };
        let (places, flat) = x.named_places(name, indices)?;
        places.check()?;
        let places = flat;
        let values = match values.operand() {
            ArrayOrNumber::Array(values) => values.clone(),
            number => number.written_to(name, x)?,
        };
        let values = values.broadcast_into(name, places.shape())?;
        if places.is_empty() {
            // The types may be wrong all the same.
            let nothing = |array: &DynArray<B>| DynArray::full(x.xp(), Scalar::from_f64(array.dtype(), 0.0), &[0]);
            return written(self.apply(&nothing(x)?, &nothing(&values)?)?, x.dtype()).map(drop);
        }
        let count = places.len();
        let (places, values) = (places.reshaped(&[count])?, values.reshaped(&[count])?);
        // How often each place was named before, in the order of the list.
        let order = places.argsort()?;
        let sorted = places.take(&order, 0)?;
        let here = DynArray::iota(x.xp(), &[count])?;
        let (after, before) = sorted.neighbours(0)?;
        let same =
            DynArray::concatenate(name, &[&here.narrow(0, 0, 1)?.astype(DType::Bool)?, &after.equal(&before)?], 0)?;
        let start = DynArray::selected(&same, &here.number(0.0)?, &here)?.cummax(0)?;
        let turn = here.binary(BinaryOp::Sub, name, &start)?;
        let by_turn = turn.argsort()?;
        let counts = turn.bincount()?.typed::<i64>()?.to_vec()?;
        let (places, values) = (sorted.take(&by_turn, 0)?, values.take(&order.take(&by_turn, 0)?, 0)?);
        let mut flat = x.reshaped(&[x.len()])?;
        let mut from = 0;
        for n in counts {
            let n = n as usize;
            let (places, values) = (places.narrow(0, from, n)?, values.narrow(0, from, n)?);
            let updated = written(self.apply(&flat.take(&places, 0)?, &values)?, x.dtype())?;
            flat.put(&places, &updated)?;
            from += n;
        }
        *x = flat.reshaped(x.shape())?;
        Ok(())
    }
}
