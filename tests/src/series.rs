//! Polynomials in several bases, against the classes of `numpy.polynomial`.

use crate::compare::close;
use crate::data::table;
use xparray::Error;
use xparray::polynomial::{Basis, Coefficient, Series, SeriesFit};
use xparray::prelude::*;

const NAMES: [&str; 6] = ["Polynomial", "Chebyshev", "Legendre", "Hermite", "HermiteE", "Laguerre"];
const X: [f64; 5] = [-1.0, -0.3, 0.0, 0.7, 2.0];

fn numbers<T: Element>(text: &str) -> Vec<T> {
    let bytes: Vec<u8> =
        (0..text.len() / 2).map(|k| u8::from_str_radix(&text[2 * k..2 * k + 2], 16).unwrap()).collect();
    bytes.chunks_exact(size_of::<T>()).map(|bytes| xparray::Scalar::from_bytes(T::DTYPE, bytes).get()).collect()
}

/// Equal up to roundings, of the size of the largest number.
fn same<T: Element>(actual: &[T], expected: &[T], bound: f64, what: &str) {
    let size = |x: &T| {
        let z: Complex<f64> = x.cast();
        z.norm()
    };
    let largest = expected.iter().map(size).fold(0.0, f64::max);
    assert_eq!(actual.len(), expected.len(), "{what}: {actual:?} {expected:?}");
    for (a, e) in actual.iter().zip(expected) {
        let (z, w): (Complex<f64>, Complex<f64>) = (a.cast(), e.cast());
        assert!(close(*a, *e, 4.0) || (z - w).norm() <= bound * largest, "{what}: {actual:?}, not {expected:?}");
    }
}

/// Every operation on every basis.
pub fn operations<B: Backend>(xp: &B) {
    let rows = table("series.tsv");
    let x = xp.array(&X).unwrap();
    let points = xp.linspace(0.5, 3.5, 9).unwrap();
    let heights = points.exp();
    for row in rows.iter().filter(|row| !row[2].ends_with("text")) {
        let basis = Basis::ALL[NAMES.iter().position(|name| *name == row[0]).unwrap()];
        fn series<T: Coefficient>(basis: Basis, domain: &str, c: &[T]) -> Series<T> {
            let series = Series::new(basis, c).unwrap();
            if domain == "own" { series } else { series.with_domain([0.0, 4.0]).unwrap() }
        }
        let p = series(basis, &row[1], &[1.0, -2.0, 0.5, 3.0]);
        let q = series(basis, &row[1], &[2.0, 0.25, -1.0]);
        let z = series(basis, &row[1], &[Complex::new(1.0, 2.0), Complex::new(0.0, -1.0), Complex::new(0.5, 0.0)]);
        let what = format!("{row:?}");
        let values = |array: DynArray<B>| array.typed::<f64>().unwrap().to_vec().unwrap();
        let (actual, bound) = match &row[2][..] {
            "at" => (values(p.at(&x).unwrap()), 1e-15),
            "add" => (p.add(&q).unwrap().coefficients().to_vec(), 0.0),
            "subtract" => (p.subtract(&q).unwrap().coefficients().to_vec(), 0.0),
            "multiply" => (p.multiply(&q).unwrap().coefficients().to_vec(), 1e-15),
            "quotient" => (p.divmod(&q).unwrap().0.coefficients().to_vec(), 1e-15),
            "remainder" => (p.divmod(&q).unwrap().1.coefficients().to_vec(), 1e-14),
            "pow" => (q.pow(3).coefficients().to_vec(), 1e-14),
            "deriv 1" => (p.deriv(1).coefficients().to_vec(), 1e-15),
            "deriv 3" => (p.deriv(3).coefficients().to_vec(), 1e-15),
            "deriv 4" => (p.deriv(4).coefficients().to_vec(), 0.0),
            "integ" => (p.integ(2, &[1.0, 2.0], 0.5).unwrap().coefficients().to_vec(), 1e-15),
            "fromroots" => (Series::fromroots(basis, &[0.1, 0.5, -0.7]).coefficients().to_vec(), 1e-15),
            "basis" => (values(Series::<f64>::basis_polynomial(basis, 3).at(&x).unwrap()), 1e-15),
            "fit" => {
                let fit = Series::fit(basis, &points, &heights, 3, SeriesFit::new()).unwrap();
                (fit.coefficients().to_vec(), 1e-13)
            }
            "fit weighted" => {
                let options = SeriesFit::new().domain([0.0, 4.0]).w(&points);
                (Series::fit(basis, &points, &heights, 2, options).unwrap().coefficients().to_vec(), 1e-13)
            }
            "roots" => {
                let roots = p.roots(xp).unwrap().to_vec().unwrap();
                same(&roots, &numbers(&row[3]), 1e-13, &what);
                continue;
            }
            "complex at" => {
                let values = z.at(&x).unwrap().typed::<Complex<f64>>().unwrap().to_vec().unwrap();
                same(&values, &numbers(&row[3]), 1e-15, &what);
                continue;
            }
            "complex multiply" => {
                same(z.multiply(&z).unwrap().coefficients(), &numbers(&row[3]), 1e-15, &what);
                continue;
            }
            conversion => {
                let other = NAMES.iter().position(|name| Some(*name) == conversion.strip_prefix("convert ")).unwrap();
                (p.convert(Basis::ALL[other]).unwrap().coefficients().to_vec(), 1e-14)
            }
        };
        same(&actual, &numbers(&row[3]), bound, &what);
    }
}

