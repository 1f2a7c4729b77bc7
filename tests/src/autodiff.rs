//! Derivatives as functions: what they take, what they refuse, and how they nest.

use crate::for_types;
use crate::layouts::relaid;
use xparray::autodiff::{
    Autodiff, checkpoint, cond, custom_jvp, custom_vjp, fori_loop, grad, hessian, hvp, jacfwd, jacrev, jvp, scan,
    stop_gradient, value_and_grad, vjp, vmap, vmap_with, while_loop,
};
use xparray::prelude::*;
use xparray::{Error, jit, s};

type A<B> = Array<f64, Autodiff<B>>;

/// The Rosenbrock function.
fn rosenbrock<B: Backend>(x: A<B>) -> xparray::Result<A<B>> {
    let (first, rest) = (x.slice(s![..-1])?, x.slice(s![1..])?);
    ((rest - first.square()).square() * 100.0 + (1.0 - &first).square()).sum(..)
}

/// A polynomial's derivatives of each order are known.
pub fn orders<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([0.5, -1.0, 2.0]).unwrap();
    let cube = |x: A<B>| (&x * &x * &x).sum(..);
    let first = grad(cube);
    let second = grad(|x: A<B>| grad(cube)(x)?.sum(..));
    let third = grad(|x: A<B>| grad(|x: A<B>| grad(cube)(x)?.sum(..))(x)?.sum(..));
    assert!(first(x.clone()).unwrap().allclose(x.square() * 3.0).unwrap());
    assert!(second(x.clone()).unwrap().allclose(&x * 6.0).unwrap());
    assert!(third(x.clone()).unwrap().allclose(x.full_like(6.0)).unwrap());
    // Of digamma by reflection: pi^2 / 2 + 4, pi^2 / 2 + 4 + 4 / 9, and pi^2 + 8 times Catalan's constant.
    let slopes = grad(|x: A<B>| x.digamma().sum(..))(xp.array([-0.5, -1.5, 0.25]).unwrap()).unwrap();
    let known = [8.934802200544679, 9.379246644989124, 17.19732915450711];
    let options = Tolerance::new().rtol(1e-14);
    assert!(slopes.allclose_with(xp.array(known).unwrap(), options).unwrap(), "{slopes}");
    // Tangents of one level are constants of the other one.
    let confused = grad(|x: A<B>| {
        let y = x.clone();
        let inner = grad(move |z: A<B>| z.multiply(&y)?.sum(..))(xp.ones(3)?)?;
        inner.multiply(&x)?.sum(..)
    });
    assert!(confused(x.clone()).unwrap().allclose(&x * 2.0).unwrap());
    let (value, slope) = value_and_grad(cube)(x.clone()).unwrap();
    assert!((value.item().unwrap() - 7.125).abs() < 1e-12 && slope.allclose(x.square() * 3.0).unwrap());
}

/// Matrices of derivatives, both ways.
pub fn jacobians<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([0.5, -1.0, 2.0, 0.25]).unwrap();
    let ends = |x: A<B>| x.slice(s![..2])?.multiply(x.slice(s![2..])?);
    let expected = xp.array([[2.0, 0.0, 0.5, 0.0], [0.0, 0.25, 0.0, -1.0]]).unwrap();
    assert!(jacrev(ends)(x.clone()).unwrap().allclose(&expected).unwrap());
    assert!(jacfwd(ends)(x.clone()).unwrap().allclose(&expected).unwrap());
    let curvature = hessian(rosenbrock)(x.clone()).unwrap();
    assert!(curvature.allclose(jacrev(grad(rosenbrock))(x.clone()).unwrap()).unwrap());
    assert!((curvature.slice(s![0, 0]).unwrap().item().unwrap() - (1200.0 * 0.25 + 400.0 + 2.0)).abs() < 1e-9);
    let v = xp.array([1.0, 0.0, -1.0, 2.0]).unwrap();
    assert!(hvp(rosenbrock, x.clone(), v.clone()).unwrap().allclose(curvature.matmul(&v).unwrap()).unwrap());
    let none = jacrev(|x: A<B>| x.slice(s![..0]))(x.clone()).unwrap();
    assert_eq!(none.shape(), [0, 4]);
}

/// Arguments of every layout, without elements, and without axes.
pub fn shapes<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let program = |x: A<B>| (x.sin() * &x).sum(..);
    let expected = |x: &A<B>| x.sin() + x.cos() * x;
    let x = xp.arange((0.0, 24.0, 1.0)).unwrap().reshape([2, 3, 4]).unwrap();
    for x in relaid(&x) {
        assert!(grad(program)(x.clone()).unwrap().allclose(expected(&x)).unwrap());
        let tangent = jvp(program, x.clone(), x.ones_like()).unwrap().1;
        assert!(tangent.allclose(expected(&x).sum(..).unwrap()).unwrap());
    }
    let repeated = xp.array([1.0, 2.0]).unwrap().broadcast_to([3, 2]).unwrap();
    assert!(grad(program)(repeated.clone()).unwrap().allclose(expected(&repeated)).unwrap());
    let number = xp.scalar(2.0);
    assert!(grad(program)(number.clone()).unwrap().allclose(expected(&number)).unwrap());
    assert_eq!(grad(program)(xp.zeros([0, 3]).unwrap()).unwrap().shape(), [0, 3]);
    // Of several arguments, with views that overlap.
    let (x, y) = (xp.array([1.0, 2.0, 3.0, 4.0]).unwrap(), xp.array([1.0, 10.0]).unwrap());
    let windows = |(x, y): (A<B>, A<B>)| x.sliding_window_view(2, 0)?.multiply(&y)?.sum(..);
    let (x, y) = grad(windows)((x, y)).unwrap();
    assert_eq!((x.to_string(), y.to_string()), ("[ 1. 11. 11. 10.]".into(), "[6. 9.]".into()));
}

