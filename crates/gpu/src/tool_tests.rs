//! What programs have besides arrays, over the fake driver.

use crate::driver::{DeviceAttribute, RawStream};
use crate::fake::open;
use crate::hooks::{Allocation, MemoryHook};
use crate::{Allocator, ByValue, EventOptions, IpcMemHandle, LineProfile, ModuleOptions, StreamOptions};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use xparray_core::prelude::*;
use xparray_ir::Error;
use xparray_ir::backend::Memory;

#[test]
fn streams_have_priorities_and_foreign_ones_stay() {
    let (xp, world) = open(1 << 20);
    assert_eq!(xp.stream_priorities().unwrap(), -2..=0);
    let urgent = xp.on_new_stream_with(StreamOptions::new().priority(-2).blocking()).unwrap();
    assert!(world.news().contains(&"stream of priority -2, blocking: true".to_owned()));
    let Err(Error::Value { op: "capture", .. }) = urgent.capture(|| Ok(())) else { panic!() };
    drop(urgent);

    let live = world.live();
    // SAFETY: the fake does nothing with streams.
    let foreign = unsafe { xp.on_foreign_stream(RawStream(77)).unwrap() };
    assert_eq!(foreign.raw_stream(), RawStream(77));
    let x = foreign.from_slice(&[1i32, 2, 3], 3).unwrap();
    assert_eq!(x.to_device(&xp).unwrap().to_vec().unwrap(), [1, 2, 3]);
    drop((x, foreign));
    assert_eq!(world.live(), live, "its event is gone, and the stream was not ours");
}

#[test]
fn host_functions_run_and_their_panics_are_errors() {
    let (xp, _) = open(1 << 20);
    let called = Arc::new(AtomicUsize::new(0));
    let counter = called.clone();
    xp.launch_host_func(move || {
        counter.fetch_add(1, SeqCst);
    })
    .unwrap();
    xp.synchronize().unwrap();
    assert_eq!((called.load(SeqCst), Arc::strong_count(&called)), (1, 1));
    xp.launch_host_func(|| panic!("of the test")).unwrap();
    let error = xp.synchronize().unwrap_err().to_string();
    assert!(error.contains("of the test"), "{error}");
    xp.synchronize().unwrap();
    assert!(xp.capture(|| xp.launch_host_func(|| ())).is_err());
}

#[test]
fn untimed_events_measure_nothing() {
    let (xp, _) = open(1 << 20);
    let start = xp.record().unwrap();
    let end = xp.record_with(EventOptions::new().untimed().blocking()).unwrap();
    end.synchronize().unwrap();
    assert!(end.is_done().unwrap() && end.elapsed_since(&start).is_err() && start.elapsed_since(&end).is_err());
    xp.record_with(EventOptions::new()).unwrap().elapsed_since(&start).unwrap();
}

#[test]
fn all_streams_of_a_device_are_waited_for() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    other.launch_host_func(|| panic!("elsewhere")).unwrap();
    assert!(xp.synchronize_device().unwrap_err().to_string().contains("elsewhere"));
    world.news();
    xp.synchronize_device().unwrap();
    assert_eq!(world.news(), ["the device is waited for"]);
    // One that is captured is not asked for its work.
    xp.capture(|| other.synchronize_device()).unwrap();
}

#[test]
fn pinned_memory_is_kept_for_the_next_buffer() {
    let (xp, _) = open(1 << 20);
    let mut host = xp.zeros_pinned::<f32>(&[2, 600]).unwrap();
    host[5] = 1.0;
    let address = host.as_ptr();
    assert_eq!((host.shape(), host.len()), (&[2, 600][..], 1200));
    assert_eq!((xp.pinned_stats().used_bytes, xp.pinned_stats().total_bytes), (8192, 8192));
    drop(host);
    assert_eq!((xp.pinned_stats().used_bytes, xp.free_pinned_blocks()), (0, 1));
    let again = xp.empty_pinned::<f64>(&[513]).unwrap();
    assert_eq!(again.as_ptr().cast(), address);
    drop(again);
    assert!(xp.pinned::<f32>(1200).unwrap().iter().all(|&x| x == 0.0));
    xp.free_all_pinned_blocks();
    assert_eq!((xp.pinned_stats().total_bytes, xp.free_pinned_blocks()), (0, 0));
    assert!(xp.pinned::<f64>(usize::MAX / 4).is_err());
}

