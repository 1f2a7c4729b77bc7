//! The checking mode: before an operation, processes compare what they are about to do.

use super::Comm;
use xparray_core::{Error, Result};

/// Bytes of a description, the rest of which is not compared.
const LEN: usize = 240;

impl Comm {
    /// An error, on all processes, unless all are about to call `op` with arguments of the same description.
    pub(crate) fn agree(&self, op: &'static str, what: impl FnOnce() -> String) -> Result<()> {
        if !self.checks || self.size() == 1 {
            return Ok(());
        }
        let mut own = format!("{op} {}", what()).trim_end().to_owned().into_bytes();
        own.resize(LEN, 0);
        let mut all = vec![0; LEN * self.size()];
        self.transport.all_gather(&own, &mut all, &vec![LEN; self.size()])?;
        let calls: Vec<&[u8]> = all.chunks_exact(LEN).collect();
        if calls.iter().all(|call| *call == own) {
            return Ok(());
        }
        Err(Error::value(op, format!("processes differ: {}", listed(&calls))))
    }
}

impl Comm {
    /// What this process has made, if all have made theirs: otherwise its own error, or that of the first that failed. So
    /// nobody waits for one that has found a fault which the others cannot see.
    pub(crate) fn together<R>(&self, op: &'static str, outcome: Result<R>) -> Result<R> {
        let own = outcome.as_ref().err().map(ToString::to_string).unwrap_or_default();
        let lens = self.share_all(own.len())?;
        let Some(first) = lens.iter().position(|&len| len > 0) else { return outcome };
        let mut message = own.into_bytes();
        message.resize(lens[first], 0);
        self.transport.broadcast(&mut message, first)?;
        outcome.and_then(|_| Err(Error::value(op, format!("rank {first}: {}", String::from_utf8_lossy(&message)))))
    }
}

/// Which ranks do what, in the order of the first of each.
fn listed(calls: &[&[u8]]) -> String {
    let mut groups: Vec<(&[u8], Vec<usize>)> = Vec::new();
    for (rank, call) in calls.iter().enumerate() {
        match groups.iter_mut().find(|(of, _)| of == call) {
            Some((_, ranks)) => ranks.push(rank),
            None => groups.push((call, vec![rank])),
        }
    }
    let text = |(call, ranks): &(&[u8], Vec<usize>)| {
        let call = String::from_utf8_lossy(call);
        let ranks: Vec<String> = ranks.iter().map(usize::to_string).collect();
        let s = if ranks.len() == 1 { "" } else { "s" };
        format!("rank{s} {}: {}", ranks.join(", "), call.trim_end_matches('\0'))
    };
    groups.iter().map(text).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_named_with_what_they_do() {
        let calls: [&[u8]; 3] = [b"barrier\0\0", b"reduce\0\0\0", b"barrier\0\0"];
        assert_eq!(listed(&calls), "ranks 0, 2: barrier; rank 1: reduce");
    }
}
