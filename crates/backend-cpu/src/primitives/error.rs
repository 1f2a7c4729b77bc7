//! What can go wrong.

use crate::pool::OutOfMemory;

/// An index that does not fit what it indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadIndex {
    /// Where it stands among the indices.
    pub position: usize,
    /// The index.
    pub index: i64,
    /// The length of what it indexes.
    pub len: usize,
}

/// Why a primitive that takes indices and needs memory failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// An index is out of range.
    BadIndex(BadIndex),
    /// There is no memory for temporaries.
    OutOfMemory(OutOfMemory),
}

impl From<BadIndex> for IndexError {
    fn from(error: BadIndex) -> Self {
        Self::BadIndex(error)
    }
}

impl From<OutOfMemory> for IndexError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}
