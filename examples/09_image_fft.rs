//! Stripes are taken out of an image by its transform: `cargo run --release --example 09_image_fft` draws `image_fft.svg`.

use plotters::prelude::*;
use std::error::Error;
use xparray::prelude::*;

const SIZE: usize = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let xp = Device::best()?;
    let striped = blobs(&xp)? + stripes(&xp)?;
    let filtered = low_pass(&striped, 12.0)?;
    let error = (&filtered - blobs(&xp)?).abs().max(..)?.item()?;
    println!("the filtered image differs from the one without stripes by {error:.1e}");
    draw(&[&striped, &filtered])
}

/// Two bright spots.
fn blobs(xp: &Device) -> xparray::Result<Array<f64>> {
    let n = SIZE as f64;
    xp.from_fn([SIZE, SIZE], |i, j| {
        let spot = |y: f64, x: f64| (-((i as f64 / n - y).powi(2) + (j as f64 / n - x).powi(2)) / 0.01).exp();
        spot(0.45, 0.4) + 0.7 * spot(0.6, 0.6)
    })
}

/// Slanted stripes: one wave, of 16 periods across the image and 8 down.
fn stripes(xp: &Device) -> xparray::Result<Array<f64>> {
    let turn = std::f64::consts::TAU / SIZE as f64;
    xp.from_fn([SIZE, SIZE], |i, j| 0.4 * (turn * (8 * i + 16 * j) as f64).cos())
}

/// The image without waves of more than `cutoff` periods.
fn low_pass(image: &Array<f64>, cutoff: f64) -> xparray::Result<Array<f64>> {
    let periods = image.xp().fftfreq_with(SIZE, FftFreq::new().d(1.0 / SIZE as f64))?; // 0, 1, ..., 31, -32, ..., -1
    let kept = (periods.square() + periods.expand_dims(1)?.square()).less_equal(cutoff.powi(2))?;
    Ok((image.fft2()? * kept).ifft2()?.real())
}

/// The images side by side, in shades of grey.
fn draw(images: &[&Array<f64>]) -> Result<(), Box<dyn Error>> {
    let pixel = 6;
    let side = SIZE as i32 * pixel;
    let area = SVGBackend::new("image_fft.svg", ((side * images.len() as i32) as u32, side as u32)).into_drawing_area();
    for (k, image) in images.iter().enumerate() {
        let shades = (*image * 180.0 + 75.0).clip(0.0, 255.0)?.to_vec()?;
        for (place, shade) in shades.into_iter().map(|shade| shade as u8).enumerate() {
            let (x, y) = (k as i32 * side + (place % SIZE) as i32 * pixel, (place / SIZE) as i32 * pixel);
            area.draw(&Rectangle::new([(x, y), (x + pixel, y + pixel)], RGBColor(shade, shade, shade).filled()))?;
        }
    }
    area.present()?;
    println!("drew image_fft.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The spots have next to no short waves, and the stripes are nothing else.
    #[test]
    fn stripes_go_and_spots_stay() -> xparray::Result<()> {
        let xp = Device::best()?;
        let (blobs, stripes) = (blobs(&xp)?, stripes(&xp)?);
        assert!(low_pass(&stripes, 12.0)?.abs().max(..)?.item()? < 1e-12);
        let filtered = low_pass(&(&blobs + stripes), 12.0)?;
        assert!((filtered - blobs).abs().max(..)?.item()? < 1e-4);
        Ok(())
    }
}
