//! Views as the row-major elements that libraries and hand-written kernels take.

use crate::args::{Arg, Slot, pack};
use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::Driver;
use smallvec::smallvec;
use std::sync::OnceLock;
use xparray_ir::backend::{Input, Launch, LaunchArgs, Output, View};
use xparray_ir::ir::{Inst, Kernel, Op, SharedKernel};
use xparray_ir::{DType, Layout, Result};

/// The row-major elements of a view: in place where they already are so, else a copy.
#[derive(Debug)]
pub struct Packed<'a, D: Driver> {
    place: Place<'a, D>,
    /// In bytes.
    start: usize,
}

#[derive(Debug)]
enum Place<'a, D: Driver> {
    Here(&'a Buffer<D>),
    Copy(Buffer<D>),
}

impl<D: Driver> Packed<'_, D> {
    /// The buffer, and the byte of it where the elements begin.
    pub fn buffer(&self) -> (&Buffer<D>, usize) {
        match &self.place {
            Place::Here(buffer) => (buffer, self.start),
            Place::Copy(buffer) => (buffer, self.start),
        }
    }

    /// The first element's address.
    pub fn address(&self) -> u64 {
        let (buffer, start) = self.buffer();
        buffer.address() + start as u64
    }

    /// A buffer of these elements alone.
    pub(crate) fn into_owned(self, gpu: &Gpu<D>, dtype: DType, len: usize) -> Result<Buffer<D>> {
        match self.place {
            Place::Copy(buffer) => Ok(buffer),
            Place::Here(buffer) => {
                let layout = Layout::new(smallvec![len], smallvec![1], self.start / dtype.size())?;
                gpu.cast(View::new(buffer, dtype, &layout)?, dtype)
            }
        }
    }

    /// The copy, if there is one.
    pub fn into_copy(self) -> Option<Buffer<D>> {
        match self.place {
            Place::Here(_) => None,
            Place::Copy(buffer) => Some(buffer),
        }
    }
}

impl<D: Driver> Arg<D> for &Packed<'_, D> {
    fn slot(self, gpu: &Gpu<D>) -> Result<Slot> {
        self.buffer().0.order_for_reading(gpu)?;
        Ok(pack(&self.address().to_ne_bytes()))
    }
}

impl<D: Driver> Gpu<D> {
    /// The row-major elements of a view.
    pub(crate) fn packed<'a>(&self, x: View<'a, Buffer<D>>) -> Result<Packed<'a, D>> {
        x.buffer().check_device("read", self.device())?;
        if x.layout().is_contiguous() {
            return Ok(Packed { place: Place::Here(x.buffer()), start: x.layout().offset() * x.dtype().size() });
        }
        Ok(Packed { place: Place::Copy(self.cast(x, x.dtype())?), start: 0 })
    }

    /// The row-major elements of a view in another type.
    pub(crate) fn cast(&self, x: View<'_, Buffer<D>>, to: DType) -> Result<Buffer<D>> {
        let mut copy = self.alloc_buffer(x.layout().len() * to.size())?;
        let layout = Layout::row_major(x.layout().shape());
        self.convert(x, Output::new(&mut copy, to, &layout)?)?;
        Ok(copy)
    }

    /// Copies between layouts of one shape.
    pub(crate) fn copy_strided(&self, x: View<'_, Buffer<D>>, to: &mut Buffer<D>, layout: &Layout) -> Result<()> {
        self.convert(x, Output::new(to, x.dtype(), layout)?)
    }

    fn convert(&self, x: View<'_, Buffer<D>>, out: Output<'_, Buffer<D>>) -> Result<()> {
        let to = out.dtype();
        self.launch(LaunchArgs::new(
            conversion(x.dtype(), to)?,
            x.shape(),
            x.layout().ndim(),
            &[Input::Buffer(x)],
            smallvec![out],
            &[],
        )?)
    }
}

/// The kernel that copies elements from one type to another.
fn conversion(from: DType, to: DType) -> Result<&'static SharedKernel> {
    const TYPES: usize = DType::ALL.len();
    static KERNELS: [[OnceLock<SharedKernel>; TYPES]; TYPES] = [const { [const { OnceLock::new() }; TYPES] }; TYPES];
    SharedKernel::once(&KERNELS[from as usize][to as usize], || {
        let mut insts = vec![Inst { op: Op::Load(0), dtype: from, args: smallvec![] }];
        if from != to {
            insts.push(Inst { op: Op::Cast, dtype: to, args: smallvec![0] });
        }
        let body = insts.len();
        Kernel { insts, body, outputs: vec![body as u16 - 1], operands: 1, ..Kernel::default() }
    })
}
