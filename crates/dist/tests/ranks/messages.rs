use crate::arrays::{layouts, numbers, same};
use xparray::dist::Comm;
use xparray::prelude::*;
use xparray::{Error, Result};

/// From each even rank to the next one.
pub fn pairs<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let rank = world.rank();
    if rank == world.size() - 1 && rank.is_multiple_of(2) {
        return Ok(());
    }
    for dtype in DType::ALL {
        for x in layouts(&numbers(xp, dtype, &[3, 4], 1)?)? {
            if rank.is_multiple_of(2) {
                world.send(&x, rank + 1, 3)?;
            } else {
                same(&world.recv_of(xp, x.dtype(), x.shape().to_vec(), rank - 1, 3)?, &x)?;
            }
        }
    }
    // Tags tell messages apart.
    if rank.is_multiple_of(2) {
        world.send(&xp.array([1])?, rank + 1, 1)?;
        world.send(&xp.array([2])?, rank + 1, 2)?;
    } else {
        let (second, first) = (world.recv::<i32, _>(xp, 1, rank - 1, 2)?, world.recv::<i32, _>(xp, 1, rank - 1, 1)?);
        assert_eq!((first.item()?, second.item()?), (1, 2));
    }
    Ok(())
}

pub fn rings<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    let of = |rank| numbers(xp, DType::F32, &[50_000, 4], rank);
    let previous = (rank + size - 1) % size;
    let received = world.sendrecv(&of(rank)?, (rank + 1) % size, previous, 0)?.unwrap();
    same(&received, &of(previous)?)
}

/// Without neighbours beyond the edges.
pub fn edges<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    let x = xp.full(1, rank as i64)?;
    let next = (rank + 1 < size).then_some(rank + 1);
    let previous = rank.checked_sub(1);
    let received = world.sendrecv(&x, next, previous, 0)?;
    assert_eq!(received.map(|x| x.item()).transpose()?, previous.map(|rank| rank as i64));
    assert!(world.sendrecv(&x, None, None, 0)?.is_none());
    Ok(())
}

pub fn lengths<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let rank = world.rank();
    let alone = Comm::alone();
    let nothing = alone.recv::<f32, _>(xp, 1, 0, 9).unwrap_err();
    assert!(nothing.to_string().contains("tag 9"), "{nothing}");
    alone.send(&xp.ones::<f32>(3)?, 0, 0)?;
    assert!(alone.recv::<f32, _>(xp, 2, 0, 0).is_err());
    match rank {
        0 if world.size() > 1 => {
            world.send(&xp.ones::<f32>(2)?, 1, 0)?;
            world.send(&xp.ones::<f32>(4)?, 1, 0)?;
            // As long as a call takes, where calls take little.
            world.send(&xp.ones::<u8>(200)?, 1, 1)?;
        }
        1 => {
            let short = world.recv::<f32, _>(xp, 3, 0, 0).unwrap_err();
            assert_eq!(short, Error::value("recv", "rank 0 sent 8 bytes, not the 12 of the array"));
            let long = world.recv::<f32, _>(xp, 3, 0, 0).unwrap_err();
            assert!(
                matches!(long, Error::Library { call: "MPI_Recv", .. } | Error::Value { op: "recv", .. }),
                "{long}"
            );
            let full = world.recv::<u8, _>(xp, 300, 0, 1).unwrap_err();
            assert!(full.to_string().contains("rank 0 sent 200 bytes"), "{full}");
        }
        _ => {}
    }
    Ok(())
}
