//! Traced programs as graphs, over the fake driver.

use crate::Gpu;
use crate::fake::{Fake, World, open};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use xparray_core::{Array, Complex, Create, Result, jit, s};
use xparray_ir::backend::{Backend, Memory, Streams};

type X = Array<f32, Gpu<Fake>>;

/// As many kernels.
fn steps(mut x: X, count: usize) -> Result<X> {
    for _ in 0..count {
        x = x.sin();
        x.eval()?;
    }
    Ok(x)
}

fn ones(xp: &Gpu<Fake>, len: usize) -> X {
    xp.from_slice(&vec![1.0f32; len], len).unwrap()
}

/// How many kernels were launched since the last look, how many captures begun, and how many graphs launched.
fn queued(world: &World) -> [usize; 3] {
    let news = world.news();
    ["launch", "capture", "graph"].map(|what| news.iter().filter(|line| line.starts_with(what)).count())
}

#[test]
fn many_small_steps_become_a_graph() {
    let (xp, world) = open(1 << 20);
    let x = ones(&xp, 16);
    let program = jit(|x: X| steps(x, 20));
    queued(&world);
    let mut results = Vec::new();
    for expected in [[20, 0, 0], [20, 0, 0], [20, 1, 1], [0, 0, 1], [0, 0, 1]] {
        let before = xp.counters().read();
        results.push(program.call(x.clone()).unwrap());
        assert_eq!(queued(&world), expected);
        let counted = xp.counters().read() - before;
        assert_eq!((counted.kernels, counted.operands_read), (20, 20));
        if expected[0] == 0 {
            assert_eq!((counted.allocations, counted.bytes_allocated), (1, 64));
        }
    }
    let addresses: Vec<u64> = results.iter().map(|x| x.buffer_on(&xp).unwrap().0.address()).collect();
    assert!(addresses.iter().enumerate().all(|(k, address)| !addresses[..k].contains(address)));
    // What is handed over comes back as a result.
    let mut state = results.pop().unwrap();
    let used = xp.memory_stats().used_bytes;
    for _ in 0..3 {
        state = program.call(state).unwrap();
    }
    assert_eq!((queued(&world), xp.memory_stats().used_bytes), ([0, 0, 3], used));
    // The graph's memory goes with the program, the results stay.
    let value = x.to_vec().unwrap();
    drop(program);
    drop(x);
    assert_eq!(xp.memory_stats().used_bytes, 5 * 512);
    drop((results, state));
    assert_eq!((xp.memory_stats().used_bytes, value), (0, vec![1.0; 16]));
    drop(xp);
    assert_eq!(world.leaks(), 0);
}

#[test]
fn graphs_have_to_be_worth_their_copies() {
    let (xp, world) = open(64 << 20);
    let small = ones(&xp, 16);
    let captured = |program: &dyn Fn() -> Result<()>| {
        queued(&world);
        (0..4).for_each(|_| program().unwrap());
        queued(&world)[1] > 0
    };
    // One for the argument and for what is overwritten of it, one for the result.
    for (count, expected) in [(8, false), (9, true)] {
        let program = jit(|x: X| steps(x, count));
        assert_eq!(captured(&|| program.call(small.clone()).map(drop)), expected);
    }
    // 20 small steps, of 1 MiB each for these copies.
    let most = (20 << 20) / (3 * size_of::<f32>());
    for (len, expected) in [(most + 1, false), (most, true)] {
        let (large, program) = (ones(&xp, len), jit(|x: X| x.add(&steps(x.slice(s![..1])?.copy(), 20)?)));
        assert_eq!(captured(&|| program.call(large.clone()).map(drop)), expected);
    }
    // The host uses managed memory itself.
    let (managed, program) = (ones(&xp.managed().unwrap(), 16), jit(|x: X| steps(x, 20)));
    assert!(!captured(&|| program.call(managed.clone()).map(drop)));
    // The device takes longer for these than the host for their launches.
    let (large, program) = (ones(&xp, (1 << 18) + 1), jit(|x: X| steps(x, 100)));
    assert!(!captured(&|| program.call(large.clone()).map(drop)));
}

#[test]
fn what_is_not_written_is_not_copied() {
    let (xp, world) = open(1 << 20);
    let (x, y, constant) = (ones(&xp, 16), ones(&xp, 16), ones(&xp, 16));
    let program = jit(|(x, y): (X, X)| Ok([steps(x.clone(), 20)?, x, y, constant.clone()]));
    for _ in 0..5 {
        let before = xp.counters().read();
        let [sines, same, other, kept] = program.call((x.clone(), y.clone())).unwrap();
        let address = |x: &X| x.buffer_on(&xp).unwrap().0.address();
        if queued(&world)[0] == 0 {
            assert_eq!((xp.counters().read() - before).allocations, 1);
            assert_eq!([address(&same), address(&other), address(&kept)], [&x, &y, &constant].map(address));
        }
        drop(sines);
    }
    assert_eq!(queued(&world), [0; 3]);
}

