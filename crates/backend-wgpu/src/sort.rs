//! Sorts of rows: short ones in the memory of a group, longer ones by merging runs that were sorted so, the longest by their digits.

use crate::buffer::Buffer;
use crate::device::Wgpu;
use crate::keys::{key_size, key_type, ranks, values};
use crate::radix;
use crate::rows::{Packed, along_rows, check_axis};
use crate::run::Access::{self, Read, Write};
use xparray_ir::backend::{Memory, View};
use xparray_ir::{DType, Result};
use xparray_kernels::wgsl::types::{load, register, store, stored};

type V<'a> = View<'a, Buffer>;

const ROWS: &str = include_str!("kernels/sort_rows.wgsl");
const MERGE: &str = include_str!("kernels/sort_merge.wgsl");
/// Short rows and the end of long ones know where the elements begin by the same word.
const BEGINS: &str = "args[5]";
const END: &str = include_str!("kernels/sort_end.wgsl");

/// The rows with their elements in order.
pub(crate) fn sorted(xp: &Wgpu, x: V<'_>, axis: usize) -> Result<Buffer> {
    check_axis("sort", &x, axis)?;
    let dtype = x.dtype();
    // Complex numbers that compare equal can differ in their bits, so they are moved.
    let result = if dtype.is_complex() { Of::Elements } else { Of::Values };
    along_rows(xp, "sort", x, axis, dtype, |x, size| Sort { xp, dtype, result, x, size }.run())
}

/// The stable order of each row's elements.
pub(crate) fn order(xp: &Wgpu, x: V<'_>, axis: usize) -> Result<Buffer> {
    check_axis("argsort", &x, axis)?;
    let dtype = x.dtype();
    along_rows(xp, "argsort", x, axis, DType::I64, |x, size| Sort { xp, dtype, result: Of::Order, x, size }.run())
}

/// What a sort gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Of {
    /// Values, made from their keys.
    Values,
    /// Elements, moved to where their places say.
    Elements,
    /// The places.
    Order,
}

pub(crate) struct Sort<'a> {
    pub xp: &'a Wgpu,
    pub dtype: DType,
    pub result: Of,
    pub x: &'a Packed<'a>,
    /// Rows, and their length.
    pub size: [usize; 2],
}

/// The keys of elements, and, unless they stand for the elements themselves, the places in their rows.
pub(crate) struct Runs {
    pub keys: Buffer,
    pub places: Option<Buffer>,
}

impl Runs {
    pub fn buffers<'a>(&'a self, access: impl Fn(&'a Buffer) -> Access<'a>) -> impl Iterator<Item = Access<'a>> {
        [Some(&self.keys), self.places.as_ref()].into_iter().flatten().map(access)
    }
}

