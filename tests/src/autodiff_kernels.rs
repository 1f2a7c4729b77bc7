//! Derivatives of user kernels: loops, and operations of the user's that reduce and scan, held to the same programs written with arrays.

use xparray::autodiff::{Autodiff, grad, jvp, vjp, vmap};
use xparray::backend::Side;
use xparray::kernel::{for_, if_, index, raw, while_};
use xparray::prelude::*;
use xparray::{SearchSorted, jit, s};

type A<B> = Array<f64, Autodiff<B>>;
type C<B> = Array<Complex<f64>, Autodiff<B>>;

fn near<T: Element, B: Backend>(actual: &Array<T, B>, expected: &Array<T, B>) {
    let options = Tolerance::new().rtol(1e-12).atol(1e-12);
    assert_eq!(actual.shape(), expected.shape());
    assert!(actual.allclose_with(expected, options).unwrap(), "{actual} is not {expected}");
}

/// Loops end where each element says so, and have derivatives of every order in either direction.
pub fn loops<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([[0.25, 2.0], [9.0, 30.0]]).unwrap();
    let root = |x: A<B>| {
        let step = |x: Var<f64>, y: Var<f64>| (y + x / y) * 0.5;
        let closure = |x: Var<f64>| while_(x, |y| (y * y - x).abs().gt(x * 1e-14), |y| step(x, y));
        xp.map(&x, |x| step(x, closure(x)))
    };
    near(&grad(|x: A<B>| root(x)?.sum(..))(x.clone()).unwrap(), &(0.5 / x.sqrt()));
    let along = jvp(root, x.clone(), x.clone()).unwrap().1;
    near(&along, &(x.sqrt() * 0.5));
    let rounds = jit(grad(|x: A<B>| root(x)?.sum(..)));
    for _ in 0..3 {
        near(&rounds.call(x.clone()).unwrap(), &(0.5 / x.sqrt()));
    }
    near(&vmap(grad(|x: A<B>| root(x)?.sum(..)))(x.clone()).unwrap(), &(0.5 / x.sqrt()));
    let twice = grad(|x: A<B>| grad(|x: A<B>| root(x)?.sum(..))(x)?.sum(..));
    let error = (twice(x.clone()).unwrap() + 0.25 * x.power(-1.5).unwrap()).abs().max(..).unwrap().item().unwrap();
    assert!(error < 1e-9, "{error}");
}

/// What a loop reads besides its state has derivatives, loops in loops and branches have, and parts that are counters have none.
pub fn states<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let (x, c) = (xp.array([0.5, -1.25, 2.0]).unwrap(), xp.array([0.25, 1.5, -0.75]).unwrap());
    let n = xp.array(&[0i64, 2, 3]).unwrap();
    let kernel = |(x, c): (A<B>, A<B>)| {
        xp.map((&x, &c, &n), |(x, c, n)| {
            // The inner one multiplies by c so often as the outer one is far; what is added is a round old.
            let round = |i: Var<i64>, (y, last): (Var<f64>, Var<f64>)| {
                let powers = for_(i + 1, y, |_, y| y * c);
                (powers + last * x.sin(), y)
            };
            let (y, last) = for_(n, (x, 1.0f64), round);
            if_(x.gt(1.0), || for_(2, y, |_, y| y * y.exp()), || y * last)
        })
    };
    let arrays = |(x, c): (A<B>, A<B>)| {
        let (mut y, mut last) = (x.clone(), x.ones_like());
        for i in 0..3 {
            let more = n.greater(i)?;
            let next = &y * c.power((i + 1) as f64)? + &last * x.sin();
            (last, y) = (more.where_(&y, &last)?, more.where_(&next, &y)?);
        }
        let squared = |y: A<B>| &y * y.exp();
        x.greater(1.0)?.where_(squared(squared(y.clone())), &y * &last)
    };
    let weights = xp.array([1.0, -2.0, 0.001]).unwrap();
    let sum = |y: A<B>| y.multiply(&weights)?.sum(..);
    near(&kernel((x.clone(), c.clone())).unwrap(), &arrays((x.clone(), c.clone())).unwrap());
    let by_kernel = grad(|at: (A<B>, A<B>)| sum(kernel(at)?))((x.clone(), c.clone())).unwrap();
    let by_arrays = grad(|at: (A<B>, A<B>)| sum(arrays(at)?))((x.clone(), c.clone())).unwrap();
    near(&by_kernel.0, &by_arrays.0);
    near(&by_kernel.1, &by_arrays.1);
    let tangents = || (c.clone(), x.clone());
    let along = jvp(kernel, (x.clone(), c.clone()), tangents()).unwrap().1;
    near(&along, &jvp(arrays, (x.clone(), c.clone()), tangents()).unwrap().1);
    let curved = |f: &dyn Fn((A<B>, A<B>)) -> xparray::Result<A<B>>| {
        let slope = |x: A<B>| grad(|x: A<B>| sum(f((x, c.clone()))?))(x);
        grad(|x: A<B>| slope(x)?.multiply(&weights)?.sum(..))(x.clone()).unwrap()
    };
    near(&curved(&kernel), &curved(&arrays));
    // Views, what is broadcast, and what has no elements.
    let of_rows = |f: &dyn Fn((A<B>, A<B>)) -> xparray::Result<A<B>>| {
        let wide = x.broadcast_to([2, 3]).unwrap();
        let (y, pull) = vjp(|(x, c): (A<B>, A<B>)| f((x.slice(s![1, ..;-1])?, c)), (wide, c.clone())).unwrap();
        pull.call(y.cos()).unwrap()
    };
    let ((a, b), (d, e)) = (of_rows(&kernel), of_rows(&arrays));
    near(&a, &d);
    near(&b, &e);
    let empty = grad(|x: A<B>| xp.map(&x, |x| for_(3, x, |_, y| y * x))?.sum(..))(xp.zeros([0, 2]).unwrap()).unwrap();
    assert_eq!(empty.shape(), [0, 2]);
    let number = grad(|x: A<B>| xp.map(&x, |x| for_(3, x, |_, y| y * x)))(xp.scalar(2.0)).unwrap();
    assert!((number.item().unwrap() - 32.0).abs() < 1e-12, "{number}");
}

