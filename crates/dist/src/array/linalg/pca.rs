//! Principal components.

use crate::array::DistArray;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result};

/// What [`DistArray::pca`] finds.
#[must_use]
pub struct Pca<T: RealField, B: Backend> {
    /// Directions `[k, n]`, one a row, orthonormal, by descending variance; the largest entry of each is positive.
    pub components: Array<T, B>,
    /// Variances `[k]` along them, of samples: divided by `m - 1`.
    pub variances: Array<T, B>,
    /// The mean `[n]`.
    pub mean: Array<T, B>,
    /// Rows without the mean, in terms of the components: `[m, k]`, as the rows lie.
    pub scores: DistArray<T, B>,
}

impl<T: RealField, B: Backend> DistArray<T, B> {
    /// The first `k` principal components of rows, which are divided: by the [singular values](DistArray::svd) of the matrix without
    /// the mean.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = xp.array([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])?;
    /// let pca = world.mesh(world.size())?.sharding([Some(0), None])?.shard(&x)?.pca(1)?;
    /// assert!(pca.components.allclose(&xp.array([[0.6, 0.8]])?)? && pca.variances.allclose(25.0)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for more components than rows or columns, or fewer than two rows; those of [`svd`](DistArray::svd).
    pub fn pca(&self, k: usize) -> Result<Pca<T, B>> {
        let ([m, n], true) = (&self.shape[..], self.sharding.axes().get(1) == Some(&None)) else {
            let message =
                format!("of shape {:?} as {:?}; a matrix with whole rows is needed", self.shape, self.sharding);
            return Err(Error::value("pca", message));
        };
        if k > *m.min(n) || *m < 2 {
            return Err(Error::value("pca", format!("{k} components of {m} rows of {n}")));
        }
        let mean = self.mean(0)?;
        let (u, s, vt) = self.zip(&mean, |x, mean| Ok(x - mean))?.svd()?;
        let (s, vt) = (s.local().slice(s![..k])?, vt.local().slice(s![..k, ..])?);
        let largest = vt.take_along_axis(&vt.abs().argmax(keepdims(1))?, 1)?.reshape(k)?;
        let (plus, minus) = (largest.ones_like(), -largest.ones_like());
        let signs = largest.less(largest.zeros_like())?.where_(&minus, &plus)?;
        let degrees = s.xp().full((), ((m - 1) as f64).cast::<T>())?;
        let local = u.local().slice(s![.., ..k])? * &(&s * &signs);
        let scores = DistArray::new(local, vec![*m, k], self.sharding.clone());
        let (components, variances) = (vt * signs.expand_dims(1)?, s.square() / degrees);
        Ok(Pca { components, variances, mean: mean.local().clone(), scores })
    }
}
