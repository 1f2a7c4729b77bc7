//! Comparisons of the means and the scales of samples, against integrals in mpmath and SciPy 1.17.

use crate::for_types;
use crate::special_ends::near;
use xparray::prelude::*;
use xparray::scipy::stats::{Alternative, NanPolicy, Test, ansari, dunnett, ttest_ind, tukey_hsd};
use xparray::{Array, Error, s};

fn samples<B: Backend>(xp: &B) -> [DynArray<B>; 3] {
    let of = |x: &[f64]| xp.from_slice(x, x.len()).unwrap().into_dyn();
    [of(&[24.5, 23.5, 26.4, 25.0]), of(&[28.4, 34.2, 29.5]), of(&[26.1, 28.3, 24.3, 26.2, 27.8])]
}

/// The entries above the diagonal of a matrix with 3 rows; those below must be the same.
fn above<B: Backend>(x: &Array<f64, B>) -> DynArray<B> {
    let of = |x: &Array<f64, B>, i: isize, j: isize| x.slice(s![i, j]).unwrap();
    assert!(x.t().allclose(x).unwrap());
    x.xp().stack(&[&of(x, 0, 1), &of(x, 0, 2), &of(x, 1, 2)], 0).unwrap().into_dyn()
}

/// `tukey_hsd`.
pub fn each_two<B: Backend>(xp: &B) {
    let [x, y, z] = samples(xp);
    let test = tukey_hsd(&[&x, &y, &z], true).unwrap();
    near(test.statistic.slice(s![0]).unwrap().as_dyn(), &[0.0, -5.85, -1.69], 1e-12);
    let p = [0.008_118_661_859_760_45, 0.425_638_596_246_578, 0.038_556_461_323_764_6];
    near(&above(&test.pvalue), &p, 1e-11);
    assert_eq!(test.pvalue.diag().unwrap().to_vec().unwrap(), [1.0; 3]);
    let (low, high) = test.confidence_interval(0.95).unwrap();
    near(low.slice(s![0]).unwrap().as_dyn(), &[-3.801_071_8, -9.955_626_79, -5.296_013_33], 1e-8);
    near(high.slice(s![0]).unwrap().as_dyn(), &[3.801_071_8, -1.744_373_21, 1.916_013_33], 1e-8);
    // Games' and Howell's.
    let backwards = x.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
    let test = tukey_hsd(&[&backwards, &y, &z], false).unwrap();
    let p = [0.127_691_734_177_407, 0.232_416_376_710_397, 0.238_050_282_423_891];
    near(&above(&test.pvalue), &p, 1e-11);
    // Of two samples it is Student's test.
    let two = tukey_hsd(&[&x, &z], true).unwrap();
    let student = ttest_ind(&x, &z, Test::new()).unwrap().pvalue.item().unwrap().get::<f64>();
    near(two.pvalue.slice(s![0, 1]).unwrap().as_dyn(), &[student], 1e-11);
    for_types!(real_numbers, T => {
        let x = xp.array(&[1i8, 2, 3]).unwrap().astype::<T>().into_dyn();
        let test = tukey_hsd(&[&x, &x.multiply(2).unwrap()], true).unwrap();
        near(test.statistic.slice(s![1]).unwrap().as_dyn(), &[2.0, 0.0], 1e-13);
    });
    // Without scatter there is an answer for means that differ and variances that are one, as in SciPy.
    let [ones, twos] = [1.0, 2.0].map(|x| xp.full(2, x).unwrap().into_dyn());
    let p = |samples: [&DynArray<B>; 2], equal: bool| tukey_hsd(&samples, equal).unwrap().pvalue.to_vec().unwrap();
    assert!(p([&ones, &ones], true).iter().chain(&p([&ones, &twos], false)).all(|p| p.is_nan()));
    assert!(matches!(p([&ones, &twos], true)[..], [a, 0.0, 0.0, b] if a.is_nan() && b.is_nan()));
    let unknown = tukey_hsd(&[&ones, &twos], false).unwrap().confidence_interval(0.9).unwrap().0;
    assert!(unknown.isnan().all(..).unwrap().item().unwrap());
    let refused = |samples: &[&DynArray<B>]| tukey_hsd(samples, true).err().unwrap();
    assert!(matches!(refused(&[]), Error::Value { .. }));
    assert!(matches!(refused(&[&x]), Error::Value { .. }));
    assert!(matches!(refused(&[&x, &y.slice(s![..1]).unwrap()]), Error::Value { .. }));
    assert!(matches!(refused(&[&x, &y.expand_dims(0).unwrap()]), Error::Value { .. }));
    assert!(matches!(refused(&[&x, &y.divide(0.0).unwrap()]), Error::Value { .. }));
    assert!(matches!(refused(&[&x, &y.multiply(Complex::new(1.0, 1.0)).unwrap()]), Error::DType { .. }));
    for level in [0.0, 1.0, f64::NAN] {
        assert!(matches!(test.confidence_interval(level), Err(Error::Value { .. })));
    }
}

