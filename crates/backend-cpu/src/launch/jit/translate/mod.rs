//! From the steps of a section to instructions: what each computes, bit for bit as the loops over tiles do it.

mod cast;
mod float;
mod function;
mod int;
mod parts;
mod truth;

use super::code::{Class, Code, Form, Place, Source, V};
use super::machine::{self, MOST_SUMS};
use super::operations::{Bits, Operations};
use super::{Along, Purpose, Variant};
use crate::launch::ops::{Arithmetic, Formula, Poly};
use crate::launch::program::{Action, Constant, Id, Meaning, Section, Step};
use crate::launch::tile::in_type;
use xparray_ir::{DType, Scalar};

/// A value of the section.
#[derive(Clone, Copy)]
enum Held {
    /// Its bytes, one element after the other.
    Bytes(V),
    /// A truth value: a mask register, or a vector of all ones and all zeros in elements of the largest size.
    Mask(V),
}

struct Translator<'a> {
    section: &'a Section,
    /// What is written, and its bytes.
    outputs: &'a [(Id, usize)],
    /// Of the outputs, then of the operands.
    along: &'a [Along],
    code: Code,
    values: Vec<Option<Held>>,
}

/// Whether every step has a meaning, so that it is worth trying.
pub fn qualifies(section: &Section) -> bool {
    section.inputs.is_empty() && section.steps.iter().all(|step| sizes(step).is_some())
}

/// The code of a section. `None` if there are operations without an instruction.
pub fn translate(section: &Section, variant: &Variant) -> Option<Code> {
    let &Variant { ref along, wide, streams, purpose, ref alike } = variant;
    let outputs = &variant.outputs(section);
    let steps = section.steps.iter().map(sizes).collect::<Option<Vec<_>>>()?;
    let memory = section.loads.iter().map(|load| load.size).chain(outputs.iter().map(|&(_, size)| size));
    let largest = steps.into_iter().chain(memory).max()?;
    if !matches!(largest, 4 | 8) {
        return None;
    }
    let lanes = machine::vector(wide) / largest;
    let code = Code::new(wide, lanes, streams);
    let mut translator = Translator { section, outputs, along, code, values: vec![None; section.slots.len()] };
    translator.all(purpose, alike)?;
    Some(translator.code)
}

/// The largest element that a step has to do with.
fn sizes(step: &Step) -> Option<usize> {
    if let Some((_, dtype)) = step.arithmetic {
        return Some(dtype.size());
    }
    if let Action::Poly(poly) = &step.action {
        return Some(if matches!(poly, Poly::F32(_)) { 4 } else { 8 });
    }
    match step.meaning? {
        Meaning::Unary(_, dtype) | Meaning::Binary(_, dtype) => size(dtype),
        Meaning::Select(size) | Meaning::ProductError(size) => Some(size),
        Meaning::Cast(source, target) => Some(size(source)?.max(size(target)?)),
    }
}

/// The size of a type whose values are computed with.
fn size(dtype: DType) -> Option<usize> {
    (!dtype.is_complex()).then(|| dtype.size())
}

pub(super) fn is_signed(dtype: DType) -> bool {
    matches!(dtype, DType::I8 | DType::I16 | DType::I32 | DType::I64)
}

pub(super) fn is_int(dtype: DType) -> bool {
    is_signed(dtype) || matches!(dtype, DType::U8 | DType::U16 | DType::U32 | DType::U64)
}

