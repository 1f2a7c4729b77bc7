//! The user's own device code: modules of source or of compiled code, and launches of their functions.

use crate::DynArray;
use crate::array::NdArray;
use crate::cell::Cell;
use crate::convert::{number_as, weak_number};
use crate::device::{DeviceArg, PyDevice};
use crate::dtype::ElementType;
use crate::error::{exception, run};
use pyo3::exceptions::PyTypeError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Arc, Mutex};
#[cfg(feature = "cuda")]
use xparray::cuda as gpu;
#[cfg(all(feature = "rocm", not(feature = "cuda")))]
use xparray::rocm as gpu;
use xparray::{Device, Error, Scalar};

/// Loaded device code, on the stream of the handle that loaded it.
#[pyclass(module = "xparray._core", frozen)]
pub struct RawModule {
    code: Code,
    device: Device,
}

enum Code {
    #[cfg(feature = "cuda")]
    Cuda(xparray::cuda::Module<xparray::cuda::CudaDriver>),
    #[cfg(feature = "rocm")]
    Rocm(xparray::rocm::Module<xparray::rocm::HipDriver>),
}

/// A function of a module.
#[pyclass(module = "xparray._core", frozen)]
pub struct RawFunction {
    entry: Entry,
    device: Device,
}

enum Entry {
    #[cfg(feature = "cuda")]
    Cuda(xparray::cuda::Function<xparray::cuda::CudaDriver>),
    #[cfg(feature = "rocm")]
    Rocm(xparray::rocm::Function<xparray::rocm::HipDriver>),
}

/// What a module is made of.
enum Source {
    Text(String),
    /// Compiled code.
    Image(Vec<u8>),
}

/// What a launch needs to know.
struct Launch {
    grid: (u32, u32, u32),
    block: (u32, u32, u32),
    shared: u32,
    cooperative: bool,
    args: Vec<Argument>,
}

/// An argument of a launch.
enum Argument {
    /// An array that the function may write, in its own memory, and where its elements begin among those of the cell.
    Written(Arc<Mutex<Cell>>, usize),
    /// An array that the function only reads.
    Read(DynArray),
    /// A number, by value.
    Number(Scalar),
}

impl Argument {
    /// An array, a number of Python, or an element type and a number of it.
    fn of(object: &Bound<'_, PyAny>, only_read: bool) -> PyResult<Self> {
        if let Ok(array) = object.cast::<NdArray>() {
            let array = array.get();
            return match only_read || !array.is_writable() {
                true => array.value(object.py()).map(Self::Read),
                false => {
                    let place = array.place();
                    if place.part().is_some() {
                        return Err(PyTypeError::new_err("kernels write no parts of complex numbers: pass a copy"));
                    }
                    Ok(Self::Written(place.cell().clone(), place.layout().offset() * array.element_type().size()))
                }
            };
        }
        if let Ok((dtype, number)) = object.extract::<(PyRef<'_, ElementType>, Bound<'_, PyAny>)>()
            && let Some(number) = weak_number(&number)?
        {
            return number_as(number, dtype.0).map(Self::Number);
        }
        let refused = || PyTypeError::new_err(format!("no argument of a kernel: {}", object.get_type()));
        weak_number(object)?.map(Self::Number).ok_or_else(refused)
    }
}

/// An attribute of functions by CuPy's name for it.
fn attribute(name: &str) -> PyResult<gpu::FunctionAttribute> {
    use gpu::FunctionAttribute as Attribute;
    Ok(match name {
        "max_threads_per_block" => Attribute::MaxThreadsPerBlock,
        "shared_size_bytes" => Attribute::SharedSizeBytes,
        "const_size_bytes" => Attribute::ConstSizeBytes,
        "local_size_bytes" => Attribute::LocalSizeBytes,
        "num_regs" => Attribute::NumRegs,
        "ptx_version" => Attribute::PtxVersion,
        "binary_version" => Attribute::BinaryVersion,
        "max_dynamic_shared_size_bytes" => Attribute::MaxDynamicSharedSizeBytes,
        "preferred_shared_memory_carveout" => Attribute::PreferredSharedMemoryCarveout,
        _ => return Err(PyValueError::new_err(format!("functions have no attribute '{name}'"))),
    })
}

