//! Options of sine and cosine transforms.

use xparray_core::IntoAxis;
use xparray_core::prelude::*;

/// The types of sine and cosine transforms, by how the sequence goes on beyond its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// About the first and the last element (of sines, about a zero beside them).
    I,
    /// Half an element beyond both ends.
    #[default]
    II,
    /// The inverse of the second, but for a factor.
    III,
    /// With angles of odd multiples.
    IV,
}

impl Kind {
    /// That of the inverse.
    pub(super) fn inverse(self) -> Self {
        match self {
            Self::II => Self::III,
            Self::III => Self::II,
            kind => kind,
        }
    }
}

/// Options of a sine or cosine transform along an axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{Kind, Trig, dct_with};
/// let x = xp.ones::<f64>([2, 3])?;
/// let y = dct_with(&x, Trig::new().kind(Kind::IV).n(4).axis(0).norm(FftNorm::Ortho))?;
/// assert_eq!(y.shape(), [4, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Trig {
    pub(super) kind: Kind,
    pub(super) n: Option<usize>,
    pub(super) axis: isize,
    pub(super) norm: FftNorm,
    pub(super) orthogonalize: Option<bool>,
}

impl Default for Trig {
    fn default() -> Self {
        Self { kind: Kind::II, n: None, axis: -1, norm: FftNorm::Backward, orthogonalize: None }
    }
}

impl Trig {
    /// The second type along the last axis, as long as it is; the inverse has the factor.
    pub fn new() -> Self {
        Self::default()
    }

    /// The type.
    #[doc(alias = "type")]
    pub fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    /// The length to which the axis is cut or padded by zeros.
    pub fn n(self, n: usize) -> Self {
        Self { n: Some(n), ..self }
    }

    /// The axis.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// Where the factor goes.
    pub fn norm(self, norm: FftNorm) -> Self {
        Self { norm, ..self }
    }

    /// Whether the elements at the ends are scaled so that the transform's matrix has orthogonal rows; by default if the norm
    /// is [`FftNorm::Ortho`].
    pub fn orthogonalize(self, orthogonalize: bool) -> Self {
        Self { orthogonalize: Some(orthogonalize), ..self }
    }

    /// Those of the transform that gives what the inverse does.
    pub(super) fn inverse(self) -> Self {
        let norm = match self.norm {
            FftNorm::Backward => FftNorm::Forward,
            FftNorm::Ortho => FftNorm::Ortho,
            FftNorm::Forward => FftNorm::Backward,
        };
        Self { kind: self.kind.inverse(), norm, ..self }
    }
}

/// Options of a sine or cosine transform along several axes.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::fft::{TrigN, dctn_with};
/// let x = xp.ones::<f64>([2, 3, 4])?;
/// assert_eq!(dctn_with(&x, TrigN::new().axes(&[0, 1]).shape(&[4, 5]))?.shape(), [4, 5, 4]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TrigN<'a> {
    pub(super) each: Trig,
    pub(super) shape: Option<&'a [usize]>,
    pub(super) axes: Option<&'a [isize]>,
}

impl<'a> TrigN<'a> {
    /// The second type along all axes, as they are; the inverse has the factor.
    pub fn new() -> Self {
        Self::default()
    }

    /// The type.
    #[doc(alias = "type")]
    pub fn kind(self, kind: Kind) -> Self {
        Self { each: self.each.kind(kind), ..self }
    }

    /// The lengths to cut or zero-pad to, of each of the axes; without [`axes`](TrigN::axes) of the last ones.
    #[doc(alias = "s")]
    pub fn shape(self, shape: &'a [usize]) -> Self {
        Self { shape: Some(shape), ..self }
    }

    /// The axes.
    pub fn axes(self, axes: &'a [isize]) -> Self {
        Self { axes: Some(axes), ..self }
    }

    /// Where the factor goes.
    pub fn norm(self, norm: FftNorm) -> Self {
        Self { each: self.each.norm(norm), ..self }
    }

    /// As [`Trig::orthogonalize`].
    pub fn orthogonalize(self, orthogonalize: bool) -> Self {
        Self { each: self.each.orthogonalize(orthogonalize), ..self }
    }
}
