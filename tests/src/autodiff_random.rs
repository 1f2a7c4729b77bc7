//! Random programs, differentiated here and by JAX (`autodiff_values.py` makes and runs them).

use crate::autodiff_programs::{D, Program, array, near};
use crate::data::npz;
use xparray::autodiff::{Autodiff, jvp, vjp};
use xparray::prelude::*;
use xparray::{Result, jit, s};

/// A matrix with every row or column what `x` gives for it.
fn spread<B: Backend>(x: &D<B>) -> Result<D<B>> {
    x.broadcast_to([3, 3])
}

fn positive<B: Backend>(a: &D<B>) -> Result<D<B>> {
    a.matmul(&a.t())?.add(a.xp().eye(3).map(|x: Array<f64, _>| x.into_dyn())?.multiply(2)?)
}

fn sigmoid<B: Backend>(a: &D<B>) -> Result<D<B>> {
    a.negative()?.exp()?.add(1)?.reciprocal()
}

/// The operations, in the order of the generator's.
fn operations<B: Backend>() -> [Program<B>; 40] {
    [
        |a, b| a.add(b),
        |a, b| a.subtract(b),
        |a, b| a.multiply(b),
        |a, b| a.divide(b.square()?.add(1)?),
        |a, _| a.sin(),
        |a, _| a.tanh(),
        |a, _| sigmoid(a),
        |a, _| a.square()?.add(1)?.sqrt(),
        |a, _| a.square()?.log1p(),
        |a, _| a.square()?.negative()?.exp(),
        |a, b| a.arctan2(b.square()?.add(2)?),
        |a, b| a.square()?.add(1)?.power(b.sin()?),
        |a, b| a.greater(b)?.where_(a.multiply(b)?, a),
        |a, b| a.maximum(b),
        |a, b| a.matmul(b)?.divide(3),
        |a, _| Ok(a.t()),
        |a, _| a.flip(0),
        |a, b| a.roll(1, 1)?.multiply(b),
        |a, _| a.cumsum(0)?.divide(3),
        |a, _| sigmoid(a)?.cumprod(1),
        |a, _| spread(&a.sum(keepdims(1))?)?.divide(3),
        |a, _| a.subtract(a.mean(0)?),
        |a, b| a.max(keepdims(1))?.multiply(b),
        |a, b| {
            let e = a.subtract(a.max(keepdims(1))?)?.exp()?;
            e.divide(e.sum(keepdims(1))?)?.multiply(b)
        },
        |a, b| a.sort()?.multiply(b),
        |a, b| a.slice(s![1..])?.pad([(0, 1), (0, 0)])?.add(b),
        |a, b| a.tril()?.add(b.triu_with(1)?),
        |a, b| a.take([2, 0, 2], 0)?.multiply(b),
        |a, b| {
            let mut sums = a.copy()?;
            sums.index_add([2, 0, 2], b, 0)?;
            Ok(sums)
        },
        |a, b| {
            let mut changed = a.copy()?;
            changed.assign(s![1], b.slice(s![0])?)?;
            Ok(changed)
        },
        |a, b| a.xp().concatenate(&[a, b], 1)?.slice(s![.., 1..4]),
        |a, _| a.fft()?.real()?.divide(3),
        |a, b| positive(a)?.solve(b),
        |a, _| positive(a)?.inv(),
        |a, _| positive(a)?.cholesky(),
        |a, _| spread(&positive(a)?.slogdet()?.1)?.divide(3),
        |a, b| a.slice(s![0])?.outer(&b.slice(s![.., 1])?),
        |a, _| {
            let shift = a.max(keepdims(1))?;
            spread(&a.subtract(&shift)?.exp()?.sum(keepdims(1))?.log()?.add(shift)?)?.divide(3)
        },
        |a, b| a.std(0)?.multiply(b),
        |a, b| a.xp().einsum("ij,ik->jk", &[a, b])?.divide(3),
    ]
}

/// Values, both directions, second derivatives and replays of a hundred programs of nine operations each.
pub fn programs<B: Backend>(xp: &B) {
    let (xp, data) = (&Autodiff::new(xp.clone()), npz("autodiff.npz"));
    let stored = |key: &str| array(xp, &data[&format!("random/{key}")]);
    let steps = data["random/program"].array::<i64, _>(xp);
    let (count, length) = (steps.shape()[0], steps.shape()[1]);
    let steps: Vec<usize> = steps.to_vec().unwrap().into_iter().map(|step| step as usize).collect();
    let all = ["x", "y", "tx", "ty", "v", "value", "jvp", "vx", "vy", "sx", "sy"].map(stored);
    for k in 0..count {
        let [x, y, tx, ty, v, value, tangent, vx, vy, sx, sy] =
            all.each_ref().map(|array| array.take(k as i64, 0).unwrap());
        let steps = &steps[k * length * 3..(k + 1) * length * 3];
        let program = |[x, y]: [D<B>; 2]| {
            let mut values = vec![x, y];
            for step in steps.chunks_exact(3) {
                values.push(operations()[step[0]](&values[step[1]], &values[step[2]])?);
            }
            values[length + 1].add(&values[length])
        };
        let what = |part: &str| format!("{part} of program {k}: {steps:?}");
        let (at, tangents) = (|| [x.clone(), y.clone()], || [tx.clone(), ty.clone()]);
        let (found, pullback) = vjp(program, at()).unwrap();
        near(&found, &value, 1e-12, &what("value"));
        let [by_x, by_y] = pullback.call(v.clone()).unwrap();
        near(&by_x, &vx, 1e-11, &what("cotangent of x"));
        near(&by_y, &vy, 1e-11, &what("cotangent of y"));
        near(&jvp(program, at(), tangents()).unwrap().1, &tangent, 1e-11, &what("tangent"));
        let twice = |[x, y, v]: [D<B>; 3]| {
            let slope = |at: [D<B>; 2]| Ok(jvp(program, at, tangents())?.1);
            vjp(slope, [x, y])?.1.call(v)
        };
        let traced = jit(twice);
        for _ in 0..2 {
            let [by_x, by_y] = traced.call([x.clone(), y.clone(), v.clone()]).unwrap();
            near(&by_x, &sx, 1e-10, &what("second derivative by x"));
            near(&by_y, &sy, 1e-10, &what("second derivative by y"));
        }
        assert_eq!(traced.obstacle(), None, "{}", what("trace"));
    }
}
