//! Rows of what SciPy has beyond NumPy: special functions, sparse matrices, graphs, transforms, functions of matrices.

use crate::data::{complex, uniform};
use crate::formulas::{convection, five_points, graph, ramp, some_rows, waves};
use crate::names::elements;
use crate::rows::{Call, call};
use xparray::Result;
use xparray::prelude::*;
use xparray::scipy::sparse::csgraph::{Connection, ShortestPath, connected_components, dijkstra};
use xparray::scipy::sparse::linalg::{Krylov, Lanczos, Lobpcg, Splu, Which, cg, eigsh, gmres, lobpcg, splu};
use xparray::scipy::{fft, linalg, special};
use xparray::sparse::Csr;

/// These rows.
pub const NAMES: &[&str] = &[
    "erf_10M_f32",
    "erf_10M_f64",
    "gammaln_10M_f32",
    "gammaln_10M_f64",
    "j0_10M_f32",
    "j0_10M_f64",
    "ndtri_10M_f32",
    "ndtri_10M_f64",
    "gammainc_10M_f32",
    "gammainc_10M_f64",
    "betainc_10M_f32",
    "betainc_10M_f64",
    "logsumexp_10000x1000_f32",
    "logsumexp_100x1000000_f32",
    "special_softmax_10000x1000_f32",
    "special_softmax_100x1000000_f32",
    "cg_laplacian_1024_f64",
    "cg_jacobi_laplacian_1024_f64",
    "gmres30_laplacian_1024_f64",
    "lobpcg_laplacian_1024x8_f64",
    "eigsh_laplacian_128_f64",
    "splu_laplacian_300_f64",
    "splu_convection_20_f64",
    "connected_components_1M_5M",
    "dijkstra_1M_5M_10",
    "spgemm_laplacian_1024_f64",
    "csr_rows_laplacian_1024_f64",
    "csr_sum0_laplacian_1024_f64",
    "sparse_kron_laplacian_64x8_f64",
    "dct2_4096_f32",
    "fftn_256_c64",
    "expm_200_f64",
    "solve_512_f32",
    "solve_512_f64",
    "solve_2048_f32",
    "solve_2048_f64",
    "solve_4096_f32",
    "solve_4096_f64",
    "inv_512_f32",
    "inv_512_f64",
    "inv_2048_f32",
    "inv_2048_f64",
    "inv_4096_f32",
    "inv_4096_f64",
    "qr_512_f32",
    "qr_512_f64",
    "qr_2048_f32",
    "qr_2048_f64",
    "qr_4096_f32",
    "qr_4096_f64",
    "cholesky_512_f32",
    "cholesky_512_f64",
    "cholesky_2048_f32",
    "cholesky_2048_f64",
    "cholesky_4096_f32",
    "cholesky_4096_f64",
    "eigh_512_f32",
    "eigh_512_f64",
    "eigh_2048_f32",
    "eigh_2048_f64",
    "eigh_4096_f32",
    "eigh_4096_f64",
];

/// The row's data and call; `None` for a row that is not among these.
pub fn prepare<B: Backend>(xp: &B, row: &str) -> Option<Result<Call>> {
    if let Some((nodes, edges)) = row.strip_prefix("connected_components_").and_then(|size| size.split_once('_')) {
        return Some(components(xp, elements(nodes)?, elements(edges)?));
    }
    if let Some(size) = row.strip_prefix("dijkstra_").and_then(|size| size.strip_suffix("_10")) {
        let (nodes, edges) = size.split_once('_')?;
        return Some(paths(xp, elements(nodes)?, elements(edges)?));
    }
    let (rest, dtype) = row.rsplit_once('_')?;
    let (stem, size) = rest.rsplit_once('_')?;
    let [first, second] = match size.split_once('x') {
        Some((m, n)) => [m.parse().ok()?, n.parse().ok()?],
        None => [elements(size)?, 0],
    };
    match (stem, dtype) {
        ("fftn", "c64") => Some(complex(xp, &[first; 3]).and_then(|z| call(move || z.fftn()))),
        ("dct2", "f32") => Some(uniform::<f32, B>(xp, 1, &[first; 2]).and_then(|x| call(move || fft::dctn(&x)))),
        ("expm", "f64") => Some(uniform::<f64, B>(xp, 1, &[first; 2]).and_then(|a| {
            let a = a * 0.1;
            a.eval()?;
            call(move || linalg::expm(&a))
        })),
        ("logsumexp", "f32") => {
            Some(uniform::<f32, B>(xp, 1, &[first, second]).and_then(|x| call(move || special::logsumexp(&x, 1))))
        }
        ("special_softmax", "f32") => {
            Some(uniform::<f32, B>(xp, 1, &[first, second]).and_then(|x| call(move || special::softmax(&x, 1))))
        }
        (_, "f32") => function::<f32, B>(xp, stem, first),
        (_, "f64") => function::<f64, B>(xp, stem, first).or_else(|| sparse(xp, stem, first, second)),
        _ => None,
    }
}

