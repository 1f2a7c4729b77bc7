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
    let jacobi = [
        Case { name: "ellipj_sn", arguments: 2, bound: 8.0, call: |x| Ok(special::ellipj(&x[0], &x[1])?[0].clone()) },
        Case { name: "ellipj_cn", arguments: 2, bound: 8.0, call: |x| Ok(special::ellipj(&x[0], &x[1])?[1].clone()) },
        Case { name: "ellipj_dn", arguments: 2, bound: 8.0, call: |x| Ok(special::ellipj(&x[0], &x[1])?[2].clone()) },
    ];
    one.into_iter().chain(jacobi).collect()
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
        let error = |y: f64, i: usize| {
            let error = ((y - out[i]) - rest[i]).abs() / ulp::<f64>(out[i].abs());
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
    for Case { name, arguments: n, call, .. } in functions::<B>() {
        let data = npz(&format!("special/{name}.npz"));
        let rows: Vec<f64> = data["in"].cast();
        let few: Vec<f64> = rows.chunks(rows.len() / n).flat_map(|row| row[..12].to_vec()).collect();
        for_types!(real, T => {
            let x: Vec<DynArray<B>> = arguments(xp, &few, n).iter().map(|x| x.astype(T::DTYPE).unwrap()).collect();
            let y = call(&x).unwrap();
            assert_eq!(y.dtype(), T::DTYPE.float(), "{name}");
            let wide: Vec<DynArray<B>> = x.iter().map(|x| x.astype(DType::F64).unwrap()).collect();
            let expected = numbers(&call(&wide).unwrap().astype(T::DTYPE.float()).unwrap());
            assert!(same(&numbers(&y), &expected), "{name} of {}", T::DTYPE);
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
        assert!(matches!(call(&complex), Err(Error::DType { .. })), "{name}");
        grid[0] = x[0].slice(s![..5]).unwrap();
        assert!(matches!(of(&grid), Err(Error::Shape { .. })), "{name}");
    }
    let x = xp.array(&[0.5f32, 1.0]).unwrap();
    let y = special::gammainc(2.0, &x).unwrap();
    assert_eq!((y.dtype(), y.to_string().as_str()), (DType::F32, "[0.09020401 0.26424113]"));
    assert_eq!(special::gammainc(&xp.array(&[2u8]).unwrap(), 1.0).unwrap().dtype(), DType::F64);
}
