//! Reads and writes at indices on the device are those of the CPU backend.

mod both;

use both::{compare, device, downloaded, indices, layout, numbers, types, uploaded};
use xparray_ir::backend::{Primitives, View};
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
