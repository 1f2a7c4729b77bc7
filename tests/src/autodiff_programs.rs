//! Derivatives of small programs, of first and second order, against JAX's (`autodiff_values.py`), differences, and each other.

use crate::data::{Stored, npz};
use std::collections::BTreeMap;
use xparray::autodiff::{Autodiff, jvp, vjp};
use xparray::prelude::*;
use xparray::{Result, jit, s};

pub(crate) type D<B> = DynArray<Autodiff<B>>;
pub(crate) type Program<B> = fn(&D<B>, &D<B>) -> Result<D<B>>;

/// An array of the data.
pub(crate) fn array<B: Backend>(xp: &Autodiff<B>, stored: &Stored) -> D<B> {
    match stored.dtype {
        DType::Complex128 => stored.array::<Complex<f64>, _>(xp).into_dyn(),
        _ => stored.array::<f64, _>(xp).into_dyn(),
    }
}

/// Panics unless two arrays are the same but for rounding, as multiples of the precision at the largest element.
#[track_caller]
pub(crate) fn near<B: Backend>(actual: &D<B>, expected: &D<B>, tolerance: f64, what: &str) {
    assert_eq!((actual.shape(), actual.dtype()), (expected.shape(), expected.dtype()), "{what}");
    if actual.is_empty() {
        return;
    }
    let largest = |x: &D<B>| x.abs().unwrap().max(..).unwrap().item().unwrap().get::<f64>();
    let error = largest(&actual.subtract(expected).unwrap());
    assert!(error <= tolerance * (1.0 + largest(expected)), "{what}: {error}\n{actual}\nexpected\n{expected}");
}

/// The real part of the sum of products.
fn pairing<B: Backend>(x: &D<B>, y: &D<B>) -> f64 {
    let product = x.multiply(y).unwrap().astype(DType::Complex128).unwrap().sum(..).unwrap();
    product.item().unwrap().get::<Complex<f64>>().re
}

/// Checks programs of a group of the data.
fn check<B: Backend>(xp: &B, group: &str, programs: &[(&str, Program<B>)]) {
    check_with(xp, group, programs, true);
}

/// As [`check`]; whether `jit` can record the programs.
pub(crate) fn check_with<B: Backend>(xp: &B, group: &str, programs: &[(&str, Program<B>)], recorded: bool) {
    let xp = Autodiff::new(xp.clone());
    let data = npz("autodiff.npz");
    let named = data.keys().filter(|key| key.starts_with(&format!("{group}/")) && key.ends_with("/value")).count();
    assert_eq!(programs.len(), named, "{group}");
    for (name, program) in programs {
        one(&xp, &format!("{group}/{name}"), &data, *program);
        replayed(&xp, &format!("{group}/{name}"), &data, *program, recorded);
    }
}