/// `str` of series.
pub fn texts<B: Backend>(_: &B) {
    let mut checked = 0;
    for row in table("series.tsv").iter().filter(|row| row[2].ends_with("text")) {
        let basis = Basis::ALL[NAMES.iter().position(|name| *name == row[0]).unwrap()];
        fn text<T: Coefficient>(basis: Basis, domain: &str, c: impl Into<Vec<T>>) -> String {
            let series = Series::new(basis, c).unwrap();
            let series = if domain == "own" { series } else { series.with_domain([0.0, 4.0]).unwrap() };
            series.to_string().replace('\n', "\\n")
        }
        let actual = match &row[2][..] {
            "text" => text(basis, &row[1], [1.0, -2.0, 0.5, 3.0]),
            "long text" => {
                let sign = |k: i32| if (k / 2) % 2 == 0 { 1.0 } else { -1.0 };
                text(basis, &row[1], (0..14).map(|k| 1.5f64.powi(k) * sign(k) / 3.0).collect::<Vec<_>>())
            }
            "tiny text" => text(basis, &row[1], [1e-7, 123_456_789.0, 1.0 / 3.0]),
            _ => text(basis, &row[1], [Complex::new(1.0, 2.0), Complex::new(-0.0, -1.0), Complex::new(0.5, 0.0)]),
        };
        assert_eq!(actual, row[3], "{row:?}");
        checked += 1;
    }
    assert_eq!(checked, 48);
}

/// Types, layouts, no elements; what is refused.
pub fn values<B: Backend>(xp: &B) {
    let p = Series::new(Basis::Legendre, [1.0, 2.0, 3.0]).unwrap();
    let at = |x: &DynArray<B>| p.at(x).unwrap();
    crate::for_types!(all, T => {
        let x = crate::arrays::from_numbers::<T, B>(xp, &[0, 1, 0, 1, 1, 0], &[2, 3]);
        for x in crate::layouts::relaid(&x) {
            let y = p.at(&x).unwrap();
            assert_eq!(y.dtype(), T::DTYPE.promote(DType::F64));
            let y = y.astype(DType::F64).unwrap().typed::<f64>().unwrap();
            assert_eq!((y.shape(), y.to_vec().unwrap()), (&[2, 3][..], vec![-0.5, 6.0, -0.5, 6.0, 6.0, -0.5]));
        }
    });
    assert_eq!(at(xp.zeros::<f32>([0, 2]).unwrap().as_dyn()).shape(), [0, 2]);
    assert_eq!(at(xp.scalar(1.0).as_dyn()).to_string(), "6.0");
    let constant = Series::new(Basis::Chebyshev, [2.5]).unwrap();
    assert_eq!(constant.at(&xp.zeros::<f64>(2).unwrap()).unwrap().to_string(), "[2.5 2.5]");
    assert_eq!(constant.roots(xp).unwrap().len(), 0);
    assert_eq!(constant.deriv(1).coefficients(), [0.0]);
    // A long series: T₂₀₀₀ at the cosine of an angle is the cosine of 2000 times the angle.
    let long = Series::<f64>::basis_polynomial(Basis::Chebyshev, 2000);
    let x = xp.array([0.3f64.cos()]).unwrap();
    assert!((long.at(&x).unwrap().typed::<f64>().unwrap().item().unwrap() - 600f64.cos()).abs() < 1e-11);
    let matrix = Basis::Hermite.vander(&xp.array([[1.0, 2.0]]).unwrap(), 3).unwrap();
    assert_eq!(matrix.shape(), [1, 2, 4]);
    assert_eq!(matrix.typed::<f64>().unwrap().to_vec().unwrap(), [1.0, 2.0, 2.0, -4.0, 1.0, 4.0, 14.0, 40.0]);
    let (x, y) = p.linspace(xp, 5).unwrap();
    assert_eq!((x.len(), y.to_string()), (5, at(&x).to_string()));
    let other = p.clone().with_domain([0.0, 1.0]).unwrap();
    let value = |result: xparray::Result<Series>| assert!(matches!(result, Err(Error::Value { .. })), "{result:?}");
    value(p.add(&other));
    value(p.multiply(&constant));
    value(Series::new(Basis::Power, []));
    value(p.clone().with_domain([1.0, 1.0]));
    value(p.clone().with_window([0.0, f64::INFINITY]));
    value(p.integ(1, &[1.0, 2.0], 0.0));
    assert!(matches!(p.divmod(&(&p * 0.0)), Err(Error::Singular { .. })));
    assert_eq!(p.convert_to(&other).unwrap().domain(), [0.0, 1.0]);
    assert_eq!((-&p).coefficients(), [-1.0, -2.0, -3.0]);
    assert_eq!(p.trim(5.0).coefficients(), [0.0]);
    assert_eq!((p.cutdeg(1).coefficients(), p.cutdeg(9).degree()), (&[1.0, 2.0][..], 2));
    assert_eq!((p.mapparms(), other.mapparms()), ((0.0, 1.0), (-1.0, 2.0)));
    let (three, two) = (xp.ones::<f64>(3).unwrap(), xp.ones::<f64>(2).unwrap());
    let fit = |x: &Array<f64, B>, y: &Array<f64, B>| Series::<f64>::fit(Basis::Power, x, y, 1, SeriesFit::new());
    assert!(matches!(fit(&three, &two), Err(Error::Shape { .. })));
    value(fit(&(&three * f64::NAN), &three));
    let complex = xp.ones::<Complex<f64>>(3).unwrap();
    let refused = Series::<f64>::fit(Basis::Power, &three, &complex, 1, SeriesFit::new());
    assert!(matches!(refused, Err(Error::DType { .. })), "{refused:?}");
    let options = SeriesFit::new().w(&two);
    assert!(matches!(Series::<f64>::fit(Basis::Power, &three, &three, 1, options), Err(Error::Shape { .. })));
}
