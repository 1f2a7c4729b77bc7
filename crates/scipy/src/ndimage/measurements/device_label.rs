//! Connected parts of images by operations on arrays, which a device does at once: of runs of elements along rows, as there are
//! few of them.

use super::neighbourhood::Neighbourhood;
use crate::connected::{leaders, numbers};
use xparray_core::Result;
use xparray_core::kernel::{Var, index, index_along, raw};
use xparray_core::prelude::*;

/// The labels of what is filled, and their number. There are fewer elements than `i32` numbers.
pub(super) fn label<B: Backend>(filled: &Array<bool, B>, neighbours: &Neighbourhood) -> Result<(Array<i32, B>, usize)> {
    let (xp, shape, flat) = (filled.xp(), filled.shape(), filled.reshape(-1)?);
    let (start, ones) = starts(filled, &flat, neighbours.along_rows())?;
    let first = start.flatnonzero()?;
    if first.is_empty() {
        return Ok((xp.zeros(shape)?, 0));
    }
    // The number of the run that each element is of, from 1 on.
    let run = xp.scan(&ones, 0, 0, |a, b| a + b)?;
    let mut others = Vec::new();
    for steps in neighbours.before() {
        others.push(beside(&first, &flat, &run, shape, steps)?);
        others.push(beside(&first, &flat, &run, shape, &steps.iter().map(|step| -step).collect::<Vec<_>>())?);
    }
    let runs = first.len();
    let to = match &others[..] {
        [] => xp.zeros::<i64>(0)?,
        others => xp.concatenate(&others.iter().collect::<Vec<_>>(), 0)?,
    };
    let from = xp.arange((0, runs as i64, 1))?.broadcast_to([others.len(), runs])?.reshape(-1)?;
    let (number, count) = numbers(&leaders(runs, &from, &to)?)?;
    let labels = xp.map((&flat, &run, raw(&number)), |(filled, run, number)| {
        // Before the first run there is none: what is not filled takes any.
        filled.select((number.at((run - 1).maximum(0)) + 1).cast::<i32>(), 0)
    })?;
    Ok((labels.reshape(shape)?, count))
}

/// Where runs along rows begin, as truth values and as numbers to be added up; without neighbours along rows each element is a run.
fn starts<B: Backend>(
    filled: &Array<bool, B>,
    flat: &Array<bool, B>,
    along_rows: bool,
) -> Result<(Array<bool, B>, Array<i32, B>)> {
    let last = filled.ndim().saturating_sub(1);
    let (start, ones) = filled.xp().map((raw(flat), filled), |(flat, own)| {
        let start = match along_rows {
            true => own & !(index_along(last).gt(0) & flat.at((index() - 1).maximum(0))),
            false => own,
        };
        (start, start.cast::<i32>())
    })?;
    Ok((start.reshape(-1)?, ones.reshape(-1)?))
}

/// The run that each run's first element has so many steps away, or the run itself if there is none. Runs of two rows that are connected have
/// neighbours where one of them begins: so each finds those beside its first element, on both sides.
fn beside<B: Backend>(
    first: &Array<i64, B>,
    flat: &Array<bool, B>,
    run: &Array<i32, B>,
    shape: &[usize],
    steps: &[isize],
) -> Result<Array<i64, B>> {
    first.xp().map((first, raw(flat), raw(run)), |(first, filled, run)| {
        let place = first.cast::<i32>();
        let (mut other, mut inside) = (place, place.ge(0));
        let mut stride = 1;
        for (&step, &n) in steps.iter().zip(shape).rev() {
            let (step, n) = (step as i32, n as i32);
            if step != 0 {
                let along = place.floor_divide(stride) % n + step;
                (other, inside) = (other + step * stride, inside & along.ge(0) & along.lt(n));
            }
            stride *= n;
        }
        let other: Var<i32> = inside.select(other, place);
        filled.at(other).select(run.at(other).cast::<i64>() - 1, index())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ndimage::{generate_binary_structure, label as on_host};
    use xparray::Cpu;

    /// What devices do, done by the CPU, gives a host's labels.
    #[test]
    fn device_and_host() -> Result<()> {
        let xp = Cpu::new();
        let columns = xp.array([[0, 1, 0], [0, 1, 0], [0, 1, 0]])?.into_dyn();
        for (shape, filled) in [
            (&[60, 70][..], 0.5),
            (&[60, 70], 0.9),
            (&[1, 300], 0.5),
            (&[300], 0.5),
            (&[9, 1, 8, 7], 0.4),
            (&[5, 6], -1.0),
        ] {
            let x = xp.rng(5).random::<f64>(shape)?.less(filled)?;
            let mut structures = vec![None];
            for connectivity in 1..=shape.len() {
                structures.push(Some(generate_binary_structure(&xp, shape.len(), connectivity)?.into_dyn()));
            }
            if shape.len() == 2 {
                structures.push(Some(columns.clone()));
            }
            for structure in structures {
                let (found, count) = label(&x, &Neighbourhood::new("label", shape, structure.as_ref())?)?;
                let (expected, number) = on_host(&x, structure.as_ref())?;
                assert!(found.array_equal(&expected)?, "{shape:?} {structure:?}");
                assert_eq!(count, number);
            }
        }
        Ok(())
    }
}
