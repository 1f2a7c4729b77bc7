//! Streams of priorities and of others, functions of the host, events, graphs that are looked at, profilers.

use crate::backend::Xp;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::{env, fs, process};
use xparray_core::prelude::*;
use xparray_gpu::{Driver, EventOptions, StreamOptions};
use xparray_ir::backend::{Event, Streams};
use xparray_ir::{Error, Result};

tests!(
    streams_have_priorities,
    blocking_streams_compute_and_are_not_captured,
    streams_of_others_are_used_and_stay,
    streams_call_the_host_in_order,
    panics_of_host_functions_are_errors,
    events_may_be_untimed_and_wait_asleep,
    the_device_is_waited_for,
    graphs_are_uploaded_and_printed,
    profilers_are_told
);

/// Work of about a tenth of a second.
fn long_work(xp: &Xp) -> Result<Array<f32, Xp>> {
    let mut x = xp.rng(1).normal::<f32>([2048, 2048])?;
    for _ in 0..20 {
        x = x.matmul(&x)?;
        x = x.tanh();
    }
    x.eval()?;
    Ok(x)
}

fn streams_have_priorities(xp: &Xp) -> Result<()> {
    let priorities = xp.stream_priorities()?;
    println!("priorities {priorities:?}");
    assert!(priorities.start() <= priorities.end());
    for priority in [*priorities.start(), *priorities.end()] {
        let stream = xp.on_new_stream_with(StreamOptions::new().priority(priority))?;
        assert_eq!(stream.stream_priority()?, priority);
        assert_eq!(stream.arange((0i64, 1000, 1))?.sum(..)?.item()?, 499_500);
        let inherited = stream.on_new_stream()?;
        assert_eq!(inherited.arange((0i64, 10, 1))?.sum(..)?.item()?, 45);
    }
    Ok(())
}

fn blocking_streams_compute_and_are_not_captured(xp: &Xp) -> Result<()> {
    let stream = xp.on_new_stream_with(StreamOptions::new().blocking())?;
    let x = stream.arange((0.0f32, 1000.0, 1.0))?;
    assert_eq!((&x + &x).sum(..)?.item()?, 999_000.0);
    assert!(matches!(stream.capture(|| Ok(())), Err(Error::Value { op: "capture", .. })));
    let doubled = xparray_core::jit(|x: Array<f32, Xp>| Ok(&x + &x));
    for _ in 0..3 {
        assert_eq!(doubled.call(x.clone())?.sum(..)?.item()?, 999_000.0);
    }
    Ok(())
}

fn streams_of_others_are_used_and_stay(xp: &Xp) -> Result<()> {
    let driver = xp.driver()?;
    // SAFETY: the device is bound.
    let raw = unsafe { driver.create_stream()? };
    {
        // SAFETY: the stream is destroyed below, when everything made through the handle is gone.
        let theirs = unsafe { xp.on_foreign_stream(raw)? };
        assert_eq!(theirs.raw_stream(), raw);
        let x = theirs.arange((0i64, 1000, 1))?;
        let y = (&x + &x).to_device(xp)?;
        assert_eq!(y.sum(..)?.item()?, 999_000);
        let graph = theirs.capture(|| x.sum(..)?.eval())?;
        graph.launch()?;
        theirs.synchronize()?;
    }
    // SAFETY: it is alive, and nobody uses it any more.
    unsafe {
        driver.synchronize_stream(raw)?;
        driver.destroy_stream(raw)
    }
}

fn streams_call_the_host_in_order(xp: &Xp) -> Result<()> {
    let order = Arc::new(AtomicUsize::new(0));
    let before = xp.record()?;
    drop(long_work(xp)?);
    for k in 0..10 {
        let order = order.clone();
        xp.launch_host_func(move || {
            let _ = order.compare_exchange(k, k + 1, SeqCst, SeqCst);
        })?;
    }
    let after = xp.record()?;
    xp.synchronize()?;
    assert_eq!((order.load(SeqCst), Arc::strong_count(&order)), (10, 1));
    assert!(before.is_done()? && after.elapsed_since(&before)?.as_micros() > 0);
    assert!(matches!(xp.capture(|| xp.launch_host_func(|| ())), Err(Error::Value { .. })));
    Ok(())
}

fn panics_of_host_functions_are_errors(xp: &Xp) -> Result<()> {
    xp.launch_host_func(|| panic!("of a host function, as the test wants it"))?;
    let error = xp.synchronize().unwrap_err().to_string();
    assert!(error.contains("as the test wants it"), "{error}");
    // The stream goes on.
    assert_eq!(xp.ones::<i32>(10)?.sum(..)?.item()?, 10);
    xp.synchronize()
}

fn events_may_be_untimed_and_wait_asleep(xp: &Xp) -> Result<()> {
    let start = xp.record()?;
    drop(long_work(xp)?);
    let untimed = xp.record_with(EventOptions::new().untimed().blocking())?;
    let end = xp.record_with(EventOptions::new())?;
    untimed.synchronize()?;
    assert!(untimed.is_done()? && start.is_done()?);
    assert!(matches!(untimed.elapsed_since(&start), Err(Error::Value { .. })));
    assert!(end.elapsed_since(&start)?.as_micros() > 100);
    let other = xp.on_new_stream()?;
    other.wait(&untimed)?;
    other.synchronize()
}

fn the_device_is_waited_for(xp: &Xp) -> Result<()> {
    let streams = [xp.on_new_stream()?, xp.on_new_stream()?];
    let events: Vec<_> = streams.iter().map(|xp| long_work(xp).and_then(|_| xp.record())).collect::<Result<_>>()?;
    xp.synchronize_device()?;
    for event in &events {
        assert!(event.is_done()?);
    }
    // While a stream is captured, others are waited for.
    let x = xp.ones::<f32>(100)?.copy();
    x.eval()?;
    xp.capture(|| {
        (&x + &x).eval()?;
        streams[0].synchronize_device()
    })?;
    Ok(())
}

fn graphs_are_uploaded_and_printed(xp: &Xp) -> Result<()> {
    let mut x = xp.ones::<f32>(1000)?.copy();
    x.eval()?;
    let graph = xp.capture(|| {
        x += 1.0f32;
        x.eval()
    })?;
    graph.upload()?;
    graph.launch()?;
    // It reads what `x` was before.
    assert_eq!(x.to_vec()?, [2.0; 1000]);
    let path = env::temp_dir().join(format!("xparray-graph-{}.dot", process::id()));
    graph.debug_dot_print(&path, true)?;
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(text.contains("digraph"), "{text}");
    assert!(graph.debug_dot_print("zero\0byte", false).is_err());
    Ok(())
}

fn profilers_are_told(xp: &Xp) -> Result<()> {
    xp.profiler_start()?;
    xp.profiler_stop()?;
    let profile = xp.profile()?;
    xp.ones::<f32>(10)?.eval()?;
    drop(profile);
    Ok(())
}
