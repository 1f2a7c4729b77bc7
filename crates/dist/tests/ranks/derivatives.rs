//! Derivatives of programs that exchange arrays: of the sum of what all processes' programs give.

use std::sync::Arc;
use xparray::autodiff::{Autodiff, grad, jvp, vjp, vmap};
use xparray::dist::{Comm, Op};
use xparray::prelude::*;
use xparray::{Array, Error, Result, s};

type A<B> = Array<f64, Autodiff<B>>;
type Map<B> = Arc<dyn Fn(&A<B>) -> Result<A<B>>>;

/// Linear operations, by name.
fn operations<B: Backend>(world: &Comm) -> Vec<(&'static str, Map<B>)> {
    let (rank, size) = (world.rank(), world.size());
    // Differing numbers of rows: some to each, more of them to later ranks.
    let given: Vec<usize> = (0..size).map(|to| (rank + to) % 3).collect();
    let parts: Vec<usize> = (0..size).map(|to| if to == 0 { 6 * size - (size - 1) } else { 1 }).collect();
    let comms: [Comm; 8] = std::array::from_fn(|_| world.clone());
    let [a, b, c, d, e, f, g, h] = comms;
    let rows: usize = given.iter().sum();
    vec![
        ("all_reduce", Arc::new(move |x| a.all_reduce(x, Op::Sum))),
        ("reduce_scatter", Arc::new(move |x| b.reduce_scatter(x, Op::Sum))),
        ("reduce_scatter_v", Arc::new(move |x| c.reduce_scatter_v(x, Op::Sum, &parts))),
        ("all_gather", Arc::new(move |x| d.all_gather(x))),
        ("all_gather_v", Arc::new(move |x| e.all_gather_v(&x.slice(s![..rank as isize + 1])?))),
        ("all_to_all", Arc::new(move |x| f.all_to_all(x))),
        ("all_to_all_v", Arc::new(move |x| g.all_to_all_v(&x.slice(s![..rows as isize])?, &given))),
        ("sendrecv", Arc::new(move |x| Ok(h.sendrecv(x, (rank + 1) % size, (rank + size - 1) % size, 3)?.unwrap()))),
    ]
}

/// The derivative along a direction is the operation; the product with a cotangent is the same on either side, over all processes;
/// so are derivatives of derivatives.
pub fn linear_operations<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let xp = &Autodiff::new(xp.clone());
    let numbers = |seed: u64, shape: &[usize]| xp.rng(seed + 100 * world.rank() as u64).normal::<f64>(shape);
    let total = |x: A<B>| world.all_reduce(&x.sum(..)?, Op::Sum)?.item();
    let (x, t) = (numbers(1, &[6 * world.size(), 2])?, numbers(2, &[6 * world.size(), 2])?);
    for (name, operation) in operations(world) {
        let program = |x: A<B>| operation(&x);
        let (y, along) = jvp(program, x.clone(), t.clone())?;
        assert!(y.array_equal(&operation(&x)?)? && along.array_equal(&operation(&t)?)?, "{name}");
        let c = numbers(3, y.shape())?;
        let (_, pullback) = vjp(program, x.clone())?;
        let pulled = pullback.call(c.clone())?;
        let (one, other) = (total(&pulled * &t)?, total(&c * &along)?);
        assert!((one - other).abs() < 1e-9 * (1.0 + one.abs()), "{name}: {one} and {other}");
        // Of sum(c F(x^2)) it is 2 x F'(c), and of the sum of that, 2 F'(c).
        let weighted = |x: A<B>| (&c * operation(&x.square())?).sum(..);
        let slopes = grad(weighted)(x.clone())?;
        assert!(slopes.allclose(&x * &pulled * 2.0)?, "{name}");
        let curvature = grad(|x: A<B>| grad(weighted)(x)?.sum(..))(x.clone())?;
        assert!(curvature.allclose(&pulled * 2.0)?, "{name}");
        // Of a batch, what it is of each.
        let batch = numbers(4, &[3, 6 * world.size(), 2])?;
        let batched = vmap(program)(batch.clone())?;
        let slopes = vmap(|x: A<B>| grad(weighted)(x))(batch.clone())?;
        for k in 0..3 {
            let x = batch.slice(s![k])?;
            assert!(batched.slice(s![k])?.array_equal(&operation(&x)?)?, "{name}: batch");
            assert!(slopes.slice(s![k])?.allclose(grad(weighted)(x)?)?, "{name}: slopes of a batch");
        }
    }
    Ok(())
}

