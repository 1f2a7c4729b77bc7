//! Special functions of several arguments, against mpmath's values and SciPy's.

use crate::compare::ulp;
use crate::data::npz;
use crate::elementwise::layouts;
use crate::for_types;
use xparray::prelude::*;
use xparray::scipy::special;
use xparray::{Error, Result, s};

/// A function, and how large its errors may be, in units in the last place; those of values may be as large as SciPy's.
struct Case<B: Backend> {
    name: &'static str,
    arguments: usize,
    bound: f64,
    call: fn(&[DynArray<B>]) -> Result<DynArray<B>>,
}

macro_rules! cases {
    ($($name:ident($($k:tt),+): $bound:literal)+) => {
        [$(Case {
            name: stringify!($name),
            arguments: [$($k),+].len(),
            bound: $bound,
            call: |x| special::$name($(&x[$k]),+),
        }),+]
    };
}

fn functions<B: Backend>() -> Vec<Case<B>> {
    let one = cases! {
        gammainc(0, 1): 40.0 gammaincc(0, 1): 40.0 gammaincinv(0, 1): 40.0 gammainccinv(0, 1): 40.0
        beta(0, 1): 16.0 betaln(0, 1): 16.0 binom(0, 1): 16.0 poch(0, 1): 16.0
        betainc(0, 1, 2): 64.0 betaincc(0, 1, 2): 64.0 betaincinv(0, 1, 2): 64.0 betainccinv(0, 1, 2): 64.0
        bdtr(0, 1, 2): 64.0 bdtrc(0, 1, 2): 64.0 bdtri(0, 1, 2): 64.0 btdtr(0, 1, 2): 64.0 btdtri(0, 1, 2): 64.0
        fdtr(0, 1, 2): 64.0 fdtrc(0, 1, 2): 64.0 fdtri(0, 1, 2): 64.0 gdtr(0, 1, 2): 64.0 gdtrc(0, 1, 2): 64.0
        nbdtr(0, 1, 2): 64.0 nbdtrc(0, 1, 2): 64.0 nbdtri(0, 1, 2): 64.0
        pdtr(0, 1): 40.0 pdtrc(0, 1): 40.0 pdtri(0, 1): 40.0 chdtr(0, 1): 40.0 chdtrc(0, 1): 40.0 chdtri(0, 1): 40.0
        boxcox(0, 1): 4.0 boxcox1p(0, 1): 4.0 inv_boxcox(0, 1): 4.0 inv_boxcox1p(0, 1): 4.0
        rel_entr(0, 1): 4.0 kl_div(0, 1): 4.0 huber(0, 1): 2.0 pseudo_huber(0, 1): 4.0 radian(0, 1, 2): 2.0
        zeta(0, 1): 64.0 polygamma(0, 1): 8.0 expn(0, 1): 8.0 ellipkinc(0, 1): 8.0 ellipeinc(0, 1): 8.0
    };
    let more = cases! {
        yn(0, 1): 16.0 spherical_yn(0, 1): 16.0 wright_bessel(0, 1, 2): 16.0 lpmv(0, 1, 2): 64.0
        xlogy(0, 1): 2.0 xlog1py(0, 1): 2.0
    };
    let jacobi = [
        Case { name: "ellipj_sn", arguments: 2, bound: 8.0, call: |x| Ok(special::ellipj(&x[0], &x[1])?[0].clone()) },
        Case { name: "ellipj_cn", arguments: 2, bound: 8.0, call: |x| Ok(special::ellipj(&x[0], &x[1])?[1].clone()) },
        Case { name: "ellipj_dn", arguments: 2, bound: 8.0, call: |x| Ok(special::ellipj(&x[0], &x[1])?[2].clone()) },
        Case {
            name: "sph_harm_y_3_2",
            arguments: 2,
            bound: 64.0,
            call: |x| special::sph_harm_y(3, 2, &x[0], &x[1])?.real(),
        },
        Case {
            name: "sph_harm_y_10_m7",
            arguments: 2,
            bound: 128.0,
            call: |x| special::sph_harm_y(10, -7, &x[0], &x[1])?.real(),
        },
        Case {
            name: "sph_harm_y_40_1",
            arguments: 2,
            bound: 2048.0,
            call: |x| special::sph_harm_y(40, 1, &x[0], &x[1])?.real(),
        },
    ];
    one.into_iter().chain(more).chain(jacobi).collect()
}

