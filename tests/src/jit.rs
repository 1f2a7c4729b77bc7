//! Programs that are traced once and replayed.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::every_type;
use std::cell::Cell;
use std::thread;
use xparray::kernel::raw;
use xparray::prelude::*;
use xparray::{Array, Arrays, DynArray, Error, Profiled, Result, jit};

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

/// Arrays that have names are stored when what they are part of is assigned. A replay does not store those that nobody reads later, if
/// they are large; what is read later it does.
pub fn unread_arrays_are_not_stored<B: Backend>(xp: &B) {
    let n = 1 << 15;
    // Each with how many arrays it makes: what is assigned all of is a new one.
    let programs: [(fn(Array<f64, B>, Array<f64, B>) -> Result<Array<f64, B>>, usize); 5] = [
        // Two values of the caller's, which nobody reads but this statement.
        (
            |x, mut out| {
                let (doubled, root) = (&x * 2.0, (&x + 1.0).sqrt());
                out.assign(s![..], &doubled + &root)?;
                Ok(out)
            },
            1,
        ),
        // One of them is read again.
        (
            |x, mut out| {
                let (doubled, root) = (&x * 2.0, (&x + 1.0).sqrt());
                out.assign(s![..], &doubled * &root)?;
                Ok(out + root.flip(0)?)
            },
            2,
        ),
        // One that would have overwritten an array that is gone.
        (
            |x, mut out| {
                let moved = x + 3.0;
                out.assign(s![..], &moved * 2.0 - 1.0)?;
                Ok(out)
            },
            1,
        ),
        // Sums of rows, and an array beside them that nobody reads.
        (
            |x, mut out| {
                let squares = &x * &x + (&x * 0.0).sin();
                out.assign(s![0], squares.sum(..)?)?;
                Ok(out * 2.0)
            },
            0,
        ),
        // Sums that nobody reads, computed together with an array of their shape.
        (
            |x, out| {
                let tripled = &out * 3.0;
                let sums = x.expand_dims(1)?.broadcast_to([out.len(), 2])?.sum(1)? + &tripled;
                sums.eval()?;
                Ok(tripled + 1.0)
            },
            1,
        ),
    ];
    for (number, (program, stored)) in programs.into_iter().enumerate() {
        let traced = jit(move |(x, out): (Array<f64, B>, Array<f64, B>)| program(x, out));
        for call in 0..4 {
            let x = counting::<f64, B>(xp, &[n]) * f64::from(call) + 1.0;
            let out = counting::<f64, B>(xp, &[n]);
            x.eval().unwrap();
            out.eval().unwrap();
            let expected = program(x.copy(), out.copy()).unwrap().to_vec().unwrap();
            xp.synchronize().unwrap();
            let before = xp.stats();
            let given = traced.call((x, out)).unwrap();
            let used = (xp.stats() - before).bytes_allocated as usize;
            assert_eq!(given.to_vec().unwrap(), expected, "program {number}");
            // A graph's arrays are copied to and from buffers of its own.
            assert!(call == 0 || xp.can_capture() || used == stored * n * 8, "program {number}: {used} bytes");
        }
        assert_eq!((traced.traced(), traced.obstacle()), (1, None), "program {number}");
    }
}

/// What a step would overwrite, and somebody holds, is read from where it is: a copy would be read and written once more.
pub fn held_arrays_are_not_copied<B: Backend>(xp: &B) {
    let xp = &Profiled::new(xp.clone());
    let step = jit(|x: Array<f64, Profiled<B>>| Ok((x * 2.0 + 1.0).sqrt()));
    let (x, given) = (counting::<f64, _>(xp, &[3, 4]), counting::<f64, _>(xp, &[3, 4]).to_vec().unwrap());
    let mut copies = 0;
    for k in 0..4 {
        let root = step.call(x.clone()).unwrap();
        assert_eq!(root.to_vec().unwrap(), (&x * 2.0 + 1.0).sqrt().to_vec().unwrap());
        assert_eq!(x.to_vec().unwrap(), given);
        // What is recorded may copy.
        let copied = xp.profile().unwrap().rows.get("copy").map_or(0, |row| row.calls);
        assert!(k == 0 || copied == copies, "{copied} copies");
        copies = copied;
    }
    assert_eq!((step.traced(), step.obstacle()), (1, None));
    // What nobody holds is overwritten: no memory is taken.
    let mut y = x.clone();
    for k in 0..4 {
        let before = xp.stats();
        y = step.call(y).unwrap();
        assert!(k == 0 || (xp.stats() - before).bytes_allocated == 0);
    }
}

