//! Principal component analysis of a data set: `cargo run --release --example pca`.
//!
//! Reads a matrix of samples (rows) by features (columns) from a `.npy` file, standardises the columns that vary, finds
//! the largest principal components, prints the explained variance ratios and draws the samples in the plane of the first two. What
//! is computed is in `shared/principal.rs`: the page in `web` runs it in a browser.

#[path = "shared/principal.rs"]
mod principal;

use plotters::prelude::*;
use principal::{Components, ranges, standardized};
use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use xparray::prelude::*;

const USAGE: &str = "\
usage: pca [--input FILE.npy] [--labels FILE.npy] [--backend DEVICE] [--output FILE.svg]

  --input    a matrix of f64, samples by features (default: the handwritten digits that come with xparray)
  --labels   a vector of i64, one class for each sample, to colour the plot
  --backend  where to compute: cpu, cuda, rocm, or cuda:1 (default: the best one here, or what XPARRAY_BACKEND names)
  --output   where to draw the first two components (default: pca.svg)";

/// So many components are printed.
const SHOWN: usize = 10;

struct Options {
    input: PathBuf,
    labels: Option<PathBuf>,
    device: Device,
    output: PathBuf,
}

type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where there is nobody to tell, the exit code says it.
            let _ = writeln!(io::stderr(), "pca: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes to the standard output. That nobody reads on, as behind `| head`, is no error.
fn print(text: &str) -> Fallible<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("standard output: {error}").into()),
        _ => Ok(()),
    }
}

fn run() -> Fallible<()> {
    let Some(options) = parse(std::env::args_os().skip(1))? else {
        return print(&format!("{USAGE}\n"));
    };
    analyse(&options.device, &options)
}

/// The options; `None` if help was asked for.
fn parse(args: impl Iterator<Item = OsString>) -> Fallible<Option<Options>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data");
    let (mut input, mut labels, mut device, mut output) = (None, None, None, PathBuf::from("pca.svg"));
    let mut args = args;
    while let Some(option) = args.next() {
        if option == "--help" || option == "-h" {
            return Ok(None);
        }
        let shown = option.display();
        let mut value = || args.next().ok_or_else(|| format!("{shown} needs a value\n{USAGE}"));
        match option.to_str() {
            Some("--input") => input = Some(PathBuf::from(value()?)),
            Some("--labels") => labels = Some(PathBuf::from(value()?)),
            // What is no text is no name of a backend either.
            Some("--backend") => device = Some(value()?.to_string_lossy().parse()?),
            Some("--output") => output = PathBuf::from(value()?),
            _ => return Err(format!("unknown option {shown}\n{USAGE}").into()),
        }
    }
    if input.is_none() {
        labels = labels.or_else(|| Some(data.join("digits_labels.npy")));
    }
    let device = device.map_or_else(Device::best, Ok)?;
    Ok(Some(Options { input: input.unwrap_or_else(|| data.join("digits.npy")), labels, device, output }))
}

fn analyse<B: Backend>(xp: &B, options: &Options) -> Fallible<()> {
    let x = xp.load_npy::<f64>(&options.input)?;
    let file = options.input.display();
    let &[samples, features] = x.shape() else {
        return Err(format!("{file}: expected a matrix of samples by features, found shape {:?}", x.shape()).into());
    };
    if samples < 2 || features == 0 {
        return Err(format!("{file}: a matrix of {samples} by {features} has nothing to analyse").into());
    }
    if !x.isfinite().all(..)?.item()? {
        return Err(format!("{file}: holds NaN or infinity").into());
    }

    let varying = ranges(&x)?.1.greater(0.0)?.sum(..)?.item()?;
    if varying == 0 {
        return Err(format!("{file}: no column varies").into());
    }
    let mut components = Components::new(standardized(&x)?)?;
    let shown = components.most().min(varying as usize).min(SHOWN);
    let found = (0..shown).map(|_| components.next()).collect::<xparray::Result<Vec<_>>>()?;
    let ratios = found.iter().map(|component| component.ratio.item()).collect::<xparray::Result<Vec<_>>>()?;
    let mut report =
        format!("{} on {}: {samples} samples, {varying} of {features} features vary\n", xp.name(), xp.info().name);
    report += "component  explained variance  cumulative\n";
    let mut total = 0.0;
    for (i, ratio) in ratios.iter().enumerate() {
        total += ratio;
        report += &format!("{:>9}  {ratio:>18.4}  {total:>10.4}\n", i + 1);
    }

    let labels = match &options.labels {
        Some(path) => xp.load_npy::<i64>(path)?.to_vec()?,
        None => vec![0; samples],
    };
    if labels.len() != samples {
        return Err(format!("{} labels for {samples} samples", labels.len()).into());
    }
    let across = found[0].coordinates.to_vec()?;
    let up = found.get(1).map_or_else(|| Ok(vec![0.0; samples]), |component| component.coordinates.to_vec())?;
    let points: Vec<(f64, f64)> = across.into_iter().zip(up).collect();
    let output = options.output.display();
    replace(&options.output, &draw(&points, &labels, &ratios)?).map_err(|error| format!("{output}: {error}"))?;
    print(&format!("{report}drew the first two components: {output}\n"))
}

/// The samples in the plane of two components, as SVG.
fn draw(points: &[(f64, f64)], labels: &[i64], ratios: &[f64]) -> Fallible<String> {
    let range = |coordinate: fn(&(f64, f64)) -> f64| {
        let low = points.iter().map(coordinate).fold(f64::INFINITY, f64::min);
        let high = points.iter().map(coordinate).fold(f64::NEG_INFINITY, f64::max);
        let margin = (0.05 * (high - low)).max(f64::MIN_POSITIVE);
        low - margin..high + margin
    };
    let percent = |i: usize| 100.0 * ratios.get(i).unwrap_or(&0.0);
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (900, 700)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Principal components", ("sans-serif", 24))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(range(|p| p.0), range(|p| p.1))?;
    chart
        .configure_mesh()
        .x_desc(format!("component 1 ({:.1} % of the variance)", percent(0)))
        .y_desc(format!("component 2 ({:.1} % of the variance)", percent(1)))
        .draw()?;
    let mut classes = labels.to_vec();
    classes.sort_unstable();
    classes.dedup();
    for (k, class) in classes.iter().enumerate() {
        let colour = HSLColor(k as f64 / classes.len() as f64, 0.75, 0.45);
        let members = points.iter().zip(labels).filter(|(_, label)| *label == class);
        let series = chart.draw_series(members.map(|(&point, _)| Circle::new(point, 2, colour.filled())))?;
        if classes.len() > 1 {
            series.label(class.to_string()).legend(move |at| Circle::new(at, 4, colour.filled()));
        }
    }
    if classes.len() > 1 {
        chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    }
    area.present()?;
    drop(chart);
    drop(area);
    Ok(svg)
}

/// Writes a file beside the old one, which it replaces when it is complete.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
        return fs::write(path, text); // a pipe or a device
    }
    let partial = path.with_added_extension(format!("{}.partial", process::id()));
    let mut file = File::create_new(&partial)?;
    let result = file.write_all(text.as_bytes()).and_then(|()| fs::rename(&partial, path));
    if result.is_err() {
        let _ = fs::remove_file(&partial);
    }
    result
}
