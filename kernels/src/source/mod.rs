//! The code generator.

mod body;
mod branches;
mod functions;
mod loops;
mod map;
mod padded;
mod product;
mod reduce;
mod stages;
mod tiles;
mod windows;

pub(crate) use body::combine_source;
pub(crate) use functions::called;
pub(crate) use loops::{going, uneven};
pub use product::product_source;
#[cfg(feature = "wgsl")]
pub(crate) use reduce::reduced_type;
pub(crate) use reduce::{accumulator_size, resident};
pub use stages::staged_source;

use crate::sites::{Site, Touch, has_complex, is_random, sites};
use crate::variant::{Access, Form, Variant};
use crate::words::{DIMS, Words};
use smallvec::SmallVec;
use std::fmt::Write;
use xparray_ir::ir::{Kernel, SharedKernel};
use xparray_ir::{DType, Result};

/// Types and functions, each file after those it needs.
const BASICS: &str = concat!(
    include_str!("../../prelude/hip.h"),
    include_str!("../../prelude/types.h"),
    include_str!("../../prelude/dialect.h"),
    include_str!("../../prelude/cast.h"),
    include_str!("../../prelude/integer.h"),
    include_str!("../../prelude/real.h"),
);
const COMPLEX: &str = include_str!("../../prelude/complex.h");
const OPERATIONS: &str = concat!(include_str!("../../prelude/ops.h"), include_str!("../../prelude/memory.h"));
const RANDOM: &str = include_str!("../../prelude/random.h");
const REDUCE: &str = concat!(include_str!("../../prelude/scaled.h"), include_str!("../../prelude/reduce.h"));

/// What few sources need of the prelude: the others compile faster without.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Uses {
    pub complex: bool,
    pub random: bool,
    pub reduce: bool,
}

impl Uses {
    fn of(kernel: &Kernel) -> Self {
        Self { complex: has_complex(kernel), random: is_random(kernel), reduce: !kernel.reductions.is_empty() }
    }
}

/// What every source starts with, and what only some need.
pub(crate) fn prelude(Uses { complex, random, reduce }: Uses) -> String {
    let parts = [(true, BASICS), (complex, COMPLEX), (true, OPERATIONS), (random, RANDOM), (reduce, REDUCE)];
    parts.into_iter().filter_map(|(used, part)| used.then_some(part)).collect()
}

/// A kernel in a variant, being written.
struct Writer<'a> {
    kernel: &'a Kernel,
    variant: &'a Variant,
    sites: SmallVec<[Site; 8]>,
    words: Words,
    /// The loop that goes on from element to element.
    going: Option<usize>,
    /// Whether choices are no branches.
    straight: bool,
    out: String,
}

macro_rules! line {
    ($writer:expr, $($format:tt)*) => {{
        let _ = writeln!($writer.out, $($format)*);
    }};
}
use line;

/// The complete source of a kernel in a variant. It compiles with NVRTC without any include path, and with hipRTC.
///
/// # Errors
/// An operation that there is no text for.
pub fn source(kernel: &SharedKernel, variant: &Variant) -> Result<String> {
    let out = prelude(Uses::of(kernel));
    let going = if variant.form == Form::Map && variant.vector == 1 { going(kernel) } else { None };
    let mut writer = Writer {
        kernel,
        variant,
        sites: sites(kernel),
        words: Words::new(kernel, variant),
        going,
        straight: false,
        out,
    };
    let (unsigned, signed) = if variant.wide { ("u64", "i64") } else { ("u32", "i32") };
    line!(writer, "typedef {unsigned} U;\ntypedef {signed} S;");
    line!(writer, "struct Args {{ u64 w[{}]; }};", writer.words.len);
    writer.out.push_str(&functions::of_kernel(kernel, false)?);
    writer.body()?;
    match variant.form {
        Form::Map => match writer.going {
            Some(_) => writer.going_map(),
            None => writer.map(),
        },
        Form::Tiles(axis) => writer.tiles(axis),
        Form::Windows(axis) => writer.windows(axis),
        Form::Rows(lanes) => writer.reduce(lanes, false),
        Form::Columns(lanes) => writer.reduce(lanes, true),
    }
    Ok(writer.out)
}

/// The type's name in the prelude.
pub(crate) fn name(dtype: DType) -> &'static str {
    match dtype {
        DType::Complex64 => "c32",
        DType::Complex128 => "c64",
        real => real.name(),
    }
}

/// The type as which its values are read: a truth value is any byte that somebody wrote, and becomes true unless it is 0.
pub(crate) fn name_to_load(dtype: DType) -> &'static str {
    name(if dtype == DType::Bool { DType::U8 } else { dtype })
}

