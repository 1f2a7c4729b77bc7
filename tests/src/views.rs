//! Slices, shapes, orders of axes.

use crate::arrays::{check, counting, layouts};
use crate::every_size;
use xparray::prelude::*;
use xparray::{Error, Layout, s};

/// Ranges, steps, indices, new axes and ellipses.
pub fn slices<B: Backend>(xp: &B) {
    every_size!(slices_of(xp));
}

fn slices_of<T: Element, B: Backend>(xp: &B) {
    for x in layouts::<T, B>(xp, &[3, 4, 5]) {
        let of = |items: &[xparray::SliceItem]| x.slice(items).unwrap();
        check(&of(s![1..;2, -1, NewAxis, ..;-1]), &[1, 1, 5], &[39, 38, 37, 36, 35]);
        check(&of(s![Ellipsis, 2]), &[3, 4], &[2, 7, 12, 17, 22, 27, 32, 37, 42, 47, 52, 57]);
        check(&of(s![..=1, 1..-1, 4..0;-2]), &[2, 2, 2], &[9, 7, 14, 12, 29, 27, 34, 32]);
        check(&of(s![-2.., 9..;-3, 1]), &[2, 2], &[36, 21, 56, 41]);
        check(&of(s![2usize, NewAxis, Ellipsis, NewAxis, -5]), &[1, 4, 1], &[40, 45, 50, 55]);
        check(&of(s![0, 1, 2]), &[], &[7]);
        check(&of(s![.., 3..1, ..]), &[3, 0, 5], &[]);
        check(&of(s![.., 1..3]).slice(s![-1, ..;-1, 1..=2]).unwrap(), &[2, 2], &[51, 52, 46, 47]);
        assert_eq!(of(s![]).to_vec().unwrap(), x.to_vec().unwrap());
    }
}

/// What slices refuse.
pub fn slices_out_of_bounds<B: Backend>(xp: &B) {
    let x = counting::<f32, B>(xp, &[2, 3]);
    assert_eq!(x.slice(s![0, 3]).err(), Some(Error::Index { op: "slice", index: 3, len: 3 }));
    assert_eq!(x.slice(s![-3]).err(), Some(Error::Index { op: "slice", index: -3, len: 2 }));
    assert!(matches!(x.slice(s![0, 0, 0]), Err(Error::Axis { .. })));
    assert!(matches!(x.slice(s![..;0]), Err(Error::Value { .. })));
    assert!(matches!(x.slice(s![Ellipsis, Ellipsis]), Err(Error::Value { .. })));
    let empty = counting::<f32, B>(xp, &[0, 3]);
    check(&empty.slice(s![..;-1, 2..]).unwrap(), &[0, 1], &[]);
    assert!(matches!(empty.slice(s![0]), Err(Error::Index { .. })));
}

/// New shapes of the same elements.
pub fn shapes<B: Backend>(xp: &B) {
    every_size!(shapes_of(xp));
}

