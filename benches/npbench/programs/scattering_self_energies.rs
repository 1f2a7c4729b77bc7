//! Self-energies of electrons that phonons scatter.
//!
//! NumPy's version has eight loops; those over the phonons' momenta and energies and over one direction are left. The other
//! direction, the neighbours and the inner orbitals are what products of matrices sum over.

use super::*;

pub fn run<B: Backend>(_: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    type C = Complex<f64>;
    let neighbours = inputs.array::<i32>("neigh_idx")?;
    let (dh, g) = (inputs.array::<C>("dH")?, inputs.array::<C>("G")?);
    let (d, mut sigma) = (inputs.array::<C>("D")?, inputs.array::<C>("Sigma")?);
    let &[atoms, near, directions, orbitals, _] = dh.shape() else { unreachable!("dH has five axes") };
    let (momenta, energies) = (g.shape()[0], g.shape()[1]);
    let summed = near * directions * orbitals;

    // G times dH for each direction i, as rows of what is summed over: (k, E, a, n, (b, i, m)).
    let hops = g.take(&neighbours, 2)?.expand_dims(4)?.matmul(&dh)?;
    let hops = hops.permute_dims([0, 1, 2, 5, 3, 4, 6])?.reshape([momenta, energies, atoms, orbitals, summed])?;
    for q in 0..d.shape()[0] {
        for w in 0..d.shape()[1] {
            for j in 0..directions {
                let coupling = d.slice(s![q, w, .., .., .., j, NewAxis, NewAxis])?;
                let back = dh.slice(s![.., .., j..j + 1])? * coupling;
                let back = back.reshape([atoms, summed, orbitals])?;
                let scattered = hops.slice(s![.., ..energies - w])?.matmul(&back)?;
                sigma.assign(s![.., w..], sigma.slice(s![.., w..])? + scattered)?;
            }
        }
    }
    outputs([sigma.into_dyn()])
}
