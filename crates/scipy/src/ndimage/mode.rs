//! What arrays are beyond their ends.

/// What an array is beyond its ends.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::ndimage::{Filter, Mode, correlate1d};
/// let x = xp.array([1, 2, 3])?;
/// let before = |mode| correlate1d(&x, &[1.0, 0.0, 0.0], 0, Filter::new().mode(mode));
/// assert_eq!(before(Mode::Reflect)?.to_string(), "[1 1 2]");
/// assert_eq!(before(Mode::Mirror)?.to_string(), "[2 1 2]");
/// assert_eq!(before(Mode::Wrap)?.to_string(), "[3 1 2]");
/// assert_eq!(before(Mode::Constant(9.0))?.to_string(), "[9 1 2]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// Mirrored at the edges of its first and last elements, which so come twice: SciPy's `grid-mirror` too.
    #[default]
    Reflect,
    /// One value. Interpolation takes it for what lies outside, and does not mix it with elements.
    Constant(f64),
    /// The first and the last element.
    Nearest,
    /// Mirrored at the centres of its first and last elements.
    Mirror,
    /// Continued from the other end; in interpolation, the last element is the first one.
    Wrap,
    /// One value, which interpolation mixes with elements; to filters the same as [`Mode::Constant`].
    GridConstant(f64),
    /// Continued from the other end, also in interpolation.
    GridWrap,
}

impl Mode {
    /// The value beyond the ends, if there is one.
    pub(super) fn value(self) -> Option<f64> {
        match self {
            Self::Constant(value) | Self::GridConstant(value) => Some(value),
            _ => None,
        }
    }

    /// The element of `n`, at least one, that is at a place: of a constant the nearest one.
    pub(super) fn element(self, place: isize, n: usize) -> usize {
        let n = n as isize;
        let place = match self {
            Self::Reflect => {
                let place = place.rem_euclid(2 * n);
                place.min(2 * n - 1 - place)
            }
            Self::Mirror if n == 1 => 0,
            Self::Mirror => {
                let place = place.rem_euclid(2 * n - 2);
                place.min(2 * n - 2 - place)
            }
            Self::Wrap | Self::GridWrap => place.rem_euclid(n),
            Self::Nearest | Self::Constant(_) | Self::GridConstant(_) => place.clamp(0, n - 1),
        };
        place as usize
    }
}

/// One value for all axes, or one for each.
#[derive(Clone, Debug, PartialEq)]
pub enum PerAxis<T> {
    /// For all.
    All(T),
    /// For each, in order.
    Each(Vec<T>),
}

impl<T> From<T> for PerAxis<T> {
    fn from(value: T) -> Self {
        Self::All(value)
    }
}

impl<T, const N: usize> From<[T; N]> for PerAxis<T> {
    fn from(values: [T; N]) -> Self {
        Self::Each(values.into())
    }
}

impl<T> From<Vec<T>> for PerAxis<T> {
    fn from(values: Vec<T>) -> Self {
        Self::Each(values)
    }
}

impl<T: Copy> PerAxis<T> {
    /// The values of so many axes; `None` if there are other ones.
    pub(super) fn of(&self, axes: usize) -> Option<Vec<T>> {
        match self {
            Self::All(value) => Some(vec![*value; axes]),
            Self::Each(values) => (values.len() == axes).then(|| values.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_far_outside() {
        let places = |mode: Mode, n| (-7..7).map(|place| mode.element(place, n)).collect::<Vec<_>>();
        assert_eq!(places(Mode::Reflect, 3), [0, 0, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0, 0]);
        assert_eq!(places(Mode::Mirror, 3), [1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2]);
        assert_eq!(places(Mode::Wrap, 3), [2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
        assert_eq!(places(Mode::Nearest, 3), [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2]);
        assert_eq!(places(Mode::Mirror, 1), [0; 14]);
    }
}
