//! Writes by index. The places of the indices are found first, and whether one is wrong: then nothing is written.

use crate::axes::Axes;
use crate::buffer::Buffer;
use crate::check::{checked, counted, same_type};
use crate::device::Wgpu;
use crate::run::Access;
use xparray_ir::backend::{Memory, Output, Primitives, ScatterOp, View};
use xparray_ir::{DType, Error, Kind, Layout, Result};
use xparray_kernels::FaultOp;
use xparray_kernels::wgsl::call;
use xparray_kernels::wgsl::types::{load, narrowed, register, store, stored};

type V<'a> = View<'a, Buffer>;

/// Threads of a group.
const GROUP: usize = 256;
/// The first words of the axes of indices and of values.
const INDEX_AXES: usize = 5;
const VALUE_AXES: usize = 4;
/// A thread joins what goes to one place in its order: where more than so many values go to each, that takes long.
const CROWD: usize = 1 << 9;

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// By the marks of the last writes.
    Put,
    /// By atomic operations, in any order.
    Atomic(ScatterOp),
    /// By the stable order of the places: the first value of each joins all.
    InOrder(ScatterOp),
}

impl Way {
    fn new(op: ScatterOp, dtype: DType) -> Self {
        match (op, dtype) {
            (ScatterOp::Put, _) => Self::Put,
            (ScatterOp::Add | ScatterOp::Min | ScatterOp::Max, DType::I32 | DType::U32) => Self::Atomic(op),
            _ => Self::InOrder(op),
        }
    }
}

/// Whether a scatter has kernels: of few places that many values go to, the host is faster.
pub(crate) fn is_native(op: ScatterOp, dtype: DType, values: usize, places: usize) -> bool {
    !matches!(Way::new(op, dtype), Way::InOrder(_)) || values <= CROWD.saturating_mul(places)
}

/// The places of indices.
struct Places {
    found: Buffer,
    refused: Buffer,
    /// For each place, if asked for: 1 more than the number of the last write to it.
    marks: Option<Buffer>,
    count: usize,
}

impl Wgpu {
    pub(crate) fn scattered(
        &self,
        op: ScatterOp,
        target: &Output<'_, Buffer>,
        indices: V<'_>,
        values: V<'_>,
    ) -> Result<()> {
        if indices.shape() != values.shape() {
            return Err(Error::shape("scatter", indices.shape(), values.shape()));
        }
        if !target.layout().is_contiguous() {
            return Err(Error::value("scatter", "the target is not row-major"));
        }
        same_type("scatter", target.dtype(), values.dtype())?;
        same_type("scatter", DType::I64, indices.dtype())?;
        let layouts = [target.layout(), indices.layout(), values.layout()];
        layouts.into_iter().try_for_each(|layout| checked("scatter", layout))?;
        if values.len() == 0 {
            return Ok(());
        }
        let way = Way::new(op, values.dtype());
        let places = self.places(way, indices, target.layout().len())?;
        match way {
            Way::Put => {
                let marks = self.claimed(&places)?;
                self.write_values(way, &places, target, values.as_bits(), marks)
            }
            Way::Atomic(_) => self.write_values(way, &places, target, values, None),
            Way::InOrder(_) => {
                let layout = Layout::row_major(&[places.count]);
                let order = self.argsort(View::new(&places.found, DType::U32, &layout)?, 0)?;
                self.write_values(way, &places, target, values, Some(&order))
            }
        }
    }

    fn places(&self, way: Way, indices: V<'_>, len: usize) -> Result<Places> {
        let count = indices.len();
        let (found, refused) = (self.alloc(4 * counted("scatter", count)? as usize)?, self.alloc(4)?);
        self.run("scatter clear", clear_text, &[Access::Write(&refused)], &[0; 3], 1)?;
        let marks = if way == Way::Put { Some(self.alloc(4 * len)?) } else { None };
        let axes = Axes::new(indices.shape(), [indices.layout().strides()]);
        let op = if way == Way::Put { FaultOp::Scatter } else { FaultOp::ScatterJoin };
        let mut words = vec![count as u32, counted("scatter", len)?, 0, indices.layout().offset() as u32, op as u32];
        words.extend(axes.words());
        let mut buffers = vec![Access::Read(indices.buffer()), Access::Write(&found), Access::Write(&refused)];
        buffers.extend(marks.as_ref().map(Access::Write));
        let name = format!("scatter places {} {}", marks.is_some(), axes.count());
        let text = || places_text(marks.is_some(), &axes);
        self.run(&name, text, &buffers, &words, count.div_ceil(GROUP))?;
        Ok(Places { found, refused, marks, count })
    }

