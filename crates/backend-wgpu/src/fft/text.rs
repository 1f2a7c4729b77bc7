//! A pass in WGSL: butterflies between which values change threads in the memory of a group.

use super::butterfly::butterfly;
use super::plan::Factors;
use crate::run::THREADS;
use std::fmt::Write;
use xparray_ir::DType;
use xparray_kernels::wgsl::types::{param, part, register};

/// What a pass reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Source {
    Complex,
    Real,
    /// The first half of a line of complex numbers whose other half is its mirror image.
    Half,
}

/// In which order the threads of a group go through its columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order {
    /// Along a column first.
    Along,
    /// Across columns first.
    Across,
}

/// What the code of a pass depends on.
pub(super) struct Variant {
    pub dtype: DType,
    /// The radices of its butterflies.
    pub radices: Factors,
    /// Columns of a group.
    pub columns: usize,
    pub source: Source,
    pub real_result: bool,
    pub orders: [Order; 2],
    /// Whether each eight values in the memory of a group are followed by room for one: what is some power of two apart is then in
    /// different banks.
    pub spaced: bool,
    /// Whether passes came before, so that what is read is turned.
    pub turns: bool,
    /// Whether what is read, and what is written, is multiplied by a table.
    pub factors: [bool; 2],
}

impl Variant {
    pub fn name(&self) -> String {
        let Self { dtype, radices, columns, source, real_result, orders, spaced, turns, factors } = self;
        format!("fft {dtype} {radices:?} {columns} {source:?} {real_result} {orders:?} {spaced} {turns} {factors:?}")
    }

    pub fn text(&self) -> String {
        let part = part(self.dtype);
        let real = register(part);
        let len: usize = self.radices.iter().product();
        let mut text = format!("alias R = {real};\nalias C = vec2<R>;\n");
        let mut binding = 2;
        let mut bind = |access: &str, name: &str, class: &str| {
            let _ = writeln!(text, "@group(0) @binding({binding}) var<storage, {access}> {name}: array<{class}>;");
            binding += 1;
        };
        bind("read", "x", if self.source == Source::Real { "R" } else { "C" });
        bind("read_write", "out", if self.real_result { "R" } else { "C" });
        bind("read", "roots", "C");
        let [before, after] = self.factors;
        for (_, name) in
            [(self.turns, "turns"), (before, "before"), (after, "after")].iter().filter(|(there, _)| *there)
        {
            bind("read", name, "C");
        }
        let multiplied = |there: bool, name: &str| match there {
            true => format!("value = turned(value, {name}[t]);"),
            false => String::new(),
        };
        text += &include_str!("../kernels/fft.wgsl")
            .replace("ELEMENT", &self.element())
            .replace("FACTOR_BEFORE", &multiplied(before, "before"))
            .replace("FACTOR_AFTER", &multiplied(after, "after"))
            .replace("TURN", if self.turns { "value = turned(value, turn(place.twist * k));" } else { "" })
            .replace("ROOT_OF_PASS", if self.turns { TURN } else { "" })
            .replace("SCALE", &param(part, SCALE / 2))
            .replace("RESULT", if self.real_result { "value.x" } else { "value" })
            .replace("LENGTH", &len.to_string())
            .replace("ROOM", &room(len * self.columns, self.spaced).to_string())
            .replace("SLOT", if self.spaced { "at + at / 8u" } else { "at" })
            .replace("COLUMNS", &self.columns.to_string())
            .replace("STAGES", &self.stages(part));
        text
    }

    fn element(&self) -> String {
        match self.source {
            Source::Complex => "value = x[place.line + t * args[1]];".to_owned(),
            Source::Real => "value = C(x[place.line + t * args[1]], R(0));".to_owned(),
            // What an array of real numbers transforms to is real at zero and at half the frequency.
            Source::Half => "let mirrored = t > args[7] / 2u;\n\
                 value = x[place.line + select(t, args[7] - t, mirrored) * args[1]];\n\
                 if (t == 0u || 2u * t == args[7]) { value.y = R(0); }\n\
                 if (mirrored) { value.y = -value.y; }"
                .to_owned(),
        }
    }

