//! Making arrays.

use crate::arrays::{from_numbers, layouts};
use crate::compare::{assert_array, assert_close};
use crate::for_types;
use xparray::prelude::*;
use xparray::{Error, IntoShape};

/// `arange` as NumPy's, also backwards, empty and in every type.
pub fn ranges<B: Backend>(xp: &B) {
    assert_array(&xp.arange((3i64, 10, 2)).unwrap(), &[4], &[3, 5, 7, 9], 0.0);
    assert_array(&xp.arange((3i64, 9, 2)).unwrap(), &[3], &[3, 5, 7], 0.0);
    assert_array(&xp.arange((5i32, -6, -4)).unwrap(), &[3], &[5, 1, -3], 0.0);
    assert_array(&xp.arange((5u8, 5, 1)).unwrap(), &[0], &[], 0.0);
    assert_array(&xp.arange((5i8, 3, 1)).unwrap(), &[0], &[], 0.0);
    assert_array(&xp.arange((250u8, 255, 3)).unwrap(), &[2], &[250, 253], 0.0);
    // np.arange((0, 1, 0.1)), and np.arange((1, 2, 0.3))
    let tenths = [0.0, 0.1, 0.2, 0.30000000000000004, 0.4, 0.5, 0.6000000000000001, 0.7000000000000001, 0.8, 0.9];
    assert_array(&xp.arange((0.0, 1.0, 0.1)).unwrap(), &[10], &tenths, 0.0);
    assert_array(&xp.arange((1.0, 2.0, 0.3)).unwrap(), &[4], &[1.0, 1.3, 1.6, 1.9], 1.0);
    assert_array(&xp.arange((0.0f32, -1.0, -0.25)).unwrap(), &[4], &[0.0, -0.25, -0.5, -0.75], 0.0);
    for_types!(real_numbers, T => {
        let of = |x: i64| x.cast::<T>();
        assert_array(&xp.arange((of(2), of(11), of(3))).unwrap(), &[3], &[of(2), of(5), of(8)], 0.0);
    });
    // Integers that `f64` does not tell apart, at the ends of their types.
    let first = (1i64 << 53) + 1;
    assert_array(&xp.arange((first, first + 2, 1)).unwrap(), &[2], &[first, first + 1], 0.0);
    assert_array(&xp.arange((first, first + 4, 3)).unwrap(), &[2], &[first, first + 3], 0.0);
    let top = u64::MAX - 1;
    assert_eq!(xp.arange((top - 2, u64::MAX, 1)).unwrap().to_vec().unwrap(), [top - 2, top - 1, top]);
    assert_eq!(xp.arange((1u64, u64::MAX, u64::MAX - 2)).unwrap().to_vec().unwrap(), [1, u64::MAX - 1]);
    assert_eq!(xp.arange((0u64, u64::MAX, u64::MAX)).unwrap().to_vec().unwrap(), [0]);
    let (low, high) = (i64::MIN, i64::MAX);
    assert_eq!(xp.arange((low, high, high)).unwrap().to_vec().unwrap(), [low, -1, high - 1]);
    assert_eq!(xp.arange((high, low, low)).unwrap().to_vec().unwrap(), [high, -1]);
    assert_eq!(xp.arange((low, low + 3, 2)).unwrap().to_vec().unwrap(), [low, low + 2]);
    assert_eq!(xp.arange((high, low, 1)).unwrap().len(), 0);
    assert!(matches!(xp.arange((low, high, 1)), Err(Error::Value { .. })));
    assert!(matches!(xp.arange((0, u64::MAX, 1)), Err(Error::Value { .. })));
    assert!(matches!(xp.arange((0u64, u64::MAX, 0)), Err(Error::Value { .. })));
    // More elements than the type has digits.
    let half = xp.arange((f16::ZERO, f16::from_f64(3000.0), f16::from_f64(0.5))).unwrap().to_vec().unwrap();
    assert!(half.iter().enumerate().all(|(i, &x)| x == f16::from_f64(i as f64 / 2.0)) && half.len() == 6000);
    assert!(matches!(xp.arange((0, 5, 0)), Err(Error::Value { .. })));
    assert!(matches!(xp.arange((0.0, f64::INFINITY, 1.0)), Err(Error::Value { .. })));
    assert!(matches!(xp.arange((f32::NAN, 1.0, 1.0)), Err(Error::Value { .. })));
    assert!(xp.arange((0.0, 1e300, 1.0)).is_err());
}

