//! Kernels with reductions. The threads of a block are lanes of rows or columns; each lane reduces some of the values,
//! then lanes are merged in order. Of blocks that have pieces of the same rows or columns, each leaves its accumulators
//! in temporary memory; the last one that is done merges all of them, in the order of the pieces.

use super::{Writer, line, name};
use crate::sites::{Site, Touch, sites};
use crate::words::{ITEMS, LENGTH, PIECES, SCRATCH};
use crate::{BLOCK, RESIDENT, RESIDENT_SHARING, RESIDENT_SMALL};
use std::fmt::Write;
use xparray_ir::ir::{Kernel, ReduceOp, Reduction};
use xparray_ir::{DType, Kind};

/// The type in which values are reduced.
pub(crate) fn reduced_type(kernel: &Kernel, reduction: &Reduction) -> DType {
    match reduction.op {
        ReduceOp::ArgMin | ReduceOp::ArgMax => kernel.dtype(reduction.args[0]),
        ReduceOp::Any | ReduceOp::All => DType::Bool,
        _ => reduction.dtype,
    }
}

/// Bytes of an accumulator, as the prelude has them.
pub(crate) fn accumulator_size(kernel: &Kernel, reduction: &Reduction) -> usize {
    let dtype = reduced_type(kernel, reduction);
    let half = matches!(dtype, DType::F16 | DType::BF16);
    match reduction.op {
        ReduceOp::Sum if half || dtype == DType::F32 => 8,
        ReduceOp::Sum if dtype == DType::Complex64 => 16,
        // With a power of 2.
        ReduceOp::Prod if half => 8,
        ReduceOp::Prod if matches!(dtype.kind(), Kind::Float | Kind::Complex) => 2 * dtype.size(),
        ReduceOp::ArgMin | ReduceOp::ArgMax if dtype == DType::Complex128 => 32,
        ReduceOp::ArgMin | ReduceOp::ArgMax => 16,
        ReduceOp::Moments if dtype.kind() == Kind::Complex => 48,
        ReduceOp::Moments => 32,
        _ => dtype.size(),
    }
}

/// How many blocks a multiprocessor is to have at a time.
pub(crate) fn resident(kernel: &Kernel, columns: bool) -> usize {
    let state: usize = kernel.reductions.iter().map(|reduction| accumulator_size(kernel, reduction)).sum();
    let sites = sites(kernel);
    let mut loads = sites.iter().filter(|site| site.body && matches!(site.touch, Touch::Load(_)));
    let small = loads.next().is_some_and(|site| site.dtype.size() <= 4) && loads.next().is_none();
    if columns && small && state <= 8 { RESIDENT_SMALL } else { RESIDENT }
}

/// How many vectors a thread loads before it uses them: so many that the device has enough bytes on their way, so few
/// that they stay in registers and the code, in which their elements are unrolled, short.
fn batch(vector: usize, loads: usize) -> usize {
    let most = if vector == 1 { 8 } else { (32 / vector).min(4) };
    most / loads.div_ceil(2).clamp(1, most).next_power_of_two()
}

