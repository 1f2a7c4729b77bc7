//! Statistics within limits, trimmed and transformed samples, frequencies, and tests of means, against SciPy 1.17.

use crate::for_types;
use crate::special_ends::near;
use crate::stats::SIDES;
use xparray::prelude::*;
use xparray::scipy::stats::{self, *};
use xparray::{Error, Result};

const NAN: f64 = f64::NAN;
const ROWS: [[f64; 5]; 3] = [[1.0, 2.5, -3.0, 7.0, 0.5], [4.0, -1.0, 2.0, 2.5, 9.0], [0.0, 6.0, -2.0, 1.0, 3.0]];

/// The rows, and the same with elements that lie in columns.
fn rows<B: Backend>(xp: &B) -> [DynArray<B>; 2] {
    let rows = xp.array(ROWS).unwrap().into_dyn();
    let columns = rows.t().copy().unwrap();
    columns.eval().unwrap();
    [rows, columns.t()]
}

fn gaps<B: Backend>(xp: &B) -> DynArray<B> {
    let mut rows = ROWS;
    rows[1][2] = NAN;
    xp.array(rows).unwrap().into_dyn()
}

/// What a statistic gives of limits 0 and 4 along rows, above 0 along columns, of all below 2.5, and of -1 to 7 beside NaN that is left out.
fn check<B: Backend>(
    xp: &B,
    f: &dyn Fn(&DynArray<B>, Limits, Along) -> Result<DynArray<B>>,
    [along_rows, columns, all, omitted]: [&[f64]; 4],
) {
    let limits = Limits::new().lower(0.0).upper(4.0);
    for x in rows(xp) {
        near(&f(&x, limits, Along::new(1)).unwrap(), along_rows, 1e-13);
        near(&f(&x, limits.inclusive(false, true), Along::new(0)).unwrap(), columns, 1e-13);
        near(&f(&x, Limits::new().upper(2.5).inclusive(true, false), Along::new(None)).unwrap(), all, 1e-13);
    }
    let wide = Limits::new().lower(-1.0).upper(7.0);
    near(&f(&gaps(xp), wide, Along::new(1).nan_policy(NanPolicy::Omit)).unwrap(), omitted, 1e-13);
    near(&f(&gaps(xp), wide, Along::new(1)).unwrap(), &[omitted[0], NAN, omitted[2]], 1e-13);
    assert!(f(&gaps(xp), wide, Along::new(1).nan_policy(NanPolicy::Raise)).is_err());
    assert!(matches!(f(&rows(xp)[0], Limits::new().lower(10.0), Along::new(1)), Err(Error::Value { .. })));
    assert!(matches!(f(&rows(xp)[0], limits, Along::new(2)), Err(Error::Axis { .. })));
    let z = xp.array([Complex::new(1.0, 0.0)]).unwrap().into_dyn();
    assert!(matches!(f(&z, limits, Along::new(0)), Err(Error::DType { .. })));
    near(&f(&xp.zeros::<f64>([2, 0]).unwrap().into_dyn(), Limits::new(), Along::new(1)).unwrap(), &[NAN, NAN], 0.0);
}

