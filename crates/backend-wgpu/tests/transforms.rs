//! Transforms on the device are near those of the CPU backend in double precision.

mod both;

use both::{device, downloaded, layout, uploaded};
use xparray_cpu::Cpu;
use xparray_ir::backend::{Backend, FftDirection, Memory, Transform, View};
use xparray_ir::{DType, Error, Layout};
use xparray_wgpu::Wgpu;

/// Pseudorandom numbers in [-1, 1).
fn noise(len: usize, seed: u64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // What 24 bits hold is the same in both types.
        (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
    };
    std::iter::repeat_with(next).take(len).collect()
}

fn bytes(numbers: &[f64], double: bool) -> Vec<u8> {
    match double {
        true => numbers.iter().flat_map(|x| x.to_ne_bytes()).collect(),
        false => numbers.iter().flat_map(|&x| (x as f32).to_ne_bytes()).collect(),
    }
}

fn numbers(bytes: &[u8], double: bool) -> Vec<f64> {
    match double {
        true => bytes.as_chunks().0.iter().map(|x| f64::from_ne_bytes(*x)).collect(),
        false => bytes.as_chunks().0.iter().map(|x| f32::from_ne_bytes(*x).into()).collect(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Complex(FftDirection),
    ToComplex,
    /// To so many numbers.
    ToReal(usize),
}

/// The parts of a transform's result.
fn transformed<B: Transform + Memory>(xp: &B, kind: Kind, double: bool, x: &Layout, axes: &[usize]) -> Vec<f64> {
    let [real, complex] = if double { [DType::F64, DType::Complex128] } else { [DType::F32, DType::Complex64] };
    let reach = x.bounds().map_or(x.offset(), |(_, last)| last + 1);
    let (dtype, parts) = if kind == Kind::ToComplex { (real, 1) } else { (complex, 2) };
    let buffer = uploaded(xp, &bytes(&noise(reach * parts, 7), double));
    let view = View::new(&buffer, dtype, x).unwrap();
    let scale = 0.37;
    let result = match kind {
        Kind::Complex(direction) => xp.c2c(view, axes, direction, scale),
        Kind::ToComplex => xp.r2c(view, axes, scale),
        Kind::ToReal(n) => xp.c2r(view, axes, n, scale),
    };
    let len = |last: &dyn Fn(usize) -> usize| {
        let lens = x.shape().iter().enumerate().map(|(k, &len)| if Some(&k) == axes.last() { last(len) } else { len });
        lens.product::<usize>()
    };
    let count = match kind {
        Kind::Complex(_) => 2 * x.len(),
        Kind::ToComplex => 2 * len(&|n| n / 2 + 1),
        Kind::ToReal(n) => len(&|_| n),
    };
    numbers(&downloaded(xp, &result.unwrap(), count * if double { 8 } else { 4 }), double)
}

fn check(device: &Wgpu, kind: Kind, x: &Layout, axes: &[usize]) {
    let expected = transformed(&Cpu::new(), kind, true, x, axes);
    let size = expected.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    for double in [false, true] {
        let (dtype, epsilon) = if double { (DType::F64, f64::EPSILON) } else { (DType::F32, f32::EPSILON.into()) };
        if !device.supports(dtype) {
            continue;
        }
        let found = transformed(device, kind, double, x, axes);
        assert_eq!(found.len(), expected.len(), "{kind:?} {x:?} {axes:?}");
        let worst = expected.iter().zip(&found).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        // A few roundings for each of the levels, of numbers of which the largest is a few times the root of the mean square.
        let levels = 2.0 + (x.len().max(1) as f64).log2();
        assert!(
            worst <= levels * epsilon * size,
            "{dtype} {kind:?} {x:?} {axes:?}: {worst:e} of {size}, {} eps",
            worst / epsilon / size
        );
    }
}

fn every_kind(device: &Wgpu, x: &Layout, axes: &[usize]) {
    check(device, Kind::Complex(FftDirection::Forward), x, axes);
    check(device, Kind::Complex(FftDirection::Inverse), x, axes);
    check(device, Kind::ToComplex, x, axes);
    if let Some(&axis) = axes.last() {
        let n = x.shape()[axis];
        check(device, Kind::ToReal(2 * n - 1), x, axes);
        if n > 1 {
            check(device, Kind::ToReal(2 * n - 2), x, axes);
        }
    }
}

#[test]
fn lines_of_every_length() {
    let Some(device) = device() else { return };
    for n in [1, 2, 3, 4, 5, 8, 17, 30] {
        every_kind(&device, &Layout::row_major(&[3, n]), &[1]);
    }
    for n in (6..=16).chain([26, 34, 49, 97, 210, 256, 1000]) {
        check(&device, Kind::Complex(FftDirection::Forward), &Layout::row_major(&[3, n]), &[1]);
    }
}

#[test]
fn long_lines() {
    let Some(device) = device() else { return };
    for n in [4096, 5000, 10_007, 13 * 13 * 13 * 7, 1 << 20] {
        check(&device, Kind::Complex(FftDirection::Forward), &Layout::row_major(&[n]), &[0]);
        check(&device, Kind::ToReal(2 * n - 1), &Layout::row_major(&[n]), &[0]);
    }
    every_kind(&device, &Layout::row_major(&[5, 6000]), &[1]);
}

#[test]
fn every_axis() {
    let Some(device) = device() else { return };
    let x = Layout::row_major(&[6, 17, 5, 8]);
    for axes in [&[0][..], &[1], &[2], &[3], &[0, 1], &[3, 0], &[2, 1, 3], &[0, 1, 2, 3]] {
        every_kind(&device, &x, axes);
    }
    check(&device, Kind::Complex(FftDirection::Forward), &x, &[2, 2]);
    check(&device, Kind::Complex(FftDirection::Forward), &x, &[]);
    every_kind(&device, &Layout::row_major(&[5000, 3]), &[0]);
    every_kind(&device, &Layout::row_major(&[2, 1500, 40]), &[1]);
}

#[test]
fn every_layout() {
    let Some(device) = device() else { return };
    for x in [
        Layout::row_major(&[30, 20]).transpose(),
        layout(&[7, 24], &[-48, -2], 335),
        layout(&[6, 10], &[0, 3], 2),
        layout(&[6, 10], &[1, 0], 5),
        layout(&[4, 4], &[0, 0], 1),
        layout(&[1, 1], &[9, 9], 4),
    ] {
        for axes in [&[0][..], &[1], &[0, 1], &[1, 0]] {
            every_kind(&device, &x, axes);
        }
    }
    for axes in [&[1][..], &[1, 2]] {
        every_kind(&device, &Layout::row_major(&[0, 4, 3]), axes);
    }
}

/// At zero, and at half the frequency, what real numbers transform to is real, without the sign that rounding would leave.
#[test]
fn ends_of_half_spectra_are_real() {
    let Some(device) = device() else { return };
    for n in [1, 2, 7, 8, 37, 60, 4096, 6000] {
        for inner in [1, 3] {
            let parts = transformed(&device, Kind::ToComplex, false, &Layout::row_major(&[2, n, inner]), &[1]);
            let at = |line: usize, t: usize, k: usize| parts[2 * ((line * (n / 2 + 1) + t) * inner + k) + 1];
            let ends = if n % 2 == 0 { vec![0, n / 2] } else { vec![0] };
            for (line, t, k) in (0..2).flat_map(|line| ends.iter().map(move |&t| (line, t, inner - 1))) {
                assert_eq!(at(line, t, k).to_bits(), 0, "{n} x {inner}: {t}");
            }
        }
    }
}

#[test]
fn what_real_numbers_cannot_have_is_not_read() {
    let Some(device) = device() else { return };
    // The imaginary parts at zero and at half the frequency.
    for n in [2usize, 8, 34] {
        let mut spectrum = noise(n + 2, 3);
        [spectrum[1], spectrum[n + 1]] = [f64::NAN; 2];
        let x = uploaded(&device, &bytes(&spectrum, false));
        let layout = Layout::row_major(&[n / 2 + 1]);
        let result = device.c2r(View::new(&x, DType::Complex64, &layout).unwrap(), &[0], n, 1.0).unwrap();
        let found = numbers(&downloaded(&device, &result, 4 * n), false);
        assert!(found.iter().all(|x| x.is_finite()), "{n}: {found:?}");
    }
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let Some(device) = device() else { return };
    let x = uploaded(&device, &[0; 96]);
    let forward = FftDirection::Forward;
    let [grid, empty] = [[2, 3], [2, 0]].map(|shape| Layout::row_major(&shape));
    let complex = View::new(&x, DType::Complex64, &grid).unwrap();
    let real = View::new(&x, DType::F32, &grid).unwrap();
    assert!(device.c2c(complex, &[2], forward, 1.0).is_err());
    assert!(device.c2c(View::new(&x, DType::Complex64, &empty).unwrap(), &[1], forward, 1.0).is_err());
    assert!(matches!(device.c2c(real, &[1], forward, 1.0), Err(Error::Unsupported { .. })));
    assert!(matches!(device.r2c(complex, &[1], 1.0), Err(Error::Unsupported { .. })));
    assert!(device.r2c(real, &[], 1.0).is_err());
    assert!(device.r2c(real, &[1, 1], 1.0).is_err());
    assert!(device.c2r(complex, &[1], 0, 1.0).is_err());
    assert!(device.c2r(complex, &[1], 8, 1.0).is_err());
}
