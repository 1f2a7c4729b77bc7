//! Between state spaces and transfer functions, in falling powers.

use super::state_space::StateSpace;
use crate::linalg::Matrix;
use crate::signal::design::{Ba, Coefficient, Zpk, normalize, tf2zpk, zpk2tf};
use xparray_core::{Error, Result};

/// A state space of a transfer function: the controller canonical form.
///
/// ```
/// use xparray::scipy::signal::{Ba, tf2ss};
/// let ss = tf2ss(&Ba::new([1.0, 3.0, 3.0], [1.0, 2.0, 1.0])?)?;
/// assert_eq!((ss.a(), ss.c(), ss.d()), (&[-2.0, -1.0, 1.0, 0.0][..], &[1.0, 2.0][..], &[1.0][..]));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if the numerator has a higher degree than the denominator.
pub fn tf2ss<T: Coefficient>(ba: &Ba<T>) -> Result<StateSpace<T>> {
    let ba = normalize(ba.b(), ba.a())?;
    let n = ba.a().len() - 1;
    let Some(missing) = ba.a().len().checked_sub(ba.b().len()) else {
        return Err(Error::value("tf2ss", "the numerator has a higher degree than the denominator"));
    };
    let one_if = |holds: bool| T::real(if holds { 1.0 } else { 0.0 });
    let b = |k: usize| if k < missing { T::real(0.0) } else { ba.b()[k - missing] };
    let a = |i: usize, j: usize| if i == 0 { -ba.a()[j + 1] } else { one_if(i == j + 1) };
    StateSpace::of(
        Matrix::from_fn(n, n, a),
        Matrix::from_fn(n, 1, |i, _| one_if(i == 0)),
        Matrix::from_fn(1, n, |_, j| b(j + 1) - b(0) * ba.a()[j + 1]),
        Matrix::from_fn(1, 1, |_, _| b(0)),
    )
}

/// The transfer functions from an input to all outputs. Coefficients that are differences of equal numbers but for roundings are 0.
///
/// ```
/// use xparray::scipy::signal::{StateSpace, ss2tf};
/// let ss = StateSpace::new(&[&[-2.0, -1.0], &[1.0, 0.0]], &[&[1.0], &[0.0]], &[&[1.0, 2.0]], &[&[1.0]])?;
/// let ba = &ss2tf(&ss, 0)?[0];
/// assert!(ba.b().iter().zip([1.0, 3.0, 3.0]).all(|(x, y)| (x - y).abs() < 1e-14));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Index`] if there is no such input; [`Error::Value`] if eigenvalues are not found.
pub fn ss2tf<T: Coefficient>(ss: &StateSpace<T>, input: usize) -> Result<Vec<Ba<T>>> {
    const OP: &str = "ss2tf";
    if input >= ss.inputs() {
        return Err(Error::Index { op: OP, index: input as i64, len: ss.inputs() });
    }
    let characteristic = |a: Matrix<T>| T::with_roots(OP, &T::eigenvalues(OP, a)?);
    let den = characteristic(ss.a.clone())?;
    let n = ss.states();
    let output = |k: usize| {
        // det(s - a + b c) - det(s - a) is c adj(s - a) b.
        let fed_back = Matrix::from_fn(n, n, |i, j| ss.a[i][j] - ss.b[i][input] * ss.c[k][j]);
        let direct = ss.d[k][input];
        let fed_back = characteristic(fed_back)?;
        let numerator = fed_back.iter().zip(&den).map(|(&x, &y)| {
            let difference = x - y;
            let rounding = 8.0 * (n as f64 + 1.0) * f64::EPSILON * x.size().max(y.size());
            direct * y + if difference.size() <= rounding { T::real(0.0) } else { difference }
        });
        Ba::of(numerator.collect(), den.clone())
    };
    (0..ss.outputs()).map(output).collect()
}

/// A state space of zeros, poles and a gain: that of their transfer function.
///
/// ```
/// use xparray::scipy::signal::{Band, butter, zpk2ss};
/// assert_eq!(zpk2ss(&butter(3, Band::lowpass(1.0).analog())?)?.states(), 3);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if there are more zeros than poles, or, of a real gain, a complex one without its conjugate.
pub fn zpk2ss<T: Coefficient>(zpk: &Zpk<T>) -> Result<StateSpace<T>> {
    tf2ss(&zpk2tf(zpk)?)
}

/// The zeros, poles and gain from an input to the output, of which there is one.
///
/// ```
/// use xparray::scipy::signal::{StateSpace, ss2zpk};
/// let zpk = ss2zpk(&StateSpace::new(&[&[-0.5]], &[&[2.0]], &[&[1.0]], &[])?, 0)?;
/// assert_eq!((zpk.p()[0].re, zpk.k()), (-0.5, 2.0));
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`ss2tf`], and [`Error::Value`] for several outputs.
pub fn ss2zpk<T: Coefficient>(ss: &StateSpace<T>, input: usize) -> Result<Zpk<T>> {
    match &ss2tf(ss, input)?[..] {
        [ba] => tf2zpk(ba),
        all => Err(Error::value("ss2zpk", format!("{} outputs, not one", all.len()))),
    }
}
