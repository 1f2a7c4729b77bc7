//! A page that computes on its visitor's GPU: the heat equation of `05_heat_equation` and the components of `pca`, by the same functions, and
//! once more on the CPU to compare with.
//!
//! `cargo xtask web` writes it to `target/web`: static files, which any server can serve, with `--serve` this machine's. By hand, that is
//!
//! ```sh
//! rustup target add wasm32-unknown-unknown
//! cargo build --release --target wasm32-unknown-unknown --package xparray-web
//! cargo run --package xparray-web-bindgen -- target/wasm32-unknown-unknown/release/xparray_web.wasm page
//! cp static/* ../data/digits*.npy page
//! python3 -m http.server --directory page
//! ```
//!
//! in this folder. Browsers have WebGPU for pages that come over HTTPS or from the same machine. `cargo xtask web --check` runs the page in Chromium.
//!
//! Nothing is waited for: a GPU is opened by `Device::open_async`, arrays are read by `to_vec_async` and `item_async`, and between two reads the
//! browser draws.

#[path = "../../shared/heat.rs"]
mod heat;
#[path = "../../shared/principal.rs"]
mod principal;

use heat::{Rod, TIMES, curves, exact};
use js_sys::{Float32Array, Function};
use principal::{Components, standardized};
use wasm_bindgen::prelude::*;
use xparray::prelude::*;
use xparray::{BackendKind, Error};

/// So many steps are taken before the page is drawn again.
const STEPS: usize = 240;
/// So many components are found.
const COMPONENTS: usize = 10;

type Fallible<T> = Result<T, JsError>;

fn failed(error: Error) -> JsError {
    JsError::new(&error.to_string())
}

/// The visitor's GPU.
#[wasm_bindgen]
pub struct Gpu(Device);

#[wasm_bindgen]
impl Gpu {
    /// Asks the browser for it.
    pub async fn open() -> Fallible<Gpu> {
        Device::open_async(BackendKind::Wgpu, 0).await.map(Self).map_err(failed)
    }

    /// Solves the heat equation at `n + 1` points. Calls `show(done, index, temperatures)` after some steps each: which part is
    /// done, and the temperatures on the way to the time of that index.
    ///
    /// Gives the largest difference from what the CPU computes in double precision.
    pub async fn heat(&self, n: usize, show: Function) -> Fallible<f64> {
        self.solve(n, &show).await.map_err(failed)
    }

    /// Finds the principal components of the samples of a `.npy` file. Calls `show(done, ratio, coordinates)` for each.
    ///
    /// Gives the largest difference from what the CPU computes in double precision, as a part of the largest coordinate.
    pub async fn components(&self, npy: &[u8], show: Function) -> Fallible<f64> {
        self.analyse(npy, &show).await.map_err(failed)
    }
}

/// The labels of a `.npy` file.
#[wasm_bindgen]
pub fn labels(npy: &[u8]) -> Fallible<Vec<i32>> {
    let labels = Cpu::new().read_npy::<i64>(npy).map_err(failed)?;
    labels.astype::<i32>().to_vec().map_err(failed)
}

impl Gpu {
    async fn solve(&self, n: usize, show: &Function) -> xparray::Result<f64> {
        let (_, expected) = curves::<f64, _>(&Cpu::new(), n)?;
        let mut rod = Rod::<f32, _>::new(&self.0, n)?;
        let mut u = exact(&rod.x, 0.0);
        let last = rod.steps_until(TIMES[TIMES.len() - 1]);
        let done = |rod: &Rod<f32, _>| rod.steps as f64 / last as f64;
        let mut difference = 0.0f64;
        for (k, t) in TIMES.into_iter().enumerate() {
            while !rod.is_at(t) {
                u = rod.advance(u, t, STEPS)?;
                let values = u.to_vec_async().await?;
                call(show, done(&rod), k, &values)?;
            }
            let values = u.to_vec_async().await?;
            call(show, done(&rod), k, &values)?;
            difference = largest(difference, &values, &expected[k].to_vec()?);
        }
        Ok(difference)
    }

    async fn analyse(&self, npy: &[u8], show: &Function) -> xparray::Result<f64> {
        let cpu = Cpu::new();
        let samples = cpu.read_npy::<f64>(npy)?;
        // In a browser GPUs have no double precision.
        let copied = self.0.from_slice(&samples.astype::<f32>().to_vec()?, samples.shape())?;
        let mut expected = Components::new(standardized(&samples)?)?;
        let mut components = Components::new(standardized(&copied)?)?;
        let mut difference = 0.0f64;
        let count = COMPONENTS.min(components.most());
        for k in 0..count {
            let (component, expected) = (components.next()?, expected.next()?);
            let (ratio, coordinates) =
                (component.ratio.item_async().await?, component.coordinates.to_vec_async().await?);
            call(show, (k + 1) as f64 / count as f64, ratio, &coordinates)?;
            let expected_ratio = expected.ratio.item()?;
            let expected = expected.coordinates.to_vec()?;
            let size = expected.iter().fold(0.0f64, |size, x| size.max(x.abs()));
            difference = difference.max((f64::from(ratio) - expected_ratio).abs());
            difference = difference.max(largest(0.0, &coordinates, &expected) / size);
        }
        Ok(difference)
    }
}

/// The largest difference of numbers, or a larger one that is known.
fn largest(known: f64, found: &[f32], expected: &[f64]) -> f64 {
    found.iter().zip(expected).fold(known, |most, (x, y)| most.max((f64::from(*x) - y).abs()))
}

/// Shows the page what was found.
fn call(show: &Function, done: f64, number: impl Into<JsValue>, values: &[f32]) -> xparray::Result<()> {
    let shown = show.call3(&JsValue::NULL, &done.into(), &number.into(), &Float32Array::from(values).into());
    shown.map(drop).map_err(|error| Error::Value { op: "show", message: format!("{error:?}") })
}
