//! Operators of polynomials.

use super::Poly1d;
use crate::array::{ArrayLike, DynArray};
use crate::backend::Backend;
use crate::error::Result;
use crate::weak::WeakScalar;
use num_complex::Complex;
use std::ops;

/// What stands beside a polynomial: another one, or a number, which is weak as those beside arrays are.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::polynomial::Poly1d;
/// let p = Poly1d::new(&xp.array([1, 2])?)?;
/// let q = (2 * &p + 1) * &p - 3;
/// assert_eq!(q.coefficients().to_string(), "[2 9 7]");
/// let (quotient, remainder) = &q / &p;
/// assert_eq!(quotient * &p + remainder, q);
/// assert_eq!((-q / 2).coefficients().to_string(), "[-1.  -4.5 -3.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a polynomial nor a number",
    label = "expected a polynomial or a number"
)]
pub trait PolyLike<B: Backend> {
    /// The operand as a polynomial beside another.
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) for an integer that the other's type does not have.
    fn poly(&self, beside: &Poly1d<B>) -> Result<Poly1d<B>>;
}

impl<B: Backend> PolyLike<B> for Poly1d<B> {
    fn poly(&self, _: &Poly1d<B>) -> Result<Poly1d<B>> {
        Ok(self.clone())
    }
}

impl<B: Backend> PolyLike<B> for &Poly1d<B> {
    fn poly(&self, _: &Poly1d<B>) -> Result<Poly1d<B>> {
        Ok((*self).clone())
    }
}

impl<B: Backend, S: WeakScalar> PolyLike<B> for S {
    fn poly(&self, beside: &Poly1d<B>) -> Result<Poly1d<B>> {
        let operand = ArrayLike::<B>::operand(self);
        let dtype = operand.promoted("poly1d", beside.coefficients.dtype())?;
        let coefficients: DynArray<B> = operand.to_array(beside.coefficients.xp(), dtype)?.reshaped(&[1])?;
        Ok(Poly1d { coefficients })
    }
}

/// The result of an operator, which has no other way to say what is wrong.
#[track_caller]
fn expect<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

/// As [`Poly1d::equal`].
///
/// # Panics
/// If the coefficients cannot be computed.
impl<B: Backend> PartialEq for Poly1d<B> {
    fn eq(&self, other: &Self) -> bool {
        expect(self.equal(other))
    }
}

impl<B: Backend> ops::Neg for &Poly1d<B> {
    type Output = Poly1d<B>;
    #[track_caller]
    fn neg(self) -> Poly1d<B> {
        expect(self.coefficients.negative().and_then(|c| Poly1d::new(&c)))
    }
}

impl<B: Backend> ops::Neg for Poly1d<B> {
    type Output = Self;
    #[track_caller]
    fn neg(self) -> Self {
        -&self
    }
}

macro_rules! operators {
    ($($Op:ident $op:ident $method:ident [$($S:ty)*];)*) => {$(
        impl<B: Backend, P: PolyLike<B>> ops::$Op<P> for &Poly1d<B> {
            type Output = Poly1d<B>;
            #[track_caller]
            fn $op(self, other: P) -> Poly1d<B> {
                expect(Poly1d::$method(self, other))
            }
        }

        impl<B: Backend, P: PolyLike<B>> ops::$Op<P> for Poly1d<B> {
            type Output = Self;
            #[track_caller]
            fn $op(self, other: P) -> Self {
                expect(Poly1d::$method(&self, other))
            }
        }

        $(
            impl<B: Backend> ops::$Op<&Poly1d<B>> for $S {
                type Output = Poly1d<B>;
                #[track_caller]
                fn $op(self, other: &Poly1d<B>) -> Poly1d<B> {
                    expect(self.poly(other).and_then(|number| Poly1d::$method(&number, other)))
                }
            }

            impl<B: Backend> ops::$Op<Poly1d<B>> for $S {
                type Output = Poly1d<B>;
                #[track_caller]
                fn $op(self, other: Poly1d<B>) -> Poly1d<B> {
                    expect(self.poly(&other).and_then(|number| Poly1d::$method(&number, other)))
                }
            }
        )*
    )*};
}

// To the left there is one type for integers and one for floats, so that the compiler knows what a literal is: numbers are weak.
operators! {
    Add add add [i32 f64 Complex<f32> Complex<f64>];
    Sub sub subtract [i32 f64 Complex<f32> Complex<f64>];
    Mul mul multiply [i32 f64 Complex<f32> Complex<f64>];
}

/// By a polynomial: quotient and remainder.
macro_rules! division {
    ($($Left:ty, $Right:ty;)*) => {$(
        impl<B: Backend> ops::Div<$Right> for $Left {
            type Output = (Poly1d<B>, Poly1d<B>);
            #[track_caller]
            fn div(self, other: $Right) -> Self::Output {
                expect(self.divide(other))
            }
        }
    )*};
}

division! {
    &Poly1d<B>, &Poly1d<B>;
    &Poly1d<B>, Poly1d<B>;
    Poly1d<B>, &Poly1d<B>;
    Poly1d<B>, Poly1d<B>;
}

/// By a number.
impl<B: Backend, S: WeakScalar> ops::Div<S> for &Poly1d<B> {
    type Output = Poly1d<B>;
    #[track_caller]
    fn div(self, number: S) -> Poly1d<B> {
        expect(self.coefficients.divide(number).and_then(|c| Poly1d::new(&c)))
    }
}

impl<B: Backend, S: WeakScalar> ops::Div<S> for Poly1d<B> {
    type Output = Self;
    #[track_caller]
    fn div(self, number: S) -> Self {
        &self / number
    }
}
