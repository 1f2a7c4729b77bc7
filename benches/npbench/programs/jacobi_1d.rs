//! Jacobi's iteration in one dimension.

use super::*;

fn relax<B: Backend>(x: &Array<f64, B>, out: &mut Array<f64, B>) -> Result<()> {
    let (left, centre, right) = (x.slice(s![..-2])?, x.slice(s![1..-1])?, x.slice(s![2..])?);
    out.assign(s![1..-1], 0.33333 * (left + centre + right))
}

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let steps = inputs.count("TSTEPS")?;
    let step = jit(|(mut a, mut b): (Array<f64, B>, Array<f64, B>)| {
        relax(&a, &mut b)?;
        relax(&b, &mut a)?;
        Ok((a, b))
    });
    let mut state = (inputs.array("A")?, inputs.array("B")?);
    for _ in 1..steps {
        state = step.call(state)?;
    }
    outputs([state.0.into_dyn(), state.1.into_dyn()])
}
