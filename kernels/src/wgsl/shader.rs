//! From the arguments of a launch to a shader, its bindings and the words that it is called with.

use super::library::{Arithmetic, complete};
use super::{line, map, reduce, tiles, together, vectors};
use crate::sites::{Site, Touch, gathers, is_random, sites};
use crate::source::{accumulator_size, reduced_type};
use crate::variant::{Form, Variant};
use crate::words::{Words, write_param};
use crate::{Limits, Plan, invalid, plan};
use smallvec::SmallVec;
use xparray_ir::backend::{Input, LaunchArgs, View};
use xparray_ir::ir::{Kernel, SharedKernel};
use xparray_ir::layout::checked_len;
use xparray_ir::{DType, Layout, Result};

/// Threads of a group.
const THREADS: usize = 256;

/// A buffer that a shader is given, after the arguments and the record of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// That of an operand, which is read.
    Input(usize),
    /// Of a kernel with more operands than bindings, all of those with elements as this type's, one after the other.
    Packed(DType),
    /// That of an output, which is written, and may be read.
    Output(usize),
    /// Of such a kernel with too many outputs, too, all outputs with elements as this type's.
    PackedOutput(DType),
    /// The partial results of a reduction, of so many bytes each.
    Partial(usize, usize),
}

/// Where an operand is read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Source {
    /// The buffer of an operand: its own, or that of one before it which has the same.
    Input(usize),
    Output(usize),
    Packed(DType),
    Nowhere,
}

/// What a shader depends on, beside the kernel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlanKey {
    variant: Variant,
    sources: SmallVec<[Source; 8]>,
    outputs: usize,
    packed: bool,
    together: bool,
}

/// How to run a launch as a shader. Equal kernels with equal keys have one shader.
#[derive(Clone, Debug)]
pub struct WgslPlan {
    plan: Plan,
    sources: SmallVec<[Source; 8]>,
    outputs: usize,
    /// Whether outputs are packed.
    packed: bool,
    /// Whether threads take several elements at once.
    together: bool,
    /// Whether there are several for each thread.
    many: bool,
    /// Words of addresses, bytes of an element there, and the buffer.
    addresses: SmallVec<[(usize, usize, Place); 8]>,
}

/// The buffer of an operand or of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// An operand's own.
    Input(usize),
    /// That of an output.
    Output(usize),
}

/// What a device has room for.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// Buffers of a kernel, beside the arguments and the record of a fault.
    pub buffers: usize,
    /// Bytes of memory that a group shares.
    pub shared: usize,
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

/// Plans a launch for a device with so many multiprocessors and room for so much. `None` if there is nothing to do.
///
/// # Errors
/// Those of [`plan`]; more elements than 31 bits count.
pub fn plan_wgsl<Buf>(args: &LaunchArgs<'_, Buf>, units: u32, room: Room) -> Result<Option<WgslPlan>> {
    let is_padded = args.inputs().iter().any(|input| matches!(input, Input::Padded { .. }));
    let vector = if is_padded { 1 } else { vectors::most(args.kernel()) };
    let Some(mut plan) = plan(args, &Limits { units, vector, plain: true })? else { return Ok(None) };
    check_size(args)?;
    let kernel: &Kernel = args.kernel();
    let accumulators = kernel.reductions.iter().map(|reduction| accumulator_size(kernel, reduction).max(4));
    if accumulators.map(|size| THREADS * size).sum::<usize>() > room.shared {
        plan.keep_apart();
    }
    let mut sources: SmallVec<[Source; 8]> = SmallVec::new();
    for (k, input) in args.inputs().iter().enumerate() {
        sources.push(match input {
            Input::Output(k) if *k < args.outputs().len() => Source::Output(*k),
            Input::Output(_) => Source::Output(0),
            Input::Part { output, .. } => Source::Output(*output),
            _ => match viewed(input) {
                Some(view) => {
                    let is_same = |other: &&View<'_, Buf>| {
                        std::ptr::eq(other.buffer(), view.buffer()) && other.dtype() == view.dtype()
                    };
                    let same = args.inputs()[..k].iter().position(|other| viewed(other).filter(is_same).is_some());
                    Source::Input(same.unwrap_or(k))
                }
                None => Source::Nowhere,
            },
        });
    }
    let words = Words::new(kernel, &plan.variant);
    let sites = sites(kernel);
    let in_memory = sites.iter().enumerate().filter(|(_, site)| site.in_memory());
    let outputs = args.outputs().len();
    let place = |operand: usize| match sources[operand] {
        Source::Output(output) => Place::Output(output),
        _ => Place::Input(operand),
    };
    let of_sites = in_memory.map(|(k, site)| {
        let buffer = match site.touch {
            Touch::Load(operand) | Touch::Index(operand) => place(operand as usize),
            Touch::Store(output) => Place::Output(if (output as usize) < outputs { output as usize } else { 0 }),
        };
        (words.site(k), site.dtype.size(), buffer)
    });
    let gathered = gathers(kernel);
    let of_gathers = gathered.iter().map(|&(operand, size)| (words.gather(operand), size, place(operand as usize)));
    let addresses = of_sites.chain(of_gathers).collect();
    let together = together::are_worth_it(kernel, &plan, units);
    let many = together::is_many(&plan, units) && !is_random(kernel);
    let mut plan = WgslPlan { plan, sources, outputs, packed: false, together, many, addresses };
    if plan.bindings(kernel).len() > room.buffers {
        plan.pack(args);
    }
    plan.packed = plan.bindings(kernel).len() > room.buffers;
    Ok(Some(plan))
}

