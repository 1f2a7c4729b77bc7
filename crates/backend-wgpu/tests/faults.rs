//! Indices out of bounds are reported when somebody waits. The record is the device's: these tests have a process to themselves.

mod both;

use both::{device, indices, numbers, uploaded};
use xparray_ir::backend::{Primitives, Streams, View};
use xparray_ir::{DType, Error, Layout};

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
    assert!(device.synchronize().is_ok());
}
