//! Flow in a channel whose ends meet.

use super::flow::{Flow, Neighbours};
use super::*;

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (iterations, force, flow) = (inputs.count("nit")?, inputs.float("F")?, Flow::new(inputs)?);
    let (mut u, mut v) = (inputs.array::<f64>("u")?, inputs.array::<f64>("v")?);
    let mut p = inputs.array::<f64>("p")?;
    let (mut change, mut steps) = (1.0, 0i64);
    while change > 0.001 {
        let before = u.sum(..)?;
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
        u = (next_u + force * flow.dt).pad([(1, 1), (0, 0)])?;
        v = next_v.pad([(1, 1), (0, 0)])?;
        let after = u.sum(..)?;
        change = ((&after - before) / &after).item()?;
        steps += 1;
    }
    outputs([xp.scalar(steps).into_dyn(), u.into_dyn(), v.into_dyn(), p.into_dyn()])
}
