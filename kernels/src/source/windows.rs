//! Maps whose threads have several neighbours along an axis, and read what these read together once.

use super::{Writer, line, name, name_to_load};
use crate::BLOCK;
use crate::sites::Touch;
use crate::variant::Access;
use crate::words::{ITEMS, LENGTH};
use std::fmt::Write;

/// A loop over places, each of which is written out.
fn unrolled(from: usize, to: usize, name: &str) -> String {
    format!("#pragma unroll\nfor (int {name} = {from}; {name} < {to}; {name}++)")
}

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

    /// What is read of a site and of those that lie beside it along an axis: `l{site}`.
    fn window(&mut self, site: usize, axis: usize) {
        let (vector, last, reading) = (self.variant.vector, self.variant.kept - 1, self.variant.readings[site]);
        let (word, dtype) = (self.words.site(site), name_to_load(self.sites[site].dtype));
        let (count, early) = (self.variant.neighbours + usize::from(reading.span), usize::from(reading.steps));
        let contiguous = self.variant.accesses[site] == Access::Contiguous;
        let (wide, apart) = (vector > 1 && contiguous, self.ends_inside(site));
        let from = format!("global<const {dtype}>(a.w[{word}])");
        let along = match axis == last && contiguous {
            true => "(S)j".to_owned(),
            false => format!("(S)j * (S)a.w[{}]", word + 1 + axis),
        };
        let class = if wide { format!("Pack<{dtype}, {vector}>") } else { dtype.to_owned() };
        line!(self, "{class} l{site}[{count}];");
        // Element `j` at a distance.
        let element = |at: &str| match wide {
            true if apart => format!("{}\nl{site}[j].v[q] = ({from})[{at}];", unrolled(0, vector, "q")),
            true => format!("l{site}[j] = load_pack<{dtype}, {vector}>({from} + ({at}));"),
            false => format!("l{site}[j] = ({from})[{at}];"),
        };
        let bounded = self.variant.bounded(site) != 0;
        if bounded {
            line!(self, "if ({}) {{", self.window_inside(site, axis, early, count));
        }
        if reading.pack > 1 {
            line!(self, "load_packs<{}>({from} + o{site} - {early}, l{site});", reading.pack);
        } else {
            let further = if wide && apart { " + (S)q" } else { "" };
            line!(self, "{}\n{}", unrolled(0, count, "j"), element(&format!("o{site} + {along}{further}")));
        }
        if bounded {
            let at = self.continued(site, |k| match k {
                _ if k == axis => format!("i{k} + (S)j - {early}"),
                _ if k == last && wide && apart => format!("i{k} + (S)q"),
                _ => format!("i{k}"),
            });
            // What packs have before the window is nobody's, and may lie too far outside.
            line!(self, "}} else {{\n{}\n{}\n}}", unrolled(early, count, "j"), element(&at));
        }
    }

    /// All neighbours, which are there.
    fn neighbours(&mut self, axis: usize) {
        let (neighbours, vector) = (self.variant.neighbours, self.variant.vector);
        let (sites, last) = (self.section(true), self.variant.kept - 1);
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
                    if leads {
                        self.window(k, axis);
                    }
                    let element = if vector > 1 && contiguous { ".v[q]" } else { "" };
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
        line!(self, "{}\n{}", unrolled(0, neighbours, "j"), unrolled(0, vector, "q"));
        line!(self, "body({});", arguments.join(", "));
        for &(k, site) in sites.iter().filter(|(_, site)| site.stores()) {
            let (word, dtype) = (self.words.site(k), name(site.dtype));
            if axis == last {
                line!(
                    self,
                    "Pack<{dtype}, {neighbours}> p{k};\n{} p{k}.v[j] = s{k}[j].v[0];",
                    unrolled(0, neighbours, "j")
                );
                line!(self, "store_pack<{dtype}, {neighbours}>(global<{dtype}>(a.w[{word}]) + o{k}, p{k});");
            } else {
                let place = format!("o{k} + (S)j * (S)a.w[{}]", word + 1 + axis);
                line!(self, "{}", unrolled(0, neighbours, "j"));
                line!(self, "store_pack<{dtype}, {vector}>(global<{dtype}>(a.w[{word}]) + {place}, s{k}[j]);");
            }
        }
    }
}
