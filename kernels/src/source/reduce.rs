//! Kernels with reductions. The threads of a block are lanes of rows or columns; each lane reduces some of the values,
//! then lanes are merged in order. Pieces of a row leave accumulators in temporary memory, for the entry `xp_combine`.

use super::{Writer, line, name};
use crate::BLOCK;
use crate::words::{ITEMS, LENGTH, PIECE, PIECES, SCRATCH};
use std::fmt::Write;
use xparray_core::DType;
use xparray_core::ir::{Kernel, ReduceOp, Reduction};

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
        ReduceOp::Sum if dtype == DType::C32 => 16,
        ReduceOp::Prod if half => 4,
        ReduceOp::ArgMin | ReduceOp::ArgMax if dtype == DType::C64 => 32,
        ReduceOp::ArgMin | ReduceOp::ArgMax => 16,
        ReduceOp::Moments => 48,
        _ => dtype.size(),
    }
}

impl Writer<'_> {
    /// The entries, with so many lanes for each kept element.
    pub(super) fn reduce(&mut self, lanes: usize, columns: bool) {
        let (split, count) = (self.variant.split, self.kernel.reductions.len());
        self.finish();
        let wide = BLOCK / lanes;
        line!(self, "extern \"C\" __global__ void __launch_bounds__({BLOCK}) xp_reduce(const Args a) {{");
        let (column, lane) = if columns { ("%", "/") } else { ("/", "%") };
        let by = if columns { wide } else { lanes };
        line!(self, "const u32 thread = threadIdx.x, column = thread {column} {by}u, lane = thread {lane} {by}u;");
        line!(self, "const U outputs = (U)a.w[{ITEMS}], length = (U)a.w[{LENGTH}], piece = (U)a.w[{PIECE}];");
        line!(self, "const U groups = (outputs + {}) / {wide}, tasks = groups * (U)a.w[{PIECES}];", wide - 1);
        line!(self, "for (U task = blockIdx.x; task < tasks; task += gridDim.x) {{");
        line!(self, "const U number = task / groups, output = task % groups * {wide} + column;");
        line!(self, "const bool live = output < outputs;");
        for k in 0..count {
            let identity = self.identity(k);
            line!(self, "R{k}::Acc acc{k} = R{k}::start({identity});");
        }
        line!(self, "if (live) {{");
        self.add_values(lanes);
        line!(self, "}}");
        for k in 0..count {
            match (columns, lanes) {
                (_, 1) => {}
                (true, _) => line!(self, "merge_block<R{k}, {wide}, {lanes}>(acc{k}, lane == 0, thread);"),
                (false, BLOCK) => {
                    line!(self, "merge_lanes<R{k}, 32>(acc{k});");
                    line!(self, "merge_block<R{k}, 32, {}>(acc{k}, lane == 0, thread);", BLOCK / 32);
                }
                (false, _) => line!(self, "merge_lanes<R{k}, {lanes}>(acc{k});"),
            }
        }
        line!(self, "if (live && lane == 0) {{");
        if split {
            for k in 0..count {
                let at = self.partial(k);
                line!(self, "{at}[number * outputs + output] = acc{k};");
            }
        } else {
            self.call_finish();
        }
        line!(self, "}}\n}}\n}}");
        if split {
            self.combine();
        }
    }

    /// The identity of a user's reduction.
    fn identity(&self, k: usize) -> String {
        let reduction = &self.kernel.reductions[k];
        let param = match (&reduction.op, reduction.args.get(1).map(|&arg| &self.kernel.insts[arg as usize].op)) {
            (ReduceOp::Custom(_), Some(xparray_core::ir::Op::Param(param))) => *param,
            _ => return String::new(),
        };
        format!("param<{}>(a.w + {})", name(reduction.dtype), self.words.param(param))
    }

    /// Where the partial results of a reduction are.
    fn partial(&self, k: usize) -> String {
        format!("((R{k}::Acc*)(a.w[{SCRATCH}] + a.w[{}]))", self.words.offsets + k)
    }

    /// Adds the lane's values of a piece to the accumulators.
    fn add_values(&mut self, lanes: usize) {
        let (kept, rank, vector) = (self.variant.kept, self.variant.kept + self.variant.reduced, self.variant.vector);
        let sites = self.section(true);
        self.indices("output", 0..kept, 1);
        for &(k, _) in &sites {
            let distance = self.distance(k, 0..kept);
            line!(self, "const S k{k} = {distance};");
        }
        line!(self, "const U begin = number * piece, end = begin + piece < length ? begin + piece : length;");
        let ordered = self.kernel.reductions.iter().any(|reduction| matches!(reduction.op, ReduceOp::Custom(_)));
        if ordered {
            line!(self, "const U each = (piece + {}) / {lanes}, first = begin + lane * each;", lanes - 1);
            line!(self, "const U last = first + each < end ? first + each : end;");
            line!(self, "for (U t = first; t < last; t++) {{");
        } else {
            line!(self, "#pragma unroll 4\nfor (U t = begin + lane; t < end; t += {lanes}) {{");
        }
        self.indices("t", kept..rank, vector);
        for &(k, _) in &sites {
            let distance = self.distance(k, kept..rank);
            line!(self, "const S o{k} = k{k} + {distance};");
            self.load(k, vector);
        }
        let mut arguments = vec!["a".to_owned()];
        arguments.extend(sites.iter().map(|&(k, _)| self.argument(k, vector)));
        arguments.extend(self.call_draw(vector));
        if vector > 1 {
            line!(self, "#pragma unroll\nfor (int j = 0; j < {vector}; j++) {{");
        }
        let kernel = self.kernel;
        for (k, reduction) in kernel.reductions.iter().enumerate() {
            let indexed = matches!(reduction.op, ReduceOp::ArgMin | ReduceOp::ArgMax);
            arguments.push(format!("r{k}"));
            line!(self, "R{k}::In r{k};");
            if indexed {
                arguments.push(format!("at{k}"));
                line!(self, "i64 at{k};");
            }
        }
        line!(self, "body({});", arguments.join(", "));
        for (k, reduction) in kernel.reductions.iter().enumerate() {
            let indexed = matches!(reduction.op, ReduceOp::ArgMin | ReduceOp::ArgMax);
            line!(self, "R{k}::add(acc{k}, r{k}{});", if indexed { format!(", at{k}") } else { String::new() });
        }
        if vector > 1 {
            line!(self, "}}");
        }
        sites.iter().for_each(|&(k, _)| self.store(k, vector));
        line!(self, "}}");
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

    fn call_finish(&mut self) {
        let accs: Vec<String> = (0..self.kernel.reductions.len()).map(|k| format!("acc{k}")).collect();
        line!(self, "finish(a, output, {});", accs.join(", "));
    }

    /// The second entry: a warp puts the pieces of a kept element together, in order.
    fn combine(&mut self) {
        let (warps, count) = (BLOCK / 32, self.kernel.reductions.len());
        line!(self, "extern \"C\" __global__ void __launch_bounds__({BLOCK}) xp_combine(const Args a) {{");
        line!(self, "const U outputs = (U)a.w[{ITEMS}], pieces = (U)a.w[{PIECES}], lane = threadIdx.x % 32u;");
        line!(self, "const U each = (pieces + 31) / 32, first = lane * each;");
        line!(self, "const U last = first + each < pieces ? first + each : pieces;");
        line!(self, "for (U output = (U)blockIdx.x * {warps} + threadIdx.x / 32u; output < outputs;");
        line!(self, "     output += (U)gridDim.x * {warps}) {{");
        for k in 0..count {
            let (identity, at) = (self.identity(k), self.partial(k));
            line!(self, "R{k}::Acc acc{k} = R{k}::start({identity});");
            line!(self, "for (U p = first; p < last; p++) R{k}::merge(acc{k}, {at}[p * outputs + output]);");
            line!(self, "merge_lanes<R{k}, 32>(acc{k});");
        }
        line!(self, "if (lane == 0) {{");
        self.call_finish();
        line!(self, "}}\n}}\n}}");
    }
}
