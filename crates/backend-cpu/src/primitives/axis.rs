//! A contiguous array seen around one of its axes.

/// The shape `[outer, len, inner]` of a contiguous array seen around one axis: `outer` is the
/// product of the lengths before the axis, `inner` of those after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Elements before the axis.
    pub outer: usize,
    /// Elements along the axis.
    pub len: usize,
    /// Elements after the axis.
    pub inner: usize,
}

impl Axis {
    /// The only axis of `len` elements.
    pub fn flat(len: usize) -> Self {
        Self::rows(1, len)
    }

    /// The last axis of `rows` rows.
    pub fn rows(rows: usize, len: usize) -> Self {
        Self { outer: rows, len, inner: 1 }
    }

    /// The number of elements in all.
    pub fn size(self) -> usize {
        self.outer * self.len * self.inner
    }
}
