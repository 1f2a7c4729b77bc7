//! Where to put what conducts heat: `cargo run --release --features autodiff,scipy --example 27_heat_conductor` draws
//! `heat_conductor.svg`.
//!
//! A plate is heated everywhere and cooled at the middle of its left side. Of two fifths of it one may make a good conductor, so that it
//! is as cool as can be on average: a branching tree (M. Bendsøe, O. Sigmund, Topology Optimization, 2003, section 5.1). Temperatures come of conjugate
//! gradients; the slope by the density of each cell is that of the equations (`custom_linear_solve`), whatever steps the solver has made.

use plotters::prelude::*;
use std::error::Error;
use xparray::autodiff::{Autodiff, custom_linear_solve, value_and_grad};
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{Krylov, Operator, cg};

type Real = Array<f64, Autodiff<Device>>;

/// The share of the plate that conducts well, and how well the rest does.
const SHARE: f64 = 0.4;
const POOR: f64 = 1e-3;

fn main() -> Result<(), Box<dyn Error>> {
    let xp = Autodiff::new(Device::best()?);
    let (density, means) = conductor(&xp, 40, 50)?;
    println!("mean temperatures from {:.4} to {:.4}", means[0], means[means.len() - 1]);
    draw(&density)
}

/// Flows along an axis between neighbours of cells, which conduct so well, one half of each in the way.
fn flows(conductivity: &Real, temperature: &Real, axis: isize) -> xparray::Result<Real> {
    let (k, t) = (conductivity.swapaxes(0, axis)?, temperature.swapaxes(0, axis)?);
    let (k, next) = (k.slice(s![..-1, ..])?, k.slice(s![1.., ..])?);
    let difference = t.slice(s![1.., ..])? - t.slice(s![..-1, ..])?;
    (&k * &next * 2.0 / (&k + &next) * difference).swapaxes(0, axis)
}

/// What flows out of each cell at these temperatures, also to the sink: the heat that must be put in.
fn outflow(conductivity: &Real, temperature: &Real) -> xparray::Result<Real> {
    let n = conductivity.shape()[0];
    let down = flows(conductivity, temperature, 0)?;
    let across = flows(conductivity, temperature, 1)?;
    let gain = down.pad([(0, 1), (0, 0)])? - down.pad([(1, 0), (0, 0)])? + across.pad([(0, 0), (0, 1)])?
        - across.pad([(0, 0), (1, 0)])?;
    let wide = n.div_ceil(8);
    let wide = wide + (n - wide) % 2;
    let above = (n - wide) / 2;
    let sink = conductivity.xp().full([wide, 1], 2.0)?.pad([(above, above), (0, n - 1)])?;
    Ok(sink * conductivity * temperature - gain)
}

/// Conjugate gradients, on cells in a row.
fn solve(outflow: &dyn Fn(Real) -> xparray::Result<Real>, heat: Real) -> xparray::Result<Real> {
    let (shape, len) = (heat.shape().to_vec(), heat.len());
    let product = |t: &DynArray<_>| Ok(outflow(t.reshape(&shape[..])?.typed()?)?.ravel().into_dyn());
    let a = Operator::new([len, len], DType::F64, product);
    let found = cg(&a, &heat.ravel(), Krylov::new().rtol(1e-9))?;
    if !found.converged {
        return Err(xparray::Error::value("conductor", format!("no solution after {} steps", found.iterations)));
    }
    found.x.reshape(&shape[..])?.typed()
}

/// Sums of neighbours, with weights of 1, 2 and 1 along both axes.
fn blurred(x: &Real) -> xparray::Result<Real> {
    let down = x.pad([(1, 1), (0, 0)])?;
    let x = x * 2.0 + down.slice(s![2.., ..])? + down.slice(s![..-2, ..])?;
    let across = x.pad([(0, 0), (1, 1)])?;
    Ok(x * 2.0 + across.slice(s![.., 2..])? + across.slice(s![.., ..-2])?)
}

/// How well cells of such densities conduct. A mean with the neighbours' keeps the tree coarser than the cells, and the cube makes what
/// is neither one nor the other pay badly.
fn conductivity(density: &Real) -> xparray::Result<Real> {
    let mean = blurred(density)? / blurred(&density.ones_like())?;
    Ok(mean.power(3)? * (1.0 - POOR) + POOR)
}

