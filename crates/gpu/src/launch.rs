//! [`Launch`] of a GPU: plans of `xparray-kernels`, queued on the stream.

use crate::buffer::Buffer;
use crate::device::Gpu;
use crate::driver::{Config, Driver};
use crate::ready::{ReadyPlans, ReadyStaged};
use xparray_ir::Result;
use xparray_ir::backend::{Input, Launch, LaunchArgs, StagedArgs};
use xparray_kernels::Memory;

impl<D: Driver> Launch for Gpu<D> {
    fn launch(&self, args: LaunchArgs<'_, Buffer<D>>) -> Result<()> {
        let device = self.device();
        let Some(ready) = ReadyPlans::find(device, &args)? else { return Ok(()) };
        let plan = &ready.plan;
        let scratch = if plan.scratch > 0 { Some(self.alloc_buffer(plan.scratch)?) } else { None };
        for input in args.inputs() {
            if let Input::Buffer(view) = input {
                view.buffer().check_device("launch", device)?;
                view.buffer().read_on(&self.stream)?;
            }
        }
        for output in args.outputs() {
            output.buffer().check_device("launch", device)?;
            output.buffer().write_on(&self.stream)?;
        }
        let memory = Memory {
            scratch: scratch.as_ref().map_or(0, Buffer::address),
            counters: self.stream.counters,
            fault: self.stream.fault_address(),
        };
        let call = plan.call(&args, Buffer::address, &memory, self.stream.turn(plan.turns));
        // One argument, the words by value.
        let words = [call.words.as_ptr().cast()];
        let _steady = self.stream.enter()?;
        // A graph keeps the order that it is given.
        let waits = !self.stream.is_captured();
        let config = Config { grid: call.grid, block: call.block, shared: call.shared, waits };
        // SAFETY: the arguments stay inside their buffers, which are ordered on this stream and go
        // back to the pool in its order; the words are what the source declares.
        unsafe { device.driver()?.launch(ready.function, config, &words, self.raw_stream()) }
    }

    fn launch_stages(&self, args: StagedArgs<'_, Buffer<D>>) -> Result<()> {
        let device = self.device();
        let ready = ReadyStaged::find(device, &args)?;
        let Some((plan, function)) = ready.as_deref().and_then(|ready| ready.plan.as_ref()) else {
            return args.launch_each(|args| self.launch(args));
        };
        for input in args.inputs() {
            if let Input::Buffer(view) = input {
                view.buffer().check_device("launch", device)?;
                view.buffer().read_on(&self.stream)?;
            }
        }
        for output in args.stages().iter().flat_map(|stage| stage.outputs()) {
            output.buffer().check_device("launch", device)?;
            output.buffer().write_on(&self.stream)?;
        }
        let call = plan.call(&args, Buffer::address, self.stream.fault_address());
        let words = [call.words.as_ptr().cast()];
        let _steady = self.stream.enter()?;
        let waits = !self.stream.is_captured();
        let config = Config { grid: call.grid, block: call.block, shared: call.shared, waits };
        // SAFETY: as in `launch`.
        unsafe { device.driver()?.launch(*function, config, &words, self.raw_stream()) }
    }

    fn prefers_stages(&self, _rows: usize, bytes: usize) -> bool {
        // What the threads of a block can keep in registers.
        bytes <= 128 << 10
    }
}
