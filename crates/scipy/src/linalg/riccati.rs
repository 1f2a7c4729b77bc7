//! Algebraic Riccati equations, by the pencils of which their solutions are invariant spaces.
//!
//! P. Van Dooren, SIAM J. Sci. Stat. Comput. 2, 1981; W. F. Arnold and A. J. Laub, Proceedings of the IEEE 72, 1984.

mod space;

use crate::field;
use crate::linalg::square;
use space::{Kind, Weights, solution};
use xparray_core::layout::broadcast_shapes;
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Error, Result, TypeClass};

/// What [`solve_continuous_are_with`] and [`solve_discrete_are_with`] may have besides.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Riccati, solve_discrete_are_with};
/// let (one, s) = (xp.array([[1.0]])?, xp.array([[0.25]])?);
/// assert_eq!(solve_discrete_are_with(&one, &one, &one, &one, Riccati::new().s(&s))?.shape(), [1, 1]);
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Riccati<'a, B: Backend> {
    e: Option<&'a DynArray<B>>,
    s: Option<&'a DynArray<B>>,
}

impl<B: Backend> Default for Riccati<'_, B> {
    fn default() -> Self {
        Self { e: None, s: None }
    }
}

impl<'a, B: Backend> Riccati<'a, B> {
    /// `e` is the identity, and `s` is zero.
    pub fn new() -> Self {
        Self::default()
    }

    /// The regular matrix `[n, n]` of descriptor systems.
    pub fn e(self, e: &'a impl AnyArray<B>) -> Self {
        Self { e: Some(e.as_dyn()), ..self }
    }

    /// The weights `[n, m]` of states and inputs together.
    pub fn s(self, s: &'a impl AnyArray<B>) -> Self {
        Self { s: Some(s.as_dyn()), ..self }
    }
}

/// The stabilising Hermitian `x` with `aᴴ x + x a - x b r⁻¹ bᴴ x + q = 0`, of `a` and `q` `[n, n]`, `b` `[n, m]` and `r` `[m, m]`, or of each ones of
/// stacks, which broadcast: `a - b r⁻¹ bᴴ x` has its eigenvalues in the left half-plane. `q` and `r` are Hermitian.
///
/// By [`ordqz_with`](super::ordqz_with), in double precision; other steps on the device.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_continuous_are;
/// let one = xp.array([[1.0]])?;
/// let x = solve_continuous_are(&one, &one, &one, &one)?;
/// assert!((x.item()?.get::<f64>() - (1.0 + 2f64.sqrt())).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Value`] if there is no such solution, with the residual of what was found, for `q` or `r` that is not Hermitian, for NaN or
/// infinities, and without convergence; [`Error::Singular`] for a singular `r`; [`Error::Shape`] if they do not fit; [`Error::DType`] for truth
/// values.
pub fn solve_continuous_are<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    solve_continuous_are_with(a, b, q, r, Riccati::new())
}

/// [`solve_continuous_are`] of a descriptor system, or with weights of states and inputs together:
/// `aᴴ x e + eᴴ x a - (eᴴ x b + s) r⁻¹ (bᴴ x e + sᴴ) + q = 0`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Riccati, solve_continuous_are_with};
/// let (one, e) = (xp.array([[1.0]])?, xp.array([[2.0]])?);
/// let x = solve_continuous_are_with(&one, &one, &one, &one, Riccati::new().e(&e))?;
/// assert!((x.item()?.get::<f64>() - (1.0 + 2f64.sqrt()) / 2.0).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`solve_continuous_are`].
pub fn solve_continuous_are_with<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
    options: Riccati<'_, B>,
) -> Result<DynArray<B>> {
    const OP: &str = "solve_continuous_are";
    solved(OP, [a.as_dyn(), b.as_dyn(), q.as_dyn(), r.as_dyn()], options, Kind::Continuous)
}

