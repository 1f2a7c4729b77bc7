//! The methods of binary functions, against NumPy's, and generalized functions.

use crate::arrays::from_numbers;
use crate::data::{dtype_named, table};
use crate::layouts::relaid;
use xparray::prelude::*;
use xparray::{Error, GufuncAxes, Gufuncs, Reduction, Result, Scalar, Ufunc, dispatch_dtype};

/// Of a function of floats: roundings in another order.
const ULPS: f64 = 6.0;

/// Every method of every function, for each type that NumPy has it for.
pub fn methods<B: Backend>(xp: &B) {
    let rows = table("ufunc_methods.tsv");
    for (turn, dtype) in
        ["bool", "i16", "i64", "u8", "f16", "f32", "f64", "complex128"].map(dtype_named).into_iter().enumerate()
    {
        // Each method of each function is a kernel: where that is compiled, types take turns.
        let functions = Ufunc::ALL.iter().enumerate().filter(|(k, _)| xp.name() == "cpu" || (k + turn) % 4 == 0);
        dispatch_dtype!(dtype, T => for (_, &f) in functions {
            let rows = rows.iter().filter(|row| row[0] == f.name() && dtype_named(&row[2]) == dtype);
            methods_of::<T, B>(xp, f, rows);
        });
    }
    let functions: std::collections::BTreeSet<_> = rows.iter().map(|row| &row[0]).collect();
    assert_eq!(functions.len(), Ufunc::ALL.len());
}

fn methods_of<'a, T: Element, B: Backend>(xp: &B, f: Ufunc, rows: impl Iterator<Item = &'a Vec<String>>) {
    let numbers: Vec<i64> = (0..12).map(|k| (k * 7 + 3) % 11 + 1).collect();
    let numbers = numbers.iter().map(|k| if T::DTYPE == DType::Bool { k % 2 } else { *k }).collect::<Vec<_>>();
    let mask = from_numbers::<bool, B>(xp, &[1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 1], &[3, 4]);
    let inputs = relaid(&from_numbers::<T, B>(xp, &numbers, &[3, 4]));
    // Some functions take fewer types here: remainders of truth values are numbers only to NumPy.
    if matches!(f.call(&inputs[0], &inputs[0]), Err(Error::DType { .. })) {
        assert!(T::DTYPE == DType::Bool || rows.count() == 0, "{} of {}", f.name(), T::DTYPE);
        return;
    }
    for row in rows {
        for x in &inputs {
            let what = format!("{} {} of {}", f.name(), row[1], T::DTYPE);
            let result = call(f, &row[1], x, &mask).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(result.dtype().name(), row[3], "{what}");
            let shape: Vec<usize> = row[4].split('x').filter(|d| !d.is_empty()).map(|d| d.parse().unwrap()).collect();
            assert_eq!(result.shape(), shape, "{what}");
            dispatch_dtype!(result.dtype(), R => {
                let bytes: Vec<u8> = (0..row[5].len() / 2).map(|k| u8::from_str_radix(&row[5][2 * k..2 * k + 2], 16).unwrap()).collect();
                let expected: Vec<R> = bytes.chunks_exact(size_of::<R>()).map(|bytes| Scalar::from_bytes(R::DTYPE, bytes).get()).collect();
                crate::compare::assert_close(&result.typed::<R>().unwrap().to_vec().unwrap(), &expected, ULPS, &what);
            });
        }
    }
}

fn call<T: Element, B: Backend>(f: Ufunc, method: &str, x: &Array<T, B>, mask: &Array<bool, B>) -> Result<DynArray<B>> {
    match method {
        "reduce 0" => f.reduce(x, 0),
        "reduce 1" => f.reduce(x, -1),
        "reduce 0,1" => f.reduce(x, keepdims((0, 1))),
        "reduce none" => f.reduce(x, [0isize; 0]),
        "reduce masked" => {
            let options = Reduction::new().axes(1).mask(mask);
            let truth = f.reduce(x, 0)?.dtype() == DType::Bool;
            f.reduce_with(x, if truth { options.initial(true) } else { options.initial(2) })
        }
        "reduce empty" => f.reduce(&x.slice(s![..0])?, 0),
        "accumulate 0" => f.accumulate(x, 0),
        "accumulate 1" => f.accumulate(x, 1),
        "reduceat 0,2" => f.reduceat(x, [0, 2], 1),
        "reduceat 1,3,0" => f.reduceat(x, [1, 3, 0], -1),
        "outer" => f.outer(&x.slice(s![0])?, &x.slice(s![..2])?),
        "at" => {
            let mut y = x.clone();
            f.at(&mut y, [[0, 2, 0, 0], [1, 3, 1, 2]], &x.slice(s![1])?)?;
            Ok(y.into_dyn())
        }
        _ => panic!("no method {method}"),
    }
}

