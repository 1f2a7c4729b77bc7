//! Conversions between the types that tiles hold, as `Element::cast`. What is rare goes through a third type.

use super::complex::real_part;
use super::maps::{TileFn, map1, parts1};
use super::real::Real;
use crate::simd::{Cold, Compiled, Hot, Warm};
use num_complex::Complex;
use num_traits::AsPrimitive;
use xparray_ir::{DType, Kind};

/// Whether a conversion changes nothing: between integers of a width, of which one may be a truth value.
pub fn same_bits(source: DType, target: DType) -> bool {
    is_integer(source) && is_integer(target) && target != DType::Bool && source.size() == target.size()
}

/// Whether values are integers, as the bytes 0 and 1 of truth values are.
fn is_integer(dtype: DType) -> bool {
    !matches!(dtype.kind(), Kind::Float | Kind::Complex)
}

/// The type through which a conversion goes, with the same result, if there is no loop for it.
pub fn stopover(source: DType, target: DType) -> Option<DType> {
    use DType::*;
    match (source, target) {
        (Complex64, Complex128 | Bool) | (Complex128, Complex64 | Bool) => None,
        // Complex numbers become real by dropping the imaginary part.
        (Complex64, _) => Some(F32).filter(|&part| part != target),
        (Complex128, _) => Some(F64).filter(|&part| part != target),
        (_, Complex64) => Some(F32).filter(|&part| part != source),
        (_, Complex128) => Some(F64).filter(|&part| part != source),
        (I8 | I16 | U16, F32 | F64) => Some(I32),
        (U32, F32 | F64) => Some(I64),
        (F32, I8 | I16 | U16 | U32 | U64) => Some(F64),
        _ => None,
    }
}

#[inline(always)]
fn widen(x: f32) -> f64 {
    f64::from(x)
}

#[inline(always)]
fn narrow(x: f64) -> f32 {
    x as f32
}

fn to<S: AsPrimitive<T>, T: Copy + 'static>(loops: impl Compiled) -> TileFn {
    map1(loops, |x: S| -> T { x.as_() })
}

/// To an integer of another width: of the target's sign nothing depends.
fn resized<S>(target: DType) -> Option<TileFn>
where
    S: AsPrimitive<u8> + AsPrimitive<u16> + AsPrimitive<u32> + AsPrimitive<u64>,
{
    Some(match target.size() {
        1 => to::<S, u8>(Cold),
        2 => to::<S, u16>(Cold),
        4 => to::<S, u32>(Warm),
        _ => to::<S, u64>(Warm),
    })
}

/// The loop that converts an integer to one of another width.
fn between_integers(source: DType, target: DType) -> Option<TileFn> {
    use DType::*;
    match source {
        _ if target.size() < source.size() => match source.size() {
            2 => resized::<u16>(target),
            4 => resized::<u32>(target),
            _ => resized::<u64>(target),
        },
        I8 => resized::<i8>(target),
        I16 => resized::<i16>(target),
        I32 => resized::<i32>(target),
        U16 => resized::<u16>(target),
        U32 => resized::<u32>(target),
        _ => resized::<u8>(target),
    }
}

/// The loop that says whether values are not zero.
fn truth(source: DType) -> Option<TileFn> {
    fn bits<T: Copy + PartialEq + Default>() -> TileFn {
        map1(Warm, |x: T| x != T::default())
    }
    fn complex<T: Real>() -> TileFn {
        map1(Cold, |x: Complex<T>| x.re != T::zero() || x.im != T::zero())
    }
    Some(match source {
        DType::F32 => bits::<f32>(),
        DType::F64 => bits::<f64>(),
        DType::Complex64 => complex::<f32>(),
        DType::Complex128 => complex::<f64>(),
        _ => match source.size() {
            1 => bits::<u8>(),
            2 => bits::<u16>(),
            4 => bits::<u32>(),
            _ => bits::<u64>(),
        },
    })
}

/// The loop that converts one type to another, if there is one; neither is a half type.
pub fn cast(source: DType, target: DType) -> Option<TileFn> {
    use DType::*;
    Some(match (source, target) {
        (_, Bool) => return truth(source),
        _ if is_integer(source) && is_integer(target) => return between_integers(source, target),
        (Bool | U8, F32) => to::<u8, f32>(Warm),
        (Bool | U8, F64) => to::<u8, f64>(Warm),
        (I32, F32) => to::<i32, f32>(Warm),
        (I32, F64) => to::<i32, f64>(Warm),
        (I64, F32) => to::<i64, f32>(Hot),
        (I64, F64) => to::<i64, f64>(Hot),
        (U64, F32) => to::<u64, f32>(Cold),
        (U64, F64) => to::<u64, f64>(Cold),
        (F32, F64) => map1(Hot, widen),
        (F32, I32) => to::<f32, i32>(Warm),
        (F32, I64) => to::<f32, i64>(Warm),
        (F32, U8) => to::<f32, u8>(Warm),
        (F64, F32) => map1(Hot, narrow),
        (F64, I8) => to::<f64, i8>(Cold),
        (F64, I16) => to::<f64, i16>(Cold),
        (F64, I32) => to::<f64, i32>(Warm),
        (F64, I64) => to::<f64, i64>(Hot),
        (F64, U8) => to::<f64, u8>(Warm),
        (F64, U16) => to::<f64, u16>(Cold),
        (F64, U32) => to::<f64, u32>(Cold),
        (F64, U64) => to::<f64, u64>(Cold),
        (F32, Complex64) => map1(Warm, |x: f32| Complex::new(x, 0.0)),
        (F64, Complex128) => map1(Warm, |x: f64| Complex::new(x, 0.0)),
        (Complex64, F32) => real_part::<f32>(),
        (Complex128, F64) => real_part::<f64>(),
        (Complex64, Complex128) => parts1(Hot, widen),
        (Complex128, Complex64) => parts1(Hot, narrow),
        _ => return None,
    })
}
