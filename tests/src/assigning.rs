//! Assignments to one array, one after the other: those of one shape that do not overlap are one kernel, and all are as if each
//! had been done before the next.

use crate::arrays::{check, counting};
use crate::every_type;
use xparray::prelude::*;
use xparray::{Array, Layout, jit, s};

/// How many kernels were launched for an array, and what is in it then.
fn launched<B: Backend>(xp: &B, mut x: Array<f64, B>, assign: impl Fn(&mut Array<f64, B>)) -> (u64, Vec<f64>) {
    x.eval().unwrap();
    let before = xp.stats();
    assign(&mut x);
    let kernels = (xp.stats() - before).kernels;
    (kernels, x.to_vec().unwrap())
}

/// The rows and columns around a square, components, every other element, numbers, what is there already: one kernel.
pub fn parts_are_one_kernel<B: Backend>(xp: &B) {
    let (kernels, found) = launched(xp, counting(xp, &[4, 4]), |p| {
        p.assign(s![0, 1..-1], p.slice(s![1, 1..-1]).unwrap() * 10.0).unwrap();
        p.assign(s![-1, 1..-1], p.slice(s![-2, 1..-1]).unwrap() * 10.0).unwrap();
        p.assign(s![1..-1, 0], 7.0).unwrap();
        p.assign(s![1..-1, -1], -p.slice(s![1..-1, 1]).unwrap()).unwrap();
    });
    let expected = [0.0, 50.0, 60.0, 3.0, 7.0, 5.0, 6.0, -5.0, 7.0, 9.0, 10.0, -9.0, 12.0, 90.0, 100.0, 15.0];
    assert_eq!((kernels, &found[..]), (1, &expected[..]));
    let (x, y) = (counting::<f64, B>(xp, &[3]), xp.array([0.5, 1.5, 2.5]).unwrap());
    let (kernels, found) = launched(xp, counting(xp, &[3, 2]), |pos| {
        pos.assign(s![.., 0], &x).unwrap();
        pos.assign(s![.., 1], &y * &x + 1.0).unwrap();
    });
    assert_eq!((kernels, &found[..]), (1, &[0.0, 1.0, 1.0, 2.5, 2.0, 6.0][..]));
    let (kernels, found) = launched(xp, counting(xp, &[6]), |x| {
        // Each part also of what it overwrites, and one of them backwards.
        x.assign(s![..;2], x.slice(s![..;2]).unwrap() * 2.0).unwrap();
        x.assign(s![..;-2], &y + 1.0).unwrap();
    });
    assert_eq!((kernels, &found[..]), (1, &[0.0, 3.5, 4.0, 2.5, 8.0, 1.5][..]));
    // What reads nothing but indices, and so many parts that they are several kernels.
    let (kernels, found) = launched(xp, counting(xp, &[40]), |x| {
        for i in 0..40 {
            x.assign(s![i], 2 * i).unwrap();
        }
    });
    assert!((2..10).contains(&kernels), "{kernels}");
    assert_eq!(found, (0..40).map(|i| f64::from(2 * i)).collect::<Vec<_>>());
    // Nothing is taken for it, and it fuses with no other array's.
    let (mut x, mut y) = (counting::<f64, B>(xp, &[4]), counting::<f64, B>(xp, &[4]));
    let before = xp.stats();
    for k in 0..2 {
        x.assign(s![k], 7.0).unwrap();
        y.assign(s![k], 8.0).unwrap();
    }
    let used = xp.stats() - before;
    assert_eq!((used.kernels, used.bytes_allocated), (4, 0));
    check(&x, &[4], &[7, 7, 2, 3]);
    check(&y, &[4], &[8, 8, 2, 3]);
}

