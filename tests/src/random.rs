//! Random numbers: known bits, reproducible streams, and the right distributions.

use std::collections::BTreeSet;
use xparray::Error;
use xparray::ir::Distribution;
use xparray::prelude::*;
use xparray::s;

/// Philox4x32-10 as its paper defines it, word by word.
fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let wide = |x: u32, multiplier: u64| x as u64 * multiplier;
    let [mut c0, mut c1, mut c2, mut c3] = counter;
    let [mut k0, mut k1] = key;
    for _ in 0..10 {
        let (low, high) = (wide(c0, 0xD251_1F53), wide(c2, 0xCD9E_8D57));
        (c0, c1, c2, c3) = ((high >> 32) as u32 ^ c1 ^ k0, high as u32, (low >> 32) as u32 ^ c3 ^ k1, low as u32);
        (k0, k1) = (k0.wrapping_add(0x9E37_79B9), k1.wrapping_add(0xBB67_AE85));
    }
    [c0, c1, c2, c3]
}

/// Word `i` of a stream.
fn word(seed: u64, stream: u64, i: u64) -> u32 {
    let (block, halves) = (i / 4, |x: u64| [x as u32, (x >> 32) as u32]);
    let ([b0, b1], [s0, s1]) = (halves(block), halves(stream));
    philox([b0, b1, s0, s1], halves(seed))[(i % 4) as usize]
}

/// Random words of the backend, from a place in a stream.
fn bits<B: Backend>(xp: &B, seed: u64, stream: u64, offset: u64, len: usize) -> Vec<u32> {
    let buffer = xp.random(Distribution::Bits, DType::U32, seed, stream, offset, len, None).unwrap();
    let mut bytes = vec![0; 4 * len];
    xp.download(&buffer, 0, &mut bytes).unwrap();
    bytes.chunks_exact(4).map(|word| u32::from_ne_bytes(word.try_into().unwrap())).collect()
}

