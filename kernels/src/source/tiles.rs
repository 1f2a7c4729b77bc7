//! Kernels that read along one axis and write along another: a block turns tiles in shared memory.

use super::{Writer, line, name, name_to_load};
use crate::variant::Access;
use crate::words::DIMS;
use crate::{BLOCK, TILE};
use std::fmt::Write;

impl Writer<'_> {
    /// The entry, with tiles of the innermost axis and `other`.
    pub(super) fn tiles(&mut self, other: usize) {
        let inner = self.variant.kept - 1;
        let (rows, sites) = (BLOCK / TILE, self.section(true));
        let staged: Vec<usize> =
            sites.iter().map(|&(k, _)| k).filter(|&k| self.variant.accesses[k] == Access::Staged).collect();
        line!(self, "extern \"C\" __global__ void __launch_bounds__({BLOCK}) xp_map(const Args a) {{");
        line!(self, "wait_for_earlier();");
        for &k in &staged {
            // A column more than a tile has, so that its columns are in different banks.
            line!(self, "__shared__ Raw<sizeof({0})>::Type t{k}[{TILE}][{TILE} + 1];", name(self.sites[k].dtype));
        }
        line!(self, "const U x = threadIdx.x % {TILE}u, y = threadIdx.x / {TILE}u;");
        let tiles = |axis: usize| format!("(((U)a.w[{}] + {}) / {TILE})", DIMS + axis, TILE - 1);
        let count =
            |axis: usize| if axis == inner || axis == other { tiles(axis) } else { format!("(U)a.w[{}]", DIMS + axis) };
        let all: Vec<String> = (0..=inner).map(count).collect();
        line!(self, "for (U tile = blockIdx.x; tile < {}; tile += gridDim.x) {{", all.join(" * "));
        line!(self, "U rest = tile;");
        for axis in [inner, other].into_iter().chain((0..inner).filter(|&axis| axis != other).rev()) {
            let to = if axis == inner || axis == other { format!("b{axis}") } else { format!("i{axis}") };
            line!(
                self,
                "const S {to} = (S)(rest % {0}){1};\nrest /= {0};",
                count(axis),
                if to.starts_with('b') { format!(" * {TILE}") } else { String::new() }
            );
        }
        self.turn(&staged, inner, other, rows);
        line!(self, "__syncthreads();");
        line!(self, "#pragma unroll\nfor (int r = 0; r < {TILE}; r += {rows}) {{");
        line!(self, "const S i{inner} = b{inner} + (S)x, i{other} = b{other} + (S)y + r;");
        line!(self, "if (i{inner} >= (S)a.w[{}] || i{other} >= (S)a.w[{}]) continue;", DIMS + inner, DIMS + other);
        for &(k, site) in &sites {
            if staged.contains(&k) {
                let dtype = name_to_load(site.dtype);
                line!(self, "{dtype} l{k};\nmemcpy(&l{k}, &t{k}[x][y + r], sizeof({dtype}));");
                continue;
            }
            let distance = self.distance(k, 0..inner + 1);
            line!(self, "const S o{k} = {distance};");
            self.load(k, 1);
        }
        let mut arguments = vec!["a".to_owned()];
        arguments.extend(sites.iter().map(|&(k, _)| self.argument(k, 1)));
        line!(self, "body({});", arguments.join(", "));
        sites.iter().for_each(|&(k, _)| self.store(k, 1));
        line!(self, "}}\n__syncthreads();\n}}\n}}");
    }

    /// Reads tiles along the axis on which their neighbours lie.
    fn turn(&mut self, staged: &[usize], inner: usize, other: usize, rows: usize) {
        line!(self, "#pragma unroll\nfor (int r = 0; r < {TILE}; r += {rows}) {{");
        line!(self, "const S i{inner} = b{inner} + (S)y + r, i{other} = b{other} + (S)x;");
        line!(self, "if (i{inner} < (S)a.w[{}] && i{other} < (S)a.w[{}]) {{", DIMS + inner, DIMS + other);
        for &k in staged {
            let (distance, word) = (self.distance(k, 0..inner + 1), self.words.site(k));
            line!(
                self,
                "t{k}[y + r][x] = global<const Raw<sizeof({})>::Type>(a.w[{word}])[{distance}];",
                name(self.sites[k].dtype)
            );
        }
        line!(self, "}}\n}}");
    }
}
