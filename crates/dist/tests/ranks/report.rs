//! What a group says of itself.

use xparray::Result;
use xparray::dist::Comm;
use xparray::prelude::*;

pub fn ranks<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let report = world.report(xp)?;
    let ranks = report.lines().filter(|line| line.starts_with("  rank ")).count();
    assert_eq!(ranks, world.size(), "{report}");
    for said in [world.describe().as_str(), "all-reduce: 4 B in", "16777216 B in"] {
        assert!(report.contains(said), "{report}");
    }
    // All have the same text.
    let same = world.broadcast(xp, Some(&xp.from_slice(report.as_bytes(), report.len())?), 0)?.to_vec()?;
    assert_eq!(same, report.as_bytes());
    Ok(())
}
