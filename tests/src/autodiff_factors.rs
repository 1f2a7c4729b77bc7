//! Derivatives of factors of matrices that are not square, and of whole bases: held to differences, and each mode to the other one.

use crate::autodiff_programs::near;
use xparray::autodiff::{Autodiff, jvp, vjp, vmap};
use xparray::backend::{Blas, Memory, Output, View};
use xparray::linalg::{Qr, QrMode, Svd};
use xparray::prelude::*;
use xparray::{DType, Ellipsis, Layout, Result, Scalar, s};

type D<B> = DynArray<Autodiff<B>>;
type Program<B> = fn(&D<B>) -> Result<D<B>>;

/// Numbers without a pattern, of a shape that ends with these rows and columns.
fn numbers<B: Backend>(xp: &Autodiff<B>, dtype: DType, seed: f64, shape: &[usize]) -> D<B> {
    let places = xp.arange((0.0, shape.iter().product::<usize>() as f64, 1.0)).unwrap();
    let part = |k: f64| ((&places + 1.0).square() * (0.37 + k) + seed).sin().reshape(shape).unwrap().into_dyn();
    if !dtype.is_complex() {
        return part(0.0);
    }
    let unit = xp.full_of(dtype, (), Scalar::new(Complex::new(0.0f64, 1.0))).unwrap();
    part(0.0).add(part(0.4).multiply(unit).unwrap()).unwrap()
}

fn pairing<B: Backend>(x: &D<B>, y: &D<B>) -> f64 {
    let product = x.multiply(y).unwrap().astype(DType::Complex128).unwrap().sum(..).unwrap();
    product.item().unwrap().get::<Complex<f64>>().re
}

/// The limit of a difference quotient.
fn limit<B: Backend>(f: &dyn Fn(&D<B>) -> Result<D<B>>, x: &D<B>, t: &D<B>) -> D<B> {
    let moved = |h: f64| f(&x.add(t.multiply(h).unwrap()).unwrap()).unwrap();
    let slope = |h: f64| moved(h).subtract(moved(-h)).unwrap().multiply(0.5 / h).unwrap();
    slope(1e-4).multiply(4).unwrap().subtract(slope(2e-4)).unwrap().divide(3).unwrap()
}

fn check<B: Backend>(xp: &B, shape: [usize; 2], programs: &[(&str, Program<B>)]) {
    let xp = &Autodiff::new(xp.clone());
    for dtype in [DType::F64, DType::Complex128] {
        for (name, program) in programs {
            let what = format!("{name} of {dtype}");
            let of = |seed| numbers(xp, dtype, seed, &[2, shape[0], shape[1]]);
            let (x, t) = (of(0.0), of(1.0));
            let run = |x: D<B>| program(&x);
            let (y, pull) = vjp(run, x.clone()).unwrap();
            let c = numbers(xp, y.dtype(), 2.0, y.shape());
            let (along, back) = (jvp(run, x.clone(), t.clone()).unwrap().1, pull.call(c.clone()).unwrap());
            near(&along, &limit(&|x| program(x), &x, &t), 1e-7, &what);
            let (pushed, pulled) = (pairing(&c, &along), pairing(&back, &t));
            assert!((pushed - pulled).abs() <= 1e-11 * (1.0 + pushed.abs()), "{what}: {pushed} and {pulled}");
            let gradient = |x: D<B>| vjp(run, x)?.1.call(c.clone());
            let second = jvp(gradient, x.clone(), t.clone()).unwrap().1;
            near(&second, &limit(&|x| gradient(x.clone()), &x, &t), 1e-6, &format!("{what}: second derivative"));
            // One by one they are what they are together.
            near(&vmap(run)(x.clone()).unwrap(), &y, 1e-12, &format!("{what}: batch"));
            let each = vmap(|[x, t]: [D<B>; 2]| Ok(jvp(run, x, t)?.1))([x, t]).unwrap();
            near(&each, &along, 1e-12, &format!("{what}: batch of tangents"));
        }
    }
}

/// What lies beyond the first columns, as a projection on the space of them.
fn projection<B: Backend>(q: &D<B>, first: usize) -> Result<D<B>> {
    let others = q.slice(s![Ellipsis, first..])?;
    others.matmul(&others.adjoint()?)
}

/// Triangles of what is higher than wide, or wider than high.
pub fn triangles<B: Backend>(xp: &B) {
    check(xp, [5, 3], &[("lu", |x| Ok(x.lu_factor()?.0)), ("l", |x| Ok(x.lu()?.1))]);
    check(xp, [3, 5], &[("lu", |x| Ok(x.lu_factor()?.0)), ("u", |x| Ok(x.lu()?.2))]);
}