#[test]
fn asynchronous_copies_have_the_memory_until_they_are_done() {
    let (xp, world) = open(1 << 20);
    let mut x = xp.full([2, 3], 0i32).unwrap();
    let mut host = xp.zeros_like_pinned(&x).unwrap();
    host.copy_from_slice(&[1, 2, 3, 4, 5, 6]);
    let transfer = xp.upload_async(host, &mut x).unwrap();
    assert!(transfer.is_done().unwrap());
    let host = transfer.wait().unwrap();
    let host = host.copy_from_async(&x).unwrap().wait().unwrap();
    assert_eq!(host[..], [1, 2, 3, 4, 5, 6]);

    let registered = xp.register_host(vec![7i32; 6]).unwrap();
    let registered = xp.upload_async(registered, &mut x).unwrap().wait().unwrap();
    assert_eq!(x.to_vec().unwrap(), [7; 6]);
    world.news();
    assert_eq!(registered.unregister(), [7; 6]);
    assert_eq!(world.news(), ["registration ends"]);
    drop(xp.register_host(vec![1u8]).unwrap());
    assert_eq!(world.news().len(), 2);
    assert!(xp.register_host(Vec::<f32>::new()).is_err());

    // Another number of elements, and a capture, are errors that give the memory back to the pool.
    let used = xp.pinned_stats().used_bytes;
    assert!(matches!(xp.upload_async(xp.pinned::<i32>(5).unwrap(), &mut x), Err(Error::Shape { .. })));
    let captured = xp.capture(|| xp.download_async(&x, xp.pinned::<i32>(6)?).map(drop));
    assert!(matches!(captured, Err(Error::Value { .. })));
    drop(xp.download_async(&x, xp.pinned::<i32>(6).unwrap()).unwrap());
    assert_eq!(xp.pinned_stats().used_bytes, used);
}

#[test]
fn templates_are_found_by_their_expressions() {
    let (xp, _) = open(1 << 20);
    let source = "template <typename T> __global__ void scale(T *x)";
    let module = xp.module_with(source, &ModuleOptions::new().option("-DN=1").name("scale<float>")).unwrap();
    let function = module.function("scale<float>").unwrap();
    assert_eq!(function.attributes().unwrap().max_threads_per_block, 1024);
    assert!(module.function("scale<double>").is_err());
    assert!(matches!(xp.module_with(source, &ModuleOptions::new().name("none<int>")), Err(Error::Compile { .. })));
    assert!(matches!(xp.module_with(source, &ModuleOptions::new().name("x\0")), Err(Error::Value { .. })));
    let error = function.set_attribute(crate::FunctionAttribute::PreferredSharedMemoryCarveout, 50);
    assert!(matches!(error, Err(Error::Unavailable { .. })));
}

#[test]
fn variables_of_modules_are_read_and_written() {
    let (xp, _) = open(1 << 20);
    let variable = xp.module("__constant__ int variable[3];").unwrap().global("variable").unwrap();
    variable.write(&[1u32, 2, 3]).unwrap();
    variable.write(&[9u16]).unwrap();
    assert_eq!((variable.bytes(), variable.read::<u32>().unwrap()), (12, vec![9, 2, 3]));
    assert!(variable.write(&[0u64; 2]).is_err() && variable.read::<u64>().is_err());
    assert!(xp.module("x").unwrap().global("none").is_err());
}

#[test]
fn long_arguments_are_given_by_value() {
    let (xp, world) = open(1 << 20);
    let function = xp.module("f").unwrap().function("f").unwrap();
    world.news();
    let long = [0x0102_0304_0506_0708u64, 2, 3];
    // SAFETY: the fake reads a word of each argument.
    unsafe { function.launch(1, 1, 0, (ByValue(long), ByValue([7u32, 0]))).unwrap() };
    let news = world.news();
    assert!(news[0].ends_with("[102030405060708, 7]"), "{news:?}");
}

