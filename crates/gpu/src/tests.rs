//! What is generic, over the fake driver.

use crate::disk::DiskCache;
use crate::fake::{TempDir, World, open, open_with};
use smallvec::smallvec;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use xparray_core::{Create, Join};
use xparray_ir::backend::{Backend, Event, Input, Launch, LaunchArgs, Memory, Output, Streams, View};
use xparray_ir::ir::{Inst, Kernel, Op, SharedKernel};
use xparray_ir::{DType, Error, Layout, Scalar};

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8 ^ (i >> 16) as u8).collect()
}

#[test]
fn a_stream_has_its_blocks_again_at_once() {
    let (xp, world) = open(1 << 20);
    let x = xp.alloc(1000).unwrap();
    let address = x.address();
    assert_eq!((xp.memory_stats().used_bytes, xp.memory_stats().total_bytes), (1024, 1024));
    drop(x);
    assert_eq!((xp.memory_stats().used_bytes, xp.memory_stats().total_bytes), (0, 1024));
    assert_eq!(xp.alloc(600).unwrap().address(), address);
    assert!(world.news().is_empty());
    xp.free_all_blocks();
    assert_eq!((xp.memory_stats().total_bytes, world.taken()), (0, 0));
}

#[test]
fn another_stream_has_a_block_after_an_event() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let address = other.alloc(1000).unwrap().address();
    world.news();
    let x = xp.alloc(1000).unwrap();
    assert_eq!((x.address(), world.news().len()), (address, 2)); // record, wait
    drop(x);
    // It is `xp`'s now.
    assert_eq!((xp.alloc(1000).unwrap().address(), world.news().len()), (address, 0));
}

#[test]
fn blocks_outlive_their_streams() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let address = other.alloc(1000).unwrap().address();
    drop(other);
    world.news();
    assert_eq!((xp.alloc(1000).unwrap().address(), world.news().len()), (address, 0));
    let other = xp.on_new_stream().unwrap();
    let x = other.alloc(5000).unwrap();
    drop(other); // the buffer holds its stream
    drop(x);
    xp.free_all_blocks();
    assert_eq!(xp.memory_stats().total_bytes, 0);
}

#[test]
fn readers_on_other_streams_come_before_writers_and_the_pool() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let mut x = xp.alloc(16).unwrap();
    let mut y = other.alloc(16).unwrap();
    other.copy(&x, &mut y, 16).unwrap();
    world.news();
    xp.upload(&[1; 16], &mut x).unwrap(); // waits for the copy
    assert_eq!(world.news().len(), 2);
    xp.upload(&[2; 16], &mut x).unwrap(); // has waited
    assert!(world.news().is_empty());
    other.upload(&[3; 16], &mut x).unwrap(); // waits for the upload
    assert_eq!(world.news().len(), 2);
    drop(x); // the block waits for `other`
    assert_eq!(world.news().len(), 2);
}

#[test]
fn out_of_memory_is_an_error_after_the_cache_is_freed() {
    let (xp, world) = open(1 << 20);
    drop(xp.alloc(600 << 10).unwrap());
    let x = xp.alloc(800 << 10).unwrap(); // only fits without the cached block
    assert_eq!(xp.memory_stats().total_bytes, world.taken());
    let Err(Error::OutOfMemory { asked, used, limit: None, device }) = xp.alloc(400 << 10) else { panic!() };
    assert_eq!((asked, used, device.as_str()), (400 << 10, 832 << 10, "fake:0 (fake)"));
    drop(x);
    xp.alloc(1 << 20).unwrap(); // it goes on
    assert!(matches!(xp.alloc(usize::MAX), Err(Error::OutOfMemory { .. })));
}

