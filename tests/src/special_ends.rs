//! Special functions of large orders, small numbers and infinities, and logarithms of probabilities there: against mpmath and SciPy 1.17.

use xparray::DynArray;
use xparray::prelude::*;
use xparray::scipy::special::{
    bei, berp, beta, betainc, betaincc, betaln, erf, hankel1, hankel2, hyp1f1, hyp2f1, iv, jv, keip, kv, poch,
    spherical_kn, struve, wofz, yv,
};
use xparray::scipy::stats::{gumbel_r, invgauss, norm, rayleigh, vonmises};

/// Values as they are expected, infinities and NaN too, but for a relative tolerance.
#[track_caller]
pub(crate) fn near<B: Backend>(found: &DynArray<B>, expected: &[f64], tolerance: f64) {
    let found = found.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let unknown = found.is_nan() && expected.is_nan();
        let same = unknown || found == expected || (found - expected).abs() <= tolerance * expected.abs();
        assert!(same, "{found:e}, not {expected:e}");
    }
}

/// Bessel functions, whose scaled forms are no numbers where they are, and of small numbers.
pub fn cylinders<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x.to_vec()).unwrap();
    near(&iv(1000.0, of(&[600.0, 705.0])).unwrap(), &[9.821_753_767_619_577e-54, 3.762_567_507_676_096e30], 1e-12);
    near(&kv(1000.0, of(&[600.0])).unwrap(), &[4.365_273_708_560_283e49], 1e-12);
    near(&iv(-0.5, of(&[0.0])).unwrap(), &[f64::INFINITY], 0.0);
    near(&jv(850.0, of(&[3e5])).unwrap(), &[0.001_386_628_862_494_404_5], 1e-12);
    near(&yv(0.5, of(&[1e-300])).unwrap(), &[-7.978_845_608_028_653e149], 1e-13);
    let z = xp.array([Complex::new(3e5, 1.0), Complex::new(600.0, 1.0)]).unwrap();
    let found = jv(of(&[850.0, 1500.0]), &z).unwrap();
    near(&found.real().unwrap(), &[0.002_139_672_730_005_407_6, 0.0], 1e-12);
    near(
        &struve(of(&[200.0, 300.0]), of(&[500.0, 1000.0])).unwrap(),
        &[1.570_653_858_555_248e103, 3.138_018_005_654_536_6e193],
        1e-12,
    );
    near(&spherical_kn(0.0, of(&[-1.0])).unwrap(), &[-4.269_867_111_336_783], 1e-12);
    near(&bei(of(&[1e-8])).unwrap(), &[2.5e-17], 1e-15);
    near(&berp(of(&[1e-4])).unwrap(), &[-6.25e-14], 1e-15);
    near(&keip(of(&[1e-8])).unwrap(), &[9.518_306_129_805_39e-8], 1e-15);
}

/// Where one factor of a modified function of a complex number is no number, and where the function is none.
pub fn plane<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x.to_vec()).unwrap();
    let z = xp.array([Complex::new(600.0, 1.0), Complex::new(1000.0, 50.0)]).unwrap();
    let [i, k] = [iv(of(&[1000.0]), &z).unwrap(), kv(of(&[1000.0]), &z).unwrap()];
    near(&i.real().unwrap(), &[-3.580_051_485_026_590_4e-54, 1.607_328_985_939_981_5e228], 1e-11);
    near(&i.imag().unwrap(), &[9.158_610_454_143_407e-54, 6.579_570_112_161_01e229], 1e-11);
    near(&k.real().unwrap(), &[-1.589_158_061_690_255_7e49, -3.148_869_820_840_195e-237], 1e-8);
    near(&k.imag().unwrap(), &[-4.060_155_112_664_917_4e49, -5.371_896_940_726_726e-234], 1e-11);
    let z = xp.array([Complex::new(1.0, 800.0), Complex::new(1.0, -800.0)]).unwrap();
    let infinite = f64::INFINITY;
    let [h1, h2, y] = [hankel1(2.0, &z).unwrap(), hankel2(2.0, &z).unwrap(), yv(2.0, &z).unwrap()];
    near(&h1.real().unwrap(), &[0.0, -infinite], 0.0);
    near(&h1.imag().unwrap(), &[0.0, -infinite], 0.0);
    near(&h2.real().unwrap(), &[-infinite, 0.0], 0.0);
    near(&h2.imag().unwrap(), &[infinite, 0.0], 0.0);
    near(&y.real().unwrap(), &[-infinite, -infinite], 0.0);
    near(&y.imag().unwrap(), &[-infinite, infinite], 0.0);
    // Half of the smallest number is none.
    near(&jv(of(&[0.1, -0.5]), of(&[5e-324])).unwrap(), &[4.580_731_034_319_154e-33, 3.589_613_857_049_051e161], 1e-13);
}

