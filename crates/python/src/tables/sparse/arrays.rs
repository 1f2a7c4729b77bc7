//! What sparse matrices do: products, sums, functions of entries, reductions, parts.

use super::{Matrix, Sparse, each, elements, of_type, ordered};
use crate::DynArray;
use crate::convert::Input;
use crate::dtype::DTypeArg;
use crate::operand::Operand;
use crate::tables::functions;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::sparse::Csr;
use xparray::{Create, DType, Device, Result, Scalar, SparseElement};

/// Two matrices, the first with elements of the type to which both promote.
fn pair(a: &Matrix, b: &Matrix) -> Result<Matrix> {
    a.astype(a.dtype().promote(b.dtype()))
}

/// A matrix with elements of the type that it has beside a number or an array.
fn beside(a: &Matrix, other: &Operand) -> Result<Matrix> {
    a.astype(match other {
        Operand::Array(other) => a.dtype().promote(other.dtype()),
        Operand::Number(_) | Operand::Large(_) => a.dtype().promote_weak(other.dtype()),
    })
}

/// A comparison.
#[derive(Clone, Copy)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
}

impl<'py> FromPyObject<'_, 'py> for Relation {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(match object.extract::<String>()?.as_str() {
            "eq" => Self::Equal,
            "ne" => Self::NotEqual,
            "lt" => Self::Less,
            "gt" => Self::Greater,
            "le" => Self::LessEqual,
            "ge" => Self::GreaterEqual,
            other => return Err(PyValueError::new_err(format!("'{other}' is no comparison"))),
        })
    }
}

/// The comparison of a matrix with what the other side is.
macro_rules! compared {
    ($relation:expr, $a:ident, $x:ident, $other:expr) => {
        match $relation {
            Relation::Equal => each!(&$a, $x => $x.equal($other).map(Matrix::from)),
            Relation::NotEqual => each!(&$a, $x => $x.not_equal($other).map(Matrix::from)),
            Relation::Less => ordered!("less", &$a, $x => $x.less($other).map(Matrix::from)),
            Relation::Greater => ordered!("greater", &$a, $x => $x.greater($other).map(Matrix::from)),
            Relation::LessEqual => ordered!("less_equal", &$a, $x => $x.less_equal($other).map(Matrix::from)),
            Relation::GreaterEqual => ordered!("greater_equal", &$a, $x => $x.greater_equal($other).map(Matrix::from)),
        }
    };
}

/// The other matrix with elements of the type of the first one.
fn like<T: SparseElement>(_: &Csr<T, Device>, other: &Matrix) -> Result<Csr<T, Device>> {
    other.typed()
}

/// A number as an element of a matrix.
fn number_like<T: SparseElement>(_: &Csr<T, Device>, number: Scalar) -> T {
    number.get()
}

/// The one number of an operand.
fn number(other: &Operand) -> Result<Scalar> {
    match other {
        Operand::Number(number) => Ok(*number),
        Operand::Large(number) => Ok(Scalar::new(*number)),
        Operand::Array(array) => array.item(),
    }
}

fn product(a: &Matrix, x: &DynArray) -> Result<DynArray> {
    let dtype = a.dtype().promote(x.dtype());
    each!(&a.astype(dtype)?, a => Ok(a.matmul(&elements(x)?)?.into_dyn()))
}

