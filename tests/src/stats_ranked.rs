//! Tests of scales, medians and several samples, cumulants, angles and probabilities of several tests, against SciPy 1.17.

use crate::for_types;
use crate::special_ends::near;
use crate::stats::SIDES;
use xparray::prelude::*;
use xparray::scipy::stats::{self, *};
use xparray::{Error, Result, s};

const NAN: f64 = f64::NAN;

fn of<B: Backend>(xp: &B, x: &[f64]) -> DynArray<B> {
    xp.from_slice(x, x.len()).unwrap().into_dyn()
}

/// Three samples without equal elements, and three with such, of the same lengths.
fn samples<B: Backend>(xp: &B) -> [[DynArray<B>; 2]; 3] {
    let x = [[3.1, -2.2, 0.4, 5.5, -7.1], [1.0, 2.0, 2.0, 5.0, 7.0]];
    let y = [[0.1, -0.3, 1.2, -1.4, 2.5, 0.9], [2.0, 3.0, 4.0, 4.0, 3.0, 2.0]];
    let z = [[2.0, 2.0, 3.5, -1.0], [2.0, 9.0, 9.0, 1.0]];
    [x.map(|x| of(xp, &x)), y.map(|x| of(xp, &x)), z.map(|x| of(xp, &x))]
}

/// Columns, of which those of memory lie backwards.
fn columns<B: Backend>([x, y]: &[DynArray<B>; 2]) -> DynArray<B> {
    let backwards = x.xp().stack(&[&x.flip(0).unwrap(), &y.flip(0).unwrap()], 0).unwrap().copy().unwrap();
    backwards.flip(1).unwrap().t()
}

/// The statistics and probabilities of both columns; of a sample with NaN, which is left out; and errors.
fn check_pairs<B: Backend>(
    xp: &B,
    test: &dyn Fn(&DynArray<B>, &DynArray<B>, Test) -> Result<Significance<B>>,
    expected: [[[f64; 2]; 2]; 3],
) {
    let [x, y, _] = samples(xp);
    for ((_, side), [first, second]) in SIDES.into_iter().zip(expected) {
        let options = Test::new().alternative(side);
        let found = test(&columns(&x), &columns(&y), options).unwrap();
        near(&found.statistic, &[first[0], second[0]], 1e-12);
        near(&found.pvalue, &[first[1], second[1]], 1e-12);
        let gap = xp.concatenate(&[&x[0], &of(xp, &[NAN])], 0).unwrap();
        assert!(test(&gap, &y[0], options).unwrap().pvalue.isnan().unwrap().item().unwrap().get::<bool>());
        let found = test(&gap, &y[0], options.nan_policy(NanPolicy::Omit)).unwrap();
        near(&found.pvalue, &[first[1]], 1e-12);
        assert!(matches!(test(&gap, &y[0], options.nan_policy(NanPolicy::Raise)), Err(Error::Value { .. })));
        for_types!(real_numbers, T => {
            let whole = |x: &DynArray<B>| x.clone().typed::<f64>().unwrap().astype::<T>().into_dyn();
            let found = test(&whole(&x[1]), &whole(&y[1]), options).unwrap();
            near(&found.statistic, &[second[0]], 1e-12);
        });
    }
    let none = x[0].slice(s![..0]).unwrap();
    assert!(matches!(test(&none, &y[0], Test::new()), Err(Error::Value { .. })));
    assert!(matches!(test(&x[0], &y[0], Test::new().axis(1)), Err(Error::Axis { .. })));
    let complex = x[0].multiply(Complex::new(1.0, 1.0)).unwrap();
    assert!(matches!(test(&complex, &y[0], Test::new()), Err(Error::DType { .. })));
}

