//! Memory and events that processes share.

use crate::backend::Xp;
use libtest_mimic::Completion;
use std::{env, process};
use xparray_core::prelude::*;
use xparray_gpu::{EventOptions, IpcEventHandle, IpcMemHandle};
use xparray_ir::backend::Streams;
use xparray_ir::{Error, Result};

tests!(processes_share_memory_and_events, another_process, memory_of_pools_is_not_shared);

/// What the other process is told: handles, as hexadecimal digits.
const HANDLES: &str = "XPARRAY_TEST_HANDLES";
const LEN: usize = 100_000;

fn processes_share_memory_and_events(xp: &Xp) -> Result<()> {
    let mut x = xp.from_device_buffer::<i64>(xp.shared_buffer(8 * LEN)?, LEN)?;
    let memory = xp.ipc_mem_handle(&x)?;
    x.assign(s![1..], &xp.arange((1i64, LEN as i64, 1))?)?;
    x.assign(s![0], 42i64)?;
    let written = xp.record_with(EventOptions::new().interprocess())?;
    let handles = [&memory.to_bytes()[..], &written.ipc_handle()?.to_bytes()].concat();
    let text: String = handles.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut command = process::Command::new(env::current_exe().expect("this program"));
    command.args(["--exact", "processes::another_process"]).env(HANDLES, text);
    let output = command.output().expect("another process");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let values = x.to_vec()?;
    assert_eq!((&values[..3], values[LEN / 2 - 1], values[LEN / 2]), (&[7, 7, 7][..], 7, LEN as i64 / 2));
    Ok(())
}

fn another_process(xp: &Xp) -> Completion {
    match env::var(HANDLES) {
        Err(_) => Completion::ignored_with("part of another test"),
        Ok(text) => {
            use_what_is_shared(xp, &text).expect("what the first process has said");
            Completion::Completed
        }
    }
}

fn use_what_is_shared(xp: &Xp, text: &str) -> Result<()> {
    let bytes: Vec<u8> =
        (0..text.len() / 2).map(|k| u8::from_str_radix(&text[2 * k..2 * k + 2], 16).expect("digits")).collect();
    let (memory, event) = bytes.split_at(72);
    let memory = IpcMemHandle::from_bytes(memory.try_into().expect("a handle"));
    let event = IpcEventHandle::from_bytes(event.try_into().expect("a handle"));
    // SAFETY: the test keeps memory and event until this process ends, and waits for that.
    let (event, buffer) = unsafe { (xp.open_ipc_event(&event)?, xp.open_ipc_memory(&memory)?) };
    xp.wait(&event)?;
    let mut x = xp.from_device_buffer::<i64>(buffer, LEN)?;
    assert_eq!(x.sum(..)?.item()?, 42 + (LEN as i64 - 1) * LEN as i64 / 2);
    x.assign(s![..LEN / 2], 7i64)?;
    x.eval()?;
    xp.synchronize()
}

fn memory_of_pools_is_not_shared(xp: &Xp) -> Result<()> {
    let x = xp.ones::<f32>(100)?.copy();
    x.eval()?;
    match xp.ipc_mem_handle(&x) {
        // Where pools have plain memory, it can be shared.
        Ok(handle) => assert_eq!(handle.bytes(), 400),
        Err(Error::Library { .. }) => (),
        Err(error) => return Err(error),
    }
    let event = xp.record_with(EventOptions::new().untimed())?;
    assert!(event.ipc_handle().is_err());
    Ok(())
}
