//! Functions of operands of different types, scalars, assignment; comparison of whole arrays; packed bits.

use xparray::prelude::*;
use xparray::{BitOrder, Error};

/// Operands promote as NumPy's; integers beside floats become floats.
pub fn types_promote<B: Backend>(xp: &B) {
    let bytes = xp.from_slice(&[1u8, 200], 2).unwrap();
    let floats = xp.from_slice(&[0.5f32, -1.0], 2).unwrap();
    let sum: Array<f32, B> = bytes.maximum(&floats).unwrap();
    assert_eq!(sum.to_vec().unwrap(), [1.0, 200.0]);
    let signed = xp.from_slice(&[-1i8, 2], 2).unwrap();
    let wide: Array<i16, B> = bytes.minimum(&signed).unwrap();
    assert_eq!(wide.to_vec().unwrap(), [-1, 2]);
    let hypot: Array<f32, B> = wide.hypot(&bytes).unwrap();
    assert_eq!(hypot.to_vec().unwrap()[1], 200.01f32);
    let narrow: Array<f16, B> = bytes.arctan2(1u8).unwrap();
    assert_eq!(narrow.to_vec().unwrap()[0], f16::from_f64(std::f64::consts::FRAC_PI_4));
    let power: Array<f64, B> = bytes.float_power(2u8).unwrap();
    assert_eq!(power.to_vec().unwrap(), [1.0, 40000.0]);
    let complex: Array<Complex<f32>, B> = floats.add(&xp.from_slice(&[Complex::new(0.0f32, 1.0)], 1).unwrap()).unwrap();
    assert_eq!(complex.to_vec().unwrap(), [Complex::new(0.5, 1.0), Complex::new(-1.0, 1.0)]);
}

/// The common type of `i64` and `u64` is `f64`, which would not tell these apart.
pub fn signed_and_unsigned_compare_exactly<B: Backend>(xp: &B) {
    let signed = xp.from_slice(&[-1i64, i64::MAX, i64::MAX, 0, i64::MIN], 5).unwrap();
    let unsigned = xp.from_slice(&[u64::MAX, i64::MAX as u64, i64::MAX as u64 + 1, 0, 1 << 63], 5).unwrap();
    let results = |x: [Array<bool, B>; 6]| x.map(|x| x.to_vec().unwrap());
    let (x, y) = (&signed, &unsigned);
    assert_eq!(
        results([
            x.equal(y).unwrap(),
            x.not_equal(y).unwrap(),
            x.less(y).unwrap(),
            x.less_equal(y).unwrap(),
            x.greater(y).unwrap(),
            x.greater_equal(y).unwrap()
        ]),
        [
            [false, true, false, true, false],
            [true, false, true, false, true],
            [true, false, true, false, true],
            [true, true, true, true, true],
            [false, false, false, false, false],
            [false, true, false, true, false]
        ]
    );
    assert_eq!(
        results([
            y.equal(x).unwrap(),
            y.not_equal(x).unwrap(),
            y.less(x).unwrap(),
            y.less_equal(x).unwrap(),
            y.greater(x).unwrap(),
            y.greater_equal(x).unwrap()
        ]),
        [
            [false, true, false, true, false],
            [true, false, true, false, true],
            [false, false, false, false, false],
            [false, true, false, true, false],
            [true, false, true, false, true],
            [true, true, true, true, true]
        ]
    );
}