/// Evenly and geometrically spaced values, both ends included.
pub fn spaces<B: Backend>(xp: &B) {
    assert_array(&xp.linspace(2.0, 3.0, 5).unwrap(), &[5], &[2.0, 2.25, 2.5, 2.75, 3.0], 0.0);
    assert_array(&xp.linspace(1.0, -1.0, 3).unwrap(), &[3], &[1.0, 0.0, -1.0], 0.0);
    assert_array(&xp.linspace(7.0f32, 9.0, 1).unwrap(), &[1], &[7.0], 0.0);
    assert_array(&xp.linspace(7.0f32, 9.0, 0).unwrap(), &[0], &[], 0.0);
    let open = Linspace::new().endpoint(false);
    assert_array(&xp.linspace_with(2.0, 3.0, 5, open).unwrap(), &[5], &[2.0, 2.2, 2.4, 2.6, 2.8], 1.0);
    assert_array(&xp.linspace_with(7.0f32, 9.0, 1, open).unwrap(), &[1], &[7.0], 0.0);
    assert_array(&xp.geomspace_with(1.0, 16.0, 2, open).unwrap(), &[2], &[1.0, 4.0], 2.0);
    let binary = Logspace::new().base(2.0);
    assert_array(&xp.logspace_with(2.0f32, 5.0, 4, binary).unwrap(), &[4], &[4.0, 8.0, 16.0, 32.0], 1.0);
    assert_array(&xp.logspace_with(2.0, 4.0, 2, binary.endpoint(false)).unwrap(), &[2], &[4.0, 8.0], 1.0);
    between_arrays(xp);
    let tenths = xp.linspace(0.0, 0.9, 10).unwrap().to_vec().unwrap();
    assert_eq!((tenths[3], tenths[9]), (0.30000000000000004, 0.9));
    let half = xp.linspace(f16::ZERO, f16::ONE, 4).unwrap().to_vec().unwrap();
    assert_close(&half, &[0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].map(f16::from_f64), 0.0, "f16");
    assert_array(
        &xp.logspace(2.0, 3.0, 4).unwrap(),
        &[4],
        &[100.0, 215.44346900318845, 464.15888336127773, 1000.0],
        2.0,
    );
    assert_array(
        &xp.geomspace(1.0, 256.0, 9).unwrap(),
        &[9],
        &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0],
        2.0,
    );
    assert_array(&xp.geomspace(-1000.0f32, -1.0, 4).unwrap(), &[4], &[-1000.0, -100.0, -10.0, -1.0], 2.0);
    assert_eq!(xp.geomspace(0.1, 7.3, 50).unwrap().to_vec().unwrap()[49], 7.3);
    assert!(matches!(xp.geomspace(0.0, 1.0, 3), Err(Error::Value { .. })));
    assert!(matches!(xp.geomspace(-1.0, 1.0, 3), Err(Error::Value { .. })));
}

