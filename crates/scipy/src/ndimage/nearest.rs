//! The nearest places along an axis, on a device: of all elements at once.

use xparray_core::Result;
use xparray_core::kernel::{RawVar, Var, index, index_along, raw};
use xparray_core::prelude::*;

/// Of at most so many places of an axis the nearest ones are searched for along all of it.
const ALONE: usize = 128;
/// Then of all places between two of them that are so many apart, and so on.
const APART: usize = 16;
/// So many places are read for each element; more are for those elements that need them.
const AT_ONCE: i64 = 8;

/// What steps along an axis, each of some length, make of a distance.
#[derive(Clone, Copy)]
pub(super) enum Steps {
    /// It is a square.
    Square(f64),
    Sum,
    Largest,
}

impl Steps {
    /// Of so many steps, to either side.
    pub fn cost(self, steps: Var<f64>) -> Var<f64> {
        match self {
            Self::Square(apart) => (steps * apart).square(),
            Self::Sum | Self::Largest => steps.abs(),
        }
    }

    /// How many steps at most cost no more than a distance, or some more where that is rounded.
    fn within(self, distance: Var<f64>) -> Var<f64> {
        match self {
            Self::Square(apart) => distance.sqrt() * (1.0 + 8.0 * f64::EPSILON) / apart.abs(),
            Self::Sum | Self::Largest => distance,
        }
    }

    pub fn joined(self, known: Var<f64>, cost: Var<f64>) -> Var<f64> {
        match self {
            Self::Square(_) | Self::Sum => known + cost,
            Self::Largest => known.maximum(cost),
        }
    }
}

/// The distance in memory of neighbours along an axis.
pub(super) fn stride(shape: &[usize], axis: usize) -> i64 {
    shape[axis + 1..].iter().product::<usize>() as i64
}

/// Where an array has what is at a place along an axis, on the line of the element that is computed, of a shape that differs from the array's
/// along this axis only.
fn on_line(array: &[usize], shape: &[usize], axis: usize, place: Var<i64>) -> Var<i64> {
    let along = (place - index_along(axis)) * stride(array, axis);
    let outer = |other| index_along(other) * (stride(array, other) - stride(shape, other));
    (0..axis).map(outer).fold(index() + along, |sum, part| sum + part)
}

/// For each place of an axis the one that is nearest: whose known value, joined with the cost of the steps to it, is least.
///
/// No place is nearer than the steps to it, so those count which what is known of the place itself leaves open. And the nearest
/// place never moves back as one goes on along the axis, as costs grow no slower the more steps there are (Aggarwal, Klawe, Moran, Shor, Wilber,
/// Geometric applications of a matrix-searching algorithm, Algorithmica 2, 1987). So a few places far apart come first, and what is
/// nearest to those between two of them lies between what is nearest to these: large objects take little longer than small ones.
pub(super) fn nearest_along<B: Backend>(known: &Array<f64, B>, axis: usize, steps: Steps) -> Result<Array<i32, B>> {
    let (whole, n) = (known.shape(), known.shape()[axis]);
    let flat = known.reshape(-1)?;
    let with = |count: usize| [&whole[..axis], &[count], &whole[axis + 1..]].concat();
    let mut step = 1;
    while n.div_ceil(step) > ALONE {
        step *= APART;
    }
    // As if the first place were nearest to the first one, and the last one to whatever comes after all.
    let (mut found, mut apart) = (known.xp().zeros::<i32>(with(1))?, n);
    loop {
        let level = Level { known: &flat, whole, shape: with(n.div_ceil(step)), axis, steps, step: step as i64 };
        found = level.nearest(&found, apart as i64)?;
        if step == 1 {
            return Ok(found);
        }
        (step, apart) = (step / APART, APART);
    }
}

/// Every so many places of an axis.
struct Level<'a, B: Backend> {
    known: &'a Array<f64, B>,
    whole: &'a [usize],
    /// The array's shape with these places alone.
    shape: Vec<usize>,
    axis: usize,
    steps: Steps,
    step: i64,
}

