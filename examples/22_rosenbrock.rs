//! Descent along the gradient: `cargo run --release --features autodiff --example 22_rosenbrock` draws `rosenbrock.svg`.
//!
//! The Rosenbrock function has its minimum, at (1, 1), in a bent valley: plain descent bounces between its walls, and Newton's steps, which
//! know the curvature, follow it.

use plotters::prelude::*;
use std::error::Error;
use xparray::autodiff::{Autodiff, grad, hessian};
use xparray::prelude::*;

type Vector = Array<f64, Autodiff<Device>>;

fn main() -> Result<(), Box<dyn Error>> {
    let xp = Autodiff::new(Device::best()?);
    let start = xp.array([-1.2, 1.0])?;
    let paths = [descent(start.clone(), 2000)?, newton(start, 8)?];
    for (name, path) in ["descent", "Newton"].iter().zip(&paths) {
        let [x, y] = path[path.len() - 1];
        println!("{name}: ({x:.6}, {y:.6}) after {} steps", path.len() - 1);
    }
    draw(&paths)
}

fn rosenbrock(x: Vector) -> xparray::Result<Vector> {
    let (first, rest) = (x.slice(s![..-1])?, x.slice(s![1..])?);
    ((rest - first.square()).square() * 100.0 + (1.0 - &first).square()).sum(..)
}

fn point(x: &Vector) -> xparray::Result<[f64; 2]> {
    let x = x.to_vec()?;
    Ok([x[0], x[1]])
}

/// The points of a descent with a step of a fixed length.
fn descent(mut x: Vector, steps: usize) -> xparray::Result<Vec<[f64; 2]>> {
    let slope = grad(rosenbrock);
    let mut path = vec![point(&x)?];
    for _ in 0..steps {
        x = &x - slope(x.clone())? * 1e-3;
        path.push(point(&x)?);
    }
    Ok(path)
}

/// The points of Newton's method.
fn newton(mut x: Vector, steps: usize) -> xparray::Result<Vec<[f64; 2]>> {
    let (slope, curvature) = (grad(rosenbrock), hessian(rosenbrock));
    let mut path = vec![point(&x)?];
    for _ in 0..steps {
        x = &x - curvature(x.clone())?.solve(&slope(x.clone())?)?;
        path.push(point(&x)?);
    }
    Ok(path)
}

fn draw(paths: &[Vec<[f64; 2]>]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new("rosenbrock.svg", (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(-1.5..1.5, -3.5..1.5)?;
    chart.configure_mesh().x_desc("x").y_desc("y").draw()?;
    for ((name, colour), path) in [("descent", BLUE), ("Newton", RED)].iter().zip(paths) {
        let points: Vec<(f64, f64)> = path.iter().map(|&[x, y]| (x, y)).collect();
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 2, colour.filled())))?;
        chart
            .draw_series([PathElement::new(points, colour.stroke_width(1))])?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    println!("drew rosenbrock.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_go_to_the_minimum() -> xparray::Result<()> {
        let xp = Autodiff::new(Device::best()?);
        let start = xp.array([-1.2, 1.0])?;
        let [x, y] = newton(start.clone(), 8)?[8];
        assert!((x - 1.0).abs() < 1e-9 && (y - 1.0).abs() < 1e-9, "{x} {y}");
        let path = descent(start, 200)?;
        // Its first step, by hand: the gradient is (-215.6, -88).
        assert!((path[1][0] - (-1.2 + 0.2156)).abs() < 1e-12 && (path[1][1] - 1.088).abs() < 1e-12);
        let height = |[x, y]: [f64; 2]| 100.0 * (y - x * x).powi(2) + (1.0 - x).powi(2);
        assert!(path.windows(2).skip(1).all(|ends| height(ends[1]) < height(ends[0]) + 1.0) && height(path[200]) < 3.6);
        Ok(())
    }
}
