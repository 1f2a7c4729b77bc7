//! Transforms, against SciPy's in extended precision.

use crate::compare::{assert_array, parts};
use crate::data::{Stored, npz};
use crate::for_types;
use crate::layouts::relaid;
use crate::linalg::assert_near;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::{Error, Result};

/// What the name of a case says: `3x4x5,n=8,axis=1`.
struct Case<'a> {
    name: &'a str,
    n: Option<usize>,
    axis: Option<isize>,
    s: Option<Vec<usize>>,
    axes: Option<Vec<isize>>,
    norm: Option<FftNorm>,
}

impl<'a> Case<'a> {
    fn parse(name: &'a str) -> Self {
        let argument = |key: &str| {
            if key == "axes=" {
                // A list with commas, which comes last.
                return Some(name.split_once(key)?.1);
            }
            name.split(',').find_map(|part| part.strip_prefix(key))
        };
        let number = |text: &str| text.parse::<isize>().unwrap();
        Self {
            name,
            n: argument("n=").map(|n| number(n) as usize),
            axis: argument("axis=").map(number),
            s: argument("s=").map(|s| s.split('x').map(|n| number(n) as usize).collect()),
            axes: argument("axes=").map(|axes| axes.split(',').map(number).collect()),
            norm: argument("norm=").map(|norm| match norm {
                "ortho" => FftNorm::Ortho,
                "forward" => FftNorm::Forward,
                _ => FftNorm::Backward,
            }),
        }
    }

    /// What the case asks for; the rest is left at its default.
    fn one(&self) -> Fft {
        let options = self.n.map_or(Fft::new(), |n| Fft::new().n(n));
        let options = self.axis.map_or(options, |axis| options.axis(axis));
        self.norm.map_or(options, |norm| options.norm(norm))
    }

    fn several(&self) -> FftN<'_> {
        let options = self.s.as_deref().map_or(FftN::new(), |s| FftN::new().shape(s));
        let options = self.axes.as_deref().map_or(options, |axes| options.axes(axes));
        self.norm.map_or(options, |norm| options.norm(norm))
    }

    /// Whether the case asks for nothing.
    fn plain(&self) -> bool {
        (self.n, self.axis, &self.s, &self.axes, self.norm) == (None, None, &None, &None, None)
    }
}

/// Checks a transform on its cases for a type.
fn check<T: Element, R: Element, B: Backend>(
    xp: &B,
    data: &BTreeMap<String, Stored>,
    op: &str,
    f: impl Fn(&Array<T, B>, &Case<'_>) -> Result<Array<R, B>>,
) {
    let prefix = format!("{op}/{}/", T::DTYPE);
    let names: Vec<&str> = data.keys().filter_map(|key| key.strip_prefix(&prefix)?.strip_suffix("/in0")).collect();
    assert!(!names.is_empty(), "{prefix}");
    for name in names {
        let case = Case::parse(name);
        let (input, expected) = (&data[&format!("{prefix}{name}/in0")], &data[&format!("{prefix}{name}/out0")]);
        let what = format!("{prefix}{}", case.name);
        for x in relaid(&input.array::<T, B>(xp)) {
            let result = f(&x, &case).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(result.shape(), expected.shape, "{what}");
            // A few roundings for each of the log2(n) levels, and as many twiddle factors.
            let levels = 2.0 + (expected.shape.iter().product::<usize>() as f64).log2();
            assert_near(&result, &expected.to_vec::<R>(), 2.0 * levels, &what);
        }
    }
}

/// Checks a transform, with options unless the case has none.
macro_rules! check {
    ($xp:ident, $data:ident, $T:ident, $options:ident; $($name:ident $name_with:ident)*) => {$(
        check::<$T, _, B>($xp, &$data, stringify!($name), |x, case| {
            if case.plain() { x.$name() } else { x.$name_with(case.$options()) }
        });
    )*};
}

/// Along one axis: complex and real, cut and padded, in every normalisation.
pub fn along_one_axis<B: Backend>(xp: &B) {
    let data = npz("fft.npz");
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => check!(xp, data, T, one; fft fft_with));
    for_types!([f32 f64] T => check!(xp, data, T, one; rfft rfft_with ihfft ihfft_with));
    for_types!([Complex<f32> Complex<f64>] T => {
        check!(xp, data, T, one; ifft ifft_with irfft irfft_with hfft hfft_with);
    });
}