#[test]
fn managed_memory_is_larger_and_shared_with_the_host() {
    let (xp, world) = open(1 << 20);
    let managed = xp.managed().unwrap();
    assert_ne!(managed.stream_id(), xp.stream_id());
    let before = xp.memory_stats().total_bytes;
    let data: Vec<i32> = (0..1 << 19).collect();
    let mut x = managed.from_slice(&data, data.len()).unwrap(); // twice as much as the device has
    assert_eq!((world.taken(), xp.memory_stats().total_bytes), (0, before + (2 << 20)));
    assert!(managed.host_slice(&x.slice(xparray_core::s![3..]).unwrap()).unwrap()[..] == data[3..]);
    let slice = managed.host_slice(&x).unwrap();
    // Whoever reads keeps the elements; writers get others.
    managed.on_new_stream().unwrap().host_slice_mut(&mut x).unwrap()[0] = -7;
    assert!(slice[..] == data && x.xp().stream_id() != managed.stream_id());
    assert_eq!(xp.host_slice(&x).unwrap()[0], -7); // the fake copies nothing else

    let ordinary = xp.from_slice(&[1i32, 2], 2).unwrap();
    assert!(matches!(xp.host_slice(&ordinary), Err(Error::Value { op: "host_slice", .. })));
    let address = x.buffer_on(&xp).unwrap().0.address();
    xp.device().pool.hold(address);
    assert!(matches!(xp.host_slice_mut(&mut x), Err(Error::Value { op: "host_slice_mut", .. })));
    xp.device().pool.unhold(&[address].into_iter().collect());
    drop((x, slice, managed));
    assert_eq!(xp.memory_stats().total_bytes, before + (4 << 20) + 512);
    drop(xp.alloc(2000).unwrap()); // not of blocks that are managed
    assert_ne!(world.taken(), 0);
    drop(ordinary);
    xp.free_all_blocks();
    assert_eq!(xp.memory_stats().total_bytes, 0);
    world.unmanaged.store(true, SeqCst);
    assert!(matches!(xp.managed(), Err(Error::Unavailable { .. })));
    drop(xp);
    assert_eq!(world.leaks(), 0);
}

#[test]
fn limits_hold_for_what_is_cached_too() {
    let (xp, _) = open(1 << 20);
    xp.set_memory_limit(Some(10 << 10));
    drop(xp.alloc(6 << 10).unwrap());
    let x = xp.alloc(8 << 10).unwrap();
    assert_eq!(xp.memory_stats().total_bytes, 8 << 10);
    assert!(matches!(xp.alloc(4 << 10), Err(Error::OutOfMemory { limit: Some(10240), .. })));
    xp.set_memory_limit(None);
    xp.alloc(4 << 10).unwrap();
    drop(x);
}

#[test]
fn transfers_round_trip() {
    let (xp, world) = open(1 << 30);
    for len in [0, 1, 7, 256 << 10, (256 << 10) + 1, 2 << 20, (4 << 20) + 3, (6 << 20) + 1, (37 << 20) + 5] {
        let (data, mut back) = (bytes(len), vec![0; len]);
        let mut x = xp.alloc(len).unwrap();
        let mut y = xp.alloc(len).unwrap();
        xp.upload(&data, &mut x).unwrap();
        xp.copy(&x, &mut y, len).unwrap();
        xp.download(&y, 0, &mut back).unwrap();
        assert!(data == back, "{len} bytes");
        let start = len / 3;
        let mut part = vec![0; len - start];
        xp.download(&y, start, &mut part).unwrap();
        assert!(data[start..] == part, "{len} bytes from {start}");
        assert!(matches!(xp.download(&y, 1, &mut back), Err(Error::Value { op: "download", .. })) || len == 0);
        xp.fill_bytes(&mut y, 7, len).unwrap();
        xp.download(&y, 0, &mut back).unwrap();
        assert!(back.iter().all(|&byte| byte == 7));
    }
    drop(xp);
    assert_eq!(world.leaks(), 0);
}

#[test]
fn faults_are_reported_once() {
    let (xp, _) = open(1 << 20);
    let fault = xp.stream.fault_address() as *mut xparray_kernels::Fault;
    // SAFETY: the record is the stream's, in host memory.
    unsafe { fault.write_volatile(xparray_kernels::Fault { set: 1, op: 0, index: -9, len: 4 }) };
    let x = xp.alloc(8).unwrap();
    assert!(matches!(xp.download(&x, 0, &mut [0; 8]), Err(Error::Index { index: -9, len: 4, .. })));
    xp.download(&x, 0, &mut [0; 8]).unwrap();
    xp.synchronize().unwrap();
}

