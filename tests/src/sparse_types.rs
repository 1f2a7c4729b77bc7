//! Sparse matrices of every element type and format, against SciPy's values.

use crate::data::{Stored, npz};
use crate::for_types;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::sparse::{Bsr, Coo, Csc, Csr, Dia};
use xparray::{Error, Result};

type Data = BTreeMap<String, Stored>;

/// That an array has the type, the shape and the elements of what is stored.
fn same<T: Element, B: Backend>(found: &Array<T, B>, data: &Data, key: &str) {
    let stored = &data[key];
    assert_eq!((found.shape(), T::DTYPE), (&stored.shape[..], stored.dtype), "{key}");
    assert!(found.to_vec().unwrap() == stored.to_vec::<T>(), "{key}: {found}");
}

/// The array's elements in memory of another order.
fn strided<T: Element, B: Backend>(x: &Array<T, B>) -> Array<T, B> {
    match x.ndim() {
        2 => x.transpose().copy().transpose(),
        _ => x.flip(0).unwrap().copy().flip(0).unwrap(),
    }
}

/// Products, sums, elementwise functions and reductions, of all formats.
pub fn operations<B: Backend>(xp: &B) {
    let data = npz("sparse_types.npz");
    for_types!([bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Complex<f32> Complex<f64>] T => {
            let name = T::DTYPE.name();
            let load = |part: &str| data[&format!("{name}/{part}")].array::<T, B>(xp);
            let check = |found: &Array<T, B>, part: &str| same(found, &data, &format!("{name}/{part}"));
            let [a, b, square] = ["a", "b", "square"].map(|part| Csr::from_dense(&strided(&load(part))).unwrap());
            let [dense, row, column] = ["dense", "row", "column"].map(load);
            let full = |m: &Csr<T, B>| m.to_dense().unwrap();
            for x in [dense.clone(), strided(&dense)] {
                check(&a.matmul(&x).unwrap(), "matmul");
                check(&a.to_csc().unwrap().matmul(&x).unwrap(), "matmul");
                check(&a.to_bsr([1, 2]).unwrap().matmul(&x).unwrap(), "matmul");
            }
            for x in [row.clone(), strided(&row)] {
                check(&a.matmul(&x).unwrap(), "matvec");
                check(&a.to_csc().unwrap().matmul(&x).unwrap(), "matvec");
                check(&a.to_coo().unwrap().matmul(&x).unwrap(), "matvec");
                check(&a.to_dia().unwrap().matmul(&x).unwrap(), "matvec");
                check(&a.to_bsr([5, 1]).unwrap().matmul(&x).unwrap(), "matvec");
            }
            check(&full(&a.matmul_sparse(&square).unwrap()), "matmul_sparse");
            check(&full(&square.matmul_sparse(&square).unwrap()), "power");
            check(&full(&a.kron(&square).unwrap()), "kron");
            let sums = load("a").as_dyn().add(load("b")).unwrap().typed::<T>().unwrap();
            check(&full(&a.multiply(&sums).unwrap()), "multiply");
            check(&full(&a.reshape([2, 10]).unwrap()), "reshape");
            check(&full(&a.transpose().unwrap()), "T");
            check(&a.to_csc().unwrap().transpose().to_dense().unwrap(), "T");
            check(&full(&a.tril(-1).unwrap()), "tril");
            check(&a.to_csc().unwrap().triu(1).unwrap().to_dense().unwrap(), "triu");
            check(&a.diagonal(-1).unwrap(), "diagonal");
            check(&a.to_csc().unwrap().diagonal(-1).unwrap(), "diagonal");
            assert!(full(&a.resize([7, 2]).unwrap()).slice(s![..5]).unwrap().array_equal(&load("a").slice(s![.., ..2]).unwrap()).unwrap());
            for (key, found) in [("not_equal", a.not_equal(&b)), ("equal", a.equal(&b))] {
                same(&found.unwrap().to_dense().unwrap(), &data, &format!("{name}/{key}"));
            }
            // Each format's own methods.
            macro_rules! formats {
                ($($to:ident($($size:expr)?))*) => {$({
                    let (x, y) = (a.$to($($size)?).unwrap(), b.$to($($size)?).unwrap());
                    let z = square.$to($([$size[1], $size[1]])?).unwrap();
                    check(&x.to_dense().unwrap(), "a");
                    check(&x.add(&y).unwrap().to_dense().unwrap(), "add");
                    check(&x.multiply_sparse(&y).unwrap().to_dense().unwrap(), "multiply_sparse");
                    check(&x.matmul_sparse(&z).unwrap().to_dense().unwrap(), "matmul_sparse");
                    check(&x.multiply(&row).unwrap().to_dense().unwrap(), "multiply_row");
                    check(&x.multiply(&column).unwrap().to_dense().unwrap(), "multiply_column");
                    check(&x.multiply(&sums).unwrap().to_dense().unwrap(), "multiply");
                    assert!(x.array_equal(&x.clone()).unwrap() && !x.array_equal(&y).unwrap());
    // Magnitudes of complex numbers are rounded.
                    let (magnitudes, expected) = (x.abs().unwrap().to_dense().unwrap().into_dyn(), &data[&format!("{name}/abs")]);
                    assert_eq!((magnitudes.shape(), magnitudes.dtype()), (&expected.shape[..], expected.dtype));
                    let expected = xp.from_slice(&expected.cast::<f64>(), &expected.shape[..]).unwrap().into_dyn();
                    assert!(magnitudes.astype(DType::F64).unwrap().isclose(&expected).unwrap().all(..).unwrap().item().unwrap().get::<bool>());
                    if T::DTYPE != DType::Bool {
                        check(&x.subtract(&y).unwrap().to_dense().unwrap(), "subtract");
                        check(&x.negative().unwrap().to_dense().unwrap(), "negative");
                        check(&x.power(2.0).unwrap().to_dense().unwrap(), "power2");
                        check(&x.multiply(2).unwrap().to_dense().unwrap(), "twice");
                    }
                    for (axis, key) in [(None, "None"), (Some(0), "0"), (Some(-1), "1")] {
                        same(&x.sum(axis).unwrap(), &data, &format!("{name}/sum/{key}"));
                        same(&x.count_nonzero(axis).unwrap(), &data, &format!("{name}/count/{key}"));
                        let (mean, expected) = (x.mean(axis).unwrap().into_dyn(), &data[&format!("{name}/mean/{key}")]);
                        assert_eq!((mean.shape(), mean.dtype()), (&expected.shape[..], expected.dtype));
                        let expected = xp.from_slice(&expected.cast::<Complex<f64>>(), &expected.shape[..]).unwrap().into_dyn();
                        assert!(mean.isclose(&expected).unwrap().all(..).unwrap().item().unwrap().get::<bool>());
                    }
                    assert!(matches!(x.sum(2), Err(Error::Axis { .. })));
                })*};
            }
            formats!(clone_of() to_csc() to_coo() to_dia() to_bsr([5, 2]) to_bsr([1, 1]));
        });
}

