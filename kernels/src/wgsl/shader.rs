//! From the arguments of a launch to a shader, its bindings and the words that it is called with.

use super::library::complete;
use super::{line, map, reduce};
use crate::sites::{Site, Touch, gathers, sites};
use crate::source::{accumulator_size, reduced_type};
use crate::variant::{Form, Variant};
use crate::words::{Words, write_param};
use crate::{Limits, Plan, invalid, plan};
use smallvec::SmallVec;
use xparray_ir::backend::{Input, LaunchArgs};
use xparray_ir::ir::{Kernel, SharedKernel};
use xparray_ir::{DType, Result};

/// A buffer that a shader is given, after the arguments and the record of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// That of an operand, which is read.
    Input(usize),
    /// That of an output, which is written, and may be read.
    Output(usize),
    /// The partial results of a reduction, of so many bytes each.
    Partial(usize, usize),
}

/// How to run a launch as a shader. Equal kernels with equal variants and bindings have one shader.
#[derive(Clone, Debug)]
pub struct WgslPlan {
    plan: Plan,
    /// Of each operand the output that it is read from, if it is.
    sources: SmallVec<[Option<usize>; 8]>,
    outputs: usize,
    /// Bytes of the elements at the sites, by which addresses are divided.
    sizes: SmallVec<[(usize, usize); 8]>,
}

/// What of a device shaders depend on.
#[derive(Clone, Copy, Debug)]
pub struct Dialect {
    /// Bytes of memory that a group shares.
    pub shared: usize,
    /// Whether `fma` rounds once.
    pub fused: bool,
}

/// A shader that tells, by a word that is not 0, whether `fma` of this type (`f32` or `f64`) rounds twice. Its arguments are 1, as
/// a word.
pub fn fma_probe(double: bool) -> Shader {
    let (class, ulp) = if double { ("f64", "7.450580596923828e-9lf") } else { ("f32", "0.000244140625f") };
    let text = format!(
        "@group(0) @binding(0) var<storage, read> args: array<u32>;\n\
         @group(0) @binding(1) var<storage, read_write> fault: array<atomic<u32>, 8>;\n\
         @group(0) @binding(2) var<storage, read_write> out0: array<u32>;\n\
         @compute @workgroup_size(256)\n\
         fn map(@builtin(local_invocation_index) lane: u32) {{\n\
         let one = {class}(args[0]);\n\
         let x = one + one * {ulp};\n\
         if (lane == 0u) {{ out0[0] = select(0u, 1u, fma(x, x, -(x * x)) == {class}(0)); }}\n}}\n"
    );
    Shader { text, entries: &["map"] }
}

/// A shader as text.
#[derive(Debug)]
pub struct Shader {
    /// The source, complete.
    pub text: String,
    /// The entries, which run one after the other over the same bindings.
    pub entries: &'static [&'static str],
}

/// Plans a launch. `None` if there is nothing to do.
///
/// # Errors
/// Those of [`plan`]; more elements than 31 bits count.
pub fn plan_wgsl<Buf>(args: &LaunchArgs<'_, Buf>, units: u32) -> Result<Option<WgslPlan>> {
    let Some(plan) = plan(args, &Limits { units, plain: true })? else { return Ok(None) };
    if plan.variant.wide {
        return Err(invalid("arrays of more than 2147483647 elements are too large for this device"));
    }
    let mut sources = SmallVec::new();
    for input in args.inputs() {
        sources.push(match input {
            Input::Output(k) if *k < args.outputs().len() => Some(*k),
            Input::Output(_) => Some(0),
            Input::Part { output, .. } => Some(*output),
            _ => None,
        });
    }
    let kernel: &Kernel = args.kernel();
    let words = Words::new(kernel, &plan.variant);
    let sites = sites(kernel);
    let in_memory = sites.iter().enumerate().filter(|(_, site)| site.in_memory());
    let sizes = in_memory.map(|(k, site)| (words.site(k), site.dtype.size()));
    let gathered = gathers(kernel);
    let sizes = sizes.chain(gathered.iter().map(|&(operand, size)| (words.gather(operand), size))).collect();
    Ok(Some(WgslPlan { plan, sources, outputs: args.outputs().len(), sizes }))
}

impl WgslPlan {
    /// What the shader depends on, beside the kernel.
    pub fn key(&self) -> (Variant, SmallVec<[Option<usize>; 8]>, usize) {
        (self.plan.variant.clone(), self.sources.clone(), self.outputs)
    }

