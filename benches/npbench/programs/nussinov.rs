//! Nussinov's prediction of the folds of RNA: the most pairs of bases within each piece of a sequence.

use super::*;

/// NumPy's version walks from element to element. Here are all pieces of a length together, with their splits as columns:
/// `from[i, d]` is for i to i + d, and so is `to[i + d, d]`.
pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (n, bases) = (inputs.count("N")?, inputs.array::<i32>("seq")?);
    let (mut from, mut to) = (xp.zeros::<i32>([n, n])?, xp.zeros::<i32>([n, n])?);
    for d in 1..n {
        let mut most = (from.slice(s![..n - d, ..d])? + to.slice(s![d.., ..d])?.flip(1)?).max(1)?;
        if d > 1 {
            let pair = (bases.slice(s![..n - d])? + bases.slice(s![d..])?).equal(3)?;
            most = most.maximum(from.slice(s![1..=n - d, d - 2])? + pair)?;
        }
        from.assign(s![..n - d, d], &most)?;
        to.assign(s![d.., d], most)?;
    }
    // The first column, of zeros, is also what is below the diagonal.
    let index = xp.arange(n)?;
    let distance = (&index - index.expand_dims(1)?).maximum(0)?;
    outputs([from.take_along_axis(distance, 1)?.into_dyn()])
}
