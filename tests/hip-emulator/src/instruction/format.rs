//! What loads and stores move, and what atomic operations do.

use half::f16;

/// The data of a load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    pub bytes: usize,
    pub signed: bool,
    /// The half of the register that takes part; the other one is kept.
    pub half: Option<u8>,
}

impl Format {
    /// That of a name's end, such as `dwordx2`, `b64`, `ubyte_d16_hi` or `d16_hi_u8`.
    pub fn parse(name: &str) -> Option<Self> {
        let strip = |mark: &str| name.strip_suffix(mark).or_else(|| name.strip_prefix(&format!("{}_", &mark[1..])));
        let (name, half) = match (strip("_d16_hi"), strip("_d16")) {
            (Some(rest), _) => (rest, Some(1)),
            (_, Some(rest)) => (rest, Some(0)),
            _ => (name, None),
        };
        let (bytes, signed) = match name {
            "ubyte" | "byte" | "u8" | "b8" => (1, false),
            "sbyte" | "i8" => (1, true),
            "ushort" | "short" | "u16" | "b16" => (2, false),
            "sshort" | "i16" => (2, true),
            "dword" | "b32" => (4, false),
            "dwordx2" | "b64" => (8, false),
            "dwordx3" | "b96" => (12, false),
            "dwordx4" | "b128" => (16, false),
            _ => return None,
        };
        Some(Self { bytes, signed, half })
    }

    /// The bytes of each register.
    pub fn pieces(self) -> impl Iterator<Item = (u16, usize)> {
        (0..self.bytes.div_ceil(4)).map(move |k| (k as u16, (self.bytes - 4 * k).min(4)))
    }

    /// A register with loaded bytes.
    pub fn loaded(self, old: u32, value: u32) -> u32 {
        let value = match (self.bytes, self.signed) {
            (1, true) => value as i8 as u32,
            (2, true) => value as i16 as u32,
            _ => value,
        };
        match self.half {
            None => value,
            Some(0) => old & 0xffff_0000 | value & 0xffff,
            Some(_) => old & 0xffff | value << 16,
        }
    }

    /// What is stored of a register.
    pub fn stored(self, register: u32) -> u32 {
        if self.half == Some(1) { register >> 16 } else { register }
    }
}

/// An atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    pub kind: AtomicKind,
    pub bytes: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicKind {
    Swap,
    CompareSwap,
    Add,
    Sub,
    ReverseSub,
    MinSigned,
    MaxSigned,
    MinUnsigned,
    MaxUnsigned,
    And,
    Or,
    Xor,
    /// Up to a number, then from 0.
    Increment,
    Decrement,
    AddFloat,
    MinFloat,
    MaxFloat,
    /// Of two `f16`.
    AddHalves,
}

impl Atomic {
    /// That of a name such as `add_u32`, `add_x2`, `smin` or `max_f64`.
    pub fn parse(name: &str) -> Option<Self> {
        use AtomicKind::*;
        let (name, bytes, letter) = match name.strip_suffix("_x2") {
            Some(name) => (name, 8, None),
            None => match name.rsplit_once('_') {
                Some((name, "u32" | "b32")) => (name, 4, Some('u')),
                Some((name, "i32")) => (name, 4, Some('i')),
                Some((name, "f32")) => (name, 4, Some('f')),
                Some((name, "u64" | "b64")) => (name, 8, Some('u')),
                Some((name, "i64")) => (name, 8, Some('i')),
                Some((name, "f64")) => (name, 8, Some('f')),
                Some((name, "f16")) => (name, 4, Some('h')),
                _ => (name, 4, None),
            },
        };
        let kind = match (name, letter) {
            ("pk_add", Some('h')) => AddHalves,
            ("add", Some('f')) => AddFloat,
            ("min" | "min_num", Some('f')) | ("fmin", _) => MinFloat,
            ("max" | "max_num", Some('f')) | ("fmax", _) => MaxFloat,
            ("swap" | "wrxchg" | "storexchg", _) => Swap,
            ("cmpswap" | "cmpst" | "cmpstore", Some('u') | None) => CompareSwap,
            ("add", _) => Add,
            ("sub", _) => Sub,
            ("rsub", _) => ReverseSub,
            ("min", Some('i')) | ("smin", _) => MinSigned,
            ("max", Some('i')) | ("smax", _) => MaxSigned,
            ("min", Some('u')) | ("umin", _) => MinUnsigned,
            ("max", Some('u')) | ("umax", _) => MaxUnsigned,
            ("and", _) => And,
            ("or", _) => Or,
            ("xor", _) => Xor,
            ("inc", _) => Increment,
            ("dec", _) => Decrement,
            _ => return None,
        };
        Some(Self { kind, bytes })
    }

