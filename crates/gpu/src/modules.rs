//! Loaded device code: of kernels of the IR, by kernel and variant, and compiled source in general.

use crate::code::Code;
use crate::device::Device;
use crate::driver::Driver;
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock};
use xparray_ir::Result;
use xparray_ir::ir::SharedKernel;
use xparray_kernels::{ProductVariant, Routine, StagedVariant, Variant};

/// What a device has loaded for kernels.
#[derive(Default)]
pub(crate) struct Modules {
    kernels: RwLock<FxHashMap<SharedKernel, FxHashMap<Variant, Arc<Code>>>>,
    stages: RwLock<FxHashMap<StagedVariant, Arc<Code>>>,
    routines: RwLock<FxHashMap<Routine, Arc<Code>>>,
    products: RwLock<FxHashMap<(SharedKernel, ProductVariant), Arc<Code>>>,
}

/// The code of a key. Code that failed to compile is tried again.
fn usable<K: Eq + Hash>(map: &FxHashMap<K, Arc<Code>>, key: &K) -> Option<Arc<Code>> {
    map.get(key).filter(|code| !code.has_failed()).cloned()
}

/// The code of a key, and whether it is new: then it is to be made.
fn entry<K: Clone + Eq + Hash>(map: &mut FxHashMap<K, Arc<Code>>, key: &K) -> (Arc<Code>, bool) {
    if let Some(code) = usable(map, key) {
        return (code, false);
    }
    let code = Arc::new(Code::default());
    map.insert(key.clone(), code.clone());
    (code, true)
}

/// The code in a map, which is made if there is none.
fn load<D: Driver, K: Clone + Eq + Hash>(
    device: &Arc<Device<D>>,
    map: &RwLock<FxHashMap<K, Arc<Code>>>,
    key: &K,
    aside: bool,
    source: impl FnOnce() -> Result<String>,
) -> Result<Arc<Code>> {
    if let Some(code) = usable(&map.read().unwrap_or_else(PoisonError::into_inner), key) {
        return Ok(code);
    }
    let source = source()?;
    // Others find it meanwhile, and wait for it.
    let (code, new) = entry(&mut map.write().unwrap_or_else(PoisonError::into_inner), key);
    if new {
        code.make(device, source, aside);
    }
    Ok(code)
}

impl Modules {
    fn find(&self, kernel: &SharedKernel, variant: &Variant) -> Option<Arc<Code>> {
        usable(self.kernels.read().unwrap_or_else(PoisonError::into_inner).get(kernel)?, variant)
    }

    /// The code of a kernel, which is made if there is none: beside this thread if that may wait.
    pub fn kernel<D: Driver>(
        device: &Arc<Device<D>>,
        kernel: &SharedKernel,
        variant: &Variant,
        aside: bool,
    ) -> Result<Arc<Code>> {
        if let Some(code) = device.modules.find(kernel, variant) {
            return Ok(code);
        }
        let source = xparray_kernels::source(kernel, variant)?;
        let mut kernels = device.modules.kernels.write().unwrap_or_else(PoisonError::into_inner);
        let (code, new) = entry(kernels.entry(kernel.clone()).or_default(), variant);
        drop(kernels);
        if new {
            code.make(device, source, aside);
        }
        Ok(code)
    }

    /// The code of a hand-written source, likewise.
    pub fn routine<D: Driver>(device: &Arc<Device<D>>, routine: &Routine, aside: bool) -> Result<Arc<Code>> {
        load(device, &device.modules.routines, routine, aside, || Ok(routine.source()))
    }

    /// The code of a launch of several stages, likewise.
    pub fn stages<D: Driver>(device: &Arc<Device<D>>, variant: &StagedVariant, aside: bool) -> Result<Arc<Code>> {
        load(device, &device.modules.stages, variant, aside, || xparray_kernels::staged_source(variant))
    }

    /// The code of a kernel along with the product that it reads, made by this thread.
    pub fn product<D: Driver>(
        device: &Arc<Device<D>>,
        kernel: &SharedKernel,
        variant: &ProductVariant,
    ) -> Result<Arc<Code>> {
        let key = (kernel.clone(), variant.clone());
        load(device, &device.modules.products, &key, false, || xparray_kernels::product_source(kernel, variant))
    }

    /// Unloads everything.
    pub fn unload<D: Driver>(&self, driver: &D) {
        let kernels = std::mem::take(&mut *self.kernels.write().unwrap_or_else(PoisonError::into_inner));
        let routines = std::mem::take(&mut *self.routines.write().unwrap_or_else(PoisonError::into_inner));
        let stages = std::mem::take(&mut *self.stages.write().unwrap_or_else(PoisonError::into_inner));
        let products = std::mem::take(&mut *self.products.write().unwrap_or_else(PoisonError::into_inner));
        let others = routines.into_values().chain(stages.into_values()).chain(products.into_values());
        for code in kernels.into_values().flat_map(FxHashMap::into_values).chain(others) {
            // SAFETY: the device has no streams any more, so nothing runs.
            unsafe { code.unload(driver) };
        }
    }
}