#[test]
fn a_pool_of_its_own_has_its_own_blocks() {
    let (xp, world) = open(1 << 20);
    let before = xp.memory_stats();
    let apart = xp.with_pool().unwrap();
    let beside = apart.on_new_stream().unwrap();
    drop(beside.alloc(1000).unwrap());
    assert_eq!((apart.memory_stats().total_bytes, apart.free_blocks(), xp.free_blocks()), (1024, 1, 0));
    drop(apart.alloc(1000).unwrap());
    assert_eq!((apart.memory_stats().total_bytes, xp.memory_stats()), (1024, before));
    apart.set_memory_limit(Some(2000));
    assert!(matches!(apart.alloc(4000), Err(Error::OutOfMemory { .. })));
    let x = apart.from_slice(&[1i32, 2], 2).unwrap();
    drop((apart, beside));
    assert_eq!(x.to_vec().unwrap(), [1, 2], "arrays keep the pool");
    drop(x);
    assert_eq!(world.taken(), 0, "its blocks went with it");
}

/// Counts, and takes the memory of the process.
#[derive(Default)]
struct Counting(Mutex<Vec<(u64, usize)>>);

// SAFETY: each block is allocated for its own.
unsafe impl Allocator for Counting {
    fn alloc(&self, bytes: usize, _: RawStream) -> xparray_ir::Result<Option<u64>> {
        if bytes > 1 << 16 {
            return Ok(None);
        }
        let memory = Box::leak(vec![0u64; bytes.div_ceil(8)].into_boxed_slice()).as_ptr() as u64;
        self.0.lock().unwrap().push((memory, bytes));
        Ok(Some(memory))
    }

    unsafe fn free(&self, address: u64, bytes: usize, _: RawStream) {
        let mut blocks = self.0.lock().unwrap();
        let i = blocks.iter().position(|block| *block == (address, bytes)).unwrap();
        blocks.swap_remove(i);
        // SAFETY: it was leaked, of so many words.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(address as *mut u64, bytes.div_ceil(8))) });
    }
}

#[test]
fn allocators_of_the_user_are_asked_for_arrays() {
    let (xp, _) = open(1 << 20);
    let counting = Arc::new(Counting::default());
    let theirs = xp.with_allocator(counting.clone()).unwrap();
    assert!(theirs.allocator().is_some() && xp.allocator().is_none());
    let count = || counting.0.lock().unwrap().len();
    let x = theirs.from_slice(&[1i32, 2, 3], 3).unwrap();
    assert_eq!(count(), 1);
    assert!(matches!(theirs.alloc(1 << 17), Err(Error::OutOfMemory { .. })));
    // A graph that uses it keeps it.
    let graph = theirs.capture(|| x.buffer_on(&theirs)?.0.order_for_reading(&theirs)).unwrap();
    drop(x);
    assert_eq!(count(), 1);
    drop(graph);
    assert_eq!(count(), 0);
    assert!(theirs.capture(|| theirs.alloc(8).map(drop)).is_err());
}

#[test]
fn foreign_memory_is_an_array_and_its_owner_goes_last() {
    let (xp, _) = open(1 << 20);
    #[repr(align(256))]
    struct Memory([i32; 64]);
    let (owner, seen) = (Arc::new(Memory([5; 64])), Arc::new(Mutex::new(())));
    let address = owner.0.as_ptr() as u64;
    // SAFETY: the owner keeps the memory, which the fake only reads.
    let buffer = unsafe { xp.foreign_buffer(address, 256, (owner, seen.clone())).unwrap() };
    let x = xp.from_device_buffer::<i32>(buffer, [8, 8]).unwrap();
    let y = x.clone();
    drop(x);
    assert_eq!((y.to_vec().unwrap(), Arc::strong_count(&seen)), (vec![5; 64], 2));
    drop(y);
    assert_eq!(Arc::strong_count(&seen), 1);
    // SAFETY: refused.
    assert!(unsafe { xp.foreign_buffer(address + 4, 8, ()) }.is_err());
    let short = xp.alloc(8).unwrap();
    assert!(matches!(xp.from_device_buffer::<i32>(short, 3), Err(Error::Value { .. })));
}

