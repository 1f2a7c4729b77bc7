//! Typed arguments of raw functions.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use bytemuck::NoUninit;
use half::{bf16, f16};
use num_complex::Complex;
use smallvec::SmallVec;
use std::any::Any;
use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;
use xparray_ir::backend::DeviceArray;
use xparray_ir::{Error, Result, Scalar};

/// The bytes of one argument; aligned for all of them.
#[derive(Default)]
#[repr(C, align(16))]
pub struct Slot {
    bytes: [u8; 16],
    /// Those of an argument that is longer, in words of the same alignment.
    long: Option<Box<[Word]>>,
    /// What the bytes point to, if the argument itself does not hold it.
    keep_alive: Option<Arc<dyn Any + Send + Sync>>,
    /// Whether graphs have to keep that too.
    keep_in_graphs: bool,
}

#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Word([u8; 16]);

impl Slot {
    /// Where the bytes are, as long as the slot stays where it is.
    pub(crate) fn pointer(&self) -> *const c_void {
        self.long.as_ref().map_or_else(|| self.bytes.as_ptr().cast(), |words| words.as_ptr().cast())
    }

    /// What the argument needs beside memory of the pool, for graphs that hold it.
    pub(crate) fn kept(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        self.keep_in_graphs.then(|| self.keep_alive.clone()).flatten()
    }

    /// An argument's bytes, of which something that is not memory of the pool has to be kept as long as graphs hold the
    /// launch.
    pub fn handle(bytes: [u8; 8], keeper: Arc<dyn Any + Send + Sync>) -> Self {
        Self { keep_alive: Some(keeper), keep_in_graphs: true, ..pack(&bytes) }
    }
}

/// An argument that is a struct of the function's, by value: `repr(C)`, with the fields and the alignment that the
/// function declares, up to 16 bytes.
///
/// ```
/// use xparray_gpu::ByValue;
///
/// #[derive(Clone, Copy)]
/// #[repr(C)]
/// struct Box3 {
///     low: [f32; 3],
///     high: [f32; 3],
/// }
///
/// // SAFETY: it has no padding.
/// unsafe impl bytemuck::NoUninit for Box3 {}
///
/// let argument = ByValue(Box3 { low: [0.0; 3], high: [1.0; 3] });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByValue<T>(pub T);

impl<T: NoUninit, D: Driver> Arg<D> for ByValue<T> {
    fn slot(self, _: &Gpu<D>) -> Result<Slot> {
        if align_of::<T>() > align_of::<Slot>() {
            let message = format!("a struct aligned to {} bytes; 16 is the most", align_of::<T>());
            return Err(Error::value("launch", message));
        }
        let bytes = bytemuck::bytes_of(&self.0);
        if bytes.len() <= 16 {
            return Ok(pack(bytes));
        }
        let words = bytes.chunks(16).map(|chunk| {
            let mut word = Word([0; 16]);
            word.0[..chunk.len()].copy_from_slice(chunk);
            word
        });
        Ok(Slot { long: Some(words.collect()), ..Slot::default() })
    }
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

/// The arguments of a launch: a tuple, or a vector where their number is known only when the program runs.
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

impl<D: Driver, A: Arg<D>> Args<D> for Vec<A> {
    fn slots(self, gpu: &Gpu<D>) -> Result<SmallVec<[Slot; 8]>> {
        self.into_iter().map(|arg| arg.slot(gpu)).collect()
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
