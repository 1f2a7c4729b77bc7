//! Memory and launches of the emulator.

use std::sync::Arc;
use xparray_hip_emulator::code::Module;
use xparray_hip_emulator::machine::fault::Fault;
use xparray_hip_emulator::machine::launch::Launch;
use xparray_hip_emulator::machine::space::{self, Allocation, Kind};

/// Memory of the device.
pub struct Buffer(usize);

/// What has no padding and any pattern of bits.
pub trait Plain: Copy {}

impl Plain for u8 {}
impl Plain for u16 {}
impl Plain for i64 {}
impl Plain for u64 {}
impl Plain for f32 {}
impl Plain for f64 {}

impl Buffer {
    /// Memory that nobody wrote.
    pub fn fresh(bytes: usize) -> Self {
        Self(space::insert(Allocation::new(bytes, Kind::Device, 0).unwrap()))
    }

    pub fn of<T: Plain>(values: &[T]) -> Self {
        let buffer = Self::fresh(size_of_val(values));
        // SAFETY: plain values are bytes, and the allocation has as many.
        unsafe {
            let bytes = std::slice::from_raw_parts(values.as_ptr().cast::<u8>(), size_of_val(values));
            bytes.iter().enumerate().for_each(|(k, &byte)| space::write(buffer.0 + k, 1, byte.into()));
        }
        space::at(buffer.0).unwrap().wrote(buffer.0, size_of_val(values));
        buffer
    }

    /// What is in it; none if some of it was not written.
    pub fn read<T: Plain>(&self) -> Option<Vec<T>> {
        let block = space::at(self.0).unwrap();
        if !block.is_written(self.0, block.bytes) {
            return None;
        }
        let from = std::ptr::with_exposed_provenance::<T>(self.0);
        // SAFETY: plain values are bytes, and the allocation has as many.
        Some((0..block.bytes / size_of::<T>()).map(|k| unsafe { from.add(k).read_unaligned() }).collect())
    }

    pub fn address(&self) -> u64 {
        self.0 as u64
    }

    /// Whether nothing was written beside it.
    pub fn is_whole(&self) -> bool {
        space::at(self.0).unwrap().is_whole()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        space::remove(self.0);
    }
}

/// Launches a kernel of groups along one axis, with arguments of up to 8 bytes each. The instructions of all waves.
pub fn launch(
    module: &Arc<Module>,
    kernel: &str,
    [groups, threads, dynamic]: [u32; 3],
    arguments: &[u64],
    seed: u64,
) -> Result<u64, Fault> {
    let kernel = module.kernels[kernel].clone();
    let given: Vec<*const u8> = arguments.iter().map(|argument| std::ptr::from_ref(argument).cast()).collect();
    let (groups, threads) = ([groups, 1, 1], [threads, 1, 1]);
    // SAFETY: no argument of these kernels has more than 8 bytes.
    let arguments = unsafe { Launch::arguments(&kernel, given.as_ptr(), groups, threads, dynamic) };
    let (module, space) = (module.clone(), Arc::default());
    Launch { module, kernel, groups, threads, dynamic, arguments, space, cooperative: false }.run(seed)
}