/// All types that have derivatives.
pub fn types<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    for_types!([xparray::f16 xparray::bf16 f32 f64] T => {
        let x = xp.array([1.0, 2.0, 3.0]).unwrap().astype::<T>();
        let slope = grad(|x: Array<T, Autodiff<B>>| x.as_dyn().square()?.mean(..)?.typed::<T>())(x).unwrap();
        let expected = (xp.array([2.0, 4.0, 6.0]).unwrap() / 3.0).astype::<f32>();
        assert!((slope.astype::<f32>() - expected).abs().max(..).unwrap().item().unwrap() < 0.01);
    });
    let z = xp.array([Complex::new(1.0, 2.0)]).unwrap().astype::<Complex<f32>>();
    // The gradient of the square of the modulus: twice the conjugate.
    let slope = grad(|z: Array<Complex<f32>, Autodiff<B>>| z.abs().square().sum(..))(z).unwrap();
    assert!((slope.item().unwrap() - Complex::new(2.0, -4.0)).norm() < 1e-5);
}

/// What has no derivative says so.
pub fn refused<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([[2.0, 1.0], [0.5, 3.0]]).unwrap();
    let message = |error: Error| error.to_string();
    let read = |x: A<B>| {
        let largest = x.max(..)?.item()?;
        (x * largest).sum(..)
    };
    let error = message(grad(read)(x.clone()).err().unwrap());
    assert!(error.starts_with("item: ") && error.contains("stop_gradient"), "{error}");
    let stopped = |x: A<B>| {
        let largest = stop_gradient(x.max(..)?)?.item()?;
        (x * largest).sum(..)
    };
    assert!(grad(stopped)(x.clone()).unwrap().allclose(x.full_like(3.0)).unwrap());
    let reflections = grad(|x: A<B>| x.qr_raw()?.0.sum(..))(x.clone());
    assert!(message(reflections.err().unwrap()).starts_with("qr_raw: there is no rule"));
    let error = message(grad(|x: A<B>| x.zetac().sum(..))(x.clone()).err().unwrap());
    assert!(error.starts_with("zetac: there is no rule"), "{error}");
    assert!(matches!(grad(|x: A<B>| Ok(x.sin()))(x.clone()), Err(Error::Value { op: "grad", .. })));
    let integers = xp.array([1, 2]).unwrap();
    let of_integers = grad(|n: Array<i32, Autodiff<B>>| n.astype::<f64>().sum(..));
    assert!(matches!(of_integers(integers), Err(Error::DType { op: "grad", .. })));
    let (_, pullback) = vjp(|x: A<B>| Ok(x.sin()), x.clone()).unwrap();
    assert!(matches!(pullback.call(xp.zeros(3).unwrap()), Err(Error::Shape { .. })));
    // Arrays are what they were, and may be read again.
    assert_eq!(x.sum(..).unwrap().item().unwrap(), 6.5);
}

/// What derivatives hold of memory.
pub fn held_memory<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.arange((0.0, 4096.0, 1.0)).unwrap().sin();
    x.eval().unwrap();
    let unit = 4096 * size_of::<f64>();
    // The most that a gradient holds besides what there was before, in arrays of this size; nothing is left of it.
    let peak = |program: &dyn Fn(A<B>) -> xparray::Result<A<B>>| {
        let before = xp.held().used_bytes;
        xp.reset_peak();
        let slope = grad(|x: A<B>| program(x)?.sum(..))(x.clone()).unwrap();
        slope.eval().unwrap();
        let most = xp.held().peak_bytes - before;
        drop(slope);
        assert_eq!(xp.held().used_bytes, before);
        most / unit
    };
    // What is elementwise is one kernel, which is computed again: only its operand is held.
    let elementwise = peak(&|x| Ok((0..8).fold(x, |x, _| x.sin() + 1.0)));
    assert!(elementwise <= 2, "{elementwise}");
    // The sine of each sum needs the sum.
    let layers = |x: A<B>| (0..6).try_fold(x, |x, _| Ok(x.cumsum(0)?.sin()));
    let whole = peak(&|x| (0..6).try_fold(x, |x, _| layers(x)));
    assert!((36..80).contains(&whole), "{whole}");
    // Of parts only what goes in is held, and one part at a time.
    let part = checkpoint(layers);
    let bounded = peak(&|x| (0..6).try_fold(x, |x, _| part(x)));
    assert!((6..30).contains(&bounded), "{bounded}");
}

