//! Latin hypercubes.

use xparray_core::prelude::*;
use xparray_core::random::Generator;
use xparray_core::{Error, Result};

/// Options of [`latin_hypercube_with`].
#[derive(Clone, Copy, Debug)]
pub struct LatinHypercube {
    scramble: bool,
}

impl Default for LatinHypercube {
    fn default() -> Self {
        Self { scramble: true }
    }
}

impl LatinHypercube {
    /// With points anywhere in their cells.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether points are anywhere in their cells, or in the middle.
    pub fn scramble(self, scramble: bool) -> Self {
        Self { scramble }
    }
}

/// `n` random points `[n, d]` of the unit cube, of which in each dimension one is in each of `n` equal parts (McKay, Beckman and Conover, *A comparison of three methods for
/// selecting values of input variables*, Technometrics 21, 1979). Of one generator they are the same on every backend.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::latin_hypercube;
/// let points = latin_hypercube(&mut xp.rng(3), 2, 5)?;
/// assert_eq!((points.take(1, 1)? * 5.0).floor().sort()?.to_string(), "[0. 1. 2. 3. 4.]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] for no dimensions.
pub fn latin_hypercube<B: Backend>(rng: &mut Generator<B>, d: usize, n: usize) -> Result<Array<f64, B>> {
    latin_hypercube_with(rng, d, n, LatinHypercube::new())
}

/// [`latin_hypercube`] with options.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::stats::qmc::{LatinHypercube, latin_hypercube_with};
/// let points = latin_hypercube_with(&mut xp.rng(3), 1, 2, LatinHypercube::new().scramble(false))?;
/// assert_eq!(points.reshape(2)?.sort()?.to_string(), "[0.25 0.75]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`latin_hypercube`].
pub fn latin_hypercube_with<B: Backend>(
    rng: &mut Generator<B>,
    d: usize,
    n: usize,
    options: LatinHypercube,
) -> Result<Array<f64, B>> {
    if d == 0 {
        return Err(Error::value("latin_hypercube", "no dimensions"));
    }
    let cells = rng.random::<f64>([n, d])?.argsort_with(Sort::new().axis(0))?.astype::<f64>();
    let inside = if options.scramble { rng.random::<f64>([n, d])? } else { cells.xp().full([n, d], 0.5)? };
    Ok((cells + inside) / n.max(1) as f64)
}
