//! Special functions of large orders, small numbers and infinities, and logarithms of probabilities there: against mpmath and SciPy 1.17.

use xparray::DynArray;
use xparray::prelude::*;
use xparray::scipy::special::{
    bei, berp, beta, betainc, betaincc, betaln, erf, hyp2f1, iv, jv, keip, kv, poch, spherical_kn, struve, wofz, yv,
};
use xparray::scipy::stats::{gumbel_r, invgauss, norm, rayleigh, vonmises};

#[track_caller]
fn near<B: Backend>(found: &DynArray<B>, expected: &[f64], tolerance: f64) {
    let found = found.astype(DType::F64).unwrap().typed::<f64>().unwrap().to_vec().unwrap();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        let same = found == expected || (found - expected).abs() <= tolerance * expected.abs();
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
