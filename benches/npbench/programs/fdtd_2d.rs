//! Electromagnetic waves in two dimensions: finite differences in the time domain.

use super::*;

pub fn prepare<B: Backend>(_: &mut Inputs<B>) -> Result<Run<B>> {
    let step = jit(|(now, mut ex, mut ey, mut hz): (Array<f64, B>, Array<f64, B>, Array<f64, B>, Array<f64, B>)| {
        ey.assign(s![0], now)?;
        ey.assign(s![1..], ey.slice(s![1..])? - 0.5 * (hz.slice(s![1..])? - hz.slice(s![..-1])?))?;
        ex.assign(s![.., 1..], ex.slice(s![.., 1..])? - 0.5 * (hz.slice(s![.., 1..])? - hz.slice(s![.., ..-1])?))?;
        let curl = ex.slice(s![..-1, 1..])? - ex.slice(s![..-1, ..-1])? + ey.slice(s![1.., ..-1])?
            - ey.slice(s![..-1, ..-1])?;
        hz.assign(s![..-1, ..-1], hz.slice(s![..-1, ..-1])? - 0.7 * curl)?;
        Ok((ex, ey, hz))
    });
    Ok(Box::new(move |_: &B, inputs: &mut Inputs<B>| {
        let (steps, source) = (inputs.count("TMAX")?, inputs.array::<f64>("_fict_")?);
        let (mut ex, mut ey, mut hz) = (inputs.array("ex")?, inputs.array("ey")?, inputs.array("hz")?);
        for t in 0..steps {
            (ex, ey, hz) = step.call((source.slice(s![t])?.copy(), ex, ey, hz))?;
        }
        outputs([ex.into_dyn(), ey.into_dyn(), hz.into_dyn()])
    }))
}
