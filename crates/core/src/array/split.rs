//! One array as several: views of its parts.

use super::integers::{for_lists, for_tuples};
use super::nonzero::from_dyns;
use super::slice::SliceRange;
use super::{Array, DynArray, IntoAxis, PlainInteger};
use crate::backend::Backend;
use crate::element::Element;
use crate::error::{Error, Result};
use crate::host::room;
use crate::layout::{Layout, normalize_axis};

/// Where to split: into a number of parts, or before each of several indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sections {
    /// This many parts.
    Count(usize),
    /// A new part begins at each index; bounds as in a slice.
    At(Vec<isize>),
}

/// Anything that says where to split: a number of parts, or a list of indices.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.arange((0, 6, 1))?;
/// assert_eq!(x.split(2, 0)?[1].to_string(), "[3 4 5]");
/// assert_eq!(x.split([1, -2], 0)?[1].to_string(), "[1 2 3]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say where to split",
    label = "expected `usize`, or several integers",
    note = "write a number of parts `n` (convert other integers: `n as usize`), or the indices before which to split: `[1, -2]`"
)]
pub trait IntoSections {
    /// The sections.
    fn into_sections(self) -> Sections;
}

impl IntoSections for Sections {
    fn into_sections(self) -> Sections {
        self
    }
}
impl IntoSections for usize {
    fn into_sections(self) -> Sections {
        Sections::Count(self)
    }
}
for_lists!(IntoSections; fn into_sections(indices) -> Sections { Sections::At(indices.collect()) });
for_tuples!(IntoSections; into_sections -> Sections);

/// A deferred array is computed as a whole, not each part by a kernel of its own, if there are more than these.
const MAX_KERNELS: usize = 64;

impl<B: Backend> DynArray<B> {
    /// [`Array::split`].
    ///
    /// # Errors
    /// Those of [`Array::split`].
    pub fn split(&self, sections: impl IntoSections, axis: impl IntoAxis) -> Result<Vec<Self>> {
        self.split_named("split", sections, axis.into_axis(), true)
    }

    /// [`Array::array_split`].
    ///
    /// # Errors
    /// Those of [`Array::array_split`].
    pub fn array_split(&self, sections: impl IntoSections, axis: impl IntoAxis) -> Result<Vec<Self>> {
        self.split_named("array_split", sections, axis.into_axis(), false)
    }

    /// [`Array::hsplit`].
    ///
    /// # Errors
    /// Those of [`Array::hsplit`].
    pub fn hsplit(&self, sections: impl IntoSections) -> Result<Vec<Self>> {
        self.split_named("hsplit", sections, if self.ndim() == 1 { 0 } else { 1 }, true)
    }

    /// [`Array::vsplit`].
    ///
    /// # Errors
    /// Those of [`Array::vsplit`].
    pub fn vsplit(&self, sections: impl IntoSections) -> Result<Vec<Self>> {
        normalize_axis("vsplit", 1, self.ndim())?;
        self.split_named("vsplit", sections, 0, true)
    }

    /// [`Array::dsplit`].
    ///
    /// # Errors
    /// Those of [`Array::dsplit`].
    pub fn dsplit(&self, sections: impl IntoSections) -> Result<Vec<Self>> {
        self.split_named("dsplit", sections, 2, true)
    }

    /// [`Array::unstack`].
    ///
    /// # Errors
    /// Those of [`Array::unstack`].
    pub fn unstack(&self, axis: impl IntoAxis) -> Result<Vec<Self>> {
        let axis = normalize_axis("unstack", axis.into_axis(), self.ndim())?;
        let n = self.shape()[axis];
        self.parts(n, (0..n).map(|k| self.layout().sliced(axis, k, 1, 1)?.without_axis(axis)))
    }

