//! Neighbours that a thread takes at once: four of 32 bits are one load or store, and of smaller ones whole words are stored. One
//! alone is stored by two atomic operations, as its neighbours in the word are other threads'.

use super::line;
use super::shader::Writer;
use super::together::is_short;
use super::types::{in_word, of_bits, register, word_bits};
use crate::sites::{Site, Touch, gathers, is_random};
use crate::variant::Access;
use std::ops::Range;
use xparray_ir::Result;
use xparray_ir::ir::{Kernel, Op};

/// How many at most.
const MOST: usize = 4;

/// Instructions of a kernel at most, and those of them that are many of the device's: the code is there for each neighbour.
const LONGEST: usize = 24;
const HEAVIEST: usize = 3;

/// How many neighbours a thread of a kernel takes at most.
pub(super) fn most(kernel: &Kernel) -> usize {
    let heavy = kernel.insts.iter().filter(|inst| !is_short(&inst.op)).count();
    let loops = kernel.insts.iter().any(|inst| matches!(inst.op, Op::Loop { .. }));
    let is_brief = kernel.insts.len() <= LONGEST && heavy <= HEAVIEST && !loops;
    // Whatever spares atomic operations is worth it.
    let stores_parts = kernel.outputs.iter().any(|&output| in_word(kernel.dtype(output)) > 1);
    let suits = !is_random(kernel) && gathers(kernel).is_empty() && (is_brief || stores_parts);
    if suits { MOST } else { 1 }
}

/// How the neighbours of a site lie.
enum Neighbours {
    /// As one vector.
    Vector,
    /// In so many words.
    Words(usize),
    /// One by one.
    Apart,
}

impl Writer<'_> {
    fn neighbours(&self, k: usize, site: Site) -> Neighbours {
        if self.variant.accesses[k] != Access::Contiguous || !site.in_memory() {
            return Neighbours::Apart;
        }
        match in_word(site.dtype) {
            1 if self.has_vectors(site.dtype) => Neighbours::Vector,
            per if per > 1 && self.variant.vector.is_multiple_of(per) => Neighbours::Words(self.variant.vector / per),
            _ => Neighbours::Apart,
        }
    }

    /// What becomes of the neighbours of number `t` along `axes`, of which the last one counts vectors; `place` is the distance
    /// of a site at the indices.
    pub fn vector(
        &mut self,
        axes: Range<usize>,
        place: impl Fn(&Self, usize) -> String,
        then: impl Fn(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let (last, vector) = (axes.end - 1, self.variant.vector);
        let sites = self.section(true);
        self.indices("t", axes);
        line!(self.out, "let head = i{last} * {vector};");
        for &(k, site) in &sites {
            match self.neighbours(k, site) {
                Neighbours::Vector => line!(self.out, "var q{k}: u32;\nvar w{k}: vec4<{}>;", register(site.dtype)),
                Neighbours::Words(words) => {
                    line!(self.out, "var q{k}: u32;");
                    (0..words).for_each(|word| line!(self.out, "var w{k}_{word} = 0u;"));
                }
                Neighbours::Apart => {}
            }
        }
        line!(self.out, "{{\nlet i{last} = head;");
        for &(k, site) in &sites {
            let per = match self.neighbours(k, site) {
                Neighbours::Vector => vector,
                Neighbours::Words(_) => in_word(site.dtype),
                Neighbours::Apart => continue,
            };
            let distance = place(self, k);
            line!(self.out, "q{k} = u32(i32(args[{}]) + {distance}) / {per}u;", 2 * self.words.site(k));
            let Touch::Load(operand) = site.touch else { continue };
            let (buffer, written) = self.buffer(operand);
            match self.neighbours(k, site) {
                Neighbours::Words(words) => {
                    for word in 0..words {
                        let from = format!("{buffer}[q{k} + {word}u]");
                        let from = if written { format!("atomicLoad(&{from})") } else { from };
                        line!(self.out, "w{k}_{word} = {from};");
                    }
                }
                _ => line!(self.out, "w{k} = {buffer}[q{k}];"),
            }
        }
        line!(self.out, "}}");
        for number in 0..vector {
            line!(self.out, "{{\nlet i{last} = head + {number};");
            for &(k, site) in &sites {
                let value = match self.neighbours(k, site) {
                    Neighbours::Apart => {
                        let distance = place(self, k);
                        line!(self.out, "let o{k} = {distance};");
                        self.load(k);
                        continue;
                    }
                    _ if site.stores() => continue,
                    Neighbours::Vector => format!("w{k}[{number}]"),
                    Neighbours::Words(_) => {
                        let (per, width) = (in_word(site.dtype), 8 * site.dtype.size());
                        of_bits(site.dtype, &format!("(w{k}_{} >> {}u)", number / per, number % per * width))
                    }
                };
                line!(self.out, "let l{k}: {} = {value};", register(site.dtype));
            }
            self.neighbour = Some(number);
            then(self)?;
            line!(self.out, "}}");
        }
        self.neighbour = None;
        for &(k, site) in &sites {
            let Touch::Store(output) = site.touch else { continue };
            let buffer = self.target(output);
            match self.neighbours(k, site) {
                Neighbours::Vector => line!(self.out, "{buffer}[q{k}] = w{k};"),
                Neighbours::Words(words) => {
                    (0..words).for_each(|word| line!(self.out, "atomicStore(&{buffer}[q{k} + {word}u], w{k}_{word});"));
                }
                Neighbours::Apart => {}
            }
        }
        Ok(())
    }

    /// Keeps the value of a neighbour for a store of all; whether it is one.
    pub fn stored_together(&mut self, k: usize, site: Site, value: &str) -> bool {
        let Some(number) = self.neighbour else { return false };
        match self.neighbours(k, site) {
            Neighbours::Vector => line!(self.out, "w{k}[{number}] = {value};"),
            Neighbours::Words(_) => {
                let (per, width) = (in_word(site.dtype), 8 * site.dtype.size());
                let bits = word_bits(site.dtype, value);
                line!(self.out, "w{k}_{} |= {bits} << {}u;", number / per, number % per * width);
            }
            Neighbours::Apart => return false,
        }
        true
    }
}
