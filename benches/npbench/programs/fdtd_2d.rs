//! Electromagnetic waves in two dimensions: finite differences in the time domain.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let steps = inputs.count("TMAX")?;
    let source = inputs.array::<f64>("_fict_")?;
    let (mut ex, mut ey) = (inputs.array::<f64>("ex")?, inputs.array::<f64>("ey")?);
    let mut hz = inputs.array::<f64>("hz")?;
    for t in 0..steps {
        ey.assign(s![0], source.slice(s![t])?)?;
        ey.assign(s![1..], ey.slice(s![1..])? - 0.5 * (hz.slice(s![1..])? - hz.slice(s![..-1])?))?;
        ex.assign(s![.., 1..], ex.slice(s![.., 1..])? - 0.5 * (hz.slice(s![.., 1..])? - hz.slice(s![.., ..-1])?))?;
        let curl = ex.slice(s![..-1, 1..])? - ex.slice(s![..-1, ..-1])? + ey.slice(s![1.., ..-1])?
            - ey.slice(s![..-1, ..-1])?;
        hz.assign(s![..-1, ..-1], hz.slice(s![..-1, ..-1])? - 0.7 * curl)?;
    }
    outputs([ex.into_dyn(), ey.into_dyn(), hz.into_dyn()])
}
