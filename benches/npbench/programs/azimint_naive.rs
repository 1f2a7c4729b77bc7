//! Azimuthal integration: means of data in rings, by masks.

use super::*;

/// NumPy's loop over rings, as rings by points: of the masks, nothing but the sums is stored.
pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (data, radius) = (inputs.array::<f64>("data")?, inputs.array::<f64>("radius")?);
    let rings = inputs.count("npt")?;
    let edges = (radius.max(..)? * xp.arange(rings + 1)? / rings).expand_dims(1)?;
    let (inner, outer) = (edges.slice(s![..-1])?, edges.slice(s![1..])?);
    let ring = inner.less_equal(&radius)? & radius.less(&outer)?;
    let means = ring.where_(&data, 0.0)?.sum(1)? / ring.sum(1)?;
    outputs([means.into_dyn()])
}
