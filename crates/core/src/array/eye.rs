//! Options of matrices with ones on a diagonal.

use super::PlainInteger;

/// Options of [`Create::eye_with`](crate::Create::eye_with).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let lower = xp.eye_with::<u8>(2, Eye::new().diagonal(-1))?;
/// assert_eq!(lower.to_string(), "[[0 0]\n [1 0]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Eye {
    pub(crate) columns: Option<usize>,
    pub(crate) diagonal: isize,
}

impl Eye {
    /// As many columns as rows, ones on the main diagonal.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of columns.
    pub fn columns(self, columns: usize) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// The diagonal that has the ones: above the main one if positive, below it if negative.
    pub fn diagonal(self, diagonal: impl PlainInteger) -> Self {
        Self { diagonal: diagonal.to_isize(), ..self }
    }
}