    /// The butterflies, one radix after the other.
    fn stages(&self, part: DType) -> String {
        let len: usize = self.radices.iter().product();
        let mut text = String::new();
        let mut done = 1;
        for (stage, &radix) in self.radices.iter().enumerate() {
            let (first, last) = (stage == 0, stage + 1 == self.radices.len());
            let steps = len / radix;
            let units = steps * self.columns;
            let order = self.orders[usize::from(last)];
            let turns = units.div_ceil(THREADS);
            let guard = |turn: usize| match (turn + 1) * THREADS <= units {
                true => String::new(),
                false => format!("if (lane + {}u < {units}u) ", turn * THREADS),
            };
            for turn in 0..turns {
                let place = |name: &str, inner: usize, outer: usize| {
                    // The outer one is the quotient.
                    let unit = format!("(lane + {}u)", turn * THREADS);
                    if name == "inner" { format!("{unit} % {inner}u") } else { format!("{unit} / {inner}u % {outer}u") }
                };
                let (column, step) = match order {
                    Order::Across => (place("inner", self.columns, steps), place("outer", self.columns, steps)),
                    Order::Along => (place("outer", steps, self.columns), place("inner", steps, self.columns)),
                };
                let _ = writeln!(text, "let c{stage}_{turn} = {column};\nlet j{stage}_{turn} = {step};");
                for k in 0..radix {
                    let _ = writeln!(text, "var v{stage}_{turn}_{k} = C();");
                }
                let _ = writeln!(text, "{}{{", guard(turn));
                if first {
                    let _ = writeln!(text, "let place = source(first + c{stage}_{turn});");
                }
                for k in 0..radix {
                    let at = format!("j{stage}_{turn} + {}u", k * steps);
                    let value = match first {
                        true => format!("element(place, {at})"),
                        false => format!("tile[slot({})]", self.place(&format!("c{stage}_{turn}"), &format!("({at})"))),
                    };
                    let _ = writeln!(text, "v{stage}_{turn}_{k} = {value};");
                }
                text += "}\n";
            }
            // All have read before anybody writes.
            if !first && !last {
                text += "workgroupBarrier();\n";
            }
            for turn in 0..turns {
                let _ = writeln!(text, "{}{{", guard(turn));
                let (j, c) = (format!("j{stage}_{turn}"), format!("c{stage}_{turn}"));
                let mut values: Vec<String> = (0..radix).map(|k| format!("v{stage}_{turn}_{k}")).collect();
                if done > 1 {
                    let _ = writeln!(text, "let twist = {j} % {done}u * {}u;", len / (done * radix));
                    for (k, value) in values.iter_mut().enumerate().skip(1) {
                        let _ = writeln!(text, "let w{k} = turned({value}, roots[twist * {k}u]);");
                        *value = format!("w{k}");
                    }
                }
                let results = butterfly(&mut text, part, &values, "b");
                if last {
                    let _ = writeln!(text, "let place = target_of(first + {c});");
                }
                for (k, value) in results.iter().enumerate() {
                    let at = format!("({j} / {done}u * {}u + {j} % {done}u + {}u)", done * radix, k * done);
                    let _ = match last {
                        true => writeln!(text, "put(place, {at}, {value});"),
                        false => writeln!(text, "tile[slot({})] = {value};", self.place(&c, &at)),
                    };
                }
                text += "}\n";
            }
            if !last {
                text += "workgroupBarrier();\n";
            }
            done *= radix;
        }
        text
    }

    /// Which an element of a column is in the memory of the group.
    fn place(&self, column: &str, at: &str) -> String {
        match self.orders[0] {
            Order::Across => format!("{at} * {}u + {column}", self.columns),
            Order::Along => format!("{column} * {}u + {at}", self.radices.iter().product::<usize>()),
        }
    }
}

/// How many values the memory of a group has room for, of which so many are used.
pub(super) fn room(used: usize, spaced: bool) -> usize {
    if spaced { used + used / 8 } else { used }
}

/// Bits of a word that says when real and imaginary parts are exchanged: of what is read, of results, of results after their factor.
pub(super) const SWAP_READ: u32 = 1;
pub(super) const SWAP_RESULT: u32 = 2;
pub(super) const SWAP_WRITTEN: u32 = 4;
/// Whether the first of the results is real, and the last: what rounding leaves may be a negative zero, which turns angles around.
pub(super) const REAL_FIRST: u32 = 8;
pub(super) const REAL_LAST: u32 = 16;

/// The word at which the scale begins.
pub(super) const SCALE: usize = 10;

/// A root of unity of the length of the passes so far, as the product of two from a table of as many for steps as for starts.
const TURN: &str = "fn turn(at: u32) -> C {
    let low = 1u << args[8];
    return turned(turns[at & (low - 1u)], turns[low + (at >> args[8])]);
}";
