//! Bits of integers.

use super::DynArray;
use super::arithmetic::Common;
use super::elementwise::{binary, dyn_doc, unary};
use super::operand::ArrayOrScalar;
use super::{Array, IntoAxes, IntoOptionalAxis};
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::dtype::{DType, Scalar};
use crate::element::{Bits, Element, Integer};
use crate::error::{Error, Result};
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::layout::{Dims, checked_len};
use crate::promote::Promote;

unary! {
    /// All bits inverted; logical not for `bool`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array(&[0u8, 1, 255])?;
    /// assert_eq!(x.invert().to_string(), "[255 254   0]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    invert(T: Bits) = Not: T => T;
    /// All bits inverted: [`invert`](Array::invert).
    bitwise_not(T: Bits) = Not: T => T;
    /// All bits inverted: [`invert`](Array::invert).
    bitwise_invert(T: Bits) = Not: T => T;
}

binary! {
    /// `self << other`: [`left_shift`](Array::left_shift).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1, 2, 3])?;
    /// assert_eq!(x.bitwise_left_shift(2)?.to_string(), "[ 4  8 12]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    bitwise_left_shift(Integer) = Shl => Common;
    /// `self >> other`: [`right_shift`](Array::right_shift).
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([16, -16])?;
    /// assert_eq!(x.bitwise_right_shift(2)?.to_string(), "[ 4 -4]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    bitwise_right_shift(Integer) = Shr => Common;
}

/// Which bit of a byte comes first.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::BitOrder;
/// let bits = xp.array([true, true, false])?;
/// assert_eq!(bits.packbits()?.item()?, 0b1100_0000);
/// assert_eq!(bits.packbits_with(PackBits::new().order(BitOrder::Little))?.item()?, 0b11);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BitOrder {
    /// The highest.
    #[default]
    Big,
    /// The lowest.
    Little,
}

/// How far the bit at a place of its byte is shifted, for places 0 to 7 as an array of `u8`.
fn shifts<B: Backend>(xp: &B, order: BitOrder) -> Result<DynArray<B>> {
    let place = DynArray::iota(xp, &[8])?.astype(DType::U8)?;
    match order {
        BitOrder::Little => Ok(place),
        BitOrder::Big => place.binary_scalar(BinaryOp::Sub, Scalar::new(7u8), true),
    }
}

/// Options of [`Array::packbits_with`], [`Array::unpackbits_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let bits = xp.array([[true, false], [true, true]])?;
/// let bytes = bits.packbits_with(PackBits::new().axis(0).order(xparray::BitOrder::Little))?;
/// assert_eq!(bytes.to_string(), "[[3 2]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PackBits {
    axis: Option<isize>,
    order: BitOrder,
}

impl PackBits {
    /// The defaults.
    pub fn new() -> Self {
        Self::default()
    }

    /// The axis; by default all elements, in row-major order.
    pub fn axis(self, axis: impl IntoOptionalAxis) -> Self {
        Self { axis: axis.into_optional_axis(), ..self }
    }

    /// The order of bits: the highest first by default.
    pub fn order(self, order: BitOrder) -> Self {
        Self { order, ..self }
    }
}

impl<T: Bits, B: Backend> Array<T, B> {
    /// How many bits of the magnitude are set.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([7, -7, 8])?;
    /// assert_eq!(x.bitwise_count().to_string(), "[3 3 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn bitwise_count(&self) -> Array<u8, B> {
        self.deferring(self.array.bitwise_count())
    }

    /// Packs elements, as bits that are set if they are not zero, along an axis into bytes. The axis gets an eighth of
    /// its length, rounded up; missing bits are 0. `None` packs all elements, to one dimension.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::BitOrder;
    /// let bits = xp.array(&[1u8, 0, 0, 0, 0, 0, 1, 1, 1])?;
    /// assert_eq!(bits.packbits()?.to_string(), "[131 128]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn packbits(&self) -> Result<Array<u8, B>> {
        self.array.packbits().map(Array::from_dyn)
    }

    /// [`packbits`](Array::packbits) along an axis, or in the other order of bits.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let bits = xp.array([[true, false], [true, true]])?;
    /// let bytes = bits.packbits_with(PackBits::new().axis(0).order(xparray::BitOrder::Little))?;
    /// assert_eq!(bytes.to_string(), "[[3 2]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`packbits`](Array::packbits).
    pub fn packbits_with(&self, options: PackBits) -> Result<Array<u8, B>> {
        self.array.packbits_with(options).map(Array::from_dyn)
    }
}

