//! Clusters of points by Lloyd's algorithm: `cargo run --release --example 06_k_means` draws `k_means.svg`.

use plotters::prelude::*;
use std::error::Error;
use xparray::prelude::*;

const CENTRES: [[f64; 2]; 4] = [[0.0, 0.0], [6.0, 1.0], [2.0, 6.0], [8.0, 7.0]];

fn main() -> Result<(), Box<dyn Error>> {
    let points = samples(&Device::best()?, 500)?;
    let (centres, labels) = k_means(&points, CENTRES.len())?;
    println!("points around\n{}", points.xp().array(CENTRES)?);
    println!("means of the clusters found\n{centres}");
    draw(&points, &centres, &labels)
}

/// `n` points around each of the centres.
fn samples(xp: &Device, n: usize) -> xparray::Result<Array<f64>> {
    let around = xp.array(CENTRES)?.expand_dims(1)?;
    (xp.rng(1).normal::<f64>([CENTRES.len(), n, 2])? + around).reshape([CENTRES.len() * n, 2])
}

/// The means of `k` clusters, and the cluster of each point.
fn k_means(points: &Array<f64>, k: usize) -> xparray::Result<(Array<f64>, Array<i64>)> {
    let clusters = points.xp().arange(k)?;
    let mut centres = far_apart(points, k)?;
    let mut labels = squared_distances(points, &centres)?.argmin(1)?;
    loop {
        // One column for each cluster, with ones for its points: a product adds up the points.
        let members = labels.expand_dims(1)?.equal(&clusters)?.astype::<f64>();
        centres = members.transpose().matmul(points)? / members.sum(0)?.expand_dims(1)?;
        let nearest = squared_distances(points, &centres)?.argmin(1)?;
        if nearest.equal(&labels)?.all(..)?.item()? {
            return Ok((centres, labels));
        }
        labels = nearest;
    }
}

/// From each point to each centre: points by centres by coordinates, of which nothing but the sums is stored.
fn squared_distances(points: &Array<f64>, centres: &Array<f64>) -> xparray::Result<Array<f64>> {
    (points.expand_dims(1)? - centres).square().sum(2)
}

/// The first point, and then always the one that is farthest from those chosen.
fn far_apart(points: &Array<f64>, k: usize) -> xparray::Result<Array<f64>> {
    let mut centres = points.slice(s![..1, ..])?;
    for _ in 1..k {
        let farthest = squared_distances(points, &centres)?.min(1)?.argmax(0)?;
        centres = centres.append(&points.take(&farthest.reshape(1)?, 0)?, 0)?;
    }
    Ok(centres)
}

fn draw(points: &Array<f64>, centres: &Array<f64>, labels: &Array<i64>) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new("k_means.svg", (700, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(30)
        .y_label_area_size(30)
        .build_cartesian_2d(-4.0..12.0, -4.0..11.0)?;
    chart.configure_mesh().draw()?;
    let colour = |label: i64| HSLColor(label as f64 / CENTRES.len() as f64, 0.7, 0.5).filled();
    let (points, labels) = (points.to_vec()?, labels.to_vec()?);
    chart.draw_series(points.chunks(2).zip(labels).map(|(p, label)| Circle::new((p[0], p[1]), 2, colour(label))))?;
    chart.draw_series(centres.to_vec()?.chunks(2).map(|c| Cross::new((c[0], c[1]), 8, BLACK.stroke_width(3))))?;
    area.present()?;
    println!("drew k_means.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_centres() -> xparray::Result<()> {
        let points = samples(&Device::best()?, 500)?;
        let (centres, labels) = k_means(&points, CENTRES.len())?;
        let labels = labels.to_vec()?;
        for (i, centre) in CENTRES.iter().enumerate() {
            // Nearly all points of one centre are in one cluster, whose mean is near: a mean of 500 has an error of 0.045.
            let label = labels[500 * i];
            let same = labels[500 * i..500 * (i + 1)].iter().filter(|&&l| l == label).count();
            let found = centres.slice(s![label as isize, ..])?.to_vec()?;
            assert!(same > 490, "{same}");
            assert!((found[0] - centre[0]).abs() < 0.2 && (found[1] - centre[1]).abs() < 0.2, "{found:?} {centre:?}");
        }
        Ok(())
    }
}
