//! Operands: registers and constants.

use super::text::integer;
use crate::function::Type;
use half::f16;

/// Places of special registers among the scalar ones.
pub const FLAT_SCRATCH: u8 = 102;
pub const XNACK_MASK: u8 = 104;
pub const VCC: u8 = 106;
pub const TTMP: u8 = 108;
pub const M0: u8 = 124;
pub const NULL: u8 = 125;
pub const EXEC: u8 = 126;
/// Accumulation registers follow the vector ones.
pub const ACCUMULATORS: u16 = 256;

/// Where addresses of a group's LDS begin, and those of a thread's private memory: their upper halves.
pub const SHARED_BASE: u64 = 0x5ba0_0000_0000_0000;
pub const PRIVATE_BASE: u64 = 0x5bb0_0000_0000_0000;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The first of scalar registers.
    Scalar(u8),
    /// The first of vector registers.
    Vector(u16),
    Constant(u64),
    /// The lane's bit of a mask in scalar registers.
    Mask(u8),
    /// The lane's number.
    Lane,
    /// The scalar condition code.
    Scc,
}

/// What of a register an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Whole,
    Byte(u8),
    Half(u8),
}

/// A source with what is done to it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    pub source: Source,
    pub ty: Type,
    pub part: Part,
    pub sign_extended: bool,
    pub absolute: bool,
    pub negated: bool,
}

/// A register or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    Scalar(u8),
    Vector(u16),
}

/// The index of `v7` or `v[7:8]` behind the letter.
fn index(text: &str) -> Option<u16> {
    match text.strip_prefix('[') {
        Some(range) => range.strip_suffix(']')?.split(':').next()?.parse().ok(),
        None => text.parse().ok(),
    }
}

impl Register {
    pub fn parse(text: &str) -> Option<Self> {
        let named = match text {
            "vcc" | "vcc_lo" => Some(VCC),
            "vcc_hi" => Some(VCC + 1),
            "exec" | "exec_lo" => Some(EXEC),
            "exec_hi" => Some(EXEC + 1),
            "m0" => Some(M0),
            "null" => Some(NULL),
            "flat_scratch" | "flat_scratch_lo" => Some(FLAT_SCRATCH),
            "flat_scratch_hi" => Some(FLAT_SCRATCH + 1),
            "xnack_mask" | "xnack_mask_lo" => Some(XNACK_MASK),
            "xnack_mask_hi" => Some(XNACK_MASK + 1),
            _ => None,
        };
        if let Some(named) = named {
            return Some(Self::Scalar(named));
        }
        if let Some(rest) = text.strip_prefix("ttmp") {
            return index(rest).filter(|&i| i < 16).map(|i| Self::Scalar(TTMP + i as u8));
        }
        let (letter, rest) = text.split_at_checked(1)?;
        let index = index(rest)?;
        match letter {
            "s" if index < 106 => Some(Self::Scalar(index as u8)),
            "v" if index < ACCUMULATORS => Some(Self::Vector(index)),
            "a" if index < ACCUMULATORS => Some(Self::Vector(ACCUMULATORS + index)),
            _ => None,
        }
    }

    /// A vector register.
    pub fn vector(text: &str) -> Option<u16> {
        match Self::parse(text)? {
            Self::Vector(index) => Some(index),
            Self::Scalar(_) => None,
        }
    }

    /// A scalar register.
    pub fn scalar(text: &str) -> Option<u8> {
        match Self::parse(text)? {
            Self::Scalar(index) => Some(index),
            Self::Vector(_) => None,
        }
    }
}

/// The bits of a constant in an operand of a type.
fn constant(text: &str, ty: Type) -> Option<u64> {
    if let Some(value) = integer(text) {
        // A literal has 32 bits: of an f64 it is the upper half.
        let literal = text.starts_with("0x") || text.starts_with("-0x");
        return Some(match ty {
            Type::F64 if literal => (value as u64) << 32,
            Type::F64 | Type::B64 => value as u64,
            Type::B32 | Type::F32 => value as u32 as u64,
            Type::B16 | Type::F16 => value as u16 as u64,
        });
    }
    let value: f64 = match text {
        // 1 / (2 pi), rounded as the hardware has it.
        "0.15915494" | "0.15915494309189532" | "0.1591" | "0.15915494309189535" => {
            return Some(match ty {
                Type::F64 | Type::B64 => 0x3fc4_5f30_6dc9_c882,
                Type::F16 | Type::B16 => 0x3118,
                Type::F32 | Type::B32 => 0x3e22_f983,
            });
        }
        _ => text.parse().ok()?,
    };
    Some(match ty {
        Type::F64 | Type::B64 => value.to_bits(),
        Type::F32 | Type::B32 => (value as f32).to_bits().into(),
        Type::F16 | Type::B16 => f16::from_f64(value).to_bits().into(),
    })
}

