//! Indices, loads, the instructions of a section, and stores.

use super::shader::Writer;
use super::types::{self, load, param, register, store, zero};
use super::{functions, line, loops};
use crate::invalid;
use crate::sites::{Site, Touch};
use crate::variant::Access;
use crate::words::DIMS;
use std::ops::Range;
use xparray_ir::ir::{Inst, Op};
use xparray_ir::space::Border;
use xparray_ir::{DType, Result};

/// Element `at` of a buffer of vectors.
fn component(buffer: &str, at: &str) -> String {
    format!("{buffer}[u32({at}) / 4u][u32({at}) % 4u]")
}

impl Writer<'_> {
    /// Splits `from` into the indices along these axes, `i{k}`.
    pub fn indices(&mut self, from: &str, axes: Range<usize>) {
        line!(self.out, "var rest{} = {from};", axes.start);
        for k in axes.clone().rev() {
            let rest = format!("rest{}", axes.start);
            if k == axes.start {
                line!(self.out, "let i{k} = i32({rest});");
            } else {
                line!(self.out, "let i{k} = i32({rest} % args[{0}]);\n{rest} /= args[{0}];", 2 * (DIMS + k));
            }
        }
    }

    /// Whether a site's distance has 64 bits: a place that is no element's may be any number.
    fn is_wide(&self, site: usize) -> bool {
        self.variant.wide && !self.sites[site].in_memory()
    }

    /// A word of the arguments as a signed number of all its bits.
    fn whole(word: usize) -> String {
        types::param(DType::I64, word)
    }

    /// The distance that these axes contribute to a site.
    pub fn distance(&self, site: usize, axes: Range<usize>) -> String {
        self.distance_at(site, axes, |k| format!("i{k}"))
    }

    /// Likewise at other indices.
    fn distance_at(&self, site: usize, axes: Range<usize>, index: impl Fn(usize) -> String) -> String {
        let access = self.variant.accesses[site];
        let last = self.words.axes(self.sites[site].body);
        let wide = self.is_wide(site);
        let terms = axes.filter_map(|k| {
            let (index, word) = (index(k), self.words.site(site) + 1 + k);
            let index = if wide { format!("wide_int({index})") } else { index };
            match (access, k + 1 == last) {
                (Access::Scalar, true) => None,
                (Access::Contiguous, true) => Some(index),
                _ if wide => Some(format!("{index} * {}", Self::whole(word))),
                _ => Some(format!("{index} * i32(args[{}])", 2 * word)),
            }
        });
        let terms: Vec<String> = terms.collect();
        match terms.is_empty() {
            true => if wide { "0li" } else { "0i" }.to_owned(),
            false => terms.join(" + "),
        }
    }

    /// Element `at` of a buffer.
    fn element(&self, dtype: DType, buffer: &str, at: &str, written: bool) -> String {
        if self.has_vectors(dtype) { component(buffer, at) } else { load(dtype, buffer, at, written) }
    }

    /// What a site loads at the distance `o{site}`: `l{site}`.
    pub fn load(&mut self, site: usize) {
        let Site { touch, dtype, .. } = self.sites[site];
        let distance = self.continued(site).unwrap_or_else(|| format!("o{site}"));
        let at = format!("(i32(args[{}]) + {distance})", 2 * self.words.site(site));
        match touch {
            Touch::Load(operand) => {
                let (buffer, written) = self.buffer(operand);
                let (class, element) = (register(dtype), self.element(dtype, &buffer, &at, written));
                match self.inside(site) {
                    None => line!(self.out, "let l{site}: {class} = {element};"),
                    Some(inside) => {
                        line!(
                            self.out,
                            "var l{site}: {class} = {};\nif ({inside}) {{ l{site} = {element}; }}",
                            zero(dtype)
                        );
                    }
                }
            }
            Touch::Index(_) if self.is_wide(site) => {
                line!(self.out, "let l{site} = {} + o{site};", Self::whole(self.words.site(site)));
            }
            Touch::Index(_) => line!(self.out, "let l{site} = wide_int({at});"),
            Touch::Store(_) => {}
        }
    }

    /// The distance of the element that stands at the indices for one beyond the ends of a site; `None` if none does.
    fn continued(&mut self, site: usize) -> Option<String> {
        let (body, bounded, border) = (self.sites[site].body, self.variant.bounded(site), self.variant.border(site));
        let axes = 0..self.words.axes(body);
        for k in axes.clone().filter(|k| bounded >> k & 1 == 1) {
            let word = self.words.span(site, body, bounded, k);
            let (first, n) = (format!("i32(args[{}])", 2 * word), format!("i32(args[{}])", 2 * (word + 1)));
            let (before, behind) = match border {
                Border::Zero => return None,
                Border::Edge => ("first".to_owned(), "first + n - 1".to_owned()),
                Border::Reflect => (format!("2 * first - i{k}"), format!("2 * (first + n - 1) - i{k}")),
                Border::Symmetric => (format!("2 * first - 1 - i{k}"), format!("2 * (first + n) - 1 - i{k}")),
                Border::Wrap => (format!("i{k} + n"), format!("i{k} - n")),
            };
            line!(self.out, "var c{site}_{k} = i{k};\n{{\nlet first = {first};\nlet n = {n};");
            line!(self.out, "if (i{k} < first) {{ c{site}_{k} = {before}; }}");
            line!(self.out, "if (i{k} >= first + n) {{ c{site}_{k} = {behind}; }}\n}}");
        }
        let index = |k: usize| if bounded >> k & 1 == 1 { format!("c{site}_{k}") } else { format!("i{k}") };
        (bounded != 0).then(|| format!("({})", self.distance_at(site, axes, index)))
    }

    /// Whether a padded site has an element at the indices along all axes; `None` if it has one everywhere, or shows another one.
    fn inside(&self, site: usize) -> Option<String> {
        let (body, bounded) = (self.sites[site].body, self.variant.bounded(site));
        if self.variant.border(site) != Border::Zero {
            return None;
        }
        let axes = (0..self.words.axes(body)).filter(|axis| bounded >> axis & 1 == 1);
        let within = axes.map(|axis| {
            let word = self.words.span(site, body, bounded, axis);
            // What lies before the first one is a very large unsigned number.
            format!("u32(i{axis}) - args[{}] < args[{}]", 2 * word, 2 * (word + 1))
        });
        within.reduce(|all, one| format!("{all} && {one}"))
    }

    /// Stores what a section's sites store.
    pub fn store(&mut self, body: bool) {
        for (k, site) in self.section(body) {
            if let Touch::Store(output) = site.touch {
                let at = format!("(i32(args[{}]) + o{k})", 2 * self.words.site(k));
                let value = format!("v{}", self.kernel.outputs[output as usize]);
                if self.stored_together(k, site, &value) {
                    continue;
                }
                let buffer = self.target(output);
                match self.has_vectors(site.dtype) {
                    true => line!(self.out, "{} = {value};", component(&buffer, &at)),
                    false => line!(self.out, "{}", store(site.dtype, &buffer, &at, &value)),
                }
            }
        }
    }

    /// The instructions of a section.
    pub fn instructions(&mut self, body: bool) -> Result<()> {
        for place in 0..self.kernel.insts.len() {
            let inst = &self.kernel.insts[place];
            // An epilogue may read parameters and constants of the body.
            let wanted = match (body, self.kernel.in_body(place as u16)) {
                (true, inside) => inside,
                (false, inside) => !inside || matches!(inst.op, Op::Param(_) | Op::Const(_)),
            };
            if wanted {
                self.instruction(place, inst, body)?;
            }
        }
        Ok(())
    }

    fn instruction(&mut self, place: usize, inst: &Inst, body: bool) -> Result<()> {
        let class = register(inst.dtype);
        let args: Vec<String> = inst.args.iter().map(|arg| format!("v{arg}")).collect();
        match &inst.op {
            Op::Load(_) | Op::Index(_) => {
                let wanted = Site::of(inst, body);
                let site = self.sites.iter().position(|site| Some(*site) == wanted);
                let site = site.ok_or_else(|| invalid("an operand is not there"))?;
                line!(self.out, "let v{place}: {class} = l{site};");
            }
            Op::Gather(operand) => self.gather(place, *operand, inst),
            Op::Param(k) => line!(self.out, "let v{place}: {class} = {};", param(inst.dtype, self.words.param(*k))),
            Op::Random(distribution) => {
                let name = inst.dtype.name();
                line!(self.out, "let v{place}: {class} = random_{}_{name}({});", distribution.name(), args.join(", "));
            }
            Op::Reduced { index, part } => {
                let value = self.step(*index as usize, &format!("part{part}"));
                let value = format!("{value}(acc{index})");
                let value = types::narrowed(inst.dtype, value);
                line!(self.out, "let v{place}: {class} = {value};");
            }
            Op::Loop { .. } => {
                let text = loops::statements(&self.kernel.insts, place, 0)?;
                self.out.push_str(&text);
            }
            _ => line!(self.out, "{}", functions::statement(place, inst, &self.kernel.insts)?),
        }
        Ok(())
    }

    /// An element at a run-time place: zero, and a fault, if the index is out of bounds.
    fn gather(&mut self, place: usize, operand: u16, inst: &Inst) {
        let (buffer, written) = self.buffer(operand);
        let word = self.words.gather(operand);
        let [offset, stride, len] = [0, 1, 2].map(|k| format!("i32(args[{}])", 2 * (word + k)));
        let index = format!("v{}", inst.args[0]);
        line!(self.out, "let p{place} = place_of({index}, {len});");
        line!(self.out, "var v{place}: {} = {};", register(inst.dtype), zero(inst.dtype));
        let at = format!("({offset} + p{place} * {stride})");
        let element = self.element(inst.dtype, &buffer, &at, written);
        line!(self.out, "if (p{place} >= 0) {{ v{place} = {element}; }} else {{ keep_fault(0u, {index}, {len}); }}");
    }
}
