//! Shifting along axes.

use super::integers::{PlainInteger, for_integers, for_lists, for_tuples};
use super::{Array, DynArray, IntoOptionalAxes};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::layout::{Layout, normalize_axis};

/// How far [`Array::roll`] moves elements: an integer, or one for each axis.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([[1, 2], [3, 4], [5, 6]])?;
/// assert_eq!(x.roll(1, 0)?.to_string(), "[[5 6]\n [1 2]\n [3 4]]");
/// assert_eq!(x.roll((1, -1), (0, 1))?.to_string(), "[[6 5]\n [2 1]\n [4 3]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how far to shift",
    label = "expected an integer, or several",
    note = "write `1`, or `(1, -2)`, one for each axis; convert other integers: `n as isize`"
)]
pub trait IntoShifts {
    /// The shifts.
    fn into_shifts(self) -> Vec<isize>;
}

for_integers!(IntoShifts; fn into_shifts(shift) -> Vec<isize> { vec![shift.to_isize()] });
for_lists!(IntoShifts; fn into_shifts(shifts) -> Vec<isize> { shifts.collect() });
for_tuples!(IntoShifts; into_shifts -> Vec<isize>);

/// An array shifted along so many axes is copied at once, in two parts for each.
const TOGETHER: usize = 3;

impl<B: Backend> DynArray<B> {
    /// [`Array::roll`].
    ///
    /// # Errors
    /// Those of [`Array::roll`].
    pub fn roll(&self, shift: impl IntoShifts, axes: impl IntoOptionalAxes) -> Result<Self> {
        const OP: &str = "roll";
        let Some(mut axes) = axes.into_optional_axes() else {
            return self.flat()?.roll(shift, 0)?.reshaped(self.shape());
        };
        let mut shifts = shift.into_shifts();
        match (shifts.len(), axes.len()) {
            (1, n) => shifts = vec![shifts[0]; n],
            (n, 1) => axes = vec![axes[0]; n],
            (m, n) if m != n => return Err(Error::shape(OP, &[m], &[n])),
            _ => {}
        }
        // Where each axis is cut, its end to come first.
        let mut cuts = vec![0; self.ndim()];
        for (shift, axis) in shifts.into_iter().zip(axes) {
            let k = normalize_axis(OP, axis, self.ndim())?;
            if let d @ 1.. = self.shape()[k] {
                cuts[k] = (cuts[k] + d - shift.rem_euclid(d as isize) as usize) % d;
            }
        }
        self.turned(OP, cuts)
    }

    /// With the parts before and after a place of each axis exchanged.
    pub(crate) fn turned(&self, op: &'static str, cuts: Vec<usize>) -> Result<Self> {
        let cuts: Vec<_> = cuts.into_iter().enumerate().filter(|&(_, cut)| cut != 0).collect();
        if self.is_empty() {
            return Ok(self.clone());
        }
        cuts.chunks(TOGETHER).try_fold(self.clone(), |x, cuts| x.turned_together(op, cuts))
    }

    fn turned_together(&self, op: &'static str, cuts: &[(usize, usize)]) -> Result<Self> {
        // All of it is needed, so it is not computed part by part.
        self.settle()?;
        let mut parts = vec![(self.layout().clone(), Layout::row_major(self.shape()))];
        for &(axis, cut) in cuts {
            let rest = self.shape()[axis] - cut;
            let halves = parts.into_iter().flat_map(|(from, to)| {
                [(0, rest, cut), (cut, 0, rest)]
                    .map(|(start, place, n)| Ok((from.sliced(axis, start, 1, n)?, to.sliced(axis, place, 1, n)?)))
            });
            parts = halves.collect::<Result<_>>()?;
        }
        let parts = parts.into_iter().map(|(from, to)| (self.viewed(from), to)).collect();
        Self::assemble(op, self, self.shape(), parts)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Elements moved `shift` places along axes, those beyond an end coming in again at the start; `None`: in row-major order over
    /// all axes. Of several axes each has a shift, or the same one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 5, 1))?;
    /// assert_eq!(x.roll(2, 0)?.to_string(), "[3 4 0 1 2]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there, [`Error::Shape`] for another number of shifts than of axes.
    pub fn roll(&self, shift: impl IntoShifts, axes: impl IntoOptionalAxes) -> Result<Self> {
        self.array.roll(shift, axes).map(Self::from_dyn)
    }
}
