//! The set of Mandelbrot: iterations only of the points that have not yet escaped.

use super::*;

/// So many iterations are one kernel. A point that escapes in one of them stays as it is, and is taken out after the last.
const TOGETHER: i64 = 8;

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
    for first in (1..=iterations).step_by(TOGETHER as usize) {
        if z.is_empty() {
            break;
        }
        let (next, iteration, left) = xp.map((&z, &c), |(z, c)| {
            let mut z = z * z + c;
            let mut inside = z.abs().le(horizon);
            let mut iteration = inside.select(first + 1, first);
            for next in first + 1..(first + TOGETHER).min(iterations + 1) {
                z = inside.select(z * z + c, z);
                inside = z.abs().le(horizon);
                iteration = inside.select(next + 1, iteration);
            }
            (z, iteration, inside)
        })?;
        z = next;
        let escaped = !&left;
        let gone = places.mask(&escaped)?;
        count.put(&gone, &iteration.mask(&escaped)?)?;
        escaped_at.put(&gone, &z.mask(&escaped)?)?;
        (z, c, places) = (z.mask(&left)?, c.mask(&left)?, places.mask(&left)?);
    }
    let table = [columns, rows];
    outputs([escaped_at.reshape(table)?.t().into_dyn(), count.reshape(table)?.t().into_dyn()])
}