#[test]
fn faults_reach_the_streams_that_wait_for_them() {
    let (xp, _) = open(1 << 20);
    let (second, third) = (xp.on_new_stream().unwrap(), xp.on_new_stream().unwrap());
    let fault = xp.stream.fault_address() as *mut xparray_kernels::Fault;
    second.wait(&xp.record().unwrap()).unwrap();
    third.wait(&second.record().unwrap()).unwrap();
    // SAFETY: the record is the stream's, in host memory.
    unsafe { fault.write_volatile(xparray_kernels::Fault { set: 1, op: 0, index: 5, len: 4 }) };
    for stream in [third, second, xp] {
        assert!(matches!(stream.synchronize(), Err(Error::Index { index: 5, len: 4, .. })));
        stream.synchronize().unwrap();
    }
}

#[test]
fn events_order_and_measure() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    assert_ne!(xp.stream_id(), other.stream_id());
    let (start, end) = (xp.record().unwrap(), xp.record().unwrap());
    assert!(end.is_done().unwrap() && end.elapsed_since(&start).unwrap().as_millis() == 1);
    assert!(start.elapsed_since(&end).unwrap().is_zero());
    world.news();
    xp.wait(&start).unwrap();
    assert!(world.news().is_empty());
    other.wait(&start).unwrap();
    assert_eq!(world.news().len(), 1);
}

#[test]
fn raw_functions_take_typed_arguments() {
    let (xp, world) = open(1 << 20);
    let f = xp.module("void f(..)").unwrap().function("f").unwrap();
    let (x, mut y) = (xp.alloc(8).unwrap(), xp.alloc(8).unwrap());
    world.news();
    // SAFETY: the fake runs nothing.
    unsafe { f.launch((2, 3), 64, 0, (&x, &mut y, 1.5f32, -1i32, true, 7u64)).unwrap() };
    let expected = format!(
        "launch [2, 3, 1] [64, 1, 1] on stream {}: {:x?}",
        xp.raw_stream().0,
        [x.address(), y.address(), 0x3fc0_0000, 0xffff_ffff, 1, 7]
    );
    assert_eq!(world.news(), [expected]);
    // SAFETY: as above.
    unsafe { f.launch(1, 32, 0, vec![Scalar::new(x.address()), Scalar::new(1.5f32)]).unwrap() };
    let expected = [x.address(), 0x3fc0_0000];
    assert_eq!(world.news(), [format!("launch [1, 1, 1] [32, 1, 1] on stream {}: {expected:x?}", xp.raw_stream().0)]);
    assert!(matches!(xp.module("f").unwrap().function("g"), Err(Error::Value { .. })));
    assert!(matches!(xp.module("#error"), Err(Error::Compile { log, .. }) if log.contains("line 1")));
    drop((x, y, f, xp));
    assert_eq!(world.leaks(), 0);
}

#[test]
fn devices_do_not_mix_but_by_copies() {
    let (xp, _) = open(1 << 20);
    let (xp2, world2) = open_with(1 << 20, DiskCache::at(None), 1);
    let mut x = xp.alloc(4).unwrap();
    let mut y = xp2.alloc(4).unwrap();
    let error = xp2.upload(&[1, 2, 3, 4], &mut x).unwrap_err().to_string();
    assert_eq!(error, "upload: a buffer of fake:0 (fake) used on fake:1 (fake)");
    xp.upload(&[1, 2, 3, 4], &mut x).unwrap();
    xp2.copy(&x, &mut y, 4).unwrap();
    assert_eq!(world2.news().len(), 2); // waits, copies
    let mut back = [0; 4];
    xp2.download(&y, 0, &mut back).unwrap();
    assert_eq!(back, [1, 2, 3, 4]);
}

#[test]
fn code_is_compiled_once_for_all_processes() {
    let dir = TempDir::new();
    for (round, compiled) in [1, 0, 0].into_iter().enumerate() {
        let (xp, world) = open_with(1 << 20, DiskCache::at(Some(&dir.0)), 0);
        xp.module("f").unwrap();
        assert_eq!(world.compiled.load(SeqCst), compiled, "round {round}");
        xp.compile("f", &["-O3"]).unwrap(); // options count
        xp.module("#error").unwrap_err(); // errors are not kept
    }
    let files: Vec<_> = dir.0.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 2);
    for damage in [&b""[..], b"short", &[0; 100]] {
        files.iter().for_each(|file| std::fs::write(file, damage).unwrap());
        for compiled in [1, 0] {
            let (xp, world) = open_with(1 << 20, DiskCache::at(Some(&dir.0)), 0);
            assert_eq!(xp.compile("f", &[]).unwrap(), b".version 1.0\nf");
            assert_eq!(world.compiled.load(SeqCst), compiled);
        }
    }
}

