//! Systems of equations and factorisations: `cargo run --release --example 04_linear_algebra`.
//!
//! The matrices of Hilbert, 1 / (i + j + 1), are a hard test: their condition numbers grow by 30 with each row.

use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    let found = run(&Device::best()?)?;
    println!("inverse of Hilbert's matrix of 4 rows\n{}", found.inverse.rint());
    println!("one over its determinant  {:.0}", found.determinant.recip());
    println!("condition number          {:.3}", found.condition);
    println!("eigenvalues               {}", found.eigenvalues);
    println!("error of a solution       {:.1e}", found.error);
    Ok(())
}

struct Found {
    inverse: Array<f64>,
    determinant: f64,
    condition: f64,
    eigenvalues: Array<f64>,
    error: f64,
}

fn run(xp: &Device) -> xparray::Result<Found> {
    let a = xp.from_fn([4, 4], |i, j| 1.0 / (i + j + 1) as f64)?;

    // A right-hand side whose solution is known: b = A (1, 2, 3, 4).
    let x = xp.array([1.0, 2.0, 3.0, 4.0])?;
    let solved = a.solve(&a.matmul(&x)?)?;

    let (_u, s, _vt) = a.svd()?; // singular values in descending order
    let (eigenvalues, _vectors) = a.eigh()?; // in ascending order
    let [largest, .., smallest] = s.to_vec()?[..] else { unreachable!("four singular values") };
    Ok(Found {
        inverse: a.inv()?,
        determinant: a.det()?.item()?,
        condition: largest / smallest,
        eigenvalues,
        error: (solved - x).abs().max(..)?.item()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The inverse has integers, the determinant is 1 / 6048000 (OEIS A005249), the condition number 15513.738739.
    #[test]
    fn hilberts_matrix() -> xparray::Result<()> {
        let found = run(&Device::best()?)?;
        let inverse =
            [[16, -120, 240, -140], [-120, 1200, -2700, 1680], [240, -2700, 6480, -4200], [-140, 1680, -4200, 2800]];
        assert_eq!(found.inverse.rint().to_vec()?, inverse.concat().into_iter().map(f64::from).collect::<Vec<_>>());
        assert!((found.determinant * 6_048_000.0 - 1.0).abs() < 1e-9);
        assert!((found.condition - 15_513.738_739).abs() < 1e-4);
        // The trace is the sum of the eigenvalues.
        assert!((found.eigenvalues.sum(..)?.item()? - (1.0 + 1.0 / 3.0 + 0.2 + 1.0 / 7.0)).abs() < 1e-12);
        assert!(found.error < 1e-9);
        Ok(())
    }
}
