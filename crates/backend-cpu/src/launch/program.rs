//! A kernel compiled for this backend: for each section (body, epilogue, combine operation) the
//! steps to run over a tile, and where in scratch memory each value lives.

use super::lower::Lowering;
use super::ops::{Code, Formula, Poly, TileFn, in_tile};
use super::random::Random;
use super::reduce::{Builtin, Reducer};
use super::repeat::Repeat;
use xparray_ir::ir::{BinaryOp, Op, ReduceOp, Reduction, SharedKernel, UnaryOp, Value};
use xparray_ir::{DType, Error, Result, Scalar};

/// A value of a section.
pub type Id = u16;

/// What a step does.
pub enum Action {
    /// A loop over tiles.
    Code(Code),
    /// Elements of an operand at run-time places.
    Gather {
        /// The operand.
        operand: u16,
        /// Bytes of one element.
        size: usize,
    },
    /// Random numbers.
    Random(Random),
    /// A polynomial.
    Poly(Poly),
    /// A loop.
    Loop(Box<Looping>),
}

/// A loop over values of a section.
pub struct Looping {
    /// What is repeated.
    pub repeat: Repeat,
    /// The values that it reads.
    pub args: Vec<Id>,
    /// The state that it ends with; the first part is the step's result.
    pub outs: Vec<Id>,
    /// No value, but its memory.
    pub memory: Id,
}

/// What a step computes, if it is one of those that may become machine code.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))),
    allow(dead_code, reason = "machine code is made for x86-64 only")
)]
pub enum Meaning {
    /// A function of one value of a type.
    Unary(UnaryOp, DType),
    /// A function of two values of a type.
    Binary(BinaryOp, DType),
    /// A choice between two values of so many bytes.
    Select(usize),
    /// A conversion.
    Cast(DType, DType),
    /// What the product of two numbers of so many bytes loses.
    ProductError(usize),
}

/// One step over a tile.
pub struct Step {
    /// What it does.
    pub action: Action,
    /// The values that it reads, of which the first `arity` count.
    pub args: [Id; 3],
    /// How many values it reads, apart from a range of random integers.
    pub arity: usize,
    /// The value that it computes.
    pub out: Id,
    /// If it is arithmetic on floats: which, and their type.
    pub arithmetic: Option<(Formula, DType)>,
    /// What it computes, if machine code can be made of it.
    #[cfg_attr(
        not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))),
        allow(dead_code, reason = "as `Meaning`")
    )]
    pub meaning: Option<Meaning>,
    /// The same loop past the caches, if nothing but a store reads the result.
    pub stream: Option<TileFn>,
}

/// A value read from an operand.
pub struct Load {
    /// The value.
    pub value: Id,
    /// The operand.
    pub operand: u16,
    /// Bytes of one element.
    pub size: usize,
    /// Whether the operand is an index, without a buffer.
    pub index: bool,
    /// Whether anything but stores reads the value.
    pub computed_with: bool,
    /// Whether it is an index that only reductions read: they ask for it when they need it.
    pub lazy: bool,
    /// Whether it is an index that only random numbers read, as their positions: of neighbours, the first is enough.
    pub counted: bool,
}

/// A value written to an output.
pub struct Store {
    /// The value.
    pub value: Id,
    /// The output.
    pub output: u16,
    /// Bytes of one element.
    pub size: usize,
    /// The load that it repeats, if the value is one.
    pub load: Option<usize>,
    /// Whether the value may be computed where it is stored.
    pub in_place: bool,
}

/// A value that is the same for all elements.
pub enum Constant {
    /// A parameter of the launch.
    Param(u16),
    /// A constant of the kernel.
    Scalar(Scalar),
}

/// What a reduction adds up: values, or products of two, of so many bytes.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))),
    allow(dead_code, reason = "as `Meaning`")
)]
pub struct Summed {
    /// The values.
    pub x: Id,
    /// What they are multiplied with.
    pub y: Option<Id>,
    /// The bytes of a value.
    pub size: usize,
}

/// Steps over a tile.
#[derive(Default)]
pub struct Section {
    /// In order.
    pub steps: Vec<Step>,
    /// Values from operands.
    pub loads: Vec<Load>,
    /// Values to outputs.
    pub stores: Vec<Store>,
    /// Constants, with the type that tiles hold them in.
    pub constants: Vec<(Id, Constant, DType)>,
    /// Values that the caller provides: results of reductions, or arguments.
    pub inputs: Vec<(Id, Op)>,
    /// Values that reductions read after all steps, of so many bytes.
    #[cfg_attr(
        not(all(unix, any(target_arch = "x86_64", target_arch = "aarch64"))),
        allow(dead_code, reason = "as `Meaning`")
    )]
    pub results: Vec<(Id, usize)>,
    /// What is added up, if sums of floats are all that reductions are.
    pub sums: Vec<Summed>,
    /// Where each value lives, in bytes for each element of a tile.
    pub slots: Vec<usize>,
    /// The bytes of all slots for each element.
    pub width: usize,
    /// The estimated time for each element, in tenths of a nanosecond.
    pub cost: usize,
    /// Whether it only computes, from buffers, what it stores: over contiguous memory nothing has to be copied.
    pub plain: bool,
}

