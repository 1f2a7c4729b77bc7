//! Connected parts of images by operations on arrays, which a device does at once: of runs of elements along rows, as there are
//! few of them.

use super::neighbourhood::Neighbourhood;
use crate::connected::{leaders, numbers};
use xparray_core::prelude::*;
use xparray_core::{Result, SliceItem};

/// The labels of what is filled, and their number.
pub(super) fn label<B: Backend>(filled: &Array<bool, B>, neighbours: &Neighbourhood) -> Result<(Array<i32, B>, usize)> {
    let start = if neighbours.along_rows() { starts(filled)? } else { filled.clone() };
    let runs = start.count_nonzero(..)?.item()? as usize;
    if runs == 0 {
        return Ok((filled.xp().zeros(filled.shape())?, 0));
    }
    let run = (start.astype::<i64>().cumsum(None)? - 1).reshape(filled.shape())?;
    let (mut from, mut to) = (Vec::new(), Vec::new());
    for steps in neighbours.before() {
        let part = |x: &Array<bool, B>, back: bool| x.slice(&items(steps, back)[..]);
        // Runs have a first column in common, where one of them begins.
        let begins = part(&start, false)? | part(&start, true)?;
        let both = part(filled, false)? & part(filled, true)? & begins;
        from.push(run.slice(&items(steps, false)[..])?.mask(&both)?);
        to.push(run.slice(&items(steps, true)[..])?.mask(&both)?);
    }
    let joined = |parts: &[Array<i64, B>]| match parts {
        [] => filled.xp().zeros::<i64>(0),
        [one] => Ok(one.clone()),
        many => filled.xp().concatenate(&many.iter().collect::<Vec<_>>(), 0),
    };
    let (number, count) = numbers(&leaders(runs, &joined(&from)?, &joined(&to)?)?)?;
    // Before the first run there is none: what is not filled takes any.
    let number = number.take(&run.maximum(0)?, None)?;
    Ok((filled.where_(&(number + 1), 0)?.astype::<i32>(), count))
}

/// Where runs along rows begin.
fn starts<B: Backend>(filled: &Array<bool, B>) -> Result<Array<bool, B>> {
    let mut steps = vec![0; filled.ndim()];
    steps[filled.ndim() - 1] = -1;
    let mut start = filled.clone();
    let later = filled.slice(&items(&steps, false)[..])? & !filled.slice(&items(&steps, true)[..])?;
    start.assign(&items(&steps, false)[..], &later)?;
    Ok(start)
}

/// The elements that have a neighbour so many steps away, or these neighbours.
fn items(steps: &[isize], neighbour: bool) -> Vec<SliceItem> {
    let item = |&step: &isize| match (step.signum(), neighbour) {
        (0, _) => SliceItem::from(..),
        (-1, false) | (1, true) => SliceItem::from(1..),
        _ => SliceItem::from(..-1),
    };
    steps.iter().map(item).collect()
}
