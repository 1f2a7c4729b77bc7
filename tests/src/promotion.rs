//! The type of the result for every pair of element types; conversions between all of them.

use crate::compare::{flushes, is_subnormal};
use crate::data::{Stored, dtype_named, npz, table};
use crate::for_types;
use crate::layouts::relaid;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::{Casting, Promote, Scalar, common_type, result_type};

/// What NumPy's `promote_types` gives; for what ml_dtypes refuses, what `f16` would.
fn numpys(table: &BTreeMap<[String; 2], String>, left: DType, right: DType) -> DType {
    let look_up = |left: DType, right: DType| match &table[&[left, right].map(|dtype| dtype.to_string())][..] {
        "error" => None,
        name => Some(dtype_named(name)),
    };
    let stand_in = |dtype: DType| if dtype == DType::BF16 { DType::F16 } else { dtype };
    let refused = |left, right| match (left, right) {
        (DType::F16, DType::BF16) | (DType::BF16, DType::F16) => Some(DType::F32),
        _ => look_up(stand_in(left), stand_in(right)),
    };
    look_up(left, right).or_else(|| refused(left, right)).unwrap()
}

/// The table of types is NumPy's, and operators follow it.
pub fn pairs_promote_as_numpys<B: Backend>(xp: &B) {
    let rows = table("promotion.tsv").into_iter().map(|row| {
        let [left, right, result] = <[String; 3]>::try_from(row).unwrap();
        ([left, right], result)
    });
    let table: BTreeMap<_, _> = rows.collect();
    assert_eq!(table.len(), DType::ALL.len().pow(2));
    for_types!(all, T => for_types!(all, U => pair::<T, U, B>(xp, &table)));
}

fn pair<T: Promote<U> + Element, U: Element, B: Backend>(xp: &B, table: &BTreeMap<[String; 2], String>) {
    let expected = numpys(table, T::DTYPE, U::DTYPE);
    let sum = xp.ones::<T>(2).unwrap() + xp.from_slice(&[true.cast::<U>(), U::default()], 2).unwrap();
    assert_eq!(sum.dtype(), expected, "{} + {}", T::DTYPE, U::DTYPE);
    let two: <T as Promote<U>>::Output = if expected == DType::Bool { true.cast() } else { 2i8.cast() };
    assert_eq!(sum.to_vec().unwrap(), [two, true.cast()], "{} + {}", T::DTYPE, U::DTYPE);
}

/// `astype` between all types, exactly NumPy's.
pub fn conversions<B: Backend>(xp: &B) {
    let data = npz("astype.npz");
    for_types!(all, T => for_types!(all, U => conversion::<T, U, B>(xp, &data)));
}

fn conversion<T: Element, U: Element, B: Backend>(xp: &B, data: &BTreeMap<String, Stored>) {
    let stored = |part: &str| &data[&format!("{}/{}/{part}", T::DTYPE, U::DTYPE)];
    let (input, expected) = (stored("in0").to_vec::<T>(), stored("out0").to_vec::<U>());
    let (flushes, flushes_result) = (flushes::<T, B>(xp), flushes::<U, B>(xp));
    for x in relaid(&stored("in0").array::<T, B>(xp)) {
        let result = x.astype::<U>().to_vec().unwrap();
        for ((x, y), e) in input.iter().zip(result).zip(&expected) {
            if flushes && is_subnormal(*x) || flushes_result && is_subnormal(*e) {
                continue;
            }
            assert!(same(y, *e), "{x:?} of {} to {}: {y:?} instead of {e:?}", T::DTYPE, U::DTYPE);
        }
    }
}

/// Equal to the sign of a zero; NaN is NaN.
fn same<T: Element>(x: T, y: T) -> bool {
    let nan = |x: T| {
        let z: Complex<f64> = x.cast();
        [z.re.is_nan(), z.im.is_nan()]
    };
    Scalar::new(x) == Scalar::new(y) || (nan(x) == nan(y) && nan(x).contains(&true))
}

