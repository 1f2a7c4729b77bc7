//! Rational functions against what they approximate, and, as sums of radial functions, against mpmath and SciPy 1.17.

use crate::for_types;
use crate::scipy::numbers;
use crate::special_ends::near;
use xparray::prelude::*;
use xparray::scipy::interpolate::{AAA, FloaterHormannInterpolator, RadialFunction, RationalFunction, Rbf, pade};
use xparray::scipy::spatial::distance::Metric;
use xparray::{Error, Result, s};

type Z = Complex<f64>;

/// That numbers are those of a function, but for so much of the largest.
fn close<B: Backend>(found: &DynArray<B>, expected: &[Z], bound: f64) {
    let found = numbers(found);
    assert_eq!(found.len(), expected.len());
    let largest = expected.iter().map(|z| z.norm()).fold(0.0, f64::max);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).norm() <= bound * largest, "{found}, not {expected}");
    }
}

fn real(x: &[f64]) -> Vec<Z> {
    x.iter().map(|&x| Z::new(x, 0.0)).collect()
}

/// The numbers of which the real part is between -1 and 1, in order.
fn inner<B: Backend>(x: &DynArray<B>) -> Vec<Z> {
    let mut inner: Vec<Z> = numbers(x).into_iter().filter(|z| z.norm() < 1.0).collect();
    inner.sort_by(|a, b| a.re.total_cmp(&b.re));
    inner
}

