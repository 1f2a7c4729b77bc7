//! Operands: arrays, and numbers of Python, which are weak.

use crate::DynArray;
use crate::convert::{Source, asarray, check_range, number_as, too_large, weak_number};
use crate::error::{exception, run, run_now};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use xparray::{ArrayOrNumber, Create, DType, Device, Kind, Scalar, Ufunc};

/// An operand of a function.
pub enum Operand {
    /// An array.
    Array(DynArray),
    /// A number of Python.
    Number(Scalar),
    /// An integer of Python of more than 64 bits, as the float that it is beside floats.
    Large(f64),
}

impl<'py> FromPyObject<'_, 'py> for Operand {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match weak_number(&object) {
            Ok(Some(number)) => Ok(Self::Number(number)),
            Ok(None) => asarray(&object, &Source::default()).map(Self::Array),
            Err(_) if object.is_instance_of::<PyInt>() => object.extract().map(Self::Large),
            Err(error) => Err(error),
        }
    }
}

impl Operand {
    /// As the library takes it.
    pub fn borrowed(&self) -> ArrayOrNumber<'_, Device> {
        match self {
            Self::Array(array) => ArrayOrNumber::Array(array),
            Self::Number(number) => ArrayOrNumber::Scalar(*number),
            Self::Large(number) => ArrayOrNumber::Scalar(Scalar::new(*number)),
        }
    }

    /// As it is beside elements of a type: large integers are floats there, or refused.
    fn beside(self, dtype: Option<DType>) -> PyResult<Self> {
        match self {
            Self::Large(number) if dtype.is_some_and(|dtype| dtype.is_float() || dtype.is_complex()) => {
                Ok(Self::Number(Scalar::new(number)))
            }
            Self::Large(number) => Err(too_large(number)),
            other => Ok(other),
        }
    }

    /// The number, if it is none of an integer type, which is `int64` for truth values.
    pub fn outside(&self, dtype: DType) -> Option<f64> {
        let dtype = if dtype == DType::Bool { DType::I64 } else { dtype };
        match self {
            Self::Number(number) if check_range(*number, dtype).is_err() => Some(number.get()),
            Self::Large(number) if dtype.is_integer() => Some(*number),
            _ => None,
        }
    }

    /// As an array; a number beside `other` is of the type that it has there.
    pub fn to_array(&self, other: Option<&DynArray>) -> PyResult<DynArray> {
        match (self, other) {
            (Self::Array(array), _) => Ok(array.clone()),
            (Self::Number(number), Some(other)) => {
                let dtype = other.dtype().promote_weak(number.dtype());
                check_range(*number, dtype)?;
                other.xp().full_of(dtype, (), *number).map_err(exception)
            }
            (Self::Number(number), None) => {
                crate::device::current()?.full_of(number.dtype(), (), *number).map_err(exception)
            }
            (Self::Large(number), Some(other)) => {
                Self::Large(*number).beside(Some(other.dtype()))?.to_array(Some(other))
            }
            (Self::Large(number), None) => Self::Number(Scalar::new(*number)).to_array(None),
        }
    }

    /// As an array of an element type; a number becomes one of a device.
    pub fn to_type(&self, py: Python<'_>, dtype: DType, device: &Device) -> PyResult<DynArray> {
        match self {
            Self::Array(array) => run(py, || array.astype(dtype)),
            Self::Number(number) => {
                let number = number_as(*number, dtype)?;
                run_now(|| device.full_of(dtype, (), number))
            }
            Self::Large(number) => Self::Large(*number).beside(Some(dtype))?.to_type(py, dtype, device),
        }
    }

    /// The device of several operands: that of the first array, else the current one.
    pub fn device(operands: &[Self]) -> PyResult<Device> {
        operands.iter().find_map(Self::array).map_or_else(crate::device::current, |array| Ok(array.xp().clone()))
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        matches!(self, Self::Array(_))
    }

    /// The element type, or that of the number.
    pub fn dtype(&self) -> DType {
        match self {
            Self::Array(array) => array.dtype(),
            Self::Number(number) => number.dtype(),
            Self::Large(_) => DType::F64,
        }
    }

    pub fn array(&self) -> Option<&DynArray> {
        match self {
            Self::Array(array) => Some(array),
            Self::Number(_) | Self::Large(_) => None,
        }
    }
}

/// The two operands of a function as it takes them: an array, and an array or a number.
pub fn pair(left: Operand, right: Operand) -> PyResult<(DynArray, Operand)> {
    let first = left.to_array(right.array())?;
    let right = right.beside(Some(first.dtype()))?;
    if let Operand::Number(number) = right {
        check_range(number, first.dtype().promote_weak(number.dtype()))?;
    }
    Ok((first, right))
}

/// Operands of which an integer of Python that the other one's type does not have is a float.
pub fn widened(operands: [Operand; 2]) -> [Operand; 2] {
    let Some(dtype) = operands.iter().find_map(Operand::array).map(DynArray::dtype) else { return operands };
    operands.map(|operand| operand.outside(dtype).map_or(operand, |number| Operand::Number(Scalar::new(number))))
}

