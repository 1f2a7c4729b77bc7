//! Integrals of a Green's function along a contour, as sums over its points.
//!
//! NumPy's version goes from point to point; here the systems of all points are solved together.

use super::*;

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (n, columns, slabs) = (inputs.count("NR")?, inputs.count("NM")?, inputs.count("slab_per_bc")?);
    let (hamiltonian, y) = (inputs.array::<Complex<f64>>("Ham")?, inputs.array::<Complex<f64>>("Y")?);
    let z = inputs.array::<Complex<f64>>("int_pts")?;
    let exponents = slabs as f64 / 2.0 - xp.arange(0.0..(slabs + 1) as f64)?;
    let powers = z.slice(s![.., NewAxis])?.power(&exponents)?;
    let matrices = powers.tensordot(&hamiltonian, 1)?;
    let solutions = if n == columns { matrices.inv()? } else { matrices.solve(&y)? };
    let sign = z.abs().less(1.0)?.where_(-1.0, 1.0)?;
    let first = sign.tensordot(&solutions, 1)?;
    let second = (sign * z).tensordot(&solutions, 1)?;
    outputs([first.into_dyn(), second.into_dyn()])
}
