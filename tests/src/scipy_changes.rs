//! Factorisations of matrices that change, against SciPy's, and other forms of matrices.

use crate::data::npz;
use crate::for_types;
use crate::scipy::{array, same};
use crate::scipy_linalg::{close, largest, unitary};
use xparray::prelude::*;
use xparray::scipy::linalg::{self, Balance, Lines, QrSide};
use xparray::{Error, Result, s};

/// The factors of a matrix, whose triangle has SciPy's magnitudes.
fn factors<B: Backend>(found: Result<(DynArray<B>, DynArray<B>)>, a: &DynArray<B>, what: &str) -> DynArray<B> {
    let (q, r) = found.unwrap_or_else(|e| panic!("{what}: {e}"));
    unitary(&q, what);
    close(&q.matmul(&r).unwrap(), a, 64.0, what);
    assert!(r.is_empty() || largest(&r.tril_with(-1).unwrap()) == 0.0, "{what}");
    r.abs().unwrap()
}

/// Updates, deletions and insertions, of both kinds of factorisations.
pub fn qr<B: Backend>(xp: &B) {
    let data = npz("linalg_changes.npz");
    let of = |name: &str| array(xp, &data, name);
    for kind in ["real", "complex"] {
        let [a, u, v, row, column] = ["a", "u", "v", "row", "column"].map(|part| of(&format!("{kind}/{part}")));
        for (mode, name) in [(QrMode::Complete, "full"), (QrMode::Reduced, "economic")] {
            let (q, r) = a.qr_with(Qr::new().mode(mode)).unwrap();
            let strided = |x: &DynArray<B>| x.t().copy().unwrap().t();
            for (q, r) in [(q.clone(), r.clone()), (strided(&q), strided(&r))] {
                let check = |what: &str, found, a: &DynArray<B>| {
                    let what = format!("{kind}/{name}/{what}");
                    same(&factors(found, a, &what), &data, &what, 128.0);
                };
                let more = a.add(u.matmul(&v.adjoint().unwrap()).unwrap()).unwrap();
                check("update", linalg::qr_update(&q, &r, &u, &v), &more);
                let join = |x: &[&DynArray<B>], axis: isize| xp.concatenate(x, axis).unwrap();
                let part = |from: usize, to: usize| a.slice(s![from..to]).unwrap();
                let rows = join(&[&part(0, 1), &part(3, 6)], 0);
                check("delete_rows", linalg::qr_delete(&q, &r, 1, 2, Lines::Rows), &rows);
                let last = a.slice(s![.., 2..]).unwrap();
                check("delete_columns", linalg::qr_delete(&q, &r, 0, 2, Lines::Columns), &last);
                let rows = join(&[&part(0, 4), &row, &part(4, 6)], 0);
                check("insert_rows", linalg::qr_insert(&q, &r, &row, 4, Lines::Rows), &rows);
                let columns = join(&[&a.slice(s![.., ..1]).unwrap(), &column, &a.slice(s![.., 1..]).unwrap()], 1);
                check("insert_columns", linalg::qr_insert(&q, &r, &column, 1, Lines::Columns), &columns);
                // A vector, a stack, and nothing at all.
                let one = linalg::qr_insert(&q, &r, &row.slice(s![0]).unwrap(), 6, Lines::Rows);
                drop(factors(one, &join(&[&a, &row.slice(s![..1]).unwrap()], 0), "a row"));
                let stack = xp.stack(&[&row, &row.multiply(2.0).unwrap()], 0).unwrap();
                let (qs, rs) = linalg::qr_insert(&q, &r, &stack, 0, Lines::Rows).unwrap();
                let back = qs.matmul(&rs).unwrap().slice(s![1]).unwrap();
                close(&back, &join(&[&row.multiply(2.0).unwrap(), &a], 0), 64.0, "a stack");
                drop(factors(linalg::qr_delete(&q, &r, 3, 0, Lines::Columns), &a, "nothing"));
            }
        }
        // A vector in the space of the columns, and a row that alone has a direction.
        let (q, r) = a.qr().unwrap();
        let first = a.slice(s![.., 0]).unwrap();
        let unit = xp.array([1.0, 0.0, 0.0]).unwrap();
        let twice = a.add(first.expand_dims(1).unwrap().multiply(&unit).unwrap()).unwrap();
        drop(factors(linalg::qr_update(&q, &r, &first, &unit), &twice, "inside"));
        let alone = xp.array([[0.0, 0.0], [0.0, 3.0], [1.0, 1.0], [2.0, 0.0]]).unwrap().into_dyn();
        let (q, r) = alone.slice(s![.., ..]).unwrap().qr().unwrap();
        let without = xp.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]]).unwrap().into_dyn();
        drop(factors(linalg::qr_delete(&q, &r, 1, 1, Lines::Rows), &without, "a direction"));
        let diagonal = xp.array([[2.0, 0.0], [0.0, 3.0], [0.0, 0.0]]).unwrap().into_dyn();
        let (q, r) = diagonal.qr().unwrap();
        let flat = xp.array([[2.0, 0.0], [0.0, 0.0]]).unwrap().into_dyn();
        drop(factors(linalg::qr_delete(&q, &r, 1, 1, Lines::Rows), &flat, "no direction"));
        for (side, c, expected) in [
            (QrSide::Left, column.slice(s![..3]).unwrap(), None),
            (
                QrSide::Right,
                row.matmul(&a.adjoint().unwrap()).unwrap(),
                Some(row.matmul(&a.adjoint().unwrap()).unwrap()),
            ),
        ] {
            let (product, r) = linalg::qr_multiply(&a, &c, side).unwrap();
            match expected {
                Some(c) => close(&product.matmul(&r).unwrap(), &c.matmul(&a).unwrap(), 64.0, "a product"),
                None => {
                    let (q, _) = a.qr().unwrap();
                    close(&product, &q.matmul(&c).unwrap(), 8.0, "a product");
                }
            }
        }
    }
    let a = xp.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]]).unwrap().into_dyn();
    let (q, r) = a.qr().unwrap();
    let ones = |n: usize| xp.ones::<f64>(n).unwrap();
    assert!(matches!(linalg::qr_update(&q, &r, &ones(2), &ones(2)), Err(Error::Shape { .. })));
    assert!(matches!(linalg::qr_update(&q, &q, &ones(3), &ones(2)), Err(Error::Shape { .. })));
    assert!(matches!(linalg::qr_delete(&q, &r, 2, 2, Lines::Columns), Err(Error::Index { .. })));
    assert!(matches!(linalg::qr_delete(&q, &r, usize::MAX, 2, Lines::Columns), Err(Error::Index { .. })));
    assert!(matches!(linalg::qr_delete(&q, &r, 0, 2, Lines::Rows), Err(Error::Shape { .. })));
    assert!(matches!(linalg::qr_insert(&q, &r, &ones(3), 0, Lines::Rows), Err(Error::Shape { .. })));
    assert!(matches!(linalg::qr_insert(&q, &r, &ones(2), 4, Lines::Rows), Err(Error::Index { .. })));
    let nan = xp.full([2], f64::NAN).unwrap();
    assert!(matches!(linalg::qr_insert(&q, &r, &nan, 0, Lines::Rows), Err(Error::Value { .. })));
    let zero = xp.scalar(1.0);
    assert!(matches!(linalg::qr_delete(&zero, &zero, 0, 0, Lines::Rows), Err(Error::Shape { .. })));
    let single = |x: &DynArray<B>| x.astype(DType::F32).unwrap();
    let (q, r) = linalg::qr_insert(&single(&q), &single(&r), &ones(2).astype::<f32>(), 3, Lines::Rows).unwrap();
    assert_eq!((q.dtype(), r.dtype()), (DType::F32, DType::F32));
}

