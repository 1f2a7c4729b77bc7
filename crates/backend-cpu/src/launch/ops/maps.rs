//! Loops over a tile from functions of one element. How [often](Compiled) each is compiled is said where it is named:
//! `Hot`, `Warm` or `Cold`.

use crate::simd::{Compiled, Kernel};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::slice;

/// The arguments of one instruction over a tile.
#[derive(Clone, Copy)]
pub struct Call {
    /// How many elements.
    pub n: usize,
    /// `n` elements each of the types that the function was made for; unused ones are arbitrary.
    pub args: [*const u8; 3],
    /// Room for `n` elements of the result's type, apart from the arguments.
    pub out: *mut u8,
}

/// One instruction over a tile.
///
/// # Safety
/// The pointers must be as [`Call`] says, and aligned.
pub type TileFn = unsafe fn(Call);

impl Call {
    /// # Safety
    /// Argument `k` must be `n` values of `T`.
    #[inline(always)]
    pub unsafe fn arg<'a, T>(self, k: usize) -> &'a [T] {
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts(self.args[k].cast(), self.n) }
    }

    /// # Safety
    /// `out` must be room for `n` values of `U` that nothing else refers to.
    #[inline(always)]
    pub unsafe fn out<'a, U>(self) -> &'a mut [MaybeUninit<U>] {
        // SAFETY: the caller's promise.
        unsafe { slice::from_raw_parts_mut(self.out.cast(), self.n) }
    }
}

/// A value of a type without contents. Functions are told apart by their type alone, so that each
/// loop is compiled with its function inlined and can be named by a plain pointer.
///
/// # Safety
/// A value of the type must exist: a type of size 0 may have none (`Infallible`). That it can be copied and sent
/// elsewhere, and refers to nothing that ends, makes it exist on every thread from then on.
#[inline(always)]
pub unsafe fn conjure<F: Copy + Send + 'static>() -> F {
    const { assert!(size_of::<F>() == 0, "the function must capture nothing") };
    // SAFETY: a value of size 0 has no bytes to be wrong, and the caller promises that there is one.
    unsafe { NonNull::<F>::dangling().read() }
}

struct Loop<F, S> {
    call: Call,
    types: PhantomData<fn(F) -> S>,
}

impl<F, S> Loop<F, S> {
    fn new(call: Call) -> Self {
        Self { call, types: PhantomData }
    }
}

impl<T: Copy, U, F: Fn(T) -> U + Copy + Send + 'static> Kernel for Loop<F, (T, U)> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        // SAFETY: whoever made the loop was given one.
        let f = unsafe { conjure::<F>() };
        // SAFETY: `map1`'s function is called with these types.
        let (x, out) = unsafe { (self.call.arg::<T>(0), self.call.out::<U>()) };
        for (out, &x) in out.iter_mut().zip(x) {
            out.write(f(x));
        }
    }
}

impl<T: Copy, V: Copy, U, F: Fn(T, V) -> U + Copy + Send + 'static> Kernel for Loop<F, (T, V, U)> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        // SAFETY: whoever made the loop was given one.
        let f = unsafe { conjure::<F>() };
        // SAFETY: `map2`'s function is called with these types.
        let (x, y, out) = unsafe { (self.call.arg::<T>(0), self.call.arg::<V>(1), self.call.out::<U>()) };
        for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
            out.write(f(x, y));
        }
    }
}

impl<S: Copy, T: Copy, V: Copy, U, F: Fn(S, T, V) -> U + Copy + Send + 'static> Kernel for Loop<F, (S, T, V, U)> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        // SAFETY: whoever made the loop was given one.
        let f = unsafe { conjure::<F>() };
        // SAFETY: `map3`'s function is called with these types.
        let (x, y, z) = unsafe { (self.call.arg::<S>(0), self.call.arg::<T>(1), self.call.arg::<V>(2)) };
        // SAFETY: as above.
        let out = unsafe { self.call.out::<U>() };
        for (((out, &x), &y), &z) in out.iter_mut().zip(x).zip(y).zip(z) {
            out.write(f(x, y, z));
        }
    }
}

fn run<C: Compiled, F, S>(call: Call)
where
    Loop<F, S>: Kernel<Output = ()>,
{
    C::run(Loop::<F, S>::new(call));
}

/// The loop of a function of one value. The function must not capture anything.
pub fn map1<C: Compiled, T: Copy, U, F: Fn(T) -> U + Copy + Send + 'static>(_: C, _: F) -> TileFn {
    run::<C, F, (T, U)>
}

/// The loop of a function of two values.
pub fn map2<C: Compiled, T: Copy, V: Copy, U, F: Fn(T, V) -> U + Copy + Send + 'static>(_: C, _: F) -> TileFn {
    run::<C, F, (T, V, U)>
}

/// The loop of a function of two values, which gets them in the other order.
pub fn swapped2<C: Compiled, T: Copy, V: Copy, U, F: Fn(T, V) -> U + Copy + Send + 'static>(_: C, _: F) -> TileFn {
    |call| run::<C, F, (T, V, U)>(Call { args: [call.args[1], call.args[0], call.args[2]], ..call })
}

/// The loop of a function of three values.
pub fn map3<C: Compiled, S: Copy, T: Copy, V: Copy, U, F: Fn(S, T, V) -> U + Copy + Send + 'static>(
    _: C,
    _: F,
) -> TileFn {
    run::<C, F, (S, T, V, U)>
}

/// The loop of a function of one value, for each part of complex numbers.
pub fn parts1<C: Compiled, T: Copy, U, F: Fn(T) -> U + Copy + Send + 'static>(_: C, _: F) -> TileFn {
    |call| run::<C, F, (T, U)>(Call { n: 2 * call.n, ..call })
}

/// The loop of a function of two values, for each part of complex numbers.
pub fn parts2<C: Compiled, T: Copy, V: Copy, U, F: Fn(T, V) -> U + Copy + Send + 'static>(_: C, _: F) -> TileFn {
    |call| run::<C, F, (T, V, U)>(Call { n: 2 * call.n, ..call })
}
