//! The distances of pairs of points on a sphere.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (theta_1, phi_1) = (inputs.array::<f64>("theta_1")?, inputs.array::<f64>("phi_1")?);
    let (theta_2, phi_2) = (inputs.array::<f64>("theta_2")?, inputs.array::<f64>("phi_2")?);
    let square = ((&theta_2 - &theta_1) / 2.0).sin().square()
        + theta_1.cos() * theta_2.cos() * ((phi_2 - phi_1) / 2.0).sin().square();
    outputs([(2.0 * square.sqrt().arctan2((1.0 - &square).sqrt())?).into_dyn()])
}
