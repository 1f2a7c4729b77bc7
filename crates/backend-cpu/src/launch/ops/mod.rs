//! What instructions do to a tile: one loop for each operation and element type.
//!
//! Tiles hold every element type but `f16` and `bf16`, which are `f32` there (see [`half`]).

mod arithmetic;
mod boolean;
mod cast;
mod cmath;
mod compare;
pub mod complex;
mod float;
pub mod half;
mod int;
pub mod maps;
mod math;
mod poly;
pub mod real;
mod stream;

pub use arithmetic::{Arithmetic, Formula};
pub use cast::{cast, same_bits, stopover};
pub use complex::from_parts;
pub use float::after_fmod;
pub use maps::{Call, TileFn};
#[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
pub use math::{binary as math2, unary as math1};
pub use poly::{Poly, product_error};
pub use stream::fence;

use crate::simd::{Cold, Compiled, Hot};
use crate::vmath;
use xparray_ir::DType;
use xparray_ir::ir::{BinaryOp, UnaryOp};

/// How a tile is computed from others.
#[derive(Clone, Copy)]
pub enum Code {
    /// A loop of this crate.
    Map(TileFn),
    /// A vector function of one value.
    Math1(unsafe fn(vmath::Unary, Call), vmath::Unary),
    /// A vector function of two values.
    Math2(unsafe fn(vmath::Binary, Call), vmath::Binary),
}

impl Code {
    /// Computes a tile.
    ///
    /// # Safety
    /// As [`TileFn`].
    #[inline]
    pub unsafe fn run(self, call: Call) {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Code::Map(f) => f(call),
                Code::Math1(f, op) => f(op, call),
                Code::Math2(f, op) => f(op, call),
            }
        }
    }
}

/// Whether the operation gives back its operand.
pub fn is_identity(op: UnaryOp, dtype: DType) -> bool {
    use UnaryOp::*;
    match op {
        StopGradient => true,
        Conj | Real => !dtype.is_complex(),
        Square | Sign => dtype == DType::Bool,
        Abs => matches!(dtype, DType::Bool | DType::U8 | DType::U16 | DType::U32 | DType::U64),
        _ => false,
    }
}

/// A function of one tile of type `dtype`.
pub fn unary(op: UnaryOp, dtype: DType) -> Option<Code> {
    let map = match dtype {
        DType::Bool => boolean::unary(op),
        DType::F32 => float::unary::<f32>(op),
        DType::F64 => float::unary::<f64>(op),
        DType::Complex64 => complex::unary::<f32>(op).or_else(|| cmath::unary::<f32>(op)),
        DType::Complex128 => complex::unary::<f64>(op).or_else(|| cmath::unary::<f64>(op)),
        DType::I8 => int::bits1::<u8>(op).or_else(|| int::unary::<i8>(op)),
        DType::I16 => int::bits1::<u16>(op).or_else(|| int::unary::<i16>(op)),
        DType::I32 => int::bits1::<u32>(op).or_else(|| int::unary::<i32>(op)),
        DType::I64 => int::bits1::<u64>(op).or_else(|| int::unary::<i64>(op)),
        DType::U8 => int::bits1::<u8>(op).or_else(|| int::unary::<u8>(op)),
        DType::U16 => int::bits1::<u16>(op).or_else(|| int::unary::<u16>(op)),
        DType::U32 => int::bits1::<u32>(op).or_else(|| int::unary::<u32>(op)),
        DType::U64 => int::bits1::<u64>(op).or_else(|| int::unary::<u64>(op)),
        DType::F16 | DType::BF16 => None,
    };
    map.map(Code::Map).or_else(|| {
        let op = math::unary(op)?;
        match dtype {
            DType::F32 => Some(Code::Math1(math::run_unary::<f32>, op)),
            DType::F64 => Some(Code::Math1(math::run_unary::<f64>, op)),
            _ => None,
        }
    })
}

/// A function of two tiles of type `dtype`. Of `FloorDiv` and `Mod` of floats it is the first half,
/// `fmod`; [`after_fmod`] is the second.
pub fn binary(op: BinaryOp, dtype: DType) -> Option<Code> {
    if let (DType::F32 | DType::F64, Some(arithmetic)) = (dtype, Arithmetic::of(op)) {
        return Formula::One(arithmetic).loops(dtype).map(|loops| Code::Map(loops.store));
    }
    let map = match dtype {
        DType::Bool => boolean::binary(op),
        DType::I8 => int::bits2::<u8>(op).or_else(|| int::binary::<i8>(op)),
        DType::I16 => int::bits2::<u16>(op).or_else(|| int::binary::<i16>(op)),
        DType::I32 => int::bits2::<u32>(op).or_else(|| int::binary::<i32>(op)),
        DType::I64 => int::bits2::<u64>(op).or_else(|| int::binary::<i64>(op)),
        DType::U8 => int::bits2::<u8>(op).or_else(|| int::binary::<u8>(op)),
        DType::U16 => int::bits2::<u16>(op).or_else(|| int::binary::<u16>(op)),
        DType::U32 => int::bits2::<u32>(op).or_else(|| int::binary::<u32>(op)),
        DType::U64 => int::bits2::<u64>(op).or_else(|| int::binary::<u64>(op)),
        DType::F32 => float::binary::<f32>(op).or_else(|| compare::real::<f32>(op)),
        DType::F64 => float::binary::<f64>(op).or_else(|| compare::real::<f64>(op)),
        DType::Complex64 => {
            complex::binary::<f32>(op).or_else(|| compare::complex::<f32>(op)).or_else(|| cmath::binary::<f32>(op))
        }
        DType::Complex128 => {
            complex::binary::<f64>(op).or_else(|| compare::complex::<f64>(op)).or_else(|| cmath::binary::<f64>(op))
        }
        DType::F16 | DType::BF16 => None,
    };
    map.map(Code::Map).or_else(|| {
        let op = math::binary(op)?;
        match dtype {
            DType::F32 => Some(Code::Math2(math::run_binary::<f32>, op)),
            DType::F64 => Some(Code::Math2(math::run_binary::<f64>, op)),
            _ => None,
        }
    })
}

/// The choice between two tiles of type `dtype` by a tile of truth values.
pub fn select(dtype: DType) -> TileFn {
    fn by_size<T: Copy>(loops: impl Compiled) -> TileFn {
        maps::map3(loops, |c: bool, x: T, y: T| if c { x } else { y })
    }
    match dtype.size() {
        1 => by_size::<u8>(Cold),
        2 => by_size::<u16>(Cold),
        4 => by_size::<u32>(Hot),
        8 => by_size::<u64>(Hot),
        _ => by_size::<[u64; 2]>(Cold),
    }
}

/// How values become what tiles hold, of types whose values in memory differ from that: a truth value in memory is
/// any byte, true unless it is 0.
pub fn unpack(dtype: DType) -> Option<TileFn> {
    if dtype == DType::Bool { Some(maps::map1(Hot, |x: u8| x != 0)) } else { half::unpack(dtype) }
}

/// The type in which tiles hold values of `dtype`.
pub fn in_tile(dtype: DType) -> DType {
    if matches!(dtype, DType::F16 | DType::BF16) { DType::F32 } else { dtype }
}
