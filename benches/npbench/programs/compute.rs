//! A combination of two arrays of integers, one of them clipped.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (x, y) = (inputs.array::<i64>("array_1")?, inputs.array::<i64>("array_2")?);
    let (a, b, c) = (inputs.int("a")?, inputs.int("b")?, inputs.int("c")?);
    outputs([(x.clip(2, 10)? * a + y * b + c).into_dyn()])
}
