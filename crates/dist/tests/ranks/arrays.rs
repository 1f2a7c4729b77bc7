//! Arrays that differ from rank to rank, and comparison.

use xparray::prelude::*;
use xparray::{DynArray, Result};

/// Small numbers that every element type has, of any sign where there is one.
pub fn numbers<B: Backend>(xp: &B, dtype: DType, shape: &[usize], rank: usize) -> Result<DynArray<B>> {
    let len: usize = shape.iter().product();
    let value = |i: usize| ((i * 7 + rank * 5) % 11) as f64 - if i.is_multiple_of(3) { 4.0 } else { 0.0 };
    let values: Vec<f64> = (0..len).map(value).map(|x| if is_signed(dtype) { x } else { x.abs() }).collect();
    let real = xp.from_slice(&values, shape.to_vec())?.into_dyn().astype(dtype)?;
    match dtype {
        DType::Complex64 | DType::Complex128 => {
            let imag = xp.from_slice(&[0.0, 1.0, -1.0], 3)?.take((rank % 3) as i64, 0)?.into_dyn();
            let unit = xp.array([Complex::new(0.0f64, 1.0)])?.reshape(())?.into_dyn();
            real.add(&unit.multiply(&imag)?)?.astype(dtype)
        }
        _ => Ok(real),
    }
}

fn is_signed(dtype: DType) -> bool {
    !matches!(dtype, DType::Bool | DType::U8 | DType::U16 | DType::U32 | DType::U64)
}

/// An array in every layout that there is: as it is, turned, with steps, repeated, without elements, without axes.
pub fn layouts<B: Backend>(x: &DynArray<B>) -> Result<Vec<DynArray<B>>> {
    Ok(vec![
        x.clone(),
        x.t(),
        x.slice(s![..;-2, 1..])?,
        x.slice(s![0])?.broadcast_to((3, x.shape()[1]))?,
        x.slice(s![..0])?,
        x.slice(s![0, 0])?,
        x.add(1)?,
    ])
}

/// Equal element types, shapes and elements.
#[track_caller]
pub fn same<B: Backend>(found: &DynArray<B>, expected: &DynArray<B>) -> Result<()> {
    assert_eq!((found.dtype(), found.shape()), (expected.dtype(), expected.shape()));
    assert!(found.array_equal(expected)?, "{found} is not {expected}");
    Ok(())
}
