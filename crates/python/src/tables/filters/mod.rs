//! Filters of signals: their forms, their design, their responses.

pub mod analog;
pub mod design;
pub mod fir;
pub mod response;

use num_complex::Complex;
use pyo3::prelude::*;
use xparray::Result;
use xparray::scipy::signal::{Ba, Sos, Zpk};

pub type C = Complex<f64>;

/// The coefficients of a numerator and a denominator, the highest power first.
pub struct Rational(pub Vec<f64>, pub Vec<f64>);

impl<'py> FromPyObject<'_, 'py> for Rational {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(|(b, a)| Self(b, a))
    }
}

impl Rational {
    pub fn form(self) -> Result<Ba> {
        Ba::new(self.0, self.1)
    }
}

/// Zeros, poles and a gain.
pub struct Roots(pub Vec<C>, pub Vec<C>, pub f64);

impl<'py> FromPyObject<'_, 'py> for Roots {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(|(z, p, k)| Self(z, p, k))
    }
}

impl Roots {
    pub fn form(self) -> Result<Zpk> {
        Zpk::new(self.0, self.1, self.2)
    }
}

/// A filter of any form: the name of the form, and its numbers.
pub enum Form {
    Rational(Rational),
    Roots(Roots),
    Sections(Vec<[f64; 6]>),
}

impl<'py> FromPyObject<'_, 'py> for Form {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (name, numbers): (String, Bound<'py, PyAny>) = object.extract()?;
        match name.as_str() {
            "ba" => numbers.extract().map(Self::Rational),
            "zpk" => numbers.extract().map(Self::Roots),
            _ => numbers.extract().map(Self::Sections),
        }
    }
}

/// What holds of a filter of each form.
macro_rules! each {
    ($form:expr, $filter:ident => $value:expr) => {
        match $form {
            Form::Rational(given) => {
                let $filter = given.form()?;
                $value
            }
            Form::Roots(given) => {
                let $filter = given.form()?;
                $value
            }
            Form::Sections(given) => {
                let $filter = xparray::scipy::signal::Sos::new(given)?;
                $value
            }
        }
    };
}
use each;

/// The numbers of a filter.
pub fn rational(ba: &Ba) -> (Vec<f64>, Vec<f64>) {
    (ba.b().to_vec(), ba.a().to_vec())
}

pub fn roots(zpk: &Zpk) -> (Vec<C>, Vec<C>, f64) {
    (zpk.z().to_vec(), zpk.p().to_vec(), zpk.k())
}

pub fn sections(sos: &Sos) -> Vec<Vec<f64>> {
    sos.sections().iter().map(|section| section.to_vec()).collect()
}
