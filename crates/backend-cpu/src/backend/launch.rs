//! `Launch`.

use crate::device::Cpu;
use crate::pool::Block;
use xparray_ir::Result;
use xparray_ir::backend::{Launch, LaunchArgs};

impl Launch for Cpu {
    fn launch(&self, args: LaunchArgs<'_, Block>) -> Result<()> {
        self.device.executor.launch(args)
    }
}
