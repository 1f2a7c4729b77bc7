//! Eigenvalues, Hessenberg and Schur forms of matrices so large that they are computed in blocks.

use crate::data::npz;
use crate::scipy_linalg::{close, factors, standard};
use xparray::prelude::*;
use xparray::scipy::linalg;

type Z = Complex<f64>;

/// Numbers between -1 and 1, by the rule of `tests/eig_values.py`.
fn numbers(count: usize, seed: u32) -> Vec<f64> {
    let number = |i: u32| {
        let mut state = i.wrapping_mul(2_654_435_761).wrapping_add(seed);
        for (shift, factor) in [(15, 2_246_822_519), (13, 3_266_489_917)] {
            state = (state ^ (state >> shift)).wrapping_mul(factor);
        }
        f64::from((state ^ (state >> 16)) >> 11) / f64::from(1 << 20) - 1.0
    };
    (1..=count as u32).map(number).collect()
}

fn random<B: Backend>(xp: &B, n: usize) -> DynArray<B> {
    xp.from_slice(&numbers(n * n, n as u32), [n, n]).unwrap().into_dyn()
}

fn complex<B: Backend>(xp: &B, n: usize) -> DynArray<B> {
    let imaginary = xp.from_slice(&numbers(n * n, n as u32 + 1), [n, n]).unwrap().into_dyn();
    random(xp, n).add(imaginary.multiply(Z::I).unwrap()).unwrap()
}

fn wide<B: Backend>(x: &DynArray<B>) -> Vec<Z> {
    x.astype(DType::Complex128).unwrap().typed::<Z>().unwrap().to_vec().unwrap()
}

/// Panics unless these are the expected numbers in any order, within so much.
#[track_caller]
fn same_set(found: &[Z], expected: &[Z], allowed: f64, what: &str) {
    let mut left = found.to_vec();
    assert_eq!(left.len(), expected.len(), "{what}");
    for e in expected {
        let nearest = (0..left.len()).min_by(|&i, &j| (left[i] - e).norm().total_cmp(&(left[j] - e).norm())).unwrap();
        let found = left.swap_remove(nearest);
        assert!((found - e).norm() <= allowed, "{what}: {found} is not near {e}, but {}", (found - e).norm());
    }
}

/// Checks all forms of a matrix, whose eigenvalues are as uncertain as that.
#[track_caller]
fn check<B: Backend>(a: &DynArray<B>, expected: &[Z], allowed: f64, what: &str) {
    let below = i64::from(!a.dtype().is_complex());
    let (h, q) = linalg::hessenberg(a).unwrap();
    factors(a, &h, &q, 1, &format!("hessenberg, {what}"));
    let (t, z) = linalg::schur(a).unwrap();
    factors(a, &t, &z, below, &format!("schur, {what}"));
    if below == 1 {
        standard(&t, what);
    }
    let (w, v) = a.eig().unwrap();
    close(&a.matmul(&v).unwrap(), &v.multiply(&w).unwrap(), 4096.0, what);
    let norms = v.abs().unwrap().square().unwrap().sum(0).unwrap();
    close(&norms, &norms.xp().ones_of(norms.dtype(), norms.shape()).unwrap(), 64.0, what);
    same_set(&wide(&w), expected, allowed, what);
    same_set(&wide(&a.eigvals().unwrap()), expected, allowed, &format!("{what}, values alone"));
}

/// Random and graded matrices and a companion matrix, against SciPy's eigenvalues; every type and layout.
pub fn as_scipy<B: Backend>(xp: &B) {
    let data = npz("eig.npz");
    for n in [76, 150, 300] {
        check(&random(xp, n), &data[&format!("real/{n}")].cast::<Z>(), 1e-11, "real");
        check(&complex(xp, n), &data[&format!("complex/{n}")].cast::<Z>(), 1e-11, "complex");
    }
    let (a, expected) = (random(xp, 76), data["real/76"].cast::<Z>());
    check(&a.t().add(0.0).unwrap().t(), &expected, 1e-11, "turned");
    check(&a.flip(..).unwrap(), &expected, 1e-11, "backwards");
    check(&a.astype(DType::F32).unwrap(), &expected, 1e-4, "single precision");
    let of_complex = data["complex/76"].cast::<Z>();
    check(&complex(xp, 76).astype(DType::Complex64).unwrap(), &of_complex, 1e-4, "single precision, complex");
    let n = 120;
    let sizes: Vec<f64> = (0..n).map(|i| (-(i as f64) / 4.0).exp2()).collect();
    let sizes = xp.from_slice(&sizes, [n, 1]).unwrap().into_dyn();
    let graded = xp.from_slice(&numbers(n * n, 5), [n, n]).unwrap().into_dyn();
    let graded = graded.triu_with(-1).unwrap().multiply(&sizes).unwrap();
    check(&graded, &data["graded/120"].cast::<Z>(), 1e-11, "graded");
    let polynomial = [vec![1.0], numbers(200, 9)].concat();
    let companion = linalg::companion(&xp.from_slice(&polynomial, 201).unwrap()).unwrap();
    check(&companion, &data["companion/200"].cast::<Z>(), 1e-11, "companion");
    // Far from 1.
    for scale in [1e300, 1e-300] {
        let (w, v) = a.multiply(scale).unwrap().eig().unwrap();
        close(&a.matmul(&v).unwrap(), &v.multiply(w.divide(scale).unwrap()).unwrap(), 4096.0, "scaled");
        let (t, z) = linalg::schur(&a.multiply(scale).unwrap()).unwrap();
        factors(&a, &t.divide(scale).unwrap(), &z, 1, "scaled");
    }
    // Stacks, also of one matrix repeated.
    let stack = a.broadcast_to([2, 76, 76]).unwrap();
    let (w, v) = stack.eig().unwrap();
    close(&stack.matmul(&v).unwrap(), &v.multiply(w.expand_dims(-2).unwrap()).unwrap(), 4096.0, "stack");
    let (t, z) = linalg::schur(&stack).unwrap();
    close(&z.matmul(&t).unwrap().matmul(&z.adjoint().unwrap()).unwrap(), &stack, 256.0, "stack");
}

