//! The Fourier transform of R^K numbers by Stockham's algorithm.

use super::*;

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (n, radix, stages) = (inputs.count("N")?, inputs.count("R")?, inputs.count("K")?);
    let mut y = inputs.array::<Complex<f64>>("x")?;
    // exp(-2 pi i j k / n) for j below the radix and k below `columns`.
    let roots = |columns: usize, n: usize| -> Result<Array<Complex<f64>, B>> {
        let (j, k) = (xp.arange(0.0..radix as f64)?, xp.arange(0.0..columns as f64)?);
        Ok((j.outer(&k)? * Complex::new(0.0, -2.0 * std::f64::consts::PI) / n as f64).exp())
    };
    let matrix = roots(radix, radix)?;
    for stage in 0..stages {
        let (done, left) = (radix.pow(stage as u32), radix.pow((stages - stage - 1) as u32));
        let permuted = y.reshape([done, radix, left])?.permute_dims([1, 0, 2])?;
        let twiddled = permuted * roots(done, done * radix)?.expand_dims(2)?;
        y = matrix.matmul(&twiddled.reshape([radix, n / radix])?)?.reshape(n)?;
    }
    outputs([y.into_dyn()])
}
