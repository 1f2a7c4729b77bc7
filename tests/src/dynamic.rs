//! Arrays whose element type is a value: types promoted at run time, numbers that are weak, and what types do not allow.

use crate::files::Scratch;
use std::fmt::Debug;
use xparray::io::{NpzReader, NpzWriter};
use xparray::prelude::*;
use xparray::{ArrayLike, Error, PadMode, Result, Scalar, dispatch_dtype, keepdims, s};

/// The elements 0, 1, 1, 0, ... of a type, which all types have.
fn bits<B: Backend>(xp: &B, dtype: DType, shape: impl xparray::IntoShape) -> DynArray<B> {
    let shape = shape.into_shape();
    let n = shape.iter().product::<usize>();
    let x = xp.arange_of(DType::I64, (0, n as i64, 1)).unwrap();
    x.remainder(3).unwrap().minimum(1).unwrap().astype(dtype).unwrap().reshape(&shape[..]).unwrap()
}

#[track_caller]
fn forbidden<T>(what: &str, result: Result<T>) {
    match result {
        Err(Error::DType { .. }) => {}
        Err(other) => panic!("{what}: {other}"),
        Ok(_) => panic!("{what} was done"),
    }
}

#[track_caller]
fn same<B: Backend>(what: &str, found: &DynArray<B>, expected: &DynArray<B>) {
    assert_eq!(found.dtype(), expected.dtype(), "{what}");
    assert_eq!(found.shape(), expected.shape(), "{what}");
    assert_eq!(found.to_bytes().unwrap(), expected.to_bytes().unwrap(), "{what}");
}

/// Operations on two types are those of the common type, as the table of static types says, for all pairs and layouts.
pub fn pairs_promote<B: Backend>(xp: &B) {
    for left in DType::ALL {
        for right in DType::ALL {
            let what = format!("{left} and {right}");
            let common = left.promote(right);
            let (x, y) = (bits(xp, left, [4, 3]), bits(xp, right, [3, 4]).t());
            let [a, b] = [&x, &y].map(|z| z.astype(common).unwrap());
            same(&what, &x.add(&y).unwrap(), &a.add(&b).unwrap());
            same(&what, &(&x * &y), &a.multiply(&b).unwrap());
            let row = y.slice(s![0]).unwrap();
            same(&what, &x.maximum(&row).unwrap(), &a.maximum(row.astype(common).unwrap()).unwrap());
            let quotient = x.divide(y.add(&y).unwrap()).unwrap();
            assert_eq!(quotient.dtype(), common.quotient(), "{what}");
            assert_eq!(x.equal(&y).unwrap().dtype(), DType::Bool, "{what}");
            assert_eq!(xp.concatenate(&[&x, &y.t().reshape([4, 3]).unwrap()], 0).unwrap().dtype(), common, "{what}");
        }
    }
}

/// A `DynArray` is an `Array` without its type, and back.
pub fn types_come_and_go<B: Backend>(xp: &B) {
    for dtype in DType::ALL {
        let x = bits(xp, dtype, 4);
        dispatch_dtype!(dtype, T => {
            let typed = x.clone().typed::<T>().unwrap();
            assert_eq!(typed.to_vec().unwrap(), [0, 1, 1, 0].map(|n: i64| n.cast::<T>()));
            same("into_dyn", &typed.clone().into_dyn(), &x);
            assert_eq!(typed.to_string(), x.to_string());
            assert_eq!(format!("{typed:?}"), format!("{x:?}"));
            assert_eq!(x.slice(s![1]).unwrap().item().unwrap(), Scalar::new(1i64.cast::<T>()));
        });
        let other = if dtype == DType::F32 { DType::F64 } else { DType::F32 };
        forbidden("typed", dispatch_dtype!(other, T => x.clone().typed::<T>().map(drop)));
        let bytes = x.t().to_bytes().unwrap();
        same("array_of", &xp.from_bytes(dtype, &bytes, 4).unwrap(), &x);
        assert!(matches!(xp.from_bytes(dtype, &bytes, 3), Err(Error::Shape { .. })));
        let empty = bits(xp, dtype, [0, 3]);
        assert_eq!((empty.sum(..).unwrap().dtype(), empty.sum(0).unwrap().shape()), (dtype.sum(), &[3][..]));
        assert!(matches!(empty.item(), Err(Error::Value { .. })));
        let number = bits(xp, dtype, ());
        assert_eq!((number.ndim(), number.len()), (0, 1));
        assert_eq!(number.add(&x).unwrap().shape(), [4]);
    }
}

