//! From the steps of a section to instructions: what each computes, bit for bit as the loops over tiles do it.

use super::code::{Class, Code, Form, Place, Source, V};
use super::encode::Opcode;
use super::opcodes::*;
use super::{Along, Variant};
use crate::launch::ops::{Arithmetic, Formula, Poly};
use crate::launch::program::{Action, Constant, Id, Meaning, Section, Step};
use crate::launch::tile::in_type;
use xparray_ir::ir::{BinaryOp, UnaryOp};
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
    /// Of the outputs, then of the operands.
    along: &'a [Along],
    code: Code,
    /// The largest size of an element.
    largest: usize,
    values: Vec<Option<Held>>,
}

/// Whether every step has a meaning, so that it is worth trying.
pub fn qualifies(section: &Section) -> bool {
    section.inputs.is_empty() && section.steps.iter().all(|step| sizes(step).is_some())
}

/// The code of a section. `None` if there are operations without an instruction.
pub fn translate(section: &Section, variant: &Variant) -> Option<Code> {
    let &Variant { ref along, wide, streams } = variant;
    let steps = section.steps.iter().map(sizes).collect::<Option<Vec<_>>>()?;
    let memory = section.loads.iter().map(|load| load.size).chain(section.stores.iter().map(|store| store.size));
    let largest = steps.into_iter().chain(memory).max()?;
    if !matches!(largest, 4 | 8) {
        return None;
    }
    let lanes = if wide { 64 } else { 32 } / largest;
    let (classes, body, fixed, constants) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let code = Code { wide, lanes, classes, body, fixed, constants, streams };
    let mut translator = Translator { section, along, code, largest, values: vec![None; section.slots.len()] };
    translator.all()?;
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

fn is_signed(dtype: DType) -> bool {
    matches!(dtype, DType::I8 | DType::I16 | DType::I32 | DType::I64)
}

fn is_int(dtype: DType) -> bool {
    is_signed(dtype) || matches!(dtype, DType::U8 | DType::U16 | DType::U32 | DType::U64)
}

/// Comparisons of floats, as the last byte of the instruction.
mod how {
    pub const EQ: u8 = 0x00;
    pub const UNORDERED: u8 = 0x03;
    pub const NE: u8 = 0x04;
    pub const ORDERED: u8 = 0x07;
    pub const LT: u8 = 0x11;
    pub const LE: u8 = 0x12;
}

impl Translator<'_> {
    fn all(&mut self) -> Option<()> {
        let section = self.section;
        for (id, constant, dtype) in &section.constants {
            let held = match constant {
                Constant::Scalar(scalar) => self.constant(in_type(*scalar, *dtype), *dtype)?,
                Constant::Param(k) if *dtype == DType::Bool => {
                    let class = if self.code.wide { Class::Mask } else { Class::Vector };
                    Held::Mask(self.code.fixed(class, Source::Param(*k, self.largest as u8)))
                }
                Constant::Param(k) if dtype.size() <= 8 => {
                    let size = dtype.size() as u8;
                    Held::Bytes(self.code.fixed(Class::Vector, Source::Param(*k, size)))
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
        for store in &section.stores {
            self.demand(store.value)?;
        }
        for (k, store) in section.stores.iter().enumerate() {
            let value = self.bytes(store.value)?;
            let place = self.place(k, store.size)?;
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
        for (k, load) in section.loads.iter().enumerate().filter(|(_, load)| load.index) {
            if let Some(Held::Bytes(index)) = self.values[load.value as usize] {
                self.code.advance(index, (section.stores.len() + k) as u16);
            }
        }
        Some(())
    }

    /// An operand's or output's elements.
    fn place(&self, operand: usize, size: usize) -> Option<Place> {
        let known = match self.along[operand] {
            Along::Apart => matches!(size, 4 | 8),
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
        let operand = self.section.stores.len() + k;
        let v = match (self.along[operand], load.index) {
            (Along::Index, true) => self.code.fixed(Class::Vector, Source::Index(operand as u16)),
            (Along::Next, false) => {
                let place = self.place(operand, load.size)?;
                self.code.load(Form::Load(place), None)
            }
            (Along::Same, false) if load.size <= 8 => {
                self.code.fixed(Class::Vector, Source::Repeated(operand as u16, load.size as u8))
            }
            (Along::Apart, false) => {
                let place = self.place(operand, load.size)?;
                let distances = self.distances(operand);
                self.code.load(Form::LoadApart(place), distances)
            }
            _ => return None,
        };
        self.values[id as usize] = Some(Held::Bytes(v));
        Some(())
    }

    fn constant(&mut self, scalar: Scalar, dtype: DType) -> Option<Held> {
        Some(match dtype.size() {
            _ if dtype == DType::Bool => Held::Mask(self.truth(scalar.bytes()[0] != 0)),
            1 | 2 | 4 | 8 => Held::Bytes(self.code.constant(scalar.bytes())),
            _ => return None,
        })
    }

    /// The same truth value for all elements.
    fn truth(&mut self, value: bool) -> V {
        let class = if self.code.wide { Class::Mask } else { Class::Vector };
        let at = self.code.vector_of(&[if value { 0xff } else { 0 }]);
        self.code.fixed(class, Source::Constant(at))
    }

    fn width(&self, size: usize) -> u8 {
        self.code.width(size)
    }

    /// A value as bytes.
    fn bytes(&mut self, id: Id) -> Option<V> {
        match self.values[id as usize]? {
            Held::Bytes(v) => Some(v),
            Held::Mask(mask) => Some(self.truth_bytes(mask)),
        }
    }

    /// A truth value.
    fn mask(&mut self, id: Id) -> Option<V> {
        match self.values[id as usize]? {
            Held::Mask(v) => Some(v),
            Held::Bytes(_) => None,
        }
    }

    fn step(&mut self, step: &Step) -> Option<Held> {
        let [a, b, c] = step.args;
        match (&step.arithmetic, &step.action) {
            (Some((Formula::One(op), dtype)), _) => {
                let (x, y) = (self.bytes(a)?, self.bytes(b)?);
                Some(Held::Bytes(self.arithmetic(*op, x, y, dtype.size())))
            }
            (Some((Formula::Two { inner, outer, first }, dtype)), _) => {
                let (x, y, z) = (self.bytes(a)?, self.bytes(b)?, self.bytes(c)?);
                let x = self.arithmetic(*inner, x, y, dtype.size());
                let (x, z) = if *first { (x, z) } else { (z, x) };
                Some(Held::Bytes(self.arithmetic(*outer, x, z, dtype.size())))
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
                        let (x, y) = (self.mask_and(chooser, x), self.mask_and_not(chooser, y));
                        return Some(Held::Mask(self.mask_or(x, y)));
                    }
                    let (x, y) = (self.bytes(b)?, self.bytes(c)?);
                    self.select(chooser, x, y, size).map(Held::Bytes)
                }
                Meaning::Cast(source, target) => self.cast(a, source, target),
                Meaning::ProductError(size) => {
                    let (x, y) = (self.bytes(a)?, self.bytes(b)?);
                    let width = self.width(size);
                    let product = self.code.two(float(MUL, size), width, x, y);
                    // In the order that gives the same NaN as the loop, if both are.
                    Some(Held::Bytes(self.code.fused(fused_sub(size), width, y, x, product)))
                }
            },
        }
    }

    fn arithmetic(&mut self, op: Arithmetic, x: V, y: V, size: usize) -> V {
        let byte = match op {
            Arithmetic::Add => ADD,
            Arithmetic::Sub => SUB,
            Arithmetic::Mul => MUL,
            Arithmetic::Div => DIV,
        };
        self.code.two(float(byte, size), self.width(size), x, y)
    }

    /// By Horner's rule, from 0, as the loop does it.
    fn polynomial(&mut self, poly: &Poly, x: V) -> V {
        let (coefficients, size): (Vec<V>, usize) = match poly {
            Poly::F32(all) => (all.iter().map(|c| self.code.constant(&c.to_le_bytes())).collect(), 4),
            Poly::F64(all) => (all.iter().map(|c| self.code.constant(&c.to_le_bytes())).collect(), 8),
        };
        let width = self.width(size);
        let mut sum = self.code.constant(&[0]);
        for c in coefficients {
            sum = self.code.fused(fused_add(size), width, sum, x, c);
        }
        sum
    }

    /// A constant of the floats of a size.
    fn number(&mut self, value: f64, size: usize) -> V {
        match size {
            4 => self.code.constant(&(value as f32).to_le_bytes()),
            _ => self.code.constant(&value.to_le_bytes()),
        }
    }

    /// A constant of the integers of a size.
    fn integer(&mut self, value: i64, size: usize) -> V {
        self.code.constant(&value.to_le_bytes()[..size])
    }

    fn sign_bit(&mut self, size: usize) -> V {
        self.integer(if size == 4 { i32::MIN.into() } else { i64::MIN }, size)
    }

    fn float1(&mut self, op: UnaryOp, a: Id, size: usize) -> Option<Held> {
        use UnaryOp::*;
        let x = self.bytes(a)?;
        let width = self.width(size);
        let rounded = |this: &mut Self, how| this.code.one_by(round(size), width, x, how);
        Some(Held::Bytes(match op {
            Neg => {
                let sign = self.sign_bit(size);
                self.code.two(xor(size), width, x, sign)
            }
            Abs => {
                let sign = self.sign_bit(size);
                self.code.two(and_not(size), width, sign, x)
            }
            Square => self.code.two(float(MUL, size), width, x, x),
            Reciprocal => {
                let one = self.number(1.0, size);
                self.code.two(float(DIV, size), width, one, x)
            }
            Imag => self.code.constant(&[0]),
            Sqrt => self.code.one(float(SQRT, size), width, x),
            Floor => rounded(self, 9),
            Ceil => rounded(self, 10),
            Trunc => rounded(self, 11),
            Rint => rounded(self, 8),
            Sign => {
                let (zero, one, minus) = (self.code.constant(&[0]), self.number(1.0, size), self.number(-1.0, size));
                let above = self.float_compare(how::LT, zero, x, size);
                let below = self.float_compare(how::LT, x, zero, size);
                let equal = self.float_compare(how::EQ, x, zero, size);
                let y = self.select(above, one, x, size)?;
                let y = self.select(below, minus, y, size)?;
                self.select(equal, zero, y, size)?
            }
            IsNan => return Some(Held::Mask(self.float_compare(how::UNORDERED, x, x, size))),
            IsInf | IsFinite => {
                let (sign, infinity) = (self.sign_bit(size), self.number(f64::INFINITY, size));
                let x = self.code.two(and_not(size), width, sign, x);
                let how = if op == IsInf { how::EQ } else { how::LT };
                return Some(Held::Mask(self.float_compare(how, x, infinity, size)));
            }
            SignBit => {
                let zero = self.code.constant(&[0]);
                return Some(Held::Mask(self.int_less(x, zero, size, true)));
            }
            _ => return None,
        }))
    }

    fn float2(&mut self, op: BinaryOp, a: Id, b: Id, size: usize) -> Option<Held> {
        use BinaryOp::*;
        let (x, y) = (self.bytes(a)?, self.bytes(b)?);
        let width = self.width(size);
        let compared = |this: &mut Self, how, x, y| Some(Held::Mask(this.float_compare(how, x, y, size)));
        match op {
            Eq => return compared(self, how::EQ, x, y),
            Ne => return compared(self, how::NE, x, y),
            Lt => return compared(self, how::LT, x, y),
            Le => return compared(self, how::LE, x, y),
            Gt => return compared(self, how::LT, y, x),
            Ge => return compared(self, how::LE, y, x),
            _ => {}
        }
        Some(Held::Bytes(match op {
            // The instruction gives `y` if either is NaN.
            Min | Max => {
                let least = self.code.two(float(if op == Min { MIN } else { MAX }, size), width, x, y);
                let nan = self.float_compare(how::UNORDERED, x, x, size);
                self.select(nan, x, least, size)?
            }
            Fmin | Fmax => {
                let (low, high) = if op == Fmin { (x, y) } else { (y, x) };
                let ordered = self.float_compare(how::LE, low, high, size);
                let nan = self.float_compare(how::UNORDERED, y, y, size);
                let first = self.mask_or(ordered, nan);
                self.select(first, x, y, size)?
            }
            Copysign => {
                let sign = self.sign_bit(size);
                let (x, y) = (self.code.two(and_not(size), width, sign, x), self.code.two(and(size), width, sign, y));
                self.code.two(or(size), width, x, y)
            }
            _ => return None,
        }))
    }

    fn int1(&mut self, op: UnaryOp, a: Id, dtype: DType) -> Option<Held> {
        use UnaryOp::*;
        let size = dtype.size();
        match op {
            IsNan | IsInf => return Some(Held::Mask(self.truth(false))),
            IsFinite => return Some(Held::Mask(self.truth(true))),
            _ if size < 4 => return None,
            _ => {}
        }
        let x = self.bytes(a)?;
        let width = self.width(size);
        let zero = self.code.constant(&[0]);
        Some(Held::Bytes(match op {
            Neg => self.code.two(int_sub(size), width, zero, x),
            Not => {
                let ones = self.code.constant(&[0xff]);
                self.code.two(xor(size), width, x, ones)
            }
            Square => self.int_product(x, x, size),
            Imag => zero,
            Abs if size == 4 || self.code.wide => self.code.one(int_abs(size), width, x),
            Abs => {
                let sign = self.code.two(greater(size), width, zero, x);
                let y = self.code.two(xor(size), width, x, sign);
                self.code.two(int_sub(size), width, y, sign)
            }
            Sign if is_signed(dtype) => {
                let (one, minus) = (self.integer(1, size), self.integer(-1, size));
                let (above, below) = (self.int_less(zero, x, size, true), self.int_less(x, zero, size, true));
                let y = self.select(above, one, x, size)?;
                self.select(below, minus, y, size)?
            }
            _ => return None,
        }))
    }

    fn int2(&mut self, op: BinaryOp, a: Id, b: Id, dtype: DType) -> Option<Held> {
        use BinaryOp::*;
        let size = dtype.size();
        if size < 4 {
            return None;
        }
        let (x, y) = (self.bytes(a)?, self.bytes(b)?);
        let (width, signed) = (self.width(size), is_signed(dtype));
        let simple = |this: &mut Self, op: Opcode| Some(Held::Bytes(this.code.two(op, width, x, y)));
        match op {
            Add => simple(self, int_add(size)),
            Sub => simple(self, int_sub(size)),
            And => simple(self, and(size)),
            Or => simple(self, or(size)),
            Xor => simple(self, xor(size)),
            Mul => Some(Held::Bytes(self.int_product(x, y, size))),
            // What is shifted by the width or more, or by less than none, is as the loops have it.
            Shl => simple(self, shift_left(size)),
            Shr if !signed => simple(self, shift_right(size)),
            Shr if size == 4 || self.code.wide => simple(self, shift_sign(size)),
            Shr => {
                let zero = self.code.constant(&[0]);
                let sign = self.code.two(greater(size), width, zero, x);
                let z = self.code.two(xor(size), width, x, sign);
                let z = self.code.two(shift_right(size), width, z, y);
                Some(Held::Bytes(self.code.two(xor(size), width, z, sign)))
            }
            Eq => Some(Held::Mask(self.int_equal(x, y, size))),
            Ne => {
                let equal = self.int_equal(x, y, size);
                Some(Held::Mask(self.mask_not(equal)))
            }
            Lt => Some(Held::Mask(self.int_less(x, y, size, signed))),
            Gt => Some(Held::Mask(self.int_less(y, x, size, signed))),
            Le | Ge => {
                let (x, y) = if op == Le { (y, x) } else { (x, y) };
                let less = self.int_less(x, y, size, signed);
                Some(Held::Mask(self.mask_not(less)))
            }
            Min | Fmin | Max | Fmax => {
                let least = matches!(op, Min | Fmin);
                if size == 4 || self.code.wide {
                    return simple(
                        self,
                        match (least, signed) {
                            (true, true) => signed_min(size),
                            (false, true) => signed_max(size),
                            (true, false) => unsigned_min(size),
                            (false, false) => unsigned_max(size),
                        },
                    );
                }
                let less = self.int_less(x, y, size, signed);
                let (x, y) = if least { (x, y) } else { (y, x) };
                self.select(less, x, y, size).map(Held::Bytes)
            }
            _ => None,
        }
    }

    /// The lower half of the product.
    fn int_product(&mut self, x: V, y: V, size: usize) -> V {
        let width = self.width(size);
        if size == 4 || self.code.wide {
            return self.code.two(int_mul(size), width, x, y);
        }
        let (x_high, y_high) =
            (self.code.shift(shift_by(8), width, 2, x, 32), self.code.shift(shift_by(8), width, 2, y, 32));
        let (first, second) =
            (self.code.two(MUL_HALVES, width, x_high, y), self.code.two(MUL_HALVES, width, x, y_high));
        let high = self.code.two(int_add(8), width, first, second);
        let high = self.code.shift(shift_by(8), width, 6, high, 32);
        let low = self.code.two(MUL_HALVES, width, x, y);
        self.code.two(int_add(8), width, low, high)
    }

    fn logical1(&mut self, op: UnaryOp, a: Id) -> Option<Held> {
        use UnaryOp::*;
        Some(Held::Mask(match op {
            Not => {
                let x = self.mask(a)?;
                self.mask_not(x)
            }
            Imag | IsNan | IsInf => self.truth(false),
            IsFinite => self.truth(true),
            _ => return None,
        }))
    }

    fn logical2(&mut self, op: BinaryOp, a: Id, b: Id) -> Option<Held> {
        use BinaryOp::*;
        let (x, y) = (self.mask(a)?, self.mask(b)?);
        Some(Held::Mask(match op {
            Add | Or | Max | Fmax => self.mask_or(x, y),
            Mul | And | Min | Fmin => self.mask_and(x, y),
            Xor | Ne => self.mask_two(MASK_XOR, xor(self.largest), x, y),
            Eq => {
                let differ = self.mask_two(MASK_XOR, xor(self.largest), x, y);
                self.mask_not(differ)
            }
            Lt => self.mask_and_not(x, y),
            Gt => self.mask_and_not(y, x),
            Le => {
                let greater = self.mask_and_not(y, x);
                self.mask_not(greater)
            }
            Ge => {
                let less = self.mask_and_not(x, y);
                self.mask_not(less)
            }
            _ => return None,
        }))
    }

    fn mask_two(&mut self, op: Opcode, vector: Opcode, x: V, y: V) -> V {
        if self.code.wide {
            self.code.mask_two(op, x, y)
        } else {
            self.code.two(vector, self.width(self.largest), x, y)
        }
    }

    fn mask_and(&mut self, x: V, y: V) -> V {
        self.mask_two(MASK_AND, and(self.largest), x, y)
    }

    fn mask_or(&mut self, x: V, y: V) -> V {
        self.mask_two(MASK_OR, or(self.largest), x, y)
    }

    /// `y` where `x` is not.
    fn mask_and_not(&mut self, x: V, y: V) -> V {
        self.mask_two(MASK_AND_NOT, and_not(self.largest), x, y)
    }

    fn mask_not(&mut self, x: V) -> V {
        if self.code.wide {
            return self.code.mask_one(MASK_NOT, x);
        }
        let ones = self.truth(true);
        self.code.two(xor(self.largest), self.width(self.largest), x, ones)
    }

    /// A mask of elements of a size, as AVX2's instructions give it, in elements of the largest.
    fn widened(&mut self, mask: V, size: usize) -> V {
        if size == self.largest { mask } else { self.code.one(widen(4, 8, true), self.width(8), mask) }
    }

    /// A mask for AVX2's instructions on elements of a size.
    fn narrowed(&mut self, mask: V, size: usize) -> V {
        if size == self.largest { mask } else { self.lower_halves(mask) }
    }

    /// The lower halves of elements of 8 bytes, with AVX2.
    fn lower_halves(&mut self, x: V) -> V {
        let high = self.code.reversed(EXTRACT_HALF, 32, x, Some(1));
        self.code.two_by(SHUFFLE, 16, x, high, 0x88)
    }

    fn float_compare(&mut self, how: u8, x: V, y: V, size: usize) -> V {
        let (op, width) = (float(COMPARE, size), self.width(size));
        if self.code.wide {
            return self.code.compare(op, width, x, y, Some(how));
        }
        let mask = self.code.two_by(op, width, x, y, how);
        self.widened(mask, size)
    }

    fn int_equal(&mut self, x: V, y: V, size: usize) -> V {
        let width = self.width(size);
        if self.code.wide {
            return self.code.compare(signed_compare(size), width, x, y, Some(0));
        }
        let mask = self.code.two(equal(size), width, x, y);
        self.widened(mask, size)
    }

    fn int_less(&mut self, x: V, y: V, size: usize, signed: bool) -> V {
        let width = self.width(size);
        if self.code.wide {
            let op = if signed { signed_compare(size) } else { unsigned_compare(size) };
            return self.code.compare(op, width, x, y, Some(1));
        }
        let (mut x, mut y) = (x, y);
        if !signed {
            let sign = self.sign_bit(size);
            (x, y) = (self.code.two(xor(size), width, x, sign), self.code.two(xor(size), width, y, sign));
        }
        let mask = self.code.two(greater(size), width, y, x);
        self.widened(mask, size)
    }

    /// `x` where the mask says, else `y`.
    fn select(&mut self, mask: V, x: V, y: V, size: usize) -> Option<V> {
        let width = self.width(size);
        if self.code.wide {
            return Some(self.code.masked(blend(size), width, mask, y, x));
        }
        if size < 4 {
            return None;
        }
        let mask = self.narrowed(mask, size);
        Some(self.code.chosen(blend_by_sign(size), width, mask, y, x))
    }

    /// `x` where the mask says, else 0.
    fn select_or_zero(&mut self, mask: V, x: V, size: usize) -> V {
        let width = self.width(size);
        if self.code.wide {
            return self.code.masked_or_zero(moves(size, true), width, mask, x);
        }
        let mask = self.narrowed(mask, size);
        self.code.two(and(size), width, mask, x)
    }

    /// The bytes 0 and 1.
    fn truth_bytes(&mut self, mask: V) -> V {
        let ones = self.code.constant(&[1]);
        if self.code.wide {
            return self.code.masked_or_zero(moves(1, true), 16, mask, ones);
        }
        let words = match self.largest {
            8 => {
                let halves = self.lower_halves(mask);
                self.code.two(PACK_4, 16, halves, halves)
            }
            _ => {
                let high = self.code.reversed(EXTRACT_HALF, 32, mask, Some(1));
                self.code.two(PACK_4, 16, mask, high)
            }
        };
        let bytes = self.code.two(PACK_2, 16, words, words);
        self.code.two(and(8), 16, bytes, ones)
    }

    fn cast(&mut self, a: Id, source: DType, target: DType) -> Option<Held> {
        use DType::*;
        if target == Bool {
            let x = self.bytes(a)?;
            return self.not_zero(x, source).map(Held::Mask);
        }
        if let (Bool, Held::Mask(mask)) = (source, self.values[a as usize]?) {
            let one = match target {
                F32 | F64 => self.number(1.0, target.size()),
                _ if target.size() >= 4 => self.integer(1, target.size()),
                _ => return None,
            };
            return Some(Held::Bytes(self.select_or_zero(mask, one, target.size())));
        }
        let x = self.bytes(a)?;
        let wide = self.code.wide;
        // The instructions between sizes are named by the wider register.
        let width = self.width(source.size().max(target.size()));
        let v = match (source, target) {
            _ if source.is_float() && is_int(target) => return self.to_integer(x, source, target).map(Held::Bytes),
            (F32, F64) => self.code.one(F32_TO_F64, width, x),
            (F64, F32) => self.code.one(F64_TO_F32, width, x),
            (Bool | U8 | I8 | I16 | U16, F32 | F64) => {
                let x = self.code.one(widen(source.size(), 4, is_signed(source)), self.width(4), x);
                self.code.one(if target == F32 { I32_TO_F32 } else { I32_TO_F64 }, self.width(target.size()), x)
            }
            (I32, F32) => self.code.one(I32_TO_F32, width, x),
            (I32, F64) => self.code.one(I32_TO_F64, width, x),
            (I64, F64) if !wide => self.wide_to_float(x),
            (I64, F64) => self.code.one(I64_TO_F64, width, x),
            (U64, F64) if wide => self.code.one(U64_TO_F64, width, x),
            (I64, F32) if wide => self.code.one(I64_TO_F32, width, x),
            (U64, F32) if wide => self.code.one(U64_TO_F32, width, x),
            _ if target.is_float() || !(is_int(source) || source == Bool) || !is_int(target) => return None,
            _ if target.size() > source.size() && target.size() >= 4 => {
                self.code.one(widen(source.size(), target.size(), is_signed(source)), self.width(target.size()), x)
            }
            _ if target.size() < source.size() && source.size() >= 4 && wide => {
                self.code.reversed(narrow(source.size(), target.size()), width, x, None)
            }
            _ if source.size() == 8 && target.size() == 4 => self.lower_halves(x),
            _ => return None,
        };
        Some(Held::Bytes(v))
    }

    /// Exactly rounded, with AVX2: both halves become numbers by bits of theirs, and are added once.
    fn wide_to_float(&mut self, x: V) -> V {
        let width = self.width(8);
        // 3 * 2^67, whose last bits count in units of 2^16; the same plus 2^52; 2^52.
        let (high_bias, both, low_bias) = (
            self.number(442721857769029238784.0, 8),
            self.number(442726361368656609280.0, 8),
            self.number(4503599627370496.0, 8),
        );
        let zero = self.code.constant(&[0]);
        let high = self.code.shift(shift_by(4), width, 4, x, 16);
        let high = self.code.two_by(BLEND_WORDS, width, high, zero, 0x33);
        let high = self.code.two(int_add(8), width, high, high_bias);
        let low = self.code.two_by(BLEND_WORDS, width, x, low_bias, 0x88);
        let high = self.code.two(float(SUB, 8), width, high, both);
        self.code.two(float(ADD, 8), width, high, low)
    }

    /// Towards zero, with the extremes for what does not fit, and 0 for NaN.
    fn to_integer(&mut self, x: V, source: DType, target: DType) -> Option<V> {
        use DType::*;
        let width = self.width(source.size().max(target.size()));
        let (op, bound, most) = match (source, target) {
            (F32, I32) => (F32_TO_I32, 2147483648.0, i64::from(i32::MAX)),
            (F64, I32) => (F64_TO_I32, 2147483648.0, i64::from(i32::MAX)),
            (F32, I64) if self.code.wide => (F32_TO_I64, 9223372036854775808.0, i64::MAX),
            (F64, I64) if self.code.wide => (F64_TO_I64, 9223372036854775808.0, i64::MAX),
            _ => return None,
        };
        // What does not fit becomes the least integer, which is right below.
        let y = self.code.one(op, width, x);
        let (bound, most) = (self.number(bound, source.size()), self.integer(most, target.size()));
        let above = self.float_compare(how::LE, bound, x, source.size());
        let number = self.float_compare(how::ORDERED, x, x, source.size());
        let y = self.select(above, most, y, target.size())?;
        Some(self.select_or_zero(number, y, target.size()))
    }

    /// Whether values are not zero.
    fn not_zero(&mut self, x: V, dtype: DType) -> Option<V> {
        let size = dtype.size();
        let zero = self.code.constant(&[0]);
        if dtype.is_float() {
            return (size >= 4).then(|| self.float_compare(how::NE, x, zero, size));
        }
        Some(match size {
            1 if self.code.wide => self.code.compare(TEST_BYTES, 16, x, x, None),
            1 => {
                let x = self.code.one(widen(1, self.largest, false), self.width(self.largest), x);
                self.code.two(greater(self.largest), self.width(self.largest), x, zero)
            }
            4 | 8 if self.code.wide => self.code.compare(test(size), self.width(size), x, x, None),
            4 | 8 => {
                let equal = self.int_equal(x, zero, size);
                self.mask_not(equal)
            }
            _ => return None,
        })
    }
}
