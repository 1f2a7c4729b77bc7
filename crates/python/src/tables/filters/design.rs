//! Filters with feedback, by the bands they pass.

use super::{C, Rational, Roots, rational, roots, sections};
use crate::tables::functions;
use crate::tables::words::{Gammatones, Kinds, Norms, Pairs, Rooted, Teeth};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use xparray::scipy::signal::{self, Band, Edges, Fractions, Gammatone, Prototype, Sos, Specification};

/// Which band passes: its kind, its edges, whether the filter is analog, and the sampling frequency.
struct Passed(Band);

impl<'py> FromPyObject<'_, 'py> for Passed {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (kind, edges, analog, fs): (String, Vec<f64>, bool, Option<f64>) = object.extract()?;
        let band = match (kind.as_str(), edges.as_slice()) {
            ("lowpass" | "low" | "lp" | "l", &[edge]) => Band::lowpass(edge),
            ("highpass" | "high" | "hp" | "h", &[edge]) => Band::highpass(edge),
            ("bandpass" | "band" | "pass" | "bp", &[low, high]) => Band::bandpass(low, high),
            ("bandstop" | "stop" | "bs", &[low, high]) => Band::bandstop(low, high),
            ("lowpass" | "low" | "lp" | "l" | "highpass" | "high" | "hp" | "h", _) => {
                return Err(PyValueError::new_err(
                    "Must specify a single critical frequency Wn for lowpass or highpass filter",
                ));
            }
            ("bandpass" | "band" | "pass" | "bp" | "bandstop" | "stop" | "bs", _) => {
                return Err(PyValueError::new_err(
                    "Wn must specify start and stop frequencies for bandpass or bandstop filter",
                ));
            }
            (other, _) => return Err(PyValueError::new_err(format!("'{other}' is an invalid bandtype for filter."))),
        };
        let band = fs.into_iter().fold(band, Band::fs);
        Ok(Self(if analog { band.analog() } else { band }))
    }
}

/// A prototype: its name, the ripples, and the norm of Bessel's.
struct Shape(Prototype);

impl<'py> FromPyObject<'_, 'py> for Shape {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (name, rp, rs, norm): (String, Option<f64>, Option<f64>, Norms) = object.extract()?;
        let needs = |what| PyValueError::new_err(format!("{what} must be provided to design a filter of type {name}."));
        Ok(Self(match name.as_str() {
            "butter" | "butterworth" => Prototype::Butter,
            "cheby1" | "chebyshev1" | "chebyshevi" => {
                Prototype::Cheby1 { rp: rp.ok_or_else(|| needs("passband ripple (rp)"))? }
            }
            "cheby2" | "chebyshev2" | "chebyshevii" => {
                Prototype::Cheby2 { rs: rs.ok_or_else(|| needs("stopband attenuation (rs)"))? }
            }
            "ellip" | "elliptic" | "cauer" => Prototype::Ellip {
                rp: rp.ok_or_else(|| needs("passband ripple (rp)"))?,
                rs: rs.ok_or_else(|| needs("stopband attenuation (rs)"))?,
            },
            "bessel" => Prototype::Bessel { norm: norm.0 },
            other => return Err(PyValueError::new_err(format!("'{other}' is not a valid basic IIR filter."))),
        }))
    }
}

/// What a filter is to do: the edges of what passes and of what stops, the losses there, whether it is analog, and the sampling frequency.
struct Wanted(Specification);

impl<'py> FromPyObject<'_, 'py> for Wanted {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        type Given = (Vec<f64>, Vec<f64>, f64, f64, bool, Option<f64>);
        let (wp, ws, gpass, gstop, analog, fs): Given = object.extract()?;
        let wanted = Specification::new(edges(&wp)?, edges(&ws)?, gpass, gstop);
        let wanted = fs.into_iter().fold(wanted, Specification::fs);
        Ok(Self(if analog { wanted.analog() } else { wanted }))
    }
}

fn edges(given: &[f64]) -> PyResult<Edges> {
    match *given {
        [edge] => Ok(Edges::One(edge)),
        [low, high] => Ok(Edges::Two(low, high)),
        _ => Err(PyValueError::new_err("wp and ws must have one or two elements each, and as many")),
    }
}

