//! Loops and branches of user kernels, against loops of Rust over one element after the other.

use crate::for_types;
use xparray::kernel::{for_, if_, index, index_along, raw, while_};
use xparray::prelude::*;
use xparray::{Error, Var};

/// The steps of Collatz's rule, and of Euclid's: states that take very different numbers of rounds.
pub fn rounds_differ<B: Backend>(xp: &B) {
    let rule = |mut n: i64| {
        let mut count = 0i32;
        while n > 1 {
            n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
            count += 1;
        }
        count
    };
    for len in [0, 1, 7, 64, 1000, 20_011] {
        let n = xp.arange((0i64, len, 1)).unwrap();
        let before = xp.stats();
        let steps = xp.map(&n, |n| {
            let next = |n: Var<i64>| (n % 2).eq(0).select(n.floor_divide(2), 3 * n + 1);
            while_((n, 0i32), |(n, _)| n.gt(1), |(n, count)| (next(n), count + 1)).1
        });
        let doubled = steps.unwrap() * 2;
        assert_eq!(doubled.to_vec().unwrap(), (0..len).map(|n| 2 * rule(n)).collect::<Vec<_>>(), "{len}");
        assert!((xp.stats() - before).kernels <= 1, "a loop fuses");
    }
    let (a, b) = (xp.arange((0i32, 50, 1)).unwrap(), xp.arange((0i32, 40, 1)).unwrap().reshape([40, 1]).unwrap());
    let gcd = xp.map((&a, &b), |(a, b)| while_((a, b), |(_, b)| b.ne(0), |(a, b)| (b, a % b)).0).unwrap();
    assert_eq!(
        gcd.to_vec().unwrap(),
        xp.array(&[0i32; 1]).unwrap().add(&a).unwrap().gcd(&b).unwrap().to_vec().unwrap()
    );
}

/// A state of every element type, whole and strided, broadcast, without elements and without axes.
pub fn every_element_type<B: Backend>(xp: &B) {
    for_types!(numbers, T => {
        let values: Vec<T> = (0..60).map(|k: i32| (k % 5).cast::<T>()).collect();
        let x = xp.from_slice(&values, [6, 10]).unwrap();
        let cube = |x: &Array<T, B>| {
            xp.map(x, |x| for_(3, 1.cast::<T>(), |_, product| product * x)).unwrap()
        };
        let expected = |x: &Array<T, B>| (x * x * x).to_vec().unwrap();
        let parts = [x.clone(), x.slice(s![..;2, ..;-3]).unwrap(), x.transpose(), x.slice(s![2, 3]).unwrap(),
            x.slice(s![..0]).unwrap(), x.slice(s![.., 1]).unwrap().reshape([6, 1]).unwrap().broadcast_to([2, 6, 4]).unwrap()];
        for part in &parts {
            let cubes = cube(part);
            assert_eq!(cubes.shape(), part.shape());
            assert_eq!(cubes.to_vec().unwrap(), expected(part), "{} {:?}", T::DTYPE, part.shape());
        }
    });
    let truth = xp.from_slice(&[true, false], 2).unwrap();
    let flipped = xp.map(&truth, |x| for_(3, x, |_, x| !x)).unwrap();
    assert_eq!(flipped.to_vec().unwrap(), [false, true]);
    // A half type is rounded in each round, as arrays are.
    let x = xp.from_slice(&[xparray::f16::from_f32(1.0); 3], 3).unwrap();
    let third = xparray::f16::from_f32(1.0 / 3.0);
    let sums = xp.map(&x, |x| for_(5, x, |_, x| x + third)).unwrap();
    let step = |x: &Array<xparray::f16, B>| (x + third).eval().map(|()| x + third).unwrap();
    assert_eq!(sums.to_vec().unwrap(), (0..5).fold(x, |x, _| step(&x)).to_vec().unwrap());
}

/// Loops in loops, over what lies around each of them.
pub fn loops_in_loops<B: Backend>(xp: &B) {
    // The sum over i below n of the length of i in base b: an inner loop that does not end where the outer one has.
    let n = xp.arange((0i64, 500, 1)).unwrap();
    let bases = xp.from_slice(&[2i64, 3, 10], [3, 1]).unwrap();
    let digits = xp.map((&n, &bases), |(n, base)| {
        for_(n, 0i64, |i, sum| {
            let (_, length) = while_((i, 0i64), |(i, _)| i.gt(0), |(i, length)| (i.floor_divide(base), length + 1));
            sum + length + index_along(0) - index().floor_divide(500)
        })
    });
    let length = |mut i: i64, base: i64| {
        let mut length = 0;
        while i > 0 {
            (i, length) = (i / base, length + 1);
        }
        length
    };
    let expected: Vec<i64> =
        [2, 3, 10].iter().flat_map(|&base| (0..500).map(move |n| (0..n).map(|i| length(i, base)).sum())).collect();
    assert_eq!(digits.unwrap().to_vec().unwrap(), expected);
    let deep = xp.map(&n, |n| for_(2, n, |i, x| for_(2, x, |j, x| for_(i + j, x, |k, x| x * 3 + k))));
    let reference = |n: i64| {
        let mut x = n;
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..i + j {
                    x = x * 3 + k;
                }
            }
        }
        x
    };
    assert_eq!(deep.unwrap().to_vec().unwrap(), (0..500).map(reference).collect::<Vec<_>>());
}