/// Complex numbers in loops, also of functions that are not holomorphic.
pub fn complex_loops<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let z = xp.array([Complex::new(0.25, 0.5), Complex::new(-0.5, 0.125)]).unwrap();
    let kernel = |z: C<B>| xp.map(&z, |c| for_(3, c, |_, z| z * z.conj() * z + c));
    let arrays = |c: C<B>| {
        let mut z = c.clone();
        for _ in 0..3 {
            z = &z * z.conj() * &z + &c;
        }
        Ok(z)
    };
    let direction = xp.array([Complex::new(1.0, -2.0), Complex::new(0.5, 0.25)]).unwrap();
    let of = |f: &dyn Fn(C<B>) -> xparray::Result<C<B>>| vjp(f, z.clone()).unwrap().1.call(direction.clone()).unwrap();
    near(&of(&kernel), &of(&arrays));
    let along = jvp(kernel, z.clone(), direction.clone()).unwrap().1;
    near(&along, &jvp(arrays, z.clone(), direction.clone()).unwrap().1);
    // Of a real number to complex ones, and back.
    let modulus = |x: A<B>| {
        xp.map(&x, |x| {
            let (c, two) = (x.cast::<Complex<f64>>(), Complex::new(0.0, 1.0));
            for_(2, c, |_, z| z * c + two).abs()
        })
    };
    let x = xp.array([0.5, -1.5]).unwrap();
    // |x^3 + i x + i|^2 = x^6 + (x + 1)^2.
    let value = (x.power(6.0).unwrap() + (&x + 1.0).square()).sqrt();
    let slope = (x.power(5.0).unwrap() * 6.0 + (&x + 1.0) * 2.0) / (&value * 2.0);
    near(&modulus(x.clone()).unwrap(), &value);
    near(&grad(|x: A<B>| modulus(x)?.sum(..))(x.clone()).unwrap(), &slope);
}

/// Reductions and scans by `a + b + a b`, which are products of `1 + x` but for 1.
pub fn combinations<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let both = |a: Var<f64>, b: Var<f64>| a + b + a * b;
    let x = (xp.arange((0.0, 14.0, 1.0)).unwrap() * 0.17 - 1.0).sin().reshape([2, 7]).unwrap();
    let reduced = |x: A<B>| xp.map_reduce(&x, |x| x, Reduce::custom(0.0, both).over(1));
    let product = |x: A<B>| Ok((x + 1.0).prod(1)? - 1.0);
    let weights = xp.array([1.5, -0.5]).unwrap();
    let of = |f: &dyn Fn(A<B>) -> xparray::Result<A<B>>| grad(|x: A<B>| f(x)?.multiply(&weights)?.sum(..))(x.clone());
    near(&of(&reduced).unwrap(), &of(&product).unwrap());
    near(&jvp(reduced, x.clone(), x.cos()).unwrap().1, &jvp(product, x.clone(), x.cos()).unwrap().1);
    let scanned = |x: A<B>| xp.scan(&x, 1, 0.0, both);
    let products = |x: A<B>| Ok((x + 1.0).cumprod(1)? - 1.0);
    let pulled = |f: &dyn Fn(A<B>) -> xparray::Result<A<B>>| vjp(f, x.clone()).unwrap().1.call(x.cos()).unwrap();
    near(&pulled(&scanned), &pulled(&products));
    near(&jvp(scanned, x.clone(), x.cos()).unwrap().1, &jvp(products, x.clone(), x.cos()).unwrap().1);
    // Second derivatives, batches, and what has no elements.
    let twice = |f: &dyn Fn(A<B>) -> xparray::Result<A<B>>| {
        let slope = |x: A<B>| grad(|x: A<B>| f(x)?.square().sum(..))(x);
        grad(|x: A<B>| slope(x.clone())?.multiply(x.cos())?.sum(..))(x.clone()).unwrap()
    };
    near(&twice(&scanned), &twice(&products));
    near(&twice(&reduced), &twice(&product));
    let row = |x: A<B>| xp.scan(&x, 0, 0.0, both);
    near(&vmap(row)(x.clone()).unwrap(), &products(x.clone()).unwrap());
    near(&vmap(grad(|x: A<B>| row(x)?.sum(..)))(x.clone()).unwrap(), &pulled_by_ones(&products, &x));
    let none = xp.zeros([2, 0]).unwrap();
    assert_eq!(grad(|x: A<B>| reduced(x)?.sum(..))(none.clone()).unwrap().shape(), [2, 0]);
    assert_eq!(grad(|x: A<B>| scanned(x)?.sum(..))(none).unwrap().shape(), [2, 0]);
}

