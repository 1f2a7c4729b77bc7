//! What arrays are beyond their ends.

use xparray_core::backend::Border;
use xparray_core::{DType, PadMode, Scalar};

/// What an array is beyond its ends.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, Mode, correlate1d};
/// let x = xp.array([1, 2, 3])?;
/// let before = |mode| correlate1d(&x, &[1.0, 0.0, 0.0], 0, Filter::new().mode(mode));
/// assert_eq!(before(Mode::Reflect)?.to_string(), "[1 1 2]");
/// assert_eq!(before(Mode::Mirror)?.to_string(), "[2 1 2]");
/// assert_eq!(before(Mode::Wrap)?.to_string(), "[3 1 2]");
/// assert_eq!(before(Mode::Constant(9.0))?.to_string(), "[9 1 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// Mirrored at the edges of its first and last elements, which so come twice: SciPy's `grid-mirror` too.
    #[default]
    Reflect,
    /// One value. Interpolation takes it for what lies outside, and does not mix it with elements.
    Constant(f64),
    /// The first and the last element.
    Nearest,
    /// Mirrored at the centres of its first and last elements.
    Mirror,
    /// Continued from the other end; in interpolation, the last element is the first one.
    Wrap,
    /// One value, which interpolation mixes with elements; to filters the same as [`Mode::Constant`].
    GridConstant(f64),
    /// Continued from the other end, also in interpolation.
    GridWrap,
}

impl Mode {
    /// The value beyond the ends, if there is one.
    pub(super) fn value(self) -> Option<f64> {
        match self {
            Self::Constant(value) | Self::GridConstant(value) => Some(value),
            _ => None,
        }
    }

    /// The same of arrays that are read padded.
    pub(super) fn border(self) -> Border {
        match self {
            Self::Reflect => Border::Symmetric,
            Self::Mirror => Border::Reflect,
            Self::Nearest => Border::Edge,
            Self::Wrap | Self::GridWrap => Border::Wrap,
            Self::Constant(_) | Self::GridConstant(_) => Border::Zero,
        }
    }

    /// The same of arrays of a type that are padded.
    pub(super) fn pad(self, dtype: DType) -> PadMode<Scalar> {
        match self {
            Self::Reflect => PadMode::Symmetric,
            Self::Mirror => PadMode::Reflect,
            Self::Nearest => PadMode::Edge,
            Self::Wrap | Self::GridWrap => PadMode::Wrap,
            Self::Constant(value) | Self::GridConstant(value) => PadMode::Constant(Scalar::new(value).astype(dtype)),
        }
    }
}

/// One value for all axes, or one for each.
#[derive(Clone, Debug, PartialEq)]
pub enum PerAxis<T> {
    /// For all.
    All(T),
    /// For each, in order.
    Each(Vec<T>),
}

impl<T> From<T> for PerAxis<T> {
    fn from(value: T) -> Self {
        Self::All(value)
    }
}

impl<T, const N: usize> From<[T; N]> for PerAxis<T> {
    fn from(values: [T; N]) -> Self {
        Self::Each(values.into())
    }
}

impl<T> From<Vec<T>> for PerAxis<T> {
    fn from(values: Vec<T>) -> Self {
        Self::Each(values)
    }
}

impl<T: Copy> PerAxis<T> {
    /// The values of so many axes; `None` if there are other ones.
    pub(super) fn of(&self, axes: usize) -> Option<Vec<T>> {
        match self {
            Self::All(value) => Some(vec![*value; axes]),
            Self::Each(values) => (values.len() == axes).then(|| values.clone()),
        }
    }
}