/// What is overwritten, or read by the next one, or reads what the next one overwrites, is done before.
pub fn others_wait_for_each_other<B: Backend>(xp: &B) {
    let start = || counting::<f64, B>(xp, &[6]);
    let (kernels, found) = launched(xp, start(), |x| {
        x.assign(s![..4], 7.0).unwrap();
        x.assign(s![2..], 8.0).unwrap();
    });
    assert_eq!((kernels, &found[..]), (2, &[7.0, 7.0, 8.0, 8.0, 8.0, 8.0][..]));
    let (kernels, found) = launched(xp, start(), |x| {
        x.assign(s![..2], 7.0).unwrap();
        x.assign(s![2..4], x.slice(s![..2]).unwrap() + 1.0).unwrap();
    });
    assert_eq!((kernels, &found[..]), (2, &[7.0, 7.0, 8.0, 8.0, 4.0, 5.0][..]));
    let (kernels, found) = launched(xp, start(), |x| {
        x.assign(s![..2], x.slice(s![3..1;-1]).unwrap()).unwrap();
        x.assign(s![2..4], 8.0).unwrap();
    });
    assert_eq!((kernels, &found[..]), (2, &[3.0, 2.0, 8.0, 8.0, 4.0, 5.0][..]));
    // Another shape, and what is no map of elements, which are read whole before one of them is overwritten.
    let (kernels, found) = launched(xp, start(), |x| {
        x.assign(s![..2], 7.0).unwrap();
        x.assign(s![2..5], 8.0).unwrap();
        x.assign(s![5], x.sum(..).unwrap()).unwrap();
    });
    assert_eq!((kernels, &found[..]), (4, &[7.0, 7.0, 8.0, 8.0, 8.0, 43.0][..]));
    let (_, found) = launched(xp, start(), |x| {
        x.assign(s![..2], 7.0).unwrap();
        x.assign(s![2..4], x.take([5, 0], 0).unwrap()).unwrap();
        x.assign(s![4..], x.slice(s![2..4]).unwrap().sort().unwrap()).unwrap();
    });
    assert_eq!(found, [7.0, 7.0, 5.0, 7.0, 5.0, 7.0]);
    // What is refused changes nothing, at once.
    let (_, found) = launched(xp, start(), |x| {
        x.assign(s![..2], 7.0).unwrap();
        assert!(x.assign(s![2..4], xp.zeros::<f64>(3).unwrap()).is_err());
        assert!(x.assign(s![9], 7.0).is_err());
    });
    assert_eq!(found, [7.0, 7.0, 2.0, 3.0, 4.0, 5.0]);
}

/// Who has the array, or a view of it, sees what was assigned before, and nothing else.
pub fn others_see_what_was_there<B: Backend>(xp: &B) {
    let mut x = counting::<f64, B>(xp, &[4]);
    x.assign(s![0], 7.0).unwrap();
    let (copy, part, later) = (x.clone(), x.slice(s![..2]).unwrap(), &x * 2.0);
    x.assign(s![1], 8.0).unwrap();
    x.assign(s![2], x.slice(s![0]).unwrap() + copy.slice(s![1]).unwrap()).unwrap();
    check(&copy, &[4], &[7, 1, 2, 3]);
    check(&part, &[2], &[7, 1]);
    check(&later, &[4], &[14, 2, 4, 6]);
    check(&x, &[4], &[7, 8, 8, 3]);
    // What is read is overwritten by its owner, or dropped, before anything is launched.
    let mut y = counting::<f64, B>(xp, &[2]);
    let before = xp.stats();
    x.assign(s![..2], &y).unwrap();
    y += 5.0;
    y.assign(s![0], -1.0).unwrap();
    y.eval().unwrap();
    assert_eq!((xp.stats() - before).bytes_allocated, 0);
    x.assign(s![2..], y).unwrap();
    check(&x, &[4], &[0, 1, -1, 6]);
    // A view is a value.
    let mut part = x.slice(s![1..3]).unwrap();
    part.assign(s![0], 3.0).unwrap();
    part.assign(s![1], 4.0).unwrap();
    check(&part, &[2], &[3, 4]);
    check(&x, &[4], &[0, 1, -1, 6]);
    // Nobody needs what goes at once.
    let before = xp.stats();
    x.assign(s![1], 2.0).unwrap();
    drop(x);
    assert_eq!((xp.stats() - before).kernels, 0);
}

/// An array goes to another thread between two assignments, and comes back.
pub fn threads_take_turns<B: Backend>(xp: &B) {
    for round in 0..50 {
        let mut x = counting::<i64, B>(xp, &[1000]);
        x.assign(s![..;4], round).unwrap();
        let seen = x.clone();
        let mut x = std::thread::scope(|scope| {
            let other = scope.spawn(move || {
                assert_eq!((x.slice(s![-2]).unwrap() * 2 + x.slice(s![0]).unwrap()).item().unwrap(), 2 * 998 + round);
                x.assign(s![..;4], round).unwrap();
                x.assign(s![1..;4], x.slice(s![..;4]).unwrap() + 1).unwrap();
                x
            });
            assert_eq!(seen.slice(s![..5]).unwrap().to_vec().unwrap(), [round, 1, 2, 3, round]);
            other.join().unwrap()
        });
        x.assign(s![2..;4], x.slice(s![1..;4]).unwrap() + 1).unwrap();
        x.assign(s![3..;4], -1).unwrap();
        assert_eq!(x.slice(s![-4..]).unwrap().to_vec().unwrap(), [round, round + 1, round + 2, -1]);
        assert_eq!(seen.slice(s![-4..]).unwrap().to_vec().unwrap(), [round, 997, 998, 999]);
    }
}

