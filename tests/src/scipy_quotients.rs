//! Real generalised Schur forms, and cosine-sine decompositions.

use crate::data::npz;
use crate::for_types;
use crate::layouts::relaid;
use crate::scipy::{array, numbers, same};
use crate::scipy_linalg::{close, largest, unitary};
use xparray::prelude::*;
use xparray::scipy::linalg::{self, cossin};
use xparray::{Error, s};

type Z = Complex<f64>;

/// Numerators and denominators of a real form, after a look at its shape.
#[track_caller]
fn eigenvalues<B: Backend>(s: &DynArray<B>, t: &DynArray<B>, what: &str) -> Vec<(Z, f64)> {
    let n = s.shape()[0];
    assert!(n == 0 || largest(&s.tril_with(-2).unwrap()) == 0.0 && largest(&t.tril_with(-1).unwrap()) == 0.0, "{what}");
    let [s, t] = [s, t].map(|x| numbers(x).iter().map(|z| z.re).collect::<Vec<_>>());
    let (mut found, mut k) = (Vec::new(), 0);
    while k < n {
        let (at, below) = (k * n + k, t[k * n + k]);
        assert!(below >= 0.0, "{what}: {below}");
        if k + 1 == n || s[at + n] == 0.0 {
            found.push((Z::from(s[at]), below));
            k += 1;
            continue;
        }
        assert!(k + 2 == n || s[at + 2 * n + 1] == 0.0, "{what}: blocks touch");
        let (a, b, c, d) = (s[at], s[at + 1], s[at + n], s[at + n + 1]);
        let under = t[at + n + 1];
        assert!(t[at + 1] == 0.0 && below > 0.0 && under > 0.0, "{what}: {below} {} {under}", t[at + 1]);
        let (a, b, c, d) = (a / below, b / under, c / below, d / under);
        let (half, mean) = ((a - d) / 2.0, (a + d) / 2.0);
        let square = half * half + b * c;
        assert!(square < 1e-13 * (a * a + d * d + b * b + c * c), "{what}: real eigenvalues are apart");
        let value = Z::new(mean, (-square).max(0.0).sqrt());
        found.extend([(value * below, below), (value.conj() * below, below)]);
        k += 2;
    }
    found
}

/// Checks the forms of a pair, in their order and with those to the left in front.
#[track_caller]
fn check<B: Backend>(a: &DynArray<B>, b: &DynArray<B>, what: &str) {
    let left = |alpha: Z, beta: f64| alpha.re < 0.0 && beta > 0.0;
    let (s, t, q, z) = linalg::qz(a, b).unwrap();
    let ordered = linalg::ordqz(a, b, left).unwrap();
    for (s, t, q, z, count) in [(s, t, q, z, None), (ordered.0, ordered.1, ordered.2, ordered.3, Some(ordered.4))] {
        unitary(&q, what);
        unitary(&z, what);
        for (x, form) in [(a, &s), (b, &t)] {
            let x = x.astype(s.dtype()).unwrap();
            close(&q.matmul(form).unwrap().matmul(&z.t()).unwrap(), &x, 512.0, what);
        }
        let found = eigenvalues(&s, &t, what);
        let Some(count) = count else { continue };
        let count = count.item().unwrap().get::<i64>() as usize;
        let eps = if s.dtype() == DType::F32 { 1e-3 } else { 1e-7 };
        let (of_s, of_t) = (largest(&s), largest(&t));
        for (k, &(alpha, beta)) in found.iter().enumerate() {
            let sure = alpha.re.abs() > eps * of_s && beta > eps * of_t;
            assert!(!sure || left(alpha, beta) == (k < count), "{what}: {alpha} / {beta} at {k} of {count}");
        }
    }
}

/// `qz` and `ordqz` of real matrices in every layout.
pub fn real_forms<B: Backend>(xp: &B) {
    for n in [1usize, 2, 3, 4, 5, 6, 9, 30] {
        let normal = |seed: u64| xp.rng(seed).normal::<f64>([n, n]).unwrap();
        for seed in 0..if n < 9 { 12 } else { 2 } {
            let (a, b) = (normal(2 * seed), normal(2 * seed + 1));
            check(a.as_dyn(), b.as_dyn(), &format!("{n} rows, {seed}"));
        }
        let (a, b) = (normal(1), normal(2));
        for (a, b) in relaid(&a).iter().zip(&relaid(&b)) {
            check(a.as_dyn(), b.as_dyn(), "layouts");
        }
        let (a, b) = (a.into_dyn(), b.into_dyn());
        for dtype in [DType::F32, DType::F16] {
            check(&a.astype(dtype).unwrap(), &b.astype(dtype).unwrap(), "precision");
        }
        check(&a.multiply(1e250).unwrap(), &b.multiply(1e250).unwrap(), "large");
        check(&a.multiply(1e60).unwrap(), &b.multiply(1e-60).unwrap(), "scaled");
        check(&a, &a, "the same");
        check(&a, &b.zeros_like().unwrap(), "zeros");
        check(&a.zeros_like().unwrap(), &b, "zeros");
        check(
            &xp.eye::<f64>(n).unwrap().roll(1, 0).unwrap().into_dyn(),
            &xp.eye::<f64>(n).unwrap().into_dyn(),
            "a cycle",
        );
        check(
            &a.multiply(4.0).unwrap().round(0).unwrap(),
            &b.multiply(2.0).unwrap().round(0).unwrap(),
            "whole numbers",
        );
        let mut singular = b.clone();
        singular.assign(s![0], 0.0).unwrap();
        singular.assign(s![.., -1], 0.0).unwrap();
        check(&a, &singular, "a singular matrix");
        // One eigenvalue, that many times.
        let defective = xp
            .eye::<f64>(n)
            .unwrap()
            .into_dyn()
            .add(xp.eye_of(DType::F64, n, Eye::new().diagonal(1)).unwrap())
            .unwrap();
        check(&b.matmul(&defective).unwrap(), &b, "defective");
        // A stack is a matrix after the other; the complex form has the same eigenvalues.
        let stack = xp.stack(&[&a, &b], 0).unwrap();
        let (form, _, _, _) = linalg::qz(&stack, &b).unwrap();
        close(&form.slice(s![0]).unwrap(), &linalg::qz(&a, &b).unwrap().0, 0.0, "a stack");
        let (s, t, _, _) = linalg::qz(&a, &b).unwrap();
        let mut left: Vec<Z> = eigenvalues(&s, &t, "values").into_iter().map(|(alpha, beta)| alpha / beta).collect();
        for w in numbers(&linalg::eigvals(&a, &b).unwrap()) {
            let near = |z: &Z| (z - w).norm() / (1.0 + w.norm());
            let k = (0..left.len()).min_by(|&i, &j| near(&left[i]).total_cmp(&near(&left[j]))).unwrap();
            assert!(near(&left.swap_remove(k)) < 1e-9, "{w} of {n}");
        }
    }
    for_types!(numbers, T => {
        let of = |values: &[i8]| xp.array(values).unwrap().astype::<T>().reshape([2, 2]).unwrap();
        let (s, t, _, _) = linalg::qz(&of(&[2, 0, 0, 3]), &of(&[1, 0, 0, 3])).unwrap();
        let w = s.diagonal().unwrap().divide(t.diagonal().unwrap()).unwrap().real().unwrap().sort().unwrap();
        close(&w, &xp.array([1.0, 2.0]).unwrap().into_dyn().astype(w.dtype()).unwrap(), 4.0, &T::DTYPE.to_string());
    });
    let none = xp.zeros::<f32>([2, 0, 0]).unwrap();
    assert_eq!(linalg::ordqz(&none, &none, |_, _| true).unwrap().4.to_string(), "[0 0]");
}

