//! Devices, streams and events.

use xparray::prelude::*;

/// Handles say where they are.
pub fn handles_know_their_device<B: Backend>(xp: &B) {
    let info = xp.info();
    assert!(!B::NAME.is_empty() && !info.name.is_empty() && info.units > 0);
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
        let x = xp.arange(0i64, n, 1).unwrap() + round;
        x.eval().unwrap();
        let y = other.arange(0i64, n, 1).unwrap() * 2;
        let mut both = &y + &x;
        both.eval().unwrap();
        let back = &x - &both;
        assert_eq!(back.sum(..).unwrap().item().unwrap(), -n * (n - 1));
        both.assign(xparray::s![..], &x).unwrap();
        assert_eq!(both.sort().unwrap().to_vec().unwrap()[1], 1 + round);
    }
    other.synchronize().unwrap();
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
