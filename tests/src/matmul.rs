//! Products of matrices and vectors. The data are multiples of 1/8, so that sums of products are exact.

use crate::arrays::{check, from_numbers, layouts};
use crate::compare::{assert_array, assert_close};
use crate::data::npz;
use crate::for_types;
use crate::layouts::relaid;
use xparray::prelude::*;
use xparray::{Error, Profiled, s};

/// NumPy's products in every type, of operands in every layout.
pub fn data<B: Backend>(xp: &B) {
    let data = npz("matmul.npz");
    let cases: Vec<&str> = data.keys().filter_map(|key| key.strip_suffix("/out0")).collect();
    assert_eq!(cases.len(), 15 * 9);
    for case in cases {
        let (x, y, expected) =
            (&data[&format!("{case}/in0")], &data[&format!("{case}/in1")], &data[&format!("{case}/out0")]);
        xparray::dispatch_dtype!(x.dtype, T => {
            let (x, y) = (x.array::<T, B>(xp), y.array::<T, B>(xp));
            for (x, y) in relaid(&x).iter().zip(relaid(&y).iter().rev()) {
                let product = x.matmul(y).unwrap();
                assert_eq!(product.shape(), expected.shape, "{case}");
                assert_close(&product.to_vec().unwrap(), &expected.to_vec::<T>(), 0.0, case);
            }
        });
    }
}

/// Small integers that do not repeat, as any type.
fn counted<T: Element, B: Backend>(xp: &B, shape: [usize; 2], seed: i64) -> (Array<T, B>, Vec<i64>) {
    let n = (shape[0] * shape[1]) as i64;
    let host: Vec<i64> = (0..n).map(|i| (i * 7919 + seed) % 11 % 5).collect();
    let values: Vec<T> = host.iter().map(|x| x.cast()).collect();
    (xp.from_slice(&values, shape).unwrap(), host)
}

/// Matrices beyond the blocks of any algorithm, transposed or not, in every type.
pub fn large_products<B: Backend>(xp: &B) {
    let [m, k, n] = [67usize, 259, 131];
    for_types!(all, T => {
        let ((a, host_a), (b, host_b)) = (counted::<T, B>(xp, [m, k], 1), counted::<T, B>(xp, [k, n], 2));
        let expected: Vec<T> = (0..m * n)
            .map(|i| (0..k).map(|j| host_a[i / n * k + j] * host_b[j * n + i % n]).sum::<i64>().cast())
            .collect();
        let transposed = |x: &Array<T, B>| {
            let t = x.matrix_transpose().unwrap().ascontiguousarray();
            t.eval().unwrap();
            t.matrix_transpose().unwrap()
        };
        for a in [&a, &transposed(&a)] {
            for b in [&b, &transposed(&b)] {
                assert_array(&a.matmul(b).unwrap(), &[m, n], &expected, 0.0);
            }
        }
        let column = b.slice(s![.., 3]).unwrap();
        let expected: Vec<T> = expected.iter().skip(3).step_by(n).copied().collect();
        assert_array(&a.matmul(&column).unwrap(), &[m], &expected, 0.0);
        assert_array(&column.matmul(&transposed(&a).matrix_transpose().unwrap()).unwrap(), &[m], &expected, 0.0);
    });
}

/// Real data: the error of each element is bounded by that of its inner product.
pub fn errors_are_those_of_inner_products<B: Backend>(xp: &B) {
    let mut rng = xp.rng(5);
    let (a, b) = (rng.normal::<f32>([120, 300]).unwrap(), rng.normal::<f32>([300, 90]).unwrap());
    let product = a.matmul(&b).unwrap().to_vec().unwrap();
    let wide = |x: &Array<f32, B>| x.to_vec().unwrap().into_iter().map(f64::from).collect::<Vec<_>>();
    let (a, b) = (wide(&a), wide(&b));
    for (i, &actual) in product.iter().enumerate() {
        let terms = (0..300).map(|j| a[i / 90 * 300 + j] * b[j * 90 + i % 90]);
        let (sum, magnitude) = terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()));
        assert!(
            (actual as f64 - sum).abs() <= 300.0 * 2f64.powi(-24) * magnitude,
            "element {i}: {actual} is not {sum}"
        );
    }
}

