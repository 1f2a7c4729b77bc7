//! Timing, by the peers' rule.

use std::time::{Duration, Instant};
use xparray::Result;

/// Batches last about this long.
const BATCH: Duration = Duration::from_millis(30);
/// All batches together.
const TOTAL: Duration = Duration::from_millis(300);

/// Microseconds a call: the median over batches that end with a synchronise; one call, if it takes longer than all of them.
pub fn measure(call: &mut dyn FnMut() -> Result<()>, synchronize: impl Fn() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    call()?;
    synchronize()?;
    let one = start.elapsed().max(Duration::from_nanos(100));
    if one >= TOTAL {
        return Ok(one.as_secs_f64() * 1e6);
    }
    let calls = (BATCH.as_secs_f64() / one.as_secs_f64()).clamp(1.0, 5000.0) as u32;
    let mut batches = Vec::new();
    let end = Instant::now() + TOTAL;
    while batches.is_empty() || Instant::now() < end {
        let start = Instant::now();
        for _ in 0..calls {
            call()?;
        }
        synchronize()?;
        batches.push(start.elapsed().as_secs_f64() / f64::from(calls));
    }
    batches.sort_by(f64::total_cmp);
    Ok(batches[batches.len() / 2] * 1e6)
}
