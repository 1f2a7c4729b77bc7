use std::fmt::Debug;
use std::mem::MaybeUninit;

use half::{bf16, f16};
use num_traits::ToPrimitive;

use super::integers::EmptyRange;
use super::normal::Normal;
use super::permutation::OutOfRange;
use super::philox::philox4x32;
use super::uniform::Uniform;
use super::*;

const STREAM: Stream = Stream { seed: 0x0123_4567_89ab_cdef, id: 7, offset: 0 };

/// The values that a fill writes.
fn filled<T: Copy>(n: usize, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
    let mut out = vec![MaybeUninit::uninit(); n];
    fill(&mut out);
    // SAFETY: fills write every element.
    out.into_iter().map(|x| unsafe { x.assume_init() }).collect()
}

fn to_f64<T: ToPrimitive>(values: &[T]) -> Vec<f64> {
    values.iter().map(|x| x.to_f64().unwrap()).collect()
}

/// Checks that fills in parts, at any offset and on any number of threads, equal one fill.
fn check_parts<T: Copy + PartialEq + Debug + Send>(fill: impl Fn(Stream, &mut [MaybeUninit<T>]) + Sync) {
    let serial = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    // Long enough for several tasks.
    let n = 140_003;
    let whole = serial.install(|| filled(n, |out| fill(STREAM, out)));
    let threads = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for offset in [0, 1, 2, 3, 5, 63, 64, 65, 1000, 99_999, n] {
        for len in [0, 1, 2, 3, 4, 62, 63, 64, 130, n - offset] {
            let len = len.min(n - offset);
            let part = threads.install(|| filled(len, |out| fill(STREAM.skip(offset as u64), out)));
            assert_eq!(part, whole[offset..offset + len], "{offset} {len}");
        }
    }
    // Positions wrap around.
    let wrapped = filled(300, |out| fill(STREAM.skip(u64::MAX - 99), out));
    assert_eq!(wrapped[100..], whole[..200]);
}

/// Checks that elements at any places are those of fills.
fn check_places<T: Copy + PartialEq + Debug>(
    fill: impl Fn(Stream, &mut [MaybeUninit<T>]),
    fill_at: impl Fn(Stream, &[u64], &mut [MaybeUninit<T>]),
) {
    let places: Vec<u64> = (0..50u64).map(|k| if k % 7 == 3 { u64::MAX - k } else { k * k * 37 % 1001 }).collect();
    for n in [0, 1, 15, 16, 17, 50] {
        let expected: Vec<T> = places[..n].iter().map(|&at| filled(1, |out| fill(STREAM.skip(at), out))[0]).collect();
        assert_eq!(filled(n, |out| fill_at(STREAM.skip(1), &places[..n], out)), expected);
    }
}

#[test]
fn elements_at_places() {
    check_places::<u32>(bits, bits_at);
    check_places::<u64>(bits, bits_at);
    check_places::<f16>(uniform, uniform_at);
    check_places::<f32>(uniform, uniform_at);
    check_places::<f64>(uniform, uniform_at);
    check_places::<bf16>(standard_normal, standard_normal_at);
    check_places::<f32>(standard_normal, standard_normal_at);
    check_places::<f64>(standard_normal, standard_normal_at);
    check_places::<f32>(standard_exponential, standard_exponential_at);
    check_places::<f64>(standard_exponential, standard_exponential_at);
}

#[test]
fn a_fill_in_parts_is_one_fill() {
    check_parts::<u32>(bits);
    check_parts::<u64>(bits);
    check_parts::<f32>(uniform);
    check_parts::<f64>(uniform);
    check_parts::<f16>(uniform);
    check_parts::<f32>(standard_normal);
    check_parts::<f64>(standard_normal);
    check_parts::<bf16>(standard_normal);
    check_parts::<f32>(standard_exponential);
    check_parts::<f64>(standard_exponential);
    check_parts::<i8>(|stream, out| integers_inclusive(stream, -5, 99, out).unwrap());
    // Ranges for which many values are refused.
    check_parts::<u32>(|stream, out| integers_inclusive(stream, 0, (3 << 30) - 1, out).unwrap());
    check_parts::<u64>(|stream, out| integers_inclusive(stream, 0, (3 << 62) - 1, out).unwrap());
}

