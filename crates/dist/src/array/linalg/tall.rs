//! Tall and narrow matrices, whose rows are divided: each process factorises its rows, and all the small factors (TSQR: Demmel,
//! Grigori, Hoemmen and Langou, 2012).

use crate::array::DistArray;
use crate::op::Op;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result};

impl<T: Field, B: Backend> DistArray<T, B> {
    /// `Q` `[m, k]`, whose rows lie as the matrix' do, and `R` `[k, n]`, whole on each process, with `A = Q R` and `k = min(m, n)`,
    /// as [`Array::qr`](xparray_core::Array::qr) up to signs. Each process has a factor of `n` rows of all others.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let a = xp.rng(1).normal::<f64>([9, 2])?;
    /// let (q, r) = world.mesh(world.size())?.sharding([Some(0), None])?.shard(&a)?.qr()?;
    /// assert!(q.matmul(&r)?.all_gather()?.allclose(&a)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for other than matrices, or if columns are divided: the matrix must be
    /// [resharded](DistArray::reshard); those of the deferred work; [`Error::Library`].
    pub fn qr(&self) -> Result<(Self, Self)> {
        let (q, r) = self.factors("qr")?;
        let k = r.shape()[0];
        let q = Self::new(q, vec![self.shape[0], k], self.sharding.clone());
        Ok((q, self.whole_everywhere(r)))
    }

    /// The thin singular value decomposition: `U` `[m, k]`, whose rows lie as the matrix' do, and, whole on each process, singular values
    /// `[k]` and `Vᴴ` `[k, n]`, as [`Array::svd`](xparray_core::Array::svd) up to signs.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let a = xp.array([[3.0, 0.0], [0.0, 2.0], [4.0, 0.0]])?;
    /// let (_, s, _) = world.mesh(world.size())?.sharding([Some(0), None])?.shard(&a)?.svd()?;
    /// assert!(s.all_gather()?.allclose(&xp.array([5.0, 2.0])?)?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the matrix holds NaN or infinity; those of [`qr`](DistArray::qr).
    pub fn svd(&self) -> Result<(Self, DistArray<T::Real, B>, Self)> {
        let (q, r) = self.factors("svd")?;
        let (u, s, vt) = r.svd()?;
        let shape = vec![self.shape[0], s.len()];
        let u = Self::new(q.matmul(&u)?, shape, self.sharding.clone());
        Ok((u, self.whole_everywhere(s), self.whole_everywhere(vt)))
    }

    /// The least-squares solution of `A x = b`, for `b` `[m]` or `[m, k]` whose first axis lies as the matrix' rows do, as
    /// [`Array::lstsq`](xparray_core::Array::lstsq): that of least norm, whole on each process but for columns that are divided.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let mesh = world.mesh(world.size())?;
    /// let a = mesh.sharding([Some(0), None])?.shard(&xp.ones::<f64>([3, 1])?)?;
    /// let b = mesh.sharding([Some(0)])?.shard(&xp.array([1.0, 2.0, 6.0])?)?;
    /// assert!(a.lstsq(&b)?.all_gather()?.allclose(3.0)?); // the mean
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Shape`] if lengths differ; [`Error::Value`] if first axes lie differently; those of [`svd`](DistArray::svd).
    pub fn lstsq(&self, b: &Self) -> Result<Self> {
        if !(1..=2).contains(&b.shape.len()) || self.shape.first() != b.shape.first() {
            return Err(Error::shape("lstsq", &self.shape, &b.shape));
        }
        let place = b.sharding.axes()[0];
        if self.sharding.mesh() != b.sharding.mesh() || self.sharding.axes()[0] != place {
            let (left, right) = (&self.sharding, &b.sharding);
            let message = format!("the arrays lie on the mesh as {left:?} and {right:?}; reshard one of them first");
            return Err(Error::value("lstsq", message));
        }
        let (q, r) = self.factors("lstsq")?;
        let mut projected = q.conj().t().matmul(&b.local)?;
        if let Some(line) = self.line(0)? {
            projected = line.all_reduce(&projected, Op::Sum)?;
        }
        let axes = std::iter::once(None).chain(b.sharding.axes()[1..].iter().copied()).collect();
        let shape = std::iter::once(self.shape[1]).chain(b.shape[1..].iter().copied()).collect();
        Ok(Self::new(r.lstsq(&projected)?.x, shape, b.sharding.with_axes(axes)))
    }

    /// This process's rows of Q, and R.
    fn factors(&self, op: &'static str) -> Result<(Array<T, B>, Array<T, B>)> {
        let [_, n] = self.shape[..] else {
            return Err(Error::value(op, format!("an array of shape {:?} is no matrix", self.shape)));
        };
        if self.sharding.axes()[1].is_some() {
            let message = format!("columns are divided, as {:?} says; reshard the matrix first", self.sharding);
            return Err(Error::value(op, message));
        }
        let Some(line) = self.line(0)? else { return self.local.qr() };
        let xp = self.local.xp();
        let (own, small) = match self.local.is_empty() {
            true => (xp.zeros([self.local.shape()[0], 0])?, xp.zeros([0, n])?),
            false => self.local.qr()?,
        };
        let rows = line.share_all(small.shape()[0])?;
        let start: usize = rows[..line.rank()].iter().sum();
        let (q, r) = line.all_gather_v(&small)?.qr()?;
        Ok((own.matmul(&q.slice(s![start..start + rows[line.rank()], ..])?)?, r))
    }

    /// An array that every process has.
    pub(super) fn whole_everywhere<R: Element>(&self, local: Array<R, B>) -> DistArray<R, B> {
        let (shape, axes) = (local.shape().to_vec(), vec![None; local.ndim()]);
        DistArray::new(local, shape, self.sharding.with_axes(axes))
    }
}