/// `tmean`, `tvar`, `tstd` and `tsem`.
pub fn within<B: Backend>(xp: &B) {
    check(
        xp,
        &|x, limits, along| tmean(x, limits, along),
        [
            &[1.333_333_333_333_333_3, 2.833_333_333_333_333_5, 1.333_333_333_333_333_3],
            &[2.5, 2.5, 2.0, 1.75, 1.75],
            &[-0.1875],
            &[2.75, 1.833_333_333_333_333_3, 2.5],
        ],
    );
    check(
        xp,
        &|x, limits, along| tvar(x, limits, 1.0, along),
        [
            &[1.083_333_333_333_333_5, 1.083_333_333_333_333_3, 2.333_333_333_333_333_5],
            &[4.5, NAN, NAN, 1.125, 3.125],
            &[2.852_678_571_428_571],
            &[8.75, 6.583_333_333_333_332, 7.0],
        ],
    );
    check(
        xp,
        &|x, limits, along| tstd(x, limits, 1.0, along),
        [
            &[1.040_832_999_733_066_5, 1.040_832_999_733_066_3, 1.527_525_231_651_946_8],
            &[2.121_320_343_559_642_4, NAN, NAN, 1.060_660_171_779_821_2, 1.767_766_952_966_368_9],
            &[1.688_987_439_689_405],
            &[2.958_039_891_549_808, 2.565_800_719_723_442, 2.645_751_311_064_590_7],
        ],
    );
    check(
        xp,
        &|x, limits, along| tsem(x, limits, 1.0, along),
        [
            &[0.600_925_212_577_331_7, 0.600_925_212_577_331_6, 0.881_917_103_688_197],
            &[1.5, NAN, NAN, 0.75, 1.25],
            &[0.597_147_235_971_641_5],
            &[1.479_019_945_774_904, 1.481_365_736_219_265, 1.322_875_655_532_295_4],
        ],
    );
    let [x, _] = rows(xp);
    near(&tmean(&x, Limits::new(), 1).unwrap(), &[1.6, 3.3, 1.6], 1e-14);
    near(
        &tsem(&x, Limits::new(), 1.0, 1).unwrap(),
        &[1.623_268_308_074_792_7, 1.640_121_946_685_672_7, 1.363_818_169_698_585_6],
        1e-13,
    );
    for_types!(real_numbers, T => {
        let x = xp.array(&[1i8, 2, 3, 9]).unwrap().astype::<T>();
        let mean = tmean(&x, Limits::new().upper(5.0), 0).unwrap();
        assert_eq!(mean.item().unwrap().get::<f64>(), 2.0);
        let least = tmin(&x, Some(1.0), false, 0).unwrap();
        assert_eq!((least.item().unwrap().get::<f64>(), least.dtype().is_integer()), (2.0, T::DTYPE.is_integer()));
    });
}

/// `tmin`, `tmax` and `sigmaclip`.
pub fn extremes<B: Backend>(xp: &B) {
    for x in rows(xp) {
        near(&tmin(&x, Some(2.5), true, 0).unwrap(), &[4.0, 2.5, NAN, 2.5, 3.0], 0.0);
        near(&tmin(&x, Some(2.5), false, 1).unwrap(), &[7.0, 4.0, 3.0], 0.0);
        near(&tmax(&x, Some(0.5), true, 0).unwrap(), &[0.0, -1.0, -2.0, NAN, 0.5], 0.0);
        near(&tmax(&x, Some(2.5), false, 1).unwrap(), &[1.0, 2.0, 1.0], 0.0);
        near(&tmin(&x, None, true, None).unwrap(), &[-3.0], 0.0);
    }
    near(&tmin(&gaps(xp), Some(0.0), true, 1).unwrap(), &[0.5, NAN, 0.0], 0.0);
    near(&tmin(&gaps(xp), Some(0.0), true, Along::new(1).nan_policy(NanPolicy::Omit)).unwrap(), &[0.5, 2.5, 0.0], 0.0);
    // Integers beyond 53 bits stay what they are.
    let large = xp.array(&[i64::MAX, i64::MAX - 1, 3]).unwrap();
    assert_eq!(tmin(&large, Some(4.0), true, 0).unwrap().to_string(), (i64::MAX - 1).to_string());
    assert_eq!(tmax(&xp.zeros::<i32>([2, 0]).unwrap(), None, true, 1).unwrap().to_string(), "[nan nan]");
    assert!(matches!(tmax(&large, Some(2.0), true, 0), Err(Error::Value { .. })));
    assert!(matches!(tmax(&xp.scalar(1), None, true, 0), Err(Error::Axis { .. })));

    let [x, _] = rows(xp);
    let all = xp.concatenate(&[&x.ravel().unwrap(), &xp.array([100.0]).unwrap().into_dyn()], 0).unwrap();
    let found = sigmaclip(&all, 2.0, 2.0).unwrap();
    let left = [1.0, 2.5, -3.0, 7.0, 0.5, 4.0, -1.0, 2.0, 2.5, 0.0, 6.0, -2.0, 1.0, 3.0];
    near(&found.clipped, &left, 0.0);
    near(
        xp.array([found.lower, found.upper]).unwrap().as_dyn(),
        &[-3.754_227_677_087_548, 7.111_370_534_230_406],
        1e-13,
    );
    assert_eq!(sigmaclip(&xp.zeros::<f64>(0).unwrap(), 2.0, 2.0).unwrap().clipped.len(), 0);
    assert!(matches!(sigmaclip(&xp.array([Complex::new(1.0, 0.0)]).unwrap(), 2.0, 2.0), Err(Error::DType { .. })));
}

