//! Transforms, functions of matrices and statistics, against SciPy's values.

use crate::data::{Stored, npz};
use crate::elementwise::layouts;
use crate::for_types;
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::fft::{self, Fht, Kind, Trig, TrigN};
use xparray::scipy::linalg::{self, ConvolutionMode, DftScale, Transpose};
use xparray::scipy::stats::{self, Entropy, NanPolicy, Scores};
use xparray::{Error, Result, s};

type Z = Complex<f64>;
type Data = BTreeMap<String, Stored>;

pub(crate) fn array<B: Backend>(xp: &B, data: &Data, name: &str) -> DynArray<B> {
    let stored = data.get(name).unwrap_or_else(|| panic!("{name} is not there"));
    match stored.dtype.is_complex() {
        true => xp.from_slice(&stored.to_vec::<Z>(), &stored.shape[..]).unwrap().into_dyn(),
        false => xp.from_slice(&stored.cast::<f64>(), &stored.shape[..]).unwrap().into_dyn(),
    }
}

pub(crate) fn numbers<B: Backend>(x: &DynArray<B>) -> Vec<Z> {
    x.astype(DType::Complex128).unwrap().typed::<Z>().unwrap().to_vec().unwrap()
}

/// Equal but for roundings of the largest number, in units of the type's precision.
pub(crate) fn same<B: Backend>(actual: &DynArray<B>, data: &Data, name: &str, bound: f64) {
    let stored = data.get(name).unwrap_or_else(|| panic!("{name} is not there"));
    let expected: Vec<Z> = match stored.dtype.is_complex() {
        true => stored.to_vec(),
        false => stored.cast::<f64>().into_iter().map(Z::from).collect(),
    };
    assert_eq!(actual.shape(), &stored.shape[..], "{name}");
    let eps = match actual.dtype() {
        DType::F32 | DType::Complex64 => f64::from(f32::EPSILON),
        DType::F16 => 1e-3,
        _ => f64::EPSILON,
    };
    let finite = |z: &Z| if z.is_finite() { z.norm() } else { 0.0 };
    let largest = expected.iter().map(finite).fold(0.0, f64::max);
    for (a, e) in numbers(actual).iter().zip(&expected) {
        let equal = a == e || (a.is_nan() && e.is_nan()) || (a - e).norm() <= bound * eps * largest;
        assert!(equal, "{name} of {}: {a}, not {e}", actual.dtype());
    }
}

/// A function of each layout of an array, in `f64` and `f32`.
pub(crate) fn each<B: Backend>(
    x: &DynArray<B>,
    data: &Data,
    name: &str,
    bound: f64,
    f: &dyn Fn(&DynArray<B>) -> Result<DynArray<B>>,
) {
    let typed = [x.clone(), x.flip(..).unwrap().copy().unwrap().flip(..).unwrap(), x.t().copy().unwrap().t()];
    for x in &typed {
        same(&f(x).unwrap(), data, name, bound);
    }
    let single = if x.dtype().is_complex() { DType::Complex64 } else { DType::F32 };
    let y = f(&x.astype(single).unwrap()).unwrap();
    assert!(matches!(y.dtype(), DType::F32 | DType::Complex64), "{name}: {}", y.dtype());
    same(&y, data, name, 4.0 * bound);
}

