//! Systems so large that a device decomposes them where it has a library for that: solutions are those that the right-hand sides were
//! made of, the triangles are the host's.

use crate::for_types;
use crate::sparse_direct::norm;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::{Ordering, Splu, Trans, cholesky, factorized, splu, spsolve};
use xparray::sparse::Csr;
use xparray::{Error, Result};

type Z = Complex<f64>;

/// Points along a side of the grid.
const SIDE: usize = 36;
const N: usize = SIDE * SIDE;

fn number<T: Field, B: Backend>(xp: &B, re: f64, im: f64) -> Array<T, B> {
    xp.full([1], if T::DTYPE.is_complex() { Z::new(re, im).cast::<T>() } else { re.cast::<T>() }).unwrap()
}

/// Diffusion with a wind over a grid, complex where the type is.
fn wind<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let [main, up, down] = [(2.6, 0.5), (-0.7, 0.2), (-1.3, -0.1)].map(|(re, im)| number::<T, B>(xp, re, im));
    let line = Csr::diags(&[&main, &up, &down], &[0, 1, -1], [SIDE, SIDE]).unwrap();
    Csr::kronsum(&line, &line).unwrap()
}

/// Its rows moved by one, so that few entries are on the diagonal.
fn moved<T: Field, B: Backend>(a: &Csr<T, B>) -> Csr<T, B> {
    let one = number::<T, B>(a.xp(), 1.0, 0.0);
    Csr::diags(&[&one, &one], &[1, 1 - N as isize], [N, N]).unwrap().matmul_sparse(a).unwrap()
}

/// A Hermitian positive definite matrix.
fn hermitian<T: Field, B: Backend>(xp: &B) -> Csr<T, B> {
    let [main, up, down] = [(2.1, 0.0), (-0.8, 0.5), (-0.8, -0.5)].map(|(re, im)| number::<T, B>(xp, re, im));
    let line = Csr::diags(&[&main, &up, &down], &[0, 1, -1], [SIDE, SIDE]).unwrap();
    Csr::kronsum(&line, &line).unwrap()
}

/// Numbers from -1 to 1, of a type.
fn numbers<B: Backend>(xp: &B, dtype: DType, shape: &[usize]) -> DynArray<B> {
    let len = shape.iter().product::<usize>() as i64;
    let x = (xp.arange::<i64>(0..len).unwrap() * 37i64 % 64i64).astype::<f64>() / 32.0 - 1.0;
    let x = x.reshape(shape).unwrap().into_dyn();
    match dtype.is_complex() {
        true => x.multiply(xp.full(1, Z::new(0.5, -1.0)).unwrap()).unwrap().astype(dtype).unwrap(),
        false => x.astype(dtype).unwrap(),
    }
}

/// As far from what is expected as the precision of both types and the matrix' condition, some 1e3, allow.
fn check<B: Backend>(what: &str, found: Result<DynArray<B>>, expected: &DynArray<B>, types: [DType; 2]) {
    let found = found.unwrap_or_else(|error| panic!("{what}: {error}"));
    let eps = |dtype: DType| if dtype.real() == DType::F32 { f64::from(f32::EPSILON) } else { f64::EPSILON };
    let off = norm(&found.subtract(expected).unwrap()) / norm(expected);
    assert_eq!(found.shape(), expected.shape(), "{what}");
    assert!(off <= 1e3 * eps(types[0]).max(eps(types[1])), "{what} of {types:?}: {off}");
}

fn product<T: Field, B: Backend>(a: &Csr<T, B>, x: &DynArray<B>) -> DynArray<B> {
    use xparray::scipy::sparse::linalg::LinearOperator;
    if x.ndim() == 1 { a.matvec(x).unwrap() } else { a.matmat(x).unwrap() }
}

/// Systems of the matrix, its transpose and its adjoint, with vectors and matrices of each type on the right.
pub fn systems<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        for (name, a) in [("wind", wind::<T, B>(xp)), ("moved", moved(&wind::<T, B>(xp)))] {
            let lu = splu(&a, Splu::new()).unwrap();
            assert_eq!(lu.shape(), [N, N]);
            let transpose = a.transpose().unwrap();
            let sides = [(Trans::Plain, a.clone()), (Trans::Transpose, transpose.clone()), (Trans::Adjoint, transpose.conj().unwrap())];
            for dtype in [T::DTYPE, DType::F64, DType::Complex128] {
                let vector = numbers(xp, dtype, &[N]);
                let matrix = numbers(xp, dtype, &[3, N]).t();
                let strided = numbers(xp, dtype, &[2 * N, 2]).slice(s![..;2]).unwrap();
                let none = numbers(xp, dtype, &[N, 0]);
                for (trans, of) in &sides {
                    for x in [&vector, &matrix, &strided] {
                        check(name, lu.solve_with(&product(of, x), *trans), x, [T::DTYPE, dtype]);
                    }
                    assert_eq!(lu.solve_with(&none, *trans).unwrap().shape(), [N, 0]);
                }
                check(name, spsolve(&a, &product(&a, &vector)), &vector, [T::DTYPE, dtype]);
                check(name, factorized(&a).unwrap()(&product(&a, &matrix)), &matrix, [T::DTYPE, dtype]);
            }
        }
    });
}

