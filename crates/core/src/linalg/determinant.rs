//! Determinants, which have derivatives at singular matrices too.

use crate::array::DynArray;
use crate::array::elementwise::dyn_doc;
use crate::backend::Backend;
use crate::class::TypeClass;
use crate::error::Result;
use crate::graph::record;
use crate::ir::{BinaryOp, ReduceOp, UnaryOp};
use crate::{Ellipsis, NewAxis, SliceRange, s};

/// Up to this size a determinant is written out.
const FEW: usize = 3;

const OP: &str = "det";

/// The sign and the logarithm of the magnitude of the product of diagonals, the last axis, times signs.
fn sign_and_log<B: Backend>(diagonal: &DynArray<B>, signs: &DynArray<B>) -> Result<(DynArray<B>, DynArray<B>)> {
    let factors = diagonal.unary(UnaryOp::Sign)?.binary(BinaryOp::Mul, "slogdet", signs)?;
    let last = [factors.shape().len() - 1];
    let sign = DynArray::reduce(ReduceOp::Prod, 0, &[&factors], &last, None)?;
    let logs = diagonal.unary(UnaryOp::Abs)?.unary(UnaryOp::Log)?;
    Ok((sign, DynArray::reduce(ReduceOp::Sum, 0, &[&logs], &last, None)?))
}

impl<B: Backend> DynArray<B> {
    /// The diagonal of U, and the sign of the row exchanges.
    fn lu_diagonal(&self, op: &'static str) -> Result<(Self, Self)> {
        TypeClass::Field.check(op, self.dtype())?;
        let n = self.square_matrix(op)?;
        let (factors, pivots) = self.lu_factor()?;
        let moved = pivots.binary(BinaryOp::Ne, op, &Self::iota(self.xp(), &[n])?)?;
        let signs = Self::selected(&moved, &self.number(-1.0)?, &self.number(1.0)?)?;
        Ok((factors.matrix_diagonal()?, signs))
    }

    #[doc = dyn_doc!(det)]
    pub fn det(&self) -> Result<Self> {
        if !self.xp().remembers() || self.is_empty() {
            return self.det_by_lu();
        }
        let n = self.square_matrix(OP)?;
        // Of a batch the operand is followed all the same, so results are constants as well.
        let value = || self.detached()?.det_by_lu()?.detached();
        let unit = self.unit(n)?;
        let whole = |of_matrices: &Self| of_matrices.slice(s![Ellipsis, NewAxis, NewAxis]);
        // Of what the other formula is asked for, each one gets the unit matrix.
        if n <= FEW {
            let written = self.written_out(n)?;
            let known = written.unary(UnaryOp::IsFinite)?;
            let other = Self::selected(&whole(&known)?, &unit, self)?.det_by_lu()?;
            return Self::selected(&known, &value()?.with_slopes_of(&written)?, &other);
        }
        if !record::is_on() {
            let regular = self.det_by_lu()?;
            let zero = regular.detached()?.with_number(BinaryOp::Eq, 0.0)?;
            let axes: Vec<usize> = (0..zero.ndim()).collect();
            // Mostly no matrix is singular, which can be read but of a batch.
            if Self::reduce(ReduceOp::Any, 0, &[&zero], &axes, None)?.item().is_ok_and(|any| any.bytes() == [0]) {
                return Ok(regular);
            }
        }
        let singular = self.detached()?.lu_diagonal(OP)?.0.with_number(BinaryOp::Eq, 0.0)?;
        let singular = Self::reduce(ReduceOp::Any, 0, &[&singular], &[singular.ndim() - 1], None)?;
        let regular = Self::selected(&whole(&singular)?, &unit, self)?.det_by_lu()?;
        let other = Self::selected(&whole(&singular)?, self, &unit)?.det_by_svd(n)?;
        Self::selected(&singular, &value()?.with_slopes_of(&other)?, &regular)
    }