impl Source {
    pub fn parse(text: &str, ty: Type) -> Option<Self> {
        if let Some(register) = Register::parse(text) {
            return Some(match register {
                Register::Scalar(index) => Self::Scalar(index),
                Register::Vector(index) => Self::Vector(index),
            });
        }
        match text {
            "scc" | "src_scc" => Some(Self::Scc),
            "src_shared_base" => Some(Self::Constant(SHARED_BASE)),
            "src_private_base" => Some(Self::Constant(PRIVATE_BASE)),
            "src_shared_limit" | "src_private_limit" => Some(Self::Constant(0xffff_ffff)),
            _ => constant(text, ty).map(Self::Constant),
        }
    }

    /// As [`Source::parse`], of a packed instruction. A constant has 32 bits there, of which each result takes a half: an
    /// integer has its sign above, an `f16` zeros.
    pub fn parse_packed(text: &str, ty: Type) -> Option<Self> {
        let of_halves = ty == Type::B16 || ty == Type::F16 && integer(text).is_some();
        Self::parse(text, if of_halves { Type::B32 } else { ty })
    }
}

/// What stands between two delimiters.
fn within<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

impl Operand {
    pub fn of(source: Source, ty: Type) -> Self {
        Self { source, ty, part: Part::Whole, sign_extended: false, absolute: false, negated: false }
    }

    pub fn parse(text: &str, ty: Type) -> Option<Self> {
        if let Some(source) = Source::parse(text, ty) {
            return Some(Self::of(source, ty));
        }
        if let Some(inner) = within(text, "sext(", ")") {
            return Some(Self { sign_extended: true, ..Self::parse(inner, ty)? });
        }
        if let Some(inner) = within(text, "neg(", ")").or_else(|| text.strip_prefix('-')) {
            return Some(Self { negated: true, ..Self::parse(inner, ty)? });
        }
        if let Some(inner) = within(text, "|", "|").or_else(|| within(text, "abs(", ")")) {
            return Some(Self { absolute: true, ..Self::parse(inner, ty)? });
        }
        let half = |suffix: &str, half: u8| {
            let source = Source::parse(text.strip_suffix(suffix)?, ty)?;
            Some(Self { part: Part::Half(half), ..Self::of(source, ty) })
        };
        half(".l", 0).or_else(|| half(".h", 1))
    }

    /// The part of a value that is meant, with signs changed.
    pub fn modified(&self, value: u64) -> u64 {
        let value = match (self.part, self.sign_extended) {
            (Part::Whole, false) => value,
            (Part::Whole, true) => value as i32 as u32 as u64,
            (Part::Byte(k), false) => value >> (8 * k) & 0xff,
            (Part::Byte(k), true) => (value >> (8 * k)) as i8 as u32 as u64,
            (Part::Half(k), false) => value >> (16 * k) & 0xffff,
            (Part::Half(k), true) => (value >> (16 * k)) as i16 as u32 as u64,
        };
        let sign = 1 << (self.ty.width() - 1);
        let value = if self.absolute { value & !sign } else { value };
        if self.negated { value ^ sign } else { value }
    }

    pub fn is_plain(&self) -> bool {
        self.part == Part::Whole && !self.sign_extended && !self.absolute && !self.negated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(text: &str, ty: Type) -> u64 {
        match Operand::parse(text, ty).unwrap() {
            operand @ Operand { source: Source::Constant(bits), .. } => operand.modified(bits),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn constants_are_of_their_types() {
        assert_eq!(bits("1.0", Type::F64), 1f64.to_bits());
        assert_eq!(bits("-0.5", Type::F32), (-0.5f32).to_bits().into());
        assert_eq!(bits("0x40200000", Type::F64), 0x4020_0000_0000_0000);
        assert_eq!(bits("-1", Type::B64), u64::MAX);
        assert_eq!(bits("-1", Type::B32), 0xffff_ffff);
        assert_eq!(bits("2.0", Type::F16), 0x4000);
    }

    #[test]
    fn registers_and_signs() {
        let operand = Operand::parse("-|v[2:3]|", Type::F64).unwrap();
        assert!(operand.absolute && operand.negated && operand.source == Source::Vector(2));
        assert_eq!(operand.modified((-2f64).to_bits()), (-2f64).to_bits());
        let operand = Operand::parse("v5.h", Type::B16).unwrap();
        assert_eq!(operand.modified(0xabcd_1234), 0xabcd);
        let operand = Operand { part: Part::Byte(1), ..Operand::parse("sext(v1)", Type::B32).unwrap() };
        assert_eq!(operand.modified(0x80ff), 0xffff_ff80);
        assert_eq!(Register::parse("ttmp9"), Some(Register::Scalar(TTMP + 9)));
        assert_eq!(Register::parse("s200"), None);
    }
}
