//! The function around the body: rows, vectors of a row, and what is left at its end.

mod access;
mod rescue;
mod sums;

use super::arguments::{Arguments, Word};
use super::code::{Class, Code, Form, Ins, Place, Source};
use super::encode::{Assembler, Condition, Gpr, Label, Mem, Opcode, Operands, Rm};
use super::opcodes::*;
use super::registers::{Allocated, At, Home, Placed};

/// Operands whose addresses have registers; the others' are read when they are needed.
const POINTERS: [Gpr; 9] = [Gpr::RBX, Gpr::RBP, Gpr::R9, Gpr::R10, Gpr::R11, Gpr::R12, Gpr::R13, Gpr::R14, Gpr::R15];
/// What the caller wants back.
const SAVED: [Gpr; 6] = [Gpr::RBX, Gpr::RBP, Gpr::R12, Gpr::R13, Gpr::R14, Gpr::R15];
/// The arguments.
const ARGUMENTS: Gpr = Gpr::RDI;
/// The elements of the row that are done.
const DONE: Gpr = Gpr::RCX;
/// The elements of a row.
const LENGTH: Gpr = Gpr::RDX;
/// The rows that are left.
const ROWS: Gpr = Gpr::RSI;
/// For anything, for a moment.
const SCRATCH: Gpr = Gpr::RAX;
const SCRATCH2: Gpr = Gpr::R8;
/// The mask of a gather, which it clears.
const GATHER_MASK: u8 = 6;
/// The mask of the last elements of a row.
const TAIL_MASK: u8 = 7;
/// Bytes of a cache line.
const LINE: i32 = 64;
/// Rows of fewer vectors gain nothing from whole cache lines.
const LONG_ROW: usize = 16;
/// Longer bodies hide the loop around them.
const SHORT_BODY: usize = 32;

/// Which elements a body is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A vector, of so many before it in this turn of the loop.
    Whole(usize),
    /// The last elements of a row, by a mask.
    Masked,
    /// One element.
    Single,
}

struct Emitter<'a> {
    assembler: Assembler,
    code: &'a Code,
    allocated: &'a Allocated,
    /// A body for two vectors.
    pair: Option<&'a Allocated>,
    arguments: &'a Arguments,
    operands: Vec<Addressed>,
    /// Where functions of slices are called, if any are.
    rescue: Option<Label>,
}

/// How an operand is found.
#[derive(Clone, Copy, Default)]
struct Addressed {
    /// The register with the address of its row, if it has one.
    register: Option<Gpr>,
    /// Whether the current address is in memory.
    moves: bool,
    /// Whether it goes on with every vector.
    apart: bool,
}

/// The bytes of a function that takes the address of its arguments.
pub fn emit(
    code: &Code,
    (allocated, pair): (&Allocated, Option<&Allocated>),
    arguments: &Arguments,
    operands: usize,
) -> Vec<u8> {
    let mut all = vec![Addressed::default(); operands];
    let mut registers = POINTERS.into_iter();
    for ins in &code.body {
        match ins.form {
            Form::Load(place) | Form::Store(place) | Form::Add(place) => {
                let operand = &mut all[place.operand as usize];
                operand.register = operand.register.or_else(|| registers.next());
                operand.moves = operand.register.is_none();
            }
            Form::LoadApart(place) | Form::StoreApart(place) => {
                all[place.operand as usize] = Addressed { register: None, moves: true, apart: true };
            }
            _ => {}
        }
    }
    for place in &code.sums {
        let register = registers.next();
        all[place.operand as usize] = Addressed { register, moves: register.is_none(), apart: false };
    }
    // What is read once for a row comes last.
    for (_, source) in &code.fixed {
        if let Source::Repeated(k, _) = *source {
            all[k as usize].register = registers.next();
        }
    }
    let mut assembler = Assembler::default();
    let rescues = code.body.iter().any(|ins| matches!(ins.form, Form::Rescue(_)));
    let rescue = rescues.then(|| assembler.label());
    let mut emitter = Emitter { assembler, code, allocated, pair, arguments, operands: all, rescue };
    emitter.function();
    emitter.assembler.finish(&code.constants)
}

