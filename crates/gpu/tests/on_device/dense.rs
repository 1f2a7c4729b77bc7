//! Dense linear algebra on a device, against plain loops in double precision.

use super::matrices::{
    Array, Buf, Failures, Noise, Z, adjoint, download, exact, identity, layouts, matmul, place, places, upload,
};
use crate::backend::{NAME, Xp};
use xparray_ir::backend::{Blas, Output, Solver, Streams, View};
use xparray_ir::half::{bf16, f16};
use xparray_ir::{Complex, DType, Element, Error, Layout, Result, Scalar};

tests!(
    products_of_every_type_and_layout,
    products_are_scaled_and_conjugated,
    linear_systems,
    inverses_of_small_matrices,
    hermitian_factors,
    orthogonal_factors,
    singular_indefinite_and_empty_matrices,
    threads_and_streams_have_their_handles,
    singular_values_of_many_matrices,
    qr_of_many_matrices
);

/// Small integers that do not repeat.
fn counted(len: usize, seed: i64) -> Vec<i64> {
    (0..len as i64).map(|i| (i * 7919 + seed) % 11 % 5).collect()
}

/// Sums of small integers, as any type has them.
fn expected<T: Element>(a: &[i64], b: &[i64], [m, k, n]: [usize; 3]) -> Vec<T> {
    (0..m * n).map(|i| (0..k).map(|j| a[i / n * k + j] * b[j * n + i % n]).sum::<i64>().cast()).collect()
}

fn cast<T: Element>(values: &[i64]) -> Vec<T> {
    values.iter().map(|x| x.cast()).collect()
}

fn products<T: Element>(xp: &Xp, failures: &mut Failures) {
    let name = T::DTYPE;
    for shape in [[1, 1, 1], [5, 3, 4], [1, 70, 9], [9, 70, 1], [67, 259, 131], [64, 16, 64], [3, 0, 2], [0, 3, 2]] {
        let [m, k, n] = shape;
        let (a, b) = (counted(m * k, 1), counted(k * n, 2));
        let expected = expected::<T>(&a, &b, shape);
        for (i, a_layout) in layouts(&[m, k]).into_iter().enumerate() {
            for (j, b_layout) in layouts(&[k, n]).into_iter().enumerate() {
                let (a, b) = (place(xp, &cast::<T>(&a), a_layout.clone()), place(xp, &cast::<T>(&b), b_layout));
                let what = || format!("{name} {shape:?}, layouts {i} and {j}");
                match xp.matmul(a.view(), b.view()) {
                    Ok(out) => failures.check(download::<T>(xp, &out) == expected, what),
                    Err(error) => failures.0.push(format!("{}: {error}", what())),
                }
            }
        }
        if n == 1 {
            for (i, layout) in layouts(&[m, k]).into_iter().enumerate() {
                let (a, x) = (place(xp, &cast::<T>(&a), layout), upload(xp, &cast::<T>(&b)));
                let layout = Layout::row_major(&[k]);
                let x = View::new(&x, name, &layout).unwrap();
                let out = download::<T>(xp, &xp.gemv(a.view(), x).unwrap());
                failures.check(out == expected, || format!("gemv of {name} {shape:?}, layout {i}"));
            }
        }
    }
    stacks::<T>(xp, failures);
    let values = counted(1000, 3);
    let sum: i64 = values.iter().map(|x| x * x).sum();
    let x = place(xp, &cast::<T>(&values), Layout::row_major(&[2000]).sliced(0, 1, 2, 1000).unwrap());
    let out = download::<T>(xp, &xp.dot(x.view(), x.view(), true).unwrap());
    failures.check(out == [sum.cast::<T>()], || format!("dot of {name}: {out:?}"));
}

