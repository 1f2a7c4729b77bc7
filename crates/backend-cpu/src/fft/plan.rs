//! Plans of one-dimensional transforms, and where they are kept.

use super::cache::Cache;
use super::roots::Powers;
use super::{Direction, Real};
use rustfft::{FftDirection, FftPlanner};
use std::sync::Arc;

/// The shortest line that is split: below this, one thread is as fast.
const FOUR_STEP: usize = 1 << 17;
/// More lines than this are work enough for many threads without a split.
const FEW: usize = 3;
/// A split into very unequal parts has no cache-resident part to gain from.
const SHORTEST_SIDE: usize = 32;
/// How many values the tables of the plans of one kind may hold.
const CAPACITY: usize = 1 << 23;
/// What a plan weighs beside its tables.
const OVERHEAD: usize = 64;

/// A transform of one length that one thread runs.
pub type Direct<T> = Arc<dyn rustfft::Fft<T>>;

/// A transform of length `rows * columns` whose line is seen as a matrix in row-major order.
pub struct FourStep<T> {
    /// Transforms a column, so its length is the number of rows.
    pub column: Direct<T>,
    /// Transforms a row, so its length is the number of columns.
    pub row: Direct<T>,
    /// What each transformed column is multiplied by.
    pub twiddles: Powers<T>,
}

/// The plans of one element type.
pub struct FftPlans<T> {
    direct: Cache<(usize, Direction), Direct<T>>,
    four_step: Cache<(usize, Direction), Option<Arc<FourStep<T>>>>,
    halves: Cache<usize, Arc<Powers<T>>>,
}

impl<T> Default for FftPlans<T> {
    fn default() -> Self {
        Self { direct: Cache::new(CAPACITY), four_step: Cache::new(CAPACITY), halves: Cache::new(CAPACITY) }
    }
}

impl<T: Real> FftPlans<T> {
    /// The plan of length `n` for one thread.
    pub fn direct(&self, n: usize, direction: Direction) -> Direct<T> {
        self.direct.get((n, direction), n + OVERHEAD, || {
            let direction = match direction {
                Direction::Forward => FftDirection::Forward,
                Direction::Inverse => FftDirection::Inverse,
            };
            FftPlanner::new().plan_fft(n, direction)
        })
    }

    /// The plan of length `n` for many threads, if the lines are long and few, and split well.
    pub fn four_step(&self, n: usize, direction: Direction, lines: usize) -> Option<Arc<FourStep<T>>> {
        if n < FOUR_STEP || lines > FEW {
            return None;
        }
        self.four_step.get((n, direction), n / 8 + OVERHEAD, || {
            let mut sides = (SHORTEST_SIDE..=n.isqrt()).rev();
            let rows = sides.find(|&side| n.is_multiple_of(side))?;
            Some(Arc::new(FourStep {
                column: self.direct(rows, direction),
                row: self.direct(n / rows, direction),
                twiddles: Powers::new(n, direction, 0, n / rows, rows),
            }))
        })
    }

    /// The powers that turn a complex transform of length `n / 2` into a real one of length `n`.
    pub fn halves(&self, n: usize) -> Arc<Powers<T>> {
        self.halves.get(n, n / 8 + OVERHEAD, || Arc::new(Powers::new(n, Direction::Forward, 1, 1, n / 4 + 1)))
    }
}
