//! A header and the elements behind it, whatever their type is, between a file and a device.

use super::failed;
use super::header::Header;
use crate::array::DynArray;
use crate::array::trusted::Computed;
use crate::backend::Backend;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::graph;
use crate::layout::{Layout, checked_len};
use std::io::{Read, Write};

/// Elements go between a file and the device in parts of so many bytes, a multiple of every element's.
const PART: usize = 16 << 20;

const OP: &str = "load_npy";

/// The types that are neither ours nor wanted.
const NUMPYS: &str = "numbers or truth values of a type that NumPy has";

/// NumPy's description of a type, without the byte order; it has none for `bf16`.
fn descr(dtype: DType) -> Option<&'static str> {
    Some(match dtype {
        DType::Bool => "b1",
        DType::I8 => "i1",
        DType::I16 => "i2",
        DType::I32 => "i4",
        DType::I64 => "i8",
        DType::U8 => "u1",
        DType::U16 => "u2",
        DType::U32 => "u4",
        DType::U64 => "u8",
        DType::F16 => "f2",
        DType::BF16 => return None,
        DType::F32 => "f4",
        DType::F64 => "f8",
        DType::Complex64 => "c8",
        DType::Complex128 => "c16",
    })
}

/// The type that NumPy's `dtype.str` names, and whether its bytes are in the order that is not this machine's.
fn element_type(text: &str) -> Option<(DType, bool)> {
    let (order, kind) = text.split_at_checked(1)?;
    let foreign = match order {
        "<" => cfg!(target_endian = "big"),
        ">" => cfg!(target_endian = "little"),
        "|" | "=" => false,
        _ => return None,
    };
    DType::ALL.into_iter().find(|&dtype| descr(dtype) == Some(kind)).map(|dtype| (dtype, foreign))
}

/// What a file says about its elements, and where it says it.
pub(super) struct Described {
    pub dtype: DType,
    /// Whether bytes are in the order that is not this machine's.
    pub foreign: bool,
    pub fortran_order: bool,
    pub shape: Vec<usize>,
    pub len: usize,
}

impl Described {
    /// Reads a header of elements of the type that is expected, or of any. They are in at most `size` bytes, so what the
    /// header claims is compared with this before there is memory for it.
    pub fn read(name: &str, source: &mut impl Read, size: u64, expected: Option<DType>) -> Result<Self> {
        let Header { descr: text, fortran_order, shape } = Header::read(source).map_err(failed(name))?;
        let fits = |found: DType| expected.is_none_or(|expected| expected == found);
        let Some((dtype, foreign)) = element_type(&text).filter(|&(found, _)| fits(found)) else {
            let expected = match expected {
                Some(dtype) => described(dtype),
                None => NUMPYS.to_owned(),
            };
            let structured = if text.starts_with(['[', '(']) { "structured elements " } else { "" };
            return Err(Error::DType { op: OP, expected, found: format!("{structured}{text} in {name}") });
        };
        let len = checked_len(&shape)?;
        let bytes = len * dtype.size();
        if bytes as u64 > size {
            return Err(early(name, &format!("{bytes} bytes of elements do not fit into its {size}")));
        }
        Ok(Self { dtype, foreign, fortran_order, shape, len })
    }
}

/// A type and NumPy's name for it.
pub(super) fn described(dtype: DType) -> String {
    format!("{dtype} ({})", descr(dtype).unwrap_or("none of NumPy's"))
}

pub(super) fn early(name: &str, reason: &str) -> Error {
    Error::Io { path: name.to_owned(), message: format!("the file ends early: {reason}") }
}

/// Reads an array of the type that is expected, or of any, of a file that holds at most `size` bytes.
pub(super) fn read_npy<B: Backend>(
    xp: &B,
    name: &str,
    source: &mut impl Read,
    size: u64,
    expected: Option<DType>,
) -> Result<DynArray<B>> {
    let Described { dtype, foreign, fortran_order, shape, len } = Described::read(name, source, size, expected)?;
    let raw = read_elements(xp, name, source, dtype, len, foreign)?;
    if fortran_order { from_fortran(&raw, &shape) } else { raw.reshaped(&shape) }
}