/// Leading axes that repeat, that merge, and that one call does not reach.
fn stacks<T: Element>(xp: &Xp, failures: &mut Failures) {
    let [m, k, n] = [5, 6, 7];
    for (a_stack, b_stack) in
        [([2, 3], [2, 3]), ([2, 3], [1, 1]), ([2, 1], [1, 3]), ([16, 1], [1, 20]), ([1, 1], [9, 2])]
    {
        let stack: Vec<usize> = a_stack.iter().zip(b_stack).map(|(&a, b)| a.max(b)).collect();
        let full = |last: [usize; 2]| [&stack[..], &last].concat();
        let of = |stack: [usize; 2], last: [usize; 2], seed| {
            let shape = [&stack[..], &last].concat();
            let values = counted(shape.iter().product(), seed);
            let layout = Layout::row_major(&shape).broadcast("matmul", &full(last)).unwrap();
            (values, layout)
        };
        let ((a, a_layout), (b, b_layout)) = (of(a_stack, [m, k], 1), of(b_stack, [k, n], 2));
        let pick = |values: &[i64], layout: &Layout| places(layout).iter().map(|&i| values[i]).collect::<Vec<_>>();
        let (all_a, all_b) = (pick(&a, &a_layout), pick(&b, &b_layout));
        let expected: Vec<T> =
            (all_a.chunks(m * k).zip(all_b.chunks(k * n))).flat_map(|(a, b)| expected::<T>(a, b, [m, k, n])).collect();
        let (a, b) = (upload(xp, &cast::<T>(&a)), upload(xp, &cast::<T>(&b)));
        let a = View::new(&a, T::DTYPE, &a_layout).unwrap();
        let out = xp.matmul(a, View::new(&b, T::DTYPE, &b_layout).unwrap()).unwrap();
        let what = || format!("{} stacks {a_stack:?} and {b_stack:?}", T::DTYPE);
        failures.check(download::<T>(xp, &out) == expected, what);
    }
}

fn products_of_every_type_and_layout(xp: &Xp) {
    let mut failures = Failures::default();
    for dtype in DType::ALL {
        xparray_ir::dispatch_dtype!(dtype, T => products::<T>(xp, &mut failures));
    }
    let (x, y) = (upload(xp, &[1f32; 6]), upload(xp, &[1f64; 6]));
    let layout = Layout::row_major(&[2, 3]);
    let (x, y) = (View::new(&x, DType::F32, &layout).unwrap(), View::new(&y, DType::F64, &layout).unwrap());
    assert!(matches!(xp.matmul(x, y), Err(Error::DType { .. })));
    assert!(matches!(xp.matmul(x, x), Err(Error::Shape { .. })));
    assert!(matches!(xp.dot(x, x, false), Err(Error::Shape { .. })));
}

fn scaled_products<T: Element>(xp: &Xp, failures: &mut Failures) {
    let layout = |shape: [usize; 2]| Layout::row_major(&shape);
    let (alpha, beta) = (Scalar::from_f64(T::DTYPE, 2.0), Scalar::from_f64(T::DTYPE, -1.0));
    for k in [3, 0] {
        let (a, b) = (counted(4 * k, 1), counted(k * 5, 2));
        let mut out = upload(xp, &[3i64.cast::<T>(); 20]);
        let wanted: Vec<T> = expected::<i64>(&a, &b, [4, k, 5]).iter().map(|x| (2 * x - 3).cast()).collect();
        let (a, b) = (place(xp, &cast::<T>(&a), layout([4, k])), place(xp, &cast::<T>(&b), layout([k, 5])));
        let place = layout([4, 5]);
        xp.gemm(alpha, a.view(), b.view(), beta, Output::new(&mut out, T::DTYPE, &place).unwrap()).unwrap();
        failures.check(download::<T>(xp, &out) == wanted, || format!("gemm of {} with {k}", T::DTYPE));
    }
}

