//! Orders, lines of medians and expectiles, against SciPy 1.17.

use crate::for_types;
use crate::special_ends::near;
use xparray::prelude::*;
use xparray::scipy::stats::{
    Alternative, Method, NanPolicy, PageTrend, Slopes, TheilSlopes, WeightedRank, WeightedTau, expectile,
    page_trend_test, siegelslopes, somersd, somersd_table, theilslopes, weightedtau,
};
use xparray::{Error, Result, s};

const X: [f64; 8] = [0.5, 1.0, 1.0, 2.0, 3.5, 4.0, 4.5, 6.0];
const Y: [f64; 8] = [3.1, -2.2, 0.4, 5.5, -7.1, 2.5, 0.4, 9.0];

fn of<B: Backend>(xp: &B, x: &[f64]) -> DynArray<B> {
    xp.from_slice(x, x.len()).unwrap().into_dyn()
}

fn joined<B: Backend>(parts: &[&DynArray<B>]) -> DynArray<B> {
    parts[0].xp().stack(parts, -1).unwrap()
}

fn complex<B: Backend>(x: &DynArray<B>) -> DynArray<B> {
    x.multiply(Complex::new(1.0, 1.0)).unwrap()
}

fn theil<B: Backend>(line: TheilSlopes<B>) -> DynArray<B> {
    joined(&[&line.slope, &line.intercept, &line.low_slope, &line.high_slope])
}

/// `theilslopes` and `siegelslopes`.
pub fn lines_of_medians<B: Backend>(xp: &B) {
    let (x, y) = (of(xp, &X), of(xp, &Y));
    let first = [0.742_857_142_857_142_9, -0.592_857_142_857_142_7, -3.0, 5.1];
    near(&theil(theilslopes(&y, Some(&x), Slopes::new()).unwrap()), &first, 1e-14);
    let options = Slopes::new().alpha(0.1).of_residuals(true);
    let together = [0.742_857_142_857_142_9, -0.407_142_857_142_857_2, -2.04, 3.25];
    near(&theil(theilslopes(&y, Some(&x), options).unwrap()), &together, 1e-14);
    near(&theil(theilslopes(&y, None, Slopes::new()).unwrap()), &[0.75, -1.175, -1.7, 3.75], 1e-14);
    let siegel = |y: &DynArray<B>, x, options| {
        let line = siegelslopes(y, x, options)?;
        Ok::<_, Error>(joined(&[&line.slope, &line.intercept]))
    };
    near(&siegel(&y, Some(&x), Slopes::new()).unwrap(), &[0.525, 0.1375], 1e-14);
    let separate = Slopes::new().of_residuals(false);
    near(&siegel(&y, Some(&x), separate).unwrap(), &[0.525, -0.095], 1e-13);
    near(&siegel(&y, None, Slopes::new()).unwrap(), &[0.7, -1.0], 1e-14);
    // Rows that lie backwards, with one without an order of x, and one with NaN.
    let rows = xp.stack(&[&y, &y, &of(xp, &[f64::NAN; 8])], 0).unwrap();
    let abscissae = xp.stack(&[&x, &x.multiply(0.0).unwrap(), &x], 0).unwrap();
    let backwards = |x: &DynArray<B>| x.flip(1).unwrap().copy().unwrap().flip(1).unwrap();
    let found = theil(theilslopes(&backwards(&rows), Some(&backwards(&abscissae)), Slopes::new().axis(1)).unwrap());
    near(&found.slice(s![0]).unwrap(), &first, 1e-14);
    assert!(found.slice(s![1..]).unwrap().isnan().unwrap().all(..).unwrap().item().unwrap().get::<bool>());
    let columns = Slopes::new().axis(0);
    near(&siegel(&rows.t(), None, columns).unwrap().slice(s![0]).unwrap(), &[0.7, -1.0], 1e-14);
    // A pair goes as a whole.
    let gap = |x: &DynArray<B>, end: f64| xp.concatenate(&[x, &of(xp, &[end])], 0).unwrap();
    let omit = Slopes::new().axis(0).nan_policy(NanPolicy::Omit);
    near(&theil(theilslopes(&gap(&y, f64::NAN), Some(&gap(&x, 7.0)), omit).unwrap()), &first, 1e-14);
    for_types!(real_numbers, T => {
        let y = xp.array(&[1i8, 3, 5, 70]).unwrap().astype::<T>();
        let line = theilslopes(&y, None, Slopes::new()).unwrap();
        near(&joined(&[&line.slope, &line.intercept]), &[12.5, -14.75], 0.0);
        near(&siegel(y.as_dyn(), None, Slopes::new()).unwrap(), &[2.0, 1.0], 0.0);
    });
    let wrong = |y: &DynArray<B>, x: Option<&DynArray<B>>, options| theilslopes(y, x, options).err().unwrap();
    assert!(matches!(wrong(&y, Some(&x), Slopes::new().alpha(1.0)), Error::Value { .. }));
    assert!(matches!(wrong(&y.slice(s![..0]).unwrap(), None, Slopes::new()), Error::Value { .. }));
    assert!(matches!(wrong(&y, None, Slopes::new().axis(1)), Error::Axis { .. }));
    assert!(matches!(wrong(&y, Some(&x.slice(s![1..]).unwrap()), Slopes::new()), Error::Shape { .. }));
    assert!(matches!(siegel(&complex(&y), None, Slopes::new()), Err(Error::DType { .. })));
}

