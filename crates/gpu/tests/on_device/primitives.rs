//! Scans, sorts, selections and the like on a device, over more elements than a block takes; the conformance suite has
//! the small and special cases.

use crate::backend::{Buffer, Native, Xp};
use xparray_ir::backend::{Memory, Output, Primitives, Rng, ScanOp, ScatterOp, Side, Streams, View};
use xparray_ir::{Complex, DType, Element, Error, Layout};

tests!(
    integers_scan_exactly,
    columns_scan,
    floats_scan_alike_every_time,
    rows_sort_stably,
    masks_select,
    elements_scatter_in_order,
    values_are_found_and_counted,
    elements_are_taken,
    permutations_have_every_element
);

pub type Buf = Buffer<Native>;

fn bytes_of<T: Element>(values: &[T]) -> &[u8] {
    // SAFETY: elements are plain values without padding.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

pub fn upload<T: Element>(xp: &Xp, values: &[T]) -> Buf {
    let mut buffer = xp.alloc(size_of_val(values)).unwrap();
    xp.upload(bytes_of(values), &mut buffer).unwrap();
    buffer
}

pub fn download<T: Element>(xp: &Xp, buffer: &Buf, len: usize) -> Vec<T> {
    let mut bytes = vec![0u8; len * size_of::<T>()];
    xp.download(buffer, 0, &mut bytes).unwrap();
    // SAFETY: the bytes are of elements that the device wrote.
    bytes.chunks_exact(size_of::<T>()).map(|bytes| unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }).collect()
}

/// A view of a whole buffer.
pub struct Whole<'a>(&'a Buf, DType, Layout);

impl Whole<'_> {
    pub fn view(&self) -> View<'_, Buf> {
        View::new(self.0, self.1, &self.2).unwrap()
    }
}

pub fn whole<'a, T: Element>(buffer: &'a Buf, shape: &[usize]) -> Whole<'a> {
    Whole(buffer, T::DTYPE, Layout::row_major(shape))
}