/// Constants of every type and shape; arrays like others; identity matrices.
pub fn constants<B: Backend>(xp: &B) {
    for_types!(all, T => {
        let (zero, one) = (T::default(), true.cast::<T>());
        assert_array(&xp.zeros::<T>([2, 3]).unwrap(), &[2, 3], &[zero; 6], 0.0);
        assert_array(&xp.ones::<T>(4).unwrap(), &[4], &[one; 4], 0.0);
        assert_array(&xp.full([1, 2], one).unwrap(), &[1, 2], &[one; 2], 0.0);
        assert_array(&xp.scalar(one), &[], &[one], 0.0);
        assert_array(&xp.zeros::<T>([0, 3]).unwrap(), &[0, 3], &[], 0.0);
        assert_array(&xp.eye_with::<T>(2, Eye::new().columns(3).diagonal(1)).unwrap(), &[2, 3], &[zero, one, zero, zero, zero, one], 0.0);
        assert_array(&xp.eye_with::<T>(3, Eye::new().columns(2).diagonal(-2)).unwrap(), &[3, 2], &[zero, zero, zero, zero, one, zero], 0.0);
        assert_array(&xp.eye::<T>(2).unwrap(), &[2, 2], &[one, zero, zero, one], 0.0);
    });
    assert_array(&xp.eye_with::<f32>(2, Eye::new().diagonal(5)).unwrap(), &[2, 2], &[0.0; 4], 0.0);
    let x = xp.from_slice(&[1i32, 2, 3], [3, 1]).unwrap();
    assert_array(&x.zeros_like(), &[3, 1], &[0; 3], 0.0);
    assert_array(&x.ones_like(), &[3, 1], &[1; 3], 0.0);
    assert_array(&x.full_like(7), &[3, 1], &[7; 3], 0.0);
    // Nothing is stored until somebody asks.
    let before = xp.stats();
    let large = xp.full([1 << 20, 1 << 20], 2.0f64).unwrap();
    assert_eq!(large.len(), 1 << 40);
    assert_eq!((xp.stats() - before).allocations, 0);
    assert!(matches!(xp.zeros::<f32>([usize::MAX, 3]), Err(Error::Value { .. })));
}

/// From elements; their number must be that of the shape.
pub fn from_elements<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1.5f32, 2.5, -3.5, 0.0, f32::MAX, f32::MIN_POSITIVE], [3, 2]).unwrap();
    assert_eq!((x.shape(), x.ndim(), x.len(), x.dtype()), (&[3, 2][..], 2, 6, DType::F32));
    assert_eq!(x.to_vec().unwrap(), [1.5, 2.5, -3.5, 0.0, f32::MAX, f32::MIN_POSITIVE]);
    assert_eq!(
        xp.from_slice(&[1, 2, 3], [2, 2]).err(),
        Some(Error::Shape { op: "from_slice", left: vec![3], right: vec![2, 2] })
    );
    assert!(matches!(xp.from_slice::<f32>(&[], [2]), Err(Error::Shape { .. })));
    assert!(xp.from_slice::<f32>(&[], [0]).unwrap().is_empty());
    assert!(xp.from_slice(&[true], ()).unwrap().item().unwrap());
    assert!(matches!(x.item(), Err(Error::Value { .. })));
    assert!(matches!(xp.from_slice::<u8>(&[], [0]).unwrap().item(), Err(Error::Value { .. })));
    fn shape(x: impl IntoShape) -> Vec<usize> {
        x.into_shape().to_vec()
    }
    assert_eq!(shape(()), [0usize; 0]);
    assert_eq!(shape(3), [3]);
    assert_eq!([shape([2, 3]), shape(vec![2, 3]), shape(&[2, 3][..])], [[2, 3], [2, 3], [2, 3]]);
}

/// np.linspace of arrays.
fn between_arrays<B: Backend>(xp: &B) {
    for_types!([bool i32 xparray::f16 f32 f64 Complex<f32>] T => {
        for start in layouts::<T, B>(xp, &[2, 1]) {
            let stop = from_numbers::<T, B>(xp, &[0, 1, 1], &[3]);
            let found = start.linspace_to(&stop, 3, Linspace::new()).unwrap();
            let expected: Vec<<T as Results>::Quotient> =
                [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.5, 0.5, 0.5, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0].iter().map(|x: &f64| x.cast()).collect();
            assert_array(&found, &[3, 2, 3], &expected, 0.0);
        }
    });
    let x = xp.array([1.0, 3.0]).unwrap();
    let open = Linspace::new().endpoint(false);
    assert_array(&x.linspace_to(5, 2, open).unwrap(), &[2, 2], &[1.0, 3.0, 3.0, 4.0], 0.0);
    assert_array(&x.linspace_to(5, 1, Linspace::new()).unwrap(), &[1, 2], &[1.0, 3.0], 0.0);
    assert_eq!(x.linspace_to(5, 0, Linspace::new()).unwrap().shape(), [0, 2]);
    assert_eq!(xp.scalar(1).linspace_to(2, 3, Linspace::new()).unwrap().to_vec().unwrap(), [1.0, 1.5, 2.0]);
    assert!(matches!(x.linspace_to(xp.ones::<f64>(3).unwrap(), 2, open), Err(Error::Shape { .. })));
}
