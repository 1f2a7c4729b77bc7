//! The set of Mandelbrot: all points in all iterations, where they have not yet escaped.
//!
//! A kernel does several iterations, so that the points stay in registers meanwhile.

use super::*;

/// Iterations of a kernel.
const EACH: i64 = 8;

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let x = xp.linspace(inputs.float("xmin")?, inputs.float("xmax")?, inputs.count("XN")?)?;
    let y = xp.linspace(inputs.float("ymin")?, inputs.float("ymax")?, inputs.count("YN")?)?;
    let (iterations, horizon) = (inputs.int("maxiter")?, inputs.float("horizon")?);
    let c = x + y.slice(s![.., NewAxis])? * Complex::<f64>::i();
    c.eval()?;
    let (mut z, mut count) = (c.zeros_like(), xp.zeros::<i64>(c.shape())?);
    for first in (0..iterations).step_by(EACH as usize) {
        (z, count) = xp.map((&z, &count, &c), |(mut z, mut count, c)| {
            for iteration in first..iterations.min(first + EACH) {
                let inside = z.abs().lt(horizon);
                (z, count) = (inside.select(z * z + c, z), inside.select(iteration, count));
            }
            (z, count)
        })?;
    }
    let count = count.equal(iterations - 1)?.where_(0, &count)?;
    outputs([z.into_dyn(), count.into_dyn()])
}
