//! Numbers that no memory holds: errors, and no end of the program. And the same work with numbers that it holds.

use std::fmt::Debug;
use xparray::prelude::*;
use xparray::sparse::{Coo, Csr};
use xparray::{Bins, Complex, Error, PadMode, s};

/// Lengths beyond every memory, of which some fit into 64 bits in none or all elements.
const HUGE: [usize; 7] = [1 << 45, 1 << 58, 1 << 60, 1 << 62, isize::MAX as usize, (1 << 63) + 1, usize::MAX];
/// Those that can be the length of an axis.
const LONG: [usize; 2] = [1 << 45, 1 << 58];

fn refused<T: Debug>(what: &str, n: usize, result: Result<T, Error>) {
    match result {
        Err(Error::OutOfMemory { .. } | Error::Value { .. }) => {}
        other => panic!("{what} of {n}: {other:?}"),
    }
}

/// Whatever an array's text would be.
fn done<T: Element, B: Backend>(x: Array<T, B>) -> Result<(), Error> {
    x.eval()
}

/// Runs with a limit that is out of reach of nothing but what is asked for here.
fn limited<B: Backend>(xp: &B, run: impl FnOnce()) {
    xp.set_memory_limit(Some(xp.memory_stats().used_bytes + (64 << 20)));
    run();
    xp.set_memory_limit(None);
}

/// More parts than fit into memory.
pub fn many_parts<B: Backend>(xp: &B) {
    let empty = xp.zeros::<f32>([0, 0]).unwrap();
    for n in HUGE {
        refused("split", n, empty.split(n, 0).map(drop));
        refused("hsplit", n, empty.hsplit(n).map(drop));
        refused("array_split", n, xp.ones::<i8>(5).unwrap().array_split(n, 0).map(drop));
    }
    for n in LONG {
        refused("unstack", n, xp.scalar(1u8).broadcast_to(n).unwrap().unstack(0).map(drop));
    }
    let x = xp.arange((0i64, 200, 1)).unwrap() * 3;
    let parts = x.unstack(0).unwrap();
    assert!(parts.iter().zip(0..).all(|(part, i)| part.item().unwrap() == 3 * i));
    let parts = x.array_split(70, 0).unwrap();
    assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [vec![3; 60], vec![2; 10]].concat());
    assert_eq!(parts[69].to_vec().unwrap(), [594, 597]);
    assert_eq!(xp.ones::<i8>(2).unwrap().array_split(5, 0).unwrap().len(), 5);
}

/// Elements repeated, inserted and removed without end.
pub fn many_repetitions<B: Backend>(xp: &B) {
    limited(xp, || {
        let x = xp.from_slice(&[1.0f64, 2.0, 3.0], 3).unwrap();
        for n in HUGE {
            refused("repeat", n, x.repeat(n, 0).and_then(done));
            refused("repeat", n, x.repeat([1, n, 2], 0).and_then(done));
            refused("repeat", n, x.repeat([n, n, n], 0).and_then(done));
            refused("tile", n, x.tile(n).and_then(done));
            refused("tile", n, x.tile([n, n]).and_then(done));
            refused("resize", n, x.resize(n).and_then(done));
            refused("diag_indices", n, xp.diag_indices(3, n).map(drop));
            refused("to_vec", n, x.slice(s![0]).unwrap().broadcast_to(n).and_then(|x| x.to_vec()));
            refused("to_vec", n, xp.full(n, true).and_then(|x| x.to_vec()));
        }
        for n in LONG {
            let long = xp.scalar(1u8).broadcast_to(n).unwrap();
            refused("insert", n, long.insert([0, 5], 7, 0).and_then(done));
            refused("delete", n, long.delete(&(0..20).collect::<Vec<_>>()[..], 0).and_then(done));
            refused("diff", n, long.diff_with(Diff::new().n(n / 2).axis(0)).and_then(done));
            assert!(long.diff_with(Diff::new().n(n).axis(0)).unwrap().is_empty());
        }
    });
}

