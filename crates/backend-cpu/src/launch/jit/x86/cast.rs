//! Conversions.

use super::super::code::{Code, V};
use super::super::operations::Operations;
use super::super::translate::{is_int, is_signed};
use super::opcodes::*;
use super::operations::how;
use xparray_ir::DType;

impl Code {
    /// Elements of one type as another one.
    pub(super) fn converted(&mut self, x: V, source: DType, target: DType) -> Option<V> {
        use DType::*;
        let wide = self.wide;
        // The instructions between sizes are named by the wider register.
        let width = self.width(source.size().max(target.size()));
        let v = match (source, target) {
            _ if source.is_float() && is_int(target) => return self.to_integer(x, source, target),
            (F32, F64) => self.one(F32_TO_F64, width, x),
            (F64, F32) => self.one(F64_TO_F32, width, x),
            (Bool | U8 | I8 | I16 | U16, F32 | F64) => {
                let x = self.one(widen(source.size(), 4, is_signed(source)), self.width(4), x);
                self.one(if target == F32 { I32_TO_F32 } else { I32_TO_F64 }, self.width(target.size()), x)
            }
            (I32, F32) => self.one(I32_TO_F32, width, x),
            (I32, F64) => self.one(I32_TO_F64, width, x),
            (I64, F64) if !wide => self.wide_to_float(x),
            (I64, F64) => self.one(I64_TO_F64, width, x),
            (U64, F64) if wide => self.one(U64_TO_F64, width, x),
            (I64, F32) if wide => self.one(I64_TO_F32, width, x),
            (U64, F32) if wide => self.one(U64_TO_F32, width, x),
            _ if target.is_float() || !(is_int(source) || source == Bool) || !is_int(target) => return None,
            _ if target.size() > source.size() && target.size() >= 4 => {
                self.one(widen(source.size(), target.size(), is_signed(source)), self.width(target.size()), x)
            }
            _ if target.size() < source.size() && source.size() >= 4 && wide => {
                self.reversed(narrow(source.size(), target.size()), width, x, None)
            }
            _ if source.size() == 8 && target.size() == 4 => self.lower_halves(x),
            _ => return None,
        };
        Some(v)
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
        let zero = self.constant(&[0]);
        let high = self.shift(shift_by(4), width, 4, x, 16);
        let high = self.two_by(BLEND_WORDS, width, high, zero, 0x33);
        let high = self.two(int_add(8), width, high, high_bias);
        let low = self.two_by(BLEND_WORDS, width, x, low_bias, 0x88);
        let high = self.two(float(SUB, 8), width, high, both);
        self.two(float(ADD, 8), width, high, low)
    }

    /// Towards zero, with the extremes for what does not fit, and 0 for NaN.
    fn to_integer(&mut self, x: V, source: DType, target: DType) -> Option<V> {
        use DType::*;
        let width = self.width(source.size().max(target.size()));
        let (op, bound, most) = match (source, target) {
            (F32, I32) => (F32_TO_I32, 2147483648.0, i64::from(i32::MAX)),
            (F64, I32) => (F64_TO_I32, 2147483648.0, i64::from(i32::MAX)),
            (F32, I64) if self.wide => (F32_TO_I64, 9223372036854775808.0, i64::MAX),
            (F64, I64) if self.wide => (F64_TO_I64, 9223372036854775808.0, i64::MAX),
            _ => return None,
        };
        // What does not fit becomes the least integer, which is right below.
        let y = self.one(op, width, x);
        let (bound, most) = (self.number(bound, source.size()), self.integer(most, target.size()));
        let above = self.compare_by(how::LE, bound, x, source.size());
        let number = self.compare_by(how::ORDERED, x, x, source.size());
        let y = self.select(above, most, y, target.size())?;
        Some(self.select_or_zero(number, y, target.size()))
    }

    /// Whether values are not zero.
    pub(super) fn is_not_zero(&mut self, x: V, dtype: DType) -> Option<V> {
        let size = dtype.size();
        let zero = self.constant(&[0]);
        if dtype.is_float() {
            return (size >= 4).then(|| self.compare_by(how::NE, x, zero, size));
        }
        Some(match size {
            1 if self.wide => self.compare(TEST_BYTES, 16, x, x, None),
            1 => {
                let x = self.one(widen(1, self.largest(), false), self.width(self.largest()), x);
                self.two(greater(self.largest()), self.width(self.largest()), x, zero)
            }
            4 | 8 if self.wide => self.compare(test(size), self.width(size), x, x, None),
            4 | 8 => {
                let equal = self.int_equal(x, zero, size);
                self.mask_not(equal)
            }
            _ => return None,
        })
    }
}
