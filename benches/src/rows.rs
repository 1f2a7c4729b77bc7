//! The rows, as ../../benches/peers names and defines them.

use crate::data::{complex, laplacian, positive_definite, uniform};
use crate::names::{elements, points};
use xparray::prelude::*;
use xparray::{AnyArray, Result, jit, keepdims};

/// A call to time, with its data.
pub type Call = Box<dyn FnMut() -> Result<()>>;

/// The name's stem and its size: `add_10M_f32` is `("add", "10M")`.
fn split(row: &str) -> Option<(&str, &str, &str)> {
    let (rest, dtype) = row.rsplit_once('_')?;
    let (stem, size) = rest.rsplit_once('_')?;
    Some((stem, size, dtype))
}

/// Calls `f`, computes its result and drops it.
pub fn call<A: AnyArray<B>, B: Backend>(mut f: impl FnMut() -> Result<A> + 'static) -> Result<Call> {
    Ok(Box::new(move || f()?.as_dyn().eval()))
}

/// The row's data and call; `None` for a row that is not ours.
pub fn prepare<B: Backend>(xp: &B, row: &str) -> Option<Result<Call>> {
    let beyond = || {
        crate::scipy_rows::prepare(xp, row)
            .or_else(|| crate::signal_rows::prepare(xp, row))
            .or_else(|| crate::image_rows::prepare(xp, row))
            .or_else(|| crate::space_rows::prepare(xp, row))
            .or_else(|| crate::derivative_rows::prepare(xp, row))
    };
    if let Some(call) = crate::numpy_rows::prepare(xp, row).or_else(beyond) {
        return Some(call);
    }
    let (stem, size, dtype) = match row {
        "alloc_free_4MB" => return Some(alloc_free(xp)),
        _ => split(row.strip_suffix("_pageable").unwrap_or(row))?,
    };
    if let Some(n) = elements(size)
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
            let n = (points(size)? as f64).sqrt() as usize;
            Some(spmv(xp, n))
        }
        ("fft", "c64") => Some(transform(xp, &[points(size)?])),
        ("fft2", "c64") => Some(transform(xp, &[points(size)?; 2])),
        ("rfft", "f32") => Some(real_transform(xp, points(size)?)),
        ("gelu", "f16") => Some(layer::<f16, B>(xp, size.parse().ok()?)),
        ("gelu", "f32") => Some(layer::<f32, B>(xp, size.parse().ok()?)),
        ("matmul", "f16") => Some(half_product(xp, size.parse().ok()?)),
        (_, "f32") => dense::<f32, B>(xp, stem, size.parse().ok()?),
        (_, "f64") => dense::<f64, B>(xp, stem, size.parse().ok()?),
        _ => None,
    }
}

fn alloc_free<B: Backend>(xp: &B) -> Result<Call> {
    let xp = xp.clone();
    Ok(Box::new(move || xp.alloc(4 << 20).map(drop)))
}

/// The device's copy between two buffers.
fn copy<B: Backend>(xp: &B, bytes: usize) -> Result<Call> {
    let (xp, source, mut target) = (xp.clone(), xp.alloc(bytes)?, xp.alloc(bytes)?);
    Ok(Box::new(move || xp.copy(&source, &mut target, bytes)))
}

/// Rows over flat arrays.
fn flat<B: Backend>(xp: &B, stem: &str, n: usize, dtype: &str) -> Option<Result<Call>> {
    if stem == "latency_3sin(-a)*b" && dtype == "f64" {
        return Some(latency_sine(xp, n));
    }
    if dtype != "f32" {
        return (stem == "latency_fft" && dtype == "c64").then(|| transform(xp, &[n]));
    }
    if stem == "d2d_copy" {
        return Some(copy(xp, 4 * n));
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
        "latency_dyn_add" => {
            let x = x.into_dyn();
            call(move || Ok(&x + &x))
        }
        "latency_dyn_sum" => {
            let x = x.into_dyn();
            call(move || x.sum(..))
        }
        "loop1000" => call(move || thousand_kernels(x.clone())),
        "jit_loop1000" => {
            let program = jit(thousand_kernels::<B>);
            call(move || program.call(x.clone()))
        }
        "sin" => call(move || Ok(x.sin())),
        "exp" => call(move || Ok(x.exp())),
        "chain_exp_sincos" => call(move || Ok((x.sin() * x.cos()).exp())),
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
        "h2d" => x.to_vec().and_then(|x| call(move || handle.from_slice(&x, n))),
        "d2h" => Ok(Box::new(move || x.to_vec().map(drop)) as Call),
        "rng_uniform" => call(move || handle.rng(42).random::<f32>(n)),
        "rng_normal" => call(move || handle.rng(42).normal::<f32>(n)),
        _ => return None,
    })
}

