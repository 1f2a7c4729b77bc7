//! Values of splines at places between elements.

use super::super::mode::Mode;
use super::super::options::Along;
use super::super::windows::extend;
use super::affine::Affine;
use super::lines::{Field, margin, values};
use super::spline::{all_coefficients, check_order, continued};
use super::transforms::Spline;
use crate::parallel::in_parallel;
use xparray_core::kernel::Var;
use xparray_core::prelude::*;
use xparray_core::{Result, Scalar};

/// Elements of a result that a thread of the host takes at least.
const AT_ONCE: usize = 1 << 16;
/// How far beyond the ends a spline goes on where no simple continuation is exact.
const BEYOND: usize = 12;

/// The coefficients of a spline, and how it goes on.
pub(super) struct Samples<B: Backend> {
    coefficients: DynArray<B>,
    mode: Mode,
    order: u32,
    /// By how much places are moved in the coefficients.
    beyond: usize,
    output: DType,
}

/// What is read along an axis: for each knot elements, their weights, and where they are within the array; and where places are.
struct Knots<B: Backend> {
    elements: Vec<DynArray<B>>,
    weights: Vec<DynArray<B>>,
    inside: Option<Vec<DynArray<B>>>,
    known: Option<DynArray<B>>,
}

impl<B: Backend> Samples<B> {
    pub fn new(op: &'static str, x: &DynArray<B>, options: &Spline) -> Result<Self> {
        let Spline { order, mode, prefilter, .. } = *options;
        check_order(op, order, 0)?;
        let output = options.output.unwrap_or(x.dtype());
        let double = if x.dtype().is_complex() { DType::Complex128 } else { DType::F64 };
        let x = x.astype(double)?;
        let (coefficients, beyond) = match prefilter && order > 1 {
            false => (x, 0),
            true => {
                let (x, beyond) = match mode {
                    Mode::Nearest if !x.is_empty() => (x.pad_with(BEYOND, PadMode::Edge)?, BEYOND),
                    Mode::GridConstant(value) => {
                        (x.pad_with(BEYOND, PadMode::Constant(Scalar::new(value).astype(double)))?, BEYOND)
                    }
                    _ => (x, 0),
                };
                (all_coefficients(op, &x, order, mode)?, beyond)
            }
        };
        Ok(Self { coefficients, mode, order, beyond, output })
    }

    /// Places in the coefficients, where a spline is the same as at other ones, and which of them are known.
    fn folded(&self, place: &DynArray<B>, n: usize) -> Result<(DynArray<B>, Option<DynArray<B>>)> {
        let (place, last) = (place.astype(DType::F64)?.add(self.beyond as f64)?, n as f64 - 1.0);
        let mirrored = |place: &DynArray<B>, period: f64, edge: f64| {
            let place = place.remainder(period)?;
            place.greater(edge)?.where_(&place.negative()?.add(2.0 * edge)?, &place)
        };
        Ok(match self.mode {
            Mode::Constant(_) => {
                let known = place.greater_equal(0.0)?.logical_and(&place.less_equal(last)?)?;
                (known.where_(&place, 0.0)?, Some(known))
            }
            Mode::GridConstant(_) => (place, None),
            Mode::Nearest => (place.maximum(0.0)?.minimum(last)?, None),
            _ if n == 1 => (place.zeros_like()?, None),
            Mode::Mirror => (mirrored(&place, 2.0 * last, last)?, None),
            // About the edge at half an element before the first one.
            Mode::Reflect => (mirrored(&place.add(0.5)?, 2.0 * n as f64, n as f64)?.subtract(0.5)?, None),
            Mode::Wrap => {
                let within = place.greater_equal(0.0)?.logical_and(&place.less_equal(last)?)?;
                (within.where_(&place, &place.remainder(last)?)?, None)
            }
            Mode::GridWrap => (place.remainder(n as f64)?, None),
        })
    }

