//! Operations on the rows of all arrays of a batch.

use xparray_core::backend::Backend;
use xparray_core::{DynArray, Result};

/// What an operation along the first axis gives for each array of a batch, which are along one before: all of them are done at once, as
/// further columns.
pub(super) fn by_rows<B: Backend>(
    batch: &DynArray<B>,
    operation: impl Fn(&DynArray<B>) -> Result<DynArray<B>>,
) -> Result<DynArray<B>> {
    let rows = match batch.ndim() {
        // Numbers, each of which is a row.
        1 => batch.expand_dims(0)?,
        _ => batch.moveaxis(1, 0)?,
    };
    operation(&rows)?.moveaxis(1, 0)
}