/// So that CSR can be named as the other formats are.
trait CloneOf: Sized {
    fn clone_of(&self) -> Result<Self>;
}

impl<T: SparseElement, B: Backend> CloneOf for Csr<T, B> {
    fn clone_of(&self) -> Result<Self> {
        Ok(self.clone())
    }
}

/// Extrema, their places and comparisons; quotients of integers.
pub fn order<B: Backend>(xp: &B) {
    let data = npz("sparse_types.npz");
    for_types!([bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64] T => {
        let name = T::DTYPE.name();
        let load = |part: &str| data[&format!("{name}/{part}")].array::<T, B>(xp);
        let [a, b] = ["a", "b"].map(|part| Csr::from_dense(&load(part)).unwrap());
        let one: T = true.cast();
        let check = |found: Result<Csr<T, B>>, part: &str| same(&found.unwrap().to_dense().unwrap(), &data, &format!("{name}/{part}"));
        let truth = |found: Result<Csr<bool, B>>, part: &str| same(&found.unwrap().to_dense().unwrap(), &data, &format!("{name}/{part}"));
        check(a.maximum(&b), "maximum");
        check(a.minimum(&b), "minimum");
        check(a.maximum(one), "maximum1");
        check(a.to_csc().unwrap().maximum(&b.to_csc().unwrap()).unwrap().to_csr(), "maximum");
        check(a.to_coo().unwrap().minimum(&b.to_coo().unwrap()), "minimum");
        truth(a.less(&b), "less");
        truth(a.greater(&b), "greater");
        truth(a.less_equal(&b), "less_equal");
        truth(a.greater_equal(&b), "greater_equal");
        truth(a.greater(T::default()), "greater1");
        for (axis, key) in [(None, "None"), (Some(0), "0"), (Some(1), "1")] {
            let csc = a.to_csc().unwrap();
            for (key, found) in [("max", a.max(axis)), ("min", a.min(axis)), ("max", csc.max(axis)), ("min", csc.min(axis))].map(|(f, found)| (format!("{name}/{f}/{key}"), found)) {
                same(&found.unwrap(), &data, &key);
            }
            for (f, found) in [("argmax", a.argmax(axis)), ("argmin", a.argmin(axis))] {
                same(&found.unwrap(), &data, &format!("{name}/{f}/{key}"));
            }
        }
        if T::DTYPE.is_integer() || T::DTYPE == DType::Bool {
            let ones = load("b").equal(T::default()).unwrap().astype::<T>();
            let divisor = load("b").as_dyn().add(&ones).unwrap();
            let quotient = a.divide(&divisor).unwrap().to_dense().unwrap();
            let expected = &data[&format!("{name}/divide")];
            assert_eq!(expected.dtype, quotient.dtype());
            // SciPy multiplies by reciprocals.
            let expected = xp.from_slice(&expected.cast::<f64>(), &expected.shape[..]).unwrap().into_dyn();
            assert!(quotient.as_dyn().isclose(&expected).unwrap().all(..).unwrap().item().unwrap().get::<bool>(), "{quotient}");
            assert!(a.divide(2).unwrap().values().unwrap().dtype() == DType::F64);
        }
    });
    let nan = Csr::from_dense(&xp.array([[1.0, f64::NAN], [0.0, 3.0]]).unwrap()).unwrap();
    assert_eq!(nan.max(1).unwrap().to_string(), "[nan  3.]");
    assert_eq!(nan.argmax(1).unwrap().to_string(), "[1 1]");
    assert_eq!(nan.argmin(..).unwrap().item().unwrap(), 1);
}

