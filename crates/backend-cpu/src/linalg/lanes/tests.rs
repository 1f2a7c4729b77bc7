//! Results are those of the general routines but for rounding, whatever the other matrices of a stack are.

use super::*;
use crate::linalg::tests::Rng;
use crate::pool::Pool;

/// The results of an operation: two matrices and values for each.
#[derive(Clone, Debug, PartialEq)]
struct Found<T> {
    first: Vec<Vec<T>>,
    second: Vec<Vec<T>>,
    values: Vec<Vec<T>>,
}

type One<'a> = &'a (dyn Fn(usize) -> Result<(), SolverError> + Sync);

/// Row-major matrices, worked on in lanes; `one` stands for the general routine.
fn stacked<T: Real>(
    op: Op,
    a: &[Vec<T>],
    b: &[Vec<T>],
    (m, n): (usize, usize),
    one: One<'_>,
) -> Result<Found<T>, SolverError> {
    let columns = b.first().map_or(0, |b| b.len() / m);
    let nan = T::nan();
    let shapes = match op {
        Op::Cholesky | Op::Inv => [(n, n), (0, 0)],
        Op::Solve => [(n, columns), (0, 0)],
        Op::Qr => [(m, n), (n, n)],
        Op::Eigh | Op::Svd => [(n, n), (n, n)],
    };
    let mut all = shapes.map(|(m, n)| vec![nan; m * n * a.len()]);
    let mut values = vec![vec![nan; n]; a.len()];
    let places = values.iter_mut().map(|x| x.as_mut_ptr() as usize).collect::<Vec<_>>();
    let results = all.each_mut().map(|x| x.as_mut_ptr() as usize);
    // As one array, of which the operands that the lanes take at once are parts, and as matrices anywhere.
    let [whole_a, whole_b] = [a.concat(), b.concat()];
    let apart = a.len().is_multiple_of(2);
    Stacked {
        op,
        count: a.len(),
        shape: (m, n),
        columns,
        operand: &|i, which| {
            let (x, whole, columns) = if which == 0 { (a, &whole_a, n) } else { (b, &whole_b, columns) };
            let first = if apart { x[i].as_ptr() } else { whole[i * m * columns..].as_ptr() };
            // SAFETY: row-major and as long.
            unsafe { MatRef::from_raw(first, (m, columns), (columns as isize, 1)) }
        },
        // SAFETY: row-major and as long, and each is taken by one task.
        result: &|i, which| unsafe {
            let (rows, columns) = shapes[which];
            MatMut::from_raw((results[which] as *mut T).add(i * rows * columns), (rows, columns), (columns as isize, 1))
        },
        // SAFETY: as above.
        values: &|i| unsafe { std::slice::from_raw_parts_mut(places[i] as *mut T, n) },
        one: &|i, _| one(i),
    }
    .run(Workspace::new(&Pool::default()))?;
    let [first, second] = [0, 1].map(|which| {
        let (m, n) = shapes[which];
        all[which].chunks((m * n).max(1)).map(<[T]>::to_vec).collect()
    });
    Ok(Found { first, second, values })
}

/// The general routine is not asked.
fn never(i: usize) -> Result<(), SolverError> {
    panic!("matrix {i} is for the lanes")
}

fn product<T: Real>(a: &[T], b: &[T], (m, k, n): (usize, usize, usize)) -> Vec<T> {
    let at = |i: usize| (0..k).fold(T::ZERO, |sum, l| sum + a[i / n * k + l] * b[l * n + i % n]);
    (0..m * n).map(at).collect()
}

fn transposed<T: Real>(a: &[T], (m, n): (usize, usize)) -> Vec<T> {
    (0..m * n).map(|i| a[i % m * n + i / m]).collect()
}

fn identity<T: Real>(n: usize) -> Vec<T> {
    (0..n * n).map(|i| if i % (n + 1) == 0 { T::ONE } else { T::ZERO }).collect()
}

/// Panics unless the norm of the difference is a few rounding errors of the norm.
fn near<T: Real>(found: &[T], expected: &[T], n: usize, scale: T, what: &str) {
    let norm = |x: T, y: T| x + y * y;
    let apart = found.iter().zip(expected).map(|(x, y)| *x - *y).fold(T::ZERO, norm);
    let bound = scale * T::epsilon() * T::from(8 * n).unwrap();
    let times = (Float::sqrt(apart) / bound).to_f64();
    assert!(Float::sqrt(apart) <= bound, "{what} of {n}: {times:?} times the bound");
}

