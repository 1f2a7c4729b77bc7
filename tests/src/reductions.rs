//! Reductions against NumPy's results, in every element type, over every kind of axes and in several layouts.
//!
//! The inputs have at most 24 elements and are small multiples of 1/8, so that sums are exact.

use crate::data::{Stored, npz, table};
use crate::for_types;
use crate::layouts::relaid;
use crate::scans::{check, rows};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::{Axes, Error, Result, s};

/// The results of comparisons, of exact sums, and of integers.
const EXACT: f64 = 0.0;
/// An exact sum, divided and rounded to a half-precision type.
const DIVIDED: f64 = 1.0;
/// The same with a complex division.
const DIVIDED_COMPLEX: f64 = 3.0;
/// Every one of 24 elements is a rounding, or three in a complex product.
const STEPS: f64 = 24.0;
const STEPS_COMPLEX: f64 = 72.0;
/// A power, the sum of 24 of them, and the root: the root divides what was there by three.
const POWERS: f64 = 12.0;

struct Suite {
    table: Vec<Vec<String>>,
    data: BTreeMap<String, Stored>,
}

impl Suite {
    fn new() -> Self {
        Self { table: table("reductions.tsv"), data: npz("reductions.npz") }
    }

    /// Checks an operation on the inputs of type `T`.
    fn run<T: Element, R: Element, B: Backend>(
        &self,
        xp: &B,
        (op, parameter): (&str, &str),
        ulps: f64,
        f: impl Fn(&Array<T, B>, Axes) -> Result<Array<R, B>>,
    ) {
        let rows = rows(op, &self.table, &self.data);
        let rows = rows.iter().filter(|row| row.dtype == T::DTYPE && row.parameter == parameter);
        let mut checked = 0;
        for row in rows {
            for x in relaid(&row.input.array::<T, B>(xp)) {
                check(row, &self.data, ulps, f(&x, row.axes()));
            }
            checked += 1;
        }
        assert!(checked >= 14, "{op} {parameter} of {}: {checked} rows", T::DTYPE);
    }
}

macro_rules! reductions {
    ($suite:expr, $xp:expr, $types:tt, $ulps:expr; $($name:ident)*) => {$(
        for_types!($types, T => $suite.run::<T, _, _>($xp, (stringify!($name), ""), $ulps, |x, axes| x.$name(axes)));
    )*};
}

// Each case is for few functions: on a GPU a function of a type over axes is a kernel to compile.

/// Sums.
pub fn sums<B: Backend>(xp: &B) {
    reductions!(Suite::new(), xp, all, EXACT; sum);
}

/// Sums without NaN.
pub fn nan_sums<B: Backend>(xp: &B) {
    reductions!(Suite::new(), xp, all, EXACT; nansum);
}

/// Counts.
pub fn counts<B: Backend>(xp: &B) {
    reductions!(Suite::new(), xp, all, EXACT; count_nonzero);
}

/// Whether any and all are true.
pub fn truth<B: Backend>(xp: &B) {
    reductions!(Suite::new(), xp, all, EXACT; any all);
}

/// Products round at every step.
pub fn products<B: Backend>(xp: &B) {
    let suite = Suite::new();
    reductions!(suite, xp, real, STEPS; prod nanprod);
    reductions!(suite, xp, complex, STEPS_COMPLEX; prod nanprod);
}

/// Means divide an exact sum.
pub fn means<B: Backend>(xp: &B) {
    let suite = Suite::new();
    reductions!(suite, xp, real, DIVIDED; mean);
    reductions!(suite, xp, complex, DIVIDED_COMPLEX; mean);
}

/// Means without NaN.
pub fn nan_means<B: Backend>(xp: &B) {
    let suite = Suite::new();
    reductions!(suite, xp, real, DIVIDED; nanmean);
    reductions!(suite, xp, complex, DIVIDED_COMPLEX; nanmean);
}

