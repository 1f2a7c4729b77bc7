//! Drawing from an urn without putting back.

use super::counts::{binomial, log_choose};
use super::*;
use crate::stats::distributions::masses::Family;
use xparray_core::kernel::while_;

/// By three binomial probabilities of one parameter, so that no large logarithms meet (Loader, 2000).
fn probability(k: F, s: &[F]) -> F {
    let (all, good, drawn) = (s[0], s[1], s[2]);
    let share = drawn / all;
    let whole = drawn.le(0.0) | drawn.ge(all);
    let p = whole.select(0.5, share);
    let value = binomial(k, good, p) * binomial(drawn - k, all - good, p) / binomial(drawn, all, p);
    // All are drawn, or none.
    whole.select(1.0, value)
}

fn ends(s: &[F]) -> [F; 2] {
    [(s[1] + s[2] - s[0]).maximum(0.0), s[1].minimum(s[2])]
}

/// The probabilities of at most `k` and of more: the smaller one is added up by the ratios of its terms, away from the mean.
fn sides(k: F, s: &[F]) -> [F; 2] {
    let (all, good, drawn) = (s[0], s[1], s[2]);
    let rest = all - good - drawn;
    let [low, high] = ends(s);
    let up = k.ge(good * drawn / all);
    let start = up.select(k + 1.0, k);
    let inside = start.ge(low) & start.le(high);
    let first = inside.select(probability(inside.select(start, low), s), 0.0);
    let next = |(sum, term, k): (F, F, F)| {
        let rising = (good - k) * (drawn - k) / ((k + 1.0) * (rest + k + 1.0));
        let falling = k * (rest + k) / ((good - k + 1.0) * (drawn - k + 1.0));
        let term = term * up.select(rising, falling);
        (sum + term, term, up.select(k + 1.0, k - 1.0))
    };
    let more = |(sum, term, k): (F, F, F)| {
        let left = (up & k.lt(high)) | (!up & k.gt(low));
        left & term.gt(sum * 1e-17)
    };
    let sum = while_((first, first, start), more, next).0;
    [up.select(1.0 - sum, sum), up.select(sum, 1.0 - sum)]
}

fn whole(x: F) -> xparray_core::Var<bool> {
    x.ge(0.0) & x.floor().eq(x)
}

pub static HYPERGEOM: Family = Family {
    name: "hypergeom",
    valid: |s| whole(s[0]) & whole(s[1]) & whole(s[2]) & s[0].gt(0.0) & s[1].le(s[0]) & s[2].le(s[0]) & s[0].lt(9e15),
    support: ends,
    logpmf: |k, s| {
        let p = probability(k, s);
        let logs = log_choose(s[1], k) + log_choose(s[0] - s[1], s[2] - k) - log_choose(s[0], s[2]);
        p.gt(1e-290).select(p.log(), logs)
    },
    pmf: Some(probability),
    cdf: |k, s| sides(k, s)[0],
    sf: |k, s| sides(k, s)[1],
    moments: |s| {
        let (all, n, d) = (s[0], s[1], s[2]);
        let p = n / all;
        let variance = d * p * (1.0 - p) * ((all - d) / (all - 1.0));
        let skewness = (all - 2.0 * n) * (all - 1.0).sqrt() * (all - 2.0 * d)
            / ((d * n * (all - n) * (all - d)).sqrt() * (all - 2.0));
        let m = all - n;
        let first = all * (all + 1.0) - 6.0 * d * (all - d) - 6.0 * n * m;
        let numerator = (all - 1.0) * all * all * first + 6.0 * d * n * (all - d) * m * (5.0 * all - 6.0);
        let denominator = d * n * (all - d) * m * (all - 2.0) * (all - 3.0);
        [d * p, variance, skewness, numerator / denominator]
    },
    entropy: None,
};