#[test]
fn caches_survive_races_and_folders_that_cannot_be() {
    let dir = TempDir::new();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for i in 0..50 {
                    let source = format!("{i} ").repeat(10_000);
                    let (xp, _) = open_with(1 << 20, DiskCache::at(Some(&dir.0)), 0);
                    assert!(xp.compile(&source, &[]).unwrap().ends_with(source.as_bytes()));
                }
            });
        }
    });
    assert!(dir.0.read_dir().unwrap().all(|entry| entry.unwrap().path().extension().is_none()));
    let file = dir.0.join("file");
    std::fs::write(&file, "").unwrap();
    let (xp, _) = open_with(1 << 20, DiskCache::at(Some(&file)), 0);
    assert_eq!(xp.compile("f", &[]).unwrap(), b".version 1.0\nf");
}

#[test]
fn threads_share_a_device() {
    let (xp, world) = open(1 << 30);
    std::thread::scope(|scope| {
        for seed in 0..4usize {
            let xp = xp.clone();
            scope.spawn(move || {
                let xp = if seed % 2 == 0 { xp } else { xp.on_new_stream().unwrap() };
                for i in 0..200 {
                    let data = bytes((i * 7919 * (seed + 1)) % 400_000);
                    let (mut x, mut back) = (xp.alloc(data.len()).unwrap(), vec![0; data.len()]);
                    xp.upload(&data, &mut x).unwrap();
                    xp.download(&x, 0, &mut back).unwrap();
                    assert!(data == back);
                }
            });
        }
    });
    assert_eq!(xp.memory_stats().used_bytes, 0);
    let weak = Arc::downgrade(&xp.stream);
    drop(xp);
    assert!(weak.upgrade().is_none());
    assert_eq!(world.leaks(), 0);
}

#[test]
fn kernels_are_compiled_once_and_queued() {
    let (xp, world) = open(1 << 30);
    let load = Inst { op: Op::Load(0), dtype: DType::F32, args: smallvec![] };
    let copy = || Kernel { insts: vec![load.clone()], body: 1, outputs: vec![0], operands: 1, ..Kernel::default() };
    let (x, mut y) = (xp.alloc(256).unwrap(), xp.alloc(256).unwrap());
    let mut launch = |shape: &[usize]| {
        let layout = Layout::row_major(shape);
        let inputs = [Input::Buffer(View::new(&x, DType::F32, &layout)?)];
        let outputs = smallvec![Output::new(&mut y, DType::F32, &layout)?];
        xp.launch(LaunchArgs::new(&SharedKernel::new(copy())?, shape, 1, &inputs, outputs, &[])?)
    };
    world.news();
    for _ in 0..3 {
        launch(&[64]).unwrap();
    }
    assert_eq!(world.compiled.load(SeqCst), 1);
    assert_eq!(world.news().len(), 3);
    launch(&[0]).unwrap();
    assert!(world.news().is_empty());
}

#[test]
fn arrays_move_between_devices_and_never_mix() {
    let (xp, _) = open(1 << 20);
    let (xp2, world2) = open_with(1 << 20, DiskCache::at(None), 1);
    let x = xp.from_slice(&[1i32, 2, 3, 4], 4).unwrap();
    let y = x.slice(xparray_core::s![1..3]).unwrap();
    world2.news();
    let copy = x.to_device(&xp2).unwrap();
    assert!(world2.news().contains(&"copy from another device".into()));
    assert_eq!((copy.xp().device_id(), copy.to_vec().unwrap()), (1, vec![1, 2, 3, 4]));

    let message = "an array on fake:1 (fake) used on fake:0 (fake); copy it with to_device first";
    let refused = |result: xparray_ir::Result<()>| {
        let error = result.unwrap_err().to_string();
        assert!(error.ends_with(message), "{error}");
    };
    refused(x.add(&copy).map(drop));
    refused(x.matmul(&copy).map(drop));
    refused(xp.concatenate(&[&x, &copy], 0).map(drop));
    refused(x.clone().assign(xparray_core::s![1..], copy.slice(xparray_core::s![1..]).unwrap()));
    refused(x.take(&copy, 0).map(drop));

    // On the same device, another stream's array shares the memory, after an event.
    let other = xp.on_new_stream().unwrap();
    let used = xp.memory_stats().used_bytes;
    let moved = y.to_device(&other).unwrap();
    assert_eq!((xp.memory_stats().used_bytes, moved.xp().stream_id()), (used, other.stream_id()));
    assert_eq!(moved.to_vec().unwrap(), [2, 3]);
}

