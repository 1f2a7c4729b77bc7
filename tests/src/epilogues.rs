//! What is made of products of matrices, along with these where a backend has a kernel for both: the elements are those of the same
//! expression of a product that was computed before. Sums of small integers are exact, in whatever order.

use half::{bf16, f16};
use xparray::prelude::*;
use xparray::{Error, Layout, Profiled, jit};

/// Integers from -2 to 2, as `T`.
fn matrix<T: RealFloat, B: Backend>(xp: &B, seed: i64, rows: usize, columns: usize) -> Array<T, B> {
    let index = xp.arange::<i64>(0..(rows * columns) as i64).unwrap() + seed;
    let x = (&index * &index * 7919i64 + &index * 31i64).floor_divide(1000i64).unwrap() % 5i64 - 2i64;
    let x = x.astype::<T>().reshape([rows, columns]).unwrap();
    x.eval().unwrap();
    x
}

/// Rows, columns and the length of the sums, such that a device that takes epilogues along does so here; no multiples of tiles.
fn sizes<T: RealFloat, B: Backend>(xp: &B) -> [usize; 3] {
    let large = [2088, 2056, 72];
    let [m, n, k] = large;
    if xp.prefers_epilogue(T::DTYPE, &Layout::row_major(&[m, k]), &Layout::row_major(&[k, n])) {
        large
    } else {
        [24, 40, 16]
    }
}

/// Whatever is made of a product, of one that is computed before as well.
fn same<T: RealFloat, U: Element, B: Backend>(
    what: &str,
    [x, w]: [&Array<T, B>; 2],
    f: impl Fn(Array<T, B>) -> Result<Array<U, B>, Error>,
) {
    let deferred = f(x.matmul(w).unwrap()).unwrap();
    deferred.eval().unwrap();
    let computed = x.matmul(w).unwrap();
    computed.eval().unwrap();
    let expected = f(computed).unwrap();
    assert!(deferred.to_vec().unwrap() == expected.to_vec().unwrap(), "{what} of {}", T::DTYPE);
}

/// Products are those of the integers, and what is made of them is made of these.
pub fn values<B: Backend>(xp: &B) {
    values_of::<f16, B>(xp);
    values_of::<bf16, B>(xp);
    values_of::<f32, B>(xp);
}

fn values_of<T: RealFloat, B: Backend>(xp: &B) {
    let [m, n, k] = sizes::<T, B>(xp);
    let (x, w) = (&matrix::<T, B>(xp, 1, m, k), &matrix::<T, B>(xp, 2, k, n));
    let exact = x.astype::<i32>().matmul(&w.astype::<i32>()).unwrap();
    let shifted = x.matmul(w).unwrap().astype::<i32>() + 1;
    assert!(shifted.to_vec().unwrap() == (exact + 1).to_vec().unwrap(), "products of {}", T::DTYPE);
    let (bias, column) = (&matrix::<T, B>(xp, 3, 1, n), &matrix::<T, B>(xp, 4, m, 1));
    let residual = &matrix::<T, B>(xp, 5, m, n);
    let row = &bias.reshape([n]).unwrap();
    same("a bias", [x, w], |y| Ok(y + row));
    same("a bias of columns", [x, w], |y| Ok((y + column) * bias));
    same("an activation", [x, w], |y| {
        let y = y + row;
        let gate = (&y * std::f64::consts::FRAC_1_SQRT_2).erf() + 1.0;
        Ok(y * 0.5 * gate)
    });
    same("a residual", [x, w], |y| Ok(y.tanh() * 2.0 - residual));
    same("a part of a larger residual", [x, w], |y| {
        Ok(y + matrix::<T, B>(xp, 5, m + 3, 2 * n).slice(s![1..m + 1, ..n])?)
    });
    same("turned residuals", [x, w], |y| Ok(y - matrix::<T, B>(xp, 6, n, m).t()));
    same("another type", [x, w], |y| Ok(y.astype::<f64>() / 3.0));
    same("truth values", [x, w], |y| y.greater(residual));
    same("a choice", [x, w], |y| y.greater(0.0)?.where_(&y, &(residual * 0.25)));
    same("the index", [x, w], |y| {
        Ok(y.astype::<f32>() + xp.arange::<i64>(0..(m * n) as i64)?.reshape([m, n])?.astype::<f32>())
    });
    same("a sum of rows", [x, w], |y| (y + row).sum(1));
    same("itself, turned", [&x.slice(s![..16]).unwrap(), &w.slice(s![.., ..16]).unwrap()], |y| Ok(&y + y.t()));
    same("a stack", [x, w], |y| Ok(y.reshape([2, m / 2, n])? + residual.reshape([2, m / 2, n])?));
    same("a part", [x, w], |y| (y * 2.0).slice(s![3.., ..n - 8]));
    same("two views", [x, w], |y| {
        let y = y + 1.0;
        Ok(y.slice(s![1..])? - y.slice(s![..m - 1])?)
    });
}

/// Matrices that lie in any way.
pub fn layouts<B: Backend>(xp: &B) {
    layouts_of::<f16, B>(xp);
    layouts_of::<bf16, B>(xp);
}

