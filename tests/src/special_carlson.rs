//! Carlson's elliptic integrals, and Kummer's function where its parts differ by many powers of ten, against mpmath and SciPy 1.17.

use xparray::prelude::*;
use xparray::scipy::linalg::{solve_continuous_are, solve_discrete_are};
use xparray::scipy::special::{
    bdtr, bdtrc, bdtri, binom as binomial, elliprc, elliprd, elliprf, elliprg, elliprj, eval_chebyt, eval_gegenbauer,
    hyp1f1,
};
use xparray::scipy::stats::{binom, geom};
use xparray::{DynArray, Error, Result};

#[track_caller]
fn near<B: Backend>(found: &DynArray<B>, expected: &[f64], tolerance: f64) {
    let found = found.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let same = found == expected || (found.is_nan() && expected.is_nan());
        assert!(same || (found - expected).abs() <= tolerance * expected.abs(), "{found:e}, not {expected:e}");
    }
}

#[track_caller]
fn near_plane<B: Backend>(found: &DynArray<B>, expected: &[[f64; 2]], tolerance: f64) {
    let found = found.astype(DType::Complex128).unwrap().typed::<Complex<f64>>().unwrap().to_vec().unwrap();
    assert_eq!(found.len(), expected.len());
    for (found, &[re, im]) in found.iter().zip(expected) {
        let near = (found.re - re).hypot(found.im - im) <= tolerance * re.hypot(im);
        assert!(near, "{found:e}, not {re:e} and {im:e}");
    }
}

type Solver<B> = fn(&DynArray<B>, &DynArray<B>, &DynArray<B>, &DynArray<B>) -> Result<DynArray<B>>;

const NAN: f64 = f64::NAN;
const INFINITY: f64 = f64::INFINITY;

/// Of real numbers, to the ends of their domain.
pub fn integrals<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x.to_vec()).unwrap();
    let found = elliprc(of(&[0.5, 3.0, 0.0, 2.5, 1e-300, 1e12]), of(&[2.0, 0.25, 7.0, -0.75, 1e300, 3.0])).unwrap();
    let known = [
        0.855_033_220_107_909_4,
        1.154_236_223_061_845_3,
        0.593_705_205_861_862_9,
        0.755_986_587_380_883_5,
        1.570_796_326_794_896_6e-150,
        1.395_935_159_421_035_3e-5,
    ];
    near(&found, &known, 1e-14);
    let x = of(&[1.0, -1.0, INFINITY, 1.0, NAN, 0.0, 0.0]);
    let found = elliprc(&x, of(&[0.0, 1.0, 1.0, -INFINITY, 1.0, -1.0, 0.0])).unwrap();
    near(&found, &[NAN, NAN, 0.0, 0.0, NAN, 0.0, NAN], 0.0);

    let (x, y, z) =
        (of(&[0.5, 0.0, 1e-8, 5.0, 1e200]), of(&[2.0, 1.0, 1.0, 5.0, 1e210]), of(&[3.0, 1e6, 0.0, 5.0, 1e190]));
    let known = [
        0.787_040_857_749_405_1,
        0.008_294_051_463_615_44,
        10.596_634_757_087_66,
        0.447_213_595_499_957_9,
        1.289_920_982_643_76e-104,
    ];
    near(&elliprf(&x, &y, &z).unwrap(), &known, 1e-14);
    let found = elliprf(of(&[0.0, -1.0, INFINITY, 0.0]), of(&[0.0, 1.0, 0.0, 0.0]), of(&[1.0, 2.0, 1.0, NAN])).unwrap();
    near(&found, &[INFINITY, NAN, 0.0, NAN], 0.0);

    let (x, y, z) = (of(&[0.5, 0.0, 1e-8, 5.0, 2.0]), of(&[2.0, 1.0, 1.0, 5.0, 0.0]), of(&[3.0, 1e-6, 3.0, 5.0, 1e5]));
    let known = [
        0.335_551_819_243_889_05,
        2_999_989.808_913_934_5,
        0.664_853_324_568_665_7,
        0.089_442_719_099_991_59,
        5.498_820_221_209_829e-7,
    ];
    near(&elliprd(&x, &y, &z).unwrap(), &known, 1e-14);
    let found = elliprd(of(&[0.0, 1.0, 1.0, 1.0]), of(&[0.0, 2.0, 1.0, 1.0]), of(&[1.0, 0.0, -1.0, INFINITY])).unwrap();
    near(&found, &[INFINITY, INFINITY, NAN, 0.0], 0.0);

    let z = of(&[3.0, 1e6, 3.0, 5.0, 1e5]);
    let known = [
        1.329_423_163_200_633_5,
        500.001_948_513_086,
        1.092_219_074_301_458_4,
        2.236_067_977_499_79,
        158.123_838_216_384_3,
    ];
    near(&elliprg(&x, &y, &z).unwrap(), &known, 1e-14);
    let found = elliprg(of(&[0.0, 0.0, -1.0, INFINITY]), of(&[0.0, 0.0, 1.0, 1.0]), of(&[4.0, 0.0, 1.0, 1.0])).unwrap();
    near(&found, &[1.0, 0.0, NAN, INFINITY], 0.0);

    let (x, y) = (of(&[0.5, 0.0, 1e-8, 5.0, 1.0, 0.0, 2.0]), of(&[2.0, 1.0, 1.0, 5.0, 2.0, 1.0, 3.0]));
    let (z, p) = (of(&[3.0, 2.0, 3.0, 5.0, 3.0, 2.0, 4.0]), of(&[4.0, 1e-6, 1e6, 5.0, -4.0, -1.0, -0.001]));
    let known = [
        0.275_367_042_000_742_4,
        3_329.299_552_190_999_3,
        3.509_381_213_204_197e-6,
        0.089_442_719_099_991_59,
        -0.237_867_694_729_981_62,
        -1.633_978_807_894_258,
        2.242_789_777_933_454,
    ];
    near(&elliprj(&x, &y, &z, &p).unwrap(), &known, 1e-13);
    let found =
        elliprj(of(&[0.0, 1.0, -1.0, 1.0]), of(&[0.0, 1.0, 1.0, 1.0]), 1.0, of(&[1.0, 0.0, 1.0, -INFINITY])).unwrap();
    near(&found, &[INFINITY, NAN, NAN, 0.0], 0.0);
    // Of numbers of very different sizes.
    near(&elliprg(of(&[1e300, 1e-300]), 1e-300, of(&[0.0, 1e300])).unwrap(), &[5e149, 5e149], 1e-14);
    near(&elliprj(1e-300, 1e-300, of(&[2.5]), 2.5).unwrap(), &[262.245_705_377_209_84], 1e-14);
    assert_eq!(elliprf(of(&[1.0]).astype::<f32>(), 2.0, 3.0).unwrap().dtype(), DType::F32);
    assert!(matches!(elliprc(of(&[1.0, 2.0]), of(&[1.0, 2.0, 3.0])), Err(Error::Shape { .. })));
}

