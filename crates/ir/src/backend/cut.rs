//! What defeats fusion.

use std::fmt;

/// A part of an expression that is computed by a kernel of its own, where it could have been a part of another one's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The part, down to a few operations: `exp((f64[100, 3] - f64[100, 1]))`.
    pub expression: String,
    /// Why it is not a part of the other kernel.
    pub reason: CutReason,
    /// The bytes that are written for it; they are read again at least once.
    pub bytes: usize,
}

/// Why a part of an expression is computed by a kernel of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CutReason {
    /// It would be computed again for each element that it is broadcast to.
    Broadcast,
    /// It would be computed again for each of the views that see it.
    Views,
    /// It is seen through a view whose strides those of its operands do not compose with.
    Strides,
    /// Somebody holds all of it, and only a part is needed here.
    Held,
    /// It is a reduction, whose result other elements than its own need.
    Reduction,
    /// Somebody holds it for another stream.
    Stream,
    /// It is read at indices.
    Indexed,
    /// It is padded: what reads it sees around it what is not written.
    Padded,
    /// The expression had grown too large for one kernel.
    Size,
    /// It reads elements that it is assigned to.
    Overlap,
}

impl fmt::Display for CutReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Broadcast => "broadcast: it would be computed for each element again",
            Self::Views => "several views: it would be computed for each again",
            Self::Strides => "a view whose strides do not compose",
            Self::Held => "held: all of it is wanted, and a part is needed here",
            Self::Reduction => "a reduction that other elements need",
            Self::Stream => "held for another stream",
            Self::Indexed => "read at indices",
            Self::Padded => "padded",
            Self::Size => "the expression had grown too large",
            Self::Overlap => "it reads what it is assigned to",
        })
    }
}
