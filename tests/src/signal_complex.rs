//! Filters with complex coefficients, and plans of chirp transforms, against SciPy's values.

use crate::data::{Stored, npz};
use std::collections::BTreeMap;
use xparray::prelude::*;
use xparray::scipy::fft::{Czt, CztPlan, ZoomFft, czt_with, zoom_fft_with};
use xparray::scipy::signal::*;
use xparray::{Error, Result};

type C = Complex<f64>;
type Data = BTreeMap<String, Stored>;

/// That numbers are those that are stored, to a part of the largest.
fn close(found: &[C], data: &Data, key: &str, bound: f64) {
    let stored = data[key].to_vec::<C>();
    // SciPy drops zeros in front.
    let skipped = found.len().saturating_sub(stored.len());
    let scale = stored.iter().map(|x| x.norm()).fold(0.0, f64::max);
    assert!(found[..skipped].iter().all(|x| x.norm() <= bound * scale), "{key}: {found:?} instead of {stored:?}");
    assert_eq!(found.len() - skipped, stored.len(), "{key}: {found:?} instead of {stored:?}");
    for (x, y) in found[skipped..].iter().zip(&stored) {
        assert!((x - y).norm() <= bound * scale, "{key}: {x} instead of {y}");
    }
}

fn ordered(x: &[C]) -> Vec<C> {
    let mut x = x.to_vec();
    let part = |x: f64| (x * 1e8).round();
    x.sort_by(|a, b| part(a.re).total_cmp(&part(b.re)).then(a.im.total_cmp(&b.im)));
    x
}

fn ba_close(found: Result<Ba<C>>, data: &Data, key: &str) {
    let found = found.unwrap();
    close(found.b(), data, &format!("{key}/b"), 1e-9);
    close(found.a(), data, &format!("{key}/a"), 1e-9);
}

/// Conversions, frequencies, responses, delays and partial fractions.
pub fn filters<B: Backend>(xp: &B) {
    let data = npz("signal_complex.npz");
    let w = data["w"].to_vec::<f64>();
    let frequencies = xp.array(&w[..]).unwrap();
    for name in ["first", "third", "fifth", "ninth", "gain", "real"] {
        let [b, a] = ["b", "a"].map(|part| data[&format!("{name}/{part}")].to_vec::<C>());
        let ba = Ba::complex(b.clone(), a.clone()).unwrap();
        let key = |what: &str| format!("{name}/{what}");
        let zpk = tf2zpk(&ba).unwrap();
        close(&ordered(zpk.z()), &data, &key("z"), 1e-10);
        close(&ordered(zpk.p()), &data, &key("p"), 1e-10);
        close(&[zpk.k()], &data, &key("k"), 1e-14);
        ba_close(zpk2tf(&zpk), &data, &key("back"));
        ba_close(lp2lp(&ba, 2.5), &data, &key("lp2lp"));
        ba_close(lp2hp(&ba, 2.5), &data, &key("lp2hp"));
        ba_close(lp2bp(&ba, 2.5, 0.7), &data, &key("lp2bp"));
        ba_close(lp2bs(&ba, 2.5, 0.7), &data, &key("lp2bs"));
        ba_close(bilinear(&ba, 1.5), &data, &key("bilinear"));
        let zero = C::new(0.0, 0.0);
        ba_close(normalize(&[&[zero], &b[..]].concat(), &[&[zero; 2], &a[..]].concat()), &data, &key("normalize"));
        let values = |h: Result<DynArray<B>>| h.unwrap().typed::<C>().unwrap().to_vec().unwrap();
        close(&values(freqz_at(&ba, &frequencies, std::f64::consts::TAU)), &data, &key("freqz"), 1e-9);
        close(&values(freqs_at(&ba, &frequencies)), &data, &key("freqs"), 1e-9);
        close(&values(freqs_at(&zpk, &frequencies)), &data, &key("freqs"), 1e-9);
        // Roots and a gain say nothing of powers of `1 / z` in front.
        if b.len() == a.len() {
            close(&values(freqz_at(&zpk, &frequencies, std::f64::consts::TAU)), &data, &key("freqz"), 1e-9);
        }
        let delays = group_delay_at(&ba, &w, std::f64::consts::TAU).unwrap();
        let stored = data[&key("delay")].to_vec::<f64>();
        assert!(delays.iter().zip(&stored).all(|(x, y)| (x - y).abs() < 1e-8 * (1.0 + y.abs())), "{name}");
        assert_eq!(group_delay(&ba, Freqz::new().n(3)).unwrap().1.len(), 3);
        if a.len() == 1 {
            continue;
        }
        for (what, fractions, back) in [
            ("residue", residue(&ba, 1e-3).unwrap(), invres as fn(&Fractions<C>, f64) -> Result<Ba<C>>),
            ("residuez", residuez(&ba, 1e-3).unwrap(), invresz),
        ] {
            let key = key(what);
            // Poles of equal magnitude may come in another order.
            let mut pairs: Vec<(C, C)> = fractions.p().iter().copied().zip(fractions.r().iter().copied()).collect();
            for (p, r) in data[&format!("{key}/p")].to_vec::<C>().iter().zip(data[&format!("{key}/r")].to_vec::<C>()) {
                let distance = |pair: &(C, C)| (pair.0 - p).norm();
                let (nearest, _) =
                    pairs.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1))).unwrap();
                let (pole, found) = pairs.swap_remove(nearest);
                assert!((pole - p).norm() < 1e-8 * p.norm() && (found - r).norm() < 1e-6 * (1.0 + r.norm()), "{key}");
            }
            assert!(pairs.is_empty());
            close(fractions.k(), &data, &format!("{key}/k"), 1e-7);
            let again = back(&fractions, 1e-3).unwrap();
            let size = |x: &[C]| x.iter().map(|x| x.norm()).fold(0.0, f64::max);
            let scale = size(&data[&format!("{key}/a")].to_vec::<C>()).max(size(again.b()));
            for (part, found) in [("b", again.b()), ("a", again.a())] {
                let stored = data[&format!("{key}/{part}")].to_vec::<C>();
                let n = found.len().max(stored.len());
                // What rounds to zero stays in the one or the other, in front of `s`, behind of `1 / z`.
                let at = |x: &[C], k: usize| match what {
                    "residue" => (k + x.len()).checked_sub(n).map_or(zero, |k| x[k]),
                    _ => x.get(k).copied().unwrap_or(zero),
                };
                assert!((0..n).all(|k| (at(found, k) - at(&stored, k)).norm() < 1e-7 * scale), "{key}/{part}");
            }
        }
    }
    let c = |re: f64, im: f64| C::new(re, im);
    assert!(matches!(Ba::complex([], [c(1.0, 0.0)]), Err(Error::Value { .. })));
    assert!(matches!(Ba::complex([c(1.0, 0.0)], [c(0.0, 0.0)]), Err(Error::Value { .. })));
    assert!(matches!(Zpk::complex([c(f64::NAN, 0.0)], [], c(1.0, 0.0)), Err(Error::Value { .. })));
    assert!(matches!(Fractions::complex([c(1.0, 0.0)], [], []), Err(Error::Value { .. })));
    let (b, a) = Ba::complex([c(0.0, 1.0)], [c(1.0, 0.0), c(0.0, 0.5)]).unwrap().arrays(xp).unwrap();
    let y = lfilter(&b, &a, &xp.array([1.0, 0.0, 0.0]).unwrap()).unwrap();
    assert_eq!(y.typed::<C>().unwrap().to_vec().unwrap(), [c(0.0, 1.0), c(0.5, 0.0), c(0.0, -0.25)]);
}

