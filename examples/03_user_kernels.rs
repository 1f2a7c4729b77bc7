//! Kernels made of closures: `cargo run --release --example 03_user_kernels`.
//!
//! A closure says what is to be done with one element. It is called once, with variables that record what it does, and what
//! it recorded is compiled for the device: so it runs on GPUs too, and fuses with what is around it.

use xparray::kernel::{index, raw};
use xparray::prelude::*;

fn main() -> xparray::Result<()> {
    let potential = run(&Device::best()?, 100_001)?;
    println!("the potential is least, {:.6}, at r = {:.6}", potential.depth, potential.place);
    println!("the force is {:.6} there, and {:.6} where it attracts most", potential.force_there, potential.attraction);
    Ok(())
}

struct Potential {
    depth: f64,
    place: f64,
    force_there: f64,
    attraction: f64,
}

/// The potential of Lennard and Jones, 4 (r^-12 - r^-6), at `n` distances from 0.9 to 3.
fn run(xp: &Device, n: usize) -> xparray::Result<Potential> {
    let r = xp.linspace(0.9, 3.0, n)?;
    let energy = xp.map(&r, |r| {
        let sixth = (r * r * r * r * r * r).reciprocal();
        4.0 * (sixth * sixth - sixth)
    })?;

    // A kernel indexes what it gets as `raw`: here the neighbours on both sides.
    let step = 2.1 / (n - 1) as f64;
    let force = xp.map_to_shape(n - 2, raw(&energy), |e| (e.at(index()) - e.at(index() + 2)) / (2.0 * step))?;

    // The element that is farthest from zero, by an operation of our own.
    let farthest = Reduce::custom(0.0, |a: Var<f64>, b| a.abs().gt(b.abs()).select(a, b));
    let attraction = xp.map_reduce(&force, |f| f.minimum(0.0), farthest)?;

    let least = xp.map_reduce(&energy, |e| e, Reduce::argmin())?.item()?;
    Ok(Potential {
        depth: energy.min(..)?.item()?,
        place: r.take(xp.scalar(least), 0)?.item()?,
        force_there: force.take(xp.scalar(least - 1), 0)?.item()?,
        attraction: attraction.item()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The minimum is -1 at r = 2^(1/6); the force, 24 (2 r^-13 - r^-7), is strongest at r = (26 / 7)^(1/6).
    #[test]
    fn minimum_and_forces() -> xparray::Result<()> {
        let potential = run(&Device::best()?, 100_001)?;
        assert!((potential.depth + 1.0).abs() < 1e-8);
        assert!((potential.place - 2f64.powf(1.0 / 6.0)).abs() < 3e-5);
        assert!(potential.force_there.abs() < 2e-3);
        let r = (26f64 / 7.0).powf(1.0 / 6.0);
        assert!((potential.attraction - 24.0 * (2.0 * r.powi(-13) - r.powi(-7))).abs() < 1e-6);
        Ok(())
    }
}