fn norm<T: Real>(a: &[T]) -> T {
    Float::sqrt(a.iter().fold(T::ZERO, |sum, x| sum + *x * *x))
}

fn random<T: Real>(rng: &mut Rng, n: usize) -> Vec<T> {
    (0..n).map(|_| T::from(rng.unit()).unwrap()).collect()
}

fn check_all<T: Real>() {
    let mut rng = Rng(7);
    for n in [1, 2, 3, 8, 17, 32] {
        for count in [8, 9, 21, 40] {
            let a: Vec<Vec<T>> = (0..count).map(|_| random(&mut rng, n * n)).collect();
            let b: Vec<Vec<T>> = (0..count).map(|_| random(&mut rng, n * 2)).collect();
            let general = |a: &[T]| norm(a) * T::from(64).unwrap();
            let run = |op, a: &[Vec<T>]| stacked(op, a, &[], (n, n), &never).unwrap();
            let dominant = |a: &Vec<T>| -> Vec<T> {
                a.iter().zip(identity::<T>(n)).map(|(x, one)| *x + one * T::from(2 * n).unwrap()).collect()
            };
            let square = (n, n, n);

            let strong: Vec<Vec<T>> = a.iter().map(dominant).collect();
            let found = stacked(Op::Solve, &strong, &b, (n, n), &never).unwrap();
            for ((a, b), x) in strong.iter().zip(&b).zip(&found.first) {
                near(&product(a, x, (n, n, 2)), b, n, norm(a) * norm(x), "solve");
            }
            // Without pivots that are exchanged nothing here would be near.
            let turned: Vec<Vec<T>> = strong.iter().map(|a| a.chunks(n).rev().flatten().copied().collect()).collect();
            for (a, x) in turned.iter().zip(&run(Op::Inv, &turned).first) {
                near(&product(a, x, square), &identity::<T>(n), n, norm(a) * norm(x), "inv");
            }
            let definite: Vec<Vec<T>> = strong.iter().map(|a| product(a, &transposed(a, (n, n)), square)).collect();
            for (a, l) in definite.iter().zip(&run(Op::Cholesky, &definite).first) {
                near(&product(l, &transposed(l, (n, n)), square), a, n, norm(a), "cholesky");
                assert!((0..n * n).all(|i| i % n <= i / n || l[i] == T::ZERO));
            }
            let found = run(Op::Qr, &a);
            for ((a, q), r) in a.iter().zip(&found.first).zip(&found.second) {
                near(&product(q, r, square), a, n, general(a), "qr");
                near(&product(&transposed(q, (n, n)), q, square), &identity::<T>(n), n, general(q), "q");
                assert!((0..n * n).all(|i| i % n >= i / n || r[i] == T::ZERO));
            }
            // The upper triangle does not count.
            let found = run(Op::Eigh, &a);
            for ((a, v), w) in a.iter().zip(&found.first).zip(&found.values) {
                let whole: Vec<T> = (0..n * n).map(|i| a[(i / n).max(i % n) * n + (i / n).min(i % n)]).collect();
                let scaled: Vec<T> = v.iter().enumerate().map(|(i, x)| *x * w[i % n]).collect();
                near(&product(&scaled, &transposed(v, (n, n)), square), &whole, n, general(&whole), "eigh");
                near(&product(&transposed(v, (n, n)), v, square), &identity::<T>(n), n, general(v), "vectors");
                assert!(w.is_sorted());
            }
            let found = run(Op::Svd, &a);
            for (((a, u), vt), s) in a.iter().zip(&found.first).zip(&found.second).zip(&found.values) {
                let scaled: Vec<T> = u.iter().enumerate().map(|(i, x)| *x * s[i % n]).collect();
                near(&product(&scaled, vt, square), a, n, general(a), "svd");
                near(&product(&transposed(u, (n, n)), u, square), &identity::<T>(n), n, general(u), "u");
                near(&product(vt, &transposed(vt, (n, n)), square), &identity::<T>(n), n, general(vt), "vt");
                assert!(s.is_sorted_by(|a, b| a >= b));
            }
        }
    }
}

