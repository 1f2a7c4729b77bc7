//! The period of sunspots, by the spectrum of what was recorded in three centuries and by a filter:
//! `cargo run --release --features scipy --example 12_sunspots` draws `sunspots.svg`.

use plotters::prelude::*;
use std::error::Error;
use std::path::Path;
use xparray::prelude::*;
use xparray::scipy::signal::{self, Band, FindPeaks, Pairing, Spectral, Trend};

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> Fallible<()> {
    let xp = Device::best()?;
    let (years, numbers) = load(&xp)?;
    let (frequencies, power) = spectrum(&numbers)?;
    println!("the spectrum is highest at a period of {:.1} years", 1.0 / strongest(&frequencies, &power)?);
    let cycle = cycle(&numbers)?;
    let maxima = signal::find_peaks(&cycle, FindPeaks::new().prominence(10.0..))?.peaks.to_vec()?;
    let between = (maxima[maxima.len() - 1] - maxima[0]) as f64 / (maxima.len() - 1) as f64;
    println!("{} maxima, {between:.1} years from one to the next", maxima.len());
    draw(&years, [&numbers, &cycle], (&frequencies, &power))?;
    println!("drew sunspots.svg");
    Ok(())
}

/// Years, and how many sunspots were seen.
fn load(xp: &Device) -> Fallible<(Vec<f64>, Array<f64>)> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/sunspots.csv"))?;
    let (mut years, mut numbers) = (Vec::new(), Vec::new());
    for line in text.lines().skip(1) {
        let (year, number) = line.split_once(',').ok_or("a line without a comma")?;
        years.push(year.parse()?);
        numbers.push(number.parse()?);
    }
    Ok((years, xp.from_slice::<f64>(&numbers, numbers.len())?))
}

/// Frequencies in periods a year, and the power of each: a mean over parts of 128 years, by Welch's method.
fn spectrum(numbers: &Array<f64>) -> xparray::Result<(Array<f64>, Array<f64>)> {
    let options = Spectral::new().nperseg(128).nfft(1024).detrend(Trend::Linear);
    let (frequencies, power) = signal::welch(numbers, &options)?;
    Ok((frequencies.typed()?, power.typed()?))
}

fn strongest(frequencies: &Array<f64>, power: &Array<f64>) -> xparray::Result<f64> {
    let place = power.slice(s![1..])?.argmax(0)?.item()?;
    frequencies.slice(s![1..])?.slice(s![place as isize])?.item()
}

/// What has periods of 7 to 16 years, without a shift: Butterworth's band pass forwards and backwards.
fn cycle(numbers: &Array<f64>) -> xparray::Result<Array<f64>> {
    let band = Band::bandpass(1.0 / 16.0, 1.0 / 7.0).fs(1.0);
    let sections = signal::zpk2sos(&signal::butter(4, band)?, Pairing::default())?.array(numbers.xp())?;
    signal::sosfiltfilt(&sections, &(numbers - numbers.mean(..)?))?.typed()
}

/// The record and its cycle above, the spectrum below.
fn draw(years: &[f64], series: [&Array<f64>; 2], spectrum: (&Array<f64>, &Array<f64>)) -> Fallible<()> {
    let area = SVGBackend::new("sunspots.svg", (900, 600)).into_drawing_area();
    area.fill(&WHITE)?;
    let (above, below) = area.split_vertically(300);
    let mut record =
        ChartBuilder::on(&above).margin(10).build_cartesian_2d(years[0]..years[years.len() - 1], -100.0..200.0)?;
    for (series, colour) in series.into_iter().zip([BLACK, RED]) {
        let points = years.iter().copied().zip(series.to_vec()?);
        record
            .draw_series(points.collect::<Vec<_>>().windows(2).map(|pair| PathElement::new(pair.to_vec(), colour)))?;
    }
    let (frequencies, power) = (spectrum.0.to_vec()?, spectrum.1.to_vec()?);
    let top = power.iter().copied().fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(&below).margin(10).build_cartesian_2d(0.0..0.5, 0.0..top)?;
    let points: Vec<(f64, f64)> = frequencies.into_iter().zip(power).collect();
    chart.draw_series(points.windows(2).map(|pair| PathElement::new(pair.to_vec(), BLUE)))?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Sun's cycle has some 11 years (Schwabe, 1844); SciPy's `welch` says 11.13.
    #[test]
    fn the_cycle_has_eleven_years() -> Fallible<()> {
        let (_, numbers) = load(&Device::best()?)?;
        let (frequencies, power) = spectrum(&numbers)?;
        assert!((1.0 / strongest(&frequencies, &power)? - 11.13).abs() < 0.01);
        let maxima = signal::find_peaks(&cycle(&numbers)?, FindPeaks::new().prominence(10.0..))?.peaks.to_vec()?;
        assert_eq!(maxima.len(), 28);
        Ok(())
    }
}
