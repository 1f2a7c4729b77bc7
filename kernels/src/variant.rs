//! What the code of a kernel depends on besides the kernel.

use crate::windows::Reading;
use smallvec::SmallVec;
use xparray_ir::space::Border;

/// How the elements of one load or store are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Access {
    /// Neighbours along the innermost axis are neighbours in memory.
    Contiguous,
    /// The same element all along the innermost axis.
    Scalar,
    /// Any strides.
    Strided,
    /// A load whose neighbours are along the other axis of a tile: it goes through shared memory.
    Staged,
}

/// How the work is given to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    /// Each thread takes places of the space.
    Map,
    /// Each thread takes neighbours along this axis, and reads once what several of them read.
    Windows(usize),
    /// Each block takes tiles of the innermost axis and this one.
    Tiles(usize),
    /// So many threads, neighbours, reduce one row.
    Rows(usize),
    /// So many threads, whose neighbours have the neighbouring columns, reduce one column.
    Columns(usize),
}

/// The source of a kernel for a class of layouts: equal kernels in equal variants have equal sources.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    pub(crate) form: Form,
    /// Whether a row is cut into pieces, whose results the last block puts together.
    pub(crate) split: bool,
    /// How many axes are kept, once merged.
    pub(crate) kept: usize,
    /// How many are reduced.
    pub(crate) reduced: usize,
    /// Whether indices have 64 bits.
    pub(crate) wide: bool,
    /// How many elements a thread takes at once.
    pub(crate) vector: usize,
    /// Whether that many divides each index at which such elements begin, so that random numbers take whole blocks.
    pub(crate) aligned: bool,
    /// One for each site of the kernel.
    pub(crate) accesses: SmallVec<[Access; 8]>,
    /// One for each site: the axes along which it is padded, each a bit, and with what. Empty if none is.
    pub(crate) bounded: SmallVec<[(u64, Border); 8]>,
    /// How many neighbours along the axis of windows are a thread's, or of a reduction along the innermost kept axis: it reads once
    /// what they share.
    pub(crate) neighbours: usize,
    /// Of a reduction of several neighbours by a thread, the sites that these do not share, each a bit.
    pub(crate) apart: u64,
    /// Of windows, one for each site.
    pub(crate) readings: SmallVec<[Reading; 8]>,
}

impl Variant {
    /// The axes along which a site is padded, each a bit.
    pub(crate) fn bounded(&self, site: usize) -> u64 {
        self.bounded.get(site).map_or(0, |&(axes, _)| axes)
    }

    /// What a site is padded with.
    pub(crate) fn border(&self, site: usize) -> Border {
        self.bounded.get(site).map_or(Border::Zero, |&(_, border)| border)
    }
}
