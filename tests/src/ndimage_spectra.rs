//! Fourier filters and distances of images, against SciPy's values.

use crate::data::npz;
use crate::ndimage_filters::{load, same, strided};
use xparray::prelude::*;
use xparray::scipy::ndimage::*;
use xparray::{Error, Result};

/// Fourier filters, of each element type, of complex transforms and of real ones.
pub fn fourier<B: Backend>(xp: &B) {
    let data = npz("ndimage_spectra.npz");
    type Operation<B> = fn(&DynArray<B>, PerAxis<f64>, Spectrum) -> Result<DynArray<B>>;
    let operations: [(&str, Operation<B>); 4] = [
        ("fourier_gaussian", fourier_gaussian),
        ("fourier_uniform", fourier_uniform),
        ("fourier_ellipsoid", fourier_ellipsoid),
        ("fourier_shift", fourier_shift),
    ];
    for (label, numbers) in [("line", vec![1.3]), ("image", vec![1.3, 2.6]), ("volume", vec![0.8, 3.1, 1.7])] {
        for name in ["i32", "f32", "f64", "complex64", "complex128"] {
            let x = strided(&load(xp, &data, &format!("{label}/{name}")));
            let n = 2 * x.shape()[x.ndim() - 1] - 1;
            for (what, f) in operations {
                let key = format!("{what}/{label}/{name}");
                same(&f(&x, numbers.clone().into(), Spectrum::complex()), &data, &key);
                same(&f(&x, 2.5.into(), Spectrum::real(n, -1)), &data, &format!("{key}/real"));
            }
        }
    }
    for (_, f) in operations {
        assert_eq!(
            f(&xp.zeros::<f32>([0, 3]).unwrap().into_dyn(), 1.0.into(), Spectrum::complex()).unwrap().shape(),
            [0, 3]
        );
        assert!(
            f(&xp.full([], 2.0).unwrap().into_dyn(), 1.0.into(), Spectrum::complex())
                .unwrap()
                .to_string()
                .starts_with('2')
        );
        let x = xp.ones::<f64>(3).unwrap().broadcast_to([2, 3]).unwrap().into_dyn();
        let copy = f(&x.copy().unwrap(), 1.0.into(), Spectrum::complex()).unwrap();
        assert!(f(&x, 1.0.into(), Spectrum::complex()).unwrap().array_equal(&copy).unwrap());
        assert!(matches!(f(&x, [1.0].into(), Spectrum::complex()), Err(Error::Value { .. })));
        assert!(matches!(f(&x, 1.0.into(), Spectrum::real(0, 0)), Err(Error::Value { .. })));
        assert!(matches!(f(&x, 1.0.into(), Spectrum::real(3, 2)), Err(Error::Axis { .. })));
    }
    let four = xp.ones::<f64>([1, 1, 1, 1]).unwrap();
    assert!(matches!(fourier_ellipsoid(&four, 1.0, Spectrum::complex()), Err(Error::Value { .. })));
}