/// `trimboth` and `trim1`.
pub fn trimmed<B: Backend>(xp: &B) {
    for x in rows(xp) {
        let text = |x: Result<DynArray<B>>| x.unwrap().to_string();
        assert_eq!(text(trimboth(&x, 0.2, 1)), "[[0.5 1.  2.5]\n [2.  2.5 4. ]\n [0.  1.  3. ]]");
        assert_eq!(text(trimboth(&x, 0.4, 0)), "[[ 1.   2.5 -2.   2.5  3. ]]");
        assert_eq!(text(trim1(&x, 0.5, Tail::Left, 1)), "[[1.  2.5 7. ]\n [2.5 4.  9. ]\n [1.  3.  6. ]]");
        assert_eq!(text(trim1(&x, 0.9, Tail::Right, None)), "[-3. -2.]");
        assert_eq!(trim1(&x, 1.0, Tail::Left, 1).unwrap().shape(), [3, 0]);
    }
    for_types!(real, T => {
        let x = xp.array(&[1i8, 0, 1, 0, 1]).unwrap().astype::<T>();
        let kept = trimboth(&x, 0.2, 0).unwrap();
        assert_eq!((kept.dtype(), kept.astype(DType::I32).unwrap().to_string()), (T::DTYPE, "[0 1 1]".into()));
    });
    let x = xp.array([1, 2]).unwrap();
    assert!(matches!(trimboth(&x, 0.5, 0), Err(Error::Value { .. })));
    assert!(matches!(trimboth(&x, -0.5, 0), Err(Error::Value { .. })));
    assert!(matches!(trim1(&x, NAN, Tail::Left, 0), Err(Error::Value { .. })));
    assert!(matches!(trim1(&x, 0.1, Tail::Left, 1), Err(Error::Axis { .. })));
    assert_eq!(trimboth(&xp.zeros::<f32>([0, 3]).unwrap(), 0.1, 0).unwrap().shape(), [0, 3]);
}

/// `cumfreq`, `relfreq` and `percentileofscore`.
pub fn frequencies<B: Backend>(xp: &B) {
    for x in rows(xp) {
        let found = cumfreq(&x, 4, None, None).unwrap();
        near(&found.frequency, &[2.0, 10.0, 13.0, 15.0], 0.0);
        assert_eq!((found.lowerlimit, found.binsize, found.extrapoints), (-5.0, 4.0, 0));
        let weights = xp.arange(15.0).unwrap().into_dyn();
        let found = cumfreq(&x, 3, Some((-1.0, 5.0)), Some(&weights)).unwrap();
        near(&found.frequency, &[20.0, 49.0, 68.0], 1e-14);
        assert_eq!((found.lowerlimit, found.binsize, found.extrapoints), (-1.0, 2.0, 5));
        let found = relfreq(&x, 3, Some((-1.0, 5.0)), None).unwrap();
        near(&found.frequency, &[0.2, 1.0 / 3.0, 2.0 / 15.0], 1e-15);

        let score = xp.array([2.5, 2.0, -9.0, 100.0, NAN]).unwrap();
        let percentages = [
            (PercentileKind::Rank, [190.0 / 3.0, 160.0 / 3.0]),
            (PercentileKind::Weak, [200.0 / 3.0, 160.0 / 3.0]),
            (PercentileKind::Strict, [160.0 / 3.0, 140.0 / 3.0]),
            (PercentileKind::Mean, [60.0, 50.0]),
        ];
        for (kind, [first, second]) in percentages {
            let expected = [first, second, 0.0, 100.0, NAN];
            let found = percentileofscore(&x, &score, kind, NanPolicy::Propagate).unwrap();
            near(&found, &expected, 1e-14);
        }
    }
    let score = xp.array([[2.5], [2.0]]).unwrap();
    let gaps = gaps(xp);
    let of = |policy| percentileofscore(&gaps, &score, PercentileKind::Weak, policy);
    assert_eq!(of(NanPolicy::Propagate).unwrap().to_string(), "[[nan]\n [nan]]");
    near(&of(NanPolicy::Omit).unwrap().ravel().unwrap(), &[100.0 * 9.0 / 14.0, 50.0], 1e-14);
    assert!(of(NanPolicy::Raise).is_err());
    let none = xp.zeros::<f64>(0).unwrap();
    let found = percentileofscore(&none, &xp.scalar(1.0), PercentileKind::Rank, NanPolicy::Omit).unwrap();
    assert_eq!((found.ndim(), found.to_string()), (0, "nan".into()));
    near(&stats::cumfreq(&none, 2, None, None).unwrap().frequency, &[0.0, 0.0], 0.0);
    assert!(cumfreq(&xp.array([1.0, 2.0]).unwrap(), 0, None, None).is_err());
    assert!(cumfreq(&xp.array([1.0, 2.0]).unwrap(), 2, Some((3.0, 1.0)), None).is_err());
    for_types!(real_numbers, T => {
        let x = xp.array(&[1i8, 4, 2, 1]).unwrap().astype::<T>();
        near(&relfreq(&x, 2, Some((1.0, 5.0)), None).unwrap().frequency, &[0.75, 0.25], 0.0);
    });
}

