//! Scans.

use super::map;
use crate::batch::Batch;
use crate::buffer::Operand;
use crate::forward::pushed;
use crate::kernel::combined;
use crate::reverse::pulled;
use crate::rule::{At, Rule, Tangent, Values};
use crate::trace::{array, operand};
use xparray_core::backend::{Backend, Primitives, ScanOp, View};
use xparray_core::{Create, Join, Result, s};

/// The inclusive scan along an axis.
pub(crate) struct Scan {
    pub op: ScanOp,
    pub axis: usize,
}

impl Scan {
    /// The scan by doubling: a program of arrays, which has derivatives. Those of products are products as well, also where there are
    /// zeros.
    fn doubled<B: Backend>(&self, x: &Values<B>) -> Result<Values<B>> {
        let both = |a: &Values<B>, b: &Values<B>| match &self.op {
            ScanOp::Custom(combine, _) => combined(combine, a, b),
            _ => a.multiply(b),
        };
        let mut y = x.moveaxis(self.axis, 0)?;
        let n = y.shape()[0];
        let mut reach = 1;
        while reach < n {
            let (first, rest) = (y.slice(s![..reach])?, y.slice(s![reach..])?);
            let rest = both(&y.slice(s![..n - reach])?, &rest)?;
            y = y.xp().concatenate(&[&first, &rest], 0)?;
            reach *= 2;
        }
        y.moveaxis(0, self.axis)
    }

    /// For each place that of the first of the values so far that is the greatest or smallest.
    fn places<B: Backend>(&self, x: &Values<B>) -> Result<Values<B>> {
        let y = if self.op == ScanOp::Max { x.cummax(self.axis)? } else { x.cummin(self.axis)? };
        let n = x.shape()[self.axis];
        let mut along = vec![1; x.ndim()];
        along[self.axis] = n;
        let place = x.xp().arange(0..n as i64)?.into_dyn().reshape(along)?.broadcast_to(x.shape())?;
        x.equal(&y)?.where_(&place, 0)?.cummax(self.axis)
    }
}

impl<B: Backend> Rule<B> for Scan {
    fn name(&self) -> &'static str {
        match self.op {
            ScanOp::Sum => "cumsum",
            ScanOp::Prod => "cumprod",
            ScanOp::Min => "cummin",
            ScanOp::Max => "cummax",
            ScanOp::Custom(..) => "scan",
        }
    }

    fn jvp(&self, at: &At<'_, B>, tangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let push = |t: &Values<B>| match self.op {
            ScanOp::Sum => t.cumsum(self.axis),
            ScanOp::Prod | ScanOp::Custom(..) => pushed(|x| self.doubled(x), &at.operand(0)?, t),
            ScanOp::Min | ScanOp::Max => t.take_along_axis(&self.places(&at.operand(0)?)?, self.axis),
        };
        Ok(vec![map(&tangents[0], push)?])
    }

    fn vjp(&self, at: &At<'_, B>, cotangents: &[Tangent<B>]) -> Result<Vec<Tangent<B>>> {
        let pull = |c: &Values<B>| match self.op {
            ScanOp::Sum => c.flip(self.axis)?.cumsum(self.axis)?.flip(self.axis),
            ScanOp::Prod | ScanOp::Custom(..) => pulled(|x| self.doubled(x), &at.operand(0)?, c),
            ScanOp::Min | ScanOp::Max => {
                let places = self.places(&at.operand(0)?)?;
                pulled(|x| x.take_along_axis(&places, self.axis), &at.operand(0)?, c)
            }
        };
        Ok(vec![map(&cotangents[0], pull)?])
    }

    fn batch(&self, at: &Batch<'_, B>) -> Result<Vec<Values<B>>> {
        let x = at.operand(0)?;
        Ok(vec![match self.op {
            ScanOp::Sum => x.cumsum(self.axis + 1)?.astype(x.dtype())?,
            ScanOp::Prod => x.cumprod(self.axis + 1)?.astype(x.dtype())?,
            ScanOp::Min => x.cummin(self.axis + 1)?,
            ScanOp::Max => x.cummax(self.axis + 1)?,
            ScanOp::Custom(..) => {
                let Operand { buffer, dtype, layout } = operand(&x)?;
                let scanned = at.xp.inclusive_scan(&self.op, View::new(&buffer, dtype, &layout)?, self.axis + 1)?;
                array(at.xp, scanned, dtype, x.shape())?
            }
        }])
    }
}
