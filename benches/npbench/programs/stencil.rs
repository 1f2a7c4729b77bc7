//! What stencils between two arrays have in common.

use super::*;

/// Goes back and forth between arrays `A` and `B`: `relax` writes what it makes of one into the inside of the other.
pub fn alternate<B: Backend>(
    inputs: &mut Inputs<B>,
    relax: impl Fn(&Array<f64, B>, &mut Array<f64, B>) -> Result<()>,
) -> Outputs<B> {
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
