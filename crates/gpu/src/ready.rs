//! Launches that are repeated: the same kernel over operands of the same layouts needs no new plan.

use crate::buffer::Buffer;
use crate::device::Device;
use crate::driver::{Driver, RawFunction};
use crate::modules::Modules;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::{Arc, PoisonError, RwLock};
use xparray_ir::backend::{Input, LaunchArgs};
use xparray_ir::ir::SharedKernel;
use xparray_ir::layout::Dims;
use xparray_ir::{Layout, Result};
use xparray_kernels::{Plan, plan};

/// The most plans that are kept for one kernel, the newest ones.
const KEPT: usize = 4;

/// An operand of a planned launch, and where it lay.
enum Operand {
    Buffer(Layout),
    Output(usize),
    Part(usize, Layout),
    Index(Layout),
}

/// A planned launch and its code, which stays loaded as long as the device is there.
pub(crate) struct Ready {
    shape: Dims,
    kept: usize,
    inputs: SmallVec<[Operand; 4]>,
    outputs: SmallVec<[Layout; 2]>,
    pub plan: Plan,
    pub function: RawFunction,
}

/// The newest plans of each kernel.
#[derive(Default)]
pub(crate) struct ReadyPlans(RwLock<FxHashMap<SharedKernel, SmallVec<[Arc<Ready>; KEPT]>>>);

impl Ready {
    fn new<D: Driver>(args: &LaunchArgs<'_, Buffer<D>>, plan: Plan, function: RawFunction) -> Self {
        let input = |input: &Input<'_, Buffer<D>>| match input {
            Input::Buffer(view) => Operand::Buffer(view.layout().clone()),
            Input::Output(k) => Operand::Output(*k),
            Input::Part { output, layout } => Operand::Part(*output, (*layout).clone()),
            Input::Index(layout) => Operand::Index((*layout).clone()),
        };
        let outputs = args.outputs().iter().map(|output| output.layout().clone());
        let inputs = args.inputs().iter().map(input).collect();
        Self { shape: args.shape().into(), kept: args.kept(), inputs, outputs: outputs.collect(), plan, function }
    }

    /// Whether the plan holds for these arguments of the same kernel.
    fn fits<D: Driver>(&self, args: &LaunchArgs<'_, Buffer<D>>) -> bool {
        let same = |(old, new): (&Operand, &Input<'_, Buffer<D>>)| match (old, new) {
            (Operand::Buffer(layout), Input::Buffer(view)) => layout == view.layout(),
            (Operand::Output(old), Input::Output(new)) => old == new,
            (Operand::Part(old, place), Input::Part { output, layout }) => old == output && place == *layout,
            (Operand::Index(layout), Input::Index(new)) => layout == *new,
            _ => false,
        };
        self.kept == args.kept()
            && self.shape[..] == *args.shape()
            && self.inputs.iter().zip(args.inputs()).all(same)
            && self.outputs.iter().zip(args.outputs()).all(|(layout, output)| layout == output.layout())
    }
}

impl ReadyPlans {
    /// The plan of a launch and its code; none if there is nothing to do.
    pub fn find<D: Driver>(device: &Device<D>, args: &LaunchArgs<'_, Buffer<D>>) -> Result<Option<Arc<Ready>>> {
        let plans = &device.ready.0;
        let found = |plans: &FxHashMap<SharedKernel, SmallVec<[Arc<Ready>; KEPT]>>| {
            plans.get(args.kernel())?.iter().find(|ready| ready.fits(args)).cloned()
        };
        if let Some(ready) = found(&plans.read().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(Some(ready));
        }
        let Some(plan) = plan(args, &device.limits())? else { return Ok(None) };
        let loaded = Modules::kernel(device, args.kernel(), &plan.variant)?;
        let function = loaded.function(device.driver()?, plan.entry())?;
        let ready = Arc::new(Ready::new(args, plan, function));
        let mut plans = plans.write().unwrap_or_else(PoisonError::into_inner);
        let plans = plans.entry(args.kernel().clone()).or_default();
        if plans.len() == KEPT {
            plans.remove(0);
        }
        plans.push(ready.clone());
        Ok(Some(ready))
    }
}