/// Numbers that look random (Weyl's sequence, mixed).
pub fn numbers(n: usize, seed: u64) -> Vec<u64> {
    let mix = |i: u64| {
        let mut z = (i + seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    (1..=n as u64).map(mix).collect()
}

fn floats(n: usize, seed: u64) -> Vec<f32> {
    numbers(n, seed).into_iter().map(|x| (x >> 40) as f32 / 16_777_216.0 - 0.5).collect()
}

fn integers_scan_exactly(xp: &Xp) {
    for (rows, len) in [(1, 1), (1, 100), (1, 4096), (1, 4097), (3, 5000), (1, 1_000_003), (7, 140_000), (1, 9_000_000)]
    {
        let x: Vec<i64> = numbers(rows * len, 1).into_iter().map(|x| (x % 2001) as i64 - 1000).collect();
        let buffer = upload(xp, &x);
        let x_view = whole::<i64>(&buffer, &[rows, len]);
        for op in [ScanOp::Sum, ScanOp::Max, ScanOp::Min, ScanOp::Prod] {
            let out = xp.inclusive_scan(&op, x_view.view(), 1).unwrap();
            let combine = |a: i64, b: i64| match op {
                ScanOp::Sum => a.wrapping_add(b),
                ScanOp::Max => a.max(b),
                ScanOp::Min => a.min(b),
                _ => a.wrapping_mul(b),
            };
            let expected: Vec<i64> = x
                .chunks(len)
                .flat_map(|row| {
                    row.iter().enumerate().scan(0, move |s, (k, &x)| {
                        *s = if k == 0 { x } else { combine(*s, x) };
                        Some(*s)
                    })
                })
                .collect();
            assert!(download::<i64>(xp, &out, rows * len) == expected, "{op:?} of {rows} x {len}");
        }
        let short: Vec<i16> = x.iter().map(|&x| x as i16).collect();
        let buffer = upload(xp, &short);
        let out = xp.inclusive_scan(&ScanOp::Sum, whole::<i16>(&buffer, &[rows, len]).view(), 1).unwrap();
        let expected: Vec<i16> = short
            .chunks(len)
            .flat_map(|row| {
                row.iter().scan(0i16, |s, &x| {
                    *s = s.wrapping_add(x);
                    Some(*s)
                })
            })
            .collect();
        assert!(download::<i16>(xp, &out, rows * len) == expected, "i16, {rows} x {len}");
    }
}

fn columns_scan(xp: &Xp) {
    for shape in [[2, 300, 5], [1, 40, 9000], [3, 7000, 2]] {
        let [outer, len, inner] = shape;
        let x: Vec<i32> = numbers(outer * len * inner, 2).into_iter().map(|x| (x % 100) as i32).collect();
        let buffer = upload(xp, &x);
        let out = xp.inclusive_scan(&ScanOp::Sum, whole::<i32>(&buffer, &shape).view(), 1).unwrap();
        let mut expected = x.clone();
        for k in 0..x.len() {
            if k / inner % len > 0 {
                expected[k] += expected[k - inner];
            }
        }
        assert!(download::<i32>(xp, &out, x.len()) == expected, "{shape:?}");
    }
}

fn floats_scan_alike_every_time(xp: &Xp) {
    let x = floats(6_000_001, 3);
    let buffer = upload(xp, &x);
    let view = whole::<f32>(&buffer, &[x.len()]);
    let first = download::<f32>(xp, &xp.inclusive_scan(&ScanOp::Sum, view.view(), 0).unwrap(), x.len());
    let mut sum = 0.0f64;
    for (k, (&x, &y)) in x.iter().zip(&first).enumerate() {
        sum += f64::from(x);
        assert!((f64::from(y) - sum).abs() <= 1e-6 * sum.abs() + 1e-9, "element {k}: {y} for {sum}");
    }
    for _ in 0..20 {
        let again = download::<f32>(xp, &xp.inclusive_scan(&ScanOp::Sum, view.view(), 0).unwrap(), x.len());
        assert!(again.iter().zip(&first).all(|(a, b)| a.to_bits() == b.to_bits()));
    }
}

fn sorts<T: Element>(xp: &Xp, make: impl Fn(u64) -> T, before: impl Fn(&T, &T) -> std::cmp::Ordering) {
    for (rows, len) in [(1, 2), (300, 33), (5, 2048), (1, 2049), (1, 4096), (3, 10_001), (1, 3_000_017), (40, 70_000)] {
        let x: Vec<T> = numbers(rows * len, 4).into_iter().map(&make).collect();
        let buffer = upload(xp, &x);
        let view = whole::<T>(&buffer, &[rows, len]);
        let what = format!("{} {rows} x {len}", T::DTYPE);
        let sorted = download::<T>(xp, &xp.sort(view.view(), 1).unwrap(), rows * len);
        let order = download::<i64>(xp, &xp.argsort(view.view(), 1).unwrap(), rows * len);
        for (row, (sorted, order)) in x.chunks(len).zip(sorted.chunks(len).zip(order.chunks(len))) {
            let mut places: Vec<i64> = (0..len as i64).collect();
            places.sort_by(|&i, &j| before(&row[i as usize], &row[j as usize]));
            assert!(order == places, "order of {what}");
            let equal = |(place, value): (&i64, &T)| before(&row[*place as usize], value).is_eq();
            assert!(places.iter().zip(sorted).all(equal), "values of {what}");
        }
    }
}

fn rows_sort_stably(xp: &Xp) {
    let last =
        |a: f64, b: f64| a.is_nan().cmp(&b.is_nan()).then(a.partial_cmp(&b).unwrap_or(std::cmp::Ordering::Equal));
    let special = |x: u64| match x % 50 {
        0 => f64::NAN,
        1 => -f64::NAN,
        2 => -0.0,
        3 => 0.0,
        4 => f64::NEG_INFINITY,
        _ => (x >> 40) as f64 - 8e6,
    };
    sorts::<f32>(xp, |x| special(x) as f32, |a, b| last(f64::from(*a), f64::from(*b)));
    sorts::<f64>(xp, special, |a, b| last(*a, *b));
    sorts::<i32>(xp, |x| x as i32, i32::cmp);
    sorts::<u64>(xp, |x| x, u64::cmp);
    sorts::<i8>(xp, |x| x as i8, i8::cmp);
    sorts::<u16>(xp, |x| x as u16, u16::cmp);
    sorts::<bool>(xp, |x| x % 3 == 0, bool::cmp);
    let small = |x: u64| special(x % 1000);
    // Numbers with a NaN in the real part come last, before them those with one in the imaginary part.
    let parts = |a: &Complex<f64>, b: &Complex<f64>| {
        let class = |z: &Complex<f64>| (z.re.is_nan(), z.im.is_nan());
        class(a).cmp(&class(b)).then(last(a.re, b.re)).then(last(a.im, b.im))
    };
    let wide = |z: &Complex<f32>| Complex::new(f64::from(z.re), f64::from(z.im));
    sorts::<Complex<f32>>(
        xp,
        |x| Complex::new(small(x) as f32, small(x >> 10) as f32),
        |a, b| parts(&wide(a), &wide(b)),
    );
    sorts::<Complex<f64>>(xp, |x| Complex::new(small(x), small(x >> 10)), parts);
}

fn masks_select(xp: &Xp) {
    for (n, skip) in [(1, 0), (31, 1), (4096, 0), (4097, 16), (100_000, 3), (5_000_011, 0), (5_000_011, 5)] {
        let x = floats(n, 5);
        let buffer = upload(xp, &x);
        for share in [0, 1, 3, 97, 100] {
            // The mask begins inside its buffer.
            let mask: Vec<bool> = numbers(skip + n, 6).into_iter().map(|x| x % 100 < share).collect();
            let mask_buffer = upload(xp, &mask);
            let mask_view = Whole(
                &mask_buffer,
                DType::Bool,
                Layout::new([n].into_iter().collect(), [1].into_iter().collect(), skip).unwrap(),
            );
            let expected: Vec<usize> = (0..n).filter(|&i| mask[skip + i]).collect();
            let (out, count) = xp.compact(whole::<f32>(&buffer, &[n]).view(), mask_view.view()).unwrap();
            assert_eq!(count, expected.len());
            assert!(download::<f32>(xp, &out, count).iter().zip(&expected).all(|(a, &i)| *a == x[i]), "{n}, {share} %");
            let (out, count) = xp.nonzero(mask_view.view()).unwrap();
            let places = download::<i64>(xp, &out, count);
            assert!(places.iter().map(|&i| i as usize).eq(expected), "{n}, {share} %");
        }
    }
}

fn elements_scatter_in_order(xp: &Xp) {
    for (n, len) in [(1000, 10), (300_000, 1000), (100_000, 3_000_000)] {
        let places: Vec<i64> = numbers(n, 7).into_iter().map(|x| (x % (2 * len as u64)) as i64 - len as i64).collect();
        let at = |i: i64| (if i < 0 { i + len as i64 } else { i }) as usize;
        let (index, place) = (upload(xp, &places), Layout::row_major(&[len]));
        let values = floats(n, 8);
        let value_buffer = upload(xp, &values);
        let views = (whole::<i64>(&index, &[n]), whole::<f32>(&value_buffer, &[n]));
        for op in [ScatterOp::Put, ScatterOp::Add] {
            let mut target = upload(xp, &vec![1.0f32; len]);
            xp.scatter(op, Output::new(&mut target, DType::F32, &place).unwrap(), views.0.view(), views.1.view())
                .unwrap();
            // Sums are exact where places have many values, and in the order of the values where they have few.
            let mut expected = vec![1.0f64; len];
            for (&i, &x) in places.iter().zip(&values) {
                let sum = expected[at(i)] + f64::from(x);
                expected[at(i)] = match op {
                    ScatterOp::Put => f64::from(x),
                    _ if len > 8 * n => f64::from(sum as f32),
                    _ => sum,
                };
            }
            let expected: Vec<f32> = expected.into_iter().map(|x| x as f32).collect();
            assert!(download::<f32>(xp, &target, len) == expected, "{op:?} of {n} in {len}");
        }
        let bytes: Vec<i8> = numbers(n, 9).into_iter().map(|x| x as i8).collect();
        let byte_buffer = upload(xp, &bytes);
        let mut target = upload(xp, &vec![0i8; len]);
        xp.scatter(
            ScatterOp::Add,
            Output::new(&mut target, DType::I8, &place).unwrap(),
            views.0.view(),
            whole::<i8>(&byte_buffer, &[n]).view(),
        )
        .unwrap();
        let mut expected = vec![0i8; len];
        for (&i, &x) in places.iter().zip(&bytes) {
            expected[at(i)] = expected[at(i)].wrapping_add(x);
        }
        assert!(download::<i8>(xp, &target, len) == expected, "bytes of {n} in {len}");
        // One wrong index: nothing is written.
        let mut wrong = places.clone();
        wrong[n / 2] = len as i64;
        let wrong = upload(xp, &wrong);
        let mut target = upload(xp, &vec![2.0f32; len]);
        for op in [ScatterOp::Put, ScatterOp::Add] {
            xp.scatter(
                op,
                Output::new(&mut target, DType::F32, &place).unwrap(),
                whole::<i64>(&wrong, &[n]).view(),
                views.1.view(),
            )
            .unwrap();
            let error = xp.synchronize().unwrap_err();
            assert!(matches!(error, Error::Index { index, .. } if index == len as i64), "{error}");
            assert!(download::<f32>(xp, &target, len).iter().all(|&x| x == 2.0), "{op:?} wrote");
        }
    }
}

fn values_are_found_and_counted(xp: &Xp) {
    let (n, bins) = (2_000_003, 256);
    let x = floats(n, 10);
    let edges: Vec<f32> = (0..=bins).map(|k| k as f32 / bins as f32 - 0.5).collect();
    let (x_buffer, edge_buffer) = (upload(xp, &x), upload(xp, &edges));
    let (x_view, edge_view) = (whole::<f32>(&x_buffer, &[n]), whole::<f32>(&edge_buffer, &[bins + 1]));
    let mut expected = vec![0i64; bins];
    for &x in &x {
        let above = edges.partition_point(|&edge| edge <= x);
        expected[above.min(bins) - 1] += 1;
    }
    for uniform in [true, false] {
        let counts = xp.histogram(x_view.view(), edge_view.view(), uniform).unwrap();
        assert!(download::<i64>(xp, &counts, bins) == expected, "uniform: {uniform}");
    }
    for (side, right) in [(Side::Left, false), (Side::Right, true)] {
        let places = xp.searchsorted(edge_view.view(), x_view.view(), side).unwrap();
        let places = download::<i64>(xp, &places, n);
        let expected = |x: f32| edges.partition_point(|&edge| if right { edge <= x } else { edge < x }) as i64;
        assert!(places.iter().zip(&x).all(|(&place, &x)| place == expected(x)));
    }
    for len in [7, 20_000] {
        let which: Vec<i64> = numbers(n, 11).into_iter().map(|x| (x % len as u64) as i64).collect();
        let buffer = upload(xp, &which);
        let counts = download::<i64>(xp, &xp.bincount(whole::<i64>(&buffer, &[n]).view(), None, len).unwrap(), len);
        let mut expected = vec![0i64; len];
        which.iter().for_each(|&k| expected[k as usize] += 1);
        assert!(counts == expected, "{len} counts");
    }
}

fn elements_are_taken(xp: &Xp) {
    for [outer, len, inner, m] in [[1, 1_000_003, 1, 500_001], [1, 7, 1, 3], [30, 1001, 1, 5003], [20, 101, 7, 1003]] {
        let x = numbers(outer * len * inner, 12);
        let draws = numbers(m, 13).into_iter();
        let index: Vec<i64> = draws.map(|x| (x % (2 * len as u64)) as i64 - len as i64).collect();
        let (x_buffer, index_buffer) = (upload(xp, &x), upload(xp, &index));
        let (x_view, index_view) = (whole::<u64>(&x_buffer, &[outer, len, inner]), whole::<i64>(&index_buffer, &[m]));
        let out = xp.take(x_view.view(), 1, index_view.view()).unwrap();
        let at = |j: usize| index[j].rem_euclid(len as i64) as usize;
        let places = (0..outer).flat_map(|o| (0..m).flat_map(move |j| (0..inner).map(move |i| (o, j, i))));
        let expected = places.map(|(o, j, i)| x[(o * len + at(j)) * inner + i]);
        assert!(download::<u64>(xp, &out, outer * m * inner).into_iter().eq(expected), "{outer} {len} {inner} {m}");
    }
}

fn permutations_have_every_element(xp: &Xp) {
    for n in [1, 2, 1000, 1_234_567] {
        let mut all = download::<i64>(xp, &xp.permutation(5, 6, n).unwrap(), n);
        all.sort_unstable();
        assert!(all.into_iter().eq(0..n as i64), "{n}");
    }
}
