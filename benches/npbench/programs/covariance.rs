//! Covariances of columns.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let n = inputs.float("float_n")?;
    let mut data = inputs.array::<f64>("data")?;
    data -= data.mean(0)?;
    // NumPy's loop over columns, as one product.
    let covariance = data.transpose().matmul(&data)? / (n - 1.0);
    outputs([covariance.into_dyn()])
}
