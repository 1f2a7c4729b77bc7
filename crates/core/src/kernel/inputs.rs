//! What goes into a user kernel and what comes out.

use super::trace::{Id, Recipe, record};
use super::var::Var;
use crate::array::Array;
use crate::array::DynArray as RawArray;
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::{Element, Integer};
use crate::error::Result;
use std::marker::PhantomData;

/// An input that the kernel indexes itself: CuPy's `raw` arguments.
#[derive(Clone, Copy)]
pub struct Raw<'a, T: Element, B: Backend>(&'a Array<T, B>);

/// Passes an array whole, to be read at computed indices with [`RawVar::at`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::{index, raw};
/// let x = xp.array([1.0, 4.0, 9.0, 16.0])?;
/// let slope = xp.map_to_shape(3, raw(&x), |x| x.at(index() + 1) - x.at(index()))?;
/// assert_eq!(slope.to_string(), "[3. 5. 7.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub fn raw<T: Element, B: Backend>(array: &Array<T, B>) -> Raw<'_, T, B> {
    Raw(array)
}

/// A whole array in a user kernel.
#[derive(Clone, Copy, Debug)]
pub struct RawVar<T> {
    id: Id,
    len: usize,
    element: PhantomData<fn() -> T>,
}

impl<T: Element> RawVar<T> {
    /// The element at a row-major index, negative from the end. An index out of bounds is an error when the
    /// kernel runs.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::kernel::raw;
    /// let (x, i) = (xp.array([10, 20, 30])?, xp.array([2, 0, -1])?);
    /// assert_eq!(xp.map((&i, raw(&x)), |(i, x)| x.at(i))?.to_string(), "[30 10 30]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn at<I: Integer>(self, index: Var<I>) -> Var<T> {
        // No array is so long: an index that `i64` does not hold stays out of bounds.
        let index = match I::DTYPE {
            DType::U64 => index.minimum(i64::MAX.cast::<I>()),
            _ => index,
        };
        Var::record(Recipe::Gather, &[index.cast::<i64>().id, self.id])
    }

    /// The number of elements.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::kernel::{index, raw};
    /// let x = xp.array([1, 2, 3])?;
    /// let reversed = xp.map_to_shape(3, raw(&x), |x| x.at(-index() + (x.len() as i64 - 1)))?;
    /// assert_eq!(reversed.to_string(), "[3 2 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> usize {
        self.len
    }
}

/// One input of a user kernel: an array, broadcast with the others, or a [`raw`] one.
pub trait MapInput<B: Backend> {
    /// What the closure gets for it.
    type Var;
    #[doc(hidden)]
    fn var(&self, slot: Slot) -> Self::Var;
    #[doc(hidden)]
    fn operand(&self) -> TracedInput<'_, B>;
}

/// The number of an input. It cannot be named outside, so variables are made by the tracer alone.
#[doc(hidden)]
pub struct Slot(pub(super) u16);

/// An input as the tracer sees it.
#[doc(hidden)]
pub struct TracedInput<'a, B: Backend>(pub(super) Kind<'a, B>);

pub(super) enum Kind<'a, B: Backend> {
    Element(&'a RawArray<B>),
    Whole(&'a RawArray<B>),
}

impl<T: Element, B: Backend> MapInput<B> for &Array<T, B> {
    type Var = Var<T>;
    fn var(&self, slot: Slot) -> Var<T> {
        Var::record(Recipe::Input(slot.0), &[])
    }
    fn operand(&self) -> TracedInput<'_, B> {
        TracedInput(Kind::Element(&self.array))
    }
}

impl<T: Element, B: Backend> MapInput<B> for Raw<'_, T, B> {
    type Var = RawVar<T>;
    fn var(&self, slot: Slot) -> RawVar<T> {
        RawVar { id: record(Recipe::Whole(slot.0), T::DTYPE, &[]), len: self.0.len(), element: PhantomData }
    }
    fn operand(&self) -> TracedInput<'_, B> {
        TracedInput(Kind::Whole(&self.0.array))
    }
}

/// The inputs of a user kernel: one, or a tuple of up to eight, or an array of so many of one element type.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::raw;
/// let (x, table) = (xp.array([0, 2])?, xp.array([1.0, 2.0, 4.0])?);
/// assert_eq!(xp.map((&x, &x, raw(&table)), |(i, j, t)| t.at(i) + t.at(j))?.to_string(), "[2. 8.]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait MapInputs<B: Backend> {
    /// What the closure gets: one variable, or a tuple of them.
    type Vars;
    #[doc(hidden)]
    fn vars(&self, first: Slot) -> Self::Vars;
    #[doc(hidden)]
    fn operands(&self) -> Vec<TracedInput<'_, B>>;
}

macro_rules! one_input {
    ($I:ty) => {
        impl<T: Element, B: Backend> MapInputs<B> for $I {
            type Vars = <Self as MapInput<B>>::Var;
            fn vars(&self, first: Slot) -> Self::Vars {
                self.var(first)
            }
            fn operands(&self) -> Vec<TracedInput<'_, B>> {
                vec![self.operand()]
            }
        }
    };
}

