//! Mean and sum of squared deviations: in each tile by two passes, then merged by the formula of
//! Chan, Golub and LeVeque.

use super::super::ops::real::Real;
use super::fold::{LANES, PIECE, Sum, fold_row, for_rows, groups, halved};
use super::value::{Value, Wide};
use super::{Block, Reduce};
use num_complex::Complex;
use std::marker::PhantomData;
use xparray_ir::Element;

/// A mean in double precision: an `f64`, or two for the parts of a complex number.
pub trait Mean: Copy {
    /// Before any value.
    fn nan() -> Self;
    /// `self + (other - self) * share`, also where `other - self` overflows.
    fn towards(self, other: Self, share: f64) -> Self;
    /// The square of the distance.
    fn distance(self, other: Self) -> f64;
    /// `self + shift`, but `self` where the shift is not finite.
    fn shifted(self, shift: Self) -> Self;
    /// `self * factor`.
    fn scaled(self, factor: f64) -> Self;
    /// The square of the magnitude.
    fn norm(self) -> f64;
}

impl Mean for f64 {
    #[inline(always)]
    fn nan() -> Self {
        f64::NAN
    }
    #[inline(always)]
    fn towards(self, other: Self, share: f64) -> Self {
        let delta = other - self;
        if delta.is_finite() { self + delta * share } else { self * (1.0 - share) + other * share }
    }
    #[inline(always)]
    fn distance(self, other: Self) -> f64 {
        (other - self) * (other - self)
    }
    #[inline(always)]
    fn shifted(self, shift: Self) -> Self {
        if shift.is_finite() { self + shift } else { self }
    }
    #[inline(always)]
    fn scaled(self, factor: f64) -> Self {
        self * factor
    }
    #[inline(always)]
    fn norm(self) -> f64 {
        self * self
    }
}

impl Mean for [f64; 2] {
    #[inline(always)]
    fn nan() -> Self {
        [f64::NAN; 2]
    }
    #[inline(always)]
    fn towards(self, other: Self, share: f64) -> Self {
        [self[0].towards(other[0], share), self[1].towards(other[1], share)]
    }
    #[inline(always)]
    fn distance(self, other: Self) -> f64 {
        self[0].distance(other[0]) + self[1].distance(other[1])
    }
    #[inline(always)]
    fn shifted(self, shift: Self) -> Self {
        [self[0].shifted(shift[0]), self[1].shifted(shift[1])]
    }
    #[inline(always)]
    fn scaled(self, factor: f64) -> Self {
        [self[0] * factor, self[1] * factor]
    }
    #[inline(always)]
    fn norm(self) -> f64 {
        self[0] * self[0] + self[1] * self[1]
    }
}

/// A float or a complex number.
pub trait Sample: Value {
    /// The real type.
    type Part: Wide + Value<Total = <Self::Part as Wide>::Wide>;
    /// The type of means.
    type Mean: Mean;

    /// A total as a mean of one.
    fn mean(total: Self::Total) -> Self::Mean;
    /// A mean, rounded.
    fn from_mean(mean: Self::Mean) -> Self;
    /// The difference.
    fn sub(self, other: Self) -> Self;
    /// The square of the magnitude.
    fn norm(self) -> Self::Part;
}

