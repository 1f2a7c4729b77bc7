//! Conversions between the types that tiles hold, as `Element::cast`.

use super::maps::{TileFn, map1};
use num_complex::Complex;
use num_traits::AsPrimitive;
use xparray_ir::DType;

/// What every real type converts to with `as`.
trait Source:
    Copy
    + PartialEq
    + Default
    + AsPrimitive<i8>
    + AsPrimitive<i16>
    + AsPrimitive<i32>
    + AsPrimitive<i64>
    + AsPrimitive<u8>
    + AsPrimitive<u16>
    + AsPrimitive<u32>
    + AsPrimitive<u64>
    + AsPrimitive<f32>
    + AsPrimitive<f64>
{
}
impl Source for i8 {}
impl Source for i16 {}
impl Source for i32 {}
impl Source for i64 {}
impl Source for u8 {}
impl Source for u16 {}
impl Source for u32 {}
impl Source for u64 {}
impl Source for f32 {}
impl Source for f64 {}

fn to<S: Source + AsPrimitive<T>, T: Copy + 'static>() -> TileFn {
    map1(|x: S| -> T { x.as_() })
}

fn from_real<S: Source>(target: DType) -> Option<TileFn> {
    Some(match target {
        DType::Bool => map1(|x: S| x != S::default()),
        DType::I8 => to::<S, i8>(),
        DType::I16 => to::<S, i16>(),
        DType::I32 => to::<S, i32>(),
        DType::I64 => to::<S, i64>(),
        DType::U8 => to::<S, u8>(),
        DType::U16 => to::<S, u16>(),
        DType::U32 => to::<S, u32>(),
        DType::U64 => to::<S, u64>(),
        DType::F32 => to::<S, f32>(),
        DType::F64 => to::<S, f64>(),
        DType::C32 => map1(|x: S| Complex::<f32>::new(x.as_(), 0.0)),
        DType::C64 => map1(|x: S| Complex::<f64>::new(x.as_(), 0.0)),
        DType::F16 | DType::BF16 => return None,
    })
}

/// Complex numbers become real by dropping the imaginary part; the truth values look at both.
fn from_complex<S: Source>(target: DType) -> Option<TileFn> {
    type C<S> = Complex<S>;
    Some(match target {
        DType::Bool => map1(|x: C<S>| x.re != S::default() || x.im != S::default()),
        DType::I8 => map1(|x: C<S>| -> i8 { x.re.as_() }),
        DType::I16 => map1(|x: C<S>| -> i16 { x.re.as_() }),
        DType::I32 => map1(|x: C<S>| -> i32 { x.re.as_() }),
        DType::I64 => map1(|x: C<S>| -> i64 { x.re.as_() }),
        DType::U8 => map1(|x: C<S>| -> u8 { x.re.as_() }),
        DType::U16 => map1(|x: C<S>| -> u16 { x.re.as_() }),
        DType::U32 => map1(|x: C<S>| -> u32 { x.re.as_() }),
        DType::U64 => map1(|x: C<S>| -> u64 { x.re.as_() }),
        DType::F32 => map1(|x: C<S>| -> f32 { x.re.as_() }),
        DType::F64 => map1(|x: C<S>| -> f64 { x.re.as_() }),
        DType::C32 => map1(|x: C<S>| Complex::<f32>::new(x.re.as_(), x.im.as_())),
        DType::C64 => map1(|x: C<S>| Complex::<f64>::new(x.re.as_(), x.im.as_())),
        DType::F16 | DType::BF16 => return None,
    })
}

/// The loop that converts one type to another; neither is a half type.
pub fn cast(source: DType, target: DType) -> Option<TileFn> {
    match source {
        // A truth value is the byte 0 or 1.
        DType::Bool | DType::U8 => from_real::<u8>(target),
        DType::I8 => from_real::<i8>(target),
        DType::I16 => from_real::<i16>(target),
        DType::I32 => from_real::<i32>(target),
        DType::I64 => from_real::<i64>(target),
        DType::U16 => from_real::<u16>(target),
        DType::U32 => from_real::<u32>(target),
        DType::U64 => from_real::<u64>(target),
        DType::F32 => from_real::<f32>(target),
        DType::F64 => from_real::<f64>(target),
        DType::C32 => from_complex::<f32>(target),
        DType::C64 => from_complex::<f64>(target),
        DType::F16 | DType::BF16 => None,
    }
}