/// Cotangents of windows of one array, with and without others beside them.
pub fn windows<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let image = xp.arange((0.0, 42.0, 1.0)).unwrap().sin().reshape([6, 7]).unwrap();
    type Stencil<B> = fn(&A<B>) -> xparray::Result<A<B>>;
    let programs: [Stencil<B>; 6] = [
        // Four windows with one cotangent.
        |u| {
            Ok(u.slice(s![1..-1, ..-2])?
                + u.slice(s![1..-1, 2..])?
                + u.slice(s![..-2, 1..-1])?
                + u.slice(s![2.., 1..-1])?)
        },
        // Others beside them, of the whole array and with another factor.
        |u| {
            let sides = u.slice(s![1..-1, ..-2])? + u.slice(s![1..-1, 2..])?;
            Ok((sides + u.slice(s![2.., 1..-1])?.square()).sum(..)? * u)
        },
        // One window twice.
        |u| Ok(u.slice(s![1.., ..])? + u.slice(s![1.., ..])? + u.slice(s![..-1, ..])?),
        // Windows that are few of the elements, and reversed ones.
        |u| Ok(u.slice(s![..2, ..2])? + u.slice(s![-2.., -2..])?),
        |u| Ok(u.slice(s![..;-1, ..])? + u.slice(s![.., ..])? + u.slice(s![.., ..;-1])?),
        // Of one row and one column each.
        |u| Ok(u.slice(s![..1, ..])? + u.slice(s![1..2, ..])? + u.slice(s![5.., ..])?),
    ];
    for (k, program) in programs.into_iter().enumerate() {
        let f = |u: A<B>| Ok(program(&u)?.sin());
        let (value, pullback) = vjp(f, image.clone()).unwrap();
        let v = value.cos();
        let pulled = pullback.call(v.clone()).unwrap();
        for seed in [1.0, 2.0] {
            let t = (&image * seed).cos();
            let pushed = jvp(f, image.clone(), t.clone()).unwrap().1;
            let (one, other) = ((&pulled * &t).sum(..).unwrap(), (&v * &pushed).sum(..).unwrap());
            assert!((one.item().unwrap() - other.item().unwrap()).abs() < 1e-12, "{k}");
        }
        let unit =
            |place: usize| xp.arange(42).unwrap().equal(place as i64).unwrap().astype::<f64>().reshape([6, 7]).unwrap();
        for place in [0, 6, 8, 20, 33, 41] {
            let pushed = jvp(f, image.clone(), unit(place)).unwrap().1;
            let expected = (&v * &pushed).sum(..).unwrap().item().unwrap();
            let found = pulled.ravel().take(place as i64, 0).unwrap().item().unwrap();
            assert!((found - expected).abs() < 1e-12, "{k} at {place}: {found} and {expected}");
        }
    }
    let modes = [PadMode::Constant(0.0), PadMode::Edge, PadMode::Reflect, PadMode::Symmetric, PadMode::Wrap];
    modes.into_iter().for_each(|mode| padded_steps(&image, mode));
}

/// Steps of an array that is padded, and of its rows.
fn padded_steps<B: Backend>(image: &A<B>, mode: PadMode<f64>) {
    let steps = |mut u: A<B>| {
        for _ in 0..5 {
            let padded = u.pad_with(1, mode)?;
            let part = |a, b| padded.slice(&[a, b]);
            let (m, up, down) = (s![1..-1][0], s![..-2][0], s![2..][0]);
            u = (part(up, m)? + part(down, m)? + part(m, up)? + part(m, down)?) * 0.25;
        }
        u.square().sum(..)
    };
    let traced = jit(grad(steps));
    for _ in 0..2 {
        let by_units = jacfwd(steps)(image.clone()).unwrap();
        assert!(traced.call(image.clone()).unwrap().allclose(by_units).unwrap(), "{mode:?}");
    }
    let pad = |x: A<B>| x.pad_with(2, mode);
    let rows = vmap(pad)(image.clone()).unwrap();
    let expected = image.pad_with([(0, 0), (2, 2)], mode).unwrap();
    assert!(rows.allclose(&expected).unwrap(), "{mode:?}");
    // Each element's derivative is how often it is seen: 1 and the times that it is seen again.
    let row = image.xp().arange(6).unwrap().astype::<f64>();
    let seen = grad(|x: A<B>| pad(x)?.sum(..))(row).unwrap().to_vec().unwrap();
    let times = match mode {
        PadMode::Edge => [3.0, 1.0, 1.0, 1.0, 1.0, 3.0],
        PadMode::Reflect => [1.0, 2.0, 2.0, 2.0, 2.0, 1.0],
        PadMode::Symmetric | PadMode::Wrap => [2.0, 2.0, 1.0, 1.0, 2.0, 2.0],
        _ => [1.0; 6],
    };
    assert_eq!(seen, times, "{mode:?}");
}

/// Rules of a program's own.
pub fn own_rules<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([0.5, 2.0]).unwrap();
    let doubled = custom_vjp(|x: A<B>| Ok(x.sin()), |x: A<B>, _: A<B>, c: A<B>| Ok(x.cos() * c * 2.0));
    let slope = grad(|x: A<B>| doubled(x)?.sum(..));
    assert!(slope(x.clone()).unwrap().allclose(x.cos() * 2.0).unwrap());
    let second = grad(|x: A<B>| slope(x)?.sum(..))(x.clone()).unwrap();
    assert!(second.allclose(x.sin() * -2.0).unwrap());
    assert!(jvp(|x: A<B>| doubled(x), x.clone(), x.clone()).is_err());
    let tripled = custom_jvp(|x: A<B>| Ok(x.sin()), |x: A<B>, t: A<B>| Ok(x.cos() * t * 3.0));
    assert!(grad(|x: A<B>| tripled(x)?.sum(..))(x.clone()).unwrap().allclose(x.cos() * 3.0).unwrap());
    assert!(jvp(|x: A<B>| tripled(x), x.clone(), x.ones_like()).unwrap().1.allclose(x.cos() * 3.0).unwrap());
    let layer = checkpoint(|x: A<B>| Ok(x.sin().exp()));
    let expected = x.sin().exp() * x.cos();
    assert!(grad(|x: A<B>| layer(x)?.sum(..))(x.clone()).unwrap().allclose(&expected).unwrap());
    assert!(jvp(|x: A<B>| layer(x), x.clone(), x.ones_like()).unwrap().1.allclose(&expected).unwrap());
    assert_eq!(layer(x.clone()).unwrap().shape(), [2]);
}

