//! Python's operators.

use crate::DynArray;
use crate::array::{NdArray, read};
use crate::convert::to_python;
use crate::dtype::name;
use crate::error::run;
use crate::operand::{Operand, call};
use crate::order::keeping;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use xparray::{Casting, Create, DType, Ufunc};

/// Two operands in Python's order.
fn operate<'py>(
    array: &NdArray,
    other: &Bound<'py, PyAny>,
    function: Ufunc,
    reversed: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = other.py();
    if function == Ufunc::Multiply && array.repeats(other) {
        return Ok(py.NotImplemented().into_bound(py));
    }
    let operand = match other.extract::<Operand>() {
        // Perhaps the other object knows what to do.
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            return Ok(py.NotImplemented().into_bound(py));
        }
        operand => operand?,
    };
    let this = Operand::Array(array.value(py)?);
    let (left, right) = if reversed { (operand, this) } else { (this, operand) };
    let other = other.cast::<NdArray>().ok().map(Bound::get);
    let operands = std::iter::once(array).chain(other);
    Ok(Bound::new(py, keeping(py, operands, call(py, function, left, right)?)?)?.into_any())
}

/// `array op= other`: the elements are written, so their type stays.
fn assign(array: &NdArray, other: &Bound<'_, PyAny>, function: Ufunc) -> PyResult<()> {
    let py = other.py();
    let result = call(py, function, Operand::Array(array.value(py)?), other.extract()?)?;
    if result.shape() != array.shape() {
        let (found, expected) = (result.shape(), array.shape());
        return Err(PyValueError::new_err(format!(
            "non-broadcastable output operand with shape {expected:?} doesn't match the broadcast shape {found:?}"
        )));
    }
    check_casting(&result, array, Casting::SameKind)?;
    array.write(py, result)
}

/// An array that an operator in place has changed. A number it leaves: then Python asks the operator that makes another one.
fn changed<'py>(
    slf: &Bound<'py, NdArray>,
    change: impl FnOnce(&NdArray) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    if slf.get().is_number() {
        return Ok(slf.py().NotImplemented().into_bound(slf.py()));
    }
    change(slf.get())?;
    Ok(slf.clone().into_any())
}

/// Refuses elements that would lose more than a rule allows where they are written.
pub fn check_casting(values: &DynArray, array: &NdArray, casting: Casting) -> PyResult<()> {
    let (from, to) = (values.dtype(), array.element_type());
    if from.can_cast_with(to, casting) {
        return Ok(());
    }
    let (from, to, rule) = (name(from), name(to), casting_name(casting));
    Err(PyTypeError::new_err(format!("cannot cast from {from} to {to} with casting rule '{rule}'")))
}

/// NumPy's name of a rule.
pub fn casting_name(casting: Casting) -> &'static str {
    match casting {
        Casting::No => "no",
        Casting::Safe => "safe",
        Casting::SameKind => "same_kind",
        Casting::Unsafe => "unsafe",
    }
}

impl NdArray {
    /// Whether an object is repeated so many times, as Python's lists are by NumPy's integers.
    fn repeats(&self, other: &Bound<'_, PyAny>) -> bool {
        let is_sequence = other.is_instance_of::<PyList>() || other.is_instance_of::<PyTuple>();
        is_sequence && self.is_number() && self.element_type().is_integer()
    }
}

/// The one element of an array without axes.
fn item<'py>(array: &NdArray, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    if !array.shape().is_empty() {
        return Err(PyTypeError::new_err("only 0-dimensional arrays can be converted to Python scalars"));
    }
    let value = array.value(py)?;
    to_python(py, read(py, &value, DynArray::item)?)
}

