//! [`Launch`] of a GPU: plans of `xparray-kernels`, queued on the stream.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver, RawFunction};
use xparray_ir::Result;
use xparray_ir::backend::{Border, Input, Launch, LaunchArgs, Output, StagedArgs};
use xparray_kernels::{Call, Memory};

impl<D: Driver> Gpu<D> {
    /// Makes the stream wait for what writes the operands and what uses the outputs.
    pub(crate) fn order<'a>(
        &self,
        inputs: &[Input<'_, Buffer<D>>],
        outputs: impl Iterator<Item = &'a Output<'a, Buffer<D>>>,
    ) -> Result<()> {
        for input in inputs {
            let buffers: &[&Buffer<D>] = match input {
                Input::Buffer(view) | Input::Padded { view, .. } => &[view.buffer()],
                Input::Product { left, right } => &[left.buffer(), right.buffer()],
                Input::Output(_) | Input::Part { .. } | Input::Index(_) | Input::Earlier { .. } => &[],
            };
            for buffer in buffers {
                buffer.check_device("launch", self.device())?;
                buffer.read_on(&self.stream)?;
            }
        }
        for output in outputs {
            output.buffer().check_device("launch", self.device())?;
            output.buffer().write_on(&self.stream)?;
        }
        Ok(())
    }

    /// # Safety
    /// The call is of this function, stays inside its operands, and these were ordered.
    unsafe fn queue(&self, function: RawFunction, call: &Call) -> Result<()> {
        // One argument, the words by value.
        let words = [call.words.as_ptr().cast()];
        let _steady = self.stream.enter()?;
        // A graph keeps the order that it is given.
        let waits = !self.stream.is_captured();
        let config = Config { grid: call.grid, block: call.block, shared: call.shared, waits };
        // SAFETY: the caller's promise; the words are what the source declares.
        unsafe { self.device().driver()?.launch(function, config, &words, self.raw_stream()) }
    }
}

impl<D: Driver> Launch for Gpu<D> {
    fn launch(&self, args: LaunchArgs<'_, Buffer<D>>) -> Result<()> {
        let device = self.device();
        let Some(ready) = device.ready.find(device, &args)? else { return Ok(()) };
        let plan = &ready.plan;
        let scratch = if plan.scratch > 0 { Some(self.alloc_buffer(plan.scratch)?) } else { None };
        self.order(args.inputs(), args.outputs().iter())?;
        let memory = Memory {
            scratch: scratch.as_ref().map_or(0, Buffer::address),
            counters: self.stream.counters,
            fault: self.stream.fault_address(),
        };
        let call = plan.call(&args, Buffer::address, &memory, self.stream.turn(plan.turns));
        // SAFETY: the arguments stay inside their buffers, which are ordered on this stream and go
        // back to the pool in its order.
        unsafe { self.queue(ready.function, &call) }
    }

    fn launch_stages(&self, args: StagedArgs<'_, Buffer<D>>) -> Result<()> {
        let device = self.device();
        let ready = device.staged.find(device, &args)?;
        let Some((plan, function)) = ready.as_deref().and_then(|ready| ready.plan.as_ref()) else {
            return args.launch_each(|args| self.launch(args));
        };
        self.order(args.inputs(), args.stages().iter().flat_map(|stage| stage.outputs()))?;
        let call = plan.call(&args, Buffer::address, self.stream.fault_address(), self.stream.turn(true));
        // SAFETY: as in `launch`.
        unsafe { self.queue(*function, &call) }
    }

    fn reads_padded(&self, border: Border) -> usize {
        // A thread reads windows of a continued array together, as those of any other.
        if border == Border::Zero { 6 } else { 32 }
    }

    fn prefers_stages(&self, _rows: usize, bytes: usize) -> bool {
        // What the threads of a block can keep in registers.
        bytes <= 128 << 10
    }
}
