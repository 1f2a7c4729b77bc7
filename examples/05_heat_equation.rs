//! Heat in a rod whose ends are kept cold: `cargo run --release --example 05_heat_equation` draws `heat_equation.svg`.
//!
//! What is computed is in `shared/heat.rs`, generic over the device and the type: the page in `web` runs it in a browser.

#[path = "shared/heat.rs"]
mod heat;

use heat::{TIMES, curves, exact};
use plotters::prelude::*;
use std::error::Error;
use xparray::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let xp = Device::best()?;
    let (x, curves) = curves(&xp, 120)?;
    for (t, u) in TIMES.iter().zip(&curves) {
        println!("t = {t:5.3}: {:.2e} from the exact solution", (u - exact(&x, *t)).abs().max(..)?.item()?);
    }
    draw(&x, &curves)
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
            let (x, curves) = curves::<f64, _>(&xp, n)?;
            (&curves[1] - exact(&x, TIMES[1])).abs().max(..)?.item()
        };
        let (coarse, fine) = (error(20)?, error(40)?);
        assert!(coarse < 2e-5 && fine < coarse / 15.0, "{coarse} {fine}");
        Ok(())
    }
}
