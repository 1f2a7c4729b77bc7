//! Processes that do different things, in the checking mode.

use xparray::dist::{Comm, Op};
use xparray::prelude::*;
use xparray::{Error, Result};

/// A collective operation, and how it is named.
type Call<B> = (&'static str, fn(&Comm, &Array<f32, B>) -> Result<()>);

/// All of them.
fn calls<B: Backend>() -> Vec<Call<B>> {
    vec![
        ("barrier", |world, _| world.barrier()),
        ("all_reduce (sum) of f32 [6]", |world, x| world.all_reduce(x, Op::Sum).map(drop)),
        ("all_reduce (max) of f32 [6]", |world, x| world.all_reduce(x, Op::Max).map(drop)),
        ("reduce (sum, root 0) of f32 [6]", |world, x| world.reduce(x, Op::Sum, 0).map(drop)),
        ("reduce_scatter (sum) of f32 [6]", |world, x| world.reduce_scatter(x, Op::Sum).map(drop)),
        ("all_gather of f32 [6]", |world, x| world.all_gather(x).map(drop)),
        ("all_gather_v of f32 rows []", |world, x| world.all_gather_v(x).map(drop)),
        ("gather (root 0) of f32 [6]", |world, x| world.gather(x, 0).map(drop)),
        ("gather_v (root 0) of f32 rows []", |world, x| world.gather_v(x, 0).map(drop)),
        ("scatter (root 0)", |world, x| world.scatter(x.xp(), Some(x), 0).map(drop)),
        ("broadcast (root 0)", |world, x| world.broadcast(x.xp(), Some(x), 0).map(drop)),
        ("all_to_all of f32 [6]", |world, x| world.all_to_all(x).map(drop)),
        ("all_to_all_v of f32 rows []", |world, x| {
            let mut lengths = vec![0; world.size()];
            lengths[0] = 6;
            world.all_to_all_v(x, &lengths).map(drop)
        }),
        ("split", |world, _| world.split(0, 0).map(drop)),
        ("split_shared", |world, _| world.split_shared().map(drop)),
    ]
}

/// The last rank calls each operation while the others call the one after it: all get the same error, and can go on.
pub fn differ<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (world, x, calls) = (world.checked(true), xp.ones::<f32>(6)?, calls());
    let last = world.size() - 1;
    for (i, (name, call)) in calls.iter().enumerate() {
        let (other_name, other) = &calls[(i + 1) % calls.len()];
        let outcome = if world.rank() == last { call(&world, &x) } else { other(&world, &x) };
        if last == 0 {
            outcome?;
            continue;
        }
        let error = outcome.unwrap_err();
        assert!(matches!(error, Error::Value { .. }), "{error}");
        let text = error.to_string();
        for said in [format!("rank {last}: {name}"), format!(": {other_name}"), "processes differ".into()] {
            assert!(text.contains(&said), "{said:?} is not in {text:?}");
        }
        call(&world, &x)?;
    }
    Ok(())
}
