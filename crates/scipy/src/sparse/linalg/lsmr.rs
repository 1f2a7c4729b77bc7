//! Least squares by bidiagonalisation: LSMR.

use super::least_squares::{Problem, Told, unit};
use super::{Fit, LeastSquares, LinearOperator};
use xparray_core::prelude::*;
use xparray_core::{AnyArray, Result};

/// The `x` for which `|b - A x|` is smallest, of any matrix (Fong and Saunders, SIAM J. Sci. Comput. 33, 2011). The norm of the
/// gradient becomes smaller at each step, so it may stop earlier than [`lsqr`](super::lsqr).
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// use xparray::scipy::sparse::linalg::{LeastSquares, lsmr};
/// let a = xp.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])?;
/// let found = lsmr(&a, &xp.array([1.0, 0.0, -1.0])?, LeastSquares::new())?;
/// assert!(found.converged && found.x.allclose(&xp.array([1.0, -1.0])?)?);
/// # Ok::<(), xparray::Error>(())
/// ```
///
/// # Errors
/// Those of [`lsqr`](super::lsqr).
pub fn lsmr<B: Backend>(a: &dyn LinearOperator<B>, b: &impl AnyArray<B>, options: LeastSquares<B>) -> Result<Fit<B>> {
    let problem = Problem::new("lsmr", a, b.as_dyn(), options)?;
    let damp = problem.options.damp;
    let (u, beta) = unit(&problem.residual()?)?;
    let (v, alpha) = unit(&problem.adjoint(&u)?)?;
    let (zero, one) = (beta.zeros_like()?, beta.ones_like()?);
    let x = problem.x0.zeros_like()?;
    let (unknown, largest) = (zero.add(f64::INFINITY)?, one.clone());
    let first = vec![
        // The correction, its directions, the two bases, alpha.
        x.clone(),
        v.clone(),
        x,
        u,
        v,
        alpha.clone(),
        // The rotations of the second kind: alpha-bar, zeta-bar, rho, rho-bar, c-bar, s-bar.
        alpha.clone(),
        alpha.multiply(&beta)?,
        one.clone(),
        one.clone(),
        one.clone(),
        zero.clone(),
        // For the norm of the residual: beta-dd, beta-d, rho-d of before, tau-tilde, theta-tilde, zeta, d.
        beta,
        zero.clone(),
        one,
        zero.clone(),
        zero.clone(),
        zero.clone(),
        zero.clone(),
        // The squared norm of the matrix, the least and the greatest rho-bar.
        alpha.square()?,
        unknown,
        largest,
    ];
    let (fit, _) = problem.steps(first, |state| {
        let [
            x,
            h,
            hbar,
            u,
            v,
            alpha,
            alphabar,
            zetabar,
            rho,
            rhobar,
            cbar,
            sbar,
            betadd,
            betad,
            rhodold,
            tautilde,
            thetatilde,
            zeta,
            d,
            squares,
            least,
            greatest,
        ] = state
        else {
            unreachable!("twenty-two parts")
        };
        let (u, beta) = unit(&problem.a(v)?.subtract(&u.multiply(alpha)?)?)?;
        let (v, alpha) = unit(&problem.adjoint(&u)?.subtract(&v.multiply(&beta)?)?)?;

        // The rotation for what damping adds, and that of the next row.
        let alphahat = alphabar.hypot(damp)?;
        let (chat, shat) = (alphabar.divide(&alphahat)?, alphahat.reciprocal()?.multiply(damp)?);
        let rhonew = alphahat.hypot(&beta)?;
        let (c, s) = (alphahat.divide(&rhonew)?, beta.divide(&rhonew)?);
        let (theta, alphabar) = (s.multiply(&alpha)?, c.multiply(&alpha)?);
        // The rotation that makes it upper bidiagonal again.
        let thetabar = sbar.multiply(&rhonew)?;
        let below = cbar.multiply(&rhonew)?;
        let rhobarnew = below.hypot(&theta)?;
        let (cbarnew, sbarnew) = (below.divide(&rhobarnew)?, theta.divide(&rhobarnew)?);
        let zetanew = cbarnew.multiply(zetabar)?;
        let zetabar = sbarnew.multiply(zetabar)?.negative()?;

        let hbar = h.subtract(&hbar.multiply(&thetabar.multiply(&rhonew)?.divide(&rho.multiply(rhobar)?)?)?)?;
        let x = x.add(&hbar.multiply(&zetanew.divide(&rhonew.multiply(&rhobarnew)?)?)?)?;
        let h = v.subtract(&h.multiply(&theta.divide(&rhonew)?)?)?;

        // The norm of the residual: the right-hand side through all rotations.
        let (betaacute, betacheck) = (chat.multiply(betadd)?, shat.multiply(betadd)?.negative()?);
        let (betahat, betadd) = (c.multiply(&betaacute)?, s.multiply(&betaacute)?.negative()?);
        let rhotilde = rhodold.hypot(&thetabar)?;
        let (ctilde, stilde) = (rhodold.divide(&rhotilde)?, thetabar.divide(&rhotilde)?);
        let thetatildenew = stilde.multiply(&rhobarnew)?;
        let rhod = ctilde.multiply(&rhobarnew)?;
        let betad = ctilde.multiply(&betahat)?.subtract(&stilde.multiply(betad)?)?;
        let tautilde = zeta.subtract(&thetatilde.multiply(tautilde)?)?.divide(&rhotilde)?;
        let taud = zetanew.subtract(&thetatildenew.multiply(&tautilde)?)?.divide(&rhod)?;
        let d = d.add(&betacheck.square()?)?;
        let residual = d.add(&betad.subtract(&taud)?.square()?)?.add(&betadd.square()?)?.sqrt()?;

        let rows = squares.add(&beta.square()?)?;
        let condition = greatest.maximum(&below)?.divide(&least.minimum(&below)?)?;
        let told = Told { matrix: rows.sqrt()?, condition, residual, gradient: zetabar.abs()? };
        let (least, greatest) = (least.minimum(&rhobarnew)?, greatest.maximum(&rhobarnew)?);
        let squares = rows.add(&alpha.square()?)?;
        let next = vec![
            x,
            h,
            hbar,
            u,
            v,
            alpha,
            alphabar,
            zetabar,
            rhonew,
            rhobarnew,
            cbarnew,
            sbarnew,
            betadd,
            betad,
            rhod,
            tautilde,
            thetatildenew,
            zetanew,
            d,
            squares,
            least,
            greatest,
        ];
        Ok((next, told))
    })?;
    Ok(fit)
}
