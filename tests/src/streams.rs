//! Devices, streams and events.

use xparray::keepdims;
use xparray::prelude::*;

/// Handles say where they are.
pub fn handles_know_their_device<B: Backend>(xp: &B) {
    let info = xp.info();
    assert!(!xp.name().is_empty() && !info.name.is_empty() && info.units > 0);
    let clone = xp.clone();
    assert_eq!((clone.device_id(), clone.stream_id()), (xp.device_id(), xp.stream_id()));
    let other = xp.on_new_stream().unwrap();
    assert_eq!(other.device_id(), xp.device_id());
    assert_ne!(other.stream_id(), xp.stream_id());
    assert_ne!(other.stream_id(), xp.on_new_stream().unwrap().stream_id());
    let x = other.ones::<f32>(3).unwrap();
    assert_eq!(x.xp().stream_id(), other.stream_id());
}

/// Arrays cross streams without the user ordering anything.
pub fn arrays_cross_streams<B: Backend>(xp: &B) {
    let other = xp.on_new_stream().unwrap();
    let n = 100_000;
    for round in 0..5 {
        let x = xp.arange((0i64, n, 1)).unwrap() + round;
        x.eval().unwrap();
        let y = other.arange((0i64, n, 1)).unwrap() * 2;
        let mut both = &y + &x;
        both.eval().unwrap();
        let back = &x - &both;
        assert_eq!(back.sum(..).unwrap().item().unwrap(), -n * (n - 1));
        both.assign(xparray::s![..], &x).unwrap();
        assert_eq!(both.sort().unwrap().to_vec().unwrap()[1], 1 + round);
    }
    other.synchronize().unwrap();
}

/// What somebody holds is computed on its own stream, so that what reads it there comes later.
pub fn held_arrays_stay_on_their_stream<B: Backend>(xp: &B) {
    let other = xp.on_new_stream().unwrap();
    let x = xp.from_slice(&[1i64, 2, 3, 4], [2, 2]).unwrap();
    let y = other.from_slice(&[10i64, 20, 30, 40], [2, 2]).unwrap();
    let (doubled, sum) = (&y * 2, y.sum(1).unwrap());
    for held in [&doubled, &sum] {
        let before = xp.stats();
        (&x + held).eval().unwrap();
        assert_eq!((xp.stats() - before).kernels, 2);
    }
    assert_eq!((&doubled + &sum).to_vec().unwrap(), [50, 110, 90, 150]);
    // Nor are they stages of a launch here.
    let (largest, before) = (y.max(keepdims(1)).unwrap(), xp.stats());
    assert_eq!((&x - &largest).to_vec().unwrap(), [-19, -18, -37, -36]);
    assert_eq!((xp.stats() - before).kernels, 2);
    assert_eq!((&largest - &y).to_vec().unwrap(), [10, 0, 10, 0]);
    // What nobody holds is a part of the kernel.
    let before = xp.stats();
    assert_eq!((&x + &y * 2).to_vec().unwrap(), [21, 42, 63, 84]);
    assert_eq!((xp.stats() - before).kernels, 1);
}

/// Events mark points of a stream: they can be waited for, and measure time.
pub fn events_measure_time<B: Backend>(xp: &B) {
    let start = xp.record().unwrap();
    let x = xp.rng(1).normal::<f64>([200, 200]).unwrap();
    x.matmul(&x).unwrap().eval().unwrap();
    let end = xp.record().unwrap();
    end.synchronize().unwrap();
    let time = end.elapsed_since(&start).unwrap();
    assert!(time.as_nanos() > 0 && time.as_secs() < 60, "{time:?}");
    let other = xp.on_new_stream().unwrap();
    other.wait(&end).unwrap();
    other.synchronize().unwrap();
    xp.synchronize().unwrap();
}

/// Benchmarks time each call on the host and on the device.
pub fn benchmarks_time_calls<B: Backend>(xp: &B) {
    let x = xp.rng(1).normal::<f64>([100, 100]).unwrap();
    let mut calls = 0;
    let result = xp.benchmark("sum of a product", 8, 2, || {
        calls += 1;
        ((&x * 2.0) * &x).sum(..)?.eval()
    });
    let result = result.unwrap();
    assert_eq!((calls, result.cpu.as_slice().len(), result.device.as_slice().len()), (10, 8, 8));
    assert!(!result.cpu.min().is_zero() && !result.device.max().is_zero());
    assert_eq!(result.device_name, xp.device_name());
    let text = result.to_string();
    assert!(text.starts_with("sum of a product    :    CPU:") && text.contains(&result.device_name), "{text}");
    assert!(xp.benchmark("nothing", 0, 1, || Ok(())).is_err());
    assert!(xp.benchmark("a failure", 1, 0, || x.reshape(7).map(drop)).is_err());
}

/// An explicit copy on another stream, or of a deferred array, is a value of its own.
pub fn copies_for_other_handles<B: Backend>(xp: &B) {
    let other = xp.on_new_stream().unwrap();
    let x = xp.arange((0i64, 12, 1)).unwrap().reshape([3, 4]).unwrap() * 2;
    let mut y = x.t().to_device(&other).unwrap();
    assert_eq!((y.xp().stream_id(), y.shape()), (other.stream_id(), &[4, 3][..]));
    y.assign(xparray::s![0], -1).unwrap();
    assert_eq!(x.to_vec().unwrap()[..6], [0, 2, 4, 6, 8, 10]);
    assert_eq!(y.to_vec().unwrap()[..6], [-1, -1, -1, 2, 10, 18]);
    let part = x.slice(xparray::s![1.., ..;2]).unwrap().to_device(&other).unwrap();
    assert_eq!(part.to_vec().unwrap(), [8, 12, 16, 20]);
    let constant = xp.full([2, 2], 7.5f32).unwrap().to_device(&other).unwrap();
    assert_eq!((constant + 0.5).to_vec().unwrap(), [8.0; 4]);
    assert!(xp.zeros::<f64>([0, 3]).unwrap().to_device(&other).unwrap().to_vec().unwrap().is_empty());
}
