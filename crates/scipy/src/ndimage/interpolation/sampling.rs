//! Values of splines at places between elements.

use super::super::mode::Mode;
use super::super::options::Along;
use super::super::windows::extend;
use super::affine::Affine;
use super::knots::{Axis, Knots, continued_at};
use super::lines::{Field, margin, values};
use super::spline::{all_coefficients, check_order};
use super::transforms::Spline;
use crate::parallel::in_parallel;
use xparray_core::kernel::{RawVar, Var, index, raw};
use xparray_core::prelude::*;
use xparray_core::{Result, Scalar};

/// Elements of a result that a thread of the host takes at least.
const AT_ONCE: usize = 1 << 16;
/// Knots about a place, of all axes, that one kernel sums up.
const WRITTEN_OUT: u32 = 64;
/// How far beyond the ends a spline goes on where no simple continuation is exact.
const BEYOND: usize = 12;

/// The coefficients of a spline, and how it goes on.
pub(super) struct Samples<B: Backend> {
    pub coefficients: DynArray<B>,
    /// The same in half as many bytes, where they are the elements of an array of `f32`.
    single: Option<Array<f32, B>>,
    pub mode: Mode,
    order: u32,
    /// By how much places are moved in the coefficients.
    beyond: usize,
    output: DType,
}

/// [`Knots`] of many places, as arrays.
pub(super) struct KnotArrays<B: Backend> {
    pub elements: Vec<DynArray<B>>,
    pub weights: Vec<DynArray<B>>,
    pub inside: Option<Vec<DynArray<B>>>,
    known: Option<DynArray<B>>,
}

