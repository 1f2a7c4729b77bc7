//! Azimuthal integration: means of data in rings, by masks.

use super::*;

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (data, radius) = (inputs.array::<f64>("data")?, inputs.array::<f64>("radius")?);
    let rings = inputs.count("npt")?;
    let largest = radius.max(..)?.item()?;
    let edge = |i: usize| largest * i as f64 / rings as f64;
    let mut means = xp.zeros::<f64>(rings)?;
    for i in 0..rings {
        let ring = radius.greater_equal(edge(i))? & radius.less(edge(i + 1))?;
        means.assign(s![i], data.mask(&ring)?.mean(..)?)?;
    }
    outputs([means.into_dyn()])
}
