use crate::arrays::{layouts, numbers, same};
use xparray::dist::{AllReduce, Comm, Op};
use xparray::prelude::*;
use xparray::{DynArray, Error, Result};

/// What arrays make of two elements, where they have the operation for the type.
fn combined<B: Backend>(op: Op, x: &DynArray<B>, y: &DynArray<B>) -> Result<DynArray<B>> {
    let boolean = x.dtype() == DType::Bool;
    match op {
        Op::Sum if boolean => x.logical_or(y),
        Op::Prod if boolean => x.logical_and(y),
        Op::Sum => x.add(y),
        Op::Prod => x.multiply(y),
        Op::Min => x.minimum(y),
        Op::Max => x.maximum(y),
        Op::LogicalAnd => x.logical_and(y)?.astype(x.dtype()),
        Op::LogicalOr => x.logical_or(y)?.astype(x.dtype()),
    }
}

/// The arrays of all ranks combined one after the other.
fn expected<B: Backend>(op: Op, size: usize, of: impl Fn(usize) -> Result<DynArray<B>>) -> Result<DynArray<B>> {
    (1..size).try_fold(of(0)?, |sum, rank| combined(op, &sum, &of(rank)?))
}

pub fn every_type<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let (rank, size) = (world.rank(), world.size());
    for dtype in DType::ALL {
        for op in Op::ALL {
            let of = |rank| numbers(xp, dtype, &[2 * size + 1, 3], rank);
            let (x, all) = (of(rank)?, expected(op, size, of)?);
            same(&world.all_reduce(&x, op)?, &all)?;
            same(&world.all_reduce_with(&x, op, AllReduce::new().rank_order(true))?, &all)?;
            let root = size - 1;
            let at_root = world.reduce(&x, op, root)?;
            assert_eq!(at_root.is_some(), rank == root);
            if let Some(at_root) = at_root {
                same(&at_root, &all)?;
            }
            let part = all.array_split(size, 0)?.swap_remove(rank);
            same(&world.reduce_scatter(&x, op)?, &part)?;
        }
    }
    Ok(())
}

pub fn every_layout<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let of = |rank| numbers(xp, DType::F64, &[5, 4], rank);
    for (place, x) in layouts(&of(world.rank())?)?.iter().enumerate() {
        let all = expected(Op::Sum, world.size(), |rank| Ok(layouts(&of(rank)?)?.swap_remove(place)))?;
        same(&world.all_reduce(x, Op::Sum)?, &all)?;
        same(&world.all_reduce_with(x, Op::Sum, AllReduce::new().rank_order(true))?, &all)?;
        if let Some(at_root) = world.reduce(x, Op::Sum, 0)? {
            same(&at_root, &all)?;
        }
        // What was given is as it was.
        same(x, &layouts(&of(world.rank())?)?[place])?;
    }
    Ok(())
}

pub fn nan<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let last = world.rank() == world.size() - 1;
    let x = xp.array([if last { f64::NAN } else { 1.0 }, world.rank() as f64])?;
    for (op, other) in [(Op::Min, 0.0), (Op::Max, (world.size() - 1) as f64)] {
        let found = world.all_reduce(&x, op)?.to_vec()?;
        assert!(found[0].is_nan() && found[1] == other, "{op:?}: {found:?}");
    }
    Ok(())
}

/// Sums of floats in the order of the ranks, to the bit.
pub fn rank_order<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let of = |rank: usize| xp.rng(rank as u64).normal::<f32>(1000);
    let mut sum = of(0)?.to_vec()?;
    for rank in 1..world.size() {
        sum.iter_mut().zip(of(rank)?.to_vec()?).for_each(|(sum, x)| *sum += x);
    }
    let found = world.all_reduce_with(&of(world.rank())?, Op::Sum, AllReduce::new().rank_order(true))?;
    assert_eq!(found.to_vec()?, sum);
    Ok(())
}

pub fn parts<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let lengths: Vec<usize> = (0..world.size()).map(|rank| (rank + 1) % 3).collect();
    let len = lengths.iter().sum::<usize>();
    let all = xp.full([len, 2], world.size() as i32)?.into_dyn();
    let start: usize = lengths[..world.rank()].iter().sum();
    let part = all.slice(s![start as i64..(start + lengths[world.rank()]) as i64])?;
    same(&world.reduce_scatter_v(&xp.ones::<i32>([len, 2])?.into_dyn(), Op::Sum, &lengths)?, &part)?;
    let wrong = world.reduce_scatter_v(&xp.ones::<i32>(len + 1)?, Op::Sum, &lengths).unwrap_err();
    assert!(matches!(wrong, Error::Value { op: "reduce_scatter", .. }), "{wrong}");
    assert!(world.reduce_scatter(&xp.full((), 1.0)?, Op::Sum).is_err());
    Ok(())
}