/// Long axes, and no axes; elements that stay as they are.
pub fn sizes<B: Backend>(xp: &B) {
    let x = xp.arange((1.0, 301.0, 1.0)).unwrap();
    let number = |result: Result<DynArray<B>>| result.unwrap().typed::<f64>().unwrap().item().unwrap();
    assert_eq!(number(Ufunc::Subtract.reduce(&x, 0)), 1.0 - (300.0 * 301.0 / 2.0 - 1.0));
    let running = Ufunc::Hypot.accumulate(&x, 0).unwrap().typed::<f64>().unwrap();
    let sum: f64 = (1..=300).map(|k| f64::from(k * k)).sum();
    assert!((running.slice(s![-1]).unwrap().item().unwrap() / sum.sqrt() - 1.0).abs() < 1e-14);
    assert_eq!(running.slice(s![1]).unwrap().item().unwrap(), 5f64.sqrt());
    assert_eq!(Ufunc::Subtract.accumulate(&x, 0).unwrap().shape(), [300]);
    let starts: Vec<usize> = (0..100).map(|k| 3 * k).collect();
    let parts = Ufunc::Add.reduceat(&x, &starts, 0).unwrap().typed::<f64>().unwrap();
    assert_eq!(parts.slice(s![-1]).unwrap().item().unwrap(), 298.0 + 299.0 + 300.0);
    assert_eq!(parts.len(), 100);
    // One place, updated again and again: in order.
    let mut y = xp.array([1.0, 7.0]).unwrap();
    Ufunc::Subtract.at(&mut y, [[1; 50]], x.slice(s![..50]).unwrap()).unwrap();
    assert_eq!(y.to_vec().unwrap(), [1.0, 7.0 - 1275.0]);
    let mut y = xp.array([2.0, 2.0]).unwrap();
    Ufunc::Power.at(&mut y, [[0, 0, 1]], xp.array([3.0, 2.0, 5.0]).unwrap()).unwrap();
    assert_eq!(y.to_vec().unwrap(), [64.0, 32.0]);
    Ufunc::Hypot.at(&mut y, [xp.zeros::<i64>(0).unwrap()], 1).unwrap();
    assert_eq!(y.to_vec().unwrap(), [64.0, 32.0]);
    // A scalar, and nothing.
    assert_eq!(number(Ufunc::Hypot.outer(&xp.scalar(3.0), &xp.scalar(4.0))), 5.0);
    assert_eq!(Ufunc::Maximum.reduce(&xp.zeros::<f64>([2, 0]).unwrap(), 0).unwrap().shape(), [0]);
    assert_eq!(Ufunc::Gcd.accumulate(&xp.zeros::<i32>(0).unwrap(), 0).unwrap().len(), 0);
    assert_eq!(Ufunc::Add.reduceat(&xp.ones::<i32>([2, 3]).unwrap(), [0isize; 0], 1).unwrap().shape(), [2, 0]);
    assert!(number(Ufunc::Fmax.reduce(&xp.array([f64::NAN, 2.0, 1.0]).unwrap(), 0)) == 2.0);
    assert!(number(Ufunc::Fmin.reduce(&xp.array([f64::NAN; 2]).unwrap(), 0)).is_nan());
    assert_eq!(Ufunc::Lcm.reduce(&xp.array([-4, 6]).unwrap(), 0).unwrap().to_string(), "12");
}