/// The result types of `array op number` in NumPy 2, where a Python number has a kind only.
pub fn numbers_are_weak<B: Backend>(xp: &B) {
    use DType::*;
    let number = |array: DType, number: Scalar| {
        let operand = xparray::ArrayOrNumber::Scalar(number);
        let sum = bits(xp, array, 3).add(&operand).unwrap();
        assert_eq!(sum.dtype(), number_type(array, number.dtype()), "{array} + {number}");
        let expected: Vec<Complex<f64>> =
            [0.0, 1.0, 1.0].map(|x| Complex::new(x, 0.0) + number.get::<Complex<f64>>()).to_vec();
        // Truth values are added by "or".
        if sum.dtype() != Bool {
            let found = sum.astype(Complex128).unwrap().typed::<Complex<f64>>().unwrap().to_vec().unwrap();
            assert_eq!(found, expected, "{array} + {number}");
        }
    };
    // numpy.result_type(numpy.empty(3, array), number)
    fn number_type(array: DType, number: DType) -> DType {
        match (array, number) {
            (Bool, I32) => I64,
            (Bool | I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64, F64) => F64,
            (Bool | I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64 | F64, Complex128) => Complex128,
            (F16 | BF16 | F32, Complex128) => Complex64,
            (array, _) => array,
        }
    }
    for array in DType::ALL {
        for scalar in [Scalar::new(true), Scalar::new(2i32), Scalar::new(0.5f64), Scalar::new(Complex::new(0.5, 2.0))] {
            number(array, scalar);
        }
    }
    // As NumPy's OverflowError: the number is not one of the array's.
    let x = bits(xp, U8, 3);
    for result in [x.add(256), x.add(-1), x.multiply(1u64 << 40), bits(xp, I8, 3).add(128)] {
        assert!(matches!(result, Err(Error::Value { .. })), "{result:?}");
    }
    // But comparing is exact.
    assert_eq!(x.less(256).unwrap().to_string(), "[ True  True  True]");
    assert_eq!(x.greater(-1).unwrap().to_string(), "[ True  True  True]");
    assert_eq!(x.equal(257).unwrap().to_string(), "[False False False]");
    // On the left too.
    assert_eq!((1i32 - bits(xp, I16, 3)).to_string(), "[1 0 0]");
    assert_eq!((0.5f64 * &bits(xp, F32, 3)).dtype(), F32);
    assert_eq!((-bits(xp, F32, 3)).to_string(), "[-0. -1. -1.]");
    assert_eq!((!bits(xp, Bool, 3)).to_string(), "[ True False False]");
}

/// Powers by numbers that stand for operations of their own, and by those that only look like them in their own type.
pub fn powers_by_numbers<B: Backend>(xp: &B) {
    let x = xp.array([0.0, 0.25, 4.0]).unwrap().into_dyn();
    let found = |number: Scalar| x.power(&xparray::ArrayOrNumber::Scalar(number)).unwrap().to_string();
    assert_eq!(found(Scalar::new(0i64)), "[1. 1. 1.]");
    assert_eq!(found(Scalar::new(1i64)), "[0.   0.25 4.  ]");
    assert_eq!(found(Scalar::new(true)), "[0.   0.25 4.  ]");
    assert_eq!(found(Scalar::new(2i64)), "[ 0.      0.0625 16.    ]");
    assert_eq!(found(Scalar::new(2.0f64)), "[ 0.      0.0625 16.    ]");
    assert_eq!(found(Scalar::new(0.5f64)), "[0.  0.5 2. ]");
    assert_eq!(bits(xp, DType::I32, 3).power(0).unwrap().to_string(), "[1 1 1]");
}

