//! Kernels of several stages. The threads of a row keep in registers what several stages read of it, and each of them
//! has every row's results: those of a stage that reduces, for the stages behind it.

use super::{Uses, Writer, functions, line, name, name_to_load, prelude};
use crate::sites::{Site, Touch, has_complex, sites};
use crate::stages::{Source, StagedVariant};
use crate::variant::Access;
use crate::words::{BACKWARDS, DIMS, ITEMS, LENGTH, Words};
use std::fmt::Write;
use xparray_ir::Result;
use xparray_ir::ir::ReduceOp;

/// The complete source, with the entry `xp_stages`.
///
/// # Errors
/// An operation that there is no text for.
pub fn staged_source(variant: &StagedVariant) -> Result<String> {
    let complex = variant.stages.iter().any(|(kernel, _)| has_complex(kernel));
    let mut out = prelude(Uses { complex, random: false, reduce: true });
    let (unsigned, signed) = if variant.wide() { ("u64", "i64") } else { ("u32", "i32") };
    let _ = writeln!(out, "typedef {unsigned} U;\ntypedef {signed} S;");
    let mut writers = Vec::new();
    let mut end = DIMS + variant.rank();
    for (kernel, stage) in &variant.stages {
        let words = Words::starting(end, kernel, stage);
        end = words.len;
        writers.push(Writer {
            kernel,
            variant: stage,
            sites: sites(kernel),
            words,
            going: None,
            straight: false,
            out: String::new(),
        });
    }
    let _ = writeln!(out, "struct Args {{ u64 w[{end}]; }};");
    for (number, writer) in writers.iter_mut().enumerate() {
        line!(writer, "namespace stage{number} {{");
        writer.out.push_str(&functions::of_kernel(writer.kernel, false)?);
        writer.body()?;
        line!(writer, "}}");
        out.push_str(&std::mem::take(&mut writer.out));
    }
    let threads = variant.threads();
    for (number, writer) in writers.iter_mut().enumerate() {
        if number == 0 {
            line!(writer, "extern \"C\" __global__ void __launch_bounds__({threads}) xp_stages(const Args a) {{");
            line!(writer, "wait_for_earlier();");
            writer.begin(variant);
        }
        Row { writer, number, variant }.stage();
    }
    writers.into_iter().for_each(|writer| out.push_str(&writer.out));
    out.push_str("}\n");
    Ok(out)
}

impl Writer<'_> {
    /// Which row, and which of its threads.
    fn begin(&mut self, variant: &StagedVariant) {
        let (lanes, threads) = (variant.lanes, variant.threads());
        line!(self, "const u32 lane = threadIdx.x % {lanes}u;");
        line!(self, "const U rows = (U)a.w[{ITEMS}], length = (U)a.w[{LENGTH}];");
        line!(self, "const U place = (U)block_number() * {} + threadIdx.x / {lanes}u;", threads / lanes);
        line!(self, "const bool live = place < rows;");
        line!(self, "const U row = live && a.w[{BACKWARDS}] ? rows - 1 - place : place;");
        self.indices("row", 0..self.variant.kept, 1);
        let accumulators: Vec<String> = variant
            .stages
            .iter()
            .enumerate()
            .flat_map(|(stage, (kernel, _))| (0..kernel.reductions.len()).map(move |k| format!("stage{stage}::R{k}")))
            .collect();
        if lanes > 32 {
            let bytes = format!("{} * largest<{}>()", lanes / 32, accumulators.join(", "));
            line!(self, "alignas(16) __shared__ unsigned char shared[{bytes}];");
        }
    }
}

/// Most stages go over their row once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    First,
    Second,
}

/// A stage that is being written.
struct Row<'a, 'b> {
    writer: &'a mut Writer<'b>,
    number: usize,
    variant: &'a StagedVariant,
}

