//! Arrays whose element type is a value: what exists, and what the typed array is a shell of.

use super::Array;
use crate::backend::Backend;
use crate::dtype::{DType, Scalar};
use crate::element::Element;
use crate::error::{Error, Result};
use crate::graph::{self, Edge, MapOp};
use crate::layout::Layout;

/// An n-dimensional array whose element type is a value: [`dtype`](DynArray::dtype).
///
/// It has the methods of [`Array`] under the same names, where their documentation is; types are promoted when the program runs, by the
/// same table, and what a type does not allow is an [`Error::DType`]. Functions of [`linalg`](crate::linalg) and [`fft`](crate::fft) are
/// methods too. Numbers are weak, as Python's are: they take the array's type if it has one of their kind.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([1i32, 2, 3])?.into_dyn();
/// let y = x.add(&xp.ones::<f32>(3)?)?.multiply(2)?;
/// assert_eq!((y.dtype(), y.to_string()), (DType::F64, "[4. 6. 8.]".into()));
/// let y: Array<f64, _> = y.typed()?; // free, as is `into_dyn`
/// assert_eq!(y.to_vec()?, [4.0, 6.0, 8.0]);
/// assert!(x.arctan2(xp.scalar(Complex::new(1.0, 0.0))).is_err()); // not of complex numbers
/// # Ok::<(), xparray::Error>(())
/// ```
#[must_use]
pub struct DynArray<B: Backend> {
    pub(super) edge: Edge<B>,
}

impl<B: Backend> Clone for DynArray<B> {
    fn clone(&self) -> Self {
        Self { edge: self.edge.clone() }
    }
}

impl<B: Backend> DynArray<B> {
    /// The array with a static element type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.zeros_of(DType::F32, 3)?;
    /// assert_eq!(x.clone().typed::<f32>()?.to_vec()?, [0.0; 3]);
    /// assert!(x.typed::<f64>().is_err());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DType`] if its elements are of another type.
    pub fn typed<T: Element>(self) -> Result<Array<T, B>> {
        match self.dtype() == T::DTYPE {
            true => Ok(Array::from_dyn(self)),
            false => Err(Error::DType { op: "typed", expected: T::DTYPE.to_string(), found: self.dtype().to_string() }),
        }
    }

    /// [`Array::xp`].
    pub fn xp(&self) -> &B {
        &self.edge.node.xp
    }

    /// The element type.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.zeros_of(DType::U8, 3)?.dtype(), DType::U8);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn dtype(&self) -> DType {
        self.edge.node.dtype
    }

    /// [`Array::layout`].
    pub fn layout(&self) -> &Layout {
        self.edge.layout()
    }

    /// [`Array::shape`].
    pub fn shape(&self) -> &[usize] {
        self.layout().shape()
    }

    /// [`Array::ndim`].
    pub fn ndim(&self) -> usize {
        self.layout().ndim()
    }

    /// [`Array::len`].
    #[doc(alias = "size")]
    pub fn len(&self) -> usize {
        self.layout().len()
    }

    /// [`Array::is_empty`].
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// [`Array::eval`].
    ///
    /// # Errors
    /// Those of [`Array::eval`].
    pub fn eval(&self) -> Result<()> {
        graph::evaluate(&self.edge.node)
    }

    /// As [`eval`](DynArray::eval), if that takes but a moment (a small operation on a CPU) and waits for no other thread: whoever
    /// holds a lock of their own, as an interpreter's, need not let it go. Says whether the array is computed.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0])?.into_dyn();
    /// let y = x.add(1)?;
    /// assert!(y.try_eval()? && y.is_computed());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Array::eval`].
    pub fn try_eval(&self) -> Result<bool> {
        graph::try_evaluate(&self.edge.node)
    }

    /// Whether the array is an expression no more, or never was one: what is made of it then computes nothing of it. The answer
    /// takes no lock.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([1.0, 2.0])?.into_dyn();
    /// let y = x.add(1)?;
    /// assert!(x.is_computed() && !y.is_computed());
    /// y.eval()?;
    /// assert!(y.is_computed());
    /// # Ok::<(), xparray::Error>(())
    /// ```
    pub fn is_computed(&self) -> bool {
        self.edge.node.is_computed()
    }

    /// Whether a kernel is to compute the elements, which could as well be a part of another kernel.
    pub(crate) fn is_expression(&self) -> bool {
        self.edge.node.is_expression()
    }

    /// Makes the elements a computed row-major array in a buffer that no other array has, copied if one has it now: for those who
    /// hand the memory out to be written.
    ///
    /// # Errors
    /// Those of [`Array::eval`]; [`Error::OutOfMemory`].
    #[doc(hidden)]
    pub fn make_unique(&mut self) -> Result<()> {
        self.exclusive_row_major().map(drop)
    }

    /// The bytes of the elements in row-major order, as the host has them.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array(&[1u8, 2])?.into_dyn().to_bytes()?, [1, 2]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`eval`](DynArray::eval).
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = crate::host::zeros(self.len().saturating_mul(self.dtype().size()))?;
        self.read_bytes(&mut bytes)?;
        Ok(bytes)
    }

    /// The element of an array that has just one.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let sum = xp.array(&[1.0f32, 2.0])?.into_dyn().sum(..)?.item()?;
    /// assert_eq!((sum.dtype(), sum.get::<f64>()), (DType::F32, 3.0));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] unless there is one element; those of [`eval`](DynArray::eval).
    pub fn item(&self) -> Result<Scalar> {
        if self.len() != 1 {
            return Err(Error::value("item", format!("the array has {} elements, not one", self.len())));
        }
        let mut bytes = [0; 16];
        let bytes = &mut bytes[..self.dtype().size()];
        self.read_bytes(bytes)?;
        Ok(Scalar::from_bytes(self.dtype(), bytes))
    }

    /// The array with its elements converted: [`Array::astype`].
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let x = xp.array([-1.7, 300.9])?.into_dyn();
    /// assert_eq!(x.astype(DType::I32)?.to_string(), "[ -1 300]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Only if something had to be computed first, and that failed.
    pub fn astype(&self, dtype: DType) -> Result<Self> {
        if dtype == self.dtype() {
            return Ok(self.clone());
        }
        Self::map(MapOp::Cast, dtype, self.shape().into(), [self.clone()])
    }

    /// [`Array::copy`].
    ///
    /// # Errors
    /// Those of [`Array::copy`].
    pub fn copy(&self) -> Result<Self> {
        Self::map(MapOp::Cast, self.dtype(), self.shape().into(), [self.clone()])
    }

    /// [`Array::ascontiguousarray`].
    ///
    /// # Errors
    /// Those of [`Array::ascontiguousarray`].
    pub fn ascontiguousarray(&self) -> Result<Self> {
        self.contiguous()
    }
}