/// Extrema.
pub fn extrema<B: Backend>(xp: &B) {
    reductions!(Suite::new(), xp, all, EXACT; min max);
}

/// Ranges, and extrema without NaN.
pub fn nan_extrema<B: Backend>(xp: &B) {
    let suite = Suite::new();
    reductions!(suite, xp, all, EXACT; nanmin nanmax);
    reductions!(suite, xp, numbers, EXACT; ptp);
}

/// Where extrema are.
pub fn places_of_extrema<B: Backend>(xp: &B) {
    reductions!(Suite::new(), xp, all, EXACT; argmin argmax);
}

/// Where extrema without NaN are.
pub fn places_of_nan_extrema<B: Backend>(xp: &B) {
    reductions!(Suite::new(), xp, all, EXACT; nanargmin nanargmax);
}

const DDOF: [(&str, f64); 2] = [("ddof=0", 0.0), ("ddof=1", 1.0)];

/// Variances, with and without a correction.
pub fn variances<B: Backend>(xp: &B) {
    let suite = Suite::new();
    for (parameter, ddof) in DDOF {
        for_types!(all, T => suite.run::<T, _, _>(xp, ("var", parameter), STEPS, |x, axes| x.var_with(axes, Variance::new().ddof(ddof))));
    }
}

/// Standard deviations.
pub fn deviations<B: Backend>(xp: &B) {
    let suite = Suite::new();
    for (parameter, ddof) in DDOF {
        for_types!(all, T => suite.run::<T, _, _>(xp, ("std", parameter), STEPS, |x, axes| x.std_with(axes, Variance::new().ddof(ddof))));
    }
}

/// Variances without NaN.
pub fn nan_variances<B: Backend>(xp: &B) {
    let suite = Suite::new();
    for (parameter, ddof) in DDOF {
        for_types!(all, T => suite.run::<T, _, _>(xp, ("nanvar", parameter), STEPS, |x, axes| x.nanvar_with(axes, Variance::new().ddof(ddof))));
    }
}

/// Standard deviations without NaN.
pub fn nan_deviations<B: Backend>(xp: &B) {
    let suite = Suite::new();
    for (parameter, ddof) in DDOF {
        for_types!(all, T => suite.run::<T, _, _>(xp, ("nanstd", parameter), STEPS, |x, axes| x.nanstd_with(axes, Variance::new().ddof(ddof))));
    }
}

/// Vector norms over one axis.
pub fn vector_norms<B: Backend>(xp: &B) {
    norms(xp, 1, &[("0", 0.into(), EXACT), ("1", 1.into(), STEPS), ("2", 2.into(), DIVIDED_COMPLEX)]);
}

/// Norms by powers and extrema.
pub fn other_vector_norms<B: Backend>(xp: &B) {
    let infinite = [f64::INFINITY, f64::NEG_INFINITY].map(NormOrd::P);
    norms(xp, 1, &[("3", 3.into(), POWERS), ("inf", infinite[0], DIVIDED), ("-inf", infinite[1], DIVIDED)]);
}

/// Norms of matrices over two axes.
pub fn matrix_norms<B: Backend>(xp: &B) {
    let infinite = [f64::INFINITY, f64::NEG_INFINITY].map(NormOrd::P);
    norms(xp, 2, &[("1", 1.into(), STEPS), ("inf", infinite[0], STEPS), ("-inf", infinite[1], STEPS)]);
    norms(xp, 2, &[("fro", NormOrd::Frobenius, DIVIDED_COMPLEX)]);
    norms(xp, 2, &[("2", 2.into(), STEPS), ("nuc", NormOrd::Nuclear, STEPS)]);
}

