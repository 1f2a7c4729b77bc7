//! Jacobi's iteration in one dimension.

use super::*;

fn relax<B: Backend>(x: &Array<f64, B>, out: &mut Array<f64, B>) -> Result<()> {
    let (left, centre, right) = (x.slice(s![..-2])?, x.slice(s![1..-1])?, x.slice(s![2..])?);
    out.assign(s![1..-1], 0.33333 * (left + centre + right))
}

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let steps = inputs.count("TSTEPS")?;
    let (mut a, mut b) = (inputs.array("A")?, inputs.array("B")?);
    for _ in 1..steps {
        relax(&a, &mut b)?;
        relax(&b, &mut a)?;
    }
    outputs([a.into_dyn(), b.into_dyn()])
}