/// Powers of integers; the exponents that NumPy's operator treats apart.
pub fn powers<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[-2i32, -1, 0, 1, 2, 3], 6).unwrap();
    assert_eq!(x.power(3).unwrap().to_vec().unwrap(), [-8, -1, 0, 1, 8, 27]);
    assert_eq!(x.power(2).unwrap().to_vec().unwrap(), [4, 1, 0, 1, 4, 9]);
    assert!(matches!(x.power(-1), Err(Error::Value { .. })));
    let exponents = xp.from_slice(&[-1i32, -3, 5, -7, -2, 0], 6).unwrap();
    assert_eq!(x.power(&exponents).unwrap().to_vec().unwrap(), [0, -1, 0, 1, 0, 1]);
    let wraps = xp.from_slice(&[3i8, 2], 2).unwrap().power(7).unwrap();
    assert_eq!(wraps.to_vec().unwrap(), [-117, -128]);
    let y = xp.from_slice(&[4.0f64, 2.25], 2).unwrap();
    assert_eq!(y.power(0.5).unwrap().to_vec().unwrap(), [2.0, 1.5]);
    assert_eq!(y.power(2.0).unwrap().to_vec().unwrap(), [16.0, 5.0625]);
    assert_eq!(y.power(-2.0).unwrap().to_vec().unwrap(), [0.0625, 0.19753086419753085]);
    let z = xp.from_slice(&[Complex::new(1.0f64, 2.0)], 1).unwrap();
    assert_eq!(z.power(Complex::new(2.0, 0.0)).unwrap().to_vec().unwrap(), [Complex::new(-3.0, 4.0)]);
}

/// The lowest integers wrap.
pub fn integers_wrap<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[i8::MIN, i8::MAX], 2).unwrap();
    assert_eq!(x.abs().to_vec().unwrap(), [i8::MIN, i8::MAX]);
    assert_eq!(x.negative().to_vec().unwrap(), [i8::MIN, -i8::MAX]);
    assert_eq!((&x + 1).to_vec().unwrap(), [-127, i8::MIN]);
    assert_eq!(x.bitwise_count().to_vec().unwrap(), [1, 7]);
    let zero = xp.from_slice(&[0i8], 1).unwrap();
    assert_eq!(x.floor_divide(&zero).unwrap().to_vec().unwrap(), [0, 0]);
    assert_eq!(x.floor_divide(-1i8).unwrap().to_vec().unwrap(), [i8::MIN, -i8::MAX]);
    assert_eq!(x.remainder(-1i8).unwrap().to_vec().unwrap(), [0, 0]);
}

/// `x += y` and its like keep type and shape, and leave clones alone.
pub fn compound_assignment<B: Backend>(xp: &B) {
    let mut x = xp.from_slice(&[1.0f64, 2.0, 3.0], 3).unwrap();
    let before = x.clone();
    x += &xp.from_slice(&[1i32, 2, 3], 3).unwrap();
    x *= 2.0;
    x -= xp.from_slice(&[1.0f32], 1).unwrap();
    x /= &before;
    x %= 2.0;
    assert_eq!(x.to_vec().unwrap(), [1.0, 1.5, 11.0 / 3.0 - 2.0]);
    assert_eq!(before.to_vec().unwrap(), [1.0, 2.0, 3.0]);
    let mut bits = xp.from_slice(&[0b1100u8, 0b1010], 2).unwrap();
    bits &= 0b0110;
    bits |= 1;
    bits ^= &xp.from_slice(&[3u8], 1).unwrap();
    bits <<= 2;
    bits >>= 1;
    assert_eq!(bits.to_vec().unwrap(), [0b1100, 0]);
    let mut row = xp.zeros::<f32>(2).unwrap();
    let matrix = xp.ones::<f32>([3, 2]).unwrap();
    let grown = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| row += &matrix));
    assert!(grown.is_err(), "the shape would change");
    // A loop of assignments writes in place.
    let mut sum = xp.from_slice(&vec![0.0f32; 1000], 1000).unwrap();
    let start = xp.stats();
    for _ in 0..5 {
        sum += 1.0;
        sum.eval().unwrap();
    }
    assert_eq!((xp.stats() - start).allocations, 0);
    assert_eq!(sum.to_vec().unwrap(), [5.0; 1000]);
}

