//! A network that processes train together: `mpiexec -n 4 target/release/examples/28_data_parallel` draws `data_parallel.svg`.
//!
//! Each process has some of the samples and all weights. Its gradient is that of its own samples; their sum over all processes is the gradient,
//! so that weights stay the same everywhere, and are those of one process that has all samples.

use plotters::prelude::*;
use std::error::Error;
use xparray::autodiff::{Autodiff, value_and_grad};
use xparray::dist::{self, Comm, Op};
use xparray::jit;
use xparray::prelude::*;

type Real = Array<f64, Autodiff<Device>>;
/// Weights and shifts of the hidden layer, and weights of the last one.
type Weights = [Real; 3];

const SAMPLES: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let world = dist::init()?;
    let (_, losses) = train(&world, &Autodiff::new(Device::best()?), 500)?;
    if world.rank() == 0 {
        println!("{} processes: losses from {:.4} to {:.6}", world.size(), losses[0], losses[losses.len() - 1]);
        draw(&losses)?;
    }
    Ok(())
}

/// Points, and a function of them that is to be learnt.
fn samples(xp: &Autodiff<Device>) -> xparray::Result<(Real, Real)> {
    let x = xp.rng(1).random::<f64>([SAMPLES, 2])? * 2.0 - 1.0;
    let y = (x.slice(s![.., ..1])? * 3.0).sin() * x.slice(s![.., 1..])?;
    Ok((x, y))
}

/// The share that some samples have in the mean of the squared errors of all.
fn loss([a, b, c]: &Weights, x: &Real, y: &Real) -> xparray::Result<Real> {
    let error = (x.matmul(a)? + b).tanh().matmul(c)? - y;
    Ok(error.square().sum(..)? / SAMPLES as f64)
}

/// So many steps of a descent with momentum, and the losses on the way.
fn train(world: &Comm, xp: &Autodiff<Device>, steps: usize) -> xparray::Result<(Weights, Vec<f64>)> {
    let rows = world.mesh(world.size())?.sharding([Some(0), None])?;
    let (x, y) = samples(xp)?;
    let (x, y) = (rows.shard(&x)?, rows.shard(&y)?);
    let slopes = jit(value_and_grad(|weights: Weights| loss(&weights, x.local(), y.local())));
    let mut rng = xp.rng(2);
    let mut weights = [rng.normal::<f64>([2, 32])? * 2.0, rng.normal([32])?, rng.normal::<f64>([32, 1])? * 0.1];
    let (mut velocities, mut losses) = (weights.each_ref().map(|w| w.zeros_like()), Vec::new());
    for _ in 0..steps {
        let (loss, slopes) = slopes.call(weights.clone())?;
        losses.push(world.all_reduce(&loss, Op::Sum)?.item()?);
        for ((weight, velocity), slope) in weights.iter_mut().zip(&mut velocities).zip(&slopes) {
            *velocity = &*velocity * 0.9 - world.all_reduce(slope, Op::Sum)? * 0.05;
            *weight += &*velocity;
            weight.eval()?;
        }
    }
    Ok((weights, losses))
}

fn draw(losses: &[f64]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new("data_parallel.svg", (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0..losses.len(), (1e-4..1.0).log_scale())?;
    chart.configure_mesh().x_desc("step").y_desc("loss").draw()?;
    chart.draw_series(LineSeries::new(losses.iter().copied().enumerate(), BLUE.stroke_width(2)))?;
    area.present()?;
    println!("drew data_parallel.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each of so many processes has after some steps: all weights in a row, and losses.
    fn run(processes: usize) -> xparray::Result<Vec<(Vec<f64>, Vec<f64>)>> {
        let devices = (0..processes).map(|_| Ok(Autodiff::new(Device::cpu()?))).collect::<xparray::Result<Vec<_>>>()?;
        Comm::local(&devices, |world, xp| {
            let (weights, losses) = train(world, xp, 100)?;
            let parts = weights.iter().map(|w| w.to_vec()).collect::<xparray::Result<Vec<_>>>()?;
            Ok((parts.concat(), losses))
        })
    }

    #[test]
    fn weights_are_those_of_one_process() -> xparray::Result<()> {
        let (alone, losses) = run(1)?.swap_remove(0);
        assert!(losses[99] < losses[0] / 5.0, "{losses:?}");
        for processes in [2, 3, 4] {
            let all = run(processes)?;
            for (weights, _) in &all {
                assert_eq!(weights, &all[0].0);
                // Sums in another order: roundings alone.
                let largest = weights.iter().zip(&alone).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
                assert!(largest < 1e-11, "{processes} processes: {largest}");
            }
        }
        Ok(())
    }
}
