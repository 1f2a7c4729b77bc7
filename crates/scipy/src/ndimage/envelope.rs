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
    /// sampled functions, Theory of Computing 8, 2012). `None` if nothing is known.
    fn nearest(&mut self, squares: &[f64], step: f64, mut found: impl FnMut(usize, usize)) {
        self.elements.clear();
        let weight = step * step;
        for (k, &square) in squares.iter().enumerate().filter(|(_, square)| square.is_finite()) {
            // From where on it is lower than the last one.
            let from = loop {
                let Some(&(last, start)) = self.elements.last() else { break f64::NEG_INFINITY };
                let apart = (k - last) as f64;
                let from = ((square - squares[last]) / weight / apart + (k + last) as f64) / 2.0;
                if from > start {
                    break from;
                }
                self.elements.pop();
            };
            self.elements.push((k, from));
        }
        let mut at = 0;
        for place in 0..if self.elements.is_empty() { 0 } else { squares.len() } {
            while self.elements.get(at + 1).is_some_and(|&(_, from)| from < place as f64) {
                at += 1;
            }
            found(place, self.elements[at].0);
        }
    }
}

/// Of each element the indices of the nearest one of the background, an array for each axis; zeros if there is none.
pub(super) fn nearest(background: &[bool], shape: &[usize], sampling: &[f64]) -> Vec<Vec<i64>> {
    let mut squares: Vec<f64> = background.iter().map(|&x| if x { 0.0 } else { f64::INFINITY }).collect();
    let mut indices: Vec<Vec<i64>> = vec![vec![0; background.len()]; shape.len()];
    for (axis, (&n, &step)) in shape.iter().zip(sampling).enumerate() {
        // Blocks that lie together, of lines next to each other.
        let inner: usize = shape[axis + 1..].iter().product();
        let mut parts: Vec<Vec<&mut [i64]>> = squares.chunks(n * inner).map(|_| Vec::new()).collect();
        for known in &mut indices[..=axis] {
            parts.iter_mut().zip(known.chunks_mut(n * inner)).for_each(|(part, chunk)| part.push(chunk));
        }
        let blocks = squares.chunks_mut(n * inner).zip(parts).map(Mutex::new).collect::<Vec<_>>();
        in_parallel(&blocks, |block| {
            let mut block = block.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            let (squares, known) = &mut *block;
            lines(squares, known, n, inner, step);
        });
    }
    indices
}

/// The lines of a block, which has one of each `inner` next to each other: squares of distances and what is known of indices, with those along the
/// line last.
fn lines(squares: &mut [f64], known: &mut [&mut [i64]], n: usize, inner: usize, step: f64) {
    let (mut envelope, mut line, mut places) = (Envelope::default(), vec![0.0; n], vec![0; n]);
    let mut moved = vec![0; n];
    for first in 0..inner {
        line.iter_mut().enumerate().for_each(|(k, x)| *x = squares[first + k * inner]);
        let mut any = false;
        envelope.nearest(&line, step, |place, element| {
            places[place] = element;
            any = true;
        });
        if !any {
            continue;
        }
        for (k, &place) in places.iter().enumerate() {
            let steps = k.abs_diff(place) as f64 * step;
            squares[first + k * inner] = line[place] + steps * steps;
        }
        let (along, before) = known.split_last_mut().map_or((None, &mut [][..]), |(last, rest)| (Some(last), rest));
        for known in before {
            moved.iter_mut().zip(&places).for_each(|(x, &place)| *x = known[first + place * inner]);
            moved.iter().enumerate().for_each(|(k, &x)| known[first + k * inner] = x);
        }
        if let Some(along) = along {
            places.iter().enumerate().for_each(|(k, &place)| along[first + k * inner] = place as i64);
        }
    }
}
