//! Windows: the weights of samples, as `scipy.signal.windows`.
//!
//! Weights are computed on the host in `f64`: those who design filters need them there, and few programs have long ones.

mod chebyshev;
mod dpss;
mod shapes;
mod sums;
mod tridiagonal;

pub use dpss::{Dpss, DpssNorm, dpss};

use xparray_core::host::room;
use xparray_core::prelude::*;
use xparray_core::{Error, Result};

/// How the weights go on beyond the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// They end: the last weight is as the first one. For filters.
    Symmetric,
    /// They begin again: the next weight would be as the first one. For spectra.
    #[default]
    Periodic,
}

/// A window. Formulas are for `t` from -1 at the first to 1 at the last of `m` weights, and for `n` from 0 to `m - 1`.
///
/// ```
/// use xparray::scipy::signal::windows::{Symmetry, Window};
/// assert_eq!(Window::Bartlett.weights(5, Symmetry::Symmetric)?, [0.0, 0.5, 1.0, 0.5, 0.0]);
/// assert_eq!(Window::Bartlett.weights(4, Symmetry::Periodic)?, [0.0, 0.5, 1.0, 0.5]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Window {
    /// `0.62 - 0.24 |t| + 0.38 cos(pi t)`.
    Barthann,
    /// A triangle from 0: `1 - |t|`.
    Bartlett,
    /// Three cosines: `0.42 + 0.5 cos(pi t) + 0.08 cos(2 pi t)`.
    Blackman,
    /// Four cosines, by Harris with the least largest side lobe.
    Blackmanharris,
    /// `(1 - |t|) cos(pi |t|) + sin(pi |t|) / pi`.
    Bohman,
    /// All ones.
    Boxcar,
    /// Dolph's and Chebyshev's: side lobes of one height, `at` decibels below the main one.
    Chebwin {
        /// The attenuation in decibels.
        at: f64,
    },
    /// Half a wave: `sin(pi (n + 1/2) / m)`.
    Cosine,
    /// The sequence whose spectrum is concentrated most: the first of [`dpss`], its largest weight 1.
    Dpss {
        /// Half the time-bandwidth product.
        nw: f64,
    },
    /// `exp(-|n - center| / tau)`.
    Exponential {
        /// Where it is 1; `None` for the middle, which symmetric windows need.
        center: Option<f64>,
        /// How far away it has fallen to `1 / e`.
        tau: f64,
    },
    /// Five cosines, with a flat main lobe.
    Flattop,
    /// `exp(-(n - middle)^2 / (2 std^2))`.
    Gaussian {
        /// The deviation, in weights.
        std: f64,
    },
    /// `sum(a[k] cos(k pi t))`.
    GeneralCosine {
        /// The factors.
        a: Vec<f64>,
    },
    /// `exp(-|(n - middle) / sig|^(2 p) / 2)`.
    GeneralGaussian {
        /// 1 for a Gaussian, 1/2 for Laplace's.
        p: f64,
        /// The deviation, in weights.
        sig: f64,
    },
    /// `alpha + (1 - alpha) cos(pi t)`.
    GeneralHamming {
        /// The share of the pedestal.
        alpha: f64,
    },
    /// A raised cosine on a pedestal: `0.54 + 0.46 cos(pi t)`.
    Hamming,
    /// A raised cosine: `0.5 + 0.5 cos(pi t)`.
    Hann,
    /// `i0(beta sqrt(1 - t^2)) / i0(beta)`.
    Kaiser {
        /// 0 for a rectangle; 5, 6 and 8.6 are about Hamming's, Hann's and Blackman's.
        beta: f64,
    },
    /// Roots of the sums of Kaiser's window up to a weight: for modified cosine transforms. Only symmetric, and of an even number.
    KaiserBesselDerived {
        /// As Kaiser's.
        beta: f64,
    },
    /// `sinc(t)`.
    Lanczos,
    /// Four cosines, by Nuttall, with small side lobes.
    Nuttall,
    /// Four boxes convolved: pieces of third degree.
    Parzen,
    /// Taylor's: side lobes near the main one of nearly one height.
    Taylor {
        /// How many of them.
        nbar: usize,
        /// By how many decibels they are below the main lobe.
        sll: f64,
        /// Whether the middle, of an even number between the weights, is 1.
        norm: bool,
    },
    /// A triangle from above 0.
    Triang,
    /// A rectangle with tapered ends.
    Tukey {
        /// The share of the weights that are tapered: 0 for a rectangle, 1 for Hann's.
        alpha: f64,
    },
    /// Weights of one's own, of no other number than theirs.
    Weights(Vec<f64>),
}

