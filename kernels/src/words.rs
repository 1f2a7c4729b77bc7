//! The argument of a kernel: which word is what. Plans fill it in, sources read it.

use crate::sites::{gathers, sites};
use crate::variant::Variant;
use xparray_ir::Scalar;
use xparray_ir::ir::Kernel;

/// Address of the fault record.
pub(crate) const FAULT: usize = 0;
/// Address of the temporary memory.
pub(crate) const SCRATCH: usize = 1;
/// Of a map, the vectors of the space, or the groups of neighbours; of a reduction, the kept elements.
pub(crate) const ITEMS: usize = 2;
/// Of a map, the elements in whole vectors, of windows the length of their axis; of a reduction, the vectors that are reduced for each kept element.
pub(crate) const LENGTH: usize = 3;
/// Of a map, all elements; of a reduction, the pieces of a row.
pub(crate) const PIECES: usize = 4;
/// Of a map or of stages, whether it goes through the space backwards.
pub(crate) const BACKWARDS: usize = 5;
/// Lengths of the axes; the innermost one counts vectors, that of windows groups of neighbours.
pub(crate) const DIMS: usize = 6;

/// Writes a scalar where its words begin.
pub(crate) fn write_param(words: &mut [u64], param: &Scalar) {
    for (word, bytes) in words.iter_mut().zip(param.bytes().chunks(8)) {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(whole);
    }
}

/// Where the words of a kernel in a variant are.
pub(crate) struct Words {
    rank: usize,
    kept: usize,
    sites: Vec<usize>,
    gathers: Vec<(u16, usize)>,
    params: Vec<usize>,
    /// Offsets into the temporary memory, one for each reduction.
    pub offsets: usize,
    /// Address of the counters of finished pieces, of a reduction in pieces.
    pub counters: usize,
    /// How many words there are.
    pub len: usize,
}

impl Words {
    pub fn new(kernel: &Kernel, variant: &Variant) -> Self {
        Self::starting(DIMS + variant.kept + variant.reduced, kernel, variant)
    }

    /// Those of one of several kernels, from this word on.
    pub fn starting(mut at: usize, kernel: &Kernel, variant: &Variant) -> Self {
        let (kept, rank) = (variant.kept, variant.kept + variant.reduced);
        let mut take = |n: usize| {
            at += n;
            at - n
        };
        let ends = |k: usize| 2 * variant.bounded(k).count_ones() as usize;
        let sites = sites(kernel);
        let sites =
            sites.iter().enumerate().map(|(k, site)| take(1 + if site.body { rank } else { kept } + ends(k))).collect();
        let gathers = gathers(kernel).iter().map(|&(operand, _)| (operand, take(3))).collect();
        let params = kernel.params.iter().map(|dtype| take(dtype.size().div_ceil(8))).collect();
        let offsets = take(kernel.reductions.len());
        let counters = take(usize::from(variant.split));
        Self { rank, kept, sites, gathers, params, offsets, counters, len: at }
    }

    /// Address of a site; then come its strides, then the ends of its axes.
    pub fn site(&self, site: usize) -> usize {
        self.sites[site]
    }

    /// Where a padded site's elements begin along an axis, among those along which it is; then how many there are.
    pub fn span(&self, site: usize, body: bool, bounded: u64, axis: usize) -> usize {
        let before = (bounded & ((1 << axis) - 1)).count_ones() as usize;
        self.site(site) + 1 + self.axes(body) + 2 * before
    }

    /// Address, stride and length of an operand that is indexed.
    pub fn gather(&self, operand: u16) -> usize {
        self.gathers.iter().find(|(other, _)| *other == operand).map_or(0, |&(_, word)| word)
    }

    /// The first word of a parameter.
    pub fn param(&self, param: u16) -> usize {
        self.params[param as usize]
    }

    /// The axes of the body, or of the epilogue.
    pub fn axes(&self, body: bool) -> usize {
        if body { self.rank } else { self.kept }
    }
}
