//! Samples beside distributions that are fitted to them, and beside one another, against SciPy 1.17.

use crate::for_types;
use crate::special_ends::near;
use xparray::prelude::*;
use xparray::scipy::interpolate::lagrange;
use xparray::scipy::stats::{
    AndersonLaw, AndersonVariant, Censored, DifferentialEntropy, EntropyMethod, EppsSingleton, Fit, Goodness,
    GoodnessStatistic, NanPolicy, anderson, anderson_ksamp, differential_entropy, epps_singleton_2samp, expon,
    goodness_of_fit, goodness_of_fit_with, norm, weibull_min,
};
use xparray::{Error, s};

const SAMPLE: [f64; 12] = [1.2, 2.5, 0.7, 3.9, 2.2, 5.1, 1.1, 0.3, 4.4, 2.8, 9.5, 3.3];

fn of<B: Backend>(xp: &B, x: &[f64]) -> DynArray<B> {
    xp.from_slice(x, x.len()).unwrap().into_dyn()
}

fn close<B: Backend>(xp: &B, found: &[f64], expected: &[f64], tolerance: f64) {
    near(&of(xp, found), expected, tolerance);
}

fn complex<B: Backend>(x: &DynArray<B>) -> DynArray<B> {
    x.multiply(Complex::new(1.0, 1.0)).unwrap()
}

fn is_nan<B: Backend>(x: &DynArray<B>) -> bool {
    x.isnan().unwrap().all(..).unwrap().item().unwrap().get()
}

/// `anderson`.
pub fn one_sample<B: Backend>(xp: &B) {
    let x = of(xp, &SAMPLE);
    let mean = 3.083_333_333_333_333_5;
    // Fits of SciPy's are within its own tolerance.
    for (law, statistic, critical, parameters, pvalue, tolerance) in [
        (AndersonLaw::Norm, 0.500_077_574_196_275_5, 0.585, [mean, 2.518_958_418_702_364], 0.15, 1e-13),
        (AndersonLaw::Expon, 0.360_792_110_655_420_83, 1.011, [0.0, mean], 0.15, 1e-13),
        (
            AndersonLaw::Logistic,
            0.300_636_220_101_930_36,
            0.552,
            [2.781_263_581_882_557, 1.260_860_183_796_042],
            0.25,
            1e-8,
        ),
        (
            AndersonLaw::GumbelL,
            1.042_224_473_122_972_8,
            0.602,
            [4.425_791_447_599_371, 2.997_182_692_272_699],
            0.01,
            1e-7,
        ),
        (
            AndersonLaw::GumbelR,
            0.199_168_472_593_481_03,
            0.602,
            [2.043_809_836_672_027_6, 1.676_571_839_048_305],
            0.25,
            1e-7,
        ),
    ] {
        let test = anderson(&x.flip(0).unwrap(), law).unwrap();
        close(xp, &[test.statistic], &[statistic], tolerance);
        close(xp, &test.parameters, &parameters, 10.0 * tolerance);
        assert_eq!((test.critical_values[1], test.pvalue()), (critical, pvalue), "{law:?}");
        assert_eq!(test.critical_values.len(), test.significance_level.len());
    }
    let more = xp.concatenate(&[&x, &of(xp, &[12.5])], 0).unwrap();
    let test = anderson(&more, AndersonLaw::Norm).unwrap();
    assert_eq!(test.critical_values, [0.524, 0.589, 0.702, 0.815, 0.966]);
    assert_eq!(test.significance_level, [15.0, 10.0, 5.0, 2.5, 1.0]);
    close(xp, &[test.statistic, test.pvalue()], &[0.868_765_442_668_930_6, 0.019_659_061_986_530_064], 1e-12);
    let lives = [1.6, 2.1, 2.5, 2.8, 3.0, 3.2, 3.4, 3.5, 3.7, 3.9, 4.1, 4.3, 4.6, 5.0, 5.5];
    let test = anderson(&of(xp, &lives), AndersonLaw::WeibullMin).unwrap();
    close(xp, &[test.statistic], &[0.076_324_397_566_624_57], 1e-6);
    close(xp, &test.parameters, &[3.056_652_325_254_043, 0.694_037_736_225_200_6, 3.195_073_771_833_476_5], 1e-6);
    assert_eq!(test.critical_values[1..], [0.434, 0.514, 0.578, 0.685, 0.793, 0.937, 1.045]);
    assert_eq!(test.pvalue(), 0.5);
    for_types!(real_numbers, T => {
        let x = xp.array(&[1i8, 2, 4, 9, 10]).unwrap().astype::<T>();
        close(xp, &[anderson(&x, AndersonLaw::Norm).unwrap().statistic], &[0.341_270_560_444_881_35], 1e-13);
    });
    let wrong = |x: &DynArray<B>, law| anderson(x, law).err().unwrap();
    for sample in [&x.slice(s![..1]).unwrap(), &x.expand_dims(0).unwrap(), &x.divide(0.0).unwrap()] {
        assert!(matches!(wrong(sample, AndersonLaw::Norm), Error::Value { .. }));
    }
    assert!(matches!(wrong(&x, AndersonLaw::WeibullMin), Error::Value { .. }));
    assert!(matches!(wrong(&complex(&x), AndersonLaw::Norm), Error::DType { .. }));
}

