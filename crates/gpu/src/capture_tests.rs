//! What graphs do to memory and streams, over the fake driver.

use crate::fake::{Fake, open};
use crate::{Buffer, Gpu};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::thread;
use xparray_core::Create;
use xparray_ir::backend::{Event, FftDirection, Memory, Streams, Transform, View};
use xparray_ir::{DType, Error, Layout, Result};

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
    let array = xp.from_slice(&[1i32, 2], 2).unwrap();
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

#[test]
fn events_of_a_captured_stream_end_no_capture() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let [start, end] = [xp.record().unwrap(), xp.record().unwrap()];
    let mut x = xp.alloc(8).unwrap();
    world.news();
    let graph = xp.capture(|| {
        xp.fill_bytes(&mut x, 1, 8)?;
        assert!(end.is_done()?);
        end.synchronize()?;
        end.elapsed_since(&start)?;
        other.wait(&end)?;
        other.synchronize()
    });
    graph.unwrap().launch().unwrap();
    let recorded = world.news();
    let marker = recorded[0].split_once(" on ").unwrap().0; // recorded when the capture began
    assert!(recorded.iter().any(|line| line.ends_with(&format!("waits for {marker}"))), "{recorded:?}");
}

/// Transforms vectors of these lengths.
fn transformed(xp: &Gpu<Fake>, lengths: std::ops::Range<usize>) -> Result<()> {
    lengths.into_iter().try_for_each(|n| {
        let (buffer, layout) = (xp.alloc(n * 8)?, Layout::row_major(&[n]));
        let x = View::new(&buffer, DType::Complex64, &layout).unwrap();
        xp.c2c(x, &[0], FftDirection::Forward, 1.0).map(drop)
    })
}

#[test]
fn plans_go_when_their_work_is_done_whoever_is_captured() {
    let (xp, world) = open(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let destroyed = || world.news().iter().filter(|line| line.ends_with("destroyed")).count();
    transformed(&other, 2..4).unwrap();
    let mut x = xp.alloc(8).unwrap();
    let graph = xp.capture(|| {
        xp.fill_bytes(&mut x, 1, 8)?;
        // Too many to be kept: the first ones go, as soon as `other` is done with them.
        transformed(&other, 4..134)?;
        assert_eq!(destroyed(), 0);
        other.synchronize()?;
        assert_eq!(destroyed(), 4);
        transformed(&xp, 2..3)
    });
    let graph = graph.unwrap();
    transformed(&other, 4..150).unwrap();
    other.synchronize().unwrap();
    world.news();
    drop(graph); // the last to hold its plan
    assert_eq!(destroyed(), 1);
    // A stream that is never waited for does not keep any number of them.
    transformed(&other, 200..900).unwrap();
    assert!(world.live() < 500, "{}", world.live());
    drop((x, other));
    drop(xp);
    assert_eq!(world.leaks(), 0);
}

#[test]
fn a_capture_begins_and_ends_while_others_wait_for_the_stream() {
    let (xp, world) = open(1 << 20);
    world.slow_capture.store(true, SeqCst);
    let [other, third] = [xp.on_new_stream().unwrap(), xp.on_new_stream().unwrap()];
    let mut x = xp.alloc(8).unwrap();
    let event = xp.record().unwrap();
    let (done, waits) = (AtomicBool::new(false), AtomicUsize::new(0));
    let while_captured = |work: &(dyn Fn() -> Result<()> + Sync)| {
        while !done.load(SeqCst) {
            work().unwrap();
            waits.fetch_add(1, SeqCst);
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| while_captured(&|| other.stream.wait_for(&xp.stream)));
        scope.spawn(|| while_captured(&|| third.wait(&event)));
        scope.spawn(|| while_captured(&|| event.synchronize().and(event.is_done().map(drop))));
        scope.spawn(|| while_captured(&|| xp.stream.finish()));
        // The stream itself: what is not refused is not captured.
        scope.spawn(|| {
            while_captured(&|| match xp.alloc(8).and_then(|mut y| xp.fill_bytes(&mut y, 1, 8)) {
                Err(Error::Value { .. }) => Ok(()),
                result => result,
            })
        });
        let captured = (0..100).try_for_each(|_| xp.capture(|| xp.fill_bytes(&mut x, 1, 8)).map(drop));
        done.store(true, SeqCst);
        captured.unwrap();
    });
    assert!(waits.load(SeqCst) > 0);
}
