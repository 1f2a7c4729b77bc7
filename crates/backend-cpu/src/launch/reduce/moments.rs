//! Mean and sum of squared deviations: in each tile by two passes, then merged by the formula of
//! Chan, Golub and LeVeque.

use super::super::ops::real::Real;
use super::fold::{LANES, Sum, fold_columns, fold_row};
use super::value::{Value, Wide};
use super::{Block, Reduce};
use num_complex::Complex;
use std::marker::PhantomData;
use xparray_core::Element;

/// A float or a complex number, with means of `f64` parts.
pub trait Sample: Value {
    /// The real type.
    type Part: Wide + Value<Total = <Self::Part as Wide>::Wide>;

    /// The parts of a total.
    fn parts(total: Self::Total) -> [f64; 2];
    /// From the parts of a mean.
    fn from_parts(mean: [f64; 2]) -> Self;
    /// The difference.
    fn sub(self, other: Self) -> Self;
    /// The square of the magnitude.
    fn norm(self) -> Self::Part;
}

macro_rules! real {
    ($($T:ident)*) => {$(
        impl Sample for $T {
            type Part = $T;

            #[inline(always)]
            fn parts(total: Self::Total) -> [f64; 2] {
                [<$T>::wide_as_f64(total), 0.0]
            }
            #[inline(always)]
            fn from_parts(mean: [f64; 2]) -> Self {
                mean[0] as $T
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

    #[inline(always)]
    fn parts(total: Self::Total) -> [f64; 2] {
        total.map(T::wide_as_f64)
    }
    #[inline(always)]
    fn from_parts(mean: [f64; 2]) -> Self {
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
pub struct Spread {
    mean: [f64; 2],
    squares: f64,
}

impl Spread {
    /// From a centre near the mean and the sums of the deviations from it and of their squares.
    #[inline(always)]
    fn around(centre: [f64; 2], deviations: [f64; 2], squares: f64, n: f64) -> Self {
        let shift = deviations.map(|d| d / n);
        let squares = squares - (deviations[0] * shift[0] + deviations[1] * shift[1]);
        // Deviations from an infinite mean are NaN.
        let part = |k: usize| if shift[k].is_finite() { centre[k] + shift[k] } else { centre[k] };
        // Rounding can leave a little less than zero; a NaN stays.
        Self { mean: [part(0), part(1)], squares: if squares < 0.0 { 0.0 } else { squares } }
    }

    #[inline(always)]
    fn merge((a, n): (Self, f64), (b, m): (Self, f64)) -> Self {
        let share = m / (n + m);
        let delta = [b.mean[0] - a.mean[0], b.mean[1] - a.mean[1]];
        let part = |k: usize| {
            let near = a.mean[k] + delta[k] * share;
            if delta[k].is_finite() { near } else { a.mean[k] * (1.0 - share) + b.mean[k] * share }
        };
        let between = (delta[0] * delta[0] + delta[1] * delta[1]) * (n * share);
        let merged = Self { mean: [part(0), part(1)], squares: a.squares + b.squares + between };
        // What was empty does not count, not even as NaN.
        if n == 0.0 {
            b
        } else if m == 0.0 {
            a
        } else {
            merged
        }
    }
}

/// The reduction to [`Spread`].
pub struct Moments<T>(PhantomData<T>);

impl<T: Sample> Reduce for Moments<T> {
    type In = T;
    type Acc = Spread;

    fn start() -> Spread {
        Spread { mean: [f64::NAN; 2], squares: f64::NAN }
    }

    #[inline(always)]
    fn rows(block: Block<T, Spread>) {
        let n = block.reduced as f64;
        for (acc, row) in block.acc.iter_mut().zip(block.x.chunks_exact(block.reduced)) {
            let centre = T::from_parts(T::parts(fold_row::<Sum<T>, _>(row, |x| x)).map(|sum| sum / n));
            let deviations = T::parts(fold_row::<Sum<T>, _>(row, |x: T| x.sub(centre)));
            let squares = T::Part::wide_as_f64(fold_row::<Sum<T::Part>, _>(row, |x: T| x.sub(centre).norm()));
            let spread = Spread::around(T::parts(centre.total()), deviations, squares, n);
            *acc = Spread::merge((*acc, block.seen), (spread, n));
        }
    }

    #[inline(always)]
    fn columns(block: Block<T, Spread>) {
        let n = block.reduced as f64;
        let kept = block.acc.len();
        let shape = (block.reduced, kept);
        for (k, acc) in block.acc.chunks_mut(LANES).enumerate() {
            let columns = (k * LANES, acc.len());
            let sums = fold_columns::<Sum<T>, _>(block.x, shape, columns, |_, x| x);
            let centre = sums.map(|sum| T::from_parts(T::parts(sum.total()).map(|sum| sum / n)));
            let deviations = fold_columns::<Sum<T>, _>(block.x, shape, columns, |i, x: T| x.sub(centre[i]));
            let squares = fold_columns::<Sum<T::Part>, _>(block.x, shape, columns, |i, x: T| x.sub(centre[i]).norm());
            for (i, acc) in acc.iter_mut().enumerate() {
                let squares = T::Part::wide_as_f64(squares[i].total());
                let spread = Spread::around(T::parts(centre[i].total()), T::parts(deviations[i].total()), squares, n);
                *acc = Spread::merge((*acc, block.seen), (spread, n));
            }
        }
    }

    fn merge(a: (Spread, f64), b: (Spread, f64)) -> Spread {
        Spread::merge(a, b)
    }

    unsafe fn finish(acc: Spread, part: u16, out: *mut u8, at: usize) {
        // SAFETY: the caller's promise.
        unsafe {
            if part == 0 {
                *out.cast::<T>().add(at) = T::from_parts(acc.mean);
            } else {
                *out.cast::<T::Part>().add(at) = T::Part::round_from(acc.squares);
            }
        }
    }
}
