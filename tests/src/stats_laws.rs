//! Distributions of life times, of skew numbers and of parts of others, against integrals and formulas in mpmath.

use crate::for_types;
use crate::special_ends::near;
use xparray::prelude::*;
use xparray::scipy::stats::{self, Continuous};
use xparray::{Error, Result};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// The density, the probability below and the one above at numbers.
pub(crate) type Row = (f64, [f64; 3]);

/// A distribution at numbers, its mean, variance, skewness and kurtosis, and its entropy; NaN is not looked at.
pub(crate) fn check<B: Backend>(xp: &B, law: Result<Continuous<B>>, rows: &[Row], moments: [f64; 4], entropy: f64) {
    let law = law.unwrap();
    let column = |f: &dyn Fn(&Row) -> f64| rows.iter().map(f).collect::<Vec<f64>>();
    let of = |x: &[f64]| xp.from_slice(x, x.len()).unwrap().into_dyn();
    let (x, places) = (of(&column(&|row| row.0)), column(&|row| row.0));
    let [density, below, above] = [0, 1, 2].map(|k| column(&|row| row.1[k]));
    let backwards = x.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
    for x in [&x, &backwards] {
        near(&law.pdf(x).unwrap(), &density, 1e-11);
        near(&law.cdf(x).unwrap(), &below, 1e-11);
        near(&law.sf(x).unwrap(), &above, 1e-11);
    }
    near(&law.logpdf(&x).unwrap().exp().unwrap(), &density, 1e-11);
    // Quantiles of probabilities that say where their numbers are.
    let small = |p: &[f64]| -> (Vec<f64>, Vec<f64>) {
        p.iter().zip(&places).filter(|(p, _)| **p < 0.8).map(|(p, x)| (*p, *x)).unzip()
    };
    let ((p, low), (q, high)) = (small(&below), small(&above));
    let scaled = law.clone().loc(3.0).unwrap().scale(2.0).unwrap();
    for (law, shift, scale, bound) in [(&law, 0.0, 1.0, 1e-11), (&scaled, 3.0, 2.0, 1e-11)] {
        let moved = |x: &[f64]| x.iter().map(|x| shift + scale * x).collect::<Vec<f64>>();
        near(&law.ppf(of(&p)).unwrap(), &moved(&low), bound);
        near(&law.isf(of(&q)).unwrap(), &moved(&high), bound);
    }
    for (found, expected) in law.stats().unwrap().iter().zip(moments) {
        if expected.is_nan() {
            assert!(found.isnan().unwrap().item().unwrap().get::<bool>(), "{found}");
        } else {
            near(found, &[expected], 1e-9);
        }
    }
    if !entropy.is_nan() {
        near(&law.entropy().unwrap(), &[entropy], 1e-10);
    }
    let beyond = of(&[NAN, -INF, INF]);
    let ends = law.cdf(&beyond).unwrap();
    assert_eq!(ends.to_string(), "[nan  0.  1.]");
    near(&law.pdf(of(&[-INF, INF])).unwrap(), &[0.0, 0.0], 0.0);
    assert_eq!(law.ppf(of(&[-0.1, 1.1, NAN])).unwrap().to_string(), "[nan nan nan]");
}

