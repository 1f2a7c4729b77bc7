//! Cubic splines.

use super::conditions::{BoundaryCondition, ends_agree, unit_ordinates};
use super::{Points, tridiagonal};
use crate::interpolate::columns::Columns;
use crate::interpolate::options::Extrapolate;
use crate::interpolate::ppoly::PPoly;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Array, Create, Error, IntoAxis, Result, s};

const OP: &str = "CubicSpline";

/// Piecewise cubic polynomials through points with two continuous derivatives: SciPy's `CubicSpline`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::interpolate::{BoundaryCondition, CubicSpline};
/// let x = xp.array([0.0, 1.0, 2.0, 3.0])?;
/// let cubic = CubicSpline::new().interpolate(&x, &x.power(3.0)?)?;
/// assert_eq!(cubic.evaluate(&xp.array([0.5, 4.0])?)?.to_string(), "[ 0.125 64.   ]");
/// let natural = CubicSpline::new().bc_type(BoundaryCondition::Natural).interpolate(&x, &x.power(3.0)?)?;
/// assert_eq!(natural.evaluate(&xp.array([0.5])?)?.to_string(), "[0.2]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CubicSpline<B: Backend> {
    axis: isize,
    ends: [BoundaryCondition<B>; 2],
    extrapolate: Option<Extrapolate>,
}

impl<B: Backend> Default for CubicSpline<B> {
    fn default() -> Self {
        Self { axis: 0, ends: [BoundaryCondition::NotAKnot, BoundaryCondition::NotAKnot], extrapolate: None }
    }
}

/// What determines the derivative at an end.
enum End {
    NotAKnot,
    First(Vec<f64>),
    Second(Vec<f64>),
}

impl<B: Backend> CubicSpline<B> {
    /// Along the first axis, not a knot at the second and the last but one point; the first and the last piece go on.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis of the ordinates.
    pub fn axis(self, axis: impl IntoAxis) -> Self {
        Self { axis: axis.into_axis(), ..self }
    }

    /// What holds at both ends. Derivatives are one, of order 1 or 2.
    pub fn bc_type(self, condition: BoundaryCondition<B>) -> Self {
        Self { ends: [condition.clone(), condition], ..self }
    }

    /// What holds at the first and at the last point.
    pub fn bc_types(self, first: BoundaryCondition<B>, last: BoundaryCondition<B>) -> Self {
        Self { ends: [first, last], ..self }
    }

    /// What is outside of the points; without this a spline that repeats does so, and others go on.
    pub fn extrapolate(self, extrapolate: Extrapolate) -> Self {
        Self { extrapolate: Some(extrapolate), ..self }
    }

    /// The spline through points, two at least. Its derivatives at the points are a system of three diagonals, which is solved on the host.
    ///
    /// # Errors
    /// [`Error::Value`] for abscissae that do not rise, for NaN or infinities, for boundary conditions of other orders or at one end only, and
    /// for ordinates that do not repeat; [`Error::Shape`] for another number of ordinates or another shape of derivatives; [`Error::DType`] for
    /// complex abscissae; [`Error::Axis`] if the axis is not there.
    pub fn interpolate(self, x: &impl AnyArray<B>, y: &impl AnyArray<B>) -> Result<PPoly<B>> {
        BoundaryCondition::check(OP, &self.ends)?;
        let y = match self.ends.iter().any(BoundaryCondition::is_complex) {
            true => y.as_dyn().astype(DType::Complex128)?,
            false => y.as_dyn().clone(),
        };
        let points = Points::new(OP, x.as_dyn(), &y, self.axis)?;
        let derivatives = match points.y.xp().remembers() && !points.y.is_empty() {
            true => self.linear(&points)?,
            false => self.derivatives(&points, points.y.to_vec()?)?,
        };
        let natural = if self.is_periodic() { Extrapolate::Periodic } else { Extrapolate::Yes };
        points.hermite(&derivatives, self.extrapolate.unwrap_or(natural))
    }

