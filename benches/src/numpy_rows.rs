//! Rows of what arrays do beyond arithmetic: selection, sets, statistics, contractions, distributions, stacks of matrices.

use crate::data::{positive_definite, uniform};
use crate::rows::{Call, call};
use xparray::Result;
use xparray::kernel::while_;
use xparray::prelude::*;

/// The row's data and call; `None` for a row that is not among these.
pub fn prepare<B: Backend>(xp: &B, row: &str) -> Option<Result<Call>> {
    if let Some(subscripts) = row.strip_prefix("einsum_") {
        return Some(einsum(xp, subscripts));
    }
    if let Some((op, n, k)) = row.strip_prefix("stack_").and_then(stack_of) {
        return Some(stack(xp, op, n, k));
    }
    Some(match row {
        "unique_10M_i32" => xp.rng(1).integers(0i32, 1_000_000, 10_000_000).and_then(|x| {
            x.eval()?;
            call(move || x.unique())
        }),
        "partition_10M_f32" => flat(xp).and_then(|x| call(move || x.partition(5_000_000))),
        "quantile_10M_f32" => flat(xp).and_then(|x| call(move || x.quantile(0.3, ..))),
        "median_axis0_10000x1000_f32" => table(xp).and_then(|x| call(move || x.median(0))),
        "fancy_columns_10000x1000_f32" => indices(xp, 1000, 1000).and_then(|index| {
            let x = table(xp)?;
            call(move || x.getitem(ix![.., &index]))
        }),
        "fancy_pairs_10000x1000_f32" => indices(xp, 10_000, 10_000_000).and_then(|rows| {
            let (x, columns) = (table(xp)?, indices(xp, 1000, 10_000_000)?);
            call(move || x.getitem(ix![&rows, &columns]))
        }),
        "fancy_mask_assign_10M_f32" => flat(xp).and_then(|x| {
            let mask = x.greater(0.5)?;
            mask.eval()?;
            let mut x = x;
            Ok(Box::new(move || {
                x.assign_mask(&mask, 0.25)?;
                x.eval()
            }) as Call)
        }),
        "fancy_add_at_10M_f32" => indices(xp, 1_000_000, 10_000_000).and_then(|index| {
            let (mut x, values) = (uniform::<f32, B>(xp, 1, &[1_000_000])?, flat(xp)?);
            Ok(Box::new(move || {
                x.add_at([&index], &values)?;
                x.eval()
            }) as Call)
        }),
        "rng_gamma_10M_f64" => draw(xp, |rng| rng.gamma(2.5, 1.0, 10_000_000)),
        "rng_poisson_10M_i64" => drawn_counts(xp, |rng| rng.poisson(100.0, 10_000_000)),
        "rng_binomial_10M_i64" => drawn_counts(xp, |rng| rng.binomial(100, 0.4, 10_000_000)),
        "choice_10M_weighted" => uniform::<f64, B>(xp, 1, &[1000]).and_then(|p| {
            let (p, xp) = (&p / p.sum(..)?, xp.clone());
            p.eval()?;
            let items = xp.arange((0i64, 1000, 1))?;
            call(move || xp.rng(42).choice_with(&items, 10_000_000, Choice::new().p(&p)))
        }),
        "eig_500_f64" => square(xp, 500).and_then(|a| call(move || Ok(a.eig()?.1))),
        "lstsq_2000x500_f64" => uniform::<f64, B>(xp, 1, &[2000, 500]).and_then(|a| {
            let b = uniform::<f64, B>(xp, 2, &[2000])?;
            call(move || Ok(a.lstsq(&b)?.x))
        }),
        "pinv_500_f64" => square(xp, 500).and_then(|a| call(move || a.pinv())),
        "det_1000_f64" => square(xp, 1000).and_then(|a| call(move || a.det())),
        "matrix_power_500_f64" => square(xp, 500).and_then(|a| call(move || a.matrix_power(7))),
        "kron_60_f64" => square(xp, 60).and_then(|a| call(move || a.kron(&a))),
        "mandelbrot_2000_f64" => mandelbrot(xp, 2000),
        _ => return None,
    })
}

fn flat<B: Backend>(xp: &B) -> Result<Array<f32, B>> {
    uniform(xp, 1, &[10_000_000])
}

fn table<B: Backend>(xp: &B) -> Result<Array<f32, B>> {
    uniform(xp, 1, &[10_000, 1000])
}