/// Normal matrices, whose eigenvalues are as certain as their elements: repeated, clustered, in pairs.
pub fn known_spectra<B: Backend>(xp: &B) {
    let n = 160;
    let v = xp.from_slice(&numbers(n, 3), [n, 1]).unwrap().into_dyn();
    let square = v.square().unwrap().sum(..).unwrap();
    let outer = v.matmul(&v.t()).unwrap().multiply(2.0).unwrap().divide(&square).unwrap();
    let reflection = xp.eye::<f64>(n).unwrap().into_dyn().subtract(&outer).unwrap();
    let of = |values: &dyn Fn(usize) -> Z| {
        let mut entries = vec![0.0; n * n];
        for k in (0..n).step_by(2) {
            let [one, two] = [values(k), values(k + 1)];
            (entries[k * n + k], entries[(k + 1) * n + k + 1]) = (one.re, two.re);
            (entries[k * n + k + 1], entries[(k + 1) * n + k]) = (one.im, two.im);
        }
        let blocks = xp.from_slice(&entries, [n, n]).unwrap().into_dyn();
        reflection.matmul(&blocks).unwrap().matmul(&reflection).unwrap()
    };
    let conjugate = |k: usize, z: Z| if k.is_multiple_of(2) { z } else { z.conj() };
    let spectra: [(&str, &dyn Fn(usize) -> Z); 5] = [
        ("three values", &|k| Z::from([1.0, 2.0, -3.0][k % 3])),
        ("clusters", &|k| Z::from((k % 4) as f64 + (k / 4) as f64 * 1e-12)),
        ("a circle", &|k| conjugate(k, Z::from_polar(1.0, 0.03 * (k / 2 + 1) as f64))),
        ("repeated pairs", &|k| conjugate(k, [Z::new(0.5, 1.0), Z::new(-0.25, 2.0)][k / 2 % 2])),
        ("all sizes", &|k| Z::from(0.75f64.powi(k as i32))),
    ];
    for (what, values) in spectra {
        let expected: Vec<Z> = (0..n).map(values).collect();
        check(&of(values), &expected, 1e-12, what);
        check(&of(values).astype(DType::Complex128).unwrap(), &expected, 1e-12, &format!("{what}, complex"));
    }
    // A cycle: nothing converges without exceptional shifts, or roundings.
    let cycle = xp.eye::<f64>(n).unwrap().roll(1, 0).unwrap().into_dyn();
    let roots = |k: usize| Z::from_polar(1.0, 2.0 * std::f64::consts::PI * k as f64 / n as f64);
    check(&cycle, &(0..n).map(roots).collect::<Vec<_>>(), 1e-12, "a cycle");
    check(&xp.zeros::<f64>([n, n]).unwrap().into_dyn(), &vec![Z::ZERO; n], 0.0, "zero");
}

/// Triangles, and matrices that fall apart.
pub fn reducible<B: Backend>(xp: &B) {
    let n = 200;
    let a = xp.from_slice(&numbers(n * n, 7), [n, n]).unwrap().into_dyn();
    let upper = a.triu().unwrap();
    let diagonal = wide(&a.diagonal().unwrap());
    for a in [&upper, &upper.astype(DType::Complex128).unwrap()] {
        let (t, _) = linalg::schur(a).unwrap();
        close(&t, a, 0.0, "a triangle");
        same_set(&wide(&a.eigvals().unwrap()), &diagonal, 0.0, "a triangle");
        same_set(&wide(&a.t().eig().unwrap().0), &diagonal, 0.0, "a lower triangle");
    }
    // Hessenberg, with zeros on the subdiagonal.
    let hessenberg = a.triu_with(-1).unwrap();
    let bounds = [0, 90, 91, 94, n];
    let mut inside = vec![1.0; n * n];
    bounds[1..4].iter().for_each(|&k| inside[k * n + k - 1] = 0.0);
    let apart = hessenberg.multiply(xp.from_slice(&inside, [n, n]).unwrap()).unwrap();
    // Hessenberg already: no reflection mixes the blocks.
    let (t, z) = linalg::schur(&apart).unwrap();
    factors(&apart, &t, &z, 1, "apart");
    // A solver that mixes them finds others than theirs, as the conditions reach 1e28, but of a matrix next to this one.
    let eye = xp.eye::<f64>(n).unwrap().into_dyn();
    for w in wide(&apart.eigvals().unwrap()).into_iter().step_by(20) {
        let singular = apart
            .subtract(eye.multiply(w).unwrap())
            .unwrap()
            .svdvals()
            .unwrap()
            .typed::<f64>()
            .unwrap()
            .to_vec()
            .unwrap();
        assert!(singular[n - 1] < 1e-13 * singular[0], "apart: {w}, {}", singular[n - 1]);
    }
    let (w, v) = apart.eig().unwrap();
    close(&apart.matmul(&v).unwrap(), &v.multiply(&w).unwrap(), 4096.0, "apart");
}
