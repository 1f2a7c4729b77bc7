//! Signals of radar and communication, against their definitions in `f64`.

use crate::compare::{close, parts};
use crate::elementwise::layouts;
use crate::for_types;
use std::f64::consts::TAU;
use xparray::prelude::*;
use xparray::scipy::signal::{
    PulseCompression, PulseDoppler, ca_cfar, cfar_alpha, channelize_poly, convolve1d3o, freq_shift, pulse_compression,
    pulse_doppler,
};
use xparray::{Error, s};

type Z = Complex<f64>;

/// Small numbers of any type, no two neighbours equal.
fn numbers<T: Element>(n: usize) -> Vec<T> {
    (0..n as i64).map(|i| ((i * i + 3 * i) % 7 + 1).cast()).collect()
}

fn exact<T: Element>(values: &[T]) -> Vec<Z> {
    values
        .iter()
        .map(|&v| {
            let [re, im] = parts(v);
            Z::new(re, im)
        })
        .collect()
}

/// `sum(x[j] exp(sign 2 pi i j k / n))`.
fn dft(x: &[Z], sign: f64) -> Vec<Z> {
    let n = x.len();
    let term = |j: usize, k: usize| x[j] * Z::from_polar(1.0, sign * TAU * ((j * k) % n) as f64 / n as f64);
    (0..n).map(|k| (0..n).map(|j| term(j, k)).sum()).collect()
}

fn padded(x: &[Z], n: usize) -> Vec<Z> {
    (0..n).map(|k| x.get(k).copied().unwrap_or_default()).collect()
}

/// Equal to within roundings of the largest number, in the precision of the result.
fn same<B: Backend>(actual: &DynArray<B>, shape: &[usize], expected: &[Z], what: &str) {
    assert_eq!(actual.shape(), shape, "{what}");
    let eps = match actual.dtype() {
        DType::F16 => 2e-3,
        DType::BF16 => 2e-2,
        DType::F32 | DType::Complex64 => 1e-6,
        _ => 1e-14,
    };
    let values: Vec<Z> = actual.astype(DType::Complex128).unwrap().typed::<Z>().unwrap().to_vec().unwrap();
    let largest = expected.iter().map(|z| z.norm()).fold(0.0, f64::max);
    assert_eq!(values.len(), expected.len(), "{what}");
    for (a, e) in values.iter().zip(expected) {
        assert!((a - e).norm() <= 8.0 * eps * largest, "{what} of {}: {values:?}, not {expected:?}", actual.dtype());
    }
}

/// `freq_shift`.
pub fn shifts<B: Backend>(xp: &B) {
    for_types!(numbers, T => {
        let values = numbers::<T>(6);
        let turned = |x: &[Z], turns: f64| -> Vec<Z> {
            x.iter().enumerate().map(|(k, z)| z * Z::from_polar(1.0, -TAU * turns * k as f64)).collect()
        };
        for x in layouts(&xp.array(&values).unwrap()) {
            same(&freq_shift(&x, 0.3, 2.0).unwrap(), &[6], &turned(&exact(&values), 0.15), "shift");
        }
        let x = xp.from_slice(&values, [2, 3]).unwrap();
        let rows: Vec<Z> = exact(&values).chunks(3).flat_map(|row| turned(row, -1.25)).collect();
        same(&freq_shift(&x, -2.5, 2.0).unwrap(), &[2, 3], &rows, "rows");
        let one = x.slice(s![0, ..1]).unwrap().broadcast_to([2, 4]).unwrap();
        let expected: Vec<Z> = [turned(&[exact(&values)[0]; 4], 0.25), turned(&[exact(&values)[0]; 4], 0.25)].concat();
        same(&freq_shift(&one, 1.0, 4.0).unwrap(), &[2, 4], &expected, "broadcast");
        assert_eq!(freq_shift(&xp.zeros::<T>([2, 0]).unwrap(), 1.0, 2.0).unwrap().shape(), [2, 0]);
        let dtype = freq_shift(&x, 1.0, 2.0).unwrap().dtype();
        assert_eq!(dtype, T::DTYPE.complex());
    });
    // Far out, and by many turns: angles keep their digits.
    let n = 1 << 20;
    let far = freq_shift(&xp.ones::<f64>(n).unwrap(), 1e6 + 0.25, 1.0).unwrap().slice(s![n as isize - 3..]).unwrap();
    let quarters = [Z::new(0.0, -1.0), Z::new(-1.0, 0.0), Z::new(0.0, 1.0)];
    same(&far, &[3], &quarters, "far out");
    let x = xp.ones::<f64>(3).unwrap();
    assert!(matches!(freq_shift(&x, 1.0, 0.0), Err(Error::Value { .. })));
    assert!(matches!(freq_shift(&x, f64::NAN, 1.0), Err(Error::Value { .. })));
    assert!(matches!(freq_shift(&xp.full([], true).unwrap(), 1.0, 1.0), Err(Error::DType { .. })));
    assert!(matches!(freq_shift(&xp.full([], 1.0).unwrap(), 1.0, 1.0), Err(Error::Axis { .. })));
}