/// Parts of every type, of no elements, and of a whole array.
pub fn every_element_type<B: Backend>(xp: &B) {
    every_type!(parts_of(xp));
}

fn parts_of<T: Element, B: Backend>(xp: &B) {
    let (one, values) = (true.cast::<T>(), counting::<T, B>(xp, &[2, 2]));
    for mut x in crate::arrays::layouts::<T, B>(xp, &[2, 4]) {
        x.assign(s![.., ..;2], &values).unwrap();
        x.assign(s![.., ..;-2], values.t()).unwrap();
        x.assign(s![.., 4..], one).unwrap();
        check(&x, &[2, 4], &[0, 2, 1, 0, 2, 3, 3, 1]);
        x.assign(s![0, 1], one).unwrap();
        x.assign(s![1, ..1], x.slice(s![0, 2..3]).unwrap()).unwrap();
        x.assign(s![0, -1..], one).unwrap();
        check(&x, &[2, 4], &[0, 1, 1, 1, 1, 3, 3, 1]);
        x.assign(s![1], one).unwrap();
        x.assign(s![..], x.slice(s![..;-1]).unwrap()).unwrap();
        check(&x, &[2, 4], &[1, 1, 1, 1, 0, 1, 1, 1]);
    }
}

/// Parts that several threads share, between each other and in blocks, are as if each had been computed alone.
pub fn large_parts<B: Backend>(xp: &B) {
    const N: usize = 150_000;
    let v = xp.rng(3).normal::<f64>([N]).unwrap();
    for between in [true, false] {
        let places = |k: usize| {
            let whole = Layout::row_major(&[3 * N]);
            if between { whole.sliced(0, k, 3, N) } else { whole.sliced(0, k * N, 1, N) }.unwrap()
        };
        let assigned = |at_once: bool| {
            let mut x = xp.rng(4).normal::<f64>([3 * N]).unwrap();
            x.eval().unwrap();
            let before = xp.stats();
            for k in 0..3 {
                let old = || x.through(&places(k)).unwrap();
                let values = match k {
                    0 => old() * &v + 1.0,
                    1 => old().sin(),
                    _ => old().exp() / (&v * &v + 2.0),
                };
                x.assign_through(&places(k), values).unwrap();
                if at_once {
                    x.eval().unwrap();
                }
            }
            assert_eq!((xp.stats() - before).kernels, if at_once { 3 } else { 1 });
            x.to_vec().unwrap()
        };
        v.eval().unwrap();
        assert_eq!(assigned(false), assigned(true), "between: {between}");
    }
}

/// Numbers that follow each other as if by chance.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// Places of so many rows and columns in a square of 6.
    fn places(&mut self, shape: [usize; 2]) -> Layout {
        let whole = Layout::row_major(&[6, 6]);
        let places = shape.iter().enumerate().fold(whole, |places, (axis, &n)| {
            let step = 1 + self.below((5 / (n - 1).max(1)).min(3));
            let low = self.below(6 - step * (n - 1));
            match self.below(2) {
                0 => places.sliced(axis, low, step as isize, n).unwrap(),
                _ => places.sliced(axis, low + step * (n - 1), -(step as isize), n).unwrap(),
            }
        });
        if shape[0] == shape[1] && self.below(3) == 0 { places.permute(&[1, 0]).unwrap() } else { places }
    }
}

/// The places of a layout of two axes, in row-major order.
fn each(layout: &Layout) -> Vec<usize> {
    let (shape, strides) = (layout.shape(), layout.strides());
    let place = |i: usize, j: usize| layout.offset() as isize + i as isize * strides[0] + j as isize * strides[1];
    (0..shape[0]).flat_map(|i| (0..shape[1]).map(move |j| place(i, j) as usize)).collect()
}

/// Many assignments, of all kinds, in any order, are as on the host, also if each is computed at once; that takes more kernels.
pub fn any_order<B: Backend>(xp: &B) {
    let [together, apart] = [false, true].map(|at_once| {
        let before = xp.stats();
        assigned_in_any_order(xp, at_once);
        (xp.stats() - before).kernels
    });
    assert!(together < apart, "{together} and {apart} kernels");
}