/// What no static type allows is an error of the call.
pub fn forbidden_types<B: Backend>(xp: &B) {
    let each = |classes: &[DType], run: &dyn Fn(&DynArray<B>, DType)| {
        for &dtype in classes {
            run(&bits(xp, dtype, [3, 3]), dtype);
        }
    };
    use DType::*;
    let floats = [F16, BF16, F32, F64];
    let complex = [Complex64, Complex128];
    each(&[Bool], &|x, _| {
        forbidden("negative", x.negative());
        forbidden("subtract", x.subtract(x));
        forbidden("power", x.power(x));
        forbidden("square", x.square());
        forbidden("remainder", x.remainder(true));
    });
    each(&[floats, [F32, F32, Complex64, Complex128]].concat(), &|x, dtype| {
        forbidden(&format!("bitwise_and of {dtype}"), x.bitwise_and(x));
        forbidden(&format!("invert of {dtype}"), x.invert());
        forbidden(&format!("gcd of {dtype}"), x.gcd(1));
        forbidden(&format!("left_shift of {dtype}"), x.left_shift(x));
        forbidden(&format!("take at {dtype}"), bits(xp, F32, 3).take(x, 0));
        forbidden(&format!("mask by {dtype}"), x.mask(x));
        forbidden(&format!("bincount of {dtype}"), x.ravel().unwrap().bincount());
    });
    each(&complex, &|x, dtype| {
        forbidden(&format!("floor of {dtype}"), x.floor());
        forbidden(&format!("arctan2 of {dtype}"), x.arctan2(1.0));
        forbidden(&format!("cbrt of {dtype}"), x.cbrt());
        forbidden(&format!("quantile of {dtype}"), x.quantile(0.5, ..));
        forbidden(&format!("floor_divide of {dtype}"), x.floor_divide(x));
        forbidden(&format!("rfft of {dtype}"), x.rfft());
        forbidden(&format!("arange of {dtype}"), xp.arange_of(dtype, (0, 3, 1)));
        forbidden(&format!("random numbers of {dtype}"), xp.rng(1).random_of(dtype, 3));
    });
    each(&[Bool, I8, I64, U32, F16, BF16], &|x, dtype| {
        forbidden(&format!("inv of {dtype}"), x.inv());
        forbidden(&format!("cholesky of {dtype}"), x.cholesky());
        forbidden(&format!("svd of {dtype}"), x.svd());
        forbidden(&format!("fft of {dtype}"), x.fft());
    });
    each(&[F32, Complex128], &|x, dtype| {
        forbidden(&format!("integers of {dtype}"), xp.rng(1).integers_of(dtype, 0, 3, 3));
        forbidden(&format!("ix of {dtype}"), xp.ix([x]));
        forbidden(&format!("save_npy of bf16 after {dtype}"), bits(xp, BF16, 3).save_npy(Scratch::new().path("x")));
    });
}

fn text<T: Debug>(result: Result<T>) -> String {
    format!("{:?}", result.unwrap())
}

