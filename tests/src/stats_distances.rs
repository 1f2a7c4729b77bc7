//! Distances of distributions and exact tests of tables, against SciPy 1.17 and sums in mpmath.

use crate::for_types;
use crate::special_ends::near;
use xparray::prelude::*;
use xparray::scipy::stats::{
    self, Along, Alternative, Method, NanPolicy, RankTest, Significance, cramervonmises, cramervonmises_2samp,
    energy_distance, wasserstein_distance,
};
use xparray::{Error, s};

const SIDES: [Alternative; 3] = [Alternative::TwoSided, Alternative::Less, Alternative::Greater];

fn tested<B: Backend>(test: &Significance<B>, statistic: &[f64], pvalue: &[f64], bound: f64) {
    near(&test.statistic, statistic, 1e-13);
    near(&test.pvalue, pvalue, bound);
}

/// `cramervonmises`.
pub fn goodness<B: Backend>(xp: &B) {
    let uniform = |x: &DynArray<B>| x.clip(0.0, 1.0);
    let x = xp.array([0.94, 0.02, 0.3, 0.31, 0.61, 0.55, 0.6]).unwrap().into_dyn();
    tested(&cramervonmises(&x, uniform, 0).unwrap(), &[0.059_461_904_761_904_77], &[0.833_532_973_243_302_4], 1e-12);
    let far = xp.array([0.9, 0.95, 0.97, 0.99, 0.5]).unwrap();
    tested(
        &cramervonmises(&far, uniform, None).unwrap(),
        &[0.820_166_666_666_666_6],
        &[0.003_938_670_546_389_946],
        1e-11,
    );
    // The least and the greatest statistic that there are.
    let even = xp.array([0.5 / 3.0, 1.5 / 3.0, 2.5 / 3.0]).unwrap();
    tested(&cramervonmises(&even, uniform, 0).unwrap(), &[1.0 / 36.0], &[1.0], 1e-13);
    let none = cramervonmises(&xp.array([2.0, 3.0, 4.0]).unwrap(), uniform, 0).unwrap();
    tested(&none, &[1.0], &[0.0], 0.0);
    // Columns of a matrix that is not row by row, with NaN.
    let two = xp.stack(&[&x, &x.subtract(0.25).unwrap().abs().unwrap()], 0).unwrap().t();
    let found = cramervonmises(&two, uniform, 0).unwrap();
    assert_eq!(found.pvalue.shape(), [2]);
    near(&found.pvalue.slice(s![0]).unwrap(), &[0.833_532_973_243_302_4], 1e-12);
    let gap = xp.concatenate(&[&x, xp.array([f64::NAN]).unwrap().as_dyn()], 0).unwrap();
    assert!(cramervonmises(&gap, uniform, 0).unwrap().pvalue.isnan().unwrap().item().unwrap().get::<bool>());
    let found = cramervonmises(&gap, uniform, Along::new(0).nan_policy(NanPolicy::Omit)).unwrap();
    near(&found.pvalue, &[0.833_532_973_243_302_4], 1e-12);
    for_types!(real_numbers, T => {
        let x = xp.array(&[0i8, 0, 1, 1]).unwrap().astype::<T>();
        near(&cramervonmises(&x, uniform, 0).unwrap().statistic, &[1.0 / 48.0 + 20.0 / 64.0], 1e-13);
    });
    assert!(matches!(cramervonmises(&x.slice(s![..1]).unwrap(), uniform, 0), Err(Error::Value { .. })));
    assert!(matches!(cramervonmises(&x, uniform, 1), Err(Error::Axis { .. })));
    assert!(matches!(
        cramervonmises(&x.multiply(Complex::new(1.0, 1.0)).unwrap(), uniform, 0),
        Err(Error::DType { .. })
    ));
}

