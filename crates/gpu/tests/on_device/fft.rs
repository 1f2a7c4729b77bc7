//! Transforms on a device, against the definition.

use super::harness::{download, upload};
use crate::backend::{Buffer, Native, Xp};
use std::f64::consts::TAU;
use xparray_ir::backend::{FftDirection, Streams, Transform, View};
use xparray_ir::{DType, Error, Layout};

tests!(
    complex_to_complex,
    real_to_complex,
    complex_to_real,
    large_transforms,
    plans_are_shared,
    nothing_to_transform_and_what_cannot_be
);

type C = [f64; 2];

const FORWARD: FftDirection = FftDirection::Forward;
const INVERSE: FftDirection = FftDirection::Inverse;

fn view<'a>(buffer: &'a Buffer<Native>, dtype: DType, layout: &'a Layout) -> View<'a, Buffer<Native>> {
    View::new(buffer, dtype, layout).unwrap()
}

/// Numbers in [-1, 1) without a pattern.
fn numbers(len: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let next = |state: &mut u64| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    (0..len).map(|_| next(&mut state)).collect()
}

fn types(double: bool) -> (DType, DType) {
    if double { (DType::F64, DType::Complex128) } else { (DType::F32, DType::Complex64) }
}

fn bytes(values: &[f64], double: bool) -> Vec<u8> {
    if double {
        values.iter().flat_map(|value| value.to_ne_bytes()).collect()
    } else {
        values.iter().flat_map(|&value| (value as f32).to_ne_bytes()).collect()
    }
}

fn values(xp: &Xp, buffer: &Buffer<Native>, len: usize, double: bool) -> Vec<f64> {
    let bytes = download(xp, buffer, len * if double { 8 } else { 4 });
    if double {
        bytes.chunks_exact(8).map(|word| f64::from_ne_bytes(word.try_into().unwrap())).collect()
    } else {
        bytes.chunks_exact(4).map(|word| f32::from_ne_bytes(word.try_into().unwrap()).into()).collect()
    }
}

fn times(x: C, y: C) -> C {
    [x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]]
}

/// The places of a layout's elements, in row-major order.
fn places(layout: &Layout) -> Vec<usize> {
    let place = |number: usize| {
        let mut rest = number;
        let mut place = layout.offset() as isize;
        for (&len, &stride) in layout.shape().iter().zip(layout.strides()).rev() {
            place += (rest % len) as isize * stride;
            rest /= len;
        }
        place as usize
    };
    (0..layout.len()).map(place).collect()
}

/// The transform along an axis, by the definition.
fn along(x: &[C], shape: &[usize], axis: usize, direction: FftDirection) -> Vec<C> {
    let n = shape[axis];
    let step: usize = shape[axis + 1..].iter().product();
    let sign = if direction == FORWARD { -TAU } else { TAU };
    let root = |k: usize| [(sign * k as f64 / n as f64).cos(), (sign * k as f64 / n as f64).sin()];
    let roots: Vec<C> = (0..n).map(root).collect();
    let term = |place: usize| {
        let (k, first) = (place / step % n, place - place / step % n * step);
        (0..n).fold([0.0; 2], |sum: C, j| {
            let product = times(x[first + j * step], roots[j * k % n]);
            [sum[0] + product[0], sum[1] + product[1]]
        })
    };
    (0..x.len()).map(term).collect()
}

/// The distance from what is expected, relative to its size.
fn check(found: &[f64], expected: &[f64], double: bool, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
    let error = norm(&mut found.iter().zip(expected).map(|(x, y)| x - y));
    let size = norm(&mut expected.iter().copied());
    let unit = if double { f64::EPSILON } else { f32::EPSILON.into() };
    let bound = unit * 4.0 * (2.0 + (expected.len().max(1) as f64).log2());
    assert!(error <= bound * size, "{what}: {error:e} of {size:e}, at most {:e}", bound * size);
}

