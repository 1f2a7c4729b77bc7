//! Products with vectors, and others of few results: fused reductions, which read every layout in place and share long sums out.

use crate::buffer::Buffer;
use crate::device::Wgpu;
use crate::matmul::Sizes;
use xparray_ir::backend::{View, sums_of_products};
use xparray_ir::layout::{Dims, Strides};
use xparray_ir::{Layout, Result};

type V<'a> = View<'a, Buffer>;

/// Of so few results, and so many terms each, tiles would leave most of a device idle.
const FEW: usize = 1 << 10;
const LONG: usize = 1 << 11;

/// Whether a product is better computed by sums than in tiles.
pub(crate) fn is_by_sums(sizes: &Sizes<'_>) -> bool {
    let few = || sizes.count().saturating_mul(sizes.m).saturating_mul(sizes.n) <= FEW;
    sizes.m == 1 || sizes.n == 1 || (sizes.k >= LONG && few())
}

impl Wgpu {
    /// The product of two stacks of matrices, each element a sum by itself.
    pub(crate) fn product_by_sums(&self, sizes: &Sizes<'_>, a: V<'_>, b: V<'_>) -> Result<Buffer> {
        let last = sizes.leading.len();
        let shape: Dims = sizes.leading.iter().copied().chain([sizes.m, sizes.n, sizes.k]).collect();
        let spread = |x: &Layout, steps: [isize; 3]| {
            let strides: Strides = x.strides()[..last].iter().copied().chain(steps).collect();
            Layout::new(shape.clone(), strides, x.offset())
        };
        let (left, right) = (a.layout().strides(), b.layout().strides());
        let left = spread(a.layout(), [left[last], 0, left[last + 1]])?;
        let right = spread(b.layout(), [0, right[last + 1], right[last]])?;
        sums_of_products(self, a.with_layout(&left)?, b.with_layout(&right)?, false)
    }
}
