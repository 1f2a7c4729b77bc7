//! The operations of scans as WGSL: what they carry along, and how elements come and go.

use crate::device::Wgpu;
use xparray_ir::backend::{Backend, ScanOp};
use xparray_ir::{DType, Kind, Result};
use xparray_kernels::wgsl::types::{cast, ending, in_word, load, narrowed, register, store, stored};
use xparray_kernels::wgsl::{apply, call};

const ROWS: &str = include_str!("kernels/scan.wgsl");
const WRITE: &str = include_str!("kernels/scan_write.wgsl");
const COLUMNS: &str = include_str!("kernels/scan_columns.wgsl");

/// Joins the totals of the tiles before.
const BEFORE: &str = "if (tile > 0u) {
    let earlier = before[group - 1u];
    if (any_before) { all = join(earlier, all); } else { all = earlier; }
    any_before = true;
}";

/// Where what runs along an axis is what neighbours are joined to.
const PLAIN: &str = "
fn after(a: ACC) -> ACC { return a; }
fn first_of(x: ELEMENT) -> ACC { return wide(x); }
fn step(a: ACC, x: ELEMENT) -> ACC { return join(a, wide(x)); }
";

/// Products of neighbours that all are in range need not be joined one by one.
const WHOLE: &str = "
        var product = first_of(part[slot(mine)]);
        var least = prod_exponent_ENDING(product);
        var most = least;
        for (var k = mine + 1u; k < min(mine + ITEMSu, n); k += 1u) {
            product = step(product, part[slot(k)]);
            let exponent = prod_exponent_ENDING(product);
            least = min(least, exponent);
            most = max(most, exponent);
        }
        if (running_is_whole_PART(least, most)) { return running_whole_ENDING(product, least, most); }
";
/// The memory that every device has for a group.
const GROUP_MEMORY: usize = 16 << 10;

/// Sums of floats and, exactly, what the additions rounded away. A sum of zeros keeps its sign.
const COMPENSATED: &str = "
fn join(a: ACC, b: ACC) -> ACC { return sum_merge_ENDING(a, b); }
fn total(sum: f32, lost: f32) -> f32 { return select(sum, sum + lost, is_finite_f32(sum) && !(lost == 0.0)); }
";

/// What is scanned, and how.
#[derive(Clone)]
pub(crate) struct Operation {
    name: String,
    dtype: DType,
    /// Bytes of what is carried along, and its type.
    size: usize,
    class: &'static str,
    /// The type of what runs along an axis.
    run: &'static str,
    /// Finds the product of a thread's elements where it is easily found.
    whole: String,
    /// The function `join`, with what it calls.
    join: String,
    /// The functions `wide`, `after`, `first_of`, `step` and `narrow`.
    conversions: String,
    /// Whether the elements are totals, not of the type itself.
    of_totals: bool,
}

impl Operation {
    pub fn new(xp: &Wgpu, op: &ScanOp, dtype: DType) -> Result<Self> {
        let (carried, join) = match op {
            ScanOp::Sum if matches!(dtype, DType::F32 | DType::Complex64) => return Ok(Self::compensated(dtype)),
            ScanOp::Sum => (dtype, call("add", dtype, "a, b")),
            ScanOp::Prod if matches!(dtype.kind(), Kind::Float | Kind::Complex) => {
                return Ok(Self::product(dtype, if xp.supports(DType::F64) { wider(dtype) } else { dtype }));
            }
            ScanOp::Prod => (dtype, call("mul", dtype, "a, b")),
            ScanOp::Min => (dtype, call("min", dtype, "a, b")),
            ScanOp::Max => (dtype, call("max", dtype, "a, b")),
            ScanOp::Custom(..) => (dtype, "combined(a, b)".to_owned()),
        };
        let called = match op {
            ScanOp::Custom(combine, _) => apply(combine, dtype, "combined")?,
            _ => String::new(),
        };
        let class = held(carried);
        let join = if dtype == DType::Bool {
            let join = join.replace("a, b", "a != 0u, b != 0u");
            format!("{called}fn join(a: u32, b: u32) -> u32 {{ return select(0u, 1u, {join}); }}\n")
        } else {
            format!("{called}fn join(a: {class}, b: {class}) -> {class} {{ return {join}; }}\n")
        };
        let element = held(dtype);
        // Integers and running sums of half types are carried in the register's type.
        let back = if carried == dtype { narrowed(dtype, "a".to_owned()) } else { cast(carried, dtype, "a") };
        let (wide, narrow) = match dtype {
            DType::Bool => ("x".to_owned(), "a".to_owned()),
            _ => (cast(dtype, carried, "x"), back),
        };
        let conversions = converting(element, class, &wide, &narrow) + PLAIN;
        let name = match op {
            ScanOp::Custom(combine, _) => format!("{combine:?} {dtype}"),
            op => format!("{op:?} {dtype}"),
        };
        let (size, whole) = (carried.size().max(4), String::new());
        Ok(Self { name, dtype, size, class, run: class, whole, join, conversions, of_totals: false })
    }