fn pulled_by_ones<B: Backend>(f: &dyn Fn(A<B>) -> xparray::Result<A<B>>, x: &A<B>) -> A<B> {
    grad(|x: A<B>| f(x)?.sum(..))(x.clone()).unwrap()
}

/// What is read at run-time places, where arrays or places differ between the elements of a batch.
pub fn places_of_batches<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = (xp.arange((0.0, 12.0, 1.0)).unwrap() * 0.7).sin().reshape([3, 4]).unwrap();
    let places = xp.array(&[[0i64, -1], [2, 2], [1, 3]]).unwrap();
    let picked = |x: A<B>, i: Array<i64, Autodiff<B>>| {
        xp.map((&i, raw(&x)), |(i, x)| x.at(i) * x.at(i - 1) + index().cast::<f64>())
    };
    let stencil =
        |x: A<B>| xp.map_to_shape(3, raw(&x), |x| x.at(index() + 1) - x.at(index().floor_divide(8)) * x.at(index()));
    let both = vmap(|(x, i): (A<B>, Array<i64, Autodiff<B>>)| picked(x, i))((x.clone(), places.clone())).unwrap();
    let of_arrays = vmap(|x: A<B>| picked(x, places.slice(s![0])?))(x.clone()).unwrap();
    let of_places = vmap(|i: Array<i64, Autodiff<B>>| picked(x.slice(s![0])?, i))(places.clone()).unwrap();
    let stencils = vmap(stencil)(x.clone()).unwrap();
    let slopes = vmap(grad(|x: A<B>| stencil(x)?.square().sum(..)))(x.clone()).unwrap();
    let total = grad(|x: A<B>| vmap(stencil)(x)?.square().sum(..))(x.clone()).unwrap();
    near(&total, &slopes);
    for k in 0..3 {
        let (own, i) = (x.slice(s![k]).unwrap(), places.slice(s![k]).unwrap());
        let at = |x: &A<B>| x.slice(s![k]).unwrap();
        near(&at(&both), &picked(own.clone(), i.clone()).unwrap());
        near(&at(&of_arrays), &picked(own.clone(), places.slice(s![0]).unwrap()).unwrap());
        near(&at(&of_places), &picked(x.slice(s![0]).unwrap(), i).unwrap());
        near(&at(&stencils), &stencil(own.clone()).unwrap());
        near(&at(&slopes), &grad(|x: A<B>| stencil(x)?.square().sum(..))(own).unwrap());
    }
    // A mask that is the same for all, and one that is not.
    let mask = xp.array([true, false, true, true]).unwrap();
    let masked = vmap(|x: A<B>| Ok(x.mask(&mask)?.square()))(x.clone()).unwrap();
    near(&masked, &x.take([0, 2, 3], 1).unwrap().square());
    let error = vmap(|x: A<B>| x.mask(&x.greater(0.0)?))(x.clone()).unwrap_err().to_string();
    assert!(error.starts_with("mask: there is no rule for batches"), "{error}");
    // Sorted rows of their own, with what is no number.
    let sorted = xp.array([[1.0, 2.0, 2.0, f64::NAN], [-1.0, 0.0, 5.0, 6.0]]).unwrap();
    let values = xp.array([2.0, f64::NAN, 0.0, 7.0]).unwrap();
    for side in [Side::Left, Side::Right] {
        let found = |row: A<B>| row.searchsorted_with(&values, SearchSorted::new().side(side));
        let all = vmap(found)(sorted.clone()).unwrap();
        for k in 0..2 {
            let one = found(sorted.slice(s![k]).unwrap()).unwrap();
            assert_eq!(all.slice(s![k]).unwrap().to_vec().unwrap(), one.to_vec().unwrap(), "{side:?}");
        }
    }
}
