//! Loaded device code: of kernels of the IR, by kernel and variant, and compiled source in general.

use crate::device::Device;
use crate::driver::{Driver, RawFunction, RawModule};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use xparray_ir::ir::SharedKernel;
use xparray_ir::{Error, Result};
use xparray_kernels::{ProductVariant, Routine, StagedVariant, Variant};

/// The code of one kernel in one variant.
pub(crate) struct Loaded {
    raw: RawModule,
    /// Modules have few entries: a list is the fastest map.
    functions: Mutex<SmallVec<[(&'static str, RawFunction); 3]>>,
}

/// What a device has loaded for kernels.
#[derive(Default)]
pub(crate) struct Modules {
    kernels: RwLock<FxHashMap<SharedKernel, FxHashMap<Variant, Arc<Loaded>>>>,
    stages: RwLock<FxHashMap<StagedVariant, Arc<Loaded>>>,
    routines: RwLock<FxHashMap<Routine, Arc<Loaded>>>,
    products: RwLock<FxHashMap<(SharedKernel, ProductVariant), Arc<Loaded>>>,
}

/// The code in a map, compiled and loaded if it is not yet.
fn load<D: Driver, K: Clone + Eq + Hash>(
    device: &Device<D>,
    map: &RwLock<FxHashMap<K, Arc<Loaded>>>,
    key: &K,
    source: impl FnOnce() -> Result<String>,
) -> Result<Arc<Loaded>> {
    if let Some(loaded) = map.read().unwrap_or_else(PoisonError::into_inner).get(key) {
        return Ok(loaded.clone());
    }
    let image = device.compile(&source()?, D::KERNEL_OPTIONS)?;
    let driver = device.driver()?;
    let mut map = map.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(loaded) = map.get(key) {
        return Ok(loaded.clone());
    }
    let loaded = Loaded::new(driver, &image)?;
    map.insert(key.clone(), loaded.clone());
    Ok(loaded)
}

impl Modules {
    fn find(&self, kernel: &SharedKernel, variant: &Variant) -> Option<Arc<Loaded>> {
        self.kernels.read().unwrap_or_else(PoisonError::into_inner).get(kernel)?.get(variant).cloned()
    }

    /// The code of a kernel, compiled and loaded if it is not yet.
    pub fn kernel<D: Driver>(device: &Device<D>, kernel: &SharedKernel, variant: &Variant) -> Result<Arc<Loaded>> {
        if let Some(loaded) = device.modules.find(kernel, variant) {
            return Ok(loaded);
        }
        // Other kernels are found meanwhile. Two threads may compile the same one; the first to load it wins.
        let image = device.compile(&xparray_kernels::source(kernel, variant)?, D::KERNEL_OPTIONS)?;
        let driver = device.driver()?;
        let mut modules = device.modules.kernels.write().unwrap_or_else(PoisonError::into_inner);
        let variants = modules.entry(kernel.clone()).or_default();
        if let Some(loaded) = variants.get(variant) {
            return Ok(loaded.clone());
        }
        let loaded = Loaded::new(driver, &image)?;
        variants.insert(variant.clone(), loaded.clone());
        Ok(loaded)
    }

    /// The code of a hand-written source, likewise.
    pub fn routine<D: Driver>(device: &Device<D>, routine: &Routine) -> Result<Arc<Loaded>> {
        load(device, &device.modules.routines, routine, || Ok(routine.source()))
    }

    /// The code of a launch of several stages, likewise.
    pub fn stages<D: Driver>(device: &Device<D>, variant: &StagedVariant) -> Result<Arc<Loaded>> {
        load(device, &device.modules.stages, variant, || xparray_kernels::staged_source(variant))
    }

    /// The code of a kernel along with the product that it reads, likewise.
    pub fn product<D: Driver>(
        device: &Device<D>,
        kernel: &SharedKernel,
        variant: &ProductVariant,
    ) -> Result<Arc<Loaded>> {
        let key = (kernel.clone(), variant.clone());
        load(device, &device.modules.products, &key, || xparray_kernels::product_source(kernel, variant))
    }

    /// Unloads everything.
    pub fn unload<D: Driver>(&self, driver: &D) {
        let kernels = std::mem::take(&mut *self.kernels.write().unwrap_or_else(PoisonError::into_inner));
        let routines = std::mem::take(&mut *self.routines.write().unwrap_or_else(PoisonError::into_inner));
        let stages = std::mem::take(&mut *self.stages.write().unwrap_or_else(PoisonError::into_inner));
        let products = std::mem::take(&mut *self.products.write().unwrap_or_else(PoisonError::into_inner));
        let others = routines.into_values().chain(stages.into_values()).chain(products.into_values());
        for loaded in kernels.into_values().flat_map(FxHashMap::into_values).chain(others) {
            // SAFETY: the device has no streams any more, so nothing runs; errors have nobody to go to.
            let _ = unsafe { driver.unload(loaded.raw) };
        }
    }
}

impl Loaded {
    fn new<D: Driver>(driver: &D, image: &[u8]) -> Result<Arc<Self>> {
        // SAFETY: the device is bound, and the image comes from its compiler.
        let raw = unsafe { driver.load(image)? };
        Ok(Arc::new(Self { raw, functions: Mutex::default() }))
    }

    /// An entry of the module.
    pub fn function<D: Driver>(&self, driver: &D, name: &'static str) -> Result<RawFunction> {
        let mut functions = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, function)) = functions.iter().find(|(entry, _)| *entry == name) {
            return Ok(*function);
        }
        // SAFETY: the module is loaded as long as its device is there.
        let function = unsafe { driver.function(self.raw, name)? }.ok_or_else(|| no_function(name))?;
        functions.push((name, function));
        Ok(function)
    }
}

pub(crate) fn no_function(name: &str) -> Error {
    Error::value("function", format!("the module has no function {name}"))
}
