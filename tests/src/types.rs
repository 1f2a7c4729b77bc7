//! Groups of element types.

use std::sync::OnceLock;
use xparray::DType;

/// Whether cases are for elements of a type: of those that `XPARRAY_TEST_TYPES` lists (`f32,i64`), or all. Where kernels take
/// long to compile, as AMD's for an emulated GPU, a few types show what is to be shown in the time there is.
pub fn is_wanted(dtype: DType) -> bool {
    static WANTED: OnceLock<Option<Vec<DType>>> = OnceLock::new();
    let wanted = WANTED.get_or_init(|| std::env::var("XPARRAY_TEST_TYPES").ok().map(|list| named(&list)));
    wanted.as_ref().is_none_or(|list| list.contains(&dtype))
}

fn named(list: &str) -> Vec<DType> {
    let of = |name: &str| DType::ALL.iter().copied().find(|dtype| dtype.name() == name);
    list.split(',').map(|name| of(name).unwrap_or_else(|| panic!("XPARRAY_TEST_TYPES: no type {name}"))).collect()
}

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
            if $crate::types::is_wanted(<$T as xparray::Element>::DTYPE) {
                $body;
            }
        })*
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_types() {
        assert_eq!(named("f32,i64"), [DType::F32, DType::I64]);
        assert!(std::panic::catch_unwind(|| named("f33")).is_err());
    }
}
