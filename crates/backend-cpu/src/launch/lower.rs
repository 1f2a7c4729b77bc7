//! From the instructions of a section, which are verified, to steps.
//!
//! Values of half types are `f32` in tiles. They are packed to 16 bits for memory and rounded to what 16 bits
//! can hold before something else reads them, each only where it is needed.

use super::ops::{self, Arithmetic, Code, Formula, Poly, half, in_tile};
use super::program::{Action, Constant, Id, Load, Looping, Meaning, Section, Step, Store, invalid, local, tile_size};
use super::random::Random;
use super::repeat::Repeat;
use crate::vmath;
use xparray_ir::functions::Expression;
use xparray_ir::ir::{BinaryOp, Inst, Op, SharedLoop, UnaryOp, Value};
use xparray_ir::{DType, Kind, Result, Scalar};

/// The forms in which an instruction's result is there.
#[derive(Clone, Copy, Default)]
struct Forms {
    /// As operations read it.
    tile: Option<Id>,
    /// As `f32`, before rounding to a half type.
    exact: Option<Id>,
    /// As 16 bits.
    packed: Option<Id>,
}

/// A section in the making.
pub struct Lowering<'k> {
    insts: &'k [Inst],
    /// The number of the first instruction in the kernel.
    first: usize,
    forms: Vec<Forms>,
    section: Section,
    /// The element size of each value.
    sizes: Vec<usize>,
    /// Whether a value is read after all steps.
    pinned: Vec<bool>,
    /// Instructions of the body, of which an epilogue may read parameters.
    outer: &'k [Inst],
    /// The loops, with what they read and give.
    loops: Vec<(&'k SharedLoop, Vec<Id>, Vec<Id>)>,
}

/// Estimated costs of steps, in tenths of a nanosecond for each element.
mod cost {
    pub const LOOP: usize = 1;
    pub const DIVISION: usize = 15;
    pub const MATH: usize = 10;
    pub const COMPLEX_MATH: usize = 400;
    pub const RANDOM: usize = 10;
    pub const GATHER: usize = 15;
}