/// Parts of one array that are assigned one after the other.
pub fn assignments<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([0.5, -1.0, 2.0, 3.0]).unwrap();
    // Of what it overwrites, of what it does not, of the argument, of a number; with what was there, and without.
    let assigned = |x: A<B>| {
        let mut y = &x * 3.0;
        y.eval()?;
        y.assign(s![0], y.slice(s![0])?.square())?;
        y.assign(s![1], y.slice(s![3])? * x.slice(s![2])?)?;
        y.assign(s![2], 7.0)?;
        Ok(y)
    };
    let jacobian = xp.array([[9.0, 0.0, 0.0, 0.0], [0.0, 0.0, 9.0, 6.0], [0.0; 4], [0.0, 0.0, 0.0, 3.0]]).unwrap();
    assert!(jacrev(assigned)(x.clone()).unwrap().allclose(&jacobian).unwrap());
    assert!(jacfwd(assigned)(x.clone()).unwrap().allclose(&jacobian).unwrap());
    let weighed = |x: A<B>| (assigned(x.clone())? * &x).sum(..);
    // 9 a^3 + 3 b c d + 7 c + 3 d^2.
    let second = hessian(weighed)(x.clone()).unwrap();
    let expected = [[27.0, 0.0, 0.0, 0.0], [0.0, 0.0, 9.0, 6.0], [0.0, 9.0, 0.0, -3.0], [0.0, 6.0, -3.0, 6.0]];
    assert!(second.allclose(xp.array(expected).unwrap()).unwrap(), "{second}");
    let rows = xp.stack(&[&x, &(&x + 1.0)], 0).unwrap();
    let batch = vmap(assigned)(rows.clone()).unwrap();
    for k in 0..2 {
        let row = assigned(rows.slice(s![k]).unwrap()).unwrap();
        assert!(batch.slice(s![k]).unwrap().allclose(&row).unwrap());
    }
    // What was assigned before is a constant, whenever it is computed.
    let mut constant = xp.zeros::<f64>(4).unwrap();
    constant.eval().unwrap();
    constant.assign(s![0], x.slice(s![1]).unwrap() * 2.0).unwrap();
    constant.assign(s![1], x.slice(s![2]).unwrap()).unwrap();
    let slope = grad(|x: A<B>| (&x * &constant).sum(..))(x.clone()).unwrap();
    assert!(slope.allclose(xp.array([-2.0, 2.0, 0.0, 0.0]).unwrap()).unwrap());
    // Without a trace they are one kernel.
    let before = xp.stats();
    let mut y = &x * 3.0;
    y.assign(s![0], 1.0).unwrap();
    y.assign(s![1], x.slice(s![2]).unwrap()).unwrap();
    assert_eq!(y.to_vec().unwrap(), [1.0, 2.0, 6.0, 9.0]);
    assert_eq!((xp.stats() - before).kernels, 2);
}