/// Repeating, inserting and removing at many places at once.
pub fn places_in_bulk<B: Backend>(xp: &B) {
    let x = xp.arange((0i64, 100, 1)).unwrap();
    let counts: Vec<usize> = (0..100).map(|i| i * 7 % 4).collect();
    let expected: Vec<i64> = (0..100).flat_map(|i| std::iter::repeat_n(i, counts[i as usize])).collect();
    assert_eq!(x.repeat(&counts[..], 0).unwrap().to_vec().unwrap(), expected);
    assert!(x.repeat(&[0; 100][..], 0).unwrap().is_empty());
    let gone: Vec<isize> = (0..100).filter(|i| i % 3 != 1 || *i > 90).collect();
    let expected: Vec<i64> = (0..=90).filter(|i| i % 3 == 1).collect();
    assert_eq!(x.delete(&gone[..], 0).unwrap().to_vec().unwrap(), expected);
    assert!(x.delete(&(0..100).collect::<Vec<_>>()[..], 0).unwrap().is_empty());
    // np.insert(np.arange(4), [4, 0, 2, 0], [10, 11, 12, 13])
    let four = xp.arange((0i64, 4, 1)).unwrap();
    let values = xp.from_slice(&[10i64, 11, 12, 13], 4).unwrap();
    assert_eq!(four.insert([4, 0, 2, 0], &values, 0).unwrap().to_vec().unwrap(), [11, 13, 0, 1, 12, 2, 3, 10]);
    let none = xp.zeros::<i64>(0).unwrap();
    assert_eq!(four.insert([0; 0], &none, 0).unwrap().to_vec().unwrap(), [0, 1, 2, 3]);
    assert_eq!(none.insert([0, 0], values.slice(s![..2]).unwrap(), 0).unwrap().to_vec().unwrap(), [10, 11]);
}

/// Padding far beyond the array, and to and fro in it.
pub fn wide_margins<B: Backend>(xp: &B) {
    use PadMode::*;
    let modes = [Constant(1), Edge, LinearRamp(5), Maximum, Mean, Minimum, Reflect, Symmetric, Wrap];
    let x = xp.from_slice(&[3i32, 1, 2], 3).unwrap();
    limited(xp, || {
        for mode in modes {
            for n in HUGE {
                refused("pad", n, x.pad_with((n, 0), mode).and_then(done));
                refused("pad", n, x.pad_with((0, n), mode).and_then(done));
                refused("pad", n, xp.zeros::<i32>([0, 2]).unwrap().pad_with([(n, n), (0, 0)], mode).and_then(done));
            }
        }
    });
    // Many periods, against a walk to and fro.
    for (mode, period, top) in [(Reflect, 4, 2), (Symmetric, 6, 2), (Wrap, 3, i64::MAX)] {
        let places = (-40..43).map(|i: i64| i.rem_euclid(period));
        let fold = |i: i64| if i <= top { i } else { period - i - (period % 4 != 0) as i64 };
        let expected: Vec<i32> = places.map(|i| [3, 1, 2][fold(i) as usize]).collect();
        assert_eq!(x.pad_with(40, mode).unwrap().to_vec().unwrap(), expected, "{mode:?}");
    }
    // So many axes that the corners are too many to be copied one by one.
    let many = xp.arange((0i64, 64, 1)).unwrap().reshape([2; 6]).unwrap();
    let padded = many.pad_with(1, Edge).unwrap();
    assert_eq!(padded.shape(), [4; 6]);
    for axis in 0..6isize {
        for (i, j) in [(0i64, 1i64), (3, 2)] {
            let [a, b] = [i, j].map(|i| padded.take(xp.from_slice(&[i], 1).unwrap(), axis).unwrap());
            assert!(a.array_equal(&b).unwrap());
        }
    }
    assert!(padded.slice(s![1..3, 1..3, 1..3, 1..3, 1..3, 1..3]).unwrap().array_equal(&many).unwrap());
}