/// The view of an operand that has a buffer.
fn viewed<'a, 'b, Buf>(input: &'a Input<'b, Buf>) -> Option<&'a View<'b, Buf>> {
    match input {
        Input::Buffer(view) | Input::Padded { view, .. } => Some(view),
        _ => None,
    }
}

/// Checks that elements are counted by 31 bits, wherever they lie.
fn check_size<Buf>(args: &LaunchArgs<'_, Buf>) -> Result<()> {
    let fits = |layout: &Layout| layout.bounds().is_none_or(|(_, last)| last <= i32::MAX as usize);
    let reads = args.inputs().iter().all(|input| match input {
        Input::Buffer(view) | Input::Padded { view, .. } => fits(view.layout()),
        Input::Part { layout, .. } => fits(layout),
        _ => true,
    });
    let writes = args.outputs().iter().all(|output| fits(output.layout())) && args.parts().iter().all(fits);
    if reads && writes && checked_len(args.shape())? <= i32::MAX as usize {
        return Ok(());
    }
    Err(invalid("arrays of more than 2147483647 elements are too large for this device"))
}

impl WgslPlan {
    /// What the shader depends on, beside the kernel.
    pub fn key(&self) -> PlanKey {
        PlanKey {
            variant: self.plan.variant.clone(),
            sources: self.sources.clone(),
            outputs: self.outputs,
            packed: self.packed,
            together: self.together,
        }
    }

    /// Reads all operands from few buffers.
    fn pack<Buf>(&mut self, args: &LaunchArgs<'_, Buf>) {
        for (source, input) in self.sources.iter_mut().zip(args.inputs()) {
            if let (Source::Input(_), Some(view)) = (&source, viewed(input)) {
                *source = Source::Packed(class(view.dtype()));
            }
        }
    }

    /// The operands of a pack.
    pub fn packed(&self, class: DType) -> impl Iterator<Item = usize> {
        (0..self.sources.len()).filter(move |&k| self.sources[k] == Source::Packed(class))
    }

    /// The outputs of a pack.
    pub fn packed_outputs(&self, kernel: &Kernel, of: DType) -> impl Iterator<Item = usize> {
        (0..self.outputs).filter(move |&k| class(kernel.dtype(kernel.outputs[k])) == of)
    }

    /// The buffers, in the order of the bindings from 2 on.
    pub fn bindings(&self, kernel: &Kernel) -> Vec<Binding> {
        let mut bindings = Vec::new();
        let read = sites(kernel).into_iter().filter_map(|site| match site.touch {
            Touch::Load(k) => Some(k as usize),
            _ => None,
        });
        for k in read.chain(gathers(kernel).into_iter().map(|(k, _)| k as usize)) {
            let binding = match self.sources[k] {
                Source::Input(k) => Binding::Input(k),
                Source::Packed(class) => Binding::Packed(class),
                Source::Output(_) | Source::Nowhere => continue,
            };
            if !bindings.contains(&binding) {
                bindings.push(binding);
            }
        }
        for k in 0..self.outputs {
            let packed = Binding::PackedOutput(class(kernel.dtype(kernel.outputs[k])));
            let binding = if self.packed { packed } else { Binding::Output(k) };
            if !bindings.contains(&binding) {
                bindings.push(binding);
            }
        }
        if self.plan.variant.split {
            let sizes = kernel.reductions.iter().map(|reduction| accumulator_size(kernel, reduction).max(4));
            bindings.extend(sizes.enumerate().map(|(k, size)| Binding::Partial(k, size)));
        }
        bindings
    }

    /// How many words there are, each with two halves.
    pub fn word_count(&self) -> usize {
        2 * self.plan.word_count()
    }

    /// How many partial results each reduction has.
    pub fn partials(&self) -> usize {
        let [outputs, _, pieces] = self.plan.numbers();
        outputs * pieces
    }

    /// How many groups of 256 each entry runs in.
    pub fn groups(&self) -> [usize; 2] {
        let blocks = self.plan.blocks();
        match self.plan.variant.form {
            Form::Rows(_) | Form::Columns(_) => [blocks, self.plan.numbers()[0]],
            // Threads read the arguments once for several elements, and are as many as take all of these together.
            _ if self.many => [self.plan.numbers()[0].div_ceil(THREADS * together::TOGETHER), 0],
            _ => [blocks, 0],
        }
    }