macro_rules! real {
    ($($T:ident)*) => {$(
        impl Sample for $T {
            type Part = $T;
            type Mean = f64;

            #[inline(always)]
            fn mean(total: Self::Total) -> f64 {
                <$T>::wide_as_f64(total)
            }
            #[inline(always)]
            fn from_mean(mean: f64) -> Self {
                mean as $T
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn norm(self) -> $T {
                self * self
            }
        }
    )*};
}
real! { f32 f64 }

impl<T: Wide + Value<Total = <T as Wide>::Wide>> Sample for Complex<T>
where
    Complex<T>: Element,
{
    type Part = T;
    type Mean = [f64; 2];

    #[inline(always)]
    fn mean(total: Self::Total) -> [f64; 2] {
        [T::wide_as_f64(total[0]), T::wide_as_f64(total[1])]
    }
    #[inline(always)]
    fn from_mean(mean: [f64; 2]) -> Self {
        Complex::new(T::round_from(mean[0]), T::round_from(mean[1]))
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Complex::new(self.re - other.re, self.im - other.im)
    }
    #[inline(always)]
    fn norm(self) -> T {
        self.re * self.re + self.im * self.im
    }
}

/// The mean and the sum of squared deviations of some values.
#[derive(Clone, Copy)]
pub struct Spread<M> {
    mean: M,
    squares: f64,
}

impl<M: Mean> Spread<M> {
    /// From a centre near the mean of `1 / share` values, and the sums of their deviations from it and of the squares.
    #[inline(always)]
    fn around(centre: M, deviations: M, squares: f64, share: f64) -> Self {
        let squares = squares - deviations.norm() * share;
        // Rounding can leave a little less than zero; a NaN stays. Deviations from an infinite mean are NaN.
        let squares = if squares < 0.0 { 0.0 } else { squares };
        Self { mean: centre.shifted(deviations.scaled(share)), squares }
    }

    /// Of `n` values and `m` more.
    #[inline(always)]
    fn merge((a, n): (Self, f64), (b, m): (Self, f64)) -> Self {
        // What was empty does not count, not even as NaN.
        if n == 0.0 {
            return b;
        } else if m == 0.0 {
            return a;
        }
        let share = m / (n + m);
        let squares = a.squares + b.squares + a.mean.distance(b.mean) * (n * share);
        Self { mean: a.mean.towards(b.mean, share), squares }
    }
}

/// The sums of deviations from a centre and of their squared magnitudes, as [`fold_row`] adds.
#[inline(always)]
fn deviations<T: Sample>(row: &[T], centre: T) -> (T::Mean, f64) {
    let (mut sum, mut squares) = (T::zero().total(), T::Part::zero().widened());
    for piece in row.chunks(PIECE) {
        let (chunks, tail) = piece.as_chunks::<LANES>();
        let (mut lanes, mut norms) = ([T::zero(); LANES], [T::Part::zero(); LANES]);
        for ((lane, norm), &x) in lanes.iter_mut().zip(&mut norms).zip(tail) {
            *lane = x.sub(centre);
            *norm = lane.norm();
        }
        for chunk in chunks {
            for i in 0..LANES {
                let deviation = chunk[i].sub(centre);
                lanes[i] = lanes[i].add(deviation);
                norms[i] = norms[i] + deviation.norm();
            }
        }
        sum = T::add_totals(sum, halved(lanes, T::add).total());
        squares = T::Part::add_wide(squares, halved(norms, |a, b| a + b).widened());
    }
    (T::mean(sum), T::Part::wide_as_f64(squares))
}

/// The reduction to [`Spread`].
pub struct Moments<T>(PhantomData<T>);

impl<T: Sample> Reduce for Moments<T> {
    type In = T;
    type Acc = Spread<T::Mean>;

    fn start() -> Self::Acc {
        Spread { mean: T::Mean::nan(), squares: f64::NAN }
    }

    #[inline(always)]
    fn rows(block: Block<T, Self::Acc>) {
        let n = block.reduced as f64;
        for (acc, row) in block.acc.iter_mut().zip(block.x.chunks_exact(block.reduced)) {
            let sum = T::mean(fold_row::<Sum<T>>(row));
            let centre = T::from_mean(sum.scaled(1.0 / n));
            let (deviations, squares) = deviations(row, centre);
            let spread = Spread::around(T::mean(centre.total()), deviations, squares, 1.0 / n);
            *acc = Spread::merge((*acc, block.seen), (spread, n));
        }
    }

    #[inline(always)]
    fn columns(block: Block<T, Self::Acc>) {
        let (n, kept) = (block.reduced as f64, block.acc.len());
        if block.reduced == 1 {
            for (acc, x) in block.acc.iter_mut().zip(block.x) {
                let one = Spread { mean: T::mean(x.total()), squares: 0.0 };
                *acc = Spread::merge((*acc, block.seen), (one, 1.0));
            }
            return;
        }
        for (first, done) in groups(kept) {
            let mut centre = [T::zero(); LANES];
            for_rows(block.x, kept, first, |row| {
                for i in 0..LANES {
                    centre[i] = centre[i].add(row[i]);
                }
            });
            for centre in &mut centre {
                *centre = T::from_mean(T::mean(centre.total()).scaled(1.0 / n));
            }
            let (mut deviations, mut squares) = ([T::zero(); LANES], [T::Part::zero(); LANES]);
            for_rows(block.x, kept, first, |row| {
                for i in 0..LANES {
                    let deviation = row[i].sub(centre[i]);
                    deviations[i] = deviations[i].add(deviation);
                    squares[i] = squares[i] + deviation.norm();
                }
            });
            for (i, acc) in block.acc[first..].iter_mut().take(LANES).enumerate().skip(done) {
                let deviations = T::mean(deviations[i].total());
                let squares = T::Part::wide_as_f64(squares[i].widened());
                let spread = Spread::around(T::mean(centre[i].total()), deviations, squares, 1.0 / n);
                *acc = Spread::merge((*acc, block.seen), (spread, n));
            }
        }
    }

    fn merge(a: (Self::Acc, f64), b: (Self::Acc, f64)) -> Self::Acc {
        Spread::merge(a, b)
    }

    unsafe fn finish(acc: Self::Acc, part: u16, out: *mut u8, at: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            if part == 0 {
                *out.cast::<T>().add(at) = T::from_mean(acc.mean);
            } else {
                *out.cast::<T::Part>().add(at) = T::Part::round_from(acc.squares);
            }
        }
    }
}
