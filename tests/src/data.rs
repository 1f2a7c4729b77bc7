//! The committed data: arrays of `.npz` files and tables.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use xparray::prelude::*;
use xparray::{DType, dispatch_dtype};

/// An array of the data: its elements in row-major order.
#[derive(Clone, Debug)]
pub struct Stored {
    /// The element type.
    pub dtype: DType,
    /// The shape.
    pub shape: Vec<usize>,
    bytes: Vec<u8>,
}

/// The path of a file of the data.
pub fn path(name: &str) -> PathBuf {
    // Bundles carry the data beside the tests.
    let root = std::env::var_os("XPARRAY_TEST_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/data")), PathBuf::from);
    root.join(name)
}

/// The lines of a tab-separated file.
pub fn table(name: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The arrays of an `.npz` file by name.
pub fn npz(name: &str) -> BTreeMap<String, Stored> {
    let file = File::open(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut archive = zip::ZipArchive::new(file).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    names
        .into_iter()
        .map(|entry| {
            let mut bytes = Vec::new();
            archive.by_name(&entry).unwrap().read_to_end(&mut bytes).unwrap();
            let key = entry.trim_end_matches(".npy").to_owned();
            let stored = parse(&key, &bytes);
            (key, stored)
        })
        .collect()
}

fn parse(key: &str, bytes: &[u8]) -> Stored {
    let (descr, shape) = header(bytes).unwrap_or_else(|| panic!("{key} is not as NumPy writes arrays"));
    // A uint16 array in a bf16 group holds bit patterns; of two groups the second is the output's.
    let mut types = key.split('/').filter(|part| DType::ALL.iter().any(|dtype| dtype.name() == *part));
    let output = key.rsplit('/').next().is_some_and(|last| last.starts_with("out"));
    let group = if output { types.next_back() } else { types.next() };
    let bf16 = descr.contains("u2") && group == Some("bf16");
    let dtype = if bf16 { DType::BF16 } else { dtype_of(descr) };
    let n = shape.iter().product::<usize>() * dtype.size();
    Stored { dtype, shape, bytes: bytes[bytes.len() - n..].to_vec() }
}

/// The type and the shape that a `.npy` file of version 1 in C order says. Not read by what the tests are about.
fn header(bytes: &[u8]) -> Option<(&str, Vec<usize>)> {
    let text = bytes.strip_prefix(b"\x93NUMPY\x01\x00")?;
    let length = usize::from(u16::from_le_bytes(*text.first_chunk()?));
    let text = std::str::from_utf8(text.get(2..2 + length)?).ok()?;
    let (descr, rest) = text.strip_prefix("{'descr': '")?.split_once("', 'fortran_order': False, 'shape': (")?;
    let (shape, _) = rest.split_once(')')?;
    let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
    Some((descr, sizes.map(|size| size.parse().ok()).collect::<Option<_>>()?))
}

fn dtype_of(descr: &str) -> DType {
    match descr.trim_start_matches(['<', '|']) {
        "b1" => DType::Bool,
        "i1" => DType::I8,
        "i2" => DType::I16,
        "i4" => DType::I32,
        "i8" => DType::I64,
        "u1" => DType::U8,
        "u2" => DType::U16,
        "u4" => DType::U32,
        "u8" => DType::U64,
        "f2" => DType::F16,
        "f4" => DType::F32,
        "f8" => DType::F64,
        "c8" => DType::Complex64,
        "c16" => DType::Complex128,
        other => panic!("no element type for {other}"),
    }
}

/// The element type of a name of ours.
pub fn dtype_named(name: &str) -> DType {
    DType::ALL.into_iter().find(|dtype| dtype.name() == name).unwrap_or_else(|| panic!("no element type {name}"))
}

impl Stored {
    /// The elements, which must be of this type.
    pub fn to_vec<T: Element>(&self) -> Vec<T> {
        assert_eq!(self.dtype, T::DTYPE);
        self.cast()
    }

    /// The elements converted.
    pub fn cast<T: Element>(&self) -> Vec<T> {
        dispatch_dtype!(self.dtype, S => {
            self.bytes.chunks_exact(size_of::<S>()).map(|bytes| xparray::Scalar::from_bytes(self.dtype, bytes).get::<T>()).collect()
        })
    }

    /// The array on a device.
    pub fn array<T: Element, B: Backend>(&self, xp: &B) -> Array<T, B> {
        xp.from_slice(&self.to_vec::<T>(), &self.shape[..]).unwrap()
    }
}
