//! Typed arguments of raw functions.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use half::{bf16, f16};
use num_complex::Complex;
use smallvec::SmallVec;
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use xparray_ir::backend::DeviceArray;
use xparray_ir::{Result, Scalar};

/// Room for one argument, its bytes first; aligned for all of them.
#[derive(Default)]
#[repr(C, align(16))]
pub struct Slot {
    bytes: [u8; 16],
    /// What the bytes point to, if the argument itself does not hold it.
    keep_alive: Option<Arc<dyn Any + Send + Sync>>,
}

impl fmt::Debug for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Slot({:x?})", self.bytes)
    }
}

/// One argument: a scalar, an array or a buffer. What is borrowed shared is only read by the function.
///
/// A shared array is given by the address of its first element; one that is not row-major is copied. An exclusively
/// borrowed one is written in place, unless it shares memory with another.
pub trait Arg<D: Driver> {
    /// Its bytes; a buffer's address, which is ordered on the handle's stream.
    ///
    /// # Errors
    /// `Error::Value` for a buffer or an array of another device; for arrays, those of their deferred work.
    fn slot(self, gpu: &Gpu<D>) -> Result<Slot>;
}

/// The arguments of a launch: a tuple.
pub trait Args<D: Driver> {
    /// The bytes of each.
    ///
    /// # Errors
    /// As [`Arg::slot`].
    fn slots(self, gpu: &Gpu<D>) -> Result<SmallVec<[Slot; 8]>>;
}

pub(crate) fn pack(bytes: &[u8]) -> Slot {
    let mut slot = Slot::default();
    slot.bytes[..bytes.len()].copy_from_slice(bytes);
    slot
}

impl<D: Driver> Arg<D> for &Buffer<D> {
    fn slot(self, gpu: &Gpu<D>) -> Result<Slot> {
        self.order_for_reading(gpu)?;
        Ok(pack(&self.address().to_ne_bytes()))
    }
}

impl<D: Driver> Arg<D> for &mut Buffer<D> {
    fn slot(self, gpu: &Gpu<D>) -> Result<Slot> {
        self.order_for_writing(gpu)?;
        Ok(pack(&self.address().to_ne_bytes()))
    }
}

impl<A: DeviceArray<Gpu<D>>, D: Driver> Arg<D> for &A {
    fn slot(self, gpu: &Gpu<D>) -> Result<Slot> {
        let (buffer, start) = self.buffer_on(gpu)?;
        buffer.order_for_reading(gpu)?;
        let address = buffer.address() + (start * self.dtype().size()) as u64;
        Ok(Slot { keep_alive: Some(buffer), ..pack(&address.to_ne_bytes()) })
    }
}

impl<A: DeviceArray<Gpu<D>>, D: Driver> Arg<D> for &mut A {
    fn slot(self, gpu: &Gpu<D>) -> Result<Slot> {
        let buffer = self.buffer_mut_on(gpu)?;
        buffer.order_for_writing(gpu)?;
        Ok(pack(&buffer.address().to_ne_bytes()))
    }
}

macro_rules! scalars {
    ($($t:ty)*) => {$(
        impl<D: Driver> Arg<D> for $t {
            fn slot(self, _: &Gpu<D>) -> Result<Slot> {
                Ok(pack(&self.to_ne_bytes()))
            }
        }
    )*};
}

scalars!(i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64);

impl<D: Driver> Arg<D> for Scalar {
    fn slot(self, _: &Gpu<D>) -> Result<Slot> {
        Ok(pack(self.bytes()))
    }
}

impl<D: Driver> Arg<D> for bool {
    fn slot(self, _: &Gpu<D>) -> Result<Slot> {
        Ok(pack(&[u8::from(self)]))
    }
}

impl<D: Driver> Arg<D> for Complex<f32> {
    fn slot(self, _: &Gpu<D>) -> Result<Slot> {
        Ok(pack([self.re.to_ne_bytes(), self.im.to_ne_bytes()].as_flattened()))
    }
}

impl<D: Driver> Arg<D> for Complex<f64> {
    fn slot(self, _: &Gpu<D>) -> Result<Slot> {
        Ok(pack([self.re.to_ne_bytes(), self.im.to_ne_bytes()].as_flattened()))
    }
}

macro_rules! tuples {
    () => {};
    ($first:ident $($rest:ident)*) => {
        impl<D: Driver, $first: Arg<D>, $($rest: Arg<D>),*> Args<D> for ($first, $($rest,)*) {
            #[allow(non_snake_case)]
            fn slots(self, gpu: &Gpu<D>) -> Result<SmallVec<[Slot; 8]>> {
                let ($first, $($rest,)*) = self;
                Ok(SmallVec::from_iter([$first.slot(gpu)?, $($rest.slot(gpu)?),*]))
            }
        }
        tuples!($($rest)*);
    };
}

tuples!(A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15);
