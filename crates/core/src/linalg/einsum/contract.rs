//! Operands on their way to the result.

use super::OP;
use super::subscripts::{Label, Subscripts};
use crate::array::DynArray;
use crate::backend::Backend;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp};
use crate::layout::{Dims, checked_len};

/// An array, and the label of each axis: each once, and of the label's length.
pub(super) struct Term<B: Backend> {
    array: DynArray<B>,
    labels: Vec<Label>,
}

impl<B: Backend> Term<B> {
    /// An operand: the diagonal of axes of one label. Axes that broadcast are left out.
    pub fn new(array: &DynArray<B>, labels: &[Label], subscripts: &Subscripts) -> Result<Self> {
        let (mut layout, mut rest) = (array.layout().clone(), labels.to_vec());
        while let Some((first, second)) = repeated(&rest) {
            let lengths = [layout.shape()[first], layout.shape()[second]];
            if lengths[0] != lengths[1] {
                return Err(Error::shape(OP, &lengths[..1], &lengths[1..]));
            }
            layout = layout.diagonal(first, second)?;
            let label = rest.remove(second);
            rest.remove(first);
            rest.push(label);
        }
        for k in (0..rest.len()).rev() {
            if layout.shape()[k] == 1 && subscripts.length(rest[k]) != 1 {
                layout = layout.without_axis(k)?;
                rest.remove(k);
            }
        }
        Ok(Self { array: array.with_layout(layout)?, labels: rest })
    }

    pub fn has(&self, label: Label) -> bool {
        self.labels.contains(&label)
    }

    fn length(&self, label: Label) -> usize {
        self.labels.iter().position(|&other| other == label).map_or(1, |k| self.array.shape()[k])
    }

    /// Summed over the labels that are not kept.
    fn summed(self, kept: &dyn Fn(Label) -> bool) -> Result<Self> {
        let axes: Dims = (0..self.labels.len()).filter(|&k| !kept(self.labels[k])).collect();
        if axes.is_empty() {
            return Ok(self);
        }
        let op = if self.array.dtype() == DType::Bool { ReduceOp::Any } else { ReduceOp::Sum };
        let array = DynArray::reduce(op, 0, &[&self.array], &axes, None)?;
        Ok(Self { array, labels: self.labels.into_iter().filter(|&label| kept(label)).collect() })
    }

    /// With these labels, in this order, and axes of length 1 for those that it does not have.
    fn aligned(&self, labels: &[Label]) -> Result<DynArray<B>> {
        let order: Dims =
            labels.iter().filter_map(|label| self.labels.iter().position(|other| other == label)).collect();
        let shape: Dims = labels.iter().map(|&label| self.length(label)).collect();
        self.array.with_layout(self.array.layout().permute(&order)?)?.reshaped(&shape)
    }

    /// The product with another term, summed over what is not kept.
    pub fn contracted(self, other: &Self, kept: &dyn Fn(Label) -> bool) -> Result<Self> {
        let left = self.summed(&|label| kept(label) || other.has(label))?;
        let right = Self { array: other.array.clone(), labels: other.labels.clone() }
            .summed(&|label| kept(label) || left.has(label))?;
        let pick = |from: &Self, wanted: &dyn Fn(Label) -> bool| -> Vec<Label> {
            from.labels.iter().copied().filter(|&label| wanted(label)).collect()
        };
        let stack = pick(&left, &|label| right.has(label) && kept(label));
        let inner = pick(&left, &|label| right.has(label) && !kept(label));
        let rows = pick(&left, &|label| !right.has(label));
        let columns = pick(&right, &|label| !left.has(label));
        let labels = [&stack[..], &rows, &columns].concat();
        if inner.is_empty() || (rows.is_empty() && columns.is_empty()) {
            // No product of matrices: multiplied, and summed in the same kernel.
            let all = [&labels[..], &inner].concat();
            let array = left.aligned(&all)?.binary(BinaryOp::Mul, OP, &right.aligned(&all)?)?;
            return Self { array, labels: all }.summed(kept);
        }
        let lengths = |term: &Self, labels: &[Label]| labels.iter().map(|&label| term.length(label)).collect::<Dims>();
        let [stacked, summed] = [&stack, &inner].map(|labels| lengths(&left, labels));
        let [m, k] = [lengths(&left, &rows), summed].map(|shape| checked_len(&shape));
        let (m, k, n) = (m?, k?, checked_len(&lengths(&right, &columns))?);
        let matrices = |term: &Self, order: [&[Label]; 3], last: [usize; 2]| {
            let shape: Dims = stacked.iter().copied().chain(last).collect();
            term.aligned(&order.concat())?.reshaped(&shape)
        };
        let product = if columns.is_empty() && stack.is_empty() {
            left.aligned(&[&rows[..], &inner].concat())?
                .reshaped(&[m, k])?
                .matmul(&right.aligned(&inner)?.reshaped(&[k])?)?
        } else if rows.is_empty() && stack.is_empty() {
            left.aligned(&inner)?
                .reshaped(&[k])?
                .matmul(&right.aligned(&[&inner[..], &columns].concat())?.reshaped(&[k, n])?)?
        } else {
            let a = matrices(&left, [&stack, &rows, &inner], [m, k])?;
            a.matmul(&matrices(&right, [&stack, &inner, &columns], [k, n])?)?
        };
        let shape: Dims =
            stacked.iter().copied().chain(lengths(&left, &rows)).chain(lengths(&right, &columns)).collect();
        Ok(Self { array: product.reshaped(&shape)?, labels })
    }

    /// The result, with its axes in their order.
    pub fn into_result(self, subscripts: &Subscripts) -> Result<DynArray<B>> {
        let term = self.summed(&|label| subscripts.output.contains(&label))?;
        let shape: Dims = subscripts.output.iter().map(|&label| subscripts.length(label)).collect();
        checked_len(&shape)?;
        term.aligned(&subscripts.output)?.broadcast(OP, &shape)
    }
}

/// The places of a label that comes twice.
fn repeated(labels: &[Label]) -> Option<(usize, usize)> {
    let later = |k: usize| labels[k + 1..].iter().position(|&other| other == labels[k]).map(|next| (k, k + 1 + next));
    (0..labels.len()).find_map(later)
}