/// Cells in an order that all threads keep, each once: two launches that want the same ones do not wait for each other forever.
fn cells(args: &[Argument]) -> Vec<Arc<Mutex<Cell>>> {
    let written = args.iter().filter_map(|arg| match arg {
        Argument::Written(cell, _) => Some(cell.clone()),
        Argument::Read(_) | Argument::Number(_) => None,
    });
    let mut cells: Vec<_> = written.collect();
    cells.sort_by_key(|cell| Arc::as_ptr(cell).addr());
    cells.dedup_by(|a, b| Arc::ptr_eq(a, b));
    cells
}

/// What is done by the types of a backend.
macro_rules! backend {
    ($feature:literal $module:ident $Variant:ident $Driver:ident) => {
        #[cfg(feature = $feature)]
        mod $module {
            use super::{Argument, Code, Launch, Source, cells};
            use std::sync::PoisonError;
            use xparray::$module::{Function, ModuleOptions, $Driver};
            use xparray::{Device, Error, Result, Scalar, $Variant};

            pub fn load(xp: &$Variant, source: &Source, options: &[String], names: &[String]) -> Result<Code> {
                let module = match source {
                    Source::Image(image) => xp.module_from_image(image),
                    Source::Text(text) => {
                        let all = options.iter().fold(ModuleOptions::new(), |all, each| all.option(each));
                        xp.module_with(text, &names.iter().fold(all, |all, each| all.name(each)))
                    }
                };
                module.map(Code::$Variant)
            }

            pub fn queue(function: &Function<$Driver>, device: &Device, launch: &Launch) -> Result<()> {
                let Device::$Variant(xp) = device else {
                    return Err(Error::value("launch", "the function is of another backend"));
                };
                let foreign = || Error::value("launch", format!("an array of another device than {device}"));
                // What is read is taken first: where it is also written, the writing goes to a copy.
                let mut read = Vec::new();
                for arg in &launch.args {
                    if let Argument::Read(array) = arg {
                        let (buffer, start) = array.buffer_on(device)?;
                        let memory = buffer.$module().ok_or_else(foreign)?;
                        memory.order_for_reading(xp)?;
                        let address = memory.address() + (start * array.dtype().size()) as u64;
                        read.push((buffer, address));
                    }
                }
                // The cells stay locked until the launch is queued: nobody exchanges their memory meanwhile.
                let cells = cells(&launch.args);
                let mut locked = Vec::new();
                for cell in &cells {
                    let mut held = cell.lock().unwrap_or_else(PoisonError::into_inner);
                    let buffer = held.value_on_gpu().buffer_mut_on(device)?;
                    let memory = buffer.$module().ok_or_else(foreign)?;
                    memory.order_for_writing(xp)?;
                    let address = memory.address();
                    locked.push((cell, held, address));
                }
                let mut reads = read.iter().map(|(_, address)| *address);
                let args = launch.args.iter().map(|arg| match arg {
                    Argument::Read(_) => Scalar::new(reads.next().unwrap_or_default()),
                    Argument::Written(cell, start) => {
                        let found = locked.iter().find(|(each, ..)| std::sync::Arc::ptr_eq(each, cell));
                        Scalar::new(found.map_or(0, |(_, _, address)| address + *start as u64))
                    }
                    Argument::Number(number) => *number,
                });
                let args: Vec<Scalar> = args.collect();
                // SAFETY: that the arguments are those that the function declares, and that it stays inside its arrays, is what
                // whoever writes the source answers for.
                unsafe {
                    match launch.cooperative {
                        false => function.launch(launch.grid, launch.block, launch.shared, args),
                        true => function.launch_cooperative(launch.grid, launch.block, launch.shared, args),
                    }
                }
            }
        }
    };
}
backend!("cuda" cuda Cuda CudaDriver);
backend!("rocm" rocm Rocm HipDriver);

fn no_gpu(device: &Device) -> PyErr {
    let reason = "kernels of CUDA's or HIP's source need a CUDA or ROCm device".to_owned();
    exception(Error::Unavailable { backend: device.to_string(), reason })
}