/// Along several axes.
pub fn along_several_axes<B: Backend>(xp: &B) {
    let data = npz("fft.npz");
    for_types!([f32 f64] T => check!(xp, data, T, several; rfftn rfftn_with rfft2 rfft2_with));
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => check!(xp, data, T, several; fft2 fft2_with));
    for_types!([Complex<f32> Complex<f64>] T => {
        check!(xp, data, T, several; fftn fftn_with ifftn ifftn_with irfftn irfftn_with ifft2 ifft2_with);
    });
    let x = xp.rng(5).normal::<f64>([2, 4, 6]).unwrap();
    let back = x.rfft2().unwrap().irfft2().unwrap();
    assert_near(&back, &x.to_vec().unwrap(), 16.0, "irfft2");
    let cut = x.rfft2().unwrap().irfft2_with(FftN::new().shape(&[4, 3])).unwrap();
    assert_eq!(cut.shape(), [2, 4, 3]);
}

/// Long and awkward lengths: there and back is the same, and one wave is one term.
pub fn long_transforms<B: Backend>(xp: &B) {
    for n in [4096usize, 5000, 10_007, 65_536, 3 * 5 * 7 * 11 * 13, 100_000] {
        let x = xp.rng(n as u64).uniform(-1.0f64, 1.0, n).unwrap();
        x.eval().unwrap();
        let spectrum = x.rfft().unwrap();
        let back = spectrum.irfft_with(Fft::new().n(n)).unwrap();
        assert_near(&back, &x.to_vec().unwrap(), 64.0, &format!("rfft of {n}"));
        let full = x.fft_with(Fft::new().norm(FftNorm::Ortho)).unwrap();
        let back = full.ifft_with(Fft::new().norm(FftNorm::Ortho)).unwrap();
        let expected = x.astype::<Complex<f64>>().to_vec().unwrap();
        assert_near(&back, &expected, 64.0, &format!("fft of {n}"));
        // Parseval: both have the same energy.
        let (energy, sum) = (full.norm(..).unwrap().item().unwrap(), x.norm(..).unwrap().item().unwrap());
        assert!((energy / sum - 1.0).abs() < 1e-13, "{n}: {energy} is not {sum}");

        let k = n as i64 / 3 + 1;
        let turns = (xp.arange((0i64, n as i64, 1)).unwrap() * k % n as i64).astype::<f64>();
        let wave = (turns * (std::f64::consts::TAU / n as f64)).cos();
        let terms = wave.rfft_with(Fft::new().norm(FftNorm::Forward)).unwrap().abs().to_vec().unwrap();
        for (i, &term) in terms.iter().enumerate() {
            let expected = if i as i64 == k { 0.5 } else { 0.0 };
            assert!((term - expected).abs() < 1e-13, "{n}: term {i} is {term}");
        }
    }
}