    fn split_named(
        &self,
        op: &'static str,
        sections: impl IntoSections,
        axis: isize,
        equal: bool,
    ) -> Result<Vec<Self>> {
        let axis = normalize_axis(op, axis, self.ndim())?;
        let len = self.shape()[axis];
        let part = |start: usize, n: usize| self.layout().sliced(axis, start, 1, n);
        match sections.into_sections() {
            Sections::Count(n) => {
                if n == 0 || (equal && !len.is_multiple_of(n)) {
                    return Err(Error::value(op, format!("an axis of length {len} does not make {n} parts")));
                }
                let (size, longer) = (len / n, len % n);
                self.parts(n, (0..n).map(|k| part(k * size + k.min(longer), size + usize::from(k < longer))))
            }
            Sections::At(indices) => {
                let starts = [None].into_iter().chain(indices.iter().map(|&i| Some(i)));
                let stops = indices.iter().map(|&i| Some(i)).chain([None]);
                let bounds = starts.zip(stops).map(|(a, b)| SliceRange::between(a, b).indices(len));
                self.parts(indices.len() + 1, bounds.map(|bounds| bounds.and_then(|(start, _, n)| part(start, n))))
            }
        }
    }

    /// The array seen through `n` layouts.
    fn parts(&self, n: usize, layouts: impl Iterator<Item = Result<Layout>>) -> Result<Vec<Self>> {
        let mut parts = room(n)?;
        if n > MAX_KERNELS {
            self.eval()?;
        }
        for layout in layouts {
            parts.push(self.with_layout(layout?)?);
        }
        Ok(parts)
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// Equal parts along an axis, or the parts before, between and after indices. The parts are views.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.arange((0, 6, 1))?;
    /// let text = |parts: Vec<Array<i32, _>>| parts.iter().map(|x| x.to_string()).collect::<Vec<_>>();
    /// assert_eq!(text(x.split(3, 0)?), ["[0 1]", "[2 3]", "[4 5]"]);
    /// assert_eq!(text(x.split([1, 4], 0)?), ["[0]", "[1 2 3]", "[4 5]"]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] if the axis does not divide into so many equal parts, [`Error::Axis`] for an axis that is not
    /// there.
    pub fn split(&self, sections: impl IntoSections, axis: impl IntoAxis) -> Result<Vec<Self>> {
        self.array.split(sections, axis).map(from_dyns)
    }

    /// As [`split`](Array::split), where the first parts are one longer if the axis does not divide.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let parts = xp.arange((0, 5, 1))?.array_split(2, 0)?;
    /// assert_eq!((parts[0].to_string(), parts[1].to_string()), ("[0 1 2]".into(), "[3 4]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for no parts, [`Error::Axis`] for an axis that is not there.
    pub fn array_split(&self, sections: impl IntoSections, axis: impl IntoAxis) -> Result<Vec<Self>> {
        self.array.array_split(sections, axis).map(from_dyns)
    }

    /// Split along columns: axis 1, or axis 0 of a vector.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let parts = xp.arange((0, 8, 1))?.reshape([2, 4])?.hsplit(2)?;
    /// assert_eq!(parts[1].to_string(), "[[2 3]\n [6 7]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`split`](Array::split).
    pub fn hsplit(&self, sections: impl IntoSections) -> Result<Vec<Self>> {
        self.array.hsplit(sections).map(from_dyns)
    }

    /// Split along rows: axis 0 of two dimensions or more.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let parts = xp.arange((0, 8, 1))?.reshape([4, 2])?.vsplit(2)?;
    /// assert_eq!(parts[1].to_string(), "[[4 5]\n [6 7]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`split`](Array::split).
    pub fn vsplit(&self, sections: impl IntoSections) -> Result<Vec<Self>> {
        self.array.vsplit(sections).map(from_dyns)
    }

    /// Split along axis 2.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let parts = xp.zeros::<f32>([2, 3, 4])?.dsplit(2)?;
    /// assert_eq!(parts[1].shape(), [2, 3, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`split`](Array::split).
    pub fn dsplit(&self, sections: impl IntoSections) -> Result<Vec<Self>> {
        self.array.dsplit(sections).map(from_dyns)
    }

    /// The slices along an axis, which goes: the opposite of [`stack`](super::Join::stack).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let rows = xp.array([[1, 2], [3, 4]])?.unstack(0)?;
    /// assert_eq!(rows[1].to_string(), "[3 4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn unstack(&self, axis: impl IntoAxis) -> Result<Vec<Self>> {
        self.array.unstack(axis).map(from_dyns)
    }
}