/// Over the complex plane, and of real and complex numbers together.
pub fn complex<B: Backend>(xp: &B) {
    let of = |z: &[[f64; 2]]| xp.array(z.iter().map(|&[re, im]| Complex::new(re, im)).collect::<Vec<_>>()).unwrap();
    let (x, y) = (of(&[[1.0, 2.0], [0.25, 1.0], [-1.0, 1.0]]), of(&[[3.0, -1.0], [0.25, -1.0], [-1.0, -1.0]]));
    let z = xp.array([0.5, 2.0, 3.0]).unwrap();
    let known = [
        [0.784_167_943_405_248_9, -0.110_686_082_985_509_51],
        [0.982_998_094_182_716_2, 0.0],
        [1.126_922_826_387_335_2, 0.0],
    ];
    near_plane(&elliprf(&x, &y, &z).unwrap(), &known, 1e-13);
    let known = [
        [0.903_164_730_112_357_3, -0.264_411_511_125_676_9],
        [0.604_786_822_686_650_6, 0.0],
        [0.528_475_191_751_872_6, 0.0],
    ];
    near_plane(&elliprd(&x, &y, &z).unwrap(), &known, 1e-13);
    let known = [
        [1.245_691_237_496_772_6, 0.157_738_083_241_633_38],
        [0.937_941_509_749_794_4, 0.0],
        [0.601_286_153_414_560_2, 0.0],
    ];
    near_plane(&elliprg(&x, &y, &z).unwrap(), &known, 1e-13);
    let (x, y) = (of(&[[1.0, 2.0], [2.0, 0.0], [-1.0, 1.0]]), of(&[[3.0, -1.0], [-1.0, 3.0], [-2.0, -0.5]]));
    let known = [
        [0.620_736_383_105_985_8, -0.033_326_667_256_456_916],
        [0.511_119_816_634_284_1, -0.408_141_971_993_750_6],
        [1.127_861_381_640_146_8, 1.306_661_373_609_291_1],
    ];
    near_plane(&elliprc(&x, &y).unwrap(), &known, 1e-13);
    let (x, y) = (of(&[[1.0, 0.0], [0.25, 1.0]]), of(&[[2.0, 0.0], [0.25, -1.0]]));
    let (z, p) = (xp.array([3.0, 2.0]).unwrap(), of(&[[4.0, 1.0], [3.0, 0.0]]));
    let known = [[0.232_339_617_701_668_67, -0.039_215_171_366_416_25], [0.461_506_348_981_940_1, 0.0]];
    near_plane(&elliprj(&x, &y, &z, &p).unwrap(), &known, 1e-13);
}