/// The triangles and the orders of a matrix that a device has decomposed.
pub fn triangles<B: Backend>(xp: &B) {
    let a = moved(&wind::<f64, B>(xp));
    let lu = splu(&a, Splu::new()).unwrap();
    let (l, u) = (lu.l().unwrap(), lu.u().unwrap());
    assert_eq!(lu.nnz().unwrap(), l.nnz() + u.nnz());
    let [rows, columns] = [lu.perm_r().unwrap(), lu.perm_c().unwrap()].map(|place| place.argsort().unwrap());
    let ordered = a.to_dense().unwrap().take(&rows, 0).unwrap().take(&columns, 1).unwrap();
    let product = l.to_csr().unwrap().matmul_sparse(&u.to_csr().unwrap()).unwrap().to_dense().unwrap();
    assert!(norm(&(&ordered - product).into_dyn()) <= 1e-13 * norm(&ordered.into_dyn()));
}

/// Halves of Hermitian matrices.
pub fn halves<B: Backend>(xp: &B) {
    for_types!(fields, T => {
        let a = hermitian::<T, B>(xp);
        let half = cholesky(&a, Ordering::MmdAtPlusA).unwrap();
        for dtype in [T::DTYPE, DType::Complex128] {
            for x in [numbers(xp, dtype, &[N]), numbers(xp, dtype, &[2, N]).t()] {
                check("cholesky", half.solve(&product(&a, &x)), &x, [T::DTYPE, dtype]);
            }
        }
        // That of a product of two lines is known: eigenvalues of a line are 2.1 - 2 |-0.8 + 0.5i| cos(k pi / (SIDE + 1)).
        let size = if T::DTYPE.is_complex() { 0.89f64.sqrt() } else { 0.8 };
        let of = |k: usize| 2.1 - 2.0 * size * (k as f64 * std::f64::consts::PI / (SIDE + 1) as f64).cos();
        let pairs = (1..=SIDE).flat_map(|i| (1..=SIDE).map(move |j| of(i) + of(j)));
        let logdet = pairs.map(f64::ln).sum::<f64>();
        let eps = if T::DTYPE.real() == DType::F32 { 1e-6 } else { 1e-13 };
        assert!((half.logdet().unwrap() - logdet).abs() <= eps * logdet.abs(), "{}: {logdet}", T::DTYPE);
        let negative = a.multiply(number::<T, B>(xp, -1.0, 0.0)).unwrap();
        assert!(matches!(cholesky(&negative, Ordering::Natural).err(), Some(Error::NotPositiveDefinite { .. })));
    });
}

/// Large and small entries; matrices that are singular or not finite.
pub fn ends<B: Backend>(xp: &B) {
    let x = numbers(xp, DType::F64, &[N]);
    for scale in [1e-150, 1e-15, 1e150] {
        let a = moved(&wind::<f64, B>(xp)).multiply(number::<f64, B>(xp, scale, 0.0)).unwrap();
        check(&format!("times {scale:e}"), spsolve(&a, &product(&a, &x)), &x, [DType::F64; 2]);
    }
    for_types!(fields, T => {
        let a = wind::<T, B>(xp);
        let mut keep = vec![1.0; N];
        keep[700] = 0.0;
        let columns = xp.array(&keep).unwrap().astype::<T>();
        let singular = a.multiply(&columns).unwrap();
        assert!(matches!(splu(&singular, Splu::new()).err(), Some(Error::Singular { .. })), "{}", T::DTYPE);
        keep[700] = f64::NAN;
        let not_finite = a.multiply(xp.array(&keep).unwrap().astype::<T>()).unwrap();
        assert!(matches!(splu(&not_finite, Splu::new()).err(), Some(Error::Value { .. })), "{}", T::DTYPE);
        assert!(matches!(cholesky(&not_finite, Ordering::Natural).err(), Some(Error::Value { .. })), "{}", T::DTYPE);
    });
}
