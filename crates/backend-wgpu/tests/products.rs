//! Products on the device are those of the CPU backend.

mod both;

use both::{compare, device, downloaded, layout, numbers, types, uploaded};
use xparray_ir::backend::{Backend, Blas, Output, View};
use xparray_ir::{DType, Error, Kind, Layout, Scalar};
use xparray_wgpu::Wgpu;

/// Elements that a layout reaches over.
fn reach(layout: &Layout) -> usize {
    layout.bounds().map_or(layout.offset(), |(_, last)| last + 1)
}

fn matmul<B: Blas>(xp: &B, dtype: DType, a: &Layout, b: &Layout) -> Vec<u8> {
    let (x, y) = (uploaded(xp, &numbers(dtype, reach(a), 1)), uploaded(xp, &numbers(dtype, reach(b), 2)));
    let product = xp.matmul(View::new(&x, dtype, a).unwrap(), View::new(&y, dtype, b).unwrap()).unwrap();
    let (a, b) = (a.shape(), b.shape());
    let len = a[..a.len() - 1].iter().product::<usize>() * b[b.len() - 1];
    downloaded(xp, &product, len * dtype.size())
}

fn check(device: &Wgpu, dtype: DType, a: &Layout, b: &Layout) {
    compare(device, &format!("{dtype} {a:?} {b:?}"), |cpu| matmul(cpu, dtype, a, b), |gpu| matmul(gpu, dtype, a, b));
}

#[test]
fn matrices_of_every_type_and_size() {
    let Some(device) = device() else { return };
    for dtype in types(&device) {
        for [m, k, n] in [
            [1, 1, 1],
            [5, 3, 2],
            [16, 16, 16],
            [17, 33, 15],
            [65, 20, 70],
            [3, 0, 4],
            [0, 3, 2],
            [2, 3, 0],
            [0, 3, 1],
            [1, 0, 1],
        ] {
            check(&device, dtype, &Layout::row_major(&[m, k]), &Layout::row_major(&[k, n]));
        }
    }
}

#[test]
fn large_matrices_in_tiles_of_each_size() {
    let Some(device) = device() else { return };
    for dtype in
        [DType::F32, DType::F64, DType::Complex64, DType::BF16, DType::Bool, DType::I8, DType::U64, DType::Complex128]
    {
        if device.supports(dtype) {
            for (count, m, k, n) in [(1, 400, 21, 390), (129, 33, 9, 62), (40, 100, 35, 70), (65, 130, 19, 140)] {
                check(&device, dtype, &Layout::row_major(&[count, m, k]), &Layout::row_major(&[count, k, n]));
            }
        }
    }
}

#[test]
fn operands_are_read_where_they_lie() {
    let Some(device) = device() else { return };
    let rows = |m, n| Layout::row_major(&[m, n]);
    for dtype in [DType::F32, DType::F16, DType::U8, DType::Bool, DType::Complex64, DType::I64] {
        check(&device, dtype, &rows(30, 20).transpose(), &rows(40, 30).transpose());
        check(&device, dtype, &layout(&[7, 9], &[-20, -2], 140), &layout(&[9, 33], &[1, 9], 3));
        check(&device, dtype, &layout(&[7, 9], &[0, 1], 1), &layout(&[9, 33], &[1, 0], 0));
        // Leading axes: broadcast, apart, merged, reversed.
        check(&device, dtype, &layout(&[3, 4, 5, 6], &[0, 30, 6, 1], 0), &layout(&[3, 4, 6, 7], &[42, 0, 7, 1], 0));
        check(
            &device,
            dtype,
            &layout(&[3, 4, 5, 6], &[-120, 30, 1, 5], 240),
            &layout(&[3, 4, 6, 7], &[1, 3, 84, 12], 0),
        );
        check(&device, dtype, &Layout::row_major(&[3, 0, 5, 6]), &Layout::row_major(&[3, 0, 6, 7]));
    }
}

#[test]
fn long_sums_and_vectors() {
    let Some(device) = device() else { return };
    for dtype in types(&device).filter(|&dtype| dtype != DType::F16 && dtype != DType::BF16) {
        for [m, k, n] in [[1, 3000, 1], [3, 5000, 2], [500, 70, 1], [1, 70, 500]] {
            check(&device, dtype, &Layout::row_major(&[m, k]), &Layout::row_major(&[k, n]));
            check(
                &device,
                dtype,
                &layout(&[2, m, k], &[1, 2, 2 * m as isize], 0),
                &layout(&[2, k, n], &[0, 1, k as isize], 0),
            );
        }
    }
    check(&device, DType::F32, &Layout::row_major(&[2, 300_000]), &Layout::row_major(&[300_000, 2]));
}

