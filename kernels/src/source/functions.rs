//! Functions of the table that a kernel calls, as device functions.

use super::body::arithmetic;
use super::branches::{Branches, Side};
use super::{line, name};
use crate::invalid;
use std::fmt::Write;
use xparray_ir::functions::{Expression, FunctionId};
use xparray_ir::ir::{Inst, Kernel, Op, Polynomial, ReduceOp, SharedLoop};
use xparray_ir::{DType, Result, Scalar};

/// Device functions, each after those that it calls.
#[derive(Default)]
pub(super) struct Functions {
    written: Vec<(FunctionId, DType)>,
    /// Whose functions are written. Many instructions can be of one loop.
    loops: Vec<SharedLoop>,
    /// Whose coefficients are written.
    polynomials: Vec<Polynomial>,
    out: String,
    /// Whether choices are no branches.
    straight: bool,
}

/// Those that instructions call.
pub(crate) fn called<'a>(insts: impl IntoIterator<Item = &'a Inst>) -> Result<String> {
    written(insts, false)
}

fn written<'a>(insts: impl IntoIterator<Item = &'a Inst>, straight: bool) -> Result<String> {
    let mut functions = Functions { straight, ..Functions::default() };
    functions.collect(insts)?;
    Ok(functions.out)
}

/// Those that a kernel and its users' operations call, without branches if that is asked for.
pub(super) fn of_kernel(kernel: &Kernel, straight: bool) -> Result<String> {
    let combines = kernel.reductions.iter().filter_map(|reduction| match &reduction.op {
        ReduceOp::Custom(combine) => Some(&combine.insts),
        _ => None,
    });
    written(combines.chain([&kernel.insts]).flatten(), straight)
}

/// The call of a function; half types are computed in `f32`.
pub(super) fn call(function: FunctionId, dtype: DType, argument: &str) -> String {
    let called = function.function().name;
    match dtype {
        DType::F16 | DType::BF16 => format!("narrow<{}>(f_{called}(widen({argument})))", name(dtype)),
        _ => format!("f_{called}({argument})"),
    }
}

impl Functions {
    fn collect<'a>(&mut self, insts: impl IntoIterator<Item = &'a Inst>) -> Result<()> {
        for inst in insts {
            match &inst.op {
                Op::Call(function) => {
                    self.function(*function, if inst.dtype == DType::F64 { DType::F64 } else { DType::F32 })?;
                }
                Op::Loop { body, .. } if !self.loops.contains(body) => {
                    self.loops.push(body.clone());
                    self.collect(&body.insts)?;
                }
                Op::Poly(polynomial) if inst.dtype == DType::F64 && !self.polynomials.contains(polynomial) => {
                    self.polynomials.push(*polynomial);
                    let numbers: Vec<String> = polynomial.0.iter().map(|c| format!("{:#x}ull", c.to_bits())).collect();
                    line!(self, "XP_TABLE u64 {}[] = {{{}}};", table(polynomial), numbers.join(", "));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn function(&mut self, function: FunctionId, dtype: DType) -> Result<()> {
        if self.written.contains(&(function, dtype)) {
            return Ok(());
        }
        self.written.push((function, dtype));
        let Expression { insts, result } = function.expression(dtype);
        self.collect(insts)?;
        let (dtype, called) = (name(dtype), function.function().name);
        line!(self, "static __device__ {dtype} f_{called}(const {dtype} x) {{");
        let branches = if self.straight { Branches::none(insts) } else { Branches::new(insts, &[*result]) };
        self.side(insts, &branches, None)?;
        line!(self, "return v{result};\n}}");
        Ok(())
    }

    /// The statements of one side of a choice, or of what is computed always.
    fn side(&mut self, insts: &[Inst], branches: &Branches, side: Option<Side>) -> Result<()> {
        for place in branches.of(side) {
            let inst = &insts[place];
            let [condition, one, other] = match inst.args[..] {
                [condition, one, other] if branches.is_choice(place) => [condition, one, other],
                _ => {
                    self.out.push_str(&statements(place, inst)?);
                    continue;
                }
            };
            line!(self, "{} v{place};\nif (v{condition}) {{", name(inst.dtype));
            self.side(insts, branches, Some((place, true)))?;
            line!(self, "v{place} = v{one};\n}} else {{");
            self.side(insts, branches, Some((place, false)))?;
            line!(self, "v{place} = v{other};\n}}");
        }
        Ok(())
    }
}

/// What makes the value of an instruction on values alone.
pub(super) fn statements(place: usize, inst: &Inst) -> Result<String> {
    let dtype = name(inst.dtype);
    Ok(match (&inst.op, &inst.args[..]) {
        (Op::Const(scalar), _) => {
            format!("const u64 c{place}[] = {};\nconst {dtype} v{place} = param<{dtype}>(c{place});\n", words(*scalar))
        }
        (Op::Poly(polynomial), [x]) => {
            let coefficient = |(k, &c): (usize, &f64)| match inst.dtype {
                DType::F64 => format!("from_bits({}[{k}])", table(polynomial)),
                _ => format!("from_bits({:#x}u)", (c as f32).to_bits()),
            };
            let mut numbers = polynomial.0.iter().enumerate().map(coefficient);
            let first = numbers.next().ok_or_else(|| invalid("a polynomial without coefficients"))?;
            let steps: String = numbers.map(|c| format!("p{place} = r_fma(p{place}, v{x}, {c});\n")).collect();
            format!("{dtype} p{place} = {first};\n{steps}const {dtype} v{place} = p{place};\n")
        }
        (Op::ProductError, [x, y]) => format!("const {dtype} v{place} = r_fma(v{x}, v{y}, -(v{x} * v{y}));\n"),
        _ => format!("const {dtype} v{place} = {};\n", arithmetic(inst)?),
    })
}

/// The bits of a scalar as an initialiser.
fn words(scalar: Scalar) -> String {
    let words: Vec<String> = scalar
        .bytes()
        .chunks(8)
        .map(|bytes| {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            format!("{:#x}ull", u64::from_le_bytes(whole))
        })
        .collect();
    format!("{{{}}}", words.join(", "))
}

/// The name of the coefficients of `f64`, by their bits. In memory for constants they are operands by one instruction each; as numbers of
/// the code they would take two, which is more than a device can issue beside its arithmetic.
fn table(polynomial: &Polynomial) -> String {
    let mix = |hash: u64, c: &f64| (hash ^ c.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    format!("poly_{:016x}", polynomial.0.iter().fold(0, mix))
}
