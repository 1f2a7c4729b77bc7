//! How NCCL combines elements.

use super::functions::Constant;
use crate::op::Op;
use xparray_core::DType;

const INT8: Constant = ("ncclInt8", 0);
const UINT8: Constant = ("ncclUint8", 1);
const INT32: Constant = ("ncclInt32", 2);
const UINT32: Constant = ("ncclUint32", 3);
const INT64: Constant = ("ncclInt64", 4);
const UINT64: Constant = ("ncclUint64", 5);
const FLOAT16: Constant = ("ncclFloat16", 6);
const FLOAT32: Constant = ("ncclFloat32", 7);
const FLOAT64: Constant = ("ncclFloat64", 8);
const BFLOAT16: Constant = ("ncclBfloat16", 9);

const SUM: Constant = ("ncclSum", 0);
const PROD: Constant = ("ncclProd", 1);
const MAX: Constant = ("ncclMax", 2);
const MIN: Constant = ("ncclMin", 3);

/// What is only moved is moved as these.
pub const BYTE: Constant = INT8;

/// Every constant but those of codes.
#[cfg(test)]
pub const CONSTANTS: [Constant; 14] =
    [INT8, UINT8, INT32, UINT32, INT64, UINT64, FLOAT16, FLOAT32, FLOAT64, BFLOAT16, SUM, PROD, MAX, MIN];

/// A reduction of NCCL's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// How many numbers an element is.
    pub each: usize,
    pub number: Constant,
    pub op: Constant,
}

impl Reduction {
    /// The size of an element.
    pub fn bytes(&self) -> usize {
        let size = match self.number {
            INT8 | UINT8 => 1,
            FLOAT16 | BFLOAT16 => 2,
            INT32 | UINT32 | FLOAT32 => 4,
            _ => 8,
        };
        self.each * size
    }

    /// The one that combines elements of a type as [`Op`] says; none if NCCL has none: of integers of 16 bits, of products of
    /// complex numbers, of extrema of what may be NaN, and of what becomes a truth value and is none.
    pub fn of(op: Op, dtype: DType) -> Option<Self> {
        let (each, number) = match dtype {
            // Any byte but 0 is true, so the greatest one tells whether any is, and the least whether all are.
            DType::Bool => (1, UINT8),
            DType::I8 => (1, INT8),
            DType::U8 => (1, UINT8),
            DType::I32 => (1, INT32),
            DType::U32 => (1, UINT32),
            DType::I64 => (1, INT64),
            DType::U64 => (1, UINT64),
            DType::F16 => (1, FLOAT16),
            DType::BF16 => (1, BFLOAT16),
            DType::F32 => (1, FLOAT32),
            DType::F64 => (1, FLOAT64),
            DType::Complex64 => (2, FLOAT32),
            DType::Complex128 => (2, FLOAT64),
            DType::I16 | DType::U16 => return None,
        };
        let is_real_float = matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::F64);
        let op = match op {
            Op::Sum | Op::Max | Op::LogicalOr if dtype == DType::Bool => MAX,
            Op::Prod | Op::Min | Op::LogicalAnd if dtype == DType::Bool => MIN,
            Op::Sum => SUM,
            Op::Prod if each == 1 => PROD,
            Op::Max if each == 1 && !is_real_float => MAX,
            Op::Min if each == 1 && !is_real_float => MIN,
            _ => return None,
        };
        Some(Self { each, number, op })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nccl_would_combine_otherwise_it_does_not() {
        let of = |op, dtype| Reduction::of(op, dtype).map(|reduction| (reduction.number, reduction.op));
        assert_eq!(of(Op::Max, DType::F32), None);
        assert_eq!(of(Op::Prod, DType::Complex64), None);
        assert_eq!(of(Op::Sum, DType::U16), None);
        assert_eq!(of(Op::LogicalOr, DType::I32), None);
        assert_eq!(of(Op::Sum, DType::Bool), Some((UINT8, MAX)));
        assert_eq!(of(Op::LogicalAnd, DType::Bool), Some((UINT8, MIN)));
        assert_eq!(of(Op::Sum, DType::BF16), Some((BFLOAT16, SUM)));
        assert_eq!(Reduction::of(Op::Sum, DType::Complex128).map(|reduction| reduction.each), Some(2));
    }
}