    /// The knots about places along an axis.
    fn knots(&self, place: &DynArray<B>, axis: usize) -> Result<Knots<B>> {
        let n = self.coefficients.shape()[axis];
        let (place, known) = self.folded(place, n)?;
        let odd = self.order % 2 == 1;
        let moved = if odd { place.clone() } else { place.add(0.5)? };
        let floor = moved.floor()?;
        let t = moved.subtract(&floor)?;
        let floor = floor.astype(DType::I64)?;
        // Cox and de Boor's recursion for knots at equal distances.
        let mut weights = vec![t.ones_like()?];
        for degree in 1..=self.order as usize {
            let d = degree as f64;
            let next = |j: usize| {
                let left =
                    j.checked_sub(1).map(|before| t.add(d - j as f64)?.multiply(&weights[before])).transpose()?;
                let right =
                    weights.get(j).map(|weight| t.negative()?.add(1.0 + j as f64)?.multiply(weight)).transpose()?;
                let sum = match (left, right) {
                    (Some(left), Some(right)) => left.add(&right)?,
                    (Some(one), None) | (None, Some(one)) => one,
                    (None, None) => t.zeros_like()?,
                };
                sum.divide(d)
            };
            weights = (0..=degree).map(next).collect::<Result<_>>()?;
        }
        let first = -((self.order / 2) as i64);
        let at = |k: usize| floor.add(first + k as i64);
        let mut inside = None;
        let elements = (0..weights.len()).map(|k| {
            let place = at(k)?;
            let (n, last) = (n as i64, n as i64 - 1);
            let folded = |period: i64, edge: i64| {
                let place = place.remainder(period)?;
                place.greater(edge)?.where_(&place.negative()?.add(period)?, &place)
            };
            match continued_at(self.mode) {
                Mode::GridConstant(_) => {
                    let within = place.greater_equal(0)?.logical_and(&place.less(n)?)?;
                    inside.get_or_insert_with(Vec::new).push(within);
                    place.maximum(0)?.minimum(last)
                }
                Mode::Mirror if n == 1 => place.zeros_like(),
                Mode::Mirror => folded(2 * last, last),
                Mode::Reflect => {
                    let place = place.remainder(2 * n)?;
                    place.greater_equal(n)?.where_(&place.negative()?.add(2 * n - 1)?, &place)
                }
                Mode::Nearest => place.maximum(0)?.minimum(last),
                _ => place.remainder(n),
            }
        });
        let elements = elements.collect::<Result<_>>()?;
        Ok(Knots { elements, weights, inside, known })
    }

    /// Values where places along all axes are those of one index each: one axis after the other.
    pub fn along(&self, places: &[DynArray<B>]) -> Result<DynArray<B>> {
        let shape: Vec<usize> = places.iter().map(DynArray::len).collect();
        let ndim = shape.len();
        if shape.contains(&0) || self.coefficients.is_empty() {
            return self.of_nothing(&shape);
        }
        let column = |axis: usize, x: &DynArray<B>| {
            let mut shape = vec![1; ndim];
            shape[axis] = x.len();
            x.reshape(&shape[..])
        };
        let mut values = self.coefficients.clone();
        let mut known: Option<DynArray<B>> = None;
        for (axis, place) in places.iter().enumerate() {
            let knots = self.knots(place, axis)?;
            let mut sum: Option<DynArray<B>> = None;
            for k in 0..knots.elements.len() {
                let mut part = values.take(&knots.elements[k], axis as isize)?;
                if let (Some(inside), Some(value)) = (&knots.inside, self.mode.value()) {
                    part = column(axis, &inside[k])?.where_(&part, value)?;
                }
                let part = part.multiply(&column(axis, &knots.weights[k])?)?;
                sum = Some(sum.map_or(Ok(part.clone()), |sum| sum.add(&part))?);
            }
            values = sum.unwrap_or(values);
            if let Some(here) = &knots.known {
                let here = column(axis, here)?;
                known = Some(known.map_or(Ok(here.clone()), |known| known.logical_and(&here))?);
            }
        }
        self.finished(values, known)
    }

    /// Values at places: an array for each axis, all of one shape.
    pub fn at(&self, places: &[DynArray<B>]) -> Result<DynArray<B>> {
        let shape = places[0].shape().to_vec();
        if places[0].is_empty() || self.coefficients.is_empty() {
            return self.of_nothing(&shape);
        }
        let knots = places.iter().enumerate().map(|(axis, place)| self.knots(&place.reshape(-1)?, axis));
        let knots = knots.collect::<Result<Vec<_>>>()?;
        let flat = self.coefficients.reshape(-1)?;
        let mut sum: Option<DynArray<B>> = None;
        for choice in super::super::windows::places(&vec![self.order as usize + 1; knots.len()]) {
            let (mut place, mut weight, mut inside): (Option<DynArray<B>>, Option<DynArray<B>>, Option<DynArray<B>>) =
                (None, None, None);
            for (axis, (&k, knots)) in choice.iter().zip(&knots).enumerate() {
                let n = self.coefficients.shape()[axis] as i64;
                let (element, own) = (&knots.elements[k], &knots.weights[k]);
                place = Some(place.map_or(Ok(element.clone()), |place| place.multiply(n)?.add(element))?);
                weight = Some(weight.map_or(Ok(own.clone()), |weight| weight.multiply(own))?);
                if let Some(own) = &knots.inside {
                    inside = Some(inside.map_or(Ok(own[k].clone()), |inside| inside.logical_and(&own[k]))?);
                }
            }
            let (Some(place), Some(weight)) = (place, weight) else { continue };
            let mut part = flat.take(&place, 0)?;
            if let (Some(inside), Some(value)) = (&inside, self.mode.value()) {
                part = inside.where_(&part, value)?;
            }
            let part = part.multiply(&weight)?;
            sum = Some(sum.map_or(Ok(part.clone()), |sum| sum.add(&part))?);
        }
        let known = knots
            .iter()
            .filter_map(|knots| knots.known.clone())
            .map(Ok)
            .reduce(|x, y| x?.logical_and(&y?))
            .transpose()?;
        let values = sum.map_or_else(|| flat.zeros_like(), Ok)?;
        self.finished(values, known)?.reshape(&shape[..])
    }

