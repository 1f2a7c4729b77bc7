//! Poisson's equation with a sparse matrix, by conjugate gradients: `cargo run --release --example 08_conjugate_gradient`.

use xparray::prelude::*;
use xparray::sparse::{Coo, Csr};

fn main() -> xparray::Result<()> {
    let found = run(&Device::best()?, 255)?;
    println!("{} unknowns, {} steps: {:.6} in the middle", found.unknowns, found.steps, found.middle);
    Ok(())
}

struct Found {
    unknowns: usize,
    steps: usize,
    middle: f64,
}

/// Solves -u_xx - u_yy = 1 on the unit square, zero on its border, at `n` by `n` points.
fn run(xp: &Device, n: usize) -> xparray::Result<Found> {
    let a = laplacian(xp, n)?;
    let b = xp.full(n * n, 1.0 / ((n + 1) * (n + 1)) as f64)?;
    let (u, steps) = conjugate_gradient(&a, &b, 1e-10)?;
    let middle = u.reshape([n, n])?.slice(s![n / 2, n / 2])?.item()?;
    Ok(Found { unknowns: n * n, steps, middle })
}

/// Fours on the diagonal, -1 between neighbours in a grid of `n` by `n` points.
fn laplacian(xp: &Device, n: usize) -> xparray::Result<Csr<f64, Device>> {
    let point = xp.arange(n * n)?;
    let grid = point.reshape([n, n])?;
    let [left, right] = [grid.slice(s![.., ..-1])?.ravel(), grid.slice(s![.., 1..])?.ravel()];
    let [above, below] = [grid.slice(s![..-1, ..])?.ravel(), grid.slice(s![1.., ..])?.ravel()];
    let row = xp.concatenate(&[&point, &left, &right, &above, &below], 0)?;
    let col = xp.concatenate(&[&point, &right, &left, &below, &above], 0)?;
    let values = row.equal(&col)?.where_(4.0, -1.0)?;
    Coo::new([n * n, n * n], &row, &col, &values)?.to_csr()
}

/// Solves A x = b for a positive definite matrix, to a residual of `tolerance` times |b|; and the number of steps.
fn conjugate_gradient(a: &Csr<f64, Device>, b: &Array<f64>, tolerance: f64) -> xparray::Result<(Array<f64>, usize)> {
    let mut x = b.zeros_like();
    let (mut residual, mut direction) = (b.clone(), b.clone());
    let mut rr = b.dot(b)?;
    let goal = tolerance.powi(2) * rr.item()?;
    let mut steps = 0;
    while rr.item()? > goal {
        let product = a.matmul(&direction)?;
        let length = &rr / direction.dot(&product)?; // an array without dimensions: it stays on the device
        x += &direction * &length;
        residual -= product * length;
        let next = residual.dot(&residual)?;
        direction = &residual + direction * (&next / rr);
        rr = next;
        steps += 1;
    }
    Ok((x, steps))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the middle, the exact solution is 0.0736713532814; differences of neighbours have errors of the second order.
    #[test]
    fn poisson() -> xparray::Result<()> {
        let xp = Device::best()?;
        let error = |n| run(&xp, n).map(|found| (found.middle - 0.073_671_353_281_4).abs());
        let (coarse, fine) = (error(15)?, error(31)?);
        assert!(coarse < 3e-4 && (3.9..4.1).contains(&(coarse / fine)), "{coarse} {fine}");
        Ok(())
    }
}
