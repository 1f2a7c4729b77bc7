//! Flow in a cavity under a moving lid.

use super::flow::{Flow, Neighbours};
use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (steps, iterations, flow) = (inputs.count("nt")?, inputs.count("nit")?, Flow::new(inputs)?);
    let (mut u, mut v) = (inputs.array::<f64>("u")?, inputs.array::<f64>("v")?);
    let mut p = inputs.array::<f64>("p")?;
    for _ in 0..steps {
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
        let [next_u, next_v] = flow.velocities(&inner_u, &inner_v, &Neighbours::inside(&p)?);
        // The walls, and the lid.
        u = next_u.pad(1)?;
        u.assign(s![-1], 1)?;
        v = next_v.pad(1)?;
    }
    outputs([u.into_dyn(), v.into_dyn(), p.into_dyn()])
}
