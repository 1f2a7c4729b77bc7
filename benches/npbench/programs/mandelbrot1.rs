//! The set of Mandelbrot: all points in all iterations, where they have not yet escaped.

use super::*;

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let x = xp.linspace(inputs.float("xmin")?, inputs.float("xmax")?, inputs.count("XN")?)?;
    let y = xp.linspace(inputs.float("ymin")?, inputs.float("ymax")?, inputs.count("YN")?)?;
    let (iterations, horizon) = (inputs.int("maxiter")?, inputs.float("horizon")?);
    let c = x + y.slice(s![.., NewAxis])? * Complex::<f64>::i();
    c.eval()?;
    let (mut z, mut count) = (c.zeros_like(), xp.zeros::<i64>(c.shape())?);
    for iteration in 0..iterations {
        (z, count) = xp.map((&z, &count, &c), |(z, count, c)| {
            let inside = z.abs().lt(horizon);
            (inside.select(z * z + c, z), inside.select(iteration, count))
        })?;
    }
    let count = count.equal(iterations - 1)?.where_(0, &count)?;
    outputs([z.into_dyn(), count.into_dyn()])
}