#[test]
fn a_program_that_cannot_be_captured_goes_step_by_step() {
    let (xp, world) = open(1 << 20);
    let x = ones(&xp, 16);
    let program = jit(|x: X| steps(x, 20));
    world.capture_fails.store(true, SeqCst);
    queued(&world);
    let used = xp.memory_stats().used_bytes;
    let calls: Vec<_> = (0..4)
        .map(|_| {
            let _ = program.call(x.clone()).unwrap();
            queued(&world)
        })
        .collect();
    assert_eq!(calls, [[20, 0, 0], [20, 0, 0], [40, 1, 0], [20, 0, 0]]);
    assert_eq!(xp.memory_stats().used_bytes, used);
}

/// A graph has buffers of its own beside the result, which is all that the steps need.
#[test]
fn graphs_make_way_if_memory_is_scarce() {
    let (xp, world) = open(1 << 20);
    let x = ones(&xp, 16 << 10);
    for blocks in 2..5 {
        let program = jit(|x: X| steps(x, 20));
        let call = || program.call(x.clone()).map(drop);
        xp.free_all_blocks();
        xp.set_memory_limit(Some(xp.memory_stats().total_bytes + blocks * (64 << 10)));
        (0..4).for_each(|_| call().unwrap());
        queued(&world);
        call().unwrap();
        assert_eq!(queued(&world), if blocks < 3 { [20, 0, 0] } else { [0, 0, 1] });
        // Another array comes: there is no room for the graph and the result any more, but for the result.
        let _other = xp.alloc(64 << 10).unwrap();
        (0..2).for_each(|_| call().unwrap());
        assert_eq!(queued(&world)[0], if blocks < 4 { 40 } else { 0 });
    }
}

#[test]
fn in_a_graph_of_the_users_the_steps_are_launched() {
    let (xp, world) = open(1 << 20);
    let x = ones(&xp, 16);
    let program = jit(|x: X| steps(x, 20));
    for call in 0..5 {
        queued(&world);
        let mut result = None;
        let graph = xp.capture(|| {
            result = Some(program.call(x.clone())?);
            Ok(())
        });
        graph.unwrap().launch().unwrap();
        assert_eq!(queued(&world), [20, 1, 2]);
        let _ = program.call(x.clone()).unwrap();
        assert_eq!(queued(&world)[0], if call < 2 { 20 } else { 0 });
    }
}

#[test]
fn other_threads_wait_while_a_program_is_captured() {
    let (xp, world) = open(1 << 20);
    world.slow_capture.store(true, SeqCst);
    let other = xp.on_new_stream().unwrap();
    let complex = xp.from_slice(&[Complex::new(1.0f32, 0.0); 8], 8).unwrap();
    let done = AtomicBool::new(false);
    let until_done = |work: &(dyn Fn() -> Result<()> + Sync)| {
        while !done.load(SeqCst) {
            work().unwrap();
        }
    };
    let x = ones(&xp, 16);
    thread::scope(|scope| {
        // Allocations, copies, kernels and a library's plan, on the stream itself; waiting for it, also from another
        // one.
        scope.spawn(|| until_done(&|| steps(x.copy(), 1).map(drop)));
        scope.spawn(|| until_done(&|| complex.fft().map(drop)));
        scope.spawn(|| until_done(&|| xp.record().and_then(|event| other.wait(&event))));
        scope.spawn(|| until_done(&|| other.stream.wait_for(&xp.stream)));
        scope.spawn(|| until_done(&|| x.to_vec().map(drop)));
        let captured = (0..50).try_for_each(|_| {
            let program = jit(|z: Array<Complex<f32>, Gpu<Fake>>| {
                let z = (0..20).try_fold(z, |z, _| {
                    let z = z * 2.0;
                    z.eval()?;
                    Ok(z)
                })?;
                z.fft()
            });
            thread::scope(|scope| {
                let calls = || (0..5).try_for_each(|_| program.call(complex.clone()).map(drop));
                let threads = [scope.spawn(calls), scope.spawn(calls)];
                threads.into_iter().try_for_each(|thread| thread.join().unwrap())
            })
        });
        done.store(true, SeqCst);
        captured.unwrap();
    });
    assert!(world.news().iter().any(|line| line.starts_with("graph")));
}