impl<B: Backend> Level<'_, B> {
    /// What is known of a place along the axis, joined with the cost of the steps to it from the place that is computed.
    fn value(&self, known: RawVar<f64>, place: Var<i64>) -> Var<f64> {
        let away = (place - index_along(self.axis) * self.step).cast::<f64>();
        self.steps.joined(known.at(on_line(self.whole, &self.shape, self.axis, place)), self.steps.cost(away))
    }

    /// The nearest ones, between those that are nearest to places of which there are so many between two.
    fn nearest(&self, found: &Array<i32, B>, apart: i64) -> Result<Array<i32, B>> {
        let Self { whole, shape, axis, .. } = self;
        let (n, coarse, flat) = (whole[*axis], found.shape(), found.reshape(-1)?);
        let inputs = (raw(self.known), raw(&flat));
        let (low, high, least, nearest) = self.known.xp().map_to_shape(&shape[..], inputs, |(known, found)| {
            let (own, last) = (index_along(*axis), coarse[*axis] as i64 - 1);
            let (group, own) = (own.floor_divide(apart), own * self.step);
            let nearest_to = |group: Var<i64>| found.at(on_line(coarse, shape, *axis, group)).cast::<i64>();
            let (low, high) = (nearest_to(group), nearest_to((group + 1).minimum(last)));
            let high = group.lt(last).select(high, n as i64 - 1);
            let reach = self.steps.within(known.at(on_line(whole, shape, *axis, own)));
            let reach = reach.fmin(n as f64).cast::<i64>();
            // One at least, however costs are rounded.
            let low = low.maximum(own - reach).minimum(high);
            let high = high.minimum(own + reach).maximum(low);
            let first = (self.value(known, low), low);
            let (least, nearest) = (1..AT_ONCE).fold(first, |(least, nearest), k| {
                let place = (low + k).minimum(high);
                let found = self.value(known, place);
                let nearer = found.lt(least);
                (nearer.select(found, least), nearer.select(place, nearest))
            });
            (low.cast::<i32>(), high.cast::<i32>(), least, nearest.cast::<i32>())
        })?;
        let more = (&high - &low).greater_equal(AT_ONCE as i32)?.flatnonzero()?;
        match more.is_empty() {
            true => Ok(nearest),
            false => self.further(&more, [&low.reshape(-1)?, &high.reshape(-1)?], &least.reshape(-1)?, nearest),
        }
    }

    /// Likewise with the places that were not read yet, of those elements that have more.
    fn further(
        &self,
        elements: &Array<i64, B>,
        [low, high]: [&Array<i32, B>; 2],
        least: &Array<f64, B>,
        nearest: Array<i32, B>,
    ) -> Result<Array<i32, B>> {
        let (xp, size, n) = (elements.xp(), self.shape[self.axis] as i64, self.whole[self.axis] as i64);
        let stride = stride(self.whole, self.axis);
        // Where the first of these places is in memory, how many follow, and how far away it is.
        let (first, last, away) = xp.map((elements, raw(low), raw(high)), |(element, low, high)| {
            let (own, line) = (element.floor_divide(stride) % size, element.floor_divide(stride * size));
            let place = low.at(element).cast::<i64>() + AT_ONCE;
            let start = line * (stride * n) + element % stride + place * stride;
            (start, high.at(element).cast::<i64>() - place, (place - own * self.step).cast::<f64>())
        })?;
        let space = [last.max(..)?.item()? as usize + 1, elements.len()];
        let costs = xp.map_to_shape(space, (raw(self.known), &first, &last, &away), |(known, first, last, away)| {
            let k = index_along(0).minimum(last);
            self.steps.joined(known.at(first + k * stride), self.steps.cost(away + k.cast::<f64>()))
        })?;
        let (cost, chosen) = (costs.min(0)?, costs.argmin(0)?);
        let mut all = nearest.reshape(-1)?;
        let inputs = (elements, &cost, &chosen, raw(least), raw(low), raw(&all));
        let places = xp.map(inputs, |(element, cost, chosen, least, low, nearest)| {
            let place = low.at(element) + (chosen + AT_ONCE).cast::<i32>();
            cost.lt(least.at(element)).select(place, nearest.at(element))
        })?;
        places.eval()?;
        all.put(elements, &places)?;
        all.reshape(&self.shape[..])
    }
}