fn one<B: Backend>(xp: &Autodiff<B>, name: &str, data: &BTreeMap<String, Stored>, program: Program<B>) {
    let stored = |key: &str| data.get(&format!("{name}/{key}")).map(|stored| array(xp, stored));
    let get = |key: &str| stored(key).unwrap();
    let run = |[x, y]: [D<B>; 2]| program(&x, &y);
    let (at, tangents, v) = (|| [get("x"), get("y")], || [get("tx"), get("ty")], get("v"));
    let (value, pullback) = vjp(run, at()).unwrap();
    near(&value, &get("value"), 1e-12, &format!("{name}: value"));
    let [vx, vy] = pullback.call(v.clone()).unwrap();
    near(&vx, &get("vx"), 1e-10, &format!("{name}: vjp by x"));
    near(&vy, &get("vy"), 1e-10, &format!("{name}: vjp by y"));
    let tangent = jvp(run, at(), tangents()).unwrap().1;
    near(&tangent, &get("jvp"), 1e-10, &format!("{name}: jvp"));
    let ([tx, ty], pushed) = (tangents(), pairing(&v, &tangent));
    let pulled = pairing(&vx, &tx) + pairing(&vy, &ty);
    assert!((pushed - pulled).abs() <= 1e-11 * (1.0 + pushed.abs()), "{name}: {pushed} and {pulled}");
    if !name.ends_with("_of_ties") {
        let moved = |h: f64| {
            let [x, y] = at();
            run([x.add(tx.multiply(h).unwrap()).unwrap(), y.add(ty.multiply(h).unwrap()).unwrap()]).unwrap()
        };
        let slope = |h: f64| moved(h).subtract(moved(-h)).unwrap().multiply(0.5 / h).unwrap();
        let (wide, narrow) = (slope(2e-4), slope(1e-4));
        let limit = narrow.multiply(4).unwrap().subtract(&wide).unwrap().divide(3).unwrap();
        near(&limit, &tangent, 1e-7, &format!("{name}: differences"));
    }
    if let Some(sx) = stored("sx") {
        let slope = |at: [D<B>; 2]| Ok(jvp(run, at, tangents())?.1);
        let [x, y] = vjp(slope, at()).unwrap().1.call(v).unwrap();
        near(&x, &sx, 1e-9, &format!("{name}: second derivative by x"));
        near(&y, &get("sy"), 1e-9, &format!("{name}: second derivative by y"));
    }
}

/// A derivative that was traced by `jit` gives for other arguments what it gives when it is run.
fn replayed<B: Backend>(
    xp: &Autodiff<B>,
    name: &str,
    data: &BTreeMap<String, Stored>,
    program: Program<B>,
    recorded: bool,
) {
    let [x, y, v] = ["x", "y", "v"].map(|key| array(xp, &data[&format!("{name}/{key}")]));
    let derivative = |[x, y, v]: [D<B>; 3]| {
        let (value, pullback) = vjp(|[x, y]: [D<B>; 2]| program(&x, &y), [x, y])?;
        let [of_x, of_y] = pullback.call(v)?;
        Ok([value, of_x, of_y])
    };
    let traced = jit(derivative);
    for scale in [1.0, 0.96875, 0.9375, 1.0] {
        let scaled = |x: &D<B>| x.multiply(scale).unwrap();
        let arguments = || [scaled(&x), y.clone(), scaled(&v)];
        let expected = derivative(arguments()).unwrap();
        for (actual, expected) in traced.call(arguments()).unwrap().iter().zip(&expected) {
            near(actual, expected, 1e-13, &format!("{name}: replayed"));
        }
    }
    assert!(!recorded || traced.obstacle().is_none(), "{name}: {:?}", traced.obstacle());
}

/// Functions of one value.
pub fn functions<B: Backend>(xp: &B) {
    macro_rules! methods {
        ($($name:ident)*) => {
            [$((stringify!($name), (|x, _| x.$name()) as Program<B>)),*]
        };
    }
    check(
        xp,
        "unary",
        &methods! {
            negative abs sign square reciprocal sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan
            sinh cosh tanh arcsinh arccosh arctanh floor i0 sinc erf erfc erfinv expit logit ndtr ndtri log_ndtr expi entr i0e
            i1e i1 rsqrt gamma gammaln digamma
        },
    );
}

/// Functions of two values, of shapes that broadcast.
pub fn functions_of_two<B: Backend>(xp: &B) {
    macro_rules! methods {
        ($($name:ident)*) => {
            [$((stringify!($name), (|x, y| x.$name(y)) as Program<B>),)* ("maximum_of_ties", |x, y| x.maximum(y))]
        };
    }
    check(
        xp,
        "binary",
        &methods! {
            add subtract multiply divide remainder fmod power arctan2 hypot logaddexp logaddexp2 minimum maximum copysign
        },
    );
}

