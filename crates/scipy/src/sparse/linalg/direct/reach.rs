//! Which rows take part in the elimination of a column.

use super::supernodes::NONE;
use crate::sparse::host::Lines;

/// The rows that a column reaches through the columns before.
pub(super) struct Reach {
    /// Rows after all that they lead to.
    pub order: Vec<usize>,
    seen: Vec<usize>,
    step: usize,
    /// Rows on the way, and the next entry of their columns.
    way: Vec<(usize, usize)>,
}

impl Reach {
    pub fn new(n: usize) -> Self {
        Self { order: Vec::new(), seen: vec![0; n], step: 0, way: Vec::new() }
    }

    pub fn of<F: Copy>(&mut self, rows: &[usize], lower: &Lines<F>, place_of: &[u32]) {
        self.order.clear();
        self.step += 1;
        for &start in rows {
            self.enter(start);
            while let Some(top) = self.way.last_mut() {
                let (row, next) = *top;
                let entries = match place_of[row] {
                    NONE => &[],
                    place => lower.places_of(place as usize),
                };
                match entries.get(next) {
                    Some(&row) => {
                        top.1 += 1;
                        self.enter(row);
                    }
                    None => {
                        self.order.push(row);
                        self.way.pop();
                    }
                }
            }
        }
    }

    fn enter(&mut self, row: usize) {
        if self.seen[row] != self.step {
            self.seen[row] = self.step;
            self.way.push((row, 0));
        }
    }
}