functions! {
    abs(a: Sparse) = each!(&*a.0, a => a.abs().map(Matrix::from));
    add(a: Sparse, b: Sparse) = each!(&pair(&a.0, &b.0)?, x => x.add(&like(x, &b.0)?).map(Matrix::from));
    argmax(a: Sparse, axis: Option<isize>) = ordered!("argmax", &*a.0, a => a.argmax(axis));
    argmin(a: Sparse, axis: Option<isize>) = ordered!("argmin", &*a.0, a => a.argmin(axis));
    astype(a: Sparse, dtype: DTypeArg) = a.0.astype(dtype.0);
    bsr_parts(a: Sparse, blocksize: [usize; 2]) = each!(&*a.0, a => {
        let blocks = a.to_bsr(blocksize)?;
        Ok((blocks.data().clone().into_dyn(), blocks.indices().clone(), blocks.indptr()?))
    });
    compare(a: Sparse, relation: Relation, b: Sparse) = {
        let a = pair(&a.0, &b.0)?;
        compared!(relation, a, x, &like(x, &b.0)?)
    };
    compare_number(a: Sparse, relation: Relation, other: Operand) = {
        let (a, number) = (beside(&a.0, &other)?, number(&other)?);
        compared!(relation, a, x, number_like(x, number))
    };
    conj(a: Sparse) = each!(&*a.0, a => a.conj().map(Matrix::from));
    coo_parts(a: Sparse) = each!(&*a.0, a => {
        let entries = a.to_coo()?;
        Ok((entries.values().clone().into_dyn(), entries.row().clone(), entries.col().clone()))
    });
    count_nonzero(a: Sparse, axis: Option<isize>) = each!(&*a.0, a => a.count_nonzero(axis));
    csc_parts(a: Sparse) = each!(&*a.0, a => {
        let columns = a.to_csc()?;
        Ok((columns.values()?.into_dyn(), columns.indices()?, columns.indptr()?))
    });
    csr_parts(a: Sparse) = each!(&*a.0, a => Ok((a.values()?.into_dyn(), a.indices()?, a.indptr()?)));
    dia_parts(a: Sparse) = each!(&*a.0, a => {
        let diagonals = a.to_dia()?;
        let offsets: Vec<i64> = diagonals.offsets().iter().map(|&k| k as i64).collect();
        Ok((diagonals.data().clone().into_dyn(), offsets))
    });
    diagonal(a: Sparse, k: isize) = each!(&*a.0, a => Ok(a.diagonal(k)?.into_dyn()));
    divide(a: Sparse, other: Operand) =
        each!(&beside(&a.0, &other)?, a => a.divide(&other.borrowed()).map(Matrix::from));
    dtype(a: Sparse) = Ok(a.0.dtype());
    eliminate_zeros(a: Sparse) = each!(&*a.0, a => a.eliminate_zeros().map(Matrix::from));
    element(a: Sparse, row: i64, column: i64) =
        each!(&*a.0, a => a.xp().full_of(a.values()?.dtype(), (), Scalar::new(a.element(row, column)?)));
    imag(a: Sparse) = each!(&*a.0, a => a.imag().map(Matrix::from));
    matmul(a: Sparse, x: Input) = product(&a.0, &x.0);
    matmul_sparse(a: Sparse, b: Sparse) =
        each!(&pair(&a.0, &b.0)?, x => x.matmul_sparse(&like(x, &b.0)?).map(Matrix::from));
    max(a: Sparse, axis: Option<isize>) = ordered!("max", &*a.0, a => Ok(a.max(axis)?.into_dyn()));
    maximum(a: Sparse, b: Sparse) =
        ordered!("maximum", &pair(&a.0, &b.0)?, x => x.maximum(&like(x, &b.0)?).map(Matrix::from));
    maximum_number(a: Sparse, other: Operand) = {
        let number = number(&other)?;
        ordered!("maximum", &beside(&a.0, &other)?, x => x.maximum(number_like(x, number)).map(Matrix::from))
    };
    mean(a: Sparse, axis: Option<isize>) = each!(&*a.0, a => Ok(a.mean(axis)?.into_dyn()));
    min(a: Sparse, axis: Option<isize>) = ordered!("min", &*a.0, a => Ok(a.min(axis)?.into_dyn()));
    minimum(a: Sparse, b: Sparse) =
        ordered!("minimum", &pair(&a.0, &b.0)?, x => x.minimum(&like(x, &b.0)?).map(Matrix::from));
    minimum_number(a: Sparse, other: Operand) = {
        let number = number(&other)?;
        ordered!("minimum", &beside(&a.0, &other)?, x => x.minimum(number_like(x, number)).map(Matrix::from))
    };
    multiply(a: Sparse, other: Operand) =
        each!(&beside(&a.0, &other)?, a => a.multiply(&other.borrowed()).map(Matrix::from));
    multiply_sparse(a: Sparse, b: Sparse) =
        each!(&pair(&a.0, &b.0)?, x => x.multiply_sparse(&like(x, &b.0)?).map(Matrix::from));
    negative(a: Sparse) = each!(&*a.0, a => a.negative().map(Matrix::from));
    nnz(a: Sparse) = Ok(each!(&*a.0, a => a.nnz()));
    nonzero(a: Sparse) = each!(&*a.0, a => a.nonzero());
    power(a: Sparse, exponent: f64) = each!(&*a.0, a => a.power(exponent).map(Matrix::from));
    real(a: Sparse) = each!(&*a.0, a => a.real().map(Matrix::from));
    reshape(a: Sparse, shape: [usize; 2]) = each!(&*a.0, a => a.reshape(shape).map(Matrix::from));
    resize(a: Sparse, shape: [usize; 2]) = each!(&*a.0, a => a.resize(shape).map(Matrix::from));
    setdiag(a: Sparse, values: Operand, k: isize) = each!(&*a.0, a => {
        let mut a = a.clone();
        a.setdiag(&values.borrowed(), k)?;
        Ok(Matrix::from(a))
    });
    shape(a: Sparse) = Ok(a.0.shape().to_vec());
    subtract(a: Sparse, b: Sparse) = each!(&pair(&a.0, &b.0)?, x => x.subtract(&like(x, &b.0)?).map(Matrix::from));
    sum(a: Sparse, axis: Option<isize>) = each!(&*a.0, a => Ok(a.sum(axis)?.into_dyn()));
    take_columns(a: Sparse, columns: Input) = each!(&*a.0, a => a.take_columns(&columns.0).map(Matrix::from));
    take_rows(a: Sparse, rows: Input) = each!(&*a.0, a => a.take_rows(&rows.0).map(Matrix::from));
    to_dense(a: Sparse) = each!(&*a.0, a => Ok(a.to_dense()?.into_dyn()));
    trace(a: Sparse, k: isize) = each!(&*a.0, a => Ok(a.trace(k)?.into_dyn()));
    transpose(a: Sparse) = each!(&*a.0, a => a.transpose().map(Matrix::from));
    tril(a: Sparse, k: isize) = each!(&*a.0, a => a.tril(k).map(Matrix::from));
    triu(a: Sparse, k: isize) = each!(&*a.0, a => a.triu(k).map(Matrix::from));
    with_values(a: Sparse, values: Input) = each!(&*a.0, a => {
        of_type!(values.0.dtype(), T => a.with_values(&elements::<T>(&values.0)?).map(Matrix::from))
    });
}

impl crate::tables::given::Given for DType {
    fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(crate::dtype::object(py, self)?.into_bound(py).into_any())
    }
}