/// The stabilising Hermitian `x` with `aᴴ x a - x - aᴴ x b (r + bᴴ x b)⁻¹ bᴴ x a + q = 0`, of `a` and `q` `[n, n]`, `b` `[n, m]` and `r` `[m, m]`, or of
/// each ones of stacks, which broadcast: the eigenvalues of `a - b (r + bᴴ x b)⁻¹ bᴴ x a` are within the unit circle. `q` and `r` are Hermitian;
/// `r` may be singular.
///
/// By [`ordqz_with`](super::ordqz_with), in double precision; other steps on the device.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::solve_discrete_are;
/// let one = xp.array([[1.0]])?;
/// let x = solve_discrete_are(&one, &one, &one, &one)?;
/// assert!((x.item()?.get::<f64>() - (1.0 + 5f64.sqrt()) / 2.0).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`solve_continuous_are`], but for `r`.
pub fn solve_discrete_are<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
) -> Result<DynArray<B>> {
    solve_discrete_are_with(a, b, q, r, Riccati::new())
}

/// [`solve_discrete_are`] of a descriptor system, or with weights of states and inputs together:
/// `aᴴ x a - eᴴ x e - (aᴴ x b + s) (r + bᴴ x b)⁻¹ (bᴴ x a + sᴴ) + q = 0`.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::linalg::{Riccati, solve_discrete_are_with};
/// let (one, e) = (xp.array([[1.0]])?, xp.array([[1.0]])?);
/// let x = solve_discrete_are_with(&one, &one, &one, &one, Riccati::new().e(&e))?;
/// assert!((x.item()?.get::<f64>() - (1.0 + 5f64.sqrt()) / 2.0).abs() < 1e-14);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`solve_discrete_are`].
pub fn solve_discrete_are_with<B: Backend>(
    a: &impl AnyArray<B>,
    b: &impl AnyArray<B>,
    q: &impl AnyArray<B>,
    r: &impl AnyArray<B>,
    options: Riccati<'_, B>,
) -> Result<DynArray<B>> {
    const OP: &str = "solve_discrete_are";
    solved(OP, [a.as_dyn(), b.as_dyn(), q.as_dyn(), r.as_dyn()], options, Kind::Discrete)
}

/// The solution of matrices that fit, in the type that they have together.
fn solved<B: Backend>(
    op: &'static str,
    [a, b, q, r]: [&DynArray<B>; 4],
    options: Riccati<'_, B>,
    kind: Kind,
) -> Result<DynArray<B>> {
    let (n, m) = (square(op, a)?, square(op, r)?);
    let e = options.e.cloned().map_or_else(|| a.xp().eye_of(DType::I8, n, Eye::new()), Ok)?;
    let s = options.s.cloned().map_or_else(|| a.xp().zeros_of(DType::I8, [n, m]), Ok)?;
    let parts = [(a, [n, n]), (b, [n, m]), (q, [n, n]), (r, [m, m]), (&e, [n, n]), (&s, [n, m])];
    let (mut dtype, mut axes) = (a.dtype(), Vec::new());
    for (x, shape) in parts {
        TypeClass::Number.check(op, x.dtype())?;
        if x.ndim() < 2 || x.shape()[x.ndim() - 2..] != shape {
            return Err(Error::shape(op, &shape, x.shape()));
        }
        dtype = dtype.promote(x.dtype());
        axes = broadcast_shapes(op, &axes, &x.shape()[..x.ndim() - 2])?.to_vec();
    }
    let result = crate::field_type(dtype);
    let double = if dtype.is_complex() { DType::Complex128 } else { DType::F64 };
    let whole = |(x, shape): (&DynArray<B>, [usize; 2])| {
        let x = field(&x.astype(double)?)?.broadcast_to(&[&axes[..], &shape[..]].concat()[..])?;
        match x.isfinite()?.all(..)?.typed::<bool>()?.item()? {
            true => Ok(x),
            false => Err(Error::value(op, "a matrix holds NaN or infinity")),
        }
    };
    let [a, b, q, r, e, s] = parts.map(whole);
    let weights = Weights { a: a?, b: b?, q: q?, r: r?, e: e?, s: s? };
    for x in [&weights.q, &weights.r] {
        if !x.is_empty() && space::relative(&x.subtract(&x.adjoint()?)?, x)? > 100.0 * f64::EPSILON {
            return Err(Error::value(op, "q and r have to be Hermitian"));
        }
    }
    if weights.q.is_empty() {
        return weights.q.astype(result);
    }
    solution(op, &weights, kind)?.astype(result)
}