impl Writer<'_> {
    /// The entry, with so many lanes for each kept element.
    pub(super) fn reduce(&mut self, lanes: usize, columns: bool) {
        let (split, count, each) = (self.variant.split, self.kernel.reductions.len(), self.variant.neighbours);
        self.finish();
        let blocks = if each > 1 { RESIDENT_SHARING } else { resident(self.kernel, columns) };
        let wide = BLOCK / lanes;
        line!(self, "extern \"C\" __global__ void XP_BOUNDS({BLOCK}, {blocks}) xp_reduce(const Args a) {{");
        line!(self, "wait_for_earlier();");
        let (column, lane) = if columns { ("%", "/") } else { ("/", "%") };
        let by = if columns { wide } else { lanes };
        line!(self, "const u32 thread = threadIdx.x, column = thread {column} {by}u, lane = thread {lane} {by}u;");
        line!(self, "const U outputs = (U)a.w[{ITEMS}], length = (U)a.w[{LENGTH}];");
        if split {
            line!(self, "const U pieces = (U)a.w[{PIECES}], groups = (outputs + {}) / {wide};", wide - 1);
            line!(self, "const U group = blockIdx.x % groups, number = blockIdx.x / groups;");
        } else {
            let group = if self.variant.wide { "block_number()" } else { "blockIdx.x" };
            line!(self, "const U pieces = 1, group = {group}, number = 0;");
        }
        let times = if each > 1 { format!(" * {each}") } else { String::new() };
        line!(self, "const U output = (group * {wide} + column){times};");
        line!(self, "const bool live = output < outputs;");
        if columns && lanes > 1 {
            let all: Vec<String> = (0..count).map(|k| format!("R{k}")).collect();
            line!(self, "alignas(16) __shared__ unsigned char shared[{BLOCK} * largest<{}>()];", all.join(", "));
        }
        self.start();
        line!(self, "if (live) {{");
        self.add_values(lanes);
        line!(self, "}}");
        self.merge_threads(lanes, columns);
        if split {
            line!(self, "if (live && lane == 0) {{");
            for k in 0..count {
                let at = self.partial(k);
                line!(self, "{at}[number * outputs + output] = acc{k};");
            }
            line!(self, "__threadfence();\n}}");
            self.combine(lanes);
            self.merge_threads(lanes, columns);
        }
        let accs: Vec<String> = (0..count).map(|k| self.accumulator(k)).collect();
        line!(self, "if (live && lane == 0) {{");
        self.for_each_shared();
        let output = if each > 1 { "output + n" } else { "output" };
        line!(self, "finish(a, {output}, {});\n}}\n}}", accs.join(", "));
    }

    /// Accumulators of no values.
    fn start(&mut self) {
        for k in 0..self.kernel.reductions.len() {
            let identity = self.identity(k);
            if self.variant.neighbours > 1 {
                line!(self, "R{k}::Acc acc{k}[{}];", self.variant.neighbours);
                self.for_each_shared();
            } else {
                line!(self, "R{k}::Acc");
            }
            line!(self, "{} = R{k}::start({identity});", self.accumulator(k));
        }
    }

    /// An accumulator: of several kept elements that a thread has, that of number `n`.
    fn accumulator(&self, k: usize) -> String {
        if self.variant.neighbours > 1 { format!("acc{k}[n]") } else { format!("acc{k}") }
    }

    /// What follows is done for each of the kept elements that a thread has, if these are several.
    fn for_each_shared(&mut self) {
        if self.variant.neighbours > 1 {
            line!(self, "#pragma unroll\nfor (int n = 0; n < {}; n++)", self.variant.neighbours);
        }
    }

    /// Whether a site of the body is at another place for each of the kept elements that a thread has.
    fn is_apart(&self, site: usize) -> bool {
        self.variant.neighbours > 1 && self.variant.apart >> site & 1 == 1
    }

    /// Merges the accumulators of the threads that have the same kept element, for their lane 0.
    fn merge_threads(&mut self, lanes: usize, columns: bool) {
        for k in 0..self.kernel.reductions.len() {
            if lanes > 1 {
                self.for_each_shared();
            }
            let acc = self.accumulator(k);
            match (columns, lanes) {
                (_, 1) => {}
                (true, _) => line!(self, "merge_strided<R{k}, {}, {lanes}>({acc}, thread, shared);", BLOCK / lanes),
                (false, BLOCK) => line!(self, "merge_block<R{k}>({acc}, thread);"),
                (false, _) => line!(self, "merge_lanes<R{k}, {lanes}>({acc});"),
            }
        }
    }

    /// The identity of a user's reduction.
    fn identity(&self, k: usize) -> String {
        let reduction = &self.kernel.reductions[k];
        let param = match (&reduction.op, reduction.args.get(1).map(|&arg| &self.kernel.insts[arg as usize].op)) {
            (ReduceOp::Custom(_), Some(xparray_ir::ir::Op::Param(param))) => *param,
            _ => return String::new(),
        };
        format!("param<{}>(a.w + {})", name(reduction.dtype), self.words.param(param))
    }

    /// Where the partial results of a reduction are.
    fn partial(&self, k: usize) -> String {
        format!("global<R{k}::Acc>(a.w[{SCRATCH}] + a.w[{}])", self.words.offsets + k)
    }

    /// Adds the lane's values of a piece to the accumulators, in batches of vectors that are loaded before they are
    /// used.
    fn add_values(&mut self, lanes: usize) {
        let (kept, rank, vector) = (self.variant.kept, self.variant.kept + self.variant.reduced, self.variant.vector);
        let sites = self.section(true);
        let ahead = |(k, site): &&(usize, Site)| matches!(site.touch, Touch::Load(_)) && !self.is_apart(*k);
        let batch = batch(vector, sites.iter().filter(ahead).count());
        self.indices("output", 0..kept, 1);
        for &(k, _) in &sites {
            let distance = self.distance(k, 0..kept);
            line!(self, "const S k{k} = {distance};");
        }
        let ordered = self.kernel.reductions.iter().any(|reduction| matches!(reduction.op, ReduceOp::Custom(_)));
        let step = if ordered {
            line!(self, "const U piece = (length + pieces - 1) / pieces, each = (piece + {}) / {lanes};", lanes - 1);
            line!(self, "const U begin = number * piece, first = begin + lane * each;");
            line!(self, "const U limit = begin + piece < length ? begin + piece : length;");
            line!(self, "const U end = first + each < limit ? first + each : limit;");
            line!(self, "for (U from = first; from < end; from += {batch}) {{");
            1
        } else {
            // Blocks take turns, so that what all read at one time is together in memory: that is faster than a piece of
            // the memory for each.
            line!(self, "const U first = number * {0} + lane, end = length;", lanes * batch);
            line!(self, "for (U from = first; from < end; from += pieces * {}) {{", lanes * batch);
            lanes
        };
        for &(k, _) in &sites {
            match self.loaded(k, vector) {
                Some(class) if !self.is_apart(k) => line!(self, "{class} l{k}s[{batch}];"),
                _ => line!(self, "S o{k}s[{batch}];"),
            }
        }
        line!(self, "#pragma unroll\nfor (int u = 0; u < {batch}; u++) {{");
        line!(self, "const U t = from + u * {step};\nif (t < end) {{");
        self.indices("t", kept..rank, vector);
        for &(k, _) in &sites {
            let distance = self.distance(k, kept..rank);
            line!(self, "const S o{k} = k{k} + {distance};");
            if self.loaded(k, vector).is_some() && !self.is_apart(k) {
                self.load(k, vector);
                line!(self, "l{k}s[u] = l{k};");
            } else {
                line!(self, "o{k}s[u] = o{k};");
            }
        }
        line!(self, "}}\n}}");
        line!(self, "#pragma unroll\nfor (int u = 0; u < {batch}; u++) {{\nif (from + u * {step} < end) {{");
        let (apart, shared): (Vec<_>, Vec<_>) = sites.iter().partition(|(k, _)| self.is_apart(*k));
        for &(k, _) in &shared {
            if let Some(class) = self.loaded(k, vector) {
                line!(self, "const {class} l{k} = l{k}s[u];");
            } else {
                line!(self, "const S o{k} = o{k}s[u];");
                self.load(k, vector);
            }
        }
        self.for_each_shared();
        line!(self, "{{");
        for &(k, _) in &apart {
            line!(self, "const S o{k} = o{k}s[u] + n * (S)a.w[{}];", self.words.site(k) + kept);
            self.load(k, vector);
        }
        self.add_vector(&sites);
        line!(self, "}}");
        sites.iter().for_each(|&(k, _)| self.store(k, vector));
        line!(self, "}}\n}}\n}}");
    }

    /// Adds the elements of a vector, which is number `u` of a batch, to the accumulators.
    fn add_vector(&mut self, sites: &[(usize, Site)]) {
        let (vector, kernel) = (self.variant.vector, self.kernel);
        let mut arguments = vec!["a".to_owned()];
        arguments.extend(sites.iter().map(|&(k, _)| self.argument(k, vector)));
        arguments.extend(self.call_draw(vector));
        line!(self, "#pragma unroll\nfor (int j = 0; j < {vector}; j++) {{");
        let mut additions = Vec::new();
        for (k, reduction) in kernel.reductions.iter().enumerate() {
            arguments.push(format!("r{k}"));
            line!(self, "R{k}::In r{k};");
            let acc = self.accumulator(k);
            additions.push(match reduction.op {
                ReduceOp::ArgMin | ReduceOp::ArgMax => {
                    arguments.push(format!("at{k}"));
                    line!(self, "i64 at{k};");
                    format!("R{k}::add({acc}, r{k}, at{k});")
                }
                // Only the first of a batch can be the first of all.
                ReduceOp::Moments => {
                    format!("if (u == 0 && j == 0) R{k}::aim({acc}, r{k});\nR{k}::add({acc}, r{k});")
                }
                _ => format!("R{k}::add({acc}, r{k});"),
            });
        }
        line!(self, "body({});\n{}\n}}", arguments.join(", "), additions.join("\n"));
    }

    /// The function `finish`: the epilogue of one kept element.
    fn finish(&mut self) {
        let accs: Vec<String> = (0..self.kernel.reductions.len()).map(|k| format!("const R{k}::Acc& acc{k}")).collect();
        line!(self, "XP void finish(const Args& a, U output, {}) {{", accs.join(", "));
        let kept = 0..self.variant.kept;
        self.indices("output", kept.clone(), 1);
        let sites = self.section(false);
        let mut arguments = vec!["a".to_owned()];
        for &(k, _) in &sites {
            let distance = self.distance(k, kept.clone());
            line!(self, "const S o{k} = {distance};");
            self.load(k, 1);
            arguments.push(self.argument(k, 1));
        }
        arguments.extend((0..self.kernel.reductions.len()).map(|k| format!("acc{k}")));
        line!(self, "epilogue({});", arguments.join(", "));
        sites.iter().for_each(|&(k, _)| self.store(k, 1));
        line!(self, "}}");
    }

    /// The last of the blocks that have pieces of the same kept elements goes on with all their accumulators; each lane
    /// merges those of neighbouring pieces.
    fn combine(&mut self, lanes: usize) {
        line!(self, "const U each = (pieces + {}) / {lanes};", lanes - 1);
        line!(self, "const U first = lane * each, last = first + each < pieces ? first + each : pieces;");
        line!(self, "if (!is_last(global<u32>(a.w[{}]) + group, (u32)pieces)) return;", self.words.counters);
        for k in 0..self.kernel.reductions.len() {
            let (identity, at) = (self.identity(k), self.partial(k));
            line!(self, "acc{k} = R{k}::start({identity});");
            // Several are on their way at a time: one after the other, they would take as long as all that came before.
            let batch = (64 / accumulator_size(self.kernel, &self.kernel.reductions[k])).clamp(1, 8);
            line!(self, "if (live)\n#pragma unroll 1\nfor (U p = first; p < last; p += {batch}) {{");
            line!(self, "R{k}::Acc parts[{batch}];");
            line!(self, "#pragma unroll\nfor (int u = 0; u < {batch}; u++)");
            line!(self, "if (p + u < last) parts[u] = {at}[(p + u) * outputs + output];");
            line!(self, "#pragma unroll\nfor (int u = 0; u < {batch}; u++)");
            line!(self, "if (p + u < last) R{k}::merge(acc{k}, parts[u]);\n}}");
        }
    }
}