#[test]
fn raw_functions_take_arrays() {
    let (xp, world) = open(1 << 20);
    let f = xp.module("void f(..)").unwrap().function("f").unwrap();
    let x = xp.from_slice(&[1i32, 2, 3, 4], 4).unwrap();
    let part = x.slice(xparray_core::s![1..]).unwrap();
    let mut out = xp.from_slice(&[0f64; 3], 3).unwrap();
    let mut written = x.clone();
    let addresses = |world: &World| {
        let news = world.news();
        let launch = news.iter().rfind(|line| line.starts_with("launch [1, 1, 1] [32, 1, 1]")).unwrap();
        let words = launch.split_once(": [").unwrap().1.trim_end_matches(']');
        words.split(", ").map(|word| u64::from_str_radix(word, 16).unwrap()).collect::<Vec<_>>()
    };
    // SAFETY: the fake runs nothing.
    unsafe { f.launch(1, 32, 0, (&x, &part, &mut out, &mut written, 3i32)).unwrap() };
    let first = addresses(&world);
    let base = x.buffer_on(&xp).unwrap().0.address();
    assert_eq!((first[0], first[1], first[4]), (base, base + 4, 3), "views are addresses");
    assert_ne!(first[3], base, "what is shared is copied before it is written");
    // SAFETY: as above.
    unsafe { f.launch(1, 32, 0, (&mut written, &mut out, &x.reshape([2, 2]).unwrap().t())).unwrap() };
    let second = addresses(&world);
    assert_eq!((second[0], second[1]), (first[3], first[2]), "what is not is written in place");
    assert_ne!(second[2], base, "elements in another order are copied");

    // A function of another stream's handle takes the array over.
    let other = xp.on_new_stream().unwrap();
    let g = other.module("void f(..)").unwrap().function("f").unwrap();
    // SAFETY: as above.
    unsafe { g.launch(1, 32, 0, (&mut out,)).unwrap() };
    assert_eq!((addresses(&world)[0], out.xp().stream_id()), (first[2], other.stream_id()));
    let (xp2, _) = open_with(1 << 20, DiskCache::at(None), 1);
    let elsewhere = xp2.from_slice(&[1i32], 1).unwrap();
    // SAFETY: as above.
    let error = unsafe { f.launch(1, 32, 0, (&elsewhere,)) }.unwrap_err().to_string();
    assert!(error.contains("an array on fake:1 (fake) used on fake:0 (fake)"), "{error}");
}

#[test]
fn pinned_buffers_are_slices_that_arrays_copy() {
    let (xp, world) = open(1 << 20);
    let mut host = xp.pinned::<i32>(6).unwrap();
    assert_eq!(host[..], [0; 6]);
    host.copy_from_slice(&[1, 2, 3, 4, 5, 6]);
    let mut x = xp.from_slice(&[0i32; 6], [2, 3]).unwrap();
    host.copy_to(&mut x).unwrap();
    assert_eq!(x.to_vec().unwrap(), [1, 2, 3, 4, 5, 6]);
    let mut row = xp.pinned::<i32>(3).unwrap();
    row.copy_from(&x.slice(xparray_core::s![1]).unwrap()).unwrap();
    assert_eq!(row[..], [4, 5, 6]);
    assert!(matches!(row.copy_from(&x), Err(Error::Shape { .. })));
    assert!(matches!(row.copy_to(&mut x), Err(Error::Shape { .. })));
    assert!(xp.capture(|| host.copy_to(&mut x)).unwrap_err().to_string().contains("cannot be captured"));
    assert!(matches!(xp.pinned::<f64>(usize::MAX), Err(Error::Value { .. })));
    drop((host, row, x, xp));
    assert_eq!(world.leaks(), 0);
}
