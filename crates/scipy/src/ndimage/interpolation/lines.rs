//! Values of splines at the places of affine maps, on the host: a line of the result after the other.

use super::super::mode::Mode;
use super::super::windows::places;
use super::affine::Affine;
use std::ops::Range;

/// Elements of a line that are computed side by side.
const CHUNK: usize = 32;

/// Coefficients in memory.
pub(super) struct Field<'a> {
    /// Continued beyond both ends of all axes by [`margin`].
    pub elements: &'a [f64],
    /// Without that.
    pub shape: &'a [usize],
    pub order: u32,
    pub mode: Mode,
    /// By how much places are moved in them.
    pub beyond: usize,
    /// What there is where places are not known.
    pub value: f64,
}

/// How far the elements are continued that splines of an order read: beyond the constant ones of places that are far outside.
pub(super) fn margin(order: u32) -> usize {
    order as usize + 1
}

/// The remainder with the divisor's sign, which is positive.
fn remainder(x: f64, period: f64) -> f64 {
    if (0.0..period).contains(&x) {
        return x;
    }
    let rest = x % period;
    if rest < 0.0 { rest + period } else { rest }
}

/// A place where a spline of `n` coefficients along the axis is the same, if it is known there.
fn folded(mode: Mode, place: f64, n: usize, order: u32) -> Option<f64> {
    let (last, far) = (n as f64 - 1.0, margin(order) as f64);
    let mirrored = |place: f64, period: f64| {
        let place = remainder(place, period);
        if place > period / 2.0 { period - place } else { place }
    };
    Some(match mode {
        Mode::Constant(_) => return (0.0..=last).contains(&place).then_some(place),
        Mode::GridConstant(_) => place,
        // As far outside as all coefficients are the last one.
        Mode::Nearest => place.clamp(-far, last + far),
        _ if n == 1 => 0.0,
        Mode::Mirror => mirrored(place, 2.0 * last),
        // About the edge at half an element before the first one.
        Mode::Reflect => mirrored(place + 0.5, 2.0 * n as f64) - 0.5,
        Mode::Wrap if (0.0..=last).contains(&place) => place,
        Mode::Wrap => remainder(place, last),
        Mode::GridWrap => remainder(place, n as f64),
    })
}

/// Of some elements of a line next to each other one number each.
type Each<T> = [T; CHUNK];

/// Rounds numbers down, also to indices.
fn floor(x: &Each<f64>) -> (Each<f64>, Each<i64>) {
    let (mut down, mut indices) = ([0.0; CHUNK], [0; CHUNK]);
    for ((&x, down), index) in x.iter().zip(&mut down).zip(&mut indices) {
        let cut = x as i64;
        // Larger numbers have nothing behind the point.
        let large = x.abs() >= (1i64 << 52) as f64 || x.is_nan();
        *index = if large { cut } else { cut - i64::from(cut as f64 > x) };
        *down = if large { x } else { *index as f64 };
    }
    (down, indices)
}

/// The weights of `K` coefficients at distances from the first knots, times the factorial of the order: Cox and de Boor's recursion for knots at
/// equal distances.
fn weights<const K: usize>(t: &Each<f64>) -> [Each<f64>; K] {
    let mut weights = [[0.0; CHUNK]; K];
    weights[0] = [1.0; CHUNK];
    for degree in 1..K {
        for j in (0..=degree).rev() {
            let (left, right) = ((degree - j) as f64, (1 + j) as f64);
            for e in 0..CHUNK {
                let before = if j > 0 { (t[e] + left) * weights[j - 1][e] } else { 0.0 };
                weights[j][e] = before + (right - t[e]) * weights[j][e];
            }
        }
    }
    weights
}

/// The values at the places of indices of a shape: of a range of its lines, along the last axis.
pub(super) fn values(field: &Field<'_>, affine: Affine<'_>, shape: &[usize], lines: Range<usize>) -> Vec<f64> {
    let of = match field.order {
        0 => of_order::<1>,
        1 => of_order::<2>,
        2 => of_order::<3>,
        3 => of_order::<4>,
        4 => of_order::<5>,
        _ => of_order::<6>,
    };
    of(field, affine, shape, lines)
}

fn of_order<const K: usize>(field: &Field<'_>, affine: Affine<'_>, shape: &[usize], range: Range<usize>) -> Vec<f64> {
    let mut sampler = Sampler::<K>::new(field, affine, shape);
    let n = shape[shape.len() - 1];
    let mut values = vec![0.0; range.len() * n];
    values.chunks_mut(n).zip(range).for_each(|(line, number)| sampler.line(number, line));
    values
}

/// What lines are computed with.
struct Sampler<'a, const K: usize> {
    field: &'a Field<'a>,
    affine: Affine<'a>,
    shape: &'a [usize],
    /// Of each axis, how far apart elements lie.
    strides: Vec<usize>,
    /// How far the `K` elements along all axes but the last, which these are, lie away, and their weights.
    rows: Vec<usize>,
    weights: Vec<Each<f64>>,
    /// What a sum of weighted coefficients is divided by.
    scale: f64,
}

/// The places of a line along one axis: the first one without the offset, steps, and the offset.
struct Way {
    before: Option<f64>,
    step: f64,
    offset: f64,
}