/// `page_trend_test`.
pub fn trends<B: Backend>(xp: &B) {
    let judges = [3, 4, 3, 2, 2, 4, 3, 3, 5, 1, 3, 2, 2, 3, 2, 2, 4, 5, 1, 2, 4, 3, 4, 4, 2, 4, 5, 1, 3, 4];
    let table = xp.from_slice(&judges, [10, 3]).unwrap();
    for (method, pvalue) in
        [(Method::Exact, 0.001_819_116_194_812_782_2), (Method::Asymptotic, 0.001_269_343_369_075_175_6)]
    {
        let test = page_trend_test(&table, PageTrend::new().method(method)).unwrap();
        assert_eq!((test.statistic, test.method), (133.5, method));
        near(&of(xp, &[test.pvalue]), &[pvalue], 1e-12);
    }
    let ranks = xp.array([[3, 1, 2], [3, 2, 1]]).unwrap();
    let options = PageTrend::new().ranked(true).predicted_ranks(&[3, 2, 1]);
    let test = page_trend_test(&ranks.t().copy().t(), options.clone()).unwrap();
    assert_eq!((test.statistic, test.method), (27.0, Method::Exact));
    near(&of(xp, &[test.pvalue]), &[5.0 / 36.0], 1e-14);
    // The most columns that are exact by themselves, and one more.
    let turned = |m: usize, n: usize, tilt: f64| {
        let rows = (0..m).flat_map(|k| (0..n).map(move |j| ((j + n - k) % n) as f64 + tilt * j as f64));
        xp.from_slice(&rows.collect::<Vec<_>>(), [m, n]).unwrap()
    };
    let test = page_trend_test(&turned(4, 8, 0.1), PageTrend::new()).unwrap();
    assert_eq!((test.statistic, test.method), (680.0, Method::Exact));
    near(&of(xp, &[test.pvalue]), &[0.163_645_770_596_900_83], 1e-13);
    let test = page_trend_test(&turned(3, 9, 0.0), PageTrend::new()).unwrap();
    assert_eq!((test.statistic, test.method), (756.0, Method::Asymptotic));
    near(&of(xp, &[test.pvalue]), &[0.013_743_168_055_755_184], 1e-12);
    for_types!(real_numbers, T => {
        let table = xp.array(&[[1i8, 2, 4], [2, 3, 5]]).unwrap().astype::<T>();
        assert_eq!(page_trend_test(&table, PageTrend::new()).unwrap().statistic, 28.0);
    });
    let wrong = |x: &DynArray<B>, options| page_trend_test(x, options).err().unwrap();
    let table = table.into_dyn();
    for shape in [&table.slice(s![0]).unwrap(), &table.slice(s![..1]).unwrap(), &table.slice(s![.., ..2]).unwrap()] {
        assert!(matches!(wrong(shape, PageTrend::new()), Error::Value { .. }));
    }
    assert!(matches!(wrong(&table.multiply(f64::NAN).unwrap(), PageTrend::new()), Error::Value { .. }));
    assert!(matches!(wrong(&table, PageTrend::new().ranked(true)), Error::Value { .. }));
    assert!(matches!(wrong(&table, PageTrend::new().predicted_ranks(&[1, 2, 2])), Error::Value { .. }));
    let many = turned(2, 17, 0.0).into_dyn();
    assert!(matches!(wrong(&many, PageTrend::new().method(Method::Exact)), Error::Value { .. }));
    assert!(matches!(wrong(&complex(&table), PageTrend::new()), Error::DType { .. }));
}

