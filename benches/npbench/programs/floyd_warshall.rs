//! The lengths of the shortest paths between all pairs of nodes, by Floyd and Warshall.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let mut path = inputs.array::<i32>("path")?;
    for k in 0..path.shape()[0] {
        let through = path.slice(s![.., k, NewAxis])? + path.slice(s![k])?;
        path.assign(s![..], path.minimum(through)?)?;
    }
    outputs([path.into_dyn()])
}
