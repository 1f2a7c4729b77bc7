//! What tests share that compare the device with the CPU backend.
#![allow(dead_code, reason = "no test uses all of it")]

use xparray_cpu::Cpu;
use xparray_ir::backend::{Backend, Memory};
use xparray_ir::layout::{Dims, Strides};
use xparray_ir::{DType, Kind, Layout, Scalar};
use xparray_wgpu::Wgpu;

/// The device; `None`, said once, if there is none and none is asked for.
pub fn device() -> Option<Wgpu> {
    match Wgpu::new(0) {
        Ok(device) => Some(device),
        Err(error) => {
            let required = std::env::var("XPARRAY_REQUIRE").is_ok_and(|names| names.contains("wgpu"));
            assert!(!required, "{error}");
            println!("skipped: {error}");
            None
        }
    }
}

/// The types that a device has.
pub fn types(device: &Wgpu) -> impl Iterator<Item = DType> + '_ {
    DType::ALL.into_iter().filter(|&dtype| device.supports(dtype))
}

/// So many small whole numbers, whose sums are exact in every type.
pub fn numbers(dtype: DType, len: usize, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |part: DType| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let small = (state >> 33) % 7;
        let value = match part.kind() {
            Kind::Bool => f64::from(small > 4),
            Kind::Unsigned => small as f64,
            _ => small as f64 - 3.0,
        };
        Scalar::from_f64(part, value).bytes().to_vec()
    };
    let (part, parts) = match dtype {
        DType::Complex64 => (DType::F32, 2),
        DType::Complex128 => (DType::F64, 2),
        other => (other, 1),
    };
    (0..len * parts).flat_map(|_| next(part)).collect()
}

/// The bytes of indices.
pub fn indices(values: impl IntoIterator<Item = i64>) -> Vec<u8> {
    values.into_iter().flat_map(i64::to_ne_bytes).collect()
}

/// A buffer with these bytes.
pub fn uploaded<M: Memory>(xp: &M, bytes: &[u8]) -> M::Buffer {
    let mut buffer = xp.alloc(bytes.len()).unwrap();
    xp.upload(bytes, &mut buffer).unwrap();
    buffer
}

/// The first bytes of a buffer.
pub fn downloaded<M: Memory>(xp: &M, buffer: &M::Buffer, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    xp.download(buffer, 0, &mut bytes).unwrap();
    bytes
}

pub fn layout(shape: &[usize], strides: &[isize], offset: usize) -> Layout {
    Layout::new(Dims::from_slice(shape), Strides::from_slice(strides), offset).unwrap()
}

/// Runs something on both, and compares the bytes that it gives.
pub fn compare(
    device: &Wgpu,
    what: &str,
    on_cpu: impl FnOnce(&Cpu) -> Vec<u8>,
    on_device: impl FnOnce(&Wgpu) -> Vec<u8>,
) {
    let (expected, found) = (on_cpu(&Cpu::new()), on_device(device));
    assert_eq!(expected.len(), found.len(), "{what}");
    let wrong = expected.iter().zip(&found).position(|(x, y)| x != y);
    assert!(wrong.is_none(), "{what}: byte {wrong:?} of {}", expected.len());
}