/// Duplicates, stored zeros, matrices without rows, columns or entries, and wrong arguments.
pub fn edges<B: Backend>(xp: &B) {
    let (row, col) = ([1, 0, 1, 1], [2, 0, 2, 0]);
    for_types!([bool i8 u16 i64 f32 Complex<f64>] T => {
        let values: Vec<T> = [1i32, 0, 1, 1].map(|x| x.cast()).to_vec();
        let a = Coo::new([2, 3], row, col, &xp.from_slice(&values, 4).unwrap()).unwrap();
        let two: T = if T::DTYPE == DType::Bool { true.cast() } else { 2i32.cast() };
        let csr = a.to_csr().unwrap();
        assert_eq!((a.nnz(), csr.nnz(), a.sum_duplicates().unwrap().nnz()), (4, 3, 3));
        assert!(csr.element(1, 2).unwrap() == two && csr.element(0, 0).unwrap() == T::default());
        assert_eq!((csr.eliminate_zeros().unwrap().nnz(), a.eliminate_zeros().unwrap().nnz()), (2, 3));
        assert_eq!(csr.to_csc().unwrap().eliminate_zeros().unwrap().nnz(), 2);
        assert_eq!(a.count_nonzero(..).unwrap().item().unwrap(), 2);
        let parts = Csr::from_parts([1, 3], [0, 3], [2, 0, 2], &xp.from_slice(&values[..3], 3).unwrap()).unwrap();
        assert_eq!((parts.nnz(), parts.indices().unwrap().to_vec().unwrap()), (2, vec![0, 2]));
        assert!(parts.element(0, 2).unwrap() == two);
        for shape in [[0, 0], [0, 3], [3, 0], [1, 5], [5, 1]] {
            let empty = Csr::<T, B>::zeros(xp, shape).unwrap();
            let (csc, coo) = (empty.to_csc().unwrap(), empty.to_coo().unwrap());
            assert!(empty.add(&empty).unwrap().array_equal(&empty).unwrap());
            assert_eq!(csc.matmul(&xp.ones::<T>(shape[1]).unwrap()).unwrap().shape(), [shape[0]]);
            assert_eq!((csc.sum(0).unwrap().shape(), coo.sum(1).unwrap().shape()), (&[shape[1]][..], &[shape[0]][..]));
            assert_eq!(coo.abs().unwrap().nnz() + csc.multiply_sparse(&csc).unwrap().nnz(), 0);
            assert_eq!(empty.resize([2, 2]).unwrap().to_dense().unwrap().shape(), [2, 2]);
            assert_eq!(empty.reshape([shape[1], shape[0]]).unwrap().shape(), [shape[1], shape[0]]);
            assert_eq!(empty.not_equal(&empty).unwrap().nnz(), 0);
            assert_eq!(empty.equal(&empty).unwrap().nnz(), shape[0] * shape[1]);
        }
        let other = Csr::<T, B>::zeros(xp, [3, 3]).unwrap();
        for wrong in [csr.add(&other), csr.multiply_sparse(&other), csr.reshape([4, 2])] {
            assert!(matches!(wrong.err(), Some(Error::Shape { .. })));
        }
        assert!(csr.resize([usize::MAX, 1]).is_err());
        assert!(matches!(csr.not_equal(&other).err(), Some(Error::Shape { .. })));
        assert!(matches!(csr.to_csc().unwrap().add(&other.to_csc().unwrap()).err(), Some(Error::Shape { .. })));
        assert!(matches!(Coo::new([1, 1], row, col, &xp.from_slice(&values, 4).unwrap()).unwrap().abs().err(), Some(Error::Index { .. })));
        let mut diagonal = csr.to_csc().unwrap();
        diagonal.setdiag(xp.ones::<T>(2).unwrap(), 1).unwrap();
        assert!([(0, 1), (1, 2)].into_iter().all(|(row, col)| diagonal.element(row, col).unwrap() == true.cast::<T>()));
        assert!(matches!(diagonal.slice(s![0, 0, 0]).err(), Some(Error::Value { .. })));
        assert!(diagonal.slice(s![1..]).unwrap().array_equal(&diagonal.take_rows([1]).unwrap()).unwrap());
    });
    let extremes = Csr::<i32, B>::zeros(xp, [2, 0]).unwrap();
    assert!(
        matches!(extremes.max(1), Err(Error::Value { .. })) && matches!(extremes.argmin(..), Err(Error::Value { .. }))
    );
    assert_eq!(extremes.max(0).unwrap().shape(), [0]);
    // A truth value times two is no truth value, and there is no half of an integer among the integers.
    let truth = Csr::from_dense(&xp.array([[true]]).unwrap()).unwrap();
    assert!(matches!(truth.multiply(2).err(), Some(Error::DType { .. })) && truth.negative().is_err());
    assert!(matches!(truth.astype::<i16>().unwrap().multiply(0.5).err(), Some(Error::DType { .. })));
    let formats: (Csc<i8, B>, Dia<i8, B>, Bsr<i8, B>) = {
        let a = truth.astype::<i8>().unwrap().multiply(100).unwrap();
        (a.to_csc().unwrap(), a.to_dia().unwrap(), a.to_bsr([1, 1]).unwrap())
    };
    assert_eq!(formats.0.add(&formats.0).unwrap().element(0, 0).unwrap(), -56);
    assert_eq!(formats.1.sum(..).unwrap().item().unwrap() + formats.2.sum(..).unwrap().item().unwrap(), 200);
}
