//! A system of equations, by the factors of A = L U.

use super::elimination::{eliminate, lower};
use super::*;

/// NumPy's version walks from element to element, and solves row by row.
pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (a, b) = (inputs.array("A")?, inputs.array("b")?);
    let factors = eliminate(&a)?;
    let y = factors.solve_triangular_with(&b, lower().unit_diagonal(true))?;
    let x = factors.solve_triangular(&y)?;
    outputs([x.into_dyn(), y.into_dyn(), factors.into_dyn()])
}
