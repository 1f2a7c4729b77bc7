//! Polynomials, against NumPy's functions.

use crate::arrays::{check, counting, from_numbers, layouts};
use crate::compare::assert_close;
use crate::for_types;
use xparray::Error;
use xparray::polynomial::{
    Poly1d, Polyfit, Polyint, polycompanion, polyval, polyvalfromroots, polyvander, trimcoef, trimseq,
};
use xparray::prelude::*;

/// Values, sums, products; the highest power first.
pub fn arithmetic<B: Backend>(xp: &B) {
    for_types!(numbers, T => {
        let p = from_numbers::<T, B>(xp, &[3, 0, 1], &[3]);
        for x in layouts::<T, B>(xp, &[2, 3]) {
            check(&p.polyval(&x).unwrap(), &[2, 3], &[1, 4, 13, 28, 49, 76]);
            let constant = p.slice(s![2..]).unwrap();
            check(&constant.polyval(&x).unwrap(), &[2, 3], &[1; 6]);
            check(&p.slice(s![..0]).unwrap().polyval(&x).unwrap(), &[2, 3], &[0; 6]);
            assert!(matches!(x.polyval(&p), Err(Error::Value { .. })));
        }
        let q = from_numbers::<T, B>(xp, &[2, 1], &[2]);
        check(&p.polyadd(&q).unwrap(), &[3], &[3, 2, 2]);
        check(&q.polyadd(&p.flip(0).unwrap()).unwrap(), &[3], &[1, 2, 4]);
        check(&q.polymul(&p).unwrap(), &[4], &[6, 3, 2, 1]);
        check(&p.polyadd(&q).unwrap().polysub(&q).unwrap(), &[3], &[3, 0, 1]);
    });
    let p = counting::<i32, B>(xp, &[3]);
    assert_eq!(p.polyval(&xp.scalar(2.5)).unwrap().item().unwrap(), 4.5);
    assert_eq!(p.polyval(&xp.zeros::<f32>([0, 2]).unwrap()).unwrap().shape(), [0, 2]);
    assert_eq!(xp.zeros::<i8>(0).unwrap().polyadd(&xp.zeros::<i8>(0).unwrap()).unwrap().shape(), [0]);
    assert!(matches!(p.polymul(&xp.zeros::<i32>(0).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(p.polyadd(&counting::<i32, B>(xp, &[1, 2])), Err(Error::Value { .. })));
    // More coefficients than one kernel takes: the sum of x^k at 1.
    let long = xp.ones::<f64>(1000).unwrap();
    assert_eq!(long.polyval(&xp.ones::<f64>(3).unwrap()).unwrap().to_vec().unwrap(), [1000.0; 3]);
}

/// np.polydiv, np.polyder, np.polyint
pub fn calculus<B: Backend>(xp: &B) {
    for_types!([i16 i64 f32 f64 Complex<f32> Complex<f64>] T => {
        let u = from_numbers::<T, B>(xp, &[1, -3, 2, 5, 4, 7], &[6]);
        let v = from_numbers::<T, B>(xp, &[2, 0, 1], &[3]);
        let (q, r) = u.polydiv(&v).unwrap();
        let number = |x: f64| x.cast::<<T as Results>::Quotient>();
        assert_close(&q.to_vec().unwrap(), &[0.5, -1.5, 0.75, 3.25].map(number), 4.0, "quotient");
        assert_close(&r.to_vec().unwrap(), &[3.25, 3.75].map(number), 8.0, "remainder");
        let (q, r) = v.polydiv(&u).unwrap();
        assert_close(&q.to_vec().unwrap(), &[number(0.0)], 0.0, "quotient");
        assert_close(&r.to_vec().unwrap(), &[2.0, 0.0, 1.0].map(number), 0.0, "remainder");
        let (q, r) = v.polydiv(&v.slice(s![..1]).unwrap()).unwrap();
        assert_close(&q.to_vec().unwrap(), &[1.0, 0.0, 0.5].map(number), 1.0, "quotient");
        assert_close(&r.to_vec().unwrap(), &[number(0.0)], 0.0, "remainder");
        let p = from_numbers::<T, B>(xp, &[5, 4, 3, 2, 1], &[5]);
        for p in [p.clone(), p.flip(0).unwrap().copy().flip(0).unwrap()] {
            check(&p.polyder(1).unwrap(), &[4], &[20, 12, 6, 2]);
            check(&p.polyder(3).unwrap(), &[2], &[120, 24]);
            check(&p.polyder(0).unwrap(), &[5], &[5, 4, 3, 2, 1]);
            assert_eq!(p.polyder(9).unwrap().shape(), [0]);
            let integral = p.slice(s![2..]).unwrap().polyint_with(Polyint::new().m(2).k([5.0, 7.0])).unwrap();
            assert_close(&integral.to_vec().unwrap(), &[0.25, 1.0 / 3.0, 0.5, 5.0, 7.0].map(number), 2.0, "integral");
            check(&p.polyint().unwrap(), &[6], &[1, 1, 1, 1, 1, 0]);
            assert_eq!(p.polyint_with(Polyint::new().m(0)).unwrap().shape(), [5]);
            assert!(matches!(p.polyint_with(Polyint::new().m(3).k([1.0, 2.0])), Err(Error::Value { .. })));
        }
    });
    let halves = xp.array(&[f16::from_f32(1.0), f16::from_f32(2.0)]).unwrap();
    assert_eq!(halves.polydiv(&halves).unwrap().0.to_vec().unwrap(), [f16::ONE]);
    let (none, one) = (xp.zeros::<f64>(0).unwrap(), xp.ones::<f64>(1).unwrap());
    assert_eq!(none.polyint().unwrap().to_vec().unwrap(), [0.0]);
    assert_eq!(none.polyder(1).unwrap().shape(), [0]);
    assert!(matches!(one.polydiv(&none), Err(Error::Value { .. })));
    assert!(matches!(one.polydiv(&xp.zeros::<f64>(1).unwrap()), Err(Error::Singular { .. })));
    assert!(matches!(xp.zeros::<f64>([2, 2]).unwrap().polyder(1), Err(Error::Value { .. })));
}

/// np.poly
pub fn from_roots<B: Backend>(xp: &B) {
    for_types!([i16 i32 i64 f32 f64 Complex<f32> Complex<f64>] T => {
        let roots = from_numbers::<T, B>(xp, &[1, 2, -3, 4, 5], &[5]);
        for roots in [roots.clone(), roots.flip(0).unwrap(), &roots + 0] {
            check(&roots.poly().unwrap(), &[6], &[1, -9, 13, 69, -194, 120]);
            check(&roots.slice(s![..0]).unwrap().poly().unwrap(), &[1], &[1]);
        }
        check(&from_numbers::<T, B>(xp, &[7], &[1]).poly().unwrap(), &[2], &[1, -7]);
        check(&from_numbers::<T, B>(xp, &[1; 8], &[8]).poly().unwrap(), &[9], &[1, -8, 28, -56, 70, -56, 28, -8, 1]);
    });
    let i = Complex::new(0.0, 1.0);
    let two = Complex::new(2.0, 0.0);
    check(&xp.array([i, -i, two]).unwrap().poly().unwrap(), &[4], &[1, -2, 1, -2]);
    let roots = xp.scalar(0.5).broadcast_to(3).unwrap();
    assert_eq!(roots.poly().unwrap().to_vec().unwrap(), [1.0, -1.5, 0.75, -0.125]);
    assert!(matches!(counting::<f64, B>(xp, &[2, 3]).poly(), Err(Error::Value { .. })));
}

/// np.polyfit
pub fn fits<B: Backend>(xp: &B) {
    let close = |found: &Array<f64, B>, expected: &[f64], what: &str| {
        let found = found.to_vec().unwrap();
        assert_eq!(found.len(), expected.len(), "{what}");
        assert!(found.iter().zip(expected).all(|(a, e)| (a - e).abs() < 1e-12), "{what}: {found:?} {expected:?}");
    };
    let x = xp.arange((0i32, 6, 1)).unwrap();
    let y = xp.array([0.0, 0.8, 0.9, 0.1, -0.8, -1.0]).unwrap();
    let w = xp.array([1.0, 2.0, 1.0, 0.5, 1.0, 3.0]).unwrap();
    let cubic = [0.08703703703703655, -0.8134920634920602, 1.6931216931216868, -0.0396825396825359];
    close(&x.polyfit(&y, 3).unwrap(), &cubic, "cubic");
    let weighted = x.polyfit_with(&y, 2, Polyfit::new().w(&w)).unwrap();
    close(&weighted, &[-0.15370466627288845, 0.4916420555227415, 0.3405694034258688], "weighted");
    let fit = x.polyfit_full(&y, 2, Polyfit::new()).unwrap();
    close(&fit.residuals, &[0.5305714285714292], "residuals");
    close(&fit.singular_values, &[1.6369574560505735, 0.5527665599747658, 0.12173502887048279], "singular values");
    assert_eq!(fit.rank, 3);
    let covariance = [0.02135510204081633, -0.05338775510204082, -0.05338775510204082, 0.19575510204081634];
    close(&x.polyfit_cov(&y, 1, Polyfit::new()).unwrap().1, &covariance, "covariance");
    let (_, found) = x.polyfit_cov(&y, 1, Polyfit::new().w(&w)).unwrap();
    let covariance = [0.007093220415912148, -0.02433520234997553, -0.02433520234997553, 0.10967210027679557];
    close(&found, &covariance, "weighted covariance");
    // Several columns of values.
    let both = xp.stack(&[&y, &(&y * 2.0)], 1).unwrap();
    let columns = x.polyfit(&both, 3).unwrap();
    close(&columns.slice(s![.., 0]).unwrap(), &cubic, "first column");
    close(&columns.slice(s![.., 1]).unwrap(), &cubic.map(|c| 2.0 * c), "second column");
    let (line, covariance) = x.polyfit_cov(&both, 1, Polyfit::new()).unwrap();
    assert_eq!((line.shape(), covariance.shape()), (&[2, 2][..], &[2, 2, 2][..]));
    for_types!([f16 f32 f64 Complex<f32> Complex<f64>] T => {
        let x = counting::<T, B>(xp, &[4]);
        let line = x.polyfit(&(&x * 2 + 1), 1).unwrap();
        let line = line.real().astype::<f64>().to_vec().unwrap();
        assert!((line[0] - 2.0).abs() < 2e-3 && (line[1] - 1.0).abs() < 2e-3, "{line:?}");
    });
    assert!(matches!(x.polyfit(&y.slice(s![1..]).unwrap(), 1), Err(Error::Shape { .. })));
    assert!(matches!(x.polyfit_with(&y, 1, Polyfit::new().w(&both)), Err(Error::Shape { .. })));
    assert!(matches!(x.polyfit_cov(&y, 5, Polyfit::new()), Err(Error::Value { .. })));
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(none.polyfit(&none, 1), Err(Error::Shape { .. })));
}

/// numpy.polynomial.polynomial: the lowest power first.
pub fn series<B: Backend>(xp: &B) {
    for_types!([i32 i64 f32 f64 Complex<f32> Complex<f64>] T => {
        let x = from_numbers::<T, B>(xp, &[1, 2], &[2]);
        for c in layouts::<T, B>(xp, &[3, 2]) {
            // Of the columns 0 2 4 and 1 3 5.
            check(&polyval(&x, &c).unwrap(), &[2, 2], &[6, 20, 9, 27]);
        }
        let roots = from_numbers::<T, B>(xp, &[1, 2, 3, 4], &[2, 2]);
        check(&polyvalfromroots(&from_numbers::<T, B>(xp, &[1, 5], &[2]), &roots).unwrap(), &[2, 2], &[0, 8, 3, 3]);
        check(&polyvander(&roots, 2).unwrap(), &[2, 2, 3], &[1, 1, 1, 1, 2, 4, 1, 3, 9, 1, 4, 16]);
        let c = from_numbers::<T, B>(xp, &[0, 3, 0, 2, 0, 0], &[6]);
        check(&trimseq(&c).unwrap(), &[4], &[0, 3, 0, 2]);
        check(&trimcoef(&c, 2.5).unwrap(), &[2], &[0, 3]);
        check(&trimcoef(&c, 3.0).unwrap(), &[1], &[0]);
        check(&trimseq(&c.slice(s![4..]).unwrap()).unwrap(), &[1], &[0]);
    });
    // polycompanion([1, 2, 3, 4])
    let companion = polycompanion(&xp.array([1.0, 2.0, 3.0, 4.0]).unwrap()).unwrap();
    assert_eq!(companion.to_vec().unwrap(), [0.0, 0.0, -0.25, 1.0, 0.0, -0.5, 0.0, 1.0, -0.75]);
    assert_eq!(polycompanion(&xp.array([1.0, 4.0]).unwrap()).unwrap().to_vec().unwrap(), [-0.25]);
    let (one, none) = (xp.ones::<f64>(1).unwrap(), xp.zeros::<f64>(0).unwrap());
    assert!(matches!(polycompanion(&one), Err(Error::Value { .. })));
    assert!(matches!(trimcoef(&none, 0.0), Err(Error::Value { .. })));
    assert!(matches!(trimcoef(&one, -1.0), Err(Error::Value { .. })));
    assert!(matches!(polyval(&one, &xp.scalar(1.0)), Err(Error::Value { .. })));
    assert!(matches!(polyvalfromroots(&one, &xp.scalar(1.0)), Err(Error::Value { .. })));
    assert_eq!(trimseq(&none).unwrap().shape(), [0]);
    assert_eq!(polyval(&one, &none).unwrap().to_vec().unwrap(), [0.0]);
    assert_eq!(polyvalfromroots(&one, &none).unwrap().to_vec().unwrap(), [1.0]);
    assert_eq!(polyvander(&xp.scalar(3.0), 2).unwrap().to_vec().unwrap(), [1.0, 3.0, 9.0]);
    assert_eq!(polyvander(&none, 0).unwrap().shape(), [0, 1]);
}

/// np.poly1d
pub fn values<B: Backend>(xp: &B) {
    let of = |p: &Poly1d<B>| p.coefficients().to_string();
    let p = Poly1d::new(&xp.array([0, 0, 1, -2, -15]).unwrap()).unwrap();
    assert_eq!((p.order(), of(&p).as_str()), (2, "[  1  -2 -15]"));
    let factor = Poly1d::from_roots(&xp.array([5.0]).unwrap()).unwrap();
    let (q, r) = p.divide(&factor).unwrap();
    assert_eq!((of(&q).as_str(), of(&r).as_str()), ("[1. 3.]", "[0.]"));
    let difference = p.subtract(&p).unwrap();
    assert_eq!((difference.order(), difference.coefficients().len()), (0, 1));
    let back = q.multiply(&factor).unwrap().add(&r).unwrap();
    let x = xp.array([1.5, -3.0]).unwrap().into_dyn();
    assert_eq!(back.at(&x).unwrap().to_string(), p.at(&x).unwrap().to_string());
    let integral = p.integ(Polyint::new().k([2.0])).unwrap();
    assert_eq!(of(&integral.deriv(1).unwrap()), "[  1.  -2. -15.]");
    assert!(matches!(Poly1d::new(&counting::<f64, B>(xp, &[1, 1])), Err(Error::Value { .. })));
}

/// np.poly1d's operators, of every type that has them
pub fn operators<B: Backend>(xp: &B) {
    fn same<B: Backend>(p: &Poly1d<B>, expected: &[f64]) {
        let found = p.coefficients().astype(DType::Complex128).unwrap().typed::<Complex<f64>>().unwrap();
        assert_eq!(found.to_vec().unwrap(), expected.iter().map(|&x| Complex::new(x, 0.0)).collect::<Vec<_>>());
    }
    for_types!([i8 i16 i32 i64 f16 bf16 f32 f64 Complex<f32> Complex<f64>] T => {
        // p = np.poly1d([1, 0, 2]), q = np.poly1d([1, 1])
        let coefficients = from_numbers::<T, B>(xp, &[1, 0, 2], &[3]);
        for c in [coefficients.clone(), coefficients.flip(0).unwrap().copy().flip(0).unwrap(), &coefficients * 1] {
            let p = Poly1d::new(&c).unwrap();
            let q = Poly1d::new(&xp.scalar(1i32.cast::<T>()).broadcast_to(2).unwrap()).unwrap();
            same(&(&p + &q), &[1.0, 1.0, 3.0]);
            same(&(&p - q.clone()), &[1.0, -1.0, 1.0]);
            same(&(p.clone() * &q), &[1.0, 1.0, 2.0, 2.0]);
            same(&-&p, &[-1.0, 0.0, -2.0]);
            same(&-p.clone(), &[-1.0, 0.0, -2.0]);
            let (quotient, rest) = &p / &q;
            same(&quotient, &[1.0, -1.0]);
            same(&rest, &[3.0]);
            assert!((p.clone() / q.clone()).1 == rest && (p.clone() / &q).0 == quotient && (&p / q.clone()).1 == rest);
            same(&p.pow(3).unwrap(), &[1.0, 0.0, 6.0, 0.0, 12.0, 0.0, 8.0]);
            same(&p.pow(0).unwrap(), &[1.0]);
            same(&(&p / 2), &[0.5, 0.0, 1.0]);
            same(&(p.clone() / 2), &[0.5, 0.0, 1.0]);
            same(&(2 - &p), &[-1.0, 0.0, 0.0]);
            same(&(2 * p.clone() + 1), &[2.0, 0.0, 5.0]);
            same(&(1 + &p * 3), &[3.0, 0.0, 7.0]);
            same(&p.compose(&q).unwrap(), &[1.0, 2.0, 3.0]);
            same(&q.compose(&p).unwrap(), &[1.0, 0.0, 3.0]);
            // Numbers are weak, and leading zeros are left out.
            assert_eq!((&p * 2 + 1).coefficients().dtype(), T::DTYPE);
            same(&(&p - p.clone()), &[0.0]);
            same(&p.multiply(0).unwrap(), &[0.0]);
            assert!(p == p.clone() && p != q && p.equal(&Poly1d::new(&c.astype::<Complex<f64>>()).unwrap()).unwrap());
            let coefficient = |k| p.coefficient(k).unwrap().astype(DType::F64).get::<f64>();
            assert_eq!([0, 1, 2, 3, usize::MAX].map(coefficient), [2.0, 0.0, 1.0, 0.0, 0.0]);
            let mut changed = p.clone();
            changed.set_coefficient(4, 3).unwrap();
            changed.set_coefficient(0, 1).unwrap();
            same(&changed, &[3.0, 0.0, 1.0, 0.0, 1.0]);
            changed.set_coefficient(4, 0).unwrap();
            same(&changed, &[1.0, 0.0, 1.0]);
            assert!(matches!(changed.set_coefficient(usize::MAX, 1), Err(Error::Value { .. })));
            same(&p, &[1.0, 0.0, 2.0]);
        }
    });
    let p = Poly1d::new(&xp.array([1, 0, 2]).unwrap()).unwrap();
    assert_eq!((&p + 1.5).coefficients().dtype(), DType::F64);
    assert_eq!((&p * Complex::new(0.0f64, 1.0)).to_string(), "    2\n1j x + 2j");
    assert!(matches!(p.clone().set_coefficient(0, 0.5), Err(Error::DType { .. })));
    assert!(matches!(p.clone().set_coefficient(0, xp.array([1, 2]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(p.pow(usize::MAX), Err(Error::Value { .. })));
    assert!(matches!(Poly1d::new(&xp.array(&[1u8]).unwrap()).unwrap().add(256), Err(Error::Value { .. })));
    assert!(matches!(p.divide(0), Err(Error::Singular { .. })));
    assert_eq!(Poly1d::new(&xp.zeros::<f64>(0).unwrap()).unwrap().pow(2).unwrap().to_string(), " \n0");
}

/// str and repr of np.poly1d
pub fn texts<B: Backend>(xp: &B) {
    let text = |c: &[f64]| Poly1d::new(&xp.from_slice(c, c.len()).unwrap()).unwrap().to_string();
    assert_eq!(text(&[1.0, 2.0, 3.0]), "   2\n1 x + 2 x + 3");
    assert_eq!([text(&[0.0]), text(&[5.0]), text(&[2.0, 0.0])], [" \n0", " \n5", " \n2 x"]);
    assert_eq!(text(&[-1.0, 0.0, 2.5]), "    2\n-1 x + 2.5");
    assert_eq!(text(&[1.0, 0.0, 0.0, -7.123456]), "   3\n1 x - 7.123");
    assert_eq!(text(&[f64::NAN, 1.0]), " \nnan x + 1");
    let powers = text(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0]);
    assert_eq!(powers, "   11\n1 x  - 1");
    assert_eq!(text(&[1e10, 1e-7, 123456.0, 3.0]), "       3         2\n1e+10 x + 1e-07 x + 1.235e+05 x + 3");
    // str(np.poly1d(np.arange(1, 20) * 1.2345))
    let long: Vec<f64> = (1..20).map(|i| f64::from(i) * 1.2345).collect();
    assert_eq!(text(&long), LONG);
    let z = |re, im| Complex::new(re, im);
    let c = xp.array([z(0.0, 1.0), z(2.0, 0.0), z(3.0, -4.0), z(0.0, 0.0)]).unwrap();
    let p = Poly1d::new(&c).unwrap();
    assert_eq!(p.to_string(), "    3     2\n1j x + 2 x + (3 + -4j) x");
    assert_eq!(format!("{p:?}"), "poly1d([0.+1.j, 2.+0.j, 3.-4.j, 0.+0.j])");
    for_types!([i8 u16 f16 f32] T => {
        let p = Poly1d::new(&from_numbers::<T, B>(xp, &[0, 3, 0, 1], &[4])).unwrap();
        assert_eq!(p.to_string(), "   2\n3 x + 1");
        assert!(format!("{p:?}").ends_with(&format!("], dtype={})", T::DTYPE)));
    });
    assert_eq!(format!("{:?}", Poly1d::new(&xp.array(&[1i64, -2]).unwrap()).unwrap()), "poly1d([ 1, -2])");
}

const LONG: &str = "       18         17         16         15         14         13\n1.234 x  + 2.469 x  + 3.704 x  + 4.938 x  + 6.172 x  + 7.407 x \n          12         11         10         9         8         7\n + 8.641 x  + 9.876 x  + 11.11 x  + 12.34 x + 13.58 x + 14.81 x\n          6         5         4         3         2\n + 16.05 x + 17.28 x + 18.52 x + 19.75 x + 20.99 x + 22.22 x + 23.46";