impl Row<'_, '_> {
    fn stage(&mut self) {
        let body = self.writer.section(true);
        for &(k, site) in &body {
            self.read(k, site);
        }
        let (number, count) = (self.number, self.writer.kernel.reductions.len());
        let in_turns: Vec<bool> = (0..count).map(|k| self.in_turns(k)).collect();
        for (k, &in_turns) in in_turns.iter().enumerate() {
            let class = format!("stage{number}::R{k}");
            match in_turns {
                true => {
                    let centre = format!("Centre<{class}::In>");
                    line!(self.writer, "{centre}::Acc near{number}_{k} = {centre}::start();");
                }
                false => line!(self.writer, "{class}::Acc acc{number}_{k} = {class}::start();"),
            }
        }
        self.go_over(&body, Turn::First);
        for (k, &in_turns) in in_turns.iter().enumerate() {
            match in_turns {
                true => {
                    self.merge(&format!("Centre<stage{number}::R{k}::In>"), &format!("near{number}_{k}"));
                    line!(self.writer, "const i64 n{number}_{k} = (i64)length * {};", self.writer.variant.vector);
                    line!(self.writer, "const f64 mean{number}_{k} = (f64)near{number}_{k} / (f64)n{number}_{k};");
                    line!(
                        self.writer,
                        "const f64 c{number}_{k} = is_finite(mean{number}_{k}) ? mean{number}_{k} : 0.0;"
                    );
                    line!(self.writer, "Deviations::Acc d{number}_{k} = Deviations::start();");
                }
                false => self.merge(&format!("stage{number}::R{k}"), &format!("acc{number}_{k}")),
            }
        }
        if in_turns.contains(&true) {
            self.go_over(&body, Turn::Second);
        }
        for k in (0..count).filter(|&k| in_turns[k]) {
            self.merge("Deviations", &format!("d{number}_{k}"));
            let (class, d) = (format!("stage{number}::R{k}"), format!("{number}_{k}"));
            line!(self.writer, "const {class}::Acc acc{d} = moments<{class}::In>(c{d}, d{d}, n{d});");
        }
        if count > 0 {
            self.epilogue();
        }
    }

    /// Whether a reduction goes over the row twice: for moments, a centre comes first.
    fn in_turns(&self, k: usize) -> bool {
        let reduction = &self.writer.kernel.reductions[k];
        reduction.op == ReduceOp::Moments && !self.writer.reduced_type(reduction).is_complex()
    }

    /// Puts together what the row's threads have, for all of them.
    fn merge(&mut self, class: &str, name: &str) {
        let (lanes, memory) = (self.variant.lanes, if self.variant.lanes > 32 { "shared" } else { "0" });
        line!(self.writer, "merge_row<{class}, {lanes}>({name}, lane, {memory});");
    }

    /// Loads what no earlier stage has loaded.
    fn read(&mut self, k: usize, site: Site) {
        let Touch::Load(operand) = site.touch else { return };
        let first = match self.variant.sources[operand as usize] {
            Source::Memory(stage) => stage == self.number,
            Source::Earlier { .. } => false,
        };
        if !first {
            return;
        }
        let (kept, rank) = (0..self.writer.variant.kept, self.variant.rank());
        let (vector, per, lanes) = (self.writer.variant.vector, self.variant.per, self.variant.lanes);
        let (word, loaded) = (self.writer.words.site(k), name_to_load(site.dtype));
        let distance = self.writer.distance(k, kept.clone());
        line!(self.writer, "const {loaded}* const at{operand} = global<const {loaded}>(a.w[{word}]) + ({distance});");
        if self.writer.variant.accesses[k] == Access::Scalar {
            line!(self.writer, "const {loaded} x{operand} = live ? *at{operand} : {loaded}();");
            return;
        }
        line!(self.writer, "Pack<{loaded}, {vector}> x{operand}[{per}];");
        line!(self.writer, "#pragma unroll\nfor (int u = 0; u < {per}; u++) {{");
        line!(self.writer, "const U t = lane + u * {lanes}u;");
        line!(self.writer, "memset(&x{operand}[u], 0, sizeof(x{operand}[u]));\nif ({}) {{", self.inside());
        self.writer.indices("t", kept.end..rank, vector);
        let distance = self.writer.distance(k, kept.end..rank);
        line!(self.writer, "x{operand}[u] = load_pack<{loaded}, {vector}>(at{operand} + ({distance}));");
        line!(self.writer, "}}\n}}");
    }

