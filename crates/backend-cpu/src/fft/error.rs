//! What can go wrong.

use crate::pool::OutOfMemory;

/// Why a transform could not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FftError {
    /// There was no memory for temporaries.
    #[error("out of memory: {} bytes asked for, {} in use, limit {:?}", .0.asked, .0.used, .0.limit)]
    OutOfMemory(OutOfMemory),
    /// An axis does not exist, is named twice in a real transform, or is missing there.
    #[error("axes {axes:?} do not suit a transform of an array with {rank} dimensions")]
    Axes {
        /// The axes asked for.
        axes: Vec<usize>,
        /// The number of dimensions.
        rank: usize,
    },
    /// A line has no elements, or not as many as its output asks for.
    #[error("axis {axis} has {found} elements, which cannot be transformed{}", expected.map_or(String::new(), |n| format!(", {n} expected")))]
    Length {
        /// The axis.
        axis: usize,
        /// Its length.
        found: usize,
        /// The length that it should have.
        expected: Option<usize>,
    },
    /// The output has the wrong number of elements.
    #[error("the output has {found} elements, {expected} expected")]
    Output {
        /// Elements of the result.
        expected: usize,
        /// Elements given.
        found: usize,
    },
}

impl From<OutOfMemory> for FftError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}