/// Distances to the background, and where it is.
pub fn distances<B: Backend>(xp: &B) {
    let data = npz("ndimage_spectra.npz");
    for label in ["line", "image", "volume"] {
        let x = strided(&load(xp, &data, &format!("distance/{label}")));
        let ndim = x.ndim();
        for (case, sampling) in [("", vec![1.0; ndim]), ("/sampling", [0.7, 2.0, 1.1][..ndim].to_vec())] {
            for x in [x.clone(), x.astype(DType::F32).unwrap().multiply(-3.0).unwrap()] {
                let (found, indices) = distance_transform_edt(&x, sampling.clone()).unwrap();
                // Where the background is, it is, and as far away as the distance says.
                let strides = |axis: usize| x.shape()[axis + 1..].iter().product::<usize>() as i64;
                let place =
                    (0..ndim).map(|axis| indices.take(axis as isize, 0).unwrap().multiply(strides(axis)).unwrap());
                let place = place.reduce(|x, y| x.add(&y).unwrap()).unwrap();
                assert!(
                    !x.reshape(-1).unwrap().take(&place, 0).unwrap().any(..).unwrap().item().unwrap().get::<bool>()
                );
                same(&Ok(found), &data, &format!("edt/{label}{case}"));
            }
        }
        for (name, metric) in [("chessboard", Metric::Chessboard), ("taxicab", Metric::Taxicab)] {
            same(&distance_transform_cdt(&x, metric), &data, &format!("cdt/{label}/{name}"));
        }
    }
    // Lines that come in parts, and rows of one array.
    let long = xp.arange(6000).unwrap().remainder(5999).unwrap().not_equal(0).unwrap().broadcast_to([2, 6000]).unwrap();
    let found = distance_transform_edt(&long, 1.0).unwrap().0;
    assert_eq!(found.slice(s![1, 2990..3010]).unwrap().max(..).unwrap().to_string(), "2999.0");
    for shape in [vec![0], vec![2, 0]] {
        let none = xp.zeros::<bool>(&shape[..]).unwrap();
        let (found, indices) = distance_transform_edt(&none, 1.0).unwrap();
        assert_eq!((found.shape(), indices.ndim()), (&shape[..], shape.len() + 1));
        assert_eq!(distance_transform_cdt(&none, Metric::Taxicab).unwrap().shape(), &shape[..]);
    }
    let full = xp.ones::<bool>([2, 3]).unwrap();
    assert!(
        distance_transform_edt(&full, 1.0).unwrap().0.isinf().unwrap().all(..).unwrap().item().unwrap().get::<bool>()
    );
    assert_eq!(distance_transform_cdt(&full, Metric::Chessboard).unwrap().to_string(), "[[-1 -1 -1]\n [-1 -1 -1]]");
    assert_eq!(distance_transform_edt(&xp.full([], false).unwrap(), 1.0).unwrap().0.to_string(), "0.0");
    assert!(matches!(distance_transform_edt(&full, [1.0]), Err(Error::Value { .. })));
}

/// Distances in arrays of few elements of the background, beside those to each of them.
pub fn far<B: Backend>(xp: &B) {
    for (shape, every) in [(vec![2100, 90], 20_011), (vec![150, 1300], 4001), (vec![40, 50, 130], 15_013)] {
        let count = shape.iter().product::<usize>();
        let filled: Vec<bool> = (0..count as u64).map(|k| k * 2_654_435_761 % every != every / 2).collect();
        let coordinates = |mut k: usize| -> Vec<i64> {
            let along = |&n: &usize| {
                let at = k % n;
                k /= n;
                at as i64
            };
            shape.iter().rev().map(along).collect()
        };
        let background: Vec<_> = (0..count).filter(|&k| !filled[k]).map(coordinates).collect();
        assert!(background.len() > 5);
        let steps = |own: &[i64], joined: fn(i64, i64) -> i64| {
            let to = |other: &Vec<i64>| own.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0, joined);
            background.iter().map(to).min().unwrap()
        };
        let x = xp.from_slice(&filled, &shape[..]).unwrap();
        let squares = distance_transform_edt(&x, 1.0).unwrap().0.square().unwrap().round(0).unwrap();
        let squares = squares.typed::<f64>().unwrap().to_vec().unwrap();
        let [largest, sums] = [Metric::Chessboard, Metric::Taxicab]
            .map(|metric| distance_transform_cdt(&x, metric).unwrap().typed::<i32>().unwrap().to_vec().unwrap());
        for k in 0..count {
            let own = coordinates(k);
            let found = (squares[k] as i64, i64::from(largest[k]), i64::from(sums[k]));
            let expected =
                (steps(&own, |sum, x| sum + x * x), steps(&own, |most, x| most.max(x)), steps(&own, |sum, x| sum + x));
            assert_eq!(found, expected, "{shape:?} {own:?}");
        }
    }
}
