//! `Launch`.

use crate::device::Cpu;
use crate::launch::stages_pay;
use crate::pool::Block;
use xparray_ir::Result;
use xparray_ir::backend::{Border, Launch, LaunchArgs, Prepared, StagedArgs};

/// A loop over so few elements takes no longer than a lock or two.
const AT_ONCE: usize = 1024;

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

    fn runs_at_once(&self, elements: usize) -> bool {
        elements <= AT_ONCE
    }

    fn reads_padded(&self, _border: Border) -> usize {
        // Each view has ends of its own, at which a launch is cut.
        6
    }

    fn prefers_stages(&self, rows: usize, bytes: usize) -> bool {
        stages_pay(rows, bytes)
    }
}
