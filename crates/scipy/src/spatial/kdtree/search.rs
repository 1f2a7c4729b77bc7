//! Searching the tree: the nearest points, and those within a distance.
//!
//! Bounds of boxes and distances of points are rounded alike, and rounding keeps the order, so no bound leaves out a point that its own
//! distance would not.

use super::space::{Norm, with_norm};
use super::tree::{LEAF, Node, Tree};
use crate::parallel::in_parallel;
use crate::spatial::curve::order;

/// How neighbours are searched.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    /// How many.
    pub k: usize,
    /// What the distance from a box is multiplied by, to leave out those that are hardly nearer.
    pub factor: f64,
    /// Neighbours are nearer than this.
    pub bound: f64,
}

/// The nearest points so far, in order.
struct Found<'a> {
    distances: &'a mut [f64],
    places: &'a mut [i64],
    count: usize,
    bound: f64,
}

impl Found<'_> {
    /// How far a point may be to be among them.
    fn reach(&self) -> f64 {
        if self.count == self.distances.len() { self.distances[self.count - 1] } else { self.bound }
    }

    fn offer(&mut self, distance: f64, place: i64) {
        let after = |i: usize| (self.distances[i], self.places[i]) > (distance, place);
        // Before it is full, anything nearer than the bound will do.
        if self.count == self.distances.len() {
            if !after(self.count - 1) {
                return;
            }
        } else if distance < self.bound {
            self.count += 1;
        } else {
            return;
        }
        let mut at = self.count - 1;
        while at > 0 && (self.distances[at - 1], self.places[at - 1]) > (distance, place) {
            self.distances[at] = self.distances[at - 1];
            self.places[at] = self.places[at - 1];
            at -= 1;
        }
        (self.distances[at], self.places[at]) = (distance, place);
    }
}

impl Tree {
    /// The distances of order `p` and places of the nearest points of each of several, `k` for each; infinite and the number of points
    /// where there are fewer.
    pub fn query(&self, p: f64, points: &[f64], how: Nearest) -> (Vec<f64>, Vec<i64>) {
        with_norm!(p, norm => {
            let (factor, bound) = (norm.power(how.factor), norm.power(how.bound));
            self.query_by(norm, points, Nearest { factor, bound, ..how })
        })
    }

    fn query_by<N: Norm>(&self, norm: N, points: &[f64], how: Nearest) -> (Vec<f64>, Vec<i64>) {
        const PART: usize = 4096;
        let (dimensions, k) = (self.dimensions, how.k);
        let m = points.len() / dimensions;
        let missing = self.places.len() as i64;
        let (low, high) = self.box_of(&self.root());
        // Neighbours find in the caches what they need.
        let order = order(points, low, high);
        let parts = in_parallel(&order.chunks(PART).collect::<Vec<_>>(), |part| {
            let (mut distances, mut places) = (vec![f64::INFINITY; part.len() * k], vec![missing; part.len() * k]);
            for (i, &point) in part.iter().enumerate() {
                let x = &points[point as usize * dimensions..][..dimensions];
                let (distances, places) = (&mut distances[i * k..][..k], &mut places[i * k..][..k]);
                let mut found = Found { distances, places, count: 0, bound: how.bound };
                if k > 0 {
                    self.nearest_in(norm, &self.root(), 0.0, x, how.factor, &mut found);
                }
                found.distances.iter_mut().for_each(|distance| *distance = norm.root(*distance));
            }
            (*part, distances, places)
        });
        let (mut distances, mut places) = (vec![0.0; m * k], vec![0; m * k]);
        for (part, near, at) in parts {
            for (i, &point) in part.iter().enumerate() {
                let row = point as usize * k;
                distances[row..row + k].copy_from_slice(&near[i * k..][..k]);
                places[row..row + k].copy_from_slice(&at[i * k..][..k]);
            }
        }
        (distances, places)
    }

    fn nearest_in<N: Norm>(&self, norm: N, node: &Node, least: f64, x: &[f64], factor: f64, found: &mut Found<'_>) {
        // A box at the same distance may have a point of a smaller place.
        if least * factor > found.reach() {
            return;
        }
        if let Some([a, b]) = self.halves(node) {
            let (to_a, to_b) = (self.nearest(norm, &a, x), self.nearest(norm, &b, x));
            let [near, far] = if to_a <= to_b { [(&a, to_a), (&b, to_b)] } else { [(&b, to_b), (&a, to_a)] };
            self.nearest_in(norm, near.0, near.1, x, factor, found);
            self.nearest_in(norm, far.0, far.1, x, factor, found);
            return;
        }
        let mut room = [0.0; LEAF];
        let mut reach = found.reach();
        for (&distance, &place) in
            self.distances(norm, node, x, &mut room).iter().zip(&self.places[node.points.clone()])
        {
            if distance <= reach {
                found.offer(distance, i64::from(place));
                reach = found.reach();
            }
        }
    }

