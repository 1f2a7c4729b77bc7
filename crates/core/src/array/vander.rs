//! Matrices of powers.

use super::search::check_vector;
use super::{Array, Common, DynArray};
use crate::backend::{Backend, ScanOp};
use crate::dtype::DType;
use crate::element::Element;
use crate::error::Result;
use crate::ir::BinaryOp;
use crate::layout::{Dims, checked_len};
use crate::promote::Promote;

/// Options of [`Array::vander_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.array([2, 3])?;
/// assert_eq!(x.vander_with(Vander::new().columns(3).increasing(true))?.to_string(), "[[1 2 4]\n [1 3 9]]");
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Vander {
    columns: Option<usize>,
    increasing: bool,
}

impl Vander {
    /// The defaults: as many columns as rows, the highest powers first.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many powers.
    #[doc(alias = "N")]
    pub fn columns(self, columns: usize) -> Self {
        Self { columns: Some(columns), ..self }
    }

    /// Whether the lowest powers are first.
    pub fn increasing(self, increasing: bool) -> Self {
        Self { increasing, ..self }
    }
}

impl<B: Backend> DynArray<B> {
    /// The powers from 0 to `n - 1` of each element, along a new last axis: each is the product of the one before and the element.
    pub(crate) fn powers(&self, op: &'static str, n: usize) -> Result<Self> {
        let mut shape: Dims = self.shape().into();
        shape.push(n);
        checked_len(&shape)?;
        let first = Self::iota(self.xp(), &[n])?.with_count(BinaryOp::Eq, 0)?;
        let factors = Self::selected(&first, &self.number(1.0)?, &self.trailed_by(1)?)?.broadcast(op, &shape)?;
        factors.scanned(ScanOp::Prod, self.ndim())
    }

    /// [`Array::vander`].
    ///
    /// # Errors
    /// Those of [`Array::vander`].
    pub fn vander(&self) -> Result<Self> {
        self.vander_with(Vander::new())
    }

    /// [`Array::vander_with`].
    ///
    /// # Errors
    /// Those of [`Array::vander_with`].
    pub fn vander_with(&self, options: Vander) -> Result<Self> {
        const OP: &str = "vander";
        let Vander { columns, increasing } = options;
        check_vector(OP, self)?;
        let powers = self.astype(self.dtype().promote(DType::I64))?.powers(OP, columns.unwrap_or(self.len()))?;
        if increasing { Ok(powers) } else { powers.flip(1) }
    }
}

impl<T: Element, B: Backend> Array<T, B> {
    /// The matrix of powers of the elements of a vector, the highest first. The type is at least `i64`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([1, 2, 3])?.vander()?.to_string(), "[[1 1 1]\n [4 2 1]\n [9 3 1]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) if the array is not a vector, or there are too many elements.
    pub fn vander(&self) -> Result<Array<Common<T, i64>, B>>
    where
        T: Promote<i64>,
    {
        self.array.vander().map(Array::from_dyn)
    }

    /// [`vander`](Array::vander) with more or fewer powers, or the lowest first.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// assert_eq!(xp.array([0.5])?.vander_with(Vander::new().columns(3))?.to_string(), "[[0.25 0.5  1.  ]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`vander`](Array::vander).
    pub fn vander_with(&self, options: Vander) -> Result<Array<Common<T, i64>, B>>
    where
        T: Promote<i64>,
    {
        self.array.vander_with(options).map(Array::from_dyn)
    }
}
