//! Giving out an array that one process has.

use super::Comm;
use super::header::{bytes_of, check_lengths, row_len, rows, section_lengths, with_rows};
use super::host::{self, HostBytes};
use xparray_core::backend::Backend;
use xparray_core::{AnyArray, DynArray, Result};

impl Comm {
    /// The array of the process `root`, everywhere. The others give none, and get theirs on the device of `xp`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let weights = if world.rank() == 0 { Some(xp.array([1.0, 2.0])?) } else { None };
    /// assert_eq!(world.broadcast(&xp, weights.as_ref(), 0)?.to_vec()?, [1.0, 2.0]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`](xparray_core::Error::Index) for a rank that there is not; [`Error::Value`](xparray_core::Error::Value), everywhere, if `root` gives no array;
    /// [`Error::DType`](xparray_core::Error::DType) if its elements are of another type than this process asks for; those of the array's deferred work;
    /// [`Error::Library`](xparray_core::Error::Library).
    #[doc(alias = "bcast")]
    pub fn broadcast<B: Backend, A: AnyArray<B>>(&self, xp: &B, x: Option<&A>, root: usize) -> Result<A> {
        self.check_rank("broadcast", root)?;
        self.agree("broadcast", || format!("(root {root})"))?;
        let own = x.map(AnyArray::as_dyn).filter(|_| self.rank() == root);
        let (dtype, shape) = self.shared_header("broadcast", own, root)?;
        A::of(self.broadcast_of(xp, dtype, &shape, own, root)?)
    }

    /// A part of the array of the process `root` for each process, along the first axis, as `numpy.array_split` makes them: the
    /// first ones are longer by one where they are not equal. The others give none, and get theirs on the device of `xp`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let rows = if world.rank() == 0 { Some(xp.ones::<f32>([3 * world.size(), 2])?) } else { None };
    /// assert_eq!(world.scatter(&xp, rows.as_ref(), 0)?.shape(), [3, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for an array without axes; those of [`Comm::broadcast`].
    pub fn scatter<B: Backend, A: AnyArray<B>>(&self, xp: &B, x: Option<&A>, root: usize) -> Result<A> {
        self.check_rank("scatter", root)?;
        self.agree("scatter", || format!("(root {root})"))?;
        self.scattered(xp, x, root, None)
    }

    /// [`Comm::scatter`] with the lengths of the parts, one for each process and the same everywhere.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let lengths: Vec<usize> = (0..world.size()).collect();
    /// let rows = if world.rank() == 0 { Some(xp.ones::<f32>(lengths.iter().sum::<usize>())?) } else { None };
    /// assert_eq!(world.scatter_v(&xp, rows.as_ref(), 0, &lengths)?.len(), world.rank());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) unless the lengths make up the first axis; those of [`Comm::scatter`].
    #[doc(alias = "scatterv")]
    pub fn scatter_v<B: Backend, A: AnyArray<B>>(
        &self,
        xp: &B,
        x: Option<&A>,
        root: usize,
        lengths: &[usize],
    ) -> Result<A> {
        self.check_rank("scatter_v", root)?;
        self.agree("scatter_v", || format!("(root {root}) in {lengths:?}"))?;
        self.scattered(xp, x, root, Some(lengths))
    }

    fn scattered<B: Backend, A: AnyArray<B>>(
        &self,
        xp: &B,
        x: Option<&A>,
        root: usize,
        lengths: Option<&[usize]>,
    ) -> Result<A> {
        let own = x.map(AnyArray::as_dyn).filter(|_| self.rank() == root);
        let (dtype, shape) = self.shared_header("scatter", own, root)?;
        let len = rows("scatter", &shape)?;
        let lengths = lengths.map_or_else(|| section_lengths(len, self.size()), <[usize]>::to_vec);
        check_lengths("scatter", &lengths, len, self.size())?;
        if let Some(own) = own.map(|own| self.alone_with(own)).transpose()?.flatten() {
            return A::of(own);
        }
        let xp = own.map_or(xp, DynArray::xp);
        if let Some(group) = self.direct(xp)? {
            return A::of(self.given_out(&group, xp, own, (dtype, &shape), &lengths, root)?);
        }
        let counts = bytes_of(&lengths, row_len(&shape), dtype);
        let part = with_rows(&shape, lengths[self.rank()]);
        A::of(host::filled(xp, dtype, &part, |recv| match own {
            Some(own) => self.transport.scatter(&HostBytes::of(own)?, recv, &counts, root),
            None => self.transport.scatter(&[], recv, &counts, root),
        })?)
    }
}