// Operators in place are methods with names of the module's own (`_iadd`), which Python's names (`__iadd__`) are given to there: the
// functions of such names that can be written here give the array back in every case.
#[pymethods]
impl NdArray {
    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Add, false)
    }
    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Add, true)
    }
    fn _iadd<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::Add))
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Subtract, false)
    }
    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Subtract, true)
    }
    fn _isub<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::Subtract))
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Multiply, false)
    }
    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Multiply, true)
    }
    fn _imul<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::Multiply))
    }

    fn __truediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Divide, false)
    }
    fn __rtruediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Divide, true)
    }
    fn _itruediv<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::Divide))
    }

    fn __floordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::FloorDivide, false)
    }
    fn __rfloordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::FloorDivide, true)
    }
    fn _ifloordiv<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::FloorDivide))
    }

    fn __mod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Remainder, false)
    }
    fn __rmod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Remainder, true)
    }
    fn _imod<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::Remainder))
    }

    fn __pow__<'py>(&self, other: &Bound<'py, PyAny>, modulo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        match modulo.is_none() {
            true => operate(self, other, Ufunc::Power, false),
            false => Ok(other.py().NotImplemented().into_bound(other.py())),
        }
    }
    fn __rpow__<'py>(&self, other: &Bound<'py, PyAny>, _modulo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::Power, true)
    }
    fn _ipow<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::Power))
    }

    fn __and__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::BitwiseAnd, false)
    }
    fn __rand__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::BitwiseAnd, true)
    }
    fn _iand<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::BitwiseAnd))
    }

    fn __or__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::BitwiseOr, false)
    }
    fn __ror__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::BitwiseOr, true)
    }
    fn _ior<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::BitwiseOr))
    }

    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::BitwiseXor, false)
    }
    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::BitwiseXor, true)
    }
    fn _ixor<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::BitwiseXor))
    }

    fn __lshift__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::LeftShift, false)
    }
    fn __rlshift__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::LeftShift, true)
    }
    fn _ilshift<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::LeftShift))
    }

    fn __rshift__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::RightShift, false)
    }
    fn __rrshift__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operate(self, other, Ufunc::RightShift, true)
    }
    fn _irshift<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| assign(array, other, Ufunc::RightShift))
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let function = match op {
            CompareOp::Lt => Ufunc::Less,
            CompareOp::Le => Ufunc::LessEqual,
            CompareOp::Eq => Ufunc::Equal,
            CompareOp::Ne => Ufunc::NotEqual,
            CompareOp::Gt => Ufunc::Greater,
            CompareOp::Ge => Ufunc::GreaterEqual,
        };
        // No element is such an object.
        if matches!(op, CompareOp::Eq | CompareOp::Ne) && (other.is_none() || other.is_instance_of::<PyString>()) {
            let (py, shape) = (other.py(), self.shape());
            let (device, differs) = (self.device_of(py)?, matches!(op, CompareOp::Ne));
            let value = run(py, || device.full_of(DType::Bool, shape, differs))?;
            return Ok(Bound::new(py, NdArray::new(value))?.into_any());
        }
        operate(self, other, function, false)
    }

    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        multiply(self, other, false)
    }
    fn __rmatmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        multiply(self, other, true)
    }
    fn _imatmul<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        changed(slf, |array| {
            let product = multiply(array, other, false)?;
            let product = product.cast::<Self>()?.get();
            if product.shape() != array.shape() {
                let message = "the product has another shape than the array that is assigned to";
                return Err(PyValueError::new_err(message));
            }
            let value = product.value(other.py())?;
            check_casting(&value, array, Casting::SameKind)?;
            array.write(other.py(), value)
        })
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        let value = self.value(py)?;
        keeping(py, std::iter::once(self), run(py, || value.negative())?)
    }
    fn __pos__(&self, py: Python<'_>) -> PyResult<Self> {
        let value = self.value(py)?;
        keeping(py, std::iter::once(self), run(py, || value.positive())?)
    }
    fn __abs__(&self, py: Python<'_>) -> PyResult<Self> {
        let value = self.value(py)?;
        keeping(py, std::iter::once(self), run(py, || value.absolute())?)
    }
    fn __invert__(&self, py: Python<'_>) -> PyResult<Self> {
        let value = self.value(py)?;
        keeping(py, std::iter::once(self), run(py, || value.invert())?)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        if self.layout().len() != 1 {
            return Err(PyValueError::new_err(
                "The truth value of an array with other than one element is ambiguous. Use a.any() or a.all()",
            ));
        }
        let value = self.value(py)?;
        Ok(read(py, &value, DynArray::item)?.get())
    }
    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<pyo3::types::PyInt>().call1((item(self, py)?,))
    }
    fn __float__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<pyo3::types::PyFloat>().call1((item(self, py)?,))
    }
    fn __complex__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.get_type::<pyo3::types::PyComplex>().call1((item(self, py)?,))
    }
    fn __index__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.element_type().is_integer() {
            true => item(self, py),
            false => Err(PyTypeError::new_err("only integer scalar arrays can be converted to a scalar index")),
        }
    }
}

/// A matrix product in Python's order.
fn multiply<'py>(array: &NdArray, other: &Bound<'py, PyAny>, reversed: bool) -> PyResult<Bound<'py, PyAny>> {
    let py = other.py();
    let other = match other.extract::<Operand>() {
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            return Ok(py.NotImplemented().into_bound(py));
        }
        other => other?,
    };
    let Operand::Array(other) = other else {
        return Err(PyValueError::new_err("matmul: a number has no axis to sum over; use * instead"));
    };
    let this = array.value(py)?;
    let (left, right) = if reversed { (other, this) } else { (this, other) };
    Ok(Bound::new(py, NdArray::new(run(py, || left.matmul(&right))?))?.into_any())
}