fn shapes_of<T: Element, B: Backend>(xp: &B) {
    for x in layouts::<T, B>(xp, &[2, 3, 4]) {
        check(
            &x.reshape([4, -1]).unwrap(),
            &[4, 6],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        );
        check(
            &x.reshape([6usize, 4]).unwrap(),
            &[6, 4],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        );
        check(
            &x.reshape(-1).unwrap(),
            &[24],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        );
        check(
            &x.reshape([2, 1, 3, 2, 2]).unwrap(),
            &[2, 1, 3, 2, 2],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        );
        check(
            &x.ravel(),
            &[24],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        );
        check(
            &x.t().flatten(),
            &[24],
            &[0, 12, 4, 16, 8, 20, 1, 13, 5, 17, 9, 21, 2, 14, 6, 18, 10, 22, 3, 15, 7, 19, 11, 23],
        );
        check(
            &x.t().reshape([2, 12]).unwrap(),
            &[2, 12],
            &[0, 12, 4, 16, 8, 20, 1, 13, 5, 17, 9, 21, 2, 14, 6, 18, 10, 22, 3, 15, 7, 19, 11, 23],
        );
        check(
            &x.expand_dims(-2).unwrap().squeeze(..).unwrap(),
            &[2, 3, 4],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        );
        assert_eq!(x.expand_dims(0).unwrap().shape(), [1, 2, 3, 4]);
        assert_eq!(x.expand_dims(-1).unwrap().shape(), [2, 3, 4, 1]);
    }
    let x = counting::<T, B>(xp, &[1, 3, 1]);
    assert_eq!(x.squeeze(..).unwrap().shape(), [3]);
    assert_eq!(x.squeeze(-1).unwrap().shape(), [1, 3]);
    assert_eq!(x.squeeze([0, 2]).unwrap().shape(), [3]);
    check(&x.broadcast_to([2, 3, 2]).unwrap(), &[2, 3, 2], &[0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2]);
    let scalar = counting::<T, B>(xp, &[]);
    check(&scalar.broadcast_to([2, 2]).unwrap(), &[2, 2], &[0; 4]);
    check(&scalar.atleast_3d(), &[1, 1, 1], &[0]);
    check(&scalar.reshape([1, 1]).unwrap().reshape(()).unwrap(), &[], &[0]);
    let vector = counting::<T, B>(xp, &[3]);
    assert_eq!(vector.atleast_1d().shape(), [3]);
    assert_eq!(vector.atleast_2d().shape(), [1, 3]);
    assert_eq!(vector.atleast_3d().shape(), [1, 3, 1]);
    check(&counting::<T, B>(xp, &[2, 3]).atleast_3d(), &[2, 3, 1], &[0, 1, 2, 3, 4, 5]);
    let both = xp.broadcast_arrays(&[&vector, &counting::<T, B>(xp, &[2, 1])]).unwrap();
    check(&both[0], &[2, 3], &[0, 1, 2, 0, 1, 2]);
    check(&both[1], &[2, 3], &[0, 0, 0, 1, 1, 1]);
    check(&counting::<T, B>(xp, &[0, 3]).reshape([3, 0, 5]).unwrap(), &[3, 0, 5], &[]);
}

/// Shapes that do not fit.
pub fn shape_errors<B: Backend>(xp: &B) {
    let x = counting::<i32, B>(xp, &[2, 3]);
    assert!(matches!(x.reshape([4, 2]), Err(Error::Shape { .. })));
    assert!(matches!(x.reshape([4, -1]), Err(Error::Shape { .. })));
    assert!(matches!(x.reshape([-1, -1]), Err(Error::Value { .. })));
    assert!(matches!(x.reshape([-2, 3]), Err(Error::Value { .. })));
    assert!(matches!(x.reshape([usize::MAX, 2]), Err(Error::Value { .. })));
    assert!(counting::<i32, B>(xp, &[0]).reshape([0, -1]).is_err());
    assert!(matches!(x.squeeze(0), Err(Error::Value { .. })));
    assert!(matches!(x.squeeze(2), Err(Error::Axis { .. })));
    assert!(matches!(x.expand_dims(3), Err(Error::Axis { .. })));
    assert!(matches!(x.broadcast_to([3, 3]), Err(Error::Shape { .. })));
    assert!(matches!(x.broadcast_to(3), Err(Error::Shape { .. })));
    assert!(xp.broadcast_arrays(&[&x, &counting(xp, &[4])]).is_err());
}

/// Axes exchanged, moved and reversed.
pub fn orders<B: Backend>(xp: &B) {
    every_size!(orders_of(xp));
}

