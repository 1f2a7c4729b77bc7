//! Launches that are repeated: the same kernel over operands of the same layouts needs no new plan.

use crate::buffer::Buffer;
use crate::device::Device;
use crate::driver::{Driver, RawFunction};
use crate::modules::Modules;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::{Arc, PoisonError, RwLock};
use xparray_ir::backend::{Input, LaunchArgs, Padding, StagedArgs};
use xparray_ir::ir::SharedKernel;
use xparray_ir::layout::Dims;
use xparray_ir::{Layout, Result};
use xparray_kernels::{Plan, ProductPlan, StagedPlan, plan, plan_product, plan_stages};

/// The most plans that are kept for one kernel, the newest ones.
const KEPT: usize = 4;

/// The newest plans of each kernel; of several stages, by the last one's kernel.
pub(crate) struct Newest<T>(RwLock<FxHashMap<SharedKernel, SmallVec<[Arc<T>; KEPT]>>>);

impl<T> Default for Newest<T> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<T> Newest<T> {
    fn find_or_make(
        &self,
        kernel: &SharedKernel,
        fits: impl Fn(&T) -> bool,
        make: impl FnOnce() -> Result<Option<T>>,
    ) -> Result<Option<Arc<T>>> {
        let plans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(ready) = plans.get(kernel).and_then(|plans| plans.iter().find(|ready| fits(ready))) {
            return Ok(Some(ready.clone()));
        }
        drop(plans);
        let Some(ready) = make()?.map(Arc::new) else { return Ok(None) };
        let mut plans = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let plans = plans.entry(kernel.clone()).or_default();
        if plans.len() == KEPT {
            plans.remove(0);
        }
        plans.push(ready.clone());
        Ok(Some(ready))
    }
}

/// An operand of a planned launch, and where it lay.
enum Operand {
    /// With the first operand that is the same buffer, as a plan may read it for both.
    Buffer(Layout, usize),
    Padded(Layout, Padding, usize),
    Output(usize),
    Part(usize, Layout),
    Index(Layout),
    Earlier(usize, usize, Layout),
    Product(Layout, Layout),
}

