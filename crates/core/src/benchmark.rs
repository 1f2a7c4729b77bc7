//! Timing of array programs, on the host and on the device.

use crate::backend::{Backend, Event};
use crate::error::{Error, Result};
use std::fmt;
use std::time::{Duration, Instant};

/// Timing, as a method of every backend's handle.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let x = xp.rng(1).normal::<f64>([64, 64])?;
/// let result = xp.benchmark("product", 20, 3, || x.matmul(&x)?.eval())?;
/// println!("{result}"); // product             :    CPU:    34.512 us   +/- ...     cpu:0:    34.401 us   +/- ...
/// assert_eq!((result.cpu.as_slice().len(), result.device.as_slice().len()), (20, 20));
/// assert!(result.cpu.min() <= result.cpu.median() && result.cpu.mean() <= result.cpu.max());
/// # Ok::<(), xparray::Error>(())
/// ```
pub trait Benchmarking: Backend {
    /// Times `n_repeat` calls of `f`, after `n_warmup` calls that compile kernels and fill caches.
    ///
    /// The device is idle when a call begins. The time on the host ends when `f` returns, which on a GPU is before the
    /// work is done; the time on the device lies between two events around it. Arrays are deferred: `f` should
    /// [`eval`](crate::Array::eval) what it is to compute.
    ///
    /// ```
    /// # use xparray::prelude::*; let xp = Cpu::new();
    /// let (a, b) = (xp.ones::<f64>(10_000)?, xp.ones::<f64>(10_000)?);
    /// let result = xp.benchmark("my_func", 10, 1, || ((-&a).sin() * &b * 3.0).eval())?;
    /// assert!(result.to_string().starts_with("my_func             :    CPU:"));
    /// # Ok::<(), xparray::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `f`, and what goes wrong in the work it queues; [`Error::Value`] for no calls.
    fn benchmark(
        &self,
        name: &str,
        n_repeat: usize,
        n_warmup: usize,
        mut f: impl FnMut() -> Result<()>,
    ) -> Result<Benchmark> {
        if n_repeat == 0 {
            return Err(Error::value("benchmark", "n_repeat must be at least 1"));
        }
        for _ in 0..n_warmup {
            f()?;
        }
        self.synchronize()?;
        let (mut cpu, mut device) = (Vec::with_capacity(n_repeat), Vec::with_capacity(n_repeat));
        for _ in 0..n_repeat {
            let start = self.record()?;
            let called = Instant::now();
            f()?;
            cpu.push(called.elapsed());
            let end = self.record()?;
            self.synchronize()?;
            device.push(end.elapsed_since(&start)?);
        }
        let device_name = self.device_name();
        Ok(Benchmark { name: name.to_owned(), device_name, cpu: Times(cpu), device: Times(device) })
    }
}

impl<B: Backend> Benchmarking for B {}

/// What [`benchmark`](Benchmarking::benchmark) measured; displays as a line like CuPy's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benchmark {
    /// What was timed.
    pub name: String,
    /// The backend and the device's number: `cuda-0`.
    pub device_name: String,
    /// How long each call took on the host.
    pub cpu: Times,
    /// How long the work of each call took on the device.
    pub device: Times,
}

/// Times of calls, at least one, and their statistics.
///
/// ```
/// # use xparray::prelude::*; let xp = Cpu::new();
/// let times = xp.benchmark("nothing", 5, 0, || Ok(()))?.cpu;
/// assert!(times.min() <= times.mean() && times.std() <= times.max());
/// # Ok::<(), xparray::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times(Vec<Duration>);

impl Times {
    /// The times, in the order of the calls.
    pub fn as_slice(&self) -> &[Duration] {
        &self.0
    }

    fn seconds(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(Duration::as_secs_f64)
    }

    /// The mean.
    pub fn mean(&self) -> Duration {
        Duration::from_secs_f64(self.seconds().sum::<f64>() / self.0.len() as f64)
    }

    /// The standard deviation (of the population, as NumPy's).
    pub fn std(&self) -> Duration {
        let mean = self.mean().as_secs_f64();
        let squares: f64 = self.seconds().map(|time| (time - mean).powi(2)).sum();
        Duration::from_secs_f64((squares / self.0.len() as f64).sqrt())
    }

    /// The shortest.
    pub fn min(&self) -> Duration {
        self.0.iter().copied().min().unwrap_or_default()
    }

    /// The longest.
    pub fn max(&self) -> Duration {
        self.0.iter().copied().max().unwrap_or_default()
    }

    /// The median: of an even number, the mean of the middle two.
    pub fn median(&self) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let n = sorted.len();
        (sorted[(n - 1) / 2] + sorted[n / 2]) / 2
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        write!(f, "{:9.3} us", us(self.mean()))?;
        if self.0.len() > 1 {
            let (std, min, max) = (us(self.std()), us(self.min()), us(self.max()));
            write!(f, "   +/- {std:6.3} (min: {min:9.3} / max: {max:9.3}) us")?;
        }
        Ok(())
    }
}

impl fmt::Display for Benchmark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<20}:    CPU: {}     {}: {}", self.name, self.cpu, self.device_name, self.device)
    }
}

#[cfg(test)]
mod tests {
    use super::{Benchmark, Times};
    use std::time::Duration;

    #[test]
    fn statistics_and_text() {
        let times = |us: &[u64]| Times(us.iter().map(|&us| Duration::from_micros(us)).collect());
        let [four, one] = [times(&[4, 1, 3, 8]), times(&[7])];
        assert_eq!([four.mean(), four.min(), four.max()], [4, 1, 8].map(Duration::from_micros));
        assert_eq!([four.median(), one.median()], [3500, 7000].map(Duration::from_nanos));
        assert_eq!(four.std().as_nanos(), 2550); // sqrt(6.5) us
        assert_eq!(one.std(), Duration::ZERO);
        let result = Benchmark { name: "f".into(), device_name: "cuda-0".into(), cpu: four, device: one };
        assert_eq!(
            result.to_string(),
            "f                   :    CPU:     4.000 us   +/-  2.550 (min:     1.000 / max:     8.000) us     \
             cuda-0:     7.000 us"
        );
    }
}