/// `somersd`.
pub fn dependence<B: Backend>(xp: &B) {
    let table = xp.array([[27, 25, 14, 7, 0], [7, 14, 18, 35, 12], [1, 3, 2, 7, 17]]).unwrap();
    for (side, pvalue) in [
        (Alternative::TwoSided, 1.000_709_119_107_453_3e-27),
        (Alternative::Less, 1.0),
        (Alternative::Greater, 5.003_545_595_537_266e-28),
    ] {
        let test = somersd_table(&table.t().copy().t(), side).unwrap();
        near(&test.statistic, &[0.603_276_611_151_339_6], 1e-14);
        near(&test.pvalue, &[pvalue], 1e-11);
    }
    let test =
        somersd(&xp.array([0, 1, 2, 2, 3, 1]).unwrap(), &xp.array([0, 2, 1, 2, 2, 1]).unwrap(), Alternative::TwoSided);
    let test = test.unwrap();
    near(&test.statistic, &[0.538_461_538_461_538_4], 1e-14);
    near(&test.pvalue, &[0.073_834_315_161_456_03], 1e-12);
    assert_eq!(test.table.to_string(), "[[1 0 0]\n [0 1 1]\n [0 1 1]\n [0 0 1]]");
    for_types!(real, T => {
        let (x, y) = (xp.array(&[0i8, 1, 1, 0]).unwrap(), xp.array(&[0i8, 1, 0, 0]).unwrap());
        let test = somersd(&x.astype::<T>(), &y.astype::<T>(), Alternative::Less).unwrap();
        near(&test.statistic, &[0.5], 0.0);
    });
    // One class has no order.
    let x = of(xp, &[1.0, 2.0]);
    assert!(somersd(&x, &of(xp, &[3.0, 3.0]), Alternative::Less).unwrap().statistic.to_string() == "nan");
    let short = x.slice(s![..1]).unwrap();
    assert!(matches!(somersd(&x, &short, Alternative::Less), Err(Error::Shape { .. })));
    let none = x.slice(s![..0]).unwrap();
    assert!(matches!(somersd(&none, &none, Alternative::Less), Err(Error::Value { .. })));
    assert!(matches!(somersd(&complex(&x), &x, Alternative::Less), Err(Error::DType { .. })));
    let wrong = |table: &DynArray<B>| somersd_table(table, Alternative::Less).err().unwrap();
    let square = |x: [[f64; 2]; 2]| xp.array(x).unwrap().into_dyn();
    for table in
        [&square([[1.0, -1.0], [2.0, 3.0]]), &square([[0.5, 1.0], [2.0, 3.0]]), &square([[0.0, 1.0], [0.0, 0.0]]), &x]
    {
        assert!(matches!(wrong(table), Error::Value { .. }));
    }
    assert!(matches!(wrong(&complex(&square([[1.0; 2]; 2]))), Error::DType { .. }));
}

