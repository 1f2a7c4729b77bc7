//! What the device tests share. Without a device each says so and passes; `XPARRAY_REQUIRE` naming the backend makes
//! that a failure. `crate::backend` is the backend: each has a program for each of these tests.
#![allow(dead_code)] // Not every test needs all of it.

use crate::backend::{Buffer, NAME, Native, Xp};
use std::env;
use std::sync::{Mutex, MutexGuard, PoisonError};
use xparray_ir::backend::{Memory, Streams};

/// Tests of one program take turns: they count what a device has.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A handle on a stream of the test's own and the turn to use it, or none with the reason printed, unless
/// `XPARRAY_REQUIRE` names the backend.
pub fn device() -> Option<(Xp, MutexGuard<'static, ()>)> {
    let turn = turn();
    match Xp::new(0).and_then(|xp| xp.on_new_stream()) {
        Ok(xp) => Some((xp, turn)),
        Err(error) => {
            let required = env::var("XPARRAY_REQUIRE").is_ok_and(|list| list.split(',').any(|name| name == NAME));
            assert!(!required, "XPARRAY_REQUIRE={NAME}, but {error}");
            println!("ignored: no device: {error}");
            None
        }
    }
}

pub fn upload(xp: &Xp, bytes: &[u8]) -> Buffer<Native> {
    let mut buffer = xp.alloc(bytes.len()).unwrap();
    xp.upload(bytes, &mut buffer).unwrap();
    buffer
}

pub fn download(xp: &Xp, buffer: &Buffer<Native>, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    xp.download(buffer, 0, &mut bytes).unwrap();
    bytes
}
