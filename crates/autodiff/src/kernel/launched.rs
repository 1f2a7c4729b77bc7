//! Kernels that rules launch themselves, because no operation of arrays does the same.

use crate::Autodiff;
use crate::rule::{Values, missing};
use smallvec::SmallVec;
use xparray_core::backend::{Backend, Input, Launch, LaunchArgs, Memory, Output, View};
use xparray_core::ir::SharedKernel;
use xparray_core::layout::Dims;
use xparray_core::{DType, DynArray, Layout, Result, Scalar};

/// What a kernel reads: elements of an array, or places.
pub(super) enum Part<B: Backend> {
    Elements(Values<B>),
    Places(Layout),
}

/// What a kernel computes over a space, of these types and shapes.
pub(super) fn launched<B: Backend>(
    xp: &Autodiff<B>,
    (kernel, params): (SharedKernel, &[Scalar]),
    (shape, kept): (Dims, usize),
    parts: Vec<Part<B>>,
    outputs: Vec<(DType, Dims)>,
) -> Result<SmallVec<[Values<B>; 3]>> {
    let (mut arrays, mut places) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Elements(x) => {
                arrays.push(x);
                places.push(None);
            }
            Part::Places(layout) => places.push(Some(layout)),
        }
    }
    let params = params.to_vec();
    let kinds: Vec<_> = outputs.iter().map(|(dtype, shape)| (*dtype, Layout::row_major(shape))).collect();
    let launch = move |xp: &Autodiff<B>, views: &[View<'_, crate::TracedBuffer<B>>]| {
        let mut views = views.iter();
        let mut inputs = Vec::with_capacity(places.len());
        for place in &places {
            inputs.push(match place {
                Some(layout) => Input::Index(layout),
                None => Input::Buffer(*views.next().ok_or_else(|| missing("kernel"))?),
            });
        }
        let mut buffers = SmallVec::new();
        for (dtype, layout) in &kinds {
            buffers.push(xp.alloc(layout.len() * dtype.size())?);
        }
        let mut written = SmallVec::new();
        for (buffer, (dtype, layout)) in buffers.iter_mut().zip(&kinds) {
            written.push(Output::new(buffer, *dtype, layout)?);
        }
        xp.launch(LaunchArgs::new(&kernel, &shape, kept, &inputs, written, &params)?)?;
        Ok(buffers)
    };
    DynArray::operations("kernel", xp, &arrays.iter().collect::<Vec<_>>(), &outputs, launch)
}
