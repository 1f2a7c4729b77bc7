//! Elementary functions of vectors: those of `xparray_ir::math` in loops.

mod polynomial;

#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::ops::Range;

use crate::simd::{Compiled, Hot, Kernel, Warm};
use xparray_ir::math::real::{self, Number};
pub use xparray_ir::math::{Binary, Unary};
use xparray_ir::math::{exp, hyperbolic, inverse_trig, log, pow, remainder, special, trig};

/// Numbers that a loop works on at once: enough to fill any registers, few enough for a short tile.
const CHUNK: usize = 32;

/// A function of `N` numbers in vectorisable code.
trait Function<T: Number, const N: usize> {
    fn fast<const FMA: bool>(args: [T; N]) -> T;
    /// Whether these arguments need the slow function.
    #[inline(always)]
    fn is_rare(_args: [T; N]) -> bool {
        false
    }
    #[cold]
    fn slow(args: [T; N]) -> T {
        args[0]
    }
}

/// Applies a function to tiles.
struct Map<'a, T, F, const N: usize> {
    function: PhantomData<F>,
    args: [&'a [T]; N],
    out: &'a mut [T],
}

/// A part of each.
#[inline(always)]
fn parts<T, const N: usize>(mut args: [&[T]; N], range: Range<usize>) -> [&[T]; N] {
    for arg in &mut args {
        *arg = &arg[range.clone()];
    }
    args
}

/// Element `i` of each, of one or two. (A loop over them would be unrolled too late for the checks of `i` to go.)
#[inline(always)]
fn elements<T: Copy, const N: usize>(args: [&[T]; N], i: usize) -> [T; N] {
    let mut values = [args[0][i]; N];
    values[N - 1] = args[N - 1][i];
    values
}

/// The loop in vector code. As an argument, `out` is known not to overlap with what is read. No closures: the compiler
/// might call them, for each element. By index, up to the length of all: a check that remained would need a scalar loop.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn fill<T: Number, F: Function<T, N>, const N: usize, const FMA: bool>(args: [&[T]; N], out: &mut [T], n: usize) {
    let out = &mut out[..n];
    for i in 0..n {
        out[i] = F::fast::<FMA>(elements(args, i));
    }
}

/// Whether any arguments need the slow function.
#[inline(always)]
fn any_rare<T: Number, F: Function<T, N>, const N: usize>(args: [&[T]; N], n: usize) -> bool {
    let mut rare = false;
    for i in 0..n {
        rare |= F::is_rare(elements(args, i));
    }
    rare
}

impl<T: Number, F: Function<T, N>, const N: usize> Kernel for Map<'_, T, F, N> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let Self { args, out, .. } = self;
        // Without a rest, which would be a scalar loop.
        let n = out.len() / CHUNK * CHUNK;
        let (out, args) = (&mut out[..n], parts(args, 0..n));
        fill::<T, F, N, FMA>(args, out, n);
        if any_rare::<T, F, N>(args, n) {
            for (i, out) in out.iter_mut().enumerate() {
                let args = elements(args, i);
                if F::is_rare(args) {
                    *out = F::slow(args);
                }
            }
        }
    }
}

/// Applies a function to tiles.
fn map<C: Compiled, T: Number, F: Function<T, N>, const N: usize>(args: [&[T]; N], out: &mut [T]) {
    let whole = out.len() / CHUNK * CHUNK;
    let (out, rest) = out.split_at_mut(whole);
    if whole > 0 {
        C::run(Map { function: PhantomData::<F>, args: parts(args, 0..whole), out });
    }
    if rest.is_empty() {
        return;
    }
    // The rest is worked on in a padded copy, so that the loop needs no scalar twin.
    let (mut padded, mut last) = ([[T::ONE; CHUNK]; N], [T::ONE; CHUNK]);
    for (padded, arg) in padded.iter_mut().zip(args) {
        padded[..rest.len()].copy_from_slice(&arg[whole..]);
    }
    let mut args = args;
    args.iter_mut().zip(&padded).for_each(|(arg, padded)| *arg = padded);
    C::run(Map { function: PhantomData::<F>, args, out: &mut last });
    rest.copy_from_slice(&last[..rest.len()]);
}

macro_rules! functions {
    (
        $(#[$doc:meta])* $name:ident, $method:ident, $written:ident, $n:literal, $args:tt, $call:tt;
        $($(#[$op_doc:meta])* $op:ident => $Loops:ident $module:ident::$function:ident $(, slow $rare:path => $slow:path)?;)+
    ) => {
        fn $method<T: Number>(op: $name, args: [&[T]; $n], out: &mut [T]) {
            match op {
                $($name::$op => {
                    struct Op;
                    impl<T: Number> Function<T, $n> for Op {
                        #[inline(always)]
                        fn fast<const FMA: bool>($args: [T; $n]) -> T {
                            $module::$function::<T, FMA> $call
                        }
                        $(
                            #[inline(always)]
                            fn is_rare($args: [T; $n]) -> bool {
                                $rare $call
                            }
                            #[cold]
                            fn slow($args: [T; $n]) -> T {
                                $slow $call
                            }
                        )?
                    }
                    map::<$Loops, T, Op, $n>(args, out)
                })+
            }
        }
    };
}
xparray_ir::for_each_elementary!(functions);

/// Types with elementary functions of vectors.
pub trait VectorMath: Copy {
    /// `out[i] = op(x[i])`. The slices have one length.
    fn unary(op: Unary, x: &[Self], out: &mut [Self]);
    /// `out[i] = op(x[i], y[i])`. The slices have one length.
    fn binary(op: Binary, x: &[Self], y: &[Self], out: &mut [Self]);
    /// `out[i]` is the polynomial with these coefficients, the highest first, of `x[i]`. Both slices have one length.
    fn polynomial(coefficients: &[Self], x: &[Self], out: &mut [Self]);
}

macro_rules! vector_math {
    ($($t:ty),+) => {
        $(impl VectorMath for $t {
            fn unary(op: Unary, x: &[Self], out: &mut [Self]) {
                assert_eq!(x.len(), out.len());
                unary(op, [x], out);
            }
            fn binary(op: Binary, x: &[Self], y: &[Self], out: &mut [Self]) {
                assert!(x.len() == out.len() && y.len() == out.len());
                binary(op, [x, y], out);
            }
            fn polynomial(coefficients: &[Self], x: &[Self], out: &mut [Self]) {
                assert_eq!(x.len(), out.len());
                polynomial::polynomial(coefficients, x, out);
            }
        })+
    };
}
vector_math!(f32, f64);
