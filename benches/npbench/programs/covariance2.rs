//! Covariances of columns, by the library.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let data = inputs.array::<f64>("data")?;
    outputs([data.transpose().cov()?.into_dyn()])
}