/// The known answers of Random123, and what follows from the algorithm for other streams.
pub fn known_bits<B: Backend>(xp: &B) {
    assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    assert_eq!(philox([u32::MAX; 4], [u32::MAX; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    assert_eq!(
        philox([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]),
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
    );
    assert_eq!(bits(xp, 0, 0, 0, 4), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    for (seed, stream) in [(0, 1), (42, 0), (u64::MAX, 1 << 40), (1 << 33, u64::MAX)] {
        for offset in [0, 3, 1 << 35] {
            let expected: Vec<u32> = (offset..offset + 301).map(|i| word(seed, stream, i)).collect();
            assert_eq!(bits(xp, seed, stream, offset, 301), expected, "{seed} {stream} {offset}");
        }
    }
}

/// The generator's uniforms and integers are those bits.
pub fn values_are_made_of_the_bits<B: Backend>(xp: &B) {
    let seed = 0x0123_4567_89ab_cdef;
    let mut rng = xp.rng(seed);
    let single = rng.random::<f32>(200).unwrap().to_vec().unwrap();
    let double = rng.random::<f64>(200).unwrap().to_vec().unwrap();
    let half = rng.random::<f16>(200).unwrap().to_vec().unwrap();
    let brain = rng.random::<bf16>(200).unwrap().to_vec().unwrap();
    let dice = rng.integers::<i32>(-3, 5, 200).unwrap().to_vec().unwrap();
    let wide = rng.integers_inclusive::<u64>(0, u64::MAX, 200).unwrap().to_vec().unwrap();
    for i in 0..200 {
        let (k, word) = (i as u64, |stream| word(seed, stream, i as u64));
        let pair = |stream| self::word(seed, stream, 2 * k) as u64 | (self::word(seed, stream, 2 * k + 1) as u64) << 32;
        assert_eq!(single[i], (word(0) >> 8) as f32 / (1u32 << 24) as f32);
        assert_eq!(double[i], (pair(1) >> 11) as f64 / (1u64 << 53) as f64);
        assert_eq!(half[i].to_f64(), (word(2) >> 21) as f64 / 2048.0);
        assert_eq!(brain[i].to_f64(), (word(3) >> 24) as f64 / 256.0);
        // A power of two never needs a second try.
        assert_eq!(dice[i], (word(4) >> 29) as i32 - 3);
        assert_eq!(wide[i], pair(5));
    }
}

/// The same seed gives the same arrays; another seed, or the next array, others.
pub fn streams_are_reproducible<B: Backend>(xp: &B) {
    let draw = |seed| {
        let mut rng = xp.rng(seed);
        let first = rng.normal::<f64>([3, 50]).unwrap();
        let second = rng.normal::<f64>([3, 50]).unwrap();
        (first.to_vec().unwrap(), second.to_vec().unwrap())
    };
    assert_eq!(draw(7), draw(7));
    assert_ne!(draw(7).0, draw(8).0);
    assert_ne!(draw(7).0, draw(7).1);
    // A clone goes on where the generator is.
    let mut rng = xp.rng(1);
    let _ = rng.random::<f32>(10).unwrap();
    let mut other = rng.clone();
    assert_eq!(rng.random::<f32>(10).unwrap().to_vec().unwrap(), other.random::<f32>(10).unwrap().to_vec().unwrap());
    // The values depend on the place, not on the shape or on how many there are.
    let long = xp.rng(9).random::<f64>(1000).unwrap().to_vec().unwrap();
    assert_eq!(xp.rng(9).random::<f64>([10, 10]).unwrap().to_vec().unwrap(), long[..100]);
}

/// A fill fuses with what uses it, and gives what it gives alone.
pub fn fills_fuse<B: Backend>(xp: &B) {
    let n = 100_003;
    let alone = xp.rng(3).random::<f32>(n).unwrap().to_vec().unwrap();
    let before = xp.stats();
    let scaled = xp.rng(3).random::<f32>(n).unwrap() * 4.0 - 1.0;
    scaled.eval().unwrap();
    let stats = xp.stats() - before;
    assert_eq!((stats.kernels, stats.allocations, stats.operands_read), (1, 1, 0));
    assert_eq!(scaled.to_vec().unwrap(), alone.iter().map(|x| x * 4.0 - 1.0).collect::<Vec<_>>());
    let before = xp.stats();
    let inside = xp.rng(3).random::<f32>(n).unwrap().less(0.25).unwrap().count_nonzero(..).unwrap();
    assert_eq!(inside.item().unwrap(), alone.iter().filter(|&&x| x < 0.25).count() as i64);
    assert_eq!((xp.stats() - before).operands_read, 0);
    let part = xp.rng(3).random::<f32>(n).unwrap().slice(s![500..600;-1]).unwrap();
    assert!(part.is_empty());
    let part = xp.rng(3).random::<f32>(n).unwrap().slice(s![600..500;-3]).unwrap();
    assert_eq!(part.to_vec().unwrap(), alone[501..=600].iter().rev().step_by(3).copied().collect::<Vec<_>>());
    let normal = xp.rng(3).normal::<f64>([100, 7]).unwrap();
    let turned = xp.rng(3).normal::<f64>([100, 7]).unwrap().permute_dims([1, 0]).unwrap() * 2.0;
    let values = normal.to_vec().unwrap();
    let expected: Vec<f64> = (0..700).map(|i| values[i % 100 * 7 + i / 100] * 2.0).collect();
    assert_eq!(turned.to_vec().unwrap(), expected);
}

/// Mean, variance, skewness and excess kurtosis.
fn moments(values: &[f64]) -> [f64; 4] {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let central = |k| values.iter().map(|x| (x - mean).powi(k)).sum::<f64>() / n;
    let variance = central(2);
    [mean, variance, central(3) / variance.powf(1.5), central(4) / variance.powi(2) - 3.0]
}

/// Uniform, normal and exponential values have their moments, to within 5 standard errors.
pub fn distributions_have_their_moments<B: Backend>(xp: &B) {
    crate::for_types!(floats, T => {
        let n = 200_000;
        let error = 5.0 / (n as f64).sqrt();
        // Half-precision types round: a uniform down, by half a step on average.
        let step = match T::DTYPE {
            DType::F16 => 2f64.powi(-11),
            DType::BF16 => 2f64.powi(-8),
            _ => 0.0,
        };
        let values = |x: Array<T, B>| x.astype::<f64>().to_vec().unwrap();
        let cast = |x: f64| x.cast::<T>();
        let mut rng = xp.rng(11);
        let uniform = values(rng.random::<T>(n).unwrap());
        assert!(uniform.iter().all(|x| (0.0..1.0).contains(x)), "{} uniforms", T::DTYPE);
        let [mean, variance, ..] = moments(&uniform);
        assert!((mean + step / 2.0 - 0.5).abs() < error / 12f64.sqrt(), "{} mean {mean}", T::DTYPE);
        assert!((variance - 1.0 / 12.0).abs() < error / 180f64.sqrt() + step * step, "{} variance {variance}", T::DTYPE);
        assert!(matches!(rng.uniform(cast(1.0), cast(0.0), n), Err(Error::Value { .. })));
        assert!(matches!(rng.uniform(cast(0.0), cast(f64::NAN), n), Err(Error::Value { .. })));
        let between = values(rng.uniform(cast(-4.0), cast(8.0), n).unwrap());
        assert!(between.iter().all(|x| (-4.0..=8.0).contains(x)));
        assert!((moments(&between)[0] - 2.0 + 6.0 * step).abs() < 12.0 * error / 12f64.sqrt() + 8.0 * step);

        let [mean, variance, skewness, kurtosis] = moments(&values(rng.normal::<T>(n).unwrap()));
        assert!(mean.abs() < error && (variance - 1.0).abs() < error * 2f64.sqrt() + step, "{} {mean} {variance}", T::DTYPE);
        assert!(skewness.abs() < error * 6f64.sqrt() && kurtosis.abs() < error * 24f64.sqrt() + step);
        let [mean, variance, ..] = moments(&values(rng.normal_with::<T>(n, Normal::new().mean(2).std(0.5)).unwrap()));
        assert!((mean - 2.0).abs() < error / 2.0 + step && (variance - 0.25).abs() < error * 2f64.sqrt() / 4.0 + step);

        let exponential = values(rng.exponential(cast(2.0), n).unwrap());
        assert!(exponential.iter().all(|&x| x >= 0.0));
        let [mean, variance, ..] = moments(&exponential);
        assert!((mean - 2.0).abs() < 2.0 * error + step && (variance - 4.0).abs() < 4.0 * error * 8f64.sqrt() + step);
    });
}

/// Integers reach the ends of their range, every value equally often.
pub fn integers_are_unbiased<B: Backend>(xp: &B) {
    let mut rng = xp.rng(2);
    let all = rng.integers_inclusive(i8::MIN, i8::MAX, 10_000).unwrap().to_vec().unwrap();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 256);
    assert_eq!(rng.integers(5u64, 6, 100).unwrap().to_vec().unwrap(), [5; 100]);
    let large = rng.integers(i64::MIN, i64::MIN + 2, 1000).unwrap().to_vec().unwrap();
    assert_eq!(large.into_iter().collect::<BTreeSet<_>>(), [i64::MIN, i64::MIN + 1].into());
    crate::for_types!(integers, T => {
        let n = 70_000;
        let values = rng.integers(0i8.cast::<T>(), 7i8.cast(), n).unwrap().astype::<i64>();
        let counts = values.bincount_with(Bincount::new().minlength(7)).unwrap().to_vec().unwrap();
        let chi: f64 = counts.iter().map(|&c| (c as f64 - 1e4).powi(2) / 1e4).sum();
        // Six degrees of freedom: above 38.3 with a probability of 1e-6.
        assert!(counts.len() == 7 && chi < 38.3, "{}: {counts:?}", T::DTYPE);
    });
    // With a remainder, the lowest third of these would come up twice as often as the others.
    let thirds = |values: Vec<f64>| {
        let mut counts = [0.0f64; 3];
        values.iter().for_each(|&x| counts[((x * 3.0) as usize).min(2)] += 1.0);
        let n = values.len() as f64 / 3.0;
        counts.iter().map(|c| (c - n).powi(2) / n).sum::<f64>()
    };
    let narrow = rng.integers(0u32, 3 << 30, 60_000).unwrap().to_vec().unwrap();
    assert!(thirds(narrow.iter().map(|&x| x as f64 / (3u64 << 30) as f64).collect()) < 27.6);
    let wide = rng.integers(0u64, 3 << 62, 60_000).unwrap().to_vec().unwrap();
    assert!(thirds(wide.iter().map(|&x| x as f64 / (3u128 << 62) as f64).collect()) < 27.6);
}

/// A permutation has every number once, and is not the identity.
pub fn permutations<B: Backend>(xp: &B) {
    let mut rng = xp.rng(6);
    for n in [0usize, 1, 2, 3, 10, 1000, 65_536, 100_003] {
        let order = rng.permutation(n).unwrap().to_vec().unwrap();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, &x)| i as i64 == x), "{n}");
        let fixed = order.iter().enumerate().filter(|&(i, &x)| i as i64 == x).count();
        assert!(n < 10 || fixed < 10, "{n}: {fixed} stay where they were");
    }
    assert_eq!(
        xp.rng(4).permutation(100).unwrap().to_vec().unwrap(),
        xp.rng(4).permutation(100).unwrap().to_vec().unwrap()
    );
    // Each of the 6 orders of three about equally often: five degrees of freedom.
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..6000 {
        *counts.entry(rng.permutation(3).unwrap().to_vec().unwrap()).or_insert(0.0) += 1.0;
    }
    assert!(
        counts.len() == 6 && counts.values().map(|c: &f64| (c - 1e3).powi(2) / 1e3).sum::<f64>() < 35.9,
        "{counts:?}"
    );
    let rows = xp.arange((0i32, 60, 1)).unwrap().reshape([20, 3]).unwrap();
    let mut shuffled: Vec<_> = rng.permuted(&rows).unwrap().to_vec().unwrap().chunks(3).map(<[i32]>::to_vec).collect();
    shuffled.sort();
    assert_eq!(shuffled.concat(), rows.to_vec().unwrap());
}

/// Ranges without values, and scales below zero.
pub fn wrong_parameters<B: Backend>(xp: &B) {
    let mut rng = xp.rng(0);
    assert!(matches!(rng.integers(5i32, 5, 3), Err(Error::Value { .. })));
    assert!(matches!(rng.integers_inclusive(1u8, 0, 3), Err(Error::Value { .. })));
    assert!(matches!(rng.integers(1u64 << 63, 1, 3), Err(Error::Value { .. })));
    assert!(matches!(rng.normal_with::<f32>(3, Normal::new().std(-1)), Err(Error::Value { .. })));
    assert!(matches!(rng.exponential(-1.0f64, 3), Err(Error::Value { .. })));
    assert!(matches!(rng.permuted(&xp.scalar(1)), Err(Error::Axis { .. })));
    assert_eq!(rng.random::<f32>([0, 4]).unwrap().shape(), [0, 4]);
}