fn layouts_of<T: RealFloat, B: Backend>(xp: &B) {
    let [m, n, k] = sizes::<T, B>(xp);
    let bias = &matrix::<T, B>(xp, 3, 1, n);
    let left = [
        matrix::<T, B>(xp, 1, m, k),
        matrix::<T, B>(xp, 1, k, m).t(),
        matrix::<T, B>(xp, 1, m + 1, k + 24).slice(s![1.., 8..k + 8]).unwrap(),
        matrix::<T, B>(xp, 1, m, k).flip(0).unwrap(),
        matrix::<T, B>(xp, 1, m, k + 1).slice(s![.., 1..]).unwrap(),
    ];
    let right = [
        matrix::<T, B>(xp, 2, k, n),
        matrix::<T, B>(xp, 2, n, k).t(),
        matrix::<T, B>(xp, 2, n + 8, k).t().slice(s![.., 8..]).unwrap(),
        matrix::<T, B>(xp, 2, 2 * k, n).slice(s![..;2]).unwrap(),
    ];
    for (i, x) in left.iter().enumerate() {
        for (j, w) in right.iter().enumerate() {
            same(&format!("left {i}, right {j}"), [x, w], |y| (y + bias).maximum(0.0));
        }
    }
    let row = bias.reshape([n]).unwrap().slice(s![..n - 1]).unwrap();
    same("an odd number of columns", [&left[0], &right[0].slice(s![.., ..n - 1]).unwrap()], |y| Ok(y + &row));
    same("no rows", [&left[0].slice(s![..0]).unwrap(), &right[0]], |y| Ok(y + bias));
    same("no sums", [&left[0].slice(s![.., ..0]).unwrap(), &right[0].slice(s![..0]).unwrap()], |y| Ok(y + bias));
}

/// Arrays that are held, overwritten, traced or assigned to.
pub fn programs<B: Backend>(xp: &B) {
    let [m, n, k] = sizes::<f16, B>(xp);
    let (x, w) = (matrix::<f16, B>(xp, 1, m, k), matrix::<f16, B>(xp, 2, k, n));
    let residual = matrix::<f16, B>(xp, 5, m, n);
    let expected = x.matmul(&w).unwrap();
    expected.eval().unwrap();
    let sum = (&expected + &residual).to_vec().unwrap();
    // The product is held, and so is a part of what is made of it.
    let product = x.matmul(&w).unwrap();
    let half = &product + &residual;
    let whole = half.tanh() * 2.0;
    assert!(whole.to_vec().unwrap() == ((&expected + &residual).tanh() * 2.0).to_vec().unwrap());
    assert!(half.to_vec().unwrap() == sum && product.to_vec().unwrap() == expected.to_vec().unwrap());
    drop(product);
    let half = x.matmul(&w).unwrap() + &residual;
    let whole = half.tanh() * 2.0;
    assert!(whole.to_vec().unwrap() == ((&expected + &residual).tanh() * 2.0).to_vec().unwrap());
    assert!(half.to_vec().unwrap() == sum);
    // What nobody reads afterwards may be overwritten, but not what the product reads.
    let dying = residual.copy();
    dying.eval().unwrap();
    assert!((x.matmul(&w).unwrap() + dying).to_vec().unwrap() == sum);
    let square = matrix::<f16, B>(xp, 7, m, m);
    let twice = square.matmul(&square).unwrap();
    twice.eval().unwrap();
    let twice = (twice + &square).to_vec().unwrap();
    let y = square.matmul(&square).unwrap() + square;
    assert!(y.to_vec().unwrap() == twice);
    // Operands that are to be computed themselves, and a loop.
    let deferred = (&x * 1.0).matmul(&(&w + 0.0)).unwrap() + &residual;
    assert!(deferred.to_vec().unwrap() == sum);
    let step = jit(|(x, w, r): (Array<f16, B>, Array<f16, B>, Array<f16, B>)| Ok(x.matmul(&w)? + r));
    for _ in 0..3 {
        assert!(step.call((x.clone(), w.clone(), residual.clone())).unwrap().to_vec().unwrap() == sum);
    }
    assert!(step.obstacle().is_none());
    let mut target = xp.zeros::<f16>([m, 2 * n]).unwrap();
    target.assign(s![.., n..], x.matmul(&w).unwrap() + &residual).unwrap();
    assert!(target.slice(s![.., n..]).unwrap().to_vec().unwrap() == sum);
}

/// Where a backend prefers it, there is one kernel and no product.
pub fn one_kernel<B: Backend>(xp: &B) {
    let [m, n, k] = sizes::<f16, B>(xp);
    let profiled = Profiled::new(xp.clone());
    let (x, w) = (matrix::<f16, _>(&profiled, 1, m, k), matrix::<f16, _>(&profiled, 2, k, n));
    profiled.profile().unwrap();
    (x.matmul(&w).unwrap() + 1.0).eval().unwrap();
    let profile = profiled.profile().unwrap();
    let along = profile.rows.keys().any(|name| name.starts_with("matmul then"));
    let prefers = xp.prefers_epilogue(DType::F16, &Layout::row_major(&[m, k]), &Layout::row_major(&[k, n]));
    assert_eq!((along, profile.rows.contains_key("matmul")), (prefers, !prefers), "{profile}");
}