    /// Whether place `t` is one of the row.
    fn inside(&self) -> &'static str {
        if self.variant.exact { "live" } else { "live && t < length" }
    }

    /// The body, over the elements of the row. It is computed for all places, so that the compiler keeps what stages
    /// have in common; those that are none count for nothing.
    fn go_over(&mut self, body: &[(usize, Site)], turn: Turn) {
        let (number, kept, rank) = (self.number, self.writer.variant.kept, self.variant.rank());
        let (vector, per, lanes) = (self.writer.variant.vector, self.variant.per, self.variant.lanes);
        line!(self.writer, "#pragma unroll\nfor (int u = 0; u < {per}; u++) {{");
        line!(self.writer, "const U t = lane + u * {lanes}u;\nconst bool inside = {};", self.inside());
        self.writer.indices("t", kept..rank, vector);
        let mut arguments = vec!["a".to_owned()];
        for &(k, site) in body {
            let moves = self.writer.variant.accesses[k] != Access::Scalar;
            arguments.push(match site.touch {
                Touch::Load(operand) => match self.variant.sources[operand as usize] {
                    Source::Earlier { stage, output } => format!("row{stage}_{output}"),
                    Source::Memory(_) if moves => format!("x{operand}[u].v[j]"),
                    Source::Memory(_) => format!("x{operand}"),
                },
                Touch::Index(_) => {
                    let distance = self.writer.distance(k, 0..rank);
                    line!(self.writer, "const S o{k} = {distance};");
                    self.writer.load(k, vector);
                    self.writer.argument(k, vector)
                }
                Touch::Store(_) => {
                    let dtype = name(site.dtype);
                    line!(self.writer, "Pack<{dtype}, {vector}> s{k};");
                    format!("s{k}.v[j]")
                }
            });
        }
        line!(self.writer, "#pragma unroll\nfor (int j = 0; j < {vector}; j++) {{");
        let mut additions = String::new();
        for (k, reduction) in self.writer.kernel.reductions.iter().enumerate() {
            let (class, acc) = (format!("stage{number}::R{k}"), format!("acc{number}_{k}"));
            arguments.push(format!("r{k}"));
            line!(self.writer, "{class}::In r{k};");
            let places = matches!(reduction.op, ReduceOp::ArgMin | ReduceOp::ArgMax);
            if places {
                arguments.push(format!("at{k}"));
                line!(self.writer, "i64 at{k};");
            }
            let _ = match reduction.op {
                _ if self.in_turns(k) && turn == Turn::Second => {
                    writeln!(additions, "Deviations::add(d{number}_{k}, xp_cast<f64>(r{k}) - c{number}_{k});")
                }
                _ if self.in_turns(k) => writeln!(additions, "Centre<{class}::In>::add(near{number}_{k}, r{k});"),
                _ if turn == Turn::Second => Ok(()),
                _ if places => writeln!(additions, "{class}::add({acc}, r{k}, at{k});"),
                ReduceOp::Moments => {
                    writeln!(additions, "if (u == 0 && j == 0) {class}::aim({acc}, r{k});\n{class}::add({acc}, r{k});")
                }
                _ => writeln!(additions, "{class}::add({acc}, r{k});"),
            };
        }
        line!(self.writer, "stage{number}::body({});", arguments.join(", "));
        line!(self.writer, "if (inside) {{\n{additions}}}\n}}");
        for &(k, site) in body.iter().filter(|(_, site)| site.stores() && turn == Turn::First) {
            let (word, dtype) = (self.writer.words.site(k), name(site.dtype));
            let distance = self.writer.distance(k, 0..rank);
            line!(
                self.writer,
                "if (inside) store_pack<{dtype}, {vector}>(global<{dtype}>(a.w[{word}]) + ({distance}), s{k});"
            );
        }
        line!(self.writer, "}}");
    }

    /// What is computed of the row's results, by all its threads; the first one stores it.
    fn epilogue(&mut self) {
        let number = self.number;
        let sites = self.writer.section(false);
        let kept = 0..self.writer.variant.kept;
        for &(_, site) in &sites {
            if let Touch::Store(output) = site.touch {
                line!(self.writer, "{} row{number}_{output};", name(site.dtype));
            }
        }
        line!(self.writer, "{{");
        let mut arguments = vec!["a".to_owned()];
        for &(k, site) in &sites {
            arguments.push(match site.touch {
                Touch::Load(operand) => match self.variant.sources[operand as usize] {
                    Source::Earlier { stage, output } => format!("row{stage}_{output}"),
                    Source::Memory(_) => {
                        let (word, loaded) = (self.writer.words.site(k), name_to_load(site.dtype));
                        let distance = self.writer.distance(k, kept.clone());
                        let at = format!("global<const {loaded}>(a.w[{word}])[{distance}]");
                        line!(self.writer, "const {loaded} l{k} = live ? {at} : {loaded}();");
                        format!("l{k}")
                    }
                },
                Touch::Index(_) => {
                    let distance = self.writer.distance(k, kept.clone());
                    line!(self.writer, "const S o{k} = {distance};");
                    self.writer.load(k, 1);
                    format!("l{k}")
                }
                Touch::Store(output) => format!("row{number}_{output}"),
            });
        }
        arguments.extend((0..self.writer.kernel.reductions.len()).map(|k| format!("acc{number}_{k}")));
        line!(self.writer, "stage{number}::epilogue({});", arguments.join(", "));
        line!(self.writer, "if (live && lane == 0) {{");
        for &(k, site) in &sites {
            if let Touch::Store(output) = site.touch {
                let (word, dtype) = (self.writer.words.site(k), name(site.dtype));
                let distance = self.writer.distance(k, kept.clone());
                line!(self.writer, "global<{dtype}>(a.w[{word}])[{distance}] = row{number}_{output};");
            }
        }
        line!(self.writer, "}}\n}}");
    }
}