impl Writer<'_> {
    /// The sites of a section, with their numbers.
    fn section(&self, body: bool) -> Vec<(usize, Site)> {
        self.sites.iter().copied().enumerate().filter(|(_, site)| site.body == body).collect()
    }

    /// Splits `from` into the indices along these axes, `i{k}`; the innermost is multiplied by the vector's length.
    fn indices(&mut self, from: &str, axes: std::ops::Range<usize>, vector: usize) {
        let end = axes.end;
        self.indices_by(from, axes, |k| if k + 1 == end { vector } else { 1 });
    }

    /// Splits `from` into the indices along these axes, each multiplied by a number.
    fn indices_by(&mut self, from: &str, axes: std::ops::Range<usize>, by: impl Fn(usize) -> usize) {
        line!(self, "U rest_{} = {from};", axes.start);
        let rest = format!("rest_{}", axes.start);
        for k in axes.clone().rev() {
            let by = if by(k) > 1 { format!(" * {}", by(k)) } else { String::new() };
            if k == axes.start {
                line!(self, "const S i{k} = (S){rest}{by};");
            } else {
                line!(self, "const S i{k} = (S)({rest} % (U)a.w[{0}]){by};\n{rest} /= (U)a.w[{0}];", DIMS + k);
            }
        }
    }

    /// The distance that these axes contribute to a site.
    fn distance(&self, site: usize, axes: std::ops::Range<usize>) -> String {
        self.distance_at(site, axes, |k| format!("i{k}"))
    }

    /// Likewise at other indices.
    fn distance_at(&self, site: usize, axes: std::ops::Range<usize>, index: impl Fn(usize) -> String) -> String {
        let contiguous = self.variant.accesses[site] == Access::Contiguous;
        let last = self.words.axes(self.sites[site].body);
        let terms = axes.filter_map(|k| match (self.variant.accesses[site], k + 1 == last) {
            (Access::Scalar, true) => None,
            (_, true) if contiguous => Some(index(k)),
            _ => Some(format!("{} * (S)a.w[{}]", index(k), self.words.site(site) + 1 + k)),
        });
        let terms: Vec<String> = terms.collect();
        if terms.is_empty() { "(S)0".to_owned() } else { terms.join(" + ") }
    }

    /// The type of what a site loads, if it does.
    fn loaded(&self, site: usize, vector: usize) -> Option<String> {
        let (dtype, contiguous) =
            (name_to_load(self.sites[site].dtype), self.variant.accesses[site] == Access::Contiguous);
        match self.sites[site].touch {
            Touch::Load(_) if vector > 1 && (contiguous || self.ends_inside(site)) => {
                Some(format!("Pack<{dtype}, {vector}>"))
            }
            Touch::Load(_) => Some(dtype.to_owned()),
            _ => None,
        }
    }

    /// Loads of a site at the distance `o{site}`: `l{site}`, a vector where it moves along the innermost axis.
    fn load(&mut self, site: usize, vector: usize) {
        let name = if self.sites[site].stores() { name } else { name_to_load };
        let (word, dtype) = (self.words.site(site), name(self.sites[site].dtype));
        match self.sites[site].touch {
            Touch::Load(_) if self.variant.bounded(site) != 0 => self.load_padded(site, vector),
            Touch::Load(_) if vector > 1 && self.variant.accesses[site] == Access::Contiguous => {
                line!(
                    self,
                    "const Pack<{dtype}, {vector}> l{site} = load_pack<{dtype}, {vector}>(global<const {dtype}>(a.w[{word}]) + o{site});"
                );
            }
            Touch::Load(_) => line!(self, "const {dtype} l{site} = global<const {dtype}>(a.w[{word}])[o{site}];"),
            // Indices are never negative: with 32 bits, the compiler knows the upper half.
            Touch::Index(_) => line!(self, "const i64 l{site} = (i64)((U)a.w[{word}] + (U)o{site});"),
            Touch::Store(_) if vector > 1 => line!(self, "Pack<{dtype}, {vector}> s{site};"),
            Touch::Store(_) => line!(self, "{dtype} s{site};"),
        }
    }

    /// What a section is called with for element `j` of the vector.
    fn argument(&self, site: usize, vector: usize) -> String {
        let moves = self.variant.accesses[site] == Access::Contiguous || self.ends_inside(site);
        match self.sites[site].touch {
            _ if vector == 1 => format!("{}{site}", if self.sites[site].stores() { "s" } else { "l" }),
            Touch::Load(_) if moves => format!("l{site}.v[j]"),
            Touch::Load(_) => format!("l{site}"),
            Touch::Index(_) if moves => format!("l{site} + (i64)j"),
            Touch::Index(_) => {
                let last = self.words.axes(self.sites[site].body);
                format!("l{site} + (i64)j * (i64)a.w[{}]", self.words.site(site) + last)
            }
            Touch::Store(_) => format!("s{site}.v[j]"),
        }
    }

    /// Stores a site, if it is one that stores.
    fn store(&mut self, site: usize, vector: usize) {
        if !self.sites[site].stores() {
            return;
        }
        let (word, dtype) = (self.words.site(site), name(self.sites[site].dtype));
        if vector > 1 {
            line!(self, "store_pack<{dtype}, {vector}>(global<{dtype}>(a.w[{word}]) + o{site}, s{site});");
        } else {
            line!(self, "global<{dtype}>(a.w[{word}])[o{site}] = s{site};");
        }
    }
}
