//! `Launch`.

use crate::device::Cpu;
use crate::launch::stages_pay;
use crate::pool::Block;
use xparray_ir::Result;
use xparray_ir::backend::{Launch, LaunchArgs, Prepared, StagedArgs};

impl Launch for Cpu {
    fn launch(&self, args: LaunchArgs<'_, Block>) -> Result<()> {
        self.device.executor.launch(args)
    }

    fn prepare(&self, args: LaunchArgs<'_, Block>) -> Option<Box<dyn Prepared<Block>>> {
        self.device.executor.prepare(&args)
    }

    fn launch_stages(&self, args: StagedArgs<'_, Block>) -> Result<()> {
        self.device.executor.launch_stages(args)
    }

    fn reads_padded(&self) -> bool {
        true
    }

    fn prefers_stages(&self, rows: usize, bytes: usize) -> bool {
        stages_pay(rows, bytes)
    }
}
