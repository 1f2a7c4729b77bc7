//! Instructions over values that have no registers yet, for as many elements as a vector holds.

use super::encode::Opcode;
use super::opcodes::COPY;
use crate::vmath::Unary;
use rustc_hash::FxHashMap;

/// A value: of a vector register, or of a mask register.
pub type V = u16;

/// The registers that a value can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Vectors.
    Vector,
    /// One bit for each element, with AVX-512.
    Mask,
}

/// What an instruction is made of, and with that, which of its fields hold what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A result from one value.
    One,
    /// A result from two.
    Two,
    /// A result from two, chosen by a third.
    Chosen,
    /// The first value becomes the result.
    InPlace,
    /// As `One`, with the fields of result and value exchanged.
    Reversed,
    /// A shift by a constant; the number is part of the opcode.
    Shift(u8),
    /// An operation on mask registers of one value.
    MaskOne,
    /// Likewise of two.
    MaskTwo,
    /// A result from an operand: elements of so many bytes, one after the other.
    Load(Place),
    /// Likewise, apart; with AVX-512 the value says at which distances.
    LoadApart(Place),
    /// To an operand.
    Store(Place),
    /// To an operand, elements apart; the second value says at which distances.
    StoreApart(Place),
    /// Added to an operand.
    Add(Place),
    /// Added to the lanes of the sum of this number, which have registers of their own.
    AddToLanes(u8),
    /// An index moves on to the next vector.
    Advance(u16),
    /// The first value becomes the result, if the mask has nothing; else the function of the second value does.
    Rescue(Function),
}

/// Elements of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which.
    pub operand: u16,
    /// Bytes of one element.
    pub size: u8,
}

/// A function of numbers, compiled for slices, of elements of so many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// Which.
    pub op: Unary,
    /// The bytes of an element.
    pub size: u8,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ins {
    /// Which, if its form does not say all.
    pub op: Opcode,
    /// What it is made of.
    pub form: Form,
    /// The bytes of its registers.
    pub width: u8,
    /// What it computes.
    pub out: Option<V>,
    /// What it reads.
    pub args: [Option<V>; 3],
    /// The mask, and whether other lanes become 0.
    pub mask: Option<(V, bool)>,
    /// A byte after all else.
    pub imm: Option<u8>,
    /// Which vector of a pair it is for.
    pub twin: u8,
}

/// Where a value comes from that is the same for all elements of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A place in the constants, a whole vector.
    Constant(u32),
    /// A parameter of the launch of so many bytes, repeated.
    Param(u16, u8),
    /// An operand's one element in the row, of so many bytes, repeated.
    Repeated(u16, u8),
    /// The distances of an operand's elements.
    Distances(u16),
    /// An index operand's values at the first elements, which then move on.
    Index(u16),
}

/// Bodies with so many instructions go through pairs of vectors.
const LONG_BODY: usize = 48;

/// A program for one vector of elements.
#[derive(Clone)]
pub struct Code {
    /// Where the instructions run.
    pub wide: bool,
    /// How many elements a vector has.
    pub lanes: usize,
    /// The class of each value.
    pub classes: Vec<Class>,
    /// In order; all loads before all stores.
    pub body: Vec<Ins>,
    /// What does not change in a row.
    pub fixed: Vec<(V, Source)>,
    /// Vectors.
    pub constants: Vec<u8>,
    /// Whether results are streamed past the caches.
    pub streams: bool,
    /// Where the lanes of sums go at the end of a row: each has two vectors, of which one is for every other vector of the row.
    pub sums: Vec<Place>,
    /// What was computed: parameters of equal values make steps of a kernel equal, too.
    known: FxHashMap<(Class, Ins), V>,
}

impl Code {
    /// Code that does nothing yet.
    pub fn new(wide: bool, lanes: usize, streams: bool) -> Self {
        let (classes, body, fixed, constants) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let known = FxHashMap::default();
        Self { wide, lanes, classes, body, fixed, constants, streams, sums: Vec::new(), known }
    }

