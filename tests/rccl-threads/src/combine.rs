//! Reductions, in the order of the ranks.

use half::{bf16, f16};
use std::ffi::c_int;

/// The size of a number, by `ncclDataType_t`.
pub fn size(number: c_int) -> usize {
    match number {
        0 | 1 => 1,
        6 | 9 => 2,
        2 | 3 | 7 => 4,
        _ => 8,
    }
}

/// Calls a macro with the type of a number and what is done with two of them.
macro_rules! of_types {
    ($number:expr, $op:expr, $run:ident; $($code:pat => $T:ty: $sum:expr, $prod:expr;)*) => {
        match $number {
            $($code => match $op {
                0 => $run::<$T, { size_of::<$T>() }>($sum, <$T>::from_ne_bytes, <$T>::to_ne_bytes),
                1 => $run::<$T, { size_of::<$T>() }>($prod, <$T>::from_ne_bytes, <$T>::to_ne_bytes),
                2 => $run::<$T, { size_of::<$T>() }>(|x, y| if y > x { y } else { x }, <$T>::from_ne_bytes, <$T>::to_ne_bytes),
                _ => $run::<$T, { size_of::<$T>() }>(|x, y| if y < x { y } else { x }, <$T>::from_ne_bytes, <$T>::to_ne_bytes),
            },)*
            number => panic!("no type {number}"),
        }
    };
}

type Combine = Box<dyn Fn(&mut [u8], &[u8])>;

/// What combines the bytes of numbers with others.
fn boxed<T: 'static, const N: usize>(f: fn(T, T) -> T, read: fn([u8; N]) -> T, write: fn(T) -> [u8; N]) -> Combine {
    Box::new(move |left, right| {
        for (x, y) in left.as_chunks_mut::<N>().0.iter_mut().zip(right.as_chunks::<N>().0) {
            *x = write(f(read(*x), read(*y)));
        }
    })
}

/// The bytes of all ranks combined.
pub fn combine(parts: Vec<Vec<u8>>, number: c_int, op: c_int) -> Vec<u8> {
    let combine = of_types! { number, op, boxed;
        0 => i8: i8::wrapping_add, i8::wrapping_mul;
        1 => u8: u8::wrapping_add, u8::wrapping_mul;
        2 => i32: i32::wrapping_add, i32::wrapping_mul;
        3 => u32: u32::wrapping_add, u32::wrapping_mul;
        4 => i64: i64::wrapping_add, i64::wrapping_mul;
        5 => u64: u64::wrapping_add, u64::wrapping_mul;
        6 => f16: |x, y| x + y, |x, y| x * y;
        7 => f32: |x, y| x + y, |x, y| x * y;
        8 => f64: |x, y| x + y, |x, y| x * y;
        9 => bf16: |x, y| x + y, |x, y| x * y;
    };
    let mut parts = parts.into_iter();
    let mut sum = parts.next().unwrap_or_default();
    parts.for_each(|part| combine(&mut sum, &part));
    sum
}