/// One after the other, each of what the last one made.
fn thousand_kernels<B: Backend>(mut x: Array<f32, B>) -> Result<Array<f32, B>> {
    for _ in 0..1000 {
        x = x * 0.999 + 0.001;
        x.eval()?;
    }
    Ok(x)
}

fn latency_sine<B: Backend>(xp: &B, n: usize) -> Result<Call> {
    let a = 0.5 - uniform::<f64, B>(xp, 1, &[n])?;
    a.eval()?;
    let b = uniform::<f64, B>(xp, 2, &[n])?;
    call(move || Ok(3.0 * (-&a).sin() * &b))
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
        "squares_axis0" => call(move || {
            let squares = (&m - m.slice(xparray::s![0])?).square();
            squares.sum(0)
        }),
        "squares_axis1" => call(move || {
            let squares = (&m - m.slice(xparray::s![0])?).square();
            squares.sum(1)
        }),
        "centred_matvec" => call(move || (&m - m.slice(xparray::s![0])?).matmul(&m.slice(xparray::s![1])?)),
        "centred_columns" => call(move || (&m - m.slice(xparray::s![0])?).matmul(&m.slice(xparray::s![1..5])?.t())),
        "standardize" => call(move || Ok((&m - m.mean(0)?) / m.std(0)?)),
        "standardize_rows" => call(move || Ok((&m - m.mean(keepdims(1))?) / m.std(keepdims(1))?)),
        "softmax" => call(move || {
            let e = (&m - m.max(keepdims(1))?).exp();
            Ok(&e / e.sum(keepdims(1))?)
        }),
        "layernorm" => uniform::<f32, B>(xp, 3, &[2, cols]).and_then(|w| {
            let (weight, bias) = (w.slice(xparray::s![0])?.copy(), w.slice(xparray::s![1])?.copy());
            weight.eval()?;
            bias.eval()?;
            call(move || {
                let y = (&m - m.mean(keepdims(1))?) / (m.var(keepdims(1))? + 1e-5).sqrt();
                Ok(y * &weight + &bias)
            })
        }),
        "transpose_copy" => call(move || Ok(m.t().copy())),
        "batched_matmul" => call(move || m.matmul(&m)),
        "batched_inv" => call(move || m.inv()),
        _ => return None,
    })
}

/// Dense products and factorisations.
fn dense<T: RealField, B: Backend>(xp: &B, stem: &str, k: usize) -> Option<Result<Call>> {
    let general = || uniform::<T, B>(xp, 1, &[k, k]);
    let definite = || positive_definite::<T, B>(xp, k);
    Some(match stem {
        "matmul" => general().and_then(|a| call(move || a.matmul(&a))),
        "svd" => general().and_then(|a| call(move || Ok(a.svd()?.0))),
        "qr" => general().and_then(|a| call(move || Ok(a.qr()?.0))),
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

/// The product of matrices of `f16`, which accumulates in `f32`.
fn half_product<B: Backend>(xp: &B, k: usize) -> Result<Call> {
    let a = uniform::<f16, B>(xp, 1, &[k, k])?;
    call(move || a.matmul(&a))
}

/// `gelu(x @ w + b)`.
fn layer<T: RealFloat, B: Backend>(xp: &B, k: usize) -> Result<Call> {
    let [x, w, b] = [(4, &[k, k][..]), (5, &[k, k]), (6, &[k])].map(|(seed, shape)| {
        let x = uniform::<f32, B>(xp, seed, shape)? - 0.5;
        let x = x.astype::<T>();
        x.eval()?;
        Ok::<_, xparray::Error>(x)
    });
    let (x, w, b) = (x?, w?, b?);
    call(move || {
        let y = x.matmul(&w)? + &b;
        let gate = (&y * std::f64::consts::FRAC_1_SQRT_2).erf() + 1.0;
        Ok(y * 0.5 * gate)
    })
}

fn transform<B: Backend>(xp: &B, shape: &[usize]) -> Result<Call> {
    let z = complex(xp, shape)?;
    match shape.len() {
        1 => call(move || z.fft()),
        _ => call(move || z.fft2()),
    }
}

fn real_transform<B: Backend>(xp: &B, n: usize) -> Result<Call> {
    let x = uniform::<f32, B>(xp, 1, &[n])?;
    call(move || x.rfft())
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