impl<'a, const K: usize> Sampler<'a, K> {
    fn new(field: &'a Field<'a>, affine: Affine<'a>, shape: &'a [usize]) -> Self {
        let ndim = field.shape.len();
        let mut strides = vec![1; ndim];
        for axis in (1..ndim).rev() {
            strides[axis - 1] = strides[axis] * (field.shape[axis] + 2 * margin(field.order));
        }
        let distance = |choice: Vec<usize>| choice.iter().zip(&strides).map(|(k, stride)| k * stride).sum();
        let rows = places(&vec![K; ndim - 1]).map(distance).collect();
        let factorial: f64 = (1..K).map(|k| k as f64).product();
        Self { field, affine, shape, strides, rows, weights: Vec::new(), scale: factorial.powi(ndim as i32) }
    }

    /// A line, by its number in row-major order.
    fn line(&mut self, number: usize, line: &mut [f64]) {
        let ndim = self.shape.len();
        let (mut rest, mut index) = (number, vec![0.0; ndim - 1]);
        for axis in (0..ndim - 1).rev() {
            index[axis] = (rest % self.shape[axis]) as f64;
            rest /= self.shape[axis];
        }
        let ways = self.affine.matrix.chunks(ndim).zip(self.affine.offset).map(|(row, &offset)| {
            let before = index.iter().zip(row).map(|(index, factor)| index * factor).reduce(|a, b| a + b);
            Way { before, step: row[ndim - 1], offset }
        });
        let ways = ways.collect::<Vec<_>>();
        for (k, values) in line.chunks_mut(CHUNK).enumerate() {
            self.chunk(&ways, k * CHUNK, values);
        }
    }

    /// Some elements of a line, from a number on.
    fn chunk(&mut self, ways: &[Way], start: usize, values: &mut [f64]) {
        let Field { elements, order, mode, beyond, value: outside, .. } = *self.field;
        let (half, margin, ndim) = ((order / 2) as i64, margin(order) as i64, ways.len());
        let (mut known, mut first, mut along) = ([true; CHUNK], [0; CHUNK], [[0.0; CHUNK]; K]);
        self.weights.clear();
        self.weights.push([1.0; CHUNK]);
        for (axis, &Way { before, step, offset }) in ways.iter().enumerate() {
            let n = self.field.shape[axis];
            let mut place: Each<f64> = std::array::from_fn(|e| (start + e) as f64 * step);
            if let Some(before) = before {
                place.iter_mut().for_each(|place| *place += before);
            }
            place.iter_mut().for_each(|place| *place = *place + offset + beyond as f64);
            if !place.iter().all(|place| (0.0..=n as f64 - 1.0).contains(place)) {
                for (place, known) in place.iter_mut().zip(&mut known) {
                    let folded = folded(mode, *place, n, order);
                    *known &= folded.is_some();
                    *place = folded.unwrap_or(0.0);
                }
                if !known[..values.len()].contains(&true) {
                    return values.fill(outside);
                }
            }
            if order.is_multiple_of(2) {
                place.iter_mut().for_each(|place| *place += 0.5);
            }
            let (down, knots) = floor(&place);
            for (first, knot) in first.iter_mut().zip(knots) {
                // What is farther outside is the same.
                let knot = knot.clamp(half - margin, n as i64 + half);
                *first += (knot - half + margin) as usize * self.strides[axis];
            }
            along = weights(&std::array::from_fn(|e| place[e] - down[e]));
            if axis + 1 < ndim {
                let products = |weight: &Each<f64>| along.map(|along| std::array::from_fn(|e| weight[e] * along[e]));
                self.weights = self.weights.iter().flat_map(products).collect();
            }
        }
        for (e, value) in values.iter_mut().enumerate() {
            let mut sums = [0.0; K];
            for (weights, distance) in self.weights.iter().zip(&self.rows) {
                let start = first[e] + distance;
                for (sum, coefficient) in sums.iter_mut().zip(&elements[start..start + K]) {
                    *sum += weights[e] * coefficient;
                }
            }
            let sum: f64 = sums.iter().zip(&along).map(|(sum, weight)| sum * weight[e]).sum();
            *value = if known[e] { sum / self.scale } else { outside };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_add_up() {
        let t = std::array::from_fn(|e| e as f64 / CHUNK as f64);
        for (weights, sum) in [(&weights::<4>(&t)[..], 6.0), (&weights::<6>(&t)[..], 120.0)] {
            assert!((0..CHUNK).all(|e| (weights.iter().map(|weight| weight[e]).sum::<f64>() - sum).abs() < 1e-13));
        }
        assert_eq!(weights::<4>(&t).map(|weight| weight[0]), [1.0, 4.0, 1.0, 0.0]);
        assert_eq!(weights::<2>(&t).map(|weight| weight[CHUNK / 4]), [0.75, 0.25]);
    }

    #[test]
    fn rounding_down() {
        let some = [-2.5, -2.0, -0.25, 0.0, 0.75, 3.0, 1e18, -1e18];
        let (down, indices) = floor(&std::array::from_fn(|e| some[e % some.len()]));
        for (e, x) in some.iter().enumerate() {
            assert_eq!((down[e], indices[e]), (x.floor(), x.floor() as i64));
        }
        assert!(floor(&[f64::NAN; CHUNK]).0[0].is_nan());
        assert_eq!([-0.5, 2.5, 7.0].map(|x| remainder(x, 2.0)), [1.5, 0.5, 1.0]);
    }
}