fn products_are_scaled_and_conjugated(xp: &Xp) {
    let mut failures = Failures::default();
    scaled_products::<f16>(xp, &mut failures);
    scaled_products::<bf16>(xp, &mut failures);
    scaled_products::<f32>(xp, &mut failures);
    scaled_products::<f64>(xp, &mut failures);
    scaled_products::<Complex<f32>>(xp, &mut failures);
    scaled_products::<Complex<f64>>(xp, &mut failures);
    let x: Vec<Z> = Noise(1).matrix(100);
    let y: Vec<Z> = Noise(2).matrix(100);
    let (dx, dy, line) = (upload(xp, &x), upload(xp, &y), Layout::row_major(&[100]));
    let view = |buffer| View::new(buffer, DType::Complex128, &line).unwrap();
    for conjugate in [false, true] {
        let sum: Z = x.iter().zip(&y).map(|(x, y)| if conjugate { x.conj() * y } else { x * y }).sum();
        let out = download::<Z>(xp, &xp.dot(view(&dx), view(&dy), conjugate).unwrap());
        failures.near(&out, &[sum], 1e-13, "complex dot");
    }
    // True single precision: TF32 would be off by a thousandth.
    let (a, b) = (Noise(3).matrix::<f32>(90 * 300), Noise(4).matrix::<f32>(300 * 80));
    let wanted = matmul(&exact(&a), &exact(&b), [90, 300, 80]);
    let (a, b) = (place(xp, &a, Layout::row_major(&[90, 300])), place(xp, &b, Layout::row_major(&[300, 80])));
    let out = download::<f32>(xp, &xp.matmul(a.view(), b.view()).unwrap());
    failures.near(&exact(&out), &wanted, 1e-6, "f32");
}

/// The unit that errors of solvers are counted in.
fn unit<T: Element>(n: usize) -> f64 {
    let epsilon = if matches!(T::DTYPE, DType::F32 | DType::Complex64) { f32::EPSILON as f64 } else { f64::EPSILON };
    20.0 * (n + 3) as f64 * epsilon
}

const SIZES: [(&[usize], usize); 12] = [
    (&[], 1),
    (&[], 2),
    (&[], 5),
    (&[], 33),
    (&[], 64),
    (&[], 65),
    (&[], 130),
    (&[], 260),
    (&[3], 5),
    (&[2, 2], 33),
    (&[20], 40),
    (&[3], 150),
];

fn shape_of(stack: &[usize], last: [usize; 2]) -> Vec<usize> {
    [stack, &last].concat()
}

fn systems<T: Element>(xp: &Xp, failures: &mut Failures) -> Result<()> {
    for (stack, n) in SIZES {
        let count: usize = stack.iter().product();
        let mut host: Vec<T> = Noise(n as u64).matrix(count * n * n);
        for i in 0..count * n {
            let at = i / n * n * n + i % n * (n + 1);
            let x: Z = host[at].cast();
            host[at] = (x + Z::from(n as f64 / 2.0)).cast();
        }
        let rhs: Vec<T> = Noise(7).matrix(count * n * 3);
        let unit = 4.0 * unit::<T>(n);
        for (l, layout) in layouts(&shape_of(stack, [n, n])).into_iter().enumerate() {
            let what = |name: &str| format!("{name} of {} {stack:?} {n}, layout {l}", T::DTYPE);
            let a = place(xp, &host, layout);
            let inverse = exact(&download::<T>(xp, &xp.inv(a.view())?));
            let lu = xp.lu(a.view())?;
            let (factors, pivots) = (exact(&download::<T>(xp, &lu.factors)), download::<i64>(xp, &lu.pivots));
            for columns in [1, 3] {
                let b = place(xp, &rhs[..count * n * columns], Layout::row_major(&shape_of(stack, [n, columns])));
                let x = exact(&download::<T>(xp, &xp.solve(a.view(), b.view())?));
                for i in 0..count {
                    let (a, x) = (exact(&host[i * n * n..][..n * n]), &x[i * n * columns..][..n * columns]);
                    let b = exact(&rhs[i * n * columns..][..n * columns]);
                    failures.near(&matmul(&a, x, [n, n, columns]), &b, unit, &what("solution"));
                }
            }
            for i in 0..count {
                let (a, inverse) = (exact(&host[i * n * n..][..n * n]), &inverse[i * n * n..][..n * n]);
                failures.near(&matmul(&a, inverse, [n; 3]), &identity(n), unit, &what("inverse"));
                let part = |lower: bool| -> Vec<Z> {
                    (0..n * n)
                        .map(|k| match (k / n, k % n) {
                            (r, c) if lower && r == c => Z::from(1.0),
                            (r, c) if (r > c) == lower => factors[i * n * n + k],
                            _ => Z::default(),
                        })
                        .collect()
                };
                let mut permuted = a.clone();
                for (r, &other) in pivots[i * n..][..n].iter().enumerate() {
                    (0..n).for_each(|c| permuted.swap(r * n + c, other as usize * n + c));
                }
                failures.near(&matmul(&part(true), &part(false), [n; 3]), &permuted, unit, &what("LU"));
            }
            for (lower, unit_diagonal) in [(true, false), (false, false), (true, true), (false, true)] {
                if unit_diagonal && n > 40 {
                    continue;
                }
                let b = place(xp, &rhs, Layout::row_major(&shape_of(stack, [n, 3])));
                let x = exact(&download::<T>(xp, &xp.solve_triangular(a.view(), b.view(), lower, unit_diagonal)?));
                for i in 0..count {
                    let t: Vec<Z> = (0..n * n)
                        .map(|k| match (k / n, k % n) {
                            (r, c) if r == c && unit_diagonal => Z::from(1.0),
                            (r, c) if r == c || (r > c) == lower => host[i * n * n + k].cast(),
                            _ => Z::default(),
                        })
                        .collect();
                    let x = &x[i * n * 3..][..n * 3];
                    let product = matmul(&t, x, [n, n, 3]);
                    let size = x.iter().map(|x| x.norm()).fold(1.0, f64::max);
                    let b = exact(&rhs[i * n * 3..][..n * 3]);
                    failures.near(&product, &b, unit * size, &what(&format!("triangle {lower} {unit_diagonal}")));
                }
            }
        }
    }
    Ok(())
}