/// Products and extrema over processes have the derivatives of those over arrays, shared where several are the greatest.
pub fn other_reductions<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let xp = &Autodiff::new(xp.clone());
    let size = world.size();
    // The last number is everybody's.
    let all = xp.rng(6).normal::<f64>([size, 4])?;
    let same = xp.concatenate(&[&all.slice(s![.., ..3])?, &xp.ones([size, 1])?], 1)?;
    let own = same.slice(s![world.rank()])?;
    type Reduced<B> = fn(&A<B>) -> Result<A<B>>;
    let reductions: [(Op, Reduced<B>); 3] =
        [(Op::Prod, |x| x.prod(0)), (Op::Min, |x| x.min(0)), (Op::Max, |x| x.max(0))];
    for (op, reduced) in reductions {
        let slope = grad(|x: A<B>| world.all_reduce(&x, op)?.square().sum(..))(own.clone())?;
        // Everybody's sum depends on each number.
        let whole = grad(|x: A<B>| (reduced(&x)?.square() * size as f64).sum(..))(same.clone())?;
        assert!(slope.allclose(whole.slice(s![world.rank()])?)?, "{op:?}: {slope} is not of {whole}");
        assert!(world.all_reduce(&own, op)?.allclose(&reduced(&same)?)?, "{op:?}");
    }
    Ok(())
}

/// A distributed stencil has the gradient of the whole one, also where a part's edges are joined with it when they are read.
pub fn distributed_arrays<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let xp = &Autodiff::new(xp.clone());
    let sharding = world.mesh(world.size())?.sharding([Some(0), None])?;
    for shape in [[7, 3], [90, 3]] {
        let x = xp.rng(5).normal::<f64>(shape)?;
        let own = sharding.shard(&x)?;
        let steps = |x: A<B>| {
            let x = sharding.from_local(&x, shape)?;
            let steps = x.slice(s![1..])? - x.slice(s![..-1])?;
            steps.local().power(3)?.sum(..)
        };
        let found = sharding.from_local(&grad(steps)(own.local().clone())?, shape)?.all_gather()?;
        let whole = grad(|x: A<B>| (x.slice(s![1..])? - x.slice(s![..-1])?).power(3)?.sum(..))(x)?;
        assert!(found.allclose(&whole)?, "{found} is not {whole}");
    }
    Ok(())
}

/// What has no rule is refused, instead of counting as a constant.
pub fn refused<B: Backend>(world: &Comm, xp: &B) -> Result<()> {
    let xp = &Autodiff::new(xp.clone());
    if world.size() == 1 {
        return Ok(());
    }
    let x = xp.ones::<f64>(3)?;
    // Nothing here would wait for what comes back of what is sent.
    let sent = grad(|x: A<B>| {
        world.sendrecv(&x, (world.rank() + 1) % world.size(), None, 0)?;
        x.sum(..)
    });
    let error = sent(x.clone()).unwrap_err();
    assert!(
        matches!(error, Error::Value { op: "buffer", .. }) && error.to_string().contains("stop_gradient"),
        "{error}"
    );
    let gathered =
        grad(|x: A<B>| Ok(world.gather(&x, 0)?.map_or(x.clone(), |all| all)).and_then(|x| x.sum(..)))(x.clone());
    assert!(matches!(gathered.unwrap_err(), Error::Value { op: "buffer", .. }));
    // Constants may go anywhere.
    let scaled = grad(|y: A<B>| (y * world.all_reduce(&x, Op::Max)?).sum(..))(x.clone())?;
    assert_eq!(scaled.to_vec()?, [1.0; 3]);
    Ok(())
}
