//! What ends a thread that is a rank ends all that wait for it: three CPUs, or the devices that `XPARRAY_TEST_DEVICES` lists.

use std::panic;
use xparray::dist::{Comm, Mesh, Op};
use xparray::prelude::*;
use xparray::{Error, Result};

/// A device for each of at least two ranks.
fn devices() -> Vec<Device> {
    let listed = std::env::var("XPARRAY_TEST_DEVICES").unwrap_or_else(|_| "cpu,cpu,cpu".into());
    let open = |name: &str| name.parse::<Device>().and_then(|xp| xp.on_new_stream());
    listed.split(',').map(|name| open(name).unwrap()).collect()
}

fn three() -> Vec<Cpu> {
    (0..3).map(|_| Cpu::new()).collect()
}

fn sum<B: Backend>(world: &Comm, xp: &B) -> Result<f32> {
    world.all_reduce(&xp.ones::<f32>(4)?, Op::Sum)?.sum(..)?.item()
}

#[test]
fn the_first_cause_is_returned() {
    let outcome = Comm::local(&three(), |world, xp| match world.rank() {
        1 => Err(Error::value("test", "the cause")),
        _ => sum(world, xp),
    });
    assert_eq!(outcome.unwrap_err(), Error::value("test", "the cause"));
}

#[test]
fn work_that_waits_for_one_that_fails_is_ended() {
    let outcome = Comm::local(&devices(), |world, xp| {
        assert_eq!(sum(world, xp)?, 4.0 * world.size() as f32);
        match world.rank() {
            1 => Err(Error::value("test", "the cause")),
            _ => sum(world, xp),
        }
    });
    assert_eq!(outcome.unwrap_err(), Error::value("test", "the cause"));
}

#[test]
fn work_that_waits_for_one_that_panics_is_ended() {
    let outcome = panic::catch_unwind(|| {
        Comm::local(&devices(), |world, xp| {
            let pair = world.split(0, world.rank())?.map_or(Ok(0.0), |group| sum(&group, xp))?;
            assert!(world.rank() != 1, "the cause");
            Ok(pair + sum(world, xp)?)
        })
    });
    assert_eq!(outcome.unwrap_err().downcast_ref::<&str>(), Some(&"the cause"));
}

#[test]
fn a_panic_goes_on() {
    let outcome = panic::catch_unwind(|| {
        Comm::local(&three(), |world, xp| {
            assert!(world.rank() != 2, "the cause");
            sum(world, xp)
        })
    });
    assert_eq!(outcome.unwrap_err().downcast_ref::<&str>(), Some(&"the cause"));
}

#[test]
fn who_leaves_is_not_waited_for() {
    let outcome = Comm::local(&three(), |world, xp| if world.rank() == 0 { Ok(0.0) } else { sum(world, xp) });
    let message = outcome.unwrap_err().to_string();
    assert!(message.contains("rank 0 has ended, while others wait for it"), "{message}");
}

#[test]
fn what_was_sent_before_arrives() -> Result<()> {
    let outcome = Comm::local(&three(), |world, xp| match world.rank() {
        0 => world.send(&xp.array([7])?, 2, 1).map(|()| 7),
        1 => Ok(7),
        _ => world.recv::<i32, _>(xp, 1, 0, 1)?.item(),
    });
    assert_eq!(outcome?, [7, 7, 7]);
    Ok(())
}

#[test]
fn groups_of_groups_are_apart() -> Result<()> {
    let sums = Comm::local(&three(), |world, xp| {
        let pair = world.split((world.rank() > 0).then_some(5), 9 - world.rank())?;
        let alone = world.split(world.rank(), 0)?.map(|group| group.size());
        let Some(pair) = pair else { return Ok((alone, 0, 0)) };
        let again = pair.split_shared()?;
        Ok((alone, again.rank(), again.all_reduce(&xp.full(1, world.rank() as i64)?, Op::Sum)?.item()?))
    })?;
    assert_eq!(sums, [(Some(1), 0, 0), (Some(1), 1, 3), (Some(1), 0, 3)]);
    Ok(())
}

#[test]
fn a_mesh_has_a_device_for_each_place() -> Result<()> {
    let none: &[Cpu] = &[];
    assert!(matches!(Mesh::local(none, |_, _| Ok(())).unwrap_err(), Error::Value { op: "local", .. }));
    let shapes = Mesh::local(&three(), |mesh, _| Ok((mesh.shape().to_vec(), mesh.coords())))?;
    assert_eq!(shapes, [(vec![3], vec![0]), (vec![3], vec![1]), (vec![3], vec![2])]);
    Ok(())
}