/// Values that are the same in several places, or read twice, or overwritten.
pub fn programs<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    // Euler steps of dy/dx = -a y, a long chain of kernels.
    let decay = |a: A<B>| {
        let mut y = xp.ones::<f64>(3)?;
        for _ in 0..100 {
            y = &y - &y * &a * 0.01;
        }
        y.sum(..)
    };
    let a = xp.array([0.5, 1.0, 2.0]).unwrap();
    let expected = (1.0 - &a * 0.01).power(99).unwrap() * -1.0;
    assert!(grad(decay)(a.clone()).unwrap().allclose(&expected).unwrap());
    let overwritten = |x: A<B>| {
        let mut y = &x * 2.0;
        y.assign(s![0], &x.slice(s![1])? * 3.0)?;
        y.assign(s![2], 7.0)?;
        y.eval()?;
        y.assign(s![1], y.slice(s![1])?.square())?;
        y.sum(..)
    };
    let slope = grad(overwritten)(a.clone()).unwrap();
    assert!(slope.allclose(xp.array([0.0, 3.0 + 8.0 * 1.0, 0.0]).unwrap()).unwrap());
    // A traced program of kernels alone is replayed.
    let step = jit(|x: A<B>| grad(|x: A<B>| (x.sin() * &x).sum(..))(x));
    for _ in 0..3 {
        assert!(step.call(a.clone()).unwrap().allclose(a.sin() + a.cos() * &a).unwrap());
    }
    // A replay within a derivative or over a batch is a part of the program, whatever was replayed before; it may write in place.
    let running = jit(|x: A<B>| {
        let mut y = x.sin() * &x;
        y.assign(s![0], y.slice(s![1])? * 3.0)?;
        y.eval()?;
        let before = &y * 1.0;
        y.assign(s![1], before.slice(s![2])?.square())?;
        y.eval()?;
        Ok(y.cumsum(0)? + before)
    });
    let direct = |x: A<B>| {
        let y = x.sin() * &x;
        let first = xp.concatenate(&[&(y.slice(s![1..2])? * 3.0), &y.slice(s![1..])?], 0)?;
        let middle = first.slice(s![2..])?.square();
        let second = xp.concatenate(&[&first.slice(s![..1])?, &middle, &first.slice(s![2..])?], 0)?;
        Ok(second.cumsum(0)? + first)
    };
    let expected = grad(|x: A<B>| direct(x)?.sum(..))(a.clone()).unwrap();
    for call in 0..5 {
        assert!(running.call(a.clone()).unwrap().allclose(direct(a.clone()).unwrap()).unwrap(), "{call}");
        let slope = grad(|x: A<B>| running.call(x)?.sum(..))(a.clone()).unwrap();
        assert!(slope.allclose(&expected).unwrap(), "{call}: {slope} for {expected}");
        let traced = jit(grad(|x: A<B>| running.call(x)?.sum(..)));
        for _ in 0..3 {
            assert!(traced.call(a.clone()).unwrap().allclose(&expected).unwrap());
        }
        let rows = xp.stack(&[&a, &(&a * 2.0)], 0).unwrap();
        let mapped = vmap(|x: A<B>| running.call(x))(rows).unwrap();
        assert!(mapped.slice(s![1]).unwrap().allclose(direct(&a * 2.0).unwrap()).unwrap(), "{call}");
    }
    assert_eq!(running.obstacle(), None);
    // Degenerate eigenvalues: what depends on their space alone has a derivative.
    let symmetric = xp.eye::<f64>(3).unwrap();
    let slope = grad(|m: A<B>| m.eigvalsh()?.sum(..))(symmetric.clone()).unwrap();
    assert!(slope.allclose(&symmetric).unwrap());
    let vectors = grad(|m: A<B>| m.eigh()?.1.sum(..))(symmetric.clone()).unwrap();
    assert!(vectors.isfinite().all(..).unwrap().item().unwrap());
    let values = grad(|m: A<B>| m.svd()?.1.sum(..))(symmetric.clone()).unwrap();
    assert!(values.allclose(&symmetric).unwrap());
    let mask = grad(|x: A<B>| x.mask(&x.greater(0.75)?)?.square().sum(..))(a).unwrap();
    assert!(mask.allclose(xp.array([0.0, 2.0, 4.0]).unwrap()).unwrap());
}

/// Sums of exponentials, whose shift counts as a constant: of first and second order, over batches, and replayed.
#[cfg(feature = "scipy")]
pub fn shifted<B: Backend>(xp: &B) {
    use xparray::scipy::special::{log_softmax, logsumexp, softmax};
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([[0.5, -1.0, 2.0], [700.0, 1.0, 699.0], [3.0, 3.0, 3.0]]).unwrap();
    let c = xp.array([[1.0, -2.0, 0.5], [0.25, 3.0, 1.0], [2.0, 0.0, -1.0]]).unwrap();
    let s = softmax(&x, 1).unwrap().typed::<f64>().unwrap();
    let sum = |x: A<B>| logsumexp(&x, 1)?.sum(..)?.typed::<f64>();
    let near = |actual: A<B>, expected: &A<B>| assert!(actual.allclose(expected).unwrap(), "{actual} for {expected}");
    near(grad(sum)(x.clone()).unwrap(), &s);
    // The derivative of softmax, of which the second one of the sum is made.
    let of_softmax = &s * (&c - (&s * &c).sum(keepdims(1)).unwrap());
    near(hvp(sum, x.clone(), c.clone()).unwrap(), &of_softmax);
    let weighted = |x: A<B>| (softmax(&x, 1)?.typed::<f64>()? * &c).sum(..);
    near(grad(weighted)(x.clone()).unwrap(), &of_softmax);
    let logarithms = |x: A<B>| (log_softmax(&x, 1)?.typed::<f64>()? * &c).sum(..);
    near(grad(logarithms)(x.clone()).unwrap(), &(&c - &s * c.sum(keepdims(1)).unwrap()));
    let rows = vmap(|x: A<B>| grad(|x: A<B>| logsumexp(&x, 0)?.typed::<f64>())(x));
    near(rows(x.clone()).unwrap(), &s);
    let traced = jit(grad(weighted));
    for _ in 0..3 {
        near(traced.call(x.clone()).unwrap(), &of_softmax);
    }
    assert_eq!(traced.obstacle(), None);
}

/// Without SciPy's modules there is none.
#[cfg(not(feature = "scipy"))]
pub fn shifted<B: Backend>(_: &B) {}

