//! What graphs do to memory and streams, over the fake driver.

use crate::fake::{Fake, open};
use crate::{Buffer, Gpu};
use std::sync::atomic::Ordering::SeqCst;
use xparray_core::backend::{Event, Memory, Streams};
use xparray_core::{Create, Error, Result};

fn copied(xp: &Gpu<Fake>, x: &Buffer<Fake>) -> Result<Buffer<Fake>> {
    let mut y = xp.alloc(x.bytes())?;
    xp.copy(x, &mut y, x.bytes())?;
    Ok(y)
}

#[test]
fn a_graph_keeps_its_blocks_until_it_is_dropped() {
    let (xp, world) = open(1 << 20);
    let (x, unrelated) = (xp.alloc(1000).unwrap(), xp.alloc(1000).unwrap());
    let mut y = None;
    let graph = xp.capture(|| {
        y = Some(copied(&xp, &x)?);
        Ok(())
    });
    let (graph, y) = (graph.unwrap(), y.unwrap());
    let addresses = [x.address(), y.address()];
    let free = unrelated.address();
    drop((x, y, unrelated));
    assert_eq!(xp.memory_stats().used_bytes, 2 * 1024, "what the graph holds is in use");
    let others: Vec<_> = (0..3).map(|_| xp.alloc(1000).unwrap()).collect();
    assert_eq!(others[0].address(), free);
    assert!(others.iter().all(|other| !addresses.contains(&other.address())));
    world.news();
    graph.launch().unwrap();
    assert_eq!(world.news().len(), 1);
    drop(graph);
    assert_eq!(xp.memory_stats().used_bytes, 3 * 1024);
    let again = [xp.alloc(1000).unwrap(), xp.alloc(1000).unwrap()];
    assert!(again.iter().all(|block| addresses.contains(&block.address())));
    drop((others, again, xp));
    assert_eq!(world.leaks(), 0);
}

#[test]
fn graphs_share_blocks_and_live_arrays_keep_theirs() {
    let (xp, _) = open(1 << 20);
    let mut x = xp.alloc(1000).unwrap();
    let first = xp.capture(|| xp.fill_bytes(&mut x, 1, 1000)).unwrap();
    let second = xp.capture(|| xp.fill_bytes(&mut x, 2, 1000)).unwrap();
    let address = x.address();
    drop(first);
    drop(x);
    assert_ne!(xp.alloc(1000).unwrap().address(), address);
    drop(second);
    let x = xp.alloc(1000).unwrap();
    assert_eq!(x.address(), address);
    let y = xp.alloc(1000).unwrap();
    drop(xp.capture(|| copied(&xp, &x).map(drop)).unwrap());
    assert!(![x.address(), y.address()].contains(&xp.alloc(1000).unwrap().address()));
}

#[test]
fn captured_work_has_its_temporaries_again_but_never_what_it_read() {
    let (xp, world) = open(1 << 20);
    let x = xp.alloc(1000).unwrap();
    drop(xp.alloc(1000).unwrap()); // a cached block, which may be used
    let cached = xp.memory_stats().total_bytes;
    let read = x.address();
    let mut seen = Vec::new();
    let graph = xp.capture(|| {
        drop(copied(&xp, &x)?);
        drop(x);
        for _ in 0..3 {
            seen.push(xp.alloc(1000)?.address());
        }
        let both = [xp.alloc(1000)?, xp.alloc(1000)?];
        seen.push(both[1].address());
        Ok(())
    });
    let _graph = graph.unwrap();
    assert!(seen[0] == seen[1] && seen[1] == seen[2] && seen[3] != seen[0]);
    assert!(!seen.contains(&read));
    assert_eq!(xp.memory_stats().total_bytes, cached + 1024, "one new block");
    assert_eq!(world.allocated_on.load(SeqCst), 0, "allocated on another stream, so not captured");
}

