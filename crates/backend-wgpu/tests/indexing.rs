//! Reads and writes at indices on the device are those of the CPU backend.

mod both;

use both::{compare, device, downloaded, indices, layout, numbers, types, uploaded};
use xparray_ir::backend::{Output, Primitives, ScatterOp, View};
use xparray_ir::{DType, Layout};
use xparray_wgpu::Wgpu;

/// Indices from `-len` to `len`, in no order.
fn some(count: usize, len: usize) -> Vec<u8> {
    let at = |k: usize| (k.wrapping_mul(2_654_435_761) >> 7) % (2 * len.max(1));
    indices((0..count).map(|k| at(k) as i64 - len as i64))
}

/// Elements that a layout reaches over.
fn reach(layout: &Layout) -> usize {
    layout.bounds().map_or(layout.offset(), |(_, last)| last + 1)
}

fn taken<B: Primitives>(xp: &B, dtype: DType, x: &Layout, axis: usize, places: &Layout, along: bool) -> Vec<u8> {
    let source = uploaded(xp, &numbers(dtype, reach(x), 1));
    let at = uploaded(xp, &some(reach(places), x.shape()[axis]));
    let (source, at) = (View::new(&source, dtype, x).unwrap(), View::new(&at, DType::I64, places).unwrap());
    if along {
        let found = xp.take_along_axis(source, axis, at).unwrap();
        return downloaded(xp, &found, places.len() * dtype.size());
    }
    let others: usize = x.shape().iter().enumerate().filter(|(k, _)| *k != axis).map(|(_, len)| len).product();
    downloaded(xp, &xp.take(source, axis, at).unwrap(), others * places.len() * dtype.size())
}

fn check(device: &Wgpu, dtype: DType, x: &Layout, axis: usize, places: &Layout, along: bool) {
    let what = format!("{dtype} {x:?} {axis} {places:?} {along}");
    let on_cpu = |cpu: &_| taken(cpu, dtype, x, axis, places, along);
    compare(device, &what, on_cpu, |gpu| taken(gpu, dtype, x, axis, places, along));
}

#[test]
fn elements_are_taken_of_every_type_and_layout() {
    let Some(device) = device() else { return };
    let sources = [
        (Layout::row_major(&[10]), 0),
        (Layout::row_major(&[3, 5, 7]), 1),
        (Layout::row_major(&[7, 5, 3]).transpose(), 2),
        (layout(&[4, 6], &[-12, 2], 40), 0),
        (layout(&[4, 6, 2], &[0, 1, 6], 1), 1),
        (Layout::row_major(&[0, 4]), 1),
        (Layout::row_major(&[1, 1]), 0),
    ];
    let places = [Layout::row_major(&[]), Layout::row_major(&[0]), layout(&[5], &[-1], 6), layout(&[3, 3], &[0, 2], 0)];
    for dtype in types(&device) {
        for (source, axis) in &sources {
            places.iter().for_each(|places| check(&device, dtype, source, *axis, places, false));
        }
    }
}

#[test]
fn elements_are_taken_along_axes() {
    let Some(device) = device() else { return };
    for dtype in types(&device) {
        let cube = Layout::row_major(&[3, 5, 7]);
        check(&device, dtype, &cube, 1, &Layout::row_major(&[3, 9, 7]), true);
        check(&device, dtype, &cube, 2, &Layout::row_major(&[4, 5, 3]).transpose(), true);
        check(&device, dtype, &cube.transpose(), 0, &layout(&[2, 5, 3], &[0, 1, -5], 10), true);
        check(&device, dtype, &cube, 0, &Layout::row_major(&[0, 5, 7]), true);
        check(&device, dtype, &Layout::row_major(&[300]), 0, &Layout::row_major(&[255]), true);
    }
}

#[test]
fn many_elements_are_taken() {
    let Some(device) = device() else { return };
    for dtype in [DType::U8, DType::F16, DType::F32, DType::I64, DType::Complex64] {
        check(&device, dtype, &Layout::row_major(&[1000]), 0, &Layout::row_major(&[300_001]), false);
        check(&device, dtype, &Layout::row_major(&[500, 700]), 1, &Layout::row_major(&[500, 301]), true);
        check(&device, dtype, &Layout::row_major(&[5000, 33]), 0, &Layout::row_major(&[7001]), false);
    }
}

const OPS: [ScatterOp; 5] = [ScatterOp::Put, ScatterOp::Add, ScatterOp::Mul, ScatterOp::Min, ScatterOp::Max];

/// Writes into elements 2 to `2 + len` of a longer buffer.
fn scattered<B: Primitives>(
    xp: &B,
    op: ScatterOp,
    dtype: DType,
    len: usize,
    [places, values]: [&Layout; 2],
) -> Vec<u8> {
    let mut out = uploaded(xp, &numbers(dtype, len + 3, 1));
    let (at, with) = (uploaded(xp, &some(reach(places), len)), uploaded(xp, &numbers(dtype, reach(values), 2)));
    let (at, with) = (View::new(&at, DType::I64, places).unwrap(), View::new(&with, dtype, values).unwrap());
    let inner = layout(&[len], &[1], 2);
    xp.scatter(op, Output::new(&mut out, dtype, &inner).unwrap(), at, with).unwrap();
    downloaded(xp, &out, (len + 3) * dtype.size())
}

fn check_scatter(device: &Wgpu, op: ScatterOp, dtype: DType, len: usize, layouts: [&Layout; 2]) {
    let what = format!("{op:?} {dtype} {len} {layouts:?}");
    let on_cpu = |cpu: &_| scattered(cpu, op, dtype, len, layouts);
    compare(device, &what, on_cpu, |gpu| scattered(gpu, op, dtype, len, layouts));
}

#[test]
fn elements_are_written_in_the_order_of_the_indices() {
    let Some(device) = device() else { return };
    let row = Layout::row_major(&[100]);
    let spread = layout(&[4, 25], &[0, -2], 60);
    let square = Layout::row_major(&[25, 4]).transpose();
    for dtype in types(&device) {
        for op in OPS {
            check_scatter(&device, op, dtype, 40, [&row, &row]);
            check_scatter(&device, op, dtype, 300, [&square, &spread]);
            check_scatter(&device, op, dtype, 7, [&spread, &square]);
            check_scatter(&device, op, dtype, 7, [&Layout::row_major(&[0]); 2]);
            check_scatter(&device, op, dtype, 7, [&Layout::row_major(&[]); 2]);
        }
    }
}

#[test]
fn many_elements_are_written() {
    let Some(device) = device() else { return };
    let many = Layout::row_major(&[200_001]);
    for op in OPS {
        for dtype in [DType::I32, DType::U8, DType::I64, DType::F32, DType::F16, DType::Complex64] {
            check_scatter(&device, op, dtype, 70_000, [&many, &many]);
        }
        check_scatter(&device, op, DType::I32, 3, [&many, &many]);
        check_scatter(&device, op, DType::I16, 3, [&many, &many]);
    }
}
