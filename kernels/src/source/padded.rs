//! Loads of padded sites, which ask where their elements are, or which of them stands for one beyond the ends.

use super::{Writer, line, name_to_load};
use crate::variant::Access;
use std::fmt::Write;
use xparray_ir::space::Border;

impl Writer<'_> {
    /// Whether a padded site begins or ends along the innermost axis: of a vector, some elements may be there.
    pub(super) fn ends_inside(&self, site: usize) -> bool {
        let last = self.words.axes(self.sites[site].body);
        last > 0 && self.variant.bounded(site) >> (last - 1) & 1 == 1
    }

    /// Loads of a padded site.
    pub(super) fn load_padded(&mut self, site: usize, vector: usize) {
        let (word, dtype) = (self.words.site(site), name_to_load(self.sites[site].dtype));
        let contiguous = self.variant.accesses[site] == Access::Contiguous;
        if self.variant.border(site) != Border::Zero {
            return self.load_continued(site, vector);
        }
        if vector > 1 && self.ends_inside(site) {
            let (inside, at) = (self.inside(site, " + (S)j"), if contiguous { " + (S)j" } else { "" });
            line!(self, "Pack<{dtype}, {vector}> l{site};");
            line!(self, "#pragma unroll\nfor (int j = 0; j < {vector}; j++)");
            line!(self, "l{site}.v[j] = padded(global<const {dtype}>(a.w[{word}]), o{site}{at}, {inside});");
            return;
        }
        let inside = self.inside(site, "");
        if vector > 1 && contiguous {
            let class = format!("Pack<{dtype}, {vector}>");
            line!(self, "{class} l{site};\nmemset(&l{site}, 0, sizeof(l{site}));");
            line!(
                self,
                "if ({inside}) l{site} = load_pack<{dtype}, {vector}>(global<const {dtype}>(a.w[{word}]) + o{site});"
            );
        } else {
            line!(self, "const {dtype} l{site} = padded(global<const {dtype}>(a.w[{word}]), o{site}, {inside});");
        }
    }

    /// Whether a padded site has an element at the indices along all axes, the innermost so much further.
    fn inside(&self, site: usize, further: &str) -> String {
        let (body, bounded) = (self.sites[site].body, self.variant.bounded(site));
        let axes = (0..self.words.axes(body)).filter(|axis| bounded >> axis & 1 == 1);
        let within = axes.map(|axis| {
            let word = self.words.span(site, body, bounded, axis);
            let further = if axis + 1 == self.words.axes(body) { further } else { "" };
            format!("(U)(i{axis}{further}) - (U)a.w[{word}] < (U)a.w[{}]", word + 1)
        });
        within.collect::<Vec<_>>().join(" && ")
    }

    /// Loads of a site that is continued beyond its ends.
    fn load_continued(&mut self, site: usize, vector: usize) {
        let (word, dtype) = (self.words.site(site), name_to_load(self.sites[site].dtype));
        let contiguous = self.variant.accesses[site] == Access::Contiguous;
        let from = format!("global<const {dtype}>(a.w[{word}])");
        if vector > 1 && self.ends_inside(site) {
            let last = self.words.axes(self.sites[site].body) - 1;
            let at = self.continued(site, |k| if k == last { format!("i{k} + (S)j") } else { format!("i{k}") });
            line!(self, "Pack<{dtype}, {vector}> l{site};");
            line!(self, "#pragma unroll\nfor (int j = 0; j < {vector}; j++)\nl{site}.v[j] = ({from})[{at}];");
            return;
        }
        let at = self.continued(site, |k| format!("i{k}"));
        if vector > 1 && contiguous {
            let class = format!("Pack<{dtype}, {vector}>");
            line!(self, "const {class} l{site} = load_pack<{dtype}, {vector}>({from} + ({at}));");
        } else {
            line!(self, "const {dtype} l{site} = ({from})[{at}];");
        }
    }

    /// The distance of the element that a continued site shows at these indices.
    pub(super) fn continued(&self, site: usize, index: impl Fn(usize) -> String) -> String {
        let (body, bounded) = (self.sites[site].body, self.variant.bounded(site));
        let place = match self.variant.border(site) {
            Border::Zero | Border::Edge => "edge_place",
            Border::Reflect => "reflect_place",
            Border::Symmetric => "symmetric_place",
            Border::Wrap => "wrap_place",
        };
        self.distance_at(site, 0..self.words.axes(body), |k| match bounded >> k & 1 {
            1 => {
                let word = self.words.span(site, body, bounded, k);
                format!("{place}<S>({}, (S)a.w[{word}], (S)a.w[{}])", index(k), word + 1)
            }
            _ => format!("({})", index(k)),
        })
    }

    /// Whether all of a window lies inside of the array that it is of: so many elements of a site along an axis, from `early` before
    /// the index on, and as many as a vector along the innermost one.
    pub(super) fn window_inside(&self, site: usize, axis: usize, early: usize, count: usize) -> String {
        let (body, bounded) = (self.sites[site].body, self.variant.bounded(site));
        let last = self.words.axes(body) - 1;
        let axes = (0..=last).filter(|k| bounded >> k & 1 == 1);
        let within = axes.map(|k| {
            let word = self.words.span(site, body, bounded, k);
            let (before, n) = match k {
                _ if k == axis => (early, count),
                _ if k == last => (0, self.variant.vector),
                _ => (0, 1),
            };
            let first = format!("i{k} - {before} - (S)a.w[{word}]");
            format!("{first} >= 0 && {first} + {n} <= (S)a.w[{}]", word + 1)
        });
        within.collect::<Vec<_>>().join(" && ")
    }
}
