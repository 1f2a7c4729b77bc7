//! The sections of a kernel as functions of what they load, and users' operations.

use super::branches::{Branches, Side};
use super::{Writer, functions, line, loops, name, name_to_load};
use crate::invalid;
use crate::sites::{Site, Touch, gathers};
use crate::variant::Access;
use crate::words::FAULT;
use std::fmt::Write;
use xparray_ir::ir::{Combine, Inst, Op, ReduceOp, Value};
use xparray_ir::{DType, Result};

fn arguments(inst: &Inst) -> String {
    inst.args.iter().map(|arg| format!("v{arg}")).collect::<Vec<_>>().join(", ")
}

/// An operation on values alone.
pub(super) fn arithmetic(inst: &Inst) -> Result<String> {
    let args = arguments(inst);
    Ok(match &inst.op {
        Op::Unary(op) => format!("xp_{}({args})", format!("{op:?}").to_lowercase()),
        Op::Binary(op) => format!("xp_{}({args})", format!("{op:?}").to_lowercase()),
        Op::Select => format!("xp_select({args})"),
        Op::Cast => format!("xp_cast<{}>({args})", name(inst.dtype)),
        Op::Complex => format!("xp_complex({args})"),
        Op::Call(function) => functions::call(*function, inst.dtype, &args),
        Op::Arg(k) => ["x", "y"][(*k & 1) as usize].to_owned(),
        op => return Err(invalid(format!("{op:?} is not there"))),
    })
}

/// A user's operation as the function `apply` of a structure.
pub(crate) fn combine_source(combine: &Combine, dtype: DType, structure: &str) -> Result<String> {
    let dtype = name(dtype);
    let mut out = format!("struct {structure} {{\nXP {dtype} apply(const {dtype} x, const {dtype} y) {{\n");
    for (place, inst) in combine.insts.iter().enumerate() {
        out.push_str(&functions::statements(place, inst)?);
    }
    let _ = writeln!(out, "return v{};\n}}\n}};", combine.result);
    Ok(out)
}