#[test]
fn words_are_those_of_the_definition() {
    let stream = Stream { offset: 5, ..STREAM };
    let word = |i: u64| {
        let block = i / 4;
        let counter = [block as u32, (block >> 32) as u32, 7, 0];
        philox4x32(counter, [0x89ab_cdef, 0x0123_4567])[(i % 4) as usize]
    };
    let pair = |i: u64| u64::from(word(2 * i)) | u64::from(word(2 * i + 1)) << 32;
    let words = filled(100, |out| bits::<u32>(stream, out));
    let pairs = filled(100, |out| bits::<u64>(stream, out));
    let floats = filled(100, |out| uniform::<f32>(stream, out));
    let doubles = filled(100, |out| uniform::<f64>(stream, out));
    let normals = filled(100, |out| standard_normal::<f64>(stream, out));
    let dice = filled(100, |out| integers_inclusive(stream, 1i64, 6, out).unwrap());
    for i in 0..100 {
        let p = 5 + i as u64;
        assert_eq!(words[i], word(p));
        assert_eq!(pairs[i], pair(p));
        assert_eq!(floats[i], (word(p) >> 8) as f32 / 16_777_216.0);
        assert_eq!(doubles[i], (pair(p) >> 11) as f64 / 9_007_199_254_740_992.0);
        assert_eq!(dice[i], 1 + ((u128::from(pair(p)) * 6) >> 64) as i64);
        let turn = |i: u64| pair(i) as f64 / 2f64.powi(64);
        let r = (-2.0 * (-turn(p & !1)).ln_1p()).sqrt();
        let (sin, cos) = (std::f64::consts::TAU * turn(p | 1)).sin_cos();
        let expected = r * if p & 1 == 0 { cos } else { sin };
        assert!((normals[i] - expected).abs() < 4e-15, "{} {expected}", normals[i]);
    }
    assert_ne!(words, filled(100, |out| bits::<u32>(Stream { id: 8, ..stream }, out)));
    assert_ne!(words, filled(100, |out| bits::<u32>(Stream { seed: 0, ..stream }, out)));
}

/// The Kolmogorov-Smirnov statistic of values against their distribution function, times `sqrt(n)`: above
/// 2.2 with a probability of 1.2e-4 if it is theirs.
fn kolmogorov_smirnov(mut values: Vec<f64>, cdf: impl Fn(f64) -> f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len() as f64;
    let distances = values.iter().enumerate().map(|(i, &x)| {
        let p = cdf(x);
        (p - i as f64 / n).max((i + 1) as f64 / n - p)
    });
    distances.fold(0.0, f64::max) * n.sqrt()
}

/// Checks the mean and the variance to within 4.5 standard errors, from the fourth central moment.
fn check_moments(values: &[f64], mean: f64, variance: f64, fourth: f64) {
    let n = values.len() as f64;
    let m = values.iter().sum::<f64>() / n;
    let v = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    assert!((m - mean).abs() < 4.5 * (variance / n).sqrt(), "mean {m}");
    let error = ((fourth - variance * variance) / n).sqrt();
    assert!((v - variance).abs() < 4.5 * error, "variance {v}");
}

fn check_uniform<T: Uniform + ToPrimitive>(spacing: f64) {
    let values = to_f64(&filled(200_000, |out| uniform::<T>(STREAM, out)));
    assert!(values.iter().all(|x| (0.0..1.0).contains(x)));
    // From the left ends of the intervals to their middles.
    let middles: Vec<_> = values.iter().map(|x| x + spacing / 2.0).collect();
    check_moments(&middles, 0.5, 1.0 / 12.0, 1.0 / 80.0);
    if spacing < 1e-6 {
        assert!(kolmogorov_smirnov(values, |x| x) < 2.2);
    }
}

#[test]
fn uniforms_are_uniform() {
    check_uniform::<f32>(2f64.powi(-24));
    check_uniform::<f64>(2f64.powi(-53));
    check_uniform::<f16>(2f64.powi(-11));
    check_uniform::<bf16>(2f64.powi(-8));
}