    /// The words of the arguments, each as its lower and upper half; `start` gives the byte at which one begins in a pack.
    pub fn words<Buf>(&self, args: &LaunchArgs<'_, Buf>, start: impl Fn(Place) -> usize) -> Vec<u32> {
        let (mut words, params) = self.plan.words();
        for &(word, size, place) in &self.addresses {
            // Of what is padded, the place is that of an element before the first one: it may be negative.
            let byte = words[word].wrapping_add(start(place) as u64) as i64;
            words[word] = (byte / size as i64) as u64;
        }
        for (param, &at) in args.params().iter().zip(params) {
            write_param(&mut words[at..], param);
        }
        words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect()
    }

    /// The shader for a kernel, on a device with this arithmetic.
    ///
    /// # Errors
    /// An operation that there is no text for.
    pub fn shader(&self, kernel: &SharedKernel, arithmetic: Arithmetic) -> Result<Shader> {
        let variant = &self.plan.variant;
        let mut writer = Writer {
            kernel,
            variant,
            plan: self,
            together: self.together,
            neighbour: None,
            sites: sites(kernel),
            words: Words::new(kernel, variant),
            out: String::new(),
        };
        writer.declare();
        match variant.form {
            Form::Rows(lanes) => reduce::write(&mut writer, lanes, false)?,
            Form::Columns(lanes) => reduce::write(&mut writer, lanes, true)?,
            Form::Tiles(axis) => tiles::write(&mut writer, axis)?,
            _ => map::write(&mut writer)?,
        }
        let entries: &[&str] = match (variant.form, variant.split) {
            (Form::Rows(_) | Form::Columns(_), true) => &["reduce", "merge"],
            (Form::Rows(_) | Form::Columns(_), false) => &["reduce"],
            _ => &["map"],
        };
        Ok(Shader { text: complete(writer.out, arithmetic), entries })
    }
}

/// A type whose elements a pack has as its own: elements that share words are all the same.
fn class(dtype: DType) -> DType {
    if super::types::in_word(dtype) > 1 { DType::U8 } else { dtype }
}

/// A shader, being written.
pub(super) struct Writer<'a> {
    pub kernel: &'a Kernel,
    pub variant: &'a Variant,
    plan: &'a WgslPlan,
    /// Whether threads take several elements at once.
    pub together: bool,
    /// Which of a thread's neighbours is being written.
    pub neighbour: Option<usize>,
    pub sites: SmallVec<[Site; 8]>,
    pub words: Words,
    pub out: String,
}

impl Writer<'_> {
    /// The name and type of an operand's buffer, and whether it is written.
    pub fn buffer(&self, operand: u16) -> (String, bool) {
        match self.plan.sources[operand as usize] {
            Source::Output(output) => (self.target(output as u16), true),
            Source::Packed(class) => (format!("packed_{class}"), false),
            Source::Input(k) => (format!("in{k}"), false),
            Source::Nowhere => (format!("in{operand}"), false),
        }
    }

    /// The name of the buffer of an output's number: parts are written to the only one.
    pub fn target(&self, number: u16) -> String {
        let number = if (number as usize) < self.plan.outputs { number as usize } else { 0 };
        if self.plan.packed {
            return format!("packed_out_{}", class(self.kernel.dtype(self.kernel.outputs[number])));
        }
        format!("out{number}")
    }

    fn declare(&mut self) {
        line!(self.out, "@group(0) @binding(0) var<storage, read> args: array<u32>;");
        line!(self.out, "@group(0) @binding(1) var<storage, read_write> fault: array<atomic<u32>, 8>;");
        for (at, binding) in self.plan.bindings(self.kernel).into_iter().enumerate() {
            let (name, class, access) = match binding {
                Binding::Input(k) => (format!("in{k}"), self.stored(self.type_read(k as u16), false), "read"),
                Binding::Packed(class) => {
                    (format!("packed_{class}"), super::types::stored(class, false).to_owned(), "read")
                }
                Binding::PackedOutput(class) => {
                    (format!("packed_out_{class}"), super::types::stored(class, true).to_owned(), "read_write")
                }
                Binding::Output(k) => {
                    let dtype = self.kernel.dtype(self.kernel.outputs[k]);
                    (format!("out{k}"), self.stored(dtype, true), "read_write")
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

    /// Whether buffers of a type are ones of vectors of four.
    pub fn has_vectors(&self, dtype: DType) -> bool {
        let packs = self.plan.packed || self.plan.sources.iter().any(|source| matches!(source, Source::Packed(_)));
        self.variant.vector == 4 && dtype.size() == 4 && !packs
    }

    /// The type of what a buffer holds.
    fn stored(&self, dtype: DType, written: bool) -> String {
        let class = super::types::stored(dtype, written);
        if self.has_vectors(dtype) { format!("vec4<{class}>") } else { class.to_owned() }
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
