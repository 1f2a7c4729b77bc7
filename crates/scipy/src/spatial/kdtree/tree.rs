//! The tree itself, on the host.
//!
//! It is balanced: a node's points are halved at the median along the widest axis of their box, until at most [`LEAF`] are left, so its
//! shape depends on their number only and needs no memory. Each node has the box of its points. A leaf has its points
//! axis by axis, so that its distances are computed with vectors. No crate did: those that are well kept (kiddo) have the number of
//! dimensions as a constant.

use super::space::{Norm, Period, sizes, wrapped};
use std::ops::Range;

/// The most points of a leaf.
pub(super) const LEAF: usize = 16;

pub(super) struct Tree {
    /// The number of dimensions.
    pub dimensions: usize,
    /// The points' places, leaf by leaf.
    pub places: Vec<u32>,
    /// The points, leaf by leaf, axis by axis.
    leaves: Vec<f64>,
    /// The box of each node: the least coordinates, and the largest.
    boxes: Vec<f64>,
    /// The number of levels below the root.
    levels: u32,
    /// The periods of the axes; none if no axis has one.
    pub periods: Option<Vec<Period>>,
}

/// A node: its number, from the root's 1 on, and the points that it has.
#[derive(Clone, Debug)]
pub(super) struct Node {
    number: usize,
    pub points: Range<usize>,
}

impl Tree {
    /// Of points as rows. There is at least one.
    pub fn new(points: &[f64], dimensions: usize, periods: Option<Vec<Period>>) -> Self {
        let m = points.len() / dimensions;
        let mut levels = 0;
        while m.div_ceil(1 << levels) > LEAF {
            levels += 1;
        }
        let mut tree = Self {
            dimensions,
            places: (0..m as u32).collect(),
            leaves: vec![0.0; points.len()],
            boxes: vec![0.0; (2 << levels) * 2 * dimensions],
            levels,
            periods,
        };
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let forks = threads.next_power_of_two().ilog2();
        halve(points, dimensions, &mut tree.places, levels, forks);
        tree.fill(points, &Node { number: 1, points: 0..m });
        tree
    }

    pub fn root(&self) -> Node {
        Node { number: 1, points: 0..self.places.len() }
    }

    /// Both halves of a node, unless it is a leaf.
    pub fn halves(&self, node: &Node) -> Option<[Node; 2]> {
        if node.number >> self.levels != 0 {
            return None;
        }
        let middle = middle(node.points.len()) + node.points.start;
        let half = |side: usize, points| Node { number: 2 * node.number + side, points };
        Some([half(0, node.points.start..middle), half(1, middle..node.points.end)])
    }

    /// Writes the points of the leaves and the boxes of the nodes.
    fn fill(&mut self, points: &[f64], node: &Node) {
        let k = self.dimensions;
        if let Some(halves) = self.halves(node) {
            for half in &halves {
                self.fill(points, half);
            }
            let [a, b] = halves.map(|half| self.bounds(&half));
            for axis in 0..k {
                let low = self.boxes[a.start + axis].min(self.boxes[b.start + axis]);
                let high = self.boxes[a.start + k + axis].max(self.boxes[b.start + k + axis]);
                self.boxes[node.number * 2 * k + axis] = low;
                self.boxes[node.number * 2 * k + k + axis] = high;
            }
            return;
        }
        let bounds = self.bounds(node);
        for axis in 0..k {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            let at = node.points.start * k + axis * node.points.len();
            for (i, &place) in self.places[node.points.clone()].iter().enumerate() {
                let x = points[place as usize * k + axis];
                self.leaves[at + i] = x;
                (low, high) = (low.min(x), high.max(x));
            }
            self.boxes[bounds.start + axis] = low;
            self.boxes[bounds.start + k + axis] = high;
        }
    }

    fn bounds(&self, node: &Node) -> Range<usize> {
        let size = 2 * self.dimensions;
        node.number * size..(node.number + 1) * size
    }

    /// The box of a node: the least coordinates, and the largest.
    pub fn box_of(&self, node: &Node) -> (&[f64], &[f64]) {
        self.boxes[self.bounds(node)].split_at(self.dimensions)
    }

