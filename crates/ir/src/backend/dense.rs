use super::{HostBlas, HostLoops, Launch, LaunchArgs, Memory, Output, View, defaults};
use crate::dtype::{DType, Scalar};
use crate::error::{Error, Result};
use crate::layout::Layout;

/// Dense products. Operands are any strided layouts: a transposed one is not copied.
pub trait Blas: Launch {
    /// `a @ b` for `[.., m, k]` and `[.., k, n]` of one type and the same leading axes: `[.., m, n]`.
    /// Every element type; `f16` and `bf16` accumulate in `f32`, `bool` is or of ands.
    fn matmul(&self, a: View<'_, Self::Buffer>, b: View<'_, Self::Buffer>) -> Result<Self::Buffer>;

    /// `out = alpha * a @ b + beta * out` for matrices of one float or complex type, `out` row-major.
    fn gemm(
        &self,
        alpha: Scalar,
        a: View<'_, Self::Buffer>,
        b: View<'_, Self::Buffer>,
        beta: Scalar,
        out: Output<'_, Self::Buffer>,
    ) -> Result<()>;

    /// The sum of products of two vectors, the first conjugated if `conjugate`.
    fn dot(&self, a: View<'_, Self::Buffer>, b: View<'_, Self::Buffer>, conjugate: bool) -> Result<Self::Buffer> {
        if conjugate && a.dtype().is_complex() {
            let conjugated = defaults::conjugate(self, a)?;
            return self.dot(View::new(&conjugated, a.dtype(), &Layout::row_major(a.shape()))?, b, false);
        }
        let (row, column) = (a.layout().with_axis(0)?, b.layout().with_axis(1)?);
        self.matmul(a.with_layout(&row)?, b.with_layout(&column)?)
    }

    /// `a @ x` for a matrix and a vector.
    fn gemv(&self, a: View<'_, Self::Buffer>, x: View<'_, Self::Buffer>) -> Result<Self::Buffer> {
        let column = x.layout().with_axis(1)?;
        self.matmul(a, x.with_layout(&column)?)
    }

    /// Whether the product of an expression of so many rows with a matrix of so many columns, or with a vector, may be a reduction among
    /// other kernels, of which what is still to be computed of the operands, and what is made of the sums, are parts. Otherwise it is
    /// always [`matmul`](Self::matmul), [`dot`](Self::dot) or [`gemv`](Self::gemv). By default it may with a vector.
    fn fuses_product(&self, dtype: DType, rows: usize, columns: usize) -> bool {
        let _ = (dtype, rows);
        columns == 1
    }

