//! Conversions.

use super::super::code::{Code, V};
use super::super::translate::{is_int, is_signed};
use super::opcodes::*;
use xparray_ir::DType;

impl Code {
    /// Elements of one type as another one.
    pub(super) fn converted(&mut self, x: V, source: DType, target: DType) -> Option<V> {
        use DType::*;
        let (from, to) = (source.size(), target.size());
        let signed = is_signed(source);
        Some(match (source, target) {
            (F32, F64) => self.one(FCVTL, x),
            (F64, F32) => self.one(FCVTN, x),
            (F32 | F64, _) if is_int(target) => self.to_integer(x, from, target),
            // By two roundings; by one only number by number.
            (I64 | U64, F32) => return None,
            (_, F32 | F64) if is_int(source) || source == Bool => {
                let x = self.extended(x, from, to, signed);
                self.one(if signed { scvtf(to) } else { ucvtf(to) }, x)
            }
            _ if !(is_int(source) || source == Bool) || !is_int(target) => return None,
            _ if from < to => self.extended(x, from, to, signed),
            _ => self.halved(x, xtn, from, to),
        })
    }

    /// Towards zero, with the extremes for what does not fit, and 0 for NaN.
    fn to_integer(&mut self, x: V, from: usize, target: DType) -> V {
        let (to, signed) = (target.size(), is_signed(target));
        // Exact, so that the larger integers round as the loops do.
        let (x, from) = if to > from { (self.one(FCVTL, x), to) } else { (x, from) };
        let y = self.one(if signed { fcvtzs(from) } else { fcvtzu(from) }, x);
        self.halved(y, if signed { sqxtn } else { uqxtn }, from, to)
    }

    /// Integers of one size as ones of a larger size.
    pub(super) fn extended(&mut self, mut x: V, mut from: usize, to: usize, signed: bool) -> V {
        while from < to {
            x = self.one(extend(from, signed), x);
            from *= 2;
        }
        x
    }

    /// Integers of one size as ones of a smaller size, by halves.
    pub(super) fn halved(&mut self, mut x: V, half: fn(usize) -> u32, mut from: usize, to: usize) -> V {
        while from > to {
            from /= 2;
            x = self.one(half(from), x);
        }
        x
    }
}
