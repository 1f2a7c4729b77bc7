//! Jacobi's iteration in one dimension.

use super::*;

fn relax<B: Backend>(x: &Array<f64, B>, out: &mut Array<f64, B>) -> Result<()> {
    let (left, centre, right) = (x.slice(s![..-2])?, x.slice(s![1..-1])?, x.slice(s![2..])?);
    out.assign(s![1..-1], 0.33333 * (left + centre + right))
}

pub fn prepare<B: Backend>(_: &mut Inputs<B>) -> Result<Run<B>> {
    stencil::alternate(relax)
}
