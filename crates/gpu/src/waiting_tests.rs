//! Launches that wait for their code, over the fake driver.

use crate::Gpu;
use crate::driver::RawStream;
use crate::fake::{Fake, World, open_with_compilers};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};
use xparray_core::{Array, Create};
use xparray_ir::Error;
use xparray_ir::backend::{Memory, Streams};

type X = Array<f32, Gpu<Fake>>;

fn ones(xp: &Gpu<Fake>, len: usize) -> X {
    let x = xp.from_slice(&vec![1.0f32; len], len).unwrap();
    xp.synchronize().unwrap();
    x
}

/// What was queued since the last look, by first words: launches, events, waits, captures, graphs.
fn queued(world: &World) -> Vec<String> {
    let first = |line: &String| line.split(' ').next().unwrap_or_default().to_owned();
    world.news().iter().map(first).collect()
}

/// Nothing is left, as soon as the threads that compiled have let the device go.
fn nothing_leaks(world: &World) {
    let start = Instant::now();
    while world.leaks() > 0 {
        assert!(start.elapsed() < Duration::from_secs(10), "{} are left", world.leaks());
        thread::yield_now();
    }
}

/// Compilers take their time while `f` runs.
fn while_compiling(world: &World, f: impl FnOnce()) {
    let (begun, begin) = channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            let held = world.compiling.lock().unwrap();
            begun.send(()).unwrap();
            thread::sleep(Duration::from_millis(50));
            drop(held);
        });
        begin.recv().unwrap();
        f();
    });
}

#[test]
fn launches_keep_their_order_while_code_is_compiled() {
    let (xp, world) = open_with_compilers(1 << 20);
    let x = ones(&xp, 16);
    let held = world.compiling.lock().unwrap();
    world.news();
    let (y, z) = (x.sin(), x.cos());
    // Of two kernels of which none has code, both are being compiled, and the third has what the first one has.
    [&y, &z, &z.sin()].iter().for_each(|x| x.eval().unwrap());
    while world.compiled.load(SeqCst) < 2 {
        thread::yield_now();
    }
    assert!(queued(&world).is_empty());
    drop(held);
    y.to_vec().unwrap();
    assert_eq!(queued(&world), ["launch"; 3]);
    assert_eq!(world.compiled.load(SeqCst), 2);
    // All code is there: nothing waits.
    x.sin().eval().unwrap();
    assert_eq!(queued(&world), ["launch"]);
    drop((x, y, z, xp));
    nothing_leaks(&world);
}

#[test]
fn what_waits_is_queued_before_anything_else() {
    let (xp, world) = open_with_compilers(1 << 20);
    let (x, mut place) = (ones(&xp, 16), xp.alloc(64).unwrap());
    let after = |y: X, ask: &mut dyn FnMut()| {
        world.news();
        while_compiling(&world, || {
            y.eval().unwrap();
            assert!(queued(&world).is_empty());
            ask();
        });
        queued(&world)
    };
    assert_eq!(after(x.exp(), &mut || xp.upload(&[1; 64], &mut place).unwrap()), ["launch"]);
    assert_eq!(after(x.log(), &mut || drop(xp.record().unwrap())), ["launch", "event"]);
    // Whoever has the stream itself queues what he likes there.
    assert_eq!(after(x.sqrt(), &mut || assert_ne!(xp.raw_stream(), RawStream::DEFAULT)), ["launch"]);
    x.tan().eval().unwrap();
    assert_eq!(queued(&world), ["launch"]);
    drop((x, place, xp));
    nothing_leaks(&world);
}

#[test]
fn memory_leaves_its_stream_after_what_waits() {
    let (xp, world) = open_with_compilers(1 << 20);
    let other = xp.on_new_stream().unwrap();
    let x = ones(&xp, 1000);
    world.news();
    while_compiling(&world, || {
        // The block of what was computed and dropped: another stream has it after an event behind the launch.
        x.sin().eval().unwrap();
        assert!(queued(&world).is_empty());
        drop(other.alloc(4000).unwrap());
    });
    assert_eq!(queued(&world), ["launch", "event", "stream"]);
    while_compiling(&world, || {
        x.cos().eval().unwrap();
        // The block is the other stream's now, which this one waits for.
        assert_eq!(queued(&world), ["event", "stream"]);
        xp.free_all_blocks();
    });
    assert_eq!(queued(&world), ["launch"]);
}

#[test]
fn captures_begin_after_what_waits() {
    let (xp, world) = open_with_compilers(1 << 20);
    let x = ones(&xp, 16);
    world.news();
    x.sin().eval().unwrap();
    let graph = xp.capture(|| x.cos().eval()).unwrap();
    let news = queued(&world);
    assert_eq!(news.iter().position(|what| what == "launch"), Some(0), "{news:?}");
    assert_eq!(news.iter().filter(|what| *what == "launch").count(), 2, "{news:?}");
    drop(graph);
}

#[test]
fn compilers_errors_come_with_what_is_asked_for_next() {
    let (xp, world) = open_with_compilers(1 << 20);
    let x = ones(&xp, 16);
    world.news();
    world.compiling_fails.store(true, SeqCst);
    let y = x.sin();
    while_compiling(&world, || {
        y.eval().unwrap();
        y.cos().eval().unwrap();
        assert!(matches!(y.to_vec(), Err(Error::Compile { .. })));
    });
    // It is told once; what came behind was not launched.
    xp.synchronize().unwrap();
    assert!(queued(&world).is_empty());
    world.compiling_fails.store(false, SeqCst);
    x.sin().to_vec().unwrap();
    assert_eq!(queued(&world), ["launch"]);
}