/// What NumPy leaves to the machine: we saturate, and NaN is zero.
pub fn conversions_out_of_range_saturate<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 300.7, -300.7], 7).unwrap();
    assert_eq!(x.astype::<u8>().to_vec().unwrap(), [0, 255, 0, 255, 0, 255, 0]);
    assert_eq!(x.astype::<i16>().to_vec().unwrap(), [0, i16::MAX, i16::MIN, i16::MAX, i16::MIN, 300, -300]);
    let wide = [0, i64::MAX, i64::MIN, i64::MAX, i64::MIN, 300, -300];
    assert_eq!(x.astype::<i64>().to_vec().unwrap(), wide);
    assert_eq!(x.astype::<f32>().astype::<i64>().to_vec().unwrap(), wide);
    let top = [0, u64::MAX, 0, u64::MAX, 0, 300, 0];
    assert_eq!(x.astype::<Complex<f64>>().astype::<u64>().to_vec().unwrap(), top);
    // One rounding, where going through another type would make two.
    let ties = xp.from_slice(&[(1i64 << 60) + (1 << 36) + 1, i64::MAX], 2).unwrap();
    let rounded: Vec<f32> = ties.to_vec().unwrap().into_iter().map(|x| x as f32).collect();
    assert_eq!(ties.astype::<f32>().to_vec().unwrap(), rounded);
}

/// NumPy's `can_cast` from each type to each, with `safe` and with `same_kind`.
const CASTS: [(DType, [&str; 2]); 14] = [
    (DType::Bool, ["11111111111111", "11111111111111"]),
    (DType::I8, ["01111000011111", "01111000011111"]),
    (DType::I16, ["00111000001111", "01111000011111"]),
    (DType::I32, ["00011000000101", "01111000011111"]),
    (DType::I64, ["00001000000101", "01111000011111"]),
    (DType::U8, ["00111111111111", "01111111111111"]),
    (DType::U16, ["00011011101111", "01111111111111"]),
    (DType::U32, ["00001001100101", "01111111111111"]),
    (DType::U64, ["00000000100101", "01111111111111"]),
    (DType::F16, ["00000000011111", "00000000011111"]),
    (DType::F32, ["00000000001111", "00000000011111"]),
    (DType::F64, ["00000000000101", "00000000011111"]),
    (DType::Complex64, ["00000000000011", "00000000000011"]),
    (DType::Complex128, ["00000000000001", "00000000000011"]),
];

/// Types that are values: which hold which, and what arrays of them become together.
pub fn types_hold_types<B: Backend>(xp: &B) {
    for (from, [safe, same_kind]) in CASTS {
        for (k, (to, _)) in CASTS.into_iter().enumerate() {
            let allowed = |row: &str| row.as_bytes()[k] == b'1';
            assert_eq!(from.can_cast_with(to, Casting::Safe), allowed(safe), "{from} to {to}");
            assert_eq!(from.can_cast(to), allowed(same_kind), "{from} to {to}");
            assert_eq!(from.can_cast_with(to, Casting::SameKind), allowed(same_kind), "{from} to {to}");
            assert_eq!(from.can_cast_with(to, Casting::No), from == to);
            assert!(from.can_cast_with(to, Casting::Unsafe));
            let (x, y) = (xp.ones_of(from, 2).unwrap(), xp.ones_of(to, 2).unwrap());
            assert_eq!(result_type(&[from, to], &[]), Some(x.multiply(&y).unwrap().dtype()), "{from}, {to}");
            assert_eq!(common_type(&[from, to]), Some(from.quotient().promote(to.quotient())));
        }
        let x = xp.ones_of(from, 2).unwrap();
        for number in [DType::I64, DType::F64] {
            let sum = if number == DType::I64 { x.add(2) } else { x.add(2.0) };
            assert_eq!(result_type(&[from], &[number]), Some(sum.unwrap().dtype()), "{from} and a number");
            assert_eq!(from.promote_weak(number), result_type(&[from], &[number]).unwrap());
        }
    }
    assert_eq!((result_type(&[], &[]), common_type(&[])), (None, None));
    let smallest =
        [(Scalar::new(-129), DType::I16), (Scalar::new(65_536), DType::U32), (Scalar::new(1e39), DType::F64)];
    for (number, dtype) in smallest {
        assert_eq!(DType::min_scalar_type(number), dtype);
        assert_eq!(number.astype(dtype).get::<f64>(), number.get::<f64>());
    }
}