    fn det_by_lu(&self) -> Result<Self> {
        let (diagonal, signs) = self.lu_diagonal(OP)?;
        let factors = diagonal.binary(BinaryOp::Mul, OP, &signs)?;
        let last = [factors.ndim() - 1];
        let product = Self::reduce(ReduceOp::Prod, 0, &[&factors], &last, None)?;
        // A product that overflows or vanishes on the way is computed from the logarithms.
        let (sign, log) = sign_and_log(&diagonal, &signs)?;
        let by_logs = log.unary(UnaryOp::Exp)?.astype(self.dtype())?.binary(BinaryOp::Mul, OP, &sign)?;
        let whole = product.with_number(BinaryOp::Ne, 0.0)?;
        let fits = product.unary(UnaryOp::IsFinite)?.binary(BinaryOp::And, OP, &whole)?;
        Self::selected(&fits, &product, &by_logs)
    }

    /// The polynomial of the elements, of a small matrix.
    fn written_out(&self, n: usize) -> Result<Self> {
        let at = |i: usize, j: usize| self.slice(s![Ellipsis, i, j]);
        let minor = |[i, k]: [usize; 2], [j, l]: [usize; 2]| {
            at(i, j)?.multiply(&at(k, l)?)?.subtract(&at(i, l)?.multiply(&at(k, j)?)?)
        };
        match n {
            1 => at(0, 0),
            2 => minor([0, 1], [0, 1]),
            _ => {
                let first = at(0, 0)?.multiply(&minor([1, 2], [1, 2])?)?;
                let second = at(0, 1)?.multiply(&minor([1, 2], [0, 2])?)?;
                let third = at(0, 2)?.multiply(&minor([1, 2], [0, 1])?)?;
                first.subtract(&second)?.add(&third)
            }
        }
    }

    /// Between singular vectors, which are constants, a matrix is diagonal, but it changes everywhere. The smallest singular values may be zero: a
    /// polynomial of what is left of their part once the others are eliminated. If more are zero than the part has, so are all derivatives of up
    /// to that order.
    fn det_by_svd(&self, n: usize) -> Result<Self> {
        let (u, s, vt) = self.detached()?.svd()?;
        let (u, vt) = (u.detached()?, vt.detached()?);
        let middle = u.adjoint()?.matmul(self)?.matmul(&vt.adjoint()?)?;
        let k = n - FEW;
        let zero = s.slice(s![Ellipsis, ..k])?.with_number(BinaryOp::Eq, 0.0)?;
        let lost = Self::reduce(ReduceOp::Any, 0, &[&zero], &[zero.ndim() - 1], None)?;
        let ones = zero.slice(s![Ellipsis, NewAxis])?.astype(self.dtype())?.multiply(&self.unit(k)?)?;
        let part = |rows: SliceRange, columns: SliceRange| middle.slice(s![Ellipsis, rows, columns]);
        let large = part((..k).into(), (..k).into())?.add(&ones)?;
        let across = large.solve(&part((..k).into(), (k..).into())?)?;
        let rest = part((k..).into(), (k..).into())?.subtract(&part((k..).into(), (..k).into())?.matmul(&across)?)?;
        let turned = u.det_by_lu()?.multiply(&vt.det_by_lu()?)?;
        let value = large.det_by_lu()?.multiply(&rest.written_out(FEW)?)?.multiply(&turned)?;
        Self::selected(&lost, &value.zeros_like()?, &value)
    }

    /// The unit matrix.
    fn unit(&self, n: usize) -> Result<Self> {
        let row = Self::iota(self.xp(), &[n])?;
        row.reshaped(&[n, 1])?.binary(BinaryOp::Eq, OP, &row)?.astype(self.dtype())
    }

    /// The same value, with the derivatives of another array.
    fn with_slopes_of(&self, other: &Self) -> Result<Self> {
        self.add(&other.subtract(&other.detached()?)?)
    }

    #[doc = dyn_doc!(slogdet)]
    pub fn slogdet(&self) -> Result<(Self, Self)> {
        let (diagonal, signs) = self.lu_diagonal("slogdet")?;
        let (sign, log) = sign_and_log(&diagonal, &signs)?;
        Self::eval_all(&[&sign, &log])?;
        Ok((sign, log))
    }
}