fn square<B: Backend>(xp: &B, k: usize) -> Result<Array<f64, B>> {
    uniform(xp, 1, &[k, k])
}

/// So many indices below a bound.
fn indices<B: Backend>(xp: &B, below: i64, n: usize) -> Result<Array<i64, B>> {
    let index = xp.rng(3).integers(0i64, below, n)?;
    index.eval()?;
    Ok(index)
}

fn draw<B: Backend>(xp: &B, f: impl Fn(&mut Generator<B>) -> Result<Array<f64, B>> + 'static) -> Result<Call> {
    let xp = xp.clone();
    call(move || f(&mut xp.rng(42)))
}

fn drawn_counts<B: Backend>(xp: &B, f: impl Fn(&mut Generator<B>) -> Result<Array<i64, B>> + 'static) -> Result<Call> {
    let xp = xp.clone();
    call(move || f(&mut xp.rng(42)))
}

/// Of 100 matrices, chains, tensors of four axes, and what is no product.
fn einsum<B: Backend>(xp: &B, subscripts: &str) -> Result<Call> {
    let shapes: &[&[usize]] = match subscripts {
        "bij,bjk->bik" => &[&[100, 128, 128], &[100, 128, 128]],
        "ij,jk,kl,lm->im" => &[&[1000, 50], &[50, 1000], &[1000, 50], &[50, 1000]],
        "ijkl,klmn" => &[&[32, 32, 32, 32], &[32, 32, 32, 32]],
        "ii->i" => &[&[4096, 4096]],
        _ => &[&[4096, 4096], &[4096, 4096]],
    };
    let operands = (1..).zip(shapes).map(|(seed, shape)| uniform::<f32, B>(xp, seed, shape));
    let operands = operands.collect::<Result<Vec<_>>>()?;
    let (xp, subscripts) = (xp.clone(), subscripts.to_owned());
    call(move || xp.einsum(&subscripts, &operands.iter().collect::<Vec<_>>()))
}

/// `cholesky_10000x8_f64` is the operation, how many matrices, and their rows.
fn stack_of(row: &str) -> Option<(&str, usize, usize)> {
    let (op, size) = row.strip_suffix("_f64")?.rsplit_once('_')?;
    let (n, k) = size.split_once('x')?;
    Some((op, n.parse().ok()?, k.parse().ok()?))
}

fn stack<B: Backend>(xp: &B, op: &str, n: usize, k: usize) -> Result<Call> {
    let noise = uniform::<f64, B>(xp, 5, &[n, k, k])?;
    let a = (&noise + noise.matrix_transpose()?) * 0.1 + positive_definite::<f64, B>(xp, k)?;
    a.eval()?;
    match op {
        "cholesky" => call(move || a.cholesky()),
        "solve" => {
            let b = uniform::<f64, B>(xp, 6, &[n, k, 1])?;
            call(move || a.solve(&b))
        }
        "inv" => call(move || a.inv()),
        "qr" => call(move || Ok(a.qr()?.0)),
        "eigh" => call(move || Ok(a.eigh()?.1)),
        _ => call(move || Ok(a.svd()?.0)),
    }
}

/// The rounds that each point of a square stays, of 100 at most.
fn mandelbrot<B: Backend>(xp: &B, n: usize) -> Result<Call> {
    let step = 1.0 / n as f64;
    let x = (xp.arange((0i64, n as i64, 1))?.astype::<f64>() * (3.0 * step) - 2.0).reshape([1, n])?;
    let y = (xp.arange((0i64, n as i64, 1))?.astype::<f64>() * (2.5 * step) - 1.25).reshape([n, 1])?;
    let (x, y) = (x.broadcast_to([n, n])?.copy(), y.broadcast_to([n, n])?.copy());
    x.eval()?;
    y.eval()?;
    let xp = xp.clone();
    call(move || {
        xp.map((&x, &y), |(cx, cy)| {
            let start = (0.0f64, 0.0f64, 0i32);
            let (_, _, rounds) = while_(
                start,
                |(zx, zy, rounds)| (zx * zx + zy * zy).le(4.0f64) & rounds.lt(100i32),
                |(zx, zy, rounds)| (zx * zx - zy * zy + cx, zx * zy * 2.0f64 + cy, rounds + 1i32),
            );
            rounds
        })
    })
}
