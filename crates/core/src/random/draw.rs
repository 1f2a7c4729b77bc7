//! Random numbers of user kernels' closures: what the distributions are made of.

use super::Generator;
use super::parameter::Parameter;
use crate::array::{DynArray, IntoShape};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::graph::record;
use crate::ir::Distribution;
use crate::kernel::{IntoVar, Var, elementwise, index, while_};
use crate::layout::{Dims, broadcast_shapes};

/// The variables that distributions compute with: in `f64`, whatever becomes of them.
pub(super) type F = Var<f64>;

/// The source of an element's random numbers: those of its place, in the array's stream and, for further numbers, in streams that
/// no array has before 2^32 others.
#[derive(Clone, Copy)]
pub(super) struct Draw {
    place: Var<u64>,
    seed: Var<u64>,
    /// The stream of the first numbers of an attempt.
    stream: Var<u64>,
}

/// How many numbers an attempt has.
const NUMBERS: u64 = 8;

impl Draw {
    fn number(self, distribution: Distribution, k: u64) -> F {
        debug_assert!(k < NUMBERS);
        Var::random(distribution, [self.place, self.seed, self.stream + (k << 32)])
    }

    /// Uniform in [0, 1): number `k` of the attempt.
    pub fn uniform(self, k: u64) -> F {
        self.number(Distribution::Uniform, k)
    }

    /// Uniform in (0, 1).
    pub fn open(self, k: u64) -> F {
        self.uniform(k).maximum(f64::EPSILON / 4.0)
    }

    /// Two uniform numbers in [0, 1), of one block of bits: numbers `k` and `k + 1` of the attempt, where nothing else is drawn.
    pub fn uniforms(self, k: u64) -> (F, F) {
        let first = self.place * 2;
        let of = |place| Self { place, ..self }.uniform(k);
        (of(first), of(first + 1))
    }

    /// Normal with mean 0 and variance 1.
    pub fn normal(self, k: u64) -> F {
        self.number(Distribution::Normal, k)
    }

    /// Exponential with mean 1.
    pub fn exponential(self, k: u64) -> F {
        self.number(Distribution::Exponential, k)
    }

    /// The source of a variable of its own, one of eight.
    pub fn part(self, k: u64) -> Self {
        debug_assert!(k < 8);
        Self { stream: self.stream + (k << 61), ..self }
    }

    /// The numbers of a step of a loop.
    pub fn step(self, k: Var<u64>) -> Self {
        Self { stream: self.stream + k * (NUMBERS << 32), ..self }
    }

    /// Attempts until one is accepted: what the attempt gives, and whether it is.
    pub fn accept(self, attempt: impl FnOnce(Draw) -> (F, Var<bool>)) -> F {
        self.accept_unless(false.into_var(), attempt)
    }

    /// Likewise, but no attempt, and 0, where something holds.
    pub fn accept_unless(self, holds: Var<bool>, attempt: impl FnOnce(Draw) -> (F, Var<bool>)) -> F {
        let next = |(_, _, k): (F, Var<bool>, Var<u64>)| {
            let (value, accepted) = attempt(self.step(k));
            (value, accepted, k + 1)
        };
        while_((0.0f64, holds, 0u64), |(_, accepted, _)| !accepted, next).0
    }
}

/// A test of whether `excess` is not positive, in single precision where that is certain: `excess` is off by less than `error`. Elsewhere
/// `exact` decides, in a loop that few elements take. So the result is that of `exact`, on every device.
pub(super) fn decide(excess: Var<f32>, error: Var<f32>, exact: impl FnOnce() -> Var<bool>) -> Var<bool> {
    // Not certain if the excess is no number.
    let certain = excess.abs().gt(error);
    while_((excess.le(0.0f32), certain), |(_, certain)| !certain, |_| (exact(), true.into_var())).0
}

impl<B: Backend> Generator<B> {
    /// An array of what a closure makes of each element's parameters and random numbers.
    pub(super) fn sample<R: Element, const N: usize>(
        &mut self,
        shape: impl IntoShape,
        parameters: [&DynArray<B>; N],
        f: impl FnOnce(Draw, [F; N]) -> Var<R>,
    ) -> Result<DynArray<B>> {
        let shape = shape.into_shape();
        let mut inputs = Vec::with_capacity(N);
        for parameter in parameters {
            inputs.push(parameter.astype(DType::F64)?.broadcast("random", &shape)?);
        }
        let (seed, stream) = (self.seed, self.next_stream());
        // Each time other ones.
        record::obstacle("random numbers");
        elementwise(&self.xp, &shape, &inputs, |variables| {
            let (place, seed, stream) = (index().cast(), seed.into_var(), stream.into_var());
            f(Draw { place, seed, stream }, variables)
        })
    }

    /// A parameter's array, if all of its elements are as they must be.
    pub(super) fn parameter(
        &self,
        op: &'static str,
        parameter: impl Parameter<B>,
        what: &'static str,
        fits: impl FnOnce(F) -> Var<bool>,
    ) -> Result<DynArray<B>> {
        let array = parameter.array(&self.xp)?;
        self.check(op, [&array], what, |[x]| fits(x))?;
        Ok(array)
    }

    /// Checks what parameters must be together; this reads them.
    pub(super) fn check<const N: usize>(
        &self,
        op: &'static str,
        parameters: [&DynArray<B>; N],
        what: &'static str,
        fit: impl FnOnce([F; N]) -> Var<bool>,
    ) -> Result<()> {
        let mut shape = Dims::new();
        for parameter in parameters {
            shape = broadcast_shapes(op, &shape, parameter.shape())?;
        }
        let wide = |array: &DynArray<B>| array.astype(DType::F64)?.broadcast(op, &shape);
        let wide = parameters.into_iter().map(wide).collect::<Result<Vec<_>>>()?;
        let right = elementwise(&self.xp, &shape, &wide, fit)?;
        match right.all(..)?.typed::<bool>()?.item()? {
            true => Ok(()),
            false => Err(Error::value(op, format!("a parameter is not {what}"))),
        }
    }
}
