//! Products of stacks of vectors.

use crate::array::DynArray;
use crate::array::elementwise::dyn_doc;
use crate::backend::{Backend, mapped};
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, Inst, Op, ReduceOp, UnaryOp};
use crate::layout::Dims;
use smallvec::smallvec;

impl<B: Backend> DynArray<B> {
    pub(super) fn conjugated(&self) -> Result<Self> {
        if self.dtype().is_complex() { self.unary(UnaryOp::Conj) } else { Ok(self.clone()) }
    }

    #[doc = dyn_doc!(vecdot)]
    pub fn vecdot(&self, other: &Self) -> Result<Self> {
        const OP: &str = "vecdot";
        let (Some(n), Some(m)) = (self.shape().last(), other.shape().last()) else {
            return Err(Error::value(OP, "an operand has no dimensions"));
        };
        if n != m {
            return Err(Error::shape(OP, self.shape(), other.shape()));
        }
        self.conjugated()?.sums_of_products(OP, other)
    }

    /// Sums of products along the last axis. Deferred: whatever is still to be computed of the operands, and what is made of the sums,
    /// are parts of the same kernel.
    pub(super) fn sums_of_products(&self, op: &'static str, other: &Self) -> Result<Self> {
        let dtype = self.dtype().promote(other.dtype());
        let (a, b) = (self.astype(dtype)?, other.astype(dtype)?);
        // Halves are multiplied as what they are summed in, and truth values are not counted.
        let products = a.widened()?.binary(BinaryOp::Mul, op, &b.widened()?)?;
        let sum = if dtype == DType::Bool { ReduceOp::Any } else { ReduceOp::Sum };
        let last = products.ndim() - 1;
        Self::reduce(sum, 0, &[&products], &[last], None)?.astype(dtype)
    }

    /// Whether the product with a matrix of so many columns, or with a vector, had better be a reduction, which computes what this array
    /// is an expression of as it reads it, than an operation of the backend on an array that was written before. No vendor's library
    /// multiplies integers.
    pub(super) fn is_read_with(&self, columns: usize) -> bool {
        let rows = self.shape().iter().rev().skip(1).product();
        let is_candidate = self.is_expression() || columns > 1 && self.dtype().is_integer();
        is_candidate && self.xp().fuses_product(self.dtype(), rows, columns)
    }

    /// The product of matrices `[.., m, k]` with one of a few columns, `[k, n]`, as sums. The narrow matrix is laid out along the sums.
    pub(super) fn with_few_columns(&self, op: &'static str, other: &Self) -> Result<Self> {
        let along = other.matrix_transpose()?;
        let along = match along.layout().is_contiguous() {
            true => along,
            false => Self::operation(op, &[&along], along.dtype(), along.shape(), |xp, x| {
                mapped(xp, x[0], vec![Inst { op: Op::Load(0), dtype: x[0].dtype(), args: smallvec![] }])
            })?,
        };
        self.expand_dims(-2)?.sums_of_products(op, &along)
    }

    #[doc = dyn_doc!(matvec)]
    pub fn matvec(&self, other: &Self) -> Result<Self> {
        const OP: &str = "matvec";
        self.matrix_shape(OP)?;
        if other.ndim() == 0 {
            return Err(Error::value(OP, "an operand has no dimensions"));
        }
        self.matmul(&other.expand_dims(-1)?)?.squeeze(-1)
    }

    #[doc = dyn_doc!(vecmat)]
    pub fn vecmat(&self, other: &Self) -> Result<Self> {
        const OP: &str = "vecmat";
        other.matrix_shape(OP)?;
        if self.ndim() == 0 {
            return Err(Error::value(OP, "an operand has no dimensions"));
        }
        self.conjugated()?.expand_dims(-2)?.matmul(other)?.squeeze(-2)
    }
}

/// The order in which to multiply matrices of `lengths[k]` by `lengths[k + 1]`: for each part `i..=j` of the chain, at `[i][j]`, the
/// last matrix of the left factor. The fewest multiplications of numbers, found from the shorter parts to the longer ones.
fn best_splits(lengths: &[usize]) -> Vec<Vec<usize>> {
    let n = lengths.len() - 1;
    let (mut cost, mut split) = (vec![vec![0f64; n]; n], vec![vec![0; n]; n]);
    for len in 1..n {
        for i in 0..n - len {
            let j = i + len;
            let of = |k: usize| {
                let product = lengths[i] as f64 * lengths[k + 1] as f64 * lengths[j + 1] as f64;
                cost[i][k] + cost[k + 1][j] + product
            };
            let best = (i..j).map(|k| (of(k), k)).min_by(|a, b| a.0.total_cmp(&b.0));
            (cost[i][j], split[i][j]) = best.unwrap_or_default();
        }
    }
    split
}

/// The product of matrices, multiplied in the order that costs least; the first may be a row and the last a column.
pub(super) fn chain<B: Backend>(arrays: &[&DynArray<B>]) -> Result<DynArray<B>> {
    const OP: &str = "multi_dot";
    let n = arrays.len();
    let [first, .., last] = arrays else {
        return Err(Error::value(OP, "there must be at least two arrays"));
    };
    let matrix = |(k, x): (usize, &&DynArray<B>)| match *x.shape() {
        [len] if k == 0 => x.reshaped(&[1, len]),
        [len] if k == n - 1 => x.reshaped(&[len, 1]),
        [_, _] => Ok((*x).clone()),
        _ => Err(Error::value(OP, format!("expected a matrix, found shape {:?}", x.shape()))),
    };
    let matrices = arrays.iter().enumerate().map(matrix).collect::<Result<Vec<_>>>()?;
    if let Some(pair) = matrices.windows(2).find(|pair| pair[0].shape()[1] != pair[1].shape()[0]) {
        return Err(Error::shape(OP, pair[0].shape(), pair[1].shape()));
    }
    let mut lengths: Dims = matrices.iter().map(|x| x.shape()[0]).collect();
    lengths.push(matrices[n - 1].shape()[1]);
    let product = multiplied(&matrices, &best_splits(&lengths), 0, n - 1)?;
    let shape: Dims = match (first.ndim(), last.ndim()) {
        (1, 1) => Dims::new(),
        (1, _) => Dims::from_slice(&[lengths[n]]),
        (_, 1) => Dims::from_slice(&[lengths[0]]),
        _ => return Ok(product),
    };
    product.reshaped(&shape)
}

fn multiplied<B: Backend>(matrices: &[DynArray<B>], splits: &[Vec<usize>], i: usize, j: usize) -> Result<DynArray<B>> {
    if i == j {
        return Ok(matrices[i].clone());
    }
    let k = splits[i][j];
    multiplied(matrices, splits, i, k)?.matmul(&multiplied(matrices, splits, k + 1, j)?)
}

#[cfg(test)]
mod tests {
    use super::best_splits;

    /// NumPy's example: `(A B) C` takes 7500 multiplications, `A (B C)` ten times as many.
    #[test]
    fn the_cheapest_order_is_found() {
        assert_eq!(best_splits(&[10, 100, 5, 50])[0][2], 1);
        assert_eq!(best_splits(&[50, 5, 100, 10])[0][2], 0);
        // Cormen's example: ((A1 (A2 A3)) ((A4 A5) A6)).
        let splits = best_splits(&[30, 35, 15, 5, 10, 20, 25]);
        assert_eq!((splits[0][5], splits[0][2], splits[3][5]), (2, 0, 4));
    }
}