#[test]
fn decompositions_multiply_back() {
    check_all::<f32>();
    check_all::<f64>();
}

#[test]
fn tall_matrices_have_reduced_factors() {
    let (mut rng, shape) = (Rng(3), (20, 6));
    let a: Vec<Vec<f64>> = (0..11).map(|_| random(&mut rng, 120)).collect();
    let found = stacked(Op::Qr, &a, &[], shape, &never).unwrap();
    for ((a, q), r) in a.iter().zip(&found.first).zip(&found.second) {
        near(&product(q, r, (20, 6, 6)), a, 20, norm(a), "qr");
    }
}

#[test]
fn neighbours_do_not_count() {
    let (mut rng, n) = (Rng(5), 5);
    let mine: Vec<f64> = random(&mut rng, n * n);
    let mine = product(&mine, &transposed(&mine, (n, n)), (n, n, n));
    for op in [Op::Cholesky, Op::Inv, Op::Qr, Op::Eigh, Op::Svd] {
        let alone = stacked(op, &vec![mine.clone(); 8], &[], (n, n), &never).unwrap();
        for place in [0, 3, 12] {
            let mut others: Vec<Vec<f64>> = (0..13)
                .map(|_| {
                    let other: Vec<f64> = random(&mut rng, n * n);
                    product(&other, &transposed(&other, (n, n)), (n, n, n))
                })
                .collect();
            others[place].clone_from(&mine);
            let found = stacked(op, &others, &[], (n, n), &never).unwrap();
            assert_eq!(found.first[place], alone.first[0], "{op:?}");
        }
    }
}

#[test]
fn known_and_degenerate_matrices() {
    let n = 3;
    let zero = vec![0.0; 9];
    let eigh = |a: &Vec<f64>| stacked(Op::Eigh, &vec![a.clone(); 8], &[], (n, n), &never).unwrap();
    assert_eq!(eigh(&zero).values[3], [0.0; 3]);
    assert_eq!(eigh(&identity(n)).values[0], [1.0; 3]);
    let swap = vec![0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 5.0];
    near(&eigh(&swap).values[0], &[-1.0, 1.0, 5.0], n, 1.0, "swap");
    let qr = stacked(Op::Qr, &vec![zero; 8], &[], (n, n), &never).unwrap();
    assert_eq!((&qr.first[0], &qr.second[0]), (&identity(n), &vec![0.0; 9]));
}

#[test]
fn what_lanes_cannot_do_goes_the_general_way() {
    use std::sync::Mutex;
    let asked = Mutex::new(Vec::new());
    let general = |i| {
        asked.lock().unwrap().push(i);
        Ok(())
    };
    let mut a = vec![identity::<f64>(2); 20];
    (a[3][1], a[4][2], a[11][0], a[19][3]) = (f64::NAN, f64::INFINITY, 1e200, 1e-200);
    for op in [Op::Inv, Op::Qr, Op::Svd] {
        stacked(op, &a, &[], (2, 2), &general).unwrap();
        let mut asked = std::mem::take(&mut *asked.lock().unwrap());
        asked.sort_unstable();
        assert_eq!(asked, [3, 4, 11, 19], "{op:?}");
    }
    // Of a column of zeros no length tells the direction.
    let singular = vec![vec![1.0, 0.0, 0.0, 0.0]; 8];
    stacked(Op::Svd, &singular, &[], (2, 2), &general).unwrap();
    assert_eq!(asked.lock().unwrap().len(), 8);
}

#[test]
fn the_first_bad_matrix_is_the_error() {
    let mut a = vec![identity::<f64>(3); 20];
    a[17][0] = 0.0;
    a[12][4] = 0.0;
    a[13][0] = -1.0;
    let singular = |pivot| Err(SolverError::Singular { pivot });
    assert_eq!(stacked(Op::Inv, &a, &[], (3, 3), &never), singular(1));
    assert_eq!(stacked(Op::Solve, &a, &vec![vec![1.0; 3]; 20], (3, 3), &never), singular(1));
    assert_eq!(stacked(Op::Cholesky, &a, &[], (3, 3), &never), Err(SolverError::NotPositiveDefinite { minor: 2 }));
}
