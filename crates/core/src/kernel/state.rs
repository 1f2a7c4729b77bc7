//! What a loop of a user kernel changes.

use super::trace::{Id, Recipe};
use super::var::Var;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use half::{bf16, f16};
use num_complex::Complex;

mod sealed {
    pub trait Sealed {}
}

/// The state of a loop: a variable, or a tuple of up to six states.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::for_;
/// let n = xp.array(&[1i64, 2, 10])?;
/// let fibonacci = xp.map(&n, |n| for_(n, (0i64, 1i64), |_, (a, b)| (b, a + b)).0)?;
/// assert_eq!(fibonacci.to_string(), "[ 1  1 55]");
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait State: Copy + sealed::Sealed {
    #[doc(hidden)]
    fn dtypes(all: &mut Vec<DType>);
    #[doc(hidden)]
    fn of(ids: &mut StateIds) -> Self;
    #[doc(hidden)]
    fn ids(&self, all: &mut StateIds);
}

/// Variables as the tracer sees them, the first at the end. It cannot be filled outside.
#[doc(hidden)]
#[derive(Default)]
pub struct StateIds(Vec<Id>);

/// The types of a state's variables.
pub(super) fn dtypes<S: State>() -> Vec<DType> {
    let mut all = Vec::new();
    S::dtypes(&mut all);
    all
}

/// The state that variables are; there are as many as it has types.
pub(super) fn of<S: State>(ids: &[Id]) -> S {
    S::of(&mut StateIds(ids.iter().rev().copied().collect()))
}

/// The variables of a state.
pub(super) fn ids<S: State>(state: &S) -> Vec<Id> {
    let mut all = StateIds::default();
    state.ids(&mut all);
    all.0
}

/// What a loop or a branch starts with or returns: variables, numbers, or a tuple of these.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::kernel::if_;
/// let x = xp.array([-1.5, 2.0])?;
/// let (y, n) = xp.map(&x, |x| if_(x.gt(0.0), || (x, 1u8), || (-x, 2)))?;
/// assert_eq!((y.to_string(), n.to_string()), ("[1.5 2. ]".into(), "[2 1]".into()));
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait IntoState {
    /// The variables.
    type State: State;
    #[doc(hidden)]
    fn into_state(self) -> Self::State;
}

impl<T> sealed::Sealed for Var<T> {}
impl<T: Element> State for Var<T> {
    fn dtypes(all: &mut Vec<DType>) {
        all.push(T::DTYPE);
    }
    fn of(ids: &mut StateIds) -> Self {
        match ids.0.pop() {
            Some(id) => Var::of(id),
            None => Var::record(Recipe::Const(Scalar::new(false).astype(T::DTYPE)), &[]),
        }
    }
    fn ids(&self, all: &mut StateIds) {
        all.0.push(self.id);
    }
}

impl<T: Element> IntoState for Var<T> {
    type State = Self;
    fn into_state(self) -> Self {
        self
    }
}

macro_rules! numbers {
    ($($T:ty)*) => {$(
        impl IntoState for $T {
            type State = Var<$T>;
            fn into_state(self) -> Var<$T> {
                Var::record(Recipe::Const(Scalar::new(self)), &[])
            }
        }
    )*};
}
numbers! { bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex<f32> Complex<f64> }

macro_rules! tuples {
    ($(($($S:ident $k:tt),+))*) => {$(
        impl<$($S: sealed::Sealed),+> sealed::Sealed for ($($S,)+) {}
        impl<$($S: State),+> State for ($($S,)+) {
            fn dtypes(all: &mut Vec<DType>) {
                $($S::dtypes(all);)+
            }
            fn of(ids: &mut StateIds) -> Self {
                ($($S::of(ids),)+)
            }
            fn ids(&self, all: &mut StateIds) {
                $(self.$k.ids(all);)+
            }
        }
        impl<$($S: IntoState),+> IntoState for ($($S,)+) {
            type State = ($($S::State,)+);
            fn into_state(self) -> Self::State {
                ($(self.$k.into_state(),)+)
            }
        }
    )*};
}
tuples! {
    (S0 0)
    (S0 0, S1 1)
    (S0 0, S1 1, S2 2)
    (S0 0, S1 1, S2 2, S3 3)
    (S0 0, S1 1, S2 2, S3 3, S4 4)
    (S0 0, S1 1, S2 2, S3 3, S4 4, S5 5)
}
