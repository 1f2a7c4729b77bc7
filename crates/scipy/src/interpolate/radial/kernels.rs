//! Functions of distances.

use xparray_core::kernel::Var;

/// The function of the distance `r`, times the shape parameter, that an [`RBFInterpolator`](super::RBFInterpolator) sums up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RbfKernel {
    /// `-r`.
    Linear,
    /// `r^2 log r`.
    #[default]
    ThinPlateSpline,
    /// `r^3`.
    Cubic,
    /// `-r^5`.
    Quintic,
    /// `-sqrt(1 + r^2)`.
    Multiquadric,
    /// `1 / sqrt(1 + r^2)`.
    InverseMultiquadric,
    /// `1 / (1 + r^2)`.
    InverseQuadratic,
    /// `exp(-r^2)`.
    Gaussian,
}

impl RbfKernel {
    /// Whether a shape parameter changes nothing.
    pub(super) fn is_scale_invariant(self) -> bool {
        matches!(self, Self::Linear | Self::ThinPlateSpline | Self::Cubic | Self::Quintic)
    }

    /// The degree of polynomial with which the function is determined (Fasshauer, Meshfree approximation methods with Matlab, chapters 7 and
    /// 8), -1 for none.
    pub(super) fn least_degree(self) -> isize {
        match self {
            Self::Linear | Self::Multiquadric => 0,
            Self::ThinPlateSpline | Self::Cubic => 1,
            Self::Quintic => 2,
            _ => -1,
        }
    }

    /// The function of a squared distance.
    pub(super) fn of(self, square: Var<f64>) -> Var<f64> {
        match self {
            Self::Linear => -square.sqrt(),
            Self::ThinPlateSpline => square.eq(0.0).select(0.0, square * square.log() * 0.5),
            Self::Cubic => square * square.sqrt(),
            Self::Quintic => -(square * square * square.sqrt()),
            Self::Multiquadric => -(square + 1.0).sqrt(),
            Self::InverseMultiquadric => 1.0 / (square + 1.0).sqrt(),
            Self::InverseQuadratic => 1.0 / (square + 1.0),
            Self::Gaussian => (-square).exp(),
        }
    }
}
