//! The exponential of a matrix.

use super::scaling::{corrected, halvings, of_diagonal, triangle};
use crate::field;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// The exponential of a square matrix, or of each one of a stack: by scaling, a rational approximation of degree 3 to 13, and squaring
/// (Higham, SIAM J. Matrix Anal. Appl. 26, 2005; Al-Mohy and Higham, 31, 2009). It waits for the norms. Of a matrix with NaN or infinities all is NaN.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::expm;
/// let turn = xp.array([[0.0, -1.0], [1.0, 0.0]])?.multiply(std::f64::consts::PI)?;
/// assert!(expm(&turn)?.add(&xp.eye::<f64>(2)?)?.abs()?.max(..)?.typed::<f64>()?.item()? < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Shape`] unless the matrices are square; [`Error::DType`] for truth values.
pub fn expm<B: Backend>(a: &impl AnyArray<B>) -> Result<DynArray<B>> {
    const OP: &str = "expm";
    let a = a.as_dyn();
    TypeClass::Number.check(OP, a.dtype())?;
    match a.shape() {
        &[.., m, n] if m == n => {}
        shape => return Err(Error::shape(OP, shape, &[])),
    }
    let dtype = a.dtype().float();
    let a = field(a)?;
    if a.is_empty() {
        return a.astype(dtype);
    }
    // How it is computed is a constant of derivatives.
    let norms = a.detached()?.abs()?.sum(keepdims(-2))?.max(keepdims(-1))?.astype(DType::F64)?;
    let finite = norms.isfinite()?;
    let norms = finite.where_(&norms, 0.0)?;
    let a = finite.where_(&a, 0)?.astype(a.dtype())?;
    let largest = norms.max(..)?.typed::<f64>()?.item()?;
    let single = matches!(a.dtype(), DType::F32 | DType::Complex64);
    let degrees: &[(f64, &[f64])] = if single { &SINGLE } else { &DOUBLE };
    let fits = degrees.iter().find(|(bound, _)| largest <= *bound);
    let result = match (fits, degrees.last()) {
        (Some((_, coefficients)), _) => rational(&a, coefficients)?,
        (None, Some((bound, coefficients))) => {
            // Each matrix is halved and squared as often as it asks for itself.
            let halvings = halvings(&a.detached()?, &norms, *bound, coefficients.len() as u32 - 1)?;
            // What is known of triangles holds for these alone, not for what is beside them.
            let kind = if a.xp().remembers() { None } else { triangle(&a)? };
            let known = |result: DynArray<B>, left: &DynArray<B>| match kind {
                Some(kind) => corrected(&result, &a, kind, &left.negative()?.exp2()?),
                None => Ok(result),
            };
            let scaled = a.multiply(&halvings.negative()?.exp2()?.astype(a.dtype().real())?)?;
            let mut result = known(rational(&scaled, coefficients)?, &halvings)?;
            for k in 0..halvings.max(..)?.typed::<f64>()?.item()? as i64 {
                let square = known(result.matmul(&result)?, &halvings.subtract(k as f64 + 1.0)?)?;
                result = halvings.greater(k as f64)?.where_(&square, &result)?;
            }
            if kind.is_some() { of_diagonal(&result, &a)? } else { result }
        }
        (None, None) => return Err(Error::value(OP, "no approximation")),
    };
    let known = match result.dtype().is_complex() {
        true => finite.where_(&result, Complex::new(f64::NAN, f64::NAN)),
        false => finite.where_(&result, f64::NAN),
    };
    known?.astype(dtype)
}

/// `q(-a)^-1 q(a)`, of the polynomial `q` with these coefficients, the lowest first: even and odd terms apart.
fn rational<B: Backend>(a: &DynArray<B>, coefficients: &[f64]) -> Result<DynArray<B>> {
    let &[.., n] = a.shape() else {
        return Err(Error::shape("expm", a.shape(), &[]));
    };
    let unit = a.xp().eye_of(a.dtype(), n, Eye::new())?;
    let square = a.matmul(a)?;
    let sum = |terms: &[(f64, &DynArray<B>)]| {
        let mut sum = terms[0].1.multiply(terms[0].0)?;
        for (factor, power) in &terms[1..] {
            sum = sum.add(&power.multiply(*factor)?)?;
        }
        Ok::<_, Error>(sum)
    };
    let c = coefficients;
    let (odd, even) = if let &[.., c13] = c
        && c.len() == 14
    {
        let fourth = square.matmul(&square)?;
        let sixth = fourth.matmul(&square)?;
        let high_odd = sixth.matmul(&sum(&[(c13, &sixth), (c[11], &fourth), (c[9], &square)])?)?;
        let high_even = sixth.matmul(&sum(&[(c[12], &sixth), (c[10], &fourth), (c[8], &square)])?)?;
        let low = |k: usize| sum(&[(c[k + 6], &sixth), (c[k + 4], &fourth), (c[k + 2], &square), (c[k], &unit)]);
        (high_odd.add(&low(1)?)?, high_even.add(&low(0)?)?)
    } else {
        let (mut odd, mut even) = (unit.multiply(c[1])?, unit.multiply(c[0])?);
        let mut power = square.clone();
        for k in (2..c.len()).step_by(2) {
            even = even.add(&power.multiply(c[k])?)?;
            odd = odd.add(&power.multiply(c[k + 1])?)?;
            if k + 2 < c.len() {
                power = power.matmul(&square)?;
            }
        }
        (odd, even)
    };
    let odd = a.matmul(&odd)?;
    even.subtract(&odd)?.solve(&even.add(&odd)?)
}

const THIRD: [f64; 4] = [120.0, 60.0, 12.0, 1.0];
const FIFTH: [f64; 6] = [30_240.0, 15_120.0, 3360.0, 420.0, 30.0, 1.0];
const SEVENTH: [f64; 8] = [17_297_280.0, 8_648_640.0, 1_995_840.0, 277_200.0, 25_200.0, 1512.0, 56.0, 1.0];
const NINTH: [f64; 10] = [
    17_643_225_600.0,
    8_821_612_800.0,
    2_075_673_600.0,
    302_702_400.0,
    30_270_240.0,
    2_162_160.0,
    110_880.0,
    3960.0,
    90.0,
    1.0,
];
pub(crate) const THIRTEENTH: [f64; 14] = [
    64_764_752_532_480_000.0,
    32_382_376_266_240_000.0,
    7_771_770_303_897_600.0,
    1_187_353_796_428_800.0,
    129_060_195_264_000.0,
    10_559_470_521_600.0,
    670_442_572_800.0,
    33_522_128_640.0,
    1_323_241_920.0,
    40_840_800.0,
    960_960.0,
    16_380.0,
    182.0,
    1.0,
];

/// The largest norms for which the approximations are as precise as numbers are (Higham, table 2.3), and their coefficients.
const DOUBLE: [(f64, &[f64]); 5] = [
    (1.495_585_217_958_292e-2, &THIRD),
    (2.539_398_330_063_23e-1, &FIFTH),
    (9.504_178_996_162_932e-1, &SEVENTH),
    (2.097_847_961_257_068, &NINTH),
    (5.371_920_351_148_152, &THIRTEENTH),
];
const SINGLE: [(f64, &[f64]); 3] =
    [(4.258_730_016_922_831e-1, &THIRD), (1.880_152_677_804_762, &FIFTH), (3.925_724_783_138_66, &SEVENTH)];
