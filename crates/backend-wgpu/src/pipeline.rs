//! Shaders, compiled once for each kernel and variant.

use crate::bound::Bound;
use crate::device::Device;
use crate::exact::exact;
use crate::fault::caught;
use crate::pairs::{FUNCTIONS, in_pairs};
use crate::queue::Queue;
use naga::Module;
use naga::back::{spv, wgsl};
use naga::compact::{KeepUnused, compact};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};
use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType,
    ComputePipelineDescriptor, ErrorFilter, Features, PassthroughShaderEntryPoint, PipelineLayoutDescriptor,
    ShaderModuleDescriptor, ShaderModuleDescriptorPassthrough, ShaderSource, ShaderStages,
};
use xparray_ir::ir::SharedKernel;
use xparray_ir::{Error, Result};
use xparray_kernels::wgsl::{Binding, PlanKey, Shader, WgslPlan};

/// What a shader is known by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Kernel(SharedKernel, Box<PlanKey>),
    Named(String),
}

/// What was compiled.
#[derive(Default)]
pub(crate) struct Pipelines(Mutex<FxHashMap<Key, Arc<Compiled>>>);

/// A shader with its bindings.
pub(crate) struct Compiled {
    pub layout: BindGroupLayout,
    pub bindings: Vec<Binding>,
    /// One for each entry.
    pub pipelines: Vec<wgpu::ComputePipeline>,
    pub bound: Bound,
}

impl Pipelines {
    /// Lets go of all buffers that were bound.
    pub fn forget_bound(&self) {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.values().for_each(|compiled| compiled.bound.forget());
    }

    /// The shader of a plan.
    pub fn of_plan(&self, device: &Device, kernel: &SharedKernel, plan: &WgslPlan) -> Result<Arc<Compiled>> {
        self.find(device, Key::Kernel(kernel.clone(), Box::new(plan.key())), plan.word_count(), || {
            Ok((plan.shader(kernel, device.arithmetic)?, plan.bindings(kernel)))
        })
    }

    /// The shader of a key, which is made by `shader` if it is new.
    pub fn find(
        &self,
        device: &Device,
        key: Key,
        words: usize,
        shader: impl FnOnce() -> Result<(Shader, Vec<Binding>)>,
    ) -> Result<Arc<Compiled>> {
        // What panicked while it held the lock has changed nothing.
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = known().get(&key) {
            return Ok(compiled.clone());
        }
        let (shader, bindings) = shader()?;
        let compiled = Arc::new(compile(device, &shader, bindings, words)?);
        Ok(known().entry(key).or_insert(compiled).clone())
    }
}

fn refused(shader: &Shader, log: String) -> Error {
    Error::Compile { source_code: shader.text.clone(), log }
}

/// A binding of a storage buffer.
fn storage(binding: u32, read_only: bool, size: Option<u64>) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty: BufferBindingType::Storage { read_only },
            has_dynamic_offset: size.is_some(),
            min_binding_size: size.and_then(NonZeroU64::new),
        },
        count: None,
    }
}

