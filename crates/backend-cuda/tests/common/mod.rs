//! What the device tests share.

use std::env;
use std::sync::{Mutex, MutexGuard, PoisonError};
use xparray_core::backend::{Memory, Streams};
use xparray_cuda::{Buffer, Cuda, CudaDriver};

/// A handle on a stream of the test's own and the turn to use it, or none with the reason printed, unless
/// `XPARRAY_REQUIRE` names `cuda`.
pub fn device() -> Option<(Cuda, MutexGuard<'static, ()>)> {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    match Cuda::new(0).and_then(|xp| xp.on_new_stream()) {
        Ok(xp) => Some((xp, turn)),
        Err(error) => {
            let required = env::var("XPARRAY_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == "cuda"));
            assert!(!required, "XPARRAY_REQUIRE=cuda, but {error}");
            println!("ignored: no device: {error}");
            None
        }
    }
}

pub fn upload(xp: &Cuda, bytes: &[u8]) -> Buffer<CudaDriver> {
    let mut buffer = xp.alloc(bytes.len()).unwrap();
    xp.upload(bytes, &mut buffer).unwrap();
    buffer
}

pub fn download(xp: &Cuda, buffer: &Buffer<CudaDriver>, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    xp.download(buffer, 0, &mut bytes).unwrap();
    bytes
}