/// Inverses of matrices up to the last sizes that our kernel takes, beyond them, and of very many; pivots are far from the
/// diagonal.
fn inverses<T: Element>(xp: &Xp, failures: &mut Failures) -> Result<()> {
    let sizes = [1, 2, 7, 16, 17, 32, 33, 53, 54, 76, 77, 108, 109].map(|n| (3, n));
    for (count, n) in sizes.into_iter().chain([(40_000, 3)]) {
        let mut host: Vec<T> = Noise(n as u64).matrix(count * n * n);
        for row in 0..count * n {
            let at = row * n + (n - 1 - row % n);
            let x: Z = host[at].cast();
            host[at] = (x + Z::from(1.0 + n as f64 / 2.0)).cast();
        }
        let a = place(xp, &host, Layout::row_major(&[count, n, n]));
        let inverse = exact(&download::<T>(xp, &xp.inv(a.view())?));
        for i in [0, count / 2, count - 1] {
            let (a, inverse) = (exact(&host[i * n * n..][..n * n]), &inverse[i * n * n..][..n * n]);
            let what = format!("inverse {i} of {count} {} {n}", T::DTYPE);
            failures.near(&matmul(&a, inverse, [n; 3]), &identity(n), 4.0 * unit::<T>(n), &what);
        }
    }
    Ok(())
}

/// A Hermitian matrix, with garbage above the diagonal for the device.
fn hermitian<T: Element>(count: usize, n: usize, positive: bool) -> (Vec<Vec<Z>>, Vec<T>) {
    let mut garbage = Vec::new();
    let matrices = (0..count).map(|i| {
        let x = exact(&Noise((n + i) as u64).matrix::<T>(n * n));
        let turned = adjoint(&x, [n, n]);
        let sum: Vec<Z> = if positive {
            matmul(&x, &turned, [n; 3]).iter().zip(identity(n)).map(|(x, one)| x + one).collect()
        } else {
            x.iter().zip(turned).map(|(x, y)| x + y).collect()
        };
        let rounded: Vec<T> = sum.iter().map(|x| x.cast()).collect();
        garbage.extend((0..n * n).map(|k| if k % n > k / n { Z::from(77.0).cast() } else { rounded[k] }));
        (0..n * n)
            .map(|k| match (k / n, k % n) {
                (r, c) if r < c => rounded[c * n + r].cast::<Z>().conj(),
                _ => rounded[k].cast::<Z>(),
            })
            .collect()
    });
    let matrices = matrices.collect();
    (matrices, garbage)
}

