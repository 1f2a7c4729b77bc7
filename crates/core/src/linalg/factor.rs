//! Factorisations.

use crate::array::elementwise::dyn_doc;
use crate::array::{Array, DynArray};
use crate::backend::{Backend, View};
use crate::class::TypeClass;
use crate::dtype::DType;
use crate::element::{Element, Field};
use crate::error::{Error, Result};
use crate::host::room;
use crate::ir::BinaryOp;
use crate::layout::checked_len;

/// How much of Q and R to compute.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let a = xp.ones::<f64>([3, 2])?;
/// assert_eq!(a.qr_with(Qr::new().mode(QrMode::Reduced))?.0.shape(), [3, 2]);
/// assert_eq!(a.qr_with(Qr::new().mode(QrMode::Complete))?.0.shape(), [3, 3]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QrMode {
    /// Q is `[m, min(m, n)]`, R is `[min(m, n), n]`.
    #[default]
    Reduced,
    /// Q is `[m, m]`, R is `[m, n]`.
    Complete,
}

/// Options of [`Array::qr_with`].
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let (q, r) = xp.ones::<f64>([3, 2])?.qr_with(Qr::new().mode(QrMode::Complete))?;
/// assert_eq!((q.shape(), r.shape()), (&[3, 3][..], &[3, 2][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Qr {
    mode: QrMode,
}

impl Qr {
    /// The reduced factorisation.
    pub fn new() -> Self {
        Self::default()
    }

    /// How much of Q and R to compute.
    pub fn mode(self, mode: QrMode) -> Self {
        Self { mode }
    }
}

impl<T: Field, B: Backend> Array<T, B> {
    /// The lower triangular `L` with `A = L Lᴴ`. Only the lower triangle of `A` is read.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[4.0, 2.0], [2.0, 5.0]])?;
    /// assert_eq!(a.cholesky()?.to_string(), "[[2. 0.]\n [1. 2.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotPositiveDefinite`] if there is none;
    /// [`Error::Value`] if the matrix is not square.
    pub fn cholesky(&self) -> Result<Self> {
        self.array.cholesky().map(Self::from_dyn)
    }

    /// The LU factorisation with partial pivoting, packed: L below the diagonal (its own is 1), U on and
    /// above it; and for each row i the row that it was exchanged with.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (lu, exchanged) = xp.array([[1.0, 2.0], [2.0, 2.0]])?.lu_factor()?;
    /// assert_eq!(lu.to_string(), "[[2.  2. ]\n [0.5 1. ]]");
    /// assert_eq!(exchanged.to_vec()?, [1, 1]);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for fewer than two dimensions.
    pub fn lu_factor(&self) -> Result<(Self, Array<i64, B>)> {
        let (factors, pivots) = self.array.lu_factor()?;
        Ok((Self::from_dyn(factors), Array::from_dyn(pivots)))
    }

    /// `P`, `L`, `U` with `A = P L U`: a permutation matrix, unit lower and upper triangular, as `scipy.linalg.lu`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[1.0, 2.0], [2.0, 2.0]])?;
    /// let (p, l, u) = a.lu()?;
    /// assert!(p.matmul(&l)?.matmul(&u)?.allclose_with(&a, Tolerance::new().rtol(1e-12).atol(0.0))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for fewer than two dimensions.
    pub fn lu(&self) -> Result<(Self, Self, Self)> {
        let (p, l, u) = self.array.lu()?;
        Ok((Self::from_dyn(p), Self::from_dyn(l), Self::from_dyn(u)))
    }