/// `mood`, `ranksums`, `brunnermunzel`.
pub fn pairs<B: Backend>(xp: &B) {
    let (first, second) = (2.091_905_441_473_963, 2.218_405_319_176_136_4);
    check_pairs(
        xp,
        &|x, y, options| stats::mood(x, y, options),
        [
            [[first, 0.036_446_975_235_913_386], [second, 0.026_527_208_774_956_894]],
            [[first, 0.981_776_512_382_043_3], [second, 0.986_736_395_612_521_6]],
            [[first, 0.018_223_487_617_956_693], [second, 0.013_263_604_387_478_447]],
        ],
    );
    let second = -0.182_574_185_835_055_36;
    check_pairs(
        xp,
        &|x, y, options| stats::ranksums(x, y, options),
        [
            [[0.0, 1.0], [second, 0.855_132_140_584_705_9]],
            [[0.0, 0.5], [second, 0.427_566_070_292_352_94]],
            [[0.0, 0.5], [second, 0.572_433_929_707_647_1]],
        ],
    );
    let second = 0.148_905_839_382_535_13;
    let of_student = |x: &_, y: &_, options| stats::brunnermunzel(x, y, BrunnerMunzel::Student, options);
    check_pairs(
        xp,
        &of_student,
        [
            [[0.0, 1.0], [second, 0.888_360_905_806_601_7]],
            [[0.0, 0.5], [second, 0.444_180_452_903_300_8]],
            [[0.0, 0.5], [second, 0.555_819_547_096_699_1]],
        ],
    );
    let of_normal = |x: &_, y: &_, options| stats::brunnermunzel(x, y, BrunnerMunzel::Normal, options);
    check_pairs(
        xp,
        &of_normal,
        [
            [[0.0, 1.0], [second, 0.881_627_933_427_547_2]],
            [[0.0, 0.5], [second, 0.440_813_966_713_773_6]],
            [[0.0, 0.5], [second, 0.559_186_033_286_226_4]],
        ],
    );
    let one = of(xp, &[1.0]);
    assert_eq!(stats::mood(&one, &one, Test::new()).unwrap().pvalue.to_string(), "nan");
    assert_eq!(of_student(&one, &one, Test::new()).unwrap().pvalue.to_string(), "nan");
}

/// `bws_test`, by all shuffles.
pub fn shuffled<B: Backend>(xp: &B) {
    let [x, y, _] = samples(xp);
    let expected = [
        [(0.811_916_666_666_666_6, 0.430_735_930_735_930_75), (1.200_641_414_141_414_1, 0.337_662_337_662_337_66)],
        [(0.028_276_936_026_935_65, 0.525_974_025_974_026), (-0.080_801_346_801_347_2, 0.521_645_021_645_021_7)],
        [(0.028_276_936_026_935_65, 0.476_190_476_190_476_16), (-0.080_801_346_801_347_2, 0.491_341_991_341_991_36)],
    ];
    for ((_, side), rows) in SIDES.into_iter().zip(expected) {
        for (k, (statistic, pvalue)) in rows.into_iter().enumerate() {
            let backwards = x[k].flip(0).unwrap().copy().unwrap().flip(0).unwrap();
            let found = stats::bws_test(&backwards, &y[k], &mut xp.rng(1), 9999, side).unwrap();
            assert!(
                (found.statistic - statistic).abs() < 1e-12 && (found.pvalue - pvalue).abs() < 1e-12,
                "{} {}",
                found.statistic,
                found.pvalue
            );
            assert_eq!(found.null_distribution.len(), 462);
        }
    }
    for_types!(real_numbers, T => {
        let whole = |x: &DynArray<B>| x.clone().typed::<f64>().unwrap().astype::<T>();
        let found = stats::bws_test(&whole(&x[1]), &whole(&y[1]), &mut xp.rng(1), 9999, Alternative::TwoSided).unwrap();
        assert!((found.statistic - 1.200_641_414_141_414_1).abs() < 1e-12);
    });
    let refused = |x: &DynArray<B>| stats::bws_test(x, &y[0], &mut xp.rng(1), 99, Alternative::Less).err().unwrap();
    assert!(matches!(refused(&x[0].slice(s![..0]).unwrap()), Error::Value { .. }));
    assert!(matches!(refused(&x[0].divide(0.0).unwrap().multiply(0.0).unwrap()), Error::Value { .. }));
    assert!(matches!(refused(&x[0].expand_dims(0).unwrap()), Error::Value { .. }));
    assert!(matches!(refused(&x[0].multiply(Complex::new(1.0, 1.0)).unwrap()), Error::DType { .. }));
}

