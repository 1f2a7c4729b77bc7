//! Distances in a space, which may be periodic: of points, and their bounds for boxes.

/// How differences along the axes make a distance. Inside, distances are without the root of their order.
pub(super) trait Norm: Copy + Sync {
    /// The part of a difference, which is not negative.
    fn part(self, difference: f64) -> f64;
    /// Parts of two axes together.
    fn join(self, x: f64, y: f64) -> f64;
    /// The distance of the joined parts.
    fn root(self, sum: f64) -> f64;
    /// The joined parts of a distance.
    fn power(self, distance: f64) -> f64 {
        self.part(distance)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Manhattan;
#[derive(Clone, Copy)]
pub(super) struct Euclid;
#[derive(Clone, Copy)]
pub(super) struct Largest;
#[derive(Clone, Copy)]
pub(super) struct Order(pub f64);

impl Norm for Manhattan {
    fn part(self, difference: f64) -> f64 {
        difference
    }
    fn join(self, x: f64, y: f64) -> f64 {
        x + y
    }
    fn root(self, sum: f64) -> f64 {
        sum
    }
}

impl Norm for Euclid {
    fn part(self, difference: f64) -> f64 {
        difference * difference
    }
    fn join(self, x: f64, y: f64) -> f64 {
        x + y
    }
    fn root(self, sum: f64) -> f64 {
        sum.sqrt()
    }
}

impl Norm for Largest {
    fn part(self, difference: f64) -> f64 {
        difference
    }
    fn join(self, x: f64, y: f64) -> f64 {
        x.max(y)
    }
    fn root(self, sum: f64) -> f64 {
        sum
    }
}

impl Norm for Order {
    fn part(self, difference: f64) -> f64 {
        difference.powf(self.0)
    }
    fn join(self, x: f64, y: f64) -> f64 {
        x + y
    }
    fn root(self, sum: f64) -> f64 {
        sum.powf(1.0 / self.0)
    }
}

/// Calls a generic function with the norm of an order.
macro_rules! with_norm {
    ($p:expr, $norm:ident => $body:expr) => {
        match $p {
            1.0 => {
                let $norm = $crate::spatial::kdtree::space::Manhattan;
                $body
            }
            2.0 => {
                let $norm = $crate::spatial::kdtree::space::Euclid;
                $body
            }
            f64::INFINITY => {
                let $norm = $crate::spatial::kdtree::space::Largest;
                $body
            }
            p => {
                let $norm = $crate::spatial::kdtree::space::Order(p);
                $body
            }
        }
    };
}
pub(super) use with_norm;

/// The length of an axis that goes around in a circle; 0 for one that does not.
pub(super) type Period = f64;

/// The size of a difference, the shorter way around.
#[inline]
pub(super) fn wrapped(difference: f64, period: Period) -> f64 {
    let size = difference.abs();
    if period > 0.0 { size.min((period - size).abs()) } else { size }
}

/// The least and the largest size of differences from `low` to `high`.
#[inline]
pub(super) fn sizes(low: f64, high: f64, period: Period) -> (f64, f64) {
    let inside = low <= 0.0 && high >= 0.0;
    let (near, far) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
    let near = if inside { 0.0 } else { near };
    if period <= 0.0 || far <= 0.5 * period {
        return (near, far);
    }
    // Beyond half the period the way back is shorter.
    let half = 0.5 * period;
    match inside {
        true => (0.0, half),
        false if near >= half => ((period - far).max(0.0), period - near),
        false => (near.min((period - far).max(0.0)), half),
    }
}
