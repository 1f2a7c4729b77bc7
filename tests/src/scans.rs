//! Scans and medians against NumPy's results; differences and integrals.

use crate::arrays::layouts;
use crate::compare::assert_close;
use crate::data::{Stored, dtype_named, npz, table};
use crate::for_types;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::{Axes, Cross, DType, Error, IntoAxes, Result, dispatch_dtype, s};

/// How far sums may be from correctly rounded ones: their terms are exact, so only products round.
const ULPS: f64 = 4.0;

/// A row of the table of reductions.
pub(crate) struct Row<'a> {
    pub dtype: DType,
    pub input: &'a Stored,
    /// `None` is all.
    pub axes: Option<Vec<isize>>,
    pub keepdims: bool,
    /// `ddof=1` and the like.
    pub parameter: &'a str,
    /// The type, shape and first element of the result; `None` if NumPy raises.
    pub output: Option<(DType, Vec<usize>, usize)>,
    pub what: String,
}

impl Row<'_> {
    /// The axes, as a reduction takes them.
    pub fn axes(&self) -> Axes {
        let axes = match &self.axes {
            None => (..).into_axes(),
            Some(axes) => axes[..].into_axes(),
        };
        if self.keepdims { keepdims(axes) } else { axes }
    }
}

/// The rows of an operation.
pub(crate) fn rows<'a>(op: &str, table: &'a [Vec<String>], data: &'a BTreeMap<String, Stored>) -> Vec<Row<'a>> {
    let numbers = |text: &str, by: char| text.split(by).map(|n| n.parse::<isize>().unwrap()).collect::<Vec<_>>();
    let selected = table.iter().filter(|row| row[0] == op);
    selected
        .map(|row| Row {
            dtype: dtype_named(&row[1]),
            input: &data[&format!("in/{}/{}", row[1], row[2])],
            axes: (row[3] != "none").then(|| numbers(&row[3], ',')),
            keepdims: row[4] == "1",
            parameter: &row[5],
            output: (row[6] != "error").then(|| {
                let shape = if row[7] == "scalar" { vec![] } else { numbers(&row[7], 'x') };
                (dtype_named(&row[6]), shape.iter().map(|&d| d as usize).collect(), row[8].parse().unwrap())
            }),
            what: row.join(" "),
        })
        .collect()
}

/// Checks a result of the row's operation.
pub(crate) fn check<R: Element, B: Backend>(
    row: &Row<'_>,
    data: &BTreeMap<String, Stored>,
    ulps: f64,
    result: Result<Array<R, B>>,
) {
    let Some((dtype, shape, start)) = &row.output else {
        assert!(result.is_err(), "{}", row.what);
        return;
    };
    let result = result.unwrap_or_else(|error| panic!("{}: {error}", row.what));
    assert_eq!((result.dtype(), result.shape()), (*dtype, &shape[..]), "{}", row.what);
    let expected = &data[&format!("out/{dtype}")].to_vec::<R>()[*start..start + result.len()];
    assert_close(&result.to_vec().unwrap(), expected, ulps, &row.what);
}

fn scan<B: Backend, const N: usize>(xp: &B, ops: [&str; N]) {
    let (table, data) = (table("reductions.tsv"), npz("reductions.npz"));
    for op in ops {
        let rows = rows(op, &table, &data);
        assert!(!rows.is_empty(), "{op}");
        for row in rows {
            let axis = row.axes.as_ref().map(|axes| axes[0]);
            dispatch_dtype!(row.dtype, T => {
                let x = row.input.array::<T, B>(xp);
                check(&row, &data, ULPS, match op {
                    "cumsum" => x.cumsum(axis),
                    "cumprod" => x.cumprod(axis),
                    "nancumsum" => x.nancumsum(axis),
                    _ => x.nancumprod(axis),
                })
            });
        }
    }
}

/// Running sums and products.
pub fn cumulative<B: Backend>(xp: &B) {
    scan(xp, ["cumsum", "cumprod", "nancumsum", "nancumprod"]);
}

/// Medians of every type, over one and several axes.
pub fn medians<B: Backend>(xp: &B) {
    let (table, data) = (table("reductions.tsv"), npz("reductions.npz"));
    for op in ["median", "nanmedian"] {
        let rows = rows(op, &table, &data);
        assert!(!rows.is_empty(), "{op}");
        for row in rows {
            dispatch_dtype!(row.dtype, T => {
                let x = row.input.array::<T, B>(xp);
                check(&row, &data, ULPS, if op == "median" { x.median(row.axes()) } else { x.nanmedian(row.axes()) })
            });
        }
    }
}

