//! Flow in a channel whose ends meet.

use super::flow::{Flow, Neighbours};
use super::*;

pub fn prepare<B: Backend>(inputs: &mut Inputs<B>) -> Result<Run<B>> {
    let (iterations, force, flow) = (inputs.count("nit")?, inputs.float("F")?, Flow::new(inputs)?);
    let step = jit(move |[u, v, mut p]: [Array<f64, B>; 3]| {
        let (inner_u, inner_v) = (Neighbours::periodic(&u)?, Neighbours::periodic(&v)?);
        let source = flow.source(&inner_u, &inner_v);
        for _ in 0..iterations {
            let next = flow.pressure(&Neighbours::periodic(&p)?, &source);
            p.assign(s![1..-1], next)?;
            p.assign(s![-1], p.slice(s![-2])?)?;
            p.assign(s![0], p.slice(s![1])?)?;
        }
        let [next_u, next_v] = flow.velocities(&inner_u, &inner_v, &Neighbours::periodic(&p)?);
        // The walls.
        let (next_u, next_v) = ((next_u + force * flow.dt).pad([(1, 1), (0, 0)])?, next_v.pad([(1, 1), (0, 0)])?);
        let after = next_u.sum(..)?;
        let change = (&after - u.sum(..)?) / after;
        Ok(([next_u, next_v, p], change))
    });
    Ok(Box::new(move |xp: &B, inputs: &mut Inputs<B>| {
        let mut state = [inputs.array("u")?, inputs.array("v")?, inputs.array("p")?];
        let (mut change, mut steps) = (1.0, 0i64);
        while change > 0.001 {
            let next = step.call(state)?;
            state = next.0;
            change = next.1.item()?;
            steps += 1;
        }
        let [u, v, p] = state.map(Array::into_dyn);
        outputs([xp.scalar(steps).into_dyn(), u, v, p])
    }))
}
