//! Functions of NumPy's where arguments are extreme: as NumPy 2.4 has them.

use num_complex::Complex;
use xparray::prelude::*;

/// Powers of zero with complex exponents: 0 for real parts above 0, 1 for the exponent 0, NaN else.
pub fn powers_of_zero<B: Backend>(xp: &B) {
    let exponents = [(1.0, 1.0), (0.5, -2.0), (3.0, 0.0), (0.0, 0.0), (-1.0, 1.0), (0.0, 1.0), (-2.0, 0.0)];
    let exponents = exponents.map(|(re, im)| Complex::new(re as f32, im as f32));
    let zeros = xp.zeros::<Complex<f32>>(exponents.len()).unwrap();
    let powers = zeros.power(&xp.array(exponents.to_vec()).unwrap()).unwrap().to_vec().unwrap();
    let (zero, one) = (Complex::new(0.0, 0.0), Complex::new(1.0, 0.0));
    assert_eq!(powers[..4], [zero, zero, zero, one]);
    assert!(powers[4..].iter().all(|z| z.re.is_nan() && z.im.is_nan()), "{powers:?}");
}
