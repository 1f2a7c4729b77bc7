//! European call options by Monte Carlo: `cargo run --release --example 07_option_pricing`.
//!
//! Simulates prices of a share, as Black and Scholes model them, and averages what options at several strikes pay. What they pay, a
//! matrix of samples by strikes, is added up where it is computed, and never stored.

use xparray::prelude::*;

const SHARE: f64 = 100.0;
const RATE: f64 = 0.05;
const VOLATILITY: f64 = 0.2;
const YEARS: f64 = 1.0;

fn main() -> xparray::Result<()> {
    let xp = Device::best()?;
    let strikes = xp.array([80.0, 90.0, 100.0, 110.0, 120.0])?;
    let (prices, errors) = simulated(&strikes, 4_000_000)?;
    println!("strikes          {strikes}\nMonte Carlo      {prices}\nstandard errors  {errors}");
    println!("exact            {}", black_scholes(&strikes)?);
    Ok(())
}

/// Discounted means of what the options pay, and their standard errors.
fn simulated(strikes: &Array<f64>, samples: usize) -> xparray::Result<(Array<f64>, Array<f64>)> {
    let z = strikes.xp().rng(7).normal::<f64>([samples, 1])?;
    let share = (z * (VOLATILITY * YEARS.sqrt()) + (RATE - VOLATILITY.powi(2) / 2.0) * YEARS).exp() * SHARE;
    let payoffs = (share - strikes).maximum(0.0)? * (-RATE * YEARS).exp(); // samples by strikes
    Ok((payoffs.mean(0)?, payoffs.std(0)? / (samples as f64).sqrt()))
}

/// The formula of Black and Scholes.
fn black_scholes(strikes: &Array<f64>) -> xparray::Result<Array<f64>> {
    let deviation = VOLATILITY * YEARS.sqrt();
    let d1 = ((SHARE / strikes).log() + (RATE + VOLATILITY.powi(2) / 2.0) * YEARS) / deviation;
    let normal_cdf = |d: &Array<f64>| (d * -0.5f64.sqrt()).erfc() * 0.5;
    let paid = strikes * (-RATE * YEARS).exp() * normal_cdf(&(&d1 - deviation));
    Ok(normal_cdf(&d1) * SHARE - paid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_black_and_scholes() -> xparray::Result<()> {
        let strikes = Device::best()?.array([80.0, 100.0, 120.0])?;
        let exact = black_scholes(&strikes)?;
        // Published for a strike of 100: Hull, "Options, Futures, and Other Derivatives".
        assert!((exact.to_vec()?[1] - 10.450_583_572_185_565).abs() < 1e-12);
        let (prices, errors) = simulated(&strikes, 200_000)?;
        let deviations = (prices - exact) / &errors;
        assert!(deviations.abs().max(..)?.item()? < 3.0, "{deviations}");
        assert!(errors.max(..)?.item()? < 0.05);
        Ok(())
    }
}