/// So many columns that are so long that devices transform copies of them: what rows give.
pub fn long_columns<B: Backend>(xp: &B) {
    fn check<T: Field, B: Backend>(x: &Array<T, B>, real: bool) {
        let single = matches!(T::DTYPE, DType::F32 | DType::Complex64);
        let epsilon = if single { f64::from(f32::EPSILON) } else { f64::EPSILON };
        let (axis, last) = (Fft::new().axis(0), Fft::new().axis(1));
        // Terms may be near zero, so errors are those of the largest.
        let same = |found: &DynArray<B>, turned: &DynArray<B>, what: &str| {
            let difference = found.subtract(turned.t()).unwrap().abs().unwrap().max(..).unwrap();
            let of = difference.divide(turned.abs().unwrap().max(..).unwrap()).unwrap();
            let of = of.astype(DType::F64).unwrap().typed::<f64>().unwrap().item().unwrap();
            assert!(of < 16.0 * epsilon, "{what} of {:?} {}: {of}", found.shape(), T::DTYPE);
        };
        let (x, rows) = (x.as_dyn(), x.t().copy());
        let rows = rows.as_dyn();
        let (spectra, of_rows) = (x.fft_with(axis).unwrap(), rows.fft_with(last).unwrap());
        same(&spectra, &of_rows, "fft");
        same(&spectra.ifft_with(axis).unwrap(), &of_rows.ifft_with(last).unwrap(), "ifft");
        if real {
            let (halves, of_rows) = (x.rfft_with(axis).unwrap(), rows.rfft_with(last).unwrap());
            same(&halves, &of_rows, "rfft");
            let n = x.shape()[0];
            same(&halves.irfft_with(axis.n(n)).unwrap(), &of_rows.irfft_with(last.n(n)).unwrap(), "irfft");
        }
    }
    let mut rng = xp.rng(4);
    for [n, m] in [[8192, 130], [2048, 514], [65_536, 16]] {
        let x = rng.normal::<f64>([n, m]).unwrap();
        check(&x.astype::<f32>(), true);
        check(&x, true);
        let z = &x * Complex::new(1.0, -0.5);
        check(&z, false);
        check(&z.astype::<Complex<f32>>(), false);
        // Views: some of the columns, and columns that are rows.
        check(&z.slice(s![.., 1..]).unwrap(), false);
        check(&x.t().copy().t(), true);
    }
    let x = rng.normal::<f64>([64, 130, 130]).unwrap();
    let both = x.fftn_with(FftN::new().axes(&[0, 1])).unwrap();
    let one = x.fft_with(Fft::new().axis(1)).unwrap().fft_with(Fft::new().axis(0)).unwrap();
    let difference = (both - &one).abs().max(..).unwrap().item().unwrap();
    assert!(difference < 1e-13 * one.abs().max(..).unwrap().item().unwrap(), "{difference}");
}

/// A batch on every axis of a large array, and strided lines.
pub fn batches<B: Backend>(xp: &B) {
    let shape = [24usize, 50, 30];
    let x = xp.rng(3).normal::<f64>(shape).unwrap();
    let lines = x.to_vec().unwrap();
    for axis in 0..3 {
        let spectra = x.fft_with(Fft::new().axis(axis as isize)).unwrap().to_vec().unwrap();
        let strides = [shape[1] * shape[2], shape[2], 1];
        // One line of the batch, by the definition.
        let first = (0..3).filter(|&k| k != axis).map(|k| strides[k] * 7).sum::<usize>();
        let n = shape[axis];
        for k in 0..n {
            let sum: Complex<f64> = (0..n)
                .map(|j| {
                    let angle = -std::f64::consts::TAU * (j * k % n) as f64 / n as f64;
                    Complex::from_polar(1.0, angle) * lines[first + j * strides[axis]]
                })
                .sum();
            let difference = parts(spectra[first + k * strides[axis]] - sum);
            assert!(difference[0].hypot(difference[1]) < 1e-12, "axis {axis}, term {k}");
        }
    }
}

/// Frequencies, and what moves zero to the middle.
pub fn frequencies_and_shifts<B: Backend>(xp: &B) {
    assert_array(&xp.fftfreq_with(4, FftFreq::new().d(0.25)).unwrap(), &[4], &[0.0, 1.0, -2.0, -1.0], 0.0);
    assert_array(&xp.fftfreq_with(5, FftFreq::new().d(0.2)).unwrap(), &[5], &[0.0, 1.0, 2.0, -2.0, -1.0], 0.0);
    assert_array(&xp.fftfreq_with(1, FftFreq::new().d(2.0)).unwrap(), &[1], &[0.0], 0.0);
    assert_array(&xp.rfftfreq_with(4, FftFreq::new().d(0.25)).unwrap(), &[3], &[0.0, 1.0, 2.0], 0.0);
    assert_array(&xp.rfftfreq_with(5, FftFreq::new().d(0.2)).unwrap(), &[3], &[0.0, 1.0, 2.0], 0.0);
    assert!(matches!(xp.fftfreq(0), Err(Error::Value { .. })));
    assert!(matches!(xp.rfftfreq(0), Err(Error::Value { .. })));
    let x = xp.arange((0i32, 5, 1)).unwrap();
    assert_array(&x.fftshift(..).unwrap(), &[5], &[3, 4, 0, 1, 2], 0.0);
    assert_array(&x.ifftshift(-1).unwrap(), &[5], &[2, 3, 4, 0, 1], 0.0);
    let grid = xp.arange((0i32, 12, 1)).unwrap().reshape([3, 4]).unwrap();
    assert_array(&grid.fftshift(..).unwrap(), &[3, 4], &[10, 11, 8, 9, 2, 3, 0, 1, 6, 7, 4, 5], 0.0);
    assert_array(&grid.fftshift([0, 1]).unwrap().ifftshift(..).unwrap(), &[3, 4], &grid.to_vec().unwrap(), 0.0);
    assert_eq!(xp.zeros::<f32>([0, 2]).unwrap().fftshift(0).unwrap().shape(), [0, 2]);
    assert!(matches!(x.fftshift(1), Err(Error::Axis { .. })));
}