/// Histograms of more bins than fit into memory.
pub fn many_bins<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[0.0f64, 1.0, 3.0], 3).unwrap();
    limited(xp, || {
        for n in HUGE {
            refused("histogram", n, x.histogram(n).and_then(|(counts, _)| done(counts)));
            refused("histogram_bin_edges", n, x.histogram_bin_edges((n, 0.0, 1.0)).and_then(done));
            refused(
                "histogram_weights",
                n,
                x.histogram_with((n, 0.0, 1e300), Histogram::new().weights(&x)).and_then(|(sums, _)| done(sums)),
            );
            refused("histogram2d", n, x.histogram2d(&x, (n, n)).and_then(|(counts, ..)| done(counts)));
            let points = x.reshape([3, 1]).unwrap();
            refused("histogramdd", n, points.histogramdd(&[Bins::Equal(n, None)]).and_then(|(counts, _)| done(counts)));
        }
    });
    let edges = x.histogram_bin_edges(6).unwrap();
    assert_eq!(edges.to_vec().unwrap(), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]);
    assert!(x.histogram((1 << 12, 1.0, 1.0 + f64::EPSILON)).is_err(), "edges must differ");
}

/// Counts and indices up to numbers without end.
pub fn large_counts<B: Backend>(xp: &B) {
    limited(xp, || {
        let x = xp.from_slice(&[0i64, 2], 2).unwrap();
        let mut rng = xp.rng(1);
        for n in HUGE {
            refused("bincount", n, x.bincount_with(Bincount::new().minlength(n)).and_then(done));
            refused(
                "bincount",
                n,
                xp.zeros::<u8>(0).unwrap().bincount_with(Bincount::new().minlength(n)).and_then(done),
            );
            refused("permutation", n, rng.permutation(n).and_then(done));
            for k in [0, 1, isize::MIN, isize::MAX] {
                refused("tril_indices", n, xp.tril_indices(n, k, 3).map(drop));
                refused("triu_indices", n, xp.triu_indices(3, k, n).map(drop));
                refused("tri", n, xp.tri::<f32>(n, n, k).and_then(done));
                // Of no rows at all there may be an empty result.
                let _ = (xp.tril_indices(0, k, n).is_ok(), xp.triu_indices(n, k, 0).is_ok());
                let _ = (
                    xp.eye_with::<i8>(0, Eye::new().columns(n).diagonal(k)).is_ok(),
                    xp.eye_with::<i8>(n, Eye::new().columns(0)).is_ok(),
                );
            }
        }
        let far = xp.from_slice(&[i64::MAX], 1).unwrap();
        refused("bincount", 0, far.bincount().and_then(done));
        for k in [isize::MIN, isize::MAX] {
            refused("diag", 0, x.diag_with(k).and_then(done));
            assert!(xp.ones::<f32>([2, 2]).unwrap().diagonal_with(Diagonal::new().offset(k)).unwrap().is_empty());
            assert_eq!(x.roll(k, 0).unwrap().len(), 2);
        }
    });
}

/// Transforms of more elements than fit into memory.
pub fn long_transforms<B: Backend>(xp: &B) {
    limited(xp, || {
        let x = xp.ones::<f32>(4).unwrap();
        let z = x.astype::<Complex<f32>>();
        for n in HUGE {
            let length = Fft::new().n(n);
            refused("rfft", n, x.rfft_with(length).and_then(done));
            refused("irfft", n, z.irfft_with(length).and_then(done));
            refused("hfft", n, z.hfft_with(length).and_then(done));
            refused("fftfreq", n, xp.fftfreq(n).and_then(done));
            refused("rfftfreq", n, xp.rfftfreq(n).and_then(done));
        }
    });
    let nothing = xp.zeros::<Complex<f32>>([0, 3]).unwrap();
    assert_eq!(nothing.irfft_with(Fft::new().n(6)).unwrap().shape(), [0, 6]);
    assert_eq!(xp.zeros::<f32>([0, 6]).unwrap().rfft().unwrap().shape(), [0, 4]);
}