/// `ca_cfar` and `cfar_alpha`.
pub fn detection<B: Backend>(xp: &B) {
    for (pfa, n, expected) in
        [(1e-3, 1, 999.0), (1e-3, 16, 8.638_824_416_951_872), (0.5, 2, 0.828_427_124_746_190_1), (1.0, 4, 0.0)]
    {
        assert!(close(cfar_alpha(pfa, n).unwrap(), expected, 4.0), "{pfa} {n}: {}", cfar_alpha(pfa, n).unwrap());
    }
    // Where 1 - pfa^(-1/n) would lose all digits.
    assert!(close(cfar_alpha(0.5, 1 << 50).unwrap(), std::f64::consts::LN_2, 4.0));
    for (pfa, n) in [(0.0, 4), (-1.0, 4), (1.5, 4), (f64::NAN, 4), (0.5, 0)] {
        assert!(matches!(cfar_alpha(pfa, n), Err(Error::Value { .. })));
    }

    let frames: [(&[usize], &[usize], &[usize]); 5] = [
        (&[12], &[1], &[3]),
        (&[5], &[0], &[2]),
        (&[7, 9], &[1, 0], &[2, 3]),
        (&[6, 8], &[1, 2], &[1, 0]),
        (&[5, 6, 5], &[0, 1, 0], &[1, 1, 2]),
    ];
    for_types!(real, T => for (shape, guard, reference) in frames {
        if T::DTYPE.kind() == xparray::Kind::Bool {
            continue;
        }
        let n = shape.iter().product();
        let values = numbers::<T>(n);
        let x = xp.from_slice(&values, shape).unwrap();
        // From the definition: all cells, place by place.
        let z = exact(&values);
        let place = |flat: usize| -> Vec<isize> {
            let mut rest = flat;
            let mut place: Vec<isize> = shape.iter().rev().map(|&n| { let k = rest % n; rest /= n; k as isize }).collect();
            place.reverse();
            place
        };
        let mut expected = vec![Z::default(); n];
        for (i, threshold) in expected.iter_mut().enumerate() {
            let at = place(i);
            let margin = |axis: usize| (guard[axis] + reference[axis]) as isize;
            if (0..shape.len()).any(|axis| at[axis] < margin(axis) || at[axis] + margin(axis) >= shape[axis] as isize) {
                continue;
            }
            let (mut sum, mut count) = (0.0, 0);
            for (j, z) in z.iter().enumerate() {
                let away: Vec<isize> = place(j).iter().zip(&at).map(|(a, b)| (a - b).abs()).collect();
                let within = |bound: &dyn Fn(usize) -> isize| (0..shape.len()).all(|axis| away[axis] <= bound(axis));
                if within(&margin) && !within(&|axis| guard[axis] as isize) {
                    (sum, count) = (sum + z.re, count + 1);
                }
            }
            let n = f64::from(count);
            *threshold = Z::new(n * (0.1f64.powf(-1.0 / n) - 1.0) * sum / n, 0.0);
        }
        let (threshold, detected) = ca_cfar(&x, guard, reference, 0.1).unwrap();
        same(&threshold, shape, &expected, "thresholds");
        assert_eq!(threshold.dtype(), T::DTYPE.float());
        let above = x.as_dyn().astype(threshold.dtype()).unwrap().greater(&threshold).unwrap();
        assert_eq!(detected.to_string(), above.to_string());
        let turned = x.flip(0).unwrap();
        same(&ca_cfar(&turned, guard, reference, 0.1).unwrap().0.flip(0).unwrap(), shape, &expected, "backwards");
    });
    let x = xp.ones::<f64>([6, 6]).unwrap();
    assert!(matches!(ca_cfar(&x, &[1], &[1], 0.1), Err(Error::Shape { .. })));
    assert!(matches!(ca_cfar(&x, &[1, 1], &[2, 1], 0.1), Err(Error::Shape { .. })));
    assert!(matches!(ca_cfar(&x, &[usize::MAX, 1], &[2, 1], 0.1), Err(Error::Shape { .. })));
    assert!(matches!(ca_cfar(&x, &[1, 1], &[0, 0], 0.1), Err(Error::Value { .. })));
    assert!(matches!(ca_cfar(&x, &[1, 1], &[1, 1], 0.0), Err(Error::Value { .. })));
    assert!(matches!(ca_cfar(&xp.zeros::<f32>(0).unwrap(), &[0], &[1], 0.1), Err(Error::Shape { .. })));
    assert!(matches!(ca_cfar(&xp.full([], 1.0).unwrap(), &[], &[], 0.1), Err(Error::Axis { .. })));
    assert!(matches!(ca_cfar(&xp.zeros::<Z>(9).unwrap(), &[0], &[1], 0.1), Err(Error::DType { .. })));
}