    /// The coordinates of a leaf's points along an axis.
    fn along(&self, leaf: &Node, axis: usize) -> &[f64] {
        let len = leaf.points.len();
        &self.leaves[leaf.points.start * self.dimensions + axis * len..][..len]
    }

    pub fn period(&self, axis: usize) -> Period {
        self.periods.as_ref().map_or(0.0, |periods| periods[axis])
    }

    /// The distances of a leaf's points from `x`, without the root.
    #[inline]
    pub fn distances<'a, N: Norm>(&self, norm: N, leaf: &Node, x: &[f64], room: &'a mut [f64; LEAF]) -> &'a [f64] {
        let room = &mut room[..leaf.points.len()];
        room.fill(0.0);
        for (axis, &x) in x.iter().enumerate() {
            let along = self.along(leaf, axis);
            match &self.periods {
                None => {
                    for (distance, &y) in room.iter_mut().zip(along) {
                        *distance = norm.join(*distance, norm.part((x - y).abs()));
                    }
                }
                Some(periods) => {
                    for (distance, &y) in room.iter_mut().zip(along) {
                        *distance = norm.join(*distance, norm.part(wrapped(x - y, periods[axis])));
                    }
                }
            }
        }
        room
    }

    /// The least distance of a node's box from `x`, without the root.
    #[inline]
    pub fn nearest<N: Norm>(&self, norm: N, node: &Node, x: &[f64]) -> f64 {
        let (low, high) = self.box_of(node);
        let mut sum = 0.0;
        match &self.periods {
            None => {
                for ((&low, &high), &x) in low.iter().zip(high).zip(x) {
                    sum = norm.join(sum, norm.part((low - x).max(x - high).max(0.0)));
                }
            }
            Some(periods) => {
                for (((&low, &high), &x), &period) in low.iter().zip(high).zip(x).zip(periods) {
                    sum = norm.join(sum, norm.part(sizes(low - x, high - x, period).0));
                }
            }
        }
        sum
    }

    /// The least and the largest distance of points in two boxes, without the root.
    pub fn range<N: Norm>(&self, norm: N, a: (&[f64], &[f64]), b: (&[f64], &[f64])) -> (f64, f64) {
        let mut range = (0.0, 0.0);
        for axis in 0..self.dimensions {
            let (near, far) = sizes(b.0[axis] - a.1[axis], b.1[axis] - a.0[axis], self.period(axis));
            range = (norm.join(range.0, norm.part(near)), norm.join(range.1, norm.part(far)));
        }
        range
    }

    /// The point of a leaf at a position.
    pub fn point(&self, leaf: &Node, position: usize) -> impl Iterator<Item = f64> {
        (0..self.dimensions).map(move |axis| self.along(leaf, axis)[position])
    }
}

fn middle(len: usize) -> usize {
    len / 2
}

/// Orders places so that the points of each node lie together. Both halves of the upper nodes are ordered at the same time.
fn halve(points: &[f64], dimensions: usize, places: &mut [u32], levels: u32, forks: u32) {
    if levels == 0 {
        return;
    }
    let coordinate = |place: u32, axis: usize| points[place as usize * dimensions + axis];
    let spread = |axis: usize| {
        let ends = places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &place| {
            let x = coordinate(place, axis);
            (low.min(x), high.max(x))
        });
        ends.1 - ends.0
    };
    let widest =
        (0..dimensions).map(|axis| (spread(axis), axis)).fold((-1.0, 0), |a, b| if b.0 > a.0 { b } else { a }).1;
    let middle = middle(places.len());
    // The keys beside the places: the points lie all over the memory.
    let mut keys: Vec<(f64, u32)> = places.iter().map(|&place| (coordinate(place, widest), place)).collect();
    keys.select_nth_unstable_by(middle, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (place, key) in places.iter_mut().zip(&keys) {
        *place = key.1;
    }
    drop(keys);
    let (low, high) = places.split_at_mut(middle);
    match forks {
        0 => {
            halve(points, dimensions, low, levels - 1, 0);
            halve(points, dimensions, high, levels - 1, 0);
        }
        _ => std::thread::scope(|scope| {
            scope.spawn(|| halve(points, dimensions, low, levels - 1, forks - 1));
            halve(points, dimensions, high, levels - 1, forks - 1);
        }),
    }
}