impl Emitter<'_> {
    fn function(&mut self) {
        let in_pairs = !self.code.sums.is_empty() || self.pair.is_some();
        let unroll = if self.allocated.body.len() <= SHORT_BODY || in_pairs { 2 } else { 1 };
        let saved = if self.rescue.is_some() { rescue::bytes(self.code) } else { 0 };
        let frame = self.saved() + saved;
        for register in SAVED {
            self.assembler.push(register);
        }
        self.assembler.copy(SCRATCH, Gpr::RSP);
        self.assembler.add_value(Gpr::RSP, -(frame + 64));
        self.assembler.and_value(Gpr::RSP, -64);
        self.assembler.store(Mem::At(Gpr::RSP, frame), SCRATCH);
        self.assembler.load(LENGTH, self.word(self.arguments.length()));
        self.assembler.load(ROWS, self.word(self.arguments.rows()));
        self.fix(|source| !matches!(source, Source::Repeated(..) | Source::Index(_)));

        for k in 0..self.operands.len() as u16 {
            if let Some(register) = self.operands[k as usize].register {
                self.assembler.load(register, self.operand(k, Word::Base));
            }
        }
        let aligned = self.streamed().or_else(|| self.aligned());
        if self.code.wide && self.streamed().is_none() {
            self.assembler.zero(DONE);
            // It is the same in all rows but long ones, which begin with whole cache lines.
            self.tail_mask();
        }
        let row = self.assembler.label();
        self.assembler.place(row);
        self.begin_row();
        if let Some(place) = aligned {
            self.align(place);
        }
        if unroll > 1 {
            self.vectors(unroll);
        }
        self.vectors(1);
        self.end_of_row();
        self.store_lanes();
        for k in 0..self.operands.len() as u16 {
            match self.operands[k as usize].register {
                Some(register) => self.assembler.add(register, self.operand(k, Word::Row)),
                None => {
                    self.assembler.load(SCRATCH, self.operand(k, Word::Row));
                    self.assembler.add_to(self.operand(k, Word::Base), SCRATCH);
                }
            }
        }
        self.assembler.decrement(ROWS);
        self.assembler.jump_if(Condition::NotZero, row);

        self.assembler.load(Gpr::RSP, Mem::At(Gpr::RSP, frame));
        for register in SAVED.into_iter().rev() {
            self.assembler.pop(register);
        }
        self.assembler.clear_upper();
        self.assembler.leave();
        if let Some(rescue) = self.rescue {
            self.assembler.place(rescue);
            self.rescue();
        }
    }

    /// The bytes of the values on the stack.
    fn saved(&self) -> i32 {
        (self.allocated.stack * self.code.vector()) as i32
    }

    /// Goes through whole vectors, so many in a turn.
    fn vectors(&mut self, count: usize) {
        let step = (count * self.code.lanes) as i32;
        let (again, end) = (self.assembler.label(), self.assembler.label());
        self.assembler.address_of(SCRATCH, Mem::At(DONE, step));
        self.assembler.compare(SCRATCH, LENGTH);
        self.assembler.jump_if(Condition::Above, end);
        self.assembler.place(again);
        match self.pair.filter(|_| count == 2) {
            Some(pair) => self.placed(&pair.body, Part::Whole(0)),
            None => (0..count).for_each(|k| self.body(Part::Whole(k))),
        }
        self.assembler.add_value(DONE, step);
        self.assembler.address_of(SCRATCH, Mem::At(DONE, step));
        self.assembler.compare(SCRATCH, LENGTH);
        self.assembler.jump_if(Condition::BelowOrEqual, again);
        self.assembler.place(end);
    }

    /// The elements of an output that go past the caches: of others they do as well, at the same places of cache lines.
    fn streamed(&self) -> Option<Place> {
        self.code.body.iter().find_map(|ins| match ins.form {
            Form::Store(place) if self.code.streams && self.is_vector(place) => Some(place),
            _ => None,
        })
    }

    /// The elements of an output that are written by whole cache lines: a vector of AVX-512 that crosses from one to the next
    /// takes as long as two.
    fn aligned(&self) -> Option<Place> {
        let follows = |ins: &Ins| !matches!(ins.form, Form::LoadApart(_) | Form::StoreApart(_) | Form::Advance(_));
        let store = |ins: &Ins| match ins.form {
            Form::Store(place) if self.is_vector(place) => Some(place),
            _ => None,
        };
        let code = self.code;
        if code.wide && code.body.iter().all(follows) { code.body.iter().find_map(store) } else { None }
    }

    /// Whether elements fill a register.
    fn is_vector(&self, place: Place) -> bool {
        self.code.lanes * place.size as usize == self.code.vector()
    }

    /// Jumps in rows that gain nothing from whole cache lines.
    fn if_short(&mut self, to: Label) {
        self.assembler.compare_value(LENGTH, (LONG_ROW * self.code.lanes) as i32);
        self.assembler.jump_if(Condition::Below, to);
    }

    /// Does the elements of a row that come before a whole cache line.
    fn align(&mut self, place: Place) {
        let (again, end) = (self.assembler.label(), self.assembler.label());
        if self.streamed().is_none() {
            self.if_short(end);
        }
        let base = self.base(place);
        self.assembler.zero(SCRATCH2);
        self.assembler.subtract(SCRATCH2, base);
        self.assembler.and_value(SCRATCH2, LINE - 1);
        self.assembler.shift_right(SCRATCH2, place.size.trailing_zeros() as u8);
        self.assembler.compare(SCRATCH2, LENGTH);
        self.assembler.copy_if_above(SCRATCH2, LENGTH);
        self.assembler.compare(DONE, SCRATCH2);
        self.assembler.jump_if(Condition::AboveOrEqual, end);
        if self.code.wide {
            self.mask_of(SCRATCH2);
            self.body(Part::Masked);
            self.assembler.copy(DONE, SCRATCH2);
        } else {
            self.assembler.place(again);
            self.body(Part::Single);
            self.assembler.add_value(DONE, 1);
            self.assembler.compare(DONE, SCRATCH2);
            self.assembler.jump_if(Condition::Below, again);
        }
        self.assembler.place(end);
    }

    /// The mask of what is left of a row after whole vectors.
    fn tail_mask(&mut self) {
        self.assembler.copy(SCRATCH2, LENGTH);
        self.assembler.subtract(SCRATCH2, DONE);
        self.assembler.and_value(SCRATCH2, self.code.lanes as i32 - 1);
        self.mask_of(SCRATCH2);
    }

    /// The mask of as many elements as a register says.
    fn mask_of(&mut self, count: Gpr) {
        self.assembler.value(SCRATCH, u32::MAX);
        let bits = Operands { vvvv: count.0, ..operands(16, SCRATCH.0, Rm::Reg(SCRATCH.0)) };
        self.assembler.vex(LOW_BITS, bits);
        self.assembler.vex(MASK_OF, operands(16, TAIL_MASK, Rm::Reg(SCRATCH.0)));
    }

    fn end_of_row(&mut self) {
        let (again, end) = (self.assembler.label(), self.assembler.label());
        self.assembler.compare(DONE, LENGTH);
        self.assembler.jump_if(Condition::AboveOrEqual, end);
        if self.code.wide {
            if self.streamed().is_some() {
                self.tail_mask();
            } else if self.aligned().is_some() {
                let same = self.assembler.label();
                self.if_short(same);
                self.tail_mask();
                self.assembler.place(same);
            }
            self.body(Part::Masked);
        } else {
            self.assembler.place(again);
            self.body(Part::Single);
            self.assembler.add_value(DONE, 1);
            self.assembler.compare(DONE, LENGTH);
            self.assembler.jump_if(Condition::Below, again);
        }
        self.assembler.place(end);
    }

    fn begin_row(&mut self) {
        self.assembler.zero(DONE);
        for k in 0..self.operands.len() as u16 {
            if self.operands[k as usize].moves {
                self.assembler.load(SCRATCH, self.operand(k, Word::Base));
                self.assembler.store(self.operand(k, Word::Current), SCRATCH);
            }
        }
        self.fix(|source| matches!(source, Source::Repeated(..) | Source::Index(_)));
        self.clear_lanes();
    }

    /// Puts values that do not change where they belong.
    fn fix(&mut self, which: impl Fn(&Source) -> bool) {
        let allocated = self.allocated;
        for &(source, class, at) in allocated.fixed.iter().filter(|(source, ..)| which(source)) {
            let (register, home) = match at {
                At::Register(register) => (register, None),
                At::Home(Home::Constant(_)) => continue,
                At::Home(home) if class == Class::Mask => (GATHER_MASK, Some(home)),
                At::Home(home) => (self.scratch(), Some(home)),
            };
            self.value(source, class, register);
            if let Some(home) = home {
                self.spill(class, home, register);
            }
        }
    }

    /// Makes a value that does not change.
    fn value(&mut self, source: Source, class: Class, register: u8) {
        let width = self.code.vector() as u8;
        let (op, rm) = match source {
            Source::Constant(at) => (moves(8, self.code.wide), Mem::Constant(at)),
            Source::Param(k, size) => (broadcast(size as usize, self.code.wide), self.word(self.arguments.param(k))),
            Source::Repeated(k, size) => {
                let base = self.operands[k as usize].register.unwrap_or_else(|| {
                    self.assembler.load(SCRATCH, self.operand(k, Word::Base));
                    SCRATCH
                });
                (broadcast(size as usize, self.code.wide), Mem::At(base, 0))
            }
            Source::Distances(k) => (moves(8, self.code.wide), self.word(self.arguments.vector(k, 0))),
            Source::Index(k) => (broadcast(8, self.code.wide), self.operand(k, Word::Base)),
        };
        match class {
            Class::Mask => self.assembler.vex(MASK_MOVE, operands(16, register, Rm::Mem(rm))),
            Class::Vector => self.vector(op, operands(width, register, Rm::Mem(rm))),
        }
        if let Source::Index(k) = source {
            let first = Rm::Mem(self.word(self.arguments.vector(k, 0)));
            self.vector(int_add(8), Operands { vvvv: register, ..operands(width, register, first) });
        }
    }

    fn body(&mut self, part: Part) {
        let allocated = self.allocated;
        self.placed(&allocated.body, part);
    }

    fn placed(&mut self, body: &[Placed], part: Part) {
        for placed in body {
            match *placed {
                Placed::Ins { ins, out, args, mask } => {
                    let part = if let Part::Whole(k) = part { Part::Whole(k + usize::from(ins.twin)) } else { part };
                    self.instruction(&ins, out, args, mask, part);
                }
                Placed::Spill(class, home, register) => self.spill(class, home, register),
                Placed::Fill(Class::Mask, register, home) => {
                    self.assembler.vex(MASK_MOVE, operands(16, register, Rm::Mem(self.home(home))));
                }
                Placed::Fill(Class::Vector, register, home) => {
                    let rm = Rm::Mem(self.home(home));
                    self.vector(moves(8, self.code.wide), operands(self.code.vector() as u8, register, rm));
                }
                Placed::Copy(to, from) => {
                    self.vector(COPY, operands(self.code.vector() as u8, to, Rm::Reg(from)));
                }
            }
        }
        let step = if part == Part::Single { Word::Element } else { Word::Vector };
        for k in 0..self.operands.len() as u16 {
            if self.operands[k as usize].apart {
                self.assembler.load(SCRATCH, self.operand(k, step));
                self.assembler.add_to(self.operand(k, Word::Current), SCRATCH);
            }
        }
    }

    fn instruction(&mut self, ins: &Ins, out: u8, args: [At; 3], mask: u8, part: Part) {
        let register = |k: usize| match args[k] {
            At::Register(register) => register,
            At::Home(_) => unreachable!("only one argument may be in memory"),
        };
        let rm = |k: usize| match args[k] {
            At::Register(register) => Rm::Reg(register),
            At::Home(home) => Rm::Mem(self.home(home)),
        };
        let zeroes = ins.mask.is_some_and(|(_, zeroes)| zeroes);
        let base = Operands { imm: ins.imm, mask: (mask, zeroes), ..operands(ins.width, out, Rm::Reg(0)) };
        let o = match ins.form {
            Form::One => Operands { rm: rm(0), ..base },
            Form::Two => Operands { vvvv: register(0), rm: rm(1), ..base },
            Form::Chosen => Operands { vvvv: register(0), rm: rm(1), imm: Some(register(2) << 4), ..base },
            Form::InPlace => Operands { vvvv: register(1), rm: rm(2), ..base },
            Form::Reversed => Operands { reg: register(0), rm: Rm::Reg(out), ..base },
            Form::Shift(kind) => Operands { reg: kind, vvvv: out, rm: rm(0), ..base },
            Form::MaskOne => return self.assembler.vex(ins.op, Operands { rm: rm(0), ..base }),
            Form::MaskTwo => {
                return self.assembler.vex(ins.op, Operands { vvvv: register(0), rm: rm(1), ..base });
            }
            Form::Load(place) => return self.load(place, out, part),
            Form::Store(place) => return self.store(place, register(0), part),
            Form::Add(place) => return self.add(place, register(0), part),
            Form::AddToLanes(sum) => return self.add_to_lanes(sum, register(0), part),
            Form::LoadApart(place) if self.code.wide => return self.gather(place, out, register(0), part, gather),
            Form::StoreApart(place) if self.code.wide => {
                return self.gather(place, register(0), register(1), part, scatter);
            }
            Form::LoadApart(place) => return self.load_apart(place, out, part),
            Form::StoreApart(place) => return self.store_apart(place, register(0), part),
            Form::Advance(operand) => return self.advance(operand, args[0], part),
            Form::Rescue(function) => return self.call(function, [out, register(1), mask], part),
        };
        self.vector(ins.op, o);
    }

    fn advance(&mut self, operand: u16, at: At, part: Part) {
        let which = if part == Part::Single { 2 } else { 1 };
        let step = Rm::Mem(self.word(self.arguments.vector(operand, which)));
        let width = self.code.vector() as u8;
        let register = match at {
            At::Register(register) => register,
            At::Home(home) => {
                let rm = Rm::Mem(self.home(home));
                self.vector(moves(8, self.code.wide), operands(width, self.scratch(), rm));
                self.scratch()
            }
        };
        self.vector(int_add(8), Operands { vvvv: register, ..operands(width, register, step) });
        if let At::Home(home) = at {
            self.spill(Class::Vector, home, register);
        }
    }

    fn spill(&mut self, class: Class, home: Home, register: u8) {
        let rm = Rm::Mem(self.home(home));
        match class {
            Class::Mask => self.assembler.vex(MASK_STORE, operands(16, register, rm)),
            Class::Vector => {
                let width = self.code.vector() as u8;
                self.vector(to_memory(moves(8, self.code.wide)), operands(width, register, rm));
            }
        }
    }

    fn vector(&mut self, op: Opcode, o: Operands) {
        if self.code.wide { self.assembler.evex(op, o) } else { self.assembler.vex(op, o) }
    }

    /// A vector register that no value has.
    fn scratch(&self) -> u8 {
        if self.code.wide { 31 } else { 15 }
    }

    fn home(&self, home: Home) -> Mem {
        match home {
            Home::Stack(k) => Mem::At(Gpr::RSP, i32::from(k) * self.code.vector() as i32),
            Home::Constant(at) => Mem::Constant(at),
        }
    }

    fn word(&self, word: usize) -> Mem {
        Mem::At(ARGUMENTS, 8 * word as i32)
    }

    fn operand(&self, operand: u16, word: Word) -> Mem {
        self.word(self.arguments.operand(operand, word))
    }

    /// The register with the address of an operand's row.
    fn base(&mut self, place: Place) -> Gpr {
        self.operands[place.operand as usize].register.unwrap_or_else(|| {
            self.assembler.load(SCRATCH, self.operand(place.operand, Word::Current));
            SCRATCH
        })
    }

    /// Where the part's elements of an operand begin.
    fn address(&mut self, place: Place, part: Part) -> Mem {
        let base = self.base(place);
        let before = if let Part::Whole(k) = part { k * self.code.lanes * place.size as usize } else { 0 };
        Mem::Indexed(base, DONE.0, place.size, before as i32)
    }
}

/// Operands of an instruction of one value.
fn operands(width: u8, reg: u8, rm: Rm) -> Operands {
    Operands { width, reg, vvvv: 0, rm, imm: None, mask: (0, false) }
}
