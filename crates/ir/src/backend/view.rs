//! Elements of buffers, checked where they are named: whoever is given a [`View`] or an [`Output`] need not look again.

use super::DeviceBuffer;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::layout::Layout;

/// Elements of a type in a buffer, at the places of a layout: all of them lie in the buffer.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::backend::{Memory, Primitives, View};
/// use xparray::{DType, Layout};
/// let mut buffer = xp.alloc(3)?;
/// xp.upload(&[3, 1, 2], &mut buffer)?;
/// let (three, four) = (Layout::row_major(&[3]), Layout::row_major(&[4]));
/// let sorted = xp.sort(View::new(&buffer, DType::U8, &three)?, 0)?;
/// assert!(View::new(&buffer, DType::U8, &four).is_err());
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct View<'a, Buf> {
    buffer: &'a Buf,
    dtype: DType,
    layout: &'a Layout,
    /// The byte behind the last one that belongs to an element.
    end: usize,
}

impl<Buf> Clone for View<'_, Buf> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Buf> Copy for View<'_, Buf> {}

/// The byte behind the last one of a layout's elements, none of which lies before the buffer's start; `None` beyond any
/// buffer's end.
#[inline]
pub(super) fn end(dtype: DType, layout: &Layout) -> Option<usize> {
    let elements = layout.bounds().map_or(layout.offset(), |(_, last)| last + 1);
    elements.checked_mul(dtype.size())
}

#[inline]
fn end_in(bytes: usize, dtype: DType, layout: &Layout) -> Result<usize> {
    end(dtype, layout).filter(|&end| end <= bytes).ok_or_else(|| outside(bytes, dtype, layout))
}

#[cold]
fn outside(bytes: usize, dtype: DType, layout: &Layout) -> Error {
    Error::value("view", format!("{layout:?} of {dtype} does not lie in a buffer of {bytes} bytes"))
}

#[cold]
fn not_distinct(layout: &Layout) -> Error {
    Error::value("output", format!("two indices of {layout:?} could name one element"))
}

#[cold]
fn written(layout: &Layout) -> Error {
    Error::value("launch", format!("elements of {layout:?} could be read after they were written"))
}

/// Checks that another buffer can stand for the one that was checked.
#[inline]
fn stands(end: usize, bytes: usize) -> Result<()> {
    if end <= bytes { Ok(()) } else { Err(does_not_stand(end, bytes)) }
}

#[cold]
fn does_not_stand(end: usize, bytes: usize) -> Error {
    Error::value("view", format!("elements up to byte {end} do not lie in a buffer of {bytes} bytes"))
}

impl<'a, Buf: DeviceBuffer> View<'a, Buf> {
    /// Elements of type `dtype` of a buffer.
    ///
    /// # Errors
    /// [`Error::Value`] unless they all lie in the buffer.
    #[inline]
    pub fn new(buffer: &'a Buf, dtype: DType, layout: &'a Layout) -> Result<Self> {
        Ok(Self { buffer, dtype, layout, end: end_in(buffer.bytes(), dtype, layout)? })
    }

    /// Elements of the same buffer and type at the places of another layout.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn with_layout<'b>(&self, layout: &'b Layout) -> Result<View<'b, Buf>>
    where
        'a: 'b,
    {
        View::new(self.buffer, self.dtype, layout)
    }

    /// The same elements, of another type, at the places of another layout: the bits are taken as they are.
    ///
    /// # Errors
    /// As [`View::new`].
    pub fn reinterpreted<'b>(&self, dtype: DType, layout: &'b Layout) -> Result<View<'b, Buf>>
    where
        'a: 'b,
    {
        View::new(self.buffer, dtype, layout)
    }
}

impl<'a, Buf> View<'a, Buf> {
    /// The buffer.
    pub fn buffer(&self) -> &'a Buf {
        self.buffer
    }

    /// The type of the elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Where they lie in the buffer.
    pub fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// Lengths of the axes.
    pub fn shape(&self) -> &'a [usize] {
        self.layout.shape()
    }

    /// The number of elements.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.layout.len()
    }

    /// The same elements as plain bits: unsigned integers of their size, [`DType::Complex128`] for those of 16 bytes.
    pub fn as_bits(self) -> Self {
        let dtype = match self.dtype.size() {
            1 => DType::U8,
            2 => DType::U16,
            4 => DType::U32,
            8 => DType::U64,
            _ => DType::Complex128,
        };
        Self { dtype, ..self }
    }

    /// The view as a backend takes it whose buffers are inside of these.
    ///
    /// # Errors
    /// Those of `f`; [`Error::Value`] if the elements do not lie in what it gives.
    #[inline]
    pub fn map_buffer<Inner: DeviceBuffer>(
        self,
        f: impl FnOnce(&'a Buf) -> Result<&'a Inner>,
    ) -> Result<View<'a, Inner>> {
        let buffer = f(self.buffer)?;
        stands(self.end, buffer.bytes())?;
        Ok(View { buffer, dtype: self.dtype, layout: self.layout, end: self.end })
    }
}

