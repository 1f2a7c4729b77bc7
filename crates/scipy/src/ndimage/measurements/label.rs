//! Connected parts.

use super::device_label;
use super::neighbourhood::Neighbourhood;
use crate::parallel::in_parallel;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// Numbers the connected parts of what is not zero from 1 on, in row-major order of their first elements, and counts them. Neighbours
/// are those of a structure of three elements along each axis, or the nearest ones. Labels are `i32`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{generate_binary_structure, label};
/// let x = xp.array([[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 1, 1]])?;
/// let (labels, count) = label(&x, None::<&Array<bool, _>>)?;
/// assert_eq!((labels.to_string(), count), ("[[1 0 0]\n [0 2 0]\n [0 0 0]\n [0 3 3]]".into(), 3));
/// assert_eq!(label(&x, Some(&generate_binary_structure(&xp, 2, 2)?))?.1, 2);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the structure has three elements along each axis; [`Error::Value`] unless it is the same from both sides,
/// and for more elements than `i32` numbers; [`Error::DType`] for complex numbers.
pub fn label<B: Backend>(x: &impl AnyArray<B>, structure: Option<&impl AnyArray<B>>) -> Result<(Array<i32, B>, usize)> {
    const OP: &str = "label";
    let x = x.as_dyn();
    TypeClass::RealElement.check(OP, x.dtype())?;
    let neighbours = Neighbourhood::new(OP, x.shape(), structure)?;
    if x.len() >= i32::MAX as usize {
        return Err(Error::value(OP, format!("{} elements are too many to be numbered", x.len())));
    }
    if x.is_empty() {
        return Ok((x.xp().zeros(x.shape())?, 0));
    }
    let filled = x.astype(DType::Bool)?.typed::<bool>()?;
    if x.xp().name() != "cpu" {
        return device_label::label(&filled, &neighbours);
    }
    let filled = filled.to_vec()?;
    let n = x.shape().last().copied().unwrap_or(1);
    let (blocks, count) = numbered(&filled, n, &neighbours);
    let parts = in_parallel(&blocks, |block| {
        let labels = block.labels(n);
        x.xp().from_slice(&labels, labels.len())
    });
    let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
    Ok((x.xp().concatenate(&parts.iter().collect::<Vec<_>>(), 0)?.reshape(x.shape())?, count))
}

/// Elements that a thread takes at least.
const AT_ONCE: usize = 1 << 18;

/// What is filled in rows of `n` elements, with the numbers of its parts, and how many there are: all cores join runs of elements within blocks of
/// rows, then blocks are joined.
fn numbered(filled: &[bool], n: usize, neighbours: &Neighbourhood) -> (Vec<Block>, usize) {
    let rows = AT_ONCE.div_ceil(n);
    let parts = filled.chunks(rows * n).enumerate().map(|(k, part)| (k * rows, part)).collect::<Vec<_>>();
    let mut blocks = in_parallel(&parts, |&(first, part)| Block::new(part, n, first, neighbours));
    let mut parts = Parts(Vec::with_capacity(blocks.iter().map(|block| block.runs.len()).sum()));
    let mut firsts = Vec::with_capacity(blocks.len());
    for block in &blocks {
        let first = parts.0.len() as i32;
        firsts.push(first);
        parts.0.extend(block.parts.0.iter().map(|part| part + first));
    }
    for row in 0..filled.len() / n {
        let within = row / rows * rows;
        for (back, moved) in neighbours.rows_before(row).filter(|(back, _)| row - back < within) {
            let [(this, first), (other, before)] = [row, row - back].map(|row| {
                let block = &blocks[row / rows];
                (block.row(row), firsts[row / rows] + block.firsts[row - block.first] as i32)
            });
            parts.join_overlapping((this, first), (other, before), moved);
        }
    }
    let count = parts.number();
    for (block, first) in blocks.iter_mut().zip(firsts) {
        block.parts.0.copy_from_slice(&parts.0[first as usize..][..block.runs.len()]);
    }
    (blocks, count)
}

/// Elements of a row next to each other: the columns of the first one, and of the next one that is not among them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Run {
    start: u32,
    end: u32,
}

/// The runs of some rows, and how they are connected there.
struct Block {
    /// The first row.
    first: usize,
    runs: Vec<Run>,
    /// Which run is each row's first one, with their number behind.
    firsts: Vec<usize>,
    /// Which runs are connected; in the end their numbers.
    parts: Parts,
}