    /// Values at the places of indices of a shape. A host reads coefficients line by line; a device all at once.
    pub fn affine(&self, affine: Affine<'_>, shape: &[usize]) -> Result<DynArray<B>> {
        let xp = self.coefficients.xp();
        if shape.contains(&0) || self.coefficients.is_empty() {
            return self.of_nothing(shape);
        }
        if xp.name() != "cpu" {
            return self.at(&affine.places(xp, shape)?);
        }
        let mode = continued_at(self.mode);
        let along = |axis| Along { axis, mode, origin: 0 };
        let along: Vec<Along> = (0..shape.len()).map(along).collect();
        let margin = margin(self.order);
        let elements = extend(&self.coefficients, &along, &vec![(margin, margin); shape.len()])?;
        let numbers = |elements: DynArray<B>| elements.typed::<f64>()?.to_vec();
        let complex = elements.dtype().is_complex();
        let real = if complex { elements.real()? } else { elements.clone() };
        let mut parts = vec![(numbers(real)?, self.mode.value().unwrap_or(0.0))];
        if complex {
            parts.push((numbers(elements.imag()?)?, 0.0));
        }
        let (n, lines) = (shape[shape.len() - 1], shape[..shape.len() - 1].iter().product::<usize>());
        let step = AT_ONCE.div_ceil(n);
        let ranges = (0..lines).step_by(step).map(|first| first..lines.min(first + step)).collect::<Vec<_>>();
        let values = in_parallel(&ranges, |range| {
            let part = |(elements, value): &(Vec<f64>, f64)| {
                let Self { mode, order, beyond, .. } = *self;
                let field = Field { elements, shape: self.coefficients.shape(), order, mode, beyond, value: *value };
                xp.from_slice(&values(&field, affine, shape, range.clone()), [range.len(), n])
            };
            let values = match &parts[..] {
                [re, im] => {
                    xp.map((&part(re)?, &part(im)?), |(re, im)| Var::<Complex<f64>>::complex(re, im))?.into_dyn()
                }
                parts => part(&parts[0])?.into_dyn(),
            };
            self.finished(values, None)
        });
        let values = values.into_iter().collect::<Result<Vec<_>>>()?;
        xp.concatenate(&values.iter().collect::<Vec<_>>(), 0)?.reshape(shape)
    }

    /// What there is of an array without elements.
    fn of_nothing(&self, shape: &[usize]) -> Result<DynArray<B>> {
        let value = Scalar::new(self.mode.value().unwrap_or(0.0)).astype(self.output);
        self.coefficients.xp().full_of(self.output, shape, value)
    }

    /// Values with the constant where places are not known, in the result's type: rounded, and at the ends of integers' ranges.
    fn finished(&self, values: DynArray<B>, known: Option<DynArray<B>>) -> Result<DynArray<B>> {
        let values = match (known, self.mode.value()) {
            (Some(known), Some(value)) => known.where_(&values, value)?,
            _ => values,
        };
        match self.output.is_integer() || self.output == DType::Bool {
            true if values.dtype().is_complex() => values.real()?.astype(self.output),
            true => {
                let half = values.greater(0.0)?.where_(&values.add(0.5)?, &values.subtract(0.5)?)?.trunc()?;
                half.astype(self.output)
            }
            false => values.astype(self.output),
        }
    }
}

/// How coefficients go on.
fn continued_at(mode: Mode) -> Mode {
    match mode {
        Mode::GridConstant(_) => mode,
        // Places are at most at the ends of what was continued.
        Mode::Nearest => Mode::Nearest,
        other => continued(other),
    }
}