/// `ttest_ind_from_stats` and `f_oneway_welch`.
pub fn means<B: Backend>(xp: &B) {
    let known = |x: [f64; 3]| x.map(|x| xp.scalar(x).into_dyn());
    let columns = [[1.0, 2.0], [0.5, 3.0], [20.0, 5.0]].map(|x| xp.array(x).unwrap().into_dyn());
    let other = known([1.2, 0.6, 25.0]);
    let cases = [
        (
            true,
            [-1.1946829900374918, 1.2933059894386176],
            [
                [0.23875912207659342, 0.2064740089188528],
                [0.11937956103829671, 0.8967629955405736],
                [0.8806204389617033, 0.1032370044594264],
            ],
        ),
        (
            false,
            [-1.2194215216993844, 0.5939138709164987],
            [
                [0.22934500246241435, 0.5840515340669804],
                [0.11467250123120717, 0.7079742329665097],
                [0.8853274987687928, 0.2920257670334902],
            ],
        ),
    ];
    for (equal, statistic, pvalues) in cases {
        for ((_, side), pvalue) in SIDES.into_iter().zip(pvalues) {
            let found = ttest_ind_from_stats(columns.each_ref(), other.each_ref(), equal, side).unwrap();
            near(&found.statistic, &statistic, 1e-13);
            near(&found.pvalue, &pvalue, 1e-12);
        }
    }
    let z = xp.array([Complex::new(1.0, 0.0)]).unwrap().into_dyn();
    let complex = [&z, &other[1], &other[2]];
    assert!(matches!(ttest_ind_from_stats(complex, other.each_ref(), true, SIDES[0].1), Err(Error::DType { .. })));

    let x = xp.array([[1.0, 2.5, -3.0, 7.0, 0.5], [4.0, -1.0, 2.0, 2.5, 9.0]]).unwrap().into_dyn();
    let y = xp.array([[0.0, 6.0, -2.0, 1.0], [1.0, 2.0, 4.0, 8.0]]).unwrap().into_dyn();
    let z = xp.array([[2.0, 2.0, 3.5], [2.0, 9.0, 5.0]]).unwrap().into_dyn();
    let found = f_oneway_welch(&[&x, &y, &z], 1).unwrap();
    near(&found.statistic, &[0.319_510_708_892_136_23, 0.283_241_573_321_020_3], 1e-13);
    near(&found.pvalue, &[0.739_739_435_024_406_5, 0.764_257_677_888_340_1], 1e-12);
    let turned = [&x, &y, &z].map(|x| x.t().copy().unwrap());
    near(
        &f_oneway_welch(&turned.each_ref(), 0).unwrap().pvalue,
        &[0.739_739_435_024_406_5, 0.764_257_677_888_340_1],
        1e-12,
    );
    near(&f_oneway_welch(&[&x, &y], None).unwrap().pvalue, &[0.975_752_644_928_119_5], 1e-12);
    let gaps = xp.array([[NAN, 2.0, 2.0, 3.5], [2.0, 9.0, NAN, 5.0]]).unwrap().into_dyn();
    let omit = Along::new(1).nan_policy(NanPolicy::Omit);
    near(
        &f_oneway_welch(&[&x, &y, &gaps], omit).unwrap().statistic,
        &[0.319_510_708_892_136_23, 0.283_241_573_321_020_3],
        1e-13,
    );
    assert!(matches!(f_oneway_welch(&[&x], 1), Err(Error::Value { .. })));
    assert!(matches!(f_oneway_welch(&[&x, &y], 2), Err(Error::Axis { .. })));
}

