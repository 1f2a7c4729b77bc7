//! Indices out of bounds are reported when somebody waits for the stream that they were met in.

mod both;

use both::{device, downloaded, indices, numbers, uploaded};
use pollster::block_on;
use xparray_core::prelude::*;
use xparray_ir::backend::{Memory, Output, Primitives, ScatterOp, Streams, View};
use xparray_ir::{Error, Layout};
use xparray_wgpu::Wgpu;

#[test]
fn faults() {
    let Some(device) = device() else { return };
    let source = uploaded(&device, &numbers(DType::F32, 3, 1));
    let three = Layout::row_major(&[3]);
    for (wrong, along) in [(3, false), (-4, true), (i64::MIN, false), (1 << 32, true)] {
        let at = uploaded(&device, &indices([0, wrong, 1]));
        let (x, at) = (View::new(&source, DType::F32, &three).unwrap(), View::new(&at, DType::I64, &three).unwrap());
        let found = if along { device.take_along_axis(x, 0, at) } else { device.take(x, 0, at) };
        drop(found.unwrap());
        let error = device.synchronize().unwrap_err();
        assert!(matches!(error, Error::Index { index, len: 3, .. } if index == wrong), "{error}");
    }
    nothing_is_written(&device);
    assert!(device.synchronize().is_ok());
}

#[test]
fn other_streams_are_not_told() {
    let Some(device) = device() else { return };
    let (opened, other) = (Wgpu::new(0).unwrap(), device.on_new_stream().unwrap());
    let (one, source) = (Layout::row_major(&[1]), uploaded(&device, &numbers(DType::F32, 1, 1)));
    let at = uploaded(&device, &indices([7]));
    let (x, at) = (View::new(&source, DType::F32, &one).unwrap(), View::new(&at, DType::I64, &one).unwrap());
    drop(device.take(x, 0, at).unwrap());
    assert!(opened.synchronize().is_ok() && other.synchronize().is_ok());
    assert!(matches!(device.clone().synchronize(), Err(Error::Index { index: 7, len: 1, .. })));
    assert!(device.synchronize().is_ok());
}

#[test]
fn reading_without_waiting_tells_of_them() {
    let Some(device) = device() else { return };
    let opened = block_on(Wgpu::new_async(0)).unwrap();
    assert_eq!(opened.device_id(), device.device_id());
    let numbers = numbers(DType::F32, 3, 1);
    let (three, source) = (Layout::row_major(&[3]), uploaded(&device, &numbers));
    let at = uploaded(&device, &indices([0, -5, 1]));
    let (x, at) = (View::new(&source, DType::F32, &three).unwrap(), View::new(&at, DType::I64, &three).unwrap());
    let taken = device.take(x, 0, at).unwrap();
    let error = block_on(device.readback(&taken, 0, 12)).unwrap_err();
    assert!(matches!(error, Error::Index { index: -5, len: 3, .. }), "{error}");
    // Once; and parts begin at any byte.
    assert_eq!(block_on(device.readback(&source, 0, 12)).unwrap(), numbers);
    assert_eq!(block_on(device.readback(&source, 3, 6)).unwrap(), numbers[3..9]);
    assert!(block_on(device.readback(&source, 11, 0)).unwrap().is_empty());
    assert!(block_on(device.readback(&source, 4, 12)).is_err());
    let squares = opened.arange((0.0f32, 4.0, 1.0)).map(|x| &x * &x).unwrap();
    assert_eq!(block_on(squares.to_vec_async()).unwrap(), [0.0, 1.0, 4.0, 9.0]);
    assert_eq!(block_on(squares.sum(..).unwrap().item_async()).unwrap(), 14.0);
    assert!(block_on(squares.item_async()).is_err());
}

fn nothing_is_written(device: &Wgpu) {
    let three = Layout::row_major(&[3]);
    for (op, dtype) in [(ScatterOp::Put, DType::F32), (ScatterOp::Add, DType::I32), (ScatterOp::Add, DType::F32)] {
        let (before, values) = (numbers(dtype, 3, 1), uploaded(device, &numbers(dtype, 3, 2)));
        let (mut out, at) = (uploaded(device, &before), uploaded(device, &indices([0, 5, 1])));
        let (at, values) = (View::new(&at, DType::I64, &three).unwrap(), View::new(&values, dtype, &three).unwrap());
        let written = Output::new(&mut out, dtype, &three).unwrap();
        let error = device.scatter(op, written, at, values).and_then(|()| device.synchronize()).unwrap_err();
        assert!(matches!(error, Error::Index { index: 5, len: 3, .. }), "{error}");
        assert_eq!(downloaded(device, &out, before.len()), before);
    }
}