/// Norms over so many axes, and over those of which NumPy has none.
fn norms<B: Backend>(xp: &B, axes: usize, norms: &[(&str, NormOrd, f64)]) {
    let suite = Suite::new();
    for_types!(all, T => for &(order, ord, ulps) in norms {
        let half = matches!(T::DTYPE, DType::F16 | DType::BF16);
        for row in rows("norm", &suite.table, &suite.data) {
            let over = row.axes.as_ref().map_or(row.input.shape.len(), Vec::len);
            // Half-precision types have no singular values, and LAPACK's of NaN depend on its version.
            let skipped = over == 2 && matches!(order, "2" | "nuc") && (half || row.what.contains("nan"));
            let asked = row.dtype == T::DTYPE && row.parameter == format!("ord={order}");
            if asked && !skipped && (over == axes || row.output.is_none()) {
                for x in relaid(&row.input.array::<T, B>(xp)) {
                    check(&row, &suite.data, ulps, x.norm_with(row.axes(), Norm::new().ord(ord)));
                }
            }
        }
    });
}

/// The Euclidean norm over any axes.
pub fn euclidean_norms<B: Backend>(xp: &B) {
    let suite = Suite::new();
    for_types!(all, T => for row in rows("norm", &suite.table, &suite.data) {
        // NumPy refuses more than two axes.
        if row.dtype == T::DTYPE && row.parameter == "ord=None" && row.output.is_some() {
            for x in relaid(&row.input.array::<T, B>(xp)) {
                check(&row, &suite.data, DIVIDED_COMPLEX, x.norm(row.axes()));
            }
        }
    });
}

/// Axes that are not there or named twice, and no elements to compare.
pub fn wrong_axes_and_no_elements<B: Backend>(xp: &B) {
    let x = xp.zeros::<f32>([2, 3]).unwrap();
    assert_eq!(x.sum(2).err(), Some(Error::Axis { op: "sum", axis: 2, ndim: 2 }));
    assert_eq!(x.max(-3).err(), Some(Error::Axis { op: "max", axis: -3, ndim: 2 }));
    assert!(matches!(x.mean([0, -2]), Err(Error::Axis { op: "mean", axis: -2, ndim: 2 })));
    assert!(matches!(xp.scalar(1).sum(0), Err(Error::Axis { .. })));
    let none = xp.zeros::<f64>([0, 3]).unwrap();
    for result in [none.min(..), none.max(0), none.ptp(..), none.nanmin(0)] {
        assert!(matches!(result, Err(Error::Value { .. })));
    }
    for result in [none.argmin(..), none.argmax(0), none.nanargmax(..)] {
        assert!(matches!(result, Err(Error::Value { .. })));
    }
    // Nothing is reduced for results that do not exist.
    assert_eq!(none.max(1).unwrap().shape(), [0]);
    assert!(none.mean(..).unwrap().item().unwrap().is_nan());
    assert!(none.std(0).unwrap().to_vec().unwrap().iter().all(|x| x.is_nan()));
    assert_eq!(none.sum(keepdims(0)).unwrap().to_vec().unwrap(), [0.0; 3]);
    assert_eq!((none.prod(..).unwrap().item().unwrap(), none.all(..).unwrap().item().unwrap()), (1.0, true));
}

/// Over no axes every element is a reduction of its own; over axes of broadcasts elements count as often.
pub fn no_axes_and_repeated_elements<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[3i32, -1, 2, 5], [2, 2]).unwrap();
    let none: [isize; 0] = [];
    assert_eq!(x.sum(none).unwrap().to_vec().unwrap(), [3, -1, 2, 5]);
    assert_eq!(x.argmax(none).unwrap().to_vec().unwrap(), [0; 4]);
    assert_eq!(x.var(none).unwrap().to_vec().unwrap(), [0.0; 4]);
    let wide = x.slice(s![.., xparray::NewAxis, ..]).unwrap().broadcast_to([2, 1000, 2]).unwrap();
    assert_eq!(wide.sum(1).unwrap().to_vec().unwrap(), [3000, -1000, 2000, 5000]);
    assert_eq!(wide.sum([0, 2]).unwrap().to_vec().unwrap(), [9; 1000]);
    assert_eq!(wide.argmax(..).unwrap().item().unwrap(), 2001);
    assert_eq!(wide.prod(keepdims([0, 2])).unwrap().shape(), [1, 1000, 1]);
    assert_eq!(xp.scalar(7u8).sum(..).unwrap().item().unwrap(), 7u64);
    assert_eq!((x.amax(0).unwrap().to_vec().unwrap(), x.amin(1).unwrap().to_vec().unwrap()), (vec![3, 5], vec![-1, 2]));
    let gaps = xp.from_slice(&[1.0f64, f64::NAN, 3.0], 3).unwrap();
    assert_eq!((gaps.nanvar(..).unwrap().item().unwrap(), gaps.nanstd(..).unwrap().item().unwrap()), (1.0, 1.0));
}

