//! The nearest elements of the background, on the host: a line of elements in time linear in its length.

use crate::parallel::in_parallel;
use std::sync::Mutex;

/// A line's elements that are nearest to some of its places.
#[derive(Default)]
struct Envelope {
    /// Which elements, and up to where each of them is nearest.
    elements: Vec<(usize, f64)>,
}

impl Envelope {
    /// The nearest element of each place: what is least of a square that is known of the element and the square of the steps to it. Each
    /// element is a parabola over the line, and what counts is the lowest one (Felzenszwalb and Huttenlocher, Distance transforms of
    /// sampled functions, Theory of Computing 8, 2012). False if nothing is known.
    fn nearest(&mut self, squares: &[f64], step: f64, places: &mut [usize]) -> bool {
        self.elements.clear();
        let weight = step * step;
        for (k, &square) in squares.iter().enumerate().filter(|(_, square)| square.is_finite()) {
            // From where on it is lower than the last one.
            let from = loop {
                let Some(&(last, start)) = self.elements.last() else { break f64::NEG_INFINITY };
                let apart = (k - last) as f64;
                let from = ((square - squares[last]) / (weight * apart) + (k + last) as f64) / 2.0;
                if from > start {
                    break from;
                }
                self.elements.pop();
            };
            self.elements.push((k, from));
        }
        let mut at = 0;
        if self.elements.is_empty() {
            return false;
        }
        for (place, nearest) in places.iter_mut().enumerate() {
            while self.elements.get(at + 1).is_some_and(|&(_, from)| from < place as f64) {
                at += 1;
            }
            *nearest = self.elements[at].0;
        }
        true
    }
}

/// Lines that lie next to each other and are read together: as many numbers as a line of the cache has.
const TOGETHER: usize = 8;
/// Lines that a thread takes at least.
const AT_ONCE: usize = 64;

/// The nearest elements of the background, for lines along the last axis of an array: calls a function with the number of the first one of some
/// lines and with the indices along each axis, one axis behind the other, and joins what it makes. Indices are zeros if there is no background;
/// axes are shorter than `u32` can count.
///
/// Each axis in turn is the first one, and the last one of what is made of its lines: so all of a line is written in one piece, and in the end
/// axes are again as they were.
pub(super) fn nearest<R: Send>(
    background: &[bool],
    shape: &[usize],
    sampling: &[f64],
    made: impl Fn(usize, Vec<i64>) -> R + Sync,
) -> Vec<R> {
    let len = background.len();
    let (mut squares, mut indices) = (Vec::new(), Vec::new());
    for (axis, (&n, &step)) in shape.iter().zip(sampling).enumerate() {
        let lines = Lines { background, squares: &squares, indices: &indices, n, step, axis };
        if axis + 1 == shape.len() {
            let firsts = (0..len / n).step_by(AT_ONCE).collect::<Vec<_>>();
            return in_parallel(&firsts, |&first| {
                let count = AT_ONCE.min(len / n - first);
                let mut found = vec![0i64; shape.len() * count * n];
                lines.fill(first, count, None, &mut found.chunks_mut(count * n).collect::<Vec<_>>());
                made(count, found)
            });
        }
        let (mut next, mut found) = (vec![0.0; len], vec![0u32; (axis + 1) * len]);
        let mut parts: Vec<Vec<&mut [u32]>> = next.chunks(AT_ONCE * n).map(|_| Vec::new()).collect();
        for axis in found.chunks_mut(len) {
            parts.iter_mut().zip(axis.chunks_mut(AT_ONCE * n)).for_each(|(part, chunk)| part.push(chunk));
        }
        let blocks = next.chunks_mut(AT_ONCE * n).zip(parts).enumerate();
        let blocks = blocks.map(|(k, block)| (k * AT_ONCE, Mutex::new(block))).collect::<Vec<_>>();
        in_parallel(&blocks, |(first, block)| {
            let mut block = block.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let (squares, indices) = &mut *block;
            lines.fill(*first, squares.len() / n, Some(squares), indices);
        });
        drop(blocks);
        (squares, indices) = (next, found);
    }
    Vec::new()
}

