//! Coins in a photograph are told from the background, counted and measured:
//! `cargo run --release --features scipy --example 11_count_coins` writes `coins.png`.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter};
use std::path::Path;
use xparray::prelude::*;
use xparray::scipy::ndimage::{self, Binary, Filter, Labels};

type Fallible<T> = Result<T, Box<dyn Error>>;

/// Darker than this is background, and lighter than that is a coin; what is between belongs to the one or the other.
const SHADES: (u8, u8) = (30, 150);

fn main() -> Fallible<()> {
    let xp = Device::best()?;
    let photograph = load(&xp, &Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/coins.png"))?;
    let coins = Coins::of(&photograph)?;
    println!("{} coins", coins.areas.len());
    for (area, centre) in coins.areas.iter().zip(coins.centres.chunks_exact(2)) {
        println!("  {area:5.0} pixels about ({:3.0}, {:3.0})", centre[0], centre[1]);
    }
    paint(&photograph, &coins.labels, Path::new("coins.png"))?;
    println!("wrote coins.png");
    Ok(())
}

/// A photograph in shades of grey, rows of pixels.
fn load(xp: &Device, path: &Path) -> Fallible<Array<u8>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("a picture that is too large")?];
    let info = reader.next_frame(&mut pixels)?;
    if (info.color_type, info.bit_depth) != (png::ColorType::Grayscale, png::BitDepth::Eight) {
        return Err(format!("{} has other pixels than shades of grey in 8 bits", path.display()).into());
    }
    Ok(xp.from_slice(&pixels[..info.buffer_size()], [info.height as usize, info.width as usize])?)
}

/// Coins: which pixels are of which one, from 1 on, their areas in pixels, and where they are, `[row, column]` each.
struct Coins {
    labels: Array<i32>,
    areas: Vec<f64>,
    centres: Vec<f64>,
}

impl Coins {
    fn of(photograph: &Array<u8>) -> xparray::Result<Self> {
        let plain = None::<&Array<bool>>;
        let smooth = ndimage::median_filter(photograph, 3, Filter::new())?.typed::<u8>()?;
        // Regions grow from what is surely coin or background to where the picture changes most.
        let steep = slopes(&smooth)?;
        let seeds = smooth.less(SHADES.0)?.where_(-1i32, smooth.greater(SHADES.1)?.astype::<i32>())?;
        let regions = ndimage::watershed_ift(&steep, &seeds, plain)?;
        let whole = ndimage::binary_fill_holes(&regions.greater(0)?, &Binary::new())?;
        let clean = ndimage::binary_opening(&whole, &Binary::new().iterations(2))?;
        let (labels, count) = ndimage::label(&clean, plain)?;
        let each = Labels::of(&labels).index((1..=count as i64).collect::<Vec<_>>());
        let areas = ndimage::sum_labels(&clean, &each)?.astype(DType::F64)?.typed::<f64>()?.to_vec()?;
        let centres = ndimage::center_of_mass(&clean, &each)?.typed::<f64>()?.to_vec()?;
        Ok(Self { labels, areas, centres })
    }
}

/// How steep the picture is at each pixel, from 0 to 255.
fn slopes(picture: &Array<u8>) -> xparray::Result<Array<u8>> {
    let shades = picture.astype::<f64>();
    let along = |axis: isize| ndimage::sobel(&shades, axis, Filter::new())?.typed::<f64>();
    let slopes = along(0)?.hypot(&along(1)?)?;
    Ok((&slopes * 255.0 / slopes.max(..)?).astype::<u8>())
}

/// Writes the photograph with each coin in a colour of its own.
fn paint(photograph: &Array<u8>, labels: &Array<i32>, path: &Path) -> Fallible<()> {
    let (shades, labels) = (photograph.to_vec()?, labels.to_vec()?);
    let colours = shades.into_iter().zip(labels).flat_map(|(shade, label)| match label {
        0 => [shade; 3],
        label => [0, 85, 170].map(|turn| shade / 2 + (label as u32 * 67 + turn) as u8 / 2),
    });
    let &[height, width] = photograph.shape() else { return Err("a picture has rows and columns".into()) };
    // Written beside and renamed, so that no half of it is left.
    let beside = path.with_extension("part.png");
    let mut encoder = png::Encoder::new(BufWriter::new(File::create(&beside)?), width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours.collect::<Vec<u8>>())?;
    writer.finish()?;
    fs::rename(beside, path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One can count them: there are 24, of 1,199 to 3,245 pixels by SciPy's functions of these names.
    #[test]
    fn all_coins_are_found() -> Fallible<()> {
        let xp = Device::best()?;
        let photograph = load(&xp, &Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/coins.png"))?;
        let coins = Coins::of(&photograph)?;
        assert_eq!(coins.areas.len(), 24);
        assert!(coins.areas.iter().all(|area| (1150.0..3300.0).contains(area)));
        Ok(())
    }
}