/// `cossin` against SciPy's angles and matrices of them.
pub fn cossines<B: Backend>(xp: &B) {
    let data = npz("cossin.npz");
    for name in data.keys().filter_map(|key| key.strip_suffix("/x")) {
        let x = array(xp, &data, &format!("{name}/x"));
        let [p, q] = data[&format!("{name}/blocks")].cast::<f64>()[..] else { panic!("{name}") };
        let columns = x.t().copy().unwrap().t();
        let backwards = x.flip(..).unwrap().copy().unwrap().flip(..).unwrap();
        let single = if x.dtype().is_complex() { DType::Complex64 } else { DType::F32 };
        for x in [&x, &columns, &backwards, &x.astype(single).unwrap()] {
            let found = cossin(x, p as usize, q as usize).unwrap();
            let swapped = found.clone().swap_sign().unwrap();
            same(&found.theta, &data, &format!("{name}/theta"), 32.0);
            same(&found.cs().unwrap(), &data, &format!("{name}/cs"), 32.0);
            same(&swapped.cs().unwrap(), &data, &format!("{name}/swapped"), 32.0);
            for found in [found, swapped] {
                let (u, cs, vh) = (found.u().unwrap(), found.cs().unwrap(), found.vh().unwrap());
                unitary(&u, name);
                unitary(&vh, name);
                assert_eq!((u.dtype(), cs.dtype()), (x.dtype(), x.dtype().real()), "{name}");
                close(&u.matmul(&cs.astype(u.dtype()).unwrap()).unwrap().matmul(&vh).unwrap(), x, 64.0, name);
            }
        }
        if name.ends_with("tiny") {
            // Relative to each angle, as far as the matrix has them.
            let theta = numbers(&cossin(&x, 4, 4).unwrap().theta);
            assert!((theta[2].re / 1e-9 - 1.0).abs() < 1e-5, "{}", theta[2]);
        }
    }
    let rows = xp.array([[0, 1], [-1, 0]]).unwrap();
    assert!(cossin(&rows, 1, 1).unwrap().theta.allclose(xp.array([std::f64::consts::FRAC_PI_2]).unwrap()).unwrap());
    // One row repeated: not unitary, but an answer.
    assert_eq!(
        cossin(&xp.ones::<f64>([1, 4]).unwrap().broadcast_to([4, 4]).unwrap(), 2, 2).unwrap().theta.shape(),
        [2]
    );
}

/// What has no such form.
pub fn refused<B: Backend>(xp: &B) {
    let two = xp.eye::<f64>(2).unwrap();
    for (p, q) in [(0, 1), (1, 0), (2, 1), (1, 2), (9, 9)] {
        assert!(matches!(cossin(&two, p, q), Err(Error::Value { .. })));
    }
    for shape in [&[][..], &[2], &[2, 3], &[1, 2, 2]] {
        assert!(matches!(cossin(&xp.ones::<f64>(shape).unwrap(), 1, 1), Err(Error::Shape { .. })));
    }
    assert!(matches!(cossin(&xp.zeros::<f64>([0, 0]).unwrap(), 1, 1), Err(Error::Value { .. })));
    assert!(matches!(cossin(&xp.full([2, 2], f64::NAN).unwrap(), 1, 1), Err(Error::Value { .. })));
    assert!(matches!(cossin(&xp.full([2, 2], true).unwrap(), 1, 1), Err(Error::DType { .. })));
    assert!(matches!(linalg::qz(&xp.full([2, 2], f64::INFINITY).unwrap(), &two), Err(Error::Value { .. })));
    assert!(matches!(
        linalg::qz(&xp.full([2, 2], true).unwrap(), &xp.full([2, 2], true).unwrap()),
        Err(Error::DType { .. })
    ));
}