/// `dct`, `dst` and their inverses along one axis.
pub fn waves<B: Backend>(xp: &B) {
    let data = npz("scipy.npz");
    type Transform<B> = fn(&DynArray<B>, Trig) -> Result<DynArray<B>>;
    let transforms: [(&str, Transform<B>); 4] = [
        ("dct", |x, options| fft::dct_with(x, options)),
        ("idct", |x, options| fft::idct_with(x, options)),
        ("dst", |x, options| fft::dst_with(x, options)),
        ("idst", |x, options| fft::idst_with(x, options)),
    ];
    let norms = [("backward", FftNorm::Backward), ("ortho", FftNorm::Ortho), ("forward", FftNorm::Forward)];
    for n in [1, 2, 5, 6] {
        let x = array(xp, &data, &format!("trig/{n}/in"));
        for (name, transform) in transforms {
            for (number, kind) in [(1, Kind::I), (2, Kind::II), (3, Kind::III), (4, Kind::IV)] {
                let options = Trig::new().kind(kind);
                if n == 1 && number == 1 && name.contains("dct") {
                    assert!(matches!(transform(&x, options), Err(Error::Value { .. })));
                    continue;
                }
                for (norm, value) in norms {
                    let f = |x: &DynArray<B>| transform(x, options.norm(value));
                    each(&x, &data, &format!("trig/{n}/{name}/{number}/{norm}"), 8.0, &f);
                }
                let f = |x: &DynArray<B>| transform(x, options.orthogonalize(true));
                each(&x, &data, &format!("trig/{n}/{name}/{number}/orthogonalize"), 8.0, &f);
                let columns = transform(&x.t(), options.axis(0)).unwrap().t();
                same(&columns, &data, &format!("trig/{n}/{name}/{number}/backward"), 8.0);
            }
        }
    }
    let x = array(xp, &data, "trig/6/in");
    let cut = fft::dct_with(&x, Trig::new().n(5)).unwrap();
    let expected = fft::dct(&x.slice(s![.., ..5]).unwrap()).unwrap();
    assert_eq!(cut.to_string(), expected.to_string());
    let long = fft::dst_with(&x, Trig::new().n(7)).unwrap();
    let expected = fft::dst(&x.pad([(0, 0), (0, 1)]).unwrap()).unwrap();
    assert_eq!(long.to_string(), expected.to_string());
    let twice = x.add(x.multiply(Z::new(0.0, 2.0)).unwrap()).unwrap();
    let (y, one) = (fft::dct(&twice).unwrap(), fft::dct(&x).unwrap());
    let expected = one.multiply(Z::new(1.0, 2.0)).unwrap();
    assert!(numbers(&y).iter().zip(numbers(&expected)).all(|(a, b)| (a - b).norm() < 1e-14));
    for_types!(all, T => {
        let x = xp.array(&[1i8, 0, 1, 1]).unwrap().astype::<T>();
        let y = fft::dct(&x).unwrap();
        let expected = fft::dct(&xp.array([1.0, 0.0, 1.0, 1.0]).unwrap()).unwrap();
        assert!(numbers(&y).iter().zip(numbers(&expected)).all(|(a, b)| (a - b).norm() < 1e-6), "{}", T::DTYPE);
    });
    let wide = x.slice(s![..1]).unwrap().broadcast_to([3, 6]).unwrap();
    assert_eq!(
        fft::dct(&wide).unwrap().slice(s![2]).unwrap().to_string(),
        fft::dct(&x.slice(s![0]).unwrap()).unwrap().to_string()
    );
    assert_eq!(fft::dct(&xp.zeros::<f32>([0, 4]).unwrap()).unwrap().shape(), [0, 4]);
    assert!(matches!(fft::dct(&xp.zeros::<f32>([4, 0]).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(fft::dct(&xp.full([], 1.0).unwrap()), Err(Error::Axis { .. })));
    assert!(matches!(fft::idst_with(&x, Trig::new().axis(2)), Err(Error::Axis { .. })));
    assert!(matches!(fft::dct_with(&x, Trig::new().n(0)), Err(Error::Value { .. })));
}

/// Several axes, Hermitian and packed transforms, Hankel's, and fast lengths.
pub fn transforms<B: Backend>(xp: &B) {
    let data = npz("scipy.npz");
    let x = array(xp, &data, "several/in");
    let options = || TrigN::new().kind(Kind::II).norm(FftNorm::Ortho).axes(&[0, 2]).shape(&[4, 3]);
    each(&x, &data, "several/dctn", 16.0, &|x| fft::dctn_with(x, options()));
    each(&x, &data, "several/idctn", 16.0, &|x| fft::idctn_with(x, options()));
    each(&x, &data, "several/dstn", 16.0, &|x| fft::dstn_with(x, options()));
    each(&x, &data, "several/idstn", 16.0, &|x| fft::idstn_with(x, options()));
    let lines = [fft::idct(&fft::dct(&x).unwrap()), fft::idst(&fft::dst(&x).unwrap())];
    let blocks = [fft::idctn(&fft::dctn(&x).unwrap()), fft::idstn(&fft::dstn(&x).unwrap())];
    for back in lines.into_iter().chain(blocks) {
        same(&back.unwrap(), &data, "several/in", 16.0);
    }
    assert!(matches!(fft::dctn_with(&x, TrigN::new().axes(&[3])), Err(Error::Axis { .. })));
    assert!(matches!(fft::dctn_with(&x, TrigN::new().axes(&[0, -3])), Err(Error::Value { .. })));
    assert!(matches!(fft::dctn_with(&x, TrigN::new().axes(&[0]).shape(&[2, 2])), Err(Error::Shape { .. })));
    assert!(matches!(fft::dstn_with(&x, TrigN::new().shape(&[2; 4])), Err(Error::Shape { .. })));

    let z = array(xp, &data, "hermitian/in");
    for (norm, value) in [("backward", FftNorm::Backward), ("ortho", FftNorm::Ortho), ("forward", FftNorm::Forward)] {
        let options = || FftN::new().norm(value);
        each(&z, &data, &format!("hermitian/hfftn/{norm}"), 16.0, &|z| z.hfftn_with(options().shape(&[3, 5])));
        each(&z, &data, &format!("hermitian/hfft2/{norm}"), 16.0, &|z| z.hfft2_with(options()));
        each(&z.real().unwrap(), &data, &format!("hermitian/ihfftn/{norm}"), 16.0, &|x| {
            x.ihfftn_with(options().axes(&[1, 0]))
        });
        each(&z.real().unwrap(), &data, &format!("hermitian/ihfft2/{norm}"), 16.0, &|x| x.ihfft2_with(options()));
    }
    assert_eq!((z.hfftn().unwrap().shape(), z.hfft2().unwrap().shape()), (&[3, 6][..], &[3, 6][..]));
    let real = z.real().unwrap();
    assert_eq!((real.ihfftn().unwrap().shape(), real.ihfft2().unwrap().shape()), (&[3, 3][..], &[3, 3][..]));
    assert!(matches!(real.hfftn(), Err(Error::DType { .. })));
    assert!(matches!(z.ihfftn(), Err(Error::DType { .. })));

    for n in [1, 2, 5, 8] {
        let x = array(xp, &data, &format!("packed/{n}/in"));
        each(&x, &data, &format!("packed/{n}/rfft"), 8.0, &|x| fft::packed::rfft(x));
        each(&x, &data, &format!("packed/{n}/irfft"), 8.0, &|x| fft::packed::irfft(x));
        let parameters = [(0.1, 0.5, 0.0, 0.0), (0.05, 2.0, 0.3, 0.2), (0.2, 0.0, -0.1, -0.4)];
        for (k, (dln, mu, offset, bias)) in parameters.into_iter().enumerate() {
            let options = Fht::new().offset(offset).bias(bias);
            each(&x, &data, &format!("hankel/{n}/{k}/fht"), 256.0, &|x| fft::fht_with(x, dln, mu, options));
            each(&x, &data, &format!("hankel/{n}/{k}/ifht"), 256.0, &|x| fft::ifht_with(x, dln, mu, options));
        }
    }
    let x = xp.ones::<f64>(4).unwrap();
    assert_eq!(fft::ifht(&fft::fht(&x, 0.1, 1.0).unwrap(), 0.1, 1.0).unwrap().to_string(), "[1. 1. 1. 1.]");
    // gamma has a pole at (mu + 1 + bias) / 2.
    assert!(matches!(fft::fht_with(&x, 0.1, 0.0, Fht::new().bias(-1.0)), Err(Error::Value { .. })));
    assert!(matches!(fft::ifht_with(&x, 0.1, 0.0, Fht::new().bias(1.0)), Err(Error::Value { .. })));
    assert!(matches!(fft::fht(&x, 0.0, 0.0), Err(Error::Value { .. })));
    assert!(matches!(fft::fht(&x, f64::NAN, 0.0), Err(Error::Value { .. })));
    assert!(matches!(fft::ifht(&xp.zeros::<f64>(0).unwrap(), 0.1, 0.0), Err(Error::Value { .. })));
    assert!(matches!(fft::packed::rfft(&xp.full([], 1.0).unwrap()), Err(Error::Axis { .. })));
    assert!(matches!(fft::packed::irfft(&xp.zeros::<f64>(0).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(fft::packed::rfft(&z), Err(Error::DType { .. })));

    let lengths = |name: &str| -> Vec<usize> { data[name].cast::<f64>().iter().map(|&n| n as usize).collect() };
    for ((n, real), complex) in
        lengths("lengths/in").into_iter().zip(lengths("lengths/real")).zip(lengths("lengths/complex"))
    {
        assert_eq!(
            (fft::next_fast_len(n, true).unwrap(), fft::next_fast_len(n, false).unwrap()),
            (real, complex),
            "{n}"
        );
    }
    assert_eq!(fft::next_fast_len(0, true).unwrap(), 1);
    assert!(matches!(fft::next_fast_len(usize::MAX, true), Err(Error::Value { .. })));
}

/// Special matrices.
pub fn matrices<B: Backend>(xp: &B) {
    let data = npz("scipy.npz");
    let of = |values: &[f64]| xp.array(values).unwrap().into_dyn();
    let (c, r) = (of(&[1.0, 2.0, 3.0]), of(&[1.0, -4.0, 5.0, 6.0]));
    let check = |y: Result<DynArray<B>>, name: &str| same(&y.unwrap(), &data, &format!("matrices/{name}"), 4.0);
    for x in layouts(&c.clone().typed::<f64>().unwrap()) {
        check(linalg::toeplitz(&x), "toeplitz");
        check(linalg::hankel(&x), "hankel");
    }
    for x in layouts(&r.clone().typed::<f64>().unwrap()) {
        check(linalg::toeplitz_with(&c, &x), "toeplitz_with");
        check(linalg::hankel_with(&c, &x), "hankel_with");
        check(linalg::circulant(&x), "circulant");
        check(linalg::fiedler(&x), "fiedler");
        check(linalg::leslie(&x, &c), "leslie");
        check(linalg::convolution_matrix(&x, 3, ConvolutionMode::Full), "convolution_full");
        check(linalg::convolution_matrix(&x, 3, ConvolutionMode::Same), "convolution_same");
        check(linalg::convolution_matrix(&x, 3, ConvolutionMode::Valid), "convolution_valid");
    }
    check(linalg::convolution_matrix(&c, 5, ConvolutionMode::Same), "convolution_same_long");
    check(linalg::convolution_matrix(&c, 5, ConvolutionMode::Valid), "convolution_valid_long");
    check(linalg::companion(&of(&[2.0, -4.0, 5.0, 6.0])), "companion");
    for n in 2..9 {
        let a: Vec<f64> = (0..n).map(|k| 2.0 * (k + 1) as f64 * if k % 2 == 0 { 1.0 } else { -1.0 }).collect();
        check(linalg::fiedler_companion(&of(&a)), &format!("fiedler_companion/{n}"));
    }
    check(linalg::hadamard(xp, 8), "hadamard");
    check(linalg::helmert(xp, 5, false), "helmert");
    check(linalg::helmert(xp, 5, true), "helmert_full");
    check(linalg::hilbert(xp, 4), "hilbert");
    check(linalg::dft(xp, 5, DftScale::None), "dft");
    check(linalg::dft(xp, 5, DftScale::Sqrtn), "dft_sqrtn");
    check(linalg::dft(xp, 4, DftScale::N), "dft_n");
    let outer = |a: &DynArray<B>, b: &DynArray<B>| a.expand_dims(1).unwrap().multiply(b).unwrap();
    check(linalg::block_diag(&[&c, &outer(&c, &r), &xp.full([], 7.0).unwrap().into_dyn()]), "block_diag");
    check(linalg::khatri_rao(&outer(&c, &c), &outer(&r, &c)), "khatri_rao");
    for_types!(numbers, T => {
        let x = xp.array(&[1i8, 2, 3]).unwrap().astype::<T>();
        let text = |y: DynArray<B>| y.astype(DType::Complex128).unwrap().real().unwrap().astype(DType::I64).unwrap().to_string();
        for y in [linalg::toeplitz(&x), linalg::circulant(&x), linalg::hankel(&x), linalg::fiedler(&x)] {
            assert_eq!(y.unwrap().dtype().complex(), T::DTYPE.complex());
        }
        assert_eq!(text(linalg::toeplitz(&x).unwrap()), "[[1 2 3]\n [2 1 2]\n [3 2 1]]");
        assert_eq!(text(linalg::fiedler(&x).unwrap()), "[[0 1 2]\n [1 0 1]\n [2 1 0]]");
        assert_eq!(text(linalg::companion(&x).unwrap()), "[[-2 -3]\n [ 1  0]]");
        assert_eq!(text(linalg::leslie(&x, &x.slice(s![..2]).unwrap()).unwrap()), "[[1 2 3]\n [1 0 0]\n [0 2 0]]");
    });
    let z = xp.array([Z::new(1.0, 0.0), Z::new(2.0, 3.0)]).unwrap();
    assert_eq!(linalg::toeplitz(&z).unwrap().to_string(), "[[1.+0.j 2.-3.j]\n [2.+3.j 1.+0.j]]");
    let none = xp.zeros::<f64>(0).unwrap();
    assert_eq!(linalg::toeplitz(&none).unwrap().shape(), [0, 0]);
    assert_eq!(linalg::hankel_with(&none, &c).unwrap().shape(), [0, 3]);
    assert_eq!(linalg::fiedler(&none).unwrap().shape(), [0, 0]);
    assert_eq!(
        (linalg::hilbert(xp, 0).unwrap().shape(), linalg::dft(xp, 0, DftScale::N).unwrap().shape()),
        (&[0, 0][..], &[0, 0][..])
    );
    let matrix = outer(&c, &r);
    let refused = [
        linalg::toeplitz(&matrix),
        linalg::hankel(&matrix),
        linalg::circulant(&matrix),
        linalg::fiedler(&matrix),
        linalg::companion(&matrix),
        linalg::leslie(&c, &c),
        linalg::khatri_rao(&matrix, &c),
        linalg::khatri_rao(&matrix, &outer(&c, &c)),
        linalg::block_diag(&[&matrix.expand_dims(0).unwrap()]),
    ];
    assert!(refused.iter().all(|y| matches!(y, Err(Error::Shape { .. }))));
    let refused = [
        linalg::companion(&of(&[0.0, 1.0])),
        linalg::companion(&of(&[1.0])),
        linalg::fiedler_companion(&of(&[0.0, 1.0])),
        linalg::hadamard(xp, 6),
        linalg::hadamard(xp, 0),
        linalg::helmert(xp, 0, true),
        linalg::block_diag::<B, DynArray<B>>(&[]),
        linalg::convolution_matrix(&c, 0, ConvolutionMode::Full),
        linalg::convolution_matrix(&none, 2, ConvolutionMode::Same),
    ];
    assert!(refused.iter().all(|y| matches!(y, Err(Error::Value { .. }))));

    for_types!(all, T => {
        let zero = xp.zeros::<T>([3, 4]).unwrap();
        assert_eq!(linalg::bandwidth(&zero).unwrap(), (0, 0));
        let mut x = zero.clone();
        x.assign(s![2, 1], 1u8.cast::<T>()).unwrap();
        x.assign(s![0, 3], 1u8.cast::<T>()).unwrap();
        assert_eq!(linalg::bandwidth(&x).unwrap(), (1, 3), "{}", T::DTYPE);
        assert_eq!(linalg::bandwidth(&x.t()).unwrap(), (3, 1));
    });
    assert_eq!(linalg::bandwidth(&xp.zeros::<f32>([0, 3]).unwrap()).unwrap(), (0, 0));
    assert!(matches!(linalg::bandwidth(&c), Err(Error::Shape { .. })));
}

/// `expm`, `lu_solve` and `cho_solve`.
pub fn functions_of_matrices<B: Backend>(xp: &B) {
    let data = npz("scipy.npz");
    let stack = array(xp, &data, "expm/in");
    for k in 0..4 {
        let (one, expected) = (stack.slice(s![k]).unwrap(), array(xp, &data, "expm/out").slice(s![k]).unwrap());
        for (y, eps) in
            [(linalg::expm(&one).unwrap(), 1e-13), (linalg::expm(&stack).unwrap().slice(s![k]).unwrap(), 1e-13)]
        {
            let difference =
                y.subtract(&expected).unwrap().abs().unwrap().max(..).unwrap().typed::<f64>().unwrap().item().unwrap();
            let size = expected.abs().unwrap().max(..).unwrap().typed::<f64>().unwrap().item().unwrap();
            assert!(difference <= eps * size, "matrix {k}: {difference} of {size}");
        }
    }
    each(&array(xp, &data, "expm/complex"), &data, "expm/complex_out", 64.0, &|x| linalg::expm(x));
    for_types!(numbers, T => {
        let y = linalg::expm(&xp.zeros::<T>([2, 2]).unwrap()).unwrap();
        assert_eq!((y.dtype(), numbers(&y)), (T::DTYPE.float(), [1.0, 0.0, 0.0, 1.0].map(Z::from).to_vec()));
    });
    let wrong = xp.array([[[f64::NAN, 0.0], [0.0, 1.0]], [[0.0, 0.0], [0.0, 0.0]]]).unwrap();
    let y = linalg::expm(&wrong).unwrap();
    assert_eq!(y.slice(s![1]).unwrap().to_string(), "[[1. 0.]\n [0. 1.]]");
    assert!(y.slice(s![0]).unwrap().isnan().unwrap().all(..).unwrap().typed::<bool>().unwrap().item().unwrap());
    assert_eq!(linalg::expm(&xp.zeros::<f32>([0, 0]).unwrap()).unwrap().shape(), [0, 0]);
    assert!(matches!(linalg::expm(&xp.zeros::<f32>([2, 3]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(linalg::expm(&xp.zeros::<f32>(3).unwrap()), Err(Error::Shape { .. })));

    for_types!([f32 f64 Complex<f32> Complex<f64>] T => {
        let values: Vec<T> = (0..18).map(|k: i64| ((k * k * 7 + 3 * k) % 11 - 4).cast()).collect();
        let i: T = if T::DTYPE.is_complex() { Z::new(0.0, 1.0).cast() } else { 0.cast() };
        let twist = xp.from_slice(&[1, 0, 2, 0, 1, 0, 0, 3, 1].map(|k: i64| <i64 as Element>::cast::<T>(k) * i), [3, 3]).unwrap();
        let stack: Array<T, B> = xp.from_slice(&values, [2, 3, 3]).unwrap().add(&twist).unwrap().into_dyn().typed().unwrap();
        let eps = if T::DTYPE.size() > 8 || T::DTYPE == DType::F64 { 1e-12 } else { 1e-3 };
        let small = |x: DynArray<B>, what: &str| {
            let worst = x.abs().unwrap().max(..).unwrap().astype(DType::F64).unwrap().typed::<f64>().unwrap().item().unwrap();
            assert!(worst < eps, "{what} of {}: {worst}", T::DTYPE);
        };
        let (lu, pivots) = stack.lu_factor().unwrap();
        let b = xp.from_slice(&values[..12], [2, 3, 2]).unwrap();
        let turned = stack.as_dyn().swapaxes(-1, -2).unwrap();
        for (transpose, a) in [
            (Transpose::No, stack.as_dyn().clone()),
            (Transpose::Transposed, turned.clone()),
            (Transpose::Conjugated, turned.conj().unwrap()),
        ] {
            let x = linalg::lu_solve_with(&lu, &pivots, &b, transpose).unwrap();
            small(a.matmul(&x).unwrap().subtract(&b).unwrap(), "a stack");
            let (one, p) = (lu.slice(s![1]).unwrap(), pivots.slice(s![1]).unwrap());
            let vector = b.slice(s![0, .., 1]).unwrap();
            let x = linalg::lu_solve_with(&one, &p, &vector, transpose).unwrap();
            assert_eq!(x.shape(), [3]);
            small(a.slice(s![1]).unwrap().matmul(&x).unwrap().subtract(&vector).unwrap(), "a vector");
        }
        let x = linalg::lu_solve(&lu, &pivots, &b).unwrap();
        small(stack.as_dyn().matmul(&x).unwrap().subtract(&b).unwrap(), "as it is");
        let definite = turned.conj().unwrap().matmul(stack.as_dyn()).unwrap().add(xp.eye::<T>(3).unwrap()).unwrap();
        let x = linalg::cho_solve(&definite.cholesky().unwrap(), &b).unwrap();
        small(definite.matmul(&x).unwrap().subtract(&b).unwrap(), "Cholesky's");
        let (l, vector) = (definite.slice(s![0]).unwrap().cholesky().unwrap(), b.slice(s![0, .., 0]).unwrap());
        let x = linalg::cho_solve(&l, &vector).unwrap();
        small(definite.slice(s![0]).unwrap().matmul(&x).unwrap().subtract(&vector).unwrap(), "Cholesky's, of a vector");
    });
    let (lu, pivots) = xp.array([[0.0, 2.0], [1.0, 1.0]]).unwrap().lu_factor().unwrap();
    let b = xp.ones::<f64>([3, 1]).unwrap();
    assert!(matches!(linalg::lu_solve(&lu, &pivots, &b), Err(Error::Shape { .. })));
    assert!(matches!(linalg::cho_solve(&lu, &b), Err(Error::Shape { .. })));
    let b = xp.ones::<f64>(2).unwrap();
    assert!(matches!(linalg::lu_solve(&lu, &xp.array(&[0i64]).unwrap(), &b), Err(Error::Shape { .. })));
    assert!(matches!(linalg::lu_solve(&lu, &xp.array(&[5i64, 1]).unwrap(), &b), Err(Error::Value { .. })));
    assert!(matches!(linalg::lu_solve(&lu, &xp.array(&[0.0, 1.0]).unwrap(), &b), Err(Error::DType { .. })));
}

/// Statistics.
pub fn statistics<B: Backend>(xp: &B) {
    let data = npz("scipy.npz");
    let x = array(xp, &data, "stats/in");
    each(&x, &data, "stats/entropy", 8.0, &|x| stats::entropy(x));
    each(&x, &data, "stats/entropy_1_base", 8.0, &|x| stats::entropy_with(x, Entropy::new().axis(1).base(2.0)));
    each(&x, &data, "stats/entropy_qk", 16.0, &|x| stats::entropy_with(x, Entropy::new().qk(&x.flip(0)?)));
    for cut in ["0.0", "0.1", "0.3", "0.45"] {
        each(&x, &data, &format!("stats/trim_mean/{cut}"), 8.0, &|x| stats::trim_mean(x, cut.parse().unwrap(), 0));
    }
    each(&x, &data, "stats/trim_mean/all", 8.0, &|x| stats::trim_mean(x, 0.2, None));
    for lmb in ["-2.0", "0.0", "0.5", "3.0", "200.0"] {
        each(&x, &data, &format!("stats/boxcox_llf/{lmb}"), 64.0, &|x| stats::boxcox_llf(lmb.parse().unwrap(), x));
    }
    each(&x, &data, "stats/zscore", 16.0, &|x| stats::zscore(x, Scores::new()));
    each(&x, &data, "stats/zscore_1", 16.0, &|x| stats::zscore(x, Scores::new().axis(1).ddof(1.0)));
    each(&x, &data, "stats/zscore_all", 16.0, &|x| stats::zscore(x, Scores::new().axis(None)));
    each(&x, &data, "stats/zmap", 16.0, &|x| stats::zmap(&x.slice(s![..2])?, x, Scores::new()));
    let gaps = array(xp, &data, "stats/gaps");
    each(&gaps, &data, "stats/zscore_omit", 16.0, &|x| stats::zscore(x, Scores::new().nan_policy(NanPolicy::Omit)));
    each(&gaps, &data, "stats/zscore_propagate", 16.0, &|x| stats::zscore(x, Scores::new()));
    assert!(matches!(stats::zscore(&gaps, Scores::new().nan_policy(NanPolicy::Raise)), Err(Error::Value { .. })));

    for_types!(real_numbers, T => {
        let x = xp.array(&[4i8, 1, 3, 2]).unwrap().astype::<T>();
        assert!((numbers(&stats::trim_mean(&x, 0.25, 0).unwrap())[0].re - 2.5).abs() < 1e-6, "{}", T::DTYPE);
        assert!((numbers(&stats::zscore(&x, Scores::new()).unwrap())[0].re - 1.341_640_786_499_874).abs() < 1e-6);
        assert!((numbers(&stats::entropy(&x).unwrap())[0].re - 1.279_854_225_833_667_6).abs() < 1e-6);
        let llf = stats::boxcox_llf(1.0, &x).unwrap();
        assert!((numbers(&llf)[0].re - -2.0 * 1.25f64.ln()).abs() < 1e-6, "{}", T::DTYPE);
    });
    let equal = xp.full(3, 0.1).unwrap();
    assert_eq!(stats::zscore(&equal, Scores::new()).unwrap().to_string(), "[nan nan nan]");
    assert_eq!(stats::zscore(&xp.zeros::<f64>(0).unwrap(), Scores::new()).unwrap().shape(), [0]);
    assert_eq!(stats::entropy(&xp.zeros::<f64>([0, 2]).unwrap()).unwrap().to_string(), "[0. 0.]");
    let (z, number) = (xp.ones::<Z>(3).unwrap(), xp.full([], 1.0).unwrap());
    let refused = [
        stats::entropy(&z),
        stats::trim_mean(&z, 0.1, 0),
        stats::zscore(&z, Scores::new()),
        stats::boxcox_llf(1.0, &z),
    ];
    assert!(refused.iter().all(|y| matches!(y, Err(Error::DType { .. }))));
    let refused = [
        stats::entropy(&number),
        stats::trim_mean(&number, 0.1, 0),
        stats::zscore(&number, Scores::new()),
        stats::boxcox_llf(1.0, &number),
        stats::trim_mean(&equal, 0.1, 1),
    ];
    assert!(refused.iter().all(|y| matches!(y, Err(Error::Axis { .. }))));
    let refused = [
        stats::trim_mean(&equal, 0.7, 0),
        stats::trim_mean(&equal, -0.1, 0),
        stats::trim_mean(&equal, f64::NAN, 0),
        stats::entropy_with(&equal, Entropy::new().base(0.0)),
        stats::entropy_with(&equal, Entropy::new().base(f64::NAN)),
    ];
    assert!(refused.iter().all(|y| matches!(y, Err(Error::Value { .. }))));
    assert!(matches!(stats::zmap(&equal, &xp.ones::<f64>([2, 2]).unwrap(), Scores::new()), Err(Error::Shape { .. })));
}