/// `cramervonmises_2samp`.
pub fn orders<B: Backend>(xp: &B) {
    let new = RankTest::new;
    let (a, b) = (xp.array([8.0, 1.0, 2.0, 2.0, 5.0, 7.5]).unwrap(), xp.array([9.0, 2.0, 3.0, 4.0]).unwrap());
    for (method, p) in [
        (Method::Auto, 0.790_476_190_476_190_4),
        (Method::Exact, 0.790_476_190_476_190_4),
        (Method::Asymptotic, 0.818_871_226_918_408_2),
    ] {
        let found = cramervonmises_2samp(&a, &b, new().method(method)).unwrap();
        near(&found.statistic, &[1.0 / 12.0], 1e-11);
        near(&found.pvalue, &[p], 1e-10);
    }
    let places = |count: i64, factor: i64, step: f64, shift: f64| {
        let k = xp.arange(0..count).unwrap().into_dyn();
        k.multiply(factor).unwrap().remainder(count).unwrap().multiply(step).unwrap().add(shift).unwrap()
    };
    let (c, d) = (places(23, 7, 0.1, 0.0), places(21, 5, 0.13, 0.05));
    let found = cramervonmises_2samp(&c, &d, new()).unwrap();
    near(&found.statistic, &[0.122_929_606_625_258_8], 1e-11);
    near(&found.pvalue, &[0.501_300_146_455_491_9], 1e-10);
    let (few, fewer) = (c.slice(s![..9]).unwrap(), d.slice(s![..6]).unwrap());
    near(&cramervonmises_2samp(&few, &fewer, new()).unwrap().pvalue, &[0.968_231_768_231_768_3], 1e-13);
    // Rows.
    let rows = xp.stack(&[&few, &few.negative().unwrap()], 0).unwrap();
    let other = xp.stack(&[&fewer, &fewer], 0).unwrap();
    let found = cramervonmises_2samp(&rows, &other, new().axis(1)).unwrap();
    assert_eq!(found.pvalue.shape(), [2]);
    near(&found.pvalue.slice(s![0]).unwrap(), &[0.968_231_768_231_768_3], 1e-13);
    for_types!(real_numbers, T => {
        let x = xp.array(&[0i8, 2, 1]).unwrap().astype::<T>();
        let y = xp.array(&[5i8, 3, 4]).unwrap().astype::<T>();
        // 2 of the 20 orders of 6 elements are as far apart.
        near(&cramervonmises_2samp(&x, &y, new()).unwrap().pvalue, &[0.1], 1e-13);
    });
    assert!(matches!(cramervonmises_2samp(&a, &b, new().alternative(Alternative::Less)), Err(Error::Value { .. })));
    assert!(matches!(
        cramervonmises_2samp(&rows, &other.slice(s![..1]).unwrap(), new().axis(1)),
        Err(Error::Shape { .. })
    ));
    assert!(matches!(cramervonmises_2samp(&a, &b.slice(s![..1]).unwrap(), new()), Err(Error::Value { .. })));
}

/// `barnard_exact` and `boschloo_exact`: the sums are polynomials, of which mpmath finds the maxima.
pub fn tables<B: Backend>(_xp: &B) {
    type Row = [(f64, f64); 3];
    // To both sides, to less and to greater: Barnard's with the variance of both, with that of each, and Boschloo's.
    let cases: [([[u64; 2]; 2], Row, Row, Row); 4] = [
        (
            [[7, 12], [8, 3]],
            [
                (-1.894_338_076_060_206_2, 0.068_218_309_323_194_57),
                (-1.894_338_076_060_206_2, 0.034_109_154_661_597_29),
                (-1.894_338_076_060_206_2, 1.0),
            ],
            [
                (-2.018_932_132_718_120_4, 0.068_218_309_323_194_57),
                (-2.018_932_132_718_120_4, 0.034_109_154_661_597_29),
                (-2.018_932_132_718_120_4, 1.0),
            ],
            [
                (0.064_067_966_016_991_51, 0.068_218_309_323_194_57),
                (0.064_067_966_016_991_51, 0.034_109_154_661_597_29),
                (0.989_530_234_882_558_8, 0.977_121_534_757_316_1),
            ],
        ),
        (
            [[3, 4], [6, 9]],
            [
                (0.126_953_598_283_845_9, 0.922_583_573_043_634_6),
                (0.126_953_598_283_845_9, 1.0),
                (0.126_953_598_283_845_9, 0.477_155_451_144_123_44),
            ],
            [
                (0.126_512_734_363_874_8, 0.922_583_573_043_634_6),
                (0.126_512_734_363_874_8, 1.0),
                (0.126_512_734_363_874_8, 0.477_155_451_144_123_44),
            ],
            [
                (0.627_708_978_328_173_4, 0.947_458_474_829_949_5),
                (0.724_458_204_334_365_4, 0.586_353_408_136_270_6),
                (0.627_708_978_328_173_4, 0.473_729_237_414_974_75),
            ],
        ),
        (
            [[0, 5], [6, 0]],
            [
                (-3.316_624_790_355_4, 0.000_976_562_5),
                (-3.316_624_790_355_4, 0.000_511_020_105_443_870_3),
                (-3.316_624_790_355_4, 1.0),
            ],
            [
                (f64::NEG_INFINITY, 0.000_976_562_5),
                (f64::NEG_INFINITY, 0.000_511_020_105_443_870_3),
                (f64::NEG_INFINITY, 1.0),
            ],
            [
                (0.002_164_502_164_502_164_5, 0.001_022_040_210_887_740_5),
                (0.002_164_502_164_502_164_5, 0.000_511_020_105_443_870_3),
                (1.0, 1.0),
            ],
        ),
        (
            [[2, 2], [9, 1]],
            [
                (-1.647_771_681_742_199, 0.149_902_343_75),
                (-1.647_771_681_742_199, 0.102_918_306_482_059_98),
                (-1.647_771_681_742_199, 1.0),
            ],
            [
                (-1.638_172_347_589_412_5, 0.322_119_718_613_524_5),
                (-1.638_172_347_589_412_5, 0.236_814_567_843_609_44),
                (-1.638_172_347_589_412_5, 1.0),
            ],
            [
                (0.175_824_175_824_175_84, 0.169_109_566_005_474_94),
                (0.175_824_175_824_175_84, 0.084_554_783_002_737_47),
                (0.989_010_989_010_989, 0.937_859_090_787_779_1),
            ],
        ),
    ];
    let same = |found: (f64, f64), expected: (f64, f64), place: &str| {
        let near = |a: f64, b: f64| a == b || (a - b).abs() <= 1e-11 * b.abs();
        assert!(near(found.0, expected.0) && near(found.1, expected.1), "{place}: {found:?}, not {expected:?}");
    };
    for (table, pooled, apart, boschloo) in cases {
        for (k, side) in SIDES.into_iter().enumerate() {
            let place = format!("{table:?} {side:?}");
            same(stats::barnard_exact(table, side, true).unwrap(), pooled[k], &place);
            same(stats::barnard_exact(table, side, false).unwrap(), apart[k], &place);
            same(stats::boschloo_exact(table, side).unwrap(), boschloo[k], &place);
        }
    }
    // A sample without elements says nothing.
    let (statistic, p) = stats::barnard_exact([[0, 3], [0, 4]], Alternative::TwoSided, true).unwrap();
    assert!(statistic.is_nan() && p == 1.0);
    let (statistic, p) = stats::boschloo_exact([[3, 0], [4, 0]], Alternative::Less).unwrap();
    assert!(statistic.is_nan() && p.is_nan());
    for table in [[[20_000, 1], [1, 1]], [[u64::MAX, 1], [1, 1]]] {
        assert!(matches!(stats::barnard_exact(table, Alternative::Less, true), Err(Error::Value { .. })));
        assert!(matches!(stats::boschloo_exact(table, Alternative::Less), Err(Error::Value { .. })));
    }
}

