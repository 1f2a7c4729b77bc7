//! Durbin's recursion for the equations of Yule and Walker.

use super::*;

/// NumPy's y lies behind a one here, as the coefficients of a polynomial: so the last element of each step is one of the
/// sum, too. What are numbers in NumPy's version are arrays without dimensions, which stay on the device.
fn solution<B: Backend>(r: Array<f64, B>) -> Result<Array<f64, B>> {
    let xp = r.xp();
    let [mut polynomial, mut next] = [xp.zeros::<f64>(r.len() + 1)?, xp.zeros::<f64>(r.len() + 1)?];
    polynomial.assign(s![0], 1.0)?;
    let mut beta = xp.ones::<f64>(())?;
    for k in 0..r.len() {
        let past = r.slice(s![..=k])?.flip(0)?;
        let alpha = -past.dot(&polynomial.slice(s![..=k])?)? / &beta;
        let known = polynomial.slice(s![..k + 2])?;
        // Into another array: it reads its own elements from both ends.
        next.assign(s![..k + 2], &known + &alpha * known.flip(0)?)?;
        std::mem::swap(&mut polynomial, &mut next);
        beta *= 1.0 - alpha.square();
    }
    Ok(polynomial.slice(s![1..])?.copy())
}

pub fn prepare<B: Backend>(_: &mut Inputs<B>) -> Result<Run<B>> {
    let solve = jit(solution);
    Ok(Box::new(move |_: &B, inputs: &mut Inputs<B>| outputs([solve.call(inputs.array("r")?)?.into_dyn()])))
}
