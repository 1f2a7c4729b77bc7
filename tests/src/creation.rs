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

/// np.linspace with integers, `retstep` and another axis
pub fn options_of_spaces<B: Backend>(xp: &B) {
    let open = Linspace::new().endpoint(false);
    let integers = |dtype, start, stop, num, options| {
        let x = xp.linspace_of(dtype, start, stop, num, options).unwrap();
        assert_eq!(x.dtype(), dtype);
        x.astype(DType::I64).unwrap().typed::<i64>().unwrap().to_vec().unwrap()
    };
    for dtype in [DType::I8, DType::I16, DType::I32, DType::I64] {
        // np.linspace(-3, 4, 6, dtype=int), with endpoint=False, and np.linspace(2.5, 2.5, 1, dtype=int)
        assert_eq!(integers(dtype, -3.0, 4.0, 6, Linspace::new()), [-3, -2, -1, 1, 2, 4]);
        assert_eq!(integers(dtype, -3.0, 4.0, 6, open), [-3, -2, -1, 0, 1, 2]);
        assert_eq!(integers(dtype, 2.5, 2.5, 1, Linspace::new()), [2]);
    }
    for dtype in [DType::U8, DType::U16, DType::U32, DType::U64] {
        // np.linspace(250, 0, 4, dtype=np.uint8)
        assert_eq!(integers(dtype, 250.0, 0.0, 4, Linspace::new()), [250, 166, 83, 0]);
        assert_eq!(integers(dtype, 250.0, 0.0, 0, Linspace::new()), [0i64; 0]);
    }
    assert!(matches!(xp.linspace_of(DType::Bool, 0.0, 1.0, 2, open), Err(Error::DType { .. })));
    assert!(matches!(xp.linspace_of(DType::Complex64, 0.0, 1.0, 2, open), Err(Error::DType { .. })));
    assert!(matches!(xp.linspace_with(0.0, 1.0, 2, open.axis(1)), Err(Error::Axis { axis: 1, ndim: 1, .. })));
    assert_eq!(xp.linspace_with(1.0, 2.0, 3, Linspace::new().axis(-1)).unwrap().to_vec().unwrap(), [1.0, 1.5, 2.0]);
    for_types!(floats, T => {
        let (two, three) = (2i32.cast::<T>(), 3i32.cast::<T>());
        let (x, step) = xp.linspace_retstep(two, three, 5, Linspace::new()).unwrap();
        assert_array(&x, &[5], &[2.0, 2.25, 2.5, 2.75, 3.0].map(|x: f64| x.cast::<T>()), 0.0);
        assert_eq!((step, xp.linspace_retstep(two, three, 1, open).unwrap().1), (0.25, 1.0));
        assert!(xp.linspace_retstep(two, three, 1, Linspace::new()).unwrap().1.is_nan());
        assert!(xp.linspace_retstep(two, three, 0, open).unwrap().1.is_nan());
    });
    let x = xp.array([[0.0], [1.0]]).unwrap();
    let y = xp.array([0.0, 1.0, 1.0]).unwrap();
    // np.linspace([[0.], [1.]], [0., 1, 1], 5, endpoint=False, retstep=True)[1]
    let (values, step) = x.linspace_to_retstep(&y, 5, open).unwrap();
    assert_array(&step, &[2, 3], &[0.0, 0.2, 0.2, -0.2, 0.0, 0.0], 0.0);
    assert!(values.array_equal(&x.linspace_to(&y, 5, open).unwrap()).unwrap());
    let (values, step) = x.linspace_to_retstep(&y, 1, Linspace::new()).unwrap();
    assert_array(&step, &[2, 3], &[f64::NAN; 6], 0.0);
    assert_eq!(values.shape(), [1, 2, 3]);
    for axis in [3, -4, isize::MIN] {
        let wrong = Linspace::new().axis(axis);
        assert!(matches!(x.linspace_to(&y, 2, wrong), Err(Error::Axis { ndim: 3, .. })));
        assert!(matches!(x.linspace_to_retstep(&y, 2, wrong), Err(Error::Axis { ndim: 3, .. })));
        assert!(matches!((&x + 1.0).geomspace_to(2, 2, wrong), Err(Error::Axis { ndim: 3, .. })));
        assert!(matches!(x.logspace_to(&y, 2, Logspace::new().axis(axis)), Err(Error::Axis { ndim: 3, .. })));
    }
}

