//! Flow in a cavity under a moving lid.

use super::flow::{Flow, Neighbours};
use super::*;

pub fn prepare<B: Backend>(inputs: &mut Inputs<B>) -> Result<Run<B>> {
    let (iterations, flow) = (inputs.count("nit")?, Flow::new(inputs)?);
    let step = jit(move |[u, v, mut p]: [Array<f64, B>; 3]| {
        let (inner_u, inner_v) = (Neighbours::inside(&u)?, Neighbours::inside(&v)?);
        let source = flow.source(&inner_u, &inner_v);
        for _ in 0..iterations {
            let next = flow.pressure(&Neighbours::inside(&p)?, &source);
            p.assign(s![1..-1, 1..-1], next)?;
            p.assign(s![.., -1], p.slice(s![.., -2])?)?;
            p.assign(s![0], p.slice(s![1])?)?;
            p.assign(s![.., 0], p.slice(s![.., 1])?)?;
            p.assign(s![-1], 0)?;
        }
        let [u, v] = flow.velocities(&inner_u, &inner_v, &Neighbours::inside(&p)?);
        // The walls, and the lid.
        let mut u = u.pad(1)?;
        u.assign(s![-1], 1)?;
        Ok([u, v.pad(1)?, p])
    });
    Ok(Box::new(move |_: &B, inputs: &mut Inputs<B>| {
        let steps = inputs.count("nt")?;
        let mut state = [inputs.array("u")?, inputs.array("v")?, inputs.array("p")?];
        for _ in 0..steps {
            state = step.call(state)?;
        }
        outputs(state.map(Array::into_dyn))
    }))
}
