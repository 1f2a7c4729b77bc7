//! Instructions over values that have no registers yet, for as many elements as a vector holds.

use super::machine::{self, Instruction};
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

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// One instruction of the machine, on registers.
    Machine(Instruction),
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
    /// What it does.
    pub form: Form,
    /// What it computes.
    pub out: Option<V>,
    /// What it reads.
    pub args: [Option<V>; 3],
    /// The mask.
    pub mask: Option<V>,
    /// Which vector of a pair it is for.
    pub twin: u8,
}

impl Ins {
    /// An instruction that computes nothing yet.
    pub fn new(form: Form, args: &[V]) -> Self {
        let mut all = [None; 3];
        for (to, &v) in all.iter_mut().zip(args) {
            *to = Some(v);
        }
        Self { form, out: None, args: all, mask: None, twin: 0 }
    }
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
    #[cfg_attr(target_arch = "aarch64", expect(dead_code, reason = "stores past the caches are x86's"))]
    pub streams: bool,
    /// Where the lanes of sums go at the end of a row: each has a few vectors, to which the row's are added in turns.
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
            let (args, mask) = (ins.args.map(|arg| arg.map(twin)), ins.mask.map(twin));
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
        machine::vector(self.wide)
    }

    /// The largest size of an element.
    pub fn largest(&self) -> usize {
        self.vector() / self.lanes
    }

    /// The registers of truth values: a bit for each element, or elements of the largest size, of all ones or all zeros.
    pub fn truths(&self) -> Class {
        if self.wide { Class::Mask } else { Class::Vector }
    }

    /// A value that nothing computes yet.
    fn value(&mut self, class: Class) -> V {
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

    /// A constant of the floats of a size.
    pub fn number(&mut self, value: f64, size: usize) -> V {
        match size {
            4 => self.constant(&(value as f32).to_le_bytes()),
            _ => self.constant(&value.to_le_bytes()),
        }
    }

    /// A constant of the integers of a size.
    pub fn integer(&mut self, value: i64, size: usize) -> V {
        self.constant(&value.to_le_bytes()[..size])
    }

    /// The sign of the numbers of a size.
    pub fn sign_bit(&mut self, size: usize) -> V {
        self.integer(if size == 4 { i32::MIN.into() } else { i64::MIN }, size)
    }

    /// The same truth value for all elements.
    pub fn truth(&mut self, value: bool) -> V {
        let at = self.vector_of(&[if value { 0xff } else { 0 }]);
        self.fixed(self.truths(), Source::Constant(at))
    }

    /// The result of an instruction, made once: until all is computed, nothing is stored that a load could read.
    pub fn push(&mut self, class: Class, ins: Ins) -> V {
        if let Some(&known) = self.known.get(&(class, ins)) {
            return known;
        }
        let out = self.value(class);
        self.known.insert((class, ins), out);
        self.body.push(Ins { out: Some(out), ..ins });
        out
    }

    /// Reads an operand.
    pub fn load(&mut self, form: Form, distances: Option<V>) -> V {
        self.push(Class::Vector, Ins { args: [distances, None, None], ..Ins::new(form, &[]) })
    }

    /// Writes an output.
    pub fn store(&mut self, form: Form, value: V, distances: Option<V>) {
        self.body.push(Ins { args: [Some(value), distances, None], ..Ins::new(form, &[]) });
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
        self.body.push(Ins::new(form, &[value]));
    }

    /// `value`, or the function of `x` if the mask has any element.
    pub fn rescue(&mut self, function: Function, mask: V, value: V, x: V) -> V {
        self.push(Class::Vector, Ins { mask: Some(mask), ..Ins::new(Form::Rescue(function), &[value, x]) })
    }

    /// Moves an index on to the next vector.
    pub fn advance(&mut self, index: V, operand: u16) {
        self.body.push(Ins::new(Form::Advance(operand), &[index]));
    }
}
