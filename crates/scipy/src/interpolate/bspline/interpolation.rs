//! Splines through points.

use super::{BSpline, Triangular, basis};
use crate::interpolate::columns::Columns;
use crate::interpolate::cubic::{BoundaryCondition, Points, ends_agree, unit_ordinates};
use crate::interpolate::options::Extrapolate;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, IntoAxis, Result};

const OP: &str = "make_interp_spline";

/// The highest degree of splines that repeat, whose number of points does not bound it.
const MOST: usize = 64;

/// Options of [`make_interp_spline_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{BoundaryCondition, InterpSpline, make_interp_spline_with};
/// let x = xp.array([0.0, 1.0, 2.0, 3.0])?;
/// let options = InterpSpline::new().k(3).bc_type(BoundaryCondition::Natural);
/// let spline = make_interp_spline_with(&x, &x.power(3.0)?, options)?;
/// assert!(spline.evaluate(&xp.array([0.5])?)?.allclose(0.2)?);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct InterpSpline<B: Backend> {
    k: usize,
    t: Option<DynArray<B>>,
    ends: [BoundaryCondition<B>; 2],
    axis: isize,
}

impl<B: Backend> Default for InterpSpline<B> {
    fn default() -> Self {
        Self { k: 3, t: None, ends: [BoundaryCondition::NotAKnot, BoundaryCondition::NotAKnot], axis: 0 }
    }
}

impl<B: Backend> InterpSpline<B> {
    /// Cubic, along the first axis, not a knot at points near the ends.
    pub fn new() -> Self {
        Self::default()
    }

    /// The degree.
    pub fn k(self, k: usize) -> Self {
        Self { k, ..self }
    }

    /// The knots: as many as points and derivatives at the ends together, and `k + 1` more.
    pub fn t(self, t: &impl AnyArray<B>) -> Self {
        Self { t: Some(t.as_dyn().clone()), ..self }
    }

    /// What holds at both ends.
    pub fn bc_type(self, condition: BoundaryCondition<B>) -> Self {
        Self { ends: [condition.clone(), condition], ..self }
    }

    /// What holds at the first and at the last point.
    pub fn bc_types(self, first: BoundaryCondition<B>, last: BoundaryCondition<B>) -> Self {
        Self { ends: [first, last], ..self }
    }

    /// The axis of the ordinates.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }
}

