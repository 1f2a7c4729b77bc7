//! Reading for programs that must not wait, as those in a browser: what an array is computed from, and its copy for the host, are queued
//! at once; the elements are there later.

use super::{Array, DynArray};
use crate::backend::{Backend, Download};
use crate::{Element, Error, Result, Scalar};

impl<B: Backend> DynArray<B> {
    /// As [`to_bytes`](DynArray::to_bytes), without waiting: what the device says of its work, such as an index out of bounds, is the
    /// future's error.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// # fn block_on<F: Future>(f: F) -> F::Output {
    /// #     let mut f = std::pin::pin!(f);
    /// #     loop {
    /// #         if let std::task::Poll::Ready(x) = f.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) { return x; }
    /// #     }
    /// # }
    /// let bytes = xp.array(&[1u8, 2])?.into_dyn().to_bytes_async();
    /// assert_eq!(block_on(bytes)?, [1, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eval`](DynArray::eval).
    pub fn to_bytes_async(&self) -> impl Future<Output = Result<Vec<u8>>> + Send + use<B> {
        let queued = self.queued();
        async move { queued?.await }
    }

    /// As [`item`](DynArray::item), without waiting.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// async fn largest(x: &DynArray) -> xparray::Result<f64> {
    ///     Ok(x.max(..)?.item_async().await?.get())
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless there is one element; those of [`eval`](DynArray::eval).
    pub fn item_async(&self) -> impl Future<Output = Result<Scalar>> + Send + use<B> {
        let (dtype, queued) = (self.dtype(), self.queued_item());
        async move { Ok(Scalar::from_bytes(dtype, &queued?.await?)) }
    }

    /// The bytes of the elements in row-major order, when they are there.
    fn queued(&self) -> Result<Download> {
        let size = self.dtype().size();
        let computed = self.computed()?;
        if computed.layout.is_contiguous() {
            let (start, bytes) = (computed.layout.offset() * size, self.len() * size);
            return Ok(self.xp().readback(&computed.buffer, start, bytes));
        }
        self.copy()?.queued()
    }

    fn queued_item(&self) -> Result<Download> {
        match self.len() {
            1 => self.queued(),
            len => Err(Error::value("item", format!("the array has {len} elements, not one"))),
        }
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// As [`to_vec`](Array::to_vec), without waiting: what the device says of its work, such as an index out of bounds, is the future's
    /// error.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// async fn squares<B: Backend>(xp: &B) -> xparray::Result<Vec<f32>> {
    ///     let x = xp.arange((0.0f32, 4.0, 1.0))?;
    ///     (&x * &x).to_vec_async().await
    /// }
    /// ```
    ///
    /// # Errors
    /// Those of [`eval`](Array::eval).
    pub fn to_vec_async(&self) -> impl Future<Output = Result<Vec<T>>> + Send + use<T, B> {
        let (len, queued) = (self.len(), self.array.queued());
        async move {
            let found = queued?.await?;
            T::read_all(len, |bytes| {
                bytes.copy_from_slice(&found);
                Ok(())
            })
        }
    }

    /// As [`item`](Array::item), without waiting.
    ///
    /// ```
    /// use xparray::prelude::*;
    /// async fn norm<B: Backend>(x: &Array<f32, B>) -> xparray::Result<f32> {
    ///     (x * x).sum(..)?.sqrt().item_async().await
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless there is one element; those of [`eval`](Array::eval).
    pub fn item_async(&self) -> impl Future<Output = Result<T>> + Send + use<T, B> {
        let queued = self.array.queued_item();
        async move { Ok(T::read_bytes(&queued?.await?)) }
    }
}