/// Extrema of NaN, infinities, signed zeros and ties.
pub fn extrema_of_special_values<B: Backend>(xp: &B) {
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    let x = xp.from_slice(&[1.0, nan, -inf, 3.0, inf, nan], 6).unwrap();
    assert!(x.min(..).unwrap().item().unwrap().is_nan() && x.max(..).unwrap().item().unwrap().is_nan());
    assert_eq!((x.argmin(..).unwrap().item().unwrap(), x.argmax(..).unwrap().item().unwrap()), (1, 1));
    assert_eq!((x.nanmin(..).unwrap().item().unwrap(), x.nanmax(..).unwrap().item().unwrap()), (-inf, inf));
    assert_eq!((x.nanargmin(..).unwrap().item().unwrap(), x.nanargmax(..).unwrap().item().unwrap()), (2, 4));
    let infinities = xp.from_slice(&[inf, nan, inf], 3).unwrap();
    assert_eq!(infinities.nanmin(..).unwrap().item().unwrap(), inf);
    assert_eq!(infinities.nanargmin(..).unwrap().item().unwrap(), 0);
    let ties = xp.from_slice(&[2u8, 9, 9, 2, 0, 0], [2, 3]).unwrap();
    assert_eq!(ties.argmax(1).unwrap().to_vec().unwrap(), [1, 0]);
    assert_eq!(ties.argmin(1).unwrap().to_vec().unwrap(), [0, 1]);
    let c = |re: f64, im: f64| Complex::new(re, im);
    // Complex numbers compare by the real, then the imaginary part.
    let z = xp.from_slice(&[c(1.0, 5.0), c(2.0, -1.0), c(2.0, 1.0), c(1.0, -5.0)], 4).unwrap();
    assert_eq!((z.max(..).unwrap().item().unwrap(), z.argmax(..).unwrap().item().unwrap()), (c(2.0, 1.0), 2));
    assert_eq!((z.min(..).unwrap().item().unwrap(), z.argmin(..).unwrap().item().unwrap()), (c(1.0, -5.0), 3));
}

/// Extrema of negated integers: compilers make one instruction of the least or greatest of three.
pub fn extrema_of_negated<B: Backend>(xp: &B) {
    let small = |dtype: &DType| dtype.is_integer() && dtype.size() <= 4;
    for dtype in DType::ALL.into_iter().filter(small) {
        for n in [70i64, 71, 576] {
            let x: Array<i64, B> = xp.arange((0i64, n, 1)).unwrap() * 37 % 23;
            let x = x.into_dyn().astype(dtype).unwrap();
            let y = x.add(1).unwrap();
            let negated = || -&y;
            let stored = negated().astype(DType::I64).unwrap().typed::<i64>().unwrap().to_vec().unwrap();
            let number = |x: DynArray<B>| x.astype(DType::I64).unwrap().typed::<i64>().unwrap().item().unwrap();
            assert_eq!(Some(number(negated().max(..).unwrap())), stored.iter().copied().max(), "{dtype}, {n}");
            assert_eq!(Some(number(negated().min(..).unwrap())), stored.iter().copied().min(), "{dtype}, {n}");
        }
    }
}

