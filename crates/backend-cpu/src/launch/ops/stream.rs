//! Loops whose results go to memory past the caches: where the results of a launch are more than the caches hold,
//! a plain store would first read the line that it overwrites.

use super::maps::{Call, TileFn, conjure};
use super::real::Real;
use crate::simd::{Compiled, Kernel, Warm};
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// Bytes of a cache line.
const LINE: usize = 64;

struct Stream<T, F> {
    call: Call,
    types: PhantomData<fn(F) -> T>,
}

/// The elements of one line, of which `f64` fills half the places.
type Places<T> = [T; LINE / 4];

impl<T: Real, F: Fn(T, T, T) -> T + Copy + Send + 'static> Kernel for Stream<T, F> {
    type Output = ();
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        // SAFETY: whoever made the loop was given one.
        let f = unsafe { conjure::<F>() };
        let lanes = LINE / size_of::<T>();
        // SAFETY: `stream3`'s function is called with these types.
        let [x, y, z] = unsafe { [self.call.arg::<T>(0), self.call.arg::<T>(1), self.call.arg::<T>(2)] };
        // SAFETY: as above.
        let out = unsafe { self.call.out::<T>() };
        let aligned = out.as_ptr().addr().is_multiple_of(LINE);
        let whole = if aligned { out.len() / lanes * lanes } else { 0 };
        for start in (0..whole).step_by(lanes) {
            let mut line: Places<T> = [T::zero(); LINE / 4];
            let part = start..start + lanes;
            let args = x[part.clone()].iter().zip(&y[part.clone()]).zip(&z[part.clone()]);
            for (line, ((&x, &y), &z)) in line.iter_mut().zip(args) {
                *line = f(x, y, z);
            }
            // SAFETY: a whole line of `out`, aligned as it begins at one.
            unsafe { stream_line(out[part].as_mut_ptr(), &line) };
        }
        for k in whole..out.len() {
            out[k].write(f(x[k], y[k], z[k]));
        }
    }
}

/// Writes a line past the caches.
///
/// # Safety
/// `out` must be aligned to a line, and that line be writable.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn stream_line<T: Real>(out: *mut MaybeUninit<T>, line: &Places<T>) {
    use std::arch::x86_64::{_mm_loadu_ps, _mm_stream_ps};
    let (out, line) = (out.cast::<f32>(), line.as_ptr().cast::<f32>());
    for k in (0..LINE / 4).step_by(4) {
        // SAFETY: the caller's promise; SSE is part of x86-64.
        unsafe { _mm_stream_ps(out.add(k), _mm_loadu_ps(line.add(k))) };
    }
}

/// As above; here the compiler knows no such store.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
unsafe fn stream_line<T: Real>(out: *mut MaybeUninit<T>, line: &Places<T>) {
    // SAFETY: the caller's promise.
    unsafe { std::ptr::copy_nonoverlapping(line.as_ptr(), out.cast(), LINE / size_of::<T>()) };
}

/// Orders what this thread streamed before what it stores next. Each thread that streams must call it before others
/// may read the results.
pub fn fence() {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: SSE is part of x86-64.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

/// The loop of a function of two values that streams its results. The function must not capture anything.
pub fn stream2<T: Real, F: Fn(T, T) -> T + Copy + Send + 'static>(_: F) -> TileFn {
    |call| {
        // SAFETY: this function was given one.
        let f = unsafe { conjure::<F>() };
        // The third argument must be values as well.
        let args = [call.args[0], call.args[1], call.args[1]];
        run(move |x, y, _| f(x, y), Call { args, ..call });
    }
}

/// The loop of a function of three values that streams its results. The function must not capture anything.
pub fn stream3<T: Real, F: Fn(T, T, T) -> T + Copy + Send + 'static>(_: F) -> TileFn {
    // SAFETY: this function was given one.
    |call| run(unsafe { conjure::<F>() }, call)
}

fn run<T: Real, F: Fn(T, T, T) -> T + Copy + Send + 'static>(_: F, call: Call) {
    // Memory is what these wait for.
    Warm::run(Stream::<T, F> { call, types: PhantomData });
}