/// Layouts of this shape with the length of the buffer that they are in.
fn layouts(shape: &[usize]) -> Vec<(Layout, usize)> {
    let whole = Layout::row_major(shape);
    let n = whole.len();
    let mut layouts = vec![(whole.clone(), n), (Layout::new(shape.into(), whole.strides().into(), 3).unwrap(), n + 3)];
    let order: Vec<usize> = (0..shape.len()).rev().collect();
    let turned: Vec<usize> = order.iter().map(|&k| shape[k]).collect();
    layouts.push((Layout::row_major(&turned).permute(&order).unwrap(), n));
    // Every other element of a larger array, backwards along the first axis.
    let double: Vec<usize> = shape.iter().map(|&len| 2 * len).collect();
    let mut cut = Layout::row_major(&double);
    for (axis, &len) in shape.iter().enumerate() {
        let (start, step) = if axis == 0 && len > 0 { (2 * len - 1, -2) } else { (1, 2) };
        cut = cut.sliced(axis, start, step, len).unwrap();
    }
    layouts.push((cut, double.iter().product()));
    // Part of longer rows.
    let mut long = shape.to_vec();
    *long.last_mut().unwrap() += 2;
    layouts.push((
        Layout::row_major(&long).sliced(shape.len() - 1, 2, 1, shape[shape.len() - 1]).unwrap(),
        long.iter().product(),
    ));
    // One row for all.
    let mut strides: Vec<isize> = whole.strides().to_vec();
    strides[0] = 0;
    layouts.push((Layout::new(shape.into(), strides.into(), 0).unwrap(), n.max(1)));
    layouts
}

const CASES: &[(&[usize], &[usize])] = &[
    (&[1], &[0]),
    (&[2], &[0]),
    (&[3], &[0]),
    (&[8], &[0]),
    (&[30], &[0]),
    (&[97], &[0]),
    (&[128], &[0]),
    (&[211], &[0]),
    (&[1000], &[0]),
    (&[5, 6], &[0]),
    (&[5, 6], &[1]),
    (&[5, 6], &[0, 1]),
    (&[6, 5], &[1, 0]),
    (&[1, 6], &[0, 1]),
    (&[6, 1], &[0, 1]),
    (&[6, 1], &[1]),
    (&[3, 4, 5], &[0]),
    (&[3, 4, 5], &[1]),
    (&[3, 4, 5], &[2]),
    (&[3, 4, 5], &[0, 2]),
    (&[3, 4, 5], &[2, 0]),
    (&[3, 4, 5], &[1, 2]),
    (&[3, 4, 5], &[2, 1]),
    (&[3, 4, 5], &[0, 1]),
    (&[3, 4, 5], &[1, 0]),
    (&[3, 4, 5], &[0, 1, 2]),
    (&[4, 3, 6], &[2, 0, 1]),
    (&[2, 3, 4, 5], &[0, 1, 2, 3]),
    (&[2, 3, 4, 5], &[1, 2]),
    (&[2, 3, 4, 5], &[3, 0]),
    (&[2, 3, 4, 5], &[0, 3, 1]),
    (&[20, 6, 7], &[1]),
    (&[20, 7, 6], &[2, 1]),
    (&[9, 4, 3, 8], &[1, 0]),
];

/// The view's buffer, its values in row-major order as `parts` numbers each.
fn operand(xp: &Xp, layout: &Layout, room: usize, parts: usize, double: bool) -> (Buffer<Native>, Vec<f64>) {
    // Exact in single precision.
    let host: Vec<f64> = numbers(room * parts, room as u64).into_iter().map(|x| f64::from(x as f32)).collect();
    let buffer = upload(xp, &bytes(&host, double));
    let elements = places(layout).into_iter().flat_map(|place| host[place * parts..][..parts].to_vec()).collect();
    (buffer, elements)
}

