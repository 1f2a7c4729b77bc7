//! The one error type.

use crate::dtype::DType;

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What can go wrong; every method that can fail returns it.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::Error;
/// let (x, y) = (xp.zeros::<f32>([2, 3])?, xp.zeros::<f32>([2, 4])?);
/// let error = x.add(&y).unwrap_err();
/// assert!(matches!(error, Error::Shape { op: "add", .. }));
/// assert_eq!(error.to_string(), "add: shapes [2, 3] and [2, 4] do not match");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Shapes that do not go together.
    #[error("{op}: shapes {left:?} and {right:?} do not match")]
    Shape {
        /// The operation.
        op: &'static str,
        /// The left or given shape.
        left: Vec<usize>,
        /// The right or expected shape.
        right: Vec<usize>,
    },
    /// An index outside its axis.
    #[error("{op}: index {index} is out of bounds for an axis of length {len}")]
    Index {
        /// The operation.
        op: &'static str,
        /// The index as given.
        index: i64,
        /// The axis' length.
        len: usize,
    },
    /// An axis outside the array's rank, or named twice.
    #[error("{op}: axis {axis} is out of bounds or repeated for an array of {ndim} dimensions")]
    Axis {
        /// The operation.
        op: &'static str,
        /// The axis as given.
        axis: isize,
        /// The array's rank.
        ndim: usize,
    },
    /// An element type that does not fit.
    #[error("{op}: expected element type {expected}, found {found}")]
    DType {
        /// The operation.
        op: &'static str,
        /// What was expected.
        expected: String,
        /// What was there.
        found: String,
    },
    /// A value that the operation does not take.
    #[error("{op}: {message}")]
    Value {
        /// The operation.
        op: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// The matrix is singular.
    #[error("{op}: the matrix is singular (pivot {pivot} is zero)")]
    Singular {
        /// The operation.
        op: &'static str,
        /// The first zero pivot, from 0.
        pivot: usize,
    },
    /// The matrix is not positive definite.
    #[error("{op}: the matrix is not positive definite (leading minor {minor})")]
    NotPositiveDefinite {
        /// The operation.
        op: &'static str,
        /// The order of the first leading minor that is not positive, from 1.
        minor: usize,
    },
    /// Memory ran out, or the pool's limit was reached.
    #[error("out of memory on {device}: asked for {asked} bytes, {used} in use, limit {limit:?}")]
    OutOfMemory {
        /// Bytes asked for.
        asked: usize,
        /// Bytes in use.
        used: usize,
        /// The limit, where there is one.
        limit: Option<usize>,
        /// The device.
        device: String,
    },
    /// The backend is not compiled in, or its device or libraries are not there.
    #[error("backend {backend} is unavailable: {reason}")]
    Unavailable {
        /// The backend's name.
        backend: String,
        /// What was looked for, and where; or what to do.
        reason: String,
    },
    /// Device code did not compile.
    #[error("compilation failed:\n{log}")]
    Compile {
        /// The source.
        source_code: String,
        /// The compiler's log.
        log: String,
    },
    /// The backend cannot do this.
    #[error("{backend} does not support {op} for {dtype}")]
    Unsupported {
        /// The backend.
        backend: &'static str,
        /// The operation.
        op: &'static str,
        /// The element type.
        dtype: DType,
    },
    /// A vendor library failed.
    #[error("{call} failed with {name} ({code})")]
    Library {
        /// The function that was called.
        call: &'static str,
        /// The library's code.
        code: i64,
        /// The code's name.
        name: String,
    },
    /// Reading or writing failed.
    #[error("{path}: {message}")]
    Io {
        /// The file.
        path: String,
        /// What went wrong.
        message: String,
    },
}

impl Error {
    /// An [`Error::Value`].
    ///
    /// ```
    /// use xparray::Error;
    /// assert_eq!(Error::value("my_op", "must be positive").to_string(), "my_op: must be positive");
    /// ```
    pub fn value(op: &'static str, message: impl Into<String>) -> Self {
        Self::Value { op, message: message.into() }
    }

    /// An [`Error::Shape`].
    ///
    /// ```
    /// use xparray::Error;
    /// assert_eq!(Error::shape("my_op", &[2], &[3]).to_string(), "my_op: shapes [2] and [3] do not match");
    /// ```
    pub fn shape(op: &'static str, left: &[usize], right: &[usize]) -> Self {
        Self::Shape { op, left: left.to_vec(), right: right.to_vec() }
    }
}
