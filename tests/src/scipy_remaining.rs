//! Special functions at infinite, tiny and huge arguments, against mpmath; further distributions, and splines of scattered points and of curves,
//! against SciPy 1.17.

use crate::special_ends::near;
use xparray::prelude::*;
use xparray::scipy::interpolate::{ScatteredBivariateSpline, UnivariateSpline};
use xparray::scipy::special::{
    betainc, betaincc, betainccinv, binom, ellipeinc, eval_chebyt, eval_hermite, eval_jacobi, eval_laguerre,
    eval_legendre, poch, pseudo_huber, stdtr,
};
use xparray::scipy::stats::{self, Continuous, Fit};
use xparray::{Error, Result};

const INF: f64 = f64::INFINITY;

/// Special functions.
pub fn extremes<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x.to_vec()).unwrap();
    let n = of(&[0.0, 1.0, 2.0, 3.0]);
    near(&eval_chebyt(&n, -INF).unwrap(), &[1.0, -INF, INF, -INF], 0.0);
    near(&eval_legendre(&n, -INF).unwrap(), &[1.0, -INF, INF, -INF], 0.0);
    near(&eval_jacobi(&n, 0.5, 0.7, INF).unwrap(), &[1.0, INF, INF, INF], 0.0);
    near(&eval_laguerre(&n, INF).unwrap(), &[1.0, -INF, INF, -INF], 0.0);
    near(&eval_hermite(101.0, of(&[1e5, -1e5])).unwrap(), &[INF, -INF], 0.0);
    near(&eval_legendre(21.0, of(&[1e-8, 0.4])).unwrap(), &[3.700_138_092_040_987e-8, 0.097_679_064_131_779_7], 1e-13);
    near(&ellipeinc(of(&[0.0, 1.0, -1.0]), -INF).unwrap(), &[0.0, INF, -INF], 0.0);
    let a = of(&[9.721_450_574_835_695e-40]);
    let share = betainc(&a, 6.289_107_889_202_147e-214, 1.420_227_770_142_446e-181).unwrap();
    near(&share, &[6.469_310_151_595_808e-175], 1e-12);
    let share =
        betaincc(of(&[2.515_861_525_456_093e-185]), 3.994_712_197_066_946e-161, 0.561_606_726_992_675_1).unwrap();
    near(&share, &[6.297_979_432_168_667e-25], 1e-12);
    near(&betainccinv(of(&[1e-10]), 1e10, 1e-10).unwrap(), &[2.647_370_104_646_208e-11], 1e-12);
    near(&binom(of(&[0.006_676_729_934_518_856]), 3_083_858_038.656_081).unwrap(), &[7.925_664_754_352_195e-11], 1e-12);
    near(&poch(of(&[-1_060_447.821_176_818_3]), 5.489_882_668_345_563).unwrap(), &[-7.409_618_293_229_877e32], 1e-8);
    near(
        &pseudo_huber(of(&[1.376_941_170_592_670_4e287]), -4.602_923_338_755_301e-54).unwrap(),
        &[1.059_345_163_122_912_4e-107],
        1e-12,
    );
    let degrees = of(&[7.691_090_675_300_067e22, 5.759_077_218_632_121e273]);
    near(&stdtr(&degrees, of(&[-2.125_362_040_003_082_2e-11, 2.9e44])).unwrap(), &[0.499_999_999_991_521, 1.0], 1e-13);
}

/// A distribution's density and probability at `x`, its mean, variance, skewness and kurtosis, and its entropy.
fn check<B: Backend>(law: Result<Continuous<B>>, x: f64, [density, p]: [f64; 2], moments: [f64; 4], entropy: f64) {
    let law = law.unwrap();
    near(&law.pdf(x).unwrap(), &[density], 1e-10);
    near(&law.cdf(x).unwrap(), &[p], 1e-10);
    near(&law.ppf(p).unwrap(), &[x], 1e-9);
    near(&law.isf(law.sf(x).unwrap()).unwrap(), &[x], 1e-9);
    for (found, expected) in law.stats().unwrap().iter().zip(moments) {
        near(&found.add(1.0).unwrap(), &[1.0 + expected], 1e-8);
    }
    near(&law.entropy().unwrap().add(2.0).unwrap(), &[2.0 + entropy], 1e-8);
}