fn complex(x: &[f64]) -> Vec<C> {
    x.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

fn complex_to_complex(xp: &Xp) {
    let twice: &[(&[usize], &[usize])] = &[(&[5, 6], &[0, 0]), (&[3, 4, 5], &[1, 2, 1]), (&[3, 4], &[])];
    for (&(shape, axes), double) in CASES.iter().chain(twice).flat_map(|case| [(case, false), (case, true)]) {
        for (number, (layout, room)) in layouts(shape).into_iter().enumerate() {
            let (buffer, host) = operand(xp, &layout, room, 2, double);
            for (direction, scale) in [(FORWARD, 1.0), (INVERSE, 0.5)] {
                let what = format!("{shape:?}, axes {axes:?}, layout {number}, {direction:?}, double {double}");
                let x = view(&buffer, types(double).1, &layout);
                let out = xp.c2c(x, axes, direction, scale).unwrap_or_else(|error| panic!("{what}: {error}"));
                let mut expected = complex(&host);
                for &axis in axes {
                    expected = along(&expected, shape, axis, direction);
                }
                let expected: Vec<f64> = expected.into_iter().flatten().map(|x| x * scale).collect();
                check(&values(xp, &out, 2 * layout.len(), double), &expected, double, &what);
            }
            let kept = values(xp, &buffer, 2 * room, double);
            assert!(kept == numbers(2 * room, room as u64).iter().map(|&x| f64::from(x as f32)).collect::<Vec<_>>());
        }
    }
}

/// The first half along an axis.
fn half(x: &[C], shape: &[usize], axis: usize) -> Vec<C> {
    let step: usize = shape[axis + 1..].iter().product();
    let first = |&place: &usize| place / step % shape[axis] <= shape[axis] / 2;
    (0..x.len()).filter(first).map(|place| x[place]).collect()
}

fn real_to_complex(xp: &Xp) {
    for (&(shape, axes), double) in CASES.iter().flat_map(|case| [(case, false), (case, true)]) {
        for (number, (layout, room)) in layouts(shape).into_iter().enumerate() {
            let (buffer, host) = operand(xp, &layout, room, 1, double);
            for scale in [1.0, 0.25] {
                let what = format!("{shape:?}, axes {axes:?}, layout {number}, scale {scale}, double {double}");
                let x = view(&buffer, types(double).0, &layout);
                let out = xp.r2c(x, axes, scale).unwrap_or_else(|error| panic!("{what}: {error}"));
                let mut expected: Vec<C> = host.iter().map(|&x| [x * scale, 0.0]).collect();
                for &axis in axes {
                    expected = along(&expected, shape, axis, FORWARD);
                }
                let expected = half(&expected, shape, *axes.last().unwrap()).concat();
                check(&values(xp, &out, expected.len(), double), &expected, double, &what);
            }
        }
    }
}

/// Of any numbers: those that would be real if the spectrum was Hermitian count as if they were.
fn complex_to_real(xp: &Xp) {
    for (&(shape, axes), double) in CASES.iter().flat_map(|case| [(case, false), (case, true)]) {
        let (&axis, others) = axes.split_last().unwrap();
        for n in [2 * (shape[axis] - 1), 2 * shape[axis] - 1] {
            if n == 0 {
                continue;
            }
            let mut real = shape.to_vec();
            real[axis] = n;
            for (number, (layout, room)) in layouts(shape).into_iter().enumerate() {
                let what = format!("{shape:?}, axes {axes:?} to {n}, layout {number}, double {double}");
                let (buffer, host) = operand(xp, &layout, room, 2, double);
                let x = view(&buffer, types(double).1, &layout);
                let out = xp.c2r(x, axes, n, 0.5).unwrap_or_else(|error| panic!("{what}: {error}"));
                let mut spectrum = complex(&host);
                for &axis in others {
                    spectrum = along(&spectrum, shape, axis, INVERSE);
                }
                // The other half of the spectrum is the conjugate of the first.
                let step: usize = shape[axis + 1..].iter().product();
                let whole = (0..real.iter().product::<usize>()).map(|place| {
                    let (outer, k, inner) = (place / step / n, place / step % n, place % step);
                    let at = |k: usize| spectrum[(outer * shape[axis] + k) * step + inner];
                    let [re, im] = if k < shape[axis] { at(k) } else { at(n - k) };
                    let sign = if k == 0 || 2 * k == n { 0.0 } else { f64::from(if k < shape[axis] { 1 } else { -1 }) };
                    [re, im * sign]
                });
                let expected = along(&whole.collect::<Vec<_>>(), &real, axis, INVERSE);
                let expected: Vec<f64> = expected.iter().map(|x| x[0] * 0.5).collect();
                check(&values(xp, &out, expected.len(), double), &expected, double, &what);
                let kept = values(xp, &buffer, 2 * room, double);
                let was: Vec<f64> = numbers(2 * room, room as u64).iter().map(|&x| f64::from(x as f32)).collect();
                assert!(kept == was, "{what}: the input changed");
            }
        }
    }
}

/// There and back, and one wave is one term.
fn large_transforms(xp: &Xp) {
    for shape in
        [&[1 << 20][..], &[1_000_003], &[3 * 5 * 7 * 11 * 13 * 17], &[1000, 1021], &[64, 100, 128], &[1 << 12, 1 << 8]]
    {
        let layout = Layout::row_major(shape);
        let n = layout.len();
        let axes: Vec<usize> = (0..shape.len()).collect();
        for double in [false, true] {
            let what = format!("{shape:?}, double {double}");
            let (real, complex) = types(double);
            let unit = 1.0 / n as f64;
            let (buffer, host) = operand(xp, &layout, n, 2, double);
            let there = xp.c2c(view(&buffer, complex, &layout), &axes, FORWARD, 1.0).unwrap();
            let back = xp.c2c(view(&there, complex, &layout), &axes, INVERSE, unit).unwrap();
            check(&values(xp, &back, 2 * n, double), &host, double, &what);

            let (buffer, host) = operand(xp, &layout, n, 1, double);
            let there = xp.r2c(view(&buffer, real, &layout), &axes, 1.0).unwrap();
            let last = shape[shape.len() - 1];
            let mut halved = shape.to_vec();
            halved[shape.len() - 1] = last / 2 + 1;
            let halved = Layout::row_major(&halved);
            let back = xp.c2r(view(&there, complex, &halved), &axes, last, unit).unwrap();
            check(&values(xp, &back, n, double), &host, double, &what);
        }
        let k = n / 3;
        let wave = |j: usize| TAU * ((j as u128 * k as u128) % n as u128) as f64 / n as f64;
        let host: Vec<f64> = (0..n).flat_map(|j| [wave(j).cos(), wave(j).sin()]).collect();
        let line = Layout::row_major(&[n]);
        let buffer = upload(xp, &bytes(&host, true));
        let out = xp.c2c(view(&buffer, DType::Complex128, &line), &[0], FORWARD, 1.0 / n as f64).unwrap();
        let mut expected = vec![0.0; 2 * n];
        expected[2 * k] = 1.0;
        check(&values(xp, &out, 2 * n, true), &expected, true, &format!("a wave of {n}"));
    }
}

/// More plans than are kept, on streams and threads that share them.
fn plans_are_shared(xp: &Xp) {
    std::thread::scope(|scope| {
        for seed in 0..4usize {
            let xp = xp.on_new_stream().unwrap();
            scope.spawn(move || {
                for round in 0..80 {
                    let n = 2 + (round * 37 + seed * 11) % 173;
                    let layout = Layout::row_major(&[3, n]);
                    let (buffer, host) = operand(&xp, &layout, 3 * n, 2, true);
                    let x = view(&buffer, DType::Complex128, &layout);
                    let out = xp.c2c(x, &[1], FORWARD, 1.0).unwrap();
                    let expected = along(&complex(&host), &[3, n], 1, FORWARD).concat();
                    check(&values(&xp, &out, 6 * n, true), &expected, true, &format!("length {n}"));
                }
            });
        }
    });
}

fn nothing_to_transform_and_what_cannot_be(xp: &Xp) {
    let buffer = upload(xp, &[0; 256]);
    let empty = Layout::row_major(&[0, 4]);
    xp.c2c(view(&buffer, DType::Complex128, &empty), &[1], FORWARD, 1.0).unwrap();
    xp.r2c(view(&buffer, DType::F32, &empty), &[1], 1.0).unwrap();
    xp.c2r(view(&buffer, DType::Complex128, &empty), &[1], 6, 1.0).unwrap();
    let (flat, line) = (Layout::row_major(&[2, 0]), Layout::row_major(&[4]));
    let value = |result: xparray_ir::Result<Buffer<Native>>| assert!(matches!(result, Err(Error::Value { .. })));
    value(xp.c2c(view(&buffer, DType::Complex128, &flat), &[1], FORWARD, 1.0));
    value(xp.r2c(view(&buffer, DType::F64, &flat), &[1], 1.0));
    value(xp.c2c(view(&buffer, DType::Complex128, &line), &[1], FORWARD, 1.0));
    value(xp.r2c(view(&buffer, DType::F64, &line), &[], 1.0));
    value(xp.c2r(view(&buffer, DType::Complex128, &line), &[0], 0, 1.0));
    value(xp.c2r(view(&buffer, DType::Complex128, &line), &[0], 8, 1.0));
    value(xp.r2c(view(&buffer, DType::F64, &Layout::row_major(&[2, 2])), &[1, 1], 1.0));
    let unsupported = xp.c2c(view(&buffer, DType::F64, &line), &[0], FORWARD, 1.0);
    assert!(matches!(unsupported, Err(Error::Unsupported { op: "fft", dtype: DType::F64, .. })));
}