/// Elements that are written, of a buffer that nobody else has: all lie in the buffer, and no two indices share one.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::backend::{Memory, Output};
/// use xparray::{DType, Layout};
/// let mut buffer = xp.alloc(8)?;
/// let column = Layout::row_major(&[2, 1]);
/// assert!(Output::new(&mut buffer, DType::F32, &column).is_ok());
/// assert!(Output::new(&mut buffer, DType::F64, &column).is_err()); // too short
/// assert!(Output::new(&mut buffer, DType::F32, &column.broadcast("broadcast_to", &[2, 2])?).is_err());
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Debug)]
pub struct Output<'a, Buf> {
    buffer: &'a mut Buf,
    dtype: DType,
    layout: &'a Layout,
    end: usize,
}

impl<'a, Buf: DeviceBuffer> Output<'a, Buf> {
    /// Elements of type `dtype` of a buffer.
    ///
    /// # Errors
    /// [`Error::Value`] unless they all lie in the buffer, each at a place of its own.
    #[inline]
    pub fn new(buffer: &'a mut Buf, dtype: DType, layout: &'a Layout) -> Result<Self> {
        let end = end_in(buffer.bytes(), dtype, layout)?;
        if !layout.is_contiguous() && layout.overlaps() {
            return Err(not_distinct(layout));
        }
        Ok(Self { buffer, dtype, layout, end })
    }

    /// Checks that elements of the same buffer and type may be read while these, and further parts, are written.
    ///
    /// # Errors
    /// [`Error::Value`] unless they all lie in the buffer, and none of them is written.
    pub(crate) fn check_part(&self, layout: &Layout, parts: &[Layout]) -> Result<()> {
        self.check_holds(layout)?;
        if self.is_apart(layout, parts) { Ok(()) } else { Err(written(layout)) }
    }

    /// Checks that elements of the same buffer and type may be written along with these, and other parts.
    ///
    /// # Errors
    /// [`Error::Value`] unless they all lie in the buffer, each at a place of its own.
    pub(crate) fn check_further(&self, layout: &Layout, parts: &[Layout]) -> Result<()> {
        self.check_holds(layout)?;
        let distinct = layout.is_contiguous() || !layout.overlaps();
        if distinct && self.is_apart(layout, parts) { Ok(()) } else { Err(not_distinct(layout)) }
    }

    /// Checks that elements of the same type lie in the buffer.
    ///
    /// # Errors
    /// [`Error::Value`] unless they do.
    #[inline]
    pub(crate) fn check_holds(&self, layout: &Layout) -> Result<()> {
        end_in(self.buffer.bytes(), self.dtype, layout).map(drop)
    }

    fn is_apart(&self, layout: &Layout, parts: &[Layout]) -> bool {
        layout.is_apart_from(self.layout) && parts.iter().all(|part| layout.is_apart_from(part))
    }

    /// Other elements of the same buffer and type, for a shorter time.
    ///
    /// # Errors
    /// As [`Output::new`].
    pub(crate) fn at<'b>(&'b mut self, layout: &'b Layout) -> Result<Output<'b, Buf>> {
        Output::new(self.buffer, self.dtype, layout)
    }
}

impl<Buf> Output<'_, Buf> {
    /// The buffer. That it is borrowed exclusively makes writing to it sound.
    pub fn buffer(&self) -> &Buf {
        self.buffer
    }

    /// The type of the elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Where they lie in the buffer.
    pub fn layout(&self) -> &Layout {
        self.layout
    }

    /// The same elements as another type of their size: the bits are taken as they are.
    ///
    /// # Errors
    /// [`Error::DType`] for a type of another size.
    pub fn reinterpreted(self, dtype: DType) -> Result<Self> {
        if dtype.size() == self.dtype.size() {
            return Ok(Self { dtype, ..self });
        }
        let expected = format!("{} bytes", self.dtype.size());
        Err(Error::DType { op: "output", expected, found: format!("{} of {dtype}", dtype.size()) })
    }

    /// The same elements for a shorter time.
    pub fn reborrow(&mut self) -> Output<'_, Buf> {
        Output { buffer: self.buffer, dtype: self.dtype, layout: self.layout, end: self.end }
    }
}

impl<'a, Buf> Output<'a, Buf> {
    /// As [`View::map_buffer`].
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn map_buffer<Inner: DeviceBuffer>(
        self,
        f: impl FnOnce(&'a mut Buf) -> Result<&'a mut Inner>,
    ) -> Result<Output<'a, Inner>> {
        let buffer = f(self.buffer)?;
        stands(self.end, buffer.bytes())?;
        Ok(Output { buffer, dtype: self.dtype, layout: self.layout, end: self.end })
    }

    /// The elements as what is read.
    pub fn as_view(&self) -> View<'_, Buf> {
        View { buffer: self.buffer, dtype: self.dtype, layout: self.layout, end: self.end }
    }
}