/// `weightedtau`.
pub fn weighted<B: Backend>(xp: &B) {
    let (x, y) = (of(xp, &[12.0, 2.0, 1.0, 12.0, 2.0]), of(xp, &[1.0, 4.0, 7.0, 1.0, 0.0]));
    let given = WeightedRank::Given(vec![4, 0, 1, 3, 2]);
    let squares: Vec<f64> = (2..7).map(|r| 1.0 / f64::from(r * r)).collect();
    let options = WeightedTau::new();
    let cases = [
        (options.clone(), -0.566_949_681_536_827_2),
        (options.clone().additive(false), -0.622_057_169_518_010_4),
        (options.clone().rank(WeightedRank::First), -0.415_765_230_103_751_6),
        (options.clone().rank(WeightedRank::Place), -0.516_043_979_402_618_5),
        (options.clone().rank(given), -0.640_472_104_675_549_2),
        (options.clone().weights(&squares), -0.592_422_215_196_771_7),
        (options.clone().weights(&[1.0; 5]), -0.471_404_520_791_031_73),
    ];
    for (options, expected) in cases {
        near(&weightedtau(&x, &y, options).unwrap(), &[expected], 1e-14);
    }
    // NaN is the least, or left out with what is beside it.
    let gap = of(xp, &[12.0, 2.0, f64::NAN, 1.0, 2.0]);
    near(&weightedtau(&gap, &y, options.clone()).unwrap(), &[-0.489_322_563_818_293_5], 1e-14);
    let rows = xp.stack(&[&x, &gap], 0).unwrap();
    let columns = rows.t().copy().unwrap();
    let found = weightedtau(&columns, &y.expand_dims(1).unwrap(), options.clone().axis(0)).unwrap();
    near(&found, &[-0.566_949_681_536_827_2, -0.489_322_563_818_293_5], 1e-14);
    let pairs = of(xp, &[0.0, 1.0, 3.0, 4.0]);
    let kept = |x: &DynArray<B>| x.take(pairs.astype(DType::I64).unwrap(), 0).unwrap();
    let omitted = weightedtau(&gap, &y, options.clone().nan_policy(NanPolicy::Omit)).unwrap();
    let without = weightedtau(&kept(&gap), &kept(&y), options.clone()).unwrap().item().unwrap().get::<f64>();
    near(&omitted, &[without], 1e-15);
    for_types!(real_numbers, T => {
        let (x, y) = (x.astype(T::DTYPE).unwrap(), y.astype(T::DTYPE).unwrap());
        near(&weightedtau(&x, &y, WeightedTau::new()).unwrap(), &[-0.566_949_681_536_827_2], 1e-14);
    });
    let none = x.slice(s![..0]).unwrap();
    assert_eq!(weightedtau(&none, &none, options.clone()).unwrap().to_string(), "nan");
    let wrong = |x: &DynArray<B>, options: WeightedTau| weightedtau(x, &y, options).err().unwrap();
    assert!(matches!(wrong(&none, options.clone()), Error::Shape { .. }));
    assert!(matches!(wrong(&x, options.clone().rank(WeightedRank::Given(vec![0]))), Error::Value { .. }));
    assert!(matches!(wrong(&x, options.clone().weights(&[1.0; 4])), Error::Value { .. }));
    assert!(matches!(wrong(&x, options.clone().axis(1)), Error::Axis { .. }));
    assert!(matches!(wrong(&complex(&x), options), Error::DType { .. }));
}

/// `expectile`.
pub fn expectiles<B: Backend>(xp: &B) {
    let a = of(xp, &[3.1, -2.2, 0.4, 5.5, -7.1, 2.5]);
    let at = |alpha: f64| expectile(&a.flip(0).unwrap(), alpha, None).unwrap();
    let levels = [0.0, 0.1, 0.5, 0.75, 0.9, 1.0];
    let expected = [-7.1, -3.9, 0.366_666_666_666_666_86, 61.0 / 30.0, 3.3, 5.5];
    for (alpha, expected) in levels.into_iter().zip(expected) {
        near(&at(alpha), &[expected], 1e-13);
    }
    let weights = of(xp, &[1.0, 2.0, 0.5, 3.0, 1.0, 2.0]);
    near(&expectile(&a, 0.3, Some(&weights)).unwrap(), &[-0.150_617_283_950_617_08], 1e-13);
    for_types!(real_numbers, T => {
        let a = xp.array(&[1i8, 4, 2, 0]).unwrap().astype::<T>();
        near(&expectile(&a.reshape([2, 2]).unwrap(), 0.8, None).unwrap(), &[2.714_285_714_285_714], 1e-14);
    });
    let unknown = xp.concatenate(&[&a, &of(xp, &[f64::NAN])], 0).unwrap();
    assert_eq!(expectile(&unknown, 0.3, None).unwrap().to_string(), "nan");
    let wrong = |a: &DynArray<B>, alpha: f64, weights: Option<&DynArray<B>>| -> Result<DynArray<B>> {
        expectile(a, alpha, weights)
    };
    for alpha in [-0.1, 1.1, f64::NAN] {
        assert!(matches!(wrong(&a, alpha, None), Err(Error::Value { .. })));
    }
    assert!(matches!(wrong(&a.slice(s![..0]).unwrap(), 0.5, None), Err(Error::Value { .. })));
    assert!(matches!(wrong(&a, 0.5, Some(&weights.slice(s![1..]).unwrap())), Err(Error::Shape { .. })));
    assert!(matches!(wrong(&complex(&a), 0.5, None), Err(Error::DType { .. })));
}
