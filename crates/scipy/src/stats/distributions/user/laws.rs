//! What is computed of a function of the user.

use super::support::Support;
use std::fmt;
use std::sync::Arc;
use xparray_core::Result;
use xparray_core::prelude::*;

/// A function of the user.
pub type Function<B> = Arc<dyn Fn(&DynArray<B>) -> Result<DynArray<B>> + Send + Sync>;

/// A distribution of location 0 and scale 1; arguments are numbers inside the support, and probabilities between 0 and 1.
pub trait Law<B: Backend>: fmt::Debug + Send + Sync {
    fn support(&self) -> Support;

    /// The density.
    fn pdf(&self, z: &DynArray<B>) -> Result<DynArray<B>>;

    /// The probability of less, or of more.
    fn probability(&self, z: &DynArray<B>, above: bool) -> Result<DynArray<B>>;

    /// The number with this probability of less, or of more.
    fn quantile(&self, q: &DynArray<B>, above: bool) -> Result<DynArray<B>>;

    /// The mean of a function of numbers and their density, of those between two numbers of the support; NaN if it does not converge.
    fn mean(&self, ends: [f64; 2], f: &dyn Fn(&DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>) -> Result<f64>;
}

/// The least variable that is looked for: its reciprocal is a number.
pub const LEAST: f64 = 1e-300;

/// The middle of intervals of positive numbers by their digits, so that as many steps find all digits of small numbers.
pub fn between<B: Backend>(low: &DynArray<B>, high: &DynArray<B>) -> Result<DynArray<B>> {
    low.sqrt()?.multiply(&high.sqrt()?)
}
