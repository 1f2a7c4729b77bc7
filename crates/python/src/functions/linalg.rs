//! Products, factorisations and solutions.

use super::{axes, made};
use crate::DynArray;
use crate::array::NdArray;
use crate::convert::{Input, tuple};
use crate::error::run;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use xparray::linalg::{Cutoff, Einsum, MatrixRank, Optimize, Qr, QrMode, Svd};
use xparray::{Create, Cross, Norm, NormOrd};

type Matrix = fn(&DynArray) -> xparray::Result<DynArray>;
type Product = fn(&DynArray, &DynArray) -> xparray::Result<DynArray>;
type Pair = fn(&DynArray) -> xparray::Result<(DynArray, DynArray)>;

/// Functions of matrices, by name.
const MATRIX: &[(&str, Matrix)] = &[
    ("cholesky", |x| x.cholesky()),
    ("inv", |x| x.inv()),
    ("det", |x| x.det()),
    ("eigvals", |x| x.eigvals()),
    ("eigvalsh", |x| x.eigvalsh()),
    ("svdvals", |x| x.svdvals()),
];

/// Functions of two arrays, by name.
const PRODUCTS: &[(&str, Product)] = &[
    ("matmul", |x, y| x.matmul(y)),
    ("dot", |x, y| x.dot(y)),
    ("vdot", |x, y| x.vdot(y)),
    ("inner", |x, y| x.inner(y)),
    ("outer", |x, y| x.outer(y)),
    ("kron", |x, y| x.kron(y)),
    ("vecdot", |x, y| x.vecdot(y)),
    ("matvec", |x, y| x.matvec(y)),
    ("vecmat", |x, y| x.vecmat(y)),
    ("solve", |x, y| x.solve(y)),
];

/// Functions of matrices with two results, by name.
const PAIRS: &[(&str, Pair)] = &[("eig", |x| x.eig()), ("eigh", |x| x.eigh()), ("slogdet", |x| x.slogdet())];

fn named<T: Copy>(table: &[(&str, T)], name: &str) -> PyResult<T> {
    let found = table.iter().find(|(each, _)| *each == name).map(|(_, f)| *f);
    found.ok_or_else(|| PyValueError::new_err(format!("{name} is not a function of matrices")))
}

#[pyfunction]
fn matrix(py: Python<'_>, name: &str, x: Input) -> PyResult<NdArray> {
    let f = named(MATRIX, name)?;
    made(py, || f(&x.0))
}

#[pyfunction]
fn product(py: Python<'_>, name: &str, x: Input, y: Input) -> PyResult<NdArray> {
    let f = named(PRODUCTS, name)?;
    made(py, || f(&x.0, &y.0))
}

#[pyfunction]
fn factors<'py>(py: Python<'py>, name: &str, x: Input) -> PyResult<Bound<'py, PyTuple>> {
    let f = named(PAIRS, name)?;
    let (first, second) = run(py, || f(&x.0))?;
    tuple(py, [first, second])
}

#[pyfunction]
fn svd<'py>(py: Python<'py>, x: Input, full_matrices: bool) -> PyResult<Bound<'py, PyTuple>> {
    let (u, s, vh) = run(py, || x.0.svd_with(Svd::new().full_matrices(full_matrices)))?;
    tuple(py, [u, s, vh])
}

#[pyfunction]
fn qr<'py>(py: Python<'py>, x: Input, complete: bool) -> PyResult<Bound<'py, PyTuple>> {
    let mode = if complete { QrMode::Complete } else { QrMode::Reduced };
    let (q, r) = run(py, || x.0.qr_with(Qr::new().mode(mode)))?;
    tuple(py, [q, r])
}

#[pyfunction]
fn pinv(py: Python<'_>, x: Input, rcond: Option<f64>) -> PyResult<NdArray> {
    made(py, || match rcond {
        Some(rcond) => x.0.pinv_with(Cutoff::new().rcond(rcond)),
        None => x.0.pinv(),
    })
}

/// Solution, residuals, rank, singular values.
#[pyfunction]
fn lstsq<'py>(py: Python<'py>, a: Input, b: Input, rcond: Option<f64>) -> PyResult<Bound<'py, PyTuple>> {
    let found = run(py, || match rcond {
        Some(rcond) => a.0.lstsq_with(&b.0, Cutoff::new().rcond(rcond)),
        None => a.0.lstsq(&b.0),
    })?;
    let rank = run(py, || found.x.xp().full_of(xparray::DType::I64, (), found.rank as i64))?;
    tuple(py, [found.x, found.residuals, rank, found.singular_values])
}