/// `anderson_ksamp`.
pub fn several_samples<B: Backend>(xp: &B) {
    let samples = [
        of(xp, &[38.7, 41.5, 43.8, 44.5, 45.5, 46.0, 47.7, 58.0]),
        of(xp, &[39.2, 39.3, 39.7, 41.4, 41.8, 42.9, 43.3, 45.8]),
        of(xp, &[34.0, 35.0, 39.0, 40.0, 43.0, 43.0, 44.0, 45.0]).flip(0).unwrap(),
        of(xp, &[34.0, 34.8, 34.8, 35.4, 37.2, 37.8, 41.2, 42.8]),
    ];
    let all: Vec<&DynArray<B>> = samples.iter().collect();
    for (variant, statistic, pvalue) in [
        (AndersonVariant::Midrank, 4.479_780_627_135_335, 0.002_225_442_310_933_593),
        (AndersonVariant::Right, 4.449_262_232_403_134, 0.002_311_750_079_827_184),
        (AndersonVariant::Continuous, 4.578_500_806_771_235, 0.001_967_351_942_115_225),
    ] {
        let test = anderson_ksamp(&all, variant).unwrap();
        close(xp, &[test.statistic, test.pvalue], &[statistic, pvalue], 1e-12);
    }
    let test = anderson_ksamp(&all[..3], AndersonVariant::Midrank).unwrap();
    close(xp, &[test.statistic, test.pvalue], &[1.804_610_374_218_641_7, 0.057_782_202_685_738_48], 1e-12);
    let critical = [
        0.449_258_838_609_295_94,
        1.305_276_695_296_636_6,
        1.943_418_397_644_479_4,
        2.576_965_691_583_343,
        3.416_348_555_321_894_5,
        4.072_100_430_724_998,
        5.564_191_013_989_369,
    ];
    close(xp, &test.critical_values, &critical, 1e-14);
    let few = samples[1].slice(s![..6]).unwrap();
    let test = anderson_ksamp(&[&samples[0], &few], AndersonVariant::Midrank).unwrap();
    close(xp, &[test.statistic, test.pvalue], &[2.670_585_300_320_873_5, 0.026_238_275_392_992_49], 1e-12);
    // Beyond the critical values the probability is that of the last one.
    let apart = samples[0].add(100.0).unwrap();
    assert_eq!(anderson_ksamp(&[&samples[0], &apart], AndersonVariant::Midrank).unwrap().pvalue, 0.001);
    assert_eq!(anderson_ksamp(&[&samples[0], &samples[0]], AndersonVariant::Midrank).unwrap().pvalue, 0.25);
    for_types!(real_numbers, T => {
        let [x, y] = [[1i8, 2, 3, 4], [3, 5, 6, 7]].map(|x| xp.array(&x).unwrap().astype::<T>().into_dyn());
        let test = anderson_ksamp(&[&x, &y], AndersonVariant::Midrank).unwrap();
        close(xp, &[test.statistic], &[2.062_362_974_158_989_7], 1e-12);
    });
    let wrong = |samples: &[&DynArray<B>]| anderson_ksamp(samples, AndersonVariant::Midrank).err().unwrap();
    let (x, none) = (&samples[0], samples[0].slice(s![..0]).unwrap());
    let (gap, same) = (x.multiply(f64::NAN).unwrap(), x.multiply(0.0).unwrap());
    for samples in [&[x][..], &[x, &none], &[x, &gap], &[&same, &same]] {
        assert!(matches!(wrong(samples), Error::Value { .. }));
    }
    assert!(matches!(wrong(&[x, &complex(x)]), Error::DType { .. }));
}

