//! Comparisons: which outcomes of comparing two values are accepted.

use super::Type;
use crate::machine::wave::{Lanes, lanes_of};
use half::f16;
use std::cmp::Ordering;

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Of two values: accepts less (1), equal (2), greater (4), unordered (8).
    Order { kind: Kind, accepts: u8 },
    /// Of a float with a mask of classes.
    Class(Type),
}

/// What values are compared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Signed(Type),
    Unsigned(Type),
    Float(Type),
}

fn outcome(order: Option<Ordering>) -> u8 {
    match order {
        Some(Ordering::Less) => 1,
        Some(Ordering::Equal) => 2,
        Some(Ordering::Greater) => 4,
        None => 8,
    }
}

impl Kind {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "i16" => Self::Signed(Type::B16),
            "i32" => Self::Signed(Type::B32),
            "i64" => Self::Signed(Type::B64),
            "u16" => Self::Unsigned(Type::B16),
            "u32" | "b32" => Self::Unsigned(Type::B32),
            "u64" | "b64" => Self::Unsigned(Type::B64),
            "f16" => Self::Float(Type::F16),
            "f32" => Self::Float(Type::F32),
            "f64" => Self::Float(Type::F64),
            _ => return None,
        })
    }

    fn ty(self) -> Type {
        match self {
            Self::Signed(ty) | Self::Unsigned(ty) | Self::Float(ty) => ty,
        }
    }

    fn compare(self, a: u64, b: u64) -> Option<Ordering> {
        let singles = |x: u64| f32::from_bits(x as u32);
        let halves = |x: u64| f16::from_bits(x as u16);
        match self {
            Self::Signed(Type::B16) => Some((a as i16).cmp(&(b as i16))),
            Self::Signed(Type::B64) => Some((a as i64).cmp(&(b as i64))),
            Self::Signed(_) => Some((a as i32).cmp(&(b as i32))),
            Self::Unsigned(Type::B16) => Some((a as u16).cmp(&(b as u16))),
            Self::Unsigned(Type::B64) => Some(a.cmp(&b)),
            Self::Unsigned(_) => Some((a as u32).cmp(&(b as u32))),
            Self::Float(Type::F16) => halves(a).partial_cmp(&halves(b)),
            Self::Float(Type::F64) => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
            Self::Float(_) => singles(a).partial_cmp(&singles(b)),
        }
    }
}

/// Lanes with less, equal and greater values.
#[inline(always)]
fn outcomes<T: PartialOrd>(a: &Lanes, b: &Lanes, of: impl Fn(u64) -> T) -> [u64; 3] {
    let mut found = [0; 3];
    for (lane, (&a, &b)) in a.iter().zip(b).enumerate() {
        let (a, b) = (of(a), of(b));
        found[0] |= u64::from(a < b) << lane;
        found[1] |= u64::from(a == b) << lane;
        found[2] |= u64::from(a > b) << lane;
    }
    found
}

/// The bit of the class that a float is in: signalling and quiet NaN, then from -infinity to infinity.
fn class(ty: Type, bits: u64) -> u32 {
    let (exponent_bits, mantissa_bits) = match ty {
        Type::F16 => (5, 10),
        Type::F64 => (11, 52),
        _ => (8, 23),
    };
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1);
    let negative = bits >> (mantissa_bits + exponent_bits) & 1 != 0;
    let side = |negative_bit: u32, positive_bit: u32| 1 << if negative { negative_bit } else { positive_bit };
    match (exponent, mantissa) {
        (e, m) if e == (1 << exponent_bits) - 1 && m != 0 => 1 << (m >> (mantissa_bits - 1)),
        (e, _) if e == (1 << exponent_bits) - 1 => side(2, 9),
        (0, 0) => side(5, 6),
        (0, _) => side(4, 7),
        _ => side(3, 8),
    }
}

impl Comparison {
    /// The type of an operand.
    pub fn source(self, k: usize) -> Type {
        match self {
            Self::Order { kind, .. } => kind.ty(),
            Self::Class(ty) if k == 0 => ty,
            Self::Class(_) => Type::B32,
        }
    }

    /// Whether it asks only whether values are equal.
    pub fn is_of_equality(self) -> bool {
        matches!(self, Self::Order { kind: Kind::Signed(_) | Kind::Unsigned(_), accepts: 2 | 5 })
    }

