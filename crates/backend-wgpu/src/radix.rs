//! Sorts of long rows by the digits of their keys, eight bits at a time, the lowest first: what each tile holds of each value is counted,
//! the sums of these counts say where it goes, and a tile's elements are moved there in their order. No group waits for another one
//! of its dispatch, as devices need not let it go on: that would be one pass over memory less for each digit.

use crate::buffer::Buffer;
use crate::keys::{key_size, key_type};
use crate::run::Access::{Read, Write};
use crate::scan::running_counts;
use crate::sort::{Of, Runs, Sort};
use xparray_ir::backend::Memory;
use xparray_ir::{DType, Result};
use xparray_kernels::wgsl::types::{load, register, stored};

const COUNT: &str = include_str!("kernels/radix_count.wgsl");
const MOVE: &str = include_str!("kernels/radix_move.wgsl");

/// Rows as long as this take fewer passes by digits than by merging.
const LONG: usize = 1 << 17;
/// Neighbours of a thread: an odd number, so that those of neighbouring threads are in different banks. Where a group has the memory, and keys
/// are short, tiles are larger, and there is less to count.
const ITEMS: usize = 7;
const MORE: usize = 15;
/// Bytes of a tile of so many neighbours, with its counts.
const MEMORY: usize = 256 * MORE * size_of::<u32>() + 2048 * size_of::<u32>();

/// Whether rows are sorted by their digits. Counts have 32 bits.
pub(crate) fn is_worth_it(len: usize) -> bool {
    len >= LONG
}

/// Digits of keys, of which there may be fewer than the words hold.
fn digits(dtype: DType) -> usize {
    match dtype {
        DType::Bool | DType::U8 => 1,
        DType::U16 => 2,
        _ => key_size(dtype),
    }
}

/// Where a pass has its keys from, and whether it is the last.
#[derive(Clone, Copy, Debug)]
struct Pass {
    first: bool,
    last: bool,
    /// The word of the digit.
    word: usize,
}

impl Sort<'_> {
    /// The rows by their digits.
    pub(crate) fn by_digits(&self, out: &Buffer) -> Result<()> {
        let [rows, len] = self.size;
        let (tiles, digits) = (len.div_ceil(256 * self.items()), digits(self.dtype));
        let mut from: Option<Runs> = None;
        for digit in 0..digits {
            let pass = Pass { first: digit == 0, last: digit + 1 == digits, word: digit / 4 };
            let start = if pass.first { self.x.start() } else { 0 };
            let words = [0, 0, 0, len as u32, tiles as u32, (rows * tiles) as u32, start, digit as u32 % 4 * 8];
            let counts = self.xp.alloc(rows * tiles * 256 * size_of::<u32>())?;
            let keys = from.as_ref().map_or(&**self.x, |runs| &runs.keys);
            let name = |what: &str| self.name(&format!("radix {what} {pass:?}"));
            let buffers = [Read(keys), Write(&counts)];
            self.xp.run(&name("count"), || self.counting(pass), &buffers, &words, rows * tiles)?;
            let ends = running_counts(self.xp, counts, [rows, 256 * tiles])?;
            let to = if pass.last { None } else { Some(self.room()?) };
            let mut buffers = vec![Read(keys), Read(&ends)];
            buffers.extend(from.iter().filter_map(|runs| runs.places.as_ref()).map(Read));
            match &to {
                Some(to) => buffers.extend(to.buffers(Write)),
                None => buffers.push(Write(out)),
            }
            // Elements are copied from where they were at first.
            if pass.last && self.result == Of::Elements && !pass.first {
                buffers.push(Read(self.x));
            }
            let mut words = words.to_vec();
            words.push(self.x.start());
            self.xp.run(&name("move"), || self.moving(pass), &buffers, &words, rows * tiles)?;
            from = to;
        }
        Ok(())
    }

    /// Neighbours of a thread.
    fn items(&self) -> usize {
        if key_size(self.dtype) == 4 && self.xp.device.room().shared >= MEMORY { MORE } else { ITEMS }
    }

    /// The function `key_at`, and the buffer that it reads.
    fn keys(&self, pass: Pass) -> String {
        let key = key_type(self.dtype);
        if pass.first {
            return self.elements(2)
                + &format!("fn key_at(at: u32) -> {key} {{ return key_of(element(args[6] + at)); }}\n");
        }
        format!(
            "@group(0) @binding(2) var<storage, read> keys_in: array<{key}>;\n\
             fn key_at(at: u32) -> {key} {{ return keys_in[at]; }}\n"
        )
    }

    fn elements(&self, binding: usize) -> String {
        format!(
            "@group(0) @binding({binding}) var<storage, read> x: array<{}>;\n\
             fn element(at: u32) -> {} {{ return {}; }}\n",
            stored(self.dtype, false),
            register(self.dtype),
            load(self.dtype, "x", "at", false)
        )
    }

    fn counting(&self, pass: Pass) -> String {
        let out = "@group(0) @binding(3) var<storage, read_write> out: array<u32>;\n";
        self.keys(pass) + out + &self.functions() + &with_sizes(COUNT, self.items(), word(self.dtype, pass.word))
    }

    fn moving(&self, pass: Pass) -> String {
        let (dtype, key, placed) = (self.dtype, key_type(self.dtype), self.result != Of::Values);
        let mut text = self.keys(pass) + "@group(0) @binding(3) var<storage, read> ends: array<u32>;\n";
        let mut binding = 4;
        let mut bind = |text: &mut String, access: &str, name: &str, class: &str| {
            *text += &format!("@group(0) @binding({binding}) var<storage, {access}> {name}: array<{class}>;\n");
            binding += 1;
        };
        if placed && !pass.first {
            bind(&mut text, "read", "places_in", "u32");
        }
        let put = if pass.last {
            bind(&mut text, "read_write", "out", stored(self.result_type(), true));
            if self.result == Of::Elements && !pass.first {
                text += &self.elements(binding);
            }
            self.written("number_of(key)", "place", "args[8]")
        } else {
            bind(&mut text, "read_write", "keys_out", key);
            if placed {
                bind(&mut text, "read_write", "places_out", "u32");
            }
            format!("keys_out[at] = key; {}", if placed { "places_out[at] = place;" } else { "" })
        };
        text += &format!("fn put(row: u32, at: u32, key: {key}, place: u32) {{ {put} }}\n");
        let place = match (placed, pass.first) {
            (false, _) => "",
            (true, true) => "places[k] = first + at;",
            (true, false) => "places[k] = places_in[start + first + at];",
        };
        text + &self.functions()
            + &with_sizes(MOVE, self.items(), word(dtype, pass.word))
                .replace("PLACE_READ", place)
                .replace("EXCHANGE_OWN", &exchange(dtype, self.items(), placed, "mine + k"))
                .replace("EXCHANGE_SPREAD", &exchange(dtype, self.items(), placed, "k * 256u + lane"))
                .replace("KEY", key)
    }
}