    /// Calls a function with the places of the points within `reach` of `x`, several at a time.
    pub fn within(&self, p: f64, x: &[f64], reach: f64, factor: f64, found: &mut dyn FnMut(&[u32])) {
        with_norm!(p, norm => self.within_node(norm, &self.root(), x, norm.power(reach), norm.power(factor), found));
    }

    fn within_node<N: Norm>(
        &self,
        norm: N,
        node: &Node,
        x: &[f64],
        reach: f64,
        factor: f64,
        found: &mut dyn FnMut(&[u32]),
    ) {
        let (least, largest) = self.range(norm, (x, x), self.box_of(node));
        if least * factor > reach {
            return;
        }
        if largest < reach * factor {
            return found(&self.places[node.points.clone()]);
        }
        if let Some(halves) = self.halves(node) {
            return halves.iter().for_each(|half| self.within_node(norm, half, x, reach, factor, found));
        }
        let mut room = [0.0; LEAF];
        let distances = self.distances(norm, node, x, &mut room);
        for (&distance, place) in distances.iter().zip(&self.places[node.points.clone()]) {
            if distance <= reach {
                found(std::slice::from_ref(place));
            }
        }
    }

    /// Calls a function with the pairs of points, of this tree and another, within `reach`: their places and distance.
    pub fn pairs(&self, p: f64, other: &Tree, reach: f64, found: &mut dyn FnMut(u32, u32, f64)) {
        with_norm!(p, norm => {
            self.pairs_of(norm, &self.root(), other, &other.root(), norm.power(reach), found);
        });
    }

    fn pairs_of<N: Norm>(
        &self,
        norm: N,
        a: &Node,
        other: &Tree,
        b: &Node,
        reach: f64,
        found: &mut dyn FnMut(u32, u32, f64),
    ) {
        if self.range(norm, self.box_of(a), other.box_of(b)).0 > reach {
            return;
        }
        // The larger node is halved.
        let (of_a, of_b) = (self.halves(a), other.halves(b));
        match (of_a, of_b) {
            (Some(halves), of_b) if of_b.is_none() || a.points.len() >= b.points.len() => {
                halves.iter().for_each(|half| self.pairs_of(norm, half, other, b, reach, found));
            }
            (_, Some(halves)) => halves.iter().for_each(|half| self.pairs_of(norm, a, other, half, reach, found)),
            _ => {
                let (mut x, mut room) = (vec![0.0; self.dimensions], [0.0; LEAF]);
                for i in 0..a.points.len() {
                    x.iter_mut().zip(self.point(a, i)).for_each(|(x, at)| *x = at);
                    let place = self.places[a.points.start + i];
                    let distances = other.distances(norm, b, &x, &mut room);
                    for (&distance, &there) in distances.iter().zip(&other.places[b.points.clone()]) {
                        if distance <= reach {
                            found(place, there, norm.root(distance));
                        }
                    }
                }
            }
        }
    }

    /// Adds to `counts` the pairs of points, of this tree and another, by the first of the sorted distances that they are within.
    pub fn count(&self, p: f64, other: &Tree, reaches: &[f64], counts: &mut [i64]) {
        with_norm!(p, norm => {
            let reaches: Vec<f64> = reaches.iter().map(|&reach| norm.power(reach)).collect();
            self.count_of(norm, &self.root(), other, &other.root(), &reaches, 0, counts);
        });
    }

    fn count_of<N: Norm>(
        &self,
        norm: N,
        a: &Node,
        other: &Tree,
        b: &Node,
        reaches: &[f64],
        offset: usize,
        counts: &mut [i64],
    ) {
        let (least, largest) = self.range(norm, self.box_of(a), other.box_of(b));
        // Only these distances are undecided: all pairs are beyond those before, and within those behind.
        let first = reaches.partition_point(|&reach| reach < least);
        let last = reaches.partition_point(|&reach| reach <= largest);
        if first >= last {
            if offset + first < counts.len() {
                counts[offset + first] += (a.points.len() * b.points.len()) as i64;
            }
            return;
        }
        let (reaches, offset) = (&reaches[first..last], offset + first);
        let (of_a, of_b) = (self.halves(a), other.halves(b));
        match (of_a, of_b) {
            (Some(halves), of_b) if of_b.is_none() || a.points.len() >= b.points.len() => {
                halves.iter().for_each(|half| self.count_of(norm, half, other, b, reaches, offset, counts));
            }
            (_, Some(halves)) => {
                halves.iter().for_each(|half| self.count_of(norm, a, other, half, reaches, offset, counts));
            }
            _ => {
                let (mut x, mut room) = (vec![0.0; self.dimensions], [0.0; LEAF]);
                for i in 0..a.points.len() {
                    x.iter_mut().zip(self.point(a, i)).for_each(|(x, at)| *x = at);
                    for &distance in other.distances(norm, b, &x, &mut room) {
                        let at = offset + reaches.partition_point(|&reach| reach < distance);
                        if at < counts.len() {
                            counts[at] += 1;
                        }
                    }
                }
            }
        }
    }
}