    /// Products of pairs of matrices, all of one type, `[m, k]` and `[k, n]`; by default one after the other.
    fn matmul_many(&self, pairs: &[[View<'_, Self::Buffer>; 2]]) -> Result<Vec<Self::Buffer>> {
        pairs.iter().map(|&[left, right]| self.matmul(left, right)).collect()
    }

    /// Runs a kernel of which products are operands ([`Input::Product`](super::Input::Product)), by default after these.
    fn launch_epilogue(&self, args: LaunchArgs<'_, Self::Buffer>) -> Result<()> {
        args.after_products(|left, right| self.matmul(left, right), |args| self.launch(args))
    }

    /// Whether a kernel over the elements of a product of two matrices of this type had better be launched along with the product
    /// than after it.
    fn prefers_epilogue(&self, dtype: DType, left: &Layout, right: &Layout) -> bool {
        let _ = (dtype, left, right);
        false
    }
}

/// An LU factorisation with partial pivoting.
#[derive(Debug)]
pub struct LuFactors<Buf> {
    /// L (unit diagonal, below) and U (on and above the diagonal), `[.., m, n]`.
    pub factors: Buf,
    /// Row exchanged with row i (`i64`), `[.., min(m, n)]`.
    pub pivots: Buf,
}

/// A QR factorisation.
#[derive(Debug)]
pub struct QrFactors<Buf> {
    /// Orthonormal columns.
    pub q: Buf,
    /// Upper triangular.
    pub r: Buf,
}

/// A QR factorisation as reflections `I - tau v vᴴ`, whose product is Q: what LAPACK's `geqrf` gives.
#[derive(Debug)]
pub struct QrReflections<Buf> {
    /// For each matrix the transpose, `[n, m]`, of R on and above the diagonal, and below it the vectors, without their leading 1.
    pub h: Buf,
    /// The factors of the reflections, `[min(m, n)]`.
    pub tau: Buf,
}

/// A singular value decomposition.
#[derive(Debug)]
pub struct SvdFactors<Buf> {
    /// Left singular vectors as columns; `None` if only values were asked for.
    pub u: Option<Buf>,
    /// Singular values, descending, of the real type.
    pub s: Buf,
    /// Right singular vectors, conjugated, as rows.
    pub vt: Option<Buf>,
}

/// An eigendecomposition of a Hermitian matrix.
#[derive(Debug)]
pub struct EighFactors<Buf> {
    /// Eigenvalues, ascending, of the real type.
    pub values: Buf,
    /// Eigenvectors as columns; `None` if only values were asked for.
    pub vectors: Option<Buf>,
}

/// Eigenvalues of a matrix that need not be Hermitian.
#[derive(Debug)]
pub struct EigFactors<Buf> {
    /// Eigenvalues (`Complex128`); of a real matrix, those that are complex come in pairs, the positive imaginary part first.
    pub values: Buf,
    /// Eigenvectors as rows, of the matrix' type; of a pair of a real matrix the real and the imaginary parts of the first one.
    /// `None` if only values were asked for.
    pub vectors: Option<Buf>,
}

/// Dense factorisations of `f32`, `f64` and their complex types, over stacks of matrices
/// `[.., m, n]`. Results are row-major.
pub trait Solver: Memory {
    /// The lower triangular L with A = L Lᴴ; reads the lower triangle.
    fn cholesky(&self, a: View<'_, Self::Buffer>) -> Result<Self::Buffer>;

    /// P A = L U. A singular matrix is no error here: U has a zero on its diagonal.
    fn lu(&self, a: View<'_, Self::Buffer>) -> Result<LuFactors<Self::Buffer>>;

    /// x with A x = b for square A; `b` is `[.., n, k]`.
    fn solve(&self, a: View<'_, Self::Buffer>, b: View<'_, Self::Buffer>) -> Result<Self::Buffer>;

    /// The inverse of square A.
    fn inv(&self, a: View<'_, Self::Buffer>) -> Result<Self::Buffer> {
        let &[.., n, m] = a.shape() else { return Err(Error::value("inv", "expected a matrix")) };
        if n != m {
            return Err(Error::shape("inv", a.shape(), &[n, n]));
        }
        let ones = (0..n * n).map(|k| Scalar::from_f64(a.dtype(), if k % (n + 1) == 0 { 1.0 } else { 0.0 }));
        let identity = defaults::uploaded(self, a.dtype(), ones)?;
        let layout = Layout::row_major(&[n, n]).broadcast("inv", a.shape())?;
        self.solve(a, View::new(&identity, a.dtype(), &layout)?).map_err(|error| match error {
            Error::Singular { pivot, .. } => Error::Singular { op: "inv", pivot },
            other => other,
        })
    }

    /// x with T x = b for the lower or upper triangle T of `a`; `b` is `[.., n, k]`.
    fn solve_triangular(
        &self,
        a: View<'_, Self::Buffer>,
        b: View<'_, Self::Buffer>,
        lower: bool,
        unit_diagonal: bool,
    ) -> Result<Self::Buffer>;

    /// A = Q R: reduced (`[m, min]`, `[min, n]`), or complete (`[m, m]`, `[m, n]`).
    fn qr(&self, a: View<'_, Self::Buffer>, complete: bool) -> Result<QrFactors<Self::Buffer>>;

    /// The reflections of a QR factorisation, and R.
    ///
    /// # Errors
    /// [`Error::Value`](crate::Error::Value) from a backend that has none.
    fn qr_reflections(&self, a: View<'_, Self::Buffer>) -> Result<QrReflections<Self::Buffer>> {
        let _ = a;
        Err(crate::Error::value("qr_raw", "the backend has no reflections"))
    }

    /// A = U diag(s) Vᴴ: thin or full, or the values only.
    fn svd(&self, a: View<'_, Self::Buffer>, vectors: bool, full: bool) -> Result<SvdFactors<Self::Buffer>>;

    /// A = V diag(w) Vᴴ for a Hermitian matrix; reads the lower triangle.
    fn eigh(&self, a: View<'_, Self::Buffer>, vectors: bool) -> Result<EighFactors<Self::Buffer>>;

    /// What multiplies matrices in the host's memory, for algorithms that run there.
    fn host_blas(&self) -> &dyn HostBlas {
        &HostLoops
    }

    /// From how many rows on [`Solver::eig`] is to do what the host can do as well; `None` if it cannot.
    fn eig_from(&self) -> Result<Option<usize>> {
        Ok(None)
    }

    /// A V = V diag(w) for one square matrix of `f64` or `Complex128`, near 1 and balanced.
    fn eig(&self, a: View<'_, Self::Buffer>, vectors: bool) -> Result<EigFactors<Self::Buffer>> {
        let _ = (a, vectors);
        Err(Error::value("eig", "the device has no routine"))
    }

    /// The eigenvalues of each matrix of a stack, of any type, and the eigenvectors as rows, by a backend that remembers what these
    /// are computed from; `None` from any other one.
    fn eig_remembered(&self, a: View<'_, Self::Buffer>) -> Result<Option<EigFactors<Self::Buffer>>> {
        let _ = a;
        Ok(None)
    }
}

/// The sign of the exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FftDirection {
    Forward,
    Inverse,
}

/// Discrete Fourier transforms over any axes, of any length of at least 1. Plans are cached.
pub trait Transform: Memory {
    /// Complex to complex, times `scale`.
    fn c2c(
        &self,
        x: View<'_, Self::Buffer>,
        axes: &[usize],
        direction: FftDirection,
        scale: f64,
    ) -> Result<Self::Buffer>;

    /// Real to complex, times `scale`: the last of `axes` shrinks to n / 2 + 1.
    fn r2c(&self, x: View<'_, Self::Buffer>, axes: &[usize], scale: f64) -> Result<Self::Buffer>;

    /// Complex to real (inverse), times `scale`: the last of `axes` grows from n / 2 + 1 to `n`.
    fn c2r(&self, x: View<'_, Self::Buffer>, axes: &[usize], n: usize, scale: f64) -> Result<Self::Buffer>;
}
