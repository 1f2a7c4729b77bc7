//! Programs that are traced once and replayed.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::every_type;
use std::cell::Cell;
use xparray::prelude::*;
use xparray::{Array, DynArray, Error, jit};

/// Every call gives what the program gives, for elements of every type at any strides.
pub fn replays_are_calls<B: Backend>(xp: &B) {
    every_type!(replays_of(xp));
}

fn replays_of<T: Element, B: Backend>(xp: &B) {
    let runs = Cell::new(0);
    let program = |(x, y): (DynArray<B>, DynArray<B>)| {
        runs.set(runs.get() + 1);
        let z = x.add(&y)?;
        Ok((z.equal(&x)?, z))
    };
    let traced = jit(program);
    let mut kinds = 0;
    for shape in [&[3, 4][..], &[0, 4], &[]] {
        for x in layouts::<T, B>(xp, shape) {
            kinds += 1;
            let (before, x) = (runs.get(), x.into_dyn());
            for _ in 0..3 {
                let (same, sum) = traced.call((x.clone(), x.clone())).unwrap();
                let (expected, total) = program((x.clone(), x.clone())).unwrap();
                assert_eq!((sum.dtype(), sum.to_string()), (total.dtype(), total.to_string()));
                assert_eq!(same.to_string(), expected.to_string());
            }
            // Those that were made for comparison, and at most one that was recorded.
            assert!(runs.get() - before <= 4, "{} runs", runs.get() - before);
        }
    }
    assert!(traced.traced() <= kinds && traced.obstacle().is_none());
}

/// A loop whose arrays are handed on takes no new memory, and gives what the plain loop gives.
pub fn loops<B: Backend>(xp: &B) {
    let smooth = |(mut x, mut y): (Array<f64, B>, Array<f64, B>)| {
        y.assign(s![1..-1], 0.5 * (x.slice(s![..-2])? + x.slice(s![2..])?))?;
        x.assign(s![1..-1], y.slice(s![1..-1])? + 0.25)?;
        x.assign(s![0], x.slice(s![1])?)?;
        Ok((x, y))
    };
    let start = || {
        let x = from_numbers::<f64, B>(xp, &[3, 1, 4, 1, 5, 9, 2, 6], &[8]);
        (x.copy(), x * 2.0)
    };
    let (mut plain, mut traced) = (start(), start());
    let step = jit(smooth);
    let given = traced.clone();
    for k in 0..5 {
        plain = smooth(plain).unwrap();
        let before = xp.stats();
        traced = step.call(traced).unwrap();
        let used = xp.stats() - before;
        if k > 1 {
            assert_eq!((used.kernels, used.bytes_allocated), (3, 0));
        }
        assert_eq!(traced.0.to_vec().unwrap(), plain.0.to_vec().unwrap());
        assert_eq!(traced.1.to_vec().unwrap(), plain.1.to_vec().unwrap());
    }
    // Arguments that the caller has clones of are not overwritten.
    assert_eq!(given.0.to_vec().unwrap(), start().0.to_vec().unwrap());
    let kept = traced.clone();
    let values = kept.0.to_vec().unwrap();
    let _ = step.call(traced).unwrap();
    assert_eq!(kept.0.to_vec().unwrap(), values);
    assert_eq!(step.obstacle(), None);
}

/// Products, transforms, scans and sorted arrays are recorded; constants stay what they were.
pub fn operations<B: Backend>(xp: &B) {
    let weights = from_numbers::<f64, B>(xp, &[1, 2, 3, 4, 5, 6, 7, 8, 9], &[3, 3]);
    let runs = Cell::new(0);
    let program = |x: Array<f64, B>| {
        runs.set(runs.get() + 1);
        let y = x.matmul(&weights)?;
        let spectrum = (&y - y.mean(1)?.expand_dims(1)?).fft()?;
        let sorted = spectrum.abs().cumsum(0)?.sort()?.roll(1, 0)?;
        let y = xp.hstack(&[&y.pad([(0, 0), (1, 0)])?, &(&y * 2.0)])?.slice(s![.., 2..5])?;
        Ok((sorted.matmul(&xp.arange(0.0..3.0)?)?, sorted.argsort()?, y.dot(&weights)?))
    };
    let traced = jit(program);
    for k in 0..4 {
        let x = counting::<f64, B>(xp, &[3, 3]) * f64::from(k) + 1.0;
        let (a, b, c) = traced.call(x.clone()).unwrap();
        let (d, e, f) = program(x).unwrap();
        assert_eq!(a.to_vec().unwrap(), d.to_vec().unwrap());
        assert_eq!(b.to_vec().unwrap(), e.to_vec().unwrap());
        assert_eq!(c.to_vec().unwrap(), f.to_vec().unwrap());
    }
    assert_eq!((runs.get(), traced.traced()), (5, 1), "{:?}", traced.obstacle());
}

