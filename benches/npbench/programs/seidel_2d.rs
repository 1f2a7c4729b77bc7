//! The iteration of Gauss and Seidel in two dimensions, along wavefronts.
//!
//! NumPy's version goes from point to point. A point (i, j) needs the new values above and to the left of it and the old
//! ones below and to the right, so all points with the same 2 i + j + 4 t are independent, of all sweeps t at once. With row
//! i moved to the right by 2 i, each sweep's front is a column, and the fronts of the sweeps are every fourth one.

use super::*;

/// Row i moved to the right by 2 i, in `width` columns: `N + 2 (N - 1)` or more.
fn skew<T: Element, B: Backend>(x: &Array<T, B>, width: usize) -> Result<Array<T, B>> {
    let n = x.shape()[0];
    let rows = x.pad([(0, 0), (0, width + 2 - n)])?;
    rows.ravel().slice(s![..n * width])?.reshape([n, width])
}

fn unskew<T: Element, B: Backend>(x: &Array<T, B>) -> Result<Array<T, B>> {
    let (n, width) = (x.shape()[0], x.shape()[1]);
    x.ravel().pad((0, 2 * n))?.reshape([n, width + 2])?.slice(s![.., ..n])
}

fn relaxed<B: Backend>(x: Array<f64, B>, sweeps: usize) -> Result<Array<f64, B>> {
    let (xp, n) = (x.xp().clone(), x.shape()[0]);
    let width = 3 * n - 2;
    let mut x = skew(&x, width)?;
    let inside = skew(&xp.ones::<bool>([n - 2, n - 2])?.pad(1)?, width)?.slice(s![1..-1])?;
    let (first, last) = (3, 3 * (n - 2));
    for front in first..last + 4 * sweeps - 3 {
        // Front f of sweep t is column f - 4 t.
        let newest = front - 4 * front.saturating_sub(last).div_ceil(4);
        let oldest = (front + 4).saturating_sub(4 * sweeps).max(first + (front - first) % 4);
        let columns = |row: isize, shift: isize| {
            let (from, to) = (oldest as isize + shift, newest as isize + shift + 1);
            x.slice(s![1 + row..n as isize - 1 + row, from..to;4])
        };
        let above = columns(-1, -3)? + columns(-1, -2)? + columns(-1, -1)?;
        let below = columns(1, 1)? + columns(1, 2)? + columns(1, 3)?;
        let here = columns(0, 0)?;
        let mean = (&here + above + columns(0, 1)? + below + columns(0, -1)?) / 9.0;
        let values = inside.slice(s![.., oldest..=newest;4])?.where_(mean, here)?;
        x.assign(s![1..-1, oldest..=newest;4], values)?;
    }
    unskew(&x)
}

pub fn prepare<B: Backend>(inputs: &mut Inputs<B>) -> Result<Run<B>> {
    let sweeps = inputs.count("TSTEPS")? - 1;
    let relax = jit(move |x| relaxed(x, sweeps));
    Ok(Box::new(move |_: &B, inputs: &mut Inputs<B>| outputs([relax.call(inputs.array("A")?)?.into_dyn()])))
}