/// Reductions.
pub fn reductions<B: Backend>(xp: &B) {
    check(
        xp,
        "reduce",
        &[
            ("sum", |x, _| x.sum(..)),
            ("sum_of_rows", |x, _| x.sum(0)),
            ("mean", |x, _| x.mean(1)),
            ("var", |x, _| x.var(0)),
            ("std", |x, _| x.std(1)),
            ("prod", |x, _| x.prod(1)),
            ("prod_of_all", |x, _| x.prod(..)),
            ("max", |x, _| x.max(1)),
            ("min", |x, _| x.min(..)),
            ("max_of_ties", |x, _| x.max(1)),
            ("softmax", |x, _| {
                let e = x.subtract(&x.max(keepdims(1))?)?.exp()?;
                e.divide(&e.sum(keepdims(1))?)
            }),
            ("norm", |x, _| x.norm(..)),
        ],
    );
}

/// Views, joined and indexed arrays, scans.
pub fn layouts<B: Backend>(xp: &B) {
    check(
        xp,
        "layout",
        &[
            ("transpose", |x, y| x.t().multiply(y.t())),
            ("reshape", |x, _| x.reshape([2, 6])?.multiply(2)),
            ("slices", |x, _| x.slice(s![1.., ..;2])?.multiply(x.slice(s![..2, 1..;2])?)),
            ("reversed", |x, _| x.slice(s![..;-1, 3..0;-2])?.multiply(3)),
            ("broadcast", |x, y| x.expand_dims(1)?.broadcast_to([3, 2, 4])?.multiply(y.slice(s![0])?)),
            ("concatenate", |x, y| x.xp().concatenate(&[x, y, x], 1)?.square()),
            ("stack", |x, y| x.xp().stack(&[x, &y.multiply(x)?], 0)),
            ("where", |x, y| x.greater(y)?.where_(x.multiply(x)?, y)),
            ("take", |x, y| x.take([2, 0, 2], 0)?.multiply(y)),
            ("flip", |x, _| x.flip(1)?.multiply(x)),
            ("pad", |x, _| x.pad(1)?.square()),
            ("roll", |x, _| x.roll(1, 1)?.multiply(x)),
            ("tril", |x, y| x.tril()?.multiply(y)),
            ("diagonal", |x, _| x.diagonal()?.square()),
            ("windows", |x, _| x.slice(s![.., ..-1])?.multiply(x.slice(s![.., 1..])?)?.sum(0)),
            ("add_at", |x, y| {
                let mut sums = x.multiply(x)?;
                sums.index_add([2, 0, 2], y.multiply(x)?, 0)?;
                Ok(sums)
            }),
            ("put", |x, y| {
                let mut square = x.multiply(x)?;
                square.assign(s![1], y.slice(s![0])?)?;
                Ok(square)
            }),
            ("clip", |x, y| x.clip(-1, 1)?.multiply(y)),
            ("cumsum", |x, _| x.cumsum(1)?.square()),
            ("sort", |x, _| x.sort()?.square()),
            ("mixed", |x, y| {
                let product = x.sin()?.matmul(&y.exp()?.t())?;
                product.sum(1)?.divide(x.var(1)?.add(1)?)
            }),
            ("cumprod", |x, _| x.cumprod(1)),
        ],
    );
}

/// Products.
pub fn products<B: Backend>(xp: &B) {
    check(
        xp,
        "products",
        &[
            ("matmul", |x, y| x.matmul(y)),
            ("stacks", |x, y| x.matmul(y)),
            ("matvec", |x, y| x.matmul(y)),
            ("vecmat", |x, y| x.matmul(y)),
            ("dot", |x, y| x.dot(y)),
            ("outer", |x, y| x.outer(y)),
            ("kron", |x, y| x.kron(y)),
            ("tensordot", |x, y| x.tensordot(y, 1)),
        ],
    );
}

/// The part of a matrix that JAX takes of what it takes to be Hermitian.
fn hermitian<B: Backend>(x: &D<B>) -> Result<D<B>> {
    x.add(&x.adjoint()?)?.multiply(0.5)
}