/// `out=` and `where=`.
pub fn masks<B: Backend>(xp: &B) {
    let x = from_numbers::<f32, B>(xp, &[1, 2, 3, 4, 5, 6], &[2, 3]);
    let mut out = xp.full([2, 3], -1.0f64).unwrap();
    Ufunc::Multiply.call_where(&x, 10, &xp.array([true, false, true]).unwrap(), &mut out).unwrap();
    assert_eq!(out.to_vec().unwrap(), [10.0, -1.0, 30.0, 40.0, -1.0, 60.0]);
    let held = out.clone();
    Ufunc::Less.call_where(&x, 3, &xp.scalar(true), &mut out).unwrap();
    assert_eq!(out.to_vec().unwrap(), [1.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(held.to_vec().unwrap()[0], 10.0);
    let mut whole = xp.zeros::<i32>([2, 3]).unwrap();
    let refused = Ufunc::Divide.call_where(&x, 2, &xp.scalar(true), &mut whole);
    assert!(matches!(refused, Err(Error::DType { .. })), "{refused:?}");
    let mut small = xp.zeros::<f64>(3).unwrap();
    assert!(matches!(Ufunc::Add.call_where(&x, 1, &xp.scalar(true), &mut small), Err(Error::Shape { .. })));
    assert!(matches!(Ufunc::Add.call_where(&x, 1, &xp.scalar(1), &mut out), Err(Error::DType { .. })));
    assert_eq!((whole.to_vec().unwrap(), small.len()), (vec![0; 6], 3));
}

/// What is refused leaves the array as it was.
pub fn refused<B: Backend>(xp: &B) {
    let x = from_numbers::<i32, B>(xp, &[1, 2, 3, 4], &[2, 2]);
    let value = |result: Result<DynArray<B>>| assert!(matches!(result, Err(Error::Value { .. })), "{result:?}");
    let dtype = |result: Result<DynArray<B>>| assert!(matches!(result, Err(Error::DType { .. })), "{result:?}");
    value(Ufunc::Subtract.reduce(&x, ..));
    value(Ufunc::Maximum.reduce(&x.slice(s![..0]).unwrap(), 0));
    value(Ufunc::Maximum.reduce_with(&x, Reduction::new().mask(&x.less(2).unwrap())));
    dtype(Ufunc::Less.reduce(&x, 0));
    dtype(Ufunc::Gcd.reduce(&xp.ones::<f64>(2).unwrap(), 0));
    dtype(Ufunc::Add.reduce_with(&x, Reduction::new().initial(0.5)));
    dtype(Ufunc::Add.reduce_with(&x, Reduction::new().mask(&x)));
    dtype(Ufunc::Add.reduceat(&x, xp.ones::<f64>(1).unwrap().into_dyn(), 0));
    for axis in [2, -3] {
        assert!(matches!(Ufunc::Add.reduce(&x, axis), Err(Error::Axis { .. })));
        assert!(matches!(Ufunc::Add.accumulate(&x, axis), Err(Error::Axis { .. })));
        assert!(matches!(Ufunc::Add.reduceat(&x, [0], axis), Err(Error::Axis { .. })));
    }
    assert!(matches!(Ufunc::Add.accumulate(&xp.scalar(1), 0), Err(Error::Axis { .. })));
    for index in [2, -1] {
        let found = Ufunc::Add.reduceat(&x, [0, index], 1).err();
        assert_eq!(found, Some(Error::Index { op: "add", index, len: 2 }));
    }
    assert!(matches!(Ufunc::Add.reduceat(&x, [[0, 1]], 1), Err(Error::Shape { .. })));
    let mut y = x.clone();
    let found = Ufunc::Subtract.at(&mut y, [[0, 1], [1, 2]], 1).err();
    assert_eq!(found, Some(Error::Index { op: "subtract", index: 2, len: 2 }));
    assert!(matches!(Ufunc::Divide.at(&mut y, [[0]], 2), Err(Error::DType { .. })));
    assert!(matches!(Ufunc::Divide.at(&mut y, [xp.zeros::<i32>(0).unwrap()], 2), Err(Error::DType { .. })));
    assert!(matches!(Ufunc::Subtract.at(&mut y, [[0], [0], [0]], 2), Err(Error::Axis { .. })));
    let three = xp.ones::<i32>(3).unwrap();
    assert!(matches!(Ufunc::Subtract.at(&mut y, [[0]], &three), Err(Error::Shape { .. })));
    assert_eq!(y.to_vec().unwrap(), [1, 2, 3, 4]);
}

/// Signatures, and axes elsewhere.
pub fn generalized<B: Backend>(xp: &B) {
    let product = xp.guvectorize("(m,n),(n,p)->(m,p)", |x| Ok(vec![x[0].matmul(&x[1])?])).unwrap();
    let a = from_numbers::<f64, B>(xp, &(0..24).collect::<Vec<_>>(), &[4, 2, 3]);
    let b = from_numbers::<f64, B>(xp, &(0..15).collect::<Vec<_>>(), &[3, 5]);
    let c = product.call(&[a.as_dyn(), b.as_dyn()]).unwrap().remove(0).typed::<f64>().unwrap();
    assert!(c.array_equal(&a.matmul(&b).unwrap()).unwrap());
    let axes = GufuncAxes::new().axes(&[&[0, 1], &[1, 0], &[0, 2]]);
    let (turned, other) = (a.moveaxis(0, 2).unwrap(), b.t());
    let d = product.call_with(&[turned.as_dyn(), other.as_dyn()], &axes).unwrap().remove(0).typed::<f64>().unwrap();
    assert!(d.moveaxis(1, 0).unwrap().array_equal(&c).unwrap());
    let ends =
        xp.guvectorize("(n)->(),(2)", |x| Ok(vec![x[0].sum(-1)?, xp.stack(&[&x[0].min(-1)?, &x[0].max(-1)?], -1)?]));
    let ends = ends.unwrap();
    let results = ends.call(&[a.as_dyn()]).unwrap();
    assert_eq!((results[0].shape(), results[1].shape()), (&[4, 2][..], &[4, 2, 2][..]));
    assert_eq!(results[1].clone().typed::<f64>().unwrap().slice(s![3, 1]).unwrap().to_vec().unwrap(), [21.0, 23.0]);
    let largest = xp.guvectorize("(n)->()", |x| Ok(vec![x[0].max(-1)?])).unwrap();
    let shape = |options| largest.call_with(&[a.as_dyn()], &options).unwrap()[0].shape().to_vec();
    assert_eq!(shape(GufuncAxes::new().axis(0)), [2, 3]);
    assert_eq!(shape(GufuncAxes::new().axis(0).keepdims(true)), [1, 2, 3]);
    assert_eq!(shape(GufuncAxes::new().keepdims(true)), [4, 2, 1]);
    assert_eq!(shape(GufuncAxes::new().axes(&[&[1]])), [4, 3]);
    // The operands that the closure sees have all axes.
    let seen = xp.guvectorize("(n),()->(n)", |x| {
        assert_eq!((x[0].shape(), x[1].shape()), (&[4, 2, 3][..], &[4, 2][..]));
        Ok(vec![x[0].multiply(&x[1].expand_dims(-1)?)?])
    });
    let factors = from_numbers::<f64, B>(xp, &[1, 2, 3, 4], &[4, 1]);
    assert_eq!(seen.unwrap().call(&[a.as_dyn(), factors.as_dyn()]).unwrap()[0].shape(), [4, 2, 3]);
    let refused = |result: Result<Vec<DynArray<B>>>| assert!(matches!(result, Err(Error::Value { .. })), "{result:?}");
    refused(product.call(&[a.as_dyn()]));
    refused(product.call(&[a.as_dyn(), a.as_dyn()]));
    refused(product.call(&[a.as_dyn(), xp.ones::<f64>(3).unwrap().as_dyn()]));
    refused(product.call_with(&[a.as_dyn(), b.as_dyn()], &GufuncAxes::new().axis(0)));
    refused(product.call_with(&[a.as_dyn(), b.as_dyn()], &GufuncAxes::new().keepdims(true)));
    refused(product.call_with(&[a.as_dyn(), b.as_dyn()], &GufuncAxes::new().axes(&[&[0], &[1, 0], &[0, 2]])));
    refused(product.call_with(&[a.as_dyn(), b.as_dyn()], &GufuncAxes::new().axes(&[&[0, 0], &[1, 0], &[0, 1]])));
    let far = product.call_with(&[a.as_dyn(), b.as_dyn()], &GufuncAxes::new().axes(&[&[0, 3], &[1, 0], &[0, 1]]));
    assert!(matches!(far, Err(Error::Axis { .. })));
    let apart = ends.call(&[xp.ones::<f64>([2, 0]).unwrap().as_dyn()]);
    assert!(apart.is_err());
    let wrong = |f: fn(&[DynArray<B>]) -> Result<Vec<DynArray<B>>>| xp.guvectorize("(n)->(n)", f).unwrap();
    refused(wrong(|_| Ok(vec![])).call(&[a.as_dyn()]));
    refused(wrong(|x| Ok(vec![x[0].sum(-1)?])).call(&[a.slice(s![.., 0]).unwrap().as_dyn()]));
    let other = wrong(|x| Ok(vec![x[0].sum(0)?])).call(&[a.as_dyn()]);
    assert!(matches!(other, Err(Error::Shape { .. })), "{other:?}");
    assert!(matches!(xp.guvectorize("(n)", |_| Ok(vec![])), Err(Error::Value { .. })));
}
