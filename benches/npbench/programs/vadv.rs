//! Vertical advection of a weather model: a tridiagonal system in each column, by Thomas's algorithm.
//!
//! The three loops of NumPy's version are one here: what differs at the lowest and the highest level is left out there.

use super::*;

const BET_M: f64 = 0.5;
const BET_P: f64 = 0.5;

/// The results for one time step; all arrays have the levels first, so that each of them is contiguous.
fn advected<B: Backend>(
    [mut utens_stage, utens, u_stage, u_pos, wcon]: [Array<f64, B>; 5],
    dtr_stage: f64,
) -> Result<Array<f64, B>> {
    let xp = wcon.xp().clone();
    let (levels, plane) = (u_stage.shape()[0], &u_stage.shape()[1..]);
    let level = |x: &Array<f64, B>, k: usize| x.slice(s![k]);
    let wind = |k: usize| Ok::<_, Error>(0.25 * (wcon.slice(s![k, 1..])? + wcon.slice(s![k, ..-1])?));
    let rise = |from: usize, to: usize| Ok::<_, Error>(level(&u_stage, to)? - level(&u_stage, from)?);

    // Of each level the coefficient of the one above it and the right-hand side, after elimination.
    let mut eliminated: Vec<(Array<f64, B>, Array<f64, B>)> = Vec::with_capacity(levels);
    for k in 0..levels {
        let mut diagonal = xp.full(plane, dtr_stage)?;
        let mut above = xp.zeros(plane)?;
        let mut right = dtr_stage * level(&u_pos, k)? + level(&utens, k)? + level(&utens_stage, k)?;
        if let Some((coefficient, value)) = eliminated.last() {
            let wind = -wind(k)?;
            let below = &wind * BET_P;
            right = right - wind * BET_M * rise(k, k - 1)? - value * &below;
            diagonal = diagonal - &below - coefficient * &below;
        }
        if k + 1 < levels {
            let wind = wind(k + 1)?;
            above = &wind * BET_P;
            right -= wind * BET_M * rise(k, k + 1)?;
            diagonal -= &above;
        }
        eliminated.push(xp.map((&above, &right, &diagonal), |(above, right, diagonal)| {
            let divided = 1.0 / diagonal;
            (above * divided, right * divided)
        })?);
    }

    let mut u = xp.zeros::<f64>(plane)?;
    for (k, (above, right)) in eliminated.into_iter().enumerate().rev() {
        u = right - above * u;
        utens_stage.assign(s![k], dtr_stage * (&u - level(&u_pos, k)?))?;
    }
    Ok(utens_stage)
}

pub fn prepare<B: Backend>(inputs: &mut Inputs<B>) -> Result<Run<B>> {
    let dtr_stage = inputs.float("dtr_stage")?;
    let advect = jit(move |arrays| advected(arrays, dtr_stage));
    Ok(Box::new(move |_: &B, inputs: &mut Inputs<B>| {
        let mut levels_of = |name| inputs.array::<f64>(name)?.moveaxis(-1, 0).map(|x| x.ascontiguousarray());
        let utens_stage = advect.call([
            levels_of("utens_stage")?,
            levels_of("utens")?,
            levels_of("u_stage")?,
            levels_of("u_pos")?,
            levels_of("wcon")?,
        ])?;
        outputs([utens_stage.moveaxis(0, -1)?.ascontiguousarray().into_dyn()])
    }))
}