    /// The marks of the last writes.
    fn claimed<'a>(&self, places: &'a Places) -> Result<Option<&'a Buffer>> {
        if let Some(marks) = &places.marks {
            let text = || include_str!("kernels/scatter_claim.wgsl").to_owned();
            let buffers = [Access::Read(&places.found), Access::Read(&places.refused), Access::Write(marks)];
            self.run("scatter claim", text, &buffers, &[places.count as u32, 0, 0], places.count.div_ceil(GROUP))?;
        }
        Ok(places.marks.as_ref())
    }

    fn write_values(
        &self,
        way: Way,
        places: &Places,
        target: &Output<'_, Buffer>,
        values: V<'_>,
        further: Option<&Buffer>,
    ) -> Result<()> {
        let axes = Axes::new(values.shape(), [values.layout().strides()]);
        let mut words = vec![places.count as u32, target.layout().offset() as u32, 0, values.layout().offset() as u32];
        words.extend(axes.words());
        let mut buffers = vec![
            Access::Read(&places.found),
            Access::Read(&places.refused),
            Access::Read(values.buffer()),
            Access::Write(target.buffer()),
        ];
        buffers.extend(further.map(Access::Read));
        let name = format!("scatter {way:?} {} {}", values.dtype(), axes.count());
        let text = || write_text(way, values.dtype(), &axes);
        self.run(&name, text, &buffers, &words, places.count.div_ceil(GROUP))
    }
}

/// Clears a word, without a write of the host's that all launches before it would be submitted for.
fn clear_text() -> String {
    "@group(0) @binding(2) var<storage, read_write> refused: array<u32>;\n\
     @compute @workgroup_size(256) fn main() { refused[0] = 0u; }\n"
        .to_owned()
}

fn places_text(marked: bool, axes: &Axes<1>) -> String {
    let marks = "@group(0) @binding(5) var<storage, read_write> marks: array<atomic<u32>>;";
    let clear = "atomicStore(&marks[place], 0u);";
    include_str!("kernels/scatter_places.wgsl")
        .replace("MARKS", if marked { marks } else { "" })
        .replace("CLEAR", if marked { clear } else { "" })
        .replace("PLACES", &axes.text(INDEX_AXES))
}

/// The values' type in registers: bits are only copied, and a device need not have `f64`.
fn class(way: Way, dtype: DType) -> &'static str {
    if way == Way::Put { crate::take::bits(dtype) } else { register(dtype) }
}

fn write_text(way: Way, dtype: DType, axes: &Axes<1>) -> String {
    let small = dtype.size() < 4;
    let class = class(way, dtype);
    let of_buffer = |written| if small { stored(dtype, written).to_owned() } else { class.to_owned() };
    let at = "args[1] + found[k]";
    let (further, written, body) = match way {
        Way::Put => {
            let store = store(dtype, "written", at, "value(k)");
            ("array<u32>", of_buffer(true), format!("if (further[found[k]] == k + 1u) {{ {store} }}"))
        }
        Way::Atomic(op) => {
            let body = format!("atomic{op:?}(&written[{at}], value(k));");
            ("", format!("atomic<{class}>"), body)
        }
        Way::InOrder(op) => ("array<i64>", of_buffer(true), join(op, dtype)),
    };
    let declared = format!("@group(0) @binding(6) var<storage, read> further: {further};");
    include_str!("kernels/scatter_write.wgsl")
        .replace("FURTHER", if further.is_empty() { "" } else { &declared })
        .replace("STORED", &of_buffer(false))
        .replace("WRITTEN", &written)
        .replace("LOAD", &load(dtype, "values", "at", false))
        .replace("PLACES", &axes.text(VALUE_AXES))
        .replace("CLASS", class)
        .replace("BODY", &body)
}

/// The statements by which the first value of a place joins all that go there.
fn join(op: ScatterOp, dtype: DType) -> String {
    let name = format!("{op:?}").to_lowercase();
    let joined = call(&name, dtype, "joined, value(source)");
    let joined = if dtype.kind() == Kind::Bool { joined } else { narrowed(dtype, joined) };
    let (old, store) = (load(dtype, "written", "at", true), store(dtype, "written", "at", "joined"));
    format!(
        "let place = found[u32(further[k])];\n\
         if (k > 0u) {{ if (found[u32(further[k - 1u])] == place) {{ return; }} }}\n\
         let at = args[1] + place;\n\
         var joined = {old};\n\
         for (var j = k; j < args[0]; j++) {{\n\
         let source = u32(further[j]);\n\
         if (found[source] != place) {{ break; }}\n\
         joined = {joined};\n}}\n{store}"
    )
}