/// Jacobians of many units at once, also of what has no rule for batches, and of what has no elements.
pub fn many_units<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.arange(0.0..40.0).unwrap().reshape([5, 8]).unwrap() / 10.0;
    let program = |x: A<B>| Ok((x.slice(s![1..])? * x.slice(s![..-1])?.sin()).sum(0)? + x.slice(s![0])?.exp());
    let (reverse, forward) = (jacrev(program)(x.clone()).unwrap(), jacfwd(program)(x.clone()).unwrap());
    assert_eq!(reverse.shape(), [8, 5, 8]);
    assert!(reverse.allclose(&forward).unwrap());
    for k in 0..8 {
        let row = grad(|x: A<B>| program(x)?.slice(s![k])?.sum(..))(x.clone()).unwrap();
        assert!(reverse.slice(s![k]).unwrap().allclose(row).unwrap());
    }
    let traced = jit(jacrev(program));
    for _ in 0..3 {
        assert!(traced.call(x.clone()).unwrap().allclose(&reverse).unwrap());
    }
    // Each unit is doubled until it is 7 or more.
    let doubled = |c: A<B>| while_loop(|c: A<B>| c.max(..)?.less(7.0), |c: A<B>| Ok(c * 2.0), c);
    let grown = custom_vjp(|x: A<B>| Ok(x), move |_: A<B>, _: A<B>, c: A<B>| doubled(c));
    let weights = xp.array([1.0, 2.0, 3.0, 5.0, 9.0, 6.0, 7.0, 4.0]).unwrap();
    let rows = jacrev(|x: A<B>| Ok(grown(x)? * &weights))(xp.zeros::<f64>(8).unwrap()).unwrap();
    let expected = [8.0, 8.0, 12.0, 10.0, 9.0, 12.0, 7.0, 8.0];
    assert_eq!(rows.diagonal().unwrap().to_vec().unwrap(), expected);
    assert_eq!(rows.sum(..).unwrap().item().unwrap(), expected.iter().sum::<f64>());
    // How many there are where a mask holds depends on values, so there each unit goes by itself.
    let counted = |c: A<B>| Ok(&c * c.mask(&c.greater(2.0)?)?.len() as f64);
    let counting = custom_vjp(|x: A<B>| Ok(x), move |_: A<B>, _: A<B>, c: A<B>| counted(c));
    let rows = jacrev(|x: A<B>| Ok(counting(x)? * &weights))(xp.zeros::<f64>(8).unwrap()).unwrap();
    assert_eq!(rows.diagonal().unwrap().to_vec().unwrap(), [0.0, 0.0, 3.0, 5.0, 9.0, 6.0, 7.0, 4.0]);
    let none = jacfwd(|x: A<B>| x.slice(s![..0]))(x.clone()).unwrap();
    assert_eq!(none.shape(), [0, 8, 5, 8]);
    let of_none = jacrev(|x: A<B>| x.slice(s![..0])?.sum(0))(x.slice(s![..1]).unwrap()).unwrap();
    assert_eq!((of_none.shape(), of_none.any(..).unwrap().item().unwrap()), (&[8, 1, 8][..], false));
}

/// Choices and loops.
pub fn loops<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.array([0.5, 2.0, 3.0]).unwrap();
    let halves = |x: A<B>| while_loop(|x: A<B>| x.sum(..)?.greater(1.0), |x: A<B>| Ok(x * 0.5), x)?.sum(..);
    assert!(grad(halves)(x.clone()).unwrap().allclose(x.full_like(0.125)).unwrap());
    let powers = |x: A<B>| fori_loop(1..4, |k, y: A<B>| Ok(y * &x + k as f64), x.clone())?.sum(..);
    let expected = x.power(3).unwrap() * 4.0 + x.square() * 0.0 + &x * 2.0 + 2.0;
    assert!(grad(powers)(x.clone()).unwrap().allclose(expected).unwrap());
    let sums = |x: A<B>| {
        let body = |sum: A<B>, x: A<B>| {
            let sum = sum + &x;
            Ok((sum.clone(), sum * x))
        };
        scan(body, xp.scalar(0.0), x)?.1.sum(..)
    };
    // Of the sum of x_i x_j for j up to i: twice each, and the others.
    let expected = &x + x.sum(..).unwrap();
    assert!(grad(sums)(x.clone()).unwrap().allclose(expected).unwrap());
    let chosen = |x: A<B>| {
        let predicate = x.greater(1.0)?;
        cond(&predicate, |x: A<B>| Ok(x.sin()), |x: A<B>| Ok(x.square()), x)
    };
    let expected = x.greater(1.0).unwrap().where_(x.sin(), x.square()).unwrap();
    assert!(vmap(chosen)(x.clone()).unwrap().allclose(expected).unwrap());
    let each = vmap(halves)(x.expand_dims(1).unwrap()).unwrap();
    assert_eq!(each.to_vec().unwrap(), [0.5, 1.0, 0.75]);
}

