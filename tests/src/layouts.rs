//! The same elements in other layouts.

use xparray::prelude::*;
use xparray::{Ellipsis, s};

/// An array as it is, column by column, with gaps and backwards in memory, and not computed yet.
pub fn relaid<T: Element, B: Backend>(x: &Array<T, B>) -> [Array<T, B>; 4] {
    let reversed: Vec<isize> = (0..x.ndim() as isize).rev().collect();
    let columns = x.permute_dims(&reversed).unwrap().ascontiguousarray();
    columns.eval().unwrap();
    let gaps = match x.shape() {
        [] => x.clone(),
        shape => {
            let mut wide = shape.to_vec();
            *wide.last_mut().unwrap() *= 2;
            let backwards = x.flip(..).unwrap().to_vec().unwrap();
            let spread: Vec<T> = backwards.into_iter().flat_map(|v| [v, T::default()]).collect();
            x.xp().from_slice(&spread, wide).unwrap().slice(s![Ellipsis, ..;2]).unwrap().flip(..).unwrap()
        }
    };
    // Every type converts to one of these and back without loss.
    let deferred = match T::DTYPE {
        DType::I64 | DType::U64 => x.astype::<i64>().astype::<u64>().astype::<T>(),
        _ => x.astype::<Complex<f64>>().astype::<T>(),
    };
    [x.clone(), columns.permute_dims(&reversed).unwrap(), gaps, deferred]
}