/// Mandelbrot's set: several results of one loop are one kernel, and those of a reduction fuse.
pub fn several_results<B: Backend>(xp: &B) {
    let (h, w) = (37, 53);
    let (re, im) = (xp.linspace(-2.0, 0.5, w).unwrap(), xp.linspace(-1.25, 1.25, h).unwrap().reshape([h, 1]).unwrap());
    let escape = |(cr, ci): (Var<f64>, Var<f64>)| {
        while_(
            (0.0f64, 0.0f64, 0i32),
            |(zr, zi, n)| (zr * zr + zi * zi).le(4.0) & n.lt(50),
            |(zr, zi, n)| (zr * zr - zi * zi + cr, 2.0 * zr * zi + ci, n + 1),
        )
    };
    let before = xp.stats();
    let (zr, zi, count) = xp.map((&re, &im), escape).unwrap();
    assert_eq!((xp.stats() - before).kernels, 1);
    let (zr, zi, count) = (zr.to_vec().unwrap(), zi.to_vec().unwrap(), count.to_vec().unwrap());
    let (re, im) = (re.to_vec().unwrap(), im.to_vec().unwrap());
    for (k, &found) in count.iter().enumerate() {
        let (cr, ci) = (re[k % w], im[k / w]);
        let (mut x, mut y, mut n) = (0.0f64, 0.0f64, 0);
        while x * x + y * y <= 4.0 && n < 50 {
            (x, y, n) = (x * x - y * y + cr, 2.0 * x * y + ci, n + 1);
        }
        // A backend may round a product and a sum at once, which moves the border by a round.
        assert!((found - n).abs() <= 1, "{k}: {found}, {n}");
        assert!(n == 50 || zr[k] * zr[k] + zi[k] * zi[k] > 4.0, "{k}");
    }
    let (re, im) = (xp.linspace(-2.0, 0.5, w).unwrap(), xp.linspace(-1.25, 1.25, h).unwrap().reshape([h, 1]).unwrap());
    let total = xp.map_reduce((&re, &im), |c| escape(c).2.cast::<i64>(), Reduce::sum()).unwrap();
    assert_eq!(total.item().unwrap(), count.iter().map(|&n| i64::from(n)).sum::<i64>());
}

/// Branches without loops are chosen from; those with loops run only where they are taken.
pub fn branches<B: Backend>(xp: &B) {
    let x = xp.arange((-40i64, 41, 1)).unwrap();
    // The loop ends for positive numbers only.
    let (y, kind) = xp
        .map(&x, |x| {
            let halve = || while_((x, 0u8), |(x, _)| x.ne(1), |(x, n)| ((x + 1).floor_divide(2), n + 1));
            if_(x.gt(0), halve, || if_(x.eq(0), || (x, 100u8), || (-x, 200)))
        })
        .unwrap();
    let expected: Vec<(i64, u8)> = (-40i64..41)
        .map(|x| match x {
            1.. => (1, (64 - ((x - 1) as u64).leading_zeros()) as u8),
            0 => (0, 100),
            _ => (-x, 200),
        })
        .collect();
    let found: Vec<(i64, u8)> = y.to_vec().unwrap().into_iter().zip(kind.to_vec().unwrap()).collect();
    assert_eq!(found, expected);
    let inside = xp.map(&x, |x| for_(4, x, |i, x| if_((i % 2).eq(0), || x + 1, || for_(i, x, |_, x| x * 2)))).unwrap();
    let reference = |x: i64| ((x + 1) * 2 + 1) * 8;
    assert_eq!(inside.to_vec().unwrap(), (-40..41).map(reference).collect::<Vec<_>>());
}

/// What a loop must not do is an error.
pub fn wrong_loops<B: Backend>(xp: &B) {
    let x = xp.arange((0i64, 4, 1)).unwrap();
    let mut stray = None;
    let ok = xp.map(&x, |x| {
        for_(2, x, |_, x| {
            stray = Some(x);
            x + 1
        })
    });
    assert_eq!(ok.unwrap().to_vec().unwrap(), [2, 3, 4, 5]);
    let stray = stray.unwrap();
    let errors = [
        // A variable of a loop outside of it, and of another closure inside.
        xp.map(&x, |x| x + stray),
        xp.map(&x, |x| for_(2, x, |_, x| x + stray)),
        xp.map(&x, |x| for_(2, x, |_, _| stray)),
        xp.map(&x, |x| while_(x, |_| stray.lt(1), |x| x + 1)),
        xp.map(&x, |x| if_(x.gt(1), || stray, || x)),
        xp.map(&x, |x| {
            let mut inner = x;
            let last = for_(2, x, |_, x| {
                inner = x;
                x + 1
            });
            last + inner
        }),
        xp.map((&x, raw(&x)), |(x, table)| for_(2, x, |i, x| x + table.at(i))),
        xp.scan(&x, 0, 0, |a, b| for_(2, a, |_, a| a + b)),
    ];
    for (k, error) in errors.into_iter().enumerate() {
        assert!(matches!(error, Err(Error::Value { .. })), "{k}");
    }
}