/// `fligner`, `alexandergovern`.
pub fn several<B: Backend>(xp: &B) {
    let [x, y, z] = samples(xp).map(|pair| columns(&pair));
    let groups = [&x, &y, &z];
    let check = |test: Significance<B>, expected: [[f64; 2]; 2]| {
        near(&test.statistic, &[expected[0][0], expected[1][0]], 1e-12);
        near(&test.pvalue, &[expected[0][1], expected[1][1]], 1e-12);
    };
    let median = [[3.866_243_759_010_128, 0.144_695_769_878_827_48], [5.710_017_748_581_538, 0.057_555_310_356_064_31]];
    let trimmed =
        [[4.865_741_705_934_871, 0.087_784_454_224_226_58], [8.994_854_663_965_032, 0.011_137_613_093_006_678]];
    for (center, expected) in [(Center::Median, median), (Center::Trimmed(0.2), trimmed)] {
        check(stats::fligner(&groups, center, 0).unwrap(), expected);
    }
    let means =
        [[0.946_179_328_104_564_7, 0.623_074_201_315_173_5], [0.849_387_885_903_536_8, 0.653_969_906_603_238_7]];
    check(stats::alexandergovern(&groups, 0).unwrap(), means);
    type Compared<'a, B> = &'a dyn Fn(&[&DynArray<B>], Along) -> Result<Significance<B>>;
    let tests: [Compared<'_, B>; 2] =
        [&|x, along| stats::fligner(x, Center::Median, along), &|x, along| stats::alexandergovern(x, along)];
    for (test, expected) in tests.into_iter().zip([median, means]) {
        let [x, y, z] = samples(xp).map(|[first, _]| first);
        let gap = xp.concatenate(&[&x, &of(xp, &[NAN])], 0).unwrap();
        assert!(test(&[&gap, &y, &z], Along::new(0)).unwrap().pvalue.isnan().unwrap().item().unwrap().get::<bool>());
        let omitted = test(&[&gap, &y, &z], Along::new(0).nan_policy(NanPolicy::Omit)).unwrap();
        near(&omitted.statistic, &[expected[0][0]], 1e-12);
        for_types!(real_numbers, T => {
            let whole = samples(xp).map(|[_, tied]| tied.typed::<f64>().unwrap().astype::<T>().into_dyn());
            let found = test(&[&whole[0], &whole[1], &whole[2]], Along::new(0)).unwrap();
            let bound = if found.statistic.dtype() == DType::F32 { 1e-5 } else { 1e-12 };
            near(&found.statistic.astype(DType::F64).unwrap(), &[expected[1][0]], bound);
        });
        assert!(matches!(test(&[&x], Along::new(0)), Err(Error::Value { .. })));
        assert!(matches!(test(&[&x, &y], Along::new(1)), Err(Error::Axis { .. })));
        let complex = x.multiply(Complex::new(1.0, 1.0)).unwrap();
        assert!(matches!(test(&[&complex, &y], Along::new(0)), Err(Error::DType { .. })));
    }
    let none = x.slice(s![..0]).unwrap();
    assert!(matches!(stats::fligner(&[&none, &y], Center::Median, 0), Err(Error::Value { .. })));
    // Slices broadcast.
    let one = y.slice(s![.., 0..1]).unwrap();
    near(
        &stats::fligner(&[&x, &one], Center::Mean, 0).unwrap().statistic.slice(s![0]).unwrap(),
        &[stats::fligner(&[&x.slice(s![.., 0..1]).unwrap(), &one], Center::Mean, 0)
            .unwrap()
            .statistic
            .item()
            .unwrap()
            .get::<f64>()],
        1e-14,
    );
}

/// `median_test`.
pub fn medians<B: Backend>(xp: &B) {
    let [x, y, z] = samples(xp).map(|[_, tied]| tied);
    let gap = xp.concatenate(&[&x.flip(0).unwrap(), &of(xp, &[NAN])], 0).unwrap();
    let rows = [
        (
            MedianTies::Below,
            [0.277_777_777_777_777_6, 0.870_324_725_833_390_6],
            [0.0, 1.0],
            [0.052_380_952_380_952_334, 0.818_970_848_901_759],
            "[[2 2 2]\n [3 4 2]]",
        ),
        (
            MedianTies::Above,
            [0.803_571_428_571_428_2, 0.669_124_114_067_629_6],
            [0.076_412_248_988_726_45, 0.782_219_617_526_897_8],
            [0.782_222_222_222_221_7, 0.376_462_365_767_638_03],
            "[[2 4 2]\n [3 2 2]]",
        ),
        (
            MedianTies::Ignore,
            [0.123_809_523_809_523_65, 0.939_972_403_709_616_7],
            [0.0, 1.0],
            [0.090_000_000_000_000_08, 0.764_177_155_622_094_5],
            "[[2 2 2]\n [3 2 2]]",
        ),
    ];
    for (ties, three, likelihood, plain, table) in rows {
        let options = MedianTest::new().ties(ties);
        let check = |found: MedianTested<B>, expected: [f64; 2]| {
            near(&found.statistic, &expected[..1], 1e-12);
            near(&found.pvalue, &expected[1..], 1e-12);
            near(&found.median, &[3.0], 0.0);
            found.table.unwrap().to_string()
        };
        assert_eq!(check(stats::median_test(&[&x, &y, &z], options).unwrap(), three), table);
        let omitted = options.nan_policy(NanPolicy::Omit);
        assert_eq!(check(stats::median_test(&[&gap, &y, &z], omitted).unwrap(), three), table);
        check(stats::median_test(&[&x, &y], options.lambda(0.0)).unwrap(), likelihood);
        check(stats::median_test(&[&x, &y], options.correction(false)).unwrap(), plain);
        for_types!(real_numbers, T => {
            let whole = |x: &DynArray<B>| x.clone().typed::<f64>().unwrap().astype::<T>().into_dyn();
            let found = stats::median_test(&[&whole(&x), &whole(&y), &whole(&z)], options).unwrap();
            assert_eq!(found.table.unwrap().to_string(), table);
        });
    }
    let unknown = stats::median_test(&[&gap, &y], MedianTest::new()).unwrap();
    assert!(unknown.table.is_none() && unknown.pvalue.to_string() == "nan");
    let refused = |samples: &[&DynArray<B>], options| stats::median_test(samples, options).err().unwrap();
    let twos = of(xp, &[2.0, 2.0]);
    assert!(matches!(refused(&[&x], MedianTest::new()), Error::Value { .. }));
    assert!(matches!(refused(&[&gap, &y], MedianTest::new().nan_policy(NanPolicy::Raise)), Error::Value { .. }));
    assert!(matches!(refused(&[&twos, &twos], MedianTest::new()), Error::Value { .. }));
    assert!(matches!(
        refused(&[&twos, &of(xp, &[1.0, 2.0, 3.0])], MedianTest::new().ties(MedianTies::Ignore)),
        Error::Value { .. }
    ));
    assert!(matches!(refused(&[&x, &y.slice(s![..0]).unwrap()], MedianTest::new()), Error::Value { .. }));
    assert!(matches!(refused(&[&x, &y.expand_dims(0).unwrap()], MedianTest::new()), Error::Value { .. }));
    assert!(matches!(
        refused(&[&x, &y.multiply(Complex::new(1.0, 1.0)).unwrap()], MedianTest::new()),
        Error::DType { .. }
    ));
}

/// `kstat`, `kstatvar`, `circmean`, `circvar`, `circstd`, `gstd`, `gzscore`.
pub fn numbers<B: Backend>(xp: &B) {
    let [x, y, _] = samples(xp);
    let wide = columns(&[x[0].clone(), x[1].clone()]);
    let cumulants = [-0.059_999_999_999_999_96, 23.813, -64.659_399_999_999_98, -120.556_030_000_000_22];
    let variances = [4.7626, 172.945_518_999_999_93];
    let tied = of(xp, &[2.0, 3.0, 4.0, 4.0, 3.0, 2.0]);
    for (order, (first, second)) in (1..).zip(cumulants.into_iter().zip([3.0, 0.8, 0.0, -1.2])) {
        near(&stats::kstat(&wide, order, 0).unwrap().slice(s![0]).unwrap(), &[first], 1e-12);
        near(&stats::kstat(&tied, order, None).unwrap(), &[second], 1e-12);
        let gap = xp.concatenate(&[&x[0], &of(xp, &[NAN])], 0).unwrap();
        let omit = Along::new(0).nan_policy(NanPolicy::Omit);
        near(&stats::kstat(&gap, order, omit).unwrap(), &[first], 1e-12);
        assert_eq!(stats::kstat(&gap, order, 0).unwrap().to_string(), "nan");
        let few = stats::kstat(&tied.slice(s![..order as isize - 1]).unwrap(), order, 0).unwrap();
        assert_eq!(few.to_string(), "nan");
        for_types!(real_numbers, T => {
            let whole = tied.clone().typed::<f64>().unwrap().astype::<T>();
            near(&stats::kstat(&whole, order, 0).unwrap().astype(DType::F64).unwrap(), &[second], 1e-5);
        });
    }
    for (order, (first, second)) in
        (1..).zip(variances.into_iter().zip([0.133_333_333_333_333_33, 0.040_000_000_000_000_036]))
    {
        near(&stats::kstatvar(&wide, order, 0).unwrap().slice(s![0]).unwrap(), &[first], 1e-12);
        near(&stats::kstatvar(&tied, order, None).unwrap(), &[second], 1e-12);
    }
    for order in [0, 5] {
        assert!(matches!(stats::kstat(&tied, order, 0), Err(Error::Value { .. })));
        assert!(matches!(stats::kstatvar(&tied, order, 0), Err(Error::Value { .. })));
    }
    let tau = std::f64::consts::TAU;
    let (turn, degrees) = ([0.0, tau], [-180.0, 180.0]);
    let rows = [
        (
            &x[0],
            [
                5.093_769_706_181_422,
                0.609_545_090_876_382_2,
                1.371_453_816_913_520_2,
                -0.058_421_523_997_878_92,
                4.365_788_477_462_78,
                0.076_197_383_377_355_77,
            ],
        ),
        (
            &tied,
            [
                3.0,
                0.306_465_129_421_240_27,
                0.855_515_936_116_203_5,
                3.0,
                0.816_506_944_613_105_1,
                0.014_250_734_548_897_663,
            ],
        ),
    ];
    for (x, expected) in rows {
        let backwards = x.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
        let found = [
            stats::circmean(&backwards, turn, None),
            stats::circvar(x, turn, 0),
            stats::circstd(x, turn, false, 0),
            stats::circmean(x, degrees, 0),
            stats::circstd(x, degrees, false, 0),
            stats::circstd(x, degrees, true, 0),
        ];
        found.into_iter().zip(expected).for_each(|(found, expected)| near(&found.unwrap(), &[expected], 1e-11));
    }
    for ends in [[1.0, 1.0], [2.0, 1.0], [NAN, 1.0], [0.0, f64::INFINITY]] {
        assert!(matches!(stats::circmean(&tied, ends, 0), Err(Error::Value { .. })));
    }
    near(&stats::gstd(&y[1], 1.0, 0).unwrap(), &[1.365_434_983_377_916_5], 1e-13);
    near(&stats::gstd(&x[1], 0.0, None).unwrap(), &[2.014_844_829_620_104_7], 1e-13);
    let scores = [
        -1.410_805_096_345_523_6,
        -0.421_361_211_881_752_8,
        -0.421_361_211_881_752_8,
        0.886_612_457_305_391_1,
        1.366_915_062_803_638_6,
    ];
    near(&stats::gzscore(&x[1], Scores::new()).unwrap(), &scores, 1e-12);
    let less = [
        -1.261_862_439_372_692_3,
        -0.376_876_925_139_716_5,
        -0.376_876_925_139_716_5,
        0.793_010_289_693_193_8,
        1.222_605_999_958_932,
    ];
    near(&stats::gzscore(&x[1], Scores::new().ddof(1.0)).unwrap(), &less, 1e-12);
    for_types!(real_numbers, T => {
        let whole = x[1].clone().typed::<f64>().unwrap().astype::<T>();
        near(&stats::gzscore(&whole, Scores::new()).unwrap().astype(DType::F64).unwrap(), &scores, 1e-5);
        near(&stats::gstd(&whole, 0.0, 0).unwrap().astype(DType::F64).unwrap(), &[2.014_844_829_620_104_7], 1e-5);
    });
    let complex = tied.multiply(Complex::new(1.0, 1.0)).unwrap();
    for wrong in [
        stats::kstat(&complex, 2, 0),
        stats::circvar(&complex, turn, 0),
        stats::gstd(&complex, 1.0, 0),
        stats::gzscore(&complex, Scores::new()),
    ] {
        assert!(matches!(wrong, Err(Error::DType { .. })));
    }
    assert!(matches!(stats::kstat(&tied, 2, 1), Err(Error::Axis { .. })));
}

/// `combine_pvalues`, `false_discovery_control`.
pub fn together<B: Backend>(xp: &B) {
    let (p, q) = (of(xp, &[0.01, 0.2, 0.3, 0.6]), of(xp, &[0.3, 0.01, 0.6, 0.04, 0.2]));
    let rows = [
        (Combine::Fisher, [15.858_813_053_028_236, 0.044_446_092_393_822_49]),
        (Combine::Pearson, [-3.012_319_125_961_196_8, 0.066_417_924_845_877_36]),
        (Combine::MudholkarGeorge, [6.423_246_963_533_519, 0.038_377_371_065_481_15]),
        (Combine::Tippett, [0.01, 0.039_403_99]),
        (Combine::Stouffer, [1.719_511_258_592_998_1, 0.042_760_659_695_399_68]),
    ];
    let gap = xp.concatenate(&[&p, &of(xp, &[NAN])], 0).unwrap();
    for (method, expected) in rows {
        let backwards = xp.stack(&[&p.flip(0).unwrap(), &p], 0).unwrap().copy().unwrap().flip(1).unwrap();
        let found = stats::combine_pvalues(&backwards.t(), method, None, 0).unwrap();
        near(&found.statistic, &[expected[0]; 2], 1e-12);
        near(&found.pvalue, &[expected[1]; 2], 1e-12);
        let omit = Along::new(0).nan_policy(NanPolicy::Omit);
        near(&stats::combine_pvalues(&gap, method, None, omit).unwrap().pvalue, &[expected[1]], 1e-12);
        assert_eq!(
            stats::combine_pvalues(&p.slice(s![..0]).unwrap(), method, None, 0).unwrap().pvalue.to_string(),
            "nan"
        );
    }
    let weights = of(xp, &[1.0, 2.0, 3.0, 0.5]);
    let found = stats::combine_pvalues(&p, Combine::Stouffer, Some(&weights), 0).unwrap();
    near(&found.statistic, &[1.445_361_053_814_215_4], 1e-12);
    near(&found.pvalue, &[0.074_178_248_435_866_03], 1e-12);
    assert!(matches!(stats::combine_pvalues(&q, Combine::Stouffer, Some(&weights), 0), Err(Error::Shape { .. })));
    assert!(matches!(stats::combine_pvalues(&q, Combine::Fisher, None, 1), Err(Error::Axis { .. })));
    let bh = [0.375, 0.05, 0.6, 0.1, 0.333_333_333_333_333_37];
    let by = [0.85625, 0.114_166_666_666_666_67, 1.0, 0.228_333_333_333_333_33, 0.761_111_111_111_111_2];
    for (method, expected) in [(FalseDiscovery::Bh, bh), (FalseDiscovery::By, by)] {
        let column = q.flip(0).unwrap().copy().unwrap().flip(0).unwrap().expand_dims(1).unwrap();
        let found = stats::false_discovery_control(&column, method, 0).unwrap();
        assert_eq!(found.shape(), [5, 1]);
        near(&found.reshape(-1).unwrap(), &expected, 1e-13);
        near(&stats::false_discovery_control(&column, method, None).unwrap(), &expected, 1e-13);
        let one = stats::false_discovery_control(&column, method, 1).unwrap();
        near(&one.reshape(-1).unwrap(), &[0.3, 0.01, 0.6, 0.04, 0.2], 1e-15);
    }
    for wrong in [-0.1, 1.1, NAN] {
        assert!(matches!(
            stats::false_discovery_control(&of(xp, &[0.5, wrong]), FalseDiscovery::Bh, 0),
            Err(Error::Value { .. })
        ));
    }
    assert!(matches!(stats::false_discovery_control(&q, FalseDiscovery::Bh, 1), Err(Error::Axis { .. })));
    for_types!(real_numbers, T => {
        let whole = xp.array(&[0i8, 1]).unwrap().astype::<T>();
        near(&stats::false_discovery_control(&whole, FalseDiscovery::Bh, 0).unwrap(), &[0.0, 1.0], 0.0);
        near(&stats::combine_pvalues(&whole, Combine::Tippett, None, 0).unwrap().pvalue.astype(DType::F64).unwrap(), &[0.0], 0.0);
    });
}