/// `dunnett`.
pub fn beside_a_control<B: Backend>(xp: &B) {
    let [x, y, control] = samples(xp);
    let statistic = [-1.308_505_834_428_677_7, 2.958_619_956_743_062_7];
    for (side, p) in [
        (Alternative::TwoSided, [0.368_556_039_381_018, 0.029_497_771_123_321_1]),
        (Alternative::Less, [0.188_268_324_520_789, 0.998_788_065_124_189]),
        (Alternative::Greater, [0.965_139_708_523_029, 0.014_783_400_248_275_8]),
    ] {
        let test = dunnett(&[&x, &y], &control, side).unwrap();
        near(test.statistic.as_dyn(), &statistic, 1e-13);
        near(test.pvalue.as_dyn(), &p, 1e-11);
        // The interval of the level at which the second sample differs ends at no difference.
        let (low, high) = test.confidence_interval(1.0 - p[1]).unwrap();
        let end = if side == Alternative::Less { &high } else { &low };
        assert!(end.slice(s![1]).unwrap().item().unwrap().abs() < 1e-8, "{side:?}: {low} {high}");
        assert_eq!(low.isinf().all(..).unwrap().item().unwrap(), side == Alternative::Less);
        assert_eq!(high.isinf().all(..).unwrap().item().unwrap(), side == Alternative::Greater);
        assert!(matches!(test.confidence_interval(1.0), Err(Error::Value { .. })));
    }
    // Of one sample it is Student's test.
    let one = dunnett(&[&x], &control, Alternative::TwoSided).unwrap();
    let student = ttest_ind(&x, &control, Test::new()).unwrap().pvalue.item().unwrap().get::<f64>();
    near(one.pvalue.as_dyn(), &[student], 1e-11);
    for_types!(real_numbers, T => {
        let x = xp.array(&[1i8, 2, 3]).unwrap().astype::<T>().into_dyn();
        let test = dunnett(&[&x], &x.multiply(2).unwrap(), Alternative::Less).unwrap();
        near(test.statistic.as_dyn(), &[-1.549_193_338_482_966_8], 1e-13);
    });
    let refused = |samples: &[&DynArray<B>], control| dunnett(samples, control, Alternative::Less).err().unwrap();
    let none = x.slice(s![..0]).unwrap();
    let single = x.slice(s![..1]).unwrap();
    assert!(matches!(refused(&[], &x), Error::Value { .. }));
    assert!(matches!(refused(&[&none], &x), Error::Value { .. }));
    assert!(matches!(refused(&[&x], &none), Error::Value { .. }));
    assert!(matches!(refused(&[&single], &single), Error::Value { .. }));
    assert!(matches!(refused(&[&x.expand_dims(0).unwrap()], &x), Error::Value { .. }));
    assert!(matches!(refused(&[&x.multiply(Complex::new(1.0, 1.0)).unwrap()], &x), Error::DType { .. }));
    let unknown = dunnett(&[&x.multiply(f64::NAN).unwrap(), &y], &control, Alternative::TwoSided).unwrap();
    assert!(unknown.pvalue.isnan().all(..).unwrap().item().unwrap());
}

/// `ansari`.
pub fn scales<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.from_slice(x, x.len()).unwrap().into_dyn();
    let (x, y) = (of(&[3.1, -2.2, 0.4, 5.5, -7.1]), of(&[0.1, -0.3, 1.2, -1.4, 2.5, 0.9]));
    let (tied, ties) = (of(&[1.0, 2.0, 2.0, 5.0, 7.0]), of(&[2.0, 3.0, 4.0, 4.0, 3.0, 2.0]));
    let sides = [
        (Alternative::TwoSided, 0.168_831_168_831_168_83, 0.029_205_409_568_445_008),
        (Alternative::Less, 0.961_038_961_038_961, 0.985_397_295_215_777_5),
        (Alternative::Greater, 0.084_415_584_415_584_42, 0.014_602_704_784_222_504),
    ];
    for (side, exact, asymptotic) in sides {
        let options = Test::new().alternative(side);
        let found = ansari(&x, &y, options).unwrap();
        near(&found.statistic, &[12.0], 0.0);
        near(&found.pvalue, &[exact], 1e-13);
        // Of columns one has ties; those of the other lie backwards.
        let columns =
            |a: &DynArray<B>, b: &DynArray<B>| xp.stack(&[&a.flip(0).unwrap(), b], 0).unwrap().copy().unwrap().t();
        let found = ansari(&columns(&x, &tied), &columns(&y, &ties), options).unwrap();
        near(&found.statistic, &[12.0, 11.0], 1e-14);
        near(&found.pvalue, &[exact, asymptotic], 1e-12);
    }
    // Many elements: the least and the greatest of both are all of the first sample.
    let outer = xp.linspace(-3.0, 3.0, 60).unwrap();
    let wide = &outer + &outer.sign() * 4.0;
    let found = ansari(&wide, &outer, Test::new().alternative(Alternative::Greater)).unwrap();
    near(&found.statistic, &[930.0], 0.0);
    near(&found.pvalue, &[1.718_042_838_373_74e-21], 1e-10);
    let gap = xp.concatenate(&[&x, &of(&[f64::NAN])], 0).unwrap();
    assert!(ansari(&gap, &y, Test::new()).unwrap().pvalue.isnan().unwrap().item().unwrap().get::<bool>());
    let options = Test::new().nan_policy(NanPolicy::Omit);
    near(&ansari(&gap, &y, options).unwrap().pvalue, &[0.168_831_168_831_168_83], 1e-13);
    for_types!(real_numbers, T => {
        let x = xp.array(&[0i8, 5]).unwrap().astype::<T>();
        let y = xp.array(&[2i8, 3]).unwrap().astype::<T>();
        near(&ansari(&x, &y, Test::new().alternative(Alternative::Greater)).unwrap().pvalue, &[1.0 / 6.0], 1e-14);
    });
    let none = x.slice(s![..0]).unwrap();
    assert!(matches!(ansari(&none, &y, Test::new()), Err(Error::Value { .. })));
    assert!(matches!(ansari(&x, &y, Test::new().axis(1)), Err(Error::Axis { .. })));
    let complex = x.multiply(Complex::new(1.0, 1.0)).unwrap();
    assert!(matches!(ansari(&complex, &y, Test::new()), Err(Error::DType { .. })));
}