/// `pulse_compression` and `pulse_doppler`.
pub fn pulses<B: Backend>(xp: &B) {
    for_types!(numbers, T => {
        let (values, short) = (numbers::<T>(12), numbers::<T>(3));
        let (z, t) = (exact(&values), exact(&short));
        let (x, template) = (xp.from_slice(&values, [3, 4]).unwrap(), xp.array(&short).unwrap());
        let compressed = |t: &[Z], n: usize| -> Vec<Z> {
            let spectrum = dft(&padded(t, n), -1.0);
            z.chunks(4).flat_map(|row| {
                let product: Vec<Z> = dft(&padded(row, n), -1.0).iter().zip(&spectrum).map(|(a, b)| a * b.conj()).collect();
                dft(&product, 1.0).into_iter().map(move |z| z / n as f64)
            }).collect()
        };
        let backwards = x.flip(..).unwrap().copy().flip(..).unwrap();
        for x in [&x, &backwards] {
            let actual = pulse_compression(x, &template, PulseCompression::new()).unwrap();
            same(&actual, &[3, 4], &compressed(&t, 4), "compression");
        }
        let window: Array<T, B> = xp.array(&numbers::<T>(4)[1..]).unwrap();
        let windowed: Vec<Z> = t.iter().zip(&exact(&window.to_vec().unwrap())).map(|(a, b)| a * b).collect();
        let norm = windowed.iter().map(|z| z.norm_sqr()).sum::<f64>().sqrt();
        let unit: Vec<Z> = windowed.iter().map(|z| z / norm).collect();
        let options = PulseCompression::new().window(&window).normalize(true).nfft(7);
        same(&pulse_compression(&x, &template, options).unwrap(), &[3, 7], &compressed(&unit, 7), "with options");
        same(&pulse_compression(&x, &template, PulseCompression::new().nfft(2)).unwrap(), &[3, 2], &compressed(&t, 2), "cut");

        let doppler = |window: &[Z], n: usize| -> Vec<Z> {
            let columns: Vec<Vec<Z>> = (0..4).map(|k| {
                let column: Vec<Z> = (0..3).map(|row| z[4 * row + k] * window[row]).collect();
                dft(&padded(&column, n), -1.0)
            }).collect();
            (0..n).flat_map(|row| columns.iter().map(move |column| column[row])).collect()
        };
        let ones = [Z::new(1.0, 0.0); 3];
        same(&pulse_doppler(&x, PulseDoppler::new()).unwrap(), &[3, 4], &doppler(&ones, 3), "doppler");
        let options = PulseDoppler::new().window(&template).nfft(5);
        same(&pulse_doppler(&x, options).unwrap(), &[5, 4], &doppler(&t, 5), "doppler with options");
        let row = x.slice(s![..1]).unwrap().broadcast_to([3, 4]).unwrap();
        let still = pulse_doppler(&row, PulseDoppler::new()).unwrap();
        let expected: Vec<Z> = (0..12).map(|k| if k < 4 { z[k] * 3.0 } else { Z::default() }).collect();
        same(&still, &[3, 4], &expected, "broadcast");
    });
    let (x, template) = (xp.ones::<f64>([2, 4]).unwrap(), xp.ones::<f64>(3).unwrap());
    let empty = xp.zeros::<f64>([0, 4]).unwrap();
    assert_eq!(pulse_compression(&empty, &template, PulseCompression::new()).unwrap().shape(), [0, 4]);
    assert!(matches!(pulse_doppler(&empty, PulseDoppler::new()), Err(Error::Value { .. })));
    let of = |options| pulse_compression(&x, &template, options).err();
    assert!(matches!(of(PulseCompression::new().nfft(0)), Some(Error::Value { .. })));
    assert!(matches!(of(PulseCompression::new().window(&x)), Some(Error::Shape { .. })));
    assert!(matches!(pulse_compression(&template, &template, PulseCompression::new()), Err(Error::Shape { .. })));
    assert!(matches!(pulse_compression(&x, &x, PulseCompression::new()), Err(Error::Shape { .. })));
    assert!(matches!(pulse_doppler(&x, PulseDoppler::new().window(&template)), Err(Error::Shape { .. })));
    let truth = xp.zeros::<bool>([2, 4]).unwrap();
    assert!(matches!(pulse_doppler(&truth, PulseDoppler::new()), Err(Error::DType { .. })));
}

