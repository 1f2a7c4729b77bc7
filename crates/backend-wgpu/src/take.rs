//! Copies by index: of plain bits, every operand where it lies.

use crate::axes::{Axes, word};
use crate::buffer::Buffer;
use crate::check::{checked, counted, same_type};
use crate::device::Wgpu;
use crate::run::Access;
use xparray_ir::backend::{Memory, View};
use xparray_ir::layout::{Dims, Strides, checked_len};
use xparray_ir::{DType, Error, Result};
use xparray_kernels::FaultOp;
use xparray_kernels::wgsl::types::{in_word, load};

type V<'a> = View<'a, Buffer>;

/// Threads of a group.
const GROUP: usize = 256;
/// The first word of the axes.
const AXES: usize = 7;

/// The axes of a result, and what a step along each is in the array, for which the indexed axis does not count, and in the indices.
struct Steps {
    shape: Dims,
    source: Strides,
    indices: Strides,
}

fn check_axis(op: &'static str, x: V<'_>, axis: usize) -> Result<()> {
    let ndim = x.shape().len();
    if axis < ndim { Ok(()) } else { Err(Error::Axis { op, axis: axis as isize, ndim }) }
}

impl Wgpu {
    /// The elements along an axis at `indices`, whose shape takes the axis' place.
    pub(crate) fn taken(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<Buffer> {
        check_axis("take", x, axis)?;
        let (shape, strides, places) = (x.shape(), x.layout().strides(), indices.layout());
        let all = |before: &[isize], middle: &[isize], after: &[isize]| [before, middle, after].concat().into();
        let zeros = |len: usize| vec![0; len];
        let steps = Steps {
            shape: [&shape[..axis], places.shape(), &shape[axis + 1..]].concat().into(),
            source: all(&strides[..axis], &zeros(places.ndim()), &strides[axis + 1..]),
            indices: all(&zeros(axis), places.strides(), &zeros(shape.len() - axis - 1)),
        };
        self.copied(FaultOp::Take, x, axis, indices, &steps)
    }

    /// One element along an axis for each index.
    pub(crate) fn taken_along(&self, x: V<'_>, axis: usize, indices: V<'_>) -> Result<Buffer> {
        check_axis("take_along_axis", x, axis)?;
        let (shape, places) = (x.shape(), indices.shape());
        let fits = |k: usize| k == axis || shape[k] == places[k];
        if shape.len() != places.len() || !(0..shape.len()).all(fits) {
            return Err(Error::shape("take_along_axis", shape, places));
        }
        let mut source = Strides::from_slice(x.layout().strides());
        source[axis] = 0;
        let steps = Steps { shape: places.into(), source, indices: indices.layout().strides().into() };
        self.copied(FaultOp::TakeAlong, x, axis, indices, &steps)
    }

    fn copied(&self, op: FaultOp, x: V<'_>, axis: usize, indices: V<'_>, steps: &Steps) -> Result<Buffer> {
        same_type("take", DType::I64, indices.dtype())?;
        let (total, size) = (checked_len(&steps.shape)?, x.dtype().size());
        let out = self.alloc(total * size)?;
        if total == 0 {
            return Ok(out);
        }
        [x.layout(), indices.layout()].into_iter().try_for_each(|layout| checked("take", layout))?;
        let axes = Axes::new(&steps.shape, [&steps.source, &steps.indices]);
        let (len, stride) = (counted("take", x.shape()[axis])?, x.layout().strides()[axis]);
        let offsets = [x, indices].map(|view| view.layout().offset() as u32);
        // An axis that has one element may have any stride.
        let stride = if len < 2 { 0 } else { word(stride) };
        let mut words = vec![counted("take", total)?, len, 0, stride, offsets[0], offsets[1], op as u32];
        words.extend(axes.words());
        let name = format!("take {size} {}", axes.count());
        let buffers = [Access::Read(x.buffer()), Access::Read(indices.buffer()), Access::Write(&out)];
        let groups = total.div_ceil(GROUP * in_word(x.as_bits().dtype()));
        self.run(&name, || text(x.as_bits().dtype(), &axes), &buffers, &words, groups)?;
        Ok(out)
    }
}

/// The type of an element, or of a word of smaller ones, as bits. Not of `f64`, which a device need not have.
pub(crate) fn bits(dtype: DType) -> &'static str {
    match dtype.size() {
        16 => "vec4<u32>",
        8 => "vec2<u32>",
        _ => "u32",
    }
}

fn text(dtype: DType, axes: &Axes<2>) -> String {
    let (per, width) = (in_word(dtype), 8 * dtype.size());
    let more = (1..per)
        .map(|k| format!("if (first + {k}u < args[0]) {{ value |= element(first + {k}u) << {}u; }}\n", k * width));
    include_str!("kernels/take.wgsl")
        .replace("LOAD", &load(dtype, "source", "from_place", false))
        .replace("MORE", &more.collect::<String>())
        .replace("PER", &per.to_string())
        .replace("PLACES", &axes.text(AXES))
        .replace("BITS", bits(dtype))
}
