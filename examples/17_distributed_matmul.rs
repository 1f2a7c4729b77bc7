//! A product of matrices that lie on a mesh of processes: `mpiexec -n 4 target/release/examples/17_distributed_matmul`.
//!
//! Once as the rows of the first matrix times all of the second one, where nothing moves, and once in blocks along both axes of
//! a mesh, where each process holds a part of both matrices and panels move along the mesh's lines.

use xparray::dist::{self, Comm};
use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    let world = dist::init()?;
    let error = products(&world, &Device::best()?, 600)?;
    if world.rank() == 0 {
        println!("the products by rows and by blocks differ by {error:.1e}, on {} processes", world.size());
    }
    Ok(())
}

/// The most by which the two products differ.
fn products(world: &Comm, xp: &Device, n: usize) -> xparray::Result<f64> {
    let [across, along] = grid(world.size());
    let mesh = world.mesh([across, along])?;
    let blocks = mesh.sharding([Some(0), Some(1)])?;
    // Each process makes its own part of these numbers, the same ones for any number of processes.
    let a = blocks.shard(&xp.rng(1).normal::<f64>([n, n])?)?;
    let b = blocks.shard(&xp.rng(2).normal::<f64>([n, n])?)?;
    let by_blocks = a.matmul(&b)?;
    let (rows, whole) = (mesh.sharding([Some(0), None])?, mesh.sharding([None, None])?);
    let by_rows = a.reshard(&rows)?.matmul(&b.reshard(&whole)?)?;
    (by_blocks - &by_rows.reshard(&blocks)?).map(|x| Ok(x.abs()))?.max(..)?.item()
}

/// The lengths of a mesh that is as square as can be.
fn grid(processes: usize) -> [usize; 2] {
    let side = (1..=processes).rev().find(|side| side * side <= processes && processes.is_multiple_of(*side));
    let side = side.unwrap_or(1);
    [side, processes / side]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meshes_are_as_square_as_can_be() {
        assert_eq!([1, 2, 4, 6, 7, 12].map(grid), [[1, 1], [1, 2], [2, 2], [2, 3], [1, 7], [3, 4]]);
    }

    #[test]
    fn products_agree() -> xparray::Result<()> {
        assert!(products(&Comm::alone(), &Device::best()?, 40)? < 1e-12);
        Ok(())
    }
}
