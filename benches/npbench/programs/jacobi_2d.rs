//! Jacobi's iteration in two dimensions.

use super::*;

fn relax<B: Backend>(x: &Array<f64, B>, out: &mut Array<f64, B>) -> Result<()> {
    let centre = x.slice(s![1..-1, 1..-1])?;
    let (west, east) = (x.slice(s![1..-1, ..-2])?, x.slice(s![1..-1, 2..])?);
    let (south, north) = (x.slice(s![2.., 1..-1])?, x.slice(s![..-2, 1..-1])?);
    out.assign(s![1..-1, 1..-1], 0.2 * (centre + west + east + south + north))
}

pub fn prepare<B: Backend>(_: &mut Inputs<B>) -> Result<Run<B>> {
    stencil::alternate(relax)
}
