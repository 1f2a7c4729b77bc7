//! Reductions of which neighbouring kept elements share operands, as the columns of a product with a narrow matrix share its rows:
//! a thread reduces several of them, and reads once what they share.

use crate::Limits;
use crate::sites::{Site, Touch};
use crate::source::accumulator_size;
use crate::space::Space;
use xparray_ir::DType;
use xparray_ir::ir::Kernel;

/// A thread has at most so many kept elements, and bytes of their accumulators: more would not stay in registers.
const MOST: usize = 8;
const MOST_BYTES: usize = 128;
/// Fewer rows for each multiprocessor had better be shared out among more threads.
const ROWS: usize = 512;

/// Whether the product of an expression of so many rows with a matrix of so many columns had better be such a reduction than be
/// computed by the vendor's library, which needs the expression in memory, on a device of so many multiprocessors: as long as the memory
/// takes longer than the sums, which are compensated, and which tensor cores do not help with.
pub fn fuses_columns(dtype: DType, rows: usize, columns: usize, units: u32) -> bool {
    let most = match dtype {
        DType::F16 | DType::BF16 | DType::Complex64 => 3,
        DType::F32 | DType::F64 | DType::Complex128 => 6,
        _ => MOST,
    };
    columns <= most && dtype != DType::Bool && rows >= ROWS * units as usize
}

/// How many neighbours along the innermost kept axis a thread had better reduce, and the sites that these do not share, each a bit; 1
/// and none if it had better be one.
pub(crate) fn rows(kernel: &Kernel, space: &Space, sites: &[Site], limits: &Limits) -> (usize, u64) {
    let alone = (1, 0);
    let Some(inner) = space.kept.checked_sub(1).filter(|_| space.dims.len() > space.kept) else { return alone };
    let body = || sites.iter().zip(&space.strides).enumerate().filter(|(_, (site, _))| site.body);
    let is_shared = |site: &Site, strides: &[isize]| {
        let rows = strides[..inner].iter().any(|&stride| stride != 0);
        matches!(site.touch, Touch::Load(_))
            && strides[inner] == 0
            && rows
            && strides[inner + 1..].iter().any(|&stride| stride != 0)
    };
    let stores = body().any(|(_, (site, _))| site.stores());
    if stores || sites.len() > 64 || !body().any(|(_, (site, strides))| is_shared(site, strides)) {
        return alone;
    }
    let state: usize = kernel.reductions.iter().map(|reduction| accumulator_size(kernel, reduction)).sum();
    let most = MOST.min(MOST_BYTES / state.max(1));
    let count = space.dims[inner];
    let Some(neighbours) = (2..=most).rev().find(|&n| count.is_multiple_of(n)) else { return alone };
    let rows: usize = space.dims[..inner].iter().product();
    let apart = body().filter(|(_, (_, strides))| strides[inner] != 0).fold(0, |bits, (k, _)| bits | 1 << k);
    if apart == 0 || rows < ROWS * limits.units as usize { alone } else { (neighbours, apart) }
}
