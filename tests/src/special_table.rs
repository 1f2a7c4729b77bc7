//! SciPy's names of the functions of the table: the arrays' methods, which `functions` tests.

use crate::functions;
use xparray::prelude::*;
use xparray::scipy::special;
use xparray::{Array, DynArray, Error};

/// A function and the method of its name.
type Both<B> = (&'static str, fn(&Array<f64, B>) -> xparray::Result<DynArray<B>>, fn(&Array<f64, B>) -> Array<f64, B>);

fn functions<B: Backend>() -> Vec<Both<B>> {
    macro_rules! functions {
        ($($name:ident)+) => {
            vec![$((stringify!($name), |x| special::$name(x), |x| x.$name())),+]
        };
    }
    xparray::for_each_function!(functions)
}

fn numbers<B: Backend>(xp: &B) -> Array<f64, B> {
    xp.from_slice(&[-20.5, -1.0, -0.25, 0.0, 0.125, 1.0, 3.0, 20.5], 8).unwrap()
}

/// Each function is the method of its name, for any type of real numbers.
pub fn methods<B: Backend>(xp: &B) {
    let x = numbers(xp);
    for (name, function, method) in functions::<B>() {
        let of = |x: &Array<f64, B>| function(x).unwrap().typed::<f64>().unwrap().to_vec().unwrap();
        assert!(functions::same(&of(&x), &method(&x).to_vec().unwrap()), "{name}");
    }
    let complex = xp.from_slice(&[Complex::new(1.0, 0.0)], 1).unwrap();
    assert!(matches!(special::i1(&complex), Err(Error::DType { .. })));
    assert_eq!(special::erf(&x.astype::<f32>()).unwrap().dtype(), DType::F32);
}

/// A pair is both methods, in SciPy's order.
pub fn pairs<B: Backend>(xp: &B) {
    let x = numbers(xp);
    let check = |name: &str, pair: (DynArray<B>, DynArray<B>), methods: [Array<f64, B>; 2]| {
        for (part, method) in [pair.0, pair.1].into_iter().zip(methods) {
            let part = part.typed::<f64>().unwrap().to_vec().unwrap();
            assert!(functions::same(&part, &method.to_vec().unwrap()), "{name}");
        }
    };
    check("sici", special::sici(&x).unwrap(), [x.si(), x.ci()]);
    check("shichi", special::shichi(&x).unwrap(), [x.shi(), x.chi()]);
    check("fresnel", special::fresnel(&x).unwrap(), [x.fresnel_s(), x.fresnel_c()]);
    let complex = xp.from_slice(&[Complex::new(1.0, 0.0)], 1).unwrap();
    // Complex numbers, whose values are `special_plane`'s.
    let (si, ci) = special::sici(&complex).unwrap();
    assert_eq!((si.dtype(), ci.dtype()), (DType::Complex128, DType::Complex128));
}