    /// The same for two vectors: an instruction of each in turns, so that one goes on while the other waits for a
    /// result. `None` where that gains nothing: short bodies overlap anyway, and few registers would be too few.
    pub fn paired(&self) -> Option<Self> {
        let simple = |ins: &Ins| !matches!(ins.form, Form::LoadApart(_) | Form::StoreApart(_) | Form::Advance(_));
        if !self.wide || self.body.len() < LONG_BODY || !self.body.iter().all(simple) {
            return None;
        }
        let mut paired = Self { body: Vec::new(), ..self.clone() };
        let mut twins: Vec<V> = (0..self.classes.len() as V).collect();
        for ins in &self.body {
            paired.body.push(*ins);
            let twin = |v: V| twins[v as usize];
            let (args, mask) = (ins.args.map(|arg| arg.map(twin)), ins.mask.map(|(v, zeroes)| (twin(v), zeroes)));
            let out = ins.out.map(|v| {
                twins[v as usize] = paired.value(self.classes[v as usize]);
                twins[v as usize]
            });
            paired.body.push(Ins { out, args, mask, twin: 1, ..*ins });
        }
        Some(paired)
    }

    /// The bytes of a vector register.
    pub fn vector(&self) -> usize {
        if self.wide { 64 } else { 32 }
    }

    /// The register that elements of a size need, of 16 bytes at least.
    pub fn width(&self, size: usize) -> u8 {
        (self.lanes * size).max(16) as u8
    }

    pub fn value(&mut self, class: Class) -> V {
        self.classes.push(class);
        (self.classes.len() - 1) as V
    }

    /// A value that is the same for all elements, made once.
    pub fn fixed(&mut self, class: Class, source: Source) -> V {
        match self.fixed.iter().find(|&&(v, other)| other == source && self.classes[v as usize] == class) {
            Some(&(v, _)) => v,
            None => {
                let v = self.value(class);
                self.fixed.push((v, source));
                v
            }
        }
    }

    /// The place of a vector among the constants.
    pub fn vector_of(&mut self, bytes: &[u8]) -> u32 {
        let n = self.vector();
        let vector: Vec<u8> = bytes.iter().copied().cycle().take(n).collect();
        let at = match self.constants.chunks(n).position(|other| other == vector) {
            Some(k) => k * n,
            None => {
                self.constants.extend(vector);
                self.constants.len() - n
            }
        };
        at as u32
    }

    /// A constant of as many bytes as are given.
    pub fn constant(&mut self, bytes: &[u8]) -> V {
        let at = self.vector_of(bytes);
        self.fixed(Class::Vector, Source::Constant(at))
    }

    /// The result of an instruction, made once: until all is computed, nothing is stored that a load could read.
    fn push(&mut self, class: Class, ins: Ins) -> V {
        if let Some(&known) = self.known.get(&(class, ins)) {
            return known;
        }
        let out = self.value(class);
        self.known.insert((class, ins), out);
        self.body.push(Ins { out: Some(out), ..ins });
        out
    }

    /// A result from one value.
    pub fn one(&mut self, op: Opcode, width: u8, x: V) -> V {
        self.push(Class::Vector, Ins { form: Form::One, ..plain(op, width, &[x]) })
    }

    /// Likewise, with a byte that says how.
    pub fn one_by(&mut self, op: Opcode, width: u8, x: V, imm: u8) -> V {
        self.push(Class::Vector, Ins { form: Form::One, imm: Some(imm), ..plain(op, width, &[x]) })
    }

    /// A result from one value whose field is the last one.
    pub fn reversed(&mut self, op: Opcode, width: u8, x: V, imm: Option<u8>) -> V {
        self.push(Class::Vector, Ins { form: Form::Reversed, imm, ..plain(op, width, &[x]) })
    }

    /// A result from two values.
    pub fn two(&mut self, op: Opcode, width: u8, x: V, y: V) -> V {
        self.push(Class::Vector, plain(op, width, &[x, y]))
    }

    /// Likewise, with a byte that says how.
    pub fn two_by(&mut self, op: Opcode, width: u8, x: V, y: V, imm: u8) -> V {
        self.push(Class::Vector, Ins { imm: Some(imm), ..plain(op, width, &[x, y]) })
    }