/// What cannot be replayed runs each time.
pub fn obstacles<B: Backend>(xp: &B) {
    let x = counting::<f64, B>(xp, &[6]);
    // The value of an element decides.
    let largest = jit(|x: Array<f64, B>| if x.max(..)?.item()? > 7.0 { Ok(x * 2.0) } else { Ok(x + 1.0) });
    for (k, first) in [(1.0, 1.0), (3.0, 0.0), (1.0, 1.0)] {
        let out = largest.call(&x * k).unwrap();
        assert_eq!(out.to_vec().unwrap()[0], first);
    }
    assert!(largest.obstacle().is_some());
    // So does their number.
    let positive = jit(|x: Array<f64, B>| x.mask(&x.greater(2.5)?));
    assert_eq!(positive.call(x.clone()).unwrap().len(), 3);
    assert_eq!(positive.call(x.clone() + 2.0).unwrap().len(), 5);
    // Other random numbers each time.
    let rng = std::cell::RefCell::new(xp.rng(1));
    let noisy = jit(|x: Array<f64, B>| Ok(x + rng.borrow_mut().random::<f64>([6])?));
    let [a, b] = [(); 2].map(|()| noisy.call(x.clone()).unwrap().to_vec().unwrap());
    assert_ne!(a, b);
    // Writing at places, also behind an obstacle, and in a program around another one.
    let places = from_numbers::<i64, B>(xp, &[1, 1], &[2]);
    let put = jit(|mut x: Array<f64, B>| {
        x.add_at([&places], 10.0)?;
        x.assign(s![0], 5.0)?;
        Ok(x * 2.0)
    });
    let around = jit(|x: Array<f64, B>| {
        let x = put.call(x)?;
        Ok(largest.call(x)? + 1.0)
    });
    for _ in 0..2 {
        assert_eq!(put.call(x.clone()).unwrap().to_vec().unwrap()[..3], [10.0, 42.0, 4.0]);
        assert_eq!(around.call(x.clone()).unwrap().to_vec().unwrap()[..3], [21.0, 85.0, 9.0]);
    }
    assert!(put.obstacle().is_some() && around.obstacle().is_some());
    // What is broadcast gets memory of its own, and that is recorded.
    let rows = jit(|x: Array<f64, B>| {
        let mut rows = x.broadcast_to([2, 6])?;
        rows.assign(s![1, 0], 9.0)?;
        Ok(rows)
    });
    for k in 0..3 {
        let rows = rows.call(&x + f64::from(k)).unwrap().to_vec().unwrap();
        assert_eq!((rows[0], rows[6], rows[7]), (f64::from(k), 9.0, 1.0 + f64::from(k)));
    }
    assert_eq!((rows.traced(), rows.obstacle()), (1, None));
    // Data from elsewhere.
    let count = Cell::new(0.0);
    let data = jit(|x: Array<f64, B>| {
        count.set(count.get() + 1.0);
        Ok(x + xp.array([count.get()])?)
    });
    let [a, b] = [(); 2].map(|()| data.call(x.clone()).unwrap().to_vec().unwrap()[0]);
    assert_eq!((a, b), (1.0, 2.0));
}

/// Errors are the program's, nothing is kept of a program that failed, and one buffer twice is another kind of argument.
pub fn arguments<B: Backend>(xp: &B) {
    let sum = jit(|(x, y): (Array<f32, B>, Array<f32, B>)| x.add(&y));
    let (x, y) = (counting::<f32, B>(xp, &[3]), counting::<f32, B>(xp, &[2]));
    for _ in 0..2 {
        assert!(matches!(sum.call((x.clone(), y.clone())), Err(Error::Shape { .. })));
    }
    assert_eq!((sum.traced(), sum.obstacle()), (0, None));
    let other = x.copy() * 10.0;
    check(&sum.call((x.clone(), x.clone())).unwrap(), &[3], &[0, 2, 4]);
    check(&sum.call((x.clone(), other.clone())).unwrap(), &[3], &[0, 11, 22]);
    check(&sum.call((x.clone(), x.clone())).unwrap(), &[3], &[0, 2, 4]);
    assert_eq!(sum.traced(), 2);
    // A traced program in another one, several results of one buffer, and arguments that are results.
    let twice = jit(|[x, y]: [Array<f32, B>; 2]| {
        let z = sum.call((x.clone(), y.clone()))?;
        Ok([z.clone(), z.slice(s![1..])?, x])
    });
    for _ in 0..3 {
        let [z, part, same] = twice.call([x.clone(), other.clone()]).unwrap();
        check(&z, &[3], &[0, 11, 22]);
        check(&part, &[2], &[11, 22]);
        check(&same, &[3], &[0, 1, 2]);
    }
    assert_eq!(twice.traced(), 1);
}