/// Loops on values over batches: each element's is as long as it is by itself, also where it reads what differs between the elements.
pub fn loops_of_batches<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    // Grows by a factor until it is above a limit, in steps that are counted.
    type State<B> = (A<B>, Array<i64, Autodiff<B>>);
    let grown = |x: A<B>, factor: A<B>, limit: A<B>| {
        let below = |(x, _): State<B>| x.less(&limit);
        while_loop(below, |(x, n): State<B>| Ok((x * factor.exp().log(), n + 1)), (x, xp.scalar(0i64)))
    };
    let each = vmap(|(x, factor, limit): (A<B>, A<B>, A<B>)| grown(x, factor, limit));
    let (x, factor) = (xp.array([3.0, 1.0, 20.0, 0.5]).unwrap(), xp.array([2.0, 3.0, 1.5, 4.0]).unwrap());
    let limit = xp.array([10.0, 27.5, 15.0, 2.0 - 1e-9]).unwrap();
    let (last, count) = each((x.clone(), factor.clone(), limit.clone())).unwrap();
    assert_eq!(count.to_vec().unwrap(), [2, 4, 0, 1]);
    assert!(last.allclose(xp.array([12.0, 81.0, 20.0, 2.0]).unwrap()).unwrap(), "{last}");
    // From outside in either mode, and from inside in forward mode: x f^n.
    let total = |(x, factor): (A<B>, A<B>)| each((x, factor, limit.clone()))?.0.sum(..);
    let (by_x, by_factor) = grad(total)((x.clone(), factor.clone())).unwrap();
    let powers = xp.array([4.0, 81.0, 1.0, 4.0]).unwrap();
    let slopes = xp.array([12.0, 108.0, 0.0, 0.5]).unwrap();
    assert!(by_x.allclose(&powers).unwrap() && by_factor.allclose(&slopes).unwrap(), "{by_x} {by_factor}");
    let inside = vmap(|(x, factor, limit): (A<B>, A<B>, A<B>)| {
        let of = |(x, factor): (A<B>, A<B>)| Ok(grown(x, factor, limit.clone())?.0);
        Ok(jvp(of, (x.clone(), factor.clone()), (x.ones_like(), factor.ones_like()))?.1)
    });
    let along = inside((x.clone(), factor.clone(), limit.clone())).unwrap();
    assert!(along.allclose(&powers + &slopes).unwrap(), "{along}");
    let backwards = vmap(|x: A<B>| grad(|x: A<B>| Ok(grown(x, xp.scalar(2.0), xp.scalar(9.0))?.0))(x))(x.clone());
    assert!(backwards.unwrap_err().to_string().contains("while_loop"));
    // Batches of batches, with a factor for each row and a limit for each column.
    let table = vmap(|(x, factor): (A<B>, A<B>)| {
        vmap_with(|(x, limit): (A<B>, A<B>)| grown(x, factor.clone(), limit), vec![None, Some(0)], 0)((
            x,
            limit.clone(),
        ))
    });
    let (last, count) = table((x.clone(), factor.clone())).unwrap();
    for i in 0..4 {
        for j in 0..4 {
            let at = |x: &A<B>, k: usize| x.slice(s![k]).unwrap();
            let (one, n) = grown(at(&x, i), at(&factor, i), at(&limit, j)).unwrap();
            assert_eq!(count.slice(s![i, j]).unwrap().item().unwrap(), n.item().unwrap(), "{i}, {j}");
            assert!(last.slice(s![i, j]).unwrap().allclose(&one).unwrap());
        }
    }
    // A loop in a loop, of arrays, and a batch of none.
    let nested = |x: A<B>| {
        let inner = |x: A<B>| while_loop(|x: A<B>| x.sum(..)?.less(8.0), |x: A<B>| Ok(&x + x.square() + 1.0), x);
        while_loop(|x: A<B>| x.max(..)?.greater(1.0), |x: A<B>| Ok(inner(x)? * 0.125), x)
    };
    let rows = (xp.arange((0.0, 12.0, 1.0)).unwrap() * 0.75).reshape([4, 3]).unwrap();
    let all = vmap(nested)(rows.clone()).unwrap();
    for k in 0..4 {
        assert!(all.slice(s![k]).unwrap().allclose(nested(rows.slice(s![k]).unwrap()).unwrap()).unwrap(), "{k}: {all}");
    }
    let none = vmap(|x: A<B>| while_loop(|x: A<B>| x.less(2.0), |x: A<B>| Ok(x + 1.0), x))(xp.zeros(0).unwrap());
    assert_eq!(none.unwrap().shape(), [0]);
}

/// Programs over batches are those of single elements, and so are their derivatives.
pub fn batches<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let x = xp.rng(7).normal::<f64>([4, 3, 3]).unwrap() * 0.5 + xp.eye::<f64>(3).unwrap() * 3.0;
    let programs: [(&str, fn(A<B>) -> xparray::Result<A<B>>); 20] = [
        ("kernel", |x| Ok(x.sin() * &x + 1.0)),
        ("reductions", |x| Ok(x.max(0)? * x.prod(1)? + x.var(0)?)),
        ("views", |x| Ok(x.t() * x.slice(s![..;-1])? + x.slice(s![1])?)),
        ("joined", |x| x.xp().concatenate(&[&x, &x.square()], 1)),
        ("assigned", |x| {
            let mut y = &x * 2.0;
            y.assign(s![1], x.slice(s![0])?.square())?;
            Ok(y)
        }),
        ("matmul", |x| x.matmul(&x.t())),
        ("with a constant", |x| x.matmul(&x.xp().ones::<f64>([3, 2])?)),
        ("matvec", |x| x.matmul(&x.slice(s![0])?)),
        ("of a constant", |x| x.xp().ones::<f64>([2, 3])?.matmul(&x.slice(s![0])?)),
        ("dot", |x| x.slice(s![1])?.dot(&x.slice(s![0])?)),
        ("solve", |x| x.solve(&x.slice(s![0])?.sin())),
        ("inv", |x| x.inv()),
        ("det", |x| x.det()),
        ("cholesky", |x| x.matmul(&x.t())?.cholesky()),
        ("eigh", |x| x.eigh()?.0.square().sum(..)),
        ("qr", |x| Ok(x.qr()?.1.square())),
        ("fft", |x| Ok(x.fft()?.abs() + x.rfft()?.real().sum(keepdims(1))?)),
        ("scans", |x| Ok(x.cumsum(0)? * x.cumprod(1)?)),
        ("sorted", |x| Ok(x.sort()? * x.take_along_axis(&x.argsort()?, -1)?)),
        ("places", |x| {
            let order = x.slice(s![0])?.argsort()?;
            let mut sums = x.take([2, 0, 2], 0)? * x.take(&order, 1)?;
            sums.index_add([0, 0], x.slice(s![..2])?, 0)?;
            Ok(sums)
        }),
    ];
    for (name, program) in programs {
        let each = |f: &dyn Fn(A<B>) -> A<B>| {
            let parts: Vec<A<B>> = (0..4).map(|k| f(x.slice(s![k]).unwrap())).collect();
            xp.stack(&parts.iter().collect::<Vec<_>>(), 0).unwrap()
        };
        let same = |found: xparray::Result<A<B>>, expected: A<B>, what: &str| {
            let found = found.unwrap_or_else(|error| panic!("{name}: {what}: {error}"));
            assert_eq!(found.shape(), expected.shape(), "{name}: {what}");
            assert!(found.allclose(&expected).unwrap(), "{name}: {what}: {found}, expected {expected}");
        };
        same(vmap(program)(x.clone()), each(&|x| program(x).unwrap()), "values");
        let slope = |x: A<B>| grad(|x: A<B>| program(x)?.sum(..))(x);
        let slopes = each(&|x| slope(x).unwrap());
        same(vmap(slope)(x.clone()), slopes.clone(), "gradients of each");
        same(grad(|x: A<B>| vmap(program)(x)?.sum(..))(x.clone()), slopes, "gradient of all");
    }
}

