//! Elements of a rank in small windows on a device: a thread reads a window into its registers, and compares.

use super::reading::of_elements;
use super::selection::{Ordered, Rank, of_all};
use super::windows::Windows;
use xparray_core::kernel::Var;
use xparray_core::prelude::*;
use xparray_core::{Promote, Result};

/// The most elements of a window: the comparisons of more are not one kernel.
pub(super) const MOST: usize = 49;

impl<T: RealElement + Promote<T, Output = T>> Ordered for Var<T> {
    fn least(&self, other: &Self) -> Result<Self> {
        Ok(self.fmin(*other))
    }

    fn greatest(&self, other: &Self) -> Result<Self> {
        Ok(self.maximum(*other))
    }

    fn stored(_: &[Self]) -> Result<()> {
        Ok(())
    }
}

/// The elements of a rank in windows, or among those of a mask in them, in a type that has them all; `None` where there is no such kernel.
pub(super) fn of_windows<B: Backend>(
    windows: &Windows<B>,
    mask: Option<&[bool]>,
    rank: Rank,
) -> Result<Option<DynArray<B>>> {
    let found = match windows.extended().dtype() {
        DType::F64 => ranked::<f64, B>(windows, mask, rank)?,
        DType::F32 | DType::F16 | DType::BF16 => ranked::<f32, B>(windows, mask, rank)?,
        DType::I64 | DType::U32 => ranked::<i64, B>(windows, mask, rank)?,
        DType::U64 => return Ok(None),
        _ => ranked::<i32, B>(windows, mask, rank)?,
    };
    Ok(Some(found))
}

fn ranked<T, B>(windows: &Windows<B>, mask: Option<&[bool]>, rank: Rank) -> Result<DynArray<B>>
where
    T: RealElement + Promote<T, Output = T>,
    B: Backend,
{
    let places = windows.places().enumerate().filter(|(k, _)| mask.is_none_or(|mask| mask[*k])).map(|(_, place)| place);
    of_elements(windows, places, |elements: Vec<Var<T>>| {
        // Comparisons of variables do not fail.
        let first = elements[0];
        of_all(elements, rank).unwrap_or(first)
    })
}