impl Sort<'_> {
    /// Places that a group takes: as many as fit into the memory that every device has.
    fn most(&self) -> usize {
        if self.dtype == DType::Complex128 { 512 } else { 1024 }
    }

    pub fn result_type(&self) -> DType {
        if self.result == Of::Order { DType::I64 } else { self.dtype }
    }

    pub fn name(&self, what: &str) -> String {
        format!("sort {what} {} {:?}", self.dtype, self.result)
    }

    fn run(&self) -> Result<Buffer> {
        let [rows, len] = self.size;
        let out = self.xp.alloc(rows * len * self.result_type().size())?;
        if radix::is_worth_it(len) {
            self.by_digits(&out)?;
            return Ok(out);
        }
        let (most, start) = (self.most(), self.x.start());
        let runs = len.div_ceil(most);
        let size = if runs > 1 { most } else { len.next_power_of_two().max(2) };
        let groups = (rows * runs).div_ceil(most / size);
        let words = [0, 0, 0, len as u32, rows as u32, start, size as u32, runs as u32];
        if runs == 1 {
            let buffers = [Read(self.x), Write(&out)];
            self.xp.run(&self.name("rows"), || self.rows(true), &buffers, &words, groups)?;
            return Ok(out);
        }
        let mut from = self.room()?;
        let buffers: Vec<_> = [Read(self.x)].into_iter().chain(from.buffers(Write)).collect();
        self.xp.run(&self.name("runs"), || self.rows(false), &buffers, &words, groups)?;
        let mut to = self.room()?;
        let mut width = most;
        while width < len {
            self.merge(&from, &to, width)?;
            std::mem::swap(&mut from, &mut to);
            width *= 2;
        }
        let words = [0, 0, 0, len as u32, (rows * len) as u32, start];
        let source = if self.result == Of::Values { &from.keys } else { from.places.as_ref().unwrap_or(&from.keys) };
        let mut buffers = vec![Read(source), Write(&out)];
        if self.result == Of::Elements {
            buffers.push(Read(self.x));
        }
        self.xp.run(&self.name("end"), || self.end(), &buffers, &words, (rows * len).div_ceil(256))?;
        Ok(out)
    }

    pub fn room(&self) -> Result<Runs> {
        let n = self.size[0] * self.size[1];
        let keys = self.xp.alloc(n * key_size(self.dtype))?;
        let places = (self.result != Of::Values).then(|| self.xp.alloc(n * size_of::<u32>())).transpose()?;
        Ok(Runs { keys, places })
    }

    /// Merges neighbouring runs of this length.
    fn merge(&self, from: &Runs, to: &Runs, width: usize) -> Result<()> {
        let [rows, len] = self.size;
        let groups = len.div_ceil(self.most());
        let words = [0, 0, 0, len as u32, width as u32, groups as u32, (rows * groups) as u32];
        let buffers: Vec<_> = from.buffers(Read).chain(to.buffers(Write)).collect();
        self.xp.run(&self.name("merge"), || self.merging(), &buffers, &words, rows * groups)
    }

    pub fn functions(&self) -> String {
        if self.result == Of::Values { values(self.dtype) } else { ranks(self.dtype) }
    }

    fn replaced(&self, text: &str) -> String {
        let most = self.most();
        text.replace("MOST_HALF", &(most / 2).to_string())
            .replace("MOST", &most.to_string())
            .replace("ITEMS", &(most / 256).to_string())
            .replace("KEY", key_type(self.dtype))
    }

    /// Sorts short rows and writes the result, or runs and writes their keys and places.
    fn rows(&self, whole: bool) -> String {
        let (dtype, key) = (self.dtype, key_type(self.dtype));
        let mut text = format!(
            "@group(0) @binding(2) var<storage, read> x: array<{}>;\n\
             fn element(at: u32) -> {} {{ return {}; }}\n",
            stored(dtype, false),
            register(dtype),
            load(dtype, "x", "at", false)
        );
        if whole {
            text += &self.output(3);
            text += &format!(
                "fn put(row: u32, at: u32, key: {key}, place: u32) {{ {} }}\n",
                self.written("number_of(key)", "place", BEGINS)
            );
        } else {
            let places = if self.result == Of::Values { "" } else { "places_out[at] = place;" };
            text += &self.room_written(3);
            text += &format!("fn put(row: u32, at: u32, key: {key}, place: u32) {{ keys_out[at] = key; {places} }}\n");
        }
        text + &self.functions() + &self.replaced(ROWS)
    }

    fn merging(&self) -> String {
        let (key, values) = (key_type(self.dtype), self.result == Of::Values);
        let mut text = format!("@group(0) @binding(2) var<storage, read> keys_in: array<{key}>;\n");
        let places = if values { "" } else { "places_out[to] = places_in[source];" };
        if !values {
            text += "@group(0) @binding(3) var<storage, read> places_in: array<u32>;\n";
        }
        text += &self.room_written(if values { 3 } else { 4 });
        text += &format!("fn move_one(to: u32, key: {key}, source: u32) {{ keys_out[to] = key; {places} }}\n");
        text + &self.functions() + &self.replaced(MERGE)
    }

    fn end(&self) -> String {
        let (dtype, key) = (self.dtype, key_type(self.dtype));
        let source = if self.result == Of::Values { key } else { "u32" };
        let mut text = format!("@group(0) @binding(2) var<storage, read> sorted: array<{source}>;\n") + &self.output(3);
        if self.result == Of::Elements {
            text += &format!(
                "@group(0) @binding(4) var<storage, read> x: array<{}>;\n\
                 fn element(at: u32) -> {} {{ return {}; }}\n",
                stored(dtype, false),
                register(dtype),
                load(dtype, "x", "at", false)
            );
        }
        let put = self.written("number_of(sorted[at])", "sorted[at]", BEGINS);
        text += &format!("fn put_sorted(row: u32, at: u32) {{ {put} }}\n");
        text + &self.functions() + END
    }

    fn output(&self, binding: usize) -> String {
        let class = stored(self.result_type(), true);
        format!("@group(0) @binding({binding}) var<storage, read_write> out: array<{class}>;\n")
    }

    fn room_written(&self, binding: usize) -> String {
        let keys = format!(
            "@group(0) @binding({binding}) var<storage, read_write> keys_out: array<{}>;\n",
            key_type(self.dtype)
        );
        if self.result == Of::Values {
            return keys;
        }
        keys + &format!("@group(0) @binding({}) var<storage, read_write> places_out: array<u32>;\n", binding + 1)
    }

    /// Writes the result for `at`, in a row that begins at `row`, of elements that begin where a word says.
    pub fn written(&self, value: &str, place: &str, begins: &str) -> String {
        match self.result {
            Of::Values => store(self.dtype, "out", "at", value),
            Of::Elements => store(self.dtype, "out", "at", &format!("element({begins} + row + {place})")),
            Of::Order => format!("out[at] = i64({place});"),
        }
    }
}