impl Operand {
    fn new<D: Driver>(inputs: &[Input<'_, Buffer<D>>], k: usize) -> Self {
        match &inputs[k] {
            Input::Buffer(view) => Operand::Buffer(view.layout().clone(), first(inputs, view.buffer(), k)),
            Input::Padded { view, padding } => {
                Operand::Padded(view.layout().clone(), (*padding).clone(), first(inputs, view.buffer(), k))
            }
            Input::Output(k) => Operand::Output(*k),
            Input::Part { output, layout } => Operand::Part(*output, (*layout).clone()),
            Input::Index(layout) => Operand::Index((*layout).clone()),
            Input::Earlier { stage, output, layout } => Operand::Earlier(*stage, *output, (*layout).clone()),
            Input::Product { left, right } => Operand::Product(left.layout().clone(), right.layout().clone()),
        }
    }

    fn fits<D: Driver>(&self, inputs: &[Input<'_, Buffer<D>>], k: usize) -> bool {
        match (self, &inputs[k]) {
            (Operand::Buffer(layout, first), Input::Buffer(view)) => {
                layout == view.layout() && is_buffer(&inputs[*first], view.buffer())
            }
            (Operand::Padded(layout, old, first), Input::Padded { view, padding }) => {
                layout == view.layout() && old == *padding && is_buffer(&inputs[*first], view.buffer())
            }
            (Operand::Output(old), Input::Output(new)) => old == new,
            (Operand::Part(old, place), Input::Part { output, layout }) => old == output && place == *layout,
            (Operand::Index(layout), Input::Index(new)) => layout == *new,
            (Operand::Earlier(old, k, place), Input::Earlier { stage, output, layout }) => {
                (old, k, place) == (stage, output, *layout)
            }
            (Operand::Product(a, b), Input::Product { left, right }) => (a, b) == (left.layout(), right.layout()),
            _ => false,
        }
    }
}

/// Whether an operand is this buffer.
fn is_buffer<D: Driver>(input: &Input<'_, Buffer<D>>, buffer: &Buffer<D>) -> bool {
    matches!(input, Input::Buffer(view) | Input::Padded { view, .. } if std::ptr::eq(view.buffer(), buffer))
}

/// The first operand that is this buffer, which operand `k` is.
fn first<D: Driver>(inputs: &[Input<'_, Buffer<D>>], buffer: &Buffer<D>, k: usize) -> usize {
    inputs.iter().position(|input| is_buffer(input, buffer)).unwrap_or(k)
}

/// Where a launch writes, one layout for each of the kernel's outputs.
fn places<'a, D: Driver>(args: &'a LaunchArgs<'_, Buffer<D>>) -> impl Iterator<Item = &'a Layout> {
    args.outputs().iter().map(|output| output.layout()).chain(args.parts())
}

/// A planned launch and its code, which stays loaded as long as the device is there.
pub(crate) struct Ready<P = Plan> {
    shape: Dims,
    kept: usize,
    inputs: SmallVec<[Operand; 4]>,
    outputs: SmallVec<[Layout; 2]>,
    pub plan: P,
    pub function: RawFunction,
}

impl<P> Ready<P> {
    fn new<D: Driver>(args: &LaunchArgs<'_, Buffer<D>>, plan: P, function: RawFunction) -> Self {
        let outputs = places(args).cloned();
        let inputs = (0..args.inputs().len()).map(|k| Operand::new(args.inputs(), k)).collect();
        Self { shape: args.shape().into(), kept: args.kept(), inputs, outputs: outputs.collect(), plan, function }
    }

    /// Whether the plan holds for these arguments of the same kernel.
    fn fits<D: Driver>(&self, args: &LaunchArgs<'_, Buffer<D>>) -> bool {
        self.kept == args.kept()
            && self.shape[..] == *args.shape()
            && self.inputs.iter().enumerate().all(|(k, old)| old.fits(args.inputs(), k))
            && self.outputs.iter().eq(places(args))
    }
}

/// A planned launch of several stages, and its code.
pub(crate) struct ReadyStages {
    shape: Dims,
    kept: usize,
    kernels: Vec<SharedKernel>,
    inputs: SmallVec<[Operand; 4]>,
    outputs: Vec<Layout>,
    /// None if its stages are kernels of their own.
    pub plan: Option<(StagedPlan, RawFunction)>,
}

impl ReadyStages {
    fn fits<D: Driver>(&self, args: &StagedArgs<'_, Buffer<D>>) -> bool {
        let outputs = args.stages().iter().flat_map(|stage| stage.outputs());
        self.kept == args.kept()
            && self.shape[..] == *args.shape()
            && self.kernels.iter().eq(args.stages().iter().map(|stage| stage.kernel()))
            && self.inputs.iter().enumerate().all(|(k, old)| old.fits(args.inputs(), k))
            && self.outputs.iter().zip(outputs).all(|(layout, output)| layout == output.layout())
    }
}

impl Newest<ReadyStages> {
    /// The plan of a launch and its code; none for one without stages.
    pub fn find<D: Driver>(
        &self,
        device: &Device<D>,
        args: &StagedArgs<'_, Buffer<D>>,
    ) -> Result<Option<Arc<ReadyStages>>> {
        let Some(last) = args.stages().last() else { return Ok(None) };
        self.find_or_make(
            last.kernel(),
            |ready| ready.fits(args),
            || {
                let plan = match plan_stages(args) {
                    Some(plan) => {
                        let function =
                            Modules::stages(device, &plan.variant)?.function(device.driver()?, "xp_stages")?;
                        Some((plan, function))
                    }
                    None => None,
                };
                Ok(Some(ReadyStages {
                    shape: args.shape().into(),
                    kept: args.kept(),
                    kernels: args.stages().iter().map(|stage| stage.kernel().clone()).collect(),
                    inputs: (0..args.inputs().len()).map(|k| Operand::new(args.inputs(), k)).collect(),
                    outputs: args
                        .stages()
                        .iter()
                        .flat_map(|stage| stage.outputs())
                        .map(|o| o.layout().clone())
                        .collect(),
                    plan,
                }))
            },
        )
    }
}

impl Newest<Ready> {
    /// The plan of a launch and its code; none if there is nothing to do.
    pub fn find<D: Driver>(&self, device: &Device<D>, args: &LaunchArgs<'_, Buffer<D>>) -> Result<Option<Arc<Ready>>> {
        self.find_or_make(
            args.kernel(),
            |ready| ready.fits(args),
            || {
                let Some(plan) = plan(args, &device.limits())? else { return Ok(None) };
                let loaded = Modules::kernel(device, args.kernel(), &plan.variant)?;
                let function = loaded.function(device.driver()?, plan.entry())?;
                Ok(Some(Ready::new(args, plan, function)))
            },
        )
    }
}

impl Newest<Ready<ProductPlan>> {
    /// The plan of a launch along with its product, and its code; none if they are kernels of their own.
    pub fn find<D: Driver>(
        &self,
        device: &Device<D>,
        args: &LaunchArgs<'_, Buffer<D>>,
    ) -> Result<Option<Arc<Ready<ProductPlan>>>> {
        self.find_or_make(
            args.kernel(),
            |ready| ready.fits(args),
            || {
                let Some(plan) = plan_product(args, device.limits().units) else { return Ok(None) };
                let loaded = Modules::product(device, args.kernel(), &plan.variant)?;
                let function = loaded.function(device.driver()?, "xp_product")?;
                Ok(Some(Ready::new(args, plan, function)))
            },
        )
    }
}
