//! The bytes of elements as elements of another type, and where they lie.

use super::elementwise::dyn_doc;
use super::{Array, DynArray};
use crate::backend::{Backend, DeviceBuffer};
use crate::dtype::DType;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::graph::Node;
use crate::layout::{Dims, Layout, Strides, checked_len};
use std::ops::Range;

impl<T: Element, B: Backend> Array<T, B> {
    /// The bytes of the elements as elements of another type. Where the sizes differ, the last axis gets longer or shorter. Nothing
    /// is copied if the last axis lies in a row; the array is computed now.
    ///
    /// Bytes other than 0 are true.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1.0f32, -2.0])?;
    /// assert_eq!(x.view::<u32>()?.to_vec()?, [0x3f80_0000, 0xc000_0000]);
    /// assert_eq!(x.view::<u16>()?.shape(), [4]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the last axis does not have whole elements of the new type, or there is no axis and the sizes differ;
    /// those of [`eval`](Array::eval).
    pub fn view<U: Element>(&self) -> Result<Array<U, B>> {
        self.array.view(U::DTYPE).map(Array::from_dyn)
    }

    /// The elements with their bytes in the other order. Those of complex numbers are turned part by part.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[1u16, 0x1234])?;
    /// assert_eq!(x.byteswap()?.to_vec()?, [0x100, 0x3412]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eval`](Array::eval).
    pub fn byteswap(&self) -> Result<Self> {
        self.array.byteswap().map(Self::from_dyn)
    }

    /// How many bytes the elements take, each counted once for each place of the array.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros::<f32>([2, 3])?.nbytes(), 24);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn nbytes(&self) -> usize {
        self.array.nbytes()
    }

    /// The addresses of the first byte of the elements and of the one after the last, in the memory of the device. The array is
    /// computed now.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange(10)?;
    /// let bytes = x.byte_bounds()?;
    /// assert_eq!(bytes.end - bytes.start, 80);
    /// assert_eq!(x.slice(s![3..5])?.byte_bounds()?, bytes.start + 24..bytes.start + 40);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] where memory has no addresses; those of [`eval`](Array::eval).
    pub fn byte_bounds(&self) -> Result<Range<u64>> {
        self.array.byte_bounds()
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(view)]
    pub fn view(&self, dtype: DType) -> Result<Self> {
        const OP: &str = "view";
        Self::check_supported(self.xp(), dtype)?;
        let (from, to) = (self.dtype().size(), dtype.size());
        let mut shape = Dims::from_slice(self.shape());
        if from != to {
            let bytes = shape.last().and_then(|&n| n.checked_mul(from)).filter(|bytes| bytes.is_multiple_of(to));
            let (Some(last), Some(bytes)) = (shape.last_mut(), bytes) else {
                let message = format!("elements of {from} bytes in shape {:?} are none of {to} bytes", self.shape());
                return Err(Error::value(OP, message));
            };
            *last = bytes / to;
        }
        checked_len(&shape)?;
        let computed = self.computed()?;
        let Some(layout) = reinterpreted(&computed.layout, shape, from, to) else {
            return self.copy()?.view(dtype);
        };
        let whole = computed.buffer.bytes() / to;
        Ok(Self::seen_through(Node::shared(self.xp(), dtype, &[whole], computed.buffer), layout))
    }

    #[doc = dyn_doc!(byteswap)]
    pub fn byteswap(&self) -> Result<Self> {
        let size = self.dtype().real().size();
        let mut shape = Dims::from_slice(self.shape());
        shape.extend([self.dtype().size() / size, size]);
        let bytes = self.copy()?.reshaped(&[self.len()])?.view(DType::U8)?.reshaped(&shape)?;
        let turned = bytes.flip(-1)?.copy()?.reshaped(&[self.nbytes()])?;
        turned.view(self.dtype())?.reshaped(self.shape())
    }

    /// [`Array::nbytes`].
    pub fn nbytes(&self) -> usize {
        self.len().saturating_mul(self.dtype().size())
    }

    #[doc = dyn_doc!(byte_bounds)]
    pub fn byte_bounds(&self) -> Result<Range<u64>> {
        let (xp, dtype) = (self.xp(), self.dtype());
        let computed = self.computed()?;
        let unsupported = || Error::Unsupported { backend: xp.name(), op: "byte_bounds", dtype };
        let start = computed.buffer.address().ok_or_else(unsupported)?;
        let (low, high) = computed.layout.bounds().map_or((0, 0), |(low, high)| (low, high + 1));
        let byte = |element: usize| start + (element * dtype.size()) as u64;
        Ok(byte(low)..byte(high))
    }
}

/// Where the elements of the new size lie, if that is at whole ones of them.
fn reinterpreted(layout: &Layout, shape: Dims, from: usize, to: usize) -> Option<Layout> {
    let scaled = |n: isize| {
        let bytes = n.checked_mul(from as isize)?;
        (bytes % to as isize == 0).then_some(bytes / to as isize)
    };
    let mut strides = layout.strides().iter().map(|&stride| scaled(stride)).collect::<Option<Strides>>();
    if from != to {
        let (&last, others) = layout.strides().split_last()?;
        if last != 1 && layout.shape().last() != Some(&1) {
            return None;
        }
        strides = others.iter().map(|&stride| scaled(stride)).chain([Some(1)]).collect();
    }
    let offset = scaled(isize::try_from(layout.offset()).ok()?)?;
    Layout::new(shape, strides?, usize::try_from(offset).ok()?).ok()
}