fn listed(edges: Edges) -> Vec<f64> {
    match edges {
        Edges::One(edge) => vec![edge],
        Edges::Two(low, high) => vec![low, high],
    }
}

fn parts(found: &Fractions) -> (Vec<C>, Vec<C>, Vec<f64>) {
    (found.r().to_vec(), found.p().to_vec(), found.k().to_vec())
}

/// Fractions: residues, poles and a polynomial.
type Partial = (Vec<C>, Vec<C>, Vec<f64>);

fn fractions((r, p, k): Partial) -> xparray::Result<Fractions> {
    Fractions::new(r, p, k)
}

functions! {
    band_stop_obj(passed: [f64; 2], stopped: [f64; 2], gpass: f64, gstop: f64, kind: Kinds) =
        signal::band_stop_obj(passed, stopped, gpass, gstop, kind.0);
    gammatone(freq: f64, kind: Gammatones, order: Option<usize>, numtaps: Option<usize>, fs: f64) = {
        let kind = match kind.0 {
            Gammatone::Fir { .. } => Gammatone::Fir { order: order.unwrap_or(4), numtaps },
            Gammatone::Iir => Gammatone::Iir,
        };
        signal::gammatone(freq, kind, fs).map(|found| rational(&found))
    };
    iircomb(w0: f64, q: f64, kind: Teeth, fs: f64, pass_zero: bool) =
        signal::iircomb(w0, q, kind.0, fs, pass_zero).map(|found| rational(&found));
    iirdesign(wanted: Wanted, kind: Kinds) = signal::iirdesign(wanted.0, kind.0).map(|found| roots(&found));
    iirfilter(n: usize, shape: Shape, band: Passed) = signal::iirfilter(n, shape.0, band.0).map(|found| roots(&found));
    iirnotch(w0: f64, q: f64, fs: f64) = signal::iirnotch(w0, q, fs).map(|found| rational(&found));
    iirpeak(w0: f64, q: f64, fs: f64) = signal::iirpeak(w0, q, fs).map(|found| rational(&found));
    invres(given: Partial, tol: f64) = signal::invres(&fractions(given)?, tol).map(|found| rational(&found));
    invresz(given: Partial, tol: f64) = signal::invresz(&fractions(given)?, tol).map(|found| rational(&found));
    order(wanted: Wanted, kind: Kinds) = {
        use xparray::scipy::signal::Approximation as A;
        let (n, band) = match kind.0 {
            A::Butter => signal::buttord(wanted.0)?,
            A::Cheby1 => signal::cheb1ord(wanted.0)?,
            A::Cheby2 => signal::cheb2ord(wanted.0)?,
            A::Ellip => signal::ellipord(wanted.0)?,
        };
        Ok((n, listed(band.edges())))
    };
    residue(ba: Rational, tol: f64) = signal::residue(&ba.form()?, tol).map(|found| parts(&found));
    residuez(ba: Rational, tol: f64) = signal::residuez(&ba.form()?, tol).map(|found| parts(&found));
    sos2tf(sos: Vec<[f64; 6]>) = signal::sos2tf(&Sos::new(sos)?).map(|found| rational(&found));
    sos2zpk(sos: Vec<[f64; 6]>) = signal::sos2zpk(&Sos::new(sos)?).map(|found| roots(&found));
    tf2sos(ba: Rational, pairing: Pairs) = signal::tf2sos(&ba.form()?, pairing.0).map(|found| sections(&found));
    tf2zpk(ba: Rational) = signal::tf2zpk(&ba.form()?).map(|found| roots(&found));
    unique_roots(p: Vec<C>, tol: f64, kind: Rooted) = Ok(signal::unique_roots(&p, tol, kind.0));
    zpk2sos(zpk: Roots, pairing: Pairs) = signal::zpk2sos(&zpk.form()?, pairing.0).map(|found| sections(&found));
    zpk2tf(zpk: Roots) = signal::zpk2tf(&zpk.form()?).map(|found| rational(&found));
}
