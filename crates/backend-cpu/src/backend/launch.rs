//! `Launch`.

use crate::device::Cpu;
use crate::pool::Block;
use xparray_core::Result;
use xparray_core::backend::{Launch, LaunchArgs};

impl Launch for Cpu {
    fn launch(&self, args: LaunchArgs<'_, Block>) -> Result<()> {
        self.device.executor.launch(args)
    }
}
