//! Logistic regression by Newton's method: `cargo run --release --features autodiff --example 24_logistic_regression` draws
//! `logistic_regression.svg`.
//!
//! Points of two classes, which no line keeps apart. What is minimised is their negative log-likelihood with a penalty;
//! its gradient and its matrix of second derivatives come of the program that computes it, and a step is traced once.

use plotters::prelude::*;
use std::error::Error;
use xparray::autodiff::{Autodiff, grad, hessian};
use xparray::jit;
use xparray::prelude::*;

type Real = Array<f64, Autodiff<Device>>;

fn main() -> Result<(), Box<dyn Error>> {
    let (points, labels) = samples(&Autodiff::new(Device::best()?), 200)?;
    let weights = fitted(&points, &labels)?;
    println!("log-odds {:.6} + {:.6} x + {:.6} y", weights[2], weights[0], weights[1]);
    draw(&points, &labels, &weights)
}

/// Points in a square, and whether they lie beyond a line that is not straight: 1.0 or 0.0.
fn samples(xp: &Autodiff<Device>, n: i64) -> xparray::Result<(Real, Real)> {
    let k = xp.arange(0..n)?.astype::<f64>();
    let (x, y) = ((&k * 1.7).sin(), (&k * 2.3).cos());
    let beyond = (&x + &y * 0.8 + (k * 5.1).sin() * 0.9).greater(0.2)?;
    Ok((xp.stack(&[&x, &y], 1)?, beyond.astype()))
}

/// The logarithm of the odds of each point: linear in its coordinates.
fn log_odds(weights: &Real, points: &Real) -> xparray::Result<Real> {
    Ok(points.matmul(&weights.slice(s![..-1])?)? + weights.slice(s![-1])?)
}

/// The negative logarithm of the probability of all labels, and half the square of the slopes.
fn loss(weights: &Real, points: &Real, labels: &Real) -> xparray::Result<Real> {
    let odds = log_odds(weights, points)?;
    let likelihood = (odds.logaddexp(0.0)? - labels * &odds).sum(..)?;
    Ok(likelihood + weights.slice(s![..-1])?.square().sum(..)? * 0.5)
}

/// The weights with the least loss, which is convex: Newton's method until nothing changes.
fn fitted(points: &Real, labels: &Real) -> xparray::Result<Vec<f64>> {
    let loss = |weights: Real| loss(&weights, points, labels);
    let step =
        jit(|weights: Real| Ok(&weights - hessian(loss)(weights.clone())?.solve(&grad(loss)(weights.clone())?)?));
    let mut weights = points.xp().zeros::<f64>(3)?;
    for _ in 0..20 {
        let next = step.call(weights.clone())?;
        if next.allclose(&weights)? {
            return next.to_vec();
        }
        weights = next;
    }
    weights.to_vec()
}

fn draw(points: &Real, labels: &Real, weights: &[f64]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new("logistic_regression.svg", (640, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(-1.1..1.1, -1.1..1.1)?;
    chart.configure_mesh().x_desc("x").y_desc("y").draw()?;
    // Where the probability is 0.1, 0.5 and 0.9.
    for (odds, width) in [(-9f64.ln(), 1), (0.0, 3), (9f64.ln(), 1)] {
        let line = (-110..=110).map(|k| f64::from(k) / 100.0);
        let line = line.map(|x| (x, (odds - weights[2] - weights[0] * x) / weights[1])).filter(|at| at.1.abs() < 1.1);
        chart.draw_series(LineSeries::new(line, BLACK.stroke_width(width)))?;
    }
    for (point, label) in points.to_vec()?.chunks(2).zip(labels.to_vec()?) {
        let colour = if label > 0.5 { RED } else { BLUE };
        chart.draw_series([Circle::new((point[0], point[1]), 4, colour.filled())])?;
    }
    area.present()?;
    println!("drew logistic_regression.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of scikit-learn 1.9.1, for the same points: `LogisticRegression(C=1, tol=1e-14, max_iter=1000, solver="newton-cholesky")`. SciPy's
    /// `optimize.root` of the gradient gives the same digits.
    const WEIGHTS: [f64; 3] = [2.302_582_784_088_746, 1.706_939_339_471_599, -0.434_371_312_460_400];

    #[test]
    fn weights_are_those_of_scikit_learn() -> xparray::Result<()> {
        let (points, labels) = samples(&Autodiff::new(Device::best()?), 200)?;
        let weights = fitted(&points, &labels)?;
        let error = weights.iter().zip(WEIGHTS).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        assert!(error < 1e-9, "{weights:?}");
        Ok(())
    }
}
