//! The heat equation in three dimensions.

use super::*;

fn relax<B: Backend>(x: &Array<f64, B>, out: &mut Array<f64, B>) -> Result<()> {
    let centre = x.slice(s![1..-1, 1..-1, 1..-1])?;
    let along_0 = x.slice(s![2.., 1..-1, 1..-1])? - 2.0 * &centre + x.slice(s![..-2, 1..-1, 1..-1])?;
    let along_1 = x.slice(s![1..-1, 2.., 1..-1])? - 2.0 * &centre + x.slice(s![1..-1, ..-2, 1..-1])?;
    let along_2 = x.slice(s![1..-1, 1..-1, 2..])? - 2.0 * &centre + x.slice(s![1..-1, 1..-1, ..-2])?;
    out.assign(s![1..-1, 1..-1, 1..-1], 0.125 * along_0 + 0.125 * along_1 + 0.125 * along_2 + centre)
}

pub fn prepare<B: Backend>(_: &mut Inputs<B>) -> Result<Run<B>> {
    stencil::alternate(relax)
}
