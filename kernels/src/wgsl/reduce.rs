//! Kernels with reductions. The threads of a group are lanes of rows or columns; each lane reduces some of the values, then lanes
//! are merged in order. Of groups that have pieces of the same rows or columns, each leaves its accumulators in a buffer; a second
//! entry merges these, in the order of the pieces: groups of one dispatch do not see what the others write.

use super::hoist::hoisted;
use super::shader::Writer;
use super::together::TOGETHER;
use super::types::{cast, ending, param, register};
use super::{functions, line};
use crate::source::reduced_type;
use crate::words::{ITEMS, LENGTH, PIECES};
use xparray_ir::ir::{Op, ReduceOp, Reduction};
use xparray_ir::{DType, Kind, Result};

/// The names of a reduction's functions in the library: an operation, and the ending for a type.
fn names(reduction: &Reduction, dtype: DType, number: usize) -> (String, String) {
    let ending = match dtype.kind() {
        Kind::Bool => "_bool".to_owned(),
        Kind::Complex => format!("_z_{}", ending(dtype)),
        _ => format!("_{}", ending(dtype)),
    };
    match reduction.op {
        ReduceOp::Custom(_) => (format!("custom{number}"), String::new()),
        ReduceOp::Any | ReduceOp::All => (reduction.op.name(), String::new()),
        _ => (reduction.op.name(), ending),
    }
}

/// The type of a reduction's accumulator.
pub(super) fn accumulator(reduction: &Reduction, dtype: DType) -> String {
    let is_struct = match reduction.op {
        ReduceOp::Sum => matches!(dtype, DType::F16 | DType::BF16 | DType::F32 | DType::Complex64),
        ReduceOp::Prod => matches!(dtype.kind(), Kind::Float | Kind::Complex),
        ReduceOp::ArgMin | ReduceOp::ArgMax | ReduceOp::Moments => true,
        _ => false,
    };
    match (is_struct, dtype) {
        (true, _) => {
            let (op, ending) = names(reduction, dtype, 0);
            format!("Acc_{op}{ending}")
        }
        (false, DType::Bool) => "u32".to_owned(),
        (false, _) => register(dtype).to_owned(),
    }
}