    fn is_periodic(&self) -> bool {
        matches!(self.ends[0], BoundaryCondition::Periodic)
    }

    /// The derivatives at the points by those of unit ordinates, which do not depend on the ordinates that are given.
    fn linear(&self, points: &Points<B>) -> Result<Array<f64, B>> {
        let unit = unit_ordinates(&points.y, self.is_periodic())?;
        let [first, last] = self.ends.clone().map(|end| end.with_zeros(&unit));
        let units = Self { ends: [first?, last?], ..self.clone() };
        let of_units =
            Points { columns: Columns::of(OP, unit.as_dyn(), 0)?.0, y: unit.clone(), breaks: points.breaks.clone() };
        let units = units.derivatives(&of_units, unit.to_vec()?)?;
        let ends = self.derivatives(points, vec![0.0; points.y.len()])?;
        units.matmul(&points.y.slice(s![..unit.shape()[1]])?)?.add(&ends)
    }

    /// The derivatives at the points, for ordinates in their place.
    fn derivatives(&self, points: &Points<B>, y: Vec<f64>) -> Result<Array<f64, B>> {
        let (x, columns) = (&points.breaks.host, points.columns.count());
        let derivatives = match (self.is_periodic(), columns) {
            (_, 0) => y,
            (true, _) => {
                ends_agree(OP, &y, columns)?;
                repeating(x, &y, columns)
            }
            (false, _) => {
                let [first, last] = &self.ends;
                between(x, &y, [end(&points.columns, first)?, end(&points.columns, last)?], columns)
            }
        };
        points.y.xp().from_slice(&derivatives, points.y.shape())
    }
}

fn end<B: Backend>(columns: &Columns, condition: &BoundaryCondition<B>) -> Result<End> {
    let zero = || vec![0.0; columns.count()];
    match condition {
        BoundaryCondition::NotAKnot => Ok(End::NotAKnot),
        BoundaryCondition::Clamped => Ok(End::First(zero())),
        BoundaryCondition::Natural => Ok(End::Second(zero())),
        BoundaryCondition::Derivatives(given) => match &given[..] {
            [(1, value)] => Ok(End::First(columns.row(OP, value)?)),
            [(2, value)] => Ok(End::Second(columns.row(OP, value)?)),
            _ => Err(Error::value(OP, "the condition at an end is one derivative, of order 1 or 2")),
        },
        BoundaryCondition::Periodic => Err(Error::value(OP, "a spline repeats at both ends or at neither")),
    }
}

/// Widths and slopes between points.
fn steps(x: &[f64], y: &[f64], columns: usize) -> (Vec<f64>, Vec<f64>) {
    let widths: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let slopes = (0..widths.len() * columns).map(|k| (y[k + columns] - y[k]) / widths[k / columns]).collect();
    (widths, slopes)
}

/// The derivatives at the points: second derivatives are continuous (de Boor, A Practical Guide to Splines, chapter IV).
fn between(x: &[f64], y: &[f64], ends: [End; 2], columns: usize) -> Vec<f64> {
    let n = x.len();
    let (h, slopes) = steps(x, y, columns);
    let slope = |i: usize, j: usize| slopes[i * columns + j];
    let straight = |end: End| match end {
        // One piece has no knot to leave out.
        End::NotAKnot if n == 2 => End::First(slopes.clone()),
        other => other,
    };
    let ends = ends.map(straight);
    if n == 3 && matches!(ends, [End::NotAKnot, End::NotAKnot]) {
        return parabola(&h, &slopes, columns);
    }
    let mut rows = vec![[0.0; 3]; n];
    let mut sides = vec![0.0; n * columns];
    for i in 1..n - 1 {
        rows[i] = [h[i], 2.0 * (h[i - 1] + h[i]), h[i - 1]];
        for j in 0..columns {
            sides[i * columns + j] = 3.0 * (h[i] * slope(i - 1, j) + h[i - 1] * slope(i, j));
        }
    }
    // The pieces at an end and behind it, and which way the end is seen.
    let last = n - 1;
    let places = [(0, 0, 1.min(last - 1), 1.0), (last, last - 1, last.saturating_sub(2), -1.0)];
    for (end, (row, near, far, sign)) in ends.into_iter().zip(places) {
        let side = &mut sides[row * columns..][..columns];
        let (diagonal, other) = match end {
            End::NotAKnot => {
                let d = h[near] + h[far];
                for (j, b) in side.iter_mut().enumerate() {
                    *b = ((h[near] + 2.0 * d) * h[far] * slope(near, j) + h[near] * h[near] * slope(far, j)) / d;
                }
                (h[far], d)
            }
            End::First(values) => {
                side.copy_from_slice(&values[..columns]);
                (1.0, 0.0)
            }
            End::Second(values) => {
                for (j, b) in side.iter_mut().enumerate() {
                    *b = h[near] * (3.0 * slope(near, j) - sign * 0.5 * values[j] * h[near]);
                }
                (2.0 * h[near], h[near])
            }
        };
        rows[row] = if row == 0 { [0.0, diagonal, other] } else { [other, diagonal, 0.0] };
    }
    tridiagonal::solve(&mut rows, &mut sides, columns);
    sides
}

