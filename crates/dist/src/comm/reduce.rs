//! Reductions over processes.

use super::Comm;
use super::batch::by_rows;
use super::header::{bytes_of, check_lengths, row_len, rows, section_lengths, text, with_rows};
use super::host::{self, HostBytes};
use crate::op::{Op, combine_bytes};
use xparray_core::backend::Backend;
use xparray_core::{AnyArray, DType, Error, Outside, Result};

/// How [`Comm::all_reduce_with`] combines.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::dist::{self, AllReduce, Op};
/// let sum = dist::init()?.all_reduce_with(&xp.array([0.1])?, Op::Sum, AllReduce::new().rank_order(true))?;
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllReduce {
    rank_order: bool,
}

impl AllReduce {
    /// As MPI likes.
    ///
    /// ```
    /// assert_eq!(xparray::dist::AllReduce::new(), Default::default());
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether elements are combined in the order of the ranks, one after the other. Sums of floats are then the same for every
    /// MPI and network, though not for every number of processes. By default MPI chooses the order.
    ///
    /// ```
    /// use xparray::dist::AllReduce;
    /// assert_ne!(AllReduce::new().rank_order(true), AllReduce::new());
    /// ```
    pub fn rank_order(mut self, yes: bool) -> Self {
        self.rank_order = yes;
        self
    }
}

impl Comm {
    /// The arrays of all processes combined, element by element, everywhere. They have the same shape and element type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::dist::{self, Op};
    /// let world = dist::init()?;
    /// let ranks = world.all_reduce(&xp.full(1, world.rank() as i64)?, Op::Sum)?;
    /// assert_eq!(ranks.item()?, (0..world.size() as i64).sum());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the array's deferred work; [`Error::Library`]. In the checking mode, [`Error::Value`] if processes differ.
    #[doc(alias = "allreduce")]
    pub fn all_reduce<B: Backend, A: AnyArray<B>>(&self, x: &A, op: Op) -> Result<A> {
        self.all_reduce_with(x, op, AllReduce::new())
    }

    /// [`Comm::all_reduce`], with options.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::dist::{self, AllReduce, Op};
    /// let world = dist::init()?;
    /// let sum = world.all_reduce_with(&xp.array([0.5])?, Op::Sum, AllReduce::new().rank_order(true))?;
    /// assert_eq!(sum.item()?, 0.5 * world.size() as f64);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Comm::all_reduce`].
    pub fn all_reduce_with<B: Backend, A: AnyArray<B>>(&self, x: &A, op: Op, options: AllReduce) -> Result<A> {
        let x = x.as_dyn();
        if op == Op::Sum && x.xp().remembers() {
            let sum = || {
                let comm = self.clone();
                move |x: &_| comm.all_reduce_with(x, op, options)
            };
            if let Some(sum) = Outside::new("all_reduce", x, sum(), sum(), sum()).remembered()? {
                return A::of(sum);
            }
        } else if x.xp().remembers() && (x.dtype().is_float() || x.dtype().is_complex()) {
            // The others are no sums, and have the derivatives of what does the same with everybody's elements. Also of a constant, as it
            // may be none on another process, and all have to do the same.
            let all = self.all_gather(&x.expand_dims(0)?)?;
            let combined = match op {
                Op::Prod => Some(all.prod(0)?),
                Op::Min => Some(all.min(0)?),
                Op::Max => Some(all.max(0)?),
                _ => None,
            };
            if let Some(combined) = combined {
                return A::of(combined.astype(x.dtype())?);
            }
        }
        self.agree("all_reduce", || format!("({}) {}", op.name(), text(x)))?;
        if let Some(own) = self.alone_with(x)? {
            return A::of(own);
        }
        if let Some(group) = self.direct(x.xp())? {
            return A::of(self.all_reduced(&group, x, op, options.rank_order)?);
        }
        A::of(host::copied(x, |data| match options.rank_order {
            true => self.all_reduce_in_order(data, x.dtype(), op),
            false => self.transport.all_reduce(data, x.dtype(), op),
        })?)
    }

    /// The arrays of all processes combined, element by element, on the process `root`; the others get none.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::dist::{self, Op};
    /// let world = dist::init()?;
    /// let most = world.reduce(&xp.full(1, world.rank() as f32)?, Op::Max, 0)?;
    /// assert_eq!(most.is_some(), world.rank() == 0);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Index`] for a rank that there is not; those of [`Comm::all_reduce`].
    pub fn reduce<B: Backend, A: AnyArray<B>>(&self, x: &A, op: Op, root: usize) -> Result<Option<A>> {
        let x = x.as_dyn();
        self.check_rank("reduce", root)?;
        self.agree("reduce", || format!("({}, root {root}) {}", op.name(), text(x)))?;
        if let Some(own) = self.alone_with(x)? {
            return A::of(own).map(Some);
        }
        let reduced = match self.direct(x.xp())? {
            Some(group) => self.root_reduced(&group, x, op, root)?,
            None => host::copied(x, |data| self.transport.reduce(data, x.dtype(), op, root))?,
        };
        if self.rank() == root { A::of(reduced).map(Some) } else { Ok(None) }
    }