/// Values of a few methods of each family, computed by NumPy.
pub fn families<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[3i16, -1, 2, 5, 0, 4], [2, 3]).unwrap().into_dyn();
    let shown = |x: &DynArray<B>| format!("{} {x}", x.dtype()).replace('\n', "");
    let check = |found: Result<DynArray<B>>, expected: &str| assert_eq!(shown(&found.unwrap()), expected);
    check(x.sum(0), "i64 [ 8 -1  6]");
    check(x.mean(keepdims(1)), "f64 [[1.33333333] [3.        ]]");
    check(x.max(..), "i16 5");
    check(x.argmax(1), "i64 [0 0]");
    check(x.cumsum(1), "i64 [[3 2 4] [5 5 9]]");
    check(x.sort(), "i16 [[-1  2  3] [ 0  4  5]]");
    check(x.t().argsort(), "i64 [[0 1] [0 1] [0 1]]");
    check(x.diff(), "i16 [[-4  3] [-5  4]]");
    check(x.slice(s![.., ..;-2]), "i16 [[2 3] [4 5]]");
    check(x.take(xp.from_slice(&[2u8, 0], 2).unwrap().into_dyn(), 1), "i16 [[2 3] [4 5]]");
    check(x.mask(&x.greater(2).unwrap()), "i16 [3 5 4]");
    check(x.greater(2).unwrap().where_(&x, 0.5), "f64 [[3.  0.5 0.5] [5.  0.5 4. ]]");
    check(x.clip(0, 3), "i16 [[3 0 2] [3 0 3]]");
    check(x.pad_with(1, PadMode::Constant(Scalar::new(7i16))).unwrap().slice(s![0]), "i16 [7 7 7 7 7]");
    check(x.matmul(&x.t()), "i16 [[14 23] [23 41]]");
    check(x.unique().unwrap().searchsorted(2), "i64 2");
    check(x.median(..), "f64 2.5");
    check(x.sqrt().unwrap().isnan(), "bool [[False  True False] [False False False]]");
    check(x.roll(1, 1), "i16 [[ 2  3 -1] [ 4  5  0]]");
    check(x.unique(), "i16 [-1  0  2  3  4  5]");
    check(x.std(1), "f64 [1.69967317 2.1602469 ]");
    assert_eq!(x.astype(DType::F32).unwrap().std(1).unwrap().dtype(), DType::F32);
    let (values, counts) = (x.histogram(2).unwrap().0, x.ravel().unwrap().abs().unwrap().bincount().unwrap());
    assert_eq!((values.to_string(), counts.to_string()), ("[2 4]".into(), "[1 1 1 1 1 1]".into()));
    let mut y = x.clone();
    y.assign(s![0], 9).unwrap();
    check(Ok(y.clone()), "i16 [[9 9 9] [5 0 4]]");
    forbidden("assigning a fraction to integers", y.assign(s![0], 0.5));
    assert!(matches!(y.assign(s![0], 40_000), Err(Error::Value { .. })));
    check(Ok(y.clone()), "i16 [[9 9 9] [5 0 4]]");
    y.assign(s![0], bits(xp, DType::F32, 3)).unwrap();
    check(Ok(y), "i16 [[0 1 1] [5 0 4]]");
    let a = xp.from_slice(&[3.0f32, 1.0, 1.0, 2.0], [2, 2]).unwrap().into_dyn();
    check(a.solve(&xp.from_slice(&[9.0f32, 8.0], 2).unwrap().into_dyn()), "f32 [2. 3.]");
    check(a.fft(), "complex64 [[ 4.+0.j  2.+0.j] [ 3.+0.j -1.+0.j]]");
    assert_eq!(text(a.array_equal(&a)), "true");
}

/// Files of an unknown type.
pub fn files_of_any_type<B: Backend>(xp: &B) {
    let scratch = Scratch::new();
    for dtype in DType::ALL.into_iter().filter(|&dtype| dtype != DType::BF16) {
        let x = bits(xp, dtype, [3, 2]).t();
        let path = scratch.path(&format!("{dtype}.npy"));
        x.save_npy(&path).unwrap();
        same("npy", &xp.load_npy_any(&path).unwrap(), &x.copy().unwrap());
        let path = scratch.path(&format!("{dtype}.npz"));
        let mut file = NpzWriter::create(&path).unwrap();
        file.add("x", &x).unwrap();
        file.finish().unwrap();
        same("npz", &NpzReader::open(&path).unwrap().load_any(xp, "x").unwrap(), &x.copy().unwrap());
    }
}

/// Joins, grids and permutations take both kinds of arrays.
pub fn joins<B: Backend>(xp: &B) {
    let (x, y) = (bits(xp, DType::U8, 2), bits(xp, DType::F32, 2));
    assert_eq!(xp.stack(&[&x, &y], 0).unwrap().to_string(), "[[0. 1.]\n [0. 1.]]");
    assert_eq!(xp.meshgrid(&[&x, &y]).unwrap()[0].dtype(), DType::U8);
    assert_eq!(xp.rng(1).permuted(&x).unwrap().sort().unwrap().to_string(), "[0 1]");
    let like = |operand: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>| operand(&x).unwrap().to_string();
    assert_eq!(like(&|x| x.add(&y)), like(&|x| x.add(&y.clone().typed::<f32>()?)));
    fn is_operand<B: Backend>(_: impl ArrayLike<B>) {}
    is_operand::<B>(1u8);
}
