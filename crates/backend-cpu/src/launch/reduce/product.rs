//! Products. Parts of a product of floats may leave the range where the whole does not, and infinity times zero would be NaN:
//! so results over tiles have a power of 2, and what lanes of a tile lost is multiplied again, with such powers.

use super::fold::Fold;
use super::value::Value;
use std::marker::PhantomData;

/// The product.
pub struct Prod<T>(PhantomData<T>);

/// A value times 2 to `scale` times [`Value::POWER`].
#[derive(Clone, Copy)]
pub struct Product<T> {
    value: T,
    /// A float, as it does not wrap.
    scale: f32,
}

/// The exponent of a number: far below that of any other for zero, far above for what is not finite.
#[inline(always)]
fn exponent<T: Value>(x: T) -> i32 {
    ((x.extent().to_bits() >> 52) & 0x7ff) as i32 - 1023
}

/// Whether a product is so far from the ends of the range that it has all its digits; all integers are.
#[inline(always)]
fn in_range<T: Value>(x: T) -> bool {
    T::POWER == 0 || exponent(x).abs() < T::POWER / 4 * 7
}

impl<T: Value> Product<T> {
    /// With a value near 1, unless it is zero, infinite or NaN. Twice, as what is subnormal is two steps away.
    fn near(mut self) -> Self {
        for _ in 0..2 {
            let by = match exponent(self.value) {
                large if large > T::POWER / 2 => -1,
                small if small < -T::POWER / 2 => 1,
                _ => 0,
            };
            self = Self { value: self.value.times_power(by * T::POWER), scale: self.scale - by as f32 };
        }
        self
    }

    #[cold]
    fn times_far(self, other: Self) -> Self {
        let (a, b) = (self.near(), other.near());
        Self { value: a.value.mul(b.value), scale: a.scale + b.scale }
    }

    /// The number itself, rounded once: after three steps all that is left is zero or infinite.
    #[cold]
    fn unscaled(self) -> T {
        let Self { value, scale } = self.near();
        let by = if scale > 0.0 { T::POWER } else { -T::POWER };
        (0..scale.abs().min(3.0) as usize).fold(value, |value, _| value.times_power(by))
    }
}

impl<T: Value> Fold for Prod<T> {
    type In = T;
    type Acc = Product<T>;

    #[inline(always)]
    fn start() -> T {
        T::one()
    }
    #[inline(always)]
    fn step(a: T, b: T) -> T {
        a.mul(b)
    }
    #[inline(always)]
    fn lift(lane: T) -> Product<T> {
        Product { value: lane, scale: 0.0 }
    }
    #[inline(always)]
    fn merge(a: Product<T>, b: Product<T>) -> Product<T> {
        let value = a.value.mul(b.value);
        if in_range(value) { Product { value, scale: a.scale + b.scale } } else { a.times_far(b) }
    }
    #[inline(always)]
    fn is_lost<'a>(acc: Product<T>, mut values: impl Iterator<Item = &'a T>) -> bool {
        let is_zero = |x: T| x.extent() == 0.0;
        // One that is zero because a factor is has lost nothing.
        !(in_range(acc.value) || (is_zero(acc.value) && values.any(|&x| is_zero(x))))
    }
    #[inline(always)]
    fn finish(acc: Product<T>) -> T {
        if acc.scale == 0.0 { acc.value } else { acc.unscaled() }
    }
}