fn hermitian_matrices<T: Element>(xp: &Xp, failures: &mut Failures) -> Result<()> {
    for (stack, n) in SIZES {
        let count: usize = stack.iter().product();
        let unit = unit::<T>(n);
        for l in 0..3 {
            let layout = layouts(&shape_of(stack, [n, n])).swap_remove(l);
            let what = |name: &str| format!("{name} of {} {stack:?} {n}, layout {l}", T::DTYPE);
            let (matrices, host) = hermitian::<T>(count, n, true);
            let factor = exact(&download::<T>(xp, &xp.cholesky(place(xp, &host, layout.clone()).view())?));
            for (i, a) in matrices.iter().enumerate() {
                let l = &factor[i * n * n..][..n * n];
                failures.check((0..n * n).all(|k| k % n <= k / n || l[k] == Z::default()), || what("triangle"));
                failures.near(&matmul(l, &adjoint(l, [n, n]), [n; 3]), a, unit, &what("Cholesky"));
            }
            let (matrices, host) = hermitian::<T>(count, n, false);
            let a = place(xp, &host, layout);
            let eigh = xp.eigh(a.view(), true)?;
            let reals = |buffer: &Buf| match T::DTYPE {
                DType::F32 | DType::Complex64 => exact(&download::<f32>(xp, buffer)),
                _ => exact(&download::<f64>(xp, buffer)),
            };
            let (values, vectors) = (reals(&eigh.values), exact(&download::<T>(xp, &eigh.vectors.unwrap())));
            let alone = xp.eigh(a.view(), false)?;
            failures.check(alone.vectors.is_none(), || what("no vectors"));
            failures.near(&reals(&alone.values), &values, unit, &what("eigenvalues alone"));
            for (i, a) in matrices.iter().enumerate() {
                let (w, v) = (&values[i * n..][..n], &vectors[i * n * n..][..n * n]);
                failures.check(w.windows(2).all(|w| w[0].re <= w[1].re), || what("ascending"));
                let scaled: Vec<Z> = v.iter().enumerate().map(|(k, x)| x * w[k % n]).collect();
                failures.near(&matmul(&scaled, &adjoint(v, [n, n]), [n; 3]), a, unit, &what("eigenvectors"));
                failures.near(&matmul(&adjoint(v, [n, n]), v, [n; 3]), &identity(n), unit, &what("orthogonal"));
            }
        }
    }
    Ok(())
}

const SHAPES: [(&[usize], usize, usize); 13] = [
    (&[], 1, 1),
    (&[], 4, 7),
    (&[], 7, 4),
    (&[2], 5, 5),
    (&[], 60, 60),
    (&[], 90, 33),
    (&[], 33, 90),
    (&[3], 30, 20),
    (&[20], 20, 30),
    (&[], 130, 130),
    (&[], 200, 70),
    (&[2], 70, 200),
    (&[], 300, 260),
];

fn decompositions<T: Element>(xp: &Xp, failures: &mut Failures) -> Result<()> {
    for (stack, m, n) in SHAPES {
        let (count, k): (usize, usize) = (stack.iter().product(), m.min(n));
        let host: Vec<T> = Noise((m + n) as u64).matrix(count * m * n);
        for l in 0..3 {
            let a = place(xp, &host, layouts(&shape_of(stack, [m, n])).swap_remove(l));
            decompose(xp, failures, &a, &host, [count, m, n, k], l)?;
        }
    }
    // Of low rank, with zeros, and at the ends of the exponents.
    for (m, n) in [(40, 30), (30, 40), (150, 120)] {
        let thin = |seed, len| exact(&Noise(seed).matrix::<T>(len));
        let low: Vec<T> = matmul(&thin(1, m * 4), &thin(2, 4 * n), [m, 4, n]).iter().map(|x| x.cast()).collect();
        let zeros = vec![T::default(); m * n];
        let gaps: Vec<T> = (0..m * n).map(|i| if i % n % 3 == 0 { T::default() } else { low[i] }).collect();
        let far = if matches!(T::DTYPE, DType::F32 | DType::Complex64) { 1e-30 } else { 1e-250 };
        let [small, large] = [far, 1.0 / far].map(|by| low.iter().map(|x| (x.cast::<Z>() * by).cast::<T>()).collect());
        for (i, host) in [low.clone(), zeros, gaps, small, large].into_iter().enumerate() {
            let a = place(xp, &host, Layout::row_major(&[m, n]));
            decompose(xp, failures, &a, &host, [1, m, n, m.min(n)], 10 + i)?;
        }
    }
    Ok(())
}

