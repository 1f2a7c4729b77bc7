//! Whether a kernel is well formed: the generator relies on it.

use crate::invalid;
use xparray_ir::ir::{Combine, Distribution, Inst, Kernel, Op, ReduceOp, Reduction, UnaryOp, Value};
use xparray_ir::{DType, Kind, Result};

/// Checks a kernel's structure and types.
pub(crate) fn check(kernel: &Kernel) -> Result<()> {
    let Kernel { insts, body, reductions, .. } = kernel;
    if *body > insts.len() || (reductions.is_empty() && *body < insts.len()) {
        return Err(invalid("the body has more instructions than the kernel, or an epilogue reduces nothing"));
    }
    for place in 0..insts.len() {
        check_inst(kernel, place)?;
    }
    for reduction in reductions {
        check_reduction(kernel, reduction)?;
    }
    match kernel.outputs.iter().find(|&&value| value as usize >= insts.len()) {
        Some(value) => Err(invalid(format!("value {value} is not in the kernel"))),
        None => Ok(()),
    }
}

/// The types of earlier values of the same section; an epilogue may also read the body's parameters.
fn types(insts: &[Inst], body: usize, place: usize, args: &[Value]) -> Result<Vec<DType>> {
    let visible = |&arg: &Value| {
        let arg = arg as usize;
        let reads = arg < place && (place < body || arg >= body || matches!(insts[arg].op, Op::Param(_)));
        let wrong = || invalid(format!("value {arg} is not an earlier value of its section"));
        reads.then(|| insts[arg].dtype).ok_or_else(wrong)
    };
    args.iter().map(visible).collect()
}

fn check_inst(kernel: &Kernel, place: usize) -> Result<()> {
    let inst = &kernel.insts[place];
    let types = types(&kernel.insts, kernel.body, place, &inst.args)?;
    let fits = match &inst.op {
        Op::Load(k) => (*k as usize) < kernel.operands,
        Op::Index(k) => (*k as usize) < kernel.operands && inst.dtype == DType::I64,
        Op::Gather(k) => (*k as usize) < kernel.operands && types[..] == [DType::I64],
        Op::Param(k) => kernel.params.get(*k as usize) == Some(&inst.dtype),
        Op::Reduced { index, part } => place >= kernel.body && reduced(kernel, *index, *part) == Some(inst.dtype),
        Op::Random(distribution) => random(*distribution, inst.dtype, &types),
        Op::Arg(_) | Op::Const(_) => false,
        op => pure(op, inst.dtype, &types),
    };
    fitting(fits, inst, &types)
}

fn fitting(fits: bool, inst: &Inst, types: &[DType]) -> Result<()> {
    if fits { Ok(()) } else { Err(invalid(format!("{:?} gives no {} from {types:?}", inst.op, inst.dtype))) }
}

/// Whether a function of values has these types.
fn pure(op: &Op, dtype: DType, types: &[DType]) -> bool {
    match (op, types) {
        (Op::Unary(op), &[x]) => op.accepts(x) && op.result(x) == dtype,
        (Op::Binary(op), &[x, y]) => x == y && op.accepts(x) && op.result(x) == dtype,
        (Op::Select, &[c, x, y]) => c == DType::Bool && x == dtype && y == dtype,
        (Op::Cast, &[_]) => true,
        (Op::Complex, &[re, im]) => dtype.is_complex() && re == im && re == UnaryOp::Real.result(dtype),
        _ => false,
    }
}

fn random(distribution: Distribution, dtype: DType, types: &[DType]) -> bool {
    let range: &[DType] = if distribution == Distribution::Integers { &[dtype, dtype] } else { &[] };
    distribution.accepts(dtype) && types.len() >= 3 && types[..3] == [DType::U64; 3] && &types[3..] == range
}

/// The type of a reduction's part, if there is such.
fn reduced(kernel: &Kernel, index: u16, part: u16) -> Option<DType> {
    let reduction = kernel.reductions.get(index as usize)?;
    let parts = if reduction.op == ReduceOp::Moments { 2 } else { 1 };
    (part < parts).then(|| reduction.op.result(reduction.dtype, part))
}

fn check_reduction(kernel: &Kernel, reduction: &Reduction) -> Result<()> {
    let args = types(&kernel.insts, usize::MAX, kernel.body, &reduction.args)?;
    let dtype = reduction.dtype;
    let fits = match (&reduction.op, &args[..]) {
        (ReduceOp::ArgMin | ReduceOp::ArgMax, &[_, index]) => index == DType::I64,
        (ReduceOp::Custom(combine), &[_, identity]) => {
            check_combine(combine, dtype)?;
            identity == dtype && matches!(kernel.insts[reduction.args[1] as usize].op, Op::Param(_))
        }
        (ReduceOp::Moments, &[_]) => matches!(dtype.kind(), Kind::Float | Kind::Complex),
        (ReduceOp::ArgMin | ReduceOp::ArgMax | ReduceOp::Custom(_), _) => false,
        (_, args) => args.len() == 1,
    };
    if fits { Ok(()) } else { Err(invalid(format!("{:?} to {dtype} does not take {args:?}", reduction.op))) }
}

pub(crate) fn check_combine(combine: &Combine, dtype: DType) -> Result<()> {
    for (place, inst) in combine.insts.iter().enumerate() {
        let types = types(&combine.insts, combine.insts.len(), place, &inst.args)?;
        let fits = match &inst.op {
            Op::Arg(k) => *k < 2 && inst.dtype == dtype,
            Op::Const(scalar) => scalar.dtype() == inst.dtype,
            op => pure(op, inst.dtype, &types),
        };
        fitting(fits, inst, &types)?;
    }
    match combine.insts.get(combine.result as usize) {
        Some(inst) if inst.dtype == dtype => Ok(()),
        _ => Err(invalid(format!("a combine operation must take and give {dtype}"))),
    }
}
