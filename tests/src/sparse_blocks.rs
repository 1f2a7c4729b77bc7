//! Matrices of dense blocks, against dense matrices.

use crate::for_types;
use xparray::prelude::*;
use xparray::scipy::sparse::linalg::LinearOperator;
use xparray::sparse::{Bsr, Csr};
use xparray::{Error, Result};

type Z = Complex<f64>;

/// Conversions and products.
pub fn products<B: Backend>(xp: &B) {
    for_types!([f32 f64 Complex<f32> Complex<f64>] T => for (rows, cols, sizes) in [(6, 4, vec![[1, 1], [3, 2], [2, 4], [6, 4]]), (4, 0, vec![[2, 5]]), (0, 0, vec![[1, 1]])] {
        let values: Vec<T> = (0..rows * cols).map(|i| if i * i % 5 == 1 { Z::new(i as f64 - 7.0, (i % 3) as f64).cast() } else { T::default() }).collect();
        let dense = xp.from_slice(&values, [rows, cols]).unwrap();
        let csr = Csr::from_dense(&dense).unwrap();
        for size in sizes {
            let bsr = csr.to_bsr(size).unwrap();
            assert_eq!((bsr.shape(), bsr.blocksize()), ([rows, cols], size));
            assert_eq!(bsr.nnz(), bsr.indices().len() * size[0] * size[1]);
            assert!(bsr.to_dense().unwrap().array_equal(&dense).unwrap());
            assert!(bsr.to_csr().unwrap().array_equal(&csr).unwrap());
            let again = Bsr::from_parts([rows, cols], bsr.indptr().unwrap(), bsr.indices(), bsr.data()).unwrap().clone();
            assert!(again.to_dense().unwrap().array_equal(&dense).unwrap());
            let all = xp.arange((0, (cols * 6) as i64, 1)).unwrap().astype::<T>().reshape([cols, 6]).unwrap();
            let wide = all.slice(s![.., ..;2]).unwrap();
            for x in [all.slice(s![.., 0]).unwrap(), wide.clone(), all.slice(s![.., ..0]).unwrap(), wide.slice(s![.., ..1]).unwrap().broadcast_to([cols, 3]).unwrap()] {
                let expected = dense.matmul(&x).unwrap();
                let product = bsr.matmul(&x).unwrap();
                assert!(product.shape() == expected.shape() && product.array_equal(&expected).unwrap(), "{size:?} {product} {expected}");
                if x.ndim() == 1 {
                    assert!(bsr.matvec(x.as_dyn()).unwrap().array_equal(expected.as_dyn()).unwrap());
                    let y = xp.arange((0, rows as i64, 1)).unwrap().into_dyn();
                    let back = dense.as_dyn().adjoint().unwrap().matmul(&y).unwrap();
                    assert!(bsr.rmatvec(&y).unwrap().array_equal(&back).unwrap());
                    let z = x.as_dyn().astype(DType::Complex128).unwrap();
                    assert_eq!(bsr.matvec(&z).unwrap().dtype(), DType::Complex128);
                }
            }
            for wrong in [xp.ones::<T>(cols + 1).unwrap(), xp.ones([]).unwrap(), xp.ones([cols, 1, 1]).unwrap()] {
                assert!(matches!(bsr.matmul(&wrong), Err(Error::Shape { .. })));
            }
            assert!(bsr.matvec(&xp.ones_of(T::DTYPE, [cols, 1]).unwrap()).is_err());
        }
        for size in [[0, 1], [1, 0], [rows + 1, 1]] {
            assert!(matches!(csr.to_bsr(size).err(), Some(Error::Shape { .. })) || rows == 0);
        }
    });
    // Blocks named twice add up; what makes no matrix.
    let data = xp.arange((1.0, 9.0, 1.0)).unwrap().reshape([2, 2, 2]).unwrap();
    let twice = Bsr::from_parts([2, 4], [0, 2], [1, 1], &data).unwrap();
    assert_eq!(twice.to_dense().unwrap().to_vec().unwrap(), [0.0, 0.0, 6.0, 8.0, 0.0, 0.0, 10.0, 12.0]);
    assert_eq!(twice.matmul(&xp.ones::<f64>(4).unwrap()).unwrap().to_vec().unwrap(), [14.0, 22.0]);
    let from = |shape: [usize; 2], indptr: &[i64], indices: &[i64]| -> Result<Bsr<f64, B>> {
        Bsr::from_parts(shape, indptr, indices, &data)
    };
    assert!(matches!(from([3, 4], &[0, 2], &[0, 1]).err(), Some(Error::Shape { .. })));
    assert!(matches!(from([4, 4], &[0, 2], &[0, 1]).err(), Some(Error::Shape { .. })));
    assert!(matches!(from([2, 4], &[0, 2], &[0, 2]).err(), Some(Error::Index { .. })));
    assert!(matches!(from([2, 4], &[0, 1], &[0, 1]).err(), Some(Error::Value { .. })));
    assert!(from([2, usize::MAX - 1], &[0, 2], &[0, 1]).is_err());
}
