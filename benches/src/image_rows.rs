//! Rows of images.

use crate::data::uniform;
use crate::rows::{Call, call};
use xparray::Result;
use xparray::prelude::*;
use xparray::scipy::ndimage::{self, Binary, Filter, Gaussian, Spline, Window, Zoom};

/// These rows.
pub const NAMES: &[&str] = &[
    "gaussian_filter_4096_sigma3",
    "uniform_filter_4096_5",
    "sobel_4096",
    "grey_dilation_4096_15x15",
    "binary_erosion_4096_x20",
    "median_filter_2048_7x7",
    "label_4096",
    "distance_transform_edt_2048",
    "zoom_2048_order3",
    "rotate_2048",
    "map_coordinates_10M_order1",
];

/// The row's data and call; `None` for a row that is not among these.
pub fn prepare<B: Backend>(xp: &B, row: &str) -> Option<Result<Call>> {
    let image = |n: usize| uniform::<f32, B>(xp, 1, &[n, n]);
    let plain = None::<Array<bool, B>>;
    Some(match row {
        "gaussian_filter_4096_sigma3" => {
            image(4096).and_then(|x| call(move || ndimage::gaussian_filter(&x, 3.0, Gaussian::new())))
        }
        "uniform_filter_4096_5" => {
            image(4096).and_then(|x| call(move || ndimage::uniform_filter(&x, 5, Filter::new())))
        }
        "sobel_4096" => image(4096).and_then(|x| call(move || ndimage::sobel(&x, -1, Filter::new()))),
        "grey_dilation_4096_15x15" => {
            image(4096).and_then(|x| call(move || ndimage::grey_dilation(&x, Window::from([15, 15]), Filter::new())))
        }
        "binary_erosion_4096_x20" => {
            blobs(xp, 4096).and_then(|x| call(move || ndimage::binary_erosion(&x, &Binary::new().iterations(20))))
        }
        "median_filter_2048_7x7" => {
            image(2048).and_then(|x| call(move || ndimage::median_filter(&x, 7, Filter::new())))
        }
        "label_4096" => blobs(xp, 4096).and_then(|x| call(move || Ok(ndimage::label(&x, plain.as_ref())?.0))),
        "distance_transform_edt_2048" => {
            blobs(xp, 2048).and_then(|x| call(move || Ok(ndimage::distance_transform_edt(&x, 1.0)?.0)))
        }
        "zoom_2048_order3" => image(2048).and_then(|x| call(move || ndimage::zoom(&x, 2.0, Zoom::new()))),
        "rotate_2048" => image(2048).and_then(|x| call(move || ndimage::rotate(&x, 30.0, [1, 0], true, Spline::new()))),
        "map_coordinates_10M_order1" => image(4096).and_then(|x| {
            let places = uniform::<f32, B>(xp, 2, &[2, 10_000_000])? * 4095.0;
            places.eval()?;
            call(move || ndimage::map_coordinates(&x, &places, Spline::new().order(1)))
        }),
        _ => return None,
    })
}

/// Waves with noise above a height: some large parts, and many small ones.
fn blobs<B: Backend>(xp: &B, n: usize) -> Result<Array<bool, B>> {
    let along = xp.arange((0i64, n as i64, 1))?.astype::<f32>();
    let waves = (&along.reshape([n, 1])? * 0.05).sin() * (&along * 0.07).sin();
    let blobs = (waves + uniform::<f32, B>(xp, 1, &[n, n])? * 0.6).greater(0.4)?;
    blobs.eval()?;
    Ok(blobs)
}
