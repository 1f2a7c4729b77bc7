//! Nodes on the way, the nearest first.

use super::dijkstra::Distance;
use crate::sparse::host::Lines;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The nodes that are to be looked at, each at a distance; of equally near ones that of the lowest number comes first.
pub(super) trait Queue {
    fn push(&mut self, distance: f64, node: usize);
    fn pop(&mut self) -> Option<(f64, usize)>;
}

/// For edges of any length.
#[derive(Default)]
pub(super) struct Heap(BinaryHeap<Reverse<(Distance, usize)>>);

impl Queue for Heap {
    fn push(&mut self, distance: f64, node: usize) {
        self.0.push(Reverse((Distance(distance), node)));
    }

    fn pop(&mut self) -> Option<(f64, usize)> {
        self.0.pop().map(|Reverse((Distance(distance), node))| (distance, node))
    }
}

/// Buckets no wider than the shortest edge, so that what is in the nearest one is final, and is sorted once (Denardo and Fox, Shortest-route
/// methods: reaching, pruning, and buckets, Oper. Res. 27, 1979): for edges of similar lengths.
pub(super) struct Buckets {
    width: f64,
    /// The nearest bucket, its nearest node last.
    nearest: Vec<(f64, usize)>,
    /// The others, in a ring in which the longest edge does not come round; the number of the next one since the start.
    ring: Vec<Vec<(f64, usize)>>,
    next: usize,
    /// How many nodes are in the ring.
    waiting: usize,
}

impl Buckets {
    /// The longest edge, in edges of the shortest, for which going from bucket to bucket costs little.
    const SIMILAR: f64 = 64.0;

    /// None if the edges' lengths differ too much.
    pub fn of(edges: &Lines<f64>) -> Option<Self> {
        let ends = (f64::INFINITY, 0.0f64);
        let (shortest, longest) = edges.values.iter().fold(ends, |(low, high), &x| (low.min(x), high.max(x)));
        (shortest > f64::MIN_POSITIVE && longest <= shortest * Self::SIMILAR && longest.is_finite()).then(|| Self {
            width: shortest,
            nearest: Vec::new(),
            ring: vec![Vec::new(); (longest / shortest) as usize + 2],
            next: 0,
            waiting: 0,
        })
    }
}

impl Queue for Buckets {
    fn push(&mut self, distance: f64, node: usize) {
        let place = (distance / self.width) as usize % self.ring.len();
        self.ring[place].push((distance, node));
        self.waiting += 1;
    }

    fn pop(&mut self) -> Option<(f64, usize)> {
        while self.nearest.is_empty() && self.waiting > 0 {
            let place = self.next % self.ring.len();
            std::mem::swap(&mut self.nearest, &mut self.ring[place]);
            self.next += 1;
            self.waiting -= self.nearest.len();
            self.nearest.sort_unstable_by(|x, y| y.0.total_cmp(&x.0).then(y.1.cmp(&x.1)));
        }
        self.nearest.pop()
    }
}