/// `boxcox_normmax`, `boxcox`, `yeojohnson` and its likelihood: powers by SciPy's likelihoods, minimised to 1e-12.
pub fn powers<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.from_slice(x, x.len()).unwrap().into_dyn();
    let same = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 2e-6, "{found}, not {expected}");
    let x = of(&[1.0, 2.0, 3.0, 5.0, 9.0, 17.0]);
    let far = of(&[5.0, 5.1, 5.2, 5.05, 5.3, 9.0]);
    let bracket = (-2.0, 2.0);
    same(boxcox_normmax(&x, PowerCriterion::Mle, bracket).unwrap(), -0.032_109_966_914_511_893);
    same(boxcox_normmax(&far, PowerCriterion::Mle, bracket).unwrap(), -8.445_361_201_876_38);
    same(boxcox_normmax(&x, PowerCriterion::Pearson, bracket).unwrap(), -0.042_195_862_725_835_45);
    let (y, power) = boxcox(&x.flip(0).unwrap()).unwrap();
    same(power, -0.032_109_966_914_511_893);
    near(&y, &[2.708_159_24, 2.121_505_55, 1.568_558_08, 1.079_460_6, 0.685_490_43, 0.0], 1e-7);
    for bad in [of(&[1.0, 0.0]), of(&[1.0, -2.0]), of(&[3.0, 3.0]), x.reshape([2, 3]).unwrap()] {
        assert!(matches!(boxcox(&bad), Err(Error::Value { .. })));
    }
    assert!(matches!(boxcox(&xp.array([Complex::new(1.0, 0.0)]).unwrap()), Err(Error::DType { .. })));

    let z = of(&[-1.0, 0.5, 2.0, 3.0, 8.0, 21.0]);
    let columns = xp.stack(&[&z, &z.flip(0).unwrap().add(1.0).unwrap()], 1).unwrap();
    let cases = [
        (
            0.0,
            [
                -1.5,
                0.405_465_108_108_164_4,
                1.098_612_288_668_109_8,
                1.386_294_361_119_890_6,
                2.197_224_577_336_219_6,
                3.091_042_453_358_316,
            ],
            [-9.685_350_333_997_594, -9.306_881_309_324_199],
        ),
        (
            2.0,
            [-std::f64::consts::LN_2, 0.625, 4.0, 7.5, 40.0, 241.5],
            [-19.328_387_581_412_215, -17.941_377_275_220_145],
        ),
        (
            -1.5,
            [
                -2.946_773_856_852_788_6,
                0.303_779_297_365_455_1,
                0.538_366_606_846_749_9,
                0.583_333_333_333_333_4,
                0.641_975_308_641_975_3,
                0.660_206_038_898_314_9,
            ],
            [-20.319_076_738_806_66, -14.538_191_929_559_058],
        ),
    ];
    for (power, transformed, likelihoods) in cases {
        near(&yeojohnson(&z, power).unwrap(), &transformed, 1e-13);
        near(&yeojohnson_llf(power, &columns).unwrap(), &likelihoods, 1e-12);
    }
    same(yeojohnson_normmax(&z, bracket).unwrap(), 0.223_081_629_255_520_7);
    // By mpmath: SciPy loses digits of nearly equal powers, and is 3e-5 away.
    same(yeojohnson_normmax(&far, bracket).unwrap(), -9.812_649_896_408_548);
    assert_eq!(yeojohnson_normmax(&of(&[0.0, 0.0]), bracket).unwrap(), 1.0);
    assert!(matches!(yeojohnson_normmax(&of(&[1.0, NAN]), bracket), Err(Error::Value { .. })));
    for_types!(real_numbers, T => {
        let x = xp.array(&[0i8, 3]).unwrap().astype::<T>();
        near(&yeojohnson(&x, 2.0).unwrap(), &[0.0, 7.5], 1e-14);
    });
    assert_eq!(yeojohnson(&xp.scalar(3.0), 2.0).unwrap().ndim(), 0);
    assert_eq!(yeojohnson(&xp.zeros::<f64>([0, 2]).unwrap(), 2.0).unwrap().shape(), [0, 2]);
}
