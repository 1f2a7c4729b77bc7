//! Rows of derivatives and batches of programs, traced by `jit`, as ../peers/derivative_rows.py has them for JAX.

use crate::data::uniform;
use crate::names::elements;
use crate::rows::Call;
use xparray::autodiff::{Autodiff, grad, hessian, hvp, vmap};
use xparray::prelude::*;
use xparray::scipy::special;
use xparray::{Arrays, Result, jit, s};

/// These rows.
pub const NAMES: &[&str] = &[
    "grad_logsumexp_10000x1000_f32",
    "grad_network_256_f32",
    "grad_mlp_512_f32",
    "grad_mlp_4096_f32",
    "grad_stencil_512_f32",
    "grad_cg_1024_f32",
    "grad_eigh_512_f64",
    "vmap_network_4096_f32",
    "vmap_solve_10000x8_f64",
    "vmap_stencil_1000_f32",
    "hessian_rosenbrock_1000_f64",
    "hvp_mlp_512_f32",
    "hvp_mlp_4096_f32",
];

type A<T, B> = Array<T, Autodiff<B>>;

/// A traced program with its arguments.
fn traced<P, Q, B>(program: impl Fn(P) -> Result<Q> + 'static, arguments: P) -> Call
where
    P: Arrays<Autodiff<B>> + Clone + 'static,
    Q: Arrays<Autodiff<B>> + 'static,
    B: Backend,
{
    let program = jit(program);
    Box::new(move || program.call(arguments.clone()).map(drop))
}

/// The row's data and call; `None` for a row that is not here.
pub fn prepare<B: Backend>(xp: &B, row: &str) -> Option<Result<Call>> {
    let xp = &Autodiff::new(xp.clone());
    let (rest, dtype) = row.rsplit_once('_')?;
    let (stem, size) = rest.rsplit_once('_')?;
    let (rows, columns) = size.split_once('x').unwrap_or((size, "1"));
    let (n, m) = (elements(rows)?, elements(columns)?);
    Some(match (stem, dtype) {
        ("grad_logsumexp", "f32") => uniform::<f32, _>(xp, 1, &[n, m]).map(|x| traced(grad(logsumexp), x)),
        ("grad_network", "f32") => gradient_of_network(xp, n),
        ("grad_mlp", "f32") => layers(xp, n).map(|(x, w)| traced(grad(move |w| mlp(&x, w)), w)),
        ("hvp_mlp", "f32") => second_derivatives(xp, n),
        ("grad_stencil", "f32") => uniform::<f32, _>(xp, 1, &[n, n]).map(|x| traced(grad(stencil), x)),
        ("grad_cg", "f32") => uniform::<f32, _>(xp, 1, &[n, n]).map(|x| traced(grad(solution), x)),
        ("grad_eigh", "f64") => uniform::<f64, _>(xp, 1, &[n, n]).map(|x| traced(grad(spectrum), x)),
        ("vmap_network", "f32") => batch_of_networks(xp, n),
        ("vmap_solve", "f64") => systems(xp, n, m),
        ("vmap_stencil", "f32") => uniform::<f32, _>(xp, 1, &[n, 1000]).map(|x| traced(vmap(smoothed), x)),
        ("hessian_rosenbrock", "f64") => uniform::<f64, _>(xp, 1, &[n]).map(|x| traced(hessian(rosenbrock), x)),
        _ => return None,
    })
}

fn logsumexp<B: Backend>(x: A<f32, B>) -> Result<A<f32, B>> {
    special::logsumexp(&x, 1)?.sum(..)?.typed()
}

type Layer<B> = (A<f32, B>, A<f32, B>);

fn hidden<B: Backend>(x: &A<f32, B>, (w, b): &Layer<B>) -> Result<A<f32, B>> {
    Ok((x.matmul(w)? + b).tanh())
}

/// Weights and biases of layers of these widths.
fn weights<B: Backend>(xp: &Autodiff<B>, widths: [[usize; 2]; 2]) -> Result<[Layer<B>; 2]> {
    let [first, second] = widths.map(|[rows, columns]| {
        Ok::<_, xparray::Error>((uniform(xp, 2, &[rows, columns])?, uniform(xp, 3, &[columns])?))
    });
    Ok([first?, second?])
}

/// The digits' network: 64 pixels, 64 hidden values, ten classes, and the cross entropy.
fn gradient_of_network<B: Backend>(xp: &Autodiff<B>, n: usize) -> Result<Call> {
    let (x, y) = (uniform::<f32, _>(xp, 1, &[n, 64])?, uniform::<f32, _>(xp, 4, &[n, 10])?);
    let loss = move |[first, (w, b)]: [Layer<B>; 2]| {
        let scores = hidden(&x, &first)?.matmul(&w)? + b;
        Ok(-(&y * special::log_softmax(&scores, 1)?.typed::<f32>()?).sum(1)?.mean(..)?)
    };
    Ok(traced(grad(loss), weights(xp, [[64, 64], [64, 10]])?))
}

/// Three layers over inputs one by one.
fn batch_of_networks<B: Backend>(xp: &Autodiff<B>, n: usize) -> Result<Call> {
    let [first, second] = weights(xp, [[64, 256], [256, 256]])?;
    let last = uniform::<f32, _>(xp, 5, &[256, 10])?;
    let network = move |x: A<f32, B>| hidden(&hidden(&x, &first)?, &second)?.matmul(&last);
    Ok(traced(vmap(network), uniform::<f32, _>(xp, 1, &[n, 64])?))
}

type Layers<B> = (A<f32, B>, [A<f32, B>; 5]);

/// 256 inputs and five layers of this width.
fn layers<B: Backend>(xp: &Autodiff<B>, n: usize) -> Result<Layers<B>> {
    let layer =
        |seed| Ok::<_, xparray::Error>((uniform::<f32, _>(xp, seed, &[n, n])? - 0.5) * (2.0 / (n as f32).sqrt()));
    Ok((uniform(xp, 1, &[256, n])?, [layer(2)?, layer(3)?, layer(4)?, layer(5)?, layer(6)?]))
}

fn mlp<B: Backend>(x: &A<f32, B>, layers: [A<f32, B>; 5]) -> Result<A<f32, B>> {
    let mut x = x.clone();
    for w in &layers {
        x = x.matmul(w)?.tanh();
    }
    x.square().mean(..)
}

/// Those of the layers, times a direction.
fn second_derivatives<B: Backend>(xp: &Autodiff<B>, n: usize) -> Result<Call> {
    let (x, w) = layers(xp, n)?;
    let direction = w.clone().map(|w| w * 0.5 + 0.1);
    let product = move |[w, v]: [[A<f32, B>; 5]; 2]| hvp(|w| mlp(&x, w), w, v);
    Ok(traced(product, [w, direction]))
}

/// The sum of the four neighbours, zero beyond the edge.
fn neighbours<B: Backend>(u: &A<f32, B>) -> Result<A<f32, B>> {
    let u = u.pad(1)?;
    let (middle, up, down) = (s![1..-1], s![..-2], s![2..]);
    let part = |rows: &[_], columns: &[_]| u.slice(&[rows[0], columns[0]]);
    Ok(part(up, middle)? + part(down, middle)? + part(middle, up)? + part(middle, down)?)
}

/// A hundred steps of Jacobi's method.
fn stencil<B: Backend>(mut u: A<f32, B>) -> Result<A<f32, B>> {
    for _ in 0..100 {
        u = neighbours(&u)? * 0.25;
    }
    u.square().sum(..)
}

/// The energy of the solution of Poisson's equation, by a hundred steps of conjugate gradients.
fn solution<B: Backend>(b: A<f32, B>) -> Result<A<f32, B>> {
    let dot = |x: &A<f32, B>, y: &A<f32, B>| (x * y).sum(..);
    let (mut x, mut r, mut p) = (b.zeros_like(), b.clone(), b);
    let mut rr = dot(&r, &r)?;
    for _ in 0..100 {
        let ap = &p * 4.0 - neighbours(&p)?;
        let alpha = &rr / dot(&p, &ap)?;
        x += &alpha * &p;
        r -= &alpha * &ap;
        let next = dot(&r, &r)?;
        p = &r + (&next / &rr) * &p;
        rr = next;
    }
    x.square().sum(..)
}

fn spectrum<B: Backend>(a: A<f64, B>) -> Result<A<f64, B>> {
    let (w, v) = (&a + a.t()).eigh()?;
    Ok(w.square().sum(..)? + (v.square() * &a).sum(..)?)
}

fn systems<B: Backend>(xp: &Autodiff<B>, n: usize, k: usize) -> Result<Call> {
    let a = uniform::<f64, _>(xp, 1, &[n, k, k])? + xp.eye::<f64>(k)? * k as f64;
    let b = uniform::<f64, _>(xp, 2, &[n, k])?;
    Ok(traced(vmap(|(a, b): (A<f64, B>, A<f64, B>)| a.solve(&b)), (a, b)))
}

/// Ten steps of smoothing a signal.
fn smoothed<B: Backend>(mut x: A<f32, B>) -> Result<A<f32, B>> {
    for _ in 0..10 {
        let padded = x.pad(1)?;
        x = x * 0.5 + (padded.slice(s![..-2])? + padded.slice(s![2..])?) * 0.25;
    }
    Ok(x)
}

fn rosenbrock<B: Backend>(x: A<f64, B>) -> Result<A<f64, B>> {
    let (first, rest) = (x.slice(s![..-1])?, x.slice(s![1..])?);
    Ok((rest - first.square()).square().sum(..)? * 100.0 + (1.0 - &first).square().sum(..)?)
}
