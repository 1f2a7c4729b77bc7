//! `map`, `map_reduce` and `scan` over closures.

use super::inputs::{MapInputs, MapOutputs, OutputId, RawArrays, Slot, align};
use super::reduce::Reduce;
use super::trace::{Recipe, trace};
use super::var::Var;
use crate::array::{Array, DynArray, IntoAxis};
use crate::backend::{Backend, ScanOp};
use crate::dtype::Scalar;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::normalize_axis;

/// User kernels, as methods of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1.0f64, 2.0, 3.0])?;
/// assert_eq!(xp.map(&x, |x| x * x + 1.0)?.to_string(), "[ 2.  5. 10.]");
/// assert_eq!(xp.map_reduce(&x, |x| x * x, Reduce::sum())?.item()?, 14.0);
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait UserKernels: Backend {
    /// Computes elementwise what a closure says (CuPy's `ElementwiseKernel`).
    ///
    /// Inputs are an array or a tuple of up to eight, of any types, broadcast together, or arrays
    /// wrapped in [`raw`](super::raw) that the closure indexes; the closure gets a variable for each
    /// and returns one variable or a tuple of up to four. One result is deferred and fuses with what
    /// follows; several are computed now, in one kernel.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([1.0, 2.0, 3.0])?, xp.array([2, 2, 2])?);
    /// let larger = xp.map((&x, &y), |(x, y)| x.maximum(y.cast::<f64>()))?;
    /// assert_eq!(larger.to_string(), "[2. 2. 3.]");
    /// let (sum, product) = xp.map((&x, &y), |(x, y)| (x + y, x * y))?; // two results, one kernel
    /// assert_eq!((sum.to_vec()?, product.to_vec()?), (vec![3.0, 4.0, 5.0], vec![2.0, 4.0, 6.0]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the inputs do not broadcast; [`Error::Value`] if the closure uses a variable of another
    /// one, or if no input gives the result a shape; [`Error::Axis`] for an index along an axis that is not there;
    /// [`Error::Index`] for an index out of bounds.
    #[doc(alias("ElementwiseKernel", "fuse", "vectorize"))]
    fn map<I, F, O>(&self, inputs: I, f: F) -> Result<O::Arrays>
    where
        I: MapInputs<Self>,
        F: FnOnce(I::Vars) -> O,
        O: MapOutputs<Self>,
    {
        map(self, inputs, None, f)
    }

    /// As [`map`](UserKernels::map), with the results' shape given: the inputs are broadcast to it.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::kernel::index_along;
    /// let table = xp.map_to_shape([2, 3], (), |()| index_along(0) * 10 + index_along(1))?;
    /// assert_eq!(table.to_string(), "[[ 0  1  2]\n [10 11 12]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if the inputs do not broadcast to the shape; otherwise those of [`map`](UserKernels::map).
    fn map_to_shape<I, F, O>(&self, shape: impl crate::IntoShape, inputs: I, f: F) -> Result<O::Arrays>
    where
        I: MapInputs<Self>,
        F: FnOnce(I::Vars) -> O,
        O: MapOutputs<Self>,
    {
        map(self, inputs, Some(&shape.into_shape()), f)
    }

    /// Reduces what a closure computes elementwise (CuPy's `ReductionKernel`); deferred.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (x, y) = (xp.array([[1.0, 2.0], [3.0, 4.0]])?, xp.array([1.0, 1.0])?);
    /// let distances = xp.map_reduce((&x, &y), |(x, y)| (x - y).square(), Reduce::sum().over(1))?;
    /// assert_eq!(distances.to_string(), "[ 1. 13.]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`map`](UserKernels::map), and of the reduction.
    #[doc(alias = "ReductionKernel")]
    fn map_reduce<I, F, T, R>(&self, inputs: I, f: F, reduce: Reduce<T, R>) -> Result<Array<R, Self>>
    where
        I: MapInputs<Self>,
        F: FnOnce(I::Vars) -> Var<T>,
        T: Element,
        R: Element,
    {
        let mapped = map(self, inputs, None, f)?;
        reduce.apply(&mapped)
    }

    /// The inclusive scan along an axis by an associative operation with an identity.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([3, 1, 4, 1, 5])?;
    /// let running = xp.scan(&x, 0, i32::MIN, |a, b| a.maximum(b))?;
    /// assert_eq!(running.to_string(), "[3 3 4 4 5]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there; [`Error::Value`] if the closure uses an index or a variable of
    /// another closure.
    fn scan<T, F>(&self, x: &Array<T, Self>, axis: impl IntoAxis, identity: T, f: F) -> Result<Array<T, Self>>
    where
        T: Element,
        F: FnOnce(Var<T>, Var<T>) -> Var<T>,
    {
        let axis = normalize_axis("scan", axis.into_axis(), x.ndim())?;
        let op = ScanOp::Custom(combine(f)?, Scalar::new(identity));
        let computed = x.array.computed()?;
        let buffer = x.xp().inclusive_scan(&op, computed.view()?, axis)?;
        Ok(Array::from_dyn(DynArray::from_buffer(x.xp(), T::DTYPE, x.shape(), buffer)))
    }
}

impl<B: Backend> UserKernels for B {}

fn map<B, I, F, O>(xp: &B, inputs: I, shape: Option<&[usize]>, f: F) -> Result<O::Arrays>
where
    B: Backend,
    I: MapInputs<B>,
    F: FnOnce(I::Vars) -> O,
    O: MapOutputs<B>,
{
    let operands = inputs.operands();
    let whole = |operand: &super::inputs::TracedInput<'_, B>| matches!(operand.0, super::inputs::Kind::Whole(_));
    if shape.is_none() && operands.iter().all(whole) {
        return Err(Error::value("map", "no input gives the result a shape; use map_to_shape"));
    }
    let (shape, arrays) = align(&operands, shape)?;
    let (trace, outputs) = trace(xp.remembers(), || f(inputs.vars(Slot(0))));
    let ids: Vec<_> = outputs.ids().into_iter().map(|OutputId(id)| id).collect();
    let raws = trace.build(xp, &shape, &arrays, &ids)?;
    if O::COUNT > 1 {
        DynArray::eval_all(&raws.iter().collect::<Vec<_>>())?;
    }
    Ok(outputs.arrays(RawArrays(raws)))
}

/// What a closure makes of the elements of arrays of `f64` that have been broadcast to a shape.
pub(crate) fn elementwise<B: Backend, R: Element, const N: usize>(
    xp: &B,
    shape: &[usize],
    inputs: &[DynArray<B>],
    f: impl FnOnce([Var<f64>; N]) -> Var<R>,
) -> Result<DynArray<B>> {
    let (trace, result) =
        trace(xp.remembers(), || f(std::array::from_fn(|k| Var::record(Recipe::Input(k as u16), &[]))));
    let results = trace.build(xp, shape, inputs, &[result.id])?;
    results.into_iter().next().ok_or_else(|| Error::value("kernel", "no result"))
}

/// Traces a closure over two values.
pub(super) fn combine<T: Element>(f: impl FnOnce(Var<T>, Var<T>) -> Var<T>) -> Result<crate::ir::Combine> {
    let (trace, result) = trace(false, || f(Var::record(Recipe::Input(0), &[]), Var::record(Recipe::Input(1), &[])));
    trace.combine(result.id)
}
