//! Matrices and graphs made by formulas, as ../peers/scipy_rows.py makes them, entry by entry.

use xparray::Result;
use xparray::prelude::*;
use xparray::sparse::{Coo, Csr};

/// A number of 64 bits that looks random (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014).
fn scrambled(k: usize, seed: u64) -> u64 {
    let mut z = (k as u64).wrapping_add(seed << 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A square matrix of coordinates and values.
#[derive(Default)]
struct Entries {
    row: Vec<i64>,
    col: Vec<i64>,
    values: Vec<f64>,
}

impl Entries {
    fn push(&mut self, row: i64, col: i64, value: f64) {
        self.row.push(row);
        self.col.push(col);
        self.values.push(value);
    }

    fn matrix<B: Backend>(&self, xp: &B, n: usize) -> Result<Csr<f64, B>> {
        let nnz = self.values.len();
        let (row, col) = (xp.from_slice(&self.row, nnz)?, xp.from_slice(&self.col, nnz)?);
        Coo::new([n, n], &row, &col, &xp.from_slice(&self.values, nnz)?)?.to_csr()
    }
}

/// The Laplacian of a square grid, with five full diagonals.
pub fn five_points<B: Backend>(xp: &B, side: usize) -> Result<Csr<f64, B>> {
    let n = (side * side) as i64;
    let mut entries = Entries::default();
    for i in 0..n {
        for (offset, value) in [(-(side as i64), -1.0), (-1, -1.0), (0, 4.0), (1, -1.0), (side as i64, -1.0)] {
            if (0..n).contains(&(i + offset)) {
                entries.push(i, i + offset, value);
            }
        }
    }
    entries.matrix(xp, n as usize)
}

/// Diffusion on a cube with a wind that turns: unsymmetric, of seven diagonals.
pub fn convection<B: Backend>(xp: &B, side: usize) -> Result<Csr<f64, B>> {
    let n = side.pow(3);
    let mut entries = Entries::default();
    for i in 0..n {
        let place = [i % side, i / side % side, i / side / side];
        entries.push(i as i64, i as i64, 6.5);
        for axis in 0..3 {
            let wind = 0.5 * (0.7 * place[(axis + 1) % 3] as f64).sin();
            let stride = side.pow(axis as u32) as i64;
            for (step, value) in [(-1, -1.0 - wind), (1, -1.0 + wind)] {
                if (0..side as i64).contains(&(place[axis] as i64 + step)) {
                    entries.push(i as i64, i as i64 + step * stride, value);
                }
            }
        }
    }
    entries.matrix(xp, n)
}

/// Edges between nodes that look random, of weights from 0.5 to 1.5; those between the same two nodes become one.
pub fn graph<B: Backend>(xp: &B, nodes: usize, edges: usize) -> Result<Csr<f64, B>> {
    let mut entries = Entries::default();
    for k in 0..edges {
        let [from, to] = [1, 2].map(|seed| (scrambled(k, seed) % nodes as u64) as i64);
        entries.push(from, to, 0.5 + (scrambled(k, 3) >> 11) as f64 * 0.5f64.powi(53));
    }
    entries.matrix(xp, nodes)
}

/// As many rows of a matrix as it has, chosen at random.
pub fn some_rows<B: Backend>(xp: &B, n: usize) -> Result<Array<i64, B>> {
    let rows: Vec<i64> = (0..n).map(|k| (scrambled(k, 4) % n as u64) as i64).collect();
    xp.from_slice(&rows, n)
}

/// A block of vectors: the sines of the products of places and columns.
pub fn waves<B: Backend>(xp: &B, n: usize, k: usize) -> Result<Array<f64, B>> {
    let block: Vec<f64> = (1..=n).flat_map(|i| (1..=k).map(move |j| ((i * j) as f64).sin())).collect();
    xp.from_slice(&block, [n, k])
}

/// Right-hand sides.
pub fn ramp<B: Backend>(xp: &B, n: usize) -> Result<Array<f64, B>> {
    let ramp: Vec<f64> = (0..n).map(|k| (k * 7919 % 1000) as f64 / 1000.0).collect();
    xp.from_slice(&ramp, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What NumPy's side has, by `scrambled(3, 1)` in ../peers/scipy_rows.py.
    #[test]
    fn scrambled_numbers_are_those_of_the_peers() {
        assert_eq!([0, 1, 2].map(|k| scrambled(k, 1)), SCRAMBLED);
    }

    const SCRAMBLED: [u64; 3] = [13757203745513168481, 5046631899840037604, 16717222514326610955];

    #[test]
    fn rows_of_the_matrices_sum_to_what_their_edges_lose() {
        let xp = Cpu::new();
        assert_eq!(five_points(&xp, 3).unwrap().nnz(), 9 + 2 * 8 + 2 * 6);
        let a = convection(&xp, 3).unwrap();
        assert_eq!(a.nnz(), 27 + 6 * 18);
        // Six numbers that sum to 6, each rounded.
        assert!((a.sum(1).unwrap().to_vec().unwrap()[13] - 0.5).abs() < 1e-14);
    }
}
