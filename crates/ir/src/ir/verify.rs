//! Whether a kernel is well formed: backends rely on it.

use super::{Combine, Distribution, Inst, Kernel, Loop, Op, ReduceOp, Reduction, SharedLoop, UnaryOp, Value};
use crate::dtype::{DType, Kind};
use crate::error::{Error, Result};
use smallvec::SmallVec;

/// The most instructions of a kernel or of a combine operation: backends number what they make of them in 16 bits.
const MOST: usize = 1 << 12;

/// How deep loops may lie in each other.
const DEEPEST: usize = 8;

/// How a kernel reads an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    /// Not at all.
    Never,
    /// Each element where the space says, in the body or in the epilogue.
    Element {
        /// The type of the elements.
        dtype: DType,
        /// Whether the body reads it.
        body: bool,
    },
    /// Its places, without a buffer.
    Index {
        /// Whether the body reads it.
        body: bool,
    },
    /// Elements of this type, at places that the kernel computes.
    Gather(DType),
}

fn invalid(message: impl Into<String>) -> Error {
    Error::value("kernel", message)
}

/// Checks a kernel's structure and types; says how it reads each operand.
pub(super) fn verify(kernel: &Kernel) -> Result<Vec<Read>> {
    let Kernel { insts, body, reductions, outputs, operands, params } = kernel;
    if insts.len() > MOST || reductions.len() > MOST || outputs.len() > MOST || params.len() > MOST {
        return Err(invalid(format!("more than {MOST} instructions, reductions, outputs or parameters")));
    }
    if *operands > MOST {
        return Err(invalid(format!("{operands} operands, of at most {MOST}")));
    }
    if *body > insts.len() || (reductions.is_empty() && *body < insts.len()) {
        return Err(invalid("the body has more instructions than the kernel, or an epilogue reduces nothing"));
    }
    let mut reads = vec![Read::Never; *operands];
    for place in 0..insts.len() {
        check_inst(kernel, place, &mut reads)?;
    }
    for reduction in reductions {
        check_reduction(kernel, reduction)?;
    }
    match outputs.iter().find(|&&value| value as usize >= insts.len()) {
        Some(value) => Err(invalid(format!("value {value} is not in the kernel"))),
        None => Ok(reads),
    }
}

type Types = SmallVec<[DType; 6]>;

/// The types of earlier values of the same section; an epilogue may also read the body's parameters.
fn types(insts: &[Inst], body: usize, place: usize, args: &[Value]) -> Result<Types> {
    let visible = |&arg: &Value| {
        let arg = arg as usize;
        let reads = arg < place && (place < body || arg >= body || matches!(insts[arg].op, Op::Param(_)));
        let wrong = || invalid(format!("value {arg} is not an earlier value of its section"));
        if reads { Ok(insts[arg].dtype) } else { Err(wrong()) }
    };
    args.iter().map(visible).collect()
}

fn check_inst(kernel: &Kernel, place: usize, reads: &mut [Read]) -> Result<()> {
    let inst = &kernel.insts[place];
    let (dtype, body) = (inst.dtype, place < kernel.body);
    let types = types(&kernel.insts, kernel.body, place, &inst.args)?;
    let leaf = types.is_empty();
    let fits = match &inst.op {
        Op::Load(k) => leaf && reads_as(reads, *k, Read::Element { dtype, body })?,
        Op::Index(k) => leaf && dtype == DType::I64 && reads_as(reads, *k, Read::Index { body })?,
        Op::Gather(k) => types[..] == [DType::I64] && reads_as(reads, *k, Read::Gather(dtype))?,
        Op::Param(k) => leaf && kernel.params.get(*k as usize) == Some(&dtype),
        Op::Reduced { index, part } => leaf && !body && reduced(kernel, *index, *part) == Some(dtype),
        Op::Random(distribution) => random(*distribution, dtype, &types),
        Op::Loop { body, part } => looped(body, *part, dtype, &types)?,
        Op::Arg(_) => false,
        op => pure(op, dtype, &types),
    };
    fitting(fits, inst, &types)
}