/// Large numbers, where the part that falls is not lost beside the one that grows, and what is a number is so.
pub fn kummer<B: Backend>(xp: &B) {
    let known = [
        (-29.5, 0.5, [150.0, 400.0], [-4.515_250_176_699_037e44, 4.465_082_600_727_645e46]),
        (-0.5, -60.5, [475.0, 155.0], [-7.027_245_726_061_84e284, -1.745_334_321_820_375_2e285]),
        (4.5, -80.5, [-8.0, -6.0], [1.468_349_662_533_532_4, 0.577_176_783_219_120_8]),
        (15.75, -20.5, [-235.0, 323.0], [-1.296_665_474_695_893_5e-18, -5.636_208_002_815_67e-19]),
        (29.3, 3.3, [-300.0, -240.0], [6.621_693_517_616_427e-64, 6.379_241_371_656_172e-64]),
        (1.0, -40.5, [500.0, 0.0], [-8.608_610_203_496_774e280, 0.0]),
        (9.0, -75.25, [-12.0, 0.0], [4.885_692_644_300_772, 0.0]),
        (-7.3, 25.5, [150.0, -470.0], [725_529_471.182_167_2, 608_015_981.799_946_5]),
    ];
    for (a, b, [re, im], expected) in known {
        let found = hyp1f1(a, b, xp.array([Complex::new(re, im)]).unwrap()).unwrap();
        near_plane(&found, &[expected], 1e-11);
    }
}

/// Binomials of numbers next to 0, and of a number of attempts that is rounded down.
pub fn small<B: Backend>(xp: &B) {
    let n = xp.array([1e-10, 1e-10, -1e-8, 1e-300]).unwrap();
    let known = [-9.999_999_994_822_623e-13, 3.333_333_332_833_333e-11, -1.428_571_463_571_428_8e-9, 1e-300];
    near(&binomial(&n, xp.array([100.0, 3.0, 7.0, 1.0]).unwrap()).unwrap(), &known, 1e-14);
    let (k, n) = (xp.array([0.2, 1.0]).unwrap(), xp.array([4.4, 3.9]).unwrap());
    near(&bdtr(&k, &n, 0.5).unwrap(), &[0.0625, 0.5], 1e-15);
    near(&bdtrc(&k, &n, 0.5).unwrap(), &[0.9375, 0.5], 1e-15);
    near(&bdtri(&k, &n, 0.5).unwrap(), &[1.0 - 0.5f64.sqrt().sqrt(), 0.5], 1e-14);
}

/// Chebyshev's polynomials of negative degrees are those of positive ones, also where they grow: SciPy's values for integers.
pub fn negative_degrees<B: Backend>(xp: &B) {
    let (n, x) = (xp.array([-5, -3, -4, -1]).unwrap(), xp.array([-3.0, 2.0, -4.0, -5.0]).unwrap());
    near(&eval_chebyt(&n, &x).unwrap(), &[-3363.0, 26.0, 1921.0, -5.0], 1e-15);
    near(&eval_chebyt(-2.5, xp.array([2.0]).unwrap()).unwrap(), &[13.472_193_585_307_48], 1e-14);
}

/// What is impossible beside certain numbers has a logarithm.
pub fn certain<B: Backend>(xp: &B) {
    let k = xp.array([0.0, 3.0]).unwrap();
    near(&binom(xp, 5, 0.0).unwrap().logsf(&k).unwrap(), &[f64::NEG_INFINITY; 2], 0.0);
    near(&binom(xp, 5, 1.0).unwrap().logcdf(&k).unwrap(), &[f64::NEG_INFINITY; 2], 0.0);
    near(&geom(xp, 1.0).unwrap().logsf(&k).unwrap(), &[0.0, f64::NEG_INFINITY], 0.0);
}

/// An input that does nothing leaves Riccati's equation its solution.
pub fn idle_inputs<B: Backend>(xp: &B) {
    let of = |x: &[f64], shape: [usize; 2]| xp.array(x.to_vec()).unwrap().reshape(shape).unwrap().into_dyn();
    let (a, q) = (of(&[-1.0, 4.0, 1.0, 1.0], [2, 2]), of(&[3.0, 0.0, 0.0, 4.0], [2, 2]));
    let b = of(&[-1.0, -3.0, 0.0, 0.0, -2.0, -1.0, 0.0, -2.0], [2, 4]);
    let (few, r) =
        (of(&[-1.0, -3.0, 0.0, -2.0, -1.0, -2.0], [2, 3]), |m| xp.eye_of(DType::F64, m, Eye::new()).unwrap());
    let solvers: [Solver<B>; 2] = [solve_continuous_are, solve_discrete_are];
    for solve in solvers {
        let (found, known) = (solve(&a, &b, &q, &r(4)).unwrap(), solve(&a, &few, &q, &r(3)).unwrap());
        near(&found.ravel().unwrap(), &known.ravel().unwrap().typed::<f64>().unwrap().to_vec().unwrap(), 1e-10);
    }
}

/// Parameters without end are refused, not computed for ever.
pub fn endless<B: Backend>(xp: &B) {
    let alpha = xp.array([INFINITY, 1e10]).unwrap();
    near(&eval_gegenbauer(0.5, &alpha, 0.5).unwrap(), &[NAN, NAN], 0.0);
}