/// Orthonormal columns, fewer or more than the matrix has.
pub fn orthogonal<B: Backend>(xp: &B) {
    check(xp, [3, 5], &[("q", |x| Ok(x.qr()?.0)), ("r", |x| Ok(x.qr()?.1))]);
    let both: Program<B> = |x| {
        let (q, r) = x.qr()?;
        q.matmul(&r.square()?)
    };
    check(xp, [3, 4], &[("both", both)]);
    check(
        xp,
        [5, 3],
        &[
            ("first columns", |x| x.qr_with(Qr::new().mode(QrMode::Complete))?.0.slice(s![Ellipsis, ..3])),
            ("other columns", |x| projection(&x.qr_with(Qr::new().mode(QrMode::Complete))?.0, 3)),
            ("triangle", |x| Ok(x.qr_with(Qr::new().mode(QrMode::Complete))?.1)),
            ("all", |x| {
                let (q, r) = x.qr_with(Qr::new().mode(QrMode::Complete))?;
                q.matmul(&r)?.square()
            }),
        ],
    );
}

/// Whole bases of singular vectors.
pub fn singular<B: Backend>(xp: &B) {
    let left: Program<B> = |x| projection(&x.svd_with(Svd::new().full_matrices(true))?.0, 3);
    let right: Program<B> = |x| projection(&x.svd_with(Svd::new().full_matrices(true))?.2.adjoint()?, 3);
    let values: Program<B> = |x| Ok(x.svd_with(Svd::new().full_matrices(true))?.1);
    let low: Program<B> = |x| {
        let (u, s, vh) = x.svd_with(Svd::new().full_matrices(true))?;
        let first = u.slice(s![Ellipsis, ..2])?.multiply(s.slice(s![Ellipsis, ..2])?.expand_dims(-2)?)?;
        first.matmul(&vh.slice(s![Ellipsis, ..2, ..])?)
    };
    check(xp, [5, 3], &[("left", left), ("values", values), ("rank two", low)]);
    check(xp, [3, 5], &[("right", right), ("values", values), ("rank two", low)]);
}

/// The product of the backend that adds to what is there, in a part of a buffer.
pub fn added_products<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let layouts = [[2, 3], [3, 4]].map(|shape| Layout::row_major(&shape));
    // The first two of three columns, one after the other.
    let place = Layout::new([2, 4].as_slice().into(), [1, 3].as_slice().into(), 1).unwrap();
    for (alpha, beta) in [(2.0, 0.0), (1.5, -0.5)] {
        let added = |[a, b, c]: [D<B>; 3]| {
            let [(a, _), (b, _), (c, _)] = [a, b, c].map(|x| x.copy().unwrap().row_major_buffer().unwrap());
            let mut out = xp.alloc(13 * 8)?;
            xp.copy(&c, &mut out, 13 * 8)?;
            let [a, b] = [(&a, 0), (&b, 1)].map(|(x, k)| View::new(&**x, DType::F64, &layouts[k]).unwrap());
            xp.gemm(Scalar::new(alpha), a, b, Scalar::new(beta), Output::new(&mut out, DType::F64, &place)?)?;
            Ok(xp.from_device_buffer::<f64>(out, [13])?.into_dyn())
        };
        let composed = |[a, b, c]: [D<B>; 3]| {
            let columns = c.slice(s![1..])?.reshape([4, 3])?;
            let old = columns.slice(s![.., ..2])?.matrix_transpose()?;
            let new = a.matmul(&b)?.multiply(alpha)?.add(old.multiply(beta)?)?.matrix_transpose()?;
            let columns = xp.concatenate(&[&new, &columns.slice(s![.., 2..])?], 1)?;
            xp.concatenate(&[&c.slice(s![..1])?, &columns.ravel()?], 0)
        };
        let of = |seed, shape: &[usize]| numbers(xp, DType::F64, seed, shape);
        let at = |seed: f64| [of(seed, &[2, 3]), of(seed + 1.0, &[3, 4]), of(seed + 2.0, &[13])];
        let tangent = |f: &dyn Fn([D<B>; 3]) -> Result<D<B>>| jvp(f, at(0.0), at(3.0)).unwrap();
        let ((y, along), (expected, expected_along)) = (tangent(&added), tangent(&composed));
        near(&y, &expected, 1e-14, "value");
        near(&along, &expected_along, 1e-13, "tangent");
        let pulled = |f: &dyn Fn([D<B>; 3]) -> Result<D<B>>| vjp(f, at(0.0)).unwrap().1.call(of(5.0, &[13])).unwrap();
        for (actual, expected) in pulled(&added).iter().zip(&pulled(&composed)) {
            near(actual, expected, 1e-13, "cotangent");
        }
    }
}
