//! A network that reads handwritten digits: `cargo run --release --features autodiff --example 25_digits` draws those that it misreads in
//! `digits.svg`.
//!
//! One hidden layer, trained on four fifths of the images by Adam. A step of the training, gradient and new weights, is one program that is traced
//! once and replayed.

use plotters::prelude::*;
use std::error::Error;
use std::path::Path;
use xparray::autodiff::{Autodiff, value_and_grad};
use xparray::jit;
use xparray::prelude::*;

type Real = Array<f32, Autodiff<Device>>;
/// Weights and shifts of the hidden layer, and of the last one.
type Weights = [Real; 4];

/// Images, a row of 64 pixels each, and the digits that they show.
struct Samples {
    images: Real,
    digits: Array<i64, Autodiff<Device>>,
}

const HIDDEN: usize = 64;
const STEPS: usize = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let [known, held_out] = samples(&Autodiff::new(Device::best()?))?;
    let (weights, loss) = train(&known, STEPS)?;
    let wrong = misread(&weights, &held_out)?;
    let share = 1.0 - wrong.len() as f64 / held_out.digits.len() as f64;
    println!("a loss of {loss:.1e}; {:.1} % of the digits that were held out are read", 100.0 * share);
    draw(&held_out, &wrong)
}

/// The digits in an order of chance: four fifths to learn from, and those held out.
fn samples(xp: &Autodiff<Device>) -> xparray::Result<[Samples; 2]> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data");
    let images = xp.load_npy::<f64>(data.join("digits.npy"))?.astype::<f32>() / 16.0;
    let digits = xp.load_npy::<i64>(data.join("digits_labels.npy"))?;
    let (order, n) = (xp.rng(1).permutation(digits.len())?, digits.len() as isize);
    let part =
        |places: Array<i64, _>| Ok(Samples { images: images.take(&places, 0)?, digits: digits.take(&places, 0)? });
    Ok([part(order.slice(s![..n * 4 / 5])?)?, part(order.slice(s![n * 4 / 5..])?)?])
}

/// A number for each digit, the greater the likelier.
fn network([a, b, c, d]: &Weights, images: &Real) -> xparray::Result<Real> {
    Ok((images.matmul(a)? + b).maximum(0.0)?.matmul(c)? + d)
}

/// The cross-entropy: the mean of the negative logarithms of the probabilities of the right digits.
fn loss(weights: &Weights, images: &Real, chosen: &Real) -> xparray::Result<Real> {
    let scores = network(weights, images)?;
    let scores = &scores - scores.max(keepdims(1))?;
    (scores.exp().sum(1)?.log() - (scores * chosen).sum(1)?).mean(..)
}

/// So many steps of Adam (D. Kingma, J. Ba, 2014), and the loss before the last of them.
fn train(known: &Samples, steps: usize) -> xparray::Result<(Weights, f32)> {
    let xp = known.images.xp();
    let chosen = known.digits.expand_dims(1)?.equal(&xp.arange(10)?)?.astype::<f32>();
    let slopes = value_and_grad(|weights: Weights| loss(&weights, &known.images, &chosen));
    // The rates at which the first steps forget how the means began are arrays, as they differ.
    let step = jit(|(weights, means, squares, rates): (Weights, Weights, Weights, [Real; 2])| {
        let (loss, slopes) = slopes(weights.clone())?;
        let (mut weights, mut means, mut squares) = (weights, means, squares);
        for (k, slope) in slopes.iter().enumerate() {
            means[k] = &means[k] * 0.9 + slope * 0.1;
            squares[k] = &squares[k] * 0.999 + slope.square() * 0.001;
            let scale = (&squares[k] / &rates[1]).sqrt() + 1e-8;
            weights[k] = &weights[k] - &means[k] / &rates[0] * 0.01 / scale;
        }
        Ok((loss, (weights, means, squares)))
    });
    let mut rng = xp.rng(2);
    let mut weights: Weights = [
        rng.normal::<f32>([64, HIDDEN])? * 0.1,
        xp.zeros(HIDDEN)?,
        rng.normal::<f32>([HIDDEN, 10])? * 0.1,
        xp.zeros(10)?,
    ];
    let nothing = || weights.each_ref().map(|w| w.zeros_like());
    let (mut means, mut squares, mut last) = (nothing(), nothing(), xp.scalar(0.0));
    for count in 1..=steps as i32 {
        let rates = [0.9f32, 0.999].map(|rate| xp.scalar(1.0 - rate.powi(count)));
        (last, (weights, means, squares)) = step.call((weights, means, squares, rates))?;
    }
    Ok((weights, last.item()?))
}

/// The places of images that are taken for other digits, with these.
fn misread(weights: &Weights, samples: &Samples) -> xparray::Result<Vec<(usize, i64)>> {
    let read = network(weights, &samples.images)?.argmax(1)?.to_vec()?;
    let right = samples.digits.to_vec()?;
    Ok(read.into_iter().enumerate().filter(|&(k, digit)| right[k] != digit).collect())
}

/// Images that are misread, each with what it shows and what it was taken for.
fn draw(samples: &Samples, wrong: &[(usize, i64)]) -> Result<(), Box<dyn Error>> {
    let (images, digits) = (samples.images.to_vec()?, samples.digits.to_vec()?);
    let rows = wrong.len().div_ceil(6).max(1);
    let area = SVGBackend::new("digits.svg", (6 * 120, 140 * rows as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    for (&(k, taken_for), part) in wrong.iter().zip(area.split_evenly((rows, 6))) {
        let text = format!("{} as {taken_for}", digits[k]);
        part.draw(&Text::new(text, (20, 6), ("sans-serif", 16)))?;
        for (pixel, &ink) in images[64 * k..64 * (k + 1)].iter().enumerate() {
            let (x, y) = (20 + 10 * (pixel % 8) as i32, 26 + 10 * (pixel / 8) as i32);
            let shade = 255 - (255.0 * ink) as u8;
            part.draw(&Rectangle::new([(x, y), (x + 10, y + 10)], RGBColor(shade, shade, shade).filled()))?;
        }
    }
    area.present()?;
    println!("drew the {} others in digits.svg", wrong.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read() -> xparray::Result<()> {
        let [known, held_out] = samples(&Autodiff::new(Device::best()?))?;
        assert_eq!((known.digits.len(), held_out.digits.len()), (1437, 360));
        let (weights, loss) = train(&known, STEPS)?;
        let share = 1.0 - misread(&weights, &held_out)?.len() as f64 / 360.0;
        assert!(loss < 0.02 && share >= 0.97, "{loss} {share}");
        Ok(())
    }
}
