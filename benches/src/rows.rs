//! The rows, as ../../benches/peers names and defines them.

use crate::data::{complex, laplacian, positive_definite, uniform};
use xparray::Result;
use xparray::fft::{self, FftNorm};
use xparray::linalg::{QrMode, matmul};
use xparray::prelude::*;

/// A call to time, with its data.
pub type Call = Box<dyn FnMut() -> Result<()>>;

/// The rows that the CPU and GPUs run. Sizes in names are parsed: other sizes can be asked for.
pub const ROWS: &[&str] = &[
    "add_10M_f32",
    "add_out_10M_f32",
    "sin_10M_f32",
    "exp_10M_f32",
    "chain_exp_sincos_10M_f32",
    "rational_10M_f32",
    "sum_10M_f32",
    "max_10M_f32",
    "argmax_10M_f32",
    "std_10M_f32",
    "cumsum_10M_f32",
    "sort_10M_f32",
    "argsort_10M_f32",
    "weighted_sum_10M_f32",
    "mask_select_10M_f32",
    "take_10M_f32",
    "histogram_10M_f32",
    "sum_axis0_10000x1000_f32",
    "sum_axis1_10000x1000_f32",
    "standardize_10000x1000_f32",
    "transpose_copy_10000x1000_f32",
    "latency_3sin(-a)*b_10000_f64",
    "latency_add_16_f32",
    "latency_sum_16_f32",
    "latency_fft_1024_c64",
    "matmul_1000_f32",
    "matmul_1000_f64",
    "batched_matmul_100x64_f32",
    "batched_inv_100x64_f32",
    "cholesky_1000_f64",
    "eigh_1000_f64",
    "svd_1000_f64",
    "solve_1000_f64",
    "qr_1000_f64",
    "inv_1000_f64",
    "rng_uniform_10M_f32",
    "rng_normal_10M_f32",
    "fft_1M_c64",
    "fft2_1024_c64",
    "rfft_1M_f32",
    "spmv_laplacian_1M_f32",
    "spmm_laplacian_1M_x8_f32",
    "alloc_free_4MB",
];

/// The name's stem and its size: `add_10M_f32` is `("add", "10M")`.
fn split(row: &str) -> Option<(&str, &str, &str)> {
    let (rest, dtype) = row.rsplit_once('_')?;
    let (stem, size) = rest.rsplit_once('_')?;
    Some((stem, size, dtype))
}

/// A number of elements; `M` is a million, or 2^20 for transforms and grids.
fn count(size: &str, mega: usize) -> Option<usize> {
    match size.strip_suffix('M') {
        Some(n) => Some(n.parse::<usize>().ok()? * mega),
        None => size.parse().ok(),
    }
}

/// Calls `f`, computes its result and drops it.
fn call<T: Element, B: Backend>(mut f: impl FnMut() -> Result<Array<T, B>> + 'static) -> Result<Call> {
    Ok(Box::new(move || f()?.eval()))
}

/// The row's data and call; `None` for a row that is not ours.
pub fn prepare<B: Backend>(xp: &B, row: &str) -> Option<Result<Call>> {
    let (stem, size, dtype) = match row {
        "alloc_free_4MB" => return Some(alloc_free(xp)),
        _ => split(row)?,
    };
    if let Some(n) = count(size, 1_000_000)
        && let Some(call) = flat(xp, stem, n, dtype)
    {
        return Some(call);
    }
    if let Some((rows, cols)) = size.split_once('x').and_then(|(m, n)| Some((m.parse().ok()?, n.parse().ok()?))) {
        return matrix(xp, stem, rows, cols);
    }
    match (stem, dtype) {
        ("spmm_laplacian_1M", "f32") => Some(spmm(xp, 1024, size)),
        ("spmm_laplacian_4M", "f32") => Some(spmm(xp, 2048, size)),
        ("spmv_laplacian", "f32") => {
            let n = (count(size, 1 << 20)? as f64).sqrt() as usize;
            Some(spmv(xp, n))
        }
        ("fft", "c64") => Some(transform(xp, &[count(size, 1 << 20)?])),
        ("fft2", "c64") => Some(transform(xp, &[count(size, 1 << 20)?; 2])),
        ("rfft", "f32") => Some(real_transform(xp, count(size, 1 << 20)?)),
        (_, "f32") => dense::<f32, B>(xp, stem, size.parse().ok()?),
        (_, "f64") => dense::<f64, B>(xp, stem, size.parse().ok()?),
        _ => None,
    }
}

fn alloc_free<B: Backend>(xp: &B) -> Result<Call> {
    let xp = xp.clone();
    Ok(Box::new(move || xp.alloc(4 << 20).map(drop)))
}