/// Whole arrays compared.
pub fn equality_of_arrays<B: Backend>(xp: &B) {
    let nan = f64::NAN;
    let x = xp.from_slice(&[1.0, nan, 3.0], 3).unwrap();
    assert!(!x.array_equal(&x).unwrap());
    assert!(x.array_equal_with(&x, ArrayEqual::new().equal_nan(true)).unwrap());
    assert!(
        !x.array_equal_with(&xp.from_slice(&[1.0, nan, nan], 3).unwrap(), ArrayEqual::new().equal_nan(true)).unwrap()
    );
    let ones = xp.ones::<i32>([2, 3]).unwrap();
    assert!(!ones.array_equal(&xp.ones::<f32>(3).unwrap()).unwrap());
    assert!(ones.array_equiv(&xp.ones::<f32>(3).unwrap()).unwrap());
    assert!(!ones.array_equiv(&xp.ones::<f32>(2).unwrap()).unwrap());
    assert!(xp.zeros::<u8>(0).unwrap().array_equal(&xp.zeros::<u8>(0).unwrap()).unwrap());
    let near = xp.from_slice(&[1e10, 1e-8, f64::INFINITY], 3).unwrap();
    let far = xp.from_slice(&[1.00001e10, 1e-9, f64::INFINITY], 3).unwrap();
    assert!(near.allclose(&far).unwrap());
    assert!(!near.allclose(&(&far * 1.1)).unwrap());
    assert!(!x.allclose(&x).unwrap());
    assert!(x.allclose_with(&x, Tolerance::new().equal_nan(true)).unwrap());
    let bools = xp.from_slice(&[true, false], 2).unwrap();
    assert!(bools.isclose(true).unwrap().array_equal(&bools).unwrap());
    assert!(near.isclose_with(xp.zeros::<f64>(2).unwrap(), Tolerance::new().rtol(0.0).atol(0.0)).is_err());
    let column_major = xp.ones::<f32>([2, 3]).unwrap().t();
    assert!(column_major.isfortran() && !ones.isfortran() && column_major.isrealobj() && !ones.iscomplexobj());
}

/// `packbits` and `unpackbits`, along axes of any length.
pub fn packed_bits<B: Backend>(xp: &B) {
    let x = xp.from_slice(&[1i32, 0, 0, 5, 0, 0, 0, -1, 1, 1], 10).unwrap();
    assert_eq!(x.packbits().unwrap().to_vec().unwrap(), [0b1001_0001, 0b1100_0000]);
    assert_eq!(
        x.packbits_with(PackBits::new().axis(0).order(BitOrder::Little)).unwrap().to_vec().unwrap(),
        [0b1000_1001, 0b11]
    );
    let grid = x.not_equal(0).unwrap().reshape([2, 5]).unwrap();
    let rows = grid.packbits_with(PackBits::new().axis(1)).unwrap();
    assert_eq!((rows.shape(), rows.to_vec().unwrap()), (&[2, 1][..], vec![0b1001_0000, 0b0011_1000]));
    let columns = grid.packbits_with(PackBits::new().axis(0)).unwrap();
    assert_eq!((columns.shape(), columns.to_vec().unwrap()), (&[1, 5][..], vec![128, 0, 64, 192, 64]));
    let columns = grid.t().packbits_with(PackBits::new().axis(-1)).unwrap();
    assert_eq!((columns.shape(), columns.to_vec().unwrap()), (&[5, 1][..], vec![128, 0, 64, 192, 64]));
    let bits = rows.unpackbits_with(PackBits::new().axis(1)).unwrap();
    assert_eq!(bits.shape(), [2, 8]);
    assert_eq!(bits.to_vec().unwrap(), [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0]);
    let bits = columns.unpackbits_with(PackBits::new().order(BitOrder::Little)).unwrap();
    assert_eq!(
        bits.packbits_with(PackBits::new().order(BitOrder::Little)).unwrap().to_vec().unwrap(),
        columns.to_vec().unwrap()
    );
    let first = xp.from_slice(&[2u8, 3, 128, 0], [2, 2]).unwrap().unpackbits_with(PackBits::new().axis(0)).unwrap();
    assert_eq!(first.shape(), [16, 2]);
    assert_eq!(first.to_vec().unwrap()[12..18], [1, 1, 0, 1, 1, 0]);
    assert_eq!(xp.zeros::<bool>([0, 3]).unwrap().packbits_with(PackBits::new().axis(0)).unwrap().shape(), [0, 3]);
    assert_eq!(xp.from_slice(&[true], ()).unwrap().packbits().unwrap().to_vec().unwrap(), [128]);
    assert!(matches!(grid.packbits_with(PackBits::new().axis(2)), Err(Error::Axis { .. })));
}