/// Elements in the order of columns as an array of this shape.
pub(super) fn from_fortran<B: Backend>(raw: &DynArray<B>, shape: &[usize]) -> Result<DynArray<B>> {
    let reversed: Vec<usize> = shape.iter().rev().copied().collect();
    let axes: Vec<usize> = (0..shape.len()).rev().collect();
    let raw = raw.reshaped(&reversed)?;
    raw.with_layout(raw.layout().permute(&axes)?)
}

/// Reads so many elements as a vector.
pub(super) fn read_elements<B: Backend>(
    xp: &B,
    name: &str,
    source: &mut impl Read,
    dtype: DType,
    len: usize,
    foreign: bool,
) -> Result<DynArray<B>> {
    DynArray::check_supported(xp, dtype)?;
    let bytes = len * dtype.size();
    // First of all, so that what the pool's limit forbids costs nothing else.
    let mut buffer = graph::alloc(xp, bytes)?;
    let mut part = vec![0; bytes.min(PART)];
    for start in (0..bytes).step_by(PART) {
        let part = &mut part[..PART.min(bytes - start)];
        source.read_exact(part).map_err(|error| early(name, &error.to_string()))?;
        normalize(part, dtype, foreign);
        if part.len() == bytes {
            xp.upload(part, &mut buffer)?;
        } else {
            let here = part.len() / dtype.size();
            let place = Layout::row_major(&[len]).sliced(0, start / dtype.size(), 1, here)?;
            DynArray::from_bytes(xp, dtype, &[here], part)?.store(OP, xp, &mut buffer, &place)?;
        }
    }
    Ok(DynArray::from_buffer(xp, dtype, &[len], buffer))
}

/// Bytes of a file as this machine has them.
pub(super) fn normalize(bytes: &mut [u8], dtype: DType, foreign: bool) {
    if foreign {
        let part = if dtype.is_complex() { dtype.size() / 2 } else { dtype.size() };
        bytes.chunks_exact_mut(part).for_each(<[u8]>::reverse);
    }
    if dtype == DType::Bool {
        bytes.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
    }
}

/// The elements of an array, computed and in C order: what can still fail is the file.
pub(super) struct Elements<B: Backend> {
    xp: B,
    computed: Computed<B>,
}

impl<B: Backend> Elements<B> {
    pub fn of(array: &DynArray<B>) -> Result<Self> {
        let mut computed = array.computed()?;
        if !computed.layout.is_contiguous() {
            computed = array.copy()?.computed()?;
        }
        Ok(Self { xp: array.xp().clone(), computed })
    }

    /// With a header.
    pub fn write(&self, name: &str, out: &mut impl Write) -> Result<()> {
        let Computed { dtype, layout, .. } = &self.computed;
        let size = dtype.size();
        let order = match (size, cfg!(target_endian = "little")) {
            (1, _) => '|',
            (_, true) => '<',
            (_, false) => '>',
        };
        let expected = || Error::DType { op: "save_npy", expected: NUMPYS.to_owned(), found: dtype.to_string() };
        let descr = format!("{order}{}", descr(*dtype).ok_or_else(expected)?);
        let header = Header { descr, fortran_order: false, shape: layout.shape().to_vec() };
        out.write_all(&header.to_bytes().map_err(failed(name))?).map_err(failed(name))?;
        self.write_bytes(name, out)
    }

    /// Nothing but the elements.
    pub fn write_bytes(&self, name: &str, out: &mut impl Write) -> Result<()> {
        let Computed { buffer, dtype, layout } = &self.computed;
        let size = dtype.size();
        let bytes = layout.len() * size;
        let mut part = vec![0; bytes.min(PART)];
        for start in (0..bytes).step_by(PART) {
            let part = &mut part[..PART.min(bytes - start)];
            self.xp.download(buffer, layout.offset() * size + start, part)?;
            out.write_all(part).map_err(failed(name))?;
        }
        Ok(())
    }
}
