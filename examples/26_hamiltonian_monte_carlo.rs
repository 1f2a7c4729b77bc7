//! Samples of a density by Hamiltonian Monte Carlo: `cargo run --release --features autodiff --example 26_hamiltonian_monte_carlo`
//! draws `hamiltonian.svg`.
//!
//! A particle on the surface of the negative log-density is pushed at random and moves for a while; where it arrives is the next sample, if its energy is
//! about what it was (S. Duane and others, Hybrid Monte Carlo, 1987). Its force is a gradient, of `grad`, and `vmap` moves many particles at
//! once, each a chain of its own.

use plotters::prelude::*;
use std::error::Error;
use xparray::autodiff::{Autodiff, grad, vmap};
use xparray::jit;
use xparray::prelude::*;

type Real = Array<f64, Autodiff<Device>>;
/// The logarithm of a density at a point of the plane, but for a constant.
type LogDensity = fn(Real) -> xparray::Result<Real>;

const CHAINS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let xp = Autodiff::new(Device::best()?);
    for (name, density) in [("a Gaussian", gaussian as LogDensity), ("a banana", banana)] {
        let chains = sampled(&xp, density, 200)?;
        println!(
            "{name}: {:.1} % of the moves are accepted; means of x, y, x², y², x y and (y - x² + 1)²:",
            100.0 * chains.accepted
        );
        for (mean, error) in chains.moments()? {
            println!("{mean:8.4} ± {error:.4}");
        }
    }
    draw(&sampled(&xp, banana, 20)?.samples)
}

/// Variances of 1, and a correlation of 0.9.
fn gaussian(at: Real) -> xparray::Result<Real> {
    let (x, y) = (at.slice(s![0])?, at.slice(s![1])?);
    Ok((x.square() - &x * &y * 1.8 + y.square()) / (-2.0 * (1.0 - 0.81)))
}

/// A Gaussian that is bent: x has a variance of 1, and y one of 1/4 around x² - 1 (H. Haario and others, 1999).
fn banana(at: Real) -> xparray::Result<Real> {
    let (x, y) = (at.slice(s![0])?, at.slice(s![1])?);
    Ok(x.square() * -0.5 - (y - x.square() + 1.0).square() * 2.0)
}

/// Many chains, of which the first samples are left out.
struct Chains {
    /// Samples by chains by coordinates.
    samples: Real,
    /// The share of accepted moves.
    accepted: f64,
}

/// Places and momenta after so many steps, which go back if the momenta are turned.
fn leapfrog(force: impl Fn(Real) -> xparray::Result<Real>, x: &Real, momentum: &Real) -> xparray::Result<(Real, Real)> {
    let (steps, step) = (20, 0.08);
    let (mut x, mut p) = (x.clone(), momentum + force(x.clone())? * (step / 2.0));
    for k in 1..=steps {
        x += &p * step;
        p += force(x.clone())? * if k == steps { step / 2.0 } else { step };
    }
    Ok((x, p))
}

/// So many samples of each chain.
fn sampled(xp: &Autodiff<Device>, density: LogDensity, count: usize) -> xparray::Result<Chains> {
    let (energy, force) = (vmap(density), vmap(grad(density)));
    let moved = jit(|(x, momentum, chance): (Real, Real, Real)| {
        let total = |x: &Real, p: &Real| Ok::<_, xparray::Error>(energy(x.clone())? - p.square().sum(1)? * 0.5);
        let (y, p) = leapfrog(&force, &x, &momentum)?;
        // With the probability exp(-(gain of energy)), so that the density stays what it is.
        let accept = chance.log().less(total(&y, &p)? - total(&x, &momentum)?)?;
        let next = accept.expand_dims(1)?.where_(&y, &x)?;
        Ok((next, accept.astype::<f64>().mean(..)?))
    });
    let (mut rng, unused) = (xp.rng(1), 50);
    let mut x = rng.normal::<f64>([CHAINS, 2])?;
    let (mut samples, mut shares) = (Vec::new(), Vec::new());
    for k in 0..unused + count {
        let (next, share) = moved.call((x, rng.normal([CHAINS, 2])?, rng.random(CHAINS)?))?;
        if k >= unused {
            samples.push(next.clone());
            shares.push(share);
        }
        x = next;
    }
    let accepted = xp.stack(&shares.iter().collect::<Vec<_>>(), 0)?.mean(..)?.item()?;
    Ok(Chains { samples: xp.stack(&samples.iter().collect::<Vec<_>>(), 0)?, accepted })
}

