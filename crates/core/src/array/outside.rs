//! Linear operations that are not the backend's, such as those between processes, for backends that take derivatives.

use super::DynArray;
use crate::backend::Backend;
use crate::error::Result;
use std::sync::Arc;

/// A linear function of an array.
pub type LinearMap<B> = Arc<dyn Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync>;

/// A linear operation on an array, done by other means than the backend's.
#[doc(hidden)]
pub struct Outside<B: Backend> {
    /// What it is called in errors.
    pub name: &'static str,
    /// What it is done with.
    pub operand: DynArray<B>,
    /// The operation.
    pub apply: LinearMap<B>,
    /// What takes cotangents of its result to those of its operand.
    pub transpose: LinearMap<B>,
    /// What does it with all arrays of a batch, which are along a first axis.
    pub batch: LinearMap<B>,
}

impl<B: Backend> Outside<B> {
    /// An operation with its transpose, and with what does it for batches.
    pub fn new(
        name: &'static str,
        operand: &DynArray<B>,
        apply: impl Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync + 'static,
        transpose: impl Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync + 'static,
        batch: impl Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync + 'static,
    ) -> Self {
        let (apply, transpose, batch): (LinearMap<B>, LinearMap<B>, LinearMap<B>) =
            (Arc::new(apply), Arc::new(transpose), Arc::new(batch));
        Self { name, operand: operand.clone(), apply, transpose, batch }
    }

    /// The result, computed by `apply` from the operand as a constant, with what it came of; `None` if nobody asks for derivatives by
    /// the operand, so that there is nothing to remember.
    ///
    /// # Errors
    /// Those of the operation.
    pub fn remembered(&self) -> Result<Option<DynArray<B>>> {
        let xp = self.operand.xp();
        if !xp.remembers() {
            return Ok(None);
        }
        let result = xp.remember(self)?.and_then(|result| result.downcast::<DynArray<B>>().ok());
        Ok(result.map(|result| *result))
    }
}