/// Types promote; operands may be expressions, views of one another, stacks that broadcast.
pub fn operands<B: Backend>(xp: &B) {
    let a = xp.from_slice(&[1i32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
    let b = xp.from_slice(&[1.0f32, 0.5, -1.0], 3).unwrap();
    let product: Array<f64, B> = a.matmul(&b).unwrap();
    assert_array(&product, &[2], &[-1.0, 0.5], 0.0);
    let gram = a.matmul(&a.matrix_transpose().unwrap()).unwrap();
    assert_array(&gram, &[2, 2], &[14, 32, 32, 77], 0.0);
    let shifted = (&a + 1).matmul(&(&a.matrix_transpose().unwrap() * 2)).unwrap() - 1;
    assert_array(&shifted, &[2, 2], &[39, 93, 75, 183], 0.0);
    let row = xp.from_slice(&[1i32, -1], [1, 2]).unwrap().broadcast_to([4, 1, 2]).unwrap();
    assert_array(&row.matmul(&a).unwrap(), &[4, 1, 3], &[-3; 12], 0.0);
    let flipped = a.flip(..).unwrap().matmul(&a.slice(s![..;-1, 1..]).unwrap().matrix_transpose().unwrap());
    assert!(matches!(flipped, Err(Error::Shape { op: "matmul", .. })));
    for (left, right) in [([2, 3], [2, 3]), ([3, 2], [3, 2])] {
        let (left, right) = (xp.ones::<u8>(left).unwrap(), xp.ones::<u8>(right).unwrap());
        let Err(Error::Shape { op, left: l, right: r }) = left.matmul(&right) else { panic!("no error") };
        assert_eq!((op, &l[..], &r[..]), ("matmul", left.shape(), right.shape()));
    }
    let (x, y) = (xp.ones::<f32>([2, 3, 3]).unwrap(), xp.ones::<f32>([3, 3, 3]).unwrap());
    assert!(matches!(x.matmul(&y), Err(Error::Shape { .. })));
    assert!(matches!(xp.scalar(1.0).matmul(&x), Err(Error::Value { .. })));
}

/// `dot`, `vdot`, `inner`, `outer`, `tensordot`, `kron`.
pub fn other_products<B: Backend>(xp: &B) {
    let a = xp.arange((0i64, 6, 1)).unwrap().reshape([2, 3]).unwrap();
    let cube = xp.arange((0i64, 24, 1)).unwrap().reshape([4, 3, 2]).unwrap();
    let dot = a.dot(&cube).unwrap();
    assert_eq!(dot.shape(), [2, 4, 2]);
    assert_eq!(dot.to_vec().unwrap(), [10, 13, 28, 31, 46, 49, 64, 67, 28, 40, 100, 112, 172, 184, 244, 256]);
    assert_array(&a.dot(&xp.scalar(2i64)).unwrap(), &[2, 3], &[0, 2, 4, 6, 8, 10], 0.0);
    let v = xp.from_slice(&[1i64, 0, -2], 3).unwrap();
    assert_eq!(v.dot(&v).unwrap().item().unwrap(), 5);
    assert!(matches!(a.dot(&a), Err(Error::Shape { .. })));

    let i = Complex::new(0.0f32, 1.0);
    let z = xp.from_slice(&[i, i + 1.0], 2).unwrap();
    assert_eq!(z.vdot(&z).unwrap().item().unwrap(), Complex::new(3.0, 0.0));
    assert_eq!(z.dot(&z).unwrap().item().unwrap(), Complex::new(-1.0, 2.0));
    assert_eq!(a.vdot(&a.permute_dims([1, 0]).unwrap().reshape(6).unwrap()).unwrap().item().unwrap(), 50);
    assert!(matches!(a.vdot(&v), Err(Error::Shape { .. })));

    assert_array(&a.inner(&a).unwrap(), &[2, 2], &[5, 14, 14, 50], 0.0);
    assert_array(&a.inner(&v).unwrap(), &[2], &[-4, -7], 0.0);
    assert_array(&v.outer(&a).unwrap(), &[3, 6], &[0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, -2, -4, -6, -8, -10], 0.0);

    assert_array(&cube.tensordot(&a, ([1], [1])).unwrap(), &[4, 2, 2], &NUMPYS_TENSORDOT, 0.0);
    assert_eq!(a.tensordot(&a, ([0, 1], [0, 1])).unwrap().item().unwrap(), 55);
    assert_eq!(a.tensordot(&a, 2).unwrap().item().unwrap(), 55);
    assert_array(&a.tensordot(&a.t(), 1).unwrap(), &[2, 2], &[5, 14, 14, 50], 0.0);
    assert!(matches!(a.tensordot(&a, 3), Err(Error::Axis { .. })));
    assert_eq!(a.tensordot(&v, 0).unwrap().shape(), [2, 3, 3]);
    assert!(matches!(a.tensordot(&cube, ([0], [0])), Err(Error::Shape { .. })));
    assert!(matches!(a.tensordot(&cube, ([2], [0])), Err(Error::Axis { .. })));

    let huge = xp.zeros::<f32>(1usize << 40).unwrap();
    assert!(matches!(huge.kron(&huge), Err(Error::Value { .. })));
    let k = xp.from_slice(&[1i64, 10], 2).unwrap().kron(&a).unwrap();
    assert_array(&k, &[2, 6], &[0, 1, 2, 0, 10, 20, 3, 4, 5, 30, 40, 50], 0.0);
}

/// `numpy.tensordot(cube, a, ([1], [1]))` of the arrays above.
const NUMPYS_TENSORDOT: [i64; 16] = [10, 28, 13, 40, 28, 100, 31, 112, 46, 172, 49, 184, 64, 244, 67, 256];

/// Nothing to sum over is zero.
pub fn empty_products<B: Backend>(xp: &B) {
    let (tall, flat) = (xp.zeros::<f64>([3, 0]).unwrap(), xp.zeros::<f64>([0, 2]).unwrap());
    assert_array(&tall.matmul(&flat).unwrap(), &[3, 2], &[0.0; 6], 0.0);
    assert_eq!(flat.matmul(&xp.zeros::<f64>([2, 4]).unwrap()).unwrap().shape(), [0, 4]);
    let none = xp.zeros::<f64>(0).unwrap();
    assert_eq!(none.dot(&none).unwrap().item().unwrap(), 0.0);
    assert_array(&tall.matmul(&none).unwrap(), &[3], &[0.0; 3], 0.0);
    assert_eq!(
        xp.zeros::<i32>([0, 2, 3]).unwrap().matmul(&xp.zeros::<i32>([3, 4]).unwrap()).unwrap().shape(),
        [0, 2, 4]
    );
}

/// Products of stacks of vectors, and of chains of matrices.
pub fn stacks_and_chains<B: Backend>(xp: &B) {
    for_types!(all, T => {
        let one = |n: i64| if T::DTYPE == DType::Bool { n.min(1) } else { n };
        for a in layouts::<T, B>(xp, &[2, 3]) {
            let x = from_numbers::<T, B>(xp, &[1, 0, 1], &[3]);
            check(&a.vecdot(&x).unwrap(), &[2], &[one(2), one(8)]);
            check(&a.matvec(&x).unwrap(), &[2], &[one(2), one(8)]);
            check(&x.vecmat(&a.t()).unwrap(), &[2], &[one(2), one(8)]);
            let rows = a.expand_dims(1).unwrap();
            assert_eq!(rows.vecdot(&a).unwrap().shape(), [2, 2]);
            check(&a.matvec(&a).unwrap(), &[2, 2], &[one(5), one(14), one(14), one(50)]);
            check(&a.vecmat(&a.t()).unwrap(), &[2, 2], &[one(5), one(14), one(14), one(50)]);
            check(&xp.multi_dot(&[&x, &a.t(), &a, &x]).unwrap(), &[], &[one(68)]);
            check(&xp.multi_dot(&[&a, &x]).unwrap(), &[2], &[one(2), one(8)]);
            check(&xp.multi_dot(&[&a, &a.t()]).unwrap(), &[2, 2], &[one(5), one(14), one(14), one(50)]);
            assert!(matches!(a.vecdot(&a.t()), Err(Error::Shape { .. })));
            assert!(matches!(xp.multi_dot(&[&a, &a]), Err(Error::Shape { .. })));
            assert!(matches!(xp.multi_dot(&[&a, &x, &a]), Err(Error::Value { .. })));
            assert!(matches!(xp.multi_dot(&[&a]), Err(Error::Value { .. })));
            assert!(matches!(x.matvec(&x), Err(Error::Value { .. })));
            assert!(matches!(a.matvec(&a.t()), Err(Error::Shape { .. })));
        }
    });
    // np.vecdot, np.matvec, np.vecmat
    let z = |re, im| Complex::new(re, im);
    let a = xp.array([[z(1.0, 1.0), z(2.0, 0.0)], [z(0.0, 3.0), z(4.0, 0.0)]]).unwrap();
    let b = xp.array([z(2.0, -1.0), z(1.0, 0.0)]).unwrap();
    assert_eq!(a.vecdot(&b).unwrap().to_vec().unwrap(), [z(3.0, -3.0), z(1.0, -6.0)]);
    assert_eq!(a.matvec(&b).unwrap().to_vec().unwrap(), [z(5.0, 1.0), z(7.0, 6.0)]);
    assert_eq!(b.vecmat(&a).unwrap().to_vec().unwrap(), [z(1.0, 6.0), z(8.0, 2.0)]);
    assert_eq!(
        xp.zeros::<f32>([3, 0]).unwrap().vecdot(&xp.zeros::<f32>(0).unwrap()).unwrap().to_vec().unwrap(),
        [0.0; 3]
    );
    assert!(matches!(xp.scalar(1).vecdot(&xp.scalar(1)), Err(Error::Value { .. })));
    // In f16 itself the sum would stop at 2048.
    let halves = xp.ones::<f16>(3000).unwrap();
    assert_eq!(halves.vecdot(&halves).unwrap().item().unwrap(), f16::from_f32(3000.0));
}

/// Products of vectors and what is still to be computed: in every type and layout those of the computed arrays, empty ones too.
pub fn expressions_and_vectors<B: Backend>(xp: &B) {
    for_types!(all, T => {
        let is_bool = T::DTYPE == DType::Bool;
        let numbers = |of: [i64; 2]| if is_bool { of.map(|n| n.min(1)) } else { of };
        for a in layouts::<T, B>(xp, &[2, 3]) {
            let x = from_numbers::<T, B>(xp, &[1, 0, 1], &[3]);
            let twice = || if is_bool { a.logical_or(&a).unwrap().astype::<T>() } else { a.add(&a).unwrap() };
            let expected = if is_bool { [2, 8] } else { [4, 16] };
            check(&twice().matmul(&x).unwrap(), &[2], &numbers(expected));
            check(&x.matmul(&twice().t()).unwrap(), &[2], &numbers(expected));
            let row = || twice().slice(s![1]).unwrap();
            check(&row().dot(&x).unwrap(), &[], &numbers(expected)[1..]);
            check(&x.vdot(&row()).unwrap(), &[], &numbers(expected)[1..]);
            // Held, it is stored along; and so it is where it is read again.
            let held = twice();
            let product = held.matmul(&x).unwrap();
            check(&product, &[2], &numbers(expected));
            check(&held.matmul(&x).unwrap(), &[2], &numbers(expected));
            assert!(matches!(twice().matmul(&row().slice(s![..2]).unwrap()), Err(Error::Shape { op: "matmul", .. })));
        }
        let none = xp.zeros::<T>([3, 0]).unwrap().astype::<Complex<f64>>().astype::<T>();
        check(&none.matmul(&xp.zeros::<T>(0).unwrap()).unwrap(), &[3], &[0; 3]);
        assert_eq!(none.t().matmul(&xp.zeros::<T>(3).unwrap()).unwrap().shape(), [0]);
    });
    // The first operand is conjugated.
    let z = xp.array([Complex::new(1.0, 1.0), Complex::new(0.0, -1.0)]).unwrap();
    assert_eq!((&z * 2.0).vdot(&z).unwrap().item().unwrap(), Complex::new(6.0, 0.0));
    // In f16 itself the sum would stop at 2048.
    let halves = xp.ones::<f16>([2, 3000]).unwrap();
    assert_eq!(
        (&halves * f16::ONE).matmul(&xp.ones::<f16>(3000).unwrap()).unwrap().to_vec().unwrap(),
        [f16::from_f32(3000.0); 2]
    );
}

/// A product of a vector is one kernel with the expression that it reads and what is made of it.
pub fn vectors_fuse<B: Backend>(xp: &B) {
    let fuses = xp.fuses_product(DType::F32, 30, 1);
    let xp = Profiled::new(xp.clone());
    let (x, w) = (xp.ones::<f32>([30, 20]).unwrap(), xp.ones::<f32>(20).unwrap());
    x.eval().unwrap();
    w.eval().unwrap();
    let before = xp.profile().unwrap().rows.values().map(|row| row.calls).sum::<u64>();
    let y = (((&x - 0.5) * 4.0).matmul(&w).unwrap() + 1.0).tanh();
    y.eval().unwrap();
    let calls = xp.profile().unwrap().rows.values().map(|row| row.calls).sum::<u64>() - before;
    assert_eq!(y.shape(), [30]);
    assert!(calls == 1 || !fuses, "{calls} operations");
}

/// An expression of many rows times a matrix of a few columns, whose sums share what is made of a row: of every type and layout, in stacks,
/// and from the other side.
pub fn few_columns<B: Backend>(xp: &B) {
    let fuses = |rows: usize| xp.fuses_product(DType::F64, rows, 2);
    let (m, k) = ([300, 5_000, 70_000].into_iter().find(|&rows| fuses(rows)).unwrap_or(300), 5);
    let (raw, host) = counted::<i16, B>(xp, [m, k], 1);
    let turned = raw.t().copy();
    turned.eval().unwrap();
    for_types!(all, T => {
        for n in [1, 2, 3, 6, 8, 9] {
            let (w, host_w) = counted::<T, B>(xp, [k, n], 2);
            let sum = |i: usize| (0..k).map(|j| (host[i / n * k + j] + 1) * host_w[j * n + i % n]).sum::<i64>();
            let expected: Vec<T> = (0..m * n).map(|i| sum(i).cast()).collect();
            let x = || (&raw + 1i16).astype::<T>();
            assert_array(&x().matmul(&w).unwrap(), &[m, n], &expected, 0.0);
            let along = w.t().copy();
            assert_array(&(turned.t() + 1i16).astype::<T>().matmul(&along.t()).unwrap(), &[m, n], &expected, 0.0);
            assert_array(&along.matmul(&x().t()).unwrap().t(), &[m, n], &expected, 0.0);
            let stack = x().reshape([2, m / 2, k]).unwrap().matmul(&w).unwrap();
            assert_array(&stack.reshape([m, n]).unwrap(), &[m, n], &expected, 0.0);
        }
    });
    let profiled = Profiled::new(xp.clone());
    let calls = || profiled.profile().unwrap().rows.values().map(|row| row.calls).sum::<u64>();
    let (x, w) = (profiled.ones::<f64>([m, k]).unwrap(), profiled.ones::<f64>([2, k]).unwrap());
    x.eval().unwrap();
    w.eval().unwrap();
    let before = calls();
    let y = ((&x - 0.5) * 4.0).matmul(&w.t()).unwrap() + 1.0;
    y.eval().unwrap();
    let calls = calls() - before;
    // The product with what is before and after it.
    assert!(calls == 1 || !fuses(m), "{calls} operations");
    assert_eq!(y.sum(..).unwrap().item().unwrap(), 22.0 * m as f64);
    assert_eq!(((&x - 0.5) * 4.0).matmul(&w.slice(s![..0]).unwrap().t()).unwrap().shape(), [m, 0]);
    assert!(((&x - 0.5) * 4.0).matmul(&w).is_err());
}