/// Distributions.
pub fn laws<B: Backend>(xp: &B) {
    let truncated = [0.0, 0.773_741_303_549_923_2, 0.0, -0.634_463_282_870_350_5];
    check(
        stats::truncnorm(xp, -2.0, 2.0),
        0.5,
        [0.368_848_008_488_156_85, 0.700_589_328_662_971_6],
        truncated,
        1.259_241_272_687_244_2,
    );
    let moments = [-1.536_518_763_910_652, 0.757_834_238_579_060_4, -1.254_030_798_128_500_8, 3.291_263_919_399_000_3];
    check(
        stats::johnsonsu(xp, 2.55, 2.25),
        -1.2,
        [0.554_953_308_965_279_4, 0.604_133_329_843_687_2],
        moments,
        1.183_095_379_617_067,
    );
    let moments = [0.486_492_301_331_268_1, 1.310_045_507_346_83, 0.637_637_133_903_015, 0.570_166_483_566_913_6];
    check(
        stats::genextreme(xp, 0.1),
        0.7,
        [0.320_741_895_645_927_9, 0.616_324_106_327_734_9],
        moments,
        1.519_494_098_411_379_6,
    );
    let moments = [1.111_111_111_111_111_2, 1.543_209_876_543_209_8, 2.811_056_885_999_736, 14.828_571_428_571_43];
    check(stats::genpareto(xp, 0.1), 1.3, [0.260_697_653_208_960_26, 0.705_411_651_873_874_8], moments, 1.1);
    let moments = [0.774_061_722_644_651_9, 0.400_828_449_536_393_96, 0.784_426_755_382_312_8, 0.632_784_754_821_179_6];
    check(
        stats::skewnorm(xp, 4.0),
        0.6,
        [0.660_985_964_477_269_8, 0.451_924_852_833_391_9],
        moments,
        0.900_193_253_782_160_8,
    );
    let moments = [1.5, 3.25, 1.152_069_638_313_937_5, 2.875_739_644_970_414_2];
    check(
        stats::exponnorm(xp, 1.5),
        2.0,
        [0.199_444_595_909_829_16, 0.678_082_974_187_077_1],
        moments,
        1.927_119_811_583_843,
    );
    let moments =
        [1.572_740_948_479_308_7, 0.061_485_586_051_551_08, 0.001_766_055_948_537_486, -0.057_042_594_020_485_726];
    check(
        stats::gengamma(xp, 4.4, 3.1),
        1.5,
        [1.530_693_576_375_105_5, 0.385_216_789_052_797_6],
        moments,
        0.024_383_795_899_641_125,
    );
    let moments = [-2.462_584_599_331_038, 6.846_126_864_767_84, -1.627_303_225_694_361_6, 4.395_151_678_748_949];
    check(
        stats::loggamma(xp, 0.414),
        -2.0,
        [0.178_199_365_229_933_7, 0.474_034_483_381_412_5],
        moments,
        2.195_027_066_959_794,
    );
    let moments = [1.056_521_531_203_044, 0.139_651_816_490_393_5, 2.093_447_093_747_526_5, 16.495_377_164_441_585];
    check(
        stats::fisk(xp, 5.5),
        0.9,
        [1.406_371_688_516_499, 0.359_051_601_747_208_8],
        moments,
        0.295_251_907_761_574_73,
    );
    check(
        stats::semicircular(xp),
        0.3,
        [0.607_296_557_258_568_3, 0.688_081_167_609_463_6],
        [0.0, 0.25, 0.0, -1.0],
        0.644_729_885_849_400_2,
    );
    // Where moments do not exist, and of a parameter that is so small that they are no numbers.
    let [mean, variance, ..] = stats::halfcauchy(xp).unwrap().stats().unwrap();
    near(&mean.add(&variance).unwrap(), &[INF], 0.0);
    let small = stats::weibull_min(xp, xp.array([0.01, 1e-4]).unwrap()).unwrap().stats().unwrap();
    near(&small[1], &[INF, INF], 0.0);
    near(&small[2], &[1.381_879_212_154_646e52, INF], 1e-11);
    let counts = stats::boltzmann(xp, 1.4, 19.0).unwrap();
    near(&counts.pmf(2.0).unwrap(), &[0.045_814_485_804_868_73], 1e-10);
    assert_eq!(stats::randint(xp, 7.0, 31.0).unwrap().ppf(0.5).unwrap().to_string(), "18.0");
    let x = xp.array([1.0, 2.0, 3.0, 6.0]).unwrap();
    let fitted = stats::gamma(xp, 2.0).unwrap().fit(&x, Fit::new().fixed_shape(0).floc(0.0)).unwrap();
    assert_eq!((fitted.shapes, fitted.loc), (vec![2.0], 0.0));
    assert!((fitted.scale - 1.5).abs() < 1e-6, "{}", fitted.scale);
}

/// Splines of scattered points, and curves.
pub fn surfaces<B: Backend>(xp: &B) {
    let x = xp.array([0.0, 1.0, 2.0, 0.0, 1.0, 2.0, 0.0, 1.0, 2.0]).unwrap();
    let y = xp.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 3.0, 3.0, 3.0]).unwrap();
    let z = x.square().multiply(&y).unwrap();
    let options = || ScatteredBivariateSpline::new().kx(2).ky(1);
    let at = |x: f64| xp.array([x]).unwrap();
    near(&options().fit(&x, &y, &z).unwrap().evaluate(&at(1.5), &at(2.0)).unwrap(), &[4.5], 1e-12);
    let (none, inner) = (xp.array::<[f64; 0]>([]).unwrap().into_dyn(), at(2.0).into_dyn());
    let nearest = options().w(&xp.ones::<f64>([9]).unwrap()).least_squares(&x, &y, &z, [&none, &inner]).unwrap();
    assert_eq!(nearest.knots()[1].to_vec().unwrap(), [0.0, 0.0, 2.0, 3.0, 3.0]);
    assert!(nearest.residual() < 1e-20);
    for wrong in [
        options().s(-1.0).fit(&x, &y, &z),
        options().kx(6).fit(&x, &y, &z),
        options().bbox([Some(0.5), None], [None, None]).fit(&x, &y, &z),
        options().least_squares(&x, &y, &z, [&none, &at(5.0).into_dyn()]),
    ] {
        assert!(matches!(wrong, Err(Error::Value { .. })));
    }
    let u = xp.linspace(0.0, 3.0, 30).unwrap();
    let points = xp.stack(&[&u.cos(), &u.sin()], 1).unwrap();
    let (curve, residual) = UnivariateSpline::new().s(1e-3).fit_curve(&u, &points).unwrap();
    assert!((residual - 1e-3).abs() < 1e-6);
    assert_eq!(curve.evaluate(&u).unwrap().shape(), [30, 2]);
    assert!(matches!(UnivariateSpline::new().fit(&u, &points), Err(Error::Shape { .. })));
}