impl Block {
    fn new(filled: &[bool], n: usize, first: usize, neighbours: &Neighbourhood) -> Self {
        let (mut runs, mut firsts) = (Vec::new(), vec![0]);
        for elements in filled.chunks_exact(n) {
            match neighbours.along_rows() {
                true => add_runs(elements, &mut runs),
                false => {
                    let single = |(k, _)| Run { start: k as u32, end: k as u32 + 1 };
                    runs.extend(elements.iter().enumerate().filter(|(_, filled)| **filled).map(single));
                }
            }
            firsts.push(runs.len());
        }
        let parts = Parts((0..runs.len() as i32).collect());
        let mut block = Self { first, runs, firsts, parts };
        for row in first..first + block.firsts.len() - 1 {
            for (back, moved) in neighbours.rows_before(row).filter(|(back, _)| row - back >= first) {
                let [this, other] =
                    [row, row - back].map(|row| block.firsts[row - first]..block.firsts[row - first + 1]);
                let [begin, before] = [this.start as i32, other.start as i32];
                block.parts.join_overlapping((&block.runs[this], begin), (&block.runs[other], before), moved);
            }
        }
        block
    }

    /// The runs of a row.
    fn row(&self, row: usize) -> &[Run] {
        &self.runs[self.firsts[row - self.first]..self.firsts[row - self.first + 1]]
    }

    /// The numbers of runs where they lie, in rows of `n` elements.
    fn labels(&self, n: usize) -> Vec<i32> {
        let mut labels = vec![0; (self.firsts.len() - 1) * n];
        for (labels, row) in labels.chunks_mut(n).zip(self.firsts.windows(2)) {
            for (run, &number) in self.runs[row[0]..row[1]].iter().zip(&self.parts.0[row[0]..row[1]]) {
                labels[run.start as usize..run.end as usize].fill(number);
            }
        }
        labels
    }
}

/// Adds the runs of a row: where bits of a word differ from those before them, one begins or ends.
fn add_runs(elements: &[bool], runs: &mut Vec<Run>) {
    let (mut start, mut before) = (None, 0);
    let mut turn = |column: usize| {
        let column = column as u32;
        match start.take() {
            Some(start) => runs.push(Run { start, end: column }),
            None => start = Some(column),
        }
    };
    for (k, chunk) in elements.chunks(64).enumerate() {
        let word = chunk.iter().rev().fold(0u64, |word, &x| word << 1 | u64::from(x));
        let mut turns = word ^ (word << 1 | before);
        before = word >> 63;
        while turns != 0 {
            turn(64 * k + turns.trailing_zeros() as usize);
            turns &= turns - 1;
        }
    }
    if before == 1 {
        turn(elements.len());
    }
}

/// Disjoint sets, each a tree whose root is its smallest element (Tarjan, Efficiency of a good but not linear set union algorithm,
/// 1975, with halved paths).
struct Parts(Vec<i32>);

impl Parts {
    fn root(&mut self, mut element: i32) -> i32 {
        while self.0[element as usize] != element {
            let above = self.0[element as usize];
            self.0[element as usize] = self.0[above as usize];
            element = above;
        }
        element
    }

    /// Joins runs of two rows, with the number of their first ones, that have elements in common if those of the first row are moved by so many.
    fn join_overlapping(&mut self, (row, first): (&[Run], i32), (other, before): (&[Run], i32), moved: isize) {
        let mut left = 0;
        for (run, this) in row.iter().zip(first..) {
            let (start, end) = (run.start as isize + moved, run.end as isize + moved);
            left += other[left..].iter().take_while(|run| run.end as isize <= start).count();
            let overlapping = other[left..].iter().take_while(|run| (run.start as isize) < end);
            overlapping.zip(before + left as i32..).for_each(|(_, that)| self.join(this, that));
        }
    }

    fn join(&mut self, a: i32, b: i32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }

    /// Numbers the sets from 1 on, by their smallest elements, in place of these; gives how many there are. What is above an element is smaller,
    /// so it has its number already.
    fn number(&mut self) -> usize {
        let mut count = 0;
        for element in 0..self.0.len() {
            let above = self.0[element] as usize;
            self.0[element] = if above == element {
                count += 1;
                count
            } else {
                self.0[above]
            };
        }
        count as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_within_words_and_across() {
        let found = |filled: &[bool]| {
            let mut runs = Vec::new();
            add_runs(filled, &mut runs);
            runs.iter().map(|run| (run.start, run.end)).collect::<Vec<_>>()
        };
        let mut filled = vec![false; 200];
        assert_eq!(found(&filled), []);
        filled[3] = true;
        filled[60..70].fill(true);
        filled[127..200].fill(true);
        assert_eq!(found(&filled), [(3, 4), (60, 70), (127, 200)]);
        assert_eq!(found(&filled[..128]), [(3, 4), (60, 70), (127, 128)]);
        assert_eq!(found(&filled[..65]), [(3, 4), (60, 65)]);
    }
}