#[test]
fn memory_for_other_processes_is_given_back_or_closed() {
    let (xp, world) = open(1 << 20);
    let buffer = xp.shared_buffer(32).unwrap();
    let x = xp.from_device_buffer::<i64>(buffer, 4).unwrap();
    let handle = xp.ipc_mem_handle(&x).unwrap();
    assert_eq!((handle.bytes(), IpcMemHandle::from_bytes(handle.to_bytes())), (32, handle));
    assert!(matches!(xp.ipc_mem_handle(&x.slice(s![1..]).unwrap()), Err(Error::Value { .. })));
    assert!(xp.ipc_mem_handle(&xp.from_slice(&[1i64], 1).unwrap()).is_err());
    // SAFETY: the fake's other process is this one, and only reads.
    let opened = unsafe { xp.open_ipc_memory(&handle).unwrap() };
    let y = xp.from_device_buffer::<i64>(opened, 4).unwrap();
    assert_eq!(y.to_vec().unwrap(), x.to_vec().unwrap());
    drop(y);
    drop(x);
    assert!(world.managed.lock().unwrap().is_empty());
    let notes = world.log.lock().unwrap();
    assert!(notes.ends_with(&["memory is opened".to_owned(), "memory is closed".to_owned()]), "{notes:?}");
}

#[derive(Default)]
struct Log(Mutex<Vec<String>>);

impl MemoryHook for Log {
    fn allocated(&self, allocation: &Allocation) {
        self.0.lock().unwrap().push(format!("{} of {}", allocation.bytes, allocation.block_bytes));
    }

    fn freed(&self, allocation: &Allocation) {
        self.0.lock().unwrap().push(format!("no {}", allocation.bytes));
    }
}

#[test]
fn hooks_see_allocations() {
    let (xp, _) = open(1 << 20);
    let log = Arc::new(Log::default());
    assert!(xp.set_memory_hook(Some(log.clone())).is_none());
    drop(xp.alloc(600).unwrap());
    assert_eq!(*log.0.lock().unwrap(), ["600 of 1024", "no 600"]);
    let lines = Arc::new(LineProfile::default());
    assert!(xp.set_memory_hook(Some(lines.clone())).is_some());
    let kept = [xp.alloc(8).unwrap(), xp.alloc(8).unwrap()];
    xp.set_memory_hook(None);
    drop(kept);
    assert_eq!(log.0.lock().unwrap().len(), 2);
    assert_eq!(lines.lines().iter().map(|(_, count, bytes)| (*count, *bytes)).max(), Some((2, 16)));
    assert!(lines.to_string().contains("16 bytes"));
}

#[test]
fn devices_profilers_and_graphs_tell() {
    let (xp, world) = open(1 << 20);
    assert_eq!(xp.attribute(DeviceAttribute::WarpSize).unwrap(), 32);
    assert!(xp.attribute(DeviceAttribute::ClockRate).is_err());
    assert!(matches!(xp.limit(crate::Limit::StackSize), Err(Error::Unavailable { .. })));
    assert!(!xp.can_access_peer(&xp.on_new_stream().unwrap()).unwrap());
    assert!(matches!(xp.enable_peer_access(&xp), Err(Error::Value { .. })));
    let graph = xp.capture(|| Ok(())).unwrap();
    world.news();
    graph.debug_dot_print("graph.dot", true).unwrap();
    drop(xp.profile().unwrap());
    let news = world.news();
    assert_eq!(news[0], "graph to \"graph.dot\", verbose: true");
    assert_eq!(news[1..], ["profiler starts", "profiler stops"]);
    assert!(graph.debug_dot_print("a\0b", false).is_err());
}