/// Plans give what their functions give, of any layout, and refuse other lengths.
pub fn plans<B: Backend>(xp: &B) {
    let z = xp.rng(5).random::<f64>([3, 10]).unwrap().into_dyn();
    let spiral = || Czt::new().m(7).w(Complex::from_polar(0.98, 0.3)).a(Complex::new(1.1, 0.2));
    let zoom = || ZoomFft::new().m(6).fs(50.0).endpoint(true);
    for dtype in [DType::F32, DType::F64, DType::Complex64, DType::Complex128] {
        let x = z.astype(dtype).unwrap();
        let plan: CztPlan<B> = spiral().plan(xp, 10, dtype).unwrap();
        assert!(plan.transform(&x, 1).unwrap().array_equal(&czt_with(&x, spiral()).unwrap()).unwrap());
        let strided = x.t().copy().unwrap();
        let along = czt_with(&strided, spiral().axis(0)).unwrap();
        assert!(plan.transform(&strided, 0).unwrap().array_equal(&along).unwrap());
        let row = x.slice(s![0, ..;-1]).unwrap();
        let rows = row.broadcast_to([2, 10]).unwrap();
        let both = plan.transform(&rows, -1).unwrap();
        assert!(both.slice(s![1]).unwrap().array_equal(&plan.transform(&row, 0).unwrap()).unwrap());
        let band = zoom().plan(xp, 10, (5.0, 20.0), dtype).unwrap();
        let expected = zoom_fft_with(&x, (5.0, 20.0), zoom()).unwrap();
        assert!(band.transform(&x, 1).unwrap().array_equal(&expected).unwrap());
    }
    let plan = Czt::new().plan(xp, 10, DType::I32).unwrap();
    assert_eq!(plan.transform(&z, 1).unwrap().dtype(), DType::Complex128);
    let longer = xp.ones::<f64>([3, 11]).unwrap();
    assert!(matches!(plan.transform(&z, 0), Err(Error::Shape { .. })));
    assert!(matches!(plan.transform(&longer, 1), Err(Error::Shape { .. })));
    assert!(matches!(plan.transform(&z, 2), Err(Error::Axis { .. })));
    assert!(matches!(Czt::new().plan(xp, 0, DType::F64), Err(Error::Value { .. })));
    assert!(matches!(Czt::new().m(usize::MAX).plan(xp, 2, DType::F64), Err(Error::Value { .. })));
    assert!(matches!(ZoomFft::new().m(1).endpoint(true).plan(xp, 4, (0.0, 1.0), DType::F64), Err(Error::Value { .. })));
}