/// The derivatives of the parabola through three points.
fn parabola(h: &[f64], slopes: &[f64], columns: usize) -> Vec<f64> {
    let mut derivatives = vec![0.0; 3 * columns];
    for j in 0..columns {
        let (s0, s1) = (slopes[j], slopes[columns + j]);
        let middle = (h[0] * s1 + h[1] * s0) / (h[0] + h[1]);
        derivatives[j] = 2.0 * s0 - middle;
        derivatives[columns + j] = middle;
        derivatives[2 * columns + j] = 2.0 * s1 - middle;
    }
    derivatives
}

/// The derivatives at points that repeat: the system has corners, which a second right side takes away.
fn repeating(x: &[f64], y: &[f64], columns: usize) -> Vec<f64> {
    let (h, slopes) = steps(x, y, columns);
    let m = h.len();
    let slope = |i: usize, j: usize| slopes[i * columns + j];
    let mut derivatives = match m {
        1 => slopes.clone(),
        // Both pieces have the same neighbours, on the left as on the right.
        2 => {
            let one = |j| (slope(0, j) / h[0] + slope(1, j) / h[1]) / (1.0 / h[0] + 1.0 / h[1]);
            (0..2 * columns).map(|k| one(k % columns)).collect()
        }
        _ => {
            // Unknowns 0 to m - 2 as they depend on the last one, m - 1.
            let wide = columns + 1;
            let mut rows = vec![[0.0; 3]; m - 1];
            let mut sides = vec![0.0; (m - 1) * wide];
            let side = |i: usize, j: usize| {
                let before = (i + m - 1) % m;
                3.0 * (h[i] * slope(before, j) + h[before] * slope(i, j))
            };
            for i in 0..m - 1 {
                let before = (i + m - 1) % m;
                rows[i] = [h[i], 2.0 * (h[before] + h[i]), h[before]];
                (0..columns).for_each(|j| sides[i * wide + j] = side(i, j));
            }
            sides[columns] -= h[0];
            sides[(m - 2) * wide + columns] -= h[m - 3];
            tridiagonal::solve(&mut rows, &mut sides, wide);
            let (from, to) = (h[m - 1], h[m - 2]);
            let (first, last) = (&sides[..wide], &sides[(m - 2) * wide..]);
            let pivot = 2.0 * (from + to) + to * first[columns] + from * last[columns];
            let end: Vec<f64> =
                (0..columns).map(|j| (side(m - 1, j) - to * first[j] - from * last[j]) / pivot).collect();
            let mut all: Vec<f64> = sides
                .chunks(wide)
                .flat_map(|row| (0..columns).map(|j| row[j] + end[j] * row[columns]).collect::<Vec<_>>())
                .collect();
            all.extend(end);
            all
        }
    };
    derivatives.extend_from_within(..columns);
    derivatives
}
