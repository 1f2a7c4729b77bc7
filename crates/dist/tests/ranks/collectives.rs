use crate::arrays::{layouts, numbers, same};
use xparray::dist::Comm;
use xparray::prelude::*;
use xparray::{DynArray, Error, Result};

fn joined<B: Backend>(xp: &B, parts: Vec<DynArray<B>>) -> Result<DynArray<B>> {
    let parts: Vec<_> = parts.iter().map(|part| part.atleast_1d()).collect::<Result<_>>()?;
    xp.concatenate(&parts.iter().collect::<Vec<_>>(), 0)
}

pub fn gathers<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    for dtype in DType::ALL {
        let of = |rank: usize| numbers(xp, dtype, &[rank + 1, 3], rank);
        let all = joined(xp, (0..size).map(of).collect::<Result<_>>()?)?;
        same(&world.all_gather_v(&of(rank)?)?, &all)?;
        let at_root = world.gather_v(&of(rank)?, size - 1)?;
        assert_eq!(at_root.is_some(), rank == size - 1);
        at_root.map_or(Ok(()), |found| same(&found, &all))?;
    }
    let of = |rank| numbers(xp, DType::F32, &[5, 4], rank);
    for (place, x) in layouts(&of(rank)?)?.iter().enumerate() {
        let part = |rank| Ok(layouts(&of(rank)?)?.swap_remove(place));
        let all = joined(xp, (0..size).map(part).collect::<Result<_>>()?)?;
        same(&world.all_gather(x)?, &all)?;
        world.gather(x, 0)?.map_or(Ok(()), |found| same(&found, &all))?;
    }
    Ok(())
}

pub fn scatters<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    let root = size / 2;
    for dtype in DType::ALL {
        let all = numbers(xp, dtype, &[2 * size + 1, 3], 0)?;
        let own = (rank == root).then_some(&all);
        same(&world.scatter(xp, own, root)?, &all.array_split(size, 0)?[rank])?;
        let mut lengths = vec![0; size];
        lengths[size - 1] = 2 * size + 1;
        let expected = if rank == size - 1 { all.clone() } else { all.slice(s![..0])? };
        same(&world.scatter_v(xp, own, root, &lengths)?, &expected)?;
    }
    for all in layouts(&numbers(xp, DType::I16, &[5, 4], 0)?)? {
        if all.ndim() > 0 {
            same(&world.scatter(xp, Some(&all), root)?, &all.array_split(size, 0)?[rank])?;
        }
    }
    Ok(())
}

pub fn broadcasts<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    for root in 0..world.size() {
        for dtype in DType::ALL {
            for x in layouts(&numbers(xp, dtype, &[3, 4], root)?)? {
                same(&world.broadcast(xp, (world.rank() == root).then_some(&x), root)?, &x)?;
            }
        }
    }
    // More axes than the first message has room for.
    let x = xp.ones::<f32>(vec![1; 12])?;
    assert_eq!(world.broadcast(xp, (world.rank() == 0).then_some(&x), 0)?.ndim(), 12);
    Ok(())
}

pub fn exchanges<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    for dtype in DType::ALL {
        let of = |rank| numbers(xp, dtype, &[2 * size + 1, 2], rank);
        let parts = (0..size).map(|other| Ok(of(other)?.array_split(size, 0)?.swap_remove(rank)));
        same(&world.all_to_all(&of(rank)?)?, &joined(xp, parts.collect::<Result<_>>()?)?)?;
    }
    // The rank `a` gives `a + b` rows to `b`.
    let lengths = |a: usize| (0..size).map(|b| a + b).collect::<Vec<_>>();
    let of = |a: usize| numbers(xp, DType::I32, &[lengths(a).iter().sum(), 2], a);
    let part = |a: usize| {
        let start = lengths(a)[..rank].iter().sum::<usize>() as i64;
        of(a)?.slice(s![start..start + (a + rank) as i64])
    };
    let expected = joined(xp, (0..size).map(part).collect::<Result<_>>()?)?;
    same(&world.all_to_all_v(&of(rank)?, &lengths(rank))?, &expected)?;
    // Turned.
    let x = numbers(xp, DType::F64, &[3, size], rank)?;
    let parts = (0..size).map(|a| numbers(xp, DType::F64, &[3, size], a)?.t().slice(s![rank as i64..rank as i64 + 1]));
    same(&world.all_to_all(&x.t())?, &joined(xp, parts.collect::<Result<_>>()?)?)
}

pub fn bad_arguments<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let none = world.broadcast(xp, None::<&DynArray<B>>, 0).unwrap_err();
    assert_eq!(none, Error::value("broadcast", "rank 0, the root, gave no array"));
    let other = world.broadcast::<B, xparray::Array<f32, B>>(xp, None, 0).unwrap_err();
    assert_eq!(other, none);
    let flat = xp.full((), 1.0)?;
    assert!(matches!(world.scatter(xp, Some(&flat), 0).unwrap_err(), Error::Value { op: "scatter", .. }));
    assert!(matches!(world.all_to_all(&flat).unwrap_err(), Error::Value { op: "all_to_all", .. }));
    let lengths = vec![1; world.size() + 1];
    let x = xp.ones::<f32>(world.size() + 1)?;
    assert!(world.all_to_all_v(&x, &lengths).unwrap_err().to_string().contains("processes"));
    assert!(world.scatter_v(xp, Some(&x), 0, &lengths).is_err());
    Ok(())
}
