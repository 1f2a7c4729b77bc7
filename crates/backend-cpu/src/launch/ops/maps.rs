//! Loops over a tile from functions of one element.

use crate::simd::{self, Kernel};
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
    f: F,
    call: Call,
    types: PhantomData<fn() -> S>,
}

impl<T: Copy, U, F: Fn(T) -> U + Copy> Kernel for Loop<F, (T, U)> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        // SAFETY: `map1`'s function is called with these types.
        let (x, out) = unsafe { (self.call.arg::<T>(0), self.call.out::<U>()) };
        for (out, &x) in out.iter_mut().zip(x) {
            out.write((self.f)(x));
        }
    }
}

impl<T: Copy, V: Copy, U, F: Fn(T, V) -> U + Copy> Kernel for Loop<F, (T, V, U)> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        // SAFETY: `map2`'s function is called with these types.
        let (x, y, out) = unsafe { (self.call.arg::<T>(0), self.call.arg::<V>(1), self.call.out::<U>()) };
        for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
            out.write((self.f)(x, y));
        }
    }
}

impl<S: Copy, T: Copy, V: Copy, U, F: Fn(S, T, V) -> U + Copy> Kernel for Loop<F, (S, T, V, U)> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        // SAFETY: `map3`'s function is called with these types.
        let (x, y, z) = unsafe { (self.call.arg::<S>(0), self.call.arg::<T>(1), self.call.arg::<V>(2)) };
        // SAFETY: as above.
        let out = unsafe { self.call.out::<U>() };
        for (((out, &x), &y), &z) in out.iter_mut().zip(x).zip(y).zip(z) {
            out.write((self.f)(x, y, z));
        }
    }
}

/// The loop of a function that was given to one of the functions below.
///
/// # Safety
/// As [`TileFn`]; and a value of `F` must exist.
unsafe fn run<F: Copy + Send + 'static, S>(call: Call)
where
    Loop<F, S>: Kernel<Output = ()>,
{
    // SAFETY: the caller's promise.
    let f = unsafe { conjure::<F>() };
    simd::dispatch(Loop { f, call, types: PhantomData });
}

/// The loop of a function of one value. The function must not capture anything.
pub fn map1<T: Copy, U, F: Fn(T) -> U + Copy + Send + 'static>(_: F) -> TileFn {
    run::<F, (T, U)>
}

/// The loop of a function of two values.
pub fn map2<T: Copy, V: Copy, U, F: Fn(T, V) -> U + Copy + Send + 'static>(_: F) -> TileFn {
    run::<F, (T, V, U)>
}

/// The loop of a function of three values.
pub fn map3<S: Copy, T: Copy, V: Copy, U, F: Fn(S, T, V) -> U + Copy + Send + 'static>(_: F) -> TileFn {
    run::<F, (S, T, V, U)>
}
