//! Reductions by any function.

use super::Ufunc;
use crate::array::{AnyArray, Axes, DynArray, IntoAxes};
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, Combine, Inst, Op, ReduceOp};
use crate::layout::{Dims, checked_len};
use crate::weak::WeakScalar;
use smallvec::smallvec;
use std::sync::Arc;

/// Options of [`Ufunc::reduce_with`]: those of NumPy's `ufunc.reduce`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::{Reduction, Ufunc};
/// let x = xp.array([[5.0, 1.0], [2.0, 9.0]])?;
/// let mask = x.less(6)?;
/// let options = Reduction::new().axes(1).initial(0.0).mask(&mask);
/// assert_eq!(Ufunc::Maximum.reduce_with(&x, options)?.to_string(), "[5. 2.]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct Reduction<'a, B: Backend> {
    axes: Axes,
    initial: Option<Scalar>,
    mask: Option<&'a DynArray<B>>,
}

impl<B: Backend> Default for Reduction<'_, B> {
    fn default() -> Self {
        Self { axes: 0.into_axes(), initial: None, mask: None }
    }
}

impl<'a, B: Backend> Reduction<'a, B> {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axes; by default the first.
    pub fn axes(self, axes: impl IntoAxes) -> Self {
        Self { axes: axes.into_axes(), ..self }
    }

    /// The value to start with.
    pub fn initial(self, initial: impl WeakScalar) -> Self {
        Self { initial: Some(initial.to_scalar()), ..self }
    }

    /// [`initial`](Reduction::initial), of a number whose type is a value.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::{Reduction, Scalar, Ufunc};
    /// let options = Reduction::new().initial_of(Scalar::new(5));
    /// assert_eq!(Ufunc::Add.reduce_with(&xp.array([1, 2])?, options)?.to_string(), "8");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn initial_of(self, initial: Scalar) -> Self {
        Self { initial: Some(initial), ..self }
    }

    /// Which elements are combined, `bool`, broadcast; NumPy's `where`.
    #[doc(alias = "where")]
    pub fn mask(self, mask: &'a impl AnyArray<B>) -> Self {
        Self { mask: Some(mask.as_dyn()), ..self }
    }
}

/// Whether a number is -0.0.
fn is_negative_zero(number: Scalar) -> bool {
    number.dtype().is_float() && number.get::<f64>() == 0.0 && number.get::<f64>().is_sign_negative()
}

/// Sums of -0.0 and nothing else, which are that, among sums that begin with it: they were added up from 0.
fn left_negative<B: Backend>(
    sums: DynArray<B>,
    zero: Scalar,
    x: &DynArray<B>,
    mask: Option<&DynArray<B>>,
    axes: &[usize],
    shape: &[usize],
) -> Result<DynArray<B>> {
    let axes: Vec<isize> = axes.iter().map(|&axis| axis as isize).collect();
    let mut is_left = x.equal(0.0)?.logical_and(&x.signbit()?)?;
    if let Some(mask) = mask {
        is_left = is_left.logical_or(&mask.logical_not()?)?;
    }
    let all = is_left.all(axes.as_slice())?.reshaped(shape)?;
    DynArray::selected(&all, &DynArray::full(sums.xp(), zero, &[])?, &sums)
}

impl Ufunc {
    /// Combines the elements along axes: `f(f(x0, x1), x2)` and so on. Sums and products are of the type of
    /// [`sum`](crate::Array::sum); else results are of the type of the function's values. Where the order does not count, it
    /// is any; where it does (differences, quotients, powers), elements are combined one after the other, a kernel for a few of
    /// them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::Ufunc;
    /// let x = xp.array([[12, 18, 27], [5, 10, 20]])?;
    /// assert_eq!(Ufunc::Gcd.reduce(&x, 1)?.to_string(), "[3 5]");
    /// assert_eq!(Ufunc::Subtract.reduce(&x, 1)?.to_string(), "[-33 -25]");
    /// assert_eq!(Ufunc::Add.reduce(&x, ..)?.to_string(), "92");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there; [`Error::DType`] if the function does not take such elements, or its
    /// own values; [`Error::Value`] for no elements, if there is no [`identity`](Ufunc::identity), and for several axes if
    /// the order counts.
    pub fn reduce<B: Backend>(self, x: &impl AnyArray<B>, axes: impl IntoAxes) -> Result<DynArray<B>> {
        self.reduce_with(x, Reduction::new().axes(axes))
    }