/// The lines along an axis, which is the first one.
struct Lines<'a> {
    background: &'a [bool],
    /// Of all elements the squares of distances along axes before, and the indices along each of these of what is nearest.
    squares: &'a [f64],
    indices: &'a [u32],
    n: usize,
    step: f64,
    axis: usize,
}

impl Lines<'_> {
    /// What is known with this axis, of some lines from a number on: squares, if they are needed, and indices, one line behind the other.
    fn fill<I: Copy + From<u32>>(
        &self,
        first: usize,
        count: usize,
        mut squares: Option<&mut [f64]>,
        indices: &mut [&mut [I]],
    ) {
        let (n, axis) = (self.n, self.axis);
        let (mut envelope, mut places) = (Envelope::default(), vec![0; n]);
        let mut lines = Block::new(n);
        let mut known: Vec<Block<u32>> = (0..axis).map(|_| Block::new(n)).collect();
        for begin in (0..count).step_by(TOGETHER) {
            let (from, count) = (first + begin, TOGETHER.min(count - begin));
            match axis {
                0 => {
                    lines.read(self.background, from, count, |&background| if background { 0.0 } else { f64::INFINITY })
                }
                _ => lines.read(self.squares, from, count, |&square| square),
            }
            for (known, indices) in known.iter_mut().zip(self.indices.chunks(self.background.len())) {
                known.read(indices, from, count, |&index| index);
            }
            for k in 0..count {
                let (line, own) = (lines.line(k), (begin + k) * n..(begin + k + 1) * n);
                let found = match axis {
                    0 => last_and_next(line, &mut places),
                    _ => envelope.nearest(line, self.step, &mut places),
                };
                if let Some(squares) = &mut squares {
                    let squares = &mut squares[own.clone()];
                    squares.fill(f64::INFINITY);
                    for (place, (square, &nearest)) in
                        squares.iter_mut().zip(&places).enumerate().take(if found { n } else { 0 })
                    {
                        let steps = place.abs_diff(nearest) as f64 * self.step;
                        *square = line[nearest] + steps * steps;
                    }
                }
                for (axis, indices) in indices.iter_mut().enumerate().take(if found { axis + 1 } else { 0 }) {
                    let indices = indices[own.clone()].iter_mut().zip(&places);
                    match known.get(axis).map(|known| known.line(k)) {
                        Some(known) => indices.for_each(|(index, &nearest)| *index = known[nearest].into()),
                        None => indices.for_each(|(index, &nearest)| *index = (nearest as u32).into()),
                    }
                }
            }
        }
    }
}

/// Lines that lay next to each other, one behind the other.
struct Block<T> {
    elements: Vec<T>,
    n: usize,
}

impl<T: Copy + Default> Block<T> {
    fn new(n: usize) -> Self {
        Self { elements: vec![T::default(); TOGETHER * (n + TOGETHER)], n }
    }

    /// Reads some lines along the first axis, from a number on.
    fn read<S>(&mut self, source: &[S], first: usize, count: usize, of: impl Fn(&S) -> T) {
        let apart = self.n + TOGETHER;
        for (place, row) in source.chunks(source.len() / self.n).enumerate() {
            row[first..first + count].iter().enumerate().for_each(|(k, x)| self.elements[k * apart + place] = of(x));
        }
    }

    fn line(&self, k: usize) -> &[T] {
        &self.elements[k * (self.n + TOGETHER)..][..self.n]
    }
}

/// Of each place of a line the nearer one of the last zero before and the next one after; false if there is none.
fn last_and_next(line: &[f64], places: &mut [usize]) -> bool {
    let mut last = None;
    for (place, &square) in line.iter().enumerate() {
        if square == 0.0 {
            // Those between two are nearer to the first up to their middle.
            let middle = last.map_or(0, |last: usize| (last + place) / 2 + 1);
            places[middle..=place].fill(place);
            last = Some(place);
        } else if let Some(last) = last {
            places[place] = last;
        }
    }
    last.is_some()
}