impl Window {
    /// Taylor's with SciPy's defaults: four side lobes at 30 dB, the middle 1.
    ///
    /// ```
    /// use xparray::scipy::signal::windows::{Symmetry, Window};
    /// assert_eq!(Window::taylor().weights(3, Symmetry::Symmetric)?[1], 1.0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn taylor() -> Self {
        Self::Taylor { nbar: 4, sll: 30.0, norm: true }
    }

    /// The weights, of which there are `m`. One weight alone is 1.
    ///
    /// ```
    /// use xparray::scipy::signal::windows::{Symmetry, Window};
    /// let weights = Window::Tukey { alpha: 0.5 }.weights(9, Symmetry::Symmetric)?;
    /// assert_eq!(weights[2..7], [1.0; 5]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for parameters that the window does not have: attenuations and half bandwidths that are not above 0, deviations
    /// of 0, an odd number of weights or a period where it can have none, a center of a symmetric window, and what is not finite;
    /// [`Error::OutOfMemory`] if the host has no room.
    pub fn weights(&self, m: usize, symmetry: Symmetry) -> Result<Vec<f64>> {
        const OP: &str = "get_window";
        self.check(m, symmetry).map_err(|message| Error::value(OP, message))?;
        if let Self::Weights(weights) = self {
            return Ok(weights.clone());
        }
        if m <= 1 && !matches!(self, Self::KaiserBesselDerived { .. }) {
            return Ok(vec![1.0; m]);
        }
        let extra = usize::from(symmetry == Symmetry::Periodic);
        drop(room::<f64>(m.saturating_add(extra))?);
        let mut weights = self.symmetric(m + extra)?;
        weights.truncate(m);
        Ok(weights)
    }

    /// What is wrong with the parameters.
    fn check(&self, m: usize, symmetry: Symmetry) -> Result<(), String> {
        let positive = |what: &str, x: f64| match x.is_finite() && x > 0.0 {
            true => Ok(()),
            false => Err(format!("{what} is {x}, not above 0")),
        };
        let finite = |what: &str, x: f64| match x.is_finite() {
            true => Ok(()),
            false => Err(format!("{what} is {x}")),
        };
        match self {
            Self::Chebwin { at } => positive("the attenuation", *at),
            Self::Exponential { center: Some(_), .. } if symmetry == Symmetry::Symmetric => {
                Err("a symmetric window has its center in the middle".into())
            }
            Self::Exponential { center, tau } => {
                finite("the center", center.unwrap_or(0.0)).and(positive("the decay", *tau))
            }
            Self::Gaussian { std } => positive("the deviation", *std),
            Self::GeneralGaussian { p, sig } => finite("the power", *p).and(positive("the deviation", *sig)),
            Self::GeneralHamming { alpha } | Self::Tukey { alpha } => finite("the share", *alpha),
            Self::GeneralCosine { a } => a.iter().try_for_each(|&a| finite("a factor", a)),
            Self::Kaiser { beta } => finite("beta", *beta),
            Self::KaiserBesselDerived { .. } if symmetry == Symmetry::Periodic => {
                Err("this window is symmetric only".into())
            }
            Self::KaiserBesselDerived { .. } if m % 2 == 1 => Err(format!("{m} weights, not an even number")),
            Self::KaiserBesselDerived { beta } => finite("beta", *beta),
            Self::Weights(weights) if weights.len() != m => Err(format!("{} weights, not {m}", weights.len())),
            Self::Taylor { nbar: 0, .. } => Err("no side lobes".into()),
            Self::Taylor { sll, .. } => positive("the level of the side lobes", *sll),
            _ => Ok(()),
        }
    }

    fn symmetric(&self, m: usize) -> Result<Vec<f64>> {
        let cosines = |a: &[f64]| sums::cosines(m, a);
        Ok(match self {
            Self::Barthann => shapes::barthann(m),
            Self::Bartlett => shapes::of_places(m, |t| 1.0 - t.abs()),
            Self::Blackman => cosines(&[0.42, 0.5, 0.08]),
            Self::Blackmanharris => cosines(&[0.35875, 0.48829, 0.14128, 0.01168]),
            Self::Bohman => shapes::bohman(m),
            Self::Boxcar => vec![1.0; m],
            Self::Chebwin { at } => chebyshev::chebwin(m, *at),
            Self::Cosine => shapes::cosine(m),
            Self::Dpss { nw } => dpss::first(m, *nw)?,
            Self::Exponential { center, tau } => shapes::exponential(m, *center, *tau),
            Self::Flattop => cosines(&[0.215_578_95, 0.416_631_58, 0.277_263_158, 0.083_578_947, 0.006_947_368]),
            Self::Gaussian { std } => shapes::gaussian(m, 1.0, *std),
            Self::GeneralCosine { a } => cosines(a),
            Self::GeneralGaussian { p, sig } => shapes::gaussian(m, *p, *sig),
            Self::GeneralHamming { alpha } => cosines(&[*alpha, 1.0 - alpha]),
            Self::Hamming => cosines(&[0.54, 0.46]),
            Self::Hann => cosines(&[0.5, 0.5]),
            Self::Kaiser { beta } => sums::kaiser(m, *beta),
            Self::KaiserBesselDerived { beta } => sums::kaiser_bessel_derived(m, *beta),
            Self::Lanczos => shapes::of_places(m, shapes::sinc),
            Self::Nuttall => cosines(&[0.363_581_9, 0.489_177_5, 0.136_599_5, 0.010_641_1]),
            Self::Parzen => shapes::parzen(m),
            Self::Taylor { nbar, sll, norm } => chebyshev::taylor(m, *nbar, *sll, *norm),
            Self::Triang => shapes::triang(m),
            Self::Tukey { alpha } => shapes::tukey(m, *alpha),
            Self::Weights(weights) => weights.clone(),
        })
    }
}

/// The weights of a window as an array of a device.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::signal::windows::{Symmetry, Window, get_window};
/// let window = get_window(&xp, &Window::Hann, 4, Symmetry::Periodic)?;
/// assert_eq!(window.round(12).to_string(), "[0.  0.5 1.  0.5]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`Window::weights`].
pub fn get_window<B: Backend>(xp: &B, window: &Window, m: usize, symmetry: Symmetry) -> Result<Array<f64, B>> {
    xp.from_slice(&window.weights(m, symmetry)?, m)
}
