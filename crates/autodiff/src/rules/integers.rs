//! Operations whose results are integers: they have no derivatives, but they differ between the elements of a batch.

use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values};
use xparray_core::backend::{Backend, Side};
use xparray_core::{DType, Result, SearchSorted, Sort};

/// The indices that sort along an axis.
pub(crate) struct Argsort {
    pub axis: usize,
}

/// Where values would go in a sorted vector.
pub(crate) struct Places {
    pub side: Side,
}

/// What is counted or found, by its name.
pub(crate) struct Counts(pub &'static str);

/// No tangents, as there is nothing to differentiate.
macro_rules! constant {
    () => {
        fn jvp(&self, at: &At<'_, B>, _: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
            Ok(vec![None; at.step.outputs.len()])
        }

        fn vjp(&self, at: &At<'_, B>, _: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
            Ok(vec![None; at.step.operands.len()])
        }
    };
}

impl<B: Backend> Rule<B> for Argsort {
    constant!();

    fn name(&self) -> &'static str {
        "argsort"
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        Ok(vec![at.operand(0)?.argsort_with(Sort::new().axis(self.axis + 1))?])
    }
}

impl<B: Backend> Rule<B> for Places {
    constant!();

    fn name(&self) -> &'static str {
        "searchsorted"
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        if at.differs(0) {
            return Ok(vec![counted(&at.operand(0)?, &at.operand(1)?, self.side)?]);
        }
        Ok(vec![at.same(0)?.searchsorted_with(&at.operand(1)?, SearchSorted::new().side(self.side))?])
    }
}

/// How many elements of sorted rows come before each value of the rows of `values`. What is no number comes last.
fn counted<B: Backend>(sorted: &Values<B>, values: &Values<B>, side: Side) -> Result<Values<B>> {
    let (n, len) = (sorted.shape()[0], sorted.shape()[1]);
    let column = values.reshape([n, values.len() / n.max(1), 1])?;
    let row = sorted.reshape([n, 1, len])?;
    let is_nan = |x: &Values<B>| x.not_equal(x);
    let before = match side {
        Side::Left => row.less(&column)?.logical_or(is_nan(&column)?.logical_and(row.equal(&row)?)?)?,
        Side::Right => row.less_equal(&column)?.logical_or(is_nan(&column)?)?,
    };
    before.astype(DType::I64)?.sum(-1)?.reshape(values.shape())
}

impl<B: Backend> Rule<B> for Counts {
    constant!();

    fn name(&self) -> &'static str {
        self.0
    }
}
