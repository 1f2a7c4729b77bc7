//! A part of everybody's array to everybody.

use super::Comm;
use super::batch::by_rows;
use super::header::{bytes_of, check_lengths, read, row_len, rows, rows_text, section_lengths, text, with_rows};
use super::host::{self, HostBytes};
use xparray_core::backend::Backend;
use xparray_core::{AnyArray, DynArray, Outside, Result};

impl Comm {
    /// Parts of the arrays of all processes, along the first axis: the part of each rank, joined in the order of the ranks. Arrays
    /// have the same shape, and parts are those of `numpy.array_split`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// let x = xp.full(world.size(), world.rank() as i32)?;
    /// assert_eq!(world.all_to_all(&x)?.to_vec()?, Vec::from_iter(0..world.size() as i32));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) for an array without axes; those of the array's deferred work;
    /// [`Error::Library`](xparray_core::Error::Library). In the checking mode,
    /// [`Error::Value`](xparray_core::Error::Value) if processes differ.
    #[doc(alias = "alltoall")]
    pub fn all_to_all<B: Backend, A: AnyArray<B>>(&self, x: &A) -> Result<A> {
        let x = x.as_dyn();
        self.agree("all_to_all", || text(x))?;
        let lengths = section_lengths(rows("all_to_all", x.shape())?, self.size());
        let received = vec![lengths[self.rank()]; self.size()];
        self.exchanged(x, &lengths, &received).and_then(A::of)
    }

    /// [`Comm::all_to_all`] with the lengths of the parts that this process gives, one for each rank. First axes may differ.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let world = xparray::dist::init()?;
    /// // Everything to the last rank.
    /// let mut lengths = vec![0; world.size()];
    /// lengths[world.size() - 1] = 2;
    /// let all = world.all_to_all_v(&xp.ones::<f32>(2)?, &lengths)?;
    /// assert_eq!(all.len(), if world.rank() == world.size() - 1 { 2 * world.size() } else { 0 });
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](xparray_core::Error::Value) unless the lengths make up the first axis; those of [`Comm::all_to_all`].
    #[doc(alias = "alltoallv")]
    pub fn all_to_all_v<B: Backend, A: AnyArray<B>>(&self, x: &A, lengths: &[usize]) -> Result<A> {
        let x = x.as_dyn();
        check_lengths("all_to_all_v", lengths, rows("all_to_all_v", x.shape())?, self.size())?;
        self.agree("all_to_all_v", || rows_text(x))?;
        let received = self.shared_with_each(lengths)?;
        self.exchanged(x, lengths, &received).and_then(A::of)
    }

    /// A number to each process, and one from each.
    pub(crate) fn shared_with_each(&self, numbers: &[usize]) -> Result<Vec<usize>> {
        let own: Vec<u8> = numbers.iter().flat_map(|&number| (number as u64).to_ne_bytes()).collect();
        let (mut bytes, eight) = (vec![0; own.len()], vec![8; self.size()]);
        self.transport.all_to_all(&own, &eight, &mut bytes, &eight)?;
        let mut received = vec![0; self.size()];
        read(&bytes, &mut received);
        Ok(received.into_iter().map(|number| number as usize).collect())
    }

    /// Rows to each process, and rows from each, where all know how many.
    pub(crate) fn exchanged<B: Backend>(
        &self,
        x: &DynArray<B>,
        sent: &[usize],
        received: &[usize],
    ) -> Result<DynArray<B>> {
        if x.xp().remembers() {
            let there_and_back = [(sent, received), (received, sent)].map(|(sent, received)| {
                let (comm, sent, received) = (self.clone(), sent.to_vec(), received.to_vec());
                move |x: &_| comm.exchanged(x, &sent, &received)
            });
            let [apply, transpose] = there_and_back;
            let batch = {
                let apply = apply.clone();
                move |x: &_| by_rows(x, &apply)
            };
            if let Some(rows) = Outside::new("all_to_all", x, apply, transpose, batch).remembered()? {
                return Ok(rows);
            }
        }
        if let Some(own) = self.alone_with(x)? {
            return Ok(own);
        }
        if let Some(group) = self.direct(x.xp())? {
            return self.all_exchanged(&group, x, sent, received);
        }
        let row = row_len(x.shape());
        let (from, to) = (bytes_of(sent, row, x.dtype()), bytes_of(received, row, x.dtype()));
        host::filled(x.xp(), x.dtype(), &with_rows(x.shape(), received.iter().sum()), |recv| {
            self.transport.all_to_all(&HostBytes::of(x)?, &from, recv, &to)
        })
    }
}