    /// A comparison to a mask register.
    pub fn compare(&mut self, op: Opcode, width: u8, x: V, y: V, imm: Option<u8>) -> V {
        self.push(Class::Mask, Ins { imm, ..plain(op, width, &[x, y]) })
    }

    /// `y` where the mask register says, else `x`.
    pub fn masked(&mut self, op: Opcode, width: u8, mask: V, x: V, y: V) -> V {
        self.push(Class::Vector, Ins { mask: Some((mask, false)), ..plain(op, width, &[x, y]) })
    }

    /// `x` where the mask register says, else 0.
    pub fn masked_or_zero(&mut self, op: Opcode, width: u8, mask: V, x: V) -> V {
        self.push(Class::Vector, Ins { form: Form::One, mask: Some((mask, true)), ..plain(op, width, &[x]) })
    }

    /// `y` where the sign of `chooser` says, else `x`.
    pub fn chosen(&mut self, op: Opcode, width: u8, chooser: V, x: V, y: V) -> V {
        self.push(Class::Vector, Ins { form: Form::Chosen, ..plain(op, width, &[x, y, chooser]) })
    }

    /// A fused operation on `b`, `a` and `c`, as the opcode says.
    pub fn fused(&mut self, op: Opcode, width: u8, b: V, a: V, c: V) -> V {
        self.push(Class::Vector, Ins { form: Form::InPlace, ..plain(op, width, &[b, a, c]) })
    }

    /// A shift by a constant.
    pub fn shift(&mut self, op: Opcode, width: u8, kind: u8, x: V, by: u8) -> V {
        self.push(Class::Vector, Ins { form: Form::Shift(kind), imm: Some(by), ..plain(op, width, &[x]) })
    }

    /// An operation on one mask register.
    pub fn mask_one(&mut self, op: Opcode, x: V) -> V {
        self.push(Class::Mask, Ins { form: Form::MaskOne, ..plain(op, 16, &[x]) })
    }

    /// An operation on two mask registers.
    pub fn mask_two(&mut self, op: Opcode, x: V, y: V) -> V {
        self.push(Class::Mask, Ins { form: Form::MaskTwo, ..plain(op, 32, &[x, y]) })
    }

    /// Reads an operand.
    pub fn load(&mut self, form: Form, distances: Option<V>) -> V {
        self.push(Class::Vector, Ins { form, args: [distances, None, None], ..plain(COPY, 0, &[]) })
    }

    /// Writes an output.
    pub fn store(&mut self, form: Form, value: V, distances: Option<V>) {
        self.body.push(Ins { form, args: [Some(value), distances, None], ..plain(COPY, 0, &[]) });
    }

    /// Adds to an output, element by element.
    pub fn add(&mut self, place: Place, value: V) {
        self.take(Form::Add(place), value);
    }

    /// Adds to the lanes of a row, which go to an output at its end.
    pub fn add_to_lanes(&mut self, place: Place, value: V) {
        let form = Form::AddToLanes(self.sums.len() as u8);
        self.sums.push(place);
        self.take(form, value);
    }

    fn take(&mut self, form: Form, value: V) {
        self.body.push(Ins { form, args: [Some(value), None, None], ..plain(COPY, 0, &[]) });
    }

    /// `value`, or the function of `x` if the mask has any element.
    pub fn rescue(&mut self, function: Function, mask: V, value: V, x: V) -> V {
        let form = Form::Rescue(function);
        self.push(Class::Vector, Ins { form, mask: Some((mask, false)), ..plain(COPY, 0, &[value, x]) })
    }

    /// Moves an index on to the next vector.
    pub fn advance(&mut self, index: V, operand: u16) {
        let form = Form::Advance(operand);
        self.body.push(Ins { form, args: [Some(index), None, None], ..plain(COPY, 0, &[]) });
    }
}

/// An instruction of two values that computes nothing yet.
fn plain(op: Opcode, width: u8, args: &[V]) -> Ins {
    let mut all = [None; 3];
    for (to, &v) in all.iter_mut().zip(args) {
        *to = Some(v);
    }
    Ins { op, form: Form::Two, width, out: None, args: all, mask: None, imm: None, twin: 0 }
}
