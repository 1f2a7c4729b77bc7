//! What becomes of indices out of bounds.

use super::DynArray;
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::ir::BinaryOp;

/// What becomes of indices out of bounds.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([10, 20, 30])?;
/// assert_eq!(x.take_with([-1, 5], 0, IndexMode::Wrap)?.to_string(), "[30 30]");
/// assert_eq!(x.take_with([-1, 5], 0, IndexMode::Clip)?.to_string(), "[10 30]");
/// assert!(x.take_with([-1, 5], 0, IndexMode::Raise).is_err());
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexMode {
    /// An error.
    #[default]
    Raise,
    /// They go on at the other end: modulo the length.
    Wrap,
    /// They are the nearest index: negative ones 0.
    Clip,
}

impl<B: Backend> DynArray<B> {
    /// As indices (`i64`) of an axis of this length. They are in its bounds unless the mode is `Raise`.
    pub(super) fn indices_of(&self, op: &'static str, mode: IndexMode, len: usize) -> Result<Self> {
        if mode == IndexMode::Raise {
            return self.checked_indices(op);
        }
        TypeClass::Integer.check(op, self.dtype())?;
        if len == 0 && !self.is_empty() {
            return Err(Error::Index { op, index: 0, len });
        }
        let (len, last) = (len.max(1) as i64, len.saturating_sub(1) as i64);
        if mode == IndexMode::Clip {
            let indices = self.to_indices()?.binary_scalar(BinaryOp::Max, Scalar::new(0i64), false)?;
            return indices.binary_scalar(BinaryOp::Min, Scalar::new(last), false);
        }
        // Numbers that only `u64` has are divided as such.
        let wide = if self.dtype() == DType::U64 { DType::U64 } else { DType::I64 };
        let divisor = Scalar::new(len).astype(wide);
        self.astype(wide)?.binary_scalar(BinaryOp::Mod, divisor, false)?.astype(DType::I64)
    }
}
