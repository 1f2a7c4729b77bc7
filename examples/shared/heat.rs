//! Heat in a rod whose ends are kept cold, on any device and in any type: `05_heat_equation` and the page in `examples/web` draw it.
//!
//! Solves u_t = u_xx for 0 < x < 1 by explicit steps. With a time step of a sixth of the squared distance of points, the largest terms
//! of the errors in time and in space cancel.

use xparray::prelude::*;
use xparray::{Jit, Result, jit};

/// When the temperatures are looked at.
pub const TIMES: [f64; 5] = [0.0, 0.005, 0.02, 0.05, 0.1];

/// Two waves, of which the shorter one decays nine times as fast.
pub fn exact<T: RealFloat, B: Backend>(x: &Array<T, B>, t: f64) -> Array<T, B> {
    use std::f64::consts::PI;
    let wave = |k: f64| (x * (k * PI)).sin() * (-(k * PI).powi(2) * t).exp();
    wave(1.0) + wave(3.0) * 0.5
}

/// A step, which overwrites the temperatures.
fn step<T: RealFloat, B: Backend>(mut u: Array<T, B>) -> Result<Array<T, B>> {
    let (left, middle, right) = (u.slice(s![..-2])?, u.slice(s![1..-1])?, u.slice(s![2..])?);
    u.assign(s![1..-1], (left + middle * 4.0 + right) / 6.0)?;
    Ok(u)
}

type Step<T, B> = fn(Array<T, B>) -> Result<Array<T, B>>;

/// A rod.
pub struct Rod<T: RealFloat, B: Backend> {
    /// The places of its points.
    pub x: Array<T, B>,
    /// Traced once; then a step is two launches, and no expression is built.
    step: Jit<Step<T, B>, Array<T, B>, Array<T, B>, B>,
    /// How many steps were taken.
    pub steps: usize,
}

impl<T: RealFloat, B: Backend> Rod<T, B> {
    /// One of `n + 1` points.
    pub fn new(xp: &B, n: usize) -> Result<Self> {
        let x = xp.linspace(0.0.cast(), 1.0.cast(), n + 1)?;
        Ok(Self { x, step: jit(step as Step<T, B>), steps: 0 })
    }

    /// The temperatures after so many more steps, if they are not beyond time `t` already.
    pub fn advance(&mut self, mut u: Array<T, B>, t: f64, most: usize) -> Result<Array<T, B>> {
        let until = self.steps_until(t).min(self.steps.saturating_add(most));
        while self.steps < until {
            u = self.step.call(u)?;
            self.steps += 1;
        }
        Ok(u)
    }

    /// Whether the temperatures are those of time `t`.
    pub fn is_at(&self, t: f64) -> bool {
        self.steps >= self.steps_until(t)
    }

    /// How many steps it is to time `t`.
    pub fn steps_until(&self, t: f64) -> usize {
        let n = self.x.len() - 1;
        (t * 6.0 * (n * n) as f64).round() as usize
    }
}

/// The temperatures of a rod of `n + 1` points at each of the times.
pub fn curves<T: RealFloat, B: Backend>(xp: &B, n: usize) -> Result<(Array<T, B>, Vec<Array<T, B>>)> {
    let mut rod = Rod::new(xp, n)?;
    let mut u = exact(&rod.x, 0.0);
    let mut curves = Vec::new();
    for t in TIMES {
        while !rod.is_at(t) {
            u = rod.advance(u, t, usize::MAX)?;
        }
        curves.push(u.clone()); // an array is a value: what is assigned later does not change it
    }
    Ok((rod.x, curves))
}
