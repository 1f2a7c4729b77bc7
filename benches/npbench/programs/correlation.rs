//! Correlations of columns.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let n = inputs.float("float_n")?;
    let mut data = inputs.array::<f64>("data")?;
    let deviation = data.std(0)?;
    let deviation = deviation.less_equal(0.1)?.where_(1.0, deviation)?;
    data -= data.mean(0)?;
    data /= n.sqrt() * deviation;
    // NumPy's loop over columns, as one product.
    let mut correlation = data.transpose().matmul(&data)?;
    correlation.fill_diagonal(1.0)?;
    outputs([correlation.into_dyn()])
}