/// `fatiguelife`, `kappa3`, `jf_skew_t`.
pub fn of_lines<B: Backend>(xp: &B) {
    let rows = [
        (0.01, [1.059_799_321_787_676_3e-41, 1.033_590_205_335_007_3e-45, 1.0]),
        (0.5, [0.725_837_605_900_773_7, 0.156_211_105_621_346_69, 0.843_788_894_378_653_3]),
        (1.0, [0.569_917_543_430_618_2, 0.5, 0.5]),
        (3.0, [0.056_270_826_395_262_56, 0.950_484_767_351_848, 0.049_515_232_648_152_11]),
        (60.0, [7.283_769_981_273_332e-28, 1.0, 7.081_240_897_853_6e-28]),
    ];
    let moments = [1.245, 0.790_125, 1.946_893_447_575_005_3, 6.047_131_782_945_736];
    check(xp, stats::fatiguelife(xp, 0.7), &rows, moments, 1.009_330_017_253_071);
    let rows = [
        (0.001, [2.709_053_604_783_565e-6, 1.322_873_695_556_558e-10, 0.999_999_999_867_712_6]),
        (0.5, [0.167_572_741_018_340_55, 0.443_768_541_990_857_6, 0.556_231_458_009_142_4]),
        (900.0, [2.110_243_380_691_589_2e-11, 0.999_999_998_972_085_8, 1.027_914_249_683_149_6e-9]),
    ];
    // Where the density has a narrow part.
    near(&stats::fatiguelife(xp, 29.0).unwrap().entropy().unwrap(), &[2.663_143_119_471_852], 1e-12);
    let moments = [13.5, 806.25, 3.835_762_863_217_058_6, 21.317_829_457_364_34];
    check(xp, stats::fatiguelife(xp, 5.0), &rows, moments, 2.314_425_377_162_189_4);
    let rows = [
        (1e-200, [0.733_480_549_899_234_3, 7.334_805_498_992_343e-201, 1.0]),
        (0.2, [0.733_457_995_605_695_4, 0.146_695_415_992_555_67, 0.853_304_584_007_444_4]),
        (1.0, [0.602_069_884_506_553, 0.711_537_136_235_017_1, 0.288_462_863_764_982_87]),
        (3.0, [0.004_289_542_155_250_759, 0.997_642_246_745_925_9, 0.002_357_753_254_074_003]),
        (1e30, [5.5e-195, 1.0, 1e-165]),
    ];
    let moments = [0.751_946_478_380_643, 0.276_195_565_583_739_26, 1.198_524_779_219_862_6, 4.978_780_690_107_705];
    check(xp, stats::kappa3(xp, 5.5), &rows, moments, 0.623_000_042_705_066_6);
    let rows = [
        (1e-6, [1.664_153_757_534_614, 1.664_303_758_968_279_5e-6, 0.999_998_335_696_241_1]),
        (2.0, [0.090_248_166_103_791_19, 0.599_377_984_690_782_3, 0.400_622_015_309_217_7]),
        (1e9, [3.508_307_646_247_853_4e-16, 0.999_999_498_812_979_9, 5.011_870_201_170_117e-7]),
    ];
    check(xp, stats::kappa3(xp, 0.7), &rows, [INF, INF, NAN, NAN], NAN);
    let rows = [
        (-1e6, [1.490_358_867_824_322_6e-46, 2.129_084_096_901_921_2e-41, 1.0]),
        (-30.0, [2.218_815_137_129_168_3e-10, 9.558_950_271_340_01e-10, 0.999_999_999_044_105]),
        (-0.4, [0.240_179_723_156_640_96, 0.172_667_183_884_941_46, 0.827_332_816_115_058_6]),
        (1.7, [0.187_212_781_712_872_87, 0.810_125_020_056_553_2, 0.189_874_979_943_446_8]),
        (40.0, [1.446_039_277_582_251_6e-7, 0.999_998_710_279_953_6, 1.289_720_046_385_949e-6]),
    ];
    let moments = [0.731_613_463_703_31, 1.908_491_739_728_045_4, 1.403_979_108_080_959_2, 16.971_648_644_403_505];
    check(xp, stats::jf_skew_t(xp, 3.5, 2.25), &rows, moments, 1.663_485_505_814_252_4);
    let rows = [
        (-50.0, [0.004_756_287_698_699_106, 0.307_458_507_431_016_27, 0.692_541_492_568_983_8]),
        (-1.0, [2.109_536_724_465_566_6e-5, 0.999_994_024_254_142_3, 5.975_745_857_716_016_5e-6]),
        (0.5, [4.786_426_825_306_062_6e-8, 0.999_999_990_415_094_4, 9.584_905_597_887_843e-9]),
    ];
    check(xp, stats::jf_skew_t(xp, 0.4, 20.0), &rows, [NAN; 4], NAN);
    let rows = [
        (3.0, [1.221_737_751_484_015_2e-7, 2.173_733_968_934_502_6e-8, 0.999_999_978_262_660_3]),
        (8.0, [0.340_230_050_561_547_9, 0.297_962_816_357_567, 0.702_037_183_642_433]),
        (12.0, [0.001_348_344_839_242_593_4, 0.999_613_761_030_795_1, 0.000_386_238_969_204_831_37]),
    ];
    let law = stats::jf_skew_t(xp, 2000.0, 1500.0);
    near(&law.clone().unwrap().entropy().unwrap(), &[1.439_853_477_456_084_5], 1e-10);
    let precise = law.unwrap();
    for (x, [density, below, above]) in rows {
        near(&precise.pdf(x).unwrap(), &[density], 1e-11);
        near(&precise.cdf(x).unwrap(), &[below], 1e-11);
        near(&precise.sf(x).unwrap(), &[above], 1e-11);
    }
    // Of equal parameters it is Student's.
    let (skew, student) = (stats::jf_skew_t(xp, 8.0, 8.0).unwrap(), stats::t(xp, 16.0).unwrap());
    let x = xp.array([-12.0, 0.0, 0.3, 5.0]).unwrap();
    assert!(skew.sf(&x).unwrap().allclose_with(student.sf(&x).unwrap(), Tolerance::new().rtol(1e-12)).unwrap());
    assert!(skew.logpdf(&x).unwrap().allclose_with(student.logpdf(&x).unwrap(), Tolerance::new().rtol(1e-12)).unwrap());
}

