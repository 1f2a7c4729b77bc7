//! Operations whose results are integers: they have no derivatives, but they differ between the elements of a batch.

use crate::batch::Batch;
use crate::rule::{At, Rule, Tangent, Values, alone};
use xparray_core::backend::{Backend, Side};
use xparray_core::{Result, SearchSorted, Sort};

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
            return Err(alone("searchsorted"));
        }
        Ok(vec![at.same(0)?.searchsorted_with(&at.operand(1)?, SearchSorted::new().side(self.side))?])
    }
}

impl<B: Backend> Rule<B> for Counts {
    constant!();

    fn name(&self) -> &'static str {
        self.0
    }
}