/// Other axes, several arguments, batches of batches and of no elements.
pub fn axes_of_batches<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let (x, y) = (xp.rng(8).normal::<f64>([2, 3, 4]).unwrap(), xp.rng(9).normal::<f64>([4, 5]).unwrap());
    let product = |(x, y): (A<B>, A<B>)| x.matmul(&y);
    let expected = x.matmul(&y).unwrap();
    let last = vmap_with(product, vec![Some(1), None], -1)((x.clone(), y.clone())).unwrap();
    assert!(last.allclose(expected.permute_dims([0, 2, 1]).unwrap()).unwrap());
    let nested = vmap_with(vmap_with(product, vec![Some(0), None], 0), vec![Some(0), None], 0);
    assert!(nested((x.clone(), y.clone())).unwrap().allclose(&expected).unwrap());
    let none = vmap(|x: A<B>| x.sum(..))(xp.zeros([0, 3]).unwrap()).unwrap();
    assert_eq!(none.shape(), [0]);
    let constant = vmap(|x: A<B>| x.xp().ones::<f64>(2))(x.clone()).unwrap();
    assert_eq!(constant.shape(), [2, 2]);
    assert!(vmap(product)((x.clone(), y.clone())).is_err());
    assert!(vmap_with(product, vec![None, None], 0)((x.clone(), y.clone())).is_err());
    assert!(vmap(|x: A<B>| x.mask(&x.greater(0.0)?))(x.clone()).is_err());
    assert!(vmap(|x: A<B>| Ok(&x * x.max(..)?.item()?))(x.clone()).is_err());
    let layer = checkpoint(|x: A<B>| Ok(x.sin()));
    assert!(vmap(|x: A<B>| layer(x))(x.clone()).unwrap().allclose(x.sin()).unwrap());
    let slope = grad(|x: A<B>| vmap(|x: A<B>| layer(x))(x)?.sum(..));
    assert!(slope(x.clone()).unwrap().allclose(x.cos()).unwrap());
    let centred = vmap(|x: A<B>| Ok(&x - stop_gradient(x.mean(..)?)?))(x.clone()).unwrap();
    assert!(centred.allclose(&x - x.mean(keepdims((1, 2))).unwrap()).unwrap());
}

/// Closures that are kernels are differentiated by their instructions, all but what they say is a constant.
pub fn user_kernels<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    let (x, y) = (xp.array([0.5, -1.0, 2.0]).unwrap(), xp.array([3.0, 1.0, -2.0]).unwrap());
    let program = |(x, y): (A<B>, A<B>)| {
        let longest = |(x, y): (Var<f64>, Var<f64>)| x.gt(y).select(x * x * y, x.stop_gradient() * y.exp());
        xp.map((&x, &y), longest)?.sum(..)
    };
    let above = x.greater(&y).unwrap();
    let by_x = above.where_(&x * &y * 2.0, 0.0).unwrap();
    let by_y = above.where_(x.square(), &x * y.exp()).unwrap();
    let slopes = jit(grad(program));
    for _ in 0..3 {
        let (a, b) = slopes.call((x.clone(), y.clone())).unwrap();
        assert!(a.allclose(&by_x).unwrap() && b.allclose(&by_y).unwrap(), "{a}, {b}");
    }
    // The second derivative by y of what is a constant times exp(y) is itself.
    let of_y = |y: A<B>| Ok(grad(program)((x.clone(), y))?.1);
    let curvature = grad(|y: A<B>| of_y(y)?.sum(..))(y.clone()).unwrap();
    assert!(curvature.allclose(above.where_(0.0, &x * y.exp()).unwrap()).unwrap(), "{curvature}");
    let (_, along) = jvp(program, (x.clone(), y.clone()), (x.ones_like(), y.zeros_like())).unwrap();
    assert!(along.allclose(by_x.sum(..).unwrap()).unwrap(), "{along}");
}

/// Around a backend it is one, which does not believe what it is told either.
pub fn lies<B: Backend>(xp: &B) {
    let xp = &Autodiff::new(xp.clone());
    crate::lies::views(xp);
    crate::lies::outputs(xp);
    crate::lies::launches(xp);
    crate::lies::reductions(xp);
    crate::lies::kernels(xp);
    crate::lies::buffers(xp);
    crate::lies::operands(xp);
    crate::lies::truth_values(xp);
}
