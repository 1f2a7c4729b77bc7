//! Gathering arrays.

use super::Comm;
use super::batch::by_rows;
use super::header::{bytes_of, row_len, rows_text, text, with_rows};
use super::host::{self, HostBytes};
use crate::op::Op;
use xparray_core::backend::Backend;
use xparray_core::{AnyArray, DynArray, Outside, Result};

impl Comm {
    /// The arrays of all processes, joined along the first axis in the order of the ranks, everywhere. They have the same shape;
    /// what has no axes is joined to a vector.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let ranks = world.all_gather(&xp.array([world.rank() as i32])?)?;
    /// assert_eq!(ranks.to_vec()?, Vec::from_iter(0..world.size() as i32));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the array's deferred work; [`Error::Library`](xparray_core::Error::Library). In the checking mode,
    /// [`Error::Value`](xparray_core::Error::Value) if processes differ.
    #[doc(alias = "allgather")]
    pub fn all_gather<B: Backend, A: AnyArray<B>>(&self, x: &A) -> Result<A> {
        let x = x.as_dyn();
        self.agree("all_gather", || text(x))?;
        self.gathered(x, &vec![first_axis(x); self.size()], None).and_then(A::of)
    }

    /// [`Comm::all_gather`] of arrays whose first axes may differ in length.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let all = world.all_gather_v(&xp.ones::<f32>([world.rank() + 1, 2])?)?;
    /// assert_eq!(all.shape(), [(1..=world.size()).sum(), 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Comm::all_gather`].
    #[doc(alias = "allgatherv")]
    pub fn all_gather_v<B: Backend, A: AnyArray<B>>(&self, x: &A) -> Result<A> {
        let x = x.as_dyn();
        self.agree("all_gather_v", || rows_text(x))?;
        let lengths = self.share_all(first_axis(x))?;
        self.gathered(x, &lengths, None).and_then(A::of)
    }

    /// The arrays of all processes, joined along the first axis, on the process `root`; the others get none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// if let Some(all) = world.gather(&xp.ones::<f32>([1, 2])?, 0)? {
    ///     assert_eq!((world.rank(), all.shape()), (0, &[world.size(), 2][..]));
    /// }
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`](xparray_core::Error::Index) for a rank that there is not; those of [`Comm::all_gather`].
    pub fn gather<B: Backend, A: AnyArray<B>>(&self, x: &A, root: usize) -> Result<Option<A>> {
        let x = x.as_dyn();
        self.check_rank("gather", root)?;
        self.agree("gather", || format!("(root {root}) {}", text(x)))?;
        self.gathered_at(x, &vec![first_axis(x); self.size()], root)
    }

    /// [`Comm::gather`] of arrays whose first axes may differ in length.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// if let Some(all) = world.gather_v(&xp.ones::<f32>(world.rank() + 1)?, 0)? {
    ///     assert_eq!(all.len(), (1..=world.size()).sum());
    /// }
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Comm::gather`].
    #[doc(alias = "gatherv")]
    pub fn gather_v<B: Backend, A: AnyArray<B>>(&self, x: &A, root: usize) -> Result<Option<A>> {
        let x = x.as_dyn();
        self.check_rank("gather_v", root)?;
        self.agree("gather_v", || format!("(root {root}) {}", rows_text(x)))?;
        let lengths = self.share_all(first_axis(x))?;
        self.gathered_at(x, &lengths, root)
    }

    fn gathered_at<B: Backend, A: AnyArray<B>>(
        &self,
        x: &DynArray<B>,
        lengths: &[usize],
        root: usize,
    ) -> Result<Option<A>> {
        let all = self.gathered(x, lengths, Some(root))?;
        if self.rank() == root { A::of(all).map(Some) } else { Ok(None) }
    }

    /// What is gathered on `root`, or everywhere; what others get means nothing.
    pub(super) fn gathered<B: Backend>(
        &self,
        x: &DynArray<B>,
        lengths: &[usize],
        root: Option<usize>,
    ) -> Result<DynArray<B>> {
        if root.is_none() && x.xp().remembers() {
            let (joined, parts, shape) = (self.clone(), self.clone(), x.shape().to_vec());
            let [apply, transpose] = [lengths.to_vec(), lengths.to_vec()];
            let apply = move |x: &_| joined.gathered(x, &apply, None);
            let batch = {
                let apply = apply.clone();
                move |x: &_| by_rows(x, &apply)
            };
            let transpose = move |c: &DynArray<B>| parts.reduce_scatter_v(c, Op::Sum, &transpose)?.reshape(&shape[..]);
            if let Some(joined) = Outside::new("all_gather", x, apply, transpose, batch).remembered()? {
                return Ok(joined);
            }
        }
        if let Some(own) = self.alone_with(x)? {
            return own.reshape(with_rows(x.shape(), first_axis(x)));
        }
        if let Some(group) = self.direct(x.xp())? {
            return match root {
                Some(root) => self.root_joined(&group, x, lengths, root),
                None => self.all_joined(&group, x, lengths),
            };
        }
        let counts = bytes_of(lengths, row_len(x.shape()), x.dtype());
        let rows = if root.is_none_or(|root| root == self.rank()) { lengths.iter().sum() } else { 0 };
        host::filled(x.xp(), x.dtype(), &with_rows(x.shape(), rows), |recv| {
            let send = HostBytes::of(x)?;
            match root {
                Some(root) => self.transport.gather(&send, recv, &counts, root),
                None => self.transport.all_gather(&send, recv, &counts),
            }
        })
    }
}

/// The length of the first axis; what has none is one row.
fn first_axis<B: Backend>(x: &DynArray<B>) -> usize {
    x.shape().first().copied().unwrap_or(1)
}