/// Long rows, strided axes, initial values, extremes.
pub fn other_scans<B: Backend>(xp: &B) {
    let n = 100_003;
    let x = xp.arange((0i64, n, 1)).unwrap();
    let sums = x.cumsum(0).unwrap();
    assert_eq!(sums.slice(s![-1]).unwrap().item().unwrap(), n * (n - 1) / 2);
    assert!(sums.diff_with(Diff::new().axis(0)).unwrap().array_equal(&x.slice(s![1..]).unwrap()).unwrap());
    let grid = x.slice(s![..12]).unwrap().reshape([3, 4]).unwrap();
    let columns = grid.t().cumsum(1).unwrap();
    assert_eq!(columns.to_vec().unwrap(), [0, 4, 12, 1, 6, 15, 2, 8, 18, 3, 10, 21]);
    let started = grid.cumulative_sum_with(1, Cumulative::new().include_initial(true)).unwrap();
    assert_eq!(started.shape(), [3, 5]);
    assert_eq!(started.to_vec().unwrap()[5..10], [0, 4, 9, 15, 22]);
    let products = grid.cumulative_prod_with(-2, Cumulative::new().include_initial(true)).unwrap();
    assert_eq!((products.shape(), products.to_vec().unwrap()[12..].to_vec()), (&[4, 4][..], vec![0, 45, 120, 231]));
    assert_eq!(grid.cumulative_prod(0).unwrap().to_vec().unwrap()[8..], [0, 45, 120, 231]);
    assert!(matches!(grid.cumulative_sum(2), Err(Error::Axis { .. })));
    let nan = f32::NAN;
    let y = xp.from_slice(&[2.0f32, 1.0, 3.0, nan, 4.0], 5).unwrap();
    assert_close(&y.cummax(0).unwrap().to_vec().unwrap(), &[2.0, 2.0, 3.0, nan, nan], 0.0, "cummax");
    assert_close(&y.cummin(None).unwrap().to_vec().unwrap(), &[2.0, 1.0, 1.0, nan, nan], 0.0, "cummin");
    let flags = xp.from_slice(&[false, true, false], 3).unwrap();
    assert_eq!(flags.cummax(0).unwrap().to_vec().unwrap(), [false, true, true]);
    // In f16 itself the sum would stop at 2048.
    let halves = xp.ones::<f16>(3000).unwrap().cumsum(0).unwrap();
    assert_eq!(halves.slice(s![-1]).unwrap().item().unwrap(), f16::from_f32(3000.0));
    assert_eq!(xp.zeros::<f32>([0, 2]).unwrap().cumsum(0).unwrap().shape(), [0, 2]);
}