fn with_sizes(text: &str, items: usize, word: String) -> String {
    text.replace("WORD", &word).replace("TILE", &(256 * items).to_string()).replace("ITEMS", &items.to_string())
}

/// A word of `key`, the lowest first.
fn word(dtype: DType, word: usize) -> String {
    match key_type(dtype) {
        "u32" => "key".to_owned(),
        "u64" => format!("u32(key >> {}u)", 32 * word),
        // The first half orders first.
        _ => format!("u32(key.{} >> {}u)", if word < 2 { "y" } else { "x" }, word % 2 * 32),
    }
}

/// Sends all that the threads have to where `moved` says, a word at a time, as there is memory for one; they then have what lies at `at`.
fn exchange(dtype: DType, items: usize, placed: bool, at: &str) -> String {
    let words = key_size(dtype) / 4;
    let each = |inner: &str| {
        format!("for (var k = 0u; k < ITEMSu; k += 1u) {{ {inner} }}\nworkgroupBarrier();\n")
            .replace("ITEMS", &items.to_string())
    };
    let mut text = String::new();
    let mut made = Vec::new();
    for number in 0..words {
        text += &each(&format!("let key = keys[k]; tile[moved[k]] = {};", word(dtype, number)));
        text += &format!("var word{number}: array<u32, {items}>;\n");
        text += &each(&format!("word{number}[k] = tile[{at}];"));
        made.push(format!("word{number}[k]"));
    }
    let joined = |low: &str, high: &str| format!("(u64({low}) | (u64({high}) << 32u))");
    let key = match &made[..] {
        [one] => one.clone(),
        [low, high] => joined(low, high),
        [a, b, c, d] => format!("vec2<u64>({}, {})", joined(c, d), joined(a, b)),
        _ => String::new(),
    };
    text += &each(&format!("keys[k] = {key};"));
    if placed {
        text += &each("tile[moved[k]] = places[k];");
        text += &each(&format!("places[k] = tile[{at}];"));
    }
    format!("{{\n{text}}}\n")
}