#[test]
fn other_streams_leave_a_captured_one_alone() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let x = xp.alloc(1000).unwrap();
    drop(xp.alloc(1000).unwrap());
    let stream = xp.raw_stream().0;
    let mut events = 0;
    let graph = xp.capture(|| {
        world.news();
        let y = other.alloc(1000)?; // not the stream's cached block, for which it would wait
        drop(copied(&other, &x)?);
        xp.free_all_blocks();
        assert!(xp.memory_stats().total_bytes > 2 * 1024);
        drop(y);
        events = world.news().iter().filter(|line| line.starts_with("event")).count();
        Ok(())
    });
    assert_eq!(events, 0);
    world.news();
    graph.unwrap().launch().unwrap();
    assert_eq!(world.news().last().unwrap().split_once(" on ").unwrap().1, format!("stream {stream}"));
}

#[test]
fn launches_wait_for_readers_on_other_streams() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let mut x = xp.alloc(1000).unwrap();
    let graph = xp.capture(|| xp.fill_bytes(&mut x, 1, 1000)).unwrap();
    let y = copied(&other, &x).unwrap();
    world.news();
    graph.launch().unwrap();
    assert_eq!(world.news().len(), 3); // record, wait, launch
    graph.launch().unwrap();
    assert_eq!(world.news().len(), 1);
    drop(y);
}

#[test]
fn what_cannot_be_captured_is_an_error_and_the_stream_goes_on() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let (mut x, far) = (xp.alloc(8).unwrap(), other.alloc(8).unwrap());
    xp.upload(&[1; 8], &mut x).unwrap();
    let event = other.record().unwrap();
    let array = xp.array(&[1i32, 2], 2).unwrap();
    let refused = |f: &mut dyn FnMut() -> Result<()>, text: &str| {
        let error = xp.capture(f).unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
        assert!(world.news().iter().any(|line| line.starts_with("end of the capture")));
    };
    refused(&mut || xp.download(&x, 0, &mut [0; 8]), "download: cannot be captured");
    refused(&mut || array.item().map(drop), "item: the array has 2");
    refused(&mut || array.to_vec().map(drop), "download: cannot be captured");
    refused(&mut || xp.synchronize(), "synchronize: cannot be captured");
    refused(&mut || xp.record().map(drop), "record: cannot be captured");
    refused(&mut || xp.wait(&event), "wait: cannot be captured");
    refused(&mut || xp.capture(|| Ok(())).map(drop), "captured already");
    refused(&mut || copied(&xp, &far).map(drop), "memory of another stream cannot be captured");
    refused(
        &mut || std::thread::scope(|scope| scope.spawn(|| xp.alloc(8).map(drop)).join().unwrap()),
        "by another thread",
    );
    refused(&mut || xp.upload(&[2; 8], &mut xp.alloc(8)?), "upload: cannot be captured");
    refused(&mut || xp.alloc(1 << 30).map(drop), "out of memory");
    event.synchronize().unwrap();
    let panic = std::panic::catch_unwind(|| xp.capture(|| panic!("in the closure")));
    assert!(panic.is_err());
    let mut back = [0; 8];
    xp.download(&x, 0, &mut back).unwrap();
    assert_eq!((back, array.to_vec().unwrap()), ([1; 8], vec![1, 2]));

    world.capture_fails.store(true, SeqCst);
    assert!(matches!(xp.capture(|| xp.fill_bytes(&mut x, 1, 8)), Err(Error::Library { .. })));
    xp.synchronize().unwrap();
    drop((x, far, array, event, other));
    assert_eq!(xp.memory_stats().used_bytes, 0);
    drop(xp);
    assert_eq!(world.leaks(), 0);
}

#[test]
fn a_graph_keeps_the_code_that_it_launches() {
    let (xp, world) = open(1 << 20);
    let f = xp.module("void f(..)").unwrap().function("f").unwrap();
    let mut x = xp.alloc(8).unwrap();
    // SAFETY: the fake runs nothing.
    let graph = xp.capture(|| unsafe { f.launch(1, 32, 0, (&mut x,)) }).unwrap();
    let unloaded = || world.news().iter().filter(|line| line.starts_with("unload")).count();
    unloaded();
    drop(f);
    assert_eq!(unloaded(), 0);
    drop(graph);
    assert_eq!(unloaded(), 1);
}
