//! The sections of a kernel as functions of what they load, and users' operations.

use super::{Writer, line, name};
use crate::invalid;
use crate::sites::{Site, Touch};
use std::fmt::Write;
use xparray_core::ir::{Combine, Inst, Op, ReduceOp};
use xparray_core::{DType, Result, Scalar};

/// The bits of a scalar as an expression.
fn constant(scalar: Scalar) -> String {
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

fn arguments(inst: &Inst) -> String {
    inst.args.iter().map(|arg| format!("v{arg}")).collect::<Vec<_>>().join(", ")
}

/// An operation on values alone.
fn arithmetic(inst: &Inst) -> Result<String> {
    let args = arguments(inst);
    Ok(match &inst.op {
        Op::Unary(op) => format!("xp_{}({args})", format!("{op:?}").to_lowercase()),
        Op::Binary(op) => format!("xp_{}({args})", format!("{op:?}").to_lowercase()),
        Op::Select => format!("xp_select({args})"),
        Op::Cast => format!("xp_cast<{}>({args})", name(inst.dtype)),
        Op::Complex => format!("xp_complex({args})"),
        Op::Arg(k) => ["x", "y"][(*k & 1) as usize].to_owned(),
        op => return Err(invalid(format!("{op:?} is not there"))),
    })
}

/// A user's operation as the function `apply` of a structure.
pub(crate) fn combine_source(combine: &Combine, dtype: DType, structure: &str) -> Result<String> {
    let dtype = name(dtype);
    let mut out = format!("struct {structure} {{\nXP {dtype} apply(const {dtype} x, const {dtype} y) {{\n");
    for (place, inst) in combine.insts.iter().enumerate() {
        let dtype = name(inst.dtype);
        let value = if let Op::Const(scalar) = inst.op {
            let _ = writeln!(out, "const u64 c{place}[] = {};", constant(scalar));
            format!("param<{dtype}>(c{place})")
        } else {
            arithmetic(inst)?
        };
        let _ = writeln!(out, "const {dtype} v{place} = {value};");
    }
    let _ = writeln!(out, "return v{};\n}}\n}};", combine.result);
    Ok(out)
}

impl Writer<'_> {
    /// The functions `body` and `epilogue`, and the users' operations.
    pub(super) fn body(&mut self) -> Result<()> {
        self.function(true)?;
        for k in 0..self.kernel.reductions.len() {
            self.reducer(k)?;
        }
        if !self.kernel.reductions.is_empty() {
            self.function(false)?;
        }
        Ok(())
    }

    fn function(&mut self, body: bool) -> Result<()> {
        let mut parameters = vec!["const Args& a".to_owned()];
        for (k, site) in self.section(body) {
            parameters.push(match site.touch {
                Touch::Load(_) | Touch::Index(_) => format!("const {} l{k}", name(site.dtype)),
                Touch::Store(_) => format!("{}& s{k}", name(site.dtype)),
            });
        }
        if body {
            parameters.extend(self.draws().into_iter().map(|place| format!("Draws& d{place}")));
        }
        for (k, reduction) in self.kernel.reductions.iter().enumerate() {
            if !body {
                parameters.push(format!("const R{k}::Acc& r{k}"));
                continue;
            }
            parameters.push(format!("{}& r{k}", name(self.reduced_type(reduction))));
            if matches!(reduction.op, ReduceOp::ArgMin | ReduceOp::ArgMax) {
                parameters.push(format!("i64& at{k}"));
            }
        }
        let (title, kernel) = (if body { "body" } else { "epilogue" }, self.kernel);
        line!(self, "XP void {title}({}) {{", parameters.join(", "));
        for (place, inst) in kernel.insts.iter().enumerate() {
            // An epilogue may read parameters of the body.
            if (place < kernel.body) == body || (!body && matches!(inst.op, Op::Param(_))) {
                if !body && matches!(inst.op, Op::Random(_)) {
                    line!(self, "Draws d{place}; d{place}.any = false;");
                }
                let expression = self.expression(place, body)?;
                line!(self, "const {} v{place} = {expression};", name(inst.dtype));
            }
        }
        for (k, site) in self.section(body) {
            if let Touch::Store(output) = site.touch {
                line!(self, "s{k} = v{};", kernel.outputs[output as usize]);
            }
        }
        for (k, reduction) in kernel.reductions.iter().enumerate().filter(|_| body) {
            line!(self, "r{k} = xp_cast<{}>(v{});", name(self.reduced_type(reduction)), reduction.args[0]);
            if matches!(reduction.op, ReduceOp::ArgMin | ReduceOp::ArgMax) {
                line!(self, "at{k} = v{};", reduction.args[1]);
            }
        }
        line!(self, "}}");
        Ok(())
    }

    /// The instructions of the body that draw random numbers: neighbours share what is drawn.
    fn draws(&self) -> Vec<usize> {
        let body = &self.kernel.insts[..self.kernel.body];
        (0..body.len()).filter(|&place| matches!(body[place].op, Op::Random(_))).collect()
    }

    /// Declares what has been drawn for a vector: nothing. Gives the arguments.
    pub(super) fn declare_draws(&mut self) -> Vec<String> {
        let draws = self.draws();
        for place in &draws {
            line!(self, "Draws d{place}; d{place}.any = false;");
        }
        draws.into_iter().map(|place| format!("d{place}")).collect()
    }

    fn expression(&self, place: usize, body: bool) -> Result<String> {
        let inst = &self.kernel.insts[place];
        let dtype = name(inst.dtype);
        let args = arguments(inst);
        Ok(match &inst.op {
            Op::Load(_) | Op::Index(_) => {
                let wanted = Site::of(inst, body);
                let site = self.sites.iter().position(|site| Some(*site) == wanted);
                format!("l{}", site.ok_or_else(|| invalid("an operand is not there"))?)
            }
            Op::Gather(k) => format!("gather<{dtype}>(a.w + {}, a.w[0], {args})", self.words.gather(*k)),
            Op::Param(k) => format!("param<{dtype}>(a.w + {})", self.words.param(*k)),
            Op::Random(distribution) => format!("xp_random_{}<{dtype}>(d{place}, {args})", distribution.name()),
            Op::Reduced { index, part } => format!("R{index}::part{part}(r{index})"),
            _ => return arithmetic(inst),
        })
    }

    /// The type `R{k}` of a reduction.
    fn reducer(&mut self, k: usize) -> Result<()> {
        let reduction = &self.kernel.reductions[k];
        let dtype = name(self.reduced_type(reduction));
        let class = match &reduction.op {
            ReduceOp::Sum => format!("Sum<{dtype}>"),
            ReduceOp::Prod => format!("Prod<{dtype}>"),
            ReduceOp::Min => format!("Extremum<{dtype}, MinOf>"),
            ReduceOp::Max => format!("Extremum<{dtype}, MaxOf>"),
            ReduceOp::ArgMin => format!("ArgExtremum<{dtype}, MinOf>"),
            ReduceOp::ArgMax => format!("ArgExtremum<{dtype}, MaxOf>"),
            ReduceOp::Any => "Any".to_owned(),
            ReduceOp::All => "All".to_owned(),
            ReduceOp::Moments => format!("Moments<{dtype}>"),
            ReduceOp::Custom(combine) => {
                let combine = combine_source(combine, self.reduced_type(reduction), &format!("Combine{k}"))?;
                self.out.push_str(&combine);
                format!("Custom<{dtype}, Combine{k}>")
            }
        };
        line!(self, "typedef {class} R{k};");
        let size = super::accumulator_size(self.kernel, reduction);
        line!(self, "static_assert(sizeof(R{k}::Acc) == {size}, \"size of an accumulator\");");
        Ok(())
    }

    /// The type in which values are reduced.
    pub(super) fn reduced_type(&self, reduction: &xparray_core::ir::Reduction) -> DType {
        super::reduce::reduced_type(self.kernel, reduction)
    }
}
