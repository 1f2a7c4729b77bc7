//! The function around the body: rows, vectors of a row, and what is left at its end. What a machine does in its own way is in
//! its folder, further methods of the [`Emitter`].

pub mod rescue;

use super::address::{Gpr, Label, Mem};
use super::arguments::{Arguments, Word};
use super::code::{Class, Code, Form, Ins, Place, Source};
use super::machine::{ARGUMENTS, Assembler, Condition, DONE, LENGTH, POINTERS, ROWS, SCRATCH, STACK};
use super::registers::{Allocated, At, Home, Placed};

/// Which elements a body is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A vector, of so many before it in this turn of the loop.
    Whole(usize),
    /// What is left of a row: by a mask with AVX-512, else one element.
    Rest,
}

/// Code in the making.
pub struct Emitter<'a> {
    pub assembler: Assembler,
    pub code: &'a Code,
    pub allocated: &'a Allocated,
    /// A body for two vectors.
    pub pair: Option<&'a Allocated>,
    pub arguments: &'a Arguments,
    operands: Vec<Addressed>,
    /// Where functions of slices are called, if any are.
    pub rescue: Option<Label>,
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

/// The bytes of a function that takes the address of its arguments. `None` if it is too long for jumps.
pub fn emit(
    code: &Code,
    (allocated, pair): (&Allocated, Option<&Allocated>),
    arguments: &Arguments,
    operands: usize,
) -> Option<Vec<u8>> {
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
        let frame = self.saved() + if self.rescue.is_some() { self.rescue_bytes() } else { 0 };
        self.enter(frame);
        self.assembler.load(LENGTH, self.word(self.arguments.length()));
        self.assembler.load(ROWS, self.word(self.arguments.rows()));
        self.fix(|source| !matches!(source, Source::Repeated(..) | Source::Index(_)));
        for k in 0..self.operands.len() as u16 {
            if let Some(register) = self.operands[k as usize].register {
                self.assembler.load(register, self.operand(k, Word::Base));
            }
        }
        self.before_rows();
        let row = self.assembler.label();
        self.assembler.place(row);
        self.begin_row();
        self.row();
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
        self.leave(frame);
        if let Some(rescue) = self.rescue {
            self.assembler.place(rescue);
            self.rescue();
        }
    }

    /// The bytes of the values on the stack.
    pub fn saved(&self) -> i32 {
        (self.allocated.stack * self.code.vector()) as i32
    }

    /// Goes through whole vectors, so many in a turn.
    pub fn vectors(&mut self, count: usize) {
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

    /// Goes through elements up to a place in the row that is not reached yet, one by one.
    pub fn elements(&mut self, end: Gpr) {
        let again = self.assembler.label();
        self.assembler.place(again);
        self.body(Part::Rest);
        self.assembler.add_value(DONE, 1);
        self.assembler.compare(DONE, end);
        self.assembler.jump_if(Condition::Below, again);
    }

    /// Whether a part is one element.
    pub fn is_single(&self, part: Part) -> bool {
        part == Part::Rest && !self.code.wide
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
                At::Home(home) => (self.scratch(class), Some(home)),
            };
            self.value(source, class, register);
            if let Some(home) = home {
                self.spill(class, self.home(home), register);
            }
        }
    }

    /// Makes a value that does not change.
    fn value(&mut self, source: Source, class: Class, register: u8) {
        let (repeated, mem) = match source {
            Source::Constant(at) => (None, Mem::Constant(at)),
            Source::Param(k, size) => (Some(size), self.word(self.arguments.param(k))),
            Source::Repeated(k, size) => {
                let base = self.operands[k as usize].register.unwrap_or_else(|| {
                    self.assembler.load(SCRATCH, self.operand(k, Word::Base));
                    SCRATCH
                });
                (Some(size), Mem::At(base, 0))
            }
            Source::Distances(k) => (None, self.word(self.arguments.vector(k, 0))),
            Source::Index(k) => (Some(8), self.operand(k, Word::Base)),
        };
        match repeated.filter(|_| class == Class::Vector) {
            Some(size) => self.repeat(register, size.into(), mem),
            None => self.fill(class, register, mem),
        }
        if let Source::Index(k) = source {
            self.add_integers(register, self.word(self.arguments.vector(k, 0)));
        }
    }

    pub fn body(&mut self, part: Part) {
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
                Placed::Spill(class, home, register) => self.spill(class, self.home(home), register),
                Placed::Fill(class, register, home) => self.fill(class, register, self.home(home)),
                Placed::Copy(to, from) => self.copy(to, from),
            }
        }
        let step = if self.is_single(part) { Word::Element } else { Word::Vector };
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
        // Their distances, with AVX-512.
        let distances = |k: usize| ins.args[k].map(|_| register(k));
        match ins.form {
            Form::Machine(instruction) => self.machine(instruction, out, args, mask),
            Form::Load(place) => self.load(place, out, part),
            Form::Store(place) => self.store(place, register(0), part),
            Form::Add(place) => self.add(place, register(0), part),
            Form::AddToLanes(sum) => self.add_to_lanes(sum, register(0), part),
            Form::LoadApart(place) => self.load_apart(place, out, distances(0), part),
            Form::StoreApart(place) => self.store_apart(place, register(0), distances(1), part),
            Form::Advance(operand) => self.advance(operand, args[0], part),
            Form::Rescue(function) => self.call(function, [out, register(1), mask], part),
        }
    }

    /// Moves an index on.
    fn advance(&mut self, operand: u16, at: At, part: Part) {
        let step = self.word(self.arguments.vector(operand, if self.is_single(part) { 2 } else { 1 }));
        match at {
            At::Register(register) => self.add_integers(register, step),
            At::Home(home) => {
                let (register, home) = (self.scratch(Class::Vector), self.home(home));
                self.fill(Class::Vector, register, home);
                self.add_integers(register, step);
                self.spill(Class::Vector, home, register);
            }
        }
    }

    /// Where a value in memory is.
    pub fn home(&self, home: Home) -> Mem {
        match home {
            Home::Stack(k) => Mem::At(STACK, i32::from(k) * self.code.vector() as i32),
            Home::Constant(at) => Mem::Constant(at),
        }
    }

    /// A word of the arguments.
    fn word(&self, word: usize) -> Mem {
        Mem::At(ARGUMENTS, 8 * word as i32)
    }

    /// A word of an operand.
    pub fn operand(&self, operand: u16, word: Word) -> Mem {
        self.word(self.arguments.operand(operand, word))
    }

    /// The register with the address of an operand's row.
    pub fn base(&mut self, place: Place) -> Gpr {
        self.register(place).unwrap_or_else(|| {
            self.assembler.load(SCRATCH, self.operand(place.operand, Word::Current));
            SCRATCH
        })
    }

    /// That register, if the operand has one of its own.
    pub fn register(&self, place: Place) -> Option<Gpr> {
        self.operands[place.operand as usize].register
    }

    /// Where the part's elements of an operand begin.
    pub fn address(&mut self, place: Place, part: Part) -> Mem {
        let base = self.base(place);
        let before = if let Part::Whole(k) = part { k * self.code.lanes * place.size as usize } else { 0 };
        Mem::Indexed(base, DONE.0, place.size, before as i32)
    }
}