/// More reductions than a group of a GPU's threads has memory for are one kernel all the same, of few and of many results.
pub fn many_at_once<B: Backend>(xp: &B) {
    for shape in [[3, 5000], [5000, 3]] {
        let x = (xp.arange((0, 15_000, 1)).unwrap() % 101).astype::<f64>().reshape(shape).unwrap();
        x.eval().unwrap();
        for axis in [0isize, 1] {
            let one = x.var(axis).unwrap().to_vec().unwrap();
            let before = xp.stats().kernels;
            let scaled = (1..=8).map(|k| (&x * f64::from(k)).var(axis).unwrap());
            let total = scaled.reduce(|a, b| a + b).unwrap().to_vec().unwrap();
            assert!(xp.stats().kernels - before <= 2);
            // 1 + 4 + .. + 64
            for (total, one) in total.iter().zip(one) {
                assert!((total / (204.0 * one) - 1.0).abs() < 1e-12, "{shape:?} along {axis}: {total}, {one}");
            }
        }
    }
}

/// Means and variances where a mask holds: NumPy's of `where=`.
pub fn chosen_by_a_mask<B: Backend>(xp: &B) {
    let nan = f64::NAN;
    let x = xp.from_slice(&[1.0, nan, 4.0, 8.0, 2.0, 6.0], [2, 3]).unwrap();
    let mask = xp.from_slice(&[true, false, true, false, false, false], [2, 3]).unwrap();
    let bits = |x: Array<f64, B>| x.to_vec().unwrap().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let same = |x: Array<f64, B>, expected: &[f64]| {
        for (x, y) in x.to_vec().unwrap().iter().zip(expected) {
            assert!(x == y || x.is_nan() && y.is_nan(), "{x} {y}");
        }
        assert_eq!(x.len(), expected.len());
    };
    same(x.mean_where(1, &mask).unwrap(), &[2.5, nan]);
    same(x.var_where(1, &mask, Variance::new()).unwrap(), &[2.25, nan]);
    same(x.std_where(.., &mask, Variance::new().ddof(1)).unwrap(), &[4.5f64.sqrt()]);
    // Fewer elements than degrees of freedom: a sum over zero.
    same(x.var_where(.., &mask, Variance::new().ddof(3)).unwrap(), &[f64::INFINITY]);
    // A mask that broadcasts, and axes that stay.
    let rows = xp.from_slice(&[false, true], [2, 1]).unwrap();
    assert_eq!(bits(x.mean_where(keepdims(0), &rows).unwrap()), [8.0f64, 2.0, 6.0].map(f64::to_bits));
    let z = xp.array([Complex::new(1.0, 2.0), Complex::new(5.0, -1.0)]).unwrap();
    assert_eq!(z.var_where(.., &xp.array([true, true]).unwrap(), Variance::new()).unwrap().item().unwrap(), 6.25);
    let small = xp.array([1.0, 4.0]).unwrap().astype::<xparray::f16>();
    assert_eq!(small.mean_where(.., &xp.scalar(true)).unwrap().item().unwrap(), xparray::f16::from_f32(2.5));
    let integers = xp.from_slice(&[3i8, 100, 4], 3).unwrap();
    assert_eq!(integers.mean_where(.., &xp.array([true, false, true]).unwrap()).unwrap().item().unwrap(), 3.5);
    // The mean of an infinity and a number is infinite, and so far from it as no number says.
    let infinite = xp.array([f64::INFINITY, 1.0, nan]).unwrap();
    assert!(infinite.nanvar(..).unwrap().item().unwrap().is_nan());
    assert!(x.as_dyn().mean_where(.., &x).is_err() && x.mean_where(.., &xp.array([true, false]).unwrap()).is_err());
    // No axes: what the mask leaves out is the initial value.
    let none = xparray::Ufunc::Add.reduce_with(&x, xparray::Reduction::new().axes([0isize; 0]).mask(&mask)).unwrap();
    assert_eq!(none.to_string(), "[[1. 0. 4.]\n [0. 0. 0.]]");
}