/// The rows of an array with a row for each argument.
fn arguments<B: Backend>(xp: &B, rows: &[f64], n: usize) -> Vec<DynArray<B>> {
    rows.chunks(rows.len() / n).map(|row| xp.from_slice(row, row.len()).unwrap().into_dyn()).collect()
}

fn numbers<B: Backend>(x: &DynArray<B>) -> Vec<f64> {
    x.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap()
}

fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan())
}

/// Errors are within the bounds or SciPy's; ends, infinities and wrong arguments give what SciPy's give.
pub fn errors<B: Backend>(xp: &B) {
    let mut wrong = Vec::new();
    for Case { name, arguments: n, bound, call } in functions::<B>() {
        let data = npz(&format!("special/{name}.npz"));
        let part = |part: &str| -> Vec<f64> { data[part].cast() };
        let points = arguments(xp, &part("in"), n);
        let results = numbers(&call(&points).unwrap());
        let (out, rest, scipy) = (part("out"), part("rest"), part("scipy"));
        // In the last place of the value, or of what it is a difference of.
        let terms = data.get("terms").map_or(vec![0.0; out.len()], |terms| terms.cast());
        let error = |y: f64, i: usize| {
            let error = ((y - out[i]) - rest[i]).abs() / ulp::<f64>(out[i].abs().max(terms[i]));
            if error.is_nan() { f64::INFINITY } else { error }
        };
        let largest = |values: &[f64]| {
            let errors = values.iter().enumerate().map(|(i, &y)| (error(y, i), i));
            errors.fold((0.0, 0), |worst, error| if error.0 > worst.0 { error } else { worst })
        };
        let ((worst, at), (theirs, _)) = (largest(&results), largest(&scipy));
        let place: Vec<f64> = points.iter().map(|x| numbers(x)[at]).collect();
        println!("{name:14} {worst:.2} ulp at {place:?}: {:e}, SciPy {theirs:.2}", results[at]);
        if worst > bound.max(theirs) {
            wrong.push(format!("{name}: {worst} ulp at {place:?}, SciPy {theirs}"));
        }
        if !data.contains_key("edge") {
            continue;
        }
        let edges = arguments(xp, &part("edge"), n);
        for (i, (y, expected)) in numbers(&call(&edges).unwrap()).into_iter().zip(part("edge_out")).enumerate() {
            let place: Vec<f64> = edges.iter().map(|x| numbers(x)[i]).collect();
            // At ordinary points, where SciPy's may be off by more than ours.
            let near = (y - expected).abs() <= 1e-13 * expected.abs();
            if !(near || y == expected || y.is_nan() && expected.is_nan()) {
                wrong.push(format!("{name}{place:?}: {y}, SciPy {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every real type, rounded once from the values in `f64`; all layouts, shapes and numbers.
pub fn types<B: Backend>(xp: &B) {
    for (turn, Case { name, arguments: n, call, .. }) in functions::<B>().into_iter().enumerate() {
        // Each function of a type is a kernel: where that is compiled, types take turns.
        let skipped = |dtype: DType| xp.name() != "cpu" && !(turn + dtype as usize).is_multiple_of(8);
        let data = npz(&format!("special/{name}.npz"));
        let rows: Vec<f64> = data["in"].cast();
        let few: Vec<f64> = rows.chunks(rows.len() / n).flat_map(|row| row[..12].to_vec()).collect();
        for_types!(real, T => {
            if !skipped(T::DTYPE) {
            let x: Vec<DynArray<B>> = arguments(xp, &few, n).iter().map(|x| x.astype(T::DTYPE).unwrap()).collect();
            let y = call(&x).unwrap();
            let dtype = if name.starts_with("sph_harm") { T::DTYPE.complex().real() } else { T::DTYPE.float() };
            assert_eq!(y.dtype(), dtype, "{name}");
            let wide: Vec<DynArray<B>> = x.iter().map(|x| x.astype(DType::F64).unwrap()).collect();
            let expected = numbers(&call(&wide).unwrap().astype(dtype).unwrap());
            let y = numbers(&y);
            // Those by operations of arrays are computed in their own precision.
            let eps = match T::DTYPE.float() {
                _ if !name.starts_with("xlog") => 0.0,
                DType::F16 => 1e-3,
                DType::BF16 => 8e-3,
                DType::F32 => 1e-6,
                _ => 1e-15,
            };
            let close = |(a, b): (&f64, &f64)| (a - b).abs() <= eps * b.abs() || same(&[*a], &[*b]);
            assert!(y.iter().zip(&expected).all(close), "{name} of {}", T::DTYPE);
            }
        });
        let x: Vec<Array<f64, B>> = arguments(xp, &few, n).into_iter().map(|x| x.typed().unwrap()).collect();
        let of = |x: &[Array<f64, B>]| call(&x.iter().map(|x| x.as_dyn().clone()).collect::<Vec<_>>());
        let expected = numbers(&of(&x).unwrap());
        let each: Vec<[Array<f64, B>; 3]> = x.iter().map(layouts).collect();
        for k in 0..each[0].len() {
            let x: Vec<Array<f64, B>> = each.iter().map(|of| of[k].clone()).collect();
            assert!(same(&numbers(&of(&x).unwrap()), &expected), "{name}: layout {k}");
        }
        // The first argument along columns, the others along rows.
        let mut grid = x.clone();
        grid[0] = x[0].expand_dims(1).unwrap();
        let wide: Vec<Array<f64, B>> = grid.iter().map(|x| x.broadcast_to([12, 12]).unwrap().copy()).collect();
        let (y, expected) = (of(&grid).unwrap(), of(&wide).unwrap());
        assert_eq!(y.shape(), [12, 12], "{name}");
        assert!(same(&numbers(&y), &numbers(&expected)), "{name}: broadcast");
        let first: Vec<Array<f64, B>> = x.iter().map(|x| x.slice(s![0]).unwrap()).collect();
        assert_eq!(of(&first).unwrap().shape(), [0usize; 0], "{name}");
        let none: Vec<Array<f64, B>> = x.iter().map(|x| x.slice(s![..0]).unwrap()).collect();
        assert_eq!(of(&none).unwrap().shape(), [0], "{name}");
        let complex: Vec<DynArray<B>> = x.iter().map(|x| x.as_dyn().astype(DType::Complex128).unwrap()).collect();
        if !name.starts_with("xlog") {
            assert!(matches!(call(&complex), Err(Error::DType { .. })), "{name}");
        }
        grid[0] = x[0].slice(s![..5]).unwrap();
        assert!(matches!(of(&grid), Err(Error::Shape { .. })), "{name}");
    }
    let x = xp.array(&[0.5f32, 1.0]).unwrap();
    let y = special::gammainc(2.0, &x).unwrap();
    assert_eq!((y.dtype(), y.to_string().as_str()), (DType::F32, "[0.09020401 0.26424113]"));
    assert_eq!(special::gammainc(xp.array(&[2u8]).unwrap(), 1.0).unwrap().dtype(), DType::F64);
}

/// A part of complex results beside mpmath's, relative to the whole number.
fn near(actual: &[Complex<f64>], expected: &[Complex<f64>], bound: f64, what: &str) {
    assert_eq!(actual.len(), expected.len(), "{what}");
    for (i, (a, e)) in actual.iter().zip(expected).enumerate() {
        let same =
            a == e || a.re.is_nan() && e.re.is_nan() || (a - e).norm() <= bound * f64::EPSILON * e.norm().max(1e-300);
        assert!(same, "{what}, {i}: {a}, not {e}");
    }
}

/// `lambertw` and `loggamma` over the complex plane.
pub fn complex<B: Backend>(xp: &B) {
    let data = npz("special/complex.npz");
    let part = |name: &str| -> Vec<Complex<f64>> { data[name].to_vec() };
    let of = |z: &DynArray<B>| z.clone().typed::<Complex<f64>>().unwrap().to_vec().unwrap();
    let z = part("in");
    let x = xp.from_slice(&z, z.len()).unwrap();
    for k in [-2, -1, 0, 1, 3] {
        let w = special::lambertw(&x, k).unwrap();
        near(&of(&w), &part(&format!("lambertw_{k}")), 64.0, &format!("branch {k}"));
    }
    near(&of(&special::loggamma(&x).unwrap()), &part("loggamma"), 256.0, "loggamma");
    let z = part("edge");
    let edges = xp.from_slice(&z, z.len()).unwrap();
    for k in [-1, 0, 1] {
        let w = special::lambertw(&edges, k).unwrap();
        near(&of(&w), &part(&format!("edge_lambertw_{k}")), 1e8, &format!("edges of branch {k}"));
    }
    for x in layouts(&x) {
        near(&of(&special::loggamma(&x).unwrap()), &part("loggamma"), 256.0, "a layout");
    }
    for_types!(numbers, T => {
        let x = xp.array(&[1i8, 2, 3]).unwrap().astype::<T>();
        let w = special::lambertw(&x, 0).unwrap();
        assert_eq!(w.dtype(), T::DTYPE.complex());
        let expected = [0.5671432904097838, 0.8526055020137255, 1.0499088949640398];
        let w = w.astype(DType::Complex128).unwrap();
        assert!(of(&w).iter().zip(expected).all(|(w, e)| (w - e).norm() < 1e-6), "{}", T::DTYPE);
        let y = special::loggamma(&x).unwrap();
        assert_eq!(y.dtype(), if T::DTYPE.is_complex() { T::DTYPE } else { T::DTYPE.float() });
        let y = of(&y.astype(DType::Complex128).unwrap());
        assert!((y[2].re - 2f64.ln()).abs() < 1e-2 && y[0].norm() < 1e-6, "{}", T::DTYPE);
    });
    assert_eq!(special::loggamma(&xp.array([0.0, -1.5]).unwrap()).unwrap().to_string(), "[inf nan]");
    assert!(matches!(special::lambertw(&xp.full([], true).unwrap(), 0), Err(Error::DType { .. })));
    assert_eq!(special::lambertw(&xp.zeros::<f64>([0, 2]).unwrap(), 0).unwrap().shape(), [0, 2]);
}

/// `logsumexp`, `softmax`, `log_softmax` and `multigammaln`.
pub fn sums<B: Backend>(xp: &B) {
    for_types!(real, T => {
        let values = [[0i8, 1, 1], [0, 0, 1]].map(|row| row.map(|v| v.cast::<T>()));
        let x: Array<T, B> = xp.from_slice(&values.concat(), [2, 3]).unwrap();
        let wide: Vec<Vec<f64>> = values.iter().map(|row| row.iter().map(|v| v.cast()).collect()).collect();
        let sum = |row: &Vec<f64>| row.iter().map(|v| v.exp()).sum::<f64>();
        let eps = if matches!(T::DTYPE.float(), DType::F64) { 1e-14 } else { 1e-6 };
        let check = |y: DynArray<B>, shape: &[usize], expected: Vec<f64>, what: &str| {
            assert_eq!(y.shape(), shape, "{what} of {}", T::DTYPE);
            for (y, e) in numbers(&y).iter().zip(&expected) {
                assert!((y - e).abs() <= eps * e.abs().max(1.0), "{what} of {}: {y}, not {e}", T::DTYPE);
            }
        };
        let each = |f: &dyn Fn(&Vec<f64>, f64) -> f64| wide.iter().flat_map(|row| row.iter().map(|&v| f(row, v))).collect::<Vec<_>>();
        for x in [x.clone(), x.flip(..).unwrap().copy().flip(..).unwrap(), x.t().copy().t()] {
            check(special::logsumexp(&x, 1).unwrap(), &[2], wide.iter().map(|row| sum(row).ln()).collect(), "logsumexp");
            check(special::softmax(&x, -1).unwrap(), &[2, 3], each(&|row, v| v.exp() / sum(row)), "softmax");
            check(special::log_softmax(&x, 1).unwrap(), &[2, 3], each(&|row, v| v - sum(row).ln()), "log_softmax");
        }
        let all = sum(&wide.concat());
        check(special::logsumexp(&x, keepdims(..)).unwrap(), &[1, 1], vec![all.ln()], "keepdims");
        let columns = x.t();
        check(special::logsumexp(&columns, 0).unwrap(), &[2], wide.iter().map(|row| sum(row).ln()).collect(), "columns");
    });
    let inf = f64::INFINITY;
    let x = xp.array([[-inf, -inf], [inf, 0.0], [f64::NAN, 0.0], [-1e4, -1e4], [1e4, 1e4]]).unwrap();
    assert_eq!(
        special::logsumexp(&x, 1).unwrap().to_string(),
        "[          -inf            inf            nan -9999.30685282\n 10000.69314718]"
    );
    let rows = x.slice(s![3..]).unwrap();
    assert_eq!(special::softmax(&rows, 1).unwrap().to_string(), "[[0.5 0.5]\n [0.5 0.5]]");
    assert_eq!(special::log_softmax(&xp.array([-inf, 0.0]).unwrap(), 0).unwrap().to_string(), "[-inf   0.]");
    let z = xp.array([Complex::new(1.0, 0.5), Complex::new(-0.5, 2.0)]).unwrap();
    let sum = Complex::new(1.0, 0.5).exp() + Complex::new(-0.5, 2.0).exp();
    let log = special::logsumexp(&z, 0).unwrap().typed::<Complex<f64>>().unwrap().item().unwrap();
    assert!((log - sum.ln()).norm() < 1e-15);
    let b = xp.array([-2.0, 0.0]).unwrap();
    let options = || special::LogSumExp::new().b(&b);
    let (log, sign) = special::logsumexp_with(&xp.array([0.0, inf]).unwrap(), 0, options()).unwrap();
    assert_eq!((log.to_string().as_str(), sign.to_string().as_str()), ("0.6931471805599453", "-1.0"));
    assert_eq!(special::logsumexp(&xp.zeros::<f32>([2, 0]).unwrap(), 1).unwrap().to_string(), "[-inf -inf]");
    assert_eq!(special::softmax(&xp.zeros::<f32>([2, 0]).unwrap(), 1).unwrap().shape(), [2, 0]);
    assert_eq!(special::logsumexp(&xp.full([], 3.0).unwrap(), ..).unwrap().to_string(), "3.0");
    assert!(matches!(special::logsumexp(&x, 2), Err(Error::Axis { .. })));
    assert!(matches!(special::softmax(&x, 2), Err(Error::Axis { .. })));
    assert!(matches!(special::log_softmax(&xp.zeros::<f32>([2, 0]).unwrap(), 2), Err(Error::Axis { .. })));
    assert!(matches!(special::softmax(&z, 0), Err(Error::DType { .. })));
    assert!(matches!(special::log_softmax(&z, 0), Err(Error::DType { .. })));
    let wide = xp.ones::<f64>([2, 3]).unwrap();
    assert!(matches!(special::logsumexp_with(&wide, 0, options()), Err(Error::Shape { .. })));

    for_types!(real_numbers, T => {
        let a = xp.array(&[3i8, 5]).unwrap().astype::<T>();
        let y = numbers(&special::multigammaln(&a, 3).unwrap());
        // scipy.special.multigammaln([3, 5], 3).
        for (y, e) in y.iter().zip([2.694924879806965, 9.140644699192542]) {
            assert!((y - e).abs() < if T::DTYPE.float() == DType::F64 { 1e-13 } else { 6e-2 }, "{}: {y}", T::DTYPE);
        }
    });
    let a = xp.array([1.0, 0.5]).unwrap();
    assert!(matches!(special::multigammaln(&a, 2), Err(Error::Value { .. })));
    assert!(matches!(special::multigammaln(&a, 0), Err(Error::Value { .. })));
    assert_eq!(special::multigammaln(&xp.zeros::<f64>(0).unwrap(), 2).unwrap().shape(), [0]);

    let theta = xp.array([0.5, 1.0]).unwrap();
    assert!(matches!(special::sph_harm_y(-1, 0, &theta, &theta), Err(Error::Value { .. })));
    assert_eq!(special::sph_harm_y(1, 2, &theta, &theta).unwrap().abs().unwrap().to_string(), "[0. 0.]");
    let y = special::sph_harm_y(1, 1, &xp.array(&[1.0f32]).unwrap(), &xp.array(&[2.0f32]).unwrap()).unwrap();
    assert_eq!((y.dtype(), y.to_string().as_str()), (DType::Complex64, "[0.12098359-0.26435396j]"));
    let z = xp.array([Complex::new(0.0, 0.0), Complex::new(1.0, 1.0)]).unwrap();
    let y = special::xlogy(&z, &xp.array([0.0, 2.0]).unwrap()).unwrap();
    assert_eq!(y.to_string(), "[0.        +0.j         0.69314718+0.69314718j]");
}