    /// The buffers, in the order of the bindings from 2 on.
    pub fn bindings(&self, kernel: &Kernel) -> Vec<Binding> {
        let mut bindings = Vec::new();
        let read = sites(kernel).into_iter().filter_map(|site| match site.touch {
            Touch::Load(k) => Some(k as usize),
            _ => None,
        });
        for k in read.chain(gathers(kernel).into_iter().map(|(k, _)| k as usize)) {
            if self.sources[k].is_none() && !bindings.contains(&Binding::Input(k)) {
                bindings.push(Binding::Input(k));
            }
        }
        bindings.extend((0..self.outputs).map(Binding::Output));
        if self.plan.variant.split {
            let sizes = kernel.reductions.iter().map(|reduction| accumulator_size(kernel, reduction).max(4));
            bindings.extend(sizes.enumerate().map(|(k, size)| Binding::Partial(k, size)));
        }
        bindings
    }

    /// How many partial results each reduction has.
    pub fn partials(&self) -> usize {
        let [outputs, _, pieces] = self.plan.numbers();
        outputs * pieces
    }

    /// How many groups of 256 each entry runs in.
    pub fn groups(&self) -> [usize; 2] {
        [self.plan.blocks(), self.plan.numbers()[0]]
    }

    /// The words of the arguments, each as its lower and upper half.
    pub fn words<Buf>(&self, args: &LaunchArgs<'_, Buf>) -> Vec<u32> {
        let (mut words, params) = self.plan.words();
        for &(word, size) in &self.sizes {
            words[word] /= size as u64;
        }
        for (param, &at) in args.params().iter().zip(params) {
            write_param(&mut words[at..], param);
        }
        words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect()
    }

    /// The shader for a kernel.
    ///
    /// # Errors
    /// An operation that there is no text for.
    pub fn shader(&self, kernel: &SharedKernel, dialect: &Dialect) -> Result<Shader> {
        let variant = &self.plan.variant;
        let mut writer = Writer {
            kernel,
            variant,
            plan: self,
            sites: sites(kernel),
            words: Words::new(kernel, variant),
            out: String::new(),
        };
        writer.declare();
        match variant.form {
            Form::Rows(lanes) => reduce::write(&mut writer, lanes, false, dialect.shared)?,
            Form::Columns(lanes) => reduce::write(&mut writer, lanes, true, dialect.shared)?,
            _ => map::write(&mut writer)?,
        }
        let entries: &[&str] = match (variant.form, variant.split) {
            (Form::Rows(_) | Form::Columns(_), true) => &["reduce", "merge"],
            (Form::Rows(_) | Form::Columns(_), false) => &["reduce"],
            _ => &["map"],
        };
        Ok(Shader { text: complete(writer.out, dialect.fused), entries })
    }
}

/// A shader, being written.
pub(super) struct Writer<'a> {
    pub kernel: &'a SharedKernel,
    pub variant: &'a Variant,
    plan: &'a WgslPlan,
    pub sites: SmallVec<[Site; 8]>,
    pub words: Words,
    pub out: String,
}

impl Writer<'_> {
    /// The name and type of an operand's buffer, and whether it is written.
    pub fn buffer(&self, operand: u16) -> (String, bool) {
        match self.plan.sources[operand as usize] {
            Some(output) => (format!("out{output}"), true),
            None => (format!("in{operand}"), false),
        }
    }

    /// The name of the buffer of an output's number: parts are written to the only one.
    pub fn target(&self, number: u16) -> String {
        format!("out{}", if (number as usize) < self.plan.outputs { number } else { 0 })
    }

    fn declare(&mut self) {
        line!(self.out, "@group(0) @binding(0) var<storage, read> args: array<u32>;");
        line!(self.out, "@group(0) @binding(1) var<storage, read_write> fault: array<atomic<u32>, 8>;");
        for (at, binding) in self.plan.bindings(self.kernel).into_iter().enumerate() {
            let (name, class, access) = match binding {
                Binding::Input(k) => {
                    (format!("in{k}"), super::types::stored(self.type_read(k as u16), false).to_owned(), "read")
                }
                Binding::Output(k) => {
                    let dtype = self.kernel.dtype(self.kernel.outputs[k]);
                    (format!("out{k}"), super::types::stored(dtype, true).to_owned(), "read_write")
                }
                Binding::Partial(k, _) => {
                    let reduction = &self.kernel.reductions[k];
                    let class = reduce::accumulator(reduction, reduced_type(self.kernel, reduction));
                    (format!("partial{k}"), class, "read_write")
                }
            };
            line!(self.out, "@group(0) @binding({}) var<storage, {access}> {name}: array<{class}>;", at + 2);
        }
    }

    /// The type of what is read of an operand.
    fn type_read(&self, operand: u16) -> DType {
        use xparray_ir::ir::Op;
        let reads = |op: &Op| matches!(op, Op::Load(k) | Op::Gather(k) if *k == operand);
        self.kernel.insts.iter().find(|inst| reads(&inst.op)).map_or(DType::U32, |inst| inst.dtype)
    }

    /// The sites of a section, with their numbers.
    pub fn section(&self, body: bool) -> Vec<(usize, Site)> {
        self.sites.iter().copied().enumerate().filter(|(_, site)| site.body == body).collect()
    }
}
