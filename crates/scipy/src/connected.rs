//! Connected parts by operations on arrays, which a device does at once.

use xparray_core::Result;
use xparray_core::kernel::raw;
use xparray_core::prelude::*;

/// How far up a node goes at once.
const UP: usize = 4;
/// Of fewer edges than nodes by so much, rounds cost less than asking how many are left: there are so many in between.
const FEW: usize = 16;
const ROUNDS: usize = 3;

/// The first node of each node's part; edges are pairs of nodes.
///
/// Each node has an earlier one above it, or itself: so parts of parts are trees, whose roots are their first nodes. In each round all nodes go
/// up, and of an edge whose ends have come to different nodes the later one, if it is a root, goes below the earliest that it meets (Shiloach
/// and Vishkin, An O(log n) parallel connectivity algorithm, J. Algorithms 3, 1982). Other edges are left out from then on, so rounds
/// come to be short.
pub fn leaders<B: Backend>(nodes: usize, from: &Array<i64, B>, to: &Array<i64, B>) -> Result<Array<i64, B>> {
    let xp = from.xp();
    let mut above = xp.arange((0, nodes as i64, 1))?;
    let (mut later, mut earlier) = (from.clone(), to.clone());
    loop {
        let apart = later.not_equal(&earlier)?.flatnonzero()?;
        if apart.is_empty() {
            break;
        }
        (later, earlier) =
            xp.map((&apart, raw(&later), raw(&earlier)), |(k, later, earlier)| (later.at(k), earlier.at(k)))?;
        for _ in 0..if later.len() < nodes / FEW { ROUNDS } else { 1 } {
            let joined;
            (later, earlier, joined) = xp.map((&later, &earlier, raw(&above)), |(a, b, above)| {
                let (a, b) = (above.at(a), above.at(b));
                let (later, earlier) = (a.maximum(b), a.minimum(b));
                // Whatever is no root keeps what is above it.
                (later, earlier, above.at(later).eq(later).select(earlier, later))
            })?;
            above.minimum_at([&later], &joined)?;
            above = higher(&above)?;
        }
    }
    // Whatever is left of ways is as many times shorter each time.
    loop {
        let next = higher(&above)?;
        if next.array_equal(&above)? {
            return Ok(above);
        }
        above = next;
    }
}

/// What is above each node so many steps up.
fn higher<B: Backend>(above: &Array<i64, B>) -> Result<Array<i64, B>> {
    above.xp().map((above, raw(above)), |(node, above)| (1..UP).fold(node, |node, _| above.at(node)))
}

/// Numbers of nodes' parts, from 0 on in the order of their first nodes, by those of [`leaders`], and how many there are.
pub fn numbers<B: Backend>(leaders: &Array<i64, B>) -> Result<(Array<i64, B>, usize)> {
    let first = leaders.equal(&leaders.xp().arange((0, leaders.len() as i64, 1))?)?;
    let number = first.astype::<i64>().cumsum(0)? - 1;
    Ok((number.take(leaders, 0)?, first.count_nonzero(..)?.item()? as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xparray::Cpu;

    /// Ways whose nodes are in order and in any order, and nodes of which one is beside all others.
    #[test]
    fn long_ways_and_stars() -> Result<()> {
        let xp = Cpu::new();
        let n = 30_000;
        let order = xp.arange((0, n as i64, 1))?;
        for order in [order.clone(), order.flip(0)?, xp.rng(1).permutation(n)?] {
            let next = order.slice(s![1..])?;
            assert_eq!(leaders(n, &order.slice(s![..-1])?, &next)?.max(..)?.item()?, 0);
            // Without the edges at every hundredth node of the way, parts are its hundreds.
            let last = (xp.arange((1, n as i64, 1))? % 100).equal(0)?;
            let kept = !last;
            let found = leaders(n, &order.slice(s![..-1])?.mask(&kept)?, &next.mask(&kept)?)?.take(&order, 0)?;
            let expected = order.reshape([n / 100, 100])?.min(1)?.reshape([n / 100, 1])?;
            assert!(found.reshape([n / 100, 100])?.equal(&expected)?.all(..)?.item()?);
            let middle = order.slice(s![7..8])?.broadcast_to(n)?;
            assert_eq!(leaders(n, &middle, &order)?.max(..)?.item()?, 0);
        }
        let (number, count) = numbers(&xp.array(&[0i64, 1, 0, 3, 1])?)?;
        assert_eq!((number.to_string(), count), ("[0 1 0 2 1]".into(), 3));
        Ok(())
    }
}
