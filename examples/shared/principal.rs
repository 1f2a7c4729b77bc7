//! Principal components by products of matrices alone, on any device and in any type: the example `pca` and the page in `examples/web`
//! find those of handwritten digits.

use xparray::Result;
use xparray::prelude::*;

/// So often a matrix is squared: its power of 65536 is as good as its largest component alone.
const SQUARINGS: usize = 16;

/// The least of each column and the distance to the greatest, both halved: so they cannot overflow.
pub fn ranges<T: RealFloat, B: Backend>(x: &Array<T, B>) -> Result<(Array<T, B>, Array<T, B>)> {
    let (low, high) = (x.min(0)? * 0.5, x.max(0)? * 0.5);
    let range = high - &low;
    Ok((low, range))
}

/// Columns with mean 0 and standard deviation 1: one pass reduces, one fused kernel writes. A column that does not vary is zero.
pub fn standardized<T: RealFloat, B: Backend>(x: &Array<T, B>) -> Result<Array<T, B>> {
    let (low, range) = ranges(x)?;
    let varies = range.greater(0.0)?;
    // From 0 to 1 in every column, so that no square overflows or underflows.
    let unit = (x * 0.5 - low) / varies.where_(&range, 1.0)?;
    let deviation = unit.std(0)?;
    varies.where_((&unit - unit.mean(0)?) / deviation, 0.0)
}

/// A direction in which samples vary.
pub struct Component<T: RealFloat, B: Backend> {
    /// Which part of the variance is along it.
    pub ratio: Array<T, B>,
    /// Where the samples are along it.
    pub coordinates: Array<T, B>,
}

/// The components of standardised samples, the largest one first.
pub struct Components<T: RealFloat, B: Backend> {
    samples: Array<T, B>,
    /// Products of the features with each other, or of the samples if these are fewer, without the components that were found.
    rest: Array<T, B>,
    total: Array<T, B>,
}

impl<T: RealFloat + Field, B: Backend> Components<T, B> {
    pub fn new(samples: Array<T, B>) -> Result<Self> {
        let transposed = samples.t();
        let rest = match is_wide(&samples) {
            true => samples.matmul(&transposed)?,
            false => transposed.matmul(&samples)?,
        };
        let total = rest.diagonal()?.sum(..)?;
        Ok(Self { samples, rest, total })
    }

    /// How many there are at most.
    pub fn most(&self) -> usize {
        self.rest.shape()[0]
    }

    /// The largest one that was not found yet.
    pub fn next(&mut self) -> Result<Component<T, B>> {
        let mut power = self.rest.clone();
        for _ in 0..SQUARINGS {
            // Of length 1, so that it neither overflows nor underflows.
            let unit = &power / length(&power)?;
            power = unit.matmul(&unit)?;
        }
        // All rows are multiples of the direction now: the one with the largest element on the diagonal is taken.
        let longest = power.diagonal()?.argmax(keepdims(0))?;
        let row = power.take(&longest, 0)?;
        let direction = &row / length(&row)?;
        let variance = direction.matmul(&self.rest)?.matmul(&direction.t())?;
        self.rest = &self.rest - direction.t().matmul(&direction)? * &variance;
        let coordinates = match is_wide(&self.samples) {
            true => &direction * variance.maximum(0.0)?.sqrt(),
            false => direction.matmul(&self.samples.t())?,
        };
        Ok(Component { ratio: (variance / &self.total).reshape(())?, coordinates: coordinates.ravel() })
    }
}

fn is_wide<T: RealFloat, B: Backend>(samples: &Array<T, B>) -> bool {
    samples.shape()[0] < samples.shape()[1]
}

/// The root of the sum of squares, or 1 where that is zero.
fn length<T: RealFloat, B: Backend>(x: &Array<T, B>) -> Result<Array<T, B>> {
    let length = (x * x).sum(..)?.sqrt();
    length.greater(0.0)?.where_(&length, 1.0)
}
