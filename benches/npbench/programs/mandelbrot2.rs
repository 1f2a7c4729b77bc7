//! The set of Mandelbrot: each iteration only of the points that have not yet escaped.

use super::*;

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (columns, rows) = (inputs.count("XN")?, inputs.count("YN")?);
    let x = xp.linspace(inputs.float("xmin")?, inputs.float("xmax")?, columns)?;
    let y = xp.linspace(inputs.float("ymin")?, inputs.float("ymax")?, rows)?;
    let (iterations, horizon) = (inputs.int("maxiter")?, inputs.float("horizon")?);
    let mut escaped_at = xp.zeros::<Complex<f64>>(columns * rows)?;
    let mut count = xp.zeros::<i64>(columns * rows)?;

    // The points that are left: where they are, c and z.
    let mut places = xp.arange::<i64>(0..(columns * rows) as i64)?;
    let mut c = (x.slice(s![.., NewAxis])? + y * Complex::<f64>::i()).ravel();
    let mut z = c.zeros_like();
    for iteration in 1..=iterations {
        if z.is_empty() {
            break;
        }
        z = z.square() + &c;
        let escaped = z.abs().greater(horizon)?;
        let gone = places.mask(&escaped)?;
        count.put(&gone, iteration)?;
        escaped_at.put(&gone, &z.mask(&escaped)?)?;
        let left = !escaped;
        (z, c, places) = (z.mask(&left)?, c.mask(&left)?, places.mask(&left)?);
    }
    let table = [columns, rows];
    outputs([escaped_at.reshape(table)?.t().into_dyn(), count.reshape(table)?.t().into_dyn()])
}
