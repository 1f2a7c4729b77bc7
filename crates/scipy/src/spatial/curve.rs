//! The order of points along a curve that fills space (Morton, 1966): those that are near on it are near one another.

/// The places of points, rows of `k` coordinates, in this order within the box from `low` to `high`.
pub(super) fn order(points: &[f64], low: &[f64], high: &[f64]) -> Vec<u32> {
    let k = low.len();
    // So many halvings of the first axes have room in a number.
    let axes = k.min(8);
    let bits = (64 / axes).min(16);
    let key = |x: &[f64]| {
        let cell = |axis: usize| {
            let part = (x[axis] - low[axis]) / (high[axis] - low[axis]);
            // Saturates; NaN, as of a box without extent, is 0.
            (part * f64::from(1u32 << bits)).min(f64::from((1u32 << bits) - 1)) as u64
        };
        let cells: [u64; 8] = std::array::from_fn(|axis| if axis < axes { cell(axis) } else { 0 });
        let halves = |key, bit| cells[..axes].iter().fold(key, |key: u64, cell| key << 1 | (cell >> bit & 1));
        (0..bits).rev().fold(0, halves)
    };
    let mut order: Vec<(u64, u32)> = points.chunks_exact(k).zip(0..).map(|(x, place)| (key(x), place)).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, place)| place).collect()
}

/// The least and the largest coordinates of points; of NaN nothing.
pub(super) fn bounds(points: &[f64], k: usize) -> (Vec<f64>, Vec<f64>) {
    let ends = (vec![f64::INFINITY; k], vec![f64::NEG_INFINITY; k]);
    points.chunks_exact(k).fold(ends, |(mut low, mut high), x| {
        low.iter_mut().zip(x).for_each(|(low, &x)| *low = low.min(x));
        high.iter_mut().zip(x).for_each(|(high, &x)| *high = high.max(x));
        (low, high)
    })
}