#[pymethods]
impl RawModule {
    /// Compiles source with options and name expressions, or loads what is compiled, where `code` is bytes.
    #[new]
    fn new(
        py: Python<'_>,
        code: &Bound<'_, PyAny>,
        options: Vec<String>,
        names: Vec<String>,
        device: DeviceArg,
    ) -> PyResult<Self> {
        let device = device.0;
        let source = match code.extract::<Vec<u8>>() {
            Ok(image) => Source::Image(image),
            Err(_) => Source::Text(code.extract()?),
        };
        let code = match &device {
            #[cfg(feature = "cuda")]
            Device::Cuda(xp) => run(py, || cuda::load(xp, &source, &options, &names))?,
            #[cfg(feature = "rocm")]
            Device::Rocm(xp) => run(py, || rocm::load(xp, &source, &options, &names))?,
            other => return Err(no_gpu(other)),
        };
        Ok(Self { code, device })
    }

    /// A function, of its name or its name expression.
    fn function(&self, name: &str) -> PyResult<RawFunction> {
        let entry = match &self.code {
            #[cfg(feature = "cuda")]
            Code::Cuda(module) => Entry::Cuda(module.function(name).map_err(exception)?),
            #[cfg(feature = "rocm")]
            Code::Rocm(module) => Entry::Rocm(module.function(name).map_err(exception)?),
        };
        Ok(RawFunction { entry, device: self.device.clone() })
    }

    /// The address and the length in bytes of a variable.
    fn variable(&self, name: &str) -> PyResult<(u64, usize)> {
        match &self.code {
            #[cfg(feature = "cuda")]
            Code::Cuda(module) => module.global(name).map(|found| (found.address(), found.bytes())),
            #[cfg(feature = "rocm")]
            Code::Rocm(module) => module.global(name).map(|found| (found.address(), found.bytes())),
        }
        .map_err(exception)
    }

    /// The bytes of a variable, after what the stream does.
    fn read_variable<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = run(py, || match &self.code {
            #[cfg(feature = "cuda")]
            Code::Cuda(module) => module.global(name)?.read::<u8>(),
            #[cfg(feature = "rocm")]
            Code::Rocm(module) => module.global(name)?.read::<u8>(),
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes bytes to the beginning of a variable, after what the stream does.
    fn write_variable(&self, py: Python<'_>, name: &str, bytes: &[u8]) -> PyResult<()> {
        run(py, || match &self.code {
            #[cfg(feature = "cuda")]
            Code::Cuda(module) => module.global(name)?.write(bytes),
            #[cfg(feature = "rocm")]
            Code::Rocm(module) => module.global(name)?.write(bytes),
        })
    }
}

#[pymethods]
impl RawFunction {
    /// Queues a launch. Arrays whose place in `reads` is true are only read; others are written where they lie.
    #[allow(clippy::too_many_arguments)]
    fn launch(
        &self,
        py: Python<'_>,
        grid: (u32, u32, u32),
        block: (u32, u32, u32),
        shared: u32,
        args: Vec<Bound<'_, PyAny>>,
        reads: Vec<bool>,
        cooperative: bool,
    ) -> PyResult<()> {
        let only_read = |k: usize| reads.get(k).copied().unwrap_or(false);
        let args = args.iter().enumerate().map(|(k, arg)| Argument::of(arg, only_read(k)));
        let args = args.collect::<PyResult<Vec<_>>>()?;
        let launch = Launch { grid, block, shared, cooperative, args };
        match &self.entry {
            #[cfg(feature = "cuda")]
            Entry::Cuda(function) => run(py, || cuda::queue(function, &self.device, &launch)),
            #[cfg(feature = "rocm")]
            Entry::Rocm(function) => run(py, || rocm::queue(function, &self.device, &launch)),
        }
    }

    /// One of the function's numbers, by CuPy's names.
    fn attribute(&self, name: &str) -> PyResult<i32> {
        match &self.entry {
            #[cfg(feature = "cuda")]
            Entry::Cuda(function) => function.attribute(attribute(name)?).map_err(exception),
            #[cfg(feature = "rocm")]
            Entry::Rocm(function) => function.attribute(attribute(name)?).map_err(exception),
        }
    }

    /// Changes one of the function's numbers that can be.
    fn set_attribute(&self, name: &str, value: i32) -> PyResult<()> {
        match &self.entry {
            #[cfg(feature = "cuda")]
            Entry::Cuda(function) => function.set_attribute(attribute(name)?, value).map_err(exception),
            #[cfg(feature = "rocm")]
            Entry::Rocm(function) => function.set_attribute(attribute(name)?, value).map_err(exception),
        }
    }

    /// The device, on the stream where launches go.
    #[getter]
    fn device(&self) -> PyDevice {
        PyDevice(self.device.clone())
    }
}