/// Real blocks of complex eigenvalues, balanced matrices and sketches.
pub fn forms<B: Backend>(xp: &B) {
    let data = npz("linalg_changes.npz");
    let of = |name: &str| array(xp, &data, name);
    let (w, v) = (of("blocks/w"), of("blocks/v"));
    let (wr, vr) = linalg::cdf2rdf(&w, &v).unwrap();
    same(&wr, &data, "blocks/wr", 1.0);
    same(&vr, &data, "blocks/vr", 1.0);
    let twice = |x: &DynArray<B>| xp.stack(&[x, x], 0).unwrap();
    let (wr, vr) = linalg::cdf2rdf(&twice(&w), &twice(&v).flip(..).unwrap().copy().unwrap().flip(..).unwrap()).unwrap();
    same(&wr.slice(s![1]).unwrap(), &data, "blocks/wr", 1.0);
    same(&vr.slice(s![1]).unwrap(), &data, "blocks/vr", 1.0);
    let single = DType::Complex64;
    let (wr, _) = linalg::cdf2rdf(&w.astype(single).unwrap(), &v.astype(single).unwrap()).unwrap();
    same(&wr, &data, "blocks/wr", 4.0);
    for_types!(numbers, T => {
        let (w, v) = (xp.array([1, 2]).unwrap().astype::<T>(), xp.eye::<T>(2).unwrap());
        let (wr, vr) = linalg::cdf2rdf(&w, &v).unwrap();
        assert_eq!((wr.to_string(), vr.to_string()), ("[[1. 0.]\n [0. 2.]]".into(), "[[1. 0.]\n [0. 1.]]".into()), "{}", T::DTYPE);
    });
    let alone = xp.from_slice(&[Complex::new(1.0, 2.0), Complex::new(1.0, 2.0)], 2).unwrap();
    let eye = xp.eye::<f64>(2).unwrap();
    assert!(matches!(linalg::cdf2rdf(&alone, &eye), Err(Error::Value { .. })));
    assert!(matches!(linalg::cdf2rdf(&w, &eye), Err(Error::Shape { .. })));
    assert!(matches!(linalg::cdf2rdf(&eye, &eye), Err(Error::Shape { .. })));
    let none = xp.zeros::<f64>([0, 0]).unwrap();
    assert_eq!(linalg::cdf2rdf(&xp.zeros::<f64>(0).unwrap(), &none).unwrap().0.shape(), [0, 0]);

    let a = of("balance/a");
    for (permute, scale) in [(true, true), (true, false), (false, true), (false, false)] {
        let options = Balance::new().permute(permute).scale(scale);
        for a in [&a, &a.t().copy().unwrap().t()] {
            let (b, t) = linalg::matrix_balance_with(a, options).unwrap();
            close(&t.matmul(&b).unwrap(), &a.matmul(&t).unwrap(), 0.0, "a balanced matrix");
            if !scale {
                same(&b, &data, &format!("balance/{}{}", u8::from(permute), u8::from(scale)), 0.0);
            }
        }
    }
    let (b, _) = linalg::matrix_balance(&a).unwrap();
    let size = |x: &DynArray<B>| largest(&x.square().unwrap().sum(..).unwrap());
    // As even as SciPy's.
    assert!(size(&b) <= 2.0 * size(&of("balance/11")));

    let tall = xp.rng(3).normal_of(DType::F64, [3000, 3]).unwrap();
    let sketch = linalg::clarkson_woodruff_transform(&tall, 400, &mut xp.rng(4)).unwrap();
    let gram = |x: &DynArray<B>| x.t().matmul(x).unwrap().divide(3000.0).unwrap();
    let off = gram(&sketch).subtract(gram(&tall)).unwrap();
    assert!(largest(&off) < 0.25 && largest(&off) > 0.0);
    // The sum over the rows of ones with signs, whose squares are as many as there are rows.
    let whole = linalg::clarkson_woodruff_transform(&xp.eye::<f32>(50).unwrap(), 7, &mut xp.rng(5)).unwrap();
    assert_eq!((whole.dtype(), largest(&whole.abs().unwrap().sum(0).unwrap())), (DType::F32, 1.0));
    let stack = xp.ones::<i32>([2, 0, 3]).unwrap();
    assert_eq!(linalg::clarkson_woodruff_transform(&stack, 4, &mut xp.rng(1)).unwrap().shape(), [2, 4, 3]);
    for wrong in [
        linalg::clarkson_woodruff_transform(&tall, 0, &mut xp.rng(1)),
        linalg::clarkson_woodruff_transform(&xp.ones::<f64>(3).unwrap(), 2, &mut xp.rng(1)),
    ] {
        assert!(wrong.is_err());
    }
}
