//! Points that fill the unit cube evenly.

use super::functions;
use super::kept::{Kept, keep};
use super::words::Uneven;
use crate::convert::Input;
use crate::device::DeviceArg;
use crate::functions::Generator;
use pyo3::prelude::*;
use xparray::Device;
use xparray::scipy::stats::qmc::{self, Halton, LatinHypercube, Sobol};

functions! {
    qmc_discrepancy(sample: Input, method: Uneven) = qmc::discrepancy(&sample.0, method.0);
    qmc_halton(d: usize, rng: Option<Py<Generator>>, device: DeviceArg) = match &rng {
        Some(rng) => rng.get().with(|rng| Halton::scrambled(rng, d)),
        None => Halton::new(&device.0, d),
    }.map(keep);
    qmc_halton_points(made: Kept<Halton<Device>>, first: u64, n: usize) =
        made.0.points(first, n).map(xparray::Array::into_dyn);
    qmc_latin(d: usize, rng: Py<Generator>, n: usize, scramble: bool) = rng.get().with(|rng| {
        qmc::latin_hypercube_with(rng, d, n, LatinHypercube::new().scramble(scramble)).map(xparray::Array::into_dyn)
    });
    qmc_multinomial(sample: Input, pvals: Vec<f64>) = qmc::multinomial(&sample.0, &pvals).map(xparray::Array::into_dyn);
    qmc_multivariate_normal(sample: Input, mean: Input, cov: Input) =
        qmc::multivariate_normal(&sample.0, &mean.0, &cov.0).map(xparray::Array::into_dyn);
    qmc_scale(sample: Input, low: Vec<f64>, high: Vec<f64>, reverse: bool) = {
        let found = if reverse { qmc::unscale(&sample.0, &low, &high) } else { qmc::scale(&sample.0, &low, &high) };
        found.map(xparray::Array::into_dyn)
    };
    qmc_sobol(d: usize, bits: u32, rng: Option<Py<Generator>>, device: DeviceArg) = match &rng {
        Some(rng) => rng.get().with(|rng| Sobol::scrambled(rng, d, bits)),
        None => Sobol::with_bits(&device.0, d, bits),
    }.map(keep);
    qmc_sobol_points(made: Kept<Sobol<Device>>, first: u64, n: usize) =
        made.0.points(first, n).map(xparray::Array::into_dyn);
}