/// `goodness_of_fit`.
pub fn fitted<B: Backend>(xp: &B) {
    let x = of(xp, &SAMPLE);
    let (normal, exponential) = (norm(xp).unwrap(), expon(xp).unwrap());
    let (known, from_zero) = (Fit::new().floc(3.0).fscale(2.0), Fit::new().floc(0.0));
    // The statistics with all and no parameters known, and of exponential numbers.
    for (statistic, expected) in [
        (
            GoodnessStatistic::AndersonDarling,
            [0.500_077_574_196_275_5, 0.530_812_847_668_265_4, 0.360_792_110_655_420_83],
        ),
        (
            GoodnessStatistic::KolmogorovSmirnov,
            [0.134_589_747_788_927_18, 0.149_273_207_986_573_84, 0.176_746_836_669_217_92],
        ),
        (
            GoodnessStatistic::CramerVonMises,
            [0.064_258_410_440_320_17, 0.041_702_993_706_598_024, 0.062_257_864_815_343_08],
        ),
        (GoodnessStatistic::Filliben, [0.927_481_168_802_599_5, 0.927_481_168_802_599_3, 0.983_034_368_495_124_4]),
    ] {
        let options = Goodness::new().statistic(statistic).n_mc_samples(2);
        let mut rng = xp.rng(1);
        let mut of = |law, known| goodness_of_fit(law, &x, options.known(known), &mut rng).unwrap().statistic;
        close(xp, &[of(&normal, Fit::new()), of(&normal, known), of(&exponential, from_zero)], &expected, 1e-11);
    }
    // Probabilities as near as so many samples say, and the parameters.
    let options = Goodness::new().n_mc_samples(300);
    let test = goodness_of_fit(&normal, &x, options.known(known), &mut xp.rng(3)).unwrap();
    assert!((test.pvalue - 0.71).abs() < 0.1 && test.null_distribution.len() == 300, "{}", test.pvalue);
    let test = goodness_of_fit(&exponential, &x, options.known(from_zero), &mut xp.rng(3)).unwrap();
    assert!((test.pvalue - 0.71).abs() < 0.1, "{}", test.pvalue);
    let test = goodness_of_fit(&normal, &x, options.n_mc_samples(1), &mut xp.rng(3)).unwrap();
    close(xp, &[test.fitted.loc, test.fitted.scale], &[3.083_333_333_333_333_5, 2.518_958_418_702_364], 1e-14);
    let options = Goodness::new().fitted(known).statistic(GoodnessStatistic::Filliben).n_mc_samples(300);
    let test = goodness_of_fit(&normal, &x, options, &mut xp.rng(3)).unwrap();
    assert_eq!((test.fitted.loc, test.fitted.scale), (3.0, 2.0));
    assert!(test.pvalue > 0.01 && test.pvalue < 0.13, "{}", test.pvalue);
    let (shapes, loc, scale) = weibull_min(xp, 1.5).unwrap().loc(2.0).unwrap().args();
    assert_eq!((shapes[0].item().unwrap(), loc.item().unwrap(), scale.item().unwrap()), (1.5, 2.0, 1.0));
    let error = || Err(Error::value("a statistic", "there is none"));
    let found = goodness_of_fit_with(&normal, &x, Goodness::new(), &mut xp.rng(3), |_, _| error());
    assert!(matches!(found, Err(Error::Value { .. })));
    let wrong = |x: &DynArray<B>| goodness_of_fit(&normal, x, Goodness::new(), &mut xp.rng(1)).err().unwrap();
    assert!(matches!(wrong(&x.slice(s![..0]).unwrap()), Error::Value { .. }));
    assert!(matches!(wrong(&x.divide(0.0).unwrap()), Error::Value { .. }));
    assert!(matches!(wrong(&complex(&x)), Error::DType { .. }));
}