impl<B: Backend> Array<u8, B> {
    /// The bits of bytes along an axis, as elements 0 and 1: the axis gets eight times its length. `None` unpacks all
    /// elements, to one dimension.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// use xparray::BitOrder;
    /// let x = xp.array(&[131u8])?;
    /// assert_eq!(x.unpackbits()?.to_string(), "[1 0 0 0 0 0 1 1]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Axis`] for an axis that is not there.
    pub fn unpackbits(&self) -> Result<Self> {
        self.array.unpackbits().map(Self::from_dyn)
    }

    /// [`unpackbits`](Array::unpackbits) along an axis, or in the other order of bits.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let bytes = xp.array(&[[3u8, 2]])?;
    /// assert_eq!(bytes.unpackbits_with(PackBits::new().axis(0))?.shape(), [8, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`unpackbits`](Array::unpackbits).
    pub fn unpackbits_with(&self, options: PackBits) -> Result<Self> {
        self.array.unpackbits_with(options).map(Self::from_dyn)
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(bitwise_count)]
    pub fn bitwise_count(&self) -> Result<Self> {
        TypeClass::Bits.check("bitwise_count", self.dtype())?;
        match self.dtype() {
            DType::Bool => self.astype(DType::U8),
            _ => self.unary(UnaryOp::Abs)?.unary(UnaryOp::BitCount),
        }
    }

    #[doc = dyn_doc!(packbits)]
    pub fn packbits(&self) -> Result<Self> {
        self.packbits_with(PackBits::new())
    }

    #[doc = dyn_doc!(packbits_with)]
    pub fn packbits_with(&self, options: PackBits) -> Result<Self> {
        let PackBits { axis, order } = options;
        const OP: &str = "packbits";
        TypeClass::Bits.check(OP, self.dtype())?;
        let (x, axis) = self.along(OP, axis)?;
        let (before, n, after) = around(x.shape(), axis)?;
        let mut shape = Dims::from_slice(x.shape());
        shape[axis] = n.div_ceil(8);
        if x.is_empty() {
            return Self::full(self.xp(), Scalar::new(0u8), &shape);
        }
        // Bit `place` of byte `byte` is element `8 * byte + place`, or none.
        let space = [before, n.div_ceil(8), 8, after];
        let iota = |k: usize| {
            let mut only = [1; 4];
            only[k] = space[k];
            Self::iota(self.xp(), &only)
        };
        let element = iota(1)?.with_number(BinaryOp::Mul, 8.0)?.binary(BinaryOp::Add, OP, &iota(2)?)?;
        let inside = element.with_number(BinaryOp::Lt, n as f64)?;
        let index = element.with_number(BinaryOp::Min, n as f64 - 1.0)?;
        let index = iota(0)?.with_number(BinaryOp::Mul, n as f64)?.binary(BinaryOp::Add, OP, &index)?;
        let index = index.with_number(BinaryOp::Mul, after as f64)?.binary(BinaryOp::Add, OP, &iota(3)?)?;
        let set = Self::gather(&index, &x.astype(DType::Bool)?.flat()?, index.shape())?;
        let set = set.binary(BinaryOp::And, OP, &inside)?;
        let shifts = shifts(self.xp(), order)?.reshaped(&[8, 1])?;
        let bits = set.astype(DType::U8)?.binary(BinaryOp::Shl, OP, &shifts)?;
        let bytes = bits.astype(DType::U64)?.reduce_axes(OP, ReduceOp::Sum, 0, &2.into_axes())?;
        bytes.astype(DType::U8)?.reshaped(&shape)
    }

    #[doc = dyn_doc!(unpackbits)]
    pub fn unpackbits(&self) -> Result<Self> {
        self.unpackbits_with(PackBits::new())
    }

    #[doc = dyn_doc!(unpackbits_with)]
    pub fn unpackbits_with(&self, options: PackBits) -> Result<Self> {
        let PackBits { axis, order } = options;
        const OP: &str = "unpackbits";
        if self.dtype() != DType::U8 {
            return Err(Error::DType { op: OP, expected: DType::U8.to_string(), found: self.dtype().to_string() });
        }
        let (x, axis) = self.along(OP, axis)?;
        let (before, n, after) = around(x.shape(), axis)?;
        let mut shape = Dims::from_slice(x.shape());
        shape[axis] = n.saturating_mul(8);
        let bytes = x.reshaped(&[before, n, 1, after])?;
        let shifts = shifts(self.xp(), order)?.reshaped(&[8, 1])?;
        let bits = bytes.binary(BinaryOp::Shr, OP, &shifts)?.with_number(BinaryOp::And, 1.0)?;
        bits.reshaped(&shape)
    }
}

/// How many elements the axes before an axis, itself, and those after it have.
fn around(shape: &[usize], axis: usize) -> Result<(usize, usize, usize)> {
    Ok((checked_len(&shape[..axis])?, shape[axis], checked_len(&shape[axis + 1..])?))
}