/// Notes how an operand is read, if there is such.
fn reads_as(reads: &mut [Read], operand: u16, read: Read) -> Result<bool> {
    match reads.get_mut(operand as usize) {
        None => Ok(false),
        Some(known) if *known == Read::Never || *known == read => {
            *known = read;
            Ok(true)
        }
        Some(known) => Err(invalid(format!("operand {operand} is read as {known:?} and as {read:?}"))),
    }
}

fn fitting(fits: bool, inst: &Inst, types: &[DType]) -> Result<()> {
    if fits { Ok(()) } else { Err(invalid(format!("{:?} gives no {} from {types:?}", inst.op, inst.dtype))) }
}

/// Whether a function of values has these types.
fn pure(op: &Op, dtype: DType, types: &[DType]) -> bool {
    match (op, types) {
        (Op::Unary(op), &[x]) => op.accepts(x) && op.result(x) == dtype,
        (Op::Binary(op), &[x, y]) => x == y && op.accepts(x) && op.result(x) == dtype,
        (Op::Call(function), &[x]) => function.accepts(x) && x == dtype,
        (Op::Const(scalar), &[]) => scalar.dtype() == dtype,
        (Op::Poly(polynomial), &[x]) => !polynomial.0.is_empty() && is_computed(x) && x == dtype,
        (Op::ProductError, &[x, y]) => is_computed(x) && x == y && x == dtype,
        (Op::Select, &[c, x, y]) => c == DType::Bool && x == dtype && y == dtype,
        (Op::Cast, &[_]) => true,
        (Op::Complex, &[re, im]) => dtype.is_complex() && re == im && re == UnaryOp::Real.result(dtype),
        _ => false,
    }
}

/// Whether floats of a type are computed with as they are.
fn is_computed(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F64)
}

fn random(distribution: Distribution, dtype: DType, types: &[DType]) -> bool {
    let range: &[DType] = if distribution == Distribution::Integers { &[dtype, dtype] } else { &[] };
    distribution.accepts(dtype) && types.len() >= 3 && types[..3] == [DType::U64; 3] && &types[3..] == range
}

/// Whether a loop takes values of these types, and this part of its state is of this one.
fn looped(body: &SharedLoop, part: u16, dtype: DType, types: &[DType]) -> Result<bool> {
    body.check()?;
    let state = &body.args[..body.next.len()];
    Ok(types == body.args && state.get(part as usize) == Some(&dtype))
}