/// One transform after the other, as NumPy has them.
pub fn axes_named_twice<B: Backend>(xp: &B) {
    let near = |found: Array<Complex<f64>, B>, expected: &[(f64, f64)], what: &str| {
        let found = found.to_vec().unwrap();
        assert!(found.len() == expected.len(), "{what}: {found:?}");
        let apart = found.iter().zip(expected).map(|(z, &(re, im))| (z - Complex::new(re, im)).norm());
        assert!(apart.into_iter().all(|d| d < 1e-7), "{what}: {found:?}");
    };
    let twice = || FftN::new().axes(&[0, 0]);
    let x = xp.array([1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
    let z = xp.array([Complex::new(1.0, 2.0), Complex::new(3.0, -1.0), Complex::new(0.0, 2.0)]).unwrap();
    let half = [(10.0, 4.25325404), (20.0, 4.25325404), (17.5, -3.4409548), (15.0, -1.62459848), (12.5, -3.4409548)];
    near(x.rfftn_with(twice()).unwrap(), &half, "rfftn");
    let longer = [(10.0, 4.25325404), (20.9409548, 1.68770076), (15.0, -2.62865556), (14.0590452, -3.31229924)];
    near(x.rfftn_with(twice().shape(&[4, 5])).unwrap(), &longer, "rfftn of lengths");
    near(x.fftn_with(twice().shape(&[2, 4])).unwrap(), &[(8.0, 2.0), (12.0, -2.0)], "fftn of lengths");
    let inverse = [(1.0 / 3.0, 2.0 / 3.0), (0.0, 2.0 / 3.0), (1.0, -1.0 / 3.0)];
    near(z.ifftn_with(twice()).unwrap(), &inverse, "ifftn");
    let real = |x: Array<f64, B>| x.astype::<Complex<f64>>();
    let whole = [0.42483968, -0.09150635, -0.27451905, 1.27451905].map(|x| (x, 0.0));
    near(real(z.irfftn_with(twice()).unwrap()), &whole, "irfftn");
    let whole = [0.0, -0.29424071, 0.37093565, 1.07627795, 0.84702711].map(|x| (x, 0.0));
    near(real(z.irfftn_with(twice().shape(&[2, 5])).unwrap()), &whole, "irfftn of lengths");
}

/// Axes that are not there, and lengths of zero.
pub fn wrong_axes_and_lengths<B: Backend>(xp: &B) {
    let x = xp.ones::<f64>([2, 3]).unwrap();
    assert!(matches!(x.fft_with(Fft::new().axis(2)), Err(Error::Axis { op: "fft", axis: 2, ndim: 2 })));
    assert!(matches!(x.rfft_with(Fft::new().n(0)), Err(Error::Value { .. })));
    assert!(matches!(xp.ones::<f64>([2, 0]).unwrap().fft(), Err(Error::Value { .. })));
    assert_eq!(xp.ones::<f64>([0, 4]).unwrap().fft().unwrap().shape(), [0, 4]);
    assert_eq!(xp.ones::<f32>([0, 4]).unwrap().rfft().unwrap().shape(), [0, 3]);
    let z = xp.ones::<Complex<f64>>(1).unwrap();
    assert!(matches!(z.irfft(), Err(Error::Value { .. })));
    assert!(matches!(z.fft2(), Err(Error::Axis { .. })));
    assert!(matches!(x.fftn_with(FftN::new().shape(&[4]).axes(&[0, 1])), Err(Error::Shape { .. })));
    assert!(matches!(x.fftn_with(FftN::new().shape(&[1, 2, 3])), Err(Error::Shape { .. })));
    assert!(xp.scalar(1.0).fft().is_err());
}