fn dot<B: Blas>(xp: &B, dtype: DType, layout: &Layout, conjugate: bool) -> Vec<u8> {
    let [x, y] = [1, 2].map(|seed| uploaded(xp, &numbers(dtype, reach(layout), seed)));
    let [x, y] = [&x, &y].map(|buffer| View::new(buffer, dtype, layout).unwrap());
    downloaded(xp, &xp.dot(x, y, conjugate).unwrap(), dtype.size())
}

fn gemv<B: Blas>(xp: &B, dtype: DType, matrix: &Layout, vector: &Layout) -> Vec<u8> {
    let (a, x) = (uploaded(xp, &numbers(dtype, reach(matrix), 3)), uploaded(xp, &numbers(dtype, reach(vector), 4)));
    let product = xp.gemv(View::new(&a, dtype, matrix).unwrap(), View::new(&x, dtype, vector).unwrap()).unwrap();
    downloaded(xp, &product, matrix.shape()[0] * dtype.size())
}

#[test]
fn dots_conjugate_and_matrices_multiply_vectors() {
    let Some(device) = device() else { return };
    for dtype in types(&device) {
        for conjugate in [false, true] {
            for vector in [Layout::row_major(&[0]), Layout::row_major(&[100]), layout(&[70], &[-3], 208)] {
                let what = format!("dot {dtype} {vector:?} {conjugate}");
                compare(
                    &device,
                    &what,
                    |cpu| dot(cpu, dtype, &vector, conjugate),
                    |gpu| dot(gpu, dtype, &vector, conjugate),
                );
            }
        }
        for matrix in
            [Layout::row_major(&[30, 20]), Layout::row_major(&[20, 30]).transpose(), Layout::row_major(&[3, 0])]
        {
            let vector = layout(&[matrix.shape()[1]], &[2], 1);
            let what = format!("gemv {dtype} {matrix:?}");
            compare(&device, &what, |cpu| gemv(cpu, dtype, &matrix, &vector), |gpu| gemv(gpu, dtype, &matrix, &vector));
        }
    }
}

fn gemm<B: Blas>(xp: &B, dtype: DType, [m, k, n]: [usize; 3], [alpha, beta]: [f64; 2]) -> Vec<u8> {
    let (x, y) = (uploaded(xp, &numbers(dtype, m * k, 1)), uploaded(xp, &numbers(dtype, k * n, 2)));
    let mut out = uploaded(xp, &numbers(dtype, m * n + 3, 3));
    let (a, b, c) = (Layout::row_major(&[m, k]), Layout::row_major(&[k, n]), layout(&[m, n], &[n as isize, 1], 3));
    let (x, y) = (View::new(&x, dtype, &a).unwrap(), View::new(&y, dtype, &b).unwrap());
    let [alpha, beta] = [alpha, beta].map(|factor| Scalar::from_f64(dtype, factor));
    xp.gemm(alpha, x, y, beta, Output::new(&mut out, dtype, &c).unwrap()).unwrap();
    downloaded(xp, &out, (m * n + 3) * dtype.size())
}

#[test]
fn products_are_scaled_and_added() {
    let Some(device) = device() else { return };
    for dtype in types(&device).filter(|dtype| matches!(dtype.kind(), Kind::Float | Kind::Complex)) {
        for factors in [[1.0, 0.0], [2.0, -1.0], [0.0, 3.0], [0.5, 1.0]] {
            for sizes in [[5, 7, 6], [33, 20, 17], [4, 0, 3], [1, 9, 1]] {
                let what = format!("gemm {dtype} {sizes:?} {factors:?}");
                compare(&device, &what, |cpu| gemm(cpu, dtype, sizes, factors), |gpu| gemm(gpu, dtype, sizes, factors));
            }
        }
    }
}

#[test]
fn a_result_that_is_not_added_is_not_read() {
    let Some(device) = device() else { return };
    let x = uploaded(&device, &numbers(DType::F32, 4, 1));
    let mut out = uploaded(&device, &f32::NAN.to_ne_bytes().repeat(4));
    let square = Layout::row_major(&[2, 2]);
    let view = View::new(&x, DType::F32, &square).unwrap();
    let written = Output::new(&mut out, DType::F32, &square).unwrap();
    device.gemm(Scalar::new(0.0f32), view, view, Scalar::new(0.0f32), written).unwrap();
    assert_eq!(downloaded(&device, &out, 16), [0; 16]);
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let Some(device) = device() else { return };
    let x = uploaded(&device, &[0; 64]);
    let layouts = [Layout::row_major(&[2, 3]), Layout::row_major(&[4])];
    let view = |k: usize, dtype| View::new(&x, dtype, &layouts[k]).unwrap();
    assert!(matches!(device.matmul(view(0, DType::F32), view(0, DType::F32)), Err(Error::Shape { .. })));
    assert!(matches!(device.matmul(view(0, DType::F32), view(0, DType::I32)), Err(Error::DType { .. })));
    assert!(device.matmul(view(0, DType::F32), view(1, DType::F32)).is_err());
    assert!(device.gemv(view(0, DType::F32), view(1, DType::F32)).is_err());
}
