//! A matrix and its transpose, times vectors.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let a = inputs.array::<f64>("A")?;
    let (mut x1, mut x2) = (inputs.array::<f64>("x1")?, inputs.array::<f64>("x2")?);
    let (y1, y2) = (inputs.array::<f64>("y_1")?, inputs.array::<f64>("y_2")?);
    x1 += a.matmul(&y1)?;
    x2 += y2.matmul(&a)?;
    outputs([x1.into_dyn(), x2.into_dyn()])
}