one_input!(&Array<T, B>);
one_input!(Raw<'_, T, B>);

/// The results of a user kernel: one variable, or a tuple of up to four.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([7, -7])?;
/// let (rest, negative) = xp.map(&x, |x| (x % 4, x.lt(0)))?;
/// assert_eq!((rest.to_vec()?, negative.to_vec()?), (vec![3, 1], vec![false, true]));
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait MapOutputs<B: Backend> {
    /// The arrays that they become.
    type Arrays;
    #[doc(hidden)]
    const COUNT: usize;
    #[doc(hidden)]
    fn ids(&self) -> Vec<OutputId>;
    #[doc(hidden)]
    fn arrays(&self, raws: RawArrays<B>) -> Self::Arrays;
}

/// A result as the tracer sees it.
#[doc(hidden)]
pub struct OutputId(pub(super) Id);

/// Results as arrays without a static type.
#[doc(hidden)]
pub struct RawArrays<B: Backend>(pub(super) Vec<RawArray<B>>);

impl<T: Element, B: Backend> MapOutputs<B> for Var<T> {
    type Arrays = Array<T, B>;
    const COUNT: usize = 1;
    fn ids(&self) -> Vec<OutputId> {
        vec![OutputId(self.id)]
    }
    fn arrays(&self, raws: RawArrays<B>) -> Array<T, B> {
        Array::from_dyn(raws.0[0].clone())
    }
}

macro_rules! tuples {
    (inputs $($I:ident $k:tt),*) => {
        impl<B: Backend, $($I: MapInput<B>),*> MapInputs<B> for ($($I,)*) {
            type Vars = ($($I::Var,)*);
            fn vars(&self, first: Slot) -> Self::Vars {
                ($(self.$k.var(Slot(first.0 + $k)),)*)
            }
            fn operands(&self) -> Vec<TracedInput<'_, B>> {
                vec![$(self.$k.operand()),*]
            }
        }
    };
    (outputs $n:literal $($T:ident $k:tt),*) => {
        impl<B: Backend, $($T: Element),*> MapOutputs<B> for ($(Var<$T>,)*) {
            type Arrays = ($(Array<$T, B>,)*);
            const COUNT: usize = $n;
            fn ids(&self) -> Vec<OutputId> {
                vec![$(OutputId(self.$k.id)),*]
            }
            fn arrays(&self, raws: RawArrays<B>) -> Self::Arrays {
                ($(Array::from_dyn(raws.0[$k].clone()),)*)
            }
        }
    };
}

impl<B: Backend> MapInputs<B> for () {
    type Vars = ();
    fn vars(&self, _: Slot) {}
    fn operands(&self) -> Vec<TracedInput<'_, B>> {
        Vec::new()
    }
}

/// Several of one type.
impl<T: Element, B: Backend, const N: usize> MapInputs<B> for [&Array<T, B>; N] {
    type Vars = [Var<T>; N];
    fn vars(&self, first: Slot) -> Self::Vars {
        const { assert!(N <= 8, "a user kernel has at most eight inputs") }
        std::array::from_fn(|k| MapInput::<B>::var(&self[k], Slot(first.0 + k as u16)))
    }
    fn operands(&self) -> Vec<TracedInput<'_, B>> {
        self.iter().map(MapInput::operand).collect()
    }
}

tuples!(inputs I0 0);
tuples!(inputs I0 0, I1 1);
tuples!(inputs I0 0, I1 1, I2 2);
tuples!(inputs I0 0, I1 1, I2 2, I3 3);
tuples!(inputs I0 0, I1 1, I2 2, I3 3, I4 4);
tuples!(inputs I0 0, I1 1, I2 2, I3 3, I4 4, I5 5);
tuples!(inputs I0 0, I1 1, I2 2, I3 3, I4 4, I5 5, I6 6);
tuples!(inputs I0 0, I1 1, I2 2, I3 3, I4 4, I5 5, I6 6, I7 7);
tuples!(outputs 1 T0 0);
tuples!(outputs 2 T0 0, T1 1);
tuples!(outputs 3 T0 0, T1 1, T2 2);
tuples!(outputs 4 T0 0, T1 1, T2 2, T3 3);

/// The inputs' common shape, and the arrays ready for the trace: broadcast, or flat where whole.
pub(super) fn align<B: Backend>(
    operands: &[TracedInput<'_, B>],
    shape: Option<&[usize]>,
) -> Result<(crate::layout::Dims, Vec<RawArray<B>>)> {
    let mut common: crate::layout::Dims = shape.unwrap_or(&[]).into();
    for operand in operands {
        if let Kind::Element(array) = operand.0 {
            common = match shape {
                Some(_) => common,
                None => crate::layout::broadcast_shapes("map", &common, array.shape())?,
            };
        }
    }
    let arrays = operands.iter().map(|operand| match operand.0 {
        Kind::Element(array) => array.broadcast("map", &common),
        Kind::Whole(array) => {
            array.eval()?;
            array.reshaped(&[array.len()])
        }
    });
    let arrays = arrays.collect::<Result<_>>()?;
    Ok((common, arrays))
}