    /// Products of floats: those of neighbours leave the range where the whole does not.
    fn product(dtype: DType, carried: DType) -> Self {
        let (class, size) = match carried {
            DType::Complex64 => ("Acc_running_z_f32", 24),
            DType::Complex128 => ("Acc_running_z_f64", 32),
            DType::F64 => ("Acc_running_f64", 24),
            _ => ("Acc_running_f32", 16),
        };
        let (run, element) = (held(carried), held(dtype));
        let wide = cast(dtype, carried, "x");
        let back = if carried == dtype { narrowed(dtype, "a".to_owned()) } else { cast(carried, dtype, "a") };
        let part = ending(carried);
        let ending = if carried.is_complex() { format!("z_{part}") } else { part.to_owned() };
        let join = format!("fn join(a: {class}, b: {class}) -> {class} {{ return running_join_{ending}(a, b); }}\n");
        let conversions = format!(
            "fn wide(x: {element}) -> {class} {{ return running_wide_{ending}({wide}); }}\n\
             fn after(a: {class}) -> {run} {{ return running_after_{ending}(a); }}\n\
             fn first_of(x: {element}) -> {run} {{ return {wide}; }}\n\
             fn step(a: {run}, x: {element}) -> {run} {{ return {}; }}\n\
             fn narrow(a: {run}) -> {element} {{ return {back}; }}\n",
            call("mul", carried, "a, first_of(x)")
        );
        let whole = WHOLE.replace("ENDING", &ending).replace("PART", part);
        Self { name: format!("Prod {dtype}"), dtype, size, class, run, whole, join, conversions, of_totals: false }
    }

    fn compensated(dtype: DType) -> Self {
        let (class, size, ending, conversions) = match dtype {
            DType::F32 => (
                "Acc_sum_f32",
                8,
                "f32",
                "fn wide(x: f32) -> Acc_sum_f32 { return Acc_sum_f32(x, 0.0); }
                 fn narrow(a: Acc_sum_f32) -> f32 { return total(a.sum, a.lost); }\n",
            ),
            _ => (
                "Acc_sum_z_f32",
                16,
                "z_f32",
                "fn wide(x: vec2<f32>) -> Acc_sum_z_f32 { return Acc_sum_z_f32(x, vec2<f32>(0.0, 0.0)); }
                 fn narrow(a: Acc_sum_z_f32) -> vec2<f32> {
                     return vec2<f32>(total(a.sum.x, a.lost.x), total(a.sum.y, a.lost.y));
                 }\n",
            ),
        };
        let join = COMPENSATED.replace("ACC", class).replace("ENDING", ending);
        let (conversions, whole) = (conversions.to_owned() + PLAIN, String::new());
        Self {
            name: format!("Sum {dtype}"),
            dtype,
            size,
            class,
            run: class,
            whole,
            join,
            conversions,
            of_totals: false,
        }
    }

    /// The same over totals.
    pub fn of_totals(&self) -> Self {
        let conversions = converting(self.class, self.class, "x", "a") + PLAIN;
        let (name, whole) = (format!("{} of totals", self.name), String::new());
        Self { name, run: self.class, whole, conversions, of_totals: true, ..self.clone() }
    }