impl<'k> Lowering<'k> {
    /// A section of these instructions, which follow others, the outer ones, in the kernel.
    pub fn new(outer: &'k [Inst], insts: &'k [Inst]) -> Self {
        Self {
            insts,
            outer,
            first: outer.len(),
            forms: vec![Forms::default(); insts.len()],
            section: Section::default(),
            sizes: Vec::new(),
            pinned: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// Lowers every instruction.
    pub fn lower_all(&mut self) -> Result<()> {
        let insts = self.insts;
        for (place, inst) in insts.iter().enumerate() {
            self.forms[place] = self.lower(inst)?;
        }
        Ok(())
    }

    fn value(&mut self, size: usize, pinned: bool) -> Id {
        self.sizes.push(size);
        self.pinned.push(pinned);
        (self.sizes.len() - 1) as Id
    }

    fn step(&mut self, action: Action, args: &[Id], size: usize, cost: usize) -> Id {
        let out = self.value(size, false);
        let mut all = [0; 3];
        all[..args.len()].copy_from_slice(args);
        self.section.steps.push(Step {
            action,
            args: all,
            arity: args.len(),
            out,
            arithmetic: None,
            meaning: None,
            stream: None,
        });
        self.section.cost += cost;
        out
    }

    fn map(&mut self, f: ops::TileFn, args: &[Id], size: usize) -> Id {
        self.step(Action::Code(Code::Map(f)), args, size, cost::LOOP)
    }

    /// A step's result, with what the step computes.
    fn meaning(&mut self, meaning: Meaning, id: Id) -> Id {
        if let Some(step) = self.section.steps.last_mut().filter(|step| step.out == id) {
            step.meaning = Some(meaning);
        }
        id
    }

    /// The type of a value of this section, or of an outer parameter.
    pub fn type_of(&self, value: Value) -> DType {
        match local(value, self.first) {
            Some(place) => self.insts[place].dtype,
            None => self.outer[value as usize].dtype,
        }
    }

    /// A value as operations read it.
    pub fn arg(&mut self, value: Value) -> Result<Id> {
        if let Some(Inst { op: Op::Param(k), dtype, .. }) = self.outer.get(value as usize) {
            return Ok(self.constant(Constant::Param(*k), *dtype));
        }
        let place = local(value, self.first).filter(|&place| place < self.insts.len());
        let place = place.ok_or_else(|| invalid(format!("value {value} is not in its section")))?;
        let (forms, dtype) = (self.forms[place], self.insts[place].dtype);
        let tile = match (forms.tile, forms.exact, forms.packed) {
            (Some(tile), ..) => tile,
            (_, Some(exact), _) => {
                let round = half::round(dtype).ok_or_else(|| invalid("no half type"))?;
                self.map(round, &[exact], 4)
            }
            (_, _, Some(packed)) => {
                let unpack = ops::unpack(dtype).ok_or_else(|| invalid("no packed type"))?;
                let id = self.map(unpack, &[packed], tile_size(dtype));
                if dtype == DType::Bool { self.meaning(Meaning::Cast(DType::U8, dtype), id) } else { id }
            }
            _ => return Err(invalid(format!("value {value} is not there yet"))),
        };
        self.forms[place].tile = Some(tile);
        Ok(tile)
    }

    /// Keeps a value until all steps have run, for whoever reads it then.
    fn pin(&mut self, value: Id) {
        self.pinned[value as usize] = true;
    }

    /// A value converted to a type as it is in tiles, to be read after all steps.
    pub fn arg_as(&mut self, value: Value, dtype: DType) -> Result<Id> {
        let source = self.type_of(value);
        let id = self.arg(value)?;
        let forms = self.cast(id, source, dtype)?;
        let id = match (forms.tile, forms.exact) {
            (Some(tile), _) => tile,
            (_, Some(exact)) => {
                let round = half::round(dtype).ok_or_else(|| invalid("no half type"))?;
                self.map(round, &[exact], 4)
            }
            _ => id,
        };
        self.pin(id);
        self.mark_read(id);
        self.section.results.push((id, self.sizes[id as usize]));
        Ok(id)
    }

    /// Notes that more than stores reads a value, if it is a load.
    fn mark_read(&mut self, id: Id) {
        self.section.loads.iter_mut().filter(|load| load.value == id).for_each(|load| load.computed_with = true);
    }

    /// The parameter that a value is.
    pub fn param_of(&self, value: Value) -> Option<u16> {
        match self.insts.get(local(value, self.first)?)?.op {
            Op::Param(k) => Some(k),
            _ => None,
        }
    }

    fn load(&mut self, operand: u16, size: usize, index: bool) -> Id {
        let value = self.value(size, true);
        self.section.loads.push(Load {
            value,
            operand,
            size,
            index,
            computed_with: false,
            lazy: false,
            counted: false,
        });
        value
    }

    fn lower(&mut self, inst: &'k Inst) -> Result<Forms> {
        let dtype = inst.dtype;
        let is_packed = ops::unpack(dtype).is_some();
        let source = inst.args.first().map(|&arg| self.type_of(arg));
        let source = source.unwrap_or(dtype);
        let tile = |id| Forms { tile: Some(id), ..Forms::default() };
        let packed = |id| Forms { packed: Some(id), ..Forms::default() };
        Ok(match &inst.op {
            Op::Load(operand) => {
                let id = self.load(*operand, dtype.size(), false);
                if is_packed { packed(id) } else { tile(id) }
            }
            Op::Index(operand) => tile(self.load(*operand, 8, true)),
            Op::Gather(operand) => {
                let index = self.arg(inst.args[0])?;
                let (operand, size) = (*operand, dtype.size());
                let id = self.step(Action::Gather { operand, size }, &[index], size, cost::GATHER);
                if is_packed { packed(id) } else { tile(id) }
            }
            Op::Param(k) => tile(self.constant(Constant::Param(*k), dtype)),
            Op::Const(scalar) => tile(self.scalar(*scalar)),
            Op::Reduced { .. } => {
                let id = self.input(inst.op.clone(), dtype);
                self.result(id, dtype, false)
            }
            Op::Arg(_) => tile(self.input(inst.op.clone(), dtype)),
            Op::Random(distribution) => {
                let random = Random::new(*distribution, dtype);
                let random = random.ok_or_else(|| invalid(format!("no random {dtype}")))?;
                let args = inst.args.iter().map(|&arg| self.arg(arg)).collect::<Result<Vec<_>>>()?;
                let constant = |id: &Id| self.section.constants.iter().any(|(constant, ..)| constant == id);
                let uniform = args[1..].iter().all(constant);
                let action = Action::Random(random.with_range(&args[3..], uniform));
                let id = self.step(action, &args[..3], dtype.size(), cost::RANDOM);
                if is_packed { packed(id) } else { tile(id) }
            }
            Op::Cast => {
                let id = self.arg(inst.args[0])?;
                self.cast(id, source, dtype)?
            }
            Op::Select => {
                let args = [self.arg(inst.args[0])?, self.arg(inst.args[1])?, self.arg(inst.args[2])?];
                let id = self.map(ops::select(in_tile(dtype)), &args, tile_size(dtype));
                tile(self.meaning(Meaning::Select(tile_size(dtype)), id))
            }
            Op::Complex => {
                let f = match dtype {
                    DType::Complex64 => ops::from_parts::<f32>(),
                    _ => ops::from_parts::<f64>(),
                };
                let args = [self.arg(inst.args[0])?, self.arg(inst.args[1])?];
                tile(self.map(f, &args, dtype.size()))
            }
            Op::Unary(op) => self.unary(*op, inst.args[0], source, dtype)?,
            Op::Binary(op) => self.binary(*op, [inst.args[0], inst.args[1]], source, dtype)?,
            Op::Call(function) => {
                let x = self.arg(inst.args[0])?;
                let id = self.expression(function.expression(dtype), x)?;
                self.result(id, dtype, false)
            }
            Op::Poly(polynomial) => {
                let x = self.arg(inst.args[0])?;
                tile(self.poly(polynomial.0, x, dtype))
            }
            Op::ProductError => {
                let args = [self.arg(inst.args[0])?, self.arg(inst.args[1])?];
                tile(self.product_error(args, dtype))
            }
            Op::Loop { body, part } => tile(self.looped(body, *part, &inst.args)?),
        })
    }

    /// A part of the state that a loop ends with. All of them come of one step.
    fn looped(&mut self, body: &'k SharedLoop, part: u16, args: &[Value]) -> Result<Id> {
        let args = args.iter().map(|&arg| self.arg(arg)).collect::<Result<Vec<_>>>()?;
        let same = self.loops.iter().find(|(other, others, _)| *other == body && *others == args);
        if let Some((.., outs)) = same {
            return Ok(outs[usize::from(part)]);
        }
        let repeat = Repeat::new(body)?;
        let memory = self.value(repeat.width(), true);
        let outs: Vec<Id> = repeat.state().iter().map(|&size| self.value(size, true)).collect();
        self.section.cost += repeat.cost();
        self.section.steps.push(Step {
            out: outs[0],
            action: Action::Loop(Box::new(Looping { repeat, args: args.clone(), outs: outs.clone(), memory })),
            args: [0; 3],
            arity: 0,
            arithmetic: None,
            meaning: None,
            stream: None,
        });
        let out = outs[usize::from(part)];
        self.loops.push((body, args, outs));
        Ok(out)
    }

    /// The steps of a function of the table. There are no half types in it, so a value has one form.
    fn expression(&mut self, expression: &'static Expression, x: Id) -> Result<Id> {
        let mut values: Vec<Id> = Vec::with_capacity(expression.insts.len());
        for Inst { op, dtype, args } in &expression.insts {
            let id = |k: usize| values[args[k] as usize];
            let source = args.last().map_or(*dtype, |&arg| expression.insts[arg as usize].dtype);
            values.push(match op {
                Op::Arg(_) => x,
                Op::Const(scalar) => self.scalar(*scalar),
                Op::Unary(op) => self.unary_of(*op, id(0), source)?,
                Op::Binary(op) => self.binary_of(*op, [id(0), id(1)], source, *dtype)?,
                Op::Select => {
                    let id = self.map(ops::select(*dtype), &[id(0), id(1), id(2)], dtype.size());
                    self.meaning(Meaning::Select(dtype.size()), id)
                }
                Op::Cast => self.convert(id(0), source, *dtype)?,
                Op::Poly(polynomial) => self.poly(polynomial.0, id(0), *dtype),
                Op::ProductError => self.product_error([id(0), id(1)], *dtype),
                Op::Call(function) => self.expression(function.expression(*dtype), id(0))?,
                op => return Err(invalid(format!("{op:?} in a function"))),
            });
        }
        Ok(values[expression.result as usize])
    }

    fn poly(&mut self, coefficients: &'static [f64], x: Id, dtype: DType) -> Id {
        let action = Action::Poly(Poly::new(dtype, coefficients));
        self.step(action, &[x], dtype.size(), cost::LOOP + coefficients.len() * cost::LOOP / 4)
    }

    fn product_error(&mut self, args: [Id; 2], dtype: DType) -> Id {
        let id = self.step(Action::Code(ops::product_error(dtype)), &args, dtype.size(), cost::LOOP);
        self.meaning(Meaning::ProductError(dtype.size()), id)
    }

    /// A constant of the kernel, which is kept once.
    fn scalar(&mut self, scalar: Scalar) -> Id {
        let same = |constant: &Constant| matches!(constant, Constant::Scalar(other) if *other == scalar);
        match self.section.constants.iter().find(|(_, constant, _)| same(constant)) {
            Some((id, ..)) => *id,
            None => self.constant(Constant::Scalar(scalar), scalar.dtype()),
        }
    }

    fn constant(&mut self, constant: Constant, dtype: DType) -> Id {
        let id = self.value(tile_size(dtype), true);
        self.section.constants.push((id, constant, in_tile(dtype)));
        id
    }

    fn input(&mut self, op: Op, dtype: DType) -> Id {
        let id = self.value(tile_size(dtype), true);
        self.section.inputs.push((id, op));
        id
    }

    /// A result in the tile's type, which may need rounding to a half type.
    fn result(&self, id: Id, dtype: DType, exact: bool) -> Forms {
        if in_tile(dtype) == dtype || exact {
            Forms { tile: Some(id), ..Forms::default() }
        } else {
            Forms { exact: Some(id), ..Forms::default() }
        }
    }

    fn unary(&mut self, op: UnaryOp, arg: Value, source: DType, dtype: DType) -> Result<Forms> {
        use UnaryOp::*;
        let x = self.arg(arg)?;
        let id = self.unary_of(op, x, source)?;
        let exact =
            matches!(op, Neg | Abs | Sign | Conj | Real | Imag | Floor | Ceil | Trunc | Rint | Mantissa | StopGradient);
        Ok(self.result(id, dtype, exact))
    }

    /// The steps of a unary operation.
    fn unary_of(&mut self, op: UnaryOp, x: Id, source: DType) -> Result<Id> {
        if ops::is_identity(op, source) {
            return Ok(x);
        }
        if op == UnaryOp::Abs && source == DType::Complex128 {
            // The vector hypotenuse is much faster than the scalar one.
            let parts = [self.code(UnaryOp::Real, x, source)?, self.code(UnaryOp::Imag, x, source)?];
            let hypot = ops::binary(BinaryOp::Hypot, DType::F64).ok_or_else(|| invalid("no hypot"))?;
            return Ok(self.step(Action::Code(hypot), &parts, 8, cost::MATH));
        }
        self.code(op, x, source)
    }

    /// The step of a unary operation.
    fn code(&mut self, op: UnaryOp, x: Id, source: DType) -> Result<Id> {
        let code = ops::unary(op, in_tile(source)).ok_or_else(|| invalid(format!("no {op:?} of {source}")))?;
        let cost = match code {
            Code::Map(_) if source.is_complex() && !cheap(op) => cost::COMPLEX_MATH,
            Code::Map(_) => cost::LOOP,
            _ => cost::MATH,
        };
        let id = self.step(Action::Code(code), &[x], tile_size(op.result(source)), cost);
        Ok(self.meaning(Meaning::Unary(op, in_tile(source)), id))
    }

    fn binary(&mut self, op: BinaryOp, args: [Value; 2], source: DType, dtype: DType) -> Result<Forms> {
        use BinaryOp::*;
        let (x, y) = (self.arg(args[0])?, self.arg(args[1])?);
        if let (NextAfter, Some(f)) = (op, half::next_after(source)) {
            let id = self.map(f, &[x, y], tile_size(dtype));
            return Ok(self.result(id, dtype, true));
        }
        let id = self.binary_of(op, [x, y], source, dtype)?;
        let exact = op.is_comparison() || matches!(op, Min | Max | Fmin | Fmax | Copysign | Fmod);
        Ok(self.result(id, dtype, exact))
    }

    /// The steps of a binary operation.
    fn binary_of(&mut self, op: BinaryOp, [x, y]: [Id; 2], source: DType, dtype: DType) -> Result<Id> {
        use BinaryOp::*;
        let size = tile_size(dtype);
        let code = ops::binary(op, in_tile(source)).ok_or_else(|| invalid(format!("no {op:?} of {source}")))?;
        let cost = match code {
            Code::Map(_) if op == Pow && source.is_complex() => cost::COMPLEX_MATH,
            Code::Map(_) if matches!(op, FloorDiv | Mod | Fmod | Gcd | Lcm | Pow) => cost::DIVISION,
            Code::Map(_) => cost::LOOP,
            _ => cost::MATH,
        };
        let mut id = self.step(Action::Code(code), &[x, y], size, cost);
        // Of division with a remainder this is the first half.
        if !matches!(code, Code::Math2(_, vmath::Binary::Fmod)) {
            self.meaning(Meaning::Binary(op, in_tile(source)), id);
        }
        if let (DType::F32 | DType::F64, Some(step)) = (source, self.section.steps.last_mut()) {
            step.arithmetic = Arithmetic::of(op).map(|op| (Formula::One(op), source));
        }
        if let (Kind::Float, FloorDiv | Mod) = (source.kind(), op) {
            let second = match in_tile(source) {
                DType::F32 => ops::after_fmod::<f32>(op),
                _ => ops::after_fmod::<f64>(op),
            };
            id = self.map(second.ok_or_else(|| invalid("no division"))?, &[x, y, id], size);
        }
        Ok(id)
    }

    /// The steps of a conversion.
    fn convert(&mut self, id: Id, source: DType, target: DType) -> Result<Id> {
        if let Some(stopover) = ops::stopover(source, target) {
            let id = self.convert(id, source, stopover)?;
            return self.convert(id, stopover, target);
        }
        let f = ops::cast(source, target).ok_or_else(|| invalid(format!("no cast of {source} to {target}")))?;
        let id = self.map(f, &[id], target.size());
        Ok(self.meaning(Meaning::Cast(source, target), id))
    }

    fn cast(&mut self, id: Id, source: DType, target: DType) -> Result<Forms> {
        use DType::*;
        let to = |this: &mut Self, id, from: DType, to: DType| match (in_tile(from), in_tile(to)) {
            (a, b) if a == b => Ok(id),
            (a, b) if ops::same_bits(a, b) => Ok(id),
            (a, b) => this.convert(id, a, b),
        };
        if in_tile(target) == target || source == target {
            return Ok(Forms { tile: Some(to(self, id, source, target)?), ..Forms::default() });
        }
        // To a half type, rounded once: through `f32` where that is exact.
        let wide = match source {
            Complex64 => F32,
            Complex128 | I32 | I64 | U32 | U64 => F64,
            source => source,
        };
        let id = to(self, id, source, wide)?;
        let id = if wide == F64 { self.map(half::narrow(), &[id], 4) } else { to(self, id, wide, F32)? };
        Ok(Forms { exact: Some(id), ..Forms::default() })
    }

    /// Stores a value.
    pub fn store(&mut self, value: Value, output: u16) -> Result<()> {
        let dtype = self.type_of(value);
        let mut id = self.arg_or_packed(value)?;
        if let Some(pack) = half::pack(dtype) {
            let place = (value as usize) - self.first;
            id = match self.forms[place] {
                Forms { packed: Some(packed), .. } => packed,
                _ => self.map(pack, &[id], 2),
            };
            self.forms[place].packed = Some(id);
        }
        self.pin(id);
        let again = self.section.stores.iter().any(|store| store.value == id);
        let load = self.section.loads.iter().position(|load| load.value == id && !load.index);
        let computed = self.section.steps.iter().any(|step| step.out == id);
        let size = dtype.size();
        self.section.stores.push(Store { value: id, output, size, load, in_place: computed && !again });
        Ok(())
    }

    /// A value in whatever form costs least to store.
    fn arg_or_packed(&mut self, value: Value) -> Result<Id> {
        match self.forms.get(value as usize - self.first) {
            Some(Forms { packed: Some(id), .. } | Forms { tile: Some(id), .. } | Forms { exact: Some(id), .. }) => {
                Ok(*id)
            }
            _ => Err(invalid(format!("value {value} is not in its section"))),
        }
    }

    /// Gives every value its place and ends.
    pub fn finish(mut self) -> Section {
        self.section.pair_steps(&self.pinned);
        self.section.stream_steps(self.pinned.len());
        let mut last_use = vec![0; self.sizes.len()];
        for (at, step) in self.section.steps.iter().enumerate() {
            step.reads().for_each(|id| last_use[id as usize] = at);
        }
        let mut slots = vec![usize::MAX; self.sizes.len()];
        let mut width = 0;
        let mut fresh = |size: usize| {
            width += size;
            width - size
        };
        for (id, slot) in slots.iter_mut().enumerate().filter(|&(id, _)| self.pinned[id]) {
            *slot = fresh(self.sizes[id]);
        }
        let mut free: Vec<(usize, usize)> = Vec::new();
        for (at, step) in self.section.steps.iter().enumerate() {
            let out = step.out as usize;
            if slots[out] == usize::MAX {
                let size = self.sizes[out];
                let reused = free.iter().position(|&(free_size, _)| free_size == size);
                slots[out] = reused.map_or_else(|| fresh(size), |k| free.swap_remove(k).1);
            }
            // Only now: a result must not lie where its arguments are.
            for id in step.reads() {
                let id = id as usize;
                if last_use[id] == at && !self.pinned[id] && !free.iter().any(|&(_, slot)| slot == slots[id]) {
                    free.push((self.sizes[id], slots[id]));
                }
            }
        }
        let mut section = self.section;
        let position = |step: &Step, id| match &step.action {
            Action::Random(_) => step.args[0] == id && !step.reads().skip(1).any(|read| read == id),
            _ => false,
        };
        for load in &mut section.loads {
            let mut readers = section.steps.iter().filter(|step| step.reads().any(|id| id == load.value)).peekable();
            load.counted = load.index
                && !load.computed_with
                && readers.peek().is_some()
                && readers.all(|step| position(step, load.value))
                && !section.stores.iter().any(|store| store.value == load.value);
            load.computed_with |= section.steps.iter().any(|step| step.reads().any(|id| id == load.value));
        }
        section.cost += section.loads.len() + section.stores.len();
        // A value that went into a pair has no place, and nobody asks for it.
        section.slots = slots.into_iter().map(|slot| if slot == usize::MAX { 0 } else { slot }).collect();
        section.width = width;
        section.plain = section.loads.iter().all(|load| load.computed_with && !load.index)
            && section.stores.iter().all(|store| store.in_place);
        section
    }
}

impl Step {
    /// The values that the step reads.
    pub fn reads(&self) -> impl Iterator<Item = Id> {
        let (range, more) = match &self.action {
            Action::Random(random) => (random.range(), &[][..]),
            Action::Loop(looping) => (None, &looping.args[..]),
            _ => (None, &[][..]),
        };
        self.args[..self.arity].iter().chain(more).copied().chain(range.into_iter().flatten())
    }
}

/// Whether an operation on complex numbers is plain arithmetic.
fn cheap(op: UnaryOp) -> bool {
    use UnaryOp::*;
    matches!(op, Neg | Square | Reciprocal | Conj | Real | Imag | IsNan | IsInf | IsFinite | Rint | Abs)
}