/// Systems of equations and factors of real matrices.
pub fn matrices<B: Backend>(xp: &B) {
    check(
        xp,
        "linalg",
        &[
            ("solve", |x, y| x.solve(y)),
            ("solve_of_stacks", |x, y| x.solve(y)),
            ("inv", |x, _| x.inv()),
            ("det", |x, _| x.det()),
            ("logdet", |x, _| Ok(x.slogdet()?.1)),
            ("cholesky", |x, _| hermitian(x)?.cholesky()),
            ("triangular", |x, y| x.solve_triangular_with(y, SolveTriangular::new().lower(true))),
            ("eigenvalues", |x, _| hermitian(x)?.eigvalsh()),
            ("eigenvectors", |x, _| hermitian(x)?.eigh()?.1.square()),
            ("singular_values", |x, _| x.svdvals()),
            ("singular_vectors", |x, _| {
                let (u, _, vt) = x.svd()?;
                u.square()?.matmul(&vt.square()?)
            }),
            ("qr", |x, _| {
                let (q, r) = x.qr()?;
                q.square()?.matmul(&r.square()?)
            }),
        ],
    );
}

/// Complex numbers of these parts.
fn complex<B: Backend>(x: &D<B>, y: &D<B>) -> Result<D<B>> {
    x.add(&y.multiply(Complex::new(0.0, 1.0))?)
}

/// Transforms.
pub fn transforms<B: Backend>(xp: &B) {
    check(
        xp,
        "fft",
        &[
            ("fft", |x, y| complex(x, y)?.fft()?.abs()?.square()),
            ("ifft", |x, y| complex(x, y)?.ifft()?.square()?.imag()),
            ("rfft", |x, y| x.rfft()?.multiply(y.rfft()?.conj()?)?.real()),
            ("irfft", |x, y| complex(x, y)?.irfft_with(Fft::new().n(9))?.square()),
            ("even", |x, y| complex(x, y)?.irfft_with(Fft::new().n(10))?.square()),
            ("fft2", |x, y| x.fft2()?.abs()?.square()?.multiply(y)),
            ("rfft2", |x, y| x.rfft2()?.multiply(y.rfft2()?)?.imag()),
        ],
    );
}

/// Programs of complex numbers.
pub fn complex_numbers<B: Backend>(xp: &B) {
    check(
        xp,
        "complex",
        &[
            ("modulus", |x, y| x.multiply(y)?.abs()),
            ("parts", |x, y| x.real()?.multiply(y.imag()?)?.add(x.multiply(y.conj()?)?.imag()?)),
            ("quotient", |x, y| x.divide(y)?.real()),
            ("exponential", |x, y| x.multiply(y)?.exp()?.imag()),
            ("power", |x, y| x.power(y)?.real()),
            ("sign", |x, y| x.sign()?.multiply(y)?.real()),
            ("vdot", |x, y| x.vdot(y)?.real()),
            ("matmul", |x, y| x.matmul(&y.adjoint()?)?.imag()),
            ("solve", |x, y| x.solve(y)?.imag()),
            ("inv", |x, _| x.inv()?.real()),
            ("det", |x, _| x.det()?.imag()),
            ("logdet", |x, _| Ok(x.slogdet()?.1)),
            ("cholesky", |x, _| hermitian(x)?.cholesky()?.imag()),
            ("eigenvalues", |x, _| hermitian(x)?.eigvalsh()),
            ("eigenvectors", |x, _| hermitian(x)?.eigh()?.1.abs()?.square()),
            ("singular_values", |x, _| x.svdvals()),
            ("singular_vectors", |x, _| x.svd()?.0.abs()?.square()),
            ("qr", |x, _| {
                let (q, r) = x.qr()?;
                q.abs()?.square()?.matmul(&r.abs()?.square()?)
            }),
        ],
    );
}