impl Translator<'_> {
    fn all(&mut self, purpose: Purpose, alike: &[u16]) -> Option<()> {
        let section = self.section;
        for (id, constant, dtype) in &section.constants {
            let held = match constant {
                Constant::Scalar(scalar) => self.constant(in_type(*scalar, *dtype), *dtype)?,
                Constant::Param(k) if *dtype == DType::Bool => {
                    let source = Source::Param(alike[*k as usize], self.code.largest() as u8);
                    Held::Mask(self.code.fixed(self.code.truths(), source))
                }
                Constant::Param(k) if dtype.size() <= 8 => {
                    let size = dtype.size() as u8;
                    Held::Bytes(self.code.fixed(Class::Vector, Source::Param(alike[*k as usize], size)))
                }
                Constant::Param(_) => return None,
            };
            self.values[*id as usize] = Some(held);
        }
        for step in &section.steps {
            for id in step.reads() {
                self.demand(id)?;
            }
            let held = self.step(step)?;
            self.values[step.out as usize] = Some(held);
        }
        let outputs = self.outputs;
        for &(id, _) in outputs {
            self.demand(id)?;
        }
        let stored = match purpose {
            Purpose::Stores | Purpose::Tiles => outputs,
            Purpose::Rows | Purpose::Columns => {
                self.sums(purpose == Purpose::Rows)?;
                &[]
            }
        };
        for (k, &(id, size)) in stored.iter().enumerate() {
            let value = self.bytes(id)?;
            let place = self.place(k, size)?;
            match self.along[k] {
                Along::Next => self.code.store(Form::Store(place), value, None),
                Along::Apart => {
                    let distances = self.distances(k);
                    self.code.store(Form::StoreApart(place), value, distances);
                }
                // An output has no element twice.
                Along::Same | Along::Index => return None,
            }
        }
        for (k, load) in section.loads.iter().enumerate() {
            let operand = outputs.len() + k;
            if let (Along::Index, Some(Held::Bytes(index))) = (self.along[operand], self.values[load.value as usize]) {
                self.code.advance(index, operand as u16);
            }
        }
        Some(())
    }

    /// Adds up what there is to add up.
    fn sums(&mut self, folded: bool) -> Option<()> {
        if self.section.sums.len() > MOST_SUMS {
            return None;
        }
        for (k, sum) in self.section.sums.iter().enumerate() {
            let mut value = self.bytes(sum.x)?;
            if let Some(y) = sum.y {
                self.demand(y)?;
                let factor = self.bytes(y)?;
                value = self.code.arithmetic(Arithmetic::Mul, value, factor, sum.size);
            }
            let place = self.place(k, sum.size)?;
            if folded {
                self.code.add_to_lanes(place, value);
            } else {
                self.code.add(place, value);
            }
        }
        Some(())
    }

    /// An operand's or output's elements.
    fn place(&self, operand: usize, size: usize) -> Option<Place> {
        let known = match self.along[operand] {
            // AVX-512 gathers and scatters no smaller ones.
            Along::Apart if self.code.wide => matches!(size, 4 | 8),
            _ => matches!(size, 1 | 2 | 4 | 8),
        };
        known.then_some(Place { operand: operand as u16, size: size as u8 })
    }

    fn distances(&mut self, operand: usize) -> Option<V> {
        self.code.wide.then(|| self.code.fixed(Class::Vector, Source::Distances(operand as u16)))
    }

    /// Sees that a value is there: operands are read when they are first asked for.
    fn demand(&mut self, id: Id) -> Option<()> {
        if self.values[id as usize].is_some() {
            return Some(());
        }
        let k = self.section.loads.iter().position(|load| load.value == id)?;
        let load = &self.section.loads[k];
        let operand = self.outputs.len() + k;
        let v = match self.along[operand] {
            Along::Index => self.code.fixed(Class::Vector, Source::Index(operand as u16)),
            Along::Next => {
                let place = self.place(operand, load.size)?;
                self.code.load(Form::Load(place), None)
            }
            Along::Same if load.size <= 8 => {
                self.code.fixed(Class::Vector, Source::Repeated(operand as u16, load.size as u8))
            }
            Along::Apart => {
                let place = self.place(operand, load.size)?;
                let distances = self.distances(operand);
                self.code.load(Form::LoadApart(place), distances)
            }
            Along::Same => return None,
        };
        self.values[id as usize] = Some(Held::Bytes(v));
        Some(())
    }

    fn constant(&mut self, scalar: Scalar, dtype: DType) -> Option<Held> {
        Some(match dtype.size() {
            _ if dtype == DType::Bool => Held::Mask(self.code.truth(scalar.bytes()[0] != 0)),
            1 | 2 | 4 | 8 => Held::Bytes(self.code.constant(scalar.bytes())),
            _ => return None,
        })
    }

    /// A value as bytes.
    fn bytes(&mut self, id: Id) -> Option<V> {
        match self.values[id as usize]? {
            Held::Bytes(v) => Some(v),
            Held::Mask(mask) => Some(self.code.truth_bytes(mask)),
        }
    }

    fn step(&mut self, step: &Step) -> Option<Held> {
        let [a, b, c] = step.args;
        match (&step.arithmetic, &step.action) {
            (Some((Formula::One(op), dtype)), _) => {
                let (x, y) = (self.bytes(a)?, self.bytes(b)?);
                Some(Held::Bytes(self.code.arithmetic(*op, x, y, dtype.size())))
            }
            (Some((Formula::Two { inner, outer, first }, dtype)), _) => {
                let (x, y, z) = (self.bytes(a)?, self.bytes(b)?, self.bytes(c)?);
                let x = self.code.arithmetic(*inner, x, y, dtype.size());
                // In the order that gives the same NaN as the loop, if both are.
                let (x, z) = if *first || matches!(outer, Arithmetic::Add | Arithmetic::Mul) { (x, z) } else { (z, x) };
                Some(Held::Bytes(self.code.arithmetic(*outer, x, z, dtype.size())))
            }
            (None, Action::Poly(poly)) => {
                let x = self.bytes(a)?;
                Some(Held::Bytes(self.polynomial(poly, x)))
            }
            _ => match step.meaning? {
                Meaning::Unary(op, DType::Bool) => self.logical1(op, a),
                Meaning::Unary(op, dtype) if dtype.is_float() => self.float1(op, a, dtype.size()),
                Meaning::Unary(op, dtype) => self.int1(op, a, dtype),
                Meaning::Binary(op, DType::Bool) => self.logical2(op, a, b),
                Meaning::Binary(op, dtype) if dtype.is_float() => self.float2(op, a, b, dtype.size()),
                Meaning::Binary(op, dtype) => self.int2(op, a, b, dtype),
                Meaning::Select(size) => {
                    let chooser = self.mask(a)?;
                    if let (Some(Held::Mask(x)), Some(Held::Mask(y))) =
                        (self.values[b as usize], self.values[c as usize])
                    {
                        let x = self.code.mask_two(Bits::And, chooser, x);
                        let y = self.code.mask_two(Bits::AndNot, chooser, y);
                        return Some(Held::Mask(self.code.mask_two(Bits::Or, x, y)));
                    }
                    let (x, y) = (self.bytes(b)?, self.bytes(c)?);
                    self.code.select(chooser, x, y, size).map(Held::Bytes)
                }
                Meaning::Cast(source, target) => self.cast(a, source, target),
                Meaning::ProductError(size) => {
                    let (x, y) = (self.bytes(a)?, self.bytes(b)?);
                    let product = self.code.arithmetic(Arithmetic::Mul, x, y, size);
                    // As above.
                    Some(Held::Bytes(self.code.fused([false, true], [y, x, product], size)))
                }
            },
        }
    }
}