/// Refuses integers to the power of negative ones, which are no integers.
pub fn check_exponents(py: Python<'_>, function: Ufunc, left: DType, right: &Operand) -> PyResult<()> {
    let Some(exponents) = right.array().filter(|_| function == Ufunc::Power) else { return Ok(()) };
    let signed = exponents.dtype().kind() == Kind::Signed && left.promote(exponents.dtype()).kind() == Kind::Signed;
    let negative = || Ufunc::Less.call(exponents, 0)?.any(..)?.item();
    match signed && run(py, negative)?.get() {
        true => Err(PyValueError::new_err("Integers to negative integer powers are not allowed.")),
        false => Ok(()),
    }
}

/// A function of two operands.
pub fn call(py: Python<'_>, function: Ufunc, left: Operand, right: Operand) -> PyResult<DynArray> {
    if let Some(array) = plain(function, &left, &right) {
        return run_now(|| function.call(array, &right.borrowed()));
    }
    if let Some((array, value)) = beyond(function, &left, &right) {
        return run(py, || array.xp().full_of(DType::Bool, array.shape(), value));
    }
    let [left, right] = in_floats(function, [left, right])?;
    let (mut left, right) = pair(left, right)?;
    if counts_truth(function) && left.dtype() == DType::Bool && right.dtype() == DType::Bool {
        left = run(py, || left.astype(DType::I8))?;
    }
    check_exponents(py, function, left.dtype(), &right)?;
    let work = || function.call(&left, &right.borrowed());
    let computed = left.is_computed() && right.array().is_none_or(DynArray::is_computed);
    if computed && is_one_operation(function) { run_now(work) } else { run(py, work) }
}

/// The first operand of what is one operation at once, of a computed array and another one of its type, or a float beside floats: nothing is
/// to be converted or found out.
fn plain<'a>(function: Ufunc, left: &'a Operand, right: &Operand) -> Option<&'a DynArray> {
    let array = left.array().filter(|array| is_one_operation(function) && array.is_computed())?;
    let fits = match right {
        Operand::Array(other) => other.dtype() == array.dtype() && other.is_computed(),
        Operand::Number(number) => number.dtype() == DType::F64 && array.dtype().is_float(),
        Operand::Large(_) => false,
    };
    fits.then_some(array)
}

/// Whether a function compares, and gives truth values.
pub fn is_predicate(function: Ufunc) -> bool {
    use Ufunc::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    matches!(function, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
}

/// Operands of which an integer of Python that the other one's type does not have is a float, if the function takes integers as floats.
fn in_floats(function: Ufunc, operands: [Operand; 2]) -> PyResult<[Operand; 2]> {
    use Ufunc::*;
    let mut dtypes = operands.iter().filter_map(Operand::array).map(DynArray::dtype);
    let Some(dtype) = dtypes.next() else { return Ok(operands) };
    let floats = match function {
        Divide | LogicalAnd | LogicalOr | LogicalXor => return Ok(widened(operands)),
        // Numbers would be of the array's type before they are raised otherwise.
        FloatPower => dtype.promote(DType::F64),
        Arctan2 | Copysign | Heaviside | Hypot | Logaddexp | Logaddexp2 | Nextafter => match dtypes.next() {
            // Of two types of integers, the floats are those that either would have.
            Some(other) if other != dtype && is_whole(dtype) && is_whole(other) => dtype.float().promote(other.float()),
            Some(_) => return Ok(operands),
            // The floats are those of the array, whatever the number.
            None if operands.iter().all(|operand| operand.outside(dtype).is_none()) => return Ok(operands),
            None if dtype == DType::Bool => DType::F64,
            None => dtype.float(),
        },
        _ => return Ok(operands),
    };
    let [left, right] = widened(operands).map(|operand| match operand {
        Operand::Array(array) if function == FloatPower => {
            array.astype(array.dtype().promote(floats)).map(Operand::Array).map_err(exception)
        }
        Operand::Array(array) => array.astype(floats).map(Operand::Array).map_err(exception),
        other => Ok(other),
    });
    Ok([left?, right?])
}

/// Whether elements are integers or truth values.
pub fn is_whole(dtype: DType) -> bool {
    dtype.is_integer() || dtype == DType::Bool
}

/// The array of integers that is compared with a number, and what the comparison is for all of them, if its type does not have the number.
fn beyond<'a>(function: Ufunc, left: &'a Operand, right: &'a Operand) -> Option<(&'a DynArray, bool)> {
    use Ufunc::{Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let (array, number, reversed) = match (left, right) {
        (Operand::Array(array), number) => (array, number, false),
        (number, Operand::Array(array)) => (array, number, true),
        _ => return None,
    };
    let number = number.outside(array.dtype()).filter(|_| is_predicate(function))?;
    // Whether the array's elements are the smaller side.
    let smaller = number > 0.0;
    let value = match function {
        Less | LessEqual => smaller != reversed,
        Greater | GreaterEqual => smaller == reversed,
        other => other == NotEqual,
    };
    Some((array, value))
}

/// Whether a function takes truth values for integers, as NumPy does, of `int8`.
fn counts_truth(function: Ufunc) -> bool {
    use Ufunc::{FloorDivide, Fmod, LeftShift, Power, Remainder, RightShift};
    matches!(function, FloorDivide | Fmod | LeftShift | Power | Remainder | RightShift)
}

/// Whether a function of computed arrays is one deferred operation, behind conversions at most: for that nothing is computed.
fn is_one_operation(function: Ufunc) -> bool {
    use Ufunc::*;
    let arithmetic = matches!(
        function,
        Add | Subtract | Multiply | Divide | Maximum | Minimum | BitwiseAnd | BitwiseOr | BitwiseXor
    );
    arithmetic || matches!(function, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
}
