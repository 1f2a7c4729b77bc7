//! Functions of words on all lanes: the loop is compiled with the function, so that lanes share the host's vector registers.

use crate::machine::wave::Row;

/// Registers of operands.
pub type Rows<'a> = [&'a Row; 3];

/// A function of three operands of a type, for one lane and for all.
pub struct OfRows<T: 'static> {
    pub one: fn(T, T, T) -> T,
    pub all: fn(Rows, &mut Row),
}

impl<T> Clone for OfRows<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for OfRows<T> {}

#[inline(always)]
pub fn each_word(f: impl Fn(u32, u32, u32) -> u32, [a, b, c]: Rows, to: &mut Row) {
    for (lane, to) in to.iter_mut().enumerate() {
        *to = f(a[lane], b[lane], c[lane]);
    }
}

#[inline(always)]
pub fn each_single(f: impl Fn(f32, f32, f32) -> f32, rows: Rows, to: &mut Row) {
    let of = f32::from_bits;
    each_word(|a, b, c| f(of(a), of(b), of(c)).to_bits(), rows, to);
}

/// Both forms of a function, with the widest instructions that the host has.
macro_rules! of_rows {
    ($variant:ident, $ty:ty, $each:ident, $f:expr) => {
        $crate::function::Function::$variant($crate::function::rows::OfRows {
            one: $f,
            all: |rows, to| {
                use $crate::function::rows::{Rows, $each};
                use $crate::machine::wave::Row;
                #[cfg(target_arch = "x86_64")]
                {
                    #[target_feature(enable = "avx2,fma")]
                    fn wide(rows: Rows, to: &mut Row) {
                        let f: fn($ty, $ty, $ty) -> $ty = $f;
                        $each(f, rows, to);
                    }
                    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                        // SAFETY: the processor has what it needs.
                        return unsafe { wide(rows, to) };
                    }
                }
                let f: fn($ty, $ty, $ty) -> $ty = $f;
                $each(f, rows, to);
            },
        })
    };
}

/// A function of words.
macro_rules! words {
    ($f:expr) => {
        $crate::function::rows::of_rows!(I32, u32, each_word, $f)
    };
}

/// A function of `f32`.
macro_rules! singles {
    ($f:expr) => {
        $crate::function::rows::of_rows!(F32, f32, each_single, $f)
    };
}

pub(crate) use {of_rows, singles, words};
