//! Functions of the table, whose expressions are those of the IR, and operations on values alone.

use super::line;
use super::types::{cast, constant, ending, narrowed, real, register};
use crate::invalid;
use xparray_ir::functions::{Expression, FunctionId};
use xparray_ir::ir::{Combine, Inst, Op};
use xparray_ir::{DType, Kind, Result};

/// The definition of `f_{function}_{type}`.
pub(super) fn definition(name: &str) -> Option<String> {
    let (called, ending) = name.strip_prefix("f_")?.rsplit_once('_')?;
    let function = FunctionId::ALL.iter().find(|id| id.function().name == called)?;
    let dtype = match ending {
        "f32" => DType::F32,
        "f64" => DType::F64,
        _ => return None,
    };
    let Expression { insts, result } = function.expression(dtype);
    let mut out = String::new();
    line!(out, "fn {name}(x: {ending}) -> {ending} {{");
    for (place, inst) in insts.iter().enumerate() {
        line!(out, "{}", statement(place, inst, insts).ok()?);
    }
    line!(out, "return v{result};\n}}");
    Some(out)
}

/// The family of the library's functions for a type.
fn family(dtype: DType) -> &'static str {
    match dtype.kind() {
        Kind::Bool => "b",
        Kind::Signed | Kind::Unsigned => "n",
        Kind::Float => "r",
        Kind::Complex => "z",
    }
}

/// A call of the library's function of this name for operands of a type.
pub fn call(op: &str, dtype: DType, args: &str) -> String {
    match dtype {
        DType::Bool => format!("b_{op}({args})"),
        _ => format!("{}_{op}_{}({args})", family(dtype), ending(dtype)),
    }
}

/// A user's operation on two values of a type, as a function of this name.
///
/// # Errors
/// An operation that there is no text for.
pub fn apply(combine: &Combine, dtype: DType, name: &str) -> Result<String> {
    let class = register(dtype);
    let mut out = String::new();
    line!(out, "fn {name}(x: {class}, y: {class}) -> {class} {{");
    for (place, inst) in combine.insts.iter().enumerate() {
        line!(out, "{}", statement(place, inst, &combine.insts)?);
    }
    line!(out, "return v{};\n}}", combine.result);
    Ok(out)
}

/// What defines `v{place}`, an operation on values alone.
pub(super) fn statement(place: usize, inst: &Inst, insts: &[Inst]) -> Result<String> {
    if let (Op::Poly(polynomial), [x]) = (&inst.op, &inst.args[..]) {
        let mut numbers = polynomial.0.iter().map(|&c| real(c, inst.dtype));
        let first = numbers.next().ok_or_else(|| invalid("a polynomial without coefficients"))?;
        let fma = format!("r_fma_{}", ending(inst.dtype));
        let steps: String = numbers.map(|c| format!("p{place} = {fma}(p{place}, v{x}, {c});\n")).collect();
        return Ok(format!("var p{place} = {first};\n{steps}let v{place} = p{place};"));
    }
    Ok(format!("let v{place}: {} = {};", register(inst.dtype), expression(inst, insts)?))
}

/// The value of an operation on values alone.
pub(super) fn expression(inst: &Inst, insts: &[Inst]) -> Result<String> {
    let args: Vec<String> = inst.args.iter().map(|arg| format!("v{arg}")).collect();
    let from = inst.args.first().map(|&arg| insts[arg as usize].dtype);
    let all = args.join(", ");
    let operand = || from.ok_or_else(|| invalid("an operation without operands"));
    Ok(match &inst.op {
        Op::Unary(xparray_ir::ir::UnaryOp::StopGradient) => all,
        Op::Unary(op) => {
            let called = call(&format!("{op:?}").to_lowercase(), operand()?, &all);
            if inst.dtype == operand()? { narrowed(inst.dtype, called) } else { called }
        }
        Op::Binary(op) => {
            let name = format!("{op:?}").to_lowercase();
            match (op, operand()?) {
                (xparray_ir::ir::BinaryOp::NextAfter, half @ (DType::F16 | DType::BF16)) => {
                    format!("nextafter_{}({all})", half.name())
                }
                (_, dtype) if inst.dtype == DType::Bool => call(&name, dtype, &all),
                (_, dtype) => narrowed(inst.dtype, call(&name, dtype, &all)),
            }
        }
        Op::Select => match &args[..] {
            [condition, one, other] => format!("select({other}, {one}, {condition})"),
            _ => return Err(invalid("a choice has three operands")),
        },
        Op::Cast => cast(operand()?, inst.dtype, &all),
        Op::Complex => format!("{}({all})", register(inst.dtype)),
        Op::Call(function) => {
            narrowed(inst.dtype, format!("f_{}_{}({all})", function.function().name, ending(inst.dtype)))
        }
        Op::Const(scalar) => constant(*scalar),
        Op::ProductError => format!("r_producterror_{}({all})", ending(inst.dtype)),
        Op::Arg(k) => ["x", "y"][(*k & 1) as usize].to_owned(),
        op => return Err(invalid(format!("{op:?} is not there"))),
    })
}
