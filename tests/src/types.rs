//! Groups of element types.

/// Runs an expression for each element type of a group, with a name bound to the type.
#[macro_export]
macro_rules! for_types {
    (all, $T:ident => $body:expr) => {
        $crate::for_types!([bool] $T => $body);
        $crate::for_types!(numbers, $T => $body)
    };
    (numbers, $T:ident => $body:expr) => {
        $crate::for_types!(integers, $T => $body);
        $crate::for_types!(inexact, $T => $body)
    };
    (real, $T:ident => $body:expr) => {
        $crate::for_types!(bits, $T => $body);
        $crate::for_types!(floats, $T => $body)
    };
    (real_numbers, $T:ident => $body:expr) => {
        $crate::for_types!(integers, $T => $body);
        $crate::for_types!(floats, $T => $body)
    };
    (bits, $T:ident => $body:expr) => {
        $crate::for_types!([bool] $T => $body);
        $crate::for_types!(integers, $T => $body)
    };
    (integers, $T:ident => $body:expr) => {
        $crate::for_types!([i8 i16 i32 i64 u8 u16 u32 u64] $T => $body)
    };
    (inexact, $T:ident => $body:expr) => {
        $crate::for_types!(floats, $T => $body);
        $crate::for_types!(complex, $T => $body)
    };
    (floats, $T:ident => $body:expr) => {
        $crate::for_types!([xparray::f16 xparray::bf16 f32 f64] $T => $body)
    };
    (complex, $T:ident => $body:expr) => {
        $crate::for_types!([xparray::Complex<f32> xparray::Complex<f64>] $T => $body)
    };
    (fields, $T:ident => $body:expr) => {
        $crate::for_types!([f32 f64 xparray::Complex<f32> xparray::Complex<f64>] $T => $body)
    };
    ([$($ty:ty)*] $T:ident => $body:expr) => {
        $({
            type $T = $ty;
            $body;
        })*
    };
}
