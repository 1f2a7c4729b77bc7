//! Kernels without reductions.

use super::{Writer, line};
use crate::BLOCK;
use crate::sites::is_random;
use crate::words::{BACKWARDS, ITEMS, LENGTH, PIECES};
use std::fmt::Write;

impl Writer<'_> {
    pub(super) fn map(&mut self) {
        let vector = self.variant.vector;
        line!(self, "extern \"C\" __global__ void __launch_bounds__({BLOCK}) xp_map(const Args a) {{");
        line!(self, "wait_for_earlier();");
        line!(self, "const U thread = (U)blockIdx.x * {BLOCK} + threadIdx.x, step = (U)gridDim.x * {BLOCK};");
        if vector > 1 && self.variant.kept == 1 {
            // What is left of the last vector: fewer elements than a block has threads.
            line!(self, "if (blockIdx.x == 0 && (U)a.w[{LENGTH}] + threadIdx.x < (U)a.w[{PIECES}]) {{");
            line!(self, "const U t = (U)a.w[{LENGTH}] + threadIdx.x;");
            self.places(1);
            line!(self, "}}");
        }
        line!(self, "for (U k = thread; k < (U)a.w[{ITEMS}]; k += step) {{");
        line!(self, "const U t = {};", self.place());
        self.places(vector);
        line!(self, "}}");
        line!(self, "}}");
    }

    /// Elements that differ in how often a loop goes round: each round is of whatever element the lane is at.
    pub(super) fn going_map(&mut self) {
        line!(self, "extern \"C\" __global__ void __launch_bounds__({BLOCK}) xp_map(const Args a) {{");
        line!(self, "wait_for_earlier();");
        line!(self, "const U step = (U)gridDim.x * {BLOCK};");
        line!(self, "U k = (U)blockIdx.x * {BLOCK} + threadIdx.x;");
        line!(self, "if (k >= (U)a.w[{ITEMS}]) return;\nState z;");
        self.going_element(false);
        line!(self, "while (true) {{\nwhile (!goes(z)) {{");
        self.going_element(true);
        line!(self, "k += step;\nif (k >= (U)a.w[{ITEMS}]) return;");
        self.going_element(false);
        line!(self, "}}\nnext(z);\n}}\n}}");
    }

    /// The state with which the loop begins at element `k`, or what is made of the last one.
    fn going_element(&mut self, done: bool) {
        line!(self, "{{\nconst U t = {};", self.place());
        let axes = 0..self.variant.kept;
        self.indices("t", axes.clone(), 1);
        let sites: Vec<_> = self.section(true).into_iter().filter(|(_, site)| done || !site.stores()).collect();
        for &(k, _) in &sites {
            let distance = self.distance(k, axes.clone());
            line!(self, "const S o{k} = {distance};");
            self.load(k, 1);
        }
        let mut arguments = vec!["a".to_owned()];
        arguments.extend(sites.iter().map(|&(k, _)| self.argument(k, 1)));
        line!(self, "{}({}, z);", if done { "body" } else { "start" }, arguments.join(", "));
        sites.iter().for_each(|&(k, _)| self.store(k, 1));
        line!(self, "}}");
    }

    /// The place that is number `k`: the last ones first, if the launch turns.
    pub(super) fn place(&self) -> String {
        match is_random(self.kernel) {
            true => "k".to_owned(),
            false => format!("a.w[{BACKWARDS}] ? (U)a.w[{ITEMS}] - 1 - k : k"),
        }
    }

    /// Computes the vector of places number `t`.
    fn places(&mut self, vector: usize) {
        self.indices("t", 0..self.variant.kept, vector);
        self.elements(vector);
    }

    /// Computes the vector of places at the indices along all axes.
    pub(super) fn elements(&mut self, vector: usize) {
        let (axes, sites) = (0..self.variant.kept, self.section(true));
        for &(k, _) in &sites {
            let distance = self.distance(k, axes.clone());
            line!(self, "const S o{k} = {distance};");
            self.load(k, vector);
        }
        let mut arguments = vec!["a".to_owned()];
        arguments.extend(sites.iter().map(|&(k, _)| self.argument(k, vector)));
        arguments.extend(self.call_draw(vector));
        let arguments = arguments.join(", ");
        if vector > 1 {
            line!(self, "#pragma unroll\nfor (int j = 0; j < {vector}; j++)");
        }
        line!(self, "body({arguments});");
        sites.iter().for_each(|&(k, _)| self.store(k, vector));
    }
}
