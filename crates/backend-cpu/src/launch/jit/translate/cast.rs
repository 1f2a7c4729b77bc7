//! Conversions.

use super::super::operations::Operations;
use super::{Held, Translator};
use crate::launch::program::Id;
use xparray_ir::DType;

impl Translator<'_> {
    pub(super) fn cast(&mut self, a: Id, source: DType, target: DType) -> Option<Held> {
        use DType::*;
        if target == Bool {
            let x = self.bytes(a)?;
            return self.code.not_zero(x, source).map(Held::Mask);
        }
        if let (Bool, Held::Mask(mask)) = (source, self.values[a as usize]?) {
            let one = match target {
                F32 | F64 => self.code.number(1.0, target.size()),
                _ if target.size() >= 4 => self.code.integer(1, target.size()),
                _ => return None,
            };
            return Some(Held::Bytes(self.code.select_or_zero(mask, one, target.size())));
        }
        let x = self.bytes(a)?;
        self.code.convert(x, source, target).map(Held::Bytes)
    }
}