/// Special functions of uniform numbers between bounds.
fn function<T: RealFloat, B: Backend>(xp: &B, stem: &str, n: usize) -> Option<Result<Call>> {
    let between = |seed: u64, low: f64, high: f64| -> Result<Array<T, B>> {
        let x = uniform::<T, B>(xp, seed, &[n])?.into_dyn().multiply(high - low)?.add(low)?.typed::<T>()?;
        x.eval()?;
        Ok(x)
    };
    Some(match stem {
        "erf" => between(1, -3.0, 3.0).and_then(|x| call(move || Ok(x.erf()))),
        "gammaln" => between(1, 0.0, 20.0).and_then(|x| call(move || Ok(x.gammaln()))),
        "j0" => between(1, 0.0, 50.0).and_then(|x| call(move || Ok(x.j0()))),
        "ndtri" => between(1, 0.0, 1.0).and_then(|x| call(move || Ok(x.ndtri()))),
        "gammainc" => between(1, 0.0, 10.0).and_then(|a| {
            let x = between(2, 0.0, 20.0)?;
            call(move || special::gammainc(&a, &x))
        }),
        "betainc" => between(1, 0.0, 10.0).and_then(|a| {
            let (b, x) = (between(2, 0.0, 10.0)?, between(3, 0.0, 1.0)?);
            call(move || special::betainc(&a, &b, &x))
        }),
        _ => return None,
    })
}

/// Sparse matrices and what iterates with them.
fn sparse<B: Backend>(xp: &B, stem: &str, side: usize, second: usize) -> Option<Result<Call>> {
    let handle = xp.clone();
    Some(match stem {
        "cg_laplacian" => {
            system(xp, side).and_then(|(a, b)| call(move || Ok(cg(&a, &b, Krylov::new().rtol(0.0).maxiter(200))?.x)))
        }
        "cg_jacobi_laplacian" => system(xp, side).and_then(|(a, b)| {
            let m = Csr::diags(&[&(1.0 / a.diagonal(0)?)], &[0], None)?;
            call(move || Ok(cg(&a, &b, Krylov::new().rtol(0.0).maxiter(200).m(&m))?.x))
        }),
        "gmres30_laplacian" => system(xp, side)
            .and_then(|(a, b)| call(move || Ok(gmres(&a, &b, Krylov::new().rtol(0.0).restart(30).maxiter(2))?.x))),
        "lobpcg_laplacian" => five_points(xp, side).and_then(|a| {
            let x = waves(xp, side * side, second)?;
            call(move || Ok(lobpcg(&a, &x, Lobpcg::new().tol(1e-30).maxiter(20).largest(false))?.vectors))
        }),
        "eigsh_laplacian" => five_points(xp, side).and_then(|a| {
            let options = Lanczos::new().which(Which::Smallest).tol(1e-8);
            call(move || Ok(eigsh(&handle, &a, 6, options.clone())?.vectors))
        }),
        "splu_laplacian" => five_points(xp, side).and_then(systems),
        "splu_convection" => convection(xp, side).and_then(systems),
        "spgemm_laplacian" => matrix(five_points(xp, side), |a| a.matmul_sparse(a)),
        "csr_rows_laplacian" => {
            some_rows(xp, side * side).and_then(|rows| matrix(five_points(xp, side), move |a| a.take_rows(&rows)))
        }
        "csr_sum0_laplacian" => five_points(xp, side).and_then(|a| call(move || a.sum(0))),
        "sparse_kron_laplacian" => {
            five_points(xp, second).and_then(|b| matrix(five_points(xp, side), move |a| a.kron(&b)))
        }
        _ => return None,
    })
}

fn system<B: Backend>(xp: &B, side: usize) -> Result<(Csr<f64, B>, Array<f64, B>)> {
    Ok((five_points(xp, side)?, ramp(xp, side * side)?))
}

/// A matrix made of another one; matrices are computed where they are made.
fn matrix<B: Backend>(
    a: Result<Csr<f64, B>>,
    f: impl Fn(&Csr<f64, B>) -> Result<Csr<f64, B>> + 'static,
) -> Result<Call> {
    let a = a?;
    Ok(Box::new(move || f(&a).map(drop)))
}

/// A decomposition and 100 systems, one after the other.
fn systems<B: Backend>(a: Csr<f64, B>) -> Result<Call> {
    let right = waves(a.xp(), a.shape()[0], 100)?.t().copy();
    let right = (0..100).map(|k| right.take(k, 0)).collect::<Result<Vec<_>>>()?;
    right.iter().try_for_each(Array::eval)?;
    Ok(Box::new(move || {
        let lu = splu(&a, Splu::new())?;
        right.iter().try_for_each(|b| lu.solve(b)?.eval())
    }))
}

fn components<B: Backend>(xp: &B, nodes: usize, edges: usize) -> Result<Call> {
    let graph = graph(xp, nodes, edges)?;
    call(move || Ok(connected_components(&graph, Connection::Weak)?.1))
}

fn paths<B: Backend>(xp: &B, nodes: usize, edges: usize) -> Result<Call> {
    let graph = graph(xp, nodes, edges)?;
    let sources: Vec<usize> = (0..10).collect();
    call(move || Ok(dijkstra(&graph, ShortestPath::new().indices(&sources))?.distances))
}