    /// The arrays of all processes combined, of which each process gets a part along the first axis. Parts are those of
    /// `numpy.array_split`: the first ones are longer by one where they are not equal.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::dist::{self, Op};
    /// let world = dist::init()?;
    /// let part = world.reduce_scatter(&xp.ones::<f64>([2 * world.size(), 3])?, Op::Sum)?;
    /// assert_eq!(part.shape(), [2, 3]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for an array without axes; those of [`Comm::all_reduce`].
    pub fn reduce_scatter<B: Backend, A: AnyArray<B>>(&self, x: &A, op: Op) -> Result<A> {
        let len = rows("reduce_scatter", x.as_dyn().shape())?;
        self.reduce_scatter_v(x, op, &section_lengths(len, self.size()))
    }

    /// [`Comm::reduce_scatter`] with the lengths of the parts, one for each process and the same everywhere.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::dist::{self, Op};
    /// let world = dist::init()?;
    /// let lengths: Vec<usize> = (1..=world.size()).collect();
    /// let x = xp.ones::<f64>(lengths.iter().sum::<usize>())?;
    /// assert_eq!(world.reduce_scatter_v(&x, Op::Sum, &lengths)?.len(), world.rank() + 1);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless the lengths make up the first axis; those of [`Comm::all_reduce`].
    pub fn reduce_scatter_v<B: Backend, A: AnyArray<B>>(&self, x: &A, op: Op, lengths: &[usize]) -> Result<A> {
        let x = x.as_dyn();
        if op == Op::Sum && x.xp().remembers() {
            let (comm, parts, lengths) = (self.clone(), self.clone(), lengths.to_vec());
            let apply = {
                let lengths = lengths.clone();
                move |x: &_| parts.reduce_scatter_v(x, op, &lengths)
            };
            let transpose = move |c: &_| comm.gathered(c, &lengths, None);
            let batch = {
                let apply = apply.clone();
                move |x: &_| by_rows(x, &apply)
            };
            if let Some(part) = Outside::new("reduce_scatter", x, apply, transpose, batch).remembered()? {
                return A::of(part);
            }
        }
        let len = rows("reduce_scatter", x.shape())?;
        check_lengths("reduce_scatter", lengths, len, self.size())?;
        self.agree("reduce_scatter", || format!("({}) {} in {lengths:?}", op.name(), text(x)))?;
        if let Some(own) = self.alone_with(x)? {
            return A::of(own);
        }
        if let Some(group) = self.direct(x.xp())? {
            return A::of(self.parts_reduced(&group, x, op, lengths)?);
        }
        let counts: Vec<usize> = lengths.iter().map(|len| len * row_len(x.shape())).collect();
        let shape = with_rows(x.shape(), lengths[self.rank()]);
        A::of(host::filled(x.xp(), x.dtype(), &shape, |recv| {
            self.transport.reduce_scatter(&HostBytes::of(x)?, recv, &counts, x.dtype(), op)
        })?)
    }

    /// Combines in the order of the ranks: each process does so for a part of everybody's elements, and gives it to all.
    fn all_reduce_in_order(&self, data: &mut [u8], dtype: DType, op: Op) -> Result<()> {
        let counts = bytes_of(&section_lengths(data.len() / dtype.size(), self.size()), 1, dtype);
        let own = counts[self.rank()];
        let mut parts = zeros(own * self.size())?;
        self.transport.all_to_all(data, &counts, &mut parts, &vec![own; self.size()])?;
        let (sum, others) = parts.split_at_mut(own);
        for other in others.chunks_exact(own.max(1)) {
            combine_bytes(op, dtype, sum, other);
        }
        self.transport.all_gather(sum, data, &counts)
    }
}

fn zeros(bytes: usize) -> Result<Vec<u8>> {
    let mut zeros = Vec::new();
    let failed = |_| Error::OutOfMemory { asked: bytes, used: 0, limit: None, device: "host".into() };
    zeros.try_reserve_exact(bytes).map_err(failed)?;
    zeros.resize(bytes, 0);
    Ok(zeros)
}
