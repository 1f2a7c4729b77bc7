//! The knots of a spline about a place along an axis: which elements they are, and their weights.

use super::super::mode::Mode;
use super::spline::continued;
use xparray_core::Var;

type F = Var<f64>;

/// How a spline's coefficients go on along an axis.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub n: usize,
    pub mode: Mode,
    pub order: u32,
    /// By how much places are moved in the coefficients.
    pub beyond: usize,
}

/// What is read: for each knot an element, its weight, and whether it is within the array; and whether the place is.
pub(super) struct Knots {
    pub elements: Vec<Var<i64>>,
    pub weights: Vec<F>,
    pub inside: Option<Vec<Var<bool>>>,
    pub known: Option<Var<bool>>,
}

impl Axis {
    /// The knots about a place.
    pub fn knots(&self, place: F) -> Knots {
        let (place, known) = self.folded(place);
        let moved = if self.order % 2 == 1 { place } else { place + 0.5 };
        let floor = moved.floor();
        let t = moved - floor;
        let first = floor.cast::<i64>() - i64::from(self.order / 2);
        let places = (0..=i64::from(self.order)).map(|k| first + k).collect::<Vec<_>>();
        let elements = places.iter().map(|&place| self.element(place)).collect();
        let n = self.n as i64;
        let within = |place: Var<i64>| place.ge(0) & place.lt(n);
        let inside = match self.continued() {
            Mode::GridConstant(_) => Some(places.iter().map(|&place| within(place)).collect()),
            _ => None,
        };
        Knots { elements, weights: weights(t, self.order), inside, known }
    }

    /// The place in the coefficients where the spline is the same, and whether it is known there.
    fn folded(&self, place: F) -> (F, Option<Var<bool>>) {
        let (place, n, last) = (place + self.beyond as f64, self.n as f64, self.n as f64 - 1.0);
        let mirrored = |place: F, period: f64, edge: f64| {
            let place = place % period;
            place.gt(edge).select(2.0 * edge - place, place)
        };
        match self.mode {
            Mode::Constant(_) => {
                let known = place.ge(0.0) & place.le(last);
                (known.select(place, place.minimum(0.0).maximum(0.0)), Some(known))
            }
            Mode::GridConstant(_) => (place, None),
            // As far outside as all knots are the last element.
            Mode::Nearest => {
                let far = f64::from(self.order) + 1.0;
                (place.maximum(-far).minimum(last + far), None)
            }
            _ if self.n == 1 => (place.minimum(0.0).maximum(0.0), None),
            Mode::Mirror => (mirrored(place, 2.0 * last, last), None),
            // About the edge at half an element before the first one.
            Mode::Reflect => (mirrored(place + 0.5, 2.0 * n, n) - 0.5, None),
            Mode::Wrap => ((place.ge(0.0) & place.le(last)).select(place, place % last), None),
            Mode::GridWrap => (place % n, None),
        }
    }

    /// The element that is at a knot's place among the coefficients, and beyond them. Few knots lie beyond, unless there are few coefficients: so one
    /// reflection or turn is enough, where a remainder takes long. What is no place (NaN was none) is some element.
    fn element(&self, place: Var<i64>) -> Var<i64> {
        let (n, last, few) = (self.n as i64, self.n as i64 - 1, self.n <= self.order as usize + 1);
        let folded = |period: i64, edge: i64, sum: i64| {
            let place = place % period;
            place.gt(edge).select(sum - place, place)
        };
        let beyond = |below: Var<i64>, above: Var<i64>| place.lt(0).select(below, place.gt(last).select(above, place));
        let element = match self.continued() {
            Mode::GridConstant(_) | Mode::Nearest => place,
            Mode::Mirror if n == 1 => place,
            Mode::Mirror if few => folded(2 * last, last, 2 * last),
            Mode::Mirror => beyond(-place, 2 * last - place),
            Mode::Reflect if few => folded(2 * n, last, 2 * n - 1),
            Mode::Reflect => beyond(-1 - place, 2 * n - 1 - place),
            _ if few => place % n,
            _ => beyond(place + n, place - n),
        };
        element.maximum(0).minimum(last)
    }

    fn continued(&self) -> Mode {
        continued_at(self.mode)
    }
}

/// How coefficients go on.
pub(super) fn continued_at(mode: Mode) -> Mode {
    match mode {
        Mode::GridConstant(_) => mode,
        // What was continued goes on with its last elements.
        Mode::Nearest => Mode::Nearest,
        other => continued(other),
    }
}

/// The weights of knots at equal distances, by Cox and de Boor's recursion.
fn weights(t: F, order: u32) -> Vec<F> {
    // 1, also of NaN, whose weights come to be NaN by the recursion.
    let mut weights = match order {
        0 => vec![t.eq(t).select(t * 0.0 + 1.0, t)],
        _ => vec![1.0 - t, t],
    };
    for degree in 2..=order as usize {
        let d = degree as f64;
        let next = |j: usize| {
            let left = j.checked_sub(1).map(|before| (t + (d - j as f64)) * weights[before]);
            let right = weights.get(j).map(|&weight| ((1.0 + j as f64) - t) * weight);
            let sum = left.into_iter().chain(right).reduce(|left, right| left + right);
            // A division takes a GPU as long as all the rest.
            sum.unwrap_or(t) * (1.0 / d)
        };
        weights = (0..=degree).map(next).collect();
    }
    weights
}