/// Checks a loop's structure and types, and those of loops in it.
pub(super) fn check_loop(body: &SharedLoop) -> Result<()> {
    let Loop { args, insts, head, condition, next } = &**body;
    if body.levels() > DEEPEST {
        return Err(invalid(format!("more than {DEEPEST} loops in each other")));
    }
    if insts.len() > MOST || args.len() > MOST {
        return Err(invalid(format!("a loop of more than {MOST} instructions or arguments")));
    }
    if *head > insts.len() || next.is_empty() || next.len() > args.len() {
        return Err(invalid("a loop without a state, or whose parts do not fit"));
    }
    for (place, inst) in insts.iter().enumerate() {
        let types = types(insts, insts.len(), place, &inst.args)?;
        let fits = match &inst.op {
            Op::Arg(k) => types.is_empty() && args.get(*k as usize) == Some(&inst.dtype),
            Op::Random(distribution) => random(*distribution, inst.dtype, &types),
            Op::Loop { body, part } => looped(body, *part, inst.dtype, &types)?,
            op => pure(op, inst.dtype, &types),
        };
        fitting(fits, inst, &types)?;
    }
    let typed = |value: Value, limit: usize| insts[..limit].get(value as usize).map(|inst| inst.dtype);
    if typed(*condition, *head) != Some(DType::Bool) {
        return Err(invalid("the condition of a loop must be a truth value"));
    }
    match next.iter().zip(args).find(|&(&value, &dtype)| typed(value, insts.len()) != Some(dtype)) {
        Some((value, dtype)) => Err(invalid(format!("value {value} of a loop is no {dtype}, as the state is"))),
        None => Ok(()),
    }
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

fn check_combine(combine: &Combine, dtype: DType) -> Result<()> {
    if combine.insts.len() > MOST {
        return Err(invalid(format!("a combine operation of more than {MOST} instructions")));
    }
    for (place, inst) in combine.insts.iter().enumerate() {
        let types = types(&combine.insts, combine.insts.len(), place, &inst.args)?;
        let fits = match &inst.op {
            Op::Arg(k) => types.is_empty() && *k < 2 && inst.dtype == dtype,
            op => pure(op, inst.dtype, &types),
        };
        fitting(fits, inst, &types)?;
    }
    match combine.insts.get(combine.result as usize) {
        Some(inst) if inst.dtype == dtype => Ok(()),
        _ => Err(invalid(format!("a combine operation must take and give {dtype}"))),
    }
}

impl Combine {
    /// Checks that the operation takes and gives values of a type: what [`SharedKernel`](super::SharedKernel) checks of
    /// those in its reductions.
    ///
    /// # Errors
    /// [`Error::Value`] if it does not, or is not well formed.
    pub fn check(&self, dtype: DType) -> Result<()> {
        check_combine(self, dtype)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scalar;
    use crate::functions::FunctionId;
    use crate::ir::{BinaryOp, Polynomial, SharedKernel};
    use smallvec::smallvec;
    use std::sync::Arc;

    fn inst(op: Op, dtype: DType, args: &[Value]) -> Inst {
        Inst { op, dtype, args: SmallVec::from_slice(args) }
    }

    /// `x + y` of two operands, with more instructions.
    fn with(more: Vec<Inst>) -> Kernel {
        let mut insts = vec![
            inst(Op::Load(0), DType::F64, &[]),
            inst(Op::Load(1), DType::F64, &[]),
            inst(Op::Binary(BinaryOp::Add), DType::F64, &[0, 1]),
        ];
        insts.extend(more);
        let last = insts.len() as Value - 1;
        Kernel { body: insts.len(), insts, outputs: vec![last], operands: 2, ..Kernel::default() }
    }

    #[test]
    fn instructions_have_the_types_of_their_operations() {
        assert!(verify(&with(vec![])).is_ok());
        let good = [
            (Op::Unary(UnaryOp::Sqrt), DType::F64, &[2][..]),
            (Op::Cast, DType::Bool, &[2]),
            (Op::Const(Scalar::new(1.0)), DType::F64, &[]),
            (Op::Call(FunctionId::erf), DType::F64, &[2]),
            (Op::Poly(Polynomial(&[1.0])), DType::F64, &[2]),
            (Op::ProductError, DType::F64, &[0, 2]),
        ];
        for (op, dtype, args) in good {
            assert!(verify(&with(vec![inst(op.clone(), dtype, args)])).is_ok(), "{op:?}");
        }
        let bad = [
            (Op::Unary(UnaryOp::Not), DType::F64, &[0][..]),
            (Op::Unary(UnaryOp::Sqrt), DType::F32, &[0]),
            (Op::Unary(UnaryOp::Sqrt), DType::F64, &[3]),
            (Op::Unary(UnaryOp::Sqrt), DType::F64, &[9]),
            (Op::Unary(UnaryOp::Sqrt), DType::F64, &[]),
            (Op::Unary(UnaryOp::Sqrt), DType::F64, &[0, 1]),
            (Op::Binary(BinaryOp::Gcd), DType::F64, &[0, 1]),
            (Op::Binary(BinaryOp::Add), DType::F32, &[0, 1]),
            (Op::Load(2), DType::F64, &[]),
            (Op::Load(1), DType::F64, &[0]),
            (Op::Load(0), DType::F32, &[]),
            (Op::Index(0), DType::I64, &[]),
            (Op::Index(2), DType::I64, &[]),
            (Op::Gather(0), DType::F64, &[0]),
            (Op::Param(0), DType::F64, &[]),
            (Op::Reduced { index: 0, part: 0 }, DType::F64, &[]),
            (Op::Random(Distribution::Uniform), DType::F64, &[0, 0, 0]),
            (Op::Arg(0), DType::F64, &[]),
            (Op::Const(Scalar::new(1.0f32)), DType::F64, &[]),
            (Op::Call(FunctionId::erf), DType::F32, &[0]),
            (Op::Call(FunctionId::erf), DType::F64, &[0, 1]),
            (Op::Poly(Polynomial(&[])), DType::F64, &[0]),
            (Op::Poly(Polynomial(&[1.0])), DType::F32, &[0]),
            (Op::ProductError, DType::F64, &[0]),
            (Op::Select, DType::F64, &[0, 0, 0]),
            (Op::Complex, DType::Complex64, &[0, 0]),
        ];
        for (op, dtype, args) in bad {
            assert!(verify(&with(vec![inst(op.clone(), dtype, args)])).is_err(), "{op:?} {dtype} {args:?}");
        }
        assert!(verify(&Kernel { outputs: vec![3], ..with(vec![]) }).is_err());
        assert!(verify(&Kernel { body: 2, ..with(vec![]) }).is_err());
        assert!(verify(&Kernel { body: 4, ..with(vec![]) }).is_err());
        assert!(verify(&Kernel { operands: usize::MAX, ..with(vec![]) }).is_err());
        assert!(verify(&with(vec![inst(Op::Cast, DType::F64, &[0]); MOST])).is_err());
    }

    #[test]
    fn loops_keep_the_types_of_their_state() {
        // while x < y { x = x + y } over a state x and a value y.
        let good = Loop {
            args: vec![DType::F64; 2],
            insts: vec![
                inst(Op::Arg(0), DType::F64, &[]),
                inst(Op::Arg(1), DType::F64, &[]),
                inst(Op::Binary(BinaryOp::Lt), DType::Bool, &[0, 1]),
                inst(Op::Binary(BinaryOp::Add), DType::F64, &[0, 1]),
            ],
            head: 3,
            condition: 2,
            next: vec![3],
        };
        let looping = |body: &Loop, part, dtype, args: &[Value]| {
            verify(&with(vec![inst(Op::Loop { body: SharedLoop::new(body.clone()), part }, dtype, args)]))
        };
        assert!(looping(&good, 0, DType::F64, &[0, 2]).is_ok());
        assert!(looping(&good, 1, DType::F64, &[0, 2]).is_err());
        assert!(looping(&good, 0, DType::F32, &[0, 2]).is_err());
        assert!(looping(&good, 0, DType::F64, &[0]).is_err());
        assert!(looping(&good, 0, DType::F64, &[0, 1, 2]).is_err());
        let bad = [
            Loop { head: 2, ..good.clone() },
            Loop { head: 5, ..good.clone() },
            Loop { condition: 1, ..good.clone() },
            Loop { condition: 9, ..good.clone() },
            Loop { next: vec![], ..good.clone() },
            Loop { next: vec![2], ..good.clone() },
            Loop { next: vec![9], ..good.clone() },
            Loop { next: vec![3; 3], ..good.clone() },
            Loop { args: vec![DType::F32; 2], ..good.clone() },
            Loop { insts: [good.insts.clone(), vec![inst(Op::Load(0), DType::F64, &[])]].concat(), ..good.clone() },
        ];
        for body in bad {
            assert!(looping(&body, 0, DType::F64, &[0, 2]).is_err(), "{body:?}");
        }
        let deeper = |body: &Loop| {
            let inner = inst(Op::Loop { body: SharedLoop::new(body.clone()), part: 0 }, DType::F64, &[0, 1]);
            Loop { insts: [good.insts.clone(), vec![inner]].concat(), next: vec![4], ..good.clone() }
        };
        let deep = (1..DEEPEST).fold(good.clone(), |body, _| deeper(&body));
        assert!(looping(&deep, 0, DType::F64, &[0, 2]).is_ok());
        assert!(looping(&deeper(&deep), 0, DType::F64, &[0, 2]).is_err());
    }

    #[test]
    fn reductions_take_values_of_the_body() {
        let sum = |args: &[Value], op, dtype| {
            let result = inst(Op::Reduced { index: 0, part: 0 }, dtype, &[]);
            let mut kernel = with(vec![result]);
            kernel.body = 3;
            kernel.reductions = vec![Reduction { op, args: args.into(), dtype: DType::F64 }];
            kernel
        };
        let good = sum(&[2], ReduceOp::Sum, DType::F64);
        let reads = verify(&good).unwrap();
        assert_eq!(reads, [Read::Element { dtype: DType::F64, body: true }; 2]);
        assert!(verify(&sum(&[3], ReduceOp::Sum, DType::F64)).is_err());
        assert!(verify(&sum(&[], ReduceOp::Sum, DType::F64)).is_err());
        assert!(verify(&sum(&[2], ReduceOp::Sum, DType::F32)).is_err());
        assert!(verify(&sum(&[2], ReduceOp::ArgMax, DType::I64)).is_err());
        assert!(verify(&sum(&[2, 1], ReduceOp::ArgMax, DType::I64)).is_err());
        // The epilogue reads a value of the body, or an operand of the body once more.
        let mut bad = good.clone();
        bad.insts.push(inst(Op::Binary(BinaryOp::Add), DType::F64, &[2, 3]));
        assert!(verify(&bad).is_err());
        let mut bad = good.clone();
        bad.insts.push(inst(Op::Load(0), DType::F64, &[]));
        assert!(verify(&bad).is_err());
        let mut bad = good;
        bad.insts[3].op = Op::Reduced { index: 0, part: 1 };
        assert!(verify(&bad).is_err());
    }

    #[test]
    fn combine_operations_take_and_give_one_type() {
        let combine = |insts: Vec<Inst>, result| Combine { insts, result };
        let args = || vec![inst(Op::Arg(0), DType::F64, &[]), inst(Op::Arg(1), DType::F64, &[])];
        let with = |op, dtype, places: &[Value]| {
            let mut insts = args();
            insts.push(inst(op, dtype, places));
            combine(insts, 2)
        };
        assert!(with(Op::Binary(BinaryOp::Add), DType::F64, &[0, 1]).check(DType::F64).is_ok());
        assert!(with(Op::Binary(BinaryOp::Add), DType::F64, &[0, 1]).check(DType::F32).is_err());
        assert!(with(Op::Binary(BinaryOp::Eq), DType::Bool, &[0, 1]).check(DType::F64).is_err());
        assert!(with(Op::Binary(BinaryOp::Add), DType::F64, &[0, 2]).check(DType::F64).is_err());
        assert!(with(Op::Arg(2), DType::F64, &[]).check(DType::F64).is_err());
        assert!(with(Op::Load(0), DType::F64, &[]).check(DType::F64).is_err());
        assert!(with(Op::Const(Scalar::new(1.0f32)), DType::F64, &[]).check(DType::F64).is_err());
        assert!(combine(args(), 2).check(DType::F64).is_err());
        assert!(combine(args(), 1).check(DType::F64).is_ok());
        let op = ReduceOp::Custom(Arc::new(combine(args(), 7)));
        let (load, param) = (inst(Op::Load(0), DType::F64, &[]), inst(Op::Param(0), DType::F64, &[]));
        let reductions = vec![Reduction { op, args: smallvec![0, 1], dtype: DType::F64 }];
        let params = vec![DType::F64];
        let kernel = Kernel { insts: vec![load, param], body: 2, reductions, operands: 1, params, ..Kernel::default() };
        assert!(SharedKernel::new(kernel).is_err());
    }
}