/// Kummer's function of negative parameters, where its terms cancel.
pub fn confluent<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x.to_vec()).unwrap();
    let (a, b) = (of(&[100.0, 100.0, 200.0, -120.5, 50.0]), of(&[-20.5, -20.5, -50.5, -20.5, -10.5]));
    let x = of(&[-100.0, -50.0, -20.0, 100.0, -30.0]);
    let expected = [
        89.899_087_560_596_42,
        2_273_566_098.839_419_4,
        4.137_057_673_721_139e23,
        2.416_592_783_052_689_4e45,
        23_536.303_651_163_07,
    ];
    near(&hyp1f1(&a, &b, &x).unwrap(), &expected, 1e-13);
    near(&hyp1f1(&a, &b, x.astype::<Complex<f64>>()).unwrap().real().unwrap(), &expected, 1e-13);
}

/// Quotients of gamma functions, the incomplete beta function, and error functions.
pub fn others<B: Backend>(xp: &B) {
    let of = |x: &[f64]| xp.array(x.to_vec()).unwrap();
    near(&beta(-0.5, of(&[1e8])).unwrap(), &[-35_449.076_885_176_284], 1e-13);
    near(&betaln(-100.5, of(&[1e8])).unwrap(), &[1_486.377_395_454_018_1], 1e-13);
    near(&betaincc(1e-9, 0.5, of(&[0.01])).unwrap(), &[5.986_445_672_694_084e-9], 1e-13);
    near(&betainc(1e-9, 0.5, of(&[0.01])).unwrap(), &[0.999_999_994_013_554_3], 1e-15);
    near(&poch(of(&[-40.0, 1.0]), of(&[35.0, -2.0])).unwrap(), &[-6.799_294_027_065_814e45, f64::INFINITY], 1e-12);
    near(&hyp2f1(-1.5, 3.0, 3.0, of(&[1.0])).unwrap(), &[0.0], 0.0);
    let z = xp.array([Complex::new(f64::INFINITY, 1.0), Complex::new(0.0, f64::NEG_INFINITY)]).unwrap();
    near(&wofz(&z).unwrap().real().unwrap(), &[0.0, f64::INFINITY], 0.0);
    near(&erf(&z).unwrap().real().unwrap(), &[1.0, 0.0], 0.0);
}

/// Densities and probabilities at infinities.
pub fn tails<B: Backend>(xp: &B) {
    let end = xp.array([f64::INFINITY]).unwrap();
    near(&rayleigh(xp).unwrap().pdf(&end).unwrap(), &[0.0], 0.0);
    near(&invgauss(xp, 1.0).unwrap().logpdf(&end).unwrap(), &[f64::NEG_INFINITY], 0.0);
    near(&norm(xp).unwrap().logsf(xp.array([1e200]).unwrap()).unwrap(), &[f64::NEG_INFINITY], 0.0);
    near(&gumbel_r(xp).unwrap().logcdf(xp.array([-1e4]).unwrap()).unwrap(), &[f64::NEG_INFINITY], 0.0);
    let turned = vonmises(xp, 2.0).unwrap().logcdf(xp.array([-7.0]).unwrap()).unwrap();
    assert!(turned.item().unwrap().get::<f64>().is_nan());
}
