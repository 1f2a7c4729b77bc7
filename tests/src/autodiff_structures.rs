//! Structures and enumerations of arrays as arguments and results of derivatives.

use std::cell::Cell;
use std::collections::BTreeMap;
use xparray::autodiff::{Autodiff, checkpoint, cond, custom_vjp, grad, jvp, scan, vjp, vmap};
use xparray::prelude::*;
use xparray::{Arrays, Error, jit};

type A<B> = Array<f64, Autodiff<B>>;

/// A layer of a network.
#[derive(Arrays, Clone)]
struct Layer<B: Backend> {
    weights: A<B>,
    bias: Option<A<B>>,
}

/// What is derived for a structure without names, with a part that is no array.
#[derive(Arrays, Clone)]
struct Network<B: Backend>(Vec<Layer<B>>, BTreeMap<String, A<B>>, #[arrays(fixed)] usize);

/// What is derived for an enumeration: variants of any kind.
#[derive(Arrays, Clone)]
enum Activation<B: Backend> {
    Linear,
    Scaled(A<B>, #[arrays(fixed)] i32),
    Stacked { layers: Vec<Layer<B>>, then: A<B> },
}

/// Enumerations as arguments and results: what is traced for one variant is not taken for another one.
pub fn enumerations<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = &xp.array([1.0, -2.0]).unwrap();
    let run = |activation: Activation<B>| match activation {
        Activation::Linear => x.sum(..),
        Activation::Scaled(scale, power) => (scale * x).power(power)?.sum(..),
        Activation::Stacked { layers, then } => {
            let y = layers.iter().try_fold(x.clone(), |y, layer| layer.weights.matmul(&y))?;
            y.multiply(&then)?.sum(..)
        }
    };
    let scaled = |power| Activation::Scaled(xp.array([2.0, 3.0]).unwrap(), power);
    let layers = vec![Layer { weights: xp.eye(2).unwrap(), bias: None }; 2];
    let stacked = Activation::Stacked { layers, then: xp.array([5.0, 7.0]).unwrap() };
    let slope = jit(grad(run));
    for _ in 0..3 {
        let Activation::Scaled(by_scale, 2) = slope.call(scaled(2)).unwrap() else { panic!("another variant") };
        assert_eq!(by_scale.to_vec().unwrap(), [4.0, 24.0]);
        let Activation::Stacked { layers, then } = slope.call(stacked.clone()).unwrap() else {
            panic!("another variant")
        };
        assert_eq!((layers.len(), then.to_vec().unwrap()), (2, vec![1.0, -2.0]));
        assert_eq!(layers[0].weights.to_string(), "[[  5. -10.]\n [  7. -14.]]");
        assert!(layers[0].bias.is_none());
    }
    let Activation::Scaled(by_scale, 3) = slope.call(scaled(3)).unwrap() else { panic!("another variant") };
    assert_eq!(by_scale.to_vec().unwrap(), [12.0, -216.0]);
    assert_eq!((slope.traced(), slope.obstacle()), (3, None));
    // Without arrays there is nothing to differentiate by.
    assert!(grad(run)(Activation::Linear).is_err());
}

/// Structures in one another as arguments and results, differentiated, batched, and replayed.
pub fn structures<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let layer = |scale: f64, bias: Option<A<B>>| Layer { weights: xp.eye::<f64>(2).unwrap() * scale, bias };
    let network = |layers| Network(layers, BTreeMap::from([("scale".to_owned(), xp.array([1.0, 2.0]).unwrap())]), 3);
    let run = |Network(layers, scales, power): Network<B>, x: &A<B>| {
        let mut y = x.clone();
        for Layer { weights, bias } in layers {
            y = weights.matmul(&y)?;
            y = bias.map_or_else(|| Ok(y.clone()), |bias| y.add(&bias))?;
        }
        y.multiply(&scales["scale"])?.power(power as f64)?.sum(..)
    };
    let x = xp.array([1.0, -1.0]).unwrap();
    let deep = network(vec![layer(2.0, Some(xp.array([0.5, 0.25]).unwrap())), layer(1.0, None)]);
    let shallow = network(vec![layer(3.0, None)]);
    let slope = jit(grad(|network: Network<B>| run(network, &x)));
    for _ in 0..3 {
        // Of y = (2 x + b) with the powers' 3 (s y)^2 s.
        let Network(layers, scales, power) = slope.call(deep.clone()).unwrap();
        let y = xp.array([2.5, -1.75]).unwrap();
        let s = xp.array([1.0, 2.0]).unwrap();
        let by_y = (&s * &y).square() * 3.0 * &s;
        assert!(layers[0].bias.as_ref().unwrap().allclose(&by_y).unwrap());
        assert!(layers[0].weights.allclose(by_y.outer(&x).unwrap()).unwrap());
        assert!(layers[1].weights.allclose(by_y.outer(&y).unwrap()).unwrap());
        assert!(layers[1].bias.is_none() && power == 3);
        assert!(scales["scale"].allclose((&s * &y).square() * 3.0 * &y).unwrap());
        // Of another structure with other arrays.
        assert_eq!(slope.call(shallow.clone()).unwrap().0.len(), 1);
    }
    assert_eq!((slope.traced(), slope.obstacle()), (2, None));
    // The same arrays, of which another one is missing.
    let parts = |a: Option<A<B>>, b: Option<A<B>>| Ok(a.unwrap_or(xp.zeros(2)?) - b.unwrap_or(xp.zeros(2)?));
    let difference = jit(|(a, b): (Option<A<B>>, Option<A<B>>)| parts(a, b));
    for _ in 0..2 {
        assert_eq!(difference.call((Some(x.clone()), None)).unwrap().to_string(), "[ 1. -1.]");
        assert_eq!(difference.call((None, Some(x.clone()))).unwrap().to_string(), "[-1.  1.]");
    }
    // Over a batch, with results in a structure.
    let stacked = vec![xp.array([[1.0, 2.0], [3.0, 4.0]]).unwrap(), xp.ones([2, 2]).unwrap()];
    let both = vmap(|parts: Vec<A<B>>| {
        Ok(BTreeMap::from([("sum", parts[0].sum(..)?), ("product", parts[0].dot(&parts[1])?)]))
    });
    let found = both(stacked).unwrap();
    assert_eq!((found["sum"].to_string(), found["product"].to_string()), ("[3. 7.]".into(), "[3. 7.]".into()));
    let kept = checkpoint(|parts: Vec<A<B>>| Ok(vec![parts[0].sin(), parts[1].multiply(&parts[0])?]));
    let sum = |parts: Vec<A<B>>| kept(parts)?.iter().try_fold(xp.scalar(0.0), |sum, x| sum.add(x.sum(..)?));
    let slopes = grad(sum)(vec![x.clone(), x.square()]).unwrap();
    assert!(slopes[0].allclose(x.cos() + x.square()).unwrap() && slopes[1].allclose(&x).unwrap());
    let doubled = custom_vjp(
        |parts: Vec<A<B>>| Ok((parts[0].clone(), parts)),
        |_: Vec<A<B>>, _: (A<B>, Vec<A<B>>), (first, mut all): (A<B>, Vec<A<B>>)| {
            all[0] = (&all[0] + first) * 2.0;
            Ok(all)
        },
    );
    let slopes = grad(|parts: Vec<A<B>>| {
        let (first, all) = doubled(parts)?;
        first.sum(..)?.add(all[1].sum(..)?)
    })(vec![x.clone(), x.clone()])
    .unwrap();
    assert_eq!((slopes[0].to_string(), slopes[1].to_string()), ("[2. 2.]".into(), "[1. 1.]".into()));
    // Cotangents and branches of another structure.
    let (_, pullback) = vjp(|parts: Vec<A<B>>| Ok(parts), vec![x.clone(), x.clone()]).unwrap();
    assert!(matches!(pullback.call(vec![x.clone()]), Err(Error::Value { op: "vjp", .. })));
    let one_of_two = |x: (Option<A<B>>, Option<A<B>>)| Ok(x);
    let (left, right) = ((Some(x.clone()), None), (None, Some(x.clone())));
    assert!(matches!(jvp(one_of_two, left.clone(), right.clone()), Err(Error::Value { op: "jvp", .. })));
    assert!(matches!(vjp(one_of_two, left).unwrap().1.call(right), Err(Error::Value { op: "vjp", .. })));
    let steps = Cell::new(0);
    let longer = |state: A<B>, x: A<B>| {
        steps.set(steps.get() + 1);
        Ok((state, vec![x; steps.get()]))
    };
    assert!(matches!(scan(longer, x.clone(), x.clone()), Err(Error::Value { op: "scan", .. })));
    let uneven = |x: A<B>| cond(&x.greater(0.0)?, |x: A<B>| Ok(vec![x]), |x: A<B>| Ok(vec![x.clone(), x]), x);
    assert!(matches!(vmap(uneven)(x.clone()), Err(Error::Value { op: "cond", .. })));
}