/// `wasserstein_distance` and `energy_distance`.
pub fn transport<B: Backend>(xp: &B) {
    let (u, v) = (xp.array([1.5, 0.5, 3.25]).unwrap().into_dyn(), xp.array([5.0, 6.0, 8.0, -2.0]).unwrap().into_dyn());
    near(&wasserstein_distance(&u, &v, None, None).unwrap(), &[3.75], 1e-14);
    near(&energy_distance(&u, &v, None, None).unwrap(), &[1.911_224_156_863_286], 1e-13);
    let (a, b) = (xp.array([0i32, 1, 3]).unwrap().into_dyn(), xp.array([2.0, 2.0, 1.0, 4.0]).unwrap().into_dyn());
    near(&wasserstein_distance(&u, &v, Some(&a), Some(&b)).unwrap(), &[3.173_611_111_111_111], 1e-13);
    near(&energy_distance(&u, &v, Some(&a), Some(&b)).unwrap(), &[1.596_074_466_841_602], 1e-13);
    // Weights that are the same are as good as none, and the first sample may be the second.
    let ones = xp.ones::<f32>(4).unwrap().into_dyn();
    near(&wasserstein_distance(&v.flip(0).unwrap(), &u, Some(&ones), None).unwrap(), &[3.75], 1e-14);
    near(&wasserstein_distance(&u, &u, None, None).unwrap(), &[0.0], 0.0);
    let square = v.reshape([2, 2]).unwrap().t();
    near(&energy_distance(&u, &square, None, None).unwrap(), &[1.911_224_156_863_286], 1e-13);
    near(&wasserstein_distance(&xp.scalar(2.0), &xp.scalar(-1.0), None, None).unwrap(), &[3.0], 0.0);
    for_types!(real_numbers, T => {
        let (x, y) = (xp.array(&[0i8, 1, 3]).unwrap().astype::<T>(), xp.array(&[5i8, 6, 8]).unwrap().astype::<T>());
        near(&wasserstein_distance(&x, &y, None, None).unwrap(), &[5.0], 1e-14);
    });
    let none = xp.zeros::<f64>(0).unwrap();
    assert!(matches!(wasserstein_distance(&none, &u, None, None), Err(Error::Value { .. })));
    assert!(matches!(energy_distance(&u, &v, Some(&b), None), Err(Error::Shape { .. })));
    assert!(matches!(energy_distance(&u, &v, Some(&u.negative().unwrap()), None), Err(Error::Value { .. })));
    assert!(matches!(energy_distance(&u, &v, Some(&u.multiply(0.0).unwrap()), None), Err(Error::Value { .. })));
    assert!(matches!(energy_distance(&u, &v, Some(&u.divide(0.0).unwrap()), None), Err(Error::Value { .. })));
    let complex = u.multiply(Complex::new(0.0, 1.0)).unwrap();
    assert!(matches!(wasserstein_distance(&complex, &v, None, None), Err(Error::DType { .. })));
}