/// `convolve1d3o` and `channelize_poly`.
pub fn filters<B: Backend>(xp: &B) {
    for_types!(inexact, T => {
        let values = numbers::<T>(9);
        let z = exact(&values);
        for [l, m, n] in [[1, 1, 1], [2, 3, 4], [3, 1, 2], [9, 2, 2]] {
            let taps: Vec<T> = (0..(l * m * n) as i64).map(|k| ((k * k) % 5 - 1).cast()).collect();
            let h = exact(&taps);
            let outputs = 9 - l.max(m).max(n) + 1;
            let term = |i: usize, k: usize| {
                let (a, b, c) = (k / (m * n), k / n % m, k % n);
                h[k] * z[i + l - 1 - a] * z[i + m - 1 - b] * z[i + n - 1 - c]
            };
            let expected: Vec<Z> = (0..outputs).map(|i| (0..l * m * n).map(|k| term(i, k)).sum()).collect();
            let filter = xp.from_slice(&taps, [l, m, n]).unwrap();
            for x in layouts(&xp.array(&values).unwrap()) {
                same(&convolve1d3o(&x, &filter).unwrap(), &[outputs], &expected, "third order");
            }
        }
        for (channels, taps) in [(1, 2), (3, 3), (4, 8), (2, 6)] {
            let filter = numbers::<T>(taps + 1)[1..].to_vec();
            let h = exact(&filter);
            let blocks = 9 / channels;
            let sum = |t: usize, p: usize| -> Z {
                let taken = |k: usize| h[channels * k + p].conj() * z[channels * (t - k) + channels - 1 - p].conj();
                (0..taps / channels).filter(|&k| k <= t).map(taken).sum()
            };
            let columns: Vec<Vec<Z>> = (0..blocks)
                .map(|t| dft(&(0..channels).map(|p| sum(t, p)).collect::<Vec<_>>(), -1.0))
                .collect();
            let expected: Vec<Z> =
                (0..channels).flat_map(|c| columns.iter().map(move |column| column[c].conj())).collect();
            let filter = xp.array(&filter).unwrap();
            for x in layouts(&xp.array(&values).unwrap()) {
                let actual = channelize_poly(&x, &filter, channels).unwrap();
                same(&actual, &[channels, blocks], &expected, "channels");
            }
        }
    });
    for_types!(integers, T => {
        let x = xp.array(&numbers::<T>(4)).unwrap();
        let h = xp.ones::<T>([1, 1, 1]).unwrap();
        let cubes: Vec<Z> = exact(&x.to_vec().unwrap()).iter().map(|z| z * z * z).collect();
        if T::DTYPE.size() > 1 {
            same(&convolve1d3o(&x, &h).unwrap(), &[4], &cubes, "cubes");
        }
        assert_eq!(channelize_poly(&x, &x, 2).unwrap().shape(), [2, 2]);
    });
    let (x, h) = (xp.ones::<f64>(4).unwrap(), xp.ones::<f64>([2, 2, 5]).unwrap());
    assert!(matches!(convolve1d3o(&x, &h), Err(Error::Shape { .. })));
    assert!(matches!(convolve1d3o(&x, &xp.ones::<f64>([2, 0, 2]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(convolve1d3o(&x, &x), Err(Error::Shape { .. })));
    assert!(matches!(channelize_poly(&x, &x, 0), Err(Error::Value { .. })));
    assert!(matches!(channelize_poly(&x, &x, 3), Err(Error::Shape { .. })));
    assert!(matches!(channelize_poly(&x, &xp.zeros::<f64>(0).unwrap(), 2), Err(Error::Shape { .. })));
    assert_eq!(channelize_poly(&xp.zeros::<f64>(0).unwrap(), &x, 2).unwrap().shape(), [2, 0]);
}
