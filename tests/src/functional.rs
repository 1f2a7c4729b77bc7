//! Functions of rows, of axes and of pieces; matrices of powers.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::for_types;
use xparray::Error;
use xparray::prelude::*;

/// `apply_along_axis`, `apply_over_axes`.
pub fn rows_and_axes<B: Backend>(xp: &B) {
    for_types!([i32 i64 f32 f64 Complex<f64>] T => {
        for x in layouts::<T, B>(xp, &[2, 3, 2]) {
            let last = x.apply_along_axis(1, |rows| rows.slice(s![.., .., -1])).unwrap();
            check(&last, &[2, 2], &[4, 5, 10, 11]);
            let turned = x.apply_along_axis(-2, |rows| rows.flip(-1)).unwrap();
            check(&turned, &[2, 3, 2], &[4, 5, 2, 3, 0, 1, 10, 11, 8, 9, 6, 7]);
            // np.apply_along_axis(np.diag, 0, x): a matrix in the place of each row
            let matrices = x.apply_along_axis(0, |rows| {
                let matrices = rows.expand_dims(-1)?.into_dyn().multiply(&xp.eye::<T>(2)?)?;
                matrices.typed::<T>()
            }).unwrap();
            assert_eq!(matrices.shape(), [2, 2, 3, 2]);
            check(&matrices.slice(s![0]).unwrap(), &[2, 3, 2], &[0, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0]);
            check(&matrices.slice(s![1]).unwrap(), &[2, 3, 2], &[0, 0, 0, 0, 0, 0, 6, 7, 8, 9, 10, 11]);
            let extremes = x.apply_over_axes((0, -1), |x, axis| x.max(axis)).unwrap();
            check(&extremes, &[1, 3, 1], &[7, 9, 11]);
            let kept = x.apply_over_axes(.., |x, axis| x.min(keepdims(axis))).unwrap();
            check(&kept, &[1, 1, 1], &[0]);
            assert!(matches!(x.apply_along_axis(1, |rows| rows.sum(..)), Err(Error::Shape { .. })));
            assert!(matches!(x.apply_along_axis(3, |rows| rows.sort()), Err(Error::Axis { .. })));
            assert!(matches!(x.apply_over_axes([0, 1], |x, _| x.max(..)), Err(Error::Shape { .. })));
        }
    });
    let empty = xp.zeros::<f32>([0, 3]).unwrap();
    assert_eq!(empty.apply_along_axis(1, |rows| rows.sum(-1)).unwrap().shape(), [0]);
    assert!(matches!(xp.scalar(1).apply_along_axis(0, |rows| rows.sort()), Err(Error::Axis { .. })));
    assert_eq!(xp.scalar(1).apply_over_axes((), |x, axis| x.max(axis)).unwrap().item().unwrap(), 1);
}

/// np.piecewise
pub fn pieces<B: Backend>(xp: &B) {
    for_types!([i8 i32 i64 xparray::f16 f32 f64] T => {
        let x = from_numbers::<T, B>(xp, &[-2, -1, 0, 1, 2, 3], &[2, 3]);
        for x in [x.clone(), x.t().copy().t(), &x + 0] {
            let (low, high) = (x.less(0).unwrap(), x.greater(-2).unwrap());
            let y = x.piecewise(&[&low, &high], &[&|x| Ok(-x), &|x| Ok(x.square())]).unwrap();
            check(&y, &[2, 3], &[2, 1, 0, 1, 4, 9]);
            let y = x.piecewise(&[&low], &[&|x| Ok(x.zeros_like()), &|x| Ok(x.ones_like())]).unwrap();
            check(&y, &[2, 3], &[0, 0, 1, 1, 1, 1]);
            let y = x.piecewise(&[&low.slice(s![0]).unwrap()], &[&|x| Ok(x.ones_like())]).unwrap();
            check(&y, &[2, 3], &[1, 1, 0, 1, 1, 0]);
            check(&x.piecewise(&[], &[]).unwrap(), &[2, 3], &[0; 6]);
            assert!(matches!(x.piecewise(&[&low, &low], &[&|x| Ok(x.clone())]), Err(Error::Value { .. })));
            assert!(matches!(x.piecewise(&[&low.t()], &[&|x| Ok(x.clone())]), Err(Error::Shape { .. })));
        }
    });
    let scalar = xp.scalar(2.0);
    assert_eq!(scalar.piecewise(&[&scalar.greater(1).unwrap()], &[&|x| Ok(x * 3.0)]).unwrap().item().unwrap(), 6.0);
}

/// np.vander
pub fn powers<B: Backend>(xp: &B) {
    for_types!([bool i8 u16 i64 f32 f64 Complex<f32> Complex<f64>] T => {
        let x = from_numbers::<T, B>(xp, &[0, 1, 1, 0], &[4]);
        check(&x.vander_with(Vander::new().columns(3)).unwrap(), &[4, 3], &[0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1]);
        assert_eq!(x.vander().unwrap().shape(), [4, 4]);
    });
    for x in layouts::<i16, B>(xp, &[4]) {
        check(&x.vander().unwrap(), &[4, 4], &[0, 0, 0, 1, 1, 1, 1, 1, 8, 4, 2, 1, 27, 9, 3, 1]);
        let up = Vander::new().increasing(true);
        check(&x.vander_with(up.columns(2)).unwrap(), &[4, 2], &[1, 0, 1, 1, 1, 2, 1, 3]);
        assert_eq!(x.vander_with(up.columns(0)).unwrap().shape(), [4, 0]);
    }
    assert_eq!(xp.zeros::<f32>(0).unwrap().vander_with(Vander::new().columns(2)).unwrap().shape(), [0, 2]);
    assert!(matches!(counting::<i32, B>(xp, &[2, 2]).vander(), Err(Error::Value { .. })));
}