/// `AAA`.
pub fn approximated<B: Backend>(xp: &B) {
    let x = xp.linspace(-1.0, 1.0, 200).unwrap().into_dyn();
    let f = AAA::new().interpolate(&x, &x.multiply(2.0).unwrap().tan().unwrap()).unwrap();
    let at = [-0.99f64, -0.31, 0.0, 0.2, 0.78];
    let found = f.function().evaluate(&xp.array(at).unwrap()).unwrap();
    close(&found, &real(&at.map(|x| (2.0 * x).tan())), 1e-9);
    assert!(f.converged() && f.function().support_points().len() == 8 && f.errors().len() == 8);
    // SciPy's first errors: the support points are chosen likewise.
    near(xp.array([f.errors()[0], f.errors()[2]]).unwrap().as_dyn(), &[281.958_621_01, 0.752_223_34], 1e-8);
    let quarter = std::f64::consts::FRAC_PI_4;
    let poles = f.function().poles().unwrap();
    for (pole, expected) in inner(&poles).into_iter().zip([-quarter, quarter]) {
        assert!((pole - expected).norm() < 1e-9, "{pole}");
    }
    let residues: Vec<Z> = numbers(&poles)
        .into_iter()
        .zip(numbers(&f.function().residues().unwrap()))
        .filter(|(p, _)| p.norm() < 1.0)
        .map(|(_, r)| r)
        .collect();
    close(&xp.array(residues).unwrap().into_dyn(), &real(&[-0.5, -0.5]), 1e-7);
    let roots = inner(&f.function().roots().unwrap());
    assert!(roots.len() == 1 && roots[0].norm() < 1e-12, "{roots:?}");
    let (points, values) = (f.function().support_points(), f.function().support_values().unwrap());
    assert_eq!(f.function().evaluate(points).unwrap().to_string(), values.to_string());

    // Complex values, of which the pole is beside the line, at complex places; points backwards, twice, and without values.
    let pole = Z::new(0.3, 0.1);
    let y = x.subtract(pole).unwrap().reciprocal().unwrap();
    let backwards = xp.concatenate(&[&x.flip(0).unwrap(), &x.slice(s![3..5]).unwrap()], 0).unwrap();
    let values = backwards.subtract(pole).unwrap().reciprocal().unwrap();
    let gaps = backwards.equal(x.slice(s![7]).unwrap()).unwrap().where_(f64::NAN, &values).unwrap();
    for (x, y) in [(&x, &y), (&backwards, &gaps)] {
        let f = AAA::new().interpolate(x, y).unwrap();
        assert_eq!((f.function().support_points().len(), f.doublets()), (2, 0));
        close(&f.function().poles().unwrap(), &[pole], 1e-13);
        close(&f.function().residues().unwrap(), &real(&[1.0]), 1e-12);
        let at = [Z::new(0.5, 1.0), Z::new(f64::INFINITY, 0.0)];
        let expected = [1.0 / (at[0] - pole), Z::new(0.0, 0.0)];
        close(&f.function().evaluate(&xp.array([at]).unwrap()).unwrap(), &expected, 1e-12);
    }

    // More terms than there are digits make doublets, and too few do not converge.
    let y = x.exp().unwrap();
    let f = AAA::new().rtol(0.0).max_terms(20).clean_up(None).interpolate(&x, &y).unwrap();
    let clean = f.clean_up(1e-13).unwrap();
    assert!(!f.converged() && f.doublets() == 0 && clean.doublets() > 0);
    assert!(clean.function().support_points().len() < f.function().support_points().len());
    // What is left out are poles of residues below 1e-13, at least half a step of the points away from one.
    close(&clean.function().evaluate(&x).unwrap(), &numbers(&y), 1e-13 / 0.005);
    let f = AAA::new().max_terms(3).interpolate(&x, &y).unwrap();
    assert!(!f.converged() && f.errors().len() == 3);
    near(xp.array(f.errors().to_vec()).unwrap().as_dyn(), &[2.350_402_39, 0.033_417_122_4, 0.000_298_194_41], 1e-8);

    for_types!(inexact, T => {
        let x = xp.array(&[0i8, 1, 2, 3, 4]).unwrap().astype::<T>();
        let y = xp.array(&[1i8, 2, 5, 10, 17]).unwrap().astype::<T>().into_dyn();
        let f = AAA::new().interpolate(&x, &y).unwrap();
        close(&f.function().evaluate(&xp.array([0.5, 2.5]).unwrap()).unwrap(), &real(&[1.25, 7.25]), 1e-9);
    });
    let one = AAA::new().interpolate(&xp.array([2]).unwrap(), &xp.array([3]).unwrap()).unwrap();
    near(&one.function().evaluate(&xp.scalar(7.0)).unwrap(), &[3.0], 1e-15);
    assert_eq!(one.function().poles().unwrap().len(), 0);

    let options = AAA::new;
    assert!(matches!(options().max_terms(0).interpolate(&x, &y), Err(Error::Value { .. })));
    assert!(matches!(options().interpolate(&x, &y.slice(s![1..]).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(options().interpolate(&x, &y.expand_dims(1).unwrap()), Err(Error::Shape { .. })));
    assert!(matches!(options().interpolate(&x.expand_dims(1).unwrap(), &y), Err(Error::Shape { .. })));
    assert!(matches!(options().interpolate(&x.divide(0.0).unwrap(), &y), Err(Error::Value { .. })));
    assert!(matches!(options().interpolate(&x, &y.divide(0.0).unwrap()), Err(Error::Value { .. })));
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(options().interpolate(&none, &none), Err(Error::Value { .. })));
}

/// `FloaterHormannInterpolator`.
pub fn blended<B: Backend>(xp: &B) {
    let x = xp.array([0.0, 0.11, 0.3, 0.42, 0.7, 0.83, 1.0]).unwrap().into_dyn();
    let rows = xp.stack(&[&x.multiply(5.0).unwrap().sin().unwrap(), &x.cos().unwrap()], 1).unwrap();
    let at = xp.array([0.05, 0.5, 0.95]).unwrap();
    let expected = [
        (
            0,
            [
                0.220_753_547_913_947_33,
                1.007_982_166_287_424_9,
                0.501_478_197_492_588,
                0.834_754_820_933_683_1,
                -0.971_368_166_358_847_7,
                0.554_175_043_514_367_2,
            ],
        ),
        (
            2,
            [
                0.248_587_705_601_337_97,
                0.998_708_852_477_736_6,
                0.599_243_024_900_202_6,
                0.877_700_333_858_113_3,
                -1.000_287_165_546_766_7,
                0.581_812_819_885_247_2,
            ],
        ),
        (
            6,
            [
                0.246_490_097_895_341_9,
                0.998_750_249_507_883_5,
                0.599_498_375_382_116_1,
                0.877_582_571_313_497_9,
                -0.994_481_585_016_625_2,
                0.581_683_131_142_256_3,
            ],
        ),
    ];
    for (d, expected) in expected {
        let options = FloaterHormannInterpolator::new().d(d);
        let f = options.interpolate(&x, &rows).unwrap();
        near(&f.evaluate(&at).unwrap(), &expected, 1e-13);
        let across = options.axis(1).interpolate(&x, &rows.t()).unwrap();
        near(&across.evaluate(&at).unwrap().t(), &expected, 1e-13);
        let order = [3i64, 0, 6, 1, 5, 2, 4];
        let shuffled = options.interpolate(&x.take(order, 0).unwrap(), &rows.take(order, 0).unwrap()).unwrap();
        near(&shuffled.evaluate(&at.flip(0).unwrap()).unwrap().flip(0).unwrap(), &expected, 1e-13);
        assert!(f.evaluate(&x).unwrap().allclose(&rows).unwrap());
        assert_eq!(f.evaluate(&xp.zeros::<f64>([0, 3]).unwrap()).unwrap().shape(), [0, 3, 2]);
        assert_eq!(f.evaluate(&xp.scalar(0.5)).unwrap().shape(), [2]);
        assert!(
            f.evaluate(&xp.array([f64::NAN]).unwrap())
                .unwrap()
                .isnan()
                .unwrap()
                .all(..)
                .unwrap()
                .item()
                .unwrap()
                .get::<bool>()
        );
    }
    let f = FloaterHormannInterpolator::new().interpolate(&x, &rows).unwrap();
    let weights = [
        -72.150_072_150_072_15,
        183.120_956_623_877_42,
        -295.156_129_317_003_26,
        247.618_875_362_438_7,
        -175.389_582_169_243_2,
        145.762_577_748_717_8,
        -33.806_626_098_715_334,
    ];
    near(f.weights(), &weights, 1e-12);
    assert!(matches!(f.residues(), Err(Error::Value { .. })) && matches!(f.roots(), Err(Error::Value { .. })));
    // There is no pole between the points.
    assert!(numbers(&f.poles().unwrap()).iter().all(|z| z.im.abs() > 1e-6 || !(0.0..=1.0).contains(&z.re)));
    // Points of the plane: a polynomial of degree 2 is met.
    let z = xp.array([Z::new(0.0, 0.0), Z::new(1.0, 1.0), Z::new(0.0, 2.0), Z::new(-1.0, 1.0)]).unwrap().into_dyn();
    let f = FloaterHormannInterpolator::new().d(2).interpolate(&z, &z.multiply(&z).unwrap()).unwrap();
    close(&f.evaluate(&xp.array([Z::new(0.3, 0.7)]).unwrap()).unwrap(), &[Z::new(-0.4, 0.42)], 1e-14);
    for_types!(real_numbers, T => {
        let x = xp.array(&[0i8, 1, 2, 3, 4]).unwrap().astype::<T>();
        let f = FloaterHormannInterpolator::new().interpolate(&x, &(&x * &x)).unwrap();
        near(&f.evaluate(&xp.array([0.5, 2.5]).unwrap()).unwrap(), &[0.25, 6.25], 1e-13);
    });
    let refused = |options: FloaterHormannInterpolator, y: &DynArray<B>| -> Result<RationalFunction<B>> {
        options.interpolate(&x, y)
    };
    let new = FloaterHormannInterpolator::new;
    assert!(matches!(refused(new().d(7), &rows), Err(Error::Value { .. })));
    assert!(matches!(refused(new().axis(2), &rows), Err(Error::Axis { .. })));
    assert!(matches!(refused(new().axis(1), &rows), Err(Error::Shape { .. })));
}

/// `pade`.
pub fn series<B: Backend>(xp: &B) {
    let exp = xp.array([1.0, 1.0, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0]).unwrap().into_dyn();
    // Padé's table of exp.
    let (p, q) = pade(&exp.slice(s![..5]).unwrap(), 2, None).unwrap();
    near(p.coefficients(), &[1.0 / 12.0, 0.5, 1.0], 1e-12);
    near(q.coefficients(), &[1.0 / 12.0, -0.5, 1.0], 1e-12);
    let (p, q) = pade(&exp.flip(0).unwrap().copy().unwrap().flip(0).unwrap(), 1, 2).unwrap();
    near(p.coefficients(), &[1.0 / 6.0, 2.0 / 3.0, 1.0], 1e-12);
    near(q.coefficients(), &[-1.0 / 3.0, 1.0], 1e-12);
    let (p, q) = pade(&exp, 5, None).unwrap();
    near(p.coefficients(), &[1.0], 0.0);
    near(q.coefficients(), &[-1.0 / 120.0, 1.0 / 24.0, -1.0 / 6.0, 0.5, -1.0, 1.0], 1e-11);
    let (p, q) = pade(&exp, 0, 1).unwrap();
    assert_eq!((p.coefficients().to_string(), q.coefficients().to_string()), ("[1. 1.]".into(), "[1.]".into()));
    let turned = xp.array([Z::new(1.0, 0.0), Z::new(0.0, 1.0), Z::new(-0.5, 0.0)]).unwrap();
    let (p, q) = pade(&turned, 1, None).unwrap();
    close(p.coefficients(), &[Z::new(0.0, 0.5), Z::new(1.0, 0.0)], 1e-14);
    close(q.coefficients(), &[Z::new(0.0, -0.5), Z::new(1.0, 0.0)], 1e-14);
    for_types!(numbers, T => {
        // 1 / (1 - 2 x)
        let (p, q) = pade(&xp.array(&[1i8, 2, 4]).unwrap().astype::<T>(), 1, 1).unwrap();
        close(p.coefficients(), &real(&[1.0]), 0.0);
        close(q.coefficients(), &real(&[-2.0, 1.0]), 0.0);
    });
    assert!(matches!(pade(&exp, 6, None), Err(Error::Value { .. })));
    assert!(matches!(pade(&exp, 3, 3), Err(Error::Value { .. })));
    assert!(matches!(pade(&exp, usize::MAX, 1), Err(Error::Value { .. })));
    assert!(matches!(pade(&exp.expand_dims(0).unwrap(), 1, 1), Err(Error::Shape { .. })));
    assert!(matches!(pade(&xp.array([1.0, 0.0, 1.0]).unwrap(), 1, 1), Err(Error::Singular { .. })));
}

/// `Rbf`.
pub fn radial_sums<B: Backend>(xp: &B) {
    let points =
        xp.array([[0.1, 0.2], [0.9, 0.3], [0.4, 0.8], [0.7, 0.65], [0.2, 0.9], [0.55, 0.1]]).unwrap().into_dyn();
    let d = xp.array([1.0, -0.5, 2.0, 0.25, -1.5, 0.75]).unwrap().into_dyn();
    let at = xp.array([[0.3, 0.5], [0.8, 0.2]]).unwrap().into_dyn();
    let functions = [
        (RadialFunction::Multiquadric, [1.902_695_433_360_865, -0.024_905_722_073_320_646]),
        (RadialFunction::InverseMultiquadric, [1.298_030_593_067_838_2, -0.116_651_244_739_588_21]),
        (RadialFunction::Gaussian, [1.290_776_832_613_703, -0.102_274_808_666_440_45]),
        (RadialFunction::Linear, [0.922_389_615_823_485, -0.054_799_731_535_588_59]),
        (RadialFunction::Cubic, [-28.487_299_059_002_027, -5.324_373_190_414_803_5]),
        (RadialFunction::Quintic, [-2.710_686_980_844_49, -0.266_679_093_417_401_7]),
        (RadialFunction::ThinPlate, [7.271_821_326_343_954, 5.488_440_456_381_934]),
    ];
    for (function, expected) in functions {
        let options = Rbf::new().function(function).smooth(0.01);
        let f = options.clone().interpolate(&points, &d).unwrap();
        near(&f.evaluate(&at).unwrap(), &expected, 1e-10);
        assert!((f.epsilon() - 0.326_598_632_371_090_4).abs() < 1e-15);
        // Columns of values, one of them imaginary, of points and places that are not row by row.
        let columns = xp.stack(&[&d, &d.multiply(-2.0).unwrap()], 1).unwrap();
        let complex = columns.multiply(Z::new(1.0, 1.0)).unwrap();
        let strided = points.t().copy().unwrap().t();
        let f = options.clone().interpolate(&strided, &complex).unwrap();
        let found = f.evaluate(&at.flip(0).unwrap()).unwrap();
        let [first, second] = expected;
        let expected = [second, -2.0 * second, first, -2.0 * first].map(|x| Z::new(x, x));
        close(&found, &expected, 1e-10);
        assert_eq!(f.nodes().unwrap().shape(), [6, 2]);
        assert_eq!(f.evaluate(&xp.zeros::<f64>([0, 2]).unwrap()).unwrap().shape(), [0, 2]);
        let through = Rbf::new().function(function).interpolate(&points, &d).unwrap();
        assert!(through.evaluate(&points).unwrap().allclose(&d).unwrap());
    }
    let city = Rbf::new().norm(Metric::Cityblock).epsilon(0.7).interpolate(&points, &d).unwrap();
    near(&city.evaluate(&at).unwrap(), &[-8.727_287_681_764_437, 132.328_244_689_530_04], 1e-9);
    let own = Rbf::new().function_of(|r| r.negative()?.exp()).norm_of(|x, y| {
        let apart = x.expand_dims(1)?.subtract(y)?;
        apart.square()?.sum(-1)?.sqrt()
    });
    let found = own.interpolate(&points, &d).unwrap().evaluate(&at).unwrap();
    near(&found, &[0.844_857_347_438_387_6, -0.059_536_523_335_736_11], 1e-11);
    for_types!(real_numbers, T => {
        let points = xp.array(&[[0i8, 0], [4, 0], [0, 3]]).unwrap().astype::<T>();
        let values = xp.array(&[1i8, 2, 3]).unwrap().astype::<T>();
        let f = Rbf::new().function(RadialFunction::Linear).interpolate(&points, &values).unwrap();
        near(&f.evaluate(&points).unwrap(), &[1.0, 2.0, 3.0], 1e-13);
    });
    let new = Rbf::new;
    assert!(matches!(new().interpolate(&d, &d), Err(Error::Value { .. })));
    assert!(matches!(new().interpolate(&points, &at), Err(Error::Shape { .. })));
    assert!(matches!(new().interpolate(&points.divide(0.0).unwrap(), &d), Err(Error::Value { .. })));
    assert!(matches!(new().interpolate(&points, &d.divide(0.0).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(new().interpolate(&points.multiply(0.0).unwrap(), &d), Err(Error::Value { .. })));
    assert!(matches!(new().epsilon(1.0).interpolate(&points.multiply(0.0).unwrap(), &d), Err(Error::Singular { .. })));
    assert!(matches!(new().interpolate(&points.multiply(Z::new(0.0, 1.0)).unwrap(), &d), Err(Error::DType { .. })));
    assert!(matches!(new().function_of(|r| r.sum(..)).interpolate(&points, &d), Err(Error::Shape { .. })));
    assert!(matches!(city.evaluate(&d), Err(Error::Value { .. })));
    assert!(matches!(city.evaluate(&points.expand_dims(0).unwrap()), Err(Error::Value { .. })));
    assert!(matches!(city.evaluate(&xp.zeros::<f64>([2, 3]).unwrap()), Err(Error::Value { .. })));
}
