//! Connected parts by operations on arrays, which a device does at once.

use xparray_core::Result;
use xparray_core::prelude::*;

/// The first node of each node's part; edges are pairs of nodes (Zhang, Azad, Buluc, Parallel algorithms for finding connected components using
/// linear algebra, J. Parallel Distrib. Comput. 144, 2020).
pub fn leaders<B: Backend>(nodes: usize, from: &Array<i64, B>, to: &Array<i64, B>) -> Result<Array<i64, B>> {
    // The node above each node, never behind it, and the one above that.
    let mut above = from.xp().arange((0, nodes as i64, 1))?;
    let mut second = above.clone();
    loop {
        let mut next = above.clone();
        let (left, right) = (second.take(from, 0)?, second.take(to, 0)?);
        next.minimum_at([&above.take(from, 0)?], &right)?;
        next.minimum_at([&above.take(to, 0)?], &left)?;
        next.minimum_at([from], &right)?;
        next.minimum_at([to], &left)?;
        above = next.minimum(&second)?;
        let found = above.take(&above, 0)?;
        // Then it is the same at both ends of each edge, and the first node of a part leads to itself.
        if found.array_equal(&second)? {
            return Ok(found);
        }
        second = found;
    }
}

/// Numbers of nodes' parts, from 0 on in the order of their first nodes, by those of [`leaders`], and how many there are.
pub fn numbers<B: Backend>(leaders: &Array<i64, B>) -> Result<(Array<i64, B>, usize)> {
    let first = leaders.equal(&leaders.xp().arange((0, leaders.len() as i64, 1))?)?;
    let number = first.astype::<i64>().cumsum(0)? - 1;
    Ok((number.take(leaders, 0)?, first.count_nonzero(..)?.item()? as usize))
}
