//! Parameters of distributions, and how formulas become functions of arrays.

use crate::special::kernels::F;
use xparray_core::kernel::IntoVar;
use xparray_core::prelude::*;
use xparray_core::{ArrayLike, ArrayOrNumber, Create, Result, TypeClass};

/// How many shape parameters a distribution may have.
pub(super) const SHAPES: usize = 3;

/// Shape parameters, location and scale, which broadcast.
#[derive(Clone, Debug)]
pub(super) struct Parameters<B: Backend> {
    pub xp: B,
    /// How many shape parameters there are.
    pub count: usize,
    /// In `f64`; shape parameters that a distribution does not have are 0.
    shapes: [Array<f64, B>; SHAPES],
    pub loc: Array<f64, B>,
    pub scale: Array<f64, B>,
    /// The common type of those that were arrays.
    dtype: Option<DType>,
}

/// A constant.
pub(super) fn constant(value: f64) -> F {
    value.into_var()
}

impl<B: Backend> Parameters<B> {
    pub fn new(xp: &B, shapes: &[ArrayOrNumber<'_, B>]) -> Result<Self> {
        let zero = xp.full([], 0.0)?;
        let mut parameters = Self {
            xp: xp.clone(),
            count: shapes.len(),
            shapes: [zero.clone(), zero.clone(), zero.clone()],
            loc: zero,
            scale: xp.full([], 1.0)?,
            dtype: None,
        };
        for (k, shape) in shapes.iter().enumerate() {
            parameters.shapes[k] = parameters.operand(shape)?;
        }
        Ok(parameters)
    }

    /// An operand in `f64`, whose type counts if it is an array.
    pub fn operand(&mut self, given: &ArrayOrNumber<'_, B>) -> Result<Array<f64, B>> {
        const OP: &str = "distribution";
        match given {
            ArrayOrNumber::Array(array) => {
                TypeClass::RealElement.check(OP, array.dtype())?;
                self.dtype = Some(self.dtype.map_or(array.dtype(), |dtype| dtype.promote(array.dtype())));
                array.astype(DType::F64)?.typed()
            }
            ArrayOrNumber::Scalar(number) => {
                TypeClass::RealElement.check(OP, number.dtype())?;
                self.xp.full([], number.get::<f64>())
            }
        }
    }

    pub fn shape(&self, k: usize) -> &Array<f64, B> {
        &self.shapes[k]
    }

    /// A function of `x`, location, scale and shape parameters, in the common type of the arrays.
    pub fn apply(&self, x: &impl ArrayLike<B>, f: &dyn Fn(F, F, F, &[F]) -> F) -> Result<DynArray<B>> {
        let mut all = self.clone();
        let x = all.operand(&x.operand())?;
        let [a, b, c] = &all.shapes;
        let result = all.xp.map([&x, &all.loc, &all.scale, a, b, c], |[x, loc, scale, shapes @ ..]: [F; 6]| {
            f(x, loc, scale, &shapes)
        })?;
        result.into_dyn().astype(all.dtype.map_or(DType::F64, DType::float))
    }

    /// Itself and an argument in `f64`, for results in `f64`; and the type that these have otherwise.
    pub fn wide(&self, x: &impl ArrayLike<B>) -> Result<(Self, DynArray<B>, DType)> {
        let mut wide = self.clone();
        let x = wide.operand(&x.operand())?.into_dyn();
        let dtype = wide.dtype.take().map_or(DType::F64, DType::float);
        Ok((wide, x, dtype))
    }

    /// Without location and scale.
    pub fn standard(&self) -> Result<Self> {
        Ok(Self { loc: self.xp.full([], 0.0)?, scale: self.xp.full([], 1.0)?, ..self.clone() })
    }

    /// What is left on either side of an interval of a probability.
    pub fn tail(&self, confidence: &impl ArrayLike<B>) -> Result<DynArray<B>> {
        let mut own = self.clone();
        let confidence = own.operand(&confidence.operand())?;
        confidence.into_dyn().negative()?.add(1.0)?.multiply(0.5)?.astype(own.dtype.map_or(DType::F64, DType::float))
    }

    /// A function of the parameters.
    pub fn of(&self, f: &dyn Fn(F, F, &[F]) -> F) -> Result<DynArray<B>> {
        self.apply(&0.0, &|_, loc, scale, shapes| f(loc, scale, shapes))
    }
}