/// `genhalflogistic`, `truncweibull_min`.
pub fn of_intervals<B: Backend>(xp: &B) {
    let rows = [
        (1e-9, [0.500_000_000_15, 5.000_000_000_75e-10, 0.999_999_999_5]),
        (0.4, [0.543_151_392_550_290_3, 0.209_889_373_507_781_36, 0.790_110_626_492_218_6]),
        (2.0, [0.215_020_994_862_442_94, 0.909_935_824_171_158_6, 0.090_064_175_828_841_42]),
    ];
    let moments = [1.016_022_782_900_931_4, 0.435_731_738_370_197_4, 0.506_575_803_030_475_3, -0.472_180_374_153_689];
    check(xp, stats::genhalflogistic(xp, 0.3), &rows, moments, 0.890_964_511_104_087_5);
    let rows = [
        (0.01, [0.510_191_066_886_416_6, 0.005_050_633_883_346_584, 0.994_949_366_116_653_4]),
        (0.3, [1.186_635_345_099_252_8, 0.225_148_226_554_413_77, 0.774_851_773_445_586_2]),
    ];
    let law = stats::genhalflogistic(xp, 2.0);
    near(&law.as_ref().unwrap().mean().unwrap(), &[2.0 * std::f64::consts::LN_2 - 1.0], 1e-12);
    check(
        xp,
        law,
        &rows,
        [0.386_294_361_119_890_6, 0.017_443_333_233_642_25, -1.240_958_297_341_516, 0.470_685_031_525_044_4],
        -1.465_735_902_799_726_5,
    );
    let rows = [
        (0.6, [0.923_635_776_285_715_9, 0.223_341_004_145_482_39, 0.776_658_995_854_517_6]),
        (1.2, [0.712_979_321_988_247_9, 0.801_327_411_989_189_3, 0.198_672_588_010_810_7]),
    ];
    let moments =
        [0.891_606_369_462_784_9, 0.115_834_306_384_704_74, 0.265_932_493_235_813_8, -0.641_812_434_580_104_8];
    check(xp, stats::truncweibull_min(xp, 2.5, 0.25, 1.75), &rows, moments, 0.286_784_611_347_104_26);
    let rows = [
        (1e-12, [607_474.647_431_244_3, 1.214_949_902_337_338_5e-6, 0.999_998_785_050_097_8]),
        (0.5, [0.423_595_186_697_222_24, 0.615_896_451_829_215_8, 0.384_103_548_170_784_2]),
        (2.9, [0.064_975_965_282_527_48, 0.993_650_346_353_354_7, 0.006_349_653_646_645_323_5]),
    ];
    let moments = [0.610_538_062_347_040_9, 0.551_482_984_983_774, 1.419_538_567_032_044_8, 1.095_433_329_389_707_2];
    check(xp, stats::truncweibull_min(xp, 0.5, 0.0, 3.0), &rows, moments, 0.220_154_891_050_222_8);
    let rows = [
        (4.5, [0.678_115_440_356_992_9, 0.786_888_877_198_341_6, 0.213_111_122_801_658_42]),
        (20.0, [2.860_768_799_393_096e-35, 1.0, 4.264_582_335_568_947_6e-36]),
    ];
    let moments = [4.321_271_406_794_918, 0.096_609_143_035_561_13, 1.825_144_575_579_205, 4.733_572_500_576_269];
    check(xp, stats::truncweibull_min(xp, 1.5, 4.0, INF), &rows, moments, -0.136_038_835_085_942_8);
    // Next to an end, in terms of the distance from it.
    let law = stats::truncweibull_min(xp, 2.5, 0.25, 1.75).unwrap();
    near(&law.cdf(0.25 + 2f64.powi(-40)).unwrap(), &[0.318_212_534_596_004_1 * 2f64.powi(-40)], 1e-9);
    assert_eq!(law.sf(1.75).unwrap().to_string(), "0.0");
}

/// Parameters that are arrays, of every type, and wrong ones.
pub fn parameters_of_laws<B: Backend>(xp: &B) {
    for_types!(real_numbers, T => {
        let ones = xp.array(&[1i8, 2]).unwrap().astype::<T>();
        let half = |law: Result<Continuous<B>>| law.unwrap().cdf(ones.multiply(0).unwrap()).unwrap();
        for law in [stats::fatiguelife(xp, &ones), stats::kappa3(xp, &ones), stats::genhalflogistic(xp, &ones)] {
            assert_eq!(half(law).to_string(), "[0. 0.]");
        }
        near(&half(stats::jf_skew_t(xp, &ones, &ones)), &[0.5, 0.5], 1e-7);
        let law = stats::truncweibull_min(xp, &ones, &ones, ones.add(1).unwrap().as_dyn()).unwrap();
        assert_eq!(law.cdf(&ones).unwrap().to_string(), "[0. 0.]");
    });
    let bad = xp.array([0.0, -1.0, NAN]).unwrap();
    let laws = [
        stats::fatiguelife(xp, &bad),
        stats::kappa3(xp, &bad),
        stats::genhalflogistic(xp, &bad),
        stats::jf_skew_t(xp, &bad, 1.0),
        stats::jf_skew_t(xp, 1.0, &bad),
        stats::truncweibull_min(xp, &bad, 0.0, 1.0),
        stats::truncweibull_min(xp, 1.0, 1.0, &bad),
    ];
    for law in laws {
        let law = law.unwrap();
        for found in [law.pdf(0.5), law.cdf(0.5), law.ppf(0.5), law.mean(), law.entropy()] {
            assert_eq!(found.unwrap().to_string(), "[nan nan nan]");
        }
    }
    let complex = xp.array([Complex::new(1.0, 0.0)]).unwrap();
    assert!(matches!(stats::jf_skew_t(xp, 1.0, &complex), Err(Error::DType { .. })));
}