fn decompose<T: Element>(
    xp: &Xp,
    failures: &mut Failures,
    a: &Array,
    host: &[T],
    [count, m, n, k]: [usize; 4],
    l: usize,
) -> Result<()> {
    let unit = unit::<T>(m.max(n));
    let what = |name: &str| format!("{name} of {} {count}x{m}x{n}, layout {l}", T::DTYPE);
    let part = |all: &[Z], i: usize, size: usize| all[i * size..][..size].to_vec();
    let of = |i| part(&exact(host), i, m * n);
    for (complete, cols) in [(false, k), (true, m)] {
        let qr = xp.qr(a.view(), complete)?;
        let (q, r) = (exact(&download::<T>(xp, &qr.q)), exact(&download::<T>(xp, &qr.r)));
        for i in 0..count {
            let (q, r) = (part(&q, i, m * cols), part(&r, i, cols * n));
            failures.near(&matmul(&q, &r, [m, cols, n]), &of(i), unit, &what("QR"));
            let gram = matmul(&adjoint(&q, [m, cols]), &q, [cols, m, cols]);
            failures.near(&gram, &identity(cols), unit, &what("Q"));
            failures.check((0..cols * n).all(|k| k % n >= k / n || r[k] == Z::default()), || what("R"));
        }
    }
    let reals = |buffer: &Buf| match T::DTYPE {
        DType::F32 | DType::Complex64 => exact(&download::<f32>(xp, buffer)),
        _ => exact(&download::<f64>(xp, buffer)),
    };
    let values = reals(&xp.svd(a.view(), false, false)?.s);
    for (full, left, right) in [(false, k, k), (true, m, n)] {
        let svd = xp.svd(a.view(), true, full)?;
        let (u, s, vt) = (svd.u.unwrap(), reals(&svd.s), svd.vt.unwrap());
        let (u, vt) = (exact(&download::<T>(xp, &u)), exact(&download::<T>(xp, &vt)));
        failures.near(&values, &s, unit, &what("singular values alone"));
        for i in 0..count {
            let (u, s, vt) = (part(&u, i, m * left), part(&s, i, k), part(&vt, i, right * n));
            failures.check(s.windows(2).all(|s| s[0].re >= s[1].re) && s[k - 1].re >= 0.0, || what("descending"));
            let thin: Vec<Z> = (0..m * k).map(|e| u[e / k * left + e % k] * s[e % k]).collect();
            failures.near(&matmul(&thin, &vt[..k * n], [m, k, n]), &of(i), unit, &what("SVD"));
            let gram = matmul(&adjoint(&u, [m, left]), &u, [left, m, left]);
            failures.near(&gram, &identity(left), unit, &what("U"));
            let gram = matmul(&vt, &adjoint(&vt, [right, n]), [right, n, right]);
            failures.near(&gram, &identity(right), unit, &what("V"));
        }
    }
    Ok(())
}

/// Runs a check for each type that solvers take.
fn fields(xp: &Xp, check: [fn(&Xp, &mut Failures) -> Result<()>; 4]) {
    let mut failures = Failures::default();
    for check in check {
        if let Err(error) = check(xp, &mut failures) {
            failures.0.push(error.to_string());
        }
    }
}

fn linear_systems(xp: &Xp) {
    fields(xp, [systems::<f32>, systems::<f64>, systems::<Complex<f32>>, systems::<Complex<f64>>]);
}

fn inverses_of_small_matrices(xp: &Xp) {
    fields(xp, [inverses::<f32>, inverses::<f64>, inverses::<Complex<f32>>, inverses::<Z>]);
}

fn hermitian_factors(xp: &Xp) {
    type C = Complex<f32>;
    fields(
        xp,
        [hermitian_matrices::<f32>, hermitian_matrices::<f64>, hermitian_matrices::<C>, hermitian_matrices::<Z>],
    );
}

fn orthogonal_factors(xp: &Xp) {
    fields(xp, [decompositions::<f32>, decompositions::<f64>, decompositions::<Complex<f32>>, decompositions::<Z>]);
}

