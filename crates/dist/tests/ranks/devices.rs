//! Every operation, with few element types and kernels: what an emulated device does soon enough.

use xparray::Result;
use xparray::dist::{AllReduce, Comm, Op};
use xparray::prelude::*;

/// Numbers that tell ranks and places apart.
fn own(rank: usize, len: usize) -> Vec<i64> {
    (0..len).map(|place| (100 * rank + place) as i64).collect()
}

pub fn operations<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    let x = xp.from_slice(&own(rank, 2 * size), 2 * size)?;
    let all: Vec<Vec<i64>> = (0..size).map(|rank| own(rank, 2 * size)).collect();
    let sums: Vec<i64> = (0..2 * size).map(|place| all.iter().map(|row| row[place]).sum()).collect();
    let part = 2 * rank..2 * rank + 2;

    assert_eq!(world.all_reduce(&x, Op::Sum)?.to_vec()?, sums);
    assert_eq!(world.all_reduce_with(&x, Op::Sum, AllReduce::new().rank_order(true))?.to_vec()?, sums);
    assert_eq!(world.all_reduce(&x, Op::Max)?.to_vec()?, all[size - 1]);
    if size > 1 {
        assert_eq!(world.all_reduce(&x, Op::LogicalOr)?.to_vec()?, vec![1; 2 * size]);
    }
    let reduced = world.reduce(&x, Op::Sum, size - 1)?.map(|sum| sum.to_vec()).transpose()?;
    assert_eq!(reduced, (rank == size - 1).then(|| sums.clone()));
    assert_eq!(world.reduce_scatter(&x, Op::Sum)?.to_vec()?, sums[part.clone()]);
    let mut lengths = vec![0; size];
    lengths[0] = 2 * size;
    assert_eq!(world.reduce_scatter_v(&x, Op::Sum, &lengths)?.to_vec()?, sums[..if rank == 0 { 2 * size } else { 0 }]);

    assert_eq!(world.all_gather(&x)?.to_vec()?, all.concat());
    let longer = xp.from_slice(&own(rank, rank + 1), rank + 1)?;
    let joined: Vec<i64> = (0..size).flat_map(|rank| own(rank, rank + 1)).collect();
    assert_eq!(world.all_gather_v(&longer)?.to_vec()?, joined);
    let gathered = world.gather(&x, 0)?.map(|all| all.to_vec()).transpose()?;
    assert_eq!(gathered, (rank == 0).then(|| all.concat()));
    let of_root = (rank == 0).then_some(&x);
    assert_eq!(world.scatter(xp, of_root, 0)?.to_vec()?, all[0][part.clone()]);
    assert_eq!(world.broadcast(xp, of_root, 0)?.to_vec()?, all[0]);
    let parts: Vec<i64> = all.iter().flat_map(|row| row[part.clone()].to_vec()).collect();
    assert_eq!(world.all_to_all(&x)?.to_vec()?, parts);

    let (next, last) = ((rank + 1) % size, (rank + size - 1) % size);
    assert_eq!(world.sendrecv(&x, next, last, 3)?.map(|x| x.to_vec()).transpose()?, Some(all[last].clone()));
    if rank == 0 && size > 1 {
        world.send(&x, 1, 4)?;
        world.send(&x, 1, 5)?;
    } else if rank == 1 {
        // In another order than they were sent.
        assert_eq!(world.recv::<i64, _>(xp, 2 * size, 0, 5)?.to_vec()?, all[0]);
        let other = world.recv::<i64, _>(xp, 3 * size, 0, 4).unwrap_err().to_string();
        assert!(other.contains(&format!("rank 0 sent {} bytes, not the {}", 16 * size, 24 * size)), "{other}");
    }

    let mesh = world.mesh(size)?;
    let rows = mesh.sharding([Some(0)])?.shard(&xp.from_slice(&sums, 2 * size)?)?;
    assert_eq!(rows.reshard(&mesh.sharding([None])?)?.local().to_vec()?, sums);
    let group = world.split(rank % 2, rank)?.map_or(Ok(0), |group| {
        let members = group.all_reduce(&xp.from_slice(&[1i64], 1)?, Op::Sum)?.item()?;
        group.free()?;
        Ok(members)
    })?;
    assert_eq!(group, (size + 1 - rank % 2) as i64 / 2);
    Ok(())
}

pub fn types<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (size, any) = (world.size(), |rank: usize| rank == 1);
    let flags = xp.from_slice(&[any(world.rank()), true], 2)?;
    for op in [Op::Sum, Op::Max, Op::LogicalOr] {
        assert_eq!(world.all_reduce(&flags, op)?.to_vec()?, [(0..size).any(any), true]);
    }
    for op in [Op::Prod, Op::Min, Op::LogicalAnd] {
        assert_eq!(world.all_reduce(&flags, op)?.to_vec()?, [(0..size).all(any), true]);
    }
    let waves = xp.from_slice(&[Complex::new(1.0f32, 2.0)], 1)?;
    assert_eq!(world.all_reduce(&waves, Op::Sum)?.item()?, Complex::new(1.0, 2.0) * size as f32);
    assert_eq!(
        world.all_reduce(&xp.from_slice(&[20_000u16], 1)?, Op::Sum)?.item()?,
        20_000u16.wrapping_mul(size as u16)
    );
    let nan = if any(world.rank()) { f32::NAN } else { 1.0 };
    let most = world.all_reduce(&xp.from_slice(&[nan], 1)?, Op::Max)?.item()?;
    assert_eq!(most.is_nan(), (0..size).any(any));
    assert!(world.all_reduce(&xp.from_slice::<f32>(&[], 0)?, Op::Sum)?.is_empty());
    assert_eq!(world.all_reduce(&xp.from_slice(&[2.5f64], ())?, Op::Prod)?.item()?, 2.5f64.powi(size as i32));
    Ok(())
}