    /// [`reduce`](Ufunc::reduce) from an initial value, or of some elements only.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::{Reduction, Ufunc};
    /// let x = xp.array([7, 2, 1])?;
    /// assert_eq!(Ufunc::Subtract.reduce_with(&x, Reduction::new().initial(20))?.to_string(), "10");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`reduce`](Ufunc::reduce); [`Error::Value`] for a mask without an initial value, if the function has no
    /// identity; [`Error::Shape`] if the mask does not broadcast.
    pub fn reduce_with<B: Backend>(self, x: &impl AnyArray<B>, options: Reduction<'_, B>) -> Result<DynArray<B>> {
        let name = self.name();
        let Reduction { axes, initial, mask } = options;
        let x = self.operand(x.as_dyn())?;
        let reduced = axes.resolve(name, x.ndim())?;
        if reduced.len() > 1 && !self.is_reorderable() {
            return Err(Error::value(name, "the order of operations counts, so it is along one axis"));
        }
        let initial = match initial {
            Some(number) => Some(crate::array::checked_number::<B>(name, number, x.dtype())?),
            None => self.identity(x.dtype()),
        };
        let mask = match mask {
            Some(_) if initial.is_none() => {
                return Err(Error::value(name, "there is no identity, so a mask needs an initial value"));
            }
            Some(mask) => Some(self.mask(mask)?.broadcast(name, x.shape())?),
            None => None,
        };
        let shape: Dims =
            x.shape().iter().enumerate().map(|(k, &d)| if reduced.contains(&k) { 1 } else { d }).collect();
        let lengths: Dims = reduced.iter().map(|&k| x.shape()[k]).collect();
        let result = match (checked_len(&lengths)?, initial) {
            (0, None) if checked_len(&shape)? > 0 => {
                return Err(Error::value(name, "no elements to reduce, and there is no identity"));
            }
            (0, initial) => DynArray::full(x.xp(), initial.unwrap_or(Scalar::from_f64(x.dtype(), 0.0)), &shape)?,
            _ if reduced.is_empty() => {
                let all = self.after(initial, x)?;
                match (&mask, initial) {
                    (Some(mask), Some(initial)) => {
                        DynArray::selected(mask, &all, &DynArray::full(all.xp(), initial.astype(all.dtype()), &[])?)?
                    }
                    _ => all,
                }
            }
            _ if self.is_reorderable() => {
                let x = match (&mask, initial) {
                    (Some(mask), Some(initial)) => {
                        // What is left out must change nothing.
                        let neutral = self.identity(x.dtype()).unwrap_or(initial);
                        DynArray::selected(mask, &x, &DynArray::full(x.xp(), neutral, &[])?)?
                    }
                    _ => x,
                };
                let found = self.after(initial, self.combined(&x, &reduced)?.reshaped(&shape)?)?;
                match initial.filter(|initial| self == Ufunc::Add && is_negative_zero(*initial)) {
                    Some(zero) => left_negative(found, zero, &x, mask.as_ref(), &reduced, &shape)?,
                    None => found,
                }
            }
            _ => self.fold(&x, reduced[0], initial, mask.as_ref())?,
        };
        if axes.keeps_dims() {
            return result.reshaped(&shape);
        }
        let kept: Dims = (0..shape.len()).filter(|k| !reduced.contains(k)).map(|k| shape[k]).collect();
        result.reshaped(&kept)
    }

    /// What comes of an initial value and the rest.
    fn after<B: Backend>(self, initial: Option<Scalar>, rest: DynArray<B>) -> Result<DynArray<B>> {
        match initial {
            // These are what their identity leaves of a number.
            Some(initial) if !self.keeps_numbers() || Some(initial) != self.identity(rest.dtype()) => {
                self.apply(&DynArray::full(rest.xp(), initial, &[])?, &rest)
            }
            _ => Ok(rest),
        }
    }

    /// Whether an operation with the identity gives the other operand as it is.
    fn keeps_numbers(self) -> bool {
        !matches!(self, Ufunc::Gcd | Ufunc::Hypot)
    }

    /// The elements along axes combined in any order: there are some.
    fn combined<B: Backend>(self, x: &DynArray<B>, axes: &[usize]) -> Result<DynArray<B>> {
        let signed: Vec<isize> = axes.iter().map(|&k| k as isize).collect();
        let all = || signed.as_slice().into_axes();
        let op = match self {
            Ufunc::Add => return x.sum(all()),
            Ufunc::Multiply => return x.prod(all()),
            Ufunc::Maximum => return x.max(all()),
            Ufunc::Minimum => return x.min(all()),
            Ufunc::LogicalAnd => return x.all(all()),
            Ufunc::LogicalOr => return x.any(all()),
            Ufunc::Fmax | Ufunc::Fmin if x.dtype().is_integer() || x.dtype() == DType::Bool => {
                return if self == Ufunc::Fmax { x.max(all()) } else { x.min(all()) };
            }
            Ufunc::Fmax => BinaryOp::Fmax,
            Ufunc::Fmin => BinaryOp::Fmin,
            Ufunc::Hypot => BinaryOp::Hypot,
            Ufunc::Logaddexp => BinaryOp::LogAddExp,
            Ufunc::Logaddexp2 => BinaryOp::LogAddExp2,
            Ufunc::Gcd => BinaryOp::Gcd,
            Ufunc::Lcm => BinaryOp::Lcm,
            Ufunc::BitwiseAnd => BinaryOp::And,
            Ufunc::BitwiseOr => BinaryOp::Or,
            Ufunc::BitwiseXor | Ufunc::LogicalXor => BinaryOp::Xor,
            _ => unreachable!("the order counts: {}", self.name()),
        };
        let dtype = x.dtype();
        let neutral = match self {
            Ufunc::Lcm => Some(Scalar::from_f64(dtype, 1.0)),
            Ufunc::Fmax | Ufunc::Fmin => Some(Scalar::from_f64(dtype, f64::NAN)),
            _ => self.identity(dtype),
        };
        let insts = [Op::Arg(0), Op::Arg(1), Op::Binary(op)].map(|op| {
            let args = if matches!(op, Op::Binary(_)) { smallvec![0, 1] } else { smallvec![] };
            Inst { op, dtype, args }
        });
        let combine = Combine { insts: insts.into(), result: 2 };
        x.reduce_with(self.name(), ReduceOp::Custom(Arc::new(combine)), 0, &[x], &all(), neutral)
    }
}