fn edges<T: Element>(xp: &Xp, failures: &mut Failures) -> Result<()> {
    let of = |values: &[f64], shape: &[usize]| {
        let values: Vec<T> = values.iter().map(|x| x.cast()).collect();
        place(xp, &values, Layout::row_major(shape))
    };
    let name = T::DTYPE;
    let ones = of(&[1.0; 3], &[3, 1]);
    let singular = of(&[1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 1.0, 0.0, 1.0], &[3, 3]);
    let error = xp.solve(singular.view(), ones.view());
    failures.check(matches!(error, Err(Error::Singular { op: "solve", pivot: 2 })), || format!("{name} {error:?}"));
    let error = xp.inv(singular.view());
    failures.check(matches!(error, Err(Error::Singular { op: "inv", pivot: 2 })), || format!("{name} {error:?}"));
    let stack = of(&[1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 4.0], &[3, 2, 2]);
    let error = xp.inv(stack.view());
    failures.check(matches!(error, Err(Error::Singular { pivot: 0, .. })), || format!("{name} stack {error:?}"));
    let factors = exact(&download::<T>(xp, &xp.lu(stack.view())?.factors));
    failures.near(&factors[..4], &identity(2), 0.0, "LU of the identity");
    failures.check(factors[4..8].iter().all(|x| *x == Z::default()), || format!("{name} LU of zero: {factors:?}"));
    failures.check(factors[11] == Z::default() && factors[8].re == 2.0, || format!("{name} LU: {factors:?}"));
    let triangle = of(&[1.0, 5.0, 0.0, 0.0], &[2, 2]);
    let error = xp.solve_triangular(triangle.view(), of(&[1.0; 2], &[2, 1]).view(), false, false);
    failures.check(matches!(error, Err(Error::Singular { pivot: 1, .. })), || format!("{name} triangle {error:?}"));
    for (values, minor) in [
        ([1.0, 2.0, 2.0, 1.0], 2),
        ([-1.0, 0.0, 0.0, 1.0], 1),
        ([0.0, 0.0, 0.0, 1.0], 1),
        ([f64::NAN, 0.0, 0.0, 1.0], 1),
        ([1.0, 0.0, 0.0, f64::NAN], 2),
    ] {
        for shape in [&[2, 2][..], &[2, 2, 2]] {
            let all = [[1.0, 0.0, 0.0, 1.0], values].concat();
            let matrix = of(if shape.len() == 2 { &values } else { &all }, shape);
            let error = xp.cholesky(matrix.view());
            let good =
                matches!(error, Err(Error::NotPositiveDefinite { op: "cholesky", minor: found }) if found == minor);
            failures.check(good, || format!("{name} Cholesky of {values:?} {shape:?}: {error:?}"));
        }
    }
    for bad in [f64::NAN, f64::INFINITY] {
        let x = of(&[1.0, 2.0, bad, 4.0], &[2, 2]);
        failures
            .check(matches!(xp.svd(x.view(), true, false), Err(Error::Value { .. })), || format!("{name} svd {bad}"));
        failures.check(matches!(xp.eigh(x.view(), true), Err(Error::Value { .. })), || format!("{name} eigh {bad}"));
        let r = exact(&download::<T>(xp, &xp.qr(x.view(), false)?.r));
        failures.check(r.iter().any(|x| !x.re.is_finite()), || format!("{name} QR of {bad}: {r:?}"));
        let _ = xp.inv(x.view());
    }
    let upper = of(&[1.0, f64::NAN, 2.0, 4.0], &[2, 2]);
    failures.check(xp.eigh(upper.view(), true).is_ok(), || format!("{name} eigh reads above the diagonal"));
    let flat = of(&[], &[0, 3]);
    let svd = xp.svd(flat.view(), true, true)?;
    failures.near(&exact(&download::<T>(xp, &svd.vt.unwrap())), &identity(3), 0.0, "V of nothing");
    let qr = xp.qr(of(&[], &[3, 0]).view(), true)?;
    failures.near(&exact(&download::<T>(xp, &qr.q)), &identity(3), 0.0, "Q of nothing");
    let (none, stack) = (of(&[], &[0, 0]), of(&[], &[0, 3, 3]));
    for x in [&none, &stack] {
        for result in [xp.inv(x.view()), xp.cholesky(x.view()), xp.lu(x.view()).map(|lu| lu.factors)] {
            failures.check(result.is_ok_and(|x| x.bytes() == 0), || format!("{name} empty"));
        }
        failures
            .check(xp.eigh(x.view(), true).is_ok() && xp.svd(x.view(), true, true).is_ok(), || format!("{name} empty"));
    }
    let wide = of(&[0.0; 6], &[2, 3]);
    failures.check(matches!(xp.inv(wide.view()), Err(Error::Value { .. })), || "not square".into());
    failures.check(matches!(xp.solve(singular.view(), wide.view()), Err(Error::Shape { .. })), || "no fit".into());
    Ok(())
}

