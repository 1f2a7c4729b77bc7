//! Maps whose threads have several neighbours along an axis, and read what these read together once.

use super::{Writer, line, name, name_to_load};
use crate::BLOCK;
use crate::sites::Touch;
use crate::variant::Access;
use crate::words::{ITEMS, LENGTH};
use std::fmt::Write;

impl Writer<'_> {
    /// The entry, with neighbours along this axis.
    pub(super) fn windows(&mut self, axis: usize) {
        let (neighbours, vector, axes) = (self.variant.neighbours, self.variant.vector, 0..self.variant.kept);
        line!(self, "extern \"C\" __global__ void __launch_bounds__({BLOCK}) xp_map(const Args a) {{");
        line!(self, "wait_for_earlier();");
        line!(self, "const U step = (U)gridDim.x * {BLOCK};");
        line!(self, "for (U k = (U)blockIdx.x * {BLOCK} + threadIdx.x; k < (U)a.w[{ITEMS}]; k += step) {{");
        line!(self, "const U t = {};", self.place());
        let inner = axes.end - 1;
        self.indices_by("t", axes, |k| match k {
            _ if k == axis => neighbours,
            _ if k == inner => vector,
            _ => 1,
        });
        line!(self, "const U left = (U)a.w[{LENGTH}] - (U)i{axis};");
        line!(self, "if (left >= {neighbours}u) {{");
        self.neighbours(axis);
        // The end of the axis, one by one.
        line!(self, "}} else for (U e = 0; e < left; e++) {{");
        line!(self, "const S at = i{axis} + (S)e;\n{{\nconst S i{axis} = at;");
        self.elements(vector);
        line!(self, "}}\n}}\n}}\n}}");
    }

    /// Element `j` of a window that goes beyond the ends of its array along this axis, where it begins so much before the index.
    fn continued_window(&mut self, site: usize, (axis, early): (usize, usize), wide: bool) {
        let (word, dtype, vector) = (self.words.site(site), name_to_load(self.sites[site].dtype), self.variant.vector);
        let (last, each) = (self.variant.kept - 1, wide && self.ends_inside(site));
        let at = self.continued(site, |k| match k {
            _ if k == axis => format!("i{k} + (S)j - {early}"),
            _ if k == last && each => format!("i{k} + (S)q"),
            _ => format!("i{k}"),
        });
        let from = format!("(const {dtype}*)a.w[{word}]");
        match wide {
            true if each => {
                line!(self, "#pragma unroll\nfor (int q = 0; q < {vector}; q++)\nl{site}[j].v[q] = ({from})[{at}];");
            }
            true => line!(self, "l{site}[j] = load_pack<{dtype}, {vector}>({from} + ({at}));"),
            false => line!(self, "l{site}[j] = ({from})[{at}];"),
        }
    }

    /// All neighbours, which are there.
    fn neighbours(&mut self, axis: usize) {
        let (neighbours, vector) = (self.variant.neighbours, self.variant.vector);
        let (sites, last) = (self.section(true), self.variant.kept - 1);
        let unroll = |to: usize, name: &str| format!("#pragma unroll\nfor (int {name} = 0; {name} < {to}; {name}++)");
        let mut arguments = vec!["a".to_owned()];
        for &(k, site) in &sites {
            let (word, reading) = (self.words.site(k), self.variant.readings[k]);
            let contiguous = self.variant.accesses[k] == Access::Contiguous;
            let stride = |axis: usize| format!("(S)a.w[{}]", word + 1 + axis);
            let along = if axis == last && contiguous { "1".to_owned() } else { stride(axis) };
            let leads = usize::from(reading.leader) == k;
            if leads {
                let distance = self.distance(k, 0..self.variant.kept);
                line!(self, "const S o{k} = {distance};");
            }
            match site.touch {
                Touch::Load(_) => {
                    let wide = vector > 1 && contiguous;
                    let (dtype, count) = (name_to_load(site.dtype), neighbours + usize::from(reading.span));
                    let from = format!("(const {dtype}*)a.w[{word}]");
                    let (each, early) = (unroll(count, "j"), usize::from(reading.steps));
                    let class = if wide { format!("Pack<{dtype}, {vector}>") } else { dtype.to_owned() };
                    let bounded = self.variant.bounded(k) != 0;
                    if leads {
                        line!(self, "{class} l{k}[{count}];");
                    }
                    if leads && bounded {
                        line!(self, "if ({}) {{", self.window_inside(k, axis, early, count));
                    }
                    match leads {
                        true if wide && self.ends_inside(k) => {
                            line!(self, "{each}\n{}", unroll(vector, "q"));
                            line!(self, "l{k}[j].v[q] = ({from})[o{k} + (S)j * {along} + (S)q];");
                        }
                        true if wide => {
                            line!(self, "{each}\nl{k}[j] = load_pack<{dtype}, {vector}>({from} + o{k} + (S)j * {along});");
                        }
                        true if reading.pack > 1 => {
                            line!(self, "load_packs<{}>({from} + o{k} - {early}, l{k});", reading.pack);
                        }
                        true => line!(self, "{each}\nl{k}[j] = ({from})[o{k} + (S)j * {along}];"),
                        false => {}
                    }
                    if leads && bounded {
                        // What packs read before is nobody's, and may lie too far outside.
                        line!(self, "}} else {{\n#pragma unroll\nfor (int j = {early}; j < {count}; j++)");
                        self.continued_window(k, (axis, early), wide);
                        line!(self, "}}");
                    }
                    let element = if wide { ".v[q]" } else { "" };
                    arguments.push(format!("l{}[j + {}]{element}", reading.leader, reading.steps));
                }
                Touch::Index(_) => {
                    line!(self, "const i64 l{k} = (i64)((U)a.w[{word}] + (U)o{k});");
                    let next = if contiguous { "1".to_owned() } else { stride(last) };
                    arguments.push(format!("l{k} + (i64)((S)j * {along} + (S)q * {next})"));
                }
                Touch::Store(_) => {
                    line!(self, "Pack<{}, {vector}> s{k}[{neighbours}];", name(site.dtype));
                    arguments.push(format!("s{k}[j].v[q]"));
                }
            }
        }
        line!(self, "{}\n{}", unroll(neighbours, "j"), unroll(vector, "q"));
        line!(self, "body({});", arguments.join(", "));
        for &(k, site) in sites.iter().filter(|(_, site)| site.stores()) {
            let (word, dtype) = (self.words.site(k), name(site.dtype));
            if axis == last {
                line!(self, "Pack<{dtype}, {neighbours}> p{k};\n{} p{k}.v[j] = s{k}[j].v[0];", unroll(neighbours, "j"));
                line!(self, "store_pack<{dtype}, {neighbours}>(({dtype}*)a.w[{word}] + o{k}, p{k});");
            } else {
                let place = format!("o{k} + (S)j * (S)a.w[{}]", word + 1 + axis);
                line!(self, "{}", unroll(neighbours, "j"));
                line!(self, "store_pack<{dtype}, {vector}>(({dtype}*)a.w[{word}] + {place}, s{k}[j]);");
            }
        }
    }
}
