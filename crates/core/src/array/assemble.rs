//! New arrays, put together of parts.

use super::DynArray;
use super::device::same_device;
use crate::backend::{Backend, Input, LaunchArgs, Output};
use crate::dtype::DType;
use crate::error::Result;
use crate::graph::{self, MOST_MOVED, record};
use crate::layout::{Layout, checked_len};
use smallvec::{SmallVec, smallvec};

impl<B: Backend> DynArray<B> {
    /// A new row-major array of the type of `like`, on its device, written part by part: each goes to its place in a
    /// layout of `shape`. Together they cover it.
    pub(crate) fn assemble(op: &'static str, like: &Self, shape: &[usize], parts: Vec<(Self, Layout)>) -> Result<Self> {
        parts.iter().try_for_each(|(part, _)| same_device(op, like.xp(), part.xp()))?;
        let arrays = Self::unsettled(parts.iter().map(|(part, _)| part));
        // A single one is computed where it is written; several may share what they are made of.
        if arrays.len() > 1 {
            Self::eval_all(&arrays)?;
        }
        drop(arrays);
        Self::written(op, like, shape, parts)
    }

    /// As [`DynArray::assemble`], of parts that have nothing in common.
    pub(crate) fn written(op: &'static str, like: &Self, shape: &[usize], parts: Vec<(Self, Layout)>) -> Result<Self> {
        let (xp, dtype) = (like.xp(), like.dtype());
        let mut buffer = graph::alloc(xp, checked_len(shape)? * dtype.size())?;
        // Where all is computed there is nothing to fuse; a trace records assignments, not these launches.
        if !record::is_on() && Self::unsettled(parts.iter().map(|(part, _)| part)).is_empty() {
            Self::move_parts(op, (xp, dtype), &mut buffer, &parts)?;
            return Ok(Self::from_buffer(xp, dtype, shape, buffer));
        }
        let buffer = std::sync::Arc::new(buffer);
        record::allocated(&buffer);
        let mut whole = Self::from_shared(xp, dtype, shape, buffer);
        for (part, place) in parts {
            if !part.is_empty() {
                whole.write(op, |_| Ok(place.clone()), part, false)?;
            }
        }
        whole.evaluated()
    }

    /// Writes computed parts to their places in a buffer: a few of one shape by one kernel.
    fn move_parts(
        op: &'static str,
        (xp, dtype): (&B, DType),
        buffer: &mut B::Buffer,
        parts: &[(Self, Layout)],
    ) -> Result<()> {
        let alike = |first: &Self| {
            let fits = |(part, _): &(Self, Layout)| part.shape() == first.shape() && part.constant().is_none();
            !first.is_empty() && parts.iter().all(fits)
        };
        match parts {
            [(first, place), rest @ ..] if (1..MOST_MOVED).contains(&rest.len()) && alike(first) => {
                let mut sources: SmallVec<[_; 2]> = SmallVec::new();
                for (part, _) in parts {
                    sources.push(part.computed_for(op, xp)?);
                }
                let mut inputs: SmallVec<[_; 2]> = SmallVec::new();
                for source in &sources {
                    inputs.push(Input::Buffer(source.view()?));
                }
                let kernel = graph::moving_several(dtype, parts.len())?;
                let (shape, places): (_, SmallVec<[Layout; 1]>) =
                    (first.shape(), rest.iter().map(|(_, place)| place.clone()).collect());
                let outputs = smallvec![Output::new(buffer, dtype, place)?];
                let args = LaunchArgs::with_parts(&kernel, shape, shape.len(), &inputs, (outputs, &places), &[])?;
                xp.counters().count_launch(inputs.len());
                xp.launch(args)
            }
            parts => parts.iter().try_for_each(|(part, place)| part.store(op, xp, buffer, place)),
        }
    }
}