    /// What the texts depend on.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn total_size(&self) -> usize {
        self.size
    }

    pub fn element_size(&self) -> usize {
        if self.of_totals { self.size } else { self.dtype.size() }
    }

    /// How many elements a thread takes: as many as fit into the memory for a group, a little more than half of it at most.
    fn items(&self) -> usize {
        let element = self.element_size().max(4);
        let fits = |items: &usize| padded(*items) * element + 256 * self.size <= GROUP_MEMORY;
        [8, 4, 2].into_iter().filter(|items| items * element <= 32).find(fits).unwrap_or(1)
    }

    /// How many elements a group takes.
    pub fn tile(&self) -> usize {
        256 * self.items()
    }

    /// Scans rows of one tile.
    pub fn rows(&self) -> String {
        self.write_part() + &self.text(ROWS, &WRITE.replace("BEFORE", ""), false)
    }

    /// Scans tiles, given the running totals of all.
    pub fn tiles(&self) -> String {
        let before = format!("@group(0) @binding(4) var<storage, read> before: array<{}>;\n", self.class);
        before + &self.write_part() + &self.text(ROWS, &WRITE.replace("BEFORE", BEFORE), false)
    }

    /// The totals of tiles.
    pub fn totals(&self) -> String {
        self.text(ROWS, "if (lane == (n - 1u) / ITEMSu) { out[group] = run; }", true)
    }

    pub fn columns(&self) -> String {
        self.text(COLUMNS, "", false)
    }

    fn text(&self, text: &str, finish: &str, total: bool) -> String {
        let (element, tile, items) = (self.element(), self.tile(), self.items());
        let text = text
            .replace("FINISH", finish)
            .replace("WHOLE", &self.whole)
            .replace("SLOT", if items > 1 { "k + (k >> 5u)" } else { "k" })
            .replace("PADDED", &padded(items).to_string())
            .replace("TILE", &tile.to_string())
            .replace("ITEMS", &items.to_string());
        let text = self.join.clone() + &self.conversions + &text;
        let text = text.replace("ELEMENT", element).replace("ACC", self.class).replace("RUN", self.run);
        self.buffers(total) + &text
    }

    /// The type of elements as the group holds them.
    fn element(&self) -> &'static str {
        if self.of_totals { self.class } else { held(self.dtype) }
    }

    /// The buffers, and how elements are read and written.
    fn buffers(&self, total: bool) -> String {
        let (element, dtype) = (self.element(), self.dtype);
        let (from, read, write) = if self.of_totals {
            (element, "x[at]".to_owned(), "out[at] = value;".to_owned())
        } else {
            let (read, value) = match dtype {
                DType::Bool => (format!("select(0u, 1u, {})", load(dtype, "x", "at", false)), "value != 0u"),
                _ => (load(dtype, "x", "at", false), "value"),
            };
            (stored(dtype, false), read, store(dtype, "out", "at", value))
        };
        let to = match (total, self.of_totals) {
            (true, _) => self.class,
            (_, true) => element,
            _ => stored(dtype, true),
        };
        let mut text = format!(
            "@group(0) @binding(2) var<storage, read> x: array<{from}>;\n\
             @group(0) @binding(3) var<storage, read_write> out: array<{to}>;\n\
             fn element(at: u32) -> {element} {{ return {read}; }}\n"
        );
        if !total {
            text += &format!("fn write_one(at: u32, value: {element}) {{ {write} }}\n");
        }
        text
    }

    /// How a group writes its elements. Words that are the group's alone are written whole.
    fn write_part(&self) -> String {
        let per = if self.of_totals { 1 } else { in_word(self.dtype) };
        if per == 1 {
            return "fn write_part(start: u32, n: u32, lane: u32) {
                for (var k = lane; k < n; k += 256u) { write_one(start + k, part[slot(k)]); }
            }\n"
            .to_owned();
        }
        let bits = match self.dtype {
            DType::F16 => "bits_f16(value)",
            DType::BF16 => "bits_bf16(value)",
            DType::I8 | DType::I16 => "bitcast<u32>(value)",
            _ => "value",
        };
        let (width, mask) = (32 / per, if per == 4 { "0xffu" } else { "0xffffu" });
        format!(
            "fn write_part(start: u32, n: u32, lane: u32) {{
                let last = start + n;
                for (var word = start / {per}u + lane; word * {per}u < last; word += 256u) {{
                    let at = word * {per}u;
                    let whole = at >= start && at + {per}u <= last;
                    var bits = 0u;
                    for (var k = max(at, start); k < min(at + {per}u, last); k += 1u) {{
                        let value = part[slot(k - start)];
                        if (whole) {{ bits |= ({bits} & {mask}) << ((k - at) * {width}u); }} else {{ write_one(k, value); }}
                    }}
                    if (whole) {{ atomicStore(&out[word], bits); }}
                }}
            }}\n"
        )
    }
}

/// The places for the elements of a group, so many for each thread: where there are more, every 32nd is left free.
fn padded(items: usize) -> usize {
    256 * items + if items > 1 { 8 * items } else { 0 }
}

/// The functions between elements and what is carried along.
fn converting(element: &str, class: &str, wide: &str, narrow: &str) -> String {
    format!(
        "fn wide(x: {element}) -> {class} {{ return {wide}; }}\n\
         fn narrow(a: {class}) -> {element} {{ return {narrow}; }}\n"
    )
}

/// The type of values in the memory of a group, where there are no truth values.
fn held(dtype: DType) -> &'static str {
    if dtype == DType::Bool { "u32" } else { register(dtype) }
}

/// The type in which products are carried.
fn wider(dtype: DType) -> DType {
    match dtype {
        DType::F32 => DType::F64,
        DType::Complex64 => DType::Complex128,
        other => other,
    }
}