/// Arrays without elements, whose other axes no memory could hold.
pub fn long_empty_axes<B: Backend>(xp: &B) {
    let long = 1usize << 40;
    for shape in [[0, long, long], [long, 0, long], [long, long, 0]] {
        let x = xp.zeros::<f32>(shape).unwrap();
        let y = &x + 1.0;
        assert_eq!((y.len(), y.to_vec().unwrap().len()), (0, 0));
        assert_eq!(y.t().copy().len(), 0);
        assert_eq!(x.sum(..).unwrap().item().unwrap(), 0.0);
        for axis in 0..3isize {
            let sum = x.sum(axis);
            assert!(sum.map_or(true, |sum| sum.is_empty() && sum.eval().is_ok()));
            let _ = (x.max(axis).is_ok(), x.mean(axis).is_ok(), x.argmax(axis).is_ok(), x.median(axis).is_ok());
            let _ = (
                x.sort_with(Sort::new().axis(axis)).and_then(done).is_ok(),
                x.cumsum(axis).and_then(done).is_ok(),
                x.flip(axis).is_ok(),
                x.diff_with(Diff::new().n(2).axis(axis)).is_ok(),
            );
            let _ = x.take(xp.from_slice(&[0i64], 1).unwrap(), axis).is_ok();
            let _ = (
                x.not_equal(0.0).and_then(|x| x.packbits_with(PackBits::new().axis(axis))).is_ok(),
                x.repeat(2, axis).is_ok(),
                x.roll(3, axis).is_ok(),
            );
        }
        let _ = (x.matrix_transpose().is_ok(), x.diagonal().is_ok(), x.ravel().eval().is_ok());
        let _ = (x.matmul(&x).and_then(done).is_ok(), x.svd().is_ok(), x.inv().is_ok(), x.det().is_ok());
        let _ = x.slice(s![.., 3..9;2, ..]).is_ok();
    }
    assert!(xp.zeros::<f32>([0, (1 << 63) + 1]).is_err());
}

/// Results that are large though nothing is in the operands.
pub fn large_products<B: Backend>(xp: &B) {
    let long = 1usize << 40;
    limited(xp, || {
        let (tall, wide) = (xp.zeros::<f64>([long, 0]).unwrap(), xp.zeros::<f64>([0, long]).unwrap());
        refused("matmul", long, tall.matmul(&wide).and_then(done));
        refused("tensordot", long, tall.tensordot(&wide, 1).and_then(done));
        let vector = xp.scalar(1.0f64).broadcast_to(long).unwrap();
        refused("outer", long, vector.outer(&vector).and_then(done));
        refused("qr", long, tall.qr_with(Qr::new().mode(QrMode::Complete)).map(drop));
        refused("svd", long, tall.svd_with(Svd::new().full_matrices(true)).map(drop));
        refused("cov", long, tall.cov_with(Covariance::new().ddof(0.0)).and_then(done));
        refused("convolve", long, vector.convolve(&vector).and_then(done));
        let none = xp.zeros::<i64>(0).unwrap();
        let values = xp.zeros::<f64>(0).unwrap();
        for n in HUGE {
            refused("Coo", n, Coo::new([n, 2], &none, &none, &values).and_then(|x| x.to_csr()).map(drop));
            refused(
                "Csr",
                n,
                Csr::from_parts([n, n], &none, &none, &values).map(drop).map_err(|error| match error {
                    Error::Shape { .. } => Error::value("Csr", "as good"),
                    other => other,
                }),
            );
            refused(
                "Csr::eye",
                n,
                Csr::<f64, B>::eye(xp, n).map(drop).map_err(|error| match error {
                    Error::Shape { .. } => Error::value("Csr", "as good"),
                    other => other,
                }),
            );
        }
        let sparse = Coo::new([3, long], &none, &none, &values).unwrap().to_csr().unwrap();
        refused("to_dense", long, sparse.to_dense().and_then(done));
    });
}