impl Writer<'_> {
    fn reduced(&self, k: usize) -> (&Reduction, DType) {
        let reduction = &self.kernel.reductions[k];
        (reduction, reduced_type(self.kernel, reduction))
    }

    /// A function of a reduction: `start`, `add`, `merge`, `part0` or `part1`.
    pub fn step(&self, k: usize, step: &str) -> String {
        let (reduction, dtype) = self.reduced(k);
        let (op, ending) = names(reduction, dtype, k);
        format!("{op}_{step}{ending}")
    }

    fn accumulators(&self) -> Vec<String> {
        (0..self.kernel.reductions.len())
            .map(|k| {
                let (reduction, dtype) = self.reduced(k);
                accumulator(reduction, dtype)
            })
            .collect()
    }

    /// Accumulators of no values.
    fn start(&mut self) {
        for k in 0..self.kernel.reductions.len() {
            let start = self.step(k, "start");
            line!(self.out, "var acc{k} = {start}();");
        }
    }

    /// A user's operation.
    fn custom(&mut self, k: usize) -> Result<()> {
        let (reduction, dtype) = self.reduced(k);
        let ReduceOp::Custom(combine) = &reduction.op else { return Ok(()) };
        let class = register(dtype);
        let identity = reduction.args.get(1).map(|&arg| &self.kernel.insts[arg as usize].op);
        let identity = match identity {
            Some(Op::Param(k)) => param(dtype, self.words.param(*k)),
            _ => format!("{class}()"),
        };
        // Accumulators lie in memory, where truth values cannot: they are numbers there.
        let (kept, into, from) = match dtype {
            DType::Bool => ("u32", "u32", "bool"),
            _ => (class, class, class),
        };
        let mut out = String::new();
        line!(out, "fn custom{k}_start() -> {kept} {{ return {into}({identity}); }}");
        line!(
            out,
            "fn custom{k}_add(a: {kept}, b: {class}) -> {kept} {{ return {into}(custom{k}_apply({from}(a), b)); }}"
        );
        line!(out, "fn custom{k}_merge(a: {kept}, b: {kept}) -> {kept} {{ return custom{k}_add(a, {from}(b)); }}");
        line!(out, "fn custom{k}_part0(a: {kept}) -> {class} {{ return {from}(a); }}");
        out.push_str(&functions::apply(combine, dtype, &format!("custom{k}_apply"))?);
        self.out.push_str(&out);
        Ok(())
    }

    /// Adds the body's values to the accumulators.
    fn add(&mut self) {
        for k in 0..self.kernel.reductions.len() {
            let (reduction, dtype) = self.reduced(k);
            let [value, index] = [0, 1].map(|n| reduction.args.get(n).copied().unwrap_or_default());
            let from = self.kernel.dtype(value);
            let value = cast(from, dtype, &format!("v{value}"));
            let index = match reduction.op {
                ReduceOp::ArgMin | ReduceOp::ArgMax => format!(", v{index}"),
                _ => String::new(),
            };
            let add = self.step(k, "add");
            line!(self.out, "acc{k} = {add}(acc{k}, {value}{index});");
        }
    }

    /// Merges the accumulators of `lanes` threads that are `apart`, for the first of them. All threads of the group come here.
    fn merge_lanes(&mut self, lanes: usize, apart: usize) {
        if lanes == 1 {
            return;
        }
        let count = self.kernel.reductions.len();
        for k in 0..count {
            line!(self.out, "shared{k}[thread] = acc{k};");
        }
        line!(self.out, "for (var by = 1u; by < {lanes}u; by *= 2u) {{\nworkgroupBarrier();");
        line!(self.out, "if (lane % (2u * by) == 0u) {{");
        for k in 0..count {
            let merge = self.step(k, "merge");
            line!(
                self.out,
                "acc{k} = {merge}(acc{k}, shared{k}[thread + by * {apart}u]);\nshared{k}[thread] = acc{k};"
            );
        }
        line!(self.out, "}}\n}}\nworkgroupBarrier();");
    }

    /// The epilogue of element `output`.
    fn finish(&mut self) -> Result<()> {
        let axes = 0..self.variant.kept;
        // In a function of its own, where the names of the body are free again.
        self.indices("output", axes.clone());
        for (k, _) in self.section(false) {
            let distance = self.distance(k, axes.clone());
            line!(self.out, "let o{k} = {distance};");
            self.load(k);
        }
        self.instructions(false)?;
        self.store(false);
        Ok(())
    }

    fn finish_function(&mut self) -> Result<()> {
        let accumulators = self.accumulators();
        let parameters: Vec<String> =
            accumulators.iter().enumerate().map(|(k, class)| format!("acc{k}: {class}")).collect();
        line!(self.out, "fn finish(output: u32, {}) {{", parameters.join(", "));
        self.finish()?;
        line!(self.out, "}}");
        Ok(())
    }

    fn call_finish(&self) -> String {
        let accumulators: Vec<String> = (0..self.kernel.reductions.len()).map(|k| format!("acc{k}")).collect();
        format!("finish(output, {});", accumulators.join(", "))
    }

    /// What an entry begins with.
    fn entry(&mut self, name: &str) {
        line!(self.out, "@compute @workgroup_size(256)");
        line!(self.out, "fn {name}(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) ids: vec3<u32>,");
        line!(self.out, "@builtin(local_invocation_index) thread: u32) {{");
        line!(self.out, "let outputs = args[{}];\nlet block = id.y * ids.x + id.x;", 2 * ITEMS);
    }
}

/// The entries `reduce` and, of pieces, `merge`. Lanes are merged in a group's memory.
pub(super) fn write(writer: &mut Writer<'_>, lanes: usize, columns: bool) -> Result<()> {
    let split = writer.variant.split;
    let accumulators = writer.accumulators();
    if lanes > 1 || split {
        for (k, class) in accumulators.iter().enumerate() {
            line!(writer.out, "var<workgroup> shared{k}: array<{class}, 256>;");
        }
    }
    (0..accumulators.len()).try_for_each(|k| writer.custom(k))?;
    writer.finish_function()?;
    let wide = 256 / lanes;
    writer.entry("reduce");
    let (by, column, lane) = if columns { (wide, "%", "/") } else { (lanes, "/", "%") };
    line!(writer.out, "let column = thread {column} {by}u;\nlet lane = thread {lane} {by}u;");
    let pieces = if split { format!("args[{}]", 2 * PIECES) } else { "1u".to_owned() };
    line!(writer.out, "let length = args[{}];\nlet pieces = {pieces};", 2 * LENGTH);
    line!(writer.out, "let groups = (outputs + {}u) / {wide}u;", wide - 1);
    line!(
        writer.out,
        "let number = block / max(groups, 1u);\nlet output = block % max(groups, 1u) * {wide}u + column;"
    );
    line!(writer.out, "let live = output < outputs && number < pieces;");
    writer.start();
    let head = std::mem::take(&mut writer.out);
    line!(writer.out, "if (live) {{");
    add_values(writer, lanes)?;
    line!(writer.out, "}}");
    writer.out = head + &hoisted(&writer.out);
    writer.merge_lanes(lanes, if columns { wide } else { 1 });
    line!(writer.out, "if (live && lane == 0u) {{");
    if split {
        for k in 0..accumulators.len() {
            line!(writer.out, "partial{k}[number * outputs + output] = acc{k};");
        }
    } else {
        line!(writer.out, "{}", writer.call_finish());
    }
    line!(writer.out, "}}\n}}");
    if split {
        merge(writer);
    }
    Ok(())
}