impl<B: Backend> Samples<B> {
    pub fn new(op: &'static str, x: &DynArray<B>, options: &Spline) -> Result<Self> {
        let Spline { order, mode, prefilter, .. } = *options;
        check_order(op, order, 0)?;
        let output = options.output.unwrap_or(x.dtype());
        let double = if x.dtype().is_complex() { DType::Complex128 } else { DType::F64 };
        let filtered = prefilter && order > 1;
        let single = (x.dtype() == DType::F32 && !filtered).then(|| x.clone().typed()).transpose()?;
        let x = x.astype(double)?;
        let (coefficients, beyond) = match filtered {
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
        Ok(Self { coefficients, single, mode, order, beyond, output })
    }

    pub fn axis(&self, axis: usize) -> Axis {
        Axis { n: self.coefficients.shape()[axis], mode: self.mode, order: self.order, beyond: self.beyond }
    }

    /// The knots about places along an axis.
    pub fn knots(&self, place: &DynArray<B>, axis: usize) -> Result<KnotArrays<B>> {
        let (xp, axis) = (self.coefficients.xp(), self.axis(axis));
        let place = place.astype(DType::F64)?.typed::<f64>()?;
        let each = || 0..=self.order as usize;
        let inside = |k: usize| {
            xp.map(&place, |place| axis.knots(place).inside.map_or_else(|| place.eq(place), |inside| inside[k]))
        };
        let inside = match continued_at(self.mode) {
            Mode::GridConstant(_) => Some(each().map(|k| Ok(inside(k)?.into_dyn())).collect::<Result<_>>()?),
            _ => None,
        };
        Ok(KnotArrays {
            elements: each()
                .map(|k| Ok(xp.map(&place, |place| axis.knots(place).elements[k])?.into_dyn()))
                .collect::<Result<_>>()?,
            weights: each()
                .map(|k| Ok(xp.map(&place, |place| axis.knots(place).weights[k])?.into_dyn()))
                .collect::<Result<_>>()?,
            inside,
            known: self.known(&place, axis)?,
        })
    }

    /// Which places are known, if not all are.
    pub fn known(&self, place: &Array<f64, B>, axis: Axis) -> Result<Option<DynArray<B>>> {
        match self.mode {
            Mode::Constant(_) => {
                let known = |place| axis.knots(place).known.unwrap_or_else(|| place.eq(place));
                Ok(Some(self.coefficients.xp().map(place, known)?.into_dyn()))
            }
            _ => Ok(None),
        }
    }

    /// Values at places: an array for each axis, all of one shape.
    pub fn at(&self, places: &[DynArray<B>]) -> Result<DynArray<B>> {
        let shape = places[0].shape().to_vec();
        if places[0].is_empty() || self.coefficients.is_empty() {
            return self.of_nothing(&shape);
        }
        if places.len() > 3 || (self.order + 1).pow(places.len() as u32) > WRITTEN_OUT {
            return self.at_many(places, &shape);
        }
        let places = places.iter().map(|place| place.astype(DType::F64)?.typed::<f64>());
        let places = places.collect::<Result<Vec<_>>>()?;
        let fill = self.mode.value().unwrap_or(0.0);
        let values = if self.coefficients.dtype().is_complex() {
            let re = self.summed::<_, f64>(&self.coefficients.real()?.typed::<f64>()?, &places, fill)?;
            let im = self.summed::<_, f64>(&self.coefficients.imag()?.typed::<f64>()?, &places, 0.0)?;
            self.coefficients.xp().map((&re, &im), |(re, im)| Var::<Complex<f64>>::complex(re, im))?.into_dyn()
        } else if let Some(single) = &self.single {
            self.real_at(single, &places, fill)?
        } else {
            self.real_at(&self.coefficients.clone().typed::<f64>()?, &places, fill)?
        };
        self.finished(values, None)
    }

    /// The values of real coefficients, of the result's type if that has half as many bytes.
    fn real_at<T: RealElement>(
        &self,
        coefficients: &Array<T, B>,
        places: &[Array<f64, B>],
        value: f64,
    ) -> Result<DynArray<B>> {
        Ok(match self.output {
            DType::F32 => self.summed::<T, f32>(coefficients, places, value)?.into_dyn(),
            _ => self.summed::<T, f64>(coefficients, places, value)?.into_dyn(),
        })
    }

    /// The sums of real coefficients times the weights of knots, with a value beyond the coefficients and where places are not known: one
    /// kernel.
    fn summed<T: RealElement, R: RealElement>(
        &self,
        coefficients: &Array<T, B>,
        places: &[Array<f64, B>],
        value: f64,
    ) -> Result<Array<R, B>> {
        let (xp, flat) = (coefficients.xp(), coefficients.reshape(-1)?);
        let axes = (0..places.len()).map(|axis| self.axis(axis)).collect::<Vec<_>>();
        let sum = |elements: RawVar<T>, places: &[Var<f64>]| {
            let knots = axes.iter().zip(places).map(|(axis, &place)| axis.knots(place)).collect::<Vec<_>>();
            let known = knots.iter().filter_map(|knots| knots.known).reduce(|known, here| known & here);
            let sum = sum(elements, &axes, &knots, None, value);
            known.map_or(sum, |known| known.select(sum, value)).cast::<R>()
        };
        let elements = raw(&flat);
        match places {
            [a] => xp.map((elements, a), |(elements, a)| sum(elements, &[a])),
            [a, b] => xp.map((elements, a, b), |(elements, a, b)| sum(elements, &[a, b])),
            [a, b, c] => xp.map((elements, a, b, c), |(elements, a, b, c)| sum(elements, &[a, b, c])),
            _ => xp.zeros(places.first().map_or(&[][..], |place| place.shape())),
        }
    }

    /// Likewise for more axes or knots than one kernel has room for.
    fn at_many(&self, places: &[DynArray<B>], shape: &[usize]) -> Result<DynArray<B>> {
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
        self.finished(values, known)?.reshape(shape)
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
    pub fn of_nothing(&self, shape: &[usize]) -> Result<DynArray<B>> {
        let value = Scalar::new(self.mode.value().unwrap_or(0.0)).astype(self.output);
        self.coefficients.xp().full_of(self.output, shape, value)
    }

    /// Values with the constant where places are not known, in the result's type: rounded, and at the ends of integers' ranges.
    pub fn finished(&self, values: DynArray<B>, known: Option<DynArray<B>>) -> Result<DynArray<B>> {
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

/// The sum over the knots of the first of these axes, and within them of the others, of elements of rows that begin at a place, each axis with whether
/// that is inside.
fn sum<T: RealElement>(
    elements: RawVar<T>,
    axes: &[Axis],
    knots: &[Knots],
    row: Option<(Var<i64>, Option<Var<bool>>)>,
    value: f64,
) -> Var<f64> {
    let ([axis, axes @ ..], [own, knots @ ..]) = (axes, knots) else {
        // There is an axis.
        let (place, inside) = row.unwrap_or_else(|| (index(), None));
        let element = elements.at(place).cast::<f64>();
        return inside.map_or(element, |inside| inside.select(element, value));
    };
    let part = |k: usize| {
        let place = row.map_or(own.elements[k], |(row, _)| row * axis.n as i64 + own.elements[k]);
        let around = row.and_then(|(_, inside)| inside);
        let inside = own.inside.as_ref().map(|inside| around.map_or(inside[k], |around| around & inside[k]));
        own.weights[k] * sum(elements, axes, knots, Some((place, inside)), value)
    };
    (1..own.weights.len()).fold(part(0), |sum, k| sum + part(k))
}