impl Chains {
    /// Means of x, y, x², y², x y and (y - x² + 1)², with their standard errors: chains are independent, whatever samples of one are.
    fn moments(&self) -> xparray::Result<Vec<(f64, f64)>> {
        let (x, y) = (self.samples.slice(s![.., .., 0])?, self.samples.slice(s![.., .., 1])?);
        let functions = [&x, &y, &x.square(), &y.square(), &(&x * &y), &(&y - x.square() + 1.0).square()];
        let moment = |f: &Real| {
            let chains = f.mean(0)?;
            Ok((chains.mean(..)?.item()?, chains.std(..)?.item()? / (CHAINS as f64).sqrt()))
        };
        functions.into_iter().map(moment).collect()
    }
}

fn draw(samples: &Real) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new("hamiltonian.svg", (640, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(-4.0..4.0, -3.0..9.0)?;
    chart.configure_mesh().x_desc("x").y_desc("y").draw()?;
    let all = samples.to_vec()?;
    let points = all.chunks(2).filter(|at| at[0].abs() < 4.0 && (-3.0..9.0).contains(&at[1]));
    chart.draw_series(points.map(|at| Circle::new((at[0], at[1]), 1, BLUE.mix(0.4).filled())))?;
    let middle = (-80..=80).map(|k| f64::from(k) / 20.0).map(|x| (x, x * x - 1.0)).filter(|point| point.1 < 9.0);
    chart.draw_series(LineSeries::new(middle, RED.stroke_width(2)))?;
    area.present()?;
    println!("drew hamiltonian.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Means of x, y, x², y², x y and (y - x² + 1)², which follow from those of normal numbers: 1 and 3 of their second and fourth powers.
    const MOMENTS: [(LogDensity, [f64; 6]); 2] =
        [(gaussian, [0.0, 0.0, 1.0, 1.0, 0.9, 3.0]), (banana, [0.0, 0.0, 1.0, 2.25, 0.0, 0.25])];

    #[test]
    fn moves_go_back() -> xparray::Result<()> {
        let xp = Autodiff::new(Device::best()?);
        let force = vmap(grad(banana));
        let (x, momentum) = (xp.rng(1).normal::<f64>([9, 2])?, xp.rng(2).normal::<f64>([9, 2])?);
        let (y, p) = leapfrog(&force, &x, &momentum)?;
        let (back, turned) = leapfrog(&force, &y, &-p)?;
        assert!((&x - y).abs().min(..)?.item()? > 1e-3);
        assert!((x - back).abs().max(..)?.item()? < 1e-12 && (momentum + turned).abs().max(..)?.item()? < 1e-12);
        Ok(())
    }

    #[test]
    fn moments_are_those_of_the_density() -> xparray::Result<()> {
        let xp = Autodiff::new(Device::best()?);
        for (density, expected) in MOMENTS {
            let chains = sampled(&xp, density, 400)?;
            assert!((0.98..1.0).contains(&chains.accepted), "{}", chains.accepted);
            for ((mean, error), expected) in chains.moments()?.into_iter().zip(expected) {
                // Four standard errors: one of 16,000 means is farther.
                assert!(error < 0.1 && (mean - expected).abs() < 4.0 * error, "{mean} ± {error} for {expected}");
            }
        }
        Ok(())
    }
}
