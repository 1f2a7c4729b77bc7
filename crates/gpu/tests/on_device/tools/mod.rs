//! What programs have on a device besides arrays.

mod allocations;
mod code;
mod copies;
mod numbers;
mod processes;
mod queues;

use libtest_mimic::Trial;

pub fn tests() -> Vec<Trial> {
    [allocations::tests(), code::tests(), copies::tests(), numbers::tests(), processes::tests(), queues::tests()]
        .into_iter()
        .flatten()
        .collect()
}
