//! From other bases.

use super::PPoly;
use crate::interpolate::bpoly::BPoly;
use crate::interpolate::pieces::binomials;
use xparray_core::prelude::*;
use xparray_core::{Create, Result};

impl<B: Backend> PPoly<B> {
    /// The same function as one in Bernstein's basis.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::scipy::interpolate::{BPoly, PPoly};
    /// let x = xp.array([0.0, 2.0])?;
    /// let p = PPoly::from_bernstein_basis(&BPoly::new(&xp.array([[1.0], [3.0]])?, &x)?)?;
    /// assert_eq!(p.c()?.to_string(), "[[1.]\n [1.]]"); // 1 + x
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](xparray_core::Error::OutOfMemory).
    pub fn from_bernstein_basis(bp: &BPoly<B>) -> Result<Self> {
        let (pieces, xp) = (&bp.0, bp.0.packed.xp());
        let n = pieces.terms() - 1;
        // The coefficient of the power s is that of b(n, a) (-1)^(s - a) b(n - a, s - a), over the width's power.
        let outer = binomials(n);
        let mut change = vec![0.0; (n + 1) * (n + 1)];
        for a in 0..=n {
            let inner = binomials(n - a);
            for s in a..=n {
                let sign = if (s - a) % 2 == 0 { 1.0 } else { -1.0 };
                change[a * (n + 1) + n - s] = sign * outer[a] * inner[s - a];
            }
        }
        let change = xp.from_slice(&change, [n + 1, n + 1])?;
        let powers = xp.array((0..=n).rev().map(|s| s as f64).collect::<Vec<_>>())?;
        let scale = pieces.widths()?.expand_dims(1)?.power(&powers)?;
        Ok(Self(pieces.with(&pieces.packed.matmul(&change)?.divide(&scale)?)))
    }
}