/// Fits of samples that are known in part, against SciPy's densities and probabilities, minimised further than SciPy does.
pub fn censored<B: Backend>(xp: &B) {
    let known = of(xp, &[1.3, 2.2, 0.9, 3.1, 2.7]);
    let intervals = xp.array([[1.0, 2.0], [3.0, f64::INFINITY], [0.0, 0.8]]).unwrap();
    let all = Censored::new(&known.flip(0).unwrap()).unwrap();
    let all = all.left(&of(xp, &[0.5, 1.0])).unwrap().right(&of(xp, &[4.0, 2.5])).unwrap();
    let all = all.interval(&intervals.t().copy().t()).unwrap();
    let found = norm(xp).unwrap().fit_censored(&all, Fit::new()).unwrap();
    close(xp, &[found.loc, found.scale], &[2.023_065_065_899_374_3, 1.717_540_710_950_243_9], 1e-5);
    close(xp, &[found.nnlf], &[18.769_137_360_827_827], 1e-9);
    let found = weibull_min(xp, 1.0).unwrap().fit_censored(&all, Fit::new().floc(0.0)).unwrap();
    close(xp, &[found.shapes[0], found.scale], &[1.078_254_641_568_325_2, 2.470_718_428_959_474], 1e-5);
    assert!(found.converged && found.loc == 0.0);
    // What is all known is fitted as ever, by formulas.
    let plain = norm(xp).unwrap().fit_censored(&Censored::new(&known).unwrap(), Fit::new()).unwrap();
    assert_eq!(plain, norm(xp).unwrap().fit(&known, Fit::new()).unwrap());
    for_types!(real_numbers, T => {
        let lives = xp.array(&[1i8, 2, 3]).unwrap().astype::<T>();
        let longer = xp.array(&[4i8, 5]).unwrap().astype::<T>();
        let lives = Censored::new(&lives).unwrap().right(&longer).unwrap();
        let found = expon(xp).unwrap().fit_censored(&lives, Fit::new().floc(0.0)).unwrap();
        close(xp, &[found.scale], &[5.0], 1e-6);
    });
    let data = || Censored::new(&known).unwrap();
    assert!(matches!(Censored::new(&complex(&known)), Err(Error::DType { .. })));
    assert!(matches!(data().left(&of(xp, &[f64::NAN])), Err(Error::Value { .. })));
    assert!(matches!(data().interval(&known), Err(Error::Value { .. })));
    assert!(matches!(data().interval(&of(xp, &[2.0, 1.0]).expand_dims(0).unwrap()), Err(Error::Value { .. })));
    let none = Censored::new(&known.slice(s![..0]).unwrap()).unwrap();
    assert!(matches!(norm(xp).unwrap().fit_censored(&none, Fit::new()), Err(Error::Value { .. })));
    let beyond = data().left(&of(xp, &[-1.0])).unwrap();
    let options = Fit::new().floc(0.0);
    assert!(matches!(expon(xp).unwrap().fit_censored(&beyond, options), Err(Error::Value { .. })));
}