/// A compiled kernel.
pub struct Program {
    /// What is computed for each element.
    pub body: Section,
    /// How body values are reduced.
    pub reducers: Vec<Reducer>,
    /// What is computed from the reductions' results.
    pub epilogue: Section,
    /// Where `Gather` operands are used.
    pub gathers: Vec<(u16, usize)>,
    /// Whether the reduced axes must keep their order.
    pub ordered: bool,
    /// Whether operands are only reduced, in one pass.
    pub reads_once: bool,
    /// Machine code of the body.
    #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub natives: super::jit::Natives,
}

impl Section {
    /// Whether there are loops in it.
    pub fn has_loops(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.action, Action::Loop(_)))
    }

    /// Leaves an index to be read on demand, if it is one that nothing else reads.
    fn make_lazy(&mut self, index: Option<Id>) {
        let read = |id: Id| {
            self.steps.iter().any(|step| step.reads().any(|read| read == id))
                || self.stores.iter().any(|store| store.value == id)
        };
        let place = self.loads.iter().position(|load| load.index && Some(load.value) == index && !read(load.value));
        if let Some(k) = place {
            self.loads[k].lazy = true;
        }
    }
}

/// An error about the kernel itself.
pub fn invalid(message: impl Into<String>) -> Error {
    Error::value("launch", message)
}

impl Program {
    /// Compiles a kernel.
    pub fn new(kernel: &SharedKernel) -> Result<Self> {
        let (before, after) = kernel.insts.split_at(kernel.body);
        let (mut body, mut epilogue) = (Lowering::new(&[], before), Lowering::new(before, after));
        body.lower_all()?;
        epilogue.lower_all()?;
        let reducers = kernel.reductions.iter().map(|reduction| Reducer::new(reduction, &mut body));
        let mut reducers = reducers.collect::<Result<Vec<_>>>()?;
        for (k, &value) in kernel.outputs.iter().enumerate() {
            let section = if kernel.in_body(value) { &mut body } else { &mut epilogue };
            section.store(value, k as u16)?;
        }
        let gathers = kernel.insts.iter().filter_map(|inst| match inst.op {
            Op::Gather(operand) => Some((operand, inst.dtype.size())),
            _ => None,
        });
        let one_pass = |op: &ReduceOp| !matches!(op, ReduceOp::Moments | ReduceOp::Custom(_));
        let mut body = body.finish();
        // A sum of products reads their factors itself.
        if let ([Reducer::Builtin(builtin)], [Reduction { op: ReduceOp::Sum, dtype, .. }]) =
            (&mut reducers[..], &kernel.reductions[..])
            && let Some(dot) = body.take_product(builtin.x).and_then(|factors| Builtin::dot(*dtype, factors))
        {
            *builtin = dot;
        }
        for reducer in &reducers {
            if let Reducer::Builtin(builtin) = reducer {
                body.make_lazy(builtin.index);
            }
        }
        let summed = |reducer: &Reducer| match reducer {
            Reducer::Builtin(Builtin { x, y, lanes: Some(lanes), .. }) => {
                Some(Summed { x: *x, y: *y, size: lanes.size })
            }
            _ => None,
        };
        body.sums = reducers.iter().map(summed).collect::<Option<_>>().unwrap_or_default();
        Ok(Self {
            #[cfg(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")))]
            natives: super::jit::Natives::new(&body),
            gathers: gathers.collect(),
            ordered: reducers.iter().any(|reducer| matches!(reducer, Reducer::Custom(_))),
            reads_once: !reducers.is_empty()
                && body.steps.is_empty()
                && kernel.reductions.iter().all(|reduction| one_pass(&reduction.op)),
            body,
            reducers,
            epilogue: epilogue.finish(),
        })
    }
}

/// The bytes that a tile uses for each value of a type.
pub fn tile_size(dtype: DType) -> usize {
    in_tile(dtype).size()
}

/// A place among the instructions of a section.
pub fn local(value: Value, first: usize) -> Option<usize> {
    (value as usize).checked_sub(first)
}