/// The normal distribution function, from Simpson's rule on the density.
fn normal_cdf(x: f64) -> f64 {
    let steps = 200;
    let h = x / f64::from(steps);
    let density = |t: f64| (-t * t / 2.0).exp() / std::f64::consts::TAU.sqrt();
    let weighted = (0..=steps).map(|i| {
        let weight = if i == 0 || i == steps { 1.0 } else { f64::from(2 + i % 2 * 2) };
        weight * density(f64::from(i) * h)
    });
    0.5 + weighted.sum::<f64>() * h / 3.0
}

fn check_normal<T: Normal + ToPrimitive>(continuous: bool) {
    let values = to_f64(&filled(200_000, |out| standard_normal::<T>(STREAM, out)));
    check_moments(&values, 0.0, 1.0, 3.0);
    // The two of a pair, and neighbours in different pairs, are independent.
    for lag in [1, 2] {
        let n = values.len() - lag;
        let correlation = (0..n).map(|i| values[i] * values[i + lag]).sum::<f64>();
        assert!((correlation / (n as f64).sqrt()).abs() < 4.5);
    }
    // P(|x| > 3) = 0.0026998.
    let tail = values.iter().filter(|x| x.abs() > 3.0).count() as f64;
    let expected = 0.002_699_8 * values.len() as f64;
    assert!((tail - expected).abs() < 4.5 * expected.sqrt(), "{tail} {expected}");
    if continuous {
        assert!(kolmogorov_smirnov(values, normal_cdf) < 2.2);
    }
}

#[test]
fn normals_are_normal() {
    check_normal::<f32>(true);
    check_normal::<f64>(true);
    check_normal::<f16>(false);
    check_normal::<bf16>(false);
}

#[test]
fn exponentials_are_exponential() {
    let singles = to_f64(&filled(200_000, |out| standard_exponential::<f32>(STREAM, out)));
    let doubles = filled(200_000, |out| standard_exponential::<f64>(STREAM, out));
    for values in [singles, doubles] {
        assert!(values.iter().all(|&x| x >= 0.0 && x.is_finite()));
        check_moments(&values, 1.0, 1.0, 9.0);
        assert!(kolmogorov_smirnov(values, |x| -(-x).exp_m1()) < 2.2);
    }
}

/// The chi-square statistic against equal counts, in standard deviations from its mean.
fn chi_square(counts: &[u32]) -> f64 {
    let total: u32 = counts.iter().sum();
    let expected = f64::from(total) / counts.len() as f64;
    let statistic = counts.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum::<f64>();
    let freedom = counts.len() as f64 - 1.0;
    (statistic - freedom) / (2.0 * freedom).sqrt()
}

fn check_integers<T: Integer + TryFrom<i128> + Debug>(low: i128, last: i128) {
    let convert = |x: i128| T::try_from(x).ok().unwrap();
    let fill = |out: &mut _| integers_inclusive(STREAM, convert(low), convert(last), out).unwrap();
    let values: Vec<i128> = filled(100_000, fill).into_iter().map(Into::into).collect();
    assert!(values.iter().all(|x| (low..=last).contains(x)));
    // Cells whose sizes differ by at most one: fewer than values, or as many.
    let size = last - low + 1;
    let cells = size.min(96);
    if cells > 1 && (size % cells == 0 || size > 1 << 24) {
        let mut counts = vec![0; cells as usize];
        for x in values {
            // The product of a 64-bit range and the number of cells fits.
            counts[((x - low) * cells / size) as usize] += 1;
        }
        let z = chi_square(&counts);
        assert!(z.abs() < 5.0, "{low} {last}: {z}");
    }
}

#[test]
fn integers_are_uniform_in_every_range() {
    check_integers::<i8>(-128, 127);
    check_integers::<u8>(0, 255);
    check_integers::<u8>(3, 3);
    check_integers::<i16>(-300, -205);
    check_integers::<u16>(0, u16::MAX.into());
    check_integers::<i32>(i32::MIN.into(), i32::MAX.into());
    check_integers::<i32>(0, 9);
    check_integers::<u32>(0, (3 << 30) - 1);
    check_integers::<u32>(0, u32::MAX.into());
    check_integers::<i64>(-48, 47);
    check_integers::<i64>(i64::MIN.into(), i64::MAX.into());
    check_integers::<i64>(i64::MIN.into(), (i64::MAX - 1).into());
    check_integers::<i64>(0, (1 << 32) - 1);
    check_integers::<u64>(0, (3 << 62) - 1);
    check_integers::<u64>(0, u64::MAX.into());
    check_integers::<u64>(5, 5);
}