pub(crate) fn compile(device: &Device, shader: &Shader, bindings: Vec<Binding>, words: usize) -> Result<Compiled> {
    let gpu = &device.gpu;
    let most = device.room().buffers;
    if bindings.len() > most {
        return Err(Error::value(
            "launch",
            format!("a kernel over {} buffers: the device takes {most}", bindings.len()),
        ));
    }
    let mut entries = vec![storage(0, true, Some(Queue::reach(words))), storage(1, false, None)];
    for (at, binding) in (2..).zip(&bindings) {
        entries.push(storage(at, matches!(binding, Binding::Input(_) | Binding::Packed(_)), None));
    }
    let source = source(device, shader)?;
    let (compiled, invalid) = caught(gpu, ErrorFilter::Validation, || {
        let layout = gpu.create_bind_group_layout(&BindGroupLayoutDescriptor { label: None, entries: &entries });
        let pipeline_layout = gpu.create_pipeline_layout(&PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let module = match source {
            Source::Text(text) => {
                gpu.create_shader_module(ShaderModuleDescriptor { label: None, source: ShaderSource::Wgsl(text) })
            }
            Source::Spirv(words) => {
                let entry_points: Vec<_> = shader.entries.iter().map(|&name| entry_point(name)).collect();
                let descriptor = ShaderModuleDescriptorPassthrough {
                    label: None,
                    entry_points: Cow::Owned(entry_points),
                    spirv: Some(Cow::Owned(words)),
                    ..Default::default()
                };
                // SAFETY: naga has validated and written the module, and its entries stay inside their buffers: launches are checked.
                unsafe { gpu.create_shader_module_passthrough(descriptor) }
            }
        };
        let pipelines = shader.entries.iter().map(|&entry| {
            gpu.create_compute_pipeline(&ComputePipelineDescriptor {
                label: None,
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(entry),
                compilation_options: Default::default(),
                cache: None,
            })
        });
        Compiled { pipelines: pipelines.collect(), layout, bindings, bound: Bound::default() }
    });
    match invalid {
        Some(error) => Err(refused(shader, error.to_string())),
        None => Ok(compiled),
    }
}

/// A shader as a device takes it.
enum Source<'a> {
    Text(Cow<'a, str>),
    Spirv(Vec<u32>),
}

fn source<'a>(device: &Device, shader: &'a Shader) -> Result<Source<'a>> {
    if device.has(Features::PASSTHROUGH_SHADERS) && is_vulkan(device) {
        return Ok(Source::Spirv(spirv(shader, device)?));
    }
    Ok(Source::Text(match device.has(Features::SHADER_INT64) {
        true => Cow::Borrowed(&shader.text),
        false => Cow::Owned(rewritten(shader, device)?),
    }))
}

fn is_vulkan(device: &Device) -> bool {
    device.gpu.adapter_info().backend == wgpu::Backend::Vulkan
}

fn entry_point(name: &str) -> PassthroughShaderEntryPoint<'_> {
    PassthroughShaderEntryPoint { name: Cow::Borrowed(name), workgroup_size: (256, 1, 1) }
}

/// The shader as naga knows it, of what the device has.
fn module(shader: &Shader, device: &Device) -> Result<(Module, ModuleInfo)> {
    let mut capabilities = Capabilities::all();
    capabilities.set(Capabilities::FLOAT64, device.has(Features::SHADER_F64));
    let pairs = !device.has(Features::SHADER_INT64);
    let text = if pairs { format!("{FUNCTIONS}{}", shader.text) } else { shader.text.clone() };
    let validated = |module: &Module| {
        Validator::new(ValidationFlags::all(), capabilities)
            .validate(module)
            .map_err(|error| refused(shader, error.emit_to_string(&text)))
    };
    let module = naga::front::wgsl::parse_str(&text).map_err(|error| refused(shader, error.emit_to_string(&text)))?;
    let info = validated(&module)?;
    if !pairs {
        return Ok((module, info));
    }
    let mut module = in_pairs(module, &info).map_err(|error| refused(shader, error))?;
    compact(&mut module, KeepUnused::No);
    let info = validated(&module)?;
    Ok((module, info))
}

/// The shader as text again, without 64-bit integers.
fn rewritten(shader: &Shader, device: &Device) -> Result<String> {
    let (module, info) = module(shader, device)?;
    wgsl::write_string(&module, &info, wgsl::WriterFlags::empty()).map_err(|error| refused(shader, error.to_string()))
}

/// The shader as SPIR-V.
fn spirv(shader: &Shader, device: &Device) -> Result<Vec<u32>> {
    let (module, info) = module(shader, device)?;
    let options = spv::Options {
        // Loops of ours end; of users' ones, naga sees to it that they do.
        force_loop_bounding: shader.text.contains("loop {"),
        lang_version: (1, 3),
        zero_initialize_workgroup_memory: spv::ZeroInitializeWorkgroupMemoryMode::None,
        ..Default::default()
    };
    let words = spv::write_vec(&module, &info, &options, None).map_err(|error| refused(shader, error.to_string()))?;
    Ok(exact(&words, &device.keep))
}
