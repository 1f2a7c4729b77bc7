//! Kernels of which a product of matrices is an operand, for backends that compute the product first.

use super::{DeviceBuffer, Input, LaunchArgs, Output, View};
use crate::error::Result;
use crate::layout::Layout;
use smallvec::SmallVec;

impl<'a, Buf: DeviceBuffer> LaunchArgs<'a, Buf> {
    /// Launches a kernel over products that `product` computes, row-major, as buffers.
    ///
    /// # Errors
    /// Those of the functions; [`Error::Value`](crate::Error::Value) if what `product` gives is too short.
    pub fn after_products(
        self,
        mut product: impl FnMut(View<'a, Buf>, View<'a, Buf>) -> Result<Buf>,
        launch: impl FnOnce(LaunchArgs<'_, Buf>) -> Result<()>,
    ) -> Result<()> {
        let Self { kernel, shape, kept, mut outputs, parts, params, .. } = self;
        let rows = Layout::row_major(shape);
        let mut products: SmallVec<[Buf; 1]> = SmallVec::new();
        for input in self.inputs {
            if let Input::Product { left, right } = input {
                products.push(product(*left, *right)?);
            }
        }
        let mut computed = products.iter();
        let mut inputs = SmallVec::<[Input<'_, Buf>; 4]>::new();
        for input in self.inputs {
            let product =
                if let Input::Product { left, .. } = input { computed.next().zip(Some(left.dtype())) } else { None };
            inputs.push(match product {
                Some((buffer, dtype)) => Input::Buffer(View::new(buffer, dtype, &rows)?),
                None => input.map_buffer(Ok)?,
            });
        }
        let outputs = outputs.iter_mut().map(Output::reborrow).collect();
        launch(LaunchArgs { kernel, shape, kept, inputs: &inputs, outputs, parts, params })
    }
}