#[pyfunction]
fn matrix_power(py: Python<'_>, x: Input, n: i32) -> PyResult<NdArray> {
    made(py, || x.0.matrix_power(n))
}

#[pyfunction]
fn matrix_rank(py: Python<'_>, x: Input, tol: Option<f64>, rtol: Option<f64>, hermitian: bool) -> PyResult<NdArray> {
    let mut options = MatrixRank::new().hermitian(hermitian);
    if let Some(tol) = tol {
        options = options.tol(tol);
    }
    if let Some(rtol) = rtol {
        options = options.rtol(rtol);
    }
    made(py, || x.0.matrix_rank_with(options))
}

/// What a name or number of a norm means.
enum Order {
    Named(NormOrd),
    Default,
}

impl<'py> FromPyObject<'_, 'py> for Order {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self::Default);
        }
        if let Ok(p) = object.extract::<f64>() {
            return Ok(Self::Named(NormOrd::P(p)));
        }
        match object.extract::<String>()?.as_str() {
            "fro" => Ok(Self::Named(NormOrd::Frobenius)),
            "nuc" => Ok(Self::Named(NormOrd::Nuclear)),
            other => Err(PyValueError::new_err(format!("Invalid norm order '{other}'"))),
        }
    }
}

#[pyfunction]
fn norm(py: Python<'_>, x: Input, axis: Option<Vec<isize>>, keepdims: bool, ord: Order) -> PyResult<NdArray> {
    let axes = axes(axis, keepdims);
    made(py, || match ord {
        Order::Named(ord) => x.0.norm_with(axes, Norm::new().ord(ord)),
        Order::Default => x.0.norm(axes),
    })
}

#[pyfunction]
fn cond(py: Python<'_>, x: Input, ord: Order) -> PyResult<NdArray> {
    made(py, || match ord {
        Order::Named(ord) => x.0.cond_with(Norm::new().ord(ord)),
        Order::Default => x.0.cond(),
    })
}

#[pyfunction]
fn cross(py: Python<'_>, x: Input, y: Input, axisa: isize, axisb: isize, axisc: isize) -> PyResult<NdArray> {
    made(py, || x.0.cross_with(&y.0, Cross::new().axisa(axisa).axisb(axisb).axisc(axisc)))
}

#[pyfunction]
fn tensordot(py: Python<'_>, x: Input, y: Input, first: Vec<isize>, second: Vec<isize>) -> PyResult<NdArray> {
    made(py, || x.0.tensordot(&y.0, (first.as_slice(), second.as_slice())))
}

#[pyfunction]
fn einsum(py: Python<'_>, subscripts: &str, operands: Vec<Input>) -> PyResult<NdArray> {
    let operands: Vec<_> = operands.iter().map(|operand| &operand.0).collect();
    let Some(first) = operands.first() else {
        return Err(PyValueError::new_err("einsum: no operands"));
    };
    made(py, || first.xp().einsum(subscripts, &operands))
}

/// The order of contractions, the operations that it takes and those of one loop over all axes.
#[pyfunction]
fn einsum_path(
    py: Python<'_>,
    subscripts: &str,
    shapes: Vec<Vec<usize>>,
    optimal: bool,
) -> PyResult<(Vec<(usize, usize)>, f64, f64)> {
    let optimize = if optimal { Optimize::Optimal } else { Optimize::Greedy };
    let shapes: Vec<&[usize]> = shapes.iter().map(Vec::as_slice).collect();
    let xp = crate::device::current()?;
    run(py, || {
        let path = xp.einsum_path(subscripts, &shapes, optimize)?;
        Ok((path.steps().collect(), path.operations(), path.naive_operations()))
    })
}

pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(matrix, module)?)?;
    module.add_function(wrap_pyfunction!(product, module)?)?;
    module.add_function(wrap_pyfunction!(factors, module)?)?;
    module.add_function(wrap_pyfunction!(svd, module)?)?;
    module.add_function(wrap_pyfunction!(qr, module)?)?;
    module.add_function(wrap_pyfunction!(pinv, module)?)?;
    module.add_function(wrap_pyfunction!(lstsq, module)?)?;
    module.add_function(wrap_pyfunction!(matrix_power, module)?)?;
    module.add_function(wrap_pyfunction!(matrix_rank, module)?)?;
    module.add_function(wrap_pyfunction!(norm, module)?)?;
    module.add_function(wrap_pyfunction!(cond, module)?)?;
    module.add_function(wrap_pyfunction!(cross, module)?)?;
    module.add_function(wrap_pyfunction!(tensordot, module)?)?;
    module.add_function(wrap_pyfunction!(einsum_path, module)?)?;
    module.add_function(wrap_pyfunction!(einsum, module)?)
}
