use xparray::Error;
use xparray::dist::{Comm, Op};
use xparray::prelude::*;

pub fn splits<B: Backend>(world: &Comm, xp: &B) -> xparray::Result<()> {
    let (rank, size) = (world.rank(), world.size());
    // Backwards, so that ranks are others.
    let group = world.split(rank % 2, size - rank)?.unwrap();
    let members: Vec<usize> = (0..size).rev().filter(|other| other % 2 == rank % 2).collect();
    assert_eq!((group.size(), members[group.rank()]), (members.len(), rank));
    let sum = group.all_reduce(&xp.full(1, rank as i64)?, Op::Sum)?;
    assert_eq!(sum.item()?, members.iter().sum::<usize>() as i64);
    group.free()?;
    let first = world.split((rank == 0).then_some(0), 0)?;
    assert_eq!(first.map(|group| group.size()), (rank == 0).then_some(1));
    Ok(())
}

pub fn hosts<B: Backend>(world: &Comm, _xp: &B) -> xparray::Result<()> {
    let node = world.split_shared()?;
    assert_eq!(world.local_rank()?, node.rank());
    let clone = node.clone();
    assert!(node.free().is_err(), "a clone is in use");
    clone.free()
}

pub fn bad_ranks<B: Backend>(world: &Comm, xp: &B) -> xparray::Result<()> {
    let (x, none) = (xp.ones::<f32>(2)?, world.size());
    let index = |op| Error::Index { op, index: none as i64, len: none };
    assert_eq!(world.reduce(&x, Op::Sum, none).unwrap_err(), index("reduce"));
    assert_eq!(world.broadcast(xp, Some(&x), none).unwrap_err(), index("broadcast"));
    assert_eq!(world.gather(&x, none).unwrap_err(), index("gather"));
    assert_eq!(world.scatter(xp, Some(&x), none).unwrap_err(), index("scatter"));
    assert_eq!(world.send(&x, none, 0).unwrap_err(), index("send"));
    assert_eq!(world.recv::<f32, _>(xp, 2, none, 0).unwrap_err(), index("recv"));
    assert_eq!(world.sendrecv(&x, none, 0, 0).unwrap_err(), index("sendrecv"));
    assert!(world.send(&x, 0, 40_000).unwrap_err().to_string().contains("tag 40000"));
    Ok(())
}