/// `diff`, `ediff1d`, `gradient`, `trapezoid`, `cross`, `unwrap`.
pub fn calculus<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1i32, 2, 4, 7, 0, 3], [2, 3]).unwrap();
    assert_eq!(x.diff().unwrap().to_vec().unwrap(), [1, 2, -7, 3]);
    assert_eq!(x.diff_with(Diff::new().axis(0)).unwrap().to_vec().unwrap(), [6, -2, -1]);
    assert_eq!(x.diff_with(Diff::new().n(2).axis(1)).unwrap().to_vec().unwrap(), [1, 10]);
    assert_eq!(x.diff_with(Diff::new().n(0).axis(1)).unwrap().to_vec().unwrap(), x.to_vec().unwrap());
    assert_eq!(x.diff_with(Diff::new().n(9).axis(1)).unwrap().shape(), [2, 0]);
    assert_eq!((&x + 1).diff_with(Diff::new().n(2).axis(1)).unwrap().to_vec().unwrap(), [1, 10]);
    let flags = xp.from_slice(&[true, true, false], 3).unwrap();
    assert_eq!(flags.diff_with(Diff::new().axis(0)).unwrap().to_vec().unwrap(), [false, true]);
    assert!(matches!(xp.scalar(1.0).diff(), Err(Error::Axis { .. })));
    assert_eq!(x.ediff1d().unwrap().to_vec().unwrap(), [1, 2, 3, -7, 3]);
    let ends = xp.from_slice(&[88i32, 99], 2).unwrap();
    assert_eq!(
        x.ediff1d_with(Ediff1d::new().to_end(&ends).to_begin(&ends)).unwrap().to_vec().unwrap(),
        [88, 99, 1, 2, 3, -7, 3, 88, 99]
    );

    // np.gradient([1, 2, 4, 7, 11, 16], 2.)
    let f = xp.from_slice(&[1i64, 2, 4, 7, 11, 16], 6).unwrap();
    assert_eq!(
        f.gradient_with(0, Gradient::new().spacing(2)).unwrap().to_vec().unwrap(),
        [0.5, 0.75, 1.25, 1.75, 2.25, 2.5]
    );
    assert_eq!(x.gradient(0).unwrap().to_vec().unwrap(), [6.0, -2.0, -1.0, 6.0, -2.0, -1.0]);
    assert!(matches!(x.slice(s![..1]).unwrap().gradient(0), Err(Error::Value { .. })));

    differences_with_ends(xp);
    gradients(xp);

    // np.trapezoid of arange(6).reshape(2, 3)
    let y = xp.arange((0i32, 6, 1)).unwrap().reshape([2, 3]).unwrap();
    assert_eq!(y.trapezoid_with(Trapezoid::new().axis(0)).unwrap().to_vec().unwrap(), [1.5, 2.5, 3.5]);
    assert_eq!(y.trapezoid_with(Trapezoid::new().dx(0.5)).unwrap().to_vec().unwrap(), [1.0, 4.0]);
    let at = xp.from_slice(&[0i32, 1, 3], 3).unwrap();
    assert_eq!(y.trapezoid_with(Trapezoid::new().x(&at).axis(1)).unwrap().to_vec().unwrap(), [3.5, 12.5]);
    assert_eq!(
        xp.zeros::<f32>([2, 0]).unwrap().trapezoid_with(Trapezoid::new().axis(1)).unwrap().to_vec().unwrap(),
        [0.0, 0.0]
    );

    let a = xp.from_slice(&[1i32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
    let b = xp.from_slice(&[4.0f64, 5.0, 6.0], 3).unwrap();
    assert_eq!(a.cross(&b).unwrap().to_vec().unwrap(), [-3.0, 6.0, -3.0, 0.0, 0.0, 0.0]);
    assert!(matches!(a.cross(&xp.zeros::<f64>([2, 4]).unwrap()), Err(Error::Shape { .. })));
    // np.cross with axes, and of vectors with two components
    let column = b.reshape([3, 1]).unwrap();
    let products = a.t().cross_with(&column, Cross::new().axis(0)).unwrap();
    assert_eq!((products.shape(), products.to_vec().unwrap()), (&[3, 2][..], vec![-3.0, 0.0, 6.0, 0.0, -3.0, 0.0]));
    let products = a.t().cross_with(&b, Cross::new().axisa(0).axisc(0)).unwrap();
    assert_eq!(products.to_vec().unwrap(), [-3.0, 0.0, 6.0, 0.0, -3.0, 0.0]);
    let flat = xp.array([[1, 2], [3, 4]]).unwrap();
    assert_eq!(a.cross(&flat).unwrap().to_vec().unwrap(), [-6, 3, 0, -24, 18, 1]);
    assert_eq!(flat.cross(&flat.flip(1).unwrap()).unwrap().to_vec().unwrap(), [-3, -7]);
    assert_eq!(xp.zeros::<i8>([0, 3]).unwrap().cross(&xp.zeros::<i8>(3).unwrap()).unwrap().shape(), [0, 3]);
    assert!(matches!(a.cross_with(&b, Cross::new().axisb(1)), Err(Error::Axis { .. })));
    assert!(matches!(xp.scalar(1.0).cross(&b), Err(Error::Axis { .. })));
}

/// `diff` with elements before and after.
fn differences_with_ends<B: Backend>(xp: &B) {
    for x in layouts::<i32, B>(xp, &[2, 3]) {
        let (one, column) = (xp.scalar(1), xp.array([[5], [7]]).unwrap());
        let ends = Diff::new().prepend(&one).append(&column);
        assert_eq!(x.diff_with(ends).unwrap().to_vec().unwrap(), [-1, 1, 1, 3, 2, 1, 1, 2]);
        let row = xp.array([[9, 9, 9], [0, 0, 0]]).unwrap();
        let found = x.diff_with(Diff::new().axis(0).n(2).append(&row)).unwrap();
        assert_eq!((found.shape(), found.to_vec().unwrap()), (&[2, 3][..], vec![3, 2, 1, -15, -14, -13]));
        assert!(matches!(x.diff_with(Diff::new().axis(0).append(&column)), Err(Error::Shape { .. })));
    }
    let (empty, one) = (xp.zeros::<u8>([2, 0]).unwrap(), xp.scalar(1u8));
    assert_eq!(empty.diff_with(Diff::new().prepend(&one)).unwrap().shape(), [2, 0]);
    assert_eq!(empty.diff_with(Diff::new().prepend(&one).append(&one)).unwrap().to_vec().unwrap(), [0, 0]);
}

/// np.gradient(np.arange(12.0).reshape(3, 4) ** 2, ..): [0, 1, 3, 3.5], axis=1; the same, edge_order=2; 0.5, axis=0, edge_order=2
const GRADIENTS: [[f64; 12]; 3] = [
    [1.0, 7.0 / 6.0, 8.3, 10.0, 9.0, 47.0 / 6.0, 21.9, 26.0, 17.0, 14.5, 35.5, 42.0],
    [5.0 / 6.0, 7.0 / 6.0, 8.3, 11.7, 61.0 / 6.0, 47.0 / 6.0, 21.9, 30.1, 19.5, 14.5, 35.5, 48.5],
    [0.0, 16.0, 32.0, 48.0, 64.0, 80.0, 96.0, 112.0, 128.0, 144.0, 160.0, 176.0],
];

/// np.gradient at coordinates, with either order at the ends, along several axes.
fn gradients<B: Backend>(xp: &B) {
    for_types!([i8 u32 xparray::f16 f32 f64 Complex<f32> Complex<f64>] T => {
        for x in layouts::<T, B>(xp, &[3, 4]) {
            let x = x.square();
            let check = |found: xparray::Result<Array<<T as Results>::Quotient, B>>, expected: &[f64]| {
                let expected: Vec<_> = expected.iter().map(|x| x.cast()).collect();
                assert_close(&found.unwrap().to_vec().unwrap(), &expected, 8.0, "gradient");
            };
            let at = xp.array(&[0.0f32, 1.0, 3.0, 3.5]).unwrap();
            check(x.gradient_with(1, Gradient::new().spacing(&at)), &GRADIENTS[0]);
            check(x.gradient_with(1, Gradient::new().spacing(&at).edge_order(2)), &GRADIENTS[1]);
            check(x.gradient_with(0, Gradient::new().spacing(0.5).edge_order(2)), &GRADIENTS[2]);
            let both = x.gradients(..).unwrap();
            check(Ok(both[0].clone()), &x.gradient(0).unwrap().astype::<f64>().to_vec().unwrap());
            check(Ok(both[1].clone()), &x.gradient(-1).unwrap().astype::<f64>().to_vec().unwrap());
            assert_eq!(x.gradients_with([1, 0], Gradient::new().edge_order(2)).unwrap().len(), 2);
            assert!(matches!(x.gradient_with(0, Gradient::new().spacing(&at)), Err(Error::Shape { .. })));
            assert!(matches!(x.gradient_with(0, Gradient::new().edge_order(3)), Err(Error::Value { .. })));
            let short = x.slice(s![..2]).unwrap();
            assert_eq!(short.gradient(0).unwrap().shape(), [2, 4]);
            assert!(matches!(short.gradient_with(0, Gradient::new().edge_order(2)), Err(Error::Value { .. })));
        }
    });
    assert!(matches!(xp.scalar(1.0).gradient(0), Err(Error::Axis { .. })));
    assert_eq!(xp.zeros::<f64>([0, 3]).unwrap().gradient(1).unwrap().shape(), [0, 3]);
}

/// NumPy's examples of `unwrap`.
pub fn unwrapped_angles<B: Backend>(xp: &B) {
    let period = |values: &[f64], p: f64| {
        xp.from_slice(values, values.len()).unwrap().unwrap_phase_with(Unwrap::new().period(p)).unwrap()
    };
    assert_eq!(period(&[0.0, 1.0, 2.0, -1.0, 0.0], 4.0).to_vec().unwrap(), [0.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!(
        period(&[2.0, 3.0, 4.0, 5.0, 2.0, 3.0, 4.0, 5.0], 4.0).to_vec().unwrap(),
        [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]
    );
    // Half a period keeps its sign.
    assert_eq!(period(&[0.0, 2.0, 0.0, -2.0], 4.0).to_vec().unwrap(), [0.0, 2.0, 0.0, -2.0]);
    let turning = xp.arange((0.0f64, 30.0, 1.0)).unwrap();
    let wrapped = turning.remainder(std::f64::consts::TAU).unwrap();
    assert_close(
        &wrapped.unwrap_phase_with(Unwrap::new().axis(0)).unwrap().to_vec().unwrap(),
        &turning.to_vec().unwrap(),
        16.0,
        "turning",
    );
    let columns = wrapped
        .reshape([30, 1])
        .unwrap()
        .astype::<f32>()
        .unwrap_phase_with(Unwrap::new().discont(4.0).axis(0))
        .unwrap();
    assert_eq!((columns.dtype(), columns.shape()), (DType::F32, &[30, 1][..]));
    assert_eq!(
        xp.from_slice(&[3i32], 1).unwrap().unwrap_phase_with(Unwrap::new().axis(0)).unwrap().to_vec().unwrap(),
        [3.0]
    );
}
