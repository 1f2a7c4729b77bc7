//! Azimuthal integration: means of data in rings, by histograms.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (data, radius) = (inputs.array::<f64>("data")?, inputs.array::<f64>("radius")?);
    let rings = inputs.count("npt")?;
    let (counts, _) = radius.histogram(rings)?;
    let (sums, _) = radius.histogram_with(rings, Histogram::new().weights(&data))?;
    outputs([(sums / counts).into_dyn()])
}