/// Products, transforms, scans and sorted arrays are recorded; constants stay what they were.
pub fn operations<B: Backend>(xp: &B) {
    let weights = from_numbers::<f64, B>(xp, &[1, 2, 3, 4, 5, 6, 7, 8, 9], &[3, 3]);
    let places = from_numbers::<i64, B>(xp, &[2, -2, 0], &[3]);
    let identity = from_numbers::<f64, B>(xp, &[1, 0, 0, 0, 1, 0, 0, 0, 1], &[3, 3]);
    let runs = Cell::new(0);
    let program = |x: Array<f64, B>| {
        runs.set(runs.get() + 1);
        let y = x.matmul(&weights)?;
        let spectrum = (&y - y.mean(1)?.expand_dims(1)?).fft()?;
        let sorted = spectrum.abs().cumsum(0)?.sort()?.roll(1, 0)?;
        let y = xp.hstack(&[&y.pad([(0, 0), (1, 0)])?, &(&y * 2.0)])?.slice(s![.., 2..5])?;
        let y = (y.matmul(&y.t())? + &identity).cholesky()?.take(&places, 0)? + &y;
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
    assert!(put.obstacle().is_none() && around.obstacle().is_some());
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
    // Data of the host are what they were, as its numbers are.
    let count = Cell::new(0.0);
    let data = jit(|x: Array<f64, B>| {
        count.set(count.get() + 1.0);
        Ok(x + xp.array([count.get()])?)
    });
    let [a, b] = [(); 2].map(|()| data.call(x.clone()).unwrap().to_vec().unwrap()[0]);
    assert_eq!((a, b, data.obstacle()), (1.0, 1.0, None));
}

/// What writes at indices, decomposes matrices, or comes from the host is recorded.
pub fn writes<B: Backend>(xp: &B) {
    let program = |mut x: Array<f64, B>| {
        let places = xp.array([1, 2, 1])?;
        // The argument, once it is nobody else's, and once while its clone is.
        x.add_at([&places], &x.slice(s![..3])? + 1.0)?;
        let before = x.clone();
        x.put(&places, &before.slice(s![3..6])? * 2.0)?;
        let mut square = x.reshape([3, 3])? + before.reshape([3, 3])?.t();
        square.fill_diagonal(&xp.array([7.0, 8.0, 9.0])? + x.sum(..)? / 1e3)?;
        let symmetric = &square + square.t();
        let (w, v) = symmetric.eigh()?;
        let (q, r) = square.qr()?;
        let (u, s, vt) = square.svd()?;
        let (p, lower, upper) = square.lu()?;
        let values = (symmetric.eigvalsh()?, square.svdvals()?, square.slogdet()?.1, square.det()?);
        Ok(((x, before, w, v.abs()), (q.abs(), r.abs(), u.abs(), s), (vt.abs(), p, lower, upper), values))
    };
    let traced = jit(program);
    for call in 0..5 {
        let x = counting::<f64, B>(xp, &[9]) * f64::from(call) * 0.25 + 1.0;
        let given = x.copy();
        let (results, expected) = (traced.call(x.clone()).unwrap(), program(x.clone()).unwrap());
        let mut arrays = [Vec::new(), Vec::new()];
        results.into_arrays(&mut arrays[0]);
        expected.into_arrays(&mut arrays[1]);
        for (k, (result, expected)) in arrays[0].iter().zip(&arrays[1]).enumerate() {
            assert!(result.allclose(expected).unwrap(), "{call}, {k}: {result} for {expected}");
        }
        // The caller's array is as it was.
        assert!(x.array_equal(&given).unwrap());
    }
    assert_eq!((traced.traced(), traced.obstacle()), (1, None));
    // What results do not depend on is computed by the trace alone.
    let partly = jit(|x: Array<f64, B>| {
        let mut unused = x.sin().cumsum(0)?;
        unused.put(&xp.array([0])?, 1.0)?;
        let _ = unused.expand_dims(1)?.qr()?;
        Ok(x * 2.0)
    });
    let x = counting::<f64, B>(xp, &[5]);
    for call in 0..3 {
        let before = xp.stats();
        assert_eq!(partly.call(x.clone()).unwrap().to_vec().unwrap(), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!((xp.stats() - before).kernels == 1, call > 0);
    }
    // What is out of bounds is an error in each call, and nothing is lost.
    let put = jit(|(mut x, places): (Array<f64, B>, Array<i64, B>)| {
        x.put(&places, 5.0)?;
        Ok(x)
    });
    let x = counting::<f64, B>(xp, &[4]);
    for last in [3, 3, 4, 2, -4, 9i32] {
        let places = xp.array([0, last]).unwrap().astype::<i64>();
        let written = put.call((x.clone(), places)).and_then(|y| y.to_vec());
        assert_eq!(written.is_ok(), last < 4, "{last}: {written:?}");
        if let Ok(written) = written {
            assert_eq!((written[0], written[(last.rem_euclid(4)) as usize]), (5.0, 5.0));
        }
        assert_eq!(x.to_vec().unwrap(), [0.0, 1.0, 2.0, 3.0]);
    }
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

/// 36 small kernels, which overwrite both arrays where nobody else has them.
fn smoothed<B: Backend>((mut x, mut y): (Array<f64, B>, Array<f64, B>)) -> Result<(Array<f64, B>, Array<f64, B>)> {
    for _ in 0..12 {
        y.assign(s![1..-1], 0.5 * (x.slice(s![..-2])? + x.slice(s![2..])?))?;
        x.assign(s![1..-1], y.slice(s![1..-1])? + 0.25)?;
        x.assign(s![0], x.slice(s![1])?)?;
    }
    Ok((x, y))
}

/// Other arguments in each call.
fn state<B: Backend>(xp: &B, call: i64) -> (Array<f64, B>, Array<f64, B>) {
    let x = from_numbers::<f64, B>(xp, &[3 + call, 1, 4, 1, 5, 9, 2, 6 - call], &[8]);
    let y = &x * 2.0;
    (x, y)
}

fn values<B: Backend>((x, y): &(Array<f64, B>, Array<f64, B>)) -> [Vec<f64>; 2] {
    [x.to_vec().unwrap(), y.to_vec().unwrap()]
}

/// Long programs, which GPUs replay as graphs: every call has results of its own, whatever becomes of its arguments,
/// of later calls, and of the program.
pub fn long_loops<B: Backend>(xp: &B) {
    let used = xp.memory_stats().used_bytes;
    let traced = jit(smoothed::<B>);
    let (mut results, mut kept) = (Vec::new(), Vec::new());
    let mut kernels = Vec::new();
    for call in 0..8 {
        let given = state(xp, call);
        values(&given);
        if call % 3 > 0 {
            kept.push((call, given.clone()));
        }
        let before = xp.stats();
        results.push(traced.call(given).unwrap());
        kernels.push((xp.stats() - before).kernels);
    }
    assert_eq!((traced.traced(), traced.obstacle()), (1, None));
    assert!(kernels.iter().all(|&kernels| kernels == 36), "{kernels:?}");
    // What a call gives, the next one takes, and no memory is lost or found on the way.
    let mut last = results.pop().unwrap();
    let mut expected = smoothed(state(xp, 7)).unwrap();
    let mut held = Vec::new();
    for _ in 0..6 {
        last = traced.call(last).unwrap();
        expected = smoothed(expected).unwrap();
        held.push(xp.memory_stats().used_bytes);
        assert_eq!(values(&last), values(&expected));
    }
    assert!(held[1..].iter().all(|&bytes| bytes == held[1]), "{held:?}");
    drop(traced);
    for (call, result) in (0..).zip(&results) {
        assert_eq!(values(result), values(&smoothed(state(xp, call)).unwrap()), "call {call}");
    }
    for (call, given) in &kept {
        assert_eq!(values(given), values(&state(xp, *call)), "argument of call {call}");
    }
    assert_eq!(values(&last), values(&expected));
    drop((results, kept, last, expected));
    assert_eq!(xp.memory_stats().used_bytes, used);
}

/// Results of a long program that are arguments, constants, parts of others, or empty.
pub fn results_of_long_loops<B: Backend>(xp: &B) {
    let constant = counting::<f64, B>(xp, &[4]);
    let program = |[x, y, none]: [Array<f64, B>; 3]| {
        let mut z = &x + &constant;
        for _ in 0..40 {
            z = z * 0.5 + &constant;
            z.eval()?;
        }
        let w = &z + &none.sum(..)?;
        Ok([w.slice(s![1..])?, y.slice(s![..;-1])?, constant.clone(), w.clone(), x, none * 2.0, w])
    };
    let traced = jit(program);
    let text = |arrays: &[Array<f64, B>; 7]| arrays.each_ref().map(ToString::to_string);
    let given = |call: i64| [from_numbers(xp, &[call, 2, 3, 4], &[4]), counting(xp, &[5]), xp.zeros(0).unwrap()];
    let results: Vec<_> = (0..6).map(|call| traced.call(given(call)).unwrap()).collect();
    assert_eq!((traced.traced(), traced.obstacle()), (1, None));
    for (call, mut result) in (0..).zip(results) {
        assert_eq!(text(&result), text(&program(given(call)).unwrap()), "call {call}");
        // Those of one buffer stay apart when one of them changes.
        result[3] += 1.0;
        result[2] *= 0.0;
        let [_, _, _, changed, .., same] = &result;
        assert_ne!(changed.to_string(), same.to_string());
    }
    check(&constant, &[4], &[0, 1, 2, 3]);
}

/// An index that is out of bounds after many steps is an error of this call, and of no other.
pub fn faults_in_long_loops<B: Backend>(xp: &B) {
    for fused in [true, false] {
        let program = |(mut x, index): (Array<f64, B>, Array<i64, B>)| {
            for _ in 0..30 {
                x += 1.0;
                x.eval()?;
            }
            let picked = match fused {
                true => xp.map((&index, raw(&x)), |(i, x)| x.at(i))?,
                false => x.take_along_axis(&index, 0)?,
            };
            picked.eval()?;
            Ok(picked * 2.0)
        };
        let traced = jit(program);
        let x = counting::<f64, B>(xp, &[5]);
        let call = |at: i64| traced.call((x.clone(), from_numbers(xp, &[0, at], &[2])))?.to_vec();
        for round in 0..3 {
            for at in [1, 4, 2] {
                assert_eq!(call(at).unwrap(), [60.0, 60.0 + 2.0 * at as f64], "round {round}");
            }
            let error = call(7).unwrap_err();
            assert!(matches!(error, Error::Index { index: 7, len: 5, .. }), "{error}");
        }
        assert_eq!((traced.traced(), traced.obstacle()), (1, None));
        assert_eq!(x.to_vec().unwrap(), [0.0, 1.0, 2.0, 3.0, 4.0]);
    }
}

/// Products, transforms, scans and sorted arrays among many steps, and what waits for the device.
pub fn operations_in_long_loops<B: Backend>(xp: &B) {
    let turn = from_numbers::<f64, B>(xp, &[0, 1, 0, 0, 0, 1, 1, 0, 0], &[3, 3]);
    for waits in [false, true] {
        let program = |x: Array<f64, B>| {
            let mut y = x;
            for _ in 0..12 {
                y = y.matmul(&turn)? + 1.0;
                y.eval()?;
                y = y.sort()?.cumsum(0)?;
                y = (&y - (&y / 7.0).floor() * 7.0) + y.mean(0)?.round(0);
                y.eval()?;
            }
            let y = if waits { (&turn * 2.0).inv()?.matmul(&y)? } else { y };
            Ok((y.fft()?.abs().square(), y.fft()?.ifft()?.real(), y))
        };
        let traced = jit(program);
        for call in 0..6 {
            let x = counting::<f64, B>(xp, &[3, 3]) * f64::from(call) + 1.0;
            let (power, back, y) = traced.call(x.clone()).unwrap();
            let expected = program(x).unwrap();
            assert_eq!(y.to_vec().unwrap(), expected.2.to_vec().unwrap());
            let near = Tolerance::new().rtol(1e-12).atol(1e-9);
            assert!(power.allclose_with(&expected.0, near).unwrap() && back.allclose_with(&y, near).unwrap());
        }
        assert_eq!((traced.traced(), traced.obstacle()), (1, None));
    }
}

/// Several threads call one long program, and do other work beside it.
pub fn long_loops_in_threads<B: Backend>(xp: &B) {
    for _ in 0..4 {
        let traced = jit(smoothed::<B>);
        thread::scope(|scope| {
            for number in 0..3 {
                let traced = &traced;
                scope.spawn(move || {
                    for call in 0..10 {
                        let given = state(xp, 10 * number + call);
                        let result = traced.call(given.clone()).unwrap();
                        let expected = smoothed(given).unwrap();
                        assert_eq!(values(&result), values(&expected));
                    }
                });
            }
            scope.spawn(|| {
                let x = counting::<f64, B>(xp, &[3, 3]);
                for call in 0..30 {
                    let y = (&x * f64::from(call)).matmul(&x).unwrap().fft().unwrap().ifft().unwrap().real();
                    let rounded = y.round(0).sum(..).unwrap().item().unwrap();
                    assert_eq!(rounded, f64::from(call) * 486.0);
                    xp.synchronize().unwrap();
                }
            });
        });
        assert_eq!((traced.traced(), traced.obstacle()), (1, None));
    }
}

/// In a graph that somebody else captures, a program's steps are part of it, and its own graph stays what it is.
pub fn long_loops_in_graphs<B: Backend>(xp: &B) {
    let traced = jit(smoothed::<B>);
    let given = state(xp, 0);
    let expected = values(&smoothed(given.clone()).unwrap());
    values(&given);
    for _ in 0..4 {
        let (mut result, mut graph) = (None, None);
        let mut call = || {
            result = Some(traced.call(given.clone())?);
            Ok(())
        };
        match xp.can_capture() {
            true => graph = Some(xp.captured(&mut call).unwrap()),
            false => call().unwrap(),
        }
        let result = result.unwrap();
        assert_eq!(values(&result), expected);
        assert_eq!(values(&traced.call(given.clone()).unwrap()), expected);
        if let Some(graph) = graph {
            graph.replay().unwrap();
        }
        assert_eq!(values(&result), expected);
    }
    assert_eq!((traced.traced(), traced.obstacle()), (1, None));
}