fn assigned_in_any_order<B: Backend>(xp: &B, at_once: bool) {
    let mut numbers = Numbers(1);
    for round in 0..300 {
        let shape = [[1, 2], [2, 2], [1, 1], [3, 2], [1, 6]][numbers.below(5)];
        let (mut x, mut host) = (counting::<i64, B>(xp, &[6, 6]), (0..36).collect::<Vec<i64>>());
        let (mut y, mut other) = (counting::<i64, B>(xp, &[6, 6]) * 5, (0..36).map(|i| 5 * i).collect::<Vec<i64>>());
        y.eval().unwrap();
        let mut seen = Vec::new();
        for step in 0..8 {
            let (to, from) = (numbers.places(shape), numbers.places(shape));
            let what = numbers.below(7);
            let value = |k: usize| match what {
                0 => 100 + step,
                1 => other[each(&from)[k]],
                2 => 2 * host[each(&from)[k]] - other[each(&to)[k]],
                3 => host[each(&to)[k]] + 1,
                4 => host[each(&from)[k]],
                5 => 3 * other[each(&from)[k]] + step,
                _ => k as i64,
            };
            let values: Vec<i64> = (0..to.len()).map(value).collect();
            each(&to).into_iter().zip(values).for_each(|(place, value)| host[place] = value);
            let (at, there) = (x.through(&from).unwrap(), y.through(&from).unwrap());
            match what {
                0 => x.assign_through(&to, 100 + step),
                1 => x.assign_through(&to, there),
                2 => x.assign_through(&to, at * 2 - y.through(&to).unwrap()),
                3 => x.assign_through(&to, x.through(&to).unwrap() + 1),
                4 => x.assign_through(&to, at),
                5 => x.assign_through(&to, there * 3 + step),
                _ => x.assign_through(&to, counting::<i64, B>(xp, &shape)),
            }
            .unwrap();
            if at_once {
                x.eval().unwrap();
            }
            match numbers.below(12) {
                0 => seen.push((x.clone(), host.clone())),
                1 => x.eval().unwrap(),
                2 => {
                    y += 1;
                    other.iter_mut().for_each(|y| *y += 1);
                }
                3 => {
                    y.assign(s![2], 7).unwrap();
                    other[12..18].fill(7);
                }
                _ => {}
            }
        }
        assert_eq!(x.to_vec().unwrap(), host, "round {round}");
        assert_eq!(y.to_vec().unwrap(), other, "round {round}");
        seen.iter().for_each(|(x, host)| assert_eq!(&x.to_vec().unwrap(), host, "round {round}"));
    }
}

/// A traced program launches them together, when it is traced and when it is replayed, also at its end.
pub fn traced<B: Backend>(xp: &B) {
    let around = |mut p: Array<f64, B>| {
        p.assign(s![0, 1..-1], p.slice(s![1, 1..-1])? * 2.0)?;
        p.assign(s![-1, 1..-1], p.slice(s![-2, 1..-1])?)?;
        p.assign(s![1..-1, 0], 7.0)?;
        Ok(p)
    };
    let step = jit(around);
    let (mut plain, mut traced) = (counting::<f64, B>(xp, &[4, 4]), counting::<f64, B>(xp, &[4, 4]));
    for round in 0..4 {
        plain = around(plain + 1.0).unwrap();
        let given = traced + 1.0;
        given.eval().unwrap();
        let before = xp.stats();
        traced = step.call(given).unwrap();
        let used = xp.stats() - before;
        assert_eq!(used.kernels, 1);
        assert!(round == 0 || used.bytes_allocated == 0);
        assert_eq!(traced.to_vec().unwrap(), plain.to_vec().unwrap());
    }
    // What the caller still has is not overwritten.
    let kept = traced.clone();
    let changed = step.call(traced).unwrap();
    assert_eq!(kept.to_vec().unwrap(), plain.to_vec().unwrap());
    assert_eq!(changed.to_vec().unwrap(), around(kept).unwrap().to_vec().unwrap());
    assert_eq!((step.traced(), step.obstacle()), (1, None));
    // So many that a device with graphs has one of them.
    let long = jit(move |mut p: Array<f64, B>| {
        for _ in 0..20 {
            p = around(p)? + 1.0;
        }
        Ok(p)
    });
    let mut expected = counting::<f64, B>(xp, &[4, 4]);
    (0..20).for_each(|_| expected = around(expected.clone()).unwrap() + 1.0);
    let expected = expected.to_vec().unwrap();
    for _ in 0..4 {
        let given = counting::<f64, B>(xp, &[4, 4]);
        given.eval().unwrap();
        let before = xp.stats();
        assert_eq!(long.call(given).unwrap().to_vec().unwrap(), expected);
        assert_eq!((xp.stats() - before).kernels, 40);
    }
    // What was assigned before the trace is as it was, whatever the trace computes first.
    let mut outer = counting::<f64, B>(xp, &[2]);
    outer.assign(s![0], 5.0).unwrap();
    let sum = jit(|x: Array<f64, B>| Ok(&x + &outer));
    for _ in 0..3 {
        assert_eq!(sum.call(counting::<f64, B>(xp, &[2])).unwrap().to_vec().unwrap(), [5.0, 2.0]);
    }
}
