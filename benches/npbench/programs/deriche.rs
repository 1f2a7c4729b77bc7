//! Deriche's edge detector: recursive filters forwards and backwards, along rows and along columns.

use super::*;

/// `y[j] = x[j] + b1 y[j - 1] + b2 y[j - 2]` along axis 0.
fn recur<B: Backend>(x: &Array<f64, B>, b1: f64, b2: f64) -> Result<Array<f64, B>> {
    let mut y = x.zeros_like();
    let mut last = x.slice(s![0])?.zeros_like();
    let mut before = last.clone();
    for j in 0..x.shape()[0] {
        let next = x.slice(s![j])? + b1 * &last + b2 * before;
        y.assign(s![j], &next)?;
        (before, last) = (last, next);
    }
    Ok(y)
}

fn edges<B: Backend>(image: Array<f64, B>, alpha: f64) -> Result<Array<f64, B>> {
    let decay = (-alpha).exp();
    let k = (1.0 - decay) * (1.0 - decay) / (1.0 + alpha * decay - (2.0 * alpha).exp());
    let (a1, a2, a3, a4) = (k, k * decay * (alpha - 1.0), k * decay * (alpha + 1.0), -k * (-2.0 * alpha).exp());
    let (b1, b2) = (2f64.powf(-alpha), -(-2.0 * alpha).exp());
    // What the filters read beyond the ends is zero.
    let filter = |x: &Array<f64, B>| -> Result<Array<f64, B>> {
        let x = x.pad([(1, 2), (0, 0)])?;
        let forwards = a1 * x.slice(s![1..-2])? + a2 * x.slice(s![..-3])?;
        let backwards = a3 * x.slice(s![2..-1])? + a4 * x.slice(s![3..])?;
        Ok(recur(&forwards, b1, b2)? + recur(&backwards.flip(0)?, b1, b2)?.flip(0)?)
    };
    // Along axis 1 as along axis 0 of the transpose, whose rows are contiguous.
    let rows = filter(&image.t())?;
    filter(&rows.t())
}

pub fn prepare<B: Backend>(inputs: &mut Inputs<B>) -> Result<Run<B>> {
    let alpha = inputs.float("alpha")?;
    let detect = jit(move |image| edges(image, alpha));
    Ok(Box::new(move |_: &B, inputs: &mut Inputs<B>| outputs([detect.call(inputs.array("imgIn")?)?.into_dyn()])))
}