/// Adds a lane's values of its piece.
fn add_values(writer: &mut Writer<'_>, lanes: usize) -> Result<()> {
    let (kept, rank) = (writer.variant.kept, writer.variant.kept + writer.variant.reduced);
    writer.indices("output", 0..kept);
    let sites = writer.section(true);
    for &(k, _) in &sites {
        let distance = writer.distance(k, 0..kept);
        line!(writer.out, "let k{k} = {distance};");
    }
    let ordered = writer.kernel.reductions.iter().any(|reduction| matches!(reduction.op, ReduceOp::Custom(_)));
    if ordered {
        line!(
            writer.out,
            "let piece = (length + pieces - 1u) / pieces;\nlet each = (piece + {}u) / {lanes}u;",
            lanes - 1
        );
        line!(writer.out, "let begin = number * piece + lane * each;");
        line!(writer.out, "let end = min(min(begin + each, number * piece + piece), length);");
        line!(writer.out, "var first = begin;\nlet step = 1u;");
    } else {
        line!(writer.out, "let end = length;\nvar first = number * {lanes}u + lane;\nlet step = pieces * {lanes}u;");
    }
    let loads = |writer: &mut Writer<'_>| {
        writer.indices("t", kept..rank);
        for &(k, _) in &sites {
            let distance = writer.distance(k, kept..rank);
            line!(writer.out, "let o{k} = k{k} + {distance};");
            writer.load(k);
        }
    };
    let finish = |writer: &mut Writer<'_>| {
        writer.instructions(true)?;
        writer.add();
        writer.store(true);
        Ok(())
    };
    if writer.variant.vector > 1 {
        line!(writer.out, "for (; first < end; first += step) {{\nlet t = first;");
        let place = |writer: &Writer<'_>, k: usize| format!("k{k} + {}", writer.distance(k, kept..rank));
        writer.vector(kept..rank, place, finish)?;
        line!(writer.out, "}}");
        return Ok(());
    }
    if writer.together {
        line!(writer.out, "for (; first + {}u * step < end; first += {TOGETHER}u * step) {{", TOGETHER - 1);
        writer.together(|number| format!("first + {number}u * step"), loads, finish)?;
        line!(writer.out, "}}");
    }
    line!(writer.out, "for (; first < end; first += step) {{\nlet t = first;");
    loads(writer);
    finish(writer)?;
    line!(writer.out, "}}");
    Ok(())
}

/// The second entry: a group for each output, whose lanes merge neighbouring pieces.
fn merge(writer: &mut Writer<'_>) {
    writer.entry("merge");
    line!(
        writer.out,
        "let output = block;\nlet lane = thread;\nlet live = output < outputs;\nlet pieces = args[{}];",
        2 * PIECES
    );
    line!(writer.out, "let each = (pieces + 255u) / 256u;");
    writer.start();
    line!(writer.out, "if (live) {{\nfor (var p = lane * each; p < min(lane * each + each, pieces); p += 1u) {{");
    for k in 0..writer.kernel.reductions.len() {
        let merge = writer.step(k, "merge");
        line!(writer.out, "acc{k} = {merge}(acc{k}, partial{k}[p * outputs + output]);");
    }
    line!(writer.out, "}}\n}}");
    writer.merge_lanes(256, 1);
    line!(writer.out, "if (live && lane == 0u) {{ {} }}\n}}", writer.call_finish());
}
