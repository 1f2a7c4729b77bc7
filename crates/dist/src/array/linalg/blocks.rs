//! Square matrices whose columns are divided, in blocks of some columns.

use crate::Comm;
use crate::array::DistArray;
use crate::mesh::section;
use std::ops::Range;
use xparray_core::prelude::*;
use xparray_core::{Array, Error, Result};

/// The most columns of a block: products of blocks are fast, and factorising one leaves the other processes waiting.
const LARGEST: usize = 256;

/// Some columns, and who has them.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub owner: usize,
    pub columns: Range<usize>,
}

/// The blocks of a matrix of so many columns, which `parts` processes have.
pub fn blocks(n: usize, parts: usize) -> Vec<Block> {
    let of = |owner| {
        let Range { start, end } = section(n, parts, owner);
        (start..end).step_by(LARGEST).map(move |first| Block { owner, columns: first..end.min(first + LARGEST) })
    };
    (0..parts).flat_map(of).collect()
}

impl<T: Field, B: Backend> DistArray<T, B> {
    /// The processes that have columns of this square matrix; none if each has all of them.
    pub(super) fn columns(&self, op: &'static str) -> Result<Option<&Comm>> {
        let [n, m] = self.shape[..] else {
            return Err(Error::value(op, format!("an array of shape {:?} is no matrix", self.shape)));
        };
        if n != m {
            return Err(Error::value(op, format!("a matrix of shape {:?} is not square", self.shape)));
        }
        if self.sharding.axes()[0].is_some() {
            let message = format!("rows are divided, as {:?} says; reshard the matrix first", self.sharding);
            return Err(Error::value(op, message));
        }
        self.line(1)
    }

    /// Right-hand sides as a matrix, of which every process that has columns of this one has the same.
    pub(super) fn right_hand_sides(&self, op: &'static str, b: &Self) -> Result<Array<T, B>> {
        if !(1..=2).contains(&b.shape.len()) || b.shape[0] != self.shape[0] {
            return Err(Error::shape(op, &self.shape, &b.shape));
        }
        let (place, axes) = (self.sharding.axes()[1], b.sharding.axes());
        let is_divided = axes[0].is_some() || place.is_some() && axes.get(1) == Some(&place);
        if self.sharding.mesh() != b.sharding.mesh() || is_divided {
            let (left, right) = (&self.sharding, &b.sharding);
            let message = format!(
                "the arrays lie on the mesh as {left:?} and {right:?}; reshard the second so that each process has whole \
                 columns, the same along the first one's axis of the mesh"
            );
            return Err(Error::value(op, message));
        }
        b.local.reshape([b.shape[0], b.local.len() / b.shape[0].max(1)])
    }

    /// Solutions, as the right-hand sides `b` lie.
    pub(super) fn solutions(&self, x: &Array<T, B>, b: &Self) -> Result<Self> {
        Ok(Self::new(x.reshape(b.local.shape().to_vec())?, b.shape.clone(), b.sharding.clone()))
    }

    /// The place of columns in this process's part.
    pub(super) fn local_columns(&self, columns: &Range<usize>) -> Range<usize> {
        let own = self.own_range(1);
        let place = |column: usize| column.clamp(own.start, own.end) - own.start;
        place(columns.start)..place(columns.end)
    }
}

/// What the owner of a block has made, everywhere.
pub fn shared<T: Element, B: Backend>(
    line: &Comm,
    xp: &B,
    shape: [usize; 2],
    own: Option<&Array<T, B>>,
    owner: usize,
) -> Result<Array<T, B>> {
    line.broadcast_of(xp, T::DTYPE, &shape, own.map(|x| x.as_dyn()), owner)?.typed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_where_parts_do() {
        let block = |owner, columns| Block { owner, columns };
        assert_eq!(blocks(3, 2), [block(0, 0..2), block(1, 2..3)]);
        assert_eq!(blocks(300, 1), [block(0, 0..256), block(0, 256..300)]);
        assert_eq!(blocks(1, 3), [block(0, 0..1)]);
    }
}