/// np.linspace, np.logspace and np.geomspace of arrays, along every axis.
pub fn spaces_of_arrays<B: Backend>(xp: &B) {
    let (open, last) = (Linspace::new().endpoint(false), Linspace::new().axis(-1));
    let of = |values: &[f64]| values.to_vec();
    // np.linspace([[0], [1]], [0, 1, 1], 3, axis=1), and axis=-1
    let middle = [0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0, 1.0, 0.0, 1.0, 1.0];
    let inner = [0.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.5, 1.0, 1.0, 0.5, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
    for_types!([bool i8 i32 u64 xparray::f16 xparray::bf16 f32 f64 Complex<f32> Complex<f64>] T => {
        let stop = from_numbers::<T, B>(xp, &[0, 1, 1], &[3]);
        for start in layouts::<T, B>(xp, &[2, 1]) {
            let found = start.linspace_to(&stop, 3, Linspace::new().axis(1)).unwrap();
            assert_array(&found, &[2, 3, 3], &converted(&middle), 0.0);
            let found = start.linspace_to(&stop, 3, last).unwrap();
            assert_array(&found, &[2, 3, 3], &converted(&inner), 0.0);
        }
    });
    // np.logspace([[0], [1]], [2, 3, 1], 3, axis=1), and with base=2, endpoint=False
    let r = 31.622776601683793;
    let tens = of(&[
        1.0,
        1.0,
        1.0,
        10.0,
        r,
        3.1622776601683795,
        100.0,
        1000.0,
        10.0,
        10.0,
        10.0,
        10.0,
        r,
        100.0,
        10.0,
        100.0,
        1000.0,
        10.0,
    ]);
    let (a, b) = (1.5874010519681994, 2.5198420997897464);
    let twos = of(&[
        1.0,
        1.0,
        1.0,
        a,
        2.0,
        1.2599210498948732,
        b,
        4.0,
        a,
        2.0,
        2.0,
        2.0,
        b,
        3.1748021039363987,
        2.0,
        3.1748021039363987,
        5.039684199579492,
        2.0,
    ]);
    // np.geomspace([[1], [4]], [16, 1, 9], 3), and with 2, endpoint=False, axis=-1
    let ratios = of(&[1.0, 1.0, 1.0, 4.0, 4.0, 4.0, 4.0, 1.0, 3.0, 8.0, 2.0, 6.0, 16.0, 1.0, 9.0, 16.0, 1.0, 9.0]);
    let rest = of(&[1.0, 4.0, 1.0, 1.0, 1.0, 3.0, 4.0, 8.0, 4.0, 2.0, 4.0, 6.0]);
    for_types!([i8 i32 u64 xparray::f16 xparray::bf16 f32 f64 Complex<f32> Complex<f64>] T => {
        let stop = from_numbers::<T, B>(xp, &[2, 3, 1], &[3]);
        for start in layouts::<T, B>(xp, &[2, 1]) {
            let found = start.logspace_to(&stop, 3, Logspace::new().axis(1)).unwrap();
            assert_array(&found, &[2, 3, 3], &converted(&tens), 8.0);
            let found = start.logspace_to(&stop, 3, Logspace::new().base(2.0).endpoint(false).axis(-2)).unwrap();
            assert_array(&found, &[2, 3, 3], &converted(&twos), 8.0);
        }
        let stop = from_numbers::<T, B>(xp, &[16, 1, 9], &[3]);
        for start in layouts::<T, B>(xp, &[2, 1]) {
            // 1 and 4
            let start = &start * 3 + 1;
            let found = start.geomspace_to(&stop, 3, Linspace::new()).unwrap();
            assert_array(&found, &[3, 2, 3], &converted(&ratios), 8.0);
            let found = start.geomspace_to(&stop, 2, open.axis(-1)).unwrap();
            assert_array(&found, &[2, 3, 2], &converted(&rest), 8.0);
        }
    });
    // np.geomspace([-1., 2], [-8, 250], 4, axis=1)
    let signed = xp.array([-1.0, 2.0]).unwrap().geomspace_to(&xp.array([-8, 250]).unwrap(), 4, last).unwrap();
    assert_array(&signed, &[2, 4], &[-1.0, -2.0, -4.0, -8.0, 2.0, 10.0, 50.0, 250.0], 4.0);
    complex_spirals(xp);
    let (one, none) = (xp.scalar(1.0), xp.zeros::<f64>([2, 0]).unwrap());
    assert_eq!(one.geomspace_to(4, 3, last).unwrap().to_vec().unwrap(), [1.0, 2.0, 4.0]);
    assert_eq!(one.geomspace_to(4, 0, last).unwrap().shape(), [0]);
    assert_eq!(one.geomspace_to(4, 1, last).unwrap().to_vec().unwrap(), [1.0]);
    assert_eq!(none.geomspace_to(4, 3, last).unwrap().shape(), [2, 0, 3]);
    assert_eq!(none.logspace_to(4, 3, Logspace::new()).unwrap().shape(), [3, 2, 0]);
    let seen = one.broadcast_to(3).unwrap().geomspace_to(&xp.scalar(9.0), 3, Linspace::new()).unwrap();
    assert_array(&seen, &[3, 3], &[1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 9.0, 9.0, 9.0], 4.0);
    for stop in [0.0, -1.0] {
        assert!(matches!(one.geomspace_to(stop, 3, open), Err(Error::Value { .. })));
        assert!(matches!(xp.scalar(-stop).geomspace_to(-1.0 - stop, 3, open), Err(Error::Value { .. })));
    }
    assert!(matches!(one.logspace_to(2, usize::MAX, Logspace::new()), Err(Error::Value { .. })));
}

/// Numbers of the type of an array's elements.
fn converted<T: Element>(numbers: &[f64]) -> Vec<T> {
    numbers.iter().map(|x| x.cast()).collect()
}

/// np.geomspace of complex numbers
fn complex_spirals<B: Backend>(xp: &B) {
    // np.geomspace([1j, 2+1j], [1000j, -3-1j], 4, axis=1), and np.geomspace(1j, 4, 3, endpoint=False)
    let z = |re: f64, im: f64| Complex::new(re, im);
    let expected = [
        z(0.0, 1.0),
        z(0.0, 10.0),
        z(0.0, 100.0),
        z(0.0, 1000.0),
        z(2.0, 1.0),
        z(0.2686716309730224, 2.4954800748923374),
        z(-2.1939086628451814, 1.767419033204595),
        z(-3.0, -1.0),
    ];
    let open = [z(0.0, 1.0), z(0.7937005259840997, 1.3747296369986028), z(2.1822472719434427, 1.2599210498948734)];
    for_types!(complex, T => {
        let of = |z: &[Complex<f64>]| z.iter().map(|z| z.cast::<T>()).collect::<Vec<T>>();
        let start = xp.from_slice(&of(&[expected[0], expected[4]]), 2).unwrap();
        let stop = xp.from_slice(&of(&[expected[3], expected[7]]), 2).unwrap();
        let found = start.geomspace_to(&stop, 4, Linspace::new().axis(1)).unwrap();
        assert_array(&found, &[2, 4], &of(&expected), 4.0);
        let found = start.slice(xparray::s![0]).unwrap().geomspace_to(4, 3, Linspace::new().endpoint(false)).unwrap();
        assert_array(&found, &[3], &of(&open), 4.0);
        // Half-way round: np.geomspace(-1+0j, 1+0j, 3)[1] is 1j, but for what is lost.
        let half = xp.full(2, (-1i32).cast::<T>()).unwrap().geomspace_to(1, 3, Linspace::new()).unwrap();
        let half = half.slice(xparray::s![1]).unwrap().imag().astype::<f64>().to_vec().unwrap();
        assert_eq!(half, [1.0, 1.0]);
        assert!(matches!(start.geomspace_to(0, 3, Linspace::new()), Err(Error::Value { .. })));
    });
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