/// `differential_entropy`.
pub fn entropies<B: Backend>(xp: &B) {
    let x = of(xp, &[0.5, 2.0, 1.0, 4.0, 1.2, 2.9, 7.5, 3.3, 0.1, 5.0, 6.1, 3.0]);
    let options = DifferentialEntropy::new();
    for (method, natural, binary) in [
        (EntropyMethod::Auto, 2.025_277_418_178_472, 2.916_406_539_835_428),
        (EntropyMethod::Vasicek, 1.811_788_443_934_794, 2.680_566_956_622_288),
        (EntropyMethod::VanEs, 2.165_835_105_932_376_6, 3.227_779_870_833_514_6),
        (EntropyMethod::Ebrahimi, 2.025_277_418_178_472, 2.916_406_539_835_428),
        (EntropyMethod::Correa, 1.926_245_281_386_616_2, 2.829_357_332_273_436),
    ] {
        near(&differential_entropy(&x, options.method(method)).unwrap(), &[natural], 1e-13);
        let narrow = options.method(method).window_length(2).base(2.0);
        // Columns, of which one has NaN.
        let columns = xp.stack(&[&x, &x.multiply(f64::NAN).unwrap()], 0).unwrap().t();
        let found = differential_entropy(&columns, narrow).unwrap();
        near(&found.slice(s![0]).unwrap(), &[binary], 1e-13);
        assert!(is_nan(&found.slice(s![1]).unwrap()));
    }
    let gap = xp.concatenate(&[&x, &of(xp, &[f64::NAN])], 0).unwrap();
    near(&differential_entropy(&gap, options.nan_policy(NanPolicy::Omit)).unwrap(), &[2.025_277_418_178_472], 1e-13);
    // Few elements are taken by another formula, and so are many.
    near(
        &differential_entropy(&of(xp, &[0.5, 1.0, 1.2, 2.0, 2.9, 4.0]), options).unwrap(),
        &[1.666_775_121_920_846],
        1e-13,
    );
    let many: Vec<f64> = (1..=1200).map(|k| (f64::from(k) * 1.7).sin() * 3.0 + f64::from(k % 7)).collect();
    near(&differential_entropy(&of(xp, &many), options).unwrap(), &[2.403_097_275_324_843], 1e-12);
    for_types!(real_numbers, T => {
        let x = xp.array(&[[1i8, 2, 4, 7]]).unwrap().astype::<T>();
        let options = options.axis(1).window_length(1).base(2.0).method(EntropyMethod::Vasicek);
        near(&differential_entropy(&x, options).unwrap(), &[2.372_963_274_082_419], 1e-13);
    });
    assert!(is_nan(&differential_entropy(&x.slice(s![..3]).unwrap(), options).unwrap()));
    let wrong = |x: &DynArray<B>, options| differential_entropy(x, options).err().unwrap();
    for options in [options.window_length(0), options.window_length(6), options.base(0.0), options.base(f64::NAN)] {
        assert!(matches!(wrong(&x, options), Error::Value { .. }));
    }
    assert!(matches!(wrong(&x, options.axis(1)), Error::Axis { .. }));
    assert!(matches!(wrong(&complex(&x), options), Error::DType { .. }));
}