    /// `Q` `[m, k]` and `R` `[k, n]` with `A = Q R` and `k = min(m, n)`, Q's columns orthonormal and R upper triangular. By Householder reflections, with
    /// LAPACK's signs.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[3.0, 1.0], [4.0, 2.0], [0.0, 1.0]])?;
    /// let (q, r) = a.qr()?;
    /// assert_eq!((q.shape(), r.shape()), (&[3, 2][..], &[2, 2][..]));
    /// assert!(q.matmul(&r)?.allclose_with(&a, Tolerance::new().rtol(1e-12).atol(1e-12))?);
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Value`] for fewer than two dimensions.
    pub fn qr(&self) -> Result<(Self, Self)> {
        self.qr_with(Qr::new())
    }

    /// The upper triangle of [`qr`](Array::qr) alone: NumPy's `mode="r"`.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let r = xp.array([[3.0], [4.0]])?.qr_r()?;
    /// assert_eq!(r.abs().to_string(), "[[5.]]");
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`qr`](Array::qr).
    pub fn qr_r(&self) -> Result<Self> {
        self.array.qr_r().map(Self::from_dyn)
    }

    /// The factorisation as LAPACK leaves it: NumPy's `mode="raw"`. `h`, of shape `[.., n, m]`, is the transpose of a matrix with R on and
    /// above its diagonal and the vectors of reflections `I - tau v vᴴ` below it, without their leading 1; `tau` are their factors. The
    /// reflections' product is Q.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (h, tau) = xp.array([[3.0], [4.0]])?.qr_raw()?;
    /// assert_eq!((h.to_string(), tau.to_string()), ("[[-5.   0.5]]".into(), "[1.6]".into()));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`qr`](Array::qr).
    pub fn qr_raw(&self) -> Result<(Self, Self)> {
        let (h, tau) = self.array.qr_raw()?;
        Ok((Self::from_dyn(h), Self::from_dyn(tau)))
    }

    /// [`qr`](Array::qr) with options.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let a = xp.array([[3.0], [4.0]])?;
    /// let (q, r) = a.qr_with(Qr::new().mode(QrMode::Complete))?;
    /// assert_eq!((q.shape(), r.shape()), (&[2, 2][..], &[2, 1][..]));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`qr`](Array::qr).
    pub fn qr_with(&self, options: Qr) -> Result<(Self, Self)> {
        let (q, r) = self.array.qr_with(options)?;
        Ok((Self::from_dyn(q), Self::from_dyn(r)))
    }
}

impl<B: Backend> DynArray<B> {
    #[doc = dyn_doc!(cholesky)]
    pub fn cholesky(&self) -> Result<Self> {
        const OP: &str = "cholesky";
        TypeClass::Field.check(OP, self.dtype())?;
        self.square_matrix(OP)?;
        if self.is_empty() {
            return Ok(self.clone());
        }
        Self::operation(OP, &[self], self.dtype(), self.shape(), |xp, x| xp.cholesky(x[0]))?.evaluated()
    }

    #[doc = dyn_doc!(lu_factor)]
    pub fn lu_factor(&self) -> Result<(Self, Self)> {
        const OP: &str = "lu_factor";
        TypeClass::Field.check(OP, self.dtype())?;
        let (m, n) = self.matrix_shape(OP)?;
        if self.is_empty() {
            return Ok((self.clone(), self.zeros_of(DType::I64, &[m.min(n)])?));
        }
        let kinds: [(DType, &[usize]); 2] = [(self.dtype(), &[m, n]), (DType::I64, &[m.min(n)])];
        let [factors, pivots] = self.factors(OP, kinds, |xp, x| {
            let lu = xp.lu(x)?;
            Ok([lu.factors, lu.pivots])
        })?;
        Ok((factors, pivots))
    }

    #[doc = dyn_doc!(lu)]
    pub fn lu(&self) -> Result<(Self, Self, Self)> {
        const OP: &str = "lu";
        TypeClass::Field.check(OP, self.dtype())?;
        let (m, n) = self.matrix_shape(OP)?;
        let k = m.min(n);
        let (factors, pivots) = self.lu_factor()?;
        let order = lu_pivots_to_permutation(&pivots, m)?.expand_dims(-2)?;
        let p = Self::iota(self.xp(), &[m, 1])?.binary(BinaryOp::Eq, OP, &order)?.astype(self.dtype())?;
        Ok((p, factors.triangle_part(m, k, true)?, factors.triangle_part(k, n, false)?))
    }

    #[doc = dyn_doc!(qr)]
    pub fn qr(&self) -> Result<(Self, Self)> {
        self.qr_with(Qr::new())
    }

    #[doc = dyn_doc!(qr_r)]
    pub fn qr_r(&self) -> Result<Self> {
        Ok(self.qr()?.1)
    }

    #[doc = dyn_doc!(qr_raw)]
    pub fn qr_raw(&self) -> Result<(Self, Self)> {
        const OP: &str = "qr";
        TypeClass::Field.check(OP, self.dtype())?;
        let (m, n) = self.matrix_shape(OP)?;
        let k = m.min(n);
        if self.is_empty() {
            return Ok((self.zeros_of(self.dtype(), &[n, m])?, self.zeros_of(self.dtype(), &[k])?));
        }
        let kinds: [(DType, &[usize]); 2] = [(self.dtype(), &[n, m]), (self.dtype(), &[k])];
        let [h, tau] = self.factors(OP, kinds, |xp, x| {
            let qr = xp.qr_reflections(x)?;
            Ok([qr.h, qr.tau])
        })?;
        Ok((h, tau))
    }

    #[doc = dyn_doc!(qr_with)]
    pub fn qr_with(&self, options: Qr) -> Result<(Self, Self)> {
        const OP: &str = "qr";
        TypeClass::Field.check(OP, self.dtype())?;
        let (m, n) = self.matrix_shape(OP)?;
        let complete = options.mode == QrMode::Complete;
        let k = if complete { m } else { m.min(n) };
        if self.all_empty(&[&[m, k], &[k, n]])? {
            return Ok((self.zeros_of(self.dtype(), &[m, k])?, self.zeros_of(self.dtype(), &[k, n])?));
        }
        let kinds: [(DType, &[usize]); 2] = [(self.dtype(), &[m, k]), (self.dtype(), &[k, n])];
        let [q, r] = self.factors(OP, kinds, move |xp, x| {
            let qr = xp.qr(x, complete)?;
            Ok([qr.q, qr.r])
        })?;
        Ok((q, r))
    }

    /// The unit lower or the upper triangle of packed LU factors.
    fn triangle_part(&self, rows: usize, cols: usize, lower: bool) -> Result<Self> {
        let n = self.shape().len();
        let part = self.with_layout(self.layout().sliced(n - 2, 0, 1, rows)?.sliced(n - 1, 0, 1, cols)?)?;
        let row = Self::iota(self.xp(), &[rows])?.reshaped(&[rows, 1])?;
        let col = Self::iota(self.xp(), &[cols])?.reshaped(&[1, cols])?;
        if lower {
            let below = Self::selected(&row.binary(BinaryOp::Gt, "lu", &col)?, &part, &self.number(0.0)?)?;
            return Self::selected(&row.binary(BinaryOp::Eq, "lu", &col)?, &self.number(1.0)?, &below);
        }
        Self::selected(&row.binary(BinaryOp::Le, "lu", &col)?, &part, &self.number(0.0)?)
    }
}

/// The order of `m` rows after the interchanges that `lu_factor` reports, one after the other: which row of the matrix each row of the
/// factors is. Of a stack of pivots, a stack. It waits for them, but in a program that is traced, where the device exchanges the rows.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::linalg::lu_pivots_to_permutation;
/// assert_eq!(lu_pivots_to_permutation(&xp.array(&[2i64, 2])?.into_dyn(), 3)?.to_string(), "[2 0 1]");
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::DType`] for pivots that are no `i64`; [`Error::Axis`] without dimensions; [`Error::Value`] for a row that is not there.
pub fn lu_pivots_to_permutation<B: Backend>(pivots: &DynArray<B>, m: usize) -> Result<DynArray<B>> {
    const OP: &str = "lu_pivots_to_permutation";
    let (&k, stack) = pivots.shape().split_last().ok_or(Error::Axis { op: OP, axis: -1, ndim: 0 })?;
    let shape: Vec<usize> = [stack, &[m][..]].concat();
    let (len, stacked) = (checked_len(&shape)?, checked_len(stack)?);
    let pivots = pivots.clone().typed::<i64>()?.into_dyn().contiguous()?;
    if pivots.is_empty() {
        return DynArray::iota(pivots.xp(), &[m])?.broadcast(OP, &shape);
    }
    if pivots.xp().remembers() || crate::graph::record::is_on() {
        return exchanged(&pivots, &shape);
    }
    let order = move |xp: &B, x: &[View<'_, B::Buffer>]| {
        let mut bytes: Vec<u8> = room(stacked * k * size_of::<i64>())?;
        bytes.resize(stacked * k * size_of::<i64>(), 0);
        xp.download(x[0].buffer(), x[0].layout().offset() * size_of::<i64>(), &mut bytes)?;
        let swaps: Vec<i64> = bytes.as_chunks().0.iter().map(|&bytes| i64::from_ne_bytes(bytes)).collect();
        let mut order: Vec<i64> = room(len)?;
        for s in 0..stacked {
            order.extend(0..m as i64);
            for i in 0..k {
                let row = usize::try_from(swaps[s * k + i]).ok().filter(|&row| row < m && i < m);
                let row = row.ok_or_else(|| Error::value(OP, format!("row {} of {m}", swaps[s * k + i])))?;
                order.swap(s * m + i, s * m + row);
            }
        }
        let mut buffer = crate::graph::alloc(xp, len * size_of::<i64>())?;
        xp.upload(i64::as_bytes(&order), &mut buffer)?;
        Ok(buffer)
    };
    DynArray::operation(OP, &[&pivots], DType::I64, &shape, order)?.evaluated()
}

/// The order of rows after interchanges, of this shape, exchanged one by one.
fn exchanged<B: Backend>(pivots: &DynArray<B>, shape: &[usize]) -> Result<DynArray<B>> {
    let last = shape.len() - 1;
    let places = DynArray::iota(pivots.xp(), &shape[last..])?.broadcast("lu", shape)?;
    let mut order = places.clone();
    for i in 0..pivots.shape()[last] {
        let pivot = pivots.take([i], last)?;
        let (here, there) = (order.take([i], last)?, order.take_along_axis(&pivot, last)?);
        order = places.equal(i)?.where_(&there, places.equal(&pivot)?.where_(&here, &order)?)?;
    }
    Ok(order)
}