    /// What is left in memory.
    pub fn apply(self, old: u64, data: u64, compare: u64) -> u64 {
        use AtomicKind::*;
        let word = self.bytes == 4;
        let sign = |x: u64| if word { i64::from(x as i32) } else { x as i64 };
        let float = |x: u64| if word { f32::from_bits(x as u32).into() } else { f64::from_bits(x) };
        let bits = |x: f64| if word { (x as f32).to_bits().into() } else { x.to_bits() };
        let new = match self.kind {
            Swap => data,
            CompareSwap if old == compare => data,
            CompareSwap => old,
            Add => old.wrapping_add(data),
            Sub => old.wrapping_sub(data),
            ReverseSub => data.wrapping_sub(old),
            MinSigned if sign(data) < sign(old) => data,
            MaxSigned if sign(data) > sign(old) => data,
            MinSigned | MaxSigned => old,
            MinUnsigned => old.min(data),
            MaxUnsigned => old.max(data),
            And => old & data,
            Or => old | data,
            Xor => old ^ data,
            Increment if old >= data => 0,
            Increment => old + 1,
            Decrement if old == 0 || old > data => data,
            Decrement => old - 1,
            AddFloat if word => (f32::from_bits(old as u32) + f32::from_bits(data as u32)).to_bits().into(),
            AddFloat => bits(float(old) + float(data)),
            MinFloat => bits(float(old).min(float(data))),
            MaxFloat => bits(float(old).max(float(data))),
            AddHalves => {
                let half = |x: u64, k: u32| f16::from_bits((x >> (16 * k)) as u16).to_f32();
                let sum = |k: u32| u64::from(f16::from_f32(half(old, k) + half(data, k)).to_bits()) << (16 * k);
                sum(0) | sum(1)
            }
        };
        if word { new & 0xffff_ffff } else { new }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_formats() {
        let format = |bytes, signed, half| Some(Format { bytes, signed, half });
        assert_eq!(Format::parse("sbyte_d16_hi"), format(1, true, Some(1)));
        assert_eq!(Format::parse("d16_hi_b16"), format(2, false, Some(1)));
        assert_eq!(Format::parse("d16_u8"), format(1, false, Some(0)));
        assert_eq!(Format::parse("dwordx3"), format(12, false, None));
        assert_eq!(Format::parse("b12"), None);
        assert_eq!(format(1, true, Some(1)).unwrap().loaded(0x1234_5678, 0x80), 0xff80_5678);
    }

    #[test]
    fn atomic_operations() {
        let of = |name: &str, old, data| Atomic::parse(name).unwrap().apply(old, data, 0);
        assert_eq!(of("add", 0xffff_ffff, 2), 1);
        assert_eq!(of("add_x2", 0xffff_ffff, 2), 0x1_0000_0001);
        assert_eq!(of("min_i32", 5, 0xffff_ffff), 0xffff_ffff);
        assert_eq!(of("min_u32", 5, 0xffff_ffff), 5);
        assert_eq!(of("inc_u32", 7, 7), 0);
        assert_eq!(of("dec_u32", 0, 7), 7);
        assert_eq!(of("max_f64", 1f64.to_bits(), (-2f64).to_bits()), 1f64.to_bits());
        assert_eq!(Atomic::parse("cmpswap_b64").unwrap().apply(3, 9, 3), 9);
        assert_eq!(Atomic::parse("cmpswap_b64").unwrap().apply(4, 9, 3), 4);
    }
}