/// The cubic spline through points: [`make_interp_spline_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::make_interp_spline;
/// let x = xp.array([0.0, 1.0, 2.0, 3.0, 4.0])?;
/// let spline = make_interp_spline(&x, &x.power(3.0)?)?;
/// assert!(spline.evaluate(&xp.array([0.5, 2.5])?)?.allclose(&xp.array([0.125, 15.625])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`make_interp_spline_with`].
pub fn make_interp_spline<B: Backend>(x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<BSpline<B>> {
    make_interp_spline_with(x, y, InterpSpline::new())
}

/// The spline through points: SciPy's `make_interp_spline`. Its coefficients are a system of `k + 1` diagonals, which is solved on the host.
///
/// # Errors
/// [`Error::Value`] for abscissae that do not rise, NaN or infinities, too few points, knots of another number or that do not enclose the
/// points, and conditions that do not fit the degree; [`Error::Singular`] if there is none; [`Error::Shape`] for another number of ordinates;
/// [`Error::DType`] for complex abscissae; [`Error::Axis`] if the axis is not there.
pub fn make_interp_spline_with<B: Backend>(
    x: &impl AnyArray<B>,
    y: &impl AnyArray<B>,
    options: InterpSpline<B>,
) -> Result<BSpline<B>> {
    BoundaryCondition::check(OP, &options.ends)?;
    let y = match options.ends.iter().any(BoundaryCondition::is_complex) {
        true => y.as_dyn().astype(DType::Complex128)?,
        false => y.as_dyn().clone(),
    };
    if y.xp().remembers() && !y.is_empty() { linear(x.as_dyn(), &y, options) } else { by_host(x.as_dyn(), &y, options) }
}

/// By the splines of unit ordinates, which do not depend on those that are given: so there are derivatives by these.
fn linear<B: Backend>(x: &DynArray<B>, y: &DynArray<B>, options: InterpSpline<B>) -> Result<BSpline<B>> {
    let (_, rows) = Columns::of(OP, y, options.axis)?;
    let unit = unit_ordinates(&rows, matches!(options.ends[0], BoundaryCondition::Periodic))?;
    let free = unit.shape()[1];
    let ends = options.ends.clone().map(|end| end.with_zeros(&unit));
    let [first, last] = ends;
    let units = InterpSpline { axis: 0, ends: [first?, last?], ..options.clone() };
    let units = by_host(x, unit.as_dyn(), units)?;
    let spline = by_host(x, &y.detached()?.zeros_like()?, options)?;
    let coefficients = units.coefficients.matmul(&rows.slice(s![..free])?)?.add(&spline.coefficients)?;
    Ok(BSpline { coefficients, ..spline })
}

fn by_host<B: Backend>(x: &DynArray<B>, y: &DynArray<B>, options: InterpSpline<B>) -> Result<BSpline<B>> {
    let InterpSpline { k, t, ends, axis } = options;
    let points = Points::new(OP, x, y, axis)?;
    let (x, y, count) = (&points.breaks.host, points.y.to_vec()?, points.columns.count());
    let (xp, columns) = (points.y.xp(), points.columns.clone());
    let t = match &t {
        None => None,
        Some(t) => Some(crate::interpolate::breaks::vector(OP, t)?.1),
    };
    let periodic = matches!(ends[0], BoundaryCondition::Periodic);
    if periodic {
        ends_agree(OP, &y, count)?;
    }
    let plain = ends.iter().all(|end| matches!(end, BoundaryCondition::NotAKnot | BoundaryCondition::Periodic));
    if k == 0 || (k == 1 && t.is_none()) {
        if !plain || t.is_some() {
            return Err(Error::value(OP, format!("a spline of degree {k} takes neither knots nor conditions")));
        }
        let before = if k == 0 { &x[..0] } else { &x[..1] };
        let t = [before, x, &x[x.len() - 1..]].concat();
        return BSpline::from_host(OP, xp, &t, &y, columns, k);
    }
    if periodic {
        if t.is_some() || k > MOST {
            let message =
                format!("a spline that repeats, of degree {k}: it takes no knots, and is of degree {MOST} at most");
            return Err(Error::value(OP, message));
        }
        let t = around(x, k);
        let c = repeating(x, &y, &t, k, count)?;
        return Ok(BSpline::from_host(OP, xp, &t, &c, columns, k)?.extrapolate(Extrapolate::Periodic));
    }
    let t = match t {
        Some(t) => t,
        None if plain => not_a_knot(x, k)?,
        None if k < MOST.max(x.len()) => [&vec![x[0]; k][..], x, &vec![x[x.len() - 1]; k]].concat(),
        None => return Err(Error::value(OP, format!("degree {k} of {} points", x.len()))),
    };
    let derivatives = |end: &BoundaryCondition<B>| match end {
        BoundaryCondition::Clamped => Ok(vec![(1, vec![0.0; count])]),
        BoundaryCondition::Natural => Ok(vec![(2, vec![0.0; count])]),
        BoundaryCondition::Derivatives(given) => {
            given.iter().map(|(order, value)| Ok((*order, columns.row(OP, value)?))).collect()
        }
        BoundaryCondition::NotAKnot | BoundaryCondition::Periodic => Ok(Vec::new()),
    };
    let given: [Vec<(usize, Vec<f64>)>; 2] = [derivatives(&ends[0])?, derivatives(&ends[1])?];
    let unknowns = t.len().checked_sub(k.saturating_add(1)).filter(|&n| n > k);
    let conditions = x.len() + given[0].len() + given[1].len();
    if given.iter().flatten().any(|(order, _)| *order > k) || unknowns != Some(conditions) {
        let message = format!("{conditions} points and derivatives, {} knots, degree {k}", t.len());
        return Err(Error::value(OP, message));
    }
    if t.windows(2).any(|pair| pair[0] > pair[1]) || x[0] < t[k] || x[x.len() - 1] > t[conditions] {
        return Err(Error::value(OP, "the knots must not fall, and enclose the points"));
    }
    let mut system = Triangular::new(conditions, k + 1, 0, count);
    let mut push = |x: f64, order: usize, side: &[f64]| {
        let (start, mut row) = basis(&t, k, x, order);
        // Rows of one size, so that what is left of a pivot says something.
        let size = row.iter().fold(0.0f64, |most, b| most.max(b.abs()));
        row.iter_mut().for_each(|b| *b /= size);
        system.push((start, row), &mut side.iter().map(|y| y / size).collect::<Vec<_>>());
    };
    given[0].iter().for_each(|(order, value)| push(x[0], *order, value));
    x.iter().enumerate().for_each(|(i, &x)| push(x, 0, &y[i * count..][..count]));
    given[1].iter().for_each(|(order, value)| push(x[x.len() - 1], *order, value));
    let c = system.solve(OP, f64::EPSILON)?;
    BSpline::from_host(OP, xp, &t, &c, columns, k)
}

/// Knots at the points but those nearest to the ends (de Boor, A Practical Guide to Splines, chapter XIII); of even degree between the points.
pub(in crate::interpolate) fn not_a_knot(x: &[f64], k: usize) -> Result<Vec<f64>> {
    let sites: Vec<f64> = match k % 2 {
        1 => x.to_vec(),
        _ => x.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect(),
    };
    let skipped = k.div_ceil(2);
    if x.len() <= k {
        return Err(Error::value(OP, format!("{} points of a spline of degree {k}, which has more", x.len())));
    }
    let inner = &sites[skipped..sites.len() - skipped];
    Ok([&vec![x[0]; k + 1][..], inner, &vec![x[x.len() - 1]; k + 1]].concat())
}

/// Knots at points that repeat; of even degree between them.
fn around(x: &[f64], k: usize) -> Vec<f64> {
    let last = x.len() - 1;
    let mut sites = x.to_vec();
    if k.is_multiple_of(2) {
        (1..last).for_each(|i| sites[i] = (x[i - 1] + x[i]) / 2.0);
    }
    let widths: Vec<f64> = sites.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut t = sites;
    for i in 0..k {
        t.insert(0, t[0] - widths[last - 1 - i % last]);
        t.push(t[t.len() - 1] + widths[i % last]);
    }
    t
}

/// The coefficients of a spline that repeats: the last `k` are the first.
fn repeating(x: &[f64], y: &[f64], t: &[f64], k: usize, count: usize) -> Result<Vec<f64>> {
    let unknowns = x.len() - 1;
    let mut system = Triangular::new(unknowns, k + 1, k.min(unknowns), count);
    for (i, &x) in x[..unknowns].iter().enumerate() {
        let (start, values) = basis(t, k, x, 0);
        let row = system.row(values.into_iter().enumerate().map(|(j, value)| (start + j, value)));
        system.push(row, &mut y[i * count..][..count].to_vec());
    }
    let mut c = system.solve(OP, f64::EPSILON)?;
    for i in 0..k {
        let place = i % unknowns * count;
        c.extend_from_within(place..place + count);
    }
    Ok(c)
}