fn singular_indefinite_and_empty_matrices(xp: &Xp) {
    fields(xp, [edges::<f32>, edges::<f64>, edges::<Complex<f32>>, edges::<Z>]);
    let (x, layout) = (upload(xp, &[1i32; 4]), Layout::row_major(&[2, 2]));
    let view = View::new(&x, DType::I32, &layout).unwrap();
    assert!(matches!(xp.inv(view), Err(Error::Unsupported { backend: NAME, op: "inv", dtype: DType::I32 })));
}

fn threads_and_streams_have_their_handles(xp: &Xp) {
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let xp = xp.clone();
            scope.spawn(move || {
                let xp = if seed % 2 == 0 { xp } else { xp.on_new_stream().unwrap() };
                let host: Vec<f64> = Noise(seed).matrix(50 * 50);
                let a = place(&xp, &host, Layout::row_major(&[50, 50]));
                for _ in 0..20 {
                    let inverse = exact(&download::<f64>(&xp, &xp.inv(a.view()).unwrap()));
                    let mut failures = Failures::default();
                    failures.near(&matmul(&exact(&host), &inverse, [50; 3]), &identity(50), 1e-8, "inverse");
                }
            });
        }
    });
}

/// Stacks of matrices of two rows that repeat, the last one apart: a block of a kernel each, so more than one launch
/// on HIP.
fn many(xp: &Xp, count: usize) -> (Buf, Layout) {
    let mut host: Vec<f32> = [2.0, 0.0, 0.0, 1.0].repeat(count);
    host[4 * count - 4..].copy_from_slice(&[0.0, 3.0, 4.0, 0.0]);
    (upload(xp, &host), Layout::row_major(&[count, 2, 2]))
}

fn singular_values_of_many_matrices(xp: &Xp) {
    let count = (1 << 25) + 100;
    let (x, layout) = many(xp, count);
    let values = xp.svd(View::new(&x, DType::F32, &layout).unwrap(), false, false).unwrap().s;
    let values: Vec<f32> = download(xp, &values);
    let (most, last) = values.split_at(2 * count - 2);
    assert!(most.as_chunks().0.iter().all(|pair: &[f32; 2]| *pair == [2.0, 1.0]));
    assert_eq!(last, [4.0, 3.0]);
}

fn qr_of_many_matrices(xp: &Xp) {
    let count = (1 << 24) + 100;
    let (x, layout) = many(xp, count);
    let qr = xp.qr(View::new(&x, DType::F32, &layout).unwrap(), false).unwrap();
    let [q, r] = [&qr.q, &qr.r].map(|x| download::<f32>(xp, x));
    let product = |k: usize| {
        let (q, r) = (&q[4 * k..][..4], &r[4 * k..][..4]);
        [0, 1, 2, 3].map(|i| q[i / 2 * 2] * r[i % 2] + q[i / 2 * 2 + 1] * r[2 + i % 2])
    };
    let near = |found: [f32; 4], expected: [f32; 4]| found.iter().zip(expected).all(|(x, y)| (x - y).abs() < 1e-5);
    assert!((0..count - 1).all(|k| near(product(k), [2.0, 0.0, 0.0, 1.0])));
    assert!(near(product(count - 1), [0.0, 3.0, 4.0, 0.0]));
}