#[test]
fn refused_values_come_from_the_retries() {
    let size = 3u64 << 30;
    let values = filled(1000, |out| integers_inclusive(STREAM, 0, size as u32 - 1, out).unwrap());
    let words = filled(1000, |out| bits::<u32>(STREAM, out));
    let threshold = (1u64 << 32) % size;
    let mut refused = 0;
    for p in 0..1000u32 {
        let retries = (0..).flat_map(|k| {
            let words = philox4x32([p, 1 << 31 | k << 24, 7, 0], [0x89ab_cdef, 0x0123_4567]);
            [words[0], words[2]]
        });
        let mut tries = std::iter::once(words[p as usize]).chain(retries);
        let product = loop {
            let product = u64::from(tries.next().unwrap()) * size;
            if product % (1 << 32) >= threshold {
                break product;
            }
            refused += 1;
        };
        assert_eq!(u64::from(values[p as usize]), product >> 32);
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn a_range_without_integers_is_an_error() {
    let mut out = [MaybeUninit::<i32>::uninit(); 3];
    let error = integers_inclusive(STREAM, 4, 3, &mut out).unwrap_err();
    assert_eq!(error, EmptyRange { low: 4, high: 4 });
    assert_eq!(error.to_string(), "no integer lies in 4 .. 4");
    assert!(integers_inclusive(STREAM, i32::MAX, i32::MIN, &mut out).is_err());
}

#[test]
fn permutations_hold_every_index_once() {
    for n in [0, 1, 2, 3, 7, 16, 17, 1000, 100_000] {
        let p = filled(n, |out| permutation::<i64>(STREAM, n as u64, out).unwrap());
        let mut sorted = p.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..n as i64), "{n}");
        let q = filled(n, |out| permutation::<u32>(STREAM, n as u64, out).unwrap());
        assert!(q.into_iter().map(i64::from).eq(p.iter().copied()));
        let from = n / 3;
        let part = filled(n - from, |out| {
            permutation::<i64>(STREAM.skip(from as u64), n as u64, out).unwrap();
        });
        assert_eq!(part, p[from..]);
    }
}

#[test]
fn permutations_are_uniform() {
    let mut counts = [0; 120];
    for id in 0..24_000 {
        let stream = Stream { id, ..STREAM };
        let p = filled(5, |out| permutation::<u32>(stream, 5, out).unwrap());
        let rank = (0..5).fold(0, |rank, i| rank * (5 - i) + p[i + 1..].iter().filter(|&&x| x < p[i]).count());
        counts[rank] += 1;
    }
    assert!(chi_square(&counts).abs() < 5.0);
    // Where index 0 goes, and how far apart neighbours come to lie.
    let n = 1 << 16;
    let (mut first, mut distance) = ([0; 64], [0; 64]);
    for id in 0..40 {
        let p = filled(n, |out| permutation::<i32>(Stream { id, ..STREAM }, n as u64, out).unwrap());
        for pair in p.windows(2) {
            distance[((pair[1] - pair[0]).rem_euclid(1 << 16) >> 10) as usize] += 1;
        }
        for x in &p[..200] {
            first[(x >> 10) as usize] += 1;
        }
    }
    assert!(chi_square(&first).abs() < 5.0);
    assert!(chi_square(&distance).abs() < 5.0);
}

#[test]
fn permutations_check_their_length() {
    let mut out = [MaybeUninit::<i32>::uninit(); 3];
    let end = permutation(STREAM.skip(2), 4, &mut out).unwrap_err();
    assert_eq!(end, OutOfRange::End { start: 2, count: 3, len: 4 });
    let wide = permutation(STREAM, 1 << 32, &mut out).unwrap_err();
    assert_eq!(wide, OutOfRange::Type { len: 1 << 32 });
    let mut out = [MaybeUninit::<u64>::uninit(); 3];
    assert!(permutation(STREAM, u64::MAX, &mut out).is_err());
    let last = STREAM.skip((1 << 63) - 3);
    permutation(last, 1 << 63, &mut out).unwrap();
}