    /// The lanes, of those that are on, of which it holds.
    pub fn lanes(self, a: &Lanes, b: &Lanes, on: u64) -> u64 {
        let all = |holds: &dyn Fn(u64, u64) -> bool| {
            lanes_of(on).fold(0, |all, lane| all | u64::from(holds(a[lane], b[lane])) << lane)
        };
        // Most are of these types: for them, all lanes are compared by one loop.
        let each = |[less, equal, greater]: [u64; 3], accepts: u8| {
            let chosen = |bit: u8, lanes: u64| if accepts & bit != 0 { lanes } else { 0 };
            (chosen(1, less) | chosen(2, equal) | chosen(4, greater) | chosen(8, !(less | equal | greater))) & on
        };
        let single = |x: u64| f32::from_bits(x as u32);
        match self {
            Self::Order { kind: Kind::Unsigned(Type::B32), accepts } => each(outcomes(a, b, |x| x as u32), accepts),
            Self::Order { kind: Kind::Unsigned(Type::B64), accepts } => each(outcomes(a, b, |x| x), accepts),
            Self::Order { kind: Kind::Signed(Type::B32), accepts } => each(outcomes(a, b, |x| x as i32), accepts),
            Self::Order { kind: Kind::Signed(Type::B64), accepts } => each(outcomes(a, b, |x| x as i64), accepts),
            Self::Order { kind: Kind::Float(Type::F32), accepts } => each(outcomes(a, b, single), accepts),
            Self::Order { kind: Kind::Float(Type::F64), accepts } => each(outcomes(a, b, f64::from_bits), accepts),
            other => all(&|a, b| other.call(a, b)),
        }
    }

    pub fn call(self, a: u64, b: u64) -> bool {
        match self {
            Self::Order { kind, accepts } => accepts & outcome(kind.compare(a, b)) != 0,
            Self::Class(ty) => class(ty, a) & b as u32 != 0,
        }
    }
}

/// The comparison of a name such as `nge_f32`.
pub fn comparison(name: &str) -> Option<Comparison> {
    let (relation, kind) = name.rsplit_once('_')?;
    let kind = Kind::of(kind)?;
    let accepts = match relation {
        "class" => return Some(Comparison::Class(kind.ty())),
        "f" => 0,
        "lt" => 1,
        "eq" => 2,
        "le" => 3,
        "gt" => 4,
        "lg" | "ne" => 5,
        "ge" => 6,
        "o" => 7,
        "u" => 8,
        "nge" => 9,
        "nlg" => 10,
        "ngt" => 11,
        "nle" => 12,
        "neq" => 13,
        "nlt" => 14,
        "t" | "tru" => 15,
        _ => return None,
    };
    Some(Comparison::Order { kind, accepts })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f32s(name: &str, a: f32, b: f32) -> bool {
        comparison(name).unwrap().call(a.to_bits().into(), b.to_bits().into())
    }

    #[test]
    fn what_is_no_number_is_unordered() {
        for (name, expected) in [("lt", false), ("nlt", true), ("neq", true), ("lg", false), ("u", true), ("o", false)]
        {
            assert_eq!(f32s(&format!("{name}_f32"), f32::NAN, 1.0), expected, "{name}");
        }
        assert!(f32s("eq_f32", 0.0, -0.0));
    }

    #[test]
    fn signs_count_where_they_are() {
        let less = |name: &str| comparison(name).unwrap().call(0xffff_ffff, 1);
        assert!(less("lt_i32") && !less("lt_u32") && less("lt_i16") && !less("lt_u16") && !less("lt_i64"));
    }

    #[test]
    fn classes() {
        let class = |x: f32| class(Type::F32, x.to_bits().into());
        assert_eq!(class(f32::NAN), 1 << 1);
        assert_eq!(class(f32::from_bits(0x7f80_0001)), 1);
        assert_eq!(class(f32::NEG_INFINITY), 1 << 2);
        assert_eq!(class(-1.0), 1 << 3);
        assert_eq!(class(-f32::from_bits(1)), 1 << 4);
        assert_eq!(class(-0.0), 1 << 5);
        assert_eq!(class(0.0), 1 << 6);
        assert_eq!(class(f32::INFINITY), 1 << 9);
    }
}