/// `epps_singleton_2samp`.
pub fn waves<B: Backend>(xp: &B) {
    let counts = [1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 6, 7].map(f64::from);
    let (x, y) = (of(xp, &counts), of(xp, &[-0.5, 1.2, 2.1, 3.3, 3.3, 5.9, 2.2, 7.7, 8.1]));
    let options = EppsSingleton::new();
    let check = |x: &DynArray<B>, options: &EppsSingleton, expected: [f64; 2]| {
        let test = epps_singleton_2samp(x, &y, options.clone()).unwrap();
        near(&test.statistic, &expected[..1], 1e-9);
        near(&test.pvalue, &expected[1..], 1e-9);
    };
    let first = [6.268_933_921_748_125, 0.179_944_186_746_134_74];
    check(&x, &options, first);
    check(&x, &options.clone().t(&[0.2, 0.7, 1.1]), [9.808_911_838_645_473, 0.132_933_252_395_060_13]);
    let twice = xp.concatenate(&[&x, &x], 0).unwrap();
    check(&twice, &options, [11.168_202_119_420_975, 0.024_737_295_196_306_682]);
    // Rows, of which one has NaN.
    let rows = xp.stack(&[&x, &x.multiply(f64::NAN).unwrap()], 0).unwrap();
    let test = epps_singleton_2samp(&rows, &y.expand_dims(0).unwrap(), options.clone().axis(1)).unwrap();
    near(&test.statistic.slice(s![0]).unwrap(), &first[..1], 1e-9);
    assert!(is_nan(&test.statistic.slice(s![1]).unwrap()) && is_nan(&test.pvalue.slice(s![1]).unwrap()));
    let gap = xp.concatenate(&[&x, &of(xp, &[f64::NAN])], 0).unwrap();
    check(&gap, &options.clone().nan_policy(NanPolicy::Omit), first);
    for_types!(real_numbers, T => {
        let x = xp.array(&[1i8, 2, 3, 4, 6, 9]).unwrap().astype::<T>();
        let y = xp.array(&[2i8, 3, 3, 5, 8]).unwrap().astype::<T>();
        let test = epps_singleton_2samp(&x, &y, EppsSingleton::new().t(&[0.5])).unwrap();
        near(&test.statistic, &[0.259_060_956_434_397_5], 1e-11);
        near(&test.pvalue, &[0.878_507_812_656_284_9], 1e-11);
    });
    let wrong = |x: &DynArray<B>, options| epps_singleton_2samp(x, &y, options).err().unwrap();
    for t in [&[][..], &[0.0], &[f64::NAN]] {
        assert!(matches!(wrong(&x, options.clone().t(t)), Error::Value { .. }));
    }
    assert!(matches!(wrong(&x.slice(s![..4]).unwrap(), options.clone()), Error::Value { .. }));
    let same = xp.concatenate(&[&twice, &twice], 0).unwrap().multiply(0.0).unwrap();
    assert!(matches!(wrong(&same, options.clone()), Error::Value { .. }));
    assert!(matches!(wrong(&x, options.clone().axis(1)), Error::Axis { .. }));
    assert!(matches!(wrong(&complex(&x), options), Error::DType { .. }));
}

/// `interpolate.lagrange`.
pub fn through_points<B: Backend>(xp: &B) {
    let x = of(xp, &[0.5, -1.0, 2.0, 3.5]);
    let expected = [1.283_950_617_283_950_3, -3.481_481_481_481_481, -3.370_370_370_370_370_2, 3.395_061_728_395_061_7];
    near(&lagrange(&x, &of(xp, &[1.0, 2.0, -7.0, 4.0])).unwrap(), &expected, 1e-14);
    let w = xp.array([Complex::new(1.0, 1.0), Complex::new(2.0, 0.0), Complex::new(0.0, -7.0)]).unwrap();
    let found = lagrange(&x.slice(s![..3]).unwrap(), w.as_dyn()).unwrap();
    near(&found.real().unwrap().slice(s![1..]).unwrap(), &[-2.0 / 3.0, 4.0 / 3.0], 1e-14);
    near(&found.imag().unwrap(), &[-2.0, -1.0 / 3.0, 5.0 / 3.0], 1e-14);
    for_types!(real_numbers, T => {
        let x = xp.array(&[2i8, 1, 0]).unwrap().astype::<T>().flip(0).unwrap();
        let w = xp.array(&[1i8, 2, 7]).unwrap().astype::<T>();
        near(&lagrange(&x, &w).unwrap(), &[2.0, -1.0, 1.0], 0.0);
    });
    let refused = |x: &DynArray<B>, w: &DynArray<B>| lagrange(x, w).err().unwrap();
    let twice = of(xp, &[1.0, 1.0]);
    assert!(matches!(refused(&twice, &twice), Error::Value { .. }));
    assert!(matches!(refused(&x.slice(s![..0]).unwrap(), &x), Error::Value { .. }));
    assert!(matches!(refused(&x.expand_dims(0).unwrap(), &x), Error::Value { .. }));
    assert!(matches!(refused(&x, &twice), Error::Shape { .. }));
    assert!(matches!(refused(&complex(&x), &x), Error::DType { .. }));
}