fn orders_of<T: Element, B: Backend>(xp: &B) {
    for x in layouts::<T, B>(xp, &[2, 3, 2]) {
        check(&x.t(), &[2, 3, 2], &[0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11]);
        check(&x.matrix_transpose().unwrap(), &[2, 2, 3], &[0, 2, 4, 1, 3, 5, 6, 8, 10, 7, 9, 11]);
        check(&x.permute_dims([1, -1, 0]).unwrap(), &[3, 2, 2], &[0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]);
        check(&x.swapaxes(0, -2).unwrap(), &[3, 2, 2], &[0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11]);
        check(&x.moveaxis(0, -1).unwrap(), &[3, 2, 2], &[0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]);
        check(&x.moveaxis([0, 1], [2, 0]).unwrap(), &[3, 2, 2], &[0, 6, 1, 7, 2, 8, 3, 9, 4, 10, 5, 11]);
        check(&x.moveaxis((2, 0), (0, -1)).unwrap(), &[2, 3, 2], &[0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11]);
        assert!(matches!(x.moveaxis([0, 1], 0), Err(Error::Shape { .. })));
        assert!(matches!(x.moveaxis([0, 0], [0, 1]), Err(Error::Axis { .. })));
        assert_eq!(x.expand_dims((0, -2, 2)).unwrap().shape(), [1, 2, 1, 3, 1, 2]);
        assert!(matches!(x.expand_dims([1, 1]), Err(Error::Axis { .. })));
        assert!(matches!(x.expand_dims([0, 5]), Err(Error::Axis { .. })));
        assert!(matches!(x.expand_dims(..), Err(Error::Value { .. })));
        check(&x.moveaxis(2, 0).unwrap(), &[2, 2, 3], &[0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11]);
        check(&x.flip(..).unwrap(), &[2, 3, 2], &[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        check(&x.flip([0, -1]).unwrap(), &[2, 3, 2], &[7, 6, 9, 8, 11, 10, 1, 0, 3, 2, 5, 4]);
        check(&x.fliplr().unwrap(), &[2, 3, 2], &[4, 5, 2, 3, 0, 1, 10, 11, 8, 9, 6, 7]);
        check(&x.flipud().unwrap(), &[2, 3, 2], &[6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5]);
        check(&x.rot90().unwrap(), &[3, 2, 2], &[4, 5, 10, 11, 2, 3, 8, 9, 0, 1, 6, 7]);
        check(&x.rot90_with(Rot90::new().k(2)).unwrap(), &[2, 3, 2], &[10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1]);
        check(
            &x.rot90_with(Rot90::new().k(-1).axes([1, 2])).unwrap(),
            &[2, 2, 3],
            &[4, 2, 0, 5, 3, 1, 10, 8, 6, 11, 9, 7],
        );
        check(
            &x.rot90_with(Rot90::new().k(4).axes([2, 0])).unwrap(),
            &[2, 3, 2],
            &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        );
    }
    assert!(matches!(counting::<T, B>(xp, &[2, 3]).permute_dims([0, 0]), Err(Error::Axis { .. })));
    assert!(matches!(counting::<T, B>(xp, &[2, 3]).permute_dims([1]), Err(Error::Value { .. })));
    assert!(matches!(counting::<T, B>(xp, &[2]).fliplr(), Err(Error::Axis { .. })));
    assert!(matches!(counting::<T, B>(xp, &[2, 2]).rot90_with(Rot90::new().axes([1, -1])), Err(Error::Axis { .. })));
}

/// Diagonals and triangles.
pub fn diagonals<B: Backend>(xp: &B) {
    every_size!(diagonals_of(xp));
}

fn diagonals_of<T: Element, B: Backend>(xp: &B) {
    for x in layouts::<T, B>(xp, &[3, 4]) {
        check(&x.diag().unwrap(), &[3], &[0, 5, 10]);
        check(&x.diag_with(2).unwrap(), &[2], &[2, 7]);
        check(&x.diag_with(-1).unwrap(), &[2], &[4, 9]);
        check(&x.diag_with(7).unwrap(), &[0], &[]);
        check(&x.diag_with(isize::MIN).unwrap(), &[0], &[]);
        check(&x.tril().unwrap(), &[3, 4], &[0, 0, 0, 0, 4, 5, 0, 0, 8, 9, 10, 0]);
        check(&x.tril_with(-1).unwrap(), &[3, 4], &[0, 0, 0, 0, 4, 0, 0, 0, 8, 9, 0, 0]);
        check(&x.triu_with(1).unwrap(), &[3, 4], &[0, 1, 2, 3, 0, 0, 6, 7, 0, 0, 0, 11]);
        check(&x.triu_with(isize::MIN).unwrap(), &[3, 4], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        check(&x.tril_with(isize::MAX).unwrap(), &[3, 4], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        check(&x.triu_with(isize::MAX).unwrap(), &[3, 4], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }
    for x in layouts::<T, B>(xp, &[2, 3, 2]) {
        check(&x.diagonal_with(Diagonal::new().offset(1)).unwrap(), &[2, 2], &[2, 10, 3, 11]);
        check(&x.diagonal_with(Diagonal::new().offset(-1).axes(1, 2)).unwrap(), &[2, 2], &[2, 5, 8, 11]);
        check(&x.triu_with(1).unwrap(), &[2, 3, 2], &[0, 1, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0]);
    }
    for x in layouts::<T, B>(xp, &[3]) {
        check(&x.diag().unwrap(), &[3, 3], &[0, 0, 0, 0, 1, 0, 0, 0, 2]);
        check(&x.diag_with(-1).unwrap(), &[4, 4], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0]);
        check(&x.diagflat_with(1).unwrap(), &[4, 4], &[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0]);
    }
    check(&xp.tri::<T>(2, 4, 1).unwrap(), &[2, 4], &[1, 1, 0, 0, 1, 1, 1, 0]);
    check(&xp.tri::<T>(3, 2, -1).unwrap(), &[3, 2], &[0, 0, 1, 0, 1, 1]);
    let mut x = counting::<T, B>(xp, &[3, 2]);
    let before = x.clone();
    x.fill_diagonal(true.cast::<T>()).unwrap();
    check(&x, &[3, 2], &[1, 1, 2, 1, 4, 5]);
    check(&before, &[3, 2], &[0, 1, 2, 3, 4, 5]);
    let mut x = counting::<T, B>(xp, &[2, 2, 2]).t();
    x.fill_diagonal(counting::<T, B>(xp, &[2])).unwrap();
    check(&x, &[2, 2, 2], &[0, 4, 2, 6, 1, 5, 3, 1]);
}

/// Sums of diagonals have the type of sums.
pub fn traces<B: Backend>(xp: &B) {
    let x = counting::<u8, B>(xp, &[3, 4]);
    assert_eq!(x.trace().unwrap().item().unwrap(), 15u64);
    let x = counting::<f64, B>(xp, &[2, 2, 3]);
    assert_eq!(x.trace_with(Diagonal::new().offset(1).axes(-1, 0)).unwrap().to_vec().unwrap(), [6.0, 9.0]);
    assert!(matches!(x.trace_with(Diagonal::new().axes(1, 1)), Err(Error::Axis { .. })));
    assert!(matches!(x.diag(), Err(Error::Value { .. })));
    assert!(matches!(counting::<f64, B>(xp, &[4]).tril(), Err(Error::Axis { .. })));
    assert!(matches!(counting::<f64, B>(xp, &[4]).fill_diagonal(0.0), Err(Error::Value { .. })));
}

/// Column-major order; arrays without infinities.
pub fn column_major<B: Backend>(xp: &B) {
    every_size!(column_major_of(xp));
    let nan = xp.array([1.0, f64::NAN, 2.0]).unwrap();
    assert!(matches!(nan.asarray_chkfinite(), Err(Error::Value { .. })));
    assert!(matches!(nan.astype::<Complex<f32>>().asarray_chkfinite(), Err(Error::Value { .. })));
    assert_eq!(nan.slice(s![..;2]).unwrap().asarray_chkfinite().unwrap().to_vec().unwrap(), [1.0, 2.0]);
    assert!(xp.zeros::<f32>([0, 2]).unwrap().asarray_chkfinite().is_ok());
}

fn column_major_of<T: Element, B: Backend>(xp: &B) {
    for x in layouts::<T, B>(xp, &[2, 3]) {
        let turned = x.asfortranarray();
        assert!(turned.isfortran() && turned.asfortranarray().isfortran());
        check(&turned, &[2, 3], &[0, 1, 2, 3, 4, 5]);
        assert!(x.asarray_chkfinite().is_ok());
    }
    assert_eq!(counting::<T, B>(xp, &[0, 2]).asfortranarray().shape(), [0, 2]);
    check(&counting::<T, B>(xp, &[]).asfortranarray(), &[], &[0]);
}

/// Windows of an array, and any strides.
pub fn windows<B: Backend>(xp: &B) {
    every_size!(windows_of(xp));
    let x = xp.arange((0.0, 5.0, 1.0)).unwrap();
    let sums = (&x + 1.0).sliding_window_view(3, 0).unwrap().sum(-1).unwrap();
    assert_eq!(sums.to_vec().unwrap(), [6.0, 9.0, 12.0]);
}

fn windows_of<T: Element, B: Backend>(xp: &B) {
    for x in layouts::<T, B>(xp, &[3, 4]) {
        let windows = x.sliding_window_view([2, 3], ..).unwrap();
        check(&windows, &[2, 2, 2, 3], &[0, 1, 2, 4, 5, 6, 1, 2, 3, 5, 6, 7, 4, 5, 6, 8, 9, 10, 5, 6, 7, 9, 10, 11]);
        check(&x.sliding_window_view(3, 0).unwrap(), &[1, 4, 3], &[0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
        check(&x.sliding_window_view([4, 1], [1, 0]).unwrap().ravel(), &[12], &(0..12).collect::<Vec<_>>());
        assert_eq!(x.sliding_window_view((), ()).unwrap().shape(), [3, 4]);
        assert_eq!(x.sliding_window_view(0, 0).unwrap().shape(), [4, 4, 0]);
        assert!(matches!(x.sliding_window_view(4, 0), Err(Error::Shape { .. })));
        assert!(matches!(x.sliding_window_view(2, ..), Err(Error::Shape { .. })));
        assert!(matches!(x.sliding_window_view([1, 1], [0, 0]), Err(Error::Axis { .. })));
        check(&x.as_strided([2, 3], &[5, 2]).unwrap(), &[2, 3], &[0, 2, 4, 5, 7, 9]);
        check(&x.as_strided([2, 2], &[0, 11]).unwrap(), &[2, 2], &[0, 11, 0, 11]);
        assert!(matches!(x.as_strided([2, 3], &[6, 3]), Err(Error::Value { .. })));
        assert!(matches!(x.as_strided([2, 3], &[1, -1]), Err(Error::Value { .. })));
        assert!(matches!(x.as_strided([2, 3], &[1]), Err(Error::Value { .. })));
        // A view is a value: what is written to it is written nowhere else.
        let mut part = x.sliding_window_view(2, 1).unwrap();
        part.assign(s![0, 0], true.cast::<T>()).unwrap();
        check(&part.slice(s![0]).unwrap(), &[3, 2], &[1, 1, 1, 2, 2, 3]);
        check(&x.slice(s![0]).unwrap(), &[4], &[0, 1, 2, 3]);
    }
    assert_eq!(counting::<T, B>(xp, &[0, 3]).sliding_window_view(2, 1).unwrap().shape(), [0, 2, 2]);
    assert_eq!(counting::<T, B>(xp, &[0]).as_strided([3, 0], &[9, 9]).unwrap().shape(), [3, 0]);
    check(&counting::<T, B>(xp, &[]).as_strided(2, &[0]).unwrap(), &[2], &[0, 0]);
}

/// `ndarray.view` with another type.
pub fn reinterpreted<B: Backend>(xp: &B) {
    let x = xp.array(&[[1.0f32, -2.0, 0.5, f32::NAN], [0.0, -0.0, 1e-45, f32::INFINITY]]).unwrap();
    for x in crate::layouts::relaid(&x) {
        // Those of NaN and of subnormal numbers may change where a layout comes from conversions.
        let bits: Vec<u32> = x.to_vec().unwrap().iter().map(|x| x.to_bits()).collect();
        assert_eq!(x.view::<u32>().unwrap().to_vec().unwrap(), bits);
        let halves = x.view::<u16>().unwrap();
        assert_eq!(halves.shape(), [2, 8]);
        let expected: Vec<u16> = bits.iter().flat_map(|bits| [*bits as u16, (bits >> 16) as u16]).collect();
        assert_eq!(halves.to_vec().unwrap(), expected);
        let pairs = x.view::<Complex<f32>>().unwrap();
        assert_eq!(pairs.shape(), [2, 2]);
        assert_eq!(pairs.slice(s![0, 0]).unwrap().item().unwrap(), Complex::new(1.0, -2.0));
        assert_eq!(halves.view::<u32>().unwrap().to_vec().unwrap(), bits);
        assert_eq!(x.view::<bool>().unwrap().shape(), [2, 16]);
    }
    // Bytes other than 0 are true.
    let bytes = xp.array(&[0u8, 1, 2, 255]).unwrap().view::<bool>().unwrap();
    assert_eq!(bytes.to_vec().unwrap(), [false, true, true, true]);
    assert_eq!(bytes.sum(..).unwrap().item().unwrap(), 3);
    assert_eq!(bytes.astype::<u8>().to_vec().unwrap(), [0, 1, 1, 1]);
    let words = xp.array(&[[0x1234u16, 1], [0, 0xff00]]).unwrap();
    for words in crate::layouts::relaid(&words) {
        assert_eq!(words.byteswap().unwrap().to_vec().unwrap(), [0x3412, 0x100, 0, 0xff]);
        assert_eq!(words.nbytes(), 8);
    }
    crate::for_types!(all, T => {
        let x = crate::arrays::counting::<T, B>(xp, &[3, 2]);
        assert!(x.byteswap().unwrap().byteswap().unwrap().array_equal(&x).unwrap());
    });
    let z = xp.scalar(Complex::new(1.0f32, 2.0)).byteswap().unwrap().item().unwrap();
    assert_eq!((z.re.to_bits(), z.im.to_bits()), (1.0f32.to_bits().swap_bytes(), 2.0f32.to_bits().swap_bytes()));
    // Values: writing one leaves the other.
    let mut integers = xp.array([1, 2, 3, 4]).unwrap();
    let seen = integers.view::<u8>().unwrap();
    integers.fill(0);
    assert_eq!(seen.to_vec().unwrap()[..5], [1, 0, 0, 0, 2]);
    let mut seen = integers.view::<i64>().unwrap();
    drop(integers);
    seen += 1;
    assert_eq!(seen.to_vec().unwrap(), [1, 1]);
    // Parts that do not start at whole elements, no elements, no axes.
    let words = xp.arange(16).unwrap().astype::<u16>();
    words.eval().unwrap();
    let part = words.slice(s![4..12]).unwrap();
    assert_eq!(part.view::<u64>().unwrap().to_vec().unwrap(), [0x0007_0006_0005_0004, 0x000b_000a_0009_0008]);
    let part = words.slice(s![1..9]).unwrap();
    assert_eq!(part.view::<u64>().unwrap().to_vec().unwrap()[1], 0x0008_0007_0006_0005);
    assert_eq!(xp.zeros::<f64>([3, 0]).unwrap().view::<u8>().unwrap().shape(), [3, 0]);
    assert_eq!(xp.scalar(1.0f32).view::<i32>().unwrap().item().unwrap(), 0x3f80_0000);
    assert_eq!(
        xp.ones::<f64>([2, 3]).unwrap().broadcast_to([4, 2, 3]).unwrap().view::<u64>().unwrap().shape(),
        [4, 2, 3]
    );
    assert!(matches!(xp.scalar(1.0f32).view::<i64>(), Err(Error::Value { .. })));
    assert!(matches!(xp.ones::<u8>([8, 3]).unwrap().view::<u16>(), Err(Error::Value { .. })));
}

/// Elements, and where they lie.
pub fn elements<B: Backend>(xp: &B) {
    let x = crate::arrays::counting::<i16, B>(xp, &[2, 3]);
    for x in crate::layouts::relaid(&x) {
        assert_eq!(x.iter().unwrap().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        let last = x.ndenumerate().unwrap().last().unwrap();
        assert_eq!((&last.0[..], last.1), (&[1, 2][..], 5));
    }
    assert_eq!(xp.zeros::<f32>([2, 0]).unwrap().ndenumerate().unwrap().count(), 0);
    assert_eq!(xp.scalar(7).ndenumerate().unwrap().count(), 1);
}

/// Where elements lie in memory that has addresses.
pub fn bounds<B: Backend>(xp: &B) {
    let x = crate::arrays::counting::<i16, B>(xp, &[2, 3]).copy();
    let whole = x.byte_bounds().unwrap();
    assert_eq!(whole.end - whole.start, 12);
    assert_eq!(x.slice(s![1, ..;-1]).unwrap().byte_bounds().unwrap(), whole.start + 6..whole.end);
    let none = x.slice(s![.., 1..1]).unwrap().byte_bounds().unwrap();
    assert_eq!(none.start, none.end);
}

/// Parts that a layout names, read and written; the layout counts elements in row-major order, wherever they lie.
pub fn layouts_of_parts<B: Backend>(xp: &B) {
    every_size!(layouts_of_parts_of(xp));
}

fn layouts_of_parts_of<T: Element, B: Backend>(xp: &B) {
    let whole = Layout::row_major(&[3, 4]);
    // `x[2:0:-1, ::3]`, and rows that begin in each other.
    let part = whole.sliced(0, 2, -1, 2).unwrap().sliced(1, 0, 3, 2).unwrap();
    let repeated = Layout::new([2, 3].as_slice().into(), [0, 2].as_slice().into(), 1).unwrap();
    let numbers = |n: &[i64]| n.iter().map(|n| n.cast::<T>()).collect::<Vec<T>>();
    for x in layouts::<T, B>(xp, &[3, 4]) {
        check(&x.through(&part).unwrap(), &[2, 2], &[8, 11, 4, 7]);
        check(&x.through(&repeated).unwrap(), &[2, 3], &[1, 3, 5, 1, 3, 5]);
        let mut changed = x.clone();
        changed.assign_through(&part, xp.from_slice(&numbers(&[50, 60]), 2).unwrap()).unwrap();
        check(&changed, &[3, 4], &[0, 1, 2, 3, 50, 5, 6, 60, 50, 9, 10, 60]);
        check(&x, &[3, 4], &(0..12).collect::<Vec<_>>());
        assert!(matches!(changed.assign_through(&repeated, x.slice(s![0, ..3]).unwrap()), Err(Error::Value { .. })));
        assert!(matches!(changed.assign_through(&part, &x), Err(Error::Shape { .. })));
        let beyond = Layout::row_major(&[13]);
        assert!(matches!(changed.assign_through(&beyond, &x), Err(Error::Value { .. })));
        assert!(matches!(x.through(&beyond), Err(Error::Value { .. })));
        check(&changed, &[3, 4], &[0, 1, 2, 3, 50, 5, 6, 60, 50, 9, 10, 60]);
        assert_eq!(x.through(&Layout::row_major(&[0, 5])).unwrap().shape(), [0, 5]);
        check(&x.through(&Layout::new([].as_slice().into(), [].as_slice().into(), 11).unwrap()).unwrap(), &[], &[11]);
    }
}
