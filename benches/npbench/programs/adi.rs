//! Diffusion in two dimensions by alternating implicit directions.
//!
//! NumPy's version eliminates and substitutes in tridiagonal systems, column by column, the same matrix for all rows: here
//! one call solves for all of them.

use super::*;

/// One direction: the matrix and the numbers beside its diagonal.
struct Direction<B: Backend> {
    matrix: Array<f64, B>,
    beside: f64,
}

impl<B: Backend> Direction<B> {
    fn new(xp: &B, n: usize, diagonal: f64, beside: f64) -> Result<Self> {
        let neighbours = xp.full(n - 1, beside)?;
        let matrix = xp.eye::<f64>(n)? * diagonal + neighbours.diag_with(1)? + neighbours.diag_with(-1)?;
        Ok(Self { matrix, beside })
    }

    /// From `x` half a step that is implicit along axis 0, between ones, and explicit along axis 1: the inner points.
    fn half_step(&self, x: &Array<f64, B>, explicit: f64) -> Result<Array<f64, B>> {
        let (left, centre, right) = (x.slice(s![1..-1, ..-2])?, x.slice(s![1..-1, 1..-1])?, x.slice(s![1..-1, 2..])?);
        let mut sides = -explicit * left + (1.0 + 2.0 * explicit) * centre - explicit * right;
        for end in [0, -1] {
            sides.assign(s![end], sides.slice(s![end])? - self.beside)?;
        }
        self.matrix.solve(&sides)
    }
}

pub fn run<B: Backend>(xp: &B, inputs: &mut Inputs<B>) -> Outputs<B> {
    let (steps, n) = (inputs.count("TSTEPS")?, inputs.count("N")?);
    let mut u = inputs.array::<f64>("u")?;
    let mut v = xp.ones::<f64>([n, n])?;
    let scale = (n * n) as f64 / steps as f64;
    let first = Direction::new(xp, n - 2, 1.0 + scale, -scale)?;
    let second = Direction::new(xp, n - 2, 1.0 + scale, -scale / 2.0)?;
    for _ in 0..steps {
        v.assign(s![1..-1, 1..-1], first.half_step(&u, second.beside)?)?;
        u.assign(s![1..-1, 1..-1], second.half_step(&v.t(), first.beside)?.t())?;
        u.assign(s![1..-1, ..;n - 1], 1.0)?;
    }
    outputs([u.clone().into_dyn(), u.into_dyn()])
}