impl Writer<'_> {
    /// The functions `draw`, `body` and `epilogue`, and the users' operations.
    pub(super) fn body(&mut self) -> Result<()> {
        self.draw()?;
        if let Some(place) = self.going {
            self.going_functions(place)?;
        }
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
        let kernel = self.kernel;
        let mut parameters = vec!["const Args& a".to_owned()];
        for (k, site) in self.section(body) {
            parameters.push(match site.touch {
                Touch::Load(_) | Touch::Index(_) => format!("const {} l{k}", name_to_load(site.dtype)),
                Touch::Store(_) => format!("{}& s{k}", name(site.dtype)),
            });
        }
        if body {
            let draws = self.draws();
            parameters.extend(draws.iter().map(|&place| format!("const {} d{place}", name(kernel.insts[place].dtype))));
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
        if body && self.going.is_some() {
            parameters.push("const State& z".to_owned());
        }
        let title = if body { "body" } else { "epilogue" };
        line!(self, "XP void {title}({}) {{", parameters.join(", "));
        self.begin_reading();
        if body {
            let outputs = kernel.outputs.iter().copied().filter(|&value| (value as usize) < kernel.body);
            let reduced = kernel.reductions.iter().flat_map(|reduction| reduction.args.iter().copied());
            let results = outputs.chain(reduced).collect::<Vec<_>>();
            let insts = &kernel.insts[..kernel.body];
            let branches = if self.straight { Branches::none(insts) } else { Branches::new(insts, &results) };
            self.side(&branches, None)?;
        } else {
            for (place, inst) in kernel.insts.iter().enumerate() {
                // An epilogue may read parameters of the body.
                if place >= kernel.body || matches!(inst.op, Op::Param(_)) {
                    self.value(place, body)?;
                }
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
        self.end_reading();
        line!(self, "}}");
        Ok(())
    }

    /// Where a function begins that may read at run-time places.
    fn begin_reading(&mut self) {
        if !gathers(self.kernel).is_empty() {
            line!(self, "Wrong wrong = {{ false, 0, 0 }};");
        }
    }

    /// Where it ends.
    fn end_reading(&mut self) {
        if !gathers(self.kernel).is_empty() {
            line!(self, "report(wrong, a.w[{FAULT}]);");
        }
    }

    /// The body's statements on one side of a choice, or those that are computed always.
    fn side(&mut self, branches: &Branches, side: Option<Side>) -> Result<()> {
        for place in branches.of(side) {
            let inst = &self.kernel.insts[place];
            let [condition, one, other] = match inst.args[..] {
                [condition, one, other] if branches.is_choice(place) => [condition, one, other],
                _ => {
                    self.value(place, true)?;
                    continue;
                }
            };
            line!(self, "{} v{place};\nif (v{condition}) {{", name(inst.dtype));
            self.side(branches, Some((place, true)))?;
            line!(self, "v{place} = v{one};\n}} else {{");
            self.side(branches, Some((place, false)))?;
            line!(self, "v{place} = v{other};\n}}");
        }
        Ok(())
    }

    fn value(&mut self, place: usize, body: bool) -> Result<()> {
        let inst = &self.kernel.insts[place];
        if matches!(inst.op, Op::Const(_) | Op::Poly(_) | Op::ProductError) {
            self.out.push_str(&functions::statements(place, inst)?);
        } else if let Some(part) = self.going_part(inst) {
            line!(self, "const {} v{place} = z.s{part};", name(inst.dtype));
        } else if matches!(inst.op, Op::Loop { .. }) {
            self.out.push_str(&loops::statements(&self.kernel.insts, place, 0)?);
        } else {
            line!(self, "const {} v{place} = {};", name(inst.dtype), self.expression(place, body)?);
        }
        Ok(())
    }

    /// Which part of the state of the loop that goes on from element to element this is.
    fn going_part(&self, inst: &Inst) -> Option<u16> {
        let first = &self.kernel.insts[self.going?];
        match (&inst.op, &first.op) {
            (Op::Loop { body, part }, Op::Loop { body: known, .. }) if body == known && inst.args == first.args => {
                Some(*part)
            }
            _ => None,
        }
    }

    /// The loop's functions, and `start`, which computes the state that it begins with.
    pub(super) fn going_functions(&mut self, place: usize) -> Result<()> {
        let kernel = self.kernel;
        let inst = &kernel.insts[place];
        self.out.push_str(&loops::as_functions(inst)?);
        let mut parameters = vec!["const Args& a".to_owned()];
        let loads = self.section(true).into_iter().filter(|(_, site)| !site.stores());
        parameters.extend(loads.map(|(k, site)| format!("const {} l{k}", name_to_load(site.dtype))));
        line!(self, "XP void start({}, State& z) {{", parameters.join(", "));
        self.begin_reading();
        for before in 0..place {
            self.value(before, true)?;
        }
        for (k, arg) in inst.args.iter().enumerate() {
            line!(self, "z.s{k} = v{arg};");
        }
        self.end_reading();
        line!(self, "}}");
        Ok(())
    }

    /// The instructions of the body that draw random numbers for all elements of a vector at once, which share blocks:
    /// those whose place in the stream goes on by one from each element to the next.
    fn draws(&self) -> Vec<usize> {
        let insts = &self.kernel.insts[..self.kernel.body];
        let runs = |args: &[u16]| {
            let steps: Option<Vec<u32>> = args.iter().map(|&arg| self.step(arg)).collect();
            steps.is_some_and(|steps| steps[0] == 1 && steps[1..].iter().all(|&step| step == 0))
        };
        let is_draw = |&place: &usize| matches!(insts[place].op, Op::Random(_)) && runs(&insts[place].args);
        if self.variant.vector == 1 { Vec::new() } else { (0..insts.len()).filter(is_draw).collect() }
    }

    /// By how much an integer grows from each element of a vector to the next, where that is simple.
    fn step(&self, value: Value) -> Option<u32> {
        let inst = &self.kernel.insts[value as usize];
        match inst.op {
            Op::Param(_) | Op::Const(_) => Some(0),
            Op::Binary(_) => inst.args.iter().all(|&arg| self.step(arg) == Some(0)).then_some(0),
            Op::Cast if inst.dtype == DType::U64 => self.step(inst.args[0]),
            Op::Index(_) => {
                let site = Site::of(inst, true)?;
                let found = self.sites.iter().position(|other| *other == site)?;
                (self.variant.accesses[found] == Access::Contiguous).then_some(1)
            }
            _ => None,
        }
    }

    /// The sites that the function `draw` takes, which are indices.
    fn indices_of_draws(&self) -> Vec<usize> {
        let is_index = |&k: &usize| {
            self.sites[k].body && !self.sites[k].in_memory() && self.variant.accesses[k] == Access::Contiguous
        };
        (0..self.sites.len()).filter(is_index).collect()
    }

    /// The function `draw`, if there is anything to draw for a vector at once.
    fn draw(&mut self) -> Result<()> {
        let (kernel, draws) = (self.kernel, self.draws());
        if draws.is_empty() {
            return Ok(());
        }
        let mut parameters = vec!["const Args& a".to_owned()];
        parameters.extend(self.indices_of_draws().into_iter().map(|k| format!("const i64 l{k}")));
        parameters.extend(draws.iter().map(|&k| format!("{} (&d{k})[N]", name(kernel.insts[k].dtype))));
        line!(self, "template <int N> XP void draw({}) {{", parameters.join(", "));
        self.begin_reading();
        let mut needed = vec![false; kernel.body];
        for place in (0..kernel.body).rev() {
            if needed[place] || draws.contains(&place) {
                kernel.insts[place].args.iter().for_each(|&arg| needed[arg as usize] = true);
            }
        }
        for place in (0..kernel.body).filter(|&place| needed[place]) {
            self.value(place, true)?;
        }
        for place in draws {
            let inst = &kernel.insts[place];
            if let Op::Random(distribution) = inst.op {
                let (name, whole, args) = (distribution.name(), self.variant.aligned, arguments(inst));
                line!(self, "xp_random_{name}<{whole}>(d{place}, {args});");
            }
        }
        self.end_reading();
        line!(self, "}}");
        Ok(())
    }

    /// Draws for so many elements at once. Gives what the body takes of it for element `j`.
    pub(super) fn call_draw(&mut self, vector: usize) -> Vec<String> {
        let draws = self.draws();
        if !draws.is_empty() {
            for &place in &draws {
                line!(self, "{} d{place}[{vector}];", name(self.kernel.insts[place].dtype));
            }
            let indices = self.indices_of_draws().into_iter().map(|k| format!("l{k}"));
            let arguments: Vec<String> = indices.chain(draws.iter().map(|place| format!("d{place}"))).collect();
            line!(self, "draw(a, {});", arguments.join(", "));
        }
        let j = if vector > 1 { "j" } else { "0" };
        draws.into_iter().map(|place| format!("d{place}[{j}]")).collect()
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
            Op::Gather(k) => {
                format!("gather<{}>(a.w + {}, wrong, {args})", name_to_load(inst.dtype), self.words.gather(*k))
            }
            Op::Param(k) => format!("param<{dtype}>(a.w + {})", self.words.param(*k)),
            Op::Random(_) if body && self.draws().contains(&place) => format!("d{place}"),
            Op::Random(distribution) => format!("xp_random_{}<{dtype}>({args})", distribution.name()),
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
    pub(super) fn reduced_type(&self, reduction: &xparray_ir::ir::Reduction) -> DType {
        super::reduce::reduced_type(self.kernel, reduction)
    }
}