/// Rows over flat arrays.
fn flat<B: Backend>(xp: &B, stem: &str, n: usize, dtype: &str) -> Option<Result<Call>> {
    if stem == "latency_3sin(-a)*b" && dtype == "f64" {
        return Some(latency_sine(xp, n));
    }
    if dtype != "f32" {
        return (stem == "latency_fft" && dtype == "c64").then(|| transform(xp, &[n]));
    }
    let x = match uniform::<f32, B>(xp, 1, &[n]) {
        Ok(x) => x,
        Err(error) => return Some(Err(error)),
    };
    let second = || uniform::<f32, B>(xp, 2, &[n]);
    let handle = xp.clone();
    Some(match stem {
        "add" => second().and_then(|y| call(move || Ok(&x + &y))),
        "add_out" => second().and_then(|y| {
            let mut out = xp.zeros::<f32>(n)?;
            out.eval()?;
            Ok(Box::new(move || out.assign(xparray::s![..], &(&x + &y))) as Call)
        }),
        "latency_add" => call(move || Ok(&x + &x)),
        "sin" => call(move || x.sin()),
        "exp" => call(move || x.exp()),
        "chain_exp_sincos" => call(move || (x.sin()? * x.cos()?).exp()),
        "rational" => second().and_then(|y| call(move || Ok((&x * 2.0 + &y * 3.0) / (&x + &y + 1.0)))),
        "sum" | "latency_sum" => call(move || x.sum(..)),
        "max" => call(move || x.max(..)),
        "argmax" => call(move || x.argmax(..)),
        "std" => call(move || x.std(..)),
        "cumsum" => call(move || x.cumsum(0)),
        "sort" => call(move || x.sort()),
        "argsort" => call(move || x.argsort()),
        "weighted_sum" => second().and_then(|y| call(move || (&x * &y).sum(..))),
        "mask_select" => call(move || x.mask(&x.greater(0.5)?)),
        "take" => handle.rng(3).integers(0i64, n as i64, n).and_then(|index| {
            index.eval()?;
            call(move || x.take(&index, 0))
        }),
        "histogram" => call(move || Ok(x.histogram(256)?.0)),
        "rng_uniform" => call(move || handle.rng(42).random::<f32>(n)),
        "rng_normal" => call(move || handle.rng(42).normal::<f32>(n)),
        _ => return None,
    })
}

fn latency_sine<B: Backend>(xp: &B, n: usize) -> Result<Call> {
    let a = 0.5 - uniform::<f64, B>(xp, 1, &[n])?;
    a.eval()?;
    let b = uniform::<f64, B>(xp, 2, &[n])?;
    call(move || Ok(3.0 * (-&a).sin()? * &b))
}

/// Rows over a matrix, and over stacks of square ones.
fn matrix<B: Backend>(xp: &B, stem: &str, rows: usize, cols: usize) -> Option<Result<Call>> {
    let shape: &[usize] = if stem.starts_with("batched") { &[rows, cols, cols] } else { &[rows, cols] };
    let m = match uniform::<f32, B>(xp, 1, shape) {
        Ok(m) => m,
        Err(error) => return Some(Err(error)),
    };
    Some(match stem {
        "sum_axis0" => call(move || m.sum(0)),
        "sum_axis1" => call(move || m.sum(1)),
        "standardize" => call(move || Ok((&m - m.mean(0)?) / m.std(0)?)),
        "transpose_copy" => call(move || m.t().copy()),
        "batched_matmul" => call(move || matmul(&m, &m)),
        "batched_inv" => call(move || m.inv()),
        _ => return None,
    })
}

/// Dense products and factorisations.
fn dense<T: RealField, B: Backend>(xp: &B, stem: &str, k: usize) -> Option<Result<Call>> {
    let general = || uniform::<T, B>(xp, 1, &[k, k]);
    let definite = || positive_definite::<T, B>(xp, k);
    Some(match stem {
        "matmul" => general().and_then(|a| call(move || matmul(&a, &a))),
        "svd" => general().and_then(|a| call(move || Ok(a.svd()?.0))),
        "qr" => general().and_then(|a| call(move || Ok(a.qr(QrMode::Reduced)?.0))),
        "cholesky" => definite().and_then(|s| call(move || s.cholesky())),
        "eigh" => definite().and_then(|s| call(move || Ok(s.eigh()?.1))),
        "inv" => definite().and_then(|s| call(move || s.inv())),
        "solve" => definite().and_then(|s| {
            let b = uniform::<T, B>(xp, 4, &[k])?;
            call(move || s.solve(&b))
        }),
        _ => return None,
    })
}

fn transform<B: Backend>(xp: &B, shape: &[usize]) -> Result<Call> {
    let z = complex(xp, shape)?;
    match shape.len() {
        1 => call(move || fft::fft(&z, None, -1, FftNorm::Backward)),
        _ => call(move || fft::fft2(&z, FftNorm::Backward)),
    }
}

fn real_transform<B: Backend>(xp: &B, n: usize) -> Result<Call> {
    let x = uniform::<f32, B>(xp, 1, &[n])?;
    call(move || fft::rfft(&x, None, -1, FftNorm::Backward))
}

fn spmv<B: Backend>(xp: &B, n: usize) -> Result<Call> {
    let (a, x) = (laplacian(xp, n)?, uniform::<f32, B>(xp, 1, &[n * n])?);
    call(move || a.matmul(&x))
}

fn spmm<B: Backend>(xp: &B, n: usize, columns: &str) -> Result<Call> {
    let k = columns.trim_start_matches('x').parse().unwrap_or(8);
    let (a, x) = (laplacian(xp, n)?, uniform::<f32, B>(xp, 1, &[n * n, k])?);
    call(move || a.matmul(&x))
}
