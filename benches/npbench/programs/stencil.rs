//! What stencils between two arrays have in common.

use super::*;

/// Goes back and forth between arrays `A` and `B`: `relax` writes what it makes of one into the inside of the other.
pub fn alternate<B: Backend>(
    relax: impl Fn(&Array<f64, B>, &mut Array<f64, B>) -> Result<()> + 'static,
) -> Result<Run<B>> {
    let step = jit(move |(mut a, mut b): (Array<f64, B>, Array<f64, B>)| {
        relax(&a, &mut b)?;
        relax(&b, &mut a)?;
        Ok((a, b))
    });
    Ok(Box::new(move |_: &B, inputs: &mut Inputs<B>| {
        let steps = inputs.count("TSTEPS")?;
        let mut state = (inputs.array("A")?, inputs.array("B")?);
        for _ in 1..steps {
            state = step.call(state)?;
        }
        outputs([state.0.into_dyn(), state.1.into_dyn()])
    }))
}