/// The mean temperature of a square plate of side 1 that is heated by 1.
fn mean_temperature(density: Real) -> xparray::Result<Real> {
    let k = conductivity(&density)?;
    let heat = density.full_like(1.0 / density.len() as f64);
    custom_linear_solve(|t: Real| outflow(&k, &t), heat, solve, solve)?.mean(..)
}

/// Densities of `n` by `n` cells after so many steps, and the mean temperatures before each.
fn conductor(xp: &Autodiff<Device>, n: usize, steps: usize) -> xparray::Result<(Real, Vec<f64>)> {
    let (mut density, mut means) = (xp.full([n, n], SHARE)?, Vec::new());
    let slope = value_and_grad(mean_temperature);
    for _ in 0..steps {
        let (mean, slope) = slope(density.clone())?;
        means.push(mean.item()?);
        density = next(&density, &-slope)?;
    }
    Ok((density, means))
}

/// Densities go by the root of what a cell gains over a price, the same for all, at which the share is kept (optimality criteria).
fn next(density: &Real, gain: &Real) -> xparray::Result<Real> {
    let (least, most) = ((density - 0.1).maximum(0.0)?, (density + 0.1).minimum(1.0)?);
    let at = |price: f64| (density * (gain / price).sqrt()).maximum(&least)?.minimum(&most);
    let (mut low, mut high) = (1e-9, 1e9);
    while high / low > 1.0 + 1e-12 {
        let price = f64::sqrt(low * high);
        if at(price)?.mean(..)?.item()? > SHARE { low = price } else { high = price }
    }
    let density = at(high)?;
    density.eval()?;
    Ok(density)
}

fn draw(density: &Real) -> Result<(), Box<dyn Error>> {
    let n = density.shape()[0];
    let area = SVGBackend::new("heat_conductor.svg", (10 * n as u32, 10 * n as u32)).into_drawing_area();
    for (cell, density) in density.to_vec()?.into_iter().enumerate() {
        let (x, y) = (10 * (cell % n) as i32, 10 * (cell / n) as i32);
        let shade = (255.0 * (1.0 - density)) as u8;
        area.draw(&Rectangle::new([(x, y), (x + 10, y + 10)], RGBColor(shade, shade, shade).filled()))?;
    }
    area.present()?;
    println!("drew heat_conductor.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use xparray::autodiff::grad;

    #[test]
    fn slopes_are_those_of_the_equations() -> xparray::Result<()> {
        let xp = Autodiff::new(Device::best()?);
        let density = xp.rng(1).random::<f64>([8, 8])? * 0.6 + 0.2;
        let slope = grad(mean_temperature)(density.clone())?;
        // Of the mean of t with A t = b, both symmetric and of equal b, it is -t (dA) t.
        let k = conductivity(&density)?;
        let t = solve(&|t| outflow(&k, &t), density.full_like(1.0 / 64.0))?;
        let product = grad(|density: Real| (outflow(&conductivity(&density)?, &t)? * &t).sum(..))(density.clone())?;
        assert!((&slope + product).abs().max(..)?.item()? < 1e-7 * slope.abs().max(..)?.item()?);
        let direction = xp.rng(2).normal::<f64>([8, 8])?;
        let moved = |h: f64| mean_temperature(&density + &direction * h)?.item();
        let difference = (moved(1e-5)? - moved(-1e-5)?) / 2e-5;
        let expected = (slope * direction).sum(..)?.item()?;
        assert!((difference - expected).abs() < 1e-6 * expected.abs(), "{difference} {expected}");
        Ok(())
    }

    #[test]
    fn the_plate_gets_cooler() -> xparray::Result<()> {
        let xp = Autodiff::new(Device::best()?);
        let (density, means) = conductor(&xp, 16, 16)?;
        assert!(means[15] < 0.4 * means[0], "{means:?}");
        assert!((density.mean(..)?.item()? - SHARE).abs() < 1e-9);
        // What is above and below the sink is the same.
        assert!((&density - density.flip(0)?).abs().max(..)?.item()? < 1e-4);
        Ok(())
    }
}
