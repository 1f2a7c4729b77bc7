//! A network that solves an equation: `cargo run --release --features autodiff --example 23_decay_network` draws `decay_network.svg`.
//!
//! A physics-informed network for dy/dx = -y, y(0) = 1: it is trained on the equation alone, at points from 0 to 2. The loss contains the
//! network's derivative by forward mode, and is differentiated by the weights in reverse mode.

use plotters::prelude::*;
use std::error::Error;
use xparray::autodiff::{Autodiff, jvp, value_and_grad};
use xparray::prelude::*;

type Matrix = Array<f64, Autodiff<Device>>;
/// Weights and shifts of the hidden layer, weights of the last one.
type Weights = [Matrix; 3];

fn main() -> Result<(), Box<dyn Error>> {
    let xp = Autodiff::new(Device::best()?);
    let x = xp.linspace(0.0, 2.0, 41)?.reshape([41, 1])?;
    let (weights, losses) = train(&x, 3000)?;
    let y = network(&weights, &x)?;
    let error = (&y - (-&x).exp()).abs().max(..)?.item()?;
    println!("a loss of {:.1e}, {error:.1e} from exp(-x)", losses[losses.len() - 1]);
    draw(&x, &y)
}

/// `tanh(x a + b) c`, with the value at zero that is asked for: 1 plus what vanishes there.
fn network([a, b, c]: &Weights, x: &Matrix) -> xparray::Result<Matrix> {
    Ok((x.matmul(a)? + b).tanh().matmul(c)? * x + 1.0)
}

/// The mean of the squared residuals of dy/dx + y = 0.
fn loss(weights: &Weights, x: &Matrix) -> xparray::Result<Matrix> {
    let (y, slope) = jvp(|x| network(weights, &x), x.clone(), x.ones_like())?;
    (slope + y).square().mean(..)
}

/// So many steps of Adam (D. Kingma, J. Ba, 2014), and the losses on the way.
fn train(x: &Matrix, steps: i32) -> xparray::Result<(Weights, Vec<f64>)> {
    let mut rng = x.xp().rng(1);
    let mut weights = [rng.normal([1, 16])?, rng.normal([16])?, rng.normal::<f64>([16, 1])? * 0.25];
    let mut means = [&weights[0], &weights[1], &weights[2]].map(|w| (w.zeros_like(), w.zeros_like()));
    let (mut losses, points) = (Vec::new(), x.clone());
    let slope = value_and_grad(move |weights: Weights| loss(&weights, &points));
    for step in 1..=steps {
        let (value, slopes) = slope(weights.clone())?;
        losses.push(value.item()?);
        for ((w, (first, second)), slope) in weights.iter_mut().zip(&mut means).zip(slopes) {
            *first = &*first * 0.9 + &slope * 0.1;
            *second = &*second * 0.999 + slope.square() * 0.001;
            let scale = (&*second / (1.0 - 0.999f64.powi(step))).sqrt() + 1e-8;
            *w = &*w - &*first * (0.01 / (1.0 - 0.9f64.powi(step))) / scale;
            w.eval()?;
        }
    }
    Ok((weights, losses))
}

fn draw(x: &Matrix, y: &Matrix) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new("decay_network.svg", (800, 500)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..2.0, 0.0..1.05)?;
    chart.configure_mesh().x_desc("x").y_desc("y").draw()?;
    let exact = (0..=200).map(|k| (f64::from(k) / 100.0, (-f64::from(k) / 100.0).exp()));
    chart
        .draw_series(LineSeries::new(exact, BLACK.stroke_width(1)))?
        .label("exp(-x)")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK.stroke_width(1)));
    let points = x.to_vec()?.into_iter().zip(y.to_vec()?);
    chart
        .draw_series(points.map(|point| Circle::new(point, 3, RED.filled())))?
        .label("the network")
        .legend(|(x, y)| Circle::new((x + 8, y), 3, RED.filled()));
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    println!("drew decay_network.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_learns_the_exponential() -> xparray::Result<()> {
        let xp = Autodiff::new(Device::best()?);
        let x = xp.linspace(0.0, 2.0, 11)?.reshape([11, 1])?;
        let (weights, losses) = train(&x, 400)?;
        assert!(losses[399] < 1e-3 && losses[399] < losses[0] / 100.0, "{} to {}", losses[0], losses[399]);
        let error = (network(&weights, &x)? - (-&x).exp()).abs().max(..)?.item()?;
        assert!(error < 0.02, "{error}");
        Ok(())
    }
}
