//! Heat in a rod whose ends are kept cold: `cargo run --release --example 05_heat_equation` draws `heat_equation.svg`.
//!
//! Solves u_t = u_xx for 0 < x < 1 by explicit steps. With a time step of a sixth of the squared distance of points, the largest terms
//! of the errors in time and in space cancel.

use plotters::prelude::*;
use std::error::Error;
use xparray::jit;
use xparray::prelude::*;

const TIMES: [f64; 5] = [0.0, 0.005, 0.02, 0.05, 0.1];

fn main() -> Result<(), Box<dyn Error>> {
    let xp = Device::best()?;
    let (x, curves) = run(&xp, 120)?;
    for (t, u) in TIMES.iter().zip(&curves) {
        println!("t = {t:5.3}: {:.2e} from the exact solution", (u - exact(&x, *t)).abs().max(..)?.item()?);
    }
    draw(&x, &curves)
}

/// Two waves, of which the shorter one decays nine times as fast.
fn exact(x: &Array<f64>, t: f64) -> Array<f64> {
    use std::f64::consts::PI;
    let wave = |k: f64| (x * (k * PI)).sin() * (-(k * PI).powi(2) * t).exp();
    wave(1.0) + wave(3.0) * 0.5
}

/// The temperatures at `n + 1` points, at each of the times.
fn run(xp: &Device, n: usize) -> xparray::Result<(Array<f64>, Vec<Array<f64>>)> {
    let x = xp.linspace(0.0, 1.0, n + 1)?;
    // Traced once; then a step is two launches, and no expression is built.
    let step = jit(|mut u: Array<f64>| {
        let (left, middle, right) = (u.slice(s![..-2])?, u.slice(s![1..-1])?, u.slice(s![2..])?);
        u.assign(s![1..-1], (left + 4.0 * middle + right) / 6.0)?;
        Ok(u)
    });
    let mut u = exact(&x, 0.0);
    let (mut steps, mut curves) = (0, Vec::new());
    for t in TIMES {
        let until = (t * 6.0 * (n * n) as f64).round() as usize;
        while steps < until {
            u = step.call(u)?;
            steps += 1;
        }
        curves.push(u.clone()); // an array is a value: what is assigned later does not change it
    }
    Ok((x, curves))
}

fn draw(x: &Array<f64>, curves: &[Array<f64>]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new("heat_equation.svg", (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..1.0, 0.0..1.2)?;
    chart.configure_mesh().x_desc("place").y_desc("temperature").draw()?;
    let x = x.to_vec()?;
    for (k, (t, u)) in TIMES.iter().zip(curves).enumerate() {
        let colour = HSLColor(0.65 * k as f64 / TIMES.len() as f64, 0.8, 0.45);
        let points: Vec<(f64, f64)> = x.iter().copied().zip(u.to_vec()?).collect();
        chart
            .draw_series([PathElement::new(points, colour.stroke_width(2))])?
            .label(format!("t = {t}"))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    println!("drew heat_equation.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Errors are of the fourth order: half of the distance, a sixteenth of the error.
    #[test]
    fn decays_as_the_exact_solution() -> xparray::Result<()> {
        let xp = Device::best()?;
        let error = |n: usize| -> xparray::Result<f64> {
            let (x, curves) = run(&xp, n)?;
            (&curves[1] - exact(&x, TIMES[1])).abs().max(..)?.item()
        };
        let (coarse, fine) = (error(20)?, error(40)?);
        assert!(coarse < 2e-5 && fine < coarse / 15.0, "{coarse} {fine}");
        Ok(())
    }
}
